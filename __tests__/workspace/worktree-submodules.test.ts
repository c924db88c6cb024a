/** Worktrees with submodules: filled from what is local, and nothing that is done in them is ever lost (WT1, WT3, WT4). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { findRepository } from '../../src/workspace/repository.ts';
import { capture } from '../../src/workspace/worktree-capture.ts';
import { lookInto } from '../../src/workspace/worktree-contents.ts';
import { dirtIn, makeWorktree, trackedIn } from '../../src/workspace/worktree-make.ts';
import { rememberedWorktrees, reserveWorktreeFolder, saveWorktree, worktreeFolder, type WorktreeRecord } from '../../src/workspace/worktree-record.ts';
import { ownPathsOf, removeWorktree } from '../../src/workspace/worktree-removal.ts';
import { addWorktree, commitAll, freshFolder, git, GIT_ENVIRONMENT, makeRepository, makeWithSubmodule, removeFolders, snapshot, write } from '../support/repository.ts';

afterEach(removeFolders);

let kept = '';

/** A copy of {@link makeNested}, made once: its remotes are gone. */
function nested(): string {
  if (kept === '') {
    kept = mkdtempSync(join(tmpdir(), 'gg-test-'));
    spawnSync('cp', ['-a', makeNested(), kept]);
  }
  const folder = freshFolder();
  spawnSync('cp', ['-a', join(kept, 'ws'), folder]);
  return join(folder, 'ws');
}

afterAll(() => {
  if (kept !== '') rmSync(kept, { recursive: true });
});

/** A repository with a submodule `sub`, which has a submodule `deep` and a branch of its own that no remote has. */
function makeNested(): string {
  const deep = makeRepository({ 'deep.txt': 'deep\n' });
  const library = makeRepository({ 'lib.txt': 'lib\n', '.gitignore': '*.log\n' });
  git(library, 'submodule', 'add', '-q', deep, 'deep');
  git(library, 'commit', '-q', '-m', 'deep');
  git(library, 'tag', 'v1');
  const root = makeRepository({ 'a.txt': 'a\n' });
  git(root, 'submodule', 'add', '-q', library, 'sub');
  git(root, 'submodule', 'update', '-q', '--init', '--recursive');
  git(root, 'commit', '-q', '-m', 'submodule');
  git(join(root, 'sub'), 'checkout', '-q', '-b', 'local');
  git(join(root, 'sub'), 'commit', '-q', '--allow-empty', '-m', 'local');
  git(join(root, 'sub'), 'checkout', '-q', 'main');
  return root;
}

interface Own {
  readonly record: WorktreeRecord;
  readonly state: { readonly path: string };
  readonly commonDir: string;
}

async function ownWorktree(parent: string): Promise<Own> {
  const repository = await findRepository(parent);
  const state = { path: freshFolder() };
  const base = repository.head ?? '';
  const name = '0123456789ab-gate';
  reserveWorktreeFolder(state, name);
  const branch = 'refs/heads/generation-gate/0123456789ab/gate';
  const made = await makeWorktree(repository, { parent: freshFolder(), branch, head: base, tracked: await trackedIn(repository), links: [] });
  const record: WorktreeRecord = { format: 'generation-gate/worktree/1', name, ...made, branch, base, parent, madeAt: '2026-01-01T00:00:00Z', links: [], status: 'succeeded', pid: 1, started: '', capture: null, removal: null };
  saveWorktree(state, record);
  return { record, state, commonDir: repository.commonDir };
}

async function captured({ record, state, commonDir }: Own): Promise<Own> {
  const work = await capture(await findRepository(record.path), { base: record.base, ownBranch: record.branch, isOwn: ownPathsOf(record.path, record.links), evidence: [], folder: worktreeFolder(state, record.name) });
  const whole = { ...record, capture: work };
  saveWorktree(state, whole);
  return { record: whole, state, commonDir };
}

function work({ record }: Own, script: string): void {
  const done = spawnSync('sh', ['-ec', script], { cwd: record.path, env: { ...GIT_ENVIRONMENT }, encoding: 'utf8' });
  expect(done.status === 0 ? '' : done.stderr).toBe('');
}

describe('a worktree of a repository with submodules', () => {
  test('holds them, further in too, as repositories that git knows', async () => {
    const parent = nested();
    const before = snapshot(parent, { skip: (path) => path === '.git/worktrees' || path === '.git/refs' || path === '.git/logs' || path === '.git' });
    const { record } = await ownWorktree(parent);
    expect(readFileSync(join(record.path, 'sub/lib.txt'), 'utf8')).toBe('lib\n');
    expect(readFileSync(join(record.path, 'sub/deep/deep.txt'), 'utf8')).toBe('deep\n');
    expect(git(record.path, 'status', '--porcelain', '--ignored')).toBe('');
    expect(git(record.path, 'submodule', 'status', '--recursive').split('\n').map((line) => line.trim().split(' ')[1])).toEqual(['sub', 'sub/deep']);
    expect(git(join(record.path, 'sub'), 'describe', '--tags')).toBe('v1');
    expect(snapshot(parent, { skip: (path) => path === '.git/worktrees' || path === '.git/refs' || path === '.git/logs' || path === '.git' })).toEqual(before);
  });

  test('goes where nothing was done in them', async () => {
    const own = await captured(await ownWorktree(makeNested()));
    expect(own.record.capture?.leftOut).toEqual([]);
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
    expect(existsSync(own.record.holder)).toBe(false);
  });

  test('names a commit that is not local, and leaves nothing', async () => {
    const parent = makeWithSubmodule();
    git(parent, 'update-index', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    git(parent, 'commit', '-q', '-m', 'elsewhere');
    await expect(ownWorktree(parent)).rejects.toThrow(/The worktree lacks sub \(the submodule's commit 1{40} is not in its local store\)/);
  });

  test('leaves one empty that was never checked out', async () => {
    const parent = makeWithSubmodule();
    git(parent, 'submodule', 'deinit', '-q', '-f', 'sub');
    const own = await captured(await ownWorktree(parent));
    expect(git(own.record.path, 'status', '--porcelain', '--ignored')).toBe('');
    expect(await removeWorktree(own.state, own.record, own.commonDir)).toEqual([]);
  });
});

describe('work in a submodule is listed by the capture and keeps the worktree (WT3, WT4)', () => {
  const COMMIT = 'git commit -q --allow-empty -m x';
  test.each([
    ['an edit that assume-unchanged hides', 'cd sub; git update-index --assume-unchanged lib.txt; echo x > lib.txt', 'sub'],
    ['an edit that keeps size and time', "cp -p sub/lib.txt ../ref; printf 'bil\\n' > sub/lib.txt; touch -r ../ref sub/lib.txt; rm ../ref", 'sub'],
    ['an ignored file', 'echo x > sub/x.log', 'sub'],
    ['staged work that the files no longer show', 'cd sub; echo x > lib.txt; git add lib.txt; git show HEAD:lib.txt > lib.txt', 'sub'],
    ['a stash', 'cd sub; echo x > lib.txt; git stash -q', 'sub'],
    ['a commit', `cd sub; ${COMMIT}`, 'sub'],
    ['a commit that the outer repository records', `cd sub; ${COMMIT}; cd ..; git add sub; ${COMMIT}`, 'sub'],
    ['a commit that nothing remembers', `cd sub; ${COMMIT}; git reset -q --hard HEAD~; rm -f .git/ORIG_HEAD; rm -rf .git/logs`, 'sub'],
    ['a commit further in', `cd sub/deep; ${COMMIT}; cd ..; git add deep; ${COMMIT}; cd ..; git add sub; ${COMMIT}`, 'sub'],
    ['a commit in a submodule that is put away again', `git submodule -q deinit -f sub; rm -rf sub; git config submodule.sub.url "$(git config -f .gitmodules submodule.sub.url)"; git submodule -q update --init sub; cd sub; ${COMMIT}; cd ..; git submodule -q deinit -f sub`, ''],
    ['a commit in a submodule of the step’s own', `rm -rf sub; git submodule -q update --init sub; cd sub; ${COMMIT}; cd ..; git add sub; ${COMMIT}`, 'sub'],
  ])('%s', async (_, script, path) => {
    const begun = await ownWorktree(script.includes('update --init') ? makeNested() : nested());
    work(begun, script);
    const own = await captured(begun);
    expect(own.record.capture?.leftOut.map((one) => one.path)).toContain(path);
    expect((await removeWorktree(own.state, own.record, own.commonDir)).map((one) => one.path)).toContain(path);
    expect(rememberedWorktrees(own.state)).toMatchObject([{ removal: null }]);
  });
});

describe('a removal that was cut short goes on', () => {
  test.each([
    ['with half of a submodule gone', ['sub/lib.txt', 'sub/deep/deep.txt']],
    ['with nothing of a submodule left but .git', ['sub/lib.txt', 'sub/.gitignore', 'sub/.gitmodules', 'sub/deep']],
    ['with half of its .git gone', ['sub/lib.txt', 'sub/.gitignore', 'sub/.gitmodules', 'sub/deep', 'sub/.git/HEAD', 'sub/.git/index']],
    ['with the submodule gone', ['sub', 'a.txt']],
  ])('%s', async (_, gone) => {
    const own = await captured(await ownWorktree(makeNested()));
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    for (const name of gone) rmSync(join(aside, name), { recursive: true });
    const record = { ...own.record, removal: { aside, proven: true } };
    saveWorktree(own.state, record);
    expect(await removeWorktree(own.state, record, own.commonDir)).toEqual([]);
    expect(existsSync(own.record.holder)).toBe(false);
  });

  test('but not over what arrived in a submodule', async () => {
    const own = await captured(await ownWorktree(makeNested()));
    const aside = `${own.record.path}.removing-00000000`;
    renameSync(own.record.path, aside);
    rmSync(join(aside, 'sub/lib.txt'));
    writeFileSync(join(aside, 'sub/late.txt'), 'x');
    expect(await removeWorktree(own.state, { ...own.record, removal: { aside, proven: true } }, own.commonDir)).toMatchObject([{ path: 'sub' }]);
    expect(existsSync(join(aside, 'sub/late.txt'))).toBe(true);
  });
});

describe('a parent is dirty (WT1)', () => {
  async function look(parent: string): Promise<{ readonly odd: readonly string[]; readonly dirt: readonly string[] }> {
    const repository = await findRepository(parent);
    const found = await lookInto(repository, { base: repository.head ?? '', ownBranch: null });
    found.git.remove();
    return { odd: found.repositories.map(({ path, why }) => `${path}: ${why}`), dirt: dirtIn(found).map(({ path }) => path) };
  }

  test('by what a submodule holds that is not committed, and by no more', async () => {
    const parent = nested();
    // A branch that no remote has, an ignored file, and the stamp of a gate that ran in it are nobody's loss here.
    expect((await look(parent)).dirt).toEqual([]);
    write(parent, { 'sub/ignored.log': 'x', 'sub/.workspace_generation.json': '{}' });
    expect(await look(parent)).toEqual({ odd: ['sub: it is a submodule with work of its own (ignored.log)'], dirt: [] });
    write(parent, { 'sub/new.txt': 'x' });
    expect((await look(parent)).dirt).toEqual(['sub']);
    commitAll(join(parent, 'sub'));
    expect(await look(parent)).toEqual({ odd: [expect.stringMatching(/^sub: it is a submodule at [0-9a-f]{40}, and the index records/)], dirt: ['sub', 'sub'] });
  });

  test('by a repository inside that no ignore file names, and by no other checkout of its own', async () => {
    const parent = makeRepository({ '.gitignore': 'vendor/\n.worktrees/\n', 'a.txt': 'a\n' });
    git(parent, 'init', '-q', 'vendor/inner');
    addWorktree(parent, join(parent, '.worktrees/one'));
    expect((await look(parent)).dirt).toEqual([]);
    git(parent, 'init', '-q', 'inner');
    expect((await look(parent)).dirt).toEqual(['inner']);
  });
});
