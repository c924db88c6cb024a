/**
 * The bundle: what one cell of a matrix hands over so that its verdict can be reached again elsewhere (PB3), and what
 * is known of bundles when they are judged together (FI1). docs/bundle-format.md describes the folder. Whoever can
 * write to where bundles are kept controls every byte of one, so everything is parsed here and nothing is believed.
 */
import * as z from 'zod/mini';
import { bundlePatchSchema, type BundleSight, type CellBundle } from './bundle-sight.ts';
import { evidenceFileSchema } from './evidence.ts';
import { cachedTestsSchema, leftoversSchema } from './leftovers.ts';
import { bytecodeSightSchema, HANDED_OVER_OUTCOMES, stampedFactsSchema, type Asked, type CheckFacts } from './facts.ts';
import { answerSchema } from './finding.ts';
import { jobOriginSchema, type NeededJob } from './job.ts';
import { refusedReportSchema, reportStatSchema } from './report.ts';
import { generationSchema } from './stamp.ts';
import { surroundingsSchema } from './surroundings.ts';
import { driftSchema } from './tree.ts';
import type { PolicyFacts } from './policy.ts';
import { testTotalsSchema } from './verdict.ts';

export type { BundleFault, BundlePatch, BundleSight, BundleSource, CellBundle, CellRequired, GatheredBundles, RefusedBundle } from './bundle-sight.ts';

export const BUNDLE_SCHEMA = 'generation-gate/bundle/1';
export const BUNDLE_FACTS_FORMAT = 'generation-gate/bundle-facts/1';
export const MANIFEST_FILE = 'manifest.json';

/** Names of the parts of a bundle. None begins with a dot: uploads leave such files out. */
export const PART = {
  stamp: 'stamp.json',
  command: 'command',
  commandForm: 'command.json',
  patch: 'change.patch',
  policy: 'policy.json',
  facts: 'facts.json',
  opening: 'inventory-stamp.json',
  closing: 'inventory-run.json',
  run: 'run.json',
  witness: 'witness.json',
  baseline: 'baseline.json',
  replay: 'replay.json',
  control: 'control.json',
  findings: 'findings.json',
  verdict: 'verdict.json',
  cached: 'cached-evidence.json',
  stdout: 'logs/stdout.txt',
  stderr: 'logs/stderr.txt',
  alsoStdout: 'logs/also-stdout.txt',
  alsoStderr: 'logs/also-stderr.txt',
} as const;

/** Folder inside a bundle that holds, whole, the bundle from which its evidence was taken. */
export const CACHED_FOLDER = 'cached';

/** A name inside a bundle: plain on every file system, never hidden, never leading out. */
export const BUNDLE_NAME = /^(?=.{1,120}$)[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*){0,2}$/;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const objectId = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const bundleName = z.string().check(z.regex(BUNDLE_NAME));
const count = z.int().check(z.nonnegative());
const cellName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));

export const bundleFileSchema = z.object({
  path: bundleName,
  /** Of the bytes in the bundle. */
  sha256,
  size: count,
  /** Of the bytes as they were judged; there only where something was redacted since. */
  judged_sha256: z.optional(sha256),
});
export type BundleFile = z.infer<typeof bundleFileSchema>;

export const manifestSchema = z.object({
  schema: z.literal(BUNDLE_SCHEMA),
  /** Version of the program that wrote it. */
  program: z.string().check(z.regex(/^[\w.+-]{1,60}$/)),
  cell: z.nullable(cellName),
  /** The job that wrote it, where one did. */
  origin: z.optional(z.nullable(jobOriginSchema)),
  generation: z.nullable(generationSchema),
  tree_id: z.nullable(objectId),
  content_id: z.nullable(sha256),
  head: z.nullable(objectId),
  /** SHA-256 of the captured command; null where none was run under the gate. */
  command_digest: z.nullable(sha256),
  /** As the gate said it. Never believed. */
  verdict: z.enum(['accepted', 'rejected']),
  patch: bundlePatchSchema,
  /** Every other file of the bundle, sorted by path. */
  files: z.array(bundleFileSchema),
  /** Where each report lay in the workspace, with the digest of its bytes as judged. */
  reports: z.array(z.object({ path: z.string(), file: bundleName, sha256, generation: generationSchema, tree_id: objectId })),
  /** What a bundle may not hold, with the reason. */
  left_out: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Where a reading is kept: the report itself is in the bundle and is read again. A refusal can only reject, and is kept as it is. */
const storedReadingSchema = z.discriminatedUnion('state', [z.object({ state: z.literal('stored'), file: bundleName, stat: reportStatSchema }), refusedReportSchema]);
export const storedEvidenceSchema = z.extend(evidenceFileSchema, { reading: z.nullable(storedReadingSchema) });
export type StoredEvidence = z.infer<typeof storedEvidenceSchema>;

const judgedBytecodeSchema = z.extend(bytecodeSightSchema, { kind: z.enum(['fits', 'does-not-fit', 'sourceless', 'unreadable']), why: z.string(), rewrittenByPytest: z.boolean() });
const words = z.array(z.string());

const changeSchema = z.object({ against: z.string(), paths: words, tip: z.string(), containsTip: z.boolean() });

// A fact that has no place here would be lost on the way, and the verdict with it: then this does not compile.
const storedCheckSchema = z.object({
  drift: driftSchema,
  treeNow: z.string(),
  headNow: z.nullable(z.string()),
  bytecode: z.array(judgedBytecodeSchema),
  bytecodeUnseen: words,
  evidence: z.array(storedEvidenceSchema),
  absentLogs: words,
  logsNow: z.nullable(z.object({ stdout: z.nullable(z.string()), stderr: z.nullable(z.string()) })),
  summaries: z.null(),
  surroundings: z.optional(surroundingsSchema),
  leftovers: z.optional(leftoversSchema),
  cachedTests: z.optional(cachedTestsSchema),
  change: z.optional(z.nullable(changeSchema)),
} satisfies Record<keyof CheckFacts, unknown>);

const askedSchema = z.object({
  expectGeneration: z.nullable(z.string()),
  expectStampDigest: z.nullable(z.string()),
  outcome: z.nullable(z.enum(HANDED_OVER_OUTCOMES)),
  requireTests: words,
  minTests: count,
  summaries: words,
  imports: words,
  survivors: z.enum(['report', 'reject']),
  repeated: z.optional(z.enum(['report', 'reject'])),
  reject: z.optional(words),
  foreignEditables: z.enum(['report', 'reject']),
  witness: z.enum(['required', 'observe', 'off']),
  allowIgnored: words,
  generated: words,
  unwitnessedOk: words,
  unloaded: z.enum(['report', 'reject']),
  cell: z.nullable(cellName),
  slackSeconds: count,
  reportLimits: z.optional(z.record(z.string(), z.int().check(z.positive()))),
  base: z.optional(z.nullable(z.string())),
  replay: z.optional(z.boolean()),
  control: z.optional(z.boolean()),
  owned: z.optional(words),
  forbidden: z.optional(words),
  requireRebased: z.optional(z.boolean()),
} satisfies Record<keyof Asked, unknown>);

export const bundleFactsSchema = z.object({
  format: z.literal(BUNDLE_FACTS_FORMAT),
  cell: z.nullable(cellName),
  known: words,
  stamped: z.nullable(stampedFactsSchema),
  check: z.nullable(storedCheckSchema),
  asked: askedSchema,
});
/** Facts as they are written, typed by what the check gathers, so that a fact without a place in the schema is an error here. */
export type StoredCheck = Omit<CheckFacts, 'evidence' | 'summaries'> & { readonly evidence: readonly StoredEvidence[]; readonly summaries: null };

/** Where the evidence came from a cache: what was asked for, and the bundle in {@link CACHED_FOLDER}, or why it is not there. */
export const cachedPartSchema = z.object({
  format: z.literal('generation-gate/cached-evidence/1'),
  command: sha256,
  workdir: z.string(),
  bundle: z.discriminatedUnion('state', [
    z.object({ state: z.literal('stored'), source: z.string(), digest: sha256 }),
    z.object({ state: z.literal('refused'), source: z.string(), why: z.string() }),
  ]),
});
export type CachedPart = z.infer<typeof cachedPartSchema>;

export const storedFindingsSchema = z.array(z.object({ rule: z.string().check(z.regex(/^GG-[A-Z][A-Z-]{1,60}$/)), answer: answerSchema, what: z.string(), rejects: z.boolean() }));
export const storedVerdictSchema = z.object({ verdict: z.enum(['accepted', 'rejected']), tests: testTotalsSchema });

/** What applying the patch of a bundle to a repository's commit gave. */
export type PatchSight =
  | { readonly state: 'not-asked' }
  | { readonly state: 'gives'; readonly treeId: string; readonly against: string }
  | { readonly state: 'unknown'; readonly why: string };

/** The tree that is to be merged, and what names it; null where nobody said, and `why` where who was asked could not tell. */
export type MergingTree = { readonly treeId: string; readonly source: string } | { readonly treeId: null; readonly source: string; readonly why: string } | null;

/** Everything that the rules over bundles may know. */
export interface BundlesFacts {
  readonly step: 'fan-in' | 'verify';
  /** Names of the cells that must be there; none when one bundle is verified. */
  readonly expected: readonly string[];
  readonly bundles: readonly BundleSight[];
  /** Bundles of earlier attempts of this run whose cells were run again on the same tree: judged, and not counted. */
  readonly superseded: readonly CellBundle[];
  /** How the jobs ended that the fan-in waited for; none where nobody says. */
  readonly jobs: readonly NeededJob[];
  readonly merging: MergingTree;
  /** Tests that the cells together must have passed, and the fewest that they must have executed. */
  readonly requireTests: readonly string[];
  readonly minTests: number;
  /** Tests that some cell reports and none executed; null where they were not compared. */
  readonly nowhere: readonly string[] | null;
  readonly patch: PatchSight;
  /** The policy of the repository that the cells are to be merged into; absent or null where nobody named one. */
  readonly policy?: PolicyFacts | null;
}
