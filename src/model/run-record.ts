/** What is recorded about one run of the captured command: the command, how it ended, what it said, what it left. */
import * as z from 'zod/mini';

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const countSchema = z.int().check(z.nonnegative());

export const endingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exited'), code: z.int().check(z.nonnegative()) }),
  z.object({ kind: z.literal('signalled'), signal: z.string().check(z.regex(/^SIG[A-Z0-9]+$/)) }),
  z.object({ kind: z.literal('timed-out'), afterMs: z.int().check(z.positive()) }),
  z.object({ kind: z.literal('never-started'), reason: z.string() }),
]);
/** How a run ended. Only `exited` with code 0 is a success; the other kinds have no exit code at all. */
export type Ending = z.infer<typeof endingSchema>;

export const capturedCommandSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('argv'), argv: z.array(z.string()).check(z.minLength(1)) }),
  z.object({
    form: z.literal('script'),
    /** The script in the lossless string form of `decodePath`: bytes that are not UTF-8 stand as lone surrogates. */
    text: z.string(),
    /** The arguments that come before the script's file name; derived from the text alone. */
    interpreter: z.array(z.string()).check(z.minLength(1)),
  }),
]);
/** The command under test: an argument list that no shell sees, or a script with its interpreter. */
export type CapturedCommand = z.infer<typeof capturedCommandSchema>;

export const logRecordSchema = z.object({
  /** File name inside the run's log folder. */
  path: z.string(),
  sha256: sha256Schema,
  bytes: countSchema,
  /** False where reading stopped while a process that outlived the command still held the stream open. */
  complete: z.boolean(),
});
export type LogRecord = z.infer<typeof logRecordSchema>;

export const survivorSchema = z.object({
  pid: z.int().check(z.positive()),
  /** Its arguments, cut to a readable length; the process itself controls them. */
  argv: z.array(z.string()),
  /**
   * What ties it to the command: the same `session` or process `group`, the run's own variable in its `environment`,
   * or an open write end of the command's `output`.
   */
  reason: z.enum(['session', 'group', 'environment', 'output']),
});
/** A process of the command that was alive after the command had ended. */
export type Survivor = z.infer<typeof survivorSchema>;

export const runOutcomeSchema = z.object({
  /** sha256 of the captured command, see `commandDigest`. */
  command: sha256Schema,
  ending: endingSchema,
  /** Wall clock at the start, ISO 8601 in UTC. For people: never compared with file times. */
  startedAt: z.string(),
  /** From the start to the end of the command's own process, by a monotonic clock. */
  durationMs: z.number().check(z.nonnegative()),
  /** Working folder relative to the workspace, `.` for its top level. */
  cwd: z.string(),
  logs: z.object({ stdout: logRecordSchema, stderr: logRecordSchema }),
  survivors: z.array(survivorSchema),
  /** Names of variables that the command did not inherit. */
  environmentRemoved: z.array(z.string()),
  /** Names of variables that were set for the command. */
  environmentAdded: z.array(z.string()),
});
export type RunOutcome = z.infer<typeof runOutcomeSchema>;
