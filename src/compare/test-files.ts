/** Which paths are test files, so that they can be taken from one tree and the code from another (BL1). */
import { matchesGlob } from '../model/patterns.ts';

/** Where the test runners of each ecosystem look by default, and what tests bring with them. */
export const DEFAULT_TEST_GLOBS: readonly string[] = [
  // Every ecosystem: folders that hold nothing but tests.
  'test/**',
  'tests/**',
  'spec/**',
  '**/tests/**',
  '**/testdata/**',
  // Python: pytest and unittest.
  '**/test_*.py',
  '**/*_test.py',
  '**/conftest.py',
  // JavaScript and TypeScript: jest, vitest, mocha, node --test.
  '**/__tests__/**',
  '**/__mocks__/**',
  '**/__snapshots__/**',
  ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'].flatMap((ending) => [`**/*.test.${ending}`, `**/*.spec.${ending}`, `**/*-test.${ending}`, `**/test/**/*.${ending}`]),
  // Go.
  '**/*_test.go',
  // The JVM: Maven and Gradle.
  '**/src/test/**',
  '**/src/integrationTest/**',
  '**/src/testFixtures/**',
  // Ruby, PHP, Elixir, .NET, C and C++.
  '**/*_spec.rb',
  '**/*_test.rb',
  '**/*Test.php',
  '**/*_test.exs',
  '**/*Tests.cs',
  '**/*_test.cc',
  '**/*_test.cpp',
];

/** A test for test files: by the globs given, else by {@link DEFAULT_TEST_GLOBS}. A glob that begins with `!` takes away. */
export function testFileTest(given: readonly string[]): { readonly globs: readonly string[]; readonly isTest: (path: string) => boolean } {
  const globs = given.length > 0 ? given : DEFAULT_TEST_GLOBS;
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return { globs, isTest: (path) => wanted.some((glob) => matchesGlob(glob, path)) && !unwanted.some((glob) => matchesGlob(glob, path)) };
}
