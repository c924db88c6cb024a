import { _ as firstSeen, a as countedReports, b as spans, c as promisedGlobs, d as RUN_INSTEAD, f as overCached, i as casesThat, l as seenReports, n as totalsOf, o as executedTests, p as overSound, r as anomaliesOf, s as oneLine, t as reportTotals, u as showTest, v as overCheck, y as overStamping } from "./chunk-totals-DXdlI6sr.js";
import { c as unknown, i as defineRule, n as broken, o as holds, s as listed, t as NOTHING_TO_JUDGE } from "./chunk-rule-ywBBgpcM.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { i as isRed$1, l as matchesTest, n as comparedTests, o as testLabel, s as identify } from "./chunk-compare-DBY9yodZ.js";
import { n as matchesGlob, r as matchesWildcard } from "./chunk-patterns-r_jDGFE8.js";
import { i as isOfTheWorkspace } from "./chunk-surroundings-D6WPkBUv.js";
import { i as policyKeys, n as isAsTight, o as show, t as POLICY_ORDER } from "./chunk-policy-order-Dtq7VCjX.js";
import { t as STAMP_FILE } from "./chunk-stamp-B4OeROAG.js";

// src/verify/words.ts
/** Entries that a sentence names; the rest is counted. */
const NAMED_IN_TEXT = 10;
/** `entries` as part of a sentence: the first ten, and how many more there are. */
function enumerate(entries) {
	const named = entries.slice(0, 10).join(", ");
	return entries.length > 10 ? `${named} and ${entries.length - 10} more` : named;
}
/** Paths as part of a sentence, odd names quoted. */
function namePaths(paths) {
	return enumerate(paths.map(showPath));
}
/** A word of the user's in double quotes, whatever is in it. */
function quote(text) {
	const shown = showPath(text);
	return shown.startsWith("\"") ? shown : `"${shown}"`;
}
/** `1 file`, `2 files`. */
function counted(count, one, many = `${one}s`) {
	return `${count} ${count === 1 ? one : many}`;
}
/** How a process ended, to follow its name: `exited with code 1`. */
function endingWords(ending) {
	switch (ending.kind) {
		case "exited": return `exited with code ${ending.code}`;
		case "signalled": return `was killed by ${ending.signal} and has no exit code`;
		case "timed-out": return `was stopped at its time limit of ${ending.afterMs / 1e3} s and has no exit code`;
		case "never-started": return `never started: ${ending.reason}`;
	}
}
/** Whether two runs ended in the same way; exit codes count, times do not. */
function sameEnding(one, other) {
	return one.kind === other.kind && (one.kind !== "exited" || other.kind !== "exited" || one.code === other.code) && (one.kind !== "signalled" || other.kind !== "signalled" || one.signal === other.signal);
}
function succeeded(ending) {
	return ending.kind === "exited" && ending.code === 0;
}
/** `<mode> <digest>` or a commit, cut to what tells two apart. */
function shortEntry(entry) {
	return entry.replace(/[0-9a-f]{16,}/g, (hex) => `${hex.slice(0, 12)}…`);
}
/** Wall clock as a reader compares it, ISO 8601 in UTC to the second. */
function showSecond(seconds) {
	const at = Number(seconds) * 1e3;
	return Math.abs(at) <= 864e13 ? new Date(at).toISOString().replace(".000Z", "Z") : `second ${String(seconds)}`;
}
/**
* The command that stamps again. It promises the same evidence: pasted without it, the next verdict would go by the
* command's ending alone.
*/
function stampAgain(stamped) {
	if (stamped === null) return "generation-gate stamp --evidence 'reports/*.xml'";
	return `generation-gate stamp${[...stamped.evidence.map((glob) => ` --evidence ${shellWord(glob)}`), ...stamped.logs.map((log) => ` --log ${shellWord(log)}`)].join("")}`;
}
/** A word of a command line for a POSIX shell. */
function shellWord(word) {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
/** A file time of nanoseconds as a reader compares it, ISO 8601 in UTC to the nanosecond. */
function showNanoseconds(ns) {
	const total = BigInt(ns);
	const second = total >= 0n ? total / 1000000000n : -((999999999n - total) / 1000000000n);
	return showSecond(second).replace("Z", `.${(total - second * 1000000000n).toString().padStart(9, "0")}Z`);
}

// src/verify/rules/baseline-bent-test.ts
const baselineBentTest = defineRule({
	id: "GG-BASELINE-BENT-TEST",
	title: "The tests of the base that fail on the new code are named",
	why: "A test that was changed until the new code passes it may have been right before.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null || baseline.oldTests === null || baseline.oldTests.ending === null) return NOTHING_TO_JUDGE;
		const { bent } = baseline;
		if (bent.length === 0) return holds(`The base's own tests pass on the new code as they did before, or fail there still`);
		return listed(`${counted(bent.length, "test passes on the base, and fails on the new code in the form that the base has of it", "tests pass on the base, and fail on the new code in the form that the base has of them")}: ${enumerate(bent.map(oneLine))}`, { fix: "See in the diff of the tests whether the behaviour was meant to change." });
	})
});

// src/verify/compared.ts
/** Why a second run shows nothing; empty where it was run as it should be. Each of them rejects. */
function incompleteRun(run, where) {
	const answers = [];
	if (run.unfilled.length > 0) answers.push(unknown(`${counted(run.unfilled.length, "path")} of ${where} could not be filled: ${enumerate(run.unfilled.map(({ path, why }) => `${path === "" ? "a file" : showPath(path)}: ${why}`))}`, {
		rejects: true,
		paths: run.unfilled.map(({ path }) => path).filter((path) => path !== ""),
		fix: "Bring what is missing into the local store (git lfs fetch --all, git submodule update --init, git fetch), or stamp again where files have changed since."
	}));
	if (run.setup !== null && !succeeded(run.setup)) answers.push(unknown(`The setup script ${endingWords(run.setup)} in ${where}, so the command was not run there; its log is in ${quote(`${run.logs}/setup`)}`, {
		rejects: true,
		fix: "Let the setup script work in any directory: relative paths, and environments in \"$GENERATION_GATE_ENV_DIR\"."
	}));
	if (run.shared.length > 0) answers.push(unknown(`The environment of ${where} imports the workspace's own code: ${enumerate(run.shared)}`, {
		rejects: true,
		fix: "Make an environment for each directory in the setup script, in \"$GENERATION_GATE_ENV_DIR\", and let the command use it."
	}));
	if (run.unreadReports.length > 0) answers.push(unknown(`${counted(run.unreadReports.length, "report")} of ${where} could not be read: ${enumerate(run.unreadReports)}`, {
		rejects: true,
		fix: `Look at what the command writes there: its logs are in ${quote(run.logs)}`
	}));
	return answers;
}
/** Words for an outcome, where null means that the test did not run. */
function outcomeWord(outcome) {
	return outcome ?? "not run";
}
/**
* Words for a runtime other than Python that has another version there; null where all are alike, or one is not known.
* Python is compared as the interpreter that was probed.
*/
function otherRuntime(here = [], there = []) {
	for (const one of there) {
		const own = here.find(({ name }) => name === one.name);
		if (own === void 0 || own.version === one.version || ["python", "pypy"].includes(one.name)) continue;
		return `${one.name} ${one.version} (${showPath(one.path)}), and ${own.name} ${own.version} (${showPath(own.path)}) in the workspace`;
	}
	return null;
}
/** Words for two interpreters of different version; null where they are alike, or one is not known. */
function otherVersion(here, there) {
	if (here === null || there === null || here.implementation === there.implementation && here.version === there.version) return null;
	return `${there.implementation} ${there.version} (${showPath(there.executable)}), and ${here.implementation} ${here.version} (${showPath(here.executable)}) in the workspace`;
}

// src/verify/rules/baseline-changes.ts
const ORDER = [
	["pass-fail", "pass → fail"],
	["fail-pass", "fail → pass"],
	["fail-fail", "fail → fail"],
	["pass-pass", "pass → pass"],
	["new", "new"],
	["gone", "gone"],
	["moved", "moved"],
	["other", "skipped on one side"]
];
const baselineChanges = defineRule({
	id: "GG-BASELINE-CHANGES",
	title: "What became of each test from the base to the head is shown",
	why: "Tests that vanish, move or turn red are as much of a change as the code is.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null || baseline.transitions.length === 0) return NOTHING_TO_JUDGE;
		const counts = ORDER.flatMap(([kind, words]) => {
			const of = baseline.transitions.filter((one) => one.kind === kind);
			return of.length === 0 ? [] : [`${of.length} ${words}${kind === "pass-pass" ? "" : ` (${enumerate(of.map(say$3))})`}`];
		});
		const tests = `${counted(baseline.testFiles.taken, "test file")} taken from the head, ${baseline.testFiles.changed.length} of which ${baseline.testFiles.changed.length === 1 ? "differs" : "differ"}`;
		return listed(`From the base ${quote(baseline.base.given)} to the head: ${counts.join(", ")}; ${tests}`);
	})
});
function say$3({ kind, test, from, base, head }) {
	if (kind === "moved" && from !== null) return `${oneLine(from)} to ${oneLine(testLabel(test))}`;
	return kind === "other" ? `${oneLine(testLabel(test))}, ${outcomeWord(base)} and ${outcomeWord(head)}` : oneLine(testLabel(test));
}

// src/verify/rules/baseline-complete.ts
const baselineComplete = defineRule({
	id: "GG-BASELINE-INCOMPLETE",
	title: "The command was run on the whole of the base, in environments of its own",
	why: "A base that lacks files, or imports the patched code, fails or passes for reasons of its own.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null) {
			const asked = facts.asked.base ?? null;
			return asked === null || facts.run === null ? NOTHING_TO_JUDGE : unknown(`The command was not run on the base ${quote(asked)}`, {
				rejects: true,
				fix: "Give the base to the gate, which runs the command there: generation-gate gate --base REV -- COMMAND"
			});
		}
		const { withTests, asWas, oldTests } = baseline;
		const answers = [
			...incompleteRun(withTests, "the base with the patched tests"),
			...asWas === null ? [] : incompleteRun(asWas, "the base as it was"),
			...oldTests === null ? [] : incompleteRun(oldTests, "the patched code with the tests of the base").map((answer) => ({
				...answer,
				rejects: false
			}))
		];
		return answers.length > 0 ? answers : holds(`The command was run on the base ${quote(baseline.base.given)} (${baseline.base.commit})`);
	})
});

// src/verify/rules/baseline-interpreter.ts
const baselineInterpreter = defineRule({
	id: "GG-BASELINE-INTERPRETER",
	title: "The base was run with the interpreter version of the head",
	why: "A test that fails under another interpreter version shows a difference of interpreters, not of code.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null) return NOTHING_TO_JUDGE;
		const { headInterpreter, headRuntimes = [] } = baseline;
		const runs = [
			baseline.withTests,
			baseline.asWas,
			baseline.oldTests
		].flatMap((run) => run === null ? [] : [run]);
		const words = runs.map((run) => otherVersion(headInterpreter, run.interpreter) ?? otherRuntime(headRuntimes, run.runtimes)).find((other) => other !== null);
		if (words === void 0) {
			const used = headInterpreter === null ? headRuntimes.map(({ name, version }) => `${name} ${version}`) : [`${headInterpreter.implementation} ${headInterpreter.version}`];
			const known = runs.some(({ interpreter, runtimes = [] }) => interpreter !== null || runtimes.length > 0);
			return used.length === 0 || !known ? NOTHING_TO_JUDGE : holds(`All used ${used.join(", ")}`);
		}
		return broken(`The base was run with ${words}`, { fix: "Let the setup script make the environment with one version, whatever the code around it asks for." });
	})
});

// src/verify/fixed-tests.ts
/**
* Only a plain pass counts on the head. Where the call accepts a base that could not load the tests, what could not
* start there and passes here counts as well.
*/
function fixedTests({ transitions, withTests, importErrors }) {
	const accept = importErrors === "accept";
	const couldNotStart = withTests.startErrors.length > 0 || transitions.some(({ startError }) => startError);
	return transitions.filter(({ kind, head, startError }) => {
		if (head !== "passed") return false;
		if (kind === "fail-pass") return !startError || accept;
		return kind === "new" && accept && couldNotStart;
	});
}

// src/verify/rules/baseline-reproduced.ts
const baselineReproduced = defineRule({
	id: "GG-BASELINE-NOT-REPRODUCED",
	title: "At least one test fails on the base and passes on the head",
	why: "A test that passes without the change as well says nothing about the change.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null || baseline.withTests.ending === null) return NOTHING_TO_JUDGE;
		const fixed = fixedTests(baseline);
		if (fixed.length > 0) return holds(`${counted(fixed.length, "test fails", "tests fail")} on the base ${quote(baseline.base.given)} and ${fixed.length === 1 ? "passes" : "pass"} on the head: ${enumerate(fixed.map(label))}`);
		const answer = judge$2(baseline);
		return baseline.mode === "require" ? answer : listed(answer.what);
	})
});
function judge$2(baseline) {
	const { base, withTests, transitions } = baseline;
	const ended = withTests.ending === null ? "" : endingWords(withTests.ending);
	const observe = "The change claims no fix: --baseline observe";
	if (transitions.length === 0) return unknown(`Nobody knows which tests fail on the base ${quote(base.given)}: neither run wrote a report with tests (there the command ${ended})`, {
		rejects: true,
		fix: "Let the command write JUnit reports and name them: --evidence 'reports/*.xml'"
	});
	const couldNotStart = transitions.filter(({ startError }) => startError);
	if (couldNotStart.length > 0 || withTests.startErrors.length > 0 && withTests.tests.length === 0) {
		const says = withTests.startErrors.length > 0 ? `: ${enumerate(withTests.startErrors.map(oneLine))}` : `: ${enumerate(couldNotStart.map(({ test }) => `${oneLine(testLabel(test))} (${oneLine(test.failure?.message ?? "")})`))}`;
		return broken(`On the base ${quote(base.given)} the patched tests cannot be imported or collected, which is no test that fails${says}; the command ${ended} there`, {
			fix: "Add a test that the base can load and that fails there, or accept such a base: --base-import-errors accept",
			innocentWhen: "The change adds what the tests import: nothing could fail before it was there."
		});
	}
	const passing = transitions.filter(({ base: before, head }) => before === "passed" && head === "passed");
	const red = transitions.filter(({ kind }) => kind === "fail-fail" || kind === "pass-fail");
	const what = passing.length > 0 ? `${counted(passing.length, "test passes", "tests pass")} on both: ${enumerate(passing.map(label))}` : red.length > 0 ? `${counted(red.length, "test is", "tests are")} red on the head: ${enumerate(red.map(label))}` : `the command ${ended} there, with ${counted(withTests.tests.length, "test")} in its reports`;
	return broken(`No test fails on the base ${quote(base.given)} and passes on the head; ${what}`, {
		fix: `Write a test that fails without the change (the run on the base is logged in ${quote(withTests.logs)}). ${observe}`,
		innocentWhen: "The change is no fix: a refactoring, a new feature, documentation. Say so with --baseline observe"
	});
}
function label({ test }) {
	return oneLine(testLabel(test));
}

// src/verify/rules/baseline-required-fix.ts
const baselineRequiredFix = defineRule({
	id: "GG-BASELINE-REQUIRED-FIX",
	title: "Every test that must be fixed fails on the base and passes on the head",
	why: "The test that was named is the one that shows the fix; another that turns green does not stand in for it.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const baseline = facts.baseline ?? null;
		if (baseline === null || baseline.requireFixed.length === 0) return NOTHING_TO_JUDGE;
		const fixed = new Set(fixedTests(baseline));
		const faults = baseline.requireFixed.flatMap((id) => {
			const matches = baseline.transitions.filter(({ test }) => matchesTest(id, test));
			const not = matches.filter((one) => !fixed.has(one));
			if (matches.length > 0 && not.length === 0) return [];
			const what = matches.length === 0 ? `The test ${quote(id)} that must be fixed is none of the ${counted(baseline.transitions.length, "test")} of base and head` : `${not.length} of ${counted(matches.length, "test")} that ${quote(id)} names did not go from red to green: ${enumerate(not.map(say$2))}`;
			return [broken(what, { fix: "Mend the test so that it fails without the change, or name the one that does: --require-fixed ID" })];
		});
		return faults.length > 0 ? faults : holds(`${counted(baseline.requireFixed.length, "named test")} went from red to green`);
	})
});
function say$2({ test, base, head, startError }) {
	return `${oneLine(testLabel(test))} (${startError ? "could not be loaded" : outcomeWord(base)} on the base, ${outcomeWord(head)} on the head)`;
}

// src/verify/rules/bytecode-after-stamp.ts
const NS_PER_SECOND$1 = 1000000000n;
const MS_PER_SECOND = 1e3;
const bytecodeAfterStamp = defineRule({
	id: "GG-BYTECODE-PREDATES-STAMP",
	title: "No bytecode file of the workspace is older than the stamp",
	why: "Bytecode from before the stamp was compiled from an older tree, and Python runs it where size and second of the source agree.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ bytecode }, stamped) => {
		if (bytecode.length === 0) return holds("There is no bytecode file that the purge would take");
		const stampSecond = Number(BigInt(stamped.fileClockNs) / NS_PER_SECOND$1);
		const { slackSeconds } = facts.asked;
		const older = bytecode.filter((file) => olderTime(file).second + slackSeconds < stampSecond);
		if (older.length === 0) return holds(`No bytecode file is older than the stamp of ${showSecond(stampSecond)}`);
		const words = older.map((file) => `${showPath(file.path)} (${olderTime(file).name} ${showSecond(olderTime(file).second)})`);
		return broken(`${counted(older.length, "bytecode file")} older than the stamp of ${showSecond(stampSecond)}: ${enumerate(words)}`, {
			paths: older.map(({ path }) => path),
			fix: `Remove stale bytecode and stamp again: generation-gate purge && ${stampAgain(stamped)}`,
			innocentWhen: "The command unpacks an archive into the workspace and keeps its times: unpack it outside, or in the setup."
		});
	})
});
/** Either time convicts and neither acquits: a program sets the mtime as it likes, and the ctime when the clock moves. */
function olderTime({ mtimeMs, ctimeMs }) {
	return {
		name: mtimeMs <= ctimeMs ? "mtime" : "ctime",
		second: Math.floor(Math.min(mtimeMs, ctimeMs) / MS_PER_SECOND)
	};
}

// src/verify/rules/bytecode-fits.ts
const bytecodeFits = defineRule({
	id: "GG-BYTECODE-DOES-NOT-FIT",
	title: "Every bytecode file of the workspace fits its source",
	why: "Bytecode that was not compiled from the source beside it is other code under its name.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ bytecode, bytecodeUnseen }, stamped) => {
		const again = `generation-gate purge && ${stampAgain(stamped)}`;
		const foreign = bytecode.filter(({ kind }) => kind === "does-not-fit");
		const unreadable = bytecode.filter(({ kind }) => kind === "unreadable");
		const answers = [
			...foreign.length === 0 ? [] : [broken(`${counted(foreign.length, "bytecode file")} of another source: ${sayFiles(foreign)}`, {
				paths: foreign.map(({ path }) => path),
				fix: `Remove it, then stamp and run again: ${again}`
			})],
			...unreadable.length === 0 ? [] : [unknown(`${counted(unreadable.length, "bytecode file")} that could not be compared with its source: ${sayFiles(unreadable)}`, {
				rejects: true,
				paths: unreadable.map(({ path }) => path),
				fix: `Give the gate's user read permission or remove it: ${again}`
			})],
			...bytecodeUnseen.length === 0 ? [] : [unknown(`Bytecode could not be looked for in ${counted(bytecodeUnseen.length, "folder")}: ${namePaths(bytecodeUnseen)}`, {
				rejects: true,
				paths: bytecodeUnseen,
				fix: "Give the gate's user read permission: chmod -R u+rX ."
			})]
		];
		return answers.length > 0 ? answers : holds(`Every bytecode file fits its source (${bytecode.length} looked at)`);
	})
});
function sayFiles(files) {
	return enumerate(files.map(({ path, why }) => `${showPath(path)} (${why})`));
}

// src/verify/rules/bytecode-has-source.ts
const bytecodeHasSource = defineRule({
	id: "GG-BYTECODE-SOURCELESS",
	title: "No bytecode file of the workspace lacks its source",
	why: "Python imports bytecode beside a missing source as a module of its own: code that is in no tree.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ bytecode }, stamped) => {
		const paths = bytecode.filter(({ kind }) => kind === "sourceless").map(({ path }) => path);
		if (paths.length === 0) return holds("No bytecode file lacks its source");
		return broken(`${counted(paths.length, "bytecode file")} without a source: ${namePaths(paths)}`, {
			paths,
			fix: `Remove it, then stamp and run again: generation-gate purge && ${stampAgain(stamped)}`,
			innocentWhen: "The command compiles a module that it deletes again: let it write outside the workspace."
		});
	})
});

// src/verify/rules/bytecode-of-run.ts
const bytecodeOfRun = defineRule({
	id: "GG-BYTECODE-OUTSIDE-RUN",
	title: "No bytecode file appeared in the workspace outside of the run",
	why: "The stamp step leaves no bytecode, so what is there when the run starts was put there for it to load; what comes after its end was not tested.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ bytecode }) => {
		const { run } = facts;
		if (run === null) return NOTHING_TO_JUDGE;
		const fix = "Stamp again, which purges, and let no other Python start between stamp and check: PYTHONDONTWRITEBYTECODE=1";
		const before = run.bytecodeAtStart.map(({ path }) => path);
		const atEnd = new Map(run.bytecodeAtEnd.map((file) => [file.path, file]));
		const after = bytecode.filter(({ path }) => !atEnd.has(path)).map(({ path }) => path);
		const rewritten = bytecode.flatMap(({ path, mtimeMs, ctimeMs }) => {
			const then = atEnd.get(path);
			return then === void 0 || then.mtimeMs === mtimeMs && then.ctimeMs === ctimeMs ? [] : [path];
		});
		const answers = [
			...appeared(before, `between the stamp and the start of the run${run.earlier.length > 0 ? " (an earlier run under this generation may have written it)" : ""}`, fix),
			...appeared(after, "after the run had ended", fix),
			...appeared(rewritten, "and was written again after the run had ended", fix)
		];
		return answers.length > 0 ? answers : holds("All bytecode in the workspace was written by the run");
	})
});
function appeared(paths, when, fix) {
	if (paths.length === 0) return [];
	const what = `${counted(paths.length, "bytecode file")} appeared ${when}: ${namePaths(paths)}`;
	return [broken(what, {
		paths,
		fix,
		innocentWhen: "Another step imported the project: give it PYTHONDONTWRITEBYTECODE=1."
	})];
}

// src/verify/witness/loads.ts
/** Files that hold a version and nothing that a test could prove; build backends write them. */
const VERSION_FILE = /(?:^|\/)_{0,2}version(?:_info)?_{0,2}\.py$/;
/** The meaning of each load of a run. */
function judgeLoads(run, witness, asked) {
	const context = {
		asked,
		witness,
		bytecodeAtStart: new Set(run.bytecodeAtStart.map(({ path }) => path)),
		fromSource: new Set(witness.loads.filter((load) => load.how === "source" && load.stamped !== null && load.digest === load.stamped).map(({ path }) => path))
	};
	return witness.loads.map((load) => ({
		load,
		meaning: meaningOf(load, context)
	}));
}
function meaningOf(load, context) {
	switch (load.place) {
		case "stamped": return stampedMeaning(load, context);
		case "unstamped": return unstampedMeaning(load, context);
		case "environment":
		case "other-checkout":
		case "outside": return foreignMeaning(load, context);
	}
}
function stampedMeaning(load, context) {
	if (load.how === "sourceless") return {
		kind: "proven",
		path: load.path
	};
	if (load.archive !== null) {
		if (load.digest !== load.stamped) return { kind: "other-bytes" };
		return load.how === "source" ? {
			kind: "proven",
			path: load.archive
		} : {
			kind: "unverified",
			why: "it ran from bytecode inside an archive"
		};
	}
	if (load.digest === null) return {
		kind: "unverified",
		why: "its bytes could not be read"
	};
	if (load.digest !== load.stamped) return load.how === "string" ? { kind: "derived-text" } : { kind: "other-bytes" };
	return codeMeaning(load, load.path, context);
}
/** The bytes on disk are right; is the code that ran theirs? */
function codeMeaning(load, path, { bytecodeAtStart, fromSource }) {
	if (load.how === "unseen") return {
		kind: "unverified",
		why: "it was loaded before the witness, or by an importer that shows no text"
	};
	if (load.how !== "bytecode") return {
		kind: "proven",
		path
	};
	const { bytecode } = load;
	if (bytecode?.answer === "same") return {
		kind: "proven",
		path
	};
	if (bytecode?.answer === "differs") return { kind: "stale-bytecode" };
	return bytecode !== null && /-pytest-[^/]*\.pyc$/.test(bytecode.path) && !bytecodeAtStart.has(bytecode.path) && fromSource.has(load.path) ? {
		kind: "proven",
		path
	} : {
		kind: "unverified",
		why: `its bytecode ${bytecode?.path ?? ""} was not compared: ${bytecode?.why ?? "unknown"}`
	};
}
function unstampedMeaning(load, context) {
	const { asked, witness } = context;
	const madeByRun = isLater(load, witness.startNs);
	if (load.how === "sourceless") return madeByRun ? { kind: "made-by-run" } : { kind: "sourceless" };
	if (load.bytecode?.answer === "differs") return { kind: "stale-bytecode" };
	const twin = load.twins.find(({ digest }) => digest === load.digest);
	if (twin !== void 0) return codeMeaning(load, twin.path, context);
	if (load.digest !== null && load.how === "string") return { kind: "derived-text" };
	if (madeByRun) return { kind: "made-by-run" };
	if (witness.setupNs !== null && isLater(load, witness.setupNs)) return { kind: "made-by-setup" };
	const isAllowed = asked.allowIgnored.some((glob) => matchesGlob(glob, load.path));
	const isInPlace = load.twins.length > 0 && !load.twins.every(({ path }) => isGenerated(path, asked)) && !VERSION_FILE.test(load.path);
	if (load.newer === null) return isInPlace && !isAllowed ? {
		kind: "in-place-of",
		twins: load.twins
	} : { kind: "newer-than-code" };
	if (isAllowed) return { kind: "allowed" };
	return VERSION_FILE.test(load.path) ? { kind: "version-file" } : {
		kind: "unknown-origin",
		newer: load.newer
	};
}
function foreignMeaning(load, context) {
	const { asked, witness } = context;
	if (load.twins.length === 0) return { kind: "free" };
	const twin = load.twins.find(({ digest }) => digest === load.digest);
	if (twin !== void 0) return codeMeaning(load, twin.path, context);
	if (load.how === "string") return { kind: "derived-text" };
	if (load.place === "outside" && !load.inCheckout && isLater(load, witness.startNs)) return { kind: "made-by-run" };
	return load.twins.every(({ path }) => isGenerated(path, asked)) ? { kind: "generated-copy" } : {
		kind: "shadowed",
		twins: load.twins
	};
}
/** A stamped path that a build writes anew, so that copies differ by design. */
function isGenerated(path, asked) {
	return VERSION_FILE.test(path) || asked.generated.some((glob) => matchesGlob(glob, path));
}
/** Made after a moment: both times lie behind it, or the file did not exist before. */
function isLater({ mtimeNs, ctimeNs, bornNs }, moment) {
	const after = (time) => time !== null && BigInt(time) > BigInt(moment);
	return after(mtimeNs) && after(ctimeNs) || after(bornNs);
}

// src/verify/witness/subject.ts
/** Judges what the witness of the run told. Where there is none, `GG-WITNESS-ABSENT` answers and nobody else. */
function overWitness(facts, judge) {
	return overStamping(facts, () => witnessOf(facts, judge));
}
function witnessOf(facts, judge) {
	const witnessed = witnessedIn(facts);
	return witnessed === null ? NOTHING_TO_JUDGE : judge(witnessed);
}
/** What the witness told; null where no process of the run has one. */
function witnessedIn({ run, asked }) {
	if (run === null || run.witness.state === "absent" || asked.witness === "off") return null;
	const { witness } = run;
	const escaped = witness.escaped.filter(({ argv }) => !asked.unwitnessedOk.some((pattern) => matchesWildcard(pattern, argv.join(" "))));
	if (witness.processes === 0 && escaped.length === 0) return null;
	return {
		run,
		witness,
		loads: judgeLoads(run, witness, asked),
		escaped,
		required: asked.witness === "required"
	};
}
/** Loads of some meanings, each path once. */
function loadsOf({ loads }, ...kinds) {
	const found = /* @__PURE__ */ new Map();
	for (const judged of loads) if (kinds.includes(judged.meaning.kind) && !found.has(judged.load.path)) found.set(judged.load.path, judged);
	return [...found.values()];
}

// src/verify/rules/bytecode-proven.ts
const bytecodeProven = defineRule({
	id: "GG-BYTECODE-NOT-PROVEN",
	title: "The run was witnessed to have read no stale bytecode",
	why: "The other bytecode rules see the files that lie in the workspace; only a witness sees what a process read in between.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		if (facts.run === null) return NOTHING_TO_JUDGE;
		const witnessed = witnessedIn(facts);
		const isolated = facts.run.outcome.environmentAdded.includes("PYTHONPYCACHEPREFIX");
		if (witnessed === null && isolated) return listed("Bytecode was isolated: the command had a cache of its own, empty at its start; no witness saw what it read");
		if (witnessed === null) return unproven("no witness was in the tested processes");
		if (witnessed.escaped.length > 0) return unproven("some processes had no witness");
		if (witnessed.witness.lost.length > 0) return unproven("records of the witness were lost");
		const stale = loadsOf(witnessed, "stale-bytecode", "sourceless");
		if (stale.length > 0) return unproven(`stale bytecode was executed (${namePaths(stale.map(({ load }) => load.path))})`);
		const unverified = loadsOf(witnessed, "unverified").filter(({ load }) => load.how !== "source");
		if (unverified.length > 0) return unproven(`the code of ${counted(unverified.length, "file")} was not compared (${namePaths(unverified.map(({ load }) => load.path))})`);
		return holds(`${counted(witnessed.witness.processes, "process", "processes")} read no stale bytecode`);
	})
});
function unproven(why) {
	return unknown(`Bytecode not proven: ${why}`, {
		rejects: false,
		fix: "Run the command through the gate with --witness observe, and keep PYTHONPATH for the processes it starts."
	});
}

// src/verify/rules/control-supported.ts
const controlSupported = defineRule({
	id: "GG-CONTROL-UNSUPPORTED",
	title: "Some test fails where a part of the change is taken out",
	why: "Tests that pass whatever is taken out cannot fail, and a part that no test misses is not shown to work.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const control = facts.control ?? null;
		if (control === null) return facts.asked.control === true && facts.run !== null ? unknown("The control that was asked for was not made", {
			rejects: true,
			fix: "Let the gate make it: generation-gate gate --control -- COMMAND"
		}) : NOTHING_TO_JUDGE;
		const { hunks, against } = control;
		const of = (result) => hunks.filter((hunk) => hunk.result === result);
		const [supported, unsupported, untried] = [
			of("supported"),
			of("unsupported"),
			[...of("not-tried"), ...of("not-reverted")]
		];
		if (hunks.length === 0) return listed(`There is nothing to take out: no file but test files differs from ${against}`);
		const paths = [...new Set(unsupported.map(({ path }) => path))];
		const open = untried.length === 0 ? "" : `; ${counted(untried.length, "hunk was", "hunks were")} not tried: ${enumerate(untried.map((hunk) => `${say$1(hunk)} (${oneLine(hunk.says)})`))}`;
		if (supported.length === 0 && unsupported.length > 0) return broken(`No test fails whichever of ${counted(unsupported.length, "hunk")} is taken out: ${enumerate(unsupported.map(say$1))}${open}`, {
			paths,
			fix: "Add a test that fails without the change, and see that the command runs it."
		});
		if (supported.length === 0) return unknown(`No hunk was tried${open}`, {
			rejects: true,
			fix: "Give it more time: --control-budget SECONDS"
		});
		const holding = `${supported.length} of ${counted(hunks.length, "hunk")} against ${against} break a test where they are taken out`;
		if (unsupported.length + untried.length === 0) return holds(holding);
		return listed(`${holding}${unsupported.length === 0 ? "" : `; no test misses ${enumerate(unsupported.map(say$1))}`}${open}`, {
			paths,
			fix: "Add tests for these parts, or leave them out of the change."
		});
	})
});
function say$1({ path, hunk }) {
	return `${showPath(path)} ${oneLine(hunk)}`.trim();
}

// src/verify/rules/cache-accepted.ts
const cacheAccepted = defineRule({
	id: "GG-CACHE-REJECTED",
	title: "A cached bundle is accepted when it is judged again",
	why: "What was no evidence for a merge when it was made does not become any in a cache.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSound(facts, ({ verdict, rejecting, source, generation }, cached) => {
		if (verdict === "accepted" && cached.facts !== null) return holds(`Generation ${generation ?? "none"} is accepted when it is judged again`);
		const reasons = rejecting.map(({ rule, what }) => `${rule}: ${oneLine(what)}`);
		return broken(`The cached bundle ${quote(source)} is rejected${reasons.length === 0 ? ": it was never judged to its end" : ` by ${enumerate(reasons)}`}`, {
			paths: [source],
			fix: RUN_INSTEAD
		});
	})
});

// src/verify/evidence-files.ts
/** Reports and logs that claim a result. Content of the tree and leftovers that nobody wrote claim none. */
function claims({ evidence }) {
	return evidence.filter(({ role }) => role === "evidence");
}
function presentClaims(check) {
	return claims(check).filter((file) => file.now !== null);
}
/** Those of them that are regular files: only their times and bytes mean anything. */
function claimingFiles(check) {
	return presentClaims(check).filter(({ now }) => now.kind === "file");
}
/** Reports among them that could be read. */
function readClaims(check) {
	return presentClaims(check).flatMap(({ path, reading }) => reading?.state === "read" ? [{
		path,
		report: reading
	}] : []);
}
/** The faults among files, where `why` gives the words for one that has any. */
function faultsOf(files, why) {
	return files.flatMap((file) => {
		const words = why(file);
		return words === null ? [] : [{
			path: file.path,
			words
		}];
	});
}
/** One answer over all files: broken where any has a fault, `fine` where none has, nothing to judge without files. */
function overFiles(files, faults, words) {
	if (files.length === 0) return NOTHING_TO_JUDGE;
	if (faults.length === 0) return holds(words.fine);
	const paths = [...new Set(faults.map(({ path }) => path))];
	return broken(`${counted(paths.length, "evidence file")} ${words.fault}: ${enumerate(faults.map(({ path, words: said }) => `${showPath(path)} (${said})`))}`, {
		paths,
		fix: words.fix,
		...words.innocentWhen === void 0 ? {} : { innocentWhen: words.innocentWhen }
	});
}
/** The beginning of a digest, enough to tell two apart; `no bytes` for what has none. */
function shortDigest(digest) {
	return digest === null || digest === void 0 ? "no bytes" : `sha256 ${digest.slice(0, 12)}`;
}

// src/verify/rules/cache-alone.ts
const cacheAlone = defineRule({
	id: "GG-CACHE-BESIDE-RUN",
	title: "Cached evidence stands beside no run and no red report of this generation",
	why: "A cache must not take the place of a run that did not go as wished.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => overCached(facts, () => {
		const faults = [];
		const fix = "Judge what ran here: leave --cached-evidence out, or stamp again before a cache is asked";
		if (facts.run !== null) faults.push(broken(`The captured command was run under this generation and ${endingWords(facts.run.outcome.ending)}: that counts, and no cache`, { fix }));
		if (facts.asked.outcome !== null) faults.push(broken(`The workflow hands over the outcome "${facts.asked.outcome}" of its own tests: that counts, and no cache`, { fix }));
		const reports = claims(check).filter(({ globs, now }) => globs.length > 0 && now !== null);
		const red = reports.filter(({ reading }) => reading?.state === "read" && reading.totals.failures + reading.totals.errors > 0).map(({ path }) => path);
		if (red.length > 0) faults.push(broken(`${counted(red.length, "report")} in the workspace ${red.length === 1 ? "is" : "are"} red: ${namePaths(red)}`, {
			paths: red,
			fix,
			innocentWhen: "The cache restored it: keep bundles in the cache, and no reports."
		}));
		if (faults.length > 0) return faults;
		const others = reports.map(({ path }) => path);
		return others.length === 0 ? holds("Nothing was run under this generation") : listed(`${counted(others.length, "report")} in the workspace ${others.length === 1 ? "does" : "do"} not count beside cached evidence: ${namePaths(others)}`, { paths: others });
	}))
});

// src/verify/rules/cache-first-hand.ts
const cacheFirstHand = defineRule({
	id: "GG-CACHE-SECOND-HAND",
	title: "A cached bundle is of a run, and not itself of a cache",
	why: "Evidence that is handed on from cache to cache has no end, and nobody looks at where it began.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSound(facts, ({ source, generation, fromCache }) => fromCache === null ? holds(`Generation ${generation ?? "none"} ran its command itself`) : broken(`The cached bundle ${quote(source)} of generation ${generation ?? "none"} took its own evidence from a cache, from generation ${fromCache.generation ?? "none"}`, {
		paths: [source],
		fix: `Keep in the cache only bundles of runs, and name the one that ran: its manifest has the SHA-256 ${fromCache.digest}, and a copy lies in the folder "cached" of this bundle`
	}))
});

// src/verify/rules/cache-intact.ts
const cacheIntact = defineRule({
	id: "GG-CACHE-CHANGED",
	title: "Every file of a cached bundle is the one that was judged, and gives what the bundle says",
	why: "A cache can be written by more people than a workspace; a bundle that was changed there proves what its last editor wanted.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCached(facts, ({ bundle }) => {
		if (bundle.state === "refused") return NOTHING_TO_JUDGE;
		const faults = [...bundle.faults.map(({ file, what }) => `${quote(file)} ${what}`), ...bundle.differences];
		if (faults.length === 0) return holds(`The bundle ${quote(bundle.source)} agrees with its manifest, and its files give its verdict`);
		return broken(`The cached bundle ${quote(bundle.source)} was changed: ${enumerate(faults)}`, {
			paths: [bundle.source],
			fix: RUN_INSTEAD
		});
	})
});

// src/verify/rules/cache-readable.ts
const cacheReadable = defineRule({
	id: "GG-CACHE-UNREADABLE",
	title: "Evidence from a cache is a bundle that can be read",
	why: "A report alone does not say which tree it is about, how its command ended, or whether anybody accepted it.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCached(facts, ({ bundle }) => bundle.state === "refused" ? broken(`The cached evidence ${quote(bundle.source)} is no bundle that can be read: ${bundle.why}`, {
		paths: [bundle.source],
		fix: RUN_INSTEAD,
		innocentWhen: "The cache was empty: leave --cached-evidence out where it had no hit."
	}) : holds(`The bundle ${quote(bundle.source)} was read and judged again`))
});

// src/verify/rules/cache-same-command.ts
const cacheSameCommand = defineRule({
	id: "GG-CACHE-OTHER-COMMAND",
	title: "A cached bundle ran the command that is asked for here, in the same folder and cell",
	why: "Another command, another folder or another cell may have run fewer tests, or none of these.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSound(facts, ({ source, commandDigest, cell }, { command, workdir, facts: then }) => {
		const faults = [];
		const fault = (what) => void faults.push(broken(`The cached bundle ${quote(source)} ${what}`, {
			paths: [source],
			fix: RUN_INSTEAD
		}));
		if (commandDigest !== command) fault(commandDigest === null ? `has no command that the gate ran, and the command named here has the digest ${command}` : `ran the command ${commandDigest}, and the one named here has the digest ${command}`);
		const cwd = then?.run?.outcome.cwd ?? workdir;
		if (cwd !== workdir) fault(`ran in ${quote(cwd)}, and here the command would run in ${quote(workdir)}`);
		if (cell !== facts.asked.cell) fault(`is of ${cellWords(cell)}, and here is ${cellWords(facts.asked.cell)}`);
		return faults.length > 0 ? faults : holds(`The cached bundle ran the command ${command} in ${quote(cwd)}`);
	})
});
function cellWords(cell) {
	return cell === null ? "no cell" : `cell ${quote(cell)}`;
}

// src/verify/rules/cache-same-evidence.ts
const cacheSameEvidence = defineRule({
	id: "GG-CACHE-OTHER-EVIDENCE",
	title: "A cached bundle promised the reports that are promised here",
	why: "A run that promised fewer reports was held to less than this one would be.",
	hard: true,
	steps: ["check"],
	check: (facts) => overStamping(facts, ({ evidence }) => overSound(facts, ({ source }, cached) => {
		if (cached.facts === null) return NOTHING_TO_JUDGE;
		const then = promisedGlobs(cached.facts.stamped?.evidence ?? []);
		const missing = promisedGlobs(evidence).filter((glob) => !then.includes(glob));
		if (missing.length === 0) return holds(`The cached bundle promised ${counted(then.length, "glob")} of reports, those that are promised here among them`);
		return broken(`The cached bundle ${quote(source)} promised no report at ${enumerate(missing.map(quote))}${then.length === 0 ? "; it promised none at all" : `; it promised ${enumerate(then.map(quote))}`}`, {
			paths: [source],
			fix: RUN_INSTEAD,
			innocentWhen: "The same reports were named by other globs: write them in the same way in both places."
		});
	}))
});

// src/verify/rules/cache-same-tree.ts
const cacheSameTree = defineRule({
	id: "GG-CACHE-OTHER-TREE",
	title: "A cached bundle is of the tree that is stamped here",
	why: "Tests of another tree say nothing about this one, however alike the two are.",
	hard: true,
	steps: ["check"],
	check: (facts) => overStamping(facts, ({ treeId, contentId, nested, rawFiltered }) => overSound(facts, ({ source, treeId: theirs }, cached) => {
		if (theirs !== treeId) return broken(`The cached bundle ${quote(source)} is of tree ${theirs ?? "none"}, and the stamp names ${treeId}`, {
			paths: [source],
			fix: RUN_INSTEAD,
			innocentWhen: "The key of the cache leaves out a file that is part of the tree: make it the tree id."
		});
		const then = cached.facts?.stamped?.contentId ?? "none";
		if (nested.length + rawFiltered.length > 0 && then !== contentId) return broken(`The cached bundle ${quote(source)} has the same tree ${treeId} and other content: content id ${then}, and the stamp names ${contentId}; nested repositories and filtered paths are in the content id alone`, {
			paths: [source],
			fix: RUN_INSTEAD
		});
		return holds(`The cached bundle is of tree ${treeId}, as the stamp is`);
	}))
});

// src/verify/rules/cache-used.ts
const cacheUsed = defineRule({
	id: "GG-CACHE-USED",
	title: "Evidence that came from a cache is named, with the generation that ran",
	why: "Nothing ran here: who reads the verdict must know that its tests ran earlier, and under which generation.",
	hard: false,
	steps: ["check"],
	check: (facts) => overSound(facts, ({ source, generation, digest, runtimes }, cached) => {
		const started = cached.facts?.run?.outcome.startedAt;
		return listed(`No command was run: the evidence comes from a cache, from generation ${generation ?? "none"}${started === void 0 ? "" : `, which ran at ${started}`}${runtimes.length === 0 ? "" : ` on ${runtimes.join(", ")}`} (bundle ${quote(source)}, manifest ${digest})`, {
			paths: [source],
			fix: "To run the command, leave --cached-evidence out"
		});
	})
});

// src/verify/rules/change-not-forbidden.ts
const changeNotForbidden = defineRule({
	id: "GG-CHANGE-FORBIDDEN",
	title: "The change touches no path that it must not touch",
	why: "Some paths decide about others: a workflow, a policy, a lock file. They are changed on purpose or not at all.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ change }) => {
		const forbidden = facts.asked.forbidden ?? [];
		if (forbidden.length === 0) return NOTHING_TO_JUDGE;
		if (change === null || change === void 0) return unknown("There is no base to compare the change with", {
			fix: "Name it: --base REV",
			rejects: true
		});
		const touched = change.paths.filter((path) => forbidden.some((glob) => matchesGlob(glob, path)));
		if (touched.length === 0) return holds(`None of ${counted(change.paths.length, "changed path")} is forbidden, compared with ${change.against}`);
		return broken(`${counted(touched.length, "forbidden path")} changed, compared with ${change.against}: ${namePaths(touched)}`, {
			paths: touched,
			fix: "Take these paths out of the change, and make theirs one of its own."
		});
	})
});

// src/verify/rules/change-owned.ts
const changeOwned = defineRule({
	id: "GG-CHANGE-NOT-OWNED",
	title: "Every path that the change touches is one that it may touch",
	why: "A change that reaches beyond what it was made for is reviewed by nobody who knows the rest.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ change }) => {
		const owned = facts.asked.owned ?? [];
		if (owned.length === 0) return NOTHING_TO_JUDGE;
		if (change === null || change === void 0) return unknown("There is no base to compare the change with", {
			fix: "Name it: --base REV",
			rejects: true
		});
		const others = change.paths.filter((path) => !owned.some((glob) => matchesGlob(glob, path)));
		if (others.length === 0) return holds(`Each of ${counted(change.paths.length, "changed path")} is owned, compared with ${change.against}`);
		return broken(`${counted(others.length, "changed path")} that no --owned names, compared with ${change.against}: ${namePaths(others)}`, {
			paths: others,
			fix: "Take these paths out of the change, or own them: --owned GLOB"
		});
	})
});

// src/verify/rules/change-rebased.ts
const changeRebased = defineRule({
	id: "GG-CHANGE-NOT-REBASED",
	title: "The branch contains the tip of its base",
	why: "Tests on an older base say nothing about what the merge will be: both sides may have changed the same thing.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ change }) => {
		if (facts.asked.requireRebased !== true) return NOTHING_TO_JUDGE;
		if (change === null || change === void 0) return unknown("There is no base whose tip the branch could contain", {
			fix: "Name it: --base REV",
			rejects: true
		});
		if (change.containsTip) return holds(`HEAD contains ${change.against}`);
		return broken(`HEAD does not contain ${change.tip}, the tip of the base (${change.against})`, { fix: `Rebase, and check the result: git rebase ${change.tip}` });
	})
});

// src/verify/rules/environment-own-checkout.ts
const environmentOwnCheckout = defineRule({
	id: "GG-ENVIRONMENT-OTHER-CHECKOUT",
	title: "No variable of the environment leads into another checkout of the same code",
	why: "A search path into another checkout lets the tests load its files under the names of these.",
	hard: true,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ environment }) => {
		const answers = [...judgeAt("at the stamp", environment), ...facts.run === null ? [] : judgeAt("at the run", facts.run.environment)];
		return answers.length > 0 ? answers : holds("No variable leads into another checkout of the same code");
	})
});
function judgeAt(when, environment) {
	if (environment === null) return [unknown(`Nobody looked at the variables of the environment ${when}`, { fix: "Stamp and run again: generation-gate gate -- COMMAND" })];
	if (environment.length === 0) return [];
	const names = [...new Set(environment.map(({ variable }) => variable))];
	const words = environment.map(({ variable, value, target, otherCheckout }) => `${variable}=${quote(value)} leads to ${showPath(target)} (${otherCheckout.why})`);
	return [broken(`${counted(environment.length, "variable")} into another checkout of the same code, seen ${when}: ${enumerate(words)}`, {
		paths: environment.map(({ target }) => target),
		fix: `Take it out of the environment of the gate and the tests: unset ${names.join(" ")}`
	})];
}

// src/verify/surroundings.ts
/** Names of the variables and files that differ in any of the pairs; a variable that one side did not record is none. */
function differingNames(pairs) {
	const variables = /* @__PURE__ */ new Set();
	const files = /* @__PURE__ */ new Set();
	for (const [left, right] of pairs) {
		for (const { name, digest } of left.variables) {
			const other = right.variables.find((one) => one.name === name);
			if (other !== void 0 && other.digest !== digest) variables.add(name);
		}
		const digests = new Map(left.files.map(({ path, digest }) => [path, digest]));
		for (const { path, digest } of right.files) if (digests.get(path) !== digest) files.add(path);
		for (const path of digests.keys()) if (right.files.every((one) => one.path !== path)) files.add(path);
	}
	return {
		variables: [...variables].sort(),
		files: [...files].sort()
	};
}
/** A system in words. */
function systemOf({ system: { distribution, platform, release, arch } }) {
	return `${distribution ?? platform} (${release}, ${arch})`;
}

// src/verify/rules/environment-unchanged.ts
const environmentUnchanged = defineRule({
	id: "GG-ENVIRONMENT-CHANGED",
	title: "Stamp, run and check had the same surroundings",
	why: "A result may rest on a variable, a lock file or a version that nobody has any more when it is judged.",
	hard: false,
	steps: ["check"],
	check: ({ stamped, run, check, ...facts }) => overStamping({
		stamped,
		run,
		check,
		...facts
	}, () => {
		const known = [
			{
				when: "at the stamp",
				what: stamped?.surroundings
			},
			{
				when: "at the run",
				what: run?.surroundings
			},
			{
				when: "at the check",
				what: check?.surroundings
			}
		].filter((one) => one.what !== void 0);
		const answers = known.slice(1).flatMap((later, at) => differences(known[at] ?? later, later));
		if (known.length < 2) return NOTHING_TO_JUDGE;
		return answers.length > 0 ? answers : holds(`${counted(known.length, "record")} of the surroundings are alike`);
	})
});
function differences(before, after) {
	const answers = [];
	const between = `${before.when} and ${after.when}`;
	const [here, there] = [systemOf(before.what), systemOf(after.what)];
	if (here !== there) answers.push(listed(`Another system ${between}: ${here}, then ${there}`));
	for (const { name, version } of after.what.runtimes) {
		const own = before.what.runtimes.find((one) => one.name === name);
		if (own !== void 0 && own.version !== version) answers.push(listed(`Another ${name} ${between}: ${own.version}, then ${version}`));
	}
	const { variables, files } = differingNames([[before.what, after.what]]);
	if (variables.length > 0) answers.push(listed(`${counted(variables.length, "variable")} not the same ${between}: ${variables.join(", ")}`));
	if (files.length > 0) answers.push(listed(`${counted(files.length, "lock file or configuration", "lock files and configurations")} not the same ${between}: ${namePaths(files)}`, { paths: files.filter((path) => !path.startsWith("~/")) }));
	return answers;
}

// src/verify/rules/evidence-after-run.ts
const evidenceAfterRun = defineRule({
	id: "GG-EVIDENCE-AFTER-RUN",
	title: "Every report and log is as it was when the run ended",
	why: "What appears, changes or goes after the command ended was not written by what was observed.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, { evidence, logs }) => {
		const { run, asked } = facts;
		if (evidence.length + logs.length === 0) return NOTHING_TO_JUDGE;
		if (run === null) {
			if (asked.outcome === null) return NOTHING_TO_JUDGE;
			return unknown("Whether evidence came after the end of the tests was not observed: the workflow ran them itself", {
				rejects: false,
				fix: "Let the gate run the command: generation-gate run -- COMMAND"
			});
		}
		const files = claims(check);
		const unseen = files.filter(({ closing }) => !closing);
		if (unseen.length > 0) return unknown(`The evidence was not looked at when the run ended: ${counted(unseen.length, "file")}`, { fix: "Run again: generation-gate run -- COMMAND" });
		return overFiles(files, faultsOf(files, (file) => whatMoved$1(file) ?? writtenLate(file, run.endedFileClock)), {
			fault: "not as the run left it",
			fine: `${counted(files.length, "evidence file")} as the run left it`,
			fix: "Let the command end only when its reports are written (wait for what it starts in the background), and let no later step write there.",
			innocentWhen: "A later step of the workflow merges or rewrites reports: make it part of the command, or let it write elsewhere."
		});
	})
});
/**
* A straggler may write between the command's end and the closing inventory: the file system's clock at the end tells.
* Only times of one file system are compared.
*/
function writtenLate({ atRunEnd, atStamp }, ended) {
	if (ended === null || atRunEnd?.kind !== "file" || atRunEnd.device !== ended.device || BigInt(atRunEnd.ctimeNs) <= BigInt(ended.ns)) return null;
	if (atStamp !== null && atStamp.ctimeNs === atRunEnd.ctimeNs) return null;
	return `was written ${Number((BigInt(atRunEnd.ctimeNs) - BigInt(ended.ns)) / 1000n) / 1e3} ms after the command had ended`;
}
function whatMoved$1({ atRunEnd, now }) {
	if (now === null) return `was there at the end of the run with ${shortDigest(atRunEnd?.sha256)}, and is gone`;
	if (atRunEnd === null) return "appeared after the end of the run";
	if (now.kind !== atRunEnd.kind) return `was a ${atRunEnd.kind} at the end of the run, and is a ${now.kind}`;
	if (now.sha256 !== atRunEnd.sha256) return `${shortDigest(atRunEnd.sha256)} at the end of the run, ${shortDigest(now.sha256)} now`;
	return now.kind === "symlink" && now.linkTarget !== atRunEnd.linkTarget ? "leads elsewhere than at the end of the run" : null;
}

// src/verify/rules/evidence-cached-tests.ts
/** Producers that turn the output of `go test` into a report: its cached tests are in there like any other. */
const GO_PRODUCERS = /* @__PURE__ */ new Set(["gotestsum", "go-junit-report"]);
const evidenceCachedTests = defineRule({
	id: "GG-EVIDENCE-CACHED-TESTS",
	title: "The tests of every package were executed, not taken from a cache",
	why: "A cached result tells of an earlier run: what the cache does not know of, such as a database or a clock, may have changed since.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ cachedTests }) => {
		if (cachedTests === void 0 || cachedTests.cached === 0) return NOTHING_TO_JUDGE;
		const { cached, names, executed } = cachedTests;
		const what = `${counted(cached, "package")} not executed: "go test" took the result from its cache for ${enumerate(names.map(quote))}`;
		const fix = "Let go test run them: go test -count=1 ./...";
		const elsewhere = countedReports(facts).filter(({ report }) => report.producer === null || !GO_PRODUCERS.has(report.producer)).reduce((sum, { report }) => sum + executedTests(report.totals), 0);
		if (executed === 0 && elsewhere === 0) return broken(`${what}, and no other test was executed`, { fix });
		return listed(what, { fix });
	})
});

// src/verify/rules/evidence-inside-roots.ts
const evidenceInsideRoots = defineRule({
	id: "GG-EVIDENCE-OUTSIDE-ROOTS",
	title: "All evidence lies in the workspace, in RUNNER_TEMP, or where it was named literally",
	why: "A report that is reached through a link may belong to another checkout or another run, and nothing there was inventoried.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = presentClaims(check);
		const faults = files.filter(({ insideAllowedRoots }) => !insideAllowedRoots).map(({ path, realPath }) => ({
			path,
			words: realPath === null ? "leads nowhere" : `really ${showPath(realPath)}`
		}));
		return overFiles(files, faults, {
			fault: "outside of the allowed roots",
			fine: `${counted(files.length, "evidence file")} inside the allowed roots`,
			fix: "Let the command write its reports into the workspace, or name the file by its whole real path: generation-gate stamp --evidence /path/to/junit.xml",
			innocentWhen: "The report folder is a link by design: name the folder it leads to. Environment folders, .git and linked worktrees never hold evidence."
		});
	})
});

// src/verify/rules/evidence-is-file.ts
const WORDS = {
	symlink: "a symbolic link",
	fifo: "a FIFO",
	device: "a device",
	socket: "a socket",
	folder: "a folder"
};
const evidenceIsFile = defineRule({
	id: "GG-EVIDENCE-NOT-A-FILE",
	title: "Everything named as evidence is a regular file",
	why: "A link, a FIFO or a device can show one thing to the gate and another to whoever looks later.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = presentClaims(check);
		const faults = files.flatMap(({ path, now }) => {
			if (now.kind === "file" || now.kind === "unreadable") return [];
			const target = now.kind !== "symlink" ? "" : now.linkTarget === null || now.linkTarget === void 0 ? " that leads nowhere" : ` to ${showPath(now.linkTarget)}`;
			return [{
				path,
				words: WORDS[now.kind] + target
			}];
		});
		return overFiles(files, faults, {
			fault: faults.length === 1 ? "is no regular file" : "are no regular files",
			fine: `${counted(files.length, "evidence file")}, all regular`,
			fix: "Name the files themselves, not a link or a folder: generation-gate stamp --evidence \"reports/**/*.xml\"",
			innocentWhen: "A tool keeps a link to its latest report beside the report: name the report, or take the link out with a glob that begins with !."
		});
	})
});

// src/verify/rules/evidence-log-present.ts
const evidenceLogPresent = defineRule({
	id: "GG-EVIDENCE-LOG-ABSENT",
	title: "Every log that was promised is there",
	why: "A log that was named as evidence and is missing leaves its step without any.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ absentLogs }, { logs }) => {
		if (logs.length === 0) return NOTHING_TO_JUDGE;
		if (absentLogs.length === 0) return holds(`${counted(logs.length, "log")} there`);
		return broken(`${counted(absentLogs.length, "promised log")} missing: ${namePaths(absentLogs)}`, {
			paths: absentLogs,
			fix: "Let its step write the log after the stamp, at the path given by --log (relative to the top of the workspace).",
			innocentWhen: "Its step began before the stamp and still held the old file open, which was moved to quarantine: stamp first."
		});
	})
});

// src/verify/rules/evidence-other-generation.ts
/**
* Properties that speak of the stamp, as {@link fold} leaves their names: `GENERATION_GATE_GENERATION`,
* `generation_gate.generation`, `generation-gate:tree-id`, `env.GENERATION_GATE_TREE_ID` and the like.
*/
const GENERATION_NAMES = /* @__PURE__ */ new Set(["generationgategeneration", "envgenerationgategeneration"]);
const TREE_NAMES = /* @__PURE__ */ new Set(["generationgatetreeid", "envgenerationgatetreeid"]);
const evidenceOtherGeneration = defineRule({
	id: "GG-EVIDENCE-OTHER-GENERATION",
	title: "No report names another generation or tree id",
	why: "A report that says it belongs to another stamping does, whatever its times are.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, { generation, treeId }) => {
		const reports = readClaims(check);
		const older = facts.known.filter((known) => known !== generation);
		const own = reports.filter(({ report }) => valuesOf(report, GENERATION_NAMES).includes(generation));
		const faults = reports.flatMap(({ path, report }) => foreignNames(path, report, {
			generation,
			treeId,
			older
		}));
		return overFiles(reports, faults, {
			fault: "of another stamping",
			fine: `${own.length} of ${counted(reports.length, "report")} name this generation, none another`,
			fix: "Run the tests under this stamp (generation-gate run -- COMMAND), and let the report take its property from $GENERATION_GATE_GENERATION",
			innocentWhen: "The property is written into a configuration file as it was once: let the runner read the variable at each run."
		});
	})
});
function foreignNames(path, report, { generation, treeId, older }) {
	const claimed = [...valuesOf(report, GENERATION_NAMES).map((value) => ({
		value,
		kind: "generation",
		right: generation
	})), ...valuesOf(report, TREE_NAMES).map((value) => ({
		value,
		kind: "tree id",
		right: treeId
	}))].filter(({ value, right }) => value !== right);
	if (claimed.length > 0) return claimed.map(({ value, kind, right }) => ({
		path,
		words: `names ${kind} ${quote(value.slice(0, 80))}, the stamp's is ${right}`
	}));
	const texts = [...report.suiteNames, ...report.properties.flatMap(({ values }) => values)];
	const mentioned = older.find((known) => texts.some((text) => text.includes(known)));
	return mentioned === void 0 ? [] : [{
		path,
		words: `names the earlier generation ${mentioned}, the stamp's is ${generation}`
	}];
}
/** Values of the properties of one meaning. An empty one names nothing: the variable was not set there. */
function valuesOf({ properties }, names) {
	return properties.filter(({ name }) => names.has(fold(name))).flatMap(({ values }) => values.map((value) => value.trim().toLowerCase()).filter((value) => value !== ""));
}
/** A property's name without case and separators. */
function fold(name) {
	return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

// src/verify/rules/evidence-predates-stamp.ts
const NS_PER_SECOND = 1000000000n;
const evidencePredatesStamp = defineRule({
	id: "GG-EVIDENCE-PREDATES-STAMP",
	title: "No report or log is older than the stamp",
	why: "A report from before the stamp tells of another tree, however green it is.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = claimingFiles(check);
		if (files.length === 0) return NOTHING_TO_JUDGE;
		const slack = BigInt(facts.asked.slackSeconds);
		const answers = [];
		const old = files.flatMap(({ path, now, stampClockNs }) => {
			const stamp = stampClockNs === null ? null : floorSecond(stampClockNs);
			const mtime = floorSecond(now.mtimeNs);
			return stamp !== null && mtime + slack < stamp ? [{
				path,
				words: `${showPath(path)} (mtime ${showSecond(mtime)}, stamp ${showSecond(stamp)})`
			}] : [];
		});
		if (old.length > 0) answers.push(broken(`${counted(old.length, "evidence file")} older than the stamp by more than ${counted(facts.asked.slackSeconds, "second")}: ${enumerate(old.map(({ words }) => words))}`, {
			paths: old.map(({ path }) => path),
			fix: "Let the command write its reports anew, after the stamp: generation-gate gate -- COMMAND",
			innocentWhen: "The command unpacks or copies its reports and keeps their times (cp -p, tar): copy without, or let it touch them."
		}));
		const timeless = files.filter(({ stampClockNs }) => stampClockNs === null).map(({ path }) => path);
		if (timeless.length > 0) answers.push(unknown(`${counted(timeless.length, "evidence file")} on a file system that was not there at the stamp, so that its time can be compared with none: ${namePaths(timeless)}`, {
			paths: timeless,
			fix: "Mount it before the stamp, or let the command write its reports into the workspace."
		}));
		return answers.length > 0 ? answers : holds(`${counted(files.length, "evidence file")} not older than the stamp`);
	})
});
/** Whole seconds, towards the past for times before 1970 too: some file systems and tools keep no more (ST8). */
function floorSecond(ns) {
	const time = BigInt(ns);
	return (time - (time % NS_PER_SECOND + NS_PER_SECOND) % NS_PER_SECOND) / NS_PER_SECOND;
}

// src/verify/rules/evidence-readable.ts
/** Refusals of the reader that other rules name: what is no file, lies elsewhere, or moved. */
const NAMED_ELSEWHERE = /* @__PURE__ */ new Set([
	"symlink",
	"folder",
	"special",
	"outside",
	"changed",
	"absent",
	"unstored"
]);
const evidenceReadable = defineRule({
	id: "GG-EVIDENCE-UNREADABLE",
	title: "Every report and log can be read",
	why: "A report that is cut off, malformed or locked may hold the failure that nobody then sees.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = presentClaims(check);
		return overFiles(files, faultsOf(files, whyUnread), {
			fault: "that cannot be read",
			fine: `${counted(files.length, "evidence file")} read`,
			fix: "See what the reader objects to (generation-gate inspect REPORT), let the runner write a whole report, and name by --evidence nothing but reports.",
			innocentWhen: "The glob is wider than the reports and matches another kind of file: name the reports more narrowly."
		});
	})
});
function whyUnread({ now, reading, globs, insideAllowedRoots }) {
	if (now.kind === "unreadable") return `the system does not let it be read: ${now.why ?? "no reason given"}`;
	if (reading?.state === "refused") return NAMED_ELSEWHERE.has(reading.code) ? null : oneLine(reading.message);
	return now.kind === "file" && insideAllowedRoots && globs.length > 0 && reading === null ? "it was not read at this check" : null;
}

// src/verify/rules/evidence-settled.ts
/** Refusals of the reader that tell of a file in motion. */
const MOVED = /* @__PURE__ */ new Set([
	"changed",
	"absent",
	"unstored"
]);
const evidenceSettled = defineRule({
	id: "GG-EVIDENCE-CHANGED-WHILE-READ",
	title: "No report or log changed while it was read",
	why: "A file that somebody still writes has no content yet that a verdict could be about.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = presentClaims(check);
		return overFiles(files, faultsOf(files, whatMoved), {
			fault: "changed while it was read",
			fine: "Nothing changed while it was read",
			fix: "Wait for whatever still writes there (see the survivors of the run), then check again: generation-gate check"
		});
	})
});
function whatMoved({ now, reading }) {
	if (!now.settled) return `still being written, ${now.size} bytes when last seen`;
	if (reading === null) return null;
	if (reading.state === "refused" && MOVED.has(reading.code)) return reading.message;
	if (reading.sha256 !== void 0 && reading.sha256 !== now.sha256) return `${shortDigest(now.sha256)} when it was listed, ${shortDigest(reading.sha256)} when it was read`;
	return null;
}

// src/verify/rules/evidence-timestamp.ts
/** How far the wall clocks of runner and gate may lie apart, in ms: a container's may be set a little otherwise. */
const SLACK_MS = 2e3;
const evidenceTimestamp = defineRule({
	id: "GG-EVIDENCE-TIMESTAMP-BEFORE-STAMP",
	title: "No report carries a time before the stamp",
	why: "A report copied from a cache or an artifact is new to the file system and still says when its tests ran.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, { wallClockMs }) => {
		const reports = readClaims(check);
		const faults = reports.flatMap(({ path, report }) => {
			const [oldest] = report.timestamps.flatMap(({ raw, epochMs, precisionMs }) => epochMs !== void 0 && isBefore(epochMs, precisionMs ?? 1, wallClockMs) ? [{
				raw,
				epochMs
			}] : []).toSorted((left, right) => left.epochMs - right.epochMs);
			return oldest === void 0 ? [] : [{
				path,
				words: `timestamp ${quote(oldest.raw.slice(0, 80))}, stamp ${new Date(wallClockMs).toISOString()}`
			}];
		});
		return overFiles(reports, faults, {
			fault: "with a time before the stamp",
			fine: "No time with an offset lies before the stamp; times without one are not judged",
			fix: "Run the tests under this stamp instead of restoring their reports: generation-gate gate -- COMMAND",
			innocentWhen: "The runner writes its local time and calls it Z, or runs on a machine whose clock is behind: set the clock, or let it write the true offset."
		});
	})
});
/** Compares at the report's own precision: a report of whole minutes cannot lie before the minute of the stamp. */
function isBefore(epochMs, precisionMs, stampMs) {
	return epochMs + SLACK_MS < Math.floor(stampMs / precisionMs) * precisionMs;
}

// src/verify/rules/evidence-unchanged.ts
const evidenceUnchanged = defineRule({
	id: "GG-EVIDENCE-UNCHANGED-SINCE-STAMP",
	title: "No report or log has bytes that were there at the stamp",
	why: "Bytes that were there before the run are an old result that was touched, restored or copied.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const files = claimingFiles(check);
		const faults = files.flatMap(({ path, equalAtStamp, now }) => {
			if (equalAtStamp === null) return [];
			return [{
				path,
				words: `${shortDigest(now.sha256)}, at the stamp ${equalAtStamp === path ? "the same" : `in ${showPath(equalAtStamp)}`}`
			}];
		});
		return [overFiles(files, faults, {
			fault: "with the bytes of a file that was there at the stamp",
			fine: `${counted(files.length, "evidence file")} with bytes that were not there at the stamp`,
			fix: "Let the command write its reports; where they never differ, let each carry the generation as a property, such as generation_gate.generation=\"$GENERATION_GATE_GENERATION\"",
			innocentWhen: "The runner writes no time into its report, so that two runs give equal bytes: the generation as a property tells them apart."
		}), ...asides(check.evidence)];
	})
});
/** What matches a glob and counts for nothing: a reader who wonders where a report went finds it here. */
function asides(evidence) {
	const content = evidence.filter(({ role }) => role === "content").map(({ path }) => path);
	const leftovers = evidence.filter(({ role }) => role === "leftover").map(({ path }) => path);
	return [...content.length === 0 ? [] : [listed(`${counted(content.length, "match", "matches")} tracked or named by the patch, so content and no evidence: ${namePaths(content)}`, { paths: content })], ...leftovers.length === 0 ? [] : [listed(`${counted(leftovers.length, "match", "matches")} from before the stamp that nobody wrote since and that look like no report: ${namePaths(leftovers)}`, {
		paths: leftovers,
		fix: "Name the reports more narrowly: generation-gate stamp --evidence GLOB"
	})]];
}

// src/verify/leftovers.ts
/** The run's sight, from its start to its end; without a run, the check's. Null where nobody looked. */
function leftoversOf({ run, check }) {
	return (run === null ? check?.leftovers : run.leftovers) ?? null;
}

// src/verify/rules/leftover-found.ts
const leftoverFound = defineRule({
	id: "GG-LEFTOVER-FOUND",
	title: "No tool has left anything that could make old work look like new",
	why: "What a reused workspace keeps is in no commit, and a fresh checkout has none of it.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const found = leftoversOf(facts)?.found ?? [];
		if (found.length === 0) return NOTHING_TO_JUDGE;
		return [...new Set(found.map(({ tool }) => tool))].flatMap((tool) => {
			const group = found.filter((one) => one.tool === tool);
			const paths = group.map(({ path }) => path);
			return group.slice(0, 1).map(({ danger, remedy }) => listed(`${counted(group.length, "leftover")} of ${tool}, written before the stamp: ${namePaths(paths)}. Such a leftover can ${danger}`, {
				paths,
				fix: remedy
			}));
		});
	})
});

// src/verify/rules/leftover-stale-build-output.ts
const leftoverStaleBuildOutput = defineRule({
	id: "GG-LEFTOVER-STALE-BUILD-OUTPUT",
	title: "Every build output that a package loads is newer than the changed sources of that package",
	why: "Tests that load a build made before the change test the code as it was.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const leftovers = leftoversOf(facts);
		if (leftovers === null) return unknown("Nobody looked at the build outputs", { fix: "Run the tests again: generation-gate run -- COMMAND" });
		const { buildOutputs } = leftovers;
		const answers = [...judgePairs(buildOutputs, facts.asked.allowIgnored), ...judgeUnread(buildOutputs)];
		if (answers.length > 0) return answers;
		return buildOutputs.named === 0 ? NOTHING_TO_JUDGE : holds(`${counted(buildOutputs.named, "ignored build output")} that packages name, none of which is older than a changed source`);
	})
});
function judgePairs(outputs, allowed) {
	const late = outputs.outdated.filter((pair) => !wasRewritten(pair));
	const isAllowed = ({ output }) => allowed.some((glob) => matchesGlob(glob, output));
	const excused = late.filter(isAllowed);
	const present = late.filter((pair) => !isAllowed(pair) && pair.atEnd !== null);
	const isReached = ({ manifest }) => outputs.reached === void 0 || manifest in outputs.reached;
	const stale = present.filter(isReached);
	const idle = present.filter((pair) => !isReached(pair));
	const gone = late.filter((pair) => !isAllowed(pair) && pair.atEnd === null);
	const answers = [];
	if (stale.length > 0) {
		const paths = outputsOf(stale);
		answers.push(broken(`${counted(paths.length, "build output")} not newer than what changed: ${enumerate(stale.map(sayPair))}${sayReach(stale, outputs)}`, {
			paths,
			fix: `Build in the setup script (--setup) or in the command itself: ${buildWords(stale, outputs)}`,
			innocentWhen: `The tests load the sources, and nothing loads this output: ${removalOf(stale)}, or allow it: --allow-ignored ${shellWord(globOf(stale))}`
		}));
	}
	if (idle.length > 0) {
		const paths = outputsOf(idle);
		answers.push(listed(`${counted(paths.length, "build output")} not newer than what changed, which no test, source, script or command names: ${namePaths(paths)}. Taken as not loaded`, {
			paths,
			fix: `Remove it, so that nothing can load it: ${removalOf(idle)}`
		}));
	}
	if (gone.length > 0) answers.push(unknown(`${counted(gone.length, "build output")} older than what changed at the start of the run, and removed by it: ${namePaths(outputsOf(gone))}`, {
		paths: outputsOf(gone),
		fix: `Build before the tests: ${buildWords(gone, outputs)}`
	}));
	if (excused.length > 0) answers.push(listed(`${counted(outputsOf(excused).length, "build output")} not newer than what changed, allowed by --allow-ignored: ${namePaths(outputsOf(excused))}`, { paths: outputsOf(excused) }));
	if (outputs.against === null) answers.push(unknown("Some build outputs are older than sources, and no commit is here to tell whether those changed", { fix: "Build in the setup script (--setup), or commit first" }));
	return answers;
}
function judgeUnread({ unread }) {
	if (unread.length === 0) return [];
	return [unknown(`${counted(unread.length, "package file")} could not be read, so what it loads is not known: ${enumerate(unread.map(({ file, why }) => `${showPath(file)} (${why})`))}`, {
		paths: unread.map(({ file }) => file),
		fix: "Mend the file, or remove it"
	})];
}
/** Newer than the source at the end of the run, by more than a touch: a new ctime on the very same file is what `chmod` leaves. */
function wasRewritten({ sourceCtimeNs, atStart, atEnd }) {
	return atEnd !== null && BigInt(atEnd.ctimeNs) > BigInt(sourceCtimeNs) && !isSameFile(atStart, atEnd);
}
function isSameFile(one, other) {
	return one.path === other.path && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;
}
function outputsOf(pairs) {
	return [...new Set(pairs.map(({ atStart }) => atStart.path))];
}
function sayPair({ manifest, field, atStart, source, sourceCtimeNs }) {
	return `${showPath(atStart.path)} (ctime ${showNanoseconds(atStart.ctimeNs)}, loaded by "${field.length > 80 ? `${field.slice(0, 80)}…` : field.replaceAll("\"", "")}" of ${showPath(manifest)}) beside ${showPath(source)} (ctime ${showNanoseconds(sourceCtimeNs)})`;
}
function buildWords(pairs, { builds }) {
	const manifests = [...new Set(pairs.map(({ manifest }) => manifest))];
	return enumerate(manifests.map((manifest) => {
		const build = builds[manifest];
		if (build === void 0 || build.script === null) return `what makes ${namePaths(pairs.filter((pair) => pair.manifest === manifest).map(({ output }) => output).slice(0, 1))}`;
		const run = `${build.tool} run ${build.script}`;
		return build.folder === "." ? run : `(cd ${shellWord(build.folder)} && ${run})`;
	}));
}
/** Who loads it, of the first package: one is enough to see how. */
function sayReach(pairs, { reached }) {
	const by = pairs.flatMap(({ manifest }) => reached?.[manifest] ?? [])[0];
	return by === void 0 ? "" : `; ${showPath(by)}`;
}
/** The folder that a build fills, or the file itself where it lies beside its package's manifest. */
function placeOf$1({ manifest, output }) {
	const folder = manifest.includes("/") ? manifest.slice(0, manifest.lastIndexOf("/") + 1) : "";
	const [first = output, ...rest] = output.slice(folder.length).split("/");
	return rest.length === 0 || first === "src" ? output : folder + first;
}
function removalOf(pairs) {
	return `rm -rf ${[...new Set(pairs.map(placeOf$1))].map(shellWord).join(" ")}`;
}
function globOf(pairs) {
	const [first] = pairs;
	if (first === void 0) return "**";
	const place = placeOf$1(first);
	return place === first.output ? place : `${place}/**`;
}

// src/verify/ways-back.ts
/** What mends an entry that leads out of the workspace: each tool that made one has its own command. */
/** One line for each kind of entry, in the order of their first appearance; `pip` installs the workspace itself. */
function waysBack(entries, pip) {
	return [...new Set(entries.map((entry) => wayBack(entry, pip)))];
}
function wayBack({ kind, file, names }, pip) {
	const [name = ""] = names;
	switch (kind) {
		case "node-link":
		case "node-copy": return file.includes("/.pnpm/") ? "Install this workspace instead: rm -rf node_modules && pnpm install" : "Install this workspace instead: rm -rf node_modules && npm install (or pnpm, yarn or bun, whichever owns the lock file)";
		case "yarn-pnp": return `Let package.json name the package inside the workspace (workspace:*), then: rm ${shellWord(file)} && yarn install`;
		case "workspace-link": return `Take the link away, and the file it stands for back: rm ${shellWord(file)} && git checkout -- ${shellWord(file)}`;
		case "go-replace": return `Take the replacement out, or point it inside: (cd ${shellWord(folderOf(file))} && go mod edit -dropreplace=${shellWord(name)})`;
		case "go-work": return `Use the modules of this workspace: GOWORK=off, or (cd ${shellWord(folderOf(file))} && go work use .)`;
		case "cargo-path":
		case "gradle-path":
		case "maven-path": return `Let ${showPath(file)} name a path inside the workspace, or a released version`;
		case "maven-local": return `Build ${showPath(name)} from this tree in the same command (mvn -am), or in the setup script: mvn -DskipTests install`;
		case "command-path": return "Name the path inside the workspace";
		default: return `Install this workspace instead: ${pip}`;
	}
}
function folderOf(file) {
	return file.slice(0, file.lastIndexOf("/")) || "/";
}

// src/verify/origins.ts
/**
* The reports that are judged. The run's answers for the command's own interpreter; the stamp's speaks before there is
* a run, without one, and where the run's interpreter gave no usable answer.
*/
function originsReports({ step, stamped, run }) {
	const atStamp = stamped?.origins ?? null;
	const atRun = step === "stamp" ? null : run?.origins ?? null;
	const decides = atRun !== null && atRun.interpreter.state !== "unreadable";
	const first = atStamp === null || decides ? [] : [{
		when: "at the stamp",
		report: atStamp
	}];
	return atRun === null ? first : [...first, {
		when: "at the run",
		report: atRun
	}];
}
/** Why the interpreter of the stamp's report decides nothing before the run; null where it does. */
function whyLeftToTheRun({ step, stamped }) {
	const origins = step === "stamp" ? stamped?.origins ?? null : null;
	if (origins?.guessed === true) return "That is the first Python on PATH; the run asks the command's own";
	return origins?.interpreter.state === "later" ? "The run asks the environment that the command makes, when it has ended" : null;
}
/** Answers about an interpreter that decides nothing yet: told before the tests run, and left to the run. */
function leftToTheRun(facts, answers) {
	const why = whyLeftToTheRun(facts);
	if (why === null) return answers;
	return answers.map((answer) => answer.answer === "holds" ? answer : listed(`${answer.what}. ${why}`, {
		...answer.fix === void 0 ? {} : { fix: answer.fix },
		...answer.paths === void 0 ? {} : { paths: answer.paths }
	}));
}
/** The report of the interpreter that the command uses; before and without a run, of the environment's. */
function decidingOrigins({ step, stamped, run }) {
	const atRun = step === "stamp" || run === null ? null : run.origins;
	if (step === "check" && run !== null) return atRun === null ? null : {
		when: "at the run",
		report: atRun
	};
	const report = stamped?.origins ?? null;
	return report === null ? null : {
		when: "at the stamp",
		report
	};
}
/** A copy in the environment is no link to code elsewhere: what it holds is judged as an import. */
function isEditable({ kind }) {
	return kind !== "plain-copy";
}
/** Whether the entry leads out of the workspace although it stands for code that the workspace itself offers. */
function leadsElsewhere({ insideWorkspace, offersSame, otherCheckout }) {
	return !insideWorkspace && (offersSame || otherCheckout !== null);
}
function sayEntry({ distribution, names, kind, file, target, otherCheckout }) {
	const subject = distribution ?? (names.length > 0 ? names.join("+") : "an entry without a distribution");
	const leads = target === null ? "names no place" : `leads to ${showPath(target)}`;
	const other = otherCheckout === null ? "" : `, another checkout of the same code (${otherCheckout.why})`;
	return `${showPath(subject)} ${leads}${other} by ${kind} ${showPath(file)}`;
}
/** The command line prefix of the interpreter that was asked. */
function interpreterWord({ interpreter }) {
	return shellWord(interpreter.state === "found" ? interpreter.executable : "python3");
}

// src/verify/rules/origin-editable-inside.ts
const originEditableInside = defineRule({
	id: "GG-ORIGIN-EDITABLE-ELSEWHERE",
	title: "Every editable install of what the workspace offers points inside it",
	why: "Tests that import the project by an install of another checkout test that checkout.",
	hard: true,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, () => {
		const reports = originsReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const answers = reports.flatMap((at) => {
			const judge = (part) => judgeReport(part, facts.asked.foreignEditables);
			return whyLeftToTheRun(facts) === null ? judge(at) : [...leftToTheRun(facts, judge(ofInterpreter(at))), ...judge(ofWorkspace(at))];
		});
		const total = reports.reduce((sum, { report }) => sum + report.entries.filter(isEditable).length, 0);
		return answers.length > 0 ? answers : holds(`${counted(total, "editable entry", "editable entries")}, none of which leads out of the workspace`);
	})
});
/** What an interpreter's environment holds. */
function ofInterpreter({ when, report }) {
	return {
		when,
		report: {
			...report,
			entries: report.entries.filter(({ kind }) => !isOfTheWorkspace(kind))
		}
	};
}
/** Links of `node_modules` and what build tools are told: no interpreter is guessed at for them. */
function ofWorkspace({ when, report }) {
	return {
		when,
		report: {
			...report,
			entries: report.entries.filter(({ kind }) => isOfTheWorkspace(kind)),
			unread: [],
			disagreements: []
		}
	};
}
function judgeReport({ when, report }, policy) {
	const editable = report.entries.filter(isEditable);
	const elsewhere = editable.filter((entry) => leadsElsewhere(entry) && entry.target !== null);
	const unplaced = editable.filter((entry) => leadsElsewhere(entry) && entry.target === null);
	const foreign = editable.filter((entry) => !entry.insideWorkspace && !leadsElsewhere(entry) && !isOfEnvironment(entry));
	const pip = `${interpreterWord(report)} -m pip install -e .`;
	const fixOf = (entries) => waysBack(entries, pip).join("; ");
	const answers = [];
	if (elsewhere.length > 0) answers.push(broken(`${counted(elsewhere.length, elsewhere.every(({ kind }) => !isOfTheWorkspace(kind)) ? "editable install" : "way")} of this code out of the workspace, seen ${when}: ${enumerate(elsewhere.map(sayEntry))}`, {
		paths: filesOf(elsewhere),
		fix: fixOf(elsewhere),
		...elsewhere.some(({ kind }) => !isOfTheWorkspace(kind)) ? { innocentWhen: "The environment is shared between checkouts and the command never uses it: name the one that it uses, --python PATH." } : {}
	}));
	if (unplaced.length > 0) answers.push(unknown(`${counted(unplaced.length, "editable install")} of this code whose place is not known, seen ${when}: ${enumerate(unplaced.map(sayEntry))}`, {
		rejects: true,
		paths: filesOf(unplaced),
		fix: fixOf(unplaced)
	}));
	if (report.unread.length > 0) answers.push(unknown(`${counted(report.unread.length, "file")} that may install code from elsewhere could not be read, ${when}: ${enumerate(report.unread.map(({ file, why }) => `${showPath(file)} (${why})`))}`, {
		rejects: true,
		paths: report.unread.map(({ file }) => file),
		fix: "Give the gate's user read permission, or make the environment anew."
	}));
	if (foreign.length > 0) {
		const what = `${counted(foreign.length, "editable install")} of other projects, seen ${when}: ${enumerate(foreign.map(sayEntry))}`;
		answers.push(policy === "reject" ? broken(what, {
			paths: filesOf(foreign),
			fix: "Install a released version of each, or use --foreign-editables report"
		}) : listed(what, { paths: filesOf(foreign) }));
	}
	if (report.disagreements.length > 0) answers.push(listed(`${counted(report.disagreements.length, "disagreement")} about what is installed, ${when}: ${enumerate(report.disagreements.map(({ about, one, other }) => `${about}: ${one}, but ${other}`))}`, { fix: `Install this workspace again: ${pip}` }));
	return answers;
}
function filesOf(entries) {
	return [...new Set(entries.map(({ file }) => file))];
}
/** Path files also name folders of the environment itself. */
function isOfEnvironment({ target }) {
	return target === null || /\/(?:site|dist)-packages(?:\/|$)/.test(target);
}

// src/verify/rules/origin-import-inside.ts
const originImportInside = defineRule({
	id: "GG-ORIGIN-IMPORT",
	title: "What the tests import by name comes from the workspace",
	why: "An import that resolves elsewhere runs code that nobody stamped.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, () => {
		const at = decidingOrigins(facts);
		const { imports } = facts.asked;
		if (at === null) return imports.length === 0 ? NOTHING_TO_JUDGE : unresolved(imports, "no interpreter was asked");
		const { report } = at;
		const named = report.names.filter(({ asked, name }) => asked === "named" || imports.includes(name));
		const defaults = report.names.filter((name) => !named.includes(name));
		const silent = imports.filter((name) => !named.some((one) => one.name === name));
		const answers = leftToTheRun(facts, [
			...named.flatMap((name) => judgeNamed(name, report)),
			...silent.length === 0 ? [] : [unresolved(silent, report.interpreter.state === "found" ? "the interpreter gave no answer about it" : report.interpreter.why)],
			...judgeDefaults(defaults, report, facts)
		]);
		return answers.length > 0 ? answers : report.names.length === 0 ? NOTHING_TO_JUDGE : holds(`${counted(report.names.length, "import")} looked at, none from elsewhere`);
	})
});
function unresolved(names, reason) {
	return unknown(`Where ${enumerate(names.map(quote))} would be imported from is not known: ${reason}`, {
		rejects: true,
		fix: "Name the interpreter that the command uses: --python PATH",
		innocentWhen: "The command runs no Python: leave --import out."
	});
}
function judgeNamed(name, report) {
	const install = `${interpreterWord(report)} -m pip install -e .`;
	switch (name.state) {
		case "found":
			if (name.insideWorkspace) return [];
			return [broken(`${quote(name.name)} is imported from ${placeOf(name)}, outside of the workspace`, {
				paths: name.origin === null ? name.locations : [name.origin],
				fix: `Install this workspace instead: ${install}`
			})];
		case "absent": return [broken(`${quote(name.name)} cannot be imported by ${interpreterWord(report)}, and is to come from the workspace`, {
			fix: `Install it (${install}), or name the interpreter that the command uses: --python PATH`,
			innocentWhen: "The command puts the folder on the path itself (PYTHONPATH=src, pytest rootdir): give the gate the same environment."
		})];
		case "would-build": {
			const entries = report.entries.filter((entry) => isEditable(entry) && speaksOf(entry, name.name));
			if (entries.length === 0) return [unresolved([name.name], "asking its finder would build it, and no installed entry names it")];
			const outside = entries.filter(({ insideWorkspace }) => !insideWorkspace);
			if (outside.length === 0) return [listed(`${quote(name.name)} leads into the workspace by what is installed; its finder was not asked, since it would build`)];
			return [broken(`${quote(name.name)} leads to ${enumerate(outside.map(({ target }) => target === null ? "no place" : showPath(target)))} by what is installed, outside of the workspace`, {
				paths: outside.map(({ file }) => file),
				fix: `Install this workspace instead: ${install}`
			})];
		}
		case "failed": return [unresolved([name.name], "its finder failed")];
	}
}
function judgeDefaults(names, report, facts) {
	const outside = names.filter(({ state, insideWorkspace }) => state === "found" && !insideWorkspace);
	const copied = outside.filter(({ otherCheckout }) => otherCheckout !== null);
	const differing = outside.filter((name) => name.otherCheckout === null && differs(name, facts) && copyDecides(report, facts));
	const installed = outside.filter((name) => name.otherCheckout === null && !differing.includes(name));
	const unanswered = names.filter(({ state }) => state === "failed" || state === "would-build");
	const answers = [];
	if (copied.length > 0) answers.push(broken(`${counted(copied.length, "import")} that the workspace offers from another checkout of the same code: ${enumerate(copied.map((name) => `${quote(name.name)} from ${placeOf(name)} (${name.otherCheckout?.why ?? ""})`))}`, {
		paths: copied.flatMap(({ origin, locations }) => origin === null ? locations : [origin]),
		fix: `Install this workspace instead: ${interpreterWord(report)} -m pip install -e .`
	}));
	if (differing.length > 0) answers.push(broken(`${counted(differing.length, "import")} that the workspace offers from an installed copy with other bytes, and no witness saw what was loaded: ${enumerate(differing.map(sayCopy))}`, {
		paths: differing.flatMap(({ origin, locations }) => origin === null ? locations : [origin]),
		fix: `Install this workspace instead: ${interpreterWord(report)} -m pip install -e .`,
		innocentWhen: "The tests put the workspace in front by themselves (pytest's pythonpath): let the witness see it, without --witness off and Python's -I, -E and -S. A file that the build writes anew: --generated GLOB."
	}));
	if (installed.length > 0) answers.push(listed(`${counted(installed.length, "import")} that the workspace offers from an installed copy: ${enumerate(installed.map(sayCopy))}`, { fix: "Ask for it by name, if it must come from the workspace: --import NAME" }));
	if (unanswered.length > 0) answers.push(unknown(`${counted(unanswered.length, "import")} that the workspace offers could not be resolved without building or failing: ${enumerate(unanswered.map(({ name }) => quote(name)))}`, {
		rejects: false,
		fix: "Ask for it by name, if it must come from the workspace: --import NAME"
	}));
	return answers;
}
function placeOf({ origin, locations }) {
	if (origin !== null) return showPath(origin);
	return locations.length === 0 ? "the interpreter itself" : enumerate(locations.map(showPath));
}
function speaksOf({ names, distribution }, name) {
	const top = name.split(".")[0] ?? name;
	return names.includes(name) || names.includes(top) || distribution === top.toLowerCase().replace(/[-_.]+/g, "-");
}
function differs({ copy }, { asked }) {
	return copy?.differing.some((path) => !isGenerated(path, asked)) === true;
}
/**
* Whether the copy that an import finds is what ran, as far as anyone knows: after the run, in the command's very own
* interpreter, and with Python processes that no witness saw. Where it saw all of them, what they loaded decides.
*/
function copyDecides({ interpreter }, facts) {
	if (facts.step === "stamp" || facts.run === null || interpreter.state !== "found" || interpreter.guess === true) return false;
	const witnessed = witnessedIn(facts);
	return witnessed === null || witnessed.escaped.length > 0;
}
function sayCopy(name) {
	const { copy } = name;
	const other = copy?.differing ?? [];
	const bytes = copy === void 0 ? "" : other.length === 0 ? `, ${counted(copy.compared, "file")} with equal bytes` : `, other bytes than ${namePaths(other)}`;
	return `${quote(name.name)} from ${placeOf(name)}${bytes}`;
}

// src/verify/rules/origin-probed.ts
const originProbed = defineRule({
	id: "GG-ORIGIN-UNPROBED",
	title: "The interpreter that the command uses was asked where code comes from",
	why: "What files say about an install is a hint; only the interpreter knows which of them wins.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, () => {
		const at = decidingOrigins(facts);
		const asksImports = facts.asked.imports.length > 0;
		const fix = "Name the interpreter that the command uses: --python PATH";
		if (at === null) return unknown("No interpreter was asked where code comes from", {
			rejects: asksImports,
			fix
		});
		const { interpreter, entries, names } = at.report;
		if (interpreter.state === "found") return holds(`${quote(interpreter.executable)} (${interpreter.implementation} ${interpreter.version}, by ${interpreter.how}) was asked ${at.when}`);
		const mustKnow = asksImports || names.some(({ asked }) => asked === "named") || entries.some((entry) => isEditable(entry) && !isOfTheWorkspace(entry.kind) && entry.offersSame);
		if (interpreter.state === "absent" && !mustKnow) return NOTHING_TO_JUDGE;
		return unknown(`${quote(interpreter.asked)} was not asked where code comes from: ${interpreter.why}`, {
			rejects: mustKnow && whyLeftToTheRun(facts) === null,
			fix
		});
	})
});

// src/verify/ruling.ts
/** The findings of one rule, as the policy has them. */
function underRuling({ id, hard }, findings, { policy, asked }) {
	const tightened = [...asked?.reject ?? [], ...policy?.document.reject ?? []].includes(id) ? findings.map(reject) : findings;
	const deviations = hard || policy === null || policy === void 0 ? [] : (policy.document.accept ?? []).filter(({ rule }) => rule === id);
	return deviations.length === 0 ? tightened : tightened.map((finding) => accept(finding, deviations, policy?.day ?? ""));
}
/** Whether a deviation counts no more. Days of one form compare as text does. */
function hasExpired({ expires }, day) {
	return expires < day;
}
/** The globs of a deviation; none for the whole rule. */
function globsOf({ paths }) {
	return paths === void 0 ? [] : typeof paths === "string" ? [paths] : paths;
}
function reject(finding) {
	const { answer, rejects, listed, fix, what, ...rest } = finding;
	if (rejects || answer === "holds" && listed !== true) return finding;
	return {
		...rest,
		answer: answer === "holds" ? "broken" : answer,
		what: `${what} (only listed by default; here it is asked to reject)`,
		fix: fix === "" ? "Mend what is named, or let the policy accept it for a time: accept" : fix,
		rejects: true
	};
}
/** A broken answer that a deviation covers whole is put in front of the reader and rejects no more. What is unknown is never accepted. */
function accept(finding, deviations, day) {
	const { answer, rejects, what, paths } = finding;
	if (!rejects || answer !== "broken") return finding;
	const covering = deviations.filter((deviation) => uncovered(deviation, paths).length === 0);
	const live = covering.find((deviation) => !hasExpired(deviation, day));
	if (live !== void 0) return {
		...finding,
		answer: "holds",
		listed: true,
		rejects: false,
		what: `Accepted until ${live.expires} (${oneLine(live.reason)}): ${what}`
	};
	const [expired] = covering;
	if (expired !== void 0) return {
		...finding,
		what: `${what}; it was accepted until ${expired.expires} (${oneLine(expired.reason)}), which is over`
	};
	const [partly] = deviations.filter((deviation) => !hasExpired(deviation, day) && globsOf(deviation).length > 0 && uncovered(deviation, paths).length < (paths ?? []).length);
	return partly === void 0 ? finding : {
		...finding,
		what: `${what}; what is accepted until ${partly.expires} (${oneLine(partly.reason)}) leaves out ${uncovered(partly, paths).slice(0, 3).map(showPath).join(", ")}`
	};
}
/** Paths of a finding that a deviation does not name. A finding that names none, or not all of its own, is covered by no glob. */
function uncovered(deviation, paths) {
	const globs = globsOf(deviation);
	if (globs.length === 0) return [];
	if (paths === void 0 || paths.length === 0) return ["what it names no path of"];
	const left = paths.filter((path) => !globs.some((glob) => matchesGlob(glob, path)));
	return left.length === 0 && paths.length >= 200 ? ["further paths"] : left;
}

// src/verify/rules/policy-deviation-expired.ts
const policyDeviationExpired = defineRule({
	id: "GG-POLICY-DEVIATION-EXPIRED",
	title: "No deviation that the policy accepts is over",
	why: "What was accepted for a time is refused again after it; an entry that is over only hides that somebody meant to look.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, () => {
		const { policy } = facts;
		const accepted = policy?.document.accept ?? [];
		if (policy === null || policy === void 0 || accepted.length === 0) return NOTHING_TO_JUDGE;
		const expired = accepted.filter((deviation) => hasExpired(deviation, policy.day));
		if (expired.length === 0) return holds(`Each of ${counted(accepted.length, "accepted deviation")} is in force on ${policy.day}`);
		return listed(`${counted(expired.length, "accepted deviation")} that no longer ${expired.length === 1 ? "counts" : "count"} on ${policy.day}: ${enumerate(expired.map((one) => `${one.rule}${globsOf(one).length === 0 ? "" : ` for ${globsOf(one).map(oneLine).join(", ")}`} until ${one.expires} (${oneLine(one.reason)})`))}`, { fix: "Take the entry out of the policy, or give it a later \"expires\" where the reason still holds." });
	})
});

// src/verify/rules/policy-gate-touched.ts
const ROLES = {
	policy: "the policy",
	command: "the captured command",
	setup: "the setup",
	workflow: "a workflow that calls the gate"
};
const policyGateTouched = defineRule({
	id: "GG-POLICY-GATE-TOUCHED",
	title: "A change of what decides how the gate judges is named",
	why: "Whoever changes the policy, the command, the setup or the workflow changes what later verdicts mean: a person must look.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const { policy } = facts;
		if (policy === null || policy === void 0) return NOTHING_TO_JUDGE;
		const { touched, against } = policy;
		if (touched.length === 0) return holds(`Neither policy, command, setup nor workflow differs from ${against}`);
		return listed(`${counted(touched.length, "file")} that ${touched.length === 1 ? "decides" : "decide"} how the gate judges ${touched.length === 1 ? "differs" : "differ"} from ${against}: ${enumerate(touched.map(({ path, role, how }) => `${showPath(path)} (${ROLES[role]}, ${how})`))}`, {
			paths: touched.map(({ path }) => path),
			fix: "Let the owner of the gate review these files; CODEOWNERS can ask for it. To reject such changes: --reject GG-POLICY-GATE-TOUCHED"
		});
	})
});

// src/verify/rules/policy-head-not-counted.ts
const policyHeadNotCounted = defineRule({
	id: "GG-POLICY-HEAD-NOT-COUNTED",
	title: "What of the change's own policy is not in force is named",
	why: "A patch cannot soften its own gate: the policy of the commit that it is merged into governs, and a change of it counts from the next merge on.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, () => {
		const { head, base, file } = facts.policy ?? {
			head: null,
			base: null,
			file: null
		};
		if (head === null || base === null) return NOTHING_TO_JUDGE;
		const { notCounted } = head;
		const governs = file === null ? `${base.what} has no policy, so that ${showPath(head.path)} may only tighten` : `${showPath(file.path)} of ${base.what} governs`;
		if (notCounted.length === 0) return holds(`All that ${showPath(head.path)} asks for is in force: ${governs}`);
		return listed(`Not in force of ${showPath(head.path)}: ${enumerate(notCounted.map(({ key, why }) => `"${key}" (${why})`))}; ${governs}`, { paths: [head.path] });
	})
});

// src/verify/policy-settings.ts
/** The value of each key that the record tells; keys that leave no trace in it are not there. */
function settingsInForce({ asked, stamped }) {
	return /* @__PURE__ */ new Map([
		["evidence", stamped?.evidence],
		["log", stamped?.logs],
		["imports", asked.imports],
		["require-tests", asked.requireTests],
		["min-tests", asked.minTests],
		["slack", asked.slackSeconds],
		["owned", asked.owned],
		["forbidden", asked.forbidden],
		["require-rebased", asked.requireRebased],
		["survivors", asked.survivors],
		["repeated", asked.repeated],
		["foreign-editables", asked.foreignEditables],
		["unloaded", asked.unloaded],
		["reject", asked.reject],
		["witness", asked.witness],
		["allow-ignored", asked.allowIgnored],
		["generated", asked.generated],
		["unwitnessed-ok", asked.unwitnessedOk],
		["base", asked.base],
		["replay", asked.replay],
		["control", asked.control]
	]);
}

// src/verify/rules/policy-softened.ts
const policySoftened = defineRule({
	id: "GG-POLICY-SOFTENED",
	title: "The verdict was reached by settings at least as tight as the policy",
	why: "A gate that asks for less than its policy says accepts what the policy was there to refuse.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => facts.policy === null || facts.policy === void 0 || !facts.policy.binds ? NOTHING_TO_JUDGE : judge$1(facts, facts.policy))
});
function judge$1(facts, { document, commands }) {
	const inForce = settingsInForce(facts);
	const keys = policyKeys(document).filter((key) => inForce.has(key));
	const softer = keys.filter((key) => !isAsTight(POLICY_ORDER[key], inForce.get(key) ?? void 0, document[key])).map((key) => `"${key}" was ${show(inForce.get(key))}, and the policy says ${show(document[key])}`);
	const { cell } = facts.asked;
	const ran = facts.run?.outcome.command;
	const mayRun = commands.filter((one) => cell === null || one.cell === cell);
	const otherCommand = ran !== void 0 && mayRun.length > 0 && mayRun.every(({ digest }) => digest !== null && digest !== ran) ? [`the command that ran has the digest ${ran}, and the policy's has ${mayRun.map(({ digest }) => digest ?? "").join(" or ")}`] : [];
	const faults = [...softer, ...otherCommand];
	if (faults.length === 0) return holds(`Each of ${counted(keys.length, "setting")} that the policy gives was kept`);
	return broken(`${counted(faults.length, "setting")} below the policy: ${enumerate(faults)}`, { fix: "Give every step of the gate the settings of the policy, or none at all: generation-gate gate" });
}

// src/verify/rules/purge-complete.ts
const DOING = {
	"list-folder": "listing",
	remove: "removing",
	stat: "looking at",
	"ask-git": "asking git about"
};
const purgeComplete = defineRule({
	id: "GG-PURGE-INCOMPLETE",
	title: "The purge removed all stale bytecode it could meet",
	why: "Bytecode that stays can be run in place of the source that was stamped.",
	hard: true,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ purges }) => {
		const again = "generation-gate stamp";
		if (purges.length === 0) return unknown("No purge is on record for this generation", { fix: `Stamp again: ${again}` });
		if (purges.some(({ dryRun }) => dryRun)) return broken("A purge on record was a dry run: it removed nothing", { fix: `Stamp again: ${again}` });
		const failed = purges.flatMap((purge) => purge.failed);
		if (failed.length > 0) {
			const words = failed.map(({ path, doing, errno }) => `${showPath(path === "" ? "." : path)} (${errno} while ${DOING[doing]} it)`);
			return broken(`The purge could not finish at ${counted(failed.length, "place")}: ${enumerate(words)}`, {
				paths: failed.map(({ path }) => path),
				fix: `Give the gate's user the right to it, for example: chmod -R u+rwX ${showPath(failed[0]?.path || ".")} && ${again}`,
				innocentWhen: "A container of an earlier job left files of another user: remove them, or wipe the workspace."
			});
		}
		const gone = purges.reduce((sum, { removed }) => sum + removed.files + removed.links, 0);
		return holds(`The purge removed ${counted(gone, "bytecode file")}`);
	})
});

// src/verify/rules/replay-agrees.ts
const replayAgrees = defineRule({
	id: "GG-REPLAY-DISAGREES",
	title: "The command gives the same results in a clean directory made from the stamped tree",
	why: "Where both differ, the result came from something that is not in the tree: leftovers of earlier work, or chance.",
	hard: true,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const replay = facts.replay ?? null;
		const clean = replay?.second.ending ?? null;
		if (replay === null || clean === null) return NOTHING_TO_JUDGE;
		const { differences, warmEnding, warmTests } = replay;
		if (sameEnding(warmEnding, clean) && differences.length === 0) return holds(`The replay ${endingWords(clean)}, as the run did${warmTests === 0 ? "" : `, and ${counted(warmTests, "test")} ended alike`}`);
		return disagreement(replay);
	})
});
function disagreement({ differences, warmEnding, warmTests, second, onlyWarm, otherVariables }) {
	const endings = second.ending === null || sameEnding(warmEnding, second.ending) ? [] : [`the run ${endingWords(warmEnding)}, the replay ${endingWords(second.ending)}`];
	const tests = differences.map(({ test, warm, clean, says }) => `${oneLine(test)} ${outcomeWord(warm)} in the workspace and ${outcomeWord(clean)} in the clean directory${says === "" ? "" : ` (${oneLine(says)})`}`);
	const named = onlyWarm.filter((file) => file.named).map(({ path }) => path);
	const others = onlyWarm.filter((file) => !file.named).map(({ path }) => path);
	const files = named.length > 0 ? `; the failing run speaks of what is ignored and only the workspace has: ${namePaths(named)}` : others.length > 0 ? `; ignored and only in the workspace: ${namePaths(others)}` : "";
	const cause = otherVariables.length > 0 ? `; the replay was called with another environment than the run: ${enumerate(otherVariables.map(oneLine))}` : files;
	const count = differences.length === 0 ? "" : `${differences.length} of ${counted(Math.max(warmTests, differences.length), "test")} ended otherwise: ${enumerate(tests)}`;
	return broken(capitalised([...endings, ...count === "" ? [] : [count]].join("; ") + cause), {
		paths: otherVariables.length > 0 ? [] : named.length > 0 ? named : others,
		fix: otherVariables.length > 0 ? `Call it with the environment of the run: generation-gate replay. Better still, let the command set what it needs; the replay's logs are in ${quote(second.logs)}` : `Commit what the tests need or let the setup make it (--setup FILE), and remove the rest: git clean -ndX shows it. ${second.kept === null ? "" : `The clean directory is kept: ${showPath(second.kept)}; `}the replay's logs are in ${quote(second.logs)}`,
		innocentWhen: "The test depends on time, chance or a service: repeat it until both runs agree, or mend the test."
	});
}
function capitalised(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

// src/verify/rules/replay-complete.ts
const replayComplete = defineRule({
	id: "GG-REPLAY-INCOMPLETE",
	title: "The replay that was asked for was made, in a directory that holds the whole stamped tree",
	why: "A replay that lacks files, or imports the workspace, neither agrees nor disagrees with anything.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const replay = facts.replay ?? null;
		if (replay === null) return facts.asked.replay === true && facts.run !== null ? unknown("The replay that was asked for was not made", {
			rejects: true,
			fix: "Make it: generation-gate replay"
		}) : NOTHING_TO_JUDGE;
		const answers = incompleteRun(replay.second, "the clean directory");
		return answers.length > 0 ? answers : holds("The clean directory held the whole stamped tree");
	})
});

// src/verify/rules/replay-interpreter.ts
const replayInterpreter = defineRule({
	id: "GG-REPLAY-INTERPRETER",
	title: "The replay used the interpreter version of the run",
	why: "Results of two interpreter versions are not comparable: their agreement proves as little as their difference.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const replay = facts.replay ?? null;
		if (replay === null) return NOTHING_TO_JUDGE;
		const { second, warmInterpreter, warmRuntimes } = replay;
		const words = otherVersion(warmInterpreter, second.interpreter) ?? otherRuntime(warmRuntimes, second.runtimes);
		if (words === null) {
			const used = second.interpreter === null || warmInterpreter === null ? (second.runtimes ?? []).map(({ name, version }) => `${name} ${version}`) : [`${second.interpreter.implementation} ${second.interpreter.version}`];
			return used.length === 0 ? NOTHING_TO_JUDGE : holds(`Both used ${used.join(", ")}`);
		}
		return broken(`The replay used ${words}`, { fix: "Let the setup script make the environment with the version that the command uses." });
	})
});

// src/verify/rules/report-complete.ts
const reportComplete = defineRule({
	id: "GG-EVIDENCE-ANNOUNCED-MORE",
	title: "Every report holds the tests that it announces",
	why: "A test that was counted and left no result was lost on the way, with whatever it would have said.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = seenReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const lost = anomaliesOf(reports, ({ code, severity }) => code === "announces-more" && severity !== "note");
		const known = anomaliesOf(reports, ({ code, severity }) => code === "announces-more" && severity === "note");
		const answers = [];
		if (lost.length > 0) answers.push(broken(`${counted(lost.length, "suite")} with fewer tests than announced: ${enumerate(lost.map(({ words }) => words))}`, {
			paths: [...new Set(lost.map(({ path }) => path))],
			fix: "Look into the log for what stopped the runner before its last test, then run again: generation-gate run -- COMMAND",
			innocentWhen: "The runner counts what it never lists, and the reader does not know that of it: report it with the file."
		}));
		if (known.length > 0) answers.push(listed(`${counted(known.length, "suite")} of a producer that announces more than it lists: ${enumerate(known.map(({ words }) => words))}`, { paths: [...new Set(known.map(({ path }) => path))] }));
		return answers.length > 0 ? answers : holds("Every report holds what it announces");
	})
});

// src/verify/rules/report-flaky.ts
const reportFlaky = defineRule({
	id: "GG-EVIDENCE-FLAKY",
	title: "Tests that passed only after another attempt are named",
	why: "A retried failure is a failure that somebody will meet again.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = countedReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const flaky = reports.reduce((sum, { report }) => sum + report.totals.flaky, 0);
		if (flaky === 0) return holds("No test needed another attempt");
		const cases = casesThat(reports, "flaky");
		return listed(`${counted(flaky, "flaky test")}, passed after a failed attempt: ${enumerate(cases.map(({ name }) => name))}`, { paths: [...new Set(cases.map(({ path }) => path))] });
	})
});

// src/verify/forgiveness.ts
/**
* The one exception to "only code 0 passes" (RN2): under a base, a run may end as the base did where every red test of
* it is red on the base in the same way. All or nothing: one red sign that the base does not explain, and none is forgiven.
*/
function forgiveness(facts) {
	const { baseline, run, stamped } = facts;
	if (baseline === null || baseline === void 0 || run === null || stamped === null || facts.check === null) return { state: "none" };
	const before = baseline.asWas ?? baseline.withTests;
	const reports = seenReports(facts);
	const tests = comparedTests(reports.map(({ path, report }) => ({
		path,
		cases: report.cases
	})), baseline.roots, [stamped.generation, stamped.treeId]).filter(isRed$1);
	const { ending } = run.outcome;
	if (ending.kind === "exited" && ending.code === 0 && tests.length === 0) return { state: "none" };
	const refused = (why) => ({
		state: "refused",
		why
	});
	if (ending.kind !== "exited") return refused(`the command ${endingWords(ending)}`);
	if (before.ending === null) return refused("the base was not run");
	if (before.unfilled.length + before.shared.length + before.unreadReports.length > 0) return refused("the base was not run as it is");
	if (!sameEnding(before.ending, ending)) return refused(`on the base it ${endingWords(before.ending)}`);
	if (tests.length === 0) return refused("no report names a test that failed");
	const version = otherVersion(baseline.headInterpreter, before.interpreter);
	if (version !== null) return refused(`the base was run with ${version}`);
	const uncounted = reports.reduce((sum, { report }) => sum + Math.max(0, report.totals.failures + report.totals.errors - report.cases.filter(isRed$1).length), 0);
	if (uncounted > 0) return refused(`the reports count ${counted(uncounted, "failure")} that no test stands for`);
	const sign = reports.flatMap(({ report }) => report.anomalies).find(({ severity, code }) => severity === "reject" || severity === "red" && !EXPLAINED_BY_TESTS.has(code));
	if (sign !== void 0) return refused(`a report cannot be taken at its word: ${sign.message}`);
	const known = new Set(baseline.preexisting);
	const fresh = tests.filter(({ key }) => !known.has(key));
	const [first] = fresh;
	if (first !== void 0) {
		const label = testLabel(first);
		const reason = baseline.newlyRed.find(({ test }) => test === label)?.why ?? "the base does not have it";
		return refused(`${counted(fresh.length, "red test is", "red tests are")} not red on the base in the same way: ${label}, ${reason}`);
	}
	return {
		state: "forgiven",
		tests: tests.map(testLabel),
		base: baseline.base.given
	};
}
/** Red signs of a report that stand for red tests and say nothing beyond them. */
const EXPLAINED_BY_TESTS = /* @__PURE__ */ new Set(["red-duplicate"]);

// src/verify/rules/report-green.ts
/** Faults that have rules of their own. */
const CLAIMED = /* @__PURE__ */ new Set(["nameless-case", "announces-more"]);
const reportGreen = defineRule({
	id: "GG-EVIDENCE-RED",
	title: "No report tells of a failure or an error",
	why: "A failure in a report counts, whatever the exit code, the summary line or another number in it says.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = seenReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const fix = "Mend the failing tests, then stamp, run and check again: generation-gate gate -- COMMAND";
		const red = reports.filter(isRed);
		const forgiven = red.length === 0 ? null : forgiveness(facts);
		const odd = anomaliesOf(reports, ({ severity, code }) => severity === "reject" && !CLAIMED.has(code));
		const faults = [...red.length === 0 || forgiven?.state === "forgiven" ? [] : [broken(`${sayRed(red)}${forgiven?.state === "refused" ? `; the base does not excuse it: ${oneLine(forgiven.why)}` : ""}`, {
			paths: red.map(({ path }) => path),
			fix
		})], ...odd.length === 0 ? [] : [broken(`${counted(odd.length, "fault")} for which a report cannot be believed: ${enumerate(odd.map(({ words }) => words))}`, {
			paths: [...new Set(odd.map(({ path }) => path))],
			fix
		})]];
		if (faults.length > 0) return faults;
		if (forgiven?.state === "forgiven") return listed(`${counted(forgiven.tests.length, "test is", "tests are")} red, and red on the base ${quote(forgiven.base)} in the same way: ${enumerate(forgiven.tests.map(oneLine))}`, { paths: red.map(({ path }) => path) });
		return holds(`No failure in ${counted(reports.length, "report")}`);
	})
});
function isRed({ report }) {
	const { failures, errors } = report.totals;
	return failures + errors > 0 || report.anomalies.some(({ severity }) => severity === "red") || report.cases.some(({ outcome }) => outcome === "failed" || outcome === "errored");
}
function sayRed(red) {
	const numbers = red.map(({ path, report }) => `${showPath(path)} (${report.totals.failures} failed, ${report.totals.errors} errored)`);
	const tests = casesThat(red, "failed", "errored").map(({ name, test }) => `${name}${test.failure === void 0 ? "" : ` (${oneLine(test.failure.message || test.failure.type || "no message")})`}`);
	const signs = anomaliesOf(red, ({ severity }) => severity === "red").map(({ words }) => words);
	const first = tests.length > 0 ? tests : signs;
	return `${counted(red.length, "report")} red: ${enumerate(numbers)}${first.length === 0 ? "" : `; ${enumerate(first.slice(0, 10))}`}`;
}

// src/verify/rules/report-min-tests.ts
const reportMinTests = defineRule({
	id: "GG-EVIDENCE-MIN-TESTS",
	title: "As many tests were executed as were asked for",
	why: "A selection that silently shrank still ends green.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const { minTests } = facts.asked;
		if (minTests <= 0) return NOTHING_TO_JUDGE;
		const executed = countedReports(facts).reduce((sum, { report }) => sum + executedTests(report.totals), 0);
		if (executed >= minTests) return holds(`${counted(executed, "test")} executed, at least ${minTests} asked for`);
		return broken(`${counted(executed, "test")} executed, and at least ${minTests} asked for`, { fix: `Find out why fewer tests were selected; if that is meant, ask for fewer: --min-tests ${executed}` });
	})
});

// src/verify/rules/report-not-empty.ts
const reportNotEmpty = defineRule({
	id: "GG-EVIDENCE-EMPTY-REPORT",
	title: "Single reports without an executed test are named",
	why: "One shard or module that tests nothing hides behind the others.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = countedReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const paths = reports.filter(({ report }) => executedTests(report.totals) === 0).map(({ path }) => path);
		return paths.length === 0 ? holds("Every report holds an executed test") : listed(`${counted(paths.length, "report")} without an executed test: ${namePaths(paths)}`, { paths });
	})
});

// src/verify/rules/report-present.ts
const reportPresent = defineRule({
	id: "GG-EVIDENCE-NO-REPORT",
	title: "Every promised report was written by this run",
	why: "A run that writes no report may have tested nothing, and what lies there instead is of an earlier run.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, stamped) => {
		const globs = promisedGlobs(stamped.evidence);
		if (globs.length === 0) return NOTHING_TO_JUDGE;
		const reports = countedReports(facts);
		const unkept = globs.filter((glob) => !reports.some(({ file }) => file.globs.includes(glob)));
		if (unkept.length === 0) return holds(`${counted(reports.length, "report")} written since the stamp`);
		const others = check.evidence.filter(({ now, globs: named }) => now !== null && named.some((glob) => unkept.includes(glob))).map(({ path }) => path);
		const there = others.length === 0 ? "no file matches" : `what matches is no report that was written since the stamp: ${namePaths(others)}`;
		const moved = stamped.quarantined.length === 0 ? "" : `; ${counted(stamped.quarantined.length, "leftover")} had been moved away at the stamp`;
		return broken(`No report came for ${enumerate(unkept.map(quote))}: ${there}${moved}`, {
			paths: others,
			fix: "Let the command write the report there (pytest --junitxml=reports/junit.xml), or name where it writes: generation-gate stamp --evidence GLOB",
			innocentWhen: "The runner writes to another folder, or --workdir moved where its relative path leads; globs count from the top of the git work tree."
		});
	})
});

// src/verify/rules/report-promised.ts
const reportPromised = defineRule({
	id: "GG-EVIDENCE-NOT-PROMISED",
	title: "A check without a promised report is named",
	why: "Without a report, ending and log alone decide, and nobody can say which tests ran.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, ({ evidence }) => {
		const globs = promisedGlobs(evidence);
		if (globs.length > 0) return holds(`Reports are promised at ${enumerate(globs.map(quote))}`);
		return listed("No report was promised: ending and log decide", { fix: "Name what the command writes: generation-gate stamp --evidence 'reports/*.xml'" });
	})
});

// src/verify/rules/report-quarantined.ts
const reportQuarantined = defineRule({
	id: "GG-EVIDENCE-QUARANTINED",
	title: "Leftover reports that the stamp moved away are named",
	why: "A report from before the stamp can neither count for this run nor be thrown away without asking.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ quarantined }) => {
		if (quarantined.length === 0) return holds("No leftover report was in the way");
		return listed(`${counted(quarantined.length, "leftover report")} moved away at the stamp: ${enumerate(quarantined.map(({ path, movedTo }) => `${showPath(path)} (now ${showPath(movedTo)})`))}`, {
			paths: quarantined.map(({ path }) => path),
			fix: `To put back what is wanted: ${quarantined.slice(0, 10).map(({ restore }) => restore).join(" && ")}`
		});
	})
});

// src/verify/rules/report-required-tests.ts
const reportRequiredTests = defineRule({
	id: "GG-EVIDENCE-REQUIRED-TEST",
	title: "Every required test was executed and passed at its first attempt",
	why: "The test that was asked for is the one that shows the change; a green rest does not stand in for it.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const { requireTests } = facts.asked;
		if (requireTests.length === 0) return NOTHING_TO_JUDGE;
		const cases = countedReports(facts).flatMap(({ path, report }) => report.cases.map((test) => ({
			path,
			test,
			identity: identify(test, [])
		})));
		const faults = requireTests.flatMap((id) => {
			const matches = cases.filter(({ identity }) => matchesTest(id, identity));
			if (matches.length === 0) return [unseen(id, cases.length)];
			const red = matches.filter(({ test }) => test.outcome !== "passed");
			return red.length === 0 ? [] : [unpassed(id, matches.length, red)];
		});
		return faults.length > 0 ? faults : holds(`${counted(requireTests.length, "required test")} passed`);
	})
});
function unseen(id, among) {
	return broken(`The required test ${quote(id)} is none of the ${counted(among, "test")} in the reports of this run`, {
		fix: "Write its whole name, or whole trailing parts of it (name, class.name, file::name), and see that the command selects it.",
		innocentWhen: "The runner names the test otherwise than the call does: generation-gate inspect REPORT shows what it wrote."
	});
}
function unpassed(id, matched, red) {
	const words = enumerate(red.map(({ path, test }) => `${showTest(test)} ${test.outcome} in ${showPath(path)}`));
	return broken(`${red.length} of ${counted(matched, "test")} that ${quote(id)} names did not plainly pass: ${words}`, {
		paths: [...new Set(red.map(({ path }) => path))],
		fix: "Mend the test or what it tests, then stamp, run and check again: generation-gate gate -- COMMAND"
	});
}

// src/verify/rules/report-tests-executed.ts
const reportTestsExecuted = defineRule({
	id: "GG-EVIDENCE-NO-TESTS",
	title: "At least one test was executed",
	why: "A selection that matches nothing and a suite that skips itself end with code 0 and prove nothing.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = countedReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const executed = reports.reduce((sum, { report }) => sum + executedTests(report.totals), 0);
		if (executed > 0) return holds(`${counted(executed, "test")} executed`);
		const skipped = reports.reduce((sum, { report }) => sum + report.totals.skipped, 0);
		const paths = reports.map(({ path }) => path);
		return broken(`No test was executed: ${counted(reports.length, "report")} with ${skipped} skipped and 0 executed: ${namePaths(paths)}`, {
			paths,
			fix: "Mend the selection or the reason to skip, for example: pytest --collect-only -q"
		});
	})
});

// src/verify/rules/report-tests-named.ts
const reportTestsNamed = defineRule({
	id: "GG-EVIDENCE-NAMELESS-TEST",
	title: "Every test case in a report has a name",
	why: "A runner that is interrupted or loses a worker writes a case without a name into a report that looks green otherwise.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, () => {
		const reports = seenReports(facts);
		if (reports.length === 0) return NOTHING_TO_JUDGE;
		const cases = anomaliesOf(reports, ({ code }) => code === "nameless-case");
		const nameless = cases.length > 0 ? cases : reports.filter(({ report }) => report.cases.some(({ name }) => name === "")).map(({ path }) => ({
			path,
			words: path
		}));
		if (nameless.length === 0) return holds("Every test case has a name");
		return broken(`${counted(nameless.length, "test case")} without a name: ${enumerate(nameless.map(({ words }) => words))}`, {
			paths: [...new Set(nameless.map(({ path }) => path))],
			fix: "Look into the log for what ended the runner (a signal, a lost worker, an early exit), then run again: generation-gate run -- COMMAND"
		});
	})
});

// src/verify/rules/run-also.ts
const runAlsoNamed = defineRule({
	id: "GG-RUN-ALSO",
	title: "The ending of a second documented command is named, apart from the first",
	why: "A second command neither mends nor spoils the first one: whoever reads the verdict sees both endings.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const also = facts.run?.also;
		if (also === void 0) return NOTHING_TO_JUDGE;
		const { command, ending, durationMs } = also.outcome;
		return listed(`The second command (${oneLine(also.shown)}, digest ${command}) ${endingWords(ending)} after ${(durationMs / 1e3).toFixed(1)} s; it decides nothing`, { fix: "Where both must succeed, let one script run both: generation-gate gate --script FILE" });
	})
});

// src/verify/rules/run-log-intact.ts
const STREAMS = ["stdout", "stderr"];
const runLogIntact = defineRule({
	id: "GG-RUN-LOG-CHANGED",
	title: "The run's own logs have the bytes that were recorded",
	why: "The log is what people read and quote; one that was edited after the run tells of another run.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, ({ logsNow }) => {
		const { run } = facts;
		if (run === null) return NOTHING_TO_JUDGE;
		const fix = "Run the tests again: generation-gate run -- COMMAND";
		if (logsNow === null) return unknown("The run's logs were not read at this check", { fix });
		const answers = STREAMS.flatMap((stream) => {
			const { path, sha256, complete } = run.outcome.logs[stream];
			const now = logsNow[stream];
			if (now === null) return [broken(`"${path}" is gone; its recorded SHA-256 is ${sha256}`, {
				fix,
				innocentWhen: "A step cleaned RUNNER_TEMP between run and check."
			})];
			if (now !== sha256) return [broken(`"${path}" was changed: its SHA-256 is ${now}, and ${sha256} was recorded`, { fix })];
			return complete ? [] : [listed(`"${path}" is cut: a process that outlived the command still held it open`)];
		});
		return answers.length > 0 ? answers : holds("Both logs have their recorded bytes");
	})
});

// src/verify/rules/run-observed.ts
const runObserved = defineRule({
	id: "GG-RUN-ENDING-REPORTED",
	title: "An ending that the gate did not see itself is named",
	why: "An ending that the workflow reports is as good as the step that reports it; the gate saw neither command nor log.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		if (facts.run !== null) return holds("The gate ran the command itself");
		if (facts.asked.outcome === null) return NOTHING_TO_JUDGE;
		return listed(`Ending reported by the workflow, not observed: "${facts.asked.outcome}"`, { fix: "Let the gate run the command: generation-gate run -- COMMAND" });
	})
});

// src/verify/rules/run-recorded.ts
const runRecorded = defineRule({
	id: "GG-RUN-NOT-RECORDED",
	title: "The captured command was run under this generation, or the workflow hands over how its own step ended",
	why: "A report without a known ending may be what a killed or failed run left behind.",
	hard: true,
	steps: ["check"],
	check: (facts) => overStamping(facts, ({ generation }) => {
		const { run, asked } = facts;
		const fix = "Run the tests through the gate (generation-gate run -- COMMAND), or hand over the ending of your own step: outcome: ${{ steps.TESTS.outcome }}";
		if (run === null) {
			if (asked.outcome !== null) return holds(`The workflow hands over the ending "${asked.outcome}"`);
			return broken(`No run is on record for generation ${generation}, and no ending was handed over`, {
				fix,
				innocentWhen: "The run step used another --state folder or another RUNNER_TEMP than the check: give both the same."
			});
		}
		if (run.generation !== generation) return broken(`The run on record belongs to generation ${run.generation}, and the stamp names ${generation}`, { fix });
		return holds(`The captured command ${run.outcome.command} was run under generation ${generation}`);
	})
});

// src/verify/rules/run-repeated.ts
const runRepeated = defineRule({
	id: "GG-RUN-REPEATED",
	title: "Earlier runs under the same generation are named",
	why: "A command that failed and passed on equal bytes is flaky, or depends on what the earlier run left behind.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		if (facts.run === null) return NOTHING_TO_JUDGE;
		const { earlier } = facts.run;
		if (earlier.length === 0) return holds("The captured command was run once");
		const failed = earlier.filter((ending) => !succeeded(ending)).length;
		const endings = enumerate(earlier.map((ending, at) => `run ${at + 1} ${endingWords(ending)}`));
		const what = `${counted(earlier.length, "earlier run")} under this generation, ${failed === 0 ? "none of which failed" : `${failed} of which failed`}: ${endings}`;
		const fix = "Stamp before each attempt that is to count: generation-gate stamp";
		return facts.asked.repeated === "reject" ? broken(what, { fix }) : listed(what, { fix });
	})
});

// src/verify/rules/run-succeeded.ts
const MEANS = {
	failure: "the step that ran the tests failed",
	cancelled: "the step that ran the tests was cancelled before its end",
	skipped: "the step that should have run the tests never ran"
};
const runSucceeded = defineRule({
	id: "GG-RUN-FAILED",
	title: "The captured command exited with code 0",
	why: "A run that failed or did not get to its end proves nothing, whatever its reports say.",
	hard: true,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const { run, asked } = facts;
		if (run === null && asked.outcome === null) return NOTHING_TO_JUDGE;
		const fix = "Mend what failed, then stamp, run and check again: generation-gate gate -- COMMAND";
		const forgiven = run === null || succeeded(run.outcome.ending) ? null : forgiveness(facts);
		const faults = [...run === null || forgiven === null || forgiven.state === "forgiven" ? [] : [broken(`The captured command ${endingWords(run.outcome.ending)}; only code 0 passes${forgiven.state === "refused" ? `, and the base does not excuse it: ${oneLine(forgiven.why)}` : ""}`, { fix })], ...asked.outcome === null || asked.outcome === "success" ? [] : [broken(`The workflow hands over "${asked.outcome}", and only "success" passes: ${MEANS[asked.outcome]}`, { fix })]];
		if (faults.length > 0) return faults;
		if (run !== null && forgiven?.state === "forgiven") return listed(`The captured command ${endingWords(run.outcome.ending)}, as it does on the base ${quote(forgiven.base)}: ${counted(forgiven.tests.length, "test is", "tests are")} red there in the same way: ${enumerate(forgiven.tests.map(oneLine))}`);
		return holds(run === null ? "The workflow hands over \"success\"" : `The captured command ${endingWords(run.outcome.ending)}`);
	})
});

// src/verify/rules/run-survivors.ts
const SHOWN_ARGUMENTS = 80;
const TIES = {
	session: "same session",
	group: "same process group",
	environment: "the run's variable in its environment",
	output: "the command's output still open"
};
const runSurvivors = defineRule({
	id: "GG-RUN-SURVIVORS",
	title: "No process of the command was alive after it had ended",
	why: "A process that goes on in the background may still be testing, and may still write reports.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const { run, asked } = facts;
		if (run === null) {
			if (asked.outcome === null) return NOTHING_TO_JUDGE;
			return unknown("Whether a process outlived the tests was not observed: the workflow ran them itself", {
				rejects: false,
				fix: "Let the gate run the command: generation-gate run -- COMMAND"
			});
		}
		const { survivors } = run.outcome;
		if (survivors.length === 0) return holds("No process outlived the command");
		const what = `${counted(survivors.length, "process", "processes")} outlived the command: ${enumerate(survivors.map(sayProcess))}`;
		const fix = `Let the command wait for its children or stop them (wait, docker compose down, gradle --stop); now: kill ${survivors.slice(0, 10).map(({ pid }) => pid).join(" ")}`;
		return asked.survivors === "reject" ? broken(what, {
			fix,
			innocentWhen: "A build daemon stays by design: turn it off for this run, or use --survivors report."
		}) : listed(what, { fix });
	})
});
function sayProcess({ pid, argv, reason }) {
	const command = argv.join(" ");
	return `${pid} ${showPath(command.length > SHOWN_ARGUMENTS ? `${command.slice(0, SHOWN_ARGUMENTS)}…` : command || "without arguments")} (${TIES[reason]})`;
}

// src/verify/rules/setup-succeeded.ts
const setupSucceeded = defineRule({
	id: "GG-SETUP-FAILED",
	title: "The setup script exited with code 0",
	why: "After a setup that failed, the tests run against whatever an earlier setup left behind.",
	hard: true,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ setup }) => {
		if (setup === null) return NOTHING_TO_JUDGE;
		if (succeeded(setup)) return holds(`The setup script ${endingWords(setup)}`);
		return broken(`The setup script ${endingWords(setup)}; only code 0 passes`, { fix: "Mend the setup script, then stamp again: generation-gate stamp --setup FILE" });
	})
});

// src/verify/rules/stamp-expected.ts
const stampExpected = defineRule({
	id: "GG-STAMP-UNEXPECTED",
	title: "The stamp is the one that the workflow handed on",
	why: "A step between stamp and check that stamps again would let the tests be judged against a tree of its own choice.",
	hard: true,
	steps: ["check"],
	check: ({ stamp, asked }) => {
		const { expectGeneration, expectStampDigest } = asked;
		if (stamp.state !== "found" || expectGeneration === null && expectStampDigest === null) return NOTHING_TO_JUDGE;
		const differences = [...difference("generation", expectGeneration, stamp.stamp.generation, "expect-generation: ${{ steps.STAMP.outputs.generation }}"), ...difference("SHA-256", expectStampDigest, stamp.digest, "expect-stamp-digest: ${{ steps.STAMP.outputs.stamp-digest }}")];
		return differences.length > 0 ? differences : holds(`"${STAMP_FILE}" is the expected stamp`);
	}
});
function difference(name, expected, found, yaml) {
	if (expected === null || expected === found) return [];
	const handed = expected === "" ? "nothing was handed on" : `"${expected}" is expected`;
	return [broken(`The ${name} of "${STAMP_FILE}" is "${found}", and ${handed}`, {
		paths: [STAMP_FILE],
		fix: `Stamp once, then hand that step's outputs on: ${yaml}`,
		innocentWhen: "The workflow names a step that did not stamp, so that its output is empty or of another job."
	})];
}

// src/verify/rules/stamp-known.ts
const stampKnown = defineRule({
	id: "GG-STAMP-FOREIGN",
	title: "The stamp is the one this workspace was given last",
	why: "A stamp that was copied in, edited or kept from an earlier stamping would lend its name to another tree.",
	hard: true,
	steps: ["check"],
	check: ({ stamp, stamped, known }) => {
		if (stamp.state !== "found") return NOTHING_TO_JUDGE;
		const { generation } = stamp.stamp;
		const fix = `Stamp this workspace, then run and check again: ${stampAgain(stamped)}`;
		if (stamped === null) return broken(`"${STAMP_FILE}" names generation ${generation}, and no stamping of this workspace is on record`, {
			paths: [STAMP_FILE],
			fix,
			innocentWhen: "The stamp step ran with another --state folder or another RUNNER_TEMP: give both steps the same."
		});
		if (generation !== stamped.generation) {
			const origin = known.includes(generation) ? "an earlier stamping of this workspace" : "no stamping of this workspace";
			return broken(`"${STAMP_FILE}" names generation ${generation}, which is ${origin}; the current one is ${stamped.generation}`, {
				paths: [STAMP_FILE],
				fix
			});
		}
		if (stamp.digest !== stamped.stampDigest) return broken(`"${STAMP_FILE}" was changed: its SHA-256 is ${stamp.digest}, and ${stamped.stampDigest} was written`, {
			paths: [STAMP_FILE],
			fix
		});
		return holds(`The stamp is that of generation ${generation}`);
	}
});

// src/verify/rules/stamp-present.ts
const stampPresent = defineRule({
	id: "GG-STAMP-MISSING",
	title: "The workspace carries a stamp",
	why: "Without a stamp nothing says which tree the tests were run on.",
	hard: true,
	steps: ["check"],
	check: ({ stamp, stamped }) => {
		if (stamp.state !== "absent") return stamp.state === "found" ? holds(`"${STAMP_FILE}" names generation ${stamp.stamp.generation}`) : NOTHING_TO_JUDGE;
		return broken(stamped === null ? `"${STAMP_FILE}" does not exist, and this workspace was never stamped` : `"${STAMP_FILE}" does not exist; generation ${stamped.generation} was stamped here and its stamp is gone`, {
			paths: [STAMP_FILE],
			fix: `Stamp after the patch and before the tests: ${stampAgain(stamped)}`,
			innocentWhen: "A step between stamp and check ran `git clean`; let it keep the stamp: git clean -e .workspace_generation.json"
		});
	}
});

// src/verify/rules/stamp-well-formed.ts
const stampWellFormed = defineRule({
	id: "GG-STAMP-MALFORMED",
	title: "The stamp can be read",
	why: "A stamp that cannot be read binds nothing, and one that was replaced by a link or a pipe was put there by somebody else.",
	hard: true,
	steps: ["check"],
	check: ({ stamp }) => {
		if (stamp.state === "absent") return NOTHING_TO_JUDGE;
		if (stamp.state === "found") return holds(`"${STAMP_FILE}" is well formed`);
		return broken(`"${STAMP_FILE}" is no stamp: ${stamp.why}`, {
			paths: [STAMP_FILE],
			fix: `Remove it and stamp again: rm -rf ${STAMP_FILE} && generation-gate stamp`
		});
	}
});

// src/verify/summary.ts
/** Judges the summaries that could be read; without any, or without facts about them, there is nothing to judge. */
function overSummaries({ check }, judge) {
	const summaries = check?.summaries ?? null;
	const files = (summaries?.files ?? []).filter((file) => file.reading.state === "read");
	return summaries === null || files.length === 0 ? NOTHING_TO_JUDGE : judge(files, summaries);
}
/** One answer over the faults of all summaries. */
function answerOf(faults, say) {
	if (faults.length === 0) return holds(say.fine);
	const shown = faults.map(({ path, line, words }) => `${showPath(path)}${line === null ? "" : ` line ${line}`}: ${words}`);
	return broken(`${counted(faults.length, ...say.fault)}: ${enumerate(shown)}`, {
		paths: [...new Set(faults.map(({ path }) => path))],
		fix: say.fix,
		...say.innocentWhen === void 0 ? {} : { innocentWhen: say.innocentWhen }
	});
}
/** Quotes a claim: its words are the writer's. */
function quoteClaim({ text }, hidden = false) {
	return `"${oneLine(text).replaceAll("\"", "'")}"${hidden ? " (in a comment)" : ""}`;
}
/** Claims about tests that the reports do not bear out. Statements about another cell are another rule's. */
function unreconciled(facts, { ranOn, ownCell }, { path, reading }) {
	const all = totalsOf(facts);
	const reports = new Map(countedReports(facts).map((seen) => [seen.path, reportTotals(seen)]));
	const own = reading.statements.filter((statement) => foreignCells(statement, ownCell, ranOn).length === 0);
	const told = disclosed(own, all);
	return own.flatMap((statement) => {
		const truth = statement.report === null ? all : reports.get(statement.report);
		if (truth === void 0) return statement.claims.map((claim) => ({
			path,
			line: claim.line,
			words: `${quoteClaim(claim)} is about ${showPath(statement.report ?? "")}, which is no report that counts`
		}));
		const scope = {
			truth,
			told: statement.report === null ? told : {
				skipped: true,
				flaky: true
			},
			claims: statement.claims
		};
		return statement.claims.flatMap((claim) => {
			const against = faultOf(claim, scope);
			return against === null ? [] : [{
				path,
				line: claim.line,
				words: `${quoteClaim(claim, statement.hidden)}, ${against}`
			}];
		});
	});
}
function isCount(claim) {
	return claim.kind === "count";
}
function disclosed(statements, truth) {
	const tells = (of) => truth[of] === 0 || statements.some(({ hidden, report, claims }) => !hidden && report === null && claims.some((claim) => isCount(claim) && claim.of === of && countFault(claim, {
		truth,
		told: {
			skipped: false,
			flaky: false
		},
		claims
	}) === null));
	return {
		skipped: tells("skipped"),
		flaky: tells("flaky")
	};
}
/** What the reports say against a claim; null where they bear it out. */
function faultOf(claim, scope) {
	const { truth, told } = scope;
	const red = truth.failed + truth.errored;
	const executed = truth.total - truth.skipped;
	switch (claim.kind) {
		case "count": return countFault(claim, scope);
		case "share": {
			const whole = claim.among === truth.total || claim.among === executed && told.skipped;
			return allowed({
				of: claim.of,
				word: ""
			}, scope).includes(claim.count) && whole ? null : sayTotals(truth);
		}
		case "rate": return [truth.total, ...told.skipped ? [executed] : []].some((among) => among > 0 && isRate(claim, truth.passed / among * 100)) ? null : sayTotals(truth);
		case "all-passed": return truth.total > 0 && red === 0 && (truth.skipped === 0 || told.skipped) && (truth.flaky === 0 || told.flaky) ? null : sayTotals(truth);
		case "executed-passed": return truth.total > 0 && red === 0 && (truth.flaky === 0 || told.flaky) ? null : sayTotals(truth);
		case "none-failed": return red === 0 ? null : sayTotals(truth);
		case "all-cells": return null;
		case "unclear": return `which no number of the reports can be compared with; ${sayTotals(truth)}`;
	}
}
/** Words that runners use beside a plainer one for a part of the same count: "1 skipped, 1 xfailed" are two skipped. */
const PARTS = /* @__PURE__ */ new Set([
	"xfailed",
	"xfail",
	"xpassed",
	"xpass",
	"todo",
	"pending",
	"disabled",
	"ignored"
]);
const ATTEMPTS = /* @__PURE__ */ new Set([
	"rerun",
	"reruns",
	"retried"
]);
function countFault(claim, scope) {
	const values = allowed(claim, scope);
	if (values.includes(claim.count)) return null;
	const beside = scope.claims.filter((other) => isCount(other)).filter(({ of }) => of === claim.of);
	const parts = beside.filter(({ word }) => PARTS.has(word));
	if (beside.filter(({ word }) => !PARTS.has(word)).length <= 1 && parts.length > 0 && new Set(parts.map(({ word }) => word)).size === parts.length && beside.length > 1 && values.includes(beside.reduce((sum, { count }) => sum + count, 0))) return null;
	if (claim.of === "flaky" && ATTEMPTS.has(claim.word) && scope.truth.flaky > 0 && claim.count >= scope.truth.flaky) return null;
	return sayTotals(scope.truth);
}
/** The numbers that a count may have. */
function allowed({ of, word }, { truth, claims }) {
	const counts = claims.filter(isCount);
	switch (of) {
		case "executed": return [truth.total, truth.total - truth.skipped];
		case "passed": return counts.some((other) => ATTEMPTS.has(other.word)) ? [truth.passed, truth.passed + truth.flaky] : [truth.passed];
		case "failed": return counts.some((other) => other.of === "errored") ? [truth.failed] : [truth.failed, truth.failed + truth.errored];
		case "unreported": return [0];
		case "total": return word === "" ? [truth.total, truth.total - truth.skipped] : [truth.total];
		default: return [truth[of]];
	}
}
function isRate({ percent, decimals }, exact) {
	const step = 10 ** Math.min(decimals, 9);
	return [Math.floor(exact * step), Math.round(exact * step)].includes(Math.round(percent * step));
}
function sayTotals({ total, passed, failed, errored, skipped, flaky }) {
	return `and the reports tell ${total} total, ${passed} passed, ${failed} failed, ${errored} errored, ${skipped} skipped, ${flaky} flaky`;
}
/** Cells, systems and versions that a statement claims and that are not those of this run. */
function foreignCells({ cells, places, claims }, own, ranOn) {
	const named = cells.filter((cell) => !own.some((name) => name.toLowerCase() === cell.toLowerCase()));
	const elsewhere = cells.length > 0 && named.length === 0 ? [] : placesElsewhere(places, ranOn);
	return [
		...named,
		...elsewhere,
		...claims.some(({ kind }) => kind === "all-cells") ? ["every cell"] : []
	];
}
function placesElsewhere(places, ranOn) {
	return places.filter(({ family, version }) => {
		const known = ranOn.filter((place) => place.family === family);
		if (version === "") return known.length === 0;
		if (known.length > 0) return !known.some((place) => isSameVersion(version, place.version));
		return places.filter((place) => place.family === family).length > 1;
	}).map(({ family, version }) => `${family} ${version}`.trim());
}
/** `3` and `3.12` both name 3.12.4. */
function isSameVersion(said, known) {
	return known === "" || `${known}.`.startsWith(`${said}.`) || `${said}.`.startsWith(`${known}.`);
}

// src/verify/rules/summary-cells.ts
const summaryCells = defineRule({
	id: "GG-SUMMARY-CELL",
	title: "No summary claims a matrix cell whose evidence is not here",
	why: "A cell that nobody can show the evidence of may never have run.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSummaries(facts, (files, { ownCell, ranOn }) => {
		const faults = files.flatMap(({ path, reading }) => reading.statements.flatMap((statement) => {
			const cells = foreignCells(statement, ownCell, ranOn);
			if (cells.length === 0) return [];
			const claim = statement.claims[0];
			const about = `about ${enumerate(cells.map((cell) => quote(oneLine(cell))))}`;
			return [{
				path,
				line: claim?.line ?? statement.line,
				words: claim === void 0 ? `goes on ${about}` : `${quoteClaim(claim, statement.hidden)} ${about}`
			}];
		}));
		return answerOf(faults, {
			fault: ["claim without its evidence", "claims without their evidence"],
			fine: `${counted(files.length, "summary", "summaries")} claim no cell but this one`,
			fix: `This evidence is ${ownCell[0] === void 0 ? "of a run that was given no cell name: name it by --cell at the run" : `of the cell ${quote(ownCell[0])}`}; leave other cells out of the summary`,
			innocentWhen: "A system or version is only mentioned: put it into a sentence that claims no result."
		});
	})
});

// src/verify/rules/summary-checked.ts
const summaryChecked = defineRule({
	id: "GG-SUMMARY-UNCHECKED",
	title: "Every given summary was written after an accepted verdict of this generation",
	why: "A summary from an unchecked log carries claims that nothing in this workspace stands for.",
	hard: true,
	steps: ["check"],
	check: ({ asked: { summaries: paths }, check, stamped }) => {
		if (paths.length === 0) return NOTHING_TO_JUDGE;
		const given = `${counted(paths.length, "summary", "summaries")} (${namePaths(paths)})`;
		const fix = "Check without --summary, write the summary from what that accepts, then judge it: generation-gate check && generation-gate summarize --out SUMMARY.md && generation-gate check --summary SUMMARY.md";
		const summaries = check?.summaries ?? null;
		if (summaries === null || summaries.saved === null) {
			const whose = stamped === null ? "this workspace" : `generation ${stamped.generation}`;
			return broken(`No accepted verdict of ${whose} is on record that ${given} could cite`, {
				paths,
				fix,
				innocentWhen: "The check that accepted ran with another --state folder or another RUNNER_TEMP: give both calls the same."
			});
		}
		const { saved, digestNow } = summaries;
		if (digestNow === null) return broken(`The verdict ${saved.digest} that ${given} would be judged by does not hold any more: measuring again rejects`, {
			paths,
			fix
		});
		if (digestNow !== saved.digest) return broken(`Measuring again gives the verdict ${digestNow}, and ${saved.digest} was saved for ${given} to cite`, {
			paths,
			fix
		});
		return holds(`${given} judged by the accepted verdict ${saved.digest}`);
	}
});

// src/verify/rules/summary-cited.ts
const summaryCited = defineRule({
	id: "GG-SUMMARY-UNCITED",
	title: "Every summary cites the verdict, the generation and the tree id",
	why: "A summary that does not say what it is about can be shown for any commit.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSummaries(facts, (files, { saved }) => {
		if (saved === null) return NOTHING_TO_JUDGE;
		const needed = [
			{
				name: "verdict digest",
				of: "verdict",
				id: saved.digest
			},
			{
				name: "generation",
				of: "generation",
				id: saved.verdict.generation
			},
			{
				name: "tree id",
				of: "tree",
				id: saved.verdict.tree_id
			}
		];
		const faults = files.flatMap(({ path, reading }) => {
			const missing = needed.filter(({ of, id }) => !reading.citations.some((citation) => citation.id === id && (citation.of === of || citation.of === "unnamed")));
			return missing.length === 0 ? [] : [{
				path,
				line: null,
				words: `no ${missing.map(({ name, id }) => `${name} ${id}`).join(", no ")}`
			}];
		});
		return answerOf(faults, {
			fault: ["summary without what it must cite", "summaries without what they must cite"],
			fine: `${counted(files.length, "summary", "summaries")} cite the verdict, the generation and the tree id`,
			fix: "Cite all three in full, where a reader sees them; generation-gate summarize writes them"
		});
	})
});

// src/verify/rules/summary-claims.ts
const summaryClaims = defineRule({
	id: "GG-SUMMARY-CLAIM",
	title: "Every number of tests that a summary claims is the one the reports tell",
	why: "People decide by the summary: one wrong number, or an \"all tests pass\" over skipped ones, decides for them.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSummaries(facts, (files, summaries) => {
		const claims = files.reduce((sum, { reading }) => sum + reading.statements.reduce((inner, statement) => inner + statement.claims.length, 0), 0);
		return answerOf(files.flatMap((file) => unreconciled(facts, summaries, file)), {
			fault: ["claim that the reports do not bear out", "claims that the reports do not bear out"],
			fine: `${counted(claims, "claim")} about tests in ${counted(files.length, "summary", "summaries")} agree with the reports`,
			fix: "Write the numbers of the verdict, with what was skipped or flaky beside \"all tests passed\"; generation-gate explain GG-SUMMARY-CLAIM says what is read as a claim",
			innocentWhen: "The number counts something else and stands beside words of a test result: name what it counts, or put it into another sentence."
		});
	})
});

// src/verify/rules/summary-readable.ts
const summaryReadable = defineRule({
	id: "GG-SUMMARY-UNREADABLE",
	title: "Every given summary is a plain text file that shows what it stores",
	why: "A text that cannot be read as people see it cannot be compared with any verdict.",
	hard: true,
	steps: ["check"],
	check: ({ check }) => {
		const files = check?.summaries?.files ?? [];
		if (files.length === 0) return NOTHING_TO_JUDGE;
		const refused = files.flatMap(({ path, reading }) => reading.state === "refused" ? [{
			path,
			why: reading.why
		}] : []);
		if (refused.length === 0) return holds(`${counted(files.length, "summary", "summaries")} read`);
		return broken(`${counted(refused.length, "summary", "summaries")} not readable: ${enumerate(refused.map(({ path, why }) => `${showPath(path)}, since ${why}`))}`, {
			paths: refused.map(({ path }) => path),
			fix: "Write it as a regular file of UTF-8 text in Markdown, plain text or JSON, at most 1 MiB: generation-gate summarize --out SUMMARY.md"
		});
	}
});

// src/verify/rules/summary-same-verdict.ts
const NAMES = {
	verdict: "verdict",
	generation: "generation",
	tree: "tree id"
};
const summarySameVerdict = defineRule({
	id: "GG-SUMMARY-OTHER-VERDICT",
	title: "No summary cites another verdict, generation or tree id",
	why: "Numbers of another stamping are true of another tree, however right they were there.",
	hard: true,
	steps: ["check"],
	check: (facts) => overSummaries(facts, (files, { saved }) => {
		if (saved === null) return NOTHING_TO_JUDGE;
		const cited = {
			verdict: saved.digest,
			generation: saved.verdict.generation,
			tree: saved.verdict.tree_id
		};
		const ran = saved.verdict.cached?.generation ?? null;
		const older = new Set(facts.known.filter((known) => known !== cited.generation && known !== ran));
		return answerOf(files.flatMap((file) => foreign(file, {
			cited,
			older,
			ran
		})), {
			fault: ["citation of something else", "citations of something else"],
			fine: `${counted(files.length, "summary", "summaries")} name no other verdict`,
			fix: "Write the summary from the verdict of this generation: generation-gate summarize --out SUMMARY.md",
			innocentWhen: "The text quotes an id of another build by the name verdict, generation or tree: leave it out, or call it by another name."
		});
	})
});
function foreign({ path, reading }, { cited, older, ran }) {
	return reading.citations.flatMap(({ line, of, id }) => {
		if (older.has(id)) return [{
			path,
			line,
			words: `generation ${id} is an earlier one of this workspace; the verdict's is ${cited.generation}`
		}];
		if (of === "other" || of === "unnamed" || cited[of].startsWith(id)) return [];
		if (of === "generation" && ran?.startsWith(id) === true) return [];
		return [{
			path,
			line,
			words: `${NAMES[of]} ${id.slice(0, 80)}; the accepted one is ${cited[of]}`
		}];
	});
}

// src/verify/rules/tree-head-moved.ts
const treeHeadMoved = defineRule({
	id: "GG-TREE-HEAD-MOVED",
	title: "A HEAD that moved after the stamp is named",
	why: "Evidence is bound to the tree, not to the commit: a reworded or squashed commit of an equal tree keeps it.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, { head, treeId }) => {
		if (check.headNow === head) return holds(`HEAD is ${head ?? "unborn"}, as stamped`);
		const tree = check.treeNow === treeId ? `the tree id is still ${treeId}` : `the tree id is ${check.treeNow}, and ${treeId} was stamped`;
		return listed(`HEAD is ${check.headNow ?? "unborn"}, and the stamp saw ${head ?? "an unborn branch"}; ${tree}`);
	})
});

// src/verify/nested.ts
/** What repositories inside the workspace hold beyond the commits that the tree id names. */
/** One sentence part for each repository that is not what is recorded of it; nothing for clean ones. */
function nestedDeviations(nested) {
	return nested.flatMap((repository) => {
		const what = [otherCommit(repository), otherContent(repository)].filter((words) => words !== null);
		return what.length === 0 ? [] : [{
			path: repository.path,
			what: `${showPath(repository.path)} ${what.join(" and ")}`
		}];
	});
}
/**
* Path → tree of what the tree id of the workspace does not answer for. A clean repository is not in it: the commit that
* the tree id names says what it holds.
*/
function contentBeyondCommits(nested) {
	return new Map(nested.flatMap(({ path, tree, committed }) => typeof tree === "string" && tree !== committed ? [[path, tree]] : []));
}
/** Whether it was recorded what every repository inside holds. Older versions did not look, and a failed conversion hides it. */
function isNestedContentKnown(nested) {
	return nested.every(({ tree }) => typeof tree === "string");
}
function otherCommit({ kind, head, recorded }) {
	if (kind !== "submodule" || recorded === void 0 || recorded === null || recorded === head) return null;
	return `is at ${head === null ? "no commit" : `commit ${head}`}, where the index records ${recorded}`;
}
function otherContent({ kind, head, recorded, committed, tree }) {
	if (tree === void 0) return null;
	if (kind === "plain") return `holds files and no repository, where the index records commit ${recorded ?? "unknown"}`;
	if (head === null) return "has no commit, so that no tree id sees its files";
	if (tree === null) return "holds a file that git cannot convert, so that nobody can tell whether it is what its commit holds";
	if (committed === null || committed === void 0) return `holds tree ${tree}, and git cannot read the tree of its commit ${head}`;
	return tree === committed ? null : `holds tree ${tree}, where its commit ${head} has tree ${committed}`;
}

// src/verify/rules/tree-nested-content.ts
const treeNestedContent = defineRule({
	id: "GG-TREE-NESTED-CONTENT",
	title: "A submodule or nested repository that is not what its recorded commit holds is named",
	why: "The tree id knows a repository inside the workspace by its commit alone: whoever checks out that tree does not get these files.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ nested }) => {
		if (nested.length === 0) return NOTHING_TO_JUDGE;
		const deviations = nestedDeviations(nested);
		if (deviations.length === 0) return holds(`${counted(nested.length, "repository", "repositories")} inside the workspace, each as it was committed`);
		return listed(`${counted(deviations.length, "repository", "repositories")} inside the workspace ${deviations.length === 1 ? "is" : "are"} not as recorded: ${enumerate(deviations.map(({ what }) => what))}`, {
			paths: deviations.map(({ path }) => path),
			fix: "Commit in the submodule and record that commit (git add PATH), or restore it: git submodule update --init --force PATH"
		});
	})
});

// src/verify/rules/tree-new-path.ts
const treeNewPath = defineRule({
	id: "GG-TREE-NEW-PATH",
	title: "No path that is not ignored appeared between the stamp and the start of the run",
	why: "A file that the stamp never saw may be what the tests loaded, and it is in no tree that will be merged.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const seen = firstSeen(spans(facts, check), ({ added }) => added, (path) => path);
		return seen.length === 0 ? holds("No new path appeared") : seen.flatMap((span) => sayNew(span, witnessedIn(facts)));
	})
});
function sayNew({ name, when, entries }, witnessed) {
	const what = `${counted(entries.length, "new path")} appeared ${when}: ${namePaths(entries)}`;
	if (name !== "before-run") return listed(what, {
		paths: entries,
		fix: "If it is output of the tests, add it to .gitignore; if it is a report, name it by --evidence at the stamp."
	});
	if (witnessed !== null) {
		const loaded = entries.filter((path) => witnessed.witness.loads.some((load) => load.path === path));
		if (loaded.length > 0) return broken(`${counted(loaded.length, "new path")} appeared ${when} and was loaded: ${namePaths(loaded)}`, {
			paths: loaded,
			fix: "Stamp after it is there: generation-gate stamp"
		});
		if (witnessed.escaped.length === 0 && witnessed.witness.lost.length === 0 && entries.every((path) => path.endsWith(".py"))) return listed(`${what}; no process loaded it`, {
			paths: entries,
			fix: "Add it to .gitignore if it is output."
		});
	}
	return unknown(`${what}; whether the tests loaded it is not witnessed`, {
		rejects: true,
		paths: entries,
		fix: "Stamp after it is there (generation-gate stamp), or add it to .gitignore if it is output.",
		innocentWhen: "A step after the stamp writes output that no test loads: add it to .gitignore."
	});
}

// src/verify/rules/tree-raw-filtered.ts
const treeRawFiltered = defineRule({
	id: "GG-TREE-RAW-FILTERED",
	title: "Paths that count by their raw bytes, because their filter is not run, are named",
	why: "A filter is a program that the repository configures and the gate never runs; the tree id then differs from what git would commit.",
	hard: false,
	steps: ["stamp", "check"],
	check: (facts) => overStamping(facts, ({ rawFiltered }) => {
		if (rawFiltered.length === 0) return holds("No path counts by its raw bytes instead of its filter");
		return listed(`The raw bytes of ${counted(rawFiltered.length, "path")} count, since the filter is not run and the index has other bytes: ${namePaths(rawFiltered)}`, {
			paths: rawFiltered,
			fix: "Commit or stage it where the filter is installed (git add PATH), so that its blob is known."
		});
	})
});

// src/verify/rules/tree-same.ts
const treeSame = defineRule({
	id: "GG-TREE-OTHER",
	title: "The work tree has the tree id that was stamped",
	why: "The tree id is what the verdict vouches for; evidence for one tree says nothing about another.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, { treeId }) => {
		const over = spans(facts, check);
		const faults = firstSeen(over, ({ headsMoved }) => headsMoved, ({ path }) => path).map(({ when, entries }) => broken(`${counted(entries.length, "nested repository", "nested repositories")} moved to another commit ${when}: ${enumerate(entries.map(({ path, stamped, now }) => `${showPath(path)} (stamped ${stamped}, now ${now})`))}`, {
			paths: entries.map(({ path }) => path),
			fix: "Check the stamped commit out again (git submodule update --init), or stamp the new state: generation-gate stamp"
		}));
		const settings = over.find(({ drift }) => drift.settingsChanged);
		if (settings !== void 0) faults.push(broken(`The settings by which git converts files (attributes, line ends) changed ${settings.when}: equal bytes now make another tree than ${treeId}`, {
			fix: "Undo the change to .git/config or .git/info/attributes, or stamp again: generation-gate stamp",
			innocentWhen: "A step of the workflow sets core.autocrlf: set it before the stamp."
		}));
		if (check.treeNow !== treeId) faults.push(broken(`The stamped paths have tree id ${check.treeNow}, and the stamp says ${treeId}`, { fix: "Stamp the tree that is to be merged, then run the tests again: generation-gate stamp" }));
		return faults.length > 0 ? faults : holds(`The work tree has tree id ${treeId}`);
	})
});

// src/verify/rules/tree-touched.ts
const treeTouched = defineRule({
	id: "GG-TREE-TOUCHED",
	title: "Stamped paths that were written with equal bytes are named",
	why: "A file that was changed and put back may have been loaded in between; only a witness could tell.",
	hard: false,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check) => {
		const seen = firstSeen(spans(facts, check), ({ touched }) => touched, (path) => path);
		if (seen.length === 0) return holds("No stamped path was touched");
		return seen.map(({ when, entries }) => listed(`${counted(entries.length, "stamped path")} of equal bytes and later ctime, written ${when}: ${namePaths(entries)}`, { paths: entries }));
	})
});

// src/verify/rules/tree-unchanged.ts
const treeUnchanged = defineRule({
	id: "GG-TREE-CHANGED",
	title: "No stamped path changed or vanished since the stamp",
	why: "The result describes the bytes that were tested; other bytes would be merged.",
	hard: true,
	steps: ["check"],
	check: (facts) => overCheck(facts, (check, stamped) => {
		const seen = firstSeen(spans(facts, check), ({ changed, vanished }) => [...changed.map(toChange), ...vanished.map(toLoss)], ({ path }) => path);
		return seen.length === 0 ? holds("Every stamped path has its stamped bytes") : seen.map((change) => sayChange(change, stampAgain(stamped)));
	})
});
function toChange({ path, stamped, now }) {
	return {
		path,
		words: `${showPath(path)} (stamped ${shortEntry(stamped)}, now ${shortEntry(now)})`
	};
}
function toLoss(path) {
	return {
		path,
		words: `${showPath(path)} (stamped, now gone)`
	};
}
function sayChange({ name, when, entries }, again) {
	const made = name === "during-run";
	return broken(`${counted(entries.length, "stamped path")} changed ${when}: ${enumerate(entries.map(({ words }) => words))}`, {
		paths: entries.map(({ path }) => path),
		fix: made ? `Let whatever writes into the sources (formatter, generator, snapshots) run before the stamp: ${again} --setup FILE` : `Stamp again after the change, then run the tests again: ${again}`,
		...made ? { innocentWhen: "The command generates a file that is tracked: generate it in the setup, or ignore it and track only its source." } : {}
	});
}

// src/verify/rules/witness-absent.ts
const witnessAbsent = defineRule({
	id: "GG-WITNESS-ABSENT",
	title: "What the tested processes loaded was witnessed",
	why: "Only a record made inside the processes shows that the stamped bytes are the ones that ran.",
	hard: false,
	steps: ["check"],
	check: (facts) => overStamping(facts, () => {
		const { run, asked } = facts;
		if (run === null && asked.outcome === null) return NOTHING_TO_JUDGE;
		const reason = reasonOf(facts);
		if (reason !== null) return unknown(`Loaded files not witnessed: ${reason.what}`, {
			rejects: asked.witness === "required",
			fix: reason.fix
		});
		return holds(run?.witness.state === "present" ? `${counted(run.witness.processes, "Python process", "Python processes")} told what they loaded` : "Nothing to judge");
	})
});
function reasonOf({ run, asked }) {
	if (asked.witness === "off") return {
		what: "the witness is switched off",
		fix: "Switch it on: --witness observe"
	};
	if (run === null) return {
		what: "the workflow ran the tests itself",
		fix: "Let the gate run the command: generation-gate run -- COMMAND"
	};
	if (run.witness.state === "absent") return {
		what: run.witness.why,
		fix: "Stamp and run again with --witness observe."
	};
	if (run.witness.processes > 0 || run.witness.escaped.length > 0) return null;
	return {
		what: "no Python process of the command wrote a record",
		fix: "Nothing, where the command runs no Python: other languages are not witnessed. Else let it keep what the gate put on PYTHONPATH (PYTHONPATH=src:$PYTHONPATH), and start Python without -I, -E and -S."
	};
}

// src/verify/rules/witness-complete.ts
const SHOWN_CHARACTERS = 100;
const witnessComplete = defineRule({
	id: "GG-WITNESS-UNWITNESSED",
	title: "Every Python process of the command had a witness",
	why: "What a process without a witness loaded is not known, and it may be what the tests rest on.",
	hard: false,
	steps: ["check"],
	check: (facts) => overWitness(facts, ({ witness, escaped, required }) => {
		const missing = escaped.reduce((sum, { count }) => sum + count, 0);
		if (missing === 0) return holds(`All ${counted(witness.processes, "Python process", "Python processes")} that were seen had a witness`);
		const named = escaped.map(({ argv, why, count }) => `${showCommand(argv)} (${why}${count > 1 ? `; ${count} times` : ""})`);
		return unknown(`Proven for ${witness.processes} of ${witness.processes + missing} Python processes; without a witness: ${enumerate(named)}${notEntered(witness)}`, {
			rejects: required,
			fix: `Let them keep what the gate put on PYTHONPATH (PYTHONPATH=src:$PYTHONPATH), without -I, -E and -S${witness.entered === void 0 ? "; or let the witness enter the environment: --witness-pth own" : ""}; or allow them by name: --unwitnessed-ok '*/tool.py *'`,
			innocentWhen: "The process runs a tool and none of the tested code."
		});
	})
});
/** Why `--witness-pth` did not help. */
function notEntered({ notEntered: places = [] }) {
	return places.length === 0 ? "" : `. ${places.map(({ folder, why }) => `${showPath(folder)} was not entered: ${why}`).join("; ")}`;
}
function showCommand(argv) {
	const line = argv.join(" ");
	return showPath(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line);
}

// src/verify/rules/witness-ignored-file.ts
const witnessIgnoredFile = defineRule({
	id: "GG-WITNESS-IGNORED-FILE",
	title: "Every loaded file that is in no tree was made for this tree",
	why: "An ignored file left by earlier work is in no commit: elsewhere the tests would load another one, or none.",
	hard: false,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => {
		const answers = [];
		const unknownOrigin = loadsOf(witnessed, "unknown-origin");
		if (unknownOrigin.length > 0) {
			const named = unknownOrigin.map(({ load, meaning }) => `${showPath(load.path)} (older than ${showPath(meaning.kind === "unknown-origin" ? meaning.newer : "")})`);
			answers.push(broken(`${counted(unknownOrigin.length, "loaded file")} in no tree, left by earlier work: ${enumerate(named)}`, {
				paths: unknownOrigin.map(({ load }) => load.path),
				fix: "Make it by the setup script (--setup) or by the command itself, or remove it and run again; for a build output, build again before the stamp.",
				innocentWhen: "The tests need it and its age does not matter: --allow-ignored GLOB."
			}));
		}
		const inPlace = loadsOf(witnessed, "in-place-of");
		if (inPlace.length > 0) {
			const named = inPlace.map(({ load }) => `${showPath(load.path)} in place of ${showPath(load.twins[0]?.path ?? "")}`);
			answers.push(broken(`${counted(inPlace.length, "loaded file")} in no tree, with other bytes than the stamped file of the same import name: ${enumerate(named)}`, {
				paths: inPlace.map(({ load }) => load.path),
				fix: "Remove it, or make it by the setup script (--setup) or by the command itself, and run again.",
				innocentWhen: "It is meant to be loaded and differs by design: --allow-ignored GLOB names it, --generated GLOB the stamped path."
			}));
		}
		answers.push(...say(witnessed, "newer-than-code", "written by an earlier step after the code was there"), ...say(witnessed, "allowed", "allowed by --allow-ignored"), ...say(witnessed, "version-file", "holding a version"));
		return answers.length > 0 ? answers : holds("No loaded file is of unknown origin");
	})
});
function say(witnessed, kind, words) {
	const paths = loadsOf(witnessed, kind).map(({ load }) => load.path);
	return paths.length === 0 ? [] : [listed(`${counted(paths.length, "loaded file")} in no tree, ${words}: ${namePaths(paths)}`, { paths })];
}

// src/verify/rules/witness-loaded-other-bytes.ts
const witnessLoadedOtherBytes = defineRule({
	id: "GG-WITNESS-LOADED-OTHER-BYTES",
	title: "Every stamped file that was loaded had its stamped bytes",
	why: "The tests ran code that is not the code of this tree, so what they showed is about something else.",
	hard: true,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => {
		const other = loadsOf(witnessed, "other-bytes").map(({ load }) => load);
		if (other.length === 0) return holds("No stamped file was loaded with other bytes");
		const named = other.map(({ path, stamped, digest }) => `${showPath(path)} (stamped ${shortEntry(stamped ?? "")}, loaded ${shortEntry(digest ?? "unknown")})`);
		return broken(`${counted(other.length, "stamped file")} loaded with other bytes: ${enumerate(named)}`, {
			paths: other.map(({ path }) => path),
			fix: "Let nothing write sources while the tests run; a test that edits a source works on a copy of it. Then stamp and run again."
		});
	})
});

// src/verify/witness/changed-tests.ts
/** Names by which test runners for Python collect a file (pytest's default, unittest's and nose2's). */
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
function isTestFile(path) {
	return TEST_FILE.test(path);
}
/** The changed test files of a run; null where no witness tells or nothing to compare with is known. */
function changedTestFiles(facts) {
	const witnessed = witnessedIn(facts);
	if (witnessed === null || witnessed.witness.changed === null) return null;
	const { against, paths } = witnessed.witness.changed;
	const loaded = new Set(witnessed.loads.flatMap(({ meaning }) => meaning.kind === "proven" ? [meaning.path] : []));
	const { cwd } = witnessed.run.outcome;
	const concerned = paths.filter((path) => isTestFile(path) && (loaded.has(path) || cwd === "." || path.startsWith(`${cwd}/`)));
	return {
		against,
		paths: concerned,
		unloaded: concerned.filter((path) => !loaded.has(path)),
		certain: witnessed.escaped.length === 0 && witnessed.witness.lost.length === 0,
		required: witnessed.required
	};
}

// src/verify/rules/witness-patch-loaded.ts
const witnessPatchLoaded = defineRule({
	id: "GG-WITNESS-PATCH-NOT-LOADED",
	title: "Every changed source file was loaded by the command with its stamped bytes",
	why: "A change that no process executed is a change that no test of this run speaks about.",
	hard: false,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => judge(facts, witnessed))
});
function judge({ asked }, witnessed) {
	const { witness, loads, escaped, run } = witnessed;
	if (witness.changed === null) return NOTHING_TO_JUDGE;
	const { against, paths } = witness.changed;
	const loaded = new Set(loads.flatMap(({ meaning }) => meaning.kind === "proven" ? [meaning.path] : []));
	const missing = paths.filter((path) => !loaded.has(path));
	if (missing.length === 0) return holds(paths.length === 0 ? `No Python source differs from ${against}` : `All ${counted(paths.length, "changed source file")} were loaded with stamped bytes (compared with ${against})`);
	const folder = run.outcome.cwd === "." ? "" : `${run.outcome.cwd}/`;
	const tests = missing.filter((path) => isTestFile(path) && path.startsWith(folder));
	const sources = missing.filter((path) => !tests.includes(path));
	const fix = "Run the tests that exercise it, or add one; a file that no test can load is named here for the reviewer.";
	const answers = [];
	if (tests.length > 0) {
		const what = `${counted(tests.length, "changed test file")} that no process loaded (compared with ${against}): ${namePaths(tests)}`;
		const mend = "Let the command run it, or name the cell of the matrix that does not: --cell NAME";
		if (asked.cell !== null) answers.push(listed(what, {
			paths: tests,
			fix: mend
		}));
		else if (escaped.length > 0 || witness.lost.length > 0) answers.push(unknown(what, {
			paths: tests,
			fix: mend,
			rejects: witnessed.required
		}));
		else answers.push(broken(what, {
			paths: tests,
			fix: mend,
			innocentWhen: "Another cell of the matrix runs it: --cell NAME."
		}));
	}
	if (sources.length > 0) {
		const what = `${counted(sources.length, "changed source file")} that no process loaded (compared with ${against}): ${namePaths(sources)}`;
		answers.push(asked.unloaded === "reject" ? broken(what, {
			paths: sources,
			fix,
			innocentWhen: "It is no part of what is tested (a script, a setup file): --unloaded report."
		}) : listed(what, {
			paths: sources,
			fix
		}));
	}
	return answers;
}

// src/verify/rules/witness-proven.ts
const witnessProven = defineRule({
	id: "GG-WITNESS-PROVEN",
	title: "The code that ran is proven to be the stamped code",
	why: "This is what the evidence rests on: reports about code that is not the stamped code say nothing of this tree.",
	hard: false,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => {
		const proven = loadsOf(witnessed, "proven");
		const missing = reasons(witnessed, proven.length);
		if (missing.length === 0) {
			const { processes, unfinished } = witnessed.witness;
			const ended = unfinished === 0 ? "" : `; ${unfinished} of them ended without a last record`;
			return listed(`Proven: ${counted(proven.length, "stamped file")} ran from stamped bytes in ${counted(processes, "Python process", "Python processes")}${ended}`);
		}
		return unknown(`Not proven that the stamped code ran: ${enumerate(missing)}`, {
			rejects: witnessed.required,
			fix: "See the other answers about the witness; each names what stands in the way."
		});
	})
});
function reasons(witnessed, proven) {
	const { escaped, witness } = witnessed;
	const refuted = loadsOf(witnessed, "other-bytes", "stale-bytecode", "sourceless", "shadowed", "unknown-origin");
	const unverified = loadsOf(witnessed, "unverified");
	const why = unverified[0]?.meaning;
	return [
		...refuted.length > 0 ? [`${counted(refuted.length, "loaded file")} refuted (${namePaths(refuted.map(({ load }) => load.path))})`] : [],
		...escaped.length > 0 ? ["processes without a witness"] : [],
		...witness.lost.length > 0 ? ["records were lost"] : [],
		...unverified.length > 0 ? [`${counted(unverified.length, "loaded file")} not compared (${namePaths(unverified.map(({ load }) => load.path))}${why?.kind === "unverified" ? `: ${why.why}` : ""})`] : [],
		...proven === 0 ? ["no stamped file was loaded by any process"] : []
	];
}

// src/verify/rules/witness-records-lost.ts
const witnessRecordsLost = defineRule({
	id: "GG-WITNESS-RECORDS-LOST",
	title: "The records of the witness are whole",
	why: "A load whose record was lost is a load that nobody compared with the stamp.",
	hard: false,
	steps: ["check"],
	check: (facts) => overWitness(facts, ({ witness, required }) => {
		if (witness.lost.length === 0) return holds("The records of the witness are whole");
		return unknown(`Records of the witness are not whole: ${enumerate(witness.lost.map(showPath))}`, {
			rejects: required,
			fix: "Free disk space and descriptors for the run, and report a failure of the witness itself as a defect of generation-gate."
		});
	})
});

// src/verify/rules/witness-shadowed.ts
const witnessShadowed = defineRule({
	id: "GG-WITNESS-SHADOWED",
	title: "No module of the workspace was loaded from elsewhere with other bytes",
	why: "An installed copy or another checkout was tested in place of the stamped file of the same name.",
	hard: true,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => {
		const answers = [];
		const shadowed = loadsOf(witnessed, "shadowed").map(({ load }) => load);
		if (shadowed.length > 0) {
			const named = shadowed.map(({ path, name, twins }) => `${quote(name ?? "")} from ${showPath(path)} in place of ${showPath(twins[0]?.path ?? "")}`);
			answers.push(broken(`${counted(shadowed.length, "module")} of the workspace loaded from elsewhere with other bytes: ${enumerate(named)}`, {
				paths: shadowed.map(({ path }) => path),
				fix: "Install this workspace into the environment the tests use (pip install -e ., or a fresh wheel), or take the other place off the path.",
				innocentWhen: "The build writes that file anew, as version files are: --generated GLOB names the stamped path."
			}));
		}
		const generated = loadsOf(witnessed, "generated-copy").map(({ load }) => load);
		if (generated.length > 0) answers.push(listed(`${counted(generated.length, "installed copy", "installed copies")} with other bytes, generated by design: ${enumerate(generated.map(({ path }) => showPath(path)))}`, { paths: generated.map(({ path }) => path) }));
		const made = loadsOf(witnessed, "made-by-run").map(({ load }) => load).filter(({ place }) => place === "outside");
		if (made.length > 0) answers.push(listed(`${counted(made.length, "module")} of the same name as a stamped one, written by the tests themselves: ${enumerate(made.map(({ path }) => showPath(path)))}`, { paths: made.map(({ path }) => path) }));
		return answers.length > 0 ? answers : holds("No module of the workspace was loaded from elsewhere with other bytes");
	})
});

// src/verify/rules/witness-stale-bytecode.ts
const witnessStaleBytecode = defineRule({
	id: "GG-WITNESS-STALE-BYTECODE",
	title: "No process executed bytecode that its source does not compile to",
	why: "Such bytecode is older code under the name of the new one: a fix looks tested, or a fault looks fixed.",
	hard: true,
	steps: ["check"],
	check: (facts) => overWitness(facts, (witnessed) => {
		const stale = loadsOf(witnessed, "stale-bytecode", "sourceless");
		if (stale.length === 0) return holds("No stale bytecode was executed");
		const named = stale.map(({ load, meaning }) => meaning.kind === "sourceless" ? `${showPath(load.path)} (no source)` : `${showPath(load.bytecode?.path ?? "")} for ${showPath(load.path)} (${load.bytecode?.why ?? ""})`);
		return broken(`${counted(stale.length, "file")} executed from stale bytecode: ${enumerate(named)}`, {
			paths: stale.map(({ load }) => load.bytecode?.path ?? load.path),
			fix: "Remove it and run again: generation-gate purge; in an environment, reinstall the package (pip install --force-reinstall --no-deps NAME)."
		});
	})
});

// src/verify/catalog.ts
/** The rules about written summaries. They judge what is said of a verdict, and are no part of it. */
const SUMMARY_RULES = [
	summaryChecked,
	summaryReadable,
	summaryCited,
	summarySameVerdict,
	summaryClaims,
	summaryCells
];
/** The rules about evidence that is taken from a cache (EV8). */
const CACHE_RULES = [
	cacheReadable,
	cacheIntact,
	cacheAccepted,
	cacheFirstHand,
	cacheSameTree,
	cacheSameCommand,
	cacheSameEvidence,
	cacheAlone,
	cacheUsed
];
/** The rules about the run and what it left. Where a cached bundle stands for the run they are asked over its facts. */
const RUN_RULES = [
	leftoverStaleBuildOutput,
	bytecodeProven,
	runRecorded,
	runSucceeded,
	runObserved,
	runRepeated,
	runAlsoNamed,
	runSurvivors,
	runLogIntact,
	reportPromised,
	reportPresent,
	evidenceIsFile,
	evidenceInsideRoots,
	evidenceSettled,
	evidenceReadable,
	evidencePredatesStamp,
	evidenceUnchanged,
	evidenceOtherGeneration,
	evidenceTimestamp,
	evidenceAfterRun,
	evidenceLogPresent,
	reportGreen,
	reportTestsExecuted,
	evidenceCachedTests,
	reportNotEmpty,
	reportTestsNamed,
	reportComplete,
	reportRequiredTests,
	reportMinTests,
	reportFlaky,
	witnessAbsent,
	witnessLoadedOtherBytes,
	witnessStaleBytecode,
	witnessShadowed,
	witnessIgnoredFile,
	witnessPatchLoaded,
	witnessComplete,
	witnessRecordsLost,
	witnessProven,
	baselineComplete,
	baselineInterpreter,
	baselineReproduced,
	baselineRequiredFix,
	baselineChanges,
	baselineBentTest,
	replayComplete,
	replayInterpreter,
	replayAgrees,
	controlSupported
];
const CATALOG = [
	stampPresent,
	stampWellFormed,
	stampKnown,
	stampExpected,
	policySoftened,
	policyGateTouched,
	policyHeadNotCounted,
	policyDeviationExpired,
	treeUnchanged,
	treeSame,
	treeNewPath,
	treeTouched,
	treeHeadMoved,
	treeRawFiltered,
	treeNestedContent,
	changeOwned,
	changeNotForbidden,
	changeRebased,
	purgeComplete,
	setupSucceeded,
	originEditableInside,
	originImportInside,
	originProbed,
	environmentOwnCheckout,
	environmentUnchanged,
	bytecodeAfterStamp,
	bytecodeHasSource,
	bytecodeFits,
	bytecodeOfRun,
	leftoverFound,
	reportQuarantined,
	...CACHE_RULES,
	...RUN_RULES,
	...SUMMARY_RULES
];
/** The rules that a verdict follows from: all but those about what is said of it. */
const VERDICT_RULES = CATALOG.filter((rule) => !SUMMARY_RULES.includes(rule));
/** The rules that look at the stamp alone: a run is refused where one of them rejects (ST7). */
const STAMP_RULES = [
	stampPresent,
	stampWellFormed,
	stampKnown,
	stampExpected
];
/** The rules that the replay alone answers to: the stamp's, whether there is a run, and its own. */
const REPLAY_RULES = [
	...STAMP_RULES,
	runRecorded,
	replayComplete,
	replayInterpreter,
	replayAgrees
];

export { shellWord as S, endingWords as _, SUMMARY_RULES as a, quote as b, contentBeyondCommits as c, runSucceeded as d, runAlsoNamed as f, counted as g, systemOf as h, STAMP_RULES as i, isNestedContentKnown as l, differingNames as m, REPLAY_RULES as n, VERDICT_RULES as o, underRuling as p, RUN_RULES as r, changedTestFiles as s, CATALOG as t, nestedDeviations as u, enumerate as v, sameEnding as x, namePaths as y };