import { createHash, hash } from "node:crypto";
import { closeSync, constants as constants$1, fstatSync, lstatSync, openSync, readSync, readlinkSync } from "node:fs";
import { i as nativeEntry } from "./chunk-path-C-SIO5nl.js";
import { n as isFolder } from "./chunk-entry-DqCkfTFJ.js";

// src/workspace/hash-files.ts
/**
* Reads and hashes many files in one synchronous pass: the hot path of the stamp, run in worker threads where there
* are many files. Results are columns of numbers and bytes, so that they cross threads without copying.
*/
/** What lies at a path. `changed`: the bytes did not match the size even after a second reading. */
const KIND = {
	missing: 0,
	file: 1,
	executable: 2,
	symlink: 3,
	folder: 4,
	special: 5,
	unreadable: 6,
	changed: 7
};
/** Stat fields kept per path, in the order of git's index (gitformat-index(5)). Times in milliseconds as floats. */
const STAT_FIELDS = 8;
const STAT = {
	ctimeMs: 0,
	mtimeMs: 1,
	dev: 2,
	ino: 3,
	mode: 4,
	uid: 5,
	gid: 6,
	size: 7
};
/** SHA-256, whatever the repository uses: the content id rests on it. */
const DIGEST_BYTES = 32;
const BUFFER_BYTES = 1 << 20;
/** Room for `blob ` and a 20-digit size before the bytes. */
const HEADER_BYTES = 32;
const CARRIAGE_RETURN = 13;
const OPEN_FLAGS = constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK;
function blobBytes(algorithm) {
	return algorithm === "sha1" ? 20 : 32;
}
/** Columns for as many paths, all of them missing. */
function emptyColumns(rows, algorithm) {
	const digests = Buffer.alloc(rows * 32);
	return {
		kinds: new Uint8Array(rows),
		blobs: algorithm === "sha256" ? digests : Buffer.alloc(rows * blobBytes(algorithm)),
		digests,
		carriageReturns: new Uint8Array(rows),
		stats: new Float64Array(rows * 8)
	};
}
/** Hashes every path of the request. Never throws for what it finds at a path: the kind says it. */
function hashFiles({ root, paths, algorithm }) {
	const columns = emptyColumns(paths.length, algorithm);
	const buffer = Buffer.allocUnsafe(1048608);
	const folders = new PlainFolders(root);
	paths.forEach((path, row) => {
		if (!folders.reaches(path)) return;
		columns.kinds[row] = hashOne(root, path, row, algorithm, buffer, columns);
	});
	return columns;
}
/**
* Tells whether a path is reached through real folders alone. git does not look behind a symbolic link: a tracked file
* whose folder became a link is gone, whatever the link leads to.
*/
var PlainFolders = class {
	#root;
	#folder = "";
	#plain = true;
	constructor(root) {
		this.#root = root;
	}
	reaches(path) {
		const end = path.lastIndexOf("/");
		const folder = end < 0 ? "" : path.slice(0, end);
		if (folder === this.#folder) return this.#plain;
		const known = this.#plain ? sharedFolders(this.#folder, folder) : 0;
		this.#folder = folder;
		this.#plain = true;
		for (let at = known; at >= 0 && at < folder.length;) {
			const next = folder.indexOf("/", at + 1);
			const parent = next < 0 ? folder : folder.slice(0, next);
			if (!isPlainFolder(this.#root, parent)) {
				this.#plain = false;
				break;
			}
			at = next;
		}
		return this.#plain;
	}
};
/** A folder that cannot be looked at counts as one, so that opening what is in it says that it cannot be read. */
function isPlainFolder(root, path) {
	try {
		return isFolder(root, path);
	} catch {
		return true;
	}
}
/** Length of the longest folder that both paths lie in or are: 0 where they share none. */
function sharedFolders(left, right) {
	const limit = Math.min(left.length, right.length);
	let shared = 0;
	let at = 0;
	while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) {
		if (left.charCodeAt(at) === 47) shared = at;
		at += 1;
	}
	if (at === limit && (left.length === limit || left[limit] === "/") && (right.length === limit || right[limit] === "/")) shared = at;
	return shared === right.length ? -1 : shared;
}
function hashOne(root, path, row, algorithm, buffer, columns) {
	const native = nativeEntry(root, path);
	for (let attempt = 0; attempt < 2; attempt += 1) {
		let descriptor;
		try {
			descriptor = openSync(native, OPEN_FLAGS);
		} catch (error) {
			return hashUnopened(native, row, algorithm, columns, error.code);
		}
		try {
			const stats = fstatSync(descriptor);
			if (!stats.isFile()) return stats.isDirectory() ? KIND.folder : KIND.special;
			keepStats(stats, row, columns);
			if (stats.size < BUFFER_BYTES ? hashSmall(descriptor, stats.size, row, algorithm, buffer, columns) : hashLarge(descriptor, stats.size, row, algorithm, buffer, columns)) return (stats.mode & 64) === 0 ? KIND.file : KIND.executable;
		} catch {
			return KIND.unreadable;
		} finally {
			closeSync(descriptor);
		}
	}
	return KIND.changed;
}
function hashSmall(descriptor, size, row, algorithm, buffer, columns) {
	let read = 0;
	for (;;) {
		const got = readSync(descriptor, buffer, HEADER_BYTES + read, size + 1 - read, null);
		read += got;
		if (got === 0 || read >= size) break;
	}
	if (read !== size) return false;
	const header = `blob ${size}\0`;
	const start = HEADER_BYTES - header.length;
	buffer.write(header, start, "latin1");
	const end = HEADER_BYTES + size;
	keepHashes(buffer.subarray(start, end), row, algorithm, columns);
	columns.carriageReturns[row] = buffer.subarray(HEADER_BYTES, end).includes(CARRIAGE_RETURN) ? 1 : 0;
	return true;
}
function hashLarge(descriptor, size, row, algorithm, buffer, columns) {
	const header = `blob ${size}\0`;
	const blob = createHash(algorithm).update(header);
	const digest = algorithm === "sha256" ? null : createHash("sha256").update(header);
	let read = 0;
	for (;;) {
		const got = readSync(descriptor, buffer, 0, buffer.length, null);
		if (got === 0) break;
		read += got;
		if (read > size) break;
		const bytes = buffer.subarray(0, got);
		blob.update(bytes);
		digest?.update(bytes);
		if (columns.carriageReturns[row] === 0 && bytes.includes(CARRIAGE_RETURN)) columns.carriageReturns[row] = 1;
	}
	if (read !== size) return false;
	columns.blobs.set(blob.digest(), row * blobBytes(algorithm));
	if (digest !== null) columns.digests.set(digest.digest(), row * 32);
	return true;
}
/** A path that could not be opened as a file: a symbolic link, a socket, nothing at all, or no permission. */
function hashUnopened(native, row, algorithm, columns, code) {
	if (code === "ENOENT" || code === "ENOTDIR") return KIND.missing;
	let stats;
	let target;
	try {
		stats = lstatSync(native, { throwIfNoEntry: false });
		if (stats === void 0) return KIND.missing;
		if (!stats.isSymbolicLink()) return stats.isFile() ? KIND.unreadable : stats.isDirectory() ? KIND.folder : KIND.special;
		target = readlinkSync(native, { encoding: "buffer" });
	} catch {
		return KIND.unreadable;
	}
	keepStats(stats, row, columns);
	keepHashes(Buffer.concat([Buffer.from(`blob ${target.length}\0`, "latin1"), target]), row, algorithm, columns);
	return KIND.symlink;
}
/** Hashes a git object. A digest as text of one byte a character costs a third of one in a buffer of its own. */
function keepHashes(object, row, algorithm, columns) {
	columns.digests.write(hash("sha256", object, "binary"), row * 32, "latin1");
	if (algorithm === "sha1") columns.blobs.write(hash("sha1", object, "binary"), row * blobBytes("sha1"), "latin1");
}
function keepStats(stats, row, columns) {
	const at = row * 8;
	columns.stats[at + STAT.ctimeMs] = stats.ctimeMs;
	columns.stats[at + STAT.mtimeMs] = stats.mtimeMs;
	columns.stats[at + STAT.dev] = stats.dev;
	columns.stats[at + STAT.ino] = stats.ino;
	columns.stats[at + STAT.mode] = stats.mode;
	columns.stats[at + STAT.uid] = stats.uid;
	columns.stats[at + STAT.gid] = stats.gid;
	columns.stats[at + STAT.size] = stats.size;
}

export { hashFiles as a, emptyColumns as i, STAT as n, blobBytes as r, KIND as t };