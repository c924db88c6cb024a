/** Carries out one call: finds the step for the verb, loads that step alone, and gives its outcome. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Call } from './inputs/from-argv.ts';
import type { ActionCall } from './inputs/from-action.ts';
import type { Settings } from './inputs/plan.ts';
import { GateError, Refusal } from './model/errors.ts';
import type { PolicyFacts } from './model/policy.ts';
import { silentProgress, terminalProgress } from './publish/progress.ts';
import type { Outcome } from './publish/envelope.ts';
import { interruptible } from './run/interrupt.ts';
import type { BaseReader } from './workspace/base-tree.ts';
import { findRepository, type Repository } from './workspace/repository.ts';
import { inWorkspace, type Context, type Governed, type Surroundings } from './steps/context.ts';
import type { FanInCall } from './steps/fan-in.ts';

const WORKSPACE_STEPS: Readonly<Partial<Record<Call['verb'], (context: Context, call: Call) => Promise<Outcome>>>> = {
  stamp: async (context) => (await import('./steps/stamp.ts')).stampStep(context),
  run: async (context) => (await import('./steps/run.ts')).runStep(context),
  check: async (context) => (await import('./steps/check.ts')).checkStep(context),
  replay: async (context) => (await import('./steps/replay.ts')).replayStep(context),
  gate: async (context) => (await import('./gate.ts')).gate(context),
  summarize: async (context, { out, json }) => (await import('./steps/summarize.ts')).summarizeStep(context, { out, json }),
  packet: async (context, { out, operands }) => (await import('./steps/packet.ts')).packetStep(context, out, operands),
  worktree: async (context, { operands }) => (await import('./steps/worktree.ts')).worktreeStep(context, operands),
  purge: async (context, { dryRun }) => (await import('./steps/purge.ts')).purgeStep(context, dryRun),
  origins: async (context) => (await import('./steps/origins.ts')).originsStep(context),
};

/** Performs a call of the program. */
export async function perform(call: Call): Promise<Outcome> {
  switch (call.verb) {
    case 'inspect':
      return (await import('./steps/inspect.ts')).inspect(call.operands, call.settings.reportLimits);
    case 'explain':
      return (await import('./steps/explain.ts')).explain(call.operands[0] ?? '');
    case 'fan-in':
      return (await import('./steps/fan-in.ts')).fanInStep({ settings: call.settings, bundles: call.operands, progress: surroundings(call).progress, env: process.env });
    case 'verify':
      return (await import('./steps/verify.ts')).verifyStep(call.settings, call.operands[0] ?? '');
    case 'init':
      return (await import('./steps/init.ts')).initStep({ workspace: call.settings.workspace, yes: call.yes === true, json: call.json });
    case 'doctor':
      return (await import('./steps/doctor.ts')).doctorStep(call.settings.workspace, call.operands);
    case 'list':
      return (await import('./steps/explain.ts')).listRules();
    case 'demo':
      return (await import('./demo/demo.ts')).runDemo({ keep: call.keep, json: call.json, quiet: call.quiet });
    default:
      return interruptible((signal) => inStep(call, { ...surroundings(call), signal }));
  }
}

/** What the action fetched from the service for a fan-in. */
export type Fetched = Pick<FanInCall, 'gathered' | 'merging'>;

/** Performs a phase of the action. Its command's output is bracketed, so that no line of it is obeyed by the runner. */
export async function performPhase({ phase, settings, given, bundles }: Pick<ActionCall, 'phase' | 'settings' | 'given' | 'bundles'>, ports: Ports = {}, fetched: Fetched = {}): Promise<Outcome> {
  if (phase === 'fan-in') return (await import('./steps/fan-in.ts')).fanInStep({ settings, bundles, ...fetched, progress: silentProgress, env: process.env, ...ports });
  const call: Call = { verb: phase, settings, given, json: false, quiet: false, operands: [], dryRun: false, keep: false, out: null };
  const token = `generation-gate-${randomBytes(16).toString('hex')}`;
  return interruptible((signal) => inStep(call, { ...surroundings(call), stopCommandsToken: token, signal }, ports));
}

/** What reaches beyond the machine, and is there only where somebody hands it in. */
export interface Ports {
  /** Reads the tree of a commit by the API. */
  readonly readBase?: BaseReader;
}

async function inStep(call: Call, around: Surroundings, ports: Ports = {}): Promise<Outcome> {
  const { verb, settings } = call;
  const step = WORKSPACE_STEPS[verb];
  if (step === undefined) throw new GateError('GG-DEFECT', `No step carries out "${verb}"`);
  if (process.platform === 'win32') throw new GateError('GG-PLATFORM', `"${verb}" needs Linux or macOS`, 'On Windows only stored evidence can be read: inspect, verify, fan-in, explain.');
  const work = (context: Context): Promise<Outcome> => step(context, { ...call, settings: context.settings });
  if (verb === 'stamp' || verb === 'gate') {
    const repository = await findRepository(settings.workspace);
    const governed = await freshPolicy(call, repository, around, ports).catch((error: unknown) => (error instanceof Refusal && verb === 'gate' ? error : Promise.reject(error as Error)));
    if (governed instanceof Refusal) return inWorkspace(verb, { settings, repository, govern: () => ({ settings, policy: null }) }, around, async (context) => (await import('./gate.ts')).gate(context, governed));
    if (verb === 'gate' && governed.settings.isolation === 'worktree') return inWorktree(governed, repository, around, work);
    return inWorkspace(verb, { settings: governed.settings, repository, govern: () => governed }, around, work);
  }
  return inWorkspace(verb, { settings, govern: (place) => recordedPolicy(call, place, around) }, around, work);
}

/** The policy as it is now: what stamps goes by it, and leaves it to the steps after it. */
async function freshPolicy({ verb, settings, given }: Call, repository: Repository, around: Surroundings, { readBase }: Ports): Promise<Governed> {
  const { findPolicy } = await import('./steps/policy.ts');
  const policy = await findPolicy({ repository, env: around.env, given, readBase });
  return governedBy(verb, { settings, given, policy, top: repository.top }, around);
}

/** Verbs that go by the policy of the stamp that they work under: between the steps nobody may change it. */
const UNDER_STAMP: readonly string[] = ['run', 'check', 'replay', 'packet'];

async function recordedPolicy({ verb, settings, given }: Call, { repository, state }: Pick<Context, 'repository' | 'state'>, around: Surroundings): Promise<Governed> {
  if (!UNDER_STAMP.includes(verb)) return { settings, policy: null };
  const { recall } = await import('./steps/records.ts');
  return governedBy(verb, { settings, given, policy: recall(state).stamped?.policy ?? null, top: repository.top }, around);
}

async function governedBy(verb: string, call: Governed & { readonly given: Partial<Settings>; readonly top: string }, around: Surroundings): Promise<Governed> {
  const { given, policy, top } = call;
  const settings = policy === null ? call.settings : (await import('./inputs/policy-settings.ts')).underPolicy(call.settings, given, { policy: policy.facts, top });
  if (around.stopCommandsToken !== null) (await import('./inputs/from-action.ts')).requireRun(verb, settings);
  return { settings, policy };
}

/** The parent is only read, so its lock is left alone: isolated runs never meet. */
async function inWorktree({ settings: outer, policy }: Governed, { top }: Repository, around: Surroundings, work: (context: Context) => Promise<Outcome>): Promise<Outcome> {
  const { isolatedGate } = await import('./steps/isolated-gate.ts');
  const files = policy === null ? {} : { script: policyFile(policy.facts, top, outer.script, 'script'), setup: policyFile(policy.facts, top, outer.setup, 'setup-script') };
  return isolatedGate(outer, around, (inner, own, links) => {
    // A file that the policy names is the worktree's own; one that the caller names stays where it is.
    const placed = { ...inner, ...Object.fromEntries(Object.entries(files).flatMap(([key, path]) => (path === null ? [] : [[key, join(worktreeTop(outer.workspace, top, inner.workspace), path)]]))) };
    return inWorkspace('gate', { settings: placed, links, govern: () => ({ settings: placed, policy }) }, own, work);
  });
}

/** The path of a file that the policy names and that is in force, relative to the top; null where it is not the policy's. */
function policyFile({ document }: PolicyFacts, top: string, inForce: string | null, key: 'script' | 'setup-script'): string | null {
  const named = [document[key], ...(key === 'script' ? Object.values(Array.isArray(document.cells) ? {} : (document.cells ?? {})).map((cell) => cell?.script) : [])];
  return named.find((path) => path !== undefined && inForce === join(top, path)) ?? null;
}

function worktreeTop(workspace: string, top: string, inner: string): string {
  const below = relative(top, realpathSync(workspace));
  return below === '' ? inner : inner.slice(0, -(below.length + 1));
}

function surroundings(call: Call): Omit<Surroundings, 'signal'> {
  const showsProgress = process.stderr.isTTY && !call.json && !call.quiet;
  return {
    env: process.env,
    // With --json stdout carries one document: the command's own output goes beside it.
    stdout: call.json ? process.stderr : process.stdout,
    stderr: process.stderr,
    progress: showsProgress ? terminalProgress(process.stderr) : silentProgress,
    stopCommandsToken: null,
  };
}
