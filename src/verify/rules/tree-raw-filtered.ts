import { defineRule, holds, listed } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const treeRawFiltered = defineRule({
  id: 'GG-TREE-RAW-FILTERED',
  title: 'Paths that count by their raw bytes, because their filter is not run, are named',
  why: 'A filter is a program that the repository configures and the gate never runs; the tree id then differs from what git would commit.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ rawFiltered }) => {
      if (rawFiltered.length === 0) return holds('No path counts by its raw bytes instead of its filter');
      return listed(`The raw bytes of ${counted(rawFiltered.length, 'path')} count, since the filter is not run and the index has other bytes: ${namePaths(rawFiltered)}`, {
        paths: rawFiltered,
        fix: 'Commit or stage it where the filter is installed (git add PATH), so that its blob is known.',
      });
    }),
});
