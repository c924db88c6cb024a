import { r as encodePath } from "./chunk-path-C-SIO5nl.js";

// src/evidence/shell-quote.ts
/** Writes paths into command lines that people copy. */
/** What must not stand in a command line as it is: it would break the line, hide in it, or be obeyed by a CI runner. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]|(?<=##)\[/u;
const ESCAPED = /['\\\p{C}\u2028\u2029]|(?<=##)\[/gu;
/**
* A path as one word of a POSIX shell, on one line: as it is where every character is plain, in single quotes else.
* Where it holds control characters or bytes that are not UTF-8, `printf` writes it: `$'…'` is younger than the shells
* of today's systems (POSIX.1-2024; dash lacks it). It is the last resort for a name that ends in a line end, which
* a command substitution would drop.
*/
function quoteForShell(path) {
	if (/^[\w@%+=:,./-]+$/.test(path)) return path;
	if (!UNPRINTABLE.test(path)) return `'${path.replaceAll("'", `'\\''`)}'`;
	if (path.endsWith("\n")) return `$'${path.replace(ESCAPED, (character) => octal(character, "\\"))}'`;
	return `"$(printf %b '${path.replace(ESCAPED, (character) => octal(character, "\\0"))}')"`;
}
function octal(character, start) {
	return [...encodePath(character)].map((byte) => `${start}${byte.toString(8).padStart(3, "0")}`).join("");
}

export { quoteForShell as t };