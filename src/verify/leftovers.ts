/** What earlier work left, as it was when the command could load it (PR4). */
import type { Facts } from '../model/facts.ts';
import type { Leftovers } from '../model/leftovers.ts';

/** The run's sight, from its start to its end; without a run, the check's. Null where nobody looked. */
export function leftoversOf({ run, check }: Facts): Leftovers | null {
  return (run === null ? check?.leftovers : run.leftovers) ?? null;
}
