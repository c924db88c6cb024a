/**
 * The whole way of a contribution, on a real library with a bug planted in it: see it fail apart, mend it, prove the fix,
 * hand it over. Then every way in which the same contribution must not get through.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, initRepository, removeFolders, write } from '../support/repository.ts';
import { makeEnvironment, PYTEST_NEW, sharedEnvironment, sourceDistribution } from './environments.ts';
import { treeOfFolder, treeOfPatch } from './isolated.ts';

jest.setTimeout(240_000);

const LIBRARY = ['pathspec', '0.12.1', 'a482d51503a1ab33b1c67a6c3813a26953dbdc71c31dacaef9a838c4e29f5712'] as const;
const MODULE = 'pathspec/patterns/gitwildmatch.py';
const TESTS = 'tests/test_03_pathspec.py';
const RED = 'test_01_empty_path_1';
/** A pattern that ends with an escaped blank keeps that blank. */
const RIGHT = 'pattern = pattern.lstrip()';
const WRONG = 'pattern = pattern.strip( )';
const TOKEN = `ghp_${'xY7'.repeat(12)}`;

let python = '';
let source = '';
let template = '';
let root = '';

beforeAll(async () => {
  python = await sharedEnvironment(PYTEST_NEW);
  source = sourceDistribution(...LIBRARY);
  template = join(freshFolder(), 'pathspec');
  initRepository(template);
  cpSync(source, template, { recursive: true });
  write(template, { '.gitignore': '__pycache__/\n.pytest_cache/\nreports/\n', 'CONTRIBUTING.md': '# How to help\n\nEvery fix comes with a test that fails without it.\n' });
  commitAll(template, 'as released');
  git(template, 'tag', 'released');
  edit(template, MODULE, RIGHT, WRONG);
  commitAll(template, 'the bug');
}, 240_000);
afterAll(removeFolders);

beforeEach(() => {
  root = join(freshFolder(), 'pathspec');
  cpSync(template, root, { recursive: true });
});

function edit(top: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(top, path), 'utf8');
  expect([path, text.split(from).length - 1]).toEqual([path, 1]);
  writeFileSync(join(top, path), text.replace(from, to));
}

function fix(): void {
  edit(root, MODULE, WRONG, RIGHT);
}

/** The difference of the work tree as a patch; the work tree is clean again. */
function asPatch(): string {
  const file = join(freshFolder(), 'fix.patch');
  writeFileSync(file, `${git(root, 'diff', '--binary')}\n`);
  git(root, 'checkout', '-q', '--', '.');
  return file;
}

const REPORT = ['--evidence', 'reports/junit.xml'] as const;

function pytest(...args: readonly string[]): readonly string[] {
  return ['--', python, '-m', 'pytest', '-q', '--junitxml=reports/junit.xml', ...args];
}

/** The gate over the work tree, with the tests of one file. */
function gate(...options: readonly string[]): Promise<Judged> {
  return judged(['gate', ...options, ...REPORT, ...pytest(TESTS)], { cwd: root });
}

function worktreeOf(result: Judged): { readonly path: string; readonly state: string; readonly patch: string } {
  return result.envelope['worktree'] as { path: string; state: string; patch: string };
}

async function packet(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ readonly result: Judged; readonly out: string; readonly page: string }> {
  const out = join(freshFolder(), 'packet');
  const result = await judged(['packet', '--out', out, ...args], { cwd: root, env });
  return { result, out, page: existsSync(out) ? readFileSync(join(out, 'REVIEW_PACKET.md'), 'utf8') : '' };
}

test('apart it fails, with the patch it passes, a clean directory agrees, and a packet says so', async () => {
  fix();
  const tree = treeOfFolder(root);
  const patch = asPatch();
  const head = git(root, 'rev-parse', 'HEAD');

  const before = await judged(['gate', '--isolation', 'worktree', ...REPORT, ...pytest()], { cwd: root });
  expect(seen(before)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
  expect(before.envelope.tests).toEqual({ total: 119, passed: 118, failed: 1, errored: 0, skipped: 0, flaky: 0 });

  const after = await judged(['gate', '--isolation', 'worktree', '--patch', patch, '--base', 'HEAD', '--require-fixed', RED, '--replay', '--control', '--owned', 'pathspec/**', '--forbidden', 'tests/**', ...REPORT, ...pytest()], { cwd: root });
  expect(seen(after)).toEqual(ACCEPTED);
  expect(after.envelope.tests).toMatchObject({ total: 119, passed: 119 });
  expect(after.envelope).toMatchObject({ baseline: { transitions: [{ kind: 'fail-pass', name: RED }] }, replay: { tests: 119, differences: [] }, control: { hunks: [{ path: MODULE, result: 'supported' }] } });
  expect(findingsOf(after, 'GG-WITNESS-PROVEN')[0]?.answer).toBe('holds');

  const { path, state, patch: captured } = worktreeOf(after);
  expect(treeOfPatch(root, head, captured)).toBe(tree);
  const made = await packet(['--workspace', path, '--state', state, '--quote', 'CONTRIBUTING.md:3', '--expect', 'linux']);
  expect(seen(made.result)).toEqual(ACCEPTED);
  expect(made.page).toMatch(/before the change \| exited with 1 .*\n\| after the change \| exited with 0 \|\n\| replay in a clean directory \| exited with 0 \|/);
  expect(made.page).toContain('| 119 | 119 | 0 | 0 | 0 | 0 |');
  expect(made.page).toContain('Every fix comes with a test that fails without it.');
  expect(treeOfPatch(root, head, join(made.out, 'change.patch'))).toBe(tree);

  // The parent was only read, and what is captured may go.
  expect(git(root, 'status', '--porcelain')).toBe('');
  const pruned = await judged(['worktree', 'prune'], { cwd: root });
  expect([pruned.code, existsSync(path), existsSync(worktreeOf(before).path)]).toEqual([0, false, true]);
});

describe('it does not get through', () => {
  test('where it never failed before', async () => {
    fix();
    expect(treeOfFolder(root)).toBe(git(root, 'rev-parse', 'released^{tree}'));
    write(root, { [MODULE]: `${readFileSync(join(root, MODULE), 'utf8')}# the same\n` });
    const result = await gate('--base', 'released');
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect((await packet([])).result.envelope.findings[0]?.what).toMatch(/GG-BASELINE-NOT-REPRODUCED/);
  });

  test('where it still fails', async () => {
    edit(root, MODULE, WRONG, 'pattern = pattern.strip()');
    // The failure is excused, being the base's own; that nothing was mended is not.
    expect(seen(await gate('--base', 'HEAD'))).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect(seen(await gate())).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
  });

  test('where the test that is named is another one than the command runs', async () => {
    fix();
    const result = await judged(['gate', '--base', 'HEAD', '--require-fixed', RED, ...REPORT, ...pytest('tests/test_01_util.py')], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED', 'GG-BASELINE-REQUIRED-FIX'));
  });

  test('where cells ran another command, or a replay would', async () => {
    fix();
    const bundles = freshFolder();
    for (const [cell, args] of [['one', [TESTS]], ['two', [TESTS, '-k', RED]]] as const) {
      expect(seen(await judged(['gate', '--cell', cell, '--bundle', join(bundles, cell), ...REPORT, ...pytest(...args)], { cwd: root }))).toEqual(ACCEPTED);
    }
    expect(seen(await judged(['fan-in', '--expect', 'one,two', join(bundles, 'one'), join(bundles, 'two')], { cwd: freshFolder() }))).toEqual(rejectedBy('GG-FAN-IN-OTHER-COMMAND'));

    // The saved command of another run in the place of the recorded one's, digest and all.
    const recorded = (result: Judged): string => join(root, '.git/generation-gate', `generation-${String(result.envelope.generation)}`, 'run-1');
    const kept = freshFolder();
    cpSync(recorded(await judged(['gate', ...REPORT, ...pytest('tests/test_01_util.py')], { cwd: root })), kept, { recursive: true });
    const result = await gate();
    for (const name of ['command', 'command.json']) cpSync(join(kept, name), join(recorded(result), name));
    const replay = await judged(['replay'], { cwd: root });
    expect([replay.code, replay.rejecting]).toEqual([3, ['GG-COMMAND-OTHER']]);
  });

  test('from a dirty parent', async () => {
    write(root, { 'notes.txt': 'mine\n' });
    const result = await gate('--isolation', 'worktree');
    expect(seen(result)).toEqual(rejectedBy('GG-WORKTREE-PARENT-DIRTY'));
    expect(rejectedPaths(result, 'GG-WORKTREE-PARENT-DIRTY')).toEqual(['notes.txt']);
  });

  test('on a base that cannot start, or is not there', async () => {
    fix();
    write(root, { 'pathspec/extra.py': 'ANSWER = 42\n', 'tests/test_05_extra.py': 'from pathspec.extra import ANSWER\n\n\ndef test_answer():\n    assert ANSWER == 42\n' });
    const result = await judged(['gate', '--base', 'HEAD', ...REPORT, ...pytest('tests/test_05_extra.py')], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect(findingsOf(result, 'GG-BASELINE-NOT-REPRODUCED')[0]?.what).toMatch(/cannot be imported or collected, which is no test that fails/);
    expect(seen(await gate('--base', '1'.repeat(40)))).toEqual(rejectedBy('GG-BASELINE-ABSENT'));
  });

  test('with a test that was bent until the bug passes', async () => {
    edit(root, TESTS, "\t\t\t'\\\\ ',\n\t\t\t'abc\\\\ '\n", "\t\t\t'abc',\n");
    edit(root, TESTS, "\t\tself.assertEqual(includes, {\n\t\t\t' ',\n\t\t\t'abc '\n\t\t}, debug)", '\t\tself.assertEqual(includes, set(), debug)');
    expect(seen(await gate('--base', 'HEAD'))).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
  });

  test('with a vacuous test', async () => {
    fix();
    write(root, { 'tests/test_05_vacuous.py': 'def test_blank():\n    assert True\n' });
    const result = await judged(['gate', '--base', 'HEAD', '--control', ...REPORT, ...pytest('tests/test_05_vacuous.py')], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED', 'GG-CONTROL-UNSUPPORTED'));
  });

  test('with what only the workspace has', async () => {
    fix();
    write(root, { '.gitignore': '__pycache__/\n.pytest_cache/\nreports/\ndata.json\n', 'data.json': '{}', 'tests/test_05_data.py': 'def test_data():\n    open("data.json").close()\n' });
    const result = await judged(['gate', '--replay', ...REPORT, ...pytest('tests/test_05_data.py')], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-REPLAY-DISAGREES'));
    expect(rejectedPaths(result, 'GG-REPLAY-DISAGREES')).toEqual(['data.json']);
  });

  test('in an environment that every directory shares', async () => {
    fix();
    const own = makeEnvironment(join(freshFolder(), 'venv'), []);
    const library = readFileSync(join(own, '../../pyvenv.cfg'), 'utf8');
    const version = /^version = (\d+\.\d+)/m.exec(library)?.[1] ?? '';
    write(join(own, `../../lib/python${version}/site-packages`), { 'pathspec.pth': `${root}\n` });
    for (const option of [['--base', 'HEAD'], ['--replay'], ['--control']]) {
      const result = await judged(['gate', ...option, ...REPORT, '--', own, '-m', 'pytest'], { cwd: root });
      expect([result.code, result.rejecting]).toEqual([2, ['GG-ENVIRONMENT-SHARED']]);
    }
  });
});

describe('no packet carries', () => {
  async function judgedFix(...more: readonly string[]): Promise<Judged> {
    fix();
    commitAll(root, 'the fix');
    return judged(['gate', '--base', 'HEAD~', ...REPORT, '--', 'sh', '-c', [`'${python}' -m pytest -q --junitxml=reports/junit.xml ${TESTS}; code=$?`, ...more, 'exit $code'].join('; ')], { cwd: root, env: { DEPLOY_TOKEN: TOKEN } });
  }

  test('a secret of the log, a paraphrase, a cell without its bundle', async () => {
    expect(seen(await judgedFix('echo "deploying with $DEPLOY_TOKEN"', 'printf %s "$DEPLOY_TOKEN" | base64'))).toEqual(ACCEPTED);
    const { result, out, page } = await packet(['--expect', 'linux,macos'], { DEPLOY_TOKEN: TOKEN });
    expect(seen(result)).toEqual(ACCEPTED);
    for (const text of [page, readFileSync(join(out, 'stdout-tail.log'), 'utf8'), readFileSync(join(out, 'base-stdout-tail.log'), 'utf8')]) {
      expect(text).toContain('deploying with [redacted]');
      for (const form of [TOKEN, Buffer.from(TOKEN).toString('base64').slice(0, 40)]) expect(text).not.toContain(form);
    }
    expect(page).toMatch(/<code>linux<\/code> \| not run \|\n\| <code>macos<\/code> \| not run \|/);

    expect(seen((await packet(['--quote', 'Each fix needs a failing test.'])).result)).toEqual(rejectedBy('GG-PACKET-QUOTE'));

    const summary = join(freshFolder(), 'summary.md');
    const { envelope } = await judged(['check'], { cwd: root });
    writeFileSync(summary, `Verdict ${String(envelope['verdict_digest'])} of generation ${String(envelope.generation)}, tree ${String(envelope.tree_id)}.\n\nmacos-py311: ${envelope.tests.passed} passed\n`);
    expect(seen(await judged(['check', '--summary', summary], { cwd: root }))).toEqual(rejectedBy('GG-SUMMARY-CELL'));
  });

  test('a secret that cannot be taken out', async () => {
    write(root, { [`docs/${TOKEN}.md`]: 'x\n' });
    expect(seen(await judgedFix())).toEqual(ACCEPTED);
    const { result, out } = await packet([]);
    expect(seen(result)).toEqual(rejectedBy('GG-PACKET-SECRET'));
    expect([existsSync(out), result.stdout.includes(TOKEN)]).toEqual([false, false]);
  });
});
