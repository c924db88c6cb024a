/**
 * What a rule answers where its subject is missing. A stamp that is absent, unreadable or foreign is answered by the
 * stamp's own rules, which reject; the others then have nothing to judge. Anything else that is missing is unknown.
 */
import type { CheckFacts, Facts, StampedFacts } from '../model/facts.ts';
import type { Drift } from '../model/tree.ts';
import { NOTHING_TO_JUDGE, unknown, type RuleAnswer } from './rule.ts';

export type Answers = RuleAnswer | readonly RuleAnswer[];

/** Judges what the stamping recorded. */
export function overStamping({ step, stamp, stamped }: Facts, judge: (stamped: StampedFacts) => Answers): Answers {
  if (step === 'stamp') return stamped === null ? notGathered('The stamping left no record') : judge(stamped);
  return stamped === null || stamp.state !== 'found' ? NOTHING_TO_JUDGE : judge(stamped);
}

/** Judges what the check measured against what the stamping recorded. */
export function overCheck(facts: Facts, judge: (check: CheckFacts, stamped: StampedFacts) => Answers): Answers {
  return overStamping(facts, (stamped) => (facts.check === null ? notGathered('The workspace was not measured at this check') : judge(facts.check, stamped)));
}

function notGathered(what: string): RuleAnswer {
  return unknown(what, { rejects: true, fix: 'Report this defect of generation-gate with the record of the run.' });
}

/** A time span between two comparisons of the work tree, and what the second one saw. */
export interface Span {
  readonly name: 'before-run' | 'during-run' | 'after-run' | 'unobserved';
  readonly when: string;
  readonly drift: Drift;
}

/** The comparisons of the work tree with the stamp, oldest first. */
export function spans({ run }: Facts, check: CheckFacts): readonly Span[] {
  if (run === null) return [{ name: 'unobserved', when: 'after the stamp', drift: check.drift }];
  return [
    { name: 'before-run', when: 'between the stamp and the start of the run', drift: run.atStart },
    { name: 'during-run', when: 'while the command ran', drift: run.atEnd },
    { name: 'after-run', when: 'after the run had ended', drift: check.drift },
  ];
}

/** For each span the entries that no earlier one had seen; spans without any are left out. */
export function firstSeen<T>(over: readonly Span[], pick: (drift: Drift) => readonly T[], pathOf: (entry: T) => string): readonly (Span & { readonly entries: readonly T[] })[] {
  const known = new Set<string>();
  return over.flatMap((span) => {
    const entries = pick(span.drift).filter((entry) => !known.has(pathOf(entry)));
    for (const entry of entries) known.add(pathOf(entry));
    return entries.length === 0 ? [] : [{ ...span, entries }];
  });
}
