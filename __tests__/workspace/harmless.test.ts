import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { git as callGit, gitEnvironment } from '../../src/workspace/git.ts';
import { withoutFilters } from '../../src/workspace/filters.ts';
import { recheck } from '../../src/workspace/recheck.ts';
import { findRepository, localEnvironmentNames } from '../../src/workspace/repository.ts';
import { trackedAmong, trackedPaths } from '../../src/workspace/tracked.ts';
import { lookInto } from '../../src/workspace/worktree-contents.ts';
import { baselineOf, measured } from '../support/measured.ts';
import { eventually } from '../support/processes.ts';
import { addWorktree, freshFolder, git, GIT_ENVIRONMENT, headTree, makeRepository, makeWithSubmodule, plantProgram, removeFolders, snapshot, write } from '../support/repository.ts';

afterEach(removeFolders);

const HOOKS = ['applypatch-msg', 'pre-commit', 'post-checkout', 'post-commit', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc', 'post-rewrite', 'sendemail-validate'];

/** A repository in which every program that git could be told to run leaves a mark. */
function makeBoobyTrapped(): { readonly root: string; readonly mark: string } {
  const root = makeRepository({ 'a.txt': 'a\n', 'b.bin': 'b\n', '.gitattributes': '* filter=trap diff=trap merge=trap\n' });
  const mark = join(freshFolder(), 'ran');
  const trap = join(root, '.git/trap');
  plantProgram(trap, mark, 'cat');
  for (const hook of HOOKS) plantProgram(join(root, '.git/hooks', hook), mark);
  const settings = [
    'filter.trap.clean', 'filter.trap.smudge', 'filter.trap.process', 'diff.trap.command', 'diff.trap.textconv', 'diff.external', 'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.gitProxy',
    'core.alternateRefsCommand', 'credential.helper', 'uploadpack.packObjectsHook', 'gpg.program', 'sequence.editor', 'pager.ls-files', 'pager.diff-files', 'interactive.diffFilter', 'alias.ls-files', 'merge.trap.driver',
  ];
  for (const setting of settings) git(root, 'config', setting, trap);
  // Edits, staged and not, so that there is something to convert, to compare and to refresh.
  writeFileSync(join(root, 'a.txt'), 'edited\n');
  writeFileSync(join(root, 'new.txt'), 'new\n');
  return { root, mark };
}

/** Lists, measures, saves, re-checks twice: everything that the stamp, the run and the check do to a work tree. */
async function everyStep(root: string): Promise<void> {
  await trackedAmong(root, ['a.txt']);
  const { baseline } = await baselineOf(root);
  const repository = await findRepository(root);
  await recheck(repository, baseline, Date.now());
  await recheck(repository, baseline, Date.now() - 60_000);
}

const SHAPES: Record<string, () => string> = {
  'staged, intent to add, deleted, conflicted': () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
    write(root, { 'a.txt': 'staged\n', 'intended.txt': 'i\n' });
    git(root, 'add', 'a.txt');
    git(root, 'add', '-N', 'intended.txt');
    git(root, 'rm', '-q', '--cached', 'b.txt');
    rmSync(join(root, 'c.txt'));
    write(root, { 'a.txt': 'unstaged\n' });
    return root;
  },
  'a stale index that git would like to refresh': () => {
    const root = makeRepository();
    write(root, { 'a.txt': 'a\n' });
    return root;
  },
  'a split index': () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    git(root, 'update-index', '--split-index');
    write(root, { 'a.txt': 'later\n' });
    git(root, 'add', 'a.txt');
    spawnSync('touch', ['-d', '2024-01-01', ...readdirSync(join(root, '.git')).filter((name) => name.startsWith('sharedindex')).map((name) => join(root, '.git', name))]);
    return root;
  },
  'an untracked cache': () => {
    const root = makeRepository();
    git(root, 'config', 'core.untrackedCache', 'true');
    git(root, 'update-index', '--force-untracked-cache');
    write(root, { 'new.txt': 'n\n' });
    return root;
  },
  'a sparse index': () => {
    const root = makeRepository({ 'in/a': 'a', 'out/b': 'b' });
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    // A file outside of the cone makes git expand the index whatever it is asked.
    write(root, { 'out/b': 'edited' });
    return root;
  },
  'files to convert, new blobs': () => {
    const root = makeRepository({ '.gitattributes': '* text=auto\n*.c ident\n' });
    // The last one's blob is in the object store already.
    write(root, { 'new.txt': 'n\r\n', 'new.c': '$Id: x $\r\n', 'known.txt': '* text=auto\r\n*.c ident\r\n' });
    return root;
  },
  'submodules and nested repositories': () => {
    const root = makeWithSubmodule();
    write(root, { 'sub/lib.txt': 'edited\n', 'nested/x': 'x' });
    git(root, 'init', '-q', 'nested');
    return root;
  },
  'a linked worktree': () => {
    const root = makeRepository();
    addWorktree(root, join(root, 'inside'));
    return root;
  },
};

describe('the repository stays as it is, to the byte and the nanosecond', () => {
  test.each(Object.entries(SHAPES))('%s', async (_, make) => {
    const root = make();
    const before = snapshot(root, { ctime: true });
    await everyStep(root);
    expect(snapshot(root, { ctime: true })).toEqual(before);
  });

  test('nothing is left in the temporary folder', async () => {
    const own = (): string[] => readdirSync(tmpdir()).filter((name) => /^generation-gate-(git|link|convert)-/.test(name));
    const before = new Set(own());
    const root = makeRepository();
    const fifo = makeRepository();
    rmSync(join(fifo, 'a.txt'));
    spawnSync('mkfifo', [join(fifo, 'a.txt')]);
    await everyStep(root);
    await measured(fifo).catch(() => undefined);
    // Other test processes make folders of their own meanwhile, and remove them.
    const left = own().filter((name) => !before.has(name) && existsSync(join(tmpdir(), name)));
    await eventually('what others made to go', () => (left.some((name) => existsSync(join(tmpdir(), name))) ? undefined : true));
  });
});

test('no program that the repository names is run', async () => {
  const { root, mark } = makeBoobyTrapped();
  // The traps work: git itself sets them off.
  git(root, 'status');
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  await everyStep(root);
  expect(existsSync(mark)).toBe(false);
  // Nor by the one door to git, where it works in the user's own repository. Stat data that no longer fit make git look
  // at the bytes of b.bin, and a filter whose name holds an equals sign is switched off too.
  git(root, 'config', 'filter.a=b.clean', join(root, '.git/trap'));
  writeFileSync(join(root, '.git/info/attributes'), '.gitattributes filter=a=b\n');
  const env = await withoutFilters(root);
  for (const args of [['ls-files', '-m'], ['status', '--porcelain'], ['update-index', '-q', '--refresh'], ['diff-files', '--raw'], ['checkout', '-q', '-b', 'other']]) {
    for (const name of ['b.bin', '.gitattributes']) utimesSync(join(root, name), 1, 1);
    await callGit(args, { cwd: root, env });
  }
  expect(existsSync(mark)).toBe(false);
  // The stat data did not fit: without those variables the same call runs the filter.
  for (const name of ['b.bin', '.gitattributes']) utimesSync(join(root, name), 2, 2);
  await callGit(['status', '--porcelain'], { cwd: root });
  expect(existsSync(mark)).toBe(true);
});

test('a submodule with filters of its own is told clean or not without running them, also one further in', async () => {
  const { root, mark } = makeBoobyTrapped();
  git(root, 'checkout', '-q', '-f', 'HEAD', '--', 'a.txt');
  rmSync(join(root, 'new.txt'));
  const outer = makeRepository({ 'a.txt': 'a\n' });
  const middle = makeRepository({ 'm.txt': 'm\n' });
  git(middle, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', root, 'inner');
  git(middle, 'commit', '-qm', 'inner');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', middle, 'sub');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'update', '-q', '--init', '--recursive');
  git(outer, 'commit', '-qm', 'sub');
  const inner = join(outer, 'sub/inner');
  for (const setting of ['clean', 'process']) git(inner, 'config', `filter.trap.${setting}`, join(root, '.git/trap'));
  rmSync(mark, { force: true });
  const repository = await findRepository(outer);
  const look = async (): Promise<unknown> => {
    const found = await lookInto(repository, { base: repository.head ?? '', ownBranch: null });
    found.git.remove();
    return found.repositories;
  };
  utimesSync(join(inner, 'b.bin'), 1, 1);
  expect(await look()).toEqual([]);
  writeFileSync(join(inner, 'b.bin'), 'c\n');
  expect(await look()).toMatchObject([{ path: 'sub', why: expect.stringContaining('inner in it: it is a submodule with work of its own'), differs: true }]);
  expect(existsSync(mark)).toBe(false);
});

test('an object that the repository replaces by another one is read as it is', async () => {
  const root = makeRepository({ 'a.txt': 'a\n' });
  write(root, { 'a.txt': 'b\n' });
  git(root, 'commit', '-qam', 'b');
  git(root, 'replace', 'HEAD:a.txt', 'HEAD^:a.txt');
  expect(git(root, 'cat-file', 'blob', 'HEAD:a.txt')).toBe('a');
  expect((await callGit(['cat-file', 'blob', 'HEAD:a.txt'], { cwd: root })).stdout.toString()).toBe('b\n');
});

test('which paths are tracked is told in every kind of index', async () => {
  const plain = makeRepository({ 'a.txt': 'a\n', 'out/b': 'b' });
  const split = makeRepository({ 'a.txt': 'a\n', 'out/b': 'b' });
  git(split, 'update-index', '--split-index');
  const sparse = makeRepository({ 'a.txt': 'a\n', 'in/c': 'c', 'out/b': 'b' });
  git(sparse, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
  for (const root of [plain, split, sparse]) {
    expect([...(await trackedAmong(root, ['a.txt', 'out/b', 'new']))]).toEqual(['a.txt', 'out/b']);
    expect([...(await trackedPaths(root, [':(glob)**/b']))]).toEqual(['out/b']);
  }
});

test('a partial clone fetches nothing', async () => {
  const source = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitattributes': '*.txt filter=absent\n' });
  git(source, 'config', 'uploadpack.allowFilter', 'true');
  const root = join(freshFolder(), 'clone');
  git(source, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${source}`, root);
  git(root, 'reset', '-q');
  write(root, { 'a.txt': 'other\n', '.gitattributes': '*.txt filter=absent\n' });
  const objects = snapshot(join(root, '.git'), { ctime: true });
  const measurement = await measured(root);
  expect(snapshot(join(root, '.git'), { ctime: true })).toEqual(objects);
  expect(measurement.rawFiltered).toEqual(['a.txt']);
});

describe('an environment that names another repository', () => {
  const DRIVER = `
    const { findRepository } = await import(process.env.SRC + '/workspace/repository.ts');
    const { measure } = await import(process.env.SRC + '/workspace/measure.ts');
    const repository = await findRepository(process.cwd());
    const { treeId } = await measure(repository, { exclude: () => false, include: [] });
    console.log(JSON.stringify({ treeId, top: repository.top }));`;

  test.each([
    ['GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE', (other: string) => ({ GIT_DIR: `${other}/.git`, GIT_WORK_TREE: other, GIT_INDEX_FILE: `${other}/.git/index` })],
    ['GIT_OBJECT_DIRECTORY', (other: string) => ({ GIT_OBJECT_DIRECTORY: `${other}/.git/objects`, GIT_ALTERNATE_OBJECT_DIRECTORIES: `${other}/.git/objects` })],
    ['GIT_COMMON_DIR, GIT_NAMESPACE, GIT_PREFIX, GIT_CEILING_DIRECTORIES', (other: string) => ({ GIT_COMMON_DIR: `${other}/.git`, GIT_NAMESPACE: 'x', GIT_PREFIX: 'deep/', GIT_CEILING_DIRECTORIES: '/' })],
    ['settings', (other: string) => ({ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'core.worktree', GIT_CONFIG_VALUE_0: other, GIT_CONFIG_KEY_1: 'core.autocrlf', GIT_CONFIG_VALUE_1: 'true' })],
    ['pathspec and trace switches', () => ({ GIT_LITERAL_PATHSPECS: '1', GIT_ICASE_PATHSPECS: '1', GIT_TRACE2: '/dev/stderr', GIT_ATTR_SOURCE: 'HEAD', GIT_EXTERNAL_DIFF: 'false', GIT_TEST_SPLIT_INDEX: '1' })],
  ])('%s', (_, variables) => {
    const root = makeRepository({ 'a.txt': 'a\r\n', 'deep/b': 'b' });
    const other = makeRepository({ 'other.txt': 'o\n' });
    write(other, { 'other.txt': 'edited\n' });
    const before = snapshot(other, { ctime: true });
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', DRIVER], {
      cwd: root,
      env: { ...GIT_ENVIRONMENT, SRC: resolve(import.meta.dirname, '../../src'), ...variables(other) },
      encoding: 'utf8',
    });
    expect({ stdout: stdout === '' ? '' : (JSON.parse(stdout) as unknown), stderr }).toEqual({ stdout: { treeId: headTree(root), top: root }, stderr: '' });
    expect(snapshot(other, { ctime: true })).toEqual(before);
  });

  test('only a short list of git variables reaches the gate\'s own git', async () => {
    const names = await localEnvironmentNames(makeRepository());
    const env = gitEnvironment(Object.fromEntries([...names, 'GIT_SSH_COMMAND', 'GIT_EXTERNAL_DIFF', 'GIT_ASKPASS', 'GIT_TRACE', 'GIT_CONFIG_GLOBAL', 'PATH', 'HOME'].map((name) => [name, 'x'])));
    expect(names).toEqual(expect.arrayContaining(['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_CONFIG_PARAMETERS']));
    expect(Object.keys(env).filter((name) => !name.startsWith('GIT_') || env[name] === 'x').sort()).toEqual(['GIT_CONFIG_GLOBAL', 'HOME', 'LC_ALL', 'PATH']);
  });
});

test('temporary folders inside the workspace are not used, nor measured', () => {
  const root = makeRepository();
  mkdirSync(join(root, 'tmp'));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', `
    const { findRepository } = await import(process.env.SRC + '/workspace/repository.ts');
    const { measure } = await import(process.env.SRC + '/workspace/measure.ts');
    console.log((await measure(await findRepository('.'), { exclude: () => false, include: [] })).treeId);`], {
    cwd: root,
    env: { ...GIT_ENVIRONMENT, SRC: resolve(import.meta.dirname, '../../src'), TMPDIR: join(root, 'tmp') },
    encoding: 'utf8',
  });
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: headTree(root), stderr: '' });
});
