/** Finds the files that evidence globs and log names speak of (EV1). */
import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { comparePaths, encodePath } from '../model/path.ts';
import { STAMP_FILE } from '../model/stamp.ts';
import { understandNames, type EvidenceNames, type GlobLibrary, type NamedEvidence } from './evidence-names.ts';
import { globFileSystem, maskLineBreaks, unmaskLineBreaks, type UnlistedFolder } from './folder-listing.ts';
import { below, realPathOf, SearchedPart, type EvidencePlaces } from './places.ts';

export interface EvidenceMatch {
  /** Relative to the workspace, links in its folders resolved; absolute where it lies elsewhere. */
  readonly path: string;
  /** The globs and log names that name it, as they were given. */
  readonly globs: readonly string[];
  readonly logs: readonly string[];
  /** Named as it is, not by a pattern. */
  readonly literal: boolean;
  /** Where it really lies, every link resolved; null where the last step leads nowhere. */
  readonly realPath: string | null;
  readonly insideAllowedRoots: boolean;
  /** The errno name, where this stands for a folder that could not be listed. */
  readonly unlisted?: string;
}

let library: GlobLibrary | undefined;

/** Loaded where it is first needed: loading takes longer than most calls of the program. */
async function globLibrary(): Promise<GlobLibrary> {
  library ??= (await import('fast-glob')).default;
  return library;
}

/**
 * Throws a UsageError for a glob or log name that can name no evidence: bad syntax, a path that leaves the workspace,
 * a pattern outside of the workspace and `RUNNER_TEMP`, a folder that is never searched.
 */
export async function checkEvidenceNames(places: EvidencePlaces, names: EvidenceNames): Promise<void> {
  if (names.globs.length + names.logs.length === 0) return;
  understandNames(await globLibrary(), places, new SearchedPart(places).runnerTemp, names);
}

/**
 * Every match of the names at this moment, sorted by bytes of the path. Links are not followed; dot files match;
 * environment folders, `.git` and linked worktrees are not searched. What is no file is a match too, so that it can be
 * rejected by name; a folder only where it is named as it is. `contentMarks` as in {@link SearchedPart}.
 * Throws what {@link checkEvidenceNames} throws.
 */
export async function matchEvidence(places: EvidencePlaces, names: EvidenceNames, contentMarks: ReadonlySet<string> = new Set()): Promise<readonly EvidenceMatch[]> {
  const searched = new SearchedPart(places, contentMarks);
  const glob = await globLibrary();
  const understood = understandNames(glob, places, searched.runnerTemp, names);
  const found = new Map<string, EvidenceMatch>();
  const unlisted: UnlistedFolder[] = [];
  const keep = (match: EvidenceMatch | null): void => {
    if (match !== null) found.set(match.path, merged(found.get(match.path), match));
  };
  for (const named of understood.globs) {
    for (const path of search(glob, places, searched, named, understood.excluded, unlisted)) keep(locate(places, searched, named, path, { globs: [named.given], logs: [] }));
  }
  for (const named of understood.logs) {
    const path = join(named.root, named.path);
    if (lstatSync(encodePath(path), { throwIfNoEntry: false }) !== undefined) keep(locate(places, searched, named, path, { globs: [], logs: [named.given] }));
  }
  for (const { folder, why } of unlisted) {
    const path = below(places.top, folder) ?? folder;
    keep({ path, globs: names.globs, logs: [], literal: false, realPath: folder, insideAllowedRoots: true, unlisted: why });
  }
  return [...found.values()].sort((left, right) => comparePaths(left.path, right.path));
}

/** Absolute folders in which the names search, existing or not. */
export async function evidenceFolders(places: EvidencePlaces, names: EvidenceNames): Promise<readonly string[]> {
  const { globs, logs } = understandNames(await globLibrary(), places, new SearchedPart(places).runnerTemp, names);
  return [...new Set([...globs, ...logs].map(folderOf))];
}

/**
 * Existing folders of the workspace in which the globs could find a file, relative to it, in no order. Links are not
 * followed. Throws what {@link checkEvidenceNames} throws.
 */
export async function matchFolders(places: EvidencePlaces, names: EvidenceNames): Promise<readonly string[]> {
  const glob = await globLibrary();
  const searched = new SearchedPart(places);
  const { globs } = understandNames(glob, places, searched.runnerTemp, { globs: names.globs, logs: [] });
  const found = new Set<string>();
  for (const named of globs) {
    const folder = folderOf(named);
    const inside = below(places.top, folder);
    if (inside === null || realPathOf(folder) !== folder) continue;
    if (inside !== '') found.add(inside);
    const pattern = named.pattern === null ? '.' : dirname(named.pattern);
    if (pattern === '.') continue;
    const fs = globFileSystem((each) => searched.isSkippedFolder(below(places.top, each) ?? ''), []);
    for (const path of glob.sync(maskLineBreaks(pattern), { cwd: folder, dot: true, followSymbolicLinks: false, onlyDirectories: true, fs })) {
      found.add(below(places.top, join(folder, unmaskLineBreaks(path))) ?? '');
    }
  }
  found.delete('');
  return [...found];
}

function folderOf({ root, path, pattern }: NamedEvidence): string {
  const place = join(root, path);
  return pattern === null ? dirname(place) : place;
}

/** Absolute paths of what one name matches. */
function search(
  glob: GlobLibrary,
  places: EvidencePlaces,
  searched: SearchedPart,
  named: NamedEvidence,
  excluded: readonly string[],
  unlisted: UnlistedFolder[],
): readonly string[] {
  const folder = folderOf(named);
  const real = realPathOf(folder);
  if (real === null) return [];
  const isRoot = real === places.top || real === searched.runnerTemp;
  if (named.pattern !== null && !isRoot && !searched.holds(real)) {
    const link = firstLink(named.root, named.path);
    return link === null ? [] : [link];
  }
  const fs = globFileSystem((each) => {
    if (each === real) return false;
    const inside = below(places.top, each);
    return inside === null ? !searched.holds(each) && each !== searched.runnerTemp : inside !== '' && searched.isSkippedFolder(inside);
  }, unlisted);
  // From the real folder on there is no link on the way, so a path found is the one that git would name.
  const pattern = named.pattern ?? glob.escapePath(basename(named.path));
  const options = { cwd: real, dot: true, followSymbolicLinks: false, onlyFiles: false, objectMode: true, fs, ignore: excluded.map(maskLineBreaks) } as const;
  return glob
    .sync(maskLineBreaks(pattern), options)
    .filter(({ dirent }) => named.pattern === null || !dirent.isDirectory())
    .map(({ path }) => join(folder, unmaskLineBreaks(path)));
}

/** The first symbolic link on the way from `root` along `path`, absolute. */
function firstLink(root: string, path: string): string | null {
  let at = root;
  for (const part of path.split('/')) {
    at = join(at, part);
    if (lstatSync(encodePath(at), { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
  }
  return null;
}

/** What is known about the place of a match; null where it lies in a part that is not searched. */
function locate(places: EvidencePlaces, searched: SearchedPart, named: NamedEvidence, found: string, by: Pick<EvidenceMatch, 'globs' | 'logs'>): EvidenceMatch | null {
  const folder = realPathOf(dirname(found));
  if (folder === null) return null;
  const plain = join(folder, basename(found));
  const inside = below(places.top, plain);
  if (inside === STAMP_FILE) return null;
  const reached = inside !== null && searched.isSearched(inside);
  // A link may lead into a part that is not searched: then the way that was named stays, to be rejected by name.
  if (inside !== null && !reached && plain === found) return null;
  const realPath = realPathOf(found);
  const path = reached ? inside : (below(places.top, found) ?? found);
  const namedFolder = named.root === '/' && named.pattern === null ? folder : null;
  const really = realPath ?? plain;
  const allowed = searched.holds(really) || (namedFolder !== null && below(places.top, really) === null && below(namedFolder, really) !== null);
  return { path, ...by, literal: named.pattern === null, realPath, insideAllowedRoots: allowed };
}

function merged(known: EvidenceMatch | undefined, match: EvidenceMatch): EvidenceMatch {
  if (known === undefined) return match;
  return {
    ...known,
    globs: [...new Set([...known.globs, ...match.globs])],
    logs: [...new Set([...known.logs, ...match.logs])],
    literal: known.literal || match.literal,
    insideAllowedRoots: known.insideAllowedRoots || match.insideAllowedRoots,
  };
}
