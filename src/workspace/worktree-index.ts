/** An index of the gate's own that holds a work tree's files as git would store them. */
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { comparePaths, encodePath } from '../model/path.ts';
import { attributesOf, unchangedBehindFilter } from './conversion.ts';
import { entryAt, isFolder } from './entry.ts';
import { listTracked, type TrackedPath } from './listing.ts';
import type { PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';
import { sortByPath } from './stamped-entries.ts';
import { rowsFromLeaves, treeIdOf } from './trees.ts';

/** The same private git directory over another index. On a file system without permissions git keeps the modes it knows. */
export function withIndex(own: PrivateGit, index: string, { settings }: Pick<Repository, 'settings'>): PrivateGit {
  const env = { GIT_INDEX_FILE: index };
  const modes = settings.fileMode ? [] : ['-c', 'core.fileMode=false'];
  const tryRun: PrivateGit['tryRun'] = (args, input, more) => own.tryRun([...modes, ...args], input, { ...env, ...more });
  const run: PrivateGit['run'] = async (args, input) => {
    const result = await tryRun(args, input);
    if (result.code !== 0) throw new GateError('GG-GIT-FAILED', `git ${args[0] ?? ''} exited ${result.code}: ${result.stderr.slice(0, 2000)}`);
    return result.stdout;
  };
  return { ...own, run, tryRun };
}

/** Fills the index with entries, without stat data: git then reads every file again. */
export async function seedIndex(own: PrivateGit, entries: readonly Pick<TrackedPath, 'path' | 'mode' | 'oid'>[]): Promise<void> {
  await own.run(['update-index', '-z', '--index-info'], records(entries.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}`)));
}

/**
 * Takes the work tree's files into the index at hand: the tracked ones as they are now, and `more`.
 * `real` is over the repository's own index. A filtered path that is unchanged keeps its blob; no filter runs.
 */
export async function takeWorkTree({ top, gitDir }: Repository, own: PrivateGit, real: PrivateGit, tracked: readonly TrackedPath[], more: readonly string[]): Promise<void> {
  const leftOut = new Set(tracked.filter(({ path, skipWorktree }) => skipWorktree && entryAt(top, path) === null).map(({ path }) => path));
  const files = tracked.filter(({ path, mode }) => mode !== '160000' && !leftOut.has(path));
  const attributes = await attributesOf(real, files.map(({ path }) => path), []);
  const filtered = files.filter(({ path, unmerged }) => attributes.get(path)?.filter === true && !unmerged && entryAt(top, path)?.isFile() === true);
  for (const path of await unchangedBehindFilter(real, top, join(gitDir, 'index'), filtered)) leftOut.add(path);
  const links = tracked.filter(({ path, mode }) => mode === '160000' && isFolder(top, path)).map(({ path }) => path);
  const paths = [...files.map(({ path }) => path).filter((path) => !leftOut.has(path)), ...links, ...more];
  await add(top, own, ['--remove', '--info-only'], paths);
  await storeMissing(top, own, tracked, new Set(more));
}

/**
 * Writes the blobs that neither store has. Writing the others as well would renew the times of those that the user's
 * store holds. The index gets its first entries back for it: the line ends that git keeps depend on them.
 */
async function storeMissing(top: string, own: PrivateGit, tracked: readonly TrackedPath[], more: ReadonlySet<string>): Promise<void> {
  const before = new Map(tracked.filter(({ unmerged }) => !unmerged).map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
  const changed = [...(await listIndex(own))].filter(([path, entry]) => !entry.startsWith('160000 ') && (more.has(path) || before.get(path) !== entry));
  if (changed.length === 0) return;
  const ids = changed.map(([, entry]) => entry.slice(entry.indexOf(' ') + 1));
  const answers = (await own.run(['cat-file', '--batch-check=%(objecttype)'], Buffer.from(ids.map((id) => `${id}\n`).join(''), 'latin1'))).toString('latin1').split('\n');
  const missing = changed.filter((_, row) => answers[row] !== 'blob');
  if (missing.length === 0) return;
  const none = '0'.repeat(ids[0]?.length ?? 40);
  await own.run(['update-index', '-z', '--index-info'], records(missing.map(([path]) => `${before.get(path)?.replace(/$/, ' 0') ?? `0 ${none}`}\t${path}`)));
  await add(top, own, [], missing.map(([path]) => path));
}

async function add(top: string, own: PrivateGit, options: readonly string[], paths: readonly string[]): Promise<void> {
  const result = await own.tryRun(['update-index', '-z', '--add', '--replace', ...options, '--stdin'], records(paths));
  if (result.code === 0 && !/^(error|fatal): /m.test(result.stderr)) return;
  throw new GateError('GG-WORKTREE-UNREADABLE', `git cannot take in every file of "${top}": ${result.stderr.slice(0, 500)}`, 'Give the user that runs this read permission on every file of the work tree.');
}

/** Path → `<mode> <id>` of every entry of an index without conflicts. */
export async function listIndex(own: PrivateGit): Promise<ReadonlyMap<string, string>> {
  return new Map((await listTracked(own)).map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
}

/** The id of the tree that an index stands for; no tree object is written for it. */
export function treeOf(entries: ReadonlyMap<string, string>, algorithm: 'sha1' | 'sha256'): string {
  const leaves = [...entries].map(([path, entry]) => ({ path, mode: entry.slice(0, 6), oid: Buffer.from(entry.slice(7), 'hex') }));
  return treeIdOf(rowsFromLeaves(sortByPath(leaves), algorithm), algorithm);
}

/** Paths in which two indexes differ, sorted by bytes. */
export function differing(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): readonly string[] {
  const paths = [...left.keys()].filter((path) => right.get(path) !== left.get(path));
  return [...paths, ...[...right.keys()].filter((path) => !left.has(path))].sort(comparePaths);
}

export async function writeTree(own: PrivateGit): Promise<string> {
  return (await own.run(['write-tree', '--missing-ok'])).toString('latin1').trim();
}

/** Records for git's `-z` inputs. */
export function records(lines: readonly string[]): Buffer {
  return encodePath(lines.map((line) => `${line}\0`).join(''));
}
