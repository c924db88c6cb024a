import { overCached } from '../cached.ts';
import { claims } from '../evidence-files.ts';
import { broken, defineRule, holds, listed, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, endingWords, namePaths } from '../words.ts';

export const cacheAlone = defineRule({
  id: 'GG-CACHE-BESIDE-RUN',
  title: 'Cached evidence stands beside no run and no red report of this generation',
  why: 'A cache must not take the place of a run that did not go as wished.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) =>
      overCached(facts, () => {
        const faults: RuleAnswer[] = [];
        const fix = 'Judge what ran here: leave --cached-evidence out, or stamp again before a cache is asked';
        if (facts.run !== null) faults.push(broken(`The captured command was run under this generation and ${endingWords(facts.run.outcome.ending)}: that counts, and no cache`, { fix }));
        if (facts.asked.outcome !== null) faults.push(broken(`The workflow hands over the outcome "${facts.asked.outcome}" of its own tests: that counts, and no cache`, { fix }));
        const reports = claims(check).filter(({ globs, now }) => globs.length > 0 && now !== null);
        const red = reports.filter(({ reading }) => reading?.state === 'read' && reading.totals.failures + reading.totals.errors > 0).map(({ path }) => path);
        if (red.length > 0) faults.push(broken(`${counted(red.length, 'report')} in the workspace ${red.length === 1 ? 'is' : 'are'} red: ${namePaths(red)}`, { paths: red, fix, innocentWhen: 'The cache restored it: keep bundles in the cache, and no reports.' }));
        if (faults.length > 0) return faults;
        const others = reports.map(({ path }) => path);
        return others.length === 0 ? holds('Nothing was run under this generation') : listed(`${counted(others.length, 'report')} in the workspace ${others.length === 1 ? 'does' : 'do'} not count beside cached evidence: ${namePaths(others)}`, { paths: others });
      }),
    ),
});
