import { n as plainLine } from "./chunk-plain-jGVpv_SO.js";
import { a as MANIFEST_FILE } from "./chunk-bundle-DVCulwqK.js";
import { a as statementSchema, i as VERDICT_TYPE, n as STATEMENT_TYPE, r as TEST_RESULT_TYPE, t as STATEMENT_FILES } from "./chunk-statement-DwN2B8oX.js";
import { n as comparedTests, o as testLabel } from "./chunk-compare-DBY9yodZ.js";
import { a as findingsOf, t as NOTHING_TO_JUDGE } from "./chunk-rule-ywBBgpcM.js";
import { a as countedReports, g as speaksOfNoRun, h as speakingFacts } from "./chunk-totals-DXdlI6sr.js";
import { o as VERDICT_RULES, p as underRuling, r as RUN_RULES, x as sameEnding } from "./chunk-catalog-DTYz_AU_.js";
import { n as judge } from "./chunk-decide-Cbuofwm_.js";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

// src/publish/statement.ts
/** Names that each list of a statement holds. GitHub takes attestations of up to 16 MiB; a reader of more looks into the reports. */
const NAMES_LIMIT = 2e4;
const NAME_LIMIT = 300;
/** What the statements are about: the manifest, which names every other file by digest, the tested tree, its commit. */
function subjectsOf({ manifest, manifestDigest }) {
	return [
		{
			name: MANIFEST_FILE,
			digest: { sha256: manifestDigest }
		},
		...manifest.tree_id === null ? [] : [{
			name: "tested tree",
			digest: { gitTree: manifest.tree_id }
		}],
		...manifest.head === null ? [] : [{
			name: "checked-out commit",
			digest: { gitCommit: manifest.head }
		}]
	];
}
/** The test-result statement: what passed, what passed at a second try, what failed. It has no word for a skipped test. */
function testResultStatement(source) {
	const names = namesOf(source.facts);
	const { command_digest: command, verdict } = source.manifest;
	return {
		_type: STATEMENT_TYPE,
		subject: subjectsOf(source),
		predicateType: TEST_RESULT_TYPE,
		predicate: {
			result: verdict === "rejected" ? "FAILED" : source.tests.flaky > 0 ? "WARNED" : "PASSED",
			configuration: [command === null ? { name: "steps of the workflow" } : {
				name: "captured command",
				digest: { sha256: command }
			}],
			passedTests: names.passed,
			warnedTests: names.flaky,
			failedTests: names.failed
		}
	};
}
/** Our own statement: what the other has no place for. */
function verdictStatement(source) {
	const { manifest, facts, findings, tests } = source;
	const names = namesOf(facts);
	const speaking = facts === null ? null : speakingFacts(facts);
	const run = speaking?.run?.outcome ?? null;
	return {
		_type: STATEMENT_TYPE,
		subject: subjectsOf(source),
		predicateType: VERDICT_TYPE,
		predicate: {
			verdict: manifest.verdict,
			program: manifest.program,
			cell: manifest.cell,
			generation: manifest.generation,
			contentId: manifest.content_id,
			tests,
			skippedTests: names.skipped,
			namesLeftOut: names.leftOut,
			run: run === null ? null : {
				startedOn: run.startedAt,
				seconds: Math.round(run.durationMs) / 1e3,
				ending: run.ending,
				commandDigest: { sha256: run.command }
			},
			outcome: run === null ? facts?.asked.outcome ?? null : null,
			fromCache: facts !== null && speaking !== facts,
			witness: witnessOf(speaking),
			baseline: baselineOf(speaking),
			replay: replayOf(speaking),
			findings: findings.filter(({ answer, rejects }) => rejects || answer !== "holds").map(({ rule, answer, rejects }) => ({
				rule,
				answer,
				rejects
			}))
		}
	};
}
function witnessOf(facts) {
	const witness = facts?.run?.witness;
	if (witness === void 0) return null;
	if (witness.state === "absent") return { state: "absent" };
	return {
		state: "present",
		processes: witness.processes,
		escaped: witness.escaped.reduce((sum, { count }) => sum + count, 0),
		files: witness.loads.length,
		runtimes: [...new Set(witness.runtimes.map(({ runtime, version }) => plainLine(`${runtime} ${version}`)))]
	};
}
function baselineOf(facts) {
	const { baseline } = facts ?? {};
	if (baseline === void 0 || baseline === null) return null;
	const transitions = {};
	for (const { kind } of baseline.transitions) transitions[kind] = (transitions[kind] ?? 0) + 1;
	return {
		mode: baseline.mode,
		commit: { gitCommit: baseline.base.commit },
		transitions
	};
}
function replayOf(facts) {
	const { replay } = facts ?? {};
	if (replay === void 0 || replay === null) return null;
	const { second, differences, warmEnding } = replay;
	return {
		agrees: second.ending !== null && differences.length === 0 && sameEnding(warmEnding, second.ending),
		tests: second.tests.length,
		differences: differences.length
	};
}
/** Names of the tests by how they ended. Reports control them: each is one plain line. */
function namesOf(facts) {
	const all = facts === null ? [] : comparedTests(countedReports(facts).map(({ path, report }) => ({
		path,
		cases: report.cases
	})), [], facts.stamped === null ? [] : [facts.stamped.generation, facts.stamped.treeId]);
	let leftOut = 0;
	const named = (...outcomes) => {
		const those = all.filter(({ outcome }) => outcomes.includes(outcome));
		leftOut += Math.max(0, those.length - NAMES_LIMIT);
		return those.slice(0, NAMES_LIMIT).map((test) => cut(plainLine(testLabel(test).slice(0, 4 * NAME_LIMIT))));
	};
	return {
		passed: named("passed"),
		flaky: named("flaky"),
		failed: named("failed", "errored"),
		skipped: named("skipped"),
		leftOut
	};
}
function cut(name) {
	return name.length > NAME_LIMIT ? `${name.slice(0, NAME_LIMIT)}…` : name;
}

// src/publish/bundle-statement.ts
/** The statements of a bundle, compared with what the bundle is: they are about its manifest, so no manifest names them. */
const STATEMENT_LIMIT_BYTES = 64 << 20;
const FILES = [[STATEMENT_FILES.testResult, TEST_RESULT_TYPE], [STATEMENT_FILES.verdict, VERDICT_TYPE]];
/** Names that may lie in a bundle without being in its manifest. */
const BESIDE_MANIFEST = FILES.map(([file]) => file);
/** Statements that say something else than the bundle they lie in. One that is not there says nothing: older bundles have none. */
function statementFaults(manifest, manifestDigest, folder, names) {
	return FILES.filter(([file]) => names.includes(file)).flatMap(([file, predicateType]) => {
		const path = join(folder, file);
		if (statSync(path).size > STATEMENT_LIMIT_BYTES) return [{
			file,
			kind: "malformed",
			what: "is larger than any that is written"
		}];
		const statement = statementIn(path);
		if (statement === null || statement.predicateType !== predicateType) return [{
			file,
			kind: "malformed",
			what: `is no in-toto statement of the type ${predicateType}`
		}];
		const expected = subjectsOf({
			manifest,
			manifestDigest
		});
		if (JSON.stringify(statement.subject) !== JSON.stringify(expected)) return [{
			file,
			kind: "contradicts",
			what: `is about ${JSON.stringify(statement.subject).slice(0, 300)}, and the bundle is ${JSON.stringify(expected)}`
		}];
		const { result, verdict } = statement.predicate;
		const says = predicateType === "https://github.com/generation-gate/generation-gate/predicate/verdict/v1" ? verdict : result === "FAILED" ? "rejected" : result === void 0 ? void 0 : "accepted";
		return says === manifest.verdict ? [] : [{
			file,
			kind: "contradicts",
			what: `says ${says ?? "nothing of the verdict"}, and the manifest says ${manifest.verdict}`
		}];
	});
}
function statementIn(path) {
	try {
		return statementSchema.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch {
		return null;
	}
}

// src/verify/verdict.ts
/** Asks every rule that a verdict follows from. */
function verdictOver(facts) {
	const asked = VERDICT_RULES.filter(({ steps }) => steps.includes(facts.step));
	return judge(asked.map(({ id }) => id), asked.flatMap((rule) => underRuling(rule, answersOf(rule, facts), facts)));
}
function answersOf(rule, facts) {
	if (!RUN_RULES.includes(rule)) return findingsOf(rule, facts);
	return speaksOfNoRun(facts) ? findingsOf({
		...rule,
		check: () => NOTHING_TO_JUDGE
	}, facts) : findingsOf(rule, speakingFacts(facts));
}

export { verdictStatement as a, testResultStatement as i, BESIDE_MANIFEST as n, statementFaults as r, verdictOver as t };