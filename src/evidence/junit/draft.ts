/** What the state machine gathers from one document, before anything is counted or judged. */
import type { Announced, Failure, Property, Timestamp } from '../../model/report.ts';
import type { Position } from './refusal.ts';

/** The root or one suite. */
export type SuiteDraft = {
  readonly name: string;
  /** Names of the suites around its cases, itself included, the root `testsuites` not. */
  readonly path: readonly string[];
  readonly file: string | undefined;
  readonly announced: Announced;
  readonly position: Position;
  readonly suites: SuiteDraft[];
  readonly cases: CaseDraft[];
  /** Red elements outside of any case: how many, and what the first ones say. */
  readonly redCounts: Record<RedKind, number>;
  readonly reds: { readonly kind: RedKind; readonly failure: Failure; readonly position: Position }[];
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
