import type { BaselineFacts, Transition } from '../../model/compare.ts';
import { testLabel } from '../../model/compare.ts';
import { fixedTests } from '../fixed-tests.ts';
import { oneLine } from '../reports.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, endingWords, enumerate, quote } from '../words.ts';

export const baselineReproduced = defineRule({
  id: 'GG-BASELINE-NOT-REPRODUCED',
  title: 'At least one test fails on the base and passes on the head',
  why: 'A test that passes without the change as well says nothing about the change.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null || baseline.withTests.ending === null) return NOTHING_TO_JUDGE;
      const fixed = fixedTests(baseline);
      if (fixed.length > 0) return holds(`${counted(fixed.length, 'test fails', 'tests fail')} on the base ${quote(baseline.base.given)} and ${fixed.length === 1 ? 'passes' : 'pass'} on the head: ${enumerate(fixed.map(label))}`);
      const answer = judge(baseline);
      return baseline.mode === 'require' ? answer : listed(answer.what);
    }),
});

function judge(baseline: BaselineFacts): RuleAnswer {
  const { base, withTests, transitions } = baseline;
  const ended = withTests.ending === null ? '' : endingWords(withTests.ending);
  const observe = 'The change claims no fix: --baseline observe';
  if (transitions.length === 0) {
    return unknown(`Nobody knows which tests fail on the base ${quote(base.given)}: neither run wrote a report with tests (there the command ${ended})`, { rejects: true, fix: "Let the command write JUnit reports and name them: --evidence 'reports/*.xml'" });
  }
  const couldNotStart = transitions.filter(({ startError }) => startError);
  if (couldNotStart.length > 0 || (withTests.startErrors.length > 0 && withTests.tests.length === 0)) {
    const says = withTests.startErrors.length > 0 ? `: ${enumerate(withTests.startErrors.map(oneLine))}` : `: ${enumerate(couldNotStart.map(({ test }) => `${oneLine(testLabel(test))} (${oneLine(test.failure?.message ?? '')})`))}`;
    return broken(`On the base ${quote(base.given)} the patched tests cannot be imported or collected, which is no test that fails${says}; the command ${ended} there`, {
      fix: 'Add a test that the base can load and that fails there, or accept such a base: --base-import-errors accept',
      innocentWhen: 'The change adds what the tests import: nothing could fail before it was there.',
    });
  }
  const passing = transitions.filter(({ base: before, head }) => before === 'passed' && head === 'passed');
  const red = transitions.filter(({ kind }) => kind === 'fail-fail' || kind === 'pass-fail');
  const what = passing.length > 0 ? `${counted(passing.length, 'test passes', 'tests pass')} on both: ${enumerate(passing.map(label))}` : red.length > 0 ? `${counted(red.length, 'test is', 'tests are')} red on the head: ${enumerate(red.map(label))}` : `the command ${ended} there, with ${counted(withTests.tests.length, 'test')} in its reports`;
  return broken(`No test fails on the base ${quote(base.given)} and passes on the head; ${what}`, {
    fix: `Write a test that fails without the change (the run on the base is logged in ${quote(withTests.logs)}). ${observe}`,
    innocentWhen: 'The change is no fix: a refactoring, a new feature, documentation. Say so with --baseline observe',
  });
}

function label({ test }: Transition): string {
  return oneLine(testLabel(test));
}
