/** A claim as the grammar finds it: what it says, and the tokens that say it. */
import type { SummaryClaim } from '../../model/summary.ts';

type Said<T> = T extends SummaryClaim ? Omit<T, 'line' | 'text'> : never;
export type ClaimSaid = Said<SummaryClaim>;

/** A claim with the tokens it takes, `from` inclusive, `to` exclusive. */
export interface FoundClaim {
  readonly from: number;
  readonly to: number;
  readonly said: ClaimSaid;
  /** "Total: 42" alone may count anything: it is kept only beside another claim about tests. */
  readonly weak?: true;
}
