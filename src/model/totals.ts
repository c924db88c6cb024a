/** Numbers of tests, as a verdict, a bundle and a packet give them. */

export interface TestTotals {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly flaky: number;
}

export const NO_TESTS: TestTotals = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };

/** The sums of several totals, number by number. */
export function sumOfTests(all: readonly TestTotals[]): TestTotals {
  const sum = { ...NO_TESTS } as { -readonly [kind in keyof TestTotals]: number };
  for (const one of all) {
    for (const kind of Object.keys(NO_TESTS) as (keyof TestTotals)[]) sum[kind] += one[kind];
  }
  return sum;
}
