/** Table tests of rules: facts in, answers out, and the manners that every answer has. */
import { describe, expect, test } from '@jest/globals';
import type { Facts } from '../../src/model/facts.ts';
import type { Finding } from '../../src/model/finding.ts';
import { findingsOf, type RuleOver } from '../../src/verify/rule.ts';

/** `listed` holds and is shown; `unproven` is unknown and rejects nothing; `unknown` rejects. */
export type Expected = 'holds' | 'listed' | 'broken' | 'unknown' | 'unproven';

/** A name, the facts, the answers in their order, and words that the first of them says. */
export type Row<F = Facts> = readonly [name: string, facts: F, expected: Expected | readonly Expected[], words?: RegExp];

/** One test per row; the title is the rule's id and the requirement. */
export function judges<F extends { readonly step: string } = Facts>(rule: RuleOver<F>, requirements: string, rows: readonly Row<F>[]): void {
  describe(`${rule.id} (${requirements})`, () => {
    for (const [name, given, expected, words] of rows) {
      test(name, () => {
        const findings = findingsOf(rule, given);
        expect(findings.map(nameOf)).toEqual([expected].flat());
        if (words !== undefined) expect(findings[0]?.what).toMatch(words);
        for (const finding of findings) expectManners(finding);
      });
    }
  });
}

function nameOf({ answer, listed, rejects }: Finding): Expected {
  if (answer === 'holds') return listed === true ? 'listed' : 'holds';
  return answer === 'broken' ? 'broken' : rejects ? 'unknown' : 'unproven';
}

export function expectManners({ answer, what, why, fix, paths, innocent_when }: Finding): void {
  for (const text of [what, why, fix, innocent_when ?? 'Never']) {
    expect(text).not.toMatch(/undefined|NaN|\[object|^\s|\s$|\n/);
  }
  expect(what).toMatch(/^["\p{Lu}\d]/u);
  expect(what).not.toMatch(/\.$/);
  expect(what.length).toBeLessThan(2500);
  expect(paths?.length ?? 0).toBeLessThanOrEqual(200);
  if (answer !== 'holds') expect(fix).not.toBe('');
}
