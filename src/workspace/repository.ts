/** Where the workspace lies: its work tree, its git directories, its HEAD, and the other checkouts inside it. */
import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { GateError, UsageError } from '../model/errors.ts';
import { decodePath, nativePath } from '../model/path.ts';
import { entryAt, isFolder } from './entry.ts';
import { git, gitOrThrow, requireGit, trustsByFile, type GitCall } from './git.ts';

export interface Repository {
  /** Real path of the top of the work tree. */
  readonly top: string;
  /** Absolute git directory of this work tree (`.git/worktrees/<name>` in a linked one). */
  readonly gitDir: string;
  /** Absolute git directory that all work trees of the repository share. */
  readonly commonDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Commit id of HEAD; null on an unborn branch. */
  readonly head: string | null;
  /** Settings that decide how git reads the work tree, as the user's own git sees them. */
  readonly settings: WorkTreeSettings;
}

export interface WorkTreeSettings {
  readonly autocrlf: string;
  readonly eol: string;
  readonly fileMode: boolean;
  readonly symlinks: boolean;
  readonly sparseCheckout: boolean;
  readonly attributesFile: string | null;
}

/**
 * Finds the repository around a folder.
 * Throws {@link UsageError} where there is no work tree (no repository, bare, inside `.git`), {@link GateError} where
 * git is missing, too old, or does not answer.
 */
export async function findRepository(folder: string): Promise<Repository> {
  const start = existingFolder(folder);
  const trusted = trustsByFile();
  const [, settingsThen, asked] = await Promise.all([
    requireGit(start),
    readSettings({ cwd: start }),
    git(['rev-parse', '--show-object-format', '--is-bare-repository', '--is-inside-work-tree', '--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel', 'HEAD^{commit}'], { cwd: start }),
  ]);
  // Settings of a repository that git would not take for one are left out without a word.
  const settings = trustsByFile() === trusted ? settingsThen : await readSettings({ cwd: start });
  // Where one answer fails, as the last one does on an unborn branch, those before it are there.
  const lines = asked.stdout.toString('utf8').replace(/\n$/, '').split('\n');
  const [format, bare, inside] = lines;
  if (inside === undefined) throw noRepository(folder, asked.stderr);
  if (bare === 'true') {
    throw new UsageError('GG-WORKSPACE-BARE', `"${folder}" is a bare repository: it has no work tree to judge`, 'Run in a checkout: git worktree add ../work HEAD');
  }
  if (inside !== 'true') {
    throw new UsageError('GG-WORKSPACE-NOT-A-WORK-TREE', `"${folder}" lies inside a git directory, not in a work tree`, 'Pass the top of the checkout with --workspace.');
  }
  const places = lines.length === 7 ? { gitDir: lines[3] ?? '', commonDir: lines[4] ?? '', top: lines[5] ?? '', head: commitId(lines[6] ?? '') } : await askOneByOne(start);
  return {
    top: realpathSync(places.top),
    gitDir: realpathSync(places.gitDir),
    commonDir: realpathSync(places.commonDir),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    head: places.head,
    settings,
  };
}

/** For a repository whose path holds a newline: there lines of an answer cannot be counted. */
async function askOneByOne(start: string): Promise<{ readonly gitDir: string; readonly commonDir: string; readonly top: string; readonly head: string | null }> {
  const [gitDir, commonDir, top, head] = await Promise.all([askPath('--git-dir', start), askPath('--git-common-dir', start), askPath('--show-toplevel', start), readHead(start)]);
  return { gitDir, commonDir, top, head };
}

function commitId(text: string): string | null {
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}

/** Commit id of HEAD in the work tree at `folder`, null where the branch is unborn. */
export async function readHead(folder: string): Promise<string | null> {
  const result = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: folder });
  const id = result.stdout.toString('utf8').trim();
  return result.code === 0 && id !== '' ? id : null;
}

/** Parents of a commit, read from the commit itself: in a shallow clone history ends, the raw commit does not (ST5). */
export async function commitParents(folder: string, commit: string): Promise<readonly string[]> {
  const raw = (await gitOrThrow(['cat-file', 'commit', commit], { cwd: folder })).toString('latin1');
  const header = raw.slice(0, raw.indexOf('\n\n'));
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '');
}

/** Commit id of HEAD in a git directory, whatever lies around it; null where the branch is unborn or git cannot read it. */
export async function headOf(gitDir: string): Promise<string | null> {
  // Asked by its folder, git would answer for the repository around a broken one.
  const result = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: gitDir, env: { GIT_DIR: '.' } });
  const id = result.stdout.toString('utf8').trim();
  return result.code === 0 && id !== '' ? id : null;
}

export interface NestedHead {
  /** Id of the tree of HEAD; null where it has none. */
  readonly headTree: string | null;
}

/** The repository with this work tree and git directory, whatever lies around it, with the tree of its HEAD. */
export async function repositoryIn(top: string, { gitDir, commonDir }: GitDirectory): Promise<Repository & NestedHead> {
  // Asked by its folder, git would answer for the repository around a broken one.
  const call = { cwd: gitDir, env: { GIT_DIR: '.' } };
  const [settings, asked] = await Promise.all([readSettings(call), git(['rev-parse', '--show-object-format', 'HEAD^{commit}', 'HEAD^{tree}'], call)]);
  const [format, head = '', headTree = ''] = asked.stdout.toString('latin1').split('\n');
  return { top, gitDir, commonDir, objectFormat: format === 'sha256' ? 'sha256' : 'sha1', head: commitId(head), headTree: commitId(headTree), settings };
}

/** The object format of the repository at a git directory; `head` is its HEAD where that is known. */
export async function objectFormatOf(gitDir: string, head: string | null): Promise<'sha1' | 'sha256'> {
  if (head !== null) return head.length === 64 ? 'sha256' : 'sha1';
  const result = await git(['rev-parse', '--show-object-format'], { cwd: gitDir, env: { GIT_DIR: '.' } });
  return result.stdout.toString('utf8').trim() === 'sha256' ? 'sha256' : 'sha1';
}

/** The names that `git rev-parse --local-env-vars` prints: what a command must not inherit (ST3). */
export async function localEnvironmentNames(folder: string): Promise<readonly string[]> {
  const text = (await gitOrThrow(['rev-parse', '--local-env-vars'], { cwd: folder })).toString('utf8');
  return text.split('\n').filter((name) => name !== '');
}

/**
 * The other work trees of this repository that lie inside this one, relative to its top (ST4).
 * Read from the shared git directory, so it costs no process.
 */
export function linkedWorktreesInside(repository: Repository): readonly string[] {
  const found: string[] = [];
  const registry = join(repository.commonDir, 'worktrees');
  for (const name of listFolder(registry)) {
    const pointer = readText(join(registry, name, 'gitdir'))?.trim();
    if (pointer === undefined || pointer === '') continue;
    const place = realOrNull(dirname(isAbsolute(pointer) ? pointer : resolve(registry, name, pointer)));
    if (place === null) continue;
    const inside = relative(repository.top, place);
    if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) found.push(inside.split(sep).join('/'));
  }
  return found.sort();
}

export interface GitDirectory {
  /** Real path of the git directory of one work tree. */
  readonly gitDir: string;
  /** Real path of the one that all its work trees share; another than `gitDir` in a linked worktree alone. */
  readonly commonDir: string;
}

/**
 * The git directory that a folder's `.git` entry names; null where it has none, or where it leads to no repository.
 * What counts as one follows git (`is_git_directory`): HEAD, objects, refs.
 */
export function gitDirectoryOf(folder: string): GitDirectory | null {
  const entry = join(folder, '.git');
  const pointer = readText(entry);
  const target = pointer === undefined ? entry : /^gitdir: (.+)$/m.exec(pointer)?.[1]?.trimEnd();
  if (target === undefined) return null;
  const gitDir = realOrNull(resolve(folder, target));
  if (gitDir === null) return null;
  const shared = readText(join(gitDir, 'commondir'))?.trim();
  const commonDir = shared === undefined ? gitDir : realOrNull(resolve(gitDir, shared));
  if (commonDir === null || entryAt(gitDir, 'HEAD') === null || !isFolder(commonDir, 'objects') || !isFolder(commonDir, 'refs')) return null;
  return { gitDir, commonDir };
}

async function askPath(option: string, cwd: string): Promise<string> {
  const bytes = await gitOrThrow(['rev-parse', '--path-format=absolute', option], { cwd });
  return bytes.toString('utf8').replace(/\n$/, '');
}

async function readSettings(call: GitCall): Promise<WorkTreeSettings> {
  const pattern = '^core\\.(autocrlf|eol|filemode|symlinks|sparsecheckout|attributesfile)$';
  // The user's own configuration decides how git wrote the work tree; reading it runs nothing.
  const result = await git(['config', '--null', '--get-regexp', pattern], call);
  const values = new Map<string, string>();
  for (const record of result.stdout.toString('utf8').split('\0')) {
    const at = record.indexOf('\n');
    if (record !== '') values.set(at < 0 ? record : record.slice(0, at), at < 0 ? 'true' : record.slice(at + 1));
  }
  const isTrue = (name: string, otherwise: boolean): boolean => {
    const value = values.get(name)?.toLowerCase();
    return value === undefined ? otherwise : ['true', 'yes', 'on', '1'].includes(value);
  };
  return {
    autocrlf: values.get('core.autocrlf')?.toLowerCase() ?? 'false',
    eol: values.get('core.eol')?.toLowerCase() ?? 'native',
    fileMode: isTrue('core.filemode', true),
    symlinks: isTrue('core.symlinks', true),
    sparseCheckout: isTrue('core.sparsecheckout', false),
    attributesFile: values.get('core.attributesfile') ?? null,
  };
}

function existingFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) {
      accessSync(real, constants.R_OK | constants.X_OK);
      return real;
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UsageError('GG-WORKSPACE-UNREADABLE', `The workspace "${folder}" cannot be opened (${reason})`, 'Pass an existing folder with --workspace.');
  }
  throw new UsageError('GG-WORKSPACE-NOT-A-FOLDER', `The workspace "${folder}" is not a folder`, 'Pass the top of a checkout with --workspace.');
}

function noRepository(folder: string, words: string): Error {
  if (/not a git repository/i.test(words)) {
    return new UsageError('GG-WORKSPACE-NO-REPOSITORY', `"${folder}" is not inside a git repository`, 'Run in a checkout, or pass one with --workspace DIR.');
  }
  return new GateError('GG-GIT-FAILED', `git cannot read the repository at "${folder}": ${words.slice(0, 500)}`);
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(file: string): string | undefined {
  try {
    return decodePath(readFileSync(nativePath(file, '')));
  } catch {
    return undefined;
  }
}

function realOrNull(path: string): string | null {
  try {
    // Only the native form takes bytes.
    return decodePath(realpathSync.native(nativePath(path, ''), { encoding: 'buffer' }));
  } catch {
    return null;
  }
}
