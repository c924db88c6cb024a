import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { randomBytes } from "node:crypto";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { t as interruptible } from "./chunk-interrupt-BQIRToPt.js";
import { r as inWorkspace } from "./chunk-context-DO6Pq_Er.js";

// src/publish/progress.ts
/** A progress line on a terminal's stderr. `null` wipes it. */
function terminalProgress(stream) {
	return (what) => void stream.write(what === null ? "\r\x1B[K" : `\r\u001b[K${what}…`);
}
function silentProgress() {}

// src/perform.ts
/** Carries out one call: finds the step for the verb, loads that step alone, and gives its outcome. */
const WORKSPACE_STEPS = {
	stamp: async (context) => (await import("./chunk-stamp-E5RIRMzP.js")).stampStep(context),
	run: async (context) => (await import("./chunk-run-nvTosOZo.js")).runStep(context),
	check: async (context) => (await import("./chunk-check-Bcjq9P33.js")).checkStep(context),
	replay: async (context) => (await import("./chunk-replay-Ds4vJNLS.js")).replayStep(context),
	gate: async (context) => (await import("./chunk-gate-DWmf4ZVh.js")).gate(context),
	summarize: async (context, { out, json }) => (await import("./chunk-summarize-CeGzYjg8.js")).summarizeStep(context, {
		out,
		json
	}),
	packet: async (context, { out, operands }) => (await import("./chunk-packet-G2FIbZcQ.js")).packetStep(context, out, operands),
	worktree: async (context, { operands }) => (await import("./chunk-worktree-DBHdvy6L.js")).worktreeStep(context, operands),
	purge: async (context, { dryRun }) => (await import("./chunk-purge-DtPPxjGZ.js")).purgeStep(context, dryRun),
	origins: async (context) => (await import("./chunk-origins-LOLDYa2D.js")).originsStep(context)
};
/** Performs a call of the program. */
async function perform(call) {
	switch (call.verb) {
		case "inspect": return (await import("./chunk-inspect-BybkXMSf.js")).inspect(call.operands);
		case "explain": return (await import("./chunk-explain-C8jpO5lk.js")).explain(call.operands[0] ?? "");
		case "fan-in": return (await import("./chunk-fan-in-OgkCweN0.js")).fanInStep({
			settings: call.settings,
			bundles: call.operands,
			progress: surroundings(call).progress
		});
		case "verify": return (await import("./chunk-verify-Dw41Yhhk.js")).verifyStep(call.settings, call.operands[0] ?? "");
		case "init": return (await import("./chunk-init-ws-NnOp5.js")).initStep({
			workspace: call.settings.workspace,
			yes: call.yes === true,
			json: call.json
		});
		case "doctor": return (await import("./chunk-doctor-C6B1oNGG.js")).doctorStep(call.settings.workspace, call.operands);
		case "list": return (await import("./chunk-explain-C8jpO5lk.js")).listRules();
		case "demo": return (await import("./chunk-demo-DNncCLiR.js")).runDemo({
			keep: call.keep,
			json: call.json,
			quiet: call.quiet
		});
		default: return interruptible((signal) => inStep(call, {
			...surroundings(call),
			signal
		}));
	}
}
/** Performs a phase of the action. Its command's output is bracketed, so that no line of it is obeyed by the runner. */
async function performPhase({ phase, settings, bundles }, fetched = {}) {
	if (phase === "fan-in") return (await import("./chunk-fan-in-OgkCweN0.js")).fanInStep({
		settings,
		bundles,
		...fetched,
		progress: silentProgress
	});
	const call = {
		verb: phase,
		settings,
		json: false,
		quiet: false,
		operands: [],
		dryRun: false,
		keep: false,
		out: null
	};
	const token = `generation-gate-${randomBytes(16).toString("hex")}`;
	return interruptible((signal) => inStep(call, {
		...surroundings(call),
		stopCommandsToken: token,
		signal
	}));
}
function inStep(call, around) {
	const step = WORKSPACE_STEPS[call.verb];
	if (step === void 0) throw new GateError("GG-DEFECT", `No step carries out "${call.verb}"`);
	if (process.platform === "win32") throw new GateError("GG-PLATFORM", `"${call.verb}" needs Linux or macOS`, "On Windows only stored evidence can be read: inspect, verify, fan-in, explain.");
	if (call.verb === "gate" && call.settings.isolation === "worktree") return inWorktree(call, around, step);
	return inWorkspace(call.verb, call.settings, around, (context) => step(context, call));
}
/** The parent is only read, so its lock is left alone: isolated runs never meet. */
async function inWorktree(call, around, step) {
	const { isolatedGate } = await import("./chunk-isolated-gate-C8-1GxLb.js");
	return isolatedGate(call.settings, around, (settings, own, links) => inWorkspace("gate", settings, own, (context) => step(context, {
		...call,
		settings
	}), links));
}
function surroundings(call) {
	const showsProgress = process.stderr.isTTY && !call.json && !call.quiet;
	return {
		env: process.env,
		stdout: call.json ? process.stderr : process.stdout,
		stderr: process.stderr,
		progress: showsProgress ? terminalProgress(process.stderr) : silentProgress,
		stopCommandsToken: null
	};
}

export { performPhase as n, perform as t };