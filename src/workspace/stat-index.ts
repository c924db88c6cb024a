/**
 * A git index of the gate's own: the stamped paths with the stat data seen when they were hashed and the SHA-256 of
 * their bytes. Between stamp and check git compares the work tree with it as fast as `git status`, and nobody else
 * writes it (gitformat-index(5), version 2, in the repository's object format: in another one git would not know a
 * submodule for what it is). The full digests are an extension of our own; an entry's id is the digest or its beginning.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { GateError } from '../model/errors.ts';
import { decodePath, encodePath } from '../model/path.ts';
import { blobBytes, DIGEST_BYTES, STAT, STAT_FIELDS } from './hash-files.ts';

export interface StatEntry {
  readonly path: string;
  /** Work tree mode as git writes it, as a number: 0o100644, 0o100755, 0o120000. */
  readonly mode: number;
  /** SHA-256 over `blob <size>\0` and the bytes. */
  readonly digest: Uint8Array;
  /** {@link STAT_FIELDS} numbers, or none where the stat data must not be trusted: then the bytes are read again. */
  readonly stats: Float64Array;
  /** False where ctime or mtime lie in the second of the measurement or later: a later edit could look the same. */
  readonly trusted: boolean;
}

type ObjectFormat = 'sha1' | 'sha256';

const HEADER_BYTES = 12;
/** Bytes of an entry before its id. */
const STAT_BYTES = 40;
/** Our extension. git skips what it does not know where the first letter is a capital one. */
const DIGESTS = 'GGSD';
const EXTENSION_HEADER_BYTES = 8;

/** Bytes of an entry before its path: stat data, id, flags. */
function fixedBytes(format: ObjectFormat): number {
  return STAT_BYTES + blobBytes(format) + 2;
}

/** An entry is padded with one to eight NUL bytes to a multiple of eight. */
function entryBytes(format: ObjectFormat, nameBytes: number): number {
  return (fixedBytes(format) + nameBytes + 8) & ~7;
}

/** Writes entries, sorted by the bytes of their paths, as an index file. */
export function writeStatIndex(file: string, entries: readonly StatEntry[], format: ObjectFormat): void {
  const names = entries.map(({ path }) => encodePath(path));
  const sizes = names.map((name) => entryBytes(format, name.length));
  const idBytes = blobBytes(format);
  const extension = HEADER_BYTES + sizes.reduce((sum, size) => sum + size, 0);
  const body = Buffer.alloc(extension + EXTENSION_HEADER_BYTES + entries.length * DIGEST_BYTES);
  body.write('DIRC', 0, 'latin1');
  body.writeUInt32BE(2, 4);
  body.writeUInt32BE(entries.length, 8);
  let at = HEADER_BYTES;
  entries.forEach((entry, row) => {
    const name = names[row] ?? Buffer.alloc(0);
    const { stats } = entry;
    writeTime(body, at, stats[STAT.ctimeMs] ?? 0);
    // An untrusted entry keeps its ctime, which names a touched file, and loses its mtime, which makes git report it.
    writeTime(body, at + 8, entry.trusted ? (stats[STAT.mtimeMs] ?? 0) : 0);
    body.writeUInt32BE(wrap(stats[STAT.dev]), at + 16);
    body.writeUInt32BE(wrap(stats[STAT.ino]), at + 20);
    body.writeUInt32BE(entry.mode, at + 24);
    body.writeUInt32BE(wrap(stats[STAT.uid]), at + 28);
    body.writeUInt32BE(wrap(stats[STAT.gid]), at + 32);
    body.writeUInt32BE(entry.trusted ? wrap(stats[STAT.size]) : 0, at + 36);
    body.set(entry.digest.subarray(0, idBytes), at + STAT_BYTES);
    body.writeUInt16BE(Math.min(name.length, 0xfff), at + STAT_BYTES + idBytes);
    body.set(name, at + STAT_BYTES + idBytes + 2);
    body.set(entry.digest, extension + EXTENSION_HEADER_BYTES + row * DIGEST_BYTES);
    at += sizes[row] ?? 0;
  });
  body.write(DIGESTS, extension, 'latin1');
  body.writeUInt32BE(entries.length * DIGEST_BYTES, extension + 4);
  writeFileSync(file, Buffer.concat([body, hash(format, body, 'buffer')]));
}

/** Reads an index written by {@link writeStatIndex}. Throws a {@link GateError} where its own checksum does not fit. */
export function readStatIndex(file: string): StatEntry[] {
  const bytes = readOrThrow(file);
  const format = formatOf(bytes);
  if (format === null) throw damaged(file, 'damaged');
  const body = bytes.subarray(0, bytes.length - blobBytes(format));
  const count = body.readUInt32BE(8);
  const digests = body.length - count * DIGEST_BYTES;
  const entries: StatEntry[] = [];
  let at = HEADER_BYTES;
  for (let row = 0; row < count; row += 1) {
    const start = at + fixedBytes(format);
    const name = body.subarray(start, body.indexOf(0, start));
    const stats = new Float64Array(STAT_FIELDS);
    stats[STAT.ctimeMs] = readTime(body, at);
    stats[STAT.mtimeMs] = readTime(body, at + 8);
    stats[STAT.dev] = body.readUInt32BE(at + 16);
    stats[STAT.ino] = body.readUInt32BE(at + 20);
    stats[STAT.uid] = body.readUInt32BE(at + 28);
    stats[STAT.gid] = body.readUInt32BE(at + 32);
    stats[STAT.size] = body.readUInt32BE(at + 36);
    entries.push({
      path: decodePath(name),
      mode: body.readUInt32BE(at + 24),
      digest: body.subarray(digests + row * DIGEST_BYTES, digests + (row + 1) * DIGEST_BYTES),
      stats,
      trusted: stats[STAT.mtimeMs] !== 0,
    });
    at += entryBytes(format, name.length);
  }
  return entries;
}

function readOrThrow(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw damaged(file, `unreadable (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function damaged(file: string, how: string): GateError {
  return new GateError('GG-STATE-DAMAGED', `The gate's own index "${file}" is ${how}`, 'Stamp again: generation-gate stamp');
}

/** The object format whose checksum fits the end of the file; null where none does. */
function formatOf(bytes: Buffer): ObjectFormat | null {
  for (const format of ['sha1', 'sha256'] as const) {
    const end = bytes.length - blobBytes(format);
    if (end >= HEADER_BYTES + EXTENSION_HEADER_BYTES && hash(format, bytes.subarray(0, end), 'buffer').equals(bytes.subarray(end))) return format;
  }
  return null;
}

function writeTime(body: Buffer, at: number, milliseconds: number): void {
  const seconds = Math.floor(milliseconds / 1000);
  body.writeUInt32BE(wrap(seconds), at);
  body.writeUInt32BE(Math.min(999_999_999, Math.round((milliseconds - seconds * 1000) * 1e6)), at + 4);
}

function readTime(body: Buffer, at: number): number {
  return body.readUInt32BE(at) * 1000 + body.readUInt32BE(at + 4) / 1e6;
}

/** git keeps the low 32 bits of every stat field. */
function wrap(value: number | undefined): number {
  const whole = Math.floor(value ?? 0) % 2 ** 32;
  return whole < 0 ? whole + 2 ** 32 : whole;
}
