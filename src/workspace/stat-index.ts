/**
 * A git index of the gate's own: the stamped paths with the stat data seen when they were hashed and the SHA-256 of
 * their bytes. Between stamp and check git compares the work tree with it as fast as `git status`, and nobody else
 * writes it (gitformat-index(5), version 2, in the SHA-256 object format whatever the repository uses).
 */
import { createHash, hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { GateError } from '../model/errors.ts';
import { decodePath, encodePath } from '../model/path.ts';
import { DIGEST_BYTES, STAT, STAT_FIELDS } from './hash-files.ts';

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

const FIXED_BYTES = 62 - 20 + DIGEST_BYTES;
const HEADER_BYTES = 12;

/** Writes entries, sorted by the bytes of their paths, as an index file. */
export function writeStatIndex(file: string, entries: readonly StatEntry[]): void {
  const names = entries.map(({ path }) => encodePath(path));
  // An entry is padded with one to eight NUL bytes to a multiple of eight.
  const sizes = names.map((name) => (FIXED_BYTES + name.length + 8) & ~7);
  const body = Buffer.alloc(HEADER_BYTES + sizes.reduce((sum, size) => sum + size, 0));
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
    body.set(entry.digest, at + 40);
    body.writeUInt16BE(Math.min(name.length, 0xfff), at + 40 + DIGEST_BYTES);
    body.set(name, at + FIXED_BYTES);
    at += sizes[row] ?? 0;
  });
  writeFileSync(file, Buffer.concat([body, hash('sha256', body, 'buffer')]));
}

/** Reads an index written by {@link writeStatIndex}. Throws a {@link GateError} where its own checksum does not fit. */
export function readStatIndex(file: string): StatEntry[] {
  const bytes = readFileSync(file);
  const body = bytes.subarray(0, bytes.length - DIGEST_BYTES);
  const checksum = createHash('sha256').update(body).digest();
  if (body.length < HEADER_BYTES || !checksum.equals(bytes.subarray(body.length))) {
    throw new GateError('GG-STATE-DAMAGED', `The gate's own index "${file}" is damaged`, 'Stamp again: generation-gate stamp');
  }
  const entries: StatEntry[] = [];
  let at = HEADER_BYTES;
  for (let left = body.readUInt32BE(8); left > 0; left -= 1) {
    const end = body.indexOf(0, at + FIXED_BYTES);
    const name = body.subarray(at + FIXED_BYTES, end);
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
      digest: body.subarray(at + 40, at + 40 + DIGEST_BYTES),
      stats,
      trusted: stats[STAT.mtimeMs] !== 0,
    });
    at += (FIXED_BYTES + name.length + 8) & ~7;
  }
  return entries;
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
