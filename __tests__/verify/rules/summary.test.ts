import { describe, expect, test } from '@jest/globals';
import { SUMMARY_RULES } from '../../../src/verify/catalog.ts';
import { findingsOf } from '../../../src/verify/rule.ts';
import { summaryCells } from '../../../src/verify/rules/summary-cells.ts';
import { summaryChecked } from '../../../src/verify/rules/summary-checked.ts';
import { summaryCited } from '../../../src/verify/rules/summary-cited.ts';
import { summaryClaims } from '../../../src/verify/rules/summary-claims.ts';
import { summaryReadable } from '../../../src/verify/rules/summary-readable.ts';
import { summarySameVerdict } from '../../../src/verify/rules/summary-same-verdict.ts';
import { evidenceFile, report } from '../../support/evidence-facts.ts';
import { asked, check, facts, GENERATION, TREE_ID } from '../../support/facts.ts';
import { judges, type Row } from '../../support/rule-table.ts';
import { CITED, DIGEST, ended, summaries, summarized, SUMMARY } from '../../support/summary-facts.ts';

const none = facts();
const unmeasured = facts({ stamp: { state: 'absent' }, stamped: null, check: null, asked: asked({ summaries: [SUMMARY] }) });
const unsaved = summarized(CITED, {}, { saved: null });
const OTHER_DIGEST = 'f'.repeat(64);
const OLDER = 'abcdef'.repeat(5) + '01';

judges(summaryChecked, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ['judged by the saved verdict', summarized(CITED), 'holds', /e1234$/],
  ['no stamp', unmeasured, 'broken', /^No accepted verdict of this workspace is on record that 1 summary \(SUMMARY\.md\)/],
  ['not measured', facts({ check: null, asked: asked({ summaries: [SUMMARY] }) }), 'broken'],
  ['not gathered', facts({ asked: asked({ summaries: [SUMMARY] }) }), 'broken'],
  ['none saved', unsaved, 'broken', new RegExp(`of generation ${GENERATION} is on record`)],
  ['measuring again rejects', summarized(CITED, {}, { digestNow: null }), 'broken', /does not hold any more/],
  ['measuring again gives another verdict', summarized(CITED, {}, { digestNow: OTHER_DIGEST }), 'broken', /f{64}, and e{60}1234 was saved/],
]);

judges(summaryReadable, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ['no facts are another rule', unmeasured, 'holds', /Nothing to judge/],
  ['read', summarized(CITED), 'holds'],
  ['refused', summarized({ state: 'refused', why: 'it is a symbolic link' }), 'broken', /SUMMARY\.md, since it is a symbolic link/],
]);

judges(summaryCited, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ['all three', summarized(CITED), 'holds'],
  ['all three without names', summarized(`${DIGEST}\n${GENERATION}\n${TREE_ID}`), 'holds'],
  ['in capitals', summarized(`verdict ${DIGEST.toUpperCase()} ${GENERATION.toUpperCase()} ${TREE_ID}`), 'holds'],
  ['none', summarized('42 passed, 1 skipped'), 'broken', new RegExp(`no verdict digest ${DIGEST}, no generation ${GENERATION}, no tree id ${TREE_ID}$`)],
  ['no verdict', summarized(`generation ${GENERATION}, tree ${TREE_ID}`), 'broken', /no verdict digest e/],
  ['an abbreviation', summarized(`verdict ${DIGEST}, generation ${GENERATION.slice(0, 12)}, tree ${TREE_ID}`), 'broken', /no generation 0123/],
  ['by another name', summarized(`verdict ${DIGEST}, generation ${GENERATION}, commit ${TREE_ID}`), 'broken', /no tree id/],
  ['in a comment', summarized(`<!-- ${CITED} -->\n42 passed, 1 skipped`), 'broken'],
  ['in a comment that never ends', summarized(`42 passed, 1 skipped <!--\n${CITED}`), 'broken'],
  ['broken by a zero-width space, which nobody sees', summarized(CITED.replace('0123', '01\u200b23')), 'holds'],
  ['none saved is another rule', unsaved, 'holds', /Nothing to judge/],
]);

judges(summarySameVerdict, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ['the same', summarized(CITED), 'holds'],
  ['the same, abbreviated too', summarized(`${CITED}\nVerdict ${DIGEST.slice(0, 10)}, tree ${TREE_ID.slice(0, 7)}`), 'holds'],
  ['another verdict', summarized(CITED.replace(DIGEST, OTHER_DIGEST)), 'broken', /line 1: verdict f{64}; the accepted one is e{60}1234/],
  ['another one beside it', summarized(`${CITED}\n\nThe verdict is ${OTHER_DIGEST}`), 'broken', /line 3: verdict f/],
  ['another generation', summarized(CITED.replace(GENERATION, OLDER)), 'broken', /generation abcdef/],
  ['another abbreviated generation', summarized(`${CITED} Generation abcdef0 was first.`), 'broken', /generation abcdef0;/],
  ['another tree', summarized(`${CITED}\n| tree id | ${'a'.repeat(40)} |`), 'broken', /tree id a{40}/],
  ['another tree, by a column', summarized(`${CITED}\n\n| tree | tests |\n| --- | --- |\n| ${'a'.repeat(40)} | 43 |`), 'broken', /tree id a{40}/],
  ['an earlier generation by no name', { ...summarized(`${CITED}\n\nAs in ${OLDER}`), known: [OLDER, GENERATION] }, 'broken', /is an earlier one of this workspace/],
  ['ids by other names', summarized(`${CITED}\ncommit ${'a'.repeat(40)}, report sha256 ${OTHER_DIGEST}, stamp digest ${OTHER_DIGEST}`), 'holds'],
  ['the name of the product', summarized(`${CITED}\ngeneration-gate ${OTHER_DIGEST}`), 'holds'],
  ['none saved is another rule', unsaved, 'holds', /Nothing to judge/],
]);

const TRUE_OF_42_AND_1_SKIPPED = [
  '42 passed, 1 skipped',
  'Tests: 1 skipped, 42 passed, 43 total',
  'Tests run: 43, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.2 s',
  'Ran 43 tests in 0.1s\n\nOK (skipped=1)',
  'All tests pass, 1 skipped.',
  'All executed tests passed.',
  'All tests pass.\n\n| passed | skipped |\n| - | - |\n| 42 | 1 |',
  '42 of 43 tests passed.',
  '42/43 passed',
  'No failures, no errors.',
  '97.7% of tests passed',
  'forty-two tests passed',
  '４２ passed',
  'The tests pass.',
  'reports/junit.xml: 42 passed',
  '40 passed, 2 xpassed',
  '42 passed, 0 skipped, 1 xfailed',
  'On Python 3.12.4, 42 passed.',
];
const UNTRUE = [
  ['41 passed', /^1 claim .* line 1: "41 passed", and the reports tell 43 total, 42 passed, 0 failed, 0 errored, 1 skipped, 0 flaky$/],
  ['passed: 43', /"passed: 43"/],
  ['All tests pass.', /"All tests pass"/],
  ['The suite is green.', /"suite is green"/],
  ['42/42', /"42\/42"/],
  ['42 of 42 tests passed', /"42 of 42 tests passed"/],
  ['100% of tests passed', /"100% of tests passed"/],
  ['All tests pass.\n\n<!-- 1 skipped -->', /"All tests pass"/],
  ['42 tests', /"42 tests"/],
  ['No tests were skipped.', /"No tests were skipped"/],
  ['All 43 tests pass, 1 skipped', /"43 tests pass"/],
  ['1 failed', /"1 failed"/],
  ['dozens of tests passed', /no number of the reports can be compared/],
  ['4 2 passed', /can be compared/],
  ['4O passed', /can be compared/],
  ['42 passed\n\n<!-- 41 passed -->', /line 3: "41 passed" \(in a comment\)/],
  ['3 deselected', /"3 deselected"/],
  ['reports/junit.xml: 41 passed', /"41 passed"/],
  ['{"passed": 41}', /""?'passed': 41"/],
] as const;

judges(summaryClaims, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ...TRUE_OF_42_AND_1_SKIPPED.map((text): Row => [`true: ${text}`, summarized(text), 'holds', /^[1-9]\d* claims? about tests/]),
  ...UNTRUE.map(([text, words]): Row => [`untrue: ${text}`, summarized(text), 'broken', words]),
  ['all pass', summarized('All tests pass: 42/42.', { passed: 42 }), 'holds'],
  ['all pass, a flaky one untold', summarized('All tests pass.', { passed: 41, flaky: 1 }), 'broken', /1 flaky/],
  ['all pass, a flaky one told', summarized('All tests pass, 1 flaky.', { passed: 41, flaky: 1 }), 'holds'],
  ['a retried failure counted as passed', summarized('42 passed', { passed: 41, flaky: 1 }), 'broken'],
  ['a retried failure counted as its runner does', summarized('42 passed, 1 rerun', { passed: 41, flaky: 1 }), 'holds'],
  ['all pass, and one failed', summarized('All tests pass.', { passed: 41, failed: 1 }), 'broken', /1 failed/],
  ['they pass, and one errored', summarized('Tests pass.', { passed: 41, errored: 1 }), 'broken', /1 errored/],
  ['errors counted as failures', summarized('2 failed', { passed: 1, failed: 1, errored: 1 }), 'holds'],
  ['errors told apart', summarized('2 failed, 1 errors', { passed: 1, failed: 1, errored: 1 }), 'broken'],
  ['all of none', summarized('All tests pass.', {}), 'broken'],
  [
    'a report of its own',
    facts({
      asked: asked({ summaries: [SUMMARY] }),
      check: check({ evidence: [evidenceFile({ reading: report(ended({ passed: 40 })) }), evidenceFile({ path: 'reports/b.xml', reading: report(ended({ passed: 2 })) })], summaries: summaries('| report | passed |\n|---|---|\n| reports/junit.xml | 40 |\n| total | 42 |') }),
    }),
    'holds',
  ],
  ['twenty faults', summarized(Array.from({ length: 20 }, (_, at) => `${at + 100} passed`).join('\n\n')), 'broken', /^20 claims .* and 10 more$/],
  ['no claims', summarized(CITED), 'holds', /^0 claims/],
  ['a claim of another cell is another rule', summarized('macos-py311: 12 passed'), 'holds'],
]);

judges(summaryCells, 'EV6', [
  ['none given', none, 'holds', /Nothing to judge/],
  ['no cell', summarized('42 passed'), 'holds'],
  ['this cell', summarized('linux-py312: 42 passed', undefined, { cell: 'linux-py312' }), 'holds'],
  ['another cell', summarized('linux-py312: 42 passed\nmacos-py311: 40 passed', undefined, { cell: 'linux-py312' }), 'broken', /^1 claim without its evidence: SUMMARY\.md line 2: "40 passed" about "macos-py311"$/],
  ['a cell, and this run has no name', summarized('linux-py312: 42 passed'), 'broken'],
  ['a cell in a row', summarized('| cell | passed |\n| --- | --- |\n| beta | 42 |'), 'broken', /line 3: .* about "beta"/],
  ['a cell in a column', summarized('| | linux-py312 | macos-py311 |\n| --- | --- | --- |\n| passed | 42 | 42 |', undefined, { cell: 'linux-py312' }), 'broken', /about "macos-py311"/],
  ['a cell in JSON', summarized('{"cells": {"macos-py311": {"passed": 42}}}'), 'broken', /about "macos-py311"/],
  ['a heading', summarized('## macos-py311\n\n42 passed'), 'broken', /goes on about "macos-py311"/],
  ['a named cell', summarized('Cell: beta\n\n42 passed'), 'broken', /goes on about "beta"/],
  ['a shard', summarized('shard 2: 42 passed'), 'broken'],
  ['every job', summarized('All jobs passed.'), 'broken', /about "every cell"/],
  ['another system', summarized('All tests pass on Linux and Windows.', { passed: 1 }), 'broken', /about "win32"/],
  ['this system', summarized('All tests pass on Linux.', { passed: 1 }), 'holds'],
  ['another version', summarized('All tests pass on Python 3.11.', { passed: 1 }), 'broken', /about "python 3\.11"/],
  ['a range of versions', summarized('42 passed on Python 3.11, 3.12 and 3.13'), 'broken', /about "python 3\.11", "python 3\.13"/],
  ['a version that nobody recorded', summarized('42 passed on Node 22'), 'holds'],
  ['several that nobody recorded', summarized('42 passed on Node 20 and 22'), 'broken'],
  ['a system without a claim', summarized('Windows is not run.'), 'holds'],
]);

describe('rules about summaries', () => {
  test('none of them has anything against facts without a summary', () => {
    for (const rule of SUMMARY_RULES) expect(findingsOf(rule, none).map(({ answer }) => answer)).toEqual(['holds']);
  });
});
