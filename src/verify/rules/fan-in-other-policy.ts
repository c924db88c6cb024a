import type { CellBundle } from '../../model/bundle.ts';
import { cellWords, grouped, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted } from '../words.ts';

export const fanInOtherPolicy = defineBundleRule({
  id: 'GG-FAN-IN-OTHER-POLICY',
  title: 'All cells were judged under one policy, and under the one that governs the merge',
  why: 'A cell that was judged by a softer policy than the others may have been accepted for that alone.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ verdict }) => verdict === 'accepted');
    if (cells.length === 0) return NOTHING_TO_JUDGE;
    const governs = facts.policy?.file ?? null;
    const fix = 'Run every cell on the same event and the same commit, by one version of the gate.';
    if (governs !== null) {
      const others = cells.filter(({ policy }) => policy?.file?.digest !== governs.digest);
      if (others.length === 0) return holds(`${counted(cells.length, 'cell')} went by the policy ${governs.digest}`);
      return broken(`${counted(others.length, 'cell')} did not go by ${governs.path} (${governs.digest}), which governs here: ${others.slice(0, 5).map((cell) => `${cellWords(cell)} by ${digestOf(cell)}`).join(', ')}`, { paths: others.map(({ source }) => source), fix });
    }
    const groups = grouped(cells, digestOf);
    if (groups.length === 1) return holds(`${counted(cells.length, 'cell')} went by ${digestOf(cells[0])}`);
    return broken(`The cells went by ${groups.length} different policies: ${groups.slice(0, 5).join('; ')}`, { paths: cells.map(({ source }) => source), fix });
  },
});

function digestOf(cell: CellBundle | undefined): string {
  const policy = cell?.policy ?? null;
  return policy?.file?.digest ?? (policy?.head === null || policy === null ? 'no policy' : `no policy of the base, and ${policy.head.digest} of the change`);
}
