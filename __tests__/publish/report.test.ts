/** The report page as text: its policy, what others wrote into it, its size, the file it becomes (PB4). */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { templates } from '../../scripts/templates.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { ReportCase } from '../../src/model/report.ts';
import { envelope } from '../../src/publish/envelope.ts';
import { clearReport, writeReport } from '../../src/publish/report/file.ts';
import { createMatrix } from '../../src/publish/report/matrix.ts';
import { pageOf } from '../../src/publish/report/page.ts';
import { renderReport } from '../../src/publish/report/render.ts';
import { bounded, testTable, type TestRow } from '../../src/publish/report/test-table.ts';
import { UsageError } from '../../src/model/errors.ts';
import { baseline, comparedTest, control, replay, secondRun, transition } from '../support/compare-facts.ts';
import { evidenceFile, report, testCase } from '../support/evidence-facts.ts';
import { check, facts, load, run, witness } from '../support/facts.ts';
import { freshFolder, removeFolders, write } from '../support/repository.ts';
import { HOSTILE_FRAGMENTS, hostileText } from './hostile-text.ts';

afterEach(removeFolders);

function judged(text: string): ReturnType<typeof facts> {
  const cases: readonly ReportCase[] = [testCase({ name: text, class: text, suite: [text], file: text, outcome: 'failed', failure: { type: text, message: text, place: text } })];
  return facts({
    run: run({ witness: witness({ loads: [load({ path: text })], escaped: [{ argv: [text], why: text, count: 1 }], lost: [text], changed: { against: text, paths: [text] } }) }),
    check: check({ evidence: [evidenceFile({ path: 'reports/junit.xml', reading: report(cases) })] }),
    baseline: baseline({ transitions: [transition('fail-pass', { test: comparedTest({ name: text }) })] }),
    replay: replay({ second: secondRun({ tests: [comparedTest({ name: text })] }), differences: [{ test: text, warm: 'passed', clean: 'failed', says: text }], onlyWarm: [{ path: text, named: true }] }),
    control: control(['unsupported', text, text]),
  });
}

function finding(text: string, more: Partial<Finding> = {}): Finding {
  return { rule: 'GG-TREE-CHANGED', answer: 'broken', what: text, why: text, fix: text, innocent_when: text, paths: [text], rejects: true, ...more };
}

function pageFor(text: string): string {
  const its = judged(text);
  const findings = [finding(text), finding(text, { rejects: false, answer: 'unknown' }), finding(text, { rejects: false, answer: 'holds' }), finding(text, { rejects: false, answer: 'holds', listed: true })];
  const cells = [{ cell: text, state: 'rejected', source: text, tree_id: text, tests: { total: 1, passed: 0, failed: 1, errored: 0, skipped: 0, flaky: 0 }, runtimes: [text], rejecting: [text] }];
  return renderReport(pageOf({ envelope: envelope('gate', 'rejected', { findings, cells, cell: text, run: { command: text } }), facts: its, tests: testTable(its, []) }));
}

/** Tags with their attributes, in their order, outside of the data. */
function tags(page: string): readonly string[] {
  return page.replace(/<script type="application\/json" id="rows">.*?<\/script>/s, '').replace(/<(style|script)>.*?<\/\1>/gs, '<$1>').match(/<[^>]*>/g) ?? [];
}

/** Characters that a terminal, a reader's eye or a parser would obey. */
function obeyed(page: string): readonly string[] {
  return [...new Set(page.replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu) ?? [])];
}

function withoutTexts(list: readonly string[]): readonly string[] {
  return list.map((tag) => tag.replace(/content="default[^"]*"/, 'content=""'));
}

const BENIGN = withoutTexts(tags(pageFor('words')));

describe('text of others in the report', () => {
  test.each(HOSTILE_FRAGMENTS.map((text) => [text]))('%j adds no tag', (text) => {
    // Empty parts are left out, so that the text is never alone.
    const page = pageFor(`words ${text}`);
    expect(withoutTexts(tags(page))).toEqual(BENIGN);
    expect(obeyed(page)).toEqual([]);
  });

  test('nor does any other', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const page = pageFor(`words ${text}`);
        expect(withoutTexts(tags(page))).toEqual(BENIGN);
        expect(obeyed(page)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('cannot end the element that holds the rows', () => {
    const page = pageFor('</script><script>planted()</script><!--');
    const data = /<script type="application\/json" id="rows">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(data).not.toContain('<');
    expect((JSON.parse(data) as { rows: string[][] }).rows[0]?.[2]).toContain('</script><script>planted()</script><!--');
  });

  test('of a megabyte is cut, and the page says so', () => {
    const page = pageFor(`start ${'x'.repeat(1 << 20)}`);
    expect(page.length).toBeLessThan(200_000);
    expect(page).toContain('more characters)');
  });
});

describe('the policy of the page', () => {
  const page = pageFor('words');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? '';
  const hash = (element: 'style' | 'script'): string => `'sha256-${createHash('sha256').update(new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? '').digest('base64')}'`;

  test('lets in its own style and script by digest, and nothing else', () => {
    expect(policy.split('; ')).toEqual(["default-src 'none'", `style-src ${hash('style')}`, `script-src ${hash('script')}`, 'img-src data:', "base-uri 'none'", "form-action 'none'"]);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
  });

  test('no part of it names another place', () => {
    expect(page.match(/\b(?:src|href|action)="(?!#|data:,")|\burl\(|@import/g)).toBeNull();
    expect(page.match(/https?:/g)).toBeNull();
  });

  test('nothing in it is evaluated, and the templates are those that are kept beside it', () => {
    expect(templates().filter(({ file, text }) => readFileSync(file, 'utf8') !== text)).toEqual([]);
    expect(templates().length).toBeGreaterThan(5);
    expect(page).not.toMatch(/\beval\b|new Function|innerHTML|insertAdjacentHTML|document\.write/);
  });
});

describe('the table of tests', () => {
  test('shows each test on the base, on the head and in the replay, red and different ones first', () => {
    const cases = [testCase({ name: 'same' }), testCase({ name: 'fixed' }), testCase({ name: 'red', outcome: 'failed', failure: { type: 'E', message: 'm', place: 'a.py:3' } })];
    const key = (name: string): string => JSON.stringify(['', '', name, 0]);
    const like = (name: string, outcome: ReportCase['outcome']) => ({ ...comparedTest({ name, outcome }), key: keyOf(cases, name) ?? key(name) });
    const its = facts({
      check: check({ evidence: [evidenceFile({ reading: report(cases) })] }),
      baseline: baseline({ transitions: [transition('fail-pass', { test: like('fixed', 'passed'), base: 'failed', head: 'passed' }), transition('pass-pass', { test: like('same', 'passed'), base: 'passed', head: 'passed' }), transition('gone', { test: { ...comparedTest({ name: 'gone' }), key: 'gone' }, base: 'passed', head: null })] }),
      replay: replay({ second: secondRun({ tests: [like('same', 'passed'), like('fixed', 'failed'), like('red', 'failed')] }) }),
    });
    const table = testTable(its, []);
    expect(table.columns).toEqual(['before', 'after', 'replay']);
    expect(table.rows.map(({ name, outcomes, change }) => [name, outcomes, change])).toEqual([
      ['fixed', 'fpf', 'fail-pass'],
      ['red', '-ff', null],
      ['gone', 'p--', 'gone'],
      ['same', 'ppp', 'pass-pass'],
    ]);
    expect(table.rows.find(({ name }) => name === 'red')?.says).toBe('a.py:3\nE: m');
  });

  test('of a matrix has one letter a cell, and the worse of two', () => {
    const matrix = createMatrix();
    matrix.cell('linux')([testCase({ name: 'a' }), testCase({ name: 'b', outcome: 'skipped' })]);
    matrix.cell('macos')([testCase({ name: 'b' }), testCase({ name: 'b', outcome: 'failed' }), testCase({ name: 'c' })]);
    const { rows, columns, leftOut } = matrix.table();
    expect(columns).toEqual(['linux', 'macos']);
    expect(rows.map(({ name, outcomes }) => [name, outcomes])).toEqual([['b', 'sf'], ['a', 'p-'], ['c', '-p']]);
    expect(leftOut).toBe(0);
  });

  test('is bounded: what a reader looks for stays, and the rest is counted', () => {
    const row = (name: string, outcomes: string): TestRow => ({ place: '', group: '', name, outcomes, change: null, says: '' });
    const rows = [...Array.from({ length: 250_000 }, (_, at) => row(`test ${at}`, 'p')), row('red', 'f')];
    const table = bounded({ columns: ['after'], kind: 'run', rows, leftOut: 0 });
    expect(table.rows[0]?.name).toBe('red');
    expect(table.rows.length + table.leftOut).toBe(250_001);
    expect(table.leftOut).toBeGreaterThan(0);
    const long = bounded({ columns: ['after'], kind: 'run', rows: Array.from({ length: 50_000 }, (_, at) => row(`${at} ${'n'.repeat(600)}`, 'p')), leftOut: 0 });
    expect(long.leftOut).toBeGreaterThan(0);
  });
});

function keyOf(cases: readonly ReportCase[], name: string): string | undefined {
  const its = facts({ check: check({ evidence: [evidenceFile({ reading: report(cases) })] }), replay: replay({ second: secondRun({ tests: [] }) }) });
  expect(testTable(its, []).rows.some((row) => row.name === name)).toBe(true);
  return comparedTest({ ...cases.find((one) => one.name === name) }).key;
}

describe('the file of the report', () => {
  const page = pageFor('words');

  test('replaces an older report and nothing else', () => {
    const folder = freshFolder();
    const file = join(folder, 'deep/report.html');
    clearReport(file);
    expect(writeReport(file, page)).toBe(file);
    clearReport(file);
    expect(existsSync(file)).toBe(false);
    write(folder, { 'notes.html': '<!doctype html>\n<title>mine</title>' });
    mkdirSync(join(folder, 'folder'));
    writeReport(file, page);
    symlinkSync(file, join(folder, 'link.html'));
    for (const taken of ['notes.html', 'folder', 'link.html', 'notes.html/report.html']) expect(() => clearReport(join(folder, taken))).toThrow(UsageError);
    expect(readFileSync(join(folder, 'notes.html'), 'utf8')).toContain('mine');
    expect(readFileSync(file, 'utf8')).toBe(page);
  });
});
