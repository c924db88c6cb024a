/** Facts of second runs that agree with the recorded one, to be changed in one place by each rule's test. */
import type { BaselineFacts, ControlFacts, HunkResult, ReplayFacts, SecondRun, Transition } from '../../src/model/compare.ts';
import { comparedTests, type ComparedTest } from '../../src/model/compare.ts';
import type { ReportCase } from '../../src/model/report.ts';
import { testCase } from './evidence-facts.ts';

export const INTERPRETER = { executable: '/usr/bin/python3', implementation: 'cpython', version: '3.12.4' };

export function comparedTest(changes: Partial<ReportCase> = {}): ComparedTest {
  const [test] = comparedTests([{ path: 'reports/junit.xml', cases: [testCase(changes)] }], [], []);
  if (test === undefined) throw new Error('One case gives one test');
  return test;
}

export function secondRun(changes: Partial<SecondRun> = {}): SecondRun {
  return {
    ending: { kind: 'exited', code: 0 },
    setup: null,
    durationMs: 1000,
    tests: [comparedTest()],
    unreadReports: [],
    uncountedRed: 0,
    interpreter: INTERPRETER,
    unfilled: [],
    shared: [],
    startErrors: [],
    logs: '/state/run-1-replay',
    kept: null,
    ...changes,
  };
}

export function replay(changes: Partial<ReplayFacts> = {}): ReplayFacts {
  return {
    format: 'generation-gate/replay/1',
    run: 'run-1',
    warmEnding: { kind: 'exited', code: 0 },
    warmTests: 1,
    warmInterpreter: INTERPRETER,
    second: secondRun(),
    differences: [],
    onlyWarm: [],
    otherVariables: [],
    ...changes,
  };
}

export function transition(kind: Transition['kind'], changes: Partial<Transition> = {}): Transition {
  const [base, head] = { 'fail-pass': ['failed', 'passed'], 'pass-pass': ['passed', 'passed'], 'pass-fail': ['passed', 'failed'], 'fail-fail': ['failed', 'failed'], new: [null, 'passed'], gone: ['passed', null], moved: ['passed', 'passed'], other: ['skipped', 'passed'] }[kind] as [Transition['base'], Transition['head']];
  return { kind, test: comparedTest(head === 'failed' ? { outcome: 'failed' } : {}), base, head, from: null, startError: false, ...changes };
}

/** A base on which the one test fails that passes on the head. */
export function baseline(changes: Partial<BaselineFacts> = {}): BaselineFacts {
  const failed = secondRun({ ending: { kind: 'exited', code: 1 }, tests: [comparedTest({ outcome: 'failed' })], logs: '/state/run-1-base' });
  return {
    format: 'generation-gate/baseline/1',
    run: 'run-1',
    base: { given: 'origin/main', commit: '1'.repeat(40) },
    mode: 'require',
    requireFixed: [],
    importErrors: 'reject',
    roots: ['/workspace'],
    testGlobs: ['tests/**'],
    testFiles: { taken: 1, changed: [] },
    headEnding: { kind: 'exited', code: 0 },
    headInterpreter: INTERPRETER,
    withTests: failed,
    asWas: null,
    oldTests: null,
    transitions: [transition('fail-pass')],
    preexisting: [],
    newlyRed: [],
    bent: [],
    ...changes,
  };
}

export function control(...hunks: readonly (readonly [result: HunkResult['result'], path: string, says?: string])[]): ControlFacts {
  return {
    format: 'generation-gate/control/1',
    jobs: 1,
    run: 'run-1',
    against: 'HEAD',
    budgetSeconds: 600,
    hunks: hunks.map(([result, path, says = '']) => ({ path, hunk: '@@ -1 +1 @@', result, says })),
  };
}
