/**
 * Reads and hashes many files in one synchronous pass: the hot path of the stamp, run in worker threads where there
 * are many files. Results are columns of numbers and bytes, so that they cross threads without copying.
 */
import { createHash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, readlinkSync, type Stats } from 'node:fs';
import { nativePath } from '../model/path.ts';
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
  readonly blobs: Uint8Array;
  /** SHA-256 over the same bytes and header. */
  readonly digests: Uint8Array;
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

/** Hashes every path of the request. Never throws for what it finds at a path: the kind says it. */
export function hashFiles({ root, paths, algorithm }: HashRequest): HashColumns {
  const width = blobBytes(algorithm);
  const columns: HashColumns = {
    kinds: new Uint8Array(paths.length),
    blobs: new Uint8Array(paths.length * width),
    digests: new Uint8Array(paths.length * DIGEST_BYTES),
    carriageReturns: new Uint8Array(paths.length),
    stats: new Float64Array(paths.length * STAT_FIELDS),
  };
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
  const native = nativePath(root, path);
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
  let read = 0;
  for (;;) {
    const got = readSync(descriptor, buffer, HEADER_BYTES + read, BUFFER_BYTES - read, null);
    read += got;
    if (got === 0 || read > size) break;
  }
  if (read !== size) return false;
  const header = `blob ${size}\0`;
  const start = HEADER_BYTES - header.length;
  buffer.write(header, start, 'latin1');
  const object = buffer.subarray(start, HEADER_BYTES + size);
  keepHashes(hash(algorithm, object, 'buffer'), algorithm === 'sha256' ? null : hash('sha256', object, 'buffer'), row, columns);
  const carriage = buffer.indexOf(CARRIAGE_RETURN, HEADER_BYTES);
  columns.carriageReturns[row] = carriage >= 0 && carriage < HEADER_BYTES + size ? 1 : 0;
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
  keepHashes(blob.digest(), digest === null ? null : digest.digest(), row, columns);
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
  keepHashes(hash(algorithm, object, 'buffer'), algorithm === 'sha256' ? null : hash('sha256', object, 'buffer'), row, columns);
  return KIND.symlink;
}

/** The blob hash, and the SHA-256 beside it (null where the blob hash is one). */
function keepHashes(blob: Buffer, digest: Buffer | null, row: number, columns: HashColumns): void {
  columns.blobs.set(blob, row * blob.length);
  columns.digests.set(digest ?? blob, row * DIGEST_BYTES);
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

