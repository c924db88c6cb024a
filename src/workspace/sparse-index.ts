/**
 * Lists a sparse index in full. git itself would do so by writing tree objects, and so renew the times of those that
 * the user's object store holds (ST3); here the folders that such an index keeps as trees are only read.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../model/errors.ts';
import { decodePath, encodePath, nativePath } from '../model/path.ts';
import type { PrivateGit } from './private-git.ts';

/** Mode of a folder among index entries (gitformat-index(5), "sparse directory entries"). */
const FOLDER = '040000';

/** Without these git expands a sparse index as soon as it reads one. */
const KEEP_SPARSE = ['-c', 'core.sparseCheckout=true', '-c', 'core.sparseCheckoutCone=true', '-c', 'index.sparse=true', '-c', 'sparse.expectFilesOutsideOfPatterns=true'];

/** The same git directory with a full index of its own where the one at `gitDir` is sparse, else as it is. */
export async function withFullIndex(git: PrivateGit, gitDir: string): Promise<PrivateGit> {
  if (!mayBeSparse(nativePath(gitDir, 'index'))) return git;
  const patterns = nativePath(gitDir, 'info/sparse-checkout');
  if (existsSync(patterns)) copyFileSync(patterns, join(git.dir, 'info', 'sparse-checkout'));
  const entries = parse(decodePath(await git.run([...KEEP_SPARSE, 'ls-files', '--sparse', '-s', '-t', '-z'])));
  const folders = entries.filter(({ mode }) => mode === FOLDER);
  if (folders.length === 0) return git;
  const full = [...entries.filter(({ mode }) => mode !== FOLDER), ...(await filesOf(git, folders))];
  const env = { GIT_INDEX_FILE: join(mkdtempSync(join(git.dir, 'full-')), 'index') };
  const run = async (args: readonly string[], input?: Uint8Array, more?: Readonly<Record<string, string>>): Promise<Buffer> => {
    const result = await git.tryRun(args, input, { ...env, ...more });
    if (result.code !== 0) throw new GateError('GG-GIT-FAILED', `git ${args[0] ?? ''} exited ${result.code}: ${result.stderr.slice(0, 2000)}`);
    return result.stdout;
  };
  await run(['update-index', '-z', '--index-info'], encodePath(full.map(({ mode, oid, stage, path }) => `${mode} ${oid} ${stage}\t${path}\0`).join('')));
  await run(['update-index', '-z', '--skip-worktree', '--stdin'], encodePath(full.flatMap(({ skipped, path }) => (skipped ? [`${path}\0`] : [])).join('')));
  return { ...git, run, tryRun: (args, input, more) => git.tryRun(args, input, { ...env, ...more }) };
}

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
  readonly stage: string;
  readonly skipped: boolean;
}

/** Whether the extension is there that marks a sparse index; a path with these letters is no harm. */
export function mayBeSparse(index: string | Buffer): boolean {
  return existsSync(index) && readFileSync(index).includes('sdir');
}

/** Parses `ls-files -s -t -z`: `<tag> <mode> <oid> <stage>\t<path>\0`. */
function parse(text: string): Entry[] {
  const records = text === '' ? [] : text.slice(0, -1).split('\0');
  return records.map((record) => {
    const tab = record.indexOf('\t');
    const [tag = '', mode = '', oid = '', stage = ''] = record.slice(0, tab).split(' ');
    return { path: record.slice(tab + 1), mode, oid, stage, skipped: tag === 'S' };
  });
}

/** Every file below folders that are given by the id of their tree. */
async function filesOf(git: PrivateGit, folders: readonly Entry[]): Promise<readonly Entry[]> {
  const empty = (await git.run(['hash-object', '-t', 'tree', '--stdin'], Buffer.alloc(0))).toString('latin1').trim();
  const pairs = Buffer.from(folders.map(({ oid }) => `${empty} ${oid}\n`).join(''), 'latin1');
  // git reads, and so expands, the index here too, though it needs none.
  const compared = await git.tryRun(['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-abbrev'], pairs, { GIT_INDEX_FILE: join(git.dir, 'no-index') });
  if (compared.code !== 0) throw new GateError('GG-GIT-FAILED', `git cannot list the folders of a sparse index: ${compared.stderr.slice(0, 2000)}`);
  const text = decodePath(compared.stdout);
  const files: Entry[] = [];
  let folder = -1;
  for (let at = 0; at < text.length; ) {
    if (text[at] !== ':') {
      // The pair that the following records belong to, on a line of its own.
      folder += 1;
      at = text.indexOf('\n', at) + 1;
      continue;
    }
    // `:<mode> <mode> <oid> <oid> A\0<path>\0`
    const middle = text.indexOf('\0', at);
    const end = text.indexOf('\0', middle + 1);
    const [, mode = '', , oid = ''] = text.slice(at + 1, middle).split(' ');
    files.push({ path: `${folders[folder]?.path ?? ''}${text.slice(middle + 1, end)}`, mode, oid, stage: '0', skipped: true });
    at = end + 1;
  }
  return files;
}
