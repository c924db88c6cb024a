/**
 * The file system as the glob library sees it: names keep every byte, parts that are not searched look empty, and a
 * folder that cannot be listed is remembered instead of ending the search.
 */
import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { decodePath, encodePath } from '../model/path.ts';

export interface UnlistedFolder {
  /** Absolute. */
  readonly folder: string;
  /** The errno name. */
  readonly why: string;
}

export interface GlobFileSystem {
  readonly lstatSync: (path: string) => Stats;
  readonly statSync: (path: string) => Stats;
  readonly readdirSync: {
    (folder: string, options: { withFileTypes: true }): Dirent[];
    (folder: string): string[];
  };
}

const REPLACEMENT_CHARACTER = '\uFFFD';
/** The errno names under which there simply is no such folder. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
// `**` and `.` of a compiled glob stop at these; a lone surrogate that no byte is decoded to stands for each.
const LINE_BREAKS = ['\n', '\r', '\u2028', '\u2029'] as const;
const STAND_INS = ['\uDC0A', '\uDC0D', '\uDC28', '\uDC29'] as const;

/** A path or glob in the form in which the library matches it: no character that a regular expression trips over. */
export function maskLineBreaks(text: string): string {
  return text.replace(/[\n\r\u2028\u2029]/g, (character) => STAND_INS[LINE_BREAKS.indexOf(character as '\n')] ?? character);
}

/** The inverse of {@link maskLineBreaks}. */
export function unmaskLineBreaks(text: string): string {
  return text.replace(/[\uDC0A\uDC0D\uDC28\uDC29]/g, (character) => LINE_BREAKS[STAND_INS.indexOf(character as '\uDC0A')] ?? character);
}

/** Makes the file system for one search. `skips` is asked for each folder by its absolute path. */
export function globFileSystem(skips: (folder: string) => boolean, unlisted: UnlistedFolder[]): GlobFileSystem {
  function remember(folder: string, error: unknown): void {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    if (!ABSENT.has(why) && !unlisted.some((known) => known.folder === folder)) unlisted.push({ folder, why });
  }
  function lstat(masked: string): Stats {
    const path = unmaskLineBreaks(masked);
    try {
      return lstatSync(encodePath(path));
    } catch (error) {
      remember(dirname(path), error);
      // The library takes ENOENT for "no match" and everything else for its own failure.
      throw Object.assign(new Error('absent', { cause: error }), { code: 'ENOENT' });
    }
  }
  function entriesOf(masked: string): Dirent[] {
    const folder = unmaskLineBreaks(masked);
    if (skips(folder)) return [];
    try {
      return listFolder(folder);
    } catch (error) {
      remember(folder, error);
      return [];
    }
  }
  function readdir(masked: string, options: { withFileTypes: true }): Dirent[];
  function readdir(masked: string): string[];
  function readdir(masked: string, options?: { withFileTypes: true }): Dirent[] | string[] {
    const entries = entriesOf(masked);
    return options === undefined ? entries.map(({ name }) => name) : entries;
  }
  // Links are not followed anywhere: what a link is decides, not what it leads to.
  return { lstatSync: lstat, statSync: lstat, readdirSync: readdir };
}

function listFolder(folder: string): Dirent[] {
  const entries = readdirSync(encodePath(folder), { withFileTypes: true, encoding: 'utf8' });
  if (entries.some(({ name }) => name.includes(REPLACEMENT_CHARACTER))) {
    const raw = readdirSync(encodePath(folder), { withFileTypes: true, encoding: 'buffer' });
    return raw.map((entry) => renamed(entry, maskLineBreaks(decodePath(entry.name))));
  }
  return entries.map((entry) => (/[\n\r\u2028\u2029]/.test(entry.name) ? renamed(entry, maskLineBreaks(entry.name)) : entry));
}

/** The same entry under another name; its methods read fields that the prototype holds. */
function renamed(entry: object, name: string): Dirent {
  return Object.assign(Object.create(entry) as Dirent, { name });
}
