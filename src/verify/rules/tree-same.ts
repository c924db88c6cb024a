import { showPath } from '../../model/path.ts';
import { broken, defineRule, holds, type RuleAnswer } from '../rule.ts';
import { firstSeen, overCheck, spans } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const treeSame = defineRule({
  id: 'GG-TREE-OTHER',
  title: 'The work tree has the tree id that was stamped',
  why: 'The tree id is what the verdict vouches for; evidence for one tree says nothing about another.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, { treeId }) => {
      const over = spans(facts, check);
      const faults: RuleAnswer[] = firstSeen(over, ({ headsMoved }) => headsMoved, ({ path }) => path).map(({ when, entries }) =>
        broken(`${counted(entries.length, 'nested repository', 'nested repositories')} moved to another commit ${when}: ${enumerate(entries.map(({ path, stamped, now }) => `${showPath(path)} (stamped ${stamped}, now ${now})`))}`, {
          paths: entries.map(({ path }) => path),
          fix: 'Check the stamped commit out again (git submodule update --init), or stamp the new state: generation-gate stamp',
        }),
      );
      const settings = over.find(({ drift }) => drift.settingsChanged);
      if (settings !== undefined) {
        faults.push(
          broken(`The settings by which git converts files (attributes, line ends) changed ${settings.when}: equal bytes now make another tree than ${treeId}`, {
            fix: 'Undo the change to .git/config or .git/info/attributes, or stamp again: generation-gate stamp',
            innocentWhen: 'A step of the workflow sets core.autocrlf: set it before the stamp.',
          }),
        );
      }
      if (check.treeNow !== treeId) {
        faults.push(broken(`The stamped paths have tree id ${check.treeNow}, and the stamp says ${treeId}`, { fix: 'Stamp the tree that is to be merged, then run the tests again: generation-gate stamp' }));
      }
      return faults.length > 0 ? faults : holds(`The work tree has tree id ${treeId}`);
    }),
});
