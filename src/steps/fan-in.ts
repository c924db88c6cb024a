/** The `fan-in` verb: the bundles of all cells judged again, and one decision over them (FI1, FI2). */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../model/errors.ts';
import type { BundlesFacts, BundleSight } from '../model/bundle.ts';
import type { ReportCase } from '../model/report.ts';
import type { Settings } from '../inputs/plan.ts';
import { readBundle } from '../publish/bundle-read.ts';
import { cellRows, cellTable, sumOf } from '../publish/fan-in.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import type { Progress } from '../publish/progress.ts';
import { clearReport } from '../publish/report/file.ts';
import { createMatrix } from '../publish/report/matrix.ts';
import { createTestRegister } from '../publish/test-register.ts';
import { bundleSources, openBundle } from '../publish/unpack.ts';
import { BUNDLE_CATALOG } from '../verify/bundle-catalog.ts';
import { decide } from '../verify/decide.ts';
import { headTreeOf } from '../workspace/stamped-patch.ts';

export interface FanInCall {
  readonly settings: Pick<Settings, 'expectCells' | 'tree' | 'repo' | 'requireTests' | 'minTests' | 'report'>;
  /** Folders and zip files, or folders of them. */
  readonly bundles: readonly string[];
  readonly progress: Progress;
}

/** Judges bundles together. Needs no repository; where one is named its HEAD says what is to be merged. */
export async function fanInStep({ settings, bundles, progress }: FanInCall): Promise<Outcome> {
  const { expectCells: expected, requireTests, minTests, report } = settings;
  if (expected.length === 0) throw new UsageError('GG-EXPECT-MISSING', 'No cell is expected', 'Name them all, for example: generation-gate fan-in --expect linux,macos bundles/*');
  const merging = await mergingTree(settings);
  if (report !== null) clearReport(report);
  const register = createTestRegister();
  const matrix = report === null ? null : createMatrix();
  const sights: BundleSight[] = [];
  for (const source of bundleSources(bundles)) {
    progress(`judging ${source} again`);
    const cases: ReportCase[][] = [];
    const sight = await judgeAgain(source, { requireTests, register: matrix === null ? register : { ...register, take: (its) => (register.take(its), void cases.push([...its])) } });
    sights.push(sight);
    for (const its of cases) matrix?.cell(sight.state === 'read' ? (sight.cell ?? source) : source)(its);
  }
  progress(null);
  const facts: BundlesFacts = { step: 'fan-in', expected, bundles: sights, merging, requireTests, minTests, nowhere: register.nowhere(), patch: { state: 'not-asked' } };
  const decision = decide(BUNDLE_CATALOG, facts);
  const rows = cellRows(expected, sights);
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
      preface: cellTable(rows),
    }),
  };
  return report === null ? outcome : (await import('./report.ts')).reported(report, outcome, { facts: null, tests: matrix?.table() ?? null }, null);
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
