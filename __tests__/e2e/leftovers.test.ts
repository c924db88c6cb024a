/** What earlier work left, through the whole program: old build outputs reject, a healthy build does not (PR4, EV4). */
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { git, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const RULE = 'GG-LEFTOVER-STALE-BUILD-OUTPUT';
const BUILD = 'mkdir -p dist && cp src/index.js dist/index.js';
const TESTS = `const { price } = require('..');
require('fs').writeFileSync('junit.xml', '<testsuite name="s" tests="1"><testcase classname="a" name="b" time="0.' + Date.now() + '"/></testsuite>');
process.exit(price(3) === 6 ? 0 : 1);
`;

/** A package whose tests load what was built from the code as it was committed. */
function builtBefore(): string {
  const root = makeRepository({
    '.gitignore': 'dist/\n*.xml\n',
    'package.json': JSON.stringify({ name: 'price', main: 'dist/index.js', scripts: { build: BUILD } }),
    'src/index.js': 'exports.price = (n) => n * 2;\n',
    'test/run.cjs': TESTS,
  });
  execFileSync('sh', ['-ec', BUILD], { cwd: root });
  return root;
}
const gate = (root: string, command: string, ...more: readonly string[]): Promise<Judged> => judged(['gate', '--evidence', '*.xml', ...more, '--', 'sh', '-ec', command], { cwd: root });
const broken = 'exports.price = (n) => n + 2;\n';
const mended = 'exports.price = (n) => 2 * n;\n';

describe('a build from before the change', () => {
  test('rejects, naming output, source and the build; and nothing is wrong with it where nothing changed', async () => {
    const root = builtBefore();
    expect(seen(await gate(root, 'node test/run.cjs'))).toEqual(ACCEPTED);
    write(root, { 'src/index.js': broken });
    const result = await gate(root, 'node test/run.cjs');
    expect(seen(result)).toEqual(rejectedBy(RULE));
    expect(rejectedPaths(result, RULE)).toEqual(['dist/index.js']);
    expect(findingsOf(result, RULE)[0]).toMatchObject({ what: expect.stringMatching(/beside src\/index\.js \(ctime .*\.\d{9}Z\)/), fix: expect.stringContaining('npm run build'), innocent_when: expect.stringContaining('rm -rf dist') });
    expect(findingsOf(result, RULE)[0]?.what).toContain("test/run.cjs loads '..'");
    // Committed, the change is none any more; the base still knows it.
    git(root, 'commit', '-q', '-a', '-m', 'change');
    expect(findingsOf(await gate(root, 'node test/run.cjs'), RULE)[0]).toMatchObject({ answer: 'holds' });
    expect(seen(await gate(root, 'node test/run.cjs', '--base', 'HEAD~1', '--baseline', 'observe')).rejecting).toContain(RULE);
  });

  test('is listed alone where the tests load the sources and nothing names the build', async () => {
    const root = builtBefore();
    write(root, { 'src/index.js': mended, 'test/run.cjs': TESTS.replace("'..'", "'../src/index.js'"), 'tsconfig.json': '{"compilerOptions":{"outDir":"dist"}}', 'vitest.config.ts': "export default { test: { exclude: ['dist/**', 'dist'] } };\n" });
    const result = await gate(root, 'node test/run.cjs');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, RULE)).toMatchObject([{ answer: 'holds', listed: true, what: expect.stringContaining('dist/index.js'), fix: expect.stringContaining('rm -rf dist') }]);
    // The command itself is enough to load it.
    expect(seen(await gate(root, 'node test/run.cjs; node dist/index.js'))).toEqual(rejectedBy(RULE));
  });

  test('rejects where it is only touched, and is allowed by name', async () => {
    const root = builtBefore();
    write(root, { 'src/index.js': mended });
    expect(seen(await gate(root, 'chmod +x dist/index.js; node test/run.cjs'))).toEqual(rejectedBy(RULE));
    expect(seen(await gate(root, 'node test/run.cjs', '--allow-ignored', 'dist/**'))).toEqual(ACCEPTED);
  });

  test.each([
    ['the command', `${BUILD}; node test/run.cjs`, []],
    ['the setup script', 'node test/run.cjs', ['--setup', 'build.sh']],
  ])('passes when %s builds', async (_, command, options) => {
    const root = builtBefore();
    write(root, { 'build.sh': `#!/bin/sh\n${BUILD}\n`, 'src/index.js': mended });
    expect(seen(await gate(root, command, ...options))).toEqual(ACCEPTED);
  });

  test('under steps of the workflow: judged as it is at the check', async () => {
    const root = builtBefore();
    const check = (): Promise<Judged> => judged(['check', '--outcome', 'success'], { cwd: root });
    const step = (script: string): unknown => execFileSync('sh', ['-ec', script], { cwd: root, env: cleanEnvironment({ TMPDIR: '/tmp' }) });
    write(root, { 'src/index.js': mended });
    expect(seen(await judged(['stamp', '--evidence', '*.xml'], { cwd: root }))).toEqual(ACCEPTED);
    step('node test/run.cjs');
    expect(seen(await check())).toEqual(rejectedBy(RULE));
    step(`${BUILD}; node test/run.cjs`);
    expect(seen(await check())).toEqual(ACCEPTED);
  });
});

describe('what tools leave', () => {
  test('is listed and rejects nothing', async () => {
    const root = makeRepository({ '.gitignore': '*.xml\n.coverage\n.pytest_cache/\n', 'setup.cfg': '' });
    write(root, { '.coverage': '', '.pytest_cache/v/cache/lastfailed': '{}' });
    const result = await gate(root, `: pytest --lf; echo '<testsuite name="s" tests="1"><testcase classname="a" name="b"/></testsuite>' > junit.xml`);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-LEFTOVER-FOUND')).toMatchObject([{ paths: ['.pytest_cache'], listed: true }, { paths: ['.coverage'], listed: true }]);
  });

  test('results of go test from its cache, where nothing else was tested', async () => {
    const root = makeRepository({ '.gitignore': 'shop.xml\n' });
    const rule = 'GG-EVIDENCE-CACHED-TESTS';
    const cached = String.raw`printf 'ok  \texample.com/shop\t(cached)\n'`;
    const result = await judged(['gate', '--', 'sh', '-ec', cached], { cwd: root });
    expect(result.rejecting).toContain(rule);
    expect(findingsOf(result, rule)[0]?.fix).toContain('-count=1');
    const some = await judged(['gate', '--', 'sh', '-ec', String.raw`${cached}; printf 'ok  \texample.com/other\t0.012s\n'`], { cwd: root });
    expect(some.rejecting).not.toContain(rule);
    expect(findingsOf(some, rule)).toMatchObject([{ answer: 'holds', listed: true }]);
  });
});
