import { evidenceAfterRun } from '../../../src/verify/rules/evidence-after-run.ts';
import { evidenceInsideRoots } from '../../../src/verify/rules/evidence-inside-roots.ts';
import { evidenceIsFile } from '../../../src/verify/rules/evidence-is-file.ts';
import { evidenceLogPresent } from '../../../src/verify/rules/evidence-log-present.ts';
import { evidenceOtherGeneration } from '../../../src/verify/rules/evidence-other-generation.ts';
import { evidencePredatesStamp } from '../../../src/verify/rules/evidence-predates-stamp.ts';
import { evidenceReadable } from '../../../src/verify/rules/evidence-readable.ts';
import { evidenceSettled } from '../../../src/verify/rules/evidence-settled.ts';
import { evidenceTimestamp } from '../../../src/verify/rules/evidence-timestamp.ts';
import { evidenceUnchanged } from '../../../src/verify/rules/evidence-unchanged.ts';
import type { EvidenceFile, InventoryEntry } from '../../../src/model/evidence.ts';
import type { Asked, Facts } from '../../../src/model/facts.ts';
import type { ReadReport, Timestamp } from '../../../src/model/report.ts';
import { evidenceFile, inventoryEntry, report, testCase } from '../../support/evidence-facts.ts';
import { asked, check, facts, GENERATION, run, stamped, STAMPED_AT_MS, TREE_ID } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const OTHER = 'f'.repeat(32);
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null });
const notMeasured = facts({ check: null });
const none = facts({ check: check({ evidence: [] }) });
const handedOver = { run: null, asked: asked({ outcome: 'success' }) } as const;
const content = evidenceFile({ role: 'content', path: 'fixtures/junit.xml', tracked: true });
const leftover = evidenceFile({ role: 'leftover', path: 'reports/data.xml' });
const log = evidenceFile({ path: 'build.log', globs: [], logs: ['build.log'], reading: null });

function over(files: readonly EvidenceFile[], more: Partial<Facts> = {}, asks: Partial<Asked> = {}): Facts {
  return facts({ check: check({ evidence: files }), ...(Object.keys(asks).length === 0 ? {} : { asked: asked(asks) }), ...more });
}
function now(entry: Partial<InventoryEntry>, changes: Partial<EvidenceFile> = {}): EvidenceFile {
  return evidenceFile({ now: inventoryEntry(entry), ...changes });
}
/** A file whose mtime lies this many nanoseconds behind the stamp's second; negative before it. */
function written(ns: bigint, changes: Partial<EvidenceFile> = {}): EvidenceFile {
  return now({ mtimeNs: String(BigInt(STAMPED_AT_MS) * 1_000_000n + ns) }, changes);
}
function reading(changes: Partial<ReadReport>): EvidenceFile {
  return evidenceFile({ reading: { ...report([testCase()]), ...changes } });
}
function property(name: string, ...values: readonly string[]): EvidenceFile {
  return reading({ properties: [{ name, values: [...values] }] });
}
function refused(code: string, message = 'The document is no report'): EvidenceFile {
  return evidenceFile({ reading: { state: 'refused', code, message } });
}
function timed(...timestamps: readonly Timestamp[]): EvidenceFile {
  return reading({ timestamps: [...timestamps] });
}
/** A time this many ms after the stamp. */
function at(ms: number, precisionMs = 1): Timestamp {
  return { raw: new Date(STAMPED_AT_MS + ms).toISOString(), epochMs: STAMPED_AT_MS + ms, precisionMs };
}

judges(evidencePredatesStamp, 'EV2, EV7, ST8', [
  ['a report of the run', facts(), 'holds', /^1 evidence file not older/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['in the nanosecond of the stamp', over([written(0n)]), 'holds'],
  ['in the second before, which the slack allows', over([written(-1n)]), 'holds'],
  ['at the first nanosecond that the slack allows', over([written(-1_000_000_000n)]), 'holds'],
  ['one nanosecond earlier', over([written(-1_000_000_001n)]), 'broken', /^1 evidence file older than the stamp by more than 1 second: reports\/junit\.xml \(mtime 2025-12-31T23:59:58Z, stamp 2026-01-01T00:00:00Z\)$/],
  ['in the second before, without slack', over([written(-1n)], {}, { slackSeconds: 0 }), 'broken'],
  ['with more slack', over([written(-60_000_000_000n)], {}, { slackSeconds: 60 }), 'holds'],
  ['before 1970', over([now({ mtimeNs: '-1' })]), 'broken', /mtime 1969-12-31T23:59:59Z/],
  ['from the future', over([now({ mtimeNs: '9999999999000000000' })]), 'holds'],
  ['the clock of its own file system counts', over([written(-5_000_000_000n, { stampClockNs: String(BigInt(STAMPED_AT_MS - 5000) * 1_000_000n) })]), 'holds'],
  ['a file system that was not there', over([written(0n, { stampClockNs: null })]), 'unknown', /not there at the stamp/],
  ['one old, one without a clock', over([written(-9_000_000_000n), written(0n, { path: 'b.xml', stampClockNs: null })]), ['broken', 'unknown']],
  ['an old log', over([{ ...log, now: inventoryEntry({ mtimeNs: '0' }) }]), 'broken', /build\.log/],
  ['content and leftovers are as old as they are', over([{ ...content, now: inventoryEntry({ mtimeNs: '0' }) }, { ...leftover, now: inventoryEntry({ mtimeNs: '0' }) }]), 'holds', /Nothing to judge/],
  ['a link has no time of its own', over([now({ kind: 'symlink', sha256: null, mtimeNs: '0' })]), 'holds', /Nothing to judge/],
  ['nobody saw the run', over([written(-9_000_000_000n)], handedOver), 'broken'],
]);

judges(evidenceUnchanged, 'EV1, EV2, EV7', [
  ['a report of the run', facts(), 'holds', /^1 evidence file with bytes/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['the bytes of the stamp', over([evidenceFile({ equalAtStamp: 'reports/junit.xml', atStamp: inventoryEntry() })]), 'broken', /junit\.xml \(sha256 999999999999, at the stamp the same\)$/],
  ['the bytes of another file', over([evidenceFile({ equalAtStamp: 'old report.xml' })]), 'broken', /at the stamp in "old report\.xml"\)$/],
  ['a log that nobody wrote', over([{ ...log, equalAtStamp: 'build.log' }]), 'broken', /build\.log/],
  ['rewritten with other bytes', over([evidenceFile({ atStamp: inventoryEntry({ sha256: '1'.repeat(64) }) })]), 'holds'],
  ['content beside it', over([evidenceFile(), { ...content, equalAtStamp: 'fixtures/junit.xml' }]), ['holds', 'listed']],
  ['a leftover beside it', over([evidenceFile(), { ...leftover, equalAtStamp: 'reports/data.xml' }]), ['holds', 'listed']],
  ['content alone', over([content]), ['holds', 'listed'], /Nothing to judge/],
]);

judges(evidenceOtherGeneration, 'EV2, RN4', [
  ['no property', facts(), 'holds', /^0 of 1 report name this generation/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['this generation', over([property('GENERATION_GATE_GENERATION', GENERATION)]), 'holds', /^1 of 1 report/],
  ['this generation in capitals', over([property('GENERATION_GATE_GENERATION', ` ${GENERATION.toUpperCase()} `)]), 'holds', /^1 of 1/],
  ['another generation', over([property('GENERATION_GATE_GENERATION', OTHER)]), 'broken', new RegExp(`names generation "${OTHER}", the stamp's is ${GENERATION}`)],
  ['this and another', over([property('GENERATION_GATE_GENERATION', GENERATION, OTHER)]), 'broken'],
  ['another name for it', over([property('generation_gate.generation', OTHER)]), 'broken'],
  ['yet another', over([property('env.GenerationGate-Generation', OTHER)]), 'broken'],
  ['what was never filled in', over([property('generation-gate:generation', '${GENERATION_GATE_GENERATION}')]), 'broken', /names generation "\$\{generation_gate_generation\}"/],
  ['an empty value', over([property('GENERATION_GATE_GENERATION', '')]), 'holds'],
  ['this tree', over([property('GENERATION_GATE_TREE_ID', TREE_ID)]), 'holds'],
  ['another tree', over([property('GENERATION_GATE_TREE_ID', 'e'.repeat(40))]), 'broken', /names tree id "e{40}"/],
  ['a property of somebody else', over([property('GENERATION', OTHER), property('my_generation_gate_generation', OTHER)]), 'holds'],
  ['an earlier generation in a suite name', over([reading({ suiteNames: ['pytest', `unit ${OTHER}`] })], { known: [OTHER, GENERATION] }), 'broken', /earlier generation f{32}/],
  ['an earlier generation in any property', over([property('build', `x-${OTHER}`)], { known: [OTHER, GENERATION] }), 'broken'],
  ['an unknown one in a suite name', over([reading({ suiteNames: [OTHER] })]), 'holds'],
  ['a long hostile value', over([property('GENERATION_GATE_GENERATION', 'x\n'.repeat(5000))]), 'broken'],
  ['content of the tree', over([{ ...property('GENERATION_GATE_GENERATION', OTHER), role: 'content' }]), 'holds', /Nothing to judge/],
  ['a report that was refused', over([refused('truncated')]), 'holds', /Nothing to judge/],
]);

judges(evidenceTimestamp, 'EV2', [
  ['no time', facts(), 'holds'],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['after the stamp', over([timed(at(1500))]), 'holds'],
  ['as far before as the slack allows', over([timed(at(-2000))]), 'holds'],
  ['one millisecond earlier', over([timed(at(-2001))]), 'broken', /timestamp "2025-12-31T23:59:57\.999Z", stamp 2026-01-01T00:00:00\.000Z/],
  ['one of two, the oldest is named', over([timed(at(1), at(-3000), at(-9000))]), 'broken', /"2025-12-31T23:59:51/],
  ['without an offset', over([timed({ raw: '2020-01-01T00:00:00' })]), 'holds'],
  ['of whole seconds, within a stamp of fractions', over([timed(at(-2000, 1000))], { stamped: stamped({ wallClockMs: STAMPED_AT_MS + 999 }) }), 'holds'],
  ['of milliseconds, before the same stamp', over([timed(at(-2000))], { stamped: stamped({ wallClockMs: STAMPED_AT_MS + 999 }) }), 'broken'],
  ['of whole minutes, in the minute of the stamp', over([timed(at(0, 60_000))], { stamped: stamped({ wallClockMs: STAMPED_AT_MS + 59_000 }) }), 'holds'],
  ['of whole minutes, in the minute before', over([timed(at(-60_000, 60_000))], { stamped: stamped({ wallClockMs: STAMPED_AT_MS + 59_000 }) }), 'broken'],
  ['from the future', over([timed(at(1e12))]), 'holds'],
  ['content of the tree', over([{ ...timed(at(-1e10)), role: 'content' }]), 'holds', /Nothing to judge/],
]);

/** A run that ended `ns` nanoseconds after the report's last change, a thousand at a time. */
function ended(ns: bigint, device = inventoryEntry().device): Facts {
  const clock = BigInt(inventoryEntry().ctimeNs) + ns * 1000n;
  return over([evidenceFile()], { run: run({ endedFileClock: { folder: '/workspace', device, ns: clock.toString() } }) });
}

judges(evidenceAfterRun, 'EV1, EV2, EV7, EV9, RN2', [
  ['as the run left it', facts(), 'holds', /^1 evidence file as the run left it/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['nothing promised', over([], { stamped: stamped({ evidence: [] }) }), 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['appeared', over([evidenceFile({ atRunEnd: null })]), 'broken', /junit\.xml \(appeared after the end of the run\)$/],
  ['changed', over([evidenceFile({ atRunEnd: inventoryEntry({ sha256: '1'.repeat(64) }) })]), 'broken', /sha256 111111111111 at the end of the run, sha256 999999999999 now/],
  ['gone', over([evidenceFile({ now: null, reading: null })]), 'broken', /and is gone/],
  ['became a link', over([now({ kind: 'symlink', sha256: null, linkTarget: '/x' })]), 'broken', /was a file at the end of the run, and is a symlink/],
  ['a link that leads elsewhere', over([now({ kind: 'symlink', sha256: null, linkTarget: '/x' }, { atRunEnd: inventoryEntry({ kind: 'symlink', sha256: null, linkTarget: '/y' }) })]), 'broken', /leads elsewhere/],
  ['written by a straggler', ended(-1n), 'broken', /junit\.xml \(was written 0\.001 ms after the command had ended\)/],
  ['written right at the end', ended(0n), 'holds'],
  ['written after the end by the clock of another file system', ended(-1n, '99'), 'holds'],
  ['a log that changed', over([{ ...log, atRunEnd: inventoryEntry({ sha256: '1'.repeat(64) }) }]), 'broken', /build\.log/],
  ['written again with equal bytes', over([now({ ino: '43', mtimeNs: '1767225609000000000' })]), 'holds'],
  ['content that changed is another rule', over([{ ...content, atRunEnd: null }]), 'holds', /Nothing to judge/],
  ['nobody saw the run', over([evidenceFile({ closing: false, atRunEnd: null })], handedOver), 'unproven', /not observed/],
  ['neither run nor outcome is another rule', over([evidenceFile({ closing: false, atRunEnd: null })], { run: null }), 'holds', /Nothing to judge/],
  ['a run whose end nobody looked at', over([evidenceFile({ closing: false, atRunEnd: null })]), 'unknown', /^The evidence was not looked at/],
]);

judges(evidenceIsFile, 'EV2', [
  ['a file', facts(), 'holds', /all regular$/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['a link', over([now({ kind: 'symlink', sha256: null, linkTarget: '/elsewhere/a b.xml' })]), 'broken', /a symbolic link to "\/elsewhere\/a b\.xml"/],
  ['a dangling link', over([now({ kind: 'symlink', sha256: null, linkTarget: null })]), 'broken', /leads nowhere/],
  ['a FIFO', over([now({ kind: 'fifo', sha256: null })]), 'broken', /a FIFO/],
  ['a socket', over([now({ kind: 'socket', sha256: null })]), 'broken'],
  ['a device', over([now({ kind: 'device', sha256: null })]), 'broken'],
  ['a folder', over([now({ kind: 'folder', sha256: null })]), 'broken', /is no regular file: .*a folder/],
  ['two of them', over([now({ kind: 'folder', sha256: null }), evidenceFile({ path: 'b', now: inventoryEntry({ kind: 'fifo', sha256: null }) })]), 'broken', /^2 evidence files are no/],
  ['what cannot be read is another rule', over([now({ kind: 'unreadable', sha256: null })]), 'holds'],
  ['a tracked link is content', over([{ ...content, now: inventoryEntry({ kind: 'symlink', sha256: null }) }]), 'holds', /Nothing to judge/],
]);

judges(evidenceInsideRoots, 'EV2', [
  ['in the workspace', facts(), 'holds'],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['elsewhere', over([evidenceFile({ insideAllowedRoots: false, realPath: '/elsewhere/junit.xml' })]), 'broken', /junit\.xml \(really \/elsewhere\/junit\.xml\)$/],
  ['nowhere', over([evidenceFile({ insideAllowedRoots: false, realPath: null })]), 'broken'],
  ['gone is another rule', over([evidenceFile({ insideAllowedRoots: false, now: null })]), 'holds', /Nothing to judge/],
]);

judges(evidenceSettled, 'EV2, EV7', [
  ['still', facts(), 'holds'],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['being written', over([now({ settled: false })]), 'broken', /still being written, 100 bytes/],
  ['a log being written', over([{ ...log, now: inventoryEntry({ settled: false }) }]), 'broken', /build\.log/],
  ['the reader saw it change', over([refused('changed', 'The file changed while it was read: its size')]), 'broken', /its size/],
  ['the reader found it gone', over([refused('absent')]), 'broken'],
  ['other bytes than when it was listed', over([now({ sha256: '1'.repeat(64) })]), 'broken', /sha256 111111111111 when it was listed, sha256 999999999999 when it was read/],
  ['other bytes, refused', over([evidenceFile({ reading: { state: 'refused', code: 'truncated', message: 'Cut', sha256: '1'.repeat(64) } })]), 'broken'],
  ['a refusal of its content is another rule', over([refused('truncated')]), 'holds'],
]);

judges(evidenceReadable, 'EV2, EV3, EV7', [
  ['read', facts(), 'holds', /^1 evidence file read/],
  ['no evidence', none, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
  ['cut off', over([refused('truncated', 'Line 3, column 9: The document ends\nbefore its root does')]), 'broken', /junit\.xml \(Line 3, column 9: The document ends before its root does\)$/],
  ['another root', over([refused('wrong-root')]), 'broken'],
  ['locked', over([now({ kind: 'unreadable', sha256: null, why: 'EACCES' }, { reading: null })]), 'broken', /does not let it be read: EACCES/],
  ['a folder that cannot be listed', over([now({ kind: 'unreadable', sha256: null, why: 'EACCES' }, { path: 'reports', reading: null })]), 'broken'],
  ['not read at all', over([evidenceFile({ reading: null })]), 'broken', /not read at this check/],
  ['a log is not read', over([log]), 'holds'],
  ['a leftover that is no report', over([{ ...leftover, reading: null }]), 'holds', /Nothing to judge/],
  ['what is no file is another rule', over([now({ kind: 'fifo', sha256: null }, { reading: null })]), 'holds'],
  ['what lies outside is another rule', over([evidenceFile({ insideAllowedRoots: false, reading: null })]), 'holds'],
  ['what moved is another rule', over([refused('changed'), refused('symlink'), refused('outside')]), 'holds'],
]);

judges(evidenceLogPresent, 'EV7', [
  ['none promised', facts(), 'holds', /Nothing to judge/],
  ['there', facts({ stamped: stamped({ logs: ['build.log'] }) }), 'holds', /^1 log there/],
  ['missing', facts({ stamped: stamped({ logs: ['build.log'] }), check: check({ absentLogs: ['build.log'] }) }), 'broken', /^1 promised log missing: build\.log$/],
  ['not measured', facts({ check: null, stamped: stamped({ logs: ['build.log'] }) }), 'unknown'],
]);
