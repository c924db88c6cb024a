/** Which paths git tracks. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodePath, nativePath } from '../model/path.ts';
import { gitOrThrow } from './git.ts';
import { openPrivateGit } from './private-git.ts';
import { gitDirectoryOf, objectFormatOf, type WorkTreeSettings } from './repository.ts';
import { mayBeSparse, withFullIndex } from './sparse-index.ts';

/** Up to so many candidates are named to git: its answer is then as short as the question, however large the index is. */
const NAMED_AT_MOST = 50;

/** Those of `candidates`, relative to a repository's top, that its index holds. */
export async function trackedAmong(top: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  // An argument of a process is text. A path names itself and, as a pathspec, what lies below it.
  const named = candidates.length <= NAMED_AT_MOST && candidates.every((path) => path !== '' && typeof nativePath('', path) === 'string');
  const tracked = await trackedPaths(top, named ? candidates.map((path) => `:(literal)${path}`) : []);
  return new Set(candidates.filter((path) => tracked.has(path)));
}

/** The paths that the index of the repository at `top` holds; with a pathspec, those that it names. */
export async function trackedPaths(top: string, pathspec: readonly string[] = []): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '-z', '--cached', '--', ...pathspec];
  const directory = gitDirectoryOf(top);
  const listed = directory === null || isPlainIndex(directory.gitDir) ? await gitOrThrow(args, { cwd: top }) : await listedPrivately(top, directory, args);
  const text = decodePath(listed);
  return new Set(text === '' ? [] : text.slice(0, -1).split('\0'));
}

/** Listing needs no settings: nothing of the work tree is read. */
const NO_SETTINGS: WorkTreeSettings = { autocrlf: 'false', eol: 'native', fileMode: true, symlinks: true, sparseCheckout: false, attributesFile: null };

/** git renews times of files in the user's repository when it reads a split index, or expands a sparse one (ST3). */
function isPlainIndex(gitDir: string): boolean {
  return !readdirSync(nativePath(gitDir, '')).some((name) => name.startsWith('sharedindex.')) && !mayBeSparse(nativePath(gitDir, 'index'));
}

async function listedPrivately(top: string, directory: NonNullable<ReturnType<typeof gitDirectoryOf>>, args: readonly string[]): Promise<Buffer> {
  const own = openPrivateGit({ workTree: top, objectFormat: await objectFormatOf(directory.gitDir, null), settings: NO_SETTINGS, objects: directory, index: join(directory.gitDir, 'index') });
  try {
    return await (await withFullIndex(own, directory.gitDir)).run(args);
  } finally {
    own.remove();
  }
}
