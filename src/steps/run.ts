/** The run: the captured command under the stamp, with the workspace measured before and after it. */
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import type { FileClockReading } from '../model/evidence.ts';
import type { Drift } from '../model/tree.ts';
import type { AlsoFacts, Facts } from '../model/facts.ts';
import { requireRecordedNames, takeInventoryAgain } from '../evidence/inventory.ts';
import { foldersOf, standingFolders } from '../evidence/report-folders.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { commandDigest, saveCommand, showCommand } from '../run/captured-command.ts';
import { commandEnvironment } from '../run/environment.ts';
import { runCaptured, type RunOptions } from '../run/run.ts';
import { runtimesOf } from '../prepare/runtimes.ts';
import { resolveWorkdir } from '../run/workdir.ts';
import { findingsOf } from '../verify/rule.ts';
import { runAlsoNamed } from '../verify/rules/run-also.ts';
import { runSucceeded } from '../verify/rules/run-succeeded.ts';
import { STAMP_RULES } from '../verify/catalog.ts';
import { probeFileClock, readFileClock } from '../workspace/file-clock.ts';
import { recheck } from '../workspace/recheck.ts';
import { readStampFile } from '../workspace/stamp-file.ts';
import { generationFolder } from '../workspace/state.ts';
import { digestVariables } from './code-variables.ts';
import { alsoOf, runAlso } from './also.ts';
import { commandOf } from './command.ts';
import { surroundingsNow } from './surroundings.ts';
import { askedOf, evidencePlaces, ownPathTest, stopIfAsked, type Context } from './context.ts';
import { commandFiles } from './policy-touched.ts';
import { observeMadeEnvironments, observeOrigins } from './origins.ts';
import { listBytecode } from './purge.ts';
import { sightLeftovers } from './leftovers.ts';
import { baselineOf, forgetVerdict, recall, rememberRun, type StampRecord } from './records.ts';
import { environmentFolder } from './stamp.ts';
import { watch } from './witness.ts';

/** Runs the captured command and records it, however it ends. The check is the judge. */
export async function runStep(context: Context): Promise<Outcome> {
  const { repository, state, settings } = context;
  const command = commandOf(settings);
  const second = alsoOf(settings);
  const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir);
  const remembered = recall(state);
  const facts: Facts = {
    step: 'check',
    stamp: readStampFile(repository.top),
    known: remembered.known,
    stamped: remembered.stamped?.facts ?? null,
    run: null,
    check: null,
    asked: askedOf(settings),
  };
  const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
  if (refused.length > 0 || remembered.stamped === null) {
    return { exit: 1, envelope: envelope('run', 'rejected', { generation: facts.stamped?.generation ?? null, tree_id: facts.stamped?.treeId ?? null, head: repository.head, findings: refused }) };
  }
  const record = remembered.stamped;
  const { generation } = record.facts;
  requireRecordedNames(record.inventory, { globs: settings.evidence, logs: settings.logs });

  const folder = generationFolder(state, generation);
  const earlier = remembered.run === null ? [] : [...remembered.run.facts.earlier, remembered.run.facts.outcome.ending];
  const runFolder = join(folder, `run-${earlier.length + 1}`);
  saveCommand(runFolder, command);
  context.progress('comparing the work tree with the stamp');
  const [atStart, { files: bytecodeAtStart }] = await Promise.all([driftNow(context, record), listBytecode(context)]);
  const binding = {
    generation,
    treeId: record.facts.treeId,
    envDir: environmentFolder(folder),
    localGitVars: record.localGitVariables,
    ...(settings.cell === null ? {} : { cell: settings.cell }),
  };
  const imports = [...new Set([...settings.imports, ...importsNamedAt(record)])];
  const question = { command, cwd: cwd.absolute, env: commandEnvironment(context.env, binding).env, imports };
  const observed = await observeOrigins(context, question);
  const standing = await standingFolders(evidencePlaces(context), record.inventory);
  stopIfAsked(context);
  const leftovers = await sightLeftovers(context, record, command);
  const runtimes = await runtimesOf(command, observed.origins.interpreter, question);
  const surroundings = surroundingsNow(context, record.facts, { workdir: cwd.relative, runtimes });
  const { variables, warmed, onStarted, stop, observe } = await watch(context, record, runFolder, observed.origins.interpreter);
  context.progress(null);
  let endedFileClock: FileClockReading | null = null;
  // Cut short, the run leaves reports that no earlier verdict has seen.
  forgetVerdict(state, generation);
  const running: RunOptions = {
    cwd,
    environment: commandEnvironment(context.env, binding),
    logDir: runFolder,
    stdout: context.stdout,
    stderr: context.stderr,
    signal: context.signal,
    ...(settings.timeoutSeconds === null ? {} : { timeoutMs: Math.ceil(settings.timeoutSeconds * 1000) }),
    ...(context.stopCommandsToken === null ? {} : { stopCommandsToken: context.stopCommandsToken }),
  };
  const outcome = await runCaptured(command, {
    ...running,
    environment: commandEnvironment(context.env, { ...binding, extra: variables }),
    onStarted,
    onEnded: () => {
      endedFileClock = fileClockReading(repository.top);
    },
  }).finally(stop);
  context.progress('taking stock');
  const leftoversAtEnd = leftovers.again();
  const closing = await takeInventoryAgain(evidencePlaces(context), record.inventory);
  const [atEnd, { files: bytecodeAtEnd }] = await Promise.all([driftNow(context, record), listBytecode(context)]);
  const asked = await observeMadeEnvironments(context, observed, question);
  const witness = await observe();
  const run = { generation, outcome, endedFileClock, earlier, atStart, atEnd, bytecodeAtStart, bytecodeAtEnd, origins: asked.origins, environment: asked.environment, witness, leftovers: leftoversAtEnd, surroundings, policy: context.policy?.facts.file?.digest ?? null };
  const recorded = { format: 'generation-gate/run/1' as const, facts: run, folder: `run-${earlier.length + 1}`, closing, cell: settings.cell, commandFiles: [...commandFiles(settings, repository.top)], reportFolders: foldersOf(closing.entries).filter((folder) => standing.has(folder)), codeVariables: digestVariables(context.env, generation) };
  rememberRun(state, recorded);
  if (outcome.command !== commandDigest(command)) throw new GateError('GG-DEFECT', 'The command that ran is not the one that was captured');

  // Only now: what it writes comes too late to be evidence of the first one (RN1).
  stopIfAsked(context);
  const also = second === null ? null : await runAlso(second, running, runFolder);
  if (also !== null) rememberRun(state, { ...recorded, facts: { ...run, also } });

  const findings = [...findingsOf(runSucceeded, { ...facts, run }), ...(also === null ? [] : findingsOf(runAlsoNamed, { ...facts, run: { ...run, also } }))];
  const succeeded = outcome.ending.kind === 'exited' && outcome.ending.code === 0;
  return {
    exit: succeeded ? 0 : 1,
    envelope: envelope('run', succeeded ? 'accepted' : 'rejected', {
      generation,
      tree_id: record.facts.treeId,
      head: repository.head,
      findings,
      run: { command: showCommand(command), command_digest: outcome.command, ending: outcome.ending, duration_ms: outcome.durationMs, cwd: outcome.cwd, logs: runFolder, survivors: outcome.survivors, ...(warmed === null ? {} : { bytecode_warmed: warmed }), ...alsoPart(also, runFolder) },
    }),
  };
}

function alsoPart(also: AlsoFacts | null, runFolder: string): { readonly also?: object } {
  if (also === null) return {};
  const { shown, outcome } = also;
  return { also: { command: shown, command_digest: outcome.command, ending: outcome.ending, duration_ms: outcome.durationMs, logs: join(runFolder, 'also') } };
}

/** The workspace's clock right now; null where it cannot be read: the verdict then goes by the closing inventory alone. */
function fileClockReading(top: string): FileClockReading | null {
  try {
    const { folder, device, ns } = probeFileClock(top);
    return { folder, device: device.toString(), ns: ns.toString() };
  } catch {
    return null;
  }
}

/** Names whose import was asked for at the stamp: the run asks for them in the command's own interpreter. */
export function importsNamedAt({ facts }: StampRecord): readonly string[] {
  return (facts.origins?.names ?? []).filter(({ asked }) => asked === 'named').map(({ name }) => name);
}

/** How the work tree differs from the stamp now, less what belongs to the gate and what is evidence. */
export async function driftNow(context: Context, record: StampRecord): Promise<Drift> {
  const { repository, state } = context;
  const drift = await recheck(repository, baselineOf(state, record), readFileClock(repository.top));
  if (drift.added.length === 0) return drift;
  const isOwn = ownPathTest(context);
  const evidence = new Set((await takeInventoryAgain(evidencePlaces(context), record.inventory)).entries.map(({ path }) => path));
  return { ...drift, added: drift.added.filter((path) => !isOwn(path) && !evidence.has(path)) };
}
