/**
 * What a command ran in, beside the tree: runtimes, operating system, lock files and tool configuration, named variables
 * (RN7). It is recorded so that a difference can be told; no value of a variable and no content of a file is in it.
 */
import * as z from 'zod/mini';

const digestSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A program that executes the tested code: `python`, `node`, `java`, `go`. */
export const runtimeSchema = z.object({ name: z.string(), version: z.string(), path: z.string() });
export type Runtime = z.infer<typeof runtimeSchema>;

export const surroundingsSchema = z.object({
  system: z.object({ platform: z.string(), release: z.string(), arch: z.string(), distribution: z.nullable(z.string()) }),
  runtimes: z.array(runtimeSchema),
  /** Lock files and tool configuration: path in the workspace, or below `~/`; digest salted with the tree id. */
  files: z.array(z.object({ path: z.string(), digest: digestSchema })),
  /** Digest salted with the tree id; null where the variable is not set. */
  variables: z.array(z.object({ name: z.string(), digest: z.nullable(digestSchema) })),
});
export type Surroundings = z.infer<typeof surroundingsSchema>;
