import { n as decodePath } from "./chunk-path-eSNZ8W03.js";
import { t as git } from "./chunk-git-D1nFhjjp.js";

// src/workspace/filters.ts
/** The external filters that a repository's configuration names, and how a call of git is kept from running them (ST3). */
const OFF = [
	["clean", ""],
	["smudge", ""],
	["process", ""],
	["required", "false"]
];
/** Names of the filters for which one of the settings (`clean`, `smudge`, `process`) is configured. Reading it runs nothing. */
async function configuredFilters(folder, settings) {
	const listed = await git([
		"config",
		"--null",
		"--name-only",
		"--get-regexp",
		`^filter\\..*\\.(${settings.join("|")})$`
	], { cwd: folder });
	const names = decodePath(listed.stdout).split("\0").map((key) => key.slice(7, key.lastIndexOf(".")));
	return new Set(names.filter((name) => name !== ""));
}
/**
* Variables that switch every configured filter off for one call of git in that repository. A call that compares files
* with their blobs needs them: where stat data do not settle it, git passes the file's bytes to the repository's own
* program. They are variables, since `-c` takes no name with an equals sign (git-config(1), `GIT_CONFIG_COUNT`).
*/
async function withoutFilters(folder) {
	const entries = [...await configuredFilters(folder, OFF.map(([setting]) => setting))].flatMap((name) => OFF.map(([setting, value]) => [`filter.${name}.${setting}`, value]));
	return Object.fromEntries([["GIT_CONFIG_COUNT", String(entries.length)], ...entries.flatMap(([key, value], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]])]);
}

export { withoutFilters as n, configuredFilters as t };