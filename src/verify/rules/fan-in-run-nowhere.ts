import { soundBundles } from '../bundles.ts';
import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const fanInRunNowhere = defineBundleRule({
  id: 'GG-FAN-IN-RUN-NOWHERE',
  title: 'Every test that some cell reports was executed by some cell',
  why: 'A test that every cell skips protects nothing, and no single cell can see that.',
  hard: false,
  steps: ['fan-in'],
  check: (facts) => {
    if (facts.nowhere === null || soundBundles(facts).length === 0) return NOTHING_TO_JUDGE;
    if (facts.nowhere.length === 0) return holds('No test was skipped by every cell that reports it');
    return listed(`${counted(facts.nowhere.length, 'test')} skipped by every cell that reports ${facts.nowhere.length === 1 ? 'it' : 'them'}: ${enumerate(facts.nowhere)}`, { fix: 'Add a cell in which they run, require one by --require-test ID, or remove them.' });
  },
});
