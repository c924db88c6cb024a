import { otherRuntime, otherVersion } from '../compared.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const replayInterpreter = defineRule({
  id: 'GG-REPLAY-INTERPRETER',
  title: 'The replay used the interpreter version of the run',
  why: 'Results of two interpreter versions are not comparable: their agreement proves as little as their difference.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const replay = facts.replay ?? null;
      if (replay === null) return NOTHING_TO_JUDGE;
      const { second, warmInterpreter, warmRuntimes } = replay;
      const words = otherVersion(warmInterpreter, second.interpreter) ?? otherRuntime(warmRuntimes, second.runtimes);
      if (words === null) {
        const used = second.interpreter === null || warmInterpreter === null ? (second.runtimes ?? []).map(({ name, version }) => `${name} ${version}`) : [`${second.interpreter.implementation} ${second.interpreter.version}`];
        return used.length === 0 ? NOTHING_TO_JUDGE : holds(`Both used ${used.join(', ')}`);
      }
      return broken(`The replay used ${words}`, { fix: 'Let the setup script make the environment with the version that the command uses.' });
    }),
});
