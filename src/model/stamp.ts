/** The stamp: the file at the workspace's root that names its generation and tree (ST1). */
import * as z from 'zod/mini';

/** Name of the stamp file, at the top of the workspace. */
export const STAMP_FILE = '.workspace_generation.json';

/** Format of the stamp file. A reader refuses a later number: it could bind what this version does not know. */
export const STAMP_SCHEMA = 'generation-gate/stamp/1';

/** A stamp is a few hundred bytes; whoever wrote a larger file did not write a stamp. */
export const STAMP_LIMIT_BYTES = 1 << 20;

const objectId = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const generationSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));

export const stampSchema = z.object({
  schema: z.literal(STAMP_SCHEMA),
  /** 16 random bytes as hex, one stamping each. */
  generation: generationSchema,
  /** git tree object id of the whole work tree. */
  tree_id: objectId,
  /** Commit id of HEAD; null on an unborn branch. */
  head: z.nullable(objectId),
  /** SHA-256 tree over the raw bytes of the stamped paths. */
  content_id: sha256,
  /** Wall clock, ISO 8601 in UTC. For people and for reports that carry a time zone; never compared with file times. */
  stamped_at: z.string(),
  /** Globs of the evidence that was promised. */
  evidence: z.array(z.string()),
  /** Version of the program that stamped. */
  program: z.string(),
});
export type Stamp = z.infer<typeof stampSchema>;

/** What was found in the stamp's place. */
export type StampSight =
  | { readonly state: 'found'; readonly stamp: Stamp; /** SHA-256 of the file's bytes. */ readonly digest: string }
  | { readonly state: 'absent' }
  | { readonly state: 'malformed'; readonly why: string };
