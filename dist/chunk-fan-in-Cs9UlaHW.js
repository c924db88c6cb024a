import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { r as UsageError } from "./chunk-errors-HNU_0TX0.js";
import { i as cellsOf } from "./chunk-policy-CIRIVHlF.js";
import { t as readBundle } from "./chunk-bundle-read-D2SB64Ix.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { n as sumOfTests, t as NO_TESTS } from "./chunk-totals-DJby8KvO.js";
import { n as envelope } from "./chunk-envelope-DzZppLfG.js";
import { c as clearReport, i as namesOf, n as ROW_LIMIT, r as bounded, t as LETTER } from "./chunk-test-table-BiczI1cb.js";
import { c as identityKey, s as identify } from "./chunk-compare-DBY9yodZ.js";
import { n as policyPart } from "./chunk-policy-DuCA8Iht.js";
import { u as showTest } from "./chunk-totals-DXdlI6sr.js";
import { n as bundleSources, r as openBundle } from "./chunk-unpack-DCIG-WqD.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-Dkha8LeR.js";
import { t as decide } from "./chunk-decide-Cbuofwm_.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { d as readHead } from "./chunk-environment-folder-B6idSfp2.js";
import { n as headTreeOf } from "./chunk-stamped-patch-BNiecPQj.js";

// src/publish/fan-in.ts
const NO_BUNDLE = {
	generation: null,
	tree_id: null,
	head: null,
	command_digest: null,
	bundle_digest: null,
	tests: NO_TESTS,
	runtimes: [],
	redacted: [],
	rejecting: []
};
/** The rows, expected cells in their order first, then all others. */
function cellRows(expected, bundles) {
	const named = bundles.filter((bundle) => bundle.state === "read");
	const rows = expected.flatMap((cell) => {
		const own = named.filter((bundle) => bundle.cell === cell);
		return own.length === 0 ? [{
			...NO_BUNDLE,
			cell,
			state: "not run",
			source: null
		}] : own.map(rowOf);
	});
	const others = named.filter(({ cell }) => cell === null || !expected.includes(cell)).map(rowOf);
	const refused = bundles.flatMap((bundle) => bundle.state === "refused" ? [{
		...NO_BUNDLE,
		cell: null,
		state: "unreadable",
		source: bundle.source
	}] : []);
	return [
		...rows,
		...others,
		...refused
	];
}
function rowOf(bundle) {
	const { cell, source, generation, treeId, head, commandDigest, digest, tests, runtimes, redacted, rejecting, faults, verdict } = bundle;
	return {
		cell,
		state: faults.length > 0 ? "changed" : verdict,
		source,
		generation,
		tree_id: treeId,
		head,
		command_digest: commandDigest,
		bundle_digest: digest,
		tests,
		runtimes,
		redacted,
		rejecting: [...new Set(rejecting.map(({ rule }) => rule))]
	};
}
/** The sum over all rows. */
function sumOf(rows) {
	return sumOfTests(rows.map(({ tests }) => tests));
}
/** The rows as a table for people. */
function cellTable(rows) {
	const table = [[
		"cell",
		"verdict",
		"tree",
		"generation",
		"tests",
		"red",
		"ran on"
	], ...rows.map((row) => [
		row.cell ?? showPath(row.source ?? ""),
		row.state,
		row.tree_id?.slice(0, 12) ?? "-",
		row.generation?.slice(0, 12) ?? "-",
		row.state === "not run" || row.state === "unreadable" ? "-" : String(row.tests.total),
		row.state === "not run" || row.state === "unreadable" ? "-" : String(row.tests.failed + row.tests.errored),
		row.runtimes.join(", ") || "-"
	])];
	const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
	return table.map((row) => row.map((text, column) => column === 4 || column === 5 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)).join("  ").trimEnd()).join("\n");
}

// src/publish/report/matrix.ts
/** How every test fared in every cell of a matrix, gathered while the bundles are judged one after the other (FI2). */
/** Beyond these, tests of one name in one cell stand in one row with the worst of their outcomes. */
const WORST = [
	"f",
	"e",
	"k",
	"s",
	"p"
];
function createMatrix() {
	const columns = [];
	const rows = /* @__PURE__ */ new Map();
	let leftOut = 0;
	return {
		cell: (name) => {
			const column = columns.push(name) - 1;
			return (cases) => {
				for (const test of cases) {
					const identity = identify(test, []);
					const key = identityKey(identity);
					const known = rows.get(key);
					if (known === void 0 && rows.size >= 2e5) {
						leftOut += 1;
						continue;
					}
					const row = known ?? {
						names: namesOf({
							...identity,
							suite: [...identity.suite]
						}),
						outcomes: ""
					};
					row.outcomes = withLetter(row.outcomes, column, LETTER[test.outcome]);
					if (known === void 0) rows.set(key, row);
				}
			};
		},
		table: () => bounded({
			columns,
			kind: "matrix",
			rows: [...rows.values()].map(({ names, outcomes }) => ({
				...names,
				outcomes: outcomes.padEnd(columns.length, "-"),
				change: null,
				says: ""
			})),
			leftOut
		})
	};
}
/** Two suites of one report may hold one test: the worse of the two counts. */
function withLetter(outcomes, column, letter) {
	const before = outcomes[column];
	if (before === void 0) return outcomes.padEnd(column, "-") + letter;
	return WORST.indexOf(letter) < WORST.indexOf(before) ? outcomes.slice(0, column) + letter + outcomes.slice(column + 1) : outcomes;
}

// src/publish/test-register.ts
/** Which tests some cell reports and none executed (FI2), over millions of cases in little memory. */
/** Skipped tests that keep their names; beyond it they are not followed. */
const NAMED = 2e4;
/** Tests are told apart by 53 bits of their identity: two of a million share them once in 18,000 matrices. */
function createTestRegister() {
	const executed = createNumberSet();
	const skipped = /* @__PURE__ */ new Map();
	return {
		take: (cases) => {
			for (const test of cases) {
				const key = shortHash(identityKey(identify(test, [])));
				if (test.outcome !== "skipped") {
					executed.add(key);
					skipped.delete(key);
				} else if (!executed.has(key) && !skipped.has(key) && skipped.size < NAMED) skipped.set(key, ownText(showTest(test)));
			}
		},
		nowhere: () => [...skipped.values()].sort()
	};
}
/** The text without what it was cut from: a name of some bytes must not keep a whole report in memory. */
function ownText(text) {
	return Buffer.from(text, "utf8").toString("utf8");
}
/** A set of whole numbers other than 0 in 16 bytes each, a tenth of what a `Set` takes for numbers beyond 31 bits. */
function createNumberSet() {
	let table = /* @__PURE__ */ new Float64Array(4096);
	let used = 0;
	const slotOf = (slots, key) => {
		let at = key >>> 0 & slots.length - 1;
		while (slots[at] !== 0 && slots[at] !== key) at = at + 1 & slots.length - 1;
		return at;
	};
	return {
		has: (key) => table[slotOf(table, key)] === key,
		add: (key) => {
			const at = slotOf(table, key);
			if (table[at] === key) return;
			table[at] = key;
			used += 1;
			if (used * 2 < table.length) return;
			const larger = new Float64Array(table.length * 2);
			for (const known of table) if (known !== 0) larger[slotOf(larger, known)] = known;
			table = larger;
		}
	};
}
/** 53 bits of text, by two multiplicative hashes of 32 bits each (Fowler, Noll, Vo; Murmur's finaliser). */
function shortHash(text) {
	let high = 0x811c9dc5;
	let low = 0x9747b28c;
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		high = Math.imul(high ^ unit, 16777619);
		low = Math.imul(low ^ unit, 0x5bd1e995) + 0x3c6ef372;
	}
	return (mixed(high) & 2097151) * 2 ** 32 + (mixed(low ^ high) >>> 0) || 1;
}
function mixed(value) {
	let bits = Math.imul(value ^ value >>> 16, 0x85ebca6b);
	bits = Math.imul(bits ^ bits >>> 13, 0xc2b2ae35);
	return bits ^ bits >>> 16;
}

// src/verify/attempts.ts
/**
* Tells the bundles that count from those of earlier attempts. What a bundle itself says decides, never its name, its
* number or its time: one gives way only to a later attempt of the same run and job, for the same tree and command. All
* others stay, and two for one cell are then rejected as such.
*/
function latestAttempts(bundles) {
	const superseded = bundles.filter((bundle) => bundle.state === "read" && bundles.some((other) => other.state === "read" && replaces(other, bundle)));
	const gone = new Set(superseded);
	return {
		bundles: bundles.filter((bundle) => !gone.has(bundle)),
		superseded
	};
}
function replaces(later, earlier) {
	if (later === earlier || later.cell === null || later.cell !== earlier.cell) return false;
	if (later.faults.length > 0 || earlier.faults.length > 0 || later.origin === null || earlier.origin === null) return false;
	if (!(later.origin.run_id === earlier.origin.run_id && later.origin.job === earlier.origin.job) || later.origin.run_attempt <= earlier.origin.run_attempt) return false;
	const sameTree = earlier.treeId === null || earlier.treeId === later.treeId;
	const sameCommand = earlier.commandDigest === null || earlier.commandDigest === later.commandDigest;
	return sameTree && sameCommand;
}

// src/steps/fan-in.ts
/** The `fan-in` verb: the bundles of all cells judged again, and one decision over them (FI1, FI2). */
/** Judges bundles together. Needs no repository; where one is named its HEAD says what is to be merged. */
async function fanInStep(call) {
	const { settings, bundles, gathered, merging: told, progress } = call;
	const { neededJobs: jobs, requireTests, minTests, report } = settings;
	const merging = await mergingTree(settings) ?? told ?? null;
	const policy = await governingPolicy(call);
	const expected = [.../* @__PURE__ */ new Set([...policy === null ? [] : cellsOf(policy.document), ...settings.expectCells])];
	if (expected.length === 0) throw new UsageError("GG-EXPECT-MISSING", "No cell is expected, and no policy declares any", "Name them all, for example: generation-gate fan-in --expect linux,macos bundles/*; or name the checkout whose policy does: --repo .");
	if (report !== null) clearReport(report);
	const { sights, superseded, notes } = await judgeAll([...bundleSources(bundles).map((place) => ({
		place,
		name: place
	})), ...gathered?.bundles ?? []], {
		requireTests,
		wantsTable: report !== null,
		progress
	});
	const all = [...sights, ...gathered?.refused ?? []];
	const facts = {
		step: "fan-in",
		expected,
		bundles: all,
		superseded,
		jobs,
		merging,
		requireTests,
		minTests,
		nowhere: notes.nowhere(),
		patch: { state: "not-asked" },
		policy
	};
	const decision = decide(BUNDLE_CATALOG, facts);
	const rows = cellRows(expected, all);
	const outcome = {
		exit: decision.verdict === "accepted" ? 0 : 1,
		envelope: envelope("fan-in", decision.verdict, {
			generation: onlyOne(rows.map(({ generation }) => generation)),
			tree_id: onlyOne(rows.map(({ tree_id: tree }) => tree)),
			head: onlyOne(rows.map(({ head }) => head)),
			findings: decision.findings,
			tests: sumOf(rows),
			merging: merging === null ? null : {
				tree_id: merging.treeId,
				source: merging.source
			},
			cells: rows,
			superseded: cellRows([], superseded),
			...policy === null ? {} : { policy: policyPart(policy) },
			preface: cellTable(rows)
		})
	};
	return report === null ? outcome : (await import("./chunk-report-CKlvPKXa.js")).reported(report, outcome, {
		facts: null,
		tests: notes.table()
	}, null);
}
/** Judges every bundle, one at a time: what stays of each is a few kilobytes. */
async function judgeAll(sources, options) {
	const first = await judgeOnce(sources, options);
	const { bundles, superseded } = latestAttempts([...first.sights.values()]);
	if (superseded.length === 0) return {
		sights: bundles,
		superseded,
		notes: first.notes
	};
	const { notes } = await judgeOnce(sources.filter((source) => bundles.includes(first.sights.get(source))), options);
	return {
		sights: bundles,
		superseded,
		notes
	};
}
async function judgeOnce(sources, { requireTests, wantsTable, progress }) {
	const sights = /* @__PURE__ */ new Map();
	const notes = createTestNotes(wantsTable);
	for (const source of sources) {
		progress(`judging ${source.name} again`);
		const taking = notes.open();
		const sight = {
			...await judgeAgain(source.place, {
				requireTests,
				register: taking
			}),
			source: source.name
		};
		taking.close(sight.state === "read" ? sight.cell ?? source.name : source.name);
		sights.set(source, sight);
	}
	progress(null);
	return {
		sights,
		notes
	};
}
function createTestNotes(wantsTable) {
	const register = createTestRegister();
	const matrix = wantsTable ? createMatrix() : null;
	return {
		nowhere: register.nowhere,
		table: () => matrix?.table() ?? null,
		open: () => {
			const cases = [];
			return {
				...register,
				take: (its) => {
					register.take(its);
					if (matrix !== null) cases.push(its);
				},
				close: (cell) => {
					for (const its of cases) matrix?.cell(cell)(its);
				}
			};
		}
	};
}
/** Opens, judges and closes one bundle. */
async function judgeAgain(source, options) {
	const opened = await openBundle(source);
	try {
		return await readBundle(opened, options);
	} finally {
		if (opened.state === "open") opened.store.close();
	}
}
/** The policy of what is to be merged, where a repository is named: the event's base governs there as in the cells. */
async function governingPolicy({ settings: { repo }, env, readBase }) {
	if (repo === null) return null;
	const folder = realpathSync(resolve(repo));
	const { findPolicy } = await import("./chunk-policy-DS5Wn7gV.js");
	const [commonDir = folder, top] = (await git([
		"rev-parse",
		"--path-format=absolute",
		"--git-common-dir",
		"--show-toplevel"
	], { cwd: folder })).stdout.toString("utf8").split("\n");
	const head = await readHead(folder);
	return (await findPolicy({
		repository: {
			top: top === void 0 || top === "" ? folder : realpathSync(top),
			commonDir,
			head,
			objectFormat: head?.length === 64 ? "sha256" : "sha1"
		},
		env,
		given: {},
		readBase,
		own: "head"
	})).facts;
}
async function mergingTree({ tree, repo }) {
	if (tree !== null) return {
		treeId: tree,
		source: "--tree"
	};
	if (repo === null) return null;
	requireFolder(repo);
	const head = await headTreeOf(resolve(repo));
	if (head === null) throw new UsageError("GG-REPOSITORY-NOT-FOUND", `"${repo}" is no repository with a commit at HEAD`, "Name the checkout of the commit that is to be merged: --repo DIR");
	return {
		treeId: head,
		source: `HEAD of ${repo}`
	};
}
/** A repository that is not there is a mistake of the call, found before any bundle is opened. */
function requireFolder(repo) {
	if (statSync(resolve(repo), { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError("GG-REPOSITORY-NOT-FOUND", `"${repo}" is no folder`, "Name a checkout of the code: --repo DIR");
}
/** The value that all agree on; null where they do not. */
function onlyOne(values) {
	const different = new Set(values.filter((value) => value !== null));
	return different.size === 1 ? [...different][0] ?? null : null;
}

export { cellRows as a, createTestRegister as i, judgeAgain as n, cellTable as o, requireFolder as r, sumOf as s, fanInStep as t };