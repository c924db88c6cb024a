import { oneLine } from '../reports.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const baselineBentTest = defineRule({
  id: 'GG-BASELINE-BENT-TEST',
  title: 'The tests of the base that fail on the new code are named',
  why: 'A test that was changed until the new code passes it may have been right before.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null || baseline.oldTests === null || baseline.oldTests.ending === null) return NOTHING_TO_JUDGE;
      const { bent } = baseline;
      if (bent.length === 0) return holds(`The base's own tests pass on the new code as they did before, or fail there still`);
      return listed(`${counted(bent.length, 'test passes on the base, and fails on the new code in the form that the base has of it', 'tests pass on the base, and fail on the new code in the form that the base has of them')}: ${enumerate(bent.map(oneLine))}`, {
        fix: 'See in the diff of the tests whether the behaviour was meant to change.',
      });
    }),
});
