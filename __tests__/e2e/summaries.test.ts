/** Written summaries, judged by the program as a user calls it (EV6). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, ACTION, findingsOf, judged, program, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

/** A command that reports two passed tests and a skipped one. */
const COMMAND = ['sh', 'run.sh'];
const PROJECT = {
  '.gitignore': 'reports/\n',
  'run.sh': `mkdir -p reports
cat > reports/a.xml <<X
<testsuite tests="3" failures="0" errors="0" skipped="1">
<properties><property name="GENERATION_GATE_GENERATION" value="$GENERATION_GATE_GENERATION"/></properties>
<testcase name="a"/><testcase name="b"/><testcase name="c"><skipped/></testcase>
</testsuite>
X
echo "2 passed, 1 skipped"
`,
};

async function stampAndRun(root: string, ...options: readonly string[]): Promise<void> {
  expect(seen(await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root }))).toEqual(ACCEPTED);
  expect(seen(await judged(['run', ...options, '--', ...COMMAND], { cwd: root }))).toEqual(ACCEPTED);
}

async function checked(root: string): Promise<Judged> {
  const result = await judged(['check'], { cwd: root });
  expect(seen(result)).toEqual(ACCEPTED);
  return result;
}

async function acceptedProject(...options: readonly string[]): Promise<{ readonly root: string; readonly check: Judged }> {
  const root = makeRepository(PROJECT);
  await stampAndRun(root, ...options);
  return { root, check: await checked(root) };
}

const judgeSummary = (root: string, ...files: readonly string[]): Promise<Judged> => judged(['check', ...files.flatMap((file) => ['--summary', file])], { cwd: root });

function citing({ envelope }: Judged, text: string): string {
  return `Verdict ${String(envelope['verdict_digest'])}, generation ${String(envelope.generation)}, tree ${String(envelope.tree_id)}.\n\n${text}\n`;
}

describe('a summary after an accepted check', () => {
  test('is accepted as summarize writes it: in a file, from stdout, as JSON, and inside of the work tree', async () => {
    const { root, check } = await acceptedProject();
    const outside = freshFolder();
    const [markdown, json] = [join(outside, 'summary.md'), join(outside, 'summary.json')];
    expect(seen(await judged(['summarize', '--out', join(outside, 'document.json')], { cwd: root }))).toEqual(ACCEPTED);
    expect(JSON.parse(readFileSync(join(outside, 'document.json'), 'utf8'))).toMatchObject({ verdict_digest: check.envelope['verdict_digest'], tests: { total: 3, passed: 2, skipped: 1 } });
    expect((await program(['summarize', '--out', 'SUMMARY.md'], { cwd: root })).code).toBe(0);
    expect(readFileSync(join(root, 'SUMMARY.md'), 'utf8')).toContain('| passed | 2 |');
    writeFileSync(markdown, (await program(['summarize'], { cwd: root })).stdout);
    writeFileSync(json, (await program(['summarize', '--json'], { cwd: root })).stdout);
    const result = await judgeSummary(root, 'SUMMARY.md', markdown, json, join(outside, 'document.json'));
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope['verdict_digest']).toBe(check.envelope['verdict_digest']);
  });

  test('is accepted in words of a person', async () => {
    const { root, check } = await acceptedProject();
    write(root, { 'reports/text.md': citing(check, 'The change adds 1 test. All tests pass, 1 skipped (2/3 on Linux, in 0.3 s).') });
    expect(seen(await judgeSummary(root, 'reports/text.md'))).toEqual(ACCEPTED);
  });

  test.each([
    ['a wrong number', '3 passed, 1 skipped', 'GG-SUMMARY-CLAIM'],
    ['a skipped test untold', 'All tests pass.', 'GG-SUMMARY-CLAIM'],
    ['a number in a comment', '2 passed <!-- 3 passed -->', 'GG-SUMMARY-CLAIM'],
    ['another cell', 'macos-py311: 2 passed', 'GG-SUMMARY-CELL'],
    ['every cell', 'All platforms pass.', 'GG-SUMMARY-CELL'],
    ['another generation beside its own', `Generation ${'0'.repeat(32)} before`, 'GG-SUMMARY-OTHER-VERDICT'],
    ['text that runs backwards', '\u202e2 passed', 'GG-SUMMARY-UNREADABLE'],
  ])('is rejected for %s', async (_name, text, rule) => {
    const { root, check } = await acceptedProject();
    write(root, { 'reports/text.md': citing(check, text) });
    expect(seen(await judgeSummary(root, 'reports/text.md'))).toEqual(rejectedBy(rule));
  });

  test('is rejected where it cites nothing, as a log does', async () => {
    const { root } = await acceptedProject();
    const log = join(freshFolder(), 'log.txt');
    writeFileSync(log, '2 passed, 1 skipped\n');
    const result = await judgeSummary(root, log);
    expect(seen(result)).toEqual(rejectedBy('GG-SUMMARY-UNCITED'));
    expect(findingsOf(result, 'GG-SUMMARY-UNCITED')[0]?.what).toMatch(/no verdict digest [0-9a-f]{64}, no generation [0-9a-f]{32}, no tree id [0-9a-f]{40}$/);
  });

  test('names its own cell, and no other', async () => {
    const { root, check } = await acceptedProject('--cell', 'linux_py-3.12');
    expect(check.envelope['cell']).toBe('linux_py-3.12');
    expect((await program(['summarize', '--out', 'SUMMARY.md'], { cwd: root })).code).toBe(0);
    write(root, { 'reports/own.md': citing(check, 'linux_py-3.12: 2 passed'), 'reports/other.md': citing(check, 'linux_py-3.13: 2 passed') });
    expect(seen(await judgeSummary(root, 'SUMMARY.md', 'reports/own.md'))).toEqual(ACCEPTED);
    expect(seen(await judgeSummary(root, 'reports/other.md'))).toEqual(rejectedBy('GG-SUMMARY-CELL'));
  });

  test('a FIFO, a link, a folder and an absent file are refused at once', async () => {
    const { root } = await acceptedProject();
    execFileSync('mkfifo', [join(root, 'reports/fifo')]);
    symlinkSync('a.xml', join(root, 'reports/link'));
    const result = await judgeSummary(root, 'reports/fifo', 'reports/link', 'reports', 'reports/absent.md');
    expect(seen(result)).toEqual(rejectedBy('GG-SUMMARY-UNREADABLE'));
    expect(findingsOf(result, 'GG-SUMMARY-UNREADABLE')[0]?.paths).toEqual(['reports/fifo', 'reports/link', 'reports', 'reports/absent.md']);
  });
});

describe('the verdict that is cited', () => {
  test('keeps its digest: checked again, with a summary judged, under another HEAD, with new output beside', async () => {
    const { root, check } = await acceptedProject();
    const digest = check.envelope['verdict_digest'];
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await program(['summarize', '--out', 'SUMMARY.md'], { cwd: root })).code).toBe(0);
    expect((await judgeSummary(root, 'SUMMARY.md')).envelope['verdict_digest']).toBe(digest);
    git(root, 'commit', '-q', '--allow-empty', '-m', 'later');
    write(root, { 'output.txt': 'x\n' });
    expect((await judged(['check', '--min-tests', '1', '--require-test', 'a'], { cwd: root })).envelope['verdict_digest']).toBe(digest);
    expect(seen(await judgeSummary(root, 'SUMMARY.md'))).toEqual(ACCEPTED);
  });

  test('is another one after another run of the same tests', async () => {
    const { root, check } = await acceptedProject();
    const kept = join(freshFolder(), 'SUMMARY.md');
    expect((await program(['summarize', '--out', kept], { cwd: root })).code).toBe(0);
    expect((await judged(['run', '--', 'sh', '-c', 'echo again; . ./run.sh'], { cwd: root })).code).toBe(0);
    expect(seen(await judgeSummary(root, kept))).toEqual(rejectedBy('GG-SUMMARY-UNCHECKED'));
    expect(seen(await judged(['summarize'], { cwd: root }))).toEqual(rejectedBy('GG-SUMMARY-UNCHECKED'));
    const second = await checked(root);
    expect(second.envelope['verdict_digest']).not.toBe(check.envelope['verdict_digest']);
    expect(seen(await judgeSummary(root, kept))).toEqual(rejectedBy('GG-SUMMARY-OTHER-VERDICT', 'GG-SUMMARY-UNCITED'));
  });

  test('is another one after another stamp', async () => {
    const { root } = await acceptedProject();
    const kept = join(freshFolder(), 'SUMMARY.md');
    expect((await program(['summarize', '--out', kept], { cwd: root })).code).toBe(0);
    await stampAndRun(root);
    expect(seen(await judgeSummary(root, kept))).toMatchObject({ code: 1, verdict: 'rejected' });
    await checked(root);
    expect(seen(await judgeSummary(root, kept))).toEqual(rejectedBy('GG-SUMMARY-OTHER-VERDICT', 'GG-SUMMARY-UNCITED'));
  });
});

describe('a summary without an accepted verdict', () => {
  test('is rejected before the check, and none is written', async () => {
    const root = makeRepository(PROJECT);
    await stampAndRun(root);
    write(root, { 'reports/text.md': '2 passed, 1 skipped\n' });
    for (let call = 0; call < 2; call += 1) expect(seen(await judgeSummary(root, 'reports/text.md'))).toEqual(rejectedBy('GG-SUMMARY-UNCHECKED'));
    expect(seen(await judged(['summarize', '--out', 'SUMMARY.md'], { cwd: root }))).toEqual(rejectedBy('GG-SUMMARY-UNCHECKED'));
    expect(existsSync(join(root, 'SUMMARY.md'))).toBe(false);
  });

  test('is rejected without a stamp', async () => {
    const root = makeRepository(PROJECT);
    write(root, { 'reports/text.md': '2 passed\n' });
    expect(seen(await judgeSummary(root, 'reports/text.md'))).toEqual(rejectedBy('GG-STAMP-MISSING', 'GG-SUMMARY-UNCHECKED'));
    expect(seen(await judged(['summarize'], { cwd: root }))).toEqual(rejectedBy('GG-STAMP-MISSING'));
  });

  test('overrides no broken rule, and the rejection takes the verdict away', async () => {
    const { root } = await acceptedProject();
    const script = PROJECT['run.sh'];
    const kept = join(freshFolder(), 'SUMMARY.md');
    expect((await program(['summarize', '--out', kept], { cwd: root })).code).toBe(0);
    write(root, { 'run.sh': `${script}# edited\n` });
    const result = await judgeSummary(root, kept);
    expect(result.rejecting).toEqual(['GG-SUMMARY-UNCHECKED', 'GG-TREE-CHANGED', 'GG-TREE-OTHER']);
    expect(result.envelope['verdict_digest']).toBeNull();
    expect(seen(await judged(['summarize'], { cwd: root }))).toEqual(rejectedBy('GG-SUMMARY-UNCHECKED'));
  });

  test('is wrong usage of the gate, which changes nothing', async () => {
    const root = makeRepository(PROJECT);
    const result = await judged(['gate', '--evidence', 'reports/*.xml', '--summary', 'SUMMARY.md', '--', ...COMMAND], { cwd: root });
    expect([result.code, result.rejecting]).toEqual([2, ['GG-SUMMARY-BEFORE-VERDICT']]);
    expect(existsSync(join(root, '.workspace_generation.json'))).toBe(false);
  });

  test('may follow a gate that accepted', async () => {
    const root = makeRepository(PROJECT);
    const gated = await judged(['gate', '--evidence', 'reports/*.xml', '--', ...COMMAND], { cwd: root });
    expect(seen(gated)).toEqual(ACCEPTED);
    write(root, { 'reports/text.md': citing(gated, '2 of 3 tests passed, 1 skipped') });
    expect(seen(await judgeSummary(root, 'reports/text.md'))).toEqual(ACCEPTED);
  });
});

describe('summarize --out', () => {
  test('leaves stamped paths, links, folders and records alone', async () => {
    const root = makeRepository({ ...PROJECT, 'tracked.md': 'x\n' });
    write(root, { 'untracked.md': 'y\n' });
    await stampAndRun(root);
    await checked(root);
    symlinkSync('tracked.md', join(root, 'reports/link'));
    for (const [out, code] of [['tracked.md', 'GG-OUT-STAMPED'], ['untracked.md', 'GG-OUT-STAMPED'], ['reports/link', 'GG-OUT-NOT-A-FILE'], ['reports', 'GG-OUT-NOT-A-FILE'], ['absent/x.md', 'GG-OUT-NO-FOLDER'], ['.git/x.md', 'GG-OUT-OWN-FILE'], ['.workspace_generation.json', 'GG-OUT-OWN-FILE']] as const) {
      const result = await judged(['summarize', '--out', out], { cwd: root });
      expect([out, result.code, result.rejecting]).toEqual([out, 2, [code]]);
    }
    expect(readFileSync(join(root, 'tracked.md'), 'utf8') + readFileSync(join(root, 'untracked.md'), 'utf8')).toBe('x\ny\n');
    for (let call = 0; call < 2; call += 1) expect((await program(['summarize', '--out', 'reports/SUMMARY.md'], { cwd: root })).code).toBe(0);
    await checked(root);
  });
});

describe('the action', () => {
  test('judges the summaries of its input, one a line', async () => {
    const { root, check } = await acceptedProject();
    commitAll(root);
    write(root, { 'reports/good.md': citing(check, '2 passed, 1 skipped'), 'reports/bad.md': citing(check, '3 passed') });
    const phase = (summary: string): Promise<{ readonly code: number | null; readonly stdout: string }> => program([], { cwd: root, program: ACTION, env: { INPUT_PHASE: 'check', INPUT_SUMMARY: summary, GITHUB_WORKSPACE: root } });
    const good = await phase('reports/good.md\n');
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('check: accepted')]);
    const bad = await phase('reports/good.md\nreports/bad.md\n');
    expect([bad.code, bad.stdout]).toEqual([1, expect.stringContaining('GG-SUMMARY-CLAIM')]);
  });
});
