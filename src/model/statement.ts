/**
 * In-toto statements about a verdict (PB3): the test-result predicate that others know, and one of our own for what it
 * cannot say. docs/statement.md describes both. Whoever keeps a bundle controls the bytes of its statements.
 */
import * as z from 'zod/mini';

/** Statement and test-result predicate of the in-toto Attestation Framework. */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const TEST_RESULT_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
export const VERDICT_TYPE = 'https://github.com/generation-gate/generation-gate/predicate/verdict/v1';

/** Names in a bundle. They speak of the manifest, so the manifest cannot name them. */
export const STATEMENT_FILES = { testResult: 'statement.json', verdict: 'statement-verdict.json' } as const;

const subjectSchema = z.object({ name: z.string(), digest: z.record(z.string(), z.string()) });

/** A statement as far as a reader of bundles compares it. */
export const statementSchema = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(subjectSchema).check(z.minLength(1)),
  predicateType: z.enum([TEST_RESULT_TYPE, VERDICT_TYPE]),
  predicate: z.looseObject({ result: z.optional(z.enum(['PASSED', 'WARNED', 'FAILED'])), verdict: z.optional(z.enum(['accepted', 'rejected'])) }),
});

export interface Subject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: object;
}
