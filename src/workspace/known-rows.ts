/**
 * Spares a further measurement what an earlier one read: a path whose stat data are those of the gate's own index, and
 * beyond doubt there, has the bytes that were hashed then. It is the trust of the re-check (ST6), and no more.
 */
import { existsSync } from 'node:fs';
import { GateError } from '../model/errors.ts';
import { comparePaths } from '../model/path.ts';
import { blobBytes, DIGEST_BYTES, emptyColumns, KIND, STAT_FIELDS, type HashColumns, type HashRequest } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import type { PrivateGit } from './private-git.ts';
import type { SameMeasurement } from './same-measurement.ts';
import type { StampedTable } from './stamped-entries.ts';
import { isWholeIndex, readStatTable } from './stat-index.ts';
import { suspectsOf } from './suspects.ts';

/** What an earlier measurement left, and when it began by the file system's clock, in milliseconds. */
export interface EarlierMeasurement {
  /** Its index of the workspace's own paths. */
  readonly index: string;
  readonly clockMs: number;
  /** Reading of the same clock now. */
  readonly nowMs: number;
  /** What it gave; null where it may not stand for a further one. */
  readonly same?: SameMeasurement | null;
}

export interface KnownRows {
  readonly table: StampedTable;
  /** Whether the bytes of a row are still those that were hashed. */
  readonly holds: (row: number) => boolean;
}

/** An earlier measurement, and the paths of it that may have changed since. */
export interface Recalled {
  readonly earlier: EarlierMeasurement;
  readonly suspects: ReadonlySet<string>;
}

/** Asks git which paths of an earlier measurement may have changed; null where there is none, or where the clock ran back since. */
export async function recallEarlier(git: PrivateGit, earlier: EarlierMeasurement | undefined): Promise<Recalled | null> {
  if (earlier === undefined || earlier.nowMs < earlier.clockMs || !existsSync(earlier.index)) return null;
  try {
    const suspects = await suspectsOf(git, earlier.index);
    return suspects === null ? null : { earlier, suspects };
  } catch (error) {
    return nullIfDamaged(error);
  }
}

/** What the earlier measurement gave, where nothing that it followed from is another now. */
export function sameAsEarlier(recalled: Recalled | null, inputs: string): SameMeasurement | null {
  const same = recalled?.earlier.same ?? null;
  return same?.inputs === inputs && recalled?.suspects.size === 0 && isWholeIndex(recalled.earlier.index) ? same : null;
}

/** The rows of an earlier measurement that still hold. */
export function knownRows(recalled: Recalled | null): KnownRows | null {
  if (recalled === null) return null;
  try {
    const { table, trusted } = readStatTable(recalled.earlier.index);
    return { table, holds: (row) => trusted(row) && !recalled.suspects.has(table.paths[row] ?? '') };
  } catch (error) {
    return nullIfDamaged(error);
  }
}

/** A damaged index knows nothing: then everything is read, as if it were not there. */
function nullIfDamaged(error: unknown): null {
  if (error instanceof GateError) return null;
  throw error;
}

/** Hashes the paths of the request, those that are known excepted. */
export async function hashUnknown(request: HashRequest, known: KnownRows | null): Promise<HashColumns> {
  const { paths, algorithm } = request;
  if (known === null || known.table.blobs.length !== known.table.paths.length * blobBytes(algorithm)) return hashMany(request);
  const columns = emptyColumns(paths.length, algorithm);
  const unknown = takeKnown(paths, known, columns, blobBytes(algorithm));
  const hashed = await hashMany({ ...request, paths: unknown.map((row) => paths[row] ?? '') });
  for (const [from, row] of unknown.entries()) {
    copyRows(hashed, from, columns, row, 1, blobBytes(algorithm));
    columns.kinds[row] = hashed.kinds[from] ?? KIND.missing;
    columns.carriageReturns[row] = hashed.carriageReturns[from] ?? 0;
  }
  return columns;
}

/** Fills in what is known and gives the rows that are not. Both lists are sorted by the bytes of their paths. */
function takeKnown(paths: readonly string[], { table, holds }: KnownRows, columns: HashColumns, idBytes: number): readonly number[] {
  const unknown: number[] = [];
  let at = 0;
  // Rows that follow each other here and there are copied at once: mostly all of them.
  let run = { at: 0, row: 0, rows: 0 };
  for (const [row, path] of paths.entries()) {
    while (at < table.paths.length && table.paths[at] !== path && comparePaths(table.paths[at] ?? '', path) < 0) at += 1;
    if (table.paths[at] !== path || !holds(at)) {
      unknown.push(row);
      continue;
    }
    if (run.at + run.rows !== at || run.row + run.rows !== row) {
      copyRows(table, run.at, columns, run.row, run.rows, idBytes);
      run = { at, row, rows: 0 };
    }
    run.rows += 1;
    const mode = table.modes[at];
    columns.kinds[row] = mode === 0o120000 ? KIND.symlink : mode === 0o100755 ? KIND.executable : KIND.file;
    // Not remembered. Where it matters, git is asked about one file more.
    columns.carriageReturns[row] = 1;
  }
  copyRows(table, run.at, columns, run.row, run.rows, idBytes);
  return unknown;
}

type Bytes = Pick<HashColumns, 'blobs' | 'digests' | 'stats'>;

function copyRows(from: Bytes, at: number, to: Bytes, row: number, rows: number, idBytes: number): void {
  to.blobs.set(from.blobs.subarray(at * idBytes, (at + rows) * idBytes), row * idBytes);
  to.digests.set(from.digests.subarray(at * DIGEST_BYTES, (at + rows) * DIGEST_BYTES), row * DIGEST_BYTES);
  to.stats.set(from.stats.subarray(at * STAT_FIELDS, (at + rows) * STAT_FIELDS), row * STAT_FIELDS);
}
