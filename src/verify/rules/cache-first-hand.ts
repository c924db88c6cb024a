import { overSound } from '../cached.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { quote } from '../words.ts';

export const cacheFirstHand = defineRule({
  id: 'GG-CACHE-SECOND-HAND',
  title: 'A cached bundle is of a run, and not itself of a cache',
  why: 'Evidence that is handed on from cache to cache has no end, and nobody looks at where it began.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSound(facts, ({ source, generation, fromCache }) =>
      fromCache === null
        ? holds(`Generation ${generation ?? 'none'} ran its command itself`)
        : broken(`The cached bundle ${quote(source)} of generation ${generation ?? 'none'} took its own evidence from a cache, from generation ${fromCache.generation ?? 'none'}`, {
            paths: [source],
            fix: `Keep in the cache only bundles of runs, and name the one that ran: its manifest has the SHA-256 ${fromCache.digest}, and a copy lies in the folder "cached" of this bundle`,
          }),
    ),
});
