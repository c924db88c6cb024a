import { showPath } from '../../model/path.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { enumerate } from '../words.ts';

export const policyHeadNotCounted = defineRule({
  id: 'GG-POLICY-HEAD-NOT-COUNTED',
  title: "What of the change's own policy is not in force is named",
  why: 'A patch cannot soften its own gate: the policy of the commit that it is merged into governs, and a change of it counts from the next merge on.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, () => {
      const { head, base, file } = facts.policy ?? { head: null, base: null, file: null };
      if (head === null || base === null) return NOTHING_TO_JUDGE;
      const { notCounted } = head;
      const governs = file === null ? `${base.what} has no policy, so that ${showPath(head.path)} may only tighten` : `${showPath(file.path)} of ${base.what} governs`;
      if (notCounted.length === 0) return holds(`All that ${showPath(head.path)} asks for is in force: ${governs}`);
      return listed(`Not in force of ${showPath(head.path)}: ${enumerate(notCounted.map(({ key, why }) => `"${key}" (${why})`))}; ${governs}`, { paths: [head.path] });
    }),
});
