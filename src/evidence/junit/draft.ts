/** What the state machine gathers from one document, before anything is counted or judged. */
import type { Announced, Failure, Property, Timestamp } from '../../model/report.ts';
import type { Position } from './refusal.ts';

/** The root or one suite. Reports hold tens of thousands, many with one case: what is empty shares no memory of its own. */
export type SuiteDraft = {
  readonly name: string;
  readonly parent: SuiteDraft | undefined;
  /** Part of the suite path of its cases, as every suite is save the root `testsuites`. */
  readonly listed: boolean;
  readonly file: string | undefined;
  readonly announced: Announced;
  readonly position: Position;
  suites: SuiteDraft[];
  cases: CaseDraft[];
  /** Red elements outside of any case: how many, and what the first ones say. */
  failures: number;
  errors: number;
  reds: { readonly kind: RedKind; readonly failure: Failure; readonly position: Position }[];
};

export type RedKind = 'failure' | 'error';

export type CaseDraft = {
  readonly file: string | undefined;
  readonly class: string;
  /** Empty where the case has no name. */
  readonly name: string;
  readonly position: Position;
  failed: boolean;
  errored: boolean;
  skipped: boolean;
  /** It holds a rerun or flaky element: an attempt of it failed. */
  retried: boolean;
  /** The attribute that alone makes it red, as `status="fail"`. */
  redAttribute: string | undefined;
  /** Why it was skipped, shortened. */
  skipMessage: string | undefined;
  failure: Failure | undefined;
};

/** What producers are told apart by: attribute names in the order in which they were written. */
export type Signature = {
  root: string;
  rootAttributes: readonly (readonly [string, string])[];
  suiteAttributes: readonly (readonly [string, string])[];
  caseAttributes: readonly (readonly [string, string])[];
  propertyNames: readonly string[];
};

export type ReportDraft = {
  readonly root: SuiteDraft;
  readonly signature: Signature;
  readonly suiteNames: readonly string[];
  readonly properties: readonly Property[];
  readonly timestamps: readonly Timestamp[];
  /** How many of each were seen and not kept. */
  readonly dropped: { readonly properties: number; readonly timestamps: number; readonly failures: number };
};
