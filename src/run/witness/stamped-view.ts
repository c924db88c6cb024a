/** The stamped paths as the witness's judge needs them: digest and ctime by path, read from the gate's own indexes. */
import { comparePaths } from '../../model/path.ts';
import { DIGEST_BYTES, STAT, STAT_FIELDS } from '../../workspace/hash-files.ts';
import type { StampedTable } from '../../workspace/stamped-entries.ts';

export interface StampedPath {
  readonly digest: string;
  /** Nanoseconds, good to a microsecond. */
  readonly ctimeNs: bigint;
}

export interface StampedView {
  readonly paths: () => Iterable<string>;
  readonly has: (path: string) => boolean;
  readonly get: (path: string) => StampedPath | null;
  /** Of the stamped paths that `counts` takes, the one with the latest ctime; null where there is none. */
  readonly newest: (kind: string, counts: (path: string) => boolean) => { readonly path: string; readonly ctimeNs: bigint } | null;
}

interface Part {
  readonly prefix: string;
  readonly table: StampedTable;
}

interface Place {
  readonly table: StampedTable;
  readonly row: number;
}

/** A view over the tables of each measured part. */
export function stampedView(parts: readonly Part[]): StampedView {
  const newestOfKind = new Map<string, { path: string; ctimeNs: bigint } | null>();
  const placeOf = placeFinder(parts);
  return {
    paths: () => pathsOf(parts),
    has: (path) => placeOf(path) !== null,
    get: (path) => {
      const place = placeOf(path);
      if (place === null) return null;
      const { table, row } = place;
      return { digest: table.digests.toString('hex', row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES), ctimeNs: nanoseconds(ctimeOf(table, row)) };
    },
    newest: (kind, counts) => {
      let found = newestOfKind.get(kind);
      if (found === undefined) {
        found = newestOf(parts, counts);
        newestOfKind.set(kind, found);
      }
      return found;
    },
  };
}

function* pathsOf(parts: readonly Part[]): Iterable<string> {
  for (const { prefix, table } of parts) for (const path of table.paths) yield prefix + path;
}

/** Finds rows by path: in the part with the longest prefix that holds it, whose paths are sorted by their bytes. */
function placeFinder(parts: readonly Part[]): (path: string) => Place | null {
  const innermostFirst = parts.toSorted((left, right) => right.prefix.length - left.prefix.length);
  return (path) => {
    for (const { prefix, table } of innermostFirst) {
      if (!path.startsWith(prefix)) continue;
      const row = rowOf(table.paths, path.slice(prefix.length));
      if (row >= 0) return { table, row };
    }
    return null;
  };
}

function rowOf(sorted: readonly string[], path: string): number {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = comparePaths(sorted[middle] ?? '', path);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function newestOf(parts: readonly Part[], counts: (path: string) => boolean): { path: string; ctimeNs: bigint } | null {
  let latest: { path: string; ctime: number } | null = null;
  for (const { prefix, table } of parts) {
    for (const [row, name] of table.paths.entries()) {
      const ctime = ctimeOf(table, row);
      if ((latest === null || ctime > latest.ctime) && counts(prefix + name)) latest = { path: prefix + name, ctime };
    }
  }
  return latest === null ? null : { path: latest.path, ctimeNs: nanoseconds(latest.ctime) };
}

function ctimeOf({ stats }: StampedTable, row: number): number {
  return stats[row * STAT_FIELDS + STAT.ctimeMs] ?? 0;
}

function nanoseconds(milliseconds: number): bigint {
  const whole = Math.floor(milliseconds);
  return BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6));
}
