/**
 * The verdict over one report as if it were the only one. Pure.
 *
 * A report is judged by what it shows in three ways that may disagree: elements, counting attributes, and the number of
 * tests that it announces. Each row below rejects by itself, so the worst of them decides (EV4).
 */
import type { ReadReport, ReportReading, Severity } from '../../model/report.ts';

export type ReportJudgement = {
  readonly verdict: 'accepted' | 'rejected';
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Each as `code: message`, those of the document with line and column; what rejects comes first. */
  readonly anomalies: readonly string[];
};

type Row = {
  readonly code: string;
  readonly holds: (report: ReadReport) => boolean;
  readonly say: (report: ReadReport) => string;
};

/** What rejects by numbers alone; of the rows about tests that were not executed only the first that holds is told. */
const NOT_GREEN: readonly Row[] = [
  {
    // Totals are already the worse of attributes and elements at each level.
    code: 'red',
    holds: ({ totals }) => totals.failures + totals.errors > 0,
    say: ({ totals }) => `${counted(totals.failures, 'failure')} and ${counted(totals.errors, 'error')}`,
  },
];
const NOT_EXECUTED: readonly Row[] = [
  { code: 'no-tests', holds: ({ totals }) => totals.tests === 0, say: () => 'The report holds no test' },
  {
    code: 'all-skipped',
    holds: (report) => executed(report) === 0 && report.totals.skipped >= report.totals.tests,
    say: ({ totals }) => `Every test was skipped, ${totals.skipped} in all`,
  },
  { code: 'none-executed', holds: (report) => executed(report) === 0, say: () => 'No test with a name was executed' },
];

/** Whether an anomaly of the document rejects the report that holds it. */
const REJECTS: Readonly<Record<Severity, boolean>> = { red: true, reject: true, note: false };

/** Judges one reading; a refused file is a rejected report. */
export function judgeReport(reading: ReportReading): ReportJudgement {
  if (reading.state === 'refused') {
    return { verdict: 'rejected', tests: 0, failures: 0, errors: 0, skipped: 0, anomalies: [`${reading.code}: ${reading.message}`] };
  }
  const { tests, failures, errors, skipped } = reading.totals;
  const rows = [...NOT_GREEN.filter(({ holds }) => holds(reading)), ...NOT_EXECUTED.filter(({ holds }) => holds(reading)).slice(0, 1)];
  const against = reading.anomalies.filter(({ severity }) => REJECTS[severity]);
  const beside = reading.anomalies.filter(({ severity }) => !REJECTS[severity]);
  return {
    verdict: rows.length + against.length > 0 ? 'rejected' : 'accepted',
    tests,
    failures,
    errors,
    skipped,
    anomalies: [
      ...rows.map(({ code, say }) => `${code}: ${say(reading)}`),
      ...[...against, ...beside].map(({ code, message, line, column }) => `${code}: ${message} (line ${line}, column ${column})`),
    ],
  };
}

function executed({ totals }: ReadReport): number {
  return totals.passed + totals.failures + totals.errors + totals.flaky;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
