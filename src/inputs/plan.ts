/** Settings of a call, validated once, whether they come from the command line or from the action's inputs. */
import * as z from 'zod/mini';
import { UsageError } from '../model/errors.ts';
import { HANDED_OVER_OUTCOMES } from '../model/facts.ts';
import { JOB_RESULTS } from '../model/job.ts';
import { namesPaths } from '../model/path-glob.ts';
import { LIMIT_NAMES } from '../model/report-limits.ts';
import { generationSchema } from '../model/stamp.ts';

const globs = z.array(z.string().check(z.minLength(1)));
/** Globs over recorded paths; those of evidence look for files and are another library's. */
const pathGlobs = z.array(z.string().check(z.minLength(1), namesPaths));
/** A timer of Node's counts milliseconds in 32 bits and fires at once beyond them; that is 24 days. */
const LONGEST_SECONDS = 2_147_483;
const positiveSeconds = z.number().check(z.positive(), z.maximum(LONGEST_SECONDS));
const wholeNumber = z.int().check(z.nonnegative());

export const settingsSchema = z.object({
  /** Folder in the work tree that is judged. */
  workspace: z.string().check(z.minLength(1)),
  /** State folder; null for the default place. */
  state: z.nullable(z.string().check(z.minLength(1))),
  evidence: globs,
  logs: globs,
  /** Patch file to apply before the stamp. */
  patch: z.nullable(z.string().check(z.minLength(1))),
  /** Setup script file, or the script's text where `setupText` is given (action). */
  setup: z.nullable(z.string().check(z.minLength(1))),
  setupText: z.nullable(z.string().check(z.minLength(1))),
  imports: z.array(z.string().check(z.regex(/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u))),
  /** Interpreter to ask for origins; null to find it. */
  python: z.nullable(z.string().check(z.minLength(1))),
  /** Folder the command runs in, relative to the workspace's top; null for the folder given as workspace. */
  workdir: z.nullable(z.string().check(z.minLength(1))),
  /** The captured command: exactly one of the three is given where a command is run. */
  command: z.nullable(z.array(z.string()).check(z.minLength(1))),
  script: z.nullable(z.string().check(z.minLength(1))),
  scriptText: z.nullable(z.string().check(z.minLength(1))),
  /** A second documented command, as a script file or as its text (action); null for none. */
  also: z.nullable(z.string().check(z.minLength(1))),
  alsoText: z.nullable(z.string().check(z.minLength(1))),
  timeoutSeconds: z.nullable(positiveSeconds),
  cell: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
  summaries: z.array(z.string().check(z.minLength(1))),
  requireTests: z.array(z.string().check(z.minLength(1))),
  minTests: wholeNumber,
  outcome: z.nullable(z.enum(HANDED_OVER_OUTCOMES)),
  /** Limits of the report reader, by their option names, where they are not the usual ones. */
  reportLimits: z.record(z.string().check(z.refine((name) => LIMIT_NAMES.includes(name))), z.int().check(z.positive())),
  /** Bundle of an earlier run of this command on this tree that stands for a run; null for none. */
  cachedEvidence: z.nullable(z.string().check(z.minLength(1))),
  expectGeneration: z.nullable(generationSchema),
  expectStampDigest: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Whether code of a fork may be judged where the workflow's secrets are at hand. */
  foreignCode: z.enum(['refuse', 'accept']),
  survivors: z.enum(['report', 'reject']),
  /** Runs repeated under one stamp. */
  repeated: z.enum(['report', 'reject']),
  /** Rules of which a finding that is only listed, or not known, rejects. */
  reject: z.array(z.string().check(z.regex(/^GG-[A-Z]+(?:-[A-Z]+)+$/))),
  foreignEditables: z.enum(['report', 'reject']),
  witness: z.enum(['observe', 'off', 'required']),
  /** Environments that the witness may have a file in while the command runs. */
  witnessPth: z.enum(['never', 'own', 'any']),
  bytecode: z.enum(['purge', 'isolate']),
  allowIgnored: pathGlobs,
  generated: pathGlobs,
  unwitnessedOk: globs,
  /** Variables whose values are recorded as salted digests, beside the usual ones. */
  recordVariables: z.array(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/), z.refine((name) => !/TOKEN|SECRET|PASSW|CREDENTIAL|PRIVATE|KEY$/i.test(name)))),
  unloaded: z.enum(['report', 'reject']),
  slackSeconds: wholeNumber,
  /** Revision whose code the command is run on as well; null for none. */
  base: z.nullable(z.string().check(z.minLength(1))),
  baseline: z.enum(['require', 'observe']),
  /** Globs of test files; none for those of the known ecosystems. */
  tests: pathGlobs,
  /** Tests that must fail on the base and pass on the head. */
  requireFixed: z.array(z.string().check(z.minLength(1))),
  baseImportErrors: z.enum(['reject', 'accept']),
  replay: z.boolean(),
  control: z.boolean(),
  controlBudgetSeconds: positiveSeconds,
  /** `worktree`: everything happens in a worktree of its own. */
  isolation: z.enum(['none', 'worktree']),
  /** Paths of the workspace that an isolated worktree shares by a link. */
  links: globs,
  onSuccess: z.enum(['keep', 'prune']),
  /** Globs of the paths that the change may, and must not, touch. */
  owned: pathGlobs,
  forbidden: pathGlobs,
  requireRebased: z.boolean(),
  /** Quotes of a packet: `FILE:START-END`, `FILE:text`, or text of the contributing guide. */
  quotes: z.array(z.string().check(z.minLength(1))),
  /** Folder to write the cell's bundle to; null for none. */
  bundle: z.nullable(z.string().check(z.minLength(1))),
  /** File to write the HTML report to; null for none. */
  report: z.nullable(z.string().check(z.minLength(1))),
  /** Names of the cells of which a fan-in wants a bundle. */
  expectCells: z.array(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
  /** How the jobs ended that a fan-in waited for; none where nobody says. */
  neededJobs: z.array(z.object({ job: z.string(), result: z.enum(JOB_RESULTS) })),
  /** Tree that is to be merged, and a repository whose HEAD names it; null for none. */
  tree: z.nullable(z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))),
  repo: z.nullable(z.string().check(z.minLength(1))),
  /** Keep second directories. */
  keep: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What a call that says nothing gets. */
export const DEFAULT_SETTINGS: Settings = {
  workspace: '.',
  state: null,
  evidence: [],
  logs: [],
  patch: null,
  setup: null,
  setupText: null,
  imports: [],
  python: null,
  workdir: null,
  command: null,
  script: null,
  scriptText: null,
  also: null,
  alsoText: null,
  timeoutSeconds: null,
  cell: null,
  summaries: [],
  requireTests: [],
  minTests: 0,
  outcome: null,
  reportLimits: {},
  cachedEvidence: null,
  expectGeneration: null,
  expectStampDigest: null,
  foreignCode: 'refuse',
  survivors: 'report',
  repeated: 'report',
  reject: [],
  foreignEditables: 'report',
  witness: 'observe',
  witnessPth: 'never',
  bytecode: 'purge',
  allowIgnored: [],
  generated: [],
  unwitnessedOk: [],
  recordVariables: [],
  unloaded: 'report',
  slackSeconds: 1,
  base: null,
  baseline: 'require',
  tests: [],
  requireFixed: [],
  baseImportErrors: 'reject',
  replay: false,
  control: false,
  controlBudgetSeconds: 600,
  isolation: 'none',
  links: [],
  onSuccess: 'keep',
  owned: [],
  forbidden: [],
  requireRebased: false,
  quotes: [],
  bundle: null,
  report: null,
  expectCells: [],
  neededJobs: [],
  tree: null,
  repo: null,
  keep: false,
};

/** How each setting is spelled on the command line, with an example that is right. */
const SPELLING: Readonly<Partial<Record<keyof Settings, readonly [string, string]>>> = {
  workspace: ['--workspace', '--workspace .'],
  state: ['--state', '--state /var/tmp/gate'],
  evidence: ['--evidence', "--evidence 'reports/*.xml'"],
  logs: ['--log', '--log build.log'],
  patch: ['--patch', '--patch fix.patch'],
  setup: ['--setup', '--setup ci/setup.sh'],
  imports: ['--import', '--import package.module'],
  python: ['--python', '--python .venv/bin/python'],
  workdir: ['--workdir', '--workdir packages/core'],
  command: ['COMMAND', '-- pytest -q'],
  script: ['--script', '--script ci/test.sh'],
  also: ['--also', '--also ci/lint.sh'],
  timeoutSeconds: ['--timeout', '--timeout 600'],
  cell: ['--cell', '--cell linux-py312'],
  requireTests: ['--require-test', '--require-test test_shop.test_price'],
  minTests: ['--min-tests', '--min-tests 20'],
  outcome: ['--outcome', '--outcome success'],
  reportLimits: ['--report-limit', '--report-limit bytes=300000000'],
  cachedEvidence: ['--cached-evidence', '--cached-evidence cache/bundle'],
  expectGeneration: ['--expect-generation', '--expect-generation 0123456789abcdef0123456789abcdef'],
  expectStampDigest: ['--expect-stamp-digest', '--expect-stamp-digest <64 hex digits>'],
  foreignCode: ['--foreign-code', '--foreign-code refuse'],
  survivors: ['--survivors', '--survivors reject'],
  repeated: ['--repeated', '--repeated reject'],
  reject: ['--reject', '--reject GG-LEFTOVER-FOUND'],
  foreignEditables: ['--foreign-editables', '--foreign-editables reject'],
  witness: ['--witness', '--witness observe'],
  witnessPth: ['--witness-pth', '--witness-pth own'],
  bytecode: ['--bytecode', '--bytecode isolate'],
  allowIgnored: ['--allow-ignored', "--allow-ignored 'config/local_*.py'"],
  generated: ['--generated', "--generated '**/_version.py'"],
  recordVariables: ['--record-variable', '--record-variable DATABASE_ENGINE (a plain name; none of a secret, for a short value can be guessed from its digest)'],
  unwitnessedOk: ['--unwitnessed-ok', "--unwitnessed-ok '*/bin/tool *'"],
  unloaded: ['--unloaded', '--unloaded report'],
  slackSeconds: ['--slack', '--slack 1'],
  base: ['--base', '--base origin/main'],
  baseline: ['--baseline', '--baseline require'],
  tests: ['--tests', "--tests 'tests/**'"],
  requireFixed: ['--require-fixed', '--require-fixed test_shop.test_price'],
  baseImportErrors: ['--base-import-errors', '--base-import-errors reject'],
  controlBudgetSeconds: ['--control-budget', '--control-budget 600'],
  isolation: ['--isolation', '--isolation worktree'],
  links: ['--link', '--link node_modules'],
  onSuccess: ['--on-success', '--on-success prune'],
  owned: ['--owned', "--owned 'src/**'"],
  forbidden: ['--forbidden', "--forbidden '.github/**'"],
  quotes: ['--quote', '--quote CONTRIBUTING.md:10-12'],
  bundle: ['--bundle', '--bundle bundle'],
  report: ['--report', '--report ../report.html'],
  expectCells: ['--expect', '--expect linux,macos'],
  tree: ['--tree', '--tree $(git rev-parse HEAD^{tree})'],
  repo: ['--repo', '--repo .'],
};

/** Fills in the defaults and validates. Throws a {@link UsageError} that names the option, what was given and an example. */
export function parseSettings(given: Partial<Settings>): Settings {
  const parsed = settingsSchema.safeParse({ ...DEFAULT_SETTINGS, ...given });
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const key = path[0] as keyof Settings;
  const [option, example] = SPELLING[key] ?? [key, ''];
  const value = path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)[step], given);
  throw new UsageError('GG-INPUT-INVALID', `${option} cannot be ${value === '' ? 'empty' : JSON.stringify(value)}`, example === '' ? '' : `Write for example: ${example}`);
}
