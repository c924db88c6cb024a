import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GateError } from '../../src/model/errors.ts';
import { nativePath } from '../../src/model/path.ts';
import type { Drift } from '../../src/model/tree.ts';
import { STAT_FIELDS } from '../../src/workspace/hash-files.ts';
import type { Baseline } from '../../src/workspace/recheck.ts';
import { readStatIndex, readStatTable, writeStatIndex } from '../../src/workspace/stat-index.ts';
import { baselineOf, driftOf, NO_DRIFT } from '../support/measured.ts';
import { asOrdinaryUser, commitAll, editKeepingSizeAndTime, git, GIT_ENVIRONMENT, initRepository, makeRepository, nextSecond, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const testWithFaketime = spawnSync('faketime', ['--version']).error === undefined ? test : test.skip;

const FILES = { 'a.txt': 'a\n', 'deep/b.txt': 'b\n', 'deep/er/c.txt': 'c\n', 'tool.sh': '#!/bin/sh\n', 'd\udcff\n"': 'odd\n', '\u{1f600}': 'x\n', '\uff01': 'y\n', '.gitignore': '*.log\nout/\n', empty: '' };

interface Edit {
  readonly edit: (root: string) => void;
  readonly drift: Partial<Drift>;
}

function changed(...paths: readonly string[]): Pick<Drift, 'changed'> {
  return { changed: paths.map((path) => ({ path, stamped: expect.any(String) as unknown as string, now: expect.any(String) as unknown as string })) };
}

/** Each kind of edit after the stamp, and all that it may be reported as. */
const EDITS: Record<string, Edit> = {
  nothing: { edit: () => undefined, drift: {} },
  'other bytes of another size': { edit: (root) => appendFileSync(join(root, 'a.txt'), 'more'), drift: changed('a.txt') },
  'other bytes of equal size and old time': { edit: (root) => editKeepingSizeAndTime(join(root, 'a.txt'), 'b\n'), drift: changed('a.txt') },
  'bytes in an empty file': { edit: (root) => writeFileSync(join(root, 'empty'), 'x'), drift: changed('empty') },
  'a file emptied': { edit: (root) => writeFileSync(join(root, 'a.txt'), ''), drift: changed('a.txt') },
  'a file with an odd name': { edit: (root) => writeFileSync(nativePath(root, 'd\udcff\n"'), 'ODD\n'), drift: changed('d\udcff\n"') },
  'a name beyond the basic plane': { edit: (root) => writeFileSync(join(root, '\u{1f600}'), 'z\n'), drift: changed('\u{1f600}') },
  'line ends': { edit: (root) => writeFileSync(join(root, 'tool.sh'), '#!/bin/sh\r\n'), drift: changed('tool.sh') },
  'the mode': { edit: (root) => chmodSync(join(root, 'tool.sh'), 0o755), drift: changed('tool.sh') },
  'a file replaced by a link to equal bytes': {
    edit: (root) => {
      renameSync(join(root, 'a.txt'), join(root, 'out.log'));
      symlinkSync('out.log', join(root, 'a.txt'));
    },
    drift: changed('a.txt'),
  },
  'the target of a link': {
    edit: (root) => {
      rmSync(join(root, 'link'));
      symlinkSync('b.txt', join(root, 'link'));
    },
    drift: changed('link'),
  },
  'a link replaced by a file': {
    edit: (root) => {
      rmSync(join(root, 'link'));
      writeFileSync(join(root, 'link'), 'a.txt');
    },
    drift: changed('link'),
  },
  'an untracked file': { edit: (root) => writeFileSync(join(root, 'untracked'), 'other\n'), drift: changed('untracked') },
  'a file deleted': { edit: (root) => rmSync(join(root, 'a.txt')), drift: { vanished: ['a.txt'] } },
  'a folder deleted': { edit: (root) => rmSync(join(root, 'deep'), { recursive: true }), drift: { vanished: ['deep/b.txt', 'deep/er/c.txt'] } },
  'a folder moved': { edit: (root) => renameSync(join(root, 'deep/er'), join(root, 'deep/est')), drift: { vanished: ['deep/er/c.txt'], added: ['deep/est/c.txt'] } },
  'a folder replaced by a link to it': {
    edit: (root) => {
      renameSync(join(root, 'deep'), join(root, 'out'));
      symlinkSync('out', join(root, 'deep'));
    },
    drift: { vanished: ['deep/b.txt', 'deep/er/c.txt'], added: ['deep'] },
  },
  'a file replaced by a folder': {
    edit: (root) => {
      rmSync(join(root, 'a.txt'));
      write(root, { 'a.txt/x': 'x' });
    },
    drift: { vanished: ['a.txt'], added: ['a.txt/x'] },
  },
  'a file replaced by a FIFO': {
    edit: (root) => {
      rmSync(join(root, 'a.txt'));
      spawnSync('mkfifo', [join(root, 'a.txt')]);
    },
    drift: { vanished: ['a.txt'] },
  },
  'a file replaced by a repository': {
    edit: (root) => {
      rmSync(join(root, 'a.txt'));
      initRepository(join(root, 'a.txt'));
      write(root, { 'a.txt/x': 'x' });
    },
    drift: { vanished: ['a.txt'] },
  },
  'equal bytes written again': { edit: (root) => writeFileSync(join(root, 'a.txt'), 'a\n'), drift: { touched: ['a.txt'] } },
  'edited and restored, with its time': {
    edit: (root) => {
      const { atimeMs, mtimeMs } = statSync(join(root, 'a.txt'));
      writeFileSync(join(root, 'a.txt'), 'other bytes\n');
      writeFileSync(join(root, 'a.txt'), 'a\n');
      utimesSync(join(root, 'a.txt'), atimeMs / 1000, mtimeMs / 1000);
    },
    drift: { touched: ['a.txt'] },
  },
  'equal bytes by rename': {
    edit: (root) => {
      copyFileSync(join(root, 'a.txt'), join(root, 'x.log'));
      renameSync(join(root, 'x.log'), join(root, 'a.txt'));
    },
    drift: { touched: ['a.txt'] },
  },
  'a hard link to it': { edit: (root) => linkSync(join(root, 'a.txt'), join(root, 'x.log')), drift: { touched: ['a.txt'] } },
  'only its time': { edit: (root) => utimesSync(join(root, 'a.txt'), 1_000_000_000, 1_000_000_000), drift: { touched: ['a.txt'] } },
  'a permission that git does not store': { edit: (root) => chmodSync(join(root, 'a.txt'), 0o600), drift: { touched: ['a.txt'] } },
  'new files': { edit: (root) => write(root, { 'new.txt': 'n', 'fresh/x': 'x', 'deep/y': 'y' }), drift: { added: ['deep/y', 'fresh/x', 'new.txt'] } },
  'a new repository, with a commit': {
    edit: (root) => {
      initRepository(join(root, 'nested'));
      write(root, { 'nested/x': 'x' });
      commitAll(join(root, 'nested'));
    },
    drift: { added: ['nested'] },
  },
  'a .git folder planted beside stamped files': { edit: (root) => void git(root, 'init', '-q', 'deep'), drift: {} },
  'a .git folder planted, then an edit': {
    edit: (root) => {
      git(root, 'init', '-q', 'deep');
      git(root, 'init', '-q', 'plain');
      write(root, { 'deep/b.txt': 'edited\n', 'plain/untracked': 'edited\n', 'deep/new': 'n' });
    },
    drift: { ...changed('deep/b.txt', 'plain/untracked'), added: ['deep/new'] },
  },
  'ignored files': { edit: (root) => write(root, { 'x.log': 'x', 'out/y': 'y' }), drift: {} },
  'environment folders': { edit: (root) => write(root, { 'node_modules/x/index.js': '1', 'deep/node_modules/y': '2', 'venv/pyvenv.cfg': 'home = /\n', 'venv/lib/z.py': '3', '.tox/w': '4', '.nox/v': '5' }), drift: {} },
  'a .gitignore that hides what was stamped untracked': {
    edit: (root) => write(root, { '.gitignore': '*.log\nout/\nuntracked\n', untracked: 'edited\n' }),
    drift: changed('.gitignore', 'untracked'),
  },
  'another commit of the same tree': { edit: (root) => void git(root, 'commit', '-q', '--allow-empty', '-m', 'again'), drift: {} },
  'another branch, staged and unstaged': {
    edit: (root) => {
      git(root, 'checkout', '-q', '-b', 'other');
      git(root, 'rm', '-q', '--cached', 'a.txt');
      git(root, 'add', 'untracked');
    },
    drift: {},
  },
  "the user's index gone": { edit: (root) => rmSync(join(root, '.git/index')), drift: {} },
  'other settings of conversion': { edit: (root) => void git(root, 'config', 'core.autocrlf', 'true'), drift: { settingsChanged: true } },
  "attributes in git's own folder": {
    edit: (root) => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/attributes'), '* text\n');
    },
    drift: { settingsChanged: true },
  },
};

function makeWorkspace(): string {
  const root = makeRepository(FILES);
  symlinkSync('a.txt', join(root, 'link'));
  commitAll(root);
  write(root, { untracked: 'u\n', 'plain/untracked': 'p\n' });
  return root;
}

function ordered(drift: Drift): Drift {
  return { ...drift, changed: drift.changed.toSorted((left, right) => (left.path < right.path ? -1 : 1)), added: drift.added.toSorted(), vanished: drift.vanished.toSorted() };
}

/** Makes every edit in a workspace of its own and compares twice, in different seconds; the waiting is shared. */
async function afterEdits(wait: boolean): Promise<readonly [Record<string, Drift>, Record<string, Drift>]> {
  const workspaces = Object.keys(EDITS).map((name) => ({ name, root: makeWorkspace() }));
  if (wait) nextSecond();
  const baselines: Baseline[] = [];
  for (const { name, root } of workspaces) {
    // The stamp, then at once the edit.
    if (!wait) write(root, { 'a.txt': 'a\n', 'tool.sh': '#!/bin/sh\n' });
    baselines.push((await baselineOf(root)).baseline);
    if (!wait) EDITS[name]!.edit(root);
  }
  if (wait) {
    nextSecond();
    for (const { name, root } of workspaces) EDITS[name]!.edit(root);
  }
  const compare = async (): Promise<Record<string, Drift>> => {
    const results: Record<string, Drift> = {};
    for (const [at, { name, root }] of workspaces.entries()) results[name] = ordered(await driftOf(root, baselines[at]!));
    return results;
  };
  const first = await compare();
  nextSecond();
  return [first, await compare()];
}

describe('every edit after the stamp is reported as what it is, and nothing else', () => {
  test.each([
    ['seconds later', true],
    ['in the second of the stamp and of the checkout', false],
  ])('%s', async (_, wait) => {
    const [first, second] = await afterEdits(wait);
    const expected = Object.fromEntries(Object.entries(EDITS).map(([name, { drift }]) => [name, { ...NO_DRIFT, ...drift }]));
    expect(first).toEqual(expected);
    // Equal bytes may be reported as touched once more while their times were in doubt; all else stays as it was.
    const untouched = (drifts: Record<string, Drift>): unknown => Object.fromEntries(Object.entries(drifts).map(([name, drift]) => [name, { ...drift, touched: [] }]));
    expect(untouched(second)).toEqual(untouched(expected));
  }, 180_000);

  test('both values are named', async () => {
    const root = makeWorkspace();
    const { baseline, measurement } = await baselineOf(root);
    chmodSync(join(root, 'tool.sh'), 0o755);
    const stamped = measurement.parts[0]?.entries.find(({ path }) => path === 'tool.sh');
    const digest = Buffer.from(stamped!.digest).toString('hex');
    expect((await driftOf(root, baseline)).changed).toEqual([{ path: 'tool.sh', stamped: `100644 ${digest}`, now: `100755 ${digest}` }]);
  });

  test('what was touched is reported once; what was changed, every time', async () => {
    const root = makeWorkspace();
    nextSecond();
    const { baseline } = await baselineOf(root);
    nextSecond();
    writeFileSync(join(root, 'a.txt'), 'a\n');
    nextSecond();
    expect((await driftOf(root, baseline)).touched).toEqual(['a.txt']);
    expect((await driftOf(root, baseline)).touched).toEqual([]);
    writeFileSync(join(root, 'a.txt'), 'b\n');
    expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
    expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
  });
});

describe('stat data are believed only where they can be', () => {
  test('right after a checkout every path is in doubt; the first comparison in a later second settles it', async () => {
    const root = makeWorkspace();
    write(root, FILES);
    const { baseline } = await baselineOf(root);
    const inDoubt = (): string[] => readStatIndex(join(baseline.folder, 'index-0')).filter(({ trusted }) => !trusted).map(({ path }) => path);
    expect(inDoubt()).toEqual(expect.arrayContaining(Object.keys(FILES)));
    nextSecond();
    await driftOf(root, baseline);
    expect(inDoubt()).toEqual([]);
    expect(await driftOf(root, baseline)).toEqual(NO_DRIFT);
    editKeepingSizeAndTime(join(root, 'a.txt'), 'b\n');
    expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
  });

  test('edits of equal size in one second, between the comparisons in it', async () => {
    const root = makeWorkspace();
    nextSecond();
    const { baseline } = await baselineOf(root);
    await driftOf(root, baseline);
    for (const content of ['1\n', '2\n', '3\n']) {
      editKeepingSizeAndTime(join(root, 'a.txt'), content);
      expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
    }
    editKeepingSizeAndTime(join(root, 'a.txt'), 'a\n');
    expect((await driftOf(root, baseline)).changed).toEqual([]);
    editKeepingSizeAndTime(join(root, 'a.txt'), '4\n');
    expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
  });

  test('a file with a time in the future stays in doubt', async () => {
    const root = makeWorkspace();
    const future = Math.floor(Date.now() / 1000) + 86_400;
    utimesSync(join(root, 'a.txt'), future, future);
    nextSecond();
    const { baseline } = await baselineOf(root);
    expect(readStatIndex(join(baseline.folder, 'index-0')).filter(({ trusted }) => !trusted).map(({ path }) => path)).toEqual(['a.txt']);
    writeFileSync(join(root, 'a.txt'), 'b\n');
    utimesSync(join(root, 'a.txt'), future, future);
    expect((await driftOf(root, baseline)).changed.map(({ path }) => path)).toEqual(['a.txt']);
  });

  test('a clock that ran back makes every byte be read', async () => {
    const root = makeWorkspace();
    nextSecond();
    const { baseline } = await baselineOf(root);
    writeFileSync(join(root, 'a.txt'), 'b\n');
    nextSecond();
    // What such a clock allows: an edit whose every stat field equals the stamped one.
    forgeStats(baseline, root, 'a.txt');
    expect(await driftOf(root, baseline)).toEqual(NO_DRIFT);
    expect((await driftOf(root, baseline, baseline.clockMs - 1)).changed.map(({ path }) => path)).toEqual(['a.txt']);
  });

  testWithFaketime('no other clock is read: with the own one set to 2001 the answer is the same', async () => {
    const root = makeWorkspace();
    nextSecond();
    const { baseline } = await baselineOf(root);
    nextSecond();
    appendFileSync(join(root, 'a.txt'), 'more');
    const script = `
      const { recheck } = await import(process.env.SRC + '/workspace/recheck.ts');
      const { findRepository } = await import(process.env.SRC + '/workspace/repository.ts');
      const { readFileClock } = await import(process.env.SRC + '/workspace/file-clock.ts');
      const { root, baseline } = JSON.parse(process.env.CALL);
      console.log(new Date().getFullYear(), JSON.stringify((await recheck(await findRepository(root), baseline, readFileClock(baseline.folder))).changed.map(({ path }) => path)));`;
    const { stdout } = spawnSync('faketime', ['--exclude-monotonic', '2001-01-01', process.execPath, '--input-type=module', '-e', script], {
      env: { ...GIT_ENVIRONMENT, SRC: resolve(import.meta.dirname, '../../src'), CALL: JSON.stringify({ root, baseline }) },
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('2001 ["a.txt"]');
  });

  test.each([['neither listed nor entered', 0], ['listed and not entered', 0o444], ['entered and not listed', 0o111]])('an edit in a folder that then can be %s is no silence', async (_, mode) => {
    const root = makeWorkspace();
    await asOrdinaryUser([root], async () => {
      const { baseline } = await baselineOf(root);
      writeFileSync(join(root, 'plain/untracked'), 'edited\n');
      chmodSync(join(root, 'plain'), mode);
      await expect(driftOf(root, baseline)).rejects.toThrow(/GG-TREE-UNREADABLE-FILE: plain/);
      chmodSync(join(root, 'plain'), 0o755);
      chmodSync(join(root, 'plain/untracked'), 0);
      expect((await driftOf(root, baseline)).vanished).toEqual(['plain/untracked']);
    });
  });

  test('a damaged, empty or missing index of the gate is an error, not an empty comparison', async () => {
    const root = makeWorkspace();
    const { baseline } = await baselineOf(root);
    const file = join(baseline.folder, 'index-0');
    const bytes = readFileSync(file);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(driftOf(root, baseline)).rejects.toThrow(GateError);
    writeFileSync(file, '');
    await expect(driftOf(root, baseline)).rejects.toThrow(GateError);
    rmSync(file);
    await expect(driftOf(root, baseline)).rejects.toThrow(GateError);
  });
});

/** Makes the gate's own index say that the file was stamped with the stat data that it has now. */
function forgeStats(baseline: Baseline, root: string, path: string): void {
  const file = join(baseline.folder, 'index-0');
  const { table, trusted } = readStatTable(file);
  const stats = statSync(join(root, path));
  table.stats.set([stats.ctimeMs, stats.mtimeMs, stats.dev, stats.ino, stats.mode, stats.uid, stats.gid, stats.size], table.paths.indexOf(path) * STAT_FIELDS);
  writeStatIndex(file, table, trusted, 'sha1');
}
