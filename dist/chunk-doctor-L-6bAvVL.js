import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, readdirSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { t as require_dist } from "./chunk-dist-nc9HW7tV.js";
import { n as workflowRule, t as WORKFLOW_RULES } from "./chunk-rules-CEK-USe1.js";

// src/workflows/checks/parts.ts
/** Jobs that hold a step of the gate. */
function gateJobs({ jobs }) {
	return jobs.filter(({ steps }) => steps.some(({ gate }) => gate !== null));
}
/** Jobs whose ending is the verdict: those that fan in, else those that judge. */
function decidingJobs(workflow) {
	const fanIn = workflow.jobs.filter(({ steps }) => steps.some(({ gate }) => gate?.phase === "fan-in"));
	return fanIn.length > 0 ? fanIn : workflow.jobs.filter(({ steps }) => steps.some(({ gate }) => gate !== null && ["gate", "check"].includes(gate.phase)));
}
/** Steps of the gate that judge: one that is skipped judges nothing. */
function judgingSteps({ steps }) {
	return steps.filter(({ gate }) => gate !== null && [
		"gate",
		"check",
		"fan-in"
	].includes(gate.phase));
}
/** An expression without its braces and blanks at the ends. */
function expression(text) {
	const [, inner = text] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(text) ?? [];
	return inner.trim();
}
function isAlways(condition) {
	return expression(condition).replace(/\s+/g, "") === "always()";
}
/** Whether the value is plainly false: anything else may be true. */
function isOff(text) {
	return text === null || ["", "false"].includes(expression(text));
}
/** Whether its ending can be a required check: a workflow that is started by hand alone keeps nothing from being merged. */
function guardsMerge(workflow) {
	return runsOnEvent(workflow, "pull_request", "merge_group", "pull_request_target", "push", "workflow_call");
}
function runsOnEvent({ events }, ...names) {
	return events.some(({ name }) => names.includes(name));
}

// src/workflows/checks/skipping.ts
function skippingFaults(workflow) {
	return [...guardsMerge(workflow) ? decidingJobs(workflow).flatMap(skippedJob) : [], ...gateJobs(workflow).flatMap((job) => [...skippedSteps(job), ...hiddenFailures(job)])];
}
function skippedJob(job) {
	const { file, line, id, needs, conditions } = job;
	const narrowing = conditions.filter((condition) => !isAlways(condition));
	if (narrowing.length > 0) {
		const [first = ""] = narrowing;
		const isCancelled = expression(first).replace(/\s+/g, "") === "!cancelled()";
		return [{
			rule: "GG-WORKFLOW-SKIPPABLE",
			file,
			line,
			rejects: true,
			what: `Job "${id}" is left out unless ${quoted(first)} holds${isCancelled ? ", and a run that was cancelled is merged then" : ""}: a skipped required check counts as passed`,
			remedy: `jobs:\n  ${last(id)}:${needs.length > 0 ? "\n    if: always()" : " # without if"}`
		}];
	}
	if (needs.length === 0 || conditions.length > 0) return [];
	return [{
		rule: "GG-WORKFLOW-FAN-IN-SKIPPED",
		file,
		line,
		rejects: true,
		what: `Job "${id}" needs ${needs.join(", ")} and has no "if: always()": where one of them fails it is skipped, and a skipped required check counts as passed`,
		remedy: `jobs:\n  ${last(id)}:\n    if: always()`
	}];
}
function skippedSteps(job) {
	return judgingSteps(job).filter(({ condition }) => condition !== null && !isHarmless(condition)).map(({ file, line, condition }) => ({
		rule: "GG-WORKFLOW-SKIPPABLE",
		file,
		line,
		rejects: true,
		what: `The gate's step in job "${job.id}" is left out unless ${quoted(condition ?? "")} holds, and the job passes without it`,
		remedy: "- uses: generation-gate/generation-gate@v1 # without if, or with if: always()"
	}));
}
function isHarmless(condition) {
	return [
		"always()",
		"success()",
		"!cancelled()",
		"true"
	].includes(expression(condition).replace(/\s+/g, ""));
}
function hiddenFailures(job) {
	return [...isOff(job.continueOnError) ? [] : [hidden(job, `Job "${job.id}"`, job.continueOnError ?? "", `jobs:\n  ${last(job.id)}: # without continue-on-error`)], ...job.steps.filter(({ gate, continueOnError }) => gate !== null && !isOff(continueOnError)).map((step) => hidden(step, `The gate's step in job "${job.id}"`, step.continueOnError ?? "", "- uses: generation-gate/generation-gate@v1 # without continue-on-error"))];
}
function hidden({ file, line }, who, value, remedy) {
	return {
		rule: "GG-WORKFLOW-CONTINUE-ON-ERROR",
		file,
		line,
		rejects: true,
		what: `${who} has "continue-on-error: ${value}": a rejection leaves the check green`,
		remedy
	};
}
function quoted(text) {
	return `"${expression(text)}"`;
}
/** A job's own name, where it was reached through others. */
function last(id) {
	return id.split(" / ").at(-1) ?? id;
}

// src/workflows/checks/steps.ts
function stepFaults(workflow) {
	return [...gateJobs(workflow).flatMap((job) => [
		...order(job),
		...endings(job),
		...checkouts(job),
		...bases(job)
	]), ...fanInOrder(workflow)];
}
const PATCHES = /\bgit\s+(?:apply|am|cherry-pick|merge|rebase|pull)\b|(?:^|[\s;&|])patch\s+-/m;
/** What changes the code belongs before the stamp, and what is judged between stamp and check. */
function order({ steps, id }) {
	const faults = [];
	const first = steps.findIndex(({ gate }) => gate !== null && (gate.phase === "stamp" || gate.phase === "gate"));
	for (const [at, step] of steps.entries()) {
		const { file, line, run, gate } = step;
		if (first >= 0 && at > first && gate === null && run !== null && PATCHES.test(run)) faults.push({
			rule: "GG-WORKFLOW-ORDER",
			file,
			line,
			rejects: true,
			what: `Job "${id}" changes the code (${quotedLine(run)}) after the gate has looked at it`,
			remedy: "- run: git apply change.patch # before the gate, or as its input:\n- uses: generation-gate/generation-gate@v1\n  with:\n    patch: change.patch"
		});
		const before = steps.slice(0, at);
		if (gate !== null && ["run", "check"].includes(gate.phase) && !before.some((one) => one.gate?.phase === "stamp")) faults.push({
			rule: "GG-WORKFLOW-ORDER",
			file,
			line,
			rejects: true,
			what: `The phase "${gate.phase}" in job "${id}" has no phase "stamp" before it in the same job`,
			remedy: "- uses: generation-gate/generation-gate@v1\n  with:\n    phase: stamp # after the patch, before the tests\n- run: … the tests …\n- uses: generation-gate/generation-gate@v1\n  with:\n    phase: check"
		});
	}
	return faults;
}
/** EV9: tests of the workflow's own steps count by the ending that it hands over, and only by that. */
function endings(job) {
	return job.steps.flatMap((step, at) => {
		if (step.gate?.phase !== "check") return [];
		const stamped = job.steps.findLastIndex(({ gate }, index) => index < at && gate?.phase === "stamp");
		const between = job.steps.slice(stamped + 1, at);
		if (stamped < 0 || between.some(({ gate }) => gate?.phase === "run")) return [];
		const fault = (what) => [{
			rule: "GG-WORKFLOW-OUTCOME",
			file: step.file,
			line: step.line,
			rejects: true,
			what,
			remedy: "- id: tests\n  continue-on-error: true # the check decides\n  run: … the tests …\n- uses: generation-gate/generation-gate@v1\n  with:\n    phase: check\n    outcome: ${{ steps.tests.outcome }}"
		}];
		const handed = step.gate.inputs.get("outcome") ?? "";
		if (handed === "") return fault(`The phase "check" in job "${job.id}" is given no outcome, and no phase "run" is before it: it rejects every time`);
		const [, id, kind] = /^steps\.([\w-]+)\.(outcome|conclusion)$/.exec(expression(handed)) ?? [];
		if (id === void 0) return fault(`The outcome "${handed}" in job "${job.id}" is not the ending of a step: it says the same however the tests end`);
		if (kind === "conclusion") return fault(`The outcome in job "${job.id}" is steps.${id}.conclusion, which is success where "continue-on-error" hides a failure`);
		return between.some((one) => one.id === id) ? [] : fault(`The outcome in job "${job.id}" is that of step "${id}", which is not between stamp and check`);
	});
}
function isCheckout({ uses }) {
	return uses !== null && /^actions\/checkout@/.test(uses);
}
function checkouts(job) {
	const { steps, id, runsOn } = job;
	const own = steps.filter(isCheckout);
	const kept = steps.some(({ uses, gate }) => uses !== null && /^actions\/(upload-artifact|cache)/.test(uses) || ["true", "always"].includes(gate?.inputs.get("upload") ?? "") || gate?.inputs.has("bundle") === true) ? own.filter(({ inputs }) => inputs.get("persist-credentials") !== "false") : [];
	const unclean = own.filter(({ inputs }) => inputs.get("clean") === "false");
	const isProven = steps.some((step) => step.gate?.inputs.get("witness") === "required" || step.gate?.inputs.get("replay") === "true");
	const isSelfHosted = runsOn.some((label) => label === "self-hosted");
	const [gate] = steps.filter((step) => step.gate !== null && step.gate.phase !== "fan-in");
	return [
		...kept.map(({ file, line }) => ({
			rule: "GG-WORKFLOW-CREDENTIALS",
			file,
			line,
			rejects: true,
			what: `The checkout in job "${id}" leaves the token behind, and the job hands files on`,
			remedy: "- uses: actions/checkout@…\n  with:\n    persist-credentials: false"
		})),
		...unclean.map(({ file, line }) => ({
			rule: "GG-WORKFLOW-CHECKOUT-KEPT",
			file,
			line,
			rejects: !isProven,
			what: `The checkout in job "${id}" has "clean: false": what an earlier job left is tested along`,
			remedy: "- uses: actions/checkout@… # without clean: false",
			innocentWhen: "every job gets a machine of its own"
		})),
		...isSelfHosted && own.length === 0 && gate !== void 0 ? [{
			rule: "GG-WORKFLOW-CHECKOUT-KEPT",
			file: gate.file,
			line: gate.line,
			rejects: true,
			what: `Job "${id}" runs on a self-hosted runner and checks nothing out: the folder is never wiped`,
			remedy: "- uses: actions/checkout@… # wipes the folder\n  with:\n    persist-credentials: false"
		}] : []
	];
}
/** A base is compared with only where it was fetched. */
function bases({ steps, id }) {
	const asks = steps.filter(({ gate }) => gate !== null && (gate.inputs.get("base") ?? "") !== "");
	if (steps.some(({ run, inputs, ...step }) => run !== null && /\bgit\s+fetch\b/.test(run) || isCheckout({
		...step,
		run,
		inputs
	}) && inputs.has("fetch-depth") && inputs.get("fetch-depth") !== "1")) return [];
	return asks.map(({ file, line }) => ({
		rule: "GG-WORKFLOW-NO-BASE",
		file,
		line,
		rejects: true,
		what: `Job "${id}" compares with a base, and its checkout fetches one commit alone`,
		remedy: "- uses: actions/checkout@…\n  with:\n    fetch-depth: 0\n    persist-credentials: false"
	}));
}
/** A fan-in that waits for nobody finds nothing. */
function fanInOrder({ jobs }) {
	const writers = jobs.filter(({ steps }) => steps.some(({ gate }) => gate?.inputs.has("bundle") === true));
	return jobs.flatMap((job) => {
		const step = job.steps.find(({ gate }) => gate?.phase === "fan-in");
		const missed = step === void 0 ? [] : writers.filter(({ id }) => id !== job.id && !reaches(jobs, job, id));
		return step === void 0 || missed.length === 0 ? [] : [{
			rule: "GG-WORKFLOW-ORDER",
			file: job.file,
			line: job.line,
			rejects: true,
			what: `Job "${job.id}" gathers the cells and does not wait for ${missed.map(({ id }) => `"${id}"`).join(", ")}`,
			remedy: `jobs:\n  ${job.id}:\n    needs: [${missed.map(({ id }) => id).join(", ")}]\n    if: always()`
		}];
	});
}
function reaches(jobs, from, id, seen = /* @__PURE__ */ new Set()) {
	if (from.needs.some((name) => id === name || id.startsWith(`${name} / `))) return true;
	return from.needs.some((name) => {
		const next = seen.has(name) ? void 0 : jobs.find((job) => job.id === name);
		return next !== void 0 && reaches(jobs, next, id, /* @__PURE__ */ new Set([...seen, name]));
	});
}
function quotedLine(run) {
	return `"${(run.split("\n").find((one) => PATCHES.test(one)) ?? "").trim().slice(0, 80)}"`;
}

// src/workflows/checks/triggers.ts
const TRIGGERS = `on:
  pull_request:
  merge_group:`;
function triggerFaults(workflow) {
	return [...foreignCode(workflow), ...decidingJobs(workflow).length === 0 ? [] : [...beforeMerge(workflow), ...filters(workflow)]];
}
function beforeMerge(workflow) {
	const { file, line, events } = workflow;
	if (runsOnEvent(workflow, "workflow_call") || !guardsMerge(workflow)) return [];
	const named = events.map(({ name }) => name).join(", ") || "nothing";
	if (!runsOnEvent(workflow, "pull_request", "merge_group", "pull_request_target")) return [{
		rule: "GG-WORKFLOW-AFTER-MERGE",
		file,
		line,
		rejects: true,
		what: `The gate runs on ${named} alone, and so after the merge`,
		remedy: TRIGGERS,
		innocentWhen: "another workflow runs the gate before the merge"
	}];
	if (runsOnEvent(workflow, "merge_group")) return [];
	return [{
		rule: "GG-WORKFLOW-NO-MERGE-GROUP",
		file,
		line,
		rejects: true,
		what: `The gate runs on ${named} and not on merge_group`,
		remedy: TRIGGERS,
		innocentWhen: "the branch has no merge queue and never gets one; the line costs nothing then"
	}];
}
function filters({ events }) {
	return events.filter(({ name }) => name === "pull_request" || name === "merge_group").flatMap(({ name, file, line, filters: keys }) => keys.filter((key) => key === "paths" || key === "paths-ignore").map((key) => ({
		rule: "GG-WORKFLOW-SKIPPABLE",
		file,
		line,
		rejects: true,
		what: `"${key}" of ${name} leaves the gate out for some changes: a required check then never reports, and whoever works around that makes it pass`,
		remedy: `on:\n  ${name}: # without ${key}; let the tests choose what they run`
	})));
}
/** Places from which a workflow that holds secrets would fetch what a stranger wrote. */
const HEAD = /pull_request\.head\.|github\.head_ref|workflow_run\.head_|refs\/pull\/|pull_request\.merge_commit_sha/;
function foreignCode(workflow) {
	const name = ["pull_request_target", "workflow_run"].find((event) => runsOnEvent(workflow, event));
	if (name === void 0) return [];
	return workflow.jobs.flatMap(({ steps, id }) => steps.filter(({ uses, run, inputs }) => uses !== null && /^actions\/checkout@/.test(uses) && [inputs.get("ref") ?? "", inputs.get("repository") ?? ""].some((text) => HEAD.test(text)) || run !== null && /\bgit\s+(fetch|checkout|pull|switch)\b|\bgh\s+pr\s+checkout\b/.test(run) && (HEAD.test(run) || /gh\s+pr\s+checkout/.test(run))).map(({ file, line }) => ({
		rule: "GG-WORKFLOW-FOREIGN-CODE",
		file,
		line,
		rejects: true,
		what: `Job "${id}" runs on ${name}, with this repository's secrets and a token that writes, and checks out the head of the pull request`,
		remedy: "on:\n  pull_request: # no secrets, a read-only token\n  merge_group:"
	})));
}

// src/workflows/checks/trust.ts
function trustFaults(workflow) {
	return gateJobs(workflow).flatMap((job) => [...mutableRefs(job), ...permissions(job)]);
}
const COMMIT = /@[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
function mutableRefs({ steps, id }) {
	return steps.filter(({ uses }) => uses !== null && !uses.startsWith(".") && !COMMIT.test(uses) && !/^docker:\/\/[^@]+@sha256:[0-9a-f]{64}$/.test(uses)).map(({ file, line, uses, gate }) => ({
		rule: "GG-WORKFLOW-MUTABLE-REF",
		file,
		line,
		rejects: gate === null,
		what: `Job "${id}" uses "${uses ?? ""}", which is another program whenever its owner moves that name`,
		remedy: `- uses: ${(uses ?? "").split("@")[0] ?? ""}@<the commit's 40 hex digits> # the version, for readers`
	}));
}
/** What an input of the action needs of the token. */
const NEEDED = [
	["attest", "id-token"],
	["attest", "attestations"],
	["check-run", "checks"],
	["commit-status", "statuses"]
];
function permissions(job) {
	const { file, line, id } = job;
	const asked = NEEDED.filter(([input]) => job.steps.some((step) => asks(step, input)));
	const fault = (what, levels) => ({
		rule: "GG-WORKFLOW-PERMISSIONS",
		file,
		line,
		rejects: true,
		what,
		remedy: `jobs:\n  ${id.split(" / ").at(-1) ?? id}:\n    permissions:\n${levels.map((level) => `      ${level}`).join("\n")}`
	});
	const wanted = ["contents: read", ...asked.map(([, permission]) => `${permission}: write`)];
	if (job.permissions === null) return [fault(`Job "${id}" says nothing of permissions: by the repository's settings its token may write, and the tested code runs beside it`, wanted)];
	if (job.permissions.kind === "all") return job.permissions.level === "read-all" ? lacking(job.permissions) : [fault(`Job "${id}" has "permissions: ${job.permissions.level}", and the tested code runs beside its token`, wanted)];
	const wide = [...job.permissions.levels].filter(([name, level]) => level === "write" && !MAY_WRITE.includes(name)).map(([name]) => name);
	return [...wide.length > 0 ? [fault(`Job "${id}" may write ${wide.join(", ")}, and the tested code runs beside its token`, wanted)] : [], ...lacking(job.permissions)];
	function lacking(given) {
		const missing = asked.filter(([, permission]) => given.kind === "all" || given.levels.get(permission) !== "write");
		return missing.length === 0 ? [] : [fault(`Job "${id}" asks for ${[...new Set(missing.map(([input]) => `"${input}"`))].join(" and ")}, and its token may not write ${missing.map(([, permission]) => permission).join(", ")}`, wanted)];
	}
}
/** Levels that publish a verdict and change no code. */
const MAY_WRITE = NEEDED.map(([, permission]) => permission);
function asks({ gate }, input) {
	const given = gate?.inputs.get(input) ?? "";
	return gate !== null && !isOff(given) && given !== "false";
}

// src/workflows/examine.ts
/** Everything that makes a gate in these workflows useless, each with its place and what mends it (PB5). */
/** The workflow of the README, with the names that a reader fills in. */
const SMALLEST = `name: generation-gate
on:
  pull_request:
  merge_group:
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: generation-gate/generation-gate@v1
        with:
          run: python3 -m pytest --junitxml=reports/junit.xml
          evidence: reports/junit.xml`;
/** A workflow that others call is looked at where they do: conditions and permissions come from there. */
function isCalledOnly({ file, events }, all) {
	return events.every(({ name }) => name === "workflow_call") && all.some((other) => other.file !== file && other.jobs.some((job) => job.file === file));
}
/** Faults in the order of files and lines; those that only need to be known come with `rejects: false`. */
function examine({ workflows, unread }) {
	const faults = [...unread.map(({ file, line, kind, why }) => kind === "malformed" ? {
		rule: "GG-WORKFLOW-MALFORMED",
		file,
		line,
		rejects: true,
		what: `The workflow cannot be read: ${why}`,
		remedy: "# mend the file at this line; GitHub does not run it either"
	} : {
		rule: "GG-WORKFLOW-NOT-FOLLOWED",
		file,
		line,
		rejects: false,
		what: `Not looked at: ${why}`,
		remedy: "# run doctor in that repository too"
	}), ...workflows.filter((workflow) => !isCalledOnly(workflow, workflows)).flatMap((workflow) => [
		...triggerFaults(workflow),
		...skippingFaults(workflow),
		...stepFaults(workflow),
		...trustFaults(workflow)
	])];
	const missing = workflows.some((workflow) => gateJobs(workflow).length > 0) ? [] : [{
		rule: "GG-WORKFLOW-NO-GATE",
		file: ".github/workflows",
		line: 1,
		rejects: true,
		what: workflows.length === 0 ? "There is no workflow" : `No step of ${workflows.length === 1 ? "the one workflow" : `the ${workflows.length} workflows`} calls the gate`,
		remedy: SMALLEST
	}];
	return [...new Map([...missing, ...faults].map((fault) => [[
		fault.rule,
		fault.file,
		fault.line,
		fault.what
	].join("\n"), fault])).values()].toSorted((left, right) => left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line);
}

// src/workflows/gate-call.ts
/** Whether an action in this repository is the gate itself: its own workflows call it so. */
function isGateAction(name, main) {
	return name === "Generation gate" && main === "dist/index.js";
}
/** The gate's call in a step; null where it makes none. A fork of the action keeps the repository's name. */
function gateCallOf({ uses, run, inputs, isOwn }) {
	if (uses !== null) {
		if (!isOwn && !/^[^/@]+\/generation-gate(?:\/[^@]*)?@/.test(uses)) return null;
		const phase = inputs.get("phase") ?? "";
		return {
			phase: phase === "" ? "gate" : phase,
			inputs
		};
	}
	const line = run === null ? void 0 : run.replaceAll("\\\n", " ").split("\n").find((one) => PROGRAM.test(one));
	const verb = line === void 0 ? void 0 : PROGRAM.exec(line)?.[1];
	return line === void 0 || verb === void 0 ? null : {
		phase: verb,
		inputs: optionsOf(line)
	};
}
const PROGRAM = /(?:^|[\s;&|/])(?:generation-gate|(?:dist\/)?cli\.js)\s+(?:--\S+\s+)*(gate|stamp|run|check|fan-in)\b/;
/** Options of a command line by the names of the action's inputs; those of the captured command are not the gate's. */
function optionsOf(line) {
	const own = line.split(/\s--(?:\s|$)/)[0] ?? "";
	return new Map([...own.matchAll(/\s--([a-z-]+)(?:[= ]("[^"]*"|'[^']*'|\$\{\{.*?\}\}|[^\s-]\S*))?/g)].map(([, name = "", value = "true"]) => [NAMES[name] ?? name, value.replace(/^(["'])(.*)\1$/, "$2")]));
}
const NAMES = {
	expect: "expect-cells",
	import: "imports"
};

// src/workflows/yaml.ts
var import_dist = require_dist();
/** GitHub takes workflows of up to 512 KB; nothing that people write comes near the others. */
const FILE_LIMIT_BYTES = 1 << 20;
const DEPTH_LIMIT = 50;
const VALUES_LIMIT = 1e5;
var Fault = class extends Error {
	line;
	constructor(line, what) {
		super(what);
		this.line = line;
	}
};
/** Reads one document. Never throws: what is wrong with it is an answer. */
function readYaml(bytes) {
	if (bytes.length > 1048576) return {
		state: "malformed",
		line: 1,
		why: `it has ${bytes.length} bytes, more than the ${FILE_LIMIT_BYTES} that are read`
	};
	let text;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return {
			state: "malformed",
			line: 1,
			why: "it is not valid UTF-8"
		};
	}
	const deep = deepLine(text);
	if (deep > 0) return {
		state: "malformed",
		line: deep,
		why: `it is nested deeper than ${DEPTH_LIMIT} levels`
	};
	const lines = new import_dist.LineCounter();
	try {
		const document = (0, import_dist.parseDocument)(text, {
			lineCounter: lines,
			version: "1.2",
			prettyErrors: false
		});
		const [error] = document.errors;
		if (error !== void 0) return {
			state: "malformed",
			line: lines.linePos(error.pos[0]).line,
			why: error.message
		};
		return {
			state: "read",
			value: valueOf(document, lines)
		};
	} catch (error) {
		return {
			state: "malformed",
			line: error instanceof Fault ? error.line : 1,
			why: error instanceof RangeError ? "it is nested too deeply" : error.message
		};
	}
}
/** The line at which brackets or block markers open more levels than is read; 0 where none does. Found by counting, before a parser recurses. */
function deepLine(text) {
	let open = 0;
	for (const [at, line] of text.split("\n").entries()) {
		for (const character of line) {
			if (character === "[" || character === "{") open += 1;
			else if ((character === "]" || character === "}") && open > 0) open -= 1;
			if (open > 200) return at + 1;
		}
		if (/^[ \t]*(?:[-?:][ \t]+){50}/.test(line)) return at + 1;
	}
	return 0;
}
function valueOf(document, lines) {
	let count = 0;
	const lineOf = (node, outer) => {
		const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
		return range === null || range === void 0 ? outer : lines.linePos(range[0] ?? 0).line;
	};
	const convert = (node, depth, outer) => {
		const line = lineOf(node, outer);
		count += 1;
		if (count > VALUES_LIMIT) throw new Fault(line, `it holds more than ${VALUES_LIMIT} values`);
		if (depth > DEPTH_LIMIT) throw new Fault(line, `it is nested deeper than ${DEPTH_LIMIT} levels`);
		if ((0, import_dist.isAlias)(node)) {
			const target = node.resolve(document);
			if (target === void 0) throw new Fault(line, `the alias "*${node.source}" stands for nothing`);
			return convert(target, depth + 1, line);
		}
		if ((0, import_dist.isMap)(node)) {
			const entries = /* @__PURE__ */ new Map();
			for (const { key, value } of node.items) {
				const at = lineOf(key, line);
				entries.set((0, import_dist.isScalar)(key) ? textOf$1(key) : "", {
					line: at,
					value: convert(value, depth + 1, at)
				});
			}
			return {
				kind: "map",
				line,
				entries
			};
		}
		if ((0, import_dist.isSeq)(node)) return {
			kind: "list",
			line,
			items: node.items.map((item) => convert(item, depth + 1, line))
		};
		return {
			kind: "scalar",
			line,
			text: (0, import_dist.isScalar)(node) ? textOf$1(node) : ""
		};
	};
	return convert(document.contents, 0, 1);
}
function textOf$1({ value, source }) {
	if (typeof value === "string") return value;
	return value === null || value === void 0 ? "" : source ?? JSON.stringify(value);
}
/** The value under a key; undefined where the value is no mapping or has no such key. */
function under(value, key) {
	return value?.kind === "map" ? value.entries.get(key)?.value : void 0;
}
/** Line of a key, else of the value. */
function lineOfKey(value, key) {
	return value?.kind === "map" ? value.entries.get(key)?.line ?? null : null;
}
/** The text of a scalar; null for anything else. */
function textIn(value) {
	return value?.kind === "scalar" ? value.text : null;
}
/** Texts of a list, of a lone scalar, or keys of a mapping: GitHub takes all three for events, needs and labels. */
function wordsIn(value) {
	if (value === void 0) return [];
	if (value.kind === "scalar") return value.text === "" ? [] : [value.text];
	if (value.kind === "map") return [...value.entries.keys()];
	return value.items.flatMap((item) => item.kind === "scalar" ? [item.text] : []);
}

// src/workflows/load.ts
/** Finds the workflows of a repository and reads them, with the local workflows and composite actions that they call. */
const WORKFLOWS = ".github/workflows";
/** GitHub follows ten levels of called workflows. */
const LEVELS = 10;
const FILES_LIMIT = 1e3;
const STEPS_LIMIT = 2e4;
/** Reads the given files, or all workflows below `root`. Files that cannot be understood are named, never thrown. */
function loadWorkflows(root, given) {
	const reader = {
		root,
		unread: [],
		values: /* @__PURE__ */ new Map(),
		steps: 0
	};
	const files = given.length > 0 ? given : workflowFiles(root);
	const workflows = files.slice(0, FILES_LIMIT).flatMap((file) => {
		const value = valueIn(reader, file);
		if (value === null) return [];
		if (value.kind !== "map" || under(value, "jobs")?.kind !== "map") {
			reader.unread.push({
				file,
				line: value.line,
				kind: "malformed",
				why: value.kind === "map" ? "it has no jobs" : "it is no mapping"
			});
			return [];
		}
		return [workflowOf(reader, file, value)];
	});
	for (const file of files.slice(FILES_LIMIT)) reader.unread.push({
		file,
		line: 1,
		kind: "malformed",
		why: `only ${FILES_LIMIT} workflows are read`
	});
	return {
		workflows,
		unread: reader.unread
	};
}
function workflowFiles(root) {
	try {
		return readdirSync(join(root, WORKFLOWS), { withFileTypes: true }).filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name)).map(({ name }) => posix.join(WORKFLOWS, name)).toSorted();
	} catch {
		return [];
	}
}
function valueIn(reader, file) {
	const known = reader.values.get(file);
	if (known !== void 0) return known;
	const bytes = bytesOf(join(reader.root, file));
	const read = typeof bytes === "string" ? {
		state: "malformed",
		line: 1,
		why: bytes
	} : readYaml(bytes);
	if (read.state === "malformed") reader.unread.push({
		file,
		line: read.line,
		kind: "malformed",
		why: read.why
	});
	const value = read.state === "read" ? read.value : null;
	reader.values.set(file, value);
	return value;
}
/** The bytes of a regular file, at most one more than are read; else why there are none. */
function bytesOf(path) {
	let descriptor;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch (error) {
		return `it cannot be opened (${error.code ?? String(error)})`;
	}
	try {
		if (!fstatSync(descriptor).isFile()) return "it is no file";
		const bytes = Buffer.alloc(Math.min(fstatSync(descriptor).size, FILE_LIMIT_BYTES) + 1);
		let length = 0;
		for (let got = -1; got !== 0 && length < bytes.length; length += got) got = readSync(descriptor, bytes, length, bytes.length - length, null);
		return bytes.subarray(0, length);
	} finally {
		closeSync(descriptor);
	}
}
function workflowOf(reader, file, value) {
	const permissions = permissionsOf(under(value, "permissions"));
	const on = under(value, "on");
	return {
		file,
		line: lineOfKey(value, "on") ?? value.line,
		events: eventsOf(file, on),
		permissions,
		jobs: jobsOf(reader, file, value, {
			conditions: [],
			prefix: "",
			level: 0,
			permissions
		})
	};
}
function eventsOf(file, on) {
	return wordsIn(on).map((name) => ({
		file,
		line: lineOfKey(on, name) ?? on?.line ?? 1,
		name,
		filters: wordsIn(under(on, name))
	}));
}
function jobsOf(reader, file, workflow, caller) {
	const jobs = under(workflow, "jobs");
	if (jobs?.kind !== "map") return [];
	return [...jobs.entries].flatMap(([id, { line, value }]) => {
		const condition = textIn(under(value, "if"));
		const conditions = [...caller.conditions, ...condition === null ? [] : [condition]];
		const permissions = permissionsOf(under(value, "permissions")) ?? permissionsOf(under(workflow, "permissions")) ?? caller.permissions;
		const own = {
			file,
			line,
			id: `${caller.prefix}${id}`,
			needs: wordsIn(under(value, "needs")).map((name) => `${caller.prefix}${name}`),
			conditions,
			continueOnError: textIn(under(value, "continue-on-error")),
			runsOn: runsOn(under(value, "runs-on")),
			permissions,
			steps: stepsOf(reader, file, under(value, "steps"), 0)
		};
		const uses = textIn(under(value, "uses"));
		if (uses === null) return [own];
		const at = {
			file,
			line: lineOfKey(value, "uses") ?? line
		};
		const called = localFile(uses);
		const target = called === null || caller.level >= LEVELS ? null : valueIn(reader, called);
		if (called === null || target === null) {
			reader.unread.push({
				...at,
				kind: "not-followed",
				why: called === null ? `the workflow "${uses}" lies in another repository` : caller.level >= LEVELS ? "workflows call each other more than ten levels deep" : `the workflow "${called}" could not be read`
			});
			return [own];
		}
		return [own, ...jobsOf(reader, called, target, {
			conditions,
			prefix: `${own.id} / `,
			level: caller.level + 1,
			permissions
		}).map((job) => ({
			...job,
			needs: [...job.needs, ...own.needs]
		}))];
	});
}
function runsOn(value) {
	return value?.kind === "map" ? wordsIn(under(value, "labels")) : wordsIn(value);
}
function stepsOf(reader, file, value, level) {
	if (value?.kind !== "list") return [];
	return value.items.flatMap((item) => {
		reader.steps += 1;
		if (item.kind !== "map" || reader.steps > STEPS_LIMIT) return [];
		const uses = textIn(under(item, "uses"));
		const run = textIn(under(item, "run"));
		const inputs = textsOf(under(item, "with"));
		const step = {
			file,
			line: item.line,
			id: textIn(under(item, "id")),
			uses,
			run,
			condition: textIn(under(item, "if")),
			continueOnError: textIn(under(item, "continue-on-error")),
			inputs,
			gate: gateCallOf({
				uses,
				run,
				inputs,
				isOwn: uses !== null && /^\.\/?$|^\.\//.test(uses) && isOwnAction(reader, uses)
			})
		};
		if (uses === null || step.gate !== null || !/^\.\.?(\/|$)/.test(uses)) return [step];
		return [step, ...compositeSteps(reader, step, uses, level)];
	});
}
/** The steps of a local composite action, as if they stood in the workflow. */
function compositeSteps(reader, step, uses, level) {
	const action = actionOf(reader, uses);
	if (action === null || level >= LEVELS) {
		reader.unread.push({
			file: step.file,
			line: step.line,
			kind: "not-followed",
			why: level >= LEVELS ? "actions call each other more than ten levels deep" : `the action "${uses}" is not in this repository`
		});
		return [];
	}
	return stepsOf(reader, action.file, under(under(action.value, "runs"), "steps"), level + 1).map((one) => ({
		...one,
		condition: both(step.condition, one.condition),
		continueOnError: isSet(one.continueOnError) ? one.continueOnError : step.continueOnError
	}));
}
function both(outer, inner) {
	return outer === null || inner === null ? outer ?? inner : `(${outer}) && (${inner})`;
}
function isSet(text) {
	return text !== null && text !== "" && text !== "false";
}
function isOwnAction(reader, uses) {
	const action = actionOf(reader, uses);
	return action !== null && isGateAction(textIn(under(action.value, "name")) ?? "", textIn(under(under(action.value, "runs"), "main")) ?? "");
}
function actionOf(reader, uses) {
	const folder = posix.normalize(uses);
	if (folder.startsWith("..")) return null;
	for (const name of ["action.yml", "action.yaml"]) {
		const file = posix.join(folder, name);
		if (typeof bytesOf(join(reader.root, file)) === "string") continue;
		const value = valueIn(reader, file);
		return value === null ? null : {
			file,
			value
		};
	}
	return null;
}
function localFile(uses) {
	const file = uses.startsWith("./") ? posix.normalize(uses) : "";
	return file === "" || file.startsWith("..") ? null : file;
}
function permissionsOf(value) {
	if (value === void 0) return null;
	if (value.kind === "scalar") return value.text === "" ? {
		kind: "named",
		levels: /* @__PURE__ */ new Map()
	} : {
		kind: "all",
		level: value.text
	};
	return {
		kind: "named",
		levels: textsOf(value)
	};
}
function textsOf(value) {
	if (value?.kind !== "map") return /* @__PURE__ */ new Map();
	return new Map([...value.entries].flatMap(([key, { value: entry }]) => entry.kind === "scalar" ? [[key, entry.text]] : []));
}

// src/steps/doctor.ts
/** The `doctor` verb: what makes a gate in the repository's workflows useless, before anything runs (PB5). */
/** Examines the workflows of the repository around `workspace`, or the given files of it. */
function doctorStep(workspace, given) {
	const root = repositoryOf(workspace);
	const { workflows, unread } = loadWorkflows(root, given.map((file) => inside(root, file)));
	const faults = examine({
		workflows,
		unread
	});
	const verdict = faults.some(({ rejects }) => rejects) ? "rejected" : "accepted";
	const found = new Set(faults.map(({ rule }) => rule));
	const held = WORKFLOW_RULES.filter(({ id }) => !found.has(id)).map(({ id, title, why }) => ({
		rule: id,
		answer: "holds",
		what: title,
		why,
		fix: "",
		rejects: false
	}));
	return {
		exit: verdict === "accepted" ? 0 : 1,
		envelope: envelope("doctor", verdict, {
			findings: [...faults.map(findingOf), ...held],
			workflows: workflows.map(({ file, jobs }) => ({
				file,
				jobs: jobs.map(({ id }) => id)
			})),
			faults: faults.map(({ rule, file, line, rejects, what, remedy }) => ({
				rule,
				file,
				line,
				rejects,
				what,
				remedy
			})),
			text: textOf(faults, workflows.length)
		})
	};
}
function findingOf({ rule, file, line, rejects, what, remedy, innocentWhen }) {
	return {
		rule,
		answer: rejects ? "broken" : "unknown",
		paths: [file],
		what: `${showPath(file)}:${line}: ${what}`,
		why: workflowRule(rule).why,
		fix: remedy,
		...innocentWhen === void 0 ? {} : { innocent_when: innocentWhen },
		rejects
	};
}
function textOf(faults, count) {
	const parts = faults.map(({ rule, file, line, rejects, what, remedy, innocentWhen }) => [
		`${rejects ? "✗" : "?"} ${showPath(file)}:${line}  ${rule}`,
		`  what  ${plainLine(what)}`,
		`  why   ${workflowRule(rule).why}`,
		"  fix",
		...remedy.split("\n").map((text) => `      ${text}`),
		...innocentWhen === void 0 ? [] : [`  innocent when  ${innocentWhen}`],
		""
	].join("\n"));
	const rejecting = faults.filter(({ rejects }) => rejects).length;
	const looked = `${count} ${count === 1 ? "workflow" : "workflows"} looked at`;
	return [...parts, rejecting === 0 ? `doctor: no fault (${looked})` : `doctor: ${rejecting} ${rejecting === 1 ? "fault" : "faults"} (${looked})`].join("\n");
}
/** The folder with `.github` or `.git` at or above the given one; that one itself where there is neither. */
function repositoryOf(workspace) {
	const start = resolve(workspace);
	if (statSync(start, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError("GG-WORKSPACE-NOT-FOUND", `"${workspace}" is no folder`, "Name a checkout: --workspace DIR");
	for (let folder = start;; folder = dirname(folder)) {
		if (existsSync(join(folder, ".git")) || existsSync(join(folder, ".github"))) return folder;
		if (dirname(folder) === folder) return start;
	}
}
function inside(root, file) {
	const path = relative(root, resolve(file));
	if (path.startsWith("..")) throw new UsageError("GG-INPUT-INVALID", `The workflow "${file}" lies outside of the repository ${root}`, "Name a file of this repository, or another one: --workspace DIR");
	return path;
}

export { gateJobs as i, repositoryOf as n, loadWorkflows as r, doctorStep as t };