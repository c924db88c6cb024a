import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, program, rejectedBy, seen } from '../../support/cli.ts';
import { makeRepository, removeFolders } from '../../support/repository.ts';
import { PROJECT, PYTHON } from './scene.ts';

afterEach(removeFolders);

const FILES = { ...PROJECT, 'run.py': 'import sys; sys.path[:0] = ["src", "tests"]\nimport test_shop, shop; test_shop.test_price(); print(shop.price(3))\n' };

describe('the witness in the gate (RN5, PR2)', () => {
  test('required: proven is accepted, what the witness cannot enter is rejected', async () => {
    const root = makeRepository(FILES);
    const proven = await judged(['gate', '--witness', 'required', '--', PYTHON, 'run.py'], { cwd: root });
    expect(seen(proven)).toEqual(ACCEPTED);
    expect(findingsOf(proven, 'GG-WITNESS-PROVEN')[0]?.what).toMatch(/3 stamped files ran from stamped bytes in 1 Python process$/);
    const isolated = await judged(['gate', '--witness', 'required', '--', PYTHON, '-I', '-c', 'pass'], { cwd: root });
    expect(seen(isolated)).toEqual(rejectedBy('GG-WITNESS-ABSENT'));
  });

  test('off: nothing is recorded, and the verdict says so', async () => {
    const root = makeRepository({ ...FILES, 'run.py': 'import os; print(sorted(name for name in os.environ if name.startswith(("PYTHONPATH", "TOX"))))\n' });
    const result = await judged(['gate', '--witness', 'off', '--', PYTHON, 'run.py'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.stderr).toContain('[]');
    expect(findingsOf(result, 'GG-WITNESS-ABSENT')[0]).toMatchObject({ answer: 'unknown', rejects: false });
  });

  test('--bytecode isolate: stale bytecode beside the source is not read', async () => {
    const root = makeRepository(FILES);
    const file = join(root, 'src/shop.py');
    const right = PROJECT['src/shop.py'] as string;
    const setTime = (): void => utimesSync(file, 1_700_000_000, 1_700_000_000);
    expect((await program(['stamp'], { cwd: root })).code).toBe(0);
    writeFileSync(file, right.replace('*', '+'));
    setTime();
    execFileSync(PYTHON, ['-c', 'import py_compile; py_compile.compile("src/shop.py")'], { cwd: root, env: {} });
    writeFileSync(file, right);
    setTime();
    const stale = await program(['run', '--', PYTHON, '-c', 'import sys; sys.path.insert(0, "src"); import shop; print(shop.price(3))'], { cwd: root });
    expect(stale.stdout).toMatch(/^5$/m);
    const isolated = await program(['run', '--bytecode', 'isolate', '--', PYTHON, 'run.py'], { cwd: root });
    expect(isolated.stdout).toMatch(/^6$/m);
  });
});
