import { cellWords, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const bundleVerdict = defineBundleRule({
  id: 'GG-BUNDLE-OTHER-VERDICT',
  title: 'What a bundle says of its verdict follows from its own files',
  why: 'A verdict is worth what its evidence gives when it is judged again, and no more.',
  hard: true,
  steps: ['fan-in', 'verify'],
  check: (facts) => {
    const sound = soundBundles(facts);
    const other = sound.filter(({ differences }) => differences.length > 0);
    if (sound.length === 0) return NOTHING_TO_JUDGE;
    if (other.length === 0) return holds(`${counted(sound.length, 'verdict')} reached again from reports and records`);
    return other.map((bundle) =>
      broken(`The claims of ${cellWords(bundle)} are not what its files give: ${enumerate(bundle.differences)}`, {
        paths: [bundle.source],
        fix: 'Run the cell again with this version: generation-gate gate --cell NAME --bundle DIR -- COMMAND',
        innocentWhen: `Another version wrote it (${bundle.program}), whose rules were others: run cells and fan-in with one version.`,
      }),
    );
  },
});
