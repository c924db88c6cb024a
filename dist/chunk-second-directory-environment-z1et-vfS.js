import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { n as gitOrThrow, t as git } from "./chunk-git-D-kZjfTp.js";
import { n as VIRTUAL_ENVIRONMENT_MARK, o as gitDirectoryOf, s as headOf, t as ENVIRONMENT_FOLDER_NAMES, u as objectFormatOf } from "./chunk-environment-folder-B6idSfp2.js";
import { i as workTreeConfiguration, n as quoteAlternate, r as temporaryFolder, t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { n as STAT, r as blobBytes } from "./chunk-hash-files-iMMx7vmV.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { r as writeStatIndex } from "./chunk-stat-index-BJNiL9Rk.js";
import { S as convertedBlobs, a as listTracked, b as conversionScope, m as workTreeMode, y as attributesOf } from "./chunk-trees-D-zNlNbn.js";
import { t as hashMany } from "./chunk-hash-pool-DJxogQHx.js";
import { createHash } from "node:crypto";
import { chmodSync, closeSync, constants as constants$1, copyFileSync, existsSync, fstatSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, statfsSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";

// src/workspace/disk-space.ts
/** Tells a full disk from other reasons why git could not write: of a work tree's file it does not say which. */
/** Room for folders and blocks beside the bytes themselves. */
const MARGIN_BYTES = 65536;
/** Throws a {@link GateError} where git says that it could not write a file of its index into `folder`. */
async function refuseUnwritten(git, folder, stderr) {
	const unwritten = /^(?:error|fatal): (?:unable to (?:write|create) (?:file|symlink)|cannot create directory at) ?'?(.*?)'?(?:: .*)?$/m.exec(stderr);
	if (unwritten === null) return;
	const asked = await git.tryRun([
		"cat-file",
		"-s",
		`:${unwritten[1] ?? ""}`
	]);
	const needed = asked.code === 0 ? Number(asked.stdout.toString("latin1")) : 0;
	const { bavail, bsize } = statfsSync(folder);
	const free = bavail * bsize;
	const said = unwritten[0].slice(0, 500);
	if (free < needed + MARGIN_BYTES) throw new GateError("GG-DISK-FULL", `${free} bytes are free in "${folder}", and ${needed} are needed: ${said}`, "Free space, or name a larger folder: TMPDIR=DIR (in a workflow RUNNER_TEMP), and call again.");
	throw new GateError("GG-NOT-WRITTEN", `git could not write into "${folder}": ${said}`, "See whether the folder can be written and its file system takes such names, and call again.");
}

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
/** The variables of {@link withoutFilters} for filters whose names are known. */
function filtersOff(names) {
	const entries = [...names].flatMap((name) => OFF.map(([setting, value]) => [`filter.${name}.${setting}`, value]));
	return Object.fromEntries([["GIT_CONFIG_COUNT", String(entries.length)], ...entries.flatMap(([key, value], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]])]);
}

// src/workspace/second-directory-filters.ts
/**
* Paths with an external filter in a directory that is filled from a commit. The filter itself never runs: the bytes
* come from the local LFS store or from an equal file of the workspace, else nobody knows them (RP1).
*/
/** Longest LFS pointer, in bytes (git-lfs, docs/spec.md). */
const POINTER_BYTES = 1024;
/** Path → name of its filter, for those of `paths` whose attributes name one. */
async function filteredPaths(repository, paths) {
	if (paths.length === 0) return /* @__PURE__ */ new Map();
	const fields = decodePath(await repository.run([
		"check-attr",
		"-z",
		"--stdin",
		"filter"
	], encodePath(paths.map((path) => `${path}\0`).join("")))).split("\0");
	const found = /* @__PURE__ */ new Map();
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const value = fields[at + 2] ?? "";
		if (![
			"unspecified",
			"unset",
			"set",
			""
		].includes(value)) found.set(fields[at] ?? "", value);
	}
	return found;
}
/** Puts the bytes that the filter would give in the place of those that git stores. Gives the paths where nobody has them. */
async function fillFiltered({ git: own, source, workspace, stamped, rawFiltered }) {
	const listed = decodePath(await own.run([
		"ls-files",
		"-s",
		"-z"
	])).split("\0").flatMap((record) => {
		const entry = /^(\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(record);
		return entry === null || !entry[1]?.startsWith("100") ? [] : [{
			oid: entry[2] ?? "",
			path: entry[3] ?? ""
		}];
	});
	if (!listed.some(({ path }) => /(^|\/)\.gitattributes$/.test(path))) return [];
	const filters = await filteredPaths(own, listed.map(({ path }) => path));
	if (filters.size === 0) return [];
	const configured = await configuredFilters(workspace, ["smudge", "process"]);
	const stampedPaths = new Set(stamped.map(({ path }) => path));
	const unfilled = [];
	for (const { oid, path } of listed) {
		const filter = filters.get(path);
		if (filter === void 0 || !configured.has(filter)) continue;
		const place = nativePath(own.top, path);
		if (lstatSync(place, { throwIfNoEntry: false }) === void 0) continue;
		const pointer = readPointer(place);
		const warm = stampedPaths.has(path) ? nativePath(workspace, path) : null;
		if (pointer === null) {
			if (warm !== null && !rawFiltered.includes(path) && await storedAs(workspace, path) === oid) copyOver(warm, place);
			else unfilled.push({
				path,
				why: `its filter "${filter}" would have to run to give its bytes`
			});
			continue;
		}
		const store = nativePath(join(source.commonDir, "lfs/objects", pointer.sha256.slice(0, 2), pointer.sha256.slice(2, 4)), pointer.sha256);
		if (fits(store, pointer)) copyOver(store, place);
		else if (warm !== null && fits(warm, pointer)) copyOver(warm, place);
		else if (warm !== null && readPointer(warm) !== null) continue;
		else unfilled.push({
			path,
			why: `its bytes (LFS object ${pointer.sha256}) are not in the local store`
		});
	}
	return unfilled;
}
/** Id of the blob that the workspace's index holds for a path. */
async function storedAs(workspace, path) {
	const listed = await git([
		"ls-files",
		"-s",
		"-z",
		"--",
		`:(literal)${path}`
	], { cwd: workspace });
	return /^\d+ ([0-9a-f]+) 0\t/.exec(listed.stdout.toString("latin1"))?.[1] ?? null;
}
function readPointer(file) {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	if (stats?.isFile() !== true || stats.size > POINTER_BYTES) return null;
	const text = readFileSync(file, "latin1");
	const sha256 = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
	const size = /^size (\d+)$/m.exec(text)?.[1];
	return text.startsWith("version ") && sha256 !== void 0 && size !== void 0 ? {
		sha256,
		size: Number(size)
	} : null;
}
function fits(file, { sha256, size }) {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	return stats?.isFile() === true && stats.size === size && createHash("sha256").update(readFileSync(file)).digest("hex") === sha256;
}
function copyOver(from, to) {
	const { mode } = lstatSync(to);
	rmSync(to);
	copyFileSync(from, to);
	if ((mode & 64) !== 0) chmodSync(to, mode);
}

// src/workspace/second-directory-files.ts
/** Copies stamped files into a second directory, and lets through only bytes that are the stamped ones (RP1). */
const BUFFER_BYTES = 1 << 20;
const CARRIAGE_RETURN = 13;
const LINK_MODE = 40960;
/** Copies files and links from one folder below another. Both are absolute; entries are relative to both and sorted. */
function copyStampedFiles(from, to, entries) {
	const unfilled = [];
	const withCarriageReturn = [];
	const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
	const folders = /* @__PURE__ */ new Set([""]);
	const written = /* @__PURE__ */ new Map();
	for (const entry of entries) {
		makeFolders(to, entry.path, folders);
		try {
			const copied = entry.mode === LINK_MODE ? copyLink(from, to, entry) : copyFile(from, to, entry, buffer);
			if (copied.stats !== null) written.set(entry.path, copied.stats);
			if (copied.stats === null) unfilled.push({
				path: entry.path,
				why: "its bytes are no longer the stamped ones"
			});
			else if (copied.carriageReturn) withCarriageReturn.push(entry.path);
		} catch (error) {
			const { code } = error;
			if (code === "ENOSPC" || code === "EDQUOT") throw error;
			unfilled.push({
				path: entry.path,
				why: `it cannot be copied (${code ?? String(error)})`
			});
		}
	}
	return {
		unfilled,
		withCarriageReturn,
		written
	};
}
/** Makes the folders around `path`, each once. */
function makeFolders(root, path, known) {
	const end = path.lastIndexOf("/");
	const folder = end < 0 ? "" : path.slice(0, end);
	if (known.has(folder)) return;
	mkdirSync(nativePath(root, folder), { recursive: true });
	known.add(folder);
}
function copyFile(from, to, entry, buffer) {
	const source = openSync(nativePath(from, entry.path), constants$1.O_RDONLY | constants$1.O_NOFOLLOW | constants$1.O_NONBLOCK);
	const place = nativePath(to, entry.path);
	try {
		const { size } = fstatSync(source);
		const target = openSync(place, constants$1.O_WRONLY | constants$1.O_CREAT | constants$1.O_EXCL, entry.mode === 33261 ? 511 : 438);
		let carriage = false;
		let stats = null;
		try {
			const digest = blobDigest(size);
			let read = 0;
			while (read < size) {
				const got = readSync(source, buffer, 0, Math.min(buffer.length, size - read), null);
				if (got === 0) break;
				read += got;
				const bytes = buffer.subarray(0, got);
				digest.update(bytes);
				carriage ||= bytes.includes(CARRIAGE_RETURN);
				for (let at = 0; at < got;) at += writeSync(target, bytes, at, got - at);
			}
			if (read === size && digest.digest().equals(entry.digest)) stats = fstatSync(target);
		} finally {
			closeSync(target);
		}
		if (stats === null) rmSync(place, { force: true });
		return {
			stats,
			carriageReturn: carriage
		};
	} finally {
		closeSync(source);
	}
}
function copyLink(from, to, entry) {
	const target = readlinkSync(nativePath(from, entry.path), { encoding: "buffer" });
	if (!blobDigest(target.length).update(target).digest().equals(entry.digest)) return {
		stats: null,
		carriageReturn: false
	};
	const place = nativePath(to, entry.path);
	symlinkSync(target, place);
	return {
		stats: lstatSync(place),
		carriageReturn: false
	};
}
/** SHA-256 over `blob <size>\0` and what follows, as the stamp records it. */
function blobDigest(size) {
	return createHash("sha256").update(`blob ${size}\0`, "latin1");
}

// src/workspace/second-directory-index.ts
/** Writes the index; false where it needs what only git writes: conflicts, and marks of a sparse checkout. */
function writeKnownIndex({ gitDir, objectFormat, tracked, table, written }) {
	const idBytes = blobBytes(objectFormat);
	if (table.blobs.length !== table.paths.length * idBytes || tracked.some(({ unmerged, skipWorktree }) => unmerged || skipWorktree)) return false;
	const rows = new Map(table.paths.map((path, row) => [path, row]));
	const modes = new Uint32Array(tracked.length);
	const blobs = Buffer.alloc(tracked.length * idBytes);
	const stats = new Float64Array(tracked.length * 8);
	const clean = new Uint8Array(tracked.length);
	for (const [at, { path, mode, oid }] of tracked.entries()) {
		modes[at] = Number.parseInt(mode, 8);
		blobs.write(oid, at * idBytes, "hex");
		const row = rows.get(path);
		const seen = written.get(path);
		if (row === void 0 || seen === void 0 || table.modes[row] !== modes[at] || !table.blobs.subarray(row * idBytes, (row + 1) * idBytes).equals(blobs.subarray(at * idBytes, (at + 1) * idBytes))) continue;
		clean[at] = 1;
		const fields = at * 8;
		stats[fields + STAT.ctimeMs] = seen.ctimeMs;
		stats[fields + STAT.mtimeMs] = seen.mtimeMs;
		stats[fields + STAT.dev] = seen.dev;
		stats[fields + STAT.ino] = seen.ino;
		stats[fields + STAT.uid] = seen.uid;
		stats[fields + STAT.gid] = seen.gid;
		stats[fields + STAT.size] = seen.size;
	}
	writeStatIndex(join(gitDir, "index"), {
		paths: tracked.map(({ path }) => path),
		modes,
		digests: Buffer.alloc(0),
		blobs,
		stats
	}, (row) => clean[row] === 1, objectFormat, false);
	return true;
}

// src/workspace/second-directory-repository.ts
/**
* The git side of a second directory: a real repository that borrows another one's objects and has refs, HEAD, tags
* and an index of its own, so that `git describe`, `git log` and `git status` answer in it as in the workspace (RP1).
* Of what the other repository configures, what decides how git writes a work tree is taken over, and what commands ask for.
*/
/** Refs that belong to one work tree, or to nobody's history. */
const OWN_REFS = /^refs\/(?:stash$|bisect\/|worktree\/|rewritten\/)/;
/**
* Settings of the repository that programs ask git for, as a command in the workspace would see them: where it came
* from, who commits, and the filters without which large files seem changed. The gate's own calls run none of them.
*/
const ASKED_FOR = /^(?:remote\..+\.(?:url|fetch)|branch\..+\.(?:remote|merge)|user\.(?:name|email)|filter\..+\.(?:clean|smudge|process|required)|diff\..+\.(?:textconv|binary)|lfs\.\w+|submodule\..+\.(?:url|active|update|ignore|branch)|core\.abbrev)$/s;
async function settingsAskedFor({ gitDir }) {
	const listed = await git([
		"config",
		"--local",
		"--null",
		"--list"
	], {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	});
	return decodePath(listed.stdout).split("\0").flatMap((record) => {
		const at = record.indexOf("\n");
		const [key, value] = at < 0 ? [record, "true"] : [record.slice(0, at), record.slice(at + 1)];
		return ASKED_FOR.test(key) ? [[key, value.replace(/^(\w+:\/\/)[^/@]*@/, "$1")]] : [];
	});
}
/** Lines of a configuration file (git-config(1), syntax). */
function configurationLines(settings) {
	return settings.map(([key, value]) => {
		const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
		const section = first === last ? "" : ` "${key.slice(first + 1, last).replace(/["\\]/g, "\\$&")}"`;
		return `[${key.slice(0, first)}${section}]\n\t${key.slice(last + 1)} = ${quoteValue(value)}\n`;
	}).join("");
}
/** Makes the repository. Its index is empty and its work tree untouched. */
async function makeSecondRepository({ top, source, objectFormat, settings, head }) {
	const gitDir = join(top, ".git");
	for (const folder of [
		"objects/info",
		"objects/pack",
		"refs/heads",
		"refs/tags",
		"info"
	]) mkdirSync(join(gitDir, folder), { recursive: true });
	writeFileSync(join(gitDir, "objects/info/alternates"), encodePath(`${quoteAlternate(join(source.commonDir, "objects"))}\n`));
	const askedFor = await settingsAskedFor(source);
	writeFileSync(join(gitDir, "config"), encodePath(configuration(objectFormat, settings) + configurationLines(askedFor)));
	const filters = new Set(askedFor.filter(([key]) => key.startsWith("filter.")).map(([key]) => key.slice(7, key.lastIndexOf("."))));
	for (const name of [
		"shallow",
		"info/attributes",
		"info/exclude"
	]) {
		const file = nativePath(source.commonDir, name);
		if (existsSync(file)) copyFileSync(file, join(gitDir, name));
	}
	const [refs, headText] = await Promise.all([packedRefs(source.gitDir), headOfSource(source.gitDir, head)]);
	writeFileSync(join(gitDir, "packed-refs"), refs);
	writeFileSync(join(gitDir, "HEAD"), headText);
	const settingsArguments = workTreeConfiguration(settings).flatMap((entry) => ["-c", entry]);
	const env = {
		GIT_DIR: gitDir,
		GIT_WORK_TREE: ".",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
		...filtersOff(filters)
	};
	const call = (input) => ({
		cwd: top,
		env,
		...input === void 0 ? {} : { input }
	});
	return {
		top,
		gitDir,
		run: (args, input) => gitOrThrow([...settingsArguments, ...args], call(input)),
		tryRun: (args, input) => git([...settingsArguments, ...args], call(input))
	};
}
/** Fills the index with entries and takes over the stat data of files that hold what their entry says. */
async function fillIndex(repository, entries, absent) {
	if (entries.length === 0) return;
	await repository.run([
		"update-index",
		"-z",
		"--index-info"
	], encodePath(entries.map(({ path, mode, oid }) => `${mode} ${oid} 0\t${path}\0`).join("")));
	if (absent.length > 0) await repository.run([
		"update-index",
		"-z",
		"--skip-worktree",
		"--stdin"
	], encodePath(absent.map((path) => `${path}\0`).join("")));
	const refreshed = await repository.tryRun([
		"update-index",
		"-q",
		"--refresh"
	]);
	if (refreshed.code > 1) throw new GateError("GG-GIT-FAILED", `git cannot read the index of the second directory: ${refreshed.stderr.slice(0, 1e3)}`);
}
function configuration(objectFormat, { autocrlf, eol, fileMode, symlinks, attributesFile }) {
	const sha256 = objectFormat === "sha256";
	return `${[
		"[core]",
		`\trepositoryformatversion = ${sha256 ? 1 : 0}`,
		"	bare = false",
		`\tfilemode = ${fileMode}`,
		`\tsymlinks = ${symlinks}`,
		`\tautocrlf = ${autocrlf}`,
		`\teol = ${eol}`,
		"	logallrefupdates = false",
		"	hooksPath = /dev/null",
		...attributesFile === null ? [] : [`\tattributesFile = ${quoteValue(attributesFile)}`],
		"[gc]",
		"	auto = 0",
		...sha256 ? ["[extensions]", "	objectformat = sha256"] : []
	].join("\n")}\n`;
}
/** A value of a configuration file (git-config(1), syntax). */
function quoteValue(text) {
	return `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
async function packedRefs(gitDir) {
	const lines = (await gitOrThrow(["for-each-ref", "--format=%(objectname) %(refname)"], {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	})).toString("latin1").split("\n");
	return Buffer.from(lines.filter((line) => line !== "" && !OWN_REFS.test(line.slice(line.indexOf(" ") + 1))).map((line) => `${line}\n`).join(""), "latin1");
}
/** The branch, where it still names the commit that HEAD shall name, else the commit itself. */
async function headOfSource(gitDir, head) {
	const call = {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	};
	const [branch, now] = await Promise.all([git([
		"symbolic-ref",
		"--quiet",
		"HEAD"
	], call), git([
		"rev-parse",
		"--verify",
		"--quiet",
		"HEAD^{commit}"
	], call)]);
	const current = now.code === 0 ? now.stdout.toString("latin1").trim() : null;
	const name = branch.stdout.toString("latin1").trim();
	if (branch.code === 0 && current === head) return `ref: ${name}\n`;
	return head === null ? "ref: refs/heads/unborn\n" : `${head}\n`;
}

// src/workspace/second-directory.ts
/**
* A second directory for the captured command: a real repository in the temporary folder whose work tree holds the
* stamped tree, or a commit, and nothing else (RP1). The workspace and its repository are read and never written.
*/
/** Removes a second directory and all that a command left in it. Gives the reason where something stayed. */
function removeSecondDirectory({ holder }) {
	const remove = () => rmSync(holder, {
		recursive: true,
		force: true,
		maxRetries: 3,
		retryDelay: 50
	});
	try {
		remove();
	} catch {
		try {
			openFolders(holder);
			remove();
		} catch (error) {
			return `${holder} could not be removed (${error.code ?? String(error)})`;
		}
	}
	return null;
}
/**
* Makes a second directory with the stamped tree: bytes from the workspace, each compared with the stamp's digest;
* files that git converts as a checkout writes them; submodules and nested repositories as repositories of their own.
*/
async function stampedDirectory(repository, tree, parent) {
	const place = makePlace(repository, parent);
	try {
		const unfilled = [];
		let own = null;
		for (const { prefix, entries, table } of tree.parts.toSorted((left, right) => left.prefix.length - right.prefix.length)) {
			const from = prefix === "" ? repository.top : join(repository.top, prefix);
			const to = prefix === "" ? place.top : join(place.top, prefix);
			mkdirSync(nativePath(to, ""), { recursive: true });
			const copied = copyStampedFiles(from, to, entries);
			unfilled.push(...copied.unfilled.map(({ path, why }) => ({
				path: prefix + path,
				why
			})));
			if (prefix === "") own = await stampedRepository(repository, to, tree.head, copied, table);
			else await nestedRepository(repository, from, to, tree.nested?.find(({ path }) => `${path}/` === prefix)?.head);
		}
		own ??= await stampedRepository(repository, place.top, tree.head, NOTHING_COPIED);
		return {
			...place,
			git: own,
			unfilled
		};
	} catch (error) {
		removeSecondDirectory(place);
		throw error;
	}
}
/** Makes a second directory with the tree of a commit, as a checkout of it would look. */
async function commitDirectory(repository, commit, stamped, parent) {
	const place = makePlace(repository, parent);
	try {
		const { top, objectFormat, settings } = repository;
		const git = await makeSecondRepository({
			top: place.top,
			source: repository,
			objectFormat,
			settings,
			head: commit
		});
		const unfilled = await checkOut(git, repository, commit, settings.sparseCheckout ? nativePath(repository.gitDir, "info/sparse-checkout") : null);
		unfilled.push(...await fillFiltered({
			git,
			source: repository,
			workspace: top,
			stamped: ownEntries(stamped),
			rawFiltered: stamped.rawFiltered
		}));
		unfilled.push(...await checkOutSubmodules(git, repository, ""));
		return {
			...place,
			git,
			unfilled
		};
	} catch (error) {
		removeSecondDirectory(place);
		throw error;
	}
}
/** Replaces the files that `chosen` names by the stamped ones: what the stamp does not have goes, what it has comes. */
async function overlayStamped({ top, git }, workspace, stamped, chosen) {
	const entries = ownEntries(stamped).filter(({ path }) => chosen(path));
	const there = await hashMany({
		root: top,
		paths: entries.map(({ path }) => path),
		algorithm: "sha256"
	});
	const other = entries.filter(({ mode, digest }, row) => workTreeMode(there.kinds[row]) !== mode || !Buffer.from(there.digests.subarray(row * 32, (row + 1) * 32)).equals(digest));
	const kept = new Set(entries.map(({ path }) => path));
	const gone = decodePath(await git.run(["ls-files", "-z"])).split("\0").filter((path) => path !== "" && !kept.has(path) && chosen(path));
	for (const path of [...gone, ...other.map(({ path }) => path)]) removeFile(top, path);
	return {
		unfilled: copyStampedFiles(workspace, top, other).unfilled,
		changed: [...other.map(({ path }) => path), ...gone],
		taken: entries.length
	};
}
/** Replaces the files that `chosen` names by those of a commit. */
async function overlayCommit({ top, holder }, repository, commit, stamped, chosen) {
	const { objectFormat, settings } = repository;
	for (const { path } of ownEntries(stamped)) if (chosen(path)) removeFile(top, path);
	const index = join(holder, "overlay-index");
	const git = openPrivateGit({
		workTree: top,
		objectFormat,
		settings,
		objects: repository,
		index
	});
	try {
		await git.run(["read-tree", commit]);
		const paths = (await listTracked(git)).filter(({ path, mode }) => chosen(path) && mode !== "160000").map(({ path }) => path);
		const result = await git.tryRun([
			"checkout-index",
			"-f",
			"-q",
			"-z",
			"--stdin"
		], listOf(paths));
		return result.code === 0 ? [] : [{
			path: "",
			why: result.stderr.slice(0, 300)
		}];
	} finally {
		git.remove();
		rmSync(index, { force: true });
	}
}
/** Stamped paths of the workspace's own repository. */
function ownEntries({ parts }) {
	return parts.find(({ prefix }) => prefix === "")?.entries ?? [];
}
function makePlace(repository, parent) {
	const holder = realpathSync(mkdtempSync(join(parentFolder(repository, parent), "generation-gate-second-")));
	const top = join(holder, basename(repository.top));
	const envDir = join(holder, "generation-gate-env");
	mkdirSync(nativePath(top, ""));
	mkdirSync(envDir);
	return {
		top,
		holder,
		envDir
	};
}
/** `RUNNER_TEMP` where it lies outside of the workspace, else a temporary folder that does. */
function parentFolder({ top }, parent) {
	if (parent !== null && parent !== "" && existsSync(parent)) {
		const place = relative(top, realpathSync(parent));
		if (place === ".." || place.startsWith("../")) return parent;
	}
	return temporaryFolder(top);
}
const NOTHING_COPIED = {
	unfilled: [],
	withCarriageReturn: [],
	written: /* @__PURE__ */ new Map()
};
async function stampedRepository(repository, top, head, { withCarriageReturn, written }, table) {
	const { objectFormat, settings } = repository;
	const git = await makeSecondRepository({
		top,
		source: repository,
		objectFormat,
		settings,
		head
	});
	const tracked = await trackedOf(repository, repository.top, repository, objectFormat);
	const rewritten = new Set(await writeAsCheckedOut(repository, top, tracked.filter(({ path }) => written.has(path)), withCarriageReturn));
	const asCopied = rewritten.size === 0 ? written : new Map([...written].filter(([path]) => !rewritten.has(path)));
	if (table !== void 0 && writeKnownIndex({
		gitDir: git.gitDir,
		objectFormat,
		tracked,
		table,
		written: asCopied
	})) return git;
	await fillIndex(git, tracked, tracked.filter(({ path, skipWorktree }) => skipWorktree && !written.has(path)).map(({ path }) => path));
	return git;
}
/** A submodule or nested repository: what is local of it, with HEAD where it stands in the workspace. */
async function nestedRepository(repository, from, to, stampedHead) {
	const directory = gitDirectoryOf(from);
	if (directory === null) return;
	const head = stampedHead === void 0 ? await headOf(directory.gitDir) : stampedHead;
	const objectFormat = await objectFormatOf(directory.gitDir, head);
	const git = await makeSecondRepository({
		top: to,
		source: directory,
		objectFormat,
		settings: repository.settings,
		head
	});
	await fillIndex(git, await trackedOf(repository, from, directory, objectFormat), []);
}
async function trackedOf({ settings }, workTree, directory, objectFormat) {
	const index = join(directory.gitDir, "index");
	const git = openPrivateGit({
		workTree,
		objectFormat,
		settings,
		objects: directory,
		index
	});
	try {
		return await listTracked(await withFullIndex(git, directory.gitDir));
	} finally {
		git.remove();
	}
}
/**
* Writes files that git converts anew, as a clean checkout would: the workspace may hold them with other line ends than
* their attributes ask for. Only a file that stands for its committed blob is written; paths with an external filter
* stay as they were copied.
*/
async function writeAsCheckedOut(repository, top, tracked, withCarriageReturn) {
	const { objectFormat, settings, commonDir } = repository;
	const files = tracked.filter(({ mode, unmerged }) => mode.startsWith("100") && !unmerged);
	const { scope } = await conversionScope({
		top,
		commonDir,
		settings
	}, files.map(({ path }) => path), () => Promise.resolve(null));
	if (scope === "none") return [];
	const index = join(top, "..", "conversion-index");
	const git = openPrivateGit({
		workTree: top,
		objectFormat,
		settings,
		objects: repository,
		index
	});
	try {
		const givesCarriageReturns = settings.autocrlf === "true" || settings.eol === "crlf" || attributesName(repository, top, files, /crlf/);
		const suspects = new Set(withCarriageReturn);
		const asked = scope === "attributes" ? await attributesOf(git, files.map(({ path }) => path), []) : /* @__PURE__ */ new Map();
		const chosen = files.filter(({ path }) => asked.get(path)?.filter !== true && (givesCarriageReturns || suspects.has(path) || asked.get(path)?.builtIn === true));
		const blobs = await convertedBlobs(git, chosen.map((file) => ({
			path: file.path,
			indexed: file
		})), []);
		const asCommitted = chosen.filter(({ path, oid }) => blobs.get(path) === oid);
		if (asCommitted.length === 0) return [];
		await git.run([
			"update-index",
			"-z",
			"--index-info"
		], encodePath(asCommitted.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}\0`).join("")));
		await git.run([
			"checkout-index",
			"-f",
			"-q",
			"-z",
			"--stdin"
		], listOf(asCommitted.map(({ path }) => path)));
		return asCommitted.map(({ path }) => path);
	} finally {
		git.remove();
		rmSync(index, { force: true });
	}
}
/** Whether an attribute file of the tree, or of the repository itself, holds the word. */
function attributesName({ commonDir }, top, files, word) {
	return [...files.filter(({ path }) => /(^|\/)\.gitattributes$/.test(path)).map(({ path }) => nativePath(top, path)), nativePath(commonDir, "info/attributes")].some((file) => existsSync(file) && word.test(readFileSync(file, "latin1")));
}
/** Reads a commit into the index and writes its files, those that sparse patterns leave out excepted. Objects that are not here are named. */
async function checkOut(git, source, commit, sparsePatterns = null) {
	if (sparsePatterns !== null && existsSync(sparsePatterns)) {
		copyFileSync(sparsePatterns, join(git.gitDir, "info/sparse-checkout"));
		await git.run([
			"-c",
			"core.sparseCheckout=true",
			"read-tree",
			"-m",
			"-u",
			commit
		]);
		return [];
	}
	await git.run(["read-tree", commit]);
	const result = await git.tryRun([
		"-c",
		"checkout.workers=2",
		"-c",
		"checkout.thresholdForParallelism=200",
		"checkout-index",
		"--all",
		"--index",
		"--quiet"
	]);
	if (result.code === 0) return [];
	await refuseUnwritten(git, git.top, result.stderr);
	const lost = [...new Set([...result.stderr.matchAll(/(?:unable to read sha1 file of (.+?) \(|cannot read object [0-9a-f]+ '(.+)')/g)].map((match) => match[1] ?? match[2] ?? ""))];
	return (lost.length > 0 ? lost : [""]).map((path) => ({
		path,
		why: `its blob is not in the local store of ${source.commonDir}`
	}));
}
/** Fills the submodules that the index names from what is local, each as a repository of its own that borrows its objects. */
async function checkOutSubmodules(git, repository, prefix) {
	const listed = decodePath(await git.run([
		"ls-files",
		"-s",
		"-z"
	])).split("\0");
	const unfilled = [];
	for (const record of listed) {
		const link = /^160000 ([0-9a-f]+) 0\t(.+)$/s.exec(record);
		if (link === null) continue;
		const [, commit = "", path = ""] = link;
		const to = join(git.top, path);
		mkdirSync(to, { recursive: true });
		const directory = gitDirectoryOf(join(repository.top, prefix + path));
		if (directory === null || directory.commonDir === repository.commonDir) continue;
		const inner = await makeSecondRepository({
			top: to,
			source: directory,
			objectFormat: commit.length === 64 ? "sha256" : "sha1",
			settings: repository.settings,
			head: commit
		});
		if ((await inner.tryRun([
			"cat-file",
			"-e",
			`${commit}^{tree}`
		])).code !== 0) {
			unfilled.push({
				path: prefix + path,
				why: `the submodule's commit ${commit} is not in its local store`
			});
			continue;
		}
		const workspace = join(repository.top, prefix + path);
		const stamped = await trackedOf(repository, workspace, directory, commit.length === 64 ? "sha256" : "sha1");
		const lacking = [...await checkOut(inner, directory, commit), ...await fillFiltered({
			git: inner,
			source: directory,
			workspace,
			stamped,
			rawFiltered: []
		})];
		unfilled.push(...lacking.map((one) => ({
			...one,
			path: `${prefix}${path}/${one.path}`
		})));
		unfilled.push(...await checkOutSubmodules(inner, repository, `${prefix}${path}/`));
	}
	return unfilled;
}
function removeFile(top, path) {
	const native = nativePath(top, path);
	const stats = lstatSync(native, { throwIfNoEntry: false });
	if (stats !== void 0 && !stats.isDirectory()) rmSync(native, { force: true });
}
function openFolders(folder) {
	chmodSync(folder, 448);
	for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) openFolders(join(folder, entry.name));
}
function listOf(paths) {
	return encodePath(paths.map((path) => `${path}\0`).join(""));
}

// src/workspace/second-directory-environment.ts
/** The environment of a second directory: what leads into the workspace leads to the same place in it (PR6, RP1). */
/**
* The caller's environment for a process of the second directory. Entries that lead into an environment folder of the
* workspace stay where the second directory has none in its place: third-party packages are shared, the project's own
* files never.
*/
function repointedEnvironment(env, places) {
	const repoint = repointer(places, workspaceNames(env, places.workspace));
	const repointed = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0) repointed[name] = repoint(value);
	const checkout = env["GITHUB_WORKSPACE"];
	for (const [name, value] of [
		["PWD", places.cwd],
		["OLDPWD", places.second],
		["INIT_CWD", places.second],
		["GITHUB_WORKSPACE", places.second],
		["RUNNER_WORKSPACE", dirname(places.second)]
	]) if (env[name] !== void 0) repointed[name] = value;
	const inside = checkout === void 0 ? "" : relative(realOr(checkout), places.workspace);
	if (checkout !== void 0 && inside === basename(places.second)) repointed["GITHUB_WORKSPACE"] = dirname(places.second);
	return repointed;
}
/** The names under which the environment may speak of the workspace: its real path, and the path of a link to it. */
function workspaceNames(env, workspace) {
	const named = [
		env["PWD"],
		env["GITHUB_WORKSPACE"],
		env["INIT_CWD"]
	].filter((path) => path !== void 0 && isAbsolute(path) && realOr(path) === workspace);
	return [.../* @__PURE__ */ new Set([workspace, ...named.map((path) => path?.replace(/\/+$/, "") ?? "")])].filter((path) => path.length > 1);
}
function repointer({ workspace, second }, names) {
	const forms = names.map((name) => new RegExp(`(?<![\\w./-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(/[^:;,'"\\s]*)?(?=[:;,'"\\s]|$)`, "g"));
	const inEnvironment = environmentTest(workspace);
	return (value) => {
		let repointed = value;
		for (const form of forms) repointed = repointed.replace(form, (whole, below) => {
			const path = (below ?? "").replace(/^\/+/, "");
			if (inEnvironment(path) && entryAt(second, path) === null) return whole;
			return path === "" ? `${second}${below ?? ""}` : join(second, path) + (below?.endsWith("/") === true ? "/" : "");
		});
		return repointed;
	};
}
/** Whether a path of the workspace lies in an environment folder or is one. */
function environmentTest(workspace) {
	return (path) => {
		const parts = path.split("/").filter((part) => part !== "");
		return parts.some((part, at) => ENVIRONMENT_FOLDER_NAMES.has(part) || entryAt(workspace, [...parts.slice(0, at + 1), "pyvenv.cfg"].join("/")) !== null);
	};
}
function realOr(path) {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

export { overlayCommit as a, stampedDirectory as c, commitDirectory as i, fillFiltered as l, workspaceNames as n, overlayStamped as o, checkOutSubmodules as r, removeSecondDirectory as s, repointedEnvironment as t, refuseUnwritten as u };