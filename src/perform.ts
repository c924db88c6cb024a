/** Carries out one call: finds the step for the verb, loads that step alone, and gives its outcome. */
import { randomBytes } from 'node:crypto';
import type { Call } from './inputs/from-argv.ts';
import type { ActionCall } from './inputs/from-action.ts';
import { GateError } from './model/errors.ts';
import { silentProgress, terminalProgress } from './publish/progress.ts';
import type { Outcome } from './publish/envelope.ts';
import { interruptible } from './run/interrupt.ts';
import { inWorkspace, type Context, type Surroundings } from './steps/context.ts';
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
      return (await import('./steps/fan-in.ts')).fanInStep({ settings: call.settings, bundles: call.operands, progress: surroundings(call).progress });
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
export async function performPhase({ phase, settings, bundles }: Pick<ActionCall, 'phase' | 'settings' | 'bundles'>, fetched: Fetched = {}): Promise<Outcome> {
  if (phase === 'fan-in') return (await import('./steps/fan-in.ts')).fanInStep({ settings, bundles, ...fetched, progress: silentProgress });
  const call: Call = { verb: phase, settings, json: false, quiet: false, operands: [], dryRun: false, keep: false, out: null };
  const token = `generation-gate-${randomBytes(16).toString('hex')}`;
  return interruptible((signal) => inStep(call, { ...surroundings(call), stopCommandsToken: token, signal }));
}

function inStep(call: Call, around: Surroundings): Promise<Outcome> {
  const step = WORKSPACE_STEPS[call.verb];
  if (step === undefined) throw new GateError('GG-DEFECT', `No step carries out "${call.verb}"`);
  if (process.platform === 'win32') throw new GateError('GG-PLATFORM', `"${call.verb}" needs Linux or macOS`, 'On Windows only stored evidence can be read: inspect, verify, fan-in, explain.');
  if (call.verb === 'gate' && call.settings.isolation === 'worktree') return inWorktree(call, around, step);
  return inWorkspace(call.verb, call.settings, around, (context) => step(context, call));
}

/** The parent is only read, so its lock is left alone: isolated runs never meet. */
async function inWorktree(call: Call, around: Surroundings, step: NonNullable<(typeof WORKSPACE_STEPS)['gate']>): Promise<Outcome> {
  const { isolatedGate } = await import('./steps/isolated-gate.ts');
  return isolatedGate(call.settings, around, (settings, own, links) => inWorkspace('gate', settings, own, (context) => step(context, { ...call, settings }), links));
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
