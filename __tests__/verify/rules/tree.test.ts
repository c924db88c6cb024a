import { treeHeadMoved } from '../../../src/verify/rules/tree-head-moved.ts';
import { treeNestedContent } from '../../../src/verify/rules/tree-nested-content.ts';
import { treeNewPath } from '../../../src/verify/rules/tree-new-path.ts';
import { treeRawFiltered } from '../../../src/verify/rules/tree-raw-filtered.ts';
import { treeSame } from '../../../src/verify/rules/tree-same.ts';
import { treeTouched } from '../../../src/verify/rules/tree-touched.ts';
import { treeUnchanged } from '../../../src/verify/rules/tree-unchanged.ts';
import type { Facts } from '../../../src/model/facts.ts';
import type { Drift, NestedRepository } from '../../../src/model/tree.ts';
import { asked, check, facts as healthy, NO_DRIFT, run, stamped, TREE_ID } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const change = { path: 'src/price.py', stamped: `100644 ${'1'.repeat(64)}`, now: `100755 ${'2'.repeat(64)}` };
/** Nobody watched the run: what a witness adds is told in the table of its own rules. */
function facts(changes: Partial<Facts> = {}): Facts {
  const given = healthy(changes);
  return given.run === null ? given : { ...given, run: { ...given.run, witness: { state: 'absent', why: 'none' } } };
}

const OTHER_TREE = '5'.repeat(40);

function drift(changes: Partial<Drift>): Drift {
  return { ...NO_DRIFT, ...changes };
}

function atStart(changes: Partial<Drift>) {
  return facts({ run: run({ atStart: drift(changes), atEnd: drift(changes) }), check: check({ drift: drift(changes) }) });
}
function atEnd(changes: Partial<Drift>) {
  return facts({ run: run({ atEnd: drift(changes) }), check: check({ drift: drift(changes) }) });
}
function atCheck(changes: Partial<Drift>) {
  return facts({ check: check({ drift: drift(changes) }) });
}
function withoutRun(changes: Partial<Drift>) {
  return facts({ run: null, asked: asked({ outcome: 'success' }), check: check({ drift: drift(changes) }) });
}
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, check: null });
const notMeasured = facts({ check: null });

judges(treeUnchanged, 'ST6', [
  ['equal bytes', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['not measured', notMeasured, 'unknown'],
  ['changed before the run', atStart({ changed: [change] }), 'broken', /^1 stamped path changed between the stamp and the start of the run: src\/price\.py \(stamped 100644 1{12}…, now 100755 2{12}…\)$/],
  ['changed before the run and put back', facts({ run: run({ atStart: drift({ changed: [change] }) }) }), 'broken', /start of the run/],
  ['changed by the command', atEnd({ changed: [change] }), 'broken', /while the command ran: src\/price\.py/],
  ['changed after the run', atCheck({ changed: [change] }), 'broken', /after the run had ended: src\/price\.py/],
  ['changed, and nobody saw the run', withoutRun({ changed: [change] }), 'broken', /after the stamp: src\/price\.py/],
  ['vanished', atCheck({ vanished: ['a b.py'] }), 'broken', /"a b\.py" \(stamped, now gone\)/],
  ['one in each span', facts({ run: run({ atStart: drift({ changed: [change] }), atEnd: drift({ changed: [change], vanished: ['x'] }) }) }), ['broken', 'broken'], /start of the run/],
  ['very many', atCheck({ vanished: Array.from({ length: 500 }, (_, at) => `gone/${at}`) }), 'broken', /^500 stamped paths .* and 490 more$/],
]);

judges(treeSame, 'ST2, ST6', [
  ['the stamped tree', facts(), 'holds', new RegExp(TREE_ID)],
  ['no stamp is another rule', noStamp, 'holds'],
  ['not measured', notMeasured, 'unknown'],
  ['another tree', facts({ check: check({ treeNow: OTHER_TREE }) }), 'broken', new RegExp(`${OTHER_TREE}.*${TREE_ID}`)],
  ['a submodule at another commit', atCheck({ headsMoved: [{ path: 'lib', stamped: 'a'.repeat(40), now: 'b'.repeat(40) }] }), 'broken', /lib \(stamped a{40}, now b{40}\)/],
  ['moved and moved back', facts({ run: run({ atEnd: drift({ headsMoved: [{ path: 'lib', stamped: 'no commit', now: 'b'.repeat(40) }] }) }) }), 'broken', /while the command ran/],
  ['conversion settings', atCheck({ settingsChanged: true }), 'broken', /settings.*after the run/],
  ['all three', facts({ check: check({ treeNow: OTHER_TREE, drift: drift({ settingsChanged: true, headsMoved: [{ path: 'lib', stamped: 'x', now: 'y' }] }) }) }), ['broken', 'broken', 'broken']],
]);

judges(treeNewPath, 'ST6', [
  ['nothing new', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['not measured', notMeasured, 'unknown'],
  ['before the run', atStart({ added: ['conftest.py'] }), 'unknown', /^1 new path appeared between the stamp and the start of the run: conftest\.py/],
  ['before the run, and gone again', facts({ run: run({ atStart: drift({ added: ['conftest.py'] }) }) }), 'unknown', /conftest\.py/],
  ['by the run', atEnd({ added: ['out.txt'] }), 'listed', /while the command ran: out\.txt/],
  ['after the run', atCheck({ added: ['out.txt'] }), 'listed', /after the run had ended/],
  ['nobody saw the run', withoutRun({ added: ['out.txt'] }), 'listed', /after the stamp/],
]);

judges(treeTouched, 'ST6', [
  ['nothing touched', facts(), 'holds'],
  ['by the run', atEnd({ touched: ['a.py'] }), 'listed', /while the command ran: a\.py/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(treeHeadMoved, 'ST6', [
  ['the stamped head', facts(), 'holds'],
  ['another commit of the same tree', facts({ stamped: stamped({ head: 'a'.repeat(40) }), check: check({ headNow: 'b'.repeat(40) }) }), 'listed', /HEAD is b{40}, and the stamp saw a{40}; the tree id is still 4b82/],
  ['a first commit', facts({ check: check({ headNow: 'b'.repeat(40) }) }), 'listed', /an unborn branch/],
  ['another tree as well', facts({ check: check({ headNow: 'b'.repeat(40), treeNow: OTHER_TREE }) }), 'listed', /the tree id is 5{40}, and/],
]);

judges(treeRawFiltered, 'ST2', [
  ['no filter', facts(), 'holds'],
  ['at the stamp', facts({ step: 'stamp', stamped: stamped({ rawFiltered: ['big.bin'] }) }), 'listed', /big\.bin/],
  ['at the check', facts({ stamped: stamped({ rawFiltered: ['big.bin'] }) }), 'listed', /big\.bin/],
]);

const [COMMIT, OTHER_COMMIT] = ['6'.repeat(40), '7'.repeat(40)];
const clean: NestedRepository = { path: 'vendor/lib', kind: 'submodule', head: COMMIT, recorded: COMMIT, committed: TREE_ID, tree: TREE_ID };
const holding = (...nested: readonly NestedRepository[]) => facts({ stamped: stamped({ nested: [...nested] }) });
judges(treeNestedContent, 'ST2', [
  ['no repository inside', facts(), 'holds', /Nothing to judge/],
  ['a clean submodule and a clean repository', holding(clean, { ...clean, path: 'x', kind: 'repository', recorded: null }), 'holds', /^2 repositories inside the workspace, each/],
  ['at the stamp: other files', facts({ step: 'stamp', stamped: stamped({ nested: [{ ...clean, tree: OTHER_TREE }] }) }), 'listed', /^1 repository inside the workspace is not as recorded: vendor\/lib holds tree 5{40}, where its commit 6{40} has tree 4b825/],
  ['at the check: another commit', holding({ ...clean, head: OTHER_COMMIT }), 'listed', /vendor\/lib is at commit 7{40}, where the index records 6{40}$/],
  ['both', holding({ ...clean, head: OTHER_COMMIT, tree: OTHER_TREE }), 'listed', /is at commit 7{40}, .* and holds tree 5{40}/],
  ['a repository without a commit', holding({ path: 'new', kind: 'repository', head: null, recorded: null, committed: null, tree: OTHER_TREE }), 'listed', /new has no commit/],
  ['files where a submodule belongs', holding({ path: 'sub', kind: 'plain', head: null, recorded: COMMIT, committed: null, tree: OTHER_TREE }), 'listed', /sub holds files and no repository/],
  ['a file that git cannot convert', holding({ ...clean, tree: null }), 'listed', /nobody can tell/],
  ['a commit whose tree cannot be read', holding({ ...clean, committed: null }), 'listed', /git cannot read the tree of its commit/],
  ['recorded by a version that did not look', holding({ path: 'sub', kind: 'submodule', head: COMMIT }), 'holds'],
]);
