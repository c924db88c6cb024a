import { isUtf8 } from "node:buffer";
import { join } from "node:path";

// src/model/path.ts
/**
* Repository paths as JavaScript strings that lose no byte.
*
* A file name on Linux is any byte string without NUL and `/`; git stores it as it is. Here a path is a string in
* which every byte that is not part of valid UTF-8 stands as a lone surrogate U+DC80..U+DCFF. The scheme is PEP 383's
* ("surrogateescape"), so Python's records and ours agree, and JSON carries it without loss.
*/
const LONE_SURROGATE = /[\uDC80-\uDCFF]/;
/** The string form of a path given as bytes. */
function decodePath(bytes) {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (isUtf8(buffer)) return buffer.toString("utf8");
	let text = "";
	let at = 0;
	while (at < buffer.length) {
		const length = validSequenceLength(buffer, at);
		if (length === 0) {
			text += String.fromCharCode(56320 + (buffer[at] ?? 0));
			at += 1;
		} else {
			text += buffer.toString("utf8", at, at + length);
			at += length;
		}
	}
	return text;
}
/** The bytes of a path given in its string form; the inverse of {@link decodePath}. */
function encodePath(path) {
	if (!LONE_SURROGATE.test(path)) return Buffer.from(path, "utf8");
	const parts = [];
	let plain = "";
	for (const character of path) {
		const code = character.length === 1 ? character.charCodeAt(0) : 0;
		if (code >= 56448 && code <= 56575) {
			parts.push(Buffer.from(plain, "utf8"), Buffer.of(code - 56320));
			plain = "";
		} else plain += character;
	}
	parts.push(Buffer.from(plain, "utf8"));
	return Buffer.concat(parts);
}
/** What `node:fs` takes for `path` below `root`: a string, or bytes where a name is not UTF-8. */
function nativePath(root, path) {
	const whole = path === "" ? root : join(root, path);
	return LONE_SURROGATE.test(whole) ? encodePath(whole) : whole;
}
/** {@link nativePath} for a path as git or a folder's listing gives it: without `.`, `..` and empty parts, so that nothing is to be normalised. */
function nativeEntry(root, path) {
	const whole = path === "" ? root : `${root}/${path}`;
	return LONE_SURROGATE.test(whole) ? encodePath(whole) : whole;
}
/**
* A path for people: as it is where every character is plain, else double-quoted with C-style escapes.
* Whoever wrote the file name controls these bytes; no control character survives.
*/
function showPath(path) {
	if (/^[^\p{C}"\\\s]+$/u.test(path)) return path;
	if (/^[^\p{C}"\\\n\r\t]+$/u.test(path) && path.trim() === path) return `"${path}"`;
	let shown = "";
	for (const character of path) if (character === "\"" || character === "\\") shown += `\\${character}`;
	else if (character === "\n") shown += "\\n";
	else if (character === "	") shown += "\\t";
	else if (/\p{C}/u.test(character)) for (const byte of encodePath(character)) shown += `\\x${byte.toString(16).padStart(2, "0")}`;
	else shown += character;
	return `"${shown}"`;
}
/** Byte order of two paths, the order of git's index (`memcmp`). */
function comparePaths(left, right) {
	const limit = Math.min(left.length, right.length);
	let at = 0;
	while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
	if (at === limit) return left.length - right.length;
	const difference = left.charCodeAt(at) - right.charCodeAt(at);
	if (left.charCodeAt(at) < 55296 && right.charCodeAt(at) < 55296) return difference;
	return Buffer.compare(encodePath(left), encodePath(right));
}
/** Length in bytes of the valid UTF-8 sequence that starts at `at`, 0 where there is none (Unicode table 3-7). */
function validSequenceLength(bytes, at) {
	const first = bytes[at] ?? 0;
	const length = first < 128 ? 1 : first < 194 ? 0 : first < 224 ? 2 : first < 240 ? 3 : first < 245 ? 4 : 0;
	if (length === 0 || at + length > bytes.length) return 0;
	return isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

export { nativePath as a, nativeEntry as i, decodePath as n, showPath as o, encodePath as r, comparePaths as t };