import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { n as gitOrThrow, t as git } from "./chunk-git-D-kZjfTp.js";

// src/workspace/private-git.ts
/**
* A git directory of the gate's own, over the user's work tree: the repository's objects are borrowed, its
* configuration, hooks, filters and caches are not there (ST2, ST3). Only listing and built-in conversion run in it.
*/
/** Makes a private git directory in the temporary folder. The caller removes it. */
function openPrivateGit(options) {
	const dir = mkdtempSync(join(temporaryFolder(options.workTree), "generation-gate-git-"));
	const remove = () => rmSync(dir, {
		recursive: true,
		force: true
	});
	try {
		furnish(dir, options);
	} catch (error) {
		remove();
		throw error;
	}
	const settings = [...workTreeConfiguration(options.settings), "core.looseCompression=0"].flatMap((entry) => ["-c", entry]);
	const env = {
		GIT_DIR: dir,
		GIT_WORK_TREE: ".",
		GIT_INDEX_FILE: options.index,
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null"
	};
	const call = (input, more) => ({
		cwd: options.workTree,
		env: {
			...env,
			...more
		},
		...input === void 0 ? {} : { input }
	});
	return {
		dir,
		run: (args, input) => gitOrThrow([...settings, ...args], call(input)),
		tryRun: (args, input, more) => git([...settings, ...args], call(input, more)),
		remove
	};
}
/** Configuration under which git reads and writes a work tree as the user's git does, and trusts nothing it remembers of it. */
function workTreeConfiguration(settings) {
	return [
		`core.autocrlf=${settings.autocrlf}`,
		`core.eol=${settings.eol}`,
		"core.safecrlf=false",
		"core.fileMode=true",
		"core.symlinks=true",
		"core.sparseCheckout=false",
		"core.bigFileThreshold=512m",
		"index.threads=0",
		"index.sparse=false",
		...settings.attributesFile === null ? [] : [`core.attributesFile=${settings.attributesFile}`]
	];
}
/** Fills a private git directory: what git needs to take it for one, and the way to the borrowed objects. */
function furnish(dir, { objectFormat, objects }) {
	const sha256 = objectFormat === "sha256";
	mkdirSync(join(dir, "objects", "info"), { recursive: true });
	mkdirSync(join(dir, "refs"));
	mkdirSync(join(dir, "info"));
	writeFileSync(join(dir, "HEAD"), "ref: refs/heads/generation-gate\n");
	writeFileSync(join(dir, "config"), `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tbare = false\n${sha256 ? "[extensions]\n	objectformat = sha256\n" : ""}`);
	writeFileSync(join(dir, "info", "exclude"), "");
	if (objects !== null) {
		const { gitDir, commonDir } = objects;
		writeFileSync(join(dir, "objects", "info", "alternates"), encodePath(`${quoteAlternate(join(commonDir, "objects"))}\n`));
		const attributes = nativePath(commonDir, "info/attributes");
		if (existsSync(attributes)) copyFileSync(attributes, join(dir, "info", "attributes"));
		for (const name of readdirSync(nativePath(gitDir, ""))) if (name.startsWith("sharedindex.")) copyFileSync(nativePath(gitDir, name), join(dir, name));
	}
}
/** A folder for files of the gate's own that the work tree does not hold, else they would be measured with it. */
function temporaryFolder(workTree) {
	for (const folder of [
		tmpdir(),
		"/tmp",
		"/var/tmp",
		"/dev/shm"
	]) {
		if (!existsSync(folder)) continue;
		const place = relative(workTree, realpathSync(folder));
		if (place === ".." || place.startsWith("../")) return folder;
	}
	throw new GateError("GG-NO-TEMPORARY-FOLDER", `Every temporary folder lies inside the workspace "${workTree}"`, "Set TMPDIR to a folder outside the workspace.");
}
/** A line of `objects/info/alternates`: quoted where git would read it otherwise (gitrepository-layout(5)). */
function quoteAlternate(path) {
	return /^[#"]|[\n]/.test(path) ? JSON.stringify(path) : path;
}

export { workTreeConfiguration as i, quoteAlternate as n, temporaryFolder as r, openPrivateGit as t };