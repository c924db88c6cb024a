import { showPath } from '../../model/path.ts';
import type { EnvironmentOrigin } from '../../model/prepare.ts';
import { broken, defineRule, holds, unknown, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

export const environmentOwnCheckout = defineRule({
  id: 'GG-ENVIRONMENT-OTHER-CHECKOUT',
  title: 'No variable of the environment leads into another checkout of the same code',
  why: 'A search path into another checkout lets the tests load its files under the names of these.',
  hard: true,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ environment }) => {
      const answers = [...judgeAt('at the stamp', environment), ...(facts.run === null ? [] : judgeAt('at the run', facts.run.environment))];
      return answers.length > 0 ? answers : holds('No variable leads into another checkout of the same code');
    }),
});

function judgeAt(when: string, environment: readonly EnvironmentOrigin[] | null): readonly RuleAnswer[] {
  if (environment === null) return [unknown(`Nobody looked at the variables of the environment ${when}`, { fix: 'Stamp and run again: generation-gate gate -- COMMAND' })];
  if (environment.length === 0) return [];
  const names = [...new Set(environment.map(({ variable }) => variable))];
  const words = environment.map(({ variable, value, target, otherCheckout }) => `${variable}=${quote(value)} leads to ${showPath(target)} (${otherCheckout.why})`);
  return [
    broken(`${counted(environment.length, 'variable')} into another checkout of the same code, seen ${when}: ${enumerate(words)}`, {
      paths: environment.map(({ target }) => target),
      fix: `Take it out of the environment of the gate and the tests: unset ${names.join(' ')}`,
    }),
  ];
}
