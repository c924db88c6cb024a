import { n as Refusal, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";
import { a as nativePath, n as decodePath, o as showPath, r as encodePath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { r as environmentFolderTest } from "./chunk-environment-folder-B6idSfp2.js";
import { r as blobBytes, t as KIND } from "./chunk-hash-files-iMMx7vmV.js";
import { createHash, hash } from "node:crypto";
import { createReadStream, existsSync, lstatSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { homedir } from "node:os";

// src/workspace/conversion.ts
/**
* Which paths git would store in other bytes than those on disk, and the ids it would give them. Built-in conversions
* (end of line, ident, encoding) are done by git itself in the private directory; external filters are never run (ST2).
*/
const LINE_END_WORDS = /(^|[\s!-])(text|eol|crlf|binary)\b/;
const PER_PATH_WORDS = /\b(filter|ident|working-tree-encoding)\b|\[attr\]/;
/**
* Reads every attribute file that applies and tells how far conversion must be looked for.
* The digest names these files' bytes and the settings: two measurements with other digests may convert otherwise.
*/
async function conversionScope(repository, listed, gitAttributes) {
	const outside = outsideAttributeFiles(repository);
	const texts = outside.map((file) => readOrNull(file));
	for (const path of listed) {
		if (path !== ".gitattributes" && !path.endsWith("/.gitattributes")) continue;
		const bytes = readOrNull(nativePath(repository.top, path)) ?? await gitAttributes(path);
		if (bytes !== null) texts.push(bytes);
	}
	const lines = texts.flatMap((bytes) => bytes === null ? [] : bytes.toString("latin1").split("\n")).filter((line) => !/^\s*(#|$)/.test(line));
	const { autocrlf } = repository.settings;
	return {
		scope: lines.some((line) => PER_PATH_WORDS.test(line)) ? "attributes" : autocrlf !== "false" || lines.some((line) => LINE_END_WORDS.test(line)) ? "line-ends" : "none",
		settingsDigest: settingsDigest(repository.settings, outside)
	};
}
/** A digest over what decides conversion and lies outside the tree: settings and attribute files of the machine. */
function conversionSettingsDigest(repository) {
	return settingsDigest(repository.settings, outsideAttributeFiles(repository));
}
/**
* Asks git for the attributes of paths; only those with a filter, an ident or an encoding are in the answer.
* `absent` are attribute files that a sparse checkout leaves out: they count as the index has them, a deleted one does not.
*/
async function attributesOf(git, paths, absent) {
	if (paths.length === 0) return /* @__PURE__ */ new Map();
	const input = encodePath(paths.join("\0") + "\0");
	const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, "attributes-")), "index") };
	await seedIndex(git, absent, env);
	const output = await orThrow(git.tryRun([
		"check-attr",
		"-z",
		"--stdin",
		"filter",
		"ident",
		"working-tree-encoding"
	], input, env));
	const found = /* @__PURE__ */ new Map();
	const fields = decodePath(output).split("\0");
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const [path = "", attribute, value = ""] = fields.slice(at, at + 3);
		if (value === "unspecified" || value === "unset") continue;
		const before = found.get(path) ?? {
			filter: false,
			builtIn: false
		};
		if (attribute === "filter") found.set(path, {
			...before,
			filter: value !== "set" && value !== ""
		});
		else found.set(path, {
			...before,
			builtIn: true
		});
	}
	return found;
}
/**
* The blob ids that git gives to files after its built-in conversions.
* An index of its own is seeded without stat data, so that git hashes every file again and still knows the committed
* bytes ("a file committed with CRLF stays so" under `text=auto` depends on them).
*/
async function convertedBlobs(git, entries, absent) {
	if (entries.length === 0) return /* @__PURE__ */ new Map();
	const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, "convert-")), "index") };
	await seedIndex(git, [...entries, ...absent], env);
	await orThrow(git.tryRun([
		"update-index",
		"--add",
		"--info-only",
		"-z",
		"--stdin"
	], encodePath(entries.map(({ path }) => `${path}\0`).join("")), env));
	const listed = await orThrow(git.tryRun([
		"ls-files",
		"-s",
		"-z"
	], void 0, env));
	const blobs = /* @__PURE__ */ new Map();
	for (const record of decodePath(listed).split("\0")) {
		const tab = record.indexOf("	");
		if (tab > 0) blobs.set(record.slice(tab + 1), record.slice(7, record.indexOf(" ", 7)));
	}
	return blobs;
}
async function seedIndex(git, entries, env) {
	const seeds = entries.flatMap(({ path, indexed }) => indexed === null ? [] : [`${indexed.mode} ${indexed.oid} 0\t${path}\0`]);
	if (seeds.length > 0) await orThrow(git.tryRun([
		"update-index",
		"-z",
		"--index-info"
	], encodePath(seeds.join("")), env));
}
async function orThrow(call) {
	const result = await call;
	if (result.code !== 0 || /^(error|fatal): /m.test(result.stderr)) throw new GateError("GG-CONVERSION-FAILED", `git cannot convert a file as its attributes ask: ${result.stderr.slice(0, 1e3)}`, "Mend the file or its line in .gitattributes; `git add --renormalize .` shows the same error.");
	return result.stdout;
}
/**
* Which filtered paths are unchanged though their bytes on disk are not the blob's: the bytes fit the LFS pointer that
* the index holds, or the stat data equal the index entry's and are not racy (git's own rule, racy-git.txt).
*/
async function unchangedBehindFilter(git, root, indexFile, entries) {
	if (entries.length === 0) return /* @__PURE__ */ new Set();
	const pointers = await readPointers(git, entries);
	const unchanged = /* @__PURE__ */ new Set();
	let stats;
	const indexSecond = lstatSync(indexFile, { bigint: true }).mtimeNs / NANOSECONDS;
	for (const { path } of entries) {
		const native = nativePath(root, path);
		const pointer = pointers.get(path);
		if (pointer !== void 0) {
			if (lstatSync(native, { throwIfNoEntry: false })?.size === pointer.size && await sha256Of(native) === pointer.sha256) unchanged.add(path);
			continue;
		}
		stats ??= await indexStats(git);
		const known = stats.get(path);
		if (known !== void 0 && known.mtimeNs / NANOSECONDS < indexSecond && known.ctimeNs / NANOSECONDS < indexSecond && sameStat(known, native)) unchanged.add(path);
	}
	return unchanged;
}
const NANOSECONDS = 1000000000n;
/** Longest LFS pointer, in bytes (git-lfs, docs/spec.md). */
const POINTER_BYTES = 1024;
async function readPointers(git, entries) {
	const ask = (list) => Buffer.from(list.map(({ oid }) => `${oid}\n`).join(""), "latin1");
	const sizes = (await git.run(["cat-file", "--batch-check=%(objecttype) %(objectsize)"], ask(entries))).toString("latin1").split("\n");
	const small = entries.filter((_, row) => {
		const [type, size] = (sizes[row] ?? "").split(" ");
		return type === "blob" && Number(size) <= POINTER_BYTES;
	});
	const pointers = /* @__PURE__ */ new Map();
	if (small.length === 0) return pointers;
	const bytes = await git.run(["cat-file", "--batch=%(objectsize)"], ask(small));
	let at = 0;
	for (const { path } of small) {
		const line = bytes.indexOf(10, at);
		const size = Number(bytes.toString("latin1", at, line));
		const text = bytes.toString("latin1", line + 1, line + 1 + size);
		at = line + 1 + size + 1;
		const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
		const length = /^size (\d+)$/m.exec(text)?.[1];
		if (text.startsWith("version ") && oid !== void 0 && length !== void 0) pointers.set(path, {
			sha256: oid,
			size: Number(length)
		});
	}
	return pointers;
}
async function indexStats(git) {
	const text = decodePath(await git.run([
		"ls-files",
		"-z",
		"--debug"
	]));
	const found = /* @__PURE__ */ new Map();
	for (const [, path = "", ctime = "", ctimeNs = "", mtime = "", mtimeNs = "", ino = "", size = ""] of text.matchAll(/([^\0]*)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [0-9a-f]+\n/gy)) found.set(path, {
		ctimeNs: BigInt(ctime) * NANOSECONDS + BigInt(ctimeNs),
		mtimeNs: BigInt(mtime) * NANOSECONDS + BigInt(mtimeNs),
		ino: BigInt(ino),
		size: BigInt(size)
	});
	return found;
}
function sameStat(known, native) {
	const now = lstatSync(native, {
		throwIfNoEntry: false,
		bigint: true
	});
	if (now?.isFile() !== true) return false;
	const sameTime = (time, seen) => time === seen || time % NANOSECONDS === 0n && time / NANOSECONDS === seen / NANOSECONDS;
	return sameTime(known.ctimeNs, now.ctimeNs) && sameTime(known.mtimeNs, now.mtimeNs) && BigInt.asUintN(32, now.size) === known.size && BigInt.asUintN(32, now.ino) === known.ino;
}
function sha256Of(file) {
	return new Promise((resolve, reject) => {
		const digest = createHash("sha256");
		createReadStream(file).on("error", reject).on("data", (chunk) => digest.update(chunk)).on("end", () => resolve(digest.digest("hex")));
	});
}
/** Attribute files that apply and lie outside the tree, in git's order (gitattributes(5)). */
function outsideAttributeFiles(repository) {
	const named = repository.settings.attributesFile;
	const home = process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
	return [
		"/etc/gitattributes",
		named === null ? join(home, "git", "attributes") : named.replace(/^~(?=\/)/, homedir()),
		join(repository.commonDir, "info", "attributes")
	].filter((file) => existsSync(file));
}
function settingsDigest(settings, outside) {
	const digest = createHash("sha256").update(JSON.stringify([
		settings.autocrlf,
		settings.eol,
		settings.fileMode,
		settings.symlinks
	]));
	for (const file of outside) digest.update("\0").update(readOrNull(file) ?? "");
	return digest.digest("hex");
}
function readOrNull(file) {
	try {
		return lstatSync(file).isFile() ? readFileSync(file) : null;
	} catch {
		return null;
	}
}

// src/workspace/refusals.ts
/** What the stamp refuses to describe, each with the path, the reason and the remedy (ST4). */
const WHY = "A stamp that leaves a path out, or guesses at it, would vouch for bytes that nobody read.";
function refuse(rule, path, what, fix) {
	return new Refusal({
		rule,
		answer: "broken",
		paths: [path],
		what,
		why: WHY,
		fix,
		rejects: true
	});
}
function specialFile(path) {
	return refuse("GG-TREE-SPECIAL-FILE", path, `${showPath(path)} is tracked or stamped, and a FIFO, socket or device lies there`, `Put the file back: git checkout -- ${showPath(path)}`);
}
function unreadableFile(path) {
	return refuse("GG-TREE-UNREADABLE-FILE", path, `${showPath(path)} cannot be read`, `Give the gate's user read permission: chmod u+r ${showPath(path)}`);
}
function unstableFile(path) {
	return refuse("GG-TREE-UNSTABLE-FILE", path, `${showPath(path)} changed while it was hashed, twice in a row`, "Wait until no other process writes into the workspace, then stamp again.");
}
function brokenRepository(path) {
	return refuse("GG-TREE-BROKEN-REPOSITORY", path, `${showPath(path)} has a .git entry that leads to no repository`, `Repair or remove it: git submodule update --init -- ${showPath(path)}, or delete ${showPath(`${path}/.git`)}`);
}
function trackedStamp(path) {
	return refuse("GG-STAMP-TRACKED", path, `${showPath(path)} is tracked by git, so the stamp would change the tree it describes`, `git rm --cached -- ${showPath(path)} and commit; a line ${STAMP_FILE} in .gitignore keeps it out`);
}
function foreignCodeRefused({ event, from }, head) {
	return new Refusal({
		rule: "GG-EVENT-FOREIGN-CODE",
		answer: "broken",
		what: `The ${event} event gives this job the repository's secrets, and the checked-out commit ${head ?? "none"} comes from ${from === null ? "a repository that is not named" : `"${from}"`}`,
		why: "Tests of a fork can do whatever the job may do, and leave what later jobs trust.",
		fix: "Test it under the event pull_request, which has neither secrets nor a token that writes; or, where the job is harmless, write: foreign-code: accept",
		innocent_when: "The job has no secrets, a read-only token, and shares no cache or runner with others.",
		rejects: true
	});
}
function staleMergeRef(event, head, parents) {
	return new Refusal({
		rule: "GG-STAMP-STALE-MERGE-REF",
		answer: "broken",
		what: `The ${event.event} event is about commit ${event.sha}, and the work tree is at ${head ?? "no commit"}${parents.length === 0 ? "" : ` with parents ${parents.join(" and ")}`}`,
		why: "The merge commit was made for an older head: its tests would say nothing about what is merged.",
		fix: "Re-run the checkout so that it fetches the current merge ref, or check out the head: ref: ${{ github.event.pull_request.head.sha }}",
		innocent_when: "A step committed on top of the checked-out merge; stamp before it, or hand the change over with --patch.",
		rejects: true
	});
}

// src/workspace/stamped-entries.ts
/**
* From the rows of hashing to stamped paths, or to the refusal that a row calls for. Stamped paths are kept as columns:
* half a million objects would cost more than reading the files.
*/
function measuredTable(prefix, table, trusted = () => true) {
	let entries;
	return {
		prefix,
		table,
		get entries() {
			entries ??= entriesOf(table, trusted);
			return entries;
		}
	};
}
/** The files and links among hashed paths. Rows where nothing lies are left out. */
function stampedTable(paths, columns) {
	const modes = new Uint32Array(paths.length);
	const present = [];
	for (let row = 0; row < paths.length; row += 1) {
		const mode = workTreeMode(columns.kinds[row]);
		if (mode === null) continue;
		modes[row] = mode;
		present.push(row);
	}
	const whole = {
		paths,
		modes,
		digests: columns.digests,
		blobs: columns.blobs,
		stats: columns.stats
	};
	return present.length === paths.length ? whole : rowsOf(whole, present);
}
/** Some rows of a table, in the order given. */
function rowsOf(table, rows) {
	const idBytes = table.paths.length === 0 ? 0 : table.blobs.length / table.paths.length;
	const chosen = {
		paths: rows.map((row) => table.paths[row] ?? ""),
		modes: new Uint32Array(rows.length),
		digests: Buffer.alloc(rows.length * 32),
		blobs: Buffer.alloc(rows.length * idBytes),
		stats: new Float64Array(rows.length * 8)
	};
	for (const [at, row] of rows.entries()) {
		chosen.modes[at] = table.modes[row] ?? 0;
		chosen.digests.set(table.digests.subarray(row * 32, (row + 1) * 32), at * 32);
		chosen.blobs.set(table.blobs.subarray(row * idBytes, (row + 1) * idBytes), at * idBytes);
		chosen.stats.set(table.stats.subarray(row * 8, (row + 1) * 8), at * 8);
	}
	return chosen;
}
/** The rows of a table as objects. */
function entriesOf({ paths, modes, digests, stats }, trusted) {
	return paths.map((path, row) => ({
		path,
		mode: modes[row] ?? 0,
		digest: digests.subarray(row * 32, (row + 1) * 32),
		stats: stats.subarray(row * 8, (row + 1) * 8),
		trusted: trusted(row)
	}));
}
/** The mode that the work tree shows, in git's terms; null where there is no file or link. */
function workTreeMode(kind) {
	if (kind === KIND.file) return 33188;
	if (kind === KIND.executable) return 33261;
	return kind === KIND.symlink ? 40960 : null;
}
/** Throws the refusal for the first row that cannot be measured. `prefix` leads from the workspace to the paths' root. */
function refuseUnmeasurable(paths, columns, prefix = "") {
	for (const [row, kind] of columns.kinds.entries()) {
		if (kind < KIND.special) continue;
		const path = prefix + (paths[row] ?? "");
		if (kind === KIND.special) throw specialFile(path);
		if (kind === KIND.unreadable) throw unreadableFile(path);
		if (kind === KIND.changed) throw unstableFile(path);
	}
}
/** Throws the refusal for the first row that may not be read. */
function refuseUnreadable(paths, columns, prefix) {
	const row = columns.kinds.indexOf(KIND.unreadable);
	if (row >= 0) throw unreadableFile(prefix + (paths[row] ?? ""));
}
/** Sorts by the bytes of the paths. */
function sortByPath(items) {
	return items.toSorted((left, right) => comparePaths(left.path, right.path));
}
/** Merges two lists that are sorted by the bytes of their paths. */
function mergeByPath(left, right) {
	if (right.length === 0) return left;
	const merged = [];
	let at = 0;
	for (const item of left) {
		for (let next = right[at]; next !== void 0 && comparePaths(next.path, item.path) < 0; next = right[at]) {
			merged.push(next);
			at += 1;
		}
		merged.push(item);
	}
	merged.push(...right.slice(at));
	return merged;
}

// src/workspace/listing.ts
/** The paths of one repository's work tree as git tells them: tracked, untracked, and repositories inside it. */
/** Lists the work tree of a private git directory. */
async function listWorkTree(git) {
	const [tracked, others] = await Promise.all([listTracked(git), listOthers(git)]);
	return {
		tracked,
		...others
	};
}
/** Lists what the index of a private git directory holds, and looks at no file. */
async function listTracked(git) {
	return parseTracked(await listIndex(git));
}
/** The same as git prints it. */
function listIndex(git) {
	return git.run([
		"ls-files",
		"-s",
		"-t",
		"-z"
	]);
}
/**
* Untracked paths of the work tree. Only the tree's own `.gitignore` files count: `info/exclude` and
* `core.excludesFile` belong to a machine, and would hide a file from one checkout that another one sees.
*/
async function listOthers(git) {
	const result = await git.tryRun([
		"ls-files",
		"-o",
		"-z",
		"--exclude-per-directory=.gitignore"
	]);
	if (result.code !== 0) throw new GateError("GG-GIT-FAILED", `git ls-files exited ${result.code}: ${result.stderr.slice(0, 2e3)}`);
	const unreadable = /^warning: could not open directory '(.*?)\/?': /ms.exec(result.stderr)?.[1];
	if (unreadable !== void 0) throw unreadableFile(unreadable);
	const text = decodePath(result.stdout);
	const paths = text === "" ? [] : text.slice(0, -1).split("\0");
	const inEnvironment = environmentFolderTest(paths);
	const free = paths.filter((path) => !inEnvironment(path));
	return {
		untracked: free.filter((path) => !path.endsWith("/")),
		repositories: free.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1))
	};
}
/** Parses `ls-files -s -t -z`: `<tag> <mode> <oid> <stage>\t<path>\0`. */
function parseTracked(printed) {
	const text = decodePath(printed);
	const found = [];
	let before = "";
	for (let at = 0; at < text.length;) {
		const end = text.indexOf("\0", at);
		const tab = text.indexOf("	", at);
		const path = text.slice(tab + 1, end);
		if (path !== before || found.length === 0) found.push({
			path,
			mode: text.slice(at + 2, at + 8),
			oid: text.slice(at + 9, tab - 2),
			skipWorktree: text[at] === "S",
			unmerged: text[tab - 1] !== "0"
		});
		before = path;
		at = end + 1;
	}
	return found;
}

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

export { unchangedBehindFilter as C, convertedBlobs as S, staleMergeRef as _, listTracked as a, conversionScope as b, measuredTable as c, refuseUnreadable as d, sortByPath as f, foreignCodeRefused as g, brokenRepository as h, listOthers as i, mergeByPath as l, workTreeMode as m, treeIdOf as n, listWorkTree as o, stampedTable as p, listIndex as r, parseTracked as s, rowsFromLeaves as t, refuseUnmeasurable as u, trackedStamp as v, conversionSettingsDigest as x, attributesOf as y };