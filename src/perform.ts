/** Carries out one call: finds the step for the verb and turns its answer into an outcome. */
import { randomBytes } from 'node:crypto';
import type { Call } from './inputs/from-argv.ts';
import type { ActionCall } from './inputs/from-action.ts';
import { runDemo } from './demo/demo.ts';
import { gate } from './gate.ts';
import { GateError } from './model/errors.ts';
import { silentProgress, terminalProgress } from './publish/progress.ts';
import type { Outcome } from './publish/envelope.ts';
import { interruptible } from './run/interrupt.ts';
import { checkStep } from './steps/check.ts';
import { inWorkspace, type Context, type Surroundings } from './steps/context.ts';
import { explain, listRules } from './steps/explain.ts';
import { inspect } from './steps/inspect.ts';
import { originsStep } from './steps/origins.ts';
import { purgeStep } from './steps/purge.ts';
import { runStep } from './steps/run.ts';
import { stampStep } from './steps/stamp.ts';

const WORKSPACE_STEPS: Readonly<Partial<Record<Call['verb'], (context: Context, call: Call) => Promise<Outcome>>>> = {
  stamp: (context) => stampStep(context),
  run: (context) => runStep(context),
  check: (context) => checkStep(context),
  gate: (context) => gate(context),
  purge: (context, { dryRun }) => purgeStep(context, dryRun),
  origins: (context) => originsStep(context),
};

/** Performs a call of the program. */
export function perform(call: Call): Promise<Outcome> {
  switch (call.verb) {
    case 'inspect':
      return inspect(call.operands);
    case 'explain':
      return Promise.resolve(explain(call.operands[0] ?? ''));
    case 'list':
      return Promise.resolve(listRules());
    case 'demo':
      return runDemo({ keep: call.keep, json: call.json, quiet: call.quiet });
    default:
      return interruptible((signal) => inStep(call, { ...surroundings(call), signal }));
  }
}

/** Performs a phase of the action. Its command's output is bracketed, so that no line of it is obeyed by the runner. */
export function performPhase({ phase, settings }: ActionCall): Promise<Outcome> {
  const call: Call = { verb: phase, settings, json: false, quiet: false, operands: [], dryRun: false, keep: false };
  const token = `generation-gate-${randomBytes(16).toString('hex')}`;
  return interruptible((signal) => inStep(call, { ...surroundings(call), stopCommandsToken: token, signal }));
}

function inStep(call: Call, around: Surroundings): Promise<Outcome> {
  const step = WORKSPACE_STEPS[call.verb];
  if (step === undefined) throw new GateError('GG-DEFECT', `No step carries out "${call.verb}"`);
  if (process.platform === 'win32') throw new GateError('GG-PLATFORM', `"${call.verb}" needs Linux or macOS`, 'On Windows only stored evidence can be read: inspect, explain.');
  if (call.settings.witness === 'required') throw new GateError('GG-NOT-BUILT', '--witness required is not built yet: loaded files are not recorded', 'Use --witness observe; the verdict then says that loaded files were not witnessed.');
  return inWorkspace(call.verb, call.settings, around, (context) => step(context, call));
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
