import { overCached, RUN_INSTEAD } from '../cached.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { enumerate, quote } from '../words.ts';

export const cacheIntact = defineRule({
  id: 'GG-CACHE-CHANGED',
  title: 'Every file of a cached bundle is the one that was judged, and gives what the bundle says',
  why: 'A cache can be written by more people than a workspace; a bundle that was changed there proves what its last editor wanted.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCached(facts, ({ bundle }) => {
      if (bundle.state === 'refused') return NOTHING_TO_JUDGE;
      const faults = [...bundle.faults.map(({ file, what }) => `${quote(file)} ${what}`), ...bundle.differences];
      if (faults.length === 0) return holds(`The bundle ${quote(bundle.source)} agrees with its manifest, and its files give its verdict`);
      return broken(`The cached bundle ${quote(bundle.source)} was changed: ${enumerate(faults)}`, { paths: [bundle.source], fix: RUN_INSTEAD });
    }),
});
