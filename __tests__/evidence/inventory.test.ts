import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, openSync, closeSync, ftruncateSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { UsageError } from '../../src/model/errors.ts';
import { inventorySchema, type Inventory, type InventoryEntry } from '../../src/model/evidence.ts';
import { evidenceInPlace, requireRecordedNames, sealInventory, takeInventoryAgain, takeOpeningInventory } from '../../src/evidence/inventory.ts';
import { git, removeFolders, write } from '../support/repository.ts';
import { asOrdinaryUser, onSecondFileSystem } from './file-systems.ts';
import { GREEN, globs, workspace } from './workspace.ts';

afterEach(removeFolders);

function entryOf(inventory: Inventory, path: string): InventoryEntry {
  const entry = inventory.entries.find((each) => each.path === path);
  if (entry === undefined) throw new Error(`${path} is not in the inventory`);
  return entry;
}

function kinds(inventory: Inventory): Readonly<Record<string, string>> {
  return Object.fromEntries(inventory.entries.map(({ path, kind }) => [path, kind]));
}

describe('the opening inventory (EV1)', () => {
  test('says of each match what it is, with digest and times', async () => {
    const where = workspace();
    write(where.top, { 'r/a.xml': GREEN });
    const stats = statSync(join(where.top, 'r/a.xml'), { bigint: true });
    const inventory = await takeOpeningInventory(where, globs('r/*.xml'));
    expect(inventory.entries).toEqual([
      {
        path: 'r/a.xml',
        kind: 'file',
        sha256: createHash('sha256').update(GREEN).digest('hex'),
        size: GREEN.length,
        ino: String(stats.ino),
        mtimeNs: String(stats.mtimeNs),
        ctimeNs: String(stats.ctimeNs),
        device: String(stats.dev),
        tracked: false,
        report: true,
        settled: true,
        globs: ['r/*.xml'],
        logs: [],
        literal: false,
        realPath: join(where.top, 'r/a.xml'),
        insideAllowedRoots: true,
      },
    ]);
    expect(inventory).toMatchObject({ globs: ['r/*.xml'], logs: [], runnerTemp: null, contentMarks: [], clocks: [{ device: String(stats.dev), folder: where.top }] });
  });

  test('survives the way through JSON, odd names included', async () => {
    const where = workspace();
    write(where.top, { 'r/\udcff.xml': GREEN, 'r/a\nb.xml': '' });
    const inventory = await takeOpeningInventory(where, globs('r/*.xml'));
    expect(inventorySchema.parse(JSON.parse(JSON.stringify(inventory)))).toEqual(inventory);
    expect(inventory.entries.map(({ path }) => path)).toEqual(['r/a\nb.xml', 'r/\udcff.xml']);
  });

  test('tells kinds apart, and never waits for a FIFO or reads a device', async () => {
    const where = workspace();
    write(where.top, { 'r/file': 'x', 'r/folder/x': '' });
    execFileSync('mkfifo', [join(where.top, 'r/fifo')]);
    symlinkSync('file', join(where.top, 'r/link'));
    symlinkSync('/dev/zero', join(where.top, 'r/zero'));
    symlinkSync('fifo', join(where.top, 'r/pipe'));
    const server = createServer().listen(join(where.top, 'r/socket'));
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const inventory = await takeOpeningInventory(where, globs('r/*', 'r/folder'));
      expect(kinds(inventory)).toEqual({ 'r/fifo': 'fifo', 'r/file': 'file', 'r/folder': 'folder', 'r/link': 'symlink', 'r/pipe': 'symlink', 'r/socket': 'socket', 'r/zero': 'symlink' });
      expect(entryOf(inventory, 'r/link')).toMatchObject({ sha256: null, linkTarget: join(where.top, 'r/file'), insideAllowedRoots: true });
      expect(entryOf(inventory, 'r/zero')).toMatchObject({ sha256: null, report: false, linkTarget: '/dev/zero', insideAllowedRoots: false });
      expect(entryOf(inventory, 'r/file')).not.toHaveProperty('linkTarget');
    } finally {
      server.close();
    }
  });

  test('names a device', async () => {
    const where = workspace();
    expect(kinds(await takeOpeningInventory(where, globs('/dev/null')))).toEqual({ '/dev/null': 'device' });
  });

  test('knows what is tracked, ignored or not, in the workspace and in repositories inside it', async () => {
    const where = workspace({ 'r/tracked.xml': GREEN, '.gitignore': 'r/ignored*\n', 'r/ignored-tracked.xml': GREEN });
    write(where.top, { 'r/new.xml': GREEN, 'r/ignored.xml': GREEN, 'r/staged.xml': GREEN, 'nested/tracked.xml': GREEN, 'nested/new.xml': GREEN, 'stray/.git': 'gitdir: /nonexistent\n', 'stray/new.xml': GREEN });
    git(where.top, 'add', 'r/staged.xml');
    git(join(where.top, 'nested'), 'init', '-q');
    git(join(where.top, 'nested'), 'add', 'tracked.xml');
    const inventory = await takeOpeningInventory(where, globs('**/*.xml'), new Set(['r/ignored.xml']));
    expect(Object.fromEntries(inventory.entries.map(({ path, tracked }) => [path, tracked]))).toEqual({
      'nested/new.xml': false,
      'nested/tracked.xml': true,
      'r/ignored-tracked.xml': true,
      // Named by the patch.
      'r/ignored.xml': true,
      'r/new.xml': false,
      'r/staged.xml': true,
      'r/tracked.xml': true,
      'stray/new.xml': false,
    });
  });

  test('is not kept from a folder by a pyvenv.cfg that is tracked or came with the patch', async () => {
    const where = workspace({ 'a/pyvenv.cfg': '' });
    write(where.top, { 'a/r.xml': GREEN, 'b/pyvenv.cfg': '', 'b/r.xml': GREEN, 'c/pyvenv.cfg': '', 'c/r.xml': GREEN });
    const inventory = await takeOpeningInventory(where, globs('**/*.xml'), new Set(['b/pyvenv.cfg']));
    expect(Object.keys(kinds(inventory))).toEqual(['a/r.xml', 'b/r.xml']);
    expect(inventory.contentMarks).toEqual(['a/pyvenv.cfg', 'b/pyvenv.cfg']);
    git(where.top, 'rm', '-q', '--cached', 'a/pyvenv.cfg');
    expect(Object.keys(kinds(await takeInventoryAgain(where, inventory)))).toEqual(['a/r.xml', 'b/r.xml']);
  });

  test('hashes a file larger than any limit without holding it', async () => {
    const where = workspace();
    const file = openSync(join(where.top, 'big.xml'), 'w');
    const size = 300 * 1024 * 1024;
    ftruncateSync(file, size);
    closeSync(file);
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += 1 << 20) hash.update(Buffer.alloc(1 << 20));
    const before = process.memoryUsage().rss;
    const inventory = await takeOpeningInventory(where, globs('big.xml'));
    expect(entryOf(inventory, 'big.xml')).toMatchObject({ size, sha256: hash.digest('hex'), report: false });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('says what could not be read', async () => {
    const where = workspace();
    write(where.top, { 'r/a.xml': GREEN, 'r/shut/b.xml': '' });
    for (const folder of [join(where.top, '..'), where.top, join(where.top, 'r')]) chmodSync(folder, 0o777);
    chmodSync(join(where.top, 'r/a.xml'), 0);
    chmodSync(join(where.top, 'r/shut'), 0);
    await asOrdinaryUser(async () => {
      const inventory = await takeOpeningInventory(where, globs('r/**/*.xml'));
      expect(inventory.entries).toMatchObject([
        { path: 'r/a.xml', kind: 'unreadable', sha256: null, why: 'EACCES' },
        { path: 'r/shut', kind: 'unreadable', why: 'EACCES' },
      ]);
    });
  });

  test('of nothing asks for nothing', async () => {
    expect(await takeOpeningInventory({ top: '/nonexistent', otherWorktrees: [] }, globs())).toEqual({ globs: [], logs: [], runnerTemp: null, entries: [], contentMarks: [], clocks: [] });
  });

  test('reads one clock for each file system that evidence may come to lie on', async () => {
    await onSecondFileSystem(async (folder) => {
      const where = { ...workspace(), runnerTemp: folder };
      const inventory = await takeOpeningInventory(where, globs('r/*.xml', `${folder}/deep/*.xml`, `${folder}/b.xml`));
      expect(inventory.clocks).toMatchObject([{ folder: where.top }, { folder, device: String(statSync(folder).dev) }]);
    });
  });
});

describe('sealing (ST8)', () => {
  test('ends when the clocks have passed every time recorded', async () => {
    await onSecondFileSystem(async (folder) => {
      const where = { ...workspace(), runnerTemp: folder };
      write(folder, { 'b.xml': GREEN });
      write(where.top, { 'a.xml': GREEN });
      const opening = await takeOpeningInventory(where, globs('a.xml', `${folder}/b.xml`));
      const sealed = await sealInventory(opening);
      for (const { device, ns } of sealed.clocks) {
        const before = opening.clocks.find((clock) => clock.device === device);
        expect(BigInt(ns)).toBeGreaterThan(BigInt(before?.ns ?? 0));
        for (const entry of opening.entries.filter((each) => each.device === device)) expect(BigInt(ns)).toBeGreaterThan(BigInt(entry.ctimeNs));
      }
      expect(sealed.clocks).toHaveLength(2);
    });
  });

  test('waits for a time a little ahead', async () => {
    const where = workspace();
    write(where.top, { 'a.xml': GREEN, 'far.xml': GREEN });
    utimesSync(join(where.top, 'far.xml'), 4e9, 4e9);
    const ahead = Date.now() / 1000 + 0.5;
    utimesSync(join(where.top, 'a.xml'), ahead, ahead);
    const sealed = await sealInventory(await takeOpeningInventory(where, globs('*.xml')));
    expect(BigInt(sealed.clocks[0]?.ns ?? 0)).toBeGreaterThan(BigInt(sealed.entries[0]?.mtimeNs ?? 0));
  });

  test('does not wait for a file from the future', async () => {
    const where = workspace();
    write(where.top, { 'a.xml': GREEN });
    utimesSync(join(where.top, 'a.xml'), 4e9, 4e9);
    const opening = await takeOpeningInventory(where, globs('a.xml'));
    const started = performance.now();
    const sealed = await sealInventory(opening);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(BigInt(sealed.clocks[0]?.ns ?? 0)).toBeGreaterThan(BigInt(opening.entries[0]?.ctimeNs ?? 0));
  });
});

describe('the inventory later on (EV1, EV2)', () => {
  test('sees what came, what went and what was written', async () => {
    const where = workspace();
    write(where.top, { 'r/same.xml': GREEN, 'r/gone.xml': GREEN, 'r/written.xml': GREEN });
    const opening = await takeOpeningInventory(where, globs('r/*.xml'));
    unlinkSync(join(where.top, 'r/gone.xml'));
    appendFileSync(join(where.top, 'r/written.xml'), '\n');
    writeFileSync(join(where.top, 'r/new.xml'), GREEN);
    const later = await takeInventoryAgain(where, opening);
    expect(Object.keys(kinds(later))).toEqual(['r/new.xml', 'r/same.xml', 'r/written.xml']);
    expect(entryOf(later, 'r/same.xml')).toEqual(entryOf(opening, 'r/same.xml'));
    expect(entryOf(later, 'r/written.xml').sha256).not.toBe(entryOf(opening, 'r/written.xml').sha256);
    expect(later.clocks).toEqual([]);
  });

  test('does not call evidence content because the run told git so', async () => {
    const where = workspace({ 'r/content.xml': GREEN });
    const opening = await takeOpeningInventory(where, globs('r/*.xml'));
    write(where.top, { 'r/red.xml': GREEN });
    git(where.top, 'add', 'r/red.xml');
    git(where.top, 'rm', '-q', '--cached', 'r/content.xml');
    const later = await takeInventoryAgain(where, opening);
    expect(later.entries.map(({ path, tracked }) => [path, tracked])).toEqual([['r/content.xml', true], ['r/red.xml', false]]);
  });

  test('keeps the RUNNER_TEMP of the stamp', async () => {
    await onSecondFileSystem(async (folder) => {
      const where = workspace();
      const opening = await takeOpeningInventory({ ...where, runnerTemp: folder }, globs(`${folder}/*.xml`));
      write(folder, { 'a.xml': GREEN });
      expect((await takeInventoryAgain(where, opening)).entries).toMatchObject([{ path: join(folder, 'a.xml'), insideAllowedRoots: true }]);
    });
  });

  test('a file that grows while it is hashed is not settled', async () => {
    const where = workspace();
    mkdirSync(join(where.top, 'r'));
    const file = join(where.top, 'r/growing.log');
    const writer = execFileSync('bash', ['-c', `(for i in $(seq 4000); do echo line $i; sleep 0.001; done) > ${file} 2>&1 & echo $!`], { encoding: 'utf8' });
    try {
      const appended = openSync(file, 'a');
      ftruncateSync(appended, 200 * 1024 * 1024);
      closeSync(appended);
      const inventory = await takeOpeningInventory(where, { globs: [], logs: ['r/growing.log'] });
      expect(inventory.entries).toMatchObject([{ kind: 'file', settled: false }]);
    } finally {
      process.kill(Number(writer), 'SIGKILL');
    }
  });
});

describe('names given again (EV1)', () => {
  test('may repeat what the stamp recorded, in part, and nothing else', async () => {
    const opening = await takeOpeningInventory(workspace(), { globs: ['r/*.xml', 'x.xml'], logs: ['a.log'] });
    expect(() => {
      requireRecordedNames(opening, globs());
      requireRecordedNames(opening, { globs: ['x.xml'], logs: ['a.log'] });
    }).not.toThrow();
    for (const names of [globs('y.xml'), globs('r/*.xml', './x.xml'), { globs: [], logs: ['b.log'] }]) {
      expect(() => {
        requireRecordedNames(opening, names);
      }).toThrow(UsageError);
    }
  });

  test('what stays in place is neither content nor quarantined', async () => {
    const where = workspace({ 'r/tracked.xml': GREEN });
    write(where.top, { 'r/left.xml': GREEN, 'r/data.xml': '<data/>' });
    const opening = await takeOpeningInventory(where, globs('r/*.xml'));
    expect([...evidenceInPlace(opening, [{ path: 'r/left.xml' }])]).toEqual(['r/data.xml']);
  });
});
