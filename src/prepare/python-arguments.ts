/** Reads an interpreter's command line as far as it decides where imports are looked for. */
import { dirname, resolve } from 'node:path';
import { kindAt, realPath } from './bounded-file.ts';

export interface PythonArguments {
  /** Options that decide about paths, one letter each: `-I`, `-E`, `-s`, `-S`, `-P`. */
  readonly options: readonly string[];
  /** What comes first on sys.path: '' for the working folder, a folder, or null where the interpreter adds nothing. */
  readonly first: string | null;
  /** The module after `-m`. */
  readonly module: string | null;
}

const PATH_OPTIONS = 'IEsSP';
/** Options that take the rest of their word, or the next word, as a value. */
const VALUE_OPTIONS = 'WXQ';

/** Reads the words after the interpreter's own; `cwd` is where relative scripts lie. */
export function readPythonArguments(words: readonly string[], cwd: string): PythonArguments {
  const options = new Set<string>();
  const done = (first: string | null, module: string | null = null): PythonArguments => ({ options: [...options], first, module });
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-') return done('');
    if (word === '--check-hash-based-pycs') at += 1;
    if (word.startsWith('--')) continue;
    if (!word.startsWith('-')) return done(folderOfScript(resolve(cwd, word)));
    for (let letter = 1; letter < word.length; letter += 1) {
      const option = word[letter] ?? '';
      const rest = word.slice(letter + 1);
      if (option === 'c') return done('');
      if (option === 'm') return done('', rest === '' ? (words[at + 1] ?? null) : rest);
      if (PATH_OPTIONS.includes(option)) options.add(`-${option}`);
      if (VALUE_OPTIONS.includes(option)) {
        if (rest === '') at += 1;
        break;
      }
    }
  }
  return done('');
}

/** A folder or an archive given as the script is itself on the path; a script's folder is that of the file it links to. */
function folderOfScript(script: string): string {
  if (kindAt(script) === 'folder' || /\.(?:zip|pyz|whl|egg)$/.test(script)) return script;
  return dirname(realPath(script));
}
