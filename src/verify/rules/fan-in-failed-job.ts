import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, quote } from '../words.ts';

export const fanInFailedJob = defineBundleRule({
  id: 'GG-FAN-IN-FAILED-JOB',
  title: 'Every job that the fan-in waited for ended with success',
  why: 'A job that failed, was cancelled or was skipped may have left a bundle of an earlier attempt, or none.',
  hard: true,
  steps: ['fan-in'],
  check: ({ jobs }) => {
    if (jobs.length === 0) return NOTHING_TO_JUDGE;
    const others = jobs.filter(({ result }) => result !== 'success');
    if (others.length === 0) return holds(`${counted(jobs.length, 'job')} ended with success`);
    return others.map(({ job, result }) =>
      broken(`The job ${quote(job)}, which the fan-in needs, ended with ${quote(result)}, not "success"`, {
        fix: 'See its log, mend what it failed for and run it again; the table of cells shows which of them were rejected.',
        innocentWhen: 'It may be skipped or fail by design: take it out of the needs of the job that fans in.',
      }),
    );
  },
});
