/** The `summarize` verb: writes what may be said about an accepted verdict. */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { Facts } from '../model/facts.ts';
import type { Finding } from '../model/finding.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import type { SavedVerdict } from '../model/summary.ts';
import { realPathOf } from '../evidence/places.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { jsonLine } from '../publish/plain.ts';
import { summaryOf } from '../publish/written-summary.ts';
import { STAMP_RULES } from '../verify/catalog.ts';
import { findingsOf } from '../verify/rule.ts';
import { readStampFile } from '../workspace/stamp-file.ts';
import { readBaseline } from '../workspace/recheck.ts';
import { askedOf, type Context } from './context.ts';
import { baselineOf, recall, type StampRecord } from './records.ts';
import { savedVerdict } from './summaries.ts';

/** Writes the summary to `out`, or to stdout where that is null. Refuses by a finding without an accepted verdict. */
export function summarizeStep(context: Context, { out, json }: { readonly out: string | null; readonly json: boolean }): Outcome {
  const { repository, state, settings } = context;
  const { known, stamped, run } = recall(state);
  const facts: Facts = { step: 'check', stamp: readStampFile(repository.top), known, stamped: stamped?.facts ?? null, run: run?.facts ?? null, check: null, asked: askedOf(settings) };
  const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
  const saved = stamped === null || refused.length > 0 ? null : savedVerdict(state, stamped.facts.generation);
  if (stamped === null || saved === null) {
    return {
      exit: 1,
      envelope: envelope('summarize', 'rejected', { generation: facts.stamped?.generation ?? null, tree_id: facts.stamped?.treeId ?? null, head: repository.head, findings: refused.length > 0 ? refused : [noVerdict(facts)] }),
    };
  }
  const file = out === null ? null : placeFor(context, stamped, out);
  const document = documentOf(saved, repository.head);
  const markdown = summaryOf(saved);
  if (file !== null) writeWhole(file, json ? `${jsonLine(document)}\n` : markdown);
  return { exit: 0, envelope: { ...document, text: out === null ? markdown.trimEnd() : `summarize: written to ${out}` } };
}

function noVerdict({ stamped }: Facts): Finding {
  return {
    rule: 'GG-SUMMARY-UNCHECKED',
    answer: 'broken',
    what: `No accepted verdict of generation ${stamped?.generation ?? 'none'} is on record: its last check rejected, or there was none since its last run`,
    why: 'A summary from an unchecked log carries claims that nothing in this workspace stands for.',
    fix: 'Check first: generation-gate check',
    rejects: true,
  };
}

function documentOf({ digest, verdict }: SavedVerdict, head: string | null): Outcome['envelope'] {
  const { generation, tree_id, tests, cell, reports } = verdict;
  return envelope('summarize', 'accepted', { generation, tree_id, head, tests, verdict_digest: digest, cell, reports: reports.map(({ path, sha256, tests: own }) => ({ path, sha256, tests: own })) });
}

/** Where the summary may be written: a stamped path, a record, or anything but a plain file, is left alone. */
function placeFor({ repository, state }: Context, record: StampRecord, out: string): string {
  const file = resolve(out);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new UsageError('GG-OUT-NOT-A-FILE', `--out ${JSON.stringify(out)} is no regular file`, 'Name a new file, for example: --out SUMMARY.md');
  const folder = realPathOf(dirname(file));
  if (folder === null) throw new UsageError('GG-OUT-NO-FOLDER', `The folder of --out ${JSON.stringify(out)} does not exist`, 'Make it first, or name another file, for example: --out SUMMARY.md');
  const real = join(folder, file.slice(file.lastIndexOf(sep) + 1));
  const inside = relative(repository.top, real).split(sep).join('/');
  const isStamped = readBaseline(baselineOf(state, record)).some(({ prefix, entries }) => entries.some(({ path }) => prefix + path === inside));
  if (isStamped) throw new UsageError('GG-OUT-STAMPED', `--out ${JSON.stringify(out)} is a stamped path: writing it would change the tree that was judged`, 'Name a file that was not there at the stamp, or that .gitignore names');
  if (real.startsWith(join(repository.gitDir, sep)) || real.startsWith(join(state.path, sep)) || inside === STAMP_FILE) throw new UsageError('GG-OUT-OWN-FILE', `--out ${JSON.stringify(out)} lies among the records of git or of the gate`, 'Name a file elsewhere, for example: --out SUMMARY.md');
  return real;
}

/** Writes a plain file, and nothing that was put in its place meanwhile. */
function writeWhole(file: string, content: string): void {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o644);
  try {
    if (!fstatSync(descriptor).isFile()) throw new UsageError('GG-OUT-NOT-A-FILE', `--out ${JSON.stringify(file)} is no regular file`, 'Name a new file, for example: --out SUMMARY.md');
    ftruncateSync(descriptor, 0);
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}
