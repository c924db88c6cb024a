/** Tests that fail on the base and pass on the head. */
import type { BaselineFacts, Transition } from '../model/compare.ts';

/**
 * Only a plain pass counts on the head. Where the call accepts a base that could not load the tests, what could not
 * start there and passes here counts as well.
 */
export function fixedTests({ transitions, withTests, importErrors }: BaselineFacts): readonly Transition[] {
  const accept = importErrors === 'accept';
  const couldNotStart = withTests.startErrors.length > 0 || transitions.some(({ startError }) => startError);
  return transitions.filter(({ kind, head, startError }) => {
    if (head !== 'passed') return false;
    if (kind === 'fail-pass') return !startError || accept;
    return kind === 'new' && accept && couldNotStart;
  });
}
