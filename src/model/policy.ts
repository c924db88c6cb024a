/**
 * The policy file: the settings that a repository asks of its gate (PO1). Its keys are named as the action's inputs.
 * Whoever can change the file on the governing commit decides; a pull request cannot (PO3).
 */
import * as z from 'zod/mini';
import { namesPaths } from './path-glob.ts';

/** Names of the file at the top of the work tree, of which at most one may be there. */
export const POLICY_FILES = ['generation-gate.config.yml', 'generation-gate.config.yaml', 'generation-gate.config.json'] as const;

/** A policy is written by hand: what is larger was not. */
export const POLICY_LIMIT_BYTES = 256 << 10;

/** Where the JSON schema for editors lies in this repository. */
export const POLICY_SCHEMA_FILE = 'schema/generation-gate.config.schema.json';

const about = z.describe;
const text = z.string().check(z.minLength(1), z.maxLength(65_536));
const word = z.string().check(z.minLength(1), z.maxLength(4_096));
const words = z.array(word).check(z.maxLength(1_000));
const pathGlob = word.check(namesPaths);
const pathGlobs = z.array(pathGlob).check(z.maxLength(1_000));
/** Relative to the top of the work tree, and inside of it. */
const insideTree = z.string().check(z.minLength(1), z.maxLength(4_096), z.regex(/^(?!\/)(?!\.\.(?:\/|$))(?!.*\/\.\.(?:\/|$))[^\0]+$/));
const cellName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));
const moduleName = z.string().check(z.regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u));
const count = z.int().check(z.nonnegative(), z.maximum(999_999_999));
/** A timer of Node's counts milliseconds in 32 bits and fires at once beyond them; that is 24 days. */
const seconds = z.number().check(z.positive(), z.maximum(2_147_483));
const ruleId = z.string().check(z.regex(/^GG-[A-Z]+(?:-[A-Z]+)+$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay));

/** The three ways to name a command; a policy, and a cell of it, gives at most one. */
const commandShape = {
  command: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(1_000), about('The captured command as a list of arguments; no shell takes part.'))),
  run: z.optional(text.check(about('The captured command as a script, run by the interpreter that its first line names, else by bash with errexit and pipefail.'))),
  script: z.optional(insideTree.check(about('The captured command as a script file of the repository, relative to the top of the work tree.'))),
};

const cellShape = z.strictObject(commandShape);

export const deviationSchema = z.strictObject({
  rule: ruleId.check(about('Id of the rule whose finding is accepted. No hard stop can be named.')),
  paths: z.optional(z.union([pathGlob, pathGlobs.check(z.minLength(1))]).check(about('Globs of the paths that the finding may be about; every path of it must match one. Left out, the whole rule is meant.'))),
  reason: text.check(about('Why this is acceptable here. It is printed with every verdict that it takes part in.')),
  expires: day.check(about('Last day on which this counts, YYYY-MM-DD in UTC.')),
});

const reportOrReject = z.enum(['report', 'reject']);

export const policySchema = z.strictObject({
  $schema: z.optional(z.string().check(about('For editors: where the schema of this file lies.'))),
  ...commandShape,
  setup: z.optional(text.check(about('Script that prepares dependencies, as text. It runs before the stamp.'))),
  'setup-script': z.optional(insideTree.check(about('The same as a file of the repository.'))),
  workdir: z.optional(insideTree.check(about('Folder the command runs in, relative to the top of the work tree.'))),
  python: z.optional(word.check(about('Interpreter that the command uses, where it cannot be found out.'))),
  evidence: z.optional(words.check(about('Globs of the JUnit reports that the command promises.'))),
  log: z.optional(words.check(about('Logs that other steps write and that count as evidence.'))),
  imports: z.optional(z.array(moduleName).check(about('Modules that must be imported from this workspace.'))),
  cells: z.optional(
    z.union([z.array(cellName).check(z.minLength(1), z.maxLength(1_000)), z.record(cellName, z.nullable(cellShape))]).check(about('Cells of the matrix, all of which a fan-in expects: a list of names, or a mapping of each name to the command of that cell.')),
  ),
  'require-tests': z.optional(words.check(about('Tests that must have passed, as name, class.name or file::name.'))),
  'min-tests': z.optional(count.check(about('Fewest tests that must have been executed.'))),
  timeout: z.optional(seconds.check(about('Seconds after which the command and all its processes are ended.'))),
  slack: z.optional(count.check(about('Whole seconds that a report may lie before the stamp.'))),
  owned: z.optional(pathGlobs.check(about('Globs of the paths that a change may touch, and no others.'))),
  forbidden: z.optional(pathGlobs.check(about('Globs of the paths that a change must not touch.'))),
  'require-rebased': z.optional(z.boolean().check(about('Whether the branch must contain the tip of the base.'))),
  survivors: z.optional(reportOrReject.check(about('Processes that outlive the command.'))),
  repeated: z.optional(reportOrReject.check(about('Runs that were repeated under one stamp.'))),
  'foreign-editables': z.optional(reportOrReject.check(about('Editable installs of other projects.'))),
  unloaded: z.optional(reportOrReject.check(about('Changed source files that no process loaded.'))),
  reject: z.optional(z.array(ruleId).check(about('Rules of which a finding that is only listed, or not known, rejects.'))),
  witness: z.optional(z.enum(['off', 'observe', 'required']).check(about('Record of the files that the tests really loaded.'))),
  'witness-pth': z.optional(z.enum(['never', 'own', 'any']).check(about('Environments that the witness may have a file in while the command runs.'))),
  bytecode: z.optional(z.enum(['purge', 'isolate']).check(about('What is done about stale bytecode.'))),
  'allow-ignored': z.optional(pathGlobs.check(about('Globs of ignored files that may be loaded whatever their age.'))),
  generated: z.optional(pathGlobs.check(about('Globs of files whose installed copy may have other bytes.'))),
  'unwitnessed-ok': z.optional(words.check(about('Command lines that need no witness, * for any text.'))),
  base: z.optional(word.check(about('Revision on whose code the command is run too.'))),
  baseline: z.optional(z.enum(['observe', 'require']).check(about('Whether a test must fail on the base and pass here.'))),
  tests: z.optional(pathGlobs.check(about('Globs of test files, taken from the patched tree when the base is run.'))),
  'base-import-errors': z.optional(z.enum(['accept', 'reject']).check(about('A base on which the tests cannot be imported.'))),
  replay: z.optional(z.boolean().check(about('Whether the command is run again in a clean directory.'))),
  control: z.optional(z.boolean().check(about('Whether each hunk of the change is taken out alone.'))),
  'control-budget': z.optional(seconds.check(about('Seconds for all of the control.'))),
  isolation: z.optional(z.enum(['none', 'worktree']).check(about('Whether everything happens in a worktree of its own.'))),
  link: z.optional(words.check(about('Untracked paths that an isolated worktree shares by a link.'))),
  accept: z.optional(z.array(deviationSchema).check(z.maxLength(200), about('Deviations that are accepted for a time.'))),
});
export type Policy = z.infer<typeof policySchema>;
export type PolicyKey = Exclude<keyof Policy, '$schema'>;
export type Deviation = z.infer<typeof deviationSchema>;
export type CellCommand = z.infer<typeof cellShape>;

/** A value of each key that is right, as it would stand in the file. */
export const POLICY_EXAMPLES: Readonly<Record<keyof Policy, string>> = {
  $schema: '$schema: ./generation-gate.config.schema.json',
  command: 'command: [pytest, -q, --junitxml=reports/junit.xml]',
  run: 'run: pytest -q --junitxml=reports/junit.xml',
  script: 'script: ci/test.sh',
  setup: 'setup: pip install -e .',
  'setup-script': 'setup-script: ci/setup.sh',
  workdir: 'workdir: packages/core',
  python: 'python: .venv/bin/python',
  evidence: "evidence: ['reports/*.xml']",
  log: 'log: [build.log]',
  imports: 'imports: [package.module]',
  cells: 'cells: [linux, macos]',
  'require-tests': 'require-tests: [test_shop.test_price]',
  'min-tests': 'min-tests: 20',
  timeout: 'timeout: 600',
  slack: 'slack: 1',
  owned: "owned: ['src/**']",
  forbidden: "forbidden: ['.github/**']",
  'require-rebased': 'require-rebased: true',
  survivors: 'survivors: reject',
  repeated: 'repeated: reject',
  'foreign-editables': 'foreign-editables: reject',
  unloaded: 'unloaded: reject',
  reject: 'reject: [GG-LEFTOVER-FOUND]',
  witness: 'witness: required',
  'witness-pth': 'witness-pth: own',
  bytecode: 'bytecode: isolate',
  'allow-ignored': "allow-ignored: ['config/local_*.py']",
  generated: "generated: ['**/_version.py']",
  'unwitnessed-ok': "unwitnessed-ok: ['*/bin/tool *']",
  base: 'base: origin/main',
  baseline: 'baseline: require',
  tests: "tests: ['tests/**']",
  'base-import-errors': 'base-import-errors: reject',
  replay: 'replay: true',
  control: 'control: true',
  'control-budget': 'control-budget: 600',
  isolation: 'isolation: worktree',
  link: 'link: [node_modules]',
  accept: 'accept: [{rule: GG-LEFTOVER-FOUND, paths: dist/**, reason: why it is acceptable, expires: 2030-12-31}]',
};

/** Names of the cells that a policy declares, in their order; none where it declares no matrix. */
export function cellsOf({ cells }: Policy): readonly string[] {
  return cells === undefined ? [] : Array.isArray(cells) ? cells : Object.keys(cells);
}

/** The command that a policy names for a cell: the cell's own, else the one of all; null where it names none. */
export function commandFor(policy: Policy, cell: string | null): CellCommand | null {
  const { cells } = policy;
  const own = cell === null || cells === undefined || Array.isArray(cells) || !Object.hasOwn(cells, cell) ? null : (cells[cell] ?? null);
  const named = [own, policy].find((one) => one !== null && (one.command !== undefined || one.run !== undefined || one.script !== undefined));
  return named === undefined || named === null ? null : { command: named.command, run: named.run, script: named.script };
}

/** A calendar day that exists. */
function isDay(value: unknown): boolean {
  const at = typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : new Date(NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
}

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const objectId = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));

/** How the tree of a base commit was read. */
export const readingSchema = z.enum(['local', 'api', 'fetch']);
export type BaseReading = z.infer<typeof readingSchema>;

/** The policy that a stamping was made under, as it is recorded and travels with a bundle. */
export const policyFactsSchema = z.object({
  format: z.literal('generation-gate/policy/1'),
  /** Commit whose policy governs, what named it, and how it was read; null where the work tree's own file governs. */
  base: z.nullable(z.object({ commit: objectId, what: z.string(), read: readingSchema })),
  /** The file that governs; null where there is none, and the defaults count. */
  file: z.nullable(z.object({ path: z.string(), digest: sha256 })),
  /** The work tree's own file, where another one governs or none does; `notCounted` says what of it is not in force. */
  head: z.nullable(z.object({ path: z.string(), digest: sha256, notCounted: z.array(z.object({ key: z.string(), why: z.string() })) })),
  /** What is in force. */
  document: policySchema,
  /** Whether a call may not go below it. False where it is the work tree's own and the base has none. */
  binds: z.boolean(),
  /** SHA-256 of the command for each cell, and for a call without one; null for a script file, whose bytes are the tree's. */
  commands: z.array(z.object({ cell: z.nullable(z.string()), digest: z.nullable(sha256) })),
  /** Day on which it was read, in UTC: deviations count by it. */
  day,
  /** Paths that decide how the gate judges and that the judged tree has otherwise than the base. */
  touched: z.array(z.object({ path: z.string(), role: z.enum(['policy', 'command', 'setup', 'workflow']), how: z.enum(['added', 'changed', 'removed']) })),
  /** What `touched` is compared with, in words. */
  against: z.string(),
});
export type PolicyFacts = z.infer<typeof policyFactsSchema>;
export type TouchedRole = PolicyFacts['touched'][number]['role'];

/** A path as the base has it. */
export const watchedSchema = z.object({ path: z.string(), oid: z.nullable(objectId), namesGate: z.boolean() });
export type Watched = z.infer<typeof watchedSchema>;

/** What a stamping keeps of its policy. `watched` are paths of a base that is not in the local store; null where it is. */
export const policyRecordSchema = z.object({ facts: policyFactsSchema, watched: z.nullable(z.array(watchedSchema)) });
export type PolicyRecord = z.infer<typeof policyRecordSchema>;
