/** The commit that `--base` names, or the refusal that brings it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../model/errors.ts';
import { showPath } from '../model/path.ts';
import { git } from '../workspace/git.ts';
import type { Repository } from '../workspace/repository.ts';

export interface BaseRevision {
  readonly given: string;
  readonly commit: string;
}

/** Finds the commit and looks whether its tree is here. Throws a {@link Refusal} with the fetch that brings what is missing. */
export async function findBase(repository: Pick<Repository, 'top' | 'commonDir'>, given: string): Promise<BaseRevision> {
  const named = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${given}^{commit}`], { cwd: repository.top });
  const commit = named.stdout.toString('latin1').trim();
  if (named.code !== 0 || commit === '') throw absent(repository, given, `${showPath(given)} names no commit that is here`);
  const tree = await git(['cat-file', '-e', `${commit}^{tree}`], { cwd: repository.top });
  if (tree.code !== 0) throw absent(repository, given, `The tree of the base ${showPath(given)} (${commit}) is not here`);
  return { given, commit };
}

function absent({ commonDir }: Pick<Repository, 'commonDir'>, given: string, what: string): Refusal {
  const shallow = existsSync(join(commonDir, 'shallow'));
  const isId = /^[0-9a-f]{7,64}$/.test(given);
  const remote = /^(?:refs\/remotes\/)?origin\/(.+)$/.exec(given)?.[1];
  const branch = remote ?? given.replace(/^refs\/heads\//, '');
  const fetch = isId || /[~^:@{]/.test(given) ? (isId ? `git fetch --depth=1 origin ${given}` : 'git fetch --unshallow origin') : `git fetch --depth=1 origin ${branch}:refs/remotes/origin/${branch}`;
  const then = !isId && remote === undefined && !/[~^:@{]/.test(given) ? `, then --base origin/${branch}` : '';
  return new Refusal({
    rule: 'GG-BASELINE-ABSENT',
    answer: 'broken',
    what: `${what}${shallow ? '; the clone is shallow' : ''}`,
    why: 'Without the base nobody knows whether the tests failed before the change.',
    fix: `${fetch}${then}; or let actions/checkout fetch it: fetch-depth: 0`,
    rejects: true,
  });
}
