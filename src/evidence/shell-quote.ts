/** Writes paths into command lines that people copy. */
import { encodePath } from '../model/path.ts';

/**
 * A path as one word of a POSIX shell: as it is where every character is plain, in single quotes else; with `$'…'`
 * (POSIX.1-2024) where it holds control characters or bytes that are not UTF-8, so that it stays on one line.
 */
export function quoteForShell(path: string): string {
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  if (!/[\p{C}\u2028\u2029]/u.test(path)) return `'${path.replaceAll("'", `'\\''`)}'`;
  let quoted = '';
  for (const character of path) {
    if (character === "'" || character === '\\') quoted += `\\${character}`;
    else if (/[\p{C}\u2028\u2029]/u.test(character)) quoted += [...encodePath(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    else quoted += character;
  }
  return `$'${quoted}'`;
}
