import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { otherCheckouts } from '../../src/prepare/checkout.ts';
import { readNodeLinks } from '../../src/prepare/node-links.ts';
import { workspaceFolders } from '../../src/prepare/workspace-folders.ts';
import { gitPort, originsOf } from './editables.ts';
import { git, inFolder, repository, write } from './repository.ts';

const FILES = {
  'package.json': '{"name": "root", "workspaces": ["packages/*"]}',
  'packages/core/package.json': '{"name": "@acme/core"}',
  'packages/core/index.js': '',
  '.gitignore': 'node_modules\n',
};

async function linksOf(top: string, otherWorktrees: readonly string[] = []) {
  const place = { top, otherWorktrees };
  return (await readNodeLinks(place, workspaceFolders(place), otherCheckouts({ ...place, offer: { distributions: [], names: [], roots: [] }, git: gitPort }))).entries;
}

function link(target: string, path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  symlinkSync(target, path);
}

describe('links in node_modules', () => {
  test('a workspace package is the workspace\'s own', async () => {
    await inFolder(async (top) => {
      repository(top, FILES);
      link('../../packages/core', join(top, 'node_modules/@acme/core'));
      expect(await linksOf(top)).toEqual([
        { distribution: '@acme/core', kind: 'node-link', file: `${top}/node_modules/@acme/core`, target: `${top}/packages/core`, names: ['@acme/core'], insideWorkspace: true, otherCheckout: null, offersSame: true },
      ]);
    });
  });

  test.each([
    ['', FILES],
    [', also without a package in its top level', { ...FILES, 'package.json': '' }],
  ])('a node_modules that is a link to another checkout\'s resolves there%s', async (_, files) => {
    await inFolder(async (folder) => {
      const [top, other] = [join(folder, 'ws'), join(folder, 'other')];
      repository(other, files);
      if (files['package.json'] === '') git(other, 'rm', '-q', 'package.json');
      link('../../packages/core', join(other, 'node_modules/@acme/core'));
      write(other, { 'node_modules/plain/index.js': '' });
      git(other, 'commit', '-q', '--allow-empty', '-m', 'next');
      git(other, 'worktree', 'add', '-q', top);
      link('../other/node_modules', join(top, 'node_modules'));
      expect(await linksOf(top)).toMatchObject([{ distribution: '@acme/core', target: `${other}/packages/core`, insideWorkspace: false, otherCheckout: { top: other }, offersSame: true }]);
      // A command of no Python is told of them all the same.
      const report = await originsOf(top, '', { python: { state: 'none', asked: 'node', why: 'node runs no Python' } });
      expect(report).toMatchObject({ interpreter: { state: 'absent' }, entries: [{ kind: 'node-link', otherCheckout: { top: other } }] });
    });
  });

  test('a store\'s links between installed packages are none; hoisted workspace packages and npm link are; a dangling one loads nothing', async () => {
    await inFolder(async (folder) => {
      const [top, tool] = [join(folder, 'ws'), join(folder, 'tool')];
      repository(top, FILES);
      repository(tool, { 'package.json': '{"name": "tool"}' });
      write(top, { 'node_modules/.pnpm/left@1/node_modules/left/index.js': '' });
      link('.pnpm/left@1/node_modules/left', join(top, 'node_modules/left'));
      link('../left@1/node_modules/left', join(top, 'node_modules/.pnpm/node_modules/left'));
      link('../../../../packages/core', join(top, 'node_modules/.pnpm/node_modules/@acme/core'));
      link('../../../../tool', join(top, 'packages/core/node_modules/tool'));
      link('../left/cli.js', join(top, 'node_modules/.bin/left'));
      link(join(folder, 'nowhere'), join(top, 'node_modules/gone'));
      expect((await linksOf(top)).map(({ distribution, insideWorkspace, offersSame, otherCheckout }) => [distribution, insideWorkspace, offersSame, otherCheckout])).toEqual([
        ['@acme/core', true, true, null],
        ['tool', false, false, null],
      ]);
    });
  });

  test('package files of any content and folders of other worktrees', async () => {
    await inFolder(async (top) => {
      repository(top, { ...FILES, 'a/package.json': 'no JSON', 'b/package.json': '{"name": 3}' });
      mkdirSync(join(top, 'c/package.json'), { recursive: true });
      git(top, 'worktree', 'add', '-q', 'wt');
      link('../../wt/packages/core', join(top, 'node_modules/@acme/core'));
      link('../x', join(top, 'wt/node_modules/x'));
      expect(await linksOf(top, ['wt'])).toMatchObject([{ distribution: '@acme/core', insideWorkspace: false, otherCheckout: { top: `${top}/wt` } }]);
    });
  });
});
