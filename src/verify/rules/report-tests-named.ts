import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { anomaliesOf, seenReports } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const reportTestsNamed = defineRule({
  id: 'GG-EVIDENCE-NAMELESS-TEST',
  title: 'Every test case in a report has a name',
  why: 'A runner that is interrupted or loses a worker writes a case without a name into a report that looks green otherwise.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = seenReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const cases = anomaliesOf(reports, ({ code }) => code === 'nameless-case');
      const nameless = cases.length > 0 ? cases : reports.filter(({ report }) => report.cases.some(({ name }) => name === '')).map(({ path }) => ({ path, words: path }));
      if (nameless.length === 0) return holds('Every test case has a name');
      return broken(`${counted(nameless.length, 'test case')} without a name: ${enumerate(nameless.map(({ words }) => words))}`, {
        paths: [...new Set(nameless.map(({ path }) => path))],
        fix: 'Look into the log for what ended the runner (a signal, a lost worker, an early exit), then run again: generation-gate run -- COMMAND',
      });
    }),
});
