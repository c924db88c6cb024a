import { i as nativePath, n as decodePath, r as encodePath } from "./chunk-path-eSNZ8W03.js";
import { t as entryAt } from "./chunk-entry-Dyk165Dq.js";
import { t as git } from "./chunk-git-D1nFhjjp.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-CUO5WqLA.js";
import { t as configuredFilters } from "./chunk-filters-CaZrU12c.js";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, lstatSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";

// src/workspace/second-directory-filters.ts
/**
* Paths with an external filter in a directory that is filled from a commit. The filter itself never runs: the bytes
* come from the local LFS store or from an equal file of the workspace, else nobody knows them (RP1).
*/
/** Longest LFS pointer, in bytes (git-lfs, docs/spec.md). */
const POINTER_BYTES = 1024;
/** Path → name of its filter, for those of `paths` whose attributes name one. */
async function filteredPaths(repository, paths) {
	if (paths.length === 0) return /* @__PURE__ */ new Map();
	const fields = decodePath(await repository.run([
		"check-attr",
		"-z",
		"--stdin",
		"filter"
	], encodePath(paths.map((path) => `${path}\0`).join("")))).split("\0");
	const found = /* @__PURE__ */ new Map();
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const value = fields[at + 2] ?? "";
		if (![
			"unspecified",
			"unset",
			"set",
			""
		].includes(value)) found.set(fields[at] ?? "", value);
	}
	return found;
}
/** Puts the bytes that the filter would give in the place of those that git stores. Gives the paths where nobody has them. */
async function fillFiltered({ git: own, source, workspace, stamped, rawFiltered }) {
	const listed = decodePath(await own.run([
		"ls-files",
		"-s",
		"-z"
	])).split("\0").flatMap((record) => {
		const entry = /^(\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(record);
		return entry === null || !entry[1]?.startsWith("100") ? [] : [{
			oid: entry[2] ?? "",
			path: entry[3] ?? ""
		}];
	});
	if (!listed.some(({ path }) => /(^|\/)\.gitattributes$/.test(path))) return [];
	const filters = await filteredPaths(own, listed.map(({ path }) => path));
	if (filters.size === 0) return [];
	const configured = await configuredFilters(workspace, ["smudge", "process"]);
	const stampedPaths = new Set(stamped.map(({ path }) => path));
	const unfilled = [];
	for (const { oid, path } of listed) {
		const filter = filters.get(path);
		if (filter === void 0 || !configured.has(filter)) continue;
		const place = nativePath(own.top, path);
		if (lstatSync(place, { throwIfNoEntry: false }) === void 0) continue;
		const pointer = readPointer(place);
		const warm = stampedPaths.has(path) ? nativePath(workspace, path) : null;
		if (pointer === null) {
			if (warm !== null && !rawFiltered.includes(path) && await storedAs(workspace, path) === oid) copyOver(warm, place);
			else unfilled.push({
				path,
				why: `its filter "${filter}" would have to run to give its bytes`
			});
			continue;
		}
		const store = nativePath(join(source.commonDir, "lfs/objects", pointer.sha256.slice(0, 2), pointer.sha256.slice(2, 4)), pointer.sha256);
		if (fits(store, pointer)) copyOver(store, place);
		else if (warm !== null && fits(warm, pointer)) copyOver(warm, place);
		else if (warm !== null && readPointer(warm) !== null) continue;
		else unfilled.push({
			path,
			why: `its bytes (LFS object ${pointer.sha256}) are not in the local store`
		});
	}
	return unfilled;
}
/** Id of the blob that the workspace's index holds for a path. */
async function storedAs(workspace, path) {
	const listed = await git([
		"ls-files",
		"-s",
		"-z",
		"--",
		`:(literal)${path}`
	], { cwd: workspace });
	return /^\d+ ([0-9a-f]+) 0\t/.exec(listed.stdout.toString("latin1"))?.[1] ?? null;
}
function readPointer(file) {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats?.isFile() !== true || stats.size > POINTER_BYTES) return null;
	const text = readFileSync(file, "latin1");
	const sha256 = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
	const size = /^size (\d+)$/m.exec(text)?.[1];
	return text.startsWith("version ") && sha256 !== void 0 && size !== void 0 ? {
		sha256,
		size: Number(size)
	} : null;
}
function fits(file, { sha256, size }) {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	return stats?.isFile() === true && stats.size === size && createHash("sha256").update(readFileSync(file)).digest("hex") === sha256;
}
function copyOver(from, to) {
	const { mode } = lstatSync(to);
	rmSync(to);
	copyFileSync(from, to);
	if ((mode & 64) !== 0) chmodSync(to, mode);
}

// src/workspace/second-directory-environment.ts
/** The environment of a second directory: what leads into the workspace leads to the same place in it (PR6, RP1). */
/**
* The caller's environment for a process of the second directory. Entries that lead into an environment folder of the
* workspace stay where the second directory has none in its place: third-party packages are shared, the project's own
* files never.
*/
function repointedEnvironment(env, places) {
	const repoint = repointer(places, workspaceNames(env, places.workspace));
	const repointed = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0) repointed[name] = repoint(value);
	const checkout = env["GITHUB_WORKSPACE"];
	for (const [name, value] of [
		["PWD", places.cwd],
		["OLDPWD", places.second],
		["INIT_CWD", places.second],
		["GITHUB_WORKSPACE", places.second],
		["RUNNER_WORKSPACE", dirname(places.second)]
	]) if (env[name] !== void 0) repointed[name] = value;
	const inside = checkout === void 0 ? "" : relative(realOr(checkout), places.workspace);
	if (checkout !== void 0 && inside === basename(places.second)) repointed["GITHUB_WORKSPACE"] = dirname(places.second);
	return repointed;
}
/** The names under which the environment may speak of the workspace: its real path, and the path of a link to it. */
function workspaceNames(env, workspace) {
	const named = [
		env["PWD"],
		env["GITHUB_WORKSPACE"],
		env["INIT_CWD"]
	].filter((path) => path !== void 0 && isAbsolute(path) && realOr(path) === workspace);
	return [.../* @__PURE__ */ new Set([workspace, ...named.map((path) => path?.replace(/\/+$/, "") ?? "")])].filter((path) => path.length > 1);
}
function repointer({ workspace, second }, names) {
	const forms = names.map((name) => new RegExp(`(?<![\\w./-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/[^:;,'"\\s]*)?(?=[:;,'"\\s]|$)`, "g"));
	const inEnvironment = environmentTest(workspace);
	return (value) => {
		let repointed = value;
		for (const form of forms) repointed = repointed.replace(form, (whole, below) => {
			const path = (below ?? "").replace(/^\/+/, "");
			if (inEnvironment(path) && entryAt(second, path) === null) return whole;
			return path === "" ? `${second}${below ?? ""}` : join(second, path) + (below?.endsWith("/") === true ? "/" : "");
		});
		return repointed;
	};
}
/** Whether a path of the workspace lies in an environment folder or is one. */
function environmentTest(workspace) {
	return (path) => {
		const parts = path.split("/").filter((part) => part !== "");
		return parts.some((part, at) => ENVIRONMENT_FOLDER_NAMES.has(part) || entryAt(workspace, [...parts.slice(0, at + 1), "pyvenv.cfg"].join("/")) !== null);
	};
}
function realOr(path) {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

export { workspaceNames as n, fillFiltered as r, repointedEnvironment as t };