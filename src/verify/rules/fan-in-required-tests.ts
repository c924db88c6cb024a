import { cellWords, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInRequiredTests = defineBundleRule({
  id: 'GG-FAN-IN-REQUIRED-TEST',
  title: 'Every required test was run by some cell and passed in each that ran it',
  why: 'Shards that each lack some tests are complete only together, and a fix that fails in one cell is no fix there.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const { requireTests, minTests } = facts;
    if (requireTests.length === 0 && minTests === 0) return NOTHING_TO_JUDGE;
    const sound = soundBundles(facts);
    const fix = 'See that some cell selects it and that it passes there, then run that cell again.';
    const answers = requireTests.flatMap((id): RuleAnswer[] => {
      const seen = sound.flatMap((bundle) => bundle.required.filter((one) => one.id === id && one.matched > 0).map((one) => ({ bundle, one })));
      if (seen.length === 0) return [broken(`The required test ${quote(id)} is in the reports of no cell`, { fix, innocentWhen: 'The runner names it otherwise: generation-gate inspect REPORT shows what it wrote.' })];
      const ran = seen.filter(({ one }) => one.unpassed.length < one.matched || one.unpassed.some((words) => !words.endsWith(' skipped')));
      if (ran.length === 0) return [broken(`The required test ${quote(id)} was skipped in every cell that reports it: ${enumerate(seen.map(({ bundle }) => cellWords(bundle)))}`, { fix })];
      const red = ran.filter(({ one }) => one.unpassed.some((words) => !words.endsWith(' skipped')));
      return red.length === 0 ? [] : [broken(`The required test ${quote(id)} did not plainly pass in ${enumerate(red.map(({ bundle, one }) => `${cellWords(bundle)} (${one.unpassed[0] ?? ''})`))}`, { fix, paths: red.map(({ bundle }) => bundle.source) })];
    });
    const executed = sound.reduce((sum, { tests }) => sum + tests.passed + tests.failed + tests.errored + tests.flaky, 0);
    if (executed < minTests) answers.push(broken(`The cells executed ${counted(executed, 'test')} together, fewer than ${minTests}`, { fix: 'See which cell runs fewer tests than it did: the table of cells counts them.' }));
    return answers.length > 0 ? answers : holds(`${counted(requireTests.length, 'required test')} passed in every cell that ran them; ${executed} executed in all`);
  },
});
