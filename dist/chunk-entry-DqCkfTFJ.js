import { lstatSync } from "node:fs";
import { a as nativePath } from "./chunk-path-C-SIO5nl.js";

// src/workspace/entry.ts
/** What lies at a path of a work tree, where nothing is an answer too. */
/**
* The stat data of what lies at `path` below `root`, links not followed; null where nothing does.
* Nothing lies below a file either: `throwIfNoEntry` alone would throw ENOTDIR there. Throws on every other error.
*/
function entryAt(root, path) {
	try {
		return lstatSync(nativePath(root, path), { throwIfNoEntry: false }) ?? null;
	} catch (error) {
		if (error.code === "ENOTDIR") return null;
		throw error;
	}
}
/** True where `path` below `root` is a real folder, not a link to one. */
function isFolder(root, path) {
	return entryAt(root, path)?.isDirectory() === true;
}

export { isFolder as n, entryAt as t };