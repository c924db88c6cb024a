/** What base, replay and control showed, for the page. */
import type { SecondRun } from '../../model/compare.ts';
import type { Facts } from '../../model/facts.ts';
import { showPath } from '../../model/path.ts';
import { counted, endingWords } from '../../verify/words.ts';
import { lineOf, linesOf } from './words.ts';

export interface SecondRunsView {
  /** Each run of the command, the recorded one first; empty where it was run once. */
  readonly runs: readonly { readonly where: string; readonly ending: string; readonly tests: string; readonly seconds: string }[];
  readonly transitions: readonly { readonly kind: string; readonly count: number }[];
  readonly differences: readonly { readonly test: string; readonly warm: string; readonly clean: string; readonly says: string }[];
  readonly onlyWarm: readonly { readonly path: string; readonly named: boolean }[];
  readonly hunks: readonly { readonly path: string; readonly hunk: string; readonly result: string; readonly says: string }[];
}

const NAMED = 300;
const TRANSITIONS = ['fail-pass', 'pass-fail', 'fail-fail', 'new', 'gone', 'moved', 'other', 'pass-pass'] as const;

export function secondRunsOf(facts: Facts | null): SecondRunsView {
  const { run = null, replay = null, baseline = null, control = null } = facts ?? {};
  const second = (where: string, made: SecondRun | null | undefined): SecondRunsView['runs'] => (made === null || made === undefined ? [] : [{ where, ending: endingOf(made), tests: counted(made.tests.length, 'test'), seconds: (made.durationMs / 1000).toFixed(1) }]);
  const others = [
    ...second(`base ${baseline?.base.commit.slice(0, 12) ?? ''} with the patched tests`, baseline?.withTests),
    ...second('base as it was', baseline?.asWas),
    ...second("head with the base's tests", baseline?.oldTests),
    ...second('replay in a clean directory', replay?.second),
  ];
  const counts = new Map<string, number>();
  for (const { kind } of baseline?.transitions ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    runs: run === null || others.length === 0 ? others : [{ where: 'this workspace', ending: endingWords(run.outcome.ending), tests: '', seconds: (run.outcome.durationMs / 1000).toFixed(1) }, ...others],
    transitions: TRANSITIONS.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : [])),
    differences: (replay?.differences ?? []).slice(0, NAMED).map(({ test, warm, clean, says }) => ({ test: lineOf(test), warm: warm ?? 'not run', clean: clean ?? 'not run', says: linesOf(says, 600) })),
    onlyWarm: (replay?.onlyWarm ?? []).slice(0, NAMED).map(({ path, named }) => ({ path: lineOf(showPath(path)), named })),
    hunks: (control?.hunks ?? []).slice(0, NAMED).map(({ path, hunk, result, says }) => ({ path: lineOf(showPath(path)), hunk: lineOf(hunk, 300), result, says: lineOf(says, 600) })),
  };
}

function endingOf({ ending, setup, unfilled }: SecondRun): string {
  if (ending !== null) return lineOf(endingWords(ending));
  if (unfilled.length > 0) return `was not run: ${counted(unfilled.length, 'path')} could not be had`;
  return setup === null ? 'was not run' : `was not run: the setup ${lineOf(endingWords(setup))}`;
}
