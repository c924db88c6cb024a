import { countedReports, executedTests } from '../reports.ts';
import { broken, defineRule, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

/** Producers that turn the output of `go test` into a report: its cached tests are in there like any other. */
const GO_PRODUCERS: ReadonlySet<string> = new Set(['gotestsum', 'go-junit-report']);

export const evidenceCachedTests = defineRule({
  id: 'GG-EVIDENCE-CACHED-TESTS',
  title: 'The tests of every package were executed, not taken from a cache',
  why: 'A cached result tells of an earlier run: what the cache does not know of, such as a database or a clock, may have changed since.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ cachedTests }) => {
      if (cachedTests === undefined || cachedTests.cached === 0) return NOTHING_TO_JUDGE;
      const { cached, names, executed } = cachedTests;
      const what = `${counted(cached, 'package')} not executed: "go test" took the result from its cache for ${enumerate(names.map(quote))}`;
      const fix = 'Let go test run them: go test -count=1 ./...';
      const others = countedReports(facts).filter(({ report }) => report.producer === null || !GO_PRODUCERS.has(report.producer));
      const elsewhere = others.reduce((sum, { report }) => sum + executedTests(report.totals), 0);
      if (executed === 0 && elsewhere === 0) return broken(`${what}, and no other test was executed`, { fix });
      return listed(what, { fix });
    }),
});
