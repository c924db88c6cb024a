/** Tests that the workflow's own steps run between stamp and check, and what such steps hand on (EV9, ST7). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

afterEach(removeFolders);

const GREEN = '<testsuite name="s" tests="1"><testcase classname="a" name="b"/></testsuite>\n';

async function stamped(root: string, ...args: readonly string[]): Promise<Judged> {
  const result = await judged(['stamp', '--evidence', '*.xml', ...args], { cwd: root });
  expect(seen(result)).toEqual(ACCEPTED);
  return result;
}

/** A step of the workflow's own: it sees what the stamp exports, and writes a report. */
function ownStep(root: string, { envelope }: Judged, script = `printf '%s' "$REPORT" > junit.xml`): void {
  execFileSync('sh', ['-ec', script], { cwd: root, env: { ...cleanEnvironment({ TMPDIR: '/tmp' }), ...(envelope['exports'] as Record<string, string>), REPORT: GREEN } });
}

const check = (root: string, ...args: readonly string[]): Promise<Judged> => judged(['check', ...args], { cwd: root });

describe('a step of the workflow', () => {
  test('that succeeded is accepted, and the verdict says that nobody watched it', async () => {
    const root = makeRepository();
    ownStep(root, await stamped(root));
    const result = await check(root, '--outcome', 'success');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests).toMatchObject({ total: 1, passed: 1 });
    expect(findingsOf(result, 'GG-RUN-ENDING-REPORTED')[0]).toMatchObject({ what: expect.stringContaining('not observed'), listed: true });
    // What only a watched run can tell is unknown, and is listed.
    for (const rule of ['GG-RUN-SURVIVORS', 'GG-EVIDENCE-AFTER-RUN']) expect(findingsOf(result, rule)).toEqual([expect.objectContaining({ rule, answer: 'unknown', rejects: false })]);
  });

  test.each(['failure', 'cancelled', 'skipped'])('whose outcome is %s is rejected, whatever the report says', async (outcome) => {
    const root = makeRepository();
    ownStep(root, await stamped(root));
    const result = await check(root, '--outcome', outcome);
    expect(seen(result)).toEqual(rejectedBy('GG-RUN-FAILED'));
    expect(findingsOf(result, 'GG-RUN-FAILED')[0]?.what).toContain(`"${outcome}"`);
  });

  test('whose outcome is not handed over is rejected', async () => {
    const root = makeRepository();
    ownStep(root, await stamped(root));
    expect(seen(await check(root))).toEqual(rejectedBy('GG-RUN-NOT-RECORDED'));
  });

  test('cannot turn a recorded failure into a success', async () => {
    const root = makeRepository();
    ownStep(root, await stamped(root));
    await judged(['run', '--', 'false'], { cwd: root });
    expect(seen(await check(root, '--outcome', 'success'))).toEqual(rejectedBy('GG-RUN-FAILED'));
  });

  test('that changed what was stamped is rejected', async () => {
    const root = makeRepository();
    ownStep(root, await stamped(root), `printf '%s' "$REPORT" > junit.xml; echo more >> a.txt`);
    const result = await check(root, '--outcome', 'success');
    expect(seen(result)).toEqual(rejectedBy('GG-TREE-CHANGED', 'GG-TREE-OTHER'));
    expect(rejectedPaths(result, 'GG-TREE-CHANGED')).toEqual(['a.txt']);
  });

  test('sees generation and tree, has its folder for environments, and writes no bytecode', async () => {
    const root = makeRepository();
    const result = await stamped(root);
    const file = join(freshFolder(), 'seen');
    ownStep(root, result, `echo "$GENERATION_GATE_GENERATION $GENERATION_GATE_TREE_ID $PYTHONDONTWRITEBYTECODE" > ${file}; test -d "$GENERATION_GATE_ENV_DIR"`);
    expect(readFileSync(file, 'utf8')).toBe(`${String(result.envelope.generation)} ${String(result.envelope.tree_id)} 1\n`);
  });

  test('that wrote no report is rejected', async () => {
    const root = makeRepository();
    await stamped(root);
    expect(seen(await check(root, '--outcome', 'success'))).toEqual(rejectedBy('GG-EVIDENCE-NO-REPORT'));
  });

  test('whose log was named at the stamp has to write it', async () => {
    const root = makeRepository();
    writeFileSync(join(root, 'test.log'), 'old\n');
    const result = await stamped(root, '--log', 'test.log');
    ownStep(root, result);
    const without = await check(root, '--outcome', 'success');
    expect(without.code).toBe(1);
    expect(without.rejecting.every((rule) => rule.startsWith('GG-EVIDENCE-'))).toBe(true);
    ownStep(root, result, `printf '%s' "$REPORT" > junit.xml; echo new > test.log`);
    expect(seen(await check(root, '--outcome', 'success'))).toEqual(ACCEPTED);
  });
});

describe('what the stamp handed on', () => {
  test('is the generation and the digest of the stamp', async () => {
    const root = makeRepository();
    const result = await stamped(root);
    ownStep(root, result);
    const digest = execFileSync('sha256sum', [join(root, '.workspace_generation.json')], { encoding: 'utf8' }).slice(0, 64);
    expect(result.envelope['stamp_digest']).toBe(digest);
    expect(seen(await check(root, '--outcome', 'success', '--expect-generation', String(result.envelope.generation), '--expect-stamp-digest', digest))).toEqual(ACCEPTED);
  });

  test('rejects where a step in between stamped again', async () => {
    const root = makeRepository();
    const first = await stamped(root);
    writeFileSync(join(root, 'a.txt'), 'smuggled\n');
    ownStep(root, await stamped(root));
    const withGeneration = await check(root, '--outcome', 'success', '--expect-generation', String(first.envelope.generation));
    expect(seen(withGeneration)).toEqual(rejectedBy('GG-STAMP-UNEXPECTED'));
    expect(findingsOf(withGeneration, 'GG-STAMP-UNEXPECTED')[0]?.what).toContain(String(first.envelope.generation));
    const withDigest = await check(root, '--outcome', 'success', '--expect-stamp-digest', String(first.envelope['stamp_digest']));
    expect(seen(withDigest)).toEqual(rejectedBy('GG-STAMP-UNEXPECTED'));
    // Without them nothing would have told.
    expect(seen(await check(root, '--outcome', 'success'))).toEqual(ACCEPTED);
  });
});
