/** Two gates in one workspace: the second is refused by name, and a lock whose holder is gone is taken over. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, judgedFrom, rejectedBy, seen, startProgram } from '../support/cli.ts';
import { eventually } from '../support/processes.ts';
import { addWorktree, freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

afterEach(removeFolders);

const LOCK = '.git/generation-gate/lock';

describe('two gates at once', () => {
  test('the second is refused, names the first and changes nothing; the first is not disturbed', async () => {
    const root = makeRepository();
    const started = join(freshFolder(), 'started');
    const go = join(freshFolder(), 'go');
    const first = startProgram(['gate', '--json', '--', 'sh', '-c', `echo > ${started}; while [ ! -e ${go} ]; do sleep 0.05; done`], { cwd: root });
    await eventually('the first to run its command', () => existsSync(started) || undefined);
    const stamp = readFileSync(join(root, '.workspace_generation.json'));

    for (const args of [['stamp'], ['run', '--', 'true'], ['check'], ['gate', '--', 'true'], ['purge']]) {
      const second = await judged(args, { cwd: root });
      expect({ args, ...seen(second) }).toEqual({ args, ...rejectedBy('GG-WORKSPACE-BUSY') });
      expect(findingsOf(second, 'GG-WORKSPACE-BUSY')[0]?.what).toContain(String(first.child.pid));
      expect(findingsOf(second, 'GG-WORKSPACE-BUSY')[0]?.what).toContain('gate');
    }
    expect(readFileSync(join(root, '.workspace_generation.json'))).toEqual(stamp);
    writeFileSync(go, '');
    expect(seen(judgedFrom(await first.ended))).toEqual(ACCEPTED);
    expect(existsSync(join(root, LOCK))).toBe(false);
  });

  test('started together, exactly one of many gets it', async () => {
    const root = makeRepository();
    const results = (await Promise.all(Array.from({ length: 6 }, () => startProgram(['gate', '--json', '--', 'sleep', '2'], { cwd: root }).ended))).map(judgedFrom);
    const summary = results.map(({ code, rejecting }) => `${String(code)} ${rejecting.join()}`).sort();
    expect(summary).toEqual(['0 ', ...Array.from({ length: 5 }, () => '1 GG-WORKSPACE-BUSY')]);
  });

  test('in two worktrees of one repository do not meet', async () => {
    const root = makeRepository();
    const other = join(freshFolder(), 'other');
    addWorktree(root, other);
    const results = await Promise.all([root, other].map((cwd) => judged(['gate', '--', 'sleep', '0.5'], { cwd })));
    expect(results.map(seen)).toEqual([ACCEPTED, ACCEPTED]);
  });
});

describe('a lock that was left behind', () => {
  test.each([
    ['of a process that is gone', () => ({ pid: deadProcess(), started: '12345', verb: 'gate' })],
    ['of a number that another process has now', () => ({ pid: process.pid, started: '1', verb: 'gate' })],
    ['that is empty', () => ''],
    ['that is no JSON', () => 'locked'],
  ])('%s is taken over', async (_name, content) => {
    const root = makeRepository();
    expect(seen(await judged(['stamp'], { cwd: root }))).toEqual(ACCEPTED);
    const value = content();
    writeFileSync(join(root, LOCK), typeof value === 'string' ? value : JSON.stringify(value));
    expect(seen(await judged(['stamp'], { cwd: root }))).toEqual(ACCEPTED);
    expect(existsSync(join(root, LOCK))).toBe(false);
  });

  test('by SIGKILL is taken over', async () => {
    const root = makeRepository();
    const started = join(freshFolder(), 'started');
    const { child, ended } = startProgram(['gate', '--', 'sh', '-c', `echo > ${started}; sleep 0.2`], { cwd: root });
    await eventually('the command to start', () => existsSync(started) || undefined);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(root, LOCK))).toBe(true);
    expect(seen(await judged(['gate', '--', 'true'], { cwd: root }))).toEqual(ACCEPTED);
  });
});

/** A number that no process has: above the system's limit. */
function deadProcess(): number {
  return Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8')) + 1;
}
