import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { testFileTest } from '../../src/compare/test-files.ts';
import { readCachedTests } from '../../src/evidence/cached-tests.ts';
import { targetsIn, watchBuildOutputs } from '../../src/prepare/build-outputs.ts';
import { LEFTOVER_TABLE } from '../../src/prepare/leftovers-table.ts';
import { watchLeftovers } from '../../src/prepare/leftovers.ts';
import { changedSources } from '../../src/run/witness/changed.ts';
import { git, inFolder, repository, write } from './repository.ts';

const ROOT = join(import.meta.dirname, '../..');
const MANIFEST = JSON.stringify({ name: 'price', main: 'dist/index.js', scripts: { build: 'tsc' } });
const PACKAGE = { '.gitignore': 'dist/\nbuild/\n', 'package.json': MANIFEST, 'src/index.js': 'exports.price = 1;\n' };

/** Passes the moment at which two writes could still share a time. */
async function later(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 12));
}

function stampedTimes(top: string) {
  const paths = git(top, 'ls-files', '-z', '-co', '--exclude-standard').split('\0').filter((path) => path !== '');
  const times = new Map(paths.map((path) => [path, { ctimeNs: lstatSync(join(top, path), { bigint: true }).ctimeNs }]));
  return { paths: () => times.keys(), has: (path: string) => times.has(path), get: (path: string) => times.get(path) ?? null };
}

function watch(top: string) {
  const commit = git(top, 'rev-parse', 'HEAD').trim();
  return watchBuildOutputs({
    top,
    stamped: stampedTimes(top),
    isTest: testFileTest([]).isTest,
    command: '',
    changed: (sources) => changedSources({ top, objectFormat: 'sha1', sources, bases: [{ commit, what: 'HEAD' }] }),
  });
}

async function outdatedOf(top: string): Promise<readonly string[]> {
  const { outputs } = await watch(top);
  return outputs.outdated.map(({ field, atStart, source }) => `${field}: ${atStart.path} < ${source}`);
}

describe('outputs that a package names', () => {
  test('older than a changed source, also by the very same time', async () => {
    await inFolder(async (top) => {
      repository(top, PACKAGE);
      write(top, { 'dist/index.js': 'old' });
      await later();
      expect(await outdatedOf(top)).toEqual([]);
      write(top, { 'src/index.js': 'exports.price = 2;\n' });
      const { outputs } = await watch(top);
      expect(outputs).toMatchObject({ named: 1, against: 'HEAD', builds: { 'package.json': { folder: '.', tool: 'npm', script: 'build' } }, unread: [] });
      expect(outputs.outdated).toMatchObject([{ manifest: 'package.json', field: 'main', output: 'dist/index.js', source: 'src/index.js', sourceCtimeNs: lstatSync(join(top, 'src/index.js'), { bigint: true }).ctimeNs.toString() }]);
      // The same file under two names has one ctime.
      rmSync(join(top, 'dist/index.js'));
      execFileSync('ln', [join(top, 'src/index.js'), join(top, 'dist/index.js')]);
      expect(await outdatedOf(top)).toEqual(['main: dist/index.js < src/index.js']);
    });
  });

  test('are fresh when built after the change; and a checkout that writes equal bytes is no change', async () => {
    await inFolder(async (top) => {
      repository(top, PACKAGE);
      write(top, { 'dist/index.js': 'old', 'src/index.js': 'exports.price = 2;\n' });
      await later();
      write(top, { 'dist/index.js': 'new' });
      expect(await outdatedOf(top)).toEqual([]);
      await later();
      write(top, { 'src/index.js': PACKAGE['src/index.js'] });
      expect(await outdatedOf(top)).toEqual([]);
    });
  });

  test.each([
    ['a test', 'src/index.test.js'],
    ['a folder of tests', 'tests/price.js'],
    ['configuration', 'jest.config.js'],
    ['a hidden file', '.eslintrc.cjs'],
    ['a text', 'README.md'],
    ['another package', 'packages/core/src/a.js'],
  ])('are not made old by %s', async (_, path) => {
    await inFolder(async (top) => {
      repository(top, { ...PACKAGE, 'packages/core/package.json': '{"name": "core"}' });
      write(top, { 'dist/index.js': '' });
      await later();
      write(top, { [path]: 'new' });
      expect(await outdatedOf(top)).toEqual([]);
    });
  });

  test('belong to the package of their own, past folders whose package.json has no name', async () => {
    await inFolder(async (top) => {
      repository(top, { ...PACKAGE, 'package.json': '{"private": true}', 'packages/core/package.json': MANIFEST, 'packages/core/pnpm-lock.yaml': '', 'packages/core/src/esm/package.json': '{"type": "module"}', 'tests/fixture/package.json': MANIFEST });
      write(top, { 'packages/core/dist/index.js': '', 'tests/fixture/dist/index.js': '' });
      await later();
      write(top, { 'src/index.js': 'new', 'packages/core/src/esm/a.ts': 'new', 'tests/fixture/src/index.js': 'new' });
      const { outputs } = await watch(top);
      expect(outputs.outdated).toMatchObject([{ manifest: 'packages/core/package.json', output: 'packages/core/dist/index.js', source: 'packages/core/src/esm/a.ts' }]);
      expect(outputs).toMatchObject({ named: 1, builds: { 'packages/core/package.json': { folder: 'packages/core', tool: 'pnpm', script: 'build' } } });
    });
  });

  test.each<[string, object, Record<string, string>, readonly string[]]>([
    ['a name without its ending', { main: './dist/index' }, { 'dist/index.js': '' }, ['main: dist/index.js']],
    ['a folder', { main: 'dist' }, { 'dist/index.js': '' }, ['main: dist/index.js']],
    ['conditions, less the types', { exports: { '.': { types: './dist/index.d.ts', import: './dist/index.mjs', require: './dist/index.cjs' } } }, { 'dist/index.d.ts': '', 'dist/index.mjs': '', 'dist/index.cjs': '' }, ['exports["."].import: dist/index.mjs', 'exports["."].require: dist/index.cjs']],
    ['patterns', { exports: { './*': './dist/*.js' } }, { 'dist/a.js': '', 'dist/b/c.js': '', 'dist/a.css': '' }, ['exports["./*"]: dist/a.js', 'exports["./*"]: dist/b/c.js']],
    ['commands and modules', { bin: { price: 'dist/cli.js' }, module: 'dist/index.mjs' }, { 'dist/cli.js': '', 'dist/index.mjs': '' }, ['module: dist/index.mjs', 'bin.price: dist/cli.js']],
    ['files that are not there, tracked ones, and ways out', { main: 'dist/none.js', module: 'src/index.js', bin: '../x.js', exports: ['./node_modules/a/index.js', 3, null] }, { 'node_modules/a/index.js': '' }, []],
    ['a link to a stamped file', { main: 'dist/link.js' }, {}, []],
  ])('are found by %s', async (_, manifest, files, expected) => {
    await inFolder(async (top) => {
      repository(top, { ...PACKAGE, '.gitignore': 'dist/\nnode_modules/\n', 'package.json': JSON.stringify({ name: 'price', ...manifest }), 'lib/other.js': '' });
      mkdirSync(join(top, 'dist'));
      symlinkSync('../src/index.js', join(top, 'dist/link.js'));
      write(top, files);
      await later();
      write(top, { 'lib/other.js': 'new' });
      expect((await outdatedOf(top)).toSorted()).toEqual(expected.map((one) => `${one} < lib/other.js`).toSorted());
    });
  });

  test.each([
    ['no JSON', '{'],
    ['an array', '[]'],
  ])('are not known from a package.json that holds %s', async (_, text) => {
    await inFolder(async (top) => {
      repository(top, { ...PACKAGE, 'package.json': text });
      expect((await watch(top)).outputs).toMatchObject({ named: 0, unread: [{ file: 'package.json', why: 'it holds no JSON object' }] });
    });
  });

  test('are looked at again after the command: rewritten, touched, replaced, removed', async () => {
    await inFolder(async (top) => {
      repository(top, PACKAGE);
      const output = join(top, 'dist/index.js');
      write(top, { 'dist/index.js': 'old' });
      await later();
      write(top, { 'src/index.js': 'exports.price = 2;\n' });
      const { outputs, again } = await watch(top);
      const [{ atStart, sourceCtimeNs } = { atStart: null, sourceCtimeNs: '0' }] = outputs.outdated;
      expect(again().outdated).toMatchObject([{ atStart, atEnd: atStart }]);
      await later();
      chmodSync(output, 0o755);
      const [touched] = again().outdated;
      expect(touched?.atEnd).toMatchObject({ ino: atStart?.ino, size: atStart?.size, mtimeNs: atStart?.mtimeNs });
      expect(BigInt(touched?.atEnd?.ctimeNs ?? 0) > BigInt(sourceCtimeNs)).toBe(true);
      // A copy that keeps times changes the size or the inode.
      utimesSync(output, 1, 1);
      write(top, { 'dist/other': 'new text' });
      renameSync(join(top, 'dist/other'), output);
      expect(again().outdated[0]?.atEnd?.ino).not.toBe(atStart?.ino);
      rmSync(output);
      expect(again().outdated).toMatchObject([{ atEnd: null }]);
    });
  });

  test('of an incremental compiler: what did not change is not written again, and is fresh all the same', async () => {
    await inFolder(async (top) => {
      repository(top, {
        '.gitignore': 'dist/\n',
        'package.json': MANIFEST,
        'tsconfig.json': JSON.stringify({ compilerOptions: { incremental: true, rootDir: 'src', outDir: 'dist', module: 'nodenext', types: [] }, include: ['src'] }),
        'src/index.ts': "export const name = 'price';\n",
        'src/price.ts': 'export const price: number = 1;\n',
      });
      const build = () => execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: top });
      build();
      const before = lstatSync(join(top, 'dist/index.js'), { bigint: true }).ctimeNs;
      await later();
      write(top, { 'src/price.ts': 'export const price: number = 2;\n' });
      expect(await outdatedOf(top)).toEqual(['main: dist/price.js < src/price.ts']);
      const { again } = await watch(top);
      build();
      expect(lstatSync(join(top, 'dist/index.js'), { bigint: true }).ctimeNs).toBe(before);
      expect(await outdatedOf(top)).toEqual([]);
      expect(again().outdated[0]?.atEnd).toMatchObject({ path: 'dist/price.js' });
    });
  });
});

describe('keys that lead to what is loaded', () => {
  test('are named as they are written', () => {
    expect(targetsIn({ main: 'a', types: 'b', exports: { '.': [{ node: { import: 'c' } }, 'd'], './x': { 'types@>=5': 'e' } }, imports: { '#y': 'f' }, bin: 7 })).toEqual([
      { field: 'main', target: 'a' },
      { field: 'exports["."].node.import', target: 'c' },
      { field: 'exports["."]', target: 'd' },
      { field: 'imports["#y"]', target: 'f' },
    ]);
  });
});

function found(top: string, command = '', preparedNs?: bigint) {
  write(top, { '.clock': '' });
  const now = preparedNs ?? lstatSync(join(top, '.clock'), { bigint: true }).ctimeNs;
  rmSync(join(top, '.clock'));
  return watchLeftovers({ top, stamped: stampedTimes(top), isTest: testFileTest([]).isTest, preparedNs: now, command });
}

describe('the table of leftovers', () => {
  test('finds each of its rows, beside its mark, in the order of age it says', async () => {
    const marks: Record<string, string> = { Maven: 'pom.xml', Gradle: 'build.gradle', setuptools: 'setup.py', wheel: 'pyproject.toml', 'a JavaScript build': 'package.json', TypeScript: 'tsconfig.json', pytest: 'tox.ini', 'coverage.py': 'setup.cfg', 'nyc and c8': 'package.json' };
    for (const row of LEFTOVER_TABLE) {
      await inFolder(async (top) => {
        const ignore = row.paths.map((path) => `${path}\n`).join('');
        repository(top, { 'app/.gitignore': ignore, [`app/${marks[row.tool] ?? ''}`]: '{}', 'app/code.txt': '' });
        const paths = row.paths.map((path) => `app/${path.replace('*', 'x')}`);
        for (const path of paths) write(top, { [/\.\w+$/.test(path) && !/bdist|lib\.|\.pytest_cache|\.nyc/.test(path) ? path : `${path}/a/file`]: '' });
        await later();
        const command = row.onlyWith === undefined ? '' : 'pytest --lf';
        if (row.stale === 'older-than-code') write(top, { 'app/code.txt': 'new' });
        else await later();
        const { found: all, again } = found(top, command);
        expect(all.filter(({ tool }) => tool === row.tool).map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
        expect(again()).toEqual(all);
        if (row.onlyWith !== undefined) expect(found(top, 'pytest -x').found.filter(({ tool }) => tool === row.tool)).toEqual([]);
        await later();
        rmSync(join(top, paths[0] ?? ''), { recursive: true });
        expect(again().map(({ path }) => path)).not.toContain(paths[0]);
      });
    }
  });

  test('leaves alone what was written since, what is newer than the code, and what the tree tracks', async () => {
    await inFolder(async (top) => {
      repository(top, { 'setup.cfg': '', '.gitignore': '.coverage\nbuild/\n', 'coverage.xml': 'tracked' });
      const before = lstatSync(join(top, 'setup.cfg'), { bigint: true }).ctimeNs;
      await later();
      write(top, { '.coverage': '', 'build/lib/price.py': '' });
      expect(found(top, '', before).found).toEqual([]);
      const watched = found(top);
      expect(watched.found.map(({ path }) => path)).toEqual(['.coverage']);
      await later();
      writeFileSync(join(top, '.coverage'), 'of this run');
      expect(watched.again()).toEqual([]);
    });
  });
});

describe('the log of go test', () => {
  test.each([
    ['cached and executed packages', 'ok  \ta/b\t(cached)\nok  \ta/c\t0.012s\nFAIL\ta/d\t0.3s\nFAIL\ta/e [build failed]\n?   \ta/f\t[no test files]\n', { cached: 1, names: ['a/b'], executed: 3 }],
    ['coverage behind it, and Windows line ends', 'ok  \ta/b\t(cached)\tcoverage: 80.0% of statements\r\nok  \ta/c\t(cached)\r\n', { cached: 2, names: ['a/b', 'a/c'], executed: 0 }],
    ['JSON', '{"Action":"output","Package":"a/b","Output":"ok  \\ta/b\\t(cached)\\n"}\n{"Action":"output","Package":"a/c","Output":"ok  \\ta/c\\t0.01s\\n"}\n', { cached: 1, names: ['a/b'], executed: 1 }],
    ['words that only look like it', 'it is ok  a/b (cached)\n--- ok a (cached)\nok\n', { cached: 0, names: [], executed: 0 }],
    ['no line end', 'ok  \ta/b\t(cached)', { cached: 1, names: ['a/b'], executed: 0 }],
  ])('with %s', async (_, text, expected) => {
    await inFolder(async (top) => {
      write(top, { log: text });
      expect(await readCachedTests([join(top, 'log'), join(top, 'absent')])).toEqual(expected);
    });
  });

  test('lines longer than any of go test, across chunks', async () => {
    await inFolder(async (top) => {
      write(top, { log: `${'x'.repeat(300_000)}\nok  \ta/b\t(cached)\n${'y'.repeat(65_530)}\nok  \ta/c\t(cached)\n` });
      expect(await readCachedTests([join(top, 'log')])).toEqual({ cached: 2, names: ['a/b', 'a/c'], executed: 0 });
    });
  });

  test('as go itself writes it', async () => {
    await inFolder(async (top) => {
      try {
        execFileSync('go', ['version']);
      } catch {
        return; // No go here: the lines above are its own.
      }
      write(top, { 'go.mod': 'module example.com/shop\n\ngo 1.20\n', 'shop_test.go': 'package shop\n\nimport "testing"\n\nfunc TestPrice(t *testing.T) {}\n' + `// ${top}\n` });
      // The machine's own cache knows the standard library, and never these tests: their text names the folder.
      const env = { ...process.env, GOFLAGS: '', GOTOOLCHAIN: 'local' };
      const log = (...args: readonly string[]) => writeFileSync(join(top, 'log'), execFileSync('go', ['test', ...args, './...'], { cwd: top, env }));
      log();
      expect(await readCachedTests([join(top, 'log')])).toEqual({ cached: 0, names: [], executed: 1 });
      log();
      expect(readFileSync(join(top, 'log'), 'utf8')).toContain('(cached)');
      expect(await readCachedTests([join(top, 'log')])).toEqual({ cached: 1, names: ['example.com/shop'], executed: 0 });
      log('-json');
      log('-json');
      expect(await readCachedTests([join(top, 'log')])).toMatchObject({ cached: 1, executed: 0 });
      log('-count=1');
      expect(await readCachedTests([join(top, 'log')])).toMatchObject({ cached: 0, executed: 1 });
    });
  }, 240_000);
});
