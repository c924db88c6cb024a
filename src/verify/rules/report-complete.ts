import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { anomaliesOf, seenReports } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const reportComplete = defineRule({
  id: 'GG-EVIDENCE-ANNOUNCED-MORE',
  title: 'Every report holds the tests that it announces',
  why: 'A test that was counted and left no result was lost on the way, with whatever it would have said.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = seenReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const lost = anomaliesOf(reports, ({ code, severity }) => code === 'announces-more' && severity !== 'note');
      const known = anomaliesOf(reports, ({ code, severity }) => code === 'announces-more' && severity === 'note');
      const answers: RuleAnswer[] = [];
      if (lost.length > 0) {
        answers.push(
          broken(`${counted(lost.length, 'suite')} with fewer tests than announced: ${enumerate(lost.map(({ words }) => words))}`, {
            paths: [...new Set(lost.map(({ path }) => path))],
            fix: 'Look into the log for what stopped the runner before its last test, then run again: generation-gate run -- COMMAND',
            innocentWhen: 'The runner counts what it never lists, and the reader does not know that of it: report it with the file.',
          }),
        );
      }
      if (known.length > 0) answers.push(listed(`${counted(known.length, 'suite')} of a producer that announces more than it lists: ${enumerate(known.map(({ words }) => words))}`, { paths: [...new Set(known.map(({ path }) => path))] }));
      return answers.length > 0 ? answers : holds('Every report holds what it announces');
    }),
});
