/** Evidence files as the check finds them, healthy but for what a test puts in. */
import type { EvidenceFile, InventoryEntry } from '../../src/model/evidence.ts';
import type { Anomaly, ReadReport, ReportCase, ReportTotals } from '../../src/model/report.ts';

export const REPORT_PATH = 'reports/junit.xml';
const DIGEST = '9'.repeat(64);

export function testCase(changes: Partial<ReportCase> = {}): ReportCase {
  return { suite: ['pytest'], class: 'tests.test_price', name: 'test_price', ordinal: 0, outcome: 'passed', ...changes };
}

export function anomaly(code: string, severity: Anomaly['severity'], message = 'Something odd'): Anomaly {
  return { code, message, line: 3, column: 7, severity };
}

/** A report of the given cases, whose totals follow from them unless they are given. */
export function report(cases: readonly ReportCase[], changes: { readonly totals?: Partial<ReportTotals>; readonly anomalies?: readonly Anomaly[] } = {}): ReadReport {
  const ended = (...outcomes: readonly string[]) => cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    state: 'read',
    producer: 'pytest',
    totals: { tests: cases.length, passed: ended('passed'), failures: ended('failed'), errors: ended('errored'), skipped: ended('skipped'), flaky: ended('flaky'), ...changes.totals },
    announced: { tests: cases.length },
    cases: [...cases],
    suiteNames: ['pytest'],
    properties: [],
    timestamps: [],
    anomalies: [...(changes.anomalies ?? [])],
    sha256: DIGEST,
    size: 100,
    stat: { mtimeMs: 1_767_225_601_500, mtimeNs: '1767225601500000000', ctimeNs: '1767225601500000000', ino: '42', dev: '1' },
  };
}

export function inventoryEntry(changes: Partial<InventoryEntry> = {}): InventoryEntry {
  return {
    path: REPORT_PATH,
    kind: 'file',
    sha256: DIGEST,
    size: 100,
    ino: '42',
    mtimeNs: '1767225601500000000',
    ctimeNs: '1767225601500000000',
    device: '1',
    tracked: false,
    report: true,
    settled: true,
    globs: ['reports/*.xml'],
    logs: [],
    literal: false,
    realPath: '/workspace/reports/junit.xml',
    insideAllowedRoots: true,
    ...changes,
  };
}

/** A report that the run wrote. */
export function evidenceFile(changes: Partial<EvidenceFile> = {}): EvidenceFile {
  const path = changes.path ?? REPORT_PATH;
  return {
    path,
    role: 'evidence',
    globs: ['reports/*.xml'],
    logs: [],
    atStamp: null,
    equalAtStamp: null,
    closing: true,
    atRunEnd: inventoryEntry({ path }),
    now: inventoryEntry({ path }),
    insideAllowedRoots: true,
    realPath: `/workspace/${path}`,
    stampClockNs: '1767225600000000000',
    reading: report([testCase()]),
    tracked: false,
    ...changes,
  };
}
