/**
 * The accepted verdict as it is digested and cited: what was judged and how every rule answered, without times, words
 * or anything that a second look at the same evidence could give differently.
 */
import * as z from 'zod/mini';
import { endingSchema } from './run-record.ts';
import { answerSchema } from './finding.ts';

export const ACCEPTED_SCHEMA = 'generation-gate/accepted-verdict/1';

const count = z.int().check(z.nonnegative());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const testTotalsSchema = z.object({ total: count, passed: count, failed: count, errored: count, skipped: count, flaky: count });

export const acceptedVerdictSchema = z.object({
  schema: z.literal(ACCEPTED_SCHEMA),
  generation: z.string(),
  tree_id: z.string(),
  content_id: z.string(),
  /** HEAD at the stamp: it may move afterwards under an equal tree. */
  head: z.nullable(z.string()),
  stamp_digest: sha256,
  /** Name of the matrix cell; null where the run was given none. */
  cell: z.nullable(z.string()),
  /** The observed run; null where the workflow handed over the ending. */
  run: z.nullable(z.object({ command_digest: sha256, ending: endingSchema, stdout_sha256: sha256, stderr_sha256: sha256 })),
  outcome: z.nullable(z.string()),
  /** The bundle that stood for a run; absent where none did. */
  cached: z.optional(z.object({ bundle_digest: sha256, generation: z.nullable(z.string()), command_digest: sha256 })),
  /** The policy that governed; absent where there was none. */
  policy: z.optional(z.object({ sha256, path: z.string(), base: z.nullable(z.string()) })),
  tests: testTotalsSchema,
  /** Reports that count, sorted by path. */
  reports: z.array(z.object({ path: z.string(), sha256: z.string(), tests: testTotalsSchema })),
  logs: z.array(z.object({ path: z.string(), sha256: z.nullable(z.string()) })),
  /** Distinct answers of every rule, sorted. */
  answers: z.array(z.object({ rule: z.string(), answer: answerSchema })),
});
export type AcceptedVerdict = z.infer<typeof acceptedVerdictSchema>;
