import { accessSync, constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative, sep } from "node:path";
import { t as GateError } from "./chunk-errors-BPOZsNsu.js";
import { a as linkedWorktreesInside, n as findRepository } from "./chunk-repository-cIyq-kuT.js";
import { i as openState, r as lockState } from "./chunk-state-DBHdm53Z.js";
import { t as isStampPath } from "./chunk-stamp-file-DaVTPRlz.js";

// src/steps/context.ts
/** What every step works with: the workspace, its state folder and lock, and where output goes. */
/** Finds the workspace and holds its lock while `work` runs. */
async function inWorkspace(verb, settings, surroundings, work, links = []) {
	requireTemporaryFolder();
	const repository = await findRepository(settings.workspace);
	const runnerTemp = surroundings.env["RUNNER_TEMP"];
	const state = openState(repository, {
		...settings.state === null ? {} : { state: settings.state },
		...runnerTemp === void 0 ? {} : { runnerTemp }
	});
	const release = lockState(state, verb);
	try {
		const below = relative(repository.top, realpathSync(settings.workspace));
		return await work({
			...surroundings,
			settings,
			repository,
			state,
			otherWorktrees: linkedWorktreesInside(repository),
			defaultWorkdir: below === "" ? "." : below.split(sep).join("/"),
			links
		});
	} finally {
		surroundings.progress(null);
		release();
	}
}
/** Throws where no temporary file could be made: found out before anything is changed, not in the middle of the work. */
function requireTemporaryFolder() {
	try {
		accessSync(tmpdir(), constants.W_OK | constants.X_OK);
	} catch (error) {
		throw new GateError("GG-NO-TEMPORARY-FOLDER", `The temporary folder "${tmpdir()}" cannot be used (${error.code ?? String(error)})`, "Set TMPDIR to an existing, writable folder outside the workspace.", error);
	}
}
/** Throws where the gate was asked to end: between two parts of its work nothing is half done. */
function stopIfAsked({ signal }) {
	if (signal.aborted) throw new GateError("GG-INTERRUPTED", `The gate was ended by ${String(signal.reason)}`, "Stamp again; nothing of the workspace was harmed.");
}
/** Whether a path belongs to the gate itself: the stamp, a link of an isolated worktree, or a state folder inside the workspace. */
function ownPathTest({ state, links = [] }) {
	const { insideWorkspace } = state;
	return (path) => isStampPath(path) || links.includes(path) || insideWorkspace !== null && (path.startsWith(insideWorkspace) || `${path}/` === insideWorkspace);
}
function askedOf(settings) {
	return {
		expectGeneration: settings.expectGeneration,
		expectStampDigest: settings.expectStampDigest,
		outcome: settings.outcome,
		requireTests: settings.requireTests,
		minTests: settings.minTests,
		summaries: settings.summaries,
		imports: settings.imports,
		survivors: settings.survivors,
		foreignEditables: settings.foreignEditables,
		witness: settings.witness,
		allowIgnored: settings.allowIgnored,
		generated: settings.generated,
		unwitnessedOk: settings.unwitnessedOk,
		unloaded: settings.unloaded,
		cell: settings.cell,
		slackSeconds: settings.slackSeconds,
		base: settings.base,
		owned: settings.owned,
		forbidden: settings.forbidden,
		requireRebased: settings.requireRebased,
		replay: settings.replay,
		control: settings.control
	};
}
/** Where evidence is looked for. */
function evidencePlaces({ repository, otherWorktrees, env }) {
	return {
		top: repository.top,
		otherWorktrees,
		runnerTemp: env["RUNNER_TEMP"] ?? null
	};
}

export { stopIfAsked as a, ownPathTest as i, evidencePlaces as n, inWorkspace as r, askedOf as t };