import type { HandedOverOutcome } from '../../model/facts.ts';
import { forgiveness } from '../forgiveness.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { oneLine } from '../reports.ts';
import { overStamping } from '../subject.ts';
import { counted, endingWords, enumerate, quote, succeeded } from '../words.ts';

const MEANS = {
  failure: 'the step that ran the tests failed',
  cancelled: 'the step that ran the tests was cancelled before its end',
  skipped: 'the step that should have run the tests never ran',
} as const satisfies Record<Exclude<HandedOverOutcome, 'success'>, string>;

export const runSucceeded = defineRule({
  id: 'GG-RUN-FAILED',
  title: 'The captured command exited with code 0',
  why: 'A run that failed or did not get to its end proves nothing, whatever its reports say.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const { run, asked } = facts;
      if (run === null && asked.outcome === null) return NOTHING_TO_JUDGE;
      const fix = 'Mend what failed, then stamp, run and check again: generation-gate gate -- COMMAND';
      const forgiven = run === null || succeeded(run.outcome.ending) ? null : forgiveness(facts);
      const faults = [
        ...(run === null || forgiven === null || forgiven.state === 'forgiven' ? [] : [broken(`The captured command ${endingWords(run.outcome.ending)}; only code 0 passes${forgiven.state === 'refused' ? `, and the base does not excuse it: ${oneLine(forgiven.why)}` : ''}`, { fix })]),
        ...(asked.outcome === null || asked.outcome === 'success' ? [] : [broken(`The workflow hands over "${asked.outcome}", and only "success" passes: ${MEANS[asked.outcome]}`, { fix })]),
      ];
      if (faults.length > 0) return faults;
      if (run !== null && forgiven?.state === 'forgiven') {
        return listed(`The captured command ${endingWords(run.outcome.ending)}, as it does on the base ${quote(forgiven.base)}: ${counted(forgiven.tests.length, 'test is', 'tests are')} red there in the same way: ${enumerate(forgiven.tests.map(oneLine))}`);
      }
      return holds(run === null ? 'The workflow hands over "success"' : `The captured command ${endingWords(run.outcome.ending)}`);
    }),
});
