import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CapturedCommand } from '../../src/model/run-record.ts';
import { readCommandOrigins } from '../../src/prepare/command-origins.ts';
import { readCommands } from '../../src/prepare/command-reading.ts';
import { otherCheckouts } from '../../src/prepare/checkout.ts';
import { gitPort } from './editables.ts';
import { git, repository, write } from './repository.ts';

let folder: string;
let top: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gg-command-')));
  top = join(folder, 'ws');
  const other = join(folder, 'other');
  repository(other, {
    'package.json': JSON.stringify({ name: 'all', scripts: { test: 'node test/a.js', elsewhere: 'cd ../other && node test/a.js', 'posttest': 'node ../other/test/a.js' } }),
    'test/a.js': '',
    'tests/run.py': '',
    'core/go.mod': 'module core\n',
    'core/a.go': '',
    'data/a.csv': '1\n',
    'ci/other.sh': '#!/bin/sh\nset -e\npytest "$(pwd)/tests" ../other/tests\n',
    '.gitignore': 'build/\nreports/\n.venv/\nnode_modules/\n',
  });
  chmodSync(join(other, 'ci/other.sh'), 0o755);
  git(other, 'add', '-A');
  git(other, 'commit', '-q', '--allow-empty', '-m', 'mode');
  git(other, 'worktree', 'add', '-q', '-b', 'fix', top);
  chmodSync(join(top, 'ci/other.sh'), 0o755);
  write(folder, { 'other/build/classes/A.class': '', 'other/reports/a.xml': '', 'other/.venv/pyvenv.cfg': '', 'other/.venv/bin/python': '', 'other/node_modules/x/cli.js': '', 'third/a.py': '' });
  chmodSync(join(other, '.venv/bin/python'), 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function argv(...words: readonly string[]): CapturedCommand {
  return { form: 'argv', argv: [...words] };
}

function shell(text: string): CapturedCommand {
  return { form: 'script', text, interpreter: ['/usr/bin/env', 'bash', '-e'] };
}

async function leads(command: CapturedCommand, cwd = top): Promise<{ readonly paths: readonly string[]; readonly variables: readonly string[] }> {
  const place = { top, otherWorktrees: [] };
  const otherCheckoutOf = otherCheckouts({ ...place, offer: { distributions: [], names: [], roots: [] }, git: gitPort });
  const { entries, environment } = await readCommandOrigins(command, { place, otherCheckoutOf, git: gitPort, cwd, env: { PATH: process.env['PATH'] } });
  return { paths: entries.map(({ target }) => target?.slice(folder.length + 1) ?? ''), variables: environment.map(({ variable }) => variable) };
}

describe('a command that leads into another checkout', () => {
  test.each<readonly [string, CapturedCommand, readonly string[]]>([
    ['a script of it', argv('python3', '../other/tests/run.py'), ['other/tests/run.py']],
    ['one of its tests', argv('pytest', '-q', '../other/tests/run.py::test_a'), ['other/tests/run.py']],
    ['its root', argv('pytest', '--rootdir=../other', 'tests'), ['other']],
    ['its project, for npm', argv('npm', '--prefix', '../other', 'run', 'lint'), ['other']],
    ['its manifest', argv('go', 'test', '-modfile=../other/core/go.mod', './...'), ['other/core/go.mod']],
    ['its module', argv('go', 'test', '-C', '../other/core', './...'), ['other/core']],
    ['its folder', shell('cd ../other\npytest\n'), ['other']],
    ['its folder, in a shell in a shell', argv('sh', '-c', "bash -c 'cd ../other && npm test'"), ['other', 'other/test/a.js']],
    ['its folder, by env', argv('env', '-C', '../other', 'pytest'), ['other']],
    ['its classes, built and ignored', argv('java', '-cp', 'build/classes:../other/build/classes', 'A'), ['other/build/classes']],
    ['its folder, by a script of package.json', argv('npm', 'run', 'elsewhere'), ['other', 'other/test/a.js']],
    ['a file, after the script of package.json', argv('npm', 'test'), ['other/test/a.js']],
    ['its tests, by a script file', argv('./ci/other.sh'), ['other/tests']],
    ['its program', argv('../other/ci/other.sh'), ['other/ci/other.sh', 'other/tests']],
    ['a library of Node', argv('node', '--require', '../other/test/a.js', 'x.js'), ['other/test/a.js']],
  ])('%s', async (_, command, expected) => {
    expect([...new Set((await leads(command)).paths)]).toEqual(expected);
  });

  test('variables that it sets itself', async () => {
    expect((await leads(argv('env', 'PYTHONPATH=../other/tests', 'pytest'))).variables).toEqual(['PYTHONPATH']);
    expect([...(await leads(shell('export CLASSPATH=../other/build/classes\nNODE_PATH=../other/test node x.js; PYTHONPATH=src pytest\n'))).variables].sort()).toEqual(['CLASSPATH', 'NODE_PATH']);
  });
});

describe('a command that does not', () => {
  test.each<readonly [string, CapturedCommand]>([
    ['stays inside', argv('pytest', 'tests', './core', '../ws/tests')],
    ['uses an environment or packages there', argv('../other/.venv/bin/python', '../other/node_modules/x/cli.js')],
    ['reads third-party code', argv('python3', '../third/a.py')],
    ['writes reports and caches there', argv('pytest', '--junitxml=../other/reports/a.xml', '--basetemp', '../other/reports', '-o', 'cache_dir=../other')],
    ['reads files there that are no code', argv('pytest', '--data=../other/reports')],
    ['compares and copies', shell('git -C ../other log\ncp ../other/data/a.csv data/\ndiff -r ../other/tests tests || true\n')],
    ['names what is not there', argv('pytest', '../other/nothing', 'https://example.invalid/other/tests')],
  ])('%s', async (_, command) => {
    expect(await leads(command)).toEqual({ paths: [], variables: [] });
  });

  test('relative words start in its own folder', async () => {
    expect((await leads(argv('node', '../test/a.js'), join(top, 'core'))).paths).toEqual([]);
    expect((await leads(argv('node', '../../other/test/a.js'), join(top, 'core'))).paths).toEqual(['other/test/a.js']);
  });
});

test('scripts that call themselves, and lines of any content, end', () => {
  write(top, { 'loop.sh': '#!/bin/sh\n./loop.sh\nsh loop.sh\n', 'bad/package.json': '{' });
  chmodSync(join(top, 'loop.sh'), 0o755);
  expect(readCommands(argv('./loop.sh'), { cwd: top, env: {} }).length).toBeLessThan(200);
  expect(readCommands(argv('npm', '--prefix', 'bad', 'test'), { cwd: top, env: {} })).toHaveLength(1);
  expect(readCommands(shell('A=1\n$X y\nfor i in 1 2; do "$i"; done\n'), { cwd: top, env: {} }).map(({ variables }) => variables)).toContainEqual({ A: '1' });
  rmSync(join(top, 'loop.sh'));
});
