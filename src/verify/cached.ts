/**
 * Evidence from a cache (EV8): what happened in the run is answered by the facts of the bundle, and what this workspace
 * is by its own. The rules about the cache say whether the one may stand for the other.
 */
import type { CellBundle } from '../model/bundle-sight.ts';
import type { Asked, CachedEvidence, Facts } from '../model/facts.ts';
import { NOTHING_TO_JUDGE } from './rule.ts';
import { overStamping, type Answers } from './subject.ts';

/**
 * The facts that speak of the run: those of this generation, or of the bundle that stands for it. A bundle that cannot
 * be judged has no run to speak of.
 */
export function speakingFacts(facts: Facts): Facts {
  const { cached } = facts;
  if (cached === undefined || cached === null) return facts;
  if (cached.facts === null) return { ...facts, cached: null, check: null, run: null };
  return speakingFacts({ ...cached.facts, asked: demanding(cached.facts.asked, facts.asked) });
}

/** Whether no run can be spoken of: a bundle was named, and it cannot be judged. */
export function speaksOfNoRun({ cached }: Facts): boolean {
  return cached !== undefined && cached !== null && cached.facts === null;
}

/** What this call asks of a run is asked of the cached one; where and against what that one was judged stays its own. */
function demanding(then: Asked, now: Asked): Asked {
  const { requireTests, minTests, survivors, repeated, foreignEditables, witness, allowIgnored, generated, unwitnessedOk, unloaded, slackSeconds } = now;
  return { ...then, requireTests, minTests, survivors, ...(repeated === undefined ? {} : { repeated }), foreignEditables, witness, allowIgnored, generated, unwitnessedOk, unloaded, slackSeconds };
}

/** Judges a bundle that was named to stand for a run; nothing to judge where none was. */
export function overCached(facts: Facts, judge: (cached: CachedEvidence) => Answers): Answers {
  const { cached } = facts;
  return overStamping(facts, () => (cached === undefined || cached === null ? NOTHING_TO_JUDGE : judge(cached)));
}

/** Judges one whose files are what it says of them; the others are rejected by rules of their own. */
export function overSound(facts: Facts, judge: (bundle: CellBundle, cached: CachedEvidence) => Answers): Answers {
  return overCached(facts, (cached) => {
    const bundle = soundBundle(cached);
    return bundle === null ? NOTHING_TO_JUDGE : judge(bundle, cached);
  });
}

/** The bundle, where all its files are what it says of them. */
export function soundBundle({ bundle }: CachedEvidence): CellBundle | null {
  return bundle.state === 'read' && bundle.faults.length + bundle.differences.length === 0 ? bundle : null;
}

/** Words for what mends all of it. */
export const RUN_INSTEAD = 'Leave --cached-evidence out and let the command run, or name a bundle that fits: generation-gate gate --bundle DIR -- COMMAND makes one';

