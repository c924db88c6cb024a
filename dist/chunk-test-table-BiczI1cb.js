import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as plainLine, r as plainLines } from "./chunk-plain-jGVpv_SO.js";
import { n as comparedTests } from "./chunk-compare-DBY9yodZ.js";
import { a as countedReports } from "./chunk-totals-DXdlI6sr.js";
import { randomBytes } from "node:crypto";
import { closeSync, constants as constants$1, fstatSync, lstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

// src/publish/report/file.ts
/** The file that a report is written to: free, or an older report and nothing else (PB4). */
/** How every report begins: by this, and by nothing that others write, one is known. */
const BEGINNING = "<!doctype html>\n<!-- generation-gate report -->\n";
/**
* Makes way for a report: an older one goes, so that a gate that is cut short leaves none that speaks of another run.
* Throws a {@link UsageError} where something else lies there, or where no file can be made.
*/
function clearReport(given) {
	const file = resolve(given);
	try {
		mkdirSync(dirname(file), { recursive: true });
	} catch (error) {
		throw occupied(given, `its folder cannot be made (${error.code ?? String(error)})`);
	}
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats === void 0) return;
	if (!stats.isFile()) throw occupied(given, stats.isSymbolicLink() ? "a link is there" : stats.isDirectory() ? "a folder is there" : "what is there is no file");
	if (!isReport(file)) throw occupied(given, "a file is there that is no report");
	rmSync(file);
}
/** Writes the page whole or not at all, and gives its absolute path. */
function writeReport(given, page) {
	if (!page.startsWith(BEGINNING)) throw new TypeError("A report begins with the line by which it is known");
	const file = resolve(given);
	const beside = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString("hex")}.tmp`);
	try {
		writeFileSync(beside, page, { flag: "wx" });
		renameSync(beside, file);
	} catch (error) {
		rmSync(beside, { force: true });
		throw error;
	}
	return file;
}
function isReport(file) {
	const descriptor = openSync(file, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	try {
		if (!fstatSync(descriptor).isFile()) return false;
		const start = Buffer.alloc(48);
		return readSync(descriptor, start, 0, start.length, 0) === start.length && start.toString("latin1") === BEGINNING;
	} finally {
		closeSync(descriptor);
	}
}
function occupied(file, why) {
	return new UsageError("GG-REPORT-FILE-IN-USE", `The report cannot be written to "${file}": ${why}`, "Name a file that is not there yet, outside of the work tree: --report ../report.html");
}

// src/publish/report/words.ts
/** Text of others for the page: every character shown, none obeyed, none longer than a reader wants. */
/** Characters of one line, of a failure, and of a test's name. A runner, a file or a person may have written megabytes. */
const LINE_LIMIT = 4e3;
const FAILURE_LIMIT = 2e3;
/** One line without control characters, bidirectional marks or lone surrogates. */
function lineOf(text, limit = LINE_LIMIT) {
	return plainLine(cut(text, limit));
}
/** The same for a text of several lines, which stay lines. */
function linesOf(text, limit = LINE_LIMIT) {
	return plainLines(cut(text, limit));
}
function cut(text, limit) {
	if (text.length <= limit) return text;
	return `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

// src/publish/report/test-table.ts
/**
* The tests of one run as rows: how each ended on the base, on the head and in the replay. Names and failures come from
* the reports, so whoever wrote those controls every text here.
*/
/** One letter an outcome; `-` where the test did not run. */
const LETTER = {
	passed: "p",
	failed: "f",
	errored: "e",
	skipped: "s",
	flaky: "k"
};
const NOT_RUN = "-";
/** Beyond these a browser gets slow, and a page too large to be sent around. Rows that a reader looks for come first. */
const ROW_LIMIT = 2e5;
const TEXT_LIMIT = 24 << 20;
/** The table of one judged run; `roots` are absolute folders that identities leave out. */
function testTable(facts, roots) {
	const { stamped, baseline, replay } = facts;
	const marks = stamped === null ? [] : [stamped.generation, stamped.treeId];
	const own = comparedTests(countedReports(facts).map(({ path, report }) => ({
		path,
		cases: report.cases
	})), baseline?.roots ?? roots, marks);
	const columns = [
		...hasBase(facts) ? ["before"] : [],
		"after",
		...hasReplay(facts) ? ["replay"] : []
	];
	const transitions = new Map((baseline?.transitions ?? []).map((transition) => [transition.test.key, transition]));
	const clean = new Map((replay?.second.tests ?? []).map((test) => [test.key, test]));
	const known = new Set(own.map(({ key }) => key));
	const elsewhere = [...(baseline?.transitions ?? []).filter(({ kind }) => kind === "gone").map(({ test }) => test), ...replay?.second.tests ?? []].filter(({ key }) => {
		if (known.has(key)) return false;
		known.add(key);
		return true;
	});
	const rowFor = (test, after) => rowOf(test, {
		after,
		transition: transitions.get(test.key),
		clean: clean.get(test.key),
		columns
	});
	return bounded({
		columns,
		kind: "run",
		rows: [...own.map((test) => rowFor(test, test.outcome)), ...elsewhere.map((test) => rowFor(test, null))],
		leftOut: 0
	});
}
function hasBase({ baseline }) {
	return baseline !== null && baseline !== void 0 && baseline.withTests.ending !== null;
}
function hasReplay({ replay }) {
	return replay !== null && replay !== void 0 && replay.second.ending !== null;
}
function rowOf(test, { after, transition, clean, columns }) {
	const by = {
		before: transition?.base ?? null,
		after,
		replay: clean?.outcome ?? null
	};
	const failure = test.failure ?? clean?.failure ?? null;
	return {
		...namesOf(test),
		outcomes: columns.map((column) => letterOf(by[column] ?? null)).join(""),
		change: transition?.kind ?? null,
		says: failure === null ? "" : linesOf([failure.place, [failure.type, failure.message].filter((part) => part !== "").join(": ")].filter((part) => part !== "").join("\n"), FAILURE_LIMIT)
	};
}
function letterOf(outcome) {
	return outcome === null ? "-" : LETTER[outcome];
}
/** A test's names as the table shows them. */
function namesOf({ file, suite, class: group, name, ordinal }) {
	return {
		place: lineOf([file, ...suite.filter((part) => part !== "" && part !== file && part !== group)].filter((part) => part !== "").join(" › "), 600),
		group: group === file ? "" : lineOf(group, 600),
		name: `${lineOf(name, 600) || "(nameless)"}${ordinal > 0 ? ` (${ordinal + 1})` : ""}`
	};
}
/** Rows a reader looks for first: red, then different, then not plainly passed; the rest in the order of the reports. */
function weight({ outcomes, change }) {
	if (/[fe]/.test(outcomes)) return 0;
	if (new Set(outcomes).size > 1 || change !== null && change !== "pass-pass") return 1;
	return /[^p]/.test(outcomes) ? 2 : 3;
}
/** Sorts the rows, and leaves those out at the end that would make the page too large. */
function bounded(table) {
	const sorted = table.rows.map((row) => ({
		row,
		weight: weight(row)
	})).toSorted((left, right) => left.weight - right.weight).map(({ row }) => row);
	let length = 0;
	const end = sorted.findIndex(({ place, group, name, outcomes, says }, at) => {
		length += name.length + outcomes.length + says.length + Math.min(place.length + group.length, 40) + 16;
		return length > TEXT_LIMIT || at >= 2e5;
	});
	const rows = end < 0 ? sorted : sorted.slice(0, end);
	return {
		...table,
		rows,
		leftOut: table.leftOut + sorted.length - rows.length
	};
}

export { testTable as a, clearReport as c, namesOf as i, writeReport as l, ROW_LIMIT as n, lineOf as o, bounded as r, linesOf as s, LETTER as t };