/** From the rows of hashing to stamped paths, or to the refusal that a row calls for. */
import { comparePaths } from '../model/path.ts';
import { DIGEST_BYTES, KIND, STAT_FIELDS, type HashColumns } from './hash-files.ts';
import { specialFile, unreadableFile, unstableFile } from './refusals.ts';
import type { StatEntry } from './stat-index.ts';

/** The files and links among hashed paths. Rows where nothing lies are left out. */
export function statEntries(paths: readonly string[], columns: HashColumns): StatEntry[] {
  const entries: StatEntry[] = [];
  paths.forEach((path, row) => {
    const mode = workTreeMode(columns.kinds[row]);
    if (mode === null) return;
    entries.push({
      path,
      mode,
      digest: columns.digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES),
      stats: columns.stats.subarray(row * STAT_FIELDS, (row + 1) * STAT_FIELDS),
      trusted: true,
    });
  });
  return entries;
}

/** The mode that the work tree shows, in git's terms; null where there is no file or link. */
export function workTreeMode(kind: number | undefined): number | null {
  if (kind === KIND.file) return 0o100644;
  if (kind === KIND.executable) return 0o100755;
  return kind === KIND.symlink ? 0o120000 : null;
}

/** Throws the refusal for the first row that cannot be measured. `prefix` leads from the workspace to the paths' root. */
export function refuseUnmeasurable(paths: readonly string[], columns: HashColumns, prefix = ''): void {
  paths.forEach((path, row) => {
    const kind = columns.kinds[row];
    if (kind === KIND.special) throw specialFile(prefix + path);
    if (kind === KIND.unreadable) throw unreadableFile(prefix + path);
    if (kind === KIND.changed) throw unstableFile(prefix + path);
  });
}

/** Sorts by the bytes of the paths. */
export function sortByPath<T extends { readonly path: string }>(items: readonly T[]): T[] {
  // Only names beyond U+D7FF need their bytes compared.
  const plain = !items.some(({ path }) => /[\uD800-\uFFFF]/.test(path));
  return items.toSorted(plain ? (left, right) => (left.path < right.path ? -1 : 1) : (left, right) => comparePaths(left.path, right.path));
}
