/**
 * Repository paths as JavaScript strings that lose no byte.
 *
 * A file name on Linux is any byte string without NUL and `/`; git stores it as it is. Here a path is a string in
 * which every byte that is not part of valid UTF-8 stands as a lone surrogate U+DC80..U+DCFF. The scheme is PEP 383's
 * ("surrogateescape"), so Python's records and ours agree, and JSON carries it without loss.
 */
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

const LONE_SURROGATE = /[\uDC80-\uDCFF]/;

/** The string form of a path given as bytes. */
export function decodePath(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  let text = '';
  let at = 0;
  while (at < buffer.length) {
    const length = validSequenceLength(buffer, at);
    if (length === 0) {
      text += String.fromCharCode(0xdc00 + (buffer[at] ?? 0));
      at += 1;
    } else {
      text += buffer.toString('utf8', at, at + length);
      at += length;
    }
  }
  return text;
}

/** The bytes of a path given in its string form; the inverse of {@link decodePath}. */
export function encodePath(path: string): Buffer {
  if (!LONE_SURROGATE.test(path)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  let plain = '';
  for (const character of path) {
    const code = character.length === 1 ? character.charCodeAt(0) : 0;
    if (code >= 0xdc80 && code <= 0xdcff) {
      parts.push(Buffer.from(plain, 'utf8'), Buffer.of(code - 0xdc00));
      plain = '';
    } else {
      plain += character;
    }
  }
  parts.push(Buffer.from(plain, 'utf8'));
  return Buffer.concat(parts);
}

/** What `node:fs` takes for `path` below `root`: a string, or bytes where a name is not UTF-8. */
export function nativePath(root: string, path: string): string | Buffer {
  const whole = path === '' ? root : join(root, path);
  return LONE_SURROGATE.test(whole) ? encodePath(whole) : whole;
}

/** {@link nativePath} for a path as git or a folder's listing gives it: without `.`, `..` and empty parts, so that nothing is to be normalised. */
export function nativeEntry(root: string, path: string): string | Buffer {
  const whole = path === '' ? root : `${root}/${path}`;
  return LONE_SURROGATE.test(whole) ? encodePath(whole) : whole;
}

/**
 * A path for people: as it is where every character is plain, else double-quoted with C-style escapes.
 * Whoever wrote the file name controls these bytes; no control character survives.
 */
export function showPath(path: string): string {
  if (/^[^\p{C}"\\\s]+$/u.test(path)) return path;
  if (/^[^\p{C}"\\\n\r\t]+$/u.test(path) && path.trim() === path) return `"${path}"`;
  let shown = '';
  for (const character of path) {
    if (character === '"' || character === '\\') shown += `\\${character}`;
    else if (character === '\n') shown += '\\n';
    else if (character === '\t') shown += '\\t';
    else if (/\p{C}/u.test(character)) {
      for (const byte of encodePath(character)) shown += `\\x${byte.toString(16).padStart(2, '0')}`;
    } else shown += character;
  }
  return `"${shown}"`;
}

/** Byte order of two paths, the order of git's index (`memcmp`). */
export function comparePaths(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let at = 0;
  while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === limit) return left.length - right.length;
  const difference = left.charCodeAt(at) - right.charCodeAt(at);
  // UTF-16 order equals byte order until a surrogate takes part, and what lies behind them.
  if (left.charCodeAt(at) < 0xd800 && right.charCodeAt(at) < 0xd800) return difference;
  return Buffer.compare(encodePath(left), encodePath(right));
}

/** Length in bytes of the valid UTF-8 sequence that starts at `at`, 0 where there is none (Unicode table 3-7). */
function validSequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  return isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
