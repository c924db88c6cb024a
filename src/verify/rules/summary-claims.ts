import { defineRule } from '../rule.ts';
import { answerOf, overSummaries, unreconciled } from '../summary.ts';
import { counted } from '../words.ts';

export const summaryClaims = defineRule({
  id: 'GG-SUMMARY-CLAIM',
  title: 'Every number of tests that a summary claims is the one the reports tell',
  why: 'People decide by the summary: one wrong number, or an "all tests pass" over skipped ones, decides for them.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSummaries(facts, (files, summaries) => {
      const claims = files.reduce((sum, { reading }) => sum + reading.statements.reduce((inner, statement) => inner + statement.claims.length, 0), 0);
      return answerOf(files.flatMap((file) => unreconciled(facts, summaries, file)), {
        fault: ['claim that the reports do not bear out', 'claims that the reports do not bear out'],
        fine: `${counted(claims, 'claim')} about tests in ${counted(files.length, 'summary', 'summaries')} agree with the reports`,
        fix: 'Write the numbers of the verdict, with what was skipped or flaky beside "all tests passed"; generation-gate explain GG-SUMMARY-CLAIM says what is read as a claim',
        innocentWhen: 'The number counts something else and stands beside words of a test result: name what it counts, or put it into another sentence.',
      });
    }),
});
