// src/publish/plain.ts
/**
* Text that others control, made safe for a log line. File names, git's words and test names may hold control
* characters, terminal escapes, or what a CI runner obeys as a command.
*/
/** One line without control characters that no runner reads as a command (`::name::`, `##[name]`). */
function plainLine(text) {
	return text.replace(/\r?\n/g, " ⏎ ").replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\uD800-\uDFFF]/gu, (character) => {
		const code = character.codePointAt(0) ?? 0;
		return code >= 56448 && code <= 56575 ? `\\x${(code - 56320).toString(16)}` : `\\u{${code.toString(16)}}`;
	}).replaceAll("##[", "## [").replace(/^(\s*):(?=:)/, "$1: ");
}
/** Several lines of our own that hold words of others, each made plain. */
function plainLines(text) {
	return text.split("\n").map(plainLine).join("\n");
}
/** A value as one line of JSON that no runner reads as a command: it obeys `##[name]` wherever it stands in a line. */
function jsonLine(value) {
	return JSON.stringify(value).replaceAll("##[", "##\\u005b");
}

export { plainLine as n, plainLines as r, jsonLine as t };