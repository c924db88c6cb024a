/** What every step works with: the workspace, its state folder and lock, and where output goes. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { Asked } from '../model/facts.ts';
import { GateError } from '../model/errors.ts';
import { limitsNamed } from '../model/report-limits.ts';
import type { ReportReading } from '../model/report.ts';
import { readReport } from '../evidence/junit/read.ts';
import type { PolicyRecord } from '../model/policy.ts';
import type { EvidencePlaces } from '../evidence/places.ts';
import type { Settings } from '../inputs/plan.ts';
import type { Progress } from '../publish/progress.ts';
import { removeLeftEntries } from '../run/witness/entry.ts';
import { findRepository, linkedWorktreesInside, type Repository } from '../workspace/repository.ts';
import { lockState, openState, type StateFolder } from '../workspace/state.ts';
import { isStampPath } from '../workspace/stamp-file.ts';

/** What surrounds the program and may not be read anywhere else. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Where the captured command's output goes. */
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly progress: Progress;
  /** Fires when the gate itself is asked to end. */
  readonly signal: AbortSignal;
  /** Brackets the command's output in a CI log, so that no line of it is obeyed; null elsewhere. */
  readonly stopCommandsToken: string | null;
}

export interface Context extends Surroundings {
  readonly settings: Settings;
  readonly repository: Repository;
  readonly state: StateFolder;
  /** Linked worktrees inside the workspace: another checkout, never entered. */
  readonly otherWorktrees: readonly string[];
  /** Folder given as the workspace, relative to the top; `.` for the top itself. */
  readonly defaultWorkdir: string;
  /** Links to shared folders that the gate put into an isolated worktree: no part of the tree. */
  readonly links?: readonly string[];
  /** The policy that governs; null where the verb asks for none, or its stamp was made without one. */
  readonly policy: PolicyRecord | null;
}

/** A call on its way into a workspace. */
export interface Entry {
  readonly settings: Settings;
  /** Found already; the one around `settings.workspace`. */
  readonly repository?: Repository;
  /** Links to shared folders that the gate put into an isolated worktree. */
  readonly links?: readonly string[];
  /** What the policy makes of the settings. Called under the lock. */
  readonly govern: (place: Pick<Context, 'repository' | 'state'>) => Governed | Promise<Governed>;
}

export type Governed = Pick<Context, 'settings' | 'policy'>;

/** Finds the workspace and holds its lock while `work` runs. */
export async function inWorkspace<T>(verb: string, entry: Entry, surroundings: Surroundings, work: (context: Context) => Promise<T>): Promise<T> {
  requireTemporaryFolder();
  const { settings, links = [] } = entry;
  const repository = entry.repository ?? (await findRepository(settings.workspace));
  const runnerTemp = surroundings.env['RUNNER_TEMP'];
  const state = openState(repository, { ...(settings.state === null ? {} : { state: settings.state }), ...(runnerTemp === undefined ? {} : { runnerTemp }) });
  const release = lockState(state, verb);
  try {
    // The lock is ours, so no run is going on that could need them.
    removeLeftEntries(state.path);
    const below = relative(repository.top, realpathSync(settings.workspace));
    const governed = await entry.govern({ repository, state });
    return await work({ ...surroundings, ...governed, repository, state, otherWorktrees: linkedWorktreesInside(repository), defaultWorkdir: below === '' ? '.' : below.split(sep).join('/'), links });
  } finally {
    surroundings.progress(null);
    release();
  }
}

/** Throws where no temporary file could be made: found out before anything is changed, not in the middle of the work. */
function requireTemporaryFolder(): void {
  try {
    accessSync(tmpdir(), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new GateError('GG-NO-TEMPORARY-FOLDER', `The temporary folder "${tmpdir()}" cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)})`, 'Set TMPDIR to an existing, writable folder outside the workspace.', error);
  }
}

/** Throws where the gate was asked to end: between two parts of its work nothing is half done. */
export function stopIfAsked({ signal }: Pick<Surroundings, 'signal'>): void {
  if (signal.aborted) throw new GateError('GG-INTERRUPTED', `The gate was ended by ${String(signal.reason)}`, 'Stamp again; nothing of the workspace was harmed.');
}

/** Whether a path belongs to the gate itself: the stamp, a link of an isolated worktree, or a state folder inside the workspace. */
export function ownPathTest({ state, links = [] }: Pick<Context, 'state' | 'links'>): (path: string) => boolean {
  const { insideWorkspace } = state;
  return (path) => isStampPath(path) || links.includes(path) || (insideWorkspace !== null && (path.startsWith(insideWorkspace) || `${path}/` === insideWorkspace));
}


export function askedOf(settings: Settings): Asked {
  return {
    expectGeneration: settings.expectGeneration,
    expectStampDigest: settings.expectStampDigest,
    outcome: settings.outcome,
    requireTests: settings.requireTests,
    minTests: settings.minTests,
    summaries: settings.summaries,
    imports: settings.imports,
    survivors: settings.survivors,
    repeated: settings.repeated,
    reject: settings.reject,
    foreignEditables: settings.foreignEditables,
    witness: settings.witness,
    allowIgnored: settings.allowIgnored,
    generated: settings.generated,
    unwitnessedOk: settings.unwitnessedOk,
    unloaded: settings.unloaded,
    cell: settings.cell,
    slackSeconds: settings.slackSeconds,
    reportLimits: settings.reportLimits,
    base: settings.base,
    owned: settings.owned,
    forbidden: settings.forbidden,
    requireRebased: settings.requireRebased,
    replay: settings.replay,
    control: settings.control,
  };
}

/** Reads reports within the limits of this call. */
export function reportReader({ settings }: Pick<Context, 'settings'>): (path: string) => Promise<ReportReading> {
  const limits = limitsNamed(settings.reportLimits);
  return (path) => readReport(path, { limits });
}

/** Where evidence is looked for. */
export function evidencePlaces({ repository, otherWorktrees, env }: Pick<Context, 'repository' | 'otherWorktrees' | 'env'>): EvidencePlaces {
  return { top: repository.top, otherWorktrees, runnerTemp: env['RUNNER_TEMP'] ?? null };
}
