/** Which of some paths are content of the tree, so that they can never be evidence (EV1). */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { nativePath } from '../model/path.ts';
import { gitDirectoryOf } from '../workspace/repository.ts';
import { trackedAmong as trackedIn, trackedPaths } from '../workspace/tracked.ts';

/**
 * Asks which of `paths` (relative to `top`) a git index lists: the workspace's own, or that of the submodule or nested
 * repository which holds them. A folder whose `.git` entry leads to no repository belongs to the one around it.
 * Throws a GateError where git cannot list one of them.
 */
export async function trackedAmong(top: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const repositories = new Map<string, string[]>();
  for (const path of paths) {
    const prefix = repositoryAround(top, path);
    const known = repositories.get(prefix);
    if (known === undefined) repositories.set(prefix, [path]);
    else known.push(path);
  }
  const tracked = new Set<string>();
  for (const [prefix, inside] of repositories) {
    const listed = await trackedIn(join(top, prefix), inside.map((path) => path.slice(prefix.length)));
    for (const path of listed) tracked.add(prefix + path);
  }
  return tracked;
}

/** Every tracked file of one name in the workspace's own repository. */
export function trackedNamed(top: string, name: string): Promise<ReadonlySet<string>> {
  return trackedPaths(top, [`:(glob)**/${name}`]);
}

/** Prefix of the innermost repository that holds a path: `''` for the workspace's own, else with a trailing slash. */
function repositoryAround(top: string, path: string): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    if (lstatSync(nativePath(top, `${folder}/.git`), { throwIfNoEntry: false }) !== undefined && gitDirectoryOf(join(top, folder)) !== null) return `${folder}/`;
  }
  return '';
}
