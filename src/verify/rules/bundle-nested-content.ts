import { cellWords, soundBundles } from '../bundles.ts';
import { isNestedContentKnown, nestedDeviations } from '../nested.ts';
import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const bundleNestedContent = defineBundleRule({
  id: 'GG-BUNDLE-NESTED-CONTENT',
  title: 'A cell whose submodules or nested repositories are not what their recorded commits hold is named',
  why: 'The tree that is to be merged holds a commit for each of them: what was tested beside it is not merged.',
  hard: false,
  steps: ['fan-in', 'verify'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ nested }) => nested.length > 0);
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    const answers = cells.flatMap((cell) => {
      const deviations = nestedDeviations(cell.nested);
      if (deviations.length > 0) {
        return [
          listed(`Not as recorded in ${cellWords(cell)}: ${enumerate(deviations.map(({ what }) => what))}`, {
            paths: deviations.map(({ path }) => path),
            fix: 'Commit in the submodule and record that commit (git add PATH), then run the cell again in a clean checkout.',
          }),
        ];
      }
      if (isNestedContentKnown(cell.nested)) return [];
      return [listed(`What the ${counted(cell.nested.length, 'repository', 'repositories')} inside ${cellWords(cell)} held is not in the bundle: version ${cell.program} wrote it`, { fix: 'Run the cell again with this version.' })];
    });
    return answers.length > 0 ? answers : holds(`${counted(cells.length, 'cell')} tested repositories inside the workspace as they were committed`);
  },
});
