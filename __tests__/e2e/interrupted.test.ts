/**
 * The gate ended from outside, at moments spread over its whole work: the user loses nothing, no process and no file is
 * left behind, no half-made record passes for a whole one, and the next stamp works.
 *
 * `GG_MOMENTS` sets how many moments each case tries; a failure prints the moment.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, judged, judgedFrom, leftIn, seen, startProgram, workspaceImage, type Ended } from '../support/cli.ts';
import { eventually } from '../support/processes.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';

const MOMENTS = Number(process.env['GG_MOMENTS'] ?? 5);
const STAMP = '.workspace_generation.json';
const MARK = 'GENERATION_GATE_TEST_MARK';

afterEach(removeFolders);

let root: string;
let outside: string;
let original: readonly string[];
let patched: readonly string[];

beforeEach(() => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`src/part${at % 7}/file${at}.py`, `VALUE = ${at}\n`.repeat(50)]));
  root = makeRepository({ ...files, '.gitignore': '*.log\n' });
  outside = freshFolder();
  // The user's index holds what a careless gate would lose: staged, intent-to-add and deleted entries.
  write(root, { 'staged.txt': 'staged\n', 'intended.txt': 'intended\n' });
  git(root, 'add', 'staged.txt');
  git(root, 'add', '-N', 'intended.txt');
  git(root, 'rm', '-q', '--cached', 'src/part0/file0.py');
  write(root, { 'src/part1/file1.py': 'VALUE = -1\n', 'src/part2/file2.py': 'VALUE = -2\n' });
  write(outside, { 'change.patch': `${git(root, 'diff', '--', 'src/part1', 'src/part2')}\n`, 'setup.sh': 'sleep 0.1\n' });
  patched = content(image());
  unpatch();
  original = image();
});

function unpatch(): void {
  write(root, { 'src/part1/file1.py': 'VALUE = 1\n'.repeat(50), 'src/part2/file2.py': 'VALUE = 2\n'.repeat(50) });
}

function image(): readonly string[] {
  return workspaceImage(root, [STAMP]).filter((line) => !line.startsWith('"" '));
}

/** Names, modes, sizes and digests without times, and without git's own files. */
function content(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !line.startsWith('".git') && !line.includes(' 40755 ')).map((line) => line.split(' ').filter((_, at) => at !== 3).join(' '));
}

/** Living processes that inherited the mark of one call. */
function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}\0`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return false;
    }
  });
}

interface Interrupted {
  readonly ended: Ended;
  readonly temporary: string;
  readonly mark: string;
  readonly sent: boolean;
}

/** Runs a call and sends it a signal after `ms`, to it alone or, as a terminal does, to its whole group. */
async function interrupt(args: readonly string[], signal: NodeJS.Signals, ms: number): Promise<Interrupted> {
  const temporary = freshFolder();
  const mark = `${process.pid}-${performance.now()}`;
  const { child, ended } = startProgram(args, { cwd: root, env: { TMPDIR: temporary, [MARK]: mark }, ownGroup: true });
  const over = { now: false };
  void ended.then(() => (over.now = true));
  await new Promise((done) => setTimeout(done, ms));
  const { pid } = child;
  const sent = !over.now && pid !== undefined && pid > 1;
  if (sent) process.kill(signal === 'SIGINT' ? -pid : pid, signal);
  return { ended: await ended, temporary, mark, sent };
}

/** Moments from the start to a bit before the end of a call that takes `total` ms, each a random point of its own slice. */
function moments(total: number): readonly number[] {
  return Array.from({ length: MOMENTS }, (_, at) => Math.round(((at + Math.random()) / MOMENTS) * total));
}

async function duration(args: readonly string[]): Promise<number> {
  const start = performance.now();
  await startProgram(args, { cwd: root }).ended;
  return performance.now() - start;
}

/** What must hold however a call was ended. */
async function expectUnharmed({ ended, temporary, mark }: Interrupted, signal: NodeJS.Signals): Promise<void> {
  if (ended.code !== null) {
    const result = judgedFrom(ended);
    expect(result.envelope.verdict).toBe(result.code === 0 ? 'accepted' : 'rejected');
    expect(result.envelope.findings.map(({ rule }) => rule)).not.toContain('GG-DEFECT');
  }
  if (signal === 'SIGKILL') {
    // Nobody can clean up after it; its children end by themselves.
    await eventually('the children of a killed gate to end', () => (processesWith(mark).length === 0 ? true : undefined));
  } else {
    expect(processesWith(mark)).toEqual([]);
    expect(leftIn(temporary)).toEqual([]);
  }
  // Times of files that a patch wrote may differ; the index is the user's, to the byte.
  expect(image().filter((line) => line.startsWith('".git/index"'))).toEqual(original.filter((line) => line.startsWith('".git/index"')));
  expect(readdirSync(root).filter((name) => name.startsWith(`${STAMP}.`) || name.startsWith('.generation-gate')).length).toBeLessThanOrEqual(signal === 'SIGKILL' ? 1 : 0);

  // Either nothing is stamped, or all of it is.
  const checked = await judged(['check', '--outcome', 'success'], { cwd: root });
  expect([0, 1]).toContain(checked.code);
  expect(checked.rejecting.filter((rule) => rule !== 'GG-STAMP-MISSING' && rule !== 'GG-RUN-FAILED')).toEqual([]);
  const stamped = await judged(['stamp'], { cwd: root });
  expect(seen(stamped)).toEqual(ACCEPTED);
}

describe.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGKILL'])('%s', (signal) => {
  test('during a gate', async () => {
    const args = ['gate', '--json', '--', 'sh', '-c', 'sleep 0.2; echo done'];
    for (const ms of moments(await duration(args))) {
      const interrupted = await interrupt(args, signal, ms);
      try {
        await expectUnharmed(interrupted, signal);
        expect(content(image())).toEqual(content(original));
        if (signal !== 'SIGKILL' && interrupted.sent && interrupted.ended.code !== null) expect([0, 1, 3]).toContain(interrupted.ended.code);
      } catch (error) {
        throw new Error(`ended by ${signal} after ${ms} ms (exit ${String(interrupted.ended.code)}, ${String(interrupted.ended.signal)}): ${interrupted.ended.stdout.slice(0, 1500)}`, { cause: error });
      }
    }
  }, 240_000);

  test('during a stamp with patch and setup', async () => {
    const args = ['stamp', '--json', '--patch', join(outside, 'change.patch'), '--setup', join(outside, 'setup.sh')];
    const total = await duration(args);
    for (const ms of moments(total)) {
      unpatch();
      rmSync(join(root, STAMP), { force: true });
      const interrupted = await interrupt(args, signal, ms);
      try {
        const now = content(image());
        const isWhole = JSON.stringify(now) === JSON.stringify(content(original)) || JSON.stringify(now) === JSON.stringify(patched);
        if (signal !== 'SIGKILL') expect({ now, isWhole }).toEqual({ now, isWhole: true });
        await expectUnharmed(interrupted, signal);
      } catch (error) {
        throw new Error(`ended by ${signal} after ${ms} ms (exit ${String(interrupted.ended.code)}, ${String(interrupted.ended.signal)}): ${interrupted.ended.stdout.slice(0, 1500)}`, { cause: error });
      }
    }
  }, 240_000);

  test('during a check', async () => {
    expect(seen(await judged(['stamp'], { cwd: root }))).toEqual(ACCEPTED);
    const args = ['check', '--json', '--outcome', 'success'];
    for (const ms of moments(await duration(args)).slice(0, Math.ceil(MOMENTS / 2))) {
      const interrupted = await interrupt(args, signal, ms);
      await expectUnharmed(interrupted, signal);
      expect(content(image())).toEqual(content(original));
    }
  }, 240_000);
});

describe('an interrupt', () => {
  test('while the command runs ends all of it, and is no success', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const started = join(outside, `started-${signal}`);
      const temporary = freshFolder();
      const { child, ended } = startProgram(['gate', '--json', '--', 'sh', '-c', `sleep 300 & setsid sleep 300 & echo $! > ${started}; wait`], { cwd: root, env: { TMPDIR: temporary, [MARK]: signal }, ownGroup: true });
      await eventually('the command to start', () => readdirSync(outside).includes(`started-${signal}`) || undefined);
      child.kill(signal);
      const result = judgedFrom(await ended);
      expect({ signal, code: result.code, rules: result.rejecting }).toEqual({ signal, code: 3, rules: ['GG-INTERRUPTED'] });
      expect(result.envelope.findings[0]?.what).toContain(signal);
      expect(processesWith(signal)).toEqual([]);
      expect(leftIn(temporary)).toEqual([]);
    }
    // The run is on record as one that was ended: no later check takes it for a success.
    const checked = await judged(['check'], { cwd: root });
    expect(seen(checked)).toMatchObject({ code: 1, rejecting: ['GG-RUN-FAILED'] });
  });

  test('of a run alone is recorded with its signal', async () => {
    await judged(['stamp'], { cwd: root });
    const started = join(outside, 'started');
    const { child, ended } = startProgram(['run', '--json', '--', 'sh', '-c', `echo 1 > ${started}; exec sleep 300`], { cwd: root });
    await eventually('the command to start', () => readdirSync(outside).includes('started') || undefined);
    child.kill('SIGINT');
    const result = judgedFrom(await ended);
    expect(result.code).not.toBe(0);
    expect((await judged(['check', '--outcome', 'success'], { cwd: root })).rejecting).toEqual(['GG-RUN-FAILED']);
  });
});
