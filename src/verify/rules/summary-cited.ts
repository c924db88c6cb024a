import { defineRule } from '../rule.ts';
import { answerOf, overSummaries } from '../summary.ts';
import { NOTHING_TO_JUDGE } from '../rule.ts';
import { counted } from '../words.ts';

export const summaryCited = defineRule({
  id: 'GG-SUMMARY-UNCITED',
  title: 'Every summary cites the verdict, the generation and the tree id',
  why: 'A summary that does not say what it is about can be shown for any commit.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSummaries(facts, (files, { saved }) => {
      if (saved === null) return NOTHING_TO_JUDGE;
      const needed = [
        { name: 'verdict digest', of: 'verdict', id: saved.digest },
        { name: 'generation', of: 'generation', id: saved.verdict.generation },
        { name: 'tree id', of: 'tree', id: saved.verdict.tree_id },
      ] as const;
      const faults = files.flatMap(({ path, reading }) => {
        const missing = needed.filter(({ of, id }) => !reading.citations.some((citation) => citation.id === id && (citation.of === of || citation.of === 'unnamed')));
        return missing.length === 0 ? [] : [{ path, line: null, words: `no ${missing.map(({ name, id }) => `${name} ${id}`).join(', no ')}` }];
      });
      return answerOf(faults, {
        fault: ['summary without what it must cite', 'summaries without what they must cite'],
        fine: `${counted(files.length, 'summary', 'summaries')} cite the verdict, the generation and the tree id`,
        fix: 'Cite all three in full, where a reader sees them; generation-gate summarize writes them',
      });
    }),
});
