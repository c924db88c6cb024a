import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, endingWords, enumerate, succeeded } from '../words.ts';

export const runRepeated = defineRule({
  id: 'GG-RUN-REPEATED',
  title: 'Earlier runs under the same generation are named',
  why: 'A command that failed and passed on equal bytes is flaky, or depends on what the earlier run left behind.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      if (facts.run === null) return NOTHING_TO_JUDGE;
      const { earlier } = facts.run;
      if (earlier.length === 0) return holds('The captured command was run once');
      const failed = earlier.filter((ending) => !succeeded(ending)).length;
      const endings = enumerate(earlier.map((ending, at) => `run ${at + 1} ${endingWords(ending)}`));
      const what = `${counted(earlier.length, 'earlier run')} under this generation, ${failed === 0 ? 'none of which failed' : `${failed} of which failed`}: ${endings}`;
      const fix = 'Stamp before each attempt that is to count: generation-gate stamp';
      return facts.asked.repeated === 'reject' ? broken(what, { fix }) : listed(what, { fix });
    }),
});
