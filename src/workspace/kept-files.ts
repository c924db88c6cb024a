/** Keeps files before they are changed, so that all of them can be put back as they were. */
import { copyFileSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { nativePath, showPath } from '../model/path.ts';
import { entryAt, isFolder } from './entry.ts';

export interface KeptFiles {
  /** Puts every file back and takes away what was not there before. Throws a {@link GateError} that names what stayed. */
  readonly putBack: () => void;
  /** Forgets what was kept. */
  readonly discard: () => void;
}

interface Kept {
  readonly path: string;
  /** Where the file is kept; null where nothing lay at the path. */
  readonly place: string | null;
}

/**
 * Keeps the files at `paths` (relative to `root`) in a new folder below `scratch`, as hard links where the device is the
 * same: putting those back is a rename, which needs no room on a full disk and keeps inode and times.
 */
export function keepFiles(root: string, paths: readonly string[], scratch: string): KeptFiles {
  const folder = mkdtempSync(join(scratch, 'kept-'));
  const kept: Kept[] = [];
  const newFolders = new Set<string>();
  paths.forEach((path, number) => {
    for (const parent of missingParents(root, path)) newFolders.add(parent);
    const place = join(folder, String(number));
    kept.push({ path, place: keep(root, path, place) ? place : null });
  });
  const discard = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const putBack = (): void => {
    const stuck = kept.filter(({ path, place }) => place === null && !succeeds(() => remove(root, path)));
    // Deepest first: a folder made for new files is empty when its turn comes, or somebody else put something in.
    for (const path of [...newFolders].sort((left, right) => right.length - left.length)) succeeds(() => rmdirSync(nativePath(root, path)));
    for (const file of kept) {
      const { path, place } = file;
      if (place !== null && !succeeds(() => restore(root, path, place))) stuck.push(file);
    }
    if (stuck.length > 0) {
      const names = stuck.map(({ path }) => showPath(path)).join(', ');
      throw new GateError('GG-PATCH-HALF-WRITTEN', `Writing the patch failed and ${names} could not be put back`, `The old files are kept in "${folder}"; git checkout -- restores tracked ones.`);
    }
    discard();
  };
  return { putBack, discard };
}

/** Folders on the way that are not there, or that a file's place has to become. */
function missingParents(root: string, path: string): string[] {
  const missing: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (!isFolder(root, folder)) missing.push(folder);
  }
  return missing;
}

/** True where something was there to keep. */
function keep(root: string, path: string, place: string): boolean {
  const stats = entryAt(root, path);
  if (stats === null || stats.isDirectory()) return false;
  const native = nativePath(root, path);
  // No hard link: another device, a file system without them, or a file of another user (protected_hardlinks).
  if (!succeeds(() => linkSync(native, place))) copy(native, place);
  return true;
}

function remove(root: string, path: string): void {
  const stats = entryAt(root, path);
  if (stats !== null && !stats.isDirectory()) unlinkSync(nativePath(root, path));
}

function restore(root: string, path: string, place: string): void {
  const native = nativePath(root, path);
  mkdirSync(nativePath(root, dirname(path)), { recursive: true });
  try {
    renameSync(place, native);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    remove(root, path);
    copy(place, native);
  }
}

function copy(from: string | Buffer, to: string | Buffer): void {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) {
    symlinkSync(readlinkSync(from, { encoding: 'buffer' }), to);
    return;
  }
  copyFileSync(from, to);
  utimesSync(to, stats.atimeMs / 1000, stats.mtimeMs / 1000);
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
