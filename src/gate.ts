/** The whole gate, in order: stamp, run the captured command, check. One call, one verdict. */
import { existsSync } from 'node:fs';
import type { Facts } from './model/facts.ts';
import { Refusal, UsageError } from './model/errors.ts';
import { clearBundleFolder } from './publish/bundle-folder.ts';
import { envelope, outcomeOfError, type Outcome } from './publish/envelope.ts';
import { alsoOf } from './steps/also.ts';
import { commandOf } from './steps/command.ts';
import { checkWithFacts } from './steps/check.ts';
import { stopIfAsked, type Context } from './steps/context.ts';
import { runStep } from './steps/run.ts';
import { stampStep } from './steps/stamp.ts';
import { compareRuns, requireComparable } from './steps/compare-runs.ts';
import { resolveWorkdir } from './run/workdir.ts';

/** Stamps, runs and checks. A refused stamp ends it: nothing would bind what the command reports. `refusal` is what the policy met before. */
export async function gate(context: Context, refusal: Refusal | null = null): Promise<Outcome> {
  if (context.settings.summaries.length > 0) {
    throw new UsageError('GG-SUMMARY-BEFORE-VERDICT', 'A summary cannot be judged by the gate that is about to reach the verdict it must cite', 'Judge it afterwards: generation-gate check --summary FILE');
  }
  if (refusal === null) requireRunnable(context);
  const { bundle, report } = context.settings;
  if (bundle !== null) clearBundleFolder(bundle);
  if (report !== null) (await import('./steps/report.ts')).clearReport(report);
  const { outcome, facts } = await stampRunCheck(context, refusal);
  const bundled = bundle === null ? outcome : await (await import('./steps/bundle.ts')).withBundle(context, outcome, facts);
  return report === null ? bundled : (await import('./steps/report.ts')).withReport(context, bundled, facts);
}

/** A refusal is an outcome like any other here: a cell that was refused must be seen by those that gather cells. */
async function stampRunCheck(context: Context, refusal: Refusal | null): Promise<{ readonly outcome: Outcome; readonly facts: Facts | null }> {
  try {
    if (refusal !== null) throw refusal;
    const base = await requireComparable(context);
    const stamped = await stampStep(context);
    if (stamped.envelope.verdict === 'rejected') return { outcome: asGate(stamped), facts: null };
    stopIfAsked(context);
    // A cached bundle stands for the run: nothing is run, and the check judges the bundle (EV8).
    const run = context.settings.cachedEvidence === null ? await runStep(context) : null;
    stopIfAsked(context);
    const compared = await compareRuns(context, base);
    stopIfAsked(context);
    const { outcome, facts } = await checkWithFacts(context);
    return { outcome: asGate({ ...outcome, envelope: { ...outcome.envelope, stamp_digest: stamped.envelope['stamp_digest'], run: run?.envelope['run'] ?? null, ...compared } }), facts };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: asGate(outcomeOfError('gate', error)), facts: null };
  }
}

/** A malformed call must be refused before anything is purged or moved. What patch or setup may yet make is looked for after them. */
function requireRunnable({ settings, repository, defaultWorkdir }: Context): void {
  const { patch, setup, setupText, script, also, workdir } = settings;
  const changesFirst = patch !== null || setup !== null || setupText !== null;
  if (!changesFirst || script === null || existsSync(script)) commandOf(settings);
  if (!changesFirst || also === null || existsSync(also)) alsoOf(settings);
  if (!changesFirst) resolveWorkdir(repository.top, workdir ?? defaultWorkdir);
}

function asGate({ exit, envelope: judged }: Outcome): Outcome {
  return { exit, envelope: envelope('gate', judged.verdict, { ...judged, verb: 'gate' }) };
}
