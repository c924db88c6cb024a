import { hash } from "node:crypto";
import { r as encodePath } from "./chunk-path-eSNZ8W03.js";
import { r as blobBytes } from "./chunk-hash-files-DptF_HOm.js";

// src/workspace/trees.ts
/** git tree objects computed from a sorted list of paths, without writing any. */
/** Room for `tree `, a 20-digit size and NUL before the entries. */
const HEADER_BYTES = 32;
const BEYOND_ASCII = /[^\0-\x7f]/;
/**
* The id, in hex, of the git tree that holds these rows. Their order, by the bytes of whole paths, is the order of tree
* entries too, because a folder sorts as if its name ended in `/` (git's `base_name_compare`).
*/
function treeIdOf({ paths, mode, ids }, algorithm) {
	const idBytes = blobBytes(algorithm);
	let bytes = Buffer.allocUnsafe(65536);
	let row = 0;
	function reserve(end) {
		if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(end, bytes.length * 2));
	}
	/** Writes `<mode> <name>\0` and gives the place behind it, where the id belongs. */
	function writeName(at, entryMode, name) {
		const text = `${entryMode} ${name}\0`;
		if (!BEYOND_ASCII.test(name)) {
			reserve(at + text.length + idBytes);
			return at + bytes.write(text, at, "latin1");
		}
		const encoded = encodePath(text);
		reserve(at + encoded.length + idBytes);
		bytes.set(encoded, at);
		return at + encoded.length;
	}
	/** Builds the tree of the rows below `prefix` behind `start` and gives its raw id as text of one byte a character. */
	function tree(prefix, start) {
		const body = start + HEADER_BYTES;
		let end = body;
		for (; row < paths.length;) {
			const path = paths[row] ?? "";
			if (!path.startsWith(prefix)) break;
			const slash = path.indexOf("/", prefix.length);
			if (slash < 0) {
				end = writeName(end, mode(row), path.slice(prefix.length));
				ids.copy(bytes, end, row * idBytes, (row + 1) * idBytes);
				row += 1;
			} else {
				end = writeName(end, "40000", path.slice(prefix.length, slash));
				const id = tree(path.slice(0, slash + 1), end);
				bytes.write(id, end, "latin1");
			}
			end += idBytes;
			reserve(end);
		}
		const header = `tree ${end - body}\0`;
		reserve(end);
		bytes.write(header, body - header.length, "latin1");
		return hash(algorithm, bytes.subarray(body - header.length, end), "binary");
	}
	return Buffer.from(tree("", 0), "latin1").toString("hex");
}
/** Rows from leaves that are sorted by the bytes of their paths. */
function rowsFromLeaves(leaves, algorithm) {
	const idBytes = blobBytes(algorithm);
	const ids = Buffer.alloc(leaves.length * idBytes);
	for (const [row, { oid }] of leaves.entries()) ids.set(oid, row * idBytes);
	return {
		paths: leaves.map(({ path }) => path),
		mode: (row) => leaves[row]?.mode ?? "",
		ids
	};
}

export { treeIdOf as n, rowsFromLeaves as t };