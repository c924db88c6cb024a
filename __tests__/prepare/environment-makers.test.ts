/** The tools that keep environments of their own, installed and asked themselves: the gate computes what they answer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { resolveCommandPython } from '../../src/prepare/command-python.ts';
import { sharedEnvironment } from '../e2e/environments.ts';
import { plainEnvironment } from './pythons.ts';
import { write } from './repository.ts';

const TOOLS = ['poetry==2.1.3', 'pdm==2.25.4', 'pipenv==2025.0.3', 'hatch==1.14.1', 'virtualenv==20.31.2', 'click==8.1.8'];

let bin: string;
let root: string;

beforeAll(async () => {
  bin = dirname(await sharedEnvironment(...TOOLS));
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gg-makers-')));
}, 600_000);

afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));

interface Place {
  readonly project: string;
  readonly env: Record<string, string>;
  readonly tool: (...args: readonly string[]) => string;
}

/** A project in a home of its own, and the tool with the variables that such a home has. */
function place(name: string, tool: string, files: Readonly<Record<string, string>>): Place {
  const home = join(root, name, 'home');
  const project = join(root, name, 'a project');
  mkdirSync(home, { recursive: true });
  write(project, files);
  const kept = Object.entries(plainEnvironment()).filter(([variable]) => !/^(?:XDG_|POETRY_|PDM_|PIPENV_|HATCH_|WORKON_HOME|CONDA_|HOME$)/.test(variable));
  const env = { ...Object.fromEntries(kept), HOME: home, PATH: `${bin}:${process.env['PATH'] ?? ''}`, PDM_CHECK_UPDATE: 'false', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  return { project, env, tool: (...args) => execFileSync(join(bin, tool), args, { cwd: project, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim() };
}

const SHOW = ['python', '-c', 'import sys; print(sys.prefix)'];
const PROJECT = '[project]\nname = "Shop.Front"\nversion = "0.1"\nrequires-python = ">=3.9"\n';

function resolved({ project, env }: Place, argv: readonly string[], cwd = project) {
  return resolveCommandPython({ form: 'argv', argv: [...argv] }, { cwd, env });
}

describe('Poetry', () => {
  const files = { 'pyproject.toml': `${PROJECT}[tool.poetry]\npackage-mode = false\n`, 'sub/a.txt': '' };

  test.each([
    ['in its own folder', {}, {}],
    ['beside the project, as the machine is set', {}, { 'home/.config/pypoetry/config.toml': '[virtualenvs]\nin-project = true\n' }],
    ['where the project says', { 'poetry.toml': '[virtualenvs]\npath = "ROOT/made"\n' }, {}],
  ])('%s', (_, more, machine) => {
    const here = place(`poetry ${_}`, 'poetry', Object.fromEntries(Object.entries({ ...files, ...more }).map(([file, text]) => [file, text.replace('ROOT', root)])));
    write(join(here.project, '..'), machine);
    expect(resolved(here, ['poetry', 'run', ...SHOW])).toMatchObject({ state: 'later' });
    here.tool('env', 'use', '-q', 'python3');
    const prefix = here.tool('run', ...SHOW);
    for (const cwd of [here.project, join(here.project, 'sub')]) expect(resolved(here, ['poetry', 'run', ...SHOW], cwd)).toMatchObject({ state: 'found', path: `${prefix}/bin/python` });
    expect(resolved(here, ['poetry', '-C', here.project, 'run', ...SHOW], '/')).toMatchObject({ state: 'found', path: `${prefix}/bin/python` });
    expect(resolved(here, ['poetry', 'run', 'node', 'a.js'])).toMatchObject({ state: 'none' });
  }, 240_000);

  test('an active environment', () => {
    const here = place('poetry active', 'poetry', files);
    const active = join(root, 'active');
    execFileSync('python3', ['-m', 'venv', '--without-pip', active]);
    Object.assign(here.env, { VIRTUAL_ENV: active });
    expect(here.tool('run', ...SHOW)).toBe(active);
    expect(resolved(here, ['poetry', 'run', ...SHOW])).toMatchObject({ state: 'found', path: `${active}/bin/python` });
  }, 240_000);
});

describe('PDM', () => {
  test.each([
    ['beside the project', 'true'],
    ['in its own folder', 'false'],
  ])('%s', (name, inProject) => {
    const here = place(`pdm ${name}`, 'pdm', { 'pyproject.toml': PROJECT });
    here.tool('config', 'venv.in_project', inProject);
    expect(resolved(here, ['pdm', 'run', ...SHOW])).toMatchObject({ state: 'later' });
    here.tool('venv', 'create', '-q', '--with', 'venv');
    // The first call remembers its choice; the second goes by it.
    for (let call = 0; call < 2; call += 1) {
      const answer = resolved(here, ['pdm', 'run', ...SHOW]);
      const prefix = here.tool('run', ...SHOW);
      expect(answer).toMatchObject({ state: 'found', path: `${prefix}/bin/python` });
    }
  }, 240_000);
});

describe('Pipenv', () => {
  const PIPFILE = '[[source]]\nurl = "https://pypi.invalid/simple"\nverify_ssl = true\nname = "none"\n[packages]\n';

  test.each([
    ['in its own folder', {}],
    ['beside the project', { PIPENV_VENV_IN_PROJECT: '1' }],
    ['in the folder of a variable', { WORKON_HOME: 'FOLDER/made' }],
  ])('%s', (name, variables) => {
    const here = place(`pipenv ${name}`, 'pipenv', { Pipfile: PIPFILE });
    Object.assign(here.env, Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, value.replace('FOLDER', root)])));
    expect(resolved(here, ['pipenv', 'run', ...SHOW])).toMatchObject({ state: 'later' });
    const prefix = here.tool('run', ...SHOW);
    expect(resolved(here, ['pipenv', 'run', ...SHOW])).toMatchObject({ state: 'found', path: `${prefix}/bin/python` });
  }, 240_000);
});

describe('Hatch', () => {
  test('its default environment, a named one, and one beside the project', () => {
    const environments = '[tool.hatch.envs.default]\nskip-install = true\n[tool.hatch.envs.check]\nskip-install = true\n';
    const here = place('hatch', 'hatch', { 'pyproject.toml': `${PROJECT}${environments}` });
    expect(resolved(here, ['hatch', 'run', ...SHOW])).toMatchObject({ state: 'later' });
    const prefix = here.tool('run', ...SHOW);
    expect(resolved(here, ['hatch', 'run', ...SHOW])).toMatchObject({ state: 'found', path: `${prefix}/bin/python` });
    expect(resolved(here, ['hatch', 'run', 'check:python', '-c', 'pass'])).toMatchObject({ state: 'later' });
    const named = here.tool('run', `check:${SHOW[0] ?? ''}`, ...SHOW.slice(1));
    expect(named).not.toBe(prefix);
    for (const words of [['run', 'check:python', '-c', 'pass'], ['-e', 'check', 'run', 'python', '-c', 'pass']]) expect(resolved(here, ['hatch', ...words])).toMatchObject({ state: 'found', path: `${named}/bin/python` });

    write(here.env['HOME'] ?? '', { '.config/hatch/config.toml': '[dirs.env]\nvirtual = ".hatch"\n' });
    const beside = here.tool('run', ...SHOW);
    expect(beside).toBe(join(here.project, '.hatch/shop-front'));
    expect(resolved(here, ['hatch', 'run', ...SHOW])).toMatchObject({ path: `${beside}/bin/python` });
  }, 240_000);
});

test('conda names its environments by folder, and a link to its program is followed', () => {
  const conda = join(root, 'conda');
  write(conda, { 'bin/conda': '', 'links/x': '' });
  execFileSync('python3', ['-m', 'venv', '--without-pip', join(conda, 'envs/shop')]);
  execFileSync('chmod', ['+x', join(conda, 'bin/conda')]);
  symlinkSync('../bin/conda', join(conda, 'links/conda'));
  const env = { PATH: `${conda}/links:${process.env['PATH'] ?? ''}`, HOME: root };
  expect(resolveCommandPython({ form: 'argv', argv: ['conda', 'run', '-n', 'shop', ...SHOW] }, { cwd: root, env })).toMatchObject({ state: 'found', path: `${conda}/envs/shop/bin/python` });
});
