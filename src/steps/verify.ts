/** The `verify` verb: one bundle judged again; with a repository its patch must give the tree that was tested (FI3). */
import { join, resolve } from 'node:path';
import type { BundlesFacts, BundleSight, PatchSight } from '../model/bundle.ts';
import { PART } from '../model/bundle.ts';
import type { Facts } from '../model/facts.ts';
import type { Settings } from '../inputs/plan.ts';
import { readBundle } from '../publish/bundle-read.ts';
import { cellRows, cellTable, sumOf } from '../publish/fan-in.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { clearReport } from '../publish/report/file.ts';
import { testTable } from '../publish/report/test-table.ts';
import { openBundle, type OpenedBundle } from '../publish/unpack.ts';
import { requireFolder } from './fan-in.ts';
import { STATEMENT_FILES, TEST_RESULT_TYPE } from '../model/statement.ts';
import { shellWord } from '../verify/words.ts';
import { BUNDLE_CATALOG } from '../verify/bundle-catalog.ts';
import { decide } from '../verify/decide.ts';
import { findRepository } from '../workspace/repository.ts';
import { applyStampedPatch } from '../workspace/stamped-patch.ts';

/** Judges one bundle, a folder or a zip file. Needs no repository. */
export async function verifyStep({ repo, report }: Pick<Settings, 'repo' | 'report'>, source: string): Promise<Outcome> {
  if (repo !== null) requireFolder(repo);
  if (report !== null) clearReport(report);
  const opened = await openBundle(source);
  try {
    const judged: { facts: Facts | null } = { facts: null };
    const bundle = await readBundle(opened, { requireTests: [], sight: (seen) => void (judged.facts = seen) });
    const facts: BundlesFacts = { step: 'verify', expected: [], bundles: [bundle], superseded: [], jobs: [], merging: null, requireTests: [], minTests: 0, nowhere: null, patch: await patchOf(repo, opened, bundle) };
    const decision = decide(BUNDLE_CATALOG, facts);
    const rows = cellRows([], [bundle]);
    const outcome: Outcome = {
      exit: decision.verdict === 'accepted' ? 0 : 1,
      envelope: envelope('verify', decision.verdict, {
        generation: rows[0]?.generation ?? null,
        tree_id: rows[0]?.tree_id ?? null,
        head: rows[0]?.head ?? null,
        findings: decision.findings,
        tests: sumOf(rows),
        cells: rows,
        judged: bundle.state === 'read' ? { verdict: bundle.verdict, rejecting: bundle.rejecting } : null,
        ...signatureOf(opened),
        preface: [cellTable(rows), ...Object.values(signatureOf(opened)).map(({ command }) => `signature  ${command}`)].join('\n'),
      }),
    };
    if (report === null) return outcome;
    return await (await import('./report.ts')).reported(report, outcome, { facts: judged.facts, tests: judged.facts === null ? null : testTable(judged.facts, []) }, null);
  } finally {
    if (opened.state === 'open') opened.store.close();
  }
}

/** Who wrote the bundle, which no file of it can tell: the command that asks GitHub. */
function signatureOf(opened: OpenedBundle): { readonly signature?: { readonly command: string } } {
  if (opened.state === 'refused' || !opened.store.names.includes(STATEMENT_FILES.testResult)) return {};
  const repository = /^[\w.-]+\/[\w.-]+$/.exec(process.env['GITHUB_REPOSITORY'] ?? '')?.[0] ?? 'OWNER/REPOSITORY';
  const file = opened.source.endsWith('.zip') ? STATEMENT_FILES.testResult : join(opened.source, STATEMENT_FILES.testResult);
  return { signature: { command: `gh attestation verify ${shellWord(file)} --repo ${repository} --predicate-type ${TEST_RESULT_TYPE}` } };
}

async function patchOf(repo: string | null, opened: OpenedBundle, bundle: BundleSight): Promise<PatchSight> {
  if (repo === null || opened.state === 'refused' || bundle.state === 'refused' || bundle.faults.length > 0) return { state: 'not-asked' };
  const repository = await findRepository(resolve(repo));
  const { patch } = bundle;
  return applyStampedPatch(repository, patch, patch.state === 'written' ? join(opened.store.folder, PART.patch) : null);
}
