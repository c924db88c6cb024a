/** What is read as a claim about tests, and what is not (docs/summaries.md). */
import { describe, expect, test } from '@jest/globals';
import { statementsOf, told } from './told.ts';

describe('claims of sentences', () => {
  test.each<[string, readonly string[]]>([
    ['42 passed, 1 skipped', ['passed=42@1', 'skipped=1@1']],
    ['42 tests have passed', ['passed=42@1']],
    ['42 of our unit tests passed', ['passed=42@1']],
    ['42 regression tests finally pass', ['passed=42@1']],
    ['42 passing tests and 1 skipped test', ['passed=42@1', 'skipped=1@1']],
    ['1,042 passed', ['passed=1042@1']],
    ['1 042 passed', ['unclear@1']],
    ['1\u00a0042 passed', ['passed=1042@1']],
    ['1.042 tests passed', ['passed=1042@1']],
    ['Twenty-one tests were skipped', ['skipped=21@1']],
    ['No failures', ['failed=0@1']],
    ['without any failing test', ['failed=0@1']],
    ['No tests failed and none were skipped', ['failed=0@1', 'skipped=0@1']],
    ['nothing failed', ['failed=0@1']],
    ['The suite has 43 tests', ['total=43@1']],
    ['Ran 43 tests in 0.12s', ['executed=43@1']],
    ['collected 43 items', ['total=43@1']],
    ['42 of 43 tests passed', ['passed=42/43@1']],
    ['42 out of the 43 tests pass', ['passed=42/43@1']],
    ['1 of 43 tests failed', ['failed=1/43@1']],
    ['42/43 tests', ['passed=42/43@1']],
    ['Result: 42/43', ['passed=42/43@1']],
    ['passed: 42/43', ['passed=42/43@1']],
    ['97.67% of tests passed', ['97.67%@1']],
    ['pass rate: 100%', ['100%@1']],
    ['All tests pass', ['all-passed@1']],
    ['all 42 tests passed', ['all-passed@1', 'passed=42@1']],
    ['Every single test passes', ['all-passed@1']],
    ['The entire test suite passes', ['all-passed@1']],
    ['The test suite is green', ['all-passed@1']],
    ['Everything passes now', ['all-passed@1']],
    ['It passes all tests', ['all-passed@1']],
    ['Tests are all green', ['all-passed@1']],
    ['all passed', ['all-passed@1']],
    ['All executed tests passed', ['executed-passed@1']],
    ['The tests pass', ['none-failed@1']],
    ['All tests failed', ['unclear@1']],
    ['All jobs passed', ['all-cells@1']],
    ['It is green on all platforms', ['all-cells@1']],
    ['All tests pass—no failures', ['all-passed@1', 'failed=0@1']],
    ['2 flaky tests', ['flaky=2@1']],
    ['Passed 42 tests', ['passed=42@1']],
    ['the number of passing tests is 42', ['passed=42@1']],
    ['passed tests -> 42', ['passed=42@1']],
    ['Passed — 42', ['passed=42@1']],
    ['passed... 42', ['passed=42@1']],
    ['passed (42)', ['passed=42@1']],
    ['tests (43)', ['total=43@1']],
    ['42 (of 43) passed', ['passed=42/43@1']],
    ['forty two passed', ['unclear@1']],
    ['passed: 4_2', ['unclear@1']],
    ['all tests but one pass', ['passed=1@1', 'unclear@1']],
    ['3 deselected', ['unreported=3@1']],
    ['passed 42\nfailed 0', ['passed=42@1', 'failed=0@2']],
    ['total 43\npassed 42\nskipped 1', ['passed=42@2', 'skipped=1@3']],
    ['- 42 passed\n- 1 skipped', ['passed=42@1', 'skipped=1@2']],
    ['All of the\ntests pass', ['none-failed@2', 'all-passed@1'].reverse()],
  ])('%j', (text, claims) => {
    expect([...told(text)].sort()).toEqual([...claims].sort());
  });
});

describe('claims as runners print them', () => {
  test.each<[string, string, readonly string[]]>([
    ['pytest', '======= 42 passed, 1 skipped, 2 xfailed, 3 warnings in 1.20s =======', ['passed=42@1', 'skipped=1@1', 'skipped=2@1']],
    ['unittest', 'Ran 43 tests in 0.003s\n\nOK (skipped=1)', ['executed=43@1', 'skipped=1@3']],
    ['Jest', 'Test Suites: 3 passed, 3 total\nTests:       1 skipped, 42 passed, 43 total\nSnapshots:   0 total\nTime:        2.1 s', ['skipped=1@2', 'passed=42@2', 'total=43@2']],
    ['Vitest', ' Test Files  3 passed (3)\n      Tests  42 passed | 1 skipped (43)', ['passed=42@2', 'skipped=1@2', 'total=43@2']],
    ['Mocha', '  42 passing (3s)\n  1 pending', ['passed=42@1', 'skipped=1@2']],
    ['Node', '# tests 43\n# suites 3\n# pass 42\n# fail 0\n# cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 12.3', ['total=43@1', 'passed=42@3', 'failed=0@4', 'unreported=0@5', 'skipped=1@6', 'skipped=0@7']],
    ['Node for people', 'ℹ tests 43\nℹ pass 42', ['total=43@1', 'passed=42@2']],
    ['Maven', 'Tests run: 43, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.2 s', ['executed=43@1', 'failed=0@1', 'errored=0@1', 'skipped=1@1']],
    ['cargo', 'test result: ok. 42 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.00s', ['none-failed@1', 'passed=42@1', 'failed=0@1', 'skipped=1@1']],
    ['RSpec', '43 examples, 0 failures, 1 pending', ['total=43@1', 'failed=0@1', 'skipped=1@1']],
    ['PHPUnit', 'OK (42 tests, 100 assertions)', ['total=42@1']],
    ['dotnet', 'Passed!  - Failed:     0, Passed:    42, Skipped:     1, Total:    43, Duration: 12 ms', ['failed=0@1', 'passed=42@1', 'skipped=1@1', 'total=43@1']],
    ['googletest', '[==========] 42 tests from 3 test suites ran.', ['total=42@1']],
    ['ctest', '100% tests passed, 0 tests failed out of 42', ['100%@1', 'failed=0@1']],
    ['emoji', '✅ 42 passed ❌ 0 failed', ['passed=42@1', 'failed=0@1']],
  ])('%s', (_runner, text, claims) => {
    expect(told(text)).toEqual(claims);
  });
});

describe('claims of tables', () => {
  test.each<[string, string, readonly string[]]>([
    ['a row a number', '| passed | 42 |', ['passed=42@1']],
    ['with a head', '| tests | count |\n| --- | ---: |\n| total | 43 |\n| ✅ passed | **42** |', ['total=43@3', 'passed=42@4']],
    ['a column a number', '| total | passed | failed |\n|---|---|---|\n| 43 | 42 | 0 |', ['total=43@3', 'passed=42@3', 'failed=0@3']],
    ['tests in the head, results in rows', '| result | tests |\n|---|---|\n| passed | 42 |\n| skipped | 1 |', ['passed=42@3', 'skipped=1@4']],
    ['a sum row', '| suite | passed |\n|---|---|\n| unit | 40 |\n| total | 42 |', ['passed=40@3', 'passed=42@4']],
    ['numbers with words', '| tests |\n| --- |\n| 43 (42 passed, 1 skipped) |', ['total=43@3', 'passed=42@3', 'skipped=1@3']],
    ['a result in words', '| check | result |\n|---|---|\n| all tests | ✅ |', ['all-passed@3']],
    ['tabs', 'total\tpassed\n43\t42', ['total=43@2', 'passed=42@2']],
    ['blanks', 'name   total  passed\nunit      43      42', ['total=43@2', 'passed=42@2']],
    ['commas', 'total,passed,failed\n43,42,0', ['total=43@2', 'passed=42@2', 'failed=0@2']],
    ['HTML', '<table>\n<tr><th>passed</th><th>failed</th></tr>\n<tr><td>42</td><td>0</td></tr>\n</table>', ['passed=42@3', 'failed=0@3']],
    ['other numbers', '| file | lines | coverage |\n|---|---|---|\n| shop.py | 120 | 93% |', []],
    ['totals of something else', '| item | total |\n|---|---|\n| apples | 3 |', []],
    ['times', '| step | duration | passed |\n|---|---|---|\n| unit | 12 s | 42 |', ['passed=42@3']],
  ])('%s', (_name, text, claims) => {
    expect([...told(text)].sort()).toEqual([...claims].sort());
  });

  test('rows that name a report are about it, and their name claims nothing', () => {
    const [row, ...more] = statementsOf('| report | passed |\n|---|---|\n| reports/junit.xml | 42 |');
    expect(more).toEqual([]);
    expect(row).toMatchObject({ report: 'reports/junit.xml', claims: [{ kind: 'count', of: 'passed', count: 42 }] });
  });
});

describe('claims of JSON', () => {
  test.each<[string, string, readonly string[]]>([
    ['plain keys', '{"total": 43, "passed": 42, "skipped": 1}', ['total=43@1', 'passed=42@1', 'skipped=1@1']],
    ['Jest', '{"success": true, "numTotalTests": 43, "numPassedTests": 42, "numFailedTestSuites": 0, "numPendingTests": 1}', ['none-failed@1', 'total=43@1', 'passed=42@1', 'skipped=1@1']],
    ['snake case', '{"tests_passed": 42, "tests_total": 43, "failed_count": 0}', ['passed=42@1', 'total=43@1', 'failed=0@1']],
    ['nested', '{"tests": {"total": 43}}', ['total=43@1']],
    ['numbers as text', '{"passed": "42"}', ['passed=42@1']],
    ['fractions of tests', '{"passed": 42.5}', ['unclear@1']],
    ['numbers below nothing', '{"failed": -1}', ['unclear@1']],
    ['another spelling of a number', '{"passed": 4.2e1}', ['passed=42@1']],
    ['in a list', '{"passed": [42]}', ['passed=42@1']],
    ['truth', '{"allTestsPassed": true}', ['all-passed@1']],
    ['failure', '{"failed": true}', ['unclear@1']],
    ['a sentence', '{"summary": "All tests pass:\\n42 passed"}', ['all-passed@1', 'passed=42@1']],
    ['a comment in a sentence', '{"summary": "fine <!-- 42 passed -->"}', ['passed=42@1']],
    ['other things', '{"coverage": {"total": 93, "passed": 1}, "duration": 12, "suites": {"passed": 3}, "exit_code": 0}', []],
    ['a total of something else', '{"total": 3}', []],
    ['a list of tests', '{"tests": [{"name": "test_a", "outcome": "passed"}]}', []],
  ])('%s', (_name, text, claims) => {
    expect([...told(text)].sort()).toEqual([...claims].sort());
  });
});

describe('what is no claim about tests', () => {
  test.each([
    'Python 3.12 passed the linter',
    'pytest 8.3.5 on Node 20 passed',
    'Finished on 2024-05-06 at 12:42:17 in 42 s',
    'took 42 ms, 3 MB',
    'tests/test_price.py:42: see there',
    'at line 42',
    'commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'coverage is 93%',
    'step 3/4',
    'see 11/12 notes',
    '#42 was closed',
    'costs $42',
    '3 files changed, 42 insertions',
    'Test Suites: 3 passed, 3 total',
    '3 suites passed',
    '5 checks passed',
    '2 failed attempts',
    '1 ignored files',
    'adds 3 tests',
    '3 new tests were added',
    'Fixes 2 failures in the parser',
    'exit code 0',
    'test 42 is slow',
    'All checks passed',
    'All files are ok',
    'Not everything is done',
    'no longer fails',
    'a test was skipped',
    'Total: 42 apples',
    'https://example.invalid/42/passed',
    'v42',
    '2 examples in docs',
    'It passed. 2.',
    'See tests. 3. Next',
    'failed: exit 1',
    'Found 42 files',
    '64bit passed',
    'the 2nd attempt passed',
  ])('%j', (text) => {
    expect(told(text).filter((claim) => !claim.startsWith('none-failed'))).toEqual([]);
  });
});
