/** Copies stamped files into a second directory, and lets through only bytes that are the stamped ones (RP1). */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readlinkSync, readSync, rmSync, symlinkSync, writeSync, type Stats } from 'node:fs';
import { nativePath } from '../model/path.ts';
import type { Unfilled } from '../model/compare.ts';
import type { StatEntry } from './stamped-entries.ts';

export interface CopiedFiles {
  /** Paths whose bytes are no longer the stamped ones, or that cannot be read; they are not in the copy. */
  readonly unfilled: readonly Unfilled[];
  /** Copied files with a carriage return in them. */
  readonly withCarriageReturn: readonly string[];
  /** Stat data of what was written, by path. */
  readonly written: ReadonlyMap<string, Stats>;
}

const BUFFER_BYTES = 1 << 20;
const CARRIAGE_RETURN = 13;
const LINK_MODE = 0o120000;

/** Copies files and links from one folder below another. Both are absolute; entries are relative to both and sorted. */
export function copyStampedFiles(from: string, to: string, entries: readonly StatEntry[]): CopiedFiles {
  const unfilled: Unfilled[] = [];
  const withCarriageReturn: string[] = [];
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  const folders = new Set<string>(['']);
  const written = new Map<string, Stats>();
  for (const entry of entries) {
    makeFolders(to, entry.path, folders);
    try {
      const copied = entry.mode === LINK_MODE ? copyLink(from, to, entry) : copyFile(from, to, entry, buffer);
      if (copied.stats !== null) written.set(entry.path, copied.stats);
      if (copied.stats === null) unfilled.push({ path: entry.path, why: 'its bytes are no longer the stamped ones' });
      else if (copied.carriageReturn) withCarriageReturn.push(entry.path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
      unfilled.push({ path: entry.path, why: `it cannot be copied (${code ?? String(error)})` });
    }
  }
  return { unfilled, withCarriageReturn, written };
}

/** Makes the folders around `path`, each once. */
export function makeFolders(root: string, path: string, known: Set<string>): void {
  const end = path.lastIndexOf('/');
  const folder = end < 0 ? '' : path.slice(0, end);
  if (known.has(folder)) return;
  mkdirSync(nativePath(root, folder), { recursive: true });
  known.add(folder);
}

interface Copied {
  /** Null where the bytes are not the stamped ones: then nothing is left of it. */
  readonly stats: Stats | null;
  readonly carriageReturn: boolean;
}

function copyFile(from: string, to: string, entry: StatEntry, buffer: Buffer): Copied {
  // O_NOFOLLOW: a link put in a file's place is not followed. O_NONBLOCK: opening a FIFO never waits for a writer.
  const source = openSync(nativePath(from, entry.path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const place = nativePath(to, entry.path);
  try {
    const { size } = fstatSync(source);
    const target = openSync(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, entry.mode === 0o100755 ? 0o777 : 0o666);
    let carriage = false;
    let stats: Stats | null = null;
    try {
      const digest = blobDigest(size);
      let read = 0;
      // What was written behind the stamped bytes in the meantime is no part of them.
      while (read < size) {
        const got = readSync(source, buffer, 0, Math.min(buffer.length, size - read), null);
        if (got === 0) break;
        read += got;
        const bytes = buffer.subarray(0, got);
        digest.update(bytes);
        carriage ||= bytes.includes(CARRIAGE_RETURN);
        for (let at = 0; at < got; ) at += writeSync(target, bytes, at, got - at);
      }
      if (read === size && digest.digest().equals(entry.digest)) stats = fstatSync(target);
    } finally {
      closeSync(target);
    }
    if (stats === null) rmSync(place, { force: true });
    return { stats, carriageReturn: carriage };
  } finally {
    closeSync(source);
  }
}

function copyLink(from: string, to: string, entry: StatEntry): Copied {
  const target = readlinkSync(nativePath(from, entry.path), { encoding: 'buffer' });
  if (!blobDigest(target.length).update(target).digest().equals(entry.digest)) return { stats: null, carriageReturn: false };
  const place = nativePath(to, entry.path);
  symlinkSync(target, place);
  return { stats: lstatSync(place), carriageReturn: false };
}

/** SHA-256 over `blob <size>\0` and what follows, as the stamp records it. */
function blobDigest(size: number): Hash {
  return createHash('sha256').update(`blob ${size}\0`, 'latin1');
}
