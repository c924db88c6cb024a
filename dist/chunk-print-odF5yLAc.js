import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { n as plainLine, r as plainLines, t as jsonLine } from "./chunk-plain-jGVpv_SO.js";
import { t as policyLine } from "./chunk-policy-DuCA8Iht.js";

// src/publish/text.ts
/** What an accepted verdict rests on where it is not what a reader expects: said also where only the verdict is wanted. */
const SAID_EVEN_QUIETLY = [
	"GG-EVIDENCE-NOT-PROMISED",
	"GG-CACHE-USED",
	"GG-RUN-ENDING-REPORTED"
];
/** Lines of a verdict, without a trailing newline. */
function verdictText(envelope, options) {
	const paint = painter(options.colour);
	const rejecting = envelope.findings.filter(({ rejects }) => rejects);
	const open = envelope.findings.filter(({ rejects, answer }) => !rejects && answer !== "holds");
	const notes = envelope.findings.filter(({ rejects, answer, listed }) => !rejects && answer === "holds" && listed === true);
	const held = envelope.findings.filter(({ answer }) => answer === "holds").length;
	const lines = [];
	if (!options.quiet) {
		if (notes.length > 0) lines.push(paint.dim("Worth knowing"), ...notes.flatMap((finding) => note(finding, paint)), "");
		if (open.length > 0) lines.push(paint.dim("Not proven, and not required"), ...open.flatMap((finding) => note(finding, paint)), "");
	}
	if (options.quiet && envelope.verdict === "accepted") lines.push(...notes.filter(({ rule }) => SAID_EVEN_QUIETLY.includes(rule)).flatMap((finding) => note(finding, paint)));
	for (const finding of rejecting) lines.push(...fullFinding(finding, paint), "");
	const { tests } = envelope;
	if (tests.total > 0 && !options.quiet) lines.push(`tests     ${tests.total}: ${tests.passed} passed, ${tests.failed} failed, ${tests.errored} errored, ${tests.skipped} skipped, ${tests.flaky} flaky`);
	if (envelope.generation !== null && !options.quiet) {
		lines.push(`generation ${envelope.generation}`, `tree      ${envelope.tree_id ?? "none"}`);
		const policy = policyLine(envelope["policy"]);
		if (policy !== null) lines.push(`policy    ${plainLine(policy)}`);
		if (typeof envelope["verdict_digest"] === "string") lines.push(`verdict   ${envelope["verdict_digest"]}`);
	}
	lines.push(...reportLine(envelope, options.quiet));
	lines.push(lastLine(envelope, rejecting.length, held, paint));
	return lines.join("\n");
}
/** Where the report lies; one that could not be written is said even where little is. */
function reportLine({ report }, quiet) {
	if (typeof report !== "object" || report === null) return [];
	const { path, error } = report;
	if (typeof error === "string") return [plainLine(error)];
	return typeof path === "string" && !quiet ? [`report    ${plainLine(path)}`] : [];
}
function fullFinding(finding, paint) {
	return [
		`${finding.answer === "broken" ? paint.red("✗ broken") : paint.red("? unknown")}  ${paint.bold(finding.rule)}`,
		`  what  ${plainLine(finding.what)}`,
		`  why   ${plainLine(finding.why)}`,
		...finding.fix === "" ? [] : [`  fix   ${plainLine(finding.fix)}`],
		...finding.innocent_when === void 0 ? [] : [`  innocent when  ${plainLine(finding.innocent_when)}`]
	];
}
function note(finding, paint) {
	return [`  ${paint.dim("•")} ${plainLine(finding.what)} ${paint.dim(`(${finding.rule})`)}`, ...finding.fix === "" || finding.answer !== "holds" ? [] : [`    ${plainLine(finding.fix)}`]];
}
function lastLine({ verb: given, verdict }, rejecting, held, paint) {
	const verb = plainLine(given);
	if (verdict === "accepted") return `${paint.green(`${verb}: accepted`)} (${held} ${held === 1 ? "rule holds" : "rules hold"})`;
	return paint.red(`${verb}: rejected by ${rejecting} ${rejecting === 1 ? "finding" : "findings"}`);
}
function painter(colour) {
	const wrap = (code) => (text) => colour ? `\u001b[${code}m${text}\u001b[0m` : text;
	return {
		red: wrap(31),
		green: wrap(32),
		bold: wrap(1),
		dim: wrap(2)
	};
}

// src/publish/print.ts
function print({ exit, envelope }, { json, quiet }) {
	if (json) {
		process.stdout.write(`${jsonLine(envelope)}\n`);
		return;
	}
	const stream = exit > 1 ? process.stderr : process.stdout;
	const text = typeof envelope["text"] === "string" ? plainLines(envelope["text"]) : preface(envelope, quiet) + verdictText(envelope, {
		colour: wantsColour(stream),
		quiet
	});
	if (text !== "") stream.write(`${text}\n`);
}
/** A table that stands before a verdict. */
function preface({ preface: text }, quiet) {
	return typeof text === "string" && !quiet ? `${plainLines(text)}\n` : "";
}
/** Colour on a terminal, unless NO_COLOR asks for none (no-color.org). */
function wantsColour(stream) {
	return stream.isTTY && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb";
}

export { print as n, verdictText as r, preface as t };