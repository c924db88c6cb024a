/** What a review packet says. Facts only, with secrets and home folders already taken out of every text. */
import type { TestTotals } from './totals.ts';
import type { Ending } from './run-record.ts';

export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

export interface TouchedPath {
  readonly path: string;
  readonly status: 'added' | 'deleted' | 'modified' | 'type changed';
  /** Why the patch does not carry it; null where it does. */
  readonly leftOut: string | null;
}

export interface Quote {
  readonly path: string;
  /** Lines, counted from 1, both inclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface LogTail {
  readonly name: string;
  readonly lines: readonly string[];
  /** True where the log has more than these lines. */
  readonly cut: boolean;
}

export interface MatrixCell {
  readonly cell: string;
  readonly state: string;
}

export interface Packet {
  readonly commit: string | null;
  readonly treeId: string;
  readonly generation: string;
  readonly verdictDigest: string;
  readonly cell: string | null;
  /** The policy that the verdict was reached under, in words; null where none took part. */
  readonly policy: string | null;
  /** What the change is compared with, in words; null where there is nothing to compare with. */
  readonly against: string | null;
  readonly command: { readonly shown: string; readonly digest: string; readonly cwd: string };
  /** Ending on the base; null where it was not run there. */
  readonly before: { readonly what: string; readonly ending: Ending | null } | null;
  /** Null where the workflow handed the ending over. */
  readonly after: Ending | null;
  readonly outcome: string | null;
  /** Generation that really ran, where the evidence came from a cache. */
  readonly cachedGeneration: string | null;
  /** The second documented command, shown apart; null where none ran. */
  readonly also: { readonly shown: string; readonly ending: Ending } | null;
  readonly replay: string | null;
  readonly tests: TestTotals;
  readonly reports: readonly { readonly path: string; readonly sha256: string }[];
  readonly touched: readonly TouchedPath[];
  /** Changed paths that no test loaded and no owner claims; null where nothing tells. */
  readonly unrelated: readonly string[] | null;
  readonly unrelatedWhy: string;
  readonly patch: string | null;
  readonly sections: readonly { readonly path: string; readonly text: string }[];
  readonly quotes: readonly Quote[];
  readonly matrix: readonly MatrixCell[];
  readonly logs: readonly LogTail[];
  /** Findings that do not reject and that a reviewer should see. */
  readonly notes: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly redactions: number;
}
