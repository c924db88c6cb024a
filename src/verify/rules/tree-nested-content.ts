import { nestedDeviations } from '../nested.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const treeNestedContent = defineRule({
  id: 'GG-TREE-NESTED-CONTENT',
  title: 'A submodule or nested repository that is not what its recorded commit holds is named',
  why: 'The tree id knows a repository inside the workspace by its commit alone: whoever checks out that tree does not get these files.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ nested }) => {
      if (nested.length === 0) return NOTHING_TO_JUDGE;
      const deviations = nestedDeviations(nested);
      if (deviations.length === 0) return holds(`${counted(nested.length, 'repository', 'repositories')} inside the workspace, each as it was committed`);
      return listed(`${counted(deviations.length, 'repository', 'repositories')} inside the workspace ${deviations.length === 1 ? 'is' : 'are'} not as recorded: ${enumerate(deviations.map(({ what }) => what))}`, {
        paths: deviations.map(({ path }) => path),
        fix: 'Commit in the submodule and record that commit (git add PATH), or restore it: git submodule update --init --force PATH',
      });
    }),
});
