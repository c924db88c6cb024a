/**
 * Repositories inside the workspace: submodules, nested repositories, linked worktrees (ST2, ST4). The tree id of the
 * repository around one knows it as a commit id at most; its files belong to the content id, and the tree that they
 * make tells whether they are what that commit holds. A linked worktree is another checkout and is never entered.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { comparePaths, decodePath, nativePath } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import type { NestedRepository } from '../model/tree.ts';
import { entryAt, isFolder } from './entry.ts';
import { blobBytes, KIND, type HashColumns } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { listWorkTree, type Listing, type TrackedPath } from './listing.ts';
import { openPrivateGit } from './private-git.ts';
import { brokenRepository } from './refusals.ts';
import { gitDirectoryOf, repositoryIn, type GitDirectory, type NestedHead, type Repository } from './repository.ts';
import { withFullIndex } from './sparse-index.ts';
import { measuredTable, refuseUnmeasurable, stampedTable, type MeasuredTable } from './stamped-entries.ts';
import { presentFiles, storedTree, type HashedWorkTree } from './stored-tree.ts';
import { treeIdOf, type TreeLeaf } from './trees.ts';

export interface Nested {
  /** Gitlinks as the tree of the repository around them has them. */
  readonly leaves: TreeLeaf[];
  readonly parts: MeasuredTable[];
  readonly nested: NestedRepository[];
  /** Linked worktrees, never entered. */
  readonly otherWorktrees: string[];
  readonly rawFiltered: string[];
}

/** Where a repository lies that is looked into. */
export interface Place {
  /** From the workspace's top to the repository, with a trailing slash; `''` for the workspace itself. */
  readonly prefix: string;
  /** Shared git directories of the repositories around it. */
  readonly outer: readonly string[];
}

/** Each starts four processes of git. */
const AT_ONCE = 4;

export const AT_THE_TOP: Place = { prefix: '', outer: [] };

/** Measures the submodules and repositories that a listing of `repository` names, and those inside them. */
export async function measureNested(repository: Repository, { tracked, repositories }: Pick<Listing, 'tracked' | 'repositories'>, place: Place): Promise<Nested> {
  const links = tracked.filter(({ mode }) => mode === '160000');
  return inOrder([...links.map((link) => () => gitlinked(repository, link, place)), ...repositories.map((path) => () => untrackedRepository(repository, path, place))]);
}

/** Adds repositories that lie where the index has a file: git lists such a place as tracked and says no more. */
export async function addRepositoriesForFiles(repository: Repository, paths: readonly string[], columns: HashColumns, place: Place, found: Nested): Promise<void> {
  const folders = paths.filter((_, row) => columns.kinds[row] === KIND.folder);
  const repositories = folders.filter((path) => gitDirectoryOf(join(repository.top, path)) !== null);
  add(found, await inOrder(repositories.map((path) => () => untrackedRepository(repository, path, place))));
}

/** A few are at work side by side; the first that fails in the order of the paths is the one that is told of. */
async function inOrder(work: readonly (() => Promise<Nested>)[]): Promise<Nested> {
  const found = nothing();
  for (let at = 0; at < work.length; at += AT_ONCE) {
    for (const one of await Promise.allSettled(work.slice(at, at + AT_ONCE).map((start) => start()))) {
      if (one.status === 'rejected') throw one.reason;
      add(found, one.value);
    }
  }
  return found;
}

function nothing(): Nested {
  return { leaves: [], parts: [], nested: [], otherWorktrees: [], rawFiltered: [] };
}

function add(found: Nested, { leaves, parts, nested, otherWorktrees, rawFiltered }: Nested): void {
  found.leaves.push(...leaves);
  found.parts.push(...parts);
  found.nested.push(...nested);
  found.otherWorktrees.push(...otherWorktrees);
  found.rawFiltered.push(...rawFiltered);
}

/** What the index calls a submodule. */
async function gitlinked(repository: Repository, { path, oid, skipWorktree }: TrackedPath, place: Place): Promise<Nested> {
  if (!isFolder(repository.top, path)) {
    const leftOut = repository.settings.sparseCheckout && skipWorktree && entryAt(repository.top, path) === null;
    return leftOut ? { ...nothing(), leaves: [gitlink(path, oid)] } : nothing();
  }
  const directory = repositoryAt(repository, path, place);
  if (directory === null) return { ...(await plainFolder(repository, path, oid, place)), leaves: [gitlink(path, oid)] };
  // A worktree of a repository around it that somebody committed by accident stays another checkout.
  if (around(repository, place).includes(directory.commonDir)) return { ...nothing(), leaves: [gitlink(path, oid)], otherWorktrees: [place.prefix + path] };
  const inner = await repositoryIn(join(repository.top, path), directory);
  return { ...(await entered(repository, path, { kind: 'submodule', inner, recorded: oid }, place)), leaves: [gitlink(path, inner.head ?? oid)] };
}

async function untrackedRepository(repository: Repository, path: string, place: Place): Promise<Nested> {
  const directory = repositoryAt(repository, path, place);
  if (directory === null) throw brokenRepository(place.prefix + path);
  if (isOtherCheckout(directory, around(repository, place))) return { ...nothing(), otherWorktrees: [place.prefix + path] };
  const inner = await repositoryIn(join(repository.top, path), directory);
  // git refuses to record a repository without a commit, or one of the other object format.
  const leaves = inner.head?.length === blobBytes(repository.objectFormat) * 2 ? [gitlink(path, inner.head)] : [];
  return { ...(await entered(repository, path, { kind: 'repository', inner, recorded: null }, place)), leaves };
}

interface Entered {
  readonly kind: 'submodule' | 'repository';
  readonly inner: Repository & NestedHead;
  /** Commit that the index of the repository around it records. */
  readonly recorded: string | null;
}

/** The paths of one repository inside another, and those of the repositories inside it. Its leaves are the caller's. */
async function entered(outer: Repository, path: string, { kind, inner, recorded }: Entered, place: Place): Promise<Nested> {
  const { prefix } = place;
  const own: Place = { prefix: `${prefix}${path}/`, outer: around(outer, place) };
  const privately = openPrivateGit({ workTree: inner.top, objectFormat: inner.objectFormat, settings: inner.settings, objects: inner, index: join(inner.gitDir, 'index') });
  try {
    const git = await withFullIndex(privately, inner.gitDir);
    const listing = await listWorkTree(git);
    const files = presentFiles(inner.top, listing, { exclude: () => false, include: [] });
    const paths = files.map((file) => file.path);
    const columns = await hashMany({ root: inner.top, paths, algorithm: inner.objectFormat });
    refuseUnmeasurable(paths, columns, own.prefix);
    const further = await measureNested(inner, listing, own);
    await addRepositoriesForFiles(inner, paths, columns, own, further);
    // Whoever stamps the inner repository by itself leaves a stamp in it, which is no work of his.
    const stored = await treeOrNull({ repository: inner, git, listing, files, columns, gitlinks: further.leaves, omit: (name) => name === STAMP_FILE });
    const found = nothing();
    found.nested.push({ path: prefix + path, kind, head: inner.head, recorded, committed: inner.headTree, tree: stored?.treeId ?? null });
    found.parts.push(measuredTable(own.prefix, stampedTable(paths, columns)));
    found.rawFiltered.push(...(stored?.rawFiltered ?? []).map((name) => own.prefix + name));
    add(found, { ...further, leaves: [] });
    return found;
  } finally {
    privately.remove();
  }
}

/** Null where git cannot convert a file as its attributes ask: then nobody knows what it would commit. */
async function treeOrNull(hashed: HashedWorkTree): Promise<Awaited<ReturnType<typeof storedTree>> | null> {
  try {
    return await storedTree(hashed);
  } catch (error) {
    if (error instanceof GateError) return null;
    throw error;
  }
}

/** Files in the folder of a submodule that was never checked out: git shows them to nobody, the content id does. */
async function plainFolder(repository: Repository, path: string, recorded: string, { prefix }: Place): Promise<Nested> {
  const root = join(repository.top, path);
  const paths = filesBelow(root, '').toSorted(comparePaths);
  if (paths.length === 0) return nothing();
  const columns = await hashMany({ root, paths, algorithm: repository.objectFormat });
  refuseUnmeasurable(paths, columns, `${prefix}${path}/`);
  const table = stampedTable(paths, columns);
  const found = nothing();
  const tree = treeIdOf({ paths: table.paths, mode: (row) => (table.modes[row] ?? 0).toString(8), ids: table.blobs }, repository.objectFormat);
  found.nested.push({ path: prefix + path, kind: 'plain', head: null, recorded, committed: null, tree });
  found.parts.push(measuredTable(`${prefix}${path}/`, table));
  return found;
}

/** Every file and link below a folder, without following links. */
export function filesBelow(root: string, prefix: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(nativePath(root, prefix), { withFileTypes: true, encoding: 'buffer' })) {
    const name = decodePath(entry.name);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (entry.isDirectory()) found.push(...filesBelow(root, path));
    else found.push(path);
  }
  return found;
}

/** The repository whose work tree is the folder at `path`; null for a plain folder. Throws where its `.git` is broken. */
function repositoryAt(repository: Repository, path: string, { prefix }: Place): GitDirectory | null {
  const directory = gitDirectoryOf(join(repository.top, path));
  if (directory === null && entryAt(repository.top, `${path}/.git`) !== null) throw brokenRepository(prefix + path);
  return directory;
}

/** Shared git directories of a repository and of those around it. */
function around({ commonDir }: Repository, { outer }: Place): readonly string[] {
  return [...outer, commonDir];
}

/** A linked worktree of whatever repository, or the main work tree of one that we are a linked worktree of. */
function isOtherCheckout(directory: GitDirectory, outer: readonly string[]): boolean {
  return directory.gitDir !== directory.commonDir || outer.includes(directory.commonDir);
}

function gitlink(path: string, commit: string): TreeLeaf {
  return { path, mode: '160000', oid: Buffer.from(commit, 'hex') };
}
