import { r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { i as trustsByFile, n as gitOrThrow, r as requireGit, t as git } from "./chunk-git-D-kZjfTp.js";
import { accessSync, constants, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

// src/workspace/repository.ts
/** Where the workspace lies: its work tree, its git directories, its HEAD, and the other checkouts inside it. */
/**
* Finds the repository around a folder.
* Throws {@link UsageError} where there is no work tree (no repository, bare, inside `.git`), {@link GateError} where
* git is missing, too old, or does not answer.
*/
async function findRepository(folder) {
	const start = existingFolder(folder);
	const trusted = trustsByFile();
	const [, settingsThen, asked] = await Promise.all([
		requireGit(start),
		readSettings({ cwd: start }),
		git([
			"rev-parse",
			"--show-object-format",
			"--is-bare-repository",
			"--is-inside-work-tree",
			"--path-format=absolute",
			"--git-dir",
			"--git-common-dir",
			"--show-toplevel",
			"HEAD^{commit}"
		], { cwd: start })
	]);
	const settings = trustsByFile() === trusted ? settingsThen : await readSettings({ cwd: start });
	const lines = asked.stdout.toString("utf8").replace(/\n$/, "").split("\n");
	const [format, bare, inside] = lines;
	if (inside === void 0) throw noRepository(folder, asked.stderr);
	if (bare === "true") throw new UsageError("GG-WORKSPACE-BARE", `"${folder}" is a bare repository: it has no work tree to judge`, "Run in a checkout: git worktree add ../work HEAD");
	if (inside !== "true") throw new UsageError("GG-WORKSPACE-NOT-A-WORK-TREE", `"${folder}" lies inside a git directory, not in a work tree`, "Pass the top of the checkout with --workspace.");
	const places = lines.length === 7 ? {
		gitDir: lines[3] ?? "",
		commonDir: lines[4] ?? "",
		top: lines[5] ?? "",
		head: commitId(lines[6] ?? "")
	} : await askOneByOne(start);
	return {
		top: realpathSync(places.top),
		gitDir: realpathSync(places.gitDir),
		commonDir: realpathSync(places.commonDir),
		objectFormat: format === "sha256" ? "sha256" : "sha1",
		head: places.head,
		settings
	};
}
/** For a repository whose path holds a newline: there lines of an answer cannot be counted. */
async function askOneByOne(start) {
	const [gitDir, commonDir, top, head] = await Promise.all([
		askPath("--git-dir", start),
		askPath("--git-common-dir", start),
		askPath("--show-toplevel", start),
		readHead(start)
	]);
	return {
		gitDir,
		commonDir,
		top,
		head
	};
}
function commitId(text) {
	return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}
/** Commit id of HEAD in the work tree at `folder`, null where the branch is unborn. */
async function readHead(folder) {
	const result = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"HEAD^{commit}"
	], { cwd: folder });
	const id = result.stdout.toString("utf8").trim();
	return result.code === 0 && id !== "" ? id : null;
}
/** Parents of a commit, read from the commit itself: in a shallow clone history ends, the raw commit does not (ST5). */
async function commitParents(folder, commit) {
	const raw = (await gitOrThrow([
		"cat-file",
		"commit",
		commit
	], { cwd: folder })).toString("latin1");
	return [...raw.slice(0, raw.indexOf("\n\n")).matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "");
}
/** Commit id of HEAD in a git directory, whatever lies around it; null where the branch is unborn or git cannot read it. */
async function headOf(gitDir) {
	const result = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"HEAD^{commit}"
	], {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	});
	const id = result.stdout.toString("utf8").trim();
	return result.code === 0 && id !== "" ? id : null;
}
/** The repository with this work tree and git directory, whatever lies around it, with the tree of its HEAD. */
async function repositoryIn(top, { gitDir, commonDir }) {
	const call = {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	};
	const [settings, asked] = await Promise.all([readSettings(call), git([
		"rev-parse",
		"--show-object-format",
		"HEAD^{commit}",
		"HEAD^{tree}"
	], call)]);
	const [format, head = "", headTree = ""] = asked.stdout.toString("latin1").split("\n");
	return {
		top,
		gitDir,
		commonDir,
		objectFormat: format === "sha256" ? "sha256" : "sha1",
		head: commitId(head),
		headTree: commitId(headTree),
		settings
	};
}
/** The object format of the repository at a git directory; `head` is its HEAD where that is known. */
async function objectFormatOf(gitDir, head) {
	if (head !== null) return head.length === 64 ? "sha256" : "sha1";
	return (await git(["rev-parse", "--show-object-format"], {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	})).stdout.toString("utf8").trim() === "sha256" ? "sha256" : "sha1";
}
/** The names that `git rev-parse --local-env-vars` prints: what a command must not inherit (ST3). */
async function localEnvironmentNames(folder) {
	return (await gitOrThrow(["rev-parse", "--local-env-vars"], { cwd: folder })).toString("utf8").split("\n").filter((name) => name !== "");
}
/**
* The other work trees of this repository that lie inside this one, relative to its top (ST4).
* Read from the shared git directory, so it costs no process.
*/
function linkedWorktreesInside(repository) {
	const found = [];
	const registry = join(repository.commonDir, "worktrees");
	for (const name of listFolder(registry)) {
		const pointer = readText(join(registry, name, "gitdir"))?.trim();
		if (pointer === void 0 || pointer === "") continue;
		const place = realOrNull(dirname(isAbsolute(pointer) ? pointer : resolve(registry, name, pointer)));
		if (place === null) continue;
		const inside = relative(repository.top, place);
		if (inside !== "" && !inside.startsWith("..") && !isAbsolute(inside)) found.push(inside.split(sep).join("/"));
	}
	return found.sort();
}
/**
* The git directory that a folder's `.git` entry names; null where it has none, or where it leads to no repository.
* What counts as one follows git (`is_git_directory`): HEAD, objects, refs.
*/
function gitDirectoryOf(folder) {
	const entry = join(folder, ".git");
	const pointer = readText(entry);
	const target = pointer === void 0 ? entry : /^gitdir: (.+)$/m.exec(pointer)?.[1]?.trimEnd();
	if (target === void 0) return null;
	const gitDir = realOrNull(resolve(folder, target));
	if (gitDir === null) return null;
	const shared = readText(join(gitDir, "commondir"))?.trim();
	const commonDir = shared === void 0 ? gitDir : realOrNull(resolve(gitDir, shared));
	if (commonDir === null || entryAt(gitDir, "HEAD") === null || !isFolder(commonDir, "objects") || !isFolder(commonDir, "refs")) return null;
	return {
		gitDir,
		commonDir
	};
}
async function askPath(option, cwd) {
	return (await gitOrThrow([
		"rev-parse",
		"--path-format=absolute",
		option
	], { cwd })).toString("utf8").replace(/\n$/, "");
}
async function readSettings(call) {
	const result = await git([
		"config",
		"--null",
		"--get-regexp",
		"^core\\.(autocrlf|eol|filemode|symlinks|sparsecheckout|attributesfile)$"
	], call);
	const values = /* @__PURE__ */ new Map();
	for (const record of result.stdout.toString("utf8").split("\0")) {
		const at = record.indexOf("\n");
		if (record !== "") values.set(at < 0 ? record : record.slice(0, at), at < 0 ? "true" : record.slice(at + 1));
	}
	const isTrue = (name, otherwise) => {
		const value = values.get(name)?.toLowerCase();
		return value === void 0 ? otherwise : [
			"true",
			"yes",
			"on",
			"1"
		].includes(value);
	};
	return {
		autocrlf: values.get("core.autocrlf")?.toLowerCase() ?? "false",
		eol: values.get("core.eol")?.toLowerCase() ?? "native",
		fileMode: isTrue("core.filemode", true),
		symlinks: isTrue("core.symlinks", true),
		sparseCheckout: isTrue("core.sparsecheckout", false),
		attributesFile: values.get("core.attributesfile") ?? null
	};
}
function existingFolder(folder) {
	try {
		const real = realpathSync(folder);
		if (statSync(real).isDirectory()) {
			accessSync(real, constants.R_OK | constants.X_OK);
			return real;
		}
	} catch (error) {
		const reason = error.code ?? String(error);
		throw new UsageError("GG-WORKSPACE-UNREADABLE", `The workspace "${folder}" cannot be opened (${reason})`, "Pass an existing folder with --workspace.");
	}
	throw new UsageError("GG-WORKSPACE-NOT-A-FOLDER", `The workspace "${folder}" is not a folder`, "Pass the top of a checkout with --workspace.");
}
function noRepository(folder, words) {
	if (/not a git repository/i.test(words)) return new UsageError("GG-WORKSPACE-NO-REPOSITORY", `"${folder}" is not inside a git repository`, "Run in a checkout, or pass one with --workspace DIR.");
	return new GateError("GG-GIT-FAILED", `git cannot read the repository at "${folder}": ${words.slice(0, 500)}`);
}
function listFolder(folder) {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
function readText(file) {
	try {
		return decodePath(readFileSync(nativePath(file, "")));
	} catch {
		return;
	}
}
function realOrNull(path) {
	try {
		return decodePath(realpathSync.native(nativePath(path, ""), { encoding: "buffer" }));
	} catch {
		return null;
	}
}

// src/workspace/environment-folder.ts
/** The one definition of an environment folder: installed third-party code, never the project's own (PR1). */
/** Folders that are environments by their name alone. */
const ENVIRONMENT_FOLDER_NAMES = /* @__PURE__ */ new Set([
	"node_modules",
	".tox",
	".nox",
	"site-packages"
]);
/** The file that marks a Python virtual environment (PEP 405). */
const VIRTUAL_ENVIRONMENT_MARK = "pyvenv.cfg";
/**
* A test for "this path lies in an environment folder", for a list of paths that names every `pyvenv.cfg` among them.
*/
function environmentFolderTest(paths) {
	const marked = /* @__PURE__ */ new Set();
	for (const path of paths) if (path.endsWith(`/${"pyvenv.cfg"}`)) marked.add(path.slice(0, -11));
	return (path) => {
		for (let at = path.indexOf("/"), from = 0; at >= 0; from = at + 1, at = path.indexOf("/", from)) if (ENVIRONMENT_FOLDER_NAMES.has(path.slice(from, at)) || marked.has(path.slice(0, at))) return true;
		return false;
	};
}

export { findRepository as a, linkedWorktreesInside as c, readHead as d, repositoryIn as f, commitParents as i, localEnvironmentNames as l, VIRTUAL_ENVIRONMENT_MARK as n, gitDirectoryOf as o, environmentFolderTest as r, headOf as s, ENVIRONMENT_FOLDER_NAMES as t, objectFormatOf as u };