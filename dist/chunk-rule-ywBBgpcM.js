// src/verify/rule.ts
/** Declares a rule; the type says what belongs to one. */
function defineRule(rule) {
	return rule;
}
/** Declares a rule over bundles. */
function defineBundleRule(rule) {
	return rule;
}
/** Paths that a finding carries; its text counts the rest. */
const PATHS_LIMIT = 200;
/** The answer of a rule that has no subject. */
const NOTHING_TO_JUDGE = {
	answer: "holds",
	what: "Nothing to judge"
};
function holds(what) {
	return {
		answer: "holds",
		what
	};
}
/** Holds, and is put in front of the reader all the same. */
function listed(what, more = {}) {
	return {
		answer: "holds",
		what,
		listed: true,
		...more
	};
}
function broken(what, more) {
	return {
		answer: "broken",
		what,
		...more
	};
}
function unknown(what, more) {
	return {
		answer: "unknown",
		what,
		...more
	};
}
/** The findings of one rule. A rule that throws has not answered: unknown, and that rejects. */
function findingsOf(rule, facts) {
	let answers;
	try {
		const given = rule.check(facts);
		answers = Array.isArray(given) ? given : [given];
	} catch (error) {
		answers = [{
			answer: "unknown",
			rejects: true,
			what: `The rule failed: ${error instanceof Error ? error.message : String(error)}`,
			fix: "Report this defect of generation-gate with the record of the run."
		}];
	}
	if (answers.length === 0) answers = [{
		answer: "unknown",
		rejects: true,
		what: "The rule gave no answer",
		fix: "Report this defect of generation-gate with the record of the run."
	}];
	return answers.map((answer) => toFinding(rule, answer));
}
function toFinding(rule, { answer, what, fix, paths, innocentWhen, rejects, listed: isListed }) {
	return {
		rule: rule.id,
		answer,
		...paths === void 0 || paths.length === 0 ? {} : { paths: paths.slice(0, 200) },
		what,
		why: rule.why,
		fix: fix ?? "",
		...innocentWhen === void 0 ? {} : { innocent_when: innocentWhen },
		rejects: answer === "broken" || answer === "unknown" && (rejects ?? rule.hard),
		...isListed === true ? { listed: true } : {}
	};
}

export { findingsOf as a, unknown as c, defineRule as i, broken as n, holds as o, defineBundleRule as r, listed as s, NOTHING_TO_JUDGE as t };