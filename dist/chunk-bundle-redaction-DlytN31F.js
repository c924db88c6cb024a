import { homedir } from "node:os";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { i as redact, o as secretsOfEnvironment, r as neutralPaths, s as secretsOfGitConfig, t as findSecrets } from "./chunk-redact-CsmjYPsr.js";

// src/publish/bundle-redaction.ts
/** Which secrets a bundle must not hold, and how its texts are freed of them: as for a packet (PK4). */
/** The workspace's own place stays where it names nobody's home: evidence is published as it was judged where it can be. */
const NO_TOP = "\0no place\0";
function bundleRedaction({ env, gitConfig }) {
	const known = [...secretsOfEnvironment(env), ...secretsOfGitConfig(gitConfig)];
	const homes = [.../* @__PURE__ */ new Set([homedir(), env["HOME"] ?? ""])].filter((home) => home !== "");
	return {
		neutral: (text) => neutralPaths(text, {
			homes,
			top: NO_TOP
		}),
		redact: async (text) => (await redact(text, known)).text,
		left: async (text) => (await findSecrets(text, known)).map(({ kind }) => kind)
	};
}
/**
* A value for JSON with every text in it redacted, names of keys too. All texts are looked at in one pass, each on lines
* of its own: redaction keeps lines, so that each finds its place again, and no quoting hides a secret from it.
*/
async function redactedValue(value, { neutral, redact: take }) {
	const texts = [];
	eachText(value, (text) => {
		texts.push(neutral(text));
		return text;
	});
	const shown = (await take(texts.join("\n"))).split("\n");
	let line = 0;
	const places = texts.map((text) => {
		const first = line;
		line += text.split("\n").length;
		return shown.slice(first, line).join("\n");
	});
	if (line !== shown.length) throw new GateError("GG-BUNDLE-SECRET", "A secret reaches over several records, and they cannot be told apart without it", "Keep secrets out of what tests print; the bundle was not written.");
	let next = 0;
	return eachText(value, () => places[next++] ?? "");
}
/** Walks a value and puts what `change` gives in the place of every text, always in the same order. */
function eachText(value, change) {
	if (typeof value === "string") return change(value);
	if (Array.isArray(value)) return value.map((entry) => eachText(entry, change));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), eachText(entry, change)]));
}

export { redactedValue as n, bundleRedaction as t };