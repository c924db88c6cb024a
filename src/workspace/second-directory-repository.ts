/**
 * The git side of a second directory: a real repository that borrows another one's objects and has refs, HEAD, tags
 * and an index of its own, so that `git describe`, `git log` and `git status` answer in it as in the workspace (RP1).
 * Of what the other repository configures, what decides how git writes a work tree is taken over, and what commands ask for.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { decodePath, encodePath, nativePath } from '../model/path.ts';
import { filtersOff } from './filters.ts';
import { git, gitOrThrow, type GitResult } from './git.ts';
import { quoteAlternate, workTreeConfiguration } from './private-git.ts';
import type { GitDirectory, WorkTreeSettings } from './repository.ts';

export interface SecondRepository {
  /** Absolute path of its work tree. */
  readonly top: string;
  readonly gitDir: string;
  readonly run: (args: readonly string[], input?: Uint8Array) => Promise<Buffer>;
  readonly tryRun: (args: readonly string[], input?: Uint8Array) => Promise<GitResult>;
}

export interface SecondRepositoryOptions {
  /** Existing folder that becomes the work tree. */
  readonly top: string;
  /** The repository whose objects, refs and history are borrowed. */
  readonly source: GitDirectory;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly settings: WorkTreeSettings;
  /** Commit that HEAD names; null for an unborn branch. */
  readonly head: string | null;
}

/** Refs that belong to one work tree, or to nobody's history. */
const OWN_REFS = /^refs\/(?:stash$|bisect\/|worktree\/|rewritten\/)/;

/**
 * Settings of the repository that programs ask git for, as a command in the workspace would see them: where it came
 * from, who commits, and the filters without which large files seem changed. The gate's own calls run none of them.
 */
const ASKED_FOR = /^(?:remote\..+\.(?:url|fetch)|branch\..+\.(?:remote|merge)|user\.(?:name|email)|filter\..+\.(?:clean|smudge|process|required)|diff\..+\.(?:textconv|binary)|lfs\.\w+|submodule\..+\.(?:url|active|update|ignore|branch)|core\.abbrev)$/s;

async function settingsAskedFor({ gitDir }: GitDirectory): Promise<readonly (readonly [string, string])[]> {
  // The repository's own file alone: what lies in the user's applies to the command by itself.
  const listed = await git(['config', '--local', '--null', '--list'], { cwd: gitDir, env: { GIT_DIR: '.' } });
  return decodePath(listed.stdout).split('\0').flatMap((record) => {
    const at = record.indexOf('\n');
    const [key, value] = at < 0 ? [record, 'true'] : [record.slice(0, at), record.slice(at + 1)];
    return ASKED_FOR.test(key) ? [[key, value.replace(/^(\w+:\/\/)[^/@]*@/, '$1')] as const] : [];
  });
}

/** Lines of a configuration file (git-config(1), syntax). */
function configurationLines(settings: readonly (readonly [string, string])[]): string {
  return settings.map(([key, value]) => {
    const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
    const section = first === last ? '' : ` "${key.slice(first + 1, last).replace(/["\\]/g, '\\$&')}"`;
    return `[${key.slice(0, first)}${section}]\n\t${key.slice(last + 1)} = ${quoteValue(value)}\n`;
  }).join('');
}

/** Makes the repository. Its index is empty and its work tree untouched. */
export async function makeSecondRepository({ top, source, objectFormat, settings, head }: SecondRepositoryOptions): Promise<SecondRepository> {
  const gitDir = join(top, '.git');
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) mkdirSync(join(gitDir, folder), { recursive: true });
  writeFileSync(join(gitDir, 'objects/info/alternates'), encodePath(`${quoteAlternate(join(source.commonDir, 'objects'))}\n`));
  const askedFor = await settingsAskedFor(source);
  writeFileSync(join(gitDir, 'config'), encodePath(configuration(objectFormat, settings) + configurationLines(askedFor)));
  const filters = new Set(askedFor.filter(([key]) => key.startsWith('filter.')).map(([key]) => key.slice('filter.'.length, key.lastIndexOf('.'))));
  for (const name of ['shallow', 'info/attributes', 'info/exclude']) {
    const file = nativePath(source.commonDir, name);
    if (existsSync(file)) copyFileSync(file, join(gitDir, name));
  }
  const [refs, headText] = await Promise.all([packedRefs(source.gitDir), headOfSource(source.gitDir, head)]);
  writeFileSync(join(gitDir, 'packed-refs'), refs);
  writeFileSync(join(gitDir, 'HEAD'), headText);
  const settingsArguments = workTreeConfiguration(settings).flatMap((entry) => ['-c', entry]);
  // The user's configuration names filters; they are for the user's commands, never for the gate.
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: '.', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...filtersOff(filters) };
  const call = (input?: Uint8Array) => ({ cwd: top, env, ...(input === undefined ? {} : { input }) });
  return {
    top,
    gitDir,
    run: (args, input) => gitOrThrow([...settingsArguments, ...args], call(input)),
    tryRun: (args, input) => git([...settingsArguments, ...args], call(input)),
  };
}

export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** Fills the index with entries and takes over the stat data of files that hold what their entry says. */
export async function fillIndex(repository: SecondRepository, entries: readonly IndexEntry[], absent: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  await repository.run(['update-index', '-z', '--index-info'], encodePath(entries.map(({ path, mode, oid }) => `${mode} ${oid} 0\t${path}\0`).join('')));
  if (absent.length > 0) await repository.run(['update-index', '-z', '--skip-worktree', '--stdin'], encodePath(absent.map((path) => `${path}\0`).join('')));
  // Exit code 1 says that some file differs from its entry: what the user's own status shows too.
  const refreshed = await repository.tryRun(['update-index', '-q', '--refresh']);
  if (refreshed.code > 1) throw new GateError('GG-GIT-FAILED', `git cannot read the index of the second directory: ${refreshed.stderr.slice(0, 1000)}`);
}

function configuration(objectFormat: 'sha1' | 'sha256', { autocrlf, eol, fileMode, symlinks, attributesFile }: WorkTreeSettings): string {
  const sha256 = objectFormat === 'sha256';
  const lines = [
    '[core]',
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    '\tbare = false',
    `\tfilemode = ${fileMode}`,
    `\tsymlinks = ${symlinks}`,
    `\tautocrlf = ${autocrlf}`,
    `\teol = ${eol}`,
    '\tlogallrefupdates = false',
    '\thooksPath = /dev/null',
    ...(attributesFile === null ? [] : [`\tattributesFile = ${quoteValue(attributesFile)}`]),
    '[gc]',
    // Borrowed objects must never be judged superfluous from here.
    '\tauto = 0',
    ...(sha256 ? ['[extensions]', '\tobjectformat = sha256'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** A value of a configuration file (git-config(1), syntax). */
function quoteValue(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

async function packedRefs(gitDir: string): Promise<Buffer> {
  const listed = await gitOrThrow(['for-each-ref', '--format=%(objectname) %(refname)'], { cwd: gitDir, env: { GIT_DIR: '.' } });
  const lines = listed.toString('latin1').split('\n');
  return Buffer.from(lines.filter((line) => line !== '' && !OWN_REFS.test(line.slice(line.indexOf(' ') + 1))).map((line) => `${line}\n`).join(''), 'latin1');
}

/** The branch, where it still names the commit that HEAD shall name, else the commit itself. */
async function headOfSource(gitDir: string, head: string | null): Promise<string> {
  const call = { cwd: gitDir, env: { GIT_DIR: '.' } };
  const [branch, now] = await Promise.all([git(['symbolic-ref', '--quiet', 'HEAD'], call), git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], call)]);
  const current = now.code === 0 ? now.stdout.toString('latin1').trim() : null;
  const name = branch.stdout.toString('latin1').trim();
  if (branch.code === 0 && current === head) return `ref: ${name}\n`;
  return head === null ? 'ref: refs/heads/unborn\n' : `${head}\n`;
}
