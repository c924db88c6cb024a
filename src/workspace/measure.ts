/**
 * The measurement of a workspace: its tree id, its content id, and the stamped paths behind them (ST2, ST4).
 *
 * The tree id is what git would record for the whole work tree. The content id is the SHA-256 tree over the raw bytes
 * of the same paths, with submodules and nested repositories as plain folders; it sees what the tree id cannot.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparePaths, decodePath, nativePath } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import type { NestedRepository } from '../model/tree.ts';
import { attributesOf, conversionScope, convertedBlobs, unchangedBehindFilter, type ConversionScope, type SeedEntry } from './conversion.ts';
import { blobBytes, DIGEST_BYTES, KIND, STAT_FIELDS, type HashColumns } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { listWorkTree, type Listing, type TrackedPath } from './listing.ts';
import { openPrivateGit, type PrivateGit } from './private-git.ts';
import { brokenRepository, specialFile, trackedStamp, unreadableFile, unstableFile } from './refusals.ts';
import { gitDirectoryOf, readHead, type Repository } from './repository.ts';
import type { StatEntry } from './stat-index.ts';
import { treeIdOf, type TreeLeaf } from './trees.ts';

export interface MeasureOptions {
  /** Untracked paths left out of both ids: the stamp, and evidence that stays in place (EV1). */
  readonly exclude: (path: string) => boolean;
  /** Paths stamped although a `.gitignore` names them: those of the applied patch (ST5). */
  readonly include: readonly string[];
}

/** One repository's share of the stamped paths. */
export interface MeasuredPart {
  /** `''` for the workspace itself, else the folder of a submodule or nested repository, with a trailing slash. */
  readonly prefix: string;
  readonly entries: readonly StatEntry[];
}

export interface Measurement {
  readonly treeId: string;
  readonly contentId: string;
  readonly parts: readonly MeasuredPart[];
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
  const git = openPrivateGit({
    workTree: repository.top,
    objectFormat: repository.objectFormat,
    settings: repository.settings,
    objects: repository,
    index: join(repository.gitDir, 'index'),
  });
  try {
    const listing = await listWorkTree(git);
    if (listing.tracked.some(({ path }) => path === STAMP_FILE)) throw trackedStamp(STAMP_FILE);
    const files = presentFiles(repository, listing, options);
    const [columns, conversion, inner] = await Promise.all([
      hashMany({ root: repository.top, paths: files.map(({ path }) => path), algorithm: repository.objectFormat }),
      conversionScope(repository, files.map(({ path }) => path), (path) => blobFromIndex(git, listing, path)),
      measureNested(repository, listing),
    ]);
    refuseUnmeasurable(files, columns);
    const stored = await storedBlobs(repository, git, files, columns, conversion.scope);
    const leaves = [...fileLeaves(repository, files, columns, stored.blobs), ...absentLeaves(repository, files, columns), ...inner.leaves];
    const parts = [{ prefix: '', entries: statEntries(files, columns) }, ...inner.parts];
    return {
      treeId: treeIdOf(sortByPath(leaves), repository.objectFormat),
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
    git.remove();
  }
}

/** The content id of stamped paths: the SHA-256 git tree of their raw bytes. */
export function contentIdOf(parts: readonly MeasuredPart[]): string {
  const leaves = parts.flatMap(({ prefix, entries }) => entries.map((entry) => ({ path: prefix + entry.path, mode: entry.mode.toString(8), oid: entry.digest })));
  return treeIdOf(parts.length > 1 ? sortByPath(leaves) : leaves, 'sha256');
}

interface FilePath {
  readonly path: string;
  readonly tracked: TrackedPath | null;
}

/** Every path that may hold bytes, sorted: tracked files, untracked files, and what the patch names. */
function presentFiles(repository: Repository, listing: Listing, options: MeasureOptions): readonly FilePath[] {
  const files: FilePath[] = listing.tracked.filter(({ mode }) => mode !== '160000').map((tracked) => ({ path: tracked.path, tracked }));
  const known = new Set(options.include.length > 0 ? files.map(({ path }) => path) : []);
  const untracked = listing.untracked.filter((path) => !options.exclude(path));
  for (const path of untracked) files.push({ path, tracked: null });
  const listed = new Set(options.include.length > 0 ? untracked : []);
  for (const path of options.include) {
    if (known.has(path) || listed.has(path) || lstatSync(nativePath(repository.top, path), { throwIfNoEntry: false })?.isDirectory() !== false) continue;
    listed.add(path);
    files.push({ path, tracked: null });
  }
  return sortByPath(files);
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
  const attributes = scope === 'attributes' ? await attributesOf(git, candidates.map((row) => files[row]?.path ?? '')) : null;
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
  const given = await convertedBlobs(git, converted.map(({ seed }) => seed));
  for (const { row, seed } of converted) {
    const blob = given.get(seed.path);
    if (blob !== undefined) blobs.set(row, blob);
  }
  return { blobs, rawFiltered: rawFiltered.sort(comparePaths) };
}

function fileLeaves(repository: Repository, files: readonly FilePath[], columns: HashColumns, blobs: ReadonlyMap<number, string>): TreeLeaf[] {
  const width = blobBytes(repository.objectFormat);
  const leaves: TreeLeaf[] = [];
  files.forEach(({ path, tracked }, row) => {
    const mode = storedMode(repository, columns.kinds[row], tracked);
    if (mode === null) return;
    const stored = blobs.get(row);
    leaves.push({ path, mode, oid: stored === undefined ? columns.blobs.subarray(row * width, (row + 1) * width) : Buffer.from(stored, 'hex') });
  });
  return leaves;
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

/** Tracked paths that a sparse checkout leaves out: part of the tree, without bytes here. */
function absentLeaves(repository: Repository, files: readonly FilePath[], columns: HashColumns): TreeLeaf[] {
  if (!repository.settings.sparseCheckout) return [];
  const leaves: TreeLeaf[] = [];
  files.forEach(({ path, tracked }, row) => {
    if (columns.kinds[row] === KIND.missing && tracked?.skipWorktree === true) leaves.push({ path, mode: tracked.mode, oid: Buffer.from(tracked.oid, 'hex') });
  });
  return leaves;
}

function statEntries(files: readonly FilePath[], columns: HashColumns): StatEntry[] {
  const entries: StatEntry[] = [];
  files.forEach(({ path }, row) => {
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

interface Inner {
  readonly leaves: TreeLeaf[];
  readonly parts: MeasuredPart[];
  readonly nested: NestedRepository[];
  readonly otherWorktrees: string[];
}

/** Submodules and nested repositories: a gitlink for the tree id, their own paths for the content id. */
async function measureNested(repository: Repository, listing: Listing): Promise<Inner> {
  const inner: Inner = { leaves: [], parts: [], nested: [], otherWorktrees: [] };
  const gitlinks = listing.tracked.filter(({ mode }) => mode === '160000');
  for (const link of gitlinks) {
    const place = join(repository.top, link.path);
    const stats = lstatSync(nativePath(repository.top, link.path), { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) {
      if (stats === undefined && link.skipWorktree && repository.settings.sparseCheckout) inner.leaves.push({ path: link.path, mode: '160000', oid: Buffer.from(link.oid, 'hex') });
      continue;
    }
    const directory = gitDirectoryOf(place);
    if (directory === null && lstatSync(join(place, '.git'), { throwIfNoEntry: false }) !== undefined) throw brokenRepository(link.path);
    const head = directory === null ? null : await readHead(place);
    inner.leaves.push({ path: link.path, mode: '160000', oid: Buffer.from(head ?? link.oid, 'hex') });
    if (directory === null) await addPlainFolder(repository, link.path, inner);
    else await addRepository(repository, link.path, directory, 'submodule', head, inner, [repository.commonDir]);
  }
  for (const path of listing.repositories) {
    const directory = gitDirectoryOf(join(repository.top, path));
    if (directory === null) throw brokenRepository(path);
    if (directory.commonDir === repository.commonDir) {
      inner.otherWorktrees.push(path);
      continue;
    }
    const head = await readHead(join(repository.top, path));
    // git refuses to record a repository without a commit, or one of the other object format.
    if (head?.length === blobBytes(repository.objectFormat) * 2) inner.leaves.push({ path, mode: '160000', oid: Buffer.from(head, 'hex') });
    await addRepository(repository, path, directory, 'repository', head, inner, [repository.commonDir]);
  }
  return inner;
}

/** Adds the paths of a repository inside the workspace to the content id, and those of the repositories inside it. */
async function addRepository(repository: Repository, path: string, directory: { readonly gitDir: string; readonly commonDir: string }, kind: NestedRepository['kind'], head: string | null, inner: Inner, outer: readonly string[]): Promise<void> {
  const workTree = join(repository.top, path);
  inner.nested.push({ path, kind, head });
  const objectFormat = head?.length === 64 ? 'sha256' : 'sha1';
  const git = openPrivateGit({ workTree, objectFormat, settings: repository.settings, objects: directory, index: join(directory.gitDir, 'index') });
  try {
    const listing = await listWorkTree(git);
    const files = sortByPath([...listing.tracked.filter(({ mode }) => mode !== '160000').map(({ path: file }) => ({ path: file })), ...listing.untracked.map((file) => ({ path: file }))]);
    const columns = await hashMany({ root: workTree, paths: files.map((file) => file.path), algorithm: 'sha256' });
    refuseUnmeasurable(files, columns, `${path}/`);
    inner.parts.push({ prefix: `${path}/`, entries: statEntries(files.map((file) => ({ ...file, tracked: null })), columns) });
    const known = [...outer, directory.commonDir];
    const deeper = [...listing.tracked.filter(({ mode }) => mode === '160000').map((link) => link.path), ...listing.repositories];
    for (const name of deeper) {
      const place = `${path}/${name}`;
      const next = gitDirectoryOf(join(repository.top, place));
      if (next === null) {
        if (lstatSync(join(repository.top, place, '.git'), { throwIfNoEntry: false }) !== undefined) throw brokenRepository(place);
        await addPlainFolder(repository, place, inner);
      } else if (known.includes(next.commonDir)) {
        inner.otherWorktrees.push(place);
      } else {
        await addRepository(repository, place, next, listing.repositories.includes(name) ? 'repository' : 'submodule', await readHead(join(repository.top, place)), inner, known);
      }
    }
  } finally {
    git.remove();
  }
}

/** Files in the folder of a submodule that was never checked out: git shows them to nobody, the content id does. */
async function addPlainFolder(repository: Repository, path: string, inner: Inner): Promise<void> {
  const root = join(repository.top, path);
  const paths = sortByPath(filesBelow(root, '').map((file) => ({ path: file })));
  if (paths.length === 0) return;
  const columns = await hashMany({ root, paths: paths.map((file) => file.path), algorithm: 'sha256' });
  refuseUnmeasurable(paths, columns, `${path}/`);
  inner.nested.push({ path, kind: 'plain', head: null });
  inner.parts.push({ prefix: `${path}/`, entries: statEntries(paths.map((file) => ({ ...file, tracked: null })), columns) });
}

/** Every file and link below a folder, without following links. */
export function filesBelow(root: string, prefix: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(nativePath(root, prefix), { withFileTypes: true, encoding: 'buffer' })) {
    const name = decodePath(entry.name);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    if (entry.isDirectory()) found.push(...filesBelow(root, path));
    else found.push(path);
  }
  return found;
}

function refuseUnmeasurable(files: readonly { readonly path: string }[], columns: HashColumns, prefix = ''): void {
  files.forEach(({ path }, row) => {
    const kind = columns.kinds[row];
    if (kind === KIND.special) throw specialFile(prefix + path);
    if (kind === KIND.unreadable) throw unreadableFile(prefix + path);
    if (kind === KIND.changed) throw unstableFile(prefix + path);
  });
}

async function blobFromIndex(git: PrivateGit, listing: Listing, path: string): Promise<Buffer | null> {
  const entry = listing.tracked.find((tracked) => tracked.path === path);
  if (entry === undefined || !entry.skipWorktree) return null;
  const result = await git.tryRun(['cat-file', 'blob', entry.oid]);
  return result.code === 0 ? result.stdout : null;
}

function rawBlob(repository: Repository, columns: HashColumns, row: number): string {
  const width = blobBytes(repository.objectFormat);
  return Buffer.from(columns.blobs.buffer, columns.blobs.byteOffset + row * width, width).toString('hex');
}

function sortByPath<T extends { readonly path: string }>(items: readonly T[]): T[] {
  // Two sorted runs, so the sort is close to one merge; only names beyond U+D7FF need their bytes compared.
  const plain = !items.some(({ path }) => /[\uD800-\uFFFF]/.test(path));
  return items.toSorted(plain ? (left, right) => (left.path < right.path ? -1 : 1) : (left, right) => comparePaths(left.path, right.path));
}
