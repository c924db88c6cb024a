import { grouped, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted } from '../words.ts';

export const fanInSameTree = defineBundleRule({
  id: 'GG-FAN-IN-MIXED-TREES',
  title: 'All cells tested one tree',
  why: 'Cells that tested different code do not add up to evidence for any of it.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    const groups = grouped(cells, ({ treeId }) => treeId ?? '');
    if (groups.length === 1) return holds(`${counted(cells.length, 'cell')} tested tree ${cells[0]?.treeId ?? ''}`);
    return broken(`The cells tested ${groups.length} different trees: ${groups.slice(0, 5).join('; ')}`, {
      paths: cells.map(({ source }) => source),
      fix: 'Let every job check out the same commit and run those again that tested another one.',
      innocentWhen: 'A step before the stamp writes files that differ from job to job: name them in .gitignore, or write them after the stamp.',
    });
  },
});
