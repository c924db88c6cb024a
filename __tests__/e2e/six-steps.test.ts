/**
 * The manual routine of a careful reviewer, automated: clear the workspace, stamp it, run the tests, look at the report,
 * at the bytecode, at the tree and at the stamp. On a real pytest project, in a workspace that was used before and in a
 * fresh clone, with a pytest of today and one that still judges its bytecode by times.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders, write, commitAll } from '../support/repository.ts';
import { PYTEST_NEW, PYTEST_OLD, sharedEnvironment } from './environments.ts';

const REPORT = 'reports/junit.xml';
const PROJECT = {
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
  'src/shop/__init__.py': '',
  'src/shop/price.py': 'def price(count):\n    return count * 2\n',
  'tests/test_price.py': 'from shop.price import price\n\n\ndef test_price():\n    assert price(3) == 6\n',
};
/** Of equal size: stale bytecode of the one runs in place of the other. */
const BROKEN = PROJECT['src/shop/price.py'].replace('* 2', '+ 2');

afterEach(removeFolders);

describe.each([PYTEST_NEW, PYTEST_OLD])('with %s', (pytest) => {
  let python: string;
  let plainEnvironment: Record<string, string>;
  /** Name of the bytecode of `price.py`, as this Python reads it. */
  let bytecode: string;

  beforeAll(async () => {
    python = await sharedEnvironment(pytest);
    plainEnvironment = cleanEnvironment({ TMPDIR: '/tmp' });
    bytecode = execFileSync(python, ['-c', 'import sys; print("price." + sys.implementation.cache_tag + ".pyc")'], { encoding: 'utf8' }).trim();
  }, 240_000);

  function runPytest(cwd: string, ...more: readonly string[]): void {
    execFileSync(python, ['-m', 'pytest', '-q', `--junitxml=${REPORT}`, ...more], { cwd, env: plainEnvironment, stdio: 'pipe' });
  }

  /** A work tree whose earlier run has left a green report, bytecode and pytest's cache. */
  function usedWorkspace(): string {
    const root = makeRepository(PROJECT);
    runPytest(root);
    expect(existsSync(join(root, REPORT)) && existsSync(join(root, 'src/shop/__pycache__'))).toBe(true);
    return root;
  }

  function freshClone(): string {
    const clone = join(freshFolder(), 'clone');
    git(dirname(clone), 'clone', '-q', makeRepository(PROJECT), clone);
    return clone;
  }

  const stamp = (root: string): Promise<Judged> => judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root });
  const run = (root: string): Promise<Judged> => judged(['run', '--', python, '-m', 'pytest', '-q', `--junitxml=${REPORT}`], { cwd: root });
  const check = (root: string): Promise<Judged> => judged(['check'], { cwd: root });

  async function stampAndRun(root: string): Promise<Judged> {
    const stamped = await stamp(root);
    expect(seen(stamped)).toEqual(ACCEPTED);
    expect(seen(await run(root))).toEqual(ACCEPTED);
    return stamped;
  }

  describe.each([
    ['a reused workspace', usedWorkspace],
    ['a fresh clone', freshClone],
  ])('in %s', (place, workspace) => {
    test('a clean stamp and run is accepted', async () => {
      const root = workspace();
      const stamped = await stampAndRun(root);
      const checked = await check(root);
      expect(seen(checked)).toEqual(ACCEPTED);
      expect(checked.envelope).toMatchObject({ generation: stamped.envelope.generation, tree_id: stamped.envelope.tree_id, tests: { total: 1, passed: 1 } });
      // The report is evidence and the rest is ignored: the id is the commit's own.
      expect(checked.envelope.tree_id).toBe(git(root, 'rev-parse', 'HEAD^{tree}'));
    });

    test('an older report in the place of the new one is rejected', async () => {
      const root = workspace();
      if (place !== 'a reused workspace') runPytest(root);
      const older = join(freshFolder(), 'junit.xml');
      copyFileSync(join(root, REPORT), older);
      utimesSync(older, 1_600_000_000, 1_600_000_000);
      await stampAndRun(root);
      execFileSync('cp', ['-p', older, join(root, REPORT)]);
      const checked = await check(root);
      expect(seen(checked)).toMatchObject({ code: 1, verdict: 'rejected' });
      expect(rejectedPaths(checked, 'GG-EVIDENCE-PREDATES-STAMP')).toEqual([REPORT]);
    });

    test('planted bytecode that is older than the stamp is rejected', async () => {
      const root = workspace();
      await stampAndRun(root);
      const planted = `src/shop/__pycache__/${bytecode}`;
      mkdirSync(join(root, dirname(planted)), { recursive: true });
      const source = join(freshFolder(), 'price.py');
      writeFileSync(source, BROKEN);
      execFileSync(python, ['-c', 'import py_compile, sys; py_compile.compile(sys.argv[1], sys.argv[2])', source, join(root, planted)], { env: plainEnvironment });
      utimesSync(join(root, planted), 1_600_000_000, 1_600_000_000);
      const checked = await check(root);
      expect(seen(checked)).toMatchObject({ code: 1, verdict: 'rejected' });
      expect(rejectedPaths(checked, 'GG-BYTECODE-PREDATES-STAMP')).toEqual([planted]);
    });

    test('a tracked file that changed after the stamp is rejected', async () => {
      const root = workspace();
      await stampAndRun(root);
      write(root, { 'src/shop/price.py': BROKEN });
      const checked = await check(root);
      expect(seen(checked)).toEqual(rejectedBy('GG-TREE-CHANGED', 'GG-TREE-OTHER'));
      expect(rejectedPaths(checked, 'GG-TREE-CHANGED')).toEqual(['src/shop/price.py']);
    });

    test('a stamp that was removed is rejected', async () => {
      const root = workspace();
      await stampAndRun(root);
      rmSync(join(root, '.workspace_generation.json'));
      const checked = await check(root);
      expect(seen(checked)).toEqual(rejectedBy('GG-STAMP-MISSING'));
      expect(rejectedPaths(checked, 'GG-STAMP-MISSING')).toEqual(['.workspace_generation.json']);
      expect(seen(await run(root))).toEqual(rejectedBy('GG-STAMP-MISSING'));
    });
  });

  test('stale bytecode that hides a broken change is purged, so the tests fail as they must', async () => {
    const root = usedWorkspace();
    const source = join(root, 'src/shop/price.py');
    const time = new Date(1_700_000_000_000);
    utimesSync(source, time, time);
    rmSync(join(root, 'src/shop/__pycache__'), { recursive: true });
    runPytest(root);
    writeFileSync(source, BROKEN);
    utimesSync(source, time, time);
    // The trap is real: without the gate the tests are green on broken code.
    runPytest(root);

    const result = await judged(['gate', '--evidence', 'reports/*.xml', '--', python, '-m', 'pytest', '-q', `--junitxml=${REPORT}`], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(result.envelope.tests).toMatchObject({ total: 1, failed: 1 });
    expect(findingsOf(result, 'GG-EVIDENCE-QUARANTINED')[0]?.paths).toEqual([REPORT]);
  });

  test('a patch is applied before the stamp, and the tests judge the patched code', async () => {
    const root = usedWorkspace();
    write(root, { 'src/shop/price.py': BROKEN });
    const patch = join(freshFolder(), 'change.patch');
    writeFileSync(patch, `${git(root, 'diff')}\n`);
    git(root, 'checkout', '-q', '--', '.');
    const result = await judged(['gate', '--patch', patch, '--evidence', 'reports/*.xml', '--', python, '-m', 'pytest', '-q', `--junitxml=${REPORT}`], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(readFileSync(join(root, 'src/shop/price.py'), 'utf8')).toBe(BROKEN);
    commitAll(root);
    expect(result.envelope.tree_id).not.toBeNull();
  });
});
