import { overCached, RUN_INSTEAD } from '../cached.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { quote } from '../words.ts';

export const cacheReadable = defineRule({
  id: 'GG-CACHE-UNREADABLE',
  title: 'Evidence from a cache is a bundle that can be read',
  why: 'A report alone does not say which tree it is about, how its command ended, or whether anybody accepted it.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCached(facts, ({ bundle }) =>
      bundle.state === 'refused'
        ? broken(`The cached evidence ${quote(bundle.source)} is no bundle that can be read: ${bundle.why}`, { paths: [bundle.source], fix: RUN_INSTEAD, innocentWhen: 'The cache was empty: leave --cached-evidence out where it had no hit.' })
        : holds(`The bundle ${quote(bundle.source)} was read and judged again`),
    ),
});
