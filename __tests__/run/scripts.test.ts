import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandDigest, commandFromScript, loadCommand, saveCommand } from '../../src/run/captured-command.ts';
import { runCaptured } from '../../src/run/run.ts';
import { runSetupScript } from '../../src/run/setup-script.ts';
import { Console, openBench, type Bench } from './support.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.remove());

describe('a script without a #! line', () => {
  test('ends at its first failing command', async () => {
    const { ending } = await bench.script('echo before\nfalse\necho after\n');
    expect(ending).toEqual({ kind: 'exited', code: 1 });
    expect(bench.log('stdout').toString()).toBe('before\n');
  });

  test('fails where a pipeline fails before its last command', async () => {
    const { ending } = await bench.script('(echo out; exit 7) | cat\necho after\n');
    expect(ending).toEqual({ kind: 'exited', code: 7 });
    expect(bench.log('stdout').toString()).toBe('out\n');
  });

  test('runs in bash, without the start-up files of a user', async () => {
    writeFileSync(join(bench.top, '.bashrc'), 'echo from bashrc\n');
    writeFileSync(join(bench.top, '.bash_profile'), 'echo from profile\n');
    const { environment } = bench.options;
    const env = { ...environment.env, HOME: bench.top };
    await bench.script('[[ -n $BASH_VERSION ]] && echo bash', { environment: { ...environment, env } });
    expect(bench.log('stdout').toString()).toBe('bash\n');
  });

  test('dies by a signal like any command', async () => {
    expect((await bench.script('kill -KILL $$')).ending).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });
});

describe('a script with a #! line', () => {
  test('runs by it, and by it alone', async () => {
    const { ending } = await bench.script('#!/bin/sh\nfalse\necho after\n');
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(bench.log('stdout').toString()).toBe('after\n');
  });

  test('in Python, with the one argument a kernel passes', async () => {
    await bench.script('#!/usr/bin/env -S python3 -B -s\nimport sys\nprint(sys.version_info.major, sys.flags.no_user_site)\n');
    expect(bench.log('stdout').toString()).toBe('3 1\n');
  });

  test('of a missing interpreter never starts, and shows what is odd about its name', async () => {
    expect((await bench.script('#!/no/such/interpreter\n')).ending).toEqual({ kind: 'never-started', reason: expect.stringContaining('/no/such/interpreter') });
    expect((await bench.script('#!/bin/sh\r\nexit 0\r\n')).ending).toEqual({ kind: 'never-started', reason: expect.stringContaining('\\x0d') });
  });
});

describe('the bytes of a script', () => {
  test('are those that run, though the file it came from has changed', async () => {
    saveCommand(join(bench.top, 'saved'), commandFromScript('echo captured', 'x'));
    const outcome = await runCaptured(loadCommand(join(bench.top, 'saved')), bench.options);
    expect(bench.log('stdout').toString()).toBe('captured\n');
    expect(outcome.command).toBe(commandDigest(commandFromScript('echo captured', 'x')));
    expect(readFileSync(join(bench.logDir, 'script'), 'utf8')).toBe('echo captured');
  });

  test('reach the interpreter even where they are not UTF-8', async () => {
    await bench.script(Buffer.from('printf "%s" "caf\xe9"', 'latin1'));
    expect(bench.log('stdout').toString('latin1')).toBe('caf\xe9');
  });

  test('run a second time in the same log folder', async () => {
    await bench.script('echo one');
    await bench.script('echo two');
    expect(bench.log('stdout').toString()).toBe('two\n');
  });
});

describe('a setup', () => {
  test('from a file: its output goes to one console and to the logs', async () => {
    const file = join(bench.top, 'setup.sh');
    writeFileSync(file, 'echo installing\nsleep 0.2\necho warning >&2\ntouch made\n');
    const console = new Console();
    const { ending } = await runSetupScript({ file }, { ...bench.options, console });
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(console.text()).toBe('installing\nwarning\n');
    expect(bench.log('stdout').toString()).toBe('installing\n');
    expect(bench.log('stderr').toString()).toBe('warning\n');
    expect(existsSync(join(bench.top, 'made'))).toBe(true);
  });

  test('that fails is returned, not thrown', async () => {
    expect((await runSetupScript({ text: 'exit 5' }, bench.options)).ending).toEqual({ kind: 'exited', code: 5 });
    expect((await runSetupScript({ text: 'kill -TERM $$' }, bench.options)).ending).toEqual({ kind: 'signalled', signal: 'SIGTERM' });
    expect((await runSetupScript({ text: '#!/no/such/interpreter\n' }, bench.options)).ending.kind).toBe('never-started');
    expect((await runSetupScript({ text: 'sleep 60' }, { ...bench.options, timeoutMs: 200, killGraceMs: 100 })).ending.kind).toBe('timed-out');
  });

  test('that is absent is wrong usage', async () => {
    await expect(runSetupScript({ file: join(bench.top, 'absent') }, bench.options)).rejects.toMatchObject({ name: 'UsageError', code: 'SCRIPT_UNREADABLE' });
  });
});
