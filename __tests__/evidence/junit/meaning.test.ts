import { describe, expect, test } from '@jest/globals';
import { judge, codesOf, readGood } from './parsing.ts';

const suite = (attributes: string, inner: string) => `<testsuites><testsuite name="s" ${attributes}>${inner}</testsuite></testsuites>`;
const ok = '<testcase classname="c" name="ok"/>';
const red = (element: string) => `<testcase classname="c" name="bad">${element}</testcase>`;

describe('what looks red is red', () => {
  test.each([
    ['failure', '<failure/>'],
    ['error', '<error message="boom"/>'],
    ['another case', '<Failure>x</Failure>'],
    ['upper case', '<ERROR/>'],
    ['another namespace', '<x:error xmlns:x="urn:x"/>'],
    ['deeper', '<properties><wrap><failure/></wrap></properties>'],
    ['several', '<failure/><failure/><error/>'],
    ['beside skipped', '<skipped/><failure/>'],
    ['beside a rerun', '<failure/><rerunFailure/>'],
  ])('%s', (_what, element) => {
    const judged = judge(suite('tests="2" failures="0" errors="0"', ok + red(element)));
    expect(judged.verdict).toBe('rejected');
    expect(judged.tests).toBe(2);
    expect(judged.failures + judged.errors).toBeGreaterThan(0);
  });

  test.each([
    ['a failing root', '<testsuites failures="1"><testsuite name="s" tests="1"><testcase name="n"/></testsuite></testsuites>', 1, 0],
    ['a failing suite', suite('tests="1" errors="2"', ok), 0, 2],
    ['an error at suite level', suite('tests="1"', `${ok}<error>setup</error>`), 0, 1],
    ['a failure at the root', `<testsuites>${ok}<failure/></testsuites>`, 1, 0],
    ['a red status', suite('tests="1"', '<testcase name="n" status="fail"/>'), 1, 0],
    ['a red result', suite('tests="1"', '<testcase name="n" result="Failed"/>'), 1, 0],
    ['a counting case', suite('tests="1"', '<testcase name="n" failures="1"/>'), 1, 0],
    ['no success', suite('tests="1"', '<testcase name="n" success="False"/>'), 1, 0],
  ])('%s counts without an element in a case', (_what, content, failures, errors) => {
    expect(judge(content)).toMatchObject({ verdict: 'rejected', tests: 1, failures, errors });
    expect(readGood(content).anomalies.filter(({ severity }) => severity === 'red')).not.toEqual([]);
  });
});

describe('totals are the worse of attributes and elements at every level', () => {
  test('of one suite', () => {
    expect(readGood(suite('tests="1" failures="0" skipped="0"', `${ok}${red('<failure/>')}<testcase name="s"><skipped/></testcase>`)).totals).toEqual({
      tests: 3, passed: 1, failures: 1, errors: 0, skipped: 1, flaky: 0,
    });
  });
  test('of nested suites, each with lies of its own', () => {
    const inner = `<testsuite name="i" tests="5" failures="2">${ok}</testsuite>`;
    const content = `<testsuites tests="3"><testsuite name="o" tests="1" errors="1">${ok}${inner}</testsuite><testsuite name="p">${red('<error/>')}</testsuite></testsuites>`;
    expect(readGood(content).totals).toMatchObject({ tests: 7, failures: 2, errors: 2 });
  });
  test('of a root that sums up twice', () => {
    expect(readGood(`<testsuites tests="9">${ok}</testsuites>`).totals).toMatchObject({ tests: 9, passed: 1 });
  });
  test('a case with several failures is one failed test', () => {
    expect(readGood(suite('', red('<failure/><failure/>'))).totals).toMatchObject({ tests: 1, failures: 1 });
  });
  test('a red element in a suite inside of a case is that suite\'s', () => {
    const { cases, totals } = readGood(suite('', '<testcase name="n"><testsuite name="x"><failure/></testsuite></testcase>'));
    expect(totals).toMatchObject({ tests: 1, failures: 1 });
    expect(cases).toMatchObject([{ name: 'n', outcome: 'passed' }]);
  });
  test('disabled tests are skipped ones', () => {
    expect(readGood(suite('tests="3" disabled="1" skipped="1"', ok)).totals).toMatchObject({ tests: 3, skipped: 2 });
  });
});

describe('what was not executed is no evidence', () => {
  test.each([
    ['no suite', '<testsuites/>', 'no-tests'],
    ['no case', suite('tests="0" failures="0" errors="0"', ''), 'no-tests'],
    ['all skipped', suite('tests="1" skipped="1"', '<testcase name="n"><skipped/></testcase>'), 'all-skipped'],
    ['not run', suite('tests="1"', '<testcase name="n" status="notrun"/>'), 'all-skipped'],
    ['suppressed', suite('tests="1"', '<testcase name="n" status="run" result="suppressed"/>'), 'all-skipped'],
    ['announced as skipped alone', suite('tests="2" skipped="2"', ''), 'all-skipped'],
  ])('%s', (_what, content, code) => {
    const judged = judge(content);
    expect(judged.verdict).toBe('rejected');
    expect(judged.anomalies.some((text) => text.startsWith(`${code}: `))).toBe(true);
  });
});

describe('what cannot be believed', () => {
  test.each([
    ['a nameless case', suite('tests="2"', `${ok}<testcase classname="c"/>`), 'nameless-case'],
    ['a blank name', suite('tests="2"', `${ok}<testcase name=" "/>`), 'nameless-case'],
    ['a suite that announces more', suite('tests="40" failures="0"', ok), 'announces-more'],
    ['a root that announces more', `<testsuites tests="2"><testsuite name="s" tests="1">${ok}</testsuite></testsuites>`, 'announces-more'],
  ])('%s', (_what, content, code) => {
    expect(codesOf(content)).toEqual([code]);
    expect(judge(content).verdict).toBe('rejected');
  });
});

describe('flaky and equal cases', () => {
  test.each(['rerunFailure', 'flakyFailure', 'rerunError', 'flakyError', 'FlakyFailure'])('%s is flaky, never silently green', (element) => {
    const content = suite('tests="1"', `<testcase name="n"><${element}><stackTrace>x</stackTrace></${element}></testcase>`);
    expect(readGood(content)).toMatchObject({ totals: { tests: 1, passed: 0, flaky: 1 }, cases: [{ outcome: 'flaky' }] });
    expect(judge(content)).toMatchObject({ verdict: 'accepted', anomalies: [expect.stringMatching(/^flaky: /)] });
  });
  test('a red attempt stays red and the pass beside it is flaky', () => {
    const content = suite('tests="2"', red('<failure/>') + '<testcase classname="c" name="bad"/>');
    expect(readGood(content)).toMatchObject({
      totals: { tests: 2, passed: 0, failures: 1, flaky: 1 },
      cases: [{ outcome: 'failed', ordinal: 0 }, { outcome: 'flaky', ordinal: 1 }],
    });
    expect(judge(content).verdict).toBe('rejected');
  });
  test('equal cases in a suite that counts fewer are attempts of one test', () => {
    const content = suite('tests="1"', ok + ok + ok);
    expect(readGood(content)).toMatchObject({ totals: { tests: 3, passed: 0, flaky: 1 }, cases: [{ ordinal: 0, outcome: 'flaky' }] });
    expect(readGood(content).cases).toHaveLength(1);
    expect(codesOf(content)).toEqual(['flaky']);
  });
  test('and red as a whole where one attempt is', () => {
    const content = suite('tests="2" failures="1"', ok + '<testcase classname="c" name="bad"/>' + red('<failure message="m"/>'));
    expect(readGood(content)).toMatchObject({ totals: { tests: 3, passed: 1, failures: 1, flaky: 0 } });
    expect(readGood(content).cases).toMatchObject([{ name: 'ok' }, { name: 'bad', outcome: 'failed', failure: { message: 'm' } }]);
  });
  test('equal cases that are all counted are tests of one name', () => {
    const content = suite('tests="2"', ok + ok);
    expect(readGood(content).totals).toMatchObject({ tests: 2, passed: 2, flaky: 0 });
    expect(readGood(content).cases.map(({ ordinal }) => ordinal)).toEqual([0, 1]);
    expect(judge(content).verdict).toBe('accepted');
  });
});

describe('what a report says beside its cases', () => {
  test('properties of suites, root and cases, by attribute or text', () => {
    const content = `<testsuites><properties><property name="g" value="1"/></properties><testsuite name="s"><properties><property name="g" value="2"/><property name="g">1</property><property name="t"> text </property></properties><testcase name="n"><properties><property name="c" value="3"/></properties></testcase></testsuite></testsuites>`;
    expect(readGood(content).properties).toEqual([
      { name: 'g', values: ['1', '2'] },
      { name: 't', values: ['text'] },
      { name: 'c', values: ['3'] },
    ]);
  });
  test('a generation is kept however many properties come before it', () => {
    const many = Array.from({ length: 5000 }, (_, n) => `<property name="p${n}" value="v"/>`).join('');
    const content = suite('', `<properties>${many}<property name="generation" value="abc"/></properties>${ok}`);
    expect(readGood(content).properties).toContainEqual({ name: 'generation', values: ['abc'] });
    expect(codesOf(content)).toEqual(['properties-dropped']);
  });
  test('names of suites and of the root', () => {
    expect(readGood('<testsuites name="r"><testsuite name="a"><testsuite name="b"/></testsuite><testsuite name="a"/></testsuites>').suiteNames).toEqual(['r', 'a', 'b']);
  });
  test.each([
    ['2024-05-06T07:08:09+02:00', Date.UTC(2024, 4, 6, 5, 8, 9), 1000],
    ['2024-05-06T07:08:09.123456+0000', Date.UTC(2024, 4, 6, 7, 8, 9, 123), 1],
    ['2024-05-06T07:08:09.5Z', Date.UTC(2024, 4, 6, 7, 8, 9, 500), 100],
    ['2024-05-06T07:08Z', Date.UTC(2024, 4, 6, 7, 8), 60_000],
    ['2024-05-06 07:08:09 UTC', Date.UTC(2024, 4, 6, 7, 8, 9), 1000],
    ['2024-05-06T07:08:09-05', Date.UTC(2024, 4, 6, 12, 8, 9), 1000],
  ])('the timestamp %s is dated', (raw, epochMs, precisionMs) => {
    expect(readGood(suite(`timestamp="${raw}"`, ok)).timestamps).toEqual([{ raw, epochMs, precisionMs }]);
  });
  test.each(['2024-05-06T07:08:09', '2024-05-06T07:08:09.123', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00+00:00', '2024-02-31T00:00:00Z', 'yesterday', '1714979289'])(
    'the timestamp %s is kept without a date',
    (raw) => {
      expect(readGood(suite(`timestamp="${raw}"`, ok)).timestamps).toEqual([{ raw }]);
    },
  );
  test('the earliest date is kept however many timestamps there are', () => {
    const cases = Array.from({ length: 3000 }, (_, n) => `<testcase name="n${n}" timestamp="2024-01-01T00:00:${String(n % 60).padStart(2, '0')}.${n}Z"/>`).join('');
    const { timestamps } = readGood(suite('', `${cases}<testcase name="old" timestamp="2001-01-01T00:00:00Z"/>`));
    expect(timestamps.at(-1)).toMatchObject({ raw: '2001-01-01T00:00:00Z' });
    expect(timestamps.length).toBeLessThan(1100);
  });
  test('output is not kept', () => {
    expect(JSON.stringify(readGood(suite('', `${ok}<system-out>SECRET</system-out><system-err><![CDATA[SECRET]]></system-err>`)))).not.toContain('SECRET');
  });
});
