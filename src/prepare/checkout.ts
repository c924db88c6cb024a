/** Tells another checkout of the workspace's code from third-party code (PR5, PR6). */
import { isAbsolute, resolve } from 'node:path';
import { showPath } from '../model/path.ts';
import type { Offer, OtherCheckout } from '../model/prepare.ts';
import { ENVIRONMENT_FOLDER_NAMES, VIRTUAL_ENVIRONMENT_MARK } from '../workspace/environment-folder.ts';
import { entriesOf, kindAt, liesIn, readTextOrNothing, realPath } from './bounded-file.ts';
import { METADATA_FILES, readProjectMetadata } from './project-metadata.ts';

/** One call of git in a folder; it may reject where git cannot be run. */
export type GitPort = (cwd: string, args: readonly string[]) => Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>;

export interface Checkout {
  /** Real path of the work tree's top. */
  readonly top: string;
  readonly gitDir: string;
  /** Shared by all work trees of one repository. */
  readonly commonDir: string;
}

/** Answers for an absolute path whether it lies in another checkout of the workspace's code. */
export type OtherCheckoutOf = (path: string) => Promise<OtherCheckout | null>;

export interface Workspace {
  /** Real path of the top level. */
  readonly top: string;
  /** Linked worktrees inside the workspace, relative to the top level: other checkouts, though they lie in it. */
  readonly otherWorktrees: readonly string[];
  readonly offer: Offer;
  readonly git: GitPort;
}

/** Files that two trees must have at equal relative paths before equal metadata alone makes them the same code. */
const COMMON_FILES = 1;
const COMPARED_FILES = 500;

/** A judge over paths for one workspace; what it learns of a checkout it keeps. */
export function otherCheckouts(workspace: Workspace): OtherCheckoutOf {
  const answers = new Map<string, Promise<string | null>>();
  const here = checkoutAt(workspace.top);
  return async (path) => {
    const real = realPath(path);
    if (liesIn(real, workspace.top)) return linkedWorktreeAround(real, workspace);
    for (const checkout of checkoutsAround(real)) {
      let why = answers.get(checkout.top);
      if (why === undefined) answers.set(checkout.top, (why = here === null ? Promise.resolve(null) : sameCode(here, checkout, workspace.git)));
      const found = await why;
      if (found !== null) return { top: checkout.top, why: found };
    }
    return copyOfProject(real, workspace);
  };
}

/**
 * Why two checkouts hold the same code, null where nothing says so: a shared git directory, an equal remote, a commit
 * of one that the other has, or an equal root commit. Reads both repositories and changes neither.
 */
export async function sameCode(one: Checkout, other: Checkout, git: GitPort): Promise<string | null> {
  if (one.commonDir === other.commonDir) return `both use the git directory ${showPath(one.commonDir)}`;
  const [ours, theirs] = await Promise.all([remotesOf(one, git), remotesOf(other, git)]);
  const remote = [...ours].find((url) => theirs.has(url));
  if (remote !== undefined) return `both have the remote ${showPath(remote)}`;
  for (const [from, into] of [
    [one, other],
    [other, one],
  ] as const) {
    const head = (await say(git, from.top, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}')).trim();
    if (head !== '' && (await say(git, into.top, 'cat-file', '-t', head)).trim() === 'commit') return `both have the commit ${head}`;
  }
  const [roots, others] = await Promise.all([rootsOf(one, git), rootsOf(other, git)]);
  const root = [...roots].find((id) => others.has(id));
  return root === undefined ? null : `both descend from the commit ${root}`;
}

/** The checkouts around a real path, innermost first, up to the environment folder that holds it, if one does. */
export function checkoutsAround(path: string): readonly Checkout[] {
  const found: Checkout[] = [];
  for (let folder = path; folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const checkout = checkoutAt(folder);
    if (checkout !== null) found.push(checkout);
    // What is installed in an environment is judged by where it came from, not by where the environment lies.
    if (isEnvironment(folder)) break;
  }
  return found;
}

/** The checkout whose top is this folder; null where it is none. A `.git` that git would not take makes none. */
export function checkoutAt(folder: string): Checkout | null {
  const dotGit = `${folder}/.git`;
  const kind = kindAt(dotGit);
  if (kind === 'other') return null;
  const pointer = kind === 'folder' ? dotGit : /^gitdir: (?<path>[^\n]+)/.exec(readTextOrNothing(dotGit))?.groups?.['path'];
  if (pointer === undefined) return null;
  const gitDir = realPath(resolve(folder, pointer));
  const common = readTextOrNothing(`${gitDir}/commondir`).replace(/\n$/, '');
  const commonDir = common === '' ? gitDir : realPath(resolve(gitDir, common));
  if (kindAt(`${gitDir}/HEAD`) !== 'file' || kindAt(`${commonDir}/objects`) !== 'folder') return null;
  return { top: realPath(folder), gitDir, commonDir };
}

/** Whether an absolute folder is an environment folder, by its name or its marker. */
export function isEnvironment(folder: string): boolean {
  return ENVIRONMENT_FOLDER_NAMES.has(folder.slice(folder.lastIndexOf('/') + 1)) || kindAt(`${folder}/${VIRTUAL_ENVIRONMENT_MARK}`) === 'file';
}

function linkedWorktreeAround(path: string, { top, otherWorktrees }: Workspace): OtherCheckout | null {
  const around = otherWorktrees.map((worktree) => `${top}/${worktree}`).find((worktree) => liesIn(path, worktree));
  return around === undefined ? null : { top: around, why: 'it is a linked worktree of this repository' };
}

async function remotesOf({ top }: Checkout, git: GitPort): Promise<ReadonlySet<string>> {
  const listed = await say(git, top, 'config', '--null', '--get-regexp', '^remote\\..*\\.url$');
  const urls = listed.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1));
  return new Set(urls.filter((url) => url !== '').map((url) => normaliseRemote(url, top)));
}

/** `host/path` of a remote, without scheme, user, port and `.git`; a local one is its real path. Holds no password. */
export function normaliseRemote(url: string, top: string): string {
  const trimmed = url.trim().replace(/\/+$/, '').replace(/\.git$/, '').replace(/\/+$/, '');
  const withScheme = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(?<host>[^/:]*)(?::\d+)?(?<path>\/.*)?$/i.exec(trimmed)?.groups;
  if (withScheme !== undefined && withScheme['scheme']?.toLowerCase() !== 'file') return `${(withScheme['host'] ?? '').toLowerCase()}${withScheme['path'] ?? ''}`;
  const scp = /^(?:[^/@:]+@)?(?<host>[^/:]+):(?<path>.*)$/.exec(trimmed)?.groups;
  if (withScheme === undefined && scp !== undefined) return `${(scp['host'] ?? '').toLowerCase()}/${(scp['path'] ?? '').replace(/^\/+/, '')}`;
  const local = withScheme === undefined ? trimmed : (withScheme['path'] ?? '/');
  return realPath(isAbsolute(local) ? local : resolve(top, local));
}

async function rootsOf({ top }: Checkout, git: GitPort): Promise<ReadonlySet<string>> {
  const listed = await say(git, top, 'rev-list', '--max-parents=0', 'HEAD', '--');
  return new Set(listed.split('\n').filter((id) => id !== ''));
}

/** What git printed, '' where it failed: a checkout that git cannot read shows no kinship by that way. */
async function say(git: GitPort, cwd: string, ...args: readonly string[]): Promise<string> {
  try {
    const { code, stdout } = await git(cwd, args);
    return code === 0 ? stdout.toString('utf8') : '';
  } catch {
    return '';
  }
}

/** A project around `path` that bears a distribution name of the workspace and has its files at the same places. */
async function copyOfProject(path: string, { top, offer }: Workspace): Promise<OtherCheckout | null> {
  for (let folder = path; folder !== '' && !isEnvironment(folder); folder = folder.slice(0, folder.lastIndexOf('/'))) {
    if (!METADATA_FILES.some((name) => kindAt(`${folder}/${name}`) === 'file')) continue;
    const { distributions } = await readProjectMetadata(folder);
    const name = distributions.find((one) => offer.distributions.includes(one));
    if (name === undefined) continue;
    const relative = path.slice(folder.length);
    const common = pythonFilesIn(path, '').filter((file) => kindAt(`${top}${relative}${file}`) === 'file');
    if (common.length >= COMMON_FILES) return { top: folder, why: `its metadata names the distribution ${name}, and ${common.length} files lie at the same places (${showPath(`${relative}${common[0] ?? ''}`.slice(1))})` };
  }
  return null;
}

/** Python files up to two folders below `folder`, as `/relative/path`; links to folders are not entered. */
function pythonFilesIn(folder: string, below: string): readonly string[] {
  if (kindAt(folder) === 'file') return [''];
  const entries = entriesOf(`${folder}${below}`);
  const files = entries.filter(({ name, kind }) => kind === 'file' && name.endsWith('.py')).map(({ name }) => `${below}/${name}`);
  const deeper = below.split('/').length > 2 ? [] : entries.filter(({ kind, link }) => kind === 'folder' && !link).flatMap(({ name }) => pythonFilesIn(folder, `${below}/${name}`));
  return [...files, ...deeper].slice(0, COMPARED_FILES);
}
