/**
 * Captures what a step did in its worktree before anything else may happen to it (WT3): one patch against the base,
 * written by git itself and applied once more to prove that it gives the very tree; commits as a bundle.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { nativePath } from '../model/path.ts';
import type { PrivateGit } from './private-git.ts';
import type { Repository } from './repository.ts';
import { writeBundle } from './worktree-commits.ts';
import { lookInto, type WorktreeContents } from './worktree-contents.ts';
import { seedIndex, treeOf, withIndex } from './worktree-index.ts';
import { entriesOfTree, entriesWithPatch } from './worktree-proof.ts';
import { isCacheFile } from './worktree-leftovers.ts';
import type { Capture, OddPath } from './worktree-record.ts';

export interface CaptureOptions {
  readonly base: string;
  readonly ownBranch: string;
  /** Paths that the gate itself put into the worktree. */
  readonly isOwn: (path: string) => boolean;
  /** Ignored files that are evidence: copied, because no patch holds them. */
  readonly evidence: readonly string[];
  /** Existing folder of the gate's own; what it writes there begins with `captured-`. */
  readonly folder: string;
}

/** As `git apply` reads it back whatever the file names and bytes are. */
const PATCH_OPTIONS = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', '-M'] as const;

/** Captures the work of the worktree. Throws a {@link GateError} where the capture does not give the same tree again. */
export async function capture(repository: Repository, options: CaptureOptions): Promise<Capture> {
  const { base, ownBranch, folder, isOwn } = options;
  const found = await lookInto(repository, { base, ownBranch, isOwn });
  try {
    const patch = found.tree === found.baseTree ? null : await provenPatch(repository, found, found.git, found.tree, join(folder, 'captured.patch'));
    const stagedIsElsewhere = found.stagedTree === null || [found.tree, found.headTree, found.baseTree].includes(found.stagedTree);
    const staged = stagedIsElsewhere ? null : await provenPatch(repository, found, await stagedIndex(repository, found), found.stagedTree, join(folder, 'captured-staged.patch'));
    if (found.commits.length > 0) await writeBundle(found.git, found.commits, base, join(folder, 'captured-commits.bundle'));
    const evidence = await copyEvidence(repository.top, options.evidence.filter((path) => found.ignored.includes(path)), folder);
    return {
      tree: found.tree,
      stagedTree: staged === null ? null : found.stagedTree,
      commits: [...found.commits],
      patch: patch === null ? null : { file: basename(patch), sha256: await sha256Of(patch), bytes: statSync(patch).size },
      stagedPatch: staged === null ? null : basename(staged),
      bundle: found.commits.length > 0 ? 'captured-commits.bundle' : null,
      diffstat: (await found.git.run(['diff-index', '--cached', '-M', '--stat=120', '--summary', found.baseTree])).toString('utf8'),
      evidence,
      leftOut: notInPatch(repository.top, found, new Set(evidence.map(({ path }) => path))),
    };
  } finally {
    found.git.remove();
  }
}

/** What a patch cannot hold, each with its reason. */
export function notInPatch(top: string, found: WorktreeContents, accounted: ReadonlySet<string>): OddPath[] {
  return [
    ...found.ignored.filter((path) => !accounted.has(path) && !isCacheFile(top, path)).map((path) => ({ path, why: 'it is ignored, and no diff shows it' })),
    ...found.repositories.map(({ path, why }) => ({ path, why })),
    ...found.unheld,
    ...found.operations.map((what) => ({ path: '', why: what })),
  ];
}

async function stagedIndex(repository: Repository, { git, staged }: WorktreeContents): Promise<PrivateGit> {
  const own = withIndex(git, join(git.dir, 'staged-index'), repository);
  await seedIndex(own, [...staged].map(([path, entry]) => ({ path, mode: entry.slice(0, 6), oid: entry.slice(7) })));
  return own;
}

/** Lets git write the difference between the base and an index, and proves by applying it that nothing of it is lost. */
async function provenPatch(repository: Repository, found: WorktreeContents, own: PrivateGit, tree: string | null, file: string): Promise<string> {
  if (tree === null) throw new GateError('GG-DEFECT', 'A conflict has no tree to capture');
  await own.run(['diff-index', '--cached', '-p', ...PATCH_OPTIONS, `--output=${file}`, found.baseTree]);
  const entries = await entriesWithPatch(repository, found.git, found.baseTree, file);
  const given = entries === null ? null : treeOf(entries, repository.objectFormat);
  if (given !== tree) throw new GateError('GG-WORKTREE-NOT-CAPTURED', `The patch "${file}" gives ${given ?? 'nothing'} on the base, and the worktree is ${tree}`, 'The worktree stays as it is; save its work by hand before anything else.');
  return file;
}

/** What a capture still holds, read from its files again: a patch that is gone or changed captures nothing. */
export interface Held {
  /** Path → `<mode> <id>` of the tree that the patch gives. */
  readonly entries: ReadonlyMap<string, string>;
  readonly tree: string;
  readonly stagedTree: string | null;
  readonly commits: ReadonlySet<string>;
  readonly evidence: ReadonlyMap<string, string>;
}

/** Reads a capture back through the private directory of `found`. */
export async function heldBy(repository: Repository, found: WorktreeContents, recorded: Capture | null, folder: string): Promise<Held> {
  const nothing: Held = { entries: await entriesOfTree(found.git, found.baseTree), tree: found.baseTree, stagedTree: null, commits: new Set(), evidence: new Map() };
  if (recorded === null) return nothing;
  const entries = (recorded.patch === null ? null : await entriesWithPatch(repository, found.git, found.baseTree, join(folder, recorded.patch.file))) ?? nothing.entries;
  const staged = recorded.stagedPatch === null ? null : await entriesWithPatch(repository, found.git, found.baseTree, join(folder, recorded.stagedPatch));
  const intact = recorded.bundle !== null && (await found.git.tryRun(['bundle', 'verify', '--quiet', join(folder, recorded.bundle)])).code === 0;
  const heads = intact ? (await found.git.run(['bundle', 'list-heads', join(folder, recorded.bundle ?? '')])).toString('latin1') : '';
  return {
    entries,
    tree: treeOf(entries, repository.objectFormat),
    stagedTree: staged === null ? null : treeOf(staged, repository.objectFormat),
    commits: new Set(recorded.commits.filter((id) => heads.includes(id))),
    evidence: new Map(recorded.evidence.filter(({ file, sha256 }) => hasDigest(folder, file, sha256)).map(({ path, sha256 }) => [path, sha256])),
  };
}

async function copyEvidence(top: string, paths: readonly string[], folder: string): Promise<Capture['evidence']> {
  const copied: { path: string; file: string; sha256: string }[] = [];
  for (const path of paths) {
    const native = nativePath(top, path);
    if (!lstatSync(native).isFile()) continue;
    const file = join('captured-evidence', String(copied.length), basename(path).replace(/[^A-Za-z0-9._-]/g, '_'));
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(native, join(folder, file));
    copied.push({ path, file, sha256: await sha256Of(join(folder, file)) });
  }
  return copied;
}

/** Whether a file below `top` holds the bytes of a digest. */
export function hasDigest(top: string, path: string, sha256: string): boolean {
  const native = nativePath(top, path);
  return lstatSync(native, { throwIfNoEntry: false })?.isFile() === true && createHash('sha256').update(readFileSync(native)).digest('hex') === sha256;
}

function sha256Of(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const digest = createHash('sha256');
    createReadStream(file).on('error', reject).on('data', (chunk) => digest.update(chunk)).on('end', () => resolve(digest.digest('hex')));
  });
}
