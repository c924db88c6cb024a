import { E as _minLength, d as looseObject, g as record, h as optional, i as array, m as object, n as _enum, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/statement.ts
/**
* In-toto statements about a verdict (PB3): the test-result predicate that others know, and one of our own for what it
* cannot say. docs/statement.md describes both. Whoever keeps a bundle controls the bytes of its statements.
*/
/** Statement and test-result predicate of the in-toto Attestation Framework. */
const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const TEST_RESULT_TYPE = "https://in-toto.io/attestation/test-result/v0.1";
const VERDICT_TYPE = "https://github.com/generation-gate/generation-gate/predicate/verdict/v1";
/** Names in a bundle. They speak of the manifest, so the manifest cannot name them. */
const STATEMENT_FILES = {
	testResult: "statement.json",
	verdict: "statement-verdict.json"
};
const subjectSchema = object({
	name: string(),
	digest: record(string(), string())
});
/** A statement as far as a reader of bundles compares it. */
const statementSchema = object({
	_type: literal(STATEMENT_TYPE),
	subject: array(subjectSchema).check(_minLength(1)),
	predicateType: _enum([TEST_RESULT_TYPE, VERDICT_TYPE]),
	predicate: looseObject({
		result: optional(_enum([
			"PASSED",
			"WARNED",
			"FAILED"
		])),
		verdict: optional(_enum(["accepted", "rejected"]))
	})
});

export { statementSchema as a, VERDICT_TYPE as i, STATEMENT_TYPE as n, TEST_RESULT_TYPE as r, STATEMENT_FILES as t };