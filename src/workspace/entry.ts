/** What lies at a path of a work tree, where nothing is an answer too. */
import { lstatSync, type Stats } from 'node:fs';
import { nativePath } from '../model/path.ts';

/**
 * The stat data of what lies at `path` below `root`, links not followed; null where nothing does.
 * Nothing lies below a file either: `throwIfNoEntry` alone would throw ENOTDIR there. Throws on every other error.
 */
export function entryAt(root: string, path: string): Stats | null {
  try {
    return lstatSync(nativePath(root, path), { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

/** True where `path` below `root` is a real folder, not a link to one. */
export function isFolder(root: string, path: string): boolean {
  return entryAt(root, path)?.isDirectory() === true;
}
