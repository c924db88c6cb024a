/** The folder that a bundle is written to: free, or made free of an older bundle and of nothing else (PB3). */
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MANIFEST_FILE, manifestSchema } from '../model/bundle.ts';
import { BESIDE_MANIFEST } from './bundle-statement.ts';
import { UsageError } from '../model/errors.ts';
import { showPath } from '../model/path.ts';

/**
 * Makes way for a bundle: an older one in its place goes, file by file as its manifest names them, so that a gate that
 * is cut short leaves none that speaks of another run. Throws a {@link UsageError} where anything else lies there.
 */
export function clearBundleFolder(given: string): void {
  const folder = resolve(given);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) throw occupied(given, stats.isSymbolicLink() ? 'it is a link' : 'it is no folder');
  const names = readdirSync(folder);
  if (names.length === 0) return;
  if (!names.includes(MANIFEST_FILE)) throw occupied(given, `it holds ${showPath(names[0] ?? '')} and is no bundle`);
  const files = filesOfBundle(join(folder, MANIFEST_FILE));
  if (files === null) throw occupied(given, `its ${MANIFEST_FILE} is not that of a bundle`);
  const there = readdirSync(folder, { recursive: true, withFileTypes: true });
  const own = new Set([MANIFEST_FILE, ...BESIDE_MANIFEST, ...files]);
  for (const entry of there) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (entry.isDirectory() ? !files.some((file) => file.startsWith(`${path}/`)) : !entry.isFile() || !own.has(path)) throw occupied(given, `it holds ${showPath(path)}, which is no part of the bundle there`);
  }
  // The manifest goes first: what is left without one is no bundle any more, whenever this is cut short.
  for (const file of [MANIFEST_FILE, ...BESIDE_MANIFEST, ...files]) rmSync(join(folder, file), { force: true });
  for (const entry of there.filter((one) => one.isDirectory()).toSorted((left, right) => right.parentPath.length - left.parentPath.length)) rmdirSync(join(entry.parentPath, entry.name));
}

function filesOfBundle(manifest: string): readonly string[] | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).files.map(({ path }) => path);
  } catch {
    return null;
  }
}

function occupied(folder: string, why: string): UsageError {
  return new UsageError('GG-BUNDLE-FOLDER-IN-USE', `The bundle cannot be written to "${folder}": ${why}`, 'Name a folder that is not there yet, or an empty one: --bundle DIR');
}
