import { defineRule, holds, listed } from '../rule.ts';
import { promisedGlobs } from '../reports.ts';
import { overStamping } from '../subject.ts';
import { enumerate, quote } from '../words.ts';

export const reportPromised = defineRule({
  id: 'GG-EVIDENCE-NOT-PROMISED',
  title: 'A check without a promised report is named',
  why: 'Without a report, ending and log alone decide, and nobody can say which tests ran.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, ({ evidence }) => {
      const globs = promisedGlobs(evidence);
      if (globs.length > 0) return holds(`Reports are promised at ${enumerate(globs.map(quote))}`);
      return listed('No report was promised: ending and log decide', { fix: "Name what the command writes: generation-gate stamp --evidence 'reports/*.xml'" });
    }),
});
