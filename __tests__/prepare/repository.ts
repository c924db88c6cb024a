/** Real repositories in temporary folders, for the tests of the prepare stage. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IsTracked } from '../../src/prepare/bytecode-walk.ts';

const GIT_ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'protocol.file.allow',
  GIT_CONFIG_VALUE_0: 'always',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 't'],
      [`GIT_${who}_EMAIL`, 't@example.invalid'],
    ]),
  ),
};

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env: GIT_ENV, encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs `body` in a fresh folder (its real path) and removes the folder afterwards. */
export async function inFolder<T>(body: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gg-prepare-')));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes files given as path → content, with their folders. */
export function write(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export function repository(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q', '-b', 'main');
  write(root, files);
  git(root, 'add', '-A', '-f');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'base');
}

/** Asks the real git; the calls are kept so that a test can count them. */
export function trackedByGit(): { readonly isTracked: IsTracked; readonly calls: string[] } {
  const calls: string[] = [];
  const isTracked: IsTracked = (root, candidates) => {
    calls.push(root);
    const listed = new Set(git(root, 'ls-files', '-z').split('\0'));
    return Promise.resolve(new Set(candidates.filter((path) => listed.has(path))));
  };
  return { isTracked, calls };
}

/** Runs `body` under file permissions, which do not bind the superuser that a container's tests run as. */
export async function asOrdinaryUser<T>(body: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return body();
  process.seteuid?.('nobody');
  try {
    return await body();
  } finally {
    process.seteuid?.(0);
  }
}
