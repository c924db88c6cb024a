import { incompleteRun } from '../compared.ts';
import { defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const replayComplete = defineRule({
  id: 'GG-REPLAY-INCOMPLETE',
  title: 'The replay that was asked for was made, in a directory that holds the whole stamped tree',
  why: 'A replay that lacks files, or imports the workspace, neither agrees nor disagrees with anything.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const replay = facts.replay ?? null;
      if (replay === null) {
        return facts.asked.replay === true && facts.run !== null ? unknown('The replay that was asked for was not made', { rejects: true, fix: 'Make it: generation-gate replay' }) : NOTHING_TO_JUDGE;
      }
      const answers = incompleteRun(replay.second, 'the clean directory');
      return answers.length > 0 ? answers : holds('The clean directory held the whole stamped tree');
    }),
});
