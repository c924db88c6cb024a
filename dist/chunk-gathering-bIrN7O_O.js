import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { c as warning } from "./chunk-core-CikAWlny.js";
import { n as eventCommits } from "./chunk-event-brNRZ_vT.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";

// src/github/gathering.ts
/** What a fan-in asks the service for: the artifacts of the run, and the tree that is to be merged. */
/** Fetches what the inputs leave to the service. What cannot be fetched is said, and the rules judge without it. */
async function fetchForFanIn(call, env) {
	const merging = await treeToMerge(call, env);
	if (call.artifacts === null) return {
		...merging,
		close: () => void 0
	};
	const { gatherArtifacts } = await import("./chunk-artifacts-Okal2qJv.js");
	const { bundles, refused, faults, close } = await gatherArtifacts(call.artifacts, call.publishing.token, env);
	for (const { what, why, fix } of faults) warning(plainLine(`${what}: ${why}. ${fix}`));
	return {
		...merging,
		gathered: {
			bundles,
			refused
		},
		close
	};
}
/** Asked only where neither tree nor checkout is named; without a token nobody can be asked. */
async function treeToMerge({ settings: { tree, repo }, publishing: { token } }, env) {
	const commit = eventCommits(env)?.merged ?? null;
	if (tree !== null || repo !== null || token === "" || commit === null) return {};
	return { merging: await (await import("./chunk-merged-tree-DXligIKy.js")).mergedTree(commit, token, env) };
}

export { fetchForFanIn };