import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { join, resolve } from "node:path";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as nearest } from "./chunk-nearest-CEOt4UVJ.js";
import { a as commandFor, i as cellsOf } from "./chunk-policy-CIRIVHlF.js";
import { a as same, n as isAsTight, o as show, s as tighten, t as POLICY_ORDER } from "./chunk-policy-order-Dtq7VCjX.js";

// src/inputs/policy-settings.ts
/** A policy and a call become one set of settings (PO1): a call may tighten what the policy says, and set what it leaves open. */
/** The setting that each key stands for. What names a command or a setup is settled apart from them. */
const SETTING_OF = {
	workdir: "workdir",
	python: "python",
	evidence: "evidence",
	log: "logs",
	imports: "imports",
	"require-tests": "requireTests",
	"min-tests": "minTests",
	timeout: "timeoutSeconds",
	slack: "slackSeconds",
	owned: "owned",
	forbidden: "forbidden",
	"require-rebased": "requireRebased",
	survivors: "survivors",
	repeated: "repeated",
	"foreign-editables": "foreignEditables",
	unloaded: "unloaded",
	reject: "reject",
	witness: "witness",
	"witness-pth": "witnessPth",
	bytecode: "bytecode",
	"allow-ignored": "allowIgnored",
	generated: "generated",
	"unwitnessed-ok": "unwitnessedOk",
	base: "base",
	baseline: "baseline",
	tests: "tests",
	"base-import-errors": "baseImportErrors",
	replay: "replay",
	control: "control",
	"control-budget": "controlBudgetSeconds",
	isolation: "isolation",
	link: "links"
};
/**
* The settings of a call under a policy. `settings` are the call's own with defaults, `given` what of them it said.
* Throws a {@link UsageError} where the call asks for less than a policy that binds, or contradicts it.
*/
function underPolicy(settings, given, governing) {
	const { document, binds } = governing.policy;
	const merged = { ...settings };
	for (const [key, setting] of Object.entries(SETTING_OF)) {
		const asked = document[key];
		if (asked === void 0) continue;
		const own = said(given, setting) ? given[setting] : void 0;
		merged[setting] = own === void 0 ? asked : combine(key, asked, own, governing);
	}
	if (binds) requireCell(settings.cell, document);
	return {
		...merged,
		...commandSettings(settings, governing),
		...setupSettings(settings, governing)
	};
}
/** Whether a call said something of a setting: an empty list and null are what it is without a word. */
function said(given, setting) {
	const value = given[setting];
	return value !== void 0 && value !== null && !(Array.isArray(value) && value.length === 0);
}
function combine(key, asked, own, { policy }) {
	const order = POLICY_ORDER[key];
	if (order.kind === "asks") return tighten(order, asked, own);
	if (isAsTight(order, own, asked)) return own;
	if (!policy.binds) return order.kind === "fixed" || order.kind === "confines" ? own : asked;
	throw loosened(key, asked, own, policy);
}
function loosened(key, asked, own, policy) {
	const { kind } = POLICY_ORDER[key];
	const how = kind === "fixed" ? "another one than" : kind === "allows" || kind === "confines" ? "more than" : "looser than";
	return new UsageError("GG-POLICY-LOOSENED", `"${key}" is ${show(own)} in this call, ${how} ${show(asked)} in ${placeOf(policy)}: a call may tighten what the policy says, and no more`, `Leave "${key}" out of the call, or change the policy${policy.base === null ? "" : " on the base branch first"}.`);
}
/** The policy in words. */
function placeOf({ file, base }) {
	return `${file?.path ?? "the policy"}${base === null ? "" : ` of ${base.what}`}`;
}
function requireCell(cell, document) {
	const cells = cellsOf(document);
	if (cell === null || cells.length === 0 || cells.includes(cell)) return;
	const near = nearest(cell, cells);
	throw new UsageError("GG-POLICY-CELL", `The policy declares no cell ${JSON.stringify(cell)}`, `${near === null ? "" : `The nearest is "${near}". `}Its cells are ${cells.join(", ")}.`);
}
function commandSettings(settings, { policy, top }) {
	const own = {
		command: settings.command,
		script: settings.script,
		scriptText: settings.scriptText
	};
	const named = commandFor(policy.document, settings.cell);
	if (named === null) return own;
	const asked = {
		command: named.command === void 0 ? null : [...named.command],
		script: named.script === void 0 ? null : join(top, named.script),
		scriptText: named.run ?? null
	};
	if (own.command === null && own.script === null && own.scriptText === null) return asked;
	const ownPlaced = {
		...own,
		script: own.script === null ? null : resolve(own.script)
	};
	if (same({
		...ownPlaced,
		scriptText: own.scriptText?.trimEnd() ?? null
	}, {
		...asked,
		scriptText: asked.scriptText?.trimEnd() ?? null
	})) return asked;
	if (!policy.binds) return own;
	throw loosened("command", named.command ?? named.script ?? named.run, own.command ?? own.script ?? own.scriptText, policy);
}
function setupSettings(settings, { policy, top }) {
	const own = {
		setup: settings.setup,
		setupText: settings.setupText
	};
	const { setup: text, "setup-script": file } = policy.document;
	if (text === void 0 && file === void 0) return own;
	const asked = {
		setup: file === void 0 ? null : join(top, file),
		setupText: text ?? null
	};
	if (own.setup === null && own.setupText === null) return asked;
	if (same({
		setup: own.setup === null ? null : resolve(own.setup),
		setupText: own.setupText?.trimEnd() ?? null
	}, {
		...asked,
		setupText: asked.setupText?.trimEnd() ?? null
	})) return asked;
	if (!policy.binds) return own;
	throw loosened("setup", text ?? file, own.setupText ?? own.setup, policy);
}

export { underPolicy };