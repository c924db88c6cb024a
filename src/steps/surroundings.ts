/** What the command ran in, recorded at the stamp, at the run and at the check (RN7). */
import type { StampedFacts } from '../model/facts.ts';
import type { Runtime, Surroundings } from '../model/surroundings.ts';
import { gatherSurroundings } from '../prepare/surroundings.ts';
import type { Context } from './context.ts';

/** As it is now. Variables that were named at the stamp are recorded again without being named again. */
export function surroundingsNow({ repository, env, settings }: Context, stamped: Pick<StampedFacts, 'treeId' | 'surroundings'>, { workdir, runtimes }: { readonly workdir: string; readonly runtimes: readonly Runtime[] }): Surroundings {
  const before = (stamped.surroundings?.variables ?? []).map(({ name }) => name);
  return gatherSurroundings({ top: repository.top, workdir, env, variables: [...before, ...settings.recordVariables], treeId: stamped.treeId, runtimes });
}
