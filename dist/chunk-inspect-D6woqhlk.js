import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { resolve } from "node:path";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { n as limitsNamed } from "./chunk-report-limits-D6Nfqhdc.js";
import { t as readReport } from "./chunk-read-BwLyEx17.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";

// src/evidence/junit/judge.ts
/** What rejects by numbers alone; of the rows about tests that were not executed only the first that holds is told. */
const NOT_GREEN = [{
	code: "red",
	holds: ({ totals }) => totals.failures + totals.errors > 0,
	say: ({ totals }) => `${counted(totals.failures, "failure")} and ${counted(totals.errors, "error")}`
}];
const NOT_EXECUTED = [
	{
		code: "no-tests",
		holds: ({ totals }) => totals.tests === 0,
		say: () => "The report holds no test"
	},
	{
		code: "all-skipped",
		holds: (report) => executed(report) === 0 && report.totals.skipped >= report.totals.tests,
		say: ({ totals }) => `Every test was skipped, ${totals.skipped} in all`
	},
	{
		code: "none-executed",
		holds: (report) => executed(report) === 0,
		say: () => "No test with a name was executed"
	}
];
/** Whether an anomaly of the document rejects the report that holds it. */
const REJECTS = {
	red: true,
	reject: true,
	note: false
};
/** Judges one reading; a refused file is a rejected report. */
function judgeReport(reading) {
	if (reading.state === "refused") return {
		verdict: "rejected",
		tests: 0,
		failures: 0,
		errors: 0,
		skipped: 0,
		anomalies: [`${reading.code}: ${reading.message}`]
	};
	const { tests, failures, errors, skipped } = reading.totals;
	const rows = [...NOT_GREEN.filter(({ holds }) => holds(reading)), ...NOT_EXECUTED.filter(({ holds }) => holds(reading)).slice(0, 1)];
	const against = reading.anomalies.filter(({ severity }) => REJECTS[severity]);
	const beside = reading.anomalies.filter(({ severity }) => !REJECTS[severity]);
	return {
		verdict: rows.length + against.length > 0 ? "rejected" : "accepted",
		tests,
		failures,
		errors,
		skipped,
		anomalies: [...rows.map(({ code, say }) => `${code}: ${say(reading)}`), ...[...against, ...beside].map(({ code, message, line, column }) => `${code}: ${message} (line ${line}, column ${column})`)]
	};
}
function executed({ totals }) {
	return totals.passed + totals.failures + totals.errors + totals.flaky;
}
function counted(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// src/steps/inspect.ts
/** The `inspect` verb: what the reader sees in JUnit reports, each judged as if it were the only one. */
async function inspect(paths, given) {
	const limits = limitsNamed(given);
	const files = [];
	for (const path of paths) {
		const reading = await readReport(resolve(path), { limits });
		const { tests, failures, errors, skipped, verdict, anomalies } = judgeReport(reading);
		files.push({
			path,
			tests,
			failures,
			errors,
			skipped,
			verdict,
			anomalies: [...anomalies, ...hintFor(path, reading)]
		});
	}
	const rejected = files.filter(({ verdict }) => verdict === "rejected");
	const lines = files.flatMap(({ path, tests, failures, errors, skipped, verdict, anomalies }) => [`${verdict === "accepted" ? "✓" : "✗"} ${showPath(path)}: ${tests} tests, ${failures} failures, ${errors} errors, ${skipped} skipped`, ...anomalies.map((anomaly) => `    ${plainLine(anomaly)}`)]);
	return {
		exit: rejected.length > 0 ? 1 : 0,
		envelope: envelope("inspect", rejected.length > 0 ? "rejected" : "accepted", {
			files,
			tests: {
				total: sum(files, "tests"),
				passed: files.reduce((all, file) => all + Math.max(0, file.tests - file.failures - file.errors - file.skipped), 0),
				failed: sum(files, "failures"),
				errored: sum(files, "errors"),
				skipped: sum(files, "skipped"),
				flaky: 0
			},
			findings: rejected.map(({ path, anomalies }) => ({
				rule: "GG-EVIDENCE-REPORT-REJECTED",
				answer: "broken",
				paths: [path],
				what: `${showPath(path)} cannot be accepted: ${anomalies[0] ?? ""}`,
				why: "A report that is red, empty or unreadable is no evidence for a merge.",
				fix: "Mend what the first anomaly names and write the report again.",
				rejects: true
			})),
			text: [...lines, `inspect: ${files.length - rejected.length} accepted, ${rejected.length} rejected`].join("\n")
		})
	};
}
/** What the caller may have meant by a path that is no report. */
function hintFor(path, reading) {
	if (reading.state !== "refused") return [];
	if (reading.code === "folder") return [`hint: Name the reports in it, for example ${showPath(`${path.replace(/\/+$/, "")}/*.xml`)}`];
	if (reading.code === "absent" && /[*?[{]/.test(path)) return ["hint: No file matches this pattern here; a shell passes on unchanged what matches nothing"];
	return [];
}
function sum(items, key) {
	return items.reduce((all, item) => all + item[key], 0);
}

export { inspect };