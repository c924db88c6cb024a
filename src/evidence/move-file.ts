/** Moves one file or link so that no moment of it loses a byte, within a file system and across two (EV1). */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { encodePath } from '../model/path.ts';

/** Which file is meant: another one that has taken its place since is never moved. */
export interface FileIdentity {
  readonly ino: string;
  readonly mtimeNs: string;
  /** Null for a symbolic link. */
  readonly sha256: string | null;
}

const CHUNK_BYTES = 1 << 20;
const COPY_SUFFIX = '.incomplete';
/** More than this many files of one name are not kept in one place. */
const MAX_COLLISIONS = 1000;

/**
 * Moves `from` to `to` (absolute, string form of `path.ts`) and gives the path it got: `to`, or `to` with a number
 * behind it where something lies there already; nothing is ever overwritten. Missing parents are made for the owner
 * alone (0700). Across devices the file is copied, synced, compared and only then unlinked.
 * Throws what the file system says; the file then lies where it lay, or in both places.
 */
export function moveFile(from: string, to: string, identity: FileIdentity): string {
  mkdirSync(encodePath(dirname(to)), { recursive: true, mode: 0o700 });
  const place = freePlace(to);
  const source = encodePath(from);
  const stats = lstatSync(source, { bigint: true });
  refuseOther(from, stats, identity);
  try {
    // A rename takes whatever lies there in one step: whatever a writer puts in its place meanwhile stays.
    renameSync(source, encodePath(place));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source, { encoding: 'buffer' }), encodePath(place));
    else copyCompared(source, place, stats, identity);
    refuseOther(from, lstatSync(source, { bigint: true }), identity, stats);
    unlinkSync(source);
  }
  return place;
}

/** A path beside or at `to` at which nothing lies, not even a dangling link. */
function freePlace(to: string): string {
  for (let number = 0; number < MAX_COLLISIONS; number += 1) {
    const place = number === 0 ? to : `${to}.${number}`;
    const taken = [place, place + COPY_SUFFIX].some((each) => lstatSync(encodePath(each), { throwIfNoEntry: false }) !== undefined);
    if (!taken) return place;
  }
  throw Object.assign(new Error(`${MAX_COLLISIONS} files of that name lie in quarantine`), { code: 'EEXIST' });
}

function refuseOther(path: string, stats: BigIntStats, identity: FileIdentity, before: BigIntStats = stats): void {
  const same = stats.ino.toString() === identity.ino && stats.mtimeNs.toString() === identity.mtimeNs && stats.size === before.size && stats.ctimeNs === before.ctimeNs;
  if (!same) throw Object.assign(new Error(`"${path}" was replaced or written while it was moved`), { code: 'ECHANGED' });
}

/** Copies an open file to a new one, syncs it, and reads it back. Leaves nothing behind where that fails. */
function copyCompared(source: Buffer, place: string, stats: BigIntStats, identity: FileIdentity): void {
  const copy = encodePath(place + COPY_SUFFIX);
  const reader = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const writer = openSync(copy, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
    try {
      pour(reader, writer);
      fsyncSync(writer);
      const digests = [digestOf(reader), digestOf(writer)];
      if (digests.some((digest) => digest !== identity.sha256)) {
        throw Object.assign(new Error(`the copy of "${place}" does not hold the bytes that were inventoried`), { code: 'ECHANGED' });
      }
      fchmodSync(writer, Number(stats.mode) & 0o777);
      futimesSync(writer, Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
      renameSync(copy, encodePath(place));
      syncFolder(dirname(place));
    } catch (error) {
      unlinkSync(copy);
      throw error;
    } finally {
      closeSync(writer);
    }
  } finally {
    closeSync(reader);
  }
}

function pour(reader: number, writer: number): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let got = readSync(reader, buffer, 0, CHUNK_BYTES, null); got > 0; got = readSync(reader, buffer, 0, CHUNK_BYTES, null)) {
    for (let written = 0; written < got; ) written += writeSync(writer, buffer, written, got - written, null);
  }
}

/** SHA-256 of an open file from its first byte on. */
function digestOf(descriptor: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const size = fstatSync(descriptor).size;
  for (let at = 0; at < size; ) {
    const got = readSync(descriptor, buffer, 0, CHUNK_BYTES, at);
    if (got === 0) break;
    hash.update(buffer.subarray(0, got));
    at += got;
  }
  return hash.digest('hex');
}

/** Makes the new name durable, so that a power cut after the unlink loses nothing either. */
function syncFolder(folder: string): void {
  const descriptor = openSync(encodePath(folder), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
