/**
 * Opens a bundle that lies in a folder or comes as a zip file. Whoever can upload an artifact controls every name and
 * byte in it: a name that leads out, a link, a name given twice or a file that grows without end refuses the whole.
 */
import { closeSync, constants, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, realpathSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { BUNDLE_NAME, MANIFEST_FILE } from '../model/bundle.ts';
import { showPath } from '../model/path.ts';

export interface UnpackLimits {
  /** Files in one bundle. */
  readonly entries: number;
  /** Bytes of one file, unpacked. */
  readonly entryBytes: number;
  /** Bytes of all files together, unpacked. */
  readonly totalBytes: number;
}

/** A report has at most 128 MiB (the reader's own limit); a bundle of ten such is larger than any that was seen. */
export const UNPACK_LIMITS: UnpackLimits = { entries: 10_000, entryBytes: 256 << 20, totalBytes: 1 << 30 };

/** A bundle whose files can be read. */
export interface BundleStore {
  /** Absolute path of the folder that holds them. */
  readonly folder: string;
  /** Names of all files, sorted. */
  readonly names: readonly string[];
  /** Removes what was unpacked. */
  readonly close: () => void;
}

export type OpenedBundle = { readonly state: 'open'; readonly source: string; readonly store: BundleStore } | { readonly state: 'refused'; readonly source: string; readonly why: string };

class Unusable extends Error {}

/** Folders and zip files that a call names, with a folder of nothing but bundles taken for what lies in it, sorted. */
export function bundleSources(given: readonly string[]): readonly string[] {
  return given.flatMap((path) => {
    try {
      if (!statSync(path).isDirectory()) return [path];
      const inside = readdirSync(path, { withFileTypes: true });
      if (inside.some(({ name }) => name === MANIFEST_FILE)) return [path];
      const bundles = inside.filter((entry) => entry.isDirectory() || (entry.isFile() && /\.zip$/i.test(entry.name)));
      const onlyBundles = bundles.length > 0 && bundles.length === inside.length && !isBundleFolder(inside.map(({ name }) => name));
      return onlyBundles ? bundles.map(({ name }) => join(path, name)).sort() : [path];
    } catch {
      // What cannot be looked at is refused by name when it is opened.
      return [path];
    }
  });
}

/** A bundle that lost its manifest is still one, and must not be taken for a folder of others. */
function isBundleFolder(names: readonly string[]): boolean {
  return names.every((name) => ['reports', 'logs'].includes(name));
}

/** Opens one bundle. Never throws for what it finds; a full disk still does. */
export async function openBundle(source: string, limits: UnpackLimits = UNPACK_LIMITS): Promise<OpenedBundle> {
  try {
    const stats = statSync(source);
    if (!stats.isDirectory() && !stats.isFile()) throw new Unusable('it is neither a folder nor a file');
    return { state: 'open', source, store: stats.isDirectory() ? openFolder(realpathSync(source), limits) : await openZip(source, limits) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    const why = error instanceof Unusable ? error.message : code === 'ENOENT' ? 'it is not there' : `it cannot be read (${code === '' ? (error as Error).message : code})`;
    return { state: 'refused', source, why };
  }
}

function openFolder(folder: string, limits: UnpackLimits): BundleStore {
  const names = createNames(limits);
  let total = 0;
  const visit = (prefix: string): void => {
    for (const { name } of readdirSync(join(folder, prefix), { withFileTypes: true })) {
      const path = prefix === '' ? name : `${prefix}/${name}`;
      const stats = lstatSync(join(folder, path));
      if (stats.isSymbolicLink()) throw new Unusable(`${showPath(path)} is a link`);
      if (stats.isDirectory()) {
        names.checkFolder(path);
        visit(path);
      } else if (stats.isFile()) {
        names.take(path);
        total += stats.size;
        refuseSize(path, stats.size, total, limits);
      } else throw new Unusable(`${showPath(path)} is no regular file`);
    }
  };
  visit('');
  return { folder, names: names.all(), close: () => undefined };
}

async function openZip(file: string, limits: UnpackLimits): Promise<BundleStore> {
  const yauzl = await import('yauzl');
  const zip: ZipFile = await new Promise((done, fail) => {
    // Names are taken as bytes: what a bundle may hold is plain ASCII, and every other reading of one is another name.
    yauzl.open(file, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }, (error, opened) => {
      if (error === null) done(opened);
      else fail(new Unusable(`it is no zip file that can be read: ${error.message}`));
    });
  });
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'generation-gate-bundle-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    if (zip.entryCount > limits.entries) throw new Unusable(`it announces ${zip.entryCount} entries; a bundle has at most ${limits.entries}`);
    const names = createNames(limits);
    let total = 0;
    for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
      const path = nameOf(entry);
      refuseKind(entry, path);
      if (path.endsWith('/')) {
        names.checkFolder(path.slice(0, -1));
        continue;
      }
      names.take(path);
      // What the directory announces is the sender's word; the bytes are counted as they come.
      refuseSize(path, entry.uncompressedSize, total + entry.uncompressedSize, limits);
      total += await unpackEntry(zip, entry, path, folder, (size) => refuseSize(path, size, total + size, limits));
    }
    return rootOf({ folder, names: names.all(), close });
  } catch (error) {
    close();
    throw error;
  } finally {
    zip.close();
  }
}

/** A zip made of a folder holds the bundle one level down. */
function rootOf(store: BundleStore): BundleStore {
  const [top] = store.names[0]?.split('/') ?? [];
  if (top === undefined || store.names.includes(MANIFEST_FILE) || !store.names.includes(`${top}/${MANIFEST_FILE}`)) return store;
  if (!store.names.every((name) => name.startsWith(`${top}/`))) return store;
  return { ...store, folder: join(store.folder, top), names: store.names.map((name) => name.slice(top.length + 1)) };
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((done, fail) => {
    const settle = (act: () => void) => (): void => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      act();
    };
    zip.once('entry', (entry: Entry) => settle(() => done(entry))());
    zip.once('end', settle(() => done(null)));
    zip.once('error', (error: Error) => settle(() => fail(new Unusable(`it is damaged: ${error.message}`)))());
    zip.readEntry();
  });
}

function nameOf(entry: Entry): string {
  return (entry.fileName as unknown as Buffer).toString('latin1');
}

const FILE_TYPE = 0o170000;

/** The upper half of the attributes is a Unix mode where the packer set one (APPNOTE 4.4.15, Info-ZIP). */
function refuseKind(entry: Entry, path: string): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type === 0o120000) throw new Unusable(`its entry ${showPath(path)} is a link`);
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) throw new Unusable(`its entry ${showPath(path)} is no regular file`);
  if (entry.isEncrypted()) throw new Unusable(`its entry ${showPath(path)} is encrypted`);
}

/** Unpacks one file and gives the number of its bytes. */
async function unpackEntry(zip: ZipFile, entry: Entry, path: string, folder: string, refuse: (size: number) => void): Promise<number> {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  const descriptor = openSync(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  let size = 0;
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((done, fail) => {
      zip.openReadStream(entry, (error, opened) => (error === null ? done(opened) : fail(new Unusable(`its entry ${showPath(path)} cannot be unpacked: ${error.message}`))));
    });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        refuse(size);
        for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
      }
    } catch (error) {
      if (error instanceof Unusable || (error as NodeJS.ErrnoException).syscall === 'write') throw error;
      throw new Unusable(`its entry ${showPath(path)} is damaged: ${(error as Error).message}`);
    }
    return size;
  } finally {
    closeSync(descriptor);
  }
}

function refuseSize(path: string, size: number, total: number, limits: UnpackLimits): void {
  if (size > limits.entryBytes) throw new Unusable(`${showPath(path)} has more than ${limits.entryBytes} bytes`);
  if (total > limits.totalBytes) throw new Unusable(`its files have more than ${limits.totalBytes} bytes together`);
}

interface Names {
  readonly take: (path: string) => void;
  readonly checkFolder: (path: string) => void;
  readonly all: () => readonly string[];
}

/** Collects names, each of which must be plain, and one file on every file system. */
function createNames(limits: UnpackLimits): Names {
  const taken = new Map<string, string>();
  const folders = new Map<string, string>();
  const checkFolder = (path: string): void => {
    refuseName(path);
    const known = folders.get(path.toLowerCase()) ?? taken.get(path.toLowerCase());
    if (known !== undefined && (known !== path || taken.has(path.toLowerCase()))) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
    folders.set(path.toLowerCase(), path);
  };
  return {
    checkFolder,
    take: (path) => {
      refuseName(path);
      const lower = path.toLowerCase();
      const known = taken.get(lower);
      if (known === path) throw new Unusable(`the name ${showPath(path)} is in it twice`);
      if (known !== undefined) throw new Unusable(`the names ${showPath(known)} and ${showPath(path)} are one on some file systems`);
      if (folders.has(lower)) throw new Unusable(`${showPath(path)} is a folder and a file`);
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) checkFolder(path.slice(0, end));
      taken.set(lower, path);
      if (taken.size > limits.entries) throw new Unusable(`it holds more than ${limits.entries} files`);
    },
    all: () => [...taken.values()].sort(),
  };
}

/** Device names of Windows, which are no files there whatever follows them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function refuseName(path: string): void {
  const shown = showPath(path);
  if (/^[/\\]|^[A-Za-z]:/.test(path)) throw new Unusable(`the name ${shown} is absolute`);
  if (path.split(/[/\\]/).includes('..')) throw new Unusable(`the name ${shown} leads out of it`);
  if (path.includes('\0')) throw new Unusable(`the name ${shown} holds a NUL`);
  if (!BUNDLE_NAME.test(path) || path.split('/').some((part) => DEVICE.test(part))) throw new Unusable(`the name ${shown} is none that a bundle has`);
}
