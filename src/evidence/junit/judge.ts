/** The verdict over one report as if it were the only one. Pure. */
import type { ReportReading } from '../../model/report.ts';

export type ReportJudgement = {
  readonly verdict: 'accepted' | 'rejected';
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Each as `code: message`, with line and column; what rejects comes first. */
  readonly anomalies: readonly string[];
};

/**
 * Judges one reading: rejected where the file was refused, is red in any way, cannot be believed, or shows no test that
 * was executed.
 */
export function judgeReport(reading: ReportReading): ReportJudgement {
  if (reading.state === 'refused') {
    return { verdict: 'rejected', tests: 0, failures: 0, errors: 0, skipped: 0, anomalies: [`${reading.code}: ${reading.message}`] };
  }
  const { tests, failures, errors, skipped, passed, flaky } = reading.totals;
  const against: string[] = [];
  if (failures + errors > 0) against.push(`red: ${failures} failures and ${errors} errors`);
  if (tests === 0) against.push('no-tests: The report holds no test');
  else if (passed + flaky + failures + errors === 0) {
    against.push(skipped >= tests ? 'all-skipped: Every test was skipped' : 'none-executed: No test was executed');
  }
  const listed = [...reading.anomalies].sort((left, right) => weight(left.severity) - weight(right.severity));
  const rejecting = listed.some((anomaly) => anomaly.severity !== 'note');
  return {
    verdict: against.length > 0 || rejecting ? 'rejected' : 'accepted',
    tests,
    failures,
    errors,
    skipped,
    anomalies: [
      ...against,
      ...listed.map(({ code, message, line, column }) => `${code}: ${message} (line ${line}, column ${column})`),
    ],
  };
}

function weight(severity: 'red' | 'reject' | 'note'): number {
  return severity === 'red' ? 0 : severity === 'reject' ? 1 : 2;
}
