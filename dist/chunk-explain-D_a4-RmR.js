import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { t as assetPath } from "./chunk-assets-CX2bqGkf.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { t as distance } from "./chunk-nearest-CEOt4UVJ.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-Dkha8LeR.js";
import { t as CATALOG } from "./chunk-catalog-DTYz_AU_.js";
import { t as REFUSALS } from "./chunk-refusals-DjM0vk-L.js";
import { t as WORKFLOW_RULES } from "./chunk-rules-CEK-USe1.js";

// src/steps/explain.ts
/** The `explain` and `list` verbs: the pages of the rules. */
function everyId() {
	return [
		...CATALOG,
		...BUNDLE_CATALOG,
		...REFUSALS.map((refusal) => ({
			...refusal,
			hard: true
		})),
		...WORKFLOW_RULES.map(({ id, title }) => ({
			id,
			title,
			hard: false
		}))
	];
}
/** Prints the page of a rule, or the entry of an error. Throws a {@link UsageError} that names what comes near. */
function explain(asked) {
	const given = asked.trim().toUpperCase().replaceAll("_", "-");
	const id = given.startsWith("GG-") ? given : `GG-${given}`;
	const rules = everyId().map((named) => named.id);
	const errors = errorEntries();
	const page = rules.includes(id) ? readFileSync(join(assetPath("rules"), `${id}.md`), "utf8").trimEnd() : errors.get(id);
	if (page !== void 0) return {
		exit: 0,
		envelope: envelope("explain", "accepted", {
			rule: id,
			text: page
		})
	};
	const near = nearIds(id, [.../* @__PURE__ */ new Set([...rules, ...errors.keys()])]);
	throw new UsageError("GG-RULE-NOT-KNOWN", `There is no rule or error ${JSON.stringify(asked)}`, `${near.length === 0 ? "" : `Near it: ${near.join(", ")}. `}All rules: generation-gate list`);
}
/** The entries of docs/errors.md by their ids. */
function errorEntries() {
	const parts = readFileSync(assetPath("errors.md"), "utf8").split(/^## /m).slice(1);
	return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")).trim(), `# ${part.trimEnd()}`]));
}
const GUESSES = 3;
/** Ids that somebody may have meant: a slip of the fingers first, then those that share the rarest words. */
function nearIds(id, all) {
	const slips = all.map((other) => ({
		other,
		far: distance(id, other)
	})).filter(({ far }) => far <= 3).toSorted((left, right) => left.far - right.far).map(({ other }) => other);
	if (slips.length > 0) return slips.slice(0, GUESSES);
	const wanted = wordsOf(id);
	const rarity = (word) => 1 / all.filter((other) => wordsOf(other).some((one) => alike(one, word))).length;
	return all.map((other) => ({
		other,
		score: wanted.filter((word) => wordsOf(other).some((one) => alike(one, word))).reduce((sum, word) => sum + rarity(word), 0),
		far: distance(id, other)
	})).filter(({ score }) => score > 0).toSorted((left, right) => right.score - left.score || left.far - right.far).slice(0, GUESSES).map(({ other }) => other);
}
function wordsOf(id) {
	return id.split("-").filter((word) => word !== "" && word !== "GG" && word !== "NOT");
}
/** One word for another: equal, a beginning of it, or one slip away. */
function alike(one, other) {
	return one === other || Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one) || distance(one, other) <= 1);
}
/** Lists every rule with what holds when it holds. */
function listRules() {
	const rules = everyId().toSorted((left, right) => left.id < right.id ? -1 : 1);
	const width = Math.max(...rules.map(({ id }) => id.length));
	return {
		exit: 0,
		envelope: envelope("list", "accepted", {
			rules: rules.map(({ id, title, hard }) => ({
				id,
				title,
				hard_stop: hard
			})),
			text: rules.map(({ id, title, hard }) => `${id.padEnd(width)}  ${hard ? "hard" : "    "}  ${title}`).join("\n")
		})
	};
}

export { explain, listRules };