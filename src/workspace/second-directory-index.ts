/**
 * The index of a second directory, written without reading a file again: the stamp knows the blob id of what was copied,
 * and the copy its stat data. git then sees at once what is as committed, and reads only the rest.
 */
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { blobBytes, STAT, STAT_FIELDS } from './hash-files.ts';
import type { TrackedPath } from './listing.ts';
import { writeStatIndex } from './stat-index.ts';
import type { StampedTable } from './stamped-entries.ts';

export interface KnownIndex {
  readonly gitDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** In the order of git's own index. */
  readonly tracked: readonly TrackedPath[];
  readonly table: StampedTable;
  readonly written: ReadonlyMap<string, Stats>;
}

/** Writes the index; false where it needs what only git writes: conflicts, and marks of a sparse checkout. */
export function writeKnownIndex({ gitDir, objectFormat, tracked, table, written }: KnownIndex): boolean {
  const idBytes = blobBytes(objectFormat);
  if (table.blobs.length !== table.paths.length * idBytes || tracked.some(({ unmerged, skipWorktree }) => unmerged || skipWorktree)) return false;
  const rows = new Map(table.paths.map((path, row) => [path, row]));
  const modes = new Uint32Array(tracked.length);
  const blobs = Buffer.alloc(tracked.length * idBytes);
  const stats = new Float64Array(tracked.length * STAT_FIELDS);
  const clean = new Uint8Array(tracked.length);
  for (const [at, { path, mode, oid }] of tracked.entries()) {
    modes[at] = Number.parseInt(mode, 8);
    blobs.write(oid, at * idBytes, 'hex');
    const row = rows.get(path);
    const seen = written.get(path);
    if (row === undefined || seen === undefined || table.modes[row] !== modes[at] || !table.blobs.subarray(row * idBytes, (row + 1) * idBytes).equals(blobs.subarray(at * idBytes, (at + 1) * idBytes))) continue;
    clean[at] = 1;
    const fields = at * STAT_FIELDS;
    stats[fields + STAT.ctimeMs] = seen.ctimeMs;
    stats[fields + STAT.mtimeMs] = seen.mtimeMs;
    stats[fields + STAT.dev] = seen.dev;
    stats[fields + STAT.ino] = seen.ino;
    stats[fields + STAT.uid] = seen.uid;
    stats[fields + STAT.gid] = seen.gid;
    stats[fields + STAT.size] = seen.size;
  }
  writeStatIndex(join(gitDir, 'index'), { paths: tracked.map(({ path }) => path), modes, digests: Buffer.alloc(0), blobs, stats }, (row) => clean[row] === 1, objectFormat, false);
  return true;
}
