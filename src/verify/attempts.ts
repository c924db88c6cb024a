/** Bundles of one cell from several attempts of one run: the latest counts, where all of them are about the same thing. */
import type { BundleSight, CellBundle } from '../model/bundle.ts';

export interface Attempts {
  readonly bundles: readonly BundleSight[];
  readonly superseded: readonly CellBundle[];
}

/**
 * Tells the bundles that count from those of earlier attempts. What a bundle itself says decides, never its name, its
 * number or its time: one gives way only to a later attempt of the same run and job, for the same tree and command. All
 * others stay, and two for one cell are then rejected as such.
 */
export function latestAttempts(bundles: readonly BundleSight[]): Attempts {
  const superseded = bundles.filter((bundle): bundle is CellBundle => bundle.state === 'read' && bundles.some((other) => other.state === 'read' && replaces(other, bundle)));
  const gone = new Set<BundleSight>(superseded);
  return { bundles: bundles.filter((bundle) => !gone.has(bundle)), superseded };
}

function replaces(later: CellBundle, earlier: CellBundle): boolean {
  if (later === earlier || later.cell === null || later.cell !== earlier.cell) return false;
  if (later.faults.length > 0 || earlier.faults.length > 0 || later.origin === null || earlier.origin === null) return false;
  const sameRun = later.origin.run_id === earlier.origin.run_id && later.origin.job === earlier.origin.job;
  if (!sameRun || later.origin.run_attempt <= earlier.origin.run_attempt) return false;
  // An attempt that was refused before its stamp measured no tree, and one that never started ran no command.
  const sameTree = earlier.treeId === null || earlier.treeId === later.treeId;
  const sameCommand = earlier.commandDigest === null || earlier.commandDigest === later.commandDigest;
  return sameTree && sameCommand;
}
