/** Isolated runs of the program, with a command that does work in its worktree. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged, type Judged, type ProgramCall } from '../support/cli.ts';
import { freshFolder, git, makeRepository } from '../support/repository.ts';

export interface Isolated {
  readonly result: Judged;
  /** What the program says of the worktree. */
  readonly worktree: Record<string, unknown>;
  /** Its folder; empty where it is gone. */
  readonly path: string;
  readonly temporary: string;
}

/** A clean checkout whose ignore file names `.env`, reports and caches. */
export function parentCheckout(files: Readonly<Record<string, string>> = {}): string {
  return makeRepository({ '.gitignore': '.env\nreports/\ncache/\n__pycache__/\nnode_modules\n', 'a.txt': 'a\n', 'src/b.txt': 'b\n', ...files });
}

/** Runs a shell script in a worktree of its own. */
export async function isolated(parent: string, script: string, { args = [], ...call }: Partial<ProgramCall> & { readonly args?: readonly string[] } = {}): Promise<Isolated> {
  const temporary = freshFolder();
  const result = await judged(['gate', '--isolation', 'worktree', ...args, '--', 'sh', '-c', script], { cwd: parent, ...call, env: { TMPDIR: temporary, ...call.env } });
  const worktree = (result.envelope['worktree'] ?? {}) as Record<string, unknown>;
  return { result, worktree, path: typeof worktree['path'] === 'string' ? worktree['path'] : '', temporary };
}

/** The tree that a patch gives on a commit, asked of git in a clone: it shares no code with the product. */
export function treeOfPatch(parent: string, base: string, patch: string): string {
  const clone = join(freshFolder(), 'clone');
  git(parent, 'clone', '-q', '--shared', '--no-checkout', parent, clone);
  git(clone, 'read-tree', base);
  git(clone, 'apply', '--cached', '--whitespace=nowarn', patch);
  return git(clone, 'write-tree');
}

/** The tree that `git add -A` makes of a work tree, through an index and an object store of the test's own. */
export function treeOfFolder(folder: string): string {
  const clone = join(freshFolder(), 'clone');
  git(folder, 'clone', '-q', '--shared', '--no-checkout', folder, clone);
  git(clone, `--work-tree=${folder}`, 'read-tree', 'HEAD');
  git(clone, `--work-tree=${folder}`, 'add', '-A', '--', '.', ':(exclude).workspace_generation.json');
  return git(clone, 'write-tree');
}

export function textIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
