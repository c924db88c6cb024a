/** What is known of a workspace's tree, and how it differs from what was stamped. Paths are relative to its top. */
import * as z from 'zod/mini';

/** A repository inside the workspace. `plain`: a submodule's folder that holds files but no repository. */
export const nestedRepositorySchema = z.object({
  path: z.string(),
  kind: z.enum(['submodule', 'repository', 'plain']),
  /** Commit id of its HEAD; null where it has none. */
  head: z.nullable(z.string()),
  /** Commit that the index of the repository around it records; null where it records none. The rest is absent in older records. */
  recorded: z.optional(z.nullable(z.string())),
  /** Id of the tree of its HEAD; null where it has none. */
  committed: z.optional(z.nullable(z.string())),
  /** Id of the tree that git would record for its work tree, untracked files included; null where git cannot tell. */
  tree: z.optional(z.nullable(z.string())),
});
export type NestedRepository = z.infer<typeof nestedRepositorySchema>;

export const changedPathSchema = z.object({
  path: z.string(),
  /** `<mode> <sha256>` as stamped and as it is now; for a nested repository the commits of its HEAD. */
  stamped: z.string(),
  now: z.string(),
});
export type ChangedPath = z.infer<typeof changedPathSchema>;

export const driftSchema = z.object({
  changed: z.array(changedPathSchema),
  vanished: z.array(z.string()),
  /** Equal bytes whose ctime moved since the comparison before: written, linked or restored. */
  touched: z.array(z.string()),
  /** Unignored paths that were not stamped. */
  added: z.array(z.string()),
  /** Nested repositories whose HEAD is another commit: the tree id differs though no stamped byte does. */
  headsMoved: z.array(changedPathSchema),
  /** True where the settings that decide git's conversion are others than at the stamp. */
  settingsChanged: z.boolean(),
});
/** How the work tree differs from the stamped paths. */
export type Drift = z.infer<typeof driftSchema>;
