import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { i as isOfTheWorkspace } from "./chunk-surroundings-D6WPkBUv.js";
import { a as nativePath, n as decodePath, o as showPath } from "./chunk-path-C-SIO5nl.js";
import { basename, dirname, isAbsolute, normalize, posix, relative, resolve, sep } from "node:path";
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { t as errnoOf } from "./chunk-bytecode-walk-PX5WcC8B.js";
import { createHash, randomBytes } from "node:crypto";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-B6idSfp2.js";
import { S as unknown, a as boolean, b as tuple, c as extend, f as nullable, g as record, h as optional, i as array, m as object, n as _enum, p as number, y as string } from "./chunk-mini-TCpuGoTq.js";
import { fileURLToPath } from "node:url";
import { t as assetPath } from "./chunk-assets-CX2bqGkf.js";
import { spawn } from "node:child_process";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { isUtf8 } from "node:buffer";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { t as CATALOG } from "./chunk-catalog-DTYz_AU_.js";
import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { a as commandFromScriptFile, i as commandFromScript, r as commandFromArguments, s as refuseLossyArguments } from "./chunk-captured-command-CJlk1AYq.js";
import { t as askedOf } from "./chunk-context-Ceeam_5p.js";

// src/steps/command.ts
/** The captured command that the settings name. */
/** Whether the call names a command at all: a stamp alone does not. */
function hasCommand({ command, script, scriptText }) {
	return command !== null || script !== null || scriptText !== null;
}
/** Exactly one of an argument list, a script file and a script's text. Throws a {@link UsageError} otherwise. */
function commandOf({ command, script, scriptText }) {
	const given = [
		command,
		script,
		scriptText
	].filter((form) => form !== null);
	if (given.length === 0) throw new UsageError("GG-COMMAND-MISSING", "No command was given", "Write it after --, for example: generation-gate run -- pytest -q, or name a script: --script ci/test.sh");
	if (given.length > 1) throw new UsageError("GG-COMMAND-TWICE", "A command and a script were given", "Give one of them: -- COMMAND, or --script FILE");
	if (command !== null) {
		refuseLossyArguments(command);
		return commandFromArguments(command);
	}
	return script === null ? commandFromScript(scriptText ?? "", "run") : commandFromScriptFile(script);
}

// src/prepare/bounded-file.ts
/** Reads files that someone else wrote: of bounded size, never through a FIFO, never with a throw. */
/** Metadata of a project or an installation above this many bytes is not read. */
const METADATA_LIMIT_BYTES = 1 << 20;
/** The bytes of the regular file at an absolute path, links followed; larger than `limit` bytes is unreadable. */
function readBounded(path, limit = METADATA_LIMIT_BYTES) {
	let file;
	try {
		file = openSync(nativePath(path, ""), constants.O_RDONLY | constants.O_NONBLOCK);
	} catch (error) {
		const why = errnoOf(error);
		return why === "ENOENT" || why === "ENOTDIR" ? { state: "absent" } : {
			state: "unreadable",
			why
		};
	}
	try {
		const stat = fstatSync(file);
		if (!stat.isFile()) return {
			state: "unreadable",
			why: "no regular file"
		};
		if (stat.size > limit) return {
			state: "unreadable",
			why: `${stat.size} bytes, more than ${limit}`
		};
		const bytes = Buffer.alloc(stat.size);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read) read = readSync(file, bytes, length, bytes.length - length, length);
		return {
			state: "found",
			bytes: bytes.subarray(0, length)
		};
	} catch (error) {
		return {
			state: "unreadable",
			why: errnoOf(error)
		};
	} finally {
		closeSync(file);
	}
}
/** The text of the file at an absolute path, '' where it is absent or unreadable. */
function readTextOrNothing(path, limit = METADATA_LIMIT_BYTES) {
	const read = readBounded(path, limit);
	return read.state === "found" ? read.bytes.toString("utf8") : "";
}
/** The entries of the folder at an absolute path, links followed for their kind; empty where it cannot be listed. */
function entriesOf(folder) {
	let entries;
	try {
		entries = readdirSync(nativePath(folder, ""), {
			withFileTypes: true,
			encoding: "buffer"
		});
	} catch {
		return [];
	}
	return entries.map((entry) => {
		const name = decodePath(entry.name);
		if (entry.isSymbolicLink()) return {
			name,
			kind: kindAt(`${folder}/${name}`),
			link: true
		};
		return {
			name,
			kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
			link: false
		};
	});
}
/** What an absolute path leads to, links followed. */
function kindAt(path) {
	try {
		const stat = statSync(nativePath(path, ""));
		return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
	} catch {
		return "other";
	}
}
/** The real path of an absolute path; the path itself, as far as it exists resolved, where its end is absent. */
function realPath(path) {
	if (path.includes("\0")) return path;
	try {
		return decodePath(realpathSync.native(nativePath(path, ""), "buffer"));
	} catch {
		const cut = path.lastIndexOf("/");
		return cut <= 0 ? path : `${realPath(path.slice(0, cut))}${path.slice(cut)}`;
	}
}
/** Whether a real path is `folder` or lies below it. */
function liesIn(path, folder) {
	return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

// src/prepare/interpreter.ts
/** Runs an interpreter on one of the gate's own scripts, bounded in time and output. */
/** How long a child that outlives the interpreter may hold its pipes, in ms. */
const PIPE_GRACE_MS = 200;
/** Runs the call and answers how it ended; never rejects, and leaves no process of its group behind. */
function askInterpreter(call) {
	return new Promise((resolve) => {
		const collected = {
			stdout: [],
			stderr: []
		};
		let settled = false;
		function settle(ending) {
			if (settled) return;
			settled = true;
			resolve({
				ending,
				stdout: Buffer.concat(collected.stdout),
				stderr: Buffer.concat(collected.stderr)
			});
		}
		let child;
		try {
			child = spawn(call.executable, call.args, {
				cwd: call.cwd,
				env: call.env,
				detached: true,
				stdio: [
					"pipe",
					"pipe",
					"pipe"
				]
			});
		} catch (error) {
			settle({
				kind: "never-started",
				reason: reasonOf(error)
			});
			return;
		}
		function stop(ending) {
			clearTimeout(limit);
			killGroup(child.pid);
			for (const stream of child.stdio) stream?.destroy();
			settle(ending);
		}
		const limit = setTimeout(() => stop({
			kind: "timed-out",
			afterMs: call.timeoutMs
		}), call.timeoutMs);
		for (const name of ["stdout", "stderr"]) {
			let room = call.maxBytes;
			child[name]?.on("data", (chunk) => {
				collected[name].push(chunk.subarray(0, Math.max(0, room)));
				room -= chunk.length;
				if (room < 0) stop({
					kind: "too-much-output",
					maxBytes: call.maxBytes
				});
			});
		}
		child.stdin?.on("error", () => void 0);
		child.stdin?.end(call.input ?? "");
		child.on("error", (error) => stop({
			kind: "never-started",
			reason: reasonOf(error)
		}));
		child.on("exit", (code, signal) => {
			const ending = code === null ? {
				kind: "signalled",
				signal: signal ?? "unknown"
			} : {
				kind: "exited",
				code
			};
			const grace = setTimeout(() => stop(ending), PIPE_GRACE_MS);
			child.on("close", () => {
				clearTimeout(grace);
				stop(ending);
			});
		});
	});
}
/** The ending in words, for a reason. */
function sayEnding(ending) {
	switch (ending.kind) {
		case "exited": return `exited with code ${ending.code}`;
		case "signalled": return `was killed by ${ending.signal}`;
		case "timed-out": return `gave no answer in ${ending.afterMs} ms`;
		case "too-much-output": return `wrote more than ${ending.maxBytes} bytes`;
		case "never-started": return `did not start (${ending.reason})`;
	}
}
function killGroup(pid) {
	if (pid === void 0) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {}
}
function reasonOf(error) {
	return typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
}

// src/run/workdir.ts
/** The folder in which the captured command runs. */
/**
* The folder `workdir` of the workspace `top`, by real path.
*
* @throws UsageError where it is absolute, leads out (by `..` or by a link), is absent or is no folder
*/
function resolveWorkdir(top, workdir) {
	const shown = showPath(workdir);
	if (workdir.includes("\0")) throw refusal(`--workdir ${shown} holds a NUL character`);
	if (isAbsolute(workdir)) throw refusal(`--workdir ${shown} is absolute; it is read relative to the workspace ${showPath(top)}`);
	if (leadsOut(normalize(workdir === "" ? "." : workdir))) throw refusal(`--workdir ${shown} leads out of the workspace ${showPath(top)}`);
	const realTop = realpathSync.native(top);
	let bytes;
	try {
		bytes = realpathSync.native(`${realTop}/${workdir}`, "buffer");
	} catch (cause) {
		const code = cause.code ?? String(cause);
		throw refusal(`--workdir ${shown} cannot be entered below the workspace ${showPath(realTop)}: ${code}`);
	}
	const absolute = decodePath(bytes);
	const inside = relative(realTop, absolute);
	if (leadsOut(inside)) throw refusal(`--workdir ${shown} resolves to ${showPath(absolute)}, outside the workspace ${showPath(realTop)}: a link leads out`);
	if (!statSync(bytes).isDirectory()) throw refusal(`--workdir ${shown} is ${showPath(absolute)}, which is no folder`);
	if (!isUtf8(bytes)) throw refusal(`--workdir ${shown} is ${showPath(absolute)}: no process can be started in a folder whose name is not UTF-8`);
	return {
		absolute,
		relative: inside === "" ? "." : inside
	};
}
function leadsOut(path) {
	return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
}
function refusal(what) {
	return new UsageError("WORKDIR", what, "Name an existing folder of the workspace, for instance --workdir packages/core");
}

// src/prepare/project-metadata.ts
/** What a Python project's own metadata says of its name, its packages and where they lie. Read, never executed. */
/** Metadata files by which a folder is a Python project. */
const METADATA_FILES = [
	"pyproject.toml",
	"setup.cfg",
	"setup.py"
];
/** A distribution name in its normalised form (PEP 503). */
function normaliseName(name) {
	return name.toLowerCase().replace(/[-_.]+/g, "-");
}
/** Reads the metadata of the project at an absolute folder. Never throws: what cannot be read is listed. */
async function readProjectMetadata(project) {
	const draft = {
		distributions: /* @__PURE__ */ new Set(),
		names: /* @__PURE__ */ new Set(),
		roots: /* @__PURE__ */ new Set(),
		unread: []
	};
	let present = false;
	for (const [name, read] of [
		["pyproject.toml", readPyproject],
		["setup.cfg", readSetupCfg],
		["setup.py", readSetupPy]
	]) {
		const file = `${project}/${name}`;
		const found = readBounded(file);
		if (found.state === "absent") continue;
		present = true;
		if (found.state === "unreadable") {
			draft.unread.push({
				file,
				why: found.why
			});
			continue;
		}
		try {
			await read(found.bytes.toString("utf8"), draft);
		} catch (error) {
			draft.unread.push({
				file,
				why: String(error).split("\n")[0] ?? ""
			});
		}
	}
	const { distributions, names, roots, unread } = draft;
	return {
		present,
		distributions: [...distributions],
		names: [...names],
		roots: [...roots],
		unread
	};
}
async function readPyproject(text, draft) {
	const { parse } = await import("./chunk-dist-kbJpmXLT.js");
	const document = parse(text);
	const tool = at(document, "tool");
	addDistribution(draft, at(document, "project", "name"));
	addDistribution(draft, at(tool, "poetry", "name"));
	addDistribution(draft, at(tool, "flit", "metadata", "dist-name"));
	for (const part of listOf(at(tool, "poetry", "packages"))) {
		const from = at(part, "from");
		if (typeof from === "string") addRoot(draft, from);
		addName(draft, at(part, "include"));
	}
	for (const name of [at(tool, "flit", "module", "name"), at(tool, "flit", "metadata", "module")]) addName(draft, name);
	const setuptools = at(tool, "setuptools");
	const packages = at(setuptools, "packages");
	for (const name of [...listOf(Array.isArray(packages) ? packages : []), ...listOf(at(setuptools, "py-modules"))]) addName(draft, name);
	for (const root of listOf(at(packages, "find", "where"))) addRoot(draft, root);
	addPackageDir(draft, at(setuptools, "package-dir"));
	for (const target of [at(tool, "hatch", "build"), at(tool, "hatch", "build", "targets", "wheel")]) for (const path of [...listOf(at(target, "packages")), ...listOf(at(target, "only-include"))]) addPackagePath(draft, path);
	for (const root of listOf(at(tool, "hatch", "build", "dev-mode-dirs"))) addRoot(draft, root);
	for (const root of [
		at(tool, "pdm", "build", "package-dir"),
		at(tool, "uv", "build-backend", "module-root"),
		at(tool, "maturin", "python-source")
	]) addRoot(draft, root);
	for (const name of listOf(at(tool, "uv", "build-backend", "module-name"))) addName(draft, name);
	for (const name of [at(tool, "maturin", "module-name"), ...listOf(at(tool, "maturin", "python-packages"))]) addName(draft, name);
	const scikit = at(tool, "scikit-build", "wheel", "packages");
	for (const path of Array.isArray(scikit) ? listOf(scikit) : Object.keys(recordOf(scikit))) addPackagePath(draft, path);
}
/** setup.cfg is read by Python's configparser: `key = value`, deeper lines continue the value. */
function readSetupCfg(text, draft) {
	const values = /* @__PURE__ */ new Map();
	let [section, key] = ["", ""];
	for (const line of text.split(/\r?\n/)) {
		if (/^\s*[#;]/.test(line)) continue;
		const header = /^\[(?<name>[^\]]+)\]/.exec(line)?.groups?.["name"];
		const pair = /^(?<key>[^\s=:][^=:]*?)\s*[=:]\s*(?<value>.*)$/.exec(line)?.groups;
		if (header !== void 0) [section, key] = [header.trim(), ""];
		else if (pair !== void 0) values.set(key = `${section}.${(pair["key"] ?? "").toLowerCase().replaceAll("-", "_")}`, pair["value"] ?? "");
		else if (/^\s/.test(line) && key !== "") values.set(key, `${values.get(key) ?? ""}\n${line.trim()}`);
	}
	const words = (name) => (values.get(name) ?? "").split(/[\s,]+/).filter((word) => word !== "");
	addDistribution(draft, values.get("metadata.name"));
	for (const name of [...words("options.packages"), ...words("options.py_modules")]) if (!name.includes(":")) addName(draft, name);
	for (const root of words("options.packages.find.where")) addRoot(draft, root);
	const pairs = (values.get("options.package_dir") ?? "").split(/[\n,]/).map((line) => line.split("="));
	addPackageDir(draft, Object.fromEntries(pairs.filter((pair) => pair.length === 2).map(([name = "", path = ""]) => [name.trim(), path.trim()])));
}
/** What setup.py says in literals; the rest only running it would tell, and that is not done. */
function readSetupPy(text, draft) {
	addDistribution(draft, /\bname\s*=\s*(?<quote>['"])(?<name>[A-Za-z0-9][\w.-]*)\k<quote>/.exec(text)?.groups?.["name"]);
	for (const key of ["packages", "py_modules"]) {
		const list = new RegExp(`\\b${key}\\s*=\\s*\\[(?<list>[^\\]]*)\\]`).exec(text)?.groups?.["list"];
		for (const name of stringsIn(list)) addName(draft, name);
	}
	const dirs = stringsIn(/\bpackage_dir\s*=\s*\{(?<dirs>[^}]*)\}/.exec(text)?.groups?.["dirs"]);
	for (let index = 0; index + 1 < dirs.length; index += 2) addPackageDir(draft, { [dirs[index] ?? ""]: dirs[index + 1] });
	for (const call of text.matchAll(/\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?(?<quote>['"])(?<root>[^'"\n]+)\k<quote>/g)) addRoot(draft, call.groups?.["root"]);
}
function stringsIn(text) {
	return [...(text ?? "").matchAll(/(?<quote>['"])(?<value>[^'"\n]*)\k<quote>/g)].map((match) => match.groups?.["value"] ?? "");
}
/** The value under a chain of keys; undefined where one is missing. */
function at(value, ...keys) {
	return keys.reduce((inner, key) => Object.hasOwn(recordOf(inner), key) ? recordOf(inner)[key] : void 0, value);
}
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}
function addDistribution(draft, name) {
	if (typeof name === "string" && /^[A-Za-z0-9][\w.-]*$/.test(name.trim())) draft.distributions.add(normaliseName(name.trim()));
}
/** Adds the top-level part of a dotted name, of a path or of a glob of one. */
function addName(draft, name) {
	if (typeof name !== "string") return;
	const top = /^[^./*]+/.exec(name.replace(/\.py$/, ""))?.[0];
	if (top !== void 0 && isImportName(top)) draft.names.add(top);
}
function addPackagePath(draft, path) {
	if (typeof path !== "string") return;
	const name = posix.basename(path).replace(/\.py$/, "");
	if (isImportName(name)) draft.names.add(name);
	if (posix.dirname(path) !== ".") addRoot(draft, posix.dirname(path));
}
function addPackageDir(draft, map) {
	for (const [name, path] of Object.entries(recordOf(map))) if (name === "") addRoot(draft, path);
	else addName(draft, name);
}
/** A folder outside the project is not its own to offer. */
function addRoot(draft, path) {
	if (typeof path !== "string") return;
	const root = posix.normalize(path).replace(/\/$/, "");
	if (!posix.isAbsolute(root) && root !== ".." && !root.startsWith("../")) draft.roots.add(root === "." ? "" : root);
}
/** Whether Python could import a module of this name by an import statement. */
function isImportName(name) {
	return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
}

// src/prepare/checkout.ts
/** Tells another checkout of the workspace's code from third-party code (PR5, PR6). */
/** Files that two trees must have at equal relative paths before equal metadata alone makes them the same code. */
const COMMON_FILES = 1;
const COMPARED_FILES = 500;
/** A judge over paths for one workspace; what it learns of a checkout it keeps. */
function otherCheckouts(workspace) {
	const answers = /* @__PURE__ */ new Map();
	const here = checkoutAt(workspace.top);
	return async (path) => {
		const real = realPath(path);
		if (liesIn(real, workspace.top)) return linkedWorktreeAround(real, workspace);
		for (const checkout of checkoutsAround(real)) {
			let why = answers.get(checkout.top);
			if (why === void 0) answers.set(checkout.top, why = here === null ? Promise.resolve(null) : sameCode(here, checkout, workspace.git));
			const found = await why;
			if (found !== null) return {
				top: checkout.top,
				why: found
			};
		}
		return copyOfProject(real, workspace);
	};
}
/**
* Why two checkouts hold the same code, null where nothing says so: a shared git directory, an equal remote, a commit
* of one that the other has, or an equal root commit. Reads both repositories and changes neither.
*/
async function sameCode(one, other, git) {
	if (one.commonDir === other.commonDir) return `both use the git directory ${showPath(one.commonDir)}`;
	const [ours, theirs] = await Promise.all([remotesOf(one, git), remotesOf(other, git)]);
	const remote = [...ours].find((url) => theirs.has(url));
	if (remote !== void 0) return `both have the remote ${showPath(remote)}`;
	for (const [from, into] of [[one, other], [other, one]]) {
		const head = (await say(git, from.top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")).trim();
		if (head !== "" && (await say(git, into.top, "cat-file", "-t", head)).trim() === "commit") return `both have the commit ${head}`;
	}
	const [roots, others] = await Promise.all([rootsOf(one, git), rootsOf(other, git)]);
	const root = [...roots].find((id) => others.has(id));
	return root === void 0 ? null : `both descend from the commit ${root}`;
}
/** The checkouts around a real path, innermost first, up to the environment folder that holds it, if one does. */
function checkoutsAround(path) {
	const found = [];
	for (let folder = path; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
		const checkout = checkoutAt(folder);
		if (checkout !== null) found.push(checkout);
		if (isEnvironment(folder)) break;
	}
	return found;
}
/** The checkout whose top is this folder; null where it is none. A `.git` that git would not take makes none. */
function checkoutAt(folder) {
	const dotGit = `${folder}/.git`;
	const kind = kindAt(dotGit);
	if (kind === "other") return null;
	const pointer = kind === "folder" ? dotGit : /^gitdir: (?<path>[^\n]+)/.exec(readTextOrNothing(dotGit))?.groups?.["path"];
	if (pointer === void 0) return null;
	const gitDir = realPath(resolve(folder, pointer));
	const common = readTextOrNothing(`${gitDir}/commondir`).replace(/\n$/, "");
	const commonDir = common === "" ? gitDir : realPath(resolve(gitDir, common));
	if (kindAt(`${gitDir}/HEAD`) !== "file" || kindAt(`${commonDir}/objects`) !== "folder") return null;
	return {
		top: realPath(folder),
		gitDir,
		commonDir
	};
}
/** Whether an absolute folder is an environment folder, by its name or its marker. */
function isEnvironment(folder) {
	return ENVIRONMENT_FOLDER_NAMES.has(folder.slice(folder.lastIndexOf("/") + 1)) || kindAt(`${folder}/${"pyvenv.cfg"}`) === "file";
}
function linkedWorktreeAround(path, { top, otherWorktrees }) {
	const around = otherWorktrees.map((worktree) => `${top}/${worktree}`).find((worktree) => liesIn(path, worktree));
	return around === void 0 ? null : {
		top: around,
		why: "it is a linked worktree of this repository"
	};
}
async function remotesOf({ top }, git) {
	const urls = (await say(git, top, "config", "--null", "--get-regexp", "^remote\\..*\\.url$")).split("\0").map((entry) => entry.slice(entry.indexOf("\n") + 1));
	return new Set(urls.filter((url) => url !== "").map((url) => normaliseRemote(url, top)));
}
/** `host/path` of a remote, without scheme, user, port and `.git`; a local one is its real path. Holds no password. */
function normaliseRemote(url, top) {
	const trimmed = url.trim().replace(/\/+$/, "").replace(/\.git$/, "").replace(/\/+$/, "");
	const withScheme = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(?<host>[^/:]*)(?::\d+)?(?<path>\/.*)?$/i.exec(trimmed)?.groups;
	if (withScheme !== void 0 && withScheme["scheme"]?.toLowerCase() !== "file") return `${(withScheme["host"] ?? "").toLowerCase()}${withScheme["path"] ?? ""}`;
	const scp = /^(?:[^/@:]+@)?(?<host>[^/:]+):(?<path>.*)$/.exec(trimmed)?.groups;
	if (withScheme === void 0 && scp !== void 0) return `${(scp["host"] ?? "").toLowerCase()}/${(scp["path"] ?? "").replace(/^\/+/, "")}`;
	const local = withScheme === void 0 ? trimmed : withScheme["path"] ?? "/";
	return realPath(isAbsolute(local) ? local : resolve(top, local));
}
async function rootsOf({ top }, git) {
	const listed = await say(git, top, "rev-list", "--max-parents=0", "HEAD", "--");
	return new Set(listed.split("\n").filter((id) => id !== ""));
}
/** What git printed, '' where it failed: a checkout that git cannot read shows no kinship by that way. */
async function say(git, cwd, ...args) {
	try {
		const { code, stdout } = await git(cwd, args);
		return code === 0 ? stdout.toString("utf8") : "";
	} catch {
		return "";
	}
}
/** A project around `path` that bears a distribution name of the workspace and has its files at the same places. */
async function copyOfProject(path, { top, offer }) {
	for (let folder = path; folder !== "" && !isEnvironment(folder); folder = folder.slice(0, folder.lastIndexOf("/"))) {
		if (!METADATA_FILES.some((name) => kindAt(`${folder}/${name}`) === "file")) continue;
		const { distributions } = await readProjectMetadata(folder);
		const name = distributions.find((one) => offer.distributions.includes(one));
		if (name === void 0) continue;
		const relative = path.slice(folder.length);
		const common = pythonFilesIn(path, "").filter((file) => kindAt(`${top}${relative}${file}`) === "file");
		if (common.length >= COMMON_FILES) return {
			top: folder,
			why: `its metadata names the distribution ${name}, and ${common.length} files lie at the same places (${showPath(`${relative}${common[0] ?? ""}`.slice(1))})`
		};
	}
	return null;
}
/** Python files up to two folders below `folder`, as `/relative/path`; links to folders are not entered. */
function pythonFilesIn(folder, below) {
	if (kindAt(folder) === "file") return [""];
	const entries = entriesOf(`${folder}${below}`);
	const files = entries.filter(({ name, kind }) => kind === "file" && name.endsWith(".py")).map(({ name }) => `${below}/${name}`);
	const deeper = below.split("/").length > 2 ? [] : entries.filter(({ kind, link }) => kind === "folder" && !link).flatMap(({ name }) => pythonFilesIn(folder, `${below}/${name}`));
	return [...files, ...deeper].slice(0, COMPARED_FILES);
}

// src/prepare/workspace-paths.ts
/** Whether a path is the workspace's own code: below its top, in no environment folder and in no other work tree. */
/** Whether an absolute path, links resolved, is the workspace's own. An installed copy in its `.venv` is not. */
function isWorkspacePath(path, { top, otherWorktrees }) {
	const real = realPath(path);
	if (!liesIn(real, top)) return false;
	if (otherWorktrees.some((worktree) => liesIn(real, `${top}/${worktree}`))) return false;
	for (let folder = real; folder.length > top.length; folder = folder.slice(0, folder.lastIndexOf("/"))) if (isEnvironment(folder)) return false;
	return true;
}

// src/prepare/programs.ts
/** What well-known programs mean for the question which Python a command uses. */
/** An interpreter's own name: `python`, `python3.11`, `pypy3`, `python3.13t`. */
const PYTHON_NAME = /^(?:python|pypy)(?:\d+(?:\.\d+)?)?t?d?$/;
const SHELLS = /* @__PURE__ */ new Set([
	"sh",
	"bash",
	"dash",
	"zsh",
	"ksh",
	"ash"
]);
/** Words of the shell's grammar that a command may stand behind. */
const SHELL_PREFIXES = /* @__PURE__ */ new Set([
	"if",
	"then",
	"elif",
	"else",
	"while",
	"until",
	"do",
	"!",
	"{",
	"exec",
	"command",
	"builtin",
	"time",
	"eval"
]);
/** Programs that start the program behind their options; the number of operands before it. */
const WRAPPERS = /* @__PURE__ */ new Map([
	["env", 0],
	["nice", 0],
	["nohup", 0],
	["setsid", 0],
	["stdbuf", 0],
	["time", 0],
	["timeout", 1],
	["xvfb-run", 0],
	["dbus-run-session", 0],
	["catchsegv", 0],
	["sudo", 0]
]);
/** Options of those wrappers whose value is the next word. */
const WRAPPER_VALUE_OPTIONS = /* @__PURE__ */ new Set([
	"-u",
	"--unset",
	"-C",
	"--chdir",
	"-n",
	"--adjustment",
	"-s",
	"--signal",
	"-k",
	"--kill-after",
	"-i",
	"-o",
	"-e",
	"-f",
	"--server-num",
	"--server-args",
	"-p",
	"-g",
	"-h"
]);
/** Programs that run no Python, whatever their arguments are. */
const NO_PYTHON = new Set("node nodejs npm npx yarn pnpm bun bunx deno corepack jest vitest mocha tsc eslint go gotestsum cargo rustc rustup java javac mvn mvnw gradle gradlew sbt kotlinc dotnet msbuild ruby rake bundle rspec php phpunit composer swift xcodebuild elixir mix rebar3 ghc cabal stack dart flutter perl prove lua [ [[ : true false test echo printf cd pushd popd export unset set shopt local readonly declare typeset return exit shift trap wait kill ulimit umask read case esac for in fi done select function alias break continue getopts hash type let } cat cp mv rm mkdir rmdir ln ls chmod chown touch head tail sort uniq wc cut tr tee sed awk grep egrep date sleep pwd basename dirname realpath readlink mktemp tar gzip gunzip unzip zip curl wget git diff cmp ps df du id whoami hostname uname which apt apt-get apk dnf yum brew docker source .".split(" "));
/** Modules and programs that set an environment up and test nothing. */
const SET_UP = /* @__PURE__ */ new Set([
	"pip",
	"pip3",
	"venv",
	"virtualenv",
	"ensurepip",
	"build",
	"twine",
	"setuptools",
	"wheel",
	"compileall",
	"site",
	"sysconfig",
	"pipx"
]);
/** Programs and modules that run tests: of several commands theirs is the one to ask about. */
const TEST_RUNNERS = /* @__PURE__ */ new Set([
	"pytest",
	"py.test",
	"unittest",
	"nose2",
	"stestr",
	"ward",
	"behave",
	"robot",
	"trial",
	"green",
	"testtools.run",
	"doctest",
	"manage.py"
]);

// src/prepare/shell-words.ts
const SEPARATORS = /[;&|()\n]/;
/**
* The simple commands of a script, in order, as words with their quotes taken off. `$NAME` and `${NAME}` become the
* variable's value where `variables` has it; every other expansion makes its word unknown. Here-documents are skipped.
*/
function splitWords(script, variables = {}) {
	const commands = [[]];
	const waiting = [];
	let [text, unknown, open] = [
		"",
		false,
		false
	];
	let at = 0;
	function endWord() {
		if (open) commands.at(-1)?.push({
			text,
			unknown
		});
		[text, unknown, open] = [
			"",
			false,
			false
		];
	}
	function expand() {
		open = true;
		const name = /^\$(?:(?<plain>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)\})/.exec(script.slice(at, at + 200));
		const value = variables[name?.groups?.["plain"] ?? name?.groups?.["braced"] ?? ""];
		if (value === void 0) unknown = true;
		else text += value;
		if (name !== null) at += name[0].length;
		else if (script.startsWith("$(", at)) at = closing(script, at + 1, "(", ")");
		else if (script.startsWith("${", at)) at = closing(script, at + 1, "{", "}");
		else at += 1;
	}
	while (at < script.length) {
		const character = script[at] ?? "";
		if (character === "\\") {
			const next = script[at + 1] ?? "";
			if (next !== "\n") [text, open] = [text + next, true];
			at += 2;
		} else if (character === "'") {
			const end = script.indexOf("'", at + 1);
			text += script.slice(at + 1, end < 0 ? void 0 : end);
			open = true;
			at = end < 0 ? script.length : end + 1;
		} else if (character === "\"") {
			open = true;
			at += 1;
			while (at < script.length && script[at] !== "\"") if (script[at] === "$") expand();
			else if (script[at] === "`") {
				unknown = true;
				at += 1;
			} else {
				if (script[at] === "\\" && /["\\$`\n]/.test(script[at + 1] ?? "")) at += 1;
				text += script[at] ?? "";
				at += 1;
			}
			at += 1;
		} else if (character === "$") expand();
		else if (character === "`") {
			open = unknown = true;
			at += 1;
		} else if (character === "#" && !open) {
			const end = script.indexOf("\n", at);
			at = end < 0 ? script.length : end;
		} else if (script.startsWith("<<", at) && !script.startsWith("<<<", at)) {
			endWord();
			const mark = /^<<-?\s*(?<quote>['"]?)(?<word>[\w.-]+)\k<quote>/.exec(script.slice(at, at + 100));
			if (mark?.groups?.["word"] !== void 0) waiting.push(mark.groups["word"]);
			at += mark?.[0].length ?? 2;
		} else if (SEPARATORS.test(character)) {
			endWord();
			commands.push([]);
			at += 1;
			if (character === "\n") for (const mark of waiting.splice(0)) at = afterHereDocument(script, at, mark);
		} else if (/\s/.test(character)) {
			endWord();
			at += 1;
		} else {
			[text, open] = [text + character, true];
			at += 1;
		}
	}
	endWord();
	return commands.filter((words) => words.length > 0);
}
/** The offset after the bracket that closes the one at `from`; the end where none does. */
function closing(script, from, opening, close) {
	let depth = 0;
	for (let at = from; at < script.length; at += 1) {
		if (script[at] === opening) depth += 1;
		if (script[at] === close && (depth -= 1) === 0) return at + 1;
	}
	return script.length;
}
function afterHereDocument(script, from, mark) {
	for (let at = from; at < script.length;) {
		const end = script.indexOf("\n", at);
		const line = script.slice(at, end < 0 ? void 0 : end);
		at = end < 0 ? script.length : end + 1;
		if (line.replace(/^\t+/, "") === mark) return at;
	}
	return script.length;
}

// src/prepare/program-file.ts
/** Finds the file behind a program's name and the interpreter that its first lines name. */
/** A script above this many bytes is not read; a binary seldom is smaller. */
const SCRIPT_LIMIT_BYTES = 1 << 20;
/** The absolute file that a program's name stands for: with a slash from `cwd`, else along PATH; null where none does. */
function findProgramFile(name, cwd, path) {
	if (name === "" || name.includes("\0")) return null;
	const places = name.includes("/") ? [name] : (path ?? "/bin:/usr/bin").split(":").map((folder) => `${folder === "" ? "." : folder}/${name}`);
	for (const place of places) {
		const file = resolve(cwd, place);
		if (kindAt(file) === "file" && isExecutable(file)) return file;
	}
	return null;
}
/** What kind of program an absolute file is. */
function readProgramFile(file) {
	const read = readBounded(file, SCRIPT_LIMIT_BYTES);
	if (read.state === "absent") return {
		kind: "unreadable",
		why: "it is not there"
	};
	if (read.state === "unreadable") return read.why.includes("more than") ? { kind: "binary" } : {
		kind: "unreadable",
		why: read.why
	};
	if (read.bytes[0] !== 35 || read.bytes[1] !== 33) return { kind: "binary" };
	const text = read.bytes.toString("utf8");
	const [first = "", second = ""] = text.split("\n");
	const trampoline = /^'''exec'\s+(?<words>.+?)\s+"\$0"\s+"\$@"/.exec(second)?.groups?.["words"];
	if (trampoline !== void 0) return {
		kind: "trampoline",
		interpreter: trampolineTarget(trampoline, file)
	};
	return {
		kind: "interpreted",
		words: first.slice(2).trim().split(/\s+/),
		text
	};
}
/** `'/path with spaces/python'`, or uv's relocatable form: the folder of the script, then `/'python'`. */
function trampolineTarget(words, file) {
	const relative = /^"\$\(dirname\b.*\)"\/(?<name>.+)$/.exec(words)?.groups?.["name"];
	const word = splitWords(relative ?? words)[0]?.[0]?.text ?? words;
	return relative === void 0 ? word : `${dirname(realPath(file))}/${word}`;
}
function isExecutable(file) {
	try {
		accessSync(nativePath(file, ""), constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

// src/prepare/environment-makers.ts
/**
* Programs that choose, and often make, the environment of their command themselves: tox, nox, uv, Poetry, PDM, Pipenv,
* Hatch, Rye, pixi, conda. Where their environments lie is computed as they compute it; none of them is run, for each
* runs what the project configures (plugins, hooks, build backends).
*/
const DIRECTORY_OPTIONS = [
	"-C",
	"--directory",
	"--cwd"
];
const PROJECT_OPTIONS = ["--project", "-P"];
const UV_VALUED = "--project --directory --python -p --package --extra --no-extra --group --no-group --only-group --with --with-editable --with-requirements --env-file --config-file --cache-dir --index --default-index --index-url -i --extra-index-url --find-links -f --upgrade-package --reinstall-package --refresh-package --resolution --prerelease --link-mode --exclude-newer --color --config-setting -C --no-build-package --no-binary-package --keyring-provider --allow-insecure-host --index-strategy --fork-strategy".split(" ");
/** By program name; each also answers as a module, `python -m tox`. */
const MAKERS = new Map([
	["tox", {
		runs: null,
		syncs: true,
		valued: [
			"-e",
			"-c",
			"--conf",
			"--root",
			"--workdir",
			"--result-json",
			"-x",
			"--override"
		],
		folders: toxFolders
	}],
	["nox", {
		runs: null,
		syncs: true,
		valued: [
			"-s",
			"-e",
			"--session",
			"-f",
			"--noxfile",
			"--envdir"
		],
		folders: noxFolders
	}],
	["uv", {
		runs: /* @__PURE__ */ new Set(["run"]),
		syncs: true,
		valued: UV_VALUED,
		folders: uvFolders,
		inner: uvInner
	}],
	["uvx", {
		runs: null,
		syncs: true,
		valued: [],
		folders: () => [],
		inner: () => []
	}],
	["poetry", {
		runs: /* @__PURE__ */ new Set(["run"]),
		syncs: false,
		valued: [...DIRECTORY_OPTIONS, ...PROJECT_OPTIONS],
		folders: poetryFolders
	}],
	["pdm", {
		runs: /* @__PURE__ */ new Set(["run", "test"]),
		syncs: false,
		valued: [
			"-c",
			"--config",
			"-p",
			"--project",
			"--venv"
		],
		folders: pdmFolders
	}],
	["pipenv", {
		runs: /* @__PURE__ */ new Set(["run"]),
		syncs: false,
		valued: ["--python", "--pypi-mirror"],
		folders: pipenvFolders
	}],
	["rye", {
		runs: /* @__PURE__ */ new Set(["run", "test"]),
		syncs: true,
		valued: ["--pyproject"],
		folders: (call) => [one(`${projectOf(call, ["pyproject.toml"])}/.venv`)]
	}],
	["hatch", {
		runs: /* @__PURE__ */ new Set([
			"run",
			"test",
			"fmt"
		]),
		syncs: false,
		valued: [
			"-e",
			"--env",
			"-p",
			"--project",
			"--data-dir",
			"--cache-dir",
			"--config"
		],
		folders: hatchFolders,
		inner: hatchInner
	}],
	["pixi", {
		runs: /* @__PURE__ */ new Set(["run"]),
		syncs: true,
		valued: [
			"-e",
			"--environment",
			"--manifest-path"
		],
		folders: (call) => [{
			path: `${projectOf(call, ["pixi.toml", "pyproject.toml"])}/.pixi/envs`,
			many: true
		}]
	}],
	...[
		"conda",
		"mamba",
		"micromamba"
	].map((name) => [name, {
		runs: /* @__PURE__ */ new Set(["run"]),
		syncs: false,
		valued: [
			"-n",
			"--name",
			"-p",
			"--prefix",
			"--cwd",
			"-r",
			"--root-prefix",
			"-e"
		],
		folders: (call) => condaFolders(name, call)
	}])
]);
function isEnvironmentMaker(name) {
	return MAKERS.has(name);
}
/** What a call of a maker runs and where; null where it runs nothing in an environment, only sets one up. */
function readMakerCall(name, args, surroundings) {
	const maker = MAKERS.get(name);
	if (maker === void 0) return null;
	const parsed = parse(maker, args, surroundings);
	if (maker.runs !== null && !maker.runs.has(parsed.verb)) return null;
	return {
		folders: maker.folders(parsed),
		syncs: maker.syncs,
		inner: maker.inner?.(parsed) ?? parsed.inner,
		cwd: parsed.cwd
	};
}
/** The folders of the environments that are there now. */
function environmentsIn(folders) {
	return [...new Set(folders.flatMap(({ path, many, named }) => many ? environmentsBelow(path, 4).filter((place) => named === void 0 || named.test(basename(place))) : hasPython(path) ? [path] : []))];
}
function environmentsBelow(folder, depth) {
	if (depth === 0) return [];
	return entriesOf(folder).filter(({ kind, link }) => kind === "folder" && !link).flatMap(({ name }) => kindAt(`${folder}/${name}/pyvenv.cfg`) === "file" || hasPython(`${folder}/${name}`) ? [`${folder}/${name}`].filter(hasPython) : environmentsBelow(`${folder}/${name}`, depth - 1));
}
function hasPython(environment) {
	return kindAt(`${environment}/bin/python`) === "file";
}
function parse({ runs, valued }, args, { cwd, env }) {
	const options = /* @__PURE__ */ new Map();
	let verb = "";
	let at = 0;
	for (; at < args.length; at += 1) {
		const text = args[at]?.text ?? "";
		const equals = text.startsWith("--") ? text.indexOf("=") : -1;
		if (text === "--") {
			at += 1;
			break;
		}
		if (equals > 0) options.set(text.slice(0, equals), text.slice(equals + 1));
		else if (valued.includes(text)) options.set(text, args[at += 1]?.text ?? "");
		else if (text.startsWith("-")) options.set(text, "");
		else if (runs !== null && verb === "") verb = text;
		else break;
	}
	const directory = DIRECTORY_OPTIONS.flatMap((option) => options.get(option) ?? [])[0];
	return {
		verb,
		options,
		inner: args.slice(at),
		env,
		cwd: directory === void 0 || directory === "" || !valued.includes("--directory") ? cwd : resolve(cwd, directory)
	};
}
function one(path) {
	return {
		path,
		many: false
	};
}
function word(text) {
	return {
		text,
		unknown: false
	};
}
/** The folder at or above the working folder that holds one of these files; the working folder where none does. */
function projectOf({ cwd, options }, marks) {
	const named = [
		...PROJECT_OPTIONS,
		"-p",
		"--root"
	].flatMap((option) => option === "-p" && options.has("--prefix") ? [] : options.get(option) ?? [])[0];
	const start = named === void 0 || named === "" || kindAt(resolve(cwd, named)) !== "folder" ? cwd : resolve(cwd, named);
	for (let folder = start;; folder = dirname(folder)) {
		if (marks.some((mark) => kindAt(`${folder}/${mark}`) === "file")) return folder;
		if (folder === dirname(folder)) return start;
	}
}
function userFolder(env, variable, below) {
	const named = env[variable];
	return named !== void 0 && named.startsWith("/") ? named : `${env["HOME"] ?? ""}/${below}`;
}
function variable({ env }, name) {
	const value = env[name];
	return value === void 0 || value === "" ? null : value;
}
function isTrue(value) {
	return value !== null && /^(?:1|true|yes|on|y|t)$/i.test(value);
}
/** `key = "text"` or `key = true` of one table of a TOML file; the tools' own settings have no other form here. */
function setting(file, table, key) {
	let current = "";
	for (const line of readTextOrNothing(file).split(/\r?\n/)) {
		const header = /^\s*\[(?<name>[^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.groups?.["name"];
		if (header !== void 0) current = header.trim();
		const pair = /^\s*(?<key>[\w.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<plain>\w+))/.exec(line)?.groups;
		if (pair === void 0) continue;
		if ((current === "" ? pair["key"] : `${current}.${pair["key"] ?? ""}`) === (table === "" ? key : `${table}.${key}`)) return pair["double"] ?? pair["single"] ?? pair["plain"] ?? null;
	}
	return null;
}
function urlSafeDigest(algorithm, text) {
	return createHash(algorithm).update(text).digest("base64url");
}
/** `toxworkdir` and `work_dir` of the project's own file move them. */
function toxFolders(call) {
	const project = projectOf(call, [
		"tox.ini",
		"tox.toml",
		"pyproject.toml",
		"setup.cfg"
	]);
	const written = /^\s*(?:toxworkdir|work_dir)\s*=\s*["']?(?<path>[^"'\n#]+)/m.exec(readTextOrNothing(`${project}/tox.ini`) || readTextOrNothing(`${project}/tox.toml`))?.groups?.["path"]?.trim();
	const moved = call.options.get("--workdir") ?? variable(call, "TOX_WORK_DIR") ?? variable(call, "TOX_WORKDIR") ?? written?.replace(/\{(?:toxinidir|tox_root)\}/g, project);
	const asked = call.options.get("-e")?.split(",") ?? [];
	const named = asked.length > 0 && asked.every((name) => /^[\w.-]+$/.test(name) && name !== "ALL") ? new RegExp(`^(?:${asked.join("|").replaceAll(".", "\\.")})$`) : /^[^.]/;
	return [{
		path: resolve(project, moved ?? ".tox"),
		many: true,
		named
	}];
}
function noxFolders(call) {
	return [{
		path: resolve(call.cwd, call.options.get("--envdir") ?? variable(call, "NOX_ENVDIR") ?? ".nox"),
		many: true
	}];
}
/** A member of a uv workspace uses the environment of the workspace's root, which lies at or above it. */
function uvFolders(call) {
	const project = projectOf(call, ["pyproject.toml"]);
	const moved = variable(call, "UV_PROJECT_ENVIRONMENT");
	const active = call.options.has("--active") || call.options.has("--no-project") ? variable(call, "VIRTUAL_ENV") : null;
	if (active !== null) return [one(resolve(call.cwd, active))];
	if (moved !== null) return [one(resolve(project, moved))];
	return [one(`${parents(project).find((folder) => /^\s*\[tool\.uv\.workspace\]/m.test(readTextOrNothing(`${folder}/pyproject.toml`))) ?? project}/.venv`)];
}
function uvInner({ inner, options }) {
	if (options.has("-m") || options.has("--module")) return [
		word("python"),
		word("-m"),
		...inner
	];
	return /\.pyw?$/.test(inner[0]?.text ?? "") || options.has("-s") || options.has("--script") ? [word("python"), ...inner] : inner;
}
function parents(folder) {
	return folder === dirname(folder) ? [folder] : [folder, ...parents(dirname(folder))];
}
/** poetry/utils/env/env_manager.py: the active one, `.venv`, else `<name>-<hash of the project's folder>-py<version>`. */
function poetryFolders(call) {
	const project = projectOf(call, ["pyproject.toml"]);
	const files = [`${project}/poetry.toml`, `${variable(call, "POETRY_CONFIG_DIR") ?? `${userFolder(call.env, "XDG_CONFIG_HOME", ".config")}/pypoetry`}/config.toml`];
	const asked = (name, table, key) => variable(call, name) ?? files.map((file) => setting(file, table, key)).find((value) => value !== null) ?? null;
	const cache = asked("POETRY_CACHE_DIR", "", "cache-dir") ?? `${userFolder(call.env, "XDG_CACHE_HOME", ".cache")}/pypoetry`;
	const path = (asked("POETRY_VIRTUALENVS_PATH", "virtualenvs", "path") ?? "{cache-dir}/virtualenvs").replace("{cache-dir}", cache).replace("{project-dir}", project).replace(/^~(?=\/)/, call.env["HOME"] ?? "");
	const hash = urlSafeDigest("sha256", realPath(project)).slice(0, 8);
	const name = entriesOf(path).map((entry) => entry.name.replace(/-py[\d.]+$/, "")).find((entry) => entry.endsWith(`-${hash}`));
	const chosen = name === void 0 ? null : setting(`${path}/envs.toml`, name, "minor");
	const active = variable(call, "VIRTUAL_ENV") ?? variable(call, "CONDA_PREFIX");
	if (active !== null && chosen === null && call.env["CONDA_DEFAULT_ENV"] !== "base") return [one(resolve(call.cwd, active))];
	const inProject = asked("POETRY_VIRTUALENVS_IN_PROJECT", "virtualenvs", "in-project");
	if (inProject === null ? kindAt(`${project}/.venv`) === "folder" : isTrue(inProject)) return [one(`${project}/.venv`)];
	return [{
		path,
		many: true,
		named: new RegExp(`-${hash}-py${chosen === null ? "" : `${chosen.replace(".", "\\.")}$`}`)
	}];
}
/** pdm/project/core.py: what `.pdm-python` names, the active one, one beside the project, one of PDM's own folder. */
function pdmFolders(call) {
	const project = projectOf(call, [".pdm-python", "pyproject.toml"]);
	const saved = isTrue(variable(call, "PDM_IGNORE_SAVED_PYTHON")) ? "" : readTextOrNothing(`${project}/.pdm-python`).trim();
	if (saved.startsWith("/") && kindAt(saved) === "file") return [one(dirname(dirname(saved)))];
	const active = isTrue(variable(call, "PDM_IGNORE_ACTIVE_VENV")) ? null : variable(call, "VIRTUAL_ENV") ?? variable(call, "CONDA_PREFIX");
	if (active !== null && call.env["CONDA_DEFAULT_ENV"] !== "base") return [one(resolve(call.cwd, active))];
	const beside = [
		".venv",
		"venv",
		"env"
	].map((name) => `${project}/${name}`).find(hasPython);
	if (beside !== void 0) return [one(beside)];
	const config = setting(variable(call, "PDM_CONFIG_FILE") ?? `${userFolder(call.env, "XDG_CONFIG_HOME", ".config")}/pdm/config.toml`, "venv", "location");
	const path = variable(call, "PDM_VENV_LOCATION") ?? config ?? `${userFolder(call.env, "XDG_DATA_HOME", ".local/share")}/pdm/venvs`;
	return [one(`${project}/.venv`), {
		path,
		many: true,
		named: new RegExp(`-${createHash("md5").update(project).digest("base64url").slice(0, 8)}-`)
	}];
}
/** pipenv/utils/venv_locator.py: the active one, what `.venv` is or names, else `<folder>-<hash of the Pipfile's path>`. */
function pipenvFolders(call) {
	const active = variable(call, "VIRTUAL_ENV");
	if (active !== null && variable(call, "PIPENV_IGNORE_VIRTUALENVS") === null) return [one(resolve(call.cwd, active))];
	const named = variable(call, "PIPENV_PIPFILE");
	const pipfile = named === null ? `${projectOf(call, ["Pipfile"])}/Pipfile` : resolve(call.cwd, named);
	const project = dirname(pipfile);
	const home = variable(call, "WORKON_HOME")?.replace(/^~(?=\/)/, call.env["HOME"] ?? "") ?? `${userFolder(call.env, "XDG_DATA_HOME", ".local/share")}/virtualenvs`;
	const own = {
		path: home,
		many: true,
		named: new RegExp(`-${urlSafeDigest("sha256", pipfile).slice(0, 8)}(?:-|$)`)
	};
	const custom = variable(call, "PIPENV_CUSTOM_VENV_NAME");
	if (custom !== null) return [one(`${home}/${custom}`)];
	const inProject = variable(call, "PIPENV_VENV_IN_PROJECT");
	if (kindAt(`${project}/.venv`) === "file") {
		const text = readTextOrNothing(`${project}/.venv`).trim();
		if (text !== "") return [one(text.includes("/") ? resolve(project, text) : `${home}/${text}`)];
	}
	if (isTrue(inProject)) return [one(`${project}/.venv`)];
	return environmentsIn([own]).length > 0 || kindAt(`${project}/.venv`) !== "folder" ? [own] : [one(`${project}/.venv`)];
}
/** hatch/env/virtual.py: `<data>/env/virtual/<project>/<hash of its folder>/<environment>`; `default` bears the project's name. */
function hatchFolders(call) {
	const project = projectOf(call, [
		"pyproject.toml",
		"hatch.toml",
		"setup.py"
	]);
	const config = call.options.get("--config") ?? variable(call, "HATCH_CONFIG") ?? `${userFolder(call.env, "XDG_CONFIG_HOME", ".config")}/hatch/config.toml`;
	const data = call.options.get("--data-dir") ?? variable(call, "HATCH_DATA_DIR") ?? setting(config, "dirs", "data") ?? `${userFolder(call.env, "XDG_DATA_HOME", ".local/share")}/hatch`;
	const virtual = variable(call, "HATCH_ENV_TYPE_VIRTUAL_PATH") ?? setting(config, "dirs.env", "virtual")?.replace(/^~(?=\/)/, call.env["HOME"] ?? "") ?? null;
	const asked = hatchEnvironment(call);
	const matches = asked === null ? void 0 : new RegExp(`^${asked.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?:\\.|$)`);
	const own = virtual === null ? `${data}/env/virtual` : resolve(project, virtual);
	if (virtual !== null && own.startsWith(`${project}/`)) return [{
		path: own,
		many: true,
		...matches === void 0 ? {} : { named: matches }
	}];
	const hash = urlSafeDigest("sha256", project).slice(0, 8);
	return entriesOf(own).filter(({ name, kind }) => kind === "folder" && kindAt(`${own}/${name}/${hash}`) === "folder").map(({ name }) => ({
		name,
		path: `${own}/${name}/${hash}`
	})).flatMap(({ name, path }) => matches === void 0 ? [one(`${path}/${name}`)] : [{
		path,
		many: true,
		named: matches
	}]);
}
/** The environment that is asked for; null for the default one. */
function hatchEnvironment({ verb, options, inner }) {
	if (verb !== "run") return `hatch-${verb === "fmt" ? "static-analysis" : verb}`;
	const named = /^(?<name>[^:/\s]+):/.exec(inner.find(({ text }) => !/^[+-]\w+/.test(text))?.text ?? "")?.groups?.["name"] ?? options.get("-e") ?? options.get("--env");
	return named === void 0 || named === "" || named === "default" ? null : named;
}
function hatchInner({ verb, inner }) {
	if (verb !== "run") return [];
	const [first, ...rest] = inner.filter(({ text }, at) => at > 0 || !/^[+-]\w+/.test(text));
	return first === void 0 ? [] : [{
		...first,
		text: first.text.replace(/^[^:/\s]+:/, "")
	}, ...rest];
}
/** By prefix, or by name in the folders that conda and mamba keep environments in; without either the active one. */
function condaFolders(program, call) {
	const prefix = call.options.get("-p") ?? call.options.get("--prefix");
	if (prefix !== void 0) return [one(resolve(call.cwd, prefix))];
	const file = variable(call, "CONDA_EXE") ?? variable(call, "MAMBA_EXE") ?? findProgramFile(program, call.cwd, call.env["PATH"]);
	const found = call.options.get("-r") ?? call.options.get("--root-prefix") ?? variable(call, "MAMBA_ROOT_PREFIX") ?? (file === null ? null : dirname(dirname(realPath(file))));
	const root = found === null ? null : resolve(call.cwd, found);
	const name = call.options.get("-n") ?? call.options.get("--name");
	if (name === void 0) return [variable(call, "CONDA_PREFIX") ?? root ?? []].flat().map(one);
	if (name === "base") return root === null ? [] : [one(root)];
	return [
		...(variable(call, "CONDA_ENVS_PATH") ?? variable(call, "CONDA_ENVS_DIRS") ?? "").split(":").filter((folder) => folder !== ""),
		...root === null ? [] : [`${root}/envs`],
		`${call.env["HOME"] ?? ""}/.conda/envs`
	].map((home) => one(`${home}/${name}`));
}

// src/prepare/python-arguments.ts
/** Reads an interpreter's command line as far as it decides where imports are looked for. */
const PATH_OPTIONS = "IEsSP";
/** Options that take the rest of their word, or the next word, as a value. */
const VALUE_OPTIONS = "WXQ";
/** Reads the words after the interpreter's own; `cwd` is where relative scripts lie. */
function readPythonArguments(words, cwd) {
	const options = /* @__PURE__ */ new Set();
	const done = (first, module = null) => ({
		options: [...options],
		first,
		module
	});
	for (let at = 0; at < words.length; at += 1) {
		const word = words[at] ?? "";
		if (word === "-") return done("");
		if (word === "--check-hash-based-pycs") at += 1;
		if (word.startsWith("--")) continue;
		if (!word.startsWith("-")) return done(folderOfScript(resolve(cwd, word)));
		for (let letter = 1; letter < word.length; letter += 1) {
			const option = word[letter] ?? "";
			const rest = word.slice(letter + 1);
			if (option === "c") return done("");
			if (option === "m") return done("", rest === "" ? words[at + 1] ?? null : rest);
			if (PATH_OPTIONS.includes(option)) options.add(`-${option}`);
			if (VALUE_OPTIONS.includes(option)) {
				if (rest === "") at += 1;
				break;
			}
		}
	}
	return done("");
}
/** A folder or an archive given as the script is itself on the path; a script's folder is that of the file it links to. */
function folderOfScript(script) {
	if (kindAt(script) === "folder" || /\.(?:zip|pyz|whl|egg)$/.test(script)) return script;
	return dirname(realPath(script));
}

// src/prepare/command-python.ts
/** Finds the interpreter that a command uses, so that the probe can ask that very one (PR5). */
/** Scripts that call scripts are followed this deep. */
const DEPTH_LIMIT$2 = 4;
/** The interpreter of a captured command; with null that of the environment, which a stamp asks. Runs nothing. */
function resolveCommandPython(command, { cwd, env, python, ended = false }) {
	const shell = {
		cwd,
		env: { ...env },
		changed: {},
		depth: 0,
		ended
	};
	const asked = command === null ? "the environment" : command.form === "argv" ? command.argv.join(" ").slice(0, 200) : "the script";
	const judged = command === null ? [] : command.form === "argv" ? judgeArguments(command.argv, shell) : judgeScript(command, shell);
	const [best, ...others] = pick(judged);
	if (python !== void 0) {
		const path = findProgramFile(python, cwd, env["PATH"]);
		if (path === null) return {
			state: "missing",
			asked: python,
			why: `${python} is no executable file${python.includes("/") ? "" : " on PATH"}`
		};
		return {
			state: "found",
			options: [],
			first: "",
			env: {},
			...best,
			path,
			how: "named by --python",
			others: []
		};
	}
	const later = judged.find((one) => one.state === "later");
	const again = later !== void 0 || judged.some((one) => one.state === "found" && one.again === true);
	if (best !== void 0) return {
		...best,
		others,
		...again ? { again } : {}
	};
	if (later !== void 0) return {
		state: "later",
		asked,
		why: later.why
	};
	const missing = judged.find((one) => one.state === "missing");
	if (missing !== void 0) return missing;
	const unknown = judged.find((one) => one.state === "unknown");
	if (command !== null && unknown === void 0) return {
		state: "none",
		asked,
		why: judged.find((one) => one.state === "none")?.why ?? "it holds no command"
	};
	return environmentPython(cwd, env, unknown?.why);
}
function environmentPython(cwd, env, because) {
	const suffix = because === void 0 ? "" : ` (${because})`;
	const found = (path, how) => ({
		state: "found",
		path,
		how: `${how}${suffix}`,
		...because === void 0 ? {} : { guess: true },
		options: [],
		first: "",
		env: {},
		others: []
	});
	const active = env["VIRTUAL_ENV"];
	if (active !== void 0 && active !== "") {
		const path = findProgramFile(resolve(cwd, active, "bin/python"), cwd, void 0);
		if (path !== null) return found(path, "the active environment, by VIRTUAL_ENV");
	}
	for (const name of ["python3", "python"]) {
		const path = findProgramFile(name, cwd, env["PATH"]);
		if (path !== null) return found(path, `${name} on PATH`);
	}
	return {
		state: "none",
		asked: "the environment",
		why: "there is no python3 and no python on PATH"
	};
}
/** The interpreters found, those that run tests first, each path and way once. */
function pick(judged) {
	const found = judged.filter((one) => one.state === "found");
	const sorted = [...found.filter(({ runsTests }) => runsTests), ...found.filter(({ runsTests }) => !runsTests)];
	return [...new Map(sorted.map(({ runsTests: _, again: __, ...one }) => [JSON.stringify([
		one.path,
		one.options,
		one.first,
		one.env
	]), one]).reverse()).values()].reverse();
}
function judgeScript(command, shell) {
	const [program = "", ...rest] = command.interpreter;
	const words = basename(program) === "env" ? rest.filter((word) => word !== "-S") : command.interpreter;
	if (SHELLS.has(basename(words[0] ?? ""))) return judgeText(command.text, shell);
	return judgeWords(words.map(known), shell, false).map((one) => one.state === "found" ? {
		...one,
		first: null
	} : one);
}
function judgeArguments(argv, shell) {
	return judgeWords(argv.map(known), shell, false);
}
function judgeText(text, shell) {
	if (shell.depth >= DEPTH_LIMIT$2) return [{
		state: "unknown",
		why: "scripts call scripts too deeply"
	}];
	const inner = {
		...shell,
		env: { ...shell.env },
		changed: { ...shell.changed },
		depth: shell.depth + 1
	};
	return splitWords(text, inner.env).flatMap((words) => judgeWords(words, inner, true));
}
function known(text) {
	return {
		text,
		unknown: false
	};
}
/** Judges one simple command; `inShell` where the shell's own grammar and built-ins apply. */
function judgeWords(words, shell, inShell) {
	let rest = words;
	const own = {};
	while (inShell && rest[0] !== void 0) {
		const assignment = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/s.exec(rest[0].text)?.groups;
		if (assignment !== void 0) {
			if (!rest[0].unknown) own[assignment["name"] ?? ""] = assignment["value"] ?? "";
		} else if (!SHELL_PREFIXES.has(rest[0].text)) break;
		rest = rest.slice(1);
	}
	const [first, ...args] = rest;
	if (first === void 0) {
		change(shell, own);
		return [];
	}
	if (first.unknown) return [{
		state: "unknown",
		why: "a command is named by an expansion"
	}];
	const here = {
		...shell,
		env: {
			...shell.env,
			...own
		},
		changed: {
			...shell.changed,
			...own
		}
	};
	const name = basename(first.text);
	if (inShell && followBuiltin(first.text, args, shell)) return [];
	if (WRAPPERS.has(name)) return judgeWrapped(name, args, here);
	if (PYTHON_NAME.test(name)) return judgePython(first.text, args, here);
	if (SHELLS.has(name)) return judgeShell(args, here);
	if (isEnvironmentMaker(name)) return judgeMaker(name, args, here);
	if (SET_UP.has(name) || NO_PYTHON.has(name)) return [{
		state: "none",
		why: `${name} runs no Python of the project`
	}];
	return judgeProgram(first.text, here);
}
/** Follows what changes the surroundings of later commands; true where the command is one of these. */
function followBuiltin(name, args, shell) {
	const [target] = args;
	if (name === "cd" && target?.unknown === false) shell.cwd = resolve(shell.cwd, target.text);
	else if (name === "export") change(shell, Object.fromEntries(args.filter(({ text, unknown }) => !unknown && text.includes("=")).map(({ text }) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)])));
	else if ((name === "source" || name === ".") && target !== void 0) {
		const folder = /^(?<folder>.*)\/bin\/activate$/s.exec(target.text)?.groups?.["folder"];
		if (folder === void 0 || target.unknown) return true;
		const path = resolve(shell.cwd, folder);
		change(shell, {
			VIRTUAL_ENV: path,
			PATH: `${path}/bin:${shell.env["PATH"] ?? ""}`
		});
	} else return false;
	return true;
}
function change(shell, values) {
	Object.assign(shell.env, values);
	Object.assign(shell.changed, values);
}
function judgeWrapped(name, args, shell) {
	let [rest, operands] = [args, WRAPPERS.get(name) ?? 0];
	const own = {};
	for (let [word] = rest; word !== void 0; [word] = rest) {
		if (name === "env" && /^[A-Za-z_]\w*=/.test(word.text)) own[word.text.slice(0, word.text.indexOf("="))] = word.text.slice(word.text.indexOf("=") + 1);
		else if (WRAPPER_VALUE_OPTIONS.has(word.text) && !(name === "env" && word.text === "-i")) rest = rest.slice(1);
		else if (!word.text.startsWith("-") && operands > 0) operands -= 1;
		else if (!word.text.startsWith("-")) break;
		rest = rest.slice(1);
	}
	return judgeWords(rest, {
		...shell,
		env: {
			...shell.env,
			...own
		},
		changed: {
			...shell.changed,
			...own
		}
	}, false);
}
function judgePython(name, args, shell) {
	const { options, first, module } = readPythonArguments(args.map(({ text }) => text), shell.cwd);
	if (module !== null && isEnvironmentMaker(module)) return judgeMaker(module, args.slice(args.findIndex(({ text }) => text === module) + 1), shell);
	if (module !== null && SET_UP.has(module)) return [{
		state: "none",
		why: `-m ${module} sets an environment up`
	}];
	const path = findProgramFile(name, shell.cwd, shell.env["PATH"]);
	if (path === null) return [notThere(name, shell)];
	const how = name.includes("/") ? "named by the command" : `${name} on PATH`;
	const script = args.find(({ text }) => !text.startsWith("-"))?.text ?? "";
	return [{
		state: "found",
		path,
		how,
		options,
		first,
		env: shell.changed,
		runsTests: TEST_RUNNERS.has(module ?? basename(script))
	}];
}
/** A program of an environment that is not there yet is made by the command itself, before it gets here. */
function notThere(name, shell) {
	const active = shell.changed["VIRTUAL_ENV"];
	const folder = name.includes("/") ? dirname(dirname(resolve(shell.cwd, name))) : active;
	const isEnvironment = name.includes("/") ? basename(dirname(name)) === "bin" : active !== void 0 && kindAt(active) !== "folder";
	if (folder !== void 0 && isEnvironment && kindAt(folder) !== "folder") return {
		state: "later",
		why: `the environment ${folder} is not there yet`
	};
	return {
		state: "missing",
		asked: name,
		why: `${name} is no executable file${name.includes("/") ? "" : " on PATH"}`
	};
}
function judgeShell(args, shell) {
	for (let at = 0; at < args.length; at += 1) {
		const { text = "", unknown = false } = args[at] ?? {};
		const isOption = /^[-+][A-Za-z]+$/.test(text);
		if (isOption && text.startsWith("-") && text.includes("c")) {
			const script = args.slice(at + 1).find((word) => !/^[-+]/.test(word.text));
			return script === void 0 || script.unknown ? [{
				state: "unknown",
				why: "the text of a shell is an expansion"
			}] : judgeText(script.text, shell);
		}
		if (/^[-+][A-Za-z]*[oO]$/.test(text)) at += 1;
		else if (!isOption && !text.startsWith("--")) {
			const file = resolve(shell.cwd, text);
			return unknown || kindAt(file) !== "file" ? [{
				state: "unknown",
				why: `the script ${text} cannot be read`
			}] : judgeText(readTextOrNothing(file), shell);
		}
	}
	return [{
		state: "unknown",
		why: "a shell reads its commands from its input"
	}];
}
/** An environment that is there, and that the program takes as it is, can be asked now; every other one when it is done. */
function judgeMaker(name, args, shell) {
	const call = readMakerCall(name, args, shell);
	if (call === null) return [{
		state: "none",
		why: `${name} ${args[0]?.text ?? ""} sets an environment up`
	}];
	const present = call.syncs && !shell.ended ? [] : environmentsIn(call.folders);
	if (present.length === 0) return [{
		state: "later",
		why: `${name} makes the environment of its command itself`
	}];
	return present.flatMap((environment) => {
		const active = {
			VIRTUAL_ENV: environment,
			PATH: `${environment}/bin:${shell.env["PATH"] ?? ""}`
		};
		const inside = {
			...shell,
			cwd: call.cwd,
			env: {
				...shell.env,
				...active
			},
			changed: {
				...shell.changed,
				...active
			},
			depth: shell.depth + 1
		};
		const judged = call.inner.length === 0 || shell.depth >= DEPTH_LIMIT$2 ? [] : judgeWords(call.inner, inside, false);
		const found = judged.filter((one) => one.state === "found");
		const [first] = judged;
		if (first?.state === "none") return judged;
		const own = {
			state: "found",
			path: `${environment}/bin/python`,
			how: `the environment ${environment}`,
			options: [],
			first: "",
			env: inside.changed
		};
		return (found.length > 0 ? found : [{
			...own,
			runsTests: true
		}]).map((one) => ({
			...one,
			how: `${one.how}, by ${name}`,
			again: true
		}));
	});
}
/** A program of another name: a script says by its first line what runs it. */
function judgeProgram(name, shell) {
	const file = findProgramFile(name, shell.cwd, shell.env["PATH"]);
	if (file === null) {
		const judged = notThere(name, shell);
		return [judged.state === "later" ? judged : {
			state: "unknown",
			why: `${name} was not found`
		}];
	}
	const program = readProgramFile(file);
	if (program.kind === "binary" || program.kind === "unreadable") return [{
		state: "unknown",
		why: `${basename(name)} says not what runs it`
	}];
	if (program.kind === "trampoline") return judgeConsoleScript(program.interpreter, [], file, shell);
	const words = program.words.filter((word, at) => !(at === 1 && word === "-S"));
	const [interpreter = "", ...options] = basename(words[0] ?? "") === "env" ? words.slice(1) : words;
	if (PYTHON_NAME.test(basename(interpreter))) return judgeConsoleScript(interpreter, options, file, shell);
	if (SHELLS.has(basename(interpreter))) {
		const sibling = shimmedPython(file);
		return sibling === null ? judgeText(program.text, shell) : judgeConsoleScript(sibling, [], file, shell);
	}
	return [{
		state: NO_PYTHON.has(basename(interpreter)) ? "none" : "unknown",
		why: `${basename(name)} is run by ${interpreter}`
	}];
}
function judgeConsoleScript(interpreter, options, file, shell) {
	const name = basename(file);
	if (isEnvironmentMaker(name)) return judgeMaker(name, [], shell);
	const path = findProgramFile(interpreter, shell.cwd, shell.env["PATH"]);
	if (path === null) return [{
		state: "missing",
		asked: file,
		why: `its interpreter ${interpreter} is not there`
	}];
	const { options: paths } = readPythonArguments([...options, file], shell.cwd);
	return [{
		state: "found",
		path,
		how: `the interpreter of ${file}`,
		options: paths,
		first: dirname(realPath(file)),
		env: shell.changed,
		runsTests: TEST_RUNNERS.has(name)
	}];
}
/** A version manager's shim is a shell script that finds its program anew: the shim of python beside it does the same. */
function shimmedPython(file) {
	if (basename(dirname(file)) !== "shims") return null;
	return ["python", "python3"].map((name) => `${dirname(file)}/${name}`).find((shim) => kindAt(shim) === "file") ?? null;
}

// src/prepare/build-tool-origins.ts
/**
* Ways on which build tools of other languages take code from another checkout: `replace` and `go.work` of Go, path
* dependencies and overrides of Cargo, included builds and files of Gradle, modules and files of Maven, and links that
* stand in the place of sources. Read as text, in the places where each tool looks; nothing is run (PR5).
*/
/** Sources of the languages that these tools build, and of those that are loaded as they are. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|pyi|go|rs|java|kt|kts|scala|groovy|rb|php|cs|c|cc|cpp|cxx|h|hpp|swift|ex|exs|pl|pm|lua|sh)$/;
/** Paths of one file that are followed: a guard against files that are made to be long; real ones name some dozens. */
const LEADS_LIMIT = 2e3;
/** Files of another checkout that are looked at to tell whether a link leads to its code. */
const LISTED_LIMIT$1 = 2e4;
/**
* Every such way that leads into another checkout of the workspace's code, as an entry; third-party code anywhere else
* is free and not listed.
*/
async function readBuildToolOrigins(place, folders, { otherCheckoutOf, git }) {
	const leads = [...folders.flatMap(leadsOf), ...aboveTheTop(place.top, folders)].filter(({ target }) => !isWorkspacePath(target, place));
	const entries = [];
	for (const { kind, file, name, target } of leads) {
		const real = realPath(target);
		const otherCheckout = await otherCheckoutOf(real);
		if (otherCheckout === null) continue;
		if (kind === "workspace-link" && !await tracksCode(otherCheckout.top, real, git)) continue;
		entries.push({
			distribution: name,
			kind,
			file,
			target: real,
			names: [name],
			insideWorkspace: false,
			otherCheckout,
			offersSame: true
		});
	}
	return entries;
}
/** Whether a checkout tracks source files at or below a real path inside it. */
async function tracksCode(checkout, path, git) {
	try {
		const { code, stdout } = await git(checkout, [
			"--literal-pathspecs",
			"ls-files",
			"-z",
			"--",
			path === checkout ? "." : path.slice(checkout.length + 1)
		]);
		return code === 0 && stdout.toString("latin1").split("\0", LISTED_LIMIT$1).some((file) => CODE.test(file));
	} catch {
		return false;
	}
}
function leadsOf({ path, entries }) {
	return entries.flatMap(({ name, kind, link }) => {
		const file = `${path}/${name}`;
		if (link && name !== "node_modules") return kind === "other" ? [] : [{
			kind: "workspace-link",
			file,
			name,
			target: file
		}];
		if (kind === "folder") return name === ".cargo" ? cargoConfiguration(path) : [];
		return leadsInFile(name, file, path).slice(0, LEADS_LIMIT);
	});
}
function leadsInFile(name, file, folder) {
	switch (name) {
		case "go.mod":
		case "go.work": return goLeads(file);
		case "Cargo.toml": return pathsIn$1(file, folder, "cargo-path");
		case "pom.xml": return mavenLeads(file);
		default: return /^(?:settings|build)\.gradle(?:\.kts)?$/.test(name) ? gradleLeads(file) : [];
	}
}
/** Go takes the nearest `go.work` above as well, and Cargo every configuration above. */
function aboveTheTop(top, folders) {
	const leads = [];
	let work = kindAt(`${top}/go.work`) === "file" || !folders.some(({ entries }) => entries.some(({ name }) => name === "go.mod"));
	for (let folder = dirname(top);; folder = dirname(folder)) {
		leads.push(...cargoConfiguration(folder));
		if (!work && kindAt(`${folder}/go.work`) === "file") {
			work = true;
			leads.push(...goLeads(`${folder}/go.work`));
		}
		if (folder === dirname(folder)) return leads;
	}
}
/** `replace old => ../path` and `use ../path`, alone or in parentheses (go.dev/ref/mod). */
function goLeads(file) {
	const folder = dirname(file);
	const leads = [];
	let block = null;
	for (const line of readTextOrNothing(file).split("\n")) {
		const words = line.replace(/\/\/.*/, "").trim().split(/\s+/).map((word) => word.replace(/^["`]|["`]$/g, ""));
		const [first = ""] = words;
		if (block !== null && first === ")") block = null;
		else if (block === null && words[1] === "(") block = first;
		else {
			const directive = block ?? first;
			const rest = block === null ? words.slice(1) : words;
			const path = directive === "replace" ? rest[rest.indexOf("=>") + 1] ?? "" : directive === "use" && file.endsWith(".work") ? rest[0] ?? "" : "";
			if (!/^(?:\.{1,2}(?:\/|$)|\/)/.test(path) || directive === "replace" && !rest.includes("=>")) continue;
			const target = resolve(folder, path);
			leads.push(directive === "replace" ? {
				kind: "go-replace",
				file,
				name: rest[0] ?? "",
				target
			} : {
				kind: "go-work",
				file,
				name: moduleAt(target),
				target
			});
		}
	}
	return leads;
}
/** A text without its comments; one that never ends takes the rest with it. */
function withoutComments(text, open, close) {
	let kept = "";
	for (let at = 0;;) {
		const start = text.indexOf(open, at);
		if (start < 0) return kept + text.slice(at);
		kept += text.slice(at, start);
		const end = text.indexOf(close, start + open.length);
		if (end < 0) return kept;
		at = end + close.length;
	}
}
function moduleAt(folder) {
	return /^module\s+(?<name>\S+)/m.exec(readTextOrNothing(`${folder}/go.mod`))?.groups?.["name"] ?? folder;
}
/** `.cargo/config.toml` of a folder: its paths start there (doc.rust-lang.org/cargo/reference/config.html). */
function cargoConfiguration(folder) {
	return ["config.toml", "config"].flatMap((name) => {
		const file = `${folder}/.cargo/${name}`;
		return [...[...(/^\s*paths\s*=\s*\[(?<list>[^\]]*)\]/m.exec(readTextOrNothing(file))?.groups?.["list"] ?? "").matchAll(/["'](?<path>[^"'\n]+)["']/g)].map(({ groups }) => ({
			kind: "cargo-path",
			file,
			name: "paths",
			target: resolve(folder, groups?.["path"] ?? "")
		})), ...pathsIn$1(file, folder, "cargo-path")];
	});
}
/** Every `path = "…"` of a TOML file with the name that it stands beside, relative to a folder. */
function pathsIn$1(file, folder, kind) {
	const text = readTextOrNothing(file).replace(/^\s*#.*$/gm, "");
	let table = "";
	return text.split("\n").flatMap((line) => {
		const header = /^\s*\[+(?<name>[^\]]+)\]/.exec(line)?.groups?.["name"];
		if (header !== void 0) table = header.trim();
		const path = /(?:^|[\s{,])path\s*=\s*["'](?<path>[^"'\n]+)["']/.exec(line)?.groups?.["path"];
		if (path === void 0 || /^(?:lib|bin|test|bench|example)$/.test(table)) return [];
		return [{
			kind,
			file,
			name: /^\s*(?<name>[\w-]+)\s*=\s*\{/.exec(line)?.groups?.["name"] ?? table.split(".").at(-1) ?? table,
			target: resolve(folder, path)
		}];
	});
}
/** Literal paths in calls that bring in code: `includeBuild`, `projectDir = file(…)`, `files`, `flatDir`, `apply from`. */
function gradleLeads(file) {
	const text = withoutComments(readTextOrNothing(file), "/*", "*/").replace(/(?<!:)\/\/[^\n]*/g, "");
	const folder = dirname(file);
	return [...text.matchAll(/\b(?<call>includeBuild|files?|fileTree|dirs?|from)\b\s*[(:=]?\s*(?<quote>["'])(?<path>(?:\$\{?(?:rootDir|projectDir|rootProject\.projectDir)\}?\/)?[^"'$\n]+)\k<quote>/g)].map(({ groups }) => {
		const path = (groups?.["path"] ?? "").replace(/^\$\{?[\w.]+\}?\//, "");
		return {
			kind: "gradle-path",
			file,
			name: groups?.["call"] ?? "",
			target: isAbsolute(path) ? path : resolve(folder, path)
		};
	});
}
/** Modules, parents and system files that a `pom.xml` names by path. */
function mavenLeads(file) {
	const text = withoutComments(readTextOrNothing(file), "<!--", "-->");
	const folder = dirname(file);
	return [...text.matchAll(/<(?<tag>module|relativePath|systemPath|sourceDirectory|testSourceDirectory|additionalClasspathElement)>\s*(?<path>[^<]+?)\s*<\/\k<tag>>/g)].map(({ groups }) => ({
		kind: "maven-path",
		file,
		name: groups?.["tag"] ?? "",
		target: resolve(folder, (groups?.["path"] ?? "").replace(/\$\{(?:project\.)?basedir\}/g, folder))
	}));
}

// src/prepare/command-reading.ts
/** Reads a captured command as the simple commands that it consists of, each with its folder and variables. Runs nothing. */
/** Scripts that call scripts are followed this deep. */
const DEPTH_LIMIT$1 = 5;
const COMMANDS_LIMIT = 500;
/** The project controls this file: its scripts are read, and no more. */
const manifestSchema = object({ scripts: optional(record(string(), unknown())) });
/** The simple commands of a captured command, in order: scripts, shells and package scripts that it calls are followed. */
function readCommands(command, { cwd, env }) {
	const place = {
		cwd,
		env: { ...env },
		set: {},
		depth: 0
	};
	const [program = "", ...rest] = command.form === "script" ? command.interpreter : [];
	const interpreter = basename(program) === "env" ? rest.find((word) => !word.startsWith("-")) : program;
	return (command.form === "argv" ? ofWords(command.argv, place, false) : SHELLS.has(basename(interpreter ?? "")) ? ofText(command.text, place) : []).slice(0, COMMANDS_LIMIT);
}
function ofText(text, place) {
	if (place.depth >= DEPTH_LIMIT$1) return [];
	const inner = {
		...place,
		env: { ...place.env },
		set: { ...place.set },
		depth: place.depth + 1
	};
	return splitWords(text, inner.env).flatMap((words) => ofWords(words.filter(({ unknown }) => !unknown).map((word) => word.text), inner, true));
}
function ofWords(words, place, inShell) {
	let rest = words;
	const own = {};
	for (let [word] = rest; inShell && word !== void 0; [word] = rest) {
		const pair = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/s.exec(word)?.groups;
		if (pair !== void 0) own[pair["name"] ?? ""] = pair["value"] ?? "";
		else if (!SHELL_PREFIXES.has(word)) break;
		rest = rest.slice(1);
	}
	const [first, ...args] = rest;
	if (first === void 0) {
		set(place, own);
		return [];
	}
	const here = {
		...place,
		env: {
			...place.env,
			...own
		},
		set: {
			...place.set,
			...own
		}
	};
	const name = basename(first);
	if (inShell && (name === "cd" || name === "pushd")) {
		const target = args.find((word) => !word.startsWith("-"));
		if (target !== void 0) place.cwd = resolve(place.cwd, target);
		return [];
	}
	if (inShell && name === "export") {
		set(place, Object.fromEntries(args.flatMap((word) => /^[A-Za-z_]\w*=/.test(word) ? [[word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]] : [])));
		return [];
	}
	if (WRAPPERS.has(name)) return ofWrapped(name, args, here);
	if (SHELLS.has(name)) return [...ofShell(args, here), {
		words: rest,
		cwd: here.cwd,
		variables: here.set
	}];
	return [
		{
			words: rest,
			cwd: here.cwd,
			variables: here.set
		},
		...ofPackageScript(name, args, here),
		...ofScriptFile(first, here)
	];
}
function set(place, values) {
	Object.assign(place.env, values);
	Object.assign(place.set, values);
}
function ofWrapped(name, args, place) {
	let [rest, operands, cwd] = [
		args,
		WRAPPERS.get(name) ?? 0,
		place.cwd
	];
	const own = {};
	for (let [word] = rest; word !== void 0; [word] = rest) {
		if (name === "env" && /^[A-Za-z_]\w*=/.test(word)) own[word.slice(0, word.indexOf("="))] = word.slice(word.indexOf("=") + 1);
		else if (name === "env" && (word === "-C" || word === "--chdir")) {
			cwd = resolve(cwd, rest[1] ?? "");
			rest = rest.slice(1);
		} else if (WRAPPER_VALUE_OPTIONS.has(word) && !(name === "env" && word === "-i")) rest = rest.slice(1);
		else if (!word.startsWith("-") && operands > 0) operands -= 1;
		else if (!word.startsWith("-")) break;
		rest = rest.slice(1);
	}
	return ofWords(rest, {
		...place,
		cwd,
		env: {
			...place.env,
			...own
		},
		set: {
			...place.set,
			...own
		}
	}, false);
}
function ofShell(args, place) {
	const at = args.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word));
	if (at >= 0) return ofText(args.slice(at + 1).find((word) => !/^[-+]/.test(word)) ?? "", place);
	const script = args.find((word) => !/^[-+]/.test(word) && kindAt(resolve(place.cwd, word)) === "file");
	return script === void 0 ? [] : ofText(readTextOrNothing(resolve(place.cwd, script)), place);
}
/** A script of the project's own that a shell runs. */
function ofScriptFile(name, place) {
	if (!name.includes("/")) return [];
	const file = findProgramFile(name, place.cwd, void 0);
	const program = file === null ? null : readProgramFile(file);
	if (program?.kind !== "interpreted") return [];
	const [interpreter = "", ...rest] = program.words;
	const shell = basename(interpreter) === "env" ? rest.find((word) => !word.startsWith("-")) ?? "" : interpreter;
	return SHELLS.has(basename(shell)) ? ofText(program.text, place) : [];
}
/** `npm test`, `yarn run check`: the text that `package.json` holds, with what comes before and after it. */
function ofPackageScript(name, args, place) {
	if (!/^(?:npm|yarn|pnpm|bun)$/.test(name)) return [];
	const at = args.findIndex((word) => /^(?:--prefix|-C|--dir|--cwd)$/.test(word));
	const moved = at >= 0 ? args[at + 1] : args.find((word) => /^--(?:prefix|dir|cwd)=/.test(word))?.replace(/^[^=]*=/, "");
	const operands = args.filter((word, index) => !word.startsWith("-") && (at < 0 || index !== at + 1));
	const script = /^(?:run|run-script)$/.test(operands[0] ?? "") ? operands[1] : operands[0] === "t" || operands[0] === "tst" ? "test" : operands[0];
	if (script === void 0) return [];
	const folder = packageFolder(moved === void 0 ? place.cwd : resolve(place.cwd, moved));
	const scripts = folder === null ? {} : scriptsIn(`${folder}/package.json`);
	return [
		`pre${script}`,
		script,
		`post${script}`
	].flatMap((one) => {
		const text = scripts[one];
		return typeof text === "string" ? ofText(text, {
			...place,
			cwd: folder ?? place.cwd
		}) : [];
	});
}
function packageFolder(from) {
	for (let folder = from;; folder = dirname(folder)) {
		if (kindAt(`${folder}/package.json`) === "file") return folder;
		if (folder === dirname(folder)) return null;
	}
}
function scriptsIn(file) {
	const read = readBounded(file);
	if (read.state !== "found") return {};
	try {
		return manifestSchema.parse(JSON.parse(read.bytes.toString("utf8"))).scripts ?? {};
	} catch {
		return {};
	}
}

// src/prepare/yarn-pnp.ts
/** Reads the table in a Plug'n'Play file of Yarn, which is a program with data in it. Nothing of it is run (PR5). */
/** The table of a repository with thousands of packages has some ten megabytes. */
const PNP_LIMIT_BYTES = 128 << 20;
/** The project controls the file. Layout: github.com/yarnpkg/berry, packages/yarnpkg-pnp, `SerializedState`. */
const tableSchema = object({ packageRegistryData: array(tuple([nullable(string()), array(tuple([nullable(string()), object({ packageLocation: string() })]))])) });
/** The packages that the file at an absolute path maps, archives included; or why that cannot be said. */
function readPnp(file) {
	const read = readBounded(file, PNP_LIMIT_BYTES);
	if (read.state !== "found") return { why: read.state === "absent" ? "it vanished" : read.why };
	const text = tableText(file, read.bytes.toString("utf8"));
	if (text === null) return { why: "it holds no table of packages in a form that is known" };
	try {
		const { packageRegistryData } = tableSchema.parse(JSON.parse(text));
		return { packages: packageRegistryData.flatMap(([name, versions]) => name === null ? [] : versions.map(([, { packageLocation }]) => ({
			name,
			location: packageLocation
		}))) };
	} catch (error) {
		return { why: `its table cannot be read (${String(error).split("\n")[0] ?? ""})` };
	}
}
/** The JSON: the file itself, one beside it (`pnpEnableInlining: false`), or a literal inside the program. */
function tableText(file, program) {
	if (file.endsWith(".json")) return program;
	const quoted = quotedText(program);
	if (quoted !== null) return quoted.replace(/\\([\s\S])/g, (_, escaped) => escaped === "\n" ? "" : escaped === "n" ? "\n" : escaped);
	const call = /\bhydrateRuntimeState\(\s*(?=\{)/.exec(program);
	const end = call === null ? -1 : program.lastIndexOf("basePath");
	if (call !== null && end > call.index) return program.slice(call.index + call[0].length, end).replace(/,\s*\{\s*$/, "");
	const beside = file.replace(/\.pnp\.c?js$/, ".pnp.data.json");
	const read = kindAt(beside) === "file" ? readBounded(beside, PNP_LIMIT_BYTES) : null;
	return read?.state === "found" ? read.bytes.toString("utf8") : null;
}
/** What stands between the quotes of the table's literal. By search, not by one expression: it has megabytes. */
function quotedText(program) {
	const start = /\bRAW_RUNTIME_STATE\s*=\s*'/.exec(program);
	if (start === null) return null;
	const from = start.index + start[0].length;
	for (let end = program.indexOf("'", from); end >= 0; end = program.indexOf("'", end + 1)) {
		let backslashes = 0;
		while (program[end - 1 - backslashes] === "\\") backslashes += 1;
		if (backslashes % 2 === 0) return program.slice(from, end);
	}
	return null;
}

// src/prepare/node-links.ts
/** Links in `node_modules` that lead to sources: what npm, pnpm and Yarn make for workspaces and linked packages (PR5). */
const MODULES = "node_modules";
/** npm's record of a large tree has some megabytes. */
const RECORD_LIMIT_BYTES = 64 << 20;
/** npm writes this file; anyone may have changed it. */
const recordSchema = object({ packages: record(string(), object({
	resolved: optional(string()),
	link: optional(boolean())
})) });
/** The project controls this file: its name is used, and no more. */
const packageSchema = object({ name: optional(string()) });
/**
* Every way on which Node finds a package's sources outside of where they are installed: links in the `node_modules`
* folders of the workspace, what Yarn's Plug'n'Play maps, and copies that a lock file says were made of another folder.
* A `node_modules` that is itself a link is read where it leads: its relative links then resolve there. Folders around
* the workspace count where Node's upward walk finds a package of the workspace's own there and not inside.
*/
async function readNodeLinks(place, folders, otherCheckoutOf) {
	const packages = findPackages(folders);
	const offered = new Set(packages.flatMap((folder) => packageName(`${folder}/package.json`) ?? []));
	const unread = [];
	const entryOf = async ({ kind = "node-link", file, name, target }) => ({
		distribution: name,
		kind,
		file,
		target,
		names: [name],
		insideWorkspace: isWorkspacePath(target, place),
		otherCheckout: await otherCheckoutOf(target),
		offersSame: offered.has(name)
	});
	const linked = packages.flatMap((folder) => linksIn(`${folder}/${MODULES}`));
	const mapped = [...packages, ...parentsOf(place.top)].flatMap((folder) => mappedByYarn(folder, unread));
	const inside = new Set(linked.filter(({ file }) => file.startsWith(`${place.top}/${MODULES}/`)).map(({ name }) => name));
	const around = packages.length === 0 ? [] : parentsOf(place.top).flatMap((folder) => linksIn(`${folder}/${MODULES}`)).filter(({ name }) => offered.has(name) && !inside.has(name) && kindAt(`${place.top}/${MODULES}/${name}`) !== "folder");
	const copied = packages.flatMap((folder) => copiesIn(folder));
	const entries = await Promise.all([...linked, ...mapped].map(entryOf));
	const further = (await Promise.all([...around, ...copied].map(entryOf))).filter(({ otherCheckout }) => otherCheckout !== null);
	return {
		entries: [...entries, ...further],
		unread
	};
}
function parentsOf(folder) {
	const parent = dirname(folder);
	return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
/** What a Plug'n'Play file maps to folders that are no archives of Yarn's cache. It is a program; its table is read. */
function mappedByYarn(folder, unread) {
	const file = [
		".pnp.cjs",
		".pnp.js",
		".pnp.data.json"
	].map((name) => `${folder}/${name}`).find((path) => kindAt(path) === "file");
	if (file === void 0) return [];
	const table = readPnp(file);
	if ("why" in table) {
		unread.push({
			file,
			why: table.why
		});
		return [];
	}
	return table.packages.filter(({ location }) => !/(?:^|\/)node_modules\//.test(location)).map(({ name, location }) => ({
		kind: "yarn-pnp",
		file,
		name,
		target: realPath(resolve(folder, location))
	}));
}
/** Packages that npm and pnpm copied from a folder: npm's own record of `node_modules`, pnpm's names of its store. */
function copiesIn(folder) {
	const copies = [];
	const add = (file, name, source) => {
		if (kindAt(file) === "folder") copies.push({
			kind: "node-copy",
			file,
			name,
			target: realPath(resolve(folder, source))
		});
	};
	const record = readBounded(`${folder}/${MODULES}/.package-lock.json`, RECORD_LIMIT_BYTES);
	if (record.state === "found") for (const [path, { resolved, link }] of recordedPackages(record.bytes)) {
		const name = path.slice(path.lastIndexOf(`${MODULES}/`) + 12 + 1);
		if (resolved?.startsWith("file:") === true && link !== true) add(`${folder}/${path}`, name, decodedPath(resolved.slice(5)));
	}
	for (const { name } of entriesOf(`${folder}/${MODULES}/.pnpm`)) {
		const stored = /^(?<name>@?[^@]+)@file\+(?<path>[^()_]+)/.exec(name)?.groups;
		const own = stored?.["name"]?.replace("+", "/");
		if (stored !== void 0 && own !== void 0) add(`${folder}/${MODULES}/.pnpm/${name}/${MODULES}/${own}`, own, (stored["path"] ?? "").replaceAll("+", "/"));
	}
	return copies;
}
function recordedPackages(bytes) {
	try {
		return Object.entries(recordSchema.parse(JSON.parse(bytes.toString("utf8"))).packages);
	} catch {
		return [];
	}
}
function decodedPath(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
/** Folders with a `package.json` or a `node_modules`, absolute; none where the top level has neither. */
function findPackages(folders) {
	const found = folders.filter(({ entries }) => entries.some(({ name }) => name === "package.json" || name === MODULES)).map(({ path }) => path);
	return found[0] === folders[0]?.path ? found : [];
}
/** The links to sources in one `node_modules`, in its scopes and in the folder where pnpm hoists packages. */
function linksIn(modules) {
	return [modules, `${modules}/.pnpm/${MODULES}`].flatMap((folder) => entriesOf(folder).flatMap(({ name, kind, link }) => name.startsWith("@") && kind === "folder" && !link ? entriesOf(`${folder}/${name}`).map((inner) => ({
		name: `${name}/${inner.name}`,
		link: inner.link
	})) : [{
		name,
		link
	}]).filter(({ name, link }) => link && !name.startsWith(".")).map(({ name }) => ({
		name,
		file: `${folder}/${name}`,
		target: realPath(`${folder}/${name}`)
	})).filter(({ target }) => !target.split("/").includes(MODULES)));
}
/** The packages in a folder of packages that are checkouts themselves, links aside. */
function checkoutsIn(modules) {
	return entriesOf(modules).flatMap(({ name, kind, link }) => {
		if (kind !== "folder" || link || name.startsWith(".")) return [];
		const folder = `${modules}/${name}`;
		return name.startsWith("@") ? entriesOf(folder).flatMap((inner) => inner.kind === "folder" && !inner.link ? [`${folder}/${inner.name}`] : []) : [folder];
	}).filter((folder) => kindAt(`${folder}/.git`) !== "other");
}
function packageName(file) {
	const read = readBounded(file);
	if (read.state !== "found") return void 0;
	try {
		return packageSchema.parse(JSON.parse(read.bytes.toString("utf8"))).name;
	} catch {
		return;
	}
}

// src/prepare/python-literal.ts
/** Nesting beyond this is no mapping that a backend wrote. */
const DEPTH_LIMIT = 50;
/** The literal that starts at `from`; undefined where none does. */
function literalAt(text, from) {
	try {
		return readLiteral({
			text,
			at: from
		}, 0);
	} catch {
		return;
	}
}
/** The positional arguments of the call whose `(` is at `from`, as far as all are literals; undefined otherwise. */
function argumentsAt(text, from) {
	try {
		return readItems({
			text,
			at: from + 1
		}, ")", 0);
	} catch {
		return;
	}
}
function readLiteral(reader, depth) {
	if (depth > DEPTH_LIMIT) throw new SyntaxError("nested too deeply");
	skipSpace(reader);
	const first = reader.text[reader.at] ?? "";
	if (first === "'" || first === "\"") return readString(reader);
	if (first === "[" || first === "(") {
		reader.at += 1;
		return readItems(reader, first === "[" ? "]" : ")", depth);
	}
	if (first === "{") {
		reader.at += 1;
		return readBraces(reader, depth);
	}
	const word = /^(?:set\(\)|frozenset\(|[A-Za-z_]+|-?\d+(?:\.\d+)?)/.exec(reader.text.slice(reader.at, reader.at + 40))?.[0];
	reader.at += word?.length ?? 0;
	switch (word) {
		case "None": return null;
		case "True": return true;
		case "False": return false;
		case "set()": return [];
		case "frozenset(": return readItems(reader, ")", depth).flatMap((one) => Array.isArray(one) ? one : []);
		default:
			if (word === void 0 || !/\d/.test(word)) throw new SyntaxError("no literal");
			return Number(word);
	}
}
/** Items up to `close`, a trailing comma allowed; consumes `close`. */
function readItems(reader, close, depth) {
	const items = [];
	for (;;) {
		if (take(reader, close)) return items;
		items.push(readLiteral(reader, depth + 1));
		if (!take(reader, ",")) {
			if (take(reader, close)) return items;
			throw new SyntaxError("a comma is missing");
		}
	}
}
function readBraces(reader, depth) {
	const pairs = /* @__PURE__ */ new Map();
	const members = [];
	for (;;) {
		if (take(reader, "}")) return members.length > 0 ? members : pairs;
		const key = readLiteral(reader, depth + 1);
		if (take(reader, ":")) {
			const value = readLiteral(reader, depth + 1);
			if (typeof key === "string") pairs.set(key, value);
		} else members.push(key);
		if (!take(reader, ",")) {
			if (take(reader, "}")) return members.length > 0 ? members : pairs;
			throw new SyntaxError("a comma is missing");
		}
	}
}
const SIMPLE_ESCAPES = {
	n: "\n",
	t: "	",
	r: "\r",
	"\\": "\\",
	"'": "'",
	"\"": "\"",
	"\n": "",
	a: "\x07",
	b: "\b",
	f: "\f",
	v: "\v"
};
const HEX_ESCAPE_DIGITS = {
	x: 2,
	u: 4,
	U: 8
};
function readString(reader) {
	const { text } = reader;
	const quote = text[reader.at] ?? "";
	let value = "";
	for (reader.at += 1;; reader.at += 1) {
		const character = text[reader.at];
		if (character === void 0 || character === "\n") throw new SyntaxError("a string does not end");
		if (character === quote) {
			reader.at += 1;
			return value;
		}
		if (character !== "\\") {
			value += character;
			continue;
		}
		reader.at += 1;
		const escape = text[reader.at] ?? "";
		const digits = HEX_ESCAPE_DIGITS[escape];
		if (digits === void 0) value += SIMPLE_ESCAPES[escape] ?? `\\${escape}`;
		else {
			const hex = text.slice(reader.at + 1, reader.at + 1 + digits);
			if (hex.length !== digits || !/^[0-9a-fA-F]+$/.test(hex)) throw new SyntaxError("an escape is cut off");
			value += String.fromCodePoint(parseInt(hex, 16));
			reader.at += digits;
		}
	}
}
function take(reader, character) {
	skipSpace(reader);
	if (reader.text[reader.at] !== character) return false;
	reader.at += 1;
	return true;
}
function skipSpace(reader) {
	while (/\s/.test(reader.text[reader.at] ?? "")) reader.at += 1;
}

// src/prepare/finder-module.ts
/** The redirections that a module's text makes; none for a module that is no finder of a known kind. */
function readFinderModule(text) {
	if (/^class _EditableFinder\b/m.test(text) || /^MAPPING\b/m.test(text)) return readSetuptools(text);
	if (text.includes("MesonpyMetaFinder")) return readMeson(text);
	if (text.includes("ScikitBuild")) return readScikitBuild(text);
	return readMappedModules(text);
}
/** setuptools writes two module-level dicts. */
function readSetuptools(text) {
	const mapping = assigned(text, "MAPPING");
	const namespaces = assigned(text, "NAMESPACES");
	if (!(mapping instanceof Map)) return {
		ways: [],
		why: "its MAPPING is no dict of literals"
	};
	const ways = pairs(mapping).map(([name, target]) => ({
		kind: "setuptools-finder",
		target,
		names: [name]
	}));
	for (const [name, targets] of namespaces instanceof Map ? namespaces : []) ways.push(...strings(targets).map((target) => ({
		kind: "namespace",
		target,
		names: [name]
	})));
	return {
		ways,
		why: null
	};
}
/** meson-python calls its finder with the names it answers for and its build folder. */
function readMeson(text) {
	for (const call of lastCalls(text, ["install", "MesonpyMetaFinder"])) {
		const [, names, path] = call;
		const [target] = strings(path);
		if (target !== void 0) return {
			ways: [{
				kind: "meson-finder",
				target,
				names: strings(names)
			}],
			why: null
		};
	}
	return {
		ways: [],
		why: "the call that installs its finder has no literal arguments"
	};
}
/** scikit-build-core calls `install` with a table of source files, or `install_inplace` with folders. */
function readScikitBuild(text) {
	const [redirecting] = lastCalls(text, ["install"]);
	const [files] = redirecting ?? [];
	if (files instanceof Map) {
		const ways = /* @__PURE__ */ new Map();
		for (const [module, target] of pairs(files)) {
			const [name = ""] = module.split(".");
			if (module === name || !ways.has(name)) ways.set(name, {
				kind: "scikit-build-finder",
				target,
				names: [name]
			});
		}
		return {
			ways: [...ways.values()],
			why: null
		};
	}
	const [inplace] = lastCalls(text, ["install_inplace"]);
	if (inplace !== void 0) {
		const [names, folders] = inplace;
		return {
			ways: strings(folders).map((target) => ({
				kind: "scikit-build-finder",
				target,
				names: strings(names)
			})),
			why: null
		};
	}
	return {
		ways: [],
		why: "the call that installs its finder has no literal arguments"
	};
}
/** The `editables` package (hatchling, pdm) maps each module by a call. */
function readMappedModules(text) {
	const ways = [];
	for (const match of text.matchAll(/\bmap_module\(/g)) {
		const [name, target] = strings(argumentsAt(text, match.index + match[0].length - 1) ?? null);
		if (name !== void 0 && target !== void 0) ways.push({
			kind: "other-finder",
			target,
			names: [name]
		});
	}
	return {
		ways,
		why: null
	};
}
function assigned(text, name) {
	const match = new RegExp(`^${name}\\b(?:\\s*:[^=\\n]*)?\\s*=\\s*`, "m").exec(text);
	return match === null ? void 0 : literalAt(text, match.index + match[0].length);
}
/** Arguments of the calls of these functions that pass literals alone, the last in the text first. */
function lastCalls(text, functions) {
	return [...text.matchAll(new RegExp(`\\b(?:${functions.join("|")})\\(`, "g"))].reverse().flatMap((match) => {
		const args = argumentsAt(text, match.index + match[0].length - 1);
		return args === void 0 || args.length < 2 ? [] : [args];
	});
}
function pairs(map) {
	return [...map].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
}
function strings(value) {
	if (typeof value === "string") return [value];
	return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

// src/prepare/site-packages.ts
/** Reads what editable installs leave in a folder of installed packages: statically, so that nothing is built (PR5). */
/** Who wrote the installed package controls this file: the fields that are used, and no more. */
const directUrlSchema = object({
	url: string(),
	dir_info: optional(object({ editable: optional(boolean()) }))
});
/** Meson's own record of where a build folder's sources lie. */
const mesonInfoSchema = object({ directories: object({ source: string() }) });
/** What the `.pth`, `.start`, `.egg-link`, finder and `direct_url.json` files of an absolute folder lead to. */
function readInstalledOrigins(path) {
	const entries = entriesOf(path);
	const unread = [];
	const hints = readDirectUrls(path, entries, unread);
	const folder = {
		path,
		entries,
		owners: new Map(hints.flatMap(({ distribution, files }) => files.map((file) => [file, distribution]))),
		distributions: new Set(entries.filter(({ name }) => /\.(dist|egg)-info$/.test(name)).map(({ name }) => distributionOf(name))),
		unread
	};
	const links = readEggLinks(folder);
	const linked = new Map(links.map(({ target, distribution }) => [target, distribution]));
	const origins = [...links];
	for (const { name, kind } of entries) {
		if (kind !== "file") continue;
		if (name.endsWith(".pth")) origins.push(...readPth(folder, name, linked));
		if (name.endsWith(".start")) origins.push(...readStartFile(folder, name));
	}
	const claimed = new Set(origins.map(({ distribution }) => distribution));
	for (const { distribution, file, target } of hints) if (target !== null && !claimed.has(distribution)) origins.push({
		distribution,
		kind: "direct-url",
		file,
		target,
		names: []
	});
	return {
		origins,
		unread
	};
}
/** The folder that `direct_url.json` files say a distribution was installed from, editable ones alone. */
function editableHints(path) {
	const hints = readDirectUrls(path, entriesOf(path), []);
	return new Map(hints.flatMap(({ distribution, target }) => target === null ? [] : [[distribution, target]]));
}
function readDirectUrls(path, entries, unread) {
	const hints = [];
	for (const { name, kind } of entries) {
		if (kind !== "folder" || !name.endsWith(".dist-info")) continue;
		const file = `${path}/${name}/direct_url.json`;
		const read = readBounded(file);
		if (read.state === "absent") continue;
		const parsed = read.state === "found" ? parseDirectUrl(read.bytes) : { why: read.why };
		if ("why" in parsed) unread.push({
			file,
			why: parsed.why,
			hintOf: distributionOf(name)
		});
		else if (parsed.editable) {
			const record = readBounded(`${path}/${name}/RECORD`);
			const files = record.state === "found" ? record.bytes.toString("utf8").split(/\r?\n/).map((line) => line.replace(/^"?(.*?)"?(,[^,]*,[^,]*)?$/, "$1")) : [];
			hints.push({
				distribution: distributionOf(name),
				file,
				target: parsed.target,
				files
			});
		}
	}
	return hints;
}
function parseDirectUrl(bytes) {
	try {
		const { url, dir_info: info } = directUrlSchema.parse(JSON.parse(bytes.toString("utf8")));
		const local = /^file:/i.test(url) ? realPath(fileURLToPath(url)) : null;
		return {
			editable: info?.editable === true,
			target: local
		};
	} catch (error) {
		return { why: String(error).split("\n")[0] ?? "" };
	}
}
function readEggLinks(folder) {
	const links = [];
	for (const { name, kind } of folder.entries) {
		if (kind !== "file" || !name.endsWith(".egg-link")) continue;
		const line = readLines(folder, name)[0]?.trim() ?? "";
		if (line === "") continue;
		links.push({
			distribution: normaliseName(name.slice(0, -9)),
			kind: "egg-link",
			file: `${folder.path}/${name}`,
			target: realPath(resolve(folder.path, line)),
			names: []
		});
	}
	return links;
}
/** As site.py reads it: comments and blank lines apart, a line is code if it starts with `import`, else a path. */
function readPth(folder, name, linked) {
	const file = `${folder.path}/${name}`;
	const here = realPath(folder.path);
	const origins = [];
	for (const line of readLines(folder, name)) {
		if (line.trim() === "" || line.startsWith("#")) continue;
		if (/^import[ \t]/.test(line)) {
			const module = /^import[ \t]+(?<module>\w+)/.exec(line)?.groups?.["module"];
			if (module !== void 0) origins.push(...readFinder(folder, module, name));
			continue;
		}
		const path = line.trimEnd();
		if (path.includes("\0")) continue;
		const target = realPath(isAbsolute(path) ? path : resolve(folder.path, path));
		if (liesIn(target, here) || kindAt(target) !== "folder" && kindAt(target) !== "file") continue;
		if (linked.has(target)) continue;
		const strict = /\/__editable__\.[^/]+$/.test(target);
		origins.push({
			distribution: ownerOf(folder, name),
			kind: strict ? "setuptools-strict" : "path-pth",
			file,
			target: strict ? linkTreeTarget(target) : target,
			names: []
		});
	}
	return origins;
}
/** A `.start` file (PEP 829) names functions to call at start-up, `module:function` a line. */
function readStartFile(folder, name) {
	return readLines(folder, name).flatMap((line) => {
		const module = /^\s*(?<module>\w+)\s*:/.exec(line)?.groups?.["module"];
		return module === void 0 ? [] : readFinder(folder, module, name);
	});
}
function readFinder(folder, module, from) {
	const name = `${module}.py`;
	if (!folder.entries.some((entry) => entry.name === name && entry.kind === "file")) return [];
	const file = `${folder.path}/${name}`;
	const read = readBounded(file);
	if (read.state !== "found") {
		folder.unread.push({
			file,
			why: read.state === "absent" ? "it vanished" : read.why,
			hintOf: null
		});
		return [];
	}
	const finder = readFinderModule(decodePath(read.bytes));
	if (finder.why !== null) folder.unread.push({
		file,
		why: finder.why,
		hintOf: null
	});
	const distribution = ownerOf(folder, name) ?? ownerOf(folder, from);
	return finder.ways.map(({ kind, target, names }) => {
		const path = resolve(folder.path, target);
		return {
			distribution,
			kind,
			file,
			target: realPath(kind === "meson-finder" ? mesonSource(path) ?? path : path),
			names
		};
	});
}
/** A build folder may lie anywhere; the code is that of its sources. */
function mesonSource(build) {
	const read = readBounded(`${build}/meson-info/meson-info.json`);
	if (read.state !== "found") return void 0;
	try {
		return mesonInfoSchema.parse(JSON.parse(read.bytes.toString("utf8"))).directories.source;
	} catch {
		return;
	}
}
function readLines(folder, name) {
	const file = `${folder.path}/${name}`;
	const read = readBounded(file);
	if (read.state !== "found") {
		folder.unread.push({
			file,
			why: read.state === "absent" ? "it vanished" : read.why,
			hintOf: null
		});
		return [];
	}
	return decodePath(read.bytes).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
}
/** The distribution that a file belongs to: by an editable's RECORD, else by the names that backends give such files. */
function ownerOf(folder, file) {
	const recorded = folder.owners.get(file);
	if (recorded !== void 0) return recorded;
	const stem = file.replace(/\.[^.]+$/, "");
	const guess = /^__editable__\.(?<name>.+?)-\d[^-]*$/.exec(stem)?.groups?.["name"] ?? /^__editable___(?<name>.+?)_\d.*_finder$/.exec(stem)?.groups?.["name"] ?? /^_editable_(?:impl|skbc)_(?<name>.+)$/.exec(stem)?.groups?.["name"] ?? /^_?(?<name>.+?)[-_]editable(?:_loader)?$/.exec(stem)?.groups?.["name"] ?? stem;
	const name = normaliseName(guess);
	return folder.distributions.has(name) ? name : null;
}
function distributionOf(infoFolder) {
	return normaliseName(infoFolder.replace(/\.(dist|egg)-info$/, "").replace(/-\d.*$/, ""));
}
/** Where the files of a tree of links really lie: the first that lies elsewhere, as a folder; the tree where none does. */
function linkTreeTarget(tree) {
	const open = [""];
	for (let folder = open.pop(), seen = 0; folder !== void 0 && seen < LINK_TREE_LIMIT; folder = open.pop()) for (const { name, kind, link } of entriesOf(`${tree}${folder}`)) {
		seen += 1;
		if (kind === "folder" && !link) open.push(`${folder}/${name}`);
		if (!link) continue;
		const real = realPath(`${tree}${folder}/${name}`);
		const below = `${folder}/${name}`;
		if (!liesIn(real, tree)) return real.endsWith(below) ? real.slice(0, -below.length) || "/" : real.slice(0, real.lastIndexOf("/")) || "/";
	}
	return tree;
}
const LINK_TREE_LIMIT = 2e3;

// src/prepare/environment-origins.ts
/** Variables of the environment that lead into another checkout of the same code (PR6). */
/** Lists of folders that a language looks code up in; an empty entry means the working folder. */
const SEARCH_PATHS = /* @__PURE__ */ new Set([
	"PYTHONPATH",
	"NODE_PATH",
	"CLASSPATH",
	"GOPATH",
	"PERL5LIB",
	"RUBYLIB",
	"LUA_PATH"
]);
/** Other variables by which tools find code: named ones, and every `*_HOME`, `*_ROOT`, `*_HUB`. */
const LOCATION = /^(?:GOWORK|GOFLAGS|PYTHONHOME|PYTEST_ADDOPTS|MAVEN_ARGS|UV_PROJECT|UV_WORKING_DIRECTORY|CARGO_TARGET_DIR|CARGO_BUILD_TARGET_DIR|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|TS_NODE_PROJECT|LD_LIBRARY_PATH|LD_PRELOAD|MYPYPATH|.+_(?:HOME|ROOT|HUB|OPTS|OPTIONS))$/;
/** Where a run takes place: re-pointed in another folder, never judged. Git's own are removed or reported elsewhere. */
const NEVER_JUDGED = /^(?:PWD|OLDPWD|INIT_CWD|GITHUB_WORKSPACE|RUNNER_WORKSPACE|GIT_.*|GENERATION_GATE_.*)$/;
/**
* Every entry of a variable that leads into another checkout of the workspace's code. A virtual environment is judged
* by what is installed in it, not by where it lies. `cwd` is where relative entries start.
*/
async function environmentOrigins(env, cwd, otherCheckoutOf) {
	const found = [];
	for (const [variable, value] of Object.entries(env).sort(([one], [other]) => one < other ? -1 : 1)) {
		if (value === void 0 || value === "" || NEVER_JUDGED.test(variable)) continue;
		for (const target of new Set(targetsOf(variable, value, cwd))) {
			const otherCheckout = await otherCheckoutOf(target);
			if (otherCheckout !== null) found.push({
				variable,
				value,
				target,
				otherCheckout
			});
		}
	}
	return found;
}
/** Whether a variable decides which code a program finds. */
function findsCode(variable) {
	return !NEVER_JUDGED.test(variable) && (SEARCH_PATHS.has(variable) || LOCATION.test(variable) || variable === "PATH" || variable === "VIRTUAL_ENV");
}
function targetsOf(variable, value, cwd) {
	if (variable === "VIRTUAL_ENV") return virtualEnvironmentTargets(resolve(cwd, value));
	if (SEARCH_PATHS.has(variable)) {
		const folders = value.split(":").map((entry) => realPath(resolve(cwd, entry.replace(/\/\*$/, ""))));
		return variable === "NODE_PATH" ? [...folders, ...folders.flatMap((folder) => [...linksIn(folder).map(({ target }) => target), ...checkoutsIn(folder)])] : folders;
	}
	if (!LOCATION.test(variable)) return [];
	return [value, ...value.split(/[\s:]+/).flatMap((word) => [word, word.slice(word.indexOf("=") + 1)])].filter((part) => isAbsolute(part) || /^\.{1,2}(?:\/|$)/.test(part)).map((part) => resolve(cwd, part)).filter((part) => kindAt(part) !== "other").map(realPath);
}
function virtualEnvironmentTargets(environment) {
	return entriesOf(`${environment}/lib`).filter(({ name }) => /^(?:python|pypy)3/.test(name)).flatMap(({ name }) => readInstalledOrigins(`${environment}/lib/${name}/site-packages`).origins.filter(({ kind }) => kind !== "direct-url").map(({ target }) => target));
}

// src/prepare/workspace-folders.ts
/** The folders of a workspace in which projects may lie, listed once for all who look for something there. */
/** Projects of a monorepo are looked for this deep: `packages/<group>/<package>`. */
const DEPTH = 3;
/** A guard against trees of generated folders. */
const FOLDER_LIMIT$1 = 5e3;
/** The top level and the folders below it, breadth first; environment folders, hidden ones and other worktrees are none. */
function workspaceFolders({ top, otherWorktrees }) {
	const apart = new Set(otherWorktrees.map((worktree) => `${top}/${worktree}`));
	const found = [{
		path: top,
		entries: entriesOf(top)
	}];
	let level = found;
	for (let depth = 0; depth < DEPTH; depth += 1) {
		const next = [];
		for (const { path, entries } of level) for (const { name, kind, link } of entries) {
			const inner = `${path}/${name}`;
			if (kind !== "folder" || link || name.startsWith(".") || ENVIRONMENT_FOLDER_NAMES.has(name) || apart.has(inner)) continue;
			if (found.length + next.length > FOLDER_LIMIT$1) return [...found, ...next];
			const inside = entriesOf(inner);
			if (!inside.some((entry) => entry.name === "pyvenv.cfg")) next.push({
				path: inner,
				entries: inside
			});
		}
		found.push(...next);
		level = next;
	}
	return found;
}

// src/prepare/maven-local.ts
/**
* Modules of the workspace that a Maven call takes from the local repository instead of building them: `mvn -pl app`
* without `-am`, a call in a module's folder. What lies there may be of any checkout (PR5).
*/
const MAVEN = /^(?:mvn|mvnw|mvnd|mvnDebug)$/;
/** Options whose value is the next word (`mvn --help`). */
const VALUED = /* @__PURE__ */ new Set([
	"-f",
	"--file",
	"-pl",
	"--projects",
	"-rf",
	"--resume-from",
	"-s",
	"--settings",
	"-gs",
	"--global-settings",
	"-t",
	"--toolchains",
	"-P",
	"--activate-profiles",
	"-T",
	"--threads",
	"-l",
	"--log-file",
	"-b",
	"--builder",
	"-D",
	"--define",
	"--color"
]);
const JAR_LIMIT_BYTES = 256 << 20;
const SOURCES_LIMIT = 5e3;
/** An entry for each module that comes from the local repository and was not installed from this tree as it is. */
function readMavenLocal(commands, place, env) {
	const calls = commands.filter(({ words: [program = ""] }) => MAVEN.test(basename(program))).map(readCall);
	if (calls.length === 0) return [];
	const own = workspaceFolders(place).filter(({ entries }) => entries.some(({ name }) => name === "pom.xml")).flatMap(({ path }) => readModule(path) ?? []);
	const byName = new Map(own.map((module) => [nameOf(module), module]));
	const installed = /* @__PURE__ */ new Set();
	const found = /* @__PURE__ */ new Map();
	for (const call of calls) {
		const selected = selectedBy(call, own, byName);
		for (const module of neededBy(selected, byName)) {
			if (installed.has(nameOf(module))) continue;
			const jar = jarIn(localRepository(call, env), module);
			if (jar === null || isBuiltFrom(module, jar)) continue;
			found.set(jar, {
				distribution: nameOf(module),
				kind: "maven-local",
				file: jar,
				target: jar,
				names: [nameOf(module)],
				insideWorkspace: false,
				otherCheckout: null,
				offersSame: true
			});
		}
		if (call.goals.some((goal) => goal === "install" || goal === "deploy" || goal.startsWith("install:"))) for (const module of selected) installed.add(nameOf(module));
	}
	return [...found.values()];
}
function nameOf({ group, artifact }) {
	return `${group}:${artifact}`;
}
function readCall({ words, cwd }) {
	const options = /* @__PURE__ */ new Map();
	const properties = /* @__PURE__ */ new Map();
	const goals = [];
	for (let at = 1; at < words.length; at += 1) {
		const word = words[at] ?? "";
		const define = /^-D(?<name>[^=]+)(?:=(?<value>.*))?$/s.exec(word)?.groups;
		if (define !== void 0) properties.set(define["name"] ?? "", define["value"] ?? "");
		else if (VALUED.has(word)) options.set(word, words[at += 1] ?? "");
		else if (word.startsWith("--") && word.includes("=")) options.set(word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1));
		else if (word.startsWith("-")) options.set(word, "");
		else goals.push(word);
	}
	return {
		cwd,
		options,
		properties,
		goals
	};
}
function optionOf({ options }, ...names) {
	return names.map((name) => options.get(name)).find((value) => value !== void 0) ?? null;
}
/** The modules that a call builds itself. */
function selectedBy(call, own, byName) {
	const file = resolve(call.cwd, optionOf(call, "-f", "--file") ?? "pom.xml");
	const root = kindAt(file) === "folder" ? file : dirname(file);
	const reactor = [];
	const pending = [root];
	for (let folder = pending.pop(); folder !== void 0; folder = pending.pop()) {
		const module = own.find((one) => one.folder === folder);
		if (module === void 0 || reactor.includes(module)) continue;
		reactor.push(module);
		for (const inner of module.modules) pending.push(resolve(module.folder, inner.replace(/\/?[^/]+\.xml$/, "")));
	}
	const named = (optionOf(call, "-pl", "--projects") ?? optionOf(call, "-rf", "--resume-from") ?? "").split(",").filter((one) => one !== "");
	const wanted = named.filter((one) => !/^[!-]/.test(one)).map((one) => one.replace(/^[+?]+/, ""));
	const matches = (one) => (module) => one.includes(":") ? one === `:${module.artifact}` || one === nameOf(module) : module.folder === resolve(root, one);
	const excluded = named.filter((one) => /^[!-]/.test(one)).map((one) => one.slice(1).replace(/^\?/, ""));
	const chosen = reactor.filter((module) => (wanted.length === 0 || wanted.some((one) => matches(one)(module))) && !excluded.some((one) => matches(one)(module)));
	const also = call.options.has("-am") || call.options.has("--also-make") ? neededBy(chosen, byName).filter((module) => reactor.includes(module)) : [];
	return [...chosen, ...also];
}
/** The workspace's modules that others depend on, directly or not, and that are not among these. */
function neededBy(selected, byName) {
	const needed = /* @__PURE__ */ new Set();
	const pending = [...selected];
	for (let module = pending.pop(); module !== void 0; module = pending.pop()) for (const name of module.dependencies) {
		const dependency = byName.get(name);
		if (dependency === void 0 || selected.includes(dependency) || needed.has(dependency)) continue;
		needed.add(dependency);
		pending.push(dependency);
	}
	return [...needed];
}
/** `-Dmaven.repo.local`, on the command line, in `.mvn` or a variable; the settings' own; `~/.m2/repository`. */
function localRepository(call, env) {
	const home = env["HOME"] ?? "";
	const texts = [`${env["MAVEN_ARGS"] ?? ""} ${env["MAVEN_OPTS"] ?? ""}`, ...["maven.config", "jvm.config"].map((name) => configuration(call.cwd, name))];
	const named = call.properties.get("maven.repo.local") ?? texts.map((text) => /-Dmaven\.repo\.local=(?<path>[^\s"']+)/.exec(text)?.groups?.["path"]).find((path) => path !== void 0);
	if (named !== void 0) return resolve(call.cwd, named);
	const settings = optionOf(call, "-s", "--settings");
	const written = /<localRepository>\s*(?<path>[^<]+?)\s*<\/localRepository>/.exec(readTextOrNothing(settings === null ? `${home}/.m2/settings.xml` : resolve(call.cwd, settings)))?.groups?.["path"];
	return written === void 0 ? `${home}/.m2/repository` : resolve(written.replace("${user.home}", home));
}
function configuration(from, name) {
	for (let folder = from;; folder = dirname(folder)) {
		if (kindAt(`${folder}/.mvn`) === "folder") return readTextOrNothing(`${folder}/.mvn/${name}`);
		if (folder === dirname(folder)) return "";
	}
}
function jarIn(repository, { group, artifact, version }) {
	const folder = `${repository}/${group.replaceAll(".", "/")}/${artifact}/${version}`;
	return entriesOf(folder).filter(({ name, kind }) => kind === "file" && name.startsWith(`${artifact}-`) && /\.[jw]ar$/.test(name) && !/-(?:sources|javadoc|tests)\.jar$/.test(name)).map(({ name }) => `${folder}/${name}`).toSorted((one, other) => Number((timeOf(other) ?? 0n) - (timeOf(one) ?? 0n)))[0] ?? null;
}
/** The installed file is the one in the module's own `target`, and no source of the module is later than that. */
function isBuiltFrom({ folder, artifact, version }, jar) {
	const built = `${folder}/target/${artifact}-${version}${jar.slice(jar.lastIndexOf("."))}`;
	const [ours, theirs] = [digestOf(built), digestOf(jar)];
	const made = timeOf(built);
	return ours !== null && ours === theirs && made !== null && newestBelow(folder) < made;
}
function digestOf(file) {
	const read = readBounded(file, JAR_LIMIT_BYTES);
	return read.state === "found" ? createHash("sha256").update(read.bytes).digest("hex") : null;
}
function timeOf(file) {
	try {
		return lstatSync(nativePath(file, ""), { bigint: true }).ctimeNs;
	} catch {
		return null;
	}
}
/** The latest ctime of a module's `pom.xml` and of what lies below its `src/main`. */
function newestBelow(folder) {
	let newest = timeOf(`${folder}/pom.xml`) ?? 0n;
	const pending = [`${folder}/src/main`];
	let seen = 0;
	for (let place = pending.pop(); place !== void 0 && seen < SOURCES_LIMIT; place = pending.pop()) for (const { name, kind, link } of entriesOf(place)) {
		seen += 1;
		const time = timeOf(`${place}/${name}`) ?? 0n;
		if (kind === "folder" && !link) pending.push(`${place}/${name}`);
		else if (time > newest) newest = time;
	}
	return newest;
}
function readModule(folder) {
	const text = readTextOrNothing(`${folder}/pom.xml`);
	if (!text.includes("<artifactId>")) return null;
	const parent = blocksOf(text, "parent")[0] ?? "";
	const bare = [
		"parent",
		"dependencyManagement",
		"build",
		"profiles",
		"reporting"
	].reduce(without, without(text, "!--"));
	const head = without(bare, "dependencies");
	const group = valueOf(head, "groupId") ?? valueOf(parent, "groupId");
	const artifact = valueOf(head, "artifactId");
	const version = valueOf(head, "version") ?? valueOf(parent, "version");
	if (group === null || artifact === null || version === null) return null;
	const fill = (value) => value.replaceAll("${project.groupId}", group).replaceAll("${groupId}", group);
	const dependencies = blocksOf(bare, "dependency").map((block) => `${fill(valueOf(block, "groupId") ?? "")}:${valueOf(block, "artifactId") ?? ""}`);
	return {
		folder,
		group,
		artifact,
		version,
		modules: blocksOf(text, "module").map((one) => one.trim()),
		dependencies
	};
}
function valueOf(text, tag) {
	const [value] = blocksOf(text, tag, 1);
	return value === void 0 ? null : value.trim();
}
/** What stands inside the elements of a name, by search: these never nest in a `pom.xml`. */
function blocksOf(text, tag, limit = 2e3) {
	const blocks = [];
	for (let at = text.indexOf(`<${tag}>`); at >= 0 && blocks.length < limit; at = text.indexOf(`<${tag}>`, at)) {
		const end = text.indexOf(`</${tag}>`, at);
		if (end < 0) break;
		blocks.push(text.slice(at + tag.length + 2, end));
		at = end;
	}
	return blocks;
}
function without(text, tag) {
	const [open, close] = tag === "!--" ? ["<!--", "-->"] : [`<${tag}>`, `</${tag}>`];
	let kept = "";
	for (let at = 0;;) {
		const start = text.indexOf(open, at);
		const end = start < 0 ? -1 : text.indexOf(close, start);
		if (end < 0) return kept + text.slice(at);
		kept += text.slice(at, start);
		at = end + close.length;
	}
}

// src/prepare/command-origins.ts
/** Paths by which a command itself leads into another checkout: its folder, its program, its arguments (PR5, PR6). */
/** Programs that copy, compare, fetch or show files and test nothing. */
const AT_HAND = new Set("git hg cp rsync diff cmp cat ls rm rmdir mkdir ln mv echo printf test [ [[ stat du df find grep egrep rg sed awk head tail touch tee tar zip unzip gzip curl wget sha1sum sha256sum md5sum wc sort uniq chmod chown basename dirname realpath readlink pwd true false set source . trap exit return which type command".split(" "));
/** Options that say where something is written or kept. */
const WRITTEN = /(?:report|out|output|cache|te?mp|log|xml|json|cov|coverage|dest|build-dir|target-dir|artifact|root-dir-for|save|write|store|db)/i;
/** Options behind which files are loaded, whatever they are. */
const LOADED = /^(?:-cp|-classpath|--class-path|-p|--module-path|-r|--require|--import|--loader|--experimental-loader|-I|-javaagent|-jar|-modfile|-overlay|--manifest-path|-f|--file|-c|--config|--rootdir|--project|--project-dir|--with-editable|--include-build|--prefix|-C|--directory|--cwd|--dir)$/;
/** What a build leaves for loading. */
const BUILT = /\.(?:class|jar|war|pyc|pyd|so|dylib|node|wasm|whl|egg|zip|[cm]?js|exe)$/;
const LISTED_DEPTH = 3;
const LISTED_LIMIT = 500;
/** What the command's own words lead to in another checkout, and the variables with such a value that it sets itself. */
async function readCommandOrigins(command, question) {
	const entries = /* @__PURE__ */ new Map();
	const environment = /* @__PURE__ */ new Map();
	const commands = readCommands(command, question);
	for (const entry of readMavenLocal(commands, question.place, question.env)) entries.set(entry.file, entry);
	for (const one of commands) {
		for (const entry of await pathsOf(one, question)) entries.set(`${entry.file}\0${entry.target ?? ""}`, entry);
		for (const variable of await environmentOrigins(one.variables, one.cwd, question.otherCheckoutOf)) environment.set(`${variable.variable}\0${variable.target}`, variable);
	}
	return {
		entries: [...entries.values()],
		environment: [...environment.values()]
	};
}
async function pathsOf({ words, cwd }, question) {
	const [program = "", ...args] = words;
	if (AT_HAND.has(basename(program))) return [];
	const found = [];
	const add = async (word, path, isLoaded) => {
		const real = realPath(path);
		if (isWorkspacePath(real, question.place)) return;
		const otherCheckout = await question.otherCheckoutOf(real);
		if (otherCheckout === null) return;
		if (!isLoaded && !await tracksCode(otherCheckout.top, real, question.git) && !holdsBuilt(real)) return;
		found.push({
			distribution: null,
			kind: "command-path",
			file: word,
			target: real,
			names: [basename(program)],
			insideWorkspace: false,
			otherCheckout,
			offersSame: true
		});
	};
	await add(`cd ${cwd}`, cwd, false);
	const file = program.includes("/") ? findProgramFile(program, cwd, void 0) : null;
	if (file !== null) await add(program, file, true);
	for (const [at, word] of args.entries()) {
		const option = /^-/.test(word) ? word.replace(/=.*/s, "") : (args[at - 1] ?? "").startsWith("-") ? args[at - 1] ?? "" : "";
		if (WRITTEN.test(option) && !LOADED.test(option)) continue;
		for (const path of pathsIn(word)) {
			const absolute = resolve(cwd, path);
			if (kindAt(absolute) !== "other") await add(word, absolute, LOADED.test(option));
		}
	}
	return found;
}
/** The paths that a word may hold: alone, behind `=` or an option of one letter, several joined by colons; pytest's `::id` is none. */
function pathsIn(word) {
	const text = word.replace(/^--?[\w.-]+=/, "").replace(/^-[A-Za-z](?=[./])/, "").replace(/::.*$/s, "");
	if (text.startsWith("-") || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text.length > 4096) return [];
	return text.split(/[:,]/).map((part) => part.replace(/\/\*+$|\/\.\.\.$/, "")).filter((part) => part.includes("/") || part === "..");
}
/** Whether a file, or a folder not far down, is something that a build leaves for loading. */
function holdsBuilt(path) {
	if (kindAt(path) === "file") return BUILT.test(path);
	let [level, seen] = [[path], 0];
	for (let depth = 0; depth < LISTED_DEPTH; depth += 1) {
		const next = [];
		for (const folder of level) for (const { name, kind, link } of entriesOf(folder)) {
			seen += 1;
			if (seen > LISTED_LIMIT) return false;
			if (kind === "file" && BUILT.test(name)) return true;
			if (kind === "folder" && !link) next.push(`${folder}/${name}`);
		}
		level = next;
	}
	return false;
}

// src/prepare/offer.ts
/** Projects below the top level are looked for this deep: `packages/<group>/<project>`. */
const PROJECT_DEPTH = 3;
/** Folders that are looked into for projects, at most: a guard against trees of generated folders. */
const FOLDER_LIMIT = 5e3;
/** A namespace package's first module is looked for this deep. */
const NAMESPACE_DEPTH = 4;
/** Names that no root offers: every project may have them. */
const NEVER_OFFERED = /* @__PURE__ */ new Set([
	"conftest",
	"setup",
	"test",
	"tests"
]);
/** Folders that lie beside the code in a project's top level; an offer only where the project bears the name. */
const BESIDE_THE_CODE = new Set("benchmark benchmarks bin build ci conftest dist doc docs dodo example examples fabfile fixtures manage noxfile requirements scripts setup tasks test testdata testing tests third_party tools toxfile vendor".split(" "));
/**
* The offer of the workspace at `top` (absolute), with the Python projects inside it. Metadata and layout both count:
* modules and packages of `src/` and of every root that metadata names, packages of the top level.
*/
async function offeredByWorkspace(top, otherWorktrees = []) {
	const [distributions, names, roots] = [
		/* @__PURE__ */ new Set(),
		/* @__PURE__ */ new Set(),
		/* @__PURE__ */ new Set()
	];
	const unread = [];
	for (const project of findProjects(top, new Set(otherWorktrees))) {
		const metadata = await readProjectMetadata(join(top, project));
		for (const name of metadata.distributions) distributions.add(name);
		for (const name of metadata.names) names.add(name);
		if (project === "") unread.push(...metadata.unread);
		for (const root of [
			"",
			"src",
			...metadata.roots
		]) {
			const folder = join(join(top, project), root);
			if (kindAt(folder) !== "folder") continue;
			for (const name of root === "" ? flatNames(folder, metadata.distributions) : importableNames(folder)) names.add(name);
			roots.add(join(project, root));
		}
	}
	return {
		distributions: [...distributions].sort(),
		names: [...names].sort(),
		roots: [...roots].sort(),
		unread
	};
}
/** Names that an import finds in `folder` once it is on the path, namespace packages included; with `among` only those. */
function importableNames(folder, among) {
	const wanted = (name) => !NEVER_OFFERED.has(name) && (among?.has(name) ?? true);
	const names = /* @__PURE__ */ new Set();
	for (const { name, kind } of entriesOf(folder)) {
		const module = kind === "file" ? moduleName(name) : void 0;
		if (module !== void 0 && wanted(module)) names.add(module);
		if (kind === "folder" && wanted(name) && mayBePackage(name) && holdsModule(`${folder}/${name}`, NAMESPACE_DEPTH)) names.add(name);
	}
	return [...names].sort();
}
/**
* The dotted names below `folder` that only one place can offer: modules and regular packages, and inside a namespace
* package, which several places share, the names below it. Only what lies under one of the top-level names `among`.
*/
function exclusiveNames(folder, among) {
	return importableNames(folder, among).flatMap((name) => exclusiveBelow(`${folder}/${name}`, name, NAMESPACE_DEPTH));
}
function exclusiveBelow(path, name, depth) {
	if (!(depth > 0 && kindAt(path) === "folder" && kindAt(`${path}/__init__.py`) !== "file" && kindAt(`${path}.py`) !== "file")) return [name];
	const below = importableNames(path).flatMap((child) => exclusiveBelow(`${path}/${child}`, `${name}.${child}`, depth - 1));
	return below.length === 0 ? [name] : below;
}
/** Regular packages of a flat layout, and the single module that bears its project's name. */
function flatNames(folder, distributions) {
	const named = new Set(distributions.map((name) => name.replaceAll("-", "_")));
	return entriesOf(folder).filter(({ name, kind }) => kind === "folder" ? kindAt(`${folder}/${name}/__init__.py`) === "file" : named.has(moduleName(name)?.toLowerCase() ?? "")).map(({ name }) => name.replace(/\..*/s, "")).filter((name) => isImportName(name) && (named.has(name.toLowerCase()) || !BESIDE_THE_CODE.has(name)));
}
/** The module that a file of this name is: source, or an extension module with or without its platform tag. */
function moduleName(file) {
	const name = /^(?<name>[^.]+)(?:\.py|(?:\.(?:cpython-|abi3|pypy)[^.]*)?\.so)$/su.exec(file)?.groups?.["name"];
	return name !== void 0 && isImportName(name) ? name : void 0;
}
function mayBePackage(name) {
	return isImportName(name) && name !== "__pycache__" && !ENVIRONMENT_FOLDER_NAMES.has(name);
}
function holdsModule(folder, depth) {
	const entries = entriesOf(folder);
	if (entries.some(({ name, kind }) => kind === "file" && moduleName(name) !== void 0)) return true;
	return depth > 0 && entries.some(({ name, kind }) => kind === "folder" && mayBePackage(name) && holdsModule(`${folder}/${name}`, depth - 1));
}
/** The top level, and the folders below it that hold a project's metadata; relative, breadth first. */
function findProjects(top, otherWorktrees) {
	const projects = [""];
	let level = [["", entriesOf(top)]];
	let seen = 0;
	for (let depth = 0; depth < PROJECT_DEPTH; depth += 1) {
		const next = [];
		for (const [folder, entries] of level) for (const { name, kind, link } of entries) {
			const path = join(folder, name);
			if (kind !== "folder" || link || name.startsWith(".") || BESIDE_THE_CODE.has(name) || ENVIRONMENT_FOLDER_NAMES.has(name) || otherWorktrees.has(path)) continue;
			seen += 1;
			if (seen > FOLDER_LIMIT) return projects;
			const inside = entriesOf(join(top, path));
			if (inside.some((entry) => entry.name === "pyvenv.cfg")) continue;
			if (inside.some((entry) => METADATA_FILES.includes(entry.name))) projects.push(path);
			next.push([path, inside]);
		}
		level = next;
	}
	return projects;
}
function join(folder, path) {
	return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

// src/prepare/probe.ts
/** Asks an interpreter where it would import names from (PR5). */
/** Start-up of a loaded environment takes up to a second or two; ten are a hang. */
const PROBE_TIMEOUT_MS = 1e4;
const OUTPUT_LIMIT_BYTES = 8 << 20;
const FIRST_VERSION = [3, 6];
const foundNameSchema = object({
	state: _enum([
		"found",
		"absent",
		"would-build",
		"failed"
	]),
	origin: nullable(string()),
	locations: array(string()),
	finder: nullable(string()),
	why: string(),
	copy: nullable(object({
		compared: number(),
		differing: array(string())
	}))
});
const helloSchema = object({
	version: string(),
	implementation: string(),
	executable: string(),
	prefix: string()
});
const answerSchema = extend(helloSchema, {
	magic: number(),
	path: array(string()),
	site: array(string()),
	names: record(string(), foundNameSchema)
});
/**
* Runs the probe as `python -c`, with the paths that the command would have. Imports no module of a project and builds
* nothing; the interpreter's own start-up runs as it does for the command. Never rejects.
*/
async function probe(request) {
	const { executable, options, first, names, twins, cwd, env, timeoutMs = PROBE_TIMEOUT_MS } = request;
	const token = randomBytes(16).toString("hex");
	const program = `${readFileSync(assetPath("probe.py"), "utf8")}\nmain(${pythonString(token)}, ${pythonString(JSON.stringify({
		names,
		first,
		twins
	}))})\n`;
	const { ending, stdout, stderr } = await askInterpreter({
		executable,
		args: [
			...options,
			"-B",
			"-c",
			program
		],
		cwd,
		env,
		timeoutMs,
		maxBytes: OUTPUT_LIMIT_BYTES
	});
	const line = stdout.toString("latin1").split("\n").find((one) => one.startsWith(`${token} `));
	if (line === void 0) {
		const said = stderr.toString("utf8").trim().split("\n").at(-1) ?? "";
		return {
			state: "unreadable",
			why: `it ${sayEnding(ending)} without an answer${said === "" ? "" : `: ${said.slice(0, 300)}`}`
		};
	}
	return readAnswer(line.slice(token.length + 1));
}
function readAnswer(line) {
	try {
		const document = JSON.parse(line);
		const { version } = helloSchema.parse(document);
		const [major = 0, minor = 0] = version.split(".").map(Number);
		if (major < FIRST_VERSION[0] || major === FIRST_VERSION[0] && minor < FIRST_VERSION[1]) return {
			state: "unreadable",
			why: `it is Python ${version}; imports can be asked for from ${FIRST_VERSION.join(".")} on`
		};
		return {
			state: "answered",
			answer: answerSchema.parse(document)
		};
	} catch {
		return {
			state: "unreadable",
			why: "its answer has not the expected form"
		};
	}
}
/** An ASCII literal of Python: JSON's escapes are a subset of its own. */
function pythonString(text) {
	return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// src/prepare/origins.ts
/** Where Python code comes from: what is installed as a pointer elsewhere, and what an import would really find (PR5). */
/** Names of the workspace's own that are asked for at most; named imports always are. */
const DEFAULT_NAMES_LIMIT = 300;
/** Finders that compile before they answer: only the static reading speaks for them. */
const BUILDING_KINDS = /* @__PURE__ */ new Set(["meson-finder", "scikit-build-finder"]);
/** Looks at the workspace at `top` (real path) itself; `otherWorktrees` are linked worktrees inside it, relative to it. */
async function lookAtWorkspace({ git, ...place }) {
	const offer = await offeredByWorkspace(place.top, place.otherWorktrees);
	const otherCheckoutOf = otherCheckouts({
		...place,
		offer,
		git
	});
	const folders = workspaceFolders(place);
	const node = await readNodeLinks(place, folders, otherCheckoutOf);
	return {
		place,
		offer,
		otherCheckoutOf,
		links: [...node.entries, ...await readBuildToolOrigins(place, folders, {
			otherCheckoutOf,
			git
		})],
		unread: [...node.unread]
	};
}
/**
* Reads the origins of one interpreter's environment: statically what points elsewhere, and by the probe what imports
* find. Never rejects for what an environment holds; what could not be read is in the report.
*/
async function readOrigins(sight, request) {
	const { place, otherCheckoutOf, links } = sight;
	const { unread: unreadOffer, ...offer } = sight.offer;
	const unread = [...unreadOffer, ...sight.unread];
	const { python, imports } = request;
	const nothing = {
		offer,
		entries: [...links],
		names: [],
		disagreements: [],
		unread: [...unread]
	};
	switch (python.state) {
		case "none": return {
			...nothing,
			interpreter: {
				state: "absent",
				asked: python.asked,
				why: python.why
			}
		};
		case "missing": return {
			...nothing,
			interpreter: {
				state: "unreadable",
				asked: python.asked,
				why: python.why
			}
		};
		case "later": return {
			...nothing,
			interpreter: {
				state: "later",
				asked: python.asked,
				why: python.why
			}
		};
	}
	const exclusive = [...new Set(offer.roots.flatMap((root) => exclusiveNames(root === "" ? place.top : `${place.top}/${root}`, new Set(offer.names))))];
	const named = [...new Set(imports)];
	const defaults = [.../* @__PURE__ */ new Set([...exclusive, ...offer.names.filter((name) => !exclusive.some((one) => one === name || one.startsWith(`${name}.`)))])].filter((name) => !named.includes(name)).slice(0, DEFAULT_NAMES_LIMIT);
	const names = [...named, ...defaults];
	const probed = await probe({
		...python,
		executable: python.path,
		names,
		twins: twinsOf(names, sight),
		cwd: request.cwd,
		env: {
			...request.env,
			...python.env
		},
		...request.timeoutMs === void 0 ? {} : { timeoutMs: request.timeoutMs }
	});
	const answer = probed.state === "answered" ? probed.answer : null;
	const judge = {
		place,
		offer,
		exclusive,
		otherCheckoutOf
	};
	const folders = [...new Set((answer?.site ?? guessSiteFolders(python.path)).map(realPath))];
	const installed = folders.map(readInstalledOrigins);
	const entries = await Promise.all(installed.flatMap(({ origins }) => origins).map((origin) => judgeEntry(origin, judge)));
	const judged = answer === null ? [] : await Promise.all([...named.map((name) => ({
		name,
		asked: "named"
	})), ...defaults.map((name) => ({
		name,
		asked: "default"
	}))].map((one) => judgeName(one, answer.names[one.name], entries, judge)));
	return {
		interpreter: probed.state === "answered" ? asFound(python, probed.answer) : {
			state: "unreadable",
			asked: python.path,
			why: probed.why
		},
		offer,
		entries: [...entries, ...links],
		names: judged,
		disagreements: [...hintDisagreements(folders, entries), ...nameDisagreements(judged, entries)],
		unread: [...unread, ...installed.flatMap((one) => one.unread).filter(({ hintOf }) => hintOf === null || offer.distributions.includes(hintOf)).map(({ file, why }) => ({
			file,
			why
		}))]
	};
}
function asFound({ path, how, guess }, { executable, version, implementation, prefix }) {
	return {
		state: "found",
		asked: path,
		how,
		...guess === void 0 ? {} : { guess },
		executable,
		version,
		implementation,
		prefix
	};
}
/** Where the workspace itself has each name: the first of its import roots that holds it. */
function twinsOf(names, { place, offer }) {
	const roots = offer.roots.map((root) => root === "" ? place.top : `${place.top}/${root}`);
	return Object.fromEntries(names.flatMap((name) => {
		const twin = roots.flatMap((root) => [`${root}/${name.replaceAll(".", "/")}`, `${root}/${name.replaceAll(".", "/")}.py`]).find((path) => path.endsWith(".py") ? kindAt(path) === "file" : kindAt(`${path}/__init__.py`) === "file");
		return twin === void 0 ? [] : [[name, twin]];
	}));
}
async function judgeEntry(origin, { place, offer, exclusive, otherCheckoutOf }) {
	const { distribution, kind, target, names } = origin;
	const sameDistribution = distribution !== null && offer.distributions.includes(distribution);
	const offered = kind === "direct-url" ? [] : names.length > 0 ? names : exclusiveNames(target, new Set(offer.names));
	return {
		...origin,
		names: [...names],
		insideWorkspace: isWorkspacePath(target, place),
		otherCheckout: await otherCheckoutOf(target),
		offersSame: sameDistribution || kind !== "namespace" && offered.some((name) => exclusive.some((own) => overlap(name, own)))
	};
}
/** Whether two dotted names cannot both be imported from their own place: equal, or one a package around the other. */
function overlap(one, other) {
	return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
async function judgeName({ name, asked }, found, entries, { place, otherCheckoutOf }) {
	if (found === void 0) return {
		name,
		asked,
		state: "failed",
		origin: null,
		locations: [],
		insideWorkspace: false,
		finder: null,
		otherCheckout: null
	};
	const [top = name] = name.split(".");
	const built = found.state === "would-build" ? entries.filter((entry) => BUILDING_KINDS.has(entry.kind) && (entry.names.length === 0 || entry.names.includes(top))) : [];
	const locations = [...found.locations, ...built.flatMap(({ target }) => target ?? [])].filter(isAbsolute).map(realPath);
	const origin = found.origin !== null && isAbsolute(found.origin) ? realPath(found.origin) : null;
	const places = origin === null ? locations : [origin];
	const others = await Promise.all(places.map(otherCheckoutOf));
	const insideWorkspace = places.some((path) => isWorkspacePath(path, place));
	const copy = insideWorkspace ? null : found.copy;
	return {
		name,
		asked,
		state: found.state,
		origin,
		locations,
		insideWorkspace,
		finder: found.finder,
		otherCheckout: others.find((other) => other !== null) ?? null,
		...copy === null ? {} : { copy: {
			compared: copy.compared,
			differing: copy.differing.map((path) => path.slice(place.top.length + 1))
		} }
	};
}
/** Where an interpreter that gives no answer most likely has its packages: below the folder that holds its `bin`. */
function guessSiteFolders(executable) {
	const prefix = dirname(dirname(executable));
	return ["lib", "lib64"].flatMap((library) => entriesOf(`${prefix}/${library}`).filter(({ name, kind }) => kind === "folder" && /^(?:python|pypy)3/.test(name)).flatMap(({ name }) => ["site-packages", "dist-packages"].map((folder) => `${prefix}/${library}/${name}/${folder}`)));
}
/** `direct_url.json` says where an install came from; what takes effect are the other entries. */
function hintDisagreements(folders, entries) {
	return folders.flatMap((folder) => [...editableHints(folder)].flatMap(([distribution, hint]) => {
		const other = entries.filter((entry) => entry.distribution === distribution && entry.kind !== "direct-url").find(({ target }) => target !== null && !liesIn(target, hint));
		return other === void 0 ? [] : [{
			about: distribution,
			one: `direct_url.json says ${hint}`,
			other: `${other.file} leads to ${other.target ?? ""}`
		}];
	}));
}
/** A name that an entry maps, and that an import finds elsewhere: the entry is shadowed. */
function nameDisagreements(names, entries) {
	return names.flatMap(({ name, state, origin }) => {
		if (state !== "found" || origin === null) return [];
		const claims = entries.filter((entry) => claimsName(entry, name));
		const [claim] = claims;
		const kept = claims.some(({ target }) => target !== null && (liesIn(origin, target) || origin === `${target}.py` || dirname(target) === dirname(origin)));
		return claim === void 0 || kept ? [] : [{
			about: name,
			one: `${claim.file} leads to ${claim.target ?? ""}`,
			other: `an import finds ${origin}`
		}];
	});
}
/** By its map of names; an entry that puts a whole folder on the path, by what lies there. */
function claimsName({ names, kind, target }, name) {
	if (names.length > 0) return names.some((own) => name === own || name.startsWith(`${own}.`));
	if (target === null || kind === "direct-url" || isOfTheWorkspace(kind)) return false;
	const path = `${target}/${name.replaceAll(".", "/")}`;
	return kindAt(path) === "folder" || kindAt(`${path}.py`) === "file";
}

// src/steps/origins.ts
/** More interpreters of one command than this are not asked. */
const OTHER_INTERPRETERS = 4;
/** Asks where code would come from. Starts the interpreter and no module of the project. */
async function observeOrigins(context, question) {
	const { repository, otherWorktrees, settings } = context;
	const { command, cwd, env } = question;
	context.progress("asking where code comes from");
	const seen = await lookAtWorkspace({
		top: repository.top,
		otherWorktrees,
		git: askGit
	});
	const { place, otherCheckoutOf } = seen;
	const own = command === null ? {
		entries: [],
		environment: []
	} : await readCommandOrigins(command, {
		place,
		otherCheckoutOf,
		git: askGit,
		cwd,
		env
	});
	const environment = [...await environmentOrigins(env, cwd, otherCheckoutOf), ...own.environment];
	const sight = {
		...seen,
		links: [...seen.links, ...own.entries]
	};
	const guessed = command === null && settings.python === null && (env["VIRTUAL_ENV"] ?? "") === "";
	const python = guessed && !offersPython(sight.offer, question, settings) ? NOTHING_OFFERED : resolveCommandPython(command, {
		cwd,
		env,
		...settings.python === null ? {} : { python: settings.python }
	});
	return {
		origins: {
			...await askAll(sight, question, allOf(python)),
			...guessed && python.state === "found" ? { guessed } : {}
		},
		environment,
		later: python.state === "later" || python.state === "found" && python.again === true,
		sight
	};
}
/** Asks the environments that the command made while it ran; gives the first report where there are none. */
async function observeMadeEnvironments({ settings }, observed, question) {
	if (!observed.later) return observed;
	const { command, cwd, env } = question;
	const python = resolveCommandPython(command, {
		cwd,
		env,
		ended: true,
		...settings.python === null ? {} : { python: settings.python }
	});
	return python.state === "found" ? {
		...observed,
		origins: await askAll(observed.sight, question, allOf(python))
	} : observed;
}
/** Every interpreter of a command, the one that runs the tests first. */
function allOf(python) {
	return [python, ...(python.state === "found" ? python.others.filter(({ path }) => path !== python.path) : []).map((other) => ({
		...other,
		others: []
	}))];
}
/** Starting an interpreter that is only a guess is worth it where anything that Python could import is at stake. */
function offersPython({ distributions, names }, { imports }, { foreignEditables }) {
	return distributions.length + names.length + imports.length > 0 || foreignEditables === "reject";
}
const NOTHING_OFFERED = {
	state: "none",
	asked: "the environment",
	why: "the workspace offers nothing that Python could import"
};
/** One report of several interpreters: all their entries, and of the names of the later ones what leads elsewhere. */
async function askAll(sight, { cwd, env, imports }, [one, ...others]) {
	const ask = (python) => readOrigins(sight, {
		python,
		cwd,
		env,
		imports
	});
	const [first, ...more] = await Promise.all([ask(one), ...others.slice(0, OTHER_INTERPRETERS).map(ask)]);
	return {
		...first,
		entries: [...first.entries, ...more.flatMap(({ entries }) => entries.filter(({ kind }) => !isOfTheWorkspace(kind)))],
		names: [...first.names.map((name) => foundAnywhere(name, more)), ...more.flatMap(({ names }) => names.filter(({ otherCheckout }) => otherCheckout !== null))],
		disagreements: [...first.disagreements, ...more.flatMap(({ disagreements }) => disagreements)],
		unread: [...first.unread, ...more.flatMap(({ unread }) => unread)]
	};
}
/** Of several environments not every one need hold the project: one for a linter does not. */
function foundAnywhere(name, more) {
	if (name.state !== "absent") return name;
	return more.flatMap(({ names }) => names.filter((one) => one.name === name.name && one.state !== "absent"))[0] ?? name;
}
function askGit(cwd, args) {
	return git(args, { cwd });
}
/** Interpreters that may compile a source again to compare it with its bytecode. */
function interpretersOf(stamped, run) {
	const reports = [run?.facts.origins, stamped.facts.origins];
	return [...new Set(reports.flatMap((report) => report?.interpreter.state === "found" ? [report.interpreter.executable] : []))];
}
/** Absolute folder in which the command will run; the top level where that one is not there, or not yet. */
function commandFolder({ repository, settings, defaultWorkdir }) {
	try {
		return resolveWorkdir(repository.top, settings.workdir ?? defaultWorkdir).absolute;
	} catch {
		return repository.top;
	}
}
/** The `origins` verb: what is installed as a pointer elsewhere, and where imports would really go. */
async function originsStep(context) {
	const { settings } = context;
	const observed = await observeOrigins(context, {
		command: settings.command === null && settings.script === null ? null : commandOf(settings),
		cwd: commandFolder(context),
		env: context.env,
		imports: settings.imports
	});
	context.progress(null);
	const findings = CATALOG.filter(({ id }) => id.startsWith("GG-ORIGIN-") || id.startsWith("GG-ENVIRONMENT-")).flatMap((rule) => findingsOf(rule, factsOf(context, observed)));
	const rejected = findings.some(({ rejects }) => rejects);
	return {
		exit: rejected ? 1 : 0,
		envelope: envelope("origins", rejected ? "rejected" : "accepted", {
			origins: observed.origins,
			environment: observed.environment,
			findings,
			preface: table(observed)
		})
	};
}
/** Facts for the rules about origins alone: the command is taken to be about to run. */
function factsOf({ settings }, { origins, environment }) {
	return {
		step: "stamp",
		stamp: { state: "absent" },
		known: [],
		stamped: {
			...EMPTY_STAMPING,
			origins: {
				...origins,
				guessed: false
			},
			environment
		},
		run: null,
		check: null,
		asked: askedOf(settings)
	};
}
const EMPTY_STAMPING = {
	generation: "",
	stampDigest: "",
	treeId: "",
	contentId: "",
	head: null,
	wallClockMs: 0,
	fileClockNs: "0",
	evidence: [],
	logs: [],
	patch: null,
	nested: [],
	otherWorktrees: [],
	rawFiltered: [],
	purges: [],
	setup: null,
	quarantined: [],
	origins: null,
	environment: null
};
function table({ origins, environment }) {
	const { interpreter, disagreements, unread } = origins;
	const rows = [
		[
			"NAME",
			"KIND",
			"PLACE",
			"LEADS TO",
			"BY"
		],
		...origins.entries.map(({ distribution, names, kind, target, file, insideWorkspace, otherCheckout }) => [
			distribution ?? (names.join(", ") || "-"),
			kind,
			placeWord(insideWorkspace, otherCheckout !== null),
			target === null ? "-" : showPath(target),
			showPath(file)
		]),
		...origins.names.map((name) => [
			name.name,
			`import, ${name.state}`,
			name.state === "found" ? placeWord(name.insideWorkspace, name.otherCheckout !== null) : "-",
			showPath(name.origin ?? name.locations[0] ?? "-"),
			copyWord(name)
		]),
		...environment.map(({ variable, target }) => [
			variable,
			"variable",
			placeWord(false, true),
			showPath(target),
			"-"
		])
	];
	const widths = [
		0,
		1,
		2,
		3
	].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? "").length)));
	return [
		interpreter.state === "found" ? `interpreter ${showPath(interpreter.executable)} (${interpreter.implementation} ${interpreter.version}, ${interpreter.how})` : `interpreter ${interpreter.state}: ${interpreter.why}`,
		...rows.length === 1 ? ["nothing leads anywhere"] : rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()),
		...disagreements.map(({ about, one, other }) => `disagreement about ${showPath(about)}: ${one}, but ${other}`),
		...unread.map(({ file, why }) => `unread ${showPath(file)}: ${why}`),
		""
	].join("\n");
}
function copyWord({ copy, finder, insideWorkspace }) {
	if (insideWorkspace || copy === void 0) return finder ?? "-";
	return copy.differing.length === 0 ? "a copy with equal bytes" : `a copy, other bytes than ${copy.differing.slice(0, 3).map(showPath).join(", ")}`;
}
function placeWord(inside, other) {
	return inside ? "this workspace" : other ? "ANOTHER CHECKOUT" : "elsewhere";
}

export { hasCommand as S, liesIn as _, originsStep as a, realPath as b, splitWords as c, isWorkspacePath as d, resolveWorkdir as f, kindAt as g, entriesOf as h, observeOrigins as i, PYTHON_NAME as l, sayEnding as m, interpretersOf as n, findsCode as o, askInterpreter as p, observeMadeEnvironments as r, findProgramFile as s, commandFolder as t, SHELLS as u, readBounded as v, commandOf as x, readTextOrNothing as y };