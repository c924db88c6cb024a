/** Real editable installs by real build backends, into environments of their own. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { originsReportSchema, type OriginsReport } from '../../src/model/prepare.ts';
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
  'uv-build==0.8.0',
  'meson-python==0.18.0',
  'meson==1.8.2',
  'ninja==1.11.1.4',
  'scikit-build-core==0.11.5',
  'cmake==4.0.3',
];

/** The last series in which `setup.py develop` did the work itself. */
const SETUPTOOLS_WITH_DEVELOP = 'setuptools==62.6.0';

export const gitPort: GitPort = (cwd, args) => runGit(args, { cwd });

export type Builder = 'setuptools' | 'setuptools-compat' | 'setuptools-strict' | 'setuptools-develop' | 'hatchling' | 'hatchling-exact' | 'flit' | 'poetry' | 'pdm' | 'pdm-editables' | 'uv' | 'meson' | 'scikit-build';
export type Layout = 'flat' | 'src';

let backends: string | undefined;

/** A folder with pip and the backends, made once for all tests of a file. */
export function backendFolder(): string {
  if (backends === undefined) {
    backends = realpathSync(mkdtempSync(join(tmpdir(), 'gg-backends-')));
    for (const [target, packages] of [[backends, BACKENDS], [oldBackend(backends), [SETUPTOOLS_WITH_DEVELOP]]] as const) {
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
export function installEditable(environment: Environment, project: string, builder: Builder): void {
  const PATH = `${backendFolder()}/bin:${process.env['PATH'] ?? ''}`;
  if (builder === 'setuptools-develop') {
    // What pip ran before there were editable wheels.
    python(['setup.py', '-q', 'develop', '--no-deps'], environment.python, { cwd: project, env: plainEnvironment({ PYTHONPATH: oldBackend(backendFolder()), PATH }) });
    return;
  }
  // A dependency that these two add to what they install, and that --no-deps leaves out.
  if (builder === 'hatchling-exact' || builder === 'pdm-editables') cpSync(join(backendFolder(), 'editables'), join(environment.site, 'editables'), { recursive: true });
  const mode = /^setuptools-(?<mode>compat|strict)$/.exec(builder)?.groups?.['mode'];
  const config = mode === undefined ? [] : ['--config-settings', `editable_mode=${mode}`];
  python(['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-build-isolation', '--no-deps', ...config, '-e', project], environment.python, {
    env: plainEnvironment({ PYTHONPATH: backendFolder(), PATH }),
  });
}

/** What Python itself imports; null where it finds nothing. */
export function imported(executable: string, name: string, options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }): string | null {
  const program = `import importlib\ntry:\n  m = importlib.import_module(${JSON.stringify(name)})\n  print(m.__file__ or list(m.__path__)[0])\nexcept ImportError: print("")`;
  const file = python(['-B', '-c', program], executable, { cwd: options.cwd, env: plainEnvironment(options.env) }).trim();
  return file === '' ? null : realpathSync(file);
}

/** The origins as the gate reads them, checked against the schema they are stored by. */
export async function originsOf(top: string, executable: string, { otherWorktrees = [], ...more }: Partial<OriginsRequest> & { readonly otherWorktrees?: readonly string[] } = {}): Promise<OriginsReport> {
  const env = more.env ?? plainEnvironment();
  const cwd = more.cwd ?? top;
  const found = resolveCommandPython({ form: 'argv', argv: [executable, '-c', 'pass'] }, { cwd, env });
  const report = await readOrigins(await lookAtWorkspace({ top, otherWorktrees, git: gitPort }), { python: found, imports: [], ...more, cwd, env });
  expect(originsReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report;
}
