import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { t as policyLine } from "./chunk-policy-DuCA8Iht.js";

// src/publish/markdown.ts
/** GitHub drops a step's summary beyond 1 MiB instead of cutting it; this leaves room for the steps around it. */
const SUMMARY_LIMIT_BYTES = 921600;
/** Room for the sentence about what was left out. */
const LAST_WORDS_BYTES = 200;
const TEXT_LENGTH = 4e3;
/** The summary of a verdict in at most `limitBytes`, for a job by default; what was left out is said. */
function summaryMarkdown(envelope, limitBytes = SUMMARY_LIMIT_BYTES) {
	const { tests } = envelope;
	const rejecting = envelope.findings.filter(({ rejects }) => rejects);
	const notes = envelope.findings.filter(({ rejects, answer, listed }) => !rejects && (answer !== "holds" || listed === true));
	const head = [
		`## ${envelope.verdict === "accepted" ? "✅" : "❌"} generation-gate ${envelope.verb}: ${envelope.verdict}`,
		"",
		"| generation | tree | tests |",
		"| --- | --- | --- |",
		`| ${code(envelope.generation ?? "none")} | ${code(envelope.tree_id ?? "none")} | ${tests.total} (${tests.passed} passed, ${tests.failed} failed, ${tests.errored} errored, ${tests.skipped} skipped, ${tests.flaky} flaky) |`,
		"",
		...policyLine(envelope["policy"]) === null ? [] : [`Policy: ${code(policyLine(envelope["policy"]) ?? "")}`, ""]
	].join("\n");
	const worthKnowing = notes.length > 0 ? [`### Worth knowing\n\n${notes.map((finding) => `- ${shortText(finding.what)} (${code(finding.rule)})`).join("\n")}\n`] : [];
	const parts = [
		...cellsSection(envelope, limitBytes / 2),
		...rejecting.map(section),
		...worthKnowing
	];
	let text = head;
	let leftOut = 0;
	for (const part of parts) if (Buffer.byteLength(text) + Buffer.byteLength(part) > limitBytes - LAST_WORDS_BYTES) leftOut += 1;
	else text += `\n${part}`;
	return leftOut === 0 ? `${text}\n` : `${text}\n_${leftOut} more ${leftOut === 1 ? "part was" : "parts were"} left out; the log has them all._\n`;
}
/** One row a cell, where the verdict is over several. Where they are too many those that were accepted are only counted. */
function cellsSection({ cells }, limitBytes) {
	if (!Array.isArray(cells)) return [];
	const all = cells;
	const table = (rows) => `${[
		"| cell | verdict | tree | tests | red | ran on |",
		"| --- | --- | --- | ---: | ---: | --- |",
		...rows.map(cellRow)
	].join("\n")}\n`;
	const whole = table(all);
	if (Buffer.byteLength(whole) <= limitBytes) return [whole];
	const shown = [];
	let bytes = 500;
	for (const row of all.toSorted((left, right) => Number(left.state === "accepted") - Number(right.state === "accepted"))) {
		bytes += Buffer.byteLength(cellRow(row)) + 1;
		if (bytes > limitBytes) break;
		shown.push(row);
	}
	return [`${table(shown)}\n_${all.length - shown.length} more cells were left out, ${all.filter((row) => row.state !== "accepted" && !shown.includes(row)).length} of them not accepted; the log has them all._\n`];
}
function cellRow({ cell, source, state, tree_id: tree, tests, runtimes }) {
	return `| ${code((cell ?? source ?? "").slice(0, TEXT_LENGTH))} | ${state === "accepted" ? "✅" : "❌"} ${state} | ${code(tree?.slice(0, 12) ?? "none")} | ${tests.total} | ${tests.failed + tests.errored} | ${shortText(runtimes.join(", "))} |`;
}
/** What one finding may say at most: words of others can be of any length, and must not crowd out the rest. */
function shortText(text) {
	return markdownText(text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text);
}
function section(finding) {
	const { rule, answer, what, why, fix, innocent_when: innocentWhen } = finding;
	return [
		`### ${answer === "broken" ? "✗" : "?"} ${rule}`,
		"",
		`**What.** ${shortText(what)}`,
		"",
		`**Why.** ${shortText(why)}`,
		...fix === "" ? [] : ["", `**Fix.** ${shortText(fix)}`],
		...innocentWhen === void 0 ? [] : ["", `**Innocent when** ${shortText(innocentWhen)}`],
		""
	].join("\n");
}
/** Text of others as Markdown that shows it and does nothing else. */
function markdownText(text) {
	return plainLine(text).trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace(/([\\`*_{}[\]()#+!|~-])/g, "\\$1").replace(/([@#])(?=[A-Za-z0-9])/g, "$1<!-- -->").replace(/^(\d+)([.)])/, "$1\\$2").replaceAll("://", ":<!-- -->//").replace(/www\./gi, (start) => `${start.slice(0, -1)}<!-- -->.`);
}
function code(text) {
	return `<code>${plainLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("|", "&#124;")}</code>`;
}

export { summaryMarkdown as n, markdownText as t };