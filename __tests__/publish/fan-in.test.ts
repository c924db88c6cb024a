import { describe, expect, test } from '@jest/globals';
import { cellRows, cellTable, sumOf } from '../../src/publish/fan-in.ts';
import { createTestRegister } from '../../src/publish/test-register.ts';
import { summaryMarkdown } from '../../src/publish/markdown.ts';
import { envelope } from '../../src/publish/envelope.ts';
import type { ReportCase } from '../../src/model/report.ts';
import { cell } from '../support/bundle-facts.ts';

const refused = { state: 'refused', source: 'x.zip', why: 'no' } as const;
const fault = { file: 'a', kind: 'changed', what: 'is' } as const;

describe('the rows of a fan-in', () => {
  const rows = cellRows(['b', 'c', 'a'], [cell(), refused, cell({ cell: 'b', verdict: 'rejected', rejecting: [{ rule: 'GG-X', what: 'x' }, { rule: 'GG-X', what: 'y' }] }), cell({ cell: 'z', faults: [fault] }), cell({ cell: null, source: 'nameless' })]);

  test('stand in the order that was asked for, with those that are missing, and all others after them', () => {
    expect(rows.map((row) => [row.cell, row.state])).toEqual([['b', 'rejected'], ['c', 'not run'], ['a', 'accepted'], ['z', 'changed'], [null, 'accepted'], [null, 'unreadable']]);
    expect(rows[0]?.rejecting).toEqual(['GG-X']);
  });

  test('add up', () => {
    expect(sumOf(rows)).toEqual({ total: 16, passed: 12, failed: 0, errored: 0, skipped: 4, flaky: 0 });
  });

  test('are one table', () => {
    expect(cellTable(rows).split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual(['cell', 'b', 'c', 'a', 'z', 'nameless', 'x.zip']);
    expect(cellTable(rows)).toMatch(/^c +not run +- +- +- +- +-$/m);
  });

  test('stand in the job summary, and what they say does nothing there', () => {
    const text = summaryMarkdown(envelope('fan-in', 'rejected', { cells: cellRows([], [cell({ cell: null, source: 'a|b<script>', runtimes: ['x|y'] })]) }));
    expect(text).toContain('| <code>a&#124;b&lt;script></code> | ✅ accepted |');
    expect(text).toContain('x\\|y');
  });
});

describe('tests that no cell executed (FI2)', () => {
  const one = (name: string, outcome: ReportCase['outcome'], ordinal = 0): ReportCase => ({ suite: [], class: 'c', name, ordinal, outcome });

  test('are those skipped wherever they are reported', () => {
    const register = createTestRegister();
    register.take([one('x', 'skipped'), one('y', 'skipped'), one('z', 'passed'), one('w', 'skipped', 1)]);
    register.take([one('y', 'failed'), one('z', 'skipped'), one('w', 'passed')]);
    expect(register.nowhere()).toEqual(['c::w', 'c::x']);
  });

  test('are told apart among many', () => {
    const register = createTestRegister();
    const many = Array.from({ length: 40_000 }, (_, at) => one(`test_${at}`, at % 2 === 0 ? 'passed' : 'skipped'));
    register.take(many);
    register.take(many.map((test, at) => ({ ...test, outcome: at % 4 === 3 ? 'skipped' : 'passed' })));
    // Half of the skipped ones are executed by the second cell.
    expect(register.nowhere()).toHaveLength(10_000);
    expect(register.nowhere().every((name) => Number(name.slice('c::test_'.length)) % 4 === 3)).toBe(true);
  });
});
