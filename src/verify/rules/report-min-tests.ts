import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { countedReports, executedTests } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted } from '../words.ts';

export const reportMinTests = defineRule({
  id: 'GG-EVIDENCE-MIN-TESTS',
  title: 'As many tests were executed as were asked for',
  why: 'A selection that silently shrank still ends green.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const { minTests } = facts.asked;
      if (minTests <= 0) return NOTHING_TO_JUDGE;
      const executed = countedReports(facts).reduce((sum, { report }) => sum + executedTests(report.totals), 0);
      if (executed >= minTests) return holds(`${counted(executed, 'test')} executed, at least ${minTests} asked for`);
      return broken(`${counted(executed, 'test')} executed, and at least ${minTests} asked for`, {
        fix: `Find out why fewer tests were selected; if that is meant, ask for fewer: --min-tests ${executed}`,
      });
    }),
});
