/**
 * Applies a patch to the work tree before the stamp, whole or not at all (ST5). git reads and writes the files, in the
 * private git directory: built-in conversions work, and no filter, hook or setting of the repository does.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError, Refusal, UsageError } from '../model/errors.ts';
import { comparePaths, decodePath, showPath } from '../model/path.ts';
import { keepFiles } from './kept-files.ts';
import { unsafePatchPath } from './patch-paths.ts';
import { openPrivateGit, type PrivateGit } from './private-git.ts';
import { withFullIndex } from './sparse-index.ts';
import type { Repository } from './repository.ts';

export interface AppliedPatch {
  /** SHA-256 of the patch file's bytes, in hex. */
  readonly digest: string;
  /** Every path that the patch names, old and new names, sorted by bytes, each once. */
  readonly paths: readonly string[];
}

export interface PatchOptions {
  /** An existing folder of the gate's own outside the stamped paths, for copies of what the patch will change. */
  readonly scratch: string;
}

/** As `git diff` and `git format-patch` write them: one leading component to strip. */
const APPLY = ['apply', '--whitespace=nowarn', '-p1'] as const;

/**
 * Applies the patch in `patchFile` to the work tree.
 * Throws {@link UsageError} where the file is missing, empty or no patch; {@link Refusal} `GG-PATCH-UNSAFE-PATH` or
 * `GG-PATCH-DOES-NOT-APPLY`, with nothing changed; {@link GateError} where writing failed half way and was undone.
 */
export async function applyPatch(repository: Repository, patchFile: string, { scratch }: PatchOptions): Promise<AppliedPatch> {
  // Read once: what was checked is what is applied, and what the digest names.
  const bytes = readPatch(patchFile);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const git = privateGitOf(repository);
  try {
    const paths = await namedPaths(git, bytes, patchFile);
    const unsafe = unsafePatchPath(repository.top, paths, await submodulePaths(await withFullIndex(git, repository.gitDir)), movedSubmodule(bytes));
    if (unsafe !== null) throw refuseUnsafe(patchFile, unsafe.path, unsafe.reason);
    await check(git, bytes, patchFile);
    await write(git, repository, bytes, paths, scratch);
    return { digest, paths };
  } finally {
    git.remove();
  }
}

/** Throws a {@link UsageError} where the file is missing, empty or no patch: to be asked before anything is changed for its sake. */
export async function requirePatch(repository: Repository, patchFile: string): Promise<void> {
  const bytes = readPatch(patchFile);
  const git = privateGitOf(repository);
  try {
    await namedPaths(git, bytes, patchFile);
  } finally {
    git.remove();
  }
}

function privateGitOf(repository: Repository): PrivateGit {
  return openPrivateGit({
    workTree: repository.top,
    objectFormat: repository.objectFormat,
    settings: repository.settings,
    objects: repository,
    index: join(repository.gitDir, 'index'),
  });
}

function readPatch(file: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UsageError('GG-PATCH-UNREADABLE', `The patch file "${file}" cannot be read (${reason})`, 'Pass an existing file: git diff --binary BASE > fix.patch');
  }
  if (bytes.length === 0) {
    throw new UsageError('GG-PATCH-EMPTY', `The patch file "${file}" is empty`, 'Write it with: git diff --binary BASE > fix.patch. Without a change to apply, leave --patch out.');
  }
  return bytes;
}

/** Old and new names. git itself reads the patch; backwards it tells the names before a rename. */
async function namedPaths(git: PrivateGit, bytes: Buffer, file: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const direction of [[], ['--reverse']]) {
    const result = await git.tryRun([...APPLY, '--numstat', '-z', ...direction], bytes);
    if (result.code !== 0) {
      throw new UsageError('GG-PATCH-NOT-A-PATCH', `git reads no patch in "${file}": ${firstLine(result.stderr)}`, 'Write it with: git diff --binary BASE > fix.patch');
    }
    for (const record of decodePath(result.stdout).split('\0')) {
      const path = record.split('\t').slice(2).join('\t');
      if (path !== '') names.add(path);
    }
  }
  return [...names].sort(comparePaths);
}

async function submodulePaths(git: PrivateGit): Promise<ReadonlySet<string>> {
  const records = decodePath(await git.run(['ls-files', '-s', '-z'])).split('\0');
  return new Set(records.filter((record) => record.startsWith('160000 ')).map((record) => record.slice(record.indexOf('\t') + 1)));
}

/** The header line by which a patch moves a submodule to another commit; null where it moves none. */
function movedSubmodule(bytes: Buffer): string | null {
  // Lines of a hunk begin with a blank, `+`, `-` or `\`, so content cannot look like a header.
  return /^(?:index [0-9a-f]+\.\.[0-9a-f]+ 160000|(?:new|deleted) file mode 160000|(?:old|new) mode 160000)\r?$/m.exec(bytes.toString('latin1'))?.[0] ?? null;
}

async function check(git: PrivateGit, bytes: Buffer, file: string): Promise<void> {
  const result = await git.tryRun([...APPLY, '--check'], bytes);
  if (result.code === 0) return;
  const unsafe = /^error: (?:invalid path '(?<invalid>.*)'|affected file '(?<beyond>.*)' is beyond a symbolic link)$/m.exec(result.stderr);
  if (unsafe !== null) {
    const path = unsafe.groups?.['invalid'] ?? unsafe.groups?.['beyond'] ?? '';
    throw refuseUnsafe(file, path, unsafe.groups?.['beyond'] === undefined ? 'git allows no such name in a work tree' : 'it lies behind a symbolic link');
  }
  throw new Refusal({
    rule: 'GG-PATCH-DOES-NOT-APPLY',
    answer: 'broken',
    what: `The patch "${file}" does not apply, and nothing was changed: ${result.stderr.split('\n').slice(0, 5).join('; ')}`,
    why: 'Tests of a tree without the whole patch say nothing about the patch.',
    fix: 'Make the patch again on the commit that is checked out (git diff --binary HEAD > fix.patch), or check out the commit it was made on.',
    innocent_when: 'The patch is applied already: leave --patch out. A filter such as Git LFS keeps other bytes in the work tree than the patch was made from.',
    rejects: true,
  });
}

async function write(git: PrivateGit, repository: Repository, bytes: Buffer, paths: readonly string[], scratch: string): Promise<void> {
  const kept = keepFiles(repository.top, paths, scratch);
  try {
    const result = await git.tryRun(APPLY, bytes);
    if (result.code !== 0) throw new Error(firstLine(result.stderr));
  } catch (error) {
    kept.putBack();
    const words = error instanceof Error ? error.message : String(error);
    throw new GateError('GG-PATCH-NOT-WRITTEN', `The patch applies, but writing it failed (${words}); every file was put back`, 'Make room on the disk, and give the user that runs this write permission in the workspace.', error);
  }
  kept.discard();
}

function refuseUnsafe(file: string, path: string, reason: string): Refusal {
  return new Refusal({
    rule: 'GG-PATCH-UNSAFE-PATH',
    answer: 'broken',
    paths: [path],
    what: `The patch "${file}" names ${showPath(path)}: ${reason}. Nothing was changed`,
    why: 'A patch may change the files of the work tree it is judged with, and nothing else: not git\'s own files, not another checkout, not the stamp.',
    fix: `Take ${showPath(path)} out of the patch: git apply --exclude='…', or make the patch again without it.`,
    rejects: true,
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
