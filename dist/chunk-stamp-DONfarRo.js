import { r as __toESM } from "./chunk-rolldown-runtime-CoNq6U3z.js";
import { accessSync, closeSync, constants, copyFileSync, existsSync, fchmodSync, fstatSync, fsyncSync, futimesSync, linkSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, rmdirSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { n as Refusal, r as UsageError, t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { r as STAMP_SCHEMA, t as STAMP_FILE } from "./chunk-stamp-B22QMI9q.js";
import { a as showPath, i as nativePath, n as decodePath, r as encodePath, t as comparePaths } from "./chunk-path-eSNZ8W03.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-CUO5WqLA.js";
import { C as SearchedPart, E as realPathOf, S as readStatTable, T as placeOf, _ as saveBaseline, a as recall, b as measuredTable, l as remember, m as ownIndex, p as setEarlierAside, r as forgetCurrent, t as baselineFolder, v as addRepositoriesForFiles, w as below, x as suspectsOf, y as measureNested } from "./chunk-records-D4AdmA6G.js";
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { o as localEnvironmentNames, r as gitDirectoryOf, t as commitParents } from "./chunk-repository-cIyq-kuT.js";
import { a as trackedAmong$1, o as trackedPaths, r as purgeWorkspace } from "./chunk-purge-D-vnns8E.js";
import { t as quoteForShell } from "./chunk-shell-quote-CcibQXym.js";
import { f as object, h as string, p as optional, x as _regex } from "./chunk-mini-67SZjQX2.js";
import { n as envelope } from "./chunk-envelope-Do-9adP8.js";
import { a as commandFromScriptFile, c as saveCommand, i as commandFromScript, n as commandDigest, t as commandBytes } from "./chunk-captured-command-BLHfXlnn.js";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { constants as constants$1, tmpdir } from "node:os";
import { open, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { t as CATALOG } from "./chunk-catalog-CqxOulOJ.js";
import { t as decide } from "./chunk-decide-DO-liYF4.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { _ as convertedBlobs, a as mergeByPath, c as stampedTable, d as staleMergeRef, f as trackedStamp, h as conversionScope, m as attributesOf, o as refuseUnmeasurable, r as listWorkTree, s as sortByPath, v as unchangedBehindFilter } from "./chunk-listing-C4ebG9Au.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-Dyk165Dq.js";
import { i as emptyColumns, r as blobBytes, t as KIND } from "./chunk-hash-files-DptF_HOm.js";
import { t as hashMany } from "./chunk-hash-pool-Bngl1muO.js";
import { n as withFullIndex, r as openPrivateGit } from "./chunk-sparse-index-Bp4xMEy7.js";
import { n as treeIdOf, t as rowsFromLeaves } from "./chunk-trees-DfjyFRjt.js";
import { n as generationFolder, t as forgetOtherGenerations } from "./chunk-state-DBHdm53Z.js";
import { a as removeStampFile, i as readStampFile, n as newGeneration, o as stampDigestOf, s as writeStampFile } from "./chunk-stamp-file-DaVTPRlz.js";
import { d as commandOf, f as hasCommand, r as observeOrigins } from "./chunk-origins-FXlbHeoe.js";
import { a as stopIfAsked, i as ownPathTest, n as evidencePlaces, t as askedOf } from "./chunk-context-Bc9i0Eqp.js";

// src/workspace/file-clock.ts
/**
* The clock of a file system, read off a file that is made there. Times of files are compared with nothing else: the
* process's own clock may lie ahead of the coarse one that the kernel gives to files, and a network file system's
* clock is another machine's (ST8).
*/
/** How long a clock is waited for: a file system with whole seconds needs one, FAT with its steps of two a bit more. */
const PASSAGE_LIMIT_MS = 2100;
const PAUSE_MS = 1;
const NAME_PREFIX = ".generation-gate-clock-";
const UNNAMED = process.platform === "linux" ? 4194304 | constants.O_DIRECTORY : 0;
/** What `open` says where the file system or the kernel has no unnamed files (open(2), O_TMPFILE). */
const NO_UNNAMED_FILES = /* @__PURE__ */ new Set([
	"EOPNOTSUPP",
	"ENOTSUP",
	"EISDIR",
	"EINVAL",
	"ENOENT",
	"ENOSYS"
]);
/** A folder that refuses a new file. Its file system's clock is then asked in a parent of the same device. */
const REFUSED = /* @__PURE__ */ new Set([
	"EACCES",
	"EPERM",
	"EROFS"
]);
/** The clock of the file system at `folder`, in milliseconds as `Stats.ctimeMs`; see {@link probeFileClock}. */
function readFileClock(folder) {
	return probeFileClock(folder).ms;
}
/** The clock of the file system at `folder`, in nanoseconds; see {@link probeFileClock}. */
function readFileClockNs(folder) {
	return probeFileClock(folder).ns;
}
/**
* Reads the file system's clock with a probe file in `folder` (absolute, string form of `path.ts`), or in its nearest
* existing parent. A folder that takes no new file is passed over for a parent on the same device. The probe has no
* name where the kernel allows it, else a random hidden one, and is gone when this returns.
* Throws a {@link GateError} that names the folder where no file can be made.
*/
function probeFileClock(folder) {
	const start = nearestExisting(folder);
	for (let asked = start.folder;;) try {
		const stats = statOfProbe(asked);
		return {
			folder: asked,
			device: start.device,
			ns: stats.ctimeNs,
			ms: Number(stats.ctimeNs) / 1e6
		};
	} catch (error) {
		const code = error.code ?? String(error);
		const parent = dirname(asked);
		if (!REFUSED.has(code) || parent === asked || deviceOf(parent) !== start.device) throw new GateError("GG-CLOCK-UNREADABLE", `The clock of the file system at "${start.folder}" cannot be read: no file can be made there (${code})`, "Let the gate write in that folder (chmod u+w), free disk space, or name evidence in a folder that is writable.", error);
		asked = parent;
	}
}
/** `st_dev` of a folder, or of its nearest existing parent: files with equal ones share a clock. */
function deviceOfFolder(folder) {
	return nearestExisting(folder).device;
}
/**
* Waits until a fresh probe in `folder` is later than `afterNs`: every file made afterwards is strictly newer.
* Gives up after {@link PASSAGE_LIMIT_MS}, at once where the time lies further ahead than that.
*/
async function passFileClock(folder, afterNs) {
	const started = performance.now();
	for (;;) {
		const { ns } = probeFileClock(folder);
		if (ns > afterNs) return {
			state: "passed",
			ns
		};
		const left = PASSAGE_LIMIT_MS - (performance.now() - started);
		if (left <= 0 || Number(afterNs - ns) / 1e6 > left) return {
			state: "not-passed",
			ns
		};
		await setTimeout$1(PAUSE_MS);
	}
}
function statOfProbe(folder) {
	if (UNNAMED !== 0) try {
		return statOfOpened(openSync(encodePath(folder), UNNAMED | constants.O_RDWR, 384));
	} catch (error) {
		if (!NO_UNNAMED_FILES.has(error.code ?? "")) throw error;
	}
	const path = encodePath(join(folder, NAME_PREFIX + randomBytes(12).toString("hex")));
	const descriptor = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_WRONLY, 384);
	try {
		return statOfOpened(descriptor);
	} finally {
		unlinkSync(path);
	}
}
function statOfOpened(descriptor) {
	try {
		return fstatSync(descriptor, { bigint: true });
	} finally {
		closeSync(descriptor);
	}
}
function nearestExisting(folder) {
	for (let at = folder;; at = dirname(at)) {
		const device = deviceOf(at);
		if (device !== null) return {
			folder: at,
			device
		};
		if (dirname(at) === at) throw new GateError("GG-CLOCK-UNREADABLE", `No folder exists at or above "${folder}"`);
	}
}
/** Device of an existing folder; null where there is none. */
function deviceOf(folder) {
	try {
		const stats = statSync(encodePath(folder), { bigint: true });
		return stats.isDirectory() ? stats.dev : null;
	} catch {
		return null;
	}
}

// src/evidence/content.ts
/** Which of some paths are content of the tree, so that they can never be evidence (EV1). */
/**
* Asks which of `paths` (relative to `top`) a git index lists: the workspace's own, or that of the submodule or nested
* repository which holds them. A folder whose `.git` entry leads to no repository belongs to the one around it.
* Throws a GateError where git cannot list one of them.
*/
async function trackedAmong(top, paths) {
	const repositories = /* @__PURE__ */ new Map();
	for (const path of paths) {
		const prefix = repositoryAround(top, path);
		const known = repositories.get(prefix);
		if (known === void 0) repositories.set(prefix, [path]);
		else known.push(path);
	}
	const tracked = /* @__PURE__ */ new Set();
	for (const [prefix, inside] of repositories) {
		const listed = await trackedPaths(join(top, prefix));
		for (const path of inside) if (listed.has(path.slice(prefix.length))) tracked.add(path);
	}
	return tracked;
}
/** Every tracked file of one name in the workspace's own repository. */
function trackedNamed(top, name) {
	return trackedPaths(top, [`:(glob)**/${name}`]);
}
/** Prefix of the innermost repository that holds a path: `''` for the workspace's own, else with a trailing slash. */
function repositoryAround(top, path) {
	for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
		const folder = path.slice(0, at);
		if (lstatSync(nativePath(top, `${folder}/.git`), { throwIfNoEntry: false }) !== void 0 && gitDirectoryOf(join(top, folder)) !== null) return `${folder}/`;
	}
	return "";
}

// src/evidence/evidence-names.ts
/** Reads evidence globs and log names: what each one names, and the message where it can name nothing (EV1). */
/** Limit of the glob library on the length of a pattern (micromatch, `MAX_LENGTH`). */
const MAX_GLOB_LENGTH = 65536;
const WRITE = "Write paths relative to the top of the workspace, such as \"reports/**/*.xml\".";
/** Reads all names. Throws a {@link UsageError} that quotes the first one which can name no evidence. */
function understandNames(library, places, runnerTemp, names) {
	const isNegative = (glob) => glob.startsWith("!") && glob[1] !== "(";
	for (const glob of names.globs) refuseMalformed(glob);
	const positive = names.globs.filter((glob) => !isNegative(glob));
	if (positive.length === 0 && names.globs.length > 0) throw usage("GG-EVIDENCE-GLOB-EMPTY", `The evidence globs only take out: "${names.globs.join("\", \"")}"`, "Name what is evidence as well.");
	const place = (glob) => expand(library, glob).map((pattern) => ({
		...placed(library, places, runnerTemp, pattern, glob),
		given: glob
	}));
	return {
		globs: positive.flatMap(place).map((named) => searchable(places, named)),
		excluded: names.globs.filter(isNegative).flatMap((glob) => place(glob.slice(1)).map((named) => excludedPattern(library, named))),
		logs: names.logs.map((log) => searchable(places, placedLog(places, log)))
	};
}
function refuseMalformed(glob) {
	if ((glob.startsWith("!") ? glob.slice(1) : glob).trim() === "") throw usage("GG-EVIDENCE-GLOB-EMPTY", `The evidence glob "${glob}" is empty`, WRITE);
	if (glob.includes("\0")) throw usage("GG-EVIDENCE-GLOB-SYNTAX", `The evidence glob ${JSON.stringify(glob)} holds a NUL character`, WRITE);
	if (glob.length > MAX_GLOB_LENGTH) throw usage("GG-EVIDENCE-GLOB-SYNTAX", `An evidence glob has ${glob.length} characters, at most ${MAX_GLOB_LENGTH} are read`, WRITE);
	const open = unclosed(glob);
	if (open !== null) throw usage("GG-EVIDENCE-GLOB-SYNTAX", `The evidence glob "${glob}" has a "${open}" that is never closed`, `Close it, or write "\\${open}" where the file name holds it.`);
}
/** The character that opens a group or ends the glob with nothing after it to escape; null where all is closed. */
function unclosed(glob) {
	const open = [];
	for (let at = 0; at < glob.length; at += 1) {
		const character = glob[at];
		if (character === "\\") {
			if (at + 1 === glob.length) return "\\";
			at += 1;
		} else if (character === "[") {
			const first = glob[at + 1] === "!" || glob[at + 1] === "^" ? at + 2 : at + 1;
			const close = glob.indexOf("]", first + 1);
			if (close < 0) return "[";
			at = close;
		} else if (character === "{" || character === "(" && /[!?*+@]/.test(glob[at - 1] ?? "")) open.push(character);
		else if (character === "}" && open.at(-1) === "{" || character === ")" && open.at(-1) === "(") open.pop();
	}
	return open.at(-1) ?? null;
}
/** A glob's alternatives, without braces and surplus slashes. */
function expand(library, glob) {
	try {
		return library.generateTasks(glob).flatMap(({ positive }) => positive);
	} catch (error) {
		throw usage("GG-EVIDENCE-GLOB-SYNTAX", `The evidence glob "${glob}" cannot be read: ${error instanceof Error ? error.message : String(error)}`, WRITE);
	}
}
function placed(library, places, runnerTemp, glob, given) {
	const literal = !library.isDynamicPattern(glob);
	const whole = withoutDots(library, glob, given);
	if (!isAbsolute(whole)) return split(library, places.top, whole, literal);
	for (const root of [
		places.top,
		runnerTemp,
		places.runnerTemp
	]) {
		const inside = root === null || root === void 0 || root === "" ? null : below(root, whole);
		if (root !== null && root !== void 0 && inside !== null && inside !== "") return split(library, root, inside, literal);
	}
	if (literal) return {
		root: "/",
		path: whole.slice(1),
		pattern: null
	};
	const { path, pattern } = split(library, "/", whole.slice(1), literal);
	const real = realPathOf(`/${path}`);
	for (const root of real === null ? [] : [places.top, runnerTemp]) {
		const inside = root === null ? null : below(root, real ?? "");
		if (root !== null && inside !== null) return {
			root,
			path: inside,
			pattern
		};
	}
	throw usage("GG-EVIDENCE-GLOB-OUTSIDE", `The evidence glob "${given}" searches outside of the workspace and of RUNNER_TEMP`, "Name such a file by its whole path, without wildcards, or write the reports into the workspace.");
}
function placedLog(places, log) {
	if (log === "" || log.includes("\0")) throw usage("GG-EVIDENCE-GLOB-EMPTY", `The log name ${JSON.stringify(log)} names no file`, "Name the file with --log FILE.");
	const whole = withoutDots(null, log, log);
	const inside = isAbsolute(whole) ? below(places.top, whole) : whole;
	return inside === null ? {
		given: log,
		root: "/",
		path: whole.slice(1),
		pattern: null
	} : {
		given: log,
		root: places.top,
		path: inside,
		pattern: null
	};
}
/** Splits a pattern into the folder it searches and the rest. */
function split(library, root, whole, literal) {
	if (literal) return {
		root,
		path: whole,
		pattern: null
	};
	const base = library.generateTasks(whole)[0]?.base ?? ".";
	return base !== "." && whole.startsWith(`${base}/`) ? {
		root,
		path: base,
		pattern: whole.slice(base.length + 1)
	} : {
		root,
		path: "",
		pattern: whole
	};
}
/** Takes `.`, `..` and surplus slashes out, by the text alone. */
function withoutDots(library, glob, given) {
	const kept = [];
	for (const part of glob.split("/")) {
		if (part === "" || part === ".") continue;
		if (part !== "..") {
			kept.push(part);
			continue;
		}
		const dropped = kept.pop();
		if (dropped === void 0 && isAbsolute(glob)) continue;
		if (dropped === void 0) throw usage("GG-EVIDENCE-GLOB-OUTSIDE", `"${given}" leaves the workspace by ".."`, WRITE);
		if (library?.isDynamicPattern(dropped) === true) throw usage("GG-EVIDENCE-GLOB-SYNTAX", `"${given}" goes back by ".." behind a wildcard, so that it names no certain folder`, WRITE);
	}
	if (kept.length === 0) throw usage("GG-EVIDENCE-GLOB-OUTSIDE", `"${given}" names a whole file system or the workspace itself, not evidence`, WRITE);
	return `${isAbsolute(glob) ? "/" : ""}${kept.join("/")}`;
}
/** Refuses names that lie where nothing is ever searched: a report there would be looked for in vain. */
function searchable(places, named) {
	if (named.root !== places.top) return named;
	const folder = named.pattern === null ? dirname(named.path) : named.path;
	const parts = folder === "." ? [] : folder.split("/");
	const at = parts.findIndex((part, index) => part === ".git" || ENVIRONMENT_FOLDER_NAMES.has(part) || places.otherWorktrees.includes(parts.slice(0, index + 1).join("/")));
	if (at < 0) return named;
	throw usage("GG-EVIDENCE-GLOB-NOT-SEARCHED", `"${named.given}" lies in "${parts.slice(0, at + 1).join("/")}": environment folders, .git and linked worktrees hold no evidence`, "Let the test runner write its reports elsewhere, such as reports/junit.xml.");
}
function excludedPattern(library, { root, path, pattern }) {
	const folder = library.escapePath(join(root, path));
	return pattern === null ? folder : `${folder}/${pattern}`;
}
function usage(code, message, fix) {
	return new UsageError(code, message, fix);
}

// src/evidence/folder-listing.ts
/**
* The file system as the glob library sees it: names keep every byte, parts that are not searched look empty, and a
* folder that cannot be listed is remembered instead of ending the search.
*/
const REPLACEMENT_CHARACTER = "�";
/** The errno names under which there simply is no such folder. */
const ABSENT = /* @__PURE__ */ new Set(["ENOENT", "ENOTDIR"]);
const LINE_BREAKS = [
	"\n",
	"\r",
	"\u2028",
	"\u2029"
];
const STAND_INS = [
	"\udc0a",
	"\udc0d",
	"\udc28",
	"\udc29"
];
/** A path or glob in the form in which the library matches it: no character that a regular expression trips over. */
function maskLineBreaks(text) {
	return text.replace(/[\n\r\u2028\u2029]/g, (character) => STAND_INS[LINE_BREAKS.indexOf(character)] ?? character);
}
/** The inverse of {@link maskLineBreaks}. */
function unmaskLineBreaks(text) {
	return text.replace(/[\uDC0A\uDC0D\uDC28\uDC29]/g, (character) => LINE_BREAKS[STAND_INS.indexOf(character)] ?? character);
}
/** Makes the file system for one search. `skips` is asked for each folder by its absolute path. */
function globFileSystem(skips, unlisted) {
	function remember(folder, error) {
		const why = error.code ?? String(error);
		if (!ABSENT.has(why) && !unlisted.some((known) => known.folder === folder)) unlisted.push({
			folder,
			why
		});
	}
	function lstat(masked) {
		const path = unmaskLineBreaks(masked);
		try {
			return lstatSync(encodePath(path));
		} catch (error) {
			remember(dirname(path), error);
			throw Object.assign(new Error("absent", { cause: error }), { code: "ENOENT" });
		}
	}
	function entriesOf(masked) {
		const folder = unmaskLineBreaks(masked);
		if (skips(folder)) return [];
		try {
			return listFolder(folder);
		} catch (error) {
			remember(folder, error);
			return [];
		}
	}
	function readdir(masked, options) {
		const entries = entriesOf(masked);
		return options === void 0 ? entries.map(({ name }) => name) : entries;
	}
	return {
		lstatSync: lstat,
		statSync: lstat,
		readdirSync: readdir
	};
}
function listFolder(folder) {
	const entries = readdirSync(encodePath(folder), {
		withFileTypes: true,
		encoding: "utf8"
	});
	if (entries.some(({ name }) => name.includes(REPLACEMENT_CHARACTER))) return readdirSync(encodePath(folder), {
		withFileTypes: true,
		encoding: "buffer"
	}).map((entry) => renamed(entry, maskLineBreaks(decodePath(entry.name))));
	return entries.map((entry) => /[\n\r\u2028\u2029]/.test(entry.name) ? renamed(entry, maskLineBreaks(entry.name)) : entry);
}
/** The same entry under another name; its methods read fields that the prototype holds. */
function renamed(entry, name) {
	return Object.assign(Object.create(entry), { name });
}

// src/evidence/globs.ts
/** Finds the files that evidence globs and log names speak of (EV1). */
let library;
/** Loaded where it is first needed: loading takes longer than most calls of the program. */
async function globLibrary() {
	library ??= (await import("./chunk-out-BSGEPc8f.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1))).default;
	return library;
}
/**
* Throws a UsageError for a glob or log name that can name no evidence: bad syntax, a path that leaves the workspace,
* a pattern outside of the workspace and `RUNNER_TEMP`, a folder that is never searched.
*/
async function checkEvidenceNames(places, names) {
	understandNames(await globLibrary(), places, new SearchedPart(places).runnerTemp, names);
}
/**
* Every match of the names at this moment, sorted by bytes of the path. Links are not followed; dot files match;
* environment folders, `.git` and linked worktrees are not searched. What is no file is a match too, so that it can be
* rejected by name; a folder only where it is named as it is. `contentMarks` as in {@link SearchedPart}.
* Throws what {@link checkEvidenceNames} throws.
*/
async function matchEvidence(places, names, contentMarks = /* @__PURE__ */ new Set()) {
	const searched = new SearchedPart(places, contentMarks);
	const glob = await globLibrary();
	const understood = understandNames(glob, places, searched.runnerTemp, names);
	const found = /* @__PURE__ */ new Map();
	const unlisted = [];
	const keep = (match) => {
		if (match !== null) found.set(match.path, merged(found.get(match.path), match));
	};
	for (const named of understood.globs) for (const path of search(glob, places, searched, named, understood.excluded, unlisted)) keep(locate(places, searched, named, path, {
		globs: [named.given],
		logs: []
	}));
	for (const named of understood.logs) {
		const path = join(named.root, named.path);
		if (lstatSync(encodePath(path), { throwIfNoEntry: false }) !== void 0) keep(locate(places, searched, named, path, {
			globs: [],
			logs: [named.given]
		}));
	}
	for (const { folder, why } of unlisted) keep({
		path: below(places.top, folder) ?? folder,
		globs: names.globs,
		logs: [],
		literal: false,
		realPath: folder,
		insideAllowedRoots: true,
		unlisted: why
	});
	return [...found.values()].sort((left, right) => comparePaths(left.path, right.path));
}
/** Absolute folders in which the names search, existing or not. */
async function evidenceFolders(places, names) {
	const { globs, logs } = understandNames(await globLibrary(), places, new SearchedPart(places).runnerTemp, names);
	return [...new Set([...globs, ...logs].map(folderOf))];
}
function folderOf({ root, path, pattern }) {
	const place = join(root, path);
	return pattern === null ? dirname(place) : place;
}
/** Absolute paths of what one name matches. */
function search(glob, places, searched, named, excluded, unlisted) {
	const folder = folderOf(named);
	const real = realPathOf(folder);
	if (real === null) return [];
	const isRoot = real === places.top || real === searched.runnerTemp;
	if (named.pattern !== null && !isRoot && !searched.holds(real)) {
		const link = firstLink(named.root, named.path);
		return link === null ? [] : [link];
	}
	const fs = globFileSystem((each) => {
		if (each === real) return false;
		const inside = below(places.top, each);
		return inside === null ? !searched.holds(each) && each !== searched.runnerTemp : inside !== "" && searched.isSkippedFolder(inside);
	}, unlisted);
	const pattern = named.pattern ?? glob.escapePath(basename(named.path));
	const options = {
		cwd: real,
		dot: true,
		followSymbolicLinks: false,
		onlyFiles: false,
		objectMode: true,
		fs,
		ignore: excluded.map(maskLineBreaks)
	};
	return glob.sync(maskLineBreaks(pattern), options).filter(({ dirent }) => named.pattern === null || !dirent.isDirectory()).map(({ path }) => join(folder, unmaskLineBreaks(path)));
}
/** The first symbolic link on the way from `root` along `path`, absolute. */
function firstLink(root, path) {
	let at = root;
	for (const part of path.split("/")) {
		at = join(at, part);
		if (lstatSync(encodePath(at), { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
	}
	return null;
}
/** What is known about the place of a match; null where it lies in a part that is not searched. */
function locate(places, searched, named, found, by) {
	const folder = realPathOf(dirname(found));
	if (folder === null) return null;
	const plain = join(folder, basename(found));
	const inside = below(places.top, plain);
	if (inside === ".workspace_generation.json") return null;
	const reached = inside !== null && searched.isSearched(inside);
	if (inside !== null && !reached && plain === found) return null;
	const realPath = realPathOf(found);
	const path = reached ? inside : below(places.top, found) ?? found;
	const namedFolder = named.root === "/" && named.pattern === null ? folder : null;
	const really = realPath ?? plain;
	const allowed = searched.holds(really) || namedFolder !== null && below(places.top, really) === null && below(namedFolder, really) !== null;
	return {
		path,
		...by,
		literal: named.pattern === null,
		realPath,
		insideAllowedRoots: allowed
	};
}
function merged(known, match) {
	if (known === void 0) return match;
	return {
		...known,
		globs: [.../* @__PURE__ */ new Set([...known.globs, ...match.globs])],
		logs: [.../* @__PURE__ */ new Set([...known.logs, ...match.logs])],
		literal: known.literal || match.literal,
		insideAllowedRoots: known.insideAllowedRoots || match.insideAllowedRoots
	};
}

// src/evidence/looks-like-report.ts
/**
* Tells by its first bytes whether a file looks like a test report, without judging it. Only such a file is moved away
* before a run, so the answer is careful: a data file or a source is not taken for a report.
*/
/** How much of a file is looked at. Reports begin with their root; only a very long comment pushes it further. */
const LOOK_BYTES = 65536;
/** Root elements that only test reports have: JUnit, TestNG, NUnit 3, Visual Studio's `.trx`. */
const REPORT_ROOTS = [
	"testsuites",
	"testsuite",
	"testng-results",
	"test-run",
	"TestRun"
];
const PROLOGUE = [
	/[\s\uFEFF]+/y,
	/<\?[^]*?\?>/y,
	/<!--[^]*?-->/y,
	/<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/y
];
const ROOT = /<(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)(?=[\s/>])/uy;
/** A piece of the prologue that the end of the file cut off. */
const CUT_PROLOGUE = /^(?:<|<!|<!-|<\?[^]*|<!--[^]*|<!DOCTYPE[^]*)$/;
/**
* Whether a file looks like a test report. It does where its root element, after a byte order mark, comments,
* processing instructions and a document type, is a test report's in any namespace. It also does where its name ends
* in `.xml` and it ends before a root element was named: an empty file, or one that a killed runner left behind.
* `head` is the beginning of the file, {@link LOOK_BYTES} or less; `whole` says that the file holds nothing more.
*/
function looksLikeReport(path, head, whole) {
	const text = decodeHead(head);
	const at = endOfPrologue(text);
	ROOT.lastIndex = at;
	const name = ROOT.exec(text)?.[1];
	if (name !== void 0) return REPORT_ROOTS.includes(name);
	if (!whole || !/\.xml$/i.test(path)) return false;
	const rest = text.slice(at);
	return rest === "" || CUT_PROLOGUE.test(rest) || REPORT_ROOTS.some((root) => `<${root}`.startsWith(rest));
}
function endOfPrologue(text) {
	for (let at = 0;;) {
		let next = at;
		for (const piece of PROLOGUE) {
			piece.lastIndex = next;
			if (piece.test(text)) next = piece.lastIndex;
		}
		if (next === at) return at;
		at = next;
	}
}
/** UTF-8, or UTF-16 where a byte order mark or the zero beside the first `<` tells so (XML 1.0, appendix F). */
function decodeHead(head) {
	const [first, second] = [head[0], head[1]];
	if (first === 255 && second === 254 || first === 60 && second === 0) return head.toString("utf16le");
	if (first === 254 && second === 255 || first === 0 && second === 60) return Buffer.from(head.subarray(0, head.length & -2)).swap16().toString("utf16le");
	return head.toString("utf8");
}

// src/evidence/read-entry.ts
/** Looks at one path without following a link or waiting for a FIFO: its kind, digest, times, and first bytes. */
const CHUNK_BYTES$1 = 1 << 20;
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
/**
* Reads what lies at `path` (absolute, string form of `path.ts`); null where there is nothing. A file is hashed up to
* the size it had when it was opened, however large. `target` is where a symbolic link leads, null where nowhere.
*/
function readPath(path, target) {
	const native = encodePath(path);
	const stats = lstatSync(native, {
		bigint: true,
		throwIfNoEntry: false
	});
	const device = lstatSync(encodePath(dirname(path)), {
		bigint: true,
		throwIfNoEntry: false
	})?.dev;
	if (stats === void 0 || device === void 0) return null;
	const kind = kindOf(stats);
	if (kind === "file") return readFile(native, path, device);
	return {
		kind,
		sha256: null,
		report: kind === "symlink" && linkLooksLikeReport(path, target),
		settled: true,
		stats,
		device
	};
}
function kindOf(stats) {
	if (stats.isFile()) return "file";
	if (stats.isSymbolicLink()) return "symlink";
	if (stats.isDirectory()) return "folder";
	if (stats.isFIFO()) return "fifo";
	return stats.isSocket() ? "socket" : "device";
}
function readFile(native, path, device) {
	let last = null;
	for (let attempt = 0; attempt < 2; attempt += 1) {
		let descriptor;
		try {
			descriptor = openSync(native, OPEN_FLAGS | constants.O_NOFOLLOW);
		} catch (error) {
			const stats = lstatSync(native, {
				bigint: true,
				throwIfNoEntry: false
			});
			if (stats === void 0) return null;
			return {
				kind: "unreadable",
				sha256: null,
				report: false,
				settled: true,
				stats,
				device,
				why: errnoOf(error)
			};
		}
		try {
			const before = fstatSync(descriptor, { bigint: true });
			if (!before.isFile()) return {
				kind: kindOf(before),
				sha256: null,
				report: false,
				settled: false,
				stats: before,
				device
			};
			const { sha256, head, read } = digest(descriptor, before.size);
			const after = fstatSync(descriptor, { bigint: true });
			const settled = read === before.size && after.size === before.size && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs;
			last = {
				kind: "file",
				sha256,
				report: looksLikeReport(path, head, read <= BigInt(head.length)),
				settled,
				stats: after,
				device
			};
			if (settled) return last;
		} catch (error) {
			return {
				kind: "unreadable",
				sha256: null,
				report: false,
				settled: true,
				stats: fstatSync(descriptor, { bigint: true }),
				device,
				why: errnoOf(error)
			};
		} finally {
			closeSync(descriptor);
		}
	}
	return last;
}
function digest(descriptor, size) {
	const hash = createHash("sha256");
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES$1);
	let head = Buffer.alloc(0);
	let read = 0n;
	while (read < size) {
		const room = size - read < BigInt(CHUNK_BYTES$1) ? Number(size - read) : CHUNK_BYTES$1;
		const got = readSync(descriptor, buffer, 0, room, null);
		if (got === 0) break;
		if (head.length < 65536) head = Buffer.concat([head, buffer.subarray(0, Math.min(got, LOOK_BYTES - head.length))]);
		hash.update(buffer.subarray(0, got));
		read += BigInt(got);
	}
	return {
		sha256: hash.digest("hex"),
		head,
		read
	};
}
/** A link that leads nowhere counts by its own name, as an empty file would. */
function linkLooksLikeReport(path, target) {
	if (target === null) return looksLikeReport(path, Buffer.alloc(0), true);
	try {
		const descriptor = openSync(encodePath(target), OPEN_FLAGS);
		try {
			const stats = fstatSync(descriptor);
			if (!stats.isFile()) return false;
			const buffer = Buffer.alloc(LOOK_BYTES);
			const got = readSync(descriptor, buffer, 0, LOOK_BYTES, 0);
			return looksLikeReport(target, buffer.subarray(0, got), got >= stats.size);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return false;
	}
}
function errnoOf(error) {
	return error.code ?? String(error);
}

// src/evidence/inventory.ts
/**
* The inventory of everything that is named as evidence: taken at the stamp, so that what was there before can be told
* from what the run wrote, and again at the run's end, so that what came later can be told too (EV1).
*/
/**
* The inventory at the stamp, before anything is moved to quarantine. `patchPaths` are the paths, relative to the
* workspace, that the applied patch names. Throws a UsageError for names that can name no evidence, a GateError where
* git or the clock of a file system that evidence may lie on cannot be asked.
*/
async function takeOpeningInventory(places, names, patchPaths = /* @__PURE__ */ new Set()) {
	if (names.globs.length + names.logs.length === 0) return emptyInventory(places);
	const marks = /* @__PURE__ */ new Set([...await trackedNamed(places.top, VIRTUAL_ENVIRONMENT_MARK), ...[...patchPaths].filter(isMark)]);
	const matches = await matchEvidence(places, names, marks);
	const tracked = await trackedAmong(places.top, matches.filter(({ path }) => !path.startsWith("/")).map(({ path }) => path));
	const entries = readMatches(places, matches, (path) => tracked.has(path) || patchPaths.has(path));
	return {
		...emptyInventory(places),
		globs: [...names.globs],
		logs: [...names.logs],
		contentMarks: [...marks],
		entries,
		clocks: readClocks(await clockFolders(places, names, entries))
	};
}
/**
* Ends the stamp's part of the inventory: waits until the clocks of its file systems have passed every time recorded
* in it, and gives the inventory with their readings from then. A time further ahead than the wait is left behind: a
* file of that time is recognised by its digest.
*/
async function sealInventory(opening) {
	const clocks = [];
	for (const clock of opening.clocks) {
		const times = opening.entries.filter(({ device }) => device === clock.device).flatMap(({ mtimeNs, ctimeNs }) => [BigInt(mtimeNs), BigInt(ctimeNs)]);
		const reachable = probeFileClock(clock.folder).ns + BigInt(PASSAGE_LIMIT_MS) * 1000000n;
		const latest = times.filter((time) => time <= reachable).reduce((left, right) => left > right ? left : right, BigInt(clock.ns));
		clocks.push({
			...clock,
			ns: (await passFileClock(clock.folder, latest)).ns.toString()
		});
	}
	return {
		...opening,
		clocks
	};
}
/**
* The inventory at the run's end or at the check, over the names that the opening one recorded. A path is content
* where it was content at the stamp, whatever the run has told git since. It holds no clocks.
*/
async function takeInventoryAgain(places, opening) {
	const content = new Set(opening.entries.filter(({ tracked }) => tracked).map(({ path }) => path));
	const same = {
		...places,
		runnerTemp: opening.runnerTemp
	};
	const matches = opening.globs.length + opening.logs.length === 0 ? [] : await matchEvidence(same, opening, new Set(opening.contentMarks));
	return {
		...opening,
		entries: readMatches(same, matches, (path) => content.has(path)),
		clocks: []
	};
}
/**
* Throws a UsageError where names are repeated that the stamp did not record: nothing of them was inventoried, so a
* leftover could not be told from a result. Naming none, or some, is fine.
*/
function requireRecordedNames(opening, names) {
	const fresh = [...names.globs.filter((glob) => !opening.globs.includes(glob)), ...names.logs.filter((log) => !opening.logs.includes(log))];
	if (fresh.length === 0) return;
	const recorded = [...opening.globs, ...opening.logs];
	throw new UsageError("GG-EVIDENCE-GLOB-NOT-RECORDED", `"${fresh.join("\", \"")}" was not named at the stamp, which recorded ${recorded.length === 0 ? "no evidence" : `"${recorded.join("\", \"")}"`}`, "Name the evidence at the stamp: generation-gate stamp --evidence GLOB. The later steps then know it by themselves.");
}
/** Paths that stay where they are and belong to no id: named as evidence, untracked, not moved to quarantine. */
function evidenceInPlace(opening, moved) {
	const gone = new Set(moved.map(({ path }) => path));
	return new Set(opening.entries.filter(({ path, tracked }) => !tracked && !gone.has(path)).map(({ path }) => path));
}
function emptyInventory(places) {
	const given = places.runnerTemp ?? "";
	return {
		globs: [],
		logs: [],
		runnerTemp: given === "" ? null : realPathOf(given),
		entries: [],
		contentMarks: [],
		clocks: []
	};
}
function isMark(path) {
	return path.slice(path.lastIndexOf("/") + 1) === VIRTUAL_ENVIRONMENT_MARK;
}
function readMatches(places, matches, isContent) {
	return matches.flatMap((match) => {
		const entry = readMatch(places, match, isContent(match.path));
		return entry === null ? [] : [entry];
	});
}
function readMatch(places, match, tracked) {
	const reading = readPath(placeOf(places.top, match.path), match.realPath);
	if (reading === null) return null;
	const { stats } = reading;
	const kind = match.unlisted === void 0 ? reading.kind : "unreadable";
	const why = match.unlisted ?? reading.why;
	return {
		path: match.path,
		kind,
		sha256: reading.sha256,
		size: Number(stats.size),
		ino: stats.ino.toString(),
		mtimeNs: stats.mtimeNs.toString(),
		ctimeNs: stats.ctimeNs.toString(),
		device: reading.device.toString(),
		tracked,
		report: reading.report,
		settled: reading.settled,
		globs: [...match.globs],
		logs: [...match.logs],
		literal: match.literal,
		realPath: match.realPath,
		...kind === "symlink" ? { linkTarget: match.realPath } : {},
		insideAllowedRoots: match.insideAllowedRoots,
		...why === void 0 ? {} : { why }
	};
}
/** Folders whose file systems evidence may come to lie on, the workspace first. */
async function clockFolders(places, names, entries) {
	const held = entries.filter(({ tracked, insideAllowedRoots }) => !tracked && insideAllowedRoots).map(({ path }) => dirname(placeOf(places.top, path)));
	return [.../* @__PURE__ */ new Set([
		places.top,
		...await evidenceFolders(places, names),
		...held
	])];
}
function readClocks(folders) {
	const clocks = /* @__PURE__ */ new Map();
	for (const folder of folders) {
		if (clocks.has(deviceOfFolder(folder))) continue;
		const clock = probeFileClock(folder);
		clocks.set(clock.device, {
			device: clock.device.toString(),
			folder: clock.folder,
			ns: clock.ns.toString()
		});
	}
	return [...clocks.values()];
}

// src/workspace/known-rows.ts
/**
* Spares a further measurement what an earlier one read: a path whose stat data are those of the gate's own index, and
* beyond doubt there, has the bytes that were hashed then. It is the trust of the re-check (ST6), and no more.
*/
/** The rows of an earlier measurement that still hold; null where there is none, or where the clock ran back since. */
async function knownRows(git, earlier) {
	if (earlier === void 0 || earlier.nowMs < earlier.clockMs || !existsSync(earlier.index)) return null;
	try {
		const suspects = await suspectsOf(git, earlier.index);
		const { table, trusted } = readStatTable(earlier.index);
		return {
			table,
			holds: (row) => trusted(row) && !suspects.has(table.paths[row] ?? "")
		};
	} catch (error) {
		if (error instanceof GateError) return null;
		throw error;
	}
}
/** Hashes the paths of the request, those that are known excepted. */
async function hashUnknown(request, known) {
	const { paths, algorithm } = request;
	if (known === null || known.table.blobs.length !== known.table.paths.length * blobBytes(algorithm)) return hashMany(request);
	const columns = emptyColumns(paths.length, algorithm);
	const unknown = takeKnown(paths, known, columns, blobBytes(algorithm));
	const hashed = await hashMany({
		...request,
		paths: unknown.map((row) => paths[row] ?? "")
	});
	for (const [from, row] of unknown.entries()) {
		copyRows(hashed, from, columns, row, 1, blobBytes(algorithm));
		columns.kinds[row] = hashed.kinds[from] ?? KIND.missing;
		columns.carriageReturns[row] = hashed.carriageReturns[from] ?? 0;
	}
	return columns;
}
/** Fills in what is known and gives the rows that are not. Both lists are sorted by the bytes of their paths. */
function takeKnown(paths, { table, holds }, columns, idBytes) {
	const unknown = [];
	let at = 0;
	let run = {
		at: 0,
		row: 0,
		rows: 0
	};
	for (const [row, path] of paths.entries()) {
		while (at < table.paths.length && table.paths[at] !== path && comparePaths(table.paths[at] ?? "", path) < 0) at += 1;
		if (table.paths[at] !== path || !holds(at)) {
			unknown.push(row);
			continue;
		}
		if (run.at + run.rows !== at || run.row + run.rows !== row) {
			copyRows(table, run.at, columns, run.row, run.rows, idBytes);
			run = {
				at,
				row,
				rows: 0
			};
		}
		run.rows += 1;
		const mode = table.modes[at];
		columns.kinds[row] = mode === 40960 ? KIND.symlink : mode === 33261 ? KIND.executable : KIND.file;
		columns.carriageReturns[row] = 1;
	}
	copyRows(table, run.at, columns, run.row, run.rows, idBytes);
	return unknown;
}
function copyRows(from, at, to, row, rows, idBytes) {
	to.blobs.set(from.blobs.subarray(at * idBytes, (at + rows) * idBytes), row * idBytes);
	to.digests.set(from.digests.subarray(at * 32, (at + rows) * 32), row * 32);
	to.stats.set(from.stats.subarray(at * 8, (at + rows) * 8), row * 8);
}

// src/workspace/measure.ts
/**
* The measurement of a workspace: its tree id, its content id, and the stamped paths behind them (ST2, ST4).
*
* The tree id is what git would record for the whole work tree. The content id is the SHA-256 tree over the raw bytes
* of the same paths, with submodules and nested repositories as plain folders; it sees what the tree id cannot.
*/
/** Measures the whole work tree. Throws a Refusal that names the path where something in it cannot be measured. */
async function measure(repository, options) {
	const own = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const git = await withFullIndex(own, repository.gitDir);
		const [listing, known] = await Promise.all([listWorkTree(git), knownRows(git, options.earlier)]);
		if (listing.tracked.some(({ path }) => path === ".workspace_generation.json")) throw trackedStamp(STAMP_FILE);
		const files = presentFiles(repository, listing, options);
		const paths = files.map(({ path }) => path);
		const [columns, conversion, inner] = await Promise.all([
			hashUnknown({
				root: repository.top,
				paths,
				algorithm: repository.objectFormat
			}, known),
			conversionScope(repository, paths, (path) => blobFromIndex(git, listing, path)),
			measureNested(repository, listing)
		]);
		refuseUnmeasurable(paths, columns);
		await addRepositoriesForFiles(repository, paths, columns, inner);
		const stored = await storedBlobs(repository, git, files, columns, conversion.scope);
		const parts = [measuredTable("", stampedTable(paths, columns)), ...inner.parts];
		return {
			treeId: treeIdOf(storedRows(repository, files, columns, stored.blobs, inner.leaves), repository.objectFormat),
			contentId: contentIdOf(parts),
			parts,
			nested: inner.nested,
			otherWorktrees: inner.otherWorktrees,
			rawFiltered: stored.rawFiltered,
			settingsDigest: conversion.settingsDigest,
			tracked: listing.tracked.length,
			untracked: listing.untracked.length
		};
	} finally {
		own.remove();
	}
}
/** The content id of stamped paths: the SHA-256 git tree of their raw bytes. */
function contentIdOf(parts) {
	const [whole] = parts;
	if (whole !== void 0 && parts.length === 1) {
		const { paths, modes, digests } = whole.table;
		return treeIdOf({
			paths,
			mode: (row) => modeText(modes[row]),
			ids: digests
		}, "sha256");
	}
	const leaves = parts.flatMap(({ prefix, table: { paths, modes, digests } }) => paths.map((path, row) => ({
		path: prefix + path,
		mode: modeText(modes[row]),
		oid: digests.subarray(row * 32, (row + 1) * 32)
	})));
	return treeIdOf(rowsFromLeaves(sortByPath(leaves), "sha256"), "sha256");
}
function modeText(mode) {
	return mode === 33188 ? "100644" : mode === 33261 ? "100755" : "120000";
}
/** Every path that may hold bytes, sorted: tracked files, untracked files, and what the patch names. */
function presentFiles(repository, listing, options) {
	const files = [];
	for (const tracked of listing.tracked) if (tracked.mode !== "160000") files.push({
		path: tracked.path,
		tracked
	});
	else if (!isFolder(repository.top, tracked.path)) files.push({
		path: tracked.path,
		tracked: null
	});
	const listed = mergeByPath(files, listing.untracked.filter((path) => !options.exclude(path)).map(untrackedFile));
	if (options.include.length === 0) return listed;
	const known = new Set(listed.map(({ path }) => path));
	const more = [...new Set(options.include)].filter((path) => !known.has(path) && entryAt(repository.top, path)?.isDirectory() === false);
	return mergeByPath(listed, more.toSorted(comparePaths).map(untrackedFile));
}
function untrackedFile(path) {
	return {
		path,
		tracked: null
	};
}
/** What git would store for files whose bytes on disk are not the stored ones. */
async function storedBlobs(repository, git, files, columns, scope) {
	const blobs = /* @__PURE__ */ new Map();
	if (scope === "none") return {
		blobs,
		rawFiltered: []
	};
	const candidates = [];
	for (let row = 0; row < files.length; row += 1) if ((columns.kinds[row] === KIND.file || columns.kinds[row] === KIND.executable) && rawBlob(repository, columns, row) !== files[row]?.tracked?.oid) candidates.push(row);
	const absent = absentAttributeFiles(files, columns);
	const attributes = scope === "attributes" ? await attributesOf(git, candidates.map((row) => files[row]?.path ?? ""), absent) : null;
	const converted = [];
	const filtered = [];
	const rawFiltered = [];
	for (const row of candidates) {
		const file = files[row];
		if (file === void 0) continue;
		const asked = attributes?.get(file.path);
		const { tracked } = file;
		if (asked?.filter === true) {
			if (tracked === null || tracked.unmerged) rawFiltered.push(file.path);
			else filtered.push({
				row,
				path: file.path,
				oid: tracked.oid
			});
		} else if (asked?.builtIn === true || columns.carriageReturns[row] === 1) converted.push({
			row,
			seed: {
				path: file.path,
				indexed: tracked === null || tracked.unmerged ? null : tracked
			}
		});
	}
	const unchanged = await unchangedBehindFilter(git, repository.top, join(repository.gitDir, "index"), filtered);
	for (const { row, path, oid } of filtered) if (unchanged.has(path)) blobs.set(row, oid);
	else rawFiltered.push(path);
	const given = await convertedBlobs(git, converted.map(({ seed }) => seed), absent);
	for (const { row, seed } of converted) {
		const blob = given.get(seed.path);
		if (blob !== void 0) blobs.set(row, blob);
	}
	return {
		blobs,
		rawFiltered: rawFiltered.sort(comparePaths)
	};
}
/** Attribute files that a sparse checkout leaves out: git reads them from the index. */
function absentAttributeFiles(files, columns) {
	return files.flatMap(({ path, tracked }, row) => {
		return columns.kinds[row] === KIND.missing && tracked?.skipWorktree === true && /(^|\/)\.gitattributes$/.test(path) ? [{
			path,
			indexed: tracked
		}] : [];
	});
}
/** What git would store for the whole work tree: files, gitlinks, and what a sparse checkout leaves out. */
function storedRows(repository, files, columns, blobs, gitlinks) {
	const idBytes = blobBytes(repository.objectFormat);
	const modes = files.map(({ tracked }, row) => storedMode(repository, columns.kinds[row], tracked));
	const ids = blobs.size === 0 ? columns.blobs : Buffer.from(columns.blobs);
	for (const [row, blob] of blobs) ids.write(blob, row * idBytes, "hex");
	const paths = files.map(({ path }) => path);
	if (gitlinks.length === 0 && !modes.includes(null)) return {
		paths,
		mode: (row) => modes[row] ?? "",
		ids
	};
	const leaves = files.flatMap(({ path, tracked }, row) => {
		const mode = modes[row] ?? null;
		if (mode !== null) return [{
			path,
			mode,
			oid: ids.subarray(row * idBytes, (row + 1) * idBytes)
		}];
		return repository.settings.sparseCheckout && tracked?.skipWorktree === true && columns.kinds[row] === KIND.missing ? [{
			path,
			mode: tracked.mode,
			oid: Buffer.from(tracked.oid, "hex")
		}] : [];
	});
	return rowsFromLeaves(mergeByPath(leaves, sortByPath(gitlinks)), repository.objectFormat);
}
/** The mode git would store; null where nothing that git stores lies at the path. */
function storedMode({ settings }, kind, tracked) {
	if (kind === KIND.symlink) return "120000";
	if (kind !== KIND.file && kind !== KIND.executable) return null;
	if (!settings.symlinks && tracked?.mode === "120000") return "120000";
	if (!settings.fileMode) return tracked?.mode === "100755" ? "100755" : "100644";
	return kind === KIND.executable ? "100755" : "100644";
}
async function blobFromIndex(git, listing, path) {
	const entry = listing.tracked.find((tracked) => tracked.path === path);
	if (entry === void 0 || !entry.skipWorktree) return null;
	const result = await git.tryRun([
		"cat-file",
		"blob",
		entry.oid
	]);
	return result.code === 0 ? result.stdout : null;
}
function rawBlob(repository, columns, row) {
	const width = blobBytes(repository.objectFormat);
	return columns.blobs.toString("hex", row * width, (row + 1) * width);
}

// src/inputs/event.ts
/** The event that started a workflow, as far as the stamp needs it. Whoever opened the pull request controls its text. */
const commit = string().check(_regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/));
const payloadSchema = object({
	pull_request: optional(object({
		head: object({ sha: commit }),
		base: optional(object({ sha: commit }))
	})),
	merge_group: optional(object({
		head_sha: commit,
		base_sha: optional(commit)
	}))
});
/**
* The head commit that a `pull_request` or `merge_group` event names; null elsewhere, and where the judged workspace
* is not the one the workflow checked out. Throws a {@link GateError} where such an event cannot be read or names no
* head: whether the checked-out merge is stale could then not be told.
*/
function eventHead(env, top) {
	const event = eventAbout(env, top);
	if (event === null) return null;
	const sha = event.payload.pull_request?.head.sha ?? event.payload.merge_group?.head_sha;
	if (sha === void 0) throw unreadable(event.file, `it names no head of a ${event.name}`);
	return {
		event: event.name,
		sha
	};
}
/** The commit that such an event is to be merged into; null also where it names none. */
function eventBase(env, top) {
	const event = eventAbout(env, top);
	const sha = event?.payload.pull_request?.base?.sha ?? event?.payload.merge_group?.base_sha;
	return event === null || sha === void 0 ? null : {
		event: event.name,
		sha
	};
}
function eventAbout(env, top) {
	const name = env["GITHUB_EVENT_NAME"];
	const file = env["GITHUB_EVENT_PATH"] ?? "";
	if (env["GITHUB_ACTIONS"] !== "true" || name !== "pull_request" && name !== "merge_group") return null;
	if (!isSamePlace(env["GITHUB_WORKSPACE"], top)) return null;
	let value;
	try {
		value = JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		throw unreadable(file, error.code ?? "it is no JSON");
	}
	const { data } = payloadSchema.safeParse(value);
	if (data === void 0) throw unreadable(file, "it names something else than commits");
	return {
		name,
		file,
		payload: name === "pull_request" ? { pull_request: data.pull_request } : { merge_group: data.merge_group }
	};
}
function unreadable(file, why) {
	return new GateError("GG-EVENT-UNREADABLE", `The event "${file}" (GITHUB_EVENT_PATH) cannot be read: ${why}`, "Leave GITHUB_EVENT_PATH as the runner sets it; for a local run leave GITHUB_ACTIONS unset.");
}
function isSamePlace(place, top) {
	try {
		return place !== void 0 && realpathSync(place) === top;
	} catch {
		return false;
	}
}

// src/run/program.ts
/** Finds the file that a program name stands for, and says why a file cannot be run before anything is tried. */
/** What execvp(3) of glibc searches where PATH is not set. */
const DEFAULT_PATH = "/bin:/usr/bin";
/**
* First bytes of what a kernel runs: `#!`, ELF, Mach-O in its widths, byte orders and fat form, and PE, which binfmt_misc
* hands to its own interpreter.
*/
const EXECUTABLE_HEADS = [
	"2321",
	"7f454c46",
	"4d5a",
	"feedface",
	"feedfacf",
	"cefaedfe",
	"cffaedfe",
	"cafebabe",
	"cafebabf"
];
/**
* The file that `name` stands for, as execvp(3) finds it: a name with a slash from `cwd`, any other along `path`.
*
* Stricter in one point: a file without `#!` and without a binary's header is refused. execvp would hand it to
* /bin/sh, and an empty or cut-off program would then end with 0.
*/
function findProgram(name, cwd, path) {
	if (name.includes("/")) return judgeFile(resolve(cwd, name), name);
	let denied;
	for (const folder of (path ?? DEFAULT_PATH).split(":")) {
		const file = resolve(cwd, folder, name);
		if (!existsSync(file)) continue;
		const judged = judgeFile(file, name);
		if (judged.state === "found") return judged;
		denied ??= judged;
	}
	return denied ?? refused(`${showPath(name)} was not found on PATH (ENOENT)`);
}
function judgeFile(file, name) {
	const shown = name === file ? showPath(file) : `${showPath(name)} (${showPath(file)})`;
	try {
		if (statSync(file).isDirectory()) return refused(`${shown} is a folder, not a program (EACCES)`);
		if (!statSync(file).isFile()) return refused(`${shown} is not a regular file (EACCES)`);
		accessSync(file, constants.X_OK);
	} catch (error) {
		const code = error.code ?? String(error);
		if (code === "EACCES") return refused(`${shown} is not executable (EACCES); chmod +x mends it`);
		return refused(code === "ENOENT" ? `${shown} does not exist (ENOENT)` : `${shown} cannot be run (${code})`);
	}
	const head = readHead(file);
	if (head === void 0) return {
		state: "found",
		file
	};
	if (!EXECUTABLE_HEADS.some((magic) => head.toString("hex").startsWith(magic))) return refused(head.length === 0 ? `${shown} is an empty file (ENOEXEC)` : `${shown} has neither a #! line nor the header of a binary (ENOEXEC); name its interpreter, as in: sh ${showPath(name)}`);
	const missing = missingInterpreter(head);
	if (missing !== void 0) return refused(`${shown} names the interpreter ${showPath(missing)}, which does not exist (ENOENT)`);
	return {
		state: "found",
		file
	};
}
function missingInterpreter(head) {
	const line = /^#![ \t]*([^ \t\n]+)/.exec(decodePath(head))?.[1];
	return line === void 0 || !line.startsWith("/") || existsSync(line) ? void 0 : line;
}
function readHead(file) {
	let fd;
	try {
		fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return;
	}
	try {
		const head = Buffer.alloc(256);
		return head.subarray(0, readSync(fd, head, 0, head.length, 0));
	} finally {
		closeSync(fd);
	}
}
function refused(reason) {
	return {
		state: "refused",
		reason
	};
}

// src/run/environment.ts
/** The environment that the captured command sees: the caller's own, less what would lead git or Python astray. */
const GENERATION_VARIABLE = "GENERATION_GATE_GENERATION";
const TREE_ID_VARIABLE = "GENERATION_GATE_TREE_ID";
const CELL_VARIABLE = "GENERATION_GATE_CELL";
const ENV_DIR_VARIABLE = "GENERATION_GATE_ENV_DIR";
/**
* The environment of a captured command.
*
* Nothing is taken away but git's repository-local variables, an inherited PYTHONPYCACHEPREFIX (it may hold bytecode
* of another tree) and a cell name that this run was not given.
*/
function commandEnvironment(parentEnv, binding) {
	const own = {
		PYTHONDONTWRITEBYTECODE: "1",
		[GENERATION_VARIABLE]: binding.generation,
		[TREE_ID_VARIABLE]: binding.treeId,
		[ENV_DIR_VARIABLE]: binding.envDir
	};
	if (binding.cell !== void 0) own[CELL_VARIABLE] = binding.cell;
	const marker = `${GENERATION_VARIABLE}=${binding.generation}`;
	return derive(parentEnv, binding, own, [CELL_VARIABLE], marker);
}
/** The environment of a setup script. It runs before the stamp, so no generation and no tree id are known to it. */
function setupEnvironment(parentEnv, binding) {
	return derive(parentEnv, binding, {
		PYTHONDONTWRITEBYTECODE: "1",
		[ENV_DIR_VARIABLE]: binding.envDir
	}, [
		GENERATION_VARIABLE,
		TREE_ID_VARIABLE,
		CELL_VARIABLE
	], `${ENV_DIR_VARIABLE}=${binding.envDir}`);
}
function derive(parentEnv, binding, own, ownNames, marker) {
	const set = {
		...own,
		...binding.extra
	};
	const unwanted = /* @__PURE__ */ new Set([
		...binding.localGitVars,
		"PYTHONPYCACHEPREFIX",
		...ownNames
	]);
	const env = {};
	const removed = [];
	for (const [name, value] of Object.entries(parentEnv)) {
		if (value === void 0) continue;
		if (!unwanted.has(name)) env[name] = value;
		else if (!Object.hasOwn(set, name)) removed.push(name);
	}
	return {
		env: {
			...env,
			...set
		},
		removed: removed.sort(),
		added: Object.keys(set).sort(),
		marker
	};
}

// src/run/processes.ts
/** The machine's processes, and which of them belong to a command. */
const SHOWN_ARGUMENTS = 16;
const SHOWN_CHARACTERS = 200;
/** Every process that can be seen, those that have ended but were not collected included. */
function listProcesses() {
	if (process.platform !== "linux") return listByPs();
	return numericNames("/proc").flatMap((pid) => readProcess(Number(pid)) ?? []);
}
/** One process, `undefined` where it is gone. Linux only. */
function readProcess(pid) {
	let stat;
	try {
		stat = readFileSync(`/proc/${pid}/stat`, "latin1");
	} catch {
		return;
	}
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const number = (index) => Number(fields[index] ?? NaN);
	return {
		pid,
		state: fields[0] ?? "?",
		parent: number(1),
		group: number(2),
		session: number(3),
		started: number(19)
	};
}
/** `ps` where there is no /proc; it tells neither session nor start time in numbers that can be compared. */
function listByPs() {
	return execFileSync("ps", [
		"-A",
		"-o",
		"pid=",
		"-o",
		"ppid=",
		"-o",
		"pgid=",
		"-o",
		"stat="
	], { encoding: "latin1" }).split("\n").map((line) => line.trim().split(/\s+/)).filter((fields) => fields.length === 4).map(([pid, parent, group, stat]) => ({
		pid: Number(pid),
		parent: Number(parent),
		group: Number(group),
		session: 0,
		state: stat?.[0] ?? "?",
		started: 0
	}));
}
/**
* The living processes of a command: its session, its group, and those that left both but carry its marker.
* This process and its ancestors are never among them.
*/
function processesOf(trace) {
	const all = listProcesses();
	const spared = ancestry(all);
	return all.flatMap((entry) => {
		if (spared.has(entry.pid) || hasEnded(entry) || entry.started < trace.started) return [];
		const reason = tie(entry, trace);
		return reason === void 0 ? [] : [{
			pid: entry.pid,
			argv: shownArguments(entry.pid),
			reason
		}];
	});
}
/** The living processes that hold one of `files` open. Linux only; elsewhere none can be told. */
function holdersOf(files) {
	if (process.platform !== "linux" || files.length === 0) return [];
	return numericNames("/proc").map(Number).filter((pid) => pid !== process.pid && numericNames(`/proc/${pid}/fd`).some((fd) => isOneOf(`/proc/${pid}/fd/${fd}`, files))).map((pid) => ({
		pid,
		argv: shownArguments(pid),
		reason: "output"
	}));
}
function tie(entry, trace) {
	if (entry.group === trace.leader) return "group";
	if (entry.session === trace.leader) return "session";
	return carriesMarker(entry.pid, trace.marker) ? "environment" : void 0;
}
function hasEnded(entry) {
	return entry.state === "Z" || entry.state === "X";
}
function ancestry(all) {
	const parents = new Map(all.map((entry) => [entry.pid, entry.parent]));
	const found = /* @__PURE__ */ new Set();
	for (let pid = process.pid; pid !== void 0 && pid > 0 && !found.has(pid); pid = parents.get(pid)) found.add(pid);
	return found;
}
/** An environment that may not be read belongs to another user or to a process that is going: it is no match. */
function carriesMarker(pid, marker) {
	try {
		return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${Buffer.from(marker).toString("latin1")}\0`);
	} catch {
		return false;
	}
}
function shownArguments(pid) {
	let bytes;
	try {
		bytes = readFileSync(`/proc/${pid}/cmdline`);
	} catch {
		return [];
	}
	const whole = decodePath(bytes).replace(/\0$/, "").split("\0");
	const shown = whole.slice(0, SHOWN_ARGUMENTS).map((argument) => cut(argument));
	return whole.length > SHOWN_ARGUMENTS ? [...shown, "…"] : shown;
}
function cut(argument) {
	return argument.length > SHOWN_CHARACTERS ? `${argument.slice(0, SHOWN_CHARACTERS)}…` : argument;
}
function isOneOf(link, files) {
	try {
		const { dev, ino } = statSync(link, { bigint: true });
		return files.some((file) => file.dev === dev && file.ino === ino);
	} catch {
		return false;
	}
}
function numericNames(folder) {
	try {
		return readdirSync(folder).filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}

// src/run/stopping.ts
/** Ends every process of a command: politely, then by force. */
const POLL_MS$1 = 20;
/** How long a killed process may take to vanish; one in uninterruptible sleep never does. */
const REAP_MS = 2e3;
/**
* Sends `signal` to the command's group and to its processes outside it, waits up to `graceMs`, kills what is left.
* Returns what could not be killed.
*/
async function stopCommand(trace, signal, graceMs) {
	signalAll(trace, signal);
	signalAll(trace, "SIGCONT");
	if ((await untilGone(trace, graceMs)).length === 0) return [];
	const deadline = performance.now() + REAP_MS;
	for (;;) {
		signalAll(trace, "SIGKILL");
		const left = await untilGone(trace, POLL_MS$1);
		if (left.length === 0 || performance.now() > deadline) return left;
	}
}
/** The command's processes that are still alive after `ms`; returns early once there are none. */
async function untilGone(trace, ms) {
	const deadline = performance.now() + ms;
	for (;;) {
		const alive = processesOf(trace);
		if (alive.length === 0 || performance.now() >= deadline) return alive;
		await setTimeout$1(POLL_MS$1);
	}
}
/** Kills what can be found, at once and without waiting; for the moment in which this process itself goes. */
function killNow(trace) {
	signalAll(trace, "SIGKILL");
}
function signalAll(trace, signal) {
	send(-trace.leader, signal);
	for (const { pid, reason } of processesOf(trace)) if (reason !== "group") send(pid, signal);
}
function send(target, signal) {
	try {
		process.kill(target, signal);
	} catch {}
}

// src/run/streams.ts
/** Carries what a command writes to the console and to its log, at once, unchanged and with bounded memory. */
/** Silence on a stream that counts as its end once the command is gone. */
const QUIET_MS = 250;
/** Waiting on a stream, in all, that a chatty survivor gets after the command's end. */
const PATIENCE_MS = 2e3;
/** More than a pipe (fs.pipe-max-size, 1 MiB) and Node's buffer can hold: what comes after it was written later. */
const LEFT_IN_PIPE = 2097152;
/**
* Two pipes for a command's stdout and stderr.
*
* Node's own `stdio: 'pipe'` gives socket pairs on Linux: a command that opens /dev/stdout or /dev/stderr by name fails
* on those with ENXIO. A FIFO that is unlinked as soon as both ends are open is a pipe like a shell's.
*
* @throws GateError where no FIFO can be made
*/
function openOutputPipes() {
	const folder = mkdtempSync(join(tmpdir(), "generation-gate-pipes-"));
	try {
		const names = [join(folder, "stdout"), join(folder, "stderr")];
		const path = `/usr/bin:/bin:${process.env["PATH"] ?? ""}`;
		const made = spawnSync("mkfifo", [
			"-m",
			"600",
			...names
		], {
			env: { PATH: path },
			encoding: "utf8"
		});
		if (made.error !== void 0 || made.status !== 0) {
			const why = made.error?.message ?? made.stderr.trim();
			throw new GateError("NO_FIFO", `mkfifo could not make pipes in ${folder}: ${why}`, "Install coreutils, or point TMPDIR at a local file system", made.error);
		}
		return {
			stdout: openPipe(names[0]),
			stderr: openPipe(names[1])
		};
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
function openPipe(fifo) {
	const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
	const writeEnd = openSync(fifo, constants.O_WRONLY);
	const { dev, ino } = fstatSync(writeEnd, { bigint: true });
	return {
		readEnd: new Socket({
			fd: reader,
			readable: true,
			writable: false
		}),
		writeEnd,
		identity: {
			dev,
			ino
		}
	};
}
/** A stream that may be slow, may fail or may vanish. Once it fails it is left out: the log goes on without it. */
var Sink = class {
	stream;
	usable;
	atLineStart = true;
	waiting = /* @__PURE__ */ new Set();
	wake = () => {
		for (const resume of this.waiting) resume();
		this.waiting.clear();
	};
	fail = () => this.abandon();
	constructor(stream) {
		this.stream = stream;
		this.usable = stream.writable;
		stream.on("drain", this.wake).on("error", this.fail).on("close", this.fail);
	}
	/** Resolves once the stream can take more, or will never. */
	async write(chunk) {
		if (!this.usable || chunk.length === 0) return;
		this.atLineStart = chunk.at(-1) === (typeof chunk === "string" ? "\n" : 10);
		if (this.stream.write(chunk)) return;
		await new Promise((resume) => this.waiting.add(resume));
	}
	/** Ends a line that was begun. */
	async endLine() {
		if (!this.atLineStart) await this.write("\n");
	}
	/** Writes nothing more and waits for nothing more. */
	abandon() {
		this.usable = false;
		this.wake();
	}
	/** Takes its listeners off. The stream stays open: it is the caller's. */
	release() {
		this.stream.off("drain", this.wake).off("error", this.fail).off("close", this.fail);
	}
};
/** A log that is written as the bytes come. */
var Log = class {
	file;
	handle;
	hash = createHash("sha256");
	bytes = 0;
	constructor(file, handle) {
		this.file = file;
		this.handle = handle;
	}
	async write(chunk) {
		this.hash.update(chunk);
		this.bytes += chunk.length;
		try {
			for (let at = 0; at < chunk.length;) at += (await this.handle.write(chunk, at, chunk.length - at)).bytesWritten;
		} catch (cause) {
			const code = cause.code ?? String(cause);
			throw new GateError("LOG_UNWRITABLE", `The log ${this.file} cannot be written: ${code}`, "Free space for the state folder and run again", cause);
		}
	}
	async close(complete) {
		await this.handle.close();
		return {
			path: basename(this.file),
			sha256: this.hash.digest("hex"),
			bytes: this.bytes,
			complete
		};
	}
};
/** One output stream of a command on its way to the console and to its log. */
var Pump = class {
	/** Settles at the end of the stream; rejects with a GateError where the log cannot be written. */
	finished;
	source;
	log;
	sink;
	ended = false;
	detached = false;
	waitingSince;
	afterExit = {
		since: Number.POSITIVE_INFINITY,
		bytes: 0,
		waitedMs: 0
	};
	constructor(source, log, sink) {
		this.source = source;
		this.log = log;
		this.sink = sink;
		this.finished = this.carry();
		this.finished.catch(() => void 0);
	}
	/** From now on only what is left in the pipe is the command's own output. */
	markExit() {
		this.afterExit.since = performance.now();
	}
	/** True where nothing more is to be expected: the stream ended, fell silent, or gave more than was left in it. */
	isExhausted() {
		if (this.ended || this.afterExit.bytes > LEFT_IN_PIPE) return true;
		if (this.waitingSince === void 0) return false;
		const waitedMs = performance.now() - Math.max(this.waitingSince, this.afterExit.since);
		return waitedMs >= QUIET_MS || waitedMs + this.afterExit.waitedMs >= PATIENCE_MS;
	}
	/** True where the stream came to its own end and all of it is in the log. */
	hasEnded() {
		return this.ended;
	}
	/** Stops reading where the stream has not ended by itself, and seals the log. */
	async close() {
		const complete = this.ended;
		this.abandon();
		await this.finished;
		return this.log.close(complete);
	}
	/** Stops reading. */
	abandon() {
		this.detached = true;
		this.source.destroy();
	}
	async carry() {
		try {
			this.waitingSince = performance.now();
			for await (const chunk of this.source) {
				this.received(chunk);
				await Promise.all([this.log.write(chunk), this.sink?.write(chunk)]);
				this.waitingSince = performance.now();
			}
			this.ended = true;
		} catch (error) {
			if (!this.detached || error instanceof GateError) throw error;
		} finally {
			this.waitingSince = void 0;
		}
	}
	received(chunk) {
		const now = performance.now();
		if (now >= this.afterExit.since) {
			this.afterExit.bytes += chunk.length;
			this.afterExit.waitedMs += now - Math.max(this.waitingSince ?? now, this.afterExit.since);
		}
		this.waitingSince = void 0;
	}
};
/** A {@link Pump} from `source` into a new file, which replaces an old one, and into `sink`. */
async function startPump(source, file, sink) {
	await rm(file, { force: true });
	return new Pump(source, new Log(file, await open(file, "wx", 384)), sink);
}

// src/run/run.ts
/** Runs the captured command and tells what happened, whatever happens. */
/** GitHub follows a cancellation's SIGINT with SIGTERM after 7.5 s: the kill must come first. */
const DEFAULT_GRACE_MS = 5e3;
/** A longer timer fires at once in Node (32-bit milliseconds). */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** What a process of the command gets to finish after it, before it counts as a survivor. */
const SETTLE_MS = 500;
const POLL_MS = 20;
/**
* Runs a captured command to its end: no shell for an argument list, no input, a session and process group of its own.
*
* However the command ends, the outcome says so. After a timeout or an abort every process of it that can be found is
* killed; otherwise what outlives it is reported and let be.
*
* @throws UsageError for a limit that is no usable number of milliseconds
* @throws GateError where the gate itself cannot do its part, for instance write the log
*/
async function runCaptured(command, options) {
	refuseUnusableTimeout(options.timeoutMs);
	mkdirSync(options.logDir, { recursive: true });
	const stdoutSink = options.stdout && new Sink(options.stdout);
	const stderrSink = options.stopCommandsToken !== void 0 || options.stderr === options.stdout ? stdoutSink : options.stderr && new Sink(options.stderr);
	const sinks = [.../* @__PURE__ */ new Set([stdoutSink, stderrSink])].filter((sink) => sink !== void 0);
	const pipes = openOutputPipes();
	const outputs = {
		stdout: await startPump(pipes.stdout.readEnd, join(options.logDir, "stdout.log"), stdoutSink),
		stderr: await startPump(pipes.stderr.readEnd, join(options.logDir, "stderr.log"), stderrSink),
		sinks
	};
	const token = options.stopCommandsToken;
	const startedAt = /* @__PURE__ */ new Date();
	const start = performance.now();
	try {
		if (token !== void 0) await stdoutSink?.write(`::stop-commands::${token}\n`);
		const launched = await launch(command, pipes, options);
		const { ended, survivors } = "trace" in launched ? await accompany(launched, outputs, options) : await drain(outputs).then(() => ({
			ended: launched,
			survivors: []
		}));
		const open = outputs.stdout.hasEnded() && outputs.stderr.hasEnded() ? [] : [pipes.stdout.identity, pipes.stderr.identity];
		const holders = holdersOf(open).filter(({ pid }) => survivors.every((known) => known.pid !== pid));
		return {
			command: commandDigest(command),
			ending: ended.ending,
			startedAt: startedAt.toISOString(),
			durationMs: Math.max(0, Math.round(ended.at - start)),
			cwd: options.cwd.relative,
			logs: {
				stdout: await outputs.stdout.close(),
				stderr: await outputs.stderr.close()
			},
			survivors: [...survivors, ...holders],
			environmentRemoved: [...options.environment.removed],
			environmentAdded: [...options.environment.added]
		};
	} finally {
		outputs.stdout.abandon();
		outputs.stderr.abandon();
		if (token !== void 0) {
			await stdoutSink?.endLine();
			await stdoutSink?.write(`::${token}::\n`);
		}
		for (const sink of sinks) sink.release();
	}
}
/** Starts the command; an {@link Ended} where it could not be started. */
async function launch(command, pipes, options) {
	const { env } = options.environment;
	const cwd = options.cwd.absolute;
	let child;
	try {
		if (options.signal?.aborted === true) return neverStarted("The run was interrupted before the command started");
		const [name = "", ...rest] = argumentsToRun(command, options.logDir);
		const program = findProgram(name, cwd, env["PATH"]);
		if (program.state === "refused") return neverStarted(program.reason);
		child = spawn(program.file, rest, {
			argv0: name,
			cwd,
			env,
			detached: true,
			stdio: [
				"ignore",
				pipes.stdout.writeEnd,
				pipes.stderr.writeEnd
			]
		});
	} catch (error) {
		return neverStarted(systemReason(error));
	} finally {
		closeSync(pipes.stdout.writeEnd);
		closeSync(pipes.stderr.writeEnd);
	}
	const ended = new Promise((settle) => {
		child.once("error", (error) => settle(neverStarted(systemReason(error))));
		child.once("exit", (code, signal) => {
			const at = performance.now();
			options.onEnded?.();
			settle({
				at,
				ending: signal === null ? {
					kind: "exited",
					code: code ?? -1
				} : {
					kind: "signalled",
					signal
				}
			});
		});
	});
	if (child.pid === void 0) return ended;
	const started = readProcess(child.pid)?.started ?? 0;
	return {
		trace: {
			leader: child.pid,
			started,
			marker: options.environment.marker
		},
		ended
	};
}
/** Stays with a running command until it has ended or was stopped, and sees what it leaves behind. */
async function accompany(running, outputs, options) {
	const { trace } = running;
	const graceMs = options.killGraceMs ?? DEFAULT_GRACE_MS;
	const killOnExit = () => killNow(trace);
	const abandonSinks = () => {
		for (const sink of outputs.sinks) sink.abandon();
	};
	const watch = watchForStop(options);
	process.on("exit", killOnExit);
	try {
		const first = await Promise.race([
			running.ended,
			watch.stop,
			failureOf(outputs)
		]);
		watch.cancel();
		if ("ending" in first) {
			options.signal?.addEventListener("abort", abandonSinks, { once: true });
			await drain(outputs);
			return {
				ended: first,
				survivors: await untilGone(trace, SETTLE_MS)
			};
		}
		const survivors = await stopCommand(trace, first.kind === "aborted" ? first.signal : "SIGTERM", graceMs);
		const stoppedAt = performance.now();
		const at = (await atMost(running.ended, SETTLE_MS))?.at ?? stoppedAt;
		const drained = drain(outputs);
		await atMost(drained, graceMs);
		abandonSinks();
		await drained;
		return {
			ended: {
				at,
				ending: endingOf(first, options)
			},
			survivors
		};
	} catch (error) {
		await stopCommand(trace, "SIGKILL", 0);
		throw error;
	} finally {
		watch.cancel();
		options.signal?.removeEventListener("abort", abandonSinks);
		process.off("exit", killOnExit);
	}
}
/** What `work` gives within `ms`, else nothing. No timer stays behind: it would hold up the end of the whole program. */
async function atMost(work, ms) {
	const timer = new AbortController();
	try {
		return await Promise.race([work, setTimeout$1(ms, void 0, { signal: timer.signal })]);
	} finally {
		timer.abort();
	}
}
/** Waits until the output has ended, or until only processes that outlived the command could still write. */
async function drain({ stdout, stderr }) {
	stdout.markExit();
	stderr.markExit();
	const finished = Promise.all([stdout.finished, stderr.finished]);
	while (!stdout.isExhausted() || !stderr.isExhausted()) await Promise.race([finished, setTimeout$1(POLL_MS)]);
	if (stdout.hasEnded() && stderr.hasEnded()) await finished;
}
/** Rejects as soon as an output cannot be carried on; never resolves. */
function failureOf({ stdout, stderr }) {
	return Promise.all([stdout.finished, stderr.finished]).then(() => new Promise(() => void 0));
}
function watchForStop({ timeoutMs, signal }) {
	let settle = () => void 0;
	const stop = new Promise((resolveStop) => {
		settle = resolveStop;
	});
	const timer = timeoutMs === void 0 ? void 0 : setTimeout(() => settle({ kind: "timed-out" }), timeoutMs);
	const abort = () => settle({
		kind: "aborted",
		signal: forwardedSignal(signal?.reason)
	});
	signal?.addEventListener("abort", abort, { once: true });
	const cancel = () => {
		clearTimeout(timer);
		signal?.removeEventListener("abort", abort);
	};
	return {
		stop,
		cancel
	};
}
/** A stopped command was stopped, even if it then exits with 0. */
function endingOf(stop, options) {
	return stop.kind === "aborted" ? {
		kind: "signalled",
		signal: stop.signal
	} : {
		kind: "timed-out",
		afterMs: options.timeoutMs ?? 0
	};
}
function forwardedSignal(reason) {
	return typeof reason === "string" && Object.hasOwn(constants$1.signals, reason) ? reason : "SIGTERM";
}
/** The argument list that runs the command. A script runs from a copy: nobody can change it between digest and start. */
function argumentsToRun(command, logDir) {
	if (command.form === "argv") return command.argv;
	const copy = resolve(logDir, "script");
	rmSync(copy, { force: true });
	writeFileSync(copy, commandBytes(command), {
		flag: "wx",
		mode: 320
	});
	return [...command.interpreter, copy];
}
function neverStarted(reason) {
	return {
		at: performance.now(),
		ending: {
			kind: "never-started",
			reason
		}
	};
}
const SYSTEM_REASONS = {
	E2BIG: "the arguments and the environment together are longer than the system allows",
	EACCES: "the system does not allow this file to be executed",
	EAGAIN: "the limit of processes is reached",
	ENOENT: "the program or the interpreter that it names does not exist",
	ENOEXEC: "the system cannot execute a file of this format",
	ENOMEM: "memory is exhausted"
};
function systemReason(error) {
	const { code, message } = error;
	const known = code === void 0 ? void 0 : SYSTEM_REASONS[code];
	return known === void 0 ? message : `${known} (${code})`;
}
function refuseUnusableTimeout(timeoutMs) {
	if (timeoutMs === void 0 || Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return;
	throw new UsageError("TIMEOUT", `A timeout of ${timeoutMs} ms cannot be kept: it must be a whole number from 1 to ${LONGEST_TIMEOUT_MS} ms`, "Leave --timeout out for no limit");
}

// src/evidence/move-file.ts
/** Moves one file or link so that no moment of it loses a byte, within a file system and across two (EV1). */
const CHUNK_BYTES = 1 << 20;
const COPY_SUFFIX = ".incomplete";
/** More than this many files of one name are not kept in one place. */
const MAX_COLLISIONS = 1e3;
/**
* Moves `from` to `to` (absolute, string form of `path.ts`) and gives the path it got: `to`, or `to` with a number
* behind it where something lies there already; nothing is ever overwritten. Missing parents are made for the owner
* alone (0700). Across devices the file is copied, synced, compared and only then unlinked.
* Throws what the file system says; the file then lies where it lay, or in both places.
*/
function moveFile(from, to, identity) {
	mkdirSync(encodePath(dirname(to)), {
		recursive: true,
		mode: 448
	});
	const place = freePlace(to);
	const source = encodePath(from);
	const stats = lstatSync(source, { bigint: true });
	refuseOther(from, stats, identity);
	try {
		renameSync(source, encodePath(place));
	} catch (error) {
		if (error.code !== "EXDEV") throw error;
		if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source, { encoding: "buffer" }), encodePath(place));
		else copyCompared(source, place, stats, identity);
		refuseOther(from, lstatSync(source, { bigint: true }), identity, stats);
		unlinkSync(source);
	}
	return place;
}
/** A path beside or at `to` at which nothing lies, not even a dangling link. */
function freePlace(to) {
	for (let number = 0; number < MAX_COLLISIONS; number += 1) {
		const place = number === 0 ? to : `${to}.${number}`;
		if (![place, place + COPY_SUFFIX].some((each) => lstatSync(encodePath(each), { throwIfNoEntry: false }) !== void 0)) return place;
	}
	throw Object.assign(/* @__PURE__ */ new Error(`${MAX_COLLISIONS} files of that name lie in quarantine`), { code: "EEXIST" });
}
function refuseOther(path, stats, identity, before = stats) {
	if (!(stats.ino.toString() === identity.ino && stats.mtimeNs.toString() === identity.mtimeNs && stats.size === before.size && stats.ctimeNs === before.ctimeNs)) throw Object.assign(/* @__PURE__ */ new Error(`"${path}" was replaced or written while it was moved`), { code: "ECHANGED" });
}
/** Copies an open file to a new one, syncs it, and reads it back. Leaves nothing behind where that fails. */
function copyCompared(source, place, stats, identity) {
	const copy = encodePath(place + COPY_SUFFIX);
	const reader = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const writer = openSync(copy, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 384);
		try {
			pour(reader, writer);
			fsyncSync(writer);
			if ([digestOf(reader), digestOf(writer)].some((digest) => digest !== identity.sha256)) throw Object.assign(/* @__PURE__ */ new Error(`the copy of "${place}" does not hold the bytes that were inventoried`), { code: "ECHANGED" });
			fchmodSync(writer, Number(stats.mode) & 511);
			futimesSync(writer, Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
			renameSync(copy, encodePath(place));
			syncFolder(dirname(place));
		} catch (error) {
			unlinkSync(copy);
			throw error;
		} finally {
			closeSync(writer);
		}
	} finally {
		closeSync(reader);
	}
}
function pour(reader, writer) {
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
	for (let got = readSync(reader, buffer, 0, CHUNK_BYTES, null); got > 0; got = readSync(reader, buffer, 0, CHUNK_BYTES, null)) for (let written = 0; written < got;) written += writeSync(writer, buffer, written, got - written, null);
}
/** SHA-256 of an open file from its first byte on. */
function digestOf(descriptor) {
	const hash = createHash("sha256");
	const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
	const size = fstatSync(descriptor).size;
	for (let at = 0; at < size;) {
		const got = readSync(descriptor, buffer, 0, CHUNK_BYTES, at);
		if (got === 0) break;
		hash.update(buffer.subarray(0, got));
		at += got;
	}
	return hash.digest("hex");
}
/** Makes the new name durable, so that a power cut after the unlink loses nothing either. */
function syncFolder(folder) {
	const descriptor = openSync(encodePath(folder), constants.O_RDONLY | constants.O_DIRECTORY);
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

// src/evidence/quarantine.ts
/** Moves leftover reports out of the way, so that they can neither count nor be lost (EV1). */
/**
* Whether an inventoried match leaves its place before the run: an untracked file or symbolic link inside the allowed
* roots that looks like a report, or that was named as a log. A link goes itself, what it leads to stays.
*/
function isLeftover(entry) {
	if (entry.tracked || entry.kind !== "file" && entry.kind !== "symlink") return false;
	if (entry.kind === "file" && !entry.insideAllowedRoots) return false;
	return entry.report || entry.logs.length > 0;
}
/**
* Moves every leftover of the opening inventory to `<git dir>/generation-gate/quarantine/<generation>/<path>`, and one
* from outside of the workspace below `<generation>.outside/`. Overwrites nothing, follows no link, loses nothing.
* Throws a Refusal with one finding per file that could not be moved, after all others were.
*/
function quarantine(place, opening) {
	const moved = [];
	const failed = [];
	for (const entry of opening.entries.filter(isLeftover)) {
		const from = placeOf(place.top, entry.path);
		if (!entry.path.startsWith("/") && realPathOf(dirname(from)) !== dirname(from)) continue;
		try {
			const movedTo = moveFile(from, quarantinePath(place, entry.path), entry);
			moved.push({
				path: entry.path,
				movedTo,
				sha256: entry.sha256,
				restore: `mv -n -- ${quoteForShell(movedTo)} ${quoteForShell(from)}`
			});
		} catch (error) {
			failed.push({
				entry,
				why: error instanceof Error ? error.message : String(error)
			});
		}
	}
	if (failed.length > 0) throw new Refusal(...failed.map(({ entry, why }) => notQuarantined(place, entry, why, moved)));
	return moved;
}
function quarantinePath({ gitDir, generation }, path) {
	const folder = join(gitDir, "generation-gate", "quarantine");
	return path.startsWith("/") ? join(folder, `${generation}.outside`, path.slice(1)) : join(folder, generation, path);
}
function notQuarantined({ top }, { path, sha256 }, why, moved) {
	const others = moved.length === 0 ? "" : ` Already moved: ${moved.map(({ restore }) => restore).join("; ")}.`;
	return {
		rule: "GG-EVIDENCE-NOT-QUARANTINED",
		answer: "broken",
		paths: [path],
		what: `${showPath(path)}${sha256 === null ? "" : ` (sha256 ${sha256.slice(0, 12)})`} looks like a report from before the stamp and could not be moved away: ${why}. It lies where it lay.${others}`,
		why: "A report that is there before the run would count as its result where the run writes none.",
		fix: `Remove it or move it away yourself, then stamp again: rm -- ${quoteForShell(placeOf(top, path))}`,
		rejects: true
	};
}

// src/run/setup-script.ts
/**
* Runs a setup script, by its `#!` line or by bash with errexit and pipefail, and returns how it ended, well or badly.
*
* @throws UsageError where the script cannot be read or holds no command
*/
async function runSetupScript(script, { console, ...options }) {
	const command = "file" in script ? commandFromScriptFile(script.file) : commandFromScript(script.text, "setup");
	return runCaptured(command, console === void 0 ? options : {
		...options,
		stdout: console,
		stderr: console
	});
}

// src/workspace/kept-files.ts
/** Keeps files before they are changed, so that all of them can be put back as they were. */
/**
* Keeps the files at `paths` (relative to `root`) in a new folder below `scratch`, as hard links where the device is the
* same: putting those back is a rename, which needs no room on a full disk and keeps inode and times.
*/
function keepFiles(root, paths, scratch) {
	const folder = mkdtempSync(join(scratch, "kept-"));
	const kept = [];
	const newFolders = /* @__PURE__ */ new Set();
	paths.forEach((path, number) => {
		for (const parent of missingParents(root, path)) newFolders.add(parent);
		const place = join(folder, String(number));
		kept.push({
			path,
			place: keep(root, path, place) ? place : null
		});
	});
	const discard = () => {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	};
	const putBack = () => {
		const stuck = kept.filter(({ path, place }) => place === null && !succeeds(() => remove(root, path)));
		for (const path of [...newFolders].sort((left, right) => right.length - left.length)) succeeds(() => rmdirSync(nativePath(root, path)));
		for (const file of kept) {
			const { path, place } = file;
			if (place !== null && !succeeds(() => restore(root, path, place))) stuck.push(file);
		}
		if (stuck.length > 0) {
			const names = stuck.map(({ path }) => showPath(path)).join(", ");
			throw new GateError("GG-PATCH-HALF-WRITTEN", `Writing the patch failed and ${names} could not be put back`, `The old files are kept in "${folder}"; git checkout -- restores tracked ones.`);
		}
		discard();
	};
	return {
		putBack,
		discard
	};
}
/** Folders on the way that are not there, or that a file's place has to become. */
function missingParents(root, path) {
	const missing = [];
	for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
		const folder = path.slice(0, at);
		if (!isFolder(root, folder)) missing.push(folder);
	}
	return missing;
}
/** True where something was there to keep. */
function keep(root, path, place) {
	const stats = entryAt(root, path);
	if (stats === null || stats.isDirectory()) return false;
	const native = nativePath(root, path);
	if (!succeeds(() => linkSync(native, place))) copy(native, place);
	return true;
}
function remove(root, path) {
	const stats = entryAt(root, path);
	if (stats !== null && !stats.isDirectory()) unlinkSync(nativePath(root, path));
}
function restore(root, path, place) {
	const native = nativePath(root, path);
	mkdirSync(nativePath(root, dirname(path)), { recursive: true });
	try {
		renameSync(place, native);
	} catch (error) {
		if (error.code !== "EXDEV") throw error;
		remove(root, path);
		copy(place, native);
	}
}
function copy(from, to) {
	const stats = lstatSync(from);
	if (stats.isSymbolicLink()) {
		symlinkSync(readlinkSync(from, { encoding: "buffer" }), to);
		return;
	}
	copyFileSync(from, to);
	utimesSync(to, stats.atimeMs / 1e3, stats.mtimeMs / 1e3);
}
function succeeds(action) {
	try {
		action();
		return true;
	} catch {
		return false;
	}
}

// src/workspace/patch-paths.ts
/** Which paths a patch must not name (ST5). Whoever wrote the patch controls these names. */
/** The first path that must not be touched, or null. `movedSubmodule` is the header line that moves a submodule. */
function unsafePatchPath(top, paths, submodules, movedSubmodule) {
	const named = new Set(paths);
	for (const path of paths) {
		const reason = unsafeName(path) ?? unsafePlace(top, path, named, submodules);
		if (reason !== null) return {
			path,
			reason
		};
	}
	if (movedSubmodule === null) return null;
	return {
		path: paths.find((path) => submodules.has(path)) ?? paths[0] ?? "",
		reason: `it moves a submodule ("${movedSubmodule}"), and a patch holds no submodule's files; check the wanted commit out in the submodule instead`
	};
}
function unsafeName(path) {
	if (path.startsWith("/")) return "it is absolute";
	const components = path.split("/");
	if (components.includes("..")) return "it leads out of the workspace";
	if (components.some((component) => component === "" || component === ".")) return "it has an empty component";
	if (components.some((component) => component.toLowerCase() === ".git")) return "it lies in git's own folder";
	if (path === ".workspace_generation.json") return "it is the stamp, which only the gate writes";
	return null;
}
/** Looks at every folder on the way to the path, and at a repository in its place. */
function unsafePlace(top, path, named, submodules) {
	if (submodules.has(path)) return "it is a submodule, and a patch holds no submodule's files";
	for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
		const folder = path.slice(0, at);
		if (submodules.has(folder)) return `it lies in the submodule ${showPath(folder)}, whose files belong to another repository`;
		const stats = entryAt(top, folder);
		if (stats === null) return null;
		if (stats.isSymbolicLink() && !named.has(folder)) return `its folder ${showPath(folder)} is a symbolic link`;
		if (stats.isDirectory() && entryAt(top, `${folder}/.git`) !== null) return `it lies in ${showPath(folder)}, a repository of its own`;
	}
	return null;
}

// src/workspace/patch.ts
/**
* Applies a patch to the work tree before the stamp, whole or not at all (ST5). git reads and writes the files, in the
* private git directory: built-in conversions work, and no filter, hook or setting of the repository does.
*/
/** As `git diff` and `git format-patch` write them: one leading component to strip. */
const APPLY = [
	"apply",
	"--whitespace=nowarn",
	"-p1"
];
/**
* Applies the patch in `patchFile` to the work tree.
* Throws {@link UsageError} where the file is missing, empty or no patch; {@link Refusal} `GG-PATCH-UNSAFE-PATH` or
* `GG-PATCH-DOES-NOT-APPLY`, with nothing changed; {@link GateError} where writing failed half way and was undone.
*/
async function applyPatch(repository, patchFile, { scratch }) {
	const bytes = readPatch(patchFile);
	const digest = createHash("sha256").update(bytes).digest("hex");
	const git = privateGitOf(repository);
	try {
		const paths = await namedPaths(git, bytes, patchFile);
		const unsafe = unsafePatchPath(repository.top, paths, await submodulePaths(await withFullIndex(git, repository.gitDir)), movedSubmodule(bytes));
		if (unsafe !== null) throw refuseUnsafe(patchFile, unsafe.path, unsafe.reason);
		await check(git, bytes, patchFile);
		await write(git, repository, bytes, paths, scratch);
		return {
			digest,
			paths
		};
	} finally {
		git.remove();
	}
}
/** Throws a {@link UsageError} where the file is missing, empty or no patch: to be asked before anything is changed for its sake. */
async function requirePatch(repository, patchFile) {
	const bytes = readPatch(patchFile);
	const git = privateGitOf(repository);
	try {
		await namedPaths(git, bytes, patchFile);
	} finally {
		git.remove();
	}
}
function privateGitOf(repository) {
	return openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
}
function readPatch(file) {
	let bytes;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		const reason = error.code ?? String(error);
		throw new UsageError("GG-PATCH-UNREADABLE", `The patch file "${file}" cannot be read (${reason})`, "Pass an existing file: git diff --binary BASE > fix.patch");
	}
	if (bytes.length === 0) throw new UsageError("GG-PATCH-EMPTY", `The patch file "${file}" is empty`, "Write it with: git diff --binary BASE > fix.patch. Without a change to apply, leave --patch out.");
	return bytes;
}
/** Old and new names. git itself reads the patch; backwards it tells the names before a rename. */
async function namedPaths(git, bytes, file) {
	const names = /* @__PURE__ */ new Set();
	for (const direction of [[], ["--reverse"]]) {
		const result = await git.tryRun([
			...APPLY,
			"--numstat",
			"-z",
			...direction
		], bytes);
		if (result.code !== 0) throw new UsageError("GG-PATCH-NOT-A-PATCH", `git reads no patch in "${file}": ${firstLine(result.stderr)}`, "Write it with: git diff --binary BASE > fix.patch");
		for (const record of decodePath(result.stdout).split("\0")) {
			const path = record.split("	").slice(2).join("	");
			if (path !== "") names.add(path);
		}
	}
	return [...names].sort(comparePaths);
}
async function submodulePaths(git) {
	const records = decodePath(await git.run([
		"ls-files",
		"-s",
		"-z"
	])).split("\0");
	return new Set(records.filter((record) => record.startsWith("160000 ")).map((record) => record.slice(record.indexOf("	") + 1)));
}
/** The header line by which a patch moves a submodule to another commit; null where it moves none. */
function movedSubmodule(bytes) {
	return /^(?:index [0-9a-f]+\.\.[0-9a-f]+ 160000|(?:new|deleted) file mode 160000|(?:old|new) mode 160000)\r?$/m.exec(bytes.toString("latin1"))?.[0] ?? null;
}
async function check(git, bytes, file) {
	const result = await git.tryRun([...APPLY, "--check"], bytes);
	if (result.code === 0) return;
	const unsafe = /^error: (?:invalid path '(?<invalid>.*)'|affected file '(?<beyond>.*)' is beyond a symbolic link)$/m.exec(result.stderr);
	if (unsafe !== null) throw refuseUnsafe(file, unsafe.groups?.["invalid"] ?? unsafe.groups?.["beyond"] ?? "", unsafe.groups?.["beyond"] === void 0 ? "git allows no such name in a work tree" : "it lies behind a symbolic link");
	throw new Refusal({
		rule: "GG-PATCH-DOES-NOT-APPLY",
		answer: "broken",
		what: `The patch "${file}" does not apply, and nothing was changed: ${result.stderr.split("\n").slice(0, 5).join("; ")}`,
		why: "Tests of a tree without the whole patch say nothing about the patch.",
		fix: "Make the patch again on the commit that is checked out (git diff --binary HEAD > fix.patch), or check out the commit it was made on.",
		innocent_when: "The patch is applied already: leave --patch out. A filter such as Git LFS keeps other bytes in the work tree than the patch was made from.",
		rejects: true
	});
}
async function write(git, repository, bytes, paths, scratch) {
	const kept = keepFiles(repository.top, paths, scratch);
	try {
		const result = await git.tryRun(APPLY, bytes);
		if (result.code !== 0) throw new Error(firstLine(result.stderr));
	} catch (error) {
		kept.putBack();
		const words = error instanceof Error ? error.message : String(error);
		throw new GateError("GG-PATCH-NOT-WRITTEN", `The patch applies, but writing it failed (${words}); every file was put back`, "Make room on the disk, and give the user that runs this write permission in the workspace.", error);
	}
	kept.discard();
}
function refuseUnsafe(file, path, reason) {
	return new Refusal({
		rule: "GG-PATCH-UNSAFE-PATH",
		answer: "broken",
		paths: [path],
		what: `The patch "${file}" names ${showPath(path)}: ${reason}. Nothing was changed`,
		why: "A patch may change the files of the work tree it is judged with, and nothing else: not git's own files, not another checkout, not the stamp.",
		fix: `Take ${showPath(path)} out of the patch: git apply --exclude='…', or make the patch again without it.`,
		rejects: true
	});
}
function firstLine(text) {
	return text.split("\n")[0] ?? "";
}

// src/steps/stamp.ts
/** The stamp: patch, purge, setup, purge, origins, quarantine, measurement, and only then the stamp itself. */
/** Stamps the workspace. Accepted means stamped; a rejected stamp leaves none behind. */
async function stampStep(context) {
	const { repository, state, settings } = context;
	const names = {
		globs: settings.evidence,
		logs: settings.logs
	};
	await checkEvidenceNames(evidencePlaces(context), names);
	await requireReadable(context);
	await refuseStaleMergeRef(context);
	if (readStampFile(repository.top).state !== "absent" && (await trackedAmong$1(repository.top, [".workspace_generation.json"])).size > 0) throw trackedStamp(STAMP_FILE);
	const earlier = setEarlierAside(state);
	forgetCurrent(state);
	removeStampFile(repository.top);
	forgetOtherGenerations(state, null);
	const generation = newGeneration();
	const folder = generationFolder(state, generation);
	mkdirSync(folder, {
		recursive: true,
		mode: 448
	});
	try {
		const patch = settings.patch === null ? null : await applyPatch(repository, settings.patch, { scratch: folder });
		const { purges, setup, setupClockNs, localGitVariables } = await prepare(context, folder);
		stopIfAsked(context);
		const command = hasCommand(settings) ? commandOf(settings) : null;
		const { origins, environment } = await observeOrigins(context, {
			command,
			cwd: repository.top,
			env: context.env,
			imports: settings.imports
		});
		const opening = await takeOpeningInventory(evidencePlaces(context), names, new Set(patch?.paths ?? []));
		const moved = quarantine({
			top: repository.top,
			gitDir: repository.gitDir,
			generation
		}, opening);
		context.progress("hashing the work tree");
		const isOwn = ownPathTest(context);
		const inPlace = evidenceInPlace(opening, moved);
		const clockMs = readFileClock(repository.top);
		const measured = await measure(repository, {
			exclude: (path) => isOwn(path) || inPlace.has(path),
			include: patch?.paths ?? [],
			...earlier === null ? {} : { earlier: {
				index: ownIndex(earlier.folder),
				clockMs: earlier.clockMs,
				nowMs: clockMs
			} }
		});
		stopIfAsked(context);
		saveBaseline(baselineFolder(state, generation), measured.parts, clockMs, repository.objectFormat);
		const inventory = await sealInventory(opening);
		await passFileClock(repository.top, readFileClockNs(repository.top));
		const stamp = stampOf(generation, measured, context);
		const facts = {
			generation,
			stampDigest: stampDigestOf(stamp),
			treeId: measured.treeId,
			contentId: measured.contentId,
			head: repository.head,
			wallClockMs: Date.parse(stamp.stamped_at),
			fileClockNs: readFileClockNs(repository.top).toString(),
			evidence: [...settings.evidence],
			logs: [...settings.logs],
			patch: patch === null ? null : {
				digest: patch.digest,
				paths: [...patch.paths]
			},
			nested: [...measured.nested],
			otherWorktrees: [...measured.otherWorktrees],
			rawFiltered: [...measured.rawFiltered],
			purges: [...purges],
			setup,
			...setupClockNs === void 0 ? {} : { setupClockNs },
			quarantined: [...moved],
			origins,
			environment
		};
		const decision = decide(CATALOG, factsAtStamp(context, facts));
		if (decision.verdict === "accepted") {
			remember(state, {
				format: "generation-gate/stamped/1",
				facts,
				inventory,
				prefixes: measured.parts.map(({ prefix }) => prefix),
				settingsDigest: measured.settingsDigest,
				clockMs,
				localGitVariables: [...localGitVariables]
			});
			writeStampFile(repository.top, stamp);
		} else rmSync(folder, {
			recursive: true,
			force: true
		});
		return outcomeOf(decision, facts, measured, context);
	} catch (error) {
		forgetCurrent(state);
		rmSync(folder, {
			recursive: true,
			force: true
		});
		throw error;
	} finally {
		if (earlier !== null) rmSync(earlier.folder, {
			recursive: true,
			force: true
		});
	}
}
/** A malformed call changes nothing: patch and setup are looked at before anything is. A setup script that the patch may bring is not. */
async function requireReadable({ repository, settings }) {
	const { patch, setup, setupText } = settings;
	if (setupText !== null) commandFromScript(setupText, "setup");
	if (setup !== null && (patch === null || existsSync(setup))) commandFromScriptFile(setup);
	if (patch !== null) await requirePatch(repository, patch);
}
/** Folder, inside a generation's own, of the setup script as it was: a second directory is set up by the same bytes. */
const SETUP_COMMAND = "setup-command";
async function prepare(context, folder) {
	const { settings, repository } = context;
	const first = await purgeWorkspace(context);
	const localGitVariables = await localEnvironmentNames(repository.top);
	if (settings.setup === null && settings.setupText === null) return {
		purges: [first],
		setup: null,
		localGitVariables
	};
	stopIfAsked(context);
	context.progress(null);
	const envDir = environmentFolder(folder);
	saveCommand(join(folder, SETUP_COMMAND), settings.setup === null ? commandFromScript(settings.setupText ?? "", "setup") : commandFromScriptFile(settings.setup));
	const setupClock = readFileClockNs(repository.top);
	await passFileClock(repository.top, setupClock);
	const outcome = await runSetupScript(settings.setup === null ? { text: settings.setupText ?? "" } : { file: settings.setup }, {
		cwd: {
			absolute: repository.top,
			relative: "."
		},
		environment: setupEnvironment(context.env, {
			envDir,
			localGitVars: localGitVariables
		}),
		logDir: join(folder, "setup"),
		console: context.stderr,
		signal: context.signal,
		...context.stopCommandsToken === null ? {} : { stopCommandsToken: context.stopCommandsToken }
	});
	return {
		purges: [first, await purgeWorkspace(context)],
		setup: outcome.ending,
		setupClockNs: setupClock.toString(),
		localGitVariables
	};
}
/** Folder for environments that setup and command make for this generation (`GENERATION_GATE_ENV_DIR`). */
function environmentFolder(generationsFolder) {
	const folder = join(generationsFolder, "env");
	mkdirSync(folder, { recursive: true });
	return folder;
}
/** A merge commit made for an older head of the pull request would put the gate on code that nobody is merging (ST5). */
async function refuseStaleMergeRef({ env, repository }) {
	const event = eventHead(env, repository.top);
	if (event === null || event.sha === repository.head) return;
	const parents = repository.head === null ? [] : await commitParents(repository.top, repository.head);
	if (!parents.includes(event.sha)) throw staleMergeRef(event, repository.head, parents);
}
function stampOf(generation, measured, { repository, settings }) {
	return {
		schema: STAMP_SCHEMA,
		generation,
		tree_id: measured.treeId,
		head: repository.head,
		content_id: measured.contentId,
		stamped_at: (/* @__PURE__ */ new Date()).toISOString(),
		evidence: [...settings.evidence],
		program: VERSION
	};
}
function factsAtStamp({ settings, state }, facts) {
	return {
		step: "stamp",
		stamp: { state: "absent" },
		known: recall(state).known,
		stamped: facts,
		run: null,
		check: null,
		asked: askedOf(settings)
	};
}
function outcomeOf(decision, facts, measured, context) {
	const accepted = decision.verdict === "accepted";
	if (!accepted && decision.findings.every(({ rejects }) => !rejects)) throw new GateError("GG-DEFECT", "A stamp was rejected without a finding");
	return {
		exit: accepted ? 0 : 1,
		envelope: envelope("stamp", decision.verdict, {
			generation: accepted ? facts.generation : null,
			tree_id: facts.treeId,
			content_id: facts.contentId,
			head: facts.head,
			findings: decision.findings,
			stamp_digest: accepted ? facts.stampDigest : null,
			paths: measured.parts.reduce((sum, { table }) => sum + table.paths.length, 0),
			purged: facts.purges,
			quarantined: facts.quarantined,
			state: context.state.path,
			...accepted ? { exports: exportsOf(facts, context) } : {}
		})
	};
}
/** What later steps of a workflow must see, so that the tests they run are bound like a captured command (EV9). */
function exportsOf({ generation, treeId }, { state, settings }) {
	return {
		GENERATION_GATE_GENERATION: generation,
		GENERATION_GATE_TREE_ID: treeId,
		GENERATION_GATE_ENV_DIR: environmentFolder(generationFolder(state, generation)),
		PYTHONDONTWRITEBYTECODE: "1",
		...settings.cell === null ? {} : { GENERATION_GATE_CELL: settings.cell }
	};
}

export { readFileClockNs as _, commandEnvironment as a, eventBase as c, takeInventoryAgain as d, takeOpeningInventory as f, readFileClock as g, probeFileClock as h, runCaptured as i, measure as l, passFileClock as m, environmentFolder as n, setupEnvironment as o, matchEvidence as p, stampStep as r, findProgram as s, SETUP_COMMAND as t, requireRecordedNames as u };