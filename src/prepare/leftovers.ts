/** Looks for what the table of leftovers names, beside the files that mark each tool's projects (PR4). */
import { lstatSync } from 'node:fs';
import { posix } from 'node:path';
import type { FoundLeftover } from '../model/leftovers.ts';
import { nativePath } from '../model/path.ts';
import { matchesWildcard } from '../model/patterns.ts';
import { entriesOf } from './bounded-file.ts';
import { isInstalled, type StampedTimes } from './build-outputs.ts';
import { LEFTOVER_TABLE, type LeftoverRow } from './leftovers-table.ts';

export interface LeftoverQuestion {
  /** Real path of the top level. */
  readonly top: string;
  readonly stamped: StampedTimes;
  readonly isTest: (path: string) => boolean;
  /** Clock of the file system when the setup began; without a setup, when the stamp ended. */
  readonly preparedNs: bigint;
  /** The captured command and what its tools read from variables, as one text; '' where it is not known. */
  readonly command: string;
}

export interface LeftoversWatch {
  readonly found: readonly FoundLeftover[];
  /** Those of them that nothing wrote to since. */
  readonly again: () => FoundLeftover[];
}

/** Entries of a folder, at any depth, that are looked at for its age. */
const ENTRIES_LIMIT = 2_000;
const FOUND_LIMIT = 100;

/** What earlier work left. The second look, after the command, drops what the command wrote again. */
export function watchLeftovers({ top, stamped, isTest, preparedNs, command }: LeftoverQuestion): LeftoversWatch {
  const seen = new Map<string, { readonly leftover: FoundLeftover; readonly newestNs: bigint }>();
  const folders = projectFolders(stamped.paths(), (path) => !isTest(path) && !isInstalled(path));
  const newestCode = newestBelow(stamped, new Set(folders.filter(({ row }) => row.stale === 'older-than-code').map(({ folder }) => folder)));
  for (const { row, folder } of folders) {
    if (row.onlyWith !== undefined && !row.onlyWith.test(command)) continue;
    for (const path of row.paths.flatMap((pattern) => placesOf(top, folder, pattern))) {
      if (seen.has(path) || seen.size >= FOUND_LIMIT || stamped.has(path) || isTest(path)) continue;
      const newestNs = newestIn(top, path, stamped.has);
      if (newestNs === null) continue;
      // Stored times are good to a microsecond; equal times count as not newer.
      const limit = row.stale === 'predates-stamp' ? preparedNs : (newestCode.get(folder) ?? 0n) + 1_000n;
      if (newestNs <= limit) seen.set(path, { leftover: { path, tool: row.tool, danger: row.danger, remedy: row.remedy }, newestNs });
    }
  }
  const all = [...seen.values()];
  return { found: all.map(({ leftover }) => leftover), again: () => all.filter(({ leftover, newestNs }) => newestIn(top, leftover.path, stamped.has) === newestNs).map(({ leftover }) => leftover) };
}

/** Any mark of the table. Hardly a name is one, and half a million are asked. */
const ANY_MARK = new RegExp(LEFTOVER_TABLE.map(({ marks }) => `(?:${marks.source})`).join('|'));

/** Folders of the files that mark a project, of those files that count. Few files do, so that is asked last. */
function projectFolders(paths: Iterable<string>, counts: (path: string) => boolean): readonly { readonly row: LeftoverRow; readonly folder: string }[] {
  const found = new Map<string, { row: LeftoverRow; folder: string }>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!ANY_MARK.test(name)) continue;
    for (const row of LEFTOVER_TABLE) {
      if (!row.marks.test(name) || !counts(path)) continue;
      const folder = posix.dirname(path);
      found.set(`${row.tool}\0${folder}`, { row, folder });
    }
  }
  return [...found.values()];
}

/** For each folder the latest ctime of the stamped paths below it. */
function newestBelow(stamped: StampedTimes, folders: ReadonlySet<string>): ReadonlyMap<string, bigint> {
  const newest = new Map<string, bigint>();
  if (folders.size === 0) return newest;
  for (const path of stamped.paths()) {
    const ctimeNs = stamped.get(path)?.ctimeNs ?? 0n;
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      if (folders.has(folder) && ctimeNs > (newest.get(folder) ?? -1n)) newest.set(folder, ctimeNs);
      if (folder === '.') break;
    }
  }
  return newest;
}

function placesOf(top: string, folder: string, pattern: string): readonly string[] {
  const path = posix.join(folder, pattern);
  if (!pattern.includes('*')) return [path];
  const parent = posix.dirname(path);
  return entriesOf(`${top}/${parent}`)
    .map(({ name }) => posix.join(parent, name))
    .filter((one) => matchesWildcard(posix.basename(pattern), posix.basename(one)));
}

/** The latest ctime of a file, or of a folder with what is in it; null where nothing is there but stamped files. */
function newestIn(top: string, path: string, isStamped: (path: string) => boolean): bigint | null {
  const pending = [path];
  let newest: bigint | null = null;
  for (let count = 0; count < ENTRIES_LIMIT && pending.length > 0; count += 1) {
    const one = pending.pop() ?? path;
    if (isStamped(one)) continue;
    try {
      const stat = lstatSync(nativePath(top, one), { bigint: true });
      if (stat.isDirectory()) pending.push(...entriesOf(`${top}/${one}`).map(({ name }) => `${one}/${name}`));
      // A folder's own time moves with whatever comes and goes in it; an empty one hides nothing.
      else if (newest === null || stat.ctimeNs > newest) newest = stat.ctimeNs;
    } catch {
      // Gone between listing and look: it holds nothing any more.
    }
  }
  return newest;
}
