import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, quote } from '../words.ts';

export const bundleReadable = defineBundleRule({
  id: 'GG-BUNDLE-UNREADABLE',
  title: 'Every bundle could be opened and understood',
  why: 'A bundle that nobody can read, or that reaches out of its folder, is no evidence and may be an attack.',
  hard: true,
  steps: ['fan-in', 'verify'],
  check: ({ bundles }) => {
    if (bundles.length === 0) return NOTHING_TO_JUDGE;
    const refused = bundles.flatMap((bundle) => (bundle.state === 'refused' ? [bundle] : []));
    if (refused.length === 0) return holds(`${counted(bundles.length, 'bundle')} could be read`);
    return refused.map(({ source, why }) =>
      broken(`The bundle ${quote(source)} cannot be read: ${why}`, {
        paths: [source],
        fix: 'Download the artifact again, or run its cell again: generation-gate gate --cell NAME --bundle DIR -- COMMAND',
        innocentWhen: 'The path names something else than a bundle: give the folder that holds manifest.json, or the zip of it.',
      }),
    );
  },
});
