import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcesses, eventually, isAlive, numberIn } from '../support/processes.ts';
import { Console, openBench, type Bench } from './support.ts';

let bench: Bench;
let strays: number[];
beforeEach(() => {
  bench = openBench();
  strays = [];
});
afterEach(() => {
  endProcesses(strays);
  bench.remove();
});

/** The number that the command writes to `name` in its folder; the process is ended with the test. */
async function pidOf(name: string): Promise<number> {
  const pid = await eventually(name, () => numberIn(join(bench.top, name)));
  strays.push(pid);
  return pid;
}

const STUBBORN = `
trap '' TERM INT
bash -c 'trap "" TERM INT; echo $$ > grandchild; while :; do sleep 60; done' &
echo $$ > child
while :; do sleep 60; done`;

/** Leaves the session and keeps only the environment. */
const ESCAPE = `setsid bash -c 'trap "" TERM; echo $$ > escaped; while :; do sleep 60; done' &`;

describe('a timeout', () => {
  test('ends a command that ignores the polite signal, with its grandchildren', async () => {
    const outcome = await bench.bash(STUBBORN, { timeoutMs: 2_000, killGraceMs: 300 });
    const pids = [await pidOf('child'), await pidOf('grandchild')];
    expect(outcome.ending).toEqual({ kind: 'timed-out', afterMs: 2_000 });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(2_300);
    expect(outcome.durationMs).toBeLessThan(40_000);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(outcome.survivors).toEqual([]);
  });

  test('is a timeout even where the command then exits with 0', async () => {
    const outcome = await bench.bash(`trap 'echo bye; exit 0' TERM; sleep 600 & wait`, { timeoutMs: 1_500, killGraceMs: 120_000 });
    expect(outcome.ending).toEqual({ kind: 'timed-out', afterMs: 1_500 });
    expect(bench.log('stdout').toString()).toBe('bye\n');
    expect(outcome.durationMs).toBeLessThan(60_000);
  });

  test('gives a command that tidies up the whole grace', async () => {
    const outcome = await bench.bash(`trap 'sleep 0.6; touch tidy; exit 1' TERM; sleep 600 & wait`, { timeoutMs: 1_500, killGraceMs: 120_000 });
    expect(outcome.ending.kind).toBe('timed-out');
    expect(existsSync(join(bench.top, 'tidy'))).toBe(true);
  });

  test('reaches processes that left the session', async () => {
    const outcome = await bench.bash(`${ESCAPE} sleep 600`, { timeoutMs: 2_000, killGraceMs: 300 });
    const escaped = await pidOf('escaped');
    expect(outcome.ending.kind).toBe('timed-out');
    expect(isAlive(escaped)).toBe(false);
  });

  test('reaches job groups of a shell', async () => {
    await bench.bash(`set -m; bash -c 'trap "" TERM; echo $$ > job; while :; do sleep 60; done' & sleep 600`, { timeoutMs: 2_000, killGraceMs: 300 });
    expect(isAlive(await pidOf('job'))).toBe(false);
  });

  test('reaches a stopped process', async () => {
    const outcome = await bench.bash(`trap 'touch woken; exit 1' TERM; kill -STOP $$; sleep 600`, { timeoutMs: 1_500, killGraceMs: 120_000 });
    expect(outcome.ending.kind).toBe('timed-out');
    expect(existsSync(join(bench.top, 'woken'))).toBe(true);
    expect(outcome.durationMs).toBeLessThan(60_000);
  });

  test('is not reported where the command was faster', async () => {
    const outcome = await bench.bash('exit 0', { timeoutMs: 120_000 });
    expect(outcome.ending).toEqual({ kind: 'exited', code: 0 });
    expect(outcome.durationMs).toBeLessThan(60_000);
  });

  test('lets processes be that only carry the same generation and are older', async () => {
    const bystander = spawn('sleep', ['60'], { env: bench.options.environment.env, detached: true, stdio: 'ignore' });
    strays.push(bystander.pid!);
    await delay(50);
    const outcome = await bench.bash('sleep 600', { timeoutMs: 300, killGraceMs: 200 });
    expect(outcome.ending.kind).toBe('timed-out');
    expect(isAlive(bystander.pid!)).toBe(true);
  });
});

describe('an abort', () => {
  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    [new Error('of some other kind'), 'SIGTERM'],
  ])('for the reason %s passes on %s and waits', async (reason, signal) => {
    const abort = new AbortController();
    const running = bench.bash(`trap 'echo SIGINT > got; exit 0' INT; trap 'echo SIGTERM > got; exit 0' TERM; echo $$ > child; sleep 60 & wait`, { signal: abort.signal });
    const child = await pidOf('child');
    abort.abort(reason);
    const outcome = await running;
    expect(outcome.ending).toEqual({ kind: 'signalled', signal });
    expect(isAlive(child)).toBe(false);
    await bench.bash('cat got');
    expect(bench.log('stdout').toString()).toBe(`${signal}\n`);
  });

  test('in the middle leaves no process', async () => {
    const abort = new AbortController();
    const running = bench.bash(`${ESCAPE}${STUBBORN}`, { signal: abort.signal, killGraceMs: 300 });
    const pids = [await pidOf('child'), await pidOf('grandchild'), await pidOf('escaped')];
    expect(pids.filter(isAlive)).toEqual(pids);
    abort.abort('SIGINT');
    const outcome = await running;
    expect(outcome.ending).toEqual({ kind: 'signalled', signal: 'SIGINT' });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(outcome.survivors).toEqual([]);
  });

  test('ends even where the console takes nothing more', async () => {
    const stuck = new Console({ highWaterMark: 1 });
    stuck._write = () => undefined;
    const abort = new AbortController();
    const running = bench.bash('echo $$ > child; yes', { signal: abort.signal, stdout: stuck, killGraceMs: 200 });
    const child = await pidOf('child');
    await delay(200);
    expect(isAlive(child)).toBe(true);
    abort.abort('SIGTERM');
    expect((await running).ending).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
    expect(isAlive(child)).toBe(false);
  });
});

test('an abort after the end of the command frees the gate from a console that takes nothing more', async () => {
  const stuck = new Console({ highWaterMark: 1 });
  stuck._write = () => undefined;
  const abort = new AbortController();
  const running = bench.bash('echo $$ > child; echo x; exit 3', { signal: abort.signal, stdout: stuck });
  const child = await pidOf('child');
  await eventually('the end of the command', () => (isAlive(child) ? undefined : true));
  await delay(100);
  abort.abort('SIGINT');
  expect((await running).ending).toEqual({ kind: 'exited', code: 3 });
});

describe('processes that outlive the command', () => {
  test('in its session: reported with their arguments, and let be', async () => {
    const outcome = await bench.bash('sleep 61.5 > /dev/null 2>&1 & echo $! > left; exit 0');
    const left = await pidOf('left');
    expect(outcome.ending).toEqual({ kind: 'exited', code: 0 });
    expect(outcome.survivors).toEqual([{ pid: left, argv: ['sleep', '61.5'], reason: 'group' }]);
    expect(isAlive(left)).toBe(true);
  });

  test('in a group of their own', async () => {
    const outcome = await bench.bash('set -m; sleep 61.5 > /dev/null 2>&1 & echo $! > left; exit 0');
    expect(outcome.survivors).toEqual([{ pid: await pidOf('left'), argv: ['sleep', '61.5'], reason: 'session' }]);
  });

  test('a daemon with the generation in its environment that keeps stdout open does not hold the run up', async () => {
    const before = performance.now();
    const outcome = await bench.bash(`setsid bash -c 'echo $$ > left; exec sleep 61.5' & echo out; exit 0`);
    const left = await pidOf('left');
    expect(performance.now() - before).toBeLessThan(40_000);
    expect(outcome.ending).toEqual({ kind: 'exited', code: 0 });
    expect(outcome.survivors).toEqual([{ pid: left, argv: ['sleep', '61.5'], reason: 'environment' }]);
    expect(outcome.logs.stdout).toMatchObject({ bytes: 4, complete: false });
    expect(isAlive(left)).toBe(true);
  });

  test('a daemon that shed session and environment, but holds the output', async () => {
    const outcome = await bench.bash(`env -i PATH="$PATH" setsid bash -c 'echo $$ > left; exec sleep 61.5' & echo out; exit 0`);
    expect(outcome.survivors).toEqual([{ pid: await pidOf('left'), argv: ['sleep', '61.5'], reason: 'output' }]);
  });

  test('a daemon that writes without end does not hold the run up', async () => {
    const before = performance.now();
    const outcome = await bench.bash(`setsid bash -c 'echo $$ > left; while :; do echo noise; sleep 0.05; done' & while ! test -s left; do sleep 0.02; done`);
    const left = await pidOf('left');
    expect(performance.now() - before).toBeLessThan(60_000);
    expect(outcome.survivors).toContainEqual(expect.objectContaining({ pid: left, reason: 'environment' }));
    expect(outcome.logs.stdout.complete).toBe(false);
  });

  test('a flood from a daemon does not hold the run up', async () => {
    const before = performance.now();
    const outcome = await bench.bash(`setsid bash -c 'echo $$ > left; exec yes' & while ! test -s left; do sleep 0.02; done`);
    const left = await pidOf('left');
    expect(performance.now() - before).toBeLessThan(60_000);
    // It may die of the closed pipe at any time, so it need not be alive in the list.
    expect(outcome.logs.stdout.complete).toBe(false);
    expect(left).toBeGreaterThan(0);
  });

  test('what is just about to end is not reported, whether or not it still has the output', async () => {
    expect((await bench.bash('sleep 0.2 > /dev/null 2>&1 & exit 0')).survivors).toEqual([]);
    const outcome = await bench.bash('(sleep 0.2; echo late) & exit 0');
    expect(outcome.survivors).toEqual([]);
    expect(bench.log('stdout').toString()).toBe('late\n');
    expect(outcome.logs.stdout.complete).toBe(true);
  });

  test('long arguments are cut', async () => {
    const outcome = await bench.bash(`bash -c 'echo $$ > left; while :; do sleep 1; done' ${'y'.repeat(1_000)} ${'z '.repeat(40)} > /dev/null 2>&1 & while ! test -s left; do sleep 0.02; done`);
    const left = await pidOf('left');
    const argv = outcome.survivors.find(({ pid }) => pid === left)?.argv ?? [];
    expect(argv).toHaveLength(17);
    expect(argv.at(-1)).toBe('…');
    expect(Math.max(...argv.map((argument) => argument.length))).toBe(201);
  });
});
