/**
 * Makes a worktree for one isolated run: a branch and a folder of its own in the temporary folder, filled as a checkout
 * would and without running anything that the repository configures (WT1, WT2, WT4).
 */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import { GateError, Refusal, UsageError } from '../model/errors.ts';
import { decodePath, nativePath, showPath } from '../model/path.ts';
import { refuseUnwritten } from './disk-space.ts';
import { entryAt, isFolder } from './entry.ts';
import { git } from './git.ts';
import { listTracked } from './listing.ts';
import { openPrivateGit, temporaryFolder } from './private-git.ts';
import { gitDirectoryOf, type Repository } from './repository.ts';
import { checkOutSubmodules } from './second-directory.ts';
import { fillFiltered } from './second-directory-filters.ts';
import { withFullIndex } from './sparse-index.ts';
import type { WorktreeContents } from './worktree-contents.ts';
import type { OddPath } from './worktree-record.ts';
import { HOLDER_NAME } from './worktree-removal.ts';

export interface Link {
  readonly path: string;
  /** Real path that it leads to. */
  readonly target: string;
}

export interface MadeWorktree {
  readonly path: string;
  readonly holder: string;
  readonly gitDir: string;
}

/** What makes the parent checkout dirty, in words; empty for a clean one. Ignored files do not count, those of submodules neither. */
export function dirtIn(found: WorktreeContents): readonly OddPath[] {
  const untracked = new Set(found.untracked);
  const changed = found.changed.map((path) => ({ path, why: untracked.has(path) ? 'untracked' : 'changed' }));
  const staged = found.stagedTree !== null && found.stagedTree !== found.headTree && found.stagedTree !== found.tree ? [{ path: '', why: 'the index holds staged changes' }] : [];
  return [...changed, ...staged, ...found.repositories.filter(({ differs }) => differs), ...found.operations.map((why) => ({ path: '', why }))];
}

/** The folder in which worktrees are made. Throws a {@link Refusal} where it is a link. */
export function worktreeParent({ top }: Pick<Repository, 'top'>, runnerTemp: string | undefined): string {
  const folder = runnerTemp !== undefined && runnerTemp !== '' && isOutside(top, runnerTemp) ? runnerTemp : temporaryFolder(top);
  if (!lstatSync(folder).isSymbolicLink()) return realpathSync(folder);
  throw new Refusal({
    rule: 'GG-WORKTREE-PARENT-LINK',
    answer: 'broken',
    paths: [folder],
    what: `The temporary folder ${showPath(folder)} is a symbolic link to ${showPath(realpathSync(folder))}`,
    why: 'Whoever may change the link decides where worktrees are made, and what is removed with them.',
    fix: `Name the real folder: TMPDIR=${realpathSync(folder)}`,
    rejects: true,
  });
}

function isOutside(top: string, folder: string): boolean {
  if (!existsSync(folder)) return false;
  const place = relative(top, realpathSync(folder));
  return place === '..' || place.startsWith('../');
}

/** Checks the links that were asked for. Throws {@link UsageError} for a malformed one, {@link Refusal} for one that may not be shared. */
export function checkLinks({ top }: Pick<Repository, 'top'>, tracked: ReadonlySet<string>, given: readonly string[]): readonly Link[] {
  return given.map((asked) => {
    const path = normalize(asked).replace(/\/+$/, '');
    const shown = showPath(asked);
    if (isAbsolute(path) || path === '.' || path === '..' || path.startsWith('../') || /(^|\/)\.git(\/|$)/i.test(path)) throw new UsageError('GG-LINK-INVALID', `--link ${shown} is no path inside the workspace`, 'Write for example: --link node_modules');
    if (entryAt(top, path) === null) throw new UsageError('GG-LINK-ABSENT', `--link ${shown}: nothing lies there`, 'Leave it out, or make it in the parent checkout first.');
    const inHead = [...tracked].find((one) => one === path || one.startsWith(`${path}/`));
    if (inHead !== undefined) throw new UsageError('GG-LINK-TRACKED', `--link ${shown}: git tracks ${showPath(inHead)}, which the worktree has itself`, 'Link only what git does not track.');
    const target = decodePath(realpathSync.native(nativePath(top, path), { encoding: 'buffer' }));
    if (isOutside(top, target)) throw leadsOut(path, target);
    const source = sourceBehind(top, path);
    if (source !== null) throw leadsToSources(top, path, source);
    return { path, target };
  });
}

/** A package in a `node_modules` that is a link to sources of the parent checkout: tests would load the parent's code. */
function sourceBehind(top: string, path: string): { readonly name: string; readonly target: string } | null {
  if (basename(path) !== 'node_modules') return null;
  const root = join(top, path);
  for (const name of packagesIn(root)) {
    const entry = nativePath(root, name);
    if (!lstatSync(entry).isSymbolicLink()) continue;
    const target = realOrNull(entry);
    if (target === null || isOutside(top, target)) continue;
    if (!relative(top, target).split('/').includes('node_modules')) return { name, target };
  }
  return null;
}

function packagesIn(root: string): readonly string[] {
  if (!isFolder(root, '')) return [];
  const names = readdirSync(root).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => (name.startsWith('@') && isFolder(root, name) ? readdirSync(join(root, name)).map((inner) => `${name}/${inner}`) : [name]));
}

function realOrNull(path: string | Buffer): string | null {
  try {
    return decodePath(realpathSync.native(path, { encoding: 'buffer' }));
  } catch {
    return null;
  }
}

/** Paths that the checkout tracks. */
export async function trackedIn(repository: Repository): Promise<ReadonlySet<string>> {
  const real = openPrivateGit({ workTree: repository.top, objectFormat: repository.objectFormat, settings: repository.settings, objects: repository, index: join(repository.gitDir, 'index') });
  try {
    return new Set((await listTracked(await withFullIndex(real, repository.gitDir))).map(({ path }) => path));
  } finally {
    real.remove();
  }
}

/** Makes the worktree at `head` on a new branch. Leaves nothing where it fails. */
export async function makeWorktree(repository: Repository, { parent, branch, head, tracked, links }: { readonly parent: string; readonly branch: string; readonly head: string; readonly tracked: ReadonlySet<string>; readonly links: readonly Link[] }): Promise<MadeWorktree> {
  const { top, commonDir } = repository;
  const holder = mkdtempSync(join(parent, HOLDER_NAME));
  const path = join(holder, basename(top));
  // The hooks are switched off for every call of git's; without a checkout no filter runs either.
  const added = await git(['worktree', 'add', '--quiet', '--no-checkout', '-b', branch.replace(/^refs\/heads\//, ''), path, head], { cwd: top });
  if (added.code !== 0) {
    rmdirSync(holder);
    throw new GateError('GG-WORKTREE-NOT-MADE', `git could not make the worktree: ${added.stderr.slice(0, 1000)}`, 'Mend what git says; without a worktree nothing is run, and never in the parent instead.');
  }
  const made = gitDirectoryOf(path);
  if (made === null || made.commonDir !== commonDir || dirname(made.gitDir) !== join(commonDir, 'worktrees')) throw new GateError('GG-WORKTREE-NOT-MADE', `The worktree at "${path}" has no git directory of its own`, `Look at it: git worktree list; then: git worktree remove --force '${path}'`);
  try {
    await fill(repository, path, made.gitDir, head, tracked);
    for (const { path: link, target } of links) {
      mkdirSync(nativePath(path, dirname(link)), { recursive: true });
      symlinkSync(nativePath(target, ''), nativePath(path, link));
    }
  } catch (error) {
    // Nothing but a part of the commit lies in it yet, and nobody has worked in it.
    rmSync(holder, { recursive: true, force: true });
    rmSync(made.gitDir, { recursive: true, force: true });
    await git(['update-ref', '-d', branch, head], { cwd: top });
    throw error;
  }
  return { path, holder, gitDir: made.gitDir };
}

/** Writes the files of a commit. Links are links whatever `core.symlinks` says; bytes behind a filter come from the clean parent, submodules from what is local. */
async function fill(repository: Repository, path: string, gitDir: string, head: string, tracked: ReadonlySet<string>): Promise<void> {
  const index = join(gitDir, 'index');
  const own = openPrivateGit({ workTree: path, objectFormat: repository.objectFormat, settings: repository.settings, objects: { gitDir, commonDir: repository.commonDir }, index });
  try {
    await own.run(['read-tree', head]);
    const written = await own.tryRun(['checkout-index', '--all', '--index', '--quiet']);
    if (written.code !== 0) await refuseUnwritten(own, path, written.stderr);
    if (written.code !== 0) throw new GateError('GG-WORKTREE-NOT-MADE', `The worktree could not be filled: ${written.stderr.slice(0, 1000)}`, 'Fetch what is missing, or free space, and call again.');
    const stamped = [...tracked].map((one) => ({ path: one }));
    const filled = { top: path, gitDir: own.dir, run: own.run, tryRun: own.tryRun };
    const unfilled = [...(await fillFiltered({ git: filled, source: repository, workspace: repository.top, stamped, rawFiltered: [] })), ...(await checkOutSubmodules(filled, repository, ''))];
    if (unfilled.length > 0) throw new GateError('GG-WORKTREE-NOT-MADE', `The worktree lacks ${unfilled.slice(0, 5).map((one) => `${showPath(one.path)} (${one.why})`).join(', ')}`, 'Fetch what is missing into the local store, for instance: git lfs fetch, or git submodule update --init --recursive');
    await own.tryRun(['update-index', '-q', '--refresh']);
  } finally {
    own.remove();
  }
}

function leadsOut(path: string, target: string): Refusal {
  return new Refusal({
    rule: 'GG-WORKTREE-LINK',
    answer: 'broken',
    paths: [path],
    what: `--link ${showPath(path)} leads out of the repository, to ${showPath(target)}`,
    why: 'What the isolated run writes there would reach files that no checkout of this repository holds.',
    fix: 'Copy what is needed into the parent checkout, or let the setup script make it.',
    rejects: true,
  });
}

function leadsToSources(top: string, path: string, { name, target }: { readonly name: string; readonly target: string }): Refusal {
  const managers = [['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'], ['yarn.lock', 'yarn install --immutable'], ['bun.lock', 'bun install --frozen-lockfile'], ['package-lock.json', 'npm ci']] as const;
  const install = managers.find(([lock]) => existsSync(join(top, lock)))?.[1] ?? 'npm install';
  return new Refusal({
    rule: 'GG-WORKTREE-LINK',
    answer: 'broken',
    paths: [`${path}/${name}`],
    what: `--link ${showPath(path)}: its package ${showPath(name)} is a link to ${showPath(relative(top, target))} of the parent checkout`,
    why: "The isolated run would load the parent's sources in the place of its own.",
    fix: `Leave the link out and let the setup script install in the worktree: ${install}`,
    rejects: true,
  });
}
