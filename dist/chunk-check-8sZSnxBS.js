import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { createHash } from "node:crypto";
import { closeSync, constants as constants$1, createReadStream, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, rmSync, rmdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { a as nativePath, o as showPath, t as comparePaths } from "./chunk-path-C-SIO5nl.js";
import { a as collectEvidence, t as putBack } from "./chunk-set-aside-oz-dls96.js";
import { c as surroundingsNow, s as measure, u as requireRecordedNames } from "./chunk-stamp-YU4Rim9T.js";
import { o as placeOf } from "./chunk-stat-index-BJNiL9Rk.js";
import { m as object, n as _enum, y as string } from "./chunk-mini-TCpuGoTq.js";
import { t as assetPath } from "./chunk-assets-CX2bqGkf.js";
import { f as resolveWorkdir, m as sayEnding, n as interpretersOf, p as askInterpreter, v as readBounded, x as commandOf } from "./chunk-origins-g8uf5DZ1.js";
import { t as errnoOf } from "./chunk-bytecode-walk-PX5WcC8B.js";
import { a as MANIFEST_FILE, l as manifestSchema } from "./chunk-bundle-DVCulwqK.js";
import { n as BESIDE_MANIFEST, t as verdictOver } from "./chunk-verdict-CSAd8OiJ.js";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { n as verdictDigest, t as acceptedVerdict } from "./chunk-canonical-yxzRlnSM.js";
import { t as NO_TESTS } from "./chunk-totals-DJby8KvO.js";
import { n as policyPart } from "./chunk-policy-DuCA8Iht.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { a as SUMMARY_RULES, o as VERDICT_RULES } from "./chunk-catalog-DTYz_AU_.js";
import { n as judge } from "./chunk-decide-Cbuofwm_.js";
import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { n as totalsOf } from "./chunk-totals-DXdlI6sr.js";
import { d as readHead } from "./chunk-environment-folder-B6idSfp2.js";
import { i as readStampFile } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as generationFolder } from "./chunk-state-DYH1Qo5G.js";
import { a as reportReader, i as ownPathTest, n as evidencePlaces, t as askedOf } from "./chunk-context-Ceeam_5p.js";
import { n as commandDigest } from "./chunk-captured-command-CJlk1AYq.js";
import { i as sightLeftovers, n as importsNamedAt, t as driftNow } from "./chunk-run-CzCmHKNL.js";
import { r as withTouched, t as commandFiles } from "./chunk-policy-touched-B7Y9FcZK.js";
import { t as listBytecode } from "./chunk-purge-B0OGQle4.js";
import { a as recall, p as rememberVerdict, s as recallComparisons } from "./chunk-records-Cpwo0gzg.js";
import { t as eventBase } from "./chunk-event-brNRZ_vT.js";
import { n as changedPaths, t as pathsOf } from "./chunk-stamped-paths-UVlhPvap.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { t as findBase } from "./chunk-base-revision-DnDN5S7n.js";

// src/publish/bundle-folder.ts
/** The folder that a bundle is written to: free, or made free of an older bundle and of nothing else (PB3). */
/**
* Makes way for a bundle: an older one in its place goes, file by file as its manifest names them, so that a gate that
* is cut short leaves none that speaks of another run. Throws a {@link UsageError} where anything else lies there.
*/
function clearBundleFolder(given) {
	const folder = resolve(given);
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === void 0) return;
	if (!stats.isDirectory()) throw occupied(given, stats.isSymbolicLink() ? "it is a link" : "it is no folder");
	const names = readdirSync(folder);
	if (names.length === 0) return;
	if (!names.includes("manifest.json")) throw occupied(given, `it holds ${showPath(names[0] ?? "")} and is no bundle`);
	const files = filesOfBundle(join(folder, MANIFEST_FILE));
	if (files === null) throw occupied(given, `its ${MANIFEST_FILE} is not that of a bundle`);
	const there = readdirSync(folder, {
		recursive: true,
		withFileTypes: true
	});
	const own = /* @__PURE__ */ new Set([
		MANIFEST_FILE,
		...BESIDE_MANIFEST,
		...files
	]);
	for (const entry of there) {
		const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
		if (entry.isDirectory() ? !files.some((file) => file.startsWith(`${path}/`)) : !entry.isFile() || !own.has(path)) throw occupied(given, `it holds ${showPath(path)}, which is no part of the bundle there`);
	}
	for (const file of [
		MANIFEST_FILE,
		...BESIDE_MANIFEST,
		...files
	]) rmSync(join(folder, file), { force: true });
	for (const entry of there.filter((one) => one.isDirectory()).toSorted((left, right) => right.parentPath.length - left.parentPath.length)) rmdirSync(join(entry.parentPath, entry.name));
}
function filesOfBundle(manifest) {
	try {
		return manifestSchema.parse(JSON.parse(readFileSync(manifest, "utf8"))).files.map(({ path }) => path);
	} catch {
		return null;
	}
}
function occupied(folder, why) {
	return new UsageError("GG-BUNDLE-FOLDER-IN-USE", `The bundle cannot be written to "${folder}": ${why}`, "Name a folder that is not there yet, or an empty one: --bundle DIR");
}

// src/evidence/cached-tests.ts
/** Reads from a log which packages `go test` tested, and which it took from its cache (EV4). */
/** A line of a log above this many characters is no line of `go test`. */
const LINE_LIMIT = 4096;
const NAMES_LIMIT = 200;
/** `ok  	example.com/shop	(cached)`, with coverage behind it or inside a line of `go test -json`. */
const CACHED = /(?:^|"Output":")ok(?:\s|\\t)+(?<name>[^\s"\\]+)(?:\s|\\t)+\(cached\)(?:\s|\\t|\\n|$)/;
/** `ok  	example.com/shop	0.012s`, `FAIL	example.com/shop	0.3s`, `FAIL	example.com/shop [build failed]`. */
const EXECUTED = /(?:^|"Output":")(?:ok|FAIL)(?:\s|\\t)+[^\s"\\]+(?:\s|\\t)+(?:\d+(?:\.\d+)?s|\[build failed\])(?:\s|\\t|\\n|$)/;
/** Counts over all the logs, memory bounded; a log that cannot be read says nothing. The tested processes control the bytes. */
async function readCachedTests(logs) {
	const names = /* @__PURE__ */ new Set();
	let [cached, executed] = [0, 0];
	const take = (line) => {
		const name = CACHED.exec(line)?.groups?.["name"];
		if (name !== void 0) {
			cached += 1;
			if (names.size < NAMES_LIMIT) names.add(name);
		} else if (EXECUTED.test(line)) executed += 1;
	};
	for (const log of logs) await eachLine(log, take);
	return {
		cached,
		names: [...names],
		executed
	};
}
/** Calls `take` for every line, one that is longer than the limit cut to it. */
async function eachLine(file, take) {
	let rest = "";
	try {
		for await (const chunk of createReadStream(file, { encoding: "latin1" })) {
			const lines = String(chunk).split("\n");
			for (const [index, line] of lines.entries()) {
				rest += rest.length < LINE_LIMIT ? line.slice(0, LINE_LIMIT) : "";
				if (index === lines.length - 1) break;
				take(rest.replace(/\r$/, ""));
				rest = "";
			}
		}
		if (rest !== "") take(rest);
	} catch {}
}

// src/prepare/bytecode-header.ts
/** First and last magic number of each release, pre-releases included; source: CPython's list of magic numbers. */
const MAGIC_RANGES = [
	[
		3210,
		3230,
		"3.3",
		"mtime-size"
	],
	[
		3250,
		3310,
		"3.4",
		"mtime-size"
	],
	[
		3320,
		3351,
		"3.5",
		"mtime-size"
	],
	[
		3360,
		3379,
		"3.6",
		"mtime-size"
	],
	[
		3390,
		3399,
		"3.7",
		"pep552"
	],
	[
		3400,
		3419,
		"3.8",
		"pep552"
	],
	[
		3420,
		3429,
		"3.9",
		"pep552"
	],
	[
		3430,
		3449,
		"3.10",
		"pep552"
	],
	[
		3450,
		3499,
		"3.11",
		"pep552"
	],
	[
		3500,
		3549,
		"3.12",
		"pep552"
	],
	[
		3550,
		3599,
		"3.13",
		"pep552"
	],
	[
		3600,
		3649,
		"3.14",
		"pep552"
	],
	[
		3650,
		3699,
		"3.15",
		"pep552"
	],
	[
		62171,
		62211,
		"2.7",
		"mtime"
	]
];
/** First magic number of Python 3.11, which went from SipHash-2-4 to SipHash-1-3. */
const FIRST_WITH_SIPHASH_13 = 3450;
/** Bytes that cover the longest header. */
const HEADER_BYTES = 16;
/** Reads a header from a bytecode file's first {@link HEADER_BYTES} bytes, fewer where the file is shorter. */
function readHeader(bytes) {
	if (bytes.length < 4) return {
		kind: "none",
		magic: null,
		python: null,
		why: `${bytes.length} bytes, shorter than a magic number`
	};
	const magic = bytes.readUInt16LE(0);
	const release = releaseOf(magic);
	const python = release?.python ?? null;
	const none = (why) => ({
		kind: "none",
		magic,
		python,
		why
	});
	if (bytes.toString("latin1", 2, 4) !== "\r\n") return none("no bytecode: its magic number does not end in CR LF");
	const layout = release?.layout ?? "pep552";
	const length = layout === "mtime" ? 8 : layout === "mtime-size" ? 12 : 16;
	if (bytes.length < length) return none(`${bytes.length} bytes, shorter than a header of ${length}`);
	if (layout !== "pep552") return {
		kind: "timestamp",
		magic,
		python,
		mtime: bytes.readUInt32LE(4),
		size: layout === "mtime" ? null : bytes.readUInt32LE(8)
	};
	const flags = bytes.readUInt32LE(4);
	if (flags === 0) return {
		kind: "timestamp",
		magic,
		python,
		mtime: bytes.readUInt32LE(8),
		size: bytes.readUInt32LE(12)
	};
	if (flags !== 1 && flags !== 3) return none(`its flags are 0x${flags.toString(16)}, which no Python writes`);
	if (python === null) return none(`it holds a source hash, and which hash the magic number ${magic} means is not known`);
	const rounds = magic < FIRST_WITH_SIPHASH_13 ? [2, 4] : [1, 3];
	return {
		kind: "hash",
		magic,
		python,
		key: bytes.readUInt32LE(0),
		hash: Buffer.from(bytes.subarray(8, 16)),
		rounds
	};
}
/** What the name of a `.pyc` file says of it (PEP 3147, PEP 488; the tag of pytest's assertion rewriting). */
function readBytecodeName(path) {
	const cut = path.lastIndexOf("/") + 1;
	const folder = path.slice(0, cut);
	const stem = path.slice(cut, -4);
	const inCache = /^(?<parent>(?:.*\/)?)__pycache__\/$/s.exec(folder)?.groups?.["parent"];
	if (inCache !== void 0) {
		const byPytest = /^(?<name>.+)\.[^.]+-pytest-.+$/s.exec(stem)?.groups?.["name"];
		if (byPytest !== void 0) return {
			source: `${inCache}${byPytest}.py`,
			rewrittenByPytest: true,
			optimize: []
		};
		const parts = /^(?<name>.+?)\.(?<tag>[^.]+)(?:\.opt-(?<opt>[^.]+))?$/s.exec(stem)?.groups;
		const name = parts?.["name"];
		if (name !== void 0) {
			const opt = parts?.["opt"];
			const optimize = opt === void 0 ? [0] : opt === "1" || opt === "2" ? [Number(opt)] : [];
			return {
				source: `${inCache}${name}.py`,
				rewrittenByPytest: false,
				optimize
			};
		}
	}
	return {
		source: `${folder}${stem}.py`,
		rewrittenByPytest: false,
		optimize: [
			0,
			1,
			2
		]
	};
}
function releaseOf(magic) {
	for (const [first, last, python, layout] of MAGIC_RANGES) if (magic >= first && magic <= last) return {
		python,
		layout
	};
}

// src/prepare/siphash.ts
/**
* SipHash of `data` under the key words `key` (an unsigned 32-bit number) and 0, as 8 bytes, little-endian.
* `rounds` are those of compression and finalisation: 2 and 4 up to Python 3.10, 1 and 3 from 3.11 on.
*/
function sipHash(rounds, key, data) {
	const v0 = {
		high: 0x736f6d65,
		low: 0x70736575 ^ key
	};
	const v1 = {
		high: 0x646f7261,
		low: 0x6e646f6d
	};
	const v2 = {
		high: 0x6c796765,
		low: 0x6e657261 ^ key
	};
	const v3 = {
		high: 0x74656462,
		low: 0x79746573
	};
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	const whole = data.byteLength - data.byteLength % 8;
	function absorb(high, low) {
		v3.high ^= high;
		v3.low ^= low;
		for (let round = 0; round < rounds[0]; round += 1) mix(v0, v1, v2, v3);
		v0.high ^= high;
		v0.low ^= low;
	}
	for (let at = 0; at < whole; at += 8) absorb(view.getInt32(at + 4, true), view.getInt32(at, true));
	const last = Buffer.alloc(8);
	last.set(data.subarray(whole));
	last[7] = data.byteLength & 255;
	absorb(last.readInt32LE(4), last.readInt32LE(0));
	v2.low ^= 255;
	for (let round = 0; round < rounds[1]; round += 1) mix(v0, v1, v2, v3);
	const hash = Buffer.alloc(8);
	hash.writeInt32LE(v0.low ^ v1.low ^ v2.low ^ v3.low, 0);
	hash.writeInt32LE(v0.high ^ v1.high ^ v2.high ^ v3.high, 4);
	return hash;
}
/** One SipRound. */
function mix(v0, v1, v2, v3) {
	add(v0, v1);
	rotate(v1, 13);
	xor(v1, v0);
	swap(v0);
	add(v2, v3);
	rotate(v3, 16);
	xor(v3, v2);
	add(v0, v3);
	rotate(v3, 21);
	xor(v3, v0);
	add(v2, v1);
	rotate(v1, 17);
	xor(v1, v2);
	swap(v2);
}
function add(into, other) {
	const low = (into.low >>> 0) + (other.low >>> 0);
	into.high = into.high + other.high + (low > 0xffffffff ? 1 : 0) | 0;
	into.low = low | 0;
}
function xor(into, other) {
	into.high ^= other.high;
	into.low ^= other.low;
}
/** Rotates left by fewer than 32 bits. */
function rotate(word, bits) {
	const { high, low } = word;
	word.high = high << bits | low >>> 32 - bits;
	word.low = low << bits | high >>> 32 - bits;
}
/** Rotates left by 32 bits. */
function swap(word) {
	const { high } = word;
	word.high = word.low;
	word.low = high;
}

// src/prepare/bytecode.ts
/** Judges bytecode files against their sources: header first, then the payload where an interpreter can compile it (PR3). */
/** A source above this many bytes is not read for its hash. */
const SOURCE_LIMIT_BYTES = 64 << 20;
const COMPARE_TIMEOUT_MS = 12e4;
/** How often an interpreter that a payload kills is started again for the files after it. */
const RESTARTS = 10;
/** One line of an answer is at most this long: an escape is six bytes a character. */
const ANSWER_BYTES = 2048;
const answerSchema = object({
	answer: _enum([
		"same",
		"differs",
		"other-magic",
		"not-compiled",
		"not-loaded"
	]),
	why: string()
});
/**
* Judges each of `files` below `top`, in their order. Never throws for what a file holds or for what an interpreter does;
* a payload that could not be compared leaves the header's answer, with the reason in `why`.
*/
async function judgeBytecode(top, files, options = {}) {
	const drafts = files.map((file) => judgeHeader(top, file));
	const answers = await comparePayloads(top, drafts, options);
	return drafts.map((draft) => settle(draft, answers.get(draft)));
}
function judgeHeader(top, file) {
	const { path, mtimeMs, ctimeMs } = file;
	const name = readBytecodeName(path);
	const base = {
		path,
		mtimeMs,
		ctimeMs,
		rewrittenByPytest: name.rewrittenByPytest,
		source: null,
		python: null,
		payload: "not-compared"
	};
	if (file.link) return { judgement: {
		...base,
		kind: "unreadable",
		why: "a symbolic link, through which Python reads bytecode from elsewhere"
	} };
	let bytes;
	try {
		bytes = readStart(nativePath(top, path));
	} catch (error) {
		return { judgement: {
			...base,
			kind: "unreadable",
			why: errnoOf(error)
		} };
	}
	const header = readHeader(bytes);
	const known = {
		...base,
		python: header.python
	};
	let stat;
	try {
		stat = statSync(nativePath(top, name.source), { bigint: true });
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === "ENOENT" || errno === "ENOTDIR") return { judgement: {
			...known,
			kind: "sourceless",
			why: `there is no ${showPath(name.source)}`
		} };
		return { judgement: {
			...known,
			kind: "unreadable",
			why: `its source ${showPath(name.source)}: ${errno}`
		} };
	}
	if (!stat.isFile()) return { judgement: {
		...known,
		kind: "sourceless",
		why: `${showPath(name.source)} is no regular file`
	} };
	const sourced = {
		...known,
		source: name.source
	};
	if (header.kind === "none") return { judgement: {
		...sourced,
		kind: "unreadable",
		why: header.why
	} };
	const fit = header.kind === "timestamp" ? fitsTimestamp(header, stat) : fitsHash(header, top, name.source);
	if (fit.kind !== "fits") return { judgement: {
		...sourced,
		...fit
	} };
	const judgement = {
		...sourced,
		...fit
	};
	if (name.rewrittenByPytest) return { judgement: {
		...judgement,
		why: `${fit.why}; rewritten by pytest, so judged by its header alone`
	} };
	if (name.optimize.length === 0) return { judgement: {
		...judgement,
		why: `${fit.why}; an import hook wrote it, so judged by its header alone`
	} };
	return {
		judgement,
		compare: {
			magic: header.magic,
			pyc: path,
			source: name.source,
			optimize: name.optimize
		}
	};
}
function fitsTimestamp(header, stat) {
	const seconds = Number(stat.mtimeNs / 1000000000n) + 1e-9 * Number(stat.mtimeNs % 1000000000n);
	const mtime = Number(BigInt.asUintN(32, BigInt(Math.trunc(seconds))));
	if (header.mtime !== mtime) return {
		kind: "does-not-fit",
		why: `made from a source of mtime ${header.mtime} s, which is now ${mtime} s`
	};
	const size = Number(BigInt.asUintN(32, stat.size));
	if (header.size !== null && header.size !== size) return {
		kind: "does-not-fit",
		why: `made from a source of ${header.size} bytes, which has ${size} now`
	};
	return {
		kind: "fits",
		why: header.size === null ? `its source has mtime ${mtime} s` : `its source has mtime ${mtime} s and ${size} bytes`
	};
}
function fitsHash(header, top, source) {
	const read = readBounded(`${top}/${source}`, SOURCE_LIMIT_BYTES);
	if (read.state !== "found") return {
		kind: "unreadable",
		why: `its source ${showPath(source)}: ${read.state === "absent" ? "ENOENT" : read.why}`
	};
	const hash = sipHash(header.rounds, header.key, read.bytes);
	if (hash.equals(header.hash)) return {
		kind: "fits",
		why: `its source has the hash ${hash.toString("hex")}`
	};
	return {
		kind: "does-not-fit",
		why: `made from a source of hash ${header.hash.toString("hex")}, which is now ${hash.toString("hex")}`
	};
}
/** The first bytes of a regular file. Whoever made the file chose its kind: neither a link nor a FIFO may take us along. */
function readStart(path) {
	const file = openSync(path, constants$1.O_RDONLY | constants$1.O_NONBLOCK | constants$1.O_NOFOLLOW);
	try {
		if (!fstatSync(file).isFile()) throw new Error("no regular file");
		const bytes = Buffer.alloc(16);
		return bytes.subarray(0, readSync(file, bytes, 0, 16, 0));
	} finally {
		closeSync(file);
	}
}
function settle({ judgement, compare }, answer) {
	if (compare === void 0) return judgement;
	switch (answer?.answer) {
		case void 0:
		case "other-magic": return {
			...judgement,
			why: `${judgement.why}; payload not compared: ${answer?.why ?? "no interpreter of its version was given"}`
		};
		case "same": return {
			...judgement,
			payload: "same",
			why: `${judgement.why}; its source compiles to the same code`
		};
		case "differs": return {
			...judgement,
			kind: "does-not-fit",
			payload: "differs",
			why: `its header fits, but its source compiles to other code (${answer.why})`
		};
		case "not-compiled": return {
			...judgement,
			kind: "does-not-fit",
			payload: "differs",
			why: `its header fits, but its source does not compile (${answer.why})`
		};
		case "not-loaded": return {
			...judgement,
			kind: "unreadable",
			why: `its header fits, but its payload cannot be read (${answer.why})`
		};
	}
}
/** Asks each interpreter in turn for what none before it could compare. */
async function comparePayloads(top, drafts, options) {
	const answers = /* @__PURE__ */ new Map();
	for (const interpreter of options.interpreters ?? []) {
		const open = drafts.filter((draft) => draft.compare !== void 0 && (answers.get(draft)?.answer ?? "other-magic") === "other-magic");
		if (open.length === 0) break;
		await askOne(top, interpreter, open, answers, options);
	}
	return answers;
}
async function askOne(top, interpreter, drafts, answers, options) {
	const deadline = Date.now() + (options.timeoutMs ?? COMPARE_TIMEOUT_MS);
	let rest = drafts;
	for (let restart = 0; rest.length > 0 && restart <= RESTARTS; restart += 1) {
		const said = await askInterpreter({
			executable: interpreter,
			args: [
				"-I",
				"-S",
				"-B",
				assetPath("bytecode.py")
			],
			input: JSON.stringify(rest.map(({ compare }) => compare && {
				...compare,
				pyc: `${top}/${compare.pyc}`,
				source: `${top}/${compare.source}`
			})),
			cwd: "/",
			env: options.env ?? process.env,
			timeoutMs: Math.max(1, deadline - Date.now()),
			maxBytes: (rest.length + 1) * ANSWER_BYTES
		});
		const [hello, ...lines] = said.stdout.toString("latin1").split("\n").slice(0, -1);
		const heard = hello === void 0 ? [] : lines.map(readAnswer);
		for (const [at, draft] of rest.entries()) {
			const answer = heard[at];
			if (answer !== void 0) answers.set(draft, answer);
		}
		const suspect = rest[heard.length];
		const why = `${isAbsolute(interpreter) ? interpreter : `the interpreter ${interpreter}`} ${sayEnding(said.ending)}`;
		if (said.ending.kind === "signalled" && hello !== void 0 && suspect !== void 0) {
			answers.set(suspect, {
				answer: "not-loaded",
				why
			});
			rest = rest.slice(heard.length + 1);
			continue;
		}
		for (const draft of rest.slice(heard.length)) answers.set(draft, {
			answer: "other-magic",
			why
		});
		return;
	}
}
function readAnswer(line) {
	try {
		return answerSchema.parse(JSON.parse(line));
	} catch {
		return {
			answer: "other-magic",
			why: "the interpreter gave no readable answer"
		};
	}
}

// src/steps/cached.ts
/** Reads the bundle that is to stand for a run; null where none is named. Nothing of it is run. */
async function sightCached({ settings, repository, defaultWorkdir, progress }) {
	const { cachedEvidence: source } = settings;
	if (source === null) return null;
	const asked = {
		command: commandDigest(commandOf(settings)),
		workdir: resolveWorkdir(repository.top, settings.workdir ?? defaultWorkdir).relative
	};
	progress("judging the cached bundle again");
	const [{ readBundleWithFacts }, { openBundle }] = await Promise.all([import("./chunk-bundle-read-CcPPzhNq.js"), import("./chunk-unpack-D26TFxWN.js")]);
	const opened = await openBundle(source);
	try {
		return {
			...await readBundleWithFacts(opened, { requireTests: [] }),
			...asked
		};
	} finally {
		if (opened.state === "open") opened.store.close();
	}
}
/** What the verdict says of the cache, for machines; nothing where none was asked. */
function cachedSummary({ cached }) {
	if (cached === void 0 || cached === null) return {};
	const { bundle } = cached;
	if (bundle.state === "refused") return { cached_evidence: {
		source: bundle.source,
		state: "refused",
		why: bundle.why
	} };
	const { source, verdict, digest, generation, treeId, cell, commandDigest: command } = bundle;
	return { cached_evidence: {
		source,
		state: verdict,
		bundle_digest: digest,
		generation,
		tree_id: treeId,
		command_digest: command,
		cell
	} };
}

// src/steps/ownership.ts
/** The change, where `--owned`, `--forbidden` or `--require-rebased` asks for it. */
async function sightChange(context, stamped, drift) {
	const { settings, repository } = context;
	if (settings.owned.length + settings.forbidden.length === 0 && !settings.requireRebased) return {};
	const base = await baseOf(context, stamped);
	if (base === null) return { change: null };
	const { own, nested } = pathsOf(context, stamped);
	const differing = await changedPaths(repository, {
		base: base.commit,
		treeId: stamped.facts.treeId,
		paths: own,
		nested
	});
	const moved = [
		...drift.changed.map(({ path }) => path),
		...drift.vanished,
		...drift.added
	];
	const contained = await git([
		"merge-base",
		"--is-ancestor",
		base.commit,
		"HEAD"
	], { cwd: repository.top });
	return { change: {
		against: base.what,
		paths: [.../* @__PURE__ */ new Set([...differing, ...moved])].sort(comparePaths),
		tip: base.commit,
		containsTip: contained.code === 0
	} };
}
async function baseOf({ settings, repository, env }, { facts }) {
	const event = eventBase(env, repository.top);
	const given = settings.base ?? event?.sha ?? facts.head;
	if (given === null) return null;
	const { commit } = await findBase(repository, given);
	return {
		commit,
		what: settings.base !== null ? `${settings.base} (${commit})` : event !== null ? `the base of the ${event.event} event (${commit})` : `HEAD (${commit})`
	};
}

// src/steps/check.ts
/** The check: everything is measured once more, every rule is asked, and the verdict is saved. */
/** Judges stamp, run and evidence. */
async function checkStep(context) {
	const { bundle, report } = context.settings;
	if (bundle !== null) clearBundleFolder(bundle);
	if (report !== null) (await import("./chunk-report-CKlvPKXa.js")).clearReport(report);
	const { outcome, facts } = await checkWithFacts(context);
	const bundled = bundle === null ? outcome : await (await import("./chunk-bundle-BAP4omdB.js")).withBundle(context, outcome, facts);
	return report === null ? bundled : (await import("./chunk-report-CKlvPKXa.js")).withReport(context, bundled, facts);
}
/** The check, and what it judged by. */
async function checkWithFacts(context) {
	const { repository, state, settings } = context;
	const remembered = recall(state);
	if (remembered.stamped !== null) putBack(generationFolder(state, remembered.stamped.facts.generation), join(generationFolder(state, remembered.stamped.facts.generation), "reports-of-second-runs"));
	if (remembered.stamped !== null) requireRecordedNames(remembered.stamped.inventory, {
		globs: settings.evidence,
		logs: settings.logs
	});
	const facts = {
		step: "check",
		stamp: readStampFile(repository.top),
		known: remembered.known,
		stamped: remembered.stamped?.facts ?? null,
		run: remembered.run?.facts ?? null,
		check: remembered.stamped === null ? null : await gather(context, remembered.stamped, remembered.run),
		...recallComparisons(state, remembered.run),
		cached: await sightCached(context),
		policy: await policyOf(context, remembered),
		asked: askedOf({
			...settings,
			imports: [.../* @__PURE__ */ new Set([...settings.imports, ...remembered.stamped === null ? [] : importsNamedAt(remembered.stamped)])]
		})
	};
	const judged = verdictOver(facts);
	const cell = remembered.run?.cell ?? settings.cell;
	const accepted = acceptedOf(facts, judged, cell);
	const outcome = outcomeOf(context, facts, await withSummaries(context, facts, judged, {
		accepted,
		cell
	}), facts.check === null ? NO_TESTS : totalsOf(facts), {
		remembered,
		accepted,
		cell
	});
	if (facts.stamped !== null && (accepted === null || settings.summaries.length === 0)) rememberVerdict(state, facts.stamped.generation, {
		accepted,
		envelope: outcome.envelope
	});
	return {
		outcome,
		facts
	};
}
function acceptedOf(facts, { verdict, findings }, cell) {
	const accepted = verdict === "accepted" ? acceptedVerdict(facts, findings, cell) : null;
	return accepted === null ? null : {
		digest: verdictDigest(accepted),
		verdict: accepted
	};
}
/** The policy of the stamp, with what of the tree decides how the gate judges and differs from the base. */
async function policyOf({ policy, repository, env, settings }, { stamped, run }) {
	if (policy === null || stamped === null) return null;
	const command = [.../* @__PURE__ */ new Set([...run?.commandFiles ?? [], ...commandFiles(settings, repository.top)])];
	return withTouched({
		record: policy,
		place: {
			repository,
			env
		},
		command,
		setup: stamped.setupFiles
	});
}
/** Judges what was written about the verdict beside the verdict itself: it can only add a rejection. */
async function withSummaries({ state, settings }, facts, { findings }, own) {
	const summaries = settings.summaries.length === 0 ? null : (await import("./chunk-summaries-CVsoRDiu.js")).gatherSummaries(state, facts, {
		paths: settings.summaries,
		...own
	});
	const full = {
		...facts,
		check: facts.check === null ? null : {
			...facts.check,
			summaries
		}
	};
	return judge([...VERDICT_RULES, ...SUMMARY_RULES].map(({ id }) => id), [...findings, ...SUMMARY_RULES.flatMap((rule) => findingsOf(rule, full))]);
}
async function gather(context, stamped, run) {
	const { repository, state, progress, settings, defaultWorkdir } = context;
	progress("comparing the work tree with the stamp");
	const [drift, bytecode] = await Promise.all([driftNow(context, stamped), listBytecode(context)]);
	progress("reading the evidence");
	const evidence = await collectEvidence({
		places: evidencePlaces(context),
		opening: stamped.inventory,
		closing: run?.closing ?? null,
		readReport: reportReader(context)
	});
	return {
		drift,
		treeNow: await treeNow(context, stamped, drift, new Set(evidence.files.filter(({ tracked }) => !tracked).map(({ path }) => path))),
		headNow: await readHead(repository.top),
		bytecode: await judgeBytecode(repository.top, bytecode.files, {
			interpreters: interpretersOf(stamped, run),
			env: context.env
		}),
		bytecodeUnseen: bytecode.failed.map(({ path, errno }) => `${path} (${errno})`),
		evidence: evidence.files,
		absentLogs: evidence.absentLogs,
		logsNow: run === null ? null : await logDigests(join(generationFolder(state, stamped.facts.generation), run.folder), run),
		summaries: null,
		...await sightChange(context, stamped, drift),
		surroundings: surroundingsNow(context, stamped.facts, {
			workdir: run?.facts.outcome.cwd ?? settings.workdir ?? defaultWorkdir,
			runtimes: []
		}),
		cachedTests: await readCachedTests(logFiles(context, stamped, run, evidence.files)),
		...run === null ? { leftovers: (await sightLeftovers(context, stamped, null)).leftovers } : {}
	};
}
/** The run's own logs, and those that the workflow's steps wrote. */
function logFiles({ repository, state }, { facts }, run, evidence) {
	const own = run === null ? [] : [run.facts.outcome.logs.stdout, run.facts.outcome.logs.stderr].map(({ path }) => join(generationFolder(state, facts.generation), run.folder, path));
	const named = evidence.filter(({ logs, now, insideAllowedRoots }) => logs.length > 0 && now?.kind === "file" && insideAllowedRoots);
	return [...own, ...named.map(({ path }) => nativePath(placeOf(repository.top, path), ""))];
}
/**
* The tree id of the stamped paths as they are now. Equal bytes under equal settings give an equal id, so only a work
* tree that differs is measured again, without what was added to it since.
*/
async function treeNow(context, { facts }, drift, evidence) {
	if (drift.changed.length + drift.vanished.length + drift.headsMoved.length === 0 && !drift.settingsChanged) return facts.treeId;
	const isOwn = ownPathTest(context);
	const added = new Set(drift.added);
	return (await measure(context.repository, {
		exclude: (path) => isOwn(path) || evidence.has(path) || added.has(path),
		include: facts.patch?.paths ?? []
	})).treeId;
}
async function logDigests(folder, { facts }) {
	const { stdout, stderr } = facts.outcome.logs;
	const [first, second] = await Promise.all([sha256Of(join(folder, stdout.path)), sha256Of(join(folder, stderr.path))]);
	return {
		stdout: first,
		stderr: second
	};
}
function sha256Of(file) {
	return new Promise((resolve) => {
		const digest = createHash("sha256");
		createReadStream(file).on("error", () => resolve(null)).on("data", (chunk) => digest.update(chunk)).on("end", () => resolve(digest.digest("hex")));
	});
}
function outcomeOf({ repository }, facts, decision, tests, { remembered: { run }, accepted, cell }) {
	return {
		exit: decision.verdict === "accepted" ? 0 : 1,
		envelope: envelope("check", decision.verdict, {
			generation: facts.stamped?.generation ?? null,
			tree_id: facts.stamped?.treeId ?? null,
			content_id: facts.stamped?.contentId ?? null,
			head: facts.check?.headNow ?? repository.head,
			findings: decision.findings,
			tests,
			stamp_digest: facts.stamped?.stampDigest ?? null,
			command_digest: run?.facts.outcome.command ?? null,
			...cachedSummary(facts),
			verdict_digest: accepted?.digest ?? null,
			cell,
			...facts.policy === null || facts.policy === void 0 ? {} : { policy: policyPart(facts.policy) },
			reports: (facts.check?.evidence ?? []).map(({ path, role, reading }) => ({
				path,
				role,
				sha256: reading?.sha256 ?? null,
				producer: reading?.state === "read" ? reading.producer : null
			}))
		})
	};
}

export { checkWithFacts as n, clearBundleFolder as r, checkStep as t };