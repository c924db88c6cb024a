import { defineRule, holds, listed } from '../rule.ts';
import { firstSeen, overCheck, spans } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const treeTouched = defineRule({
  id: 'GG-TREE-TOUCHED',
  title: 'Stamped paths that were written with equal bytes are named',
  why: 'A file that was changed and put back may have been loaded in between; only a witness could tell.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const seen = firstSeen(spans(facts, check), ({ touched }) => touched, (path) => path);
      if (seen.length === 0) return holds('No stamped path was touched');
      return seen.map(({ when, entries }) => listed(`${counted(entries.length, 'stamped path')} of equal bytes and later ctime, written ${when}: ${namePaths(entries)}`, { paths: entries }));
    }),
});
