/** The one definition of an environment folder: installed third-party code, whose bytecode is not the workspace's. */

/** Names that make a folder an environment folder wherever it lies (npm, tox, nox, Python's site module). */
export const ENVIRONMENT_FOLDER_NAMES: ReadonlySet<string> = new Set(['node_modules', '.tox', '.nox', 'site-packages']);

/** The file that makes its folder a Python virtual environment (PEP 405). */
export const ENVIRONMENT_MARKER = 'pyvenv.cfg';

/** Whether a folder of this name, holding these entries, is an environment folder. */
export function isEnvironmentFolder(name: string, entries: Iterable<string>): boolean {
  if (ENVIRONMENT_FOLDER_NAMES.has(name)) return true;
  for (const entry of entries) if (entry === ENVIRONMENT_MARKER) return true;
  return false;
}

/**
 * The outermost folder on `path` whose name alone makes it an environment folder, or undefined.
 * `path` is relative and `/`-separated; its last component is a file and does not count.
 */
export function environmentFolderOn(path: string): string | undefined {
  const parts = path.split('/');
  for (let depth = 0; depth < parts.length - 1; depth += 1) {
    if (ENVIRONMENT_FOLDER_NAMES.has(parts[depth] ?? '')) return parts.slice(0, depth + 1).join('/');
  }
  return undefined;
}
