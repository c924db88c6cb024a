/** Commits that would be lost with a worktree, and operations of git that it is in the middle of. */
import { existsSync, readFileSync } from 'node:fs';
import { nativePath } from '../model/path.ts';
import { GateError } from '../model/errors.ts';
import { git, gitOrThrow } from './git.ts';
import type { Repository } from './repository.ts';

/**
 * Commits that only this worktree leads to: from HEAD, its own branch, their logs and its own refs, less what the base
 * and every other branch, tag and remote branch reach. Newest first.
 */
export async function commitsBeyond(repository: Repository, base: string, ownBranch: string | null): Promise<readonly string[]> {
  const starts = await startingPoints(repository, ownBranch);
  if (starts.length === 0) return [];
  const kept = ownBranch === null ? ['--branches'] : [`--exclude=${ownBranch.replace(/^refs\/heads\//, '')}`, '--branches'];
  const listed = await gitOrThrow(['rev-list', '--stdin', '--not', base, ...kept, '--tags', '--remotes'], { cwd: repository.top, input: starts.map((id) => `${id}\n`).join('') });
  return listed.toString('latin1').split('\n').filter((id) => id !== '');
}

async function startingPoints({ top, gitDir, commonDir }: Repository, ownBranch: string | null): Promise<readonly string[]> {
  const refs = await gitOrThrow(['for-each-ref', '--format=%(objectname)', 'refs/worktree', 'refs/bisect', 'refs/rewritten', ...(ownBranch === null ? [] : [ownBranch])], { cwd: top });
  const ids = new Set(refs.toString('latin1').split('\n'));
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: top });
  ids.add(head.stdout.toString('latin1').trim());
  const logs = [nativePath(gitDir, 'logs/HEAD'), ...(ownBranch === null ? [] : [nativePath(commonDir, `logs/${ownBranch}`)])];
  for (const log of logs) for (const id of idsIn(log)) ids.add(id);
  for (const name of ['ORIG_HEAD', 'AUTO_MERGE']) for (const id of idsIn(nativePath(gitDir, name))) ids.add(id);
  ids.delete('');
  return presentCommits(top, [...ids]);
}

/** Object ids in a file of git's: the two at the beginning of each line of a log, the one of a ref. */
function idsIn(file: string | Buffer): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'latin1')
    .split('\n')
    .flatMap((line) => line.match(/^[0-9a-f]{40,64}|(?<=^[0-9a-f]{40,64} )[0-9a-f]{40,64}/g) ?? [])
    .filter((id) => !/^0+$/.test(id));
}

/** Those that are commits and are here: a log may name what git has cleaned away. */
async function presentCommits(top: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const answer = await gitOrThrow(['cat-file', '--batch-check=%(objecttype)'], { cwd: top, input: ids.map((id) => `${id}\n`).join('') });
  const types = answer.toString('latin1').split('\n');
  return ids.filter((_, row) => types[row] === 'commit');
}

/** Files by which git remembers an operation (git-worktree(1): each worktree has its own). */
const OPERATIONS: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase or am'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
  ['sequencer', 'a sequence of cherry-picks or reverts'],
];

/** What the worktree is in the middle of, in words. */
export function operationsInProgress(gitDir: string, conflict: boolean): readonly string[] {
  const found = OPERATIONS.filter(([name]) => existsSync(nativePath(gitDir, name))).map(([, what]) => `${what} in progress`);
  return conflict ? [...found, 'unmerged paths in the index'] : found;
}

/** Writes commits into a bundle through refs of the private directory, and proves that it holds each of them. */
export async function writeBundle(own: { readonly dir: string; readonly run: (args: readonly string[], input?: Uint8Array) => Promise<Buffer> }, commits: readonly string[], base: string, file: string): Promise<void> {
  const refs = commits.map((id, row) => `create refs/captured/${row} ${id}\n`);
  await own.run(['update-ref', '--stdin'], Buffer.from(refs.join(''), 'latin1'));
  await own.run(['bundle', 'create', '--quiet', file, ...commits.map((_, row) => `refs/captured/${row}`), '--not', base]);
  await own.run(['bundle', 'verify', '--quiet', file]);
  const heads = (await own.run(['bundle', 'list-heads', file])).toString('latin1');
  const lost = commits.filter((id) => !heads.includes(id));
  if (lost.length > 0) throw new GateError('GG-WORKTREE-NOT-CAPTURED', `The bundle "${file}" does not hold the commit ${lost[0] ?? ''}`, 'The worktree stays as it is.');
}

