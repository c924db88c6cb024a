/**
 * The measurement of a workspace: its tree id, its content id, and the stamped paths behind them (ST2, ST4).
 *
 * The tree id is what git would record for the whole work tree. The content id is the SHA-256 tree over the raw bytes
 * of the same paths, with submodules and nested repositories as plain folders; it sees what the tree id cannot.
 */
import { join } from 'node:path';
import { comparePaths } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import type { NestedRepository } from '../model/tree.ts';
import { attributesOf, conversionScope, convertedBlobs, unchangedBehindFilter, type ConversionScope, type SeedEntry } from './conversion.ts';
import { entryAt, isFolder } from './entry.ts';
import { blobBytes, DIGEST_BYTES, KIND, type HashColumns } from './hash-files.ts';
import { hashUnknown, knownRows, type EarlierMeasurement } from './known-rows.ts';
import { listWorkTree, type Listing, type TrackedPath } from './listing.ts';
import { openPrivateGit, type PrivateGit } from './private-git.ts';
import { addRepositoriesForFiles, measuredTable, measureNested, type MeasuredTable } from './nested.ts';
import { trackedStamp } from './refusals.ts';
import type { Repository } from './repository.ts';
import { withFullIndex } from './sparse-index.ts';
import { mergeByPath, refuseUnmeasurable, sortByPath, stampedTable } from './stamped-entries.ts';
import { rowsFromLeaves, treeIdOf, type TreeLeaf, type TreeRows } from './trees.ts';

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
}

/** Measures the whole work tree. Throws a Refusal that names the path where something in it cannot be measured. */
export async function measure(repository: Repository, options: MeasureOptions): Promise<Measurement> {
  const own = openPrivateGit({
    workTree: repository.top,
    objectFormat: repository.objectFormat,
    settings: repository.settings,
    objects: repository,
    index: join(repository.gitDir, 'index'),
  });
  try {
    const git = await withFullIndex(own, repository.gitDir);
    const [listing, known] = await Promise.all([listWorkTree(git), knownRows(git, options.earlier)]);
    if (listing.tracked.some(({ path }) => path === STAMP_FILE)) throw trackedStamp(STAMP_FILE);
    const files = presentFiles(repository, listing, options);
    const paths = files.map(({ path }) => path);
    const [columns, conversion, inner] = await Promise.all([
      hashUnknown({ root: repository.top, paths, algorithm: repository.objectFormat }, known),
      conversionScope(repository, paths, (path) => blobFromIndex(git, listing, path)),
      measureNested(repository, listing),
    ]);
    refuseUnmeasurable(paths, columns);
    await addRepositoriesForFiles(repository, paths, columns, inner);
    const stored = await storedBlobs(repository, git, files, columns, conversion.scope);
    const parts = [measuredTable('', stampedTable(paths, columns)), ...inner.parts];
    return {
      treeId: treeIdOf(storedRows(repository, files, columns, stored.blobs, inner.leaves), repository.objectFormat),
      contentId: contentIdOf(parts),
      parts,
      nested: inner.nested,
      otherWorktrees: inner.otherWorktrees,
      rawFiltered: stored.rawFiltered,
      settingsDigest: conversion.settingsDigest,
      tracked: listing.tracked.length,
      untracked: listing.untracked.length,
    };
  } finally {
    own.remove();
  }
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

interface FilePath {
  readonly path: string;
  readonly tracked: TrackedPath | null;
}

/** Every path that may hold bytes, sorted: tracked files, untracked files, and what the patch names. */
function presentFiles(repository: Repository, listing: Listing, options: MeasureOptions): readonly FilePath[] {
  const files: FilePath[] = [];
  for (const tracked of listing.tracked) {
    if (tracked.mode !== '160000') files.push({ path: tracked.path, tracked });
    // git lists a file in a submodule's place neither as tracked nor as untracked.
    else if (!isFolder(repository.top, tracked.path)) files.push({ path: tracked.path, tracked: null });
  }
  // git lists what is tracked and what is not in the order of bytes.
  const listed = mergeByPath(files, listing.untracked.filter((path) => !options.exclude(path)).map(untrackedFile));
  if (options.include.length === 0) return listed;
  const known = new Set(listed.map(({ path }) => path));
  const more = [...new Set(options.include)].filter((path) => !known.has(path) && entryAt(repository.top, path)?.isDirectory() === false);
  return mergeByPath(listed, more.toSorted(comparePaths).map(untrackedFile));
}

function untrackedFile(path: string): FilePath {
  return { path, tracked: null };
}

interface StoredBlobs {
  /** Row → hex id that git would store, where it is not the raw one. */
  readonly blobs: ReadonlyMap<number, string>;
  readonly rawFiltered: readonly string[];
}

/** What git would store for files whose bytes on disk are not the stored ones. */
async function storedBlobs(repository: Repository, git: PrivateGit, files: readonly FilePath[], columns: HashColumns, scope: ConversionScope): Promise<StoredBlobs> {
  const blobs = new Map<number, string>();
  if (scope === 'none') return { blobs, rawFiltered: [] };
  const candidates: number[] = [];
  for (let row = 0; row < files.length; row += 1) {
    const isFile = columns.kinds[row] === KIND.file || columns.kinds[row] === KIND.executable;
    // Bytes equal to the index blob are what a checkout wrote: they need no conversion to be recognised.
    if (isFile && rawBlob(repository, columns, row) !== files[row]?.tracked?.oid) candidates.push(row);
  }
  const absent = absentAttributeFiles(files, columns);
  const attributes = scope === 'attributes' ? await attributesOf(git, candidates.map((row) => files[row]?.path ?? ''), absent) : null;
  const converted: { row: number; seed: SeedEntry }[] = [];
  const filtered: { row: number; path: string; oid: string }[] = [];
  const rawFiltered: string[] = [];
  for (const row of candidates) {
    const file = files[row];
    if (file === undefined) continue;
    const asked = attributes?.get(file.path);
    const { tracked } = file;
    if (asked?.filter === true) {
      if (tracked === null || tracked.unmerged) rawFiltered.push(file.path);
      else filtered.push({ row, path: file.path, oid: tracked.oid });
    } else if (asked?.builtIn === true || columns.carriageReturns[row] === 1) {
      converted.push({ row, seed: { path: file.path, indexed: tracked === null || tracked.unmerged ? null : tracked } });
    }
  }
  const unchanged = await unchangedBehindFilter(git, repository.top, join(repository.gitDir, 'index'), filtered);
  for (const { row, path, oid } of filtered) {
    if (unchanged.has(path)) blobs.set(row, oid);
    else rawFiltered.push(path);
  }
  const given = await convertedBlobs(git, converted.map(({ seed }) => seed), absent);
  for (const { row, seed } of converted) {
    const blob = given.get(seed.path);
    if (blob !== undefined) blobs.set(row, blob);
  }
  return { blobs, rawFiltered: rawFiltered.sort(comparePaths) };
}

/** Attribute files that a sparse checkout leaves out: git reads them from the index. */
function absentAttributeFiles(files: readonly FilePath[], columns: HashColumns): SeedEntry[] {
  return files.flatMap(({ path, tracked }, row) => {
    const absent = columns.kinds[row] === KIND.missing && tracked?.skipWorktree === true && /(^|\/)\.gitattributes$/.test(path);
    return absent ? [{ path, indexed: tracked }] : [];
  });
}

/** What git would store for the whole work tree: files, gitlinks, and what a sparse checkout leaves out. */
function storedRows(repository: Repository, files: readonly FilePath[], columns: HashColumns, blobs: ReadonlyMap<number, string>, gitlinks: readonly TreeLeaf[]): TreeRows {
  const idBytes = blobBytes(repository.objectFormat);
  const modes = files.map(({ tracked }, row) => storedMode(repository, columns.kinds[row], tracked));
  const ids = blobs.size === 0 ? columns.blobs : Buffer.from(columns.blobs);
  for (const [row, blob] of blobs) ids.write(blob, row * idBytes, 'hex');
  const paths = files.map(({ path }) => path);
  if (gitlinks.length === 0 && !modes.includes(null)) return { paths, mode: (row) => modes[row] ?? '', ids };
  const leaves = files.flatMap(({ path, tracked }, row): TreeLeaf[] => {
    const mode = modes[row] ?? null;
    if (mode !== null) return [{ path, mode, oid: ids.subarray(row * idBytes, (row + 1) * idBytes) }];
    const leftOut = repository.settings.sparseCheckout && tracked?.skipWorktree === true && columns.kinds[row] === KIND.missing;
    return leftOut ? [{ path, mode: tracked.mode, oid: Buffer.from(tracked.oid, 'hex') }] : [];
  });
  return rowsFromLeaves(mergeByPath(leaves, sortByPath(gitlinks)), repository.objectFormat);
}

/** The mode git would store; null where nothing that git stores lies at the path. */
function storedMode({ settings }: Repository, kind: number | undefined, tracked: TrackedPath | null): string | null {
  if (kind === KIND.symlink) return '120000';
  if (kind !== KIND.file && kind !== KIND.executable) return null;
  // On a file system without links or permissions the user's git keeps what the index says; so do we (core.symlinks, core.fileMode).
  if (!settings.symlinks && tracked?.mode === '120000') return '120000';
  if (!settings.fileMode) return tracked?.mode === '100755' ? '100755' : '100644';
  return kind === KIND.executable ? '100755' : '100644';
}


async function blobFromIndex(git: PrivateGit, listing: Listing, path: string): Promise<Buffer | null> {
  const entry = listing.tracked.find((tracked) => tracked.path === path);
  if (entry === undefined || !entry.skipWorktree) return null;
  const result = await git.tryRun(['cat-file', 'blob', entry.oid]);
  return result.code === 0 ? result.stdout : null;
}

function rawBlob(repository: Repository, columns: HashColumns, row: number): string {
  const width = blobBytes(repository.objectFormat);
  return columns.blobs.toString('hex', row * width, (row + 1) * width);
}
