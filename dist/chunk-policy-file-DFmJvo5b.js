import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { t as require_dist } from "./chunk-dist-nc9HW7tV.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as nearest } from "./chunk-nearest-CEOt4UVJ.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { l as policySchema, o as deviationSchema, r as POLICY_LIMIT_BYTES, t as POLICY_EXAMPLES } from "./chunk-policy-CIRIVHlF.js";

// src/inputs/policy-file.ts
var import_dist = require_dist();
/**
* The policy in `bytes`; `name` is the file's name, for messages, and says whether it is YAML or JSON. `rules` are
* those that a deviation may or may not name, `place` what tells this file from another of its name. Throws a {@link UsageError} at the first fault.
*/
function parsePolicy(bytes, name, rules, place = "") {
	const text = decode(bytes, name);
	const lines = new import_dist.LineCounter();
	const refuse = (offset, what, fix) => {
		const { line, col } = lines.linePos(Math.max(0, offset));
		return new UsageError("GG-POLICY-MALFORMED", `${showPath(name)}:${line}:${col}${place}: ${what}`, fix);
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

export { parsePolicy as t };