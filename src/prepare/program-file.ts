/** Finds the file behind a program's name and the interpreter that its first lines name. */
import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { nativePath } from '../model/path.ts';
import { kindAt, readBounded, realPath } from './bounded-file.ts';
import { splitWords } from './shell-words.ts';

/** A script above this many bytes is not read; a binary seldom is smaller. */
const SCRIPT_LIMIT_BYTES = 1 << 20;

/** The absolute file that a program's name stands for: with a slash from `cwd`, else along PATH; null where none does. */
export function findProgramFile(name: string, cwd: string, path: string | undefined): string | null {
  if (name === '' || name.includes('\0')) return null;
  const places = name.includes('/') ? [name] : (path ?? '/bin:/usr/bin').split(':').map((folder) => `${folder === '' ? '.' : folder}/${name}`);
  for (const place of places) {
    const file = resolve(cwd, place);
    if (kindAt(file) === 'file' && isExecutable(file)) return file;
  }
  return null;
}

export type ProgramFile =
  /** It begins with a line that names its interpreter: the words of that line. */
  | { readonly kind: 'interpreted'; readonly words: readonly string[]; readonly text: string }
  /** A launcher that pip or uv writes where the interpreter's path is too long for a first line, or relative. */
  | { readonly kind: 'trampoline'; readonly interpreter: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** What kind of program an absolute file is. */
export function readProgramFile(file: string): ProgramFile {
  const read = readBounded(file, SCRIPT_LIMIT_BYTES);
  if (read.state === 'absent') return { kind: 'unreadable', why: 'it is not there' };
  if (read.state === 'unreadable') return read.why.includes('more than') ? { kind: 'binary' } : { kind: 'unreadable', why: read.why };
  if (read.bytes[0] !== 0x23 || read.bytes[1] !== 0x21) return { kind: 'binary' };
  const text = read.bytes.toString('utf8');
  const [first = '', second = ''] = text.split('\n');
  const trampoline = /^'''exec'\s+(?<words>.+?)\s+"\$0"\s+"\$@"/.exec(second)?.groups?.['words'];
  if (trampoline !== undefined) return { kind: 'trampoline', interpreter: trampolineTarget(trampoline, file) };
  return { kind: 'interpreted', words: first.slice(2).trim().split(/\s+/), text };
}

/** `'/path with spaces/python'`, or uv's relocatable form: the folder of the script, then `/'python'`. */
function trampolineTarget(words: string, file: string): string {
  const relative = /^"\$\(dirname\b.*\)"\/(?<name>.+)$/.exec(words)?.groups?.['name'];
  const word = splitWords(relative ?? words)[0]?.[0]?.text ?? words;
  return relative === undefined ? word : `${dirname(realPath(file))}/${word}`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(nativePath(file, ''), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
