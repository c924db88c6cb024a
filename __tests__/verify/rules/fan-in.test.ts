import { fanInCellAccepted } from '../../../src/verify/rules/fan-in-cell-accepted.ts';
import { fanInCellOnce } from '../../../src/verify/rules/fan-in-cell-once.ts';
import { fanInCellPresent } from '../../../src/verify/rules/fan-in-cell-present.ts';
import { fanInChangedTests } from '../../../src/verify/rules/fan-in-changed-tests.ts';
import { fanInEnvironments } from '../../../src/verify/rules/fan-in-environments.ts';
import { fanInMergedTree } from '../../../src/verify/rules/fan-in-merged-tree.ts';
import { fanInRequiredFix } from '../../../src/verify/rules/fan-in-required-fix.ts';
import { fanInRequiredTests } from '../../../src/verify/rules/fan-in-required-tests.ts';
import { fanInRunNowhere } from '../../../src/verify/rules/fan-in-run-nowhere.ts';
import { fanInSameCommand } from '../../../src/verify/rules/fan-in-same-command.ts';
import { fanInSameNestedContent } from '../../../src/verify/rules/fan-in-same-nested-content.ts';
import { fanInSameTree } from '../../../src/verify/rules/fan-in-same-tree.ts';
import type { CellBundle, CellRequired } from '../../../src/model/bundle.ts';
import type { Surroundings } from '../../../src/model/surroundings.ts';
import type { NestedRepository } from '../../../src/model/tree.ts';
import { bundles, cell, OTHER_TREE, TREE } from '../../support/bundle-facts.ts';
import { judges } from '../../support/rule-table.ts';

const fault = { file: 'facts.json', kind: 'changed', what: 'has 3 bytes, and the manifest says 4' } as const;
const refused = { state: 'refused', source: 'bundles/b', why: 'it is not there' } as const;
const two = (second: Partial<CellBundle>) => bundles({ bundles: [cell(), cell({ cell: 'b', ...second })] });

judges(fanInCellPresent, 'FI1', [
  ['both there', bundles(), 'holds', /2 expected cells/],
  ['one missing', bundles({ bundles: [cell()] }), 'broken', /^No bundle is there for cell "b"/],
  ['one unreadable counts as missing', bundles({ bundles: [cell(), refused] }), 'broken', /"b"/],
  ['both missing', bundles({ bundles: [] }), ['broken', 'broken']],
  ['one without a name', bundles({ bundles: [cell(), cell({ cell: 'b' }), cell({ cell: null, source: 'x' })] }), 'broken', /"x" names no cell/],
  ['one that was not expected', bundles({ expected: ['a'] }), ['holds', 'listed']],
  ['not expected beside a missing one', bundles({ expected: ['a', 'c'] }), ['broken', 'listed'], /"c"/],
  ['a changed one is there', two({ faults: [fault] }), 'holds'],
  ['nothing expected', bundles({ expected: [] }), 'holds', /Nothing to judge/],
]);

judges(fanInCellOnce, 'FI1', [
  ['one each', bundles(), 'holds'],
  ['twice', bundles({ bundles: [cell(), cell({ source: 'again' }), cell({ cell: 'b' })] }), 'broken', /^Cell "a" has 2 bundles: "bundles\/a", "again"/],
  ['twice, one of them rejected', bundles({ bundles: [cell(), cell({ verdict: 'rejected' })] }), 'broken'],
  ['nameless ones are another rule', bundles({ bundles: [cell({ cell: null }), cell({ cell: null })] }), 'holds', /Nothing to judge/],
]);

judges(fanInCellAccepted, 'FI1, FI3', [
  ['both accepted', bundles(), 'holds'],
  ['one rejected', two({ verdict: 'rejected', rejecting: [{ rule: 'GG-EVIDENCE-RED', what: '1 test failed' }] }), 'broken', /cell "b" is rejected by GG-EVIDENCE-RED: 1 test failed$/],
  ['rejected by many', two({ verdict: 'rejected', rejecting: Array.from({ length: 9 }, () => ({ rule: 'GG-X', what: 'y'.repeat(900) })) }), 'broken', /and 4 more findings$/],
  ['rejected, and it names nothing', two({ verdict: 'rejected' }), 'broken', /nothing that it names/],
  ['one that was not expected', bundles({ expected: ['a'], bundles: [cell(), cell({ cell: 'x', verdict: 'rejected' })] }), 'broken', /cell "x"/],
  ['a changed one is another rule', bundles({ bundles: [cell({ faults: [fault], verdict: 'rejected' })] }), 'holds', /Nothing to judge/],
]);

judges(fanInSameTree, 'FI1', [
  ['equal', bundles(), 'holds', new RegExp(TREE)],
  ['equal under another commit and generation', two({ head: 'f'.repeat(40), generation: 'f'.repeat(32) }), 'holds'],
  ['unequal', two({ treeId: OTHER_TREE }), 'broken', /2 different trees: a{40} \(cell "a"\); b{40} \(cell "b"\)/],
  ['one that was refused before its stamp', two({ treeId: null }), 'holds', /1 cell tested/],
  ['nobody has one', bundles({ bundles: [cell({ treeId: null })] }), 'holds', /Nothing to judge/],
]);

const sub: NestedRepository = { path: 'sub', kind: 'submodule', head: OTHER_TREE, recorded: OTHER_TREE, committed: TREE, tree: TREE };
const dirty = (tree: string): NestedRepository => ({ ...sub, tree });
const holding = (first: readonly NestedRepository[], second: readonly NestedRepository[]) => bundles({ bundles: [cell({ nested: first }), cell({ cell: 'b', nested: second })] });
judges(fanInSameNestedContent, 'ST2, FI1', [
  ['nothing inside', bundles(), 'holds', /Nothing to judge/],
  ['clean in both', holding([sub], [sub]), 'holds', /^2 cells tested the same files/],
  ['clean in one, not checked out in the other', holding([sub], []), 'holds'],
  ['equally dirty', holding([dirty(OTHER_TREE)], [dirty(OTHER_TREE)]), 'holds'],
  ['dirty in one', holding([sub], [dirty(OTHER_TREE)]), 'broken', /^The cells hold different files in "sub": what is recorded \(cell "a"\); b{40} \(cell "b"\)$/],
  ['dirty in one, not checked out in the other', holding([], [dirty(OTHER_TREE)]), 'broken'],
  ['dirty in two ways', holding([dirty('c'.repeat(40))], [dirty(OTHER_TREE)]), 'broken', /c{40}.*b{40}/],
  ['a repository without a commit in one alone', holding([{ path: 'new', kind: 'repository', head: null, recorded: null, committed: null, tree: TREE }], []), 'broken', /"new"/],
  ['two places', holding([dirty('c'.repeat(40)), { ...dirty(OTHER_TREE), path: 'other' }], [sub]), ['broken', 'broken']],
  ['one cell does not say', holding([dirty(OTHER_TREE)], [{ path: 'sub', kind: 'submodule', head: null }]), 'listed', /were not compared: cell "b" does not say/],
  ['one does not say, and two differ', bundles({ bundles: [cell({ nested: [dirty(OTHER_TREE)] }), cell({ cell: 'b', nested: [sub] }), cell({ cell: 'c', nested: [{ path: 'sub', kind: 'submodule', head: null }] })] }), 'broken'],
]);

judges(fanInMergedTree, 'FI1', [
  ['the same', bundles(), 'holds', /named by --tree/],
  ['another one', bundles({ merging: { treeId: OTHER_TREE, source: 'HEAD of .' } }), 'broken', /to be merged is b{40}, named by HEAD of \./],
  ['one cell with another one', two({ treeId: OTHER_TREE }), 'broken', /b{40} by cell "b"$/],
  ['nobody said', bundles({ merging: null }), 'unproven', /Only equality between the cells was judged/],
  ['no cells', bundles({ bundles: [refused] }), 'holds', /Nothing to judge/],
]);

judges(fanInSameCommand, 'FI1', [
  ['equal', bundles(), 'holds'],
  ['unequal', two({ commandDigest: '1'.repeat(64) }), 'broken', /2 different commands/],
  ['one refused before its run', two({ commandDigest: null }), 'holds'],
  ['the workflow ran them itself', bundles({ bundles: [cell({ commandDigest: null })] }), 'holds', /Nothing to judge/],
]);

const told = (unloaded: readonly string[], more: object = {}) => ({ against: 'HEAD', paths: ['t/test_a.py', 't/test_b.py'], unloaded, certain: true, required: false, ...more });
judges(fanInChangedTests, 'RN6, FI1', [
  ['no witness', bundles(), 'holds', /Nothing to judge/],
  ['nothing changed', two({ changedTests: { ...told([]), paths: [] } }), 'holds', /Nothing to judge/],
  ['each loaded somewhere', bundles({ bundles: [cell({ changedTests: told(['t/test_a.py']) }), cell({ cell: 'b', changedTests: told(['t/test_b.py']) })] }), 'holds', /2 changed test files/],
  ['one loaded nowhere', bundles({ bundles: [cell({ changedTests: told(['t/test_a.py']) }), cell({ cell: 'b', changedTests: told(['t/test_a.py']) })] }), 'broken', /^1 changed test file that no cell loaded \(compared with HEAD\): t\/test_a\.py/],
  ['perhaps by a process without a witness', two({ changedTests: told(['t/test_a.py'], { certain: false }) }), 'unproven'],
  ['the same, where witnesses are required', two({ changedTests: told(['t/test_a.py'], { certain: false, required: true }) }), 'unknown'],
]);

const required = (matched: number, ...unpassed: string[]): CellRequired => ({ id: 'test_x', matched, unpassed });
const asking = (first: CellRequired, second: CellRequired) => bundles({ requireTests: ['test_x'], bundles: [cell({ required: [first] }), cell({ cell: 'b', required: [second] })] });
judges(fanInRequiredTests, 'FI2', [
  ['nothing asked', bundles(), 'holds', /Nothing to judge/],
  ['passed in the shard that has it', asking(required(1), required(0)), 'holds'],
  ['passed in both', asking(required(1), required(2)), 'holds'],
  ['in no shard', asking(required(0), required(0)), 'broken', /in the reports of no cell/],
  ['passed in one, failed in the other', asking(required(1), required(1, 'test_x failed')), 'broken', /cell "b" \(test_x failed\)/],
  ['flaky in one', asking(required(1, 'test_x flaky'), required(0)), 'broken'],
  ['skipped in one, passed in the other', asking(required(1, 'test_x skipped'), required(1)), 'holds'],
  ['skipped in both', asking(required(1, 'test_x skipped'), required(1, 'test_x skipped')), 'broken', /skipped in every cell/],
  ['enough together', bundles({ minTests: 6 }), 'holds', /6 executed/],
  ['too few together', bundles({ minTests: 7 }), 'broken', /executed 6 tests together, fewer than 7/],
]);

const identity = (name: string) => ({ file: '', suite: [], class: 'c', name, ordinal: 0 });
judges(fanInRequiredFix, 'FI2, BL2', [
  ['nothing was to be fixed', two({ red: [identity('test_x')] }), 'holds', /Nothing to judge/],
  ['fixed in every cell', two({ requireFixed: ['c::test_x'] }), 'holds', /1 required fix red in no cell/],
  ['red in the cell that does not ask', bundles({ bundles: [cell({ requireFixed: ['test_x'] }), cell({ cell: 'b', red: [identity('test_x')] })] }), 'broken', /^The test "test_x", which must be fixed, is red in cell "b"$/],
  ['another test is red there', bundles({ bundles: [cell({ requireFixed: ['test_x'] }), cell({ cell: 'b', red: [identity('my_test_x')] })] }), 'holds'],
  ['two of them', bundles({ bundles: [cell({ requireFixed: ['test_x', 'test_y'], red: [identity('test_y')] }), cell({ cell: 'b', red: [identity('test_x')] })] }), ['broken', 'broken']],
]);

judges(fanInRunNowhere, 'FI2', [
  ['none', bundles(), 'holds'],
  ['some', bundles({ nowhere: ['a::x', 'a::y'] }), 'listed', /^2 tests skipped by every cell that reports them: a::x, a::y/],
  ['not compared', bundles({ nowhere: null }), 'holds', /Nothing to judge/],
]);

const SURROUNDINGS: Surroundings = { system: { platform: 'linux', release: '6.1.0', arch: 'x64', distribution: 'Debian GNU/Linux 12' }, runtimes: [], files: [{ path: 'uv.lock', digest: '1'.repeat(64) }], variables: [{ name: 'TZ', digest: null }] };
const withSurroundings = (changes: Partial<Surroundings>, treeId = TREE) => bundles({ bundles: [cell({ surroundings: SURROUNDINGS }), cell({ cell: 'b', treeId, surroundings: { ...SURROUNDINGS, ...changes } })] });
judges(fanInEnvironments, 'RN7, FI1', [
  ['equal', bundles(), 'holds', /cpython 3\.12\.1/],
  ['unequal', two({ runtimes: ['cpython 3.9.2'] }), 'listed', /2 different runtimes/],
  ['unknown', bundles({ bundles: [cell({ runtimes: [] })] }), 'holds', /Nothing to judge/],
  ['no runtime, equal surroundings', bundles({ bundles: [cell({ runtimes: [], surroundings: SURROUNDINGS })] }), 'holds', /1 cell ran in equal surroundings/],
  ['other surroundings', withSurroundings({ system: { ...SURROUNDINGS.system, arch: 'arm64' }, variables: [{ name: 'TZ', digest: '3'.repeat(64) }], files: [] }), ['listed', 'listed', 'listed']],
  ['a variable that only one cell recorded', withSurroundings({ variables: [{ name: 'MINE', digest: null }] }), 'holds'],
  ['salted with another tree', withSurroundings({ variables: [{ name: 'TZ', digest: '3'.repeat(64) }] }, OTHER_TREE), 'holds'],
]);
