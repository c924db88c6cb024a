/** The positive control: each hunk of the change taken out alone, and the command run again (BL3). */
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hunksOf, type Hunk } from '../compare/hunks.ts';
import { replayDifferences } from '../compare/replay.ts';
import { testFileTest } from '../compare/test-files.ts';
import { eventBase } from '../inputs/event.ts';
import type { ControlFacts, HunkResult, SecondRun } from '../model/compare.ts';
import { decodePath, encodePath, nativePath } from '../model/path.ts';
import { endingWords, sameEnding } from '../verify/words.ts';
import { git } from '../workspace/git.ts';
import { removeSecondDirectory, stampedDirectory, type SecondDirectory } from '../workspace/second-directory.ts';
import type { BaseRevision } from './base-revision.ts';
import { stopIfAsked, type Context } from './context.ts';
import { rememberComparison } from './records.ts';
import { secondRun, sharesReports, warmTests, type Recorded } from './second-run.ts';

/** Takes out each hunk alone until the time budget is used up, several at once where the command bears it, and records what each of them breaks. */
export async function makeControl(context: Context, recorded: Recorded, base: BaseRevision | null): Promise<ControlFacts> {
  const { settings, state } = context;
  const { commit, against } = await comparedWith(context, recorded, base);
  const hunks = await changedHunks(context, recorded, commit);
  const warm = (await warmTests(context, recorded)).tests;
  const deadline = performance.now() + settings.controlBudgetSeconds * 1000;
  const pace = await paceOf(context, recorded, { hunks: hunks.length, warm, deadline });
  const attempt = async (hunk: Hunk, at: number): Promise<HunkResult> => {
    stopIfAsked(context);
    const left = deadline - performance.now();
    // A run that cannot end in time would say nothing: earlier ones tell how long it takes.
    if (left < pace.durationMs) return { path: hunk.path, hunk: hunk.title, result: 'not-tried', says: `${seconds(Math.max(0, left))} s of the budget of ${settings.controlBudgetSeconds} s were left, and a run takes ${seconds(pace.durationMs)} s` };
    return withoutHunk(context, recorded, hunk, { number: at + 1, warm, timeoutMs: Math.ceil(left) });
  };
  const results = await eachOf(hunks, pace.jobs, attempt);
  const facts: ControlFacts = { format: 'generation-gate/control/1', run: recorded.run.folder, against, budgetSeconds: settings.controlBudgetSeconds, jobs: pace.jobs, hunks: results };
  rememberComparison(state, recorded.stamp.facts.generation, facts);
  return facts;
}

/** With fewer hunks, or less to wait for, proving that runs may go side by side costs more than it saves. */
const FEWEST_HUNKS = 4;
const SHORTEST_WAIT_MS = 8_000;
const MOST_JOBS = 4;

interface Pace {
  /** How many runs go side by side. */
  readonly jobs: number;
  /** What one of them takes, in milliseconds. */
  readonly durationMs: number;
}

/**
 * How many runs may go side by side. Tests that share a port or a file would break each other, and a hunk would seem to
 * be missed: so the unchanged tree is run as often at once first, and all of these runs have to agree with the recorded one.
 */
async function paceOf(context: Context, recorded: Recorded, { hunks, warm, deadline }: { readonly hunks: number; readonly warm: HunkRun['warm']; readonly deadline: number }): Promise<Pace> {
  const { durationMs } = recorded.run.facts.outcome;
  const alone: Pace = { jobs: 1, durationMs };
  const jobs = Math.min(MOST_JOBS, availableParallelism(), hunks);
  const left = deadline - performance.now();
  if (jobs < 2 || hunks < FEWEST_HUNKS || hunks * durationMs < SHORTEST_WAIT_MS || left < 2 * durationMs || sharesReports(recorded)) return alone;
  const together = await eachOf(Array.from({ length: jobs }, (_, at) => at), jobs, (at) => unchanged(context, recorded, { number: at + 1, warm, timeoutMs: Math.ceil(left / 2) }));
  if (!together.every(({ agrees }) => agrees)) return alone;
  return { jobs, durationMs: Math.max(...together.map((one) => one.durationMs)) };
}

async function unchanged(context: Context, recorded: Recorded, { number, warm, timeoutMs }: HunkRun): Promise<{ readonly agrees: boolean; readonly durationMs: number }> {
  const directory = await directoryOf(context, recorded);
  try {
    const run = await secondRun(context, recorded, { name: `control-unchanged-${number}`, directory, sameTree: false, timeoutMs });
    const { ending } = recorded.run.facts.outcome;
    return { agrees: run.ending !== null && sameEnding(ending, run.ending) && replayDifferences(warm, run.tests).length === 0, durationMs: run.durationMs };
  } finally {
    removeSecondDirectory(directory);
  }
}

/** Does the work for each item, at most `jobs` at once, and waits for all that were begun also where one of them throws. */
async function eachOf<T, R>(items: readonly T[], jobs: number, work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (failures.length > 0) return;
      try {
        results[at] = await work(item, at);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

interface HunkRun {
  readonly number: number;
  readonly warm: Parameters<typeof replayDifferences>[0];
  readonly timeoutMs: number;
}

async function withoutHunk(context: Context, recorded: Recorded, hunk: Hunk, { number, warm, timeoutMs }: HunkRun): Promise<HunkResult> {
  const answer = (result: HunkResult['result'], says: string): HunkResult => ({ path: hunk.path, hunk: hunk.title, result, says });
  const directory = await directoryOf(context, recorded);
  try {
    const fault = await takeOut(directory, hunk);
    if (fault !== null) return answer('not-reverted', fault);
    const run = await secondRun(context, recorded, { name: `control-${number}`, directory, sameTree: false, timeoutMs });
    return judged(run, recorded, warm, answer);
  } finally {
    removeSecondDirectory(directory);
  }
}

/** Takes the hunk out of the directory; gives the reason where it cannot be taken out alone. */
async function takeOut({ top, holder, git: own }: SecondDirectory, { path, text }: Hunk): Promise<string | null> {
  if (text === null) {
    rmSync(nativePath(top, path));
    return null;
  }
  const patch = join(holder, 'hunk.patch');
  writeFileSync(patch, encodePath(text));
  const reverted = await own.tryRun(['apply', '--reverse', '--whitespace=nowarn', patch]);
  return reverted.code === 0 ? null : `it cannot be taken out alone: ${reverted.stderr.split('\n')[0] ?? ''}`;
}

function judged(run: SecondRun, recorded: Recorded, warm: HunkRun['warm'], answer: (result: HunkResult['result'], says: string) => HunkResult): HunkResult {
  const { ending } = recorded.run.facts.outcome;
  if (run.ending === null) return answer('not-tried', run.unfilled.length > 0 ? 'the directory could not be filled' : 'the setup script failed');
  if (run.ending.kind === 'timed-out') return answer('not-tried', `the command did not end within what was left of the budget`);
  const broken = replayDifferences(warm, run.tests).filter(({ warm: before, clean }) => (before === 'passed' || before === 'flaky') && clean !== 'passed' && clean !== 'flaky');
  if (broken.length > 0) return answer('supported', broken.slice(0, 5).map(({ test }) => test).join(', '));
  return sameEnding(ending, run.ending) ? answer('unsupported', 'every test ends as before') : answer('supported', `the command ${endingWords(run.ending)}`);
}

function directoryOf({ repository, env }: Context, { tree }: Recorded): Promise<SecondDirectory> {
  return stampedDirectory(repository, tree, env['RUNNER_TEMP'] ?? null);
}

/** What "changed" means: against the base, else the event's base where it is here, else HEAD. */
async function comparedWith({ env, repository }: Context, { stamp }: Recorded, base: BaseRevision | null): Promise<{ readonly commit: string | null; readonly against: string }> {
  if (base !== null) return { commit: base.commit, against: `the base ${base.given}` };
  const event = eventBase(env, repository.top);
  const isHere = event !== null && (await git(['cat-file', '-e', `${event.sha}^{tree}`], { cwd: repository.top })).code === 0;
  if (event !== null && isHere) return { commit: event.sha, against: `the base of the ${event.event} event` };
  return { commit: stamp.facts.head, against: stamp.facts.head === null ? 'an empty tree' : 'HEAD' };
}

/** The hunks between a commit and the stamped tree, those of test files left out. */
async function changedHunks(context: Context, recorded: Recorded, commit: string | null): Promise<readonly Hunk[]> {
  const directory = await directoryOf(context, recorded);
  try {
    const { git: own } = directory;
    await own.run(commit === null ? ['read-tree', '--empty'] : ['read-tree', commit]);
    const diff = await own.run(['diff', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/', '--ignore-submodules=all']);
    // The directory holds stamped paths alone, so what the commit does not have is new.
    const fresh = decodePath(await own.run(['ls-files', '-o', '-z'])).split('\0').filter((path) => path !== '' && !path.endsWith('/'));
    const { isTest } = testFileTest(context.settings.tests);
    // In a sparse checkout a file that is not here was left out, not deleted.
    const { sparseCheckout } = context.repository.settings;
    const hunks = hunksOf(decodePath(diff)).filter(({ title }) => !sparseCheckout || title !== 'deleted file');
    return [...hunks, ...fresh.map((path): Hunk => ({ path, title: 'new file', text: null }))].filter(({ path }) => !isTest(path));
  } finally {
    removeSecondDirectory(directory);
  }
}
