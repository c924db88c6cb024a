/** The difference between a commit and the stamped tree as one patch, written by git itself and proven by applying it. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePath } from '../model/path.ts';
import type { BundlePatch } from '../model/bundle.ts';
import { git } from './git.ts';
import { listTracked } from './listing.ts';
import { openPrivateGit, type PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';
import { withFullIndex } from './sparse-index.ts';
import { records, seedIndex, takeWorkTree, withIndex, writeTree } from './worktree-index.ts';

export interface StampedPatch {
  readonly about: BundlePatch;
  /** Null where there is nothing to write. */
  readonly bytes: Buffer | null;
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

export interface PatchQuestion {
  readonly treeId: string;
  /** What to compare with, the first that is here; `commit` null for the empty tree. */
  readonly against: readonly { readonly what: 'base' | 'head' | 'nothing'; readonly commit: string | null }[];
  /** Stamped files of the workspace's own repository. */
  readonly stamped: readonly string[];
  /** Untracked repositories inside, which the tree holds as commits. */
  readonly repositories: readonly string[];
  /** Why a path must not travel; null where it may. */
  readonly forbidden: (path: string) => string | null;
}

/** As `git apply` reads it back whatever the file names and bytes are. */
const PATCH_OPTIONS = ['-r', '-p', '--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '--no-renames'] as const;

/** Writes the patch. Where none can be had that gives the stamped tree, it says why and writes none. */
export async function stampedPatch(repository: Repository, question: PatchQuestion): Promise<StampedPatch> {
  const { treeId } = question;
  const own = openPrivateGit({ workTree: repository.top, objectFormat: repository.objectFormat, settings: repository.settings, objects: repository, index: join(repository.gitDir, 'index') });
  try {
    const against = await firstThere(own, question);
    if (against === null) return absent('what it would be compared with is not in the local store');
    if (against.tree === treeId) return { about: { state: 'empty', against }, bytes: null, leftOut: [] };
    const index = join(mkdtempSync(join(own.dir, 'patch-')), 'index');
    const mine = withIndex(own, index, repository);
    const stored = (await mine.tryRun(['cat-file', '-e', `${treeId}^{tree}`])).code === 0;
    const tree = stored ? treeId : await treeFromFiles(repository, own, mine, question);
    if (tree !== treeId) return absent(`git makes tree ${tree} of the stamped files as they are now: they changed since, or an external filter converts them`);
    return await written(mine, against, treeId, question);
  } finally {
    own.remove();
  }
}

type Against = Extract<BundlePatch, { state: 'empty' }>['against'];

async function firstThere(own: PrivateGit, { against }: Pick<PatchQuestion, 'against'>): Promise<Against | null> {
  for (const { what, commit } of against) {
    if (commit === null) return { what, commit, tree: (await own.run(['hash-object', '-t', 'tree', '-w', '--stdin'], Buffer.alloc(0))).toString('latin1').trim() };
    const found = await own.tryRun(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`]);
    if (found.code === 0) return { what, commit, tree: found.stdout.toString('latin1').trim() };
  }
  return null;
}

async function treeFromFiles(repository: Repository, own: PrivateGit, mine: PrivateGit, { stamped, repositories }: PatchQuestion): Promise<string> {
  const tracked = await listTracked(await withFullIndex(own, repository.gitDir));
  const merged = tracked.filter(({ unmerged }) => !unmerged);
  await seedIndex(mine, merged);
  const known = new Set(tracked.map(({ path }) => path));
  await takeWorkTree(repository, mine, own, tracked, [...stamped.filter((path) => !known.has(path)), ...repositories]);
  return writeTree(mine);
}

async function written(mine: PrivateGit, against: Against, treeId: string, { forbidden }: PatchQuestion): Promise<StampedPatch> {
  const changed = decodePath(await mine.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', against.tree, treeId])).split('\0').filter((path) => path !== '');
  const leftOut = changed.flatMap((path) => {
    const why = forbidden(path);
    return why === null ? [] : [{ path, why }];
  });
  const shown = leftOut.length === 0 ? treeId : await treeWithout(mine, against.tree, treeId, leftOut.map(({ path }) => path));
  if (shown === null) return absent('what may not travel cannot be taken out of it');
  const file = join(mine.dir, 'stamped.patch');
  await mine.run(['diff-tree', ...PATCH_OPTIONS, `--output=${file}`, against.tree, shown]);
  const given = await treeGiven(mine, against.tree, file);
  if (given !== shown) return absent(`applied again it gives ${given ?? 'nothing'}`);
  return { about: { state: 'written', against, left_out: leftOut.map(({ path }) => path) }, bytes: readFileSync(file), leftOut };
}

/** The tree with some paths as another tree has them; null where they cannot be put there. */
async function treeWithout(mine: PrivateGit, before: string, treeId: string, paths: readonly string[]): Promise<string | null> {
  const env = { GIT_INDEX_FILE: join(mkdtempSync(join(mine.dir, 'without-')), 'index') };
  const listed = decodePath(await mine.run(['ls-tree', '-r', '-z', before])).split('\0');
  const entries = new Map(listed.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry.replace(/^(\d+) \w+ /, '$1 ')]));
  const restored = paths.map((path) => entries.get(path) ?? `0 ${'0'.repeat(treeId.length)}\t${path}`);
  for (const [args, input] of [[['read-tree', treeId], undefined], [['update-index', '-z', '--index-info'], records(restored)]] as const) {
    if ((await mine.tryRun(args, input, env)).code !== 0) return null;
  }
  const tree = await mine.tryRun(['write-tree', '--missing-ok'], undefined, env);
  return tree.code === 0 ? tree.stdout.toString('latin1').trim() : null;
}

/** The tree that a patch gives on another tree, both in a private git directory; null where it does not apply. */
async function treeGiven(mine: PrivateGit, tree: string, file: string): Promise<string | null> {
  const env = { GIT_INDEX_FILE: join(mkdtempSync(join(mine.dir, 'proof-')), 'index') };
  if ((await mine.tryRun(['read-tree', tree], undefined, env)).code !== 0) return null;
  if (readFileSync(file).length > 0 && (await mine.tryRun(['apply', '--cached', '--whitespace=nowarn', file], undefined, env)).code !== 0) return null;
  const given = await mine.tryRun(['write-tree', '--missing-ok'], undefined, env);
  return given.code === 0 ? given.stdout.toString('latin1').trim() : null;
}

export type Applied = { readonly state: 'gives'; readonly treeId: string; readonly against: string } | { readonly state: 'unknown'; readonly why: string };

/** Applies a bundle's patch to the commit it was made against, in a private directory that borrows the repository's objects. */
export async function applyStampedPatch(repository: Repository, about: BundlePatch, file: string | null): Promise<Applied> {
  if (about.state === 'absent') return { state: 'unknown', why: `the bundle holds none: ${about.why}` };
  const { against } = about;
  const own = openPrivateGit({ workTree: repository.top, objectFormat: repository.objectFormat, settings: repository.settings, objects: repository, index: join(repository.gitDir, 'index') });
  try {
    const words = against.commit === null ? 'the empty tree' : `commit ${against.commit}`;
    const found = await firstThere(own, { against: [against] });
    if (found === null) return { state: 'unknown', why: `${words} is not in the repository` };
    if (about.state === 'empty' || file === null) return { state: 'gives', treeId: found.tree, against: words };
    const treeId = await treeGiven(own, found.tree, file);
    return treeId === null ? { state: 'unknown', why: `it does not apply to ${words}` } : { state: 'gives', treeId, against: words };
  } finally {
    own.remove();
  }
}

/** The tree of a repository's HEAD; null where it has none. */
export async function headTreeOf(folder: string): Promise<string | null> {
  const found = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{tree}'], { cwd: folder });
  return found.code === 0 ? found.stdout.toString('latin1').trim() : null;
}

function absent(why: string): StampedPatch {
  return { about: { state: 'absent', why }, bytes: null, leftOut: [] };
}
