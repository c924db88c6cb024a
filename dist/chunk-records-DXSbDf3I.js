import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { A as parse, S as unknown, f as nullable, g as record, h as optional, i as array, m as object, p as number, t as _default, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { d as inventorySchema, i as stampedFactsSchema, r as runFactsSchema } from "./chunk-facts-DXFRlQH9.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { a as readRecord, n as generationFolder, s as writeRecord } from "./chunk-state-DYH1Qo5G.js";
import { a as nativePath, n as decodePath, r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { i as headOf, l as repositoryIn, r as gitDirectoryOf } from "./chunk-repository-Gtmx7GMA.js";
import { n as STAT, r as blobBytes, t as KIND } from "./chunk-hash-files-SI4Sn2zP.js";
import { n as acceptedVerdictSchema } from "./chunk-verdict-CsUhTFdr.js";
import { n as withFullIndex, r as openPrivateGit } from "./chunk-sparse-index-BlzEwePe.js";
import { b as replayFactsSchema, g as baselineFactsSchema, v as controlFactsSchema } from "./chunk-catalog-DKlqikoh.js";
import { C as unchangedBehindFilter, S as convertedBlobs, b as conversionScope, c as measuredTable, d as sortByPath, f as stampedTable, i as listOthers, l as mergeByPath, m as brokenRepository, n as treeIdOf, o as listWorkTree, p as workTreeMode, t as rowsFromLeaves, u as refuseUnmeasurable, v as unreadableFile, x as conversionSettingsDigest, y as attributesOf } from "./chunk-trees-DS-JILyR.js";
import { t as hashMany } from "./chunk-hash-pool-BJ6yGdDb.js";
import { hash } from "node:crypto";
import { closeSync, existsSync, lstatSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

// src/workspace/stat-index.ts
/**
* A git index of the gate's own: the stamped paths with the stat data seen when they were hashed and the SHA-256 of
* their bytes. Between stamp and check git compares the work tree with it as fast as `git status`, and nobody else
* writes it (gitformat-index(5), version 2, in the repository's object format: in another one git would not know a
* submodule for what it is). An entry's id is its raw blob id; inside other repositories, the beginning of its digest.
* The digests are an extension of our own.
*/
const HEADER_BYTES = 12;
/** Bytes of an entry before its id. */
const STAT_BYTES = 40;
/** Our extension. git skips what it does not know where the first letter is a capital one. */
const DIGESTS = "GGSD";
const EXTENSION_HEADER_BYTES = 8;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Bytes of an entry before its path: stat data, id, flags. */
function fixedBytes(format) {
	return STAT_BYTES + blobBytes(format) + 2;
}
/** An entry is padded with one to eight NUL bytes to a multiple of eight. */
function entryBytes(format, nameBytes) {
	return fixedBytes(format) + nameBytes + 8 & -8;
}
/** Writes a table as an index file. */
function writeStatIndex(file, table, trusted, format) {
	const { paths, modes, digests, blobs, stats } = table;
	const names = paths.map((path) => BEYOND_ASCII.test(path) ? encodePath(path) : path);
	const idBytes = blobBytes(format);
	const hasIds = blobs.length === paths.length * idBytes;
	const extension = names.reduce((end, name) => end + entryBytes(format, name.length), HEADER_BYTES);
	const body = Buffer.alloc(extension + EXTENSION_HEADER_BYTES + paths.length * 32);
	const numbers = new DataView(body.buffer, body.byteOffset, body.length);
	body.write("DIRC", 0, "latin1");
	numbers.setUint32(4, 2);
	numbers.setUint32(8, paths.length);
	let at = HEADER_BYTES;
	for (const [row, name] of names.entries()) {
		const stat = (field) => stats[row * 8 + field] ?? 0;
		const believed = trusted(row);
		writeTime(numbers, at, stat(STAT.ctimeMs));
		if (believed) writeTime(numbers, at + 8, stat(STAT.mtimeMs));
		numbers.setUint32(at + 16, stat(STAT.dev));
		numbers.setUint32(at + 20, stat(STAT.ino));
		numbers.setUint32(at + 24, modes[row] ?? 0);
		numbers.setUint32(at + 28, stat(STAT.uid));
		numbers.setUint32(at + 32, stat(STAT.gid));
		if (believed) numbers.setUint32(at + 36, stat(STAT.size));
		const id = hasIds ? blobs.subarray(row * idBytes, (row + 1) * idBytes) : digests.subarray(row * 32, row * 32 + idBytes);
		body.set(id, at + STAT_BYTES);
		numbers.setUint16(at + STAT_BYTES + idBytes, Math.min(name.length, 4095));
		if (typeof name === "string") body.write(name, at + STAT_BYTES + idBytes + 2, "latin1");
		else body.set(name, at + STAT_BYTES + idBytes + 2);
		at += entryBytes(format, name.length);
	}
	body.write(DIGESTS, extension, "latin1");
	numbers.setUint32(extension + 4, paths.length * 32);
	body.set(digests, extension + EXTENSION_HEADER_BYTES);
	const written = `${file}.new`;
	const descriptor = openSync(written, "w", 384);
	try {
		writeWhole(descriptor, body);
		writeWhole(descriptor, hash(format, body, "buffer"));
	} finally {
		closeSync(descriptor);
	}
	renameSync(written, file);
}
/** The same as columns. Of the stat fields, `mode` is not kept, and the others have 32 bits. */
function readStatTable(file) {
	const bytes = readOrThrow(file);
	const format = formatOf(bytes);
	if (format === null) throw damaged(file, "damaged");
	const body = bytes.subarray(0, bytes.length - blobBytes(format));
	const numbers = new DataView(body.buffer, body.byteOffset, body.length);
	const count = numbers.getUint32(8);
	const idBytes = blobBytes(format);
	const table = {
		paths: [],
		modes: new Uint32Array(count),
		digests: body.subarray(body.length - count * 32),
		blobs: Buffer.alloc(count * idBytes),
		stats: new Float64Array(count * 8)
	};
	let at = HEADER_BYTES;
	for (let row = 0; row < count; row += 1) {
		const start = at + fixedBytes(format);
		const end = body.indexOf(0, start);
		const name = body.toString("latin1", start, end);
		table.paths.push(BEYOND_ASCII.test(name) ? decodePath(body.subarray(start, end)) : name);
		table.modes[row] = numbers.getUint32(at + 24);
		body.copy(table.blobs, row * idBytes, at + STAT_BYTES, at + STAT_BYTES + idBytes);
		const field = row * 8;
		table.stats[field + STAT.ctimeMs] = readTime(numbers, at);
		table.stats[field + STAT.mtimeMs] = readTime(numbers, at + 8);
		table.stats[field + STAT.dev] = numbers.getUint32(at + 16);
		table.stats[field + STAT.ino] = numbers.getUint32(at + 20);
		table.stats[field + STAT.uid] = numbers.getUint32(at + 28);
		table.stats[field + STAT.gid] = numbers.getUint32(at + 32);
		table.stats[field + STAT.size] = numbers.getUint32(at + 36);
		at += entryBytes(format, end - start);
	}
	return {
		table,
		trusted: (row) => table.stats[row * 8 + STAT.mtimeMs] !== 0
	};
}
/** Whether a file is an index written by {@link writeStatIndex}, to its last byte. */
function isWholeIndex(file) {
	return formatOf(readOrThrow(file)) !== null;
}
function readOrThrow(file) {
	try {
		return readFileSync(file);
	} catch (error) {
		throw damaged(file, `unreadable (${error.code ?? String(error)})`);
	}
}
function damaged(file, how) {
	return new GateError("GG-STATE-DAMAGED", `The gate's own index "${file}" is ${how}`, "Stamp again: generation-gate stamp");
}
/** The object format whose checksum fits the end of the file; null where none does. */
function formatOf(bytes) {
	for (const format of ["sha1", "sha256"]) {
		const end = bytes.length - blobBytes(format);
		if (end >= 20 && hash(format, bytes.subarray(0, end), "buffer").equals(bytes.subarray(end))) return format;
	}
	return null;
}
function writeWhole(descriptor, bytes) {
	for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
function writeTime(numbers, at, milliseconds) {
	const seconds = Math.floor(milliseconds / 1e3);
	numbers.setUint32(at, seconds);
	numbers.setUint32(at + 4, Math.min(999999999, Math.round((milliseconds - seconds * 1e3) * 1e6)));
}
function readTime(numbers, at) {
	return numbers.getUint32(at) * 1e3 + numbers.getUint32(at + 4) / 1e6;
}

// src/workspace/suspects.ts
/** The paths whose stat data are not those of an index of the gate's own. */
/** Asks git, which looks at every path of the index faster than Node can. Rows in doubt are among the answers. */
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
	const complaint = result.stderr.split("\n").find((line) => line !== "" && !/^ignoring \S+ extension$/.test(line));
	if (complaint !== void 0) throw unreadableFile(/^(.*): /.exec(complaint)?.[1] ?? complaint);
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
		const compared = suspects.size === 0 && !clockRanBack ? null : await comparePart(repository, root, file, prefix, clockRanBack ? null : suspects, nowMs);
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
	const columns = await hashMany({
		root,
		paths: rows.map((row) => table.paths[row] ?? ""),
		algorithm: "sha256"
	});
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

// src/steps/records.ts
/** The records that the steps leave for each other in the state folder. Read back through their schemas. */
const stampRecordSchema = object({
	format: literal("generation-gate/stamped/1"),
	facts: stampedFactsSchema,
	inventory: inventorySchema,
	/** Prefixes of the measured parts, in the order of the gate's own indexes. */
	prefixes: array(string()),
	settingsDigest: string(),
	/** File system's clock when the measurement began, in milliseconds. */
	clockMs: number(),
	/** What a further measurement may take over; null, or absent in older records, where it may not. */
	again: optional(nullable(object({
		inputs: string(),
		treeId: string(),
		contentId: string(),
		tracked: number(),
		untracked: number(),
		paths: number()
	}))),
	/** What `git version` said; absent in older records. */
	gitVersion: optional(string()),
	/** Names that the command must not inherit. */
	localGitVariables: array(string())
});
const runRecordSchema = object({
	format: literal("generation-gate/run/1"),
	facts: runFactsSchema,
	/** Folder of the run's logs, relative to the generation's folder. */
	folder: string(),
	closing: inventorySchema,
	/** Name of the matrix cell that the run was given. */
	cell: _default(nullable(string()), null),
	/** Folders of its reports, relative to the workspace, that were there before the command started. */
	reportFolders: _default(array(string()), []),
	/** The variables that decide which code is found: name → salted digest of its value. */
	codeVariables: _default(record(string(), string()), {})
});
const verdictRecordSchema = object({
	format: literal("generation-gate/verdict-record/1"),
	/** Null where the last check rejected. */
	accepted: nullable(object({
		digest: string(),
		verdict: acceptedVerdictSchema
	})),
	/** What the check printed. */
	envelope: unknown()
});
const knownSchema = array(string());
/** Generations that this state knows. Throws a GateError where the record is damaged. */
function recallKnown(state) {
	return readRecord(knownFile(state), (value) => parse(knownSchema, value)) ?? [];
}
function recallStamped(state) {
	return readRecord(stampedFile(state), (value) => parse(stampRecordSchema, value));
}
/** What earlier steps left. Throws a GateError where a record is damaged. */
function recall(state) {
	const known = recallKnown(state);
	const stamped = recallStamped(state);
	return {
		known,
		stamped,
		run: stamped === null ? null : readRecord(runFile(state, stamped.facts.generation), (value) => parse(runRecordSchema, value))
	};
}
/** Forgets the current stamping, before a new one begins: one that is cut short leaves none. */
function forgetCurrent(state) {
	rmSync(stampedFile(state), { force: true });
}
/**
* Sets the indexes of the current stamping aside, so that the next one need not read again what they know.
* Null where there are none, or where their record is damaged: then everything is read.
*/
function setEarlierAside(state) {
	const folder = join(state.path, "earlier");
	rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		const stamped = recallStamped(state);
		if (stamped === null) return null;
		renameSync(baselineFolder(state, stamped.facts.generation), folder);
		const { clockMs, again, gitVersion, localGitVariables } = stamped;
		return {
			folder,
			clockMs,
			same: again ?? null,
			gitVersion: gitVersion ?? null,
			localGitVariables
		};
	} catch {
		return null;
	}
}
/** Makes a stamping the current one. Called last: everything it points to is there. */
function remember(state, record) {
	writeRecord(knownFile(state), [...recallKnown(state), record.facts.generation].slice(-100));
	writeRecord(stampedFile(state), record);
}
function rememberRun(state, record) {
	writeRecord(runFile(state, record.facts.generation), record);
}
/** Saves the verdict of the last check; a rejection takes the place of an earlier acceptance. */
function rememberVerdict(state, generation, record) {
	writeRecord(verdictFile(state, generation), {
		format: "generation-gate/verdict-record/1",
		...record
	});
}
/** What the last check of a generation left; null where there was none since its last run. */
function recallVerdict(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value));
}
/** The accepted verdict of a generation; null where its last check rejected, or where there was none since its last run. */
function recallAccepted(state, generation) {
	return readRecord(verdictFile(state, generation), (value) => parse(verdictRecordSchema, value))?.accepted ?? null;
}
/** Forgets the verdict of a generation: what a new run reports was not judged by it. */
function forgetVerdict(state, generation) {
	rmSync(verdictFile(state, generation), { force: true });
}
/** The second runs of the recorded run. Those of an earlier run say nothing about this one. */
function recallComparisons(state, run) {
	if (run === null) return {
		replay: null,
		baseline: null,
		control: null
	};
	const { generation } = run.facts;
	const own = (record) => record?.run === run.folder ? record : null;
	return {
		replay: own(readRecord(comparisonFile(state, generation, "replay"), (value) => parse(replayFactsSchema, value))),
		baseline: own(readRecord(comparisonFile(state, generation, "baseline"), (value) => parse(baselineFactsSchema, value))),
		control: own(readRecord(comparisonFile(state, generation, "control"), (value) => parse(controlFactsSchema, value)))
	};
}
function rememberComparison(state, generation, facts) {
	const name = facts.format.slice(16, facts.format.lastIndexOf("/"));
	writeRecord(comparisonFile(state, generation, name), facts);
}
function comparisonFile(state, generation, name) {
	return join(generationFolder(state, generation), `${name}.json`);
}
/** What the re-check compares with. */
function baselineOf(state, { facts, prefixes, settingsDigest, clockMs }) {
	return {
		folder: baselineFolder(state, facts.generation),
		prefixes,
		nested: facts.nested,
		otherWorktrees: facts.otherWorktrees,
		settingsDigest,
		clockMs
	};
}
function baselineFolder(state, generation) {
	return generationFolder(state, generation);
}
function knownFile(state) {
	return join(state.path, "generations.json");
}
function stampedFile(state) {
	return join(state.path, "stamped.json");
}
function verdictFile(state, generation) {
	return join(generationFolder(state, generation), "verdict.json");
}
function runFile(state, generation) {
	return join(generationFolder(state, generation), "run.json");
}

export { storedTree as C, readStatTable as E, presentFiles as S, isWholeIndex as T, readBaseline as _, recall as a, addRepositoriesForFiles as b, recallKnown as c, rememberComparison as d, rememberRun as f, ownIndex as g, keepBaseline as h, forgetVerdict as i, recallVerdict as l, setEarlierAside as m, baselineOf as n, recallAccepted as o, rememberVerdict as p, forgetCurrent as r, recallComparisons as s, baselineFolder as t, remember as u, recheck as v, suspectsOf as w, measureNested as x, AT_THE_TOP as y };