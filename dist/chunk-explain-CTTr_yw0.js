import "./chunk-rolldown-runtime-CoNq6U3z.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { t as assetPath } from "./chunk-assets-DVQQBs78.js";
import { r as UsageError } from "./chunk-errors-BPOZsNsu.js";
import { n as envelope } from "./chunk-envelope-Do-9adP8.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-eP13Jr4O.js";
import { t as CATALOG } from "./chunk-catalog-CqxOulOJ.js";

// src/verify/refusals.ts
/**
* Findings that are raised where the gate refuses to go on, outside of any rule: nothing could be judged after them.
* Each has its page of documentation like a rule; the title says what is true where nothing is refused.
*/
const REFUSALS = [
	{
		id: "GG-STAMP-TRACKED",
		title: "The stamp file is not tracked by git"
	},
	{
		id: "GG-STAMP-STALE-MERGE-REF",
		title: "The checked-out commit is the event's head or a merge of it"
	},
	{
		id: "GG-TREE-SPECIAL-FILE",
		title: "No FIFO, socket or device lies in the place of a stamped path"
	},
	{
		id: "GG-TREE-UNREADABLE-FILE",
		title: "Every stamped path can be read"
	},
	{
		id: "GG-TREE-UNSTABLE-FILE",
		title: "No path changes while it is hashed"
	},
	{
		id: "GG-TREE-BROKEN-REPOSITORY",
		title: "Every .git entry in the workspace leads to a repository"
	},
	{
		id: "GG-WORKSPACE-BUSY",
		title: "No other call of the gate works on this workspace"
	},
	{
		id: "GG-PATCH-DOES-NOT-APPLY",
		title: "The whole patch applies to the workspace"
	},
	{
		id: "GG-PATCH-UNSAFE-PATH",
		title: "The patch names no path outside of the work tree or inside of git"
	},
	{
		id: "GG-EVIDENCE-NOT-QUARANTINED",
		title: "Every leftover report could be moved out of the way"
	},
	{
		id: "GG-EVIDENCE-REPORT-REJECTED",
		title: "A report inspected alone is green, complete and readable"
	},
	{
		id: "GG-WORKTREE-PARENT-DIRTY",
		title: "The checkout that an isolated worktree is made from holds nothing uncommitted"
	},
	{
		id: "GG-WORKTREE-PARENT-LINK",
		title: "The folder in which worktrees are made is no link"
	},
	{
		id: "GG-WORKTREE-LINK",
		title: "A linked folder stays in the repository and holds no sources of the parent"
	},
	{
		id: "GG-WORKTREE-NOT-OWN",
		title: "A worktree that is removed is one that the gate made"
	},
	{
		id: "GG-WORKTREE-NOT-FINISHED",
		title: "A worktree that is removed belongs to a run that succeeded or was cancelled"
	},
	{
		id: "GG-WORKTREE-UNCAPTURED",
		title: "Everything in a worktree that is removed is captured"
	},
	{
		id: "GG-WORKTREE-PILE",
		title: "No more than a few worktrees of isolated runs are kept"
	},
	{
		id: "GG-BASELINE-ABSENT",
		title: "The base to compare with is in the local repository"
	},
	{
		id: "GG-PACKET-NOT-ACCEPTED",
		title: "A packet is made of an accepted verdict"
	},
	{
		id: "GG-PACKET-TREE-MOVED",
		title: "The work tree that a packet is made from is the one that was judged"
	},
	{
		id: "GG-PACKET-QUOTE",
		title: "Every quote in a packet is verbatim"
	},
	{
		id: "GG-PACKET-SECRET",
		title: "No secret is left in a finished packet"
	},
	{
		id: "GG-PACKET-BUNDLE",
		title: "Every bundle that a packet counts is accepted and of its tree"
	},
	{
		id: "GG-PACKET-INCOMPLETE",
		title: "The patch of a packet carries every changed path"
	},
	{
		id: "GG-DEMO-NOT-SHOWN",
		title: "The demo shows a rejection and an acceptance"
	},
	{
		id: "GG-VERDICT-INCOMPLETE",
		title: "Every rule of the step answered"
	}
];

// src/steps/explain.ts
/** The `explain` and `list` verbs: the pages of the rules. */
function everyId() {
	return [
		...CATALOG,
		...BUNDLE_CATALOG,
		...REFUSALS.map((refusal) => ({
			...refusal,
			hard: true
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
/** Edit distance of two ids (Levenshtein): small enough lists need no library. */
function distance(left, right) {
	let row = Array.from({ length: right.length + 1 }, (_, at) => at);
	for (let at = 1; at <= left.length; at += 1) {
		const next = [at];
		for (let to = 1; to <= right.length; to += 1) next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1)));
		row = next;
	}
	return row[right.length] ?? 0;
}

export { explain, listRules };