import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { o as testLabel } from "./chunk-compare-DBY9yodZ.js";
import { a as nativePath, n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { n as REPLAY_RULES, x as sameEnding } from "./chunk-catalog-DTYz_AU_.js";
import { t as decide } from "./chunk-decide-Cbuofwm_.js";
import { r as matchEvidence } from "./chunk-globs-CrFKp0S_.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { i as readStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { c as stampedDirectory } from "./chunk-second-directory-environment-z1et-vfS.js";
import { n as otherVariables, t as digestVariables } from "./chunk-code-variables-B2_HcBLZ.js";
import { i as ownPathTest, n as evidencePlaces, t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { a as recall, d as rememberComparison, p as rememberVerdict, s as recallComparisons } from "./chunk-records-Cpwo0gzg.js";
import { a as secondRun, c as warmTests, l as refuseSharedEnvironment, n as interpreterOf, r as recordedRun, t as endSecondRun } from "./chunk-second-run-_zmwv0Po.js";

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
			...recorded.run.facts.surroundings === void 0 ? {} : { warmRuntimes: recorded.run.facts.surroundings.runtimes },
			second: endSecondRun(second, directory, keep),
			differences,
			onlyWarm,
			otherVariables: agrees ? [] : otherVariables(recorded.run.codeVariables, digestVariables(env, recorded.stamp.facts.generation))
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
function replayPart({ run, warmEnding, warmTests: tests, second, differences, onlyWarm, otherVariables: variables }) {
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
		only_in_workspace: onlyWarm,
		other_variables: variables
	};
}

export { replayDifferences as i, replayPart as n, replayStep as r, makeReplay as t };