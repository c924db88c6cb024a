import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { i as repositoryOf, n as apiFault, r as openApi, t as PATIENCE } from "./chunk-api-mFM-_vfI.js";
import { n as within } from "./chunk-deadline-BDJNYwjF.js";

// src/github/merged-tree.ts
const ASK_MS = 6e4;
/** The tree of a commit by the API. Where it does not answer, that is an answer too: the rule about it rejects. */
async function mergedTree(commit, token, env, patience = PATIENCE) {
	const source = `the API for commit ${commit}`;
	try {
		const { data } = await within(ASK_MS, "The question", openApi(token, patience).then((api) => api.rest.git.getCommit({
			...repositoryOf(env),
			commit_sha: commit
		})));
		if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(data.tree.sha)) return {
			treeId: null,
			source,
			why: "it names no tree"
		};
		return {
			treeId: data.tree.sha,
			source
		};
	} catch (error) {
		return {
			treeId: null,
			source,
			why: apiFault(error, "contents: read").why
		};
	}
}

export { mergedTree };