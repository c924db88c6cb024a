import { showPath } from '../../model/path.ts';
import { defineRule, holds, listed } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate, NAMED_IN_TEXT } from '../words.ts';

export const reportQuarantined = defineRule({
  id: 'GG-EVIDENCE-QUARANTINED',
  title: 'Leftover reports that the stamp moved away are named',
  why: 'A report from before the stamp can neither count for this run nor be thrown away without asking.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ quarantined }) => {
      if (quarantined.length === 0) return holds('No leftover report was in the way');
      return listed(`${counted(quarantined.length, 'leftover report')} moved away at the stamp: ${enumerate(quarantined.map(({ path, movedTo }) => `${showPath(path)} (now ${showPath(movedTo)})`))}`, {
        paths: quarantined.map(({ path }) => path),
        fix: `To put back what is wanted: ${quarantined.slice(0, NAMED_IN_TEXT).map(({ restore }) => restore).join(' && ')}`,
      });
    }),
});
