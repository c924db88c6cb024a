/**
 * A git index of the gate's own: the stamped paths with the stat data seen when they were hashed and the SHA-256 of
 * their bytes. Between stamp and check git compares the work tree with it as fast as `git status`, and nobody else
 * writes it (gitformat-index(5), version 2, in the repository's object format: in another one git would not know a
 * submodule for what it is). An entry's id is its raw blob id; inside other repositories, the beginning of its digest.
 * The digests are an extension of our own.
 */
import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { GateError } from '../model/errors.ts';
import { decodePath, encodePath } from '../model/path.ts';
import { blobBytes, DIGEST_BYTES, STAT, STAT_FIELDS } from './hash-files.ts';
import { entriesOf, type StampedTable, type StatEntry } from './stamped-entries.ts';

type ObjectFormat = 'sha1' | 'sha256';

const HEADER_BYTES = 12;
/** Bytes of an entry before its id. */
const STAT_BYTES = 40;
/** Our extension. git skips what it does not know where the first letter is a capital one. */
const DIGESTS = 'GGSD';
const EXTENSION_HEADER_BYTES = 8;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Bytes of an entry before its path: stat data, id, flags. */
function fixedBytes(format: ObjectFormat): number {
  return STAT_BYTES + blobBytes(format) + 2;
}

/** An entry is padded with one to eight NUL bytes to a multiple of eight. */
function entryBytes(format: ObjectFormat, nameBytes: number): number {
  return (fixedBytes(format) + nameBytes + 8) & ~7;
}

/** Whether the stat data of a row may be believed at the next comparison. */
export type Trust = (row: number) => boolean;

/** Writes a table as an index file. Without digests it is one as git itself writes them. */
export function writeStatIndex(file: string, table: StampedTable, trusted: Trust, format: ObjectFormat, withDigests = true): void {
  const { paths, modes, digests, blobs, stats } = table;
  const names = paths.map((path) => (BEYOND_ASCII.test(path) ? encodePath(path) : path));
  const idBytes = blobBytes(format);
  const hasIds = blobs.length === paths.length * idBytes;
  const extension = names.reduce((end, name) => end + entryBytes(format, name.length), HEADER_BYTES);
  const body = Buffer.alloc(extension + (withDigests ? EXTENSION_HEADER_BYTES + paths.length * DIGEST_BYTES : 0));
  const numbers = new DataView(body.buffer, body.byteOffset, body.length);
  body.write('DIRC', 0, 'latin1');
  numbers.setUint32(4, 2);
  numbers.setUint32(8, paths.length);
  let at = HEADER_BYTES;
  for (const [row, name] of names.entries()) {
    const stat = (field: number): number => stats[row * STAT_FIELDS + field] ?? 0;
    const believed = trusted(row);
    writeTime(numbers, at, stat(STAT.ctimeMs));
    // A row in doubt keeps its ctime, which names a touched file, and loses its mtime, which makes git report it.
    if (believed) writeTime(numbers, at + 8, stat(STAT.mtimeMs));
    // git keeps the low 32 bits of every stat field, as these setters do.
    numbers.setUint32(at + 16, stat(STAT.dev));
    numbers.setUint32(at + 20, stat(STAT.ino));
    numbers.setUint32(at + 24, modes[row] ?? 0);
    numbers.setUint32(at + 28, stat(STAT.uid));
    numbers.setUint32(at + 32, stat(STAT.gid));
    if (believed) numbers.setUint32(at + 36, stat(STAT.size));
    const id = hasIds ? blobs.subarray(row * idBytes, (row + 1) * idBytes) : digests.subarray(row * DIGEST_BYTES, row * DIGEST_BYTES + idBytes);
    body.set(id, at + STAT_BYTES);
    numbers.setUint16(at + STAT_BYTES + idBytes, Math.min(name.length, 0xfff));
    if (typeof name === 'string') body.write(name, at + STAT_BYTES + idBytes + 2, 'latin1');
    else body.set(name, at + STAT_BYTES + idBytes + 2);
    at += entryBytes(format, name.length);
  }
  if (withDigests) {
    body.write(DIGESTS, extension, 'latin1');
    numbers.setUint32(extension + 4, paths.length * DIGEST_BYTES);
    body.set(digests, extension + EXTENSION_HEADER_BYTES);
  }
  const written = `${file}.new`;
  const descriptor = openSync(written, 'w', 0o600);
  try {
    writeWhole(descriptor, body);
    writeWhole(descriptor, hash(format, body, 'buffer'));
  } finally {
    closeSync(descriptor);
  }
  renameSync(written, file);
}

/** Reads an index written by {@link writeStatIndex}. Throws a {@link GateError} where its own checksum does not fit. */
export function readStatIndex(file: string): StatEntry[] {
  const { table, trusted } = readStatTable(file);
  return entriesOf(table, trusted);
}

/** The same as columns. Of the stat fields, `mode` is not kept, and the others have 32 bits. */
export function readStatTable(file: string): { readonly table: StampedTable; readonly trusted: Trust } {
  const bytes = readOrThrow(file);
  const format = formatOf(bytes);
  if (format === null) throw damaged(file, 'damaged');
  const body = bytes.subarray(0, bytes.length - blobBytes(format));
  const numbers = new DataView(body.buffer, body.byteOffset, body.length);
  const count = numbers.getUint32(8);
  const idBytes = blobBytes(format);
  const table = {
    paths: [] as string[],
    modes: new Uint32Array(count),
    digests: body.subarray(body.length - count * DIGEST_BYTES),
    blobs: Buffer.alloc(count * idBytes),
    stats: new Float64Array(count * STAT_FIELDS),
  };
  let at = HEADER_BYTES;
  for (let row = 0; row < count; row += 1) {
    const start = at + fixedBytes(format);
    const end = body.indexOf(0, start);
    const name = body.toString('latin1', start, end);
    table.paths.push(BEYOND_ASCII.test(name) ? decodePath(body.subarray(start, end)) : name);
    table.modes[row] = numbers.getUint32(at + 24);
    body.copy(table.blobs, row * idBytes, at + STAT_BYTES, at + STAT_BYTES + idBytes);
    const field = row * STAT_FIELDS;
    table.stats[field + STAT.ctimeMs] = readTime(numbers, at);
    table.stats[field + STAT.mtimeMs] = readTime(numbers, at + 8);
    table.stats[field + STAT.dev] = numbers.getUint32(at + 16);
    table.stats[field + STAT.ino] = numbers.getUint32(at + 20);
    table.stats[field + STAT.uid] = numbers.getUint32(at + 28);
    table.stats[field + STAT.gid] = numbers.getUint32(at + 32);
    table.stats[field + STAT.size] = numbers.getUint32(at + 36);
    at += entryBytes(format, end - start);
  }
  return { table, trusted: (row) => table.stats[row * STAT_FIELDS + STAT.mtimeMs] !== 0 };
}

/** Whether a file is an index written by {@link writeStatIndex}, to its last byte. */
export function isWholeIndex(file: string): boolean {
  return formatOf(readOrThrow(file)) !== null;
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

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function writeTime(numbers: DataView, at: number, milliseconds: number): void {
  const seconds = Math.floor(milliseconds / 1000);
  numbers.setUint32(at, seconds);
  numbers.setUint32(at + 4, Math.min(999_999_999, Math.round((milliseconds - seconds * 1000) * 1e6)));
}

function readTime(numbers: DataView, at: number): number {
  return numbers.getUint32(at) * 1000 + numbers.getUint32(at + 4) / 1e6;
}
