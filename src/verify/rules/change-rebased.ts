import { broken, defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overCheck } from '../subject.ts';

export const changeRebased = defineRule({
  id: 'GG-CHANGE-NOT-REBASED',
  title: 'The branch contains the tip of its base',
  why: 'Tests on an older base say nothing about what the merge will be: both sides may have changed the same thing.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ change }) => {
      if (facts.asked.requireRebased !== true) return NOTHING_TO_JUDGE;
      if (change === null || change === undefined) return unknown('There is no base whose tip the branch could contain', { fix: 'Name it: --base REV', rejects: true });
      if (change.containsTip) return holds(`HEAD contains ${change.against}`);
      return broken(`HEAD does not contain ${change.tip}, the tip of the base (${change.against})`, { fix: `Rebase, and check the result: git rebase ${change.tip}` });
    }),
});
