import { join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { C as unchangedBehindFilter, a as listTracked, f as sortByPath, n as treeIdOf, t as rowsFromLeaves, y as attributesOf } from "./chunk-trees-D-zNlNbn.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";

// src/workspace/worktree-index.ts
/** An index of the gate's own that holds a work tree's files as git would store them. */
/** The same private git directory over another index. On a file system without permissions git keeps the modes it knows. */
function withIndex(own, index, { settings }) {
	const env = { GIT_INDEX_FILE: index };
	const modes = settings.fileMode ? [] : ["-c", "core.fileMode=false"];
	const tryRun = (args, input, more) => own.tryRun([...modes, ...args], input, {
		...env,
		...more
	});
	const run = async (args, input) => {
		const result = await tryRun(args, input);
		if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git ${args[0] ?? ""} exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
		return result.stdout;
	};
	return {
		...own,
		run,
		tryRun
	};
}
/** Fills the index with entries, without stat data: git then reads every file again. */
async function seedIndex(own, entries) {
	await own.run([
		"update-index",
		"-z",
		"--index-info"
	], records(entries.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}`)));
}
/**
* Takes the work tree's files into the index at hand: the tracked ones as they are now, and `more`.
* `real` is over the repository's own index. A filtered path that is unchanged keeps its blob; no filter runs.
*/
async function takeWorkTree({ top, gitDir }, own, real, tracked, more) {
	const leftOut = new Set(tracked.filter(({ path, skipWorktree }) => skipWorktree && entryAt(top, path) === null).map(({ path }) => path));
	const files = tracked.filter(({ path, mode }) => mode !== "160000" && !leftOut.has(path));
	const attributes = await attributesOf(real, files.map(({ path }) => path), []);
	const filtered = files.filter(({ path, unmerged }) => attributes.get(path)?.filter === true && !unmerged && entryAt(top, path)?.isFile() === true);
	for (const path of await unchangedBehindFilter(real, top, join(gitDir, "index"), filtered)) leftOut.add(path);
	const links = tracked.filter(({ path, mode }) => mode === "160000" && isFolder(top, path)).map(({ path }) => path);
	await add(top, own, ["--remove", "--info-only"], [
		...files.map(({ path }) => path).filter((path) => !leftOut.has(path)),
		...links,
		...more
	]);
	await storeMissing(top, own, tracked, new Set(more));
}
/**
* Writes the blobs that neither store has. Writing the others as well would renew the times of those that the user's
* store holds. The index gets its first entries back for it: the line ends that git keeps depend on them.
*/
async function storeMissing(top, own, tracked, more) {
	const before = new Map(tracked.filter(({ unmerged }) => !unmerged).map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
	const changed = [...await listIndex(own)].filter(([path, entry]) => !entry.startsWith("160000 ") && (more.has(path) || before.get(path) !== entry));
	if (changed.length === 0) return;
	const ids = changed.map(([, entry]) => entry.slice(entry.indexOf(" ") + 1));
	const answers = (await own.run(["cat-file", "--batch-check=%(objecttype)"], Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1"))).toString("latin1").split("\n");
	const missing = changed.filter((_, row) => answers[row] !== "blob");
	if (missing.length === 0) return;
	const none = "0".repeat(ids[0]?.length ?? 40);
	await own.run([
		"update-index",
		"-z",
		"--index-info"
	], records(missing.map(([path]) => `${before.get(path)?.replace(/$/, " 0") ?? `0 ${none}`}\t${path}`)));
	await add(top, own, [], missing.map(([path]) => path));
}
async function add(top, own, options, paths) {
	const result = await own.tryRun([
		"update-index",
		"-z",
		"--add",
		"--replace",
		...options,
		"--stdin"
	], records(paths));
	if (result.code === 0 && !/^(error|fatal): /m.test(result.stderr)) return;
	throw new GateError("GG-WORKTREE-UNREADABLE", `git cannot take in every file of "${top}": ${result.stderr.slice(0, 500)}`, "Give the user that runs this read permission on every file of the work tree.");
}
/** Path → `<mode> <id>` of every entry of an index without conflicts. */
async function listIndex(own) {
	return new Map((await listTracked(own)).map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
}
/** The id of the tree that an index stands for; no tree object is written for it. */
function treeOf(entries, algorithm) {
	const leaves = [...entries].map(([path, entry]) => ({
		path,
		mode: entry.slice(0, 6),
		oid: Buffer.from(entry.slice(7), "hex")
	}));
	return treeIdOf(rowsFromLeaves(sortByPath(leaves), algorithm), algorithm);
}
/** Paths in which two indexes differ, sorted by bytes. */
function differing(left, right) {
	return [...[...left.keys()].filter((path) => right.get(path) !== left.get(path)), ...[...right.keys()].filter((path) => !left.has(path))].sort(comparePaths);
}
async function writeTree(own) {
	return (await own.run(["write-tree", "--missing-ok"])).toString("latin1").trim();
}
/** Records for git's `-z` inputs. */
function records(lines) {
	return encodePath(lines.map((line) => `${line}\0`).join(""));
}

export { takeWorkTree as a, writeTree as c, seedIndex as i, listIndex as n, treeOf as o, records as r, withIndex as s, differing as t };