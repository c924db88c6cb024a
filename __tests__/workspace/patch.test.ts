import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readlinkSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GateError, Refusal, UsageError } from '../../src/model/errors.ts';
import { nativePath } from '../../src/model/path.ts';
import { measure } from '../../src/workspace/measure.ts';
import { applyPatch, type AppliedPatch } from '../../src/workspace/patch.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import { asOrdinaryUser, commitAll, freshFolder, git, GIT_ENVIRONMENT, headTree, makeRepository, makeWithSubmodule, plantProgram, removeFolders, snapshot, treeByGit, write } from '../support/repository.ts';

afterEach(removeFolders);

async function apply(root: string, patch: string | Buffer): Promise<AppliedPatch> {
  const folder = freshFolder();
  const file = join(folder, 'fix.patch');
  writeFileSync(file, patch);
  const result = await applyPatch(await findRepository(root), file, { scratch: folder });
  expect(readdirSync(folder)).toEqual(['fix.patch']);
  return result;
}

/** The error that applying the patch throws; the work tree is proven to be as before. */
async function refusal(root: string, patch: string | Buffer): Promise<unknown> {
  const before = snapshot(root, { ctime: false });
  const error = await apply(root, patch).then(() => 'applied', (reason: unknown) => reason);
  expect(snapshot(root, { ctime: false })).toEqual(before);
  return error;
}

function ruleOf(error: unknown): { rule: string | undefined; paths: readonly string[] | undefined } {
  const finding = error instanceof Refusal ? error.findings[0] : undefined;
  return { rule: finding?.rule ?? (error instanceof Error ? error.message : String(error)), paths: finding?.paths };
}

/** The patch that leads from HEAD to what `change` makes of the work tree, which is put back to HEAD. */
function patchOf(root: string, change: () => void, ...options: readonly string[]): Buffer {
  change();
  git(root, 'add', '-A', '-f');
  const patch = spawnSync('git', ['diff', '--cached', '--binary', ...options], { cwd: root, env: { ...GIT_ENVIRONMENT }, maxBuffer: 1 << 28 }).stdout;
  git(root, 'reset', '-q', '--hard');
  git(root, 'clean', '-qffdx');
  return patch;
}

function newFilePatch(name: string, extra = ''): string {
  return `diff --git a/${name} b/${name}\nnew file mode 100644\nindex 0000000..ce01362\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+hello\n${extra}`;
}

describe('a patch that applies', () => {
  test('changes, adds, deletes, renames, copies, changes modes; binary, links, odd names: the tree equals the one it was made from', async () => {
    const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`).join('');
    const binary = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 37) % 256));
    const root = makeRepository({ 'edit.txt': lines, 'gone.txt': 'gone\n', 'old name.txt': `${lines}renamed\n`, 'copied.txt': `${lines}copied\n`, 'tool.sh': '#!/bin/sh\n', 'data.bin': binary, 'deep/only.txt': 'x\n', 'turns-link': 'file\n', 'no-newline': 'end' });
    let wanted = '';
    const patch = patchOf(
      root,
      () => {
        writeFileSync(join(root, 'edit.txt'), lines.replace('line 7\n', 'LINE 7\n').replace('line 20\n', ''));
        rmSync(join(root, 'gone.txt'));
        renameSync(join(root, 'old name.txt'), join(root, 'new\tname.txt'));
        writeFileSync(join(root, 'copied.txt'), `${lines}copied and changed\n`);
        writeFileSync(join(root, 'copy.txt'), `${lines}copied\n`);
        chmodSync(join(root, 'tool.sh'), 0o755);
        writeFileSync(join(root, 'data.bin'), Buffer.concat([binary.subarray(10), Buffer.from([0, 1, 2])]));
        rmSync(join(root, 'deep'), { recursive: true });
        rmSync(join(root, 'turns-link'));
        symlinkSync('edit.txt', join(root, 'turns-link'));
        write(root, { 'no-newline': 'END', 'new/folder/file.txt': 'new\n', 'quo"te': 'q\n', 'back\\slash': 'b\n', 'new\nline': 'n\n', 'not-utf8-\udcff': 'u\n', ':(glob)*': 'm\n', '-dash': 'd\n', 'ümläut': 'ü\n' });
        git(root, 'add', '-A', '-f');
        wanted = git(root, 'write-tree');
      },
      '-M',
      '-C',
      '--find-copies-harder',
    );
    const { digest, paths } = await apply(root, patch);
    expect(treeByGit(root)).toBe(wanted);
    expect(readlinkSync(join(root, 'turns-link'))).toBe('edit.txt');
    expect(existsSync(join(root, 'deep'))).toBe(false);
    expect(digest).toBe(createHash('sha256').update(patch).digest('hex'));
    expect([...paths].sort()).toEqual(
      ['edit.txt', 'gone.txt', 'old name.txt', 'new\tname.txt', 'copied.txt', 'copy.txt', 'tool.sh', 'data.bin', 'deep/only.txt', 'turns-link', 'no-newline', 'new/folder/file.txt', 'quo"te', 'back\\slash', 'new\nline', 'not-utf8-\udcff', ':(glob)*', '-dash', 'ümläut'].sort(),
    );
  });

  test('what it names is stamped although .gitignore names it', async () => {
    const root = makeRepository({ '.gitignore': 'build/\n', 'a.txt': 'a\n' });
    const { paths } = await apply(root, newFilePatch('build/out.txt'));
    const measured = await measure(await findRepository(root), { exclude: () => false, include: paths });
    expect(measured.parts[0]?.entries.map(({ path }) => path)).toEqual(['.gitignore', 'a.txt', 'build/out.txt']);
    expect(measured.treeId).not.toBe(headTree(root));
  });

  test.each([
    ['text=auto with core.autocrlf=true', '* text=auto\n', ['core.autocrlf=true']],
    ['eol=crlf', '* text eol=crlf\n', []],
  ])('a work tree with CRLF (%s) takes a patch with LF and keeps CRLF', async (_, attributes, config) => {
    const root = makeRepository({ '.gitattributes': attributes, 'a.txt': 'one\ntwo\nthree\n' }, { config });
    rmSync(join(root, 'a.txt'));
    git(root, 'checkout', '-q', '--', 'a.txt');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n');
    await apply(root, 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\r\nTWO\r\nthree\r\n');
  });

  test('a file committed with CRLF takes a patch with CRLF', async () => {
    const root = makeRepository({ 'a.txt': 'one\r\ntwo\r\n' });
    const patch = patchOf(root, () => writeFileSync(join(root, 'a.txt'), 'one\r\nTWO\r\n'));
    await apply(root, patch);
    expect(readFileSync(join(root, 'a.txt'), 'latin1')).toBe('one\r\nTWO\r\n');
  });

  test('a mail made by git format-patch', async () => {
    const root = makeRepository({ 'a.txt': 'a\n' });
    write(root, { 'a.txt': 'b\n' });
    commitAll(root, 'subject\n\nBody.');
    const mail = git(root, 'format-patch', '-1', '--stdout');
    git(root, 'reset', '-q', '--hard', 'HEAD^');
    expect((await apply(root, `${mail}\n`)).paths).toEqual(['a.txt']);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('b\n');
  });

  test("the user's index, refs, objects and settings stay as they are, and no program of the repository runs", async () => {
    const root = makeRepository({ '.gitattributes': '*.txt filter=spy diff=spy\n', 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const mark = join(freshFolder(), 'ran');
    plantProgram(join(root, '.git/spy'), mark, 'cat');
    for (const hook of ['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'post-index-change', 'post-checkout']) plantProgram(join(root, '.git/hooks', hook), mark);
    for (const setting of ['filter.spy.clean', 'filter.spy.smudge', 'core.fsmonitor', 'diff.spy.textconv', 'diff.spy.command']) git(root, 'config', setting, join(root, '.git/spy'));
    write(root, { 'staged.txt': 's\n' });
    spawnSync('git', ['-c', 'core.fsmonitor=false', 'update-index', '--add', '--cacheinfo', '100644,ce013625030ba8dba906f756967f9e9ca394464a,staged.txt'], { cwd: root, env: { ...GIT_ENVIRONMENT } });
    rmSync(mark, { force: true });
    const before = snapshot(join(root, '.git'), { ctime: true });
    await apply(root, 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('A\n');
    expect(snapshot(join(root, '.git'), { ctime: true })).toEqual(before);
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a patch that is refused, with nothing changed', () => {
  test('one hunk of many does not fit', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const error = await refusal(root, 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\ndiff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+B\n');
    expect(ruleOf(error).rule).toBe('GG-PATCH-DOES-NOT-APPLY');
    expect((error as Refusal).findings[0]?.what).toContain('b.txt');
  });

  test('applied already; a new file that is there; a deleted one that is gone', async () => {
    const root = makeRepository({ 'a.txt': 'A\n', 'new.txt': 'hello\n' });
    for (const patch of ['diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n', newFilePatch('new.txt'), 'diff --git a/c.txt b/c.txt\ndeleted file mode 100644\n--- a/c.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n']) {
      expect(ruleOf(await refusal(root, patch)).rule).toBe('GG-PATCH-DOES-NOT-APPLY');
    }
  });

  test.each([
    ['.git/config', newFilePatch('.git/hooks/post-checkout'), '.git/hooks/post-checkout', "git's own folder"],
    ['.GIT in a folder', newFilePatch('deep/.GIT/config'), 'deep/.GIT/config', "git's own folder"],
    ['leading ..', newFilePatch('../out.txt'), '../out.txt', 'out of the workspace'],
    ['.. in the middle', newFilePatch('deep/../../out.txt'), 'deep/../../out.txt', 'out of the workspace'],
    ['absolute', newFilePatch('/tmp/generation-gate-must-not-exist'), '/tmp/generation-gate-must-not-exist', 'absolute'],
    ['the stamp', newFilePatch('.workspace_generation.json'), '.workspace_generation.json', 'the stamp'],
    ['an NTFS spelling of .git', newFilePatch('git~1/config'), 'git~1/config', 'git allows no such name'],
    ['renamed away from .git', 'diff --git a/.git/config b/config\nsimilarity index 100%\nrename from .git/config\nrename to config\n', '.git/config', "git's own folder"],
  ])('%s', async (_, patch, path, reason) => {
    const root = makeRepository();
    const error = await refusal(root, patch);
    expect(ruleOf(error)).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: [path] });
    expect((error as Refusal).findings[0]?.what).toContain(reason);
    expect(existsSync('/tmp/generation-gate-must-not-exist')).toBe(false);
  });

  test('through a symbolic link: on disk, tracked, or made by the patch itself', async () => {
    const root = makeRepository();
    const outside = freshFolder();
    symlinkSync(outside, join(root, 'link'));
    const error = await refusal(root, newFilePatch('link/x.txt'));
    expect(ruleOf(error)).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['link/x.txt'] });
    expect((error as Refusal).findings[0]?.what).toContain('its folder link is a symbolic link');
    commitAll(root);
    expect(ruleOf(await refusal(root, newFilePatch('link/x.txt'))).rule).toBe('GG-PATCH-UNSAFE-PATH');
    const planted = `diff --git a/trap b/trap\nnew file mode 120000\n--- /dev/null\n+++ b/trap\n@@ -0,0 +1 @@\n+${outside}\n\\ No newline at end of file\n${newFilePatch('trap/x.txt')}`;
    expect(ruleOf(await refusal(root, planted))).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['trap/x.txt'] });
    expect(readdirSync(outside)).toEqual([]);
  });

  test('into a submodule, an uninitialised one, a nested repository, or the pointer of a submodule', async () => {
    const root = makeWithSubmodule();
    expect(ruleOf(await refusal(root, newFilePatch('sub/x.txt')))).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['sub/x.txt'] });
    const moved = `diff --git a/sub b/sub\nindex ${'1'.repeat(40)}..${'2'.repeat(40)} 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit ${'1'.repeat(40)}\n+Subproject commit ${'2'.repeat(40)}\n`;
    expect(ruleOf(await refusal(root, moved))).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['sub'] });
    const added = `diff --git a/other b/other\nnew file mode 160000\nindex 0000000..${'2'.repeat(40)}\n--- /dev/null\n+++ b/other\n@@ -0,0 +1 @@\n+Subproject commit ${'2'.repeat(40)}\n`;
    expect(ruleOf(await refusal(root, added))).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['other'] });
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    expect(ruleOf(await refusal(root, newFilePatch('sub/x.txt'))).rule).toBe('GG-PATCH-UNSAFE-PATH');
    mkdirSync(join(root, 'nested'));
    git(join(root, 'nested'), 'init', '-q');
    expect(ruleOf(await refusal(root, newFilePatch('nested/deep/x.txt')))).toEqual({ rule: 'GG-PATCH-UNSAFE-PATH', paths: ['nested/deep/x.txt'] });
  });

  test('a patch may replace a symbolic link by a folder', async () => {
    const root = makeRepository({ 'real/a.txt': 'a\n' });
    symlinkSync('real', join(root, 'link'));
    commitAll(root);
    const patch = patchOf(root, () => {
      rmSync(join(root, 'link'));
      write(root, { 'link/b.txt': 'b\n' });
    });
    expect((await apply(root, patch)).paths).toEqual(['link', 'link/b.txt']);
    expect(readFileSync(join(root, 'link/b.txt'), 'utf8')).toBe('b\n');
    expect(readdirSync(join(root, 'real'))).toEqual(['a.txt']);
  });

  test.each([
    ['missing', null, 'GG-PATCH-UNREADABLE'],
    ['empty', '', 'GG-PATCH-EMPTY'],
    ['blank', '\n\n', 'GG-PATCH-NOT-A-PATCH'],
    ['a web page', '<!DOCTYPE html><html></html>\n', 'GG-PATCH-NOT-A-PATCH'],
    ['cut off in the middle', 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-a\n', 'GG-PATCH-NOT-A-PATCH'],
  ])('a %s file is wrong usage', async (_, content, code) => {
    const root = makeRepository();
    const folder = freshFolder();
    if (content !== null) writeFileSync(join(folder, 'x.patch'), content);
    const error: unknown = await applyPatch(await findRepository(root), join(folder, 'x.patch'), { scratch: folder }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).code).toBe(code);
  });
});

describe('writing that fails half way', () => {
  // A read-only folder stops git after it has deleted and rewritten other files, as a full disk does.
  test.each([['hard links', false], ['copies on another device', true]])('every file is put back (%s)', async (_, otherDevice) => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b/gone.txt': 'gone\n', 'tool.sh': 'x\n', 'z/sealed.txt': 'z\n', 'file-to-folder': 'f\n' });
    symlinkSync('a.txt', join(root, 'link'));
    commitAll(root);
    const patch = patchOf(root, () => {
      write(root, { 'a.txt': 'A\n', 'new/x.txt': 'x\n', 'z/more.txt': 'm\n' });
      rmSync(join(root, 'b'), { recursive: true });
      rmSync(join(root, 'file-to-folder'));
      write(root, { 'file-to-folder/inside.txt': 'i\n' });
      chmodSync(join(root, 'tool.sh'), 0o755);
      rmSync(join(root, 'link'));
      symlinkSync('tool.sh', join(root, 'link'));
    });
    const scratch = otherDevice ? freshFolder('/dev/shm') : freshFolder();
    const patchFile = join(freshFolder(), 'fix.patch');
    writeFileSync(patchFile, patch);
    chmodSync(join(root, 'z'), 0o555);
    const before = filesOf(root, !otherDevice);
    const error = await asOrdinaryUser([root, scratch, join(patchFile, '..')], async () => {
      const repository = await findRepository(root);
      return applyPatch(repository, patchFile, { scratch }).then(() => 'applied', (reason: unknown) => reason);
    });
    if (!(error instanceof GateError)) throw error;
    expect(error.code).toBe('GG-PATCH-NOT-WRITTEN');
    expect(filesOf(root, !otherDevice)).toEqual(before);
    expect(readdirSync(scratch)).toEqual([]);
    chmodSync(join(root, 'z'), 0o755);
    await apply(root, patch);
    expect(readFileSync(nativePath(root, 'file-to-folder/inside.txt'), 'utf8')).toBe('i\n');
  });
});

/** Files and links, without folders: those that were emptied and made again have another time. */
function filesOf(root: string, times: boolean): readonly string[] {
  const lines = snapshot(root).filter((line) => !/^"[^"]*" 4/.test(line));
  return times ? lines : lines.map((line) => line.replace(/ \d{19} /, ' '));
}
