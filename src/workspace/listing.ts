/** The paths of one repository's work tree as git tells them: tracked, untracked, and repositories inside it. */
import { GateError } from '../model/errors.ts';
import { decodePath } from '../model/path.ts';
import { environmentFolderTest } from './environment-folder.ts';
import type { PrivateGit } from './private-git.ts';
import { unreadableFile } from './refusals.ts';

export interface TrackedPath {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
  /** The index marks it absent by design (sparse checkout), or somebody set the bit to hide an edit. */
  readonly skipWorktree: boolean;
  /** An entry of a conflict: the index holds no single blob for it. */
  readonly unmerged: boolean;
}

export interface Listing {
  /** Sorted by bytes, one entry a path. Gitlinks (mode 160000) are among them. */
  readonly tracked: readonly TrackedPath[];
  /** Untracked paths that no `.gitignore` names and that lie in no environment folder, sorted by bytes. */
  readonly untracked: readonly string[];
  /** Untracked folders that are repositories of their own, without the trailing slash. */
  readonly repositories: readonly string[];
}

/** Lists the work tree of a private git directory. */
export async function listWorkTree(git: PrivateGit): Promise<Listing> {
  const [tracked, others] = await Promise.all([listTracked(git), listOthers(git)]);
  return { tracked, ...others };
}

/** Lists what the index of a private git directory holds, and looks at no file. */
export async function listTracked(git: PrivateGit): Promise<readonly TrackedPath[]> {
  return parseTracked(await listIndex(git));
}

/** The same as git prints it. */
export function listIndex(git: PrivateGit): Promise<Buffer> {
  return git.run(['ls-files', '-s', '-t', '-z']);
}

/**
 * Untracked paths of the work tree. Only the tree's own `.gitignore` files count: `info/exclude` and
 * `core.excludesFile` belong to a machine, and would hide a file from one checkout that another one sees.
 */
export async function listOthers(git: PrivateGit): Promise<Pick<Listing, 'untracked' | 'repositories'>> {
  const result = await git.tryRun(['ls-files', '-o', '-z', '--exclude-per-directory=.gitignore']);
  if (result.code !== 0) throw new GateError('GG-GIT-FAILED', `git ls-files exited ${result.code}: ${result.stderr.slice(0, 2000)}`);
  // git leaves such a folder out, says so, and exits 0.
  const unreadable = /^warning: could not open directory '(.*?)\/?': /ms.exec(result.stderr)?.[1];
  if (unreadable !== undefined) throw unreadableFile(unreadable);
  const text = decodePath(result.stdout);
  const paths = text === '' ? [] : text.slice(0, -1).split('\0');
  const inEnvironment = environmentFolderTest(paths);
  const free = paths.filter((path) => !inEnvironment(path));
  return {
    untracked: free.filter((path) => !path.endsWith('/')),
    repositories: free.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  };
}

/** Parses `ls-files -s -t -z`: `<tag> <mode> <oid> <stage>\t<path>\0`. */
export function parseTracked(printed: Buffer): TrackedPath[] {
  const text = decodePath(printed);
  const found: TrackedPath[] = [];
  let before = '';
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\0', at);
    const tab = text.indexOf('\t', at);
    const path = text.slice(tab + 1, end);
    // The stages of a conflict follow each other under one path.
    if (path !== before || found.length === 0) {
      found.push({
        path,
        mode: text.slice(at + 2, at + 8),
        oid: text.slice(at + 9, tab - 2),
        skipWorktree: text[at] === 'S',
        unmerged: text[tab - 1] !== '0',
      });
    }
    before = path;
    at = end + 1;
  }
  return found;
}
