import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, namePaths } from '../words.ts';

export const summaryChecked = defineRule({
  id: 'GG-SUMMARY-UNCHECKED',
  title: 'Every given summary was written after an accepted verdict of this generation',
  why: 'A summary from an unchecked log carries claims that nothing in this workspace stands for.',
  hard: true,
  steps: ['check'],
  check: ({ asked: { summaries: paths }, check, stamped }) => {
    if (paths.length === 0) return NOTHING_TO_JUDGE;
    const given = `${counted(paths.length, 'summary', 'summaries')} (${namePaths(paths)})`;
    const fix = 'Check without --summary, write the summary from what that accepts, then judge it: generation-gate check && generation-gate summarize --out SUMMARY.md && generation-gate check --summary SUMMARY.md';
    const summaries = check?.summaries ?? null;
    if (summaries === null || summaries.saved === null) {
      const whose = stamped === null ? 'this workspace' : `generation ${stamped.generation}`;
      return broken(`No accepted verdict of ${whose} is on record that ${given} could cite`, {
        paths,
        fix,
        innocentWhen: 'The check that accepted ran with another --state folder or another RUNNER_TEMP: give both calls the same.',
      });
    }
    const { saved, digestNow } = summaries;
    if (digestNow === null) return broken(`The verdict ${saved.digest} that ${given} would be judged by does not hold any more: measuring again rejects`, { paths, fix });
    if (digestNow !== saved.digest) return broken(`Measuring again gives the verdict ${digestNow}, and ${saved.digest} was saved for ${given} to cite`, { paths, fix });
    return holds(`${given} judged by the accepted verdict ${saved.digest}`);
  },
});
