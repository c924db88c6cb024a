import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { s as realPathOf } from "./chunk-stat-index-BJNiL9Rk.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { t as jsonLine } from "./chunk-plain-jGVpv_SO.js";
import { n as savedVerdict, r as reportName } from "./chunk-summaries-BaURJzrY.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { i as STAMP_RULES } from "./chunk-catalog-DTYz_AU_.js";
import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { i as readStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { r as readBaseline } from "./chunk-recheck-Bc6n_9F1.js";
import { t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { a as recall, n as baselineOf } from "./chunk-records-Cpwo0gzg.js";

// src/publish/written-summary.ts
/** The summary of an accepted verdict: what people may quote, with all that it must cite. */
const KINDS = [
	"total",
	"passed",
	"failed",
	"errored",
	"skipped",
	"flaky"
];
/** Reports that get a row of their own; the verdict has them all. */
const ROWS = 100;
/** Markdown in which every number and id is one that a check compares. */
function summaryOf({ digest, verdict }) {
	const { generation, tree_id: treeId, cell, tests, reports, cached } = verdict;
	return [
		"# Test summary",
		"",
		`Written by generation-gate ${VERSION} from a verdict that it accepted.`,
		"",
		"| cited | value |",
		"| --- | --- |",
		`| verdict digest | \`${digest}\` |`,
		`| generation | \`${generation}\` |`,
		`| tree id | \`${treeId}\` |`,
		...cached === void 0 ? [] : [`| evidence from a cache, bundle artifact | \`${cached.bundle_digest}\` |`, `| ran earlier, under generation | \`${cached.generation ?? "none"}\` |`],
		...cell === null ? [] : [`| cell | ${cell.replaceAll("_", "\\_")} |`],
		"",
		"| tests | count |",
		"| --- | --- |",
		...KINDS.map((kind) => `| ${kind} | ${tests[kind]} |`),
		...reports.length < 2 ? [] : ["", ...reportRows(verdict.reports)],
		"",
		"Judge it, as it is or reworded: `generation-gate check --summary FILE`",
		""
	].join("\n");
}
function reportRows(reports) {
	return [
		`| report | ${KINDS.join(" | ")} |`,
		`| --- | ${KINDS.map(() => "---").join(" | ")} |`,
		...reports.slice(0, ROWS).map((report) => `| ${reportName(report)} | ${numbers(report.tests)} |`),
		...reports.length > ROWS ? ["", "Further reports are in the verdict."] : []
	];
}
function numbers(tests) {
	return KINDS.map((kind) => tests[kind]).join(" | ");
}

// src/steps/summarize.ts
/** The `summarize` verb: writes what may be said about an accepted verdict. */
/** Writes the summary to `out`, or to stdout where that is null. Refuses by a finding without an accepted verdict. */
function summarizeStep(context, { out, json }) {
	const { repository, state, settings } = context;
	const { known, stamped, run } = recall(state);
	const facts = {
		step: "check",
		stamp: readStampFile(repository.top),
		known,
		stamped: stamped?.facts ?? null,
		run: run?.facts ?? null,
		check: null,
		asked: askedOf(settings)
	};
	const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
	const saved = stamped === null || refused.length > 0 ? null : savedVerdict(state, stamped.facts.generation);
	if (stamped === null || saved === null) return {
		exit: 1,
		envelope: envelope("summarize", "rejected", {
			generation: facts.stamped?.generation ?? null,
			tree_id: facts.stamped?.treeId ?? null,
			head: repository.head,
			findings: refused.length > 0 ? refused : [noVerdict(facts)]
		})
	};
	const file = out === null ? null : placeFor(context, stamped, out);
	const document = documentOf(saved, repository.head);
	const markdown = summaryOf(saved);
	if (file !== null) writeWhole(file, json ? `${jsonLine(document)}\n` : markdown);
	return {
		exit: 0,
		envelope: {
			...document,
			text: out === null ? markdown.trimEnd() : `summarize: written to ${out}`
		}
	};
}
function noVerdict({ stamped }) {
	return {
		rule: "GG-SUMMARY-UNCHECKED",
		answer: "broken",
		what: `No accepted verdict of generation ${stamped?.generation ?? "none"} is on record: its last check rejected, or there was none since its last run`,
		why: "A summary from an unchecked log carries claims that nothing in this workspace stands for.",
		fix: "Check first: generation-gate check",
		rejects: true
	};
}
function documentOf({ digest, verdict }, head) {
	const { generation, tree_id, tests, cell, reports } = verdict;
	return envelope("summarize", "accepted", {
		generation,
		tree_id,
		head,
		tests,
		verdict_digest: digest,
		cell,
		reports: reports.map(({ path, sha256, tests: own }) => ({
			path,
			sha256,
			tests: own
		}))
	});
}
/** Where the summary may be written: a stamped path, a record, or anything but a plain file, is left alone. */
function placeFor({ repository, state }, record, out) {
	const file = resolve(out);
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats !== void 0 && !stats.isFile()) throw new UsageError("GG-OUT-NOT-A-FILE", `--out ${JSON.stringify(out)} is no regular file`, "Name a new file, for example: --out SUMMARY.md");
	const folder = realPathOf(dirname(file));
	if (folder === null) throw new UsageError("GG-OUT-NO-FOLDER", `The folder of --out ${JSON.stringify(out)} does not exist`, "Make it first, or name another file, for example: --out SUMMARY.md");
	const real = join(folder, file.slice(file.lastIndexOf(sep) + 1));
	const inside = relative(repository.top, real).split(sep).join("/");
	if (readBaseline(baselineOf(state, record)).some(({ prefix, entries }) => entries.some(({ path }) => prefix + path === inside))) throw new UsageError("GG-OUT-STAMPED", `--out ${JSON.stringify(out)} is a stamped path: writing it would change the tree that was judged`, "Name a file that was not there at the stamp, or that .gitignore names");
	if (real.startsWith(join(repository.gitDir, sep)) || real.startsWith(join(state.path, sep)) || inside === ".workspace_generation.json") throw new UsageError("GG-OUT-OWN-FILE", `--out ${JSON.stringify(out)} lies among the records of git or of the gate`, "Name a file elsewhere, for example: --out SUMMARY.md");
	return real;
}
/** Writes a plain file, and nothing that was put in its place meanwhile. */
function writeWhole(file, content) {
	const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK, 420);
	try {
		if (!fstatSync(descriptor).isFile()) throw new UsageError("GG-OUT-NOT-A-FILE", `--out ${JSON.stringify(file)} is no regular file`, "Name a new file, for example: --out SUMMARY.md");
		ftruncateSync(descriptor, 0);
		writeFileSync(descriptor, content);
	} finally {
		closeSync(descriptor);
	}
}

export { summarizeStep };