import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { join, resolve } from "node:path";
import { d as PART, n as openBundle, r as readBundle } from "./chunk-unpack-C6Um1vW_.js";
import { a as cellRows, o as cellTable, r as requireFolder, s as sumOf } from "./chunk-fan-in-DeOIkbXz.js";
import { n as envelope } from "./chunk-envelope-BCrGHffe.js";
import { a as testTable, c as clearReport } from "./chunk-test-table-ClnfqnRH.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-BqGZkUli.js";
import { t as decide } from "./chunk-decide-DO-liYF4.js";
import { n as findRepository } from "./chunk-repository-Gtmx7GMA.js";
import { t as applyStampedPatch } from "./chunk-stamped-patch-Dt85QbjB.js";

// src/steps/verify.ts
/** The `verify` verb: one bundle judged again; with a repository its patch must give the tree that was tested (FI3). */
/** Judges one bundle, a folder or a zip file. Needs no repository. */
async function verifyStep({ repo, report }, source) {
	if (repo !== null) requireFolder(repo);
	if (report !== null) clearReport(report);
	const opened = await openBundle(source);
	try {
		const judged = { facts: null };
		const bundle = await readBundle(opened, {
			requireTests: [],
			sight: (seen) => void (judged.facts = seen)
		});
		const facts = {
			step: "verify",
			expected: [],
			bundles: [bundle],
			superseded: [],
			jobs: [],
			merging: null,
			requireTests: [],
			minTests: 0,
			nowhere: null,
			patch: await patchOf(repo, opened, bundle)
		};
		const decision = decide(BUNDLE_CATALOG, facts);
		const rows = cellRows([], [bundle]);
		const outcome = {
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
		if (report === null) return outcome;
		return await (await import("./chunk-report-CtZEZhKB.js")).reported(report, outcome, {
			facts: judged.facts,
			tests: judged.facts === null ? null : testTable(judged.facts, [])
		}, null);
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