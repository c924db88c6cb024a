/** What summarize writes is accepted as it is, and rejected with any digit changed; what people do to it shows. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalJson, verdictDigest } from '../../src/publish/canonical.ts';
import { asRead, readSummaryText } from '../../src/evidence/summary/read.ts';
import { reportName } from '../../src/model/summary.ts';
import type { AcceptedVerdict } from '../../src/model/verdict.ts';
import { summaryOf } from '../../src/publish/written-summary.ts';
import { SUMMARY_RULES } from '../../src/verify/catalog.ts';
import { findingsOf } from '../../src/verify/rule.ts';
import type { Facts } from '../../src/model/facts.ts';
import { evidenceFile, report } from '../support/evidence-facts.ts';
import { asked, check, facts, stamped } from '../support/facts.ts';
import { acceptedVerdict, SUMMARY } from '../support/summary-facts.ts';

const HEX = '0123456789abcdef'.split('');
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...HEX), minLength: length, maxLength: length });
const count = fc.oneof(fc.nat(3), fc.nat(100_000));
const totals = fc.record({ passed: count, failed: count, errored: count, skipped: count, flaky: count }).map((counts) => ({ total: Object.values(counts).reduce((sum, one) => sum + one, 0), ...counts }));
const path = fc.oneof(fc.constantFrom('reports/a.xml', 'reports/py312/unit-2.xml', '42 passed.xml', 'a|b.xml', '_a_*b*.xml', 'ünï.xml', 'all tests pass', '`a`\n.xml', 'linux-py312.xml', 'x\udc80.xml'), fc.string({ minLength: 1, maxLength: 20 }));
const cell = fc.oneof(fc.constant(null), fc.constantFrom('linux-py312', 'a', 'unit_2', '_x', 'beta', 'py3.12', '2', 'all', '42', 'windows-latest', 'cell'), fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/));

/** A verdict whose totals are the sum of its reports', and the facts that a check would gather again. */
const verdicts = fc
  .record({ generation: hex(32), tree: fc.oneof(hex(40), hex(64)), cell, reports: fc.uniqueArray(fc.record({ path, sha256: hex(64), tests: totals }), { selector: (one) => one.path, minLength: 1, maxLength: 4 }) })
  .map(({ generation, tree, cell: name, reports }) => {
    const tests = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
    for (const one of reports) for (const kind of ['total', 'passed', 'failed', 'errored', 'skipped', 'flaky'] as const) tests[kind] += one.tests[kind];
    return acceptedVerdict({ generation, tree_id: tree, cell: name, tests, reports });
  });

function factsOf(verdict: AcceptedVerdict, text: string, json = false): Facts {
  const digest = verdictDigest(verdict);
  const evidence = verdict.reports.map(({ path: at, sha256, tests }) =>
    evidenceFile({ path: at, reading: { ...report([]), sha256, totals: { tests: tests.total, passed: tests.passed, failures: tests.failed, errors: tests.errored, skipped: tests.skipped, flaky: tests.flaky } } }),
  );
  return facts({
    known: [verdict.generation],
    stamped: stamped({ generation: verdict.generation, treeId: verdict.tree_id }),
    asked: asked({ summaries: [SUMMARY] }),
    check: check({ evidence, summaries: { saved: { digest, verdict }, digestNow: digest, ownCell: verdict.cell === null ? [] : [verdict.cell, asRead(verdict.cell)], ranOn: [{ family: 'linux', version: '' }], files: [{ path: SUMMARY, reading: readSummaryText(Buffer.from(text), json, verdict.reports) }] } }),
  });
}

function rejecting(given: Facts): readonly string[] {
  return SUMMARY_RULES.flatMap((rule) => findingsOf(rule, given)).filter(({ rejects }) => rejects).map(({ rule, what }) => `${rule}: ${what}`);
}

const written = (verdict: AcceptedVerdict): string => summaryOf({ digest: verdictDigest(verdict), verdict });

/** The JSON form, as `summarize --json` gives it. */
function writtenJson(verdict: AcceptedVerdict): string {
  const { generation, tree_id, tests, cell: name, reports } = verdict;
  return JSON.stringify({ schema: 'generation-gate/verdict/1', verb: 'summarize', verdict: 'accepted', generation, tree_id, head: null, findings: [], tests, verdict_digest: verdictDigest(verdict), cell: name, reports, text: written(verdict) });
}

/** Places of the digits in ids and numbers that the summary claims: everything in the tables' second and later columns. */
function digitPlaces(text: string, isNamed: (name: string) => boolean): readonly number[] {
  const places: number[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const [, name = ''] = /^\| ([^|]*) \|/.exec(line) ?? [];
    if (line.startsWith('|') && !isNamed(name)) {
      for (let column = line.indexOf('|', 2); column < line.length; column += 1) {
        const character = line.charAt(column);
        if (/[0-9]/.test(character) || (line.includes('`') && /[a-f]/.test(character))) places.push(at + column);
      }
    }
    at += line.length + 1;
  }
  return places;
}

describe('the written summary (EV6)', () => {
  test('is accepted whatever the verdict holds', () => {
    fc.assert(
      fc.property(verdicts, (verdict) => {
        expect(rejecting(factsOf(verdict, written(verdict)))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('is accepted as JSON', () => {
    fc.assert(
      fc.property(verdicts, (verdict) => {
        expect(rejecting(factsOf(verdict, writtenJson(verdict), true))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('is rejected with any digit of a number or id changed', () => {
    fc.assert(
      fc.property(verdicts, fc.nat(), fc.constantFrom(...HEX), (verdict, pick, digit) => {
        const text = written(verdict);
        const places = digitPlaces(text, (name) => name === 'cell');
        const place = places[pick % places.length] ?? 0;
        const before = text.charAt(place);
        fc.pre(before !== digit && (/[a-f]/.test(digit) ? text.slice(0, place).lastIndexOf('`') > text.slice(0, place).lastIndexOf('\n') : true));
        expect(rejecting(factsOf(verdict, text.slice(0, place) + digit + text.slice(place + 1)))).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('is rejected with any line of its citation gone, and with a claim that is not so added anywhere', () => {
    fc.assert(
      fc.property(verdicts, fc.constantFrom('verdict digest', 'generation', 'tree id'), (verdict, id) => {
        const text = written(verdict);
        expect(rejecting(factsOf(verdict, text.replace(new RegExp(`^\\| ${id} .*\\n`, 'm'), '')))).not.toEqual([]);
      }),
    );
    fc.assert(
      fc.property(verdicts, fc.nat(), fc.nat(1_000_000), (verdict, pick, number) => {
        fc.pre(number !== verdict.tests.passed);
        const lines = written(verdict).split('\n');
        // Inside of a table a line would end it, which is another text.
        const between = lines.flatMap((line, at) => (line === '' ? [at] : []));
        lines.splice(between[pick % between.length] ?? 0, 0, '', `${number} tests passed.`, '');
        expect(rejecting(factsOf(verdict, lines.join('\n'))).join()).toMatch(/GG-SUMMARY-CLAIM.*tests passed/);
      }),
    );
  });

  test('is rejected for any other verdict', () => {
    fc.assert(
      fc.property(verdicts, verdicts, (one, other) => {
        fc.pre(canonicalJson(one) !== canonicalJson(other));
        expect(rejecting(factsOf(other, written(one)))).not.toEqual([]);
      }),
    );
  });

  test('names a report by its path where that is plain, else by its digest', () => {
    const sha256 = 'abcdef012345'.padEnd(64, '0');
    expect(reportName({ path: 'reports/junit.xml', sha256 })).toBe('reports/junit.xml');
    for (const odd of ['42 passed.xml', 'a|b.xml', '../x.xml', '-x.xml', 'a_b.xml', '`a`.xml']) expect(reportName({ path: odd, sha256 })).toBe('report abcdef012345');
  });
});

describe('the digest of a verdict (EV6)', () => {
  test('does not depend on the order of keys, and on nothing else is it indifferent', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).toReversed().map(([key, entry]) => [key, shuffled(entry)])) : value;
    };
    fc.assert(fc.property(verdicts, (verdict) => verdictDigest(shuffled(verdict) as AcceptedVerdict) === verdictDigest(verdict)));
    const verdict = acceptedVerdict();
    const digests = Object.keys(verdict).map((key) => verdictDigest({ ...verdict, [key]: key === 'tests' ? { ...verdict.tests, passed: 2 } : 'x' }));
    expect(new Set([...digests, verdictDigest(verdict)]).size).toBe(digests.length + 1);
  });

  test('is of plain JSON', () => {
    expect(canonicalJson({ b: [1, null, true], a: 'ü"\udc80' })).toBe('{"a":"ü\\"\\udc80","b":[1,null,true]}');
    for (const value of [1.5, NaN, undefined, () => 1, 2 ** 60]) expect(() => canonicalJson({ value })).toThrow(TypeError);
  });
});
