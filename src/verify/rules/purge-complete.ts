import { showPath } from '../../model/path.ts';
import type { FailedPath } from '../../model/prepare.ts';
import { broken, defineRule, holds, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

const DOING = { 'list-folder': 'listing', remove: 'removing', stat: 'looking at', 'ask-git': 'asking git about' } as const satisfies Record<FailedPath['doing'], string>;

export const purgeComplete = defineRule({
  id: 'GG-PURGE-INCOMPLETE',
  title: 'The purge removed all stale bytecode it could meet',
  why: 'Bytecode that stays can be run in place of the source that was stamped.',
  hard: true,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, ({ purges }) => {
      const again = 'generation-gate stamp';
      if (purges.length === 0) return unknown('No purge is on record for this generation', { fix: `Stamp again: ${again}` });
      if (purges.some(({ dryRun }) => dryRun)) return broken('A purge on record was a dry run: it removed nothing', { fix: `Stamp again: ${again}` });
      const failed = purges.flatMap((purge) => purge.failed);
      if (failed.length > 0) {
        const words = failed.map(({ path, doing, errno }) => `${showPath(path === '' ? '.' : path)} (${errno} while ${DOING[doing]} it)`);
        return broken(`The purge could not finish at ${counted(failed.length, 'place')}: ${enumerate(words)}`, {
          paths: failed.map(({ path }) => path),
          fix: `Give the gate's user the right to it, for example: chmod -R u+rwX ${showPath(failed[0]?.path || '.')} && ${again}`,
          innocentWhen: 'A container of an earlier job left files of another user: remove them, or wipe the workspace.',
        });
      }
      const gone = purges.reduce((sum, { removed }) => sum + removed.files + removed.links, 0);
      return holds(`The purge removed ${counted(gone, 'bytecode file')}`);
    }),
});
