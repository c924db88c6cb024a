/**
 * Written summaries as they were read: what they cite and what they claim about tests. Facts only; no verdict.
 * Whoever wrote the file, a person or a model, controls every string in here; each one is cut when it is kept.
 */
import type { AcceptedVerdict } from './verdict.ts';

/**
 * What a number is said to count. `executed` leaves the skipped tests out; `unreported` is something that reports do
 * not tell (deselected, cancelled tests).
 */
export type TestKind = 'total' | 'executed' | 'passed' | 'failed' | 'errored' | 'skipped' | 'flaky' | 'unreported';

/** One claim about tests. `text` is how it reads, `line` where it starts, counted from 1. */
export type SummaryClaim = { readonly line: number; readonly text: string } & (
  /** `word` is the word it was told by, so that "1 skipped, 1 xfailed" can be added up. */
  | { readonly kind: 'count'; readonly of: TestKind; readonly word: string; readonly count: number }
  /** "42 of 43 passed". */
  | { readonly kind: 'share'; readonly of: TestKind; readonly count: number; readonly among: number }
  /** "97.6% passed", with as many decimals as were written. */
  | { readonly kind: 'rate'; readonly percent: number; readonly decimals: number }
  | { readonly kind: 'all-passed' }
  /** "All executed tests passed": says nothing of the skipped ones. */
  | { readonly kind: 'executed-passed' }
  | { readonly kind: 'none-failed' }
  /** "All jobs passed": cells of a matrix that are not named. */
  | { readonly kind: 'all-cells' }
  /** Tests are counted in a way that no report can be compared with: "dozens of tests passed". */
  | { readonly kind: 'unclear' }
);

/** An operating system or runtime that is named along with a claim; `version` is empty for an operating system. */
export interface SummaryPlace {
  readonly family: string;
  readonly version: string;
}

/** Claims that stand together: a line, a row or a column of a table, an object. */
export interface SummaryStatement {
  readonly line: number;
  /** Path of the report that they are said to be about; null where they are about all tests. */
  readonly report: string | null;
  /** Names of matrix cells that they are said to be about. Without claims: the text goes on about that cell. */
  readonly cells: readonly string[];
  readonly places: readonly SummaryPlace[];
  /** Inside an HTML comment, which a reader does not see. */
  readonly hidden: boolean;
  readonly claims: readonly SummaryClaim[];
}

/** A hexadecimal id of the text, in lower case; `of` is what the words before it call it. */
export interface SummaryCitation {
  readonly line: number;
  readonly of: 'verdict' | 'generation' | 'tree' | 'other' | 'unnamed';
  readonly id: string;
}

export type SummaryReading =
  | { readonly state: 'read'; readonly citations: readonly SummaryCitation[]; readonly statements: readonly SummaryStatement[] }
  | { readonly state: 'refused'; readonly why: string };

export interface SummaryFile {
  /** As it was given. */
  readonly path: string;
  readonly reading: SummaryReading;
}

/** What the check gathered to judge summaries. */
export interface SummaryFacts {
  /** The accepted verdict that an earlier check of this generation saved; null where there is none. */
  readonly saved: SavedVerdict | null;
  /** Digest of the verdict that measuring again gives; null where that rejects. */
  readonly digestNow: string | null;
  /** Names of this run's own cell: as it was given, and as it reads in Markdown. Empty without one. */
  readonly ownCell: readonly string[];
  /** What the run is known to have run on, for claims that name a place. */
  readonly ranOn: readonly SummaryPlace[];
  readonly files: readonly SummaryFile[];
}

/** A report's name in a summary: its path where that is plain, else the beginning of its digest. */
export function reportName({ path, sha256 }: { readonly path: string; readonly sha256: string }): string {
  return /^(?:[A-Za-z0-9][A-Za-z0-9.+-]*\/)*[A-Za-z0-9][A-Za-z0-9+-]*(?:\.[A-Za-z0-9+-]+)*\.xml$/.test(path) ? path : `report ${sha256.slice(0, 12)}`;
}

export interface SavedVerdict {
  readonly digest: string;
  readonly verdict: AcceptedVerdict;
}
