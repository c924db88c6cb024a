/** The demo, played for real: with Python, without it, on a slow machine, interrupted, and over gates that are broken. */
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { runDemo } from '../../src/demo/demo.ts';
import type { Act } from '../../src/demo/acts.ts';
import type { Program } from '../../src/demo/program.ts';
import type { Outcome } from '../../src/publish/envelope.ts';
import { judged, leftIn, NODE, program, PROGRAM, startProgram, type Judged } from '../support/cli.ts';
import { eventually } from '../support/processes.ts';
import { freshFolder, removeFolders } from '../support/repository.ts';

jest.setTimeout(240_000);
// At the end alone: some of the demos are played side by side.
afterAll(removeFolders);

const LIMIT_MS = 110_000;

function actsOf({ envelope }: Pick<Outcome, 'envelope'> | Judged): readonly Act[] {
  return envelope['acts'] as readonly Act[];
}

/** What each act saw: verdict of the gate, exit code of the tests, and the rules that rejected. */
function seenIn(result: Pick<Outcome, 'envelope'> | Judged): unknown[] {
  return actsOf(result).map(({ seen }) => [seen.verdict, seen.exit, seen.findings.map(({ rule }) => rule)]);
}

/** A folder for PATH with the named programs of this machine. */
function pathWith(...names: readonly string[]): string {
  const folder = freshFolder();
  for (const name of names) {
    const found = (process.env['PATH'] ?? '').split(':').map((at) => join(at, name)).find((at) => existsSync(at));
    if (found === undefined) throw new Error(`${name} is not on this machine`);
    symlinkSync(found, join(folder, name));
  }
  return folder;
}

function executable(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

describe('with Python', () => {
  test('shows a green log over broken code, two rejections by name and an acceptance, and leaves nothing', async () => {
    const tmp = freshFolder();
    const hostile = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPYCACHEPREFIX: join(tmp, 'elsewhere'), GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent', GITHUB_ACTIONS: 'true', RUNNER_TEMP: '/nonexistent', VIRTUAL_ENV: '/nonexistent', HOME: '/nonexistent' };
    const result = await judged(['demo'], { cwd: '/', env: { ...hostile, TMPDIR: tmp }, limitMs: LIMIT_MS });
    expect(seenIn(result)).toEqual([
      ['none', 0, []],
      ['rejected', 0, expect.arrayContaining(['GG-BYTECODE-PREDATES-STAMP'])],
      ['rejected', 1, expect.arrayContaining(['GG-RUN-FAILED', 'GG-EVIDENCE-RED'])],
      ['accepted', 0, []],
    ]);
    const [green, refused, red, fine] = actsOf(result);
    expect(green?.seen.tests).toMatchObject({ total: 2, passed: 2 });
    expect(refused?.seen.findings.find(({ rule }) => rule === 'GG-BYTECODE-PREDATES-STAMP')?.paths).toContainEqual(expect.stringMatching(/^__pycache__\/till\.cpython-\d+\.pyc$/));
    expect(red?.seen.tests).toMatchObject({ total: 2, failed: 2 });
    expect(fine?.seen.tests).toMatchObject({ total: 2, passed: 2 });
    expect(result).toMatchObject({ code: 0, stderr: '', envelope: { verb: 'demo', verdict: 'accepted', language: 'python', kept: null, findings: [] } });
    expect(leftIn(tmp)).toEqual([]);
  });

  test('tells a story of at most 80 columns, with rule, path and fix', async () => {
    const tmp = freshFolder();
    const { code, stdout, stderr } = await program(['demo'], { cwd: '/', env: { TMPDIR: tmp }, limitMs: LIMIT_MS });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const words of ['1  Without the gate', 'exit 0, report 2 tests, 0 failed', 'The gate: REJECTED', 'GG-BYTECODE-PREDATES-STAMP', 'path   __pycache__/till.', 'fix    ', 'GG-RUN-FAILED', 'The gate: ACCEPTED']) expect(stdout).toContain(words);
    expect(stdout.trimEnd().split('\n').at(-2)).toBe('demo: the gate rejected 2 times and accepted once, each for the reason shown');
    expect(leftIn(tmp)).toEqual([]);
  });

  test('shows the same on a machine too slow to test and patch within one second; keeps the folder where asked to', async () => {
    const tmp = freshFolder();
    const path = pathWith('git', 'sh', 'cp', 'sleep');
    const python = (process.env['PATH'] ?? '').split(':').map((at) => join(at, 'python3')).find((at) => existsSync(at)) ?? '';
    executable(join(path, 'python3'), `#!/bin/sh\n[ "$1" != run_tests.py ] || sleep 1.05\nPATH='${process.env['PATH'] ?? ''}' exec '${python}' "$@"\n`);
    const { code, stdout } = await program(['demo', '--quiet', '--keep'], { cwd: '/', env: { PATH: path, TMPDIR: tmp }, limitMs: LIMIT_MS });
    const [kept = ''] = leftIn(tmp);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `demo: the gate rejected 2 times and accepted once, each for the reason shown\nfolder: ${join(tmp, kept)}\n` });
    expect(readFileSync(join(tmp, kept, 'runner/shop/till.py'), 'utf8')).toContain('price + count');
  });
});

describe('without Python', () => {
  test('plays a stale build whose old report comes back, and leaves nothing', async () => {
    const tmp = freshFolder();
    const result = await judged(['demo'], { cwd: '/', env: { PATH: pathWith('git'), TMPDIR: tmp }, limitMs: LIMIT_MS });
    expect(seenIn(result)).toEqual([
      ['none', 0, []],
      ['rejected', 0, expect.arrayContaining(['GG-EVIDENCE-UNCHANGED-SINCE-STAMP'])],
      ['rejected', 1, expect.arrayContaining(['GG-RUN-FAILED', 'GG-EVIDENCE-RED'])],
      ['accepted', 0, []],
    ]);
    expect(result).toMatchObject({ code: 0, envelope: { language: 'node', verdict: 'accepted' } });
    expect(leftIn(tmp)).toEqual([]);
  });

  test('takes a python3 that writes no bytecode, or lacks its standard library, for none', async () => {
    const path = pathWith('git', 'sh');
    executable(join(path, 'python3'), '#!/bin/sh\nexit 1\n');
    const { envelope } = await judged(['demo'], { cwd: '/', env: { PATH: path }, limitMs: LIMIT_MS });
    expect(envelope['language']).toBe('node');
  });
});

describe('what cannot be shown', () => {
  test('without git it says what is missing, with exit 3', async () => {
    const tmp = freshFolder();
    const { code, envelope } = await judged(['demo'], { cwd: '/', env: { PATH: pathWith('sh'), TMPDIR: tmp }, limitMs: LIMIT_MS });
    expect({ code, verdict: envelope.verdict, said: envelope.findings.map(({ rule, what }) => [rule, what.includes('git')]) }).toEqual({ code: 3, verdict: 'rejected', said: [['GG-DEMO-CANNOT-START', true]] });
    expect(leftIn(tmp)).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with exit 3 and leaves neither a folder nor a process', async (name) => {
    const tmp = freshFolder();
    const { child, ended } = startProgram(['demo', '--json'], { cwd: '/', env: { TMPDIR: tmp }, limitMs: LIMIT_MS });
    // In the second act a gate of its own is at work below it.
    const home = await eventually('the second act', () => leftIn(tmp).map((at) => join(tmp, at)).find((at) => existsSync(join(at, 'runner/ci.sh'))), 60_000);
    child.kill(name);
    const { code, stdout } = await ended;
    expect({ code, rules: (JSON.parse(stdout) as Outcome['envelope']).findings.map(({ rule }) => rule) }).toEqual({ code: 3, rules: ['GG-INTERRUPTED'] });
    expect(leftIn(tmp)).toEqual([]);
    expect(processesIn(home)).toEqual([]);
  });

  /** Stands in for the gate: asks the real one and lets `mend` falsify its answer. */
  function falseGate(mend: string): Program {
    const file = join(freshFolder(), 'false-gate.mjs');
    writeFileSync(file, `
      import { spawnSync } from 'node:child_process';
      const args = process.argv.slice(2);
      const asked = spawnSync(process.execPath, [${JSON.stringify(PROGRAM)}, ...args], { encoding: 'utf8' });
      const answer = JSON.parse(asked.stdout);
      const isGate = args[0] === 'gate';
      let exit = asked.status;
      ${mend}
      process.stdout.write(JSON.stringify(answer) + '\\n');
      process.exitCode = exit;
    `);
    return [NODE, file];
  }

  test.concurrent.each<[string, string, number, string]>([
    ['accepts everything', 'if (isGate) { answer.verdict = "accepted"; answer.findings = []; exit = 0; }', 2, 'expected rejected, and the gate said accepted with exit 0'],
    ['rejects without the exit code', 'if (isGate) exit = 0;', 2, 'expected rejected, and the gate said rejected with exit 0'],
    ['rejects for another reason', 'for (const finding of answer.findings) if (finding.rule.startsWith("GG-BYTECODE")) finding.rule = "GG-TREE-CHANGED";', 2, 'expected GG-BYTECODE-PREDATES-STAMP naming __pycache__/till'],
    ['names another path', 'for (const finding of answer.findings) if (finding.rule === "GG-BYTECODE-PREDATES-STAMP") finding.paths = ["else.pyc"];', 2, 'expected GG-BYTECODE-PREDATES-STAMP naming __pycache__/till'],
    ['overlooks a red report', 'answer.findings = answer.findings.filter((finding) => finding.rule !== "GG-EVIDENCE-RED");', 3, 'expected GG-EVIDENCE-RED naming reports/junit.xml'],
    ['accepts nothing', 'if (isGate) { answer.verdict = "rejected"; exit = 1; }', 4, 'expected accepted, and the gate said rejected with exit 1'],
  ])('a gate that %s makes the demo fail', async (_, mend, act, what) => {
    const outcome = await runDemo({ keep: false, json: true, quiet: true, gate: falseGate(mend) });
    expect(outcome).toMatchObject({ exit: 3, envelope: { verdict: 'rejected' } });
    expect(actsOf(outcome).filter(({ missing }) => missing.length > 0).map(({ act: number }) => number)).toEqual([act]);
    expect(outcome.envelope.findings[0]).toMatchObject({ rule: 'GG-DEMO-NOT-SHOWN', rejects: true });
    expect(outcome.envelope.findings.map((finding) => finding.what).join('\n')).toContain(`Act ${act}: ${what}`);
  });

  test.concurrent('a gate that gives no verdict makes the demo fail', async () => {
    await expect(runDemo({ keep: false, json: true, quiet: true, gate: [NODE, '-e', 'console.log("accepted")'] })).rejects.toMatchObject({ name: 'GateError', code: 'GG-DEMO-NO-ANSWER' });
  });
});

/** Processes whose working folder or arguments lie in a folder. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}
