/** What a fan-in shows: one row a cell, the expected ones first, a cell without a bundle among them (FI1). */
import type { BundleSight, CellBundle } from '../model/bundle.ts';
import { showPath } from '../model/path.ts';
import { NO_TESTS, sumOfTests, type TestTotals } from '../model/totals.ts';

export interface CellRow {
  readonly cell: string | null;
  /** `not run`: expected, and no bundle is there. `unreadable`: a bundle that names no cell, because it cannot be read. */
  readonly state: 'accepted' | 'rejected' | 'changed' | 'unreadable' | 'not run';
  readonly source: string | null;
  readonly generation: string | null;
  readonly tree_id: string | null;
  readonly head: string | null;
  readonly command_digest: string | null;
  readonly bundle_digest: string | null;
  readonly tests: TestTotals;
  readonly runtimes: readonly string[];
  readonly redacted: readonly string[];
  /** Rules that reject the cell when it is judged again. */
  readonly rejecting: readonly string[];
}

const NO_BUNDLE: Omit<CellRow, 'cell' | 'state' | 'source'> = { generation: null, tree_id: null, head: null, command_digest: null, bundle_digest: null, tests: NO_TESTS, runtimes: [], redacted: [], rejecting: [] };

/** The rows, expected cells in their order first, then all others. */
export function cellRows(expected: readonly string[], bundles: readonly BundleSight[]): readonly CellRow[] {
  const named = bundles.filter((bundle): bundle is CellBundle => bundle.state === 'read');
  const rows = expected.flatMap((cell) => {
    const own = named.filter((bundle) => bundle.cell === cell);
    return own.length === 0 ? [{ ...NO_BUNDLE, cell, state: 'not run' as const, source: null }] : own.map(rowOf);
  });
  const others = named.filter(({ cell }) => cell === null || !expected.includes(cell)).map(rowOf);
  const refused = bundles.flatMap((bundle) => (bundle.state === 'refused' ? [{ ...NO_BUNDLE, cell: null, state: 'unreadable' as const, source: bundle.source }] : []));
  return [...rows, ...others, ...refused];
}

function rowOf(bundle: CellBundle): CellRow {
  const { cell, source, generation, treeId, head, commandDigest, digest, tests, runtimes, redacted, rejecting, faults, verdict } = bundle;
  return {
    cell,
    state: faults.length > 0 ? 'changed' : verdict,
    source,
    generation,
    tree_id: treeId,
    head,
    command_digest: commandDigest,
    bundle_digest: digest,
    tests,
    runtimes,
    redacted,
    rejecting: [...new Set(rejecting.map(({ rule }) => rule))],
  };
}

/** The sum over all rows. */
export function sumOf(rows: readonly CellRow[]): TestTotals {
  return sumOfTests(rows.map(({ tests }) => tests));
}

/** The rows as a table for people. */
export function cellTable(rows: readonly CellRow[]): string {
  const cells = rows.map((row) => [
    row.cell ?? showPath(row.source ?? ''),
    row.state,
    row.tree_id?.slice(0, 12) ?? '-',
    row.generation?.slice(0, 12) ?? '-',
    row.state === 'not run' || row.state === 'unreadable' ? '-' : String(row.tests.total),
    row.state === 'not run' || row.state === 'unreadable' ? '-' : String(row.tests.failed + row.tests.errored),
    row.runtimes.join(', ') || '-',
  ]);
  const table = [['cell', 'verdict', 'tree', 'generation', 'tests', 'red', 'ran on'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) => row.map((text, column) => (column === 4 || column === 5 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0))).join('  ').trimEnd()).join('\n');
}
