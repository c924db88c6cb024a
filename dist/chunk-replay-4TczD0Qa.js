import "./chunk-rolldown-runtime-CoNq6U3z.js";
import { chmodSync, closeSync, constants, copyFileSync, existsSync, fstatSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { basename, isAbsolute, join, relative } from "node:path";
import { d as comparedTests, h as testLabel, n as REPLAY_RULES, p as isRed, x as sameEnding } from "./chunk-catalog-CqxOulOJ.js";
import { a as showPath, i as nativePath, n as decodePath, r as encodePath } from "./chunk-path-eSNZ8W03.js";
import { n as envelope } from "./chunk-envelope-Do-9adP8.js";
import { t as decide } from "./chunk-decide-DO-liYF4.js";
import { a as commandEnvironment, d as takeInventoryAgain, f as takeOpeningInventory, i as runCaptured, l as measure, o as setupEnvironment, p as matchEvidence, t as SETUP_COMMAND } from "./chunk-stamp-DONfarRo.js";
import { n as gitOrThrow, t as git } from "./chunk-git-D1nFhjjp.js";
import { i as readStampFile, n as newGeneration } from "./chunk-stamp-file-DaVTPRlz.js";
import { _ as convertedBlobs, h as conversionScope, l as workTreeMode, m as attributesOf, n as listTracked } from "./chunk-listing-C4ebG9Au.js";
import "./chunk-hash-files-DptF_HOm.js";
import { t as hashMany } from "./chunk-hash-pool-Bngl1muO.js";
import { a as temporaryFolder, i as quoteAlternate, n as withFullIndex, o as workTreeConfiguration, r as openPrivateGit } from "./chunk-sparse-index-Bp4xMEy7.js";
import { i as headOf, r as gitDirectoryOf, s as objectFormatOf } from "./chunk-repository-cIyq-kuT.js";
import { n as workspaceNames, r as fillFiltered, t as repointedEnvironment } from "./chunk-second-directory-environment-DiQItUog.js";
import { createHash } from "node:crypto";
import { r as UsageError, t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { a as stopIfAsked, i as ownPathTest, n as evidencePlaces, t as askedOf } from "./chunk-context-Bc9i0Eqp.js";
import { a as recall, f as rememberVerdict, h as readBaseline, n as baselineOf, s as recallComparisons, u as rememberComparison } from "./chunk-records-D4AdmA6G.js";
import { t as collectEvidence } from "./chunk-collect-DbUskxt7.js";
import { t as readReport } from "./chunk-read-C2QsXZOP.js";
import { a as trackedAmong, i as purge } from "./chunk-purge-D-vnns8E.js";
import { o as loadCommand } from "./chunk-captured-command-BLHfXlnn.js";
import { t as resolveWorkdir } from "./chunk-workdir-C8S_EpgK.js";
import { n as generationFolder } from "./chunk-state-DBHdm53Z.js";
import { n as observeMadeEnvironments, r as observeOrigins } from "./chunk-origins-FXlbHeoe.js";

// src/compare/start-errors.ts
/** What runners write into a report in the place of tests that they could not load. */
const IN_REPORTS = [
	/^collection failure$/i,
	/\b(?:ImportError|ModuleNotFoundError)\b/,
	/\bFailed to import test module\b/,
	/\bTest suite failed to run\b/,
	/\bCannot find (?:module|package)\b/,
	/\bERR_(?:MODULE|PACKAGE)_\w*NOT_FOUND\b|\bERR_PACKAGE_PATH_NOT_EXPORTED\b/,
	/does not provide an export named/,
	/\b(?:NoClassDefFoundError|ClassNotFoundException|NoSuchMethodError)\b/,
	/\[(?:build|setup) failed\]/
];
/** Lines by which runners, interpreters and compilers say the same in their output. */
const IN_OUTPUT = [
	/^E? *(?:ImportError|ModuleNotFoundError)\b/,
	/^(?:ERROR|_+ ERROR) collecting /,
	/^Interrupted: \d+ errors? during collection|^!+ Interrupted: \d+ errors? during collection/,
	/^ImportError while (?:loading conftest|importing test module)/,
	/^(?:Uncaught )?SyntaxError\b|^E? {0,4}(?:SyntaxError|IndentationError|TabError):/,
	/^(?:Error(?: \[ERR_MODULE_NOT_FOUND\])?): Cannot find (?:module|package)\b/,
	/Test suite failed to run/,
	/\[(?:build|setup) failed\]/,
	/^error\[E\d{4}\]|^error: could not compile\b/,
	/COMPILATION ERROR|: error: cannot find symbol|error TS\d+:/
];
/** Longest line that is looked at; a longer one is data. */
const LINE_LIMIT = 2e3;
const NAMED = 5;
/** Whether a red test says that its code could not be loaded. */
function isStartError({ class: inner, name, failure }) {
	if (/(?:^|\.)_FailedTest$/.test(inner)) return true;
	const texts = [
		name,
		failure?.type ?? "",
		failure?.message ?? ""
	];
	return IN_REPORTS.some((form) => texts.some((text) => form.test(text)));
}
/** The lines of an output that say so, the first few. */
function startErrorsIn(output) {
	const found = [];
	for (const line of output.split(/\r?\n/)) {
		const plain = line.trimEnd();
		if (plain.length > LINE_LIMIT || !IN_OUTPUT.some((form) => form.test(plain.trimStart()))) continue;
		found.push(plain.trim());
		if (found.length === NAMED) break;
	}
	return found;
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
	for (const entry of entries) {
		makeFolders(to, entry.path, folders);
		try {
			const copied = entry.mode === LINK_MODE ? copyLink(from, to, entry) : copyFile(from, to, entry, buffer);
			if (copied === "other") unfilled.push({
				path: entry.path,
				why: "its bytes are no longer the stamped ones"
			});
			else if (copied === "carriage-return") withCarriageReturn.push(entry.path);
		} catch (error) {
			unfilled.push({
				path: entry.path,
				why: `it cannot be copied (${error.code ?? String(error)})`
			});
		}
	}
	return {
		unfilled,
		withCarriageReturn
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
	const source = openSync(nativePath(from, entry.path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	const place = nativePath(to, entry.path);
	try {
		const { size } = fstatSync(source);
		const target = openSync(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, entry.mode === 33261 ? 511 : 438);
		let carriage = false;
		let same = false;
		try {
			const digest = blobDigest(size);
			let read = 0;
			for (;;) {
				const got = readSync(source, buffer, 0, buffer.length, null);
				if (got === 0) break;
				read += got;
				const bytes = buffer.subarray(0, got);
				digest.update(bytes);
				carriage ||= bytes.includes(CARRIAGE_RETURN);
				for (let written = 0; written < got;) written += writeSync(target, bytes, written, got - written);
			}
			same = read === size && digest.digest().equals(entry.digest);
		} finally {
			closeSync(target);
		}
		if (!same) rmSync(place, { force: true });
		return same ? carriage ? "carriage-return" : "same" : "other";
	} finally {
		closeSync(source);
	}
}
function copyLink(from, to, entry) {
	const target = readlinkSync(nativePath(from, entry.path), { encoding: "buffer" });
	if (!blobDigest(target.length).update(target).digest().equals(entry.digest)) return "other";
	symlinkSync(target, nativePath(to, entry.path));
	return "same";
}
/** SHA-256 over `blob <size>\0` and what follows, as the stamp records it. */
function blobDigest(size) {
	return createHash("sha256").update(`blob ${size}\0`, "latin1");
}

// src/workspace/second-directory-repository.ts
/**
* The git side of a second directory: a real repository that borrows another one's objects and has refs, HEAD, tags
* and an index of its own, so that `git describe`, `git log` and `git status` answer in it as in the workspace (RP1).
* Nothing that the other repository configures is taken over but what decides how git writes a work tree.
*/
/** Refs that belong to one work tree, or to nobody's history. */
const OWN_REFS = /^refs\/(?:stash$|bisect\/|worktree\/|rewritten\/)/;
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
	writeFileSync(join(gitDir, "config"), configuration(objectFormat, settings));
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
		GIT_CONFIG_GLOBAL: "/dev/null"
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
		for (const { prefix, entries } of tree.parts.toSorted((left, right) => left.prefix.length - right.prefix.length)) {
			const from = prefix === "" ? repository.top : join(repository.top, prefix);
			const to = prefix === "" ? place.top : join(place.top, prefix);
			mkdirSync(nativePath(to, ""), { recursive: true });
			const copied = copyStampedFiles(from, to, entries);
			unfilled.push(...copied.unfilled.map(({ path, why }) => ({
				path: prefix + path,
				why
			})));
			if (prefix === "") own = await stampedRepository(repository, to, tree.head, copied.withCarriageReturn);
			else await nestedRepository(repository, from, to, tree.nested?.find(({ path }) => `${path}/` === prefix)?.head);
		}
		own ??= await stampedRepository(repository, place.top, tree.head, []);
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
async function stampedRepository(repository, top, head, withCarriageReturn) {
	const { objectFormat, settings } = repository;
	const git = await makeSecondRepository({
		top,
		source: repository,
		objectFormat,
		settings,
		head
	});
	const tracked = await trackedOf(repository, repository.top, repository, objectFormat);
	await writeAsCheckedOut(repository, top, tracked, withCarriageReturn);
	await fillIndex(git, tracked, tracked.filter(({ path, skipWorktree }) => skipWorktree && !existsSync(nativePath(top, path))).map(({ path }) => path));
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
	const files = tracked.filter(({ path, mode, unmerged }) => mode.startsWith("100") && !unmerged && existsSync(nativePath(top, path)));
	const { scope } = await conversionScope({
		top,
		commonDir,
		settings
	}, files.map(({ path }) => path), () => Promise.resolve(null));
	if (scope === "none") return;
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
		if (asCommitted.length === 0) return;
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
	const lost = [...new Set([...result.stderr.matchAll(/(?:unable to read sha1 file of (.+?) \(|cannot read object [0-9a-f]+ '(.+)')/g)].map((match) => match[1] ?? match[2] ?? ""))];
	return (lost.length > 0 ? lost : [""]).map((path) => ({
		path,
		why: `its blob is not in the local store of ${source.commonDir}`
	}));
}
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
		unfilled.push(...(await checkOut(inner, directory, commit)).map((one) => ({
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

// src/compare/outcomes.ts
/** What the reports of one run say, test by test. */
/** The tests of the reports that this run wrote. `roots` and `marks` as in {@link comparedTests}. */
function testsOf(files, roots, marks) {
	const written = files.filter(({ role, globs, equalAtStamp }) => role === "evidence" && globs.length > 0 && equalAtStamp === null);
	const read = written.flatMap(({ path, reading }) => reading?.state === "read" ? [{
		path,
		report: reading
	}] : []);
	return {
		tests: comparedTests(read.map(({ path, report }) => ({
			path,
			cases: report.cases
		})), roots, marks),
		unreadReports: written.flatMap(({ path, reading }) => reading?.state === "refused" ? [`${showPath(path)}: ${reading.message}`] : []),
		uncountedRed: read.reduce((sum, { report }) => sum + uncounted(report), 0)
	};
}
function uncounted({ totals, cases }) {
	return Math.max(0, totals.failures + totals.errors - cases.filter(isRed).length);
}

// src/steps/shared-environment.ts
/** Second directories and an environment that imports the workspace itself do not go together (RP1). */
/**
* Throws a {@link UsageError} where the command's interpreter holds an editable install of the workspace and no setup
* makes another environment: a run elsewhere would import the workspace's code and be read as agreement.
*/
async function refuseSharedEnvironment(context, command, hasSetup) {
	if (hasSetup) return;
	const { repository, settings } = context;
	const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir).absolute;
	const { origins } = await observeOrigins(context, {
		command,
		cwd,
		env: context.env,
		imports: settings.imports
	});
	const [first] = origins.entries.filter((entry) => leadsInto(entry, repository.top));
	if (first === void 0) return;
	const interpreter = origins.interpreter.state === "found" ? origins.interpreter.executable : origins.interpreter.asked;
	throw new UsageError("GG-ENVIRONMENT-SHARED", `${showPath(interpreter)} holds an editable install of the workspace (${first.distribution ?? "an entry"} leads to ${showPath(first.target ?? "")} by ${showPath(first.file)}), and no setup is given: in a second directory it would import the workspace's code, and every run would agree`, "Give a setup script that makes an environment for each directory in \"$GENERATION_GATE_ENV_DIR\" (--setup ci/setup.sh), and let the command use it.");
}
/**
* Whether an installed entry leads to code of the workspace itself. An environment folder may lie in the workspace:
* what its path files name inside of it is installed code.
*/
function leadsInto({ kind, target }, workspace) {
	if (kind === "plain-copy" || target === null) return false;
	return (target === workspace || target.startsWith(`${workspace}/`)) && !/\/(?:site|dist)-packages(?:\/|$)/.test(target);
}

// src/steps/second-run.ts
/**
* One run of the recorded command in a second directory: purged, set up by the same script, run by the same bytes, its
* reports found by the same globs. Replay, baseline and control are made of such runs.
*/
/** Reads back what was run, byte for byte. */
function recordedRun({ state }, stamp, run) {
	const folder = generationFolder(state, stamp.facts.generation);
	const setup = join(folder, SETUP_COMMAND);
	return {
		stamp,
		run,
		command: loadCommand(join(folder, run.folder)),
		setup: existsSync(setup) ? loadCommand(setup) : null,
		tree: {
			parts: readBaseline(baselineOf(state, stamp)),
			head: stamp.facts.head,
			rawFiltered: stamp.facts.rawFiltered,
			nested: stamp.facts.nested
		},
		folder
	};
}
/** Runs the recorded command in the directory. The directory stays; {@link endSecondRun} takes it away. */
async function secondRun(context, recorded, request) {
	const { name, directory } = request;
	const logs = join(recorded.folder, `${recorded.run.folder}-${name}`);
	mkdirSync(logs, {
		recursive: true,
		mode: 448
	});
	const nothing = {
		ending: null,
		setup: null,
		durationMs: 0,
		tests: [],
		unreadReports: [],
		uncountedRed: 0,
		interpreter: null,
		unfilled: [...directory.unfilled, ...request.unfilled ?? []],
		shared: [],
		startErrors: [],
		logs,
		kept: null
	};
	if (nothing.unfilled.length > 0) return nothing;
	stopIfAsked(context);
	context.progress(`running the command again: ${name}`);
	const second = contextOf(context, directory);
	const localGitVars = recorded.stamp.localGitVariables;
	await purgeSecond(second);
	const setup = await setUp(second, recorded, directory, logs);
	if (setup !== null && !(setup.kind === "exited" && setup.code === 0)) return {
		...nothing,
		setup
	};
	stopIfAsked(context);
	const { cwd: recordedCwd } = recorded.run.facts.outcome;
	const cwd = existsSync(join(directory.top, recordedCwd)) ? resolveWorkdir(directory.top, recordedCwd) : null;
	if (cwd === null) return {
		...nothing,
		setup,
		ending: {
			kind: "never-started",
			reason: `the folder ${recordedCwd} is not there`
		}
	};
	const env = environmentOf(context, directory, cwd.absolute);
	const identity = await identityOf(second, recorded, request.sameTree);
	const binding = {
		...identity,
		envDir: directory.envDir,
		localGitVars,
		...recorded.run.cell === null ? {} : { cell: recorded.run.cell }
	};
	const environment = commandEnvironment(env, binding);
	const places = evidencePlaces(second);
	const opening = await takeOpeningInventory(places, repointedNames(context, directory, recorded.stamp.inventory));
	const limit = request.timeoutMs ?? timeLimit(context, recorded);
	const question = {
		command: recorded.command,
		cwd: cwd.absolute,
		env: environment.env,
		imports: second.settings.imports
	};
	const observed = await observeOrigins(second, question);
	const outcome = await runCaptured(recorded.command, {
		cwd,
		environment,
		logDir: logs,
		signal: context.signal,
		timeoutMs: Math.min(limit, LONGEST_MS)
	});
	endSurvivors(outcome.survivors);
	stopIfAsked(context);
	const closing = await takeInventoryAgain(places, opening);
	const evidence = await collectEvidence({
		places,
		opening,
		closing,
		readReport
	});
	const { origins } = await observeMadeEnvironments(observed, question);
	return {
		...nothing,
		setup,
		ending: outcome.ending,
		durationMs: outcome.durationMs,
		...testsOf(evidence.files, secondRoots(env, directory), [identity.generation, identity.treeId]),
		interpreter: interpreterOf(origins),
		shared: sharedInstalls(origins, context.repository.top),
		startErrors: startErrorsIn(`${headAndTail(join(logs, outcome.logs.stdout.path))}\n${headAndTail(join(logs, outcome.logs.stderr.path))}`)
	};
}
/** A timer of Node's counts milliseconds in 32 bits. */
const LONGEST_MS = 2 ** 31 - 1;
/** Without a limit of its own a run gets ten times what the recorded one took, and no less than ten minutes. */
const SHORTEST_LIMIT_MS = 6e5;
/** In milliseconds. The base may hang for ever: that can be the very fault that the change mends. */
function timeLimit({ settings }, { run }) {
	return settings.timeoutSeconds === null ? Math.max(SHORTEST_LIMIT_MS, 10 * run.facts.outcome.durationMs) : Math.ceil(settings.timeoutSeconds * 1e3);
}
/** Removes the directory of a second run, or keeps it and says where it is. */
function endSecondRun(run, directory, keep) {
	if (keep) return {
		...run,
		kept: directory.top
	};
	return removeSecondDirectory(directory) === null ? run : {
		...run,
		kept: directory.holder
	};
}
/** The tests of the recorded run itself, as the workspace holds its reports now. */
async function warmTests(context, { stamp, run }) {
	const { files } = await collectEvidence({
		places: evidencePlaces(context),
		opening: stamp.inventory,
		closing: run.closing,
		readReport
	});
	return testsOf(files, warmRoots(context), [stamp.facts.generation, stamp.facts.treeId]);
}
/** Absolute folders that identities and failures of the workspace's own run leave out. */
function warmRoots({ env, repository, settings }) {
	return [.../* @__PURE__ */ new Set([...workspaceNames(env, repository.top), ...isAbsolute(settings.workspace) ? [settings.workspace] : []])];
}
function secondRoots(env, { top }) {
	return workspaceNames(env, top);
}
function interpreterOf(origins) {
	const found = origins?.interpreter;
	return found?.state === "found" ? {
		executable: found.executable,
		implementation: found.implementation,
		version: found.version
	} : null;
}
/** Installs of an interpreter by which a second directory would run the workspace's code, in words. */
function sharedInstalls({ entries, names }, workspace) {
	const inside = (path) => path !== null && (path === workspace || path.startsWith(`${workspace}/`));
	const installs = entries.filter((entry) => leadsInto(entry, workspace)).map(({ distribution, file, target }) => `${distribution ?? "an entry"} leads to ${target ?? ""} by ${file}`);
	const imports = names.filter(({ state, origin, locations }) => state === "found" && [origin, ...locations].some((path) => inside(path) && !/\/(?:site|dist)-packages\//.test(path ?? ""))).map(({ name, origin, locations }) => `${name} is imported from ${origin ?? locations[0] ?? ""}`);
	return [.../* @__PURE__ */ new Set([...installs, ...imports])];
}
function contextOf(context, directory) {
	const { settings } = context;
	const { top, git } = directory;
	return {
		...context,
		env: environmentOf(context, directory, top),
		repository: {
			...context.repository,
			top,
			gitDir: git.gitDir,
			commonDir: git.gitDir
		},
		otherWorktrees: [],
		settings: {
			...settings,
			python: settings.python !== null && isAbsolute(settings.python) ? settings.python : null
		}
	};
}
/** Files by which a step of a workflow speaks to the runner. */
const RUNNER_FILES = [
	"GITHUB_ENV",
	"GITHUB_OUTPUT",
	"GITHUB_PATH",
	"GITHUB_STATE",
	"GITHUB_STEP_SUMMARY"
];
/** The caller's environment, led into the directory. What is told to the runner there must not reach it a second time. */
function environmentOf({ env, repository }, { top, holder }, cwd) {
	const repointed = repointedEnvironment(env, {
		workspace: repository.top,
		second: top,
		cwd
	});
	for (const name of RUNNER_FILES) {
		if (env[name] === void 0) continue;
		const file = join(holder, name);
		writeFileSync(file, "", { flag: "a" });
		repointed[name] = file;
	}
	return repointed;
}
async function purgeSecond({ repository }) {
	const { failed } = await purge(repository.top, {
		isTracked: trackedAmong,
		skip: []
	});
	const [first] = failed;
	if (first !== void 0) throw new GateError("GG-PURGE-INCOMPLETE", `Bytecode in the second directory cannot be removed: ${first.path} (${first.errno})`, "Look at what the setup script leaves there.");
}
async function setUp(second, { setup, stamp }, directory, logs) {
	if (setup === null) return null;
	const outcome = await runCaptured(setup, {
		cwd: {
			absolute: directory.top,
			relative: "."
		},
		environment: setupEnvironment(second.env, {
			envDir: directory.envDir,
			localGitVars: stamp.localGitVariables
		}),
		logDir: join(logs, "setup"),
		signal: second.signal
	});
	await purgeSecond(second);
	return outcome.ending;
}
/** What the command is told of the tree it runs on: the stamp where it is the stamped one, else what it really is. */
async function identityOf({ repository }, { stamp }, sameTree) {
	if (sameTree) return {
		generation: stamp.facts.generation,
		treeId: stamp.facts.treeId
	};
	const { treeId } = await measure(repository, {
		exclude: () => false,
		include: []
	});
	return {
		generation: newGeneration(),
		treeId
	};
}
/** Names of evidence inside the workspace, given as absolute paths, are names inside the second directory. */
function repointedNames({ repository }, { top }, { globs, logs }) {
	const repoint = (name) => name.startsWith(`${repository.top}/`) ? top + name.slice(repository.top.length) : name;
	return {
		globs: globs.map(repoint),
		logs: logs.map(repoint)
	};
}
/**
* Ends what outlived the command here: its directory is about to go. Only processes of its own session and group are
* known to be its own; one of the recorded run may carry the same marks.
*/
function endSurvivors(survivors) {
	for (const { pid, reason } of survivors) {
		if (reason !== "session" && reason !== "group") continue;
		try {
			process.kill(pid, "SIGKILL");
		} catch {}
	}
}
const LOG_PART_BYTES = 1 << 20;
/** The first and last part of a log: what a runner says of its start and of its end. */
function headAndTail(file) {
	if (!existsSync(file)) return "";
	const bytes = readFileSync(file);
	return bytes.length <= 2 * LOG_PART_BYTES ? bytes.toString("utf8") : `${bytes.toString("utf8", 0, LOG_PART_BYTES)}\n${bytes.toString("utf8", bytes.length - LOG_PART_BYTES)}`;
}

// src/compare/replay.ts
/** Compares the run in the workspace with its replay in a clean directory (RP2). */
/** Tests that ended otherwise, or ran in one of both runs alone. A pass after a retry agrees with a plain pass. */
function replayDifferences(warm, clean) {
	const cleanByKey = new Map(clean.map((test) => [test.key, test]));
	const warmKeys = new Set(warm.map(({ key }) => key));
	return [...warm.flatMap((test) => {
		const other = cleanByKey.get(test.key);
		return other !== void 0 && settled(other) === settled(test) ? [] : [difference(test, test, other ?? null)];
	}), ...clean.filter(({ key }) => !warmKeys.has(key)).map((test) => difference(test, null, test))];
}
function difference(test, warm, clean) {
	const failure = clean?.failure ?? warm?.failure ?? null;
	return {
		test: testLabel(test),
		warm: warm?.outcome ?? null,
		clean: clean?.outcome ?? null,
		says: failure === null ? "" : failure.message || failure.type
	};
}
function settled({ outcome }) {
	return outcome === "flaky" ? "passed" : outcome;
}

// src/steps/replay.ts
/** The replay: the recorded command once more, in a clean directory made from the stamped tree (RP1, RP2). */
/** The `replay` verb: accepted only where the recorded run and its replay agree. */
async function replayStep(context) {
	const { repository, state, settings } = context;
	const { known, stamped, run } = recall(state);
	const stamp = readStampFile(repository.top);
	if (stamped !== null && run !== null && stamp.state === "found" && stamp.stamp.generation === stamped.facts.generation) {
		const recorded = recordedRun(context, stamped, run);
		await refuseSharedEnvironment(context, recorded.command, recorded.setup !== null);
		await makeReplay(context, recorded);
	}
	const facts = {
		step: "check",
		stamp,
		known,
		stamped: stamped?.facts ?? null,
		run: run?.facts ?? null,
		check: null,
		...recallComparisons(state, run),
		asked: {
			...askedOf(settings),
			replay: true
		}
	};
	const decision = decide(REPLAY_RULES, facts);
	const accepted = decision.verdict === "accepted";
	const outcome = {
		exit: accepted ? 0 : 1,
		envelope: envelope("replay", decision.verdict, {
			generation: facts.stamped?.generation ?? null,
			tree_id: facts.stamped?.treeId ?? null,
			head: repository.head,
			findings: decision.findings,
			...facts.replay === null || facts.replay === void 0 ? {} : { replay: replayPart(facts.replay) }
		})
	};
	if (!accepted && stamped !== null) rememberVerdict(state, stamped.facts.generation, {
		accepted: null,
		envelope: outcome.envelope
	});
	return outcome;
}
/** Runs the replay and records it. */
async function makeReplay(context, recorded) {
	const { repository, state, settings, env } = context;
	context.progress("making a clean directory from the stamped tree");
	const directory = await stampedDirectory(repository, recorded.tree, env["RUNNER_TEMP"] ?? null);
	let second;
	let keep = true;
	try {
		second = await secondRun(context, recorded, {
			name: "replay",
			directory,
			sameTree: true
		});
		const warm = await warmTests(context, recorded);
		const differences = second.ending === null ? [] : replayDifferences(warm.tests, second.tests);
		const { ending: warmEnding } = recorded.run.facts.outcome;
		const agrees = second.ending !== null && sameEnding(warmEnding, second.ending) && differences.length === 0;
		const onlyWarm = agrees ? [] : await onlyInWorkspace(context, recorded, directory.top, second, differences.map(({ says }) => says));
		keep = settings.keep || second.ending !== null && !agrees;
		const facts = {
			format: "generation-gate/replay/1",
			run: recorded.run.folder,
			warmEnding,
			warmTests: warm.tests.length,
			warmInterpreter: interpreterOf(recorded.run.facts.origins),
			second: endSecondRun(second, directory, keep),
			differences,
			onlyWarm
		};
		rememberComparison(state, recorded.stamp.facts.generation, facts);
		return facts;
	} catch (error) {
		if (!settings.keep) endSecondRun(second ?? NOT_RUN, directory, false);
		throw error;
	}
}
const NOT_RUN = {
	ending: null,
	setup: null,
	durationMs: 0,
	tests: [],
	unreadReports: [],
	uncountedRed: 0,
	interpreter: null,
	unfilled: [],
	shared: [],
	startErrors: [],
	logs: "",
	kept: null
};
const ONLY_WARM_LIMIT = 50;
/**
* Ignored files and folders that only the workspace has, those first that the failing run speaks of or that the tested
* processes loaded: what the clean directory lacks is the likely cause.
*/
async function onlyInWorkspace(context, { stamp, run }, second, made, says) {
	const { top } = context.repository;
	const listed = await git([
		"ls-files",
		"-o",
		"-i",
		"--exclude-per-directory=.gitignore",
		"--directory",
		"-z"
	], { cwd: top });
	const isOwn = ownPathTest(context);
	const evidence = new Set((await matchEvidence(evidencePlaces(context), stamp.inventory, new Set(stamp.inventory.contentMarks))).map(({ path }) => path));
	const holdsEvidence = (path) => evidence.has(path) || path.endsWith("/") && [...evidence].some((one) => one.startsWith(path));
	const missing = decodePath(listed.stdout).split("\0").filter((path) => path !== "" && !isOwn(path) && !holdsEvidence(path) && !/(^|\/)(__pycache__\/|[^/]*\.pyc)$/.test(path)).filter((path) => !existsSync(nativePath(second, path.replace(/\/$/, ""))));
	const words = [
		...says,
		tailOf(join(made.logs, "stdout.log")),
		tailOf(join(made.logs, "stderr.log"))
	].join("\n");
	const { witness } = run.facts;
	const loaded = witness.state === "present" ? witness.loads.filter(({ place }) => place === "unstamped").map(({ path }) => path) : [];
	const named = (path) => {
		const name = path.replace(/\/$/, "").split("/").at(-1) ?? "";
		return loaded.some((one) => one === path || path.endsWith("/") && one.startsWith(path)) || name.length > 2 && new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(words);
	};
	return missing.map((path) => ({
		path,
		named: named(path)
	})).toSorted((left, right) => Number(right.named) - Number(left.named)).slice(0, ONLY_WARM_LIMIT);
}
function tailOf(file) {
	return existsSync(file) ? readFileSync(file).subarray(-262144).toString("utf8") : "";
}
/** What the printed document says of a replay. */
function replayPart({ run, warmEnding, warmTests: tests, second, differences, onlyWarm }) {
	return {
		run,
		ending: warmEnding,
		tests,
		clean: {
			ending: second.ending,
			tests: second.tests.length,
			duration_ms: second.durationMs,
			logs: second.logs,
			kept: second.kept
		},
		differences,
		only_in_workspace: onlyWarm
	};
}

export { stampedDirectory as _, endSecondRun as a, secondRoots as c, warmTests as d, refuseSharedEnvironment as f, removeSecondDirectory as g, overlayStamped as h, replayDifferences as i, secondRun as l, overlayCommit as m, replayPart as n, interpreterOf as o, commitDirectory as p, replayStep as r, recordedRun as s, makeReplay as t, warmRoots as u, isStartError as v };