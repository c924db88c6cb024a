/**
 * One run of the recorded command in a second directory: purged, set up by the same script, run by the same bytes, its
 * reports found by the same globs. Replay, baseline and control are made of such runs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { startErrorsIn } from '../compare/start-errors.ts';
import { testsOf, type RunTests } from '../compare/outcomes.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { takeInventoryAgain, takeOpeningInventory } from '../evidence/inventory.ts';
import { makeReportFolders } from '../evidence/report-folders.ts';
import { putBack, setAside, takeAway, writtenOutside } from '../evidence/set-aside.ts';
import type { Interpreter, SecondRun, Unfilled } from '../model/compare.ts';
import { GateError } from '../model/errors.ts';
import type { OriginsReport } from '../model/prepare.ts';
import type { CapturedCommand, Ending, Survivor } from '../model/run-record.ts';
import { purge } from '../prepare/purge.ts';
import { commandDigest, loadCommand } from '../run/captured-command.ts';
import { runtimesOf } from '../prepare/runtimes.ts';
import { commandEnvironment, setupEnvironment } from '../run/environment.ts';
import { runCaptured } from '../run/run.ts';
import { resolveWorkdir } from '../run/workdir.ts';
import { measure } from '../workspace/measure.ts';
import { readBaseline } from '../workspace/recheck.ts';
import { removeSecondDirectory, type SecondDirectory, type StampedTree } from '../workspace/second-directory.ts';
import { repointedEnvironment, workspaceNames } from '../workspace/second-directory-environment.ts';
import { newGeneration } from '../workspace/stamp-file.ts';
import { generationFolder } from '../workspace/state.ts';
import { trackedAmong } from '../workspace/tracked.ts';
import { evidencePlaces, reportReader, stopIfAsked, type Context } from './context.ts';
import { observeMadeEnvironments, observeOrigins } from './origins.ts';
import { baselineOf, type RunRecord, type StampRecord } from './records.ts';
import { leadsInto } from './shared-environment.ts';
import { SETUP_COMMAND } from './stamp.ts';

/** What all second runs of one recorded run share. */
export interface Recorded {
  readonly stamp: StampRecord;
  readonly run: RunRecord;
  readonly command: CapturedCommand;
  /** The setup script as the stamp ran it; null where none was given. */
  readonly setup: CapturedCommand | null;
  readonly tree: StampedTree;
  /** Folder of the generation's records. */
  readonly folder: string;
}

/** Reads back what was run, byte for byte. */
export function recordedRun({ state }: Context, stamp: StampRecord, run: RunRecord): Recorded {
  const folder = generationFolder(state, stamp.facts.generation);
  const setup = join(folder, SETUP_COMMAND);
  const command = loadCommand(join(folder, run.folder));
  const digest = commandDigest(command);
  if (digest !== run.facts.outcome.command) throw new GateError('GG-COMMAND-OTHER', `The saved command has the digest ${digest}, and the recorded run is of ${run.facts.outcome.command}`, 'Run again: generation-gate run -- COMMAND. Before and after can be compared for one command alone.');
  return {
    stamp,
    run,
    command,
    setup: existsSync(setup) ? loadCommand(setup) : null,
    tree: { parts: readBaseline(baselineOf(state, stamp)), head: stamp.facts.head, rawFiltered: stamp.facts.rawFiltered, nested: stamp.facts.nested },
    folder,
  };
}

export interface SecondRunRequest {
  /** Names its folder of logs, and says to people what runs. */
  readonly name: string;
  readonly directory: SecondDirectory;
  /** Paths that could not be filled beyond those that the directory names itself. */
  readonly unfilled?: readonly Unfilled[];
  /** True where the directory holds the very tree that was stamped. */
  readonly sameTree: boolean;
  readonly timeoutMs?: number;
}

/** Runs the recorded command in the directory. The directory stays; {@link endSecondRun} takes it away. */
export async function secondRun(context: Context, recorded: Recorded, request: SecondRunRequest): Promise<SecondRun> {
  const { name, directory } = request;
  const logs = join(recorded.folder, `${recorded.run.folder}-${name}`);
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const nothing: SecondRun = { ending: null, setup: null, durationMs: 0, tests: [], unreadReports: [], uncountedRed: 0, interpreter: null, unfilled: [...directory.unfilled, ...(request.unfilled ?? [])], shared: [], startErrors: [], logs, kept: null };
  if (nothing.unfilled.length > 0) return nothing;
  stopIfAsked(context);
  context.progress(`running the command again: ${name}`);
  const second = contextOf(context, directory);
  const localGitVars = recorded.stamp.localGitVariables;
  await purgeSecond(second);
  const setup = await setUp(second, recorded, directory, logs);
  if (setup !== null && !(setup.kind === 'exited' && setup.code === 0)) return { ...nothing, setup };
  stopIfAsked(context);

  const { cwd: recordedCwd } = recorded.run.facts.outcome;
  // As the recorded run found them: a runner that makes no folders, or a plain mkdir, behaves alike in both.
  makeReportFolders(directory.top, recorded.run.reportFolders);
  const cwd = existsSync(join(directory.top, recordedCwd)) ? resolveWorkdir(directory.top, recordedCwd) : null;
  if (cwd === null) return { ...nothing, setup, ending: { kind: 'never-started', reason: `the folder ${recordedCwd} is not there` } };
  const env = environmentOf(context, directory, cwd.absolute);
  const identity = await identityOf(second, recorded, request.sameTree);
  const binding = {
    ...identity,
    envDir: directory.envDir,
    localGitVars,
    ...(recorded.run.cell === null ? {} : { cell: recorded.run.cell }),
  };
  // A cache of its own, and cold: what differs between two runs must not be what another one had compiled.
  const cache = join(directory.holder, 'bytecode');
  const extra: Record<string, string> = context.settings.bytecode === 'isolate' ? { PYTHONPYCACHEPREFIX: cache, PYTHONDONTWRITEBYTECODE: '' } : {};
  const environment = commandEnvironment(env, { ...binding, extra });
  const places = evidencePlaces(second);
  const question = { command: recorded.command, cwd: cwd.absolute, env: { ...environment.env, PYTHONDONTWRITEBYTECODE: '1' }, imports: second.settings.imports };
  const observed = await observeOrigins(second, question);
  const { outcome, evidence } = await apart(context, recorded, logs, async () => {
    const opening = await takeOpeningInventory(places, repointedNames(context, directory, recorded.stamp.inventory));
    try {
      const limit = request.timeoutMs ?? timeLimit(context, recorded);
      const ended = await runCaptured(recorded.command, { cwd, environment, logDir: logs, signal: context.signal, timeoutMs: Math.min(limit, LONGEST_MS) });
      endSurvivors(ended.survivors);
      stopIfAsked(context);
      return { outcome: ended, evidence: await collectEvidence({ places, opening, closing: await takeInventoryAgain(places, opening), readReport: reportReader(context) }) };
    } finally {
      takeAway(writtenOutside(opening, await takeInventoryAgain(places, opening)), join(logs, 'reports'));
    }
  });
  const { origins } = await observeMadeEnvironments(second, observed, question);
  return {
    ...nothing,
    setup,
    ending: outcome.ending,
    durationMs: outcome.durationMs,
    ...testsOf(evidence.files, secondRoots(env, directory), [identity.generation, identity.treeId]),
    interpreter: interpreterOf(origins),
    runtimes: [...(await runtimesOf(recorded.command, origins.interpreter, question))],
    shared: sharedInstalls(origins, context.repository.top),
    startErrors: startErrorsIn(`${headAndTail(join(logs, outcome.logs.stdout.path))}\n${headAndTail(join(logs, outcome.logs.stderr.path))}`),
  };
}

/** Keeps what the recorded run wrote outside of the workspace out of the way of a second run. */
async function apart<T>(context: Context, { stamp, folder }: Recorded, logs: string, work: () => Promise<T>): Promise<T> {
  const written = join(logs, 'reports');
  putBack(folder, written);
  setAside(writtenOutside(stamp.inventory, await takeInventoryAgain(evidencePlaces(context), stamp.inventory)), folder);
  try {
    return await work();
  } finally {
    putBack(folder, written);
  }
}

/** Whether second runs must go one after the other: their reports have one place outside of all directories. */
export function sharesReports({ stamp, run }: Recorded): boolean {
  return writtenOutside(stamp.inventory, run.closing).length > 0;
}

/** A timer of Node's counts milliseconds in 32 bits. */
const LONGEST_MS = 2 ** 31 - 1;
/** Without a limit of its own a run gets ten times what the recorded one took, and no less than ten minutes. */
const SHORTEST_LIMIT_MS = 600_000;

/** In milliseconds. The base may hang for ever: that can be the very fault that the change mends. */
function timeLimit({ settings }: Context, { run }: Recorded): number {
  return settings.timeoutSeconds === null ? Math.max(SHORTEST_LIMIT_MS, 10 * run.facts.outcome.durationMs) : Math.ceil(settings.timeoutSeconds * 1000);
}

/** Removes the directory of a second run, or keeps it and says where it is. */
export function endSecondRun(run: SecondRun, directory: SecondDirectory, keep: boolean): SecondRun {
  if (keep) return { ...run, kept: directory.top };
  return removeSecondDirectory(directory) === null ? run : { ...run, kept: directory.holder };
}

/** The tests of the recorded run itself, as the workspace holds its reports now. */
export async function warmTests(context: Context, { stamp, run }: Recorded): Promise<RunTests> {
  const { files } = await collectEvidence({ places: evidencePlaces(context), opening: stamp.inventory, closing: run.closing, readReport: reportReader(context) });
  return testsOf(files, warmRoots(context), [stamp.facts.generation, stamp.facts.treeId]);
}

/** Absolute folders that identities and failures of the workspace's own run leave out. */
export function warmRoots({ env, repository, settings }: Context): readonly string[] {
  return [...new Set([...workspaceNames(env, repository.top), ...(isAbsolute(settings.workspace) ? [settings.workspace] : [])])];
}

export function secondRoots(env: NodeJS.ProcessEnv, { top }: Pick<SecondDirectory, 'top'>): readonly string[] {
  return workspaceNames(env, top);
}

export function interpreterOf(origins: OriginsReport | null): Interpreter | null {
  const found = origins?.interpreter;
  return found?.state === 'found' ? { executable: found.executable, implementation: found.implementation, version: found.version } : null;
}

/** Installs of an interpreter by which a second directory would run the workspace's code, in words. */
export function sharedInstalls({ entries, names }: OriginsReport, workspace: string): string[] {
  const inside = (path: string | null): boolean => path !== null && (path === workspace || path.startsWith(`${workspace}/`));
  const installs = entries.filter((entry) => leadsInto(entry, workspace)).map(({ distribution, file, target }) => `${distribution ?? 'an entry'} leads to ${target ?? ''} by ${file}`);
  const imports = names.filter(({ state, origin, locations }) => state === 'found' && [origin, ...locations].some((path) => inside(path) && !/\/(?:site|dist)-packages\//.test(path ?? ''))).map(({ name, origin, locations }) => `${name} is imported from ${origin ?? locations[0] ?? ''}`);
  return [...new Set([...installs, ...imports])];
}

function contextOf(context: Context, directory: SecondDirectory): Context {
  const { settings } = context;
  const { top, git } = directory;
  return {
    ...context,
    env: environmentOf(context, directory, top),
    repository: { ...context.repository, top, gitDir: git.gitDir, commonDir: git.gitDir },
    otherWorktrees: [],
    settings: { ...settings, python: settings.python !== null && isAbsolute(settings.python) ? settings.python : null },
  };
}

/** Files by which a step of a workflow speaks to the runner. */
const RUNNER_FILES = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'] as const;

/** The caller's environment, led into the directory. What is told to the runner there must not reach it a second time. */
function environmentOf({ env, repository }: Context, { top, holder }: SecondDirectory, cwd: string): NodeJS.ProcessEnv {
  const repointed = repointedEnvironment(env, { workspace: repository.top, second: top, cwd });
  for (const name of RUNNER_FILES) {
    if (env[name] === undefined) continue;
    const file = join(holder, name);
    writeFileSync(file, '', { flag: 'a' });
    repointed[name] = file;
  }
  return repointed;
}

async function purgeSecond({ repository }: Context): Promise<void> {
  const { failed } = await purge(repository.top, { isTracked: trackedAmong, skip: [] });
  const [first] = failed;
  if (first !== undefined) throw new GateError('GG-PURGE-INCOMPLETE', `Bytecode in the second directory cannot be removed: ${first.path} (${first.errno})`, 'Look at what the setup script leaves there.');
}

async function setUp(second: Context, { setup, stamp }: Recorded, directory: SecondDirectory, logs: string): Promise<Ending | null> {
  if (setup === null) return null;
  const outcome = await runCaptured(setup, {
    cwd: { absolute: directory.top, relative: '.' },
    environment: setupEnvironment(second.env, { envDir: directory.envDir, localGitVars: stamp.localGitVariables }),
    logDir: join(logs, 'setup'),
    signal: second.signal,
  });
  await purgeSecond(second);
  return outcome.ending;
}

/** What the command is told of the tree it runs on: the stamp where it is the stamped one, else what it really is. */
async function identityOf({ repository }: Context, { stamp }: Recorded, sameTree: boolean): Promise<{ readonly generation: string; readonly treeId: string }> {
  if (sameTree) return { generation: stamp.facts.generation, treeId: stamp.facts.treeId };
  const { treeId } = await measure(repository, { exclude: () => false, include: [] });
  return { generation: newGeneration(), treeId };
}

/** Names of evidence inside the workspace, given as absolute paths, are names inside the second directory. */
function repointedNames({ repository }: Context, { top }: SecondDirectory, { globs, logs }: { readonly globs: readonly string[]; readonly logs: readonly string[] }): { readonly globs: readonly string[]; readonly logs: readonly string[] } {
  const repoint = (name: string): string => (name.startsWith(`${repository.top}/`) ? top + name.slice(repository.top.length) : name);
  return { globs: globs.map(repoint), logs: logs.map(repoint) };
}

/**
 * Ends what outlived the command here: its directory is about to go. Only processes of its own session and group are
 * known to be its own; one of the recorded run may carry the same marks.
 */
function endSurvivors(survivors: readonly Survivor[]): void {
  for (const { pid, reason } of survivors) {
    if (reason !== 'session' && reason !== 'group') continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

const LOG_PART_BYTES = 1 << 20;

/** The first and last part of a log: what a runner says of its start and of its end. */
function headAndTail(file: string): string {
  if (!existsSync(file)) return '';
  const bytes = readFileSync(file);
  return bytes.length <= 2 * LOG_PART_BYTES ? bytes.toString('utf8') : `${bytes.toString('utf8', 0, LOG_PART_BYTES)}\n${bytes.toString('utf8', bytes.length - LOG_PART_BYTES)}`;
}
