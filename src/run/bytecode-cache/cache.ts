/**
 * The bytecode cache of one run under `--bytecode isolate` (PR2): a fresh prefix, begun with what the gate itself
 * compiled of the standard library and of installed modules. Which these are it learns from earlier runs; the bytecode
 * that a run wrote is never kept, for the tested processes can write anything there.
 */
import { randomBytes, createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { assetPath } from '../../assets.ts';
import { decodePath, nativePath } from '../../model/path.ts';
import { askInterpreter } from '../../prepare/interpreter.ts';
import {
  identityOf,
  keyOf,
  pathBelowPrefix,
  readStore,
  readStoreData,
  replaceData,
  sameIdentity,
  STORE_LIMITS,
  wantedFrom,
  writeStore,
  type CacheInterpreter,
  type Entry,
  type Identity,
  type StoreIndex,
  type Wanted,
} from './store.ts';

export interface CachePlaces {
  /** Folder for this run's cache; nothing lies there yet. */
  readonly prefix: string;
  /** Folder that outlives the run. */
  readonly store: string;
  /** Whether an absolute path is one of the workspace, or stands for one: such a file is never kept. */
  readonly isOfWorkspace: (path: string) => boolean;
  readonly env: NodeJS.ProcessEnv;
}

export interface BytecodeCache {
  readonly variables: Readonly<Record<string, string>>;
  /** Files that the run begins with. */
  readonly warmed: number;
  /** Takes the cache away and remembers what to begin the next one with. Called once, when nobody looks at it any more. */
  readonly end: (interpreters: readonly SeenInterpreter[]) => void;
}

const COMPILE_TIMEOUT_MS = 300_000;
const ANSWER_BYTES = 64 << 20;
const INTERPRETERS_LIMIT = 16;

/** Makes the cache of a run. It is cold where nothing can be kept or believed; never throws for that. */
export async function openBytecodeCache(places: CachePlaces): Promise<BytecodeCache> {
  const { prefix } = places;
  mkdirSync(prefix, { recursive: true, mode: 0o700 });
  let warmed = 0;
  try {
    warmed = await warm(places);
  } catch {
    // Half a cache is as sound as a whole one: each file of it was compared.
  }
  return {
    // Writing is on again: it reaches this folder alone.
    variables: { PYTHONPYCACHEPREFIX: prefix, PYTHONDONTWRITEBYTECODE: '' },
    warmed,
    end: (interpreters) => {
      try {
        remember(places, interpreters);
      } finally {
        rmSync(prefix, { recursive: true, force: true });
      }
    },
  };
}

async function warm({ prefix, store, env, isOfWorkspace }: CachePlaces): Promise<number> {
  const index = readStore(store);
  const interpreters = index.interpreters.filter(({ executable, identity }) => sameIdentity(identityOf(executable), identity));
  const tags = new Set(interpreters.map(({ tag }) => tag));
  const allowed = isInstalled(isOfWorkspace);
  const wanted = index.wanted.filter((one) => tags.has(one.tag) && allowed(one.source));
  const before = readStoreData(store, index);
  const isWanted = new Set(wanted.map(keyOf));
  // An entry whose interpreter is another one now was made by nobody that can still be named.
  const kept = index.entries.filter((entry) => isWanted.has(keyOf(entry)) && isSound(entry, before));
  const known = new Set(kept.map(keyOf));
  const missing = wanted.filter((one) => !known.has(keyOf(one)));
  const made = missing.length === 0 ? null : await compileMissing({ store, index, before, kept, missing, interpreters, env });
  const { entries, data } = made ?? { entries: kept, data: before };
  const folders = new Set<string>();
  for (const entry of entries) {
    const file = Buffer.concat([Buffer.from(`${prefix}/`), pathBelowPrefix(entry)]);
    const folder = dirname(file.toString('latin1'));
    if (!folders.has(folder)) mkdirSync(Buffer.from(folder, 'latin1'), { recursive: true, mode: 0o700 });
    folders.add(folder);
    writeFileSync(file, data.subarray(entry.at, entry.at + entry.length), { flag: 'wx', mode: 0o600 });
  }
  return entries.length;
}

function isSound({ source, identity, at, length, sha256 }: Entry, data: Buffer): boolean {
  return sameIdentity(identityOf(source), identity) && digestOf(data.subarray(at, at + length)) === sha256;
}

interface Compilation {
  readonly store: string;
  readonly index: StoreIndex;
  readonly before: Buffer;
  readonly kept: readonly Entry[];
  readonly missing: readonly Wanted[];
  readonly interpreters: readonly CacheInterpreter[];
  readonly env: NodeJS.ProcessEnv;
}

/** Path, level, offset, length, then the parts of an identity. */
const compiledSchema = z.tuple([z.string(), z.int(), z.int(), z.int(), z.string(), z.string(), z.string(), z.string(), z.string()]);

/** Compiles what is missing and writes the store anew: what is kept, then what is new. */
async function compileMissing({ store, index, before, kept, missing, interpreters, env }: Compilation): Promise<{ readonly entries: readonly Entry[]; readonly data: Buffer }> {
  mkdirSync(store, { recursive: true, mode: 0o700 });
  const beside = join(store, `new-${randomBytes(6).toString('hex')}`);
  let end = 0;
  const entries: Entry[] = kept.map((entry) => {
    const moved = { ...entry, at: end };
    end += entry.length;
    return moved;
  });
  try {
    writeFileSync(beside, Buffer.concat(kept.map(({ at, length }) => before.subarray(at, at + length))), { flag: 'wx', mode: 0o600 });
    const places: { readonly wanted: Wanted; readonly at: number; readonly length: number; readonly identity: Identity }[] = [];
    for (const { executable, tag } of distinctTags(interpreters)) {
      const sources = missing.filter((one) => one.tag === tag);
      const said = await askInterpreter({
        executable,
        args: ['-I', '-S', '-B', assetPath('warm.py')],
        input: JSON.stringify({ out: beside, tag, sources: sources.map(({ source, level }) => [source, level]) }),
        cwd: '/',
        env,
        timeoutMs: COMPILE_TIMEOUT_MS,
        maxBytes: ANSWER_BYTES,
      });
      for (const line of said.stdout.toString('latin1').split('\n').slice(0, -1)) {
        const [source, level, at, length, ...identity] = z.parse(compiledSchema, JSON.parse(line));
        places.push({ wanted: { source, tag, level }, at, length, identity });
      }
    }
    const data = readFileSync(beside);
    if (data.length > STORE_LIMITS.bytes) throw new RangeError('the store is too large');
    for (const { wanted, at, length, identity } of places) {
      if (at < end || length <= 0 || at + length > data.length) continue;
      entries.push({ ...wanted, at, length, sha256: digestOf(data.subarray(at, at + length)), identity });
    }
    const name = replaceData(store, beside, data, index.data);
    writeStore(store, { ...index, interpreters: [...interpreters], entries, data: name });
    return { entries, data };
  } finally {
    rmSync(beside, { force: true });
  }
}

function distinctTags(interpreters: readonly CacheInterpreter[]): readonly CacheInterpreter[] {
  return [...new Map(interpreters.map((one) => [one.tag, one] as const).reverse()).values()];
}

/** An interpreter that took part in a run, as its witness or the probe tells. */
export interface SeenInterpreter {
  readonly executable: string;
  readonly implementation: string;
  readonly version: string;
}

/** Remembers which sources the run compiled, by the names of what lies in its cache: nothing else of it is believed. */
function remember({ prefix, store, isOfWorkspace }: CachePlaces, seen: readonly SeenInterpreter[]): void {
  const index = readStore(store);
  const allowed = isInstalled(isOfWorkspace);
  const known = new Map(index.wanted.map((one) => [keyOf(one), one]));
  for (const name of readdirSync(prefix, { recursive: true, encoding: 'utf8' })) {
    const one = name.includes('\uFFFD') ? null : wantedFrom(name);
    if (one !== null && known.size < STORE_LIMITS.sources && allowed(one.source)) known.set(keyOf(one), one);
  }
  const wanted = [...known.values()].filter(({ source }) => identityOf(source) !== null);
  const tags = new Set(wanted.map(({ tag }) => tag));
  const interpreters = new Map(index.interpreters.map((one) => [one.executable, one]));
  const changed = new Set<string>();
  for (const { executable, implementation, version } of seen) {
    const [tag, identity] = [`${implementation}-${version.split('.').slice(0, 2).join('')}`, identityOf(executable)];
    if (identity === null || !tags.has(tag)) continue;
    const before = interpreters.get(executable);
    if (before !== undefined && !sameIdentity(identity, before.identity)) changed.add(before.tag);
    interpreters.set(executable, { executable, tag, identity });
  }
  // What an interpreter compiled that is another one now is compiled again.
  const entries = index.entries.filter(({ tag }) => !changed.has(tag));
  writeStore(store, { ...index, interpreters: [...interpreters.values()].slice(-INTERPRETERS_LIMIT), wanted, entries });
}

/** The standard library, or what an installer put into an environment (sysconfig's schemes, and Debian's). */
const INSTALLED = /\/lib(?:64)?\/(?:python|pypy)3(?:\.\d+t?)?\/|\/(?:site|dist)-packages\//;

/** Whether a source may be kept: installed by its place, and no file of the workspace, neither by name nor behind links. */
function isInstalled(isOfWorkspace: (path: string) => boolean): (source: string) => boolean {
  return (source) => {
    if (!INSTALLED.test(source) || isOfWorkspace(source)) return false;
    try {
      const real = decodePath(realpathSync.native(nativePath('/', source), { encoding: 'buffer' }));
      return INSTALLED.test(real) && !isOfWorkspace(real);
    } catch {
      return false;
    }
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
