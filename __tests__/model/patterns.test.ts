import { describe, expect, test } from '@jest/globals';
import { globFault, matchesGlob, matchesWildcard } from '../../src/model/patterns.ts';

const WORKFLOW = '.github/workflows/x.yml';

describe('a glob over recorded paths', () => {
  test.each([
    ['src/**', 'src/a/b.py'], ['src/*.py', 'src/a.py'], ['**/_version.py', 'a/b/_version.py'], ['**/_version.py', '_version.py'], ['*.yml', WORKFLOW], ['x.yml', WORKFLOW],
    ['.github', WORKFLOW], ['.github/', WORKFLOW], ['./.github/**', WORKFLOW], ['.github/workflows', WORKFLOW], ['.github//workflows/**', WORKFLOW], ['/.github/**', WORKFLOW],
    ['.github/{workflows,actions}/**', WORKFLOW], ['.github/workflows/*.{yml,yaml}', WORKFLOW], ['{.github,docs}', WORKFLOW], ['{a,{b,c}}/x', 'c/x'], ['.github/workflows/[xyz].yml', WORKFLOW], ['[!a]/b', 'c/b'],
    ['docs', 'docs/a.md'], ['docs', 'packages/one/docs/a.md'], ['docs/', 'docs/a/b.md'], ['./docs', 'docs/a.md'], ['docs/*', 'docs/a.md'], ['a.(b)+$', 'a.(b)+$'], ['**', 'a/b'],
  ])('%s names %s', (glob, path) => {
    expect([globFault(glob), matchesGlob(glob, path)]).toEqual([null, true]);
  });

  test.each([
    ['src/*.py', 'src/a/b.py'], ['src/**', 'lib/src/a.py'], ['docs/*', 'docs/a/b.md'], ['.github/*', WORKFLOW], ['/docs', 'packages/docs/a.md'], ['doc', 'docs/a.md'], ['docs', 'docs.md'], ['*.py', 'a.py/b'], ['a?c', 'a/c'],
    ['[a-z]', 'A'], ['a[!b]c', 'a/c'], ['{a,b}/x', 'c/x'], ['a.c', 'abc'],
  ])('%s does not name %s', (glob, path) => {
    expect([globFault(glob), matchesGlob(glob, path)]).toEqual([null, false]);
  });

  test.each([['['], ['a[b'], ['a]b'], ['{a'], ['a}'], ['[]'], ['../till.py'], ['a/../b'], [' a'], ['a '], ['a\\b'], ['/'], ['./'], ['.']])('%j can name nothing, and names nothing', (glob) => {
    expect(globFault(glob)).toEqual(expect.any(String));
    expect(matchesGlob(glob, 'a')).toBe(false);
  });

  test('braces that stand for too much name nothing', () => {
    expect(matchesGlob('{a,b}'.repeat(20), 'a'.repeat(20))).toBe(false);
  });
});

test('a wildcard is any text, slashes and line ends included', () => {
  expect(matchesWildcard('git *', 'git a/b\nc')).toBe(true);
  expect(matchesWildcard('git', 'git a')).toBe(false);
});
