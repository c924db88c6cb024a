/**
 * A second directory for the captured command: a real repository in the temporary folder whose work tree holds the
 * stamped tree, or a commit, and nothing else (RP1). The workspace and its repository are read and never written.
 */
import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Unfilled } from '../model/compare.ts';
import { decodePath, encodePath, nativePath } from '../model/path.ts';
import type { NestedRepository } from '../model/tree.ts';
import { attributesOf, conversionScope, convertedBlobs, type PathAttributes } from './conversion.ts';
import { refuseUnwritten } from './disk-space.ts';
import { listTracked, type TrackedPath } from './listing.ts';
import { DIGEST_BYTES } from './hash-files.ts';
import { hashMany } from './hash-pool.ts';
import { openPrivateGit, temporaryFolder } from './private-git.ts';
import { gitDirectoryOf, headOf, objectFormatOf, type GitDirectory, type Repository } from './repository.ts';
import { fillFiltered } from './second-directory-filters.ts';
import { copyStampedFiles, type CopiedFiles } from './second-directory-files.ts';
import { writeKnownIndex } from './second-directory-index.ts';
import { fillIndex, makeSecondRepository, type SecondRepository } from './second-directory-repository.ts';
import { withFullIndex } from './sparse-index.ts';
import { workTreeMode } from './stamped-entries.ts';
import type { StampedTable, StatEntry } from './stamped-entries.ts';

export interface SecondDirectory {
  /** Real path of the top of its work tree. */
  readonly top: string;
  /** The folder around it, which holds all that belongs to it. */
  readonly holder: string;
  /** Folder for environments that setup and command make in it; empty. */
  readonly envDir: string;
  readonly git: SecondRepository;
  /** Paths that could not be filled. */
  readonly unfilled: readonly Unfilled[];
}

/** The stamped paths that a directory is filled from. */
export interface StampedTree {
  /** One part for each repository; `''` is the workspace's own prefix, else the folder with a trailing slash. */
  readonly parts: readonly { readonly prefix: string; readonly entries: readonly StatEntry[]; readonly table?: StampedTable }[];
  /** HEAD at the stamp. */
  readonly head: string | null;
  /** Filtered paths whose bytes are not what the index holds. */
  readonly rawFiltered: readonly string[];
  /** Where HEAD of each submodule and nested repository stood; absent to take them as they stand. */
  readonly nested?: readonly NestedRepository[];
}

/** Removes a second directory and all that a command left in it. Gives the reason where something stayed. */
export function removeSecondDirectory({ holder }: Pick<SecondDirectory, 'holder'>): string | null {
  const remove = (): void => rmSync(holder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  try {
    remove();
  } catch {
    try {
      // Caches of some tools are written without permission to change them.
      openFolders(holder);
      remove();
    } catch (error) {
      return `${holder} could not be removed (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
    }
  }
  return null;
}

/**
 * Makes a second directory with the stamped tree: bytes from the workspace, each compared with the stamp's digest;
 * files that git converts as a checkout writes them; submodules and nested repositories as repositories of their own.
 */
export async function stampedDirectory(repository: Repository, tree: StampedTree, parent: string | null): Promise<SecondDirectory> {
  const place = makePlace(repository, parent);
  try {
    const unfilled: Unfilled[] = [];
    let own: SecondRepository | null = null;
    for (const { prefix, entries, table } of tree.parts.toSorted((left, right) => left.prefix.length - right.prefix.length)) {
      const from = prefix === '' ? repository.top : join(repository.top, prefix);
      const to = prefix === '' ? place.top : join(place.top, prefix);
      mkdirSync(nativePath(to, ''), { recursive: true });
      const copied = copyStampedFiles(from, to, entries);
      unfilled.push(...copied.unfilled.map(({ path, why }) => ({ path: prefix + path, why })));
      if (prefix === '') own = await stampedRepository(repository, to, tree.head, copied, table);
      else await nestedRepository(repository, from, to, tree.nested?.find(({ path }) => `${path}/` === prefix)?.head);
    }
    own ??= await stampedRepository(repository, place.top, tree.head, NOTHING_COPIED);
    return { ...place, git: own, unfilled };
  } catch (error) {
    removeSecondDirectory(place);
    throw error;
  }
}

/** Makes a second directory with the tree of a commit, as a checkout of it would look. */
export async function commitDirectory(repository: Repository, commit: string, stamped: StampedTree, parent: string | null): Promise<SecondDirectory> {
  const place = makePlace(repository, parent);
  try {
    const { top, objectFormat, settings } = repository;
    const git = await makeSecondRepository({ top: place.top, source: repository, objectFormat, settings, head: commit });
    const unfilled = await checkOut(git, repository, commit, settings.sparseCheckout ? nativePath(repository.gitDir, 'info/sparse-checkout') : null);
    unfilled.push(...(await fillFiltered({ git, source: repository, workspace: top, stamped: ownEntries(stamped), rawFiltered: stamped.rawFiltered })));
    unfilled.push(...(await checkOutSubmodules(git, repository, '')));
    return { ...place, git, unfilled };
  } catch (error) {
    removeSecondDirectory(place);
    throw error;
  }
}

export interface Overlay {
  readonly unfilled: readonly Unfilled[];
  /** Chosen paths that differ between both trees, sorted as they were listed. */
  readonly changed: readonly string[];
  /** How many files were chosen. */
  readonly taken: number;
}

/** Replaces the files that `chosen` names by the stamped ones: what the stamp does not have goes, what it has comes. */
export async function overlayStamped({ top, git }: SecondDirectory, workspace: string, stamped: StampedTree, chosen: (path: string) => boolean): Promise<Overlay> {
  const entries = ownEntries(stamped).filter(({ path }) => chosen(path));
  const there = await hashMany({ root: top, paths: entries.map(({ path }) => path), algorithm: 'sha256' });
  const other = entries.filter(({ mode, digest }, row) => workTreeMode(there.kinds[row]) !== mode || !Buffer.from(there.digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES)).equals(digest));
  const kept = new Set(entries.map(({ path }) => path));
  const gone = decodePath(await git.run(['ls-files', '-z'])).split('\0').filter((path) => path !== '' && !kept.has(path) && chosen(path));
  for (const path of [...gone, ...other.map(({ path }) => path)]) removeFile(top, path);
  return { unfilled: copyStampedFiles(workspace, top, other).unfilled, changed: [...other.map(({ path }) => path), ...gone], taken: entries.length };
}

/** Replaces the files that `chosen` names by those of a commit. */
export async function overlayCommit({ top, holder }: SecondDirectory, repository: Repository, commit: string, stamped: StampedTree, chosen: (path: string) => boolean): Promise<readonly Unfilled[]> {
  const { objectFormat, settings } = repository;
  for (const { path } of ownEntries(stamped)) if (chosen(path)) removeFile(top, path);
  const index = join(holder, 'overlay-index');
  const git = openPrivateGit({ workTree: top, objectFormat, settings, objects: repository, index });
  try {
    await git.run(['read-tree', commit]);
    const paths = (await listTracked(git)).filter(({ path, mode }) => chosen(path) && mode !== '160000').map(({ path }) => path);
    const result = await git.tryRun(['checkout-index', '-f', '-q', '-z', '--stdin'], listOf(paths));
    return result.code === 0 ? [] : [{ path: '', why: result.stderr.slice(0, 300) }];
  } finally {
    git.remove();
    rmSync(index, { force: true });
  }
}

/** Stamped paths of the workspace's own repository. */
export function ownEntries({ parts }: StampedTree): readonly StatEntry[] {
  return parts.find(({ prefix }) => prefix === '')?.entries ?? [];
}

function makePlace(repository: Repository, parent: string | null): Pick<SecondDirectory, 'top' | 'holder' | 'envDir'> {
  const holder = realpathSync(mkdtempSync(join(parentFolder(repository, parent), 'generation-gate-second-')));
  // The folder's own name stays: some build tools take the project's name from it.
  const top = join(holder, basename(repository.top));
  const envDir = join(holder, 'generation-gate-env');
  mkdirSync(nativePath(top, ''));
  mkdirSync(envDir);
  return { top, holder, envDir };
}

/** `RUNNER_TEMP` where it lies outside of the workspace, else a temporary folder that does. */
function parentFolder({ top }: Repository, parent: string | null): string {
  if (parent !== null && parent !== '' && existsSync(parent)) {
    const place = relative(top, realpathSync(parent));
    if (place === '..' || place.startsWith('../')) return parent;
  }
  return temporaryFolder(top);
}

const NOTHING_COPIED: CopiedFiles = { unfilled: [], withCarriageReturn: [], written: new Map() };

async function stampedRepository(repository: Repository, top: string, head: string | null, { withCarriageReturn, written }: CopiedFiles, table?: StampedTable): Promise<SecondRepository> {
  const { objectFormat, settings } = repository;
  const git = await makeSecondRepository({ top, source: repository, objectFormat, settings, head });
  const tracked = await trackedOf(repository, repository.top, repository, objectFormat);
  const rewritten = new Set(await writeAsCheckedOut(repository, top, tracked.filter(({ path }) => written.has(path)), withCarriageReturn));
  const asCopied = rewritten.size === 0 ? written : new Map([...written].filter(([path]) => !rewritten.has(path)));
  if (table !== undefined && writeKnownIndex({ gitDir: git.gitDir, objectFormat, tracked, table, written: asCopied })) return git;
  await fillIndex(git, tracked, tracked.filter(({ path, skipWorktree }) => skipWorktree && !written.has(path)).map(({ path }) => path));
  return git;
}

/** A submodule or nested repository: what is local of it, with HEAD where it stands in the workspace. */
async function nestedRepository(repository: Repository, from: string, to: string, stampedHead: string | null | undefined): Promise<void> {
  const directory = gitDirectoryOf(from);
  if (directory === null) return;
  const head = stampedHead === undefined ? await headOf(directory.gitDir) : stampedHead;
  const objectFormat = await objectFormatOf(directory.gitDir, head);
  const git = await makeSecondRepository({ top: to, source: directory, objectFormat, settings: repository.settings, head });
  await fillIndex(git, await trackedOf(repository, from, directory, objectFormat), []);
}

async function trackedOf({ settings }: Repository, workTree: string, directory: GitDirectory, objectFormat: 'sha1' | 'sha256'): Promise<readonly TrackedPath[]> {
  const index = join(directory.gitDir, 'index');
  const git = openPrivateGit({ workTree, objectFormat, settings, objects: directory, index });
  try {
    return await listTracked(await withFullIndex(git, directory.gitDir));
  } finally {
    git.remove();
  }
}

/**
 * Writes files that git converts anew, as a clean checkout would: the workspace may hold them with other line ends than
 * their attributes ask for. Only a file that stands for its committed blob is written; paths with an external filter
 * stay as they were copied.
 */
async function writeAsCheckedOut(repository: Repository, top: string, tracked: readonly TrackedPath[], withCarriageReturn: readonly string[]): Promise<readonly string[]> {
  const { objectFormat, settings, commonDir } = repository;
  const files = tracked.filter(({ mode, unmerged }) => mode.startsWith('100') && !unmerged);
  const { scope } = await conversionScope({ top, commonDir, settings }, files.map(({ path }) => path), () => Promise.resolve(null));
  if (scope === 'none') return [];
  const index = join(top, '..', 'conversion-index');
  const git = openPrivateGit({ workTree: top, objectFormat, settings, objects: repository, index });
  try {
    const givesCarriageReturns = settings.autocrlf === 'true' || settings.eol === 'crlf' || attributesName(repository, top, files, /crlf/);
    const suspects = new Set(withCarriageReturn);
    const asked = scope === 'attributes' ? await attributesOf(git, files.map(({ path }) => path), []) : new Map<string, PathAttributes>();
    const chosen = files.filter(({ path }) => asked.get(path)?.filter !== true && (givesCarriageReturns || suspects.has(path) || asked.get(path)?.builtIn === true));
    const blobs = await convertedBlobs(git, chosen.map((file) => ({ path: file.path, indexed: file })), []);
    const asCommitted = chosen.filter(({ path, oid }) => blobs.get(path) === oid);
    if (asCommitted.length === 0) return [];
    await git.run(['update-index', '-z', '--index-info'], encodePath(asCommitted.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}\0`).join('')));
    await git.run(['checkout-index', '-f', '-q', '-z', '--stdin'], listOf(asCommitted.map(({ path }) => path)));
    return asCommitted.map(({ path }) => path);
  } finally {
    git.remove();
    rmSync(index, { force: true });
  }
}

/** Whether an attribute file of the tree, or of the repository itself, holds the word. */
function attributesName({ commonDir }: Repository, top: string, files: readonly TrackedPath[], word: RegExp): boolean {
  const named = files.filter(({ path }) => /(^|\/)\.gitattributes$/.test(path)).map(({ path }) => nativePath(top, path));
  return [...named, nativePath(commonDir, 'info/attributes')].some((file) => existsSync(file) && word.test(readFileSync(file, 'latin1')));
}

/** Reads a commit into the index and writes its files, those that sparse patterns leave out excepted. Objects that are not here are named. */
async function checkOut(git: SecondRepository, source: GitDirectory, commit: string, sparsePatterns: string | Buffer | null = null): Promise<Unfilled[]> {
  if (sparsePatterns !== null && existsSync(sparsePatterns)) {
    copyFileSync(sparsePatterns, join(git.gitDir, 'info/sparse-checkout'));
    await git.run(['-c', 'core.sparseCheckout=true', 'read-tree', '-m', '-u', commit]);
    return [];
  }
  await git.run(['read-tree', commit]);
  const result = await git.tryRun(['-c', 'checkout.workers=2', '-c', 'checkout.thresholdForParallelism=200', 'checkout-index', '--all', '--index', '--quiet']);
  if (result.code === 0) return [];
  await refuseUnwritten(git, git.top, result.stderr);
  const lost = [...new Set([...result.stderr.matchAll(/(?:unable to read sha1 file of (.+?) \(|cannot read object [0-9a-f]+ '(.+)')/g)].map((match) => match[1] ?? match[2] ?? ''))];
  return (lost.length > 0 ? lost : ['']).map((path) => ({ path, why: `its blob is not in the local store of ${source.commonDir}` }));
}

/** Fills the submodules that the index names from what is local, each as a repository of its own that borrows its objects. */
export async function checkOutSubmodules(git: SecondRepository, repository: Repository, prefix: string): Promise<Unfilled[]> {
  const listed = decodePath(await git.run(['ls-files', '-s', '-z'])).split('\0');
  const unfilled: Unfilled[] = [];
  for (const record of listed) {
    const link = /^160000 ([0-9a-f]+) 0\t(.+)$/s.exec(record);
    if (link === null) continue;
    const [, commit = '', path = ''] = link;
    const to = join(git.top, path);
    mkdirSync(to, { recursive: true });
    const directory = gitDirectoryOf(join(repository.top, prefix + path));
    // What was never checked out here was not there for the tested run either.
    if (directory === null || directory.commonDir === repository.commonDir) continue;
    const inner = await makeSecondRepository({ top: to, source: directory, objectFormat: commit.length === 64 ? 'sha256' : 'sha1', settings: repository.settings, head: commit });
    if ((await inner.tryRun(['cat-file', '-e', `${commit}^{tree}`])).code !== 0) {
      unfilled.push({ path: prefix + path, why: `the submodule's commit ${commit} is not in its local store` });
      continue;
    }
    const workspace = join(repository.top, prefix + path);
    const stamped = await trackedOf(repository, workspace, directory, commit.length === 64 ? 'sha256' : 'sha1');
    const lacking = [...(await checkOut(inner, directory, commit)), ...(await fillFiltered({ git: inner, source: directory, workspace, stamped, rawFiltered: [] }))];
    unfilled.push(...lacking.map((one) => ({ ...one, path: `${prefix}${path}/${one.path}` })));
    unfilled.push(...(await checkOutSubmodules(inner, repository, `${prefix}${path}/`)));
  }
  return unfilled;
}

function removeFile(top: string, path: string): void {
  const native = nativePath(top, path);
  const stats = lstatSync(native, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) rmSync(native, { force: true });
}

function openFolders(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) openFolders(join(folder, entry.name));
}

function listOf(paths: readonly string[]): Buffer {
  return encodePath(paths.map((path) => `${path}\0`).join(''));
}
