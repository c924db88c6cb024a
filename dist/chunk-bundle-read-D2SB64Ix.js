import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { a as MANIFEST_FILE, c as cachedPartSchema, d as storedVerdictSchema, i as CACHED_FOLDER, l as manifestSchema, o as PART, r as BUNDLE_SCHEMA, s as bundleFactsSchema, u as storedFindingsSchema } from "./chunk-bundle-DVCulwqK.js";
import { a as replayFactsSchema, i as isRed, l as matchesTest, r as controlFactsSchema, s as identify, t as baselineFactsSchema } from "./chunk-compare-DBY9yodZ.js";
import { d as inventorySchema, o as witnessFactsSchema, r as runFactsSchema } from "./chunk-facts-BWHTzgvG.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { n as limitsNamed } from "./chunk-report-limits-D6Nfqhdc.js";
import { s as policyFactsSchema } from "./chunk-policy-CIRIVHlF.js";
import { t as readReport } from "./chunk-read-BwLyEx17.js";
import { a as countedReports, h as speakingFacts, n as totalsOf, u as showTest } from "./chunk-totals-DXdlI6sr.js";
import { t as NO_TESTS } from "./chunk-totals-DJby8KvO.js";
import { n as BESIDE_MANIFEST, r as statementFaults, t as verdictOver } from "./chunk-verdict-CSAd8OiJ.js";
import { s as changedTestFiles } from "./chunk-catalog-DTYz_AU_.js";
import { r as parseStamp } from "./chunk-stamp-file-CS3Dha9A.js";
import { n as commandDigest, o as loadCommand } from "./chunk-captured-command-CJlk1AYq.js";
import { j as safeParse } from "./chunk-mini-TCpuGoTq.js";

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
/** How far beyond the usual limits of the report reader a bundle may ask to be read. */
const LIMITS_TIMES = 4;
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
	const faults = [...await filesAgainst(manifest.manifest, folder, names), ...statementFaults(manifest.manifest, manifest.digest, folder, names)];
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
		fromCache: null,
		policy: null
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
	for (const name of names) if (!listed.has(name) && !BESIDE_MANIFEST.includes(name)) faults.push({
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
				policy: facts.policy ?? null,
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
	const limits = limitsNamed(stored.asked.reportLimits, LIMITS_TIMES);
	const evidence = [];
	for (const file of stored.check.evidence) evidence.push({
		...file,
		reading: file.reading?.state === "stored" ? await readAgain(parts, file.path, file.reading, limits) : file.reading
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
		policy: read(PART.policy, policyFactsSchema),
		asked: stored.asked
	};
}
async function readAgain({ files, folder }, path, { file, stat }, limits) {
	const entry = files.get(file);
	if (entry === void 0) throw new PartFault(file, "removed", `is named nowhere in the manifest, and ${PART.facts} says that it is the report ${showPath(path)}`);
	const reading = await readReport(join(folder, file), { limits });
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

export { readBundleWithFacts as n, commandDigestOf as r, readBundle as t };