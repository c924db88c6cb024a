/** The decision: a verdict from findings alone. */
import type { Finding } from '../model/finding.ts';
import { findingsOf, type RuleOver } from './rule.ts';
import { underRuling, type Ruled } from './ruling.ts';

export interface Decision {
  readonly verdict: 'accepted' | 'rejected';
  readonly findings: readonly Finding[];
}

/** Asks every rule of the step and decides. Rejects where there are no rules: an empty court acquits nobody. */
export function decide<F extends { readonly step: string } & Ruled>(rules: readonly RuleOver<F>[], facts: F): Decision {
  const asked = rules.filter(({ steps }) => steps.includes(facts.step));
  return judge(asked.map(({ id }) => id), asked.flatMap((rule) => underRuling(rule, findingsOf(rule, facts), facts)));
}

/** Decides over findings: accepted only where every expected rule answered and no answer rejects. */
export function judge(expected: readonly string[], findings: readonly Finding[]): Decision {
  const answered = new Set(findings.map(({ rule }) => rule));
  const silent = expected.length === 0 ? ['any rule'] : expected.filter((id) => !answered.has(id));
  const all = [...findings, ...silent.map(unanswered)];
  return { verdict: all.some(({ rejects }) => rejects) ? 'rejected' : 'accepted', findings: all };
}

function unanswered(id: string): Finding {
  return {
    rule: 'GG-VERDICT-INCOMPLETE',
    answer: 'unknown',
    what: `No answer came from ${id}`,
    why: 'A verdict over part of the rules would accept what the others were there to refuse.',
    fix: 'Report this defect of generation-gate with the record of the run.',
    rejects: true,
  };
}
