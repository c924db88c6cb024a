import { grouped, soundBundles } from '../bundles.ts';
import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted } from '../words.ts';

export const fanInEnvironments = defineBundleRule({
  id: 'GG-FAN-IN-ENVIRONMENTS',
  title: 'What the cells ran on is known',
  why: 'A matrix is there to differ, and a reader should see in what.',
  hard: false,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ runtimes }) => runtimes.length > 0);
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    const groups = grouped(cells, ({ runtimes }) => runtimes.join(', '));
    if (groups.length === 1) return holds(`${counted(cells.length, 'cell')} ran on ${cells[0]?.runtimes.join(', ') ?? ''}`);
    return listed(`The cells ran on ${groups.length} different runtimes: ${groups.slice(0, 8).join('; ')}`);
  },
});
