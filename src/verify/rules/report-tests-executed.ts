import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { countedReports, executedTests } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const reportTestsExecuted = defineRule({
  id: 'GG-EVIDENCE-NO-TESTS',
  title: 'At least one test was executed',
  why: 'A selection that matches nothing and a suite that skips itself end with code 0 and prove nothing.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = countedReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const executed = reports.reduce((sum, { report }) => sum + executedTests(report.totals), 0);
      if (executed > 0) return holds(`${counted(executed, 'test')} executed`);
      const skipped = reports.reduce((sum, { report }) => sum + report.totals.skipped, 0);
      const paths = reports.map(({ path }) => path);
      return broken(`No test was executed: ${counted(reports.length, 'report')} with ${skipped} skipped and 0 executed: ${namePaths(paths)}`, {
        paths,
        fix: 'Mend the selection or the reason to skip, for example: pytest --collect-only -q',
      });
    }),
});
