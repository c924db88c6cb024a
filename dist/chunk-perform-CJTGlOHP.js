import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { n as Refusal, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { t as interruptible } from "./chunk-interrupt-BQIRToPt.js";
import { a as findRepository } from "./chunk-environment-folder-B6idSfp2.js";
import { r as inWorkspace } from "./chunk-context-Ceeam_5p.js";

// src/publish/progress.ts
/** A progress line on a terminal's stderr. `null` wipes it. */
function terminalProgress(stream) {
	return (what) => void stream.write(what === null ? "\r\x1B[K" : `\r\u001b[K${what}…`);
}
function silentProgress() {}

// src/perform.ts
/** Carries out one call: finds the step for the verb, loads that step alone, and gives its outcome. */
const WORKSPACE_STEPS = {
	stamp: async (context) => (await import("./chunk-stamp-D1TS5a-_.js")).stampStep(context),
	run: async (context) => (await import("./chunk-run-br4G5iqg.js")).runStep(context),
	check: async (context) => (await import("./chunk-check-VFrH1jTz.js")).checkStep(context),
	replay: async (context) => (await import("./chunk-replay-BCmQhawL.js")).replayStep(context),
	gate: async (context) => (await import("./chunk-gate-D97cUGoC.js")).gate(context),
	summarize: async (context, { out, json }) => (await import("./chunk-summarize-TRN5f4rd.js")).summarizeStep(context, {
		out,
		json
	}),
	packet: async (context, { out, operands }) => (await import("./chunk-packet-C1F_1Xh_.js")).packetStep(context, out, operands),
	worktree: async (context, { operands }) => (await import("./chunk-worktree-upA8uWv9.js")).worktreeStep(context, operands),
	purge: async (context, { dryRun }) => (await import("./chunk-purge-CERtmkUj.js")).purgeStep(context, dryRun),
	origins: async (context) => (await import("./chunk-origins-C1gUv6hY.js")).originsStep(context)
};
/** Performs a call of the program. */
async function perform(call) {
	switch (call.verb) {
		case "inspect": return (await import("./chunk-inspect-D6woqhlk.js")).inspect(call.operands, call.settings.reportLimits);
		case "explain": return (await import("./chunk-explain-D_a4-RmR.js")).explain(call.operands[0] ?? "");
		case "fan-in": return (await import("./chunk-fan-in-C3UMZAO_.js")).fanInStep({
			settings: call.settings,
			bundles: call.operands,
			progress: surroundings(call).progress,
			env: process.env
		});
		case "verify": return (await import("./chunk-verify-HXo2xldb.js")).verifyStep(call.settings, call.operands[0] ?? "");
		case "init": return (await import("./chunk-init-BBwSIqTf.js")).initStep({
			workspace: call.settings.workspace,
			yes: call.yes === true,
			json: call.json
		});
		case "doctor": return (await import("./chunk-doctor-D5qoiwGj.js")).doctorStep(call.settings.workspace, call.operands);
		case "list": return (await import("./chunk-explain-D_a4-RmR.js")).listRules();
		case "demo": return (await import("./chunk-demo-DXkVYiFp.js")).runDemo({
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
async function performPhase({ phase, settings, given, bundles }, ports = {}, fetched = {}) {
	if (phase === "fan-in") return (await import("./chunk-fan-in-C3UMZAO_.js")).fanInStep({
		settings,
		bundles,
		...fetched,
		progress: silentProgress,
		env: process.env,
		...ports
	});
	const call = {
		verb: phase,
		settings,
		given,
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
	}, ports));
}
async function inStep(call, around, ports = {}) {
	const { verb, settings } = call;
	const step = WORKSPACE_STEPS[verb];
	if (step === void 0) throw new GateError("GG-DEFECT", `No step carries out "${verb}"`);
	if (process.platform === "win32") throw new GateError("GG-PLATFORM", `"${verb}" needs Linux or macOS`, "On Windows only stored evidence can be read: inspect, verify, fan-in, explain.");
	const work = (context) => step(context, {
		...call,
		settings: context.settings
	});
	if (verb === "stamp" || verb === "gate") {
		const repository = await findRepository(settings.workspace);
		const governed = await freshPolicy(call, repository, around, ports).catch((error) => error instanceof Refusal && verb === "gate" ? error : Promise.reject(error));
		if (governed instanceof Refusal) return inWorkspace(verb, {
			settings,
			repository,
			govern: () => ({
				settings,
				policy: null
			})
		}, around, async (context) => (await import("./chunk-gate-D97cUGoC.js")).gate(context, governed));
		if (verb === "gate" && governed.settings.isolation === "worktree") return inWorktree(governed, repository, around, work);
		return inWorkspace(verb, {
			settings: governed.settings,
			repository,
			govern: () => governed
		}, around, work);
	}
	return inWorkspace(verb, {
		settings,
		govern: (place) => recordedPolicy(call, place, around)
	}, around, work);
}
/** The policy as it is now: what stamps goes by it, and leaves it to the steps after it. */
async function freshPolicy({ verb, settings, given }, repository, around, { readBase }) {
	const { findPolicy } = await import("./chunk-policy-DS5Wn7gV.js");
	return governedBy(verb, {
		settings,
		given,
		policy: await findPolicy({
			repository,
			env: around.env,
			given,
			readBase
		}),
		top: repository.top
	}, around);
}
/** Verbs that go by the policy of the stamp that they work under: between the steps nobody may change it. */
const UNDER_STAMP = [
	"run",
	"check",
	"replay",
	"packet"
];
async function recordedPolicy({ verb, settings, given }, { repository, state }, around) {
	if (!UNDER_STAMP.includes(verb)) return {
		settings,
		policy: null
	};
	const { recall } = await import("./chunk-records-C7WVYFmD.js");
	return governedBy(verb, {
		settings,
		given,
		policy: recall(state).stamped?.policy ?? null,
		top: repository.top
	}, around);
}
async function governedBy(verb, call, around) {
	const { given, policy, top } = call;
	const settings = policy === null ? call.settings : (await import("./chunk-policy-settings-DBIVpN7i.js")).underPolicy(call.settings, given, {
		policy: policy.facts,
		top
	});
	if (around.stopCommandsToken !== null) (await import("./chunk-from-action-Dena-RLB.js")).requireRun(verb, settings);
	return {
		settings,
		policy
	};
}
/** The parent is only read, so its lock is left alone: isolated runs never meet. */
async function inWorktree({ settings: outer, policy }, { top }, around, work) {
	const { isolatedGate } = await import("./chunk-isolated-gate-T2T4mKyg.js");
	const files = policy === null ? {} : {
		script: policyFile(policy.facts, top, outer.script, "script"),
		setup: policyFile(policy.facts, top, outer.setup, "setup-script")
	};
	return isolatedGate(outer, around, (inner, own, links) => {
		const placed = {
			...inner,
			...Object.fromEntries(Object.entries(files).flatMap(([key, path]) => path === null ? [] : [[key, join(worktreeTop(outer.workspace, top, inner.workspace), path)]]))
		};
		return inWorkspace("gate", {
			settings: placed,
			links,
			govern: () => ({
				settings: placed,
				policy
			})
		}, own, work);
	});
}
/** The path of a file that the policy names and that is in force, relative to the top; null where it is not the policy's. */
function policyFile({ document }, top, inForce, key) {
	return [document[key], ...key === "script" ? Object.values(Array.isArray(document.cells) ? {} : document.cells ?? {}).map((cell) => cell?.script) : []].find((path) => path !== void 0 && inForce === join(top, path)) ?? null;
}
function worktreeTop(workspace, top, inner) {
	const below = relative(top, realpathSync(workspace));
	return below === "" ? inner : inner.slice(0, -(below.length + 1));
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