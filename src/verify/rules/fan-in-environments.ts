import type { Surroundings } from '../../model/surroundings.ts';
import { grouped, soundBundles } from '../bundles.ts';
import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { differingNames, systemOf } from '../surroundings.ts';
import { counted, namePaths } from '../words.ts';

const GROUPS_SHOWN = 8;

export const fanInEnvironments = defineBundleRule({
  id: 'GG-FAN-IN-ENVIRONMENTS',
  title: 'What the cells ran on is known',
  why: 'A matrix is there to differ, and a reader should see in what.',
  hard: false,
  steps: ['fan-in'],
  check: (facts) => {
    const bundles = soundBundles(facts);
    const cells = bundles.filter(({ runtimes }) => runtimes.length > 0);
    const recorded = bundles.filter((bundle): bundle is typeof bundle & { readonly surroundings: Surroundings } => (bundle.surroundings ?? null) !== null);
    if (cells.length === 0 && recorded.length === 0) return NOTHING_TO_JUDGE;
    const answers: RuleAnswer[] = [];
    const groups = grouped(cells, ({ runtimes }) => runtimes.join(', '));
    if (groups.length > 1) answers.push(listed(`The cells ran on ${groups.length} different runtimes: ${groups.slice(0, GROUPS_SHOWN).join('; ')}`));
    const systems = grouped(recorded, ({ surroundings }) => (surroundings === undefined || surroundings === null ? '' : systemOf(surroundings)));
    if (systems.length > 1) answers.push(listed(`The cells ran on ${systems.length} different systems: ${systems.slice(0, GROUPS_SHOWN).join('; ')}`));
    // Digests are salted with the tree id: those of another tree say nothing.
    const [first, ...others] = recorded;
    const names = differingNames(others.flatMap(({ treeId, surroundings }) => (first === undefined || first.treeId !== treeId ? [] : [[first.surroundings, surroundings] as const])));
    if (names.variables.length > 0) answers.push(listed(`${counted(names.variables.length, 'variable')} not the same in all cells: ${names.variables.join(', ')}`));
    if (names.files.length > 0) answers.push(listed(`${counted(names.files.length, 'lock file or configuration', 'lock files and configurations')} not the same in all cells: ${namePaths(names.files)}`));
    if (answers.length > 0) return answers;
    return holds(cells.length === 0 ? `${counted(recorded.length, 'cell')} ran in equal surroundings` : `${counted(cells.length, 'cell')} ran on ${cells[0]?.runtimes.join(', ') ?? ''}`);
  },
});
