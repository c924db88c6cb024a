import { n as sumOfTests } from "./chunk-totals-DJby8KvO.js";
import { s as identify } from "./chunk-compare-DBY9yodZ.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { c as unknown, t as NOTHING_TO_JUDGE } from "./chunk-rule-ywBBgpcM.js";

// src/verify/subject.ts
/** Judges what the stamping recorded. */
function overStamping({ step, stamp, stamped }, judge) {
	if (step === "stamp") return stamped === null ? notGathered("The stamping left no record") : judge(stamped);
	return stamped === null || stamp.state !== "found" ? NOTHING_TO_JUDGE : judge(stamped);
}
/** Judges what the check measured against what the stamping recorded. */
function overCheck(facts, judge) {
	return overStamping(facts, (stamped) => facts.check === null ? notGathered("The workspace was not measured at this check") : judge(facts.check, stamped));
}
function notGathered(what) {
	return unknown(what, {
		rejects: true,
		fix: "Report this defect of generation-gate with the record of the run."
	});
}
/** The comparisons of the work tree with the stamp, oldest first. */
function spans({ run }, check) {
	if (run === null) return [{
		name: "unobserved",
		when: "after the stamp",
		drift: check.drift
	}];
	return [
		{
			name: "before-run",
			when: "between the stamp and the start of the run",
			drift: run.atStart
		},
		{
			name: "during-run",
			when: "while the command ran",
			drift: run.atEnd
		},
		{
			name: "after-run",
			when: "after the run had ended",
			drift: check.drift
		}
	];
}
/** For each span the entries that no earlier one had seen; spans without any are left out. */
function firstSeen(over, pick, pathOf) {
	const known = /* @__PURE__ */ new Set();
	return over.flatMap((span) => {
		const entries = pick(span.drift).filter((entry) => !known.has(pathOf(entry)));
		for (const entry of entries) known.add(pathOf(entry));
		return entries.length === 0 ? [] : [{
			...span,
			entries
		}];
	});
}

// src/verify/cached.ts
/**
* The facts that speak of the run: those of this generation, or of the bundle that stands for it. A bundle that cannot
* be judged has no run to speak of.
*/
function speakingFacts(facts) {
	const { cached } = facts;
	if (cached === void 0 || cached === null) return facts;
	if (cached.facts === null) return {
		...facts,
		cached: null,
		check: null,
		run: null
	};
	return speakingFacts({
		...cached.facts,
		asked: demanding(cached.facts.asked, facts.asked)
	});
}
/** Whether no run can be spoken of: a bundle was named, and it cannot be judged. */
function speaksOfNoRun({ cached }) {
	return cached !== void 0 && cached !== null && cached.facts === null;
}
/** What this call asks of a run is asked of the cached one; where and against what that one was judged stays its own. */
function demanding(then, now) {
	const { requireTests, minTests, survivors, repeated, foreignEditables, witness, allowIgnored, generated, unwitnessedOk, unloaded, slackSeconds } = now;
	return {
		...then,
		requireTests,
		minTests,
		survivors,
		...repeated === void 0 ? {} : { repeated },
		foreignEditables,
		witness,
		allowIgnored,
		generated,
		unwitnessedOk,
		unloaded,
		slackSeconds
	};
}
/** Judges a bundle that was named to stand for a run; nothing to judge where none was. */
function overCached(facts, judge) {
	const { cached } = facts;
	return overStamping(facts, () => cached === void 0 || cached === null ? NOTHING_TO_JUDGE : judge(cached));
}
/** Judges one whose files are what it says of them; the others are rejected by rules of their own. */
function overSound(facts, judge) {
	return overCached(facts, (cached) => {
		const bundle = soundBundle(cached);
		return bundle === null ? NOTHING_TO_JUDGE : judge(bundle, cached);
	});
}
/** The bundle, where all its files are what it says of them. */
function soundBundle({ bundle }) {
	return bundle.state === "read" && bundle.faults.length + bundle.differences.length === 0 ? bundle : null;
}
/** Words for what mends all of it. */
const RUN_INSTEAD = "Leave --cached-evidence out and let the command run, or name a bundle that fits: generation-gate gate --bundle DIR -- COMMAND makes one";

// src/verify/reports.ts
const NS_PER_SECOND = 1000000000n;
/** Every file named by an evidence glob that could be read as a report, whenever it was written: what is red there is red. */
function seenReports(facts) {
	const { check } = speakingFacts(facts);
	return (check?.evidence ?? []).flatMap((file) => file.role === "evidence" && file.globs.length > 0 && file.reading?.state === "read" ? [{
		path: file.path,
		file,
		report: file.reading
	}] : []);
}
/** The reports that may speak for this run: regular files that were written since the stamp. */
function countedReports(facts) {
	const speaking = speakingFacts(facts);
	return seenReports(speaking).filter(({ file }) => writtenSinceStamp(file, speaking));
}
function writtenSinceStamp({ now, atStamp, stampClockNs }, { stamped, asked }) {
	if (now?.kind !== "file" || stamped === null) return false;
	if (atStamp !== null && atStamp.sha256 === now.sha256 && atStamp.ctimeNs === now.ctimeNs && atStamp.ino === now.ino) return false;
	const stampSecond = BigInt(stampClockNs ?? stamped.fileClockNs) / NS_PER_SECOND;
	return BigInt(now.mtimeNs) / NS_PER_SECOND + BigInt(asked.slackSeconds) >= stampSecond;
}
/** The globs that promise a report; one that begins with `!` takes away. */
function promisedGlobs(globs) {
	return globs.filter((glob) => !glob.startsWith("!"));
}
function executedTests({ passed, failures, errors, flaky }) {
	return passed + failures + errors + flaky;
}
/** Cases of the reports that ended in one of `outcomes`, each by a name a reader finds again. */
function casesThat(reports, ...outcomes) {
	return reports.flatMap(({ path, report }) => report.cases.filter(({ outcome }) => outcomes.includes(outcome)).map((test) => ({
		path,
		test,
		name: showTest(test)
	})));
}
/** `class::name`, or the name alone; the report controls both. */
function showTest(test) {
	const { class: inner, name } = identify(test, []);
	return showPath(shorten(inner === "" ? name || "(nameless)" : `${inner}::${name}`));
}
function anomaliesOf(reports, matches) {
	return reports.flatMap(({ path, report }) => report.anomalies.filter(matches).map(({ message, line, column }) => ({
		path,
		words: `${showPath(path)} line ${line}, column ${column}: ${oneLine(message)}`
	})));
}
/** Text of a report as part of a sentence: no control characters, one line. */
function oneLine(text) {
	return shorten(text.replace(/\p{C}+|\s+/gu, " ").trim());
}
const TEXT_LIMIT = 160;
function shorten(text) {
	return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
}

// src/verify/totals.ts
/** Sums over the reports that were written since the stamp, each as the worse of its attributes and elements. */
function totalsOf(facts) {
	return sumOfTests(countedReports(facts).map(reportTotals));
}
/** The numbers of one report. */
function reportTotals({ report: { totals } }) {
	return {
		total: totals.tests,
		passed: totals.passed,
		failed: totals.failures,
		errored: totals.errors,
		skipped: totals.skipped,
		flaky: totals.flaky
	};
}

export { firstSeen as _, countedReports as a, spans as b, promisedGlobs as c, RUN_INSTEAD as d, overCached as f, speaksOfNoRun as g, speakingFacts as h, casesThat as i, seenReports as l, soundBundle as m, totalsOf as n, executedTests as o, overSound as p, anomaliesOf as r, oneLine as s, reportTotals as t, showTest as u, overCheck as v, overStamping as y };