import { cellWords, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { enumerate } from '../words.ts';

export const fanInMergedTree = defineBundleRule({
  id: 'GG-FAN-IN-OTHER-TREE',
  title: 'The tested tree is the one that is to be merged',
  why: 'Evidence for another tree says nothing about the code that lands.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
    const { merging } = facts;
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    if (merging === null) {
      return unknown('Only equality between the cells was judged: nobody said which tree is to be merged', { rejects: false, fix: 'Say it: --tree ID, or --repo DIR for the tree of its HEAD' });
    }
    if (merging.treeId === null) return unknown(`Which tree is to be merged could not be told by ${merging.source}: ${merging.why}`, { fix: 'Give the token the permission contents: read, or name the tree otherwise: input tree, or a checkout by input repo' });
    const other = cells.filter(({ treeId }) => treeId !== merging.treeId);
    if (other.length === 0) return holds(`All cells tested tree ${merging.treeId}, named by ${merging.source}`);
    return broken(`The tree to be merged is ${merging.treeId}, named by ${merging.source}; tested was another one: ${enumerate(other.map((bundle) => `${bundle.treeId ?? ''} by ${cellWords(bundle)}`))}`, {
      paths: other.map(({ source }) => source),
      fix: 'Run the cells on the commit that is to be merged: its branch may have moved since, or the merge gives another tree.',
      innocentWhen: 'The cells apply a patch that is not committed: give the tree that results, --tree ID.',
    });
  },
});
