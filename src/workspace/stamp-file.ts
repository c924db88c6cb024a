/** Reads and writes the stamp file (ST1, ST7). Whoever can write into the workspace controls what is read here. */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { STAMP_FILE, STAMP_LIMIT_BYTES, STAMP_SCHEMA, stampSchema, type Stamp, type StampSight } from '../model/stamp.ts';

/** 16 random bytes as hex: one stamping. */
export function newGeneration(): string {
  return randomBytes(16).toString('hex');
}

/** Looks at the stamp's place. Never throws for what lies there, never waits on a FIFO, never follows a link. */
export function readStampFile(top: string): StampSight {
  let descriptor: number;
  try {
    descriptor = openSync(join(top, STAMP_FILE), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { state: 'absent' };
    return malformed(code === 'ELOOP' ? 'it is a symbolic link' : `it cannot be opened (${code ?? 'unknown'})`);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return malformed(stats.isDirectory() ? 'it is a folder' : 'it is a FIFO, socket or device');
    if (stats.size > STAMP_LIMIT_BYTES) return malformed(`it has ${stats.size} bytes; a stamp has at most ${STAMP_LIMIT_BYTES}`);
    return parseStamp(readWhole(descriptor));
  } catch (error) {
    return malformed(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  } finally {
    closeSync(descriptor);
  }
}

/** Parses the bytes of a stamp file. */
export function parseStamp(bytes: Buffer): StampSight {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return malformed('it is not JSON');
  }
  const schema = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['schema'] : undefined;
  if (schema !== STAMP_SCHEMA) {
    return malformed(typeof schema === 'string' ? `its format is ${JSON.stringify(schema.slice(0, 80))}; this program reads "${STAMP_SCHEMA}"` : 'it names no format');
  }
  const parsed = stampSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return malformed(`its key "${issue?.path.join('.') ?? ''}" is not what the format asks for`);
  }
  return { state: 'found', stamp: parsed.data, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** The exact bytes of a stamp file. */
export function stampBytes(stamp: Stamp): Buffer {
  return Buffer.from(`${JSON.stringify(stamp, null, 2)}\n`, 'utf8');
}

/** SHA-256 of the file that {@link writeStampFile} writes. */
export function stampDigestOf(stamp: Stamp): string {
  return createHash('sha256').update(stampBytes(stamp)).digest('hex');
}

/** Writes the stamp beside its place and renames it in, so that no reader meets half a stamp. */
export function writeStampFile(top: string, stamp: Stamp): void {
  const bytes = stampBytes(stamp);
  const beside = join(top, `${STAMP_FILE}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    writeFileSync(beside, bytes, { flag: 'wx', flush: true });
    renameSync(beside, join(top, STAMP_FILE));
  } catch (error) {
    rmSync(beside, { force: true });
    throw new GateError('GG-STAMP-NOT-WRITTEN', `The stamp could not be written to "${top}" (${(error as NodeJS.ErrnoException).code ?? String(error)})`, 'Free space, or give write permission on the top folder of the workspace.', error);
  }
}

/** Removes the stamp, so that a stamping that is cut short leaves none rather than an old one. */
export function removeStampFile(top: string): void {
  try {
    // A link is removed, never its target; a folder is none of ours.
    rmSync(join(top, STAMP_FILE), { force: true });
  } catch (error) {
    throw new GateError('GG-STAMP-NOT-REMOVED', `An older "${STAMP_FILE}" cannot be removed (${(error as NodeJS.ErrnoException).code ?? String(error)})`, `Remove it by hand: rm -r ${STAMP_FILE}`, error);
  }
}

/** Whether a path is the stamp or one that a stamping in progress writes beside it. */
export function isStampPath(path: string): boolean {
  return path === STAMP_FILE || (path.startsWith(`${STAMP_FILE}.`) && path.endsWith('.tmp'));
}

function malformed(why: string): StampSight {
  return { state: 'malformed', why };
}

function readWhole(descriptor: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    const got = readSync(descriptor, chunk, 0, chunk.length, null);
    if (got === 0) return Buffer.concat(chunks);
    total += got;
    if (total > STAMP_LIMIT_BYTES) throw new Error('it grew while it was read');
    chunks.push(chunk.subarray(0, got));
  }
}
