import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { chmodSync, copyFileSync, createReadStream, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { n as Refusal, r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, o as showPath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import "./chunk-rule-ywBBgpcM.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { a as findRepository, o as gitDirectoryOf, s as headOf } from "./chunk-environment-folder-B6idSfp2.js";
import { a as readRecord, o as startTime, s as writeRecord } from "./chunk-state-DYH1Qo5G.js";
import { createHash, randomBytes } from "node:crypto";
import { n as gitOrThrow, t as git } from "./chunk-git-D-kZjfTp.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { r as blobBytes, t as KIND } from "./chunk-hash-files-iMMx7vmV.js";
import { t as hashMany } from "./chunk-hash-pool-DJxogQHx.js";
import { a as listTracked } from "./chunk-trees-D-zNlNbn.js";
import { t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { t as isStampPath } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";
import { a as takeWorkTree, i as seedIndex, n as listIndex, o as treeOf, r as records, s as withIndex, t as differing } from "./chunk-worktree-index-CIKNhEyJ.js";
import { n as entriesWithPatch, t as entriesOfTree } from "./chunk-worktree-proof-lIPrOt42.js";
import { A as parse, a as boolean, f as nullable, i as array, k as _regex, m as object, n as _enum, p as number, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as quoteForShell } from "./chunk-shell-quote-B-leZJAq.js";

// src/workspace/worktree-commits.ts
/** Commits that would be lost with a worktree, and operations of git that it is in the middle of. */
/**
* Commits that only this worktree leads to: from HEAD, its own branch, their logs and its own refs, less what the base
* and every other branch, tag and remote branch reach. Newest first.
*/
async function commitsBeyond(repository, base, ownBranch) {
	const starts = await startingPoints(repository, ownBranch);
	if (starts.length === 0) return [];
	const kept = ownBranch === null ? ["--branches"] : [`--exclude=${ownBranch.replace(/^refs\/heads\//, "")}`, "--branches"];
	return (await gitOrThrow([
		"rev-list",
		"--stdin",
		"--not",
		base,
		...kept,
		"--tags",
		"--remotes"
	], {
		cwd: repository.top,
		input: starts.map((id) => `${id}\n`).join("")
	})).toString("latin1").split("\n").filter((id) => id !== "");
}
async function startingPoints({ top, gitDir, commonDir }, ownBranch) {
	const refs = await gitOrThrow([
		"for-each-ref",
		"--format=%(objectname)",
		"refs/worktree",
		"refs/bisect",
		"refs/rewritten",
		...ownBranch === null ? [] : [ownBranch]
	], { cwd: top });
	const ids = new Set(refs.toString("latin1").split("\n"));
	const head = await git([
		"rev-parse",
		"--verify",
		"--quiet",
		"HEAD^{commit}"
	], { cwd: top });
	ids.add(head.stdout.toString("latin1").trim());
	const logs = [nativePath(gitDir, "logs/HEAD"), ...ownBranch === null ? [] : [nativePath(commonDir, `logs/${ownBranch}`)]];
	for (const log of logs) for (const id of idsIn(log)) ids.add(id);
	for (const name of ["ORIG_HEAD", "AUTO_MERGE"]) for (const id of idsIn(nativePath(gitDir, name))) ids.add(id);
	ids.delete("");
	return presentCommits(top, [...ids]);
}
/** Object ids in a file of git's: the two at the beginning of each line of a log, the one of a ref. */
function idsIn(file) {
	if (!existsSync(file)) return [];
	return readFileSync(file, "latin1").split("\n").flatMap((line) => line.match(/^[0-9a-f]{40,64}|(?<=^[0-9a-f]{40,64} )[0-9a-f]{40,64}/g) ?? []).filter((id) => !/^0+$/.test(id));
}
/** Those that are commits and are here: a log may name what git has cleaned away. */
async function presentCommits(top, ids) {
	if (ids.length === 0) return [];
	const types = (await gitOrThrow(["cat-file", "--batch-check=%(objecttype)"], {
		cwd: top,
		input: ids.map((id) => `${id}\n`).join("")
	})).toString("latin1").split("\n");
	return ids.filter((_, row) => types[row] === "commit");
}
/** Files by which git remembers an operation (git-worktree(1): each worktree has its own). */
const OPERATIONS = [
	["MERGE_HEAD", "a merge"],
	["rebase-merge", "a rebase"],
	["rebase-apply", "a rebase or am"],
	["CHERRY_PICK_HEAD", "a cherry-pick"],
	["REVERT_HEAD", "a revert"],
	["BISECT_LOG", "a bisect"],
	["sequencer", "a sequence of cherry-picks or reverts"]
];
/** What the worktree is in the middle of, in words. */
function operationsInProgress(gitDir, conflict) {
	const found = OPERATIONS.filter(([name]) => existsSync(nativePath(gitDir, name))).map(([, what]) => `${what} in progress`);
	return conflict ? [...found, "unmerged paths in the index"] : found;
}
/** Writes commits into a bundle through refs of the private directory, and proves that it holds each of them. */
async function writeBundle(own, commits, base, file) {
	const refs = commits.map((id, row) => `create refs/captured/${row} ${id}\n`);
	await own.run(["update-ref", "--stdin"], Buffer.from(refs.join(""), "latin1"));
	await own.run([
		"bundle",
		"create",
		"--quiet",
		file,
		...commits.map((_, row) => `refs/captured/${row}`),
		"--not",
		base
	]);
	await own.run([
		"bundle",
		"verify",
		"--quiet",
		file
	]);
	const heads = (await own.run([
		"bundle",
		"list-heads",
		file
	])).toString("latin1");
	const lost = commits.filter((id) => !heads.includes(id));
	if (lost.length > 0) throw new GateError("GG-WORKTREE-NOT-CAPTURED", `The bundle "${file}" does not hold the commit ${lost[0] ?? ""}`, "The worktree stays as it is.");
}

// src/workspace/worktree-repositories.ts
/** Submodules and repositories inside a worktree, and what in them the worktree's own history does not hold. */
/** Each repository inside that holds more than the commit its submodule entry names, with what that is. */
async function oddRepositories(inside) {
	const { repository, submodules, others, baseLinks, own } = inside;
	const found = others.map(({ path, ignored }) => ({
		path,
		why: "it is a repository of its own, and no patch holds it",
		differs: !ignored
	}));
	const seen = /* @__PURE__ */ new Set();
	for (const { path, oid } of submodules) {
		if (!isFolder(repository.top, path)) continue;
		const directory = gitDirectoryOf(join(repository.top, path));
		if (directory !== null) seen.add(directory.commonDir);
		const odd = await oddityOf(inside, path, {
			directory,
			recorded: oid,
			base: baseLinks.get(path) ?? null
		});
		if (odd !== null) found.push({
			path,
			...odd
		});
	}
	return own ? [...found, ...await leftModules(repository, seen)] : found;
}
async function oddityOf({ repository, own, shrinking, look }, path, { directory, recorded, base }) {
	const folder = join(repository.top, path);
	const names = readdirSync(nativePath(folder, ""));
	if (names.length === 0 || shrinking && names.length === 1 && names[0] === ".git") return null;
	if (directory === null) return {
		why: "it is a submodule without a repository, and files lie in it",
		differs: true
	};
	const head = await headOf(directory.gitDir);
	if (head === null || head !== recorded) return {
		why: `it is a submodule at ${head ?? "no commit"}, and the index records ${recorded}`,
		differs: true
	};
	let found;
	try {
		found = await look(await findRepository(folder), recorded);
	} catch (error) {
		return {
			why: `it is a submodule that git cannot read (${error instanceof Error ? error.message : String(error)})`,
			differs: true
		};
	}
	return workIn(folder, found, shrinking) ?? await ownHistory(directory, {
		own,
		recorded,
		base
	});
}
/** What lies in a submodule beyond its commit. */
function workIn(top, found, shrinking) {
	const work = (path, differs) => ({
		why: `it is a submodule with work of its own (${path})`,
		differs
	});
	const isThere = (path) => lstatSync(nativePath(top, path), { throwIfNoEntry: false }) !== void 0;
	const changed = found.changed.find((path) => !shrinking || isThere(path));
	if (changed !== void 0) return work(changed, true);
	if (found.stagedTree !== null && found.stagedTree !== found.headTree && !shrinking) return {
		why: "it is a submodule with staged work",
		differs: true
	};
	const [operation] = found.operations;
	if (operation !== void 0) return {
		why: `it is a submodule with ${operation}`,
		differs: true
	};
	const inner = found.repositories.find(({ differs }) => differs) ?? found.repositories[0];
	if (inner !== void 0) return {
		why: `${inner.path} in it: ${inner.why}`,
		differs: inner.differs
	};
	const odd = found.ignored[0] ?? found.unheld[0]?.path;
	return odd === void 0 ? null : work(odd, false);
}
/**
* Commits that would go with the submodule. One that the gate filled borrows its objects: what lies in its own store
* was made in the worktree, be it committed, staged or stashed.
*/
async function ownHistory({ gitDir, commonDir }, { own, recorded, base }) {
	if (own && existsSync(join(commonDir, "objects/info/alternates"))) return hasObjects(commonDir) ? {
		why: "it is a submodule with commits or other objects of its own",
		differs: false
	} : null;
	const kept = own ? base : recorded;
	const listed = await git([
		"rev-list",
		"--max-count=1",
		"HEAD",
		"--all",
		"--reflog",
		"--not",
		"--remotes",
		...kept === null ? [] : [kept]
	], {
		cwd: gitDir,
		env: { GIT_DIR: "." }
	});
	if (listed.code === 0 && listed.stdout.length === 0) return null;
	return {
		why: `it is a submodule with commits of its own (${listed.stdout.toString("latin1").trim()})`,
		differs: false
	};
}
function hasObjects(commonDir) {
	const store = join(commonDir, "objects");
	return readdirSync(store).some((name) => /^[0-9a-f]{2}$/.test(name) && readdirSync(join(store, name)).length > 0 || name === "pack" && readdirSync(join(store, name)).some((file) => file.endsWith(".pack")));
}
/** Git directories of submodules that are not checked out any more: commits may have stayed in them. */
async function leftModules({ gitDir }, seen) {
	const found = [];
	for (const folder of moduleDirectories(join(gitDir, "modules"))) {
		if (seen.has(folder)) continue;
		const listed = await git([
			"rev-list",
			"--max-count=1",
			"--all",
			"--reflog",
			"--not",
			"--remotes"
		], {
			cwd: folder,
			env: { GIT_DIR: "." }
		});
		if (listed.code !== 0 || listed.stdout.length > 0) found.push({
			path: "",
			why: `the git directory ${folder} of a submodule holds commits of its own`,
			differs: false
		});
	}
	return found;
}
function moduleDirectories(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const inner = join(folder, entry.name);
		if (!entry.isDirectory()) return [];
		return existsSync(join(inner, "HEAD")) && existsSync(join(inner, "objects")) ? [inner, ...moduleDirectories(join(inner, "modules"))] : moduleDirectories(inner);
	});
}

// src/workspace/worktree-contents.ts
/**
* What a worktree holds that its base does not: the question before anything of it may be destroyed (WT3, WT4).
* git hashes and lists in a private directory with an index of its own, so flags that hide an edit hide nothing here.
*/
/** Looks at everything in the work tree of `repository`. The caller removes `git`. */
async function lookInto(repository, { base, ownBranch, isOwn = () => false, shrinking = false, own: goes = ownBranch !== null }) {
	const real = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		takeShallow(real, repository);
		const full = await withFullIndex(real, repository.gitDir);
		const tracked = await listTracked(full);
		const index = join(mkdtempSync(join(real.dir, "work-")), "index");
		const own = withIndex(real, index, repository);
		const merged = tracked.filter(({ unmerged }) => !unmerged);
		await seedIndex(own, merged);
		const staged = new Map(merged.map(({ path, mode, oid }) => [path, `${mode} ${oid}`]));
		const stagedTree = merged.length === tracked.length ? treeOf(staged, repository.objectFormat) : null;
		const listed = await listOthers(repository, tracked, isOwn);
		await takeWorkTree(repository, own, full, tracked, listed.untracked);
		const entries = await listIndex(own);
		const tree = treeOf(entries, repository.objectFormat);
		const submodules = tracked.filter(({ mode }) => mode === "160000");
		const [headTree, baseTree] = await Promise.all([treeOfCommit(repository, repository.head ?? base), treeOfCommit(repository, base)]);
		return {
			base,
			head: repository.head,
			tree,
			stagedTree,
			headTree,
			baseTree,
			changed: await changedSince(own, baseTree),
			untracked: listed.untracked,
			ignored: listed.ignored,
			repositories: await oddRepositories({
				repository,
				submodules,
				others: listed.repositories,
				baseLinks: submodules.length === 0 ? /* @__PURE__ */ new Map() : await linksOf(own, baseTree),
				own: goes,
				shrinking,
				look: async (inner, commit) => {
					const found = await lookInto(inner, {
						base: commit,
						ownBranch: null,
						shrinking,
						own: goes
					});
					found.git.remove();
					return found;
				}
			}),
			unheld: await unheldFiles(repository, own),
			commits: await commitsBeyond(repository, base, ownBranch),
			operations: operationsInProgress(repository.gitDir, stagedTree === null),
			git: own,
			entries,
			staged
		};
	} catch (error) {
		real.remove();
		throw error;
	}
}
/** Path → commit of the submodules that a tree records. */
async function linksOf(own, tree) {
	const listed = decodePath(await own.run([
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		tree
	])).split("\0");
	return new Map(listed.flatMap((record) => {
		const link = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(record);
		return link === null ? [] : [[link[2] ?? "", link[1] ?? ""]];
	}));
}
/** Paths in which an index differs from a tree, sorted by bytes. */
async function changedSince(own, tree) {
	return decodePath(await own.run([
		"diff-index",
		"--cached",
		"-z",
		"--name-only",
		"--no-renames",
		tree
	])).split("\0").filter((path) => path !== "").sort(comparePaths);
}
/** Without it history would seem to reach beyond what a shallow clone has. */
function takeShallow(own, { commonDir }) {
	const file = nativePath(commonDir, "shallow");
	if (existsSync(file)) copyFileSync(file, join(own.dir, "shallow"));
}
async function treeOfCommit({ top }, commit) {
	return (await gitOrThrow([
		"rev-parse",
		"--verify",
		`${commit}^{tree}`
	], { cwd: top })).toString("latin1").trim();
}
/** Everything that the index does not name, told apart by the ignore files that the user's own git obeys. */
async function listOthers(repository, tracked, isOwn) {
	const ask = async (more) => {
		const result = await git([
			"ls-files",
			"-o",
			"-z",
			...more
		], { cwd: repository.top });
		const unread = /^warning: could not open directory '(.*?)\/?'/m.exec(result.stderr)?.[1];
		if (result.code !== 0 || unread !== void 0) throw new GateError("GG-WORKTREE-UNREADABLE", `What lies in "${repository.top}" cannot be listed: ${result.stderr.slice(0, 500)}`, "Give the user that runs this read permission on every folder of the worktree.");
		return decodePath(result.stdout).split("\0").filter((path) => path !== "" && !isStampPath(path) && !isOwn(path));
	};
	const [all, visible] = await Promise.all([ask([]), ask(["--exclude-standard"])]);
	const unignored = new Set(visible);
	const known = new Set(tracked.map(({ path }) => path));
	const files = all.filter((path) => !path.endsWith("/"));
	return {
		untracked: files.filter((path) => unignored.has(path)),
		ignored: files.filter((path) => !unignored.has(path)),
		repositories: all.filter((path) => path.endsWith("/") && !known.has(path.slice(0, -1))).map((path) => ({
			path: path.slice(0, -1),
			ignored: !unignored.has(path)
		}))
	};
}
/** Files that git, asked to write them, would write otherwise than they are. */
async function unheldFiles({ top, objectFormat }, own) {
	const stored = (await listTracked(own)).filter(({ path, mode }) => mode !== "160000" && entryAt(top, path)?.isDirectory() === false);
	const paths = stored.map(({ path }) => path);
	const columns = await hashMany({
		root: top,
		paths,
		algorithm: objectFormat
	});
	const width = blobBytes(objectFormat);
	const unheld = [];
	const suspects = [];
	stored.forEach(({ path, oid }, row) => {
		const kind = columns.kinds[row];
		if (kind !== KIND.file && kind !== KIND.executable && kind !== KIND.symlink) unheld.push({
			path,
			why: "it is no file that git can hold"
		});
		else if (columns.blobs.subarray(row * width, (row + 1) * width).toString("hex") !== oid) suspects.push(path);
	});
	if (suspects.length === 0) return unheld;
	const copy = mkdtempSync(join(own.dir, "given-back-"));
	mkdirSync(join(copy, "tree"));
	const result = await own.tryRun([
		"checkout-index",
		"-q",
		"-z",
		"--stdin",
		`--prefix=${join(copy, "tree")}/`
	], records(suspects));
	for (const path of suspects) if (result.code !== 0 || !sameBytes(nativePath(top, path), nativePath(join(copy, "tree"), path))) unheld.push({
		path,
		why: "git would write it with other bytes (line ends, an encoding or a filter)"
	});
	rmSync(copy, {
		recursive: true,
		force: true
	});
	return unheld;
}
function sameBytes(left, right) {
	const stats = lstatSync(right, { throwIfNoEntry: false });
	if (stats === void 0) return false;
	if (stats.isSymbolicLink()) return readlinkSync(left, { encoding: "buffer" }).equals(readlinkSync(right, { encoding: "buffer" }));
	return stats.isFile() && readFileSync(left).equals(readFileSync(right));
}

// src/workspace/worktree-leftovers.ts
/** Ignored files whose loss loses nothing: caches that say so themselves, and bytecode beside its source. */
/** First bytes of a `CACHEDIR.TAG` (Cache Directory Tagging Specification): the folder can be made again. */
const CACHE_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55";
/** Whether an ignored file lies in a folder that is tagged as a cache, or is bytecode whose source lies beside it. */
function isCacheFile(top, path) {
	return isTagged(top, path) || isBytecodeOfSource(top, path);
}
function isTagged(top, path) {
	for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
		const tag = nativePath(top, `${path.slice(0, at)}/CACHEDIR.TAG`);
		if (lstatSync(tag, { throwIfNoEntry: false })?.isFile() === true && readFileSync(tag, "latin1").startsWith(CACHE_SIGNATURE)) return true;
	}
	return false;
}
/** `a/__pycache__/b.<tag>.pyc` with `a/b.py` (PEP 3147). Bytecode without source may be all there is of a module. */
function isBytecodeOfSource(top, path) {
	const parts = /^(.*?)__pycache__\/([^/.]+)\.[^/]+\.pyc$/s.exec(path);
	return parts !== null && existsSync(nativePath(top, `${parts[1] ?? ""}${parts[2] ?? ""}.py`));
}

// src/workspace/worktree-capture.ts
/**
* Captures what a step did in its worktree before anything else may happen to it (WT3): one patch against the base,
* written by git itself and applied once more to prove that it gives the very tree; commits as a bundle.
*/
/** As `git apply` reads it back whatever the file names and bytes are. */
const PATCH_OPTIONS = [
	"--binary",
	"--full-index",
	"--no-ext-diff",
	"--no-textconv",
	"--no-color",
	"--submodule=short",
	"-M"
];
/** Captures the work of the worktree. Throws a {@link GateError} where the capture does not give the same tree again. */
async function capture(repository, options) {
	const { base, ownBranch, folder, isOwn } = options;
	const found = await lookInto(repository, {
		base,
		ownBranch,
		isOwn
	});
	try {
		const patch = found.tree === found.baseTree ? null : await provenPatch(repository, found, found.git, found.tree, join(folder, "captured.patch"));
		const staged = found.stagedTree === null || [
			found.tree,
			found.headTree,
			found.baseTree
		].includes(found.stagedTree) ? null : await provenPatch(repository, found, await stagedIndex(repository, found), found.stagedTree, join(folder, "captured-staged.patch"));
		if (found.commits.length > 0) await writeBundle(found.git, found.commits, base, join(folder, "captured-commits.bundle"));
		const evidence = await copyEvidence(repository.top, options.evidence.filter((path) => found.ignored.includes(path)), folder);
		return {
			tree: found.tree,
			stagedTree: staged === null ? null : found.stagedTree,
			commits: [...found.commits],
			patch: patch === null ? null : {
				file: basename(patch),
				sha256: await sha256Of(patch),
				bytes: statSync(patch).size
			},
			stagedPatch: staged === null ? null : basename(staged),
			bundle: found.commits.length > 0 ? "captured-commits.bundle" : null,
			diffstat: (await found.git.run([
				"diff-index",
				"--cached",
				"-M",
				"--stat=120",
				"--summary",
				found.baseTree
			])).toString("utf8"),
			evidence,
			leftOut: notInPatch(repository.top, found, new Set(evidence.map(({ path }) => path)))
		};
	} finally {
		found.git.remove();
	}
}
/** What a patch cannot hold, each with its reason. */
function notInPatch(top, found, accounted) {
	return [
		...found.ignored.filter((path) => !accounted.has(path) && !isCacheFile(top, path)).map((path) => ({
			path,
			why: "it is ignored, and no diff shows it"
		})),
		...found.repositories.map(({ path, why }) => ({
			path,
			why
		})),
		...found.unheld,
		...found.operations.map((what) => ({
			path: "",
			why: what
		}))
	];
}
async function stagedIndex(repository, { git, staged }) {
	const own = withIndex(git, join(git.dir, "staged-index"), repository);
	await seedIndex(own, [...staged].map(([path, entry]) => ({
		path,
		mode: entry.slice(0, 6),
		oid: entry.slice(7)
	})));
	return own;
}
/** Lets git write the difference between the base and an index, and proves by applying it that nothing of it is lost. */
async function provenPatch(repository, found, own, tree, file) {
	if (tree === null) throw new GateError("GG-DEFECT", "A conflict has no tree to capture");
	await own.run([
		"diff-index",
		"--cached",
		"-p",
		...PATCH_OPTIONS,
		`--output=${file}`,
		found.baseTree
	]);
	const entries = await entriesWithPatch(repository, found.git, found.baseTree, file);
	const given = entries === null ? null : treeOf(entries, repository.objectFormat);
	if (given !== tree) throw new GateError("GG-WORKTREE-NOT-CAPTURED", `The patch "${file}" gives ${given ?? "nothing"} on the base, and the worktree is ${tree}`, "The worktree stays as it is; save its work by hand before anything else.");
	return file;
}
/** Reads a capture back through the private directory of `found`. */
async function heldBy(repository, found, recorded, folder) {
	const nothing = {
		entries: await entriesOfTree(found.git, found.baseTree),
		tree: found.baseTree,
		stagedTree: null,
		commits: /* @__PURE__ */ new Set(),
		evidence: /* @__PURE__ */ new Map()
	};
	if (recorded === null) return nothing;
	const entries = (recorded.patch === null ? null : await entriesWithPatch(repository, found.git, found.baseTree, join(folder, recorded.patch.file))) ?? nothing.entries;
	const staged = recorded.stagedPatch === null ? null : await entriesWithPatch(repository, found.git, found.baseTree, join(folder, recorded.stagedPatch));
	const heads = recorded.bundle !== null && (await found.git.tryRun([
		"bundle",
		"verify",
		"--quiet",
		join(folder, recorded.bundle)
	])).code === 0 ? (await found.git.run([
		"bundle",
		"list-heads",
		join(folder, recorded.bundle ?? "")
	])).toString("latin1") : "";
	return {
		entries,
		tree: treeOf(entries, repository.objectFormat),
		stagedTree: staged === null ? null : treeOf(staged, repository.objectFormat),
		commits: new Set(recorded.commits.filter((id) => heads.includes(id))),
		evidence: new Map(recorded.evidence.filter(({ file, sha256 }) => hasDigest(folder, file, sha256)).map(({ path, sha256 }) => [path, sha256]))
	};
}
async function copyEvidence(top, paths, folder) {
	const copied = [];
	for (const path of paths) {
		const native = nativePath(top, path);
		if (!lstatSync(native).isFile()) continue;
		const file = join("captured-evidence", String(copied.length), basename(path).replace(/[^A-Za-z0-9._-]/g, "_"));
		mkdirSync(join(folder, dirname(file)), { recursive: true });
		copyFileSync(native, join(folder, file));
		copied.push({
			path,
			file,
			sha256: await sha256Of(join(folder, file))
		});
	}
	return copied;
}
/** Whether a file below `top` holds the bytes of a digest. */
function hasDigest(top, path, sha256) {
	const native = nativePath(top, path);
	return lstatSync(native, { throwIfNoEntry: false })?.isFile() === true && createHash("sha256").update(readFileSync(native)).digest("hex") === sha256;
}
function sha256Of(file) {
	return new Promise((resolve, reject) => {
		const digest = createHash("sha256");
		createReadStream(file).on("error", reject).on("data", (chunk) => digest.update(chunk)).on("end", () => resolve(digest.digest("hex")));
	});
}

// src/workspace/worktree-record.ts
/**
* What the gate remembers of the worktrees it made: which they are, how their run ended, what of them is captured.
* Kept in the state folder of the checkout they were made from, outside of any work tree.
*/
const objectId = string().check(_regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
/** Branches of the gate's own worktrees: run, then step. */
const OWN_BRANCH = /^refs\/heads\/generation-gate\/[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9._-]*$/;
const captureSchema = object({
	/** The work tree as git stores it; the patch applied to the base gives this tree. */
	tree: objectId,
	/** The index as a tree where it holds what neither the work tree nor a commit does; null elsewhere. */
	stagedTree: nullable(objectId),
	/** Commits beyond the base that are in the bundle. */
	commits: array(objectId),
	/** Files in the capture folder; null where there is nothing of the kind. */
	patch: nullable(object({
		file: string(),
		sha256,
		bytes: number()
	})),
	stagedPatch: nullable(string()),
	bundle: nullable(string()),
	diffstat: string(),
	/** Reports and logs, copied byte for byte: path below the work tree, file in the capture folder, digest. */
	evidence: array(object({
		path: string(),
		file: string(),
		sha256
	})),
	/** What no patch can hold, in words, each with its path. */
	leftOut: array(object({
		path: string(),
		why: string()
	}))
});
const worktreeRecordSchema = object({
	format: literal("generation-gate/worktree/1"),
	/** `<run>-<step>`, the name of its folder in the state. */
	name: string(),
	/** Real path of the work tree, and of the folder of the gate's own around it. */
	path: string(),
	holder: string(),
	/** Full ref. */
	branch: string().check(_regex(OWN_BRANCH)),
	base: objectId,
	/** Real path of its git directory. */
	gitDir: string(),
	/** Real path of the checkout it was made from. */
	parent: string(),
	madeAt: string(),
	links: array(object({
		path: string(),
		target: string()
	})),
	/** `running` stays where the gate itself was killed: nobody knows then what was captured. */
	status: _enum([
		"running",
		"succeeded",
		"failed",
		"cancelled"
	]),
	/** The process that runs in it, and its start time, which tells it from a later one with its number. */
	pid: number(),
	started: string(),
	capture: nullable(captureSchema),
	/** Where the folder lies while it is removed, and whether it was proven then that nothing in it is uncaptured. */
	removal: nullable(object({
		aside: string(),
		proven: boolean()
	}))
});
/** 12 random hex digits: one isolated run. */
function newRunId() {
	return randomBytes(6).toString("hex");
}
/** Folder of everything that the state holds about one worktree; it stays when the worktree goes. */
function worktreeFolder(state, name) {
	return join(state.path, "worktrees", name);
}
function saveWorktree(state, record) {
	writeRecord(join(worktreeFolder(state, record.name), "worktree.json"), record);
}
/** Makes the folder of a worktree that is about to be made. Throws EEXIST where another run has the name. */
function reserveWorktreeFolder(state, name) {
	mkdirSync(join(state.path, "worktrees"), {
		recursive: true,
		mode: 448
	});
	const folder = worktreeFolder(state, name);
	mkdirSync(folder, { mode: 448 });
	return folder;
}
/** Every worktree that this state remembers and that is not removed, oldest first. */
function rememberedWorktrees(state) {
	const folder = join(state.path, "worktrees");
	return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
		const record = readRecord(join(folder, name, "worktree.json"), (value) => parse(worktreeRecordSchema, value));
		return record === null ? [] : [record];
	}).sort((left, right) => left.madeAt < right.madeAt ? -1 : 1);
}

// src/workspace/worktree-removal.ts
/**
* Removes a worktree of the gate's own where nothing of it would be lost (WT4). The folder is renamed aside first and
* looked at once more there: what writes by its old path writes into nothing, and what was written before is seen.
*/
/** Beginning of the name of the folder around a worktree of the gate's own. */
const HOLDER_NAME = "generation-gate-worktree-";
/** Where the worktree's folder is now; null where it is gone. */
function placeOf({ path, removal }) {
	return [path, ...removal === null ? [] : [removal.aside]].find((place) => existsSync(place)) ?? null;
}
/** Tells the paths that the gate itself put into a worktree: links of `--link` that still lead where they did. */
function ownPathsOf(top, links) {
	const targets = new Map(links.map(({ path, target }) => [path, target]));
	return (path) => {
		const target = targets.get(path);
		const native = nativePath(top, path);
		return target !== void 0 && lstatSync(native, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(native) === target;
	};
}
/** Why what lies at `place` is not the worktree that the gate made; null where it is. */
function notOwn({ path, holder, gitDir }, place) {
	if (dirname(path) !== holder || !basename(holder).startsWith("generation-gate-worktree-")) return "its recorded folder is none of the gate's own";
	if (dirname(place) !== holder) return "it does not lie where it was made";
	if (realpathSync(place) !== place) return "a link leads to it";
	if (textOf(join(place, ".git")) !== `gitdir: ${gitDir}`) return "its .git does not name the git directory that was made for it";
	if (textOf(join(gitDir, "gitdir")) !== join(path, ".git")) return "its git directory does not name it";
	return null;
}
/** What in a worktree of the gate's own is captured nowhere. `shrinking`: it is being removed already, and files may be missing. */
async function uncapturedIn(state, record, place, shrinking = false) {
	const { base, branch, capture, gitDir } = record;
	const repository = await findRepository(place);
	if (repository.top !== place || repository.gitDir !== gitDir) throw new GateError("GG-WORKTREE-UNREADABLE", `"${place}" is no work tree of its own any more`, `Look at it by hand: ls -la '${place}'`);
	const found = await lookInto(repository, {
		base,
		ownBranch: branch,
		isOwn: ownPathsOf(place, record.links),
		shrinking
	});
	try {
		const held = await heldBy(repository, found, capture, worktreeFolder(state, record.name));
		const lost = [];
		const isThere = (path) => lstatSync(nativePath(place, path), { throwIfNoEntry: false }) !== void 0;
		const why = capture === null ? "it differs from the base and was never captured" : "it differs from what was captured";
		lost.push(...differing(held.entries, found.entries).filter((path) => !shrinking || isThere(path)).map((path) => ({
			path,
			why
		})));
		const stagedElsewhere = [
			found.tree,
			found.headTree,
			found.baseTree,
			held.tree,
			held.stagedTree
		].includes(found.stagedTree);
		if (found.stagedTree !== null && !stagedElsewhere) lost.push({
			path: "",
			why: "the index holds staged work that was not captured"
		});
		lost.push(...found.commits.filter((id) => !held.commits.has(id)).map((id) => ({
			path: "",
			why: `commit ${id} is on no other branch and was not captured`
		})));
		const copied = [...held.evidence].filter(([path, sha256]) => hasDigest(place, path, sha256)).map(([path]) => path);
		return [
			...lost,
			...notInPatch(place, found, new Set(copied)),
			...quarantinedIn(gitDir),
			...processesIn(place)
		];
	} finally {
		found.git.remove();
	}
}
/**
* Removes the worktree, its git directory and its branch, or nothing. Gives what is captured nowhere: then the folder
* is where it was. A removal that is cut short anywhere can be called again.
*/
async function removeWorktree(state, record, commonDir) {
	let current = record;
	let place = placeOf(record);
	if (place !== null && current.removal?.proven !== true) {
		const first = await uncapturedIn(state, current, place);
		if (first.length > 0) return restored(state, current, place, first);
		const aside = current.removal?.aside ?? `${current.path}.removing-${randomBytes(4).toString("hex")}`;
		current = remember(state, {
			...current,
			removal: {
				aside,
				proven: false
			}
		});
		if (place !== aside) renameSync(place, aside);
		place = aside;
		const second = await uncapturedIn(state, current, place);
		if (second.length > 0) return restored(state, current, place, second);
		current = remember(state, {
			...current,
			removal: {
				aside,
				proven: true
			}
		});
	} else if (place !== null) {
		const left = existsSync(join(place, ".git")) ? await uncapturedIn(state, current, place, true) : readdirSync(place).map((path) => ({
			path,
			why: "it arrived while the worktree was being removed"
		}));
		if (left.length > 0) return left;
	}
	if (place !== null) removeFolder(place);
	await removeGitSide(current, commonDir);
	rmSync(join(worktreeFolder(state, current.name), "worktree.json"), { force: true });
	if (existsSync(current.holder) && readdirSync(current.holder).length === 0) rmdirSync(current.holder);
	return [];
}
function restored(state, record, place, lost) {
	if (place !== record.path) renameSync(place, record.path);
	remember(state, {
		...record,
		removal: null
	});
	return lost;
}
function remember(state, record) {
	saveWorktree(state, record);
	return record;
}
/** `.git` goes last, in submodules too: as long as it is there, what is left can be looked at and proven. Links are never followed. */
function removeFolder(place) {
	const inside = openFolders(place);
	for (const folder of inside.toReversed()) {
		emptyFolder(folder);
		rmSync(nativePath(folder, ".git"), {
			recursive: true,
			force: true
		});
	}
	emptyFolder(place);
	rmSync(join(place, ".git"), { force: true });
	try {
		rmdirSync(place);
	} catch (error) {
		throw new GateError("GG-WORKTREE-NOT-REMOVED", `"${place}" was emptied and is not empty (${error.code ?? String(error)})`, `Look at what arrived: ls -la '${place}'`, error);
	}
}
function emptyFolder(folder) {
	for (const name of readdirSync(nativePath(folder, ""), { encoding: "buffer" })) if (name.toString("latin1") !== ".git") rmSync(nativePath(folder, decodePath(name)), {
		recursive: true,
		force: true
	});
}
/** Opens every folder: some tools write caches without permission to change them. Gives the repositories inside, outer ones first. */
function openFolders(folder) {
	const repositories = [];
	for (const entry of readdirSync(nativePath(folder, ""), {
		withFileTypes: true,
		encoding: "buffer"
	})) {
		if (!entry.isDirectory()) continue;
		const inner = join(folder, decodePath(entry.name));
		const native = nativePath(inner, "");
		const { mode } = lstatSync(native);
		if ((mode & 448) !== 448) chmodSync(native, mode | 448);
		if (lstatSync(nativePath(inner, ".git"), { throwIfNoEntry: false }) !== void 0) repositories.push(inner);
		repositories.push(...openFolders(inner));
	}
	return repositories;
}
/** The git directory goes, and the branch where it still points to what is captured or on another branch. */
async function removeGitSide({ gitDir, branch, base, capture }, commonDir) {
	if (dirname(gitDir) !== join(commonDir, "worktrees")) throw new GateError("GG-DEFECT", `"${gitDir}" is no git directory of a linked worktree`);
	rmSync(gitDir, {
		recursive: true,
		force: true
	});
	const call = {
		cwd: commonDir,
		env: { GIT_DIR: "." }
	};
	const tip = (await git([
		"rev-parse",
		"--verify",
		"--quiet",
		branch
	], call)).stdout.toString("latin1").trim();
	if (tip === "") return;
	const elsewhere = await git([
		"rev-list",
		"--max-count=1",
		tip,
		"--not",
		base,
		`--exclude=${branch.replace(/^refs\/heads\//, "")}`,
		"--branches",
		"--tags",
		"--remotes"
	], call);
	if (capture?.commits.includes(tip) === true || elsewhere.code === 0 && elsewhere.stdout.length === 0) await git([
		"update-ref",
		"-d",
		branch,
		tip
	], call);
}
/** Processes whose working folder lies in it: a renamed folder does not keep them from writing there (proc(5)). */
function processesIn(place) {
	return (existsSync("/proc/self/cwd") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []).flatMap((pid) => {
		const folder = workingFolder(pid);
		return folder === place || folder?.startsWith(`${place}/`) === true ? [{
			path: "",
			why: `process ${pid} works in it`
		}] : [];
	});
}
function workingFolder(pid) {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return null;
	}
}
/** Leftover reports that a stamp moved out of the way: they lie in the git directory, which goes with the worktree. */
function quarantinedIn(gitDir) {
	const folder = join(gitDir, "generation-gate", "quarantine");
	return (existsSync(folder) ? readdirSync(folder, {
		recursive: true,
		withFileTypes: true
	}).filter((entry) => !entry.isDirectory()) : []).map((entry) => ({
		path: join(entry.parentPath, entry.name),
		why: "it is a report in quarantine"
	}));
}
function textOf(file) {
	try {
		return decodePath(readFileSync(file)).replace(/\n$/, "");
	} catch {
		return null;
	}
}

// src/steps/worktree.ts
/** The `worktree` verb: what isolated runs left, and removing it where nothing of it would be lost (WT4). */
/** More worktrees than this are pointed out: each is a whole checkout. */
const PILE = 5;
const NAMED = 10;
const WHY = "Work in a worktree that is in no commit and no patch exists once; a removal that loses it cannot be undone.";
/** Carries out `worktree list`, `worktree remove PATH` or `worktree prune`. */
async function worktreeStep(context, operands) {
	const [action, path, ...more] = operands;
	if (action === "list" && path === void 0) return list(context);
	if (action === "prune" && path === void 0) return prune(context);
	if (action === "remove" && path !== void 0 && more.length === 0) return remove(context, path);
	throw new UsageError("GG-CALL-NOT-UNDERSTOOD", `worktree cannot be called with ${operands.length === 0 ? "nothing" : operands.map((word) => JSON.stringify(word)).join(" ")}`, "Write one of: worktree list, worktree remove PATH, worktree prune");
}
function list(context) {
	const records = rememberedWorktrees(context.state);
	return accepted(context, records, records.length > 5 ? [pile(records.length)] : [], records.map((record) => ({ ...summaryOf(context, record) })));
}
async function remove(context, given) {
	const place = existing(given);
	const record = rememberedWorktrees(context.state).find((one) => placeOf(one) === place);
	if (record === void 0) throw await notTheGates(place);
	const refused = await refusalFor(context, record) ?? await removed(context, record);
	if (refused !== null) throw new Refusal(refused);
	return accepted(context, [], [], [{
		...summaryOf(context, record),
		removed: true
	}]);
}
/** Removes what may go. What is kept because its run did not succeed is listed; uncaptured work of one that did rejects. */
async function prune(context) {
	const findings = [];
	const parts = [];
	for (const record of rememberedWorktrees(context.state)) {
		const kept = await refusalFor(context, record);
		const refused = kept === null ? await removed(context, record) : null;
		if (kept !== null) findings.push({
			...kept,
			answer: "holds",
			rejects: false,
			listed: true
		});
		if (refused !== null) findings.push(refused);
		parts.push({
			...summaryOf(context, record),
			removed: kept === null && refused === null
		});
	}
	if (findings.length > 5) findings.push(pile(findings.length));
	if (!findings.some(({ rejects }) => rejects)) return accepted(context, [], findings, parts);
	return {
		exit: 1,
		envelope: envelope("worktree", "rejected", {
			head: context.repository.head,
			findings,
			worktrees: parts
		})
	};
}
/** Removes the worktree; the finding where something in it is captured nowhere. */
async function removed(context, record) {
	context.progress("looking for work that is captured nowhere");
	const lost = await removeWorktree(context.state, record, context.repository.commonDir);
	return lost.length === 0 ? null : uncaptured(record, lost);
}
/** Why a worktree of the gate's own stays whatever it holds; null where it may go. */
async function refusalFor({ state, repository }, record) {
	const place = placeOf(record);
	const proven = record.removal?.proven === true;
	if (place === null && !proven) return finding("GG-WORKTREE-NOT-OWN", record.path, [], `The folder of the worktree ${record.path} is gone, and its branch and git directory are still there`, `Let git forget the folder, and look at the branch: git -C ${quoteForShell(repository.top)} worktree prune && git -C ${quoteForShell(repository.top)} log ${record.branch.replace("refs/heads/", "")}. ${captureWords(state.path, record)}`);
	const other = place === null || proven ? null : notOwn(record, place);
	if (other !== null) return (await notTheGates(place ?? record.path, other)).findings[0] ?? null;
	if (record.status === "succeeded" || record.status === "cancelled") return null;
	const alive = record.status === "running" && startTime(record.pid) === record.started;
	const what = alive ? `is in use by process ${record.pid}` : record.status === "running" ? "belongs to a run that was cut short, so nobody knows whether all of it was captured" : "belongs to a run that did not succeed";
	return finding("GG-WORKTREE-NOT-FINISHED", record.path, [], `The worktree ${record.path} ${what}`, alive ? "Wait until it has ended." : `${commandsFor(record.path, record.base, record.branch)} ${captureWords(state.path, record)}`.trim());
}
function uncaptured(record, lost) {
	return finding("GG-WORKTREE-UNCAPTURED", record.path, lost, `The worktree ${record.path} holds ${lost.length} ${lost.length === 1 ? "thing that is" : "things that are"} captured nowhere: ${named(lost)}`, commandsFor(record.path, record.base, record.branch));
}
/** The refusal for a worktree that the gate did not make, with what is in it. */
async function notTheGates(place, reason = "it is not recorded as one that generation-gate made from this checkout") {
	const repository = await findRepository(place);
	const { head, top } = repository;
	const inside = [];
	if (head !== null) {
		const found = await lookInto(repository, {
			base: head,
			ownBranch: null
		});
		try {
			const untracked = new Set(found.untracked);
			inside.push(...found.changed.map((path) => ({
				path,
				why: untracked.has(path) ? "untracked" : "changed"
			})), ...notInPatch(top, found, /* @__PURE__ */ new Set()).map(({ path, why }) => ({
				path,
				why: why.startsWith("it is ignored") ? "ignored" : why
			})), ...found.commits.map((id) => ({
				path: "",
				why: `commit ${id} is on no branch`
			})));
		} finally {
			found.git.remove();
		}
	}
	const holds = inside.length === 0 ? "Nothing was found in it that is not committed" : `It holds ${named(inside)}`;
	return new Refusal(finding("GG-WORKTREE-NOT-OWN", top, inside, `The worktree ${showPath(top)} stays: ${reason}. ${holds}`, commandsFor(top, head ?? "HEAD", null)));
}
function finding(rule, worktree, odd, what, fix) {
	const paths = [...new Set(odd.map(({ path }) => path).filter((path) => path !== ""))];
	return {
		rule,
		answer: "broken",
		paths: (paths.length === 0 ? [worktree] : paths).slice(0, 200),
		what,
		why: WHY,
		fix,
		rejects: true
	};
}
/** Commands that show what a worktree holds, what they do not show, and the ones that then remove it. */
function commandsFor(place, base, branch) {
	const at = `git -C ${quoteForShell(place)}`;
	const branchToo = branch === null ? "" : `; git branch -D ${branch.replace("refs/heads/", "")}`;
	return [
		`Look first: ${at} diff ${base} --binary --submodule=diff; ${at} status --porcelain --ignored -uall.`,
		"Ignored files and work in submodules are not in the diff: copy what you need out of the worktree.",
		`Then, by your own decision, run in another checkout of the repository: git worktree remove --force ${quoteForShell(place)}${branchToo}. It deletes ignored files such as .env without a word.`
	].join(" ");
}
function captureWords(state, { name, capture }) {
	const patch = capture?.patch ?? null;
	return patch === null ? "" : `What it did is captured in ${worktreeFolder({ path: state }, name)}/${patch.file}.`;
}
function named(odd) {
	return `${odd.slice(0, NAMED).map(({ path, why }) => path === "" ? why : `${showPath(path)} (${why})`).join(", ")}${odd.length > NAMED ? ` and ${odd.length - NAMED} more` : ""}`;
}
function pile(count) {
	return {
		rule: "GG-WORKTREE-PILE",
		answer: "holds",
		what: `${count} worktrees of isolated runs are kept`,
		why: "Each is a whole checkout; a full disk ends the next run.",
		fix: "Remove those whose work is captured: generation-gate worktree prune",
		listed: true,
		rejects: false
	};
}
function accepted(context, records, findings, worktrees) {
	const text = records.map((record) => {
		const { path, status, branch } = record;
		return `${status.padEnd(9)}  ${showPath(path)}  ${branch.replace("refs/heads/", "")}  ${captureWords(context.state.path, record)}`.trimEnd();
	});
	const preface = text.length === 0 ? {} : { preface: `${text.join("\n")}\n` };
	return {
		exit: 0,
		envelope: envelope("worktree", "accepted", {
			head: context.repository.head,
			findings,
			worktrees,
			...preface
		})
	};
}
function summaryOf({ state }, { name, path, branch, base, status, madeAt, capture, links }) {
	const folder = worktreeFolder(state, name);
	const patch = capture?.patch ?? null;
	return {
		path,
		branch: branch.replace("refs/heads/", ""),
		base,
		status,
		made_at: madeAt,
		links,
		patch: patch === null ? null : `${folder}/${patch.file}`,
		left_out: capture?.leftOut ?? []
	};
}
function existing(given) {
	try {
		return decodePath(realpathSync.native(nativePath(resolve(given), ""), { encoding: "buffer" }));
	} catch (error) {
		throw new UsageError("GG-WORKTREE-ABSENT", `No worktree lies at "${given}" (${error.code ?? String(error)})`, "Those of isolated runs: generation-gate worktree list");
	}
}

export { HOLDER_NAME as a, newRunId as c, saveWorktree as d, worktreeFolder as f, worktreeStep as i, rememberedWorktrees as l, lookInto as m, pile as n, ownPathsOf as o, capture as p, uncaptured as r, removeWorktree as s, commandsFor as t, reserveWorktreeFolder as u };