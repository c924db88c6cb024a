import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { copyFileSync, renameSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceFactsSchema, type EvidenceFacts, type EvidenceFile, type Inventory } from '../../src/model/evidence.ts';
import { collectEvidence } from '../../src/evidence/collect.ts';
import { sealInventory, takeInventoryAgain, takeOpeningInventory } from '../../src/evidence/inventory.ts';
import { readReport } from '../../src/evidence/junit/read.ts';
import { quarantine } from '../../src/evidence/quarantine.ts';
import { freshFolder, removeFolders, write } from '../support/repository.ts';
import { onSecondFileSystem } from './file-systems.ts';
import { GREEN, globs, workspace, type Workspace } from './workspace.ts';

afterEach(removeFolders);

const OTHER_GREEN = GREEN.replace('name="n"', 'name="other"');

interface Stamped {
  readonly opening: Inventory;
  readonly moved: readonly string[];
}

async function stamp(where: Workspace, names: { readonly globs: readonly string[]; readonly logs: readonly string[] }): Promise<Stamped> {
  const opening = await takeOpeningInventory(where, names);
  const moved = quarantine({ ...where, generation: 'a'.repeat(32) }, opening);
  return { opening: await sealInventory(opening), moved: moved.map(({ movedTo }) => movedTo) };
}

async function collected(where: Workspace, opening: Inventory, closing: Inventory | null): Promise<EvidenceFacts> {
  const facts = await collectEvidence({ places: where, opening, closing, readReport });
  expect(evidenceFactsSchema.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  return facts;
}

function fileOf({ files }: EvidenceFacts, path: string): EvidenceFile {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`${path} is not among ${files.map((each) => each.path).join(', ')}`);
  return file;
}

describe('the facts of the check (EV1, EV2, EV7)', () => {
  test('of a report that the run wrote', async () => {
    const where = workspace();
    const { opening } = await stamp(where, globs('r/*.xml'));
    write(where.top, { 'r/a.xml': GREEN });
    const closing = await takeInventoryAgain(where, opening);
    const facts = await collected(where, opening, closing);
    const [file] = facts.files;
    expect(facts.files).toHaveLength(1);
    expect(file).toMatchObject({ path: 'r/a.xml', role: 'evidence', globs: ['r/*.xml'], logs: [], atStamp: null, equalAtStamp: null, closing: true, insideAllowedRoots: true, realPath: join(where.top, 'r/a.xml'), tracked: false });
    expect(file?.atRunEnd).toEqual(file?.now);
    expect(file?.reading).toMatchObject({ state: 'read', sha256: file?.now?.sha256, totals: { tests: 1, passed: 1 } });
    expect(BigInt(file?.now?.mtimeNs ?? 0)).toBeGreaterThanOrEqual(BigInt(file?.stampClockNs ?? 0));
    expect(file?.stampClockNs).toBe(opening.clocks[0]?.ns);
  });

  test('of a leftover that comes back: restored, touched, copied under another name', async () => {
    const where = workspace();
    write(where.top, { 'r/a.xml': GREEN, 'r/b.xml': OTHER_GREEN });
    const { opening, moved } = await stamp(where, globs('r/*.xml'));
    expect(moved).toHaveLength(2);
    renameSync(moved[0] ?? '', join(where.top, 'r/a.xml'));
    utimesSync(join(where.top, 'r/a.xml'), 4e9, 4e9);
    copyFileSync(moved[1] ?? '', join(where.top, 'r/c.xml'));
    const facts = await collected(where, opening, await takeInventoryAgain(where, opening));
    expect(facts.files.map(({ path, role, equalAtStamp }) => [path, role, equalAtStamp])).toEqual([
      ['r/a.xml', 'evidence', 'r/a.xml'],
      ['r/c.xml', 'evidence', 'r/b.xml'],
    ]);
  });

  test('of a copy of a tracked fixture', async () => {
    const where = workspace({ 'r/fixture.xml': GREEN });
    const { opening } = await stamp(where, globs('r/*.xml'));
    copyFileSync(join(where.top, 'r/fixture.xml'), join(where.top, 'r/new.xml'));
    const facts = await collected(where, opening, null);
    expect(fileOf(facts, 'r/fixture.xml')).toMatchObject({ role: 'content', tracked: true, reading: null, closing: false, atRunEnd: null });
    expect(fileOf(facts, 'r/new.xml')).toMatchObject({ role: 'evidence', equalAtStamp: 'r/fixture.xml' });
  });

  test('of what no report is: untouched it is a leftover, rewritten it is evidence', async () => {
    const where = workspace();
    write(where.top, { 'r/data.xml': '<data/>', 'r/config.xml': '<config/>', 'r/touched.xml': '<data2/>' });
    execFileSync('mkfifo', [join(where.top, 'r/old.fifo')]);
    symlinkSync('data.xml', join(where.top, 'r/old.link'));
    const { opening, moved } = await stamp(where, globs('r/*'));
    expect(moved).toEqual([]);
    writeFileSync(join(where.top, 'r/config.xml'), GREEN);
    utimesSync(join(where.top, 'r/touched.xml'), 4e9, 4e9);
    execFileSync('mkfifo', [join(where.top, 'r/new.fifo')]);
    symlinkSync('data.xml', join(where.top, 'r/new.link'));
    const facts = await collected(where, opening, null);
    expect(Object.fromEntries(facts.files.map(({ path, role }) => [path, role]))).toEqual({
      'r/config.xml': 'evidence',
      'r/data.xml': 'leftover',
      'r/new.fifo': 'evidence',
      'r/new.link': 'evidence',
      'r/old.fifo': 'leftover',
      'r/old.link': 'leftover',
      'r/touched.xml': 'leftover',
    });
    expect(fileOf(facts, 'r/config.xml').reading).toMatchObject({ state: 'read' });
    expect(fileOf(facts, 'r/data.xml').reading).toBeNull();
  });

  test('of an old link whose target has become a report', async () => {
    const where = workspace();
    write(where.top, { 'out/data': '<data/>' });
    symlinkSync('out/data', join(where.top, 'latest.xml'));
    const { opening } = await stamp(where, globs('*.xml'));
    writeFileSync(join(where.top, 'out/data'), GREEN);
    expect(fileOf(await collected(where, opening, null), 'latest.xml')).toMatchObject({ role: 'evidence', reading: null, now: { kind: 'symlink' } });
  });

  test('of what is named as it is: it was promised, whatever it looks like', async () => {
    const where = workspace();
    write(where.top, { 'junit.txt': 'nothing' });
    const { opening } = await stamp(where, globs('junit.txt'));
    expect(fileOf(await collected(where, opening, null), 'junit.txt')).toMatchObject({ role: 'evidence', equalAtStamp: 'junit.txt', reading: { state: 'refused' } });
  });

  test('of what came, changed and went after the end of the run', async () => {
    const where = workspace();
    const { opening } = await stamp(where, globs('r/*.xml'));
    write(where.top, { 'r/changed.xml': GREEN, 'r/gone.xml': GREEN, 'r/same.xml': GREEN });
    const closing = await takeInventoryAgain(where, opening);
    write(where.top, { 'r/changed.xml': OTHER_GREEN, 'r/late.xml': GREEN });
    unlinkSync(join(where.top, 'r/gone.xml'));
    const facts = await collected(where, opening, closing);
    expect(facts.files.map(({ path }) => path)).toEqual(['r/changed.xml', 'r/gone.xml', 'r/late.xml', 'r/same.xml']);
    expect(fileOf(facts, 'r/gone.xml')).toMatchObject({ role: 'evidence', now: null, reading: null });
    expect(fileOf(facts, 'r/late.xml')).toMatchObject({ atRunEnd: null, closing: true });
    expect(fileOf(facts, 'r/changed.xml').atRunEnd?.sha256).not.toBe(fileOf(facts, 'r/changed.xml').now?.sha256);
  });

  test('of links, FIFOs and files outside: none is read', async () => {
    const where = workspace();
    const outside = freshFolder();
    write(outside, { 'a.xml': GREEN });
    const { opening } = await stamp(where, globs('r/*.xml', 'away/a.xml'));
    write(where.top, { 'r/x': '' });
    execFileSync('mkfifo', [join(where.top, 'r/fifo.xml')]);
    symlinkSync(join(outside, 'a.xml'), join(where.top, 'r/link.xml'));
    symlinkSync(outside, join(where.top, 'away'));
    const facts = await collected(where, opening, null);
    expect(facts.files.map(({ path, now, insideAllowedRoots, reading }) => [path, now?.kind, insideAllowedRoots, reading])).toEqual([
      ['away/a.xml', 'file', false, null],
      ['r/fifo.xml', 'fifo', true, null],
      ['r/link.xml', 'symlink', false, null],
    ]);
  });

  test('of logs: by digest, each compared with itself alone, absent ones named', async () => {
    const where = workspace();
    write(where.top, { 'old.log': 'ok\n', 'other.log': 'fine\n' });
    const { opening, moved } = await stamp(where, { globs: [], logs: ['old.log', './new.log', 'other.log', 'absent.log'] });
    expect(moved).toHaveLength(2);
    write(where.top, { 'old.log': 'ok\n', 'new.log': 'ok\n', 'other.log': 'fine\nand more\n' });
    const facts = await collected(where, opening, null);
    expect(facts.files.map(({ path, logs, equalAtStamp, reading }) => [path, logs, equalAtStamp, reading])).toEqual([
      ['new.log', ['./new.log'], null, null],
      ['old.log', ['old.log'], 'old.log', null],
      ['other.log', ['other.log'], null, null],
    ]);
    expect(facts.absentLogs).toEqual(['absent.log']);
  });

  test('of a file system that was mounted since: no clock of the stamp is there', async () => {
    await onSecondFileSystem(async (folder) => {
      const where = workspace();
      const name = join(folder, 'sub/a.xml');
      const { opening } = await stamp(where, globs(name));
      write(folder, { 'sub/a.xml': GREEN });
      expect(fileOf(await collected(where, opening, null), name)).toMatchObject({ insideAllowedRoots: true, stampClockNs: opening.clocks[1]?.ns, reading: { state: 'read' } });
      const unclocked = { ...opening, clocks: opening.clocks.slice(0, 1) };
      expect(fileOf(await collected(where, unclocked, null), name)).toMatchObject({ stampClockNs: null });
    });
  });

  test('without names there is nothing', async () => {
    const where = workspace();
    write(where.top, { 'r/a.xml': GREEN });
    const { opening } = await stamp(where, globs());
    expect(await collected(where, opening, null)).toEqual({ globs: [], logs: [], files: [], absentLogs: [] });
  });
});
