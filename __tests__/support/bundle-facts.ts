/** Facts about bundles for table tests: two cells that agree, until a test says otherwise. */
import type { BundlesFacts, CellBundle } from '../../src/model/bundle.ts';

export const TREE = 'a'.repeat(40);
export const OTHER_TREE = 'b'.repeat(40);
export const COMMIT = 'c'.repeat(40);

export function cell(more: Partial<CellBundle> = {}): CellBundle {
  return {
    state: 'read',
    source: `bundles/${more.cell ?? 'a'}`,
    cell: 'a',
    origin: null,
    generation: '0123456789abcdef0123456789abcdef',
    treeId: TREE,
    head: COMMIT,
    nested: [],
    commandDigest: 'd'.repeat(64),
    digest: 'e'.repeat(64),
    program: '0.1.0',
    faults: [],
    differences: [],
    verdict: 'accepted',
    rejecting: [],
    tests: { total: 4, passed: 3, failed: 0, errored: 0, skipped: 1, flaky: 0 },
    runtimes: ['cpython 3.12.1'],
    changedTests: null,
    required: [],
    requireFixed: [],
    red: [],
    redacted: [],
    fromCache: null,
    policy: null,
    patch: { state: 'empty', against: { what: 'head', commit: COMMIT, tree: TREE } },
    ...more,
  };
}

export function bundles(more: Partial<BundlesFacts> = {}): BundlesFacts {
  return {
    step: 'fan-in',
    expected: ['a', 'b'],
    bundles: [cell(), cell({ cell: 'b' })],
    superseded: [],
    jobs: [],
    merging: { treeId: TREE, source: '--tree' },
    requireTests: [],
    minTests: 0,
    nowhere: [],
    patch: { state: 'not-asked' },
    ...more,
  };
}
