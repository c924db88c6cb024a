import { grouped, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted } from '../words.ts';

export const fanInSameCommand = defineBundleRule({
  id: 'GG-FAN-IN-OTHER-COMMAND',
  title: 'All cells ran the same captured command',
  why: 'A cell that ran another command may have run less than the others.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ commandDigest }) => commandDigest !== null);
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    const groups = grouped(cells, ({ commandDigest }) => commandDigest ?? '');
    if (groups.length === 1) return holds(`${counted(cells.length, 'cell')} ran command ${cells[0]?.commandDigest ?? ''}`);
    return broken(`The cells ran ${groups.length} different commands: ${groups.slice(0, 5).join('; ')}`, {
      paths: cells.map(({ source }) => source),
      fix: 'Let every cell run the same command, and let it tell the cells apart by the variable GENERATION_GATE_CELL.',
    });
  },
});
