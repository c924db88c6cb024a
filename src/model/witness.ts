/**
 * The witness: what processes of the captured command say of the files they loaded (RN5), and what the gate makes of
 * it. The tested processes write the records, so every field is what they claim; docs/witness-format.md describes them.
 */
import * as z from 'zod/mini';

export const WITNESS_FORMAT = 'generation-gate/witness/1';

const digestSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Nanoseconds of a file time as a decimal string. */
const nanosecondsSchema = z.string().check(z.regex(/^-?\d{1,20}$/));
const words = z.array(z.string());

/**
 * How the code of a file came to run. `source`: compiled in this process from the bytes of the digest. `bytecode`: from
 * a cache beside it. `sourceless`: bytecode in the place of source. `extension`: a native library. `string`: compiled
 * from a text under the file's name. `unseen`: it ran, and the bytes went by unseen.
 */
export const howSchema = z.enum(['source', 'bytecode', 'sourceless', 'extension', 'string', 'unseen']);
export type How = z.infer<typeof howSchema>;

const startRecordSchema = z.object({
  record: z.literal('start'),
  format: z.literal(WITNESS_FORMAT),
  pid: z.int(),
  parent: z.int(),
  /** Pid of the process it was forked from, which loaded what it holds. */
  forked_from: z.optional(z.int()),
  /** How the witness came in: by variables, or by a file in the environment. */
  entered: z.optional(z.enum(['variables', 'environment'])),
  runtime: z.string(),
  version: z.string(),
  /** Tag of the runtime's bytecode; '' where it has none. */
  tag: z.string(),
  executable: z.string(),
  prefix: z.string(),
  cwd: z.string(),
  argv: words,
  search_path: words,
  bytecode_prefix: z.optional(z.string()),
});
const loadRecordSchema = z.object({
  record: z.literal('load'),
  /** Dotted import name; absent for a script and for code that no importer runs. */
  name: z.optional(z.string()),
  /** Absolute, its folder resolved. */
  path: z.string(),
  how: howSchema,
  digest: z.optional(digestSchema),
  mtime_ns: z.optional(nanosecondsSchema),
  ctime_ns: z.optional(nanosecondsSchema),
  bytecode: z.optional(z.string()),
  /** Digest of the marshalled code that ran. */
  payload: z.optional(digestSchema),
  archive: z.optional(z.string()),
  archive_digest: z.optional(digestSchema),
});
const spawnRecordSchema = z.object({
  record: z.literal('spawn'),
  how: z.enum(['subprocess', 'shell', 'exec', 'spawn']),
  executable: z.optional(z.string()),
  argv: words,
  /** Whether the child was given what starts a witness in it. */
  kept: z.boolean(),
});

export const witnessRecordSchema = z.discriminatedUnion('record', [
  startRecordSchema,
  loadRecordSchema,
  spawnRecordSchema,
  z.object({ record: z.literal('search'), search_path: words }),
  z.object({ record: z.literal('write'), path: z.string() }),
  z.object({ record: z.literal('error'), doing: z.string(), what: z.string() }),
  z.object({ record: z.literal('end'), lost: z.int(), passed_over: z.int() }),
]);
export type StartRecord = z.infer<typeof startRecordSchema>;
export type LoadRecord = z.infer<typeof loadRecordSchema>;
export type SpawnRecord = z.infer<typeof spawnRecordSchema>;

/**
 * Where a loaded file lies. `stamped`: a stamped path. `unstamped`: in the workspace, ignored or new. `environment`: in
 * an environment folder, wherever that lies. `other-checkout`: in a linked worktree inside the workspace. `outside`.
 */
export const placeSchema = z.enum(['stamped', 'unstamped', 'environment', 'other-checkout', 'outside']);
export type Place = z.infer<typeof placeSchema>;

export const twinSchema = z.object({ path: z.string(), digest: digestSchema });
export type Twin = z.infer<typeof twinSchema>;

/** One file that processes loaded in one way; equal loads of several processes are one. */
export const witnessedLoadSchema = z.object({
  /** Real path: relative to the workspace where it lies inside, else absolute. */
  path: z.string(),
  place: placeSchema,
  name: z.nullable(z.string()),
  how: howSchema,
  /** sha256 over `blob <size>\0` and the bytes; null where they could not be had. */
  digest: z.nullable(digestSchema),
  /** The digest that the stamp recorded for the path; null where it is no stamped path. */
  stamped: z.nullable(digestSchema),
  /** Stamped paths of the same dotted import name, for a file that is none itself. */
  twins: z.array(twinSchema),
  /** The bytecode that ran, and whether its source compiles to it; null where none did. */
  bytecode: z.nullable(z.object({ path: z.string(), answer: z.enum(['same', 'differs', 'not-compared']), why: z.string() })),
  /** File times when it was loaded, `born` as it is now; null where unknown. */
  mtimeNs: z.nullable(nanosecondsSchema),
  ctimeNs: z.nullable(nanosecondsSchema),
  bornNs: z.nullable(nanosecondsSchema),
  /** For an unstamped file: a stamped path that decides about its age and is not older; null where there is none. */
  newer: z.nullable(z.string()),
  /** True where it lies in a checkout of any repository. */
  inCheckout: z.boolean(),
  /** The archive that holds it, relative like `path`. */
  archive: z.nullable(z.string()),
  /** Processes that loaded it so. */
  processes: z.int(),
});
export type WitnessedLoad = z.infer<typeof witnessedLoadSchema>;

export const escapedSchema = z.object({ argv: words, why: z.string(), count: z.int() });
export type Escaped = z.infer<typeof escapedSchema>;

/** What the witness of one run of the command tells. */
export const witnessFactsSchema = z.object({
  state: z.literal('present'),
  /** Processes that wrote records. */
  processes: z.int(),
  /** Of these, the ones that ended without saying so: killed, `os._exit`, replaced by exec. */
  unfinished: z.int(),
  runtimes: z.array(z.object({ runtime: z.string(), version: z.string(), executable: z.string(), prefix: z.string(), processes: z.int() })),
  loads: z.array(witnessedLoadSchema),
  /** Python processes that were started without a witness. */
  escaped: z.array(escapedSchema),
  /** Environments that the witness had a file in while the command ran, and those it was asked to enter and did not. */
  entered: z.optional(z.array(z.string())),
  notEntered: z.optional(z.array(z.object({ folder: z.string(), why: z.string() }))),
  /** Stamped source files that the command opened for writing. */
  written: words,
  /** What kept records from being whole, each in words. */
  lost: words,
  /** Readings of the file system's clock right before and after the command. */
  startNs: nanosecondsSchema,
  endNs: nanosecondsSchema,
  /** The same before the setup script; null where none ran. */
  setupNs: z.nullable(nanosecondsSchema),
  /** Source files that the change touches, and what it was compared with; null where that is not known. */
  changed: z.nullable(z.object({ against: z.string(), paths: words })),
});
export type WitnessFacts = z.infer<typeof witnessFactsSchema>;

/** What a run's record says of its witness: what it told, or why there is none. */
export const witnessSightSchema = z.discriminatedUnion('state', [witnessFactsSchema, z.object({ state: z.literal('absent'), why: z.string() })]);
export type WitnessSight = z.infer<typeof witnessSightSchema>;
