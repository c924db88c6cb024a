import { STAMP_FILE } from '../../model/stamp.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { stampAgain } from '../words.ts';

export const stampPresent = defineRule({
  id: 'GG-STAMP-MISSING',
  title: 'The workspace carries a stamp',
  why: 'Without a stamp nothing says which tree the tests were run on.',
  hard: true,
  steps: ['check'],
  check: ({ stamp, stamped }) => {
    if (stamp.state !== 'absent') return stamp.state === 'found' ? holds(`"${STAMP_FILE}" names generation ${stamp.stamp.generation}`) : NOTHING_TO_JUDGE;
    return broken(
      stamped === null
        ? `"${STAMP_FILE}" does not exist, and this workspace was never stamped`
        : `"${STAMP_FILE}" does not exist; generation ${stamped.generation} was stamped here and its stamp is gone`,
      { paths: [STAMP_FILE], fix: `Stamp after the patch and before the tests: ${stampAgain(stamped)}`, innocentWhen: 'A step between stamp and check ran `git clean`; let it keep the stamp: git clean -e .workspace_generation.json' },
    );
  },
});
