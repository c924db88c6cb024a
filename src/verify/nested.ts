/** What repositories inside the workspace hold beyond the commits that the tree id names. */
import { showPath } from '../model/path.ts';
import type { NestedRepository } from '../model/tree.ts';

/** One sentence part for each repository that is not what is recorded of it; nothing for clean ones. */
export function nestedDeviations(nested: readonly NestedRepository[]): readonly { readonly path: string; readonly what: string }[] {
  return nested.flatMap((repository) => {
    const what = [otherCommit(repository), otherContent(repository)].filter((words) => words !== null);
    return what.length === 0 ? [] : [{ path: repository.path, what: `${showPath(repository.path)} ${what.join(' and ')}` }];
  });
}

/**
 * Path → tree of what the tree id of the workspace does not answer for. A clean repository is not in it: the commit that
 * the tree id names says what it holds.
 */
export function contentBeyondCommits(nested: readonly NestedRepository[]): ReadonlyMap<string, string> {
  return new Map(nested.flatMap(({ path, tree, committed }) => (typeof tree === 'string' && tree !== committed ? [[path, tree] as const] : [])));
}

/** Whether it was recorded what every repository inside holds. Older versions did not look, and a failed conversion hides it. */
export function isNestedContentKnown(nested: readonly NestedRepository[]): boolean {
  return nested.every(({ tree }) => typeof tree === 'string');
}

function otherCommit({ kind, head, recorded }: NestedRepository): string | null {
  if (kind !== 'submodule' || recorded === undefined || recorded === null || recorded === head) return null;
  return `is at ${head === null ? 'no commit' : `commit ${head}`}, where the index records ${recorded}`;
}

function otherContent({ kind, head, recorded, committed, tree }: NestedRepository): string | null {
  if (tree === undefined) return null;
  if (kind === 'plain') return `holds files and no repository, where the index records commit ${recorded ?? 'unknown'}`;
  if (head === null) return 'has no commit, so that no tree id sees its files';
  if (tree === null) return 'holds a file that git cannot convert, so that nobody can tell whether it is what its commit holds';
  if (committed === null || committed === undefined) return `holds tree ${tree}, and git cannot read the tree of its commit ${head}`;
  return tree === committed ? null : `holds tree ${tree}, where its commit ${head} has tree ${committed}`;
}
