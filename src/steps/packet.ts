/** The `packet` verb: what a maintainer needs to decide, in one folder, or a named reason why there is none (PK1–PK5). */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal, UsageError } from '../model/errors.ts';
import type { Facts } from '../model/facts.ts';
import type { Finding } from '../model/finding.ts';
import type { TestTotals } from '../model/totals.ts';
import type { LogTail, MatrixCell, Packet, Quote } from '../model/packet.ts';
import { matchesGlob } from '../model/patterns.ts';
import { comparePaths, decodePath, nativePath, showPath } from '../model/path.ts';
import { cellsOf } from '../model/policy.ts';
import type { SavedVerdict } from '../model/summary.ts';
import { eventBase } from '../inputs/event.ts';
import { leftOutOf, writeChange, type Change } from '../packet/change.ts';
import { insideWorkspace, openPacketFolder, PAGE, PATCH_FILE, secretsLeft, type PacketFolder } from '../packet/folder.ts';
import { secretsOfDotenv, secretsOfEnvironment, secretsOfGitConfig, type KnownSecret } from '../packet/known-secrets.ts';
import { logEnd, tailOf } from '../packet/log-tail.ts';
import { checkQuote } from '../packet/quotes.ts';
import { readBounded } from '../packet/read-bounded.ts';
import { findSecrets, learnSecrets, neutralPaths, redact } from '../packet/redact.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { policyLine } from '../publish/policy.ts';
import { createTestRegister } from '../publish/test-register.ts';
import { endingWords, reviewPacketMarkdown } from '../publish/review-packet.ts';
import { commandDigest, loadCommand, showCommand } from '../run/captured-command.ts';
import { STAMP_RULES } from '../verify/catalog.ts';
import { findingsOf } from '../verify/rule.ts';
import { git } from '../workspace/git.ts';
import { readStampFile } from '../workspace/stamp-file.ts';
import { generationFolder } from '../workspace/state.ts';
import { findBase } from './base-revision.ts';
import { askedOf, type Context } from './context.ts';
import { judgeAgain } from './fan-in.ts';
import { recall, recallComparisons, recallVerdict, type Comparisons, type RunRecord, type StampRecord } from './records.ts';
import { driftNow } from './run.ts';
import { pathsOf, type StampedPaths } from './stamped-paths.ts';
import { savedVerdict } from './summaries.ts';

const WHY = 'A maintainer decides by the packet: one that vouches for something else than what was judged, or that leaks, does harm.';

/** Writes the packet of the accepted verdict to `out`; `bundles` are those of the matrix. */
export async function packetStep(context: Context, out: string | null, bundles: readonly string[]): Promise<Outcome> {
  if (out === null) throw new UsageError('GG-OUT-MISSING', 'No folder was named for the packet', 'Write: generation-gate packet --out DIR');
  const { stamped, run, saved } = requireAccepted(context);
  await requireStampedTree(context, stamped);
  const stampedPaths = pathsOf(context, stamped);
  const quotes = requireQuotes(context, stampedPaths);
  const folder = openPacketFolder(out);
  try {
    await requireOutside(context, folder, out);
    const known = await knownSecrets(context);
    const parts = await gather(context, { stamped, run, saved, stampedPaths, quotes, bundles, known, folder });
    folder.write(PAGE, reviewPacketMarkdown(parts));
    for (const { name, lines } of parts.logs) folder.write(`${name}-tail.log`, lines.map((line) => `${line}\n`).join(''));
    const left = await secretsLeft(folder.draft, known);
    if (left.length > 0) throw refuse('GG-PACKET-SECRET', left.map(({ file }) => file), `Something that looks like a secret is left in the finished packet: ${left.slice(0, 5).map(({ file, line, kind }) => `${file} line ${line} (${kind})`).join(', ')}`, 'Take the secret out of the change, the quote or the test output, and check again. Rotate it where it was real.');
    folder.publish();
    return accepted(context, parts, folder.place);
  } finally {
    folder.discard();
  }
}

interface Accepted {
  readonly stamped: StampRecord;
  readonly run: RunRecord | null;
  readonly saved: SavedVerdict;
}

/** The accepted verdict of this generation, or the reason why there is no packet. */
function requireAccepted({ state, repository, settings }: Context): Accepted {
  const { known, stamped, run } = recall(state);
  const facts: Facts = { step: 'check', stamp: readStampFile(repository.top), known, stamped: stamped?.facts ?? null, run: run?.facts ?? null, check: null, ...recallComparisons(state, run), asked: askedOf(settings) };
  const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
  if (refused.length > 0) throw new Refusal(...refused);
  const saved = stamped === null ? null : savedVerdict(state, stamped.facts.generation);
  if (stamped !== null && saved !== null) return { stamped, run, saved };
  const reasons = stamped === null ? [] : rejectingOf(recallVerdict(state, stamped.facts.generation));
  const why = reasons.length === 0 ? 'it was not checked since its last run' : `its last check rejected: ${reasons.slice(0, 5).join('; ')}`;
  throw refuse('GG-PACKET-NOT-ACCEPTED', [], `Generation ${stamped?.facts.generation ?? 'none'} has no accepted verdict: ${why}`, 'Mend what was rejected, then: generation-gate check');
}

/** The work tree must still be what was judged: the patch is made from it. */
async function requireStampedTree(context: Context, stamped: StampRecord): Promise<void> {
  const drift = await driftNow(context, stamped);
  const moved = [...drift.changed.map(({ path }) => path), ...drift.vanished, ...drift.headsMoved.map(({ path }) => path)];
  if (moved.length > 0) throw refuse('GG-PACKET-TREE-MOVED', moved, `The work tree is no longer the stamped one: ${moved.slice(0, 5).map(showPath).join(', ')}${moved.length > 5 ? ` and ${moved.length - 5} more` : ''}`, 'Put these paths back, or stamp, run and check the tree as it is now.');
}

function requireQuotes({ settings, repository }: Context, { free }: StampedPaths): readonly Quote[] {
  const checked = settings.quotes.map((given) => checkQuote(given, { top: repository.top, paths: free }));
  const refused = checked.flatMap((one) => (one.state === 'refused' ? [`${JSON.stringify(one.given.slice(0, 200))}: ${one.why}`] : []));
  if (refused.length > 0) throw refuse('GG-PACKET-QUOTE', [], `${refused.length === 1 ? 'A quote is' : `${refused.length} quotes are`} not verbatim: ${refused.join('; ')}`, 'Give a quote as FILE:START-END, or word for word as it stands in CONTRIBUTING.');
  return checked.flatMap((one) => (one.state === 'verbatim' ? [one.quote] : []));
}

/** A packet in the work tree would itself change the tree that it vouches for. */
async function requireOutside({ repository }: Context, { place }: PacketFolder, out: string): Promise<void> {
  const inside = insideWorkspace(repository.top, place);
  if (inside === null) return;
  const ignored = inside !== '' && (await git(['check-ignore', '-q', '--', inside], { cwd: repository.top })).code === 0;
  if (!ignored) throw new UsageError('GG-OUT-STAMPED', `--out ${JSON.stringify(out)} lies in the workspace: the packet would change the tree that was judged`, 'Name a folder outside of it, for example: --out ../packet');
}

async function knownSecrets({ env, repository }: Context): Promise<readonly KnownSecret[]> {
  const listed = await git(['config', '--list', '-z', '--includes'], { cwd: repository.top });
  const dotenv = ['.env', '.env.local', '.envrc'].flatMap((path) => secretsOfDotenv(readBounded(nativePath(repository.top, path))?.toString('utf8') ?? '', path));
  return [...secretsOfEnvironment(env), ...secretsOfGitConfig(decodePath(listed.stdout)), ...dotenv];
}

interface Gathering extends Accepted {
  readonly stampedPaths: StampedPaths;
  readonly quotes: readonly Quote[];
  readonly bundles: readonly string[];
  readonly known: readonly KnownSecret[];
  readonly folder: PacketFolder;
}

async function gather(context: Context, { stamped, run, saved, stampedPaths, quotes, bundles, known, folder }: Gathering): Promise<Packet> {
  const { repository, state, progress } = context;
  const { verdict, digest } = saved;
  const comparisons = recallComparisons(state, run);
  const generations = generationFolder(state, stamped.facts.generation);
  const runFolder = run === null ? null : join(generations, run.folder);
  progress('looking for secrets');
  const ends = logEnds(runFolder, comparisons);
  const learnt = await learnSecrets([...ends.map(({ text }) => text), ...quotes.map(({ text }) => text)], known);
  const base = await baseOf(context, stamped, comparisons);
  const change = await writeChange(repository, {
    base: base?.commit ?? null,
    treeId: stamped.facts.treeId,
    paths: stampedPaths.own,
    nested: stampedPaths.nested,
    file: join(folder.draft, PATCH_FILE),
    holdsSecret: async (text) => (await findSecrets(text, learnt)).length > 0,
  });
  let redactions = 0;
  const homes = [...new Set([homedir(), context.env['HOME'] ?? ''])].filter((home) => home !== '');
  const clean = async (text: string): Promise<string> => {
    const taken = await redact(text, learnt);
    redactions += taken.count;
    return neutralPaths(taken.text, { homes, top: repository.top });
  };
  const logs: LogTail[] = [];
  for (const { name, text, before } of ends) logs.push(tailOf(name, await clean(text), before));
  const command = runFolder === null ? null : loadCommand(runFolder);
  const matrix = await matrixOf(context, bundles, saved);
  const notes = await Promise.all(notesOf(state, stamped).map(clean));
  return {
    commit: stamped.facts.head,
    treeId: stamped.facts.treeId,
    generation: stamped.facts.generation,
    verdictDigest: digest,
    cell: verdict.cell,
    policy: policyWordsOf(state, stamped),
    against: base?.what ?? null,
    command: { shown: command === null ? notRunHere(verdict) : await clean(shownWhole(command)), digest: command === null ? (verdict.cached?.command_digest ?? 'none') : commandDigest(command), cwd: run?.facts.outcome.cwd ?? '.' },
    before: comparisons.baseline === null ? null : { what: `base ${comparisons.baseline.base.commit}, with the tests of the change`, ending: comparisons.baseline.withTests.ending },
    after: run?.facts.outcome.ending ?? null,
    outcome: verdict.outcome,
    also: run?.facts.also === undefined ? null : { shown: await clean(run.facts.also.shown), ending: run.facts.also.outcome.ending },
    cachedGeneration: verdict.cached?.generation ?? null,
    replay: comparisons.replay === null ? null : endingWords(comparisons.replay.second.ending),
    tests: verdict.tests,
    reports: verdict.reports.map(({ path, sha256 }) => ({ path: neutralPaths(path, { homes, top: repository.top }), sha256 })),
    touched: change.touched,
    ...unrelatedOf(context, run, change),
    patch: change.written ? PATCH_FILE : null,
    sections: change.sections.map(({ path, text }) => ({ path, text: neutralPaths(text, { homes, top: repository.top }) })),
    quotes: await Promise.all(quotes.map(async (quote) => ({ ...quote, text: await clean(quote.text) }))),
    matrix,
    logs,
    notes,
    leftOut: leftOutOf(change),
    redactions,
  };
}

function notRunHere({ cached }: SavedVerdict['verdict']): string {
  return cached === undefined ? 'run by steps of the workflow itself' : `not run here: the evidence comes from a cache, from generation ${cached.generation ?? 'none'} (bundle ${cached.bundle_digest})`;
}

function logEnds(runFolder: string | null, { baseline }: Comparisons): readonly { readonly name: string; readonly text: string; readonly before: number }[] {
  const places = [
    ...(runFolder === null ? [] : [['stdout', join(runFolder, 'stdout.log')], ['stderr', join(runFolder, 'stderr.log')]]),
    ...(baseline === null ? [] : [['base-stdout', join(baseline.withTests.logs, 'stdout.log')], ['base-stderr', join(baseline.withTests.logs, 'stderr.log')]]),
  ];
  return places.flatMap(([name = '', file = '']) => {
    const end = logEnd(file);
    return end === null ? [] : [{ name, ...end }];
  });
}

async function baseOf({ env, repository, settings }: Context, { facts }: StampRecord, { baseline }: Comparisons): Promise<{ readonly commit: string; readonly what: string } | null> {
  if (settings.base !== null) {
    const { given, commit } = await findBase(repository, settings.base);
    return { commit, what: `${given} (${commit})` };
  }
  if (baseline !== null) return { commit: baseline.base.commit, what: `${baseline.base.given} (${baseline.base.commit})` };
  const event = eventBase(env, repository.top);
  if (event !== null) return { commit: event.sha, what: `the base of the ${event.event} event (${event.sha})` };
  return facts.head === null ? null : { commit: facts.head, what: `HEAD (${facts.head})` };
}

function shownWhole(command: ReturnType<typeof loadCommand>): string {
  return command.form === 'script' ? command.text.slice(0, 8000) : showCommand(command, 8000);
}

function unrelatedOf({ settings }: Context, run: RunRecord | null, { touched }: Change): Pick<Packet, 'unrelated' | 'unrelatedWhy'> {
  const witness = run?.facts.witness;
  if (witness === undefined || witness.state === 'absent') return { unrelated: null, unrelatedWhy: witness?.why ?? 'the gate ran no command' };
  const loaded = new Set(witness.loads.map(({ path }) => path));
  const unrelated = touched.map(({ path }) => path).filter((path) => !loaded.has(path) && !settings.owned.some((glob) => matchesGlob(glob, path)));
  return { unrelated: unrelated.sort(comparePaths), unrelatedWhy: '' };
}

/** Every declared cell: the one that ran here, those with a bundle, and "not run" for the rest (PK3). */
async function matrixOf({ settings, policy }: Context, bundles: readonly string[], { verdict }: SavedVerdict): Promise<readonly MatrixCell[]> {
  const states = new Map<string, string>();
  if (verdict.cell !== null) states.set(verdict.cell, `accepted here, tree ${verdict.tree_id}`);
  for (const source of bundles) {
    const sight = await judgeAgain(source, { requireTests: [], register: createTestRegister() });
    if (sight.state === 'refused' || sight.cell === null) throw refuse('GG-PACKET-BUNDLE', [source], `The bundle ${showPath(source)} cannot stand for a cell: ${sight.state === 'refused' ? sight.why : 'it names none'}`, 'Leave it out, or hand over the bundle of a run with --cell.');
    if (sight.treeId !== verdict.tree_id) throw refuse('GG-PACKET-BUNDLE', [source], `The bundle ${showPath(source)} of cell ${sight.cell} is of tree ${sight.treeId ?? 'none'}, and this packet of ${verdict.tree_id}`, 'Hand over bundles of the tree that this packet is about.');
    if (sight.verdict !== 'accepted' || sight.faults.length + sight.differences.length > 0) throw refuse('GG-PACKET-BUNDLE', [source], `The bundle ${showPath(source)} of cell ${sight.cell} is not accepted: ${[...sight.rejecting.map(({ rule }) => rule), ...sight.differences].join(', ') || 'its files are not what its manifest says'}`, 'Mend that cell first: generation-gate verify BUNDLE shows what is wrong.');
    states.set(sight.cell, `accepted, bundle ${sight.digest}`);
  }
  const declared = [...new Set([...settings.expectCells, ...(policy === null ? [] : cellsOf(policy.facts.document)), ...states.keys()])];
  return declared.map((cell) => ({ cell, state: states.get(cell) ?? 'not run' }));
}

function rejectingOf(verdict: { readonly envelope: unknown } | null): readonly string[] {
  return findingsIn(verdict).flatMap(({ rejects, rule, what }) => (rejects === true ? [`${rule ?? ''}: ${what ?? ''}`] : []));
}

function notesOf(state: Context['state'], { facts }: StampRecord): readonly string[] {
  return findingsIn(recallVerdict(state, facts.generation)).flatMap(({ rejects, answer, listed, rule, what }) => (rejects !== true && (answer !== 'holds' || listed === true) ? [`${rule ?? ''}: ${what ?? ''}`] : []));
}

function policyWordsOf(state: Context['state'], { facts }: StampRecord): string | null {
  return policyLine((recallVerdict(state, facts.generation)?.envelope as { readonly policy?: unknown } | null | undefined)?.policy);
}

function findingsIn(verdict: { readonly envelope: unknown } | null): readonly Partial<Finding>[] {
  const findings = (verdict?.envelope as { readonly findings?: unknown } | null | undefined)?.findings;
  return Array.isArray(findings) ? (findings as Partial<Finding>[]) : [];
}

function refuse(rule: string, paths: readonly string[], what: string, fix: string): Refusal {
  return new Refusal({ rule, answer: 'broken', ...(paths.length === 0 ? {} : { paths: [...new Set(paths)] }), what, why: WHY, fix, rejects: true });
}

function accepted({ repository }: Context, packet: Packet, place: string): Outcome {
  const { leftOut, redactions, treeId, generation, patch } = packet;
  const findings: Finding[] = leftOut.length === 0 ? [] : [
    {
      rule: 'GG-PACKET-INCOMPLETE',
      answer: 'holds',
      paths: leftOut.map(({ what }) => what),
      what: `The patch does not carry ${leftOut.length} changed ${leftOut.length === 1 ? 'path' : 'paths'}: ${leftOut.slice(0, 5).map(({ what, why }) => `${showPath(what)} (${why})`).join(', ')}`,
      why: 'Applied to its base, the patch then does not give the tree that was judged.',
      fix: 'Where a path belongs to the change, hand it over in another way; where it does not, take it out and check again.',
      listed: true,
      rejects: false,
    },
  ];
  const tests: TestTotals = packet.tests;
  return { exit: 0, envelope: envelope('packet', 'accepted', { generation, tree_id: treeId, head: repository.head, findings, tests, packet: place, patch, left_out: leftOut, redactions, preface: `packet written to ${place}\n` }) };
}
