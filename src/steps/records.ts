/** The records that the steps leave for each other in the state folder. Read back through their schemas. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { baselineFactsSchema, controlFactsSchema, replayFactsSchema, type BaselineFacts, type ControlFacts, type ReplayFacts } from '../model/compare.ts';
import { inventorySchema, type Inventory } from '../model/evidence.ts';
import { runFactsSchema, stampedFactsSchema, type RunFacts, type StampedFacts } from '../model/facts.ts';
import { policyRecordSchema } from '../model/policy.ts';
import type { SavedVerdict } from '../model/summary.ts';
import { acceptedVerdictSchema } from '../model/verdict.ts';
import { generationFolder, readRecord, writeRecord, type StateFolder } from '../workspace/state.ts';
import type { Baseline } from '../workspace/recheck.ts';

const stampRecordSchema = z.object({
  format: z.literal('generation-gate/stamped/1'),
  facts: stampedFactsSchema,
  inventory: inventorySchema,
  /** Prefixes of the measured parts, in the order of the gate's own indexes. */
  prefixes: z.array(z.string()),
  settingsDigest: z.string(),
  /** File system's clock when the measurement began, in milliseconds. */
  clockMs: z.number(),
  /** What a further measurement may take over; null, or absent in older records, where it may not. */
  again: z.optional(z.nullable(z.object({ inputs: z.string(), treeId: z.string(), contentId: z.string(), tracked: z.number(), untracked: z.number(), paths: z.number() }))),
  /** What `git version` said; absent in older records. */
  gitVersion: z.optional(z.string()),
  /** Names that the command must not inherit. */
  localGitVariables: z.array(z.string()),
  /** The policy that it was made under; null in a record of a program that knew none. */
  policy: z._default(z.nullable(policyRecordSchema), null),
  /** The setup script's file, relative to the top; none where it lies outside, or none was given. */
  setupFiles: z._default(z.array(z.string()), []),
});
export type StampRecord = z.infer<typeof stampRecordSchema>;

const runRecordSchema = z.object({
  format: z.literal('generation-gate/run/1'),
  facts: runFactsSchema,
  /** Folder of the run's logs, relative to the generation's folder. */
  folder: z.string(),
  closing: inventorySchema,
  /** Name of the matrix cell that the run was given. */
  cell: z._default(z.nullable(z.string()), null),
  /** Files of the tree that the command is made of. */
  commandFiles: z._default(z.array(z.string()), []),
  /** Folders of its reports, relative to the workspace, that were there before the command started. */
  reportFolders: z._default(z.array(z.string()), []),
  /** The variables that decide which code is found: name → salted digest of its value. */
  codeVariables: z._default(z.record(z.string(), z.string()), {}),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

const verdictRecordSchema = z.object({
  format: z.literal('generation-gate/verdict-record/1'),
  /** Null where the last check rejected. */
  accepted: z.nullable(z.object({ digest: z.string(), verdict: acceptedVerdictSchema })),
  /** What the check printed. */
  envelope: z.unknown(),
});
export type VerdictRecord = z.infer<typeof verdictRecordSchema>;

const knownSchema = z.array(z.string());

/** Generations remembered, so that an older stamp can be told from a foreign one. */
const KNOWN_LIMIT = 100;

export interface Remembered {
  readonly known: readonly string[];
  readonly stamped: StampRecord | null;
  readonly run: RunRecord | null;
}

/** Generations that this state knows. Throws a GateError where the record is damaged. */
export function recallKnown(state: StateFolder): readonly string[] {
  return readRecord(knownFile(state), (value) => z.parse(knownSchema, value)) ?? [];
}

function recallStamped(state: StateFolder): StampRecord | null {
  return readRecord(stampedFile(state), (value) => z.parse(stampRecordSchema, value));
}

/** What earlier steps left. Throws a GateError where a record is damaged. */
export function recall(state: StateFolder): Remembered {
  const known = recallKnown(state);
  const stamped = recallStamped(state);
  const run = stamped === null ? null : readRecord(runFile(state, stamped.facts.generation), (value) => z.parse(runRecordSchema, value));
  return { known, stamped, run };
}

/** Forgets the current stamping, before a new one begins: one that is cut short leaves none. */
export function forgetCurrent(state: StateFolder): void {
  rmSync(stampedFile(state), { force: true });
}

/** What a further stamping need not find out again. */
export interface EarlierStamping {
  /** Its indexes, set aside. */
  readonly folder: string;
  readonly clockMs: number;
  readonly same: NonNullable<StampRecord['again']> | null;
  readonly gitVersion: string | null;
  readonly localGitVariables: readonly string[];
}

/**
 * Sets the indexes of the current stamping aside, so that the next one need not read again what they know.
 * Null where there are none, or where their record is damaged: then everything is read.
 */
export function setEarlierAside(state: StateFolder): EarlierStamping | null {
  const folder = join(state.path, 'earlier');
  rmSync(folder, { recursive: true, force: true });
  try {
    const stamped = recallStamped(state);
    if (stamped === null) return null;
    renameSync(baselineFolder(state, stamped.facts.generation), folder);
    const { clockMs, again, gitVersion, localGitVariables } = stamped;
    return { folder, clockMs, same: again ?? null, gitVersion: gitVersion ?? null, localGitVariables };
  } catch {
    return null;
  }
}

/** Makes a stamping the current one. Called last: everything it points to is there. */
export function remember(state: StateFolder, record: StampRecord): void {
  writeRecord(knownFile(state), [...recallKnown(state), record.facts.generation].slice(-KNOWN_LIMIT));
  writeRecord(stampedFile(state), record);
}

export function rememberRun(state: StateFolder, record: RunRecord): void {
  writeRecord(runFile(state, record.facts.generation), record);
}

/** Saves the verdict of the last check; a rejection takes the place of an earlier acceptance. */
export function rememberVerdict(state: StateFolder, generation: string, record: Omit<VerdictRecord, 'format'>): void {
  writeRecord(verdictFile(state, generation), { format: 'generation-gate/verdict-record/1', ...record });
}

/** What the last check of a generation left; null where there was none since its last run. */
export function recallVerdict(state: StateFolder, generation: string): VerdictRecord | null {
  return readRecord(verdictFile(state, generation), (value) => z.parse(verdictRecordSchema, value));
}

/** The accepted verdict of a generation; null where its last check rejected, or where there was none since its last run. */
export function recallAccepted(state: StateFolder, generation: string): SavedVerdict | null {
  return readRecord(verdictFile(state, generation), (value) => z.parse(verdictRecordSchema, value))?.accepted ?? null;
}

/** Forgets the verdict of a generation: what a new run reports was not judged by it. */
export function forgetVerdict(state: StateFolder, generation: string): void {
  rmSync(verdictFile(state, generation), { force: true });
}

/** What second runs of a run's command showed; null where none was made. */
export interface Comparisons {
  readonly replay: ReplayFacts | null;
  readonly baseline: BaselineFacts | null;
  readonly control: ControlFacts | null;
}

/** The second runs of the recorded run. Those of an earlier run say nothing about this one. */
export function recallComparisons(state: StateFolder, run: RunRecord | null): Comparisons {
  if (run === null) return { replay: null, baseline: null, control: null };
  const { generation } = run.facts;
  const own = <T extends { readonly run: string }>(record: T | null): T | null => (record?.run === run.folder ? record : null);
  return {
    replay: own(readRecord(comparisonFile(state, generation, 'replay'), (value) => z.parse(replayFactsSchema, value))),
    baseline: own(readRecord(comparisonFile(state, generation, 'baseline'), (value) => z.parse(baselineFactsSchema, value))),
    control: own(readRecord(comparisonFile(state, generation, 'control'), (value) => z.parse(controlFactsSchema, value))),
  };
}

export function rememberComparison(state: StateFolder, generation: string, facts: Comparisons[keyof Comparisons] & object): void {
  const name = facts.format.slice('generation-gate/'.length, facts.format.lastIndexOf('/')) as keyof Comparisons;
  writeRecord(comparisonFile(state, generation, name), facts);
}

function comparisonFile(state: StateFolder, generation: string, name: keyof Comparisons): string {
  return join(generationFolder(state, generation), `${name}.json`);
}

/** What the re-check compares with. */
export function baselineOf(state: StateFolder, { facts, prefixes, settingsDigest, clockMs }: StampRecord): Baseline {
  return { folder: baselineFolder(state, facts.generation), prefixes, nested: facts.nested, otherWorktrees: facts.otherWorktrees, settingsDigest, clockMs };
}

export function baselineFolder(state: StateFolder, generation: string): string {
  return generationFolder(state, generation);
}

function knownFile(state: StateFolder): string {
  return join(state.path, 'generations.json');
}

function stampedFile(state: StateFolder): string {
  return join(state.path, 'stamped.json');
}

function verdictFile(state: StateFolder, generation: string): string {
  return join(generationFolder(state, generation), 'verdict.json');
}

function runFile(state: StateFolder, generation: string): string {
  return join(generationFolder(state, generation), 'run.json');
}

export type { Inventory, RunFacts, StampedFacts };
