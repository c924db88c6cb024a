import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { eventually, isAlive } from '../support/processes.ts';
import { Console, openBench, type Bench } from './support.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.remove());

/** For programs that run in a Node process of their own, outside the test runner. */
const support = pathToFileURL(join(import.meta.dirname, 'support.ts')).href;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('bytes', () => {
  test('that are not UTF-8 come out unchanged, in the log, on the console and in the digest', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff));
    writeFileSync(join(bench.top, 'bytes'), bytes);
    const [stdout, stderr] = [new Console(), new Console()];
    const { logs } = await bench.bash('cat bytes; head -c 77777 bytes >&2', { stdout, stderr });
    expect(stdout.bytes().equals(bytes)).toBe(true);
    expect(bench.log('stdout').equals(bytes)).toBe(true);
    expect(logs.stdout).toEqual({ path: 'stdout.log', sha256: sha256(bytes), bytes: bytes.length, complete: true });
    expect(stderr.bytes().equals(bytes.subarray(0, 77_777))).toBe(true);
    expect(logs.stderr).toEqual({ path: 'stderr.log', sha256: sha256(bytes.subarray(0, 77_777)), bytes: 77_777, complete: true });
  });

  test('arrive at once, before the command ends', async () => {
    const stdout = new Console();
    const running = bench.bash('echo first; while ! test -e go; do sleep 0.02; done; echo second', { stdout });
    await eventually('the first line', () => (stdout.text() === 'first\n' ? true : undefined));
    await eventually('the log', () => (bench.log('stdout').toString() === 'first\n' ? true : undefined));
    writeFileSync(join(bench.top, 'go'), '');
    await running;
    expect(stdout.text()).toBe('first\nsecond\n');
  });

  test('can be written to /dev/stdout and /dev/stderr by name', async () => {
    const { ending } = await bench.bash('set -e; echo out > /dev/stdout; echo err > /dev/stderr; echo tee | tee /dev/stderr > /dev/null');
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(bench.log('stdout').toString()).toBe('out\n');
    expect(bench.log('stderr').toString()).toBe('err\ntee\n');
  });

  test('of a command that dies are kept', async () => {
    await bench.bash('head -c 100000 /dev/zero; kill -KILL $$');
    expect(bench.log('stdout')).toHaveLength(100_000);
  });

  test('still in the pipe when a timeout kills are kept', async () => {
    await bench.bash('head -c 60000 /dev/zero; exec sleep 600', { timeoutMs: 2_000, killGraceMs: 200 });
    expect(bench.log('stdout')).toHaveLength(60_000);
  });
});

describe('log files', () => {
  test('replace those of an earlier run, and a link is not followed', async () => {
    mkdirSync(bench.logDir, { recursive: true });
    const victim = join(bench.top, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(bench.logDir, 'stdout.log'));
    writeFileSync(join(bench.logDir, 'stderr.log'), 'old and long');
    await bench.bash('echo new; echo e >&2');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(bench.log('stdout').toString()).toBe('new\n');
    expect(bench.log('stderr').toString()).toBe('e\n');
    expect(statSync(join(bench.logDir, 'stdout.log')).mode & 0o777).toBe(0o600);
  });

  test('on a full disk end the command and the run with exit 3', () => {
    const script = `
      const { openBench } = await import(${JSON.stringify(support)});
      const bench = openBench();
      try {
        await bench.bash('echo $$ > child; while :; do head -c 100000 /dev/zero; done', { logDir: process.env.LOG_DIR });
      } catch (error) {
        const { readFileSync } = await import('node:fs');
        console.log(JSON.stringify({ name: error.name, code: error.code, child: Number(readFileSync(bench.top + '/child', 'utf8')) }));
      } finally {
        bench.remove();
      }`;
    const logDir = join(bench.top, 'logs');
    mkdirSync(logDir);
    // A file-size limit stands for the full disk: EFBIG instead of ENOSPC, at the same place.
    const done = spawnSync('bash', ['-c', 'trap "" XFSZ; ulimit -f 512; exec "$0" --input-type=module -e "$1"', process.execPath, script], {
      env: { ...process.env, LOG_DIR: logDir },
      encoding: 'utf8',
    });
    const said = JSON.parse(done.stdout) as { name: string; code: string; child: number };
    expect(said).toMatchObject({ name: 'GateError', code: 'LOG_UNWRITABLE' });
    expect(isAlive(said.child)).toBe(false);
  });
});

describe('a console', () => {
  test('that closes early does not stop the command or its log', async () => {
    const closing = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const { ending, logs } = await bench.bash('for i in 1 2 3 4 5; do head -c 100000 /dev/zero; sleep 0.05; done', { stdout: closing });
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(logs.stdout).toMatchObject({ bytes: 500_000, complete: true });
  });

  test('that was closed before is left out', async () => {
    const closed = new Console();
    closed.destroy();
    await once(closed, 'close');
    const { logs } = await bench.bash('echo kept', { stdout: closed, stderr: closed });
    expect(logs.stdout.bytes).toBe(5);
  });

  test('is given back without listeners', async () => {
    const stdout = new Console();
    const before = stdout.eventNames().map((name) => [name, stdout.listenerCount(name)]);
    await bench.bash('echo hi', { stdout, stderr: stdout });
    expect(stdout.eventNames().map((name) => [name, stdout.listenerCount(name)])).toEqual(before);
    expect(stdout.writable).toBe(true);
  });

  test('that both streams share gets both, though it is slow', async () => {
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        setTimeout(done, 2);
      },
    });
    let size = 0;
    await bench.bash('head -c 500000 /dev/zero & head -c 500000 /dev/zero >&2; wait', { stdout: slow, stderr: slow });
    expect(size).toBe(1_000_000);
  });

  test('that stops for a while does not make the gate hoard: 1 GB of output, little memory', () => {
    const script = `
      const { openBench } = await import(${JSON.stringify(support)});
      const { Writable } = await import('node:stream');
      const bench = openBench();
      let taken = 0, opened = false, pending;
      const sink = new Writable({ write(chunk, _, done) { taken += chunk.length; if (opened) done(); else pending = done; } });
      const before = process.resourceUsage().maxRSS;
      setTimeout(() => { opened = true; pending(); }, 1500);
      const outcome = await bench.argv(['head', '-c', '1G', '/dev/zero'], { stdout: sink });
      const grown = process.resourceUsage().maxRSS - before;
      const { logs: { stdout }, ending, durationMs } = outcome;
      bench.remove();
      console.log(JSON.stringify({ grown, taken, ending, bytes: stdout.bytes, sha256: stdout.sha256, durationMs }));`;
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', maxBuffer: 1 << 20 });
    const said = JSON.parse(done.stdout) as { grown: number; durationMs: number };
    expect(said).toMatchObject({
      ending: { kind: 'exited', code: 0 },
      taken: 2 ** 30,
      bytes: 2 ** 30,
      // head -c 1G /dev/zero | sha256sum
      sha256: '49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14',
    });
    expect(said.durationMs).toBeGreaterThan(1_400);
    // KiB. A gate that does not wait holds hundreds of megabytes after the pause.
    expect(said.grown).toBeLessThan(100 * 1024);
  }, 240_000);
});

describe('workflow commands in the output', () => {
  const options = { stopCommandsToken: 'c0ffee' };

  test('stand between brackets, in one stream', async () => {
    const [stdout, stderr] = [new Console(), new Console()];
    await bench.bash('echo ::set-output name=a::b; sleep 0.2; echo ::error::x >&2; sleep 0.2; printf ::debug::y', { ...options, stdout, stderr });
    expect(stdout.text()).toBe('::stop-commands::c0ffee\n::set-output name=a::b\n::error::x\n::debug::y\n::c0ffee::\n');
    expect(stderr.text()).toBe('');
  });

  test('the brackets are not in the log', async () => {
    await bench.bash('echo line', { ...options, stdout: new Console() });
    expect(bench.log('stdout').toString()).toBe('line\n');
  });

  test('the bracket is closed after a command that never starts, that dies or says nothing', async () => {
    for (const argv of [['no-such-program-anywhere'], ['bash', '-c', 'kill -KILL $$'], ['true']]) {
      const stdout = new Console();
      await bench.argv(argv, { ...options, stdout });
      expect(stdout.text()).toBe('::stop-commands::c0ffee\n::c0ffee::\n');
    }
  });

  test('the command does not get to know the token', async () => {
    await bench.bash('env; tr "\\0" "\\n" < /proc/$$/cmdline', { ...options, stdout: new Console() });
    expect(bench.log('stdout').includes('c0ffee')).toBe(false);
  });

  test('without a token the stream is left alone', async () => {
    const stdout = new Console();
    await bench.bash('echo ::set-output name=a::b', { stdout });
    expect(stdout.text()).toBe('::set-output name=a::b\n');
  });
});

test('no pipe is left: neither its name in the temporary folder nor its descriptor', () => {
  const temporary = join(bench.top, 'tmp');
  mkdirSync(temporary);
  const script = `
    const { openBench } = await import(${JSON.stringify(support)});
    const { readdirSync, readlinkSync } = await import('node:fs');
    const bench = openBench();
    const pipes = (names) => names.filter((name) => name.includes('pipes')).length;
    const open = () => pipes(readdirSync('/proc/self/fd').map((fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } }));
    const running = bench.bash('while ! test -e go; do sleep 0.02; done');
    const state = () => ({ named: pipes(readdirSync(process.env.TMPDIR)), open: open() });
    // A wrong state stays wrong; a right one may take its time to come.
    const settled = async (wanted) => {
      for (let round = 0; round < 600 && JSON.stringify(state()) !== JSON.stringify(wanted); round += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      return state();
    };
    const during = await settled({ named: 0, open: 2 });
    (await import('node:fs')).writeFileSync(bench.top + '/go', '');
    await running;
    for (let round = 0; round < 10; round += 1) await bench.argv(round % 2 === 0 ? ['true'] : ['no-such-program-anywhere']);
    console.log(JSON.stringify({ during, after: await settled({ named: 0, open: 0 }) }));
    bench.remove();`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: temporary },
    encoding: 'utf8',
  });
  expect(JSON.parse(done.stdout)).toEqual({ during: { named: 0, open: 2 }, after: { named: 0, open: 0 } });
});
