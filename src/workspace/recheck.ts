/**
 * Compares the work tree with the stamped paths again: at the run's start, at its end and at the check (ST6).
 * git looks at the stat data of all paths; only what differs there, or could not be trusted, is read again.
 */
import { existsSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { conversionSettingsDigest } from './conversion.ts';
import { isFolder } from './entry.ts';
import { DIGEST_BYTES, STAT, STAT_FIELDS } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { listOthers } from './listing.ts';
import type { ChangedPath, Drift, NestedRepository } from '../model/tree.ts';
import type { Measurement } from './measure.ts';
import { filesBelow } from './nested.ts';
import { openPrivateGit } from './private-git.ts';
import { gitDirectoryOf, headOf, type Repository } from './repository.ts';
import { measuredTable, refuseUnreadable, workTreeMode, type MeasuredTable } from './stamped-entries.ts';
import { readStatTable, writeStatIndex, type Trust } from './stat-index.ts';
import { suspectsOf } from './suspects.ts';

/** What the stamp left in the state folder for later comparison. */
export interface Baseline {
  /** Folder that holds the gate's own indexes. */
  readonly folder: string;
  /** Prefix of each part, in the order of the index files. */
  readonly prefixes: readonly string[];
  readonly nested: readonly NestedRepository[];
  readonly otherWorktrees: readonly string[];
  readonly settingsDigest: string;
  /** Reading of the file system's clock when the measurement began, in milliseconds. */
  readonly clockMs: number;
}

/** Writes the parts of a measurement for later comparison. `clockMs` is the file system's clock when it began. */
export function saveBaseline(folder: string, parts: readonly MeasuredTable[], clockMs: number, objectFormat: Repository['objectFormat']): void {
  parts.forEach(({ table }, number) => {
    writeStatIndex(indexFile(folder, number), table, trustBefore(table.stats, clockMs), objectFormat);
  });
}

/** The same for a measurement, whose index is taken over where it is that of an earlier one. */
export function keepBaseline(folder: string, { parts, sameIndex }: Pick<Measurement, 'parts' | 'sameIndex'>, clockMs: number, objectFormat: Repository['objectFormat']): void {
  if (sameIndex === null) saveBaseline(folder, parts, clockMs, objectFormat);
  else renameSync(sameIndex, indexFile(folder, 0));
}

/** The index of the workspace's own paths in a folder that {@link saveBaseline} filled. */
export function ownIndex(folder: string): string {
  return indexFile(folder, 0);
}

/** Tables by their file as it was when they were read: one run asks for them several times, and half a million paths take a while. */
const tables = new Map<string, { readonly identity: string; readonly read: ReturnType<typeof readStatTable> }>();

/** The stamped paths of each part, as they were stored. They are shared: nobody changes them. */
export function readBaseline({ folder, prefixes }: Baseline): readonly MeasuredTable[] {
  return prefixes.map((prefix, number) => {
    const file = indexFile(folder, number);
    const identity = identityOf(file);
    let known = tables.get(file);
    if (known?.identity !== identity) tables.set(file, (known = { identity, read: readStatTable(file) }));
    return measuredTable(prefix, known.read.table, known.read.trusted);
  });
}

/** A file that is written anew is put in the place of the old one, and so is another file. */
function identityOf(file: string): string {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** Measures the work tree against the baseline. `nowMs` is the file system's clock now; a clock that ran back makes every byte be read again. */
export async function recheck(repository: Repository, baseline: Baseline, nowMs: number): Promise<Drift> {
  const drifts = await Promise.all([
    ...baseline.prefixes.map((prefix, number) => recheckPart(repository, baseline, prefix, number, nowMs)),
    recheckHeads(repository, baseline),
  ]);
  return {
    changed: drifts.flatMap(({ changed }) => changed ?? []),
    vanished: drifts.flatMap(({ vanished }) => vanished ?? []),
    touched: drifts.flatMap(({ touched }) => touched ?? []),
    added: drifts.flatMap(({ added }) => added ?? []),
    headsMoved: drifts.flatMap(({ headsMoved }) => headsMoved ?? []),
    settingsChanged: conversionSettingsDigest(repository) !== baseline.settingsDigest,
  };
}

/**
 * Tells what the part around them lists and another part answers for: repositories by their folder, and their files
 * where git does not see a repository (a submodule's folder without one, one of the other object format).
 */
function knownPlaces({ nested, otherWorktrees }: Baseline, prefix: string): (path: string) => boolean {
  const folders = [...nested.map(({ path }) => path), ...otherWorktrees].filter((path) => path.startsWith(prefix));
  const known = new Set(folders);
  return (path) => known.has(path) || folders.some((folder) => path.startsWith(folder) && path[folder.length] === '/');
}

async function recheckPart(repository: Repository, baseline: Baseline, prefix: string, number: number, nowMs: number): Promise<Partial<Drift>> {
  const root = join(repository.top, prefix);
  const file = indexFile(baseline.folder, number);
  if (!isFolder(root, '')) {
    return { vanished: readStatTable(file).table.paths.map((path) => prefix + path) };
  }
  // Without it git would take every path for new.
  if (!existsSync(file)) readStatTable(file);
  const known = knownPlaces(baseline, prefix);
  const plain = baseline.nested.some(({ path, kind }) => kind === 'plain' && `${path}/` === prefix);
  const git = openPrivateGit({ workTree: root, objectFormat: repository.objectFormat, settings: repository.settings, objects: null, index: file });
  try {
    const [suspects, others] = await Promise.all([
      suspectsOf(git, file),
      plain ? null : listOthers(git),
    ]);
    // A clock behind the stamp's lets an edit take any ctime: nothing but the bytes can be trusted.
    const clockRanBack = nowMs < baseline.clockMs;
    const compared = suspects?.size === 0 && !clockRanBack ? null : await comparePart(repository, root, file, prefix, clockRanBack ? null : suspects, nowMs);
    const added: string[] = others === null ? newInPlainFolder(root, file, prefix) : [...others.untracked, ...others.repositories].map((path) => prefix + path).filter((path) => !known(path));
    return { ...compared, added };
  } finally {
    git.remove();
  }
}

/** Reads suspect paths again (all of them where `suspects` is null) and tells changed, vanished and touched ones apart. */
async function comparePart(repository: Repository, root: string, file: string, prefix: string, suspects: ReadonlySet<string> | null, nowMs: number): Promise<Partial<Drift>> {
  const { table, trusted } = readStatTable(file);
  const rows = [...table.paths.keys()].filter((row) => suspects === null || suspects.has(table.paths[row] ?? ''));
  const paths = rows.map((row) => table.paths[row] ?? '');
  const columns = await hashMany({ root, paths, algorithm: 'sha256' });
  // git leaves out what it may not look at: such a path is neither unchanged nor gone.
  if (suspects === null) refuseUnreadable(paths, columns, prefix);
  const trustedNow = trustBefore(columns.stats, nowMs);
  const changed: ChangedPath[] = [];
  const vanished: string[] = [];
  const touched: string[] = [];
  const renewed = new Set<number>();
  for (const [at, row] of rows.entries()) {
    const path = prefix + (table.paths[row] ?? '');
    const mode = workTreeMode(columns.kinds[at]);
    if (mode === null) {
      vanished.push(path);
      continue;
    }
    const stamped = describe(table.modes[row], table.digests, row);
    const now = describe(mode, columns.digests, at);
    if (stamped !== now) {
      changed.push({ path, stamped, now });
      continue;
    }
    const stats = columns.stats.subarray(at * STAT_FIELDS, (at + 1) * STAT_FIELDS);
    // Stored times carry nanoseconds; a float of milliseconds is good to a quarter of a microsecond.
    if (Math.abs((stats[STAT.ctimeMs] ?? 0) - (table.stats[row * STAT_FIELDS + STAT.ctimeMs] ?? 0)) > 0.001) touched.push(path);
    if (!trustedNow(at)) continue;
    table.stats.set(stats, row * STAT_FIELDS);
    renewed.add(row);
  }
  // Right after a checkout every path is in doubt; once read again in a later second it need not be read a third time.
  if (renewed.size > 0 && suspects !== null) writeStatIndex(file, table, (row) => renewed.has(row) || trusted(row), repository.objectFormat);
  return { changed, vanished, touched };
}

async function recheckHeads(repository: Repository, baseline: Baseline): Promise<Partial<Drift>> {
  const moved = await Promise.all(
    baseline.nested.map(async ({ path, kind, head }): Promise<ChangedPath[]> => {
      if (kind === 'plain') return [];
      const directory = gitDirectoryOf(join(repository.top, path));
      const now = directory === null ? null : await headOf(directory.gitDir);
      return now === head ? [] : [{ path, stamped: head ?? 'no commit', now: now ?? (directory === null ? 'no repository' : 'no commit') }];
    }),
  );
  return { headsMoved: moved.flat() };
}

function newInPlainFolder(root: string, file: string, prefix: string): string[] {
  const stamped = new Set(readStatTable(file).table.paths);
  return filesBelow(root, '').filter((path) => !stamped.has(path)).map((path) => prefix + path);
}

/**
 * Stat data can be believed where ctime and mtime lie in a second before the one in which the bytes were read: an edit
 * later in that second could leave the same ones (git compares whole seconds; racy-git.txt).
 */
function trustBefore(stats: Float64Array, clockMs: number): Trust {
  const second = Math.floor(clockMs / 1000) * 1000;
  return (row) => (stats[row * STAT_FIELDS + STAT.ctimeMs] ?? 0) < second && (stats[row * STAT_FIELDS + STAT.mtimeMs] ?? 0) < second;
}

/** `<mode> <sha256>` of one row. */
function describe(mode: number | undefined, digests: Buffer, row: number): string {
  return `${(mode ?? 0).toString(8)} ${digests.toString('hex', row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES)}`;
}

function indexFile(folder: string, number: number): string {
  return join(folder, `index-${number}`);
}
