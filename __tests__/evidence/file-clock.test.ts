import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GateError } from '../../src/model/errors.ts';
import { deviceOfFolder, PASSAGE_LIMIT_MS, passFileClock, probeFileClock, readFileClock, readFileClockNs } from '../../src/workspace/file-clock.ts';
import { freshFolder, removeFolders } from '../support/repository.ts';
import { asOrdinaryUser, onSecondFileSystem } from './file-systems.ts';

afterEach(removeFolders);

describe('the file system clock (ST8)', () => {
  test('is the time that a file made now gets', () => {
    const folder = freshFolder();
    const before = readFileClockNs(folder);
    writeFileSync(join(folder, 'a'), '');
    const made = statSync(join(folder, 'a'), { bigint: true });
    const after = readFileClockNs(folder);
    expect(made.ctimeNs).toBeGreaterThanOrEqual(before);
    expect(after).toBeGreaterThanOrEqual(made.ctimeNs);
    expect(after - before).toBeLessThan(2_000_000_000n);
  });

  test('reads in milliseconds what Stats calls ctimeMs', () => {
    const folder = freshFolder();
    const low = readFileClock(folder);
    writeFileSync(join(folder, 'a'), '');
    expect(Math.abs(statSync(join(folder, 'a')).ctimeMs - low)).toBeLessThan(2000);
    const { ms, ns } = probeFileClock(folder);
    expect(ms).toBeCloseTo(Number(ns) / 1e6, 3);
  });

  test('leaves nothing and does not touch the folder', () => {
    const folder = freshFolder();
    const before = statSync(folder, { bigint: true }).mtimeNs;
    for (let time = 0; time < 20; time += 1) readFileClock(folder);
    expect(readdirSync(folder)).toEqual([]);
    if (process.platform === 'linux') expect(statSync(folder, { bigint: true }).mtimeNs).toBe(before);
  });

  test('of a folder that does not exist is the one of its nearest parent', () => {
    const folder = freshFolder();
    const clock = probeFileClock(join(folder, 'reports', 'unit'));
    expect(clock.folder).toBe(folder);
    expect(clock.device).toBe(statSync(folder, { bigint: true }).dev);
    expect(deviceOfFolder(join(folder, 'reports'))).toBe(clock.device);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a path through a file is the one of the folder around it', () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'a'), '');
    expect(probeFileClock(join(folder, 'a', 'b')).folder).toBe(folder);
  });

  test('is asked in a parent of the same device where the folder takes no file', async () => {
    const folder = freshFolder();
    chmodSync(folder, 0o777);
    mkdirSync(join(folder, 'reports'));
    chmodSync(join(folder, 'reports'), 0o555);
    await asOrdinaryUser(() => {
      expect(probeFileClock(join(folder, 'reports')).folder).toBe(folder);
    });
    expect(readdirSync(join(folder, 'reports'))).toEqual([]);
  });

  test('cannot be read where no file can be made, and the error names the folder', async () => {
    const folder = freshFolder();
    chmodSync(folder, 0o555);
    await asOrdinaryUser(() => {
      // The parents of the temporary folder take files; only the root of a file system leaves no way out.
      expect(probeFileClock(folder).folder).not.toBe(folder);
      let thrown: unknown;
      try {
        probeFileClock('/proc/self');
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(GateError);
      expect((thrown as GateError).code).toBe('GG-CLOCK-UNREADABLE');
      expect((thrown as GateError).message).toContain('"/proc/self"');
    });
  });

  test('is not taken from another file system where its own takes no file', () => {
    const folder = freshFolder();
    const script = `
      import { probeFileClock } from ${JSON.stringify(new URL('../../src/workspace/file-clock.ts', import.meta.url).href)};
      try { console.log('read in', probeFileClock(${JSON.stringify(folder)}).folder); } catch (error) { console.log(error.code, error.message); }`;
    const run = `mount -t tmpfs -o ro tmpfs ${folder} && exec "$0" --input-type=module-typescript -e "$1"`;
    const said = execFileSync('unshare', ['-rm', 'bash', '-c', run, process.execPath, script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    expect(said).toContain(`GG-CLOCK-UNREADABLE The clock of the file system at "${folder}" cannot be read: no file can be made there (EROFS)`);
  });

  test('belongs to the device of the folder', async () => {
    await onSecondFileSystem((folder) => {
      const clock = probeFileClock(folder);
      expect(clock.device).toBe(statSync(folder, { bigint: true }).dev);
      expect(clock.device).not.toBe(probeFileClock(freshFolder()).device);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

describe('passing a time (ST8)', () => {
  test('makes every later file strictly newer', async () => {
    const folder = freshFolder();
    for (let time = 0; time < 50; time += 1) {
      const stamp = readFileClockNs(folder);
      const passage = await passFileClock(folder, stamp);
      expect(passage.state).toBe('passed');
      const file = join(folder, `report-${time}`);
      writeFileSync(file, '');
      expect(statSync(file, { bigint: true }).mtimeNs).toBeGreaterThan(stamp);
    }
  });

  test('does not wait for a time far ahead, and says so', async () => {
    const folder = freshFolder();
    const started = performance.now();
    const passage = await passFileClock(folder, readFileClockNs(folder) + 3_600_000_000_000n);
    expect(passage.state).toBe('not-passed');
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('waits for a time a little ahead, as after a step of the clock', async () => {
    const folder = freshFolder();
    const ahead = readFileClockNs(folder) + 300_000_000n;
    utimesSync(folder, 0, 0);
    const passage = await passFileClock(folder, ahead);
    expect(passage).toMatchObject({ state: 'passed' });
    expect(passage.ns).toBeGreaterThan(ahead);
    expect(PASSAGE_LIMIT_MS).toBeGreaterThan(2000);
  });
});
