import { testLabel, type Transition } from '../../model/compare.ts';
import { matchesTest } from '../../model/identity.ts';
import { outcomeWord } from '../compared.ts';
import { fixedTests } from '../fixed-tests.ts';
import { oneLine } from '../reports.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

export const baselineRequiredFix = defineRule({
  id: 'GG-BASELINE-REQUIRED-FIX',
  title: 'Every test that must be fixed fails on the base and passes on the head',
  why: 'The test that was named is the one that shows the fix; another that turns green does not stand in for it.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null || baseline.requireFixed.length === 0) return NOTHING_TO_JUDGE;
      const fixed = new Set(fixedTests(baseline));
      const faults = baseline.requireFixed.flatMap((id): RuleAnswer[] => {
        const matches = baseline.transitions.filter(({ test }) => matchesTest(id, test));
        const not = matches.filter((one) => !fixed.has(one));
        if (matches.length > 0 && not.length === 0) return [];
        const what = matches.length === 0 ? `The test ${quote(id)} that must be fixed is none of the ${counted(baseline.transitions.length, 'test')} of base and head` : `${not.length} of ${counted(matches.length, 'test')} that ${quote(id)} names did not go from red to green: ${enumerate(not.map(say))}`;
        return [broken(what, { fix: 'Mend the test so that it fails without the change, or name the one that does: --require-fixed ID' })];
      });
      return faults.length > 0 ? faults : holds(`${counted(baseline.requireFixed.length, 'named test')} went from red to green`);
    }),
});

function say({ test, base, head, startError }: Transition): string {
  return `${oneLine(testLabel(test))} (${startError ? 'could not be loaded' : outcomeWord(base)} on the base, ${outcomeWord(head)} on the head)`;
}
