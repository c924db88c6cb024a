import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodePath, nativePath } from '../../src/model/path.ts';
import { addWorktree, commitAll, freshFolder, git, GIT_ENVIRONMENT, headTree, initRepository, makeRepository, makeWithSubmodule, removeFolders, treeByGit, write, type Content } from '../support/repository.ts';
import { measured } from '../support/measured.ts';

afterEach(removeFolders);

const ODD_NAMES = ['new\nline', 'tab\there', 'quo"te', "quo'te", 'back\\slash', 'trailing ', ' leading', '-rf', '--', ':(glob)*', ':/x', ':!y', '*', '?', '[a]', '{b}', '$HOME', '`id`', 'not-utf8-\udcff\udc80', 'ende-\udce4', '\udced\udca0\udc80', 'ü', 'u\u0308', '日本語', '\u{1f600}', '\uff01', '\ufffd', '\ue000', '\u{10ffff}', '\x01\x1f\x7f', '.gitfoo', 'con', 'x'.repeat(255), 'é'.repeat(127), '#comment', '!not', 'a~b', 'a.b', 'a-b', 'a/b', 'a0b'];

describe('on a clean checkout the tree id equals HEAD^{tree}', () => {
  const shapes: Record<string, () => string> = {
    'one file': () => makeRepository(),
    'an empty commit': () => makeRepository({}),
    'SHA-256 objects': () => makeRepository({ 'a.txt': 'a\n', 'b/c.txt': 'c\n' }, { format: 'sha256' }),
    'odd names': () => makeRepository(Object.fromEntries(ODD_NAMES.flatMap((name) => [[name === 'a/b' ? 'a/b' : name, 'x\n'], [`in/${name}`, 'y\n'], [`${name === 'a/b' ? 'a' : `d${name.slice(0, 200)}`}/file`, 'z\n']]))),
    'names that order differently by bytes and by UTF-16': () => makeRepository({ '\u{1f600}/a': '1', '\uff01/a': '2', '\u{1f600}/\uff01': '3', '\u{1f600}b': '4', '\uff01b': '5', 'z\udcff': '6', 'z\u{10000}': '7', 'zé': '8' }),
    'names around the slash in byte order': () => makeRepository({ 'a/x': '1', 'a-b/x': '2', 'a.b': '3', 'a0': '4', 'a/b/c': '5', 'a/b-c': '6', 'ab': '7' }),
    'modes and links': () => {
      const root = makeRepository({ 'tool.sh': '#!/bin/sh\n', 'deep/tool': 'x' });
      chmodSync(join(root, 'tool.sh'), 0o755);
      chmodSync(join(root, 'deep/tool'), 0o700);
      for (const [place, target] of [['dangling', 'nowhere'], ['to-folder', 'deep'], ['to-file', 'deep/tool'], ['out', '/etc'], ['loop', 'loop'], ['odd', 'tärget\n']] as const) symlinkSync(target, join(root, place));
      symlinkSync(encodePath('not-utf8-\udcff'), nativePath(root, 'link-\udcfe'));
      commitAll(root);
      return root;
    },
    'empty files, binary files, files around the size of the read buffer': () => {
      const sizes = [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_000];
      return makeRepository(Object.fromEntries(sizes.map((size) => [`size-${size}`, Buffer.alloc(size, 'ab\r\n\0c')])));
    },
    'tracked and ignored': () => makeRepository({ '.gitignore': '*.log\nbuild/\n', 'kept.log': 'l\n', 'build/out/x': 'o\n' }),
    'tracked in an environment folder': () => makeRepository({ 'node_modules/x/index.js': '1', 'venv/pyvenv.cfg': 'home = /\n', 'venv/lib/y.py': 'y\n' }),
    'a deep tree': () => {
      const root = makeRepository({});
      write(root, { [`${'d/'.repeat(300)}file`]: 'deep\n', [`${'long-component-name/'.repeat(60)}file`]: 'deep\n' });
      commitAll(root);
      return root;
    },
    '3000 entries in one folder': () => makeRepository(Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`many/${number}`, `${number}\n`]))),
    'detached HEAD': () => {
      const root = makeRepository();
      git(root, 'checkout', '-q', '--detach');
      return root;
    },
    'a linked worktree': () => {
      const place = join(freshFolder(), 'linked');
      addWorktree(makeRepository({ 'a.txt': 'a\n', 'b/c': 'c' }), place);
      return place;
    },
    'a shallow clone': () => {
      const source = makeRepository({ 'a.txt': 'a\n' });
      write(source, { 'a.txt': 'b\n' });
      commitAll(source);
      return clone(source, '--depth=1');
    },
    'a partial clone without its blobs': () => {
      const source = makeRepository({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n' });
      git(source, 'config', 'uploadpack.allowFilter', 'true');
      write(source, { 'a.txt': 'newer\n' });
      commitAll(source);
      return clone(source, '--filter=blob:none');
    },
    'a clone that borrows objects': () => {
      const source = makeRepository();
      return clone(clone(source, '--shared'), '--shared');
    },
    'a submodule': () => makeWithSubmodule(),
    'a submodule that was never checked out': () => clone(makeWithSubmodule()),
    'a submodule inside a submodule': () => {
      const root = makeRepository();
      git(root, 'submodule', 'add', '-q', makeWithSubmodule(), 'outer');
      git(root, 'submodule', 'update', '-q', '--init', '--recursive');
      commitAll(root);
      return root;
    },
    'a replaced commit and a graft': () => {
      const root = makeRepository();
      write(root, { 'a.txt': 'b\n' });
      commitAll(root);
      git(root, 'replace', 'HEAD^{tree}', 'HEAD^^{tree}');
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/grafts'), `${git(root, '--no-replace-objects', 'rev-parse', 'HEAD')}\n`);
      return root;
    },
    'a sparse checkout by cone': () => sparse(['--cone', 'in']),
    'a sparse checkout by pattern': () => sparse(['--no-cone', '/in/', '/a.txt']),
    'a sparse index': () => sparse(['--cone', '--sparse-index', 'in']),
    'a split index': () => {
      const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      git(root, 'update-index', '--split-index');
      write(root, { 'a.txt': 'a2\n' });
      commitAll(root);
      return root;
    },
    'core.fileMode=false': () => {
      const root = makeRepository({ 'tool.sh': '#!/bin/sh\n', 'plain.txt': 'x\n' });
      git(root, 'update-index', '--chmod=+x', 'tool.sh');
      git(root, 'config', 'core.fileMode', 'false');
      git(root, 'commit', '-q', '-m', 'mode');
      chmodSync(join(root, 'plain.txt'), 0o777);
      return root;
    },
    'core.symlinks=false': () => {
      const root = makeRepository({ 'a.txt': 'a\n' });
      symlinkSync('a.txt', join(root, 'link'));
      commitAll(root);
      git(root, 'config', 'core.symlinks', 'false');
      rmSync(join(root, 'link'));
      git(root, 'checkout', '-q', '--', 'link');
      return root;
    },
    'a path with a newline, quotes and blanks to the repository': () => {
      const root = makeRepository({ 'a.txt': 'a\n' });
      const place = join(freshFolder(), '#odd "place"\nhere ü');
      renameSync(root, place);
      return place;
    },
  };

  test.each(Object.entries(shapes))('%s', async (_, make) => {
    const root = make();
    const { treeId } = await measured(root);
    expect(treeId).toBe(git(root, '--no-replace-objects', 'rev-parse', 'HEAD^{tree}'));
    expect(git(root, '--no-replace-objects', 'status', '--porcelain')).toBe('');
  });
});

describe('what the index says does not count, what lies in the work tree does', () => {
  const cases: Record<string, (root: string) => void> = {
    'staged, then edited again': (root) => {
      write(root, { 'a.txt': 'staged\n' });
      git(root, 'add', 'a.txt');
      write(root, { 'a.txt': 'later\n' });
    },
    'a staged deletion of a file that is there': (root) => void git(root, 'rm', '-q', '--cached', 'a.txt'),
    'a file deleted, not staged': (root) => rmSync(join(root, 'a.txt')),
    'intent to add': (root) => {
      write(root, { 'new.txt': 'n\n', 'gone.txt': 'g\n' });
      git(root, 'add', '-N', 'new.txt', 'gone.txt');
      rmSync(join(root, 'gone.txt'));
    },
    'a conflict': (root) => {
      git(root, 'checkout', '-q', '-b', 'theirs');
      write(root, { 'a.txt': 'theirs\n', 'deleted-by-us.txt': 't\n' });
      commitAll(root);
      git(root, 'checkout', '-q', 'main');
      write(root, { 'a.txt': 'ours\n' });
      rmSync(join(root, 'b/c.txt'));
      commitAll(root);
      spawnSync('git', ['merge', '-q', 'theirs'], { cwd: root, env: { ...GIT_ENVIRONMENT } });
      expect(git(root, 'ls-files', '-u')).not.toBe('');
    },
    'untracked files': (root) => write(root, { 'new/deep/file.txt': 'x\n', 'top': 'y\n' }),
    'untracked names among tracked ones that order differently by bytes and by UTF-16': (root) => {
      write(root, { '\uff01': '1', '\u{1f601}': '2', 'z\u{1f600}/a': '3', 'z\uff01b': '4' });
      commitAll(root);
      write(root, { '\u{1f600}': '5', '\uff02': '6', 'z\uff01a/b': '7', 'z\u{1f601}': '8', 'z\udcff': '9' });
    },
    'ignored files': (root) => write(root, { '.gitignore': '*.o\n/out/\n', 'x.o': 'o', 'out/y': 'y', 'deep/out/z': 'z', 'deep/.gitignore': '!*.o\n', 'deep/w.o': 'w' }),
    'an untracked folder with its own ignore file': (root) => write(root, { 'cache/.gitignore': '*\n', 'cache/x': 'x' }),
    'a file turned into a folder': (root) => {
      rmSync(join(root, 'a.txt'));
      write(root, { 'a.txt/inside': 'x\n' });
    },
    'a folder turned into a file': (root) => {
      rmSync(join(root, 'b'), { recursive: true });
      write(root, { b: 'x\n' });
    },
    'a tracked folder replaced by a link to a folder with the same files': (root) => {
      const elsewhere = join(freshFolder(), 'b');
      renameSync(join(root, 'b'), elsewhere);
      symlinkSync(elsewhere, join(root, 'b'));
    },
    'a file turned into a link, a link into a file': (root) => {
      rmSync(join(root, 'a.txt'));
      symlinkSync('b/c.txt', join(root, 'a.txt'));
    },
    'a mode changed': (root) => chmodSync(join(root, 'a.txt'), 0o755),
    'a file replaced by a repository': (root) => {
      rmSync(join(root, 'a.txt'));
      initRepository(join(root, 'a.txt'));
      write(join(root, 'a.txt'), { x: 'x\n' });
      commitAll(join(root, 'a.txt'));
    },
    'an untracked FIFO': (root) => void spawnSync('mkfifo', [join(root, 'pipe')]),
    'empty folders': (root) => void mkdirSync(join(root, 'empty/deep'), { recursive: true }),
    'everything deleted': (root) => {
      for (const path of ['a.txt', 'b', 'kept.log', '.gitignore']) rmSync(join(root, path), { recursive: true });
    },
  };

  test.each(Object.entries(cases))('%s', async (_, change) => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b/c.txt': 'c\n', 'b/d.txt': 'd\n', 'kept.log': 'k\n', '.gitignore': '*.log\n' });
    change(root);
    // The oracle's index is fresh, so a tracked and ignored file has to be added by force.
    const { treeId } = await measured(root);
    expect(treeId).toBe(treeByGit(root, [], ['kept.log']));
  });

  test('a branch without a commit', async () => {
    const root = join(freshFolder(), 'ws');
    initRepository(root);
    expect((await measured(root)).treeId).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    write(root, { 'a.txt': 'a\n' });
    expect((await measured(root)).treeId).toBe(treeByGit(root));
  });

  test('a submodule replaced by a file, a link, nothing', async () => {
    const root = makeWithSubmodule();
    rmSync(join(root, 'sub'), { recursive: true });
    const gone = await measured(root);
    expect(gone.treeId).toBe(treeByGit(root));
    write(root, { sub: 'now a file\n' });
    const file = await measured(root);
    expect(file.treeId).toBe(treeByGit(root));
    expect(file.parts[0]?.entries.map(({ path }) => path)).toContain('sub');
    rmSync(join(root, 'sub'));
    symlinkSync('a.txt', join(root, 'sub'));
    expect((await measured(root)).treeId).toBe(treeByGit(root));
  });
});

describe('property: on any work tree the tree id is what git add -A and git write-tree give', () => {
  const component = fc.oneof(
    fc.constantFrom('a', 'b', 'a-b', 'a.b', 'a0', 'src', 'x.log', 'build', 'keep'),
    fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', '.', '-', '0', ' ', '*', '?', '[', ']', '"', '\\', '\n', '\t', ':', '!', '#', 'ü', '\uff01', '\ufffd', '\u{1f600}', '\udc80', '\udcff') }),
  ).filter((name) => !['.', '..'].includes(name) && !name.includes('/'));
  const path = fc.array(component, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const content: fc.Arbitrary<Content> = fc.oneof(fc.string({ maxLength: 20 }), fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)));
  const entry = fc.record({ path, content, kind: fc.constantFrom('file', 'file', 'file', 'executable', 'link') });
  const ignore = fc.record({ folder: fc.constantFrom('', 'a/', 'src/', 'build/'), lines: fc.array(fc.constantFrom('*.log', 'build/', '/a', '!keep', 'a*', '*/b', '**/src', '#x', '*', '!*/', ' '), { maxLength: 3 }) });

  test('random files, modes, links, folders and ignore files', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), fc.array(ignore, { maxLength: 2 }), fc.array(entry, { maxLength: 5 }), async (committed, ignores, later) => {
        const root = join(freshFolder(), 'ws');
        initRepository(root);
        plant(root, committed);
        commitAll(root);
        for (const one of committed.slice(0, 2)) rmSync(nativePath(root, one.path), { recursive: true, force: true });
        plant(root, later);
        for (const { folder, lines } of ignores) plant(root, [{ path: `${folder}.gitignore`, content: lines.join('\n'), kind: 'file' }]);
        // Ignored files would be tracked here and not in the oracle's copy: there they are added by force.
        const tracked = git(root, 'ls-files', '-z').split('\0').filter((name) => name !== '');
        try {
          const { treeId } = await measured(root);
          expect(treeId).toBe(treeByGit(root, [], tracked));
          commitAll(root);
          expect((await measured(root)).treeId).toBe(headTree(root));
        } finally {
          rmSync(root, { recursive: true, force: true });
        }
      }),
      { numRuns: Number(process.env['GENERATION_GATE_TEST_RUNS'] ?? 25) },
    );
  }, 240_000);
});

/** Writes entries, skipping one whose place another one has taken. */
function plant(root: string, entries: readonly { readonly path: string; readonly content: Content; readonly kind: string }[]): void {
  for (const { path, content, kind } of entries) {
    try {
      if (kind === 'link') {
        write(root, { [path]: '' });
        rmSync(nativePath(root, path));
        symlinkSync(encodePath(content.toString().replaceAll('\0', '') || 'x'), nativePath(root, path));
      } else {
        write(root, { [path]: content });
        if (kind === 'executable') chmodSync(nativePath(root, path), 0o755);
      }
    } catch (error) {
      if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

function clone(source: string, ...options: readonly string[]): string {
  const place = join(freshFolder(), 'clone');
  git(source, 'clone', '-q', ...options, `file://${source}`, place);
  return place;
}

function sparse(options: readonly string[]): string {
  const root = makeRepository({ 'a.txt': 'a\n', 'in/x.txt': 'x\n', 'in/deep/y.txt': 'y\n', 'out/z.txt': 'z\n', 'out/deep/w.txt': 'w\n', 'other/v.txt': 'v\n' });
  git(root, 'sparse-checkout', 'set', ...options);
  expect(spawnSync('ls', [root], { encoding: 'utf8' }).stdout).not.toContain('out');
  return root;
}
