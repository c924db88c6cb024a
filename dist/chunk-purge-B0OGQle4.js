import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { a as nativePath, i as nativeEntry, n as decodePath, o as showPath } from "./chunk-path-C-SIO5nl.js";
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { n as sweepBytecode, t as errnoOf } from "./chunk-bytecode-walk-PX5WcC8B.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { join } from "node:path";
import { n as gitOrThrow } from "./chunk-git-D-kZjfTp.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { o as gitDirectoryOf, u as objectFormatOf } from "./chunk-environment-folder-B6idSfp2.js";
import { n as withFullIndex, t as mayBeSparse } from "./chunk-sparse-index-CZ-nwDEe.js";

// src/workspace/tracked.ts
/** Which paths git tracks. */
/** Up to so many candidates are named to git: its answer is then as short as the question, however large the index is. */
const NAMED_AT_MOST = 50;
/** Those of `candidates`, relative to a repository's top, that its index holds. */
async function trackedAmong(top, candidates) {
	if (candidates.length === 0) return /* @__PURE__ */ new Set();
	const tracked = await trackedPaths(top, candidates.length <= NAMED_AT_MOST && candidates.every((path) => path !== "" && typeof nativePath("", path) === "string") ? candidates.map((path) => `:(literal)${path}`) : []);
	return new Set(candidates.filter((path) => tracked.has(path)));
}
/** The paths that the index of the repository at `top` holds; with a pathspec, those that it names. */
async function trackedPaths(top, pathspec = []) {
	const args = [
		"ls-files",
		"-z",
		"--cached",
		"--",
		...pathspec
	];
	const directory = gitDirectoryOf(top);
	const listed = directory === null || isPlainIndex(directory.gitDir) ? await gitOrThrow(args, { cwd: top }) : await listedPrivately(top, directory, args);
	const text = decodePath(listed);
	return new Set(text === "" ? [] : text.slice(0, -1).split("\0"));
}
/** Listing needs no settings: nothing of the work tree is read. */
const NO_SETTINGS = {
	autocrlf: "false",
	eol: "native",
	fileMode: true,
	symlinks: true,
	sparseCheckout: false,
	attributesFile: null
};
/** git renews times of files in the user's repository when it reads a split index, or expands a sparse one (ST3). */
function isPlainIndex(gitDir) {
	return !readdirSync(nativePath(gitDir, "")).some((name) => name.startsWith("sharedindex.")) && !mayBeSparse(nativePath(gitDir, "index"));
}
async function listedPrivately(top, directory, args) {
	const own = openPrivateGit({
		workTree: top,
		objectFormat: await objectFormatOf(directory.gitDir, null),
		settings: NO_SETTINGS,
		objects: directory,
		index: join(directory.gitDir, "index")
	});
	try {
		return await (await withFullIndex(own, directory.gitDir)).run(args);
	} finally {
		own.remove();
	}
}

// src/prepare/purge.ts
/** Removes the bytecode that could certify code which is no longer there (PR1). */
/** Entries that a purge report lists at most; what is beyond is counted. */
const PURGE_LIST_LIMIT = 200;
/**
* Removes every `__pycache__`, `*.pyc` and `*.pyo` below `top` (absolute) that no repository tracks and no environment
* folder holds. Symbolic links are removed, never followed. What cannot be read or removed is in the report's `failed`;
* the tree never makes it throw.
*/
async function purge(top, options) {
	const sweep = await sweepBytecode(top, options);
	const failed = [...sweep.failed];
	const dryRun = options.dryRun ?? false;
	const remove = dryRun ? wouldRemove : removeEntry;
	const gone = [];
	let [files, links] = [0, 0];
	for (const { path, link } of sweep.candidates) {
		if (!remove(top, path, unlinkSync, failed)) continue;
		gone.push(path);
		if (link) links += 1;
		else files += 1;
	}
	const goneFolders = removeFolders(top, sweep, remove, failed);
	const entries = [...outermost(goneFolders), ...gone.filter((path) => !isInside(path, goneFolders))];
	return {
		dryRun,
		removed: {
			files,
			folders: goneFolders.size,
			links
		},
		listed: entries.slice(0, 200),
		unlisted: Math.max(0, entries.length - 200),
		tracked: sweep.tracked,
		failed
	};
}
/** Lists the `*.pyc` files below `top` that {@link purge} would remove, links in a cache's place included. */
async function findBytecode(top, options) {
	const sweep = await sweepBytecode(top, options);
	const failed = [...sweep.failed];
	const files = [];
	for (const { path, link } of sweep.candidates) {
		if (!path.endsWith(".pyc") && !(link && path.endsWith("__pycache__"))) continue;
		try {
			const { mtimeMs, ctimeMs } = lstatSync(nativeEntry(top, path));
			files.push({
				path,
				link,
				mtimeMs,
				ctimeMs
			});
		} catch (error) {
			if (errnoOf(error) !== "ENOENT") failed.push({
				path,
				doing: "stat",
				errno: errnoOf(error)
			});
		}
	}
	return {
		files,
		failed
	};
}
/** Whether this call removed the entry. One that is gone already is no failure. */
function removeEntry(top, path, call, failed) {
	try {
		call(nativeEntry(top, path));
		return true;
	} catch (error) {
		const errno = errnoOf(error);
		if (errno !== "ENOENT") failed.push({
			path,
			doing: "remove",
			errno
		});
		return false;
	}
}
function wouldRemove() {
	return true;
}
/** Removes the emptied cache folders, innermost first, and answers which went. */
function removeFolders(top, sweep, remove, failed) {
	const gone = /* @__PURE__ */ new Set();
	for (const path of sweep.cacheFolders.toReversed()) {
		if (sweep.protectedFolders.has(path)) continue;
		if (remove(top, path, rmdirSync, failed)) gone.add(path);
	}
	return gone;
}
function outermost(folders) {
	return [...folders].filter((path) => !isInside(path, folders)).map((path) => `${path}/`).reverse();
}
function isInside(path, folders) {
	return folders.has(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
}

// src/steps/purge.ts
/** Removes the bytecode of the workspace that could stand for code which is no longer there (PR1). */
function purgeWorkspace(context, dryRun = false) {
	context.progress("removing bytecode");
	return purge(context.repository.top, {
		isTracked: trackedAmong,
		skip: context.otherWorktrees,
		dryRun
	});
}
/** The bytecode that lies in the workspace and that a purge would take. Throws nothing for what cannot be looked at. */
function listBytecode(context) {
	return findBytecode(context.repository.top, {
		isTracked: trackedAmong,
		skip: context.otherWorktrees
	});
}
async function purgeStep(context, dryRun) {
	const report = await purgeWorkspace(context, dryRun);
	const { files, folders, links } = report.removed;
	const verb = dryRun ? "would remove" : "removed";
	const lines = [
		...report.listed.map((path) => `  ${showPath(path)}`),
		...report.unlisted > 0 ? [`  and ${report.unlisted} more`] : [],
		...report.failed.map(({ path, errno }) => `  not removed: ${showPath(path)} (${errno})`),
		`purge: ${verb} ${files} files, ${folders} folders and ${links} links${report.tracked > 0 ? `; ${report.tracked} tracked files stay` : ""}`
	];
	const complete = report.failed.length === 0;
	return {
		exit: complete ? 0 : 1,
		envelope: envelope("purge", complete ? "accepted" : "rejected", {
			purged: report,
			text: lines.join("\n"),
			findings: complete ? [] : [{
				rule: "GG-PURGE-INCOMPLETE",
				answer: "broken",
				paths: report.failed.map(({ path }) => path),
				what: `${report.failed.length} entries could not be removed or looked at, the first is ${showPath(report.failed[0]?.path ?? "")} (${report.failed[0]?.errno ?? ""})`,
				why: "Bytecode that stays can run in place of the source beside it.",
				fix: "Give the gate's user write permission on these folders, or remove them by hand.",
				rejects: true
			}]
		})
	};
}

export { trackedAmong as a, purge as i, purgeStep as n, trackedPaths as o, purgeWorkspace as r, listBytecode as t };