// src/model/policy-order.ts
const REPORT_REJECT = {
	kind: "scale",
	from: ["report", "reject"],
	unset: "report"
};
const NO_YES = {
	kind: "scale",
	from: [false, true],
	unset: false
};
const POLICY_ORDER = {
	command: { kind: "fixed" },
	run: { kind: "fixed" },
	script: { kind: "fixed" },
	setup: { kind: "fixed" },
	"setup-script": { kind: "fixed" },
	workdir: { kind: "fixed" },
	python: { kind: "fixed" },
	evidence: { kind: "asks" },
	log: { kind: "asks" },
	imports: { kind: "asks" },
	cells: { kind: "fixed" },
	"require-tests": { kind: "asks" },
	"min-tests": {
		kind: "number",
		tighter: "more",
		unset: 0
	},
	timeout: {
		kind: "number",
		tighter: "less",
		unset: null
	},
	slack: {
		kind: "number",
		tighter: "less",
		unset: 1
	},
	owned: { kind: "confines" },
	forbidden: { kind: "asks" },
	"require-rebased": NO_YES,
	survivors: REPORT_REJECT,
	repeated: REPORT_REJECT,
	"foreign-editables": REPORT_REJECT,
	unloaded: REPORT_REJECT,
	reject: { kind: "asks" },
	witness: {
		kind: "scale",
		from: [
			"off",
			"observe",
			"required"
		],
		unset: "observe"
	},
	"witness-pth": {
		kind: "scale",
		from: [
			"never",
			"own",
			"any"
		],
		unset: "never"
	},
	bytecode: {
		kind: "scale",
		from: ["purge", "isolate"],
		unset: "purge"
	},
	"allow-ignored": { kind: "allows" },
	generated: { kind: "allows" },
	"unwitnessed-ok": { kind: "allows" },
	base: { kind: "fixed" },
	baseline: {
		kind: "scale",
		from: ["observe", "require"],
		unset: "require"
	},
	tests: { kind: "fixed" },
	"base-import-errors": {
		kind: "scale",
		from: ["accept", "reject"],
		unset: "reject"
	},
	replay: NO_YES,
	control: NO_YES,
	"control-budget": {
		kind: "number",
		tighter: "more",
		unset: 600
	},
	isolation: {
		kind: "scale",
		from: ["none", "worktree"],
		unset: "none"
	},
	link: { kind: "fixed" },
	accept: { kind: "allows" }
};
/** Keys that say one thing together: whoever sets one of them has set them all. */
const GROUPS = [[
	"command",
	"run",
	"script",
	"cells"
], ["setup", "setup-script"]];
/** Whether `value` asks for at least as much as `than`. */
function isAsTight(order, value, than) {
	switch (order.kind) {
		case "scale": return order.from.indexOf(value ?? order.unset) >= order.from.indexOf(than ?? order.unset);
		case "number": {
			const [left, right] = [amount(order, value), amount(order, than)];
			return order.tighter === "more" ? left >= right : left <= right;
		}
		case "asks": return holdsAll(value, than);
		case "allows": return holdsAll(than, value);
		case "confines": return entries(than).length === 0 || entries(value).length > 0 && holdsAll(than, value);
		case "fixed": return than === void 0 || same(value, than);
	}
}
/** The tightest of two values that is at least as tight as `first`, whatever `second` is. */
function tighten(order, first, second) {
	if (second === void 0) return first;
	if (order.kind === "asks") return distinct([...entries(first), ...entries(second)]);
	if (order.kind === "allows") return entries(first).filter((entry) => entries(second).some((other) => same(entry, other)));
	if (order.kind === "confines" && entries(first).length > 0) {
		const both = entries(first).filter((entry) => entries(second).some((other) => same(entry, other)));
		return both.length > 0 ? both : first;
	}
	return isAsTight(order, second, first) ? second : first;
}
/** A policy that is never looser than `base`, with all of `head` that only tightens. */
function mergePolicies(base, head) {
	const merged = {};
	const notCounted = [];
	for (const key of policyKeys(base, head)) {
		const group = GROUPS.find((keys) => keys.includes(key));
		const value = group !== void 0 && group.some((other) => base[other] !== void 0) ? base[key] : tighten(POLICY_ORDER[key], base[key], head[key]);
		if (value !== void 0 && !(base[key] === void 0 && Array.isArray(value) && value.length === 0)) merged[key] = value;
		const inForce = value ?? defaultOf(key);
		if (head[key] !== void 0 && POLICY_ORDER[key].kind !== "asks" && !same(inForce, head[key])) notCounted.push({
			key,
			why: `it asks for ${show(head[key])}, and ${show(inForce)} is in force`
		});
	}
	return {
		policy: merged,
		notCounted
	};
}
/** Keys in the order of the table that one of the policies sets. */
function policyKeys(...policies) {
	return Object.keys(POLICY_ORDER).filter((key) => policies.some((policy) => policy[key] !== void 0));
}
function defaultOf(key) {
	const order = POLICY_ORDER[key];
	return order.kind === "scale" || order.kind === "number" ? order.unset : order.kind === "fixed" ? void 0 : [];
}
/** A value in words, cut. */
function show(value) {
	const text = value === void 0 ? "nothing" : JSON.stringify(value);
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
function amount({ tighter, unset }, value) {
	return value ?? unset ?? (tighter === "more" ? -1e400 : 1e400);
}
function entries(value) {
	return Array.isArray(value) ? value : [];
}
function holdsAll(whole, part) {
	return entries(part).every((entry) => entries(whole).some((other) => same(entry, other)));
}
function distinct(values) {
	return values.filter((value, at) => values.findIndex((other) => same(other, value)) === at);
}
/** Equal as data, whatever the order of keys. */
function same(left, right) {
	if (left === right) return true;
	if (typeof left !== "object" || typeof right !== "object" || left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
	return [.../* @__PURE__ */ new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => same(left[key], right[key]));
}

export { same as a, policyKeys as i, isAsTight as n, show as o, mergePolicies as r, tighten as s, POLICY_ORDER as t };