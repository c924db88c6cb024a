import type { ReplayFacts } from '../../model/compare.ts';
import { showPath } from '../../model/path.ts';
import { outcomeWord } from '../compared.ts';
import { oneLine } from '../reports.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, endingWords, enumerate, namePaths, quote, sameEnding } from '../words.ts';

export const replayAgrees = defineRule({
  id: 'GG-REPLAY-DISAGREES',
  title: 'The command gives the same results in a clean directory made from the stamped tree',
  why: 'Where both differ, the result came from something that is not in the tree: leftovers of earlier work, or chance.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const replay = facts.replay ?? null;
      const clean = replay?.second.ending ?? null;
      if (replay === null || clean === null) return NOTHING_TO_JUDGE;
      const { differences, warmEnding, warmTests } = replay;
      if (sameEnding(warmEnding, clean) && differences.length === 0) {
        return holds(`The replay ${endingWords(clean)}, as the run did${warmTests === 0 ? '' : `, and ${counted(warmTests, 'test')} ended alike`}`);
      }
      return disagreement(replay);
    }),
});

function disagreement({ differences, warmEnding, warmTests, second, onlyWarm, otherVariables }: ReplayFacts): RuleAnswer {
  const endings = second.ending === null || sameEnding(warmEnding, second.ending) ? [] : [`the run ${endingWords(warmEnding)}, the replay ${endingWords(second.ending)}`];
  const tests = differences.map(({ test, warm, clean, says }) => `${oneLine(test)} ${outcomeWord(warm)} in the workspace and ${outcomeWord(clean)} in the clean directory${says === '' ? '' : ` (${oneLine(says)})`}`);
  const named = onlyWarm.filter((file) => file.named).map(({ path }) => path);
  const others = onlyWarm.filter((file) => !file.named).map(({ path }) => path);
  const files = named.length > 0 ? `; the failing run speaks of what is ignored and only the workspace has: ${namePaths(named)}` : others.length > 0 ? `; ignored and only in the workspace: ${namePaths(others)}` : '';
  const cause = otherVariables.length > 0 ? `; the replay was called with another environment than the run: ${enumerate(otherVariables.map(oneLine))}` : files;
  const count = differences.length === 0 ? '' : `${differences.length} of ${counted(Math.max(warmTests, differences.length), 'test')} ended otherwise: ${enumerate(tests)}`;
  return broken(capitalised([...endings, ...(count === '' ? [] : [count])].join('; ') + cause), {
    paths: otherVariables.length > 0 ? [] : named.length > 0 ? named : others,
    fix: otherVariables.length > 0 ? `Call it with the environment of the run: generation-gate replay. Better still, let the command set what it needs; the replay's logs are in ${quote(second.logs)}` : `Commit what the tests need or let the setup make it (--setup FILE), and remove the rest: git clean -ndX shows it. ${second.kept === null ? '' : `The clean directory is kept: ${showPath(second.kept)}; `}the replay's logs are in ${quote(second.logs)}`,
    innocentWhen: 'The test depends on time, chance or a service: repeat it until both runs agree, or mend the test.',
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
