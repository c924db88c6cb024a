import { D as _nonnegative, E as _minLength, O as _positive, T as _maxLength, _ as refine, a as boolean, f as nullable, g as record, h as optional, i as array, k as _regex, l as int, m as object, n as _enum, o as describe, p as number, u as literal, v as strictObject, w as _lte, x as union, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as namesPaths } from "./chunk-path-glob-DJ26FmZv.js";

// src/model/policy.ts
/**
* The policy file: the settings that a repository asks of its gate (PO1). Its keys are named as the action's inputs.
* Whoever can change the file on the governing commit decides; a pull request cannot (PO3).
*/
/** Names of the file at the top of the work tree, of which at most one may be there. */
const POLICY_FILES = [
	"generation-gate.config.yml",
	"generation-gate.config.yaml",
	"generation-gate.config.json"
];
/** A policy is written by hand: what is larger was not. */
const POLICY_LIMIT_BYTES = 262144;
const about = describe;
const text = string().check(_minLength(1), _maxLength(65536));
const word = string().check(_minLength(1), _maxLength(4096));
const words = array(word).check(_maxLength(1e3));
const pathGlob = word.check(namesPaths);
const pathGlobs = array(pathGlob).check(_maxLength(1e3));
/** Relative to the top of the work tree, and inside of it. */
const insideTree = string().check(_minLength(1), _maxLength(4096), _regex(/^(?!\/)(?!\.\.(?:\/|$))(?!.*\/\.\.(?:\/|$))[^\0]+$/));
const cellName = string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const moduleName = string().check(_regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u));
const count = int().check(_nonnegative(), _lte(999999999));
/** A timer of Node's counts milliseconds in 32 bits and fires at once beyond them; that is 24 days. */
const seconds = number().check(_positive(), _lte(2147483));
const ruleId = string().check(_regex(/^GG-[A-Z]+(?:-[A-Z]+)+$/));
const day = string().check(_regex(/^\d{4}-\d{2}-\d{2}$/), refine(isDay));
/** The three ways to name a command; a policy, and a cell of it, gives at most one. */
const commandShape = {
	command: optional(array(string()).check(_minLength(1), _maxLength(1e3), about("The captured command as a list of arguments; no shell takes part."))),
	run: optional(text.check(about("The captured command as a script, run by the interpreter that its first line names, else by bash with errexit and pipefail."))),
	script: optional(insideTree.check(about("The captured command as a script file of the repository, relative to the top of the work tree.")))
};
const cellShape = strictObject(commandShape);
const deviationSchema = strictObject({
	rule: ruleId.check(about("Id of the rule whose finding is accepted. No hard stop can be named.")),
	paths: optional(union([pathGlob, pathGlobs.check(_minLength(1))]).check(about("Globs of the paths that the finding may be about; every path of it must match one. Left out, the whole rule is meant."))),
	reason: text.check(about("Why this is acceptable here. It is printed with every verdict that it takes part in.")),
	expires: day.check(about("Last day on which this counts, YYYY-MM-DD in UTC."))
});
const reportOrReject = _enum(["report", "reject"]);
const policySchema = strictObject({
	$schema: optional(string().check(about("For editors: where the schema of this file lies."))),
	...commandShape,
	setup: optional(text.check(about("Script that prepares dependencies, as text. It runs before the stamp."))),
	"setup-script": optional(insideTree.check(about("The same as a file of the repository."))),
	workdir: optional(insideTree.check(about("Folder the command runs in, relative to the top of the work tree."))),
	python: optional(word.check(about("Interpreter that the command uses, where it cannot be found out."))),
	evidence: optional(words.check(about("Globs of the JUnit reports that the command promises."))),
	log: optional(words.check(about("Logs that other steps write and that count as evidence."))),
	imports: optional(array(moduleName).check(about("Modules that must be imported from this workspace."))),
	cells: optional(union([array(cellName).check(_minLength(1), _maxLength(1e3)), record(cellName, nullable(cellShape))]).check(about("Cells of the matrix, all of which a fan-in expects: a list of names, or a mapping of each name to the command of that cell."))),
	"require-tests": optional(words.check(about("Tests that must have passed, as name, class.name or file::name."))),
	"min-tests": optional(count.check(about("Fewest tests that must have been executed."))),
	timeout: optional(seconds.check(about("Seconds after which the command and all its processes are ended."))),
	slack: optional(count.check(about("Whole seconds that a report may lie before the stamp."))),
	owned: optional(pathGlobs.check(about("Globs of the paths that a change may touch, and no others."))),
	forbidden: optional(pathGlobs.check(about("Globs of the paths that a change must not touch."))),
	"require-rebased": optional(boolean().check(about("Whether the branch must contain the tip of the base."))),
	survivors: optional(reportOrReject.check(about("Processes that outlive the command."))),
	repeated: optional(reportOrReject.check(about("Runs that were repeated under one stamp."))),
	"foreign-editables": optional(reportOrReject.check(about("Editable installs of other projects."))),
	unloaded: optional(reportOrReject.check(about("Changed source files that no process loaded."))),
	reject: optional(array(ruleId).check(about("Rules of which a finding that is only listed, or not known, rejects."))),
	witness: optional(_enum([
		"off",
		"observe",
		"required"
	]).check(about("Record of the files that the tests really loaded."))),
	"witness-pth": optional(_enum([
		"never",
		"own",
		"any"
	]).check(about("Environments that the witness may have a file in while the command runs."))),
	bytecode: optional(_enum(["purge", "isolate"]).check(about("What is done about stale bytecode."))),
	"allow-ignored": optional(pathGlobs.check(about("Globs of ignored files that may be loaded whatever their age."))),
	generated: optional(pathGlobs.check(about("Globs of files whose installed copy may have other bytes."))),
	"unwitnessed-ok": optional(words.check(about("Command lines that need no witness, * for any text."))),
	base: optional(word.check(about("Revision on whose code the command is run too."))),
	baseline: optional(_enum(["observe", "require"]).check(about("Whether a test must fail on the base and pass here."))),
	tests: optional(pathGlobs.check(about("Globs of test files, taken from the patched tree when the base is run."))),
	"base-import-errors": optional(_enum(["accept", "reject"]).check(about("A base on which the tests cannot be imported."))),
	replay: optional(boolean().check(about("Whether the command is run again in a clean directory."))),
	control: optional(boolean().check(about("Whether each hunk of the change is taken out alone."))),
	"control-budget": optional(seconds.check(about("Seconds for all of the control."))),
	isolation: optional(_enum(["none", "worktree"]).check(about("Whether everything happens in a worktree of its own."))),
	link: optional(words.check(about("Untracked paths that an isolated worktree shares by a link."))),
	accept: optional(array(deviationSchema).check(_maxLength(200), about("Deviations that are accepted for a time.")))
});
/** A value of each key that is right, as it would stand in the file. */
const POLICY_EXAMPLES = {
	$schema: "$schema: ./generation-gate.config.schema.json",
	command: "command: [pytest, -q, --junitxml=reports/junit.xml]",
	run: "run: pytest -q --junitxml=reports/junit.xml",
	script: "script: ci/test.sh",
	setup: "setup: pip install -e .",
	"setup-script": "setup-script: ci/setup.sh",
	workdir: "workdir: packages/core",
	python: "python: .venv/bin/python",
	evidence: "evidence: ['reports/*.xml']",
	log: "log: [build.log]",
	imports: "imports: [package.module]",
	cells: "cells: [linux, macos]",
	"require-tests": "require-tests: [test_shop.test_price]",
	"min-tests": "min-tests: 20",
	timeout: "timeout: 600",
	slack: "slack: 1",
	owned: "owned: ['src/**']",
	forbidden: "forbidden: ['.github/**']",
	"require-rebased": "require-rebased: true",
	survivors: "survivors: reject",
	repeated: "repeated: reject",
	"foreign-editables": "foreign-editables: reject",
	unloaded: "unloaded: reject",
	reject: "reject: [GG-LEFTOVER-FOUND]",
	witness: "witness: required",
	"witness-pth": "witness-pth: own",
	bytecode: "bytecode: isolate",
	"allow-ignored": "allow-ignored: ['config/local_*.py']",
	generated: "generated: ['**/_version.py']",
	"unwitnessed-ok": "unwitnessed-ok: ['*/bin/tool *']",
	base: "base: origin/main",
	baseline: "baseline: require",
	tests: "tests: ['tests/**']",
	"base-import-errors": "base-import-errors: reject",
	replay: "replay: true",
	control: "control: true",
	"control-budget": "control-budget: 600",
	isolation: "isolation: worktree",
	link: "link: [node_modules]",
	accept: "accept: [{rule: GG-LEFTOVER-FOUND, paths: dist/**, reason: why it is acceptable, expires: 2030-12-31}]"
};
/** Names of the cells that a policy declares, in their order; none where it declares no matrix. */
function cellsOf({ cells }) {
	return cells === void 0 ? [] : Array.isArray(cells) ? cells : Object.keys(cells);
}
/** The command that a policy names for a cell: the cell's own, else the one of all; null where it names none. */
function commandFor(policy, cell) {
	const { cells } = policy;
	const named = [cell === null || cells === void 0 || Array.isArray(cells) || !Object.hasOwn(cells, cell) ? null : cells[cell] ?? null, policy].find((one) => one !== null && (one.command !== void 0 || one.run !== void 0 || one.script !== void 0));
	return named === void 0 || named === null ? null : {
		command: named.command,
		run: named.run,
		script: named.script
	};
}
/** A calendar day that exists. */
function isDay(value) {
	const at = typeof value === "string" ? /* @__PURE__ */ new Date(`${value}T00:00:00Z`) : /* @__PURE__ */ new Date(NaN);
	return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
}
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
const objectId = string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
/** How the tree of a base commit was read. */
const readingSchema = _enum([
	"local",
	"api",
	"fetch"
]);
/** The policy that a stamping was made under, as it is recorded and travels with a bundle. */
const policyFactsSchema = object({
	format: literal("generation-gate/policy/1"),
	/** Commit whose policy governs, what named it, and how it was read; null where the work tree's own file governs. */
	base: nullable(object({
		commit: objectId,
		what: string(),
		read: readingSchema
	})),
	/** The file that governs; null where there is none, and the defaults count. */
	file: nullable(object({
		path: string(),
		digest: sha256
	})),
	/** The work tree's own file, where another one governs or none does; `notCounted` says what of it is not in force. */
	head: nullable(object({
		path: string(),
		digest: sha256,
		notCounted: array(object({
			key: string(),
			why: string()
		}))
	})),
	/** What is in force. */
	document: policySchema,
	/** Whether a call may not go below it. False where it is the work tree's own and the base has none. */
	binds: boolean(),
	/** SHA-256 of the command for each cell, and for a call without one; null for a script file, whose bytes are the tree's. */
	commands: array(object({
		cell: nullable(string()),
		digest: nullable(sha256)
	})),
	/** Day on which it was read, in UTC: deviations count by it. */
	day,
	/** Paths that decide how the gate judges and that the judged tree has otherwise than the base. */
	touched: array(object({
		path: string(),
		role: _enum([
			"policy",
			"command",
			"setup",
			"workflow"
		]),
		how: _enum([
			"added",
			"changed",
			"removed"
		])
	})),
	/** What `touched` is compared with, in words. */
	against: string()
});
/** A path as the base has it. */
const watchedSchema = object({
	path: string(),
	oid: nullable(objectId),
	namesGate: boolean()
});
/** What a stamping keeps of its policy. `watched` are paths of a base that is not in the local store; null where it is. */
const policyRecordSchema = object({
	facts: policyFactsSchema,
	watched: nullable(array(watchedSchema))
});

export { commandFor as a, policyRecordSchema as c, cellsOf as i, policySchema as l, POLICY_FILES as n, deviationSchema as o, POLICY_LIMIT_BYTES as r, policyFactsSchema as s, POLICY_EXAMPLES as t };