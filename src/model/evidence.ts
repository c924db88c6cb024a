/**
 * Evidence files as they were found at the stamp, at the run's end and at the check. Facts only; no verdict.
 *
 * A path is relative to the workspace's top level in the string form of `path.ts`; for a file outside of the
 * workspace it is absolute. Times and inode numbers are decimal text, times in nanoseconds of the file system's clock.
 */
import * as z from 'zod/mini';
import { reportReadingSchema } from './report.ts';

const nanoseconds = z.string().check(z.regex(/^-?\d+$/));
const decimal = z.string().check(z.regex(/^\d+$/));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** `unreadable`: a file that could not be opened, or a folder that could not be listed. */
export const entryKindSchema = z.enum(['file', 'symlink', 'fifo', 'device', 'socket', 'folder', 'unreadable']);
export type EntryKind = z.infer<typeof entryKindSchema>;

export const inventoryEntrySchema = z.object({
  path: z.string(),
  kind: entryKindSchema,
  /** Digest of the bytes; null for everything that is no readable file. */
  sha256: z.nullable(sha256),
  size: z.number(),
  ino: decimal,
  mtimeNs: nanoseconds,
  ctimeNs: nanoseconds,
  /** Device of the folder that holds it: names the clock its times belong to. */
  device: decimal,
  /** Tracked by git, or named by the patch: content, never evidence. Decided at the stamp and kept. */
  tracked: z.boolean(),
  /** What `looksLikeReport` said; for a symbolic link, about the file it leads to. */
  report: z.boolean(),
  /** False where the bytes changed while they were hashed. */
  settled: z.boolean(),
  /** Globs that name it, as they were given; empty for a log that no glob matches. */
  globs: z.array(z.string()),
  /** Log names that name it, as they were given. */
  logs: z.array(z.string()),
  /** Named as it is, not by a pattern. */
  literal: z.boolean(),
  /** Where the file really lies, every link resolved; null where the last step leads nowhere. */
  realPath: z.nullable(z.string()),
  /** For a symbolic link, the same as `realPath`. */
  linkTarget: z.optional(z.nullable(z.string())),
  /** The real path lies in the workspace, in `RUNNER_TEMP`, or in the folder of an absolute path named literally. */
  insideAllowedRoots: z.boolean(),
  /** For `unreadable`: the errno name. */
  why: z.optional(z.string()),
});
export type InventoryEntry = z.infer<typeof inventoryEntrySchema>;

export const fileClockReadingSchema = z.object({
  device: decimal,
  /** Folder whose file system was asked, absolute. */
  folder: z.string(),
  ns: nanoseconds,
});
/** What the clock of one file system showed. */
export type FileClockReading = z.infer<typeof fileClockReadingSchema>;

export const inventorySchema = z.object({
  /** As they were given, in their order; one that begins with `!` excludes. */
  globs: z.array(z.string()),
  logs: z.array(z.string()),
  /** The `RUNNER_TEMP` that counted as an allowed root, real path. */
  runnerTemp: z.nullable(z.string()),
  entries: z.array(inventoryEntrySchema),
  /** `pyvenv.cfg` files that were tracked or named by the patch at the stamp: they make no environment folder. */
  contentMarks: z.array(z.string()),
  /** One reading per file system that evidence may lie on, the workspace's own first. */
  clocks: z.array(fileClockReadingSchema),
});
/** Every match of the globs and every named log at one moment, sorted by bytes of the path. */
export type Inventory = z.infer<typeof inventorySchema>;

export const quarantinedFileSchema = z.object({
  path: z.string(),
  /** Absolute. */
  movedTo: z.string(),
  /** Null for a symbolic link: the link itself was moved, never its target. */
  sha256: z.nullable(sha256),
  /** A command line for a POSIX shell that puts it back and overwrites nothing. */
  restore: z.string(),
});
export type QuarantinedFile = z.infer<typeof quarantinedFileSchema>;

/**
 * What a file is to the verdict. `evidence` is judged. `content` was tracked or named by the patch at the stamp.
 * `leftover` does not look like a report and is as it was at the stamp: it counts for nothing until it is rewritten.
 */
export const evidenceRoleSchema = z.enum(['evidence', 'content', 'leftover']);

export const evidenceFileSchema = z.object({
  path: z.string(),
  role: evidenceRoleSchema,
  /** Globs and log names that name it, as they were given. A log that no glob matches is not read as a report. */
  globs: z.array(z.string()),
  logs: z.array(z.string()),
  atStamp: z.nullable(inventoryEntrySchema),
  /** Path of an inventoried file that held these very bytes at the stamp; null where none did. */
  equalAtStamp: z.nullable(z.string()),
  /** Whether an inventory was taken at the run's end. */
  closing: z.boolean(),
  /** Null where it was absent at the run's end, and where no closing inventory exists. */
  atRunEnd: z.nullable(inventoryEntrySchema),
  /** Null where the file was there at the run's end and is gone. */
  now: z.nullable(inventoryEntrySchema),
  insideAllowedRoots: z.boolean(),
  realPath: z.nullable(z.string()),
  /** The clock of its file system when the stamp was made, ns; null where that file system was not there then. */
  stampClockNs: z.nullable(nanoseconds),
  /** Null for logs, and for everything that is no file inside the allowed roots. */
  reading: z.nullable(reportReadingSchema),
  tracked: z.boolean(),
});
/** One file named as evidence, with all that a rule needs to judge it. */
export type EvidenceFile = z.infer<typeof evidenceFileSchema>;

export const evidenceFactsSchema = z.object({
  globs: z.array(z.string()),
  logs: z.array(z.string()),
  /** Sorted by bytes of the path. */
  files: z.array(evidenceFileSchema),
  /** Logs that were named and are not there. */
  absentLogs: z.array(z.string()),
});
export type EvidenceFacts = z.infer<typeof evidenceFactsSchema>;
