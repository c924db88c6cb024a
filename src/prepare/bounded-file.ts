/** Reads files that someone else wrote: of bounded size, never through a FIFO, never with a throw. */
import { closeSync, constants, fstatSync, openSync, readSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { decodePath, nativePath } from '../model/path.ts';
import { errnoOf } from './bytecode-walk.ts';

export type ReadFile =
  | { readonly state: 'found'; readonly bytes: Buffer }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly why: string };

/** Metadata of a project or an installation above this many bytes is not read. */
export const METADATA_LIMIT_BYTES = 1 << 20;

/** The bytes of the regular file at an absolute path, links followed; larger than `limit` bytes is unreadable. */
export function readBounded(path: string, limit = METADATA_LIMIT_BYTES): ReadFile {
  let file: number;
  try {
    file = openSync(nativePath(path, ''), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const why = errnoOf(error);
    return why === 'ENOENT' || why === 'ENOTDIR' ? { state: 'absent' } : { state: 'unreadable', why };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { state: 'unreadable', why: 'no regular file' };
    if (stat.size > limit) return { state: 'unreadable', why: `${stat.size} bytes, more than ${limit}` };
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) read = readSync(file, bytes, length, bytes.length - length, length);
    return { state: 'found', bytes: bytes.subarray(0, length) };
  } catch (error) {
    return { state: 'unreadable', why: errnoOf(error) };
  } finally {
    closeSync(file);
  }
}

/** The text of the file at an absolute path, '' where it is absent or unreadable. */
export function readTextOrNothing(path: string, limit = METADATA_LIMIT_BYTES): string {
  const read = readBounded(path, limit);
  return read.state === 'found' ? read.bytes.toString('utf8') : '';
}

export interface Entry {
  readonly name: string;
  /** Of what a link leads to, where it is one. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly link: boolean;
}

/** The entries of the folder at an absolute path, links followed for their kind; empty where it cannot be listed. */
export function entriesOf(folder: string): readonly Entry[] {
  let entries: readonly Dirent<Buffer>[];
  try {
    entries = readdirSync(nativePath(folder, ''), { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return [];
  }
  return entries.map((entry) => {
    const name = decodePath(entry.name);
    if (entry.isSymbolicLink()) return { name, kind: kindAt(`${folder}/${name}`), link: true };
    return { name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other', link: false };
  });
}

/** What an absolute path leads to, links followed. */
export function kindAt(path: string): 'file' | 'folder' | 'other' {
  try {
    const stat = statSync(nativePath(path, ''));
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'other';
  }
}

/** The real path of an absolute path; the path itself, as far as it exists resolved, where its end is absent. */
export function realPath(path: string): string {
  if (path.includes('\0')) return path;
  try {
    return decodePath(realpathSync.native(nativePath(path, ''), 'buffer'));
  } catch {
    const cut = path.lastIndexOf('/');
    return cut <= 0 ? path : `${realPath(path.slice(0, cut))}${path.slice(cut)}`;
  }
}

/** Whether a real path is `folder` or lies below it. */
export function liesIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
