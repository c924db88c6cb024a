/**
 * What earlier work left in the workspace and could let old code pass as new (PR4). Facts only; no verdict. Paths are
 * relative to the workspace's top level, in the string form of `path.ts`; times are nanoseconds of the file system's
 * clock as decimal text.
 */
import * as z from 'zod/mini';

const nanosecondsSchema = z.string().check(z.regex(/^-?\d{1,20}$/));

/** A file as one look found it. */
export const fileSightSchema = z.object({
  path: z.string(),
  ino: z.string().check(z.regex(/^\d{1,20}$/)),
  size: z.string().check(z.regex(/^\d{1,20}$/)),
  mtimeNs: nanosecondsSchema,
  ctimeNs: nanosecondsSchema,
});
export type FileSight = z.infer<typeof fileSightSchema>;

/** An ignored build output beside a changed source that was, at the first look, not older than it. */
export const outdatedOutputSchema = z.object({
  /** The `package.json` that names the output, and the keys that lead to it: `exports["."].import`. */
  manifest: z.string(),
  field: z.string(),
  /** What the manifest names. */
  output: z.string(),
  /** The changed source and its ctime as it was stamped. */
  source: z.string(),
  sourceCtimeNs: nanosecondsSchema,
  /**
   * The file that must be newer than the source: what a build makes of that very source where such a file is there,
   * else the output itself. At the run's start, and right after its end; null where it was gone.
   */
  atStart: fileSightSchema,
  atEnd: z.nullable(fileSightSchema),
});
export type OutdatedOutput = z.infer<typeof outdatedOutputSchema>;

export const buildOutputsSchema = z.object({
  /** Ignored files that manifests name as what is loaded. */
  named: z.int().check(z.nonnegative()),
  /** What the sources were compared with, `nothing` where no output is old; null where no commit to compare with is here. */
  against: z.nullable(z.string()),
  outdated: z.array(outdatedOutputSchema),
  /** What builds, by the manifest's path: a script of it, in its folder, by a package manager; null without such a script. */
  builds: z.record(z.string(), z.object({ folder: z.string(), tool: z.enum(['npm', 'pnpm', 'yarn', 'bun']), script: z.nullable(z.string()) })),
  /**
   * What names an output of a package, by its manifest, in words: `test/a.js loads '..'`. An outdated output of a
   * package that is missing here is named by nothing that a test run starts with. Absent in records that never looked.
   */
  reached: z.optional(z.record(z.string(), z.string())),
  /** Manifests that could not be read, with the reason. */
  unread: z.array(z.object({ file: z.string(), why: z.string() })),
});
export type BuildOutputs = z.infer<typeof buildOutputsSchema>;

/** Something of the table of leftovers that was there before the stamp and was not written again since. */
export const foundLeftoverSchema = z.object({
  path: z.string(),
  /** Name of the row. */
  tool: z.string(),
  /** What it could hide, as a sentence's end. */
  danger: z.string(),
  remedy: z.string(),
});
export type FoundLeftover = z.infer<typeof foundLeftoverSchema>;

export const leftoversSchema = z.object({ buildOutputs: buildOutputsSchema, found: z.array(foundLeftoverSchema) });
export type Leftovers = z.infer<typeof leftoversSchema>;

/** What `go test` said of packages in a log: restored from its cache, or run. */
export const cachedTestsSchema = z.object({
  /** Packages whose result came from the cache; the first of them are named. */
  cached: z.int().check(z.nonnegative()),
  names: z.array(z.string()),
  /** Packages that were tested in this run, passed or failed. */
  executed: z.int().check(z.nonnegative()),
});
export type CachedTests = z.infer<typeof cachedTestsSchema>;
