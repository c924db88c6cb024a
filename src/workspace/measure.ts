/**
 * The measurement of a workspace: its tree id, its content id, and the stamped paths behind them (ST2, ST4).
 *
 * The tree id is what git would record for the whole work tree. The content id is the SHA-256 tree over the raw bytes
 * of the same paths, with submodules and nested repositories as plain folders; it sees what the tree id cannot.
 */
import { join } from 'node:path';
import { STAMP_FILE } from '../model/stamp.ts';
import type { NestedRepository } from '../model/tree.ts';
import { conversionSettingsDigest } from './conversion.ts';
import { DIGEST_BYTES } from './hash-files.ts';
import { hashUnknown, knownRows, recallEarlier, sameAsEarlier, type EarlierMeasurement } from './known-rows.ts';
import { listIndex, listOthers, parseTracked } from './listing.ts';
import { openPrivateGit } from './private-git.ts';
import { addRepositoriesForFiles, AT_THE_TOP, measureNested } from './nested.ts';
import { trackedStamp } from './refusals.ts';
import type { Repository } from './repository.ts';
import { inputsOf, type SameMeasurement } from './same-measurement.ts';
import { withFullIndex } from './sparse-index.ts';
import { measuredTable, refuseUnmeasurable, sortByPath, stampedTable, type MeasuredTable } from './stamped-entries.ts';
import { readStatTable } from './stat-index.ts';
import { presentFiles, storedTree } from './stored-tree.ts';
import { rowsFromLeaves, treeIdOf } from './trees.ts';

export interface MeasureOptions {
  /** Untracked paths left out of both ids: the stamp, and evidence that stays in place (EV1). */
  readonly exclude: (path: string) => boolean;
  /** Paths stamped although a `.gitignore` names them: those of the applied patch (ST5). */
  readonly include: readonly string[];
  /** An earlier measurement of this work tree; what it read and nothing touched since is not read again. */
  readonly earlier?: EarlierMeasurement;
}

export interface Measurement {
  readonly treeId: string;
  readonly contentId: string;
  readonly parts: readonly MeasuredTable[];
  readonly nested: readonly NestedRepository[];
  /** Linked worktrees inside the workspace: another checkout, never entered. */
  readonly otherWorktrees: readonly string[];
  /** Paths with an external filter whose raw bytes count, because they differ from the index. */
  readonly rawFiltered: readonly string[];
  /** Names the settings under which git converts; another digest means another tree id for equal bytes. */
  readonly settingsDigest: string;
  readonly tracked: number;
  readonly untracked: number;
  /** Stamped paths of all parts. */
  readonly paths: number;
  /** What a further measurement may take over; null where this one may not stand for it. */
  readonly again: SameMeasurement | null;
  /** The index of the earlier measurement, where this one is the same; else null. */
  readonly sameIndex: string | null;
}

/** Measures the whole work tree. Throws a Refusal that names the path where something in it cannot be measured. */
export async function measure(repository: Repository, options: MeasureOptions): Promise<Measurement> {
  const privately = openPrivateGit({
    workTree: repository.top,
    objectFormat: repository.objectFormat,
    settings: repository.settings,
    objects: repository,
    index: join(repository.gitDir, 'index'),
  });
  try {
    const git = await withFullIndex(privately, repository.gitDir);
    const [index, others, recalled] = await Promise.all([listIndex(git), listOthers(git), recallEarlier(git, options.earlier)]);
    const chosen = others.untracked.filter((path) => !options.exclude(path));
    const inputs = inputsOf(repository, conversionSettingsDigest(repository), index, chosen);
    const same = options.include.length + others.repositories.length > 0 ? null : sameAsEarlier(recalled, inputs);
    if (same !== null && recalled !== null) return sameMeasurement(repository, same, recalled.earlier.index);
    const listing = { tracked: parseTracked(index), ...others };
    const known = knownRows(recalled);
    if (listing.tracked.some(({ path }) => path === STAMP_FILE)) throw trackedStamp(STAMP_FILE);
    const files = presentFiles(repository.top, listing, options);
    const paths = files.map(({ path }) => path);
    const [columns, inner] = await Promise.all([
      hashUnknown({ root: repository.top, paths, algorithm: repository.objectFormat }, known),
      measureNested(repository, listing, AT_THE_TOP),
    ]);
    refuseUnmeasurable(paths, columns);
    await addRepositoriesForFiles(repository, paths, columns, AT_THE_TOP, inner);
    const stored = await storedTree({ repository, git, listing, files, columns, gitlinks: inner.leaves });
    const own = stampedTable(paths, columns);
    const parts = [measuredTable('', own), ...inner.parts];
    const contentId = contentIdOf(parts);
    // A tracked path that is missing has no row: that it came back would show nowhere.
    const alone = inner.nested.length + inner.otherWorktrees.length + inner.leaves.length + options.include.length === 0;
    const standsFor = alone && stored.withoutFilters && own.paths.length === paths.length;
    return {
      treeId: stored.treeId,
      contentId,
      parts,
      nested: inner.nested,
      otherWorktrees: inner.otherWorktrees,
      rawFiltered: [...stored.rawFiltered, ...inner.rawFiltered],
      settingsDigest: stored.settingsDigest,
      tracked: listing.tracked.length,
      untracked: listing.untracked.length,
      paths: parts.reduce((sum, { table }) => sum + table.paths.length, 0),
      again: standsFor ? { inputs, treeId: stored.treeId, contentId, tracked: listing.tracked.length, untracked: listing.untracked.length, paths: own.paths.length } : null,
      sameIndex: null,
    };
  } finally {
    privately.remove();
  }
}

/** An earlier measurement once more. Its table is read when somebody asks for it. */
function sameMeasurement(repository: Repository, same: SameMeasurement, index: string): Measurement {
  let part: MeasuredTable | undefined;
  const read = (): MeasuredTable => {
    if (part === undefined) {
      const { table, trusted } = readStatTable(index);
      part = measuredTable('', table, trusted);
    }
    return part;
  };
  const { treeId, contentId, tracked, untracked, paths } = same;
  const lazy: MeasuredTable = {
    prefix: '',
    get table() {
      return read().table;
    },
    get entries() {
      return read().entries;
    },
  };
  return { treeId, contentId, parts: [lazy], nested: [], otherWorktrees: [], rawFiltered: [], settingsDigest: conversionSettingsDigest(repository), tracked, untracked, paths, again: same, sameIndex: index };
}

/** The content id of stamped paths: the SHA-256 git tree of their raw bytes. */
function contentIdOf(parts: readonly MeasuredTable[]): string {
  const [whole] = parts;
  if (whole !== undefined && parts.length === 1) {
    const { paths, modes, digests } = whole.table;
    return treeIdOf({ paths, mode: (row) => modeText(modes[row]), ids: digests }, 'sha256');
  }
  const leaves = parts.flatMap(({ prefix, table: { paths, modes, digests } }) =>
    paths.map((path, row) => ({ path: prefix + path, mode: modeText(modes[row]), oid: digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES) })),
  );
  return treeIdOf(rowsFromLeaves(sortByPath(leaves), 'sha256'), 'sha256');
}

function modeText(mode: number | undefined): string {
  return mode === 0o100644 ? '100644' : mode === 0o100755 ? '100755' : '120000';
}
