import { otherVersion } from '../compared.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const baselineInterpreter = defineRule({
  id: 'GG-BASELINE-INTERPRETER',
  title: 'The base was run with the interpreter version of the head',
  why: 'A test that fails under another interpreter version shows a difference of interpreters, not of code.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null || baseline.headInterpreter === null) return NOTHING_TO_JUDGE;
      const runs = [baseline.withTests, baseline.asWas, baseline.oldTests].flatMap((run) => (run === null || run.interpreter === null ? [] : [run.interpreter]));
      if (runs.length === 0) return NOTHING_TO_JUDGE;
      const words = runs.map((interpreter) => otherVersion(baseline.headInterpreter, interpreter)).find((other) => other !== null);
      if (words === undefined) return holds(`All used ${baseline.headInterpreter.implementation} ${baseline.headInterpreter.version}`);
      return broken(`The base was run with ${words}`, { fix: 'Let the setup script make the environment with one version, whatever the code around it asks for.' });
    }),
});
