/** The command line, read into validated settings. Commander parses; nothing here acts. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../model/errors.ts';
import { HANDED_OVER_OUTCOMES } from '../model/facts.ts';
import { expectedCells } from './expected-cells.ts';
import { OPTION_TO_SETTING } from './option-settings.ts';
import { parseSettings, type Settings } from './plan.ts';
import { LIMIT_ADVICE, withLimit } from './report-limits.ts';
import { LIMIT_NAMES, type GivenLimits } from '../model/report-limits.ts';
import { refuseBesideCached } from './cached-evidence.ts';

export type Verb = 'stamp' | 'run' | 'check' | 'gate' | 'purge' | 'origins' | 'summarize' | 'inspect' | 'explain' | 'demo' | 'list' | 'replay' | 'worktree' | 'fan-in' | 'verify' | 'packet' | 'doctor' | 'init';

export interface Call {
  readonly verb: Verb;
  readonly settings: Settings;
  /** What of them the call said itself; a policy file may say the rest. */
  readonly given: Partial<Settings>;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Operands of `inspect`, `explain` and `worktree`. */
  readonly operands: readonly string[];
  /** `purge --dry-run`, `demo --keep`. */
  readonly dryRun: boolean;
  readonly keep: boolean;
  /** `init --yes`. */
  readonly yes?: boolean;
  /** `summarize --out`; null for stdout. */
  readonly out: string | null;
}

/** What the arguments ask for: a call, or text to print with exit 0. */
export type Parsed = { readonly kind: 'call'; readonly call: Call } | { readonly kind: 'text'; readonly text: string };

/** Reads the arguments after the program's name. Throws a {@link UsageError} for a call that is not understood. */
export function parseArguments(argv: readonly string[], version: string): Parsed {
  let call: Call | undefined;
  let printed = '';
  const program = buildProgram(version, (given) => {
    call = given;
  });
  configure(program, (text) => {
    printed += text;
  });
  try {
    program.parse(argv.length === 0 ? ['help'] : verbFirst(argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed };
    const [first, asked] = argv;
    // Commander answers `help NAME` of a verb that does not exist with the help of all, and with no word about the name.
    if (first === 'help' && asked !== undefined) return parseArguments([asked], version);
    throw new UsageError('GG-CALL-NOT-UNDERSTOOD', error.message.replace(/^error: /, '').replaceAll('\n', ' '), 'See: generation-gate help');
  }
  return call === undefined ? { kind: 'text', text: printed } : { kind: 'call', call };
}

/** Options that every verb takes stand behind it for the parser; a caller may write them in front. */
function verbFirst(argv: readonly string[]): string[] {
  let at = 0;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--workspace' || word === '--state') at += 1;
    else if (!/^--(json|quiet|(workspace|state)=.*)$/s.test(word)) break;
  }
  const verb = argv[at];
  return verb === undefined || verb.startsWith('-') ? [...argv] : [verb, ...argv.slice(0, at), ...argv.slice(at + 1)];
}

type Raw = Record<string, unknown>;

function buildProgram(version: string, take: (call: Call) => void): Command {
  const program = new Command('generation-gate')
    .description('Binds test evidence to one generation of the workspace and refuses the rest.\n\nStamp after the patch and before the tests, run the tests through the gate, then check:\n\n  generation-gate gate --evidence \'reports/*.xml\' -- pytest --junitxml=reports/junit.xml\n\nTry it without a project: generation-gate demo')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [verb]', 'explain a verb')
    .showHelpAfterError('(generation-gate help explains the verbs)')
    .addHelpText('after', '\nExit codes: 0 accepted or done, 1 rejected, 2 the call is malformed, 3 the gate could not work.');

  const verb = (name: Verb, description: string): Command => program.command(name).description(description);
  const settle = (name: Verb, command: Command, more: (raw: Raw, operands: string[]) => Partial<Settings> & { operands?: string[] } = () => ({})) =>
    command.action((...parts: unknown[]) => {
      const operands = parts.slice(0, -2).flat().filter((part): part is string => typeof part === 'string');
      const raw = command.opts<Raw>();
      if (name === 'gate') refuseWithoutBase(raw);
      refuseWithoutIsolation(raw);
      const { operands: own, ...extra } = more(raw, operands);
      const given = { ...settingsOf(raw), ...extra };
      const settings = parseSettings(given);
      refuseBesideCached(settings, (option) => `--${option}`);
      take({
        verb: name,
        settings,
        given,
        json: raw['json'] === true,
        quiet: raw['quiet'] === true,
        operands: own ?? [],
        dryRun: raw['dryRun'] === true,
        keep: raw['keep'] === true,
        yes: raw['yes'] === true,
        out: typeof raw['out'] === 'string' ? raw['out'] : null,
      });
    });
  const withCommand = (_raw: Raw, operands: string[]): Partial<Settings> => (operands.length > 0 ? { command: operands } : {});

  const withCachedCommand = (raw: Raw, operands: string[]): Partial<Settings> => {
    if (raw['cachedEvidence'] === undefined) refuseUnusedCommand(raw, operands);
    return withCommand(raw, operands);
  };

  settle('stamp', stampOptions(commonOptions(verb('stamp', 'apply the patch, purge bytecode, run the setup, put old reports aside, stamp a new generation'))));
  settle('run', runOptions(commonOptions(verb('run', 'run the captured command under the stamp and record how it ended'))).addOption(pythonOption()).argument('[command...]', 'the command, after --'), withCommand);
  settle('check', cachedCommandOptions(checkOptions(commonOptions(verb('check', 'judge stamp, run and evidence: the verdict')))).argument('[command...]', 'with --cached-evidence: the command that its bundle must have run, after --'), withCachedCommand);
  settle('gate', isolationOptions(compareOptions(checkOptions(runOptions(stampOptions(commonOptions(verb('gate', 'stamp, run and check in one call'))))))).argument('[command...]', 'the command, after --'), withCommand);
  settle('replay', keepOption(runLimits(commonOptions(verb('replay', 'run the recorded command again in a clean directory made from the stamp, and compare')))));
  settle('summarize', commonOptions(verb('summarize', 'write a summary of the accepted verdict that check --summary accepts')).option('--out <file>', 'file to write; stdout otherwise'));
  settle('purge', commonOptions(verb('purge', 'remove the bytecode that a stamp would remove, and nothing else')).option('--dry-run', 'only say what would go'));
  settle('origins', commonOptions(verb('origins', 'show where the Python code of an environment comes from')).addOption(pythonOption()).addOption(importOption()).argument('[command...]', 'ask the interpreter that this command uses'), withCommand);
  settle('packet', packetOptions(commonOptions(verb('packet', 'write the review packet of the accepted verdict: page, patch, log tails; nothing secret'))).argument('[bundle...]', 'bundles of other cells'), (raw, operands) => ({ operands, expectCells: cellsIn(raw['expect']).expectCells }));
  settle('worktree', commonOptions(verb('worktree', 'list, remove or prune the worktrees of isolated runs; one that holds uncaptured work stays')).argument('<action>', 'list, remove or prune').argument('[path]', 'worktree to remove'), (_raw, operands) => ({ operands }));
  settle('fan-in', fanInOptions(commonOptions(verb('fan-in', 'judge the bundles of all cells of a matrix again, and decide once'))).argument('<bundle...>', 'bundles: folders, zip files, or folders of them'), (raw, operands) => ({ operands, ...cellsIn(raw['expect']) }));
  settle('verify', commonOptions(verb('verify', 'judge a stored bundle again and believe nothing that it says of itself')).addOption(repositoryOption('repository on whose commits the patch of the bundle must give its tree')).addOption(reportOption()).argument('<bundle>', 'bundle: a folder or a zip file'), (_raw, operands) => ({ operands }));
  settle('inspect', jsonOptions(verb('inspect', 'read JUnit reports and tell what the gate sees in them')).addOption(reportLimitOption()).argument('<report...>', 'report files'), (_raw, operands) => ({ operands }));
  settle('explain', jsonOptions(verb('explain', 'print the page of a rule')).argument('<rule>', 'rule id, for example GG-STAMP-MISSING'), (_raw, operands) => ({ operands }));
  settle('doctor', workspaceOption(jsonOptions(verb('doctor', 'look at the workflows of the repository and name what makes a gate in them useless'))).argument('[workflow...]', 'workflow files; all of .github/workflows otherwise'), (_raw, operands) => ({ operands }));
  settle('init', workspaceOption(jsonOptions(verb('init', 'write a workflow and a policy file for what is in the repository, after showing them'))).option('--yes', 'write without asking'));
  settle('list', jsonOptions(verb('list', 'list every rule')));
  settle('demo', jsonOptions(verb('demo', 're-enact a stale-workspace incident in a temporary folder, and show the gate refusing it')).option('--keep', 'leave the folder there to look at'));
  return program;
}

/** No exit, no output of its own: the caller prints and chooses the exit code. */
function configure(command: Command, write: (text: string) => void): void {
  command.exitOverride().configureOutput({ writeOut: write, writeErr: () => undefined });
  for (const child of command.commands) configure(child, write);
}

function jsonOptions(command: Command): Command {
  return command.option('--json', 'print one JSON document on stdout, and nothing else there').option('--quiet', 'print only what rejects, and the verdict');
}

function commonOptions(command: Command): Command {
  return workspaceOption(jsonOptions(command))
    .option('--state <dir>', 'where the gate keeps its records (default: $RUNNER_TEMP, else the git directory)');
}

function workspaceOption(command: Command): Command {
  return command.option('--workspace <dir>', 'folder in the work tree that is judged', '.');
}

function stampOptions(command: Command): Command {
  return command
    .addOption(evidenceOption())
    .option('--log <file>', 'log that another step will write; repeatable', collect)
    .option('--record-variable <name>', 'variable to record as a salted digest beside the usual ones; repeatable', collect)
    .option('--patch <file>', 'patch to apply, whole or not at all, before the stamp')
    .option('--setup <script>', 'script that prepares dependencies, run before the stamp')
    .addOption(new Option('--foreign-code <mode>', 'code of a fork where the workflow\'s secrets are at hand').choices(['refuse', 'accept']))
    .addOption(importOption())
    .addOption(pythonOption());
}

function runOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'end the command and all its processes after this time', seconds)
    .option('--workdir <dir>', 'folder to run in, relative to the top of the work tree')
    .option('--script <file>', 'script to run in place of a command, by its #! line or by bash')
    .option('--also <file>', 'script of a second documented command, run after the first; its ending is shown apart and decides nothing')
    .addOption(new Option('--witness-pth <where>', 'environments that the witness may have a .pth file in while the command runs: never, own (inside this workspace), any').choices(['never', 'own', 'any']))
    .addOption(new Option('--bytecode <mode>', 'purge what lies in the workspace, or isolate: a fresh cache for this run').choices(['purge', 'isolate']))
    .option('--cell <name>', 'name of this cell of a matrix');
}

function checkOptions(command: Command): Command {
  if (command.options.every(({ long }) => long !== '--evidence')) command.addOption(evidenceOption());
  if (command.options.every(({ long }) => long !== '--cell')) command.option('--cell <name>', 'name of this cell of a matrix, where the run was not given it');
  return command
    .option('--summary <file>', 'written summary to judge; repeatable', collect)
    .option('--require-test <id>', 'test that must have passed: name, class.name or file::name; repeatable', collect)
    .option('--min-tests <n>', 'fewest tests that must have been executed', wholeNumber)
    .addOption(new Option('--outcome <outcome>', 'ending of tests that the workflow ran itself').choices(HANDED_OVER_OUTCOMES))
    .option('--cached-evidence <bundle>', 'bundle of an accepted run of this command on this very tree; it stands for a run, and nothing is run')
    .option('--expect-generation <hex>', 'generation that the stamp step handed on')
    .option('--expect-stamp-digest <hex>', 'digest of the stamp that the stamp step handed on')
    .addOption(new Option('--survivors <mode>', 'processes that outlive the command').choices(['report', 'reject']))
    .addOption(new Option('--repeated <mode>', 'runs that were repeated under one stamp').choices(['report', 'reject']))
    .option('--reject <rule>', 'rule of which a finding that is only listed, or not known, rejects; repeatable', collect)
    .addOption(new Option('--foreign-editables <mode>', 'editable installs of other projects').choices(['report', 'reject']))
    .addOption(new Option('--witness <mode>', 'record of the files that the tests really loaded').choices(['observe', 'off', 'required']))
    .option('--allow-ignored <glob>', 'ignored files that may be loaded whatever their age; repeatable', collect)
    .option('--generated <glob>', 'files whose installed copy may have other bytes; repeatable', collect)
    .option('--unwitnessed-ok <pattern>', 'command lines that need no witness, * for any text; repeatable', collect)
    .addOption(reportLimitOption())
    .addOption(new Option('--unloaded <mode>', 'changed source files that no process loaded').choices(['report', 'reject']))
    .option('--owned <glob>', 'paths that the change may touch, and no others; repeatable', collect)
    .option('--forbidden <glob>', 'paths that the change must not touch; repeatable', collect)
    .option('--require-rebased', 'the branch must contain the tip of the base')
    .option('--slack <seconds>', 'how far a report may lie before the stamp, for file systems with a coarse clock', wholeNumber)
    .option('--bundle <dir>', 'folder to write what others need to reach this verdict again, accepted or not')
    .addOption(reportOption());
}

/** What names the command of a cached bundle, where no command is run. */
function cachedCommandOptions(command: Command): Command {
  return command.option('--script <file>', 'with --cached-evidence: the script that its bundle must have run').option('--workdir <dir>', 'with --cached-evidence: the folder that it must have run in');
}

/** A check runs nothing: a command without a cached bundle to compare it with would be taken for run. */
function refuseUnusedCommand(raw: Raw, operands: readonly string[]): void {
  const given = operands.length > 0 ? 'A command' : raw['script'] !== undefined ? '--script' : raw['workdir'] !== undefined ? '--workdir' : null;
  if (given !== null) throw new UsageError('GG-INPUT-CONFLICT', `${given} was given to check, which runs nothing`, 'Run it first: generation-gate run -- COMMAND, or name the bundle that ran it: --cached-evidence BUNDLE');
}

function fanInOptions(command: Command): Command {
  return command
    .option('--expect <cells>', 'names of all cells, parted by commas, or a matrix as JSON; repeatable (default: those of the policy of --repo)', collect)
    .option('--tree <id>', 'tree that is to be merged')
    .addOption(repositoryOption('checkout whose HEAD names the tree that is to be merged'))
    .option('--require-test <id>', 'test that some cell must have run, and that must have passed in each that did; repeatable', collect)
    .option('--min-tests <n>', 'fewest tests that the cells together must have executed', wholeNumber)
    .addOption(reportOption());
}

function reportOption(): Option {
  return new Option('--report <file>', 'HTML page to write: verdict, findings, every test; it loads nothing');
}

function repositoryOption(description: string): Option {
  return new Option('--repo <dir>', description);
}

function isolationOptions(command: Command): Command {
  return command
    .addOption(new Option('--isolation <mode>', 'run everything in a worktree of its own, made of HEAD').choices(['none', 'worktree']))
    .option('--link <path>', 'untracked path that the worktree shares with this checkout by a link; repeatable', collect)
    .addOption(new Option('--on-success <mode>', 'what becomes of the worktree of an accepted run').choices(['keep', 'prune']));
}

function packetOptions(command: Command): Command {
  return command
    .requiredOption('--out <dir>', 'folder to write; an earlier packet there is replaced')
    .option('--base <rev>', 'what the change is compared with (default: the base of the run, of the event, else HEAD)')
    .option('--quote <quote>', 'FILE:START-END, FILE:exact text, or exact text of CONTRIBUTING; repeatable', collect)
    .option('--owned <glob>', 'paths that the change may touch though no test loads them; repeatable', collect)
    .option('--expect <cells>', 'names of all cells, parted by commas; repeatable', collect);
}

/** `a,b` and `--expect a --expect b` are the same; each may be JSON as well. */
function cellsIn(given: unknown): Pick<Settings, 'expectCells' | 'neededJobs'> {
  const read = (Array.isArray(given) ? given : []).map((names) => expectedCells(String(names), '--expect'));
  return { expectCells: read.flatMap(({ cells }) => cells), neededJobs: read.flatMap(({ jobs }) => jobs) };
}

function compareOptions(command: Command): Command {
  return keepOption(command)
    .option('--base <rev>', 'run the command on the code of this revision too: a fix must fail there')
    .addOption(new Option('--baseline <mode>', 'whether a test must fail on the base and pass here (default with --base: require)').choices(['require', 'observe']))
    .option('--tests <glob>', 'test files, taken from the patched tree when the base is run; repeatable', collect)
    .option('--require-fixed <id>', 'test that must fail on the base and pass here; repeatable', collect)
    .addOption(new Option('--base-import-errors <mode>', 'a base on which the tests cannot be imported').choices(['reject', 'accept']))
    .option('--replay', 'run the command again in a clean directory made from the stamp, and compare')
    .option('--control', 'take each hunk of the change out alone: some test must fail without it')
    .option('--control-budget <seconds>', 'time for all of --control', seconds);
}

function keepOption(command: Command): Command {
  return command.option('--keep', 'leave the second directories there to look at');
}

function runLimits(command: Command): Command {
  return command.option('--timeout <seconds>', 'end the command and all its processes after this time', seconds);
}

function evidenceOption(): Option {
  return new Option('--evidence <glob>', 'JUnit reports that the command promises; repeatable').argParser(collect);
}

function reportLimitOption(): Option {
  return new Option('--report-limit <name=count>', `raise or lower a limit of the report reader (${LIMIT_NAMES.join(', ')}); repeatable`).argParser(limit);
}

function limit(value: string, before: GivenLimits | undefined): GivenLimits {
  const limits = withLimit(value, before);
  if (limits === null) throw new InvalidArgumentError(LIMIT_ADVICE);
  return limits;
}

function importOption(): Option {
  return new Option('--import <name>', 'module that must be imported from this workspace; repeatable').argParser(collect);
}

function pythonOption(): Option {
  return new Option('--python <path>', 'interpreter that the command uses, where it cannot be found out');
}

function settingsOf(raw: Raw): Partial<Settings> {
  const settings: Raw = {};
  for (const [option, key] of OPTION_TO_SETTING) {
    if (raw[option] !== undefined) settings[key] = raw[option];
  }
  return settings;
}

/** Options that say how the base is compared mean nothing without one. */
function refuseWithoutBase(raw: Raw): void {
  if (raw['base'] !== undefined) return;
  const lone = [['baseline', '--baseline'], ['tests', '--tests'], ['requireFixed', '--require-fixed'], ['baseImportErrors', '--base-import-errors']].find(([key = '']) => raw[key] !== undefined);
  if (lone !== undefined) throw new UsageError('GG-BASE-MISSING', `${lone[1] ?? ''} was given without --base`, 'Name the revision to compare with, for example: --base origin/main');
}

/** A link or a pruning that nothing comes of would be taken for granted. */
function refuseWithoutIsolation(raw: Raw): void {
  if (raw['isolation'] === 'worktree') return;
  const lone = raw['link'] !== undefined ? '--link' : raw['onSuccess'] !== undefined ? '--on-success' : null;
  if (lone !== null) throw new UsageError('GG-ISOLATION-MISSING', `${lone} was given without --isolation worktree`, 'Write both, or leave it out: --isolation worktree');
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function seconds(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('Give a number of seconds above 0, for example 600.');
  return number;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('Give a whole number, for example 1.');
  return Number(value);
}
