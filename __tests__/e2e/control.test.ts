/** The positive control: a hunk whose loss no test misses is named, and tests that cannot fail reject (BL3). */
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, leftIn, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { BROKEN, COMMAND, PRICE_TEST, RIGHT, shop } from './compared-project.ts';

afterEach(removeFolders);

const FILLER = Array.from({ length: 12 }, (_, at) => `# ${at}\n`).join('');

function gate(root: string, ...options: readonly string[]): Promise<Judged> {
  return judged(['gate', '--control', ...options, ...COMMAND], { cwd: root, limitMs: 115_000 });
}

function hunks(result: Judged): readonly (readonly [string, string])[] {
  const { hunks: all } = result.envelope['control'] as { hunks: { path: string; result: string }[] };
  return all.map(({ path, result: what }) => [path, what] as const);
}

describe('gate --control', () => {
  test('takes out each hunk alone, and names those that no test misses', async () => {
    const root = shop({ 'src/shop.py': `${BROKEN}${FILLER}UNUSED = 1\n` }, { 'src/shop.py': `${RIGHT}${FILLER}UNUSED = 2\n`, 'src/extra.py': 'x = 1\n', 'tests/cases.py': `${PRICE_TEST}# seen\n` });
    const temporary = freshFolder();
    const result = await judged(['gate', '--control', ...COMMAND], { cwd: root, env: { TMPDIR: temporary } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(hunks(result)).toEqual([['src/shop.py', 'supported'], ['src/shop.py', 'unsupported'], ['src/extra.py', 'unsupported']]);
    expect(findingsOf(result, 'GG-CONTROL-UNSUPPORTED')).toMatchObject([{ listed: true, what: expect.stringMatching(/^1 of 3 hunks against HEAD break a test where they are taken out; no test misses src\/shop\.py @@ .* @@.*, src\/extra\.py new file$/), paths: ['src/shop.py', 'src/extra.py'] }]);
    expect(leftIn(temporary)).toEqual([]);
  });

  test('rejects tests that pass whatever is taken out', async () => {
    const root = shop({ 'tests/cases.py': 'def test_nothing():\n    pass\n' }, { 'src/shop.py': RIGHT });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-CONTROL-UNSUPPORTED'));
    expect(findingsOf(result, 'GG-CONTROL-UNSUPPORTED')[0]?.what).toMatch(/^No test fails whichever of 1 hunk is taken out: src\/shop\.py/);
  });

  test('counts a file that must be there, and one that must be gone', async () => {
    const root = shop({ 'src/shop.py': RIGHT, 'src/old.py': 'x = 1\n', 'tests/cases.py': 'import os\n\n\ndef test_files():\n    import new\n    assert not os.path.exists("src/old.py")\n' }, { 'src/new.py': 'y = 1\n' });
    rmSync(join(root, 'src/old.py'));
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(hunks(result).toSorted()).toEqual([['src/new.py', 'supported'], ['src/old.py', 'supported']]);
  });

  test('compares with the base where one is given', async () => {
    const root = shop({}, { 'src/shop.py': RIGHT });
    git(root, 'commit', '-q', '-a', '-m', 'head');
    const result = await gate(root, '--base', 'base');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope['control']).toMatchObject({ against: 'the base base', hunks: [{ path: 'src/shop.py', result: 'supported', says: 'cases::test_price' }] });
  });

  test('compares with HEAD under an event whose base is not here', async () => {
    const root = shop({}, { 'src/shop.py': RIGHT });
    // The policy of that base is fetched, into a store of the gate's own: the base stays absent here.
    const origin = makeRepository({ 'a.txt': 'of the base\n' });
    git(root, 'remote', 'add', 'origin', `file://${origin}`);
    const event = join(freshFolder(), 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { head: { sha: git(root, 'rev-parse', 'HEAD') }, base: { sha: git(origin, 'rev-parse', 'HEAD') } } }));
    const result = await judged(['gate', '--control', ...COMMAND], { cwd: root, env: { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: event, GITHUB_WORKSPACE: root } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope['control']).toMatchObject({ against: 'HEAD', hunks: [{ result: 'supported' }] });
  });

  test('stops at its time budget and says what was not tried', async () => {
    const slow = 'import time\n\n\ndef test_price():\n    import shop\n    time.sleep(1.5)\n    assert shop.price(3) == 6\n';
    const root = shop({ 'tests/cases.py': slow, 'src/other.py': 'x = 1\n' }, { 'src/shop.py': RIGHT, 'src/other.py': 'x = 2\n' });
    const result = await gate(root, '--control-budget', '1');
    expect(seen(result)).toEqual(rejectedBy('GG-CONTROL-UNSUPPORTED'));
    expect(hunks(result).map(([, what]) => what)).toEqual(['not-tried', 'not-tried']);
    expect(findingsOf(result, 'GG-CONTROL-UNSUPPORTED')[0]).toMatchObject({ what: expect.stringMatching(/[\d.]+ s of the budget of 1 s were left, and a run takes [\d.]+ s/), fix: expect.stringContaining('--control-budget') });
  });

  describe('with many hunks', () => {
    const NAMES = ['a', 'b', 'c', 'd', 'e'];
    const files = (text: string): Record<string, string> => Object.fromEntries(NAMES.map((name) => [`src/${name}.py`, text]));

    /** Takes a moment, and misses the change of every file but the last. `more` is asserted besides. */
    function slow(more = 'True'): string {
      return shop({ ...files('x = 1\n'), 'tests/cases.py': `import os, time\n\n\ndef test_all():\n    import a, b, c, d, e\n    time.sleep(2)\n    assert [one.x for one in (a, b, c, d)] == [2] * 4\n    assert ${more}\n` }, files('x = 2\n'));
    }

    test('runs them side by side', async () => {
      const result = await gate(slow());
      expect(seen(result)).toEqual(ACCEPTED);
      expect(result.envelope['control']).toMatchObject({ jobs: Math.min(4, availableParallelism()) });
      expect(hunks(result)).toEqual(NAMES.map((name) => [`src/${name}.py`, name === 'e' ? 'unsupported' : 'supported']));
    }, 120_000);

    test('runs one after the other where the unchanged tree does not pass side by side', async () => {
      // Stands for tests that share a port: the whole change fails everywhere but in the workspace.
      const result = await gate(slow('e.x == 1 or "generation-gate-second-" not in os.getcwd()'));
      expect(seen(result)).toEqual(ACCEPTED);
      expect(result.envelope['control']).toMatchObject({ jobs: 1 });
      expect(hunks(result)).toEqual(NAMES.map((name) => [`src/${name}.py`, name === 'e' ? 'unsupported' : 'supported']));
    }, 120_000);
  });

  test('has nothing to say of a change in tests alone', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, { 'tests/cases.py': `${PRICE_TEST}# more\n` });
    write(root, {});
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-CONTROL-UNSUPPORTED')[0]?.what).toMatch(/^There is nothing to take out/);
  });
});
