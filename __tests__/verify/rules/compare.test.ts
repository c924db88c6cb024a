import { baselineBentTest } from '../../../src/verify/rules/baseline-bent-test.ts';
import { baselineChanges } from '../../../src/verify/rules/baseline-changes.ts';
import { baselineComplete } from '../../../src/verify/rules/baseline-complete.ts';
import { baselineInterpreter } from '../../../src/verify/rules/baseline-interpreter.ts';
import { baselineReproduced } from '../../../src/verify/rules/baseline-reproduced.ts';
import { baselineRequiredFix } from '../../../src/verify/rules/baseline-required-fix.ts';
import { controlSupported } from '../../../src/verify/rules/control-supported.ts';
import { replayAgrees } from '../../../src/verify/rules/replay-agrees.ts';
import { replayComplete } from '../../../src/verify/rules/replay-complete.ts';
import { replayInterpreter } from '../../../src/verify/rules/replay-interpreter.ts';
import { reportGreen } from '../../../src/verify/rules/report-green.ts';
import { runSucceeded } from '../../../src/verify/rules/run-succeeded.ts';
import type { BaselineFacts, ControlFacts, ReplayFacts, SecondRun } from '../../../src/model/compare.ts';
import type { Facts } from '../../../src/model/facts.ts';
import type { Anomaly, ReportCase, ReportTotals } from '../../../src/model/report.ts';
import type { Ending } from '../../../src/model/run-record.ts';
import { baseline, comparedTest, control, INTERPRETER, replay, secondRun, transition } from '../../support/compare-facts.ts';
import { anomaly, evidenceFile, report, testCase } from '../../support/evidence-facts.ts';
import { asked, check, facts, run } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const other = { ...INTERPRETER, version: '3.11.2', executable: '/opt/python3.11' };
const withReplay = (changes: Partial<ReplayFacts>): Facts => facts({ replay: replay(changes) });
const withSecond = (changes: Partial<SecondRun>): Facts => withReplay({ second: secondRun(changes) });
const withBase = (changes: Partial<BaselineFacts>): Facts => facts({ baseline: baseline(changes) });
const withControl = (facts_: ControlFacts): Facts => facts({ control: facts_ });
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null, replay: replay(), baseline: baseline(), control: control() });
const difference = { test: 'tests::test_a', warm: 'passed', clean: 'failed', says: 'no local.json' } as const;
const code = (number: number): Ending => ({ kind: 'exited', code: number });

judges(replayAgrees, 'RP2', [
  ['no replay', facts(), 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['one that agrees', withReplay({}), 'holds', /exited with code 0, as the run did, and 1 test ended alike/],
  ['one that agrees, without reports', withReplay({ warmTests: 0 }), 'holds', /as the run did$/],
  ['both failed alike', withReplay({ warmEnding: code(1), second: secondRun({ ending: code(1) }) }), 'holds'],
  ['another code', withSecond({ ending: code(1) }), 'broken', /^The run exited with code 0, the replay exited with code 1/],
  ['killed', withSecond({ ending: { kind: 'signalled', signal: 'SIGKILL' } }), 'broken', /the replay was killed by SIGKILL/],
  ['other signals', withReplay({ warmEnding: { kind: 'signalled', signal: 'SIGINT' }, second: secondRun({ ending: { kind: 'signalled', signal: 'SIGTERM' } }) }), 'broken'],
  ['a test, though both ended alike', withReplay({ differences: [difference] }), 'broken', /^1 of 1 test ended otherwise: tests::test_a passed in the workspace and failed in the clean directory \(no local\.json\)$/],
  ['a test that did not run', withReplay({ differences: [{ ...difference, clean: null, says: '' }] }), 'broken', /not run in the clean directory/],
  ['a cause that the failure names', withReplay({ differences: [difference], onlyWarm: [{ path: 'local.json', named: true }, { path: 'x', named: false }] }), 'broken', /speaks of what is ignored and only the workspace has: local\.json$/],
  ['another environment before any file', withReplay({ differences: [difference], onlyWarm: [{ path: 'x', named: true }], otherVariables: ['PYTHONPATH was set for the run and is not now'] }), 'broken', /called with another environment than the run: PYTHONPATH was set for the run and is not now$/],
  ['files that may be the cause', withReplay({ differences: [difference], onlyWarm: [{ path: 'x', named: false }] }), 'broken', /ignored and only in the workspace: x$/],
  ['not run is another rule', withSecond({ ending: null }), 'holds'],
]);

judges(replayComplete, 'RP1', [
  ['not asked for', facts(), 'holds', /Nothing to judge/],
  ['asked for, and not made', facts({ asked: asked({ replay: true }) }), 'unknown', /was not made/],
  ['asked for without a run is another rule', facts({ run: null, asked: asked({ replay: true }) }), 'holds'],
  ['whole', withReplay({}), 'holds', /whole stamped tree/],
  ['a path that could not be filled', withSecond({ ending: null, unfilled: [{ path: 'a.bin', why: 'its bytes are not here' }] }), 'unknown', /1 path of the clean directory could not be filled: a\.bin: its bytes/],
  ['a setup that failed', withSecond({ ending: null, setup: code(2) }), 'unknown', /The setup script exited with code 2 in the clean directory/],
  ['the workspace is imported', withSecond({ shared: ['shop leads to /ws/src by x.pth'] }), 'unknown', /imports the workspace's own code: shop leads/],
  ['a report that could not be read', withSecond({ unreadReports: ['reports/junit.xml: cut short'] }), 'unknown', /cut short/],
  ['several at once', withSecond({ setup: code(1), unfilled: [{ path: '', why: 'x' }] }), ['unknown', 'unknown']],
  ['no stamp is another rule', noStamp, 'holds'],
]);

const NODE = { name: 'node', version: '24.1.0', path: '/bin/node' };
const GO = { name: 'go', version: '1.24.0', path: '/usr/local/go/bin/go' };

judges(replayInterpreter, 'RN7', [
  ['no replay', facts(), 'holds', /Nothing to judge/],
  ['one version', withReplay({}), 'holds', /cpython 3\.12\.4/],
  ['one version in another place', withSecond({ interpreter: { ...INTERPRETER, executable: '/env/bin/python' } }), 'holds'],
  ['another version', withSecond({ interpreter: other }), 'broken', /used cpython 3\.11\.2 \(\/opt\/python3\.11\), and cpython 3\.12\.4/],
  ['another implementation', withSecond({ interpreter: { ...INTERPRETER, implementation: 'pypy' } }), 'broken'],
  ['no Python at all', withReplay({ warmInterpreter: null, second: secondRun({ interpreter: null }) }), 'holds', /Nothing to judge/],
  ['one Node', withReplay({ warmInterpreter: null, warmRuntimes: [NODE], second: secondRun({ interpreter: null, runtimes: [{ ...NODE, path: '/other/node' }] }) }), 'holds', /Both used node 24\.1\.0/],
  ['another Node', withReplay({ warmInterpreter: null, warmRuntimes: [NODE], second: secondRun({ interpreter: null, runtimes: [{ ...NODE, version: '20.0.0' }] }) }), 'broken', /used node 20\.0\.0 \(\/bin\/node\), and node 24\.1\.0/],
  ['a record of an older version', withReplay({ second: secondRun({ runtimes: [{ ...NODE, version: '20.0.0' }] }) }), 'holds'],
]);

judges(baselineComplete, 'BL1, RP1', [
  ['no base asked for', facts(), 'holds', /Nothing to judge/],
  ['a base that was not run', facts({ asked: asked({ base: 'main' }) }), 'unknown', /not run on the base "main"/],
  ['a base without a run is another rule', facts({ run: null, asked: asked({ base: 'main' }) }), 'holds'],
  ['whole', withBase({}), 'holds', /on the base "origin\/main"/],
  ['a path that could not be filled', withBase({ withTests: secondRun({ ending: null, unfilled: [{ path: 'a', why: 'lost' }] }) }), 'unknown', /of the base with the patched tests/],
  ['the base as it was', withBase({ asWas: secondRun({ setup: code(1) }) }), 'unknown', /in the base as it was/],
  ['the run that only shows bent tests', withBase({ oldTests: secondRun({ setup: code(1) }) }), 'unproven'],
  ['no stamp is another rule', noStamp, 'holds'],
]);

judges(baselineInterpreter, 'RN7', [
  ['no base', facts(), 'holds', /Nothing to judge/],
  ['one version', withBase({}), 'holds'],
  ['another version with the patched tests', withBase({ withTests: secondRun({ interpreter: other }) }), 'broken', /3\.11\.2/],
  ['another version as it was', withBase({ asWas: secondRun({ interpreter: other }) }), 'broken'],
  ['no Python at all', withBase({ headInterpreter: null }), 'holds', /Nothing to judge/],
  ['another Go as it was', withBase({ headInterpreter: null, headRuntimes: [GO], asWas: secondRun({ interpreter: null, runtimes: [{ ...GO, version: '1.22.1' }] }) }), 'broken', /go 1\.22\.1/],
  ['one Go', withBase({ headInterpreter: null, headRuntimes: [GO], withTests: secondRun({ interpreter: null, runtimes: [GO] }) }), 'holds', /go 1\.24\.0/],
]);

const couldNotLoad = transition('fail-pass', { startError: true });

judges(baselineReproduced, 'BL1', [
  ['no base', facts(), 'holds', /Nothing to judge/],
  ['one test from red to green', withBase({}), 'holds', /^1 test fails on the base "origin\/main" and passes on the head: tests\.test_price::test_price$/],
  ['a test that passes on both', withBase({ transitions: [transition('pass-pass')] }), 'broken', /1 test passes on both/],
  ['a test that stays red', withBase({ transitions: [transition('fail-fail')] }), 'broken', /1 test is red on the head/],
  ['a test that is new', withBase({ transitions: [transition('new')] }), 'broken'],
  ['a test that passes at its second attempt', withBase({ transitions: [transition('fail-pass', { head: 'flaky' })] }), 'broken'],
  ['a test that was skipped on the base', withBase({ transitions: [transition('other')] }), 'broken'],
  ['no tests in the reports', withBase({ transitions: [] }), 'unknown', /Nobody knows which tests fail/],
  ['what could not be loaded', withBase({ transitions: [couldNotLoad] }), 'broken', /cannot be imported or collected/],
  ['what could not be loaded, accepted', withBase({ transitions: [couldNotLoad], importErrors: 'accept' }), 'holds'],
  ['a collection that failed as a whole', withBase({ transitions: [transition('new')], withTests: secondRun({ ending: code(2), tests: [], startErrors: ['ImportError: no'] }) }), 'broken', /ImportError: no/],
  ['the same, accepted', withBase({ transitions: [transition('new')], importErrors: 'accept', withTests: secondRun({ ending: code(2), tests: [], startErrors: ['ImportError: no'] }) }), 'holds'],
  ['new tests count for nothing where the base did start', withBase({ transitions: [transition('new')], importErrors: 'accept' }), 'broken'],
  ['one real failure beside an import error', withBase({ transitions: [couldNotLoad, transition('fail-pass')] }), 'holds'],
  ['nothing reproduced, and no fix claimed', withBase({ mode: 'observe', transitions: [transition('pass-pass')] }), 'listed'],
  ['not run is another rule', withBase({ withTests: secondRun({ ending: null }) }), 'holds', /Nothing to judge/],
]);

judges(baselineRequiredFix, 'BL2', [
  ['none named', withBase({}), 'holds', /Nothing to judge/],
  ['the one that was fixed', withBase({ requireFixed: ['test_price'] }), 'holds'],
  ['by its class', withBase({ requireFixed: ['tests.test_price::test_price'] }), 'holds'],
  ['one that passes on both', withBase({ requireFixed: ['test_price'], transitions: [transition('pass-pass')] }), 'broken', /passed on the base, passed on the head/],
  ['one that could not be loaded', withBase({ requireFixed: ['test_price'], transitions: [couldNotLoad] }), 'broken', /could not be loaded on the base/],
  ['one that is nowhere', withBase({ requireFixed: ['price'] }), 'broken', /"price" that must be fixed is none of the 1 test/],
  ['one of two of its name', withBase({ requireFixed: ['test_price'], transitions: [transition('fail-pass'), transition('pass-pass')] }), 'broken', /1 of 2 tests/],
  ['two, each by itself', withBase({ requireFixed: ['x', 'y'] }), ['broken', 'broken']],
]);

judges(baselineChanges, 'BL2', [
  ['no base', facts(), 'holds', /Nothing to judge/],
  ['every kind', withBase({ transitions: [transition('pass-fail'), transition('fail-pass'), transition('gone'), transition('moved', { from: 'old.py::x' }), transition('other'), transition('pass-pass'), transition('new')] }), 'listed', /1 pass → fail .*1 fail → pass .*1 pass → pass, 1 new .*1 gone .*1 moved \(old\.py::x to .*1 skipped on one side/],
]);

judges(baselineBentTest, 'BL2', [
  ['no base', facts(), 'holds', /Nothing to judge/],
  ['equal tests', withBase({}), 'holds', /Nothing to judge/],
  ['none', withBase({ oldTests: secondRun() }), 'holds'],
  ['one', withBase({ oldTests: secondRun(), bent: ['a::test_x'] }), 'listed', /^1 test passes on the base, and fails on the new code .*: a::test_x$/],
]);

judges(controlSupported, 'BL3', [
  ['not asked for', facts(), 'holds', /Nothing to judge/],
  ['asked for, and not made', facts({ asked: asked({ control: true }) }), 'unknown'],
  ['every hunk breaks a test', withControl(control(['supported', 'a.py'], ['supported', 'b.py'])), 'holds', /2 of 2 hunks against HEAD/],
  ['no test misses one', withControl(control(['supported', 'a.py'], ['unsupported', 'b.py'])), 'listed', /no test misses b\.py @@ -1 \+1 @@$/],
  ['no test misses any', withControl(control(['unsupported', 'a.py'], ['unsupported', 'b.py'])), 'broken', /^No test fails whichever of 2 hunks is taken out/],
  ['none was tried', withControl(control(['not-tried', 'a.py', 'the budget of 1 s was used up'])), 'unknown', /budget of 1 s/],
  ['one was not tried', withControl(control(['supported', 'a.py'], ['not-reverted', 'b.py', 'it cannot be taken out alone'])), 'listed', /1 hunk was not tried/],
  ['nothing to take out', withControl(control()), 'listed', /nothing to take out/],
]);

/** A run that ended with `code 1`, its one report, and a base on which `test_env` is red in the same way. */
interface Excused {
  readonly ending?: Ending;
  readonly cases?: readonly ReportCase[];
  readonly totals?: Partial<ReportTotals>;
  readonly anomalies?: readonly Anomaly[];
  readonly base?: Partial<BaselineFacts>;
}

const red = testCase({ name: 'test_env', outcome: 'failed', failure: { type: '', message: 'no service', place: '' } });
const { outcome } = run();

function excused({ ending = code(1), cases = [testCase(), red], totals = {}, anomalies = [], base = {} }: Excused = {}): Facts {
  return facts({
    run: run({ outcome: { ...outcome, ending } }),
    check: check({ evidence: [evidenceFile({ reading: report(cases, { totals, anomalies }) })] }),
    baseline: baseline({ asWas: secondRun({ ending: code(1) }), preexisting: [comparedTest({ name: 'test_env' }).key], ...base }),
  });
}

const EXCUSES: readonly (readonly [name: string, given: Facts, expected: 'listed' | 'broken', words?: RegExp])[] = [
  ['red on the base in the same way', excused(), 'listed', /red (?:there|on the base).*test_env$/],
  ['the patched tests are the base\'s own', excused({ base: { asWas: null } }), 'listed'],
  ['another red test', excused({ cases: [red, testCase({ name: 'test_new', outcome: 'failed' })] }), 'broken', /1 red test is not red on the base in the same way/],
  ['nothing is known of the base\'s failures', excused({ base: { preexisting: [] } }), 'broken'],
  ['the base ended otherwise', excused({ base: { asWas: secondRun({ ending: code(2) }) } }), 'broken', /on the base it exited with code 2/],
  ['the base was not run', excused({ base: { asWas: secondRun({ ending: null }) } }), 'broken'],
  ['the base lacked a file', excused({ base: { asWas: secondRun({ ending: code(1), unfilled: [{ path: 'a', why: 'lost' }] }) } }), 'broken'],
  ['the base imported the workspace', excused({ base: { asWas: secondRun({ ending: code(1), shared: ['shop'] }) } }), 'broken'],
  ['the base had another interpreter', excused({ base: { asWas: secondRun({ ending: code(1), interpreter: other }) } }), 'broken', /3\.11\.2/],
  ['numbers beyond the tests', excused({ totals: { failures: 2 } }), 'broken', /count 1 failure that no test stands for/],
  ['a red sign that no test stands for', excused({ anomalies: [anomaly('suite-red', 'red', 'A suite is red')] }), 'broken', /A suite is red/],
];

judges(runSucceeded, 'RN2 under a base', [
  ...EXCUSES,
  ['killed', excused({ ending: { kind: 'signalled', signal: 'SIGKILL' } }), 'broken', /killed by SIGKILL/],
  ['killed, as the base was', excused({ ending: { kind: 'signalled', signal: 'SIGSEGV' }, base: { asWas: secondRun({ ending: { kind: 'signalled', signal: 'SIGSEGV' } }) } }), 'broken'],
  ['timed out', excused({ ending: { kind: 'timed-out', afterMs: 1000 } }), 'broken'],
  ['no red test at all', excused({ cases: [testCase()] }), 'broken', /no report names a test that failed/],
  ['no base', { ...excused(), baseline: null }, 'broken', /only code 0 passes$/],
  ['code 0', excused({ ending: code(0), cases: [testCase()] }), 'holds'],
]);

judges(reportGreen, 'BL2 under a base', [
  ...EXCUSES,
  ['a red report of a run that ended with 0, as on the base', excused({ ending: code(0), base: { asWas: secondRun({ ending: code(0) }) } }), 'listed'],
  ['no base', { ...excused(), baseline: null }, 'broken'],
  ['a report that cannot be believed', excused({ anomalies: [anomaly('counts', 'reject', 'Counts lie')] }), ['broken', 'broken']],
]);
