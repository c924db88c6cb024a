/** The one definition of an environment folder: installed third-party code, never the project's own (PR1). */

/** Folders that are environments by their name alone. */
export const ENVIRONMENT_FOLDER_NAMES: ReadonlySet<string> = new Set(['node_modules', '.tox', '.nox', 'site-packages']);

/** The file that marks a Python virtual environment (PEP 405). */
export const VIRTUAL_ENVIRONMENT_MARK = 'pyvenv.cfg';

/**
 * A test for "this path lies in an environment folder", for a list of paths that names every `pyvenv.cfg` among them.
 */
export function environmentFolderTest(paths: readonly string[]): (path: string) => boolean {
  const marked = new Set<string>();
  for (const path of paths) {
    if (path.endsWith(`/${VIRTUAL_ENVIRONMENT_MARK}`)) marked.add(path.slice(0, -VIRTUAL_ENVIRONMENT_MARK.length - 1));
  }
  return (path) => {
    for (let at = path.indexOf('/'), from = 0; at >= 0; from = at + 1, at = path.indexOf('/', from)) {
      if (ENVIRONMENT_FOLDER_NAMES.has(path.slice(from, at)) || marked.has(path.slice(0, at))) return true;
    }
    return false;
  };
}
