/** Compares the head with its base, test by test (BL1, BL2). */
import { isRed, testLabel, type ComparedTest, type Transition } from '../model/compare.ts';
import { isStartError } from './start-errors.ts';
import { differenceBetween, signatureOf, type LineMap, type Signature } from './signature.ts';

export interface SideTests {
  readonly tests: readonly ComparedTest[];
  /** Absolute folders that its failures may name. */
  readonly roots: readonly string[];
  /** Lines of the output that say that code could not be loaded. */
  readonly startErrors: readonly string[];
}

/** What became of every test. Tests of equal class and name that are gone here and new there have moved. */
export function transitionsOf(base: SideTests, head: readonly ComparedTest[]): Transition[] {
  const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
  const headKeys = new Set(head.map(({ key }) => key));
  const gone = base.tests.filter(({ key }) => !headKeys.has(key));
  const fresh = head.filter(({ key }) => !baseByKey.has(key));
  const origin = pairMoved(gone, fresh);
  const left = new Set(origin.values());
  const transitions = head.map((test): Transition => {
    const from = origin.get(test);
    const other = baseByKey.get(test.key) ?? from;
    return {
      kind: other === undefined ? 'new' : from !== undefined && isRed(from) === isRed(test) ? 'moved' : kindOf(other, test),
      test,
      base: other?.outcome ?? null,
      head: test.outcome,
      from: from === undefined ? null : testLabel(from),
      startError: other !== undefined && couldNotStart(other, base),
    };
  });
  const disappeared = gone.filter((test) => !left.has(test)).map((test): Transition => ({ kind: 'gone', test, base: test.outcome, head: null, from: null, startError: couldNotStart(test, base) }));
  return [...transitions, ...disappeared];
}

/** New tests that are gone ones elsewhere: equal class and name, and no second candidate on either side. */
function pairMoved(gone: readonly ComparedTest[], fresh: readonly ComparedTest[]): ReadonlyMap<ComparedTest, ComparedTest> {
  const pairs = new Map<ComparedTest, ComparedTest>();
  for (const test of fresh) {
    const candidates = gone.filter((other) => sameName(other, test));
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && fresh.filter((other) => sameName(other, test)).length === 1) pairs.set(test, only);
  }
  return pairs;
}

function sameName(one: ComparedTest, other: ComparedTest): boolean {
  return one.name !== '' && one.name === other.name && one.class === other.class && one.ordinal === other.ordinal;
}

function kindOf(base: ComparedTest, head: ComparedTest): Transition['kind'] {
  const [from, to] = [settled(base), settled(head)];
  return from === 'skipped' || to === 'skipped' ? 'other' : `${from}-${to}`;
}

function settled(test: ComparedTest): 'pass' | 'fail' | 'skipped' {
  return isRed(test) ? 'fail' : test.outcome === 'skipped' ? 'skipped' : 'pass';
}

/** A red entry of the base that is no failing test. One that says nothing about its cause is judged by the output. */
function couldNotStart(test: ComparedTest, { startErrors }: SideTests): boolean {
  if (!isRed(test)) return false;
  if (isStartError(test)) return true;
  return startErrors.length > 0 && saysNothing(test);
}

/** Runners that report a whole file as a test say no more than that it ended badly. */
function saysNothing({ failure }: ComparedTest): boolean {
  return failure === null || /^(?:test failed|exit code \d+|process exited.*|)$/i.test(failure.message.trim());
}

export interface RedTests {
  /** Keys of red tests of the head that are red on the base in the same way. */
  readonly preexisting: string[];
  readonly newlyRed: { test: string; why: string }[];
}

/**
 * Tells red tests of the head that the base has too from new ones. Where a line of a test was edited, the base with the
 * patched tests tells whether it fails there at that very line.
 */
export function redTests(base: SideTests, withTests: SideTests, head: SideTests, lines: LineMap): RedTests {
  const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
  const patchedByKey = new Map(withTests.tests.map((test) => [test.key, test]));
  const failsAlike = (test: ComparedTest, failing: Signature): LineMap => {
    const patched = patchedByKey.get(test.key);
    const same = patched !== undefined && isRed(patched) && differenceBetween(signatureOf(patched.failure, withTests.roots), failing, () => null) === null;
    return (file, line) => (same ? failing.line : lines(file, line));
  };
  const found: RedTests = { preexisting: [], newlyRed: [] };
  for (const test of head.tests.filter(isRed)) {
    const other = baseByKey.get(test.key);
    const failing = signatureOf(test.failure, head.roots);
    const why = other === undefined ? 'the base does not have it' : !isRed(other) ? `it ${other.outcome} on the base` : differenceBetween(signatureOf(other.failure, base.roots), failing, failsAlike(test, failing));
    if (why === null) found.preexisting.push(test.key);
    else found.newlyRed.push({ test: testLabel(test), why });
  }
  return found;
}

/** Tests that pass on the base, and fail on the new code in the base's form of them. */
export function bentTests(base: readonly ComparedTest[], onNewCode: readonly ComparedTest[], head: readonly ComparedTest[]): string[] {
  const passed = new Set(base.filter((test) => settled(test) === 'pass').map(({ key }) => key));
  const headRed = new Set(head.filter(isRed).map(({ key }) => key));
  return onNewCode.filter((test) => isRed(test) && passed.has(test.key) && !headRed.has(test.key)).map(testLabel);
}
