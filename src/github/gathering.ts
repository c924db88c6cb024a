/** What a fan-in asks the service for: the artifacts of the run, and the tree that is to be merged. */
import * as core from '@actions/core';
import type { ActionCall } from '../inputs/from-action.ts';
import { eventCommits } from '../inputs/event.ts';
import type { GatheredBundles, MergingTree } from '../model/bundle.ts';
import { plainLine } from '../publish/plain.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface FetchedForFanIn {
  readonly gathered?: GatheredBundles;
  readonly merging?: MergingTree;
  /** Removes what was fetched. */
  readonly close: () => void;
}

/** Fetches what the inputs leave to the service. What cannot be fetched is said, and the rules judge without it. */
export async function fetchForFanIn(call: ActionCall, env: Env): Promise<FetchedForFanIn> {
  const merging = await treeToMerge(call, env);
  if (call.artifacts === null) return { ...merging, close: () => undefined };
  const { gatherArtifacts } = await import('./artifacts.ts');
  const { bundles, refused, faults, close } = await gatherArtifacts(call.artifacts, call.publishing.token, env);
  for (const { what, why, fix } of faults) core.warning(plainLine(`${what}: ${why}. ${fix}`));
  return { ...merging, gathered: { bundles, refused }, close };
}

/** Asked only where neither tree nor checkout is named; without a token nobody can be asked. */
async function treeToMerge({ settings: { tree, repo }, publishing: { token } }: ActionCall, env: Env): Promise<Pick<FetchedForFanIn, 'merging'>> {
  const commit = eventCommits(env)?.merged ?? null;
  if (tree !== null || repo !== null || token === '' || commit === null) return {};
  return { merging: await (await import('./merged-tree.ts')).mergedTree(commit, token, env) };
}
