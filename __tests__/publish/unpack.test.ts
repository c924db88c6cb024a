import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundleSources, openBundle, type OpenedBundle } from '../../src/publish/unpack.ts';
import { freshFolder, removeFolders, write } from '../support/repository.ts';
import { zipOf, type ZipEntry } from '../support/zip.ts';

let temporary: string;
const before = process.env['TMPDIR'];
beforeEach(() => {
  temporary = freshFolder();
  process.env['TMPDIR'] = temporary;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  removeFolders();
});

const manifest: ZipEntry = { name: 'manifest.json', content: '{}' };
const small = { entries: 5, entryBytes: 1000, totalBytes: 2000 };

function zipped(...entries: readonly ZipEntry[]): string {
  const file = join(freshFolder(), 'bundle.zip');
  writeFileSync(file, zipOf(entries));
  return file;
}

function words(opened: OpenedBundle): string {
  if (opened.state === 'refused') return opened.why;
  opened.store.close();
  return `open: ${opened.store.names.join(' ')}`;
}

describe('a zip file (FI1)', () => {
  test('is unpacked to a folder of its own, which goes away', async () => {
    const opened = await openBundle(zipped(manifest, { name: 'reports/', mode: 0o040755 }, { name: 'reports/0001.xml', content: '<a/>' }, { name: 'logs/stdout.txt', mode: null, content: 'x' }));
    if (opened.state !== 'open') throw new Error(opened.why);
    expect(opened.store.names).toEqual(['logs/stdout.txt', 'manifest.json', 'reports/0001.xml']);
    expect(readFileSync(join(opened.store.folder, 'reports/0001.xml'), 'utf8')).toBe('<a/>');
    opened.store.close();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('may hold its bundle one folder down', async () => {
    const opened = await openBundle(zipped({ name: 'one/manifest.json', content: '{}' }, { name: 'one/reports/0001.xml' }));
    expect(words(opened)).toBe('open: manifest.json reports/0001.xml');
  });

  test('of another packer is read', async () => {
    const folder = freshFolder();
    write(folder, { 'in/manifest.json': '{}', 'in/logs/stdout.txt': 'x'.repeat(100_000) });
    execFileSync('python3', ['-c', 'import shutil,sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])', join(folder, 'out'), join(folder, 'in')]);
    expect(words(await openBundle(join(folder, 'out.zip')))).toBe('open: logs/stdout.txt manifest.json');
  });

  test.each<[string, readonly ZipEntry[], RegExp]>([
    ['a name that leads out', [manifest, { name: '../out.txt', content: 'x' }], /"?\.\.\/out\.txt"? leads out of it/],
    ['a name that leads out in its middle', [{ name: 'reports/../../out.txt' }], /leads out of it/],
    ['a name that leads out as Windows writes it', [{ name: 'reports\\..\\..\\out.txt' }], /leads out of it/],
    ['a folder that leads out', [{ name: '../', mode: 0o040755 }], /leads out of it/],
    ['an absolute name', [{ name: '/tmp/out.txt' }], /is absolute/],
    ['an absolute name of Windows', [{ name: 'C:/out.txt' }], /is absolute/],
    ['a name of a share', [{ name: '\\\\host\\share' }], /is absolute/],
    ['a link', [manifest, { name: 'reports', mode: 0o120777, content: '/etc' }], /entry reports is a link/],
    ['a link and a file behind it', [{ name: 'reports', mode: 0o120777, content: '/etc' }, { name: 'reports/passwd' }], /is a link/],
    ['a device', [{ name: 'null', mode: 0o020666 }], /is no regular file/],
    ['a FIFO', [{ name: 'reports', mode: 0o010666 }], /is no regular file/],
    ['one name twice', [manifest, manifest], /manifest\.json is in it twice/],
    ['names that differ by case', [manifest, { name: 'Manifest.json' }], /are one on some file systems/],
    ['folders that differ by case', [{ name: 'logs/a.txt' }, { name: 'Logs/b.txt' }], /are one on some file systems/],
    ['a file in the place of a folder', [{ name: 'logs/a.txt' }, { name: 'logs' }], /is a folder and a file/],
    ['a folder in the place of a file', [{ name: 'logs' }, { name: 'logs/a.txt' }], /are one on some file systems/],
    ['a hidden name', [{ name: '.env' }], /is none that a bundle has/],
    ['git\'s own', [{ name: '.git/config' }], /is none that a bundle has/],
    ['a NUL in a name', [{ name: 'a\0b' }], /NUL/],
    ['a terminal escape in a name', [{ name: 'a\u001b[2J' }], /\\x1b.*is none that a bundle has/],
    ['an empty name', [{ name: '' }], /is none that a bundle has/],
    ['a device name of Windows', [{ name: 'logs/CON.txt' }], /is none that a bundle has/],
    ['a stream of Windows', [{ name: 'logs/a.txt:b' }], /is none that a bundle has/],
    ['a long name', [{ name: 'a'.repeat(400) }], /is none that a bundle has/],
    ['a deep name', [{ name: 'a/'.repeat(50) + 'a' }], /is none that a bundle has/],
    ['an encrypted entry', [{ name: 'a', encrypted: true }], /is encrypted/],
    ['too many entries', Array.from({ length: 6 }, (_, at) => ({ name: `f${at}` })), /announces 6 entries; a bundle has at most 5/],
    ['a file that is too large', [{ name: 'a', content: 'x'.repeat(1001) }], /a has more than 1000 bytes/],
    ['files that are too large together', ['a', 'b', 'c'].map((name) => ({ name, content: 'x'.repeat(900) })), /more than 2000 bytes together/],
    ['a bomb that announces little', [{ name: 'a', announced: 10, packed: deflateRawSync(Buffer.alloc(50 << 20)) }], /damaged|more than/],
    ['a file that is shorter than announced', [{ name: 'a', announced: 900, content: 'x' }], /damaged/],
    ['packed bytes that are none', [{ name: 'a', announced: 10, packed: Buffer.from('ffffffff', 'hex') }], /damaged/],
  ])('is refused with %s, and leaves nothing', async (_, entries, why) => {
    const file = zipped(...entries);
    const opened = await openBundle(file, small);
    expect(words(opened)).toMatch(why);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(join(temporary, '..', 'out.txt'))).toBe(false);
  });

  test.each<[string, (file: string) => void]>([
    ['text', (file) => writeFileSync(file, 'no zip')],
    ['nothing', (file) => writeFileSync(file, '')],
    ['a zip that is cut', (file) => truncateSync(file, 40)],
    ['a zip whose directory is cut', (file) => writeFileSync(file, zipOf([manifest]).subarray(0, -30))],
  ])('that is %s is refused', async (_, spoil) => {
    const file = zipped(manifest);
    spoil(file);
    expect(words(await openBundle(file))).toMatch(/no zip file|damaged/);
  });
});

describe('a folder (FI1)', () => {
  test('is read where it lies', async () => {
    const folder = freshFolder();
    write(folder, { 'manifest.json': '{}', 'reports/0001.xml': '<a/>' });
    expect(words(await openBundle(folder))).toBe('open: manifest.json reports/0001.xml');
    expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
  });

  test.each<[string, (folder: string) => void, RegExp]>([
    ['a link to a file', (folder) => symlinkSync('/etc/passwd', join(folder, 'facts.json')), /facts\.json is a link/],
    ['a link to a folder', (folder) => symlinkSync('/etc', join(folder, 'reports')), /reports is a link/],
    ['a link that leads nowhere', (folder) => symlinkSync('gone', join(folder, 'x')), /x is a link/],
    ['a FIFO', (folder) => void execFileSync('mkfifo', [join(folder, 'facts.json')]), /no regular file/],
    ['a hidden file', (folder) => writeFileSync(join(folder, '.env'), 'x'), /none that a bundle has/],
    ['names that differ by case', (folder) => write(folder, { 'A.json': '', 'a.json': '' }), /one on some file systems/],
    ['too much in it', (folder) => writeFileSync(join(folder, 'a'), Buffer.alloc(1001)), /more than 1000 bytes/],
    ['too many files', (folder) => write(folder, Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`f${at}`, '']))), /more than 5 files/],
  ])('is refused with %s', async (_, plant, why) => {
    const folder = freshFolder();
    plant(folder);
    expect(words(await openBundle(folder, small))).toMatch(why);
  });

  test('that is not there, and what is neither folder nor file, is refused', async () => {
    const folder = freshFolder();
    expect(words(await openBundle(join(folder, 'gone')))).toBe('it is not there');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(words(await openBundle(join(folder, 'pipe')))).toBe('it is neither a folder nor a file');
  });

  test('of bundles stands for them; one that is a bundle, or was one, for itself', () => {
    const folder = freshFolder();
    write(folder, { 'all/a/manifest.json': '{}', 'all/b.zip': '', 'lost/reports/0001.xml': '', 'lost/logs/stdout.txt': '', 'mixed/a/manifest.json': '{}', 'mixed/readme.txt': '' });
    mkdirSync(join(folder, 'empty'));
    mkdirSync(join(folder, 'linked'));
    symlinkSync(join(folder, 'all/a'), join(folder, 'linked/a'));
    const at = (...names: string[]): string[] => names.map((name) => join(folder, name));
    expect(bundleSources(at('all'))).toEqual(at('all/a', 'all/b.zip'));
    expect(bundleSources(at('all/a', 'lost', 'mixed', 'empty', 'linked', 'gone'))).toEqual(at('all/a', 'lost', 'mixed', 'empty', 'linked', 'gone'));
  });
});
