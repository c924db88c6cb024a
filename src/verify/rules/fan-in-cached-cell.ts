import { cellWords, soundBundles } from '../bundles.ts';
import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const fanInCachedCell = defineBundleRule({
  id: 'GG-FAN-IN-CACHED-CELL',
  title: 'Cells whose evidence came from a cache are named, with the generation that ran',
  why: 'Such a cell ran nothing: its tests ran earlier, on another machine perhaps.',
  hard: false,
  steps: ['fan-in', 'verify'],
  check: (facts) => {
    const bundles = soundBundles(facts);
    if (bundles.length === 0) return NOTHING_TO_JUDGE;
    const cached = bundles.flatMap((bundle) => (bundle.fromCache === null ? [] : [`${cellWords(bundle)} from generation ${bundle.fromCache.generation ?? 'none'}`]));
    if (cached.length === 0) return holds(`${counted(bundles.length, 'bundle')} hold evidence of their own runs`);
    return listed(`${counted(cached.length, 'bundle')} took the evidence from a cache: ${enumerate(cached)}`, { fix: 'To run the command, leave --cached-evidence out' });
  },
});
