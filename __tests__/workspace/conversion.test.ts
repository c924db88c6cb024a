import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GateError } from '../../src/model/errors.ts';
import { commitAll, editKeepingSizeAndTime, freshFolder, git, GIT_ENVIRONMENT, headTree, makeRepository, nextSecond, plantProgram, removeFolders, treeByGit, write, type Content } from '../support/repository.ts';
import { measured } from '../support/measured.ts';

afterEach(removeFolders);

/** Lets git write the tracked files again, as a checkout under the present attributes and settings does. */
function checkOutAgain(root: string): void {
  for (const path of git(root, 'ls-files', '-z').split('\0')) if (path !== '' && !path.endsWith('.gitattributes')) rmSync(join(root, path), { force: true });
  git(root, 'checkout', '-q', '--', '.');
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

interface Shape {
  readonly files: Readonly<Record<string, Content>>;
  readonly config?: readonly string[];
  /** Bytes that a work tree must hold after checkout, as proof that a conversion took place. */
  readonly converted: Readonly<Record<string, Content>>;
  readonly edit: Readonly<Record<string, Content>>;
}

const SHAPES: Record<string, Shape> = {
  'text=auto with core.autocrlf=true': { files: { '.gitattributes': '* text=auto\n', 'a.txt': 'a\nb\n', 'bin': 'a\r\n\0' }, config: ['core.autocrlf=true'], converted: { 'a.txt': 'a\r\nb\r\n' }, edit: { 'a.txt': 'a\r\nc\r\n', bin: 'b\r\n\0' } },
  'core.autocrlf=true alone': { files: { 'a.txt': 'a\nb\n', 'mixed.txt': 'a\nb\n' }, config: ['core.autocrlf=true'], converted: { 'a.txt': 'a\r\nb\r\n' }, edit: { 'a.txt': 'a\r\nc\r\n', 'mixed.txt': 'a\r\nb\nc\r\n' } },
  'core.autocrlf=input': { files: { 'a.txt': 'a\nb\n' }, config: ['core.autocrlf=input'], converted: { 'a.txt': 'a\nb\n' }, edit: { 'a.txt': 'a\r\nc\r\n' } },
  'eol=crlf': { files: { '.gitattributes': '*.bat text eol=crlf\n', 'a.bat': 'a\nb\n' }, converted: { 'a.bat': 'a\r\nb\r\n' }, edit: { 'a.bat': 'a\r\nc\r\n', 'new.bat': 'n\r\n' } },
  'core.eol=crlf': { files: { '.gitattributes': '* text=auto\n', 'a.txt': 'a\n' }, config: ['core.eol=crlf'], converted: { 'a.txt': 'a\r\n' }, edit: { 'a.txt': 'c\r\n' } },
  ident: { files: { '.gitattributes': '*.c ident\n', 'a.c': '/* $Id$ */\n' }, converted: { 'a.c': expect.stringMatching(/\$Id: [0-9a-f]{40} \$/) as unknown as string }, edit: { 'a.c': '/* $Id: 0000000000000000000000000000000000000000 $ */ int x;\n' } },
  'working-tree-encoding=UTF-16LE-BOM': { files: { '.gitattributes': '*.rc text working-tree-encoding=UTF-16LE-BOM eol=crlf\n', 'a.rc': utf16('ä\r\nb\r\n') }, converted: { 'a.rc': utf16('ä\r\nb\r\n') }, edit: { 'a.rc': utf16('ä\r\nc\r\n'), 'new.rc': utf16('n\r\n') } },
  'an attribute macro': { files: { '.gitattributes': '[attr]windows text eol=crlf ident\n*.txt windows\n', 'a.txt': '$Id$\n' }, converted: {}, edit: { 'a.txt': '$Id: x $\r\nc\r\n' } },
  'attributes of a folder': { files: { 'deep/.gitattributes': '*.txt text eol=crlf\n', 'deep/a.txt': 'a\n', 'a.txt': 'a\n' }, converted: { 'deep/a.txt': 'a\r\n', 'a.txt': 'a\n' }, edit: { 'deep/a.txt': 'c\r\n', 'a.txt': 'c\r\n' } },
  '-text against core.autocrlf=true': { files: { '.gitattributes': '*.bin -text\n', 'a.bin': 'a\r\nb\n', 'a.txt': 'a\n' }, config: ['core.autocrlf=true'], converted: { 'a.bin': 'a\r\nb\n', 'a.txt': 'a\r\n' }, edit: { 'a.bin': 'c\r\n' } },
};

describe('built-in conversions apply to the tree id', () => {
  test.each(Object.entries(SHAPES))('%s', async (_, { files, config = [], converted, edit }) => {
    const root = makeRepository(files, { config });
    checkOutAgain(root);
    for (const [path, bytes] of Object.entries(converted)) {
      const lies = execFileSync('cat', [join(root, path)]);
      expect(typeof bytes === 'object' && !Buffer.isBuffer(bytes) ? lies.toString() : lies).toEqual(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    }
    const clean = await measured(root);
    expect(clean.treeId).toBe(headTree(root));
    write(root, edit);
    const edited = await measured(root);
    expect(edited.treeId).not.toBe(clean.treeId);
    expect(edited.treeId).toBe(treeByGit(root, config));
  });

  test('CRLF committed under text=auto stays, edited or not, and a new CRLF file is converted', async () => {
    const root = makeRepository({ 'old.txt': 'a\r\nb\r\n' });
    write(root, { '.gitattributes': '* text=auto\n' });
    git(root, 'add', '.gitattributes');
    git(root, 'commit', '-q', '-m', 'attributes');
    expect((await measured(root)).treeId).toBe(headTree(root));
    write(root, { 'old.txt': 'a\r\nc\r\n', 'new.txt': 'n\r\n' });
    const { treeId } = await measured(root);
    git(root, 'add', '-A');
    expect(treeId).toBe(git(root, 'write-tree'));
    expect(git(root, 'ls-files', '--eol', 'old.txt', 'new.txt')).toMatch(/i\/lf +w\/crlf.*new\.txt\ni\/crlf +w\/crlf.*old\.txt/);
  });

  test('an attribute file that a sparse checkout leaves out still counts; one that was deleted does not', async () => {
    const root = makeRepository({ 'meta/x': 'x', '.gitattributes': '*.txt text eol=crlf\n*.c ident\n', 'in/a.txt': 'a\n', 'in/a.c': '$Id$\n' });
    git(root, 'sparse-checkout', 'set', '--no-cone', '/in/');
    expect(existsSync(join(root, '.gitattributes'))).toBe(false);
    checkOutAgain(root);
    write(root, { 'in/a.txt': 'c\r\n', 'in/a.c': '$Id: x $ c\n' });
    const sparse = await measured(root);
    git(root, 'add', 'in');
    expect(sparse.treeId).toBe(git(root, 'write-tree'));
    git(root, 'reset', '-q', '--hard');
    git(root, 'sparse-checkout', 'disable');
    unlinkSync(join(root, '.gitattributes'));
    write(root, { 'in/a.txt': 'c\r\n', 'in/a.c': '$Id: x $ c\n' });
    expect((await measured(root)).treeId).toBe(treeByGit(root));
  });

  test("attributes in git's own folder and of the user apply as they do for git", async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.c': '$Id$\n' });
    const global = join(freshFolder(), 'attributes');
    writeFileSync(global, '*.c ident\n');
    git(root, 'config', 'core.attributesFile', global);
    mkdirSync(join(root, '.git/info'), { recursive: true });
    writeFileSync(join(root, '.git/info/attributes'), '*.txt text\n');
    write(root, { 'a.txt': 'c\r\n', 'b.c': '$Id: x $ c\n' });
    const { treeId } = await measured(root);
    git(root, 'add', '-A');
    expect(treeId).toBe(git(root, 'write-tree'));
  });

  test('a file whose bytes do not fit its encoding is an error that names it', async () => {
    const root = makeRepository({ '.gitattributes': '*.rc text working-tree-encoding=UTF-16\n' });
    write(root, { 'bad.rc': 'not UTF-16' });
    const error: unknown = await measured(root).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GateError);
    expect((error as GateError).code).toBe('GG-CONVERSION-FAILED');
    expect((error as GateError).message).toContain('bad.rc');
  });

  test('a link and an executable among converted files keep their modes', async () => {
    const root = makeRepository({ '.gitattributes': '* text=auto eol=crlf\n', 'run.sh': '#!/bin/sh\n' });
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('run.sh\r\n', join(root, 'link'));
    commitAll(root);
    write(root, { 'run.sh': '#!/bin/sh\r\nexit 1\r\n' });
    expect((await measured(root)).treeId).toBe(treeByGit(root));
  });
});

describe('external filters never run', () => {
  const BYTES = 'large file\n'.repeat(100);
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(BYTES).digest('hex')}\nsize ${BYTES.length}\n`;

  /** A repository that holds LFS pointers, in a work tree without git-lfs; `required` as git-lfs installs itself. */
  function makeLfs(): string {
    const root = makeRepository({ 'data.bin': POINTER, 'other.txt': 'o\n' });
    write(root, { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' });
    commitAll(root);
    for (const [name, command] of [['clean', 'git-lfs-not-installed clean -- %f'], ['smudge', 'git-lfs-not-installed smudge -- %f'], ['process', 'git-lfs-not-installed filter-process']] as const) git(root, 'config', `filter.lfs.${name}`, command);
    git(root, 'config', 'filter.lfs.required', 'true');
    return root;
  }

  test('git-lfs is missing and required: the pointer itself is what the commit holds', async () => {
    const root = makeLfs();
    const { treeId, rawFiltered } = await measured(root);
    expect([treeId, rawFiltered]).toEqual([headTree(root), []]);
  });

  test('bytes that fit the pointer keep the blob of the index, in the very second of the checkout too', async () => {
    const root = makeLfs();
    write(root, { 'data.bin': BYTES });
    const fits = await measured(root);
    expect([fits.treeId, fits.rawFiltered]).toEqual([headTree(root), []]);
    write(root, { 'data.bin': `${BYTES.slice(0, -1)}!` });
    const edited = await measured(root);
    expect(edited.rawFiltered).toEqual(['data.bin']);
    expect(edited.treeId).not.toBe(headTree(root));
    expect(edited.contentId).not.toBe(fits.contentId);
    chmodSync(join(root, 'data.bin'), 0o755);
    expect((await measured(root)).treeId).not.toBe(edited.treeId);
  });

  test('a new file behind the filter counts with its raw bytes and is listed', async () => {
    const root = makeLfs();
    write(root, { 'new.bin': BYTES });
    expect((await measured(root)).rawFiltered).toEqual(['new.bin']);
  });

  (hasLfs() ? test : test.skip)('with the real git-lfs: a checkout equals HEAD^{tree}, an edit does not', async () => {
    const source = makeRepository({ 'a.txt': 'a\n' });
    git(source, 'lfs', 'install', '--local');
    git(source, 'lfs', 'track', '*.bin');
    write(source, { 'data.bin': BYTES });
    git(source, 'add', '-A');
    git(source, 'commit', '-q', '-m', 'lfs');
    expect(git(source, 'cat-file', 'blob', 'HEAD:data.bin')).toBe(POINTER.trimEnd());
    const { treeId, rawFiltered } = await measured(source);
    expect([treeId, rawFiltered]).toEqual([headTree(source), []]);
    write(source, { 'data.bin': `${BYTES}more` });
    expect((await measured(source)).rawFiltered).toEqual(['data.bin']);
  });

  describe('a filter of another kind', () => {
    function makeFiltered(): { root: string; mark: string } {
      const root = makeRepository({ '.gitattributes': '*.up filter=case\n', 'a.txt': 'a\n' });
      const mark = join(freshFolder(), 'ran');
      plantProgram(join(root, '.git/clean'), mark, 'tr A-Z a-z');
      plantProgram(join(root, '.git/smudge'), mark, 'tr a-z A-Z');
      git(root, 'config', 'filter.case.clean', join(root, '.git/clean'));
      git(root, 'config', 'filter.case.smudge', join(root, '.git/smudge'));
      write(root, { 'x.up': 'HELLO\n' });
      commitAll(root);
      expect(git(root, 'cat-file', 'blob', 'HEAD:x.up')).toBe('hello');
      // The index is written in a later second than the file, so its stat data are beyond doubt.
      nextSecond();
      git(root, 'update-index', '--force-write-index', '--refresh');
      rmSync(mark);
      return { root, mark };
    }

    test('unchanged by stat data: the blob of the index; edited with its time restored: its raw bytes, listed', async () => {
      const { root, mark } = makeFiltered();
      const clean = await measured(root);
      expect([clean.treeId, clean.rawFiltered]).toEqual([headTree(root), []]);
      editKeepingSizeAndTime(join(root, 'x.up'), 'HOLLA\n');
      const edited = await measured(root);
      expect(edited.rawFiltered).toEqual(['x.up']);
      expect(edited.treeId).toBe(treeByGit(root));
      expect(existsSync(mark)).toBe(false);
    });

    test('racy stat data prove nothing: an index with whole seconds, an edit in the second it was written in', async () => {
      const { root } = makeFiltered();
      nextSecond();
      write(root, { 'x.up': 'HELLO\n' });
      git(root, 'add', 'x.up');
      forgetNanoseconds(join(root, '.git/index'));
      editKeepingSizeAndTime(join(root, 'x.up'), 'HOLLA\n');
      expect(git(root, 'diff-files', '--name-only')).toBe('x.up');
      expect((await measured(root)).rawFiltered).toEqual(['x.up']);
    });

    test('a filter named by a deleted .gitattributes is none', async () => {
      const { root } = makeFiltered();
      unlinkSync(join(root, '.gitattributes'));
      // Attributes elsewhere, so that git is asked at all: it would still find the deleted file in the index.
      write(root, { 'deep/.gitattributes': '*.c ident\n' });
      const { treeId, rawFiltered } = await measured(root);
      expect([treeId, rawFiltered]).toEqual([treeByGit(root), []]);
    });

    test('a long-running filter process is not started either', async () => {
      const { root, mark } = makeFiltered();
      git(root, 'config', 'filter.case.process', join(root, '.git/clean'));
      write(root, { 'x.up': 'OTHER\n' });
      await measured(root);
      expect(existsSync(mark)).toBe(false);
    });
  });
});

/** Makes an index look as programs write it that know whole seconds only (gitformat-index(5), version 2). */
function forgetNanoseconds(index: string): void {
  const bytes = readFileSync(index);
  const body = bytes.subarray(0, -20);
  for (let left = body.readUInt32BE(8), at = 12; left > 0; left -= 1) {
    body.writeUInt32BE(0, at + 4);
    body.writeUInt32BE(0, at + 12);
    at += (62 + (body.readUInt16BE(at + 60) & 0xfff) + 8) & ~7;
  }
  writeFileSync(index, Buffer.concat([body, createHash('sha1').update(body).digest()]));
}

function hasLfs(): boolean {
  return spawnSync('git', ['lfs', 'version'], { env: { ...GIT_ENVIRONMENT } }).status === 0;
}
