import { overSound, RUN_INSTEAD } from '../cached.ts';
import { promisedGlobs } from '../reports.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

export const cacheSameEvidence = defineRule({
  id: 'GG-CACHE-OTHER-EVIDENCE',
  title: 'A cached bundle promised the reports that are promised here',
  why: 'A run that promised fewer reports was held to less than this one would be.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, ({ evidence }) =>
      overSound(facts, ({ source }, cached) => {
        if (cached.facts === null) return NOTHING_TO_JUDGE;
        const then = promisedGlobs(cached.facts.stamped?.evidence ?? []);
        const missing = promisedGlobs(evidence).filter((glob) => !then.includes(glob));
        if (missing.length === 0) return holds(`The cached bundle promised ${counted(then.length, 'glob')} of reports, those that are promised here among them`);
        return broken(`The cached bundle ${quote(source)} promised no report at ${enumerate(missing.map(quote))}${then.length === 0 ? '; it promised none at all' : `; it promised ${enumerate(then.map(quote))}`}`, { paths: [source], fix: RUN_INSTEAD, innocentWhen: 'The same reports were named by other globs: write them in the same way in both places.' });
      }),
    ),
});
