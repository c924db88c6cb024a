import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { casesThat, countedReports } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const reportFlaky = defineRule({
  id: 'GG-EVIDENCE-FLAKY',
  title: 'Tests that passed only after another attempt are named',
  why: 'A retried failure is a failure that somebody will meet again.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = countedReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const flaky = reports.reduce((sum, { report }) => sum + report.totals.flaky, 0);
      if (flaky === 0) return holds('No test needed another attempt');
      const cases = casesThat(reports, 'flaky');
      return listed(`${counted(flaky, 'flaky test')}, passed after a failed attempt: ${enumerate(cases.map(({ name }) => name))}`, { paths: [...new Set(cases.map(({ path }) => path))] });
    }),
});
