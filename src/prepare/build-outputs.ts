/** Build outputs that a package's own metadata names as what is loaded, and the changed sources they must be newer than (PR4). */
import { lstatSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import * as z from 'zod/mini';
import type { BuildOutputs, FileSight, OutdatedOutput } from '../model/leftovers.ts';
import { nativePath } from '../model/path.ts';
import { ENVIRONMENT_FOLDER_NAMES } from '../workspace/environment-folder.ts';
import { reachOf } from './output-reach.ts';
import { entriesOf, liesIn, readBounded, realPath } from './bounded-file.ts';

export interface StampedTimes {
  readonly paths: () => Iterable<string>;
  readonly has: (path: string) => boolean;
  /** ctime of a stamped path in nanoseconds, good to a microsecond. */
  readonly get: (path: string) => { readonly ctimeNs: bigint } | null;
}

export interface OutputQuestion {
  /** Real path of the top level. */
  readonly top: string;
  readonly stamped: StampedTimes;
  /** Whether a path belongs to tests: neither its packages nor its sources count. */
  readonly isTest: (path: string) => boolean;
  /** The captured command as text; '' where the workflow's own steps ran the tests. */
  readonly command: string;
  /** The changed ones among some stamped paths; null where nothing is here to compare them with. */
  readonly changed: (paths: readonly string[]) => Promise<{ readonly against: string; readonly paths: readonly string[] } | null>;
}

const MANIFEST = 'package.json';
/** Sources that a build of a package turns into what is loaded. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|civet|re|res|elm|pegjs|peggy|graphql|gql|proto|s?css|less|sass|rs|c|cc|cpp|cxx|h|hpp)$/;
/** Configuration of tools, which no build compiles: `jest.config.js`, `.eslintrc.cjs`. */
const CONFIGURATION = /(?:^|\/)(?:\.[^/]*|[^/]*\.(?:config|conf|setup|workspace)\.[^/.]+|gulpfile\.[^/]+|Gruntfile\.[^/]+)$/;
/** What Node tries for a name without an ending, and for a folder (nodejs.org/api/modules.html#all-together). */
const ENDINGS = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'];
/** Endings of what a compiler makes of one source. */
const MADE_ENDINGS = ['.js', '.mjs', '.cjs', '.jsx'];
const COMPILED = ['.ts', '.tsx', '.mts', '.cts', '.coffee', '.res'];
/** Conditions of `exports` that a type checker follows, and nothing at run time. */
const TYPE_CONDITION = /^(?:types|typings)(?:@|$)/;
/** Stored times are good to a microsecond. */
const STORED_RESOLUTION_NS = 1_000n;
const PATTERN_FILES_LIMIT = 500;
const OUTDATED_LIMIT = 200;

/** The project controls this file. Keys that hold something else than npm knows are passed over, as npm does. */
const manifestSchema = z.record(z.string(), z.unknown());
type Manifest = z.infer<typeof manifestSchema>;

/** Scripts that build, by custom, the first that is there. */
const BUILD_SCRIPTS = ['build', 'compile', 'bundle', 'prepack', 'prepare'];
const LOCK_FILES = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const;

interface Package {
  readonly manifest: string;
  readonly content: Manifest;
  /** Relative to the top level; '' is the top level itself. */
  readonly folder: string;
  readonly outputs: readonly { readonly field: string; readonly path: string; readonly sight: FileSight }[];
  /** Whether sources below belong to it rather than to the package around it. */
  readonly owns: boolean;
  readonly build: BuildOutputs['builds'][string];
}

export interface BuildOutputsWatch {
  /** As the first look found them. */
  readonly outputs: BuildOutputs;
  /** The same outputs as they are now. */
  readonly again: () => BuildOutputs;
}

/**
 * Every ignored output of every package outside of tests, and those among them that a changed source makes outdated.
 * Called right before the command starts; where nobody sees the run, at the check.
 */
export async function watchBuildOutputs(question: OutputQuestion): Promise<BuildOutputsWatch> {
  const { top, stamped, isTest } = question;
  const unread: { file: string; why: string }[] = [];
  const packages = [...stamped.paths()].flatMap((path) => {
    if (!path.endsWith(MANIFEST) || posix.basename(path) !== MANIFEST || isTest(path) || isInstalled(path)) return [];
    const read = readManifest(top, path);
    if ('manifest' in read) return [packageOf(path, read.manifest, question)];
    unread.push({ file: path, why: read.why });
    return [];
  });
  const named = packages.reduce((sum, { outputs }) => sum + outputs.length, 0);
  const candidates = named === 0 ? [] : candidatesIn(packages, question);
  const changed = candidates.length === 0 ? null : await question.changed([...new Set(candidates.map(({ source }) => source))]);
  const paths = new Set(changed?.paths ?? []);
  const outdated = candidates.flatMap((one) => (paths.has(one.source) ? outdatedBy(one, question) : [])).slice(0, OUTDATED_LIMIT);
  const builds = Object.fromEntries(packages.flatMap(({ manifest, build }) => (outdated.some((one) => one.manifest === manifest) ? [[manifest, build]] : [])));
  const manifests = packages.map(({ manifest, content }) => ({ path: manifest, content }));
  const old = packages.filter(({ manifest }) => outdated.some((one) => one.manifest === manifest)).map((one) => ({ ...one, outputs: one.outputs.map(({ path }) => path) }));
  const reached = reachOf(old, { top, stamped: stamped.paths, isTest, command: question.command, manifests });
  const outputs: BuildOutputs = { named, against: candidates.length === 0 ? 'nothing' : (changed?.against ?? null), outdated, builds, reached: { ...reached }, unread };
  return { outputs, again: () => ({ ...outputs, outdated: outdated.map((one) => ({ ...one, atEnd: subjectOf(question, one) })) }) };
}

function readManifest(top: string, path: string): { readonly manifest: Manifest } | { readonly why: string } {
  const read = readBounded(`${top}/${path}`);
  if (read.state !== 'found') return { why: read.state === 'absent' ? 'it is gone' : read.why };
  try {
    return { manifest: manifestSchema.parse(JSON.parse(read.bytes.toString('utf8').replace(/^\uFEFF/, ''))) };
  } catch {
    return { why: 'it holds no JSON object' };
  }
}

function packageOf(manifest: string, content: Manifest, { top, stamped }: OutputQuestion): Package {
  const folder = manifest === MANIFEST ? '' : posix.dirname(manifest);
  const found = new Map<string, Package['outputs'][number]>();
  for (const { field, target } of targetsIn(content)) {
    for (const path of filesNamed(top, folder, target)) {
      if (found.has(path) || stamped.has(path) || isInstalled(path)) continue;
      const sight = look(top, path);
      // A link to a stamped file loads that file, and one that leads out of the workspace is judged as an origin.
      const real = realPath(`${top}/${path}`);
      if (sight !== null && liesIn(real, top) && !stamped.has(real.slice(top.length + 1))) found.set(path, { field, path, sight });
    }
  }
  return { manifest, content, folder, outputs: [...found.values()], owns: typeof content['name'] === 'string' || found.size > 0, build: buildOf(top, folder, content) };
}

/** What builds the package: its script, run by the package manager that the lock file belongs to. */
function buildOf(top: string, folder: string, { scripts }: Manifest): Package['build'] {
  const names = typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
  const lock = LOCK_FILES.find(([name]) => look(top, posix.join(folder, name)) !== null || look(top, name) !== null);
  return { folder: folder === '' ? '.' : folder, tool: lock?.[1] ?? 'npm', script: BUILD_SCRIPTS.find((name) => names.includes(name)) ?? null };
}

/** What a manifest names for loading, with the keys that lead there. */
export function targetsIn(manifest: Readonly<Record<string, unknown>>): readonly { readonly field: string; readonly target: string }[] {
  const targets: { field: string; target: string }[] = [];
  const add = (value: unknown, field: string): void => {
    if (typeof value === 'string') targets.push({ field, target: value });
    else if (Array.isArray(value)) for (const inner of value) add(inner, field);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) if (!TYPE_CONDITION.test(key)) add(inner, /^[A-Za-z_$][\w$]*$/.test(key) ? `${field}.${key}` : `${field}[${JSON.stringify(key)}]`);
    }
  };
  for (const key of ['main', 'module', 'exports', 'imports', 'bin']) add(manifest[key], key);
  return targets;
}

/** The files that a target names, relative to the top level. Folders and names of other packages are none. */
function filesNamed(top: string, folder: string, target: string): readonly string[] {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return [];
  const path = posix.join(folder, target);
  if (path.startsWith('../') || path === '..') return [];
  if (path.includes('*')) return filesMatching(top, path);
  const trimmed = path.replace(/\/$/, '');
  const ending = ENDINGS.find((one) => look(top, trimmed + one) !== null);
  return ending === undefined ? [] : [trimmed + ending];
}

/** Files that a pattern of `exports` stands for: `*` is any text, also across folders. */
function filesMatching(top: string, pattern: string): readonly string[] {
  const [before = '', ...rest] = pattern.split('*');
  const after = rest.at(-1) ?? '';
  const found: string[] = [];
  const pending = [before.slice(0, before.lastIndexOf('/') + 1)];
  for (let folder = pending.pop(); folder !== undefined && found.length < PATTERN_FILES_LIMIT; folder = pending.pop()) {
    for (const { name, kind, link } of entriesOf(`${top}/${folder}`)) {
      const path = folder + name;
      if (kind === 'folder' && !link && !ENVIRONMENT_FOLDER_NAMES.has(name) && name !== '.git') pending.push(`${path}/`);
      else if (kind === 'file' && path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after) && !/\.d\.[cm]?ts$|\.map$/.test(path)) found.push(path);
    }
  }
  return found.slice(0, PATTERN_FILES_LIMIT);
}

type Pair = Pick<OutdatedOutput, 'manifest' | 'field' | 'output' | 'source'>;

/** Pairs of an output and a source of its package that is not older. Whether the source changed is asked afterwards. */
function candidatesIn(packages: readonly Package[], { stamped, isTest }: OutputQuestion): readonly Pair[] {
  const owners = new Map(packages.filter(({ owns }) => owns).map((one) => [one.folder, one]));
  const found: Pair[] = [];
  for (const source of stamped.paths()) {
    if (!SOURCE.test(source) || CONFIGURATION.test(source)) continue;
    const owner = ownerOf(source, owners);
    if (owner === undefined || owner.outputs.length === 0) continue;
    const latest = (stamped.get(source)?.ctimeNs ?? 0n) + STORED_RESOLUTION_NS;
    const old = owner.outputs.filter(({ sight }) => BigInt(sight.ctimeNs) <= latest);
    // Asked last: it tries many globs.
    if (old.length === 0 || isTest(source)) continue;
    for (const { field, path: output } of old) found.push({ manifest: owner.manifest, field, output, source });
  }
  return found;
}

function outdatedBy(pair: Pair, question: OutputQuestion): readonly OutdatedOutput[] {
  const sourceCtimeNs = exactCtime(question, pair.source);
  const subject = subjectOf(question, pair);
  if (subject === null || BigInt(subject.ctimeNs) > sourceCtimeNs) return [];
  return [{ ...pair, sourceCtimeNs: sourceCtimeNs.toString(), atStart: subject, atEnd: subject }];
}

function ownerOf(source: string, owners: ReadonlyMap<string, Package>): Package | undefined {
  for (let folder = posix.dirname(source); ; folder = posix.dirname(folder)) {
    const owner = owners.get(folder === '.' ? '' : folder);
    if (owner !== undefined || folder === '.') return owner;
  }
}

/** The full resolution where the file was not touched since the stamp; else what the stamp recorded. */
function exactCtime({ top, stamped }: OutputQuestion, source: string): bigint {
  const recorded = stamped.get(source)?.ctimeNs ?? 0n;
  const now = look(top, source, lstatSync);
  const difference = now === null ? null : BigInt(now.ctimeNs) - recorded;
  return difference !== null && difference <= STORED_RESOLUTION_NS && difference >= -STORED_RESOLUTION_NS ? recorded + difference : recorded;
}

/**
 * The file whose age tells whether the source was built. A compiler that writes one file for each source leaves alone
 * what did not change, so that is the source's own counterpart; without one, as a bundler works, the output itself.
 */
function subjectOf({ top, stamped }: OutputQuestion, { manifest, output, source }: Pair): FileSight | null {
  const folder = manifest === MANIFEST ? '.' : posix.dirname(manifest);
  const stem = withoutEnding(posix.relative(folder, source));
  const stems = [...new Set([stem.slice(stem.indexOf('/') + 1), stem])];
  const places: string[] = [];
  for (let place = posix.dirname(output); place !== '.' && place !== folder; place = posix.dirname(place)) places.push(place);
  // An output beside its own source: the compiler writes in place.
  if (COMPILED.some((ending) => stamped.has(withoutEnding(output) + ending))) places.push(folder);
  for (const place of places) {
    for (const one of stems) {
      for (const ending of new Set([posix.extname(output), ...MADE_ENDINGS])) {
        const path = posix.join(place, one + ending);
        const sight = stamped.has(path) ? null : look(top, path);
        if (sight !== null) return sight;
      }
    }
  }
  return look(top, output);
}

function withoutEnding(path: string): string {
  return path.replace(/\.[^/.]+$/, '');
}

function look(top: string, path: string, stat: typeof statSync = statSync): FileSight | null {
  try {
    const entry = stat(nativePath(top, path), { bigint: true });
    const { ino, size, mtimeNs, ctimeNs } = entry;
    return entry.isFile() ? { path, ino: ino.toString(), size: size.toString(), mtimeNs: mtimeNs.toString(), ctimeNs: ctimeNs.toString() } : null;
  } catch {
    return null;
  }
}

export function isInstalled(path: string): boolean {
  return path.split('/').some((part) => ENVIRONMENT_FOLDER_NAMES.has(part));
}
