/** Commands that misbehave: however they end, the verdict says so, and nothing of them is left that was not named. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, leftIn, NODE, PROGRAM, program, rejectedBy, seen, startProgram, judgedFrom } from '../support/cli.ts';
import { endProcesses, eventually, isAlive, numberIn } from '../support/processes.ts';
import { freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

/** Files in which a command wrote the number of a process that it leaves behind. */
const left: string[] = [];

afterEach(() => {
  // Number 0 would be the group of the tests themselves.
  endProcesses(left.splice(0).flatMap((file) => numberIn(file) ?? []).filter((pid) => pid > 1));
  removeFolders();
});

/** A file that a command writes its process's number to. */
function pidFile(): string {
  const file = join(freshFolder(), 'pid');
  left.push(file);
  return file;
}

const REPORT = '<testsuite tests="1"><testcase classname="a" name="b"/></testsuite>';

describe('the ending decides', () => {
  test.each<readonly [string, readonly string[], object, RegExp]>([
    ['exits 1', ['sh', '-c', 'exit 1'], { kind: 'exited', code: 1 }, /exited with code 1/],
    ['exits 255', ['sh', '-c', 'exit 255'], { kind: 'exited', code: 255 }, /exited with code 255/],
    ['does not exist', ['no-such-program-anywhere'], { kind: 'never-started' }, /no-such-program-anywhere.*not found/],
    ['is a folder', ['/tmp'], { kind: 'never-started' }, /folder/],
    ['kills itself', ['sh', '-c', 'kill -KILL $$'], { kind: 'signalled', signal: 'SIGKILL' }, /killed by SIGKILL/],
    ['is killed for its memory', ['sh', '-c', 'kill -SEGV $$'], { kind: 'signalled', signal: 'SIGSEGV' }, /killed by SIGSEGV/],
    ['times out', ['sleep', '60'], { kind: 'timed-out', afterMs: 300 }, /time limit of 0.3 s/],
    ['times out and ignores the polite signal', ['sh', '-c', 'trap "" TERM; sleep 60 & wait; sleep 60'], { kind: 'timed-out', afterMs: 300 }, /time limit/],
  ])('a command that %s', async (_name, command, ending, words) => {
    const root = makeRepository();
    const temporary = freshFolder();
    // A green report does not make good for it.
    writeFileSync(join(root, 'report.sh'), `printf '%s' '${REPORT}' > junit.xml; exec "$@"\n`);
    const result = await judged(['gate', '--timeout', '0.3', '--evidence', 'junit.xml', '--', ...(JSON.stringify(ending).includes('never') ? command : ['sh', './report.sh', ...command])], { cwd: root, env: { TMPDIR: temporary } });
    expect(seen(result)).toMatchObject({ code: 1, verdict: 'rejected' });
    expect(result.rejecting).toContain('GG-RUN-FAILED');
    expect(result.envelope['run']).toMatchObject({ ending });
    expect(findingsOf(result, 'GG-RUN-FAILED')[0]?.what).toMatch(words);
    expect(leftIn(temporary)).toEqual([]);
  });

  test('a pipeline whose first part fails', async () => {
    const root = makeRepository();
    writeFileSync(join(root, 'tee.sh'), 'false | tee log.txt\n');
    expect(seen(await judged(['gate', '--script', join(root, 'tee.sh')], { cwd: root })).rejecting).toContain('GG-RUN-FAILED');
  });

  test('a timeout ends the children too, and the program with them', async () => {
    const root = makeRepository();
    const start = performance.now();
    const [plain, apart] = [pidFile(), pidFile()];
    const result = await judged(['gate', '--timeout', '3', '--', 'sh', '-c', `sleep 300 & echo $! > ${plain}; setsid sleep 300 & echo $! > ${apart}; wait`], { cwd: root });
    expect(result.envelope['run']).toMatchObject({ ending: { kind: 'timed-out' } });
    // The children would sleep for five minutes.
    expect(performance.now() - start).toBeLessThan(100_000);
    const pids = [plain, apart].map((file) => numberIn(file) ?? 0);
    expect(pids.every((pid) => pid > 1)).toBe(true);
    await eventually('the children to end', () => (pids.some(isAlive) ? undefined : true));
  });
});

describe('a daemon', () => {
  test('that keeps the pipe does not keep the gate, and is named', async () => {
    const root = makeRepository();
    const file = pidFile();
    const start = performance.now();
    const result = await judged(['gate', '--', 'sh', '-c', `setsid sleep 450 & echo $! > ${file}`], { cwd: root });
    expect(performance.now() - start).toBeLessThan(100_000);
    expect(seen(result)).toEqual(ACCEPTED);
    const [finding] = findingsOf(result, 'GG-RUN-SURVIVORS');
    expect(finding?.what).toContain('sleep 450');
    expect(finding?.listed === true || finding?.answer !== 'holds').toBe(true);
    expect(isAlive(numberIn(file) ?? -1)).toBe(true);
  });

  test('rejects where that was asked for', async () => {
    const root = makeRepository();
    const file = pidFile();
    const result = await judged(['gate', '--survivors', 'reject', '--', 'sh', '-c', `setsid sleep 450 >/dev/null 2>&1 & echo $! > ${file}`], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-RUN-SURVIVORS'));
  });

  test('that writes the report after the command has ended is late', async () => {
    const root = makeRepository();
    const done = join(freshFolder(), 'done');
    const writer = `setsid sh -c 'sleep 3; printf "%s" "${REPORT.replaceAll('"', '\\"')}" > late.xml; echo 1 > ${done}' >/dev/null 2>&1 &`;
    await judged(['stamp', '--evidence', '*.xml'], { cwd: root });
    expect((await judged(['run', '--', 'sh', '-c', writer], { cwd: root })).code).toBe(0);
    await eventually('the late report', () => numberIn(done));
    const result = await judged(['check'], { cwd: root });
    expect(result.code).toBe(1);
    expect(result.rejecting.filter((rule) => rule.startsWith('GG-EVIDENCE-'))).not.toEqual([]);
    expect(result.envelope.findings.some(({ rejects, paths }) => rejects && paths?.includes('late.xml'))).toBe(true);
  });
});

describe('output', () => {
  test('of a gigabyte passes through in bounded memory, whole and in order', async () => {
    const root = makeRepository();
    const state = freshFolder();
    const bytes = 1_000_000_000;
    const { child, ended } = startProgram(['gate', '--quiet', '--state', state, '--', 'sh', '-c', `head -c ${bytes} /dev/zero`], { cwd: root, limitMs: 120_000, discard: true });
    let peak = 0;
    const watch = setInterval(() => {
      const kb = /VmHWM:\s+(\d+) kB/.exec(readStatus(child.pid ?? 0))?.[1];
      peak = Math.max(peak, Number(kb ?? 0));
    }, 50);
    const { code } = await ended;
    clearInterval(watch);
    expect(code).toBe(0);
    expect(peak).toBeGreaterThan(0);
    expect(peak / 1024).toBeLessThan(300);
    const log = execFileSync('find', [state, '-name', 'stdout.log', '-printf', '%s'], { encoding: 'utf8' });
    expect(Number(log)).toBe(bytes);
  }, 240_000);

  test('that is not UTF-8 reaches the console and the log byte for byte', async () => {
    const root = makeRepository();
    const state = freshFolder();
    const script = join(root, 'bytes.sh');
    writeFileSync(script, 'printf "\\377\\376\\000\\200 ok\\n"; printf "\\303(" >&2\n');
    const child = spawn('sh', ['-c', 'exec "$@" > out 2> err', 'sh', NODE, PROGRAM, 'gate', '--quiet', '--state', state, '--script', script], { cwd: freshInside(root), stdio: 'ignore' });
    await new Promise((done) => child.on('exit', done));
    const bytes = Buffer.from([0xff, 0xfe, 0, 0x80, ...Buffer.from(' ok\n')]);
    expect(readFileSync(join(root, 'here/out')).subarray(0, bytes.length)).toEqual(bytes);
    expect(readFileSync(join(root, 'here/err'))).toEqual(Buffer.from([0xc3, 0x28]));
    const log = execFileSync('find', [state, '-name', 'stdout.log'], { encoding: 'utf8' }).trim();
    expect(readFileSync(log)).toEqual(bytes);
  });

  test('with --json goes to stderr, and stdout carries the document alone', async () => {
    const root = makeRepository();
    const result = await judged(['gate', '--', 'sh', '-c', 'echo "{\\"verdict\\":\\"forged\\"}"; echo to stderr >&2'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.stderr).toContain('{"verdict":"forged"}\n');
    expect(result.stderr).toContain('to stderr\n');
  });

  test('whose reader goes away keeps the exit code of the verdict', () => {
    const root = makeRepository();
    for (const [command, code] of [['yes | head -c 3000000', 0], ['yes | head -c 3000000; exit 7', 1]] as const) {
      const script = `"$@" | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
      const text = execFileSync('bash', ['-c', script, 'bash', NODE, PROGRAM, 'gate', '--', 'sh', '-c', command], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      expect({ command, code: Number(text) }).toEqual({ command, code });
    }
  });

  test('that cannot be written is no verdict, and a reader that went away is no fault', () => {
    const root = makeRepository();
    for (const args of [['gate', '--json', '--', 'true'], ['gate', '--', 'true'], ['list']]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(NODE, [PROGRAM, ...args], { cwd: root, env: cleanEnvironment(), stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
      closeSync(full);
      expect([args, status, stderr]).toEqual([args, 3, expect.stringContaining('GG-OUTPUT-LOST')]);
    }
    const { status } = spawnSync('bash', ['-c', '"$0" "$1" list | head -n 1; exit "${PIPESTATUS[0]}"', NODE, PROGRAM], { cwd: root, env: cleanEnvironment() });
    expect(status).toBe(0);
  });

  test('is left alone by --quiet, which leaves the verdict and what it rests on', async () => {
    const root = makeRepository();
    const accepted = await program(['gate', '--quiet', '--', 'echo', 'from the command'], { cwd: root });
    expect(accepted.stdout).toMatch(/^from the command\n {2}• No report was promised[^\n]*\n[^\n]*\ngate: accepted \(\d+ rules hold\)\n$/);
    const rejected = await program(['gate', '--quiet', '--', 'false'], { cwd: root });
    expect(rejected.stdout).toMatch(/^✗ broken {2}GG-RUN-FAILED\n[^]*gate: rejected by 1 finding\n$/);
  });

  test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, {}])('has no colour with %j where it is no terminal', async (env) => {
    const result = await program(['gate', '--', 'false'], { cwd: makeRepository(), env });
    expect(result.stdout + result.stderr).not.toContain('\u001b');
  });

  test('has colour on a terminal, unless NO_COLOR asks for none', () => {
    const root = makeRepository();
    const line = `'${NODE}' '${PROGRAM}' gate -- false`;
    const onTerminal = (env: Readonly<Record<string, string>>): string =>
      execFileSync('sh', ['-c', 'script -qec "$0" /dev/null || true', line], { cwd: root, env: { ...process.env, TERM: 'xterm', ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    expect(onTerminal({ NO_COLOR: '' })).toContain('\u001b[31m');
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\u001b[31m');
  });
});

describe('every outcome in one document', () => {
  test.each<readonly [string, readonly string[], number]>([
    ['stamp', ['stamp'], 0],
    ['gate', ['gate', '--', 'true'], 0],
    ['gate of a failure', ['gate', '--', 'false'], 1],
    ['check without a stamp', ['check'], 1],
    ['purge', ['purge', '--dry-run'], 0],
    ['explain', ['explain', 'GG-STAMP-MISSING'], 0],
    ['list', ['list'], 0],
    ['inspect', ['inspect', 'absent.xml'], 1],
  ])('%s', async (_name, args, code) => {
    const result = await judged(args, { cwd: makeRepository() });
    expect(result.code).toBe(code);
    expect(result.envelope).toMatchObject({ schema: 'generation-gate/verdict/1', verb: args[0], verdict: code === 0 ? 'accepted' : 'rejected' });
    expect(result.envelope.tests).toEqual({ total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 });
    expect(Object.keys(result.envelope)).toEqual(expect.arrayContaining(['generation', 'tree_id', 'head', 'findings']));
    if (code !== 0) expect(result.rejecting).not.toEqual([]);
  });

  test('and nothing on stdout beside it while the command is noisy', async () => {
    const { ended } = startProgram(['gate', '--json', '--', 'sh', '-c', 'i=0; while [ $i -lt 200 ]; do echo line $i; echo err $i >&2; i=$((i+1)); done'], { cwd: makeRepository() });
    const result = judgedFrom(await ended);
    expect(result.stderr).toContain('line 199\n');
  });
});

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function freshInside(root: string): string {
  const folder = join(root, 'here');
  execFileSync('mkdir', [folder]);
  return folder;
}
