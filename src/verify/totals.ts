/** The numbers of a verdict: tests of all counted reports together. */
import type { Facts } from '../model/facts.ts';
import { countedReports, type SeenReport } from './reports.ts';

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
  for (const totals of countedReports(facts).map(reportTotals)) {
    for (const kind of ['total', 'passed', 'failed', 'errored', 'skipped', 'flaky'] as const) sum[kind] += totals[kind];
  }
  return sum;
}

/** The numbers of one report. */
export function reportTotals({ report: { totals } }: SeenReport): Totals {
  return { total: totals.tests, passed: totals.passed, failed: totals.failures, errored: totals.errors, skipped: totals.skipped, flaky: totals.flaky };
}
