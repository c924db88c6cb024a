import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readReport } from '../../../src/evidence/junit/read.ts';
import { decodePath } from '../../../src/model/path.ts';
import { reportReadingSchema } from '../../../src/model/report.ts';

const GOOD = '<testsuite name="s" tests="1"><testcase classname="c" name="n"/></testsuite>\n';
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'report-files-')));
  writeFileSync(at('good.xml'), GOOD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a report file', () => {
  test('is read with its digest and what the system says of it', async () => {
    const reading = await readReport(at('good.xml'));
    const stat = statSync(at('good.xml'), { bigint: true });
    expect(reading).toMatchObject({
      state: 'read',
      sha256: createHash('sha256').update(GOOD).digest('hex'),
      size: GOOD.length,
      stat: { mtimeNs: String(stat.mtimeNs), ctimeNs: String(stat.ctimeNs), ino: String(stat.ino), dev: String(stat.dev) },
    });
    expect(reportReadingSchema.parse(JSON.parse(JSON.stringify(reading)))).toEqual(reading);
  });

  test('that is refused for its content has its digest all the same', async () => {
    writeFileSync(at('broken.xml'), `<testsuite><${'x'.repeat(200_000)}`);
    const digest = createHash('sha256').update(`<testsuite><${'x'.repeat(200_000)}`).digest('hex');
    const reading = await readReport(at('broken.xml'));
    expect(reading).toMatchObject({ state: 'refused', code: 'limit-name', sha256: digest, size: 200_012 });
    expect(reportReadingSchema.parse(JSON.parse(JSON.stringify(reading)))).toEqual(reading);
  });

  test('may have a name that is not UTF-8', async () => {
    const name = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.of(0xe9), Buffer.from('.xml')]);
    writeFileSync(name, GOOD);
    expect((await readReport(name)).state).toBe('read');
    expect((await readReport(decodePath(name))).state).toBe('read');
  });

  test('must lie within the allowed roots by its real path', async () => {
    mkdirSync(at('inside'));
    mkdirSync(at('elsewhere'));
    writeFileSync(at('elsewhere/r.xml'), GOOD);
    writeFileSync(at('inside/r.xml'), GOOD);
    symlinkSync(at('elsewhere'), at('inside/way-out'));
    const allowedRoots = [at('inside')];
    expect(await readReport(at('inside/r.xml'), { allowedRoots })).toMatchObject({ state: 'read' });
    expect(await readReport(at('inside/way-out/r.xml'), { allowedRoots })).toMatchObject({ code: 'outside' });
    expect(await readReport(at('inside/../elsewhere/r.xml'), { allowedRoots })).toMatchObject({ code: 'outside' });
    expect(await readReport(at('inside/../good.xml'), { allowedRoots })).toMatchObject({ code: 'outside' });
  });
});

describe('what is no report file is refused without waiting', () => {
  test('a FIFO with and without a writer', async () => {
    execFileSync('mkfifo', [at('fifo')]);
    expect(await readReport(at('fifo'))).toMatchObject({ state: 'refused', code: 'special', message: expect.stringContaining('FIFO') });
    const writer = spawn('sh', ['-c', `exec cat "${at('good.xml')}" > "${at('fifo')}"`]);
    try {
      expect(await readReport(at('fifo'))).toMatchObject({ state: 'refused', code: 'special' });
    } finally {
      writer.kill('SIGKILL');
    }
  });

  test('a socket', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    try {
      expect(await readReport(at('socket'))).toMatchObject({ code: 'special', message: expect.stringContaining('socket') });
    } finally {
      server.close();
    }
  });

  test('links to a good report, to nothing, to itself', async () => {
    symlinkSync(at('good.xml'), at('link.xml'));
    symlinkSync('/nonexistent/report.xml', at('dangling.xml'));
    symlinkSync(at('loop.xml'), at('loop.xml'));
    for (const name of ['link.xml', 'dangling.xml', 'loop.xml']) expect(await readReport(at(name))).toMatchObject({ code: 'symlink' });
  });

  test.each([
    ['a device', '/dev/zero', 'special'],
    ['an empty device', '/dev/null', 'special'],
    ['nothing', '/nonexistent/junit.xml', 'absent'],
    ['a path through a file', '/dev/null/junit.xml', 'absent'],
  ])('%s', async (_what, path, code) => {
    expect(await readReport(path)).toMatchObject({ state: 'refused', code });
  });

  test('a folder', async () => {
    expect(await readReport(folder)).toMatchObject({ code: 'folder' });
  });

  test('a half gigabyte by its size alone', async () => {
    writeFileSync(at('huge.xml'), '<testsuite>');
    truncateSync(at('huge.xml'), 500_000_000);
    const started = performance.now();
    expect(await readReport(at('huge.xml'))).toMatchObject({ code: 'limit-bytes', size: 500_000_000 });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test.each(['/proc/self/status', '/proc/self/environ', '/proc/self/maps', '/proc/kmsg', '/proc/self/mem', '/proc/kcore', '/sys/kernel/mm/transparent_hugepage/enabled'])(
    '%s',
    async (path) => {
      expect((await readReport(path)).state).toBe('refused');
    },
  );

  test('a good report out of a file that says it is empty', async () => {
    const child = spawn('sleep', ['30'], { env: { REPORT: '' }, argv0: GOOD });
    try {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const cmdline = `/proc/${child.pid}/cmdline`;
      expect(await readReport(cmdline)).toMatchObject({ state: 'refused', code: 'unstored' });
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a file that changes while it is read is refused', () => {
  const output = `<system-out>${'x'.repeat(63)}</system-out>\n`;
  const long = `<testsuite><testcase name="n"/>\n${output.repeat(50_000)}</testsuite>`;
  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ['it grows', (path) => { appendFileSync(path, '<!-- more -->'); }],
    ['it shrinks', (path) => { truncateSync(path, 100); }],
    ['its bytes are replaced by as many', (path) => { writeFileSync(path, long.replaceAll('x', 'y'), { flag: 'r+' }); }],
    ['another file takes its place', (path) => { writeFileSync(`${path}.new`, long); renameSync(`${path}.new`, path); }],
    ['it is removed', (path) => { rmSync(path); }],
    ['its time is set back', (path) => { utimesSync(path, 1, 1); }],
  ];
  test('its folder is swapped for another', async () => {
    for (const name of ['swapped', 'other']) {
      mkdirSync(at(name));
      writeFileSync(at(`${name}/r.xml`), long);
    }
    const reading = readReport(at('swapped/r.xml'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    renameSync(at('swapped'), at('gone'));
    renameSync(at('other'), at('swapped'));
    expect(await reading).toMatchObject({ state: 'refused', code: 'changed' });
  });

  test.each(changes)('%s', async (what, change) => {
    const path = at(`changing-${what.replaceAll(' ', '-')}.xml`);
    writeFileSync(path, long);
    expect((await readReport(path)).state).toBe('read');
    const reading = readReport(path);
    await new Promise((resolve) => setTimeout(resolve, 20));
    change(path);
    expect(await reading).toMatchObject({ state: 'refused', code: 'changed' });
  });
});
