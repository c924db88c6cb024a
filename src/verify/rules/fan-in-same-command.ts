import type { BundlesFacts } from '../../model/bundle.ts';
import { cellWords, grouped, soundBundles } from '../bundles.ts';
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
    const declared = declaredCommands(facts);
    const others = cells.filter(({ cell, commandDigest }) => declared.has(cell) && declared.get(cell) !== commandDigest);
    if (others.length > 0) {
      return broken(`${counted(others.length, 'cell')} ran another command than the policy declares: ${others.slice(0, 5).map((cell) => `${cellWords(cell)} ran ${cell.commandDigest ?? ''}, and ${declared.get(cell.cell) ?? ''} is declared`).join('; ')}`, {
        paths: others.map(({ source }) => source),
        fix: 'Let the cell run the command that the policy declares for it: leave the command out of the workflow.',
      });
    }
    // What the policy declares apart may differ; the rest must be one command.
    const free = cells.filter(({ cell }) => !declared.has(cell));
    if (free.length === 0) return holds(`${counted(cells.length, 'cell')} ran the commands that the policy declares`);
    const groups = grouped(free, ({ commandDigest }) => commandDigest ?? '');
    if (groups.length === 1) return holds(`${counted(free.length, 'cell')} ran command ${free[0]?.commandDigest ?? ''}${free.length === cells.length ? '' : ', and the others what the policy declares'}`);
    return broken(`The cells ran ${groups.length} different commands: ${groups.slice(0, 5).join('; ')}`, {
      paths: cells.map(({ source }) => source),
      fix: 'Let every cell run the same command, and let it tell the cells apart by the variable GENERATION_GATE_CELL.',
    });
  },
});

/**
 * What the policy says that each cell runs: the one that governs the merge, else the one that all cells went by. Cells
 * that run a script file are not told apart by it: their bytes are the tree's, and must be equal.
 */
function declaredCommands(facts: BundlesFacts): ReadonlyMap<string | null, string> {
  const [first] = soundBundles(facts);
  const policy = facts.policy ?? first?.policy ?? null;
  return new Map((policy?.commands ?? []).flatMap(({ cell, digest }) => (cell === null || digest === null ? [] : [[cell, digest] as const])));
}
