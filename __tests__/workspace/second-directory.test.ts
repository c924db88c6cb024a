/** Second directories of real repositories: what git, a user's command and a second measurement see in them (RP1). */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { nativePath } from '../../src/model/path.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import { commitDirectory, overlayCommit, overlayStamped, removeSecondDirectory, stampedDirectory, type SecondDirectory, type StampedTree } from '../../src/workspace/second-directory.ts';
import { repointedEnvironment } from '../../src/workspace/second-directory-environment.ts';
import { measured } from '../support/measured.ts';
import { commitAll, freshFolder, git, GIT_ENVIRONMENT, makeRepository, makeWithSubmodule, plantProgram, removeFolders, snapshot, write } from '../support/repository.ts';

afterEach(removeFolders);

async function treeOf(root: string): Promise<StampedTree & { readonly treeId: string; readonly contentId: string }> {
  const { parts, treeId, contentId, rawFiltered } = await measured(root);
  return { parts, treeId, contentId, rawFiltered, head: (await findRepository(root)).head };
}

async function ofStamp(root: string, tree?: StampedTree): Promise<SecondDirectory> {
  return stampedDirectory(await findRepository(root), tree ?? (await treeOf(root)), freshFolder());
}

async function ofCommit(root: string, commit: string): Promise<SecondDirectory> {
  return commitDirectory(await findRepository(root), git(root, 'rev-parse', `${commit}^{commit}`), await treeOf(root), freshFolder());
}

function text(directory: SecondDirectory, path: string): string {
  return readFileSync(nativePath(directory.top, path), 'latin1');
}

describe('a directory with the stamped tree', () => {
  test('has both ids of the workspace, whatever lies in it', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'src/b.py': 'b = 1\n', 'run.sh': '#!/bin/sh\n', '.gitignore': 'ignored/\n', 'gone.txt': 'x\n', 'caf\udce9': 'latin\n', 'tab\there': 't\n' });
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('a.txt', join(root, 'link'));
    write(root, { 'a.txt': 'changed\n', 'new/untracked.txt': 'u\n', 'ignored/build.txt': 'left\n', 'big.bin': Buffer.alloc(3 << 20, 7) });
    rmSync(join(root, 'gone.txt'));
    const tree = await treeOf(root);
    const second = await ofStamp(root, tree);
    const again = await measured(second.top);
    expect({ unfilled: second.unfilled, treeId: again.treeId, contentId: again.contentId }).toEqual({ unfilled: [], treeId: tree.treeId, contentId: tree.contentId });
    expect(existsSync(join(second.top, 'ignored'))).toBe(false);
    expect(lstatSync(join(second.top, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(readlinkSync(join(second.top, 'link'))).toBe('a.txt');
    expect(git(second.top, 'status', '--porcelain', '-z')).toBe(git(root, 'status', '--porcelain', '-z'));
    // Its index knows what is as committed, and believes nothing of the rest.
    const sizes = new Map([...git(second.top, 'ls-files', '--debug').matchAll(/^(\S+)\n(?: .*\n)*?.*size: (\d+)/gm)].map((found) => [found[1], found[2]]));
    expect([sizes.get('src/b.py'), sizes.get('a.txt'), sizes.get('gone.txt')]).toEqual(['6', '0', '0']);
  });

  test('answers git as the workspace does: history, description, branch, tags', async () => {
    const root = makeRepository({ 'a.txt': 'one\n' });
    git(root, 'tag', '-a', 'v1.2.0', '-m', 'first');
    write(root, { 'a.txt': 'two\n' });
    commitAll(root, 'second');
    git(root, 'branch', 'other', 'HEAD~1');
    const second = await ofStamp(root);
    for (const question of [['describe', '--tags', '--long', '--dirty'], ['log', '--format=%H %s'], ['rev-parse', '--abbrev-ref', 'HEAD'], ['for-each-ref', '--format=%(refname) %(objectname)'], ['tag', '--list', '-n'], ['rev-list', '--count', 'HEAD'], ['status', '--porcelain']]) {
      expect(git(second.top, ...question)).toBe(git(root, ...question));
    }
    expect(git(second.top, 'rev-parse', '--show-toplevel')).toBe(second.top);
    expect(git(second.top, 'fsck', '--no-dangling')).toBe('');
  });

  test('stays apart: commits in it reach neither the objects nor the refs of the workspace, and no hook runs', async () => {
    const root = makeRepository();
    const mark = join(freshFolder(), 'ran');
    plantProgram(join(root, '.git/hooks/pre-commit'), mark);
    plantProgram(join(root, '.git/hooks/post-checkout'), mark);
    git(root, 'config', 'core.fsmonitor', join(root, '.git/hooks/pre-commit'));
    const before = snapshot(root, { ctime: true });
    const second = await ofStamp(root);
    expect(snapshot(root, { ctime: true })).toEqual(before);
    write(second.top, { 'a.txt': 'other\n', 'b.txt': 'b\n' });
    commitAll(second.top, 'in the second directory');
    git(second.top, 'checkout', '-q', '--detach', 'HEAD~1');
    expect(git(second.top, 'log', '-1', '--format=%s', 'main')).toBe('in the second directory');
    removeSecondDirectory(second);
    expect(snapshot(root, { ctime: true })).toEqual(before);
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(second.holder)).toBe(false);
  });

  test('takes the bytes of the stamp and no later ones', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    write(root, { 'new.txt': 'n\n' });
    const tree = await treeOf(root);
    write(root, { 'new.txt': 'later\n', 'later.txt': 'later\n' });
    rmSync(join(root, 'b.txt'));
    const second = await ofStamp(root, tree);
    expect(second.unfilled.map(({ path }) => path)).toEqual(['b.txt', 'new.txt']);
    expect(readdirSync(second.top).toSorted()).toEqual(['.git', 'a.txt']);
  });

  test('never follows a link that took the place of a stamped file', async () => {
    const root = makeRepository({ 'a.txt': 'a\n' });
    const tree = await treeOf(root);
    const secret = join(freshFolder(), 'secret');
    writeFileSync(secret, 'a\n');
    rmSync(join(root, 'a.txt'));
    symlinkSync(secret, join(root, 'a.txt'));
    const second = await ofStamp(root, tree);
    expect(second.unfilled).toEqual([{ path: 'a.txt', why: 'it cannot be copied (ELOOP)' }]);
  });

  test('knows an unborn branch, a detached HEAD, and a HEAD that moved after the stamp', async () => {
    const unborn = join(freshFolder(), 'ws');
    mkdirSync(unborn);
    git(unborn, 'init', '-q', '-b', 'start');
    write(unborn, { 'a.txt': 'a\n' });
    expect(git((await ofStamp(unborn)).top, 'symbolic-ref', 'HEAD')).toBe('refs/heads/start');

    const root = makeRepository();
    git(root, 'checkout', '-q', '--detach');
    const detached = await ofStamp(root);
    expect(git(detached.top, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    git(root, 'checkout', '-q', 'main');
    const tree = await treeOf(root);
    git(root, 'commit', '-q', '--allow-empty', '-m', 'later');
    const second = await ofStamp(root, tree);
    expect(git(second.top, 'rev-parse', 'HEAD')).toBe(tree.head);
  });

  test('takes over a shallow history', async () => {
    const origin = makeRepository({ 'a.txt': '1\n' });
    write(origin, { 'a.txt': '2\n' });
    commitAll(origin, 'two');
    const clone = join(freshFolder(), 'ws');
    git(dirname(clone), 'clone', '-q', '--depth=1', `file://${origin}`, clone);
    const second = await ofStamp(clone);
    expect(git(second.top, 'rev-parse', '--is-shallow-repository')).toBe('true');
    expect(git(second.top, 'log', '--format=%s')).toBe('two');
  });

  test('is made of a linked worktree and of a SHA-256 repository too', async () => {
    const root = makeRepository({ 'a.txt': 'a\n' }, { format: 'sha256' });
    const linked = join(freshFolder(), 'linked');
    git(root, 'worktree', 'add', '-q', '-b', 'topic', linked);
    write(linked, { 'a.txt': 'changed\n', 'b.txt': 'b\n' });
    const tree = await treeOf(linked);
    const second = await ofStamp(linked, tree);
    expect((await measured(second.top)).treeId).toBe(tree.treeId);
    expect(git(second.top, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('topic');
  });

  test('leaves out what a sparse checkout leaves out', async () => {
    const root = makeRepository({ 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' });
    git(root, 'sparse-checkout', 'set', 'in');
    const second = await ofStamp(root);
    expect(existsSync(join(second.top, 'out'))).toBe(false);
    expect(git(second.top, 'status', '--porcelain')).toBe('');
  });

  test('holds submodules and nested repositories as repositories of their own', async () => {
    const root = makeWithSubmodule();
    const sub = git(root, 'config', '-f', '.gitmodules', '--get-regexp', 'path').split(' ')[1] ?? '';
    write(root, { [`${sub}/untracked.txt`]: 'u\n' });
    const nested = join(root, 'nested');
    mkdirSync(nested);
    git(nested, 'init', '-q');
    write(nested, { 'n.txt': 'n\n' });
    commitAll(nested);
    const tree = await treeOf(root);
    const second = await ofStamp(root, tree);
    const again = await measured(second.top);
    expect([again.treeId, again.contentId]).toEqual([tree.treeId, tree.contentId]);
    for (const inner of [sub, 'nested']) {
      expect(git(join(second.top, inner), 'rev-parse', 'HEAD')).toBe(git(join(root, inner), 'rev-parse', 'HEAD'));
      expect(git(join(second.top, inner), 'status', '--porcelain')).toBe(git(join(root, inner), 'status', '--porcelain'));
    }
  });

  test('leaves HEAD of a submodule where the stamp saw it', async () => {
    const root = makeWithSubmodule();
    const sub = git(root, 'config', '-f', '.gitmodules', '--get-regexp', 'path').split(' ')[1] ?? '';
    const { nested } = await measured(root);
    const tree = { ...(await treeOf(root)), nested };
    const before = git(join(root, sub), 'rev-parse', 'HEAD');
    git(join(root, sub), 'commit', '-q', '--allow-empty', '-m', 'later');
    const second = await ofStamp(root, tree);
    expect(git(join(second.top, sub), 'rev-parse', 'HEAD')).toBe(before);
  });

  test('writes files as their attributes ask, and copies those behind a filter as bytes', async () => {
    const mark = join(freshFolder(), 'ran');
    const filter = join(freshFolder(), 'filter');
    plantProgram(filter, mark);
    const root = makeRepository({ '.gitattributes': '*.txt text eol=crlf\n*.c ident\n*.bin filter=big\n', 'a.txt': 'one\ntwo\n', 'i.c': '/* $Id$ */\n', 'data.bin': 'pointer\n' });
    git(root, 'config', 'filter.big.smudge', filter);
    git(root, 'config', 'filter.big.clean', filter);
    // As an editor leaves it: other line ends than the attributes ask for, and nothing that git would call a change.
    write(root, { 'a.txt': 'one\ntwo\n', 'data.bin': 'what the filter gave' });
    const second = await ofStamp(root);
    expect(second.unfilled).toEqual([]);
    expect(text(second, 'a.txt')).toBe('one\r\ntwo\r\n');
    expect(text(second, 'i.c')).toMatch(/\$Id: [0-9a-f]{40} \$/);
    expect(text(second, 'data.bin')).toBe('what the filter gave');
    expect(existsSync(mark)).toBe(false);
    expect(git(second.top, 'status', '--porcelain', 'a.txt', 'i.c')).toBe('');
  });

  test('keeps the name of the workspace, and an empty folder for environments outside of the tree', async () => {
    const root = makeRepository();
    const second = await ofStamp(root);
    expect([second.top.endsWith('/ws'), readdirSync(second.envDir), second.envDir.startsWith(second.top)]).toEqual([true, [], false]);
  });

  test('is removed with what a command locked in it', async () => {
    const second = await ofStamp(makeRepository());
    write(second.top, { 'cache/deep/file': 'x' });
    chmodSync(join(second.top, 'cache/deep'), 0o500);
    chmodSync(join(second.top, 'cache'), 0o500);
    expect(removeSecondDirectory(second)).toBeNull();
    expect(existsSync(second.holder)).toBe(false);
  });
});

describe('a directory with the tree of a commit', () => {
  test('is what a checkout of it would be', async () => {
    const root = makeRepository({ 'a.txt': 'base\n', 'old.txt': 'o\n', '.gitattributes': '*.dos text eol=crlf\n', 'x.dos': 'd\n' });
    git(root, 'tag', 'v1');
    write(root, { 'a.txt': 'head\n', 'new.txt': 'n\n' });
    rmSync(join(root, 'old.txt'));
    commitAll(root);
    write(root, { 'dirty.txt': 'd\n' });
    const second = await ofCommit(root, 'v1');
    expect(second.unfilled).toEqual([]);
    expect(readdirSync(second.top).toSorted()).toEqual(['.git', '.gitattributes', 'a.txt', 'old.txt', 'x.dos']);
    expect([text(second, 'a.txt'), text(second, 'x.dos')]).toEqual(['base\n', 'd\r\n']);
    expect([git(second.top, 'describe', '--dirty', '--tags'), git(second.top, 'rev-parse', 'HEAD'), git(second.top, 'status', '--porcelain')]).toEqual(['v1', git(root, 'rev-parse', 'v1'), '']);
    expect((await measured(second.top)).treeId).toBe(git(root, 'rev-parse', 'v1^{tree}'));
  });

  test('takes large files from the local store, from the workspace, or names them', async () => {
    const pointer = (content: string): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(content)}\nsize ${content.length}\n`;
    const root = makeRepository({ '.gitattributes': '*.bin filter=lfs\n', 'stored.bin': pointer('old stored'), 'same.bin': pointer('same'), 'lost.bin': pointer('old lost') });
    git(root, 'config', 'filter.lfs.smudge', 'false');
    git(root, 'tag', 'base');
    write(root, { 'stored.bin': pointer('new'), 'lost.bin': pointer('newer') });
    commitAll(root);
    write(root, { 'stored.bin': 'new', 'same.bin': 'same', 'lost.bin': 'newer' });
    const oid = sha256('old stored');
    write(root, { [`.git/lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`]: 'old stored' });
    const second = await ofCommit(root, 'base');
    expect([text(second, 'stored.bin'), text(second, 'same.bin')]).toEqual(['old stored', 'same']);
    expect(second.unfilled.map(({ path }) => path)).toEqual(['lost.bin']);
    expect(second.unfilled[0]?.why).toContain(sha256('old lost'));
  });

  test('takes nothing from a store that holds other bytes', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256('right')}\nsize 5\n`;
    const root = makeRepository({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': pointer });
    git(root, 'config', 'filter.lfs.process', 'false');
    rmSync(join(root, 'a.bin'));
    write(root, { [`.git/lfs/objects/${sha256('right').slice(0, 2)}/${sha256('right').slice(2, 4)}/${sha256('right')}`]: 'wrong' });
    expect((await ofCommit(root, 'HEAD')).unfilled.map(({ path }) => path)).toEqual(['a.bin']);
  });

  test('leaves stored bytes where this machine has no command for the filter', async () => {
    const root = makeRepository({ '.gitattributes': '*.ipynb filter=strip\n', 'n.ipynb': '{}\n' });
    const second = await ofCommit(root, 'HEAD');
    expect([second.unfilled, text(second, 'n.ipynb')]).toEqual([[], '{}\n']);
  });

  test('fills submodules from what is local, and names a commit that is not', async () => {
    const root = makeWithSubmodule();
    const sub = git(root, 'config', '-f', '.gitmodules', '--get-regexp', 'path').split(' ')[1] ?? '';
    const before = git(join(root, sub), 'rev-parse', 'HEAD');
    write(join(root, sub), { 'later.txt': 'l\n' });
    commitAll(join(root, sub));
    commitAll(root);
    const second = await ofCommit(root, 'HEAD~1');
    expect([second.unfilled, git(join(second.top, sub), 'rev-parse', 'HEAD'), existsSync(join(second.top, sub, 'later.txt'))]).toEqual([[], before, false]);
    expect(git(second.top, 'status', '--porcelain')).toBe('');

    git(root, 'update-index', '--cacheinfo', `160000,${'1'.repeat(40)},${sub}`);
    git(root, 'commit', '-q', '-m', 'nowhere');
    const lost = await ofCommit(root, 'HEAD');
    expect(lost.unfilled).toEqual([{ path: sub, why: `the submodule's commit ${'1'.repeat(40)} is not in its local store` }]);
  });

  test('leaves out what the workspace leaves out', async () => {
    const root = makeRepository({ 'in/a.txt': 'base\n', 'out/b.txt': 'b\n' });
    git(root, 'tag', 'base');
    write(root, { 'in/a.txt': 'head\n' });
    commitAll(root);
    git(root, 'sparse-checkout', 'set', 'in');
    const second = await ofCommit(root, 'base');
    expect([readdirSync(second.top).toSorted(), text(second, 'in/a.txt')]).toEqual([['.git', 'in'], 'base\n']);
  });

  test('names blobs that were never fetched', async () => {
    const origin = makeRepository({ 'a.txt': 'base\n', 'b.txt': 'b\n' });
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    write(origin, { 'a.txt': 'head\n' });
    commitAll(origin);
    const clone = join(freshFolder(), 'ws');
    git(dirname(clone), 'clone', '-q', '--filter=blob:none', `file://${origin}`, clone);
    expect((await ofCommit(clone, 'HEAD~1')).unfilled.map(({ path }) => path)).toEqual(['a.txt']);
  });
});

describe('test files of the other tree', () => {
  const isTest = (path: string): boolean => path.startsWith('tests/');

  test('replace those of the base, and tell which differ', async () => {
    const root = makeRepository({ 'src/a.py': 'base\n', 'tests/same.py': 's\n', 'tests/a.py': 'base\n', 'tests/gone.py': 'g\n' });
    git(root, 'tag', 'base');
    write(root, { 'src/a.py': 'head\n', 'tests/a.py': 'head\n', 'tests/new.py': 'n\n' });
    rmSync(join(root, 'tests/gone.py'));
    const second = await ofCommit(root, 'base');
    const overlay = await overlayStamped(second, root, await treeOf(root), isTest);
    expect([overlay.unfilled, overlay.changed, overlay.taken]).toEqual([[], ['tests/a.py', 'tests/new.py', 'tests/gone.py'], 3]);
    expect([text(second, 'src/a.py'), text(second, 'tests/a.py'), readdirSync(join(second.top, 'tests')).toSorted()]).toEqual(['base\n', 'head\n', ['a.py', 'new.py', 'same.py']]);
  });

  test('of the base replace those of the stamp', async () => {
    const root = makeRepository({ 'src/a.py': 'base\n', 'tests/a.py': 'base\n', 'tests/gone.py': 'g\n' });
    git(root, 'tag', 'base');
    write(root, { 'src/a.py': 'head\n', 'tests/a.py': 'head\n', 'tests/new.py': 'n\n' });
    rmSync(join(root, 'tests/gone.py'));
    const tree = await treeOf(root);
    const second = await ofStamp(root, tree);
    expect(await overlayCommit(second, await findRepository(root), git(root, 'rev-parse', 'base'), tree, isTest)).toEqual([]);
    expect([text(second, 'src/a.py'), text(second, 'tests/a.py'), readdirSync(join(second.top, 'tests')).toSorted()]).toEqual(['head\n', 'base\n', ['a.py', 'gone.py']]);
  });
});

describe('the environment of a second directory', () => {
  test('leads into it wherever it led into the workspace', async () => {
    const root = makeRepository({ 'src/a.py': 'a\n' });
    write(root, { '.venv/pyvenv.cfg': '', '.venv/bin/python': '', 'node_modules/.bin/jest': '' });
    const { top, holder } = await ofStamp(root);
    const env = repointedEnvironment(
      {
        PYTHONPATH: `${root}/src:/usr/lib/other:${root}`,
        PATH: `${root}/.venv/bin:${root}/node_modules/.bin:${root}/bin:/usr/bin`,
        VIRTUAL_ENV: `${root}/.venv`,
        PYTEST_ADDOPTS: `--rootdir=${root} -c "${root}/pytest.ini"`,
        OTHER: `${root}-other/src:/srv${root}/x`,
        PWD: root,
        OLDPWD: '/home',
        INIT_CWD: root,
        GITHUB_WORKSPACE: root,
        RUNNER_WORKSPACE: dirname(root),
        HOME: '/home/user',
      },
      { workspace: root, second: top, cwd: join(top, 'src') },
    );
    expect(env).toEqual({
      PYTHONPATH: `${top}/src:/usr/lib/other:${top}`,
      // Third-party packages may be shared; the project's own files never are.
      PATH: `${root}/.venv/bin:${root}/node_modules/.bin:${top}/bin:/usr/bin`,
      VIRTUAL_ENV: `${root}/.venv`,
      PYTEST_ADDOPTS: `--rootdir=${top} -c "${top}/pytest.ini"`,
      OTHER: `${root}-other/src:/srv${root}/x`,
      PWD: join(top, 'src'),
      OLDPWD: top,
      INIT_CWD: top,
      GITHUB_WORKSPACE: top,
      RUNNER_WORKSPACE: holder,
      HOME: '/home/user',
    });
  });

  test('knows the workspace by the path of a link, and takes the environment that the directory has itself', async () => {
    const root = makeRepository();
    const alias = join(freshFolder(), 'alias');
    symlinkSync(root, alias);
    write(root, { 'node_modules/x.js': '' });
    const { top } = await ofStamp(root);
    write(top, { 'node_modules/x.js': '' });
    const env = repointedEnvironment({ PWD: alias, NODE_PATH: `${alias}/node_modules:${alias}/lib` }, { workspace: root, second: top, cwd: top });
    expect(env).toEqual({ PWD: top, NODE_PATH: `${top}/node_modules:${top}/lib` });
  });
});

describe('a build that asks git', () => {
  test('finds the version of the workspace', async () => {
    const root = makeRepository({ 'version.sh': 'git describe --tags --dirty --always\n' });
    git(root, 'tag', 'v3.1');
    const second = await ofStamp(root);
    const version = (cwd: string): string => execFileSync('sh', ['version.sh'], { cwd, env: { ...GIT_ENVIRONMENT }, encoding: 'utf8' });
    expect([version(second.top), version(root)]).toEqual(['v3.1\n', 'v3.1\n']);
  });
});

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
