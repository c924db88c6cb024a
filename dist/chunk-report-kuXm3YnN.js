import { c as int, d as number, f as object, h as string, i as array, l as literal, n as _enum, o as discriminatedUnion, p as optional, u as nullable, y as _nonnegative } from "./chunk-mini-67SZjQX2.js";

// src/model/report.ts
/**
* What the reader saw in one JUnit report: either its whole meaning, or the reason why the file was not read.
* Runners and whoever writes their files control every string in here; each one is capped when it is kept.
*/
const count = int().check(_nonnegative());
/** How one test case ended. `flaky` is a pass that needed more than one attempt. */
const outcomeSchema = _enum([
	"passed",
	"failed",
	"errored",
	"skipped",
	"flaky"
]);
/** The first red element of a case, shortened. `place` is `file:line` where the text names one, else empty. */
const failureSchema = object({
	type: string(),
	message: string(),
	place: string()
});
/** One test case. The five identity fields are as the runner wrote them; `identify` makes them comparable. */
const reportCaseSchema = object({
	file: optional(string()),
	/** Names of the suites around the case, outermost first, without the root `testsuites`. */
	suite: array(string()),
	class: string(),
	name: string(),
	/** 0 for the first case of equal file, suite, class and name in this report, 1 for the second, … */
	ordinal: count,
	outcome: outcomeSchema,
	failure: optional(failureSchema)
});
/** `red`: the report tells of a failure. `reject`: it cannot be believed. `note`: worth knowing, not held against it. */
const severitySchema = _enum([
	"red",
	"reject",
	"note"
]);
const anomalySchema = object({
	code: string(),
	message: string(),
	line: count,
	column: count,
	severity: severitySchema
});
/**
* Totals of one report: at every level the worse of what the counting attributes say and what the elements show.
* `passed` counts named cases that ended well, never more than the other numbers leave room for.
*/
const reportTotalsSchema = object({
	tests: count,
	passed: count,
	failures: count,
	errors: count,
	skipped: count,
	flaky: count
});
/** What the outermost counting attributes say, each absent where no attribute says it. */
const announcedSchema = object({
	tests: optional(count),
	failures: optional(count),
	errors: optional(count),
	skipped: optional(count)
});
const timestampSchema = object({
	raw: string(),
	/** Milliseconds since 1970 UTC; only where the text carries an offset or `Z` and is no sentinel. */
	epochMs: optional(number()),
	/** Width in ms of the smallest unit that the text gives: 1000 for whole seconds, 1 for milliseconds and finer. */
	precisionMs: optional(number())
});
const propertySchema = object({
	name: string(),
	values: array(string())
});
/** `fstat` of the descriptor that was read, alike before and after; ns values as decimal text. */
const reportStatSchema = object({
	mtimeMs: number(),
	mtimeNs: string(),
	ctimeNs: string(),
	ino: string(),
	dev: string()
});
const readReportSchema = object({
	state: literal("read"),
	/** Name of the producer in the table of dialects, null where none is recognised. */
	producer: nullable(string()),
	totals: reportTotalsSchema,
	announced: announcedSchema,
	cases: array(reportCaseSchema),
	/** Distinct names of suites and of the root, in order of appearance; a runner may carry the generation here. */
	suiteNames: array(string()),
	/** Properties of suites, the root and cases; distinct values in order of appearance. */
	properties: array(propertySchema),
	timestamps: array(timestampSchema),
	anomalies: array(anomalySchema),
	sha256: string(),
	size: count,
	stat: reportStatSchema
});
/** A file that was not read as a report. `code` is one of the reader's refusal codes. */
const refusedReportSchema = object({
	state: literal("refused"),
	code: string(),
	message: string(),
	line: optional(count),
	column: optional(count),
	/** Digest of the whole file, where the whole file could be read. */
	sha256: optional(string()),
	size: optional(count),
	stat: optional(reportStatSchema)
});
/** The reading of one report file. */
const reportReadingSchema = discriminatedUnion("state", [readReportSchema, refusedReportSchema]);

export { reportStatSchema as a, reportReadingSchema as i, outcomeSchema as n, refusedReportSchema as r, failureSchema as t };