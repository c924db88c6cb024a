/** What a rule is: an id, its words, and a pure answer over the facts. No rule reads a file, a clock or a variable. */
import type { BundlesFacts } from '../model/bundle.ts';
import type { Facts } from '../model/facts.ts';
import type { Answer, Finding } from '../model/finding.ts';

/** One answer of a rule. `what` names the path and both values. */
export interface RuleAnswer {
  readonly answer: Answer;
  readonly what: string;
  readonly fix?: string;
  readonly paths?: readonly string[];
  readonly innocentWhen?: string;
  /**
   * For `unknown`: whether that alone rejects. Default: the rule's `hard`. For `holds`: true puts the answer in front
   * of the reader although nothing is wrong.
   */
  readonly rejects?: boolean;
  readonly listed?: boolean;
}

export interface RuleOver<F extends { readonly step: string }> {
  /** `GG-AREA-STATE`, never reused for another meaning. */
  readonly id: string;
  /** What is true when the rule holds, as a sentence without a full stop. */
  readonly title: string;
  /** Why it matters for a merge. */
  readonly why: string;
  /** A hard stop: an unknown answer rejects, and no policy lowers it (PO2). */
  readonly hard: boolean;
  /** The steps that ask this rule. */
  readonly steps: readonly F['step'][];
  readonly check: (facts: F) => RuleAnswer | readonly RuleAnswer[];
}

/** A rule over one workspace. */
export type Rule = RuleOver<Facts>;
/** A rule over the bundles of several cells. */
export type BundleRule = RuleOver<BundlesFacts>;

/** Declares a rule; the type says what belongs to one. */
export function defineRule(rule: Rule): Rule {
  return rule;
}

/** Declares a rule over bundles. */
export function defineBundleRule(rule: BundleRule): BundleRule {
  return rule;
}

/** Paths that a finding carries; its text counts the rest. */
export const PATHS_LIMIT = 200;

/** The answer of a rule that has no subject. */
export const NOTHING_TO_JUDGE: RuleAnswer = { answer: 'holds', what: 'Nothing to judge' };

export function holds(what: string): RuleAnswer {
  return { answer: 'holds', what };
}

/** Holds, and is put in front of the reader all the same. */
export function listed(what: string, more: Pick<RuleAnswer, 'paths' | 'fix'> = {}): RuleAnswer {
  return { answer: 'holds', what, listed: true, ...more };
}

export function broken(what: string, more: { readonly fix: string } & Pick<RuleAnswer, 'paths' | 'innocentWhen'>): RuleAnswer {
  return { answer: 'broken', what, ...more };
}

export function unknown(what: string, more: { readonly fix: string } & Pick<RuleAnswer, 'paths' | 'innocentWhen' | 'rejects'>): RuleAnswer {
  return { answer: 'unknown', what, ...more };
}

/** The findings of one rule. A rule that throws has not answered: unknown, and that rejects. */
export function findingsOf<F extends { readonly step: string }>(rule: RuleOver<F>, facts: F): Finding[] {
  let answers: readonly RuleAnswer[];
  try {
    const given = rule.check(facts);
    answers = Array.isArray(given) ? (given as readonly RuleAnswer[]) : [given as RuleAnswer];
  } catch (error) {
    answers = [{ answer: 'unknown', rejects: true, what: `The rule failed: ${error instanceof Error ? error.message : String(error)}`, fix: 'Report this defect of generation-gate with the record of the run.' }];
  }
  if (answers.length === 0) answers = [{ answer: 'unknown', rejects: true, what: 'The rule gave no answer', fix: 'Report this defect of generation-gate with the record of the run.' }];
  return answers.map((answer) => toFinding(rule, answer));
}

function toFinding(rule: Pick<Rule, 'id' | 'why' | 'hard'>, { answer, what, fix, paths, innocentWhen, rejects, listed: isListed }: RuleAnswer): Finding {
  return {
    rule: rule.id,
    answer,
    ...(paths === undefined || paths.length === 0 ? {} : { paths: paths.slice(0, PATHS_LIMIT) }),
    what,
    why: rule.why,
    fix: fix ?? '',
    ...(innocentWhen === undefined ? {} : { innocent_when: innocentWhen }),
    rejects: answer === 'broken' || (answer === 'unknown' && (rejects ?? rule.hard)),
    ...(isListed === true ? { listed: true } : {}),
  };
}
