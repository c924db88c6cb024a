import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { resolve } from "node:path";
import { t as GateError } from "./chunk-errors-HNU_0TX0.js";
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { r as encodePath } from "./chunk-path-C-SIO5nl.js";
import { n as verdictDigest } from "./chunk-canonical-yxzRlnSM.js";
import { a as countedReports } from "./chunk-totals-DXdlI6sr.js";
import { o as recallAccepted } from "./chunk-records-Cpwo0gzg.js";

// src/evidence/summary/places.ts
const SYSTEMS = {
	linux: "linux",
	ubuntu: "linux",
	debian: "linux",
	alpine: "linux",
	fedora: "linux",
	centos: "linux",
	rhel: "linux",
	rocky: "linux",
	mac: "darwin",
	macos: "darwin",
	osx: "darwin",
	darwin: "darwin",
	windows: "win32",
	win: "win32",
	win32: "win32",
	win64: "win32"
};
const RUNTIMES = {
	python: "python",
	py: "python",
	cpython: "python",
	pypy: "pypy",
	node: "node",
	nodejs: "node",
	java: "java",
	jdk: "java",
	jre: "java",
	go: "go",
	golang: "go",
	ruby: "ruby",
	rb: "ruby",
	php: "php",
	rust: "rust",
	dotnet: "dotnet",
	deno: "deno",
	bun: "bun"
};
/** Parts of a cell's name that name no place and no number. */
const QUALIFIERS = new Set("latest stable nightly beta lts arm arm64 aarch64 x64 x86 x86_64 amd64 i686 64bit 32bit".split(" "));
const WORDS_ABOUT_TESTS = new Set("unit test tests integration end to e2e smoke regression functional acceptance property fuzz system suite result results total totals summary overall pass passed fail failed skipped all sum status outcome ci the of".split(" "));
/** Whether a word is a matrix cell's name by its form: `linux-py312`, `ubuntu-22.04`, `windows-latest`. */
function isCellName(word) {
	const parts = word.toLowerCase().split(/[-_/@+]/).filter((part) => part !== "");
	if (parts.length < 2 || parts.length > 8 || word.length > 100) return false;
	const kinds = parts.map(partKind);
	return kinds.includes("place") && kinds.every((kind) => kind !== "word");
}
/** Whether a label that stands alone before a claim reads as a cell's name, though it names no place. */
function isCellLabel(label) {
	const plain = label.trim().toLowerCase();
	if (/^(?:cell|shard|job|matrix|partition|group)[ #:]{1,3}[\w./-]{1,40}$/.test(plain)) return true;
	if (!/^[a-z0-9][a-z0-9._/@+-]{0,99}$/.test(plain) || /\.[a-z]{1,5}$/.test(plain)) return false;
	const parts = plain.split(/[^a-z0-9]+/);
	return /[\d._/@+-]/.test(plain) && /[a-z]/.test(plain) && !parts.every((part) => WORDS_ABOUT_TESTS.has(part));
}
function partKind(part) {
	if (/^v?\d[\d.]*$/.test(part)) return "number";
	if (QUALIFIERS.has(part)) return "qualifier";
	const stem = /^([a-z]+?)\.?\d[\d.]*[a-z]?$/.exec(part)?.[1] ?? part;
	return Object.hasOwn(SYSTEMS, part) || Object.hasOwn(SYSTEMS, stem) || Object.hasOwn(RUNTIMES, stem) ? "place" : "word";
}
/** Names of cells in a text, as they are written. */
function cellNames(text) {
	return distinct([...text.matchAll(/(?<![\p{L}\p{N}_./-])[a-z][a-z0-9]{0,30}(?:[-_/@+.][a-z0-9]{1,30}){1,8}(?![\p{L}\p{N}_])/giu)].map(([name]) => name).filter(isCellName));
}
const RUNTIME = new RegExp(`(?<![\\p{L}\\p{N}_./-])(${Object.keys(RUNTIMES).sort((left, right) => right.length - left.length).join("|")})(?:\\.js)?[ -]?v?(\\d{1,4}(?:\\.\\d{1,3}){0,2})((?:\\s?(?:,|/|&|\\+|-|\\band\\b|\\bto\\b|\\bthrough\\b){1,2}\\s?\\d{1,4}(?:\\.\\d{1,3}){0,2}){0,12})(?![\\p{L}\\p{N}_]|\\.\\d)`, "giu");
const SYSTEM = new RegExp(`(?<![\\p{L}\\p{N}_./-])(${Object.keys(SYSTEMS).sort((left, right) => right.length - left.length).join("|")})(?![\\p{L}_]|[/.-][\\p{L}\\p{N}])`, "giu");
/** Operating systems and versions of runtimes that a text names. */
function placesIn(text) {
	const runtimes = [...text.matchAll(RUNTIME)].flatMap(([, name = "", first = "", more = ""]) => [first, ...more.match(/\d{1,4}(?:\.\d{1,3}){0,2}/g) ?? []].map((version) => ({
		family: RUNTIMES[name.toLowerCase()] ?? name,
		version: dotted(name, version)
	})));
	const systems = [...text.matchAll(SYSTEM)].map(([, name = ""]) => ({
		family: SYSTEMS[name.toLowerCase()] ?? name,
		version: ""
	}));
	return [...new Map([...systems, ...runtimes].map((place) => [`${place.family} ${place.version}`, place])).values()];
}
/** `py312` and `py3.12` are the same. */
function dotted(name, version) {
	return (RUNTIMES[name.toLowerCase()] === "python" || name.toLowerCase() === "pypy") && /^3\d{1,2}$/.test(version) ? `3.${version.slice(1)}` : version;
}
function distinct(words) {
	return [...new Set(words)];
}

// src/model/summary.ts
/** A report's name in a summary: its path where that is plain, else the beginning of its digest. */
function reportName({ path, sha256 }) {
	return /^(?:[A-Za-z0-9][A-Za-z0-9.+-]*\/)*[A-Za-z0-9][A-Za-z0-9+-]*(?:\.[A-Za-z0-9+-]+)*\.xml$/.test(path) ? path : `report ${sha256.slice(0, 12)}`;
}

// src/evidence/summary/words.ts
const MEANINGS = new Map(Object.entries({
	tests: "test tests testcase testcases test-case test-cases spec specs example examples scenario scenarios",
	total: "total totals collected",
	executed: "ran run executed",
	passed: "passed pass passes passing succeeded succeed succeeds successful success successes green ok okay xpassed xpass",
	failed: "failed fail fails failing failure failures red broken",
	errored: "errored error errors erroring",
	skipped: "skipped skip skips skipping ignored pending disabled todo xfailed xfail",
	flaky: "flaky flake flakes rerun reruns retried",
	unreported: "deselected cancelled canceled"
}).flatMap(([meaning, words]) => words.split(" ").map((word) => [word, meaning])));
/** Signs that stand for a result. */
const SIGNS = new Map([...Array.from("✓✔✅☑🟢", (sign) => [sign, "passed"]), ...Array.from("✗✘❌✖🔴", (sign) => [sign, "failed"])]);
/** Parts of a key like `numPassedTests` or `tests_passed` that change nothing in its meaning. */
const KEY_FILLERS = /* @__PURE__ */ new Set([
	"num",
	"number",
	"n",
	"nr",
	"count",
	"counts",
	"counter",
	"of",
	"case",
	"cases",
	"unit",
	"the"
]);
/** What a word means; null for every other one. A compound key means what its parts do, where every part is known. */
function meaningOf(word) {
	const plain = MEANINGS.get(word.toLowerCase());
	if (plain !== void 0) return plain;
	const parts = keyParts(word);
	if (parts.length < 2 || parts.length > 5 || !parts.every((part) => KEY_FILLERS.has(part) || MEANINGS.has(part))) return null;
	const meanings = parts.map((part) => MEANINGS.get(part)).filter((meaning) => meaning !== void 0);
	return meanings.find((meaning) => meaning !== "tests" && meaning !== "total" && meaning !== "executed") ?? (meanings.includes("executed") ? "executed" : meanings.length > 0 ? "total" : null);
}
/** The parts of a key, in lower case: `testsPassed`, `tests_passed` and `tests-passed` have the same. */
function keyParts(word) {
	return word.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[\s_-]+/).filter((part) => part !== "");
}
/** Things that are counted beside tests and are none: "3 suites passed" claims no number of tests. */
const OTHER_THINGS = new Set("suite suites file files snapshot snapshots assertion assertions expectation expectations module modules package packages class classes check checks job jobs workflow workflows line lines warning warnings statement statements branch branches function functions hook hooks step steps".split(" "));
function isOtherThing(word) {
	return OTHER_THINGS.has(word.toLowerCase());
}
/** Whether a key counts something other than tests: a duration, a share, files. */
function isForeignKey(key) {
	return keyParts(key).some((part) => OTHER_THINGS.has(part) || [
		"duration",
		"time",
		"ms",
		"seconds",
		"secs",
		"rate",
		"ratio",
		"percent",
		"percentage",
		"coverage",
		"at",
		"id",
		"line",
		"code",
		"exit",
		"version"
	].includes(part));
}
/** Words before a number that make it a name: "Python 3", "step 2", "exit code 1", "test 7". */
const NAMES_A_NUMBER = new Set("python pypy cpython node nodejs java jdk go golang ruby php rust perl deno bun dotnet pytest jest vitest junit version release ubuntu debian windows macos fedora alpine chrome firefox safari code status step line shard attempt round iteration phase stage part page section chapter figure table issue pr pull request number no nr test case spec run build job cell group level http port day week year step rule exit id".split(" "));
/** Between a number and its tests, or between tests and their result, these change nothing. */
const GLUE = new Set("of the our its these those all in total have has had been were was are is be now still successfully cleanly again also that which they".split(" "));
/** Words after which a number of tests tells of a change to them, not of a result. */
const CHANGES = new Set("add adds added adding new remove removes removed removing delete deletes deleted rename renames renamed write writes wrote written update updates updated change changes changed modify modifies modified fix fixes fixed fixing resolve resolves resolved cover covers covered touch touches touched move moves moved split splits introduce introduces introduced port ports ported convert converts converted".split(" "));
const EVERY = new Set("all every each everything entire whole full".split(" "));
/** Restrict "all tests" to those that were executed. */
const EXECUTED_ONLY = new Set("executed run ran remaining other others non-skipped unskipped enabled selected".split(" "));
const SUITE = /* @__PURE__ */ new Set([
	"suite",
	"suites",
	"testsuite"
]);
const CELLS = new Set("cell cells platform platforms job jobs matrix configuration configurations environment environments os oses runner runners".split(" "));
/** Quantities that no number stands for. */
const VAGUE = new Set("dozen dozens hundred hundreds thousand thousands million millions".split(" "));
const SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const NUMBER_WORDS = new Map([
	...SMALL.map((word, value) => [word, value]),
	...TENS.flatMap((word, ten) => [[word, (ten + 2) * 10], ...SMALL.slice(1, 10).map((digit, value) => [`${word}-${digit}`, (ten + 2) * 10 + value + 1])]),
	...[
		"no",
		"none",
		"nothing",
		"without"
	].map((word) => [word, 0])
]);
/** The number that a word spells, up to ninety-nine; undefined for every other word. */
function numberWord(word) {
	return NUMBER_WORDS.get(word.toLowerCase());
}
/** Zero that is told by denial: it claims a number only together with a result. */
function isDenial(word) {
	return [
		"no",
		"none",
		"nothing",
		"without"
	].includes(word.toLowerCase());
}

// src/evidence/summary/citations.ts
/** A hexadecimal id, whole or abbreviated as git does (7 digits). */
const ID = /(?<![\p{L}\p{N}_])[0-9a-f]{7,128}(?![\p{L}\p{N}_])/giu;
/** Longest first part of a line that is looked at for the name of an id. */
const NAME_REACH = 200;
const NAMES = {
	verdict: "verdict",
	generation: "generation",
	tree: "tree",
	...Object.fromEntries([
		"commit",
		"head",
		"stamp",
		"command",
		"content",
		"report",
		"reports",
		"log",
		"stdout",
		"stderr",
		"blob",
		"patch",
		"artifact",
		"parent"
	].map((word) => [word, "other"]))
};
/** Reads the ids of one line. `context` is what names an id that has no name before it: a column's head, a key. */
function citationsIn(text, line, context = "") {
	let end = 0;
	const found = [];
	for (const { 0: id, index } of text.matchAll(ID)) {
		if (id.length < 32 && !(/\d/.test(id) && /[a-f]/i.test(id))) continue;
		const before = text.slice(Math.max(end, index - NAME_REACH), index);
		found.push({
			line,
			of: nameIn(before) ?? nameIn(context) ?? "unnamed",
			id: id.toLowerCase()
		});
		end = index + id.length;
	}
	return found;
}
/** The last word that names an id. The product's own name names none. */
function nameIn(text) {
	const last = keyParts(text.replace(/generation[-_ ]gate/gi, " ").replace(/[^\p{L}_-]+/gu, " ")).findLast((word) => Object.hasOwn(NAMES, word));
	return last === void 0 ? null : NAMES[last] ?? null;
}

// src/evidence/summary/markup.ts
/** Takes Markdown's marks off a line, as far as they stand around or inside of words and numbers. */
/** Marks that begin a block: quotes, list items, check boxes, headings. */
const BLOCK_START = /^\s*(?:>\s?){0,8}\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:#{1,6}\s+)?/;
/** Takes off what begins a block. The number of a list item stays where a claim's own word follows it. */
function stripBlockStart(line, claimsNumber) {
	const start = BLOCK_START.exec(line)?.[0] ?? "";
	const rest = line.slice(start.length);
	if (/\d/.test(start) && claimsNumber(rest)) return {
		text: line.replace(/^[\s>]+/, "").replace(/^(\d+)[.)]/, "$1 "),
		starts: true
	};
	return {
		text: rest,
		starts: /[^\s>]/.test(start)
	};
}
/** Takes off emphasis, code marks, link targets, addresses and escapes. Takes time linear in the line's length. */
function stripInline(text) {
	return text.replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g, "$1").replace(/<?\bhttps?:\/\/[^\s<>"')\]|]+>?/gi, " ").replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/~~|[*`]/g, "").replace(/(?<![\p{L}\p{N}_])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_+(?![\p{L}\p{N}_])/gu, "");
}
/** The cells of a row whose columns are parted by `|`; null for a line without them. */
function pipeCells(line) {
	const cells = line.trim().replace(/^(?:>\s?){1,8}/, "").trim().replace(/\\\|/g, "").split("|").map((cell) => cell.replaceAll("", "|").trim());
	if (cells.length < 2) return null;
	if (cells[0] === "") cells.shift();
	if (cells.at(-1) === "") cells.pop();
	return cells.length === 0 ? null : cells;
}
function isDelimiterRow(cells) {
	return cells.every((cell) => /^:?-+:?$/.test(cell));
}
/** The cells of a line in columns of blanks, tabs, commas or semicolons; null for any other line. */
function plainColumns(line) {
	if (line.length > 2e3) return null;
	const trimmed = line.trim();
	for (const separator of [
		/\t+/,
		/\s{2,}/,
		/\s*[,;]\s*/
	]) {
		const cells = trimmed.split(separator);
		if (cells.length >= 2) return cells.every((cell) => cell.length <= 60 && cell !== "") ? cells : null;
	}
	return null;
}
/** The same for columns parted by single blanks; only a head of nothing but known words makes a table of them. */
function wordColumns(line) {
	if (line.length > 2e3) return null;
	const cells = line.trim().split(/\s+/);
	return cells.length >= 2 ? cells : null;
}

// src/evidence/summary/token-questions.ts
function meaning(token) {
	return token?.kind === "word" ? token.meaning : null;
}
function word(token) {
	return token?.kind === "word" ? token.word.toLowerCase() : "";
}
function isMark(token, ...marks) {
	return token?.kind === "mark" && marks.includes(token.text);
}
/** A result that a number or a sentence can tell. */
function resultOf(token) {
	const means = meaning(token);
	return means === null || means === "tests" ? null : means;
}
/** "this run" is a thing, no result. */
function isNoun(tokens, at) {
	return word(tokens[at]) === "run" && [
		"this",
		"the",
		"a",
		"that",
		"each",
		"every",
		"one",
		"per",
		"its",
		"last",
		"same"
	].includes(word(tokens[at - 1]));
}
const NO_PLURALS = new Set("this thus plus minus always sometimes besides perhaps unless whereas nowadays thanks".split(" "));
function isPlural(plain) {
	return plain.length > 3 && /[^s'’]s$/.test(plain) && !/(?:ous|wards)$/.test(plain) && !NO_PLURALS.has(plain);
}

// src/evidence/summary/sweeping.ts
/** "All tests pass", "the suite is green", "everything passes", "passes all tests", "tests pass". */
function sweeping(tokens, at) {
	const first = word(tokens[at]);
	const every = EVERY.has(first) || first === "both";
	const suite = SUITE.has(first);
	const tests = meaning(tokens[at]) === "tests";
	const passes = meaning(tokens[at]) === "passed" && !EVERY.has(word(tokens[at - 1]));
	if (!every && !suite && !tests && !passes) return null;
	if ([
		"not",
		"didn't",
		"don't",
		"doesn't",
		"if",
		"until",
		"unless"
	].includes(word(tokens[at - 1]))) return null;
	if (!every && !passes && [
		"number",
		"fraction",
		"percent"
	].includes(tokens[at - 1]?.kind ?? "")) return null;
	const seen = {
		every: every && first !== "both",
		tests: tests || suite,
		suite,
		executed: false,
		cells: false,
		result: passes ? "passed" : null
	};
	for (let next = at + 1; next < tokens.length && next <= at + 9; next += 1) {
		const token = tokens[next];
		if (token?.kind === "mark" && ![
			"(",
			")",
			":",
			"\"",
			"|",
			","
		].includes(token.text)) break;
		if (token?.kind === "mark" && token.text === "," && !(seen.every && seen.tests)) break;
		if (token?.kind !== "mark" && token?.kind !== "word" && !seen.every) break;
		const plain = word(token);
		if ([
			"not",
			"didn't",
			"don't",
			"doesn't",
			"never",
			"no"
		].includes(plain)) break;
		if ([
			"but",
			"except",
			"save",
			"besides"
		].includes(plain) && seen.every) return {
			from: at,
			to: next + 1,
			said: { kind: "unclear" }
		};
		if (EVERY.has(plain)) seen.every = true;
		else if (EXECUTED_ONLY.has(plain) && !passes) seen.executed = true;
		else if (CELLS.has(plain) && seen.every) seen.cells = true;
		else if (SUITE.has(plain)) seen.suite = seen.tests = true;
		else if (meaning(token) === "tests") seen.tests = true;
		else if (!seen.tests && !passes && (isOtherThing(plain) || isPlural(plain) && meaning(token) === null)) break;
		else if (seen.result === null) {
			const result = resultOf(token);
			if (result !== null && !isAdjective(tokens, next)) seen.result = result;
		}
		const claim = sweepingSaid(seen, first, passes);
		if (claim !== null && !(passes && !seen.every)) return {
			from: at,
			to: next + 1,
			said: claim
		};
	}
	return null;
}
/** "all failing tests": says which tests, not how they ended. */
function isAdjective(tokens, at) {
	return meaning(tokens[at + 1]) === "tests" && meaning(tokens[at]) !== "passed";
}
function sweepingSaid({ every, tests, suite, executed, cells, result }, first, passes) {
	if (result === null) return null;
	if (cells && result === "passed") return { kind: "all-cells" };
	if (passes) return every && tests ? { kind: executed ? "executed-passed" : "all-passed" } : null;
	if (!(every && (tests || ["all", "everything"].includes(first)) || suite) || !every && result !== "passed") return tests && result === "passed" ? { kind: "none-failed" } : null;
	if (result === "passed") return { kind: executed ? "executed-passed" : "all-passed" };
	return result === "total" || result === "executed" ? null : { kind: "unclear" };
}

// src/evidence/summary/grammar.ts
/** Words that are looked over between a number and what it counts. */
const REACH = 6;
/** Finds the claims of one line, in order. */
function findClaims(tokens) {
	const found = [];
	const aboutTests = tokens.some((token) => meaning(token) === "tests");
	for (let at = 0; at < tokens.length;) {
		const claim = claimAt(tokens, at, aboutTests);
		if (claim === null) {
			at += 1;
			continue;
		}
		found.push(claim);
		at = claim.said.kind === "count" || claim.said.kind === "share" || claim.said.kind === "rate" || claim.said.kind === "unclear" ? Math.max(claim.to, at + 1) : at + 1;
	}
	return withoutRepeats(keepStrong(countsOthers(tokens) ? found.filter(({ from, to }) => tokens.slice(from, to).some((token) => meaning(token) === "tests")) : found, tokens));
}
/** Whether a line counts something else from its beginning on: "Test Suites: 3 passed, 3 total". */
function countsOthers(tokens) {
	const first = tokens.findIndex(({ kind }) => kind === "number" || kind === "fraction");
	const before = isMark(tokens[first - 1], ":", "=") ? first - 2 : first - 1;
	return first > 0 && first <= 5 && isOtherThing(word(tokens[before]));
}
/** Whether a claim takes its words from others: "tests pass" alone leaves them to a better reading. */
function takesWords({ said }) {
	return said.kind !== "none-failed";
}
function keepStrong(found, tokens) {
	return found.some(({ weak }) => weak !== true) || tokens.some((token) => meaning(token) === "tests" && word(token).startsWith("test")) ? found : [];
}
/** A sweeping claim is found once, however many of its words begin it. */
function withoutRepeats(found) {
	const ends = /* @__PURE__ */ new Map();
	const longest = () => Math.max(-1, ...ends.values());
	return found.filter(({ said: { kind }, from, to }) => {
		if (kind === "count" || kind === "share" || kind === "rate" || kind === "unclear") return true;
		if (from < (kind === "none-failed" ? longest() : ends.get(kind) ?? -1)) return false;
		ends.set(kind, Math.max(to, ends.get(kind) ?? -1));
		return true;
	});
}
function claimAt(tokens, at, aboutTests) {
	const token = tokens[at];
	switch (token?.kind) {
		case "number": return isName(tokens, at) ? null : numberOf(tokens, at, aboutTests) ?? countBefore(tokens, at, token.value, token.denied === true);
		case "vague": return vague(tokens, at);
		case "percent": return rate(tokens, at, token);
		case "fraction": return isName(tokens, at) ? null : share(tokens, at, {
			count: token.count,
			among: token.among,
			next: at + 1,
			aboutTests
		});
		case "word": return keyed(tokens, at) ?? sweeping(tokens, at);
		case "mark": return bracketed(tokens, at);
		default: return null;
	}
}
/** "passed (42)", "tests (43)"; after "42 passed" a number in brackets at the end of a line is the total. */
function bracketed(tokens, at) {
	const value = tokens[at + 1];
	const before = tokens[at - 1];
	if (!isMark(tokens[at], "(") || value?.kind !== "number" || value.denied === true || !isMark(tokens[at + 2], ")") || meaning(before) === null) return null;
	const isTotal = resultOf(before) === null || tokens[at - 2]?.kind === "number";
	if (isTotal && resultOf(before) !== null && at + 3 < tokens.length) return null;
	const of = isTotal ? "total" : resultOf(before) ?? "total";
	return {
		from: at - 1,
		to: at + 3,
		said: {
			kind: "count",
			of,
			word: isTotal ? "total" : word(before),
			count: value.value
		},
		...isTotal ? { weak: true } : {}
	};
}
/** "Python 3", "test 7", "step 2": the number is a name. A colon before it makes it a count again. */
function isName(tokens, at) {
	const before = word(tokens[at - 1]);
	if ([
		"each",
		"every",
		"this",
		"that",
		"the",
		"another",
		"any",
		"which"
	].includes(before) && tokens[at]?.text.toLowerCase() === "one") return true;
	if (!NAMES_A_NUMBER.has(before) || tokens[at]?.kind !== "number" || !/^\d/.test(tokens[at].text)) return false;
	return !(before === "run" && meaning(tokens[at - 2]) === "tests") && !(before === "number" && word(tokens[at + 1]) === "of");
}
/** A word directly before its `:` or `=` belongs to what follows, not to the number before it. */
function isKey(tokens, at) {
	return isMark(tokens[at + 1], ":", "=") && (tokens[at + 2]?.kind === "number" || tokens[at + 2]?.kind === "fraction");
}
/** "N of M", "N out of M". */
function numberOf(tokens, at, aboutTests) {
	const count = tokens[at];
	if (count?.kind !== "number") return null;
	const opened = isMark(tokens[at + 1], "(") ? 1 : 0;
	const first = at + 1 + opened;
	const step = word(tokens[first]) === "of" ? 2 + opened : word(tokens[first]) === "out" && word(tokens[first + 1]) === "of" ? 3 + opened : 0;
	const skip = [
		"the",
		"all",
		"our",
		"its"
	].includes(word(tokens[at + step])) ? 1 : 0;
	const among = tokens[at + step + skip];
	if (step === 0 || among?.kind !== "number" || among.denied === true) return null;
	return share(tokens, at, {
		count: count.value,
		among: among.value,
		next: at + step + skip + 1 + opened,
		aboutTests
	});
}
/** A fraction claims tests where a result or "tests" stands beside it, or where nothing else stands in the line. */
function share(tokens, at, { count, among, next, aboutTests }) {
	const ahead = lookAhead(tokens, next);
	const before = behind(tokens, at);
	if (ahead.other) return null;
	const of = ahead.result ?? before ?? (ahead.tests || isAlone(tokens, at, next) || aboutTests ? "passed" : null);
	if (of === null) return null;
	return {
		from: at,
		to: Math.max(ahead.to, next),
		said: {
			kind: "share",
			of,
			count,
			among
		}
	};
}
/** The result that a key right before the number names: "passed: 42/43". */
function behind(tokens, at) {
	const key = isMark(tokens[at - 1], ":", "=", "-", "|") ? at - 2 : at - 1;
	const result = resultOf(tokens[key]);
	return result === "total" || result === "executed" ? null : result;
}
/** Nothing but a label of few words and marks stands in the line. */
function isAlone(tokens, from, to) {
	if (from > 6 || tokens.length - to > 4) return false;
	const rest = [...tokens.slice(0, from), ...tokens.slice(to)];
	return rest.filter(({ kind }) => kind === "word").length <= 3 && rest.every((token) => token.kind !== "number" && !isOtherThing(word(token)));
}
/** Looks from behind a number for "tests" and for a result, over words that change nothing. */
function lookAhead(tokens, next) {
	let tests = false;
	let to = next;
	let unknown = 0;
	for (let at = next; at < tokens.length && at <= next + REACH; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word") {
			if (isMark(token, "(", "\"", "[") && !tests && at === next && tokens[at + 1]?.kind === "word") continue;
			break;
		}
		if (isKey(tokens, at)) break;
		const result = isNoun(tokens, at) ? null : resultOf(token);
		if (result !== null && !(result === "executed" && !tests)) {
			const following = tokens[at + 1];
			const counts = word(following);
			if (!tests && meaning(following) === "tests" && !isMark(tokens[at + 2], ":", "=")) return {
				result,
				word: word(token),
				tests: true,
				other: false,
				to: at + 2
			};
			if (!tests && token.sign !== true && isPlural(counts) && meaning(following) === null) return {
				result: null,
				word: "",
				tests,
				other: true,
				to
			};
			return {
				result,
				word: word(token),
				tests,
				other: false,
				to: at + 1
			};
		}
		if (result === "executed" && !tests) return {
			result,
			word: word(token),
			tests,
			other: false,
			to: at + 1
		};
		if (meaning(token) === "tests") {
			if (isOtherThing(word(tokens[at + 1]))) return {
				result: null,
				word: "",
				tests: false,
				other: true,
				to
			};
			tests = true;
			unknown = 0;
			to = at + 1;
			continue;
		}
		const plain = word(token);
		if (GLUE.has(plain)) continue;
		if (isOtherThing(plain)) return {
			result: null,
			word: "",
			tests,
			other: !tests,
			to
		};
		unknown += 1;
		if (unknown > 2 || isPlural(plain)) return {
			result: null,
			word: "",
			tests,
			other: !tests && unknown <= 2,
			to
		};
	}
	return {
		result: null,
		word: "",
		tests,
		other: false,
		to
	};
}
/** "42 passed", "42 tests were skipped", "42 tests", "no failures". */
function countBefore(tokens, at, count, denied) {
	const ahead = lookAhead(tokens, at + 1);
	if (ahead.result === null) {
		const ran = resultOf(tokens[at - 1]) === "executed" || isMark(tokens[at - 1], ":") && resultOf(tokens[at - 2]) === "executed";
		if (word(tokens[at - 1]) === "collected" && word(tokens[at + 1]) === "items") return {
			from: at - 1,
			to: at + 2,
			said: {
				kind: "count",
				of: "total",
				word: "collected",
				count
			}
		};
		if (!ahead.tests || denied || tellsOfChange(tokens, at, ahead.to)) return null;
		const before = resultOf(tokens[at - 1]);
		if (before !== null && before !== "total" && before !== "executed") return {
			from: at - 1,
			to: ahead.to,
			said: {
				kind: "count",
				of: before,
				word: word(tokens[at - 1]),
				count
			}
		};
		const weak = !tokens.slice(at, ahead.to).some((token) => word(token).startsWith("test"));
		return {
			from: at,
			to: ahead.to,
			said: {
				kind: "count",
				of: ran ? "executed" : "total",
				word: "tests",
				count
			},
			...weak ? { weak: true } : {}
		};
	}
	if (denied && word(tokens[at + 1]) === "longer") return null;
	if (denied && !ahead.tests && (ahead.result === "executed" || ahead.result === "total")) return null;
	if ((ahead.result === "failed" || ahead.result === "errored") && /s$/.test(ahead.word) && tellsOfChange(tokens, at, ahead.to)) return null;
	const said = isSplit(tokens, at) ? { kind: "unclear" } : {
		kind: "count",
		of: ahead.result,
		word: ahead.word,
		count
	};
	const weak = (ahead.result === "total" || ahead.result === "executed") && !ahead.tests;
	return {
		from: at,
		to: ahead.to,
		said,
		...weak ? { weak: true } : {}
	};
}
/** "4 2 passed", "forty two passed": two numbers that a reader may take for one. */
function isSplit(tokens, at) {
	const before = tokens[at - 1];
	return before?.kind === "number" && before.denied !== true && /^\d/.test(before.text) === /^\d/.test(tokens[at]?.text ?? "");
}
/** "adds 3 tests", "3 tests were renamed": the change is told, not a result. */
function tellsOfChange(tokens, at, to) {
	return [
		...tokens.slice(Math.max(0, at - 4), at),
		...tokens.slice(at + 1, to),
		...tokens.slice(to, to + 3)
	].some((token) => CHANGES.has(word(token)));
}
/** "dozens of tests passed", "4O passed". */
function vague(tokens, at) {
	const { result, tests, to } = lookAhead(tokens, at + 1);
	return result === null && !(tests && !tellsOfChange(tokens, at, to)) ? null : {
		from: at,
		to,
		said: { kind: "unclear" }
	};
}
/** "97.6% of the tests passed", "pass rate: 100%", "100% green". */
function rate(tokens, at, { value, decimals }) {
	const ahead = lookAhead(tokens, at + 1);
	const before = tokens.slice(Math.max(0, at - 5), at);
	const named = before.some((token) => [
		"passed",
		"passing",
		"pass",
		"success"
	].includes(word(token))) && before.some((token) => [
		"rate",
		"ratio",
		"percentage"
	].includes(word(token)));
	const rated = meaning(tokens[at + 1]) === "passed" && word(tokens[at + 2]) === "rate";
	if (ahead.result !== "passed" && !named && !rated) return null;
	return {
		from: named ? Math.max(0, at - 5) : at,
		to: Math.max(at + 1, ahead.to),
		said: {
			kind: "rate",
			percent: value,
			decimals
		}
	};
}
/** What may follow a number that belongs to the key before it. */
const CLOSING = [
	",",
	";",
	"|",
	")",
	"]",
	"}",
	".",
	"/",
	"-",
	"=",
	"(",
	"*",
	">",
	"\"",
	"'"
];
/** "passed: 42", "Tests run: 42", "failures = 0", "pass 42" at the end of a line, "✅ 42". */
function keyed(tokens, at) {
	const key = tokens[at];
	if (key?.kind !== "word" || key.meaning === null || isOtherThing(word(tokens[at - 1]))) return null;
	let end = at + 1;
	let tests = key.meaning === "tests";
	let result = resultOf(key);
	for (; end < at + 3; end += 1) {
		const means = meaning(tokens[end]);
		if (isOtherThing(word(tokens[end]))) return null;
		if (means === "tests") tests = true;
		else if (means !== null) result = result === null || result === "total" ? means : result;
		else if (![
			"count",
			"case",
			"cases"
		].includes(word(tokens[end]))) break;
	}
	if (isMark(tokens[end], "\"", "'") && isMark(tokens[end + 1], ":", "=")) end += 1;
	const parted = end;
	while (end < parted + 3 && (isMark(tokens[end], ":", "=", "|", "-", ">", "→") || isEllipsis(tokens, end) || end === parted && [
		"is",
		"are",
		"was",
		"were"
	].includes(word(tokens[end])))) end += 1;
	const separated = end > parted;
	if (separated && isMark(tokens[end], "\"", "'") && isMark(tokens[end + 2], "\"", "'")) end += 1;
	const value = tokens[end];
	if (value?.kind === "vague" && separated) return {
		from: at,
		to: end + 1,
		said: { kind: "unclear" }
	};
	if (value?.kind !== "number" || value.denied === true) return null;
	const after = tokens[end + 1];
	if (!(after === void 0 || isMark(after, ...CLOSING) || after.kind === "word" && (isKey(tokens, end + 1) || after.sign === true)) || !separated && !isBareKey(tokens, at, end)) return null;
	const of = result ?? "total";
	const weak = of === "total" && !tests;
	return {
		from: at,
		to: end + 1,
		said: {
			kind: "count",
			of,
			word: word(key),
			count: value.value
		},
		...weak ? { weak: true } : {}
	};
}
/** "passed... 42"; one full stop ends a sentence. */
function isEllipsis(tokens, at) {
	return isMark(tokens[at], ".") && (isMark(tokens[at - 1], ".") || isMark(tokens[at + 1], "."));
}
/** Without a separator a key must stand first and its number last, as reporters print it, or be a sign. */
function isBareKey(tokens, at, end) {
	const key = tokens[at];
	if (key?.kind === "word" && key.sign === true) return true;
	if ([
		"ok",
		"test",
		"spec",
		"case",
		"run",
		"ran",
		"example",
		"scenario"
	].includes(word(key))) return false;
	return (at === 0 || at <= 2 && tokens.slice(0, at).every(({ kind, text }) => kind === "mark" || text.length === 1) || isMark(tokens[at - 1], ",", ";", "|", "(")) && (tokens[end + 1] === void 0 || isMark(tokens[end + 1], ",", ";", "|", ")"));
}

// src/evidence/summary/tokens.ts
/** Cuts a line of a summary into words, numbers and the like. Numbers that count nothing become `other`. */
const other = () => ({ kind: "other" });
/**
* Tried in order where the first character is of one of their kinds (see {@link kindOf}); a build that gives null leaves
* the place to the next. Each is bounded, or consumes what it has looked at.
*/
const PATTERNS = [
	[
		"0",
		/\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}[\d:.,]{0,20}z?)?(?![\d-])/iy,
		other
	],
	[
		"0",
		/\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?![\d:])/y,
		other
	],
	[
		"0",
		/(?:\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?![\d/])/y,
		other
	],
	[
		"#$",
		/#\d+|[$€£]\s?\d[\d.,]*/y,
		other
	],
	[
		"/a0",
		/(?=[^\s|,;()]{0,200}\p{L})[\p{L}\p{N}_.@~+-]{0,100}(?:[\\/][\p{L}\p{N}_.@~+-]{1,100}){1,40}(?::\d{1,9}){0,2}/uy,
		(text) => text.split(/[\\/]/).some((part) => meaningOf(part) !== null) && !text.includes(".") ? null : { kind: "other" }
	],
	[
		"a",
		/\p{L}[\p{L}\p{N}_-]{0,100}(?:\.[\p{L}_][\p{L}\p{N}_-]{0,100}){1,20}(?::\d{1,9}){0,2}/uy,
		(text) => text.split(/[.:]/).some((part) => isResult(meaningOf(part))) ? null : { kind: "other" }
	],
	[
		"a0",
		/(?=[0-9]{0,63}[a-f])(?=[a-f]{0,63}[0-9])[0-9a-f]{7,64}(?![\p{L}\p{N}_])/iuy,
		other
	],
	[
		"0",
		/(\d+(?:[.,](\d{1,9}))?)\s?%/y,
		(_text, [number = "", decimals = ""]) => ({
			kind: "percent",
			value: Number(number.replace(",", ".")),
			decimals: decimals.length
		})
	],
	[
		"0",
		/\d{1,3}(?:\.\d{3})+(?![\d.\p{L}_])/uy,
		(text) => ({
			kind: "number",
			value: Number(text.replaceAll(".", ""))
		})
	],
	[
		"a0",
		/v?\d+(?:\.\d+)+[\p{L}\p{N}_.+-]{0,60}/iuy,
		(text) => ({
			kind: "other",
			length: text.replace(/[.+-]+$/, "").length
		})
	],
	[
		"0",
		/\d+\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|us|ns|k?b|[mg]b|[kmg]ib|bytes?|x|st|nd|rd|th)(?![\p{L}\p{N}_])/iuy,
		other
	],
	[
		"0",
		/(\d+)\s?\/\s?(\d+)(?!\d|\s?\/|\.\d|-\d)/y,
		(_text, [count = "", among = ""]) => ({
			kind: "fraction",
			count: Number(count),
			among: Number(among)
		})
	],
	[
		"0",
		/\d{1,3}(?:[,_']\d{3})+(?!\d)|\d+/y,
		(text) => ({
			kind: "number",
			value: Number(text.replace(/\D/g, ""))
		})
	],
	[
		"a",
		/[\p{L}_][\p{L}\p{N}_]*(?:['’-][\p{L}\p{N}_]{1,60}){0,8}/uy,
		wordOf
	]
];
/** `0` a digit, `a` a letter, `/` what a path may begin with, `#` or `$` themselves, else empty: a mark or sign. */
function kindOf(character) {
	if (character >= "0" && character <= "9") return "0";
	if (/[\p{L}_]/u.test(character)) return "a";
	if (/[\\/.@~+-]/.test(character)) return "/";
	return character === "#" ? "#" : /[$€£]/.test(character) ? "$" : "";
}
function isResult(meaning) {
	return meaning !== null && meaning !== "tests";
}
function wordOf(text) {
	const [first = "", second = ""] = text.split("-", 2);
	if (first.length < text.length && meaningOf(text) === null && isResult(meaningOf(first)) && (/^\d+$/.test(second) || meaningOf(second) !== null)) return {
		kind: "word",
		word: first,
		meaning: meaningOf(first),
		length: first.length
	};
	const value = numberWord(text);
	if (value !== void 0) return {
		kind: "number",
		value,
		...isDenial(text) ? { denied: true } : {}
	};
	if (VAGUE.has(text.toLowerCase())) return { kind: "vague" };
	return {
		kind: "word",
		word: text,
		meaning: meaningOf(text)
	};
}
/** Cuts one line. */
function tokenize(line) {
	const tokens = [];
	for (let at = 0; at < line.length;) {
		if (/\s/.test(line.charAt(at))) {
			at += 1;
			continue;
		}
		const token = tokenAt(line, at);
		tokens.push(token);
		at = token.end;
	}
	return tokens;
}
function tokenAt(line, at) {
	const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
	const kind = kindOf(character);
	for (const [starts, pattern, build] of PATTERNS) {
		if (kind === "" || !starts.includes(kind)) continue;
		pattern.lastIndex = at;
		const match = pattern.exec(line);
		if (match === null) continue;
		const built = build(match[0], match.slice(1));
		if (built === null) continue;
		const { length = match[0].length, ...rest } = built;
		const end = at + length;
		if (rest.kind === "number" && rest.denied === void 0 && /\d$/.test(match[0])) {
			const glued = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(line.slice(end, end + 40))?.[0];
			if (glued !== void 0 && meaningOf(glued) === null) return {
				at,
				end: end + glued.length,
				text: line.slice(at, end + glued.length),
				kind: /^[\doil_]+$/i.test(glued) ? "vague" : "other"
			};
		}
		return {
			at,
			end,
			text: line.slice(at, end),
			...rest
		};
	}
	const sign = SIGNS.get(character);
	const where = {
		at,
		end: at + character.length,
		text: character
	};
	return sign === void 0 ? {
		...where,
		kind: "mark"
	} : {
		...where,
		kind: "word",
		word: character,
		meaning: sign,
		sign: true
	};
}

// src/evidence/summary/tables.ts
/** Heads of a first column that lists the cells of a matrix. */
const MATRIX_HEADS = /* @__PURE__ */ new Set([
	...CELLS,
	"python",
	"node",
	"version",
	"target",
	"env",
	"config",
	"arch",
	"architecture",
	"shard"
]);
const NEUTRAL = /* @__PURE__ */ new Set([
	"",
	"total",
	"totals",
	"all",
	"sum",
	"overall",
	"result",
	"results",
	"test",
	"tests",
	"summary",
	"all tests",
	"count",
	"counts",
	"-"
]);
/** Whether a line in columns is a head: words only, some of them about tests and at most `foreign` not, and numbers below. */
function isHeader(header, next, foreign) {
	const known = header.filter((cell) => headMeaning(cell) !== null).length;
	return header.every((cell) => !/\d/.test(cell)) && known > 0 && header.length - known <= foreign && next.some((cell) => plainNumber(stripInline(cell)) !== null);
}
/** What a column's head or a row's name says that its numbers count. */
function headMeaning(text) {
	const plain = text.trim().replace(/[:*()]+/g, " ").trim();
	if (plain === "" || plain.length > 60) return null;
	const sign = Array.from(plain, (character) => SIGNS.get(character)).find((meaning) => meaning !== void 0) ?? null;
	if (isForeignKey(plain)) return null;
	return meaningOf(plain) ?? meaningOf(keyParts(plain).join("_")) ?? sign;
}
function plainNumber(text) {
	const [token, ...more] = tokenize(text.trim());
	return token?.kind === "number" && more.length === 0 && /^\d/.test(token.text) ? token.value : null;
}
/** Reads a table. Its cells still carry Markdown's marks. */
function readTable(header, rows, names) {
	const heads = header ?? [];
	const columns = heads.map((head) => ({
		head,
		means: headMeaning(head)
	}));
	const isMatrix = keyParts(heads[0] ?? "").some((part) => MATRIX_HEADS.has(part));
	const citations = [];
	const statements = [];
	/** Rows that are named by a result, as "| passed | 42 |": they belong together. */
	const listed = [];
	for (const { line, cells: marked, isHeader: head } of rows) {
		const cells = marked.map(stripInline);
		cells.forEach((cell, column) => citations.push(...citationsIn(cell, line, head === true ? "" : column === 0 ? heads[0] ?? "" : `${heads[column] ?? ""} ${cells[0] ?? ""}`)));
		const first = cells[0] ?? "";
		const rowMeans = head === true ? null : headMeaning(first);
		const claims = [];
		cells.forEach((cell, column) => {
			if (column === 0 && names.has(first.trim())) return;
			const told = head === true ? readCell(cell, line, null, "") : readCell(cell, line, meaningOfCell(columns[column]?.means ?? null, rowMeans, column), column === 0 ? "" : first);
			const place = columns[column]?.head ?? "";
			if (told.length > 0 && head !== true && column > 0 && isCellName(place)) statements.push({
				line,
				report: null,
				cells: [place],
				places: [],
				claims: told
			});
			else if (rowMeans !== null && column > 0) listed.push(...told);
			else claims.push(...told);
		});
		const own = /^(?:matrix )?cell(?: name)?$/i.test(first.trim()) ? (cells[1] ?? "").trim() : "";
		if (own !== "" && own !== "-" && claims.length === 0 && head !== true && !heads.slice(1).some((text) => headMeaning(text) !== null)) statements.push({
			line,
			report: null,
			cells: [own],
			places: [],
			claims: []
		});
		if (claims.length > 0) statements.push({
			line,
			...about(first, cells.join(" | "), isMatrix && head !== true, names),
			claims
		});
	}
	if (listed.length > 0) statements.push({
		line: listed[0]?.line ?? 0,
		report: null,
		cells: [],
		places: [],
		claims: listed
	});
	return {
		statements: aboutTests(statements, heads),
		citations
	};
}
/** The head of the column decides, unless it only says "tests" and the row is more precise. */
function meaningOfCell(column, row, at) {
	if (at === 0) return column;
	if (column === null || (column === "tests" || column === "total") && row !== null) return row ?? column;
	return column;
}
function readCell(cell, line, means, rowName) {
	const tokens = tokenize(cell);
	const of = means === "tests" ? "total" : means;
	const first = tokens[0];
	const found = findClaims(tokens);
	const claims = found.map(({ from, to, said }) => ({
		line,
		text: cell.slice(tokens[from]?.at, tokens[to - 1]?.end),
		...said
	}));
	const leads = first?.kind === "number" && /^\d/.test(first.text) && found[0]?.from !== 0 && (tokens.length === 1 || [
		"(",
		",",
		";",
		"/"
	].includes(tokens[1]?.text ?? ""));
	if (of !== null && leads) return [{
		line,
		text: rowName === "" ? cell.trim() : `${rowName} ${cell}`.trim(),
		kind: "count",
		of,
		word: of,
		count: first.value
	}, ...claims];
	if (claims.length > 0 || rowName === "") return claims;
	const joined = `${rowName} : ${cell}`;
	const words = tokenize(joined);
	return findClaims(words).filter(({ said }) => said.kind !== "count").map(({ said }) => ({
		line,
		text: joined,
		...said
	}));
}
function about(first, row, isMatrix, names) {
	const label = first.trim();
	if (NEUTRAL.has(label.toLowerCase()) || headMeaning(label) !== null || plainNumber(label) !== null) return {
		report: null,
		cells: cellNames(row),
		places: placesIn(row)
	};
	const report = names.get(label);
	if (report !== void 0) return {
		report,
		cells: [],
		places: []
	};
	return {
		report: null,
		cells: [.../* @__PURE__ */ new Set([...isMatrix || isCellLabel(label) ? [label] : [], ...cellNames(row)])],
		places: isMatrix ? [] : placesIn(row)
	};
}
/** A table whose only numbers are totals of something that is never called tests claims nothing about them. */
function aboutTests(statements, heads) {
	const weak = ({ claims }) => claims.every((claim) => claim.kind === "count" && (claim.of === "total" || claim.of === "executed"));
	return heads.some((head) => keyParts(head).some((part) => meaningOf(part) === "tests")) || statements.some((statement) => statement.claims.length > 0 && !weak(statement)) ? statements : statements.filter(({ claims }) => claims.length === 0);
}

// src/evidence/summary/statements.ts
/** How a claim is quoted, at most. */
const QUOTE_LIMIT = 120;
/** Tokens on both sides of a line's end that a wrapped sentence may need. */
const WRAP_REACH = 10;
/** Reads all lines. `names` are reports of the verdict: a row that is named by one is about that report. */
function readStatements(lines, names, hidden = false) {
	const statements = [];
	const citations = [];
	let before = null;
	for (let at = 0; at < lines.length;) {
		const table = tableAt(lines, at);
		if (table !== null) {
			const told = readTable(table.header, table.rows, names);
			statements.push(...told.statements.map((statement) => ({
				...statement,
				hidden
			})));
			citations.push(...told.citations);
			at = table.end;
			before = null;
			continue;
		}
		const { line, text: raw } = lines[at] ?? {
			line: 0,
			text: ""
		};
		at += 1;
		const { text: stripped, starts } = stripBlockStart(raw, (rest) => meaningOf(/^[\p{L}-]+/u.exec(stripInline(rest))?.[0] ?? "") !== null);
		const text = stripInline(stripped).trim();
		if (text === "") {
			before = null;
			continue;
		}
		citations.push(...citationsIn(text, line));
		const tokens = tokenize(text);
		const read = {
			line,
			tokens,
			text,
			found: findClaims(tokens)
		};
		if (before !== null && !starts) statements.push(...wrapped(before, read, hidden));
		statements.push(...stated(read, names, hidden));
		before = /^\s*#{1,6}\s/.test(raw) || countsOthers(tokens) ? null : read;
	}
	return {
		statements,
		citations
	};
}
function stated({ line, tokens, text, found }, names, hidden) {
	if (found.length === 0) {
		const cell = cellOfHeading(text);
		return cell === null ? [] : [{
			line,
			report: null,
			cells: [cell],
			places: [],
			hidden,
			claims: []
		}];
	}
	const claims = found.map((claim) => quoted(claim, text, tokens, line));
	const label = labelBefore(text.slice(0, tokens[found[0]?.from ?? 0]?.at));
	const report = label === null ? null : names.get(label) ?? null;
	const cells = [...cellNames(text), ...label !== null && report === null && isCellLabel(label) ? [label] : []];
	return [{
		line,
		report,
		cells: [...new Set(cells)],
		places: placesIn(text),
		hidden,
		claims
	}];
}
/** A sentence that is wrapped: claims that begin in one line and end in the next, of words that no other claim took. */
function wrapped(first, second, hidden) {
	const head = first.tokens.slice(-10);
	const skipped = first.tokens.length - head.length;
	const taken = (at) => at < head.length ? first.found.some((claim) => takesWords(claim) && within(claim, at + skipped)) : second.found.some((claim) => takesWords(claim) && within(claim, at - head.length));
	const shift = first.text.length + 1;
	const tokens = [...head, ...second.tokens.slice(0, WRAP_REACH).map((token) => ({
		...token,
		at: token.at + shift,
		end: token.end + shift
	}))];
	const text = `${first.text} ${second.text}`;
	const claims = findClaims(tokens).filter(({ from, to }) => from < head.length && to > head.length && !range(from, to).some(taken)).map((claim) => quoted(claim, text, tokens, first.line));
	return claims.length === 0 ? [] : [{
		line: first.line,
		report: null,
		cells: cellNames(text),
		places: placesIn(text),
		hidden,
		claims
	}];
}
function within({ from, to }, at) {
	return at >= from && at < to;
}
function range(from, to) {
	return Array.from({ length: to - from }, (_, at) => from + at);
}
/** A found claim with its words. */
function quoted({ from, to, said }, text, tokens, line) {
	const words = text.slice(tokens[from]?.at ?? 0, tokens[to - 1]?.end).trim();
	return {
		line,
		text: words.length > QUOTE_LIMIT ? `${words.slice(0, QUOTE_LIMIT)}…` : words,
		...said
	};
}
/** The name that stands before a claim, up to a colon, dash, bar or closing bracket. */
function labelBefore(prefix) {
	const label = /^[\s[(*]*([^:|]{1,100}?)\s*(?:[:|\]=]|\s-+>?)\s*(?:[^:|]{0,40}[:|]\s*)?$/u.exec(prefix.slice(0, 300))?.[1];
	return label === void 0 || label.trim() === "" ? null : label.trim();
}
/** A heading, or a line like "Cell: NAME", puts what follows under a cell. */
function cellOfHeading(text) {
	if (text.length > 160) return null;
	const named = /^(?:matrix )?cell(?: name)?\s*[:=|]\s*"?([\w.@/+-]{1,100})"?[.,]?$/i.exec(text)?.[1];
	if (named !== void 0) return named;
	const alone = text.replace(/[\s:.\])]+$/, "").replace(/^[[(]/, "");
	return isCellName(alone) ? alone : null;
}
/** A table that begins at a line: one of pipes with a delimiter row or a header, or one in plain columns with a header. */
function tableAt(lines, at) {
	const first = lines[at];
	const second = lines[at + 1];
	if (first === void 0 || second === void 0) return null;
	const columns = pipeCells(first.text) !== null ? pipeCells : plainColumns(first.text) !== null ? plainColumns : wordColumns;
	const header = columns(first.text)?.map(stripInline) ?? null;
	const next = columns(second.text);
	if (header === null || next === null) return null;
	const delimited = columns === pipeCells && isDelimiterRow(next);
	if (!delimited && !(next.length === header.length && isHeader(header, next, columns === wordColumns ? 1 : header.length))) return null;
	const rows = [];
	let end = at + (delimited ? 2 : 1);
	for (; end < lines.length; end += 1) {
		const line = lines[end];
		const cells = line === void 0 ? null : columns(line.text);
		if (line === void 0 || cells === null || columns !== pipeCells && cells.length !== header.length) break;
		if (!isDelimiterRow(cells)) rows.push({
			line: line.line,
			cells
		});
	}
	return {
		header,
		rows: [{
			line: first.line,
			cells: header,
			isHeader: true
		}, ...rows],
		end
	};
}

// src/evidence/summary/visible.ts
/** Stands for a line break that a comment or tag swallowed, so that lines keep their numbers. */
const SWALLOWED = "";
/** A break that a tag makes where the file has none. */
const BREAK = "";
/** Colours and weights (ECMA-48, SGR): they move nothing. */
const COLOURS = /\u001b\[[0-9;:]*m/g;
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Moves the cursor, rings, or turns the reading direction (UAX #9): what is shown is then not what is stored. */
const DECEIVING = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/;
/** Undoes what hides, and refuses what deceives. `text` is the whole file. Takes time linear in its length. */
function visibleText(text) {
	const plain = text.replace(/^\uFEFF/, "").replace(COLOURS, "").replace(LINE_ENDS, "\n");
	const deceiving = DECEIVING.exec(plain);
	if (deceiving !== null) return refuse(plain, deceiving);
	const { seen, hidden } = withoutComments(plain);
	const decoded = decodeReferences(withoutTags(seen));
	const referred = DECEIVING.exec(decoded.replaceAll(SWALLOWED, "").replaceAll(BREAK, ""));
	if (referred !== null) return {
		state: "refused",
		why: `it holds a reference to the control character ${nameOf(referred[0])}`
	};
	return {
		state: "read",
		lines: linesOf(foldCharacters(decoded), 1),
		hidden: hidden.flatMap(({ line, text: inside }) => linesOf(foldCharacters(inside), line))
	};
}
function refuse(text, { 0: character, index }) {
	return {
		state: "refused",
		why: `line ${text.slice(0, index).split("\n").length} holds the control character ${nameOf(character)}, with which what is shown is not what is stored`
	};
}
function nameOf(character) {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
/** Takes HTML comments out. One that is never closed hides the rest, as it does in a browser. */
function withoutComments(text) {
	const seen = [];
	const hidden = [];
	let line = 1;
	let at = 0;
	for (;;) {
		const start = text.indexOf("<!--", at);
		if (start < 0) break;
		const before = text.slice(at, start);
		const closing = text.indexOf("-->", start + 2);
		const end = closing < 0 ? text.length : closing + 3;
		const inside = text.slice(start + 4, closing < 0 ? end : Math.max(closing, start + 4));
		line += countBreaks(before);
		hidden.push({
			line,
			text: inside
		});
		const swallowed = countBreaks(text.slice(start, end));
		line += swallowed;
		seen.push(before, SWALLOWED.repeat(swallowed));
		at = end;
	}
	seen.push(text.slice(at));
	return {
		seen: seen.join(""),
		hidden
	};
}
function countBreaks(text) {
	let count = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
	return count;
}
const CELL_TAGS = /* @__PURE__ */ new Set(["td", "th"]);
const BLOCK_TAGS = new Set("address article aside blockquote br caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul".split(" "));
function withoutTags(text) {
	return text.replace(/<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(\s[^<>]*|\/)?>/g, (tag, closing, given, attributes) => {
		const name = given.toLowerCase();
		const swallowed = SWALLOWED.repeat(countBreaks(tag));
		if (CELL_TAGS.has(name)) return closing === "" ? `${swallowed} | ` : swallowed;
		if (BLOCK_TAGS.has(name)) return swallowed + BREAK;
		return swallowed + (name === "img" ? /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes ?? "")?.slice(1).join("") ?? "" : "").replaceAll("\n", " ");
	});
}
const NAMED = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'",
	nbsp: "\xA0",
	ensp: " ",
	emsp: " ",
	thinsp: " ",
	numsp: " ",
	Tab: " ",
	NewLine: " ",
	shy: "",
	zwj: "",
	zwnj: "",
	NoBreak: "",
	ZeroWidthSpace: "",
	InvisibleComma: "",
	InvisibleTimes: "",
	lrm: "",
	rlm: "",
	af: "",
	ic: "",
	it: "",
	num: "#",
	percnt: "%",
	sol: "/",
	vert: "|",
	VerticalLine: "|",
	verbar: "|",
	colon: ":",
	comma: ",",
	period: ".",
	equals: "=",
	lowbar: "_",
	ast: "*",
	check: "✓",
	cross: "✗"
};
/** Character references as a Markdown or HTML reader resolves them; names that are not listed stay as they are. */
function decodeReferences(text) {
	return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,20}));/g, (whole, decimal, hex, name) => {
		if (name !== void 0) return Object.hasOwn(NAMED, name) ? NAMED[name] ?? whole : whole;
		const code = decimal === void 0 ? parseInt(hex ?? "", 16) : Number(decimal);
		if (code <= 2 || code > 1114111 || code >= 55296 && code <= 57343) return "�";
		return [
			9,
			10,
			11,
			12,
			13,
			133,
			8232,
			8233
		].includes(code) ? " " : String.fromCodePoint(code);
	});
}
/** A space that groups digits, as typesetting has it. */
const GROUPING_SPACE = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;
/** A footnote mark behind a word or number is no part of it. */
const FOOTNOTE_MARK = /(?<=[\p{L}\p{Nd}])[\u00b9\u00b2\u00b3\u2070\u2074-\u2079\u2080-\u2089]+/gu;
/** What is not seen at all, and what is drawn over the character before it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
function foldCharacters(text) {
	if (/^[\u0001-\u007f]*$/.test(text)) return text;
	return text.replace(GROUPING_SPACE, "").replace(FOOTNOTE_MARK, " ").normalize("NFKC").replace(UNSEEN, "").replaceAll("⁄", "/").replace(/[\u2010\u2011\u2212]/g, "-").replace(/[\u2012-\u2015]/g, " - ").replace(/[^\u0001-\u007f]/gu, foldCharacter);
}
/** Letters of other scripts that look like Latin ones (Unicode confusables, what the words of a claim need). */
const LOOKALIKES = new Map(Array.from("аеорсхуіѕԁјһӏкοραντικ", (letter, at) => [letter, "aeopcxyisdjhlkopavtik"[at] ?? letter]));
const CAPITAL_LOOKALIKES = new Map(Array.from("АВЕКМНОРСТХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", (letter, at) => [letter, "ABEKMHOPCTXISJABEZHIKMNOPTYX"[at] ?? letter]));
function foldCharacter(character) {
	return LOOKALIKES.get(character) ?? CAPITAL_LOOKALIKES.get(character) ?? (/\p{Nd}/u.test(character) ? String(digitOf(character.codePointAt(0) ?? 0)) : character);
}
/** Decimal digits of a script stand in runs of ten, in their order (Unicode 4.6). */
function digitOf(code) {
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
	return (code - first) % 10;
}
function linesOf(text, first) {
	const lines = [];
	let line = first;
	for (const physical of text.split("\n")) {
		const parts = physical.split(BREAK);
		for (const part of parts) if (parts.length === 1 || part.trim() !== "") lines.push({
			line,
			text: part.replaceAll(SWALLOWED, "")
		});
		line += 1 + physical.split(SWALLOWED).length - 1;
	}
	return lines;
}

// src/evidence/summary/json.ts
/** Objects and arrays inside of each other. */
const DEPTH_LIMIT = 64;
/** Keys whose text names the cell that an object is about. */
const CELL_KEYS = /* @__PURE__ */ new Set([
	"cell",
	"job",
	"platform",
	"os",
	"environment",
	"env",
	"runner",
	"python",
	"node",
	"matrix",
	"shard"
]);
const REPORT_KEYS = /* @__PURE__ */ new Set([
	"path",
	"report",
	"file",
	"name"
]);
/** Every value of a valid document in its order: repeated keys are all there, which a parsed object would lose. */
const LEXEME = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]|\n|[^\S\n]+/gy;
/** Reads a document that `JSON.parse` accepts. Takes time linear in its length. */
function readJson(text, names) {
	const statements = [];
	const citations = [];
	const frames = [];
	let line = 1;
	let expectsKey = false;
	for (const [lexeme] of text.matchAll(LEXEME)) {
		const frame = frames.at(-1);
		if (lexeme === "\n") line += 1;
		else if (lexeme === "{" || lexeme === "[") {
			if (frames.length >= DEPTH_LIMIT) return {
				state: "refused",
				why: `line ${line} nests deeper than ${DEPTH_LIMIT} levels`
			};
			frames.push(frameIn(frame, lexeme === "{", line));
			expectsKey = lexeme === "{";
		} else if (lexeme === "}" || lexeme === "]") {
			const closed = frames.pop();
			if (closed !== void 0 && closed.claims.length > 0 && isAboutTests(closed)) statements.push(statementOf(closed));
			expectsKey = false;
		} else if (lexeme === ",") expectsKey = frame?.isObject === true;
		else if (lexeme.startsWith("\"")) {
			const seen = visibleText(JSON.parse(lexeme));
			if (seen.state === "refused") return {
				state: "refused",
				why: `line ${line}: a text in it cannot be read, since ${seen.why}`
			};
			if (expectsKey && frame !== void 0) {
				frame.key = stripInline(seen.lines.map(({ text: part }) => part).join(" ")).trim();
				expectsKey = false;
			} else {
				const named = frame?.isObject === true && REPORT_KEYS.has(frame.key) ? names.get(stripInline(seen.lines.map(({ text: part }) => part).join(" ")).trim()) : void 0;
				if (frame !== void 0 && named !== void 0) {
					frame.report = named;
					continue;
				}
				const at = line;
				const told = [readStatements(seen.lines.map(({ text: part }) => ({
					line: at,
					text: part
				})), names), readStatements(seen.hidden.map(({ text: part }) => ({
					line: at,
					text: part
				})), names, true)];
				statements.push(...told.flatMap((one) => one.statements));
				const value = seen.lines.map(({ text: part }) => part).join(" ");
				citations.push(...seen.lines.flatMap(({ text: part }) => citationsIn(part, at, [...frame?.path ?? [], frame?.key ?? ""].slice(-3).join(" "))));
				takeText(frame, value, line, told.some((one) => one.statements.some(({ claims }) => claims.length > 0)));
			}
		} else if (/^[-\dtf]/.test(lexeme) && frame !== void 0) takeScalar(frame, lexeme, line);
	}
	return {
		state: "read",
		statements,
		citations
	};
}
function frameIn(parent, isObject, line) {
	const path = parent === void 0 ? [] : parent.key === "" ? parent.path : [...parent.path, parent.key];
	const inMatrix = keyParts(parent?.path.at(-1) ?? "").some((part) => CELLS.has(part));
	const key = parent?.key ?? "";
	const named = parent?.isObject === true && key !== "" && (inMatrix || cellNames(key).length > 0 || headMeaning(key) === null && isObject && isCellLabel(key) && !/[_]/.test(key)) ? [key] : [];
	return {
		isObject,
		line,
		path,
		cells: [...parent?.cells ?? [], ...named],
		places: new Set(parent?.places ?? []),
		claims: [],
		report: parent?.report ?? null,
		key: isObject ? "" : key
	};
}
function statementOf({ line, report, cells, places, claims }) {
	return {
		line,
		report,
		cells: [...new Set(cells)],
		places: [...places].flatMap(placesIn),
		hidden: false,
		claims
	};
}
/** A total is one of tests where something beside it or above it says so. */
function isAboutTests({ claims, path }) {
	return claims.some((claim) => claim.kind !== "count" || !["total", "executed"].includes(claim.of) || claim.word === "tests") || path.some((key) => keyParts(key).some((part) => meaningOf(part) === "tests"));
}
/** What the key of a value counts; null where it, or a key above it, counts something else. */
function meaningOfKey({ path, key }) {
	return path.filter((one) => !keyParts(one).some((part) => CELLS.has(part))).some(isForeignKey) ? null : headMeaning(key);
}
function takeScalar(frame, lexeme, line) {
	const { key, claims } = frame;
	const means = meaningOfKey(frame);
	const quote = {
		line,
		text: `"${key}": ${lexeme}`
	};
	if (lexeme === "true" || lexeme === "false") {
		const parts = keyParts(key);
		if (parts.some((part) => EVERY.has(part)) && parts.every((part) => EVERY.has(part) || meaningOf(part) !== null) && lexeme === "true") claims.push({
			...quote,
			kind: "all-passed"
		});
		else if (means === "passed" && lexeme === "true") claims.push({
			...quote,
			kind: "none-failed"
		});
		else if ((means === "failed" || means === "errored") && lexeme === "true") claims.push({
			...quote,
			kind: "unclear"
		});
		return;
	}
	if (means === null || !frame.isObject && (means === "tests" || means === "total")) return;
	const count = Number(lexeme);
	if (Number.isSafeInteger(count) && count >= 0) claims.push({
		...quote,
		kind: "count",
		of: means === "tests" ? "total" : means,
		word: keyParts(key).some((part) => meaningOf(part) === "tests") && (means === "total" || means === "tests") ? "tests" : means,
		count
	});
	else claims.push({
		...quote,
		kind: "unclear"
	});
}
function takeText(frame, value, line, claimed) {
	if (frame === void 0) return;
	const plain = value.trim();
	if (/^\d{1,15}$/.test(plain)) takeScalar(frame, String(Number(plain)), line);
	else if (frame.isObject && keyParts(frame.key).some((part) => CELL_KEYS.has(part))) {
		if (placesIn(`${frame.key} ${plain}`).length > 0 && cellNames(plain).length === 0) frame.places.add(`${frame.key} ${plain}`);
		else if (plain !== "") frame.cells.push(plain);
	} else if (!claimed && meaningOfKey(frame) === "tests" && meaningOf(plain) === "passed") frame.claims.push({
		line,
		text: `"${frame.key}": "${plain}"`,
		kind: "none-failed"
	});
}

// src/evidence/summary/read.ts
/** Reads one written summary: a regular file of bounded size, valid UTF-8, in Markdown, plain text or JSON. */
/** A summary is read by people; a megabyte is hundreds of pages. */
const SUMMARY_LIMIT_BYTES = 1 << 20;
/** Claims of one summary that are judged; one that has more is no summary. */
const CLAIMS_LIMIT = 2e4;
/**
* Reads the summary at `path` (absolute). `reports` are those of the verdict: a claim that is named by one is about
* that report. Never waits for a FIFO, never follows a link, never throws for what the file holds.
*/
function readSummary(path, reports) {
	const content = readBounded(path);
	return content.state === "refused" ? content : readSummaryText(content.bytes, path.toLowerCase().endsWith(".json"), reports);
}
/** Reads the bytes of a summary. `isJson`: its name says that it is JSON. */
function readSummaryText(bytes, isJson, reports) {
	if (!isUtf8(bytes)) return refused("it is not valid UTF-8");
	const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
	if (text.trim() === "") return refused("it is empty");
	const names = new Map(reports.flatMap((report) => [report.path, reportName(report)].map((name) => [asRead(name), report.path])));
	if (isJson || /^\s*[{[]/.test(text)) {
		const fault = jsonFault(text);
		if (fault === null) {
			const told = readJson(text, names);
			return told.state === "refused" ? told : bounded(told);
		}
		if (isJson) return refused(`it is named as JSON and is none: ${fault}`);
	}
	const seen = visibleText(text);
	if (seen.state === "refused") return seen;
	const told = readStatements(seen.lines, names);
	const hidden = readStatements(seen.hidden, names, true);
	return bounded({
		statements: [...told.statements, ...hidden.statements],
		citations: told.citations
	});
}
/** A name as the reader finds it in a summary: Markdown's own marks in it are gone. */
function asRead(name) {
	const seen = visibleText(name);
	return seen.state === "read" ? stripInline(seen.lines.map(({ text }) => text).join(" ")).trim() : name;
}
function bounded({ statements, citations }) {
	const claims = statements.reduce((sum, statement) => sum + Math.max(1, statement.claims.length), 0);
	return claims > 2e4 ? refused(`it makes ${claims} claims about tests, more than ${CLAIMS_LIMIT}`) : {
		state: "read",
		statements,
		citations
	};
}
function refused(why) {
	return {
		state: "refused",
		why
	};
}
function jsonFault(text) {
	try {
		JSON.parse(text);
		return null;
	} catch (error) {
		return error instanceof SyntaxError ? error.message.slice(0, 120) : "it cannot be parsed";
	}
}
function readBounded(path) {
	let descriptor;
	const native = encodePath(path);
	try {
		descriptor = openSync(native, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
	} catch (error) {
		if (lstatSync(native, { throwIfNoEntry: false })?.isSymbolicLink() === true) return refused("it is a symbolic link");
		const code = error.code ?? String(error);
		return refused(code === "ENOENT" ? "there is no such file" : `it cannot be opened (${code})`);
	}
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return refused("it is no regular file");
		if (stats.size > 1048576) return refused(`it holds ${stats.size} bytes, more than ${SUMMARY_LIMIT_BYTES}`);
		const bytes = Buffer.alloc(1048577);
		let read = 0;
		for (;;) {
			const got = readSync(descriptor, bytes, read, bytes.length - read, null);
			if (got === 0) break;
			read += got;
			if (read > 1048576) return refused(`it holds more than ${SUMMARY_LIMIT_BYTES} bytes`);
		}
		return {
			state: "read",
			bytes: bytes.subarray(0, read)
		};
	} catch (error) {
		return refused(`it cannot be read (${error.code ?? String(error)})`);
	} finally {
		closeSync(descriptor);
	}
}

// src/steps/summaries.ts
/** What the check gathers to judge written summaries: the saved verdict, the verdict of now, and the texts. */
/** The accepted verdict that is on record for a generation. Throws a GateError where its digest is not that of its content. */
function savedVerdict(state, generation) {
	const saved = recallAccepted(state, generation);
	if (saved !== null && verdictDigest(saved.verdict) !== saved.digest) throw new GateError("GG-STATE-DAMAGED", `The saved verdict of generation ${generation} does not have its digest ${saved.digest}`, "Check again: generation-gate check");
	return saved;
}
/** Reads the summaries. `paths` are relative to the current folder, as for every file that a caller names. */
function gatherSummaries(state, facts, { paths, accepted, cell }) {
	if (facts.stamped === null || paths.length === 0) return null;
	const reports = countedReports(facts).map(({ path, report }) => ({
		path,
		sha256: report.sha256
	}));
	return {
		saved: savedVerdict(state, facts.stamped.generation),
		digestNow: accepted?.digest ?? null,
		ownCell: cell === null ? [] : [cell, asRead(cell)],
		ranOn: placesOf(facts, cell),
		files: paths.map((path) => ({
			path,
			reading: readSummary(resolve(path), reports)
		}))
	};
}
/** The system and the interpreters that the run is known to have used, and what its cell is named after. */
function placesOf({ stamped, run }, cell) {
	const interpreters = [run?.origins, stamped?.origins].flatMap((origins) => origins?.interpreter.state === "found" ? [origins.interpreter] : []);
	return [
		{
			family: process.platform,
			version: ""
		},
		...interpreters.map(({ implementation, version }) => ({
			family: implementation === "cpython" ? "python" : implementation,
			version
		})),
		...placesIn((cell ?? "").replace(/[-_/@+]/g, " "))
	];
}

export { savedVerdict as n, reportName as r, gatherSummaries as t };