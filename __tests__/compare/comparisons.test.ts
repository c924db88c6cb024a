/** What two runs are compared by: identities, signatures of failures, lines, patches. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bentTests, redTests, transitionsOf, type SideTests } from '../../src/compare/baseline.ts';
import { hunksOf } from '../../src/compare/hunks.ts';
import { lineMapOf } from '../../src/compare/line-map.ts';
import { replayDifferences } from '../../src/compare/replay.ts';
import { differenceBetween, signatureOf } from '../../src/compare/signature.ts';
import { isStartError, startErrorsIn } from '../../src/compare/start-errors.ts';
import { testFileTest } from '../../src/compare/test-files.ts';
import { comparedTests, testLabel, type ComparedTest } from '../../src/model/compare.ts';
import type { Failure } from '../../src/model/report.ts';
import { testCase } from '../support/evidence-facts.ts';

const NO_LINES = (_file: string, line: number): number => line;

function tests(...given: readonly (readonly [name: string, outcome: ComparedTest['outcome'], failure?: Partial<Failure>])[]): ComparedTest[] {
  return comparedTests(
    [{ path: 'r.xml', cases: given.map(([name, outcome, failure]) => testCase({ name, outcome, ...(failure === undefined ? {} : { failure: { type: '', message: '', place: '', ...failure } }) })) }],
    [],
    [],
  );
}

function side(all: readonly ComparedTest[], startErrors: readonly string[] = []): SideTests {
  return { tests: all, roots: ['/base'], startErrors };
}

describe('identities', () => {
  test('leave out directories, generations, and the report that holds them', () => {
    const here = comparedTests([{ path: 'a.xml', cases: [testCase({ suite: ['own 0123'], name: '/ws/t/x.js', file: '/ws/t/x.js' })] }], ['/ws'], ['0123']);
    const there = comparedTests([{ path: 'b.xml', cases: [testCase({ suite: ['own 4567'], name: '/second/ws/t/x.js', file: '/second/ws/t/x.js' })] }], ['/second/ws'], ['4567']);
    expect(here[0]?.key).toBe(there[0]?.key);
    expect(testLabel(here[0] ?? tests()[0]!)).toBe('tests.test_price::t/x.js');
  });

  test('leave out addresses of objects, and keep what else a parameter says', () => {
    const keys = (...names: readonly string[]): readonly string[] => tests(...names.map((name) => [name, 'passed'] as const)).map(({ key }) => key);
    expect(keys('t[<Shop object at 0x7f00aa>]')).toEqual(keys('t[<Shop object at 0x55bbcc>]'));
    expect(keys('t[0x10]')).not.toEqual(keys('t[0x20]'));
  });

  test('tell equal tests of two reports apart', () => {
    const one = { path: 'one.xml', cases: [testCase()] };
    const two = { path: 'two.xml', cases: [testCase()] };
    const keys = comparedTests([two, one], [], []).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('replay differences', () => {
  test('are outcomes, and tests of one run alone', () => {
    const warm = tests(['same', 'passed'], ['fails', 'passed'], ['gone', 'passed'], ['retried', 'flaky'], ['skipped', 'skipped']);
    const clean = tests(['same', 'passed'], ['fails', 'failed', { message: 'no file' }], ['retried', 'passed'], ['skipped', 'passed'], ['new', 'passed']);
    expect(replayDifferences(warm, clean).map(({ test: name, warm: before, clean: after, says }) => [name.split('::').at(-1), before, after, says])).toEqual([
      ['fails', 'passed', 'failed', 'no file'],
      ['gone', 'passed', null, ''],
      ['skipped', 'skipped', 'passed', ''],
      ['new', null, 'passed', ''],
    ]);
  });

  test('of a run with itself are none, and of different outcomes never', () => {
    const outcome = fc.constantFrom('passed', 'failed', 'errored', 'skipped') as fc.Arbitrary<ComparedTest['outcome']>;
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), outcome), fc.dictionary(fc.string({ minLength: 1 }), outcome), (left, right) => {
        const [one, other] = [tests(...Object.entries(left)), tests(...Object.entries(right))];
        expect(replayDifferences(one, one)).toEqual([]);
        const differs = Object.keys({ ...left, ...right }).filter((name) => left[name] !== right[name]).length;
        expect(replayDifferences(one, other)).toHaveLength(differs);
      }),
    );
  });
});

describe('transitions', () => {
  test('have their eight kinds', () => {
    const base = tests(['a', 'failed'], ['b', 'passed'], ['c', 'passed'], ['d', 'errored'], ['gone', 'passed'], ['s', 'skipped']);
    const head = tests(['a', 'passed'], ['b', 'passed'], ['c', 'failed'], ['d', 'failed'], ['new', 'passed'], ['s', 'passed']);
    expect(transitionsOf(side(base), head).map(({ kind, test: { name } }) => [name, kind])).toEqual([['a', 'fail-pass'], ['b', 'pass-pass'], ['c', 'pass-fail'], ['d', 'fail-fail'], ['new', 'new'], ['s', 'other'], ['gone', 'gone']]);
  });

  test('pair a test that moved to another file, and not two that could be it', () => {
    const at = (file: string, outcome: ComparedTest['outcome'] = 'passed'): ComparedTest => comparedTests([{ path: 'r', cases: [testCase({ file, outcome })] }], [], [])[0]!;
    expect(transitionsOf(side([at('old.py')]), [at('new.py')])).toMatchObject([{ kind: 'moved', base: 'passed', head: 'passed', from: 'old.py::tests.test_price::test_price' }]);
    expect(transitionsOf(side([at('old.py', 'failed')]), [at('new.py')])).toMatchObject([{ kind: 'fail-pass' }]);
    expect(transitionsOf(side([at('old.py'), at('older.py')]), [at('new.py')]).map(({ kind }) => kind)).toEqual(['new', 'gone', 'gone']);
  });

  test('mark what could not be loaded on the base', () => {
    const base = tests(['a', 'failed', { message: 'test failed' }], ['b', 'failed', { message: 'assert 1 == 2' }]);
    const head = tests(['a', 'passed'], ['b', 'passed']);
    expect(transitionsOf(side(base, ["Error: Cannot find module './shop'"]), head).map(({ startError }) => startError)).toEqual([true, false]);
    expect(transitionsOf(side(base), head).map(({ startError }) => startError)).toEqual([false, false]);
  });
});

describe('errors of loading', () => {
  test.each([
    ['', 'collection failure'],
    ['ImportError', 'cannot import name'],
    ['', "ModuleNotFoundError: No module named 'shop'"],
    ['', 'Test suite failed to run'],
    ['', "Cannot find module '../src' from 'test/a.test.js'"],
    ['', "The requested module './a.js' does not provide an export named 'b'"],
    ['java.lang.NoClassDefFoundError', ''],
  ])('are seen in a report: %s %s', (type, message) => {
    expect(isStartError({ class: '', name: 'x', failure: { type, message, place: '' } })).toBe(true);
  });

  test('are not seen in an assertion that fails', () => {
    for (const message of ['assert 5 == 6', 'Expected import to succeed', 'AttributeError: no attribute price', "KeyError: 'module'"]) {
      expect(isStartError({ class: 'tests', name: 'test_import', failure: { type: 'AssertionError', message, place: '' } })).toBe(false);
    }
  });

  test('are seen in an output', () => {
    const output = ['collected 0 items / 1 error', '____ ERROR collecting tests/test_a.py ____', "E   ModuleNotFoundError: No module named 'x'", 'FAIL shop [build failed]', 'error[E0432]: unresolved import'].join('\r\n');
    expect(startErrorsIn(output)).toHaveLength(4);
    expect(startErrorsIn('AssertionError [ERR_ASSERTION]: Expected values to be strictly equal\n1 failed\n')).toEqual([]);
  });
});

describe('signatures', () => {
  const failure: Failure = { type: 'AssertionError', message: 'no <Shop at 0x7f00aa11> in /base/src/shop.py after 1.5s at 2026-01-02T03:04:05Z', place: '/base/tests/a.py:10' };
  const other: Failure = { type: 'AssertionError', message: 'no <Shop at 0x55aa0011> in /head/src/shop.py after 12 ms at 2026-02-02T03:04:05.123Z', place: '/head/tests/a.py:10' };

  test('are equal in spite of directories, addresses and times', () => {
    expect(differenceBetween(signatureOf(failure, ['/base']), signatureOf(other, ['/head']), NO_LINES)).toBeNull();
  });

  test.each([
    ['type', { ...other, type: 'ValueError' }, /its type was "AssertionError"/],
    ['message', { ...other, message: 'something else' }, /it said/],
    ['number', { ...other, message: other.message.replace('Shop', 'Shop 3') }, /it said/],
    ['file', { ...other, place: '/head/tests/b.py:10' }, /it failed at "tests\/a\.py"/],
    ['line', { ...other, place: '/head/tests/a.py:11' }, /at line 10 .* at line 11/],
  ])('differ by %s', (_, changed, words) => {
    expect(differenceBetween(signatureOf(failure, ['/base']), signatureOf(changed, ['/head']), NO_LINES)).toMatch(words);
  });

  test('follow a line that moved', () => {
    const lines = lineMapOf(new Map([['tests/a.py', '@@ -3,0 +4,2 @@\n+a\n+b\n@@ -20 +22,0 @@\n-c\n']]));
    expect([lines('tests/a.py', 3), lines('tests/a.py', 4), lines('tests/a.py', 10), lines('tests/a.py', 20), lines('tests/a.py', 21), lines('b.py', 7)]).toEqual([3, 6, 12, null, 22, 7]);
    expect(differenceBetween(signatureOf(failure, ['/base']), signatureOf({ ...other, place: '/head/tests/a.py:12' }, ['/head']), lines)).toBeNull();
  });
});

describe('red tests of the head', () => {
  test('are known to the base, or new with the reason', () => {
    const known = { type: 'E', message: 'no service', place: '/base/t.py:1' };
    const base = tests(['same', 'failed', known], ['other', 'failed', { message: 'before' }], ['turned', 'passed']);
    const head = { tests: tests(['same', 'failed', { ...known, place: '/head/t.py:1' }], ['other', 'failed', { message: 'after' }], ['turned', 'failed'], ['new', 'failed']), roots: ['/head'], startErrors: [] };
    const { preexisting, newlyRed } = redTests(side(base), side(base), head, NO_LINES);
    expect(preexisting).toEqual([head.tests[0]?.key]);
    expect(newlyRed.map(({ why }) => why)).toEqual(['it said "before" on the base and says "after"', 'it passed on the base', 'the base does not have it']);
  });

  test('of an edited line count where the patched test fails at that line on the base too', () => {
    const place = (root: string, line: number): Partial<Failure> => ({ message: 'm', place: `${root}/t.py:${line}` });
    const head = { tests: tests(['t', 'failed', place('/head', 5)]), roots: ['/head'], startErrors: [] };
    const gone = (): null => null;
    const before = side(tests(['t', 'failed', place('/base', 3)]));
    expect(redTests(before, side(tests(['t', 'failed', place('/base', 5)])), head, gone).newlyRed).toEqual([]);
    expect(redTests(before, side(tests(['t', 'failed', place('/base', 4)])), head, gone).newlyRed).toHaveLength(1);
  });
});

test('bent tests pass on the base and fail on the new code in their old form alone', () => {
  const base = tests(['bent', 'passed'], ['broken', 'passed'], ['red', 'failed'], ['fine', 'passed']);
  const onNewCode = tests(['bent', 'failed'], ['broken', 'failed'], ['red', 'failed'], ['fine', 'passed']);
  const head = tests(['bent', 'passed'], ['broken', 'failed'], ['red', 'failed'], ['fine', 'passed']);
  expect(bentTests(base, onNewCode, head)).toEqual(['tests.test_price::bent']);
});

describe('test files', () => {
  test.each([
    ['tests/test_shop.py', true],
    ['tests/data/input.json', true],
    ['src/pkg/tests/helper.py', true],
    ['src/pkg/test_shop.py', true],
    ['conftest.py', true],
    ['src/shop.test.ts', true],
    ['src/__tests__/shop.ts', true],
    ['pkg/shop_test.go', true],
    ['core/src/test/java/A.java', true],
    ['spec/shop_spec.rb', true],
    ['src/shop.py', false],
    ['django/test/client.py', false],
    ['src/testing/shop.py', false],
    ['src/latest.py', false],
    ['src/contest/a.py', false],
  ])('%s: %s', (path, expected) => {
    expect(testFileTest([]).isTest(path)).toBe(expected);
  });

  test('are those of the globs that are given', () => {
    const { isTest } = testFileTest(['checks/**', '!checks/data/**']);
    expect([isTest('checks/a.py'), isTest('checks/data/a.json'), isTest('tests/a.py')]).toEqual([true, false, false]);
  });
});

describe('hunks', () => {
  test('are cut one by one, whole files as one', () => {
    const patch = ['diff --git a/a.py b/a.py', 'index 1..2 100644', '--- a/a.py', '+++ b/a.py', '@@ -1 +1 @@ def x', '-a', '+b', '@@ -9,0 +10 @@', '+c', 'diff --git "a/t\\303\\244b.py" "b/t\\303\\244b.py"', 'deleted file mode 100644', '--- "a/t\\303\\244b.py"', '+++ /dev/null', '@@ -1 +0,0 @@', '-x', 'diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755', ''].join('\n');
    const hunks = hunksOf(patch);
    expect(hunks.map(({ path, title }) => [path, title])).toEqual([['a.py', '@@ -1 +1 @@ def x'], ['a.py', '@@ -9,0 +10 @@'], ['täb.py', 'deleted file'], ['run.sh', 'change of mode']]);
    expect(hunks[1]?.text).toBe('diff --git a/a.py b/a.py\nindex 1..2 100644\n--- a/a.py\n+++ b/a.py\n@@ -9,0 +10 @@\n+c\n');
    expect(hunks.map(({ text }) => text?.includes('diff --git'))).toEqual([true, true, true, true]);
  });
});
