/** Looks at one path without following a link or waiting for a FIFO: its kind, digest, times, and first bytes. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { EntryKind } from '../model/evidence.ts';
import { encodePath } from '../model/path.ts';
import { LOOK_BYTES, looksLikeReport } from './looks-like-report.ts';

export interface PathReading {
  readonly kind: EntryKind;
  /** Null for everything that is no readable file. */
  readonly sha256: string | null;
  readonly report: boolean;
  /** False where the bytes changed while they were hashed, a second time too. */
  readonly settled: boolean;
  readonly stats: BigIntStats;
  /** `st_dev` of the folder; a file's own may differ from it on stacked file systems. */
  readonly device: bigint;
  /** The errno name of what could not be read. */
  readonly why?: string;
}

const CHUNK_BYTES = 1 << 20;
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Reads what lies at `path` (absolute, string form of `path.ts`); null where there is nothing. A file is hashed up to
 * the size it had when it was opened, however large. `target` is where a symbolic link leads, null where nowhere.
 */
export function readPath(path: string, target: string | null): PathReading | null {
  const native = encodePath(path);
  const stats = lstatSync(native, { bigint: true, throwIfNoEntry: false });
  const device = lstatSync(encodePath(dirname(path)), { bigint: true, throwIfNoEntry: false })?.dev;
  if (stats === undefined || device === undefined) return null;
  const kind = kindOf(stats);
  if (kind === 'file') return readFile(native, path, device);
  const report = kind === 'symlink' && linkLooksLikeReport(path, target);
  return { kind, sha256: null, report, settled: true, stats, device };
}

function kindOf(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'device';
}

function readFile(native: Buffer, path: string, device: bigint): PathReading | null {
  let last: PathReading | null = null;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    let descriptor: number;
    try {
      descriptor = openSync(native, OPEN_FLAGS | constants.O_NOFOLLOW);
    } catch (error) {
      const stats = lstatSync(native, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return null;
      return { kind: 'unreadable', sha256: null, report: false, settled: true, stats, device, why: errnoOf(error) };
    }
    try {
      const before = fstatSync(descriptor, { bigint: true });
      // Somebody put something else in the file's place since it was looked at.
      if (!before.isFile()) return { kind: kindOf(before), sha256: null, report: false, settled: false, stats: before, device };
      const { sha256, head, read } = digest(descriptor, before.size);
      const after = fstatSync(descriptor, { bigint: true });
      const settled = read === before.size && after.size === before.size && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs;
      last = { kind: 'file', sha256, report: looksLikeReport(path, head, read <= BigInt(head.length)), settled, stats: after, device };
      if (settled) return last;
    } catch (error) {
      const stats = fstatSync(descriptor, { bigint: true });
      return { kind: 'unreadable', sha256: null, report: false, settled: true, stats, device, why: errnoOf(error) };
    } finally {
      closeSync(descriptor);
    }
  }
  return last;
}

function digest(descriptor: number, size: bigint): { readonly sha256: string; readonly head: Buffer; readonly read: bigint } {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let head = Buffer.alloc(0);
  let read = 0n;
  while (read < size) {
    const room = size - read < BigInt(CHUNK_BYTES) ? Number(size - read) : CHUNK_BYTES;
    const got = readSync(descriptor, buffer, 0, room, null);
    if (got === 0) break;
    if (head.length < LOOK_BYTES) head = Buffer.concat([head, buffer.subarray(0, Math.min(got, LOOK_BYTES - head.length))]);
    hash.update(buffer.subarray(0, got));
    read += BigInt(got);
  }
  return { sha256: hash.digest('hex'), head, read };
}

/** A link that leads nowhere counts by its own name, as an empty file would. */
function linkLooksLikeReport(path: string, target: string | null): boolean {
  if (target === null) return looksLikeReport(path, Buffer.alloc(0), true);
  try {
    const descriptor = openSync(encodePath(target), OPEN_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return false;
      const buffer = Buffer.alloc(LOOK_BYTES);
      const got = readSync(descriptor, buffer, 0, LOOK_BYTES, 0);
      return looksLikeReport(target, buffer.subarray(0, got), got >= stats.size);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
