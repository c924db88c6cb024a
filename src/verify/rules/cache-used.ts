import { overSound } from '../cached.ts';
import { defineRule, listed } from '../rule.ts';
import { quote } from '../words.ts';

export const cacheUsed = defineRule({
  id: 'GG-CACHE-USED',
  title: 'Evidence that came from a cache is named, with the generation that ran',
  why: 'Nothing ran here: who reads the verdict must know that its tests ran earlier, and under which generation.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overSound(facts, ({ source, generation, digest, runtimes }, cached) => {
      const started = cached.facts?.run?.outcome.startedAt;
      return listed(
        `No command was run: the evidence comes from a cache, from generation ${generation ?? 'none'}${started === undefined ? '' : `, which ran at ${started}`}${runtimes.length === 0 ? '' : ` on ${runtimes.join(', ')}`} (bundle ${quote(source)}, manifest ${digest})`,
        { paths: [source], fix: 'To run the command, leave --cached-evidence out' },
      );
    }),
});
