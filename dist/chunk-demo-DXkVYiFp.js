import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { t as interruptible } from "./chunk-interrupt-BQIRToPt.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { spawn } from "node:child_process";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { A as parse, f as nullable, h as optional, i as array, m as object, n as _enum, p as number, y as string } from "./chunk-mini-TCpuGoTq.js";
import { n as findingSchema } from "./chunk-finding-Cn8ms8Hi.js";
import { n as endingSchema } from "./chunk-run-record-D9DhbXjQ.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";

// src/demo/program.ts
/** Starts what the demo shows: the gate itself as a program of its own, test commands, git, copies. */
/** No part of the demo works this long; a machine that needs it has another trouble. */
const LIMIT_MS = 12e4;
const ASKED_TWICE_MS = 1e4;
/**
* What would change the story from outside: bytecode settings and paths of Python, repositories and identities of git,
* the records and events of a CI job, preloaded modules.
*/
const UNWANTED = /^(PYTHON|GIT_|GITHUB_|RUNNER_|ACTIONS_|INPUT_|GENERATION_GATE_|NODE_OPTIONS$|NODE_PATH$|VIRTUAL_ENV|CONDA_|BASH_ENV$|ENV$|PWD$|OLDPWD$|INIT_CWD$)/;
/** The environment of everything the demo starts. git finds no configuration, only an author for its commits. */
function demoEnvironment(parent) {
	const kept = Object.entries(parent).filter(([name]) => !UNWANTED.test(name));
	const author = ["AUTHOR", "COMMITTER"].flatMap((who) => [[`GIT_${who}_NAME`, "Demo"], [`GIT_${who}_EMAIL`, "demo@example.invalid"]]);
	return {
		...Object.fromEntries([...kept, ...author]),
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_CONFIG_NOSYSTEM: "1",
		NO_COLOR: "1"
	};
}
/** Runs a program to its end. Throws a {@link GateError} where it cannot be started, or the demo was asked to end. */
function runProgram([file, ...args], cwd, { env, signal }) {
	refuseIfAsked(signal);
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, {
			cwd,
			env,
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			]
		});
		const stdout = [];
		const stderr = [];
		let last;
		const stop = () => {
			child.kill("SIGTERM");
			last ??= setTimeout(() => child.kill("SIGKILL"), ASKED_TWICE_MS);
		};
		const limit = setTimeout(stop, LIMIT_MS);
		const done = () => {
			clearTimeout(limit);
			clearTimeout(last);
			signal.removeEventListener("abort", stop);
		};
		signal.addEventListener("abort", stop);
		child.stdout.on("data", (chunk) => stdout.push(chunk));
		child.stderr.on("data", (chunk) => stderr.push(chunk));
		child.on("error", (error) => {
			done();
			reject(new GateError("GG-DEMO-CANNOT-START", `${file} cannot be started: ${error.message}`, `Install ${file}, or put it on PATH.`, error));
		});
		child.on("close", (code) => {
			done();
			if (signal.aborted) reject(interrupted(signal));
			else resolve({
				code,
				stdout: Buffer.concat(stdout).toString("utf8"),
				stderr: Buffer.concat(stderr).toString("utf8")
			});
		});
	});
}
/** Runs a tool that has to succeed, for instance git. Gives its output. */
async function mustRun(program, cwd, around) {
	const { code, stdout, stderr } = await runProgram(program, cwd, around);
	if (code !== 0) throw new GateError("GG-DEMO-TOOL-FAILED", `${program.join(" ")} ended with ${code === null ? "a signal" : String(code)}: ${stderr.trim()}`);
	return stdout;
}
const answerSchema = object({
	verdict: _enum(["accepted", "rejected"]),
	generation: nullable(string()),
	tree_id: nullable(string()),
	findings: array(findingSchema),
	tests: object({
		total: number(),
		passed: number(),
		failed: number(),
		errored: number()
	}),
	/** The run of the captured command; absent where none was run. */
	run: optional(object({ ending: endingSchema }))
});
/** Asks the gate as a program of its own, the way a user does. Its answer is read as strictly as a stranger's. */
async function askGate(gate, args, cwd, around) {
	const { code, stdout, stderr } = await runProgram([...gate, ...args], cwd, around);
	try {
		return {
			...parse(answerSchema, JSON.parse(stdout)),
			exit: code ?? -1
		};
	} catch (error) {
		throw new GateError("GG-DEMO-NO-ANSWER", `generation-gate ${args[0] ?? ""} ended with ${code === null ? "a signal" : String(code)} and no verdict: ${(stderr === "" ? stdout : stderr).slice(0, 2e3)}`, "", error);
	}
}
function refuseIfAsked(signal) {
	if (signal.aborted) throw interrupted(signal);
}
/** Waits. Throws where the demo is asked to end meanwhile. */
async function pause(ms, signal) {
	await setTimeout$1(Math.max(0, ms), void 0, { signal }).catch(() => void 0);
	refuseIfAsked(signal);
}
function interrupted(signal) {
	return new GateError("GG-INTERRUPTED", `The demo was ended by ${String(signal.reason)}`, "Nothing is left of it. Start it again: generation-gate demo");
}

// src/demo/shop.ts
/** The source with its one line replaced. */
function sourceWith({ files, source, line }, replacement) {
	return (files[source] ?? "").replace(line.good, line[replacement]);
}
/** A patch that breaks the one line, with the whole file as its context. */
function breakingPatch(shop) {
	const { source, line } = shop;
	const lines = (shop.files[source] ?? "").trimEnd().split("\n");
	const body = lines.flatMap((text) => text === line.good ? [`-${line.good}`, `+${line.bad}`] : [` ${text}`]);
	return [
		`--- a/${source}`,
		`+++ b/${source}`,
		`@@ -1,${lines.length} +1,${lines.length} @@`,
		...body,
		""
	].join("\n");
}

// src/demo/story.ts
/** The demo's words on the terminal, wrapped for 80 columns. */
const COLUMNS = 80;
const SILENT_STORY = {
	paragraph: () => void 0,
	lines: () => void 0
};
function tell(write) {
	return {
		paragraph: (text, indent = "   ") => write(`${wrap(text, indent)}\n\n`),
		lines: (lines) => write(`${lines.join("\n")}\n\n`)
	};
}
/** `name` and `text` side by side, the text wrapped under itself. */
function entry(name, text, indent) {
	const hanging = `${indent}${" ".repeat(7)}`;
	return `${indent}${name.padEnd(7)}${wrap(text, hanging).trimStart()}`;
}
/** Breaks a text between words; a word that is longer than a line stays whole. */
function wrap(text, indent) {
	const lines = [];
	let line = "";
	for (const word of plainLine(text).split(" ").filter((piece) => piece !== "")) if (line !== "" && indent.length + line.length + 1 + word.length > COLUMNS) {
		lines.push(indent + line);
		line = word;
	} else line = line === "" ? word : `${line} ${word}`;
	return [...lines, indent + line].join("\n");
}

// src/demo/acts.ts
/** The four acts. Each does what a job does, asks for what was seen, and compares that with what it is here to show. */
const REPORT = "reports/junit.xml";
const SECOND_MS = 1e3;
/** The gate compares file times in whole seconds and allows one of slack: what is two older is older. */
const CLEARLY_OLDER_SECONDS = 2;
/** File times lag behind the process's clock by a few milliseconds. */
const MARGIN_MS = 20;
/** How often job 1 and the patch are tried within one second before the file time is set instead. */
const TRIES = 3;
/** Writes the library, commits it, and lays the patch beside it. */
async function setTheStage({ shop, home, ...around }) {
	const upstream = join(home, "upstream");
	for (const [path, text] of Object.entries(shop.files)) {
		mkdirSync(dirname(join(upstream, path)), { recursive: true });
		writeFileSync(join(upstream, path), text);
	}
	writeFileSync(join(home, "change.patch"), breakingPatch(shop));
	mkdirSync(join(home, "runner"));
	for (const args of [
		[
			"init",
			"-q",
			"--template=",
			"-b",
			"main"
		],
		["add", "-A"],
		[
			"commit",
			"-q",
			"-m",
			"A small shop"
		]
	]) await mustRun(["git", ...args], upstream, around);
}
/** Act 1: the reused checkout, the patch, green tests, and nobody to object. */
async function withoutTheGate(stage) {
	const { shop, story, gate } = stage;
	story.lines(["1  Without the gate"]);
	story.paragraph(shop.words.before);
	story.paragraph("The next job reuses that checkout. Its patch breaks the code:");
	story.lines([`     -${shop.line.good}`, `     +${shop.line.bad}`]);
	story.paragraph(shop.words.fooled);
	const workspace = reused(stage);
	const before = await jobAndPatchInOneSecond(stage);
	const after = await runProgram(shop.test, workspace, stage);
	const report = await askGate(gate, [
		"inspect",
		"--json",
		REPORT
	], workspace, stage);
	story.lines([`     $ ${commandLine(shop.test)}`, `     ${ending(after)}, ${counts(report)}`]);
	story.paragraph("Green, and the code is broken. Nothing in the log says so.");
	return {
		act: 1,
		title: "Without the gate",
		command: commandLine(shop.test),
		expected: {
			verdict: "none",
			reasons: []
		},
		seen: {
			exit: after.code,
			verdict: "none",
			tests: report.tests,
			findings: []
		},
		missing: [...before.code === 0 ? [] : [`the good code fails its own tests: ${ending(before)}`], ...isGreen(after.code, report) ? [] : [`the broken code was to look green, and it did not: ${ending(after)}, ${counts(report)}`]]
	};
}
/** Act 2: the same workspace under the gate, with the leftovers coming back behind the stamp. */
async function inTheReusedWorkspace(stage) {
	const { shop, story, home } = stage;
	story.lines(["2  The gate, in the same workspace"]);
	story.paragraph(shop.words.again);
	const leftover = shop.cached === null ? [] : readdirSync(join(home, "runner", shop.cached.to));
	await untilClearlyOlder(stage);
	let command;
	if ("script" in shop.reused) {
		const script = join(home, "runner", "ci.sh");
		writeFileSync(script, shop.reused.script);
		chmodSync(script, 493);
		story.lines(shop.reused.script.trimEnd().split("\n").slice(2).map((text) => `     ${text}`));
		command = ["--script", "../ci.sh"];
	} else command = ["--", ...shop.reused.argv];
	const act = await judged(stage, {
		act: 2,
		title: "The gate, in the same workspace",
		workspace: reused(stage),
		command,
		expected: {
			verdict: "rejected",
			reasons: [shop.names(leftover)]
		},
		looksFine: true
	});
	if (act.missing.length === 0) story.paragraph(shop.words.mend);
	return act;
}
/** Act 3: a fresh clone and the same patch, so that nothing old can answer for the new code. */
async function inACleanDirectory(stage) {
	const { shop, story, home } = stage;
	story.lines(["3  The same patch in a clean directory"]);
	story.paragraph("A fresh clone holds nothing from before. The gate applies the patch, and the tests meet the code that would be merged:");
	await mustRun([
		"git",
		"clone",
		"-q",
		"--template=",
		join(home, "upstream"),
		join(home, "clean")
	], home, stage);
	return judged(stage, {
		act: 3,
		title: "The same patch in a clean directory",
		workspace: join(home, "clean"),
		command: [
			"--patch",
			"../change.patch",
			"--",
			...shop.test
		],
		expected: {
			verdict: "rejected",
			reasons: [{
				rules: ["GG-RUN-FAILED"],
				path: null
			}, {
				rules: ["GG-EVIDENCE-RED"],
				path: REPORT
			}]
		},
		looksFine: false
	});
}
/** Act 4: the line is mended, and the gate lets it pass. */
async function mended(stage) {
	const { shop, story, home } = stage;
	story.lines(["4  The code mended"]);
	story.lines([`     -${shop.line.bad}`, `     +${shop.line.mended}`]);
	const workspace = join(home, "clean");
	writeFileSync(join(workspace, shop.source), sourceWith(shop, "mended"));
	return judged(stage, {
		act: 4,
		title: "The code mended",
		workspace,
		command: ["--", ...shop.test],
		expected: {
			verdict: "accepted",
			reasons: []
		},
		looksFine: false
	});
}
async function judged(stage, { act, title, workspace, command, expected, looksFine }) {
	const { story, gate } = stage;
	story.lines([`     $ generation-gate gate --evidence ${REPORT} \\`, `         ${commandLine(command)}`]);
	const answer = await askGate(gate, [
		"gate",
		"--json",
		"--evidence",
		REPORT,
		...command
	], workspace, stage);
	const report = await askGate(gate, [
		"inspect",
		"--json",
		REPORT
	], workspace, stage);
	const ended = answer.run?.ending;
	const exit = ended?.kind === "exited" ? ended.code : null;
	story.lines([`     the tests: exit ${exit ?? "none"}, ${counts(report)}${looksFine && isGreen(exit, report) ? ". That looks fine." : ""}`]);
	const named = expected.reasons.flatMap((reason) => answer.findings.filter((finding) => isReason(finding, reason)).map((finding) => ({
		finding,
		path: reason.path
	})));
	const others = answer.findings.filter((finding) => finding.rejects && named.every((one) => one.finding !== finding));
	const verdict = `   The gate: ${answer.verdict.toUpperCase()}`;
	if (answer.verdict === "rejected") story.lines([
		verdict,
		...named.flatMap(({ finding, path }) => ["", ...told(finding, path)]),
		...others.length > 0 ? ["", wrap(`and ${others.map(({ rule }) => rule).join(", ")}`, "     ")] : []
	]);
	else story.lines([
		verdict,
		`     tree ${answer.tree_id ?? "none"}`,
		`     generation ${answer.generation ?? "none"}`
	]);
	return {
		act,
		title,
		command: `generation-gate gate --evidence ${REPORT} ${commandLine(command)}`,
		expected,
		seen: {
			exit,
			verdict: answer.verdict,
			tests: answer.tests,
			findings: answer.findings.filter(({ rejects }) => rejects)
		},
		missing: missing(answer, report, exit, expected, looksFine)
	};
}
function missing(answer, report, exit, { verdict, reasons }, looksFine) {
	const wanted = [];
	const says = `the gate said ${answer.verdict} with exit ${answer.exit}`;
	if (answer.verdict !== verdict || answer.exit !== (verdict === "accepted" ? 0 : 1)) wanted.push(`expected ${verdict}, and ${says}`);
	for (const reason of reasons) if (!answer.findings.some((finding) => isReason(finding, reason))) wanted.push(`expected ${reason.rules.join(" or ")}${reason.path === null ? "" : ` naming ${reason.path}`}, and ${says}: ${answer.findings.filter(({ rejects }) => rejects).map(({ rule }) => rule).join(", ") || "no rule"}`);
	const green = isGreen(exit, report);
	const shouldBeGreen = looksFine || verdict === "accepted";
	if (green !== shouldBeGreen) wanted.push(`the tests themselves were to be ${shouldBeGreen ? "green" : "red"}, and ended with exit ${exit ?? "none"}, ${counts(report)}`);
	return wanted;
}
function isGreen(exit, report) {
	return exit === 0 && report.verdict === "accepted" && report.tests.passed > 0;
}
function isReason(finding, { rules, path }) {
	return finding.rejects && finding.answer === "broken" && rules.includes(finding.rule) && (path === null || (finding.paths ?? []).includes(path));
}
function told({ rule, what, fix }, path) {
	return [
		`     ${rule}`,
		...path === null ? [] : [entry("path", showPath(path), "       ")],
		entry("what", what, "       "),
		...fix === "" ? [] : [entry("fix", fix, "       ")]
	];
}
/**
* Job 1 checks out and tests the good code; then the patch arrives, all within one second, as fast jobs do. A machine
* too slow for that gets the file time set, as tar, rsync and cache steps set it. Gives the ending of job 1's tests.
*/
async function jobAndPatchInOneSecond(stage) {
	const { shop, home } = stage;
	const workspace = reused(stage);
	const source = join(workspace, shop.source);
	for (let tries = 1;; tries += 1) {
		rmSync(workspace, {
			recursive: true,
			force: true
		});
		await pause(SECOND_MS - Date.now() % SECOND_MS + MARGIN_MS, stage.signal);
		await mustRun([
			"git",
			"clone",
			"-q",
			"--template=",
			join(home, "upstream"),
			workspace
		], home, stage);
		const checkedOut = statSync(source);
		const job = await runProgram(shop.test, workspace, stage);
		saveCache(stage);
		await mustRun([
			"git",
			"apply",
			join(home, "change.patch")
		], workspace, stage);
		if (wholeSecond(statSync(source).mtimeMs) === wholeSecond(checkedOut.mtimeMs)) return job;
		if (tries < TRIES) continue;
		utimesSync(source, checkedOut.atime, checkedOut.mtime);
		return job;
	}
}
function saveCache({ shop, home }) {
	if (shop.cached === null) return;
	const to = join(home, "runner", shop.cached.to);
	rmSync(to, {
		recursive: true,
		force: true
	});
	mkdirSync(dirname(to), { recursive: true });
	cpSync(join(home, "runner", "shop", shop.cached.from), to, {
		recursive: true,
		preserveTimestamps: true
	});
}
/** Waits until leftovers of act 1 lie before the stamp by more than the gate's slack. */
async function untilClearlyOlder({ home, signal }) {
	const written = statSync(join(home, "runner", "shop", REPORT)).mtimeMs;
	await pause((wholeSecond(written) + CLEARLY_OLDER_SECONDS) * SECOND_MS + MARGIN_MS - Date.now(), signal);
}
function reused({ home }) {
	return join(home, "runner", "shop");
}
function wholeSecond(ms) {
	return Math.floor(ms / SECOND_MS);
}
function ending({ code }) {
	return code === null ? "ended by a signal" : `exit ${code}`;
}
function counts({ tests }) {
	return `report ${tests.total} tests, ${tests.failed + tests.errored} failed`;
}
/** A command as a reader types it: the interpreter by its name alone. */
function commandLine(words) {
	return words.map((word) => word.startsWith("/") ? basename(word) : word).join(" ");
}

// src/demo/node-shop.ts
const TILL$1 = `// What the till knows.
export function total(price, count) {
  return price * count;
}
`;
const TESTS$1 = `import assert from 'node:assert/strict';
import { total } from '../dist/till.js';

export const tests = {
  'three melons': () => assert.equal(total(4, 3), 12),
  'nothing costs nothing': () => assert.equal(total(4, 0), 0),
};
`;
/** A task runner with a cache, as large repositories use them; its key is made of sizes and whole seconds. */
const RUN_TASKS = `import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const INPUTS = ['src/till.js', 'tests/till.js'];
const key = INPUTS.map((file) => [file, statSync(file).size, Math.floor(statSync(file).mtimeMs / 1000)].join(' ')).join('\\n');

if (existsSync('.cache/key') && readFileSync('.cache/key', 'utf8') === key) {
  console.log('nothing changed: build and tests come from the cache');
  for (const output of ['dist', 'reports']) cpSync('.cache/' + output, output, { recursive: true, force: false });
} else {
  rmSync('.cache', { recursive: true, force: true });
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/till.js', '// Built from src/till.js.\\n' + readFileSync('src/till.js', 'utf8'));
  const { tests } = await import('./tests/till.js');
  const cases = Object.entries(tests).map(([name, body]) => {
    try {
      body();
      console.log('ok      ' + name);
      return '<testcase classname="till" name="' + name + '"/>';
    } catch (error) {
      console.log('FAILED  ' + name + ': ' + error.message.split('\\n')[0]);
      return '<testcase classname="till" name="' + name + '"><failure message="not equal"/></testcase>';
    }
  });
  const failed = cases.filter((text) => text.includes('<failure')).length;
  const generation = process.env.GENERATION_GATE_GENERATION;
  const properties = generation ? '<properties><property name="generation_gate.generation" value="' + generation + '"/></properties>' : '';
  mkdirSync('reports', { recursive: true });
  writeFileSync(
    'reports/junit.xml',
    '<testsuite name="greengrocer" tests="' + cases.length + '" failures="' + failed + '" errors="0" timestamp="' +
      new Date().toISOString() + '">' + properties + cases.join('') + '</testsuite>\\n',
  );
  if (failed > 0) process.exit(1);
  for (const output of ['dist', 'reports']) cpSync(output, '.cache/' + output, { recursive: true });
  writeFileSync('.cache/key', key);
}
`;
function nodeShop(node) {
	return {
		language: "node",
		files: {
			"package.json": "{ \"name\": \"greengrocer\", \"version\": \"1.0.0\", \"type\": \"module\", \"main\": \"dist/till.js\" }\n",
			"src/till.js": TILL$1,
			"tests/till.js": TESTS$1,
			"tasks.js": RUN_TASKS,
			".gitignore": "dist/\nreports/\n.cache/\n"
		},
		source: "src/till.js",
		line: {
			good: "  return price * count;",
			bad: "  return price + count;",
			mended: "  return count * price;"
		},
		test: [node, "tasks.js"],
		cached: null,
		reused: { argv: [node, "tasks.js"] },
		words: {
			before: "A job builds and tests the good code, and its task runner keeps dist/ and the report in a cache.",
			fooled: "The file has the size and the second of the one before, so the task runner thinks that nothing changed. It builds nothing, runs no test, and hands out the report it kept:",
			again: "The gate moves the old report away before it stamps. But the task runner puts its copy back, with the time of now:",
			mend: "What mends this job: a cache key made of contents, not of sizes and times."
		},
		names: () => ({
			rules: ["GG-EVIDENCE-UNCHANGED-SINCE-STAMP", "GG-EVIDENCE-TIMESTAMP-BEFORE-STAMP"],
			path: "reports/junit.xml"
		})
	};
}

// src/demo/python-shop.ts
const TILL = `"""What the till knows."""


def total(price, count):
    return price * count
`;
const TESTS = `import unittest

import till


class TillTest(unittest.TestCase):
    def test_three_melons(self):
        self.assertEqual(till.total(price=4, count=3), 12)

    def test_nothing_costs_nothing(self):
        self.assertEqual(till.total(price=4, count=0), 0)
`;
/** A runner that needs the standard library alone. Its report carries the generation, so that it is bound to it. */
const RUN_TESTS = `import datetime
import os
import sys
import unittest
import xml.etree.ElementTree as xml


class Recorder(unittest.TextTestResult):
    def startTest(self, test):
        super().startTest(test)
        names = test.id().rsplit(".", 1)
        self.case = xml.SubElement(suite, "testcase", classname=names[0], name=names[1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        xml.SubElement(self.case, "failure", message=str(err[1])).text = self.failures[-1][1]

    def addError(self, test, err):
        super().addError(test, err)
        xml.SubElement(self.case, "error", message=str(err[1])).text = self.errors[-1][1]


now = datetime.datetime.now(datetime.timezone.utc).isoformat()
suite = xml.Element("testsuite", name="greengrocer", timestamp=now)
properties = xml.SubElement(suite, "properties")
if "GENERATION_GATE_GENERATION" in os.environ:
    xml.SubElement(properties, "property", name="generation_gate.generation", value=os.environ["GENERATION_GATE_GENERATION"])

tests = unittest.defaultTestLoader.discover(".")
result = unittest.TextTestRunner(resultclass=Recorder).run(tests)
suite.set("tests", str(result.testsRun))
suite.set("failures", str(len(result.failures)))
suite.set("errors", str(len(result.errors)))
os.makedirs("reports", exist_ok=True)
xml.ElementTree(suite).write("reports/junit.xml", encoding="utf-8", xml_declaration=True)
sys.exit(0 if result.wasSuccessful() else 1)
`;
/** The job's script: its cache step puts back what an earlier job left, and only then the tests run. */
const RESTORE_AND_TEST = `#!/bin/sh
set -e
cp -pR ../cache/__pycache__ .
python3 run_tests.py
`;
const PYTHON_SHOP = {
	language: "python",
	files: {
		"till.py": TILL,
		"test_till.py": TESTS,
		"run_tests.py": RUN_TESTS,
		".gitignore": "__pycache__/\nreports/\n"
	},
	source: "till.py",
	line: {
		good: "    return price * count",
		bad: "    return price + count",
		mended: "    return count * price"
	},
	test: ["python3", "run_tests.py"],
	cached: {
		from: "__pycache__",
		to: "cache/__pycache__"
	},
	reused: { script: RESTORE_AND_TEST },
	words: {
		before: "A job tests the good code, and Python leaves its bytecode in __pycache__.",
		fooled: "The file has the size and the second of the one before, so Python takes the bytecode in __pycache__ for its own and never reads the new line:",
		again: "The gate removes bytecode before it stamps. But this job restores its cache after that, and the old __pycache__ comes back before the tests run:",
		mend: "What mends this job: leave __pycache__ out of the cache, or restore the cache before the stamp (--setup)."
	},
	names: (leftover) => ({
		rules: ["GG-BYTECODE-PREDATES-STAMP"],
		path: `__pycache__/${leftover.find((name) => name.startsWith("till.")) ?? ""}`
	})
};

// src/demo/demo.ts
/**
* The demo: an incident that really happens in reused workspaces, re-enacted in a temporary folder with what the machine
* has. It asks this very program as a program of its own and believes nothing it did not see.
*/
const ACTS = [
	withoutTheGate,
	inTheReusedWorkspace,
	inACleanDirectory,
	mended
];
/**
* Plays the acts and says whether each showed what it is there for. Exit 0 only where the gate rejected and accepted,
* each for the expected reason; else 3 with what was seen. Leaves nothing behind unless asked to.
*/
function runDemo({ keep, json, quiet, gate = thisProgram() }) {
	if (process.platform === "win32") throw new GateError("GG-PLATFORM", "\"demo\" needs Linux or macOS", "On Windows only stored evidence can be read: inspect, explain.");
	const story = json || quiet ? SILENT_STORY : tell((text) => void process.stdout.write(text));
	const env = demoEnvironment(process.env);
	return interruptible(async (signal) => {
		const home = realpathSync(mkdtempSync(join(tmpdir(), "generation-gate-demo-")));
		try {
			const shop = await chooseShop(home, {
				env,
				signal
			});
			const stage = {
				shop,
				gate,
				home,
				story,
				env,
				signal
			};
			opening(stage);
			await setTheStage(stage);
			const acts = [];
			for (const play of ACTS) {
				acts.push(await play(stage));
				if (acts.some(({ missing }) => missing.length > 0)) break;
			}
			return outcomeOf(acts, shop, keep ? home : null, quiet || json);
		} finally {
			if (!keep) rmSync(home, {
				recursive: true,
				force: true
			});
		}
	});
}
function thisProgram() {
	return [
		process.execPath,
		...process.execArgv,
		process.argv[1] ?? ""
	];
}
/** CPython with its standard library alone shows stale bytecode; without it the program's own Node shows a stale build. */
async function chooseShop(home, around) {
	const question = "import sys, unittest, xml.etree.ElementTree; sys.exit(0 if sys.implementation.name == \"cpython\" and sys.version_info >= (3, 8) and not sys.dont_write_bytecode else 1)";
	try {
		const { code } = await runProgram([
			"python3",
			"-c",
			question
		], home, around);
		if (code === 0) return PYTHON_SHOP;
	} catch (error) {
		if (around.signal.aborted) throw error;
	}
	return nodeShop(process.execPath);
}
function opening({ shop, story }) {
	story.lines([wrap("A green log from a reused workspace can describe an older tree. Here is one, made on this machine in a temporary folder.", "")]);
	if (shop.language === "node") story.lines([wrap("There is no python3 with its standard library here, so the incident is played with a build that went stale.", "")]);
}
function outcomeOf(acts, shop, kept, silent) {
	const missing = acts.flatMap(({ act, missing: what }) => what.map((text) => `Act ${act}: ${text}`));
	if (acts.length < ACTS.length && missing.length === 0) throw new GateError("GG-DEFECT", "The demo ended early without a reason");
	const shown = missing.length === 0;
	const rejections = acts.filter(({ seen }) => seen.verdict === "rejected").length;
	const acceptances = acts.filter(({ seen }) => seen.verdict === "accepted").length;
	const told = shown ? `demo: the gate rejected ${rejections} times and accepted once, each for the reason shown` : ["demo: not shown", ...missing.map((text) => wrap(text, "  "))].join("\n");
	if (shown && (rejections === 0 || acceptances !== 1)) throw new GateError("GG-DEFECT", "The demo showed no rejection, or not one acceptance");
	const next = "In your own repository: generation-gate gate --evidence REPORT -- COMMAND";
	return {
		exit: shown ? 0 : 3,
		envelope: envelope("demo", shown ? "accepted" : "rejected", {
			language: shop.language,
			acts,
			kept,
			findings: missing.map((what) => ({
				rule: "GG-DEMO-NOT-SHOWN",
				answer: "broken",
				what,
				why: "A demo that does not show what it says is no demo.",
				fix: "Look at the folder: generation-gate demo --keep",
				rejects: true
			})),
			text: [
				told,
				...kept === null ? [] : [`folder: ${kept}`],
				...silent || !shown ? [] : [next]
			].join("\n")
		})
	};
}

export { runDemo };