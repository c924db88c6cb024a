import { overSound, RUN_INSTEAD } from '../cached.ts';
import { oneLine } from '../reports.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { enumerate, quote } from '../words.ts';

export const cacheAccepted = defineRule({
  id: 'GG-CACHE-REJECTED',
  title: 'A cached bundle is accepted when it is judged again',
  why: 'What was no evidence for a merge when it was made does not become any in a cache.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSound(facts, ({ verdict, rejecting, source, generation }, cached) => {
      if (verdict === 'accepted' && cached.facts !== null) return holds(`Generation ${generation ?? 'none'} is accepted when it is judged again`);
      const reasons = rejecting.map(({ rule, what }) => `${rule}: ${oneLine(what)}`);
      return broken(`The cached bundle ${quote(source)} is rejected${reasons.length === 0 ? ': it was never judged to its end' : ` by ${enumerate(reasons)}`}`, { paths: [source], fix: RUN_INSTEAD });
    }),
});
