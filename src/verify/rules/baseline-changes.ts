import { testLabel, type Transition, type TransitionKind } from '../../model/compare.ts';
import { outcomeWord } from '../compared.ts';
import { oneLine } from '../reports.ts';
import { defineRule, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

const ORDER: readonly (readonly [TransitionKind, string])[] = [
  ['pass-fail', 'pass → fail'],
  ['fail-pass', 'fail → pass'],
  ['fail-fail', 'fail → fail'],
  ['pass-pass', 'pass → pass'],
  ['new', 'new'],
  ['gone', 'gone'],
  ['moved', 'moved'],
  ['other', 'skipped on one side'],
];

export const baselineChanges = defineRule({
  id: 'GG-BASELINE-CHANGES',
  title: 'What became of each test from the base to the head is shown',
  why: 'Tests that vanish, move or turn red are as much of a change as the code is.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null || baseline.transitions.length === 0) return NOTHING_TO_JUDGE;
      const counts = ORDER.flatMap(([kind, words]) => {
        const of = baseline.transitions.filter((one) => one.kind === kind);
        return of.length === 0 ? [] : [`${of.length} ${words}${kind === 'pass-pass' ? '' : ` (${enumerate(of.map(say))})`}`];
      });
      const tests = `${counted(baseline.testFiles.taken, 'test file')} taken from the head, ${baseline.testFiles.changed.length} of which ${baseline.testFiles.changed.length === 1 ? 'differs' : 'differ'}`;
      return listed(`From the base ${quote(baseline.base.given)} to the head: ${counts.join(', ')}; ${tests}`);
    }),
});

function say({ kind, test, from, base, head }: Transition): string {
  if (kind === 'moved' && from !== null) return `${oneLine(from)} to ${oneLine(testLabel(test))}`;
  return kind === 'other' ? `${oneLine(testLabel(test))}, ${outcomeWord(base)} and ${outcomeWord(head)}` : oneLine(testLabel(test));
}
