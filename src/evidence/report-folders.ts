/**
 * The folders that reports are written to. git keeps no empty folder, so a clean directory lacks those that the
 * workspace has had for long, and some runners do not make them (`node --test` is one).
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { nativePath } from '../model/path.ts';
import { entryAt, isFolder } from '../workspace/entry.ts';
import type { EvidenceNames } from './evidence-names.ts';
import { evidenceFolders, matchEvidence, matchFolders } from './globs.ts';
import { below, type EvidencePlaces } from './places.ts';

/** Folders of the workspace in which the names could find a report, as they are at this moment; relative, with their parents. */
export async function standingFolders(places: EvidencePlaces, names: EvidenceNames): Promise<ReadonlySet<string>> {
  return withParents(await matchFolders(places, names));
}

/** Those of {@link standingFolders} that the names say by themselves, or that hold a match. */
export async function usedFolders(places: EvidencePlaces, names: EvidenceNames): Promise<readonly string[]> {
  const standing = await standingFolders(places, names);
  const named = (await evidenceFolders(places, { globs: names.globs, logs: [] })).map((folder) => below(places.top, folder) ?? '');
  const held = await matchEvidence(places, { globs: names.globs, logs: [] });
  return [...withParents([...named, ...foldersOf(held)])].filter((folder) => standing.has(folder));
}

/** The folders of the workspace in which these files lie. */
export function foldersOf(files: readonly { readonly path: string }[]): readonly string[] {
  return [...withParents(files.filter(({ path }) => !path.startsWith('/')).map(({ path }) => dirname(path)))];
}

/** Makes the folders below `top` that are not there. Nothing is made through a link, nor where a file lies. */
export function makeReportFolders(top: string, folders: readonly string[]): void {
  for (const folder of folders.toSorted((left, right) => left.length - right.length)) {
    const parent = dirname(folder);
    if (entryAt(top, folder) === null && (parent === '.' || isFolder(top, parent))) mkdirSync(nativePath(top, folder));
  }
}

function withParents(folders: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const folder of folders) for (let at = folder; at !== '' && at !== '.' && at !== '/'; at = dirname(at)) found.add(at);
  return found;
}
