/** What a policy, or a call, makes of findings that are not hard stops: it rejects listed ones, and accepts broken ones for a time (PO2). */
import type { Finding } from '../model/finding.ts';
import { matchesGlob } from '../model/patterns.ts';
import { showPath } from '../model/path.ts';
import type { Deviation, PolicyFacts } from '../model/policy.ts';
import { oneLine } from './reports.ts';
import { PATHS_LIMIT } from './rule.ts';

/** Facts that carry a ruling. */
export interface Ruled {
  readonly policy?: PolicyFacts | null;
  readonly asked?: { readonly reject?: readonly string[] };
}

/** The findings of one rule, as the policy has them. */
export function underRuling({ id, hard }: { readonly id: string; readonly hard: boolean }, findings: readonly Finding[], { policy, asked }: Ruled): readonly Finding[] {
  const rejected = [...(asked?.reject ?? []), ...(policy?.document.reject ?? [])].includes(id);
  const tightened = rejected ? findings.map(reject) : findings;
  const deviations = hard || policy === null || policy === undefined ? [] : (policy.document.accept ?? []).filter(({ rule }) => rule === id);
  return deviations.length === 0 ? tightened : tightened.map((finding) => accept(finding, deviations, policy?.day ?? ''));
}

/** Whether a deviation counts no more. Days of one form compare as text does. */
export function hasExpired({ expires }: Deviation, day: string): boolean {
  return expires < day;
}

/** The globs of a deviation; none for the whole rule. */
export function globsOf({ paths }: Deviation): readonly string[] {
  return paths === undefined ? [] : typeof paths === 'string' ? [paths] : paths;
}

function reject(finding: Finding): Finding {
  const { answer, rejects, listed, fix, what, ...rest } = finding;
  if (rejects || (answer === 'holds' && listed !== true)) return finding;
  return { ...rest, answer: answer === 'holds' ? 'broken' : answer, what: `${what} (only listed by default; here it is asked to reject)`, fix: fix === '' ? 'Mend what is named, or let the policy accept it for a time: accept' : fix, rejects: true };
}

/** A broken answer that a deviation covers whole is put in front of the reader and rejects no more. What is unknown is never accepted. */
function accept(finding: Finding, deviations: readonly Deviation[], day: string): Finding {
  const { answer, rejects, what, paths } = finding;
  if (!rejects || answer !== 'broken') return finding;
  const covering = deviations.filter((deviation) => uncovered(deviation, paths).length === 0);
  const live = covering.find((deviation) => !hasExpired(deviation, day));
  if (live !== undefined) return { ...finding, answer: 'holds', listed: true, rejects: false, what: `Accepted until ${live.expires} (${oneLine(live.reason)}): ${what}` };
  const [expired] = covering;
  if (expired !== undefined) return { ...finding, what: `${what}; it was accepted until ${expired.expires} (${oneLine(expired.reason)}), which is over` };
  const [partly] = deviations.filter((deviation) => !hasExpired(deviation, day) && globsOf(deviation).length > 0 && uncovered(deviation, paths).length < (paths ?? []).length);
  return partly === undefined ? finding : { ...finding, what: `${what}; what is accepted until ${partly.expires} (${oneLine(partly.reason)}) leaves out ${uncovered(partly, paths).slice(0, 3).map(showPath).join(', ')}` };
}

/** Paths of a finding that a deviation does not name. A finding that names none, or not all of its own, is covered by no glob. */
function uncovered(deviation: Deviation, paths: readonly string[] | undefined): readonly string[] {
  const globs = globsOf(deviation);
  if (globs.length === 0) return [];
  if (paths === undefined || paths.length === 0) return ['what it names no path of'];
  const left = paths.filter((path) => !globs.some((glob) => matchesGlob(glob, path)));
  return left.length === 0 && paths.length >= PATHS_LIMIT ? ['further paths'] : left;
}
