import { a as boolean, h as optional, i as array, m as object, n as _enum, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/finding.ts
/** Findings: what a rule answered, and what a reader needs to act on it. */
/** `holds`: looked and fine. `broken`: looked and wrong. `unknown`: could not tell, and says why. */
const answerSchema = _enum([
	"holds",
	"broken",
	"unknown"
]);
const findingSchema = object({
	/** Stable id, `GG-AREA-STATE`; one page of documentation each. */
	rule: string(),
	answer: answerSchema,
	/** Paths the answer is about, relative to the workspace, in {@link showPath}-free raw form. */
	paths: optional(array(string())),
	/** What was seen, naming the path and both values. */
	what: string(),
	/** Why it matters for a merge. */
	why: string(),
	/** The command or the YAML that mends it. */
	fix: string(),
	/** When the same sight is innocent. */
	innocent_when: optional(string()),
	/** True where a reader should see the answer although nothing is wrong. */
	listed: optional(boolean()),
	/** True where this answer alone keeps the verdict from being accepted. */
	rejects: boolean()
});

export { findingSchema as n, answerSchema as t };