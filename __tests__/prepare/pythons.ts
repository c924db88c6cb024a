/** The CPython interpreters of this machine, for tests that compare with what Python itself does. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Python {
  readonly executable: string;
  /** `3.11` */
  readonly version: string;
  readonly magic: number;
}

/** Variables under which a test about bytecode would test nothing, or which would steer Python elsewhere. */
export function plainEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PYTHON|VIRTUAL_ENV|GIT_|PIP_(TARGET|PREFIX|USER))/.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
}

let known: readonly Python[] | undefined;

/** One interpreter of each version from 3.7 on: those on PATH, of pyenv, and of a runner's tool cache. */
export function pythons(): readonly Python[] {
  known ??= findPythons();
  return known;
}

/** The interpreter that `python3` means. */
export function defaultPython(): Python {
  const executable = python(['-c', 'import sys; print(sys.executable)'], 'python3').trim();
  const found = pythons().find((one) => one.version === versionOf(executable));
  if (found === undefined) throw new Error(`python3 is ${executable}, which is too old for these tests`);
  return { ...found, executable };
}

export function python(args: readonly string[], executable: string, options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}): string {
  return execFileSync(executable, args, {
    cwd: options.cwd ?? '/',
    env: options.env ?? plainEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function findPythons(): readonly Python[] {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  for (const [root, rest] of [
    [process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'bin'],
    [process.env['RUNNER_TOOL_CACHE'], 'x64/bin'],
  ] as const) {
    const versions = root === undefined ? '' : join(root, rest === 'bin' ? 'versions' : 'Python');
    if (versions !== '' && existsSync(versions)) folders.push(...readdirSync(versions).map((name) => join(versions, name, rest)));
  }
  const found = new Map<string, Python>();
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).filter((one) => /^python3(\.\d+)?$/.test(one))) {
      try {
        const executable = realpathSync(join(folder, name));
        const [version = '', magic] = python(['-c', 'import sys, importlib.util as u; print("%d.%d" % sys.version_info[:2], u.MAGIC_NUMBER[0] + 256 * u.MAGIC_NUMBER[1])'], executable).split(' ');
        if (Number(version.slice(2)) >= 7 && !found.has(version)) found.set(version, { executable, version, magic: Number(magic) });
      } catch {
        // A shim without a version behind it.
      }
    }
  }
  return [...found.values()].sort((left, right) => Number(left.version.slice(2)) - Number(right.version.slice(2)));
}

function versionOf(executable: string): string {
  return python(['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], executable).trim();
}
