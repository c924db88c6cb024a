/**
 * Which paths git would store in other bytes than those on disk, and the ids it would give them. Built-in conversions
 * (end of line, ident, encoding) are done by git itself in the private directory; external filters are never run (ST2).
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, mkdtempSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { encodePath, decodePath, nativePath } from '../model/path.ts';
import { GateError } from '../model/errors.ts';
import type { PrivateGit } from './private-git.ts';
import type { Repository, WorkTreeSettings } from './repository.ts';

/** How far conversion must be looked for: nowhere, in files with a carriage return, or by each path's attributes. */
export type ConversionScope = 'none' | 'line-ends' | 'attributes';

const LINE_END_WORDS = /(^|[\s!-])(text|eol|crlf|binary)\b/;
const PER_PATH_WORDS = /\b(filter|ident|working-tree-encoding)\b|\[attr\]/;

/**
 * Reads every attribute file that applies and tells how far conversion must be looked for.
 * The digest names these files' bytes and the settings: two measurements with other digests may convert otherwise.
 */
export async function conversionScope(repository: Pick<Repository, 'top' | 'commonDir' | 'settings'>, listed: readonly string[], gitAttributes: (path: string) => Promise<Buffer | null>): Promise<{ scope: ConversionScope; settingsDigest: string }> {
  const outside = outsideAttributeFiles(repository);
  const texts = outside.map((file) => readOrNull(file));
  for (const path of listed) {
    if (path !== '.gitattributes' && !path.endsWith('/.gitattributes')) continue;
    const native = nativePath(repository.top, path);
    const bytes = readOrNull(native) ?? (await gitAttributes(path));
    if (bytes !== null) texts.push(bytes);
  }
  const lines = texts.flatMap((bytes) => (bytes === null ? [] : bytes.toString('latin1').split('\n'))).filter((line) => !/^\s*(#|$)/.test(line));
  const { autocrlf } = repository.settings;
  const scope = lines.some((line) => PER_PATH_WORDS.test(line))
    ? 'attributes'
    : autocrlf !== 'false' || lines.some((line) => LINE_END_WORDS.test(line))
      ? 'line-ends'
      : 'none';
  return { scope, settingsDigest: settingsDigest(repository.settings, outside) };
}

/** A digest over what decides conversion and lies outside the tree: settings and attribute files of the machine. */
export function conversionSettingsDigest(repository: Pick<Repository, 'commonDir' | 'settings'>): string {
  return settingsDigest(repository.settings, outsideAttributeFiles(repository));
}

/** What the attributes of one path ask for. */
export interface PathAttributes {
  readonly filter: boolean;
  readonly builtIn: boolean;
}

/**
 * Asks git for the attributes of paths; only those with a filter, an ident or an encoding are in the answer.
 * `absent` are attribute files that a sparse checkout leaves out: they count as the index has them, a deleted one does not.
 */
export async function attributesOf(git: PrivateGit, paths: readonly string[], absent: readonly SeedEntry[]): Promise<ReadonlyMap<string, PathAttributes>> {
  if (paths.length === 0) return new Map();
  const input = encodePath(paths.join('\0') + '\0');
  const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, 'attributes-')), 'index') };
  await seedIndex(git, absent, env);
  const output = await orThrow(git.tryRun(['check-attr', '-z', '--stdin', 'filter', 'ident', 'working-tree-encoding'], input, env));
  const found = new Map<string, PathAttributes>();
  const fields = decodePath(output).split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', attribute, value = ''] = fields.slice(at, at + 3);
    if (value === 'unspecified' || value === 'unset') continue;
    const before = found.get(path) ?? { filter: false, builtIn: false };
    if (attribute === 'filter') found.set(path, { ...before, filter: value !== 'set' && value !== '' });
    else found.set(path, { ...before, builtIn: true });
  }
  return found;
}

export interface SeedEntry {
  readonly path: string;
  /** Mode and id in the user's index; null for an untracked path. */
  readonly indexed: { readonly mode: string; readonly oid: string } | null;
}

/**
 * The blob ids that git gives to files after its built-in conversions.
 * An index of its own is seeded without stat data, so that git hashes every file again and still knows the committed
 * bytes ("a file committed with CRLF stays so" under `text=auto` depends on them).
 */
export async function convertedBlobs(git: PrivateGit, entries: readonly SeedEntry[], absent: readonly SeedEntry[]): Promise<ReadonlyMap<string, string>> {
  if (entries.length === 0) return new Map();
  const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, 'convert-')), 'index') };
  await seedIndex(git, [...entries, ...absent], env);
  // Without `--info-only` git writes blobs, and renews the times of those that the user's object store holds.
  await orThrow(git.tryRun(['update-index', '--add', '--info-only', '-z', '--stdin'], encodePath(entries.map(({ path }) => `${path}\0`).join('')), env));
  const listed = await orThrow(git.tryRun(['ls-files', '-s', '-z'], undefined, env));
  const blobs = new Map<string, string>();
  for (const record of decodePath(listed).split('\0')) {
    const tab = record.indexOf('\t');
    if (tab > 0) blobs.set(record.slice(tab + 1), record.slice(7, record.indexOf(' ', 7)));
  }
  return blobs;
}

async function seedIndex(git: PrivateGit, entries: readonly SeedEntry[], env: Readonly<Record<string, string>>): Promise<void> {
  const seeds = entries.flatMap(({ path, indexed }) => (indexed === null ? [] : [`${indexed.mode} ${indexed.oid} 0\t${path}\0`]));
  if (seeds.length > 0) await orThrow(git.tryRun(['update-index', '-z', '--index-info'], encodePath(seeds.join('')), env));
}

async function orThrow(call: ReturnType<PrivateGit['tryRun']>): Promise<Buffer> {
  const result = await call;
  // A file that does not fit its encoding is an error with exit code 0 where no blob is written.
  if (result.code !== 0 || /^(error|fatal): /m.test(result.stderr)) {
    throw new GateError('GG-CONVERSION-FAILED', `git cannot convert a file as its attributes ask: ${result.stderr.slice(0, 1000)}`, 'Mend the file or its line in .gitattributes; `git add --renormalize .` shows the same error.');
  }
  return result.stdout;
}

/**
 * Which filtered paths are unchanged though their bytes on disk are not the blob's: the bytes fit the LFS pointer that
 * the index holds, or the stat data equal the index entry's and are not racy (git's own rule, racy-git.txt).
 */
export async function unchangedBehindFilter(git: PrivateGit, root: string, indexFile: string, entries: readonly { readonly path: string; readonly oid: string }[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set();
  const pointers = await readPointers(git, entries);
  const unchanged = new Set<string>();
  let stats: ReadonlyMap<string, IndexStat> | undefined;
  const indexSecond = lstatSync(indexFile, { bigint: true }).mtimeNs / NANOSECONDS;
  for (const { path } of entries) {
    const native = nativePath(root, path);
    const pointer = pointers.get(path);
    if (pointer !== undefined) {
      const size = lstatSync(native, { throwIfNoEntry: false })?.size;
      if (size === pointer.size && (await sha256Of(native)) === pointer.sha256) unchanged.add(path);
      continue;
    }
    stats ??= await indexStats(git);
    const known = stats.get(path);
    if (known !== undefined && known.mtimeNs / NANOSECONDS < indexSecond && known.ctimeNs / NANOSECONDS < indexSecond && sameStat(known, native)) unchanged.add(path);
  }
  return unchanged;
}

/** What an index entry remembers of a file. Some programs write whole seconds. */
interface IndexStat {
  readonly ctimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  readonly size: bigint;
}

const NANOSECONDS = 1_000_000_000n;

interface LfsPointer {
  readonly sha256: string;
  readonly size: number;
}

/** Longest LFS pointer, in bytes (git-lfs, docs/spec.md). */
const POINTER_BYTES = 1024;

async function readPointers(git: PrivateGit, entries: readonly { readonly path: string; readonly oid: string }[]): Promise<ReadonlyMap<string, LfsPointer>> {
  const ask = (list: readonly { readonly oid: string }[]) => Buffer.from(list.map(({ oid }) => `${oid}\n`).join(''), 'latin1');
  const sizes = (await git.run(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], ask(entries))).toString('latin1').split('\n');
  const small = entries.filter((_, row) => {
    const [type, size] = (sizes[row] ?? '').split(' ');
    return type === 'blob' && Number(size) <= POINTER_BYTES;
  });
  const pointers = new Map<string, LfsPointer>();
  if (small.length === 0) return pointers;
  const bytes = await git.run(['cat-file', '--batch=%(objectsize)'], ask(small));
  let at = 0;
  for (const { path } of small) {
    const line = bytes.indexOf(10, at);
    const size = Number(bytes.toString('latin1', at, line));
    const text = bytes.toString('latin1', line + 1, line + 1 + size);
    at = line + 1 + size + 1;
    const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
    const length = /^size (\d+)$/m.exec(text)?.[1];
    if (text.startsWith('version ') && oid !== undefined && length !== undefined) pointers.set(path, { sha256: oid, size: Number(length) });
  }
  return pointers;
}

async function indexStats(git: PrivateGit): Promise<ReadonlyMap<string, IndexStat>> {
  const text = decodePath(await git.run(['ls-files', '-z', '--debug']));
  const found = new Map<string, IndexStat>();
  const record = /([^\0]*)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [0-9a-f]+\n/gy;
  for (const [, path = '', ctime = '', ctimeNs = '', mtime = '', mtimeNs = '', ino = '', size = ''] of text.matchAll(record)) {
    found.set(path, { ctimeNs: BigInt(ctime) * NANOSECONDS + BigInt(ctimeNs), mtimeNs: BigInt(mtime) * NANOSECONDS + BigInt(mtimeNs), ino: BigInt(ino), size: BigInt(size) });
  }
  return found;
}

function sameStat(known: IndexStat, native: string | Buffer): boolean {
  const now = lstatSync(native, { throwIfNoEntry: false, bigint: true });
  if (now?.isFile() !== true) return false;
  const sameTime = (time: bigint, seen: bigint): boolean => time === seen || (time % NANOSECONDS === 0n && time / NANOSECONDS === seen / NANOSECONDS);
  // git keeps the low 32 bits of size and inode.
  return sameTime(known.ctimeNs, now.ctimeNs) && sameTime(known.mtimeNs, now.mtimeNs) && BigInt.asUintN(32, now.size) === known.size && BigInt.asUintN(32, now.ino) === known.ino;
}

function sha256Of(file: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const digest = createHash('sha256');
    createReadStream(file).on('error', reject).on('data', (chunk) => digest.update(chunk)).on('end', () => resolve(digest.digest('hex')));
  });
}

/** Attribute files that apply and lie outside the tree, in git's order (gitattributes(5)). */
function outsideAttributeFiles(repository: Pick<Repository, 'commonDir' | 'settings'>): readonly string[] {
  const named = repository.settings.attributesFile;
  const home = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const global = named === null ? join(home, 'git', 'attributes') : named.replace(/^~(?=\/)/, homedir());
  return ['/etc/gitattributes', global, join(repository.commonDir, 'info', 'attributes')].filter((file) => existsSync(file));
}

function settingsDigest(settings: WorkTreeSettings, outside: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify([settings.autocrlf, settings.eol, settings.fileMode, settings.symlinks]));
  for (const file of outside) digest.update('\0').update(readOrNull(file) ?? '');
  return digest.digest('hex');
}

function readOrNull(file: string | Buffer): Buffer | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
