import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { n as Refusal, r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as matchesGlob } from "./chunk-patterns-r_jDGFE8.js";
import { a as nativePath, n as decodePath, o as showPath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { i as cellsOf } from "./chunk-policy-CIRIVHlF.js";
import { t as eventBase } from "./chunk-event-brNRZ_vT.js";
import { i as writeChange, r as leftOutOf, t as pathsOf } from "./chunk-stamped-paths-UVlhPvap.js";
import { randomBytes } from "node:crypto";
import { closeSync, constants as constants$2, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, realpathSync, renameSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { a as secretsOfDotenv, i as redact, n as learnSecrets, o as secretsOfEnvironment, r as neutralPaths, s as secretsOfGitConfig, t as findSecrets } from "./chunk-redact-CsmjYPsr.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { t as policyLine } from "./chunk-policy-DuCA8Iht.js";
import { i as createTestRegister, n as judgeAgain } from "./chunk-fan-in-Cs9UlaHW.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { l as showCommand, n as commandDigest, o as loadCommand } from "./chunk-captured-command-CJlk1AYq.js";
import { i as STAMP_RULES } from "./chunk-catalog-DTYz_AU_.js";
import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { i as readStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as generationFolder } from "./chunk-state-DYH1Qo5G.js";
import { t as findBase } from "./chunk-base-revision-DnDN5S7n.js";
import { t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { a as recall, l as recallVerdict, s as recallComparisons } from "./chunk-records-Cpwo0gzg.js";
import { t as driftNow } from "./chunk-run-CzCmHKNL.js";
import { n as savedVerdict } from "./chunk-summaries-BaURJzrY.js";

// src/packet/folder.ts
/** The packet's folder: written beside its place, scanned as it will be read, and only then put there (PK4, PK5). */
/** The page; a folder that holds it is an earlier packet and may be replaced. */
const PAGE = "REVIEW_PACKET.md";
const PATCH_FILE = "change.patch";
const FILES = [
	PAGE,
	PATCH_FILE,
	/^[a-z-]+-tail\.log$/
];
/** Opens a draft beside `out`. Throws a {@link UsageError} where something else than a packet lies there. */
function openPacketFolder(out) {
	const asked = resolve(out);
	const parent = parentOf(asked, out);
	const place = join(parent, basename(asked));
	requireReplaceable(place, out);
	const draft = join(parent, `.${basename(asked)}.${randomBytes(4).toString("hex")}.draft`);
	mkdirSync(draft, { mode: 448 });
	const discard = () => rmSync(draft, {
		recursive: true,
		force: true
	});
	return {
		place,
		draft,
		write: (name, text) => writeFileSync(join(draft, name), text, {
			flag: "wx",
			mode: 384
		}),
		discard,
		publish: () => {
			requireReplaceable(place, out);
			removePacket(place);
			renameSync(draft, place);
		}
	};
}
/** What still looks like a secret in the finished files, by file; never the secret itself. */
async function secretsLeft(folder, known) {
	const left = [];
	for (const file of readdirSync(folder).sort()) {
		const text = readFileSync(join(folder, file), "utf8");
		const seen = unescaped(text);
		for (const shown of seen === text ? [text] : [text, seen]) for (const { start, kind } of await findSecrets(shown, known)) left.push({
			file,
			line: shown.slice(0, start).split("\n").length,
			kind
		});
	}
	return left;
}
function unescaped(text) {
	return text.replace(/&#(\d{1,7});/g, (whole, code) => Number(code) <= 1114111 ? String.fromCodePoint(Number(code)) : whole).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
/** Where the packet would lie below the workspace; null where it lies outside. */
function insideWorkspace(top, place) {
	const inside = relative(top, place);
	return inside === ".." || inside.startsWith("../") ? null : inside;
}
function parentOf(asked, out) {
	try {
		mkdirSync(dirname(asked), { recursive: true });
		return realpathSync(dirname(asked));
	} catch (error) {
		throw new UsageError("GG-OUT-NO-FOLDER", `The folder around --out ${JSON.stringify(out)} cannot be made (${error.code ?? String(error)})`, "Name a folder that can be made, for example: --out ../packet");
	}
}
function requireReplaceable(place, out) {
	const stats = lstatSync(place, { throwIfNoEntry: false });
	if (stats === void 0) return;
	const names = stats.isDirectory() ? readdirSync(place) : null;
	if (names !== null && (names.length === 0 || names.includes("REVIEW_PACKET.md") && names.every(isOwnFile))) return;
	throw new UsageError("GG-OUT-IN-USE", `--out ${JSON.stringify(out)} holds something that is no packet, and nothing of it is overwritten`, "Name a folder that does not exist yet, for example: --out ../packet");
}
function isOwnFile(name) {
	return FILES.some((file) => typeof file === "string" ? file === name : file.test(name));
}
function removePacket(place) {
	if (lstatSync(place, { throwIfNoEntry: false }) === void 0) return;
	for (const name of readdirSync(place)) rmSync(join(place, name), { force: true });
	rmdirSync(place);
}

// src/packet/read-bounded.ts
/** Reads files of others: never through a link, never a FIFO, never more than a bound. */
const LIMIT = 4 << 20;
/** All of a regular file; null where it is none, cannot be read or has more than `limit` bytes. */
function readBounded(file, limit = LIMIT) {
	const end = readEnd(file, limit);
	return end === null || end.before > 0 ? null : end.bytes;
}
/** The end of a regular file, and how many bytes lie before it; null where it is none or cannot be read. */
function readEnd(file, limit) {
	let descriptor;
	try {
		descriptor = openSync(file, constants$2.O_RDONLY | constants$2.O_NOFOLLOW | constants$2.O_NONBLOCK);
	} catch {
		return null;
	}
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return null;
		const before = Math.max(0, stats.size - limit);
		const bytes = Buffer.alloc(stats.size - before);
		let got = 0;
		for (let read = 1; read > 0 && got < bytes.length; got += read) read = readSync(descriptor, bytes, got, bytes.length - got, before + got);
		return {
			bytes: bytes.subarray(0, got),
			before
		};
	} finally {
		closeSync(descriptor);
	}
}

// src/packet/log-tail.ts
const LINES = 80;
const LINE_LIMIT = 500;
/** The end that is looked at, in bytes: a secret that begins before its last lines is seen whole. */
const END_BYTES = 524288;
/** Colours, cursor moves and titles (ECMA-48): a terminal obeys them. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
/** The end of a log as text, without escapes and control characters; null where there is no log. */
function logEnd(file) {
	const end = readEnd(file, END_BYTES);
	if (end === null) return null;
	const text = end.bytes.toString("utf8").replace(ESCAPES, "").replace(/\r\n/g, "\n").replace(/[^\n\t\P{C}]/gu, "�");
	return {
		text: end.before > 0 ? text.slice(text.indexOf("\n") + 1) : text,
		before: end.before
	};
}
/** The last lines of a text that secrets were taken out of. */
function tailOf(name, text, before) {
	const lines = text.replace(/\n$/, "").split("\n");
	const kept = lines.slice(-80).map((line) => line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT)}… (${line.length - LINE_LIMIT} more characters)` : line);
	return {
		name,
		lines: text === "" ? [] : kept,
		cut: before > 0 || lines.length > LINES
	};
}

// src/packet/quotes.ts
/** Quotes in a packet: verbatim, or refused (PK2). */
/** Where a project says how to contribute, in the order in which GitHub looks. */
const CONTRIBUTING = /^(?:\.github\/|docs\/)?CONTRIBUTING(?:\.[A-Za-z]+)?$/i;
const SHORTEST = 8;
const LONGEST_LINES = 60;
/** Checks one quote: `FILE:START-END`, `FILE:exact text`, or exact text from the contributing guide. */
function checkQuote(given, source) {
	const refused = (why) => ({
		state: "refused",
		given,
		why
	});
	const range = /^(.+):(\d{1,7})(?:-(\d{1,7}))?$/s.exec(given);
	if (range !== null) {
		const [, path = "", first = "", last = first] = range;
		const lines = linesOf(path, source);
		if (lines === null) return refused(`${showPath(path)} is no stamped text file that may travel`);
		const [start, end] = [Number(first), Number(last)];
		if (start < 1 || end < start || end > lines.length) return refused(`${showPath(path)} has ${lines.length} lines, and not ${start} to ${end}`);
		if (end - start >= LONGEST_LINES) return refused(`a quote of ${end - start + 1} lines is longer than ${LONGEST_LINES}`);
		return {
			state: "verbatim",
			quote: {
				path,
				start,
				end,
				text: lines.slice(start - 1, end).join("\n")
			}
		};
	}
	const colon = [...given.matchAll(/:/g)].map(({ index }) => index).find((at) => source.paths.has(given.slice(0, at)));
	const named = colon === void 0 ? null : given.slice(0, colon);
	const text = (colon === void 0 ? given : given.slice(colon + 1)).replaceAll("\r\n", "\n").trim();
	if (text.length < SHORTEST) return refused(`a quote needs at least ${SHORTEST} characters`);
	const places = named === null ? [...source.paths].filter((path) => CONTRIBUTING.test(path)) : [named];
	if (places.length === 0) return refused("it names no file, and the workspace has no CONTRIBUTING");
	for (const path of places) {
		const whole = linesOf(path, source)?.join("\n");
		const at = whole?.indexOf(text) ?? -1;
		if (whole === void 0 || at < 0) continue;
		const start = whole.slice(0, at).split("\n").length;
		return {
			state: "verbatim",
			quote: {
				path,
				start,
				end: start + text.split("\n").length - 1,
				text
			}
		};
	}
	return refused(`its words do not stand in ${places.map(showPath).join(" or ")} as they are given: a paraphrase is no quote`);
}
function linesOf(path, { top, paths }) {
	if (!paths.has(path)) return null;
	const text = readBounded(nativePath(top, path))?.toString("utf8").replaceAll("\r\n", "\n");
	if (text === void 0 || text.includes("\0")) return null;
	return text.replace(/\n$/, "").split("\n");
}

// src/publish/review-packet.ts
/** Of the diffs that are shown, in bytes; the patch beside the page holds all of them. */
const DIFF_LIMIT = 65536;
/** Of one file's diff. */
const SECTION_LIMIT = 16384;
const ROWS = 200;
/** The page, and what it had no room for. */
function reviewPacketMarkdown(packet) {
	const diff = diffPart(packet);
	return [
		"# Review packet",
		"",
		`Written by generation-gate ${VERSION} from a verdict that it accepted. Nothing in here was written by hand.`,
		"",
		...table(["", ""], [
			["commit", code(packet.commit ?? "none")],
			["tree id", code(packet.treeId)],
			["generation", code(packet.generation)],
			["verdict digest", code(packet.verdictDigest)],
			...packet.cell === null ? [] : [["cell", code(packet.cell)]],
			...packet.policy === null ? [] : [["policy", code(packet.policy)]],
			["compared with", packet.against === null ? "nothing: there is no commit" : code(packet.against)]
		]),
		"",
		"## Command",
		"",
		...fenced(packet.command.shown, "sh"),
		"",
		`Digest ${code(packet.command.digest)}, run in ${code(packet.command.cwd)}.`,
		"",
		...table(["", "ending"], [
			["before the change", packet.before === null ? "not run" : `${endingWords(packet.before.ending)} (${code(packet.before.what)})`],
			["after the change", afterWords(packet)],
			...packet.also === null ? [] : [["second command, which decides nothing", `${endingWords(packet.also.ending)} (${code(packet.also.shown)})`]],
			["replay in a clean directory", packet.replay ?? "not run"]
		]),
		"",
		"## Tests",
		"",
		...table([
			"total",
			"passed",
			"failed",
			"errored",
			"skipped",
			"flaky"
		], [[
			packet.tests.total,
			packet.tests.passed,
			packet.tests.failed,
			packet.tests.errored,
			packet.tests.skipped,
			packet.tests.flaky
		].map(String)]),
		"",
		...packet.reports.length === 0 ? ["No report was promised."] : table(["report", "sha256"], packet.reports.slice(0, ROWS).map(({ path, sha256 }) => [code(showPath(path)), code(sha256)])),
		"",
		"## Files touched",
		"",
		...touchedPart(packet.touched),
		"",
		...packet.touched.length === 0 ? [] : [...unrelatedPart(packet), ""],
		"## Diff",
		"",
		...diff.lines,
		"",
		"## Quotes",
		"",
		...packet.quotes.length === 0 ? ["None were given."] : packet.quotes.flatMap(({ path, start, end, text }) => [
			`${code(showPath(path))}, ${start === end ? `line ${start}` : `lines ${start} to ${end}`}, verbatim:`,
			"",
			...fenced(text, "text"),
			""
		]),
		"",
		"## Matrix",
		"",
		...packet.matrix.length === 0 ? ["No cells were declared. This run stands for itself alone."] : table(["cell", "state"], packet.matrix.map(({ cell, state }) => [code(cell), state])),
		"",
		"## Last lines of the logs",
		"",
		...packet.logs.flatMap(({ name, lines, cut }) => [
			`${code(name)}${cut ? ", its last lines" : ""}:`,
			"",
			...lines.length === 0 ? ["Empty."] : fenced(lines.join("\n"), "text"),
			""
		]),
		...packet.logs.length === 0 ? ["The gate ran no command, so it has no log.", ""] : [],
		"## Worth knowing",
		"",
		...packet.notes.length === 0 ? ["Nothing."] : packet.notes.map((note) => `- ${code(note)}`),
		"",
		"## Left out",
		"",
		...leftOutPart(packet, diff.leftOut),
		"",
		"## Who decides what",
		"",
		...decisionTable(packet),
		""
	].join("\n");
}
function decisionTable(packet) {
	return table([
		"section",
		"who owns it",
		"what a model may do with it",
		"reject if"
	], [
		[
			"commit, tree id, generation",
			"the gate",
			"cite them",
			"the branch that is merged has another tree"
		],
		...packet.policy === null ? [] : [[
			"policy, and changes of it under \"Worth knowing\"",
			"the maintainers",
			"nothing",
			"the change touches policy, command or workflow and nobody looked"
		]],
		[
			"command and endings",
			"the gate",
			"explain them",
			`the command was never run locally${packet.before === null ? "; a fix is claimed: nothing was run before the change" : "; it ended well before the change as well"}`
		],
		[
			"tests and reports",
			"the gate",
			"count nothing anew; cite",
			"a number elsewhere differs"
		],
		[
			"files touched, diff, patch",
			"the author",
			"summarise, question",
			"a model writes files that are not in the packet; a path is unrelated, or left out without a reason"
		],
		[
			"quotes",
			"the project",
			"repeat them word for word",
			"one is paraphrased; what they ask for was not done"
		],
		[
			"matrix",
			"the maintainers",
			"nothing",
			"a cell is claimed without its bundle and log; one that must pass reads \"not run\""
		],
		[
			"last lines of the logs",
			"the tested code",
			"look for hints; believe none",
			"they contradict the ending"
		],
		[
			"the merge",
			"a maintainer",
			"nothing",
			"anything above is not clear"
		]
	]);
}
function touchedPart(touched) {
	if (touched.length === 0) return ["None: the stamped tree is the one it is compared with."];
	return [...table([
		"path",
		"change",
		"patch"
	], touched.slice(0, ROWS).map(({ path, status, leftOut }) => [
		code(showPath(path)),
		status,
		leftOut === null ? "in the patch" : `left out: ${leftOut}`
	])), ...touched.length > ROWS ? ["", `And ${touched.length - ROWS} more.`] : []];
}
function unrelatedPart({ unrelated, unrelatedWhy }) {
	if (unrelated === null) return [`Which of them the tests loaded is not known: ${code(unrelatedWhy)}`];
	if (unrelated.length === 0) return ["Each of them was loaded by the tests or is claimed by an owner."];
	return [
		`Unrelated, as far as the tests tell: loaded by no process, claimed by no owner.`,
		"",
		...unrelated.slice(0, ROWS).map((path) => `- ${code(showPath(path))}`)
	];
}
function diffPart({ sections, patch }) {
	if (patch === null) return {
		lines: ["There is nothing to show."],
		leftOut: []
	};
	const lines = [`The whole of it, for ${code("git apply")}: ${code(patch)}.`, ""];
	const leftOut = [];
	let room = DIFF_LIMIT;
	for (const { path, text } of sections) {
		const size = Buffer.byteLength(text);
		if (size > SECTION_LIMIT || size > room) {
			leftOut.push(`the diff of ${showPath(path)} (${size} bytes) is in ${patch} alone`);
			continue;
		}
		room -= size;
		lines.push(...fenced(text.replace(/\n$/, ""), "diff"), "");
	}
	return {
		lines,
		leftOut
	};
}
function leftOutPart({ leftOut, redactions }, ofDiff) {
	const items = [
		...leftOut.map(({ what, why }) => `${showPath(what)}: ${why}`),
		...ofDiff,
		...redactions > 0 ? [`${redactions} stretches of text that look like secrets stand as [redacted]`] : []
	];
	if (items.length === 0) return ["Nothing."];
	return [...items.slice(0, ROWS).map((item) => `- ${code(item)}`), ...items.length > ROWS ? [`- and ${items.length - ROWS} more`] : []];
}
function afterWords({ after, outcome, cachedGeneration }) {
	if (after !== null) return endingWords(after);
	return cachedGeneration === null ? `reported by the workflow: ${code(outcome ?? "unknown")}` : `not run here; accepted from a cache, of generation ${code(cachedGeneration)}`;
}
/** How a run ended, in words. */
function endingWords(ending) {
	if (ending === null) return "not run";
	switch (ending.kind) {
		case "exited": return `exited with ${ending.code}`;
		case "signalled": return `killed by ${ending.signal}`;
		case "timed-out": return `timed out after ${ending.afterMs / 1e3} s`;
		case "never-started": return "never started";
	}
}
function table(head, rows) {
	const line = (cells) => `| ${cells.map((cell) => cell === "" ? " " : cell).join(" | ")} |`;
	return [
		line(head),
		line(head.map(() => "---")),
		...rows.map(line)
	];
}
/** Text in a fence that is longer than any run of backticks in it. */
function fenced(text, language) {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}${language}`,
		...text.split("\n").map((line) => line.replace(/\r$/, "").replace(/[^\t\P{C}]/gu, "�")),
		fence
	];
}
/** One line of others as code. In HTML, where no backtick ends it. */
function code(text) {
	return `<code>${plainLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace(/[|`*_~[\]\\]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

// src/steps/packet.ts
/** The `packet` verb: what a maintainer needs to decide, in one folder, or a named reason why there is none (PK1–PK5). */
const WHY = "A maintainer decides by the packet: one that vouches for something else than what was judged, or that leaks, does harm.";
/** Writes the packet of the accepted verdict to `out`; `bundles` are those of the matrix. */
async function packetStep(context, out, bundles) {
	if (out === null) throw new UsageError("GG-OUT-MISSING", "No folder was named for the packet", "Write: generation-gate packet --out DIR");
	const { stamped, run, saved } = requireAccepted(context);
	await requireStampedTree(context, stamped);
	const stampedPaths = pathsOf(context, stamped);
	const quotes = requireQuotes(context, stampedPaths);
	const folder = openPacketFolder(out);
	try {
		await requireOutside(context, folder, out);
		const known = await knownSecrets(context);
		const parts = await gather(context, {
			stamped,
			run,
			saved,
			stampedPaths,
			quotes,
			bundles,
			known,
			folder
		});
		folder.write(PAGE, reviewPacketMarkdown(parts));
		for (const { name, lines } of parts.logs) folder.write(`${name}-tail.log`, lines.map((line) => `${line}\n`).join(""));
		const left = await secretsLeft(folder.draft, known);
		if (left.length > 0) throw refuse("GG-PACKET-SECRET", left.map(({ file }) => file), `Something that looks like a secret is left in the finished packet: ${left.slice(0, 5).map(({ file, line, kind }) => `${file} line ${line} (${kind})`).join(", ")}`, "Take the secret out of the change, the quote or the test output, and check again. Rotate it where it was real.");
		folder.publish();
		return accepted(context, parts, folder.place);
	} finally {
		folder.discard();
	}
}
/** The accepted verdict of this generation, or the reason why there is no packet. */
function requireAccepted({ state, repository, settings }) {
	const { known, stamped, run } = recall(state);
	const facts = {
		step: "check",
		stamp: readStampFile(repository.top),
		known,
		stamped: stamped?.facts ?? null,
		run: run?.facts ?? null,
		check: null,
		...recallComparisons(state, run),
		asked: askedOf(settings)
	};
	const refused = STAMP_RULES.flatMap((rule) => findingsOf(rule, facts)).filter(({ rejects }) => rejects);
	if (refused.length > 0) throw new Refusal(...refused);
	const saved = stamped === null ? null : savedVerdict(state, stamped.facts.generation);
	if (stamped !== null && saved !== null) return {
		stamped,
		run,
		saved
	};
	const reasons = stamped === null ? [] : rejectingOf(recallVerdict(state, stamped.facts.generation));
	const why = reasons.length === 0 ? "it was not checked since its last run" : `its last check rejected: ${reasons.slice(0, 5).join("; ")}`;
	throw refuse("GG-PACKET-NOT-ACCEPTED", [], `Generation ${stamped?.facts.generation ?? "none"} has no accepted verdict: ${why}`, "Mend what was rejected, then: generation-gate check");
}
/** The work tree must still be what was judged: the patch is made from it. */
async function requireStampedTree(context, stamped) {
	const drift = await driftNow(context, stamped);
	const moved = [
		...drift.changed.map(({ path }) => path),
		...drift.vanished,
		...drift.headsMoved.map(({ path }) => path)
	];
	if (moved.length > 0) throw refuse("GG-PACKET-TREE-MOVED", moved, `The work tree is no longer the stamped one: ${moved.slice(0, 5).map(showPath).join(", ")}${moved.length > 5 ? ` and ${moved.length - 5} more` : ""}`, "Put these paths back, or stamp, run and check the tree as it is now.");
}
function requireQuotes({ settings, repository }, { free }) {
	const checked = settings.quotes.map((given) => checkQuote(given, {
		top: repository.top,
		paths: free
	}));
	const refused = checked.flatMap((one) => one.state === "refused" ? [`${JSON.stringify(one.given.slice(0, 200))}: ${one.why}`] : []);
	if (refused.length > 0) throw refuse("GG-PACKET-QUOTE", [], `${refused.length === 1 ? "A quote is" : `${refused.length} quotes are`} not verbatim: ${refused.join("; ")}`, "Give a quote as FILE:START-END, or word for word as it stands in CONTRIBUTING.");
	return checked.flatMap((one) => one.state === "verbatim" ? [one.quote] : []);
}
/** A packet in the work tree would itself change the tree that it vouches for. */
async function requireOutside({ repository }, { place }, out) {
	const inside = insideWorkspace(repository.top, place);
	if (inside === null) return;
	if (!(inside !== "" && (await git([
		"check-ignore",
		"-q",
		"--",
		inside
	], { cwd: repository.top })).code === 0)) throw new UsageError("GG-OUT-STAMPED", `--out ${JSON.stringify(out)} lies in the workspace: the packet would change the tree that was judged`, "Name a folder outside of it, for example: --out ../packet");
}
async function knownSecrets({ env, repository }) {
	const listed = await git([
		"config",
		"--list",
		"-z",
		"--includes"
	], { cwd: repository.top });
	const dotenv = [
		".env",
		".env.local",
		".envrc"
	].flatMap((path) => secretsOfDotenv(readBounded(nativePath(repository.top, path))?.toString("utf8") ?? "", path));
	return [
		...secretsOfEnvironment(env),
		...secretsOfGitConfig(decodePath(listed.stdout)),
		...dotenv
	];
}
async function gather(context, { stamped, run, saved, stampedPaths, quotes, bundles, known, folder }) {
	const { repository, state, progress } = context;
	const { verdict, digest } = saved;
	const comparisons = recallComparisons(state, run);
	const generations = generationFolder(state, stamped.facts.generation);
	const runFolder = run === null ? null : join(generations, run.folder);
	progress("looking for secrets");
	const ends = logEnds(runFolder, comparisons);
	const learnt = await learnSecrets([...ends.map(({ text }) => text), ...quotes.map(({ text }) => text)], known);
	const base = await baseOf(context, stamped, comparisons);
	const change = await writeChange(repository, {
		base: base?.commit ?? null,
		treeId: stamped.facts.treeId,
		paths: stampedPaths.own,
		nested: stampedPaths.nested,
		file: join(folder.draft, PATCH_FILE),
		holdsSecret: async (text) => (await findSecrets(text, learnt)).length > 0
	});
	let redactions = 0;
	const homes = [.../* @__PURE__ */ new Set([homedir(), context.env["HOME"] ?? ""])].filter((home) => home !== "");
	const clean = async (text) => {
		const taken = await redact(text, learnt);
		redactions += taken.count;
		return neutralPaths(taken.text, {
			homes,
			top: repository.top
		});
	};
	const logs = [];
	for (const { name, text, before } of ends) logs.push(tailOf(name, await clean(text), before));
	const command = runFolder === null ? null : loadCommand(runFolder);
	const matrix = await matrixOf(context, bundles, saved);
	const notes = await Promise.all(notesOf(state, stamped).map(clean));
	return {
		commit: stamped.facts.head,
		treeId: stamped.facts.treeId,
		generation: stamped.facts.generation,
		verdictDigest: digest,
		cell: verdict.cell,
		policy: policyWordsOf(state, stamped),
		against: base?.what ?? null,
		command: {
			shown: command === null ? notRunHere(verdict) : await clean(shownWhole(command)),
			digest: command === null ? verdict.cached?.command_digest ?? "none" : commandDigest(command),
			cwd: run?.facts.outcome.cwd ?? "."
		},
		before: comparisons.baseline === null ? null : {
			what: `base ${comparisons.baseline.base.commit}, with the tests of the change`,
			ending: comparisons.baseline.withTests.ending
		},
		after: run?.facts.outcome.ending ?? null,
		outcome: verdict.outcome,
		also: run?.facts.also === void 0 ? null : {
			shown: await clean(run.facts.also.shown),
			ending: run.facts.also.outcome.ending
		},
		cachedGeneration: verdict.cached?.generation ?? null,
		replay: comparisons.replay === null ? null : endingWords(comparisons.replay.second.ending),
		tests: verdict.tests,
		reports: verdict.reports.map(({ path, sha256 }) => ({
			path: neutralPaths(path, {
				homes,
				top: repository.top
			}),
			sha256
		})),
		touched: change.touched,
		...unrelatedOf(context, run, change),
		patch: change.written ? PATCH_FILE : null,
		sections: change.sections.map(({ path, text }) => ({
			path,
			text: neutralPaths(text, {
				homes,
				top: repository.top
			})
		})),
		quotes: await Promise.all(quotes.map(async (quote) => ({
			...quote,
			text: await clean(quote.text)
		}))),
		matrix,
		logs,
		notes,
		leftOut: leftOutOf(change),
		redactions
	};
}
function notRunHere({ cached }) {
	return cached === void 0 ? "run by steps of the workflow itself" : `not run here: the evidence comes from a cache, from generation ${cached.generation ?? "none"} (bundle ${cached.bundle_digest})`;
}
function logEnds(runFolder, { baseline }) {
	return [...runFolder === null ? [] : [["stdout", join(runFolder, "stdout.log")], ["stderr", join(runFolder, "stderr.log")]], ...baseline === null ? [] : [["base-stdout", join(baseline.withTests.logs, "stdout.log")], ["base-stderr", join(baseline.withTests.logs, "stderr.log")]]].flatMap(([name = "", file = ""]) => {
		const end = logEnd(file);
		return end === null ? [] : [{
			name,
			...end
		}];
	});
}
async function baseOf({ env, repository, settings }, { facts }, { baseline }) {
	if (settings.base !== null) {
		const { given, commit } = await findBase(repository, settings.base);
		return {
			commit,
			what: `${given} (${commit})`
		};
	}
	if (baseline !== null) return {
		commit: baseline.base.commit,
		what: `${baseline.base.given} (${baseline.base.commit})`
	};
	const event = eventBase(env, repository.top);
	if (event !== null) return {
		commit: event.sha,
		what: `the base of the ${event.event} event (${event.sha})`
	};
	return facts.head === null ? null : {
		commit: facts.head,
		what: `HEAD (${facts.head})`
	};
}
function shownWhole(command) {
	return command.form === "script" ? command.text.slice(0, 8e3) : showCommand(command, 8e3);
}
function unrelatedOf({ settings }, run, { touched }) {
	const witness = run?.facts.witness;
	if (witness === void 0 || witness.state === "absent") return {
		unrelated: null,
		unrelatedWhy: witness?.why ?? "the gate ran no command"
	};
	const loaded = new Set(witness.loads.map(({ path }) => path));
	return {
		unrelated: touched.map(({ path }) => path).filter((path) => !loaded.has(path) && !settings.owned.some((glob) => matchesGlob(glob, path))).sort(comparePaths),
		unrelatedWhy: ""
	};
}
/** Every declared cell: the one that ran here, those with a bundle, and "not run" for the rest (PK3). */
async function matrixOf({ settings, policy }, bundles, { verdict }) {
	const states = /* @__PURE__ */ new Map();
	if (verdict.cell !== null) states.set(verdict.cell, `accepted here, tree ${verdict.tree_id}`);
	for (const source of bundles) {
		const sight = await judgeAgain(source, {
			requireTests: [],
			register: createTestRegister()
		});
		if (sight.state === "refused" || sight.cell === null) throw refuse("GG-PACKET-BUNDLE", [source], `The bundle ${showPath(source)} cannot stand for a cell: ${sight.state === "refused" ? sight.why : "it names none"}`, "Leave it out, or hand over the bundle of a run with --cell.");
		if (sight.treeId !== verdict.tree_id) throw refuse("GG-PACKET-BUNDLE", [source], `The bundle ${showPath(source)} of cell ${sight.cell} is of tree ${sight.treeId ?? "none"}, and this packet of ${verdict.tree_id}`, "Hand over bundles of the tree that this packet is about.");
		if (sight.verdict !== "accepted" || sight.faults.length + sight.differences.length > 0) throw refuse("GG-PACKET-BUNDLE", [source], `The bundle ${showPath(source)} of cell ${sight.cell} is not accepted: ${[...sight.rejecting.map(({ rule }) => rule), ...sight.differences].join(", ") || "its files are not what its manifest says"}`, "Mend that cell first: generation-gate verify BUNDLE shows what is wrong.");
		states.set(sight.cell, `accepted, bundle ${sight.digest}`);
	}
	return [.../* @__PURE__ */ new Set([
		...settings.expectCells,
		...policy === null ? [] : cellsOf(policy.facts.document),
		...states.keys()
	])].map((cell) => ({
		cell,
		state: states.get(cell) ?? "not run"
	}));
}
function rejectingOf(verdict) {
	return findingsIn(verdict).flatMap(({ rejects, rule, what }) => rejects === true ? [`${rule ?? ""}: ${what ?? ""}`] : []);
}
function notesOf(state, { facts }) {
	return findingsIn(recallVerdict(state, facts.generation)).flatMap(({ rejects, answer, listed, rule, what }) => rejects !== true && (answer !== "holds" || listed === true) ? [`${rule ?? ""}: ${what ?? ""}`] : []);
}
function policyWordsOf(state, { facts }) {
	return policyLine((recallVerdict(state, facts.generation)?.envelope)?.policy);
}
function findingsIn(verdict) {
	const findings = (verdict?.envelope)?.findings;
	return Array.isArray(findings) ? findings : [];
}
function refuse(rule, paths, what, fix) {
	return new Refusal({
		rule,
		answer: "broken",
		...paths.length === 0 ? {} : { paths: [...new Set(paths)] },
		what,
		why: WHY,
		fix,
		rejects: true
	});
}
function accepted({ repository }, packet, place) {
	const { leftOut, redactions, treeId, generation, patch } = packet;
	const findings = leftOut.length === 0 ? [] : [{
		rule: "GG-PACKET-INCOMPLETE",
		answer: "holds",
		paths: leftOut.map(({ what }) => what),
		what: `The patch does not carry ${leftOut.length} changed ${leftOut.length === 1 ? "path" : "paths"}: ${leftOut.slice(0, 5).map(({ what, why }) => `${showPath(what)} (${why})`).join(", ")}`,
		why: "Applied to its base, the patch then does not give the tree that was judged.",
		fix: "Where a path belongs to the change, hand it over in another way; where it does not, take it out and check again.",
		listed: true,
		rejects: false
	}];
	const tests = packet.tests;
	return {
		exit: 0,
		envelope: envelope("packet", "accepted", {
			generation,
			tree_id: treeId,
			head: repository.head,
			findings,
			tests,
			packet: place,
			patch,
			left_out: leftOut,
			redactions,
			preface: `packet written to ${place}\n`
		})
	};
}

export { packetStep };