/**
 * The clock of a file system, read off a file that is made there. Times of files are compared with nothing else: the
 * process's own clock may lie ahead of the coarse one that the kernel gives to files, and a network file system's
 * clock is another machine's (ST8).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GateError } from '../model/errors.ts';
import { encodePath } from '../model/path.ts';

export interface FileClock {
  /** Existing folder that was asked: the given one, or its nearest parent that could be. */
  readonly folder: string;
  /** `st_dev` of that folder. */
  readonly device: bigint;
  /** Nanoseconds since 1970, at the file system's own resolution. */
  readonly ns: bigint;
  /** The same as `Stats.ctimeMs` gives it. */
  readonly ms: number;
}

/** `not-passed`: the clock did not get beyond the time within the bound, for the time lies ahead of it. */
export type ClockPassage = { readonly state: 'passed'; readonly ns: bigint } | { readonly state: 'not-passed'; readonly ns: bigint };

/** How long a clock is waited for: a file system with whole seconds needs one, FAT with its steps of two a bit more. */
export const PASSAGE_LIMIT_MS = 2100;
const PAUSE_MS = 1;

const NAME_PREFIX = '.generation-gate-clock-';
// Linux, asm-generic/fcntl.h: a file without a name, which not even SIGKILL can leave behind.
const UNNAMED = process.platform === 'linux' ? 0o20000000 | constants.O_DIRECTORY : 0;
/** What `open` says where the file system or the kernel has no unnamed files (open(2), O_TMPFILE). */
const NO_UNNAMED_FILES: ReadonlySet<string> = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EISDIR', 'EINVAL', 'ENOENT', 'ENOSYS']);
/** A folder that refuses a new file. Its file system's clock is then asked in a parent of the same device. */
const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The clock of the file system at `folder`, in milliseconds as `Stats.ctimeMs`; see {@link probeFileClock}. */
export function readFileClock(folder: string): number {
  return probeFileClock(folder).ms;
}

/** The clock of the file system at `folder`, in nanoseconds; see {@link probeFileClock}. */
export function readFileClockNs(folder: string): bigint {
  return probeFileClock(folder).ns;
}

/**
 * Reads the file system's clock with a probe file in `folder` (absolute, string form of `path.ts`), or in its nearest
 * existing parent. A folder that takes no new file is passed over for a parent on the same device. The probe has no
 * name where the kernel allows it, else a random hidden one, and is gone when this returns.
 * Throws a {@link GateError} that names the folder where no file can be made.
 */
export function probeFileClock(folder: string): FileClock {
  const start = nearestExisting(folder);
  for (let asked = start.folder; ; ) {
    try {
      const stats = statOfProbe(asked);
      return { folder: asked, device: start.device, ns: stats.ctimeNs, ms: Number(stats.ctimeNs) / 1e6 };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      const parent = dirname(asked);
      if (!REFUSED.has(code) || parent === asked || deviceOf(parent) !== start.device) {
        throw new GateError(
          'GG-CLOCK-UNREADABLE',
          `The clock of the file system at "${start.folder}" cannot be read: no file can be made there (${code})`,
          'Let the gate write in that folder (chmod u+w), free disk space, or name evidence in a folder that is writable.',
          error,
        );
      }
      asked = parent;
    }
  }
}

/** `st_dev` of a folder, or of its nearest existing parent: files with equal ones share a clock. */
export function deviceOfFolder(folder: string): bigint {
  return nearestExisting(folder).device;
}

/**
 * Waits until a fresh probe in `folder` is later than `afterNs`: every file made afterwards is strictly newer.
 * Gives up after {@link PASSAGE_LIMIT_MS}, at once where the time lies further ahead than that.
 */
export async function passFileClock(folder: string, afterNs: bigint): Promise<ClockPassage> {
  const started = performance.now();
  for (;;) {
    const { ns } = probeFileClock(folder);
    if (ns > afterNs) return { state: 'passed', ns };
    const left = PASSAGE_LIMIT_MS - (performance.now() - started);
    if (left <= 0 || Number(afterNs - ns) / 1e6 > left) return { state: 'not-passed', ns };
    await sleep(PAUSE_MS);
  }
}

function statOfProbe(folder: string): { readonly ctimeNs: bigint } {
  if (UNNAMED !== 0) {
    try {
      return statOfOpened(openSync(encodePath(folder), UNNAMED | constants.O_RDWR, 0o600));
    } catch (error) {
      if (!NO_UNNAMED_FILES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const path = encodePath(join(folder, NAME_PREFIX + randomBytes(12).toString('hex')));
  const descriptor = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_WRONLY, 0o600);
  try {
    return statOfOpened(descriptor);
  } finally {
    unlinkSync(path);
  }
}

function statOfOpened(descriptor: number): { readonly ctimeNs: bigint } {
  try {
    return fstatSync(descriptor, { bigint: true });
  } finally {
    closeSync(descriptor);
  }
}

function nearestExisting(folder: string): { readonly folder: string; readonly device: bigint } {
  for (let at = folder; ; at = dirname(at)) {
    const device = deviceOf(at);
    if (device !== null) return { folder: at, device };
    if (dirname(at) === at) throw new GateError('GG-CLOCK-UNREADABLE', `No folder exists at or above "${folder}"`);
  }
}

/** Device of an existing folder; null where there is none. */
function deviceOf(folder: string): bigint | null {
  try {
    const stats = statSync(encodePath(folder), { bigint: true });
    return stats.isDirectory() ? stats.dev : null;
  } catch {
    return null;
  }
}
