import { overSound, RUN_INSTEAD } from '../cached.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { quote } from '../words.ts';

export const cacheSameTree = defineRule({
  id: 'GG-CACHE-OTHER-TREE',
  title: 'A cached bundle is of the tree that is stamped here',
  why: 'Tests of another tree say nothing about this one, however alike the two are.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, ({ treeId, contentId, nested, rawFiltered }) =>
      overSound(facts, ({ source, treeId: theirs }, cached) => {
        if (theirs !== treeId) return broken(`The cached bundle ${quote(source)} is of tree ${theirs ?? 'none'}, and the stamp names ${treeId}`, { paths: [source], fix: RUN_INSTEAD, innocentWhen: 'The key of the cache leaves out a file that is part of the tree: make it the tree id.' });
        const then = cached.facts?.stamped?.contentId ?? 'none';
        // The tree id cannot see into these: a dirty submodule has the id of a clean one.
        if (nested.length + rawFiltered.length > 0 && then !== contentId) {
          return broken(`The cached bundle ${quote(source)} has the same tree ${treeId} and other content: content id ${then}, and the stamp names ${contentId}; nested repositories and filtered paths are in the content id alone`, { paths: [source], fix: RUN_INSTEAD });
        }
        return holds(`The cached bundle is of tree ${treeId}, as the stamp is`);
      }),
    ),
});
