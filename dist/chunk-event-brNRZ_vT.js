import { readFileSync, realpathSync } from "node:fs";
import { f as nullable, h as optional, k as _regex, m as object, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";

// src/inputs/event.ts
/** The event that started a workflow: which commits it is about, and whose code. Whoever opened the pull request controls its text. */
const commit = string().check(_regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/));
const repository = nullable(object({ full_name: optional(string()) }));
const payloadSchema = object({
	pull_request: optional(object({
		head: object({
			sha: commit,
			repo: optional(repository)
		}),
		base: optional(object({ sha: commit }))
	})),
	merge_group: optional(object({
		head_sha: commit,
		base_sha: optional(commit)
	})),
	workflow_run: optional(object({
		head_sha: commit,
		head_repository: optional(repository)
	})),
	before: optional(string())
});
/** Events whose jobs hold the repository's secrets and a token that may write, while the code may come from a fork. */
const PRIVILEGED = ["pull_request_target", "workflow_run"];
/**
* The head commit that a `pull_request`, `merge_group` or `pull_request_target` event names; null elsewhere, and where
* the judged workspace is not the one the workflow checked out. Throws a {@link GateError} where such an event cannot be
* read or names no head: whether the checked-out merge is stale could then not be told.
*/
function eventHead(env, top) {
	const event = eventAbout(env, top);
	if (event === null || event.name === "push" || event.name === "workflow_run") return null;
	const sha = event.payload.pull_request?.head.sha ?? event.payload.merge_group?.head_sha;
	if (sha === void 0) throw unreadable(event.file, `it names no head of a ${event.name}`);
	return {
		event: event.name,
		sha
	};
}
/** The commit that the event's change starts from: the base of a pull request or merge group, the tip before a push; null also where it names none. */
function eventBase(env, top) {
	const event = eventAbout(env, top);
	const before = event?.name === "push" && commit.safeParse(event.payload.before).success && !/^0+$/.test(event.payload.before ?? "") ? event.payload.before : void 0;
	const sha = event?.payload.pull_request?.base?.sha ?? event?.payload.merge_group?.base_sha ?? before;
	return event === null || sha === void 0 ? null : {
		event: event.name,
		sha
	};
}
/** The event that asks for a merge, and the commit that it is to be merged into; null where no such event started this. */
function mergeEvent(env, top) {
	const head = eventHead(env, top);
	return head === null ? null : {
		event: head.event,
		base: eventBase(env, top)?.sha ?? null
	};
}
/** Whether a workflow of GitHub Actions runs this on what it checked out. */
function isWorkflowsCheckout(env, top) {
	return env["GITHUB_ACTIONS"] === "true" && isSamePlace(env["GITHUB_WORKSPACE"], top);
}
/**
* Tells code of a fork in an event whose job holds the repository's secrets, wherever it was checked out to. `head` is
* the checked-out commit: that of the workflow itself is the repository's own. Null where there is nothing foreign.
*/
function foreignCode(env, head) {
	if (!PRIVILEGED.includes(env["GITHUB_EVENT_NAME"] ?? "")) return null;
	const event = eventOf(env);
	if (event === null || head === env["GITHUB_SHA"]) return null;
	const { pull_request: pull, workflow_run: run } = event.payload;
	const from = (event.name === "workflow_run" ? run?.head_repository : pull?.head.repo)?.full_name ?? null;
	return from !== null && from === env["GITHUB_REPOSITORY"] ? null : {
		event: event.name,
		from
	};
}
/**
* Which commit gets the check, and which one's tree lands. `pull_request`: the head of the branch, and GitHub's merge of
* it; `merge_group`: the group's commit for both; `push`, `workflow_dispatch` and all others: the commit of the run. Null
* where the runner names no commit.
*/
function eventCommits(env) {
	const own = commit.safeParse(env["GITHUB_SHA"]).data;
	if (env["GITHUB_ACTIONS"] !== "true" || own === void 0) return null;
	const name = env["GITHUB_EVENT_NAME"];
	const payload = payloadOf(env["GITHUB_EVENT_PATH"] ?? "");
	if (typeof payload === "string") return {
		shown: own,
		merged: name === "pull_request_target" || name === "workflow_run" ? null : own
	};
	switch (name) {
		case "pull_request": return {
			shown: payload.pull_request?.head.sha ?? own,
			merged: own
		};
		case "pull_request_target": return {
			shown: payload.pull_request?.head.sha ?? own,
			merged: null
		};
		case "workflow_run": return {
			shown: payload.workflow_run?.head_sha ?? own,
			merged: null
		};
		case "merge_group": {
			const sha = payload.merge_group?.head_sha ?? own;
			return {
				shown: sha,
				merged: sha
			};
		}
		default: return {
			shown: own,
			merged: own
		};
	}
}
const ABOUT_CODE = [
	"pull_request",
	"merge_group",
	"push",
	...PRIVILEGED
];
function eventAbout(env, top) {
	return isSamePlace(env["GITHUB_WORKSPACE"], top) ? eventOf(env) : null;
}
function eventOf(env) {
	const name = ABOUT_CODE.find((one) => one === env["GITHUB_EVENT_NAME"]);
	const file = env["GITHUB_EVENT_PATH"] ?? "";
	if (env["GITHUB_ACTIONS"] !== "true" || name === void 0) return null;
	const payload = payloadOf(file);
	if (typeof payload !== "string") return {
		name,
		file,
		payload: ownPart(name, payload)
	};
	if (name === "push") return null;
	throw unreadable(file, payload);
}
/** What the event of this name is about: others may stand beside it in the payload. */
function ownPart(name, payload) {
	switch (name) {
		case "pull_request":
		case "pull_request_target": return { pull_request: payload.pull_request };
		case "merge_group": return { merge_group: payload.merge_group };
		case "workflow_run": return { workflow_run: payload.workflow_run };
		case "push": return { before: payload.before };
	}
}
/** The payload as far as it is read, or why it cannot be. */
function payloadOf(file) {
	let value;
	try {
		value = JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		return error.code ?? "it is no JSON";
	}
	return payloadSchema.safeParse(value).data ?? "it names something else than commits";
}
function unreadable(file, why) {
	return new GateError("GG-EVENT-UNREADABLE", `The event "${file}" (GITHUB_EVENT_PATH) cannot be read: ${why}`, "Leave GITHUB_EVENT_PATH as the runner sets it; for a local run leave GITHUB_ACTIONS unset.");
}
function isSamePlace(place, top) {
	try {
		return place !== void 0 && realpathSync(place) === top;
	} catch {
		return false;
	}
}

export { isWorkflowsCheckout as a, foreignCode as i, eventCommits as n, mergeEvent as o, eventHead as r, eventBase as t };