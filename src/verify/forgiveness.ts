/**
 * The one exception to "only code 0 passes" (RN2): under a base, a run may end as the base did where every red test of
 * it is red on the base in the same way. All or nothing: one red sign that the base does not explain, and none is forgiven.
 */
import { comparedTests, isRed, testLabel } from '../model/compare.ts';
import type { Facts } from '../model/facts.ts';
import { otherVersion } from './compared.ts';
import { seenReports } from './reports.ts';
import { counted, endingWords, sameEnding } from './words.ts';

export type Forgiveness =
  /** Nothing is red, or no base was run. */
  | { readonly state: 'none' }
  | { readonly state: 'forgiven'; readonly tests: readonly string[]; readonly base: string }
  | { readonly state: 'refused'; readonly why: string };

export function forgiveness(facts: Facts): Forgiveness {
  const { baseline, run, stamped } = facts;
  if (baseline === null || baseline === undefined || run === null || stamped === null || facts.check === null) return { state: 'none' };
  const before = baseline.asWas ?? baseline.withTests;
  const reports = seenReports(facts);
  const tests = comparedTests(reports.map(({ path, report }) => ({ path, cases: report.cases })), baseline.roots, [stamped.generation, stamped.treeId]).filter(isRed);
  const { ending } = run.outcome;
  if (ending.kind === 'exited' && ending.code === 0 && tests.length === 0) return { state: 'none' };
  const refused = (why: string): Forgiveness => ({ state: 'refused', why });
  if (ending.kind !== 'exited') return refused(`the command ${endingWords(ending)}`);
  if (before.ending === null) return refused('the base was not run');
  if (before.unfilled.length + before.shared.length + before.unreadReports.length > 0) return refused('the base was not run as it is');
  if (!sameEnding(before.ending, ending)) return refused(`on the base it ${endingWords(before.ending)}`);
  if (tests.length === 0) return refused('no report names a test that failed');
  const version = otherVersion(baseline.headInterpreter, before.interpreter);
  if (version !== null) return refused(`the base was run with ${version}`);
  const uncounted = reports.reduce((sum, { report }) => sum + Math.max(0, report.totals.failures + report.totals.errors - report.cases.filter(isRed).length), 0);
  if (uncounted > 0) return refused(`the reports count ${counted(uncounted, 'failure')} that no test stands for`);
  const sign = reports.flatMap(({ report }) => report.anomalies).find(({ severity, code }) => severity === 'reject' || (severity === 'red' && !EXPLAINED_BY_TESTS.has(code)));
  if (sign !== undefined) return refused(`a report cannot be taken at its word: ${sign.message}`);
  const known = new Set(baseline.preexisting);
  const fresh = tests.filter(({ key }) => !known.has(key));
  const [first] = fresh;
  if (first !== undefined) {
    const label = testLabel(first);
    const reason = baseline.newlyRed.find(({ test }) => test === label)?.why ?? 'the base does not have it';
    return refused(`${counted(fresh.length, 'red test is', 'red tests are')} not red on the base in the same way: ${label}, ${reason}`);
  }
  return { state: 'forgiven', tests: tests.map(testLabel), base: baseline.base.given };
}

/** Red signs of a report that stand for red tests and say nothing beyond them. */
const EXPLAINED_BY_TESTS: ReadonlySet<string> = new Set(['red-duplicate']);
