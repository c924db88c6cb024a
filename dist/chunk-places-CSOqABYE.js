import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { a as nativePath, n as decodePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { a as VIRTUAL_ENVIRONMENT_MARK, i as ENVIRONMENT_FOLDER_NAMES } from "./chunk-git-COY8vLcu.js";

// src/evidence/places.ts
/** Where evidence may lie: the roots that are allowed, and the parts of the workspace that are never searched (EV1). */
/** The folder of the gate's own state inside `RUNNER_TEMP` and inside a git directory. */
const STATE_FOLDER = "generation-gate";
/** Absolute path, string form of `path.ts`, of an evidence path. */
function placeOf(top, path) {
	return isAbsolute(path) ? path : join(top, path);
}
/** Real path, every link resolved; null where the path leads nowhere. */
function realPathOf(path) {
	try {
		return decodePath(realpathSync.native(encodePath(path), { encoding: "buffer" }));
	} catch {
		return null;
	}
}
/** `path` relative to `folder`, `''` for the folder itself, null where it lies elsewhere. Both absolute and normal. */
function below(folder, path) {
	if (path === folder) return "";
	const prefix = folder.endsWith("/") ? folder : `${folder}/`;
	return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
/** Tells whether a path lies in the part of a workspace that is searched, and remembers what it looked at. */
var SearchedPart = class {
	#places;
	#runnerTemp;
	#contentMarks;
	#environments = /* @__PURE__ */ new Map();
	/** `contentMarks`: the `pyvenv.cfg` files that are tracked or named by the patch; they exempt no folder. */
	constructor(places, contentMarks = /* @__PURE__ */ new Set()) {
		this.#places = places;
		this.#contentMarks = contentMarks;
		this.#runnerTemp = places.runnerTemp === void 0 || places.runnerTemp === null || places.runnerTemp === "" ? null : realPathOf(places.runnerTemp);
	}
	/** Real path of `RUNNER_TEMP`, null where it is not set or not there. */
	get runnerTemp() {
		return this.#runnerTemp;
	}
	/** Whether a path relative to the workspace lies in no `.git`, environment folder or other checkout. */
	isSearched(path) {
		for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) if (this.isSkippedFolder(path.slice(0, at))) return false;
		return true;
	}
	/** Whether a folder, relative to the workspace, is one that is not entered; its parents are not looked at. */
	isSkippedFolder(path) {
		const name = path.slice(path.lastIndexOf("/") + 1);
		if (name === ".git" || ENVIRONMENT_FOLDER_NAMES.has(name) || this.#places.otherWorktrees.includes(path)) return true;
		let marked = this.#environments.get(path);
		if (marked === void 0) {
			const mark = `${path}/${VIRTUAL_ENVIRONMENT_MARK}`;
			marked = !this.#contentMarks.has(mark) && isThere(nativePath(this.#places.top, mark));
			this.#environments.set(path, marked);
		}
		return marked;
	}
	/** Whether a real path lies in the searched part of the workspace, or in `RUNNER_TEMP` outside of the gate's state. */
	holds(realPath) {
		if (this.#runnerTemp !== null && below(join(this.#runnerTemp, STATE_FOLDER), realPath) !== null) return false;
		const inTop = below(this.#places.top, realPath);
		if (inTop !== null) return inTop !== "" && this.isSearched(inTop);
		return this.#runnerTemp !== null && (below(this.#runnerTemp, realPath) ?? "") !== "";
	}
};
/** A folder that cannot be entered shows no mark: it is walked, and named where that fails. */
function isThere(path) {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== void 0;
	} catch {
		return false;
	}
}

export { realPathOf as i, below as n, placeOf as r, SearchedPart as t };