import { leftoversOf } from '../leftovers.ts';
import { defineRule, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const leftoverFound = defineRule({
  id: 'GG-LEFTOVER-FOUND',
  title: 'No tool has left anything that could make old work look like new',
  why: 'What a reused workspace keeps is in no commit, and a fresh checkout has none of it.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const found = leftoversOf(facts)?.found ?? [];
      if (found.length === 0) return NOTHING_TO_JUDGE;
      return [...new Set(found.map(({ tool }) => tool))].flatMap((tool) => {
        const group = found.filter((one) => one.tool === tool);
        const paths = group.map(({ path }) => path);
        return group.slice(0, 1).map(({ danger, remedy }) => listed(`${counted(group.length, 'leftover')} of ${tool}, written before the stamp: ${namePaths(paths)}. Such a leftover can ${danger}`, { paths, fix: remedy }));
      });
    }),
});
