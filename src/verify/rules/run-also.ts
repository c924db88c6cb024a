import { defineRule, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { oneLine } from '../reports.ts';
import { overStamping } from '../subject.ts';
import { endingWords } from '../words.ts';

export const runAlsoNamed = defineRule({
  id: 'GG-RUN-ALSO',
  title: 'The ending of a second documented command is named, apart from the first',
  why: 'A second command neither mends nor spoils the first one: whoever reads the verdict sees both endings.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const also = facts.run?.also;
      if (also === undefined) return NOTHING_TO_JUDGE;
      const { command, ending, durationMs } = also.outcome;
      return listed(`The second command (${oneLine(also.shown)}, digest ${command}) ${endingWords(ending)} after ${(durationMs / 1000).toFixed(1)} s; it decides nothing`, {
        fix: 'Where both must succeed, let one script run both: generation-gate gate --script FILE',
      });
    }),
});
