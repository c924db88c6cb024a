import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { n as Refusal, r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as checkWithFacts, r as clearBundleFolder } from "./chunk-check-8sZSnxBS.js";
import { n as envelope, r as outcomeOfError } from "./chunk-envelope-DzZppLfG.js";
import { a as testFileTest, o as alsoOf, r as runStep } from "./chunk-run-CzCmHKNL.js";
import { f as resolveWorkdir, x as commandOf } from "./chunk-origins-g8uf5DZ1.js";
import { o as stopIfAsked } from "./chunk-context-Ceeam_5p.js";
import { r as stampStep } from "./chunk-stamp-YU4Rim9T.js";
import { t as findBase } from "./chunk-base-revision-DnDN5S7n.js";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { i as isRed, o as testLabel, u as stripRoots } from "./chunk-compare-DBY9yodZ.js";
import { a as secondRun, c as warmTests, i as secondRoots, l as refuseSharedEnvironment, n as interpreterOf, o as sharesReports, r as recordedRun, s as warmRoots, t as endSecondRun, u as isStartError } from "./chunk-second-run-_zmwv0Po.js";
import { a as nativePath, n as decodePath, r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { a as overlayCommit, c as stampedDirectory, i as commitDirectory, o as overlayStamped, s as removeSecondDirectory } from "./chunk-second-directory-environment-z1et-vfS.js";
import { a as recall, d as rememberComparison } from "./chunk-records-Cpwo0gzg.js";
import { i as replayDifferences, n as replayPart, t as makeReplay } from "./chunk-replay-B287qTBN.js";
import { t as eventBase } from "./chunk-event-brNRZ_vT.js";
import { _ as endingWords, x as sameEnding } from "./chunk-catalog-DTYz_AU_.js";

// src/compare/signature.ts
/**
* The signature of a failure: type, message and place, without what differs between two runs of one fault (BL2).
* Numbers of the message itself stay: "5 != 6" is another failure than "5 != 7".
*/
const VARIABLE_PARTS = [
	[/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/g, "<time>"],
	[/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>"],
	[/\b\d+(?:\.\d+)?(?:e-?\d+)? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|milliseconds?|minutes?)\b/g, "<duration>"],
	[/\b0x[0-9a-fA-F]{4,}\b/g, "<address>"],
	[/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
	[/\b(pid|process|port)[ =:]+\d+\b/gi, "$1 <number>"],
	[/(?<![\w.<])(?:file:\/\/)?(?:\/[\w.@+~-]+){2,}\/?/g, "<path>"]
];
/** The signature of a red test; one that says nothing has empty parts. `roots` are the run's own absolute folders. */
function signatureOf(failure, roots) {
	const place = stripRoots(failure?.place ?? "", roots);
	const at = /^(?<file>.*?):(?<line>\d+)$/s.exec(place)?.groups;
	return {
		type: normalise(failure?.type ?? "", roots),
		message: normalise(failure?.message ?? "", roots),
		file: at?.["file"] ?? place,
		line: at === void 0 ? null : Number(at["line"])
	};
}
/** Why the failure on the head is another one than on the base; null where both are the same. */
function differenceBetween(base, head, lines) {
	if (base.type !== head.type) return `its type was ${quoted(base.type)} on the base and is ${quoted(head.type)}`;
	if (base.message !== head.message) return `it said ${quoted(base.message)} on the base and says ${quoted(head.message)}`;
	if (base.file !== head.file) return `it failed at ${quoted(base.file)} on the base and fails at ${quoted(head.file)}`;
	if (base.line === head.line) return null;
	return (base.line === null ? null : lines(base.file, base.line)) === head.line ? null : `it failed at line ${base.line ?? "?"} of ${base.file} on the base and fails at line ${head.line ?? "?"}`;
}
function normalise(text, roots) {
	let plain = stripRoots(text, roots);
	for (const [form, instead] of VARIABLE_PARTS) plain = plain.replace(form, instead);
	return plain.replace(/\s+/g, " ").trim();
}
function quoted(text) {
	return text === "" ? "nothing" : `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;
}

// src/compare/baseline.ts
/** Compares the head with its base, test by test (BL1, BL2). */
/** What became of every test. Tests of equal class and name that are gone here and new there have moved. */
function transitionsOf(base, head) {
	const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
	const headKeys = new Set(head.map(({ key }) => key));
	const gone = base.tests.filter(({ key }) => !headKeys.has(key));
	const origin = pairMoved(gone, head.filter(({ key }) => !baseByKey.has(key)));
	const left = new Set(origin.values());
	const transitions = head.map((test) => {
		const from = origin.get(test);
		const other = baseByKey.get(test.key) ?? from;
		return {
			kind: other === void 0 ? "new" : from !== void 0 && isRed(from) === isRed(test) ? "moved" : kindOf(other, test),
			test,
			base: other?.outcome ?? null,
			head: test.outcome,
			from: from === void 0 ? null : testLabel(from),
			startError: other !== void 0 && couldNotStart(other, base)
		};
	});
	const disappeared = gone.filter((test) => !left.has(test)).map((test) => ({
		kind: "gone",
		test,
		base: test.outcome,
		head: null,
		from: null,
		startError: couldNotStart(test, base)
	}));
	return [...transitions, ...disappeared];
}
/** New tests that are gone ones elsewhere: equal class and name, and no second candidate on either side. */
function pairMoved(gone, fresh) {
	const pairs = /* @__PURE__ */ new Map();
	for (const test of fresh) {
		const candidates = gone.filter((other) => sameName(other, test));
		const [only] = candidates;
		if (only !== void 0 && candidates.length === 1 && fresh.filter((other) => sameName(other, test)).length === 1) pairs.set(test, only);
	}
	return pairs;
}
function sameName(one, other) {
	return one.name !== "" && one.name === other.name && one.class === other.class && one.ordinal === other.ordinal;
}
function kindOf(base, head) {
	const [from, to] = [settled(base), settled(head)];
	return from === "skipped" || to === "skipped" ? "other" : `${from}-${to}`;
}
function settled(test) {
	return isRed(test) ? "fail" : test.outcome === "skipped" ? "skipped" : "pass";
}
/** A red entry of the base that is no failing test. One that says nothing about its cause is judged by the output. */
function couldNotStart(test, { startErrors }) {
	if (!isRed(test)) return false;
	if (isStartError(test)) return true;
	return startErrors.length > 0 && saysNothing(test);
}
/** Runners that report a whole file as a test say no more than that it ended badly. */
function saysNothing({ failure }) {
	return failure === null || /^(?:test failed|exit code \d+|process exited.*|)$/i.test(failure.message.trim());
}
/**
* Tells red tests of the head that the base has too from new ones. Where a line of a test was edited, the base with the
* patched tests tells whether it fails there at that very line.
*/
function redTests(base, withTests, head, lines) {
	const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
	const patchedByKey = new Map(withTests.tests.map((test) => [test.key, test]));
	const failsAlike = (test, failing) => {
		const patched = patchedByKey.get(test.key);
		const same = patched !== void 0 && isRed(patched) && differenceBetween(signatureOf(patched.failure, withTests.roots), failing, () => null) === null;
		return (file, line) => same ? failing.line : lines(file, line);
	};
	const found = {
		preexisting: [],
		newlyRed: []
	};
	for (const test of head.tests.filter(isRed)) {
		const other = baseByKey.get(test.key);
		const failing = signatureOf(test.failure, head.roots);
		const why = other === void 0 ? "the base does not have it" : !isRed(other) ? `it ${other.outcome} on the base` : differenceBetween(signatureOf(other.failure, base.roots), failing, failsAlike(test, failing));
		if (why === null) found.preexisting.push(test.key);
		else found.newlyRed.push({
			test: testLabel(test),
			why
		});
	}
	return found;
}
/** Tests that pass on the base, and fail on the new code in the base's form of them. */
function bentTests(base, onNewCode, head) {
	const passed = new Set(base.filter((test) => settled(test) === "pass").map(({ key }) => key));
	const headRed = new Set(head.filter(isRed).map(({ key }) => key));
	return onNewCode.filter((test) => isRed(test) && passed.has(test.key) && !headRed.has(test.key)).map(testLabel);
}

// src/compare/line-map.ts
/** Diff texts by file, each the output of `git diff -U0` from the base's file to the head's; '' for equal files. */
function lineMapOf(diffs) {
	const changes = new Map([...diffs].map(([file, diff]) => [file, changesOf(diff)]));
	return (file, line) => {
		const known = changes.get(file);
		if (known === void 0) return line;
		let moved = line;
		for (const { from, count, growth } of known) {
			if (line < from) break;
			if (line < from + count) return null;
			moved += growth;
		}
		return moved;
	};
}
function changesOf(diff) {
	return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)].map(([, start = "", removed = "1", added = "1"]) => {
		const count = Number(removed);
		return {
			from: count === 0 ? Number(start) + 1 : Number(start),
			count,
			growth: Number(added) - count
		};
	});
}

// src/steps/baseline.ts
/** The baseline: the recorded command on the base's code, with the patched tests and as it was (BL1, BL2). */
/** Runs the command on the base and records what became of every test. */
async function makeBaseline(context, recorded, base) {
	const { repository, settings, state } = context;
	const { globs, isTest } = testFileTest(settings.tests);
	const parent = context.env["RUNNER_TEMP"] ?? null;
	const { tree, run, stamp } = recorded;
	context.progress("making a directory from the base");
	let files = {
		taken: 0,
		changed: []
	};
	const withTests = await runIn(context, recorded, "base-with-tests", () => commitDirectory(repository, base.commit, tree, parent), async (directory) => {
		const overlay = await overlayStamped(directory, repository.top, tree, isTest);
		files = overlay;
		return overlay.unfilled;
	});
	const sameTests = files.changed.length === 0;
	const asWas = sameTests ? null : await runIn(context, recorded, "base", () => commitDirectory(repository, base.commit, tree, parent));
	const oldTests = sameTests ? null : await runIn(context, recorded, "old-tests", () => stampedDirectory(repository, tree, parent), (directory) => overlayCommit(directory, repository, base.commit, tree, isTest));
	const warm = await warmTests(context, recorded);
	const head = {
		tests: warm.tests,
		roots: warmRoots(context),
		startErrors: []
	};
	const before = asWas ?? withTests;
	const lines = await lineMap(repository.top, base.commit, side(before), head);
	const red = redTests(side(before), side(withTests), head, lines);
	const facts = {
		format: "generation-gate/baseline/1",
		run: run.folder,
		base: { ...base },
		mode: settings.baseline,
		requireFixed: [...settings.requireFixed],
		importErrors: settings.baseImportErrors,
		roots: [...head.roots],
		testGlobs: [...globs],
		testFiles: {
			taken: files.taken,
			changed: [...files.changed].slice(0, CHANGED_LIMIT)
		},
		headEnding: run.facts.outcome.ending,
		headInterpreter: interpreterOf(run.facts.origins),
		...run.facts.surroundings === void 0 ? {} : { headRuntimes: run.facts.surroundings.runtimes },
		withTests: withTests.run,
		asWas: asWas?.run ?? null,
		oldTests: oldTests?.run ?? null,
		transitions: transitionsOf(side(withTests), warm.tests),
		...red,
		bent: oldTests === null ? [] : bentTests(before.run.tests, oldTests.run.tests, warm.tests)
	};
	rememberComparison(state, stamp.facts.generation, facts);
	return facts;
}
const CHANGED_LIMIT = 200;
/** One run in a directory of its own, which is taken away afterwards unless it is to be kept. */
async function runIn(context, recorded, name, make, change) {
	const directory = await make();
	const roots = secondRoots(context.env, directory);
	let run;
	try {
		const unfilled = await change?.(directory) ?? [];
		run = await secondRun(context, recorded, {
			name,
			directory,
			unfilled,
			sameTree: false
		});
	} finally {
		if (run === void 0 && !context.settings.keep) endSecondRun(NOTHING, directory, false);
	}
	return {
		run: endSecondRun(run, directory, context.settings.keep),
		roots
	};
}
const NOTHING = {
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
function side({ run, roots }) {
	return {
		tests: run.tests,
		roots,
		startErrors: run.startErrors
	};
}
/** Lines of the base's files on the head, for the files in which both fail at another line. */
async function lineMap(top, commit, base, head) {
	const baseByKey = new Map(base.tests.map((test) => [test.key, test]));
	const files = /* @__PURE__ */ new Set();
	for (const test of head.tests.filter(isRed)) {
		const before = placeOf(baseByKey.get(test.key), base.roots);
		const now = placeOf(test, head.roots);
		if (before !== null && now !== null && before.file === now.file && before.line !== now.line) files.add(before.file);
	}
	const diffs = /* @__PURE__ */ new Map();
	for (const file of files) diffs.set(file, await diffOf(top, commit, file));
	return lineMapOf(diffs);
}
function placeOf(test, roots) {
	return test === void 0 || test.failure === null ? null : signatureOf(test.failure, roots);
}
/** The difference of one file, made outside of every repository so that no attribute of it counts. */
async function diffOf(top, commit, file) {
	const blob = await git([
		"cat-file",
		"blob",
		`${commit}:${file}`
	], { cwd: top });
	const now = nativePath(top, file);
	if (blob.code !== 0 || file.startsWith("/") || file.split("/").includes("..") || !existsSync(now)) return "";
	const folder = mkdtempSync(join(tmpdir(), "generation-gate-diff-"));
	try {
		writeFileSync(join(folder, "base"), blob.stdout);
		copyFileSync(now, join(folder, "head"));
		return (await git([
			"diff",
			"--no-index",
			"-U0",
			"--no-color",
			"--no-ext-diff",
			"--no-textconv",
			"--text",
			"base",
			"head"
		], { cwd: folder })).stdout.toString("latin1");
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}

// src/compare/hunks.ts
/** Cuts a patch of git into parts that can each be taken out alone (git-diff(1), "generating patch text with -p"). */
/** The hunks of a patch in their order. A file that is new, gone, binary or of another mode is one hunk. */
function hunksOf(patch) {
	return patch.split(/^(?=diff --git )/m).filter((text) => text.startsWith("diff --git ")).flatMap(hunksOfFile);
}
function hunksOfFile(text) {
	const first = text.search(/^@@ /m);
	const header = first < 0 ? text : text.slice(0, first);
	const path = pathOf(header);
	const whole = /^new file mode /m.test(header) ? "new file" : /^deleted file mode /m.test(header) ? "deleted file" : /^(?:GIT binary patch|Binary files )/m.test(header) ? "binary change" : /^(?:old|new) mode /m.test(header) ? "change of mode" : null;
	if (whole !== null || first < 0) return [{
		path,
		title: whole ?? "change",
		text
	}];
	return text.slice(first).split(/^(?=@@ )/m).map((hunk) => ({
		path,
		title: hunk.slice(0, hunk.indexOf("\n")),
		text: header + hunk
	}));
}
function pathOf(header) {
	const named = /^\+\+\+ (.+)$/m.exec(header)?.[1] ?? "";
	const other = /^--- (.+)$/m.exec(header)?.[1] ?? "";
	const line = /^diff --git (.+)$/m.exec(header)?.[1] ?? "";
	return unquote((named !== "" && named !== "/dev/null" ? named : other !== "" && other !== "/dev/null" ? other : line.slice(0, Math.floor(line.length / 2))).replace(/\t$/, "")).replace(/^[ab]\//, "");
}
/** git quotes names with control characters, quotes and backslashes as C does; bytes beyond ASCII stand in octal. */
function unquote(name) {
	if (!name.startsWith("\"")) return name;
	return name.slice(1, -1).replace(/((?:\\[0-7]{3})+)|\\(.)/g, (_, bytes, letter) => bytes === void 0 ? {
		n: "\n",
		t: "	",
		r: "\r"
	}[letter ?? ""] ?? letter ?? "" : decodePath(Buffer.from(bytes.slice(1).split("\\").map((octal) => Number.parseInt(octal, 8)))));
}

// src/steps/control.ts
/** The positive control: each hunk of the change taken out alone, and the command run again (BL3). */
/** Takes out each hunk alone until the time budget is used up, several at once where the command bears it, and records what each of them breaks. */
async function makeControl(context, recorded, base) {
	const { settings, state } = context;
	const { commit, against } = await comparedWith(context, recorded, base);
	const hunks = await changedHunks(context, recorded, commit);
	const warm = (await warmTests(context, recorded)).tests;
	const deadline = performance.now() + settings.controlBudgetSeconds * 1e3;
	const pace = await paceOf(context, recorded, {
		hunks: hunks.length,
		warm,
		deadline
	});
	const attempt = async (hunk, at) => {
		stopIfAsked(context);
		const left = deadline - performance.now();
		if (left < pace.durationMs) return {
			path: hunk.path,
			hunk: hunk.title,
			result: "not-tried",
			says: `${seconds(Math.max(0, left))} s of the budget of ${settings.controlBudgetSeconds} s were left, and a run takes ${seconds(pace.durationMs)} s`
		};
		return withoutHunk(context, recorded, hunk, {
			number: at + 1,
			warm,
			timeoutMs: Math.ceil(left)
		});
	};
	const results = await eachOf(hunks, pace.jobs, attempt);
	const facts = {
		format: "generation-gate/control/1",
		run: recorded.run.folder,
		against,
		budgetSeconds: settings.controlBudgetSeconds,
		jobs: pace.jobs,
		hunks: results
	};
	rememberComparison(state, recorded.stamp.facts.generation, facts);
	return facts;
}
/** With fewer hunks, or less to wait for, proving that runs may go side by side costs more than it saves. */
const FEWEST_HUNKS = 4;
const SHORTEST_WAIT_MS = 8e3;
const MOST_JOBS = 4;
/**
* How many runs may go side by side. Tests that share a port or a file would break each other, and a hunk would seem to
* be missed: so the unchanged tree is run as often at once first, and all of these runs have to agree with the recorded one.
*/
async function paceOf(context, recorded, { hunks, warm, deadline }) {
	const { durationMs } = recorded.run.facts.outcome;
	const alone = {
		jobs: 1,
		durationMs
	};
	const jobs = Math.min(MOST_JOBS, availableParallelism(), hunks);
	const left = deadline - performance.now();
	if (jobs < 2 || hunks < FEWEST_HUNKS || hunks * durationMs < SHORTEST_WAIT_MS || left < 2 * durationMs || sharesReports(recorded)) return alone;
	const together = await eachOf(Array.from({ length: jobs }, (_, at) => at), jobs, (at) => unchanged(context, recorded, {
		number: at + 1,
		warm,
		timeoutMs: Math.ceil(left / 2)
	}));
	if (!together.every(({ agrees }) => agrees)) return alone;
	return {
		jobs,
		durationMs: Math.max(...together.map((one) => one.durationMs))
	};
}
async function unchanged(context, recorded, { number, warm, timeoutMs }) {
	const directory = await directoryOf(context, recorded);
	try {
		const run = await secondRun(context, recorded, {
			name: `control-unchanged-${number}`,
			directory,
			sameTree: false,
			timeoutMs
		});
		const { ending } = recorded.run.facts.outcome;
		return {
			agrees: run.ending !== null && sameEnding(ending, run.ending) && replayDifferences(warm, run.tests).length === 0,
			durationMs: run.durationMs
		};
	} finally {
		removeSecondDirectory(directory);
	}
}
/** Does the work for each item, at most `jobs` at once, and waits for all that were begun also where one of them throws. */
async function eachOf(items, jobs, work) {
	const results = [];
	const queue = items.entries();
	const failures = [];
	const worker = async () => {
		for (const [at, item] of queue) {
			if (failures.length > 0) return;
			try {
				results[at] = await work(item, at);
			} catch (error) {
				failures.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: jobs }, worker));
	if (failures.length > 0) throw failures[0];
	return results;
}
function seconds(ms) {
	return Math.round(ms / 100) / 10;
}
async function withoutHunk(context, recorded, hunk, { number, warm, timeoutMs }) {
	const answer = (result, says) => ({
		path: hunk.path,
		hunk: hunk.title,
		result,
		says
	});
	const directory = await directoryOf(context, recorded);
	try {
		const fault = await takeOut(directory, hunk);
		if (fault !== null) return answer("not-reverted", fault);
		return judged(await secondRun(context, recorded, {
			name: `control-${number}`,
			directory,
			sameTree: false,
			timeoutMs
		}), recorded, warm, answer);
	} finally {
		removeSecondDirectory(directory);
	}
}
/** Takes the hunk out of the directory; gives the reason where it cannot be taken out alone. */
async function takeOut({ top, holder, git: own }, { path, text }) {
	if (text === null) {
		rmSync(nativePath(top, path));
		return null;
	}
	const patch = join(holder, "hunk.patch");
	writeFileSync(patch, encodePath(text));
	const reverted = await own.tryRun([
		"apply",
		"--reverse",
		"--whitespace=nowarn",
		patch
	]);
	return reverted.code === 0 ? null : `it cannot be taken out alone: ${reverted.stderr.split("\n")[0] ?? ""}`;
}
function judged(run, recorded, warm, answer) {
	const { ending } = recorded.run.facts.outcome;
	if (run.ending === null) return answer("not-tried", run.unfilled.length > 0 ? "the directory could not be filled" : "the setup script failed");
	if (run.ending.kind === "timed-out") return answer("not-tried", `the command did not end within what was left of the budget`);
	const broken = replayDifferences(warm, run.tests).filter(({ warm: before, clean }) => (before === "passed" || before === "flaky") && clean !== "passed" && clean !== "flaky");
	if (broken.length > 0) return answer("supported", broken.slice(0, 5).map(({ test }) => test).join(", "));
	return sameEnding(ending, run.ending) ? answer("unsupported", "every test ends as before") : answer("supported", `the command ${endingWords(run.ending)}`);
}
function directoryOf({ repository, env }, { tree }) {
	return stampedDirectory(repository, tree, env["RUNNER_TEMP"] ?? null);
}
/** What "changed" means: against the base, else the event's base where it is here, else HEAD. */
async function comparedWith({ env, repository }, { stamp }, base) {
	if (base !== null) return {
		commit: base.commit,
		against: `the base ${base.given}`
	};
	const event = eventBase(env, repository.top);
	const isHere = event !== null && (await git([
		"cat-file",
		"-e",
		`${event.sha}^{tree}`
	], { cwd: repository.top })).code === 0;
	if (event !== null && isHere) return {
		commit: event.sha,
		against: `the base of the ${event.event} event`
	};
	return {
		commit: stamp.facts.head,
		against: stamp.facts.head === null ? "an empty tree" : "HEAD"
	};
}
/** The hunks between a commit and the stamped tree, those of test files left out. */
async function changedHunks(context, recorded, commit) {
	const directory = await directoryOf(context, recorded);
	try {
		const { git: own } = directory;
		await own.run(commit === null ? ["read-tree", "--empty"] : ["read-tree", commit]);
		const diff = await own.run([
			"diff",
			"--binary",
			"--full-index",
			"--no-renames",
			"--no-color",
			"--no-ext-diff",
			"--no-textconv",
			"--src-prefix=a/",
			"--dst-prefix=b/",
			"--ignore-submodules=all"
		]);
		const fresh = decodePath(await own.run([
			"ls-files",
			"-o",
			"-z"
		])).split("\0").filter((path) => path !== "" && !path.endsWith("/"));
		const { isTest } = testFileTest(context.settings.tests);
		const { sparseCheckout } = context.repository.settings;
		return [...hunksOf(decodePath(diff)).filter(({ title }) => !sparseCheckout || title !== "deleted file"), ...fresh.map((path) => ({
			path,
			title: "new file",
			text: null
		}))].filter(({ path }) => !isTest(path));
	} finally {
		removeSecondDirectory(directory);
	}
}

// src/steps/compare-runs.ts
/** The second runs that a gate makes between its run and its check: baseline, replay, control. */
/**
* Finds out, before anything is changed, that second runs can say something. Throws a Refusal where the base is not
* here, a UsageError where every directory would share one environment. Gives the base; null where none was named.
*/
async function requireComparable(context) {
	const { settings, repository } = context;
	const base = settings.base === null ? null : await findBase(repository, settings.base);
	const runsTwice = base !== null || settings.replay || settings.control;
	const hasSetup = settings.setup !== null || settings.setupText !== null;
	if (runsTwice && (settings.script === null || existsSync(settings.script))) await refuseSharedEnvironment(context, commandOf(settings), hasSetup);
	return base;
}
/** Makes the second runs that were asked for, and gives what the printed document says of them. */
async function compareRuns(context, base) {
	const { settings, state } = context;
	if (base === null && !settings.replay && !settings.control) return {};
	const { stamped, run } = recall(state);
	if (stamped === null || run === null) return {};
	const recorded = recordedRun(context, stamped, run);
	const parts = {};
	if (base !== null) parts["baseline"] = baselinePart(await makeBaseline(context, recorded, base));
	stopIfAsked(context);
	if (settings.replay) parts["replay"] = replayPart(await makeReplay(context, recorded));
	stopIfAsked(context);
	if (settings.control) parts["control"] = controlPart(await makeControl(context, recorded, base));
	return parts;
}
const TRANSITIONS_LIMIT = 1e3;
function baselinePart({ base, mode, withTests, asWas, oldTests, transitions, testFiles, bent }) {
	return {
		base,
		mode,
		runs: Object.fromEntries(Object.entries({
			with_tests: withTests,
			as_was: asWas,
			old_tests: oldTests
		}).flatMap(([name, run]) => run === null ? [] : [[name, {
			ending: run.ending,
			tests: run.tests.length,
			duration_ms: run.durationMs,
			logs: run.logs,
			kept: run.kept
		}]])),
		changed_test_files: testFiles.changed,
		transitions: transitions.filter(({ kind }) => kind !== "pass-pass").slice(0, TRANSITIONS_LIMIT).map(({ kind, test, base: before, head, from }) => ({
			kind,
			file: test.file,
			class: test.class,
			name: test.name,
			base: before,
			head,
			...from === null ? {} : { from }
		})),
		bent
	};
}
function controlPart({ against, hunks, jobs }) {
	return {
		against,
		jobs,
		hunks
	};
}

// src/gate.ts
/** The whole gate, in order: stamp, run the captured command, check. One call, one verdict. */
/** Stamps, runs and checks. A refused stamp ends it: nothing would bind what the command reports. `refusal` is what the policy met before. */
async function gate(context, refusal = null) {
	if (context.settings.summaries.length > 0) throw new UsageError("GG-SUMMARY-BEFORE-VERDICT", "A summary cannot be judged by the gate that is about to reach the verdict it must cite", "Judge it afterwards: generation-gate check --summary FILE");
	if (refusal === null) requireRunnable(context);
	const { bundle, report } = context.settings;
	if (bundle !== null) clearBundleFolder(bundle);
	if (report !== null) (await import("./chunk-report-CKlvPKXa.js")).clearReport(report);
	const { outcome, facts } = await stampRunCheck(context, refusal);
	const bundled = bundle === null ? outcome : await (await import("./chunk-bundle-BAP4omdB.js")).withBundle(context, outcome, facts);
	return report === null ? bundled : (await import("./chunk-report-CKlvPKXa.js")).withReport(context, bundled, facts);
}
/** A refusal is an outcome like any other here: a cell that was refused must be seen by those that gather cells. */
async function stampRunCheck(context, refusal) {
	try {
		if (refusal !== null) throw refusal;
		const base = await requireComparable(context);
		const stamped = await stampStep(context);
		if (stamped.envelope.verdict === "rejected") return {
			outcome: asGate(stamped),
			facts: null
		};
		stopIfAsked(context);
		const run = context.settings.cachedEvidence === null ? await runStep(context) : null;
		stopIfAsked(context);
		const compared = await compareRuns(context, base);
		stopIfAsked(context);
		const { outcome, facts } = await checkWithFacts(context);
		return {
			outcome: asGate({
				...outcome,
				envelope: {
					...outcome.envelope,
					stamp_digest: stamped.envelope["stamp_digest"],
					run: run?.envelope["run"] ?? null,
					...compared
				}
			}),
			facts
		};
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return {
			outcome: asGate(outcomeOfError("gate", error)),
			facts: null
		};
	}
}
/** A malformed call must be refused before anything is purged or moved. What patch or setup may yet make is looked for after them. */
function requireRunnable({ settings, repository, defaultWorkdir }) {
	const { patch, setup, setupText, script, also, workdir } = settings;
	const changesFirst = patch !== null || setup !== null || setupText !== null;
	if (!changesFirst || script === null || existsSync(script)) commandOf(settings);
	if (!changesFirst || also === null || existsSync(also)) alsoOf(settings);
	if (!changesFirst) resolveWorkdir(repository.top, workdir ?? defaultWorkdir);
}
function asGate({ exit, envelope: judged }) {
	return {
		exit,
		envelope: envelope("gate", judged.verdict, {
			...judged,
			verb: "gate"
		})
	};
}

export { gate };