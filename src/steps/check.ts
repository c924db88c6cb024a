/** The check: everything is measured once more, every rule is asked, and the verdict is saved. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { CheckFacts, Facts } from '../model/facts.ts';
import { nativePath } from '../model/path.ts';
import type { PolicyFacts } from '../model/policy.ts';
import type { SavedVerdict } from '../model/summary.ts';
import type { Drift } from '../model/tree.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { requireRecordedNames } from '../evidence/inventory.ts';
import { placeOf } from '../evidence/places.ts';
import { putBack } from '../evidence/set-aside.ts';
import { readCachedTests } from '../evidence/cached-tests.ts';
import { judgeBytecode } from '../prepare/bytecode.ts';
import { clearBundleFolder } from '../publish/bundle-folder.ts';
import { surroundingsNow } from './surroundings.ts';
import { acceptedVerdict, verdictDigest } from '../publish/canonical.ts';
import { NO_TESTS, type TestTotals } from '../model/totals.ts';
import { policyPart } from '../publish/policy.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { SUMMARY_RULES, VERDICT_RULES } from '../verify/catalog.ts';
import { judge, type Decision } from '../verify/decide.ts';
import { findingsOf } from '../verify/rule.ts';
import { totalsOf } from '../verify/totals.ts';
import { verdictOver } from '../verify/verdict.ts';
import { measure } from '../workspace/measure.ts';
import { readHead } from '../workspace/repository.ts';
import { readStampFile } from '../workspace/stamp-file.ts';
import { generationFolder } from '../workspace/state.ts';
import { askedOf, evidencePlaces, ownPathTest, reportReader, type Context } from './context.ts';
import { cachedSummary, sightCached } from './cached.ts';
import { sightLeftovers } from './leftovers.ts';
import { interpretersOf } from './origins.ts';
import { commandFiles, withTouched } from './policy-touched.ts';
import { listBytecode } from './purge.ts';
import { recall, recallComparisons, rememberVerdict, type Remembered, type RunRecord, type StampRecord } from './records.ts';
import { driftNow, importsNamedAt } from './run.ts';
import { sightChange } from './ownership.ts';

/** Judges stamp, run and evidence. */
export async function checkStep(context: Context): Promise<Outcome> {
  const { bundle, report } = context.settings;
  if (bundle !== null) clearBundleFolder(bundle);
  if (report !== null) (await import('./report.ts')).clearReport(report);
  const { outcome, facts } = await checkWithFacts(context);
  const bundled = bundle === null ? outcome : await (await import('./bundle.ts')).withBundle(context, outcome, facts);
  return report === null ? bundled : (await import('./report.ts')).withReport(context, bundled, facts);
}

/** The check, and what it judged by. */
export async function checkWithFacts(context: Context): Promise<{ readonly outcome: Outcome; readonly facts: Facts }> {
  const { repository, state, settings } = context;
  const remembered = recall(state);
  // A second run that was killed may have left it set aside.
  if (remembered.stamped !== null) putBack(generationFolder(state, remembered.stamped.facts.generation), join(generationFolder(state, remembered.stamped.facts.generation), 'reports-of-second-runs'));
  if (remembered.stamped !== null) requireRecordedNames(remembered.stamped.inventory, { globs: settings.evidence, logs: settings.logs });
  const facts: Facts = {
    step: 'check',
    stamp: readStampFile(repository.top),
    known: remembered.known,
    stamped: remembered.stamped?.facts ?? null,
    run: remembered.run?.facts ?? null,
    check: remembered.stamped === null ? null : await gather(context, remembered.stamped, remembered.run),
    ...recallComparisons(state, remembered.run),
    cached: await sightCached(context),
    policy: await policyOf(context, remembered),
    asked: askedOf({ ...settings, imports: [...new Set([...settings.imports, ...(remembered.stamped === null ? [] : importsNamedAt(remembered.stamped))])] }),
  };
  const judged = verdictOver(facts);
  const cell = remembered.run?.cell ?? settings.cell;
  const accepted = acceptedOf(facts, judged, cell);
  const decision = await withSummaries(context, facts, judged, { accepted, cell });
  const tests = facts.check === null ? NO_TESTS : totalsOf(facts);
  const outcome = outcomeOf(context, facts, decision, tests, { remembered, accepted, cell });
  // Judging a summary leaves the verdict that it cites as it is, unless that does not hold any more.
  if (facts.stamped !== null && (accepted === null || settings.summaries.length === 0)) rememberVerdict(state, facts.stamped.generation, { accepted, envelope: outcome.envelope });
  return { outcome, facts };
}

function acceptedOf(facts: Facts, { verdict, findings }: Decision, cell: string | null): SavedVerdict | null {
  const accepted = verdict === 'accepted' ? acceptedVerdict(facts, findings, cell) : null;
  return accepted === null ? null : { digest: verdictDigest(accepted), verdict: accepted };
}

/** The policy of the stamp, with what of the tree decides how the gate judges and differs from the base. */
async function policyOf({ policy, repository, env, settings }: Context, { stamped, run }: Remembered): Promise<PolicyFacts | null> {
  if (policy === null || stamped === null) return null;
  const command = [...new Set([...(run?.commandFiles ?? []), ...commandFiles(settings, repository.top)])];
  return withTouched({ record: policy, place: { repository, env }, command, setup: stamped.setupFiles });
}

/** Judges what was written about the verdict beside the verdict itself: it can only add a rejection. */
async function withSummaries({ state, settings }: Context, facts: Facts, { findings }: Decision, own: { readonly accepted: SavedVerdict | null; readonly cell: string | null }): Promise<Decision> {
  // The grammar of claims is large, and most checks judge none.
  const summaries = settings.summaries.length === 0 ? null : (await import('./summaries.ts')).gatherSummaries(state, facts, { paths: settings.summaries, ...own });
  const full: Facts = { ...facts, check: facts.check === null ? null : { ...facts.check, summaries } };
  return judge([...VERDICT_RULES, ...SUMMARY_RULES].map(({ id }) => id), [...findings, ...SUMMARY_RULES.flatMap((rule) => findingsOf(rule, full))]);
}

async function gather(context: Context, stamped: StampRecord, run: RunRecord | null): Promise<CheckFacts> {
  const { repository, state, progress, settings, defaultWorkdir } = context;
  progress('comparing the work tree with the stamp');
  // git looks at the files while the walk looks at the folders.
  const [drift, bytecode] = await Promise.all([driftNow(context, stamped), listBytecode(context)]);
  progress('reading the evidence');
  const evidence = await collectEvidence({ places: evidencePlaces(context), opening: stamped.inventory, closing: run?.closing ?? null, readReport: reportReader(context) });
  return {
    drift,
    treeNow: await treeNow(context, stamped, drift, new Set(evidence.files.filter(({ tracked }) => !tracked).map(({ path }) => path))),
    headNow: await readHead(repository.top),
    bytecode: await judgeBytecode(repository.top, bytecode.files, { interpreters: interpretersOf(stamped, run), env: context.env }),
    bytecodeUnseen: bytecode.failed.map(({ path, errno }) => `${path} (${errno})`),
    evidence: evidence.files,
    absentLogs: evidence.absentLogs,
    logsNow: run === null ? null : await logDigests(join(generationFolder(state, stamped.facts.generation), run.folder), run),
    summaries: null,
    ...(await sightChange(context, stamped, drift)),
    surroundings: surroundingsNow(context, stamped.facts, { workdir: run?.facts.outcome.cwd ?? settings.workdir ?? defaultWorkdir, runtimes: [] }),
    cachedTests: await readCachedTests(logFiles(context, stamped, run, evidence.files)),
    ...(run === null ? { leftovers: (await sightLeftovers(context, stamped, null)).leftovers } : {}),
  };
}

/** The run's own logs, and those that the workflow's steps wrote. */
function logFiles({ repository, state }: Context, { facts }: StampRecord, run: RunRecord | null, evidence: CheckFacts['evidence']): readonly (string | Buffer)[] {
  const own = run === null ? [] : [run.facts.outcome.logs.stdout, run.facts.outcome.logs.stderr].map(({ path }) => join(generationFolder(state, facts.generation), run.folder, path));
  const named = evidence.filter(({ logs, now, insideAllowedRoots }) => logs.length > 0 && now?.kind === 'file' && insideAllowedRoots);
  return [...own, ...named.map(({ path }) => nativePath(placeOf(repository.top, path), ''))];
}

/**
 * The tree id of the stamped paths as they are now. Equal bytes under equal settings give an equal id, so only a work
 * tree that differs is measured again, without what was added to it since.
 */
async function treeNow(context: Context, { facts }: StampRecord, drift: Drift, evidence: ReadonlySet<string>): Promise<string> {
  if (drift.changed.length + drift.vanished.length + drift.headsMoved.length === 0 && !drift.settingsChanged) return facts.treeId;
  const isOwn = ownPathTest(context);
  const added = new Set(drift.added);
  const measured = await measure(context.repository, { exclude: (path) => isOwn(path) || evidence.has(path) || added.has(path), include: facts.patch?.paths ?? [] });
  return measured.treeId;
}

async function logDigests(folder: string, { facts }: RunRecord): Promise<CheckFacts['logsNow']> {
  const { stdout, stderr } = facts.outcome.logs;
  const [first, second] = await Promise.all([sha256Of(join(folder, stdout.path)), sha256Of(join(folder, stderr.path))]);
  return { stdout: first, stderr: second };
}

function sha256Of(file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const digest = createHash('sha256');
    createReadStream(file)
      .on('error', () => resolve(null))
      .on('data', (chunk) => digest.update(chunk))
      .on('end', () => resolve(digest.digest('hex')));
  });
}

interface Judged {
  readonly remembered: Remembered;
  readonly accepted: SavedVerdict | null;
  readonly cell: string | null;
}

function outcomeOf({ repository }: Context, facts: Facts, decision: Decision, tests: TestTotals, { remembered: { run }, accepted, cell }: Judged): Outcome {
  return {
    exit: decision.verdict === 'accepted' ? 0 : 1,
    envelope: envelope('check', decision.verdict, {
      generation: facts.stamped?.generation ?? null,
      tree_id: facts.stamped?.treeId ?? null,
      content_id: facts.stamped?.contentId ?? null,
      head: facts.check?.headNow ?? repository.head,
      findings: decision.findings,
      tests,
      stamp_digest: facts.stamped?.stampDigest ?? null,
      command_digest: run?.facts.outcome.command ?? null,
      ...cachedSummary(facts),
      verdict_digest: accepted?.digest ?? null,
      cell,
      ...(facts.policy === null || facts.policy === undefined ? {} : { policy: policyPart(facts.policy) }),
      reports: (facts.check?.evidence ?? []).map(({ path, role, reading }) => ({ path, role, sha256: reading?.sha256 ?? null, producer: reading?.state === 'read' ? reading.producer : null })),
    }),
  };
}
