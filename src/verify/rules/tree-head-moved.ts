import { defineRule, holds, listed } from '../rule.ts';
import { overCheck } from '../subject.ts';

export const treeHeadMoved = defineRule({
  id: 'GG-TREE-HEAD-MOVED',
  title: 'A HEAD that moved after the stamp is named',
  why: 'Evidence is bound to the tree, not to the commit: a reworded or squashed commit of an equal tree keeps it.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, { head, treeId }) => {
      if (check.headNow === head) return holds(`HEAD is ${head ?? 'unborn'}, as stamped`);
      const tree = check.treeNow === treeId ? `the tree id is still ${treeId}` : `the tree id is ${check.treeNow}, and ${treeId} was stamped`;
      return listed(`HEAD is ${check.headNow ?? 'unborn'}, and the stamp saw ${head ?? 'an unborn branch'}; ${tree}`);
    }),
});
