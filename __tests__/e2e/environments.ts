/**
 * Virtual environments with pinned packages, made by the tests themselves and shared by all test files of a run: making
 * one takes seconds. They lie in the temporary folder under their content; whoever comes first makes it, the others wait.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freshFolder } from '../support/repository.ts';

/** The newest pytest that these tests were seen to pass with, and the newest that still judges its bytecode by times. */
export const PYTEST_NEW = 'pytest==9.2.0';
export const PYTEST_OLD = 'pytest==8.3.5';

const STALE_MS = 180_000;

/** What pip inherits: the machine's proxies and package sources, none of the variables that steer Python elsewhere. */
function pipEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|TMPDIR|PIP_.*|SSL_.*|REQUESTS_.*|.*_proxy|.*_PROXY)$/.test(name) && !/^PIP_(TARGET|PREFIX|USER|REQUIRE_VIRTUALENV)$/.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
}

/** The interpreter that makes the environments, by its real path: behind a shim another one may answer. */
export const PYTHON = execFileSync('python3', ['-I', '-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** Makes an environment without pip of its own: the making interpreter's pip fills it, in a third of the time. */
export function makeEnvironment(folder: string, packages: readonly string[]): string {
  execFileSync(PYTHON, ['-I', '-m', 'venv', '--without-pip', folder], { env: pipEnvironment(), stdio: 'pipe' });
  const interpreter = join(folder, 'bin', 'python');
  if (packages.length > 0) install(interpreter, packages);
  return interpreter;
}

/** `pip install` into the environment of an interpreter. */
export function install(interpreter: string, args: readonly string[]): void {
  execFileSync(PYTHON, ['-I', '-m', 'pip', '--python', interpreter, 'install', '--quiet', '--no-input', ...args], { env: pipEnvironment(), stdio: 'pipe' });
}

/** The interpreter of a shared environment that holds `packages` and is never written again. */
export async function sharedEnvironment(...packages: readonly string[]): Promise<string> {
  const home = join(realpathSync(tmpdir()), `generation-gate-test-environments-${userInfo().uid}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (statSync(home).uid !== userInfo().uid) throw new Error(`${home} belongs to another user`);
  const key = createHash('sha256').update(JSON.stringify([PYTHON, realpathSync(PYTHON), packages])).digest('hex').slice(0, 16);
  const folder = join(home, key);
  const lock = `${folder}.lock`;
  for (;;) {
    if (existsSync(join(folder, 'ready'))) return join(folder, 'bin', 'python');
    try {
      mkdirSync(lock);
    } catch {
      await delay(200);
      takeOver(lock);
      continue;
    }
    try {
      if (!existsSync(join(folder, 'ready'))) {
        rmSync(folder, { recursive: true, force: true });
        makeEnvironment(folder, packages);
        writeFileSync(join(folder, 'ready'), packages.join('\n'));
      }
    } finally {
      rmdirSync(lock);
    }
  }
}

/** The unpacked source distribution `name-version`, by its SHA-256; fetched once and shared by all test files of a run. */
export function sourceDistribution(name: string, version: string, sha256: string): string {
  const home = join(realpathSync(tmpdir()), `generation-gate-test-environments-${userInfo().uid}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = join(home, `${name}-${version}-${sha256.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const own = freshFolder();
  writeFileSync(join(own, 'requirements.txt'), `${name}==${version} --hash=sha256:${sha256}\n`);
  execFileSync(PYTHON, ['-I', '-m', 'pip', 'download', '--quiet', '--no-input', '--no-deps', '--no-binary', ':all:', '--require-hashes', '-d', own, '-r', join(own, 'requirements.txt')], { env: pipEnvironment(), stdio: 'pipe' });
  execFileSync('tar', ['-xzf', join(own, `${name}-${version}.tar.gz`), '-C', own]);
  try {
    renameSync(join(own, `${name}-${version}`), folder);
  } catch (error) {
    // Another process was quicker; its folder has the same bytes.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The lock of a maker that is long gone makes way. */
function takeOver(lock: string): void {
  try {
    if (Date.now() - statSync(lock).mtimeMs < STALE_MS) return;
    const aside = join(freshFolder(), 'lock');
    renameSync(lock, aside);
  } catch {
    // Given back in the meantime.
  }
}
