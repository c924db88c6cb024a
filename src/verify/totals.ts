/** Test totals of a cell, over every report that counts. */
import type { Facts } from '../model/facts.ts';

export function totalsOf({ check }: Facts): { total: number; passed: number; failed: number; errored: number; skipped: number; flaky: number } {
  const totals = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  for (const { role, reading } of check?.evidence ?? []) {
    if (role !== 'evidence' || reading?.state !== 'read') continue;
    totals.total += reading.totals.tests;
    totals.passed += reading.totals.passed;
    totals.failed += reading.totals.failures;
    totals.errored += reading.totals.errors;
    totals.skipped += reading.totals.skipped;
    totals.flaky += reading.totals.flaky;
  }
  return totals;
}
