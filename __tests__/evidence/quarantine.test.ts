import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../src/model/errors.ts';
import { decodePath, nativePath } from '../../src/model/path.ts';
import type { QuarantinedFile } from '../../src/model/evidence.ts';
import { takeOpeningInventory } from '../../src/evidence/inventory.ts';
import { moveFile } from '../../src/evidence/move-file.ts';
import { quarantine } from '../../src/evidence/quarantine.ts';
import { quoteForShell } from '../../src/evidence/shell-quote.ts';
import { freshFolder, git, removeFolders, write } from '../support/repository.ts';
import { asOrdinaryUser, onSecondFileSystem } from './file-systems.ts';
import { GREEN, globs, workspace, type Workspace } from './workspace.ts';

afterEach(removeFolders);

const GENERATION = '0123456789abcdef0123456789abcdef';

async function quarantined(where: Workspace, names: { readonly globs: readonly string[]; readonly logs: readonly string[] }, patch: ReadonlySet<string> = new Set()): Promise<readonly QuarantinedFile[]> {
  return quarantine({ ...where, generation: GENERATION }, await takeOpeningInventory(where, names, patch));
}

/** Names of everything below a folder that is no folder. */
function filesBelow(folder: string): string[] {
  const found = execFileSync('find', [folder, '!', '-type', 'd', '-printf', '%f\\0']);
  return decodePath(found).split('\0').slice(0, -1).sort();
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('quarantine (EV1)', () => {
  test('moves leftover reports and nothing else', async () => {
    const where = workspace({ 'r/tracked.xml': GREEN });
    write(where.top, { 'r/old.xml': GREEN, 'r/sub/empty.xml': '', 'r/data.xml': '<data/>', 'r/patched.xml': GREEN, 'r/notes.txt': 'testsuites', '.gitignore': 'r/old.xml\n' });
    const moved = await quarantined(where, globs('r/**'), new Set(['r/patched.xml']));
    const home = join(where.gitDir, 'generation-gate/quarantine', GENERATION);
    expect(moved).toEqual([
      { path: 'r/old.xml', movedTo: join(home, 'r/old.xml'), sha256: sha256(GREEN), restore: `mv -n -- ${join(home, 'r/old.xml')} ${join(where.top, 'r/old.xml')}` },
      { path: 'r/sub/empty.xml', movedTo: join(home, 'r/sub/empty.xml'), sha256: sha256(''), restore: `mv -n -- ${join(home, 'r/sub/empty.xml')} ${join(where.top, 'r/sub/empty.xml')}` },
    ]);
    expect(filesBelow(join(where.top, 'r'))).toEqual(['data.xml', 'notes.txt', 'patched.xml', 'tracked.xml']);
    expect(readFileSync(join(home, 'r/old.xml'), 'utf8')).toBe(GREEN);
    expect(git(where.top, 'status', '--porcelain', '--', 'r/tracked.xml')).toBe('');
    for (const folder of ['generation-gate', 'generation-gate/quarantine', `generation-gate/quarantine/${GENERATION}/r/sub`]) {
      expect(statSync(join(where.gitDir, folder)).mode & 0o777).toBe(0o700);
    }
  });

  test('the printed command puts it back, whatever its name, and overwrites nothing', async () => {
    const where = workspace();
    const odd = ["r/it's.xml", 'r/a b.xml', 'r/a\nb\t.xml', 'r/\udcff\udcfe.xml', 'r/$(touch x).xml', 'r/-n.xml', 'r/\\n.xml', 'r/é.xml', "r/'\n\\'.xml", 'r/\u202e.xml'];
    write(where.top, Object.fromEntries(odd.map((path) => [path, `${GREEN}<!-- ${sha256(path)} -->`])));
    const before = filesBelow(join(where.top, 'r'));
    const moved = await quarantined(where, globs('r/*.xml'));
    expect(filesBelow(join(where.top, 'r'))).toEqual([]);
    expect(moved).toHaveLength(odd.length);
    for (const { restore, path } of moved) {
      expect(restore).toMatch(/^mv -n -- [^\n]+$/);
      execFileSync('bash', ['-c', restore], { cwd: where.top });
      expect(readFileSync(nativePath(where.top, path), 'utf8')).toContain(sha256(path));
    }
    expect(filesBelow(join(where.top, 'r'))).toEqual(before);
    expect(filesBelow(join(where.gitDir, 'generation-gate'))).toEqual([]);

    const [again] = await quarantined(where, globs('r/a b.xml'));
    writeFileSync(join(where.top, 'r/a b.xml'), 'newer');
    try {
      execFileSync('bash', ['-c', again?.restore ?? 'false'], { stdio: 'ignore' });
    } catch {
      // Newer versions of mv call a skipped file a failure.
    }
    expect(readFileSync(join(where.top, 'r/a b.xml'), 'utf8')).toBe('newer');
  });

  test('moves a link itself, never what it leads to', async () => {
    const where = workspace();
    const outside = freshFolder();
    write(outside, { 'report.xml': GREEN, 'data.xml': '<data/>' });
    mkdirSync(join(where.top, 'r'));
    symlinkSync(join(outside, 'report.xml'), join(where.top, 'r/link.xml'));
    symlinkSync(join(outside, 'data.xml'), join(where.top, 'r/data.xml'));
    symlinkSync('nowhere', join(where.top, 'r/dangling.xml'));
    symlinkSync('/dev/zero', join(where.top, 'r/zero.xml'));
    const moved = await quarantined(where, globs('r/*.xml'));
    expect(moved.map(({ path, sha256: digest }) => [path, digest])).toEqual([['r/dangling.xml', null], ['r/link.xml', null]]);
    expect(readlinkSync(moved[1]?.movedTo ?? '')).toBe(join(outside, 'report.xml'));
    expect(readdirSync(outside)).toEqual(['data.xml', 'report.xml']);
    expect(readdirSync(join(where.top, 'r'))).toEqual(['data.xml', 'zero.xml']);
  });

  test('never reaches through a linked folder', async () => {
    const where = workspace();
    const outside = freshFolder();
    write(outside, { 'a.xml': GREEN });
    symlinkSync('a.xml', join(outside, 'link.xml'));
    symlinkSync(outside, join(where.top, 'r'));
    expect(await quarantined(where, globs('r/a.xml', 'r/link.xml', 'r/*.xml'))).toEqual([]);
    expect(readdirSync(outside)).toEqual(['a.xml', 'link.xml']);
    expect(lstatSync(join(where.top, 'r')).isSymbolicLink()).toBe(true);
  });

  test('moves a tracked file by no way: a linked folder that stays inside names the file where it is', async () => {
    const where = workspace({ 'fixtures/a.xml': GREEN });
    symlinkSync('fixtures', join(where.top, 'r'));
    expect(await quarantined(where, globs('r/*.xml', 'r/a.xml'))).toEqual([]);
  });

  test('leaves the state that the gate keeps in RUNNER_TEMP', async () => {
    const where = { ...workspace(), runnerTemp: freshFolder() };
    write(where.runnerTemp, { 'generation-gate/replay/junit.xml': GREEN, 'junit.xml': GREEN });
    const moved = await quarantined(where, globs(`${where.runnerTemp}/generation-gate/replay/junit.xml`, `${where.runnerTemp}/*.xml`));
    expect(moved.map(({ path }) => path)).toEqual([join(where.runnerTemp, 'junit.xml')]);
  });

  test('leaves FIFOs, sockets and folders', async () => {
    const where = workspace();
    write(where.top, { 'r/folder.xml/x': '' });
    execFileSync('mkfifo', [join(where.top, 'r/fifo.xml')]);
    expect(await quarantined(where, globs('r/*', 'r/folder.xml'))).toEqual([]);
  });

  test('moves a log that was named, and a report from outside of the workspace', async () => {
    const where = workspace();
    const outside = freshFolder();
    write(outside, { 'junit.xml': GREEN });
    write(where.top, { 'build.log': 'ok\n', 'other.log': 'ok\n' });
    const moved = await quarantined(where, { globs: [join(outside, 'junit.xml'), '*.log'], logs: ['build.log'] });
    expect(moved.map(({ path, movedTo }) => [path, movedTo.slice(where.gitDir.length)])).toEqual([
      [join(outside, 'junit.xml'), `/generation-gate/quarantine/${GENERATION}.outside${outside}/junit.xml`],
      ['build.log', `/generation-gate/quarantine/${GENERATION}/build.log`],
    ]);
    expect(existsSync(join(outside, 'junit.xml'))).toBe(false);
    expect(existsSync(join(where.top, 'other.log'))).toBe(true);
  });

  test('never overwrites what lies in quarantine already', async () => {
    const where = workspace();
    for (const text of ['1', '2', '3']) {
      write(where.top, { 'a.xml': `${GREEN}<!--${text}-->` });
      await quarantined(where, globs('a.xml'));
    }
    const home = join(where.gitDir, 'generation-gate/quarantine', GENERATION);
    expect(filesBelow(home)).toEqual(['a.xml', 'a.xml.1', 'a.xml.2']);
    expect(filesBelow(home).map((name) => readFileSync(join(home, name), 'utf8').slice(-8))).toEqual(['<!--1-->', '<!--2-->', '<!--3-->']);
  });

  test('a file that was written since the inventory is not moved', async () => {
    const where = workspace();
    write(where.top, { 'a.xml': GREEN, 'b.xml': GREEN });
    const opening = await takeOpeningInventory(where, globs('*.xml'));
    renameSync(join(where.top, 'a.xml'), join(where.top, 'kept'));
    write(where.top, { 'a.xml': 'newer' });
    expect(() => quarantine({ ...where, generation: GENERATION }, opening)).toThrow(Refusal);
    expect(readFileSync(join(where.top, 'a.xml'), 'utf8')).toBe('newer');
    expect(existsSync(join(where.top, 'b.xml'))).toBe(false);
  });

  test('what cannot be moved is refused by name, and the rest is told', async () => {
    const where = workspace();
    write(where.top, { 'r/fixed/a.xml': GREEN, 'r/b.xml': GREEN });
    execFileSync('chmod', ['-R', 'a+rwX', join(where.top, '..')]);
    chmodSync(join(where.top, 'r/fixed'), 0o555);
    const opening = await takeOpeningInventory(where, globs('r/**/*.xml'));
    let thrown: unknown;
    await asOrdinaryUser(() => {
      try {
        quarantine({ ...where, generation: GENERATION }, opening);
      } catch (error) {
        thrown = error;
      }
    });
    expect(thrown).toBeInstanceOf(Refusal);
    const [finding, ...others] = (thrown as Refusal).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: 'GG-EVIDENCE-NOT-QUARANTINED', answer: 'broken', rejects: true, paths: ['r/fixed/a.xml'] });
    expect(finding?.what).toMatch(/r\/fixed\/a\.xml \(sha256 [0-9a-f]{12}\).*EACCES.*mv -n -- \S+\/r\/b\.xml /);
    expect(finding?.fix).toContain(`rm -- ${join(where.top, 'r/fixed/a.xml')}`);
    expect(readFileSync(join(where.top, 'r/fixed/a.xml'), 'utf8')).toBe(GREEN);
  });

  test('a quarantine that cannot be written loses nothing', async () => {
    const where = workspace();
    write(where.top, { 'a.xml': GREEN });
    writeFileSync(join(where.gitDir, 'generation-gate'), '');
    await expect(quarantined(where, globs('a.xml'))).rejects.toThrow(Refusal);
    expect(readFileSync(join(where.top, 'a.xml'), 'utf8')).toBe(GREEN);
  });
});

describe('quarantine across devices (EV1)', () => {
  async function acrossDevices(body: (where: Workspace) => void | Promise<void>): Promise<void> {
    await onSecondFileSystem(async (folder) => {
      const where = workspace();
      await body({ ...where, gitDir: join(folder, 'git') });
    });
  }

  test('copies, keeps mode and time, and unlinks', async () => {
    await acrossDevices(async (where) => {
      write(where.top, { 'r/a.xml': GREEN, 'r/\udcff.xml': GREEN });
      chmodSync(join(where.top, 'r/a.xml'), 0o640);
      utimesSync(join(where.top, 'r/a.xml'), 1e9, 1e9);
      symlinkSync('nowhere', join(where.top, 'r/link.xml'));
      const moved = await quarantined(where, globs('r/*.xml'));
      expect(moved.map(({ path }) => path)).toEqual(['r/a.xml', 'r/link.xml', 'r/\udcff.xml']);
      const [a, link] = moved;
      expect(statSync(a?.movedTo ?? '')).toMatchObject({ mode: 0o100640, mtimeMs: 1e12 });
      expect(readFileSync(a?.movedTo ?? '', 'utf8')).toBe(GREEN);
      expect(readlinkSync(link?.movedTo ?? '')).toBe('nowhere');
      expect(filesBelow(join(where.top, 'r'))).toEqual([]);
      for (const { restore } of moved) execFileSync('bash', ['-c', restore]);
      expect(filesBelow(join(where.top, 'r'))).toEqual(['a.xml', 'link.xml', '\udcff.xml']);
    });
  });

  test('a copy that does not hold the inventoried bytes leaves the file and no copy', async () => {
    await acrossDevices((where) => {
      write(where.top, { 'a.xml': GREEN });
      const { ino, mtimeNs } = statSync(join(where.top, 'a.xml'), { bigint: true });
      const to = join(where.gitDir, 'q/a.xml');
      expect(() => moveFile(join(where.top, 'a.xml'), to, { ino: String(ino), mtimeNs: String(mtimeNs), sha256: sha256('other') })).toThrow(/inventoried/);
      expect(readFileSync(join(where.top, 'a.xml'), 'utf8')).toBe(GREEN);
      expect(readdirSync(join(where.gitDir, 'q'))).toEqual([]);
    });
  });

  test('a full disk loses nothing', () => {
    const where = workspace();
    const bytes = `${GREEN}${'x'.repeat(3 << 20)}`;
    write(where.top, { 'a.xml': bytes });
    const { ino, mtimeNs } = statSync(join(where.top, 'a.xml'), { bigint: true });
    const identity = JSON.stringify({ ino: String(ino), mtimeNs: String(mtimeNs), sha256: sha256(bytes) });
    const mount = freshFolder();
    const script = `
      import { moveFile } from ${JSON.stringify(new URL('../../src/evidence/move-file.ts', import.meta.url).href)};
      import { readdirSync } from 'node:fs';
      try { moveFile(${JSON.stringify(join(where.top, 'a.xml'))}, ${JSON.stringify(join(mount, 'q/a.xml'))}, ${identity}); console.log('moved'); }
      catch (error) { console.log(error.code, JSON.stringify(readdirSync(${JSON.stringify(join(mount, 'q'))}))); }`;
    const run = `mount -t tmpfs -o size=1m tmpfs ${mount} && exec "$0" --input-type=module-typescript -e "$1"`;
    const said = execFileSync('unshare', ['-rm', 'bash', '-c', run, process.execPath, script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    expect(said.trim()).toBe('ENOSPC []');
    expect(readFileSync(join(where.top, 'a.xml'), 'utf8')).toBe(bytes);
  });

  test('killed at any moment it loses nothing', async () => {
    await acrossDevices(async (where) => {
      const bytes = Buffer.alloc(12 << 20, GREEN);
      const file = join(where.top, 'a.xml');
      const mover = fileURLToPath(new URL('./mover.ts', import.meta.url));
      const outcomes = new Set<string>();
      for (let time = 0; time < 12; time += 1) {
        rmSync(where.gitDir, { recursive: true, force: true });
        writeFileSync(file, bytes);
        const { ino, mtimeNs } = statSync(file, { bigint: true });
        const child = spawn(process.execPath, [mover, file, join(where.gitDir, 'q/a.xml'), String(ino), String(mtimeNs), sha256(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
        const ended = new Promise((resolve) => child.once('close', resolve));
        const began = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)]);
        expect(began).not.toBeNull();
        // The first one dies as soon as a copy has begun.
        const latest = performance.now() + 5000;
        if (time === 0) while (performance.now() < latest && (!existsSync(join(where.gitDir, 'q')) || readdirSync(join(where.gitDir, 'q')).length === 0));
        else await new Promise((resolve) => setTimeout(resolve, time * 8));
        child.kill('SIGKILL');
        await ended;
        const there = existsSync(file);
        const copy = existsSync(join(where.gitDir, 'q/a.xml'));
        outcomes.add(`${there ? 'there' : 'gone'} ${copy ? 'copied' : 'not copied'}`);
        expect(there || copy).toBe(true);
        for (const each of [...(there ? [file] : []), ...(copy ? [join(where.gitDir, 'q/a.xml')] : [])]) expect(sha256(readFileSync(each))).toBe(sha256(bytes));
      }
      // The kills fell before, and after, the copy was complete.
      expect([...outcomes]).toEqual(expect.arrayContaining(['there not copied', 'gone copied']));
    });
  }, 240_000);
});

test('words of a shell', () => {
  for (const path of ['/a/b.xml', 'a b', "it's", '-n', '$HOME', '`x`', 'a\nb', '\udcff', '\\', '', '\u0007', "'\n'", '~', 'a*', '!!', 'é\u0085']) {
    const word = quoteForShell(path);
    expect(word).not.toMatch(/[\n\u0007\u0085]/);
    expect(decodePath(execFileSync('bash', ['-c', `printf %s ${word}`]))).toBe(path);
  }
});

test('a file that grows between inventory and move stays', async () => {
  const where = workspace();
  write(where.top, { 'a.xml': GREEN });
  const opening = await takeOpeningInventory(where, globs('a.xml'));
  appendFileSync(join(where.top, 'a.xml'), '<!-- more -->');
  expect(() => quarantine({ ...where, generation: GENERATION }, opening)).toThrow(/ECHANGED|written/);
  expect(readFileSync(join(where.top, 'a.xml'), 'utf8')).toBe(`${GREEN}<!-- more -->`);
});
