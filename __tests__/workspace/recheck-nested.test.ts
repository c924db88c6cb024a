import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { baselineOf, driftOf, measured, NO_DRIFT } from '../support/measured.ts';
import { addWorktree, commitAll, git, initRepository, makeRepository, makeWithSubmodule, nextSecond, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

describe('the re-check inside submodules and nested repositories', () => {
  function makeAll(): string {
    const root = makeWithSubmodule();
    git(root, 'submodule', 'add', '-q', makeRepository({ 'p.txt': 'p\n' }), 'plain');
    commitAll(root);
    git(root, 'submodule', 'deinit', '-q', '-f', 'plain');
    write(root, { 'plain/left.txt': 'l\n', 'nested/x.txt': 'x\n', 'unborn/y.txt': 'y\n' });
    initRepository(join(root, 'nested'));
    commitAll(join(root, 'nested'));
    initRepository(join(root, 'unborn'));
    addWorktree(root, join(root, 'worktree'));
    return root;
  }

  test('edits by path, commits by folder, and each part answers for itself alone', async () => {
    const root = makeAll();
    nextSecond();
    const { baseline, measurement } = await baselineOf(root);
    expect(measurement.parts.map(({ prefix }) => prefix)).toEqual(['', 'plain/', 'sub/', 'nested/', 'unborn/']);
    nextSecond();
    expect(await driftOf(root, baseline)).toEqual(NO_DRIFT);
    for (const place of ['sub/lib.txt', 'plain/left.txt', 'nested/x.txt', 'unborn/y.txt', 'worktree/a.txt']) write(root, { [place]: 'edited\n' });
    write(root, { 'sub/new.txt': 'n', 'sub/x.log': 'ignored', 'plain/new.txt': 'n', 'nested/new.txt': 'n', 'worktree/new.txt': 'n' });
    const drift = await driftOf(root, baseline);
    expect(drift.changed.map(({ path }) => path).sort()).toEqual(['nested/x.txt', 'plain/left.txt', 'sub/lib.txt', 'unborn/y.txt']);
    expect(drift.added.toSorted()).toEqual(['nested/new.txt', 'plain/new.txt', 'sub/new.txt']);
    for (const place of ['sub', 'nested', 'unborn', 'worktree']) commitAll(join(root, place));
    const moved = await driftOf(root, baseline);
    expect(moved.headsMoved.map(({ path }) => path).sort()).toEqual(['nested', 'sub', 'unborn']);
    expect(moved.headsMoved.find(({ path }) => path === 'sub')).toEqual({ path: 'sub', stamped: measurement.nested.find(({ path }) => path === 'sub')?.head, now: git(join(root, 'sub'), 'rev-parse', 'HEAD') });
    expect((await measured(root)).treeId).not.toBe(measurement.treeId);
  });

  test('a submodule taken away, a .git entry taken away, one that leads elsewhere', async () => {
    const root = makeAll();
    const { baseline } = await baselineOf(root);
    rmSync(join(root, 'sub'), { recursive: true });
    rmSync(join(root, 'nested/.git'), { recursive: true });
    const elsewhere = makeRepository({ 'z.txt': 'z\n' });
    rmSync(join(root, 'unborn/.git'), { recursive: true });
    writeFileSync(join(root, 'unborn/.git'), `gitdir: ${elsewhere}/.git\n`);
    const drift = await driftOf(root, baseline);
    expect(drift.vanished).toEqual(['sub/.gitignore', 'sub/lib.txt']);
    expect(drift.headsMoved.map(({ path, now }) => [path, now]).toSorted()).toEqual([['nested', 'no repository'], ['sub', 'no repository'], ['unborn', git(elsewhere, 'rev-parse', 'HEAD')]]);
    expect(existsSync(join(root, 'nested/x.txt'))).toBe(true);
  });

  test.each([['SHA-1', 'sha1'], ['SHA-256', 'sha256']] as const)('a submodule and a worktree with detached HEADs, as a checkout makes them: %s', async (_, format) => {
    const library = makeRepository({ 'lib.txt': 'lib\n' }, { format });
    const root = makeRepository({ 'a.txt': 'a\n' }, { format });
    git(root, 'submodule', 'add', '-q', library, 'sub');
    commitAll(root);
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    git(root, 'submodule', 'update', '-q', '--init');
    expect(git(join(root, 'sub'), 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    git(root, 'worktree', 'add', '-q', '--detach', join(root, 'worktree'));
    const other = format === 'sha1' ? 'sha256' : 'sha1';
    initRepository(join(root, 'foreign'), { format: other });
    write(root, { 'foreign/x': 'x' });
    commitAll(join(root, 'foreign'));
    git(join(root, 'foreign'), 'checkout', '-q', '--detach');
    const { baseline, measurement } = await baselineOf(root);
    expect(measurement.otherWorktrees).toEqual(['worktree']);
    expect(await driftOf(root, baseline)).toEqual(NO_DRIFT);
    write(root, { 'sub/new': 'n', 'foreign/x': 'edited' });
    const drift = await driftOf(root, baseline);
    expect([drift.added, drift.changed.map(({ path }) => path)]).toEqual([['sub/new'], ['foreign/x']]);
  });

  test('a submodule checked out after the stamp is new', async () => {
    const root = makeWithSubmodule();
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    const { baseline } = await baselineOf(root);
    expect(await driftOf(root, baseline)).toEqual(NO_DRIFT);
    git(root, 'submodule', 'update', '-q', '--init');
    expect(await driftOf(root, baseline)).toEqual({ ...NO_DRIFT, added: ['sub'] });
  });
});
