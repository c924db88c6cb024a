import { bundleIntact } from '../../../src/verify/rules/bundle-intact.ts';
import { bundleNestedContent } from '../../../src/verify/rules/bundle-nested-content.ts';
import { bundlePatch } from '../../../src/verify/rules/bundle-patch.ts';
import { bundleReadable } from '../../../src/verify/rules/bundle-readable.ts';
import { bundleVerdict } from '../../../src/verify/rules/bundle-verdict.ts';
import type { BundlePatch, PatchSight } from '../../../src/model/bundle.ts';
import type { NestedRepository } from '../../../src/model/tree.ts';
import { bundles, cell, COMMIT, OTHER_TREE, TREE } from '../../support/bundle-facts.ts';
import { judges } from '../../support/rule-table.ts';

const refused = { state: 'refused', source: 'bundles/b.zip', why: 'its entry x is a link' } as const;
const fault = { file: 'reports/0001.xml', kind: 'changed', what: 'has the SHA-256 1, and the manifest says 2' } as const;

function patched(patch: PatchSight, about: Partial<Parameters<typeof cell>[0]> = {}) {
  return bundles({ step: 'verify', expected: [], bundles: [cell(about)], patch });
}
const leftOut: BundlePatch = { state: 'written', against: { what: 'head', commit: null, tree: OTHER_TREE }, left_out: ['.env'] };

judges(bundleReadable, 'FI1', [
  ['two that can be read', bundles(), 'holds', /2 bundles/],
  ['one that cannot', bundles({ bundles: [cell(), refused] }), 'broken', /"bundles\/b\.zip" cannot be read: its entry x is a link/],
  ['two that cannot', bundles({ bundles: [refused, { ...refused, source: 'c' }] }), ['broken', 'broken']],
  ['none at all is another rule', bundles({ bundles: [] }), 'holds', /Nothing to judge/],
]);

judges(bundleIntact, 'FI1, FI3, PB3', [
  ['as written', bundles(), 'holds'],
  ['a changed file', bundles({ bundles: [cell({ faults: [fault] }), cell({ cell: 'b' })] }), 'broken', /"reports\/0001\.xml" has the SHA-256 1/],
  ['two changed bundles', bundles({ bundles: [cell({ faults: [fault] }), cell({ cell: 'b', faults: [fault, fault] })] }), ['broken', 'broken']],
  ['many faults are counted', bundles({ bundles: [cell({ faults: Array.from({ length: 40 }, () => fault) })] }), 'broken', /and 30 more$/],
  ['an unreadable one is another rule', bundles({ bundles: [refused] }), 'holds', /Nothing to judge/],
]);

const sub: NestedRepository = { path: 'sub', kind: 'submodule', head: COMMIT, recorded: COMMIT, committed: TREE, tree: TREE };
judges(bundleNestedContent, 'ST2, FI1, FI3', [
  ['nothing inside', bundles(), 'holds', /Nothing to judge/],
  ['clean', bundles({ bundles: [cell({ nested: [sub] }), cell({ cell: 'b', nested: [sub] })] }), 'holds', /^2 cells tested/],
  ['dirty in one', bundles({ bundles: [cell({ nested: [sub] }), cell({ cell: 'b', nested: [{ ...sub, tree: OTHER_TREE }] })] }), 'listed', /^Not as recorded in cell "b": sub holds tree b{40}/],
  ['one bundle by itself', bundles({ step: 'verify', expected: [], bundles: [cell({ cell: null, nested: [{ ...sub, tree: OTHER_TREE }] })] }), 'listed', /in the bundle "bundles\/a"/],
  ['written by a version that did not look', bundles({ bundles: [cell({ nested: [{ path: 'sub', kind: 'submodule', head: COMMIT }] })] }), 'listed', /is not in the bundle: version 0\.1\.0 wrote it/],
  ['a changed bundle is another rule', bundles({ bundles: [cell({ faults: [fault], nested: [{ ...sub, tree: OTHER_TREE }] })] }), 'holds', /Nothing to judge/],
]);

judges(bundleVerdict, 'FI1, FI3', [
  ['claims that hold', bundles(), 'holds'],
  ['another verdict', bundles({ bundles: [cell({ verdict: 'rejected', differences: ['verdict.json says "accepted", and its files give "rejected"'] })] }), 'broken', /cell "a".*files give "rejected"/],
  ['a changed bundle is another rule', bundles({ bundles: [cell({ faults: [fault], differences: ['x'] })] }), 'holds', /Nothing to judge/],
]);

judges(bundlePatch, 'FI3, PB3', [
  ['no repository named', patched({ state: 'not-asked' }), 'unproven', /no repository was named/],
  ['gives the tree', patched({ state: 'gives', treeId: TREE, against: 'commit c' }), 'holds'],
  ['gives another tree', patched({ state: 'gives', treeId: OTHER_TREE, against: 'commit c' }), 'broken', /gives tree b+ on commit c, and the bundle is of tree a+$/],
  ['gives another tree, for something was left out', patched({ state: 'gives', treeId: OTHER_TREE, against: 'commit c' }, { patch: leftOut }), 'broken', /left out of it: \.env$/],
  ['cannot be applied, and was asked for', patched({ state: 'unknown', why: 'commit c is not in the repository' }), 'unknown', /commit c is not in the repository/],
  ['a bundle without a patch', patched({ state: 'not-asked' }, { patch: { state: 'absent', why: 'x' } }), 'unproven'],
  ['a changed bundle is another rule', patched({ state: 'not-asked' }, { faults: [fault] }), 'holds', /Nothing to judge/],
]);
