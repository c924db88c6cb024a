import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, rmdirSync, symlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve } from "node:path";
import { n as Refusal, r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as nativePath, n as decodePath, o as showPath } from "./chunk-path-C-SIO5nl.js";
import { i as usedFolders, n as makeReportFolders } from "./chunk-report-folders-D6gdG_k3.js";
import "./chunk-rule-ywBBgpcM.js";
import { a as findRepository, c as linkedWorktreesInside, o as gitDirectoryOf } from "./chunk-environment-folder-B6idSfp2.js";
import { l as fillFiltered, r as checkOutSubmodules, t as repointedEnvironment, u as refuseUnwritten } from "./chunk-second-directory-environment-z1et-vfS.js";
import { i as openState, o as startTime } from "./chunk-state-DYH1Qo5G.js";
import { a as HOLDER_NAME, c as newRunId, d as saveWorktree, f as worktreeFolder, l as rememberedWorktrees, m as lookInto, n as pile, o as ownPathsOf, p as capture, r as uncaptured, s as removeWorktree, t as commandsFor, u as reserveWorktreeFolder } from "./chunk-worktree-2u0g_Eu_.js";
import { n as isFolder, t as entryAt } from "./chunk-entry-DqCkfTFJ.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { a as listTracked } from "./chunk-trees-D-zNlNbn.js";
import { r as temporaryFolder, t as openPrivateGit } from "./chunk-private-git-DfYjylg-.js";
import { n as withFullIndex } from "./chunk-sparse-index-CZ-nwDEe.js";

// src/workspace/worktree-make.ts
/**
* Makes a worktree for one isolated run: a branch and a folder of its own in the temporary folder, filled as a checkout
* would and without running anything that the repository configures (WT1, WT2, WT4).
*/
/** What makes the parent checkout dirty, in words; empty for a clean one. Ignored files do not count, those of submodules neither. */
function dirtIn(found) {
	const untracked = new Set(found.untracked);
	const changed = found.changed.map((path) => ({
		path,
		why: untracked.has(path) ? "untracked" : "changed"
	}));
	const staged = found.stagedTree !== null && found.stagedTree !== found.headTree && found.stagedTree !== found.tree ? [{
		path: "",
		why: "the index holds staged changes"
	}] : [];
	return [
		...changed,
		...staged,
		...found.repositories.filter(({ differs }) => differs),
		...found.operations.map((why) => ({
			path: "",
			why
		}))
	];
}
/** The folder in which worktrees are made. Throws a {@link Refusal} where it is a link. */
function worktreeParent({ top }, runnerTemp) {
	const folder = runnerTemp !== void 0 && runnerTemp !== "" && isOutside(top, runnerTemp) ? runnerTemp : temporaryFolder(top);
	if (!lstatSync(folder).isSymbolicLink()) return realpathSync(folder);
	throw new Refusal({
		rule: "GG-WORKTREE-PARENT-LINK",
		answer: "broken",
		paths: [folder],
		what: `The temporary folder ${showPath(folder)} is a symbolic link to ${showPath(realpathSync(folder))}`,
		why: "Whoever may change the link decides where worktrees are made, and what is removed with them.",
		fix: `Name the real folder: TMPDIR=${realpathSync(folder)}`,
		rejects: true
	});
}
function isOutside(top, folder) {
	if (!existsSync(folder)) return false;
	const place = relative(top, realpathSync(folder));
	return place === ".." || place.startsWith("../");
}
/** Checks the links that were asked for. Throws {@link UsageError} for a malformed one, {@link Refusal} for one that may not be shared. */
function checkLinks({ top }, tracked, given) {
	return given.map((asked) => {
		const path = normalize(asked).replace(/\/+$/, "");
		const shown = showPath(asked);
		if (isAbsolute(path) || path === "." || path === ".." || path.startsWith("../") || /(^|\/)\.git(\/|$)/i.test(path)) throw new UsageError("GG-LINK-INVALID", `--link ${shown} is no path inside the workspace`, "Write for example: --link node_modules");
		if (entryAt(top, path) === null) throw new UsageError("GG-LINK-ABSENT", `--link ${shown}: nothing lies there`, "Leave it out, or make it in the parent checkout first.");
		const inHead = [...tracked].find((one) => one === path || one.startsWith(`${path}/`));
		if (inHead !== void 0) throw new UsageError("GG-LINK-TRACKED", `--link ${shown}: git tracks ${showPath(inHead)}, which the worktree has itself`, "Link only what git does not track.");
		const target = decodePath(realpathSync.native(nativePath(top, path), { encoding: "buffer" }));
		if (isOutside(top, target)) throw leadsOut(path, target);
		const source = sourceBehind(top, path);
		if (source !== null) throw leadsToSources(top, path, source);
		return {
			path,
			target
		};
	});
}
/** A package in a `node_modules` that is a link to sources of the parent checkout: tests would load the parent's code. */
function sourceBehind(top, path) {
	if (basename(path) !== "node_modules") return null;
	const root = join(top, path);
	for (const name of packagesIn(root)) {
		const entry = nativePath(root, name);
		if (!lstatSync(entry).isSymbolicLink()) continue;
		const target = realOrNull(entry);
		if (target === null || isOutside(top, target)) continue;
		if (!relative(top, target).split("/").includes("node_modules")) return {
			name,
			target
		};
	}
	return null;
}
function packagesIn(root) {
	if (!isFolder(root, "")) return [];
	return readdirSync(root).filter((name) => !name.startsWith(".")).flatMap((name) => name.startsWith("@") && isFolder(root, name) ? readdirSync(join(root, name)).map((inner) => `${name}/${inner}`) : [name]);
}
function realOrNull(path) {
	try {
		return decodePath(realpathSync.native(path, { encoding: "buffer" }));
	} catch {
		return null;
	}
}
/** Paths that the checkout tracks. */
async function trackedIn(repository) {
	const real = openPrivateGit({
		workTree: repository.top,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: repository,
		index: join(repository.gitDir, "index")
	});
	try {
		return new Set((await listTracked(await withFullIndex(real, repository.gitDir))).map(({ path }) => path));
	} finally {
		real.remove();
	}
}
/** Makes the worktree at `head` on a new branch. Leaves nothing where it fails. */
async function makeWorktree(repository, { parent, branch, head, tracked, links }) {
	const { top, commonDir } = repository;
	const holder = mkdtempSync(join(parent, HOLDER_NAME));
	const path = join(holder, basename(top));
	const added = await git([
		"worktree",
		"add",
		"--quiet",
		"--no-checkout",
		"-b",
		branch.replace(/^refs\/heads\//, ""),
		path,
		head
	], { cwd: top });
	if (added.code !== 0) {
		rmdirSync(holder);
		throw new GateError("GG-WORKTREE-NOT-MADE", `git could not make the worktree: ${added.stderr.slice(0, 1e3)}`, "Mend what git says; without a worktree nothing is run, and never in the parent instead.");
	}
	const made = gitDirectoryOf(path);
	if (made === null || made.commonDir !== commonDir || dirname(made.gitDir) !== join(commonDir, "worktrees")) throw new GateError("GG-WORKTREE-NOT-MADE", `The worktree at "${path}" has no git directory of its own`, `Look at it: git worktree list; then: git worktree remove --force '${path}'`);
	try {
		await fill(repository, path, made.gitDir, head, tracked);
		for (const { path: link, target } of links) {
			mkdirSync(nativePath(path, dirname(link)), { recursive: true });
			symlinkSync(nativePath(target, ""), nativePath(path, link));
		}
	} catch (error) {
		rmSync(holder, {
			recursive: true,
			force: true
		});
		rmSync(made.gitDir, {
			recursive: true,
			force: true
		});
		await git([
			"update-ref",
			"-d",
			branch,
			head
		], { cwd: top });
		throw error;
	}
	return {
		path,
		holder,
		gitDir: made.gitDir
	};
}
/** Writes the files of a commit. Links are links whatever `core.symlinks` says; bytes behind a filter come from the clean parent, submodules from what is local. */
async function fill(repository, path, gitDir, head, tracked) {
	const index = join(gitDir, "index");
	const own = openPrivateGit({
		workTree: path,
		objectFormat: repository.objectFormat,
		settings: repository.settings,
		objects: {
			gitDir,
			commonDir: repository.commonDir
		},
		index
	});
	try {
		await own.run(["read-tree", head]);
		const written = await own.tryRun([
			"checkout-index",
			"--all",
			"--index",
			"--quiet"
		]);
		if (written.code !== 0) await refuseUnwritten(own, path, written.stderr);
		if (written.code !== 0) throw new GateError("GG-WORKTREE-NOT-MADE", `The worktree could not be filled: ${written.stderr.slice(0, 1e3)}`, "Fetch what is missing, or free space, and call again.");
		const stamped = [...tracked].map((one) => ({ path: one }));
		const filled = {
			top: path,
			gitDir: own.dir,
			run: own.run,
			tryRun: own.tryRun
		};
		const unfilled = [...await fillFiltered({
			git: filled,
			source: repository,
			workspace: repository.top,
			stamped,
			rawFiltered: []
		}), ...await checkOutSubmodules(filled, repository, "")];
		if (unfilled.length > 0) throw new GateError("GG-WORKTREE-NOT-MADE", `The worktree lacks ${unfilled.slice(0, 5).map((one) => `${showPath(one.path)} (${one.why})`).join(", ")}`, "Fetch what is missing into the local store, for instance: git lfs fetch, or git submodule update --init --recursive");
		await own.tryRun([
			"update-index",
			"-q",
			"--refresh"
		]);
	} finally {
		own.remove();
	}
}
function leadsOut(path, target) {
	return new Refusal({
		rule: "GG-WORKTREE-LINK",
		answer: "broken",
		paths: [path],
		what: `--link ${showPath(path)} leads out of the repository, to ${showPath(target)}`,
		why: "What the isolated run writes there would reach files that no checkout of this repository holds.",
		fix: "Copy what is needed into the parent checkout, or let the setup script make it.",
		rejects: true
	});
}
function leadsToSources(top, path, { name, target }) {
	const install = [
		["pnpm-lock.yaml", "pnpm install --frozen-lockfile"],
		["yarn.lock", "yarn install --immutable"],
		["bun.lock", "bun install --frozen-lockfile"],
		["package-lock.json", "npm ci"]
	].find(([lock]) => existsSync(join(top, lock)))?.[1] ?? "npm install";
	return new Refusal({
		rule: "GG-WORKTREE-LINK",
		answer: "broken",
		paths: [`${path}/${name}`],
		what: `--link ${showPath(path)}: its package ${showPath(name)} is a link to ${showPath(relative(top, target))} of the parent checkout`,
		why: "The isolated run would load the parent's sources in the place of its own.",
		fix: `Leave the link out and let the setup script install in the worktree: ${install}`,
		rejects: true
	});
}

// src/steps/isolated-gate.ts
/** The gate in a worktree of its own (WT1–WT4): fail closed, never in the parent instead, everything captured first. */
/** Makes the worktree, runs the gate in it, captures what was done, and keeps or prunes it. The parent is only read. */
async function isolatedGate(settings, around, gate) {
	const repository = await findRepository(settings.workspace);
	const { head } = repository;
	if (head === null) throw new UsageError("GG-WORKTREE-NO-COMMIT", `"${repository.top}" has no commit to make a worktree of`, "Commit first, or run without --isolation.");
	const runnerTemp = around.env["RUNNER_TEMP"];
	const state = openState(repository, {
		...settings.state === null ? {} : { state: settings.state },
		...runnerTemp === void 0 ? {} : { runnerTemp }
	});
	around.progress("looking at the parent checkout");
	await requireCleanParent(repository, head, state);
	const tracked = await trackedIn(repository);
	const links = checkLinks(repository, tracked, settings.links);
	const reportFolders = await usedFolders({
		top: repository.top,
		otherWorktrees: linkedWorktreesInside(repository),
		runnerTemp: runnerTemp ?? null
	}, {
		globs: settings.evidence,
		logs: []
	});
	const parent = worktreeParent(repository, runnerTemp);
	const run = newRunId();
	const step = stepName(settings.cell);
	const branch = `refs/heads/generation-gate/${run}/${step}`;
	const name = `${run}-${step}`;
	const folder = reserveWorktreeFolder(state, name);
	around.progress("making the worktree");
	const made = await makeWorktree(repository, {
		parent,
		branch,
		head,
		tracked,
		links
	});
	makeReportFolders(made.path, reportFolders);
	const record = {
		format: "generation-gate/worktree/1",
		name,
		path: made.path,
		holder: made.holder,
		branch,
		base: head,
		gitDir: made.gitDir,
		parent: repository.top,
		madeAt: (/* @__PURE__ */ new Date()).toISOString(),
		links: [...links],
		status: "running",
		pid: process.pid,
		started: startTime(process.pid) ?? "",
		capture: null,
		removal: null
	};
	saveWorktree(state, record);
	const below = relative(repository.top, realpathSync(settings.workspace));
	const workspace = join(made.path, below);
	const inner = absolutePaths({
		...settings,
		workspace,
		state: join(folder, "state"),
		isolation: "none",
		links: []
	});
	const env = repointedEnvironment(around.env, {
		workspace: repository.top,
		second: made.path,
		cwd: workspace
	});
	let outcome;
	try {
		outcome = await gate(inner, {
			...around,
			env
		}, links.map(({ path }) => path));
	} catch (error) {
		const whole = await captured(state, record, around.signal.aborted || error instanceof UsageError ? "cancelled" : "failed", []);
		if (error instanceof UsageError && isUntouched(whole)) await removeWorktree(state, whole, repository.commonDir);
		throw error;
	}
	const status = around.signal.aborted ? "cancelled" : outcome.exit === 0 ? "succeeded" : "failed";
	around.progress("capturing what was done in the worktree");
	const whole = await captured(state, record, status, evidenceOf(outcome));
	const lost = settings.onSuccess === "prune" && status === "succeeded" ? await removeWorktree(state, whole, repository.commonDir) : null;
	around.progress(null);
	return withWorktree(outcome, state, whole, lost === null ? [] : lost.length === 0 ? null : [uncaptured(whole, lost)]);
}
/** Entries that are not committed would be missing in the worktree, and nothing is stashed for anybody. */
async function requireCleanParent(repository, head, state) {
	const { insideWorkspace } = state;
	const found = await lookInto(repository, {
		base: head,
		ownBranch: null,
		isOwn: (path) => insideWorkspace !== null && path.startsWith(insideWorkspace)
	});
	found.git.remove();
	const dirt = dirtIn(found);
	if (dirt.length === 0) return;
	throw new Refusal({
		rule: "GG-WORKTREE-PARENT-DIRTY",
		answer: "broken",
		paths: dirt.map(({ path }) => path).filter((path) => path !== "").slice(0, 200),
		what: `The checkout ${showPath(repository.top)} holds ${dirt.length} ${dirt.length === 1 ? "entry that is" : "entries that are"} not committed: ${dirt.slice(0, 20).map(({ path, why }) => path === "" ? why : `${showPath(path)} (${why})`).join(", ")}${dirt.length > 20 ? ` and ${dirt.length - 20} more` : ""}`,
		why: "A worktree is made of a commit: what is not in it would silently not be tested.",
		fix: "Commit it, or hand it over as a patch: git diff --binary HEAD > change.patch, then --patch change.patch in a clean checkout. Nothing is stashed for you.",
		rejects: true
	});
}
async function captured(state, record, status, evidence) {
	const { path, base, branch, links } = record;
	const repository = await findRepository(path);
	if (repository.top !== path) throw new GateError("GG-WORKTREE-NOT-CAPTURED", `"${path}" is no work tree of its own any more`, `Look at it by hand: ls -la '${path}'`);
	const work = await capture(repository, {
		base,
		ownBranch: branch,
		isOwn: ownPathsOf(path, links),
		evidence,
		folder: worktreeFolder(state, record.name)
	});
	const whole = {
		...record,
		status,
		capture: work
	};
	saveWorktree(state, whole);
	return whole;
}
/** A call that was not understood did nothing, and leaves nothing to look at. */
function isUntouched({ capture: work }) {
	return work !== null && work.patch === null && work.stagedPatch === null && work.commits.length === 0 && work.leftOut.length === 0;
}
/** Reports that the check read; the worktree's ignore files usually name them, so no patch holds them. */
function evidenceOf({ envelope }) {
	const { reports } = envelope;
	return Array.isArray(reports) ? reports.flatMap((report) => typeof report.path === "string" ? [report.path] : []) : [];
}
/** Files that the caller names are the caller's: they stay where they are, whatever folder the gate works in. */
function absolutePaths(settings) {
	const at = (path) => path === null ? null : resolve(path);
	return {
		...settings,
		patch: at(settings.patch),
		setup: at(settings.setup),
		script: at(settings.script),
		bundle: at(settings.bundle)
	};
}
/** One component of a ref (git-check-ref-format(1)). */
function stepName(cell) {
	return (cell ?? "gate").replace(/\.{2,}/g, ".").replace(/\.lock$/, "_lock").replace(/\.$/, "_");
}
/** Adds what became of the worktree; `kept` is null where it is gone. */
function withWorktree(outcome, state, record, kept) {
	const { path, branch, base, capture: work, name, status } = record;
	const folder = worktreeFolder(state, name);
	const count = rememberedWorktrees(state).length;
	const findings = [...(kept ?? []).map((finding) => ({
		...finding,
		answer: "holds",
		rejects: false,
		listed: true
	})), ...count > 5 ? [pile(count)] : []];
	const file = (one) => one === null || one === void 0 ? null : join(folder, one);
	const worktree = {
		path: kept === null ? null : path,
		branch: kept === null ? null : branch.replace("refs/heads/", ""),
		base,
		status,
		state: join(folder, "state"),
		patch: file(work?.patch?.file),
		staged_patch: file(work?.stagedPatch),
		commits: file(work?.bundle),
		diffstat: work?.diffstat ?? "",
		left_out: work?.leftOut ?? [],
		look: kept === null ? null : commandsFor(path, base, branch)
	};
	const words = kept === null ? `worktree  removed; what it did is in ${folder}` : `worktree  ${path}\n${commandsFor(path, base, branch)}`;
	const { preface } = outcome.envelope;
	return {
		...outcome,
		envelope: {
			...outcome.envelope,
			findings: [...outcome.envelope.findings, ...findings],
			worktree,
			preface: `${typeof preface === "string" ? `${preface}\n` : ""}${words}\n${work?.diffstat ?? ""}`
		}
	};
}

export { isolatedGate };