/**
 * A git directory of the gate's own, over the user's work tree: the repository's objects are borrowed, its
 * configuration, hooks, filters and caches are not there (ST2, ST3). Only listing and built-in conversion run in it.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, copyFileSync, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { GateError } from '../model/errors.ts';
import { encodePath, nativePath } from '../model/path.ts';
import { git, gitOrThrow, type GitResult } from './git.ts';
import type { WorkTreeSettings } from './repository.ts';

export interface PrivateGit {
  readonly dir: string;
  /** Runs git in the private directory over the work tree. */
  readonly run: (args: readonly string[], input?: Uint8Array) => Promise<Buffer>;
  /** The same, and leaves judging the exit code to the caller. */
  readonly tryRun: (args: readonly string[], input?: Uint8Array, env?: Readonly<Record<string, string>>) => Promise<GitResult>;
  readonly remove: () => void;
}

export interface PrivateGitOptions {
  readonly workTree: string;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly settings: WorkTreeSettings;
  /** Git directory whose objects are borrowed and whose `info/attributes` apply; null for none. */
  readonly objects: { readonly gitDir: string; readonly commonDir: string } | null;
  /** Index to read. It is never written: every call that would write one names its own. */
  readonly index: string;
}

/** Makes a private git directory in the temporary folder. The caller removes it. */
export function openPrivateGit(options: PrivateGitOptions): PrivateGit {
  const dir = mkdtempSync(join(temporaryFolder(options.workTree), 'generation-gate-git-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    furnish(dir, options);
  } catch (error) {
    remove();
    throw error;
  }
  const settings = [...workTreeConfiguration(options.settings), 'core.looseCompression=0'].flatMap((entry) => ['-c', entry]);
  const env = {
    GIT_DIR: dir,
    GIT_WORK_TREE: '.',
    GIT_INDEX_FILE: options.index,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const call = (input?: Uint8Array, more?: Readonly<Record<string, string>>) => ({
    cwd: options.workTree,
    env: { ...env, ...more },
    ...(input === undefined ? {} : { input }),
  });
  return {
    dir,
    run: (args, input) => gitOrThrow([...settings, ...args], call(input)),
    tryRun: (args, input, more) => git([...settings, ...args], call(input, more)),
    remove,
  };
}

/** Configuration under which git reads and writes a work tree as the user's git does, and trusts nothing it remembers of it. */
export function workTreeConfiguration(settings: WorkTreeSettings): readonly string[] {
  return [
    `core.autocrlf=${settings.autocrlf}`,
    `core.eol=${settings.eol}`,
    'core.safecrlf=false',
    'core.fileMode=true',
    'core.symlinks=true',
    'core.sparseCheckout=false',
    'core.bigFileThreshold=512m',
    'index.threads=0',
    'index.sparse=false',
    ...(settings.attributesFile === null ? [] : [`core.attributesFile=${settings.attributesFile}`]),
  ];
}

/** Fills a private git directory: what git needs to take it for one, and the way to the borrowed objects. */
function furnish(dir: string, { objectFormat, objects }: PrivateGitOptions): void {
  const sha256 = objectFormat === 'sha256';
  mkdirSync(join(dir, 'objects', 'info'), { recursive: true });
  mkdirSync(join(dir, 'refs'));
  mkdirSync(join(dir, 'info'));
  writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/generation-gate\n');
  writeFileSync(
    join(dir, 'config'),
    `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tbare = false\n${sha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''}`,
  );
  writeFileSync(join(dir, 'info', 'exclude'), '');
  if (objects !== null) {
    const { gitDir, commonDir } = objects;
    writeFileSync(join(dir, 'objects', 'info', 'alternates'), encodePath(`${quoteAlternate(join(commonDir, 'objects'))}\n`));
    const attributes = nativePath(commonDir, 'info/attributes');
    if (existsSync(attributes)) copyFileSync(attributes, join(dir, 'info', 'attributes'));
    // A split index names its shared half by a file in the git directory. Copied, for git touches it when it reads it.
    for (const name of readdirSync(nativePath(gitDir, ''))) {
      if (name.startsWith('sharedindex.')) copyFileSync(nativePath(gitDir, name), join(dir, name));
    }
  }
}

/** A folder for files of the gate's own that the work tree does not hold, else they would be measured with it. */
export function temporaryFolder(workTree: string): string {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    if (!existsSync(folder)) continue;
    const place = relative(workTree, realpathSync(folder));
    if (place === '..' || place.startsWith('../')) return folder;
  }
  throw new GateError('GG-NO-TEMPORARY-FOLDER', `Every temporary folder lies inside the workspace "${workTree}"`, 'Set TMPDIR to a folder outside the workspace.');
}

/** A line of `objects/info/alternates`: quoted where git would read it otherwise (gitrepository-layout(5)). */
export function quoteAlternate(path: string): string {
  return /^[#"]|[\n]/.test(path) ? JSON.stringify(path) : path;
}
