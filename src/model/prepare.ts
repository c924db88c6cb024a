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

/**
 * How a bytecode file stands to its source. `fits`: the header fits, and the payload too where it was compared.
 * `sourceless`: there is no source it could have come from. `unreadable`: no regular file, or no bytecode.
 */
export const bytecodeJudgementSchema = z.object({
  path: z.string(),
  kind: z.enum(['fits', 'does-not-fit', 'sourceless', 'unreadable']),
  /** What was seen, both values named where two differ. */
  why: z.string(),
  mtimeMs: z.number(),
  ctimeMs: z.number(),
  /** Its tag says that pytest wrote it with rewritten assertions: the payload never equals the plain compilation. */
  rewrittenByPytest: z.boolean(),
  /** The source it was judged against, relative to the top level; null where there is none. */
  source: z.nullable(z.string()),
  /** The Python that wrote it, by its magic number (`3.11`); null where that is unknown. */
  python: z.nullable(z.string()),
  /** Whether the source, compiled again by an interpreter of equal magic, gave the same code. */
  payload: z.enum(['same', 'differs', 'not-compared']),
});
export type BytecodeJudgement = z.infer<typeof bytecodeJudgementSchema>;

/** The interpreter that was asked where code comes from. `asked` is what it was started by. */
export const askedInterpreterSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('found'),
    asked: z.string(),
    /** How it was found: `--python`, the command's own word, a shebang, `VIRTUAL_ENV`, PATH. */
    how: z.string(), guess: z.optional(z.boolean()),
    executable: z.string(),
    version: z.string(),
    implementation: z.string(),
    prefix: z.string(),
  }),
  /** The command uses no Python, or none is there. */
  z.object({ state: z.literal('absent'), asked: z.string(), why: z.string() }),
  /** One is there and gave no usable answer. */
  z.object({ state: z.literal('unreadable'), asked: z.string(), why: z.string() }),
  /** The command makes its environment itself: ask again when it has ended. */
  z.object({ state: z.literal('later'), asked: z.string(), why: z.string() }),
]);
export type AskedInterpreter = z.infer<typeof askedInterpreterSchema>;

/** Another checkout of the workspace's code, and what shows that it is one. */
export const otherCheckoutSchema = z.object({ top: z.string(), why: z.string() });
export type OtherCheckout = z.infer<typeof otherCheckoutSchema>;

/** How an installed entry leads to code that lies elsewhere. */
export const originKindSchema = z.enum([
  'path-pth',
  'setuptools-finder',
  'setuptools-strict',
  'egg-link',
  'direct-url',
  'meson-finder',
  'scikit-build-finder',
  'namespace',
  'other-finder',
  'plain-copy',
  'node-link',
  'node-copy',
  'yarn-pnp',
  'workspace-link',
  'maven-path',
  'maven-local',
  'gradle-path',
  'go-replace',
  'go-work',
  'cargo-path',
  'command-path',
]);
export type OriginKind = z.infer<typeof originKindSchema>;

const OF_THE_WORKSPACE: ReadonlySet<OriginKind> = new Set<OriginKind>(['node-link', 'node-copy', 'yarn-pnp', 'workspace-link', 'maven-path', 'maven-local', 'gradle-path', 'go-replace', 'go-work', 'cargo-path', 'command-path']);

/** Whether entries of a kind belong to the workspace, its tools or the command, whatever interpreter is asked. */
export function isOfTheWorkspace(kind: OriginKind): boolean {
  return OF_THE_WORKSPACE.has(kind);
}

export const originEntrySchema = z.object({
  /** Distribution that owns the entry, its name normalised (PEP 503); null where none claims it. */
  distribution: z.nullable(z.string()),
  kind: originKindSchema,
  /** Absolute path of the file that holds the entry. */
  file: z.string(),
  /** Absolute real path that it leads to; null where the entry names none. */
  target: z.nullable(z.string()),
  /** Import names that it maps; empty where the whole target is on the path. */
  names: z.array(z.string()),
  insideWorkspace: z.boolean(),
  otherCheckout: z.nullable(otherCheckoutSchema),
  /** The same distribution, or one of the import names, that the workspace itself offers. */
  offersSame: z.boolean(),
});
export type OriginEntry = z.infer<typeof originEntrySchema>;

export const originNameSchema = z.object({
  name: z.string(),
  /** `named`: by `--import`; `default`: because the workspace offers it. */
  asked: z.enum(['default', 'named']),
  /** `would-build`: a finder answers that compiles before it does; it was not asked. */
  state: z.enum(['found', 'absent', 'would-build', 'failed']),
  /** Absolute real path of the module's file; null for a namespace package, a built-in module, or where none was found. */
  origin: z.nullable(z.string()),
  /** Absolute folders of a package; for a namespace package all its portions. */
  locations: z.array(z.string()),
  insideWorkspace: z.boolean(),
  /** The class that found it; null where nothing did. */
  finder: z.nullable(z.string()),
  otherCheckout: z.nullable(otherCheckoutSchema),
  /**
   * How the sources that an import finds outside differ from the workspace's own of that name: how many were compared,
   * and those of the workspace, relative to its top level, that have other bytes there. Absent where nothing was compared.
   */
  copy: z.optional(z.object({ compared: z.int(), differing: z.array(z.string()) })),
});
export type OriginName = z.infer<typeof originNameSchema>;

/** Two sources that say different things about one distribution or name. Reported, never decisive. */
export const originDisagreementSchema = z.object({ about: z.string(), one: z.string(), other: z.string() });
export type OriginDisagreement = z.infer<typeof originDisagreementSchema>;

/** What the workspace itself offers for import, by its metadata and its layout. */
export const offerSchema = z.object({
  /** Normalised distribution names (PEP 503). */
  distributions: z.array(z.string()),
  /** Top-level import names. */
  names: z.array(z.string()),
  /** Folders whose content is importable, relative to the top level; '' is the top level itself. */
  roots: z.array(z.string()),
});
export type Offer = z.infer<typeof offerSchema>;

export const originsReportSchema = z.object({
  interpreter: askedInterpreterSchema,
  /**
   * True where nobody named the interpreter and no environment is active: it is merely the first on PATH, and the
   * command may well use another one.
   */
  guessed: z.optional(z.boolean()),
  offer: offerSchema,
  entries: z.array(originEntrySchema),
  names: z.array(originNameSchema),
  disagreements: z.array(originDisagreementSchema),
  /** What could not be read, with the reason; a rule that needs it answers unknown. */
  unread: z.array(z.object({ file: z.string(), why: z.string() })),
});
export type OriginsReport = z.infer<typeof originsReportSchema>;

/** A variable of the environment that leads into another checkout of the same code. */
export const environmentOriginSchema = z.object({
  variable: z.string(),
  value: z.string(),
  /** Absolute real path. */
  target: z.string(),
  otherCheckout: otherCheckoutSchema,
});
export type EnvironmentOrigin = z.infer<typeof environmentOriginSchema>;
