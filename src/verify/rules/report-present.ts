import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { countedReports, promisedGlobs } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, namePaths, quote } from '../words.ts';

export const reportPresent = defineRule({
  id: 'GG-EVIDENCE-NO-REPORT',
  title: 'Every promised report was written by this run',
  why: 'A run that writes no report may have tested nothing, and what lies there instead is of an earlier run.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, stamped) => {
      const globs = promisedGlobs(stamped.evidence);
      if (globs.length === 0) return NOTHING_TO_JUDGE;
      const reports = countedReports(facts);
      const unkept = globs.filter((glob) => !reports.some(({ file }) => file.globs.includes(glob)));
      if (unkept.length === 0) return holds(`${counted(reports.length, 'report')} written since the stamp`);
      const others = check.evidence.filter(({ now, globs: named }) => now !== null && named.some((glob) => unkept.includes(glob))).map(({ path }) => path);
      const there = others.length === 0 ? 'no file matches' : `what matches is no report that was written since the stamp: ${namePaths(others)}`;
      const moved = stamped.quarantined.length === 0 ? '' : `; ${counted(stamped.quarantined.length, 'leftover')} had been moved away at the stamp`;
      return broken(`No report came for ${enumerate(unkept.map(quote))}: ${there}${moved}`, {
        paths: others,
        fix: 'Let the command write the report there (pytest --junitxml=reports/junit.xml), or name where it writes: generation-gate stamp --evidence GLOB',
        innocentWhen: 'The runner writes to another folder, or --workdir moved where its relative path leads; globs count from the top of the git work tree.',
      });
    }),
});
