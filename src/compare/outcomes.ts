/** What the reports of one run say, test by test. */
import { comparedTests, isRed, type ComparedTest } from '../model/compare.ts';
import type { EvidenceFile } from '../model/evidence.ts';
import { showPath } from '../model/path.ts';
import type { ReadReport } from '../model/report.ts';

export interface RunTests {
  readonly tests: ComparedTest[];
  /** Reports that could not be read, each with the reason. */
  readonly unreadReports: string[];
  /** Failures and errors that the reports count beyond those of their elements. */
  readonly uncountedRed: number;
}

/** The tests of the reports that this run wrote. `roots` and `marks` as in {@link comparedTests}. */
export function testsOf(files: readonly EvidenceFile[], roots: readonly string[], marks: readonly string[]): RunTests {
  const written = files.filter(({ role, globs, equalAtStamp }) => role === 'evidence' && globs.length > 0 && equalAtStamp === null);
  const read = written.flatMap(({ path, reading }) => (reading?.state === 'read' ? [{ path, report: reading }] : []));
  return {
    tests: comparedTests(read.map(({ path, report }) => ({ path, cases: report.cases })), roots, marks),
    unreadReports: written.flatMap(({ path, reading }) => (reading?.state === 'refused' ? [`${showPath(path)}: ${reading.message}`] : [])),
    uncountedRed: read.reduce((sum, { report }) => sum + uncounted(report), 0),
  };
}

function uncounted({ totals, cases }: ReadReport): number {
  return Math.max(0, totals.failures + totals.errors - cases.filter(isRed).length);
}
