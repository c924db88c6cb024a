/** The words in which results of tests are told: a closed list, so that what counts as a claim can be documented. */
import type { TestKind } from '../../model/summary.ts';

/** What a word says of tests. `tests` names them; `total` counts them all, and `executed` those that ran. */
export type Meaning = TestKind | 'tests';

const BY_MEANING: Readonly<Record<Meaning, string>> = {
  tests: 'test tests testcase testcases test-case test-cases spec specs example examples scenario scenarios',
  total: 'total totals collected',
  executed: 'ran run executed',
  passed: 'passed pass passes passing succeeded succeed succeeds successful success successes green ok okay xpassed xpass',
  failed: 'failed fail fails failing failure failures red broken',
  errored: 'errored error errors erroring',
  skipped: 'skipped skip skips skipping ignored pending disabled todo xfailed xfail',
  flaky: 'flaky flake flakes rerun reruns retried',
  unreported: 'deselected cancelled canceled',
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(Object.entries(BY_MEANING).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning as Meaning] as const)));

/** Signs that stand for a result. */
export const SIGNS: ReadonlyMap<string, Meaning> = new Map([...Array.from('✓✔✅☑🟢', (sign) => [sign, 'passed'] as const), ...Array.from('✗✘❌✖🔴', (sign) => [sign, 'failed'] as const)]);

/** Parts of a key like `numPassedTests` or `tests_passed` that change nothing in its meaning. */
const KEY_FILLERS: ReadonlySet<string> = new Set(['num', 'number', 'n', 'nr', 'count', 'counts', 'counter', 'of', 'case', 'cases', 'unit', 'the']);

/** What a word means; null for every other one. A compound key means what its parts do, where every part is known. */
export function meaningOf(word: string): Meaning | null {
  const plain = MEANINGS.get(word.toLowerCase());
  if (plain !== undefined) return plain;
  const parts = keyParts(word);
  if (parts.length < 2 || parts.length > 5 || !parts.every((part) => KEY_FILLERS.has(part) || MEANINGS.has(part))) return null;
  const meanings = parts.map((part) => MEANINGS.get(part)).filter((meaning) => meaning !== undefined);
  const result = meanings.find((meaning) => meaning !== 'tests' && meaning !== 'total' && meaning !== 'executed');
  return result ?? (meanings.includes('executed') ? 'executed' : meanings.length > 0 ? 'total' : null);
}

/** The parts of a key, in lower case: `testsPassed`, `tests_passed` and `tests-passed` have the same. */
export function keyParts(word: string): readonly string[] {
  return word.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[\s_-]+/).filter((part) => part !== '');
}

/** Things that are counted beside tests and are none: "3 suites passed" claims no number of tests. */
const OTHER_THINGS: ReadonlySet<string> = new Set('suite suites file files snapshot snapshots assertion assertions expectation expectations module modules package packages class classes check checks job jobs workflow workflows line lines warning warnings statement statements branch branches function functions hook hooks step steps'.split(' '));

export function isOtherThing(word: string): boolean {
  return OTHER_THINGS.has(word.toLowerCase());
}

/** Whether a key counts something other than tests: a duration, a share, files. */
export function isForeignKey(key: string): boolean {
  return keyParts(key).some((part) => OTHER_THINGS.has(part) || ['duration', 'time', 'ms', 'seconds', 'secs', 'rate', 'ratio', 'percent', 'percentage', 'coverage', 'at', 'id', 'line', 'code', 'exit', 'version'].includes(part));
}

/** Words before a number that make it a name: "Python 3", "step 2", "exit code 1", "test 7". */
export const NAMES_A_NUMBER: ReadonlySet<string> = new Set('python pypy cpython node nodejs java jdk go golang ruby php rust perl deno bun dotnet pytest jest vitest junit version release ubuntu debian windows macos fedora alpine chrome firefox safari code status step line shard attempt round iteration phase stage part page section chapter figure table issue pr pull request number no nr test case spec run build job cell group level http port day week year step rule exit id'.split(' '));

/** Between a number and its tests, or between tests and their result, these change nothing. */
export const GLUE: ReadonlySet<string> = new Set('of the our its these those all in total have has had been were was are is be now still successfully cleanly again also that which they'.split(' '));

/** Words after which a number of tests tells of a change to them, not of a result. */
export const CHANGES: ReadonlySet<string> = new Set('add adds added adding new remove removes removed removing delete deletes deleted rename renames renamed write writes wrote written update updates updated change changes changed modify modifies modified fix fixes fixed fixing resolve resolves resolved cover covers covered touch touches touched move moves moved split splits introduce introduces introduced port ports ported convert converts converted'.split(' '));

export const EVERY: ReadonlySet<string> = new Set('all every each everything entire whole full'.split(' '));
/** Restrict "all tests" to those that were executed. */
export const EXECUTED_ONLY: ReadonlySet<string> = new Set('executed run ran remaining other others non-skipped unskipped enabled selected'.split(' '));
export const SUITE: ReadonlySet<string> = new Set(['suite', 'suites', 'testsuite']);
export const CELLS: ReadonlySet<string> = new Set('cell cells platform platforms job jobs matrix configuration configurations environment environments os oses runner runners'.split(' '));
/** Quantities that no number stands for. */
export const VAGUE: ReadonlySet<string> = new Set('dozen dozens hundred hundreds thousand thousands million millions'.split(' '));

const SMALL = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.flatMap((word, ten) => [[word, (ten + 2) * 10] as const, ...SMALL.slice(1, 10).map((digit, value) => [`${word}-${digit}`, (ten + 2) * 10 + value + 1] as const)]),
  ...['no', 'none', 'nothing', 'without'].map((word) => [word, 0] as const),
]);

/** The number that a word spells, up to ninety-nine; undefined for every other word. */
export function numberWord(word: string): number | undefined {
  return NUMBER_WORDS.get(word.toLowerCase());
}

/** Zero that is told by denial: it claims a number only together with a result. */
export function isDenial(word: string): boolean {
  return ['no', 'none', 'nothing', 'without'].includes(word.toLowerCase());
}
