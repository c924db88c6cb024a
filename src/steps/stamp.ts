/** The stamp: patch, purge, setup, purge, origins, quarantine, measurement, and only then the stamp itself. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { runtimesOf } from '../prepare/runtimes.ts';
import { surroundingsNow } from './surroundings.ts';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import type { Facts, StampedFacts } from '../model/facts.ts';
import { STAMP_FILE, STAMP_SCHEMA, type Stamp } from '../model/stamp.ts';
import type { PurgeReport } from '../model/prepare.ts';
import type { Ending } from '../model/run-record.ts';
import { checkEvidenceNames } from '../evidence/globs.ts';
import { evidenceInPlace, sealInventory, takeOpeningInventory } from '../evidence/inventory.ts';
import { quarantine } from '../evidence/quarantine.ts';
import { eventHead, foreignCode } from '../inputs/event.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { commandFromScript, commandFromScriptFile, saveCommand } from '../run/captured-command.ts';
import { setupEnvironment } from '../run/environment.ts';
import { runSetupScript } from '../run/setup-script.ts';
import { CATALOG } from '../verify/catalog.ts';
import { decide } from '../verify/decide.ts';
import { VERSION } from '../model/version.ts';
import { requireGit } from '../workspace/git.ts';
import { passFileClock, readFileClock, readFileClockNs } from '../workspace/file-clock.ts';
import { measure, type Measurement } from '../workspace/measure.ts';
import { applyPatch, requirePatch } from '../workspace/patch.ts';
import { keepBaseline, ownIndex } from '../workspace/recheck.ts';
import { foreignCodeRefused, staleMergeRef, trackedStamp } from '../workspace/refusals.ts';
import { commitParents, localEnvironmentNames } from '../workspace/repository.ts';
import { forgetOtherGenerations, generationFolder } from '../workspace/state.ts';
import { newGeneration, readStampFile, removeStampFile, stampDigestOf, writeStampFile } from '../workspace/stamp-file.ts';
import { trackedAmong } from '../workspace/tracked.ts';
import { commandOf, hasCommand } from './command.ts';
import { askedOf, evidencePlaces, ownPathTest, stopIfAsked, type Context } from './context.ts';
import { commandFolder, observeOrigins } from './origins.ts';
import { commandFiles } from './policy-touched.ts';
import { purgeWorkspace } from './purge.ts';
import { baselineFolder, forgetCurrent, recallKnown, remember, setEarlierAside, type EarlierStamping } from './records.ts';

/** Below this size of the gate's own index, some 200 paths, reading all of them costs less than asking git which changed. */
const WORTH_COMPARING_BYTES = 32 * 1024;

/** Stamps the workspace. Accepted means stamped; a rejected stamp leaves none behind. */
export async function stampStep(context: Context): Promise<Outcome> {
  const { repository, state, settings } = context;
  const names = { globs: settings.evidence, logs: settings.logs };
  await checkEvidenceNames(evidencePlaces(context), names);
  await requireReadable(context);
  refuseForeignCode(context);
  await refuseStaleMergeRef(context);
  if (readStampFile(repository.top).state !== 'absent' && (await trackedAmong(repository.top, [STAMP_FILE])).size > 0) throw trackedStamp(STAMP_FILE);

  // From here on the workspace has no stamp until a new one is whole.
  const earlier = setEarlierAside(state);
  forgetCurrent(state);
  removeStampFile(repository.top);
  forgetOtherGenerations(state, null);
  const generation = newGeneration();
  const folder = generationFolder(state, generation);
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  try {
    const patch = settings.patch === null ? null : await applyPatch(repository, settings.patch, { scratch: folder });
    const { purges, setup, setupClockNs, localGitVariables } = await prepare(context, folder, earlier);
    stopIfAsked(context);
    const command = hasCommand(settings) ? commandOf(settings) : null;
    const { origins, environment } = await observeOrigins(context, { command, cwd: commandFolder(context), env: context.env, imports: settings.imports });
    const opening = await takeOpeningInventory(evidencePlaces(context), names, new Set(patch?.paths ?? []));
    const moved = quarantine({ top: repository.top, gitDir: repository.gitDir, generation }, opening);

    context.progress('hashing the work tree');
    const isOwn = ownPathTest(context);
    const inPlace = evidenceInPlace(opening, moved);
    const clockMs = readFileClock(repository.top);
    const measured = await measure(repository, {
      exclude: (path) => isOwn(path) || inPlace.has(path),
      include: patch?.paths ?? [],
      ...(earlier === null || !isWorthComparing(earlier) ? {} : { earlier: { index: ownIndex(earlier.folder), clockMs: earlier.clockMs, nowMs: clockMs, same: earlier.same } }),
    });
    stopIfAsked(context);
    keepBaseline(baselineFolder(state, generation), measured, clockMs, repository.objectFormat);
    const inventory = await sealInventory(opening);
    await passFileClock(repository.top, readFileClockNs(repository.top));

    const stamp = stampOf(generation, measured, context);
    const facts: StampedFacts = {
      generation,
      stampDigest: stampDigestOf(stamp),
      treeId: measured.treeId,
      contentId: measured.contentId,
      head: repository.head,
      wallClockMs: Date.parse(stamp.stamped_at),
      fileClockNs: readFileClockNs(repository.top).toString(),
      evidence: [...settings.evidence],
      logs: [...settings.logs],
      patch: patch === null ? null : { digest: patch.digest, paths: [...patch.paths] },
      nested: [...measured.nested],
      otherWorktrees: [...measured.otherWorktrees],
      rawFiltered: [...measured.rawFiltered],
      purges: [...purges],
      setup,
      ...(setupClockNs === undefined ? {} : { setupClockNs }),
      quarantined: [...moved],
      origins,
      environment,
      surroundings: surroundingsNow(context, { treeId: measured.treeId }, { workdir: settings.workdir ?? context.defaultWorkdir, runtimes: await runtimesOf(null, origins.interpreter, { cwd: repository.top, env: context.env }) }),
    };
    const decision = decide(CATALOG, factsAtStamp(context, facts));
    if (decision.verdict === 'accepted') {
      // The stamp comes last: a stamping that is cut short has none, whatever of it is on record.
      remember(state, { format: 'generation-gate/stamped/1', facts, inventory, prefixes: measured.parts.map(({ prefix }) => prefix), settingsDigest: measured.settingsDigest, clockMs, again: measured.again, gitVersion: await requireGit(repository.top), localGitVariables: [...localGitVariables], policy: context.policy, setupFiles: [...commandFiles({ command: null, script: settings.setup, workdir: null }, repository.top)] });
      writeStampFile(repository.top, stamp);
    } else {
      rmSync(folder, { recursive: true, force: true });
    }
    return outcomeOf(decision, facts, measured, context);
  } catch (error) {
    forgetCurrent(state);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    if (earlier !== null) rmSync(earlier.folder, { recursive: true, force: true });
  }
}

/** A malformed call changes nothing: patch and setup are looked at before anything is. A setup script that the patch may bring is not. */
async function requireReadable({ repository, settings }: Context): Promise<void> {
  const { patch, setup, setupText } = settings;
  if (setupText !== null) commandFromScript(setupText, 'setup');
  if (setup !== null && (patch === null || existsSync(setup))) commandFromScriptFile(setup);
  if (patch !== null) await requirePatch(repository, patch);
}

interface Prepared {
  readonly purges: readonly PurgeReport[];
  readonly setup: Ending | null;
  readonly setupClockNs?: string;
  readonly localGitVariables: readonly string[];
}

/** Folder, inside a generation's own, of the setup script as it was: a second directory is set up by the same bytes. */
export const SETUP_COMMAND = 'setup-command';

async function prepare(context: Context, folder: string, earlier: EarlierStamping | null): Promise<Prepared> {
  const { settings, repository } = context;
  const [localGitVariables, first] = await Promise.all([localVariables(context, earlier), purgeWorkspace(context)]);
  if (settings.setup === null && settings.setupText === null) return { purges: [first], setup: null, localGitVariables };
  stopIfAsked(context);
  context.progress(null);
  const envDir = environmentFolder(folder);
  saveCommand(join(folder, SETUP_COMMAND), settings.setup === null ? commandFromScript(settings.setupText ?? '', 'setup') : commandFromScriptFile(settings.setup));
  const setupClock = readFileClockNs(repository.top);
  await passFileClock(repository.top, setupClock);
  const outcome = await runSetupScript(settings.setup === null ? { text: settings.setupText ?? '' } : { file: settings.setup }, {
    cwd: { absolute: repository.top, relative: '.' },
    environment: setupEnvironment(context.env, { envDir, localGitVars: localGitVariables }),
    logDir: join(folder, 'setup'),
    console: context.stderr,
    signal: context.signal,
    ...(context.stopCommandsToken === null ? {} : { stopCommandsToken: context.stopCommandsToken }),
  });
  // What the setup compiled is as old as what it compiled from: it goes as well.
  return { purges: [first, await purgeWorkspace(context)], setup: outcome.ending, setupClockNs: setupClock.toString(), localGitVariables };
}

/** Which variables belong to a repository is told by the version of git alone: a further stamp need not ask it again. */
async function localVariables({ repository }: Context, earlier: EarlierStamping | null): Promise<readonly string[]> {
  const same = earlier !== null && earlier.gitVersion === (await requireGit(repository.top));
  return same ? earlier.localGitVariables : localEnvironmentNames(repository.top);
}

function isWorthComparing({ folder }: EarlierStamping): boolean {
  return (statSync(ownIndex(folder), { throwIfNoEntry: false })?.size ?? 0) >= WORTH_COMPARING_BYTES;
}

/** Folder for environments that setup and command make for this generation (`GENERATION_GATE_ENV_DIR`). */
export function environmentFolder(generationsFolder: string): string {
  const folder = join(generationsFolder, 'env');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Code of a fork must not run where the repository's secrets are at hand, unless the workflow says that it may (PB2). */
function refuseForeignCode({ env, repository, settings }: Context): void {
  const foreign = settings.foreignCode === 'accept' ? null : foreignCode(env, repository.head);
  if (foreign !== null) throw foreignCodeRefused(foreign, repository.head);
}

/** A merge commit made for an older head of the pull request would put the gate on code that nobody is merging (ST5). */
async function refuseStaleMergeRef({ env, repository }: Context): Promise<void> {
  const event = eventHead(env, repository.top);
  if (event === null || event.sha === repository.head) return;
  const parents = repository.head === null ? [] : await commitParents(repository.top, repository.head);
  if (!parents.includes(event.sha)) throw staleMergeRef(event, repository.head, parents);
}

function stampOf(generation: string, measured: Measurement, { repository, settings }: Context): Stamp {
  return {
    schema: STAMP_SCHEMA,
    generation,
    tree_id: measured.treeId,
    head: repository.head,
    content_id: measured.contentId,
    stamped_at: new Date().toISOString(),
    evidence: [...settings.evidence],
    program: VERSION,
  };
}

function factsAtStamp({ settings, state, policy }: Context, facts: StampedFacts): Facts {
  return { step: 'stamp', stamp: { state: 'absent' }, known: recallKnown(state), stamped: facts, run: null, check: null, asked: askedOf(settings), policy: policy?.facts ?? null };
}

function outcomeOf(decision: ReturnType<typeof decide>, facts: StampedFacts, measured: Measurement, context: Context): Outcome {
  const accepted = decision.verdict === 'accepted';
  if (!accepted && decision.findings.every(({ rejects }) => !rejects)) throw new GateError('GG-DEFECT', 'A stamp was rejected without a finding');
  return {
    exit: accepted ? 0 : 1,
    envelope: envelope('stamp', decision.verdict, {
      generation: accepted ? facts.generation : null,
      tree_id: facts.treeId,
      content_id: facts.contentId,
      head: facts.head,
      findings: decision.findings,
      stamp_digest: accepted ? facts.stampDigest : null,
      paths: measured.paths,
      purged: facts.purges,
      quarantined: facts.quarantined,
      state: context.state.path,
      ...(accepted ? { exports: exportsOf(facts, context) } : {}),
    }),
  };
}

/** What later steps of a workflow must see, so that the tests they run are bound like a captured command (EV9). */
function exportsOf({ generation, treeId }: StampedFacts, { state, settings }: Context): Readonly<Record<string, string>> {
  return {
    GENERATION_GATE_GENERATION: generation,
    GENERATION_GATE_TREE_ID: treeId,
    GENERATION_GATE_ENV_DIR: environmentFolder(generationFolder(state, generation)),
    PYTHONDONTWRITEBYTECODE: '1',
    ...(settings.cell === null ? {} : { GENERATION_GATE_CELL: settings.cell }),
  };
}
