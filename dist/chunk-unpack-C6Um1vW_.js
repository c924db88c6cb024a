import { i as __toESM } from "./chunk-rolldown-runtime-Bi5HrKRR.js";
import { D as _nonnegative, a as boolean, c as extend, f as nullable, h as optional, i as array, j as safeParse, k as _regex, l as int, m as object, n as _enum, r as _null, s as discriminatedUnion, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { r as jobOriginSchema } from "./chunk-job-BaNr3L4P.js";
import { d as reportStatSchema, l as refusedReportSchema, n as surroundingsSchema } from "./chunk-surroundings-D6WPkBUv.js";
import { a as driftSchema, c as cachedTestsSchema, d as inventorySchema, i as stampedFactsSchema, l as leftoversSchema, n as bytecodeSightSchema, o as witnessFactsSchema, r as runFactsSchema, t as HANDED_OVER_OUTCOMES, u as evidenceFileSchema } from "./chunk-facts-DXFRlQH9.js";
import { i as generationSchema } from "./chunk-stamp-B4OeROAG.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { r as parseStamp } from "./chunk-stamp-file-DR0RE_f6.js";
import { t as NO_TESTS } from "./chunk-totals-DJby8KvO.js";
import { t as answerSchema } from "./chunk-finding-Cn8ms8Hi.js";
import { r as testTotalsSchema } from "./chunk-verdict-CsUhTFdr.js";
import { n as commandDigest, o as loadCommand } from "./chunk-captured-command-CJlk1AYq.js";
import { t as readReport } from "./chunk-read-Cj0ePKfb.js";
import { A as countedReports, F as identify, L as matchesTest, N as speakingFacts, P as speaksOfNoRun, b as replayFactsSchema, g as baselineFactsSchema, j as showTest, k as totalsOf, o as VERDICT_RULES, r as RUN_RULES, s as changedTestFiles, v as controlFactsSchema, y as isRed } from "./chunk-catalog-DKlqikoh.js";
import { a as findingsOf, t as NOTHING_TO_JUDGE } from "./chunk-rule-ywBBgpcM.js";
import { n as judge } from "./chunk-decide-DO-liYF4.js";
import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// src/model/bundle-sight.ts
/** What is known of one bundle once it was read and judged again. Nothing in it is believed for being written there. */
const objectId$1 = string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const bundlePatchSchema = discriminatedUnion("state", [
	object({
		state: literal("written"),
		against: object({
			what: _enum([
				"base",
				"head",
				"nothing"
			]),
			commit: nullable(objectId$1),
			tree: objectId$1
		}),
		left_out: array(string())
	}),
	object({
		state: literal("empty"),
		against: object({
			what: _enum([
				"base",
				"head",
				"nothing"
			]),
			commit: nullable(objectId$1),
			tree: objectId$1
		})
	}),
	object({
		state: literal("absent"),
		why: string()
	})
]);

// src/model/bundle.ts
/**
* The bundle: what one cell of a matrix hands over so that its verdict can be reached again elsewhere (PB3), and what
* is known of bundles when they are judged together (FI1). docs/bundle-format.md describes the folder. Whoever can
* write to where bundles are kept controls every byte of one, so everything is parsed here and nothing is believed.
*/
const BUNDLE_SCHEMA = "generation-gate/bundle/1";
const BUNDLE_FACTS_FORMAT = "generation-gate/bundle-facts/1";
const MANIFEST_FILE = "manifest.json";
/** Names of the parts of a bundle. None begins with a dot: uploads leave such files out. */
const PART = {
	stamp: "stamp.json",
	command: "command",
	commandForm: "command.json",
	patch: "change.patch",
	facts: "facts.json",
	opening: "inventory-stamp.json",
	closing: "inventory-run.json",
	run: "run.json",
	witness: "witness.json",
	baseline: "baseline.json",
	replay: "replay.json",
	control: "control.json",
	findings: "findings.json",
	verdict: "verdict.json",
	cached: "cached-evidence.json",
	stdout: "logs/stdout.txt",
	stderr: "logs/stderr.txt"
};
/** Folder inside a bundle that holds, whole, the bundle from which its evidence was taken. */
const CACHED_FOLDER = "cached";
/** A name inside a bundle: plain on every file system, never hidden, never leading out. */
const BUNDLE_NAME = /^(?=.{1,120}$)[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*){0,2}$/;
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
const objectId = string().check(_regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const bundleName = string().check(_regex(BUNDLE_NAME));
const count = int().check(_nonnegative());
const cellName = string().check(_regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const bundleFileSchema = object({
	path: bundleName,
	/** Of the bytes in the bundle. */
	sha256,
	size: count,
	/** Of the bytes as they were judged; there only where something was redacted since. */
	judged_sha256: optional(sha256)
});
const manifestSchema = object({
	schema: literal(BUNDLE_SCHEMA),
	/** Version of the program that wrote it. */
	program: string().check(_regex(/^[\w.+-]{1,60}$/)),
	cell: nullable(cellName),
	/** The job that wrote it, where one did. */
	origin: optional(nullable(jobOriginSchema)),
	generation: nullable(generationSchema),
	tree_id: nullable(objectId),
	content_id: nullable(sha256),
	head: nullable(objectId),
	/** SHA-256 of the captured command; null where none was run under the gate. */
	command_digest: nullable(sha256),
	/** As the gate said it. Never believed. */
	verdict: _enum(["accepted", "rejected"]),
	patch: bundlePatchSchema,
	/** Every other file of the bundle, sorted by path. */
	files: array(bundleFileSchema),
	/** Where each report lay in the workspace, with the digest of its bytes as judged. */
	reports: array(object({
		path: string(),
		file: bundleName,
		sha256,
		generation: generationSchema,
		tree_id: objectId
	})),
	/** What a bundle may not hold, with the reason. */
	left_out: array(object({
		path: string(),
		why: string()
	}))
});
/** Where a reading is kept: the report itself is in the bundle and is read again. A refusal can only reject, and is kept as it is. */
const storedReadingSchema = discriminatedUnion("state", [object({
	state: literal("stored"),
	file: bundleName,
	stat: reportStatSchema
}), refusedReportSchema]);
const storedEvidenceSchema = extend(evidenceFileSchema, { reading: nullable(storedReadingSchema) });
const judgedBytecodeSchema = extend(bytecodeSightSchema, {
	kind: _enum([
		"fits",
		"does-not-fit",
		"sourceless",
		"unreadable"
	]),
	why: string(),
	rewrittenByPytest: boolean()
});
const words = array(string());
const changeSchema = object({
	against: string(),
	paths: words,
	tip: string(),
	containsTip: boolean()
});
const storedCheckSchema = object({
	drift: driftSchema,
	treeNow: string(),
	headNow: nullable(string()),
	bytecode: array(judgedBytecodeSchema),
	bytecodeUnseen: words,
	evidence: array(storedEvidenceSchema),
	absentLogs: words,
	logsNow: nullable(object({
		stdout: nullable(string()),
		stderr: nullable(string())
	})),
	summaries: _null(),
	surroundings: optional(surroundingsSchema),
	leftovers: optional(leftoversSchema),
	cachedTests: optional(cachedTestsSchema),
	change: optional(nullable(changeSchema))
});
const askedSchema = object({
	expectGeneration: nullable(string()),
	expectStampDigest: nullable(string()),
	outcome: nullable(_enum(HANDED_OVER_OUTCOMES)),
	requireTests: words,
	minTests: count,
	summaries: words,
	imports: words,
	survivors: _enum(["report", "reject"]),
	foreignEditables: _enum(["report", "reject"]),
	witness: _enum([
		"required",
		"observe",
		"off"
	]),
	allowIgnored: words,
	generated: words,
	unwitnessedOk: words,
	unloaded: _enum(["report", "reject"]),
	cell: nullable(cellName),
	slackSeconds: count,
	base: optional(nullable(string())),
	replay: optional(boolean()),
	control: optional(boolean()),
	owned: optional(words),
	forbidden: optional(words),
	requireRebased: optional(boolean())
});
const bundleFactsSchema = object({
	format: literal(BUNDLE_FACTS_FORMAT),
	cell: nullable(cellName),
	known: words,
	stamped: nullable(stampedFactsSchema),
	check: nullable(storedCheckSchema),
	asked: askedSchema
});
/** Where the evidence came from a cache: what was asked for, and the bundle in {@link CACHED_FOLDER}, or why it is not there. */
const cachedPartSchema = object({
	format: literal("generation-gate/cached-evidence/1"),
	command: sha256,
	workdir: string(),
	bundle: discriminatedUnion("state", [object({
		state: literal("stored"),
		source: string(),
		digest: sha256
	}), object({
		state: literal("refused"),
		source: string(),
		why: string()
	})])
});
const storedFindingsSchema = array(object({
	rule: string().check(_regex(/^GG-[A-Z][A-Z-]{1,60}$/)),
	answer: answerSchema,
	what: string(),
	rejects: boolean()
}));
const storedVerdictSchema = object({
	verdict: _enum(["accepted", "rejected"]),
	tests: testTotalsSchema
});

// src/verify/verdict.ts
/** Asks every rule that a verdict follows from. */
function verdictOver(facts) {
	const asked = VERDICT_RULES.filter(({ steps }) => steps.includes(facts.step));
	return judge(asked.map(({ id }) => id), asked.flatMap((rule) => answersOf$1(rule, facts)));
}
function answersOf$1(rule, facts) {
	if (!RUN_RULES.includes(rule)) return findingsOf(rule, facts);
	return speaksOfNoRun(facts) ? findingsOf({
		...rule,
		check: () => NOTHING_TO_JUDGE
	}, facts) : findingsOf(rule, speakingFacts(facts));
}

// src/publish/bundle-contradictions.ts
/** Where two files of one bundle say different things: then one of them was not written with the others. Pure but for the command's bytes. */
/** The command that the evidence is of: the one that ran, or that of the bundle which stands for it. */
function commandDigestOf({ run, cached }) {
	return run?.outcome.command ?? (cached?.bundle.state === "read" ? cached.bundle.commandDigest : null);
}
/** Where two files of a bundle say different things of one matter: then one of them was not written with the others. */
function contradictions(parts, facts) {
	const { manifest, read } = parts;
	const faults = [];
	const compare = (file, what, says, other, itSays) => {
		if (says !== itSays) faults.push({
			file,
			kind: "contradicts",
			what: `says that the ${what} is ${word(says)}, and ${other} says ${word(itSays)}`
		});
	};
	const { stamped, stamp, run } = facts;
	const stored = read(PART.facts, bundleFactsSchema);
	compare(MANIFEST_FILE, "cell", manifest.cell, PART.facts, stored?.cell ?? null);
	compare(MANIFEST_FILE, "generation", manifest.generation, PART.facts, stamped?.generation ?? null);
	compare(MANIFEST_FILE, "tree id", manifest.tree_id, PART.facts, stamped?.treeId ?? null);
	compare(MANIFEST_FILE, "content id", manifest.content_id, PART.facts, stamped?.contentId ?? null);
	compare(MANIFEST_FILE, "head", manifest.head, PART.facts, stamped?.head ?? null);
	if (stamp.state === "found" && stamped !== null) {
		compare(PART.stamp, "tree id", stamp.stamp.tree_id, PART.facts, stamped.treeId);
		compare(PART.stamp, "content id", stamp.stamp.content_id, PART.facts, stamped.contentId);
		compare(PART.stamp, "head", stamp.stamp.head, PART.facts, stamped.head);
	}
	compare(MANIFEST_FILE, "command digest", manifest.command_digest, run === null && facts.cached !== null ? PART.cached : PART.run, commandDigestOf(facts));
	faults.push(...commandFaults(parts, run), ...inventoryFaults(parts, facts), ...reportFaults(parts, facts));
	return faults;
}
function commandFaults({ files, folder }, run) {
	if (run === null) return [];
	if (!files.has(PART.command) || !files.has(PART.commandForm)) return [{
		file: PART.command,
		kind: "removed",
		what: `is not there, and ${PART.run} says that it ran`
	}];
	if (files.get(PART.command)?.judged_sha256 !== void 0) return [];
	let digest;
	try {
		digest = commandDigest(loadCommand(folder));
	} catch (error) {
		return [{
			file: PART.command,
			kind: "malformed",
			what: `cannot be read back: ${error.message}`
		}];
	}
	return digest === run.outcome.command ? [] : [{
		file: PART.command,
		kind: "contradicts",
		what: `has the digest ${digest}, and ${PART.run} says that ${run.outcome.command} ran`
	}];
}
function inventoryFaults({ read }, { check, run }) {
	const opening = entriesOf(read(PART.opening, inventorySchema)?.entries);
	const closing = entriesOf(read(PART.closing, inventorySchema)?.entries);
	const faults = [];
	if (opening === null) faults.push({
		file: PART.opening,
		kind: "removed",
		what: "is named nowhere, and every stamp takes one"
	});
	if (closing === null && run !== null) faults.push({
		file: PART.closing,
		kind: "removed",
		what: "is named nowhere, and every run takes one"
	});
	for (const file of check?.evidence ?? []) {
		if (opening !== null && text(opening.get(file.path)) !== text(file.atStamp)) faults.push({
			file: PART.opening,
			kind: "contradicts",
			what: `has another entry of ${showPath(file.path)} than ${PART.facts}`
		});
		if (closing !== null && text(closing.get(file.path)) !== text(file.atRunEnd)) faults.push({
			file: PART.closing,
			kind: "contradicts",
			what: `has another entry of ${showPath(file.path)} than ${PART.facts}`
		});
	}
	return faults;
}
function entriesOf(entries) {
	return entries === void 0 ? null : new Map(entries.map((entry) => [entry.path, entry]));
}
function text(value) {
	return JSON.stringify(value ?? null);
}
/** Each report must be the file that the inventory saw, listed once, under this generation and tree. */
function reportFaults({ manifest, files, read }, { check }) {
	const faults = [];
	const listed = new Map(manifest.reports.map((report) => [report.path, report]));
	const used = /* @__PURE__ */ new Set();
	const stored = read(PART.facts, bundleFactsSchema)?.check?.evidence ?? [];
	for (const [row, { path, now, reading }] of (check?.evidence ?? []).entries()) {
		const kept = stored[row]?.reading;
		if (kept?.state !== "stored") continue;
		const report = listed.get(path);
		const file = files.get(kept.file);
		const fault = (what) => void faults.push({
			file: kept.file,
			kind: "contradicts",
			what
		});
		if (used.has(kept.file)) fault("stands for two reports");
		used.add(kept.file);
		if (report === void 0 || report.file !== kept.file) {
			fault(`is the report ${showPath(path)} by ${PART.facts}, and not by the manifest`);
			continue;
		}
		if (report.generation !== manifest.generation) fault(`is listed under generation ${report.generation}, and the bundle is of ${word(manifest.generation)}`);
		if (report.tree_id !== manifest.tree_id) fault(`is listed under tree ${report.tree_id}, and the bundle is of ${word(manifest.tree_id)}`);
		const judged = file?.judged_sha256 ?? file?.sha256;
		if (report.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and is listed with ${report.sha256}`);
		if (now?.sha256 !== judged) fault(`has the SHA-256 ${word(judged)}, and the check saw ${showPath(path)} with ${word(now?.sha256)}`);
		if (reading?.state === "refused") fault(`cannot be read any more: ${reading.message}`);
	}
	for (const { path, file } of manifest.reports) if (!used.has(file)) faults.push({
		file,
		kind: "contradicts",
		what: `is listed as the report ${showPath(path)}, which ${PART.facts} does not know`
	});
	return faults;
}
function word(value) {
	return typeof value === "string" ? value : "nothing";
}

// src/publish/bundle-parts.ts
/** The parts of a bundle, each parsed once. Whoever can write to where bundles are kept controls every byte of them. */
/** No part but a report comes near it; what is larger was not written by this program. */
const PART_LIMIT_BYTES = 128 << 20;
/** A part that cannot be understood: the bundle has that fault, and nothing else of it is judged. */
var PartFault = class extends Error {
	fault;
	constructor(file, kind, what) {
		super(what);
		this.fault = {
			file,
			kind,
			what
		};
	}
};
function partsOf(manifest, folder) {
	const files = new Map(manifest.files.map((file) => [file.path, file]));
	const known = /* @__PURE__ */ new Map();
	return {
		manifest,
		folder,
		files,
		read: (name, schema) => {
			if (known.has(name)) return known.get(name);
			const file = files.get(name);
			if (file === void 0) return null;
			if (file.size > 0x8000000) throw new PartFault(name, "malformed", `has ${file.size} bytes, more than any that is written`);
			let value;
			try {
				value = JSON.parse(readFileSync(join(folder, name), "utf8"));
			} catch {
				throw new PartFault(name, "malformed", "is not JSON");
			}
			const parsed = safeParse(schema, value);
			if (!parsed.success) throw new PartFault(name, "malformed", `is not what the format asks for at "${parsed.error.issues[0]?.path.join(".") ?? ""}"`);
			known.set(name, parsed.data);
			return parsed.data;
		}
	};
}

// src/publish/bundle-read.ts
/**
* Reads a bundle and reaches its verdict again: digests compared, reports read once more, findings judged once more
* (FI3). What the bundle says of itself is compared with that and never believed.
*/
/** Red tests of a cell that are kept to be compared with what other cells were to fix. */
const RED_LIMIT = 5e3;
/** Reads and judges one bundle. Its cases are forgotten afterwards: what stays is a few kilobytes. */
async function readBundle(opened, options) {
	return (await readBundleWithFacts(opened, options)).bundle;
}
/** {@link readBundle}, with the facts by which it was judged; null where its files do not give any. */
async function readBundleWithFacts(opened, options) {
	const { source } = opened;
	const refuse = (why) => ({
		bundle: {
			state: "refused",
			source,
			why
		},
		facts: null
	});
	if (opened.state === "refused") return refuse(opened.why);
	const { folder, names } = opened.store;
	const manifest = readManifest(folder, names);
	if (typeof manifest === "string") return refuse(manifest);
	const faults = await filesAgainst(manifest.manifest, folder, names);
	const about = aboutOf(source, manifest);
	if (faults.length > 0) return {
		bundle: {
			...about,
			faults
		},
		facts: null
	};
	return judgeParts(about, manifest.manifest, folder, options);
}
function readManifest(folder, names) {
	if (!names.includes("manifest.json")) return names.length === 0 ? "it is empty" : `it holds no ${MANIFEST_FILE}`;
	const file = join(folder, MANIFEST_FILE);
	if (statSync(file).size > 0x8000000) return `its ${MANIFEST_FILE} is too large`;
	const bytes = readFileSync(file);
	let value;
	try {
		value = JSON.parse(bytes.toString("utf8"));
	} catch {
		return `its ${MANIFEST_FILE} is not JSON`;
	}
	const schema = typeof value === "object" && value !== null ? value["schema"] : void 0;
	if (schema !== "generation-gate/bundle/1") return typeof schema === "string" ? `its format is ${JSON.stringify(schema.slice(0, 80))}, and this program reads "${BUNDLE_SCHEMA}"` : `its ${MANIFEST_FILE} names no format`;
	const parsed = manifestSchema.safeParse(value);
	if (!parsed.success) return `its ${MANIFEST_FILE} is malformed at "${parsed.error.issues[0]?.path.join(".") ?? ""}"`;
	return {
		manifest: parsed.data,
		digest: createHash("sha256").update(bytes).digest("hex")
	};
}
function aboutOf(source, { manifest, digest }) {
	return {
		state: "read",
		source,
		cell: manifest.cell,
		origin: manifest.origin ?? null,
		generation: manifest.generation,
		treeId: manifest.tree_id,
		head: manifest.head,
		nested: [],
		commandDigest: manifest.command_digest,
		digest,
		program: manifest.program,
		faults: [],
		differences: [],
		verdict: "rejected",
		rejecting: [],
		tests: NO_TESTS,
		runtimes: [],
		changedTests: null,
		required: [],
		requireFixed: [],
		red: [],
		redacted: manifest.files.flatMap(({ path, judged_sha256: judged }) => judged === void 0 ? [] : [path]),
		patch: manifest.patch,
		fromCache: null
	};
}
/** Every file that is not what the manifest says, is not there, or is not named by it. */
async function filesAgainst(manifest, folder, names) {
	const faults = [];
	const there = new Set(names);
	const listed = /* @__PURE__ */ new Set([MANIFEST_FILE]);
	for (const { path, sha256, size } of manifest.files) {
		if (listed.has(path)) faults.push({
			file: MANIFEST_FILE,
			kind: "malformed",
			what: `names ${path} twice`
		});
		listed.add(path);
		if (!there.has(path)) {
			faults.push({
				file: path,
				kind: "removed",
				what: "is named by the manifest and is not there"
			});
			continue;
		}
		const file = join(folder, path);
		const now = statSync(file).size === size ? await sha256Of(file) : null;
		if (now !== sha256) faults.push({
			file: path,
			kind: "changed",
			what: now === null ? `has ${statSync(file).size} bytes, and the manifest says ${size}` : `has the SHA-256 ${now}, and the manifest says ${sha256}`
		});
	}
	for (const name of names) if (!listed.has(name)) faults.push({
		file: name,
		kind: "added",
		what: "is not named by the manifest"
	});
	return faults;
}
function sha256Of(file) {
	return new Promise((resolve, reject) => {
		const digest = createHash("sha256");
		createReadStream(file).on("error", reject).on("data", (chunk) => digest.update(chunk)).on("end", () => resolve(digest.digest("hex")));
	});
}
async function judgeParts(about, manifest, folder, options) {
	try {
		const parts = partsOf(manifest, folder);
		const findings = parts.read(PART.findings, storedFindingsSchema);
		const said = parts.read(PART.verdict, storedVerdictSchema);
		if (findings === null || said === null) throw new PartFault(findings === null ? PART.findings : PART.verdict, "removed", "is named nowhere, and every bundle has it");
		const facts = await factsOf(parts);
		if (facts === null) {
			const rejecting = findings.filter(({ rejects }) => rejects).map(({ rule, what }) => ({
				rule,
				what
			}));
			const claims = [said.verdict, manifest.verdict].includes("accepted") ? [`it is said to be accepted, and ${PART.facts} is not in it`] : [];
			return {
				bundle: {
					...about,
					differences: claims,
					rejecting
				},
				facts: null
			};
		}
		const decision = verdictOver(facts);
		const tests = totalsOf(facts);
		const faults = contradictions(parts, facts);
		const cases = countedReports(facts).flatMap(({ report }) => report.cases);
		options.register?.take(cases);
		options.sight?.(facts);
		const speaking = speakingFacts(facts);
		return {
			bundle: {
				...about,
				faults,
				differences: differencesOf(manifest, said, findings, decision, tests),
				nested: facts.stamped?.nested ?? [],
				verdict: decision.verdict,
				rejecting: decision.findings.filter(({ rejects }) => rejects).map(({ rule, what }) => ({
					rule,
					what
				})),
				tests,
				runtimes: runtimesOf(speaking.run),
				surroundings: speaking.run?.surroundings ?? null,
				changedTests: changedTestFiles(speaking),
				required: options.requireTests.map((id) => requiredIn(id, cases)),
				requireFixed: speaking.baseline?.requireFixed ?? [],
				red: cases.filter(isRed).slice(0, RED_LIMIT).map((test) => identify(test, [])),
				fromCache: fromCacheOf(facts.cached)
			},
			facts
		};
	} catch (error) {
		if (error instanceof PartFault) return {
			bundle: {
				...about,
				faults: [error.fault]
			},
			facts: null
		};
		throw error;
	}
}
/** The facts as the check had them, with every report read again; null where the gate stopped before its check. */
async function factsOf(parts) {
	const { files, folder, read } = parts;
	const stored = read(PART.facts, bundleFactsSchema);
	if (stored === null || stored.check === null) return null;
	const evidence = [];
	for (const file of stored.check.evidence) evidence.push({
		...file,
		reading: file.reading?.state === "stored" ? await readAgain(parts, file.path, file.reading) : file.reading
	});
	return {
		step: "check",
		stamp: files.has(PART.stamp) ? parseStamp(readFileSync(join(folder, PART.stamp))) : { state: "absent" },
		known: stored.known,
		stamped: stored.stamped,
		run: runOf(parts),
		check: {
			...stored.check,
			evidence
		},
		replay: read(PART.replay, replayFactsSchema),
		baseline: read(PART.baseline, baselineFactsSchema),
		control: read(PART.control, controlFactsSchema),
		cached: await cachedOf(parts),
		asked: stored.asked
	};
}
async function readAgain({ files, folder }, path, { file, stat }) {
	const entry = files.get(file);
	if (entry === void 0) throw new PartFault(file, "removed", `is named nowhere in the manifest, and ${PART.facts} says that it is the report ${showPath(path)}`);
	const reading = await readReport(join(folder, file));
	return {
		...reading,
		stat,
		...reading.sha256 === void 0 ? {} : { sha256: entry.judged_sha256 ?? reading.sha256 }
	};
}
/** The bundle within, from which the evidence was taken: read and judged like any other. */
async function cachedOf({ folder, files, read }) {
	const part = read(PART.cached, cachedPartSchema);
	if (part === null) return null;
	const { command, workdir, bundle } = part;
	if (bundle.state === "refused") return {
		bundle,
		facts: null,
		command,
		workdir
	};
	const prefix = `${CACHED_FOLDER}/`;
	const names = [...files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
	const inside = await readBundleWithFacts({
		state: "open",
		source: bundle.source,
		store: {
			folder: join(folder, CACHED_FOLDER),
			names,
			close: () => void 0
		}
	}, { requireTests: [] });
	if (inside.bundle.state === "read" && inside.bundle.digest !== bundle.digest) throw new PartFault(`${prefix}${MANIFEST_FILE}`, "contradicts", `has the SHA-256 ${inside.bundle.digest}, and ${PART.cached} says ${bundle.digest}`);
	return {
		...inside,
		command,
		workdir
	};
}
function fromCacheOf(cached) {
	return cached === null || cached.bundle.state === "refused" ? null : {
		generation: cached.bundle.generation,
		digest: cached.bundle.digest
	};
}
function runOf({ read }) {
	const run = read(PART.run, runFactsSchema);
	if (run === null) return null;
	const witness = read(PART.witness, witnessFactsSchema);
	return witness === null ? run : {
		...run,
		witness
	};
}
const KINDS = [
	"total",
	"passed",
	"failed",
	"errored",
	"skipped",
	"flaky"
];
/** What the bundle claims and judging it again does not give. A rejection that holds is not picked at. */
function differencesOf(manifest, said, findings, decision, tests) {
	const differences = [];
	for (const [file, verdict] of [[MANIFEST_FILE, manifest.verdict], [PART.verdict, said.verdict]]) if (verdict !== decision.verdict) differences.push(`${file} says "${verdict}", and its files give "${decision.verdict}"`);
	for (const kind of KINDS) if (said.tests[kind] !== tests[kind]) differences.push(`${PART.verdict} counts ${said.tests[kind]} tests as ${kind}, and its reports give ${tests[kind]}`);
	if (decision.verdict === "rejected") return differences;
	const now = answersOf(decision.findings);
	const then = answersOf(findings);
	for (const [rule, answers] of now) {
		const before = then.get(rule);
		if (before !== void 0 && before !== answers) differences.push(`${PART.findings} says that ${rule} ${before}, and its files give ${answers}`);
	}
	return differences;
}
function answersOf(findings) {
	const answers = /* @__PURE__ */ new Map();
	for (const { rule, answer } of findings) answers.set(rule, (answers.get(rule) ?? /* @__PURE__ */ new Set()).add(answer));
	return new Map([...answers].map(([rule, given]) => [rule, [...given].sort().join(" and ")]));
}
function runtimesOf(run) {
	if (run === null) return [];
	const seen = run.witness.state === "present" ? run.witness.runtimes.map(({ runtime, version }) => `${runtime} ${version}`) : [];
	const asked = run.origins?.interpreter.state === "found" ? [`${run.origins.interpreter.implementation} ${run.origins.interpreter.version}`] : [];
	const others = (run.surroundings?.runtimes ?? []).filter(({ name }) => !["python", "pypy"].includes(name)).map(({ name, version }) => `${name} ${version}`);
	return [.../* @__PURE__ */ new Set([...seen.length > 0 ? seen : asked, ...others])].sort();
}
function requiredIn(id, cases) {
	const matches = cases.filter((test) => matchesTest(id, identify(test, [])));
	return {
		id,
		matched: matches.length,
		unpassed: matches.filter(({ outcome }) => outcome !== "passed").map((test) => `${showTest(test)} ${test.outcome}`)
	};
}

// src/publish/unpack.ts
/**
* Opens a bundle that lies in a folder or comes as a zip file. Whoever can upload an artifact controls every name and
* byte in it: a name that leads out, a link, a name given twice or a file that grows without end refuses the whole.
*/
/** A report has at most 128 MiB (the reader's own limit); a bundle of ten such is larger than any that was seen. */
const UNPACK_LIMITS = {
	entries: 1e4,
	entryBytes: 256 << 20,
	totalBytes: 1 << 30
};
var Unusable = class extends Error {};
/** Folders and zip files that a call names, with a folder of nothing but bundles taken for what lies in it, sorted. */
function bundleSources(given) {
	return given.flatMap((path) => {
		try {
			if (!statSync(path).isDirectory()) return [path];
			const inside = readdirSync(path, { withFileTypes: true });
			if (inside.some(({ name }) => name === "manifest.json")) return [path];
			const bundles = inside.filter((entry) => entry.isDirectory() || entry.isFile() && /\.zip$/i.test(entry.name));
			return bundles.length > 0 && bundles.length === inside.length && !isBundleFolder(inside.map(({ name }) => name)) ? bundles.map(({ name }) => join(path, name)).sort() : [path];
		} catch {
			return [path];
		}
	});
}
/** A bundle that lost its manifest is still one, and must not be taken for a folder of others. */
function isBundleFolder(names) {
	return names.every((name) => ["reports", "logs"].includes(name));
}
/** Opens one bundle. Never throws for what it finds; a full disk still does. */
async function openBundle(source, limits = UNPACK_LIMITS) {
	try {
		const stats = statSync(source);
		if (!stats.isDirectory() && !stats.isFile()) throw new Unusable("it is neither a folder nor a file");
		return {
			state: "open",
			source,
			store: stats.isDirectory() ? openFolder(realpathSync(source), limits) : await openZip(source, limits)
		};
	} catch (error) {
		const code = error.code ?? "";
		if (code === "ENOSPC" || code === "EDQUOT") throw error;
		return {
			state: "refused",
			source,
			why: error instanceof Unusable ? error.message : code === "ENOENT" ? "it is not there" : `it cannot be read (${code === "" ? error.message : code})`
		};
	}
}
function openFolder(folder, limits) {
	const names = createNames(limits);
	let total = 0;
	const visit = (prefix) => {
		for (const { name } of readdirSync(join(folder, prefix), { withFileTypes: true })) {
			const path = prefix === "" ? name : `${prefix}/${name}`;
			const stats = lstatSync(join(folder, path));
			if (stats.isSymbolicLink()) throw new Unusable(`${showPath(path)} is a link`);
			if (stats.isDirectory()) {
				names.checkFolder(path);
				visit(path);
			} else if (stats.isFile()) {
				names.take(path);
				total += stats.size;
				refuseSize(path, stats.size, total, limits);
			} else throw new Unusable(`${showPath(path)} is no regular file`);
		}
	};
	visit("");
	return {
		folder,
		names: names.all(),
		close: () => void 0
	};
}
async function openZip(file, limits) {
	const yauzl = await import("./chunk-yauzl-662kapZ_.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const zip = await new Promise((done, fail) => {
		yauzl.open(file, {
			lazyEntries: true,
			autoClose: false,
			decodeStrings: false,
			validateEntrySizes: true
		}, (error, opened) => {
			if (error === null) done(opened);
			else fail(new Unusable(`it is no zip file that can be read: ${error.message}`));
		});
	});
	const folder = mkdtempSync(join(realpathSync(tmpdir()), "generation-gate-bundle-"));
	const close = () => rmSync(folder, {
		recursive: true,
		force: true
	});
	try {
		if (zip.entryCount > limits.entries) throw new Unusable(`it announces ${zip.entryCount} entries; a bundle has at most ${limits.entries}`);
		const names = createNames(limits);
		let total = 0;
		for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
			const path = nameOf(entry);
			refuseKind(entry, path);
			if (path.endsWith("/")) {
				names.checkFolder(path.slice(0, -1));
				continue;
			}
			names.take(path);
			refuseSize(path, entry.uncompressedSize, total + entry.uncompressedSize, limits);
			total += await unpackEntry(zip, entry, path, folder, (size) => refuseSize(path, size, total + size, limits));
		}
		return rootOf({
			folder,
			names: names.all(),
			close
		});
	} catch (error) {
		close();
		throw error;
	} finally {
		zip.close();
	}
}
/** A zip made of a folder holds the bundle one level down. */
function rootOf(store) {
	const [top] = store.names[0]?.split("/") ?? [];
	if (top === void 0 || store.names.includes("manifest.json") || !store.names.includes(`${top}/${"manifest.json"}`)) return store;
	if (!store.names.every((name) => name.startsWith(`${top}/`))) return store;
	return {
		...store,
		folder: join(store.folder, top),
		names: store.names.map((name) => name.slice(top.length + 1))
	};
}
function nextEntry(zip) {
	return new Promise((done, fail) => {
		const settle = (act) => () => {
			zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
			act();
		};
		zip.once("entry", (entry) => settle(() => done(entry))());
		zip.once("end", settle(() => done(null)));
		zip.once("error", (error) => settle(() => fail(new Unusable(`it is damaged: ${error.message}`)))());
		zip.readEntry();
	});
}
function nameOf(entry) {
	return entry.fileName.toString("latin1");
}
const FILE_TYPE = 61440;
/** The upper half of the attributes is a Unix mode where the packer set one (APPNOTE 4.4.15, Info-ZIP). */
function refuseKind(entry, path) {
	const type = entry.externalFileAttributes >>> 16 & FILE_TYPE;
	if (type === 40960) throw new Unusable(`its entry ${showPath(path)} is a link`);
	if (type !== 0 && type !== 32768 && type !== 16384) throw new Unusable(`its entry ${showPath(path)} is no regular file`);
	if (entry.isEncrypted()) throw new Unusable(`its entry ${showPath(path)} is encrypted`);
}
/** Unpacks one file and gives the number of its bytes. */
async function unpackEntry(zip, entry, path, folder, refuse) {
	const place = join(folder, path);
	mkdirSync(dirname(place), {
		recursive: true,
		mode: 448
	});
	const descriptor = openSync(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 384);
	let size = 0;
	try {
		const stream = await new Promise((done, fail) => {
			zip.openReadStream(entry, (error, opened) => error === null ? done(opened) : fail(new Unusable(`its entry ${showPath(path)} cannot be unpacked: ${error.message}`)));
		});
		try {
			for await (const chunk of stream) {
				size += chunk.length;
				refuse(size);
				for (let written = 0; written < chunk.length;) written += writeSync(descriptor, chunk, written);
			}
		} catch (error) {
			if (error instanceof Unusable || error.syscall === "write") throw error;
			throw new Unusable(`its entry ${showPath(path)} is damaged: ${error.message}`);
		}
		return size;
	} finally {
		closeSync(descriptor);
	}
}
function refuseSize(path, size, total, limits) {
	if (size > limits.entryBytes) throw new Unusable(`${showPath(path)} has more than ${limits.entryBytes} bytes`);
	if (total > limits.totalBytes) throw new Unusable(`its files have more than ${limits.totalBytes} bytes together`);
}
/** Collects names, each of which must be plain, and one file on every file system. */
function createNames(limits) {
	const taken = /* @__PURE__ */ new Map();
	const folders = /* @__PURE__ */ new Map();
	const checkFolder = (path) => {
		refuseName(path);
		const known = folders.get(path.toLowerCase()) ?? taken.get(path.toLowerCase());
		if (known !== void 0 && (known !== path || taken.has(path.toLowerCase()))) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
		folders.set(path.toLowerCase(), path);
	};
	return {
		checkFolder,
		take: (path) => {
			refuseName(path);
			const lower = path.toLowerCase();
			const known = taken.get(lower);
			if (known === path) throw new Unusable(`the name ${showPath(path)} is in it twice`);
			if (known !== void 0) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
			if (folders.has(lower)) throw new Unusable(`${showPath(path)} is a folder and a file`);
			for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) checkFolder(path.slice(0, end));
			taken.set(lower, path);
			if (taken.size > limits.entries) throw new Unusable(`it holds more than ${limits.entries} files`);
		},
		all: () => [...taken.values()].sort()
	};
}
/** Device names of Windows, which are no files there whatever follows them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
function refuseName(path) {
	const shown = showPath(path);
	if (/^[/\\]|^[A-Za-z]:/.test(path)) throw new Unusable(`the name ${shown} is absolute`);
	if (path.split(/[/\\]/).includes("..")) throw new Unusable(`the name ${shown} leads out of it`);
	if (path.includes("\0")) throw new Unusable(`the name ${shown} holds a NUL`);
	if (!BUNDLE_NAME.test(path) || path.split("/").some((part) => DEVICE.test(part))) throw new Unusable(`the name ${shown} is none that a bundle has`);
}

export { commandDigestOf as a, BUNDLE_SCHEMA as c, PART as d, manifestSchema as f, readBundleWithFacts as i, CACHED_FOLDER as l, openBundle as n, verdictOver as o, readBundle as r, BUNDLE_FACTS_FORMAT as s, bundleSources as t, MANIFEST_FILE as u };