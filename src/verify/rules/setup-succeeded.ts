import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { endingWords, succeeded } from '../words.ts';

export const setupSucceeded = defineRule({
  id: 'GG-SETUP-FAILED',
  title: 'The setup script exited with code 0',
  why: 'After a setup that failed, the tests run against whatever an earlier setup left behind.',
  hard: true,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ setup }) => {
      if (setup === null) return NOTHING_TO_JUDGE;
      if (succeeded(setup)) return holds(`The setup script ${endingWords(setup)}`);
      return broken(`The setup script ${endingWords(setup)}; only code 0 passes`, { fix: 'Mend the setup script, then stamp again: generation-gate stamp --setup FILE' });
    }),
});
