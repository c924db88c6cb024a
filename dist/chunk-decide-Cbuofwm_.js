import { a as findingsOf } from "./chunk-rule-ywBBgpcM.js";
import { p as underRuling } from "./chunk-catalog-DTYz_AU_.js";

// src/verify/decide.ts
/** Asks every rule of the step and decides. Rejects where there are no rules: an empty court acquits nobody. */
function decide(rules, facts) {
	const asked = rules.filter(({ steps }) => steps.includes(facts.step));
	return judge(asked.map(({ id }) => id), asked.flatMap((rule) => underRuling(rule, findingsOf(rule, facts), facts)));
}
/** Decides over findings: accepted only where every expected rule answered and no answer rejects. */
function judge(expected, findings) {
	const answered = new Set(findings.map(({ rule }) => rule));
	const silent = expected.length === 0 ? ["any rule"] : expected.filter((id) => !answered.has(id));
	const all = [...findings, ...silent.map(unanswered)];
	return {
		verdict: all.some(({ rejects }) => rejects) ? "rejected" : "accepted",
		findings: all
	};
}
function unanswered(id) {
	return {
		rule: "GG-VERDICT-INCOMPLETE",
		answer: "unknown",
		what: `No answer came from ${id}`,
		why: "A verdict over part of the rules would accept what the others were there to refuse.",
		fix: "Report this defect of generation-gate with the record of the run.",
		rejects: true
	};
}

export { judge as n, decide as t };