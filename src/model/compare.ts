/**
 * What a second run of the captured command showed, in a clean directory made from the stamped tree (replay), on the
 * base's code (baseline), or without one hunk of the change (control). Facts only; the rules judge them.
 */
import * as z from 'zod/mini';
import { identify, identityKey } from './identity.ts';
import { outcomeSchema, failureSchema, type ReportCase } from './report.ts';
import { endingSchema } from './run-record.ts';
import { runtimeSchema } from './surroundings.ts';

/** One test of one run. Equal keys mean the same test in two runs, wherever each of them ran. */
export const comparedTestSchema = z.object({
  key: z.string(),
  /** File, `''` where the report names none. */
  file: z.string(),
  suite: z.array(z.string()),
  class: z.string(),
  name: z.string(),
  ordinal: z.number(),
  outcome: outcomeSchema,
  /** Of a red test: what failed and where, as the report says it. */
  failure: z.nullable(failureSchema),
});
export type ComparedTest = z.infer<typeof comparedTestSchema>;

/** A path of a second directory whose bytes could not be had. */
export const unfilledSchema = z.object({ path: z.string(), why: z.string() });
export type Unfilled = z.infer<typeof unfilledSchema>;

export const interpreterSchema = z.object({ executable: z.string(), implementation: z.string(), version: z.string() });
export type Interpreter = z.infer<typeof interpreterSchema>;

export const secondRunSchema = z.object({
  /** Null where the command was not run: the setup failed, or the directory could not be filled. */
  ending: z.nullable(endingSchema),
  /** Ending of the setup script in this directory; null where none was given. */
  setup: z.nullable(endingSchema),
  durationMs: z.number(),
  tests: z.array(comparedTestSchema),
  /** Reports that could not be read, each with the reason. */
  unreadReports: z.array(z.string()),
  /** Failures and errors that the reports count beyond those of their elements. */
  uncountedRed: z.number(),
  /** Null where no Python was asked. */
  interpreter: z.nullable(interpreterSchema),
  /** Every runtime that was told; absent where an older version recorded it. */
  runtimes: z.optional(z.array(runtimeSchema)),
  unfilled: z.array(unfilledSchema),
  /** Installs by which this run would import the workspace's own code instead of this directory's, in words. */
  shared: z.array(z.string()),
  /** Lines of the output by which the runner says that it could not import or compile. */
  startErrors: z.array(z.string()),
  /** Folder of its logs. */
  logs: z.string(),
  /** The directory, where it was kept; null where it is gone. */
  kept: z.nullable(z.string()),
});
export type SecondRun = z.infer<typeof secondRunSchema>;

export const replayDifferenceSchema = z.object({
  test: z.string(),
  /** How it ended in the workspace and in the clean directory; null where it did not run there. */
  warm: z.nullable(outcomeSchema),
  clean: z.nullable(outcomeSchema),
  /** What its failure says, in the directory in which it failed. */
  says: z.string(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

export const replayFactsSchema = z.object({
  format: z.literal('generation-gate/replay/1'),
  /** The run that was replayed, as its folder is named. */
  run: z.string(),
  warmEnding: endingSchema,
  warmTests: z.number(),
  warmInterpreter: z.nullable(interpreterSchema),
  warmRuntimes: z.optional(z.array(runtimeSchema)),
  second: secondRunSchema,
  differences: z.array(replayDifferenceSchema),
  /** Ignored files that only the workspace has; `named` where the failing run speaks of it. */
  onlyWarm: z.array(z.object({ path: z.string(), named: z.boolean() })),
  /** Variables that decide which code is found and that the replay was called with otherwise, in words. */
  otherVariables: z._default(z.array(z.string()), []),
});
export type ReplayFacts = z.infer<typeof replayFactsSchema>;

/** What became of a test from the base, with the patched tests, to the head. */
export const transitionKindSchema = z.enum(['fail-pass', 'pass-pass', 'pass-fail', 'fail-fail', 'new', 'gone', 'moved', 'other']);
export type TransitionKind = z.infer<typeof transitionKindSchema>;

export const transitionSchema = z.object({
  kind: transitionKindSchema,
  /** Identity on the head, or on the base for a test that is gone. */
  test: comparedTestSchema,
  base: z.nullable(outcomeSchema),
  head: z.nullable(outcomeSchema),
  /** For a moved test the identity that it had on the base. */
  from: z.nullable(z.string()),
  /** True where the base's red entry says that the code could not be imported or compiled. */
  startError: z.boolean(),
});
export type Transition = z.infer<typeof transitionSchema>;

export const baselineFactsSchema = z.object({
  format: z.literal('generation-gate/baseline/1'),
  run: z.string(),
  /** As it was given, and the commit that it names. */
  base: z.object({ given: z.string(), commit: z.string() }),
  mode: z.enum(['require', 'observe']),
  requireFixed: z.array(z.string()),
  importErrors: z.enum(['reject', 'accept']),
  /** Roots that identities of the head's tests are relative to. */
  roots: z.array(z.string()),
  /** Globs by which test files were told from code, and how many of them differ between base and head. */
  testGlobs: z.array(z.string()),
  testFiles: z.object({ taken: z.number(), changed: z.array(z.string()) }),
  headEnding: endingSchema,
  headInterpreter: z.nullable(interpreterSchema),
  headRuntimes: z.optional(z.array(runtimeSchema)),
  /** The base's code with the patched tree's test files. */
  withTests: secondRunSchema,
  /** The base as it was; null where its test files are the patched ones, so that both are one run. */
  asWas: z.nullable(secondRunSchema),
  /** The patched code with the base's test files; null where they are the same. */
  oldTests: z.nullable(secondRunSchema),
  transitions: z.array(transitionSchema),
  /** Red tests of the head that are red on the base in the same way, by key. */
  preexisting: z.array(z.string()),
  /** Red tests of the head that are not, each with the reason. */
  newlyRed: z.array(z.object({ test: z.string(), why: z.string() })),
  /** Tests that pass on the base and fail on the patched code, in the form that the base has of them. */
  bent: z.array(z.string()),
});
export type BaselineFacts = z.infer<typeof baselineFactsSchema>;

export const hunkResultSchema = z.object({
  path: z.string(),
  /** The hunk's header, or what the whole file's change is. */
  hunk: z.string(),
  /**
   * `supported`: without it a test fails or the run does not end as before. `unsupported`: everything stays as it was.
   * `not-tried`: the time budget was used up. `not-reverted`: it cannot be taken out alone.
   */
  result: z.enum(['supported', 'unsupported', 'not-tried', 'not-reverted']),
  /** Tests that fail without it, the first few; or why it was not tried. */
  says: z.string(),
});
export type HunkResult = z.infer<typeof hunkResultSchema>;

export const controlFactsSchema = z.object({
  format: z.literal('generation-gate/control/1'),
  run: z.string(),
  /** What the change was compared with. */
  against: z.string(),
  budgetSeconds: z.number(),
  /** How many runs went side by side. */
  jobs: z._default(z.number(), 1),
  hunks: z.array(hunkResultSchema),
});
export type ControlFacts = z.infer<typeof controlFactsSchema>;

/**
 * The tests of some reports, each under one key. Reports are taken in the order of their paths; a test that stands in
 * several of them counts as so many tests, told apart by their ordinals. `marks` are the run's own generation and tree
 * id: a report may carry them in the name of a suite, and no identity depends on them.
 */
export function comparedTests(reports: readonly { readonly path: string; readonly cases: readonly ReportCase[] }[], roots: readonly string[], marks: readonly string[]): ComparedTest[] {
  const seen = new Map<string, number>();
  // Runners name a case by the object it is given: "<Shop object at 0x7f…>" is another one in every process.
  const plain = (text: string): string => marks.reduce((left, mark) => left.replaceAll(mark, '<generation>'), text.replace(/ at 0x[0-9a-fA-F]+\b/g, ' at <address>'));
  return reports
    .toSorted((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
    .flatMap(({ cases }) =>
      cases.map((test): ComparedTest => {
        const own = identify(test, roots);
        const identity = { ...own, suite: own.suite.map(plain), class: plain(own.class), name: plain(own.name) };
        const same = identityKey({ ...identity, ordinal: 0 });
        const ordinal = seen.get(same) ?? 0;
        seen.set(same, ordinal + 1);
        return { ...identity, ordinal, key: identityKey({ ...identity, ordinal }), outcome: test.outcome, failure: test.failure ?? null };
      }),
    );
}

export function isRed({ outcome }: Pick<ComparedTest, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'errored';
}

/** `file::class::name`, as far as the report gives them; the runner controls every part. */
export function testLabel({ file, class: inner, name, ordinal }: Pick<ComparedTest, 'file' | 'class' | 'name' | 'ordinal'>): string {
  const parts = [...(file === name || file === inner ? [] : [file]), inner, name].filter((part) => part !== '');
  return `${parts.join('::') || '(nameless)'}${ordinal > 0 ? ` (${ordinal + 1})` : ''}`;
}
