/** The paths whose stat data are not those of an index of the gate's own. */
import { GateError } from '../model/errors.ts';
import { decodePath } from '../model/path.ts';
import type { PrivateGit } from './private-git.ts';

/**
 * Asks git, which looks at every path of the index faster than Node can. Rows in doubt are among the answers. Null where
 * git said anything besides: then every path is suspect.
 */
export async function suspectsOf(git: PrivateGit, index: string): Promise<ReadonlySet<string> | null> {
  const result = await git.tryRun(['diff-files', '--raw', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=none'], undefined, { GIT_INDEX_FILE: index });
  if (result.code !== 0) throw new GateError('GG-GIT-FAILED', `git diff-files exited ${result.code}: ${result.stderr.slice(0, 2000)}`);
  // git leaves out what it may not look at, says so, and exits 0. Other lines there are harmless, and which are changes
  // with git's version, the libraries and what is loaded before them: whoever reads the paths himself need not know. It
  // always says that it skips our extension.
  if (result.stderr.split('\n').some((line) => line !== '' && !/^ignoring \S+ extension$/.test(line))) return null;
  const found = new Set<string>();
  const fields = decodePath(result.stdout).split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) found.add(fields[at + 1] ?? '');
  return found;
}
