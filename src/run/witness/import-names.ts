/** Dotted import names and files: which file of the workspace a file from elsewhere may stand in for (RN5's twin). */
import { posix } from 'node:path';

/** Names above this number would cost every process more than they spare: then every load is recorded. */
const NAMES_LIMIT = 50_000;
/** Ending of a native module for CPython: `.so`, `.cpython-311-x86_64-linux-gnu.so`, `.abi3.so`. */
const EXTENSION = /\.(?:so|pyd|dylib)$/;

export function isPythonSource(path: string): boolean {
  return path.endsWith('.py');
}

/**
 * What the witness compares a module's name with before it spends time on a file outside of the workspace: the last
 * component, and the last two, of every name that a stamped file could be imported by. `*` stands for all names.
 */
export function candidateNames(stamped: Iterable<string>): readonly string[] {
  const names = new Set<string>();
  for (const path of stamped) {
    if (!isPythonSource(path) && !EXTENSION.test(path)) continue;
    const parts = path.split('/');
    const file = (parts.pop() ?? '').replace(/\..*$/s, '');
    if (file !== '__init__') parts.push(file);
    const last = parts.at(-1);
    if (last === undefined) continue;
    names.add(last);
    const before = parts.at(-2);
    if (before !== undefined) names.add(`${before}.${last}`);
    if (names.size > NAMES_LIMIT) return ['*'];
  }
  return [...names];
}

/**
 * The stamped paths that the import of `name` would find from `roots` (relative to the workspace, '' for its top).
 * `file` is the name of the file that was loaded: a native module has a native twin alone.
 */
export function twinPaths(name: string, file: string, roots: readonly string[], isStamped: (path: string) => boolean): readonly string[] {
  const top = name.split('.')[0];
  if (top === '__main__' || top === '') return [];
  const place = name.replaceAll('.', '/');
  const relative = EXTENSION.test(file) ? [posix.join(posix.dirname(place), file)] : [`${place}.py`, `${place}/__init__.py`];
  return [...new Set(roots.flatMap((root) => relative.map((path) => posix.join(root, path))))].filter(isStamped);
}
