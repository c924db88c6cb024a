import { describe, expect, test } from '@jest/globals';
import { testFileTest } from '../../src/compare/test-files.ts';
import { reachOf } from '../../src/prepare/output-reach.ts';
import { inFolder, write } from './repository.ts';

const CORE = { name: '@acme/core', main: 'dist/index.js', bin: { 'acme-core': 'dist/cli.js' } };

interface Tree {
  readonly files?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly jest?: object;
  readonly command?: string;
  readonly outputs?: readonly string[];
}

/** What names the outputs of the package in `packages/core`; null where nothing does. */
async function reached({ files = {}, scripts = {}, jest, command = 'npx vitest run', outputs = ['packages/core/dist/index.js', 'packages/core/dist/cli.js'] }: Tree): Promise<string | null> {
  return inFolder((top) => {
    write(top, files);
    const content = { ...CORE, ...(jest === undefined ? {} : { jest }), scripts };
    const manifest = 'packages/core/package.json';
    const manifests = [{ path: manifest, content }, { path: 'package.json', content: { private: true } }];
    return reachOf([{ manifest, folder: 'packages/core', content, outputs }], { top, stamped: () => Object.keys(files), isTest: testFileTest([]).isTest, command, manifests })[manifest] ?? null;
  });
}

const TEST = 'packages/core/test/a.test.ts';

describe('an output is reached by', () => {
  test.each<readonly [string, Tree, string]>([
    ['a test that loads the package by its folder', { files: { [TEST]: "const core = require('..');" } }, "loads '..'"],
    ['a test that loads it by its path', { files: { [TEST]: "import core from '../dist/index.js';" } }, "loads '../dist/index.js'"],
    ['another package by its name', { files: { 'packages/app/src/a.ts': "import { a } from '@acme/core';" } }, "loads '@acme/core'"],
    ['a part of its name', { files: { 'packages/app/test/a.test.ts': "await import('@acme/core/part');" } }, "loads '@acme/core/part'"],
    ['a test that mocks around it', { files: { [TEST]: "vi.importActual('@acme/core')" } }, "loads '@acme/core'"],
    ['a path in pieces', { files: { [TEST]: "spawn('node', [path.join(__dirname, '..', 'dist', 'cli.js')])" } }, "names 'dist'"],
    ['a source that starts a worker', { files: { 'packages/core/src/a.ts': "new Worker(new URL('../dist/worker.js', import.meta.url))" } }, "names '../dist/worker.js'"],
    ['a test that runs its command', { files: { [TEST]: "execa('acme-core', ['--version'])" } }, 'runs acme-core'],
    ['a test that computes what it loads', { files: { [TEST]: 'require(path.resolve(root))' } }, 'computes'],
    ['a test that asks the manifest', { files: { [TEST]: "import pkg from '../package.json'; load(pkg.main)" } }, 'package.json'],
    ['a test that runs the folder', { files: { [TEST]: "spawnSync(process.execPath, ['.'])" } }, 'as .'],
    ['a test in another language', { files: { 'packages/core/test/cli.sh': 'node packages/core/dist/cli.js --version' } }, 'names dist/'],
    ['the command', { command: 'mocha packages/core/dist/test' }, 'the command names'],
    ['the command, from its folder', { command: 'node --test dist/' }, 'the command names'],
    ['a script that the command may call', { scripts: { test: 'tsc -p . && mocha dist/test/**/*.js' } }, "script 'test'"],
    ['a script aside that a test script calls', { scripts: { 'test:e2e': 'start-server-and-test start http://x test:run', start: 'node dist/server.js' } }, "script 'start'"],
    ['a script that runs the package', { scripts: { test: 'node . --self-test' } }, 'node .'],
    ['a script that runs its command', { scripts: { test: 'acme-core --check' } }, 'names acme-core'],
    ['a mapping of a test runner', { files: { 'packages/core/vitest.config.ts': "alias: { '@acme/core': './dist' }" } }, 'vitest.config.ts names'],
    ['a mapping of jest in the manifest', { jest: { moduleNameMapper: { '^@acme/core$': '<rootDir>/dist/index.js' } } }, 'maps a name'],
    ['a set-up file of a test runner', { files: { 'packages/core/jest.config.js': "setupFiles: ['<rootDir>/dist/setup.js']" } }, 'jest.config.js names'],
    ['a file compiled in place', { files: { [TEST]: "import { a } from '../src/a';" }, outputs: ['packages/core/src/a.js'] }, "loads '../src/a'"],
  ])('%s', async (_, tree, says) => {
    expect(await reached(tree)).toContain(says);
  });
});

describe('an output is not reached by', () => {
  test.each<readonly [string, Tree]>([
    ['tests that load the sources', { files: { [TEST]: "import { a } from '../src/index.ts';\nimport x from './dist-helper';\ndescribe('@acme/core', () => {})" } }],
    ['names that only begin alike', { files: { [TEST]: "import a from '@acme/core-extra';" , 'packages/app/a.ts': "const text = 'see dist';" } }],
    ['lists of what tools leave out', { files: { 'packages/core/vitest.config.ts': "exclude: ['**/dist/**', 'dist', 'dist/']", 'packages/core/jest.config.js': "testPathIgnorePatterns: ['/dist/'],\ncoverageDirectory: 'coverage'" } }],
    ['scripts that build, clean and publish', { scripts: { build: 'tsc --outDir dist', clean: 'rimraf dist', prepack: 'npm run build', test: 'rm -rf dist && vitest run --exclude dist' } }],
    ['a build in the command', { command: 'rm -rf packages/core/dist && vitest run' }],
    ['a name that the test runner maps to the sources', { files: { 'packages/app/a.ts': "import { a } from '@acme/core';", 'vitest.config.ts': "alias: { '@acme/core': new URL('./packages/core/src', import.meta.url).pathname }" } }],
    ['the documentation', { files: { 'README.md': "import core from '@acme/core'", 'tsconfig.json': '{"compilerOptions":{"outDir":"dist"}}' } }],
    ['another package\'s folder of the same name', { files: { 'packages/app/test/a.test.ts': "import x from '../dist/x.js';" } }],
  ])('%s', async (_, tree) => {
    expect(await reached(tree)).toBe(null);
  });
});
