/** A saved verdict and written summaries, to be changed in one place by each test. */
import type { SummaryFacts, SummaryFile, SummaryReading } from '../../src/model/summary.ts';
import { ACCEPTED_SCHEMA, type AcceptedVerdict } from '../../src/model/verdict.ts';
import { readSummaryText, type NamedReport } from '../../src/evidence/summary/read.ts';
import type { ReportCase } from '../../src/model/report.ts';
import type { Facts } from '../../src/model/facts.ts';
import { evidenceFile, report, REPORT_PATH, testCase } from './evidence-facts.ts';
import { asked, check, CONTENT_ID, facts, GENERATION, STAMP_DIGEST, TREE_ID } from './facts.ts';

export const DIGEST = 'e'.repeat(60) + '1234';
export const SUMMARY = 'SUMMARY.md';
/** The ids that a summary must cite, as a person would write them. */
export const CITED = `Verdict digest ${DIGEST}, generation ${GENERATION}, tree id ${TREE_ID}.`;

export function acceptedVerdict(changes: Partial<AcceptedVerdict> = {}): AcceptedVerdict {
  return {
    schema: ACCEPTED_SCHEMA,
    generation: GENERATION,
    tree_id: TREE_ID,
    content_id: CONTENT_ID,
    head: null,
    stamp_digest: STAMP_DIGEST,
    cell: null,
    run: null,
    outcome: null,
    tests: { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0, flaky: 0 },
    reports: [],
    logs: [],
    answers: [],
    ...changes,
  };
}

/** What the reader makes of a text. */
export function written(text: string, options: { readonly json?: boolean; readonly reports?: readonly NamedReport[] } = {}): SummaryReading {
  return readSummaryText(Buffer.from(text), options.json ?? false, options.reports ?? [{ path: REPORT_PATH, sha256: '9'.repeat(64) }]);
}

export function summaries(text: string | SummaryReading, changes: Partial<SummaryFacts> & { readonly cell?: string } = {}): SummaryFacts {
  const { cell = null, ...more } = changes;
  const file: SummaryFile = { path: SUMMARY, reading: typeof text === 'string' ? written(text) : text };
  return { saved: { digest: DIGEST, verdict: acceptedVerdict({ cell }) }, digestNow: DIGEST, ownCell: cell === null ? [] : [cell], ranOn: [{ family: 'linux', version: '' }, { family: 'python', version: '3.12.4' }], files: [file], ...more };
}

/** Cases of the given numbers, each ended as its name says. */
export function ended(counts: Partial<Record<ReportCase['outcome'], number>>): readonly ReportCase[] {
  return Object.entries(counts).flatMap(([outcome, count]) => Array.from({ length: count }, (_, at) => testCase({ name: `test_${outcome}_${at}`, outcome: outcome as ReportCase['outcome'] })));
}

/** Facts of a check that judges one summary over a report with the given cases. */
export function summarized(text: string | SummaryReading, counts: Partial<Record<ReportCase['outcome'], number>> = { passed: 42, skipped: 1 }, changes: Parameters<typeof summaries>[1] = {}): Facts {
  return facts({
    asked: asked({ summaries: [SUMMARY] }),
    check: check({ evidence: [evidenceFile({ reading: report(ended(counts)) })], summaries: summaries(text, changes) }),
  });
}
