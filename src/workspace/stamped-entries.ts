/**
 * From the rows of hashing to stamped paths, or to the refusal that a row calls for. Stamped paths are kept as columns:
 * half a million objects would cost more than reading the files.
 */
import { comparePaths } from '../model/path.ts';
import { DIGEST_BYTES, KIND, STAT_FIELDS, type HashColumns } from './hash-files.ts';
import { specialFile, unreadableFile, unstableFile } from './refusals.ts';

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

/** Stamped paths, one row each, sorted by the bytes of their paths. */
export interface StampedTable {
  readonly paths: readonly string[];
  /** Work tree modes as git writes them, as numbers: 0o100644, 0o100755, 0o120000. */
  readonly modes: Uint32Array;
  /** SHA-256 over `blob <size>\0` and the bytes, {@link DIGEST_BYTES} a row. */
  readonly digests: Buffer;
  /** Raw blob ids, in the object format that the paths were hashed for. */
  readonly blobs: Buffer;
  /** {@link STAT_FIELDS} numbers a row. */
  readonly stats: Float64Array;
}

/** One repository's share of the stamped paths. */
export interface MeasuredPart {
  /** `''` for the workspace itself, else the folder of a submodule or nested repository, with a trailing slash. */
  readonly prefix: string;
  readonly entries: readonly StatEntry[];
}

/** The same as it comes from hashing; its entries are made when they are asked for. */
export interface MeasuredTable extends MeasuredPart {
  readonly table: StampedTable;
}

export function measuredTable(prefix: string, table: StampedTable, trusted: (row: number) => boolean = () => true): MeasuredTable {
  let entries: readonly StatEntry[] | undefined;
  return {
    prefix,
    table,
    get entries() {
      entries ??= entriesOf(table, trusted);
      return entries;
    },
  };
}

/** The files and links among hashed paths. Rows where nothing lies are left out. */
export function stampedTable(paths: readonly string[], columns: HashColumns): StampedTable {
  const modes = new Uint32Array(paths.length);
  const present: number[] = [];
  for (let row = 0; row < paths.length; row += 1) {
    const mode = workTreeMode(columns.kinds[row]);
    if (mode === null) continue;
    modes[row] = mode;
    present.push(row);
  }
  const whole = { paths, modes, digests: columns.digests, blobs: columns.blobs, stats: columns.stats };
  return present.length === paths.length ? whole : rowsOf(whole, present);
}

/** Some rows of a table, in the order given. */
export function rowsOf(table: StampedTable, rows: readonly number[]): StampedTable {
  const idBytes = table.paths.length === 0 ? 0 : table.blobs.length / table.paths.length;
  const chosen = {
    paths: rows.map((row) => table.paths[row] ?? ''),
    modes: new Uint32Array(rows.length),
    digests: Buffer.alloc(rows.length * DIGEST_BYTES),
    blobs: Buffer.alloc(rows.length * idBytes),
    stats: new Float64Array(rows.length * STAT_FIELDS),
  };
  for (const [at, row] of rows.entries()) {
    chosen.modes[at] = table.modes[row] ?? 0;
    chosen.digests.set(table.digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES), at * DIGEST_BYTES);
    chosen.blobs.set(table.blobs.subarray(row * idBytes, (row + 1) * idBytes), at * idBytes);
    chosen.stats.set(table.stats.subarray(row * STAT_FIELDS, (row + 1) * STAT_FIELDS), at * STAT_FIELDS);
  }
  return chosen;
}

/** The rows of a table as objects. */
export function entriesOf({ paths, modes, digests, stats }: StampedTable, trusted: (row: number) => boolean): StatEntry[] {
  return paths.map((path, row) => ({
    path,
    mode: modes[row] ?? 0,
    digest: digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES),
    stats: stats.subarray(row * STAT_FIELDS, (row + 1) * STAT_FIELDS),
    trusted: trusted(row),
  }));
}

/** The mode that the work tree shows, in git's terms; null where there is no file or link. */
export function workTreeMode(kind: number | undefined): number | null {
  if (kind === KIND.file) return 0o100644;
  if (kind === KIND.executable) return 0o100755;
  return kind === KIND.symlink ? 0o120000 : null;
}

/** Throws the refusal for the first row that cannot be measured. `prefix` leads from the workspace to the paths' root. */
export function refuseUnmeasurable(paths: readonly string[], columns: HashColumns, prefix = ''): void {
  for (const [row, kind] of columns.kinds.entries()) {
    if (kind < KIND.special) continue;
    const path = prefix + (paths[row] ?? '');
    if (kind === KIND.special) throw specialFile(path);
    if (kind === KIND.unreadable) throw unreadableFile(path);
    if (kind === KIND.changed) throw unstableFile(path);
  }
}

/** Throws the refusal for the first row that may not be read. */
export function refuseUnreadable(paths: readonly string[], columns: HashColumns, prefix: string): void {
  const row = columns.kinds.indexOf(KIND.unreadable);
  if (row >= 0) throw unreadableFile(prefix + (paths[row] ?? ''));
}

/** Sorts by the bytes of the paths. */
export function sortByPath<T extends { readonly path: string }>(items: readonly T[]): T[] {
  return items.toSorted((left, right) => comparePaths(left.path, right.path));
}

/** Merges two lists that are sorted by the bytes of their paths. */
export function mergeByPath<T extends { readonly path: string }>(left: readonly T[], right: readonly T[]): readonly T[] {
  if (right.length === 0) return left;
  const merged: T[] = [];
  let at = 0;
  for (const item of left) {
    for (let next = right[at]; next !== undefined && comparePaths(next.path, item.path) < 0; next = right[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(item);
  }
  merged.push(...right.slice(at));
  return merged;
}
