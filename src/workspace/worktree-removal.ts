/**
 * Removes a worktree of the gate's own where nothing of it would be lost (WT4). The folder is renamed aside first and
 * looked at once more there: what writes by its old path writes into nothing, and what was written before is seen.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { decodePath, nativePath } from '../model/path.ts';
import { git } from './git.ts';
import { findRepository } from './repository.ts';
import type { StateFolder } from './state.ts';
import { hasDigest, heldBy, notInPatch } from './worktree-capture.ts';
import { lookInto } from './worktree-contents.ts';
import { differing } from './worktree-index.ts';
import { saveWorktree, worktreeFolder, type OddPath, type WorktreeRecord } from './worktree-record.ts';

type State = Pick<StateFolder, 'path'>;

/** Beginning of the name of the folder around a worktree of the gate's own. */
export const HOLDER_NAME = 'generation-gate-worktree-';

/** Where the worktree's folder is now; null where it is gone. */
export function placeOf({ path, removal }: Pick<WorktreeRecord, 'path' | 'removal'>): string | null {
  return [path, ...(removal === null ? [] : [removal.aside])].find((place) => existsSync(place)) ?? null;
}

/** Tells the paths that the gate itself put into a worktree: links of `--link` that still lead where they did. */
export function ownPathsOf(top: string, links: WorktreeRecord['links']): (path: string) => boolean {
  const targets = new Map(links.map(({ path, target }) => [path, target]));
  return (path) => {
    const target = targets.get(path);
    const native = nativePath(top, path);
    return target !== undefined && lstatSync(native, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(native) === target;
  };
}

/** Why what lies at `place` is not the worktree that the gate made; null where it is. */
export function notOwn({ path, holder, gitDir }: WorktreeRecord, place: string): string | null {
  if (dirname(path) !== holder || !basename(holder).startsWith(HOLDER_NAME)) return "its recorded folder is none of the gate's own";
  if (dirname(place) !== holder) return 'it does not lie where it was made';
  if (realpathSync(place) !== place) return 'a link leads to it';
  const pointer = textOf(join(place, '.git'));
  if (pointer !== `gitdir: ${gitDir}`) return 'its .git does not name the git directory that was made for it';
  if (textOf(join(gitDir, 'gitdir')) !== join(path, '.git')) return 'its git directory does not name it';
  return null;
}

/** What in a worktree of the gate's own is captured nowhere. `shrinking`: it is being removed already, and files may be missing. */
export async function uncapturedIn(state: State, record: WorktreeRecord, place: string, shrinking = false): Promise<readonly OddPath[]> {
  const { base, branch, capture, gitDir } = record;
  const repository = await findRepository(place);
  if (repository.top !== place || repository.gitDir !== gitDir) throw new GateError('GG-WORKTREE-UNREADABLE', `"${place}" is no work tree of its own any more`, `Look at it by hand: ls -la '${place}'`);
  const found = await lookInto(repository, { base, ownBranch: branch, isOwn: ownPathsOf(place, record.links), shrinking });
  try {
    const held = await heldBy(repository, found, capture, worktreeFolder(state, record.name));
    const lost: OddPath[] = [];
    const isThere = (path: string): boolean => lstatSync(nativePath(place, path), { throwIfNoEntry: false }) !== undefined;
    const why = capture === null ? 'it differs from the base and was never captured' : 'it differs from what was captured';
    lost.push(...differing(held.entries, found.entries).filter((path) => !shrinking || isThere(path)).map((path) => ({ path, why })));
    const stagedElsewhere = [found.tree, found.headTree, found.baseTree, held.tree, held.stagedTree].includes(found.stagedTree);
    if (found.stagedTree !== null && !stagedElsewhere) lost.push({ path: '', why: 'the index holds staged work that was not captured' });
    lost.push(...found.commits.filter((id) => !held.commits.has(id)).map((id) => ({ path: '', why: `commit ${id} is on no other branch and was not captured` })));
    const copied = [...held.evidence].filter(([path, sha256]) => hasDigest(place, path, sha256)).map(([path]) => path);
    return [...lost, ...notInPatch(place, found, new Set(copied)), ...quarantinedIn(gitDir), ...processesIn(place)];
  } finally {
    found.git.remove();
  }
}

/**
 * Removes the worktree, its git directory and its branch, or nothing. Gives what is captured nowhere: then the folder
 * is where it was. A removal that is cut short anywhere can be called again.
 */
export async function removeWorktree(state: State, record: WorktreeRecord, commonDir: string): Promise<readonly OddPath[]> {
  let current = record;
  let place = placeOf(record);
  if (place !== null && current.removal?.proven !== true) {
    const first = await uncapturedIn(state, current, place);
    if (first.length > 0) return restored(state, current, place, first);
    const aside = current.removal?.aside ?? `${current.path}.removing-${randomBytes(4).toString('hex')}`;
    current = remember(state, { ...current, removal: { aside, proven: false } });
    if (place !== aside) renameSync(place, aside);
    place = aside;
    const second = await uncapturedIn(state, current, place);
    if (second.length > 0) return restored(state, current, place, second);
    current = remember(state, { ...current, removal: { aside, proven: true } });
  } else if (place !== null) {
    // An earlier removal was cut short: what is left is proven again, and without its .git it has to be empty.
    const left = existsSync(join(place, '.git')) ? await uncapturedIn(state, current, place, true) : readdirSync(place).map((path) => ({ path, why: 'it arrived while the worktree was being removed' }));
    if (left.length > 0) return left;
  }
  if (place !== null) removeFolder(place);
  await removeGitSide(current, commonDir);
  rmSync(join(worktreeFolder(state, current.name), 'worktree.json'), { force: true });
  if (existsSync(current.holder) && readdirSync(current.holder).length === 0) rmdirSync(current.holder);
  return [];
}

function restored(state: State, record: WorktreeRecord, place: string, lost: readonly OddPath[]): readonly OddPath[] {
  if (place !== record.path) renameSync(place, record.path);
  remember(state, { ...record, removal: null });
  return lost;
}

function remember(state: State, record: WorktreeRecord): WorktreeRecord {
  saveWorktree(state, record);
  return record;
}

/** `.git` goes last, in submodules too: as long as it is there, what is left can be looked at and proven. Links are never followed. */
function removeFolder(place: string): void {
  const inside = openFolders(place);
  for (const folder of inside.toReversed()) {
    emptyFolder(folder);
    rmSync(nativePath(folder, '.git'), { recursive: true, force: true });
  }
  emptyFolder(place);
  rmSync(join(place, '.git'), { force: true });
  try {
    rmdirSync(place);
  } catch (error) {
    // rmdir takes an empty folder alone: something arrived in this very moment, and stays.
    throw new GateError('GG-WORKTREE-NOT-REMOVED', `"${place}" was emptied and is not empty (${(error as NodeJS.ErrnoException).code ?? String(error)})`, `Look at what arrived: ls -la '${place}'`, error);
  }
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(nativePath(folder, ''), { encoding: 'buffer' })) {
    if (name.toString('latin1') !== '.git') rmSync(nativePath(folder, decodePath(name)), { recursive: true, force: true });
  }
}

/** Opens every folder: some tools write caches without permission to change them. Gives the repositories inside, outer ones first. */
function openFolders(folder: string): readonly string[] {
  const repositories: string[] = [];
  for (const entry of readdirSync(nativePath(folder, ''), { withFileTypes: true, encoding: 'buffer' })) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, decodePath(entry.name));
    const native = nativePath(inner, '');
    const { mode } = lstatSync(native);
    if ((mode & 0o700) !== 0o700) chmodSync(native, mode | 0o700);
    if (lstatSync(nativePath(inner, '.git'), { throwIfNoEntry: false }) !== undefined) repositories.push(inner);
    repositories.push(...openFolders(inner));
  }
  return repositories;
}

/** The git directory goes, and the branch where it still points to what is captured or on another branch. */
async function removeGitSide({ gitDir, branch, base, capture }: WorktreeRecord, commonDir: string): Promise<void> {
  if (dirname(gitDir) !== join(commonDir, 'worktrees')) throw new GateError('GG-DEFECT', `"${gitDir}" is no git directory of a linked worktree`);
  rmSync(gitDir, { recursive: true, force: true });
  const call = { cwd: commonDir, env: { GIT_DIR: '.' } };
  const tip = (await git(['rev-parse', '--verify', '--quiet', branch], call)).stdout.toString('latin1').trim();
  if (tip === '') return;
  const elsewhere = await git(['rev-list', '--max-count=1', tip, '--not', base, `--exclude=${branch.replace(/^refs\/heads\//, '')}`, '--branches', '--tags', '--remotes'], call);
  const isHeld = capture?.commits.includes(tip) === true || (elsewhere.code === 0 && elsewhere.stdout.length === 0);
  if (isHeld) await git(['update-ref', '-d', branch, tip], call);
}

/** Processes whose working folder lies in it: a renamed folder does not keep them from writing there (proc(5)). */
function processesIn(place: string): OddPath[] {
  const pids = existsSync('/proc/self/cwd') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    const folder = workingFolder(pid);
    return folder === place || folder?.startsWith(`${place}/`) === true ? [{ path: '', why: `process ${pid} works in it` }] : [];
  });
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It ended, or belongs to another user.
    return null;
  }
}

/** Leftover reports that a stamp moved out of the way: they lie in the git directory, which goes with the worktree. */
function quarantinedIn(gitDir: string): OddPath[] {
  const folder = join(gitDir, 'generation-gate', 'quarantine');
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory()) : [];
  return entries.map((entry) => ({ path: join(entry.parentPath, entry.name), why: 'it is a report in quarantine' }));
}

function textOf(file: string): string | null {
  try {
    return decodePath(readFileSync(file)).replace(/\n$/, '');
  } catch {
    return null;
  }
}
