/** The numbers of a verdict: tests of all counted reports together. */
import type { Facts } from '../model/facts.ts';
import { sumOfTests, type TestTotals } from '../model/totals.ts';
import { countedReports, type SeenReport } from './reports.ts';

/** Sums over the reports that were written since the stamp, each as the worse of its attributes and elements. */
export function totalsOf(facts: Facts): TestTotals {
  return sumOfTests(countedReports(facts).map(reportTotals));
}

/** The numbers of one report. */
export function reportTotals({ report: { totals } }: SeenReport): TestTotals {
  return { total: totals.tests, passed: totals.passed, failed: totals.failures, errored: totals.errors, skipped: totals.skipped, flaky: totals.flaky };
}
