/** The whole gate, in order: stamp, run the captured command, check. One call, one verdict. */
import { existsSync } from 'node:fs';
import { envelope, type Outcome } from './publish/envelope.ts';
import { commandOf } from './steps/command.ts';
import { checkStep } from './steps/check.ts';
import { stopIfAsked, type Context } from './steps/context.ts';
import { runStep } from './steps/run.ts';
import { stampStep } from './steps/stamp.ts';
import { compareRuns, requireComparable } from './steps/compare-runs.ts';
import { resolveWorkdir } from './run/workdir.ts';
import { UsageError } from './model/errors.ts';

/** Stamps, runs and checks. A refused stamp ends it: nothing would bind what the command reports. */
export async function gate(context: Context): Promise<Outcome> {
  if (context.settings.summaries.length > 0) {
    throw new UsageError('GG-SUMMARY-BEFORE-VERDICT', 'A summary cannot be judged by the gate that is about to reach the verdict it must cite', 'Judge it afterwards: generation-gate check --summary FILE');
  }
  requireRunnable(context);
  const base = await requireComparable(context);
  const stamped = await stampStep(context);
  if (stamped.envelope.verdict === 'rejected') return asGate(stamped);
  stopIfAsked(context);
  const run = await runStep(context);
  stopIfAsked(context);
  const compared = await compareRuns(context, base);
  stopIfAsked(context);
  const checked = await checkStep(context);
  return asGate({ ...checked, envelope: { ...checked.envelope, stamp_digest: stamped.envelope['stamp_digest'], run: run.envelope['run'], ...compared } });
}

/** A malformed call must be refused before anything is purged or moved. What patch or setup may yet make is looked for after them. */
function requireRunnable({ settings, repository, defaultWorkdir }: Context): void {
  const { patch, setup, setupText, script, workdir } = settings;
  const changesFirst = patch !== null || setup !== null || setupText !== null;
  if (!changesFirst || script === null || existsSync(script)) commandOf(settings);
  if (!changesFirst) resolveWorkdir(repository.top, workdir ?? defaultWorkdir);
}

function asGate({ exit, envelope: judged }: Outcome): Outcome {
  return { exit, envelope: envelope('gate', judged.verdict, { ...judged, verb: 'gate' }) };
}
