/**
 * Everything the verifier may know, gathered before it answers. A fact that was not gathered is `null`, never a
 * guess; rules turn that into "unknown" or "nothing to judge".
 */
import * as z from 'zod/mini';
import type { BundleSight } from './bundle-sight.ts';
import type { BaselineFacts, ControlFacts, ReplayFacts } from './compare.ts';
import { fileClockReadingSchema, quarantinedFileSchema, type EvidenceFile } from './evidence.ts';
import { leftoversSchema, type CachedTests, type Leftovers } from './leftovers.ts';
import type { PolicyFacts } from './policy.ts';
import { environmentOriginSchema, originsReportSchema, purgeReportSchema } from './prepare.ts';
import type { GivenLimits } from './report-limits.ts';
import { endingSchema, runOutcomeSchema } from './run-record.ts';
import type { StampSight } from './stamp.ts';
import type { SummaryFacts } from './summary.ts';
import { surroundingsSchema, type Surroundings } from './surroundings.ts';
import { witnessSightSchema } from './witness.ts';
import { driftSchema, nestedRepositorySchema, type Drift } from './tree.ts';

/** Variables that lead into another checkout of the same code; null where nobody looked. */
const environmentFactSchema = z._default(z.nullable(z.array(environmentOriginSchema)), null);

/** What the state folder remembers of the stamping whose generation is current. */
export const stampedFactsSchema = z.object({
  generation: z.string(),
  stampDigest: z.string(),
  treeId: z.string(),
  contentId: z.string(),
  head: z.nullable(z.string()),
  /** Wall clock at the stamp's end, in milliseconds since the epoch. Only for reports that carry a time zone. */
  wallClockMs: z.number(),
  /** File system's clock at the stamp's end, in nanoseconds as a decimal string. Compared with file times alone. */
  fileClockNs: z.string(),
  evidence: z.array(z.string()),
  logs: z.array(z.string()),
  /** The applied patch; null where none was given. */
  patch: z.nullable(z.object({ digest: z.string(), paths: z.array(z.string()) })),
  nested: z.array(nestedRepositorySchema),
  otherWorktrees: z.array(z.string()),
  /** Paths whose external filter was not run and whose raw bytes therefore count. */
  rawFiltered: z.array(z.string()),
  purges: z.array(purgeReportSchema),
  /** Ending of the setup script; null where none was given. */
  setup: z.nullable(endingSchema),
  /** File system's clock before the setup script, in nanoseconds as a decimal string; absent where none ran. */
  setupClockNs: z.optional(z.string()),
  quarantined: z.array(quarantinedFileSchema),
  /** Null where no interpreter was asked. */
  origins: z.nullable(originsReportSchema),
  /** Of the environment in which the stamp was made. */
  environment: environmentFactSchema,
  /** Absent where an older version recorded it. */
  surroundings: z.optional(surroundingsSchema),
});
export type StampedFacts = z.infer<typeof stampedFactsSchema>;

export const bytecodeSightSchema = z.object({ path: z.string(), mtimeMs: z.number(), ctimeMs: z.number() });

/** A second documented command: what became of it. It decides nothing. */
export const alsoFactsSchema = z.object({
  /** The command for people. */
  shown: z.string(),
  outcome: runOutcomeSchema,
});
export type AlsoFacts = z.infer<typeof alsoFactsSchema>;

/** The run of the captured command under this generation. */
export const runFactsSchema = z.object({
  generation: z.string(),
  outcome: runOutcomeSchema,
  /** The workspace's file system clock at the moment the command ended; null where it was not read. */
  endedFileClock: z._default(z.nullable(fileClockReadingSchema), null),
  /** Endings of earlier runs under the same generation, oldest first. */
  earlier: z.array(endingSchema),
  atStart: driftSchema,
  atEnd: driftSchema,
  /** Bytecode that the purge would take and that lay in the workspace right before the command started. */
  bytecodeAtStart: z.array(bytecodeSightSchema),
  /** The same, right after it ended. */
  bytecodeAtEnd: z.array(bytecodeSightSchema),
  origins: z.nullable(originsReportSchema),
  /** Of the environment that the command was given. */
  environment: environmentFactSchema,
  witness: z._default(witnessSightSchema, { state: 'absent', why: 'the run was recorded without one' }),
  /** What earlier work had left when the command started, and what it had become at its end; absent where nobody looked. */
  leftovers: z.optional(leftoversSchema),
  /** The second command that ran after it; absent where none was named. */
  also: z.optional(alsoFactsSchema),
  /** What the command ran in; absent where an older version recorded it. */
  surroundings: z.optional(surroundingsSchema),
  /** SHA-256 of the policy file that the command was run under; null for none, absent where nobody looked. */
  policy: z.optional(z.nullable(z.string())),
});
export type RunFacts = z.infer<typeof runFactsSchema>;

/** What became of one bytecode file of the workspace at the check. */
export interface JudgedBytecode {
  readonly path: string;
  readonly kind: 'fits' | 'does-not-fit' | 'sourceless' | 'unreadable';
  /** For people: which field of the header differs, with both values. */
  readonly why: string;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly rewrittenByPytest: boolean;
}

/** How the judged tree differs from its base. */
export interface ChangeFacts {
  /** The base in words. */
  readonly against: string;
  readonly paths: readonly string[];
  /** Commit that the base's name stands for now, and whether the checked-out branch contains it. */
  readonly tip: string;
  readonly containsTip: boolean;
}

/** Facts gathered by the check itself. */
export interface CheckFacts {
  readonly drift: Drift;
  /** Tree id of the stamped paths as they are now; equal to the stamp's where nothing moved. */
  readonly treeNow: string;
  readonly headNow: string | null;
  readonly bytecode: readonly JudgedBytecode[];
  /** Folders in which bytecode could not be looked for, with the reason. */
  readonly bytecodeUnseen: readonly string[];
  readonly evidence: readonly EvidenceFile[];
  /** Logs that were named at the stamp and are not there. */
  readonly absentLogs: readonly string[];
  /** SHA-256 of the run's own logs as they are now; null for a log that is gone. Null as a whole without a run. */
  readonly logsNow: { readonly stdout: string | null; readonly stderr: string | null } | null;
  /** Null where no summary is to be judged. */
  readonly summaries: SummaryFacts | null;
  /** What is here now, less the runtimes; absent where nobody looked. */
  readonly surroundings?: Surroundings | undefined;
  /** What earlier work left, where no run record says what it was when the command started. */
  readonly leftovers?: Leftovers | undefined;
  /** What `go test` said in the logs of run and workflow; absent where they were not read. */
  readonly cachedTests?: CachedTests | undefined;
  /** Null where there is no base to compare with; absent where nobody asked. */
  readonly change?: ChangeFacts | null;
}

export const HANDED_OVER_OUTCOMES = ['success', 'failure', 'cancelled', 'skipped'] as const;
export type HandedOverOutcome = (typeof HANDED_OVER_OUTCOMES)[number];

/** What the caller asked for. */
export interface Asked {
  readonly expectGeneration: string | null;
  readonly expectStampDigest: string | null;
  /** Ending that the workflow hands over for tests of its own steps (EV9). */
  readonly outcome: HandedOverOutcome | null;
  readonly requireTests: readonly string[];
  /** Fewest tests that must have been executed; 0 for any. */
  readonly minTests: number;
  readonly summaries: readonly string[];
  /** Names whose import must come from this workspace. */
  readonly imports: readonly string[];
  readonly survivors: 'report' | 'reject';
  /** What becomes of a run that was repeated under one stamp. */
  readonly repeated?: 'report' | 'reject';
  /** Rules of which a finding that is only listed, or not known, rejects. */
  readonly reject?: readonly string[];
  readonly foreignEditables: 'report' | 'reject';
  readonly witness: 'required' | 'observe' | 'off';
  /** Globs of ignored files in the workspace that may be loaded whatever their age. */
  readonly allowIgnored: readonly string[];
  /** Globs of stamped paths whose installed copy may have other bytes, as version files have. */
  readonly generated: readonly string[];
  /** Command lines, with `*` for any text, that need no witness. */
  readonly unwitnessedOk: readonly string[];
  /** What becomes of a changed source file that no process loaded. */
  readonly unloaded: 'report' | 'reject';
  /** Name of this cell of a matrix; null outside of one. */
  readonly cell: string | null;
  /** How far a file may lie before the stamp, in whole seconds (ST8). */
  readonly slackSeconds: number;
  /** Limits of the report reader that are not the usual ones. */
  readonly reportLimits?: GivenLimits;
  /** Revision on which the command was to be run as well; absent or null for none. */
  readonly base?: string | null;
  /** Globs of paths that the change may touch, and of those that it must not; whether its branch must hold the tip of the base. */
  readonly owned?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly requireRebased?: boolean;
  /** Whether a replay in a clean directory, and a positive control, were asked for. */
  readonly replay?: boolean;
  readonly control?: boolean;
}

/** A bundle of an earlier generation that is to stand for a run here (EV8). */
export interface CachedEvidence {
  /** As it was read and judged again. */
  readonly bundle: BundleSight;
  /** What its own check judged by; null where its files do not tell. */
  readonly facts: Facts | null;
  /** SHA-256 of the command that this call names, and the folder that it would run in, relative to the workspace. */
  readonly command: string;
  readonly workdir: string;
}

export interface Facts {
  /** The step that asks: a stamp is judged before anything ran. */
  readonly step: 'stamp' | 'check';
  readonly stamp: StampSight;
  /** Generations that this state folder has stamped, newest last; the current one is the last. */
  readonly known: readonly string[];
  /** Null where this workspace was never stamped. */
  readonly stamped: StampedFacts | null;
  /** Null where the captured command was not run under this generation. */
  readonly run: RunFacts | null;
  /** Null at the stamp. */
  readonly check: CheckFacts | null;
  /** Second runs of the recorded run's command; absent or null where none was made. */
  readonly replay?: ReplayFacts | null;
  readonly baseline?: BaselineFacts | null;
  readonly control?: ControlFacts | null;
  /** A bundle of an earlier generation that is to stand for a run here; absent or null where none was named. */
  readonly cached?: CachedEvidence | null;
  readonly asked: Asked;
  /** The policy that the stamp was made under; absent or null where nobody looked. */
  readonly policy?: PolicyFacts | null;
}
