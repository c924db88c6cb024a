import { STAMP_FILE } from '../../model/stamp.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';

export const stampWellFormed = defineRule({
  id: 'GG-STAMP-MALFORMED',
  title: 'The stamp can be read',
  why: 'A stamp that cannot be read binds nothing, and one that was replaced by a link or a pipe was put there by somebody else.',
  hard: true,
  steps: ['check'],
  check: ({ stamp }) => {
    if (stamp.state === 'absent') return NOTHING_TO_JUDGE;
    if (stamp.state === 'found') return holds(`"${STAMP_FILE}" is well formed`);
    return broken(`"${STAMP_FILE}" is no stamp: ${stamp.why}`, { paths: [STAMP_FILE], fix: `Remove it and stamp again: rm -rf ${STAMP_FILE} && generation-gate stamp` });
  },
});
