/** What a worktree holds, captured and proven; and what keeps it from going (WT2, WT3, WT4). */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { findRepository } from '../../src/workspace/repository.ts';
import { capture } from '../../src/workspace/worktree-capture.ts';
import { checkLinks, makeWorktree, trackedIn } from '../../src/workspace/worktree-make.ts';
import { reserveWorktreeFolder, rememberedWorktrees, saveWorktree, worktreeFolder, type WorktreeRecord } from '../../src/workspace/worktree-record.ts';
import { notOwn, ownPathsOf, removeWorktree, uncapturedIn } from '../../src/workspace/worktree-removal.ts';
import { freshFolder, git, makeRepository, removeFolders, snapshot, write, type Content } from '../support/repository.ts';
import { treeOfFolder, treeOfPatch } from '../e2e/isolated.ts';

afterEach(removeFolders);

interface Own {
  readonly parent: string;
  readonly state: { readonly path: string };
  readonly record: WorktreeRecord;
  readonly commonDir: string;
}

const FILES = { '.gitignore': '.env\ncache/\n__pycache__/\n', 'a.txt': 'a\n', 'src/b.txt': 'b\n' };

/** A worktree as an isolated run makes it, in a run that succeeded. */
async function ownWorktree(files: Readonly<Record<string, Content>> = FILES, config: readonly string[] = []): Promise<Own> {
  return ownWorktreeOf(makeRepository(files, { config }));
}

async function ownWorktreeOf(parent: string): Promise<Own> {
  const repository = await findRepository(parent);
  const state = { path: freshFolder() };
  const head = repository.head ?? '';
  const name = '0123456789ab-gate';
  reserveWorktreeFolder(state, name);
  const branch = 'refs/heads/generation-gate/0123456789ab/gate';
  const made = await makeWorktree(repository, { parent: freshFolder(), branch, head, tracked: await trackedIn(repository), links: [] });
  const record: WorktreeRecord = { format: 'generation-gate/worktree/1', name, ...made, branch, base: head, parent, madeAt: '2026-01-01T00:00:00Z', links: [], status: 'succeeded', pid: 1, started: '', capture: null, removal: null };
  saveWorktree(state, record);
  return { parent, state, record, commonDir: repository.commonDir };
}

async function captured(own: Own, evidence: readonly string[] = []): Promise<Own> {
  const { record, state } = own;
  const work = await capture(await findRepository(record.path), { base: record.base, ownBranch: record.branch, isOwn: ownPathsOf(record.path, record.links), evidence, folder: worktreeFolder(state, record.name) });
  const whole = { ...record, capture: work };
  saveWorktree(state, whole);
  return { ...own, record: whole };
}

/** Runs a script in the worktree, as somebody who works there. */
function work({ record }: Own, script: string): void {
  const person = Object.fromEntries(['AUTHOR', 'COMMITTER'].flatMap((who) => [[`GIT_${who}_NAME`, 'n'], [`GIT_${who}_EMAIL`, 'e@x']]));
  const done = spawnSync('sh', ['-ec', script], { cwd: record.path, env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', ...person }, encoding: 'utf8' });
  expect(done.stderr).toBe('');
}

function patchOf({ state, record }: Own): string {
  return join(worktreeFolder(state, record.name), record.capture?.patch?.file ?? '');
}

const WORK: readonly (readonly [string, string, string])[] = [
  ['an ignored file', 'echo K=1 > .env', '.env'],
  ['a new file', 'echo n > new.txt', 'new.txt'],
  ['a file of odd name', `echo n > "$(printf 'o\\nd"d\\377')"`, 'o\nd"d\udcff'],
  ['an edit that keeps size and time', "cp -p a.txt ../ref; printf 'b\\n' > a.txt; touch -r ../ref a.txt; rm ../ref", 'a.txt'],
  ['an edit that assume-unchanged hides', 'git update-index --assume-unchanged a.txt; echo other > a.txt', 'a.txt'],
  ['an edit that skip-worktree hides', 'git update-index --skip-worktree a.txt; echo other > a.txt', 'a.txt'],
  ['a deletion', 'rm a.txt', 'a.txt'],
  ['an exec bit', 'chmod +x a.txt', 'a.txt'],
  ['a file in the place of a folder', 'rm -r src; echo f > src', 'src'],
  ['a link in the place of a file', 'rm a.txt; ln -s src a.txt', 'a.txt'],
  ['staged work', 'echo s > a.txt; git add a.txt; git show HEAD:a.txt > a.txt', 'staged'],
  ['a commit', 'git commit -q --allow-empty -m x', 'commit'],
  ['a commit of a detached HEAD', 'git checkout -q --detach; git commit -q --allow-empty -m x', 'commit'],
  ['a commit that only the log remembers', 'git commit -q --allow-empty -m x; git reset -q --hard HEAD~; rm "$(git rev-parse --git-dir)/ORIG_HEAD"', 'commit'],
  ['a merge in progress', 'git checkout -q -b side; git commit -q --allow-empty -m s; git checkout -q -; git merge -q --no-commit --no-ff side > /dev/null 2>&1', 'a merge in progress'],
  ['a repository inside', 'git init -q inner; echo i > inner/f', 'inner'],
  ['an ignored repository inside', 'git init -q cache/inner; echo i > cache/inner/f', 'cache/inner'],
  ['an ignored file that looks like a cache', 'mkdir -p cache/x; echo data > cache/x/y; echo no signature > cache/x/CACHEDIR.TAG', 'cache/x/y'],
  ['bytecode without source', 'mkdir __pycache__; echo x > __pycache__/lost.cpython-311.pyc', '__pycache__/lost.cpython-311.pyc'],
];

describe('work after the capture keeps the worktree (WT4)', () => {
  test.each(WORK)('%s', async (_, script, seen) => {
    const own = await captured(await ownWorktree());
    work(own, script);
    const before = snapshot(own.record.path);
    const lost = await removeWorktree(own.state, own.record, own.commonDir);
    expect(lost.map(({ path, why }) => `${path} ${why}`).join('\n')).toContain(seen);
    expect(snapshot(own.record.path)).toEqual(before);
    expect(readdirSync(own.record.holder)).toEqual([basename(own.record.path)]);
    expect(rememberedWorktrees(own.state)).toMatchObject([{ removal: null }]);
  });

  test('but the same work before the capture lets it go, in a patch that gives the very tree', async () => {
    // What no patch holds stays out of this one.
    const script = WORK.filter(([name]) => /new file|odd name|exec|commit$|only the log|keeps size/.test(name)).map(([, line]) => line).join('; ');
    const begun = await ownWorktree();
    work(begun, `${script}; printf '\\000\\001' > raw.bin; git mv src/b.txt moved.txt`);
    const tree = treeOfFolder(begun.record.path);
    const own = await captured(begun);
    expect(own.record.capture).toMatchObject({ tree, leftOut: [] });
    expect(treeOfPatch(own.parent, own.record.base, patchOf(own))).toBe(tree);
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
    expect(existsSync(own.record.holder)).toBe(false);
    expect(existsSync(own.record.gitDir)).toBe(false);
    expect(git(own.parent, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(statSync(patchOf(own)).size).toBe(own.record.capture?.patch?.bytes);
  });
});

test('a process that works in it keeps the worktree (WT4)', async () => {
  const own = await captured(await ownWorktree());
  const child = spawn('sleep', ['30'], { cwd: join(own.record.path, 'src'), stdio: 'ignore' });
  try {
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toMatchObject([{ why: `process ${child.pid ?? 0} works in it` }]);
    expect(existsSync(join(own.record.path, 'a.txt'))).toBe(true);
  } finally {
    child.kill('SIGKILL');
    await new Promise((ended) => child.on('exit', ended));
  }
  expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
});

describe('the capture (WT3)', () => {
  test('writes nothing into the repository, not even a time', async () => {
    const own = await ownWorktree();
    work(own, 'echo n > new.txt; echo fresh > a.txt');
    const image = (): readonly string[] => snapshot(own.commonDir, { skip: (path) => path.startsWith('worktrees') });
    const before = image();
    await captured(own);
    expect(image()).toEqual(before);
  });

  test('holds line ends as git does, and names files that git would write otherwise', async () => {
    const own = await captured(await (async () => {
      const begun = await ownWorktree({ ...FILES, '.gitattributes': '*.txt text\n' });
      writeFileSync(join(begun.record.path, 'mixed.txt'), 'one\r\ntwo\n');
      writeFileSync(join(begun.record.path, 'plain.txt'), 'one\n');
      return begun;
    })());
    expect(own.record.capture?.leftOut).toMatchObject([{ path: 'mixed.txt' }]);
    expect((await uncapturedIn(own.state, own.record, own.record.path)).map(({ path }) => path)).toEqual(['mixed.txt']);
  });

  test('under core.autocrlf a clean worktree is clean', async () => {
    const own = await captured(await ownWorktree(FILES, ['core.autocrlf=true']));
    expect(readFileSync(join(own.record.path, 'a.txt'), 'utf8')).toBe('a\r\n');
    expect(own.record.capture).toMatchObject({ patch: null, leftOut: [], commits: [] });
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
  });

  test('copies evidence that is ignored, and knows it again by its bytes alone', async () => {
    const begun = await ownWorktree();
    write(begun.record.path, { 'cache/r.xml': '<testsuites/>' });
    const own = await captured(begun, ['cache/r.xml', 'a.txt', 'cache/none.xml']);
    expect(own.record.capture?.evidence.map(({ path }) => path)).toEqual(['cache/r.xml']);
    write(own.record.path, { 'cache/r.xml': '<testsuitez/>' });
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toMatchObject([{ path: 'cache/r.xml' }]);
    write(own.record.path, { 'cache/r.xml': '<testsuites/>' });
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
  });
});

describe('a removal that was cut short (WT4)', () => {
  const patched = async (): Promise<Own> => {
    const begun = await ownWorktree();
    work(begun, 'echo n > new.txt');
    return captured(begun);
  };

  test.each([
    ['right after the renaming', false, []],
    ['when it was proven', true, []],
    ['with half of the files gone', true, ['a.txt', 'src']],
    ['with nothing left but .git', true, ['a.txt', 'src', 'new.txt', '.gitignore']],
    ['with nothing left', true, ['a.txt', 'src', 'new.txt', '.gitignore', '.git']],
  ] as const)('%s goes on', async (_, proven, gone) => {
    const own = await patched();
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    for (const name of gone) rmSync(join(aside, name), { recursive: true });
    const record = { ...own.record, removal: { aside, proven } };
    saveWorktree(own.state, record);
    expect(await removeWorktree(own.state, record, own.commonDir)).toEqual([]);
    expect(existsSync(own.record.holder)).toBe(false);
    expect(rememberedWorktrees(own.state)).toEqual([]);
  });

  test.each([
    ['a new file', 'echo more > late.txt', 'late.txt'],
    ['an edit', 'echo more >> a.txt', 'a.txt'],
    ['an ignored file', 'echo K=1 > .env', '.env'],
  ])('keeps %s that arrived meanwhile', async (_, script, path) => {
    const own = await patched();
    work(own, script);
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    const record = { ...own.record, removal: { aside, proven: true } };
    expect(await removeWorktree(own.state, record, own.commonDir)).toMatchObject([{ path }]);
    expect(existsSync(join(aside, path))).toBe(true);
  });

  test('puts the folder back where it was not proven', async () => {
    const own = await patched();
    work(own, 'echo more > late.txt');
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    expect(await removeWorktree(own.state, { ...own.record, removal: { aside, proven: false } }, own.commonDir)).toMatchObject([{ path: 'late.txt' }]);
    expect([existsSync(aside), existsSync(join(own.record.path, 'late.txt'))]).toEqual([false, true]);
    expect(rememberedWorktrees(own.state)).toMatchObject([{ removal: null }]);
  });

  test('and one that somebody writes into by its path all the while loses nothing', async () => {
    const own = await patched();
    const log = join(freshFolder(), 'written');
    const writer = spawn('sh', ['-c', 'for i in $(seq 300); do echo $i > "$0/late$i" && echo late$i >> "$1"; sleep 0.005; done', own.record.path, log], { stdio: 'ignore' });
    const lost = await removeWorktree(own.state, own.record, own.commonDir);
    writer.kill('SIGKILL');
    await new Promise((ended) => writer.on('exit', ended));
    const written = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    if (lost.length === 0) expect(written).toEqual([]);
    else expect(written.filter((name) => !existsSync(join(own.record.path, name)))).toEqual([]);
  });

  test('keeps what lies where only a rest can be', async () => {
    const own = await patched();
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    rmSync(join(aside, '.git'));
    expect(await removeWorktree(own.state, { ...own.record, removal: { aside, proven: true } }, own.commonDir)).not.toEqual([]);
    expect(existsSync(join(aside, 'a.txt'))).toBe(true);
  });
});

describe('a worktree is taken for the gate\'s own (WT4)', () => {
  test('as it was made', async () => {
    const { record } = await ownWorktree();
    expect(notOwn(record, record.path)).toBeNull();
  });

  test('but not with another .git, through a link, or in another place', async () => {
    const { record, parent } = await ownWorktree();
    const pointer = readFileSync(join(record.path, '.git'), 'utf8');
    writeFileSync(join(record.path, '.git'), `gitdir: ${parent}/.git\n`);
    expect(notOwn(record, record.path)).toMatch(/\.git/);
    writeFileSync(join(record.path, '.git'), pointer);
    const moved = join(freshFolder(), 'ws');
    renameSync(record.path, moved);
    expect(notOwn(record, moved)).toMatch(/does not lie where it was made/);
    symlinkSync(moved, record.path);
    expect(notOwn(record, record.path)).toMatch(/link/);
    expect(notOwn({ ...record, holder: dirname(dirname(record.path)), path: dirname(record.path) }, record.path)).not.toBeNull();
  });
});

describe('links that may be shared (WT2)', () => {
  test.each([
    ['/etc', /GG-LINK-INVALID|no path inside/],
    ['../x', /no path inside/],
    ['.git/hooks', /no path inside/],
    ['gone', /nothing lies there/],
    ['a.txt', /git tracks a\.txt/],
    ['src', /git tracks src\/b\.txt/],
    ['cache/out', /leads out of the repository/],
    ['node_modules', /@own\/core is a link to packages\/core/],
  ])('not %s', (link, words) => {
    const parent = makeRepository(FILES);
    write(parent, { 'packages/core/index.js': '1\n' });
    mkdirSync(join(parent, 'cache'));
    symlinkSync(freshFolder(), join(parent, 'cache/out'));
    mkdirSync(join(parent, 'node_modules/@own'), { recursive: true });
    symlinkSync('../../packages/core', join(parent, 'node_modules/@own/core'));
    expect(() => checkLinks({ top: parent }, new Set(['a.txt', 'src/b.txt']), [link])).toThrow(words);
  });

  test('a folder, a file, and a node_modules whose links stay in it', () => {
    const parent = makeRepository(FILES);
    write(parent, { 'cache/d': '1', 'node_modules/.store/p/index.js': '1\n' });
    symlinkSync('.store/p', join(parent, 'node_modules/p'));
    expect(checkLinks({ top: parent }, new Set(['a.txt']), ['cache/', 'cache/d', 'node_modules']).map(({ path }) => path)).toEqual(['cache', 'cache/d', 'node_modules']);
  });
});

