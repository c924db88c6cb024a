import "./chunk-rolldown-runtime-CoNq6U3z.js";
import { randomBytes } from "node:crypto";
import { t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { t as interruptible } from "./chunk-interrupt-BQIRToPt.js";
import { r as inWorkspace } from "./chunk-context-Bc9i0Eqp.js";

// src/publish/progress.ts
/** A progress line on a terminal's stderr. `null` wipes it. */
function terminalProgress(stream) {
	return (what) => void stream.write(what === null ? "\r\x1B[K" : `\r\u001b[K${what}…`);
}
function silentProgress() {}

// src/perform.ts
/** Carries out one call: finds the step for the verb, loads that step alone, and gives its outcome. */
const WORKSPACE_STEPS = {
	stamp: async (context) => (await import("./chunk-stamp-DDYbyYQl.js")).stampStep(context),
	run: async (context) => (await import("./chunk-run-Bb7avEJm.js")).runStep(context),
	check: async (context) => (await import("./chunk-check-BdzhvQEE.js")).checkStep(context),
	replay: async (context) => (await import("./chunk-replay-DjUo_PPV.js")).replayStep(context),
	gate: async (context) => (await import("./chunk-gate-CnjNF2kk.js")).gate(context),
	summarize: async (context, { out, json }) => (await import("./chunk-summarize-BN8DsF4t.js")).summarizeStep(context, {
		out,
		json
	}),
	packet: async (context, { out, operands }) => (await import("./chunk-packet-JQeTliRf.js")).packetStep(context, out, operands),
	worktree: async (context, { operands }) => (await import("./chunk-worktree-tTZGDt77.js")).worktreeStep(context, operands),
	purge: async (context, { dryRun }) => (await import("./chunk-purge-DauD6-Nk.js")).purgeStep(context, dryRun),
	origins: async (context) => (await import("./chunk-origins-CdpF2H6Y.js")).originsStep(context)
};
/** Performs a call of the program. */
async function perform(call) {
	switch (call.verb) {
		case "inspect": return (await import("./chunk-inspect-C6-ak2Jx.js")).inspect(call.operands);
		case "explain": return (await import("./chunk-explain-CTTr_yw0.js")).explain(call.operands[0] ?? "");
		case "fan-in": return (await import("./chunk-fan-in-BlUTaMGV.js")).fanInStep({
			settings: call.settings,
			bundles: call.operands,
			progress: surroundings(call).progress
		});
		case "verify": return (await import("./chunk-verify-hTQOc4Bk.js")).verifyStep(call.settings, call.operands[0] ?? "");
		case "list": return (await import("./chunk-explain-CTTr_yw0.js")).listRules();
		case "demo": return (await import("./chunk-demo-mv9WIu0x.js")).runDemo({
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
async function performPhase({ phase, settings, bundles }) {
	if (phase === "fan-in") return (await import("./chunk-fan-in-BlUTaMGV.js")).fanInStep({
		settings,
		bundles,
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
	const { isolatedGate } = await import("./chunk-isolated-gate-MrzmTVvD.js");
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