import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { identify, identityKey, matchesTest, stripRoots } from '../../src/model/identity.ts';
import type { ReportCase } from '../../src/model/report.ts';

const reported = (parts: Partial<ReportCase>): ReportCase => ({ suite: [], class: '', name: 'n', ordinal: 0, outcome: 'passed', ...parts });
const identity = (parts: Partial<ReportCase>) => identify(reported(parts), []);

describe('an identity holds no absolute path', () => {
  const ROOTS = ['/home/runner/work/project/', 'C:\\a\\b', '/tmp/replay'];
  test.each([
    ['/home/runner/work/project/test/price.test.cjs', 'test/price.test.cjs'],
    ['file:///home/runner/work/project/test/a.mjs', 'test/a.mjs'],
    ['/tmp/replay/test/a.mjs', 'test/a.mjs'],
    ['/home/runner/work/project', '.'],
    ['reads /tmp/replay/a.json and "/tmp/replay/b.json"', 'reads a.json and "b.json"'],
    ['(/home/runner/work/project/x.py:12)', '(x.py:12)'],
    ['C:\\a\\b\\test\\x.js', 'test/x.js'],
    ['c:/A/B/test/x.js', 'test/x.js'],
    ['file:///C:/a/b/test/x.js', 'test/x.js'],
    ['at C:\\a\\b\\src\\x.js and C:\\a\\b\\src\\y.js', 'at src/x.js and src/y.js'],
    ['/home/runner/work/project-two/a', '/home/runner/work/project-two/a'],
    ['/home/runner/work/project.old/a', '/home/runner/work/project.old/a'],
    ['/mnt/tmp/replay/a', '/mnt/tmp/replay/a'],
    ['C:\\a\\bc\\x', 'C:\\a\\bc\\x'],
    ['adds 1/2 and 3\\4', 'adds 1/2 and 3\\4'],
  ])('%s becomes %s', (written, kept) => {
    const found = identify(reported({ file: written, class: written, name: written, suite: [written] }), ROOTS);
    expect(found).toEqual({ file: kept, class: kept, name: kept, suite: [kept], ordinal: 0 });
  });

  test('the longest root is stripped first, roots that are none are left out', () => {
    expect(stripRoots('/a/b/c.js', ['/a', '/a/b'])).toBe('c.js');
    for (const root of ['', '/', '.', 'C:', 'C:\\', 'a/b']) expect(stripRoots('/a/b/c.js C:\\x\\y', [root])).toBe('/a/b/c.js C:\\x\\y');
  });

  test('one test in several folders has one identity', () => {
    const inRoot = (root: string, slash: string) =>
      identityKey(identify(reported({ file: [root, 't', 'a.test.mjs'].join(slash), name: [root, 't', 'a.test.mjs'].join(slash) }), [root]));
    expect(inRoot('/srv/ws', '/')).toBe(inRoot('/tmp/gate (1)/replay+x', '/'));
    expect(inRoot('/srv/ws', '/')).toBe(inRoot('D:\\a\\ws', '\\'));
  });

  test('keys are equal for equal identities alone', () => {
    const text = fc.string({ maxLength: 2 });
    const parts = fc.record({ file: text, suite: fc.array(text, { maxLength: 2 }), class: text, name: text, ordinal: fc.nat(2) });
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        expect(identityKey(left) === identityKey(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
    );
  });
});

describe('an id names a test by whole trailing components', () => {
  const method = { class: 'tests.test_x.TestA', name: 'test_price' };
  const param = { class: 'tests.test_x', name: 'test_price[a::b-1.5]' };
  const vitest = { class: 'test/math.test.ts', name: 'math > adds' };
  const jest = { suite: ['math'], class: 'math adds', name: 'adds two', file: 'src/math.test.js' };
  const golang = { suite: ['example.com/shop/price'], class: 'example.com/shop/price', name: 'TestPrice/half' };
  const java = { class: 'com.example.Outer$Inner', name: 'price(int)[1]' };
  const file = { file: 'test/price.test.cjs', class: 'test', name: 'test/price.test.cjs' };

  test.each<[Partial<ReportCase>, string]>([
    [method, 'test_price'],
    [method, 'TestA.test_price'],
    [method, 'TestA::test_price'],
    [method, 'test_x.TestA.test_price'],
    [method, 'tests.test_x.TestA.test_price'],
    [method, 'tests/test_x.py::TestA::test_price'],
    [method, 'test_x.py::TestA::test_price'],
    [method, ' test_price '],
    [param, 'test_price[a::b-1.5]'],
    [param, 'tests/test_x.py::test_price[a::b-1.5]'],
    [vitest, 'adds'],
    [vitest, 'math > adds'],
    [vitest, 'math.test.ts > math > adds'],
    [vitest, 'test/math.test.ts::math > adds'],
    [jest, 'adds two'],
    [jest, 'math > adds two'],
    [jest, 'math.test.js::adds two'],
    [jest, 'src/math.test.js::adds two'],
    [jest, 'src/math.test.js::math::adds two'],
    [golang, 'TestPrice/half'],
    [golang, 'price.TestPrice/half'],
    [golang, 'example.com/shop/price.TestPrice/half'],
    [java, 'price(int)[1]'],
    [java, 'Inner#price(int)[1]'],
    [java, 'Outer$Inner.price(int)[1]'],
    [java, 'com.example.Outer$Inner#price(int)[1]'],
    [file, 'price.test.cjs'],
    [file, 'test/price.test.cjs'],
  ])('%j is named by %j', (parts, id) => {
    expect(matchesTest(id, identity(parts))).toBe(true);
  });

  test.each<[Partial<ReportCase>, string]>([
    [method, 'price'],
    [method, 'est_price'],
    [method, 'A.test_price'],
    [method, '_x.TestA.test_price'],
    [method, 'x.py::TestA::test_price'],
    [method, 'other.tests.test_x.TestA.test_price'],
    [method, 'tests/test_x.py::test_price'],
    [method, 'tests.test_x'],
    [method, 'TestA'],
    [method, 'TestA.'],
    [method, '.test_price'],
    [method, 'TEST_PRICE'],
    [method, ''],
    [method, '  '],
    [param, 'test_price'],
    [param, 'b-1.5]'],
    [param, '5]'],
    [vitest, 'dds'],
    [vitest, 'th > adds'],
    [jest, 'two'],
    [jest, 'test.js::adds two'],
    [jest, 'h.test.js::adds two'],
    [golang, 'half'],
    [golang, 'TestPrice'],
    [java, 'price(int)'],
    [file, 'test.cjs'],
    [file, 'rice.test.cjs'],
    [{ name: 'handles a/b' }, 'b'],
    [{ name: 'handles a.b' }, 'b'],
    [{ name: '', class: 'c' }, 'c'],
  ])('%j is not named by %j', (parts, id) => {
    expect(matchesTest(id, identity(parts))).toBe(false);
  });
});
