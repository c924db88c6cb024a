import { showPath } from '../../model/path.ts';
import { broken, defineRule, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, namePaths } from '../words.ts';

export const summaryChecked = defineRule({
  id: 'GG-SUMMARY-UNCHECKED',
  title: 'Every given summary was checked against an accepted verdict',
  why: 'A summary from an unchecked log carries claims that nothing in this workspace stands for.',
  hard: true,
  steps: ['check'],
  check: ({ asked: { summaries } }) => {
    if (summaries.length === 0) return NOTHING_TO_JUDGE;
    return broken(`${counted(summaries.length, 'summary', 'summaries')} cannot be judged, since checking them is not built yet: ${namePaths(summaries)}`, {
      paths: summaries,
      fix: `Check without it, and quote the verdict itself: leave out --summary ${showPath(summaries[0] ?? '')}`,
    });
  },
});
