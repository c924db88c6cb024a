import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, t as ENVIRONMENT_FOLDER_NAMES } from "./chunk-environment-folder-B6idSfp2.js";
import { n as STAT, r as blobBytes } from "./chunk-hash-files-iMMx7vmV.js";
import "./chunk-trees-D-zNlNbn.js";
import { hash } from "node:crypto";
import { closeSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, writeSync } from "node:fs";
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
/** Writes a table as an index file. Without digests it is one as git itself writes them. */
function writeStatIndex(file, table, trusted, format, withDigests = true) {
	const { paths, modes, digests, blobs, stats } = table;
	const names = paths.map((path) => BEYOND_ASCII.test(path) ? encodePath(path) : path);
	const idBytes = blobBytes(format);
	const hasIds = blobs.length === paths.length * idBytes;
	const extension = names.reduce((end, name) => end + entryBytes(format, name.length), HEADER_BYTES);
	const body = Buffer.alloc(extension + (withDigests ? EXTENSION_HEADER_BYTES + paths.length * 32 : 0));
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
	if (withDigests) {
		body.write(DIGESTS, extension, "latin1");
		numbers.setUint32(extension + 4, paths.length * 32);
		body.set(digests, extension + EXTENSION_HEADER_BYTES);
	}
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
/** Whether a file is an index written by {@link writeStatIndex}, to its last byte. */
function isWholeIndex(file) {
	return formatOf(readOrThrow(file)) !== null;
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

export { below as a, SearchedPart as i, readStatTable as n, placeOf as o, writeStatIndex as r, realPathOf as s, isWholeIndex as t };