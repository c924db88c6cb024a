/** The witness's file in an environment: processes without the gate's variables, and what stays behind: nothing (RN5). */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RunFacts } from '../../../src/model/facts.ts';
import { putEntries, removeLeftEntries } from '../../../src/run/witness/entry.ts';
import { makeEnvironment } from '../../e2e/environments.ts';
import { ACCEPTED, findingsOf, judged, program, seen, startProgram } from '../../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../../support/repository.ts';
import { PROJECT, PYTHON } from './scene.ts';

afterEach(removeFolders);

const LIMIT_MS = 170_000;
const OWN = ['--witness-pth', 'own'] as const;
const CHILD = 'import sys; sys.path.insert(0, "src"); import shop';

/** A project with an environment of its own; what lies in its site-packages. */
function project(files: Readonly<Record<string, string>> = {}): { readonly root: string; readonly site: string } {
  const root = makeRepository({ ...PROJECT, ...files });
  makeEnvironment(join(root, '.venv'), []);
  const [version = ''] = readdirSync(join(root, '.venv/lib'));
  return { root, site: join(root, '.venv/lib', version, 'site-packages') };
}

function witnessOf(root: string): Extract<RunFacts['witness'], { state: 'present' }> {
  const state = join(root, '.git/generation-gate');
  const folder = readdirSync(state).find((name) => name.startsWith('generation-')) ?? '';
  const folders = readdirSync(state).filter((name) => /^generation-[0-9a-f]{32}$/.test(name));
  const { facts } = JSON.parse(readFileSync(join(state, folders[0] ?? folder, 'run.json'), 'utf8')) as { facts: RunFacts };
  if (facts.witness.state === 'absent') throw new Error(facts.witness.why);
  return facts.witness;
}

describe('--witness-pth (RN5)', () => {
  const main = `import subprocess, sys\nsys.path.insert(0, "src")\nimport shop\nfor options, env in (([], {}), (["-E"], None), (["-I"], None), (["-I"], {}), ([], {"PYTHONPATH": "src"})):\n    subprocess.run([sys.executable, *options, "-c", '${CHILD}'], env=env, check=True)\n`;

  test('own: stripped and isolated processes are witnessed, and nothing stays in the environment', async () => {
    const { root, site } = project({ 'main.py': main, 'run.sh': `set -e\nenv -i .venv/bin/python -c '${CHILD}'\nPYTHONPATH=src .venv/bin/python -c 'import shop'\n.venv/bin/python main.py\n` });
    const before = readdirSync(site);
    const result = await judged(['gate', '--witness', 'required', ...OWN, '--', 'bash', 'run.sh'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(witnessOf(root)).toMatchObject({ processes: 8, escaped: [], lost: [], entered: [join(root, '.venv')] });
    expect(findingsOf(result, 'GG-WITNESS-PROVEN')[0]?.what).toMatch(/in 8 Python processes/);
    expect(readdirSync(site)).toEqual(before);
    // Unasked, nobody enters anything, and the parent tells.
    const plain = await judged(['gate', '--', join(root, '.venv/bin/python'), 'main.py'], { cwd: root });
    expect(seen(plain)).toEqual(ACCEPTED);
    expect(findingsOf(plain, 'GG-WITNESS-UNWITNESSED')[0]?.what).toMatch(/Proven for 1 of 6 Python processes/);
  }, LIMIT_MS);

  test('only -S escapes, and is told', async () => {
    const { root } = project({ 'main.py': `import subprocess, sys\nsys.path.insert(0, "src")\nimport shop\nsubprocess.run([sys.executable, "-c", "pass"], env={})\nsubprocess.run([sys.executable, "-S", "-c", "pass"])\n` });
    const result = await judged(['gate', ...OWN, '--', join(root, '.venv/bin/python'), 'main.py'], { cwd: root });
    expect(findingsOf(result, 'GG-WITNESS-UNWITNESSED')[0]?.what).toMatch(/Proven for 2 of 3 .*-S -c pass" \(-S keeps it out\)/);
  }, LIMIT_MS);

  test('what it sees in a stripped process refutes', async () => {
    const { root } = project();
    const script = `cp src/shop.py kept; echo "def price(n): return 6" > src/shop.py; env -i .venv/bin/python -c '${CHILD}'; cat kept > src/shop.py; rm kept`;
    const result = await judged(['gate', ...OWN, '--', 'bash', '-c', script], { cwd: root });
    expect(result.rejecting).toContain('GG-WITNESS-LOADED-OTHER-BYTES');
  }, LIMIT_MS);

  test('own leaves environments elsewhere alone, any enters them, and neither the system', async () => {
    const root = makeRepository({ ...PROJECT, 'main.py': `import subprocess, sys\nsys.path.insert(0, "src")\nimport shop\nsubprocess.run([sys.executable, "-c", "pass"], env={})\n` });
    const python = makeEnvironment(join(freshFolder(), 'venv'), []);
    const own = await judged(['gate', ...OWN, '--', python, 'main.py'], { cwd: root });
    expect(findingsOf(own, 'GG-WITNESS-UNWITNESSED')[0]?.what).toMatch(/Proven for 1 of 2 .*venv was not entered: it lies outside of this workspace/);
    const any = await judged(['gate', '--witness-pth', 'any', '--', python, 'main.py'], { cwd: root });
    expect(findingsOf(any, 'GG-WITNESS-PROVEN')[0]?.what).toMatch(/in 2 Python processes/);
    await judged(['gate', '--witness-pth', 'any', '--', PYTHON, 'main.py'], { cwd: root });
    expect(witnessOf(root)).toMatchObject({ entered: [], notEntered: [{ why: 'it is no virtual environment' }] });
  }, LIMIT_MS);

  test('a process of somebody else in the same environment is none of the run', async () => {
    const { root } = project({ 'main.py': 'import os, time\nopen("started", "w").close()\nwhile not os.path.exists("go"): time.sleep(0.05)\n', '.gitignore': '.venv/\nstarted\ngo\n' });
    const python = join(root, '.venv/bin/python');
    const { ended } = startProgram(['gate', '--json', ...OWN, '--', python, 'main.py'], { cwd: root });
    while (!existsSync(join(root, 'started'))) await delay(50);
    execFileSync(python, ['-c', `${CHILD}; print(shop.price(1))`], { cwd: root, env: {} });
    writeFileSync(join(root, 'go'), '');
    await ended;
    expect(witnessOf(root)).toMatchObject({ processes: 1, entered: [join(root, '.venv')] });
    expect(witnessOf(root).loads.map(({ path }) => path)).toEqual(['main.py']);
  }, LIMIT_MS);

  test('a gate that is killed leaves a file that is harmless, and the next call takes it away', async () => {
    const { root, site } = project({ 'main.py': 'import os, time\nprint(os.getpid(), flush=True)\nopen("started", "w").close()\ntime.sleep(600)\n', '.gitignore': '.venv/\nstarted\n' });
    const python = join(root, '.venv/bin/python');
    const { child, ended } = startProgram(['gate', ...OWN, '--', python, 'main.py'], { cwd: root });
    while (!existsSync(join(root, 'started'))) await delay(50);
    child.kill('SIGKILL');
    const orphan = Number(/^(\d+)$/m.exec(execFileSync('sh', ['-c', 'cat .git/generation-gate/generation-*/run-1/stdout.log'], { cwd: root, encoding: 'utf8' }))?.[1]);
    process.kill(orphan, 'SIGKILL');
    await ended;
    const left = readdirSync(site).filter((name) => name.startsWith('00-generation-gate'));
    expect(left).toHaveLength(1);
    const look = (): string => execFileSync(python, ['-c', 'print("fine")'], { env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    expect(look()).toBe('fine\n');
    // Its target is gone as well.
    const kept = readFileSync(join(site, left[0] ?? ''));
    expect((await program(['stamp'], { cwd: root })).code).toBe(0);
    expect(readdirSync(site)).not.toContain(left[0]);
    writeFileSync(join(site, left[0] ?? ''), kept);
    expect(spawnedStderr(python)).toBe('');
    // Another run in this environment finds a file that leads nowhere.
    await judged(['gate', ...OWN, '--', python, '-c', 'pass'], { cwd: root });
    expect(readdirSync(site)).not.toContain(left[0]);
  }, LIMIT_MS);

  test('an interrupted gate takes it away itself', async () => {
    const { root, site } = project({ 'main.py': 'import time\nopen("started", "w").close()\ntime.sleep(600)\n', '.gitignore': '.venv/\nstarted\n' });
    const before = readdirSync(site);
    const { child, ended } = startProgram(['gate', ...OWN, '--', join(root, '.venv/bin/python'), 'main.py'], { cwd: root });
    while (!existsSync(join(root, 'started'))) await delay(50);
    expect(readdirSync(site)).not.toEqual(before);
    child.kill('SIGTERM');
    await ended;
    expect(readdirSync(site)).toEqual(before);
  }, LIMIT_MS);
});

describe('the file itself (RN5)', () => {
  function place(): { readonly state: string; readonly environment: string; readonly site: string } {
    const environment = join(realpathSync(freshFolder()), 'env');
    const site = join(environment, 'lib/python3.11/site-packages');
    write(environment, { 'pyvenv.cfg': 'home = /usr/bin\n', 'lib/python3.11/site-packages/keep.pth': '/x\n' });
    return { state: freshFolder(), environment, site };
  }
  const put = ({ state, environment }: { state: string; environment: string }, home = '/nowhere/wit"ness\u00e4'): ReturnType<typeof putEntries> =>
    putEntries({ home, state, token: 'abcdef0123456789', environments: [environment], whyNot: () => null });

  test('only the gate\u2019s own files go', () => {
    const where = place();
    const entries = put(where);
    expect(entries).toMatchObject({ entered: [where.environment], notEntered: [] });
    const [own = ''] = readdirSync(where.site).filter((name) => name !== 'keep.pth');
    expect(own).toBe('00-generation-gate-abcdef0123456789.pth');
    writeFileSync(join(where.site, own), 'import something\n');
    entries.remove();
    expect(readdirSync(where.site).sort()).toEqual([own, 'keep.pth']);
    // A second run does not overwrite it either.
    expect(put(where).notEntered[0]?.why).toMatch(/EEXIST/);
    removeLeftEntries(where.state);
  });

  test('a part of one, as a killed gate leaves it, goes as well', () => {
    const where = place();
    put(where);
    const file = join(where.site, '00-generation-gate-abcdef0123456789.pth');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, 30));
    removeLeftEntries(where.state);
    expect(existsSync(file)).toBe(false);
    put(where).remove();
    expect(existsSync(file)).toBe(false);
  });

  test('what is no environment, cannot be written or must not be entered is named', () => {
    const where = place();
    rmSync(join(where.environment, 'pyvenv.cfg'));
    expect(put(where).notEntered).toEqual([{ folder: where.environment, why: 'it is no virtual environment' }]);
    mkdirSync(join(where.environment, 'pyvenv.cfg'));
    expect(put(where).notEntered).toHaveLength(1);
    expect(putEntries({ home: '/x', state: where.state, token: '0'.repeat(16), environments: ['/does/not/exist'], whyNot: () => null }).notEntered[0]?.why).toMatch(/ENOENT/);
  });
});

function spawnedStderr(python: string): string {
  return execFileSync('sh', ['-c', '"$1" -c pass 2>&1', 'sh', python], { env: { PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' });
}
