import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listByPs, listProcesses, processesOf, readProcess, type CommandTrace } from '../../src/run/processes.ts';
import { endProcesses, eventually, isAlive, numberIn } from '../support/processes.ts';

let folder: string;
let strays: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-processes-'));
  strays = [];
});
afterEach(() => {
  endProcesses(strays);
  rmSync(folder, { recursive: true, force: true });
});

function start(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  const child = spawn(argv[0]!, argv.slice(1), { env, detached: true, stdio: 'ignore' });
  strays.push(child.pid!);
  return child.pid!;
}

function traceOf(leader: number, marker = 'NOBODY=has this'): CommandTrace {
  return { leader, started: readProcess(leader)?.started ?? 0, marker };
}

describe('a table of processes', () => {
  test('knows this one', () => {
    expect(listProcesses().find(({ pid }) => pid === process.pid)).toMatchObject({ parent: process.ppid, state: expect.stringMatching(/[RS]/) });
  });

  test('is not led astray by a program whose name looks like the fields after it', async () => {
    const odd = join(folder, 'a) Z 1 1 1');
    copyFileSync('/bin/sleep', odd);
    const pid = start([odd, '60']);
    await eventually('its name', () => (processesOf(traceOf(pid))[0]?.argv[0] === odd ? true : undefined));
    expect(readProcess(pid)).toMatchObject({ pid, parent: process.pid, group: pid, session: pid, state: expect.stringMatching(/^[RS]$/) });
  });

  test('by ps tells the same parents and groups', () => {
    const pid = start(['sleep', '60']);
    const byPs = listByPs().find((entry) => entry.pid === pid);
    expect(byPs).toMatchObject({ parent: process.pid, group: pid });
  });
});

describe('the processes of a command', () => {
  test('are found by a variable as a whole, not by a part of one', async () => {
    const exact = start(['sleep', '60'], { ...process.env, MARK: 'abc' });
    const longer = start(['sleep', '60'], { ...process.env, MARK: 'abcd' });
    const prefixed = start(['sleep', '60'], { ...process.env, XMARK: 'abc' });
    const inside = start(['sleep', '60'], { ...process.env, OTHER: 'x MARK=abc' });
    const only = start(['/bin/sleep', '61'], { MARK: 'abc' });
    const trace = { leader: 2 ** 30, started: 0, marker: 'MARK=abc' };
    await eventually('both processes', () => (processesOf(trace).length > 1 ? true : undefined));
    expect(processesOf(trace)).toEqual([
      { pid: exact, argv: ['sleep', '60'], reason: 'environment' },
      { pid: only, argv: ['/bin/sleep', '61'], reason: 'environment' },
    ]);
    expect([longer, prefixed, inside].filter(isAlive)).toHaveLength(3);
  });

  test('never include the gate itself or what started it', () => {
    const self = readProcess(process.pid)!;
    expect(processesOf({ leader: self.session, started: 0, marker: `PATH=${process.env['PATH'] ?? ''}` }).map(({ pid }) => pid)).not.toContain(process.pid);
    expect(processesOf({ leader: self.session, started: 0, marker: 'NOBODY=x' }).map(({ pid }) => pid)).not.toContain(process.ppid);
  });

  test('do not include one that has ended and was not collected', async () => {
    // The inner shell ends once the outer one has become sleep, which never collects it.
    const leader = start(['bash', '-c', `bash -c 'echo $$ > ${folder}/ended; until grep -qx sleep /proc/$PPID/comm; do :; done' & exec sleep 600`]);
    const ended = await eventually('the inner shell', () => numberIn(join(folder, 'ended')));
    await eventually('its end', () => (readProcess(ended)?.state === 'Z' ? true : undefined));
    expect(processesOf(traceOf(leader)).map(({ pid }) => pid)).toEqual([leader]);
  });
});

describe('a signal to the gate', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s is passed on, waited for, and leaves nothing behind', async (name) => {
    const program = join(folder, 'gate.mjs');
    const source = (path: string): string => JSON.stringify(join(import.meta.dirname, path));
    writeFileSync(
      program,
      `import { openBench } from ${source('support.ts')};
       import { interruptible } from ${source('../../src/run/interrupt.ts')};
       const bench = openBench();
       const outcome = await interruptible((signal) => bench.bash(${JSON.stringify(`
         trap '' INT TERM HUP
         setsid bash -c 'trap "" INT TERM HUP; echo $$ > ${folder}/escaped; while :; do sleep 60; done' &
         echo $$ > ${folder}/leader
         while :; do sleep 60; done`)}, { signal, killGraceMs: 200 }));
       bench.remove();
       const left = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
       console.log(JSON.stringify({ ending: outcome.ending, left }));`,
    );
    const gate = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    strays.push(gate.pid!);
    let said = '';
    gate.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise((resolve) => gate.once('exit', resolve));
    const pids = [
      await eventually('the command', () => numberIn(join(folder, 'leader'))),
      await eventually('its daemon', () => numberIn(join(folder, 'escaped'))),
    ];
    strays.push(...pids);
    gate.kill(name);
    await ended;
    expect(JSON.parse(said)).toEqual({ ending: { kind: 'signalled', signal: name }, left: [0, 0, 0] });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('an end of the gate in the middle takes the command along', async () => {
    const program = join(folder, 'gate.mjs');
    writeFileSync(
      program,
      `import { openBench } from ${JSON.stringify(join(import.meta.dirname, 'support.ts'))};
       import { existsSync } from 'node:fs';
       const bench = openBench();
       setInterval(() => { if (existsSync('${folder}/child')) { bench.remove(); process.exit(7); } }, 20);
       await bench.bash("bash -c 'echo $$ > ${folder}/child; exec sleep 60' & while :; do sleep 60; done");`,
    );
    const gate = spawn(process.execPath, [program], { stdio: 'ignore' });
    strays.push(gate.pid!);
    const code = await new Promise((resolve) => gate.once('exit', resolve));
    expect(code).toBe(7);
    const child = await eventually('the child', () => numberIn(join(folder, 'child')));
    strays.push(child);
    await eventually('its end', () => (isAlive(child) ? undefined : true), 2_000);
  });
});
