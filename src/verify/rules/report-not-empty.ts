import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { countedReports, executedTests } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const reportNotEmpty = defineRule({
  id: 'GG-EVIDENCE-EMPTY-REPORT',
  title: 'Single reports without an executed test are named',
  why: 'One shard or module that tests nothing hides behind the others.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = countedReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const paths = reports.filter(({ report }) => executedTests(report.totals) === 0).map(({ path }) => path);
      return paths.length === 0 ? holds('Every report holds an executed test') : listed(`${counted(paths.length, 'report')} without an executed test: ${namePaths(paths)}`, { paths });
    }),
});
