/** Compares the run in the workspace with its replay in a clean directory (RP2). */
import { testLabel, type ComparedTest, type ReplayDifference } from '../model/compare.ts';

/** Tests that ended otherwise, or ran in one of both runs alone. A pass after a retry agrees with a plain pass. */
export function replayDifferences(warm: readonly ComparedTest[], clean: readonly ComparedTest[]): ReplayDifference[] {
  const cleanByKey = new Map(clean.map((test) => [test.key, test]));
  const warmKeys = new Set(warm.map(({ key }) => key));
  const differences = warm.flatMap((test): ReplayDifference[] => {
    const other = cleanByKey.get(test.key);
    return other !== undefined && settled(other) === settled(test) ? [] : [difference(test, test, other ?? null)];
  });
  return [...differences, ...clean.filter(({ key }) => !warmKeys.has(key)).map((test) => difference(test, null, test))];
}

function difference(test: ComparedTest, warm: ComparedTest | null, clean: ComparedTest | null): ReplayDifference {
  const failure = clean?.failure ?? warm?.failure ?? null;
  return { test: testLabel(test), warm: warm?.outcome ?? null, clean: clean?.outcome ?? null, says: failure === null ? '' : failure.message || failure.type };
}

function settled({ outcome }: ComparedTest): string {
  return outcome === 'flaky' ? 'passed' : outcome;
}
