/** Submodules and repositories inside a worktree, and what in them the worktree's own history does not hold. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodePath, nativePath } from '../model/path.ts';
import { isFolder } from './entry.ts';
import { withoutFilters } from './filters.ts';
import { git } from './git.ts';
import type { TrackedPath } from './listing.ts';
import { gitDirectoryOf, headOf, type Repository } from './repository.ts';
import type { OddPath } from './worktree-record.ts';

/** Each repository inside that holds more than the commit its submodule entry names, with what that is. */
export async function dirtyRepositories(repository: Repository, submodules: readonly TrackedPath[], untracked: readonly string[]): Promise<readonly OddPath[]> {
  const found: OddPath[] = untracked.map((path) => ({ path, why: 'it is a repository of its own, and no patch holds it' }));
  for (const { path, oid } of submodules) {
    if (!isFolder(repository.top, path)) continue;
    const why = await dirtOf(join(repository.top, path), oid);
    if (why !== null) found.push({ path, why });
  }
  return found;
}

async function dirtOf(folder: string, recorded: string): Promise<string | null> {
  const directory = gitDirectoryOf(folder);
  // A submodule that was never checked out is an empty folder; git tells of no file in it.
  if (directory === null) return readdirSync(nativePath(folder, '')).length > 0 ? 'it is a submodule without a repository, and files lie in it' : null;
  const head = await headOf(directory.gitDir);
  if (head !== recorded) return `it is a submodule at ${head ?? 'no commit'}, and the index records ${recorded}`;
  // Submodules further in are looked at one by one: git would look into them with the filters that they configure.
  const status = await git(['status', '--porcelain', '--ignored', '-uall', '--ignore-submodules=all', '-z'], { cwd: folder, env: await withoutFilters(folder) });
  const first = decodePath(status.stdout).split('\0')[0] ?? '';
  if (status.code !== 0) return `it is a submodule that git cannot read (${status.stderr.slice(0, 200)})`;
  if (first !== '') return `it is a submodule with work of its own (${first.slice(0, 200)})`;
  const staged = await git(['diff-index', '--cached', '--quiet', '--ignore-submodules=none', 'HEAD'], { cwd: folder });
  if (staged.code !== 0) return 'it is a submodule with staged work';
  for (const inner of await gitlinksOf(folder)) {
    const why = isFolder(folder, inner.path) ? await dirtOf(join(folder, inner.path), inner.oid) : null;
    if (why !== null) return `${inner.path} in it: ${why}`;
  }
  const own = await git(['rev-list', '--max-count=1', '--all', '--reflog', '--not', '--remotes', recorded], { cwd: folder });
  if (own.code !== 0 || own.stdout.length > 0) return `it is a submodule with commits of its own (${own.stdout.toString('latin1').trim()})`;
  return null;
}

async function gitlinksOf(folder: string): Promise<readonly { readonly path: string; readonly oid: string }[]> {
  const listed = decodePath((await git(['ls-files', '-s', '-z'], { cwd: folder })).stdout).split('\0');
  return listed.flatMap((record) => {
    const gitlink = /^160000 ([0-9a-f]+) 0\t(.*)$/s.exec(record);
    return gitlink === null ? [] : [{ oid: gitlink[1] ?? '', path: gitlink[2] ?? '' }];
  });
}
