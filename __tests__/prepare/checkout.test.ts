import { cpSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkoutAt, normaliseRemote, otherCheckouts, type GitPort } from '../../src/prepare/checkout.ts';
import { environmentOrigins } from '../../src/prepare/environment-origins.ts';
import { offeredByWorkspace } from '../../src/prepare/offer.ts';
import { gitPort } from './editables.ts';
import { git, inFolder, repository, write } from './repository.ts';

const FILES = { 'pyproject.toml': '[project]\nname = "shop"\n', 'src/shop/__init__.py': 'RATE = 2\n', 'src/shop/cart.py': '' };

async function judgeOf(top: string, otherWorktrees: readonly string[] = [], port: GitPort = gitPort) {
  return otherCheckouts({ top, otherWorktrees, offer: await offeredByWorkspace(top, otherWorktrees), git: port });
}

describe('another checkout of the same code', () => {
  test('a linked worktree shares the git directory', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, FILES);
      git(top, 'worktree', 'add', '-q', other);
      expect(await (await judgeOf(top))(join(other, 'src'))).toEqual({ top: other, why: `both use the git directory ${top}/.git` });
      expect(await (await judgeOf(other))(join(top, 'src'))).toMatchObject({ top });
    });
  });

  test('a clone has its commits, also a shallow one of a later time, and one that has gone on', async () => {
    await inFolder(async (folder) => {
      const [origin, top, other] = [join(folder, 'origin'), join(folder, 'ws'), join(folder, 'other')];
      repository(origin, FILES);
      git(folder, 'clone', '-q', `file://${origin}`, top);
      for (const file of ['a', 'b']) {
        write(origin, { [file]: '' });
        git(origin, 'add', '-A');
        git(origin, 'commit', '-q', '-m', file);
      }
      git(folder, 'clone', '-q', '--depth', '1', `file://${origin}`, other);
      git(top, 'remote', 'remove', 'origin');
      git(other, 'remote', 'remove', 'origin');
      const judge = await judgeOf(top);
      expect(await judge(join(origin, 'src/shop'))).toMatchObject({ top: origin, why: expect.stringContaining('commit') });
      // Nothing of their histories meets; the project is the same at the same place.
      expect(await judge(join(other, 'src'))).toMatchObject({ top: other, why: expect.stringContaining('distribution shop') });
    });
  });

  test('histories that went apart descend from one root', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, { a: '' });
      git(folder, 'clone', '-q', top, other);
      git(other, 'remote', 'remove', 'origin');
      for (const side of [top, other]) {
        write(side, { own: side });
        git(side, 'add', '-A');
        git(side, 'commit', '-q', '-m', 'own');
      }
      expect(await (await judgeOf(top))(other)).toMatchObject({ top: other, why: expect.stringContaining('descend from') });
    });
  });

  test('an equal remote, however it is written', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, { a: '' });
      repository(other, { b: '' });
      const judge = async () => (await judgeOf(top))(other);
      expect(await judge()).toBe(null);
      git(top, 'remote', 'add', 'origin', 'git@example.invalid:me/shop.git');
      git(other, 'remote', 'add', 'upstream', 'https://user:secret@EXAMPLE.invalid/me/shop/');
      expect(await judge()).toEqual({ top: other, why: 'both have the remote example.invalid/me/shop' });
    });
  });

  test.each([
    ['https://github.com/A/b.git', 'github.com/A/b'],
    ['ssh://git@host:22/a/b', 'host/a/b'],
    ['host:a/b/', 'host/a/b'],
    ['git@host:/a/b.git', 'host/a/b'],
    ['/no/such/x.git', '/no/such/x'],
    ['file:///no/such/x', '/no/such/x'],
    ['../x', '/no/such/x'],
  ])('the remote %s is %s', (url, normal) => {
    expect(normaliseRemote(url, '/no/such/top')).toBe(normal);
  });

  test('a copy without a repository, by its metadata and its files', async () => {
    await inFolder(async (folder) => {
      const [top, copy] = [join(folder, 'ws'), join(folder, 'copy')];
      repository(top, FILES);
      for (const path of ['src', 'pyproject.toml']) cpSync(join(top, path), join(copy, path), { recursive: true });
      const judge = await judgeOf(top);
      expect(await judge(join(copy, 'src'))).toMatchObject({ top: copy, why: expect.stringContaining('distribution shop') });
      renameSync(join(copy, 'src/shop'), join(copy, 'src/else'));
      expect(await judge(join(copy, 'src'))).toBe(null);
    });
  });

  test('third-party code is none: in no checkout, in an unrelated one, in an environment inside another checkout', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, FILES);
      repository(join(folder, 'third'), { 'x.py': 'THIRD = 1\n' });
      git(top, 'worktree', 'add', '-q', other);
      write(folder, { 'loose/x.py': '', 'other/.venv/pyvenv.cfg': '', 'other/.venv/lib/python3/site-packages/x.py': '', 'other/node_modules/y/index.js': '' });
      const judge = await judgeOf(top);
      for (const path of ['loose', 'third', 'other/.venv/lib/python3/site-packages', 'other/.venv', 'other/node_modules/y', 'no/such/path']) expect([path, await judge(join(folder, path))]).toEqual([path, null]);
      expect(await judge(other)).not.toBe(null);
      // A checkout that an installer keeps inside an environment is a checkout all the same.
      git(folder, 'clone', '-q', top, join(other, '.venv/src/shop'));
      expect(await judge(join(other, '.venv/src/shop/src'))).toMatchObject({ top: join(other, '.venv/src/shop') });
    });
  });

  test('a submodule of another checkout belongs to it, and so does what a link leads to', async () => {
    await inFolder(async (folder) => {
      const [top, other, third] = [join(folder, 'ws'), join(folder, 'other'), join(folder, 'third')];
      repository(third, { 'x.py': 'THIRD = 1\n' });
      repository(top, FILES);
      git(top, 'submodule', '-q', 'add', third, 'sub');
      git(top, 'commit', '-q', '-m', 'sub');
      git(folder, 'clone', '-q', '--recurse-submodules', top, other);
      symlinkSync('other/sub', join(folder, 'link'));
      expect(await (await judgeOf(top))(join(folder, 'link'))).toMatchObject({ top: other });
      expect(await (await judgeOf(top))(join(top, 'sub'))).toBe(null);
    });
  });

  test('inside the workspace only a linked worktree is another checkout', async () => {
    await inFolder(async (top) => {
      repository(top, FILES);
      git(top, 'worktree', 'add', '-q', 'wt');
      git(top, 'clone', '-q', top, join(top, 'nested'));
      const judge = await judgeOf(top, ['wt']);
      expect(await judge(join(top, 'wt/src'))).toMatchObject({ top: join(top, 'wt') });
      expect(await judge(join(top, 'nested/src'))).toBe(null);
      expect(await judge(join(top, 'wtx'))).toBe(null);
    });
  });

  test('a git that fails leaves what can be read without it', async () => {
    await inFolder(async (folder) => {
      const [top, other, clone] = [join(folder, 'ws'), join(folder, 'other'), join(folder, 'clone')];
      repository(top, { a: '' });
      git(top, 'worktree', 'add', '-q', other);
      git(folder, 'clone', '-q', top, clone);
      const judge = await judgeOf(top, [], () => Promise.reject(new Error('no git')));
      expect(await judge(other)).toMatchObject({ top: other });
      expect(await judge(clone)).toBe(null);
    });
  });

  test('what only looks like a checkout is none', async () => {
    await inFolder((folder) => {
      mkdirSync(join(folder, 'a/.git'), { recursive: true });
      write(folder, { 'b/.git': 'gitdir: ../nowhere\n', 'c/.git': 'text', 'd/.git': 'gitdir: \0\n' });
      symlinkSync('.git', join(folder, '.git'));
      for (const path of ['', '/a', '/b', '/c', '/d', '/e']) expect(checkoutAt(`${folder}${path}`)).toBe(null);
    });
  });
});

describe('variables of the environment', () => {
  test('those that lead into another checkout are listed, entry by entry', async () => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(top, FILES);
      git(top, 'worktree', 'add', '-q', other);
      write(folder, { 'loose/x.py': '', 'other/.venv/pyvenv.cfg': '', 'other/.venv/lib/python3.11/site-packages/x.pth': `${other}/src\n`, 'clean/pyvenv.cfg': '', 'clean/lib/python3.11/site-packages/x.pth': `${top}/src\n`, 'other/go.work': '' });
      symlinkSync(other, join(folder, 'link'));
      const found = await environmentOrigins(
        {
          PYTHONPATH: `${folder}/loose:${top}/src::${other}/src:../link/src`,
          VIRTUAL_ENV: join(other, '.venv'),
          NODE_PATH: join(other, 'node_modules'),
          CLASSPATH: `${other}/lib/*:${folder}/loose`,
          GOWORK: join(other, 'go.work'),
          GOFLAGS: `-mod=mod -modfile=${other}/go.work`,
          SHOP_HOME: other,
          DATA_ROOT: `${folder}/loose`,
          PWD: other,
          OLDPWD: other,
          GITHUB_WORKSPACE: other,
          RUNNER_WORKSPACE: other,
          INIT_CWD: other,
          HOME: other,
          PATH: `${other}/bin`,
          EMPTY_HOME: '',
          NUL_ROOT: '/a\0b',
        },
        top,
        await judgeOf(top),
      );
      expect(found.map(({ variable, target }) => [variable, target.slice(folder.length)])).toEqual([
        ['CLASSPATH', '/other/lib'],
        ['GOFLAGS', '/other/go.work'],
        ['GOWORK', '/other/go.work'],
        ['PYTHONPATH', '/other/src'],
        ['SHOP_HOME', '/other'],
        ['VIRTUAL_ENV', '/other/src'],
      ]);
      for (const { otherCheckout } of found) expect(otherCheckout.top).toBe(other);
      expect(await environmentOrigins({ VIRTUAL_ENV: join(folder, 'clean'), PYTHONPATH: '' }, top, await judgeOf(top))).toEqual([]);
    });
  });
});
