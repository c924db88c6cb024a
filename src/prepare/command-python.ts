/** Finds the interpreter that a command uses, so that the probe can ask that very one (PR5). */
import { basename, dirname, resolve } from 'node:path';
import type { CapturedCommand } from '../model/run-record.ts';
import { kindAt, readTextOrNothing, realPath } from './bounded-file.ts';
import { environmentsIn, isEnvironmentMaker, readMakerCall } from './environment-makers.ts';
import { findProgramFile, readProgramFile } from './program-file.ts';
import { NO_PYTHON, PYTHON_NAME, SET_UP, SHELLS, SHELL_PREFIXES, TEST_RUNNERS, WRAPPERS, WRAPPER_VALUE_OPTIONS } from './programs.ts';
import { readPythonArguments } from './python-arguments.ts';
import { splitWords, type SimpleCommand, type Word } from './shell-words.ts';

/** An interpreter and how the command would start it. */
export interface FoundPython {
  readonly state: 'found';
  /** Absolute; not resolved, for a virtual environment is known by the path of its link. */
  readonly path: string;
  /** How it was found, in words. */
  readonly how: string;
  /** The command runs a program that does not say which Python it starts, if any. */
  readonly guess?: true;
  readonly options: readonly string[];
  /** First entry of sys.path: '' for the working folder, a folder, null for none. */
  readonly first: string | null;
  /** Variables that the command itself sets before it starts the interpreter. */
  readonly env: Readonly<Record<string, string>>;
}

export type CommandPython =
  /** `again` where the command may make or change an environment: resolve it anew when it has ended. */
  | (FoundPython & { readonly others: readonly FoundPython[]; readonly again?: true })
  /** The command is known to run no Python. */
  | { readonly state: 'none'; readonly asked: string; readonly why: string }
  /** An interpreter that is asked for by name is not there. */
  | { readonly state: 'missing'; readonly asked: string; readonly why: string }
  /** The command makes its environment itself: resolve it anew when it has ended. */
  | { readonly state: 'later'; readonly asked: string; readonly why: string };

export interface CommandSurroundings {
  /** Absolute working folder of the command. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The interpreter that the user names: a path or a name on PATH. */
  readonly python?: string;
  /** The command has ended: the environments that it makes are there by now. */
  readonly ended?: boolean;
}

type Judged =
  | (FoundPython & { readonly runsTests: boolean; readonly again?: true })
  | { readonly state: 'none'; readonly why: string }
  | { readonly state: 'unknown'; readonly why: string }
  | { readonly state: 'missing'; readonly asked: string; readonly why: string }
  | { readonly state: 'later'; readonly why: string };

/** What the commands of a script before this one have changed. */
interface Shell {
  cwd: string;
  readonly env: Record<string, string | undefined>;
  readonly changed: Record<string, string>;
  readonly depth: number;
  readonly ended: boolean;
}

/** Scripts that call scripts are followed this deep. */
const DEPTH_LIMIT = 4;

/** The interpreter of a captured command; with null that of the environment, which a stamp asks. Runs nothing. */
export function resolveCommandPython(command: CapturedCommand | null, { cwd, env, python, ended = false }: CommandSurroundings): CommandPython {
  const shell: Shell = { cwd, env: { ...env }, changed: {}, depth: 0, ended };
  const asked = command === null ? 'the environment' : command.form === 'argv' ? command.argv.join(' ').slice(0, 200) : 'the script';
  const judged = command === null ? [] : command.form === 'argv' ? judgeArguments(command.argv, shell) : judgeScript(command, shell);
  const [best, ...others] = pick(judged);
  if (python !== undefined) {
    const path = findProgramFile(python, cwd, env['PATH']);
    if (path === null) return { state: 'missing', asked: python, why: `${python} is no executable file${python.includes('/') ? '' : ' on PATH'}` };
    return { state: 'found', options: [], first: '', env: {}, ...best, path, how: 'named by --python', others: [] };
  }
  const later = judged.find((one) => one.state === 'later');
  const again = later !== undefined || judged.some((one) => one.state === 'found' && one.again === true);
  if (best !== undefined) return { ...best, others, ...(again ? { again } : {}) };
  if (later !== undefined) return { state: 'later', asked, why: later.why };
  const missing = judged.find((one) => one.state === 'missing');
  if (missing !== undefined) return missing;
  const unknown = judged.find((one) => one.state === 'unknown');
  if (command !== null && unknown === undefined) return { state: 'none', asked, why: judged.find((one) => one.state === 'none')?.why ?? 'it holds no command' };
  return environmentPython(cwd, env, unknown?.why);
}

function environmentPython(cwd: string, env: NodeJS.ProcessEnv, because: string | undefined): CommandPython {
  const suffix = because === undefined ? '' : ` (${because})`;
  const found = (path: string, how: string): CommandPython => ({ state: 'found', path, how: `${how}${suffix}`, ...(because === undefined ? {} : { guess: true }), options: [], first: '', env: {}, others: [] });
  const active = env['VIRTUAL_ENV'];
  if (active !== undefined && active !== '') {
    const path = findProgramFile(resolve(cwd, active, 'bin/python'), cwd, undefined);
    if (path !== null) return found(path, 'the active environment, by VIRTUAL_ENV');
  }
  for (const name of ['python3', 'python']) {
    const path = findProgramFile(name, cwd, env['PATH']);
    if (path !== null) return found(path, `${name} on PATH`);
  }
  return { state: 'none', asked: 'the environment', why: 'there is no python3 and no python on PATH' };
}

/** The interpreters found, those that run tests first, each path and way once. */
function pick(judged: readonly Judged[]): readonly FoundPython[] {
  const found = judged.filter((one) => one.state === 'found');
  const sorted = [...found.filter(({ runsTests }) => runsTests), ...found.filter(({ runsTests }) => !runsTests)];
  const seen = new Map(sorted.map(({ runsTests: _, again: __, ...one }) => [JSON.stringify([one.path, one.options, one.first, one.env]), one] as const).reverse());
  return [...seen.values()].reverse();
}

function judgeScript(command: CapturedCommand & { form: 'script' }, shell: Shell): readonly Judged[] {
  const [program = '', ...rest] = command.interpreter;
  const words = basename(program) === 'env' ? rest.filter((word) => word !== '-S') : command.interpreter;
  if (SHELLS.has(basename(words[0] ?? ''))) return judgeText(command.text, shell);
  // The script's file is one of the gate's own: nothing of the project lies beside it.
  return judgeWords(words.map(known), shell, false).map((one) => (one.state === 'found' ? { ...one, first: null } : one));
}

function judgeArguments(argv: readonly string[], shell: Shell): readonly Judged[] {
  return judgeWords(argv.map(known), shell, false);
}

function judgeText(text: string, shell: Shell): readonly Judged[] {
  if (shell.depth >= DEPTH_LIMIT) return [{ state: 'unknown', why: 'scripts call scripts too deeply' }];
  const inner = { ...shell, env: { ...shell.env }, changed: { ...shell.changed }, depth: shell.depth + 1 };
  return splitWords(text, inner.env).flatMap((words) => judgeWords(words, inner, true));
}

function known(text: string): Word {
  return { text, unknown: false };
}

/** Judges one simple command; `inShell` where the shell's own grammar and built-ins apply. */
function judgeWords(words: SimpleCommand, shell: Shell, inShell: boolean): readonly Judged[] {
  let rest = words;
  const own: Record<string, string> = {};
  while (inShell && rest[0] !== undefined) {
    const assignment = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/s.exec(rest[0].text)?.groups;
    if (assignment !== undefined) {
      if (!rest[0].unknown) own[assignment['name'] ?? ''] = assignment['value'] ?? '';
    } else if (!SHELL_PREFIXES.has(rest[0].text)) break;
    rest = rest.slice(1);
  }
  const [first, ...args] = rest;
  if (first === undefined) {
    change(shell, own);
    return [];
  }
  if (first.unknown) return [{ state: 'unknown', why: 'a command is named by an expansion' }];
  const here: Shell = { ...shell, env: { ...shell.env, ...own }, changed: { ...shell.changed, ...own } };
  const name = basename(first.text);
  if (inShell && followBuiltin(first.text, args, shell)) return [];
  if (WRAPPERS.has(name)) return judgeWrapped(name, args, here);
  if (PYTHON_NAME.test(name)) return judgePython(first.text, args, here);
  if (SHELLS.has(name)) return judgeShell(args, here);
  if (isEnvironmentMaker(name)) return judgeMaker(name, args, here);
  if (SET_UP.has(name) || NO_PYTHON.has(name)) return [{ state: 'none', why: `${name} runs no Python of the project` }];
  return judgeProgram(first.text, here);
}

/** Follows what changes the surroundings of later commands; true where the command is one of these. */
function followBuiltin(name: string, args: readonly Word[], shell: Shell): boolean {
  const [target] = args;
  if (name === 'cd' && target?.unknown === false) shell.cwd = resolve(shell.cwd, target.text);
  else if (name === 'export') change(shell, Object.fromEntries(args.filter(({ text, unknown }) => !unknown && text.includes('=')).map(({ text }) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)])));
  else if ((name === 'source' || name === '.') && target !== undefined) {
    const folder = /^(?<folder>.*)\/bin\/activate$/s.exec(target.text)?.groups?.['folder'];
    if (folder === undefined || target.unknown) return true;
    const path = resolve(shell.cwd, folder);
    change(shell, { VIRTUAL_ENV: path, PATH: `${path}/bin:${shell.env['PATH'] ?? ''}` });
  } else return false;
  return true;
}

function change(shell: Shell, values: Readonly<Record<string, string>>): void {
  Object.assign(shell.env, values);
  Object.assign(shell.changed, values);
}

function judgeWrapped(name: string, args: readonly Word[], shell: Shell): readonly Judged[] {
  let [rest, operands] = [args, WRAPPERS.get(name) ?? 0];
  const own: Record<string, string> = {};
  for (let [word] = rest; word !== undefined; [word] = rest) {
    if (name === 'env' && /^[A-Za-z_]\w*=/.test(word.text)) own[word.text.slice(0, word.text.indexOf('='))] = word.text.slice(word.text.indexOf('=') + 1);
    else if (WRAPPER_VALUE_OPTIONS.has(word.text) && !(name === 'env' && word.text === '-i')) rest = rest.slice(1);
    else if (!word.text.startsWith('-') && operands > 0) operands -= 1;
    else if (!word.text.startsWith('-')) break;
    rest = rest.slice(1);
  }
  return judgeWords(rest, { ...shell, env: { ...shell.env, ...own }, changed: { ...shell.changed, ...own } }, false);
}

function judgePython(name: string, args: readonly Word[], shell: Shell): readonly Judged[] {
  const { options, first, module } = readPythonArguments(args.map(({ text }) => text), shell.cwd);
  if (module !== null && isEnvironmentMaker(module)) return judgeMaker(module, args.slice(args.findIndex(({ text }) => text === module) + 1), shell);
  if (module !== null && SET_UP.has(module)) return [{ state: 'none', why: `-m ${module} sets an environment up` }];
  const path = findProgramFile(name, shell.cwd, shell.env['PATH']);
  if (path === null) return [notThere(name, shell)];
  const how = name.includes('/') ? 'named by the command' : `${name} on PATH`;
  const script = args.find(({ text }) => !text.startsWith('-'))?.text ?? '';
  return [{ state: 'found', path, how, options, first, env: shell.changed, runsTests: TEST_RUNNERS.has(module ?? basename(script)) }];
}

/** A program of an environment that is not there yet is made by the command itself, before it gets here. */
function notThere(name: string, shell: Shell): Judged {
  const active = shell.changed['VIRTUAL_ENV'];
  const folder = name.includes('/') ? dirname(dirname(resolve(shell.cwd, name))) : active;
  const isEnvironment = name.includes('/') ? basename(dirname(name)) === 'bin' : active !== undefined && kindAt(active) !== 'folder';
  if (folder !== undefined && isEnvironment && kindAt(folder) !== 'folder') {
    return { state: 'later', why: `the environment ${folder} is not there yet` };
  }
  return { state: 'missing', asked: name, why: `${name} is no executable file${name.includes('/') ? '' : ' on PATH'}` };
}

function judgeShell(args: readonly Word[], shell: Shell): readonly Judged[] {
  for (let at = 0; at < args.length; at += 1) {
    const { text = '', unknown = false } = args[at] ?? {};
    const isOption = /^[-+][A-Za-z]+$/.test(text);
    if (isOption && text.startsWith('-') && text.includes('c')) {
      const script = args.slice(at + 1).find((word) => !/^[-+]/.test(word.text));
      return script === undefined || script.unknown ? [{ state: 'unknown', why: 'the text of a shell is an expansion' }] : judgeText(script.text, shell);
    }
    if (/^[-+][A-Za-z]*[oO]$/.test(text)) at += 1;
    else if (!isOption && !text.startsWith('--')) {
      const file = resolve(shell.cwd, text);
      return unknown || kindAt(file) !== 'file' ? [{ state: 'unknown', why: `the script ${text} cannot be read` }] : judgeText(readTextOrNothing(file), shell);
    }
  }
  return [{ state: 'unknown', why: 'a shell reads its commands from its input' }];
}

/** An environment that is there, and that the program takes as it is, can be asked now; every other one when it is done. */
function judgeMaker(name: string, args: readonly Word[], shell: Shell): readonly Judged[] {
  const call = readMakerCall(name, args, shell);
  if (call === null) return [{ state: 'none', why: `${name} ${args[0]?.text ?? ''} sets an environment up` }];
  const present = call.syncs && !shell.ended ? [] : environmentsIn(call.folders);
  if (present.length === 0) return [{ state: 'later', why: `${name} makes the environment of its command itself` }];
  return present.flatMap((environment) => {
    const active = { VIRTUAL_ENV: environment, PATH: `${environment}/bin:${shell.env['PATH'] ?? ''}` };
    const inside: Shell = { ...shell, cwd: call.cwd, env: { ...shell.env, ...active }, changed: { ...shell.changed, ...active }, depth: shell.depth + 1 };
    const judged = call.inner.length === 0 || shell.depth >= DEPTH_LIMIT ? [] : judgeWords(call.inner, inside, false);
    const found = judged.filter((one) => one.state === 'found');
    const [first] = judged;
    if (first?.state === 'none') return judged;
    const own: FoundPython = { state: 'found', path: `${environment}/bin/python`, how: `the environment ${environment}`, options: [], first: '', env: inside.changed };
    return (found.length > 0 ? found : [{ ...own, runsTests: true }]).map((one) => ({ ...one, how: `${one.how}, by ${name}`, again: true as const }));
  });
}

/** A program of another name: a script says by its first line what runs it. */
function judgeProgram(name: string, shell: Shell): readonly Judged[] {
  const file = findProgramFile(name, shell.cwd, shell.env['PATH']);
  if (file === null) {
    const judged = notThere(name, shell);
    return [judged.state === 'later' ? judged : { state: 'unknown', why: `${name} was not found` }];
  }
  const program = readProgramFile(file);
  if (program.kind === 'binary' || program.kind === 'unreadable') return [{ state: 'unknown', why: `${basename(name)} says not what runs it` }];
  if (program.kind === 'trampoline') return judgeConsoleScript(program.interpreter, [], file, shell);
  const words = program.words.filter((word, at) => !(at === 1 && word === '-S'));
  const [interpreter = '', ...options] = basename(words[0] ?? '') === 'env' ? words.slice(1) : words;
  if (PYTHON_NAME.test(basename(interpreter))) return judgeConsoleScript(interpreter, options, file, shell);
  if (SHELLS.has(basename(interpreter))) {
    const sibling = shimmedPython(file);
    return sibling === null ? judgeText(program.text, shell) : judgeConsoleScript(sibling, [], file, shell);
  }
  return [{ state: NO_PYTHON.has(basename(interpreter)) ? 'none' : 'unknown', why: `${basename(name)} is run by ${interpreter}` }];
}

function judgeConsoleScript(interpreter: string, options: readonly string[], file: string, shell: Shell): readonly Judged[] {
  const name = basename(file);
  if (isEnvironmentMaker(name)) return judgeMaker(name, [], shell);
  const path = findProgramFile(interpreter, shell.cwd, shell.env['PATH']);
  if (path === null) return [{ state: 'missing', asked: file, why: `its interpreter ${interpreter} is not there` }];
  const { options: paths } = readPythonArguments([...options, file], shell.cwd);
  return [{ state: 'found', path, how: `the interpreter of ${file}`, options: paths, first: dirname(realPath(file)), env: shell.changed, runsTests: TEST_RUNNERS.has(name) }];
}

/** A version manager's shim is a shell script that finds its program anew: the shim of python beside it does the same. */
function shimmedPython(file: string): string | null {
  if (basename(dirname(file)) !== 'shims') return null;
  return ['python', 'python3'].map((name) => `${dirname(file)}/${name}`).find((shim) => kindAt(shim) === 'file') ?? null;
}
