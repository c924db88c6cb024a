/** From the records of all processes to what the verdict may know: each loaded file once, with what it is compared with. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { decodePath, nativePath } from '../../model/path.ts';
import type { LoadRecord, Place, WitnessedLoad, WitnessFacts } from '../../model/witness.ts';
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from '../../workspace/environment-folder.ts';
import { compareRanBytecode, type RanBytecode } from './compare-bytecode.ts';
import { EscapedProcesses } from './escaped.ts';
import { isPythonSource, twinPaths } from './import-names.ts';
import { readRecords, type ProcessRecords } from './read.ts';
import type { RunningPython } from './sample.ts';
import type { StampedView } from './stamped-view.ts';

export interface Observation {
  /** Folder of the records. */
  readonly records: string;
  /** Real path of the workspace's top level. */
  readonly top: string;
  readonly stamped: StampedView;
  readonly otherWorktrees: readonly string[];
  /** Import roots that the project's metadata names, relative to the top level. */
  readonly roots: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Python processes of the command that were seen running; none where nobody looked. */
  readonly running?: readonly RunningPython[];
}

export type Observed = Pick<WitnessFacts, 'processes' | 'unfinished' | 'runtimes' | 'loads' | 'escaped' | 'written' | 'lost'>;

/** Folders that hold what a build makes. */
const BUILD_OUTPUT = /(?:^|\/)(?:build|_build|dist|out|target|cmake-build-[^/]*|__editable__[^/]*)\//;
const TEST_PLACE = /(?:^|\/)(?:tests?|testing)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;
/** What native modules are compiled from. */
const NATIVE_SOURCE = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|pyx|pxd|pxi|rs|f|f90|f95|go|m|mm|cu|s|S)$/;
const ESCAPED_LIMIT = 50;
/** More names than the purge knows: their bytecode goes, their code is third-party all the same. */
const INSTALLED: ReadonlySet<string> = new Set(['venv', '.venv', 'dist-packages', '.eggs', '__pypackages__']);

interface Draft {
  readonly load: LoadRecord;
  readonly executable: string;
  readonly roots: readonly string[];
  processes: number;
}

/** Reads the records and looks at what they name. Throws only where the folder of records is gone. */
export async function observeWitness(question: Observation): Promise<Observed> {
  const drafts = new Map<string, Draft>();
  const escaped = new EscapedProcesses(question.env['PATH']);
  const runtimes = new Map<string, WitnessFacts['runtimes'][number] & { processes: number }>();
  const written = new Set<string>();
  let processes = 0;
  let unfinished = 0;
  const lost = readRecords(question.records, (process) => {
    processes += 1;
    const replaced = process.spawns.some(({ how }) => how === 'exec');
    if (!process.finished && process.start.forked_from === undefined && !replaced) unfinished += 1;
    const { runtime, version, executable, prefix } = process.start;
    const key = [runtime, version, executable, prefix].join('\0');
    const known = runtimes.get(key);
    if (known === undefined) runtimes.set(key, { runtime, version, executable, prefix, processes: 1 });
    else known.processes += 1;
    for (const path of process.written) written.add(path);
    escaped.note(process.start, process.spawns);
    noteLoads(process, question, drafts);
  });
  const places = new Places(question);
  return {
    processes,
    unfinished,
    runtimes: [...runtimes.values()],
    loads: await settle([...drafts.values()], question, places),
    escaped: escaped.all(question.running ?? []).slice(0, ESCAPED_LIMIT),
    written: [...written].map((path) => places.of(path).path).filter((path) => question.stamped.has(path)).sort(),
    lost: [...lost],
  };
}

function noteLoads(process: ProcessRecords, { top }: Observation, drafts: Map<string, Draft>): void {
  const roots = new Set<string>();
  for (const path of process.searchPaths) {
    for (const entry of path) {
      const absolute = isAbsolute(entry) ? entry : resolve(process.start.cwd, entry);
      if (absolute === top) roots.add('');
      else if (absolute.startsWith(`${top}/`)) roots.add(absolute.slice(top.length + 1));
    }
  }
  const own = [...roots].sort();
  for (const load of process.loads) {
    const key = [load.path, load.name, load.how, load.digest, load.payload, load.path.startsWith(`${top}/`) ? '' : own.join('\0')].join('\0\0');
    const known = drafts.get(key);
    if (known === undefined) drafts.set(key, { load, executable: process.start.executable, roots: own, processes: 1 });
    else known.processes += 1;
  }
}

async function settle(drafts: readonly Draft[], question: Observation, places: Places): Promise<WitnessedLoad[]> {
  const { stamped, roots } = question;
  const loads: { load: WitnessedLoad; ran: RanBytecode | null }[] = [];
  for (const { load, executable, roots: own, processes } of drafts) {
    const real = places.of(load.path);
    const archive = load.archive === undefined ? null : places.of(load.archive).path;
    const subject = archive ?? real.path;
    const stampedDigest = stamped.get(subject)?.digest ?? null;
    // A stamped archive is compared as a whole, else the member by itself.
    const digest = archive !== null && stampedDigest !== null ? (load.archive_digest ?? null) : (load.digest ?? null);
    const place: Place = stampedDigest !== null ? 'stamped' : real.place;
    const importRoots = [...new Set(['', 'src', ...roots, ...own])];
    const twins = place === 'stamped' || load.name === undefined ? [] : twinPaths(load.name, load.path.slice(load.path.lastIndexOf('/') + 1), importRoots, stamped.has);
    // A file outside that resembles nothing of the workspace is third-party code and of no interest.
    if (twins.length === 0 && (place === 'outside' || place === 'environment') && stampedDigest === null) continue;
    const times = place === 'stamped' ? null : timesOf(load);
    const compared = load.bytecode !== undefined && load.payload !== undefined && load.digest !== undefined && load.how === 'bytecode';
    loads.push({
      load: {
        path: real.path,
        place,
        name: load.name ?? null,
        how: load.how,
        digest,
        stamped: stampedDigest,
        twins: twins.map((path) => ({ path, digest: stamped.get(path)?.digest ?? '' })),
        bytecode: load.bytecode === undefined ? null : { path: places.of(load.bytecode).path, answer: 'not-compared', why: 'its source is not known' },
        mtimeNs: load.mtime_ns ?? null,
        ctimeNs: load.ctime_ns ?? null,
        bornNs: times,
        newer: place === 'unstamped' ? newerThan(subject, load, stamped) : null,
        inCheckout: place !== 'stamped' && twins.length > 0 && places.liesInCheckout(load.path),
        archive,
        processes,
      },
      ran: compared ? { bytecode: load.bytecode ?? '', source: load.path, payload: load.payload ?? '', digest: load.digest ?? '', executable } : null,
    });
  }
  const ran = loads.flatMap(({ ran: one }) => (one === null ? [] : [one]));
  const answers = await compareRanBytecode(ran, question.env);
  return loads.map(({ load, ran: one }) => {
    const answer = one === null ? undefined : answers[ran.indexOf(one)];
    return answer === undefined || load.bytecode === null ? load : { ...load, bytecode: { path: load.bytecode.path, ...answer } };
  });
}

/** The stamped path that decides about the age of an unstamped file, where it is not older than the file. */
function newerThan(path: string, load: LoadRecord, stamped: StampedView): string | null {
  if (load.how === 'extension') {
    // A module compiled from Python lies beside its source and is found before it.
    const source = path.replace(/\.[^/]*$/, '.py');
    const beside = stamped.get(source);
    if (beside !== null && !isAfter(load, beside.ctimeNs)) return source;
  }
  const newest =
    load.how === 'extension'
      ? stamped.newest('native', (one) => NATIVE_SOURCE.test(one) && !TEST_PLACE.test(one))
      : BUILD_OUTPUT.test(path)
        ? stamped.newest('source', (one) => isPythonSource(one) && !TEST_PLACE.test(one))
        : stamped.newest('any', () => true);
  return newest === null || isAfter(load, newest.ctimeNs) ? null : newest.path;
}

/** Stored times are good to a microsecond; equal times count as not later. */
function isAfter({ ctime_ns: ctime }: LoadRecord, moment: bigint): boolean {
  return ctime !== undefined && BigInt(ctime) > moment + 1_000n;
}

/** Birth time in nanoseconds as it is now; null where the file is gone or its file system knows none. */
function timesOf({ path }: LoadRecord): string | null {
  try {
    const { birthtimeNs } = statSync(nativePath('/', path), { bigint: true });
    return birthtimeNs > 0n ? birthtimeNs.toString() : null;
  } catch {
    return null;
  }
}

/** Where paths lie, asked of the file system once a folder. */
class Places {
  readonly #top: string;
  readonly #otherWorktrees: readonly string[];
  readonly #isStamped: (path: string) => boolean;
  readonly #environments = new Map<string, boolean>();
  readonly #checkouts = new Map<string, boolean>();

  constructor({ top, otherWorktrees, stamped }: Observation) {
    this.#top = top;
    this.#otherWorktrees = otherWorktrees;
    this.#isStamped = stamped.has;
  }

  of(path: string): { readonly path: string; readonly place: Place } {
    const real = realOf(path);
    if (!real.startsWith(`${this.#top}/`)) return { path: real, place: this.#isInEnvironment(dirname(real)) ? 'environment' : 'outside' };
    const relative = real.slice(this.#top.length + 1);
    if (this.#isStamped(relative)) return { path: relative, place: 'stamped' };
    if (this.#otherWorktrees.some((worktree) => relative.startsWith(`${worktree}/`))) return { path: relative, place: 'other-checkout' };
    return { path: relative, place: this.#isInEnvironment(dirname(real)) ? 'environment' : 'unstamped' };
  }

  liesInCheckout(path: string): boolean {
    return this.#climb(dirname(realOf(path)), this.#checkouts, (folder) => existsSync(nativePath(folder, '.git')));
  }

  #isInEnvironment(folder: string): boolean {
    return this.#climb(folder, this.#environments, (one) => {
      const name = one.slice(one.lastIndexOf('/') + 1);
      return ENVIRONMENT_FOLDER_NAMES.has(name) || INSTALLED.has(name) || existsSync(nativePath(one, VIRTUAL_ENVIRONMENT_MARK));
    });
  }

  /** Whether `test` takes the folder or one above it; the workspace's own top level is above nothing of its own. */
  #climb(folder: string, known: Map<string, boolean>, test: (folder: string) => boolean): boolean {
    if (folder === '/' || folder === '.' || folder === this.#top) return false;
    let answer = known.get(folder);
    if (answer === undefined) {
      answer = test(folder) || this.#climb(dirname(folder), known, test);
      known.set(folder, answer);
    }
    return answer;
  }
}

function realOf(path: string): string {
  try {
    return decodePath(realpathSync.native(nativePath('/', path), { encoding: 'buffer' }));
  } catch {
    return path;
  }
}
