/** The baseline: the recorded command on the base's code, with the patched tests and as it was (BL1, BL2). */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bentTests, redTests, transitionsOf, type SideTests } from '../compare/baseline.ts';
import { lineMapOf } from '../compare/line-map.ts';
import { signatureOf } from '../compare/signature.ts';
import { testFileTest } from '../compare/test-files.ts';
import { isRed, type BaselineFacts, type ComparedTest, type SecondRun, type Unfilled } from '../model/compare.ts';
import { nativePath } from '../model/path.ts';
import { git } from '../workspace/git.ts';
import { commitDirectory, overlayCommit, overlayStamped, stampedDirectory, type SecondDirectory } from '../workspace/second-directory.ts';
import type { BaseRevision } from './base-revision.ts';
import type { Context } from './context.ts';
import { rememberComparison } from './records.ts';
import { endSecondRun, interpreterOf, secondRoots, secondRun, warmRoots, warmTests, type Recorded } from './second-run.ts';

/** Runs the command on the base and records what became of every test. */
export async function makeBaseline(context: Context, recorded: Recorded, base: BaseRevision): Promise<BaselineFacts> {
  const { repository, settings, state } = context;
  const { globs, isTest } = testFileTest(settings.tests);
  const parent = context.env['RUNNER_TEMP'] ?? null;
  const { tree, run, stamp } = recorded;
  context.progress('making a directory from the base');

  let files = { taken: 0, changed: [] as readonly string[] };
  const withTests = await runIn(context, recorded, 'base-with-tests', () => commitDirectory(repository, base.commit, tree, parent), async (directory) => {
    const overlay = await overlayStamped(directory, repository.top, tree, isTest);
    files = overlay;
    return overlay.unfilled;
  });
  const sameTests = files.changed.length === 0;
  const asWas = sameTests ? null : await runIn(context, recorded, 'base', () => commitDirectory(repository, base.commit, tree, parent));
  const oldTests = sameTests ? null : await runIn(context, recorded, 'old-tests', () => stampedDirectory(repository, tree, parent), (directory) => overlayCommit(directory, repository, base.commit, tree, isTest));

  const warm = await warmTests(context, recorded);
  const head: SideTests = { tests: warm.tests, roots: warmRoots(context), startErrors: [] };
  const before = asWas ?? withTests;
  const lines = await lineMap(repository.top, base.commit, side(before), head);
  const red = redTests(side(before), side(withTests), head, lines);
  const facts: BaselineFacts = {
    format: 'generation-gate/baseline/1',
    run: run.folder,
    base: { ...base },
    mode: settings.baseline,
    requireFixed: [...settings.requireFixed],
    importErrors: settings.baseImportErrors,
    roots: [...head.roots],
    testGlobs: [...globs],
    testFiles: { taken: files.taken, changed: [...files.changed].slice(0, CHANGED_LIMIT) },
    headEnding: run.facts.outcome.ending,
    headInterpreter: interpreterOf(run.facts.origins),
    ...(run.facts.surroundings === undefined ? {} : { headRuntimes: run.facts.surroundings.runtimes }),
    withTests: withTests.run,
    asWas: asWas?.run ?? null,
    oldTests: oldTests?.run ?? null,
    transitions: transitionsOf(side(withTests), warm.tests),
    ...red,
    bent: oldTests === null ? [] : bentTests(before.run.tests, oldTests.run.tests, warm.tests),
  };
  rememberComparison(state, stamp.facts.generation, facts);
  return facts;
}

const CHANGED_LIMIT = 200;

interface MadeRun {
  readonly run: SecondRun;
  readonly roots: readonly string[];
}

/** One run in a directory of its own, which is taken away afterwards unless it is to be kept. */
async function runIn(context: Context, recorded: Recorded, name: string, make: () => Promise<SecondDirectory>, change?: (directory: SecondDirectory) => Promise<readonly Unfilled[]>): Promise<MadeRun> {
  const directory = await make();
  const roots = secondRoots(context.env, directory);
  let run: SecondRun | undefined;
  try {
    const unfilled = (await change?.(directory)) ?? [];
    run = await secondRun(context, recorded, { name, directory, unfilled, sameTree: false });
  } finally {
    if (run === undefined && !context.settings.keep) endSecondRun(NOTHING, directory, false);
  }
  return { run: endSecondRun(run, directory, context.settings.keep), roots };
}

const NOTHING: SecondRun = { ending: null, setup: null, durationMs: 0, tests: [], unreadReports: [], uncountedRed: 0, interpreter: null, unfilled: [], shared: [], startErrors: [], logs: '', kept: null };

function side({ run, roots }: MadeRun): SideTests {
  return { tests: run.tests, roots, startErrors: run.startErrors };
}

/** Lines of the base's files on the head, for the files in which both fail at another line. */
async function lineMap(top: string, commit: string, base: SideTests, head: SideTests): Promise<ReturnType<typeof lineMapOf>> {
  const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
  const files = new Set<string>();
  for (const test of head.tests.filter(isRed)) {
    const before = placeOf(baseByKey.get(test.key), base.roots);
    const now = placeOf(test, head.roots);
    if (before !== null && now !== null && before.file === now.file && before.line !== now.line) files.add(before.file);
  }
  const diffs = new Map<string, string>();
  for (const file of files) diffs.set(file, await diffOf(top, commit, file));
  return lineMapOf(diffs);
}

function placeOf(test: ComparedTest | undefined, roots: readonly string[]): { readonly file: string; readonly line: number | null } | null {
  return test === undefined || test.failure === null ? null : signatureOf(test.failure, roots);
}

/** The difference of one file, made outside of every repository so that no attribute of it counts. */
async function diffOf(top: string, commit: string, file: string): Promise<string> {
  const blob = await git(['cat-file', 'blob', `${commit}:${file}`], { cwd: top });
  const now = nativePath(top, file);
  if (blob.code !== 0 || file.startsWith('/') || file.split('/').includes('..') || !existsSync(now)) return '';
  const folder = mkdtempSync(join(tmpdir(), 'generation-gate-diff-'));
  try {
    writeFileSync(join(folder, 'base'), blob.stdout);
    copyFileSync(now, join(folder, 'head'));
    const diff = await git(['diff', '--no-index', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--text', 'base', 'head'], { cwd: folder });
    return diff.stdout.toString('latin1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
