/** The numbers of a verdict: tests of all counted reports together. */
import type { Facts } from '../model/facts.ts';
import { countedReports } from './reports.ts';

export interface Totals {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly flaky: number;
}

/** Sums over the reports that were written since the stamp, each as the worse of its attributes and elements. */
export function totalsOf(facts: Facts): Totals {
  const sum = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  for (const { report } of countedReports(facts)) {
    sum.total += report.totals.tests;
    sum.passed += report.totals.passed;
    sum.failed += report.totals.failures;
    sum.errored += report.totals.errors;
    sum.skipped += report.totals.skipped;
    sum.flaky += report.totals.flaky;
  }
  return sum;
}
