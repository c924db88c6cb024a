/** The patch of a bundle, from repositories of every shape: applied again it gives the stamped tree (PB3, FI3). */
import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { forbiddenPath } from '../../src/packet/forbidden-paths.ts';
import { measure } from '../../src/workspace/measure.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import { applyStampedPatch, stampedPatch, type StampedPatch } from '../../src/workspace/stamped-patch.ts';
import { freshFolder, git, headTree, makeRepository, makeWithSubmodule, removeFolders, snapshot, write } from '../support/repository.ts';

jest.setTimeout(240_000);
afterEach(removeFolders);

async function patchOf(root: string, more: { readonly include?: readonly string[]; readonly forbidden?: (path: string) => string | null; readonly treeId?: string } = {}): Promise<StampedPatch & { readonly treeId: string }> {
  const repository = await findRepository(root);
  const measured = await measure(repository, { exclude: () => false, include: more.include ?? [] });
  const treeId = more.treeId ?? measured.treeId;
  const own = measured.parts.find(({ prefix }) => prefix === '')?.entries ?? [];
  const patch = await stampedPatch(repository, {
    treeId,
    against: repository.head === null ? [{ what: 'nothing', commit: null }] : [{ what: 'head', commit: repository.head }],
    stamped: own.map(({ path }) => path),
    repositories: measured.nested.filter(({ kind }) => kind === 'repository').map(({ path }) => path),
    forbidden: more.forbidden ?? (() => null),
  });
  return { ...patch, treeId };
}

async function applied(root: string, { about, bytes }: StampedPatch): Promise<unknown> {
  const file = join(freshFolder(), 'change.patch');
  if (bytes !== null) writeFileSync(file, bytes);
  return applyStampedPatch(await findRepository(root), about, bytes === null ? null : file);
}

const SHAPES: readonly (readonly [string, () => string, (readonly string[])?])[] = [
  ['an edited, a new, a deleted and an executable file', () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.sh': 'c\n' });
    write(root, { 'a.txt': 'A\n', 'new/n.txt': 'n' });
    rmSync(join(root, 'b.txt'));
    chmodSync(join(root, 'c.sh'), 0o755);
    return root;
  }],
  ['binary and odd names', () => {
    const root = makeRepository();
    write(root, { 'b.bin': Buffer.from([0, 255, 10, 13, 0]), 'new\nline "q"\t': 'x\n', '-dash': 'x\n', ':(top)magic': 'x\n', 'bytes-\udcff': 'x\n' });
    return root;
  }],
  ['links', () => {
    const root = makeRepository();
    symlinkSync('/etc', join(root, 'out'));
    symlinkSync('gone', join(root, 'nowhere'));
    return root;
  }],
  ['a repository in SHA-256', () => {
    const root = makeRepository({ 'a.txt': 'a\n' }, { format: 'sha256' });
    write(root, { 'a.txt': 'b\n' });
    return root;
  }],
  ['line ends that git converts', () => {
    const root = makeRepository({ '.gitattributes': '* text=auto\n', 'a.txt': 'a\n' }, { config: ['core.autocrlf=true'] });
    write(root, { 'a.txt': 'a\r\nb\r\n' });
    return root;
  }],
  ['a path behind a filter that is not run', () => {
    const root = makeRepository({ '.gitattributes': '*.t filter=up\n', 'x.t': 'ABC\n' }, { config: ['filter.up.clean=tr a-z A-Z'] });
    write(root, { 'y.txt': 'y\n' });
    return root;
  }],
  ['a submodule at another commit', () => {
    const root = makeWithSubmodule();
    write(join(root, 'sub'), { 'lib.txt': 'other\n' });
    git(join(root, 'sub'), 'commit', '-q', '-am', 'other');
    return root;
  }],
  ['a nested repository', () => {
    const root = makeRepository();
    git(root, 'clone', '-q', makeRepository({ 'n.txt': 'n\n' }), 'inner');
    return root;
  }],
  ['edits that flags hide', () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    git(root, 'update-index', '--assume-unchanged', 'a.txt');
    git(root, 'update-index', '--skip-worktree', 'b.txt');
    write(root, { 'a.txt': 'A\n', 'b.txt': 'B\n' });
    return root;
  }],
  ['an unborn HEAD', () => {
    const root = join(freshFolder(), 'ws');
    git(freshFolder(), 'init', '-q', root);
    write(root, { 'a.txt': 'a\n' });
    return root;
  }],
  ['an ignored file that the applied patch names', () => {
    const root = makeRepository({ '.gitignore': '*.log\n' });
    write(root, { 'x.log': 'x\n' });
    return root;
  }, ['x.log']],
];

describe('the patch of the stamped tree', () => {
  test.each(SHAPES)('gives the tree again: %s', async (_, make, include = []) => {
    const root = make();
    const image = snapshot(root, { skip: (path) => path === '.git' });
    const refs = git(root, 'for-each-ref');
    const patch = await patchOf(root, { include });
    expect(patch.about.state).toBe('written');
    expect(await applied(root, patch)).toMatchObject({ state: 'gives', treeId: patch.treeId });
    expect(snapshot(root, { skip: (path) => path === '.git' })).toEqual(image);
    expect(git(root, 'for-each-ref')).toBe(refs);
  });

  test('is empty where nothing differs', async () => {
    const root = makeRepository();
    const patch = await patchOf(root);
    expect(patch).toMatchObject({ about: { state: 'empty' }, bytes: null, treeId: headTree(root) });
    expect(await applied(root, patch)).toMatchObject({ state: 'gives', treeId: headTree(root) });
  });

  test('is not written where the files are no longer the stamped ones', async () => {
    const root = makeRepository();
    const { treeId } = await patchOf(root);
    write(root, { 'a.txt': 'b\n' });
    const before = await patchOf(root);
    appendFileSync(join(root, 'a.txt'), 'more\n');
    expect((await patchOf(root, { treeId: before.treeId })).about).toMatchObject({ state: 'absent', why: expect.stringContaining('they changed since') });
    expect(treeId).not.toBe(before.treeId);
  });

  test('leaves out what may not travel, and applies all the same', async () => {
    const root = makeRepository({ '.env': 'OLD=1\n', 'vendor/kept.py': 'k\n', 'a.txt': 'a\n' });
    write(root, { '.env': 'NEW=secret\n', ...Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`vendor/some/long/folder/name/${'x'.repeat(60)}-${at}.py`, 'x\n'])), 'a.txt': 'b\n' });
    rmSync(join(root, 'vendor/kept.py'));
    const patch = await patchOf(root, { forbidden: forbiddenPath });
    expect(patch.leftOut).toHaveLength(3002);
    const text = patch.bytes?.toString('utf8') ?? '';
    expect(text.match(/^diff --git .*$/gm)).toEqual(['diff --git a/a.txt b/a.txt']);
    expect(text).not.toContain('secret');
    const given = await applied(root, patch);
    expect(given).toMatchObject({ state: 'gives' });
    expect(given).not.toMatchObject({ treeId: patch.treeId });
  });

  test('cannot be judged where its commit is not, nor where it does not apply', async () => {
    const root = makeRepository();
    write(root, { 'a.txt': 'b\n' });
    const patch = await patchOf(root);
    expect(await applied(makeRepository({ 'z.txt': 'z\n' }), patch)).toMatchObject({ state: 'unknown', why: expect.stringContaining('is not in the repository') });
    expect(await applied(root, { ...patch, bytes: Buffer.from((patch.bytes ?? Buffer.alloc(0)).toString().replace('-a\n', '-q\n')) })).toMatchObject({ state: 'unknown', why: expect.stringContaining('does not apply') });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('b\n');
  });
});
