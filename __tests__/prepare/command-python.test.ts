import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CapturedCommand } from '../../src/model/run-record.ts';
import { resolveCommandPython, type CommandPython } from '../../src/prepare/command-python.ts';
import { environmentsIn, readMakerCall } from '../../src/prepare/environment-makers.ts';
import { splitWords } from '../../src/prepare/shell-words.ts';
import { defaultPython, python } from './pythons.ts';
import { inFolder, write } from './repository.ts';

/** Executable files, by path and text; a relative interpreter in a first line is filled in. */
function programs(root: string, files: Readonly<Record<string, string>>): void {
  write(root, files);
  for (const path of Object.keys(files)) chmodSync(join(root, path), 0o755);
}

function argv(...words: readonly string[]): CapturedCommand {
  return { form: 'argv', argv: [...words] };
}

function script(text: string): CapturedCommand {
  return { form: 'script', text, interpreter: ['bash', '-eo', 'pipefail'] };
}

/** A folder with programs of well-known names, none of which says anything. */
async function inMachine(body: (machine: { readonly root: string; readonly ask: (command: CapturedCommand | null, more?: { readonly env?: Record<string, string>; readonly python?: string; readonly cwd?: string; readonly ended?: boolean }) => CommandPython }) => void | Promise<void>): Promise<void> {
  await inFolder(async (root) => {
    programs(root, {
      'usr/python3': '#!/bin/true\n',
      'usr/python3.9': '#!/bin/true\n',
      'usr/pypy3': '#!/bin/true\n',
      'usr/make': '\x7fELF',
      'env/bin/python': '#!/bin/true\n',
      'env/bin/pytest': `#!${root}/env/bin/python\n`,
      'env/bin/tox': `#!${root}/env/bin/python\n`,
      'usr/webtool': '#!/usr/bin/env node\n',
    });
    mkdirSync(join(root, 'ws'));
    await body({ root, ask: (command, { env = {}, ...more } = {}) => resolveCommandPython(command, { cwd: join(root, 'ws'), env: { PATH: join(root, 'usr'), ...env }, ...more }) });
  });
}

describe('an argument list', () => {
  test.each([
    [['python3', 'tests/run.py'], 'usr/python3', 'ws/tests', []],
    [['python3', '-m', 'pytest', '-q'], 'usr/python3', '', []],
    [['python3', '-c', 'import x'], 'usr/python3', '', []],
    [['python3', '-'], 'usr/python3', '', []],
    [['python3'], 'usr/python3', '', []],
    [['python3.9', '-Im', 'pytest'], 'usr/python3.9', '', ['-I']],
    [['python3', '-X', 'dev', '-W', 'error', '-Es', 'a.py'], 'usr/python3', 'ws', ['-E', '-s']],
    [['python3', '-Xdev', '-OO', '--check-hash-based-pycs', 'always', '-P', 'sub/a.py'], 'usr/python3', 'ws/sub', ['-P']],
    [['../env/bin/python', 'a.py'], 'env/bin/python', 'ws', []],
    [['pypy3', 'a.pyz'], 'usr/pypy3', 'ws/a.pyz', []],
    [['../env/bin/pytest', '-q'], 'env/bin/python', 'env/bin', []],
    [['env', 'python3', '-m', 'x'], 'usr/python3', '', []],
    [['sudo', '-E', '-u', 'me', 'python3', 'a.py'], 'usr/python3', 'ws', []],
    [['timeout', '-k', '5', '60', 'nice', '-n', '3', 'python3', 'a.py'], 'usr/python3', 'ws', []],
    [['bash', '-c', 'cd sub && python3 a.py'], 'usr/python3', 'ws/sub', []],
    [['bash', '-lc', 'exec python3 -m x'], 'usr/python3', '', []],
  ])('%j', async (words, path, first, options) => {
    await inMachine(({ root, ask }) => {
      expect(ask(argv(...words))).toMatchObject({ state: 'found', path: join(root, path), first: first === '' ? '' : join(root, first), options });
    });
  });

  test('variables that it sets itself are kept', async () => {
    await inMachine(({ ask }) => {
      expect(ask(argv('env', '-u', 'X', 'PYTHONPATH=lib', 'A=b=c', 'python3', 'PYTHONPATH=no'))).toMatchObject({ state: 'found', env: { PYTHONPATH: 'lib', A: 'b=c' } });
    });
  });

  test.each([
    [['node', 'a.js']],
    [['npm', 'test']],
    [['go', 'test', './...']],
    [['./gradlew', 'test']],
    [['webtool']],
    [['bash', '-c', 'cd sub; npm ci && npm test | tee log']],
    [['uv', 'sync']],
    [['python3', '-m', 'pip', 'install', '-e', '.']],
  ])('%j is known to be no Python of the project', async (words) => {
    await inMachine(({ ask }) => {
      expect(ask(argv(...words))).toMatchObject({ state: 'none', why: expect.any(String) });
    });
  });

  test.each([
    [['tox', '-e', 'py'], '.tox/py', ''],
    [['tox', 'run', '--', '-k', 'x'], '.tox/py', ''],
    [['../env/bin/tox'], '.tox/py', ''],
    [['tox', '--workdir', 'made'], 'made/py', ''],
    [['nox'], '.nox/tests', ''],
    [['python3', '-m', 'tox', 'run'], '.tox/py', ''],
    [['uv', 'run', 'pytest'], '.venv', 'bin'],
    [['uv', '--quiet', 'run', '--extra', 'test', 'python', 'tests/run.py'], '.venv', 'tests'],
    [['uv', 'run', 'tests/run.py'], '.venv', 'tests'],
    [['uv', 'run', '-m', 'pytest'], '.venv', ''],
    [['pixi', 'run', 'tests'], '.pixi/envs/default', ''],
    [['.venv/bin/pytest'], '.venv', 'bin'],
    [['bash', '-c', 'python3 -m venv .venv && . .venv/bin/activate && python -m pytest'], '.venv', ''],
  ])('%j makes its environment itself: asked when it has ended', async (words, folder, first) => {
    await inMachine(({ root, ask }) => {
      expect(ask(argv(...words))).toMatchObject({ state: 'later' });
      expect(ask(argv(...words), { ended: true })).toMatchObject({ state: 'later' });
      programs(root, { [`ws/${folder}/bin/python`]: '#!/bin/true\n', [`ws/${folder}/bin/pytest`]: `#!${root}/ws/${folder}/bin/python\n` });
      const place = first === 'bin' ? join(root, 'ws', folder, 'bin') : first === '' ? '' : join(root, 'ws', first);
      expect(ask(argv(...words), { ended: true })).toMatchObject({ state: 'found', path: join(root, 'ws', folder, 'bin/python'), first: place });
    });
  });

  test('a variable, an option or the project\'s file moves the environments', async () => {
    await inMachine(({ root, ask }) => {
      programs(root, { 'made/py/bin/python': '', 'made/lint/bin/python': '', 'made/.pkg/bin/python': '', 'uv/bin/python': '' });
      expect(ask(argv('tox'), { ended: true, env: { TOX_WORK_DIR: '../made' } })).toMatchObject({ path: join(root, 'made/lint/bin/python'), others: [{ path: join(root, 'made/py/bin/python') }] });
      expect(ask(argv('tox', '-e', 'py'), { ended: true, env: { TOX_WORK_DIR: '../made' } })).toMatchObject({ path: join(root, 'made/py/bin/python'), others: [] });
      expect(ask(argv('uv', 'run', 'x'), { ended: true, env: { UV_PROJECT_ENVIRONMENT: join(root, 'uv') } })).toMatchObject({ path: join(root, 'uv/bin/python') });
      write(root, { 'ws/tox.ini': '[tox]\ntoxworkdir = {toxinidir}/../made\n' });
      expect(ask(argv('tox', '-e', 'py'), { ended: true })).toMatchObject({ path: join(root, 'made/py/bin/python') });
    });
  });

  test('a member of a uv workspace uses the root\'s environment', async () => {
    await inMachine(({ root, ask }) => {
      programs(root, { 'ws/pyproject.toml': '[tool.uv.workspace]\nmembers = ["a"]\n', 'ws/a/pyproject.toml': '[project]\nname = "a"\n', 'ws/.venv/bin/python': '' });
      expect(ask(argv('uv', 'run', 'x'), { ended: true, cwd: join(root, 'ws/a') })).toMatchObject({ path: join(root, 'ws/.venv/bin/python') });
    });
  });

  test('an interpreter and an environment yet to be made: the one is asked now, both are at the end', async () => {
    await inMachine(({ root, ask }) => {
      const command = script('python3 tools/generate.py\nuv run pytest\n');
      expect(ask(command)).toMatchObject({ state: 'found', path: join(root, 'usr/python3'), again: true });
      programs(root, { 'ws/.venv/bin/python': '', 'ws/.venv/bin/pytest': `#!${root}/ws/.venv/bin/python\n` });
      expect(ask(command)).toMatchObject({ state: 'found', path: join(root, 'usr/python3'), others: [] });
      expect(ask(command, { ended: true })).toMatchObject({ path: join(root, 'ws/.venv/bin/python'), others: [{ path: join(root, 'usr/python3') }] });
    });
  });

  test.each([
    [['conda', 'run', '-n', 'shop', 'pytest', '-q'], 'conda/envs/shop'],
    [['conda', 'run', '--no-capture-output', '--name=shop', 'pytest'], 'conda/envs/shop'],
    [['conda', 'run', '-p', '../mine', 'pytest'], 'mine'],
    [['micromamba', '-r', '../mamba', 'run', '-n', 'shop', 'pytest'], 'mamba/envs/shop'],
    [['conda', 'run', '-n', 'base', 'pytest'], 'conda'],
    [['conda', 'run', 'pytest'], 'active'],
  ])('%j runs in the environment of that name', async (words, environment) => {
    await inMachine(({ root, ask }) => {
      programs(root, { 'conda/bin/conda': '#!/bin/true\n', 'mamba/bin/x': '' });
      for (const one of ['conda', 'conda/envs/shop', 'mine', 'mamba/envs/shop', 'active']) programs(root, { [`${one}/bin/python`]: '#!/bin/true\n', [`${one}/bin/pytest`]: `#!${root}/${one}/bin/python\n` });
      const env = { PATH: `${root}/conda/bin:${root}/usr`, CONDA_PREFIX: join(root, 'active') };
      expect(ask(argv(...words), { env })).toMatchObject({ state: 'found', path: join(root, environment, 'bin/python'), first: join(root, environment, 'bin') });
    });
  });

  test.each([
    [['python3.8', 'a.py'], 'python3.8'],
    [['./missing/python', 'a.py'], './missing/python'],
  ])('%j names an interpreter that is not there', async (words, asked) => {
    await inMachine(({ ask }) => {
      expect(ask(argv(...words))).toMatchObject({ state: 'missing', asked });
    });
  });

  test('of an unknown program, the environment is asked', async () => {
    await inMachine(({ root, ask }) => {
      for (const words of [['make', 'test'], ['./no-such'], ['bash', 'no-such.sh'], ['bash', '-s'], ['']]) {
        expect(ask(argv(...words))).toMatchObject({ state: 'found', path: join(root, 'usr/python3'), first: '' });
        expect(ask(argv(...words), { env: { VIRTUAL_ENV: join(root, 'env') } })).toMatchObject({ state: 'found', path: join(root, 'env/bin/python') });
      }
      expect(ask(argv('make'), { env: { PATH: '/nonexistent' } })).toMatchObject({ state: 'none' });
      expect(ask(null)).toMatchObject({ state: 'found', path: join(root, 'usr/python3'), how: 'python3 on PATH' });
    });
  });

  test('--python wins over all, and the command still says how it starts', async () => {
    await inMachine(({ root, ask }) => {
      expect(ask(argv('python3', '-I', 't/a.py'), { python: '../env/bin/python' })).toMatchObject({ state: 'found', path: join(root, 'env/bin/python'), options: ['-I'], first: join(root, 'ws/t') });
      expect(ask(argv('npm', 'test'), { python: 'python3.9' })).toMatchObject({ state: 'found', path: join(root, 'usr/python3.9'), first: '' });
      expect(ask(null, { python: 'python3.8' })).toMatchObject({ state: 'missing', asked: 'python3.8' });
    });
  });
});

describe('a script', () => {
  test('the command that tests is the one to ask about; the others are kept', async () => {
    await inMachine(({ root, ask }) => {
      const found = ask(script('python3.9 tools/generate.py # pytest\npip install -e .\nexport PYTHONPATH=lib\nFOO=1 ../env/bin/pytest -q "$@"\nnpm test\n'));
      expect(found).toMatchObject({ state: 'found', path: join(root, 'env/bin/python'), env: { PYTHONPATH: 'lib', FOO: '1' } });
      expect(found.state === 'found' && found.others).toMatchObject([{ path: join(root, 'usr/python3.9'), first: join(root, 'ws/tools'), env: {} }]);
    });
  });

  test('activation, variables and scripts that call scripts are followed', async () => {
    await inMachine(({ root, ask }) => {
      programs(root, { 'ws/ci/test.sh': '#!/bin/bash\nset -e\nsource "$ENVS/bin/activate"\nif true; then python -m pytest; fi\n', 'ws/run': '#!/usr/bin/env -S bash -e\n./ci/test.sh\n', 'ws/loop.sh': 'bash loop.sh\n' });
      expect(ask(script('./run'), { env: { ENVS: '../env' } })).toMatchObject({ state: 'found', path: join(root, 'env/bin/python'), env: { VIRTUAL_ENV: join(root, 'env') } });
      expect(ask(script('bash -x ci/test.sh'), { env: { ENVS: '../env' } })).toMatchObject({ state: 'found', path: join(root, 'env/bin/python') });
      expect(ask(script('$PYTHON -m pytest'), { env: { PYTHON: 'python3.9' } })).toMatchObject({ path: join(root, 'usr/python3.9') });
      expect(ask(script('$PYTHON -m pytest'))).toMatchObject({ path: join(root, 'usr/python3'), how: expect.stringContaining('expansion') });
      expect(ask(script('bash loop.sh'))).toMatchObject({ state: 'found', how: expect.stringContaining('too deeply') });
    });
  });

  test('one for Python itself', async () => {
    await inMachine(({ root, ask }) => {
      for (const interpreter of [['/usr/bin/env', 'python3'], ['/usr/bin/env', '-S', 'python3', '-I'], [join(root, 'usr/python3')]]) {
        expect(ask({ form: 'script', text: '#!…\nimport x\n', interpreter })).toMatchObject({ state: 'found', path: join(root, 'usr/python3'), first: null });
      }
      expect(ask({ form: 'script', text: '', interpreter: ['/usr/bin/env', 'node'] })).toMatchObject({ state: 'none' });
    });
  });

  test('here-documents and comments name no program', async () => {
    await inMachine(({ ask }) => {
      expect(ask(script("cat <<'EOF' > a.py\npython3 -m pytest\nEOF\n# tox\nnpm test\n"))).toMatchObject({ state: 'none' });
    });
  });
});

describe('environments that a command made', () => {
  test('are found by their folder', async () => {
    await inFolder((root) => {
      programs(root, { '.tox/py/bin/python': '', '.tox/.pkg/bin/python': '', '.hatch/env/virtual/x/bin/python': '', '.tox/log/a': '', '.venv/bin/python': '' });
      expect([...environmentsIn([{ path: `${root}/.tox`, many: true, named: /^[^.]/ }, { path: `${root}/.venv`, many: false }, { path: `${root}/no`, many: false }])].sort()).toEqual([`${root}/.tox/py`, `${root}/.venv`]);
      expect(environmentsIn([{ path: `${root}/.hatch`, many: true }])).toEqual([`${root}/.hatch/env/virtual/x`]);
    });
  });

  test('what only sets one up runs nothing', () => {
    for (const [name, verb] of [['poetry', 'install'], ['pdm', 'sync'], ['pipenv', 'install'], ['hatch', 'env'], ['conda', 'create'], ['uv', 'sync']] as const) expect(readMakerCall(name, [{ text: verb, unknown: false }], { cwd: '/', env: {} })).toBe(null);
  });
});

describe('what Python and installers really do', () => {
  const here = defaultPython().executable;
  const SHOW = 'import sys; print(sys.executable); print(sys.path[0])';

  test('the first entry of the path is as the interpreter has it', async () => {
    await inFolder((root) => {
      write(root, { 'tests/run.py': SHOW, 'show.py': SHOW, 'pack/__main__.py': SHOW });
      symlinkSync('../tests/run.py', join(root, 'pack/link.py'));
      for (const args of [['tests/run.py'], ['-m', 'show'], ['-c', SHOW], ['pack/link.py'], ['pack'], ['-B', '-Xutf8', 'tests/run.py']]) {
        const [, first = ''] = python(args, here, { cwd: root }).split('\n');
        const found = resolveCommandPython(argv(here, ...args), { cwd: root, env: process.env });
        expect(found.state === 'found' && found.first !== null ? resolve(root, found.first) : null).toBe(realpathSync(resolve(root, first)));
      }
    });
  });

  test.each([
    ['plain', 'env'],
    ['a path with spaces', 'an env'],
    ['a path too long for a first line', 'e'.repeat(140)],
  ])('a console script in %s', async (_, name) => {
    await inFolder((root) => {
      const environment = join(root, name);
      python(['-m', 'venv', environment], here);
      const pip = join(environment, 'bin/pip');
      // pip sets environments up; under another name it is a program like any other.
      const tool = join(environment, 'bin/tool');
      python(['-c', `import shutil; shutil.copy(${JSON.stringify(pip)}, ${JSON.stringify(tool)})`], here);
      expect(resolveCommandPython(argv(tool, 'x'), { cwd: root, env: process.env })).toMatchObject({ state: 'found', path: expect.stringMatching(/\/bin\/python3?$/), first: dirname(tool) });
      const found = resolveCommandPython(argv('tool'), { cwd: root, env: { PATH: dirname(tool) } });
      expect(found.state === 'found' && dirname(found.path)).toBe(dirname(tool));
    });
  }, 240_000);

  test('uv\'s relocatable and quoted launchers, and a version manager\'s shim', async () => {
    await inFolder((root) => {
      programs(root, {
        'an env/bin/python': '#!/bin/true\n',
        'an env/bin/a': `#!/bin/sh\n'''exec' "$(dirname -- "$(realpath -- "$0")")"/'python' "$0" "$@"\n' '''\n`,
        'an env/bin/b': `#!/bin/sh\n'''exec' '${root}/an env/bin/python' "$0" "$@"\n' '''\n`,
        'shims/python': '#!/bin/true\n',
        'shims/pytest': '#!/usr/bin/env bash\nprogram="${0##*/}"\nexec "manager" exec "$program" "$@"\n',
      });
      mkdirSync(join(root, 'bin'));
      symlinkSync('../an env/bin/a', join(root, 'bin/a'));
      for (const tool of ['an env/bin/a', 'an env/bin/b', 'bin/a']) {
        expect(resolveCommandPython(argv(join(root, tool)), { cwd: root, env: {} })).toMatchObject({ state: 'found', path: join(root, 'an env/bin/python') });
      }
      expect(resolveCommandPython(argv('pytest'), { cwd: root, env: { PATH: join(root, 'shims') } })).toMatchObject({ state: 'found', path: join(root, 'shims/python') });
    });
  });

  test('what is no script is not read as one', async () => {
    await inFolder((root) => {
      programs(root, { big: `#!/bin/sh\n${'#'.repeat(2 << 20)}`, zero: '', odd: '#!\n', nul: '#!/bin/\0python3\n', deep: `#!/bin/bash\n${'$('.repeat(5000)}${'"'.repeat(3)}` });
      writeFileSync(Buffer.from(`${root}/\xff`, 'latin1'), '#!/bin/\xff');
      chmodSync(Buffer.from(`${root}/\xff`, 'latin1'), 0o755);
      for (const name of ['big', 'zero', 'odd', 'nul', 'deep', '\udcff', 'a\0b']) {
        expect(['found', 'none', 'missing']).toContain(resolveCommandPython(argv(`./${name}`), { cwd: root, env: { PATH: '' } }).state);
      }
    });
  });
});

describe('splitting a script', () => {
  test.each([
    ['a b; c | d && e || f & (g)', [['a', 'b'], ['c'], ['d'], ['e'], ['f'], ['g']]],
    [`'a b' "c d" e\\ f`, [['a b', 'c d', 'e f']]],
    ['a \\\n b # c\nd', [['a', 'b'], ['d']]],
    ['a#b "#" \'\'', [['a#b', '#', '']]],
    ['"a\\"b" \'c"d\'', [['a"b', 'c"d']]],
    ['$X/bin ${X}y', [['v/bin', 'vy']]],
    ['cat <<-E\n\tno\n\tE\nyes', [['cat'], ['yes']]],
    ['"unfinished', [['unfinished']]],
  ])('%s', (text, words) => {
    expect(splitWords(text, { X: 'v' }).map((command) => command.map((word) => word.text))).toEqual(words);
  });

  test('what is expanded by the shell alone is unknown', () => {
    expect(splitWords('a$Y "$(b c)"d `e` ${Z:-f} g').map((command) => command.map((word) => word.unknown))).toEqual([[true, true, true, true, false]]);
  });
});
