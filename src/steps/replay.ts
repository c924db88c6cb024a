/** The replay: the recorded command once more, in a clean directory made from the stamped tree (RP1, RP2). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replayDifferences } from '../compare/replay.ts';
import type { ReplayFacts, SecondRun } from '../model/compare.ts';
import type { Facts } from '../model/facts.ts';
import { decodePath, nativePath } from '../model/path.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { REPLAY_RULES } from '../verify/catalog.ts';
import { decide } from '../verify/decide.ts';
import { sameEnding } from '../verify/words.ts';
import { matchEvidence } from '../evidence/globs.ts';
import { git } from '../workspace/git.ts';
import { readStampFile } from '../workspace/stamp-file.ts';
import { stampedDirectory } from '../workspace/second-directory.ts';
import { digestVariables, otherVariables } from './code-variables.ts';
import { askedOf, evidencePlaces, ownPathTest, type Context } from './context.ts';
import { recall, recallComparisons, rememberComparison, rememberVerdict } from './records.ts';
import { endSecondRun, interpreterOf, recordedRun, secondRun, warmTests, type Recorded } from './second-run.ts';
import { refuseSharedEnvironment } from './shared-environment.ts';

/** The `replay` verb: accepted only where the recorded run and its replay agree. */
export async function replayStep(context: Context): Promise<Outcome> {
  const { repository, state, settings } = context;
  const { known, stamped, run } = recall(state);
  const stamp = readStampFile(repository.top);
  if (stamped !== null && run !== null && stamp.state === 'found' && stamp.stamp.generation === stamped.facts.generation) {
    const recorded = recordedRun(context, stamped, run);
    await refuseSharedEnvironment(context, recorded.command, recorded.setup !== null);
    await makeReplay(context, recorded);
  }
  const facts: Facts = {
    step: 'check',
    stamp,
    known,
    stamped: stamped?.facts ?? null,
    run: run?.facts ?? null,
    check: null,
    ...recallComparisons(state, run),
    asked: { ...askedOf(settings), replay: true },
  };
  const decision = decide(REPLAY_RULES, facts);
  const accepted = decision.verdict === 'accepted';
  const outcome: Outcome = {
    exit: accepted ? 0 : 1,
    envelope: envelope('replay', decision.verdict, {
      generation: facts.stamped?.generation ?? null,
      tree_id: facts.stamped?.treeId ?? null,
      head: repository.head,
      findings: decision.findings,
      ...(facts.replay === null || facts.replay === undefined ? {} : { replay: replayPart(facts.replay) }),
    }),
  };
  // What was accepted on the strength of a contaminated workspace is accepted no more.
  if (!accepted && stamped !== null) rememberVerdict(state, stamped.facts.generation, { accepted: null, envelope: outcome.envelope });
  return outcome;
}

/** Runs the replay and records it. */
export async function makeReplay(context: Context, recorded: Recorded): Promise<ReplayFacts> {
  const { repository, state, settings, env } = context;
  context.progress('making a clean directory from the stamped tree');
  const directory = await stampedDirectory(repository, recorded.tree, env['RUNNER_TEMP'] ?? null);
  let second: SecondRun | undefined;
  let keep = true;
  try {
    second = await secondRun(context, recorded, { name: 'replay', directory, sameTree: true });
    const warm = await warmTests(context, recorded);
    const differences = second.ending === null ? [] : replayDifferences(warm.tests, second.tests);
    const { ending: warmEnding } = recorded.run.facts.outcome;
    const agrees = second.ending !== null && sameEnding(warmEnding, second.ending) && differences.length === 0;
    const onlyWarm = agrees ? [] : await onlyInWorkspace(context, recorded, directory.top, second, differences.map(({ says }) => says));
    keep = settings.keep || (second.ending !== null && !agrees);
    const facts: ReplayFacts = {
      format: 'generation-gate/replay/1',
      run: recorded.run.folder,
      warmEnding,
      warmTests: warm.tests.length,
      warmInterpreter: interpreterOf(recorded.run.facts.origins),
      ...(recorded.run.facts.surroundings === undefined ? {} : { warmRuntimes: recorded.run.facts.surroundings.runtimes }),
      second: endSecondRun(second, directory, keep),
      differences,
      onlyWarm,
      otherVariables: agrees ? [] : otherVariables(recorded.run.codeVariables, digestVariables(env, recorded.stamp.facts.generation)),
    };
    rememberComparison(state, recorded.stamp.facts.generation, facts);
    return facts;
  } catch (error) {
    if (!settings.keep) endSecondRun(second ?? NOT_RUN, directory, false);
    throw error;
  }
}

const NOT_RUN: SecondRun = { ending: null, setup: null, durationMs: 0, tests: [], unreadReports: [], uncountedRed: 0, interpreter: null, unfilled: [], shared: [], startErrors: [], logs: '', kept: null };

const ONLY_WARM_LIMIT = 50;
const LOG_TAIL_BYTES = 256 * 1024;

/**
 * Ignored files and folders that only the workspace has, those first that the failing run speaks of or that the tested
 * processes loaded: what the clean directory lacks is the likely cause.
 */
async function onlyInWorkspace(context: Context, { stamp, run }: Recorded, second: string, made: SecondRun, says: readonly string[]): Promise<ReplayFacts['onlyWarm']> {
  const { top } = context.repository;
  const listed = await git(['ls-files', '-o', '-i', '--exclude-per-directory=.gitignore', '--directory', '-z'], { cwd: top });
  const isOwn = ownPathTest(context);
  const evidence = new Set((await matchEvidence(evidencePlaces(context), stamp.inventory, new Set(stamp.inventory.contentMarks))).map(({ path }) => path));
  const holdsEvidence = (path: string): boolean => evidence.has(path) || (path.endsWith('/') && [...evidence].some((one) => one.startsWith(path)));
  const ignored = decodePath(listed.stdout).split('\0').filter((path) => path !== '' && !isOwn(path) && !holdsEvidence(path) && !/(^|\/)(__pycache__\/|[^/]*\.pyc)$/.test(path));
  const missing = ignored.filter((path) => !existsSync(nativePath(second, path.replace(/\/$/, ''))));
  const words = [...says, tailOf(join(made.logs, 'stdout.log')), tailOf(join(made.logs, 'stderr.log'))].join('\n');
  const { witness } = run.facts;
  const loaded = witness.state === 'present' ? witness.loads.filter(({ place }) => place === 'unstamped').map(({ path }) => path) : [];
  const named = (path: string): boolean => {
    const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
    return loaded.some((one) => one === path || (path.endsWith('/') && one.startsWith(path))) || (name.length > 2 && new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(words));
  };
  return missing
    .map((path) => ({ path, named: named(path) }))
    .toSorted((left, right) => Number(right.named) - Number(left.named))
    .slice(0, ONLY_WARM_LIMIT);
}

function tailOf(file: string): string {
  return existsSync(file) ? readFileSync(file).subarray(-LOG_TAIL_BYTES).toString('utf8') : '';
}

/** What the printed document says of a replay. */
export function replayPart({ run, warmEnding, warmTests: tests, second, differences, onlyWarm, otherVariables: variables }: ReplayFacts): object {
  return { run, ending: warmEnding, tests, clean: { ending: second.ending, tests: second.tests.length, duration_ms: second.durationMs, logs: second.logs, kept: second.kept }, differences, only_in_workspace: onlyWarm, other_variables: variables };
}
