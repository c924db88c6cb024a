import { policyDeviationExpired } from '../../../src/verify/rules/policy-deviation-expired.ts';
import { policyGateTouched } from '../../../src/verify/rules/policy-gate-touched.ts';
import { policyHeadNotCounted } from '../../../src/verify/rules/policy-head-not-counted.ts';
import { policySoftened } from '../../../src/verify/rules/policy-softened.ts';
import { asked, facts, run, stamped } from '../../support/facts.ts';
import { BASE, policy } from '../../support/policy-facts.ts';
import { judges } from '../../support/rule-table.ts';

const ran = 'd'.repeat(64);
const other = 'e'.repeat(64);

judges(policySoftened, 'PO2, PO3', [
  ['no policy at all', facts(), 'holds', /^Nothing to judge/],
  ['none that binds', facts({ policy: policy({ witness: 'required' }, { binds: false }) }), 'holds', /^Nothing to judge/],
  ['every setting kept', facts({ policy: policy({ witness: 'observe', evidence: ['reports/*.xml'], 'min-tests': 0 }) }), 'holds', /^Each of 3 settings/],
  ['a tighter call', facts({ policy: policy({ 'min-tests': 3 }), asked: asked({ minTests: 5 }) }), 'holds'],
  ['a looser word', facts({ policy: policy({ witness: 'required' }) }), 'broken', /"witness" was "observe", and the policy says "required"/],
  ['a smaller number', facts({ policy: policy({ 'min-tests': 3 }), asked: asked({ minTests: 2 }) }), 'broken', /"min-tests" was 2/],
  ['a report that was not promised', facts({ policy: policy({ evidence: ['other/*.xml'] }), stamped: stamped({ evidence: ['reports/*.xml'] }) }), 'broken', /"evidence"/],
  ['a further allowance', facts({ policy: policy({ 'allow-ignored': ['a'] }), asked: asked({ allowIgnored: ['a', 'b'] }) }), 'broken', /"allow-ignored"/],
  ['a key that an older record lacks', facts({ policy: policy({ reject: ['GG-RUN-REPEATED'] }) }), 'broken', /"reject" was nothing/],
  ['the command of the policy', facts({ policy: policy({}, { commands: [{ cell: null, digest: ran }] }) }), 'holds'],
  ['another command', facts({ policy: policy({}, { commands: [{ cell: null, digest: other }] }) }), 'broken', /the command that ran has the digest d+, and the policy's has e+/],
  ['the command of another cell', facts({ policy: policy({}, { commands: [{ cell: 'a', digest: ran }, { cell: 'b', digest: other }] }), asked: asked({ cell: 'b' }) }), 'broken'],
  ['the command of some cell, where the check names none', facts({ policy: policy({}, { commands: [{ cell: 'a', digest: ran }, { cell: 'b', digest: other }] }) }), 'holds'],
  ['a script file, whose bytes are the tree', facts({ policy: policy({}, { commands: [{ cell: null, digest: null }] }) }), 'holds'],
  ['no run to compare', facts({ run: null, policy: policy({}, { commands: [{ cell: null, digest: other }] }) }), 'holds'],
]);

judges(policyGateTouched, 'PO3', [
  ['no policy was looked for', facts(), 'holds'],
  ['nothing differs', facts({ policy: policy() }), 'holds', /^Neither policy/],
  ['one file', facts({ policy: policy({}, { touched: [{ path: 'ci/test.sh', role: 'command', how: 'changed' }] }) }), 'listed', /^1 file that decides .* differs from HEAD .*: ci\/test\.sh \(the captured command, changed\)/],
  ['several', facts({ policy: policy({}, { touched: [{ path: '.github/workflows/a.yml', role: 'workflow', how: 'removed' }, { path: 'generation-gate.config.yml', role: 'policy', how: 'added' }] }) }), 'listed', /^2 files that decide .*workflow that calls the gate, removed.*the policy, added/],
]);

const head = { path: 'generation-gate.config.yml', digest: '2'.repeat(64) };

judges(policyHeadNotCounted, 'PO3', [
  ['no policy was looked for', facts(), 'holds'],
  ["the work tree's own governs", facts({ policy: policy() }), 'holds'],
  ['the change has none', facts({ policy: policy({}, { base: BASE }) }), 'holds'],
  ['the same on both sides', facts({ policy: policy({}, { base: BASE, head: { ...head, notCounted: [] } }) }), 'holds', /^All that generation-gate\.config\.yml asks for is in force/],
  ['a softer one', facts({ policy: policy({}, { base: BASE, head: { ...head, notCounted: [{ key: 'witness', why: 'it asks for "off", and "required" is in force' }] } }) }), 'listed', /"witness" \(it asks for "off".*of the base of the pull_request event .* governs/],
  ['a first one that would loosen', facts({ policy: policy({}, { base: BASE, file: null, binds: false, head: { ...head, notCounted: [{ key: 'slack', why: 'it asks for 5, and 1 is in force' }] } }) }), 'listed', /has no policy, so that generation-gate\.config\.yml may only tighten/],
]);

const entry = { rule: 'GG-LEFTOVER-FOUND', reason: 'wiped\nlater', expires: '2025-12-31' };

judges(policyDeviationExpired, 'PO2', [
  ['no policy', facts(), 'holds'],
  ['nothing accepted', facts({ policy: policy() }), 'holds', /^Nothing to judge/],
  ['on its last day', facts({ policy: policy({ accept: [{ ...entry, expires: '2026-01-01' }] }) }), 'holds', /^Each of 1 accepted deviation/],
  ['over', facts({ policy: policy({ accept: [entry, { ...entry, expires: '2026-01-02' }] }) }), 'listed', /^1 accepted deviation that no longer counts on 2026-01-01: GG-LEFTOVER-FOUND until 2025-12-31 \(wiped later\)/],
  ['over, for some paths', facts({ policy: policy({ accept: [{ ...entry, paths: ['dist/**', 'b'] }] }), run: run() }), 'listed', /for dist\/\*\*, b until/],
]);
