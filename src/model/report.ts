/**
 * What the reader saw in one JUnit report: either its whole meaning, or the reason why the file was not read.
 * Runners and whoever writes their files control every string in here; each one is capped when it is kept.
 */
import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());

/** How one test case ended. `flaky` is a pass that needed more than one attempt. */
export const outcomeSchema = z.enum(['passed', 'failed', 'errored', 'skipped', 'flaky']);
export type Outcome = z.infer<typeof outcomeSchema>;

/** The first red element of a case, shortened. `place` is `file:line` where the text names one, else empty. */
export const failureSchema = z.object({ type: z.string(), message: z.string(), place: z.string() });
export type Failure = z.infer<typeof failureSchema>;

/** One test case. The five identity fields are as the runner wrote them; `identify` makes them comparable. */
export const reportCaseSchema = z.object({
  file: z.optional(z.string()),
  /** Names of the suites around the case, outermost first, without the root `testsuites`. */
  suite: z.array(z.string()),
  class: z.string(),
  name: z.string(),
  /** 0 for the first case of equal file, suite, class and name in this report, 1 for the second, … */
  ordinal: count,
  outcome: outcomeSchema,
  failure: z.optional(failureSchema),
});
export type ReportCase = z.infer<typeof reportCaseSchema>;

/** `red`: the report tells of a failure. `reject`: it cannot be believed. `note`: worth knowing, not held against it. */
export const severitySchema = z.enum(['red', 'reject', 'note']);
export type Severity = z.infer<typeof severitySchema>;

export const anomalySchema = z.object({
  code: z.string(),
  message: z.string(),
  line: count,
  column: count,
  severity: severitySchema,
});
export type Anomaly = z.infer<typeof anomalySchema>;

/**
 * Totals of one report: at every level the worse of what the counting attributes say and what the elements show.
 * `passed` counts named cases that ended well, never more than the other numbers leave room for.
 */
export const reportTotalsSchema = z.object({
  tests: count,
  passed: count,
  failures: count,
  errors: count,
  skipped: count,
  flaky: count,
});
export type ReportTotals = z.infer<typeof reportTotalsSchema>;

/** What the outermost counting attributes say, each absent where no attribute says it. */
export const announcedSchema = z.object({
  tests: z.optional(count),
  failures: z.optional(count),
  errors: z.optional(count),
  skipped: z.optional(count),
});
export type Announced = z.infer<typeof announcedSchema>;

export const timestampSchema = z.object({
  raw: z.string(),
  /** Milliseconds since 1970 UTC; only where the text carries an offset or `Z` and is no sentinel. */
  epochMs: z.optional(z.number()),
  /** Width in ms of the smallest unit that the text gives: 1000 for whole seconds, 1 for milliseconds and finer. */
  precisionMs: z.optional(z.number()),
});
export type Timestamp = z.infer<typeof timestampSchema>;

export const propertySchema = z.object({ name: z.string(), values: z.array(z.string()) });
export type Property = z.infer<typeof propertySchema>;

/** `fstat` of the descriptor that was read, alike before and after; ns values as decimal text. */
export const reportStatSchema = z.object({
  mtimeMs: z.number(),
  mtimeNs: z.string(),
  ctimeNs: z.string(),
  ino: z.string(),
  dev: z.string(),
});
export type ReportStat = z.infer<typeof reportStatSchema>;

export const readReportSchema = z.object({
  state: z.literal('read'),
  /** Name of the producer in the table of dialects, null where none is recognised. */
  producer: z.nullable(z.string()),
  totals: reportTotalsSchema,
  announced: announcedSchema,
  cases: z.array(reportCaseSchema),
  /** Distinct names of suites and of the root, in order of appearance; a runner may carry the generation here. */
  suiteNames: z.array(z.string()),
  /** Properties of suites, the root and cases; distinct values in order of appearance. */
  properties: z.array(propertySchema),
  timestamps: z.array(timestampSchema),
  anomalies: z.array(anomalySchema),
  sha256: z.string(),
  size: count,
  stat: reportStatSchema,
});
export type ReadReport = z.infer<typeof readReportSchema>;

/** A file that was not read as a report. `code` is one of the reader's refusal codes. */
export const refusedReportSchema = z.object({
  state: z.literal('refused'),
  code: z.string(),
  message: z.string(),
  line: z.optional(count),
  column: z.optional(count),
  /** Digest of the whole file, where the whole file could be read. */
  sha256: z.optional(z.string()),
  size: z.optional(count),
  stat: z.optional(reportStatSchema),
});
export type RefusedReport = z.infer<typeof refusedReportSchema>;

/** The reading of one report file. */
export const reportReadingSchema = z.discriminatedUnion('state', [readReportSchema, refusedReportSchema]);
export type ReportReading = z.infer<typeof reportReadingSchema>;
