import "./chunk-rolldown-runtime-CoNq6U3z.js";
import { join, resolve } from "node:path";
import { a as PART } from "./chunk-bundle-CIGtEjtJ.js";
import { a as openBundle, o as readBundle, t as applyStampedPatch } from "./chunk-stamped-patch-6Xph5ghw.js";
import { a as cellRows, o as cellTable, r as requireFolder, s as sumOf } from "./chunk-fan-in-YcilLlUW.js";
import { n as envelope } from "./chunk-envelope-Do-9adP8.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-eP13Jr4O.js";
import { t as decide } from "./chunk-decide-DO-liYF4.js";
import { n as findRepository } from "./chunk-repository-cIyq-kuT.js";

// src/steps/verify.ts
/** The `verify` verb: one bundle judged again; with a repository its patch must give the tree that was tested (FI3). */
/** Judges one bundle, a folder or a zip file. Needs no repository. */
async function verifyStep({ repo }, source) {
	if (repo !== null) requireFolder(repo);
	const opened = await openBundle(source);
	try {
		const bundle = await readBundle(opened, { requireTests: [] });
		const facts = {
			step: "verify",
			expected: [],
			bundles: [bundle],
			merging: null,
			requireTests: [],
			minTests: 0,
			nowhere: null,
			patch: await patchOf(repo, opened, bundle)
		};
		const decision = decide(BUNDLE_CATALOG, facts);
		const rows = cellRows([], [bundle]);
		return {
			exit: decision.verdict === "accepted" ? 0 : 1,
			envelope: envelope("verify", decision.verdict, {
				generation: rows[0]?.generation ?? null,
				tree_id: rows[0]?.tree_id ?? null,
				head: rows[0]?.head ?? null,
				findings: decision.findings,
				tests: sumOf(rows),
				cells: rows,
				judged: bundle.state === "read" ? {
					verdict: bundle.verdict,
					rejecting: bundle.rejecting
				} : null,
				preface: cellTable(rows)
			})
		};
	} finally {
		if (opened.state === "open") opened.store.close();
	}
}
async function patchOf(repo, opened, bundle) {
	if (repo === null || opened.state === "refused" || bundle.state === "refused" || bundle.faults.length > 0) return { state: "not-asked" };
	const repository = await findRepository(resolve(repo));
	const { patch } = bundle;
	return applyStampedPatch(repository, patch, patch.state === "written" ? join(opened.store.folder, PART.patch) : null);
}

export { verifyStep };