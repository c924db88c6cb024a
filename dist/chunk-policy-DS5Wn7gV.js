import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { createHash } from "node:crypto";
import { closeSync, constants as constants$1, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { n as Refusal, r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { a as commandFor, i as cellsOf, n as POLICY_FILES, r as POLICY_LIMIT_BYTES } from "./chunk-policy-CIRIVHlF.js";
import { a as same, i as policyKeys, o as show, r as mergePolicies } from "./chunk-policy-order-Dtq7VCjX.js";
import { o as mergeEvent } from "./chunk-event-brNRZ_vT.js";
import { i as commandFromScript, n as commandDigest, r as commandFromArguments } from "./chunk-captured-command-CJlk1AYq.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-Dkha8LeR.js";
import { t as CATALOG } from "./chunk-catalog-DTYz_AU_.js";
import { t as REFUSALS } from "./chunk-refusals-DjM0vk-L.js";
import { n as localBaseTree, t as fetchedBaseTree } from "./chunk-base-tree-CRrr7tX8.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { t as findBase } from "./chunk-base-revision-DnDN5S7n.js";
import { n as watchedPaths } from "./chunk-policy-touched-B7Y9FcZK.js";

// src/steps/policy.ts
/** Finds the policy that governs a call: the base's where something is to be merged, else the work tree's own (PO3). */
/** Rules that a policy may speak of; refusals come before any rule, and nothing lowers them. */
function knownRules() {
	return [
		...CATALOG,
		...BUNDLE_CATALOG,
		...REFUSALS.map(({ id }) => ({
			id,
			hard: true
		}))
	];
}
/** The governing policy. Throws a {@link UsageError} for a malformed file, a {@link Refusal} where the base cannot be read. */
async function findPolicy(question) {
	const { repository } = question;
	const head = await ownPolicy(question);
	const base = await namedBase(question);
	if (base === null) return {
		facts: factsOf({
			file: head,
			head: null,
			base: null,
			binds: true,
			document: head?.document ?? {},
			against: repository.head === null ? "nothing" : `HEAD (${repository.head})`
		}),
		watched: null
	};
	const tree = await openBase(question, base);
	try {
		const read = await policyInBase(tree, base);
		const about = {
			commit: base.commit,
			what: base.what,
			read: tree.read
		};
		const watched = tree.read === "local" ? null : await watchedPaths(tree, question, read?.document ?? head?.document ?? {});
		if (read !== null) return {
			facts: factsOf({
				file: read,
				head: head === null ? null : {
					...head,
					notCounted: notInForce(read.document, head.document)
				},
				base: about,
				binds: true,
				document: read.document,
				against: base.what
			}),
			watched
		};
		const { policy, notCounted } = mergePolicies({}, head?.document ?? {});
		return {
			facts: factsOf({
				file: null,
				head: head === null ? null : {
					...head,
					notCounted
				},
				base: about,
				binds: false,
				document: policy,
				against: base.what
			}),
			watched
		};
	} finally {
		tree.close();
	}
}
/** What a head asks for that the policy of the base does not: none of it counts. */
function notInForce(base, head) {
	return policyKeys(base, head).filter((key) => !same(base[key], head[key])).map((key) => ({
		key,
		why: `it asks for ${show(head[key])}, and ${show(base[key])} is in force`
	}));
}
function factsOf({ file, head, base, binds, document, against }) {
	return {
		format: "generation-gate/policy/1",
		base,
		file: file === null ? null : {
			path: file.path,
			digest: file.digest
		},
		head: head === null ? null : {
			path: head.path,
			digest: head.digest,
			notCounted: [...head.notCounted]
		},
		document,
		binds,
		commands: [null, ...cellsOf(document)].map((cell) => ({
			cell,
			digest: digestOf(document, cell)
		})),
		day: (/* @__PURE__ */ new Date()).toISOString().slice(0, 10),
		touched: [],
		against
	};
}
/** The digest that a run of the policy's command has; null where it names none, or a script file whose bytes are the tree's. */
function digestOf(document, cell) {
	const named = commandFor(document, cell);
	if (named?.command !== void 0) return commandDigest(commandFromArguments(named.command));
	return named?.run === void 0 ? null : commandDigest(commandFromScript(named.run, "run"));
}
/** The commit into which this is to be merged: the event's, else the one that the call names. */
async function namedBase({ repository, env, given }) {
	const event = mergeEvent(env, repository.top);
	if (event !== null) {
		if (event.base === null) throw unread(`The ${event.event} event names no base commit`, []);
		return {
			commit: event.base,
			what: `the base of the ${event.event} event (${event.base})`,
			event: event.event
		};
	}
	if (given.base === void 0 || given.base === null) return null;
	const { commit } = await findBase(repository, given.base);
	return {
		commit,
		what: `${given.base} (${commit})`,
		event: null
	};
}
/** Local store, API, a fetch of its own: the first that has the tree. */
async function openBase(question, { commit, what }) {
	const { repository, env, readBase } = question;
	const failures = [];
	const ways = [
		["the local store", () => localBaseTree(repository, commit)],
		...readBase === void 0 ? [] : [["the API", () => readBase(commit)]],
		["a fetch", async () => fetchedBaseTree({
			...await remoteOf(repository, env),
			objectFormat: repository.objectFormat,
			workTree: repository.top
		}, commit)]
	];
	for (const [way, open] of ways) try {
		const tree = await open();
		if (tree !== null && await listed(tree)) return tree;
		failures.push(`${way}: it is not there`);
	} catch (error) {
		failures.push(`${way}: ${error instanceof Error ? error.message.replaceAll("\n", " ") : String(error)}`);
	}
	throw unread(`The policy of ${what} cannot be read`, failures);
}
async function listed(tree) {
	try {
		const top = await tree.entries("");
		for (const { name, oid, mode } of top ?? []) if (POLICY_FILES.includes(name) && mode.startsWith("100")) await tree.blob(oid);
		return top !== null;
	} catch (error) {
		tree.close();
		throw error;
	}
}
function unread(what, failures) {
	return new Refusal({
		rule: "GG-POLICY-BASE-UNREAD",
		answer: "unknown",
		what: failures.length === 0 ? what : `${what}: ${failures.join("; ")}`,
		why: "A patch cannot soften its own gate: the policy of the commit that it is merged into governs, and without it nobody knows what was asked for.",
		fix: "Let actions/checkout bring the base, with: fetch-depth: 0; or let the job read it by the API, permissions: contents: read, and hand the action token: ${{ github.token }}",
		rejects: true
	});
}
/** Where the base can be fetched from: the repository of the workflow, else `origin`. */
async function remoteOf({ top }, env) {
	const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: name = "", GITHUB_ACTIONS: actions } = env;
	const url = actions === "true" && server !== "" && name !== "" ? `${server}/${name}` : await configured(top, ["--get", "remote.origin.url"]);
	if (url === null) throw new UsageError("GG-POLICY-NO-REMOTE", "the repository has no remote \"origin\"");
	return {
		url,
		header: await configured(top, [
			"--get-urlmatch",
			"http.extraheader",
			url
		])
	};
}
async function configured(top, query) {
	const { code, stdout } = await git(["config", ...query], { cwd: top });
	const value = stdout.toString("utf8").replace(/\n$/, "");
	return code === 0 && value !== "" ? value : null;
}
async function ownPolicy({ repository, own }) {
	if (own !== "head") return policyInWorkTree(repository.top);
	const tree = repository.head === null ? null : await localBaseTree(repository, repository.head);
	return tree === null ? null : policyInBase(tree, {
		commit: repository.head ?? "",
		what: "HEAD"
	});
}
async function policyInBase(tree, { commit, what }) {
	const present = (await tree.entries(""))?.filter(({ name }) => POLICY_FILES.includes(name)) ?? [];
	requireOne(present.map(({ name }) => name), ` of ${what}`);
	const [entry] = present;
	if (entry === void 0) return null;
	if (!entry.mode.startsWith("100")) throw new UsageError("GG-POLICY-MALFORMED", `${entry.name} of ${what} is no file (mode ${entry.mode})`, "Put the policy itself in its place.");
	return read(await tree.blob(entry.oid), entry.name, ` of ${commit.slice(0, 12)}`);
}
async function policyInWorkTree(top) {
	const found = POLICY_FILES.flatMap((name) => {
		const bytes = readPlain(join(top, name), name);
		return bytes === null ? [] : [{
			name,
			bytes
		}];
	});
	requireOne(found.map(({ name }) => name), "");
	const [only] = found;
	return only === void 0 ? null : read(only.bytes, only.name, "");
}
async function read(bytes, path, place) {
	const { parsePolicy } = await import("./chunk-policy-file-D0Xybe4d.js");
	return {
		path,
		digest: createHash("sha256").update(bytes).digest("hex"),
		document: parsePolicy(bytes, path, knownRules(), place)
	};
}
function requireOne(names, place) {
	if (names.length > 1) throw new UsageError("GG-POLICY-TWICE", `There are two policies${place}: ${names.join(" and ")}`, "Keep one of them: a reader could not tell which counts.");
}
/** The bytes of a file that is no link; null where nothing has the name. */
function readPlain(file, name) {
	let descriptor;
	try {
		descriptor = openSync(file, constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	} catch (error) {
		const code = error.code ?? String(error);
		if (code === "ENOENT") return null;
		throw new UsageError("GG-POLICY-MALFORMED", `${name} cannot be read (${code === "ELOOP" ? "it is a link" : code})`, "Put a readable file in its place; the gate does not do without what may be a policy.");
	}
	try {
		const stat = fstatSync(descriptor);
		if (!stat.isFile()) throw new UsageError("GG-POLICY-MALFORMED", `${name} is no file`, "Put the policy itself in its place.");
		if (stat.size > 262144) throw new UsageError("GG-POLICY-MALFORMED", `${name} has ${stat.size} bytes, and a policy has at most ${POLICY_LIMIT_BYTES}`, "Keep settings in it, and nothing else.");
		return readFileSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

export { findPolicy };