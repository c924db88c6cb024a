/**
 * What the prepare stage hands on: what the purge took, what bytecode is there, and where Python code comes from.
 * Facts only; no verdict. Paths are relative to the workspace's top level, in the string form of `path.ts`, unless
 * a field says otherwise.
 */
import * as z from 'zod/mini';

/** Something that could not be done, with the errno name (`EACCES`) or, for git, the reason. */
export const failedPathSchema = z.object({
  path: z.string(),
  doing: z.enum(['list-folder', 'remove', 'stat', 'ask-git']),
  errno: z.string(),
});
export type FailedPath = z.infer<typeof failedPathSchema>;

export const purgeReportSchema = z.object({
  /** True where nothing was removed and the counts say what would have gone. */
  dryRun: z.boolean(),
  removed: z.object({ files: z.number(), folders: z.number(), links: z.number() }),
  /** What went, a whole cache folder as one entry that ends in `/`; at most `PURGE_LIST_LIMIT` entries. */
  listed: z.array(z.string()),
  /** Entries left off `listed`. */
  unlisted: z.number(),
  /** Files of a purgeable name that stayed because a repository tracks them. */
  tracked: z.number(),
  /** Empty where the purge is complete; a caller that needs it complete fails closed otherwise. */
  failed: z.array(failedPathSchema),
});
export type PurgeReport = z.infer<typeof purgeReportSchema>;

/** A bytecode file that the purge would take. */
export const bytecodeFileSchema = z.object({
  path: z.string(),
  /** A link in the place of a bytecode file or of a cache folder: Python reads through it, so it counts. */
  link: z.boolean(),
  /** Milliseconds of the file system's clock, of the entry itself (`lstat`). */
  mtimeMs: z.number(),
  ctimeMs: z.number(),
});
export type BytecodeFile = z.infer<typeof bytecodeFileSchema>;

export const bytecodeListSchema = z.object({ files: z.array(bytecodeFileSchema), failed: z.array(failedPathSchema) });
export type BytecodeList = z.infer<typeof bytecodeListSchema>;
