import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { D as _nonnegative, E as _minLength, O as _positive, _ as refine, a as boolean, d as looseObject, f as nullable, g as record, h as optional, i as array, k as _regex, l as int, m as object, n as _enum, p as number, w as _lte, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as JOB_RESULTS } from "./chunk-job-BaNr3L4P.js";
import { t as HANDED_OVER_OUTCOMES } from "./chunk-facts-BWHTzgvG.js";
import { t as namesPaths } from "./chunk-path-glob-DJ26FmZv.js";
import { t as LIMIT_NAMES } from "./chunk-report-limits-D6Nfqhdc.js";
import { i as generationSchema } from "./chunk-stamp-B4OeROAG.js";

// src/inputs/cached-evidence.ts
/** What a call may not ask for beside evidence from a cache, and what it needs (EV8). */
/** Throws a {@link UsageError} where nothing could come of the call: with cached evidence no command is run. */
function refuseBesideCached(settings, spelled) {
	const { cachedEvidence, command, script, scriptText, also, alsoText, outcome, base, replay, control, isolation } = settings;
	const cached = spelled("cached-evidence");
	if (cachedEvidence === null) return;
	if (outcome !== null) throw new UsageError("GG-INPUT-CONFLICT", `${spelled("outcome")} was given with ${cached}: either tests ran in this workflow, or a cache answers for them`, "Give one of them");
	const runs = [
		["also", also !== null || alsoText !== null],
		["base", base !== null],
		["replay", replay],
		["control", control],
		["isolation", isolation !== "none"]
	].find(([, given]) => given);
	if (runs !== void 0) throw new UsageError("GG-INPUT-CONFLICT", `${spelled(runs[0])} was given with ${cached}, and with cached evidence nothing is run`, "Leave one of them out; what the other one shows can be part of the cached bundle");
	if (command === null && script === null && scriptText === null) throw new UsageError("GG-COMMAND-MISSING", `${cached} was given, and no command that its bundle must have run`, "Name it as for a run, for example: generation-gate check --cached-evidence BUNDLE -- pytest -q");
}

// src/inputs/expected-cells.ts
/**
* Which cells a fan-in waits for: a list of names, a matrix as JSON, or the JSON of the jobs that it needs. The
* workflow's author writes the expression; names of branches or files may have got into it.
*/
const neededJobSchema = object({
	result: _enum(JOB_RESULTS),
	outputs: optional(nullable(record(string(), string())))
});
const needsSchema = record(string().check(_regex(/^[A-Za-z_][A-Za-z0-9_-]*$/)), neededJobSchema);
const cellNames = array(string());
/** One combination of a matrix; its key `cell` names the cell. */
const combinations = array(looseObject({ cell: string() }));
/**
* Reads what was given in `where`:
* - names parted by commas or lines: `linux, macos`;
* - a JSON list of names, `["linux","macos"]`, or of combinations with the key `cell`, `[{"cell":"linux","os":"…"}]`;
* - a matrix as JSON, `{"cell":["linux","macos"]}` or `{"include":[{"cell":"linux"}]}`, or both;
* - `toJSON(needs)`: where a job has the output `cells`, that output, in one of the forms above, names them; else the
*   id of each job is the name of a cell. Every job must have ended with success.
*
* Throws a {@link UsageError} for JSON that is none of these, and for names given twice.
*/
function expectedCells(text, where) {
	const given = text.trim();
	if (!/^[[{]/.test(given)) return {
		cells: unique(listed(given), where),
		jobs: []
	};
	const value = parsed(given, where);
	if (Array.isArray(value)) return {
		cells: unique(fromList(value, where), where),
		jobs: []
	};
	const needs = needsSchema.safeParse(value);
	if (needs.success && Object.keys(needs.data).length > 0) return fromNeeds(needs.data, where);
	return {
		cells: unique(fromMatrix(value, where), where),
		jobs: []
	};
}
/** Reads `toJSON(needs)` for how the jobs ended alone; empty where nothing is given. */
function neededJobsIn(text, where) {
	if (text.trim() === "") return [];
	const { data } = needsSchema.safeParse(parsed(text, where));
	if (data === void 0) throw new UsageError("GG-INPUT-INVALID", `${where} cannot be understood: it is not the JSON of the jobs that this job needs`, "Write it as GitHub gives it: needs: ${{ toJSON(needs) }}");
	return Object.entries(data).map(([job, { result }]) => ({
		job,
		result
	}));
}
function fromNeeds(needs, where) {
	const jobs = Object.entries(needs).map(([job, { result }]) => ({
		job,
		result
	}));
	const named = Object.entries(needs).flatMap(([job, { outputs }]) => outputs?.["cells"] === void 0 ? [] : [{
		job,
		cells: outputs["cells"]
	}]);
	return {
		cells: unique(named.length === 0 ? jobs.map(({ job }) => job) : named.flatMap(({ job, cells: names }) => ownCells(names, `output "cells" of the job "${job}" in ${where}`)), where),
		jobs
	};
}
/** The forms of an output are those of the input, less `needs`: jobs do not nest. */
function ownCells(text, where) {
	const given = text.trim();
	if (!/^[[{]/.test(given)) return listed(given);
	const value = parsed(given, where);
	return Array.isArray(value) ? fromList(value, where) : fromMatrix(value, where);
}
function fromList(value, where) {
	const names = cellNames.safeParse(value);
	if (names.success) return names.data;
	const rows = combinations.safeParse(value);
	if (rows.success) return rows.data.map(({ cell }) => cell);
	throw malformed(where, "it is a list of neither names nor combinations with the key \"cell\"");
}
function fromMatrix(value, where) {
	const { cell, include } = value ?? {};
	const base = cell === void 0 ? [] : Array.isArray(cell) ? fromList(cell, where) : null;
	const more = include === void 0 ? [] : Array.isArray(include) ? fromList(include, where) : null;
	if (base === null || more === null || cell === void 0 && include === void 0) throw malformed(where, "it is neither the jobs of \"needs\" nor a matrix with the list \"cell\" or \"include\"");
	return [...base, ...more.filter((name) => !base.includes(name))];
}
function listed(text) {
	return text.split(/[,\n]/).map((name) => name.trim()).filter((name) => name !== "");
}
function parsed(text, where) {
	try {
		return JSON.parse(text);
	} catch {
		throw malformed(where, "it is no JSON");
	}
}
function unique(names, where) {
	const twice = names.find((name, at) => names.indexOf(name) !== at);
	if (twice !== void 0) throw new UsageError("GG-INPUT-INVALID", `${where} names the cell ${JSON.stringify(twice)} twice`, "Name each cell once.");
	return [...names];
}
function malformed(where, why) {
	return new UsageError("GG-INPUT-INVALID", `${where} cannot be understood: ${why}`, "Write names parted by commas, a JSON list of names, a matrix whose combinations have the key \"cell\", or ${{ toJSON(needs) }}, for example: linux, macos");
}

// src/inputs/plan.ts
/** Settings of a call, validated once, whether they come from the command line or from the action's inputs. */
const globs = array(string().check(_minLength(1)));
/** Globs over recorded paths; those of evidence look for files and are another library's. */
const pathGlobs = array(string().check(_minLength(1), namesPaths));
const positiveSeconds = number().check(_positive(), _lte(2147483));
const wholeNumber = int().check(_nonnegative());
const settingsSchema = object({
	/** Folder in the work tree that is judged. */
	workspace: string().check(_minLength(1)),
	/** State folder; null for the default place. */
	state: nullable(string().check(_minLength(1))),
	evidence: globs,
	logs: globs,
	/** Patch file to apply before the stamp. */
	patch: nullable(string().check(_minLength(1))),
	/** Setup script file, or the script's text where `setupText` is given (action). */
	setup: nullable(string().check(_minLength(1))),
	setupText: nullable(string().check(_minLength(1))),
	imports: array(string().check(_regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u))),
	/** Interpreter to ask for origins; null to find it. */
	python: nullable(string().check(_minLength(1))),
	/** Folder the command runs in, relative to the workspace's top; null for the folder given as workspace. */
	workdir: nullable(string().check(_minLength(1))),
	/** The captured command: exactly one of the three is given where a command is run. */
	command: nullable(array(string()).check(_minLength(1))),
	script: nullable(string().check(_minLength(1))),
	scriptText: nullable(string().check(_minLength(1))),
	/** A second documented command, as a script file or as its text (action); null for none. */
	also: nullable(string().check(_minLength(1))),
	alsoText: nullable(string().check(_minLength(1))),
	timeoutSeconds: nullable(positiveSeconds),
	cell: nullable(string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
	summaries: array(string().check(_minLength(1))),
	requireTests: array(string().check(_minLength(1))),
	minTests: wholeNumber,
	outcome: nullable(_enum(HANDED_OVER_OUTCOMES)),
	/** Limits of the report reader, by their option names, where they are not the usual ones. */
	reportLimits: record(string().check(refine((name) => LIMIT_NAMES.includes(name))), int().check(_positive())),
	/** Bundle of an earlier run of this command on this tree that stands for a run; null for none. */
	cachedEvidence: nullable(string().check(_minLength(1))),
	expectGeneration: nullable(generationSchema),
	expectStampDigest: nullable(string().check(_regex(/^[0-9a-f]{64}$/))),
	/** Whether code of a fork may be judged where the workflow's secrets are at hand. */
	foreignCode: _enum(["refuse", "accept"]),
	survivors: _enum(["report", "reject"]),
	/** Runs repeated under one stamp. */
	repeated: _enum(["report", "reject"]),
	/** Rules of which a finding that is only listed, or not known, rejects. */
	reject: array(string().check(_regex(/^GG-[A-Z]+(?:-[A-Z]+)+$/))),
	foreignEditables: _enum(["report", "reject"]),
	witness: _enum([
		"observe",
		"off",
		"required"
	]),
	/** Environments that the witness may have a file in while the command runs. */
	witnessPth: _enum([
		"never",
		"own",
		"any"
	]),
	bytecode: _enum(["purge", "isolate"]),
	allowIgnored: pathGlobs,
	generated: pathGlobs,
	unwitnessedOk: globs,
	/** Variables whose values are recorded as salted digests, beside the usual ones. */
	recordVariables: array(string().check(_regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/), refine((name) => !/TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|KEY$/i.test(name)))),
	unloaded: _enum(["report", "reject"]),
	slackSeconds: wholeNumber,
	/** Revision whose code the command is run on as well; null for none. */
	base: nullable(string().check(_minLength(1))),
	baseline: _enum(["require", "observe"]),
	/** Globs of test files; none for those of the known ecosystems. */
	tests: pathGlobs,
	/** Tests that must fail on the base and pass on the head. */
	requireFixed: array(string().check(_minLength(1))),
	baseImportErrors: _enum(["reject", "accept"]),
	replay: boolean(),
	control: boolean(),
	controlBudgetSeconds: positiveSeconds,
	/** `worktree`: everything happens in a worktree of its own. */
	isolation: _enum(["none", "worktree"]),
	/** Paths of the workspace that an isolated worktree shares by a link. */
	links: globs,
	onSuccess: _enum(["keep", "prune"]),
	/** Globs of the paths that the change may, and must not, touch. */
	owned: pathGlobs,
	forbidden: pathGlobs,
	requireRebased: boolean(),
	/** Quotes of a packet: `FILE:START-END`, `FILE:text`, or text of the contributing guide. */
	quotes: array(string().check(_minLength(1))),
	/** Folder to write the cell's bundle to; null for none. */
	bundle: nullable(string().check(_minLength(1))),
	/** File to write the HTML report to; null for none. */
	report: nullable(string().check(_minLength(1))),
	/** Names of the cells of which a fan-in wants a bundle. */
	expectCells: array(string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
	/** How the jobs ended that a fan-in waited for; none where nobody says. */
	neededJobs: array(object({
		job: string(),
		result: _enum(JOB_RESULTS)
	})),
	/** Tree that is to be merged, and a repository whose HEAD names it; null for none. */
	tree: nullable(string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))),
	repo: nullable(string().check(_minLength(1))),
	/** Keep second directories. */
	keep: boolean()
});
/** What a call that says nothing gets. */
const DEFAULT_SETTINGS = {
	workspace: ".",
	state: null,
	evidence: [],
	logs: [],
	patch: null,
	setup: null,
	setupText: null,
	imports: [],
	python: null,
	workdir: null,
	command: null,
	script: null,
	scriptText: null,
	also: null,
	alsoText: null,
	timeoutSeconds: null,
	cell: null,
	summaries: [],
	requireTests: [],
	minTests: 0,
	outcome: null,
	reportLimits: {},
	cachedEvidence: null,
	expectGeneration: null,
	expectStampDigest: null,
	foreignCode: "refuse",
	survivors: "report",
	repeated: "report",
	reject: [],
	foreignEditables: "report",
	witness: "observe",
	witnessPth: "never",
	bytecode: "purge",
	allowIgnored: [],
	generated: [],
	unwitnessedOk: [],
	recordVariables: [],
	unloaded: "report",
	slackSeconds: 1,
	base: null,
	baseline: "require",
	tests: [],
	requireFixed: [],
	baseImportErrors: "reject",
	replay: false,
	control: false,
	controlBudgetSeconds: 600,
	isolation: "none",
	links: [],
	onSuccess: "keep",
	owned: [],
	forbidden: [],
	requireRebased: false,
	quotes: [],
	bundle: null,
	report: null,
	expectCells: [],
	neededJobs: [],
	tree: null,
	repo: null,
	keep: false
};
/** How each setting is spelled on the command line, with an example that is right. */
const SPELLING = {
	workspace: ["--workspace", "--workspace ."],
	state: ["--state", "--state /var/tmp/gate"],
	evidence: ["--evidence", "--evidence 'reports/*.xml'"],
	logs: ["--log", "--log build.log"],
	patch: ["--patch", "--patch fix.patch"],
	setup: ["--setup", "--setup ci/setup.sh"],
	imports: ["--import", "--import package.module"],
	python: ["--python", "--python .venv/bin/python"],
	workdir: ["--workdir", "--workdir packages/core"],
	command: ["COMMAND", "-- pytest -q"],
	script: ["--script", "--script ci/test.sh"],
	also: ["--also", "--also ci/lint.sh"],
	timeoutSeconds: ["--timeout", "--timeout 600"],
	cell: ["--cell", "--cell linux-py312"],
	requireTests: ["--require-test", "--require-test test_shop.test_price"],
	minTests: ["--min-tests", "--min-tests 20"],
	outcome: ["--outcome", "--outcome success"],
	reportLimits: ["--report-limit", "--report-limit bytes=300000000"],
	cachedEvidence: ["--cached-evidence", "--cached-evidence cache/bundle"],
	expectGeneration: ["--expect-generation", "--expect-generation 0123456789abcdef0123456789abcdef"],
	expectStampDigest: ["--expect-stamp-digest", "--expect-stamp-digest <64 hex digits>"],
	foreignCode: ["--foreign-code", "--foreign-code refuse"],
	survivors: ["--survivors", "--survivors reject"],
	repeated: ["--repeated", "--repeated reject"],
	reject: ["--reject", "--reject GG-LEFTOVER-FOUND"],
	foreignEditables: ["--foreign-editables", "--foreign-editables reject"],
	witness: ["--witness", "--witness observe"],
	witnessPth: ["--witness-pth", "--witness-pth own"],
	bytecode: ["--bytecode", "--bytecode isolate"],
	allowIgnored: ["--allow-ignored", "--allow-ignored 'config/local_*.py'"],
	generated: ["--generated", "--generated '**/_version.py'"],
	recordVariables: ["--record-variable", "--record-variable DATABASE_ENGINE (a plain name; none of a secret, for a short value can be guessed from its digest)"],
	unwitnessedOk: ["--unwitnessed-ok", "--unwitnessed-ok '*/bin/tool *'"],
	unloaded: ["--unloaded", "--unloaded report"],
	slackSeconds: ["--slack", "--slack 1"],
	base: ["--base", "--base origin/main"],
	baseline: ["--baseline", "--baseline require"],
	tests: ["--tests", "--tests 'tests/**'"],
	requireFixed: ["--require-fixed", "--require-fixed test_shop.test_price"],
	baseImportErrors: ["--base-import-errors", "--base-import-errors reject"],
	controlBudgetSeconds: ["--control-budget", "--control-budget 600"],
	isolation: ["--isolation", "--isolation worktree"],
	links: ["--link", "--link node_modules"],
	onSuccess: ["--on-success", "--on-success prune"],
	owned: ["--owned", "--owned 'src/**'"],
	forbidden: ["--forbidden", "--forbidden '.github/**'"],
	quotes: ["--quote", "--quote CONTRIBUTING.md:10-12"],
	bundle: ["--bundle", "--bundle bundle"],
	report: ["--report", "--report ../report.html"],
	expectCells: ["--expect", "--expect linux,macos"],
	tree: ["--tree", "--tree $(git rev-parse HEAD^{tree})"],
	repo: ["--repo", "--repo ."]
};
/** Fills in the defaults and validates. Throws a {@link UsageError} that names the option, what was given and an example. */
function parseSettings(given) {
	const parsed = settingsSchema.safeParse({
		...DEFAULT_SETTINGS,
		...given
	});
	if (parsed.success) return parsed.data;
	const path = parsed.error.issues[0]?.path ?? [];
	const key = path[0];
	const [option, example] = SPELLING[key] ?? [key, ""];
	const value = path.reduce((at, step) => at[step], given);
	throw new UsageError("GG-INPUT-INVALID", `${option} cannot be ${value === "" ? "empty" : JSON.stringify(value)}`, example === "" ? "" : `Write for example: ${example}`);
}

// src/inputs/report-limits.ts
/** Limits of the report reader as a caller writes them: `bytes=300000000`. */
const LIMIT_ADVICE = `Write NAME=COUNT, for example bytes=300000000; the names are ${LIMIT_NAMES.join(", ")}.`;
/** `before` with one more limit; null where the text names none. */
function withLimit(text, before = {}) {
	const [, name = "", count = ""] = /^([a-z-]+)=(\d{1,12})$/.exec(text) ?? [];
	return !LIMIT_NAMES.includes(name) || Number(count) === 0 ? null : {
		...before,
		[name]: Number(count)
	};
}

export { neededJobsIn as a, expectedCells as i, withLimit as n, refuseBesideCached as o, parseSettings as r, LIMIT_ADVICE as t };