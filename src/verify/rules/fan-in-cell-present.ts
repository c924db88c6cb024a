import { readBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, listed, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInCellPresent = defineBundleRule({
  id: 'GG-FAN-IN-MISSING-CELL',
  title: 'Every expected cell handed over a bundle',
  why: 'A cell without a bundle may have failed, been cancelled or never run, and a green matrix would hide it.',
  hard: true,
  steps: ['fan-in'],
  check: ({ bundles, expected }) => {
    if (expected.length === 0) return NOTHING_TO_JUDGE;
    const read = readBundles(bundles);
    const there = new Set(read.map(({ cell }) => cell));
    const missing = expected.filter((cell) => !there.has(cell));
    const more = [...new Set(read.flatMap(({ cell }) => (cell === null || expected.includes(cell) ? [] : [cell])))];
    const nameless = read.filter(({ cell }) => cell === null);
    const answers: RuleAnswer[] = [
      ...missing.map((cell) =>
        broken(`No bundle is there for cell ${quote(cell)}, one of ${counted(expected.length, 'expected cell')}`, {
          fix: `Run it with --cell ${cell} --bundle DIR, upload the folder even when the gate rejects (if: always()), and give it to the fan-in.`,
          innocentWhen: 'The matrix has no such cell any more: take it off the list of expected cells.',
        }),
      ),
      ...nameless.map(({ source }) =>
        broken(`The bundle ${quote(source)} names no cell`, { paths: [source], fix: 'Give the gate a name for it: --cell NAME' }),
      ),
    ];
    if (answers.length === 0) answers.push(holds(`${counted(expected.length, 'expected cell')} handed over a bundle`));
    if (more.length > 0) answers.push(listed(`${counted(more.length, 'bundle')} of cells that were not expected, judged all the same: ${enumerate(more.map(quote))}`, { fix: 'Add them to the list of expected cells: a matrix that loses one of them would not be noticed.' }));
    return answers;
  },
});
