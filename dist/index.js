import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { i as refuseBesideCached, n as expectedCells, r as neededJobsIn, t as parseSettings } from "./chunk-plan-DFw-kDsv.js";
import { n as artifactsInput, r as publishingInputs } from "./chunk-publishing-A-ll9IT1.js";
import { n as performPhase } from "./chunk-perform-Bt7pMPlq.js";
import { r as outcomeOfError } from "./chunk-envelope-BCrGHffe.js";
import { c as warning, i as getInput, n as error, o as setOutput, r as exportVariable } from "./chunk-core-CikAWlny.js";
import { t as summary } from "./chunk-summary-DGHN-Igo.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { n as summaryMarkdown } from "./chunk-markdown-BOWi1Bal.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { r as verdictText, t as preface } from "./chunk-print-Dj0xzEwl.js";

// src/inputs/from-action.ts
/** The action's inputs, read into validated settings. The workflow's author writes them; expressions in them may not. */
const PHASES = [
	"gate",
	"stamp",
	"run",
	"check",
	"fan-in"
];
/** Inputs that are reserved and not built: an empty or false value means "not asked for". */
const RESERVED = [["attest", "no attestation is made"]];
/** Validates the inputs. `input` gives the text of one, empty where it is not set. */
function parseInputs(input) {
	const phase = input("phase") === "" ? "gate" : input("phase");
	if (!PHASES.includes(phase)) throw new UsageError("GG-INPUT-INVALID", `Input "phase" cannot be ${JSON.stringify(phase)}`, `Write one of ${PHASES.join(", ")}, for example: phase: gate`);
	for (const [name, what] of RESERVED) if (!["", "false"].includes(input(name))) throw notBuilt(name, what);
	const script = input("run");
	if ((phase === "gate" || phase === "run") && script === "") throw new UsageError("GG-INPUT-MISSING", `Input "run" is empty, and phase "${phase}" runs a command`, "Write the test command, for example: run: pytest --junitxml=reports/junit.xml");
	const cached = input("cached-evidence");
	if (cached !== "" && phase !== "gate" && phase !== "check") throw new UsageError("GG-INPUT-CONFLICT", `Input "cached-evidence" is set, and phase "${phase}" judges no evidence`, "Leave it out, or write: phase: check");
	if (script !== "" && (phase === "stamp" || phase === "check" && cached === "" || phase === "fan-in")) throw new UsageError("GG-INPUT-CONFLICT", `Input "run" is set, and phase "${phase}" runs no command`, "Leave \"run\" out, or write: phase: gate");
	const bundles = lines(input("bundles"));
	const { cells: expectCells, jobs } = expectedCells(input("expect-cells"), "Input \"expect-cells\"");
	const neededJobs = input("needs") === "" ? jobs : neededJobsIn(input("needs"), "Input \"needs\"");
	requireFanInInputs(phase, expectCells, input);
	const call = {
		phase,
		bundles,
		artifacts: artifactsInput(input, phase, bundles.length > 0),
		publishing: publishingInputs(input, phase),
		settings: parseSettings({
			...textSetting("workspace", input("workspace")),
			...textSetting("state", input("state")),
			evidence: lines(input("evidence")),
			logs: lines(input("log")),
			...textSetting("patch", input("patch")),
			...textSetting("setupText", input("setup")),
			imports: lines(input("imports")),
			...textSetting("python", input("python")),
			...textSetting("workdir", input("workdir")),
			...textSetting("scriptText", script),
			...numberSetting("timeoutSeconds", "timeout", input("timeout")),
			...textSetting("cell", input("cell")),
			...textSetting("bundle", input("bundle")),
			...textSetting("report", input("report")),
			expectCells,
			neededJobs,
			...textSetting("tree", input("tree")),
			...textSetting("repo", input("repo")),
			summaries: lines(input("summary")),
			requireTests: lines(input("require-tests")),
			...numberSetting("minTests", "min-tests", input("min-tests")),
			...choice("outcome", input("outcome")),
			...textSetting("cachedEvidence", cached),
			...choice("foreignCode", input("foreign-code")),
			...textSetting("expectGeneration", input("expect-generation")),
			...textSetting("expectStampDigest", input("expect-stamp-digest")),
			...choice("survivors", input("survivors")),
			...choice("foreignEditables", input("foreign-editables")),
			...choice("witness", input("witness")),
			...choice("witnessPth", input("witness-pth")),
			...choice("bytecode", input("bytecode")),
			allowIgnored: lines(input("allow-ignored")),
			generated: lines(input("generated")),
			unwitnessedOk: lines(input("unwitnessed-ok")),
			recordVariables: lines(input("record-variables")),
			...choice("unloaded", input("unloaded")),
			...numberSetting("slackSeconds", "slack", input("slack")),
			...comparisonSettings(input, phase),
			...isolationSettings(input, phase),
			owned: lines(input("owned")),
			forbidden: lines(input("forbidden")),
			...flag("requireRebased", "require-rebased", input("require-rebased"))
		})
	};
	refuseBesideCached(call.settings, (name) => `Input "${name}"`);
	return call;
}
/** Second runs of the command: base, replay, control. */
function comparisonSettings(input, phase) {
	const asked = [
		"base",
		"replay",
		"control"
	].find((name) => !["", "false"].includes(input(name)));
	if (asked !== void 0 && phase !== "gate") throw new UsageError("GG-INPUT-CONFLICT", `Input "${asked}" is set, and phase "${phase}" runs the command no second time`, "Write phase: gate, or leave it out");
	const onlyWithBase = [
		"baseline",
		"tests",
		"require-fixed",
		"base-import-errors"
	].find((name) => input(name) !== "");
	if (onlyWithBase !== void 0 && input("base") === "") throw new UsageError("GG-BASE-MISSING", `Input "${onlyWithBase}" is set, and "base" is not`, "Name the revision to compare with, for example: base: ${{ github.event.pull_request.base.sha }}");
	return {
		...textSetting("base", input("base")),
		...choice("baseline", input("baseline")),
		tests: lines(input("tests")),
		requireFixed: lines(input("require-fixed")),
		...choice("baseImportErrors", input("base-import-errors")),
		...flag("replay", "replay", input("replay")),
		...flag("control", "control", input("control")),
		...numberSetting("controlBudgetSeconds", "control-budget", input("control-budget")),
		...flag("keep", "keep", input("keep"))
	};
}
/** A worktree of its own: for the phase that does everything in one step. */
function isolationSettings(input, phase) {
	const isolation = input("isolation") === "false" ? "" : input("isolation");
	if (isolation === "worktree" && phase !== "gate") throw new UsageError("GG-INPUT-CONFLICT", `Input "isolation" is set, and phase "${phase}" is one part of what would have to happen in one worktree`, "Write phase: gate, or leave it out");
	const lone = ["link", "on-success"].find((name) => input(name) !== "");
	if (lone !== void 0 && isolation !== "worktree") throw new UsageError("GG-ISOLATION-MISSING", `Input "${lone}" is set, and "isolation" is not worktree`, "Write both, or leave it out: isolation: worktree");
	return {
		...choice("isolation", isolation),
		links: lines(input("link")),
		...choice("onSuccess", input("on-success"))
	};
}
function flag(key, name, value) {
	if (value === "") return {};
	if (value !== "true" && value !== "false") throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write true or false, for example: ${name}: true`);
	return { [key]: value === "true" };
}
/** What a fan-in cannot do without, and what nobody else has a use for. */
function requireFanInInputs(phase, expectCells, input) {
	if (phase !== "fan-in") {
		const lone = [
			"expect-cells",
			"needs",
			"bundles"
		].find((name) => input(name) !== "");
		if (lone !== void 0) throw new UsageError("GG-INPUT-CONFLICT", `Input "${lone}" is set, and phase "${phase}" gathers no cells`, `Leave "${lone}" out, or write: phase: fan-in`);
		return;
	}
	if (expectCells.length === 0) throw new UsageError("GG-INPUT-MISSING", "Input \"expect-cells\" is empty, and phase \"fan-in\" must know which cells there are", "Write their names, for example: expect-cells: linux, macos");
}
/** One entry a line; blank lines do not count. A glob may hold spaces and commas. */
function lines(text) {
	return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}
function textSetting(key, value) {
	return value === "" ? {} : { [key]: value };
}
function choice(key, value) {
	return textSetting(key, value);
}
function numberSetting(key, name, value) {
	if (value === "") return {};
	const number = Number(value);
	if (!Number.isFinite(number) || number < 0) throw new UsageError("GG-INPUT-INVALID", `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write a number, for example: ${name}: 600`);
	return { [key]: number };
}
function notBuilt(name, what) {
	return new GateError("GG-NOT-BUILT", `Input "${name}" is not built yet: ${what}`, "Leave it out; the verdict then says nothing about it.");
}

// src/github/job.ts
/**
* The job's side of a verdict: inputs, outputs, variables for later steps, annotations, log and job summary.
* None of it can change the verdict; a part that fails is said once and left out.
*/
/** GitHub shows at most ten annotations of a level per step; the rest is in the summary. */
const ANNOTATIONS_PER_STEP = 10;
/** An output travels in a file that all steps read; what is longer is cut to whole findings. */
const FINDINGS_OUTPUT_BYTES = 262144;
function readInput(name) {
	return getInput(name);
}
/** Publishes an outcome to the job: log, outputs, variables, annotations, summary. */
async function publishOutcome(outcome) {
	const { envelope } = outcome;
	const text = preface(envelope, false) + verdictText(envelope, {
		colour: false,
		quiet: false
	});
	process.stdout.write(`${text}\n`);
	part("The outputs", () => setOutputs(outcome));
	part("The variables for later steps", () => {
		for (const [name, value] of Object.entries(exportsOf(outcome))) exportVariable(name, value);
	});
	annotate(envelope.findings);
	await summarize(outcome);
}
/** One part of publishing. The verdict is reached: a file of the runner that cannot be written takes nothing from it. */
function part(what, publish) {
	try {
		publish();
	} catch (error) {
		warning(plainLine(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
function setOutputs(outcome) {
	const { envelope } = outcome;
	setOutput("verdict", envelope.verdict);
	setOutput("generation", envelope.generation ?? "");
	setOutput("tree-id", envelope.tree_id ?? "");
	setOutput("stamp-digest", typeof envelope["stamp_digest"] === "string" ? envelope["stamp_digest"] : "");
	setOutput("findings", JSON.stringify(fitting(envelope.findings)));
	setOutput("tests", JSON.stringify(envelope.tests));
	setOutput("report-path", reportOf(outcome));
	setOutput("verdict-path", saveVerdict(outcome));
}
/** What later steps of the workflow must see, so that their tests run as the captured command would (EV9). */
function exportsOf({ envelope }) {
	const variables = envelope["exports"];
	return typeof variables === "object" && variables !== null && envelope.verdict === "accepted" ? variables : {};
}
function annotate(findings) {
	for (const finding of findings.filter(({ rejects }) => rejects).slice(0, ANNOTATIONS_PER_STEP)) {
		const file = finding.paths?.[0];
		error(plainLine(`${finding.what}. ${finding.fix}`), {
			title: finding.rule,
			...file === void 0 ? {} : { file: plainLine(file) }
		});
	}
}
async function summarize(outcome) {
	if ((process.env["GITHUB_STEP_SUMMARY"] ?? "") === "") return;
	try {
		await summary.addRaw(summaryMarkdown(outcome.envelope)).write();
	} catch (error) {
		warning(plainLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`));
	}
}
/** Where a step writes its report unless the workflow names a file; null where the runner has no folder for it. */
function defaultReport(phase) {
	const folder = process.env["RUNNER_TEMP"] ?? "";
	return folder === "" || !REPORTING.includes(phase) ? null : join(folder, `generation-gate-${phase}-${process.pid}.html`);
}
const REPORTING = [
	"gate",
	"check",
	"fan-in"
];
function reportOf({ envelope: { report } }) {
	if (typeof report !== "object" || report === null) return "";
	const { path, error } = report;
	if (typeof error === "string") warning(plainLine(error));
	return typeof path === "string" ? path : "";
}
function saveVerdict({ envelope }) {
	const folder = process.env["RUNNER_TEMP"] ?? "";
	if (folder === "") return "";
	const file = join(folder, `generation-gate-${envelope.verb}-${process.pid}.json`);
	try {
		writeFileSync(file, `${JSON.stringify(envelope)}\n`);
		return file;
	} catch {
		return "";
	}
}
function fitting(findings) {
	const kept = [];
	let bytes = 0;
	for (const finding of findings.toSorted((left, right) => Number(right.rejects) - Number(left.rejects))) {
		const slim = {
			...finding,
			...finding.paths === void 0 ? {} : { paths: finding.paths.slice(0, 20) }
		};
		bytes += Buffer.byteLength(JSON.stringify(slim));
		if (bytes > FINDINGS_OUTPUT_BYTES) break;
		kept.push(slim);
	}
	return kept;
}

// src/action.ts
/** The action: inputs in, the same steps as the program, outputs, annotations and a job summary out. */
async function main() {
	let call = null;
	try {
		const asked = parseInputs(readInput);
		call = await withPlace({
			...asked,
			settings: {
				...asked.settings,
				report: asked.settings.report ?? defaultReport(asked.phase)
			}
		});
		return {
			outcome: call.phase === "fan-in" ? await gatherAndJudge(call) : await performPhase(call),
			call
		};
	} catch (error) {
		return {
			outcome: outcomeOfError(call?.phase ?? "gate", error),
			call
		};
	}
}
/** What is uploaded must lie somewhere: outside the work tree, where it is no part of what is tested. */
async function withPlace(call) {
	if (call.publishing.upload === null || call.settings.bundle !== null) return call;
	const { bundlePlace } = await import("./chunk-bundle-place-DFIAd2yS.js");
	return {
		...call,
		settings: {
			...call.settings,
			bundle: bundlePlace(process.env)
		}
	};
}
async function gatherAndJudge(call) {
	const { fetchForFanIn } = await import("./chunk-gathering-DgeAz_IJ.js");
	const fetched = await fetchForFanIn(call, process.env);
	try {
		return await performPhase(call, fetched);
	} finally {
		fetched.close();
	}
}
const { outcome, call } = await main();
process.exitCode = outcome.exit;
await publishOutcome(outcome);
if (call !== null) {
	const { publishBeyondTheJob } = await import("./chunk-publishing-tF6ITg_q.js");
	await publishBeyondTheJob(call, outcome, process.env);
}

export {  };