import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { i as isRed, n as comparedTests } from "./chunk-compare-DBY9yodZ.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { a as collectEvidence, i as writtenOutside, n as setAside, r as takeAway, t as putBack } from "./chunk-set-aside-oz-dls96.js";
import { a as setupEnvironment, d as takeInventoryAgain, f as takeOpeningInventory, i as commandEnvironment, o as runtimesOf, s as measure, t as SETUP_COMMAND, v as runCaptured } from "./chunk-stamp-YU4Rim9T.js";
import { n as makeReportFolders } from "./chunk-report-folders-D6gdG_k3.js";
import { r as UsageError, t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { a as trackedAmong, i as purge } from "./chunk-purge-B0OGQle4.js";
import { n as commandDigest, o as loadCommand } from "./chunk-captured-command-CJlk1AYq.js";
import { f as resolveWorkdir, i as observeOrigins, r as observeMadeEnvironments } from "./chunk-origins-g8uf5DZ1.js";
import { r as readBaseline } from "./chunk-recheck-Bc6n_9F1.js";
import { n as workspaceNames, s as removeSecondDirectory, t as repointedEnvironment } from "./chunk-second-directory-environment-z1et-vfS.js";
import { n as newGeneration } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as generationFolder } from "./chunk-state-DYH1Qo5G.js";
import { a as reportReader, n as evidencePlaces, o as stopIfAsked } from "./chunk-context-Ceeam_5p.js";
import { n as baselineOf } from "./chunk-records-Cpwo0gzg.js";
import { i as isOfTheWorkspace } from "./chunk-surroundings-D6WPkBUv.js";

// src/compare/start-errors.ts
/** What runners write into a report in the place of tests that they could not load. */
const IN_REPORTS = [
	/^collection failure$/i,
	/\b(?:ImportError|ModuleNotFoundError)\b/,
	/\bFailed to import test module\b/,
	/\bTest suite failed to run\b/,
	/\bCannot find (?:module|package)\b/,
	/\bERR_(?:MODULE|PACKAGE)_\w*NOT_FOUND\b|\bERR_PACKAGE_PATH_NOT_EXPORTED\b/,
	/does not provide an export named/,
	/\b(?:NoClassDefFoundError|ClassNotFoundException|NoSuchMethodError)\b/,
	/\[(?:build|setup) failed\]/
];
/** Lines by which runners, interpreters and compilers say the same in their output. */
const IN_OUTPUT = [
	/^E? *(?:ImportError|ModuleNotFoundError)\b/,
	/^(?:ERROR|_+ ERROR) collecting /,
	/^Interrupted: \d+ errors? during collection|^!+ Interrupted: \d+ errors? during collection/,
	/^ImportError while (?:loading conftest|importing test module)/,
	/^(?:Uncaught )?SyntaxError\b|^E? {0,4}(?:SyntaxError|IndentationError|TabError):/,
	/^(?:Error(?: \[ERR_MODULE_NOT_FOUND\])?): Cannot find (?:module|package)\b/,
	/Test suite failed to run/,
	/\[(?:build|setup) failed\]/,
	/^error\[E\d{4}\]|^error: could not compile\b/,
	/COMPILATION ERROR|: error: cannot find symbol|error TS\d+:/
];
/** Longest line that is looked at; a longer one is data. */
const LINE_LIMIT = 2e3;
const NAMED = 5;
/** Whether a red test says that its code could not be loaded. */
function isStartError({ class: inner, name, failure }) {
	if (/(?:^|\.)_FailedTest$/.test(inner)) return true;
	const texts = [
		name,
		failure?.type ?? "",
		failure?.message ?? ""
	];
	return IN_REPORTS.some((form) => texts.some((text) => form.test(text)));
}
/** The lines of an output that say so, the first few. */
function startErrorsIn(output) {
	const found = [];
	for (const line of output.split(/\r?\n/)) {
		const plain = line.trimEnd();
		if (plain.length > LINE_LIMIT || !IN_OUTPUT.some((form) => form.test(plain.trimStart()))) continue;
		found.push(plain.trim());
		if (found.length === NAMED) break;
	}
	return found;
}

// src/compare/outcomes.ts
/** What the reports of one run say, test by test. */
/** The tests of the reports that this run wrote. `roots` and `marks` as in {@link comparedTests}. */
function testsOf(files, roots, marks) {
	const written = files.filter(({ role, globs, equalAtStamp }) => role === "evidence" && globs.length > 0 && equalAtStamp === null);
	const read = written.flatMap(({ path, reading }) => reading?.state === "read" ? [{
		path,
		report: reading
	}] : []);
	return {
		tests: comparedTests(read.map(({ path, report }) => ({
			path,
			cases: report.cases
		})), roots, marks),
		unreadReports: written.flatMap(({ path, reading }) => reading?.state === "refused" ? [`${showPath(path)}: ${reading.message}`] : []),
		uncountedRed: read.reduce((sum, { report }) => sum + uncounted(report), 0)
	};
}
function uncounted({ totals, cases }) {
	return Math.max(0, totals.failures + totals.errors - cases.filter(isRed).length);
}

// src/steps/shared-environment.ts
/** Second directories and an environment that imports the workspace itself do not go together (RP1). */
/** Two commands of a setup script, and a command that uses what they make; docs/baseline-and-replay.md shows the same. */
const EXAMPLE_SETUP = "python3 -m venv \"$GENERATION_GATE_ENV_DIR/venv\" && \"$GENERATION_GATE_ENV_DIR/venv/bin/pip\" install --quiet --editable . pytest";
const EXAMPLE_COMMAND = "\"$GENERATION_GATE_ENV_DIR/venv/bin/python\" -m pytest --junitxml=reports/junit.xml";
/**
* Throws a {@link UsageError} where the command's interpreter holds an editable install of the workspace and no setup
* makes another environment: a run elsewhere would import the workspace's code and be read as agreement.
*/
async function refuseSharedEnvironment(context, command, hasSetup) {
	if (hasSetup) return;
	const { repository, settings } = context;
	const cwd = resolveWorkdir(repository.top, settings.workdir ?? context.defaultWorkdir).absolute;
	const { origins } = await observeOrigins(context, {
		command,
		cwd,
		env: context.env,
		imports: settings.imports
	});
	const [first] = origins.entries.filter((entry) => !isOfTheWorkspace(entry.kind) && leadsInto(entry, repository.top));
	if (first === void 0) return;
	const interpreter = origins.interpreter.state === "found" ? origins.interpreter.executable : origins.interpreter.asked;
	throw new UsageError("GG-ENVIRONMENT-SHARED", `${showPath(interpreter)} holds an editable install of the workspace (${first.distribution ?? "an entry"} leads to ${showPath(first.target ?? "")} by ${showPath(first.file)}), and no setup is given`, `Let a setup script make an environment for each directory, and the command use it. ci/setup.sh: ${EXAMPLE_SETUP}. Then: generation-gate gate --replay --setup ci/setup.sh … -- bash -c '${EXAMPLE_COMMAND}'`, "In a second directory this interpreter would import the workspace's code in the place of the code there: every run would agree, whatever is wrong.");
}
/**
* Whether an installed entry leads to code of the workspace itself. An environment folder may lie in the workspace:
* what its path files name inside of it is installed code.
*/
function leadsInto({ kind, target }, workspace) {
	if (kind === "plain-copy" || target === null) return false;
	return (target === workspace || target.startsWith(`${workspace}/`)) && !/\/(?:site|dist)-packages(?:\/|$)/.test(target);
}

// src/steps/second-run.ts
/**
* One run of the recorded command in a second directory: purged, set up by the same script, run by the same bytes, its
* reports found by the same globs. Replay, baseline and control are made of such runs.
*/
/** Reads back what was run, byte for byte. */
function recordedRun({ state }, stamp, run) {
	const folder = generationFolder(state, stamp.facts.generation);
	const setup = join(folder, SETUP_COMMAND);
	const command = loadCommand(join(folder, run.folder));
	const digest = commandDigest(command);
	if (digest !== run.facts.outcome.command) throw new GateError("GG-COMMAND-OTHER", `The saved command has the digest ${digest}, and the recorded run is of ${run.facts.outcome.command}`, "Run again: generation-gate run -- COMMAND. Before and after can be compared for one command alone.");
	return {
		stamp,
		run,
		command,
		setup: existsSync(setup) ? loadCommand(setup) : null,
		tree: {
			parts: readBaseline(baselineOf(state, stamp)),
			head: stamp.facts.head,
			rawFiltered: stamp.facts.rawFiltered,
			nested: stamp.facts.nested
		},
		folder
	};
}
/** Runs the recorded command in the directory. The directory stays; {@link endSecondRun} takes it away. */
async function secondRun(context, recorded, request) {
	const { name, directory } = request;
	const logs = join(recorded.folder, `${recorded.run.folder}-${name}`);
	mkdirSync(logs, {
		recursive: true,
		mode: 448
	});
	const nothing = {
		ending: null,
		setup: null,
		durationMs: 0,
		tests: [],
		unreadReports: [],
		uncountedRed: 0,
		interpreter: null,
		unfilled: [...directory.unfilled, ...request.unfilled ?? []],
		shared: [],
		startErrors: [],
		logs,
		kept: null
	};
	if (nothing.unfilled.length > 0) return nothing;
	stopIfAsked(context);
	context.progress(`running the command again: ${name}`);
	const second = contextOf(context, directory);
	const localGitVars = recorded.stamp.localGitVariables;
	await purgeSecond(second);
	const setup = await setUp(second, recorded, directory, logs);
	if (setup !== null && !(setup.kind === "exited" && setup.code === 0)) return {
		...nothing,
		setup
	};
	stopIfAsked(context);
	const { cwd: recordedCwd } = recorded.run.facts.outcome;
	makeReportFolders(directory.top, recorded.run.reportFolders);
	const cwd = existsSync(join(directory.top, recordedCwd)) ? resolveWorkdir(directory.top, recordedCwd) : null;
	if (cwd === null) return {
		...nothing,
		setup,
		ending: {
			kind: "never-started",
			reason: `the folder ${recordedCwd} is not there`
		}
	};
	const env = environmentOf(context, directory, cwd.absolute);
	const identity = await identityOf(second, recorded, request.sameTree);
	const binding = {
		...identity,
		envDir: directory.envDir,
		localGitVars,
		...recorded.run.cell === null ? {} : { cell: recorded.run.cell }
	};
	const cache = join(directory.holder, "bytecode");
	const extra = context.settings.bytecode === "isolate" ? {
		PYTHONPYCACHEPREFIX: cache,
		PYTHONDONTWRITEBYTECODE: ""
	} : {};
	const environment = commandEnvironment(env, {
		...binding,
		extra
	});
	const places = evidencePlaces(second);
	const question = {
		command: recorded.command,
		cwd: cwd.absolute,
		env: {
			...environment.env,
			PYTHONDONTWRITEBYTECODE: "1"
		},
		imports: second.settings.imports
	};
	const observed = await observeOrigins(second, question);
	const { outcome, evidence } = await apart(context, recorded, logs, async () => {
		const opening = await takeOpeningInventory(places, repointedNames(context, directory, recorded.stamp.inventory));
		try {
			const limit = request.timeoutMs ?? timeLimit(context, recorded);
			const ended = await runCaptured(recorded.command, {
				cwd,
				environment,
				logDir: logs,
				signal: context.signal,
				timeoutMs: Math.min(limit, LONGEST_MS)
			});
			endSurvivors(ended.survivors);
			stopIfAsked(context);
			return {
				outcome: ended,
				evidence: await collectEvidence({
					places,
					opening,
					closing: await takeInventoryAgain(places, opening),
					readReport: reportReader(context)
				})
			};
		} finally {
			takeAway(writtenOutside(opening, await takeInventoryAgain(places, opening)), join(logs, "reports"));
		}
	});
	const { origins } = await observeMadeEnvironments(second, observed, question);
	return {
		...nothing,
		setup,
		ending: outcome.ending,
		durationMs: outcome.durationMs,
		...testsOf(evidence.files, secondRoots(env, directory), [identity.generation, identity.treeId]),
		interpreter: interpreterOf(origins),
		runtimes: [...await runtimesOf(recorded.command, origins.interpreter, question)],
		shared: sharedInstalls(origins, context.repository.top),
		startErrors: startErrorsIn(`${headAndTail(join(logs, outcome.logs.stdout.path))}\n${headAndTail(join(logs, outcome.logs.stderr.path))}`)
	};
}
/** Keeps what the recorded run wrote outside of the workspace out of the way of a second run. */
async function apart(context, { stamp, folder }, logs, work) {
	const written = join(logs, "reports");
	putBack(folder, written);
	setAside(writtenOutside(stamp.inventory, await takeInventoryAgain(evidencePlaces(context), stamp.inventory)), folder);
	try {
		return await work();
	} finally {
		putBack(folder, written);
	}
}
/** Whether second runs must go one after the other: their reports have one place outside of all directories. */
function sharesReports({ stamp, run }) {
	return writtenOutside(stamp.inventory, run.closing).length > 0;
}
/** A timer of Node's counts milliseconds in 32 bits. */
const LONGEST_MS = 2 ** 31 - 1;
/** Without a limit of its own a run gets ten times what the recorded one took, and no less than ten minutes. */
const SHORTEST_LIMIT_MS = 6e5;
/** In milliseconds. The base may hang for ever: that can be the very fault that the change mends. */
function timeLimit({ settings }, { run }) {
	return settings.timeoutSeconds === null ? Math.max(SHORTEST_LIMIT_MS, 10 * run.facts.outcome.durationMs) : Math.ceil(settings.timeoutSeconds * 1e3);
}
/** Removes the directory of a second run, or keeps it and says where it is. */
function endSecondRun(run, directory, keep) {
	if (keep) return {
		...run,
		kept: directory.top
	};
	return removeSecondDirectory(directory) === null ? run : {
		...run,
		kept: directory.holder
	};
}
/** The tests of the recorded run itself, as the workspace holds its reports now. */
async function warmTests(context, { stamp, run }) {
	const { files } = await collectEvidence({
		places: evidencePlaces(context),
		opening: stamp.inventory,
		closing: run.closing,
		readReport: reportReader(context)
	});
	return testsOf(files, warmRoots(context), [stamp.facts.generation, stamp.facts.treeId]);
}
/** Absolute folders that identities and failures of the workspace's own run leave out. */
function warmRoots({ env, repository, settings }) {
	return [.../* @__PURE__ */ new Set([...workspaceNames(env, repository.top), ...isAbsolute(settings.workspace) ? [settings.workspace] : []])];
}
function secondRoots(env, { top }) {
	return workspaceNames(env, top);
}
function interpreterOf(origins) {
	const found = origins?.interpreter;
	return found?.state === "found" ? {
		executable: found.executable,
		implementation: found.implementation,
		version: found.version
	} : null;
}
/** Installs of an interpreter by which a second directory would run the workspace's code, in words. */
function sharedInstalls({ entries, names }, workspace) {
	const inside = (path) => path !== null && (path === workspace || path.startsWith(`${workspace}/`));
	const installs = entries.filter((entry) => leadsInto(entry, workspace)).map(({ distribution, file, target }) => `${distribution ?? "an entry"} leads to ${target ?? ""} by ${file}`);
	const imports = names.filter(({ state, origin, locations }) => state === "found" && [origin, ...locations].some((path) => inside(path) && !/\/(?:site|dist)-packages\//.test(path ?? ""))).map(({ name, origin, locations }) => `${name} is imported from ${origin ?? locations[0] ?? ""}`);
	return [.../* @__PURE__ */ new Set([...installs, ...imports])];
}
function contextOf(context, directory) {
	const { settings } = context;
	const { top, git } = directory;
	return {
		...context,
		env: environmentOf(context, directory, top),
		repository: {
			...context.repository,
			top,
			gitDir: git.gitDir,
			commonDir: git.gitDir
		},
		otherWorktrees: [],
		settings: {
			...settings,
			python: settings.python !== null && isAbsolute(settings.python) ? settings.python : null
		}
	};
}
/** Files by which a step of a workflow speaks to the runner. */
const RUNNER_FILES = [
	"GITHUB_ENV",
	"GITHUB_OUTPUT",
	"GITHUB_PATH",
	"GITHUB_STATE",
	"GITHUB_STEP_SUMMARY"
];
/** The caller's environment, led into the directory. What is told to the runner there must not reach it a second time. */
function environmentOf({ env, repository }, { top, holder }, cwd) {
	const repointed = repointedEnvironment(env, {
		workspace: repository.top,
		second: top,
		cwd
	});
	for (const name of RUNNER_FILES) {
		if (env[name] === void 0) continue;
		const file = join(holder, name);
		writeFileSync(file, "", { flag: "a" });
		repointed[name] = file;
	}
	return repointed;
}
async function purgeSecond({ repository }) {
	const { failed } = await purge(repository.top, {
		isTracked: trackedAmong,
		skip: []
	});
	const [first] = failed;
	if (first !== void 0) throw new GateError("GG-PURGE-INCOMPLETE", `Bytecode in the second directory cannot be removed: ${first.path} (${first.errno})`, "Look at what the setup script leaves there.");
}
async function setUp(second, { setup, stamp }, directory, logs) {
	if (setup === null) return null;
	const outcome = await runCaptured(setup, {
		cwd: {
			absolute: directory.top,
			relative: "."
		},
		environment: setupEnvironment(second.env, {
			envDir: directory.envDir,
			localGitVars: stamp.localGitVariables
		}),
		logDir: join(logs, "setup"),
		signal: second.signal
	});
	await purgeSecond(second);
	return outcome.ending;
}
/** What the command is told of the tree it runs on: the stamp where it is the stamped one, else what it really is. */
async function identityOf({ repository }, { stamp }, sameTree) {
	if (sameTree) return {
		generation: stamp.facts.generation,
		treeId: stamp.facts.treeId
	};
	const { treeId } = await measure(repository, {
		exclude: () => false,
		include: []
	});
	return {
		generation: newGeneration(),
		treeId
	};
}
/** Names of evidence inside the workspace, given as absolute paths, are names inside the second directory. */
function repointedNames({ repository }, { top }, { globs, logs }) {
	const repoint = (name) => name.startsWith(`${repository.top}/`) ? top + name.slice(repository.top.length) : name;
	return {
		globs: globs.map(repoint),
		logs: logs.map(repoint)
	};
}
/**
* Ends what outlived the command here: its directory is about to go. Only processes of its own session and group are
* known to be its own; one of the recorded run may carry the same marks.
*/
function endSurvivors(survivors) {
	for (const { pid, reason } of survivors) {
		if (reason !== "session" && reason !== "group") continue;
		try {
			process.kill(pid, "SIGKILL");
		} catch {}
	}
}
const LOG_PART_BYTES = 1 << 20;
/** The first and last part of a log: what a runner says of its start and of its end. */
function headAndTail(file) {
	if (!existsSync(file)) return "";
	const bytes = readFileSync(file);
	return bytes.length <= 2 * LOG_PART_BYTES ? bytes.toString("utf8") : `${bytes.toString("utf8", 0, LOG_PART_BYTES)}\n${bytes.toString("utf8", bytes.length - LOG_PART_BYTES)}`;
}

export { secondRun as a, warmTests as c, secondRoots as i, refuseSharedEnvironment as l, interpreterOf as n, sharesReports as o, recordedRun as r, warmRoots as s, endSecondRun as t, isStartError as u };