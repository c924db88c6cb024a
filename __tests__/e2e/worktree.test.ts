/** Isolated worktrees as a user meets them: made, kept with all that is in them, removed only when nothing is lost (WT1–WT5). */
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, program, rejectedBy, rejectedPaths, seen, startProgram, workspaceImage } from '../support/cli.ts';
import { addWorktree, commitAll, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { isolated, parentCheckout, textIfThere, treeOfFolder, treeOfPatch } from './isolated.ts';

jest.setTimeout(240_000);
afterEach(removeFolders);

describe('an isolated run (WT1, WT3)', () => {
  test('works in a folder and on a branch of its own, and leaves the parent as it was', async () => {
    const parent = parentCheckout();
    const before = workspaceImage(parent, ['.git/worktrees', '.git/refs', '.git/logs']);
    const { result, path, worktree, temporary } = await isolated(parent, 'pwd > where; echo more >> a.txt; printf "\\000\\377" > raw.bin');
    expect(seen(result)).toEqual(rejectedBy('GG-TREE-CHANGED', 'GG-TREE-OTHER'));
    expect(workspaceImage(parent, ['.git/worktrees', '.git/refs', '.git/logs'])).toEqual(before);
    expect(dirname(dirname(path))).toBe(temporary);
    expect(basename(path)).toBe('ws');
    expect(worktree['branch']).toMatch(/^generation-gate\/[0-9a-f]{12}\/gate$/);
    expect(git(path, 'symbolic-ref', '--short', 'HEAD')).toBe(worktree['branch']);
    expect(textIfThere(join(path, 'where'))).toBe(`${path}\n`);
    const patch = String(worktree['patch']);
    expect(treeOfPatch(parent, git(parent, 'rev-parse', 'HEAD'), patch)).toBe(treeOfFolder(path));
    expect(worktree['diffstat']).toMatch(/a\.txt .*1 \+[\s\S]*raw\.bin .*Bin 0 -> 2 bytes/);
    expect(String(worktree['look'])).toContain(`git -C ${path} diff ${git(parent, 'rev-parse', 'HEAD')} --binary --submodule=diff`);
    expect(String(worktree['look'])).toContain('status --porcelain --ignored -uall');
  });

  test('captures commits, staged and unstaged work as one patch, and lists what no patch holds', async () => {
    const parent = parentCheckout();
    const script = 'git -c user.name=n -c user.email=e@x commit -q --allow-empty -m one; echo c > c; git add c; git -c user.name=n -c user.email=e@x commit -q -m two; echo s > s; git add s; echo later >> s; git mv a.txt moved.txt; chmod +x moved.txt; echo secret > .env; exit 3';
    const { result, worktree, path } = await isolated(parent, script);
    expect(result.code).toBe(1);
    expect(treeOfPatch(parent, git(parent, 'rev-parse', 'HEAD'), String(worktree['patch']))).toBe(treeOfFolder(path));
    expect(worktree['left_out']).toEqual([{ path: '.env', why: expect.stringContaining('ignored') }]);
    const clone = join(freshFolder(), 'clone');
    git(parent, 'clone', '-q', parent, clone);
    git(clone, 'fetch', '-q', String(worktree['commits']), 'refs/captured/*:refs/captured/*');
    expect(git(clone, 'log', '--format=%s', git(path, 'rev-parse', 'HEAD'), '-2')).toBe('two\none');
    expect(treeOfPatch(parent, git(parent, 'rev-parse', 'HEAD'), String(worktree['staged_patch']))).toBe(git(path, 'write-tree'));
  });

  test('runs no hook, and makes links though core.symlinks is false', async () => {
    const parent = parentCheckout();
    symlinkSync('a.txt', join(parent, 'link'));
    commitAll(parent);
    git(parent, 'config', 'core.symlinks', 'false');
    const mark = join(freshFolder(), 'mark');
    writeFileSync(join(parent, '.git/hooks/post-checkout'), `#!/bin/sh\necho ran >> '${mark}'\n`, { mode: 0o755 });
    const { result, path } = await isolated(parent, 'test -L link');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(readlinkSync(join(path, 'link'))).toBe('a.txt');
    expect(existsSync(mark)).toBe(false);
  });

  test('two at once never meet', async () => {
    const parent = parentCheckout();
    const runs = await Promise.all(['one', 'two'].map((word) => isolated(parent, `echo ${word} > word; sleep 0.3; test "$(cat word)" = ${word}`)));
    expect(runs.map(({ result }) => seen(result))).toEqual([ACCEPTED, ACCEPTED]);
    expect(runs.map(({ path }) => textIfThere(join(path, 'word')))).toEqual(['one\n', 'two\n']);
    expect(new Set(runs.map(({ worktree }) => worktree['branch'])).size).toBe(2);
  });

  test('a call that is not understood leaves no worktree behind', async () => {
    const parent = parentCheckout();
    const { result, temporary } = await isolated(parent, 'true', { args: ['--workdir', 'nowhere'] });
    expect(result.code).toBe(2);
    expect(readdirSync(temporary)).toEqual([]);
    expect(git(parent, 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(git(parent, 'branch', '--list')).toBe('* main');
  });
});

describe('it fails closed (WT1, WT2, WT4)', () => {
  async function refused(parent: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<{ readonly code: number | null; readonly rule: string; readonly what: string; readonly paths: readonly string[]; readonly fix: string }> {
    const mark = join(freshFolder(), 'ran');
    const { result } = await isolated(parent, `echo ran > '${mark}'`, { args, env });
    expect(existsSync(mark)).toBe(false);
    const [finding] = result.envelope.findings;
    return { code: result.code, rule: finding?.rule ?? '', what: finding?.what ?? '', paths: finding?.paths ?? [], fix: finding?.fix ?? '' };
  }

  test('outside of a repository', async () => {
    expect(await refused(freshFolder())).toMatchObject({ code: 2, rule: 'GG-WORKSPACE-NO-REPOSITORY' });
  });

  test('without a commit', async () => {
    const folder = freshFolder();
    git(folder, 'init', '-q');
    expect(await refused(folder)).toMatchObject({ code: 2, rule: 'GG-WORKTREE-NO-COMMIT' });
  });

  test('in a dirty checkout, whatever hides the dirt', async () => {
    const parent = parentCheckout();
    write(parent, { 'new.txt': 'n\n', 'a.txt': 'A\n', '.env': 'ignored\n' });
    git(parent, 'update-index', '--assume-unchanged', 'a.txt');
    expect(await refused(parent)).toMatchObject({ code: 1, rule: 'GG-WORKTREE-PARENT-DIRTY', paths: ['a.txt', 'new.txt'] });
    expect(git(parent, 'stash', 'list')).toBe('');
  });

  test('with staged work that the files no longer show', async () => {
    const parent = parentCheckout();
    write(parent, { 'a.txt': 'staged\n' });
    git(parent, 'add', 'a.txt');
    write(parent, { 'a.txt': 'a\n' });
    expect(await refused(parent)).toMatchObject({ code: 1, rule: 'GG-WORKTREE-PARENT-DIRTY', what: expect.stringContaining('staged') });
  });

  test('where git cannot make the worktree', async () => {
    const parent = parentCheckout();
    writeFileSync(join(parent, '.git/worktrees'), 'in the way\n');
    expect(await refused(parent)).toMatchObject({ code: 3, rule: 'GG-WORKTREE-NOT-MADE' });
  });

  test('where the temporary folder is a link', async () => {
    const parent = parentCheckout();
    const link = join(freshFolder(), 'tmp');
    symlinkSync(freshFolder(), link);
    expect(await refused(parent, [], { TMPDIR: link })).toMatchObject({ code: 1, rule: 'GG-WORKTREE-PARENT-LINK', paths: [link] });
  });

  test('--link node_modules whose packages are sources of the parent', async () => {
    const parent = parentCheckout({ 'packages/core/index.js': '1\n', 'package-lock.json': '{}\n' });
    mkdirSync(join(parent, 'node_modules/@own'), { recursive: true });
    symlinkSync('../../packages/core', join(parent, 'node_modules/@own/core'));
    expect(await refused(parent, ['--link', 'node_modules'])).toMatchObject({ code: 1, rule: 'GG-WORKTREE-LINK', paths: ['node_modules/@own/core'], fix: expect.stringContaining('npm ci') });
  });
});

describe('a linked folder (WT2)', () => {
  test('is shared, is no part of the tree, and goes as a link', async () => {
    const parent = parentCheckout();
    write(parent, { 'cache/data.txt': 'data\n' });
    const { result, path, worktree } = await isolated(parent, 'test "$(cat cache/data.txt)" = data; echo back > cache/written', { args: ['--link', 'cache/'] });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tree_id).toBe(git(parent, 'rev-parse', 'HEAD^{tree}'));
    expect(lstatSync(join(path, 'cache')).isSymbolicLink()).toBe(true);
    expect(worktree['patch']).toBeNull();
    const pruned = await judged(['worktree', 'prune'], { cwd: parent });
    expect(seen(pruned)).toEqual(ACCEPTED);
    expect(existsSync(path)).toBe(false);
    expect(textIfThere(join(parent, 'cache/data.txt'))).toBe('data\n');
    expect(textIfThere(join(parent, 'cache/written'))).toBe('back\n');
  });
});

describe('worktree remove (WT4)', () => {
  test('takes an accepted run whose work is captured, with its branch, and keeps the patch', async () => {
    const parent = parentCheckout();
    const { result, path, worktree } = await isolated(parent, 'echo new > out.txt; mkdir reports; echo "<testsuites><testsuite name=\'s\' tests=\'1\'><testcase classname=\'c\' name=\'n\'/></testsuite></testsuites>" > reports/r.xml', { args: ['--evidence', 'reports/*.xml'] });
    expect(seen(result)).toEqual(ACCEPTED);
    const tree = treeOfFolder(path);
    expect(seen(await judged(['worktree', 'remove', path], { cwd: parent }))).toEqual(ACCEPTED);
    expect(existsSync(dirname(path))).toBe(false);
    expect(git(parent, 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(git(parent, 'branch', '--list')).toBe('* main');
    expect(treeOfPatch(parent, git(parent, 'rev-parse', 'HEAD'), String(worktree['patch']))).toBe(tree);
    expect((await judged(['worktree', 'list'], { cwd: parent })).envelope['worktrees']).toEqual([]);
  });

  test('leaves one with an ignored file that came after the capture', async () => {
    const parent = parentCheckout();
    const { path, temporary } = await isolated(parent, 'true');
    write(path, { '.env': 'K=1\n' });
    const before = workspaceImage(path);
    const result = await judged(['worktree', 'remove', path], { cwd: parent });
    expect(seen(result)).toEqual(rejectedBy('GG-WORKTREE-UNCAPTURED'));
    expect(rejectedPaths(result, 'GG-WORKTREE-UNCAPTURED')).toEqual(['.env']);
    expect(workspaceImage(path)).toEqual(before);
    expect(readdirSync(temporary)).toHaveLength(1);
  });

  test('leaves what is written between the first look and the renaming', async () => {
    const parent = parentCheckout();
    const { path } = await isolated(parent, 'true');
    const shims = freshFolder();
    // The first time that git is asked about the folder in its place aside, a file appears there.
    writeFileSync(join(shims, 'git'), `#!/bin/sh\ncase "$PWD" in *.removing-*) test -e '${shims}/done' || { echo late > "$PWD/late.txt"; : > '${shims}/done'; } ;; esac\nPATH='${process.env['PATH'] ?? ''}' exec git "$@"\n`, { mode: 0o755 });
    const result = await judged(['worktree', 'remove', path], { cwd: parent, env: { PATH: `${shims}:${process.env['PATH'] ?? ''}` } });
    expect(existsSync(join(shims, 'done'))).toBe(true);
    expect(rejectedPaths(result, 'GG-WORKTREE-UNCAPTURED')).toEqual(['late.txt']);
    expect(textIfThere(join(path, 'late.txt'))).toBe('late\n');
  });

  test('never takes a worktree that somebody else made, and names what is in it', async () => {
    const parent = parentCheckout();
    const place = join(freshFolder(), 'theirs');
    addWorktree(parent, place);
    write(place, { '.env': 'ONLY_COPY=1\n', 'new.txt': 'n\n' });
    for (const cwd of [parent, place]) {
      const result = await judged(['worktree', 'remove', place], { cwd });
      expect(seen(result)).toEqual(rejectedBy('GG-WORKTREE-NOT-OWN'));
      expect(rejectedPaths(result, 'GG-WORKTREE-NOT-OWN')).toEqual(['new.txt', '.env']);
    }
    expect(seen(await judged(['worktree', 'prune'], { cwd: parent }))).toEqual(ACCEPTED);
    expect(textIfThere(join(place, '.env'))).toBe('ONLY_COPY=1\n');
  });

  test('nor one that lies where an own one was', async () => {
    const parent = parentCheckout();
    const { path } = await isolated(parent, 'true');
    git(parent, 'worktree', 'remove', '--force', path);
    git(parent, 'worktree', 'add', '-q', '-b', 'mine', path);
    writeFileSync(join(path, '.git'), readFileSync(join(path, '.git'), 'utf8').replace('worktrees/', 'worktrees/../worktrees/'));
    expect(seen(await judged(['worktree', 'remove', path], { cwd: parent }))).toEqual(rejectedBy('GG-WORKTREE-NOT-OWN'));
    expect(existsSync(join(path, 'a.txt'))).toBe(true);
  });

  test('keeps the worktree of a run that failed; prune lists it', async () => {
    const parent = parentCheckout();
    const { path } = await isolated(parent, 'exit 1');
    expect(seen(await judged(['worktree', 'remove', path], { cwd: parent }))).toEqual(rejectedBy('GG-WORKTREE-NOT-FINISHED'));
    const pruned = await judged(['worktree', 'prune'], { cwd: parent });
    expect(seen(pruned)).toEqual(ACCEPTED);
    expect(findingsOf(pruned, 'GG-WORKTREE-NOT-FINISHED')).toMatchObject([{ listed: true, rejects: false }]);
    expect(existsSync(path)).toBe(true);
  });

  test('keeps one whose patch is gone or changed', async () => {
    const parent = parentCheckout();
    const { path, worktree } = await isolated(parent, 'echo n > n');
    const patch = String(worktree['patch']);
    writeFileSync(patch, readFileSync(patch, 'utf8').replace('+n\n', '+m\n'));
    expect(rejectedPaths(await judged(['worktree', 'remove', path], { cwd: parent }), 'GG-WORKTREE-UNCAPTURED')).toEqual(['n']);
  });

  test('prune on success removes the worktree at once, and leaves one with an ignored file', async () => {
    const parent = parentCheckout();
    const gone = await isolated(parent, 'echo n > n', { args: ['--on-success', 'prune'] });
    expect([seen(gone.result), gone.worktree['path'], readdirSync(gone.temporary)]).toEqual([ACCEPTED, null, []]);
    const stays = await isolated(parent, 'echo K=1 > .env', { args: ['--on-success', 'prune'] });
    expect(seen(stays.result)).toEqual(ACCEPTED);
    expect(findingsOf(stays.result, 'GG-WORKTREE-UNCAPTURED')).toMatchObject([{ listed: true, paths: ['.env'] }]);
    expect(textIfThere(join(stays.path, '.env'))).toBe('K=1\n');
  });

  test.each([[['worktree']], [['worktree', 'drop']], [['worktree', 'remove']], [['worktree', 'list', 'x']], [['worktree', 'remove', 'nowhere']]])('%j is not understood', async (args) => {
    const { code, stdout } = await program([...args, '--json'], { cwd: parentCheckout() });
    expect([code, (JSON.parse(stdout) as { verdict: string }).verdict]).toEqual([2, 'rejected']);
  });
});

describe('an isolated run that is ended (WT3, WT4)', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s is captured as cancelled, and may be removed', async (signal) => {
    const parent = parentCheckout();
    const started = join(freshFolder(), 'started');
    const { child, ended } = startProgram(['gate', '--json', '--isolation', 'worktree', '--', 'sh', '-c', `echo w > work; echo 1 > '${started}'; sleep 30`], { cwd: parent });
    while (!existsSync(started)) await new Promise((wait) => setTimeout(wait, 20));
    child.kill(signal);
    await ended;
    const listed = (await judged(['worktree', 'list'], { cwd: parent })).envelope['worktrees'] as { status: string; path: string; patch: string }[];
    expect(listed).toMatchObject([{ status: 'cancelled' }]);
    expect(textIfThere(String(listed[0]?.patch))).toContain('+++ b/work');
    expect(seen(await judged(['worktree', 'prune'], { cwd: parent }))).toEqual(ACCEPTED);
    expect(existsSync(String(listed[0]?.path))).toBe(false);
  });
});

test('an isolated run that was killed leaves everything, and nothing takes it (WT4)', async () => {
  const parent = parentCheckout();
  const temporary = freshFolder();
  const started = join(freshFolder(), 'started');
  const { child, ended } = startProgram(['gate', '--isolation', 'worktree', '--', 'sh', '-c', `echo w > work; echo $$ > '${started}'; exec sleep 30`], { cwd: parent, env: { TMPDIR: temporary } });
  while ((textIfThere(started) ?? '') === '') await new Promise((wait) => setTimeout(wait, 20));
  child.kill('SIGKILL');
  await ended;
  process.kill(Number(readFileSync(started, 'utf8')), 'SIGKILL');
  const [listed] = (await judged(['worktree', 'list'], { cwd: parent })).envelope['worktrees'] as { status: string; path: string }[];
  expect(listed?.status).toBe('running');
  expect(seen(await judged(['worktree', 'remove', String(listed?.path)], { cwd: parent }))).toEqual(rejectedBy('GG-WORKTREE-NOT-FINISHED'));
  expect(seen(await judged(['worktree', 'prune'], { cwd: parent }))).toEqual(ACCEPTED);
  expect(textIfThere(join(String(listed?.path), 'work'))).toBe('w\n');
});

test('a packet can be made of an isolated run (PK1)', async () => {
  const parent = parentCheckout();
  const patch = join(freshFolder(), 'c.patch');
  writeFileSync(patch, 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n');
  const { result, path, worktree } = await isolated(parent, 'grep -q b a.txt', { args: ['--patch', patch] });
  expect(seen(result)).toEqual(ACCEPTED);
  const out = join(freshFolder(), 'packet');
  expect(seen(await judged(['packet', '--workspace', path, '--state', String(worktree['state']), '--out', out], { cwd: parent }))).toEqual(ACCEPTED);
  expect(textIfThere(join(out, 'change.patch'))).toContain('+b');
});

describe('the paths of a change (WT5)', () => {
  test('are owned, not forbidden, and on the tip of the base', async () => {
    const parent = makeRepository({ 'src/a.txt': 'a\n', 'ci.yml': 'c\n' });
    git(parent, 'branch', 'base');
    write(parent, { 'src/a.txt': 'A\n', 'ci.yml': 'C\n' });
    commitAll(parent);
    const gate = (...args: readonly string[]): ReturnType<typeof judged> => judged(['gate', '--base', 'base', '--baseline', 'observe', ...args, '--', 'true'], { cwd: parent });
    expect(rejectedPaths(await gate('--owned', 'src/**'), 'GG-CHANGE-NOT-OWNED')).toEqual(['ci.yml']);
    expect(rejectedPaths(await gate('--owned', '**', '--forbidden', 'ci.yml'), 'GG-CHANGE-FORBIDDEN')).toEqual(['ci.yml']);
    expect((await gate('--owned', '**', '--require-rebased')).rejecting.filter((rule) => rule.startsWith('GG-CHANGE'))).toEqual([]);
    git(parent, 'branch', '-f', 'base', git(parent, 'commit-tree', '-p', 'base', '-m', 'newer', 'base^{tree}'));
    expect((await gate('--require-rebased')).rejecting).toContain('GG-CHANGE-NOT-REBASED');
  });
});
