/** The second runs that a gate makes between its run and its check: baseline, replay, control. */
import { existsSync } from 'node:fs';
import { findBase, type BaseRevision } from './base-revision.ts';
import { makeBaseline } from './baseline.ts';
import { commandOf } from './command.ts';
import { makeControl } from './control.ts';
import { stopIfAsked, type Context } from './context.ts';
import { recall } from './records.ts';
import { makeReplay, replayPart } from './replay.ts';
import { recordedRun } from './second-run.ts';
import { refuseSharedEnvironment } from './shared-environment.ts';
import type { BaselineFacts, ControlFacts } from '../model/compare.ts';

/**
 * Finds out, before anything is changed, that second runs can say something. Throws a Refusal where the base is not
 * here, a UsageError where every directory would share one environment. Gives the base; null where none was named.
 */
export async function requireComparable(context: Context): Promise<BaseRevision | null> {
  const { settings, repository } = context;
  const base = settings.base === null ? null : await findBase(repository, settings.base);
  const runsTwice = base !== null || settings.replay || settings.control;
  const hasSetup = settings.setup !== null || settings.setupText !== null;
  // What the patch may yet bring cannot be looked at before it.
  if (runsTwice && (settings.script === null || existsSync(settings.script))) await refuseSharedEnvironment(context, commandOf(settings), hasSetup);
  return base;
}

/** Makes the second runs that were asked for, and gives what the printed document says of them. */
export async function compareRuns(context: Context, base: BaseRevision | null): Promise<Record<string, unknown>> {
  const { settings, state } = context;
  if (base === null && !settings.replay && !settings.control) return {};
  const { stamped, run } = recall(state);
  if (stamped === null || run === null) return {};
  const recorded = recordedRun(context, stamped, run);
  const parts: Record<string, unknown> = {};
  if (base !== null) parts['baseline'] = baselinePart(await makeBaseline(context, recorded, base));
  stopIfAsked(context);
  if (settings.replay) parts['replay'] = replayPart(await makeReplay(context, recorded));
  stopIfAsked(context);
  if (settings.control) parts['control'] = controlPart(await makeControl(context, recorded, base));
  return parts;
}

const TRANSITIONS_LIMIT = 1000;

function baselinePart({ base, mode, withTests, asWas, oldTests, transitions, testFiles, bent }: BaselineFacts): object {
  const runs = { with_tests: withTests, as_was: asWas, old_tests: oldTests };
  return {
    base,
    mode,
    runs: Object.fromEntries(Object.entries(runs).flatMap(([name, run]) => (run === null ? [] : [[name, { ending: run.ending, tests: run.tests.length, duration_ms: run.durationMs, logs: run.logs, kept: run.kept }]]))),
    changed_test_files: testFiles.changed,
    // The plain case, a pass on both sides, is counted in the findings.
    transitions: transitions.filter(({ kind }) => kind !== 'pass-pass').slice(0, TRANSITIONS_LIMIT).map(({ kind, test, base: before, head, from }) => ({ kind, file: test.file, class: test.class, name: test.name, base: before, head, ...(from === null ? {} : { from }) })),
    bent,
  };
}

function controlPart({ against, hunks, jobs }: ControlFacts): object {
  return { against, jobs, hunks };
}
