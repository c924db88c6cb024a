import { fanInOtherPolicy } from '../../../src/verify/rules/fan-in-other-policy.ts';
import { bundles, cell } from '../../support/bundle-facts.ts';
import { BASE, policy } from '../../support/policy-facts.ts';
import { judges } from '../../support/rule-table.ts';

const own = policy();
const other = policy({}, { file: { path: 'generation-gate.config.yml', digest: '3'.repeat(64) } });
const firstOne = policy({}, { file: null, binds: false, base: BASE, head: { path: 'generation-gate.config.yml', digest: '4'.repeat(64), notCounted: [] } });

judges(fanInOtherPolicy, 'PO3, FI1', [
  ['no bundle', bundles({ bundles: [] }), 'holds', /^Nothing to judge/],
  ['none went by a policy', bundles(), 'holds', /went by no policy/],
  ['all went by one', bundles({ bundles: [cell({ policy: own }), cell({ cell: 'b', policy: own })] }), 'holds'],
  ['two policies', bundles({ bundles: [cell({ policy: own }), cell({ cell: 'b', policy: other })] }), 'broken', /2 different policies/],
  ['one without', bundles({ bundles: [cell({ policy: own }), cell({ cell: 'b' })] }), 'broken', /no policy \(cell "b"\)/],
  ['a rejected cell is another rule', bundles({ bundles: [cell({ policy: own }), cell({ cell: 'b', verdict: 'rejected' })] }), 'holds'],
  ['the one that governs', bundles({ policy: own, bundles: [cell({ policy: own })] }), 'holds', /went by the policy 1+/],
  ['another than the one that governs', bundles({ policy: own, bundles: [cell({ policy: other })] }), 'broken', /cell "a" by 3+/],
  ['none, where one governs', bundles({ policy: own, bundles: [cell()] }), 'broken', /by no policy/],
  ['the first policy of a change, in all', bundles({ policy: firstOne, bundles: [cell({ policy: firstOne }), cell({ cell: 'b', policy: firstOne })] }), 'holds'],
]);
