/** Python processes that no witnessed parent tells of: seen running, or by nobody (RN5). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { SpawnRecord, StartRecord } from '../../../src/model/witness.ts';
import { readProcess } from '../../../src/run/processes.ts';
import { EscapedProcesses } from '../../../src/run/witness/escaped.ts';
import { sampleProcesses, type RunningPython } from '../../../src/run/witness/sample.ts';
import { freshFolder, removeFolders } from '../../support/repository.ts';
import { PYTHON } from './scene.ts';

afterEach(removeFolders);

const LIMIT_MS = 120_000;

function start(pid: number, more: Partial<StartRecord> = {}): StartRecord {
  return { record: 'start', format: 'generation-gate/witness/1', pid, parent: 1, runtime: 'cpython', version: '3.11.0', tag: 'cpython-311', executable: '/usr/bin/python3', prefix: '/usr', cwd: '/', argv: ['python3'], search_path: [], ...more };
}

function running(pid: number, argv: readonly string[], more: Partial<RunningPython> = {}): RunningPython {
  return { pid, parent: 50, argv, above: ['sh run.sh'], ...more };
}

describe('looking at processes', () => {
  test('a Python process below a shell is seen with its arguments, the shell and a stranger are not', async () => {
    // Each waits for its input to end, so nothing ends before it was seen.
    const wait = 'import sys; sys.stdin.read()';
    const child = spawn('sh', ['-c', `env -i "$0" -c '${wait}' mark <&3 & wait`, PYTHON], { cwd: freshFolder(), detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const stranger = spawn(PYTHON, ['-c', wait, 'stranger'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const leader = child.pid ?? 0;
    const sampler = sampleProcesses();
    sampler.start({ leader, started: readProcess(leader)?.started ?? 0, marker: 'X=1' });
    while (sampler.seen().length === 0) await delay(20);
    sampler.stop();
    expect(sampler.seen()).toMatchObject([{ argv: [PYTHON, '-c', wait, 'mark'], above: [expect.stringContaining('sh -c')] }]);
    (child.stdio[3] as NodeJS.WritableStream).end();
    stranger.stdin.end();
    await Promise.all([once(child, 'close'), once(stranger, 'close')]);
  }, LIMIT_MS);
});

describe('what counts as unwitnessed', () => {
  test.each<[string, RunningPython, number]>([
    ['one without a record', running(7, ['python3', 'x.py']), 1],
    ['one that wrote a record', running(5, ['python3', 'x.py']), 0],
    ['one whose witnessed parent tells of it', running(7, ['python3', '-I', 'x.py'], { parent: 5 }), 0],
    ['a known tool', running(7, ['python3', '-m', 'pip', 'install', 'x']), 0],
    ['what a known tool starts', running(7, ['python3', 'setup.py', 'bdist_wheel'], { above: ['python3 -m pip install x', 'sh'] }), 0],
    ['an interpreter that is asked for its version', running(7, ['python3', '--version']), 0],
  ])('%s', (_name, one, count) => {
    const escaped = new EscapedProcesses('/usr/bin');
    escaped.note(start(5), []);
    expect(escaped.all([one])).toHaveLength(count);
  });

  test('where nobody wrote a record, that alone is the answer', () => {
    expect(new EscapedProcesses('/usr/bin').all([running(7, ['python3', 'x.py'])])).toEqual([]);
  });

  test('a stripped child that a file in the environment let in is no unwitnessed one; its brother is', () => {
    const spawned: SpawnRecord = { record: 'spawn', how: 'subprocess', executable: '/v/bin/python', argv: ['/v/bin/python', 'x.py'], kept: false };
    const shell: SpawnRecord = { record: 'spawn', how: 'shell', executable: '/bin/sh', argv: ['sh', '-c', "/v/bin/python -c 'pass'; /v/bin/python y.py"], kept: false };
    const escaped = new EscapedProcesses('/usr/bin');
    escaped.note(start(5), [spawned, spawned, shell]);
    escaped.note(start(6, { parent: 5, entered: 'environment', argv: ['/v/bin/python', 'x.py'] }), []);
    escaped.note(start(7, { parent: 9, entered: 'environment', argv: ['/v/bin/python', '-c', 'pass'] }), []);
    expect(escaped.all([])).toMatchObject([{ argv: spawned.argv, count: 1 }, { argv: shell.argv, count: 1 }]);
    escaped.note(start(8, { parent: 9, entered: 'environment', argv: ['/v/bin/python', 'y.py'] }), []);
    expect(escaped.all([])).toMatchObject([{ argv: spawned.argv, count: 1 }]);
  });
});
