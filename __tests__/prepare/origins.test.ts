import { chmodSync, cpSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { imported, makeEnvironment, originsOf, twoCheckouts, type Environment } from './editables.ts';
import { defaultPython, plainEnvironment, python } from './pythons.ts';
import { git, inFolder, repository, write } from './repository.ts';

const PROJECT = '[project]\nname = "shop"\nversion = "0.1"\n';
const FLAT = { 'pyproject.toml': PROJECT, 'shop/__init__.py': '', 'shop/cart.py': '' };
const SRC = { 'pyproject.toml': PROJECT, 'src/shop/__init__.py': '', 'src/shop/cart.py': '' };

/** A distribution that was installed editable from `target`, as installers record it. */
function record(environment: Environment, name: string, target: string, files: Record<string, string>): void {
  const info = `${name}-0.1.dist-info`;
  write(environment.site, {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 0.1\n`,
    [`${info}/RECORD`]: [...Object.keys(files), `${info}/METADATA`].map((file) => `${file},,\n`).join(''),
    [`${info}/direct_url.json`]: JSON.stringify({ url: `file://${encodeURI(target)}`, dir_info: { editable: true } }),
  });
}

describe('what wins over an editable install', () => {
  test.each([
    ['nothing', { files: {}, env: {} }],
    ['a plain copy in site-packages', { files: { 'SITE/shop/__init__.py': '' }, env: {} }],
    ['PYTHONPATH', { files: { 'lib/shop/__init__.py': '' }, env: { PYTHONPATH: 'FOLDER/lib' } }],
    ['a relative PYTHONPATH', { files: { 'run/lib/shop/__init__.py': '' }, env: { PYTHONPATH: 'lib' } }],
    ['the working folder', { files: { 'run/shop.py': '' }, env: {} }],
    ['a module of the working folder named as the standard library\'s', { files: { 'run/json.py': 'raise SystemExit(3)', 'run/os.py': 'raise SystemExit(3)' }, env: {} }],
  ])('%s: the probe says what Python does', async (_, { files, env }) => {
    await inFolder(async (folder) => {
      const { top } = twoCheckouts(folder, SRC);
      const environment = makeEnvironment(join(folder, 'env'));
      record(environment, 'shop', top, { '_shop.pth': `${top}/src\n` });
      const cwd = join(folder, 'run');
      mkdirSync(cwd);
      write(folder, Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('SITE', environment.site.slice(folder.length + 1)), text])));
      const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('FOLDER', folder)]));
      const report = await originsOf(top, environment.python, { cwd, env: plainEnvironment(variables), imports: ['shop.cart'] });
      const truth = imported(environment.python, 'shop', { cwd, env: variables });
      const shadowed = truth !== `${top}/src/shop/__init__.py`;
      expect(report.names.find(({ name }) => name === 'shop')).toMatchObject({ state: 'found', origin: truth, insideWorkspace: !shadowed });
      const cart = imported(environment.python, 'shop.cart', { cwd, env: variables });
      expect(report.names.find(({ name }) => name === 'shop.cart')).toMatchObject({ asked: 'named', state: cart === null ? 'absent' : 'found', origin: cart });
      expect(report.entries).toMatchObject([{ kind: 'path-pth', insideWorkspace: true, target: `${top}/src` }]);
    });
  });

  test('nothing of the project is imported or written by asking', async () => {
    await inFolder(async (folder) => {
      const { top } = twoCheckouts(folder, { ...SRC, 'src/shop/__init__.py': 'raise SystemExit(3)', 'sys.py': 'raise SystemExit(3)', 'importlib.py': 'raise SystemExit(3)', 'site.py': '' });
      const environment = makeEnvironment(join(folder, 'env'));
      write(environment.site, { 'x.pth': `${top}/src\n` });
      const report = await originsOf(top, environment.python, { imports: ['shop.cart', 'shop.no', 'no.such', 'sys', 'importlib'] });
      expect(report.names.map(({ name, state }) => [name, state])).toEqual([
        ['shop.cart', 'found'],
        ['shop.no', 'absent'],
        ['no.such', 'absent'],
        ['sys', 'found'],
        ['importlib', 'found'],
        ['shop', 'found'],
      ]);
      expect(report.names.find(({ name }) => name === 'sys')).toMatchObject({ origin: null, insideWorkspace: false });
      expect(report.names.find(({ name }) => name === 'importlib')).toMatchObject({ origin: `${top}/importlib.py` });
      expect(git(top, 'status', '--porcelain', '--ignored')).toBe('');
    });
  });

  test('isolation options and the script\'s folder count as they do for the command', async () => {
    await inFolder(async (top) => {
      repository(top, { ...FLAT, 'tests/run.py': '', 'tests/shop.py': '' });
      const environment = makeEnvironment(join(top, '.venv'));
      const state = async (options: readonly string[], first: string | null) => {
        const found = { state: 'found' as const, path: environment.python, how: '', options, first, env: {}, others: [] };
        return (await originsOf(top, environment.python, { python: found, imports: ['shop'] })).names[0]?.origin ?? null;
      };
      expect(await state([], '')).toBe(`${top}/shop/__init__.py`);
      expect(await state(['-I'], '')).toBe(null);
      expect(await state([], join(top, 'tests'))).toBe(`${top}/tests/shop.py`);
      expect(await state([], null)).toBe(null);
    });
  });
});

describe('copies in the place of the workspace', () => {
  const FILES = { ...SRC, 'src/shop/__init__.py': 'RATE = 2\n', 'src/shop/cart.py': 'SUM = 0\n' };

  test.each([
    ['a folder in site-packages', 'SITE', []],
    ['an archive on the path', 'FOLDER/shop.zip', ['FOLDER/shop.zip']],
    ['a zipped egg', 'SITE/shop-0.1-py3.egg', ['./shop-0.1-py3.egg']],
    ['a folder on the path', 'FOLDER/lib', ['FOLDER/lib']],
  ])('%s: what of it has other bytes', async (_, to, lines) => {
    await inFolder(async (folder) => {
      const { top } = twoCheckouts(folder, FILES);
      const environment = makeEnvironment(join(folder, 'env'));
      const fill = (text: string): string => text.replace('SITE', environment.site).replace('FOLDER', folder);
      write(environment.site, { 'easy-install.pth': lines.map((line) => `${fill(line)}\n`).join('') });
      const place = fill(to);
      const copy = (): void => {
        if (/\.(?:zip|egg)$/.test(place)) python(['-m', 'zipfile', '-c', place, 'shop'], environment.python, { cwd: join(top, 'src') });
        else cpSync(join(top, 'src/shop'), join(place, 'shop'), { recursive: true });
      };
      copy();
      const report = async () => (await originsOf(top, environment.python, { cwd: folder })).names.find(({ name }) => name === 'shop');
      expect(await report()).toMatchObject({ state: 'found', origin: imported(environment.python, 'shop', { cwd: folder }), insideWorkspace: false, otherCheckout: null, copy: { compared: 2, differing: [] } });
      write(top, { 'src/shop/cart.py': 'SUM = 1\n', 'src/shop/new.py': '' });
      expect(await report()).toMatchObject({ copy: { compared: 2, differing: ['src/shop/cart.py'] } });
      // A copy of the workspace's own is no copy.
      expect((await originsOf(top, environment.python, { cwd: folder, env: plainEnvironment({ PYTHONPATH: join(top, 'src') }) })).names[0]?.copy).toBe(undefined);
    });
  });

  test('what start-up made already wins over every path', async () => {
    await inFolder(async (folder) => {
      const { top, other } = twoCheckouts(folder, { 'pyproject.toml': PROJECT, 'src/acme/shop/__init__.py': '' });
      const environment = makeEnvironment(join(folder, 'env'));
      // As old setuptools declares a namespace package.
      write(environment.site, { 'acme-nspkg.pth': `import sys, types; m = sys.modules.setdefault('acme', types.ModuleType('acme')); m.__path__ = ['${other}/src/acme']\n`, 'z.pth': `${top}/src\n` });
      const truth = imported(environment.python, 'acme.shop', { cwd: folder });
      expect(truth).toBe(`${other}/src/acme/shop/__init__.py`);
      const report = await originsOf(top, environment.python, { cwd: folder });
      expect(report.names).toMatchObject([{ name: 'acme.shop', origin: truth, insideWorkspace: false, otherCheckout: { top: other } }]);
      expect(report.disagreements).toMatchObject([{ about: 'acme.shop', one: `${environment.site}/z.pth leads to ${top}/src`, other: `an import finds ${truth ?? ''}` }]);
    });
  });
});

describe('whose code it is', () => {
  test('another project\'s editable install is third-party: named, and free', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, SRC);
      repository(other, { 'pyproject.toml': PROJECT.replace('shop', 'tool'), 'src/tool/__init__.py': 'OTHER = 1\n' });
      const environment = makeEnvironment(join(folder, 'env'));
      record(environment, 'tool', other, { 'tool.pth': `${other}/src\n` });
      const report = await originsOf(top, environment.python);
      expect(report.entries).toMatchObject([{ distribution: 'tool', kind: 'path-pth', insideWorkspace: false, otherCheckout: null, offersSame: false }]);
    });
  });

  test('the same distribution, or the same import names, from anywhere else is not', async () => {
    await inFolder(async (folder) => {
      const [top, plain] = [join(folder, 'ws'), join(folder, 'plain')];
      repository(top, SRC);
      write(plain, { 'a/shop/__init__.py': '', 'b/other.py': '' });
      const environment = makeEnvironment(join(folder, 'env'));
      record(environment, 'someone', plain, { 'someone.pth': `${plain}/a\n` });
      record(environment, 'Shop', plain, { 'Shop.pth': `${plain}/b\n` });
      const report = await originsOf(top, environment.python, { cwd: folder });
      expect(report.entries.map(({ distribution, offersSame, insideWorkspace }) => [distribution, offersSame, insideWorkspace]).sort()).toEqual([
        ['shop', true, false],
        ['someone', true, false],
      ]);
    });
  });

  test('namespace packages are shared: only what lies in them counts', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, { 'pyproject.toml': PROJECT, 'src/acme/shop/__init__.py': '', 'src/acme/util.py': '' });
      repository(other, { 'src/acme/tool/__init__.py': 'OTHER = 1\n' });
      const environment = makeEnvironment(join(folder, 'env'));
      write(environment.site, { 'a.pth': `${other}/src\n`, 'b.pth': `${top}/src\n` });
      const report = await originsOf(top, environment.python, { cwd: folder, imports: ['acme', 'acme.tool'] });
      expect(report.entries.map(({ offersSame, insideWorkspace }) => [offersSame, insideWorkspace])).toEqual([[false, false], [true, true]]);
      const names = Object.fromEntries(report.names.map((one) => [one.name, one]));
      expect(Object.keys(names).sort()).toEqual(['acme', 'acme.shop', 'acme.tool', 'acme.util']);
      expect(names['acme']).toMatchObject({ origin: null, locations: [`${other}/src/acme`, `${top}/src/acme`], insideWorkspace: true });
      expect(names['acme.shop']).toMatchObject({ origin: imported(environment.python, 'acme.shop', { cwd: folder }), insideWorkspace: true });
      expect(names['acme.tool']).toMatchObject({ origin: `${other}/src/acme/tool/__init__.py`, insideWorkspace: false });
      write(other, { 'src/acme/util.py': '' });
      expect((await originsOf(top, environment.python, { cwd: folder })).entries[0]).toMatchObject({ offersSame: true, insideWorkspace: false });
    });
  });

  test('a copy in an environment inside the workspace is not the workspace\'s own', async () => {
    await inFolder(async (top) => {
      repository(top, SRC);
      const environment = makeEnvironment(join(top, '.venv'));
      cpSync(join(top, 'src/shop'), join(environment.site, 'shop'), { recursive: true });
      const report = await originsOf(top, environment.python, { imports: ['shop'] });
      expect(report.names).toMatchObject([{ name: 'shop', origin: `${environment.site}/shop/__init__.py`, insideWorkspace: false, otherCheckout: null }]);
    });
  });

  test('a linked worktree inside the workspace is another checkout', async () => {
    await inFolder(async (top) => {
      repository(top, SRC);
      git(top, 'worktree', 'add', '-q', '-b', 'wt', 'wt');
      const environment = makeEnvironment(join(top, '.venv'));
      write(environment.site, { 'x.pth': `${top}/wt/src\n` });
      const report = await originsOf(top, environment.python, { otherWorktrees: ['wt'] });
      expect(report.entries).toMatchObject([{ insideWorkspace: false, otherCheckout: { top: `${top}/wt` }, offersSame: true }]);
      expect(report.names).toMatchObject([{ name: 'shop', insideWorkspace: false, otherCheckout: { top: `${top}/wt` } }]);
    });
  });

  test('what direct_url.json says is a hint: where it differs from what takes effect, both are named', async () => {
    await inFolder(async (folder) => {
      const { top, other } = twoCheckouts(folder, SRC);
      const environment = makeEnvironment(join(folder, 'env with a space'));
      record(environment, 'shop', top, { '__editable__.shop-0.1.pth': `${other}/src\n` });
      const report = await originsOf(top, environment.python, { cwd: folder });
      expect(report.entries).toMatchObject([{ kind: 'path-pth', target: `${other}/src`, insideWorkspace: false }]);
      expect(report.disagreements).toEqual([{ about: 'shop', one: `direct_url.json says ${top}`, other: expect.stringContaining(`leads to ${other}/src`) }]);
    });
  });

  test('where direct_url.json stands alone, it is an entry of its own', async () => {
    await inFolder(async (folder) => {
      const { top, other } = twoCheckouts(folder, SRC);
      const odd = join(folder, 'ö %41 #x');
      symlinkSync(other, odd);
      const environment = makeEnvironment(join(folder, 'env'));
      record(environment, 'shop', top, {});
      write(environment.site, { 'shop-0.1.dist-info/direct_url.json': JSON.stringify({ url: `file://${odd.split('/').map(encodeURIComponent).join('/')}`, dir_info: { editable: true } }) });
      const report = await originsOf(top, environment.python, { cwd: folder });
      expect(report.entries).toMatchObject([{ kind: 'direct-url', distribution: 'shop', target: other, insideWorkspace: false, otherCheckout: { top: other }, offersSame: true }]);
    });
  });
});

describe('hostile environments', () => {
  test('files that are too large, torn, or no files are named and nothing is thrown', async () => {
    await inFolder(async (folder) => {
      const { top, other } = twoCheckouts(folder, SRC);
      const environment = makeEnvironment(join(folder, 'env'));
      const { site } = environment;
      write(site, {
        'nul.pth': `${other}/src\0\n`,
        'bytes.pth': Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x0a]), Buffer.from(`${other}/src\n`)]),
        'bom.pth': `\uFEFF# comment\n\n   \n/no/such/folder\nimport sys\n`,
        'finder.pth': 'import __editable___x_finder\n',
        '__editable___x_finder.py': 'MAPPING: dict[str, str] = {"shop": open("x")}\ndef install(): pass\n',
        'a-0.1.dist-info/direct_url.json': 'not JSON',
        'shop-0.1.dist-info/direct_url.json': 'not JSON',
        'b-0.1.dist-info/direct_url.json': '{"url": 3}',
        'c-0.1.dist-info/direct_url.json': '{"url": "file://host%2/x", "dir_info": {"editable": true}}',
        'd-0.1.dist-info/direct_url.json': '{"url": "https://example.invalid/d.whl", "archive_info": {}}',
        'empty.egg-link': '',
      });
      writeFileSync(join(site, 'huge.pth'), '#');
      truncateSync(join(site, 'huge.pth'), 100 << 20);
      python(['-c', `import os; os.mkfifo(${JSON.stringify(join(site, 'e.egg-link'))})`], defaultPython().executable);
      symlinkSync('loop.pth', join(site, 'loop.pth'));
      mkdirSync(join(site, 'folder.pth'));
      // site.py itself reads a hundred megabytes of NUL at every start; it is not asked here.
      const silent = { state: 'found' as const, path: '/bin/false', how: '', options: [], first: '', env: {}, others: [] };
      write(folder, { 'env/bin/broken': '#!/bin/sh\nexit 1\n' });
      chmodSync(join(folder, 'env/bin/broken'), 0o755);
      const report = await originsOf(top, environment.python, { python: { ...silent, path: join(folder, 'env/bin/broken') } });
      expect(report.interpreter).toMatchObject({ state: 'unreadable', why: expect.stringContaining('exited with code 1') });
      expect(report.entries).toMatchObject([{ kind: 'path-pth', target: `${other}/src`, file: `${site}/bytes.pth` }]);
      expect(report.unread.map(({ file, why }) => [file.slice(site.length + 1), why.length > 0]).sort()).toEqual([
        ['__editable___x_finder.py', true],
        ['huge.pth', true],
        ['shop-0.1.dist-info/direct_url.json', true],
      ]);
    });
  });

  test.each([
    ['is no program', 'not a program', 'without an answer'],
    ['is an empty folder\'s name', null, 'did not start'],
    ['prints garbage', '#!/bin/sh\necho garbage; echo "{}"\n', 'exited with code 0 without an answer'],
    ['says why it cannot', '#!/bin/sh\necho "no libpython" >&2; exit 127\n', 'no libpython'],
    ['hangs', '#!/bin/sh\nsleep 60 & sleep 60\n', 'gave no answer in 500 ms'],
    ['floods', '#!/bin/sh\nexec yes\n', 'without an answer'],
  ])('an interpreter that %s is unreadable', async (_, text, why) => {
    await inFolder(async (top) => {
      repository(top, SRC);
      if (text === null) mkdirSync(join(top, 'bin'));
      else write(top, { bin: text });
      chmodSync(join(top, 'bin'), 0o755);
      const found = { state: 'found' as const, path: join(top, 'bin'), how: '', options: [], first: '', env: {}, others: [] };
      const report = await originsOf(top, '/bin/true', { python: found, timeoutMs: text?.includes('sleep') === true ? 500 : 60_000, imports: ['shop'] });
      expect(report.interpreter).toMatchObject({ state: 'unreadable', why: expect.stringContaining(why) });
      expect(report.names).toEqual([]);
    });
  });

  test('start-up code that prints, lies and leaves a child behind does not hide the answer', async () => {
    await inFolder(async (folder) => {
      const { top } = twoCheckouts(folder, SRC);
      const environment = makeEnvironment(join(folder, 'env'));
      write(environment.site, {
        'sitecustomize.py': 'import subprocess, sys\nprint("noise", flush=True)\nprint("{\\"version\\": \\"9.9.9\\"}")\nsubprocess.Popen(["sleep", "60"])\nimport atexit; atexit.register(print, "bye")\n',
        'x.pth': `${top}/src\nimport does_not_exist\n`,
      });
      const report = await originsOf(top, environment.python, { cwd: folder });
      expect(report.interpreter.state).toBe('found');
      expect(report.names).toMatchObject([{ name: 'shop', origin: `${top}/src/shop/__init__.py` }]);
    });
  });

  test('a finder that throws leaves its name unanswered', async () => {
    await inFolder(async (folder) => {
      const { top } = twoCheckouts(folder, SRC);
      const environment = makeEnvironment(join(folder, 'env'));
      write(environment.site, { 'x.pth': 'import bad_finder\n', 'bad_finder.py': 'import sys\nclass F:\n  def find_spec(self, name, path, target=None):\n    if name == "shop": raise RuntimeError("no")\nsys.meta_path.insert(0, F())\n' });
      const report = await originsOf(top, environment.python, { cwd: folder, imports: ['shop', 'json'] });
      expect(report.names.map(({ name, state }) => [name, state])).toEqual([['shop', 'failed'], ['json', 'found']]);
    });
  });
});
