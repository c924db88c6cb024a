import { describe, expect, test } from '@jest/globals';
import type { EvidenceFile } from '../../../src/model/evidence.ts';
import type { Asked } from '../../../src/model/facts.ts';
import type { ReportCase } from '../../../src/model/report.ts';
import { reportComplete } from '../../../src/verify/rules/report-complete.ts';
import { reportFlaky } from '../../../src/verify/rules/report-flaky.ts';
import { reportGreen } from '../../../src/verify/rules/report-green.ts';
import { reportMinTests } from '../../../src/verify/rules/report-min-tests.ts';
import { reportNotEmpty } from '../../../src/verify/rules/report-not-empty.ts';
import { reportPresent } from '../../../src/verify/rules/report-present.ts';
import { reportPromised } from '../../../src/verify/rules/report-promised.ts';
import { reportQuarantined } from '../../../src/verify/rules/report-quarantined.ts';
import { reportRequiredTests } from '../../../src/verify/rules/report-required-tests.ts';
import { reportTestsExecuted } from '../../../src/verify/rules/report-tests-executed.ts';
import { reportTestsNamed } from '../../../src/verify/rules/report-tests-named.ts';
import { totalsOf } from '../../../src/verify/totals.ts';
import { anomaly, evidenceFile, inventoryEntry, report, testCase } from '../../support/evidence-facts.ts';
import { asked, check, facts, stamped } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const passed = testCase();
const failed = testCase({ name: 'test_tax', outcome: 'failed', failure: { type: 'AssertionError', message: 'assert 1 == 2\n\u001b[31m+ more', place: 'tests/test_price.py:3' } });
const errored = testCase({ name: 'test_load', outcome: 'errored' });
const skipped = testCase({ name: 'test_slow', outcome: 'skipped' });
const flaky = testCase({ name: 'test_net', outcome: 'flaky' });
const nameless = testCase({ class: '', name: '' });

const notMeasured = facts({ check: null });
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, check: null });
const none = facts({ check: check({ evidence: [] }) });

const stale = evidenceFile({ now: inventoryEntry({ mtimeNs: '1767225000000000000' }) });
const untouched = evidenceFile({ atStamp: inventoryEntry(), equalAtStamp: 'reports/junit.xml' });
const linked = evidenceFile({ now: inventoryEntry({ kind: 'symlink', sha256: null }), reading: null });
const refused = evidenceFile({ reading: { state: 'refused', code: 'truncated', message: 'The document ends early' } });

function over(files: readonly EvidenceFile[], asks: Partial<Asked> = {}) {
  return facts({ check: check({ evidence: files }), asked: asked(asks) });
}
function cases(...given: readonly ReportCase[]) {
  return over([evidenceFile({ reading: report(given) })]);
}
function requiring(ids: readonly string[], ...given: readonly ReportCase[]) {
  return over([evidenceFile({ reading: report(given) })], { requireTests: ids });
}

judges(reportGreen, 'EV3, EV4', [
  ['green', facts(), 'holds'],
  ['no report is another rule', none, 'holds', /Nothing to judge/],
  ['a failure', cases(passed, failed), 'broken', /reports\/junit\.xml \(1 failed, 0 errored\); tests\.test_price::test_tax \(assert 1 == 2 \[31m\+ more\)$/],
  ['an error', cases(passed, errored), 'broken', /\(0 failed, 1 errored\); tests\.test_price::test_load/],
  ['red by its attributes alone', over([evidenceFile({ reading: report([passed], { totals: { failures: 2 } }) })]), 'broken', /2 failed/],
  ['red by a sign alone', over([evidenceFile({ reading: report([passed], { anomalies: [anomaly('suite-red', 'red', 'The suite holds an error')] }) })]), 'broken', /line 3, column 7: The suite holds an error/],
  ['red and stale', over([{ ...stale, reading: report([failed]) }]), 'broken'],
  ['one of two', over([evidenceFile(), evidenceFile({ path: 'reports/b.xml', reading: report([failed]) })]), 'broken', /^1 report red: reports\/b\.xml/],
  ['a fault that no other rule knows', over([evidenceFile({ reading: report([passed], { anomalies: [anomaly('new-fault', 'reject')] }) })]), 'broken', /cannot be believed/],
  ['a note', over([evidenceFile({ reading: report([passed], { anomalies: [anomaly('equal-names', 'note')] }) })]), 'holds'],
  ['content of the tree', over([evidenceFile({ role: 'content', reading: report([failed]) })]), 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(reportPresent, 'EV1, EV4', [
  ['one', facts(), 'holds', /1 report written since the stamp/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['nothing promised', facts({ stamped: stamped({ evidence: [] }), check: check({ evidence: [] }) }), 'holds', /Nothing to judge/],
  ['only an exclusion', facts({ stamped: stamped({ evidence: ['!x.xml'] }), check: check({ evidence: [] }) }), 'holds', /Nothing to judge/],
  ['none', none, 'broken', /^No report came for "reports\/\*\.xml": no file matches$/],
  ['none, and a leftover moved away', facts({ stamped: stamped({ quarantined: [{ path: 'reports/junit.xml', movedTo: '/q/junit.xml', sha256: null, restore: 'mv -n x y' }] }), check: check({ evidence: [] }) }), 'broken', /1 leftover had been moved/],
  ['older than the stamp', over([stale]), 'broken', /no report that was written since the stamp: reports\/junit\.xml/],
  ['as old as the slack allows', over([evidenceFile({ now: inventoryEntry({ mtimeNs: '1767225599000000000' }) })]), 'holds'],
  ['the very file of before the stamp', over([untouched]), 'broken'],
  ['a link', over([linked]), 'broken'],
  ['refused by the reader', over([refused]), 'broken'],
  ['gone', over([evidenceFile({ now: null, reading: null })]), 'broken', /no file matches/],
  ['a leftover that does not look like a report', over([evidenceFile({ role: 'leftover' })]), 'broken'],
  ['one of two promises', facts({ stamped: stamped({ evidence: ['reports/*.xml', 'other/*.xml'] }) }), 'broken', /for "other\/\*\.xml": no file/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(reportTestsExecuted, 'EV4', [
  ['one test', facts(), 'holds', /1 test executed/],
  ['no report is another rule', none, 'holds', /Nothing to judge/],
  ['no test', cases(), 'broken', /0 skipped and 0 executed/],
  ['all skipped', cases(skipped, skipped), 'broken', /2 skipped and 0 executed/],
  ['all skipped in one, executed in another', over([evidenceFile({ reading: report([skipped]) }), evidenceFile({ path: 'reports/b.xml' })]), 'holds'],
  ['executed in a stale one alone', over([stale, evidenceFile({ path: 'reports/b.xml', reading: report([]) })]), 'broken'],
  ['a failed test was executed', cases(failed), 'holds'],
  ['not measured', notMeasured, 'unknown'],
]);

judges(reportNotEmpty, 'EV4', [
  ['full', facts(), 'holds'],
  ['no report', none, 'holds', /Nothing to judge/],
  ['one of two is empty', over([evidenceFile(), evidenceFile({ path: 'reports/b.xml', reading: report([skipped]) })]), 'listed', /1 report without an executed test: reports\/b\.xml/],
]);

judges(reportTestsNamed, 'EV4', [
  ['named', facts(), 'holds'],
  ['no report', none, 'holds', /Nothing to judge/],
  ['nameless', over([evidenceFile({ reading: report([passed, nameless], { anomalies: [anomaly('nameless-case', 'reject', 'A test case has no name')] }) })]), 'broken', /^1 test case without a name: reports\/junit\.xml line 3/],
  ['nameless, and the reader did not say so', cases(passed, nameless), 'broken', /reports\/junit\.xml/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(reportComplete, 'EV4', [
  ['complete', facts(), 'holds'],
  ['no report', none, 'holds', /Nothing to judge/],
  ['fewer than announced', over([evidenceFile({ reading: report([passed], { anomalies: [anomaly('announces-more', 'reject', 'Suite "a" announces 3 tests and holds 1')] }) })]), 'broken', /announces 3 tests/],
  ['fewer, by a producer known for it', over([evidenceFile({ reading: report([passed], { anomalies: [anomaly('announces-more', 'note', 'pytest counts subtests')] }) })]), 'listed', /pytest counts subtests/],
]);

judges(reportRequiredTests, 'EV4', [
  ['none required', facts(), 'holds', /Nothing to judge/],
  ['passed', requiring(['test_price'], passed), 'holds', /1 required test passed/],
  ['by its class', requiring(['test_price.test_price', 'tests.test_price::test_price'], passed), 'holds'],
  ['a part of a name is no name', requiring(['price'], passed), 'broken', /"price" is none of the 1 test /],
  ['an empty name', requiring([''], passed), 'broken'],
  ['not executed', requiring(['test_tax'], passed), 'broken', /"test_tax" is none/],
  ['failed', requiring(['test_tax'], failed), 'broken', /1 of 1 test that "test_tax" names did not plainly pass: tests\.test_price::test_tax failed in reports/],
  ['skipped', requiring(['test_slow'], skipped), 'broken', /skipped in/],
  ['flaky', requiring(['test_net'], flaky), 'broken', /flaky in/],
  ['one of two matches failed', requiring(['test_tax'], failed, testCase({ name: 'test_tax', class: 'other' })), 'broken', /1 of 2 tests/],
  ['two faults', requiring(['test_tax', 'test_nowhere'], failed), ['broken', 'broken']],
  ['passed in a stale report alone', over([stale], { requireTests: ['test_price'] }), 'broken', /none of the 0 tests/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(reportMinTests, 'EV4', [
  ['any number', facts(), 'holds', /Nothing to judge/],
  ['enough', over([evidenceFile({ reading: report([passed, flaky]) })], { minTests: 2 }), 'holds'],
  ['too few', over([evidenceFile()], { minTests: 2 }), 'broken', /^1 test executed, and at least 2 asked for/],
  ['skipped ones do not count', over([evidenceFile({ reading: report([passed, skipped]) })], { minTests: 2 }), 'broken'],
  ['no report', over([], { minTests: 1 }), 'broken', /^0 tests executed/],
  ['a stale report', over([stale], { minTests: 1 }), 'broken'],
]);

judges(reportFlaky, 'EV4', [
  ['none', facts(), 'holds'],
  ['no report', none, 'holds', /Nothing to judge/],
  ['one', cases(passed, flaky), 'listed', /1 flaky test.*tests\.test_price::test_net/],
]);

judges(reportPromised, 'EV1', [
  ['promised', facts(), 'holds', /"reports\/\*\.xml"/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['not promised', facts({ stamped: stamped({ evidence: [] }) }), 'listed', /ending and log decide/],
]);

const moved = { path: 'reports/junit.xml', movedTo: '/repo/.git/generation-gate/quarantine/junit.xml', sha256: null, restore: 'mv -n -- /repo/q/junit.xml reports/junit.xml' };
judges(reportQuarantined, 'EV1', [
  ['none', facts(), 'holds'],
  ['at the stamp', facts({ step: 'stamp', check: null, run: null, stamped: stamped({ quarantined: [moved] }) }), 'listed', /reports\/junit\.xml \(now \/repo/],
  ['at the check', facts({ stamped: stamped({ quarantined: [moved, moved] }) }), 'listed', /^2 leftover reports/],
]);

describe('the totals of a verdict', () => {
  test('sum the reports of this run alone', () => {
    const given = over([evidenceFile({ reading: report([passed, failed, skipped]) }), evidenceFile({ path: 'reports/b.xml', reading: report([passed, flaky, errored]) }), stale, refused]);
    expect(totalsOf(given)).toEqual({ total: 6, passed: 2, failed: 1, errored: 1, skipped: 1, flaky: 1 });
  });
});
