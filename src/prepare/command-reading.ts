/** Reads a captured command as the simple commands that it consists of, each with its folder and variables. Runs nothing. */
import { basename, dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { CapturedCommand } from '../model/run-record.ts';
import { kindAt, readBounded, readTextOrNothing } from './bounded-file.ts';
import { findProgramFile, readProgramFile } from './program-file.ts';
import { SHELLS, SHELL_PREFIXES, WRAPPERS, WRAPPER_VALUE_OPTIONS } from './programs.ts';
import { splitWords } from './shell-words.ts';

export interface ReadCommand {
  /** The program first; words whose text an expansion decides are left out. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Variables that the command sets itself, for this program. */
  readonly variables: Readonly<Record<string, string>>;
}

interface Place {
  cwd: string;
  readonly env: Record<string, string | undefined>;
  readonly set: Record<string, string>;
  readonly depth: number;
}

/** Scripts that call scripts are followed this deep. */
const DEPTH_LIMIT = 5;
const COMMANDS_LIMIT = 500;

/** The project controls this file: its scripts are read, and no more. */
const manifestSchema = z.object({ scripts: z.optional(z.record(z.string(), z.unknown())) });

/** The simple commands of a captured command, in order: scripts, shells and package scripts that it calls are followed. */
export function readCommands(command: CapturedCommand, { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): readonly ReadCommand[] {
  const place: Place = { cwd, env: { ...env }, set: {}, depth: 0 };
  const [program = '', ...rest] = command.form === 'script' ? command.interpreter : [];
  const interpreter = basename(program) === 'env' ? rest.find((word) => !word.startsWith('-')) : program;
  const read = command.form === 'argv' ? ofWords(command.argv, place, false) : SHELLS.has(basename(interpreter ?? '')) ? ofText(command.text, place) : [];
  return read.slice(0, COMMANDS_LIMIT);
}

function ofText(text: string, place: Place): readonly ReadCommand[] {
  if (place.depth >= DEPTH_LIMIT) return [];
  const inner: Place = { ...place, env: { ...place.env }, set: { ...place.set }, depth: place.depth + 1 };
  return splitWords(text, inner.env).flatMap((words) => ofWords(words.filter(({ unknown }) => !unknown).map((word) => word.text), inner, true));
}

function ofWords(words: readonly string[], place: Place, inShell: boolean): readonly ReadCommand[] {
  let rest = words;
  const own: Record<string, string> = {};
  for (let [word] = rest; inShell && word !== undefined; [word] = rest) {
    const pair = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/s.exec(word)?.groups;
    if (pair !== undefined) own[pair['name'] ?? ''] = pair['value'] ?? '';
    else if (!SHELL_PREFIXES.has(word)) break;
    rest = rest.slice(1);
  }
  const [first, ...args] = rest;
  if (first === undefined) {
    set(place, own);
    return [];
  }
  const here: Place = { ...place, env: { ...place.env, ...own }, set: { ...place.set, ...own } };
  const name = basename(first);
  if (inShell && (name === 'cd' || name === 'pushd')) {
    const target = args.find((word) => !word.startsWith('-'));
    if (target !== undefined) place.cwd = resolve(place.cwd, target);
    return [];
  }
  if (inShell && name === 'export') {
    set(place, Object.fromEntries(args.flatMap((word) => (/^[A-Za-z_]\w*=/.test(word) ? [[word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]] : []))));
    return [];
  }
  if (WRAPPERS.has(name)) return ofWrapped(name, args, here);
  if (SHELLS.has(name)) return [...ofShell(args, here), { words: rest, cwd: here.cwd, variables: here.set }];
  return [{ words: rest, cwd: here.cwd, variables: here.set }, ...ofPackageScript(name, args, here), ...ofScriptFile(first, here)];
}

function set(place: Place, values: Readonly<Record<string, string>>): void {
  Object.assign(place.env, values);
  Object.assign(place.set, values);
}

function ofWrapped(name: string, args: readonly string[], place: Place): readonly ReadCommand[] {
  let [rest, operands, cwd] = [args, WRAPPERS.get(name) ?? 0, place.cwd];
  const own: Record<string, string> = {};
  for (let [word] = rest; word !== undefined; [word] = rest) {
    if (name === 'env' && /^[A-Za-z_]\w*=/.test(word)) own[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
    else if (name === 'env' && (word === '-C' || word === '--chdir')) {
      cwd = resolve(cwd, rest[1] ?? '');
      rest = rest.slice(1);
    } else if (WRAPPER_VALUE_OPTIONS.has(word) && !(name === 'env' && word === '-i')) rest = rest.slice(1);
    else if (!word.startsWith('-') && operands > 0) operands -= 1;
    else if (!word.startsWith('-')) break;
    rest = rest.slice(1);
  }
  return ofWords(rest, { ...place, cwd, env: { ...place.env, ...own }, set: { ...place.set, ...own } }, false);
}

function ofShell(args: readonly string[], place: Place): readonly ReadCommand[] {
  const at = args.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word));
  if (at >= 0) return ofText(args.slice(at + 1).find((word) => !/^[-+]/.test(word)) ?? '', place);
  const script = args.find((word) => !/^[-+]/.test(word) && kindAt(resolve(place.cwd, word)) === 'file');
  return script === undefined ? [] : ofText(readTextOrNothing(resolve(place.cwd, script)), place);
}

/** A script of the project's own that a shell runs. */
function ofScriptFile(name: string, place: Place): readonly ReadCommand[] {
  if (!name.includes('/')) return [];
  const file = findProgramFile(name, place.cwd, undefined);
  const program = file === null ? null : readProgramFile(file);
  if (program?.kind !== 'interpreted') return [];
  const [interpreter = '', ...rest] = program.words;
  const shell = basename(interpreter) === 'env' ? (rest.find((word) => !word.startsWith('-')) ?? '') : interpreter;
  return SHELLS.has(basename(shell)) ? ofText(program.text, place) : [];
}

/** `npm test`, `yarn run check`: the text that `package.json` holds, with what comes before and after it. */
function ofPackageScript(name: string, args: readonly string[], place: Place): readonly ReadCommand[] {
  if (!/^(?:npm|yarn|pnpm|bun)$/.test(name)) return [];
  const at = args.findIndex((word) => /^(?:--prefix|-C|--dir|--cwd)$/.test(word));
  const moved = at >= 0 ? args[at + 1] : args.find((word) => /^--(?:prefix|dir|cwd)=/.test(word))?.replace(/^[^=]*=/, '');
  const operands = args.filter((word, index) => !word.startsWith('-') && (at < 0 || index !== at + 1));
  const script = /^(?:run|run-script)$/.test(operands[0] ?? '') ? operands[1] : operands[0] === 't' || operands[0] === 'tst' ? 'test' : operands[0];
  if (script === undefined) return [];
  const folder = packageFolder(moved === undefined ? place.cwd : resolve(place.cwd, moved));
  const scripts = folder === null ? {} : scriptsIn(`${folder}/package.json`);
  return [`pre${script}`, script, `post${script}`].flatMap((one) => {
    const text = scripts[one];
    return typeof text === 'string' ? ofText(text, { ...place, cwd: folder ?? place.cwd }) : [];
  });
}

function packageFolder(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (kindAt(`${folder}/package.json`) === 'file') return folder;
    if (folder === dirname(folder)) return null;
  }
}

function scriptsIn(file: string): Readonly<Record<string, unknown>> {
  const read = readBounded(file);
  if (read.state !== 'found') return {};
  try {
    return manifestSchema.parse(JSON.parse(read.bytes.toString('utf8'))).scripts ?? {};
  } catch {
    return {};
  }
}
