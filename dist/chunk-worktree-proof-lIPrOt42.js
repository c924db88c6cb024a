import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { i as seedIndex, n as listIndex, s as withIndex } from "./chunk-worktree-index-CIKNhEyJ.js";

// src/workspace/worktree-proof.ts
/**
* Applies a patch to a tree as a proof of what it gives. In a git directory that borrows no objects: writing one that
* the repository holds already would renew its time there.
*/
/** Path → `<mode> <id>` of what a patch gives on a tree; null where it does not apply. `own` can read the tree. */
async function entriesWithPatch(repository, own, tree, file) {
	const base = await entriesOfTree(own, tree);
	const names = await namesIn(own, file);
	if (names === null) return null;
	const blobs = [...names].flatMap((path) => {
		const entry = base.get(path);
		return entry === void 0 || entry.startsWith("160000 ") ? [] : [entry.slice(7)];
	});
	const { top, objectFormat, settings } = repository;
	const alone = openPrivateGit({
		workTree: top,
		objectFormat,
		settings,
		objects: null,
		index: join(mkdtempSync(join(own.dir, "proof-")), "index")
	});
	try {
		if (blobs.length > 0) await alone.run(["unpack-objects", "-q"], await own.run([
			"pack-objects",
			"--stdout",
			"-q"
		], Buffer.from(blobs.map((id) => `${id}\n`).join(""), "latin1")));
		const proof = withIndex(alone, join(alone.dir, "proof-index"), repository);
		await seedIndex(proof, [...base].map(([path, entry]) => ({
			path,
			mode: entry.slice(0, 6),
			oid: entry.slice(7)
		})));
		return (await proof.tryRun([
			"apply",
			"--cached",
			"--whitespace=nowarn",
			file
		])).code === 0 ? await listIndex(proof) : null;
	} finally {
		alone.remove();
	}
}
/** Path → `<mode> <id>` of a tree. */
async function entriesOfTree(own, tree) {
	const found = /* @__PURE__ */ new Map();
	for (const record of decodePath(await own.run([
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		tree
	])).split("\0")) {
		const entry = /^(\d{6}) \w+ ([0-9a-f]+)\t(.+)$/s.exec(record);
		if (entry !== null) found.set(entry[3] ?? "", `${entry[1] ?? ""} ${entry[2] ?? ""}`);
	}
	return found;
}
/** Old and new names in a patch; null where git reads none in it. */
async function namesIn(own, file) {
	const names = /* @__PURE__ */ new Set();
	for (const direction of [[], ["--reverse"]]) {
		const listed = await own.tryRun([
			"apply",
			"--numstat",
			"-z",
			...direction,
			file
		]);
		if (listed.code !== 0) return null;
		for (const record of decodePath(listed.stdout).split("\0")) names.add(record.split("	").slice(2).join("	"));
	}
	return names;
}

export { entriesWithPatch as n, entriesOfTree as t };