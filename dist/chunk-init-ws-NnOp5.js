import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { D as _nonnegative, E as _minLength, O as _positive, T as _maxLength, _ as refine, a as boolean, f as nullable, g as record, h as optional, i as array, k as _regex, l as int, n as _enum, o as describe, p as number, v as strictObject, w as _lte, x as union, y as string } from "./chunk-mini-TCpuGoTq.js";
import { n as envelope, r as outcomeOfError } from "./chunk-envelope-BCrGHffe.js";
import { a as gateJobs, i as require_dist, n as repositoryOf, r as loadWorkflows } from "./chunk-doctor-VkugXpKG.js";
import { n as nearest } from "./chunk-nearest-CEOt4UVJ.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { t as parse } from "./chunk-dist-BEPLOKYm.js";

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
	paths: optional(union([word, words.check(_minLength(1))]).check(about("Globs of the paths that the finding may be about; every path of it must match one. Left out, the whole rule is meant."))),
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
	owned: optional(words.check(about("Globs of the paths that a change may touch, and no others."))),
	forbidden: optional(words.check(about("Globs of the paths that a change must not touch."))),
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
	bytecode: optional(_enum(["purge", "isolate"]).check(about("What is done about stale bytecode."))),
	"allow-ignored": optional(words.check(about("Globs of ignored files that may be loaded whatever their age."))),
	generated: optional(words.check(about("Globs of files whose installed copy may have other bytes."))),
	"unwitnessed-ok": optional(words.check(about("Command lines that need no witness, * for any text."))),
	base: optional(word.check(about("Revision on whose code the command is run too."))),
	baseline: optional(_enum(["observe", "require"]).check(about("Whether a test must fail on the base and pass here."))),
	tests: optional(words.check(about("Globs of test files, taken from the patched tree when the base is run."))),
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
/** A calendar day that exists. */
function isDay(value) {
	const at = typeof value === "string" ? /* @__PURE__ */ new Date(`${value}T00:00:00Z`) : /* @__PURE__ */ new Date(NaN);
	return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
}

// src/inputs/policy-file.ts
var import_dist = require_dist();
/**
* The policy in `bytes`; `name` is the file's name, for messages, and says whether it is YAML or JSON. `rules` are
* those that a deviation may or may not name. Throws a {@link UsageError} at the first fault.
*/
function parsePolicy(bytes, name, rules) {
	const text = decode(bytes, name);
	const lines = new import_dist.LineCounter();
	const refuse = (offset, what, fix) => {
		const { line, col } = lines.linePos(Math.max(0, offset));
		return new UsageError("GG-POLICY-MALFORMED", `${showPath(name)}:${line}:${col}: ${what}`, fix);
	};
	requireShallow(text, name);
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		uniqueKeys: true,
		strict: true,
		schema: "core",
		version: "1.2",
		merge: false,
		resolveKnownTags: false,
		prettyErrors: false
	});
	if (name.endsWith(".json")) requireJson(text, name);
	const [fault] = document.errors;
	if (fault !== void 0) throw refuse(fault.pos[0], fault.code === "DUPLICATE_KEY" ? "this key is there twice" : `it is no well-formed ${name.endsWith(".json") ? "JSON" : "YAML"}: ${fault.message}`, fault.code === "DUPLICATE_KEY" ? "Keep one of the two: a reader could not tell which counts." : "Mend the file at this place.");
	refuseMachinery(document, refuse);
	const value = document.contents === null ? {} : document.toJS({ maxAliasCount: 0 });
	const parsed = policySchema.safeParse(value);
	const at = (path, wantKey = false) => offsetOf(document, path, wantKey);
	if (!parsed.success) throw refusalOf(parsed.error.issues[0], value, at, refuse);
	requireMeaning(parsed.data, rules, at, refuse);
	return parsed.data;
}
function decode(bytes, name) {
	if (bytes.length > 262144) throw new UsageError("GG-POLICY-MALFORMED", `${showPath(name)} has ${bytes.length} bytes, and a policy has at most ${POLICY_LIMIT_BYTES}`, "Keep settings in it, and nothing else.");
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new UsageError("GG-POLICY-MALFORMED", `${showPath(name)} is not valid UTF-8`, "Save it as UTF-8.");
	}
}
/** Deep nesting costs the parser its stack and seconds of time: it is found by counting, before anything is parsed. */
function requireShallow(text, name) {
	let open = 0;
	let deepest = 0;
	for (const character of text) {
		if (character === "[" || character === "{") open += 1;
		else if ((character === "]" || character === "}") && open > 0) open -= 1;
		deepest = Math.max(deepest, open);
	}
	const blocks = /^[ \t]*(?:[-?:][ \t]+){17}/m.test(text);
	if (deepest > 200 || blocks) throw new UsageError("GG-POLICY-MALFORMED", `${showPath(name)} is nested deeper than any policy`, "Keep settings in it, and nothing else.");
}
/** YAML takes more than JSON; a file that says that it is JSON must be. */
function requireJson(text, name) {
	try {
		JSON.parse(text);
	} catch (error) {
		throw new UsageError("GG-POLICY-MALFORMED", `${showPath(name)} is no JSON: ${error.message}`, "Mend it, or call it generation-gate.config.yml where it is meant as YAML.");
	}
}
/** Data alone: nothing that stands for something else, and no key that would be read as another word than it shows. */
function refuseMachinery(document, refuse) {
	(0, import_dist.visit)(document, {
		Alias: (_key, node) => {
			throw refuse(start(node), "an alias (*name) stands here", "Write the value itself.");
		},
		Node: (_key, node, path) => {
			const { anchor } = node;
			if (anchor !== void 0) throw refuse(start(node), "an anchor (&name) stands here", "Leave the anchor out, and write the value wherever it is meant.");
			if (node.tag !== void 0) throw refuse(start(node), `a tag (${node.tag}) stands here`, "Leave the tag out: text, numbers, true and false need none.");
			if (path.length > 32) throw refuse(start(node), "it is nested deeper than any policy", "Keep settings in it, and nothing else.");
		},
		Pair: (_key, { key }) => {
			const name = (0, import_dist.isScalar)(key) ? key.value : null;
			if (typeof name !== "string") throw refuse(start(key), "this key is no text", "Quote it: '3.10'.");
			if (name === "<<") throw refuse(start(key), "a merge key (<<) stands here", "Write the settings themselves.");
		}
	});
}
function start(node) {
	return node?.range?.[0] ?? 0;
}
/** Where the value at `path` begins, or its key; the nearest place around it where it has none of its own. */
function offsetOf(document, path, wantKey) {
	let node = document.contents;
	let offset = start(document.contents);
	for (const [depth, step] of path.entries()) if ((0, import_dist.isMap)(node)) {
		const pair = node.items.find(({ key }) => (0, import_dist.isScalar)(key) && key.value === step);
		if (pair === void 0) return offset;
		offset = start(wantKey && depth === path.length - 1 ? pair.key : pair.value ?? pair.key);
		node = pair.value;
	} else if (typeof node === "object" && node !== null && "items" in node) {
		node = node.items[Number(step)];
		offset = start(node) || offset;
	}
	return offset;
}
function refusalOf(issue, value, at, refuse) {
	if (issue === void 0) return refuse(0, "it is no policy", "See docs/policy.md.");
	if (issue.path.length === 0 && issue.code === "invalid_type") return refuse(0, "a policy is a mapping of keys to values", `Write for example: ${POLICY_EXAMPLES.evidence}`);
	const inner = issue.code === "invalid_union" ? deepest(issue) : {
		issue,
		path: issue.path
	};
	const { path } = inner;
	if (inner.issue.code === "unrecognized_keys") {
		const unknown = inner.issue.keys[0] ?? "";
		const known = knownKeys(path);
		const near = nearest(unknown, known);
		return refuse(at([...path, unknown], true), `there is no key ${JSON.stringify(unknown)}${path.length === 0 ? "" : ` in "${path.join(".")}"`}`, `${near === null ? "" : `The nearest is "${near}". `}Keys here are ${known.join(", ")}.`);
	}
	const given = path.reduce((one, step) => typeof one === "object" && one !== null ? one[step] : void 0, value);
	const key = String(path[0] ?? "");
	const example = Object.hasOwn(POLICY_EXAMPLES, key) ? `Write for example: ${POLICY_EXAMPLES[key]}` : "See docs/policy.md.";
	const says = given === void 0 ? "is missing" : given === null ? "has no value" : `cannot be ${cut(JSON.stringify(given))}`;
	return refuse(at(path), `"${path.join(".")}" ${says}${expectation(inner.issue)}`, example);
}
/** The fault of the branch of a union that got furthest: what the writer most likely meant. */
function deepest(issue) {
	const [best] = issue.errors.flatMap((branch) => branch.slice(0, 1)).filter((one) => one.path.length > 0 || one.code !== "invalid_type").toSorted((left, right) => right.path.length - left.path.length);
	return best === void 0 ? {
		issue,
		path: issue.path
	} : {
		issue: best,
		path: [...issue.path, ...best.path]
	};
}
function knownKeys(path) {
	if (path[0] === "accept") return Object.keys(deviationSchema.shape);
	if (path[0] === "cells") return [
		"command",
		"run",
		"script"
	];
	return Object.keys(policySchema.shape);
}
const KINDS = {
	array: "a list",
	string: "text (quote it)",
	boolean: "true or false",
	number: "a number",
	int: "a whole number",
	object: "a mapping",
	record: "a mapping"
};
function expectation(issue) {
	if (issue.code === "invalid_value") return `; it is one of ${issue.values.map(String).join(", ")}`;
	if (issue.code === "invalid_type") return `; it is ${KINDS[issue.expected] ?? `a ${issue.expected}`}`;
	return "";
}
function cut(text) {
	return text === void 0 ? "this" : text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
/** What no schema says: one command, and rules that there are and that may be spoken of so. */
function requireMeaning(policy, rules, at, refuse) {
	const { cells } = policy;
	const places = [[[], policy], ...cells === void 0 || Array.isArray(cells) ? [] : Object.entries(cells).flatMap(([name, cell]) => cell === null ? [] : [[["cells", name], cell]])];
	for (const [path, place] of places) {
		const given = [
			"command",
			"run",
			"script"
		].filter((key) => Object.hasOwn(place, key));
		if (given.length > 1) throw refuse(at([...path, given[1] ?? ""], true), `"${given[1] ?? ""}" names a second command beside "${given[0] ?? ""}"`, "Keep one of the two.");
	}
	if (policy.setup !== void 0 && policy["setup-script"] !== void 0) throw refuse(at(["setup-script"], true), "\"setup-script\" names a second setup beside \"setup\"", "Keep one of the two.");
	for (const [row, id] of (policy.reject ?? []).entries()) requireRule(id, rules, at(["reject", row]), refuse);
	for (const [row, { rule }] of (policy.accept ?? []).entries()) {
		const offset = at([
			"accept",
			row,
			"rule"
		]);
		if (requireRule(rule, rules, offset, refuse).hard) throw refuse(offset, `"accept" names ${rule}, which is a hard stop: no policy lowers one`, `Take the entry out and mend what the rule refuses: generation-gate explain ${rule}`);
	}
}
function requireRule(id, rules, offset, refuse) {
	const rule = rules.find((one) => one.id === id);
	if (rule !== void 0) return rule;
	const near = nearest(id, rules.map((one) => one.id));
	throw refuse(offset, `there is no rule ${id}`, `${near === null ? "" : `The nearest is ${near}. `}generation-gate list prints them all.`);
}

// src/workflows/init/compose.ts
/** The files that `init` proposes, as text: a workflow that the doctor has no fault with, and a policy file. */
const WORKFLOW_FILE = ".github/workflows/generation-gate.yml";
const POLICY_FILE = "generation-gate.config.yml";
const CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2";
const ACTION = "generation-gate/generation-gate@v1";
/** One job for each proposal; each is to be a required status check. */
function workflowText(found) {
	const names = found.map((proposal) => jobName(proposal, found));
	return `# Written by generation-gate init. Make ${names.length === 1 ? `the job "${names[0] ?? ""}" a required status check` : `the jobs ${names.map((name) => `"${name}"`).join(" and ")} required status checks`} of the protected branch.
name: generation-gate

on:
  pull_request:
  merge_group: # without it the check never reports in a merge queue

permissions:
  contents: read

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
${found.map((proposal, at) => jobText(names[at] ?? "", proposal, found)).join("\n")}`;
}
function jobName({ name }, found) {
	return found.length === 1 ? "gate" : `gate-${name}`;
}
function jobText(job, { name, because, setup, run, evidence, note }, found) {
	const inputs = [
		...found.length === 1 ? [] : [`cell: ${name}`],
		...setup === "" ? [] : [block("setup", setup)],
		block("run", run),
		...evidence.length === 0 ? [] : [evidence.length === 1 ? `evidence: ${scalar(evidence[0] ?? "")}` : block("evidence", evidence.join("\n"))]
	];
	return `  ${job}: # ${because}
    name: ${job}
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${ACTION}
        with:
${indented([...note === "" ? [] : [`# ${note}`], ...inputs].join("\n"), 10)}
`;
}
/** The same as a policy: it is read from the base of a pull request, so that a change cannot soften its own gate. */
function policyText(found) {
	const [only] = found;
	const command = found.length === 1 && only !== void 0 ? { run: only.run } : { cells: Object.fromEntries(found.map(({ name, run }) => [name, { run }])) };
	const evidence = [...new Set(found.flatMap((proposal) => proposal.evidence))];
	const policy = {
		...command,
		...found.length === 1 && only !== void 0 && only.setup !== "" ? { setup: only.setup } : {},
		...evidence.length === 0 ? {} : { evidence }
	};
	return `# Written by generation-gate init: what this repository asks of its gate. See docs/policy.md of generation-gate.\n${(0, import_dist.stringify)(policy, { lineWidth: 0 })}`;
}
function block(key, text) {
	return text.includes("\n") ? `${key}: |\n${indented(text, 2)}` : `${key}: ${scalar(text)}`;
}
function scalar(text) {
	return (0, import_dist.stringify)(text, { lineWidth: 0 }).trimEnd();
}
function indented(text, by) {
	return text.split("\n").map((line) => line === "" ? "" : `${" ".repeat(by)}${line}`).join("\n");
}

// src/workflows/init/detect.ts
/**
* How a repository's tests are run, told from the files at its top: one proposal for each ecosystem that is there.
* Nothing is run and nothing is asked: a proposal is shown before it is written.
*/
const TEXT_LIMIT = 1 << 20;
function topOf(root) {
	const stats = (path) => statSync(join(root, path), { throwIfNoEntry: false });
	return {
		has: (path) => stats(path) !== void 0,
		text: (path) => {
			const found = stats(path);
			return found?.isFile() !== true || found.size > TEXT_LIMIT ? "" : readFileSync(join(root, path), "utf8");
		},
		names: readdirSync(root)
	};
}
/** Proposals in a fixed order; none where nothing is recognised. */
function proposals(top) {
	return [
		python(top),
		node(top),
		go(top),
		maven(top),
		gradle(top),
		cargo(top)
	].filter((proposal) => proposal !== null);
}
function python(top) {
	const project = tomlIn(top.text("pyproject.toml"));
	const isProject = "project" in project || "build-system" in project || top.has("setup.py") || top.has("setup.cfg");
	const usesTox = top.has("tox.ini") || top.has("tox.toml");
	const usesNox = top.has("noxfile.py");
	const mentionsPytest = /pytest/.test([
		"pyproject.toml",
		"setup.cfg",
		"setup.py",
		"pytest.ini",
		"tox.ini",
		...requirements(top)
	].map(top.text).join("\n")) || top.has("pytest.ini") || top.has("conftest.py");
	const hasTests = ["tests", "test"].some((folder) => top.has(folder)) || top.names.some((name) => /^test_.*\.py$|_test\.py$/.test(name));
	if (!mentionsPytest && !usesTox && !usesNox && !(isProject && hasTests) && !top.names.some((name) => /^test_.*\.py$/.test(name))) return null;
	const base = {
		name: "python",
		note: ""
	};
	const venv = "python3 -m venv .venv\n";
	const run = "mkdir -p reports\n.venv/bin/python -m pytest --junitxml=reports/junit.xml";
	const evidence = ["reports/junit.xml"];
	const tool = (name) => `python3 -m venv "$GENERATION_GATE_ENV_DIR/${name}"\n"$GENERATION_GATE_ENV_DIR/${name}/bin/pip" install --quiet ${name}\n`;
	if (top.has("uv.lock")) return {
		...base,
		because: "uv.lock",
		setup: `${tool("uv")}"$GENERATION_GATE_ENV_DIR/uv/bin/uv" sync --frozen --all-groups`,
		run,
		evidence
	};
	if (top.has("poetry.lock")) return {
		...base,
		because: "poetry.lock",
		setup: `${tool("poetry")}POETRY_VIRTUALENVS_IN_PROJECT=true "$GENERATION_GATE_ENV_DIR/poetry/bin/poetry" install --no-interaction --all-groups`,
		run,
		evidence
	};
	if (!mentionsPytest && usesTox) {
		const hands = /posargs/.test(top.text("tox.ini") + top.text("tox.toml"));
		return {
			...base,
			because: top.has("tox.ini") ? "tox.ini" : "tox.toml",
			setup: `${venv}.venv/bin/python -m pip install --quiet tox`,
			run: hands ? "mkdir -p reports\n.venv/bin/python -m tox run -- --junitxml=\"$PWD/reports/junit.xml\"" : ".venv/bin/python -m tox run",
			evidence: hands ? evidence : [],
			note: hands ? "" : "tox hands no arguments on: write {posargs} behind pytest there, and add --junitxml here"
		};
	}
	if (!mentionsPytest && usesNox) return {
		...base,
		because: "noxfile.py",
		setup: `${venv}.venv/bin/python -m pip install --quiet nox`,
		run: ".venv/bin/python -m nox",
		evidence: [],
		note: "let the session call pytest with --junitxml, and name the report as evidence"
	};
	const wanted = [
		...requirements(top).map((file) => `-r ${file}`),
		...isProject && ("build-system" in project || "project" in project || top.has("setup.py")) ? ["-e ."] : [],
		"pytest"
	];
	return {
		...base,
		because: [
			"pyproject.toml",
			"setup.cfg",
			"setup.py",
			"pytest.ini",
			...requirements(top)
		].find(top.has) ?? "test files",
		setup: `${venv}.venv/bin/python -m pip install --quiet ${wanted.join(" ")}`,
		run,
		evidence
	};
}
function requirements(top) {
	return top.names.filter((name) => /^(?:(?:dev|test)-)?requirements(?:-(?:dev|test|tests))?\.txt$/.test(name)).sort();
}
function tomlIn(text) {
	try {
		return parse(text);
	} catch {
		return {};
	}
}
function node(top) {
	if (!top.has("package.json")) return null;
	const manifest = jsonIn(top.text("package.json"));
	const script = textAt(manifest, "scripts", "test");
	const installed = {
		...recordAt(manifest, "dependencies"),
		...recordAt(manifest, "devDependencies")
	};
	const has = (name) => name in installed;
	if (script === "" && !has("vitest") && !has("jest")) return null;
	const manager = top.has("pnpm-lock.yaml") ? "pnpm" : top.has("yarn.lock") ? "yarn" : "npm";
	const base = {
		name: "node",
		because: "package.json",
		setup: {
			pnpm: "corepack enable\npnpm install --frozen-lockfile",
			yarn: "corepack enable\nyarn install --immutable",
			npm: top.has("package-lock.json") || top.has("npm-shrinkwrap.json") ? "npm ci" : Object.keys(installed).length > 0 ? "npm install --no-package-lock" : ""
		}[manager],
		evidence: ["reports/junit.xml"],
		note: ""
	};
	const execute = {
		pnpm: "pnpm exec",
		yarn: "yarn run",
		npm: "npx --no-install"
	}[manager];
	if (has("vitest")) return {
		...base,
		run: `mkdir -p reports\n${execute} vitest run --reporter=default --reporter=junit --outputFile.junit=reports/junit.xml`
	};
	if (has("jest")) {
		const add = {
			pnpm: "the dev dependency jest-junit",
			yarn: "the dev dependency jest-junit",
			npm: "the dev dependency jest-junit"
		}[manager];
		return has("jest-junit") ? {
			...base,
			run: `mkdir -p reports\nJEST_JUNIT_OUTPUT_FILE=reports/junit.xml ${execute} jest --ci --reporters=default --reporters=jest-junit`
		} : {
			...base,
			run: `${manager} test`,
			evidence: [],
			note: `with ${add} jest writes a report: then name it as evidence`
		};
	}
	const [, rest] = /^node\s+(?:--run\s+)?--test\b(.*)$/.exec(script) ?? [];
	if (rest !== void 0 && !/--test-reporter/.test(rest)) return {
		...base,
		run: `mkdir -p reports\nnode --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=reports/junit.xml${rest.trimEnd()}`
	};
	return {
		...base,
		run: `${manager} test`,
		evidence: [],
		note: "let the runner write a JUnit report, and name it as evidence"
	};
}
function go(top) {
	if (!top.has("go.mod")) return null;
	return {
		name: "go",
		because: "go.mod",
		setup: "go mod download",
		run: "mkdir -p reports\ngo run gotest.tools/gotestsum@v1.13.0 --junitfile reports/junit.xml -- -count=1 ./...",
		evidence: ["reports/junit.xml"],
		note: ""
	};
}
function maven(top) {
	if (!top.has("pom.xml")) return null;
	return {
		name: "maven",
		because: "pom.xml",
		setup: "",
		run: `${top.has("mvnw") ? "./mvnw" : "mvn"} --batch-mode --no-transfer-progress clean test`,
		evidence: ["**/target/surefire-reports/TEST-*.xml"],
		note: ""
	};
}
function gradle(top) {
	const file = [
		"build.gradle.kts",
		"build.gradle",
		"settings.gradle.kts",
		"settings.gradle"
	].find(top.has);
	if (file === void 0) return null;
	return {
		name: "gradle",
		because: file,
		setup: "",
		run: `${top.has("gradlew") ? "./gradlew" : "gradle"} --no-daemon --no-build-cache cleanTest test`,
		evidence: ["**/build/test-results/test/TEST-*.xml"],
		note: ""
	};
}
function cargo(top) {
	if (!top.has("Cargo.toml")) return null;
	return {
		name: "cargo",
		because: "Cargo.toml",
		setup: "",
		run: `cargo test${top.has("Cargo.lock") ? " --locked" : ""}`,
		evidence: [],
		note: "cargo test writes no report; cargo nextest does, with a junit path in .config/nextest.toml"
	};
}
function jsonIn(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function recordAt(value, key) {
	const found = typeof value === "object" && value !== null ? value[key] : null;
	return typeof found === "object" && found !== null ? found : {};
}
function textAt(value, ...path) {
	const found = recordAt(value, path[0])[path[1]];
	return typeof found === "string" ? found.trim() : "";
}

// src/workflows/init/difference.ts
/** What would change in a file, as a reader of diffs expects it: one hunk, three lines around it. */
const AROUND = 3;
function difference(path, before, after) {
	const old = before === null ? [] : linesOf(before);
	const fresh = linesOf(after);
	let start = 0;
	while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
	let end = 0;
	while (end < old.length - start && end < fresh.length - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
	const from = Math.max(0, start - AROUND);
	const tail = Math.max(0, end - AROUND);
	const lines = [
		...old.slice(from, start).map((line) => ` ${line}`),
		...old.slice(start, old.length - end).map((line) => `-${line}`),
		...fresh.slice(start, fresh.length - end).map((line) => `+${line}`),
		...old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`)
	];
	const range = (at, count) => `${count === 0 ? at : at + 1},${count}`;
	return [
		`--- ${before === null ? "/dev/null" : `a/${path}`}`,
		`+++ b/${path}`,
		`@@ -${range(from, old.length - tail - from)} +${range(from, fresh.length - tail - from)} @@`,
		...lines
	].join("\n");
}
function linesOf(text) {
	return text.replace(/\n$/, "").split("\n");
}

// src/steps/init.ts
/** The `init` verb: a workflow and a policy file for what is found in the repository, shown before they are written. */
/** Shows what it would write, asks on a terminal or takes `yes`, and writes. Throws where nothing is recognised. */
async function initStep({ workspace, yes, json }) {
	const root = repositoryOf(workspace);
	const found = proposals(topOf(root));
	if (found.length === 0) throw new UsageError("GG-INIT-NOTHING-FOUND", `Nothing in ${root} says how its tests are run: no pyproject.toml, package.json with a test script, go.mod, pom.xml, build.gradle or Cargo.toml is at its top`, "Write the workflow by hand; docs/workflows has one for each use: generation-gate doctor says whether it holds.");
	const planned = plan(root, found);
	const open = planned.filter(({ state }) => state !== "unchanged");
	const shown = [...notes(root, found, planned), ...open.map(({ diff }) => `${diff}\n`)].join("\n");
	if (open.length === 0) return outcome(0, planned, false, `${shown}init: nothing to write`);
	if (!(yes || !json && process.stdin.isTTY && await ask(shown, open))) return unconfirmed(planned, shown);
	for (const { path, text } of open) put(root, path, text);
	const done = `init: wrote ${open.map(({ path }) => path).join(" and ")}. Look at it, commit it, and make the check required: generation-gate doctor`;
	return outcome(0, planned, true, yes ? `${shown}\n${done}` : done);
}
function plan(root, found) {
	const { workflows } = loadWorkflows(root, []);
	const other = workflows.some((workflow) => workflow.file !== ".github/workflows/generation-gate.yml" && gateJobs(workflow).length > 0);
	const hasPolicy = POLICY_FILES.some((name) => name !== "generation-gate.config.yml" && lstatSync(join(root, name), { throwIfNoEntry: false }) !== void 0);
	const policy = policyText(found);
	parsePolicy(Buffer.from(policy), POLICY_FILE, []);
	return [...other ? [] : [planned(root, WORKFLOW_FILE, workflowText(found))], ...hasPolicy ? [] : [planned(root, POLICY_FILE, policy)]];
}
function planned(root, path, text) {
	const before = current(root, path);
	return {
		path,
		text,
		state: before === null ? "new" : before === text ? "unchanged" : "changed",
		diff: difference(path, before, text)
	};
}
/** What lies there now; null for nothing. Throws where it is no file of this repository. */
function current(root, path) {
	const file = join(root, path);
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats !== void 0 && !stats.isFile()) throw new UsageError("GG-INIT-NO-FILE", `${path} is ${stats.isSymbolicLink() ? "a link" : "no file"}`, "Move it away, and call init again.");
	let folder = dirname(file);
	while (lstatSync(folder, { throwIfNoEntry: false }) === void 0) folder = dirname(folder);
	const [real, top] = [realpathSync(folder), realpathSync(root)];
	if (real !== top && !real.startsWith(top + sep)) throw new UsageError("GG-INIT-NO-FILE", `${path} would be written outside of the repository, to ${real}`, "Take the link away that leads there, and call init again.");
	return stats === void 0 ? null : readFileSync(file, "utf8");
}
function notes(root, found, planned) {
	const has = (path) => planned.some((one) => one.path === path);
	return [
		...found.map(({ name, because, note, evidence }) => `${name}: told by ${because}${evidence.length === 0 ? "; no report, so that the ending decides alone" : ""}${note === "" ? "" : ` (${note})`}`),
		...has(".github/workflows/generation-gate.yml") ? [] : ["A workflow calls the gate already, and stays as it is: generation-gate doctor"],
		...has("generation-gate.config.yml") ? [] : [`A policy file is there already in ${root}, and stays as it is`],
		""
	];
}
async function ask(shown, open) {
	process.stderr.write(`${shown}\n`);
	const prompt = createInterface({
		input: process.stdin,
		output: process.stderr
	});
	try {
		return /^y(?:es)?$/i.test((await prompt.question(`Write ${open.map(({ path, state }) => `${path} (${state})`).join(" and ")}? [y/N] `)).trim());
	} finally {
		prompt.close();
	}
}
function unconfirmed(planned, shown) {
	const fix = "Write them with: generation-gate init --yes";
	const { exit, envelope: failed } = outcomeOfError("init", new UsageError("GG-INIT-NOT-CONFIRMED", "Nothing was written: nobody agreed to it", fix));
	return {
		exit,
		envelope: {
			...failed,
			...partsOf(planned, false, `${shown}\ninit: nothing was written. ${fix}`)
		}
	};
}
function outcome(exit, planned, written, text) {
	return {
		exit,
		envelope: envelope("init", "accepted", partsOf(planned, written, text))
	};
}
function partsOf(planned, written, text) {
	return {
		files: planned.map(({ path, state, diff }) => ({
			path,
			state,
			diff: state === "unchanged" ? "" : diff
		})),
		written,
		text
	};
}
/** Writes whole or not at all. */
function put(root, path, text) {
	const file = join(root, path);
	mkdirSync(dirname(file), { recursive: true });
	const beside = `${file}.${randomBytes(4).toString("hex")}.tmp`;
	try {
		writeFileSync(beside, text, { flag: "wx" });
		renameSync(beside, file);
	} catch (error) {
		rmSync(beside, { force: true });
		throw error;
	}
}

export { initStep };