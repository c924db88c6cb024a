/**
 * Paths with an external filter in a directory that is filled from a commit. The filter itself never runs: the bytes
 * come from the local LFS store or from an equal file of the workspace, else nobody knows them (RP1).
 */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Unfilled } from '../model/compare.ts';
import { decodePath, encodePath, nativePath } from '../model/path.ts';
import { configuredFilters } from './filters.ts';
import { git } from './git.ts';
import type { GitDirectory } from './repository.ts';
import type { SecondRepository } from './second-directory-repository.ts';
import type { StatEntry } from './stamped-entries.ts';

/** Longest LFS pointer, in bytes (git-lfs, docs/spec.md). */
const POINTER_BYTES = 1024;

interface Runs {
  readonly run: (args: readonly string[], input?: Uint8Array) => Promise<Buffer>;
}

/** Path → name of its filter, for those of `paths` whose attributes name one. */
export async function filteredPaths(repository: Runs, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const fields = decodePath(await repository.run(['check-attr', '-z', '--stdin', 'filter'], encodePath(paths.map((path) => `${path}\0`).join('')))).split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2] ?? '';
    if (!['unspecified', 'unset', 'set', ''].includes(value)) found.set(fields[at] ?? '', value);
  }
  return found;
}

export interface FilteredFill {
  /** Checked out already, with what git stores in the place of what the filter would give. */
  readonly git: SecondRepository;
  readonly source: GitDirectory;
  /** Top of the workspace, and its stamped paths. */
  readonly workspace: string;
  readonly stamped: readonly Pick<StatEntry, 'path'>[];
  /** Filtered paths of the workspace whose bytes are not what its index holds. */
  readonly rawFiltered: readonly string[];
}

/** Puts the bytes that the filter would give in the place of those that git stores. Gives the paths where nobody has them. */
export async function fillFiltered({ git: own, source, workspace, stamped, rawFiltered }: FilteredFill): Promise<Unfilled[]> {
  const listed = decodePath(await own.run(['ls-files', '-s', '-z'])).split('\0').flatMap((record) => {
    const entry = /^(\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(record);
    return entry === null || !entry[1]?.startsWith('100') ? [] : [{ oid: entry[2] ?? '', path: entry[3] ?? '' }];
  });
  if (!listed.some(({ path }) => /(^|\/)\.gitattributes$/.test(path))) return [];
  const filters = await filteredPaths(own, listed.map(({ path }) => path));
  if (filters.size === 0) return [];
  const configured = await configuredFilters(workspace, ['smudge', 'process']);
  const stampedPaths = new Set(stamped.map(({ path }) => path));
  const unfilled: Unfilled[] = [];
  for (const { oid, path } of listed) {
    const filter = filters.get(path);
    // A filter that this machine does not configure changes nothing at a checkout.
    if (filter === undefined || !configured.has(filter)) continue;
    const place = nativePath(own.top, path);
    // Left out by sparse patterns.
    if (lstatSync(place, { throwIfNoEntry: false }) === undefined) continue;
    const pointer = readPointer(place);
    const warm = stampedPaths.has(path) ? nativePath(workspace, path) : null;
    if (pointer === null) {
      if (warm !== null && !rawFiltered.includes(path) && (await storedAs(workspace, path)) === oid) copyOver(warm, place);
      else unfilled.push({ path, why: `its filter "${filter}" would have to run to give its bytes` });
      continue;
    }
    const store = nativePath(join(source.commonDir, 'lfs/objects', pointer.sha256.slice(0, 2), pointer.sha256.slice(2, 4)), pointer.sha256);
    if (fits(store, pointer)) copyOver(store, place);
    else if (warm !== null && fits(warm, pointer)) copyOver(warm, place);
    // Where the workspace holds a pointer in this place, large files are not fetched at a checkout here.
    else if (warm !== null && readPointer(warm) !== null) continue;
    else unfilled.push({ path, why: `its bytes (LFS object ${pointer.sha256}) are not in the local store` });
  }
  return unfilled;
}

/** Id of the blob that the workspace's index holds for a path. */
async function storedAs(workspace: string, path: string): Promise<string | null> {
  const listed = await git(['ls-files', '-s', '-z', '--', `:(literal)${path}`], { cwd: workspace });
  return /^\d+ ([0-9a-f]+) 0\t/.exec(listed.stdout.toString('latin1'))?.[1] ?? null;
}

interface Pointer {
  readonly sha256: string;
  readonly size: number;
}

function readPointer(file: string | Buffer): Pointer | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > POINTER_BYTES) return null;
  const text = readFileSync(file, 'latin1');
  const sha256 = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return text.startsWith('version ') && sha256 !== undefined && size !== undefined ? { sha256, size: Number(size) } : null;
}

function fits(file: string | Buffer, { sha256, size }: Pointer): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === size && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
}

function copyOver(from: string | Buffer, to: string | Buffer): void {
  const { mode } = lstatSync(to);
  rmSync(to);
  copyFileSync(from, to);
  if ((mode & 0o100) !== 0) chmodSync(to, mode);
}
