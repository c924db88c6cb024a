/** Fetches the projects and makes them what a user has: a repository with an environment in it. Everything is pinned by hash. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Project } from './list.ts';

export interface Prepared {
  readonly project: Project;
  /** Real path of its repository, committed and clean. */
  readonly root: string;
  readonly python: string;
}

const REQUIREMENTS = resolve(import.meta.dirname, 'requirements.txt');
const LIBRARIES = ['--require-hashes', '--only-binary', ':all:', '--requirement', REQUIREMENTS] as const;
/** The interpreter of the environments, by its real path: behind a shim another one may answer. */
const PYTHON = execFileSync('python3', ['-I', '-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
/** What pip inherits: proxies and package sources, nothing that steers Python elsewhere. */
const PIP_VARIABLE = /^(?:PATH|HOME|LANG|TMPDIR|PIP_(?!TARGET|PREFIX|USER|REQUIRE_VIRTUALENV).*|SSL_.*|REQUESTS_.*|.*_proxy|.*_PROXY)$/;

/** The environment that commands of a project see: nothing of the machine's Python. */
export function plainEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: homedir(), LANG: 'C.UTF-8', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', PYTHONDONTWRITEBYTECODE: '1' };
}

/** Makes a fresh repository of the project in the temporary folder. */
export function prepare(project: Project): Prepared {
  const libraries = sharedLibraries();
  const archive = sourceDistribution(project, libraries.python);
  const root = mkdtempSync(join(tmpdir(), `generation-gate-project-${project.name}-`));
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', root]);
  // What the command leaves is no part of the tree; the environment is none by its mark.
  writeFileSync(join(root, '.gitignore'), '.venv/\n__pycache__/\n.hypothesis/\n*.egg-info/\n/report.xml\n');
  run(PYTHON, ['-I', '-m', 'venv', '--without-pip', join(root, '.venv')]);
  const python = join(root, '.venv/bin/python');
  const pip = [libraries.python, '-I', '-m', 'pip', '--python', python, 'install', '--quiet'] as const;
  if (project.ownLibraries === true) {
    run(pip[0], [...pip.slice(1), ...LIBRARIES]);
  } else {
    const [version = ''] = readdirSync(join(root, '.venv/lib'));
    writeFileSync(join(root, '.venv/lib', version, 'site-packages/shared-libraries.pth'), `${libraries.site}\n`);
  }
  run('git', ['init', '--quiet'], root);
  run('git', ['add', '--all'], root);
  run('git', ['-c', 'user.name=projects', '-c', 'user.email=projects@example.invalid', 'commit', '--quiet', '--message', `${project.name} ${project.version}`], root);
  run(pip[0], [...pip.slice(1), '--no-deps', '--no-index', '--no-build-isolation', ...(project.install === 'editable' ? ['--editable'] : []), root]);
  // What building leaves in the source is not what is tested.
  rmSync(join(root, 'build'), { recursive: true, force: true });
  return { project, root, python };
}

/** Test tools and build backends, installed once: every project's environment reads them by a `.pth`. */
function sharedLibraries(): { readonly python: string; readonly site: string } {
  const key = createHash('sha256').update(PYTHON).update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(), `libraries-${key}`);
  const python = join(folder, 'bin/python');
  if (!existsSync(join(folder, 'ready'))) {
    rmSync(folder, { recursive: true, force: true });
    run(PYTHON, ['-I', '-m', 'venv', folder]);
    run(python, ['-I', '-m', 'pip', 'install', '--quiet', ...LIBRARIES]);
    writeFileSync(join(folder, 'ready'), '');
  }
  const [version = ''] = readdirSync(join(folder, 'lib'));
  return { python, site: join(folder, 'lib', version, 'site-packages') };
}

/** The archive from the cache, its digest compared each time. */
function sourceDistribution({ name, version, sha256 }: Project, python: string): string {
  const folder = join(cacheFolder(), 'archives');
  const file = join(folder, `${name}-${version}.tar.gz`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const place = mkdtempSync(join(folder, 'new-'));
    writeFileSync(join(place, 'one.txt'), `${name}==${version} --hash=sha256:${sha256}\n`);
    run(python, ['-I', '-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--no-build-isolation', '--require-hashes', '--dest', place, '--requirement', join(place, 'one.txt')]);
    const [archive] = readdirSync(place).filter((one) => one.endsWith('.tar.gz'));
    renameSync(join(place, archive ?? ''), file);
    rmSync(place, { recursive: true });
  }
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (digest !== sha256) throw new Error(`${file} has SHA-256 ${digest}, and ${sha256} is expected`);
  return file;
}

/** Kept between runs; `GG_PROJECTS` names another folder. */
function cacheFolder(): string {
  return process.env['GG_PROJECTS'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'generation-gate-projects');
}

function run(file: string, args: readonly string[], cwd = tmpdir()): void {
  const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PIP_VARIABLE.test(name))), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  const ended = spawnSync(file, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (ended.status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${String(ended.status ?? ended.signal)}:\n${ended.stdout}${ended.stderr}`);
}
