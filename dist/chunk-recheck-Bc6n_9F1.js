import { existsSync, lstatSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { C as unchangedBehindFilter, S as convertedBlobs, b as conversionScope, c as measuredTable, d as refuseUnreadable, f as sortByPath, h as brokenRepository, i as listOthers, l as mergeByPath, m as workTreeMode, n as treeIdOf, o as listWorkTree, p as stampedTable, t as rowsFromLeaves, u as refuseUnmeasurable, x as conversionSettingsDigest, y as attributesOf } from "./chunk-trees-D-zNlNbn.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { n as STAT, r as blobBytes, t as KIND } from "./chunk-hash-files-iMMx7vmV.js";
import { t as hashMany } from "./chunk-hash-pool-DJxogQHx.js";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { f as repositoryIn, o as gitDirectoryOf, s as headOf } from "./chunk-environment-folder-B6idSfp2.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { n as readStatTable, r as writeStatIndex } from "./chunk-stat-index-BJNiL9Rk.js";

// src/workspace/suspects.ts
/** The paths whose stat data are not those of an index of the gate's own. */
/**
* Asks git, which looks at every path of the index faster than Node can. Rows in doubt are among the answers. Null where
* git said anything besides: then every path is suspect.
*/
async function suspectsOf(git, index) {
	const result = await git.tryRun([
		"diff-files",
		"--raw",
		"-z",
		"--no-renames",
		"--no-ext-diff",
		"--ignore-submodules=none"
	], void 0, { GIT_INDEX_FILE: index });
	if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git diff-files exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
	if (result.stderr.split("\n").some((line) => line !== "" && !/^ignoring \S+ extension$/.test(line))) return null;
	const found = /* @__PURE__ */ new Set();
	const fields = decodePath(result.stdout).split("\0");
	for (let at = 0; at + 1 < fields.length; at += 2) found.add(fields[at + 1] ?? "");
	return found;
}

// src/workspace/stored-tree.ts
/** What git would store for the work tree of one repository, and the id of that tree (ST2). */
/** Every path of a listing that may hold bytes, sorted: tracked files, untracked files, and what is included by name. */
function presentFiles(top, listing, { exclude, include }) {
	const files = [];
	for (const tracked of listing.tracked) if (tracked.mode !== "160000") files.push({
		path: tracked.path,
		tracked
	});
	else if (!isFolder(top, tracked.path)) files.push({
		path: tracked.path,
		tracked: null
	});
	const listed = mergeByPath(files, listing.untracked.filter((path) => !exclude(path)).map(untrackedFile));
	if (include.length === 0) return listed;
	const known = new Set(listed.map(({ path }) => path));
	const more = [...new Set(include)].filter((path) => !known.has(path) && entryAt(top, path)?.isDirectory() === false);
	return mergeByPath(listed, more.toSorted(comparePaths).map(untrackedFile));
}
function untrackedFile(path) {
	return {
		path,
		tracked: null
	};
}
/** The tree that `git add -A` and `git write-tree` would give, external filters aside. Nothing is written. */
async function storedTree(hashed) {
	const { repository, git, listing, files, columns } = hashed;
	const { scope, settingsDigest } = await conversionScope(repository, files.map(({ path }) => path), (path) => blobFromIndex(git, listing, path));
	const { blobs, rawFiltered } = await storedBlobs(repository, git, files, columns, scope);
	return {
		treeId: treeIdOf(storedRows(hashed, blobs), repository.objectFormat),
		rawFiltered,
		settingsDigest,
		withoutFilters: scope !== "attributes"
	};
}
/** What git would store for files whose bytes on disk are not the stored ones. */
async function storedBlobs(repository, git, files, columns, scope) {
	const blobs = /* @__PURE__ */ new Map();
	if (scope === "none") return {
		blobs,
		rawFiltered: []
	};
	const candidates = [];
	for (let row = 0; row < files.length; row += 1) if ((columns.kinds[row] === KIND.file || columns.kinds[row] === KIND.executable) && rawBlob(repository, columns, row) !== files[row]?.tracked?.oid) candidates.push(row);
	const absent = absentAttributeFiles(files, columns);
	const attributes = scope === "attributes" ? await attributesOf(git, candidates.map((row) => files[row]?.path ?? ""), absent) : null;
	const converted = [];
	const filtered = [];
	const rawFiltered = [];
	for (const row of candidates) {
		const file = files[row];
		if (file === void 0) continue;
		const asked = attributes?.get(file.path);
		const { tracked } = file;
		if (asked?.filter === true) {
			if (tracked === null || tracked.unmerged) rawFiltered.push(file.path);
			else filtered.push({
				row,
				path: file.path,
				oid: tracked.oid
			});
		} else if (asked?.builtIn === true || columns.carriageReturns[row] === 1) converted.push({
			row,
			seed: {
				path: file.path,
				indexed: tracked === null || tracked.unmerged ? null : tracked
			}
		});
	}
	const unchanged = await unchangedBehindFilter(git, repository.top, join(repository.gitDir, "index"), filtered);
	for (const { row, path, oid } of filtered) if (unchanged.has(path)) blobs.set(row, oid);
	else rawFiltered.push(path);
	const given = await convertedBlobs(git, converted.map(({ seed }) => seed), absent);
	for (const { row, seed } of converted) {
		const blob = given.get(seed.path);
		if (blob !== void 0) blobs.set(row, blob);
	}
	return {
		blobs,
		rawFiltered: rawFiltered.sort(comparePaths)
	};
}
/** Attribute files that a sparse checkout leaves out: git reads them from the index. */
function absentAttributeFiles(files, columns) {
	return files.flatMap(({ path, tracked }, row) => {
		return columns.kinds[row] === KIND.missing && tracked?.skipWorktree === true && /(^|\/)\.gitattributes$/.test(path) ? [{
			path,
			indexed: tracked
		}] : [];
	});
}
/** What git would store for the whole work tree: files, gitlinks, and what a sparse checkout leaves out. */
function storedRows({ repository, files, columns, gitlinks, omit }, blobs) {
	const idBytes = blobBytes(repository.objectFormat);
	const modes = files.map(({ path, tracked }, row) => tracked === null && omit?.(path) === true ? null : storedMode(repository, columns.kinds[row], tracked));
	const ids = blobs.size === 0 ? columns.blobs : Buffer.from(columns.blobs);
	for (const [row, blob] of blobs) ids.write(blob, row * idBytes, "hex");
	const paths = files.map(({ path }) => path);
	if (gitlinks.length === 0 && !modes.includes(null)) return {
		paths,
		mode: (row) => modes[row] ?? "",
		ids
	};
	const leaves = files.flatMap(({ path, tracked }, row) => {
		const mode = modes[row] ?? null;
		if (mode !== null) return [{
			path,
			mode,
			oid: ids.subarray(row * idBytes, (row + 1) * idBytes)
		}];
		return repository.settings.sparseCheckout && tracked?.skipWorktree === true && columns.kinds[row] === KIND.missing ? [{
			path,
			mode: tracked.mode,
			oid: Buffer.from(tracked.oid, "hex")
		}] : [];
	});
	return rowsFromLeaves(mergeByPath(leaves, sortByPath(gitlinks)), repository.objectFormat);
}
/** The mode git would store; null where nothing that git stores lies at the path. */
function storedMode({ settings }, kind, tracked) {
	if (kind === KIND.symlink) return "120000";
	if (kind !== KIND.file && kind !== KIND.executable) return null;
	if (!settings.symlinks && tracked?.mode === "120000") return "120000";
	if (!settings.fileMode) return tracked?.mode === "100755" ? "100755" : "100644";
	return kind === KIND.executable ? "100755" : "100644";
}
async function blobFromIndex(git, listing, path) {
	const entry = listing.tracked.find((tracked) => tracked.path === path);
	if (entry === void 0 || !entry.skipWorktree) return null;
	const result = await git.tryRun([
		"cat-file",
		"blob",
		entry.oid
	]);
	return result.code === 0 ? result.stdout : null;
}
function rawBlob(repository, columns, row) {
	const width = blobBytes(repository.objectFormat);
	return columns.blobs.toString("hex", row * width, (row + 1) * width);
}

// src/workspace/nested.ts
/**
* Repositories inside the workspace: submodules, nested repositories, linked worktrees (ST2, ST4). The tree id of the
* repository around one knows it as a commit id at most; its files belong to the content id, and the tree that they
* make tells whether they are what that commit holds. A linked worktree is another checkout and is never entered.
*/
/** Each starts four processes of git. */
const AT_ONCE = 4;
const AT_THE_TOP = {
	prefix: "",
	outer: []
};
/** Measures the submodules and repositories that a listing of `repository` names, and those inside them. */
async function measureNested(repository, { tracked, repositories }, place) {
	return inOrder([...tracked.filter(({ mode }) => mode === "160000").map((link) => () => gitlinked(repository, link, place)), ...repositories.map((path) => () => untrackedRepository(repository, path, place))]);
}
/** Adds repositories that lie where the index has a file: git lists such a place as tracked and says no more. */
async function addRepositoriesForFiles(repository, paths, columns, place, found) {
	add(found, await inOrder(paths.filter((_, row) => columns.kinds[row] === KIND.folder).filter((path) => gitDirectoryOf(join(repository.top, path)) !== null).map((path) => () => untrackedRepository(repository, path, place))));
}
/** A few are at work side by side; the first that fails in the order of the paths is the one that is told of. */
async function inOrder(work) {
	const found = nothing();
	for (let at = 0; at < work.length; at += AT_ONCE) for (const one of await Promise.allSettled(work.slice(at, at + AT_ONCE).map((start) => start()))) {
		if (one.status === "rejected") throw one.reason;
		add(found, one.value);
	}
	return found;
}
function nothing() {
	return {
		leaves: [],
		parts: [],
		nested: [],
		otherWorktrees: [],
		rawFiltered: []
	};
}
function add(found, { leaves, parts, nested, otherWorktrees, rawFiltered }) {
	found.leaves.push(...leaves);
	found.parts.push(...parts);
	found.nested.push(...nested);
	found.otherWorktrees.push(...otherWorktrees);
	found.rawFiltered.push(...rawFiltered);
}
/** What the index calls a submodule. */
async function gitlinked(repository, { path, oid, skipWorktree }, place) {
	if (!isFolder(repository.top, path)) return repository.settings.sparseCheckout && skipWorktree && entryAt(repository.top, path) === null ? {
		...nothing(),
		leaves: [gitlink(path, oid)]
	} : nothing();
	const directory = repositoryAt(repository, path, place);
	if (directory === null) return {
		...await plainFolder(repository, path, oid, place),
		leaves: [gitlink(path, oid)]
	};
	if (around(repository, place).includes(directory.commonDir)) return {
		...nothing(),
		leaves: [gitlink(path, oid)],
		otherWorktrees: [place.prefix + path]
	};
	const inner = await repositoryIn(join(repository.top, path), directory);
	return {
		...await entered(repository, path, {
			kind: "submodule",
			inner,
			recorded: oid
		}, place),
		leaves: [gitlink(path, inner.head ?? oid)]
	};
}
async function untrackedRepository(repository, path, place) {
	const directory = repositoryAt(repository, path, place);
	if (directory === null) throw brokenRepository(place.prefix + path);
	if (isOtherCheckout(directory, around(repository, place))) return {
		...nothing(),
		otherWorktrees: [place.prefix + path]
	};
	const inner = await repositoryIn(join(repository.top, path), directory);
	const leaves = inner.head?.length === blobBytes(repository.objectFormat) * 2 ? [gitlink(path, inner.head)] : [];
	return {
		...await entered(repository, path, {
			kind: "repository",
			inner,
			recorded: null
		}, place),
		leaves
	};
}
/** The paths of one repository inside another, and those of the repositories inside it. Its leaves are the caller's. */
async function entered(outer, path, { kind, inner, recorded }, place) {
	const { prefix } = place;
	const own = {
		prefix: `${prefix}${path}/`,
		outer: around(outer, place)
	};
	const privately = openPrivateGit({
		workTree: inner.top,
		objectFormat: inner.objectFormat,
		settings: inner.settings,
		objects: inner,
		index: join(inner.gitDir, "index")
	});
	try {
		const git = await withFullIndex(privately, inner.gitDir);
		const listing = await listWorkTree(git);
		const files = presentFiles(inner.top, listing, {
			exclude: () => false,
			include: []
		});
		const paths = files.map((file) => file.path);
		const columns = await hashMany({
			root: inner.top,
			paths,
			algorithm: inner.objectFormat
		});
		refuseUnmeasurable(paths, columns, own.prefix);
		const further = await measureNested(inner, listing, own);
		await addRepositoriesForFiles(inner, paths, columns, own, further);
		const stored = await treeOrNull({
			repository: inner,
			git,
			listing,
			files,
			columns,
			gitlinks: further.leaves,
			omit: (name) => name === STAMP_FILE
		});
		const found = nothing();
		found.nested.push({
			path: prefix + path,
			kind,
			head: inner.head,
			recorded,
			committed: inner.headTree,
			tree: stored?.treeId ?? null
		});
		found.parts.push(measuredTable(own.prefix, stampedTable(paths, columns)));
		found.rawFiltered.push(...(stored?.rawFiltered ?? []).map((name) => own.prefix + name));
		add(found, {
			...further,
			leaves: []
		});
		return found;
	} finally {
		privately.remove();
	}
}
/** Null where git cannot convert a file as its attributes ask: then nobody knows what it would commit. */
async function treeOrNull(hashed) {
	try {
		return await storedTree(hashed);
	} catch (error) {
		if (error instanceof GateError) return null;
		throw error;
	}
}
/** Files in the folder of a submodule that was never checked out: git shows them to nobody, the content id does. */
async function plainFolder(repository, path, recorded, { prefix }) {
	const root = join(repository.top, path);
	const paths = filesBelow(root, "").toSorted(comparePaths);
	if (paths.length === 0) return nothing();
	const columns = await hashMany({
		root,
		paths,
		algorithm: repository.objectFormat
	});
	refuseUnmeasurable(paths, columns, `${prefix}${path}/`);
	const table = stampedTable(paths, columns);
	const found = nothing();
	const tree = treeIdOf({
		paths: table.paths,
		mode: (row) => (table.modes[row] ?? 0).toString(8),
		ids: table.blobs
	}, repository.objectFormat);
	found.nested.push({
		path: prefix + path,
		kind: "plain",
		head: null,
		recorded,
		committed: null,
		tree
	});
	found.parts.push(measuredTable(`${prefix}${path}/`, table));
	return found;
}
/** Every file and link below a folder, without following links. */
function filesBelow(root, prefix) {
	const found = [];
	for (const entry of readdirSync(nativePath(root, prefix), {
		withFileTypes: true,
		encoding: "buffer"
	})) {
		const name = decodePath(entry.name);
		const path = prefix === "" ? name : `${prefix}/${name}`;
		if (entry.isDirectory()) found.push(...filesBelow(root, path));
		else found.push(path);
	}
	return found;
}
/** The repository whose work tree is the folder at `path`; null for a plain folder. Throws where its `.git` is broken. */
function repositoryAt(repository, path, { prefix }) {
	const directory = gitDirectoryOf(join(repository.top, path));
	if (directory === null && entryAt(repository.top, `${path}/.git`) !== null) throw brokenRepository(prefix + path);
	return directory;
}
/** Shared git directories of a repository and of those around it. */
function around({ commonDir }, { outer }) {
	return [...outer, commonDir];
}
/** A linked worktree of whatever repository, or the main work tree of one that we are a linked worktree of. */
function isOtherCheckout(directory, outer) {
	return directory.gitDir !== directory.commonDir || outer.includes(directory.commonDir);
}
function gitlink(path, commit) {
	return {
		path,
		mode: "160000",
		oid: Buffer.from(commit, "hex")
	};
}

// src/workspace/recheck.ts
/**
* Compares the work tree with the stamped paths again: at the run's start, at its end and at the check (ST6).
* git looks at the stat data of all paths; only what differs there, or could not be trusted, is read again.
*/
/** Writes the parts of a measurement for later comparison. `clockMs` is the file system's clock when it began. */
function saveBaseline(folder, parts, clockMs, objectFormat) {
	parts.forEach(({ table }, number) => {
		writeStatIndex(indexFile(folder, number), table, trustBefore(table.stats, clockMs), objectFormat);
	});
}
/** The same for a measurement, whose index is taken over where it is that of an earlier one. */
function keepBaseline(folder, { parts, sameIndex }, clockMs, objectFormat) {
	if (sameIndex === null) saveBaseline(folder, parts, clockMs, objectFormat);
	else renameSync(sameIndex, indexFile(folder, 0));
}
/** The index of the workspace's own paths in a folder that {@link saveBaseline} filled. */
function ownIndex(folder) {
	return indexFile(folder, 0);
}
/** Tables by their file as it was when they were read: one run asks for them several times, and half a million paths take a while. */
const tables = /* @__PURE__ */ new Map();
/** The stamped paths of each part, as they were stored. They are shared: nobody changes them. */
function readBaseline({ folder, prefixes }) {
	return prefixes.map((prefix, number) => {
		const file = indexFile(folder, number);
		const identity = identityOf(file);
		let known = tables.get(file);
		if (known?.identity !== identity) tables.set(file, known = {
			identity,
			read: readStatTable(file)
		});
		return measuredTable(prefix, known.read.table, known.read.trusted);
	});
}
/** A file that is written anew is put in the place of the old one, and so is another file. */
function identityOf(file) {
	const stats = lstatSync(file, {
		bigint: true,
		throwIfNoEntry: false
	});
	return stats === void 0 ? "" : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
/** Measures the work tree against the baseline. `nowMs` is the file system's clock now; a clock that ran back makes every byte be read again. */
async function recheck(repository, baseline, nowMs) {
	const drifts = await Promise.all([...baseline.prefixes.map((prefix, number) => recheckPart(repository, baseline, prefix, number, nowMs)), recheckHeads(repository, baseline)]);
	return {
		changed: drifts.flatMap(({ changed }) => changed ?? []),
		vanished: drifts.flatMap(({ vanished }) => vanished ?? []),
		touched: drifts.flatMap(({ touched }) => touched ?? []),
		added: drifts.flatMap(({ added }) => added ?? []),
		headsMoved: drifts.flatMap(({ headsMoved }) => headsMoved ?? []),
		settingsChanged: conversionSettingsDigest(repository) !== baseline.settingsDigest
	};
}
/**
* Tells what the part around them lists and another part answers for: repositories by their folder, and their files
* where git does not see a repository (a submodule's folder without one, one of the other object format).
*/
function knownPlaces({ nested, otherWorktrees }, prefix) {
	const folders = [...nested.map(({ path }) => path), ...otherWorktrees].filter((path) => path.startsWith(prefix));
	const known = new Set(folders);
	return (path) => known.has(path) || folders.some((folder) => path.startsWith(folder) && path[folder.length] === "/");
}
async function recheckPart(repository, baseline, prefix, number, nowMs) {
	const root = join(repository.top, prefix);
	const file = indexFile(baseline.folder, number);
	if (!isFolder(root, "")) return { vanished: readStatTable(file).table.paths.map((path) => prefix + path) };
	if (!existsSync(file)) readStatTable(file);
	const known = knownPlaces(baseline, prefix);
	const plain = baseline.nested.some(({ path, kind }) => kind === "plain" && `${path}/` === prefix);
	const git = openPrivateGit({
		workTree: root,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: null,
		index: file
	});
	try {
		const [suspects, others] = await Promise.all([suspectsOf(git, file), plain ? null : listOthers(git)]);
		const clockRanBack = nowMs < baseline.clockMs;
		const compared = suspects?.size === 0 && !clockRanBack ? null : await comparePart(repository, root, file, prefix, clockRanBack ? null : suspects, nowMs);
		const added = others === null ? newInPlainFolder(root, file, prefix) : [...others.untracked, ...others.repositories].map((path) => prefix + path).filter((path) => !known(path));
		return {
			...compared,
			added
		};
	} finally {
		git.remove();
	}
}
/** Reads suspect paths again (all of them where `suspects` is null) and tells changed, vanished and touched ones apart. */
async function comparePart(repository, root, file, prefix, suspects, nowMs) {
	const { table, trusted } = readStatTable(file);
	const rows = [...table.paths.keys()].filter((row) => suspects === null || suspects.has(table.paths[row] ?? ""));
	const paths = rows.map((row) => table.paths[row] ?? "");
	const columns = await hashMany({
		root,
		paths,
		algorithm: "sha256"
	});
	if (suspects === null) refuseUnreadable(paths, columns, prefix);
	const trustedNow = trustBefore(columns.stats, nowMs);
	const changed = [];
	const vanished = [];
	const touched = [];
	const renewed = /* @__PURE__ */ new Set();
	for (const [at, row] of rows.entries()) {
		const path = prefix + (table.paths[row] ?? "");
		const mode = workTreeMode(columns.kinds[at]);
		if (mode === null) {
			vanished.push(path);
			continue;
		}
		const stamped = describe(table.modes[row], table.digests, row);
		const now = describe(mode, columns.digests, at);
		if (stamped !== now) {
			changed.push({
				path,
				stamped,
				now
			});
			continue;
		}
		const stats = columns.stats.subarray(at * 8, (at + 1) * 8);
		if (Math.abs((stats[STAT.ctimeMs] ?? 0) - (table.stats[row * 8 + STAT.ctimeMs] ?? 0)) > .001) touched.push(path);
		if (!trustedNow(at)) continue;
		table.stats.set(stats, row * 8);
		renewed.add(row);
	}
	if (renewed.size > 0 && suspects !== null) writeStatIndex(file, table, (row) => renewed.has(row) || trusted(row), repository.objectFormat);
	return {
		changed,
		vanished,
		touched
	};
}
async function recheckHeads(repository, baseline) {
	return { headsMoved: (await Promise.all(baseline.nested.map(async ({ path, kind, head }) => {
		if (kind === "plain") return [];
		const directory = gitDirectoryOf(join(repository.top, path));
		const now = directory === null ? null : await headOf(directory.gitDir);
		return now === head ? [] : [{
			path,
			stamped: head ?? "no commit",
			now: now ?? (directory === null ? "no repository" : "no commit")
		}];
	}))).flat() };
}
function newInPlainFolder(root, file, prefix) {
	const stamped = new Set(readStatTable(file).table.paths);
	return filesBelow(root, "").filter((path) => !stamped.has(path)).map((path) => prefix + path);
}
/**
* Stat data can be believed where ctime and mtime lie in a second before the one in which the bytes were read: an edit
* later in that second could leave the same ones (git compares whole seconds; racy-git.txt).
*/
function trustBefore(stats, clockMs) {
	const second = Math.floor(clockMs / 1e3) * 1e3;
	return (row) => (stats[row * 8 + STAT.ctimeMs] ?? 0) < second && (stats[row * 8 + STAT.mtimeMs] ?? 0) < second;
}
/** `<mode> <sha256>` of one row. */
function describe(mode, digests, row) {
	return `${(mode ?? 0).toString(8)} ${digests.toString("hex", row * 32, (row + 1) * 32)}`;
}
function indexFile(folder, number) {
	return join(folder, `index-${number}`);
}

export { AT_THE_TOP as a, presentFiles as c, recheck as i, storedTree as l, ownIndex as n, addRepositoriesForFiles as o, readBaseline as r, measureNested as s, keepBaseline as t, suspectsOf as u };