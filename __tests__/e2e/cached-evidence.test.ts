/** Evidence from a cache: a whole accepted bundle of this command on this tree stands for a run, and nothing else does (EV8). */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, program, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

/** Writes a report and a mark outside the work tree, by which a test sees that it ran. */
const RUNNER = `
import os, sys
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as f:
    f.write('<testsuite name="s" tests="2"><testcase classname="c" name="test_one"/><testcase classname="c" name="test_two"/></testsuite>')
open(os.environ['MARK'], 'a').write('ran')
sys.exit(int(os.environ.get('RC', '0')))
`;
const COMMAND = ['--', 'python3', 'run.py'];
const EVIDENCE = ['--evidence', 'reports/*.xml'];

let workspace: string;
let cache: string;
let ran: string;
let mark: string;

beforeAll(async () => {
  workspace = makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\n', 'shop.py': 'PRICE = 2\n' });
  mark = join(freshFolder(), 'mark');
  cache = join(freshFolder(), 'bundle');
  const first = await gate(['--bundle', cache, ...COMMAND]);
  expect(seen(first)).toEqual(ACCEPTED);
  ran = first.envelope.generation ?? '';
});
afterAll(removeFolders);

function gate(args: readonly string[], env: Record<string, string> = {}, root = workspace, evidence: readonly string[] = EVIDENCE): Promise<Judged> {
  return judged(['gate', ...evidence, ...args], { cwd: root, env: { MARK: mark, ...env } });
}

function cached(args: readonly string[] = [], bundle = cache): Promise<Judged> {
  return gate(['--cached-evidence', bundle, ...args, ...COMMAND]);
}

/** A copy of the cached bundle that a test may spoil. */
function copied(): string {
  const copy = join(freshFolder(), 'bundle');
  cpSync(cache, copy, { recursive: true });
  return copy;
}

describe('a whole accepted bundle', () => {
  let own: string;
  let verdict: Judged;
  beforeAll(async () => {
    rmSync(mark, { force: true });
    own = join(freshFolder(), 'own');
    verdict = await cached(['--bundle', own, '--require-test', 'test_two', '--min-tests', '2']);
  });

  test('is accepted, and nothing runs', () => {
    expect(seen(verdict)).toEqual(ACCEPTED);
    expect(existsSync(mark)).toBe(false);
    expect(verdict.envelope['run']).toBeNull();
    expect(verdict.envelope.tests).toMatchObject({ total: 2, passed: 2 });
  });
  test('is said plainly, with the generation that ran', () => {
    expect(verdict.envelope.generation).not.toBe(ran);
    expect(findingsOf(verdict, 'GG-CACHE-USED')).toMatchObject([{ listed: true, what: expect.stringContaining(`from generation ${ran}`) as unknown }]);
    expect(verdict.envelope['cached_evidence']).toMatchObject({ state: 'accepted', generation: ran });
  });
  test('travels whole in the bundle of such a verdict, which verify and fan-in judge to the same end', async () => {
    expect(readFileSync(join(own, 'cached/manifest.json'))).toEqual(readFileSync(join(cache, 'manifest.json')));
    const again = await judged(['verify', own, '--repo', workspace], { cwd: freshFolder() });
    expect(seen(again)).toEqual(ACCEPTED);
    expect(again.envelope.tests).toMatchObject({ total: 2, passed: 2 });
    expect(findingsOf(again, 'GG-FAN-IN-CACHED-CELL')[0]?.what).toContain(ran);
  });
  test('of a cache, it is no cached evidence itself', async () => {
    expect(seen(await cached([], own))).toEqual(rejectedBy('GG-CACHE-SECOND-HAND'));
  });
  test('a changed file of the bundle within is seen', async () => {
    const spoilt = join(freshFolder(), 'own');
    cpSync(own, spoilt, { recursive: true });
    writeFileSync(join(spoilt, 'cached/reports/0001.xml'), '<testsuite/>');
    expect(seen(await judged(['verify', spoilt], { cwd: freshFolder() })).verdict).toBe('rejected');
  });
  test('comes from a zip file as well', async () => {
    const zip = join(freshFolder(), 'bundle.zip');
    execFileSync('python3', ['-c', 'import shutil,sys; shutil.make_archive(sys.argv[1][:-4], "zip", sys.argv[2])', zip, cache]);
    expect(seen(await cached([], zip))).toEqual(ACCEPTED);
  });
  test('is said in quiet output, in a summary that check accepts, and in the packet', async () => {
    const quiet = await program(['gate', '--quiet', ...EVIDENCE, '--cached-evidence', cache, ...COMMAND], { cwd: workspace, env: { MARK: mark } });
    expect(quiet.stdout).toContain(`from a cache, from generation ${ran}`);
    const summary = join(freshFolder(), 'SUMMARY.md');
    expect((await program(['summarize', '--out', summary], { cwd: workspace })).code).toBe(0);
    expect(readFileSync(summary, 'utf8')).toContain(`ran earlier, under generation | \`${ran}\``);
    expect(seen(await judged(['check', '--cached-evidence', cache, '--summary', summary, ...COMMAND], { cwd: workspace }))).toEqual(ACCEPTED);
    const packet = join(freshFolder(), 'packet');
    expect((await program(['packet', '--out', packet], { cwd: workspace })).code).toBe(0);
    expect(readFileSync(join(packet, 'REVIEW_PACKET.md'), 'utf8')).toContain(`not run here; accepted from a cache, of generation <code>${ran}</code>`);
  });
  test('does not do instead of a check that names it: the next check without it has no run', async () => {
    expect(seen(await judged(['check'], { cwd: workspace }))).toEqual(rejectedBy('GG-EVIDENCE-NO-REPORT', 'GG-RUN-NOT-RECORDED'));
  });
});

describe('anything else is rejected by a rule of its own', () => {
  const rows: readonly (readonly [string, () => Promise<Judged>, readonly string[]])[] = [
    ['nothing there', () => cached([], join(freshFolder(), 'none')), ['GG-CACHE-UNREADABLE']],
    ['a bare report', () => cached([], join(cache, 'reports/0001.xml')), ['GG-CACHE-UNREADABLE']],
    ['a folder of reports', () => cached([], join(cache, 'reports')), ['GG-CACHE-UNREADABLE']],
    ['another command', () => gate(['--cached-evidence', cache, '--', 'python3', 'run.py', '-v']), ['GG-CACHE-OTHER-COMMAND']],
    ['another cell', () => cached(['--cell', 'linux']), ['GG-CACHE-OTHER-COMMAND']],
    ['a report that was not promised then', () => gate(['--cached-evidence', cache, ...COMMAND], {}, workspace, [...EVIDENCE, '--evidence', 'more/*.xml']), ['GG-CACHE-OTHER-EVIDENCE']],
    ['a test that did not run then', () => cached(['--require-test', 'test_three']), ['GG-EVIDENCE-REQUIRED-TEST']],
  ];
  test.each(rows)('%s', async (_name, call, rules) => {
    expect(seen(await call())).toEqual(rejectedBy(...rules));
    expect(existsSync(mark)).toBe(false);
  });

  test('a changed report', async () => {
    const spoilt = copied();
    writeFileSync(join(spoilt, 'reports/0001.xml'), readFileSync(join(spoilt, 'reports/0001.xml'), 'utf8').replace('test_two', 'test_new'));
    expect(seen(await cached([], spoilt))).toEqual(rejectedBy('GG-CACHE-CHANGED'));
  });
  test('a bundle of a failed run; what is made of that is rejected, and verify says so too', async () => {
    const failed = join(freshFolder(), 'failed');
    const own = join(freshFolder(), 'own');
    expect(seen(await gate(['--bundle', failed, ...COMMAND], { RC: '3', MARK: `${mark}-failed` }))).toEqual(rejectedBy('GG-RUN-FAILED'));
    expect(seen(await cached(['--bundle', own], failed))).toEqual(rejectedBy('GG-CACHE-REJECTED', 'GG-RUN-FAILED'));
    expect(seen(await judged(['verify', own], { cwd: freshFolder() })).verdict).toBe('rejected');
  });
  test('another tree', async () => {
    const other = join(freshFolder(), 'other');
    cpSync(workspace, other, { recursive: true });
    writeFileSync(join(other, 'shop.py'), 'PRICE = 3\n');
    expect(seen(await gate(['--cached-evidence', cache, ...COMMAND], {}, other))).toEqual(rejectedBy('GG-CACHE-OTHER-TREE'));
  });
  test('beside a run of this generation, and beside a red report that somebody wrote', async () => {
    const own = makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\n', 'shop.py': 'PRICE = 2\n' });
    const check = (): Promise<Judged> => judged(['check', '--cached-evidence', cache, ...COMMAND], { cwd: own });
    await judged(['stamp', ...EVIDENCE], { cwd: own });
    expect(seen(await check())).toEqual(ACCEPTED);
    mkdirSync(join(own, 'reports'));
    writeFileSync(join(own, 'reports/step.xml'), '<testsuite name="s"><testcase name="a"><failure/></testcase></testsuite>');
    expect(seen(await check())).toEqual(rejectedBy('GG-CACHE-BESIDE-RUN'));
    await judged(['run', ...COMMAND], { cwd: own, env: { MARK: `${mark}-beside` } });
    rmSync(join(own, 'reports/step.xml'));
    expect(seen(await check())).toEqual(rejectedBy('GG-CACHE-BESIDE-RUN'));
  });
});

describe('a call that makes no sense is not understood', () => {
  test.each([
    ['check', ['--cached-evidence', 'b'], 'GG-COMMAND-MISSING'],
    ['check', ['--cached-evidence', 'b', '--outcome', 'success', ...COMMAND], 'GG-INPUT-CONFLICT'],
    ['check', [...COMMAND], 'GG-INPUT-CONFLICT'],
    ['gate', ['--cached-evidence', 'b', '--replay', ...COMMAND], 'GG-INPUT-CONFLICT'],
    ['gate', ['--cached-evidence', 'b', '--base', 'HEAD', ...COMMAND], 'GG-INPUT-CONFLICT'],
    ['gate', ['--cached-evidence', 'b', '--isolation', 'worktree', ...COMMAND], 'GG-INPUT-CONFLICT'],
    ['gate', ['--cached-evidence', '', ...COMMAND], 'GG-INPUT-INVALID'],
  ] as const)('%s %j', async (verb, args, code) => {
    const { code: exit, envelope } = await judged([verb, ...args], { cwd: workspace });
    expect([exit, (envelope['error'] as { code?: string } | undefined)?.code]).toEqual([2, code]);
  });
});
