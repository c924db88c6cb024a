/** Builders of real git repositories in temporary folders. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodePath, encodePath, nativePath } from '../../src/model/path.ts';
import { entryAt, isFolder } from '../../src/workspace/entry.ts';

/** Settings of the machine that runs the tests must not decide what they see; the gate's own git keeps these two too. */
process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
process.env['GIT_CONFIG_NOSYSTEM'] = '1';

const PERSON = { NAME: 't', EMAIL: 't@example.invalid', DATE: '2024-01-01T00:00:00Z' };

/** The environment of the tests' own git: nothing of the machine, local clones of submodules allowed. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'protocol.file.allow',
  GIT_CONFIG_VALUE_0: 'always',
  GIT_CONFIG_KEY_1: 'safe.directory',
  GIT_CONFIG_VALUE_1: '*',
  ...Object.fromEntries(['AUTHOR', 'COMMITTER'].flatMap((who) => Object.entries(PERSON).map(([what, value]) => [`GIT_${who}_${what}`, value]))),
};

const folders: string[] = [];

/** The real path of a fresh folder; {@link removeFolders} takes it away. */
export function freshFolder(parent: string = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'gg-test-')));
  folders.push(folder);
  return folder;
}

/** Removes every folder made so far; for `afterEach`. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    // A test may have taken the permission away.
    spawnSync('chmod', ['-R', 'u+rwX', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs git and gives its output without the last newline, in the string form of `src/model/path.ts`. Throws with git's own words where it fails. */
export function git(cwd: string, ...args: readonly string[]): string {
  return decodePath(execFileSync('git', args, { cwd, env: { ...GIT_ENVIRONMENT }, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 })).replace(/\n$/, '');
}

export type Content = string | Buffer;

/** Writes files given as path → content, with their folders. Paths are in the string form of `src/model/path.ts`. */
export function write(root: string, files: Readonly<Record<string, Content>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(nativePath(root, dirname(path)), { recursive: true });
    writeFileSync(nativePath(root, path), content);
  }
}

export interface RepositoryOptions {
  readonly format?: 'sha1' | 'sha256';
  /** Settings written before the first commit, `name=value`. */
  readonly config?: readonly string[];
}

/** A repository with one commit of `files` (none at all: an empty commit); its files are older than the present second. */
export function makeRepository(files: Readonly<Record<string, Content>> = { 'a.txt': 'a\n' }, options: RepositoryOptions = {}): string {
  const root = join(freshFolder(), 'ws');
  initRepository(root, options);
  write(root, files);
  commitAll(root);
  return root;
}

export function initRepository(root: string, options: RepositoryOptions = {}): void {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q', '-b', 'main', `--object-format=${options.format ?? 'sha1'}`);
  for (const entry of options.config ?? []) {
    const at = entry.indexOf('=');
    git(root, 'config', entry.slice(0, at), entry.slice(at + 1));
  }
}

export function commitAll(root: string, message = 'change'): void {
  git(root, 'add', '-A', '-f');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
}

export function headTree(root: string): string {
  return git(root, 'rev-parse', 'HEAD^{tree}');
}

/** Waits until the present second is over: stat data seen before are then beyond doubt. */
export function nextSecond(): void {
  const wait = 1010 - (Date.now() % 1000);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
}

/** Overwrites a file in place with other bytes of equal size and gives it its old modification time back, to the nanosecond. */
export function editKeepingSizeAndTime(file: string, content: string): void {
  if (lstatSync(file).size !== Buffer.byteLength(content)) throw new Error(`"${content}" has another size than ${file}`);
  const reference = join(freshFolder(), 'reference');
  execFileSync('touch', ['-r', file, reference]);
  writeFileSync(file, content, { flag: 'r+' });
  execFileSync('touch', ['-r', reference, file]);
}

/** A program that leaves a mark when it runs; `body` is what it does besides. */
export function plantProgram(file: string, mark: string, body = ''): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ran >> '${mark}'\n${body}\n`, { mode: 0o755 });
}

/**
 * What `git add -A` and `git write-tree` give in a copy of the work tree with a fresh index: an oracle that shares no
 * code with the product. `config` are settings that decide conversion, `forced` paths that count though ignored.
 */
export function treeByGit(root: string, config: readonly string[] = [], forced: readonly string[] = []): string {
  const copy = join(freshFolder(), 'copy');
  // Node's own copying loses names that are not UTF-8.
  execFileSync('cp', ['-a', root, copy]);
  rmSync(join(copy, '.git'), { recursive: true, force: true });
  initRepository(copy, { format: git(root, 'rev-parse', '--show-object-format') === 'sha256' ? 'sha256' : 'sha1', config });
  git(copy, 'add', '-A');
  const behindLink = (path: string): boolean => path.split('/').some((_, depth, names) => depth > 0 && !isFolder(copy, names.slice(0, depth).join('/')));
  const there = forced.filter((path) => !behindLink(path) && entryAt(copy, path)?.isDirectory() === false);
  if (there.length > 0) {
    const input = Buffer.concat(there.map((path) => encodePath(`${path}\0`)));
    execFileSync('git', ['--literal-pathspecs', 'add', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'], { cwd: copy, env: { ...GIT_ENVIRONMENT }, input });
  }
  return git(copy, 'write-tree');
}

/** One line for every entry below a folder: type, mode, size, modification time in ns, digest. ctime only with `ctime`. */
export function snapshot(root: string, options: { readonly ctime?: boolean; readonly skip?: (path: string) => boolean } = {}): string[] {
  const lines: string[] = [];
  const visit = (path: string): void => {
    if (options.skip?.(path) === true) return;
    const native = nativePath(root, path);
    const stats = lstatSync(native, { bigint: true });
    const what = stats.isSymbolicLink() ? readlinkSync(native) : stats.isFile() ? createHash('sha256').update(readFileSync(native)).digest('hex') : '';
    lines.push([JSON.stringify(path), stats.mode.toString(8), stats.isDirectory() ? '' : stats.size, stats.mtimeNs, options.ctime === true ? stats.ctimeNs : '', what].join(' '));
    if (stats.isDirectory()) for (const name of readdirSync(native, { encoding: 'buffer' })) visit(path === '' ? decodePath(name) : `${path}/${decodePath(name)}`);
  };
  visit('');
  return lines.sort();
}

/** Makes a linked worktree of the repository at `root`. */
export function addWorktree(root: string, place: string, branch = 'other'): void {
  git(root, 'worktree', 'add', '-q', '-b', branch, place);
}

/** A repository with a submodule `sub` that holds `lib.txt`, as its own commit. */
export function makeWithSubmodule(files: Readonly<Record<string, Content>> = { 'a.txt': 'a\n' }): string {
  const library = makeRepository({ 'lib.txt': 'lib\n', '.gitignore': '*.log\n' });
  const root = makeRepository(files);
  git(root, 'submodule', 'add', '-q', library, 'sub');
  git(root, 'commit', '-q', '-m', 'submodule');
  return root;
}

/** Runs `body` as a user whom file permissions bind, and who owns the folders. */
export async function asOrdinaryUser<T>(folders: readonly string[], body: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return body();
  const nobody = 65_534;
  for (const folder of folders) {
    spawnSync('chown', ['-hR', `${nobody}`, folder]);
    const parent = join(folder, '..');
    if (lstatSync(parent).uid === 0 && parent.includes('gg-test-')) chownSync(parent, nobody, nobody);
  }
  process.seteuid?.(nobody);
  try {
    return await body();
  } finally {
    process.seteuid?.(0);
  }
}
