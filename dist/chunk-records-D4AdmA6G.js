import { t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { S as parse, d as number, f as object, g as unknown, h as string, i as array, l as literal, t as _default, u as nullable } from "./chunk-mini-67SZjQX2.js";
import { d as inventorySchema, i as stampedFactsSchema, r as runFactsSchema } from "./chunk-facts-C9e0eSJg.js";
import { i as nativePath, n as decodePath, r as encodePath, t as comparePaths } from "./chunk-path-eSNZ8W03.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-Dyk165Dq.js";
import { i as headOf, r as gitDirectoryOf, s as objectFormatOf } from "./chunk-repository-cIyq-kuT.js";
import { a as readRecord, n as generationFolder, s as writeRecord } from "./chunk-state-DBHdm53Z.js";
import { n as STAT, r as blobBytes, t as KIND } from "./chunk-hash-files-DptF_HOm.js";
import { n as acceptedVerdictSchema } from "./chunk-verdict-HSke5wQh.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-CUO5WqLA.js";
import { n as withFullIndex, r as openPrivateGit } from "./chunk-sparse-index-Bp4xMEy7.js";
import { f as controlFactsSchema, m as replayFactsSchema, u as baselineFactsSchema } from "./chunk-catalog-CqxOulOJ.js";
import { c as stampedTable, g as conversionSettingsDigest, i as entriesOf, l as workTreeMode, o as refuseUnmeasurable, p as unreadableFile, r as listWorkTree, t as listOthers, u as brokenRepository } from "./chunk-listing-C4ebG9Au.js";
import { t as hashMany } from "./chunk-hash-pool-Bngl1muO.js";
import { hash } from "node:crypto";
import { closeSync, existsSync, lstatSync, openSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, writeSync } from "node:fs";
import { isAbsolute, join } from "node:path";

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

// src/workspace/stat-index.ts
/**
* A git index of the gate's own: the stamped paths with the stat data seen when they were hashed and the SHA-256 of
* their bytes. Between stamp and check git compares the work tree with it as fast as `git status`, and nobody else
* writes it (gitformat-index(5), version 2, in the repository's object format: in another one git would not know a
* submodule for what it is). An entry's id is its raw blob id; inside other repositories, the beginning of its digest.
* The digests are an extension of our own.
*/
const HEADER_BYTES = 12;
/** Bytes of an entry before its id. */
const STAT_BYTES = 40;
/** Our extension. git skips what it does not know where the first letter is a capital one. */
const DIGESTS = "GGSD";
const EXTENSION_HEADER_BYTES = 8;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Bytes of an entry before its path: stat data, id, flags. */
function fixedBytes(format) {
	return STAT_BYTES + blobBytes(format) + 2;
}
/** An entry is padded with one to eight NUL bytes to a multiple of eight. */
function entryBytes(format, nameBytes) {
	return fixedBytes(format) + nameBytes + 8 & -8;
}
/** Writes a table as an index file. */
function writeStatIndex(file, table, trusted, format) {
	const { paths, modes, digests, blobs, stats } = table;
	const names = paths.map((path) => BEYOND_ASCII.test(path) ? encodePath(path) : path);
	const idBytes = blobBytes(format);
	const hasIds = blobs.length === paths.length * idBytes;
	const extension = names.reduce((end, name) => end + entryBytes(format, name.length), HEADER_BYTES);
	const body = Buffer.alloc(extension + EXTENSION_HEADER_BYTES + paths.length * 32);
	const numbers = new DataView(body.buffer, body.byteOffset, body.length);
	body.write("DIRC", 0, "latin1");
	numbers.setUint32(4, 2);
	numbers.setUint32(8, paths.length);
	let at = HEADER_BYTES;
	for (const [row, name] of names.entries()) {
		const stat = (field) => stats[row * 8 + field] ?? 0;
		const believed = trusted(row);
		writeTime(numbers, at, stat(STAT.ctimeMs));
		if (believed) writeTime(numbers, at + 8, stat(STAT.mtimeMs));
		numbers.setUint32(at + 16, stat(STAT.dev));
		numbers.setUint32(at + 20, stat(STAT.ino));
		numbers.setUint32(at + 24, modes[row] ?? 0);
		numbers.setUint32(at + 28, stat(STAT.uid));
		numbers.setUint32(at + 32, stat(STAT.gid));
		if (believed) numbers.setUint32(at + 36, stat(STAT.size));
		const id = hasIds ? blobs.subarray(row * idBytes, (row + 1) * idBytes) : digests.subarray(row * 32, row * 32 + idBytes);
		body.set(id, at + STAT_BYTES);
		numbers.setUint16(at + STAT_BYTES + idBytes, Math.min(name.length, 4095));
		if (typeof name === "string") body.write(name, at + STAT_BYTES + idBytes + 2, "latin1");
		else body.set(name, at + STAT_BYTES + idBytes + 2);
		at += entryBytes(format, name.length);
	}
	body.write(DIGESTS, extension, "latin1");
	numbers.setUint32(extension + 4, paths.length * 32);
	body.set(digests, extension + EXTENSION_HEADER_BYTES);
	const written = `${file}.new`;
	const descriptor = openSync(written, "w", 384);
	try {
		writeWhole(descriptor, body);
		writeWhole(descriptor, hash(format, body, "buffer"));
	} finally {
		closeSync(descriptor);
	}
	renameSync(written, file);
}
/** The same as columns. Of the stat fields, `mode` is not kept, and the others have 32 bits. */
function readStatTable(file) {
	const bytes = readOrThrow(file);
	const format = formatOf(bytes);
	if (format === null) throw damaged(file, "damaged");
	const body = bytes.subarray(0, bytes.length - blobBytes(format));
	const numbers = new DataView(body.buffer, body.byteOffset, body.length);
	const count = numbers.getUint32(8);
	const idBytes = blobBytes(format);
	const table = {
		paths: [],
		modes: new Uint32Array(count),
		digests: body.subarray(body.length - count * 32),
		blobs: Buffer.alloc(count * idBytes),
		stats: new Float64Array(count * 8)
	};
	let at = HEADER_BYTES;
	for (let row = 0; row < count; row += 1) {
		const start = at + fixedBytes(format);
		const end = body.indexOf(0, start);
		const name = body.toString("latin1", start, end);
		table.paths.push(BEYOND_ASCII.test(name) ? decodePath(body.subarray(start, end)) : name);
		table.modes[row] = numbers.getUint32(at + 24);
		body.copy(table.blobs, row * idBytes, at + STAT_BYTES, at + STAT_BYTES + idBytes);
		const field = row * 8;
		table.stats[field + STAT.ctimeMs] = readTime(numbers, at);
		table.stats[field + STAT.mtimeMs] = readTime(numbers, at + 8);
		table.stats[field + STAT.dev] = numbers.getUint32(at + 16);
		table.stats[field + STAT.ino] = numbers.getUint32(at + 20);
		table.stats[field + STAT.uid] = numbers.getUint32(at + 28);
		table.stats[field + STAT.gid] = numbers.getUint32(at + 32);
		table.stats[field + STAT.size] = numbers.getUint32(at + 36);
		at += entryBytes(format, end - start);
	}
	return {
		table,
		trusted: (row) => table.stats[row * 8 + STAT.mtimeMs] !== 0
	};
}
function readOrThrow(file) {
	try {
		return readFileSync(file);
	} catch (error) {
		throw damaged(file, `unreadable (${error.code ?? String(error)})`);
	}
}
function damaged(file, how) {
	return new GateError("GG-STATE-DAMAGED", `The gate's own index "${file}" is ${how}`, "Stamp again: generation-gate stamp");
}
/** The object format whose checksum fits the end of the file; null where none does. */
function formatOf(bytes) {
	for (const format of ["sha1", "sha256"]) {
		const end = bytes.length - blobBytes(format);
		if (end >= 20 && hash(format, bytes.subarray(0, end), "buffer").equals(bytes.subarray(end))) return format;
	}
	return null;
}
function writeWhole(descriptor, bytes) {
	for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
function writeTime(numbers, at, milliseconds) {
	const seconds = Math.floor(milliseconds / 1e3);
	numbers.setUint32(at, seconds);
	numbers.setUint32(at + 4, Math.min(999999999, Math.round((milliseconds - seconds * 1e3) * 1e6)));
}
function readTime(numbers, at) {
	return numbers.getUint32(at) * 1e3 + numbers.getUint32(at + 4) / 1e6;
}

// src/workspace/suspects.ts
/** The paths whose stat data are not those of an index of the gate's own. */
/** Asks git, which looks at every path of the index faster than Node can. Rows in doubt are among the answers. */
async function suspectsOf(git, index) {
	const result = await git.tryRun([
		"diff-files",
		"--raw",
		"-z",
		"--no-renames",
		"--no-ext-diff",
		"--ignore-submodules=none"
	], void 0, { GIT_INDEX_FILE: index });
	if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git diff-files exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
	const complaint = result.stderr.split("\n").find((line) => line !== "" && !/^ignoring \S+ extension$/.test(line));
	if (complaint !== void 0) throw unreadableFile(/^(.*): /.exec(complaint)?.[1] ?? complaint);
	const found = /* @__PURE__ */ new Set();
	const fields = decodePath(result.stdout).split("\0");
	for (let at = 0; at + 1 < fields.length; at += 2) found.add(fields[at + 1] ?? "");
	return found;
}

// src/workspace/nested.ts
/**
* Repositories inside the workspace: submodules, nested repositories, linked worktrees (ST2, ST4). The tree id knows
* them as a commit id at most; their files belong to the content id. A linked worktree is another checkout and is
* never entered.
*/
function measuredTable(prefix, table, trusted = () => true) {
	let entries;
	return {
		prefix,
		table,
		get entries() {
			entries ??= entriesOf(table, trusted);
			return entries;
		}
	};
}
/** Measures the submodules and repositories that a listing of the workspace names. */
async function measureNested(repository, listing) {
	const found = {
		leaves: [],
		parts: [],
		nested: [],
		otherWorktrees: []
	};
	for (const link of listing.tracked) {
		if (link.mode !== "160000") continue;
		if (!isFolder(repository.top, link.path)) {
			if (repository.settings.sparseCheckout && link.skipWorktree && entryAt(repository.top, link.path) === null) found.leaves.push(gitlink(link.path, link.oid));
			continue;
		}
		const directory = repositoryAt(repository, link.path);
		const own = directory?.commonDir === repository.commonDir;
		const head = directory === null || own ? null : await headOf(directory.gitDir);
		found.leaves.push(gitlink(link.path, head ?? link.oid));
		if (directory === null) await addPlainFolder(repository, link.path, found);
		else if (own) found.otherWorktrees.push(link.path);
		else await addRepository(repository, link.path, "submodule", directory, head, [repository.commonDir], found);
	}
	for (const path of listing.repositories) await addUntrackedRepository(repository, path, found);
	return found;
}
/** Adds repositories that lie where the index has a file: git lists such a place as tracked and says no more. */
async function addRepositoriesForFiles(repository, paths, columns, found) {
	for (const path of repositoriesAmong(repository, "", paths, columns)) await addUntrackedRepository(repository, path, found);
}
async function addUntrackedRepository(repository, path, found) {
	const directory = repositoryAt(repository, path);
	if (directory === null) throw brokenRepository(path);
	if (isOtherCheckout(directory, [repository.commonDir])) {
		found.otherWorktrees.push(path);
		return;
	}
	const head = await headOf(directory.gitDir);
	if (head?.length === blobBytes(repository.objectFormat) * 2) found.leaves.push(gitlink(path, head));
	await addRepository(repository, path, "repository", directory, head, [repository.commonDir], found);
}
/** Adds the paths of one repository inside the workspace, and those of the repositories inside it. */
async function addRepository(repository, path, kind, directory, head, outer, found) {
	found.nested.push({
		path,
		kind,
		head
	});
	const workTree = join(repository.top, path);
	const git = openPrivateGit({
		workTree,
		objectFormat: await objectFormatOf(directory.gitDir, head),
		settings: repository.settings,
		objects: directory,
		index: join(directory.gitDir, "index")
	});
	let listing;
	try {
		listing = await listWorkTree(await withFullIndex(git, directory.gitDir));
	} finally {
		git.remove();
	}
	const links = listing.tracked.filter(({ mode }) => mode === "160000").map((link) => link.path);
	const replaced = links.filter((link) => !isFolder(workTree, link));
	const taken = await addFiles(repository, path, [
		...listing.tracked.filter(({ mode }) => mode !== "160000").map((file) => file.path),
		...listing.untracked,
		...replaced
	], found);
	const known = [...outer, directory.commonDir];
	for (const link of links) {
		if (!isFolder(workTree, link)) continue;
		const place = `${path}/${link}`;
		const inner = repositoryAt(repository, place);
		if (inner === null) await addPlainFolder(repository, place, found);
		else if (known.includes(inner.commonDir)) found.otherWorktrees.push(place);
		else await addRepository(repository, place, "submodule", inner, await headOf(inner.gitDir), known, found);
	}
	for (const place of [...listing.repositories.map((name) => `${path}/${name}`), ...taken]) {
		const inner = repositoryAt(repository, place);
		if (inner === null) throw brokenRepository(place);
		if (isOtherCheckout(inner, known)) found.otherWorktrees.push(place);
		else await addRepository(repository, place, "repository", inner, await headOf(inner.gitDir), known, found);
	}
}
/** Files in the folder of a submodule that was never checked out: git shows them to nobody, the content id does. */
async function addPlainFolder(repository, path, found) {
	const files = filesBelow(join(repository.top, path), "");
	if (files.length === 0) return;
	found.nested.push({
		path,
		kind: "plain",
		head: null
	});
	await addFiles(repository, path, files, found);
}
/** Adds files of one repository and gives the repositories that lie in a file's place. */
async function addFiles(repository, path, files, found) {
	const paths = files.toSorted(comparePaths);
	const columns = await hashMany({
		root: join(repository.top, path),
		paths,
		algorithm: "sha256"
	});
	refuseUnmeasurable(paths, columns, `${path}/`);
	found.parts.push(measuredTable(`${path}/`, stampedTable(paths, columns)));
	return repositoriesAmong(repository, `${path}/`, paths, columns);
}
function repositoriesAmong(repository, prefix, paths, columns) {
	return paths.filter((_, row) => columns.kinds[row] === KIND.folder).map((path) => prefix + path).filter((path) => gitDirectoryOf(join(repository.top, path)) !== null);
}
/** Every file and link below a folder, without following links. */
function filesBelow(root, prefix) {
	const found = [];
	for (const entry of readdirSync(nativePath(root, prefix), {
		withFileTypes: true,
		encoding: "buffer"
	})) {
		const name = decodePath(entry.name);
		const path = prefix === "" ? name : `${prefix}/${name}`;
		if (entry.isDirectory()) found.push(...filesBelow(root, path));
		else found.push(path);
	}
	return found;
}
/** The repository whose work tree is the folder at `path`; null for a plain folder. Throws where its `.git` is broken. */
function repositoryAt(repository, path) {
	const directory = gitDirectoryOf(join(repository.top, path));
	if (directory === null && entryAt(repository.top, `${path}/.git`) !== null) throw brokenRepository(path);
	return directory;
}
/** A linked worktree of whatever repository, or the main work tree of one that we are a linked worktree of. */
function isOtherCheckout(directory, outer) {
	return directory.gitDir !== directory.commonDir || outer.includes(directory.commonDir);
}
function gitlink(path, commit) {
	return {
		path,
		mode: "160000",
		oid: Buffer.from(commit, "hex")
	};
}

// src/workspace/recheck.ts
/**
* Compares the work tree with the stamped paths again: at the run's start, at its end and at the check (ST6).
* git looks at the stat data of all paths; only what differs there, or could not be trusted, is read again.
*/
/** Writes the parts of a measurement for later comparison. `clockMs` is the file system's clock when it began. */
function saveBaseline(folder, parts, clockMs, objectFormat) {
	parts.forEach(({ table }, number) => {
		writeStatIndex(indexFile(folder, number), table, trustBefore(table.stats, clockMs), objectFormat);
	});
}
/** The index of the workspace's own paths in a folder that {@link saveBaseline} filled. */
function ownIndex(folder) {
	return indexFile(folder, 0);
}
/** The stamped paths of each part, as they were stored. */
function readBaseline({ folder, prefixes }) {
	return prefixes.map((prefix, number) => {
		const { table, trusted } = readStatTable(indexFile(folder, number));
		return measuredTable(prefix, table, trusted);
	});
}
/** Measures the work tree against the baseline. `nowMs` is the file system's clock now; a clock that ran back makes every byte be read again. */
async function recheck(repository, baseline, nowMs) {
	const drifts = await Promise.all([...baseline.prefixes.map((prefix, number) => recheckPart(repository, baseline, prefix, number, nowMs)), recheckHeads(repository, baseline)]);
	return {
		changed: drifts.flatMap(({ changed }) => changed ?? []),
		vanished: drifts.flatMap(({ vanished }) => vanished ?? []),
		touched: drifts.flatMap(({ touched }) => touched ?? []),
		added: drifts.flatMap(({ added }) => added ?? []),
		headsMoved: drifts.flatMap(({ headsMoved }) => headsMoved ?? []),
		settingsChanged: conversionSettingsDigest(repository) !== baseline.settingsDigest
	};
}
/**
* Tells what the part around them lists and another part answers for: repositories by their folder, and their files
* where git does not see a repository (a submodule's folder without one, one of the other object format).
*/
function knownPlaces({ nested, otherWorktrees }, prefix) {
	const folders = [...nested.map(({ path }) => path), ...otherWorktrees].filter((path) => path.startsWith(prefix));
	const known = new Set(folders);
	return (path) => known.has(path) || folders.some((folder) => path.startsWith(folder) && path[folder.length] === "/");
}
async function recheckPart(repository, baseline, prefix, number, nowMs) {
	const root = join(repository.top, prefix);
	const file = indexFile(baseline.folder, number);
	if (!isFolder(root, "")) return { vanished: readStatTable(file).table.paths.map((path) => prefix + path) };
	if (!existsSync(file)) readStatTable(file);
	const known = knownPlaces(baseline, prefix);
	const plain = baseline.nested.some(({ path, kind }) => kind === "plain" && `${path}/` === prefix);
	const git = openPrivateGit({
		workTree: root,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: null,
		index: file
	});
	try {
		const [suspects, others] = await Promise.all([suspectsOf(git, file), plain ? null : listOthers(git)]);
		const clockRanBack = nowMs < baseline.clockMs;
		const compared = suspects.size === 0 && !clockRanBack ? null : await comparePart(repository, root, file, prefix, clockRanBack ? null : suspects, nowMs);
		const added = others === null ? newInPlainFolder(root, file, prefix) : [...others.untracked, ...others.repositories].map((path) => prefix + path).filter((path) => !known(path));
		return {
			...compared,
			added
		};
	} finally {
		git.remove();
	}
}
/** Reads suspect paths again (all of them where `suspects` is null) and tells changed, vanished and touched ones apart. */
async function comparePart(repository, root, file, prefix, suspects, nowMs) {
	const { table, trusted } = readStatTable(file);
	const rows = [...table.paths.keys()].filter((row) => suspects === null || suspects.has(table.paths[row] ?? ""));
	const columns = await hashMany({
		root,
		paths: rows.map((row) => table.paths[row] ?? ""),
		algorithm: "sha256"
	});
	const trustedNow = trustBefore(columns.stats, nowMs);
	const changed = [];
	const vanished = [];
	const touched = [];
	const renewed = /* @__PURE__ */ new Set();
	for (const [at, row] of rows.entries()) {
		const path = prefix + (table.paths[row] ?? "");
		const mode = workTreeMode(columns.kinds[at]);
		if (mode === null) {
			vanished.push(path);
			continue;
		}
		const stamped = describe(table.modes[row], table.digests, row);
		const now = describe(mode, columns.digests, at);
		if (stamped !== now) {
			changed.push({
				path,
				stamped,
				now
			});
			continue;
		}
		const stats = columns.stats.subarray(at * 8, (at + 1) * 8);
		if (Math.abs((stats[STAT.ctimeMs] ?? 0) - (table.stats[row * 8 + STAT.ctimeMs] ?? 0)) > .001) touched.push(path);
		if (!trustedNow(at)) continue;
		table.stats.set(stats, row * 8);
		renewed.add(row);
	}
	if (renewed.size > 0 && suspects !== null) writeStatIndex(file, table, (row) => renewed.has(row) || trusted(row), repository.objectFormat);
	return {
		changed,
		vanished,
		touched
	};
}
async function recheckHeads(repository, baseline) {
	return { headsMoved: (await Promise.all(baseline.nested.map(async ({ path, kind, head }) => {
		if (kind === "plain") return [];
		const directory = gitDirectoryOf(join(repository.top, path));
		const now = directory === null ? null : await headOf(directory.gitDir);
		return now === head ? [] : [{
			path,
			stamped: head ?? "no commit",
			now: now ?? (directory === null ? "no repository" : "no commit")
		}];
	}))).flat() };
}
function newInPlainFolder(root, file, prefix) {
	const stamped = new Set(readStatTable(file).table.paths);
	return filesBelow(root, "").filter((path) => !stamped.has(path)).map((path) => prefix + path);
}
/**
* Stat data can be believed where ctime and mtime lie in a second before the one in which the bytes were read: an edit
* later in that second could leave the same ones (git compares whole seconds; racy-git.txt).
*/
function trustBefore(stats, clockMs) {
	const second = Math.floor(clockMs / 1e3) * 1e3;
	return (row) => (stats[row * 8 + STAT.ctimeMs] ?? 0) < second && (stats[row * 8 + STAT.mtimeMs] ?? 0) < second;
}
/** `<mode> <sha256>` of one row. */
function describe(mode, digests, row) {
	return `${(mode ?? 0).toString(8)} ${digests.toString("hex", row * 32, (row + 1) * 32)}`;
}
function indexFile(folder, number) {
	return join(folder, `index-${number}`);
}

// src/steps/records.ts
/** The records that the steps leave for each other in the state folder. Read back through their schemas. */
const stampRecordSchema = object({
	format: literal("generation-gate/stamped/1"),
	facts: stampedFactsSchema,
	inventory: inventorySchema,
	/** Prefixes of the measured parts, in the order of the gate's own indexes. */
	prefixes: array(string()),
	settingsDigest: string(),
	/** File system's clock when the measurement began, in milliseconds. */
	clockMs: number(),
	/** Names that the command must not inherit. */
	localGitVariables: array(string())
});
const runRecordSchema = object({
	format: literal("generation-gate/run/1"),
	facts: runFactsSchema,
	/** Folder of the run's logs, relative to the generation's folder. */
	folder: string(),
	closing: inventorySchema,
	/** Name of the matrix cell that the run was given. */
	cell: _default(nullable(string()), null)
});
const verdictRecordSchema = object({
	format: literal("generation-gate/verdict-record/1"),
	/** Null where the last check rejected. */
	accepted: nullable(object({
		digest: string(),
		verdict: acceptedVerdictSchema
	})),
	/** What the check printed. */
	envelope: unknown()
});
const knownSchema = array(string());
/** What earlier steps left. Throws a GateError where a record is damaged. */
function recall(state) {
	const known = readRecord(knownFile(state), (value) => parse(knownSchema, value)) ?? [];
	const stamped = readRecord(stampedFile(state), (value) => parse(stampRecordSchema, value));
	return {
		known,
		stamped,
		run: stamped === null ? null : readRecord(runFile(state, stamped.facts.generation), (value) => parse(runRecordSchema, value))
	};
}
/** Forgets the current stamping, before a new one begins: one that is cut short leaves none. */
function forgetCurrent(state) {
	rmSync(stampedFile(state), { force: true });
}
/**
* Sets the indexes of the current stamping aside, so that the next one need not read again what they know.
* Null where there are none, or where their record is damaged: then everything is read.
*/
function setEarlierAside(state) {
	const folder = join(state.path, "earlier");
	rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		const { stamped } = recall(state);
		if (stamped === null) return null;
		renameSync(baselineFolder(state, stamped.facts.generation), folder);
		return {
			folder,
			clockMs: stamped.clockMs
		};
	} catch {
		return null;
	}
}
/** Makes a stamping the current one. Called last: everything it points to is there. */
function remember(state, record) {
	const known = readRecord(knownFile(state), (value) => parse(knownSchema, value)) ?? [];
	writeRecord(knownFile(state), [...known, record.facts.generation].slice(-100));
	writeRecord(stampedFile(state), record);
}
function rememberRun(state, record) {
	writeRecord(runFile(state, record.facts.generation), record);
}
/** Saves the verdict of the last check; a rejection takes the place of an earlier acceptance. */
function rememberVerdict(state, generation, record) {
	writeRecord(verdictFile(state, generation), {
		format: "generation-gate/verdict-record/1",
		...record
	});
}
/** What the last check of a generation left; null where there was none since its last run. */
function recallVerdict(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value));
}
/** The accepted verdict of a generation; null where its last check rejected, or where there was none since its last run. */
function recallAccepted(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value))?.accepted ?? null;
}
/** Forgets the verdict of a generation: what a new run reports was not judged by it. */
function forgetVerdict(state, generation) {
	rmSync(verdictFile(state, generation), { force: true });
}
/** The second runs of the recorded run. Those of an earlier run say nothing about this one. */
function recallComparisons(state, run) {
	if (run === null) return {
		replay: null,
		baseline: null,
		control: null
	};
	const { generation } = run.facts;
	const own = (record) => record?.run === run.folder ? record : null;
	return {
		replay: own(readRecord(comparisonFile(state, generation, "replay"), (value) => parse(replayFactsSchema, value))),
		baseline: own(readRecord(comparisonFile(state, generation, "baseline"), (value) => parse(baselineFactsSchema, value))),
		control: own(readRecord(comparisonFile(state, generation, "control"), (value) => parse(controlFactsSchema, value)))
	};
}
function rememberComparison(state, generation, facts) {
	const name = facts.format.slice(16, facts.format.lastIndexOf("/"));
	writeRecord(comparisonFile(state, generation, name), facts);
}
function comparisonFile(state, generation, name) {
	return join(generationFolder(state, generation), `${name}.json`);
}
/** What the re-check compares with. */
function baselineOf(state, { facts, prefixes, settingsDigest, clockMs }) {
	return {
		folder: baselineFolder(state, facts.generation),
		prefixes,
		nested: facts.nested,
		otherWorktrees: facts.otherWorktrees,
		settingsDigest,
		clockMs
	};
}
function baselineFolder(state, generation) {
	return generationFolder(state, generation);
}
function knownFile(state) {
	return join(state.path, "generations.json");
}
function stampedFile(state) {
	return join(state.path, "stamped.json");
}
function verdictFile(state, generation) {
	return join(generationFolder(state, generation), "verdict.json");
}
function runFile(state, generation) {
	return join(generationFolder(state, generation), "run.json");
}

export { SearchedPart as C, realPathOf as E, readStatTable as S, placeOf as T, saveBaseline as _, recall as a, measuredTable as b, recallVerdict as c, rememberRun as d, rememberVerdict as f, recheck as g, readBaseline as h, forgetVerdict as i, remember as l, ownIndex as m, baselineOf as n, recallAccepted as o, setEarlierAside as p, forgetCurrent as r, recallComparisons as s, baselineFolder as t, rememberComparison as u, addRepositoriesForFiles as v, below as w, suspectsOf as x, measureNested as y };