import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { a as neededJobsIn, i as expectedCells, n as withLimit, o as refuseBesideCached, r as parseSettings, t as LIMIT_ADVICE } from "./chunk-report-limits-D25ylgbt.js";
import { n as artifactsInput, r as publishingInputs } from "./chunk-publishing-DQDYSxuH.js";

// src/inputs/from-action.ts
/** The action's inputs, read into validated settings. The workflow's author writes them; expressions in them may not. */
const PHASES = [
	"gate",
	"stamp",
	"run",
	"check",
	"fan-in"
];
/** Validates the inputs. `input` gives the text of one, empty where it is not set. */
function parseInputs(input) {
	const phase = input("phase") === "" ? "gate" : input("phase");
	if (!PHASES.includes(phase)) throw new UsageError("GG-INPUT-INVALID", `Input "phase" cannot be ${JSON.stringify(phase)}`, `Write one of ${PHASES.join(", ")}, for example: phase: gate`);
	const script = input("run");
	const cached = input("cached-evidence");
	if (cached !== "" && phase !== "gate" && phase !== "check") throw new UsageError("GG-INPUT-CONFLICT", `Input "cached-evidence" is set, and phase "${phase}" judges no evidence`, "Leave it out, or write: phase: check");
	if (script !== "" && (phase === "stamp" || phase === "check" && cached === "" || phase === "fan-in")) throw new UsageError("GG-INPUT-CONFLICT", `Input "run" is set, and phase "${phase}" runs no command`, "Leave \"run\" out, or write: phase: gate");
	const also = input("also");
	if (also !== "" && phase !== "gate" && phase !== "run") throw new UsageError("GG-INPUT-CONFLICT", `Input "also" is set, and phase "${phase}" runs no command`, "Leave \"also\" out, or write: phase: run");
	const bundles = lines(input("bundles"));
	const { cells: expectCells, jobs } = expectedCells(input("expect-cells"), "Input \"expect-cells\"");
	const neededJobs = input("needs") === "" ? jobs : neededJobsIn(input("needs"), "Input \"needs\"");
	requireFanInInputs(phase, expectCells, input);
	const call = {
		phase,
		bundles,
		artifacts: artifactsInput(input, phase, bundles.length > 0),
		publishing: publishingInputs(input, phase),
		...settled({
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
			...textSetting("alsoText", also),
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
			reportLimits: reportLimits(lines(input("report-limits"))),
			...choice("foreignCode", input("foreign-code")),
			...textSetting("expectGeneration", input("expect-generation")),
			...textSetting("expectStampDigest", input("expect-stamp-digest")),
			...choice("survivors", input("survivors")),
			...choice("repeated", input("repeated")),
			reject: lines(input("reject")),
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
function settled(given) {
	return {
		settings: parseSettings(given),
		given
	};
}
/** Throws where a phase that runs a command was given none, by the inputs or by a policy. */
function requireRun(phase, { command, script, scriptText }) {
	if (phase !== "gate" && phase !== "run" || command !== null || script !== null || scriptText !== null) return;
	throw new UsageError("GG-INPUT-MISSING", `Input "run" is empty, no policy names a command, and phase "${phase}" runs one`, "Write the test command, for example: run: pytest --junitxml=reports/junit.xml");
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
	if (expectCells.length === 0 && input("repo") === "") throw new UsageError("GG-INPUT-MISSING", "Input \"expect-cells\" is empty, and phase \"fan-in\" must know which cells there are", "Write their names, for example: expect-cells: linux, macos");
}
/** One entry a line; blank lines do not count. A glob may hold spaces and commas. */
function lines(text) {
	return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}
function reportLimits(given) {
	return given.reduce((before, text) => {
		const limits = withLimit(text, before);
		if (limits === null) throw new UsageError("GG-INPUT-INVALID", `Input "report-limits" cannot be ${JSON.stringify(text)}`, LIMIT_ADVICE);
		return limits;
	}, {});
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

export { requireRun as n, parseInputs as t };