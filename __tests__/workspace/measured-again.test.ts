import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileClock } from '../../src/workspace/file-clock.ts';
import type { EarlierMeasurement } from '../../src/workspace/known-rows.ts';
import { keepBaseline, ownIndex, recheck, type Baseline } from '../../src/workspace/recheck.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import type { SameMeasurement } from '../../src/workspace/same-measurement.ts';
import { readStatTable, writeStatIndex } from '../../src/workspace/stat-index.ts';
import { baselineOf, measured, NO_DRIFT } from '../support/measured.ts';
import { commitAll, editKeepingSizeAndTime, git, initRepository, freshFolder, makeRepository, nextSecond, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

function earlierOf(baseline: Baseline, nowMs = readFileClock(baseline.folder)): { readonly earlier: EarlierMeasurement } {
  return { earlier: { index: ownIndex(baseline.folder), clockMs: baseline.clockMs, nowMs } };
}

const FILES = { 'a.txt': 'a\n', 'deep/b.txt': 'b\n', 'deep/c.txt': 'c\n', 'tool.sh': '#!/bin/sh\n', '\u{1f600}': 'x\n', '\uff01\udcff': 'y\n', '.gitignore': '*.log\n', empty: '' };

const EDITS: Record<string, (root: string) => void> = {
  nothing: () => undefined,
  'other bytes of equal size and old time': (root) => editKeepingSizeAndTime(join(root, 'a.txt'), 'b\n'),
  'many edits': (root) => write(root, { 'a.txt': 'edited\n', '0-first': 'n', 'deep/bb.txt': 'n', 'zz-last': 'n', '\uff02': 'n' }),
  deletions: (root) => {
    rmSync(join(root, 'a.txt'));
    rmSync(join(root, '\u{1f600}'));
  },
  'a folder moved': (root) => renameSync(join(root, 'deep'), join(root, 'sunk')),
  'the mode': (root) => chmodSync(join(root, 'tool.sh'), 0o755),
  'a link for a file': (root) => {
    rmSync(join(root, 'tool.sh'));
    symlinkSync('a.txt', join(root, 'tool.sh'));
  },
  'equal bytes written again': (root) => writeFileSync(join(root, 'a.txt'), 'a\n'),
  'attributes that convert what nothing touched': (root) => write(root, { '.gitattributes': '*.txt text eol=crlf\n' }),
  'an ignore file': (root) => write(root, { '.gitignore': '*.log\nuntracked\n' }),
  'another commit, another index': (root) => {
    git(root, 'rm', '-q', '--cached', 'deep/b.txt');
    git(root, 'commit', '-q', '-m', 'less');
  },
  'core.fileMode=false': (root) => {
    git(root, 'update-index', '--chmod=+x', 'a.txt');
    git(root, 'config', 'core.fileMode', 'false');
  },
  'a nested repository': (root) => {
    initRepository(join(root, 'nested'));
    write(root, { 'nested/x': 'x' });
    commitAll(join(root, 'nested'));
  },
  'hidden by assume-unchanged': (root) => {
    git(root, 'update-index', '--assume-unchanged', 'a.txt');
    appendFileSync(join(root, 'a.txt'), 'more');
  },
};

describe('a measurement that knows an earlier one', () => {
  test.each([
    ['seconds after it', true],
    ['in the same second', false],
  ])('gives what one gives that reads everything: %s', async (_, wait) => {
    const roots = Object.keys(EDITS).map((name) => {
      const root = makeRepository({ ...FILES, 'crlf.txt': 'c\r\n', 'dos/.gitattributes': '*.bat text eol=crlf\n', 'dos/run.bat': 'r\n', 'run.sh': 'x\n' });
      chmodSync(join(root, 'run.sh'), 0o755);
      symlinkSync('run.sh', join(root, 'link'));
      commitAll(root);
      // As a checkout writes it: other bytes than the index has.
      write(root, { untracked: 'u\n', 'dos/run.bat': 'r\r\n' });
      return [name, root] as const;
    });
    if (wait) nextSecond();
    const baselines = new Map<string, Baseline>();
    const sames = new Map<string, SameMeasurement | null>();
    for (const [name, root] of roots) {
      if (!wait) writeFileSync(join(root, 'a.txt'), 'a\n');
      const { baseline, measurement } = await baselineOf(root);
      baselines.set(name, baseline);
      sames.set(name, measurement.again);
      if (!wait) EDITS[name]!(root);
    }
    if (wait) {
      nextSecond();
      for (const [name, root] of roots) EDITS[name]!(root);
    }
    for (const [name, root] of roots) {
      const again = await measured(root, earlierOf(baselines.get(name)!));
      const afresh = await measured(root);
      const view = ({ treeId, contentId, parts }: typeof afresh) => ({ name, treeId, contentId, entries: parts.map(({ entries }) => entries.map(({ path, mode, digest }) => [path, mode, Buffer.from(digest).toString('hex')])) });
      expect(view(again)).toEqual(view(afresh));
      const { earlier } = earlierOf(baselines.get(name)!);
      const taken = await measured(root, { earlier: { ...earlier, same: sames.get(name) ?? null } });
      expect(view(taken)).toEqual(view(afresh));
      // In the same second it depends on the moment whether a path is in doubt.
      if (wait || name !== 'nothing') expect([name, taken.sameIndex !== null]).toEqual([name, name === 'nothing']);
    }
  }, 240_000);

  /** The gate's own index with a false digest for one path, so that it shows whether the file was read again. */
  async function forged(): Promise<{ root: string; baseline: Baseline }> {
    const root = makeRepository(FILES);
    nextSecond();
    const { baseline } = await baselineOf(root);
    const file = ownIndex(baseline.folder);
    const { table, trusted } = readStatTable(file);
    table.digests.fill(0, 32 * table.paths.indexOf('a.txt'), 32 * (table.paths.indexOf('a.txt') + 1));
    writeStatIndex(file, table, trusted, 'sha1');
    return { root, baseline };
  }

  test('does not read what nothing touched', async () => {
    const { root, baseline } = await forged();
    const again = await measured(root, earlierOf(baseline));
    expect(Buffer.from(again.parts[0]!.entries.find(({ path }) => path === 'a.txt')!.digest)).toEqual(Buffer.alloc(32));
  });

  test.each<readonly [string, (root: string, baseline: Baseline) => EarlierMeasurement | undefined]>([
    ['a path that was touched', (root, baseline) => {
      writeFileSync(join(root, 'a.txt'), 'a\n');
      return earlierOf(baseline).earlier;
    }],
    ['everything, where the clock ran back', (_, baseline) => earlierOf(baseline, baseline.clockMs - 1).earlier],
    ['everything, where the earlier index is damaged', (_, baseline) => {
      appendFileSync(ownIndex(baseline.folder), 'x');
      return earlierOf(baseline).earlier;
    }],
    ['everything, where the earlier index is no index', (_, baseline) => {
      writeFileSync(ownIndex(baseline.folder), 'x');
      return earlierOf(baseline).earlier;
    }],
    ['everything, where the earlier index is gone', (_, baseline) => {
      rmSync(ownIndex(baseline.folder));
      return earlierOf(baseline).earlier;
    }],
  ])('reads %s', async (_, prepare) => {
    const { root, baseline } = await forged();
    const afresh = await measured(root);
    const earlier = prepare(root, baseline);
    const again = await measured(root, earlier === undefined ? {} : { earlier });
    expect(again.contentId).toBe(afresh.contentId);
  });

  describe('and takes it over as a whole', () => {
    const OTHER = '1'.repeat(40);
    /** The tree id of a measurement that takes an earlier one over shows {@link OTHER}. */
    async function takenOver(root: string, change: () => void): Promise<boolean> {
      git(root, 'update-index', '-q', '--refresh');
      nextSecond();
      const { baseline, measurement } = await baselineOf(root);
      if (measurement.again === null) throw new Error('may not stand for a further one');
      const { earlier } = earlierOf(baseline);
      change();
      return (await measured(root, { earlier: { ...earlier, same: { ...measurement.again, treeId: OTHER } } })).treeId === OTHER;
    }

    test.each<readonly [string, boolean, (root: string) => void]>([
      ['nothing changed', true, () => undefined],
      ['an ignored file came', true, (root) => write(root, { 'x.log': 'x' })],
      ['a file was touched', false, (root) => utimesSync(join(root, 'a.txt'), 1, 1)],
      ['an untracked file came', false, (root) => write(root, { new: 'n' })],
      ['an untracked file went', false, (root) => rmSync(join(root, 'untracked'))],
      ['only the index changed', false, (root) => void git(root, 'add', 'untracked')],
      ['a flag of the index changed', false, (root) => void git(root, 'update-index', '--skip-worktree', 'a.txt')],
      ['a setting changed', false, (root) => void git(root, 'config', 'core.autocrlf', 'input')],
      ['an attribute file of the machine changed', false, (root) => write(root, { '.git/info/attributes': '*.txt eol=lf\n' })],
      ['sparse checkout was switched on', false, (root) => void git(root, 'config', 'core.sparseCheckout', 'true')],
      ['a repository came', false, (root) => initRepository(join(root, 'nested'))],
    ])('where %s: %s', async (_, expected, change) => {
      const root = makeRepository(FILES);
      write(root, { untracked: 'u\n' });
      expect(await takenOver(root, () => change(root))).toBe(expected);
    });

    test.each<readonly [string, (root: string) => void]>([
      ['a tracked path is missing, that could come back unseen', (root) => rmSync(join(root, 'a.txt'))],
      ['a filter may apply', (root) => write(root, { '.gitattributes': '*.txt filter=x\n' })],
      ['a repository lies inside', (root) => {
        initRepository(join(root, 'nested'));
        write(root, { 'nested/x': 'x' });
      }],
    ])('never where %s', async (_, change) => {
      const root = makeRepository(FILES);
      change(root);
      expect((await measured(root)).again).toBeNull();
    });

    test('never from a damaged index, or where the clock ran back', async () => {
      const root = makeRepository(FILES);
      nextSecond();
      const { baseline, measurement } = await baselineOf(root);
      const same = { ...measurement.again!, treeId: OTHER };
      const { earlier } = earlierOf(baseline, baseline.clockMs - 1);
      expect((await measured(root, { earlier: { ...earlier, same } })).treeId).toBe(measurement.treeId);
      appendFileSync(ownIndex(baseline.folder), 'x');
      expect((await measured(root, { earlier: { ...earlierOf(baseline).earlier, same } })).treeId).toBe(measurement.treeId);
    });

    test('its index serves the re-check', async () => {
      const root = makeRepository(FILES);
      nextSecond();
      const { baseline, measurement } = await baselineOf(root);
      const again = await measured(root, { earlier: { ...earlierOf(baseline).earlier, same: measurement.again } });
      const folder = freshFolder();
      keepBaseline(folder, again, baseline.clockMs, 'sha1');
      const repository = await findRepository(root);
      const moved = { ...baseline, folder };
      expect(await recheck(repository, moved, Date.now())).toEqual(NO_DRIFT);
      write(root, { 'a.txt': 'b\n' });
      expect((await recheck(repository, moved, Date.now())).changed.map(({ path }) => path)).toEqual(['a.txt']);
    });
  });

  test('what it saves serves the re-check and the next measurement', async () => {
    const root = makeRepository(FILES);
    nextSecond();
    const first = await baselineOf(root);
    nextSecond();
    write(root, { 'a.txt': 'edited\n' });
    const second = await baselineOf(root, earlierOf(first.baseline));
    const repository = await findRepository(root);
    expect((await recheck(repository, second.baseline, Date.now())).changed).toEqual([]);
    editKeepingSizeAndTime(join(root, 'deep/b.txt'), 'x\n');
    mkdirSync(join(root, 'more'));
    const drift = await recheck(repository, second.baseline, Date.now());
    expect(drift.changed.map(({ path }) => path)).toEqual(['deep/b.txt']);
    const third = await measured(root, earlierOf(second.baseline));
    expect(third.treeId).toBe((await measured(root)).treeId);
  });
});
