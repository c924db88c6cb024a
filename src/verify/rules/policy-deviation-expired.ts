import { oneLine } from '../reports.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { globsOf, hasExpired } from '../ruling.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const policyDeviationExpired = defineRule({
  id: 'GG-POLICY-DEVIATION-EXPIRED',
  title: 'No deviation that the policy accepts is over',
  why: 'What was accepted for a time is refused again after it; an entry that is over only hides that somebody meant to look.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, () => {
      const { policy } = facts;
      const accepted = policy?.document.accept ?? [];
      if (policy === null || policy === undefined || accepted.length === 0) return NOTHING_TO_JUDGE;
      const expired = accepted.filter((deviation) => hasExpired(deviation, policy.day));
      if (expired.length === 0) return holds(`Each of ${counted(accepted.length, 'accepted deviation')} is in force on ${policy.day}`);
      return listed(`${counted(expired.length, 'accepted deviation')} that no longer ${expired.length === 1 ? 'counts' : 'count'} on ${policy.day}: ${enumerate(expired.map((one) => `${one.rule}${globsOf(one).length === 0 ? '' : ` for ${globsOf(one).map(oneLine).join(', ')}`} until ${one.expires} (${oneLine(one.reason)})`))}`, {
        fix: 'Take the entry out of the policy, or give it a later "expires" where the reason still holds.',
      });
    }),
});
