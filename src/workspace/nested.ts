/**
 * Repositories inside the workspace: submodules, nested repositories, linked worktrees (ST2, ST4). The tree id knows
 * them as a commit id at most; their files belong to the content id. A linked worktree is another checkout and is
 * never entered.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparePaths, decodePath, nativePath } from '../model/path.ts';
import type { NestedRepository } from '../model/tree.ts';
import { entryAt, isFolder } from './entry.ts';
import { blobBytes, KIND, type HashColumns } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { listWorkTree, type Listing } from './listing.ts';
import { openPrivateGit } from './private-git.ts';
import { brokenRepository } from './refusals.ts';
import { gitDirectoryOf, headOf, objectFormatOf, type GitDirectory, type Repository } from './repository.ts';
import { withFullIndex } from './sparse-index.ts';
import { entriesOf, refuseUnmeasurable, stampedTable, type StampedTable } from './stamped-entries.ts';
import type { StatEntry } from './stamped-entries.ts';
import type { TreeLeaf } from './trees.ts';

/** One repository's share of the stamped paths. */
export interface MeasuredPart {
  /** `''` for the workspace itself, else the folder of a submodule or nested repository, with a trailing slash. */
  readonly prefix: string;
  readonly entries: readonly StatEntry[];
}

/** The same as it comes from hashing; its entries are made when they are asked for. */
export interface MeasuredTable extends MeasuredPart {
  readonly table: StampedTable;
}

export function measuredTable(prefix: string, table: StampedTable, trusted: (row: number) => boolean = () => true): MeasuredTable {
  let entries: readonly StatEntry[] | undefined;
  return {
    prefix,
    table,
    get entries() {
      entries ??= entriesOf(table, trusted);
      return entries;
    },
  };
}

export interface Nested {
  /** Gitlinks as the tree id has them. */
  readonly leaves: TreeLeaf[];
  readonly parts: MeasuredTable[];
  readonly nested: NestedRepository[];
  /** Linked worktrees, never entered. */
  readonly otherWorktrees: string[];
}

/** Measures the submodules and repositories that a listing of the workspace names. */
export async function measureNested(repository: Repository, listing: Pick<Listing, 'tracked' | 'repositories'>): Promise<Nested> {
  const found: Nested = { leaves: [], parts: [], nested: [], otherWorktrees: [] };
  for (const link of listing.tracked) {
    if (link.mode !== '160000') continue;
    if (!isFolder(repository.top, link.path)) {
      const leftOut = repository.settings.sparseCheckout && link.skipWorktree && entryAt(repository.top, link.path) === null;
      if (leftOut) found.leaves.push(gitlink(link.path, link.oid));
      continue;
    }
    const directory = repositoryAt(repository, link.path);
    const own = directory?.commonDir === repository.commonDir;
    const head = directory === null || own ? null : await headOf(directory.gitDir);
    found.leaves.push(gitlink(link.path, head ?? link.oid));
    if (directory === null) await addPlainFolder(repository, link.path, found);
    // A worktree of this repository that somebody committed by accident stays another checkout.
    else if (own) found.otherWorktrees.push(link.path);
    else await addRepository(repository, link.path, 'submodule', directory, head, [repository.commonDir], found);
  }
  for (const path of listing.repositories) await addUntrackedRepository(repository, path, found);
  return found;
}

/** Adds repositories that lie where the index has a file: git lists such a place as tracked and says no more. */
export async function addRepositoriesForFiles(repository: Repository, paths: readonly string[], columns: HashColumns, found: Nested): Promise<void> {
  for (const path of repositoriesAmong(repository, '', paths, columns)) await addUntrackedRepository(repository, path, found);
}

async function addUntrackedRepository(repository: Repository, path: string, found: Nested): Promise<void> {
  const directory = repositoryAt(repository, path);
  if (directory === null) throw brokenRepository(path);
  if (isOtherCheckout(directory, [repository.commonDir])) {
    found.otherWorktrees.push(path);
    return;
  }
  const head = await headOf(directory.gitDir);
  // git refuses to record a repository without a commit, or one of the other object format.
  if (head?.length === blobBytes(repository.objectFormat) * 2) found.leaves.push(gitlink(path, head));
  await addRepository(repository, path, 'repository', directory, head, [repository.commonDir], found);
}

/** Adds the paths of one repository inside the workspace, and those of the repositories inside it. */
async function addRepository(repository: Repository, path: string, kind: 'submodule' | 'repository', directory: GitDirectory, head: string | null, outer: readonly string[], found: Nested): Promise<void> {
  found.nested.push({ path, kind, head });
  const workTree = join(repository.top, path);
  const git = openPrivateGit({
    workTree,
    objectFormat: await objectFormatOf(directory.gitDir, head),
    settings: repository.settings,
    objects: directory,
    index: join(directory.gitDir, 'index'),
  });
  let listing: Listing;
  try {
    listing = await listWorkTree(await withFullIndex(git, directory.gitDir));
  } finally {
    git.remove();
  }
  const links = listing.tracked.filter(({ mode }) => mode === '160000').map((link) => link.path);
  const replaced = links.filter((link) => !isFolder(workTree, link));
  const taken = await addFiles(repository, path, [...listing.tracked.filter(({ mode }) => mode !== '160000').map((file) => file.path), ...listing.untracked, ...replaced], found);
  const known = [...outer, directory.commonDir];
  for (const link of links) {
    if (!isFolder(workTree, link)) continue;
    const place = `${path}/${link}`;
    const inner = repositoryAt(repository, place);
    if (inner === null) await addPlainFolder(repository, place, found);
    else if (known.includes(inner.commonDir)) found.otherWorktrees.push(place);
    else await addRepository(repository, place, 'submodule', inner, await headOf(inner.gitDir), known, found);
  }
  for (const place of [...listing.repositories.map((name) => `${path}/${name}`), ...taken]) {
    const inner = repositoryAt(repository, place);
    if (inner === null) throw brokenRepository(place);
    if (isOtherCheckout(inner, known)) found.otherWorktrees.push(place);
    else await addRepository(repository, place, 'repository', inner, await headOf(inner.gitDir), known, found);
  }
}

/** Files in the folder of a submodule that was never checked out: git shows them to nobody, the content id does. */
async function addPlainFolder(repository: Repository, path: string, found: Nested): Promise<void> {
  const files = filesBelow(join(repository.top, path), '');
  if (files.length === 0) return;
  found.nested.push({ path, kind: 'plain', head: null });
  await addFiles(repository, path, files, found);
}

/** Adds files of one repository and gives the repositories that lie in a file's place. */
async function addFiles(repository: Repository, path: string, files: readonly string[], found: Nested): Promise<readonly string[]> {
  const paths = files.toSorted(comparePaths);
  const columns = await hashMany({ root: join(repository.top, path), paths, algorithm: 'sha256' });
  refuseUnmeasurable(paths, columns, `${path}/`);
  found.parts.push(measuredTable(`${path}/`, stampedTable(paths, columns)));
  return repositoriesAmong(repository, `${path}/`, paths, columns);
}

function repositoriesAmong(repository: Repository, prefix: string, paths: readonly string[], columns: HashColumns): readonly string[] {
  const folders = paths.filter((_, row) => columns.kinds[row] === KIND.folder).map((path) => prefix + path);
  return folders.filter((path) => gitDirectoryOf(join(repository.top, path)) !== null);
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
function repositoryAt(repository: Repository, path: string): GitDirectory | null {
  const directory = gitDirectoryOf(join(repository.top, path));
  if (directory === null && entryAt(repository.top, `${path}/.git`) !== null) throw brokenRepository(path);
  return directory;
}

/** A linked worktree of whatever repository, or the main work tree of one that we are a linked worktree of. */
function isOtherCheckout(directory: GitDirectory, outer: readonly string[]): boolean {
  return directory.gitDir !== directory.commonDir || outer.includes(directory.commonDir);
}

function gitlink(path: string, commit: string): TreeLeaf {
  return { path, mode: '160000', oid: Buffer.from(commit, 'hex') };
}
