import { otherVersion } from '../compared.ts';
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
      if (replay === null || replay.second.interpreter === null || replay.warmInterpreter === null) return NOTHING_TO_JUDGE;
      const words = otherVersion(replay.warmInterpreter, replay.second.interpreter);
      if (words === null) return holds(`Both used ${replay.second.interpreter.implementation} ${replay.second.interpreter.version}`);
      return broken(`The replay used ${words}`, { fix: 'Let the setup script make the environment with the version that the command uses.' });
    }),
});
