/** The `fan-in` verb: the bundles of all cells judged again, and one decision over them (FI1, FI2). */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { BundlesFacts, BundleSight, BundleSource, CellBundle, GatheredBundles } from '../model/bundle.ts';
import type { ReportCase } from '../model/report.ts';
import { cellsOf, type PolicyFacts } from '../model/policy.ts';
import type { Settings } from '../inputs/plan.ts';
import { readBundle } from '../publish/bundle-read.ts';
import { cellRows, cellTable, sumOf } from '../publish/fan-in.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import type { Progress } from '../publish/progress.ts';
import { clearReport } from '../publish/report/file.ts';
import { createMatrix } from '../publish/report/matrix.ts';
import { policyPart } from '../publish/policy.ts';
import { createTestRegister, type TestRegister } from '../publish/test-register.ts';
import { bundleSources, openBundle } from '../publish/unpack.ts';
import { latestAttempts } from '../verify/attempts.ts';
import { BUNDLE_CATALOG } from '../verify/bundle-catalog.ts';
import { decide } from '../verify/decide.ts';
import type { BaseReader } from '../workspace/base-tree.ts';
import { git } from '../workspace/git.ts';
import { readHead } from '../workspace/repository.ts';
import { headTreeOf } from '../workspace/stamped-patch.ts';

export interface FanInCall {
  readonly settings: Pick<Settings, 'expectCells' | 'neededJobs' | 'tree' | 'repo' | 'requireTests' | 'minTests' | 'report'>;
  /** Folders and zip files, or folders of them. */
  readonly bundles: readonly string[];
  /** What was fetched for this call: bundles under the names that a reader knows them by, and those that could not be. */
  readonly gathered?: GatheredBundles;
  /** What the service says of the tree that is to be merged; asked only where the settings name none. */
  readonly merging?: BundlesFacts['merging'];
  readonly progress: Progress;
  readonly env: NodeJS.ProcessEnv;
  /** Reads the tree of a commit by the API; absent where nobody can. */
  readonly readBase?: BaseReader | undefined;
}

/** Judges bundles together. Needs no repository; where one is named its HEAD says what is to be merged. */
export async function fanInStep(call: FanInCall): Promise<Outcome> {
  const { settings, bundles, gathered, merging: told, progress } = call;
  const { neededJobs: jobs, requireTests, minTests, report } = settings;
  const merging = (await mergingTree(settings)) ?? told ?? null;
  const policy = await governingPolicy(call);
  // A call may expect more than the policy, never less.
  const expected = [...new Set([...(policy === null ? [] : cellsOf(policy.document)), ...settings.expectCells])];
  if (expected.length === 0) throw new UsageError('GG-EXPECT-MISSING', 'No cell is expected, and no policy declares any', 'Name them all, for example: generation-gate fan-in --expect linux,macos bundles/*; or name the checkout whose policy does: --repo .');
  if (report !== null) clearReport(report);
  const sources = [...bundleSources(bundles).map((place) => ({ place, name: place })), ...(gathered?.bundles ?? [])];
  const { sights, superseded, notes } = await judgeAll(sources, { requireTests, wantsTable: report !== null, progress });
  const all = [...sights, ...(gathered?.refused ?? [])];
  const facts: BundlesFacts = { step: 'fan-in', expected, bundles: all, superseded, jobs, merging, requireTests, minTests, nowhere: notes.nowhere(), patch: { state: 'not-asked' }, policy };
  const decision = decide(BUNDLE_CATALOG, facts);
  const rows = cellRows(expected, all);
  const outcome: Outcome = {
    exit: decision.verdict === 'accepted' ? 0 : 1,
    envelope: envelope('fan-in', decision.verdict, {
      generation: onlyOne(rows.map(({ generation }) => generation)),
      tree_id: onlyOne(rows.map(({ tree_id: tree }) => tree)),
      head: onlyOne(rows.map(({ head }) => head)),
      findings: decision.findings,
      tests: sumOf(rows),
      merging: merging === null ? null : { tree_id: merging.treeId, source: merging.source },
      cells: rows,
      superseded: cellRows([], superseded),
      ...(policy === null ? {} : { policy: policyPart(policy) }),
      preface: cellTable(rows),
    }),
  };
  return report === null ? outcome : (await import('./report.ts')).reported(report, outcome, { facts: null, tests: notes.table() }, null);
}

interface JudgedBundles {
  readonly sights: readonly BundleSight[];
  readonly superseded: readonly CellBundle[];
  readonly notes: TestNotes;
}

interface JudgeOptions {
  readonly requireTests: readonly string[];
  /** Whether a table of every test in every cell is wanted. */
  readonly wantsTable: boolean;
  readonly progress: Progress;
}

/** Judges every bundle, one at a time: what stays of each is a few kilobytes. */
async function judgeAll(sources: readonly BundleSource[], options: JudgeOptions): Promise<JudgedBundles> {
  const first = await judgeOnce(sources, options);
  const { bundles, superseded } = latestAttempts([...first.sights.values()]);
  if (superseded.length === 0) return { sights: bundles, superseded, notes: first.notes };
  // What an earlier attempt ran does not count: the tests of the others are read once more without it.
  const { notes } = await judgeOnce(sources.filter((source) => bundles.includes(first.sights.get(source) as BundleSight)), options);
  return { sights: bundles, superseded, notes };
}

async function judgeOnce(sources: readonly BundleSource[], { requireTests, wantsTable, progress }: JudgeOptions): Promise<{ readonly sights: ReadonlyMap<BundleSource, BundleSight>; readonly notes: TestNotes }> {
  const sights = new Map<BundleSource, BundleSight>();
  const notes = createTestNotes(wantsTable);
  for (const source of sources) {
    progress(`judging ${source.name} again`);
    const taking = notes.open();
    const sight: BundleSight = { ...(await judgeAgain(source.place, { requireTests, register: taking })), source: source.name };
    taking.close(sight.state === 'read' ? (sight.cell ?? source.name) : source.name);
    sights.set(source, sight);
  }
  progress(null);
  return { sights, notes };
}

interface TestNotes {
  /** Takes the tests of one bundle, whose cell is known only when it is read. */
  readonly open: () => TestRegister & { readonly close: (cell: string) => void };
  readonly nowhere: TestRegister['nowhere'];
  readonly table: () => ReturnType<ReturnType<typeof createMatrix>['table']> | null;
}

function createTestNotes(wantsTable: boolean): TestNotes {
  const register = createTestRegister();
  const matrix = wantsTable ? createMatrix() : null;
  return {
    nowhere: register.nowhere,
    table: () => matrix?.table() ?? null,
    open: () => {
      const cases: (readonly ReportCase[])[] = [];
      return {
        ...register,
        take: (its) => {
          register.take(its);
          if (matrix !== null) cases.push(its);
        },
        close: (cell) => {
          for (const its of cases) matrix?.cell(cell)(its);
        },
      };
    },
  };
}

/** Opens, judges and closes one bundle. */
export async function judgeAgain(source: string, options: Parameters<typeof readBundle>[1]): Promise<BundleSight> {
  const opened = await openBundle(source);
  try {
    return await readBundle(opened, options);
  } finally {
    if (opened.state === 'open') opened.store.close();
  }
}

/** The policy of what is to be merged, where a repository is named: the event's base governs there as in the cells. */
async function governingPolicy({ settings: { repo }, env, readBase }: FanInCall): Promise<PolicyFacts | null> {
  if (repo === null) return null;
  const folder = realpathSync(resolve(repo));
  const { findPolicy } = await import('./policy.ts');
  const found = await git(['rev-parse', '--path-format=absolute', '--git-common-dir', '--show-toplevel'], { cwd: folder });
  const [commonDir = folder, top] = found.stdout.toString('utf8').split('\n');
  const head = await readHead(folder);
  const repository = { top: top === undefined || top === '' ? folder : realpathSync(top), commonDir, head, objectFormat: head?.length === 64 ? ('sha256' as const) : ('sha1' as const) };
  return (await findPolicy({ repository, env, given: {}, readBase, own: 'head' })).facts;
}

async function mergingTree({ tree, repo }: FanInCall['settings']): Promise<BundlesFacts['merging']> {
  if (tree !== null) return { treeId: tree, source: '--tree' };
  if (repo === null) return null;
  requireFolder(repo);
  const head = await headTreeOf(resolve(repo));
  if (head === null) throw new UsageError('GG-REPOSITORY-NOT-FOUND', `"${repo}" is no repository with a commit at HEAD`, 'Name the checkout of the commit that is to be merged: --repo DIR');
  return { treeId: head, source: `HEAD of ${repo}` };
}

/** A repository that is not there is a mistake of the call, found before any bundle is opened. */
export function requireFolder(repo: string): void {
  if (statSync(resolve(repo), { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError('GG-REPOSITORY-NOT-FOUND', `"${repo}" is no folder`, 'Name a checkout of the code: --repo DIR');
}

/** The value that all agree on; null where they do not. */
function onlyOne(values: readonly (string | null)[]): string | null {
  const different = new Set(values.filter((value) => value !== null));
  return different.size === 1 ? ([...different][0] ?? null) : null;
}
