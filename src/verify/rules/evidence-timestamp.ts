import { overFiles, readClaims } from '../evidence-files.ts';
import { defineRule } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { quote } from '../words.ts';

/** How far the wall clocks of runner and gate may lie apart, in ms: a container's may be set a little otherwise. */
const SLACK_MS = 2000;

export const evidenceTimestamp = defineRule({
  id: 'GG-EVIDENCE-TIMESTAMP-BEFORE-STAMP',
  title: 'No report carries a time before the stamp',
  why: 'A report copied from a cache or an artifact is new to the file system and still says when its tests ran.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, { wallClockMs }) => {
      const reports = readClaims(check);
      const faults = reports.flatMap(({ path, report }) => {
        const old = report.timestamps.flatMap(({ raw, epochMs, precisionMs }) => (epochMs !== undefined && isBefore(epochMs, precisionMs ?? 1, wallClockMs) ? [{ raw, epochMs }] : []));
        const [oldest] = old.toSorted((left, right) => left.epochMs - right.epochMs);
        return oldest === undefined ? [] : [{ path, words: `timestamp ${quote(oldest.raw.slice(0, 80))}, stamp ${new Date(wallClockMs).toISOString()}` }];
      });
      return overFiles(reports, faults, {
        fault: 'with a time before the stamp',
        fine: 'No time with an offset lies before the stamp; times without one are not judged',
        fix: 'Run the tests under this stamp instead of restoring their reports: generation-gate gate -- COMMAND',
        innocentWhen: 'The runner writes its local time and calls it Z, or runs on a machine whose clock is behind: set the clock, or let it write the true offset.',
      });
    }),
});

/** Compares at the report's own precision: a report of whole minutes cannot lie before the minute of the stamp. */
function isBefore(epochMs: number, precisionMs: number, stampMs: number): boolean {
  return epochMs + SLACK_MS < Math.floor(stampMs / precisionMs) * precisionMs;
}
