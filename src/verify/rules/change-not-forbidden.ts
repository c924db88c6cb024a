import { matchesGlob } from '../../model/patterns.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const changeNotForbidden = defineRule({
  id: 'GG-CHANGE-FORBIDDEN',
  title: 'The change touches no path that it must not touch',
  why: 'Some paths decide about others: a workflow, a policy, a lock file. They are changed on purpose or not at all.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ change }) => {
      const forbidden = facts.asked.forbidden ?? [];
      if (forbidden.length === 0) return NOTHING_TO_JUDGE;
      if (change === null || change === undefined) return unknown('There is no base to compare the change with', { fix: 'Name it: --base REV', rejects: true });
      const touched = change.paths.filter((path) => forbidden.some((glob) => matchesGlob(glob, path)));
      if (touched.length === 0) return holds(`None of ${counted(change.paths.length, 'changed path')} is forbidden, compared with ${change.against}`);
      return broken(`${counted(touched.length, 'forbidden path')} changed, compared with ${change.against}: ${namePaths(touched)}`, { paths: touched, fix: 'Take these paths out of the change, and make theirs one of its own.' });
    }),
});
