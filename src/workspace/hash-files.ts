/**
 * Reads and hashes many files in one synchronous pass: the hot path of the stamp, run in worker threads where there
 * are many files. Results are columns of numbers and bytes, so that they cross threads without copying.
 */
import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readlinkSync, type Stats } from 'node:fs';
import { nativeEntry } from '../model/path.ts';
import { isFolder } from './entry.ts';

/** What lies at a path. `changed`: the bytes did not match the size even after a second reading. */
export const KIND = { missing: 0, file: 1, executable: 2, symlink: 3, folder: 4, special: 5, unreadable: 6, changed: 7 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Stat fields kept per path, in the order of git's index (gitformat-index(5)). Times in milliseconds as floats. */
export const STAT_FIELDS = 8;
export const STAT = { ctimeMs: 0, mtimeMs: 1, dev: 2, ino: 3, mode: 4, uid: 5, gid: 6, size: 7 } as const;

/** SHA-256, whatever the repository uses: the content id rests on it. */
export const DIGEST_BYTES = 32;

export interface HashRequest {
  /** Absolute path of the folder the paths are relative to. */
  readonly root: string;
  /** Paths in git's byte order. */
  readonly paths: readonly string[];
  /** The repository's object format: the algorithm of the first column. */
  readonly algorithm: 'sha1' | 'sha256';
}

export interface HashColumns {
  readonly kinds: Uint8Array;
  /** Raw blob id of each path: the algorithm over `blob <size>\0` and the bytes as they lie on disk. */
  readonly blobs: Buffer;
  /** SHA-256 over the same bytes and header; the same column where the algorithm is SHA-256. */
  readonly digests: Buffer;
  /** 1 where the bytes hold a carriage return: only such a file can be changed by end-of-line conversion. */
  readonly carriageReturns: Uint8Array;
  /** {@link STAT_FIELDS} numbers a path, taken before the bytes were read. */
  readonly stats: Float64Array;
}

const BUFFER_BYTES = 1 << 20;
/** Room for `blob ` and a 20-digit size before the bytes. */
const HEADER_BYTES = 32;
const CARRIAGE_RETURN = 13;
// O_NOFOLLOW: a link put in a file's place is not followed. O_NONBLOCK: opening a FIFO never waits for a writer.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function blobBytes(algorithm: 'sha1' | 'sha256'): number {
  return algorithm === 'sha1' ? 20 : 32;
}

/** Columns for as many paths, all of them missing. */
export function emptyColumns(rows: number, algorithm: 'sha1' | 'sha256'): HashColumns {
  const digests = Buffer.alloc(rows * DIGEST_BYTES);
  return {
    kinds: new Uint8Array(rows),
    blobs: algorithm === 'sha256' ? digests : Buffer.alloc(rows * blobBytes(algorithm)),
    digests,
    carriageReturns: new Uint8Array(rows),
    stats: new Float64Array(rows * STAT_FIELDS),
  };
}

/** Hashes every path of the request. Never throws for what it finds at a path: the kind says it. */
export function hashFiles({ root, paths, algorithm }: HashRequest): HashColumns {
  const columns = emptyColumns(paths.length, algorithm);
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + BUFFER_BYTES);
  const folders = new PlainFolders(root);
  paths.forEach((path, row) => {
    if (!folders.reaches(path)) return;
    columns.kinds[row] = hashOne(root, path, row, algorithm, buffer, columns);
  });
  return columns;
}

/**
 * Tells whether a path is reached through real folders alone. git does not look behind a symbolic link: a tracked file
 * whose folder became a link is gone, whatever the link leads to.
 */
class PlainFolders {
  readonly #root: string;
  #folder = '';
  #plain = true;
  constructor(root: string) {
    this.#root = root;
  }

  reaches(path: string): boolean {
    const end = path.lastIndexOf('/');
    const folder = end < 0 ? '' : path.slice(0, end);
    if (folder === this.#folder) return this.#plain;
    // Paths come sorted, so the folders they share with the one before have been looked at.
    const known = this.#plain ? sharedFolders(this.#folder, folder) : 0;
    this.#folder = folder;
    this.#plain = true;
    for (let at = known; at >= 0 && at < folder.length; ) {
      const next = folder.indexOf('/', at + 1);
      const parent = next < 0 ? folder : folder.slice(0, next);
      if (!isPlainFolder(this.#root, parent)) {
        this.#plain = false;
        break;
      }
      at = next;
    }
    return this.#plain;
  }
}

/** A folder that cannot be looked at counts as one, so that opening what is in it says that it cannot be read. */
function isPlainFolder(root: string, path: string): boolean {
  try {
    return isFolder(root, path);
  } catch {
    return true;
  }
}

/** Length of the longest folder that both paths lie in or are: 0 where they share none. */
function sharedFolders(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let shared = 0;
  let at = 0;
  while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) {
    if (left.charCodeAt(at) === 47) shared = at;
    at += 1;
  }
  if (at === limit && (left.length === limit || left[limit] === '/') && (right.length === limit || right[limit] === '/')) shared = at;
  return shared === right.length ? -1 : shared;
}

function hashOne(root: string, path: string, row: number, algorithm: 'sha1' | 'sha256', buffer: Buffer, columns: HashColumns): Kind {
  const native = nativeEntry(root, path);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    let descriptor: number;
    try {
      descriptor = openSync(native, OPEN_FLAGS);
    } catch (error) {
      return hashUnopened(native, row, algorithm, columns, (error as NodeJS.ErrnoException).code);
    }
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return stats.isDirectory() ? KIND.folder : KIND.special;
      keepStats(stats, row, columns);
      const whole = stats.size < BUFFER_BYTES ? hashSmall(descriptor, stats.size, row, algorithm, buffer, columns) : hashLarge(descriptor, stats.size, row, algorithm, buffer, columns);
      if (whole) return (stats.mode & 0o100) === 0 ? KIND.file : KIND.executable;
    } catch {
      return KIND.unreadable;
    } finally {
      closeSync(descriptor);
    }
  }
  return KIND.changed;
}

function hashSmall(descriptor: number, size: number, row: number, algorithm: 'sha1' | 'sha256', buffer: Buffer, columns: HashColumns): boolean {
  // One byte more than the file has is asked for: a file that gives just its size is at its end, and one read did.
  let read = 0;
  for (;;) {
    const got = readSync(descriptor, buffer, HEADER_BYTES + read, size + 1 - read, null);
    read += got;
    if (got === 0 || read >= size) break;
  }
  if (read !== size) return false;
  const header = `blob ${size}\0`;
  const start = HEADER_BYTES - header.length;
  buffer.write(header, start, 'latin1');
  const end = HEADER_BYTES + size;
  keepHashes(buffer.subarray(start, end), row, algorithm, columns);
  columns.carriageReturns[row] = buffer.subarray(HEADER_BYTES, end).includes(CARRIAGE_RETURN) ? 1 : 0;
  return true;
}

function hashLarge(descriptor: number, size: number, row: number, algorithm: 'sha1' | 'sha256', buffer: Buffer, columns: HashColumns): boolean {
  const header = `blob ${size}\0`;
  const blob = createHash(algorithm).update(header);
  const digest = algorithm === 'sha256' ? null : createHash('sha256').update(header);
  let read = 0;
  for (;;) {
    const got = readSync(descriptor, buffer, 0, buffer.length, null);
    if (got === 0) break;
    read += got;
    if (read > size) break;
    const bytes = buffer.subarray(0, got);
    blob.update(bytes);
    digest?.update(bytes);
    if (columns.carriageReturns[row] === 0 && bytes.includes(CARRIAGE_RETURN)) columns.carriageReturns[row] = 1;
  }
  if (read !== size) return false;
  columns.blobs.set(blob.digest(), row * blobBytes(algorithm));
  if (digest !== null) columns.digests.set(digest.digest(), row * DIGEST_BYTES);
  return true;
}

/** A path that could not be opened as a file: a symbolic link, a socket, nothing at all, or no permission. */
function hashUnopened(native: string | Buffer, row: number, algorithm: 'sha1' | 'sha256', columns: HashColumns, code: string | undefined): Kind {
  if (code === 'ENOENT' || code === 'ENOTDIR') return KIND.missing;
  let stats: Stats | undefined;
  let target: Buffer;
  try {
    stats = lstatSync(native, { throwIfNoEntry: false });
    if (stats === undefined) return KIND.missing;
    if (!stats.isSymbolicLink()) return stats.isFile() ? KIND.unreadable : stats.isDirectory() ? KIND.folder : KIND.special;
    target = readlinkSync(native, { encoding: 'buffer' });
  } catch {
    return KIND.unreadable;
  }
  keepStats(stats, row, columns);
  const object = Buffer.concat([Buffer.from(`blob ${target.length}\0`, 'latin1'), target]);
  keepHashes(object, row, algorithm, columns);
  return KIND.symlink;
}

/** Hashes a git object. A digest as text of one byte a character costs a third of one in a buffer of its own. */
function keepHashes(object: Buffer, row: number, algorithm: 'sha1' | 'sha256', columns: HashColumns): void {
  columns.digests.write(hash('sha256', object, 'binary'), row * DIGEST_BYTES, 'latin1');
  if (algorithm === 'sha1') columns.blobs.write(hash('sha1', object, 'binary'), row * blobBytes('sha1'), 'latin1');
}

function keepStats(stats: Stats, row: number, columns: HashColumns): void {
  const at = row * STAT_FIELDS;
  columns.stats[at + STAT.ctimeMs] = stats.ctimeMs;
  columns.stats[at + STAT.mtimeMs] = stats.mtimeMs;
  columns.stats[at + STAT.dev] = stats.dev;
  columns.stats[at + STAT.ino] = stats.ino;
  columns.stats[at + STAT.mode] = stats.mode;
  columns.stats[at + STAT.uid] = stats.uid;
  columns.stats[at + STAT.gid] = stats.gid;
  columns.stats[at + STAT.size] = stats.size;
}

