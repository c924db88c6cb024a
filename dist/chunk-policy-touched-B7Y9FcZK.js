import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { a as commandFor, i as cellsOf, n as POLICY_FILES } from "./chunk-policy-CIRIVHlF.js";
import { a as isWorkflowsCheckout } from "./chunk-event-brNRZ_vT.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";

// src/steps/policy-touched.ts
/** What of a change decides how the gate itself judges: the policy, the captured command, the setup, the workflow (PO3). */
const WORKFLOWS = ".github/workflows";
/** A workflow that calls the gate names it, as an action or as a program. */
const GATE_NAME = "generation-gate";
/** How a base that is not in the local store has the paths that matter. Workflows are read only where they differ from the work tree's. */
async function watchedPaths(tree, { repository, given }, document) {
	const { top, objectFormat } = repository;
	const rows = [];
	const topEntries = await tree.entries("") ?? [];
	for (const path of POLICY_FILES) rows.push({
		path,
		oid: topEntries.find(({ name }) => name === path)?.oid ?? null,
		namesGate: true
	});
	for (const { name, oid } of await tree.entries(WORKFLOWS) ?? []) {
		if (!/\.ya?ml$/.test(name)) continue;
		const path = `${WORKFLOWS}/${name}`;
		const namesGate = isSame(top, path, oid, objectFormat) || (await tree.blob(oid)).includes(GATE_NAME);
		rows.push({
			path,
			oid,
			namesGate
		});
	}
	const named = [...commandFiles({
		command: given.command ?? null,
		script: given.script ?? null,
		workdir: given.workdir ?? null
	}, top), ...commandFiles({
		command: null,
		script: given.setup ?? null,
		workdir: null
	}, top)];
	for (const path of /* @__PURE__ */ new Set([
		...named,
		...scriptsOf(document),
		...setupsOf(document)
	])) {
		const slash = path.lastIndexOf("/");
		const beside = await tree.entries(slash < 0 ? "" : path.slice(0, slash)) ?? [];
		rows.push({
			path,
			oid: beside.find(({ name }) => name === path.slice(slash + 1))?.oid ?? null,
			namesGate: false
		});
	}
	return rows;
}
/** Programs that run a file they are given, and their options that take code in its place. */
const INTERPRETERS = [[/^(?:ba|da|k|z)?sh$/, /^-[A-Za-z]*c/], [/^(?:python[\d.]*|node|ruby|perl)$/, /^-[A-Za-z]*[cem]$|^--eval$/]];
/** Files of the tree that the captured command is made of, relative to the top: a script, or what an argument list starts. */
function commandFiles(settings, top) {
	const { command, script, workdir } = settings;
	if (script !== null) return [insideOf(top, resolve(script))].filter((path) => path !== null);
	const [program = "", ...operands] = command ?? [];
	const code = INTERPRETERS.find(([name]) => name.test(basename(program)))?.[1];
	const at = operands.findIndex((word) => !word.startsWith("-"));
	const started = code !== void 0 && at >= 0 && !operands.slice(0, at).some((word) => code.test(word)) ? operands[at] : void 0;
	return [...program.includes("/") ? [program] : [], ...started === void 0 ? [] : [started]].map((word) => insideOf(top, resolve(top, workdir ?? ".", word))).filter((path) => path !== null).filter((path) => isFile(join(top, path)));
}
/** The facts of a policy with what the work tree has otherwise than the base. */
async function withTouched({ record, place, command, setup }) {
	const { facts, watched } = record;
	const { top, objectFormat } = place.repository;
	const roles = /* @__PURE__ */ new Map();
	const ask = (paths, role) => paths.forEach((path) => roles.set(path, role));
	ask(workflowsIn(top), "workflow");
	ask((watched ?? []).map(({ path }) => path).filter((path) => path.startsWith(`${WORKFLOWS}/`)), "workflow");
	ask([...setup, ...setupsOf(facts.document)], "setup");
	ask([...command, ...scriptsOf(facts.document)], "command");
	ask(POLICY_FILES, "policy");
	const before = await oidsBefore(record, [...roles.keys()], place);
	if (before === null) return facts;
	for (const path of before.keys()) if (!roles.has(path) && path.startsWith(`${WORKFLOWS}/`)) roles.set(path, "workflow");
	const calling = workflowOf(place);
	const touched = [];
	for (const [path, role] of roles) {
		const was = before.get(path);
		if (was === void 0 && watched !== null) continue;
		const oid = was?.oid ?? null;
		const there = blobOf(top, path) !== null;
		if (oid === null ? !there : isSame(top, path, oid, objectFormat)) continue;
		if (role === "workflow" && path !== calling && was?.namesGate !== true && blobOf(top, path)?.includes(GATE_NAME) !== true) continue;
		touched.push({
			path,
			role,
			how: oid === null ? "added" : there ? "changed" : "removed"
		});
	}
	return {
		...facts,
		touched: touched.toSorted((left, right) => left.path < right.path ? -1 : 1)
	};
}
/** The base's blobs by path; null where there is no commit to compare with. */
async function oidsBefore({ facts, watched }, paths, { repository }) {
	if (watched !== null) return new Map(watched.map((row) => [row.path, row]));
	const commit = facts.base?.commit ?? /\(([0-9a-f]{40,64})\)$/.exec(facts.against)?.[1];
	if (commit === void 0) return null;
	const listed = await git([
		"--literal-pathspecs",
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		commit,
		"--",
		...paths,
		WORKFLOWS
	], { cwd: repository.top });
	if (listed.code !== 0) return null;
	const rows = decodePath(listed.stdout).split("\0").flatMap((entry) => {
		const tab = entry.indexOf("	");
		return tab < 0 ? [] : [{
			path: entry.slice(tab + 1),
			oid: entry.slice(0, tab).split(" ")[2] ?? null,
			namesGate: false
		}];
	});
	const workflows = rows.filter(({ path, oid }) => path.startsWith(`${WORKFLOWS}/`) && oid !== null && !isSame(repository.top, path, oid, repository.objectFormat));
	const naming = /* @__PURE__ */ new Set();
	for (const { path, oid } of workflows) if ((await git([
		"cat-file",
		"blob",
		oid ?? ""
	], { cwd: repository.top })).stdout.includes(GATE_NAME)) naming.add(path);
	return new Map(rows.map((row) => [row.path, {
		...row,
		namesGate: naming.has(row.path)
	}]));
}
/** The workflow file that runs this job, `owner/repo/.github/workflows/x.yml@ref`; null elsewhere. */
function workflowOf({ env, repository }) {
	if (!isWorkflowsCheckout(env, repository.top)) return null;
	return /^[^/]+\/[^/]+\/(\.github\/workflows\/[^@]+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1] ?? null;
}
function workflowsIn(top) {
	try {
		return readdirSync(join(top, WORKFLOWS)).filter((name) => /\.ya?ml$/.test(name)).map((name) => `${WORKFLOWS}/${name}`);
	} catch {
		return [];
	}
}
function scriptsOf(document) {
	return [null, ...cellsOf(document)].flatMap((cell) => commandFor(document, cell)?.script ?? []);
}
function setupsOf(document) {
	return document["setup-script"] === void 0 ? [] : [document["setup-script"]];
}
/** What git would store of a path; null where no file or link is there. */
function blobOf(top, path) {
	const place = join(top, path);
	try {
		const stat = lstatSync(place);
		if (stat.isSymbolicLink()) return readlinkSync(place, { encoding: "buffer" });
		return stat.isFile() ? readFileSync(place) : null;
	} catch {
		return null;
	}
}
/** Whether the work tree has the base's bytes; line ends that a checkout converted are no change. */
function isSame(top, path, oid, algorithm) {
	const bytes = blobOf(top, path);
	if (bytes === null) return false;
	const id = (content) => createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
	return id(bytes) === oid || bytes.includes("\r\n") && id(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1")) === oid;
}
function insideOf(top, place) {
	const inside = relative(top, place);
	return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? null : inside;
}
function isFile(place) {
	try {
		return lstatSync(place).isFile();
	} catch {
		return false;
	}
}

export { watchedPaths as n, withTouched as r, commandFiles as t };