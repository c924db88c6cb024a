import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { a as listTracked } from "./chunk-trees-D-zNlNbn.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { a as takeWorkTree, c as writeTree, i as seedIndex, r as records, s as withIndex } from "./chunk-worktree-index-CIKNhEyJ.js";

// src/workspace/stamped-patch.ts
/** The difference between a commit and the stamped tree as one patch, written by git itself and proven by applying it. */
/** As `git apply` reads it back whatever the file names and bytes are. */
const PATCH_OPTIONS = [
	"-r",
	"-p",
	"--binary",
	"--full-index",
	"--no-ext-diff",
	"--no-textconv",
	"--no-color",
	"--submodule=short",
	"--no-renames"
];
/** Writes the patch. Where none can be had that gives the stamped tree, it says why and writes none. */
async function stampedPatch(repository, question) {
	const { treeId } = question;
	const own = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const against = await firstThere(own, question);
		if (against === null) return absent("what it would be compared with is not in the local store");
		if (against.tree === treeId) return {
			about: {
				state: "empty",
				against
			},
			bytes: null,
			leftOut: []
		};
		const index = join(mkdtempSync(join(own.dir, "patch-")), "index");
		const mine = withIndex(own, index, repository);
		const tree = (await mine.tryRun([
			"cat-file",
			"-e",
			`${treeId}^{tree}`
		])).code === 0 ? treeId : await treeFromFiles(repository, own, mine, question);
		if (tree !== treeId) return absent(`git makes tree ${tree} of the stamped files as they are now: they changed since, or an external filter converts them`);
		return await written(mine, against, treeId, question);
	} finally {
		own.remove();
	}
}
async function firstThere(own, { against }) {
	for (const { what, commit } of against) {
		if (commit === null) return {
			what,
			commit,
			tree: (await own.run([
				"hash-object",
				"-t",
				"tree",
				"-w",
				"--stdin"
			], Buffer.alloc(0))).toString("latin1").trim()
		};
		const found = await own.tryRun([
			"rev-parse",
			"--verify",
			"--quiet",
			`${commit}^{tree}`
		]);
		if (found.code === 0) return {
			what,
			commit,
			tree: found.stdout.toString("latin1").trim()
		};
	}
	return null;
}
async function treeFromFiles(repository, own, mine, { stamped, repositories }) {
	const tracked = await listTracked(await withFullIndex(own, repository.gitDir));
	const merged = tracked.filter(({ unmerged }) => !unmerged);
	await seedIndex(mine, merged);
	const known = new Set(tracked.map(({ path }) => path));
	await takeWorkTree(repository, mine, own, tracked, [...stamped.filter((path) => !known.has(path)), ...repositories]);
	return writeTree(mine);
}
async function written(mine, against, treeId, { forbidden }) {
	const leftOut = decodePath(await mine.run([
		"diff-tree",
		"-r",
		"-z",
		"--name-only",
		"--no-renames",
		against.tree,
		treeId
	])).split("\0").filter((path) => path !== "").flatMap((path) => {
		const why = forbidden(path);
		return why === null ? [] : [{
			path,
			why
		}];
	});
	const shown = leftOut.length === 0 ? treeId : await treeWithout(mine, against.tree, treeId, leftOut.map(({ path }) => path));
	if (shown === null) return absent("what may not travel cannot be taken out of it");
	const file = join(mine.dir, "stamped.patch");
	await mine.run([
		"diff-tree",
		...PATCH_OPTIONS,
		`--output=${file}`,
		against.tree,
		shown
	]);
	const given = await treeGiven(mine, against.tree, file);
	if (given !== shown) return absent(`applied again it gives ${given ?? "nothing"}`);
	return {
		about: {
			state: "written",
			against,
			left_out: leftOut.map(({ path }) => path)
		},
		bytes: readFileSync(file),
		leftOut
	};
}
/** The tree with some paths as another tree has them; null where they cannot be put there. */
async function treeWithout(mine, before, treeId, paths) {
	const env = { GIT_INDEX_FILE: join(mkdtempSync(join(mine.dir, "without-")), "index") };
	const listed = decodePath(await mine.run([
		"ls-tree",
		"-r",
		"-z",
		before
	])).split("\0");
	const entries = new Map(listed.map((entry) => [entry.slice(entry.indexOf("	") + 1), entry.replace(/^(\d+) \w+ /, "$1 ")]));
	const restored = paths.map((path) => entries.get(path) ?? `0 ${"0".repeat(treeId.length)}\t${path}`);
	for (const [args, input] of [[["read-tree", treeId], void 0], [[
		"update-index",
		"-z",
		"--index-info"
	], records(restored)]]) if ((await mine.tryRun(args, input, env)).code !== 0) return null;
	const tree = await mine.tryRun(["write-tree", "--missing-ok"], void 0, env);
	return tree.code === 0 ? tree.stdout.toString("latin1").trim() : null;
}
/** The tree that a patch gives on another tree, both in a private git directory; null where it does not apply. */
async function treeGiven(mine, tree, file) {
	const env = { GIT_INDEX_FILE: join(mkdtempSync(join(mine.dir, "proof-")), "index") };
	if ((await mine.tryRun(["read-tree", tree], void 0, env)).code !== 0) return null;
	if (readFileSync(file).length > 0 && (await mine.tryRun([
		"apply",
		"--cached",
		"--whitespace=nowarn",
		file
	], void 0, env)).code !== 0) return null;
	const given = await mine.tryRun(["write-tree", "--missing-ok"], void 0, env);
	return given.code === 0 ? given.stdout.toString("latin1").trim() : null;
}
/** Applies a bundle's patch to the commit it was made against, in a private directory that borrows the repository's objects. */
async function applyStampedPatch(repository, about, file) {
	if (about.state === "absent") return {
		state: "unknown",
		why: `the bundle holds none: ${about.why}`
	};
	const { against } = about;
	const own = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		const words = against.commit === null ? "the empty tree" : `commit ${against.commit}`;
		const found = await firstThere(own, { against: [against] });
		if (found === null) return {
			state: "unknown",
			why: `${words} is not in the repository`
		};
		if (about.state === "empty" || file === null) return {
			state: "gives",
			treeId: found.tree,
			against: words
		};
		const treeId = await treeGiven(own, found.tree, file);
		return treeId === null ? {
			state: "unknown",
			why: `it does not apply to ${words}`
		} : {
			state: "gives",
			treeId,
			against: words
		};
	} finally {
		own.remove();
	}
}
/** The tree of a repository's HEAD; null where it has none. */
async function headTreeOf(folder) {
	const found = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"HEAD^{tree}"
	], { cwd: folder });
	return found.code === 0 ? found.stdout.toString("latin1").trim() : null;
}
function absent(why) {
	return {
		about: {
			state: "absent",
			why
		},
		bytes: null,
		leftOut: []
	};
}

export { headTreeOf as n, stampedPatch as r, applyStampedPatch as t };