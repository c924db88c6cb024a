import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { a as listTracked } from "./chunk-trees-D-zNlNbn.js";
import { r as readBaseline } from "./chunk-recheck-Bc6n_9F1.js";
import { n as baselineOf } from "./chunk-records-Cpwo0gzg.js";
import { a as takeWorkTree, i as seedIndex, n as listIndex, o as treeOf, s as withIndex } from "./chunk-worktree-index-CIKNhEyJ.js";
import { n as entriesWithPatch } from "./chunk-worktree-proof-lIPrOt42.js";
import { t as forbiddenPath } from "./chunk-forbidden-paths-D2JpR1jc.js";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

// src/packet/change.ts
/**
* The change as it travels: a patch that git itself writes, from an index and an object store of the gate's own, and
* what was left out of it. The user's repository is read and never written (PK1, PK4).
*/
/** Larger files are named and not carried, in bytes; a packet is read in one sitting. */
const FILE_LIMIT = 1 << 20;
/** All the bytes of changed files that a patch carries. */
const PATCH_LIMIT = 8 << 20;
/** Paths in which the stamped tree differs from a commit, sorted by bytes. */
async function changedPaths(repository, question) {
	const real = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const stored = (await real.tryRun([
			"cat-file",
			"-e",
			`${question.treeId}^{tree}`
		])).code === 0;
		const own = stored ? withIndex(real, join(real.dir, "stored-index"), repository) : await stampedIndex(repository, real, question);
		if (stored) await own.run(["read-tree", question.treeId]);
		return (await listDifferences(own, await baseTree(own, question.base))).map(({ path }) => path);
	} finally {
		real.remove();
	}
}
/** Writes the patch from the base to the stamped tree. Throws a {@link GateError} where the work tree gives another tree. */
async function writeChange(repository, question) {
	const real = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const own = await stampedIndex(repository, real, question);
		const entries = await listIndex(own);
		const tree = treeOf(entries, repository.objectFormat);
		if (tree !== question.treeId) throw new GateError("GG-PACKET-OTHER-TREE", `The work tree gives the tree ${tree} here, and the stamp says ${question.treeId}`, "Stamp and check again, then make the packet.");
		const base = await baseTree(real, question.base);
		const hidden = await hiddenPaths(repository.top);
		const differences = await listDifferences(own, base);
		const left = /* @__PURE__ */ new Map();
		for (const { path, size } of differences) {
			const why = forbiddenPath(path) ?? (hidden.has(path) ? "a file that an ignore file of this machine names" : size > FILE_LIMIT ? `a file of ${size} bytes` : null);
			if (why !== null) left.set(path, why);
		}
		leaveOutLargest(differences, left);
		const first = await sectionsOf(await indexWithout(repository, own, entries, differences, left), base);
		for (const { path, text } of first) if (await question.holdsSecret(text)) left.set(path, "a change that holds a secret");
		for (const { path, blobs } of differences) {
			if (left.has(path) || !isBinary(first, path)) continue;
			for (const blob of blobs) if (await question.holdsSecret((await own.run([
				"cat-file",
				"blob",
				blob
			])).toString("latin1"))) left.set(path, "a binary file that holds a secret");
		}
		const carried = await indexWithout(repository, own, entries, differences, left);
		const written = differences.length > left.size;
		if (written) {
			await carried.run([
				"diff-index",
				"--cached",
				"-p",
				...PATCH,
				`--output=${question.file}`,
				base
			]);
			await provePatch(repository, own, base, treeOf(await listIndex(carried), repository.objectFormat), question.file);
		}
		return {
			touched: differences.map(({ path, status }) => ({
				path,
				status,
				leftOut: left.get(path) ?? null
			})),
			written,
			sections: first.filter(({ path }) => !left.has(path)).map(({ path, text }) => ({
				path,
				text: readable(text)
			}))
		};
	} finally {
		real.remove();
	}
}
function leftOutOf({ touched }) {
	return touched.flatMap(({ path, leftOut }) => leftOut === null ? [] : [{
		what: path,
		why: leftOut
	}]);
}
/** One path, one section: without renames a path stands for itself. */
const PATCH = [
	"--binary",
	"--full-index",
	"--no-renames",
	"--no-ext-diff",
	"--no-textconv",
	"--no-color",
	"--submodule=short"
];
async function stampedIndex(repository, real, { paths, nested }) {
	const full = await withFullIndex(real, repository.gitDir);
	const stamped = new Set(paths);
	const tracked = (await listTracked(full)).filter(({ path, mode, skipWorktree }) => stamped.has(path) || mode === "160000" || skipWorktree);
	const own = withIndex(real, join(mkdtempSync(join(real.dir, "packet-")), "index"), repository);
	await seedIndex(own, tracked.filter(({ unmerged }) => !unmerged));
	const known = new Set(tracked.map(({ path }) => path));
	await takeWorkTree(repository, own, full, tracked, [...paths, ...nested].filter((path) => !known.has(path)));
	return own;
}
async function baseTree(own, base) {
	if (base === null) return (await own.run([
		"hash-object",
		"-t",
		"tree",
		"--stdin"
	], Buffer.alloc(0))).toString("latin1").trim();
	const result = await own.tryRun([
		"rev-parse",
		"--verify",
		"--quiet",
		`${base}^{tree}`
	]);
	if (result.code !== 0) throw new GateError("GG-PACKET-BASE-ABSENT", `The base ${base} is not in the local store`, `Fetch it first: git fetch origin ${base}`);
	return result.stdout.toString("latin1").trim();
}
async function listDifferences(own, base) {
	const fields = decodePath(await own.run([
		"diff-index",
		"--cached",
		"-z",
		"--raw",
		"--no-renames",
		"--no-abbrev",
		base
	])).split("\0");
	const found = [];
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = (fields[at] ?? "").slice(1).split(" ");
		const blobs = [[oldMode, oldId], [newMode, newId]].filter(([mode]) => mode !== "000000" && mode !== "160000").map(([, id]) => id ?? "");
		found.push({
			path: fields[at + 1] ?? "",
			letter,
			before: {
				mode: oldMode,
				oid: oldId
			},
			blobs
		});
	}
	const ids = [...new Set(found.flatMap(({ blobs }) => blobs))];
	const sizes = ids.length === 0 ? [] : (await own.run(["cat-file", "--batch-check=%(objectsize)"], Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1"))).toString("latin1").split("\n");
	const sizeOf = new Map(ids.map((id, row) => [id, Number(sizes[row] ?? 0) || 0]));
	const words = {
		A: "added",
		D: "deleted",
		T: "type changed"
	};
	return found.map(({ path, letter, before, blobs }) => ({
		path,
		before,
		blobs,
		status: letter in words ? words[letter] : "modified",
		size: Math.max(0, ...blobs.map((id) => sizeOf.get(id) ?? 0))
	}));
}
function leaveOutLargest(differences, left) {
	let sum = 0;
	for (const { path, size } of differences.toSorted((one, other) => one.size - other.size)) {
		if (left.has(path)) continue;
		sum += size;
		if (sum > PATCH_LIMIT) left.set(path, `beyond the ${PATCH_LIMIT} bytes that a packet carries`);
	}
}
/** An index in which the paths that are left out are as in the base. */
async function indexWithout(repository, own, entries, differences, left) {
	const carried = new Map(entries);
	for (const { path, before } of differences) {
		if (!left.has(path)) continue;
		carried.delete(path);
		if (before.mode !== "000000") carried.set(path, `${before.mode} ${before.oid}`);
	}
	for (const path of left.keys()) if (carried.has(path) && [...carried.keys()].some((other) => other.startsWith(`${path}/`))) carried.delete(path);
	const index = withIndex(own, join(mkdtempSync(join(own.dir, "carried-")), "index"), repository);
	await seedIndex(index, [...carried].map(([path, entry]) => ({
		path,
		mode: entry.slice(0, 6),
		oid: entry.slice(7)
	})));
	return index;
}
async function sectionsOf(own, base) {
	const names = decodePath(await own.run([
		"diff-index",
		"--cached",
		"-z",
		"--name-status",
		"--no-renames",
		base
	])).split("\0");
	const paths = [];
	for (let at = 0; at + 1 < names.length; at += 2) paths.push(...names[at] === "T" ? [names[at + 1] ?? "", names[at + 1] ?? ""] : [names[at + 1] ?? ""]);
	const sections = (await own.run([
		"diff-index",
		"--cached",
		"-p",
		...PATCH,
		base
	])).toString("utf8").split(/^(?=diff --git )/m).filter((section) => section.startsWith("diff --git "));
	if (sections.length !== paths.length) throw new GateError("GG-DEFECT", `A patch of ${paths.length} paths has ${sections.length} sections`);
	return sections.map((section, row) => ({
		path: paths[row] ?? "",
		text: section
	}));
}
function isBinary(sections, path) {
	return sections.some((section) => section.path === path && section.text.includes("\nGIT binary patch\n"));
}
function readable(text) {
	const at = text.indexOf("\nGIT binary patch\n");
	return at < 0 ? text : `${text.slice(0, at)}\nBinary content, in the patch\n`;
}
async function provePatch(repository, own, base, carried, file) {
	const entries = await entriesWithPatch(repository, own, base, file);
	const given = entries === null ? "nothing" : treeOf(entries, repository.objectFormat);
	if (given !== carried) throw new GateError("GG-PACKET-PATCH-UNPROVEN", `The patch gives ${given} on its base, and not ${carried}`, "Report this defect of generation-gate.");
}
/** Untracked files that `info/exclude` or `core.excludesFile` name: this machine's, and nobody else's business. */
async function hiddenPaths(top) {
	const result = await git([
		"ls-files",
		"-o",
		"-i",
		"-z",
		"--exclude-standard"
	], { cwd: top });
	return new Set(decodePath(result.stdout).split("\0"));
}

// src/steps/stamped-paths.ts
/** The paths of the current stamping, as the change and the packet are made from them. */
/** The stamped paths of the workspace's own repository. */
function pathsOf({ state, repository }, stamped) {
	const table = readBaseline(baselineOf(state, stamped)).find(({ prefix }) => prefix === "")?.table;
	const own = table?.paths ?? [];
	const width = repository.objectFormat === "sha1" ? 40 : 64;
	const nested = stamped.facts.nested.filter(({ kind, head }) => kind === "repository" && head?.length === width).map(({ path }) => path);
	return {
		own,
		nested: nested.filter((path) => nested.every((outer) => !path.startsWith(`${outer}/`))),
		free: new Set(own.filter((path, row) => table?.modes[row] !== 40960 && forbiddenPath(path) === null))
	};
}

export { writeChange as i, changedPaths as n, leftOutOf as r, pathsOf as t };