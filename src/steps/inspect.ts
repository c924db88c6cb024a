/** The `inspect` verb: what the reader sees in JUnit reports, each judged as if it were the only one. */
import { resolve } from 'node:path';
import { showPath } from '../model/path.ts';
import { limitsNamed, type GivenLimits } from '../model/report-limits.ts';
import type { ReportReading } from '../model/report.ts';
import { judgeReport } from '../evidence/junit/judge.ts';
import { readReport } from '../evidence/junit/read.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { plainLine } from '../publish/plain.ts';

export async function inspect(paths: readonly string[], given: GivenLimits): Promise<Outcome> {
  const limits = limitsNamed(given);
  const files = [];
  for (const path of paths) {
    const reading = await readReport(resolve(path), { limits });
    const { tests, failures, errors, skipped, verdict, anomalies } = judgeReport(reading);
    files.push({ path, tests, failures, errors, skipped, verdict, anomalies: [...anomalies, ...hintFor(path, reading)] });
  }
  const rejected = files.filter(({ verdict }) => verdict === 'rejected');
  const lines = files.flatMap(({ path, tests, failures, errors, skipped, verdict, anomalies }) => [
    `${verdict === 'accepted' ? '✓' : '✗'} ${showPath(path)}: ${tests} tests, ${failures} failures, ${errors} errors, ${skipped} skipped`,
    ...anomalies.map((anomaly) => `    ${plainLine(anomaly)}`),
  ]);
  return {
    exit: rejected.length > 0 ? 1 : 0,
    envelope: envelope('inspect', rejected.length > 0 ? 'rejected' : 'accepted', {
      files,
      tests: {
        total: sum(files, 'tests'),
        passed: files.reduce((all, file) => all + Math.max(0, file.tests - file.failures - file.errors - file.skipped), 0),
        failed: sum(files, 'failures'),
        errored: sum(files, 'errors'),
        skipped: sum(files, 'skipped'),
        flaky: 0,
      },
      findings: rejected.map(({ path, anomalies }) => ({
        rule: 'GG-EVIDENCE-REPORT-REJECTED',
        answer: 'broken' as const,
        paths: [path],
        what: `${showPath(path)} cannot be accepted: ${anomalies[0] ?? ''}`,
        why: 'A report that is red, empty or unreadable is no evidence for a merge.',
        fix: 'Mend what the first anomaly names and write the report again.',
        rejects: true,
      })),
      text: [...lines, `inspect: ${files.length - rejected.length} accepted, ${rejected.length} rejected`].join('\n'),
    }),
  };
}

/** What the caller may have meant by a path that is no report. */
function hintFor(path: string, reading: ReportReading): readonly string[] {
  if (reading.state !== 'refused') return [];
  if (reading.code === 'folder') return [`hint: Name the reports in it, for example ${showPath(`${path.replace(/\/+$/, '')}/*.xml`)}`];
  if (reading.code === 'absent' && /[*?[{]/.test(path)) return ['hint: No file matches this pattern here; a shell passes on unchanged what matches nothing'];
  return [];
}

function sum<K extends string>(items: readonly Readonly<Record<K, number>>[], key: K): number {
  return items.reduce((all, item) => all + item[key], 0);
}
