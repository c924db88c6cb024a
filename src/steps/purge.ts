/** The `purge` verb, and the purge that a stamp does. */
import type { PurgeReport } from '../model/prepare.ts';
import { showPath } from '../model/path.ts';
import { findBytecode, purge } from '../prepare/purge.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { trackedAmong } from '../workspace/tracked.ts';
import type { Context } from './context.ts';

/** Removes the bytecode of the workspace that could stand for code which is no longer there (PR1). */
export function purgeWorkspace(context: Context, dryRun = false): Promise<PurgeReport> {
  context.progress('removing bytecode');
  return purge(context.repository.top, { isTracked: trackedAmong, skip: context.otherWorktrees, dryRun });
}

/** The bytecode that lies in the workspace and that a purge would take. Throws nothing for what cannot be looked at. */
export function listBytecode(context: Context): ReturnType<typeof findBytecode> {
  return findBytecode(context.repository.top, { isTracked: trackedAmong, skip: context.otherWorktrees });
}

export async function purgeStep(context: Context, dryRun: boolean): Promise<Outcome> {
  const report = await purgeWorkspace(context, dryRun);
  const { files, folders, links } = report.removed;
  const verb = dryRun ? 'would remove' : 'removed';
  const lines = [
    ...report.listed.map((path) => `  ${showPath(path)}`),
    ...(report.unlisted > 0 ? [`  and ${report.unlisted} more`] : []),
    ...report.failed.map(({ path, errno }) => `  not removed: ${showPath(path)} (${errno})`),
    `purge: ${verb} ${files} files, ${folders} folders and ${links} links${report.tracked > 0 ? `; ${report.tracked} tracked files stay` : ''}`,
  ];
  const complete = report.failed.length === 0;
  return {
    exit: complete ? 0 : 1,
    envelope: envelope('purge', complete ? 'accepted' : 'rejected', {
      purged: report,
      text: lines.join('\n'),
      findings: complete
        ? []
        : [
            {
              rule: 'GG-PURGE-INCOMPLETE',
              answer: 'broken',
              paths: report.failed.map(({ path }) => path),
              what: `${report.failed.length} entries could not be removed or looked at, the first is ${showPath(report.failed[0]?.path ?? '')} (${report.failed[0]?.errno ?? ''})`,
              why: 'Bytecode that stays can run in place of the source beside it.',
              fix: 'Give the gate\'s user write permission on these folders, or remove them by hand.',
              rejects: true,
            },
          ],
    }),
  };
}
