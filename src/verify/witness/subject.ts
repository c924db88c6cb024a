/** What rules about the witness answer where there is none, and how they weigh what it could not prove. */
import type { Facts, RunFacts } from '../../model/facts.ts';
import { matchesWildcard } from '../../model/patterns.ts';
import type { Escaped, WitnessFacts } from '../../model/witness.ts';
import { NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping, type Answers } from '../subject.ts';
import { judgeLoads, type Judged } from './loads.ts';

export interface Witnessed {
  readonly run: RunFacts;
  readonly witness: WitnessFacts;
  readonly loads: readonly Judged[];
  /** Python processes without a witness that nobody allowed. */
  readonly escaped: readonly Escaped[];
  /** Whether an unknown answer rejects: it does where the witness is required. */
  readonly required: boolean;
}

/** Judges what the witness of the run told. Where there is none, `GG-WITNESS-ABSENT` answers and nobody else. */
export function overWitness(facts: Facts, judge: (witnessed: Witnessed) => Answers): Answers {
  return overStamping(facts, () => witnessOf(facts, judge));
}

function witnessOf(facts: Facts, judge: (witnessed: Witnessed) => Answers): Answers {
  const witnessed = witnessedIn(facts);
  return witnessed === null ? NOTHING_TO_JUDGE : judge(witnessed);
}

/** What the witness told; null where no process of the run has one. */
export function witnessedIn({ run, asked }: Facts): Witnessed | null {
  if (run === null || run.witness.state === 'absent' || asked.witness === 'off') return null;
  const { witness } = run;
  const escaped = witness.escaped.filter(({ argv }) => !asked.unwitnessedOk.some((pattern) => matchesWildcard(pattern, argv.join(' '))));
  if (witness.processes === 0 && escaped.length === 0) return null;
  return { run, witness, loads: judgeLoads(run, witness, asked), escaped, required: asked.witness === 'required' };
}

/** Loads of some meanings, each path once. */
export function loadsOf({ loads }: Witnessed, ...kinds: readonly Judged['meaning']['kind'][]): readonly Judged[] {
  const found = new Map<string, Judged>();
  for (const judged of loads) if (kinds.includes(judged.meaning.kind) && !found.has(judged.load.path)) found.set(judged.load.path, judged);
  return [...found.values()];
}
