/** Real editable installs by real build backends, into environments of their own. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { originsReportSchema, type OriginsReport } from '../../src/model/prepare.ts';
import { realPath } from '../../src/prepare/bounded-file.ts';
import type { GitPort } from '../../src/prepare/checkout.ts';
import { resolveCommandPython } from '../../src/prepare/command-python.ts';
import { lookAtWorkspace, readOrigins, type OriginsRequest } from '../../src/prepare/origins.ts';
import { git as runGit } from '../../src/workspace/git.ts';
import { defaultPython, plainEnvironment, python } from './pythons.ts';
import { git, repository } from './repository.ts';

const BACKENDS = [
  'pip==25.0.1',
  'setuptools==80.9.0',
  'hatchling==1.27.0',
  'editables==0.5',
  'flit-core==3.12.0',
  'poetry-core==2.1.3',
  'pdm-backend==2.4.5',
  'uv==0.8.0',
  'uv-build==0.8.0',
  'meson-python==0.18.0',
  'meson==1.8.2',
  'ninja==1.11.1.4',
  'scikit-build-core==0.11.5',
  'cmake==4.0.3',
];

/** maturin builds with Cargo; a machine without it is asked about all the others. */
export const HAS_CARGO = spawnSync('cargo', ['--version']).status === 0;

/** The last series in which `setup.py develop` did the work itself. */
const SETUPTOOLS_WITH_DEVELOP = 'setuptools==62.6.0';

export const gitPort: GitPort = (cwd, args) => runGit(args, { cwd });

export const BUILDERS = ['setuptools', 'setuptools-compat', 'setuptools-strict', 'setuptools-develop', 'hatchling', 'hatchling-exact', 'flit', 'poetry', 'pdm', 'pdm-editables', 'uv', 'meson', 'scikit-build', 'maturin'] as const;
export const LAYOUTS = ['flat', 'src'] as const;
export type Builder = (typeof BUILDERS)[number];
export type Layout = (typeof LAYOUTS)[number];
export type Installer = 'pip' | 'uv';

const run = promisify(execFile);

let backends: string | undefined;

/** A folder with pip and the backends, made once for all tests of a file. */
export function backendFolder(): string {
  if (backends === undefined) {
    backends = realpathSync(mkdtempSync(join(tmpdir(), 'gg-backends-')));
    for (const [target, packages] of [[backends, HAS_CARGO ? [...BACKENDS, 'maturin==1.9.4'] : BACKENDS], [oldBackend(backends), [SETUPTOOLS_WITH_DEVELOP]]] as const) {
      python(['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--target', target, ...packages], defaultPython().executable);
    }
  }
  return backends;
}

export function removeBackends(): void {
  if (backends !== undefined) rmSync(backends, { recursive: true, force: true });
  backends = undefined;
}

function oldBackend(folder: string): string {
  return join(folder, 'before-editable-wheels');
}

export interface Environment {
  readonly python: string;
  readonly site: string;
}

/** A virtual environment without pip. */
export function makeEnvironment(folder: string): Environment {
  python(['-m', 'venv', '--without-pip', folder], defaultPython().executable);
  const executable = join(folder, 'bin/python');
  return { python: executable, site: realpathSync(python(['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], executable).trim()) };
}

/** The files of a project that offers the package `name`. */
export function projectFiles(builder: Builder, layout: Layout, name = 'shop'): Record<string, string> {
  const folder = layout === 'src' ? `src/${name}` : name;
  const files: Record<string, string> = { [`${folder}/__init__.py`]: 'RATE = 2\n', [`${folder}/deep/__init__.py`]: '' };
  const backend = (requires: string, module: string, more = '') => ({
    ...files,
    'pyproject.toml': `[build-system]\nrequires = ["${requires}"]\nbuild-backend = "${module}"\n[project]\nname = "${name}"\nversion = "0.1"\ndescription = "d"\n${more}`,
  });
  switch (builder) {
    case 'setuptools':
    case 'setuptools-compat':
    case 'setuptools-strict':
      return backend('setuptools', 'setuptools.build_meta');
    case 'setuptools-develop': {
      const [where, dir] = layout === 'src' ? ['src', 'src'] : ['.', '.'];
      return { ...files, 'setup.py': `from setuptools import setup, find_packages\nsetup(name="${name}", version="0.1", packages=find_packages("${where}"), package_dir={"": "${dir}"})\n` };
    }
    case 'hatchling':
      return backend('hatchling', 'hatchling.build', `[tool.hatch.build.targets.wheel]\npackages = ["${folder}"]\n`);
    case 'hatchling-exact':
      return backend('hatchling', 'hatchling.build', `[tool.hatch.build]\ndev-mode-exact = true\n[tool.hatch.build.targets.wheel]\npackages = ["${folder}"]\n`);
    case 'flit':
      return backend('flit_core', 'flit_core.buildapi');
    case 'poetry':
      return backend('poetry-core', 'poetry.core.masonry.api');
    case 'pdm':
      return backend('pdm-backend', 'pdm.backend');
    case 'pdm-editables':
      return backend('pdm-backend', 'pdm.backend', '[tool.pdm.build]\neditable-backend = "editables"\n');
    case 'uv':
      return backend('uv_build', 'uv_build', layout === 'flat' ? '[tool.uv.build-backend]\nmodule-root = ""\n' : '');
    case 'meson':
      return {
        ...backend('meson-python', 'mesonpy'),
        'meson.build': `project('${name}', version: '0.1')\npy = import('python').find_installation(pure: false)\npy.install_sources('${folder}/__init__.py', subdir: '${name}')\npy.install_sources('${folder}/deep/__init__.py', subdir: '${name}/deep')\n`,
      };
    case 'maturin':
      return {
        ...backend('maturin', 'maturin', `[tool.maturin]\nbindings = "bin"\npython-source = "${layout === 'src' ? 'src' : '.'}"\n`),
        'Cargo.toml': `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "${name}"\npath = "rust/main.rs"\n`,
        'rust/main.rs': 'fn main() {}\n',
      };
    case 'scikit-build':
      return {
        ...backend('scikit-build-core', 'scikit_build_core.build', `[tool.scikit-build]\nwheel.packages = ["${folder}"]\n`),
        'CMakeLists.txt': `cmake_minimum_required(VERSION 3.15...3.30)\nproject(${name} LANGUAGES NONE)\n`,
      };
  }
}

/** A workspace, and another checkout of its repository beside it. */
export function twoCheckouts(folder: string, files: Readonly<Record<string, string>>): { readonly top: string; readonly other: string } {
  const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
  repository(other, { ...files, '.gitignore': 'build/\n*.egg-info/\n' });
  git(other, 'worktree', 'add', '-q', '-b', 'fix', top);
  return { top, other };
}

/** Installs a project editable, as a developer would. */
export function installEditable(environment: Environment, project: string, builder: Builder): Promise<void> {
  return installAll(environment, 'pip', [{ builder, project }]);
}

/** Installs projects editable, those of one way in one call. */
export async function installAll(environment: Environment, installer: Installer, projects: readonly { readonly builder: Builder; readonly project: string }[]): Promise<void> {
  const PATH = `${backendFolder()}/bin:${process.env['PATH'] ?? ''}`;
  // A dependency that these two add to what they install, and that --no-deps leaves out.
  if (projects.some(({ builder }) => builder === 'hatchling-exact' || builder === 'pdm-editables')) cpSync(join(backendFolder(), 'editables'), join(environment.site, 'editables'), { recursive: true });
  const installs = installer === 'pip' ? [environment.python, '-m', 'pip', 'install', '--disable-pip-version-check'] : [join(backendFolder(), 'bin/uv'), 'pip', 'install', '--python', environment.python];
  const env = plainEnvironment({ PYTHONPATH: backendFolder(), PATH });
  for (const mode of [undefined, 'compat', 'strict', 'develop']) {
    const group = projects.filter(({ builder }) => /^setuptools-(?<mode>.+)$/.exec(builder)?.groups?.['mode'] === mode).map(({ project }) => project);
    if (mode === 'develop') {
      // What pip ran before there were editable wheels.
      for (const project of group) await run(environment.python, ['setup.py', '-q', 'develop', '--no-deps'], { cwd: project, env: plainEnvironment({ PYTHONPATH: oldBackend(backendFolder()), PATH }) });
    } else if (group.length > 0) {
      const [program = '', ...args] = installs;
      const config = mode === undefined ? [] : ['--config-settings', `editable_mode=${mode}`];
      await run(program, [...args, '-q', '--no-build-isolation', '--no-deps', ...config, ...group.flatMap((project) => ['-e', project])], { cwd: '/', env });
    }
  }
}

/** What Python itself imports; null where it finds nothing. */
export function imported(executable: string, name: string, options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }): string | null {
  return importedAll(executable, [name], options)[name] ?? null;
}

/** What Python itself imports for each of several names, in one process. */
export function importedAll(executable: string, names: readonly string[], options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }): Readonly<Record<string, string>> {
  // Of the standard library only what every start-up has loaded: the working folder may hold modules of any name.
  const program = `import importlib\nfor name in ${JSON.stringify(names)}:\n  try:\n    m = importlib.import_module(name)\n    print("\\n=" + name + "=" + (m.__file__ or list(m.__path__)[0]))\n  except ImportError: pass`;
  const lines = python(['-B', '-c', program], executable, { cwd: options.cwd, env: plainEnvironment(options.env) }).split('\n');
  return Object.fromEntries(lines.flatMap((line) => {
    const { name, file } = /^=(?<name>[^=]+)=(?<file>.+)$/.exec(line)?.groups ?? {};
    return name === undefined || file === undefined ? [] : [[name, realPath(resolve(options.cwd, file))]];
  }));
}

/** The origins as the gate reads them, checked against the schema they are stored by. */
export async function originsOf(top: string, executable: string, { otherWorktrees = [], variables = {}, ...more }: Partial<OriginsRequest> & { readonly otherWorktrees?: readonly string[]; readonly variables?: Readonly<Record<string, string>> } = {}): Promise<OriginsReport> {
  const env = more.env ?? plainEnvironment(variables);
  const cwd = more.cwd ?? top;
  const found = resolveCommandPython({ form: 'argv', argv: [executable, '-c', 'pass'] }, { cwd, env });
  const report = await readOrigins(await lookAtWorkspace({ top, otherWorktrees, git: gitPort }), { python: found, imports: [], timeoutMs: 120_000, ...more, cwd, env });
  expect(originsReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report;
}
