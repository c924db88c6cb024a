import { broken, defineRule, holds } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const runRecorded = defineRule({
  id: 'GG-RUN-NOT-RECORDED',
  title: 'The captured command was run under this generation, or the workflow hands over how its own step ended',
  why: 'A report without a known ending may be what a killed or failed run left behind.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, ({ generation }) => {
      const { run, asked } = facts;
      const fix = 'Run the tests through the gate (generation-gate run -- COMMAND), or hand over the ending of your own step: outcome: ${{ steps.TESTS.outcome }}';
      if (run === null) {
        if (asked.outcome !== null) return holds(`The workflow hands over the ending "${asked.outcome}"`);
        return broken(`No run is on record for generation ${generation}, and no ending was handed over`, {
          fix,
          innocentWhen: 'The run step used another --state folder or another RUNNER_TEMP than the check: give both the same.',
        });
      }
      if (run.generation !== generation) return broken(`The run on record belongs to generation ${run.generation}, and the stamp names ${generation}`, { fix });
      return holds(`The captured command ${run.outcome.command} was run under generation ${generation}`);
    }),
});
