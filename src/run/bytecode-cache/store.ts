/**
 * Bytecode of the standard library and of installed modules, kept between runs in the state folder (PR2). An entry
 * counts while its interpreter and its source are the very files it was made with, by device, inode, size, mtime and
 * ctime: none of these can be put back without moving the machine's clock.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { encodePath, nativePath } from '../../model/path.ts';
import { writeRecord } from '../../workspace/state.ts';

const FORMAT = 'generation-gate/bytecode-cache/1';
/** More than the standard library and a large environment take. */
export const STORE_LIMITS = { bytes: 512 << 20, sources: 20_000 } as const;

const decimal = z.string().check(z.regex(/^-?\d{1,20}$/));
/** Device, inode, size, mtime and ctime in ns. */
const identitySchema = z.tuple([decimal, decimal, decimal, decimal, decimal]);
export type Identity = z.infer<typeof identitySchema>;

export const wantedSchema = z.object({ source: z.string(), tag: z.string(), level: z.int().check(z.minimum(0), z.maximum(2)) });
/** A source that a run compiled, the tag of the bytecode and its level of optimisation. */
export type Wanted = z.infer<typeof wantedSchema>;

const entrySchema = z.extend(wantedSchema, { at: z.int(), length: z.int(), sha256: z.string(), identity: identitySchema });
export type Entry = z.infer<typeof entrySchema>;

const interpreterSchema = z.object({ executable: z.string(), tag: z.string(), identity: identitySchema });
/** Compiles the sources of its tag. */
export type CacheInterpreter = z.infer<typeof interpreterSchema>;

const indexSchema = z.object({
  format: z.literal(FORMAT),
  interpreters: z.array(interpreterSchema),
  /** What runs compiled so far: the next one begins with it. */
  wanted: z.array(wantedSchema),
  entries: z.array(entrySchema),
  /** Of the file that holds the bytecode of all entries. */
  data: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
});
export type StoreIndex = z.infer<typeof indexSchema>;

export const EMPTY_STORE: StoreIndex = { format: FORMAT, interpreters: [], wanted: [], entries: [], data: '0'.repeat(32) };

/** The store of a state folder; an empty one where there is none, or where it cannot be read: then the run begins cold. */
export function readStore(folder: string): StoreIndex {
  try {
    return z.parse(indexSchema, JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  } catch {
    return EMPTY_STORE;
  }
}

/** The bytecode of all entries, as one file. */
export function readStoreData(folder: string, { data }: StoreIndex): Buffer {
  try {
    return readFileSync(dataFile(folder, data));
  } catch {
    return Buffer.alloc(0);
  }
}

export function writeStore(folder: string, index: Omit<StoreIndex, 'format'>): void {
  writeRecord(join(folder, 'index.json'), { format: FORMAT, ...index });
}

/** Puts a data file in place under its own digest, and takes the one before it away. */
export function replaceData(folder: string, beside: string, content: Buffer, before: string): string {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  renameSync(beside, dataFile(folder, name));
  if (before !== name) rmSync(dataFile(folder, before), { force: true });
  return name;
}

function dataFile(folder: string, name: string): string {
  return join(folder, `${name}.bytecode`);
}

/** What tells a file from any other and from itself after a change; null where there is no regular file. */
export function identityOf(path: string): Identity | null {
  try {
    const stats = statSync(nativePath('/', path), { bigint: true });
    return stats.isFile() ? [stats.dev.toString(), stats.ino.toString(), stats.size.toString(), stats.mtimeNs.toString(), stats.ctimeNs.toString()] : null;
  } catch {
    return null;
  }
}

export function sameIdentity(left: Identity | null, right: Identity): boolean {
  return left?.every((value, at) => value === right[at]) === true;
}

export function keyOf({ source, tag, level }: Wanted): string {
  return `${tag}\0${level}\0${source}`;
}

/** Where Python looks for the bytecode of a source below a prefix (PEP 3147, and PYTHONPYCACHEPREFIX). */
export function pathBelowPrefix({ source, tag, level }: Wanted): Buffer {
  return encodePath(`${source.slice(1, -'.py'.length)}.${tag}${level === 0 ? '' : `.opt-${level}`}.pyc`);
}

/** The inverse of {@link pathBelowPrefix}; null for a name that no import makes, such as pytest's. */
export function wantedFrom(path: string): Wanted | null {
  const match = /^(?<stem>.*\/[^/.]+)\.(?<tag>[a-z]+-\d+t?)(?:\.opt-(?<level>[12]))?\.pyc$/s.exec(path)?.groups;
  if (match === undefined) return null;
  return { source: `/${match['stem'] ?? ''}.py`, tag: match['tag'] ?? '', level: Number(match['level'] ?? 0) };
}
