import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const runObserved = defineRule({
  id: 'GG-RUN-ENDING-REPORTED',
  title: 'An ending that the gate did not see itself is named',
  why: 'An ending that the workflow reports is as good as the step that reports it; the gate saw neither command nor log.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      if (facts.run !== null) return holds('The gate ran the command itself');
      if (facts.asked.outcome === null) return NOTHING_TO_JUDGE;
      return listed(`Ending reported by the workflow, not observed: "${facts.asked.outcome}"`, { fix: 'Let the gate run the command: generation-gate run -- COMMAND' });
    }),
});
