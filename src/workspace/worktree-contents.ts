/**
 * What a worktree holds that its base does not: the question before anything of it may be destroyed (WT3, WT4).
 * git hashes and lists in a private directory with an index of its own, so flags that hide an edit hide nothing here.
 */
import { copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { comparePaths, decodePath, nativePath } from '../model/path.ts';
import { entryAt } from './entry.ts';
import { git, gitOrThrow } from './git.ts';
import { blobBytes, KIND } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { listTracked, type TrackedPath } from './listing.ts';
import { openPrivateGit, type PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';
import { isStampPath } from './stamp-file.ts';
import { withFullIndex } from './sparse-index.ts';
import { oddRepositories, type OddRepository } from './worktree-repositories.ts';
import type { OddPath } from './worktree-record.ts';
import { commitsBeyond, operationsInProgress } from './worktree-commits.ts';
import { listIndex, records, seedIndex, takeWorkTree, treeOf, withIndex } from './worktree-index.ts';

export interface WorktreeContents {
  readonly base: string;
  readonly head: string | null;
  /** The whole work tree, untracked and unignored files included, as git stores it. */
  readonly tree: string;
  /** The index; null in a conflict. */
  readonly stagedTree: string | null;
  readonly headTree: string;
  readonly baseTree: string;
  /** Paths in which the work tree differs from the base. */
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
  /** Files that some ignore file names, and those of environment folders. */
  readonly ignored: readonly string[];
  /** Submodules and repositories inside, each with what makes it more than what the base says. */
  readonly repositories: readonly OddRepository[];
  /** Files whose bytes git would not give back: line ends or encodings other than a checkout writes, filters. */
  readonly unheld: readonly OddPath[];
  /** Commits that neither the base nor any other ref than the worktree's own holds, newest first. */
  readonly commits: readonly string[];
  /** Merges, rebases and the like in progress. */
  readonly operations: readonly string[];
  /** Over the work tree, with an index that stands for `tree`; blobs that the repository lacks are in its own store. */
  readonly git: PrivateGit;
  /** Path → `<mode> <id>` of `tree`, and of the repository's own index. */
  readonly entries: ReadonlyMap<string, string>;
  readonly staged: ReadonlyMap<string, string>;
}

export interface LookOptions {
  /** Commit to compare with. */
  readonly base: string;
  /** The worktree's own branch, whose commits go with it; null for another's worktree. */
  readonly ownBranch: string | null;
  /** Paths that the gate itself put there: they are neither untracked nor ignored work. */
  readonly isOwn?: (path: string) => boolean;
  /** True while it is being removed: what is missing in its repositories is no change. */
  readonly shrinking?: boolean;
  /** True for what would go with a worktree of the gate's own; by default where there is a branch of its own. */
  readonly own?: boolean;
}

/** Looks at everything in the work tree of `repository`. The caller removes `git`. */
export async function lookInto(repository: Repository, { base, ownBranch, isOwn = () => false, shrinking = false, own: goes = ownBranch !== null }: LookOptions): Promise<WorktreeContents> {
  const real = openPrivateGit({ workTree: repository.top, objectFormat: repository.objectFormat, settings: repository.settings, objects: repository, index: join(repository.gitDir, 'index') });
  try {
    takeShallow(real, repository);
    const full = await withFullIndex(real, repository.gitDir);
    const tracked = await listTracked(full);
    const index = join(mkdtempSync(join(real.dir, 'work-')), 'index');
    const own = withIndex(real, index, repository);
    const merged = tracked.filter(({ unmerged }) => !unmerged);
    await seedIndex(own, merged);
    const staged = new Map(merged.map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
    const stagedTree = merged.length === tracked.length ? treeOf(staged, repository.objectFormat) : null;
    const listed = await listOthers(repository, tracked, isOwn);
    await takeWorkTree(repository, own, full, tracked, listed.untracked);
    const entries = await listIndex(own);
    const tree = treeOf(entries, repository.objectFormat);
    const submodules = tracked.filter(({ mode }) => mode === '160000');
    const [headTree, baseTree] = await Promise.all([treeOfCommit(repository, repository.head ?? base), treeOfCommit(repository, base)]);
    return {
      base,
      head: repository.head,
      tree,
      stagedTree,
      headTree,
      baseTree,
      changed: await changedSince(own, baseTree),
      untracked: listed.untracked,
      ignored: listed.ignored,
      repositories: await oddRepositories({
        repository,
        submodules,
        others: listed.repositories,
        baseLinks: submodules.length === 0 ? new Map() : await linksOf(own, baseTree),
        own: goes,
        shrinking,
        look: async (inner, commit) => {
          const found = await lookInto(inner, { base: commit, ownBranch: null, shrinking, own: goes });
          found.git.remove();
          return found;
        },
      }),
      unheld: await unheldFiles(repository, own),
      commits: await commitsBeyond(repository, base, ownBranch),
      operations: operationsInProgress(repository.gitDir, stagedTree === null),
      git: own,
      entries,
      staged,
    };
  } catch (error) {
    real.remove();
    throw error;
  }
}

/** Path → commit of the submodules that a tree records. */
async function linksOf(own: PrivateGit, tree: string): Promise<ReadonlyMap<string, string>> {
  const listed = decodePath(await own.run(['ls-tree', '-r', '-z', '--full-tree', tree])).split('\0');
  return new Map(listed.flatMap((record) => {
    const link = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(record);
    return link === null ? [] : [[link[2] ?? '', link[1] ?? ''] as const];
  }));
}

/** Paths in which an index differs from a tree, sorted by bytes. */
async function changedSince(own: PrivateGit, tree: string): Promise<readonly string[]> {
  const text = decodePath(await own.run(['diff-index', '--cached', '-z', '--name-only', '--no-renames', tree]));
  return text.split('\0').filter((path) => path !== '').sort(comparePaths);
}

/** Without it history would seem to reach beyond what a shallow clone has. */
function takeShallow(own: PrivateGit, { commonDir }: Repository): void {
  const file = nativePath(commonDir, 'shallow');
  if (existsSync(file)) copyFileSync(file, join(own.dir, 'shallow'));
}

async function treeOfCommit({ top }: Repository, commit: string): Promise<string> {
  return (await gitOrThrow(['rev-parse', '--verify', `${commit}^{tree}`], { cwd: top })).toString('latin1').trim();
}

interface Others {
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
  /** Folders that are repositories of their own. */
  readonly repositories: readonly { readonly path: string; readonly ignored: boolean }[];
}

/** Everything that the index does not name, told apart by the ignore files that the user's own git obeys. */
async function listOthers(repository: Repository, tracked: readonly TrackedPath[], isOwn: (path: string) => boolean): Promise<Others> {
  const ask = async (more: readonly string[]): Promise<readonly string[]> => {
    const result = await git(['ls-files', '-o', '-z', ...more], { cwd: repository.top });
    const unread = /^warning: could not open directory '(.*?)\/?'/m.exec(result.stderr)?.[1];
    if (result.code !== 0 || unread !== undefined) throw new GateError('GG-WORKTREE-UNREADABLE', `What lies in "${repository.top}" cannot be listed: ${result.stderr.slice(0, 500)}`, 'Give the user that runs this read permission on every folder of the worktree.');
    return decodePath(result.stdout).split('\0').filter((path) => path !== '' && !isStampPath(path) && !isOwn(path));
  };
  const [all, visible] = await Promise.all([ask([]), ask(['--exclude-standard'])]);
  const unignored = new Set(visible);
  // A repository in the place of a submodule or of a tracked file is listed as tracked by git.
  const known = new Set(tracked.map(({ path }) => path));
  const files = all.filter((path) => !path.endsWith('/'));
  return {
    untracked: files.filter((path) => unignored.has(path)),
    ignored: files.filter((path) => !unignored.has(path)),
    repositories: all
      .filter((path) => path.endsWith('/') && !known.has(path.slice(0, -1)))
      .map((path) => ({ path: path.slice(0, -1), ignored: !unignored.has(path) })),
  };
}

/** Files that git, asked to write them, would write otherwise than they are. */
async function unheldFiles({ top, objectFormat }: Repository, own: PrivateGit): Promise<readonly OddPath[]> {
  const stored = (await listTracked(own)).filter(({ path, mode }) => mode !== '160000' && entryAt(top, path)?.isDirectory() === false);
  const paths = stored.map(({ path }) => path);
  const columns = await hashMany({ root: top, paths, algorithm: objectFormat });
  const width = blobBytes(objectFormat);
  const unheld: OddPath[] = [];
  const suspects: string[] = [];
  stored.forEach(({ path, oid }, row) => {
    const kind = columns.kinds[row];
    if (kind !== KIND.file && kind !== KIND.executable && kind !== KIND.symlink) unheld.push({ path, why: 'it is no file that git can hold' });
    else if (columns.blobs.subarray(row * width, (row + 1) * width).toString('hex') !== oid) suspects.push(path);
  });
  if (suspects.length === 0) return unheld;
  const copy = mkdtempSync(join(own.dir, 'given-back-'));
  mkdirSync(join(copy, 'tree'));
  const result = await own.tryRun(['checkout-index', '-q', '-z', '--stdin', `--prefix=${join(copy, 'tree')}/`], records(suspects));
  for (const path of suspects) {
    if (result.code !== 0 || !sameBytes(nativePath(top, path), nativePath(join(copy, 'tree'), path))) unheld.push({ path, why: 'git would write it with other bytes (line ends, an encoding or a filter)' });
  }
  rmSync(copy, { recursive: true, force: true });
  return unheld;
}

function sameBytes(left: string | Buffer, right: string | Buffer): boolean {
  const stats = lstatSync(right, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) return readlinkSync(left, { encoding: 'buffer' }).equals(readlinkSync(right, { encoding: 'buffer' }));
  return stats.isFile() && readFileSync(left).equals(readFileSync(right));
}
