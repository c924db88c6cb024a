/** What the check gathers to judge written summaries: the saved verdict, the verdict of now, and the texts. */
import { resolve } from 'node:path';
import { GateError } from '../model/errors.ts';
import type { Facts } from '../model/facts.ts';
import type { SavedVerdict, SummaryFacts, SummaryPlace } from '../model/summary.ts';
import { placesIn } from '../evidence/summary/places.ts';
import { asRead, readSummary, type NamedReport } from '../evidence/summary/read.ts';
import { verdictDigest } from '../publish/canonical.ts';
import { countedReports } from '../verify/reports.ts';
import type { StateFolder } from '../workspace/state.ts';
import { recallAccepted } from './records.ts';

/** The accepted verdict that is on record for a generation. Throws a GateError where its digest is not that of its content. */
export function savedVerdict(state: StateFolder, generation: string): SavedVerdict | null {
  const saved = recallAccepted(state, generation);
  if (saved !== null && verdictDigest(saved.verdict) !== saved.digest) throw new GateError('GG-STATE-DAMAGED', `The saved verdict of generation ${generation} does not have its digest ${saved.digest}`, 'Check again: generation-gate check');
  return saved;
}

/** Reads the summaries. `paths` are relative to the current folder, as for every file that a caller names. */
export function gatherSummaries(state: StateFolder, facts: Facts, { paths, accepted, cell }: { readonly paths: readonly string[]; readonly accepted: SavedVerdict | null; readonly cell: string | null }): SummaryFacts | null {
  if (facts.stamped === null || paths.length === 0) return null;
  const reports: readonly NamedReport[] = countedReports(facts).map(({ path, report }) => ({ path, sha256: report.sha256 }));
  return {
    saved: savedVerdict(state, facts.stamped.generation),
    digestNow: accepted?.digest ?? null,
    ownCell: cell === null ? [] : [cell, asRead(cell)],
    ranOn: placesOf(facts, cell),
    files: paths.map((path) => ({ path, reading: readSummary(resolve(path), reports) })),
  };
}

/** The system and the interpreters that the run is known to have used, and what its cell is named after. */
function placesOf({ stamped, run }: Facts, cell: string | null): readonly SummaryPlace[] {
  const interpreters = [run?.origins, stamped?.origins].flatMap((origins) => (origins?.interpreter.state === 'found' ? [origins.interpreter] : []));
  return [
    { family: process.platform, version: '' },
    ...interpreters.map(({ implementation, version }) => ({ family: implementation === 'cpython' ? 'python' : implementation, version })),
    ...placesIn((cell ?? '').replace(/[-_/@+]/g, ' ')),
  ];
}
