/** Submodules and repositories inside a worktree, and what in them the worktree's own history does not hold. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nativePath } from '../model/path.ts';
import { isFolder } from './entry.ts';
import { git } from './git.ts';
import type { TrackedPath } from './listing.ts';
import { findRepository, gitDirectoryOf, headOf, type GitDirectory, type Repository } from './repository.ts';
import type { OddPath } from './worktree-record.ts';

/** A repository inside that holds more than the commit its submodule entry names. */
export interface OddRepository extends OddPath {
  /** True where it is checked out otherwise than its entry says; false where it only holds more: ignored files, other commits. */
  readonly differs: boolean;
}

/** What a look into a repository inside tells, compared with its own commit. */
export interface LookedInto {
  readonly changed: readonly string[];
  readonly stagedTree: string | null;
  readonly headTree: string;
  readonly ignored: readonly string[];
  readonly unheld: readonly OddPath[];
  readonly operations: readonly string[];
  readonly repositories: readonly OddRepository[];
}

export interface RepositoriesInside {
  readonly repository: Repository;
  readonly submodules: readonly TrackedPath[];
  /** Repositories that no entry names, and whether an ignore file names them. */
  readonly others: readonly { readonly path: string; readonly ignored: boolean }[];
  /** Path → commit of the submodules of the base. */
  readonly baseLinks: ReadonlyMap<string, string>;
  /** True for a worktree of the gate's own, with which its repositories would go. */
  readonly own: boolean;
  /** True while it is being removed: files may be missing. */
  readonly shrinking: boolean;
  readonly look: (repository: Repository, commit: string) => Promise<LookedInto>;
}

/** Each repository inside that holds more than the commit its submodule entry names, with what that is. */
export async function oddRepositories(inside: RepositoriesInside): Promise<readonly OddRepository[]> {
  const { repository, submodules, others, baseLinks, own } = inside;
  const found: OddRepository[] = others.map(({ path, ignored }) => ({ path, why: 'it is a repository of its own, and no patch holds it', differs: !ignored }));
  const seen = new Set<string>();
  for (const { path, oid } of submodules) {
    if (!isFolder(repository.top, path)) continue;
    const directory = gitDirectoryOf(join(repository.top, path));
    if (directory !== null) seen.add(directory.commonDir);
    const odd = await oddityOf(inside, path, { directory, recorded: oid, base: baseLinks.get(path) ?? null });
    if (odd !== null) found.push({ path, ...odd });
  }
  return own ? [...found, ...(await leftModules(repository, seen))] : found;
}

interface Submodule {
  readonly directory: GitDirectory | null;
  /** Commit that the index records, and the one that the base does; null where it is new. */
  readonly recorded: string;
  readonly base: string | null;
}

type Oddity = Pick<OddRepository, 'why' | 'differs'>;

async function oddityOf({ repository, own, shrinking, look }: RepositoriesInside, path: string, { directory, recorded, base }: Submodule): Promise<Oddity | null> {
  const folder = join(repository.top, path);
  const names = readdirSync(nativePath(folder, ''));
  // A submodule that was never checked out is an empty folder; git tells of no file in it. A removal takes `.git` last.
  if (names.length === 0 || (shrinking && names.length === 1 && names[0] === '.git')) return null;
  if (directory === null) return { why: 'it is a submodule without a repository, and files lie in it', differs: true };
  const head = await headOf(directory.gitDir);
  if (head === null || head !== recorded) return { why: `it is a submodule at ${head ?? 'no commit'}, and the index records ${recorded}`, differs: true };
  let found: LookedInto;
  try {
    found = await look(await findRepository(folder), recorded);
  } catch (error) {
    return { why: `it is a submodule that git cannot read (${error instanceof Error ? error.message : String(error)})`, differs: true };
  }
  return workIn(folder, found, shrinking) ?? (await ownHistory(directory, { own, recorded, base }));
}

/** What lies in a submodule beyond its commit. */
function workIn(top: string, found: LookedInto, shrinking: boolean): Oddity | null {
  const work = (path: string, differs: boolean): Oddity => ({ why: `it is a submodule with work of its own (${path})`, differs });
  const isThere = (path: string): boolean => lstatSync(nativePath(top, path), { throwIfNoEntry: false }) !== undefined;
  const changed = found.changed.find((path) => !shrinking || isThere(path));
  if (changed !== undefined) return work(changed, true);
  if (found.stagedTree !== null && found.stagedTree !== found.headTree && !shrinking) return { why: 'it is a submodule with staged work', differs: true };
  const [operation] = found.operations;
  if (operation !== undefined) return { why: `it is a submodule with ${operation}`, differs: true };
  const inner = found.repositories.find(({ differs }) => differs) ?? found.repositories[0];
  if (inner !== undefined) return { why: `${inner.path} in it: ${inner.why}`, differs: inner.differs };
  const odd = found.ignored[0] ?? found.unheld[0]?.path;
  return odd === undefined ? null : work(odd, false);
}

/**
 * Commits that would go with the submodule. One that the gate filled borrows its objects: what lies in its own store
 * was made in the worktree, be it committed, staged or stashed.
 */
async function ownHistory({ gitDir, commonDir }: GitDirectory, { own, recorded, base }: { readonly own: boolean; readonly recorded: string; readonly base: string | null }): Promise<Oddity | null> {
  if (own && existsSync(join(commonDir, 'objects/info/alternates'))) return hasObjects(commonDir) ? { why: 'it is a submodule with commits or other objects of its own', differs: false } : null;
  // What only the worktree's own entry names is lost with it.
  const kept = own ? base : recorded;
  const listed = await git(['rev-list', '--max-count=1', 'HEAD', '--all', '--reflog', '--not', '--remotes', ...(kept === null ? [] : [kept])], { cwd: gitDir, env: { GIT_DIR: '.' } });
  if (listed.code === 0 && listed.stdout.length === 0) return null;
  return { why: `it is a submodule with commits of its own (${listed.stdout.toString('latin1').trim()})`, differs: false };
}

function hasObjects(commonDir: string): boolean {
  const store = join(commonDir, 'objects');
  return readdirSync(store).some((name) => (/^[0-9a-f]{2}$/.test(name) && readdirSync(join(store, name)).length > 0) || (name === 'pack' && readdirSync(join(store, name)).some((file) => file.endsWith('.pack'))));
}

/** Git directories of submodules that are not checked out any more: commits may have stayed in them. */
async function leftModules({ gitDir }: Repository, seen: ReadonlySet<string>): Promise<readonly OddRepository[]> {
  const found: OddRepository[] = [];
  for (const folder of moduleDirectories(join(gitDir, 'modules'))) {
    if (seen.has(folder)) continue;
    const listed = await git(['rev-list', '--max-count=1', '--all', '--reflog', '--not', '--remotes'], { cwd: folder, env: { GIT_DIR: '.' } });
    if (listed.code !== 0 || listed.stdout.length > 0) found.push({ path: '', why: `the git directory ${folder} of a submodule holds commits of its own`, differs: false });
  }
  return found;
}

function moduleDirectories(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(folder, entry.name);
    if (!entry.isDirectory()) return [];
    return existsSync(join(inner, 'HEAD')) && existsSync(join(inner, 'objects')) ? [inner, ...moduleDirectories(join(inner, 'modules'))] : moduleDirectories(inner);
  });
}
