/** The tree that is to be merged, as GitHub knows it: for a fan-in that has no checkout (FI1). */
import type { MergingTree } from '../model/bundle.ts';
import { apiFault, openApi, repositoryOf, PATIENCE, type Patience } from './api.ts';
import { within } from './deadline.ts';

const ASK_MS = 60_000;

/** The tree of a commit by the API. Where it does not answer, that is an answer too: the rule about it rejects. */
export async function mergedTree(commit: string, token: string, env: Readonly<Record<string, string | undefined>>, patience: Patience = PATIENCE): Promise<NonNullable<MergingTree>> {
  const source = `the API for commit ${commit}`;
  try {
    const { data } = await within(ASK_MS, 'The question', openApi(token, patience).then((api) => api.rest.git.getCommit({ ...repositoryOf(env), commit_sha: commit })));
    if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(data.tree.sha)) return { treeId: null, source, why: 'it names no tree' };
    return { treeId: data.tree.sha, source };
  } catch (error) {
    return { treeId: null, source, why: apiFault(error, 'contents: read').why };
  }
}
