/** Reads files of others: never through a link, never a FIFO, never more than a bound. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const LIMIT = 4 << 20;

/** All of a regular file; null where it is none, cannot be read or has more than `limit` bytes. */
export function readBounded(file: string | Buffer, limit = LIMIT): Buffer | null {
  const end = readEnd(file, limit);
  return end === null || end.before > 0 ? null : end.bytes;
}

/** The end of a regular file, and how many bytes lie before it; null where it is none or cannot be read. */
export function readEnd(file: string | Buffer, limit: number): { readonly bytes: Buffer; readonly before: number } | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return null;
    const before = Math.max(0, stats.size - limit);
    const bytes = Buffer.alloc(stats.size - before);
    let got = 0;
    for (let read = 1; read > 0 && got < bytes.length; got += read) read = readSync(descriptor, bytes, got, bytes.length - got, before + got);
    return { bytes: bytes.subarray(0, got), before };
  } finally {
    closeSync(descriptor);
  }
}
