/** Removes the bytecode that could certify code which is no longer there (PR1). */
import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import type { BytecodeFile, BytecodeList, FailedPath, PurgeReport } from '../model/prepare.ts';
import { nativeEntry } from '../model/path.ts';
import { errnoOf, sweepBytecode, type Sweep, type SweepOptions } from './bytecode-walk.ts';

/** Entries that a purge report lists at most; what is beyond is counted. */
export const PURGE_LIST_LIMIT = 200;

export interface PurgeOptions extends SweepOptions {
  /** Removes nothing and reports what would go. */
  readonly dryRun?: boolean;
}

/**
 * Removes every `__pycache__`, `*.pyc` and `*.pyo` below `top` (absolute) that no repository tracks and no environment
 * folder holds. Symbolic links are removed, never followed. What cannot be read or removed is in the report's `failed`;
 * the tree never makes it throw.
 */
export async function purge(top: string, options: PurgeOptions): Promise<PurgeReport> {
  const sweep = await sweepBytecode(top, options);
  const failed: FailedPath[] = [...sweep.failed];
  const dryRun = options.dryRun ?? false;
  const remove = dryRun ? wouldRemove : removeEntry;
  const gone: string[] = [];
  let [files, links] = [0, 0];
  for (const { path, link } of sweep.candidates) {
    if (!remove(top, path, unlinkSync, failed)) continue;
    gone.push(path);
    if (link) links += 1;
    else files += 1;
  }
  const goneFolders = removeFolders(top, sweep, remove, failed);
  const entries = [...outermost(goneFolders), ...gone.filter((path) => !isInside(path, goneFolders))];
  return {
    dryRun,
    removed: { files, folders: goneFolders.size, links },
    listed: entries.slice(0, PURGE_LIST_LIMIT),
    unlisted: Math.max(0, entries.length - PURGE_LIST_LIMIT),
    tracked: sweep.tracked,
    failed,
  };
}

/** Lists the `*.pyc` files below `top` that {@link purge} would remove, links in a cache's place included. */
export async function findBytecode(top: string, options: SweepOptions): Promise<BytecodeList> {
  const sweep = await sweepBytecode(top, options);
  const failed: FailedPath[] = [...sweep.failed];
  const files: BytecodeFile[] = [];
  for (const { path, link } of sweep.candidates) {
    if (!path.endsWith('.pyc') && !(link && path.endsWith('__pycache__'))) continue;
    try {
      const { mtimeMs, ctimeMs } = lstatSync(nativeEntry(top, path));
      files.push({ path, link, mtimeMs, ctimeMs });
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') failed.push({ path, doing: 'stat', errno: errnoOf(error) });
    }
  }
  return { files, failed };
}

type Remove = (top: string, path: string, call: (native: string | Buffer) => void, failed: FailedPath[]) => boolean;

/** Whether this call removed the entry. One that is gone already is no failure. */
function removeEntry(top: string, path: string, call: (native: string | Buffer) => void, failed: FailedPath[]): boolean {
  try {
    call(nativeEntry(top, path));
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== 'ENOENT') failed.push({ path, doing: 'remove', errno });
    return false;
  }
}

function wouldRemove(): boolean {
  return true;
}

/** Removes the emptied cache folders, innermost first, and answers which went. */
function removeFolders(top: string, sweep: Sweep, remove: Remove, failed: FailedPath[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const path of sweep.cacheFolders.toReversed()) {
    if (sweep.protectedFolders.has(path)) continue;
    if (remove(top, path, rmdirSync, failed)) gone.add(path);
  }
  return gone;
}

function outermost(folders: ReadonlySet<string>): readonly string[] {
  return [...folders].filter((path) => !isInside(path, folders)).map((path) => `${path}/`).reverse();
}

function isInside(path: string, folders: ReadonlySet<string>): boolean {
  return folders.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}
