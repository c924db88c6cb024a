/** An index of the gate's own that holds a work tree's files as git would store them. */
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { encodePath } from '../model/path.ts';
import { attributesOf, unchangedBehindFilter } from './conversion.ts';
import { entryAt, isFolder } from './entry.ts';
import type { TrackedPath } from './listing.ts';
import type { PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';

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
  const result = await own.tryRun(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], records(paths));
  if (result.code !== 0 || /^(error|fatal): /m.test(result.stderr)) {
    throw new GateError('GG-WORKTREE-UNREADABLE', `git cannot take in every file of "${top}": ${result.stderr.slice(0, 500)}`, 'Give the user that runs this read permission on every file of the work tree.');
  }
}

export async function writeTree(own: PrivateGit): Promise<string> {
  return (await own.run(['write-tree', '--missing-ok'])).toString('latin1').trim();
}

/** Records for git's `-z` inputs. */
export function records(lines: readonly string[]): Buffer {
  return encodePath(lines.map((line) => `${line}\0`).join(''));
}
