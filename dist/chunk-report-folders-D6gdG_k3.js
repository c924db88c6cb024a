import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { a as nativePath } from "./chunk-path-C-SIO5nl.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { i as matchFolders, n as evidenceFolders, r as matchEvidence } from "./chunk-globs-CrFKp0S_.js";
import { a as below } from "./chunk-stat-index-BJNiL9Rk.js";

// src/evidence/report-folders.ts
/**
* The folders that reports are written to. git keeps no empty folder, so a clean directory lacks those that the
* workspace has had for long, and some runners do not make them (`node --test` is one).
*/
/** Folders of the workspace in which the names could find a report, as they are at this moment; relative, with their parents. */
async function standingFolders(places, names) {
	return withParents(await matchFolders(places, names));
}
/** Those of {@link standingFolders} that the names say by themselves, or that hold a match. */
async function usedFolders(places, names) {
	const standing = await standingFolders(places, names);
	const named = (await evidenceFolders(places, {
		globs: names.globs,
		logs: []
	})).map((folder) => below(places.top, folder) ?? "");
	const held = await matchEvidence(places, {
		globs: names.globs,
		logs: []
	});
	return [...withParents([...named, ...foldersOf(held)])].filter((folder) => standing.has(folder));
}
/** The folders of the workspace in which these files lie. */
function foldersOf(files) {
	return [...withParents(files.filter(({ path }) => !path.startsWith("/")).map(({ path }) => dirname(path)))];
}
/** Makes the folders below `top` that are not there. Nothing is made through a link, nor where a file lies. */
function makeReportFolders(top, folders) {
	for (const folder of folders.toSorted((left, right) => left.length - right.length)) {
		const parent = dirname(folder);
		if (entryAt(top, folder) === null && (parent === "." || isFolder(top, parent))) mkdirSync(nativePath(top, folder));
	}
}
function withParents(folders) {
	const found = /* @__PURE__ */ new Set();
	for (const folder of folders) for (let at = folder; at !== "" && at !== "." && at !== "/"; at = dirname(at)) found.add(at);
	return found;
}

export { usedFolders as i, makeReportFolders as n, standingFolders as r, foldersOf as t };