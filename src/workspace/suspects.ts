/** The paths whose stat data are not those of an index of the gate's own. */
import { GateError } from '../model/errors.ts';
import { decodePath } from '../model/path.ts';
import type { PrivateGit } from './private-git.ts';

/** Asks git, which looks at every path of the index faster than Node can. Rows in doubt are among the answers. */
export async function suspectsOf(git: PrivateGit, index: string): Promise<ReadonlySet<string>> {
  const result = await git.tryRun(['diff-files', '--raw', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'], undefined, { GIT_INDEX_FILE: index });
  if (result.code !== 0) throw new GateError('GG-GIT-FAILED', `git diff-files exited ${result.code}: ${result.stderr.slice(0, 2000)}`);
  const found = new Set<string>();
  const fields = decodePath(result.stdout).split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) found.add(fields[at + 1] ?? '');
  return found;
}
