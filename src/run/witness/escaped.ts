/** Python processes that their parents started without a witness: seen by the parent, told by nobody else. */
import { closeSync, openSync, readSync } from 'node:fs';
import { posix } from 'node:path';
import type { Escaped, SpawnRecord, StartRecord } from '../../model/witness.ts';
import { matchesWildcard } from '../../model/patterns.ts';
import { PYTHON_NAME } from '../../prepare/programs.ts';
import { findProgram } from '../program.ts';
import type { RunningPython } from './sample.ts';

/**
 * Tools that isolate their own helpers and run none of the tested code: asking an interpreter about itself, installing
 * a package, making an environment. Matched like `--unwitnessed-ok`.
 */
export const KNOWN_TOOLS: readonly string[] = [
  '* -m pip *',
  '* -m ensurepip*',
  '* -m venv *',
  '* -m virtualenv *',
  '*/pip/__pip-runner__.py *',
  '*/pyproject_hooks/_in_process/_in_process.py *',
  '*/pyproject_api/_backend.py *',
  '*/virtualenv/discovery/py_info.py*',
  '*/python_discovery/*py_info*',
  '*get_interpreter_info.py*',
  '*python.get_interpreter_info*',
  '*/resource_tracker.py*',
];

/** What an interpreter says of itself, before any code of a project could run. */
const TELLS_OF_ITSELF = /^(?:-V+|--version|-h|--help(?:-\w+)?)$/;


/** Processes without a witness, from what their parents told and from what was seen running. */
export class EscapedProcesses {
  readonly #path: string | undefined;
  readonly #told: { readonly pid: number; readonly spawn: SpawnRecord; readonly why: string }[] = [];
  readonly #starts: StartRecord[] = [];

  /** `path` is the command's PATH. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** Takes a process that wrote records. */
  note(start: StartRecord, spawns: readonly SpawnRecord[]): void {
    this.#starts.push(start);
    for (const spawn of spawns) {
      const why = whyEscaped(spawn, this.#path);
      if (why !== null && !isKnownTool(spawn.argv.join(' '))) this.#told.push({ pid: start.pid, spawn, why });
    }
  }

  /** Each command line once, with how often it was seen; in the order in which they were. */
  all(running: readonly RunningPython[]): readonly Escaped[] {
    const found = new Map<string, Escaped & { count: number }>();
    const add = (argv: readonly string[], why: string): void => {
      const key = [...argv, why].join('\0');
      const known = found.get(key);
      if (known === undefined) found.set(key, { argv: [...argv], why, count: 1 });
      else known.count += 1;
    };
    // What a file in the environment started in a process that got no variables is a start of its own.
    const entered = this.#starts.filter(({ entered: how, forked_from: forked }) => how === 'environment' && forked === undefined);
    for (const { pid, spawn, why } of this.#told) if (!takeStarts(spawn, pid, entered)) add(spawn.argv, why);
    const recorded = new Set(this.#starts.map(({ pid }) => pid));
    // Where nobody wrote a record, that alone is the answer, whether or not somebody was seen.
    for (const { pid, parent, argv, above } of recorded.size === 0 ? [] : running) {
      // A witnessed parent has told of it.
      if (recorded.has(pid) || recorded.has(parent) || argv.slice(1).some((word) => TELLS_OF_ITSELF.test(word))) continue;
      if ([argv.join(' '), ...above].some(isKnownTool)) continue;
      add(argv.map((word) => word.slice(0, ARGUMENT_LIMIT)).slice(0, ARGUMENTS_LIMIT), 'it was seen running and wrote no record');
    }
    return [...found.values()];
  }
}

/** As the witness cuts them in its own records. */
const ARGUMENT_LIMIT = 300;
const ARGUMENTS_LIMIT = 24;

function isKnownTool(line: string): boolean {
  return KNOWN_TOOLS.some((pattern) => matchesWildcard(pattern, line));
}

/** Takes the starts that a spawn led to out of `starts`; false where there is none, or too few. */
function takeStarts(spawn: SpawnRecord, pid: number, starts: StartRecord[]): boolean {
  const take = (from: readonly StartRecord[]): void => from.forEach((one) => starts.splice(starts.indexOf(one), 1));
  if (spawn.how === 'shell' || isShell(spawn.executable ?? spawn.argv[0] ?? '')) {
    const text = withoutQuotes(spawn.argv.join(' '));
    const own = starts.filter(({ argv }) => text.includes(withoutQuotes(argv.slice(1).join(' '))));
    if (own.length < [...text.matchAll(PYTHON_IN_SHELL)].length) return false;
    take(own);
    return true;
  }
  const wanted = spawn.argv.slice(1).join('\0');
  const script = [spawn.executable ?? spawn.argv[0], ...spawn.argv.slice(1)].join('\0');
  const parentOf = ({ pid: own, parent }: StartRecord): number => (spawn.how === 'exec' ? own : parent);
  const one = starts.find((start) => parentOf(start) === pid && [wanted, script].includes(start.argv.slice(1).join('\0')));
  if (one !== undefined) take([one]);
  return one !== undefined;
}

const PYTHON_IN_SHELL = /\b(?:python[\d.]*|pytest|pypy[\d.]*)\b/g;

function withoutQuotes(text: string): string {
  return text.replace(/["'\\]/g, '').replace(/\s+/g, ' ');
}

/** Why a started process had no witness; null where it had one, or is no Python. */
export function whyEscaped(spawn: SpawnRecord, path: string | undefined): string | null {
  if (spawn.how === 'shell' || isShell(spawn.executable ?? spawn.argv[0] ?? '')) {
    return !spawn.kept && spawn.argv.join(' ').search(PYTHON_IN_SHELL) >= 0 ? 'the environment of the shell lacks the witness' : null;
  }
  const program = spawn.executable ?? spawn.argv[0] ?? '';
  if (PYTHON_NAME.test(posix.basename(program))) {
    const flag = isolatingFlag(spawn.argv);
    return flag !== null ? `${flag} keeps it out` : spawn.kept ? null : 'its environment lacks PYTHONPATH of the witness';
  }
  if (spawn.kept) return null;
  return isPythonScript(program, path) ? 'its environment lacks PYTHONPATH of the witness' : null;
}

/** The interpreter's own options end at the first operand, at -c and at -m. */
function isolatingFlag(argv: readonly string[]): string | null {
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (!/^-[A-Za-z]/.test(word)) return null;
    const ends = /[cm]/.exec(word)?.index ?? word.length;
    const flag = /[IES]/.exec(word.slice(1, ends))?.[0];
    if (flag !== undefined) return `-${flag}`;
    if (ends < word.length) return null;
    if (/^-[XW]$/.test(word)) at += 1;
  }
  return null;
}

function isShell(program: string): boolean {
  return /^(?:ba|da|z|k)?sh$/.test(posix.basename(program));
}

function isPythonScript(program: string, path: string | undefined): boolean {
  const found = findProgram(program, '/', path);
  if (found.state !== 'found') return false;
  try {
    const file = openSync(found.file, 'r');
    try {
      const head = Buffer.alloc(256);
      const text = head.toString('latin1', 0, readSync(file, head, 0, head.length, 0));
      return /^#![^\n]*\b(?:python|pypy)/.test(text);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
