import { a as __toESM } from "./chunk-rolldown-runtime-C2nx0klZ.js";
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { n as decodePath, r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-B6idSfp2.js";
import { a as below, i as SearchedPart, s as realPathOf } from "./chunk-stat-index-BJNiL9Rk.js";

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
	library ??= (await import("./chunk-out-KQJsv_2a.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1))).default;
	return library;
}
/**
* Throws a UsageError for a glob or log name that can name no evidence: bad syntax, a path that leaves the workspace,
* a pattern outside of the workspace and `RUNNER_TEMP`, a folder that is never searched.
*/
async function checkEvidenceNames(places, names) {
	if (names.globs.length + names.logs.length === 0) return;
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
/**
* Existing folders of the workspace in which the globs could find a file, relative to it, in no order. Links are not
* followed. Throws what {@link checkEvidenceNames} throws.
*/
async function matchFolders(places, names) {
	const glob = await globLibrary();
	const searched = new SearchedPart(places);
	const { globs } = understandNames(glob, places, searched.runnerTemp, {
		globs: names.globs,
		logs: []
	});
	const found = /* @__PURE__ */ new Set();
	for (const named of globs) {
		const folder = folderOf(named);
		const inside = below(places.top, folder);
		if (inside === null || realPathOf(folder) !== folder) continue;
		if (inside !== "") found.add(inside);
		const pattern = named.pattern === null ? "." : dirname(named.pattern);
		if (pattern === ".") continue;
		const fs = globFileSystem((each) => searched.isSkippedFolder(below(places.top, each) ?? ""), []);
		for (const path of glob.sync(maskLineBreaks(pattern), {
			cwd: folder,
			dot: true,
			followSymbolicLinks: false,
			onlyDirectories: true,
			fs
		})) found.add(below(places.top, join(folder, unmaskLineBreaks(path))) ?? "");
	}
	found.delete("");
	return [...found];
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

export { matchFolders as i, evidenceFolders as n, matchEvidence as r, checkEvidenceNames as t };