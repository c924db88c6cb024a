/** Where Python code comes from: asked of the environment at the stamp, and of the command's interpreter at the run. */
import type { Facts, StampedFacts } from '../model/facts.ts';
import { isOfTheWorkspace, type EnvironmentOrigin, type Offer, type OriginName, type OriginsReport } from '../model/prepare.ts';
import type { CapturedCommand } from '../model/run-record.ts';
import { showPath } from '../model/path.ts';
import { resolveCommandPython, type CommandPython } from '../prepare/command-python.ts';
import { readCommandOrigins } from '../prepare/command-origins.ts';
import { environmentOrigins } from '../prepare/environment-origins.ts';
import { lookAtWorkspace, readOrigins, type WorkspaceSight } from '../prepare/origins.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { resolveWorkdir } from '../run/workdir.ts';
import { git } from '../workspace/git.ts';
import { CATALOG } from '../verify/catalog.ts';
import { findingsOf } from '../verify/rule.ts';
import { commandOf } from './command.ts';
import { askedOf, type Context } from './context.ts';
import type { RunRecord, StampRecord } from './records.ts';

/** What is asked, and in which surroundings. */
export interface OriginsQuestion {
  /** Null asks the environment itself. */
  readonly command: CapturedCommand | null;
  /** Absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Names that must be imported from the workspace. */
  readonly imports: readonly string[];
}

export interface ObservedOrigins {
  readonly origins: OriginsReport;
  readonly environment: EnvironmentOrigin[];
  /** The command makes environments of its own: they can be asked when it has ended. */
  readonly later: boolean;
  readonly sight: WorkspaceSight;
}

/** More interpreters of one command than this are not asked. */
const OTHER_INTERPRETERS = 4;

/** Asks where code would come from. Starts the interpreter and no module of the project. */
export async function observeOrigins(context: Context, question: OriginsQuestion): Promise<ObservedOrigins> {
  const { repository, otherWorktrees, settings } = context;
  const { command, cwd, env } = question;
  context.progress('asking where code comes from');
  const seen = await lookAtWorkspace({ top: repository.top, otherWorktrees, git: askGit });
  const { place, otherCheckoutOf } = seen;
  const own = command === null ? { entries: [], environment: [] } : await readCommandOrigins(command, { place, otherCheckoutOf, git: askGit, cwd, env });
  const environment = [...(await environmentOrigins(env, cwd, otherCheckoutOf)), ...own.environment];
  const sight: WorkspaceSight = { ...seen, links: [...seen.links, ...own.entries] };
  const guessed = command === null && settings.python === null && (env['VIRTUAL_ENV'] ?? '') === '';
  const python = guessed && !offersPython(sight.offer, question, settings) ? NOTHING_OFFERED : resolveCommandPython(command, { cwd, env, ...(settings.python === null ? {} : { python: settings.python }) });
  const origins = await askAll(sight, question, allOf(python));
  return { origins: { ...origins, ...(guessed && python.state === 'found' ? { guessed } : {}) }, environment, later: python.state === 'later' || (python.state === 'found' && python.again === true), sight };
}

/** Asks the environments that the command made while it ran; gives the first report where there are none. */
export async function observeMadeEnvironments({ settings }: Context, observed: ObservedOrigins, question: OriginsQuestion): Promise<ObservedOrigins> {
  if (!observed.later) return observed;
  const { command, cwd, env } = question;
  const python = resolveCommandPython(command, { cwd, env, ended: true, ...(settings.python === null ? {} : { python: settings.python }) });
  return python.state === 'found' ? { ...observed, origins: await askAll(observed.sight, question, allOf(python)) } : observed;
}

/** Every interpreter of a command, the one that runs the tests first. */
function allOf(python: CommandPython): readonly [CommandPython, ...CommandPython[]] {
  const others = python.state === 'found' ? python.others.filter(({ path }) => path !== python.path) : [];
  return [python, ...others.map((other) => ({ ...other, others: [] }))];
}

/** Starting an interpreter that is only a guess is worth it where anything that Python could import is at stake. */
function offersPython({ distributions, names }: Offer, { imports }: OriginsQuestion, { foreignEditables }: Context['settings']): boolean {
  return distributions.length + names.length + imports.length > 0 || foreignEditables === 'reject';
}

const NOTHING_OFFERED: CommandPython = { state: 'none', asked: 'the environment', why: 'the workspace offers nothing that Python could import' };

/** One report of several interpreters: all their entries, and of the names of the later ones what leads elsewhere. */
async function askAll(sight: WorkspaceSight, { cwd, env, imports }: OriginsQuestion, [one, ...others]: readonly [CommandPython, ...CommandPython[]]): Promise<OriginsReport> {
  const ask = (python: CommandPython) => readOrigins(sight, { python, cwd, env, imports });
  const [first, ...more] = await Promise.all([ask(one), ...others.slice(0, OTHER_INTERPRETERS).map(ask)]);
  return {
    ...first,
    // What belongs to the workspace and not to an interpreter is in the first report as a whole.
    entries: [...first.entries, ...more.flatMap(({ entries }) => entries.filter(({ kind }) => !isOfTheWorkspace(kind)))],
    names: [...first.names.map((name) => foundAnywhere(name, more)), ...more.flatMap(({ names }) => names.filter(({ otherCheckout }) => otherCheckout !== null))],
    disagreements: [...first.disagreements, ...more.flatMap(({ disagreements }) => disagreements)],
    unread: [...first.unread, ...more.flatMap(({ unread }) => unread)],
  };
}

/** Of several environments not every one need hold the project: one for a linter does not. */
function foundAnywhere(name: OriginName, more: readonly OriginsReport[]): OriginName {
  if (name.state !== 'absent') return name;
  return more.flatMap(({ names }) => names.filter((one) => one.name === name.name && one.state !== 'absent'))[0] ?? name;
}

function askGit(cwd: string, args: readonly string[]): ReturnType<typeof git> {
  return git(args, { cwd });
}

/** Interpreters that may compile a source again to compare it with its bytecode. */
export function interpretersOf(stamped: StampRecord, run: RunRecord | null): readonly string[] {
  const reports = [run?.facts.origins, stamped.facts.origins];
  return [...new Set(reports.flatMap((report) => (report?.interpreter.state === 'found' ? [report.interpreter.executable] : [])))];
}

/** Absolute folder in which the command will run; the top level where that one is not there, or not yet. */
export function commandFolder({ repository, settings, defaultWorkdir }: Context): string {
  try {
    return resolveWorkdir(repository.top, settings.workdir ?? defaultWorkdir).absolute;
  } catch {
    // The run says what is wrong with it.
    return repository.top;
  }
}

/** The `origins` verb: what is installed as a pointer elsewhere, and where imports would really go. */
export async function originsStep(context: Context): Promise<Outcome> {
  const { settings } = context;
  const command = settings.command === null && settings.script === null ? null : commandOf(settings);
  const observed = await observeOrigins(context, { command, cwd: commandFolder(context), env: context.env, imports: settings.imports });
  context.progress(null);
  const findings = CATALOG.filter(({ id }) => id.startsWith('GG-ORIGIN-') || id.startsWith('GG-ENVIRONMENT-')).flatMap((rule) => findingsOf(rule, factsOf(context, observed)));
  const rejected = findings.some(({ rejects }) => rejects);
  return {
    exit: rejected ? 1 : 0,
    envelope: envelope('origins', rejected ? 'rejected' : 'accepted', { origins: observed.origins, environment: observed.environment, findings, preface: table(observed) }),
  };
}

/** Facts for the rules about origins alone: the command is taken to be about to run. */
function factsOf({ settings }: Context, { origins, environment }: ObservedOrigins): Facts {
  const stamped = { ...EMPTY_STAMPING, origins: { ...origins, guessed: false }, environment };
  return { step: 'stamp', stamp: { state: 'absent' }, known: [], stamped, run: null, check: null, asked: askedOf(settings) };
}

const EMPTY_STAMPING: StampedFacts = {
  generation: '',
  stampDigest: '',
  treeId: '',
  contentId: '',
  head: null,
  wallClockMs: 0,
  fileClockNs: '0',
  evidence: [],
  logs: [],
  patch: null,
  nested: [],
  otherWorktrees: [],
  rawFiltered: [],
  purges: [],
  setup: null,
  quarantined: [],
  origins: null,
  environment: null,
};

function table({ origins, environment }: ObservedOrigins): string {
  const { interpreter, disagreements, unread } = origins;
  const rows = [
    ['NAME', 'KIND', 'PLACE', 'LEADS TO', 'BY'],
    ...origins.entries.map(({ distribution, names, kind, target, file, insideWorkspace, otherCheckout }) => [distribution ?? (names.join(', ') || '-'), kind, placeWord(insideWorkspace, otherCheckout !== null), target === null ? '-' : showPath(target), showPath(file)]),
    ...origins.names.map((name) => [name.name, `import, ${name.state}`, name.state === 'found' ? placeWord(name.insideWorkspace, name.otherCheckout !== null) : '-', showPath(name.origin ?? name.locations[0] ?? '-'), copyWord(name)]),
    ...environment.map(({ variable, target }) => [variable, 'variable', placeWord(false, true), showPath(target), '-']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  return [
    interpreter.state === 'found' ? `interpreter ${showPath(interpreter.executable)} (${interpreter.implementation} ${interpreter.version}, ${interpreter.how})` : `interpreter ${interpreter.state}: ${interpreter.why}`,
    ...(rows.length === 1 ? ['nothing leads anywhere'] : rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())),
    ...disagreements.map(({ about, one, other }) => `disagreement about ${showPath(about)}: ${one}, but ${other}`),
    ...unread.map(({ file, why }) => `unread ${showPath(file)}: ${why}`),
    '',
  ].join('\n');
}

function copyWord({ copy, finder, insideWorkspace }: OriginName): string {
  if (insideWorkspace || copy === undefined) return finder ?? '-';
  return copy.differing.length === 0 ? 'a copy with equal bytes' : `a copy, other bytes than ${copy.differing.slice(0, 3).map(showPath).join(', ')}`;
}

function placeWord(inside: boolean, other: boolean): string {
  return inside ? 'this workspace' : other ? 'ANOTHER CHECKOUT' : 'elsewhere';
}
