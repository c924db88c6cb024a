import { readdirSync } from "node:fs";
import { i as nativeEntry, n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-B6idSfp2.js";

// src/prepare/bytecode-walk.ts
/** The walk that finds every bytecode file and cache folder of a workspace which no repository tracks. */
const REPLACEMENT_CHARACTER = "�";
const CACHE_FOLDER = "__pycache__";
/**
* Finds what the purge takes below `top` (absolute): every `__pycache__` with all it holds, every `*.pyc` and `*.pyo`,
* submodules and nested repositories included. Left out are tracked files, `.git`, environment folders and `skip`.
* Follows no symbolic link; never throws for what lies in the tree: that is listed in `failed`.
*/
async function sweepBytecode(top, options) {
	const skip = new Set(options.skip ?? []);
	const main = {
		root: "",
		outer: void 0,
		candidates: [],
		markers: []
	};
	const findings = {
		cacheFolders: [],
		protectedFolders: /* @__PURE__ */ new Set(),
		failed: [],
		repositories: [main],
		deferred: /* @__PURE__ */ new Map(),
		disarmed: /* @__PURE__ */ new Set()
	};
	const candidates = [];
	let tracked = 0;
	let pending = [{
		path: "",
		repository: main,
		inCache: false
	}];
	while (pending.length > 0) {
		walk(top, pending, skip, findings);
		pending = [];
		for (const repository of findings.repositories) {
			const asked = repository.candidates.splice(0);
			const markers = repository.markers.splice(0);
			if (asked.length + markers.length === 0) continue;
			const known = await trackedPaths(top, repository, [...asked.map((one) => one.path), ...markers], options.isTracked);
			if ("unanswered" in known) {
				findings.failed.push({
					path: repository.root,
					doing: "ask-git",
					errno: known.unanswered
				});
				for (const { path } of asked) protect(path, findings);
				continue;
			}
			for (const candidate of asked) if (!known.has(candidate.path)) candidates.push(candidate);
			else {
				tracked += 1;
				protect(candidate.path, findings);
			}
			for (const marker of markers) {
				const folder = findings.deferred.get(marker);
				if (folder === void 0) continue;
				if (known.has(marker)) {
					findings.disarmed.add(marker);
					pending.push(folder);
				} else if (folder.inCache) protect(marker, findings);
			}
		}
	}
	const { cacheFolders, protectedFolders, failed } = findings;
	return {
		candidates,
		cacheFolders,
		protectedFolders,
		tracked,
		failed
	};
}
function walk(top, folders, skip, findings) {
	const stack = [...folders];
	for (let folder = stack.pop(); folder !== void 0; folder = stack.pop()) {
		let entries;
		try {
			entries = listFolder(nativeEntry(top, folder.path));
		} catch (error) {
			const errno = errnoOf(error);
			if (errno !== "ENOENT" || folder.path === "") findings.failed.push({
				path: folder.path,
				doing: "list-folder",
				errno
			});
			if (folder.inCache) protect(`${folder.path}/`, findings);
			continue;
		}
		const repository = repositoryOf(folder, entries, findings);
		if (isGuardedEnvironment({
			...folder,
			repository
		}, entries, findings)) continue;
		const prefix = folder.path === "" ? "" : `${folder.path}/`;
		for (const entry of entries) {
			const { name } = entry;
			if (entry.isDirectory()) {
				const path = prefix + name;
				if (name === ".git" || ENVIRONMENT_FOLDER_NAMES.has(name) || skip.has(path)) {
					if (folder.inCache) protect(path, findings);
					continue;
				}
				const inCache = folder.inCache || name === CACHE_FOLDER;
				if (inCache) findings.cacheFolders.push(path);
				stack.push({
					path,
					repository,
					inCache
				});
			} else if (name === ".git") {
				if (folder.inCache) protect(prefix + name, findings);
			} else if (folder.inCache || name.endsWith(".pyc") || name.endsWith(".pyo") || name === CACHE_FOLDER) repository.candidates.push({
				path: prefix + name,
				link: entry.isSymbolicLink()
			});
		}
	}
}
/** The folder's repository: a new one where the folder holds a `.git`, whatever that is. */
function repositoryOf(folder, entries, findings) {
	if (folder.path === "" || folder.path === folder.repository.root) return folder.repository;
	if (!entries.some((entry) => entry.name === ".git")) return folder.repository;
	const nested = {
		root: folder.path,
		outer: folder.repository,
		candidates: [],
		markers: []
	};
	findings.repositories.push(nested);
	return nested;
}
/** Whether the folder bears an environment's marker that may count; the top level itself never does. */
function isGuardedEnvironment(folder, entries, findings) {
	if (folder.path === "" || !entries.some((entry) => entry.name === "pyvenv.cfg")) return false;
	const marker = `${folder.path}/${VIRTUAL_ENVIRONMENT_MARK}`;
	if (findings.disarmed.has(marker)) return false;
	findings.deferred.set(marker, folder);
	folder.repository.markers.push(marker);
	return true;
}
/** Marks every cache folder around `path` as one that stays. */
function protect(path, findings) {
	for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
		const folder = path.slice(0, at);
		if (findings.protectedFolders.has(folder)) return;
		findings.protectedFolders.add(folder);
	}
}
async function trackedPaths(top, repository, paths, isTracked) {
	const prefix = repository.root === "" ? "" : `${repository.root}/`;
	try {
		const known = await isTracked(repository.root === "" ? top : `${top}/${repository.root}`, paths.map((path) => path.slice(prefix.length)));
		return new Set([...known].map((path) => prefix + path));
	} catch (error) {
		if (repository.outer !== void 0) return trackedPaths(top, repository.outer, paths, isTracked);
		return { unanswered: errnoOf(error) };
	}
}
/** The entries of a folder with names in the string form of `path.ts`; throws what `readdir` throws. */
function listFolder(folder) {
	const entries = readdirSync(folder, { withFileTypes: true });
	if (!entries.some((entry) => entry.name.includes(REPLACEMENT_CHARACTER))) return entries;
	return readdirSync(folder, {
		withFileTypes: true,
		encoding: "buffer"
	}).map((entry) => Object.assign(Object.create(entry), { name: decodePath(entry.name) }));
}
/** The errno name of what a file system call threw, else its message. */
function errnoOf(error) {
	if (typeof error !== "object" || error === null) return String(error);
	if ("code" in error && typeof error.code === "string") return error.code;
	return "message" in error ? String(error.message) : "unknown error";
}

export { sweepBytecode as n, errnoOf as t };