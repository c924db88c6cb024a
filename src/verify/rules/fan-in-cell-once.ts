import { readBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInCellOnce = defineBundleRule({
  id: 'GG-FAN-IN-DUPLICATE-CELL',
  title: 'No cell handed over two bundles',
  why: 'Of two bundles for one cell somebody would have to choose, and the choice would decide the merge.',
  hard: true,
  steps: ['fan-in'],
  check: ({ bundles }) => {
    const read = readBundles(bundles).filter(({ cell }) => cell !== null);
    if (read.length === 0) return NOTHING_TO_JUDGE;
    const groups = new Map<string, string[]>();
    for (const { cell, source } of read) groups.set(cell ?? '', [...(groups.get(cell ?? '') ?? []), source]);
    const twice = [...groups].filter(([, sources]) => sources.length > 1);
    if (twice.length === 0) return holds(`${counted(read.length, 'bundle')} of as many cells`);
    return twice.map(([cell, sources]) =>
      broken(`Cell ${quote(cell)} has ${sources.length} bundles: ${enumerate(sources.map(quote))}`, {
        paths: sources,
        fix: 'Give the fan-in one bundle for each cell, that of the attempt which counts.',
        innocentWhen: 'A rerun uploaded it again under another name: let the artifact keep one name per cell, and overwrite.',
      }),
    );
  },
});
