import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { join, resolve } from "node:path";
import { o as PART } from "./chunk-bundle-DVCulwqK.js";
import { t as readBundle } from "./chunk-bundle-read-D2SB64Ix.js";
import { a as cellRows, o as cellTable, r as requireFolder, s as sumOf } from "./chunk-fan-in-Cs9UlaHW.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { a as testTable, c as clearReport } from "./chunk-test-table-BiczI1cb.js";
import { r as openBundle } from "./chunk-unpack-DCIG-WqD.js";
import { r as TEST_RESULT_TYPE, t as STATEMENT_FILES } from "./chunk-statement-DwN2B8oX.js";
import { S as shellWord } from "./chunk-catalog-DTYz_AU_.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-Dkha8LeR.js";
import { t as decide } from "./chunk-decide-Cbuofwm_.js";
import { a as findRepository } from "./chunk-environment-folder-B6idSfp2.js";
import { t as applyStampedPatch } from "./chunk-stamped-patch-BNiecPQj.js";

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
				...signatureOf(opened),
				preface: [cellTable(rows), ...Object.values(signatureOf(opened)).map(({ command }) => `signature  ${command}`)].join("\n")
			})
		};
		if (report === null) return outcome;
		return await (await import("./chunk-report-CKlvPKXa.js")).reported(report, outcome, {
			facts: judged.facts,
			tests: judged.facts === null ? null : testTable(judged.facts, [])
		}, null);
	} finally {
		if (opened.state === "open") opened.store.close();
	}
}
/** Who wrote the bundle, which no file of it can tell: the command that asks GitHub. */
function signatureOf(opened) {
	if (opened.state === "refused" || !opened.store.names.includes(STATEMENT_FILES.testResult)) return {};
	const repository = /^[\w.-]+\/[\w.-]+$/.exec(process.env["GITHUB_REPOSITORY"] ?? "")?.[0] ?? "OWNER/REPOSITORY";
	const file = opened.source.endsWith(".zip") ? STATEMENT_FILES.testResult : join(opened.source, STATEMENT_FILES.testResult);
	return { signature: { command: `gh attestation verify ${shellWord(file)} --repo ${repository} --predicate-type ${TEST_RESULT_TYPE}` } };
}
async function patchOf(repo, opened, bundle) {
	if (repo === null || opened.state === "refused" || bundle.state === "refused" || bundle.faults.length > 0) return { state: "not-asked" };
	const repository = await findRepository(resolve(repo));
	const { patch } = bundle;
	return applyStampedPatch(repository, patch, patch.state === "written" ? join(opened.store.folder, PART.patch) : null);
}

export { verifyStep };