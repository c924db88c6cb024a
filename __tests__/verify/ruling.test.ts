/** What a policy makes of findings: rejected where they would only be listed, accepted for a time, never a hard stop (PO2). */
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../src/model/finding.ts';
import type { Policy } from '../../src/model/policy.ts';
import { CATALOG } from '../../src/verify/catalog.ts';
import { decide } from '../../src/verify/decide.ts';
import { underRuling } from '../../src/verify/ruling.ts';
import { asked, facts, run } from '../support/facts.ts';
import { policy } from '../support/policy-facts.ts';
import { expectManners } from '../support/rule-table.ts';

const SOFT = { id: 'GG-LEFTOVER-FOUND', hard: false };
const HARD = { id: 'GG-RUN-FAILED', hard: true };

function finding(changes: Partial<Finding> = {}): Finding {
  return { rule: SOFT.id, answer: 'broken', what: 'Two files', why: 'They are old.', fix: 'Remove them', rejects: true, paths: ['dist/a', 'dist/b'], ...changes };
}

function ruled(given: Finding, document: Policy, rule = SOFT): Finding {
  const [result] = underRuling(rule, [given], { policy: policy(document), asked: {} });
  if (result === undefined) throw new Error('no finding');
  expectManners(result);
  return result;
}

const accept = (more: object = {}): Policy => ({ accept: [{ rule: SOFT.id, reason: 'known', expires: '2026-06-30', ...more }] });

describe('an accepted deviation', () => {
  test('turns a broken finding into a listed one that says why and until when', () => {
    expect(ruled(finding(), accept())).toMatchObject({ answer: 'holds', listed: true, rejects: false, what: 'Accepted until 2026-06-30 (known): Two files' });
    expect(ruled(finding(), accept({ paths: 'dist/*' }))).toMatchObject({ rejects: false });
    expect(ruled(finding(), accept({ expires: '2026-01-01' }))).toMatchObject({ rejects: false });
  });

  test.each<[string, Finding, Policy, RegExp]>([
    ['is over', finding(), accept({ expires: '2025-12-31' }), /it was accepted until 2025-12-31 \(known\), which is over$/],
    ['names other paths', finding(), accept({ paths: 'build/*' }), /^Two files$/],
    ['names a part of the paths', finding(), accept({ paths: ['dist/a'] }), /leaves out dist\/b$/],
    ['names paths, and the finding none', finding({ paths: [] }), accept({ paths: '**' }), /^Two files$/],
    ['names paths, and the finding more than it carries', finding({ paths: Array.from({ length: 200 }, (_, at) => `dist/${at}`) }), accept({ paths: 'dist/*' }), /^Two files/],
    ['is for another rule', finding(), { accept: [{ rule: 'GG-RUN-REPEATED', reason: 'x', expires: '2030-01-01' }] }, /^Two files$/],
  ])('does not count where it %s', (_name, given, document, words) => {
    const result = ruled(given, document);
    expect(result).toMatchObject({ answer: 'broken', rejects: true });
    expect(result.what).toMatch(words);
  });

  test('never accepts what is not known, and never a hard stop', () => {
    const unknown = finding({ answer: 'unknown' });
    expect(ruled(unknown, accept())).toEqual(unknown);
    const hard = finding({ rule: HARD.id });
    expect(ruled(hard, { accept: [{ rule: HARD.id, reason: 'x', expires: '2030-01-01' }] }, HARD)).toEqual(hard);
  });
});

describe('a rule that is asked to reject', () => {
  test('rejects what was listed and what was not known, and leaves what holds alone', () => {
    const document: Policy = { reject: [SOFT.id] };
    expect(ruled(finding({ answer: 'holds', listed: true, rejects: false, fix: '' }), document)).toMatchObject({ answer: 'broken', rejects: true });
    expect(ruled(finding({ answer: 'unknown', rejects: false }), document)).toMatchObject({ answer: 'unknown', rejects: true });
    const fine = finding({ answer: 'holds', rejects: false });
    expect(ruled(fine, document)).toEqual(fine);
  });

  test('accepts it again where the policy accepts it for a time', () => {
    expect(ruled(finding({ answer: 'holds', listed: true, rejects: false }), { reject: [SOFT.id], ...accept() })).toMatchObject({ answer: 'holds', listed: true, rejects: false });
  });

  test('is asked by the call as well as by the policy', () => {
    const twice = facts({ run: run({ earlier: [{ kind: 'exited', code: 1 }] }) });
    expect(decide(CATALOG, twice).verdict).toBe('accepted');
    for (const more of [{ asked: asked({ reject: ['GG-RUN-REPEATED'] }) }, { asked: asked({ repeated: 'reject' as const }) }, { asked: asked({ reject: ['GG-RUN-REPEATED'] }), policy: policy({ reject: ['GG-RUN-REPEATED'] }) }]) {
      const { verdict, findings } = decide(CATALOG, { ...twice, ...more });
      expect([verdict, findings.filter(({ rejects }) => rejects).map(({ rule }) => rule)]).toEqual(['rejected', ['GG-RUN-REPEATED']]);
    }
  });
});

test('no deviation makes a hard stop hold, whatever rule it names', () => {
  const failed = facts({ run: run({ outcome: { ...run().outcome, ending: { kind: 'exited', code: 1 } } }), policy: policy({ accept: CATALOG.map(({ id }) => ({ rule: id, reason: 'x', expires: '2030-01-01' })) }) });
  expect(decide(CATALOG, failed).findings.filter(({ rejects }) => rejects).map(({ rule }) => rule)).toContain('GG-RUN-FAILED');
});
