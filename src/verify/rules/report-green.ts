import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { forgiveness } from '../forgiveness.ts';
import { anomaliesOf, casesThat, oneLine, seenReports, type SeenReport } from '../reports.ts';
import { showPath } from '../../model/path.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

/** Faults that have rules of their own. */
const CLAIMED: ReadonlySet<string> = new Set(['nameless-case', 'announces-more']);

export const reportGreen = defineRule({
  id: 'GG-EVIDENCE-RED',
  title: 'No report tells of a failure or an error',
  why: 'A failure in a report counts, whatever the exit code, the summary line or another number in it says.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const reports = seenReports(facts);
      if (reports.length === 0) return NOTHING_TO_JUDGE;
      const fix = 'Mend the failing tests, then stamp, run and check again: generation-gate gate -- COMMAND';
      const red = reports.filter(isRed);
      const forgiven = red.length === 0 ? null : forgiveness(facts);
      const odd = anomaliesOf(reports, ({ severity, code }) => severity === 'reject' && !CLAIMED.has(code));
      const faults = [
        ...(red.length === 0 || forgiven?.state === 'forgiven' ? [] : [broken(`${sayRed(red)}${forgiven?.state === 'refused' ? `; the base does not excuse it: ${oneLine(forgiven.why)}` : ''}`, { paths: red.map(({ path }) => path), fix })]),
        ...(odd.length === 0 ? [] : [broken(`${counted(odd.length, 'fault')} for which a report cannot be believed: ${enumerate(odd.map(({ words }) => words))}`, { paths: [...new Set(odd.map(({ path }) => path))], fix })]),
      ];
      if (faults.length > 0) return faults;
      if (forgiven?.state === 'forgiven') return listed(`${counted(forgiven.tests.length, 'test is', 'tests are')} red, and red on the base ${quote(forgiven.base)} in the same way: ${enumerate(forgiven.tests.map(oneLine))}`, { paths: red.map(({ path }) => path) });
      return holds(`No failure in ${counted(reports.length, 'report')}`);
    }),
});

function isRed({ report }: SeenReport): boolean {
  const { failures, errors } = report.totals;
  return failures + errors > 0 || report.anomalies.some(({ severity }) => severity === 'red') || report.cases.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
}

function sayRed(red: readonly SeenReport[]): string {
  const numbers = red.map(({ path, report }) => `${showPath(path)} (${report.totals.failures} failed, ${report.totals.errors} errored)`);
  const tests = casesThat(red, 'failed', 'errored').map(({ name, test }) => `${name}${test.failure === undefined ? '' : ` (${oneLine(test.failure.message || test.failure.type || 'no message')})`}`);
  const signs = anomaliesOf(red, ({ severity }) => severity === 'red').map(({ words }) => words);
  const first = tests.length > 0 ? tests : signs;
  return `${counted(red.length, 'report')} red: ${enumerate(numbers)}${first.length === 0 ? '' : `; ${enumerate(first.slice(0, 10))}`}`;
}
