/** How the judged tree differs from its base, where somebody asked whose paths may be touched (WT5). */
import type { ChangeFacts } from '../model/facts.ts';
import { comparePaths } from '../model/path.ts';
import type { Drift } from '../model/tree.ts';
import { eventBase } from '../inputs/event.ts';
import { changedPaths } from '../packet/change.ts';
import { git } from '../workspace/git.ts';
import { findBase } from './base-revision.ts';
import type { Context } from './context.ts';
import type { StampRecord } from './records.ts';
import { pathsOf } from './stamped-paths.ts';

/** The change, where `--owned`, `--forbidden` or `--require-rebased` asks for it. */
export async function sightChange(context: Context, stamped: StampRecord, drift: Drift): Promise<{ readonly change?: ChangeFacts | null }> {
  const { settings, repository } = context;
  if (settings.owned.length + settings.forbidden.length === 0 && !settings.requireRebased) return {};
  const base = await baseOf(context, stamped);
  if (base === null) return { change: null };
  const { own, nested } = pathsOf(context, stamped);
  const differing = await changedPaths(repository, { base: base.commit, treeId: stamped.facts.treeId, paths: own, nested });
  // What moved since the stamp is a change as well, whoever made it.
  const moved = [...drift.changed.map(({ path }) => path), ...drift.vanished, ...drift.added];
  const contained = await git(['merge-base', '--is-ancestor', base.commit, 'HEAD'], { cwd: repository.top });
  return { change: { against: base.what, paths: [...new Set([...differing, ...moved])].sort(comparePaths), tip: base.commit, containsTip: contained.code === 0 } };
}

async function baseOf({ settings, repository, env }: Context, { facts }: StampRecord): Promise<{ readonly commit: string; readonly what: string } | null> {
  const event = eventBase(env, repository.top);
  const given = settings.base ?? event?.sha ?? facts.head;
  if (given === null) return null;
  const { commit } = await findBase(repository, given);
  return { commit, what: settings.base !== null ? `${settings.base} (${commit})` : event !== null ? `the base of the ${event.event} event (${commit})` : `HEAD (${commit})` };
}
