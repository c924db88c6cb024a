/** Claims about all tests at once, without a number. */
import type { TestKind } from '../../model/summary.ts';
import type { ClaimSaid, FoundClaim } from './found-claim.ts';
import type { Token } from './tokens.ts';
import { isPlural, meaning, resultOf, word } from './token-questions.ts';
import { CELLS, EVERY, EXECUTED_ONLY, isOtherThing, SUITE } from './words.ts';

/** "All tests pass", "the suite is green", "everything passes", "passes all tests", "tests pass". */
export function sweeping(tokens: readonly Token[], at: number): FoundClaim | null {
  const first = word(tokens[at]);
  const every = EVERY.has(first) || first === 'both';
  const suite = SUITE.has(first);
  const tests = meaning(tokens[at]) === 'tests';
  const passes = meaning(tokens[at]) === 'passed' && !EVERY.has(word(tokens[at - 1]));
  if (!every && !suite && !tests && !passes) return null;
  if (['not', "didn't", "don't", "doesn't", 'if', 'until', 'unless'].includes(word(tokens[at - 1]))) return null;
  // "3 suites passed", "42 tests passed": the number has been read.
  if (!every && !passes && ['number', 'fraction', 'percent'].includes(tokens[at - 1]?.kind ?? '')) return null;
  const seen = { every: every && first !== 'both', tests: tests || suite, suite, executed: false, cells: false, result: passes ? ('passed' as TestKind) : null };
  for (let next = at + 1; next < tokens.length && next <= at + 9; next += 1) {
    const token = tokens[next];
    if (token?.kind === 'mark' && !['(', ')', ':', '"', '|', ','].includes(token.text)) break;
    if (token?.kind === 'mark' && token.text === ',' && !(seen.every && seen.tests)) break;
    if (token?.kind !== 'mark' && token?.kind !== 'word' && !seen.every) break;
    const plain = word(token);
    if (['not', "didn't", "don't", "doesn't", 'never', 'no'].includes(plain)) break;
    // "all tests but one pass" can be compared with no number.
    if (['but', 'except', 'save', 'besides'].includes(plain) && seen.every) return { from: at, to: next + 1, said: { kind: 'unclear' } };
    if (EVERY.has(plain)) seen.every = true;
    else if (EXECUTED_ONLY.has(plain) && !passes) seen.executed = true;
    else if (CELLS.has(plain) && seen.every) seen.cells = true;
    else if (SUITE.has(plain)) seen.suite = seen.tests = true;
    else if (meaning(token) === 'tests') seen.tests = true;
    else if (!seen.tests && !passes && (isOtherThing(plain) || (isPlural(plain) && meaning(token) === null))) break;
    else if (seen.result === null) {
      const result = resultOf(token);
      if (result !== null && !isAdjective(tokens, next)) seen.result = result;
    }
    const claim = sweepingSaid(seen, first, passes);
    if (claim !== null && !(passes && !seen.every)) return { from: at, to: next + 1, said: claim };
  }
  return null;
}

/** "all failing tests": says which tests, not how they ended. */
function isAdjective(tokens: readonly Token[], at: number): boolean {
  return meaning(tokens[at + 1]) === 'tests' && meaning(tokens[at]) !== 'passed';
}

interface Sweep {
  readonly every: boolean;
  readonly tests: boolean;
  readonly suite: boolean;
  readonly executed: boolean;
  readonly cells: boolean;
  readonly result: TestKind | null;
}

function sweepingSaid({ every, tests, suite, executed, cells, result }: Sweep, first: string, passes: boolean): ClaimSaid | null {
  if (result === null) return null;
  if (cells && result === 'passed') return { kind: 'all-cells' };
  if (passes) return every && tests ? { kind: executed ? 'executed-passed' : 'all-passed' } : null;
  const whole = (every && (tests || ['all', 'everything'].includes(first))) || suite;
  if (!whole || (!every && result !== 'passed')) return tests && result === 'passed' ? { kind: 'none-failed' } : null;
  if (result === 'passed') return { kind: executed ? 'executed-passed' : 'all-passed' };
  return result === 'total' || result === 'executed' ? null : { kind: 'unclear' };
}
