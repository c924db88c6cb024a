import { copyFileSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";

// src/workspace/sparse-index.ts
/**
* Lists a sparse index in full. git itself would do so by writing tree objects, and so renew the times of those that
* the user's object store holds (ST3); here the folders that such an index keeps as trees are only read.
*/
/** Mode of a folder among index entries (gitformat-index(5), "sparse directory entries"). */
const FOLDER = "040000";
/** Without these git expands a sparse index as soon as it reads one. */
const KEEP_SPARSE = [
	"-c",
	"core.sparseCheckout=true",
	"-c",
	"core.sparseCheckoutCone=true",
	"-c",
	"index.sparse=true",
	"-c",
	"sparse.expectFilesOutsideOfPatterns=true"
];
/** The same git directory with a full index of its own where the one at `gitDir` is sparse, else as it is. */
async function withFullIndex(git, gitDir) {
	if (!mayBeSparse(nativePath(gitDir, "index"))) return git;
	const patterns = nativePath(gitDir, "info/sparse-checkout");
	if (existsSync(patterns)) copyFileSync(patterns, join(git.dir, "info", "sparse-checkout"));
	const entries = parse(decodePath(await git.run([
		...KEEP_SPARSE,
		"ls-files",
		"--sparse",
		"-s",
		"-t",
		"-z"
	])));
	const folders = entries.filter(({ mode }) => mode === FOLDER);
	if (folders.length === 0) return git;
	const full = [...entries.filter(({ mode }) => mode !== FOLDER), ...await filesOf(git, folders)];
	const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, "full-")), "index") };
	const run = async (args, input, more) => {
		const result = await git.tryRun(args, input, {
			...env,
			...more
		});
		if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git ${args[0] ?? ""} exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
		return result.stdout;
	};
	await run([
		"update-index",
		"-z",
		"--index-info"
	], encodePath(full.map(({ mode, oid, stage, path }) => `${mode} ${oid} ${stage}\t${path}\0`).join("")));
	await run([
		"update-index",
		"-z",
		"--skip-worktree",
		"--stdin"
	], encodePath(full.flatMap(({ skipped, path }) => skipped ? [`${path}\0`] : []).join("")));
	return {
		...git,
		run,
		tryRun: (args, input, more) => git.tryRun(args, input, {
			...env,
			...more
		})
	};
}
/** Whether the extension is there that marks a sparse index; a path with these letters is no harm. */
function mayBeSparse(index) {
	return existsSync(index) && readFileSync(index).includes("sdir");
}
/** Parses `ls-files -s -t -z`: `<tag> <mode> <oid> <stage>\t<path>\0`. */
function parse(text) {
	return (text === "" ? [] : text.slice(0, -1).split("\0")).map((record) => {
		const tab = record.indexOf("	");
		const [tag = "", mode = "", oid = "", stage = ""] = record.slice(0, tab).split(" ");
		return {
			path: record.slice(tab + 1),
			mode,
			oid,
			stage,
			skipped: tag === "S"
		};
	});
}
/** Every file below folders that are given by the id of their tree. */
async function filesOf(git, folders) {
	const empty = (await git.run([
		"hash-object",
		"-t",
		"tree",
		"--stdin"
	], Buffer.alloc(0))).toString("latin1").trim();
	const pairs = Buffer.from(folders.map(({ oid }) => `${empty} ${oid}\n`).join(""), "latin1");
	const compared = await git.tryRun([
		"diff-tree",
		"--stdin",
		"-r",
		"-z",
		"--raw",
		"--no-renames",
		"--no-abbrev"
	], pairs, { GIT_INDEX_FILE: join(git.dir, "no-index") });
	if (compared.code !== 0) throw new GateError("GG-GIT-FAILED", `git cannot list the folders of a sparse index: ${compared.stderr.slice(0, 2e3)}`);
	const text = decodePath(compared.stdout);
	const files = [];
	let folder = -1;
	for (let at = 0; at < text.length;) {
		if (text[at] !== ":") {
			folder += 1;
			at = text.indexOf("\n", at) + 1;
			continue;
		}
		const middle = text.indexOf("\0", at);
		const end = text.indexOf("\0", middle + 1);
		const [, mode = "", , oid = ""] = text.slice(at + 1, middle).split(" ");
		files.push({
			path: `${folders[folder]?.path ?? ""}${text.slice(middle + 1, end)}`,
			mode,
			oid,
			stage: "0",
			skipped: true
		});
		at = end + 1;
	}
	return files;
}

export { withFullIndex as n, mayBeSparse as t };