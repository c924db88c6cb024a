/** The verdict over one workspace: every rule is asked over the facts that speak of its subject. */
import type { Facts } from '../model/facts.ts';
import type { Finding } from '../model/finding.ts';
import { speakingFacts, speaksOfNoRun } from './cached.ts';
import { RUN_RULES, VERDICT_RULES } from './catalog.ts';
import { judge, type Decision } from './decide.ts';
import { findingsOf, NOTHING_TO_JUDGE, type Rule } from './rule.ts';
import { underRuling } from './ruling.ts';

/** Asks every rule that a verdict follows from. */
export function verdictOver(facts: Facts): Decision {
  const asked = VERDICT_RULES.filter(({ steps }) => steps.includes(facts.step));
  return judge(asked.map(({ id }) => id), asked.flatMap((rule) => underRuling(rule, answersOf(rule, facts), facts)));
}

function answersOf(rule: Rule, facts: Facts): readonly Finding[] {
  if (!RUN_RULES.includes(rule)) return findingsOf(rule, facts);
  // Another rule rejects a bundle that cannot be judged; this one has no subject.
  return speaksOfNoRun(facts) ? findingsOf({ ...rule, check: () => NOTHING_TO_JUDGE }, facts) : findingsOf(rule, speakingFacts(facts));
}
