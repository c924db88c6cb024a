/** Reads evidence globs and log names: what each one names, and the message where it can name nothing (EV1). */
import { dirname, isAbsolute, join } from 'node:path';
import type fastGlob from 'fast-glob';
import { UsageError } from '../model/errors.ts';
import { ENVIRONMENT_FOLDER_NAMES } from '../workspace/environment-folder.ts';
import { below, realPathOf, type EvidencePlaces } from './places.ts';

export type GlobLibrary = typeof fastGlob;

export interface EvidenceNames {
  readonly globs: readonly string[];
  /** Files named by `--log`; never read as patterns. */
  readonly logs: readonly string[];
}

/** One path, or a pattern in a folder. */
export interface NamedEvidence {
  /** As it was given. */
  readonly given: string;
  /** Absolute folder the rest is relative to: the workspace, `RUNNER_TEMP`, or `/`. */
  readonly root: string;
  /** Path relative to `root`: the file itself, or the folder that the pattern searches; `''` for `root`. */
  readonly path: string;
  /** Relative to `path`; null where one path is named as it is. */
  readonly pattern: string | null;
}

export interface UnderstoodNames {
  readonly globs: readonly NamedEvidence[];
  /** Absolute patterns of what a leading `!` takes out again. */
  readonly excluded: readonly string[];
  readonly logs: readonly NamedEvidence[];
}

/** Limit of the glob library on the length of a pattern (micromatch, `MAX_LENGTH`). */
const MAX_GLOB_LENGTH = 65_536;
const WRITE = 'Write paths relative to the top of the workspace, such as "reports/**/*.xml".';

/** Reads all names. Throws a {@link UsageError} that quotes the first one which can name no evidence. */
export function understandNames(library: GlobLibrary, places: EvidencePlaces, runnerTemp: string | null, names: EvidenceNames): UnderstoodNames {
  const isNegative = (glob: string): boolean => glob.startsWith('!') && glob[1] !== '(';
  for (const glob of names.globs) refuseMalformed(glob);
  const positive = names.globs.filter((glob) => !isNegative(glob));
  if (positive.length === 0 && names.globs.length > 0) {
    throw usage('GG-EVIDENCE-GLOB-EMPTY', `The evidence globs only take out: "${names.globs.join('", "')}"`, 'Name what is evidence as well.');
  }
  const place = (glob: string): readonly NamedEvidence[] => expand(library, glob).map((pattern) => ({ ...placed(library, places, runnerTemp, pattern, glob), given: glob }));
  return {
    globs: positive.flatMap(place).map((named) => searchable(places, named)),
    excluded: names.globs.filter(isNegative).flatMap((glob) => place(glob.slice(1)).map((named) => excludedPattern(library, named))),
    logs: names.logs.map((log) => searchable(places, placedLog(places, log))),
  };
}

function refuseMalformed(glob: string): void {
  const body = glob.startsWith('!') ? glob.slice(1) : glob;
  if (body.trim() === '') throw usage('GG-EVIDENCE-GLOB-EMPTY', `The evidence glob "${glob}" is empty`, WRITE);
  if (glob.includes('\0')) throw usage('GG-EVIDENCE-GLOB-SYNTAX', `The evidence glob ${JSON.stringify(glob)} holds a NUL character`, WRITE);
  if (glob.length > MAX_GLOB_LENGTH) throw usage('GG-EVIDENCE-GLOB-SYNTAX', `An evidence glob has ${glob.length} characters, at most ${MAX_GLOB_LENGTH} are read`, WRITE);
  const open = unclosed(glob);
  if (open !== null) {
    throw usage('GG-EVIDENCE-GLOB-SYNTAX', `The evidence glob "${glob}" has a "${open}" that is never closed`, `Close it, or write "\\${open}" where the file name holds it.`);
  }
}

/** The character that opens a group or ends the glob with nothing after it to escape; null where all is closed. */
function unclosed(glob: string): string | null {
  const open: string[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === '\\') {
      if (at + 1 === glob.length) return '\\';
      at += 1;
    } else if (character === '[') {
      const first = glob[at + 1] === '!' || glob[at + 1] === '^' ? at + 2 : at + 1;
      const close = glob.indexOf(']', first + 1);
      if (close < 0) return '[';
      at = close;
    } else if (character === '{' || (character === '(' && /[!?*+@]/.test(glob[at - 1] ?? ''))) {
      open.push(character);
    } else if ((character === '}' && open.at(-1) === '{') || (character === ')' && open.at(-1) === '(')) {
      open.pop();
    }
  }
  return open.at(-1) ?? null;
}

/** A glob's alternatives, without braces and surplus slashes. */
function expand(library: GlobLibrary, glob: string): readonly string[] {
  try {
    return library.generateTasks(glob).flatMap(({ positive }) => positive);
  } catch (error) {
    throw usage('GG-EVIDENCE-GLOB-SYNTAX', `The evidence glob "${glob}" cannot be read: ${error instanceof Error ? error.message : String(error)}`, WRITE);
  }
}

function placed(library: GlobLibrary, places: EvidencePlaces, runnerTemp: string | null, glob: string, given: string): Omit<NamedEvidence, 'given'> {
  const literal = !library.isDynamicPattern(glob);
  const whole = withoutDots(library, glob, given);
  if (!isAbsolute(whole)) return split(library, places.top, whole, literal);
  for (const root of [places.top, runnerTemp, places.runnerTemp]) {
    const inside = root === null || root === undefined || root === '' ? null : below(root, whole);
    if (root !== null && root !== undefined && inside !== null && inside !== '') return split(library, root, inside, literal);
  }
  if (literal) return { root: '/', path: whole.slice(1), pattern: null };
  // A way to the workspace over a link, as /tmp is on macOS.
  const { path, pattern } = split(library, '/', whole.slice(1), literal);
  const real = realPathOf(`/${path}`);
  for (const root of real === null ? [] : [places.top, runnerTemp]) {
    const inside = root === null ? null : below(root, real ?? '');
    if (root !== null && inside !== null) return { root, path: inside, pattern };
  }
  throw usage(
    'GG-EVIDENCE-GLOB-OUTSIDE',
    `The evidence glob "${given}" searches outside of the workspace and of RUNNER_TEMP`,
    'Name such a file by its whole path, without wildcards, or write the reports into the workspace.',
  );
}

function placedLog(places: EvidencePlaces, log: string): NamedEvidence {
  if (log === '' || log.includes('\0')) throw usage('GG-EVIDENCE-GLOB-EMPTY', `The log name ${JSON.stringify(log)} names no file`, 'Name the file with --log FILE.');
  const whole = withoutDots(null, log, log);
  const inside = isAbsolute(whole) ? below(places.top, whole) : whole;
  return inside === null ? { given: log, root: '/', path: whole.slice(1), pattern: null } : { given: log, root: places.top, path: inside, pattern: null };
}

/** Splits a pattern into the folder it searches and the rest. */
function split(library: GlobLibrary, root: string, whole: string, literal: boolean): Omit<NamedEvidence, 'given'> {
  if (literal) return { root, path: whole, pattern: null };
  const base = library.generateTasks(whole)[0]?.base ?? '.';
  // The library takes escapes out of the folder: then it is searched from the root, and links in it are not followed.
  return base !== '.' && whole.startsWith(`${base}/`) ? { root, path: base, pattern: whole.slice(base.length + 1) } : { root, path: '', pattern: whole };
}

/** Takes `.`, `..` and surplus slashes out, by the text alone. */
function withoutDots(library: GlobLibrary | null, glob: string, given: string): string {
  const kept: string[] = [];
  for (const part of glob.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') {
      kept.push(part);
      continue;
    }
    const dropped = kept.pop();
    if (dropped === undefined && isAbsolute(glob)) continue;
    if (dropped === undefined) throw usage('GG-EVIDENCE-GLOB-OUTSIDE', `"${given}" leaves the workspace by ".."`, WRITE);
    if (library?.isDynamicPattern(dropped) === true) throw usage('GG-EVIDENCE-GLOB-SYNTAX', `"${given}" goes back by ".." behind a wildcard, so that it names no certain folder`, WRITE);
  }
  if (kept.length === 0) throw usage('GG-EVIDENCE-GLOB-OUTSIDE', `"${given}" names a whole file system or the workspace itself, not evidence`, WRITE);
  return `${isAbsolute(glob) ? '/' : ''}${kept.join('/')}`;
}

/** Refuses names that lie where nothing is ever searched: a report there would be looked for in vain. */
function searchable(places: EvidencePlaces, named: NamedEvidence): NamedEvidence {
  if (named.root !== places.top) return named;
  const folder = named.pattern === null ? dirname(named.path) : named.path;
  const parts = folder === '.' ? [] : folder.split('/');
  const at = parts.findIndex((part, index) => part === '.git' || ENVIRONMENT_FOLDER_NAMES.has(part) || places.otherWorktrees.includes(parts.slice(0, index + 1).join('/')));
  if (at < 0) return named;
  throw usage(
    'GG-EVIDENCE-GLOB-NOT-SEARCHED',
    `"${named.given}" lies in "${parts.slice(0, at + 1).join('/')}": environment folders, .git and linked worktrees hold no evidence`,
    'Let the test runner write its reports elsewhere, such as reports/junit.xml.',
  );
}

function excludedPattern(library: GlobLibrary, { root, path, pattern }: NamedEvidence): string {
  const folder = library.escapePath(join(root, path));
  return pattern === null ? folder : `${folder}/${pattern}`;
}

function usage(code: string, message: string, fix: string): UsageError {
  return new UsageError(code, message, fix);
}
