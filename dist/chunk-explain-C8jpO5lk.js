import "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { t as assetPath } from "./chunk-assets-CmHd0F9l.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { t as distance } from "./chunk-nearest-CEOt4UVJ.js";
import { n as envelope } from "./chunk-envelope-BCrGHffe.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-BqGZkUli.js";
import { t as CATALOG } from "./chunk-catalog-DKlqikoh.js";
import { t as REFUSALS } from "./chunk-refusals-CtMo4XX_.js";
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
/** Prints the page of a rule. Throws a {@link UsageError} with the nearest id for one that does not exist. */
function explain(asked) {
	const id = asked.toUpperCase();
	if (!everyId().some((named) => named.id === id)) {
		const nearest = everyId().map((named) => named.id).toSorted((left, right) => distance(id, left) - distance(id, right))[0];
		throw new UsageError("GG-RULE-NOT-KNOWN", `There is no rule ${JSON.stringify(asked)}`, `The nearest is ${nearest ?? ""}; generation-gate list prints them all.`);
	}
	const page = readFileSync(join(assetPath("rules"), `${id}.md`), "utf8").trimEnd();
	return {
		exit: 0,
		envelope: envelope("explain", "accepted", {
			rule: id,
			text: page
		})
	};
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