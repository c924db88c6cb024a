/** Findings: what a rule answered, and what a reader needs to act on it. */
import * as z from 'zod/mini';

/** `holds`: looked and fine. `broken`: looked and wrong. `unknown`: could not tell, and says why. */
export const answerSchema = z.enum(['holds', 'broken', 'unknown']);
export type Answer = z.infer<typeof answerSchema>;

export const findingSchema = z.object({
  /** Stable id, `GG-AREA-STATE`; one page of documentation each. */
  rule: z.string(),
  answer: answerSchema,
  /** Paths the answer is about, relative to the workspace, in {@link showPath}-free raw form. */
  paths: z.optional(z.array(z.string())),
  /** What was seen, naming the path and both values. */
  what: z.string(),
  /** Why it matters for a merge. */
  why: z.string(),
  /** The command or the YAML that mends it. */
  fix: z.string(),
  /** When the same sight is innocent. */
  innocent_when: z.optional(z.string()),
  /** True where a reader should see the answer although nothing is wrong. */
  listed: z.optional(z.boolean()),
  /** True where this answer alone keeps the verdict from being accepted. */
  rejects: z.boolean(),
});
export type Finding = z.infer<typeof findingSchema>;
