import { matchesGlob } from '../../model/patterns.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const changeOwned = defineRule({
  id: 'GG-CHANGE-NOT-OWNED',
  title: 'Every path that the change touches is one that it may touch',
  why: 'A change that reaches beyond what it was made for is reviewed by nobody who knows the rest.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ change }) => {
      const owned = facts.asked.owned ?? [];
      if (owned.length === 0) return NOTHING_TO_JUDGE;
      if (change === null || change === undefined) return unknown('There is no base to compare the change with', { fix: 'Name it: --base REV', rejects: true });
      const others = change.paths.filter((path) => !owned.some((glob) => matchesGlob(glob, path)));
      if (others.length === 0) return holds(`Each of ${counted(change.paths.length, 'changed path')} is owned, compared with ${change.against}`);
      return broken(`${counted(others.length, 'changed path')} that no --owned names, compared with ${change.against}: ${namePaths(others)}`, { paths: others, fix: 'Take these paths out of the change, or own them: --owned GLOB' });
    }),
});
