import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runOutcomeSchema } from '../../src/model/run-record.ts';
import { openBench, type Bench } from './support.ts';

let bench: Bench;
beforeAll(() => {
  bench = openBench();
});
afterAll(() => bench.remove());

describe('a command that ends by itself', () => {
  test.each([0, 1, 3, 137, 255])('exit code %d is reported as it is', async (code) => {
    const { ending } = await bench.bash(`exit ${code}`);
    expect(ending).toEqual({ kind: 'exited', code });
  });

  test.each(['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGTERM'])('death by %s is no exit code', async (signal) => {
    const { ending } = await bench.bash(`ulimit -c 0; kill -${signal} $$`);
    expect(ending).toEqual({ kind: 'signalled', signal });
  });

  test('the outcome is a valid record with times, folder and names of variables', async () => {
    const before = Date.now();
    const outcome = await bench.bash('sleep 0.2');
    expect(runOutcomeSchema.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(200);
    expect(outcome.durationMs).toBeLessThan(60_000);
    expect(Date.parse(outcome.startedAt)).toBeGreaterThanOrEqual(before);
    expect(outcome.cwd).toBe('.');
    expect(outcome.survivors).toEqual([]);
    expect(outcome.environmentAdded).toContain('GENERATION_GATE_GENERATION');
  });

  test('it runs in the folder it was given', async () => {
    mkdirSync(join(bench.top, 'inner'));
    const cwd = { absolute: join(bench.top, 'inner'), relative: 'inner' };
    const outcome = await bench.argv(['pwd', '-P'], { cwd });
    expect(bench.log('stdout').toString()).toBe(`${cwd.absolute}\n`);
    expect(outcome.cwd).toBe('inner');
  });

  test('it leads a session and a group of its own', async () => {
    await bench.bash('cut -d" " -f1,5,6 /proc/$$/stat');
    const [pid, group, session] = bench.log('stdout').toString().trim().split(' ');
    expect(group).toBe(pid);
    expect(session).toBe(pid);
    expect(Number(pid)).toBeGreaterThan(1);
  });

  test('it has no input to wait for, and takes none from the gate', () => {
    const program = `
      const { openBench } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'support.ts')).href)});
      const bench = openBench();
      const { ending } = await bench.bash('readlink /proc/self/fd/0; read -r line; echo "read: $? $line"', { stdout: process.stdout, timeoutMs: 10_000 });
      bench.remove();`;
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input: 'for the gate\n', encoding: 'utf8' });
    expect(done.stdout).toBe('/dev/null\nread: 1 \n');
  });

  test('it inherits no descriptor of the gate but its three streams', async () => {
    await bench.argv(['ls', '/proc/self/fd']);
    // What whoever started these tests left open goes to every process; the last of the rest is the folder that ls reads.
    const everywhere = spawnSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }).stdout;
    expect(bench.log('stdout').toString()).toBe(everywhere);
  });

  test('arguments reach it without a shell', async () => {
    const odd = ['$HOME', '*', 'a b', '', '"', "'; exit 9", '\n', '-n', 'é', '\uFFFD', '😀'];
    await bench.argv(['printf', '%s\\0', ...odd]);
    expect(bench.log('stdout').toString().split('\0').slice(0, -1)).toEqual(odd);
  });
});

describe('a command that never starts', () => {
  test('it is on no folder of PATH', async () => {
    const outcome = await bench.argv(['no-such-program-anywhere', 'x']);
    expect(outcome.ending).toEqual({ kind: 'never-started', reason: expect.stringMatching(/no-such-program-anywhere.*PATH.*ENOENT/) });
    expect(outcome.logs.stdout).toMatchObject({ bytes: 0, complete: true });
    expect(existsSync(join(bench.logDir, 'stdout.log'))).toBe(true);
  });

  test.each([
    ['absent', './absent', 'ENOENT', () => undefined],
    ['not executable', './plain', 'EACCES', (file: string) => writeFileSync(file, '#!/bin/sh\n', { mode: 0o644 })],
    ['a folder', './folder', 'is a folder', (file: string) => mkdirSync(file)],
    ['empty', './empty', 'ENOEXEC', (file: string) => writeFileSync(file, '', { mode: 0o755 })],
    ['text without a #! line', './text', 'ENOEXEC', (file: string) => writeFileSync(file, 'exit 0\n', { mode: 0o755 })],
    ['a script of a missing interpreter', './lost', 'interpreter', (file: string) => writeFileSync(file, '#!/no/such/sh\n', { mode: 0o755 })],
    ['a link into the void', './dangling', 'ENOENT', (file: string) => symlinkSync('nowhere', file)],
    ['a link to itself', './loop', 'ELOOP', (file: string) => symlinkSync('loop', file)],
    ['a device', '/dev/null', 'regular', () => undefined],
  ])('its file is %s', async (_name, program, reason, make) => {
    make(join(bench.top, program));
    const { ending } = await bench.argv([program]);
    expect(ending).toEqual({ kind: 'never-started', reason: expect.stringContaining(reason) });
  });

  test('a binary that is cut off is no success', async () => {
    writeFileSync(join(bench.top, 'cut'), '\x7fELF', { mode: 0o755 });
    const { ending } = await bench.argv(['./cut']);
    expect(ending).not.toEqual({ kind: 'exited', code: 0 });
  });

  test('its arguments are longer than the system takes', async () => {
    const { ending } = await bench.argv(['true', 'x'.repeat(200_000)]);
    expect(ending).toEqual({ kind: 'never-started', reason: expect.stringContaining('E2BIG') });
  });

  test('its folder vanished', async () => {
    const { ending } = await bench.argv(['true'], { cwd: { absolute: join(bench.top, 'gone'), relative: 'gone' } });
    expect(ending.kind).toBe('never-started');
  });

  test('the run was interrupted before', async () => {
    const mark = join(bench.top, 'ran');
    const { ending } = await bench.argv(['touch', mark], { signal: AbortSignal.abort('SIGINT') });
    expect(ending).toEqual({ kind: 'never-started', reason: expect.stringContaining('interrupted') });
    expect(existsSync(mark)).toBe(false);
  });
});

describe('how a program is found', () => {
  test('along the PATH of the command, past files that cannot be run', async () => {
    for (const [folder, mode] of [['first', 0o644], ['second', 0o755]] as const) {
      mkdirSync(join(bench.top, folder));
      writeFileSync(join(bench.top, folder, 'tool'), `#!/bin/sh\necho ${folder} "$0"\n`);
      chmodSync(join(bench.top, folder, 'tool'), mode);
    }
    const { environment } = bench.options;
    const PATH = `${join(bench.top, 'first')}:second:${environment.env['PATH'] ?? ''}`;
    const { ending } = await bench.argv(['tool'], { environment: { ...environment, env: { ...environment.env, PATH } } });
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(bench.log('stdout').toString()).toBe(`second ${join(bench.top, 'second', 'tool')}\n`);
  });

  test('its own name for itself is the one that was written', async () => {
    await bench.argv(['bash', '-c', 'tr "\\0" "\\n" < /proc/$$/cmdline | head -1']);
    expect(bench.log('stdout').toString()).toBe('bash\n');
  });
});

describe('a limit that cannot be kept', () => {
  test.each([0, -1, 0.5, Number.NaN, 2 ** 31])('%d ms is refused', async (timeoutMs) => {
    await expect(bench.argv(['true'], { timeoutMs })).rejects.toMatchObject({ name: 'UsageError', code: 'TIMEOUT' });
  });
});
