import { describe, expect, test } from '@jest/globals';
import type { BundleSight, CellBundle } from '../../../src/model/bundle.ts';
import type { CachedEvidence, Facts } from '../../../src/model/facts.ts';
import { cacheAccepted } from '../../../src/verify/rules/cache-accepted.ts';
import { cacheAlone } from '../../../src/verify/rules/cache-alone.ts';
import { cacheFirstHand } from '../../../src/verify/rules/cache-first-hand.ts';
import { cacheIntact } from '../../../src/verify/rules/cache-intact.ts';
import { cacheReadable } from '../../../src/verify/rules/cache-readable.ts';
import { cacheSameCommand } from '../../../src/verify/rules/cache-same-command.ts';
import { cacheSameEvidence } from '../../../src/verify/rules/cache-same-evidence.ts';
import { cacheSameTree } from '../../../src/verify/rules/cache-same-tree.ts';
import { cacheUsed } from '../../../src/verify/rules/cache-used.ts';
import { fanInCachedCell } from '../../../src/verify/rules/fan-in-cached-cell.ts';
import { verdictOver } from '../../../src/verify/verdict.ts';
import { bundles, cell } from '../../support/bundle-facts.ts';
import { evidenceFile, report, testCase } from '../../support/evidence-facts.ts';
import { asked, check, CONTENT_ID, facts, run, stamped, TREE_ID } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const RAN = 'f'.repeat(32);
const OTHER = '9'.repeat(64);
const COMMAND = run().outcome.command;

/** The facts of the run that the cache kept. */
function then(more: Partial<Facts> = {}): Facts {
  return facts({ stamped: stamped({ generation: RAN }), run: run({ generation: RAN }), ...more });
}

function ofCache(bundle: Partial<CellBundle> = {}, more: Partial<CachedEvidence> = {}): CachedEvidence {
  return { bundle: cell({ source: 'cache/b', cell: null, generation: RAN, treeId: TREE_ID, commandDigest: COMMAND, ...bundle }), facts: then(), command: COMMAND, workdir: '.', ...more };
}

/** A check under which nothing ran and a cached bundle was named. */
function cached(evidence: CachedEvidence = ofCache(), more: Partial<Facts> = {}): Facts {
  return facts({ run: null, check: check({ evidence: [], logsNow: null }), cached: evidence, ...more });
}

const refused: BundleSight = { state: 'refused', source: 'cache/b', why: 'it is not there' };
const fault = { file: 'facts.json', kind: 'changed', what: 'has 3 bytes, and the manifest says 4' } as const;
const unread = { bundle: refused, facts: null };

judges(cacheReadable, 'EV8', [
  ['a bundle', cached(), 'holds', /"cache\/b" was read/],
  ['none that can be read', cached(ofCache({}, unread)), 'broken', /"cache\/b" is no bundle that can be read: it is not there$/],
  ['none was named', facts(), 'holds', /Nothing to judge/],
]);

judges(cacheIntact, 'EV8, FI3', [
  ['as it was written', cached(), 'holds'],
  ['a changed file', cached(ofCache({ faults: [fault] })), 'broken', /"facts.json" has 3 bytes/],
  ['another verdict than it claims', cached(ofCache({ differences: ['verdict.json counts 9 tests'] })), 'broken', /counts 9 tests$/],
  ['an unreadable one is another rule', cached(ofCache({}, unread)), 'holds', /Nothing to judge/],
  ['none was named', facts(), 'holds', /Nothing to judge/],
]);

judges(cacheAccepted, 'EV8, FI3', [
  ['accepted', cached(), 'holds', new RegExp(RAN)],
  ['rejected', cached(ofCache({ verdict: 'rejected', rejecting: [{ rule: 'GG-RUN-FAILED', what: 'The command exited with code 1' }] })), 'broken', /rejected by GG-RUN-FAILED: The command exited with code 1$/],
  ['of a gate that stopped before its check', cached(ofCache({ verdict: 'rejected' }, { facts: null })), 'broken', /never judged to its end$/],
  ['said to be accepted, and without facts', cached(ofCache({}, { facts: null })), 'broken'],
  ['a changed one is another rule', cached(ofCache({ faults: [fault], verdict: 'rejected' })), 'holds', /Nothing to judge/],
]);

judges(cacheFirstHand, 'EV8', [
  ['of a run', cached(), 'holds'],
  ['of a cache', cached(ofCache({ fromCache: { generation: 'e'.repeat(32), digest: OTHER } })), 'broken', /took its own evidence from a cache, from generation e{32}$/],
  ['none was named', facts(), 'holds', /Nothing to judge/],
]);

const nestedModule = [{ path: 'lib', kind: 'submodule', commit: 'c'.repeat(40) }] as unknown as NonNullable<Facts['stamped']>['nested'];
const otherContent = { facts: then({ stamped: stamped({ generation: RAN, contentId: OTHER }) }) };
judges(cacheSameTree, 'EV8', [
  ['the same', cached(), 'holds', new RegExp(TREE_ID)],
  ['another', cached(ofCache({ treeId: 'a'.repeat(40) })), 'broken', new RegExp(`of tree a{40}, and the stamp names ${TREE_ID}$`)],
  ['none', cached(ofCache({ treeId: null })), 'broken', /of tree none/],
  ['other line ends, which the tree id leaves out', cached(ofCache({}, otherContent)), 'holds'],
  ['other content of a submodule', cached(ofCache({}, otherContent), { stamped: stamped({ nested: nestedModule }) }), 'broken', new RegExp(`content id ${OTHER}, and the stamp names ${CONTENT_ID}`)],
  ['a submodule with the same content', cached(ofCache(), { stamped: stamped({ nested: nestedModule }) }), 'holds'],
  ['other bytes of a filtered path', cached(ofCache({}, otherContent), { stamped: stamped({ rawFiltered: ['big.bin'] }) }), 'broken', /filtered paths/],
]);

judges(cacheSameCommand, 'EV8, RN1', [
  ['the same', cached(), 'holds', new RegExp(COMMAND)],
  ['another', cached(ofCache({ commandDigest: OTHER })), 'broken', new RegExp(`ran the command ${OTHER}, and the one named here has the digest ${COMMAND}`)],
  ['tests of the workflow itself', cached(ofCache({ commandDigest: null })), 'broken', /no command that the gate ran/],
  ['in another folder', cached(ofCache({}, { workdir: 'packages/a' })), 'broken', /ran in "\.", and here the command would run in "packages\/a"$/],
  ['of a cell', cached(ofCache({ cell: 'linux' })), 'broken', /is of cell "linux", and here is no cell$/],
  ['of the same cell', cached(ofCache({ cell: 'linux' }), { asked: asked({ cell: 'linux' }) }), 'holds'],
  ['of another cell and command', cached(ofCache({ cell: 'linux', commandDigest: OTHER }), { asked: asked({ cell: 'macos' }) }), ['broken', 'broken']],
]);

judges(cacheSameEvidence, 'EV1, EV8', [
  ['the same globs', cached(), 'holds'],
  ['more there', cached(ofCache({}, { facts: then({ stamped: stamped({ evidence: ['reports/*.xml', 'b.xml'] }) }) })), 'holds'],
  ['more here', cached(ofCache(), { stamped: stamped({ evidence: ['reports/*.xml', 'b.xml', '!reports/no.xml'] }) }), 'broken', /no report at "b.xml"; it promised "reports\/\*.xml"$/],
  ['none there', cached(ofCache({}, { facts: then({ stamped: stamped({ evidence: [] }) }) })), 'broken', /it promised none at all$/],
  ['none here', cached(ofCache(), { stamped: stamped({ evidence: [] }) }), 'holds'],
]);

const redReport = evidenceFile({ reading: report([testCase({ outcome: 'failed' })]) });
judges(cacheAlone, 'EV8, EV9', [
  ['nothing ran', cached(), 'holds', /Nothing was run/],
  ['a run', cached(ofCache(), { run: run() }), 'broken', /was run under this generation and exited with code 0: that counts/],
  ['a failed run', cached(ofCache(), { run: run({ outcome: { ...run().outcome, ending: { kind: 'exited', code: 1 } } }) }), 'broken', /exited with code 1/],
  ['an outcome of the workflow', cached(ofCache(), { asked: asked({ outcome: 'success' }) }), 'broken', /hands over the outcome "success"/],
  ['a red report', cached(ofCache(), { check: check({ evidence: [redReport] }) }), 'broken', /1 report in the workspace is red/],
  ['a green report', cached(ofCache(), { check: check() }), 'listed', /does not count beside cached evidence/],
  ['none was named', facts(), 'holds', /Nothing to judge/],
]);

judges(cacheUsed, 'EV8', [
  ['a bundle', cached(), 'listed', new RegExp(`^No command was run: the evidence comes from a cache, from generation ${RAN}, which ran at `)],
  ['none was named', facts(), 'holds', /Nothing to judge/],
]);

judges(fanInCachedCell, 'EV8, FI1', [
  ['own runs', bundles(), 'holds', /2 bundles hold evidence of their own runs/],
  ['one of a cache', bundles({ bundles: [cell(), cell({ cell: 'b', fromCache: { generation: RAN, digest: OTHER } })] }), 'listed', new RegExp(`^1 bundle took the evidence from a cache: cell "b" from generation ${RAN}$`)],
  ['none', bundles({ bundles: [] }), 'holds', /Nothing to judge/],
]);

describe('a verdict over cached evidence (EV8)', () => {
  const rejecting = (given: Facts): string[] => [...new Set(verdictOver(given).findings.filter(({ rejects }) => rejects).map(({ rule }) => rule))];

  test('accepts what the cached run showed, over this workspace', () => {
    expect(rejecting(cached())).toEqual([]);
  });
  test('asks of the cached run what this call asks of a run', () => {
    expect(rejecting(cached(ofCache(), { asked: asked({ minTests: 10_000 }) }))).toEqual(['GG-EVIDENCE-MIN-TESTS']);
    expect(rejecting(cached(ofCache(), { asked: asked({ requireTests: ['no_such_test'] }) }))).toEqual(['GG-EVIDENCE-REQUIRED-TEST']);
  });
  test('judges this workspace all the same', () => {
    const drift = { ...check().drift, vanished: ['src/price.py'] };
    expect(rejecting(cached(ofCache(), { check: check({ evidence: [], logsNow: null, drift }) }))).toContain('GG-TREE-CHANGED');
  });
  test('a failed cached run is named by its own rule too', () => {
    const failed = then({ run: run({ generation: RAN, outcome: { ...run().outcome, ending: { kind: 'signalled', signal: 'SIGKILL' } } }) });
    expect(rejecting(cached(ofCache({ verdict: 'rejected' }, { facts: failed })))).toEqual(['GG-CACHE-REJECTED', 'GG-RUN-FAILED']);
  });
  test('one that cannot be judged leaves the rules about the run without a subject, and rejects', () => {
    expect(rejecting(cached(ofCache({}, unread)))).toEqual(['GG-CACHE-UNREADABLE']);
    expect(rejecting(cached(ofCache({ faults: [fault], verdict: 'rejected' }, { facts: null })))).toEqual(['GG-CACHE-CHANGED']);
  });
});
