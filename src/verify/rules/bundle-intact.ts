import { readBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const bundleIntact = defineBundleRule({
  id: 'GG-BUNDLE-CHANGED',
  title: 'Every file of a bundle is the one that its manifest and its other files speak of',
  why: 'A bundle that was changed after it was written proves what its last editor wanted.',
  hard: true,
  steps: ['fan-in', 'verify'],
  check: ({ bundles }) => {
    const read = readBundles(bundles);
    const changed = read.filter(({ faults }) => faults.length > 0);
    if (read.length === 0) return NOTHING_TO_JUDGE;
    if (changed.length === 0) return holds(`${counted(read.length, 'bundle')} agree with their manifests, file by file`);
    return changed.map(({ source, faults }) =>
      broken(`The bundle ${quote(source)} was changed: ${enumerate(faults.map(({ file, what }) => `${quote(file)} ${what}`))}`, {
        paths: [source],
        fix: 'Take the artifact as the cell uploaded it, or run the cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND',
      }),
    );
  },
});
