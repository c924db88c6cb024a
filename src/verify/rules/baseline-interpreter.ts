import { otherRuntime, otherVersion } from '../compared.ts';
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
      if (baseline === null) return NOTHING_TO_JUDGE;
      const { headInterpreter, headRuntimes = [] } = baseline;
      const runs = [baseline.withTests, baseline.asWas, baseline.oldTests].flatMap((run) => (run === null ? [] : [run]));
      const words = runs.map((run) => otherVersion(headInterpreter, run.interpreter) ?? otherRuntime(headRuntimes, run.runtimes)).find((other) => other !== null);
      if (words === undefined) {
        const used = headInterpreter === null ? headRuntimes.map(({ name, version }) => `${name} ${version}`) : [`${headInterpreter.implementation} ${headInterpreter.version}`];
        const known = runs.some(({ interpreter, runtimes = [] }) => interpreter !== null || runtimes.length > 0);
        return used.length === 0 || !known ? NOTHING_TO_JUDGE : holds(`All used ${used.join(', ')}`);
      }
      return broken(`The base was run with ${words}`, { fix: 'Let the setup script make the environment with one version, whatever the code around it asks for.' });
    }),
});
