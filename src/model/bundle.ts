/**
 * The bundle: what one cell of a matrix hands over so that its verdict can be reached again elsewhere (PB3), and what
 * is known of bundles when they are judged together (FI1). docs/bundle-format.md describes the folder. Whoever can
 * write to where bundles are kept controls every byte of one, so everything is parsed here and nothing is believed.
 */
import * as z from 'zod/mini';
import { evidenceFileSchema } from './evidence.ts';
import { cachedTestsSchema, leftoversSchema } from './leftovers.ts';
import { bytecodeSightSchema, HANDED_OVER_OUTCOMES, stampedFactsSchema, type Asked, type CheckFacts } from './facts.ts';
import { answerSchema } from './finding.ts';
import type { TestIdentity } from './identity.ts';
import { refusedReportSchema, reportStatSchema } from './report.ts';
import { generationSchema } from './stamp.ts';
import { driftSchema, type NestedRepository } from './tree.ts';
import type { TestTotals } from './totals.ts';
import { testTotalsSchema } from './verdict.ts';

export const BUNDLE_SCHEMA = 'generation-gate/bundle/1';
export const BUNDLE_FACTS_FORMAT = 'generation-gate/bundle-facts/1';
export const MANIFEST_FILE = 'manifest.json';

/** Names of the parts of a bundle. None begins with a dot: uploads leave such files out. */
export const PART = {
  stamp: 'stamp.json',
  command: 'command',
  commandForm: 'command.json',
  patch: 'change.patch',
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
  stdout: 'logs/stdout.txt',
  stderr: 'logs/stderr.txt',
} as const;

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

export const bundlePatchSchema = z.discriminatedUnion('state', [
  /** The file gives `tree_id` when it is applied to the tree of `against`, less the paths that were left out. */
  z.object({ state: z.literal('written'), against: z.object({ what: z.enum(['base', 'head', 'nothing']), commit: z.nullable(objectId), tree: objectId }), left_out: z.array(z.string()) }),
  /** The stamped tree is the tree of `against`. */
  z.object({ state: z.literal('empty'), against: z.object({ what: z.enum(['base', 'head', 'nothing']), commit: z.nullable(objectId), tree: objectId }) }),
  z.object({ state: z.literal('absent'), why: z.string() }),
]);
export type BundlePatch = z.infer<typeof bundlePatchSchema>;

export const manifestSchema = z.object({
  schema: z.literal(BUNDLE_SCHEMA),
  /** Version of the program that wrote it. */
  program: z.string().check(z.regex(/^[\w.+-]{1,60}$/)),
  cell: z.nullable(cellName),
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
  foreignEditables: z.enum(['report', 'reject']),
  witness: z.enum(['required', 'observe', 'off']),
  allowIgnored: words,
  generated: words,
  unwitnessedOk: words,
  unloaded: z.enum(['report', 'reject']),
  cell: z.nullable(cellName),
  slackSeconds: count,
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

export const storedFindingsSchema = z.array(z.object({ rule: z.string().check(z.regex(/^GG-[A-Z][A-Z-]{1,60}$/)), answer: answerSchema, what: z.string(), rejects: z.boolean() }));
export const storedVerdictSchema = z.object({ verdict: z.enum(['accepted', 'rejected']), tests: testTotalsSchema });

/** A file of a bundle that is not what the manifest, or another file, says of it. */
export interface BundleFault {
  readonly file: string;
  readonly kind: 'changed' | 'removed' | 'added' | 'malformed' | 'contradicts';
  /** Follows the file's name in a sentence. */
  readonly what: string;
}

/** How one required test fared in one cell. */
export interface CellRequired {
  readonly id: string;
  readonly matched: number;
  /** Those that did not plainly pass, each with its outcome. */
  readonly unpassed: readonly string[];
}

/** A bundle whose files were read and judged again. */
export interface CellBundle {
  readonly state: 'read';
  /** As it was named in the call. */
  readonly source: string;
  readonly cell: string | null;
  readonly generation: string | null;
  readonly treeId: string | null;
  readonly head: string | null;
  /** Submodules and repositories inside the workspace. */
  readonly nested: readonly NestedRepository[];
  readonly commandDigest: string | null;
  /** SHA-256 of the manifest's bytes: the bundle's own digest. */
  readonly digest: string;
  readonly program: string;
  readonly faults: readonly BundleFault[];
  /** What the bundle claims, and its own files do not give. */
  readonly differences: readonly string[];
  /** Reached again from the files. */
  readonly verdict: 'accepted' | 'rejected';
  readonly rejecting: readonly { readonly rule: string; readonly what: string }[];
  readonly tests: TestTotals;
  /** Interpreters of the command, `CPython 3.12.1`. */
  readonly runtimes: readonly string[];
  /** Changed test files, and those that no process of this cell loaded; null where no witness tells. */
  readonly changedTests: { readonly against: string; readonly paths: readonly string[]; readonly unloaded: readonly string[]; readonly certain: boolean; readonly required: boolean } | null;
  readonly required: readonly CellRequired[];
  /** Tests that this cell's change was to fix (`--require-fixed`). */
  readonly requireFixed: readonly string[];
  /** Its red tests, forgiven ones too; beyond some thousands the rest is left out. */
  readonly red: readonly TestIdentity[];
  readonly redacted: readonly string[];
  readonly patch: BundlePatch;
}

/** A bundle that could not be opened or understood. */
export interface RefusedBundle {
  readonly state: 'refused';
  readonly source: string;
  readonly why: string;
}

export type BundleSight = CellBundle | RefusedBundle;

/** What applying the patch of a bundle to a repository's commit gave. */
export type PatchSight =
  | { readonly state: 'not-asked' }
  | { readonly state: 'gives'; readonly treeId: string; readonly against: string }
  | { readonly state: 'unknown'; readonly why: string };

/** Everything that the rules over bundles may know. */
export interface BundlesFacts {
  readonly step: 'fan-in' | 'verify';
  /** Names of the cells that must be there; none when one bundle is verified. */
  readonly expected: readonly string[];
  readonly bundles: readonly BundleSight[];
  /** The tree that is to be merged, and what names it; null where nobody said. */
  readonly merging: { readonly treeId: string; readonly source: string } | null;
  /** Tests that the cells together must have passed, and the fewest that they must have executed. */
  readonly requireTests: readonly string[];
  readonly minTests: number;
  /** Tests that some cell reports and none executed; null where they were not compared. */
  readonly nowhere: readonly string[] | null;
  readonly patch: PatchSight;
}
