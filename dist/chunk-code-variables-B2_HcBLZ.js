import { createHash } from "node:crypto";
import { o as findsCode } from "./chunk-origins-g8uf5DZ1.js";

// src/steps/code-variables.ts
/** Variables that decide which code is found, kept as digests: a later replay tells which of them are others. */
/** Name → digest of the value, salted with the generation. */
function digestVariables(env, salt) {
	const chosen = Object.entries(env).filter((entry) => entry[1] !== void 0 && findsCode(entry[0]));
	return Object.fromEntries(chosen.sort().map(([name, value]) => [name, createHash("sha256").update(`${salt}\0${name}\0${value}`).digest("hex")]));
}
/** What differs between the variables of a run and those of now, in words. */
function otherVariables(recorded, now) {
	return [.../* @__PURE__ */ new Set([...Object.keys(recorded), ...Object.keys(now)])].sort().flatMap((name) => {
		if (recorded[name] === now[name]) return [];
		if (now[name] === void 0) return [`${name} was set for the run and is not now`];
		return [recorded[name] === void 0 ? `${name} is set now and was not for the run` : `${name} has another value than for the run`];
	});
}

export { otherVariables as n, digestVariables as t };