/** Which paths a patch must not name (ST5). Whoever wrote the patch controls these names. */
import { showPath } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import { entryAt } from './entry.ts';

export interface UnsafePath {
  readonly path: string;
  /** Completes "the patch names PATH: …". */
  readonly reason: string;
}

/** The first path that must not be touched, or null. `movedSubmodule` is the header line that moves a submodule. */
export function unsafePatchPath(top: string, paths: readonly string[], submodules: ReadonlySet<string>, movedSubmodule: string | null): UnsafePath | null {
  const named = new Set(paths);
  for (const path of paths) {
    const reason = unsafeName(path) ?? unsafePlace(top, path, named, submodules);
    if (reason !== null) return { path, reason };
  }
  if (movedSubmodule === null) return null;
  return { path: paths.find((path) => submodules.has(path)) ?? paths[0] ?? '', reason: `it moves a submodule ("${movedSubmodule}"), and a patch holds no submodule's files; check the wanted commit out in the submodule instead` };
}

function unsafeName(path: string): string | null {
  if (path.startsWith('/')) return 'it is absolute';
  const components = path.split('/');
  if (components.includes('..')) return 'it leads out of the workspace';
  if (components.some((component) => component === '' || component === '.')) return 'it has an empty component';
  // git itself refuses further spellings (NTFS short names) when the patch is checked.
  if (components.some((component) => component.toLowerCase() === '.git')) return "it lies in git's own folder";
  if (path === STAMP_FILE) return 'it is the stamp, which only the gate writes';
  return null;
}

/** Looks at every folder on the way to the path, and at a repository in its place. */
function unsafePlace(top: string, path: string, named: ReadonlySet<string>, submodules: ReadonlySet<string>): string | null {
  if (submodules.has(path)) return 'it is a submodule, and a patch holds no submodule\'s files';
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (submodules.has(folder)) return `it lies in the submodule ${showPath(folder)}, whose files belong to another repository`;
    const stats = entryAt(top, folder);
    if (stats === null) return null;
    // A patch may replace the link by a folder; then git's own check judges.
    if (stats.isSymbolicLink() && !named.has(folder)) return `its folder ${showPath(folder)} is a symbolic link`;
    if (stats.isDirectory() && entryAt(top, `${folder}/.git`) !== null) {
      return `it lies in ${showPath(folder)}, a repository of its own`;
    }
  }
  return null;
}
