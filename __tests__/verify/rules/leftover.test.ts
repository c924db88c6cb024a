import type { BuildOutputs, CachedTests, FileSight, FoundLeftover, OutdatedOutput } from '../../../src/model/leftovers.ts';
import { evidenceCachedTests } from '../../../src/verify/rules/evidence-cached-tests.ts';
import { leftoverFound } from '../../../src/verify/rules/leftover-found.ts';
import { leftoverStaleBuildOutput } from '../../../src/verify/rules/leftover-stale-build-output.ts';
import { evidenceFile, report, testCase } from '../../support/evidence-facts.ts';
import { asked, check, facts, NO_LEFTOVERS, run, STAMPED_AT_MS } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null });
const SOURCE_NS = `${STAMPED_AT_MS - 5000}000000`;
const AFTER_NS = `${STAMPED_AT_MS + 1500}000000`;

function sight(ctimeNs: string, changes: Partial<FileSight> = {}): FileSight {
  return { path: 'dist/index.js', ino: '7', size: '40', mtimeNs: ctimeNs, ctimeNs, ...changes };
}
const old = sight(SOURCE_NS);

function pair(changes: Partial<OutdatedOutput> = {}): OutdatedOutput {
  return { manifest: 'package.json', field: 'main', output: 'dist/index.js', source: 'src/index.ts', sourceCtimeNs: SOURCE_NS, atStart: old, atEnd: old, ...changes };
}
function outputs(changes: Partial<BuildOutputs> = {}): BuildOutputs {
  return { named: 1, against: 'HEAD, 1234', outdated: [pair()], builds: { 'package.json': { folder: '.', tool: 'npm', script: 'build' } }, unread: [], ...changes };
}
function atRun(changes: Partial<BuildOutputs>, allowIgnored: readonly string[] = []) {
  return facts({ run: run({ leftovers: { buildOutputs: outputs(changes), found: [] } }), asked: asked({ allowIgnored }) });
}

judges(leftoverStaleBuildOutput, 'PR4', [
  ['no package names an output', facts(), 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['nobody looked', facts({ run: run({ leftovers: undefined as never }) }), 'unproven', /Nobody looked/],
  ['none is old', atRun({ named: 3, outdated: [] }), 'holds', /^3 ignored build outputs/],
  ['equal times', atRun({}), 'broken', /^1 build output not newer .*dist\/index\.js \(ctime 2025-12-31T23:59:55\.000000000Z, loaded by "main" of package\.json\) beside src\/index\.ts \(ctime 2025-12-31T23:59:55\.000000000Z\)$/],
  ['nothing leads to it', atRun({ reached: {} }), 'listed', /which no test, source, script or command names: dist\/index\.js/],
  ['nothing leads to the one of two packages', atRun({ outdated: [pair(), pair({ manifest: 'b/package.json', output: 'b/dist/x.js', atStart: { ...old, path: 'b/dist/x.js' } })], reached: { 'b/package.json': "t.js loads 'b'" } }), ['broken', 'listed'], /b\/dist\/x\.js .*; "t\.js loads 'b'"$/],
  ['older by a nanosecond', atRun({ outdated: [pair({ sourceCtimeNs: String(BigInt(SOURCE_NS) + 1n) })] }), 'broken', /:55\.000000001Z\)$/],
  ['rewritten by the run', atRun({ outdated: [pair({ atEnd: sight(AFTER_NS) })] }), 'holds'],
  ['rewritten with its old time kept', atRun({ outdated: [pair({ atEnd: sight(AFTER_NS, { mtimeNs: SOURCE_NS, size: '41' }) })] }), 'holds'],
  ['replaced by a renamed file', atRun({ outdated: [pair({ atEnd: sight(AFTER_NS, { mtimeNs: SOURCE_NS, ino: '8' }) })] }), 'holds'],
  ['only touched by the run', atRun({ outdated: [pair({ atEnd: sight(AFTER_NS, { mtimeNs: SOURCE_NS }) })] }), 'broken'],
  ["the source's own output made by the run", atRun({ outdated: [pair({ atEnd: sight(AFTER_NS, { path: 'dist/other.js' }) })] }), 'holds'],
  ['removed by the run', atRun({ outdated: [pair({ atEnd: null })] }), 'unproven', /removed by it: dist\/index\.js$/],
  ['allowed', atRun({}, ['dist/**']), 'listed', /allowed by --allow-ignored/],
  ['another one allowed', atRun({}, ['lib/**']), 'broken'],
  ['one fresh, one old, one file gone', atRun({ outdated: [pair({ atEnd: sight(AFTER_NS) }), pair({ source: 'src/b.ts' }), pair({ source: 'src/c.ts', atEnd: null })] }), ['broken', 'unproven'], /src\/b\.ts/],
  ['no commit to compare with', atRun({ against: null, outdated: [] }), 'unproven', /no commit/],
  ['a package file that cannot be read', atRun({ outdated: [], unread: [{ file: 'a/package.json', why: 'it holds no JSON object' }] }), 'unproven', /a\/package\.json \(it holds/],
  ['an odd key and an odd folder', atRun({ outdated: [pair({ manifest: "it's/package.json", field: 'exports["."].import' })], builds: { "it's/package.json": { folder: "it's", tool: 'pnpm', script: 'build' } } }), 'broken'],
  ['a package without a script', atRun({ builds: {} }), 'broken'],
  ['where nobody saw the run, the check decides', facts({ run: null, check: check({ leftovers: { buildOutputs: outputs(), found: [] } }), asked: asked({ outcome: 'success' }) }), 'broken'],
  ['the check does not outweigh the run', facts({ check: check({ leftovers: { buildOutputs: outputs(), found: [] } }) }), 'holds'],
]);

const coverage: FoundLeftover = { path: '.coverage', tool: 'coverage.py', danger: 'count lines as covered that this run never reached', remedy: 'coverage erase' };
const maven: FoundLeftover = { path: 'core/target/surefire-reports', tool: 'Maven', danger: 'hold old reports', remedy: 'mvn clean test' };

judges(leftoverFound, 'PR4', [
  ['none', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['one', facts({ run: run({ leftovers: { ...NO_LEFTOVERS, found: [coverage] } }) }), 'listed', /^1 leftover of coverage\.py, written before the stamp: \.coverage\. Such a leftover can count lines/],
  ['by tool', facts({ run: run({ leftovers: { ...NO_LEFTOVERS, found: [coverage, maven, { ...maven, path: 'app/target/surefire-reports' }] } }) }), ['listed', 'listed']],
]);

function said(cachedTests: CachedTests, ...evidence: readonly ReturnType<typeof evidenceFile>[]) {
  return facts({ check: check({ cachedTests, evidence }) });
}
const allCached: CachedTests = { cached: 2, names: ['example.com/a', 'example.com/b'], executed: 0 };

judges(evidenceCachedTests, 'EV4', [
  ['no log was read', facts(), 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['none cached', said({ cached: 0, names: [], executed: 4 }), 'holds'],
  ['all cached, and no report', said(allCached), 'broken', /^2 packages not executed: .*"example\.com\/a", "example\.com\/b", and no other test was executed$/],
  ['all cached, and a report of that very log', said(allCached, evidenceFile({ reading: { ...report([testCase()]), producer: 'gotestsum' } })), 'broken'],
  ['all cached, and tests of another runner', said(allCached, evidenceFile({ reading: report([testCase()]) })), 'listed', /example\.com\/b"$/],
  ['some cached', said({ ...allCached, executed: 1 }), 'listed'],
]);
