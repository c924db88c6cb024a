/** The walk that finds every bytecode file and cache folder of a workspace which no repository tracks. */
import { readdirSync, type Dirent } from 'node:fs';
import type { FailedPath } from '../model/prepare.ts';
import { decodePath, nativeEntry } from '../model/path.ts';
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';

/**
 * Which of `candidates` the repository tracks. `repositoryRoot` is absolute, candidates and answer are relative to it;
 * rejects where `repositoryRoot` is no repository or git fails.
 */
export type IsTracked = (repositoryRoot: string, candidates: readonly string[]) => Promise<ReadonlySet<string>>;

export interface SweepOptions {
  readonly isTracked: IsTracked;
  /** Folders relative to the top level that are never entered: linked worktrees of other branches. */
  readonly skip?: readonly string[];
}

/** An entry of a purgeable name, never a folder. */
export interface Candidate {
  readonly path: string;
  readonly link: boolean;
}

export interface Sweep {
  /** Untracked entries that the purge takes. */
  readonly candidates: readonly Candidate[];
  /** Cache folders and the folders inside them, parents first. */
  readonly cacheFolders: readonly string[];
  /** The cache folders that hold something which stays. */
  readonly protectedFolders: ReadonlySet<string>;
  readonly tracked: number;
  readonly failed: readonly FailedPath[];
}

interface Repository {
  /** Relative to the top level; '' is the top level itself. */
  readonly root: string;
  /** The repository around this one, asked where this one turns out to be none. */
  readonly outer: Repository | undefined;
  readonly candidates: Candidate[];
  /** Markers of environments, which only count while untracked: a patch must not exempt a folder by adding one. */
  readonly markers: string[];
}

interface Folder {
  readonly path: string;
  readonly repository: Repository;
  readonly inCache: boolean;
}

interface Findings {
  readonly cacheFolders: string[];
  readonly protectedFolders: Set<string>;
  readonly failed: FailedPath[];
  readonly repositories: Repository[];
  /** Folders with an environment marker, by the marker's path, not entered yet. */
  readonly deferred: Map<string, Folder>;
  /** Markers that a repository tracks: their folders are ordinary ones. */
  readonly disarmed: Set<string>;
}

const REPLACEMENT_CHARACTER = '\uFFFD';
const CACHE_FOLDER = '__pycache__';

/**
 * Finds what the purge takes below `top` (absolute): every `__pycache__` with all it holds, every `*.pyc` and `*.pyo`,
 * submodules and nested repositories included. Left out are tracked files, `.git`, environment folders and `skip`.
 * Follows no symbolic link; never throws for what lies in the tree: that is listed in `failed`.
 */
export async function sweepBytecode(top: string, options: SweepOptions): Promise<Sweep> {
  const skip = new Set(options.skip ?? []);
  const main: Repository = { root: '', outer: undefined, candidates: [], markers: [] };
  const findings: Findings = {
    cacheFolders: [],
    protectedFolders: new Set(),
    failed: [],
    repositories: [main],
    deferred: new Map(),
    disarmed: new Set(),
  };
  const candidates: Candidate[] = [];
  let tracked = 0;
  let pending: Folder[] = [{ path: '', repository: main, inCache: false }];
  while (pending.length > 0) {
    walk(top, pending, skip, findings);
    pending = [];
    for (const repository of findings.repositories) {
      const asked = repository.candidates.splice(0);
      const markers = repository.markers.splice(0);
      if (asked.length + markers.length === 0) continue;
      const known = await trackedPaths(top, repository, [...asked.map((one) => one.path), ...markers], options.isTracked);
      if ('unanswered' in known) {
        findings.failed.push({ path: repository.root, doing: 'ask-git', errno: known.unanswered });
        for (const { path } of asked) protect(path, findings);
        continue;
      }
      for (const candidate of asked) {
        if (!known.has(candidate.path)) candidates.push(candidate);
        else {
          tracked += 1;
          protect(candidate.path, findings);
        }
      }
      for (const marker of markers) {
        const folder = findings.deferred.get(marker);
        if (folder === undefined) continue;
        if (known.has(marker)) {
          findings.disarmed.add(marker);
          pending.push(folder);
        } else if (folder.inCache) {
          protect(marker, findings);
        }
      }
    }
  }
  const { cacheFolders, protectedFolders, failed } = findings;
  return { candidates, cacheFolders, protectedFolders, tracked, failed };
}

function walk(top: string, folders: readonly Folder[], skip: ReadonlySet<string>, findings: Findings): void {
  const stack = [...folders];
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    let entries: readonly Dirent[];
    try {
      entries = listFolder(nativeEntry(top, folder.path));
    } catch (error) {
      const errno = errnoOf(error);
      // A folder that has just gone holds nothing that could be read.
      if (errno !== 'ENOENT' || folder.path === '') findings.failed.push({ path: folder.path, doing: 'list-folder', errno });
      if (folder.inCache) protect(`${folder.path}/`, findings);
      continue;
    }
    const repository = repositoryOf(folder, entries, findings);
    if (isGuardedEnvironment({ ...folder, repository }, entries, findings)) continue;
    const prefix = folder.path === '' ? '' : `${folder.path}/`;
    for (const entry of entries) {
      const { name } = entry;
      if (entry.isDirectory()) {
        const path = prefix + name;
        if (name === '.git' || ENVIRONMENT_FOLDER_NAMES.has(name) || skip.has(path)) {
          if (folder.inCache) protect(path, findings);
          continue;
        }
        const inCache = folder.inCache || name === CACHE_FOLDER;
        if (inCache) findings.cacheFolders.push(path);
        stack.push({ path, repository, inCache });
      } else if (name === '.git') {
        if (folder.inCache) protect(prefix + name, findings);
      } else if (folder.inCache || name.endsWith('.pyc') || name.endsWith('.pyo') || name === CACHE_FOLDER) {
        repository.candidates.push({ path: prefix + name, link: entry.isSymbolicLink() });
      }
    }
  }
}

/** The folder's repository: a new one where the folder holds a `.git`, whatever that is. */
function repositoryOf(folder: Folder, entries: readonly Dirent[], findings: Findings): Repository {
  if (folder.path === '' || folder.path === folder.repository.root) return folder.repository;
  if (!entries.some((entry) => entry.name === '.git')) return folder.repository;
  const nested: Repository = { root: folder.path, outer: folder.repository, candidates: [], markers: [] };
  findings.repositories.push(nested);
  return nested;
}

/** Whether the folder bears an environment's marker that may count; the top level itself never does. */
function isGuardedEnvironment(folder: Folder, entries: readonly Dirent[], findings: Findings): boolean {
  if (folder.path === '' || !entries.some((entry) => entry.name === VIRTUAL_ENVIRONMENT_MARK)) return false;
  const marker = `${folder.path}/${VIRTUAL_ENVIRONMENT_MARK}`;
  if (findings.disarmed.has(marker)) return false;
  findings.deferred.set(marker, folder);
  folder.repository.markers.push(marker);
  return true;
}

/** Marks every cache folder around `path` as one that stays. */
function protect(path: string, findings: Findings): void {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    if (findings.protectedFolders.has(folder)) return;
    findings.protectedFolders.add(folder);
  }
}

async function trackedPaths(top: string, repository: Repository, paths: readonly string[], isTracked: IsTracked): Promise<ReadonlySet<string> | { readonly unanswered: string }> {
  const prefix = repository.root === '' ? '' : `${repository.root}/`;
  try {
    const root = repository.root === '' ? top : `${top}/${repository.root}`;
    const known = await isTracked(root, paths.map((path) => path.slice(prefix.length)));
    return new Set([...known].map((path) => prefix + path));
  } catch (error) {
    // A stray `.git` makes no repository: git itself then counts the folder to the one around it.
    if (repository.outer !== undefined) return trackedPaths(top, repository.outer, paths, isTracked);
    return { unanswered: errnoOf(error) };
  }
}

/** The entries of a folder with names in the string form of `path.ts`; throws what `readdir` throws. */
function listFolder(folder: string | Buffer): readonly Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!entries.some((entry) => entry.name.includes(REPLACEMENT_CHARACTER))) return entries;
  const raw = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  return raw.map((entry) => Object.assign(Object.create(entry) as Dirent, { name: decodePath(entry.name) }));
}

/** The errno name of what a file system call threw, else its message. */
export function errnoOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'message' in error ? String(error.message) : 'unknown error';
}
