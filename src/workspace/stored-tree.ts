/** What git would store for the work tree of one repository, and the id of that tree (ST2). */
import { join } from 'node:path';
import { comparePaths } from '../model/path.ts';
import { attributesOf, conversionScope, convertedBlobs, unchangedBehindFilter, type ConversionScope, type SeedEntry } from './conversion.ts';
import { entryAt, isFolder } from './entry.ts';
import { blobBytes, KIND, type HashColumns } from './hash-files.ts';
import type { Listing, TrackedPath } from './listing.ts';
import type { PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';
import { mergeByPath, sortByPath } from './stamped-entries.ts';
import { rowsFromLeaves, treeIdOf, type TreeLeaf, type TreeRows } from './trees.ts';

/** A path that may hold bytes. */
export interface FilePath {
  readonly path: string;
  /** What the index says of it; null where it is untracked. */
  readonly tracked: TrackedPath | null;
}

export interface Chosen {
  /** Untracked paths that are left out. */
  readonly exclude: (path: string) => boolean;
  /** Paths that are there although a `.gitignore` names them. */
  readonly include: readonly string[];
}

/** Every path of a listing that may hold bytes, sorted: tracked files, untracked files, and what is included by name. */
export function presentFiles(top: string, listing: Pick<Listing, 'tracked' | 'untracked'>, { exclude, include }: Chosen): readonly FilePath[] {
  const files: FilePath[] = [];
  for (const tracked of listing.tracked) {
    if (tracked.mode !== '160000') files.push({ path: tracked.path, tracked });
    // git lists a file in a submodule's place neither as tracked nor as untracked.
    else if (!isFolder(top, tracked.path)) files.push({ path: tracked.path, tracked: null });
  }
  // git lists what is tracked and what is not in the order of bytes.
  const listed = mergeByPath(files, listing.untracked.filter((path) => !exclude(path)).map(untrackedFile));
  if (include.length === 0) return listed;
  const known = new Set(listed.map(({ path }) => path));
  const more = [...new Set(include)].filter((path) => !known.has(path) && entryAt(top, path)?.isDirectory() === false);
  return mergeByPath(listed, more.toSorted(comparePaths).map(untrackedFile));
}

function untrackedFile(path: string): FilePath {
  return { path, tracked: null };
}

export interface StoredTree {
  readonly treeId: string;
  /** Paths with an external filter whose raw bytes count, because they differ from the index. */
  readonly rawFiltered: readonly string[];
  /** Names the settings under which git converts; another digest means another tree id for equal bytes. */
  readonly settingsDigest: string;
  /** False where some path may have an external filter. */
  readonly withoutFilters: boolean;
}

/** A repository whose files were hashed in its own object format. */
export interface HashedWorkTree {
  readonly repository: Repository;
  readonly git: PrivateGit;
  readonly listing: Pick<Listing, 'tracked'>;
  /** Sorted by the bytes of their paths. */
  readonly files: readonly FilePath[];
  /** One row a file. */
  readonly columns: HashColumns;
  readonly gitlinks: readonly TreeLeaf[];
  /** Untracked files that are no part of the tree though they were hashed. */
  readonly omit?: (path: string) => boolean;
}

/** The tree that `git add -A` and `git write-tree` would give, external filters aside. Nothing is written. */
export async function storedTree(hashed: HashedWorkTree): Promise<StoredTree> {
  const { repository, git, listing, files, columns } = hashed;
  const { scope, settingsDigest } = await conversionScope(repository, files.map(({ path }) => path), (path) => blobFromIndex(git, listing, path));
  const { blobs, rawFiltered } = await storedBlobs(repository, git, files, columns, scope);
  return { treeId: treeIdOf(storedRows(hashed, blobs), repository.objectFormat), rawFiltered, settingsDigest, withoutFilters: scope !== 'attributes' };
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
function storedRows({ repository, files, columns, gitlinks, omit }: HashedWorkTree, blobs: ReadonlyMap<number, string>): TreeRows {
  const idBytes = blobBytes(repository.objectFormat);
  const modes = files.map(({ path, tracked }, row) => (tracked === null && omit?.(path) === true ? null : storedMode(repository, columns.kinds[row], tracked)));
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

async function blobFromIndex(git: PrivateGit, listing: Pick<Listing, 'tracked'>, path: string): Promise<Buffer | null> {
  const entry = listing.tracked.find((tracked) => tracked.path === path);
  if (entry === undefined || !entry.skipWorktree) return null;
  const result = await git.tryRun(['cat-file', 'blob', entry.oid]);
  return result.code === 0 ? result.stdout : null;
}

function rawBlob(repository: Repository, columns: HashColumns, row: number): string {
  const width = blobBytes(repository.objectFormat);
  return columns.blobs.toString('hex', row * width, (row + 1) * width);
}
