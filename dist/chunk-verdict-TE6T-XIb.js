import { D as _nonnegative, f as nullable, h as optional, i as array, k as _regex, l as int, m as object, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";
import { n as endingSchema } from "./chunk-run-record-D9DhbXjQ.js";
import { t as answerSchema } from "./chunk-finding-Cn8ms8Hi.js";

// src/model/verdict.ts
/**
* The accepted verdict as it is digested and cited: what was judged and how every rule answered, without times, words
* or anything that a second look at the same evidence could give differently.
*/
const ACCEPTED_SCHEMA = "generation-gate/accepted-verdict/1";
const count = int().check(_nonnegative());
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
const testTotalsSchema = object({
	total: count,
	passed: count,
	failed: count,
	errored: count,
	skipped: count,
	flaky: count
});
const acceptedVerdictSchema = object({
	schema: literal(ACCEPTED_SCHEMA),
	generation: string(),
	tree_id: string(),
	content_id: string(),
	/** HEAD at the stamp: it may move afterwards under an equal tree. */
	head: nullable(string()),
	stamp_digest: sha256,
	/** Name of the matrix cell; null where the run was given none. */
	cell: nullable(string()),
	/** The observed run; null where the workflow handed over the ending. */
	run: nullable(object({
		command_digest: sha256,
		ending: endingSchema,
		stdout_sha256: sha256,
		stderr_sha256: sha256
	})),
	outcome: nullable(string()),
	/** The bundle that stood for a run; absent where none did. */
	cached: optional(object({
		bundle_digest: sha256,
		generation: nullable(string()),
		command_digest: sha256
	})),
	/** The policy that governed; absent where there was none. */
	policy: optional(object({
		sha256,
		path: string(),
		base: nullable(string())
	})),
	tests: testTotalsSchema,
	/** Reports that count, sorted by path. */
	reports: array(object({
		path: string(),
		sha256: string(),
		tests: testTotalsSchema
	})),
	logs: array(object({
		path: string(),
		sha256: nullable(string())
	})),
	/** Distinct answers of every rule, sorted. */
	answers: array(object({
		rule: string(),
		answer: answerSchema
	}))
});

export { acceptedVerdictSchema as n, testTotalsSchema as r, ACCEPTED_SCHEMA as t };