/** Python processes that their parents started without a witness: seen by the parent, told by nobody else. */
import { closeSync, openSync, readSync } from 'node:fs';
import { posix } from 'node:path';
import type { SpawnRecord } from '../../model/witness.ts';
import { findProgram } from '../program.ts';

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

const PYTHON = /^(?:python|pypy)[\d.]*(?:\.exe)?$/;

/** Why a started process had no witness; null where it had one, or is no Python. */
export function whyEscaped(spawn: SpawnRecord, path: string | undefined): string | null {
  if (spawn.how === 'shell' || isShell(spawn.executable ?? spawn.argv[0] ?? '')) {
    return !spawn.kept && /\b(?:python[\d.]*|pytest|pypy[\d.]*)\b/.test(spawn.argv.join(' ')) ? 'the environment of the shell lacks the witness' : null;
  }
  const program = spawn.executable ?? spawn.argv[0] ?? '';
  if (PYTHON.test(posix.basename(program))) {
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
