import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Refusal, UsageError } from '../../src/model/errors.ts';
import { hashFiles, KIND, STAT } from '../../src/workspace/hash-files.ts';
import { findRepository, linkedWorktreesInside } from '../../src/workspace/repository.ts';
import { measured } from '../support/measured.ts';
import { addWorktree, asOrdinaryUser, commitAll, freshFolder, git, headTree, initRepository, makeRepository, makeWithSubmodule, removeFolders, treeByGit, write } from '../support/repository.ts';

afterEach(removeFolders);

/** Rule and paths of the refusal that measuring throws. */
async function refusalOf(root: string): Promise<readonly [string, readonly string[] | undefined]> {
  const error: unknown = await measured(root).catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${JSON.stringify(error)}`);
  const finding = error.findings[0];
  return [finding?.rule ?? '', finding?.paths];
}

describe('refused by name', () => {
  test('a tracked file replaced by a FIFO, without waiting for a writer', async () => {
    const root = makeRepository({ 'deep/a.txt': 'a\n' });
    rmSync(join(root, 'deep/a.txt'));
    spawnSync('mkfifo', [join(root, 'deep/a.txt')]);
    expect(await refusalOf(root)).toEqual(['GG-TREE-SPECIAL-FILE', ['deep/a.txt']]);
  });

  test('a tracked file replaced by a socket; one in a submodule, one in a nested repository', async () => {
    const root = makeWithSubmodule();
    rmSync(join(root, 'a.txt'));
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, 'a.txt'), done));
    try {
      expect(await refusalOf(root)).toEqual(['GG-TREE-SPECIAL-FILE', ['a.txt']]);
    } finally {
      await new Promise((done) => server.close(done));
    }
    git(root, 'checkout', '-q', '--', 'a.txt');
    rmSync(join(root, 'sub/lib.txt'));
    spawnSync('mkfifo', [join(root, 'sub/lib.txt')]);
    expect(await refusalOf(root)).toEqual(['GG-TREE-SPECIAL-FILE', ['sub/lib.txt']]);
    git(join(root, 'sub'), 'checkout', '-q', '--', 'lib.txt');
    initRepository(join(root, 'nested'));
    write(root, { 'nested/x': 'x' });
    git(join(root, 'nested'), 'add', 'x');
    rmSync(join(root, 'nested/x'));
    spawnSync('mkfifo', [join(root, 'nested/x')]);
    expect(await refusalOf(root)).toEqual(['GG-TREE-SPECIAL-FILE', ['nested/x']]);
  });

  test.each<readonly [string, string, string, number?]>([
    ['a tracked file', 'a.txt', 'a.txt'],
    ['a folder that can be listed and not entered', 'deep', 'deep/b.txt', 0o444],
    ['an untracked file', 'new.txt', 'new.txt'],
    ['a folder of tracked files', 'deep', 'deep'],
    ['an untracked folder', 'fresh', 'fresh'],
    ['a file in a submodule', 'sub/lib.txt', 'sub/lib.txt'],
  ])('what the user may not read: %s', async (_, sealed, named, mode = 0) => {
    const root = makeWithSubmodule({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n' });
    write(root, { 'new.txt': 'n\n', 'fresh/x.txt': 'x\n' });
    await asOrdinaryUser([root], async () => {
      chmodSync(join(root, sealed), mode);
      expect(await refusalOf(root)).toEqual(['GG-TREE-UNREADABLE-FILE', [named]]);
    });
  });

  test('an ignored folder may be sealed: nothing in it is stamped', async () => {
    const root = makeRepository({ '.gitignore': 'data/\n' });
    write(root, { 'data/x': 'x' });
    await asOrdinaryUser([root], async () => {
      chmodSync(join(root, 'data'), 0);
      expect((await measured(root)).treeId).toBe(headTree(root));
    });
  });

  test('a submodule whose .git leads nowhere', async () => {
    const root = makeWithSubmodule();
    rmSync(join(root, '.git/modules'), { recursive: true });
    expect(await refusalOf(root)).toEqual(['GG-TREE-BROKEN-REPOSITORY', ['sub']]);
    rmSync(join(root, 'sub/.git'));
    mkdirSync(join(root, 'sub/.git'));
    writeFileSync(join(root, 'sub/.git/HEAD'), 'ref: refs/heads/main\n');
    expect(await refusalOf(root)).toEqual(['GG-TREE-BROKEN-REPOSITORY', ['sub']]);
  });

  test('a tracked stamp', async () => {
    expect(await refusalOf(makeRepository({ '.workspace_generation.json': '{}' }))).toEqual(['GG-STAMP-TRACKED', ['.workspace_generation.json']]);
  });

  test.each([
    ['no repository', () => freshFolder(), 'GG-WORKSPACE-NO-REPOSITORY'],
    ['no folder', () => join(freshFolder(), 'absent'), 'GG-WORKSPACE-UNREADABLE'],
    ['a file', () => join(makeRepository(), 'a.txt'), 'GG-WORKSPACE-NOT-A-FOLDER'],
    ['inside .git', () => join(makeRepository(), '.git'), 'GG-WORKSPACE-NOT-A-WORK-TREE'],
    ['a bare repository', () => {
      const bare = freshFolder();
      git(bare, 'init', '-q', '--bare');
      return bare;
    }, 'GG-WORKSPACE-BARE'],
  ])('%s is wrong usage', async (_, make, code) => {
    const error: unknown = await findRepository(make()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).code).toBe(code);
  });
});

describe('linked worktrees inside the workspace are another checkout', () => {
  test('of this repository: untracked, ignored, in a folder of its own, locked, and committed by accident', async () => {
    const root = makeRepository({ '.gitignore': 'ignored/\n', 'a.txt': 'a\n' });
    for (const [number, place] of ['.agents/wt', 'ignored/wt', 'deep/er/wt', 'new\nline'].entries()) addWorktree(root, join(root, place), `b${number}`);
    git(root, 'worktree', 'lock', 'deep/er/wt');
    const before = await measured(root);
    expect(before.treeId).toBe(headTree(root));
    expect(before.otherWorktrees).toEqual(['.agents/wt', 'deep/er/wt', 'new\nline']);
    expect(linkedWorktreesInside(await findRepository(root))).toEqual(['.agents/wt', 'deep/er/wt', 'ignored/wt', 'new\nline']);
    write(root, { '.agents/wt/a.txt': 'theirs\n', 'deep/er/wt/new.txt': 'n\n' });
    commitAll(join(root, '.agents/wt'));
    const after = await measured(root);
    expect([after.treeId, after.contentId]).toEqual([before.treeId, before.contentId]);
    git(root, 'add', '.agents/wt');
    git(root, 'commit', '-q', '-m', 'accident');
    const committed = await measured(root);
    expect([committed.treeId, committed.contentId]).toEqual([headTree(root), before.contentId]);
    commitAll(join(root, '.agents/wt'));
    const later = await measured(root);
    expect([later.treeId, later.otherWorktrees]).toEqual([committed.treeId, before.otherWorktrees]);
  });

  test('of a nested repository, of a submodule, of a repository elsewhere', async () => {
    const root = makeWithSubmodule();
    initRepository(join(root, 'nested'));
    write(root, { 'nested/x.txt': 'x\n' });
    commitAll(join(root, 'nested'));
    addWorktree(join(root, 'nested'), join(root, 'nested/inner'));
    addWorktree(join(root, 'nested'), join(root, 'beside'), 'second');
    addWorktree(join(root, 'sub'), join(root, 'of-sub'));
    addWorktree(makeRepository(), join(root, 'elsewhere'));
    const before = await measured(root);
    expect(before.otherWorktrees.toSorted()).toEqual(['beside', 'elsewhere', 'nested/inner', 'of-sub']);
    expect(before.nested.map(({ path }) => path)).toEqual(['sub', 'nested']);
    for (const place of before.otherWorktrees) {
      write(root, { [`${place}/x.txt`]: 'theirs\n' });
      commitAll(join(root, place));
    }
    const after = await measured(root);
    expect([after.treeId, after.contentId]).toEqual([before.treeId, before.contentId]);
  });

  test('the main work tree inside a linked one', async () => {
    const outer = join(freshFolder(), 'linked');
    const main = makeRepository();
    addWorktree(main, outer);
    renameSync(main, join(outer, 'main'));
    git(join(outer, 'main'), 'worktree', 'repair', outer);
    const { treeId, otherWorktrees, nested } = await measured(outer);
    expect([treeId, otherWorktrees, nested]).toEqual([headTree(outer), ['main'], []]);
  });
});

/** Only the superuser can give files away. */
const testAsRoot = process.geteuid?.() === 0 ? test : test.skip;

describe('works', () => {
  testAsRoot('in a repository that belongs to somebody else', async () => {
    const root = makeRepository({ 'a.txt': 'a\n' });
    const tree = headTree(root);
    for (const path of [root, join(root, '.git')]) chownSync(path, 12_345, 12_345);
    const { stderr } = spawnSync('git', ['status'], { cwd: root, env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' });
    expect(stderr).toContain('dubious ownership');
    expect((await measured(root)).treeId).toBe(tree);
  });

  test('from a folder below the top, and through a link to it', async () => {
    const root = makeRepository({ 'deep/a.txt': 'a\n', 'b.txt': 'b\n' });
    expect((await measured(join(root, 'deep'))).treeId).toBe(headTree(root));
    const link = join(freshFolder(), 'link');
    symlinkSync(root, link);
    expect((await findRepository(link)).top).toBe(root);
    expect((await measured(link)).treeId).toBe(headTree(root));
  });

  test('with environment folders that are not tracked, and with files in them that are', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'web/node_modules/kept/index.js': '1\n' });
    write(root, { 'node_modules/x/index.js': '1', 'web/node_modules/y.js': '2', 'envs/py/pyvenv.cfg': 'home = /\n', 'envs/py/lib/z.py': '3', 'envs/other.txt': 'o\n', '.tox/x': '4', 'lib/site-packages/w.py': '5' });
    initRepository(join(root, 'node_modules/repository'));
    const { parts, treeId, nested } = await measured(root);
    expect(parts.map(({ entries }) => entries.map(({ path }) => path))).toEqual([['a.txt', 'envs/other.txt', 'web/node_modules/kept/index.js']]);
    expect(nested).toEqual([]);
    for (const folder of ['node_modules', '.tox', 'lib', 'envs/py', 'web/node_modules/y.js']) rmSync(join(root, folder), { recursive: true });
    expect(treeId).toBe(treeByGit(root));
  });

  test('with paths to leave out and paths to take in', async () => {
    const root = makeRepository({ '.gitignore': '*.log\n', 'a.txt': 'a\n' });
    write(root, { 'report.xml': 'r', 'made.log': 'l', 'other.log': 'o' });
    const options = { exclude: (path: string) => path === 'report.xml' || path === 'a.txt', include: ['made.log', 'a.txt', 'gone.txt', 'a.txt/below', 'report.xml'] };
    // A tracked path cannot be left out, and what the patch names is content.
    expect((await measured(root, options)).parts[0]?.entries.map(({ path }) => path)).toEqual(['.gitignore', 'a.txt', 'made.log', 'report.xml']);
    expect((await measured(root, { ...options, include: [] })).parts[0]?.entries.map(({ path }) => path)).toEqual(['.gitignore', 'a.txt']);
  });

  test('with a sparse file of one gibibyte, in bounded memory', async () => {
    const root = makeRepository();
    const descriptor = openSync(join(root, 'huge'), 'w');
    ftruncateSync(descriptor, 1 << 30);
    closeSync(descriptor);
    const { treeId } = await measured(root);
    const oid = git(root, 'hash-object', 'huge');
    git(root, 'update-index', '--add', '--cacheinfo', `100644,${oid},huge`);
    expect(treeId).toBe(git(root, 'write-tree', '--missing-ok'));
    expect(process.memoryUsage.rss()).toBeLessThan(1 << 30);
  }, 240_000);
});

describe('a file that changes while it is hashed', () => {
  test('one that never holds still is refused; one that grew once is read again', () => {
    const folder = freshFolder();
    // /proc gives a size of 0 and bytes all the same: a file whose size and bytes never agree.
    expect(hashFiles({ root: '/proc', paths: ['self/status'], algorithm: 'sha1' }).kinds[0]).toBe(KIND.missing);
    expect(hashFiles({ root: '/proc/sys/kernel', paths: ['ostype'], algorithm: 'sha1' }).kinds[0]).toBe(KIND.changed);
    writeFileSync(join(folder, 'still'), 'x');
    expect(hashFiles({ root: folder, paths: ['still'], algorithm: 'sha1' }).kinds[0]).toBe(KIND.file);
  });

  test('the digest of a log that keeps growing is that of as many bytes as its recorded size', () => {
    const root = makeRepository();
    const file = join(root, 'busy.log');
    writeFileSync(file, Buffer.alloc(50_000, 'x'));
    const writer = spawn('sh', ['-c', `while :; do printf x >> '${file}'; done`]);
    try {
      let measuredOnce = 0;
      for (let round = 0; round < 20; round += 1) {
        const columns = hashFiles({ root, paths: ['busy.log'], algorithm: 'sha1' });
        if (columns.kinds[0] === KIND.changed) continue;
        const size = columns.stats[STAT.size]!;
        const digest = createHash('sha256').update(`blob ${size}\0`).update(Buffer.alloc(size, 'x')).digest();
        expect(Buffer.from(columns.digests)).toEqual(digest);
        measuredOnce += 1;
      }
      expect(measuredOnce).toBeGreaterThan(0);
    } finally {
      writer.kill('SIGKILL');
    }
  });
});
