import { STAMP_FILE } from '../../model/stamp.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { stampAgain } from '../words.ts';

export const stampKnown = defineRule({
  id: 'GG-STAMP-FOREIGN',
  title: 'The stamp is the one this workspace was given last',
  why: 'A stamp that was copied in, edited or kept from an earlier stamping would lend its name to another tree.',
  hard: true,
  steps: ['check'],
  check: ({ stamp, stamped, known }) => {
    if (stamp.state !== 'found') return NOTHING_TO_JUDGE;
    const { generation } = stamp.stamp;
    const fix = `Stamp this workspace, then run and check again: ${stampAgain(stamped)}`;
    if (stamped === null) {
      return broken(`"${STAMP_FILE}" names generation ${generation}, and no stamping of this workspace is on record`, {
        paths: [STAMP_FILE],
        fix,
        innocentWhen: 'The stamp step ran with another --state folder or another RUNNER_TEMP: give both steps the same.',
      });
    }
    if (generation !== stamped.generation) {
      const origin = known.includes(generation) ? 'an earlier stamping of this workspace' : 'no stamping of this workspace';
      return broken(`"${STAMP_FILE}" names generation ${generation}, which is ${origin}; the current one is ${stamped.generation}`, { paths: [STAMP_FILE], fix });
    }
    if (stamp.digest !== stamped.stampDigest) {
      return broken(`"${STAMP_FILE}" was changed: its SHA-256 is ${stamp.digest}, and ${stamped.stampDigest} was written`, { paths: [STAMP_FILE], fix });
    }
    return holds(`The stamp is that of generation ${generation}`);
  },
});
