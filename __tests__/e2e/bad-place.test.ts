/** Places in which the gate cannot work: each is named, changes nothing, and never ends with 0. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, judged, judgedFrom, leftIn, NODE, program, PROGRAM, seen, workspaceImage, cleanEnvironment, rejectedBy, type ProgramCall } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const WORKSPACE_CALLS: readonly (readonly string[])[] = [['stamp'], ['check'], ['run', '--', 'true'], ['gate', '--', 'true'], ['purge']];

/** Runs a call that must fail, and proves that the folder and the temporary folder are as they were. */
async function refused(args: readonly string[], call: ProgramCall, root: string | null = call.cwd): Promise<{ readonly code: number | null; readonly rule: string; readonly what: string; readonly fix: string }> {
  const before = root === null ? [] : workspaceImage(root);
  const temporary = freshFolder();
  const result = await judged(args, { ...call, env: { TMPDIR: temporary, ...call.env } });
  if (root !== null) expect(workspaceImage(root)).toEqual(before);
  expect(leftIn(temporary)).toEqual([]);
  expect(result.envelope.verdict).toBe('rejected');
  const [finding] = result.envelope.findings;
  expect(result.envelope['error']).toMatchObject({ code: finding?.rule, exit: result.code, message: finding?.what, fix: finding?.fix });
  return { code: result.code, rule: finding?.rule ?? '', what: finding?.what ?? '', fix: finding?.fix ?? '' };
}

describe('where there is no work tree', () => {
  test.each(WORKSPACE_CALLS)('%s outside of any repository', async (...args) => {
    const folder = freshFolder();
    write(folder, { 'a.txt': 'a\n' });
    expect(await refused(args, { cwd: folder })).toMatchObject({ code: 2, rule: 'GG-WORKSPACE-NO-REPOSITORY' });
  });

  test('a bare repository', async () => {
    const folder = freshFolder();
    git(folder, 'init', '-q', '--bare', 'bare.git');
    expect(await refused(['stamp'], { cwd: join(folder, 'bare.git') })).toMatchObject({ code: 2, rule: 'GG-WORKSPACE-BARE' });
  });

  test('inside a git directory', async () => {
    const root = makeRepository();
    expect(await refused(['stamp'], { cwd: join(root, '.git') }, root)).toMatchObject({ code: 2, rule: 'GG-WORKSPACE-NOT-A-WORK-TREE' });
  });

  test.each([
    ['missing', 'GG-WORKSPACE-UNREADABLE', /missing.*ENOENT/],
    ['a.txt', 'GG-WORKSPACE-NOT-A-FOLDER', /a\.txt/],
    ['loop', 'GG-WORKSPACE-UNREADABLE', /loop.*ELOOP/],
  ])('--workspace %s', async (place, rule, what) => {
    const root = makeRepository();
    symlinkSync('loop', join(root, 'loop'));
    const failure = await refused(['stamp', '--workspace', place], { cwd: root });
    expect(failure).toMatchObject({ code: 2, rule });
    expect(failure.what).toMatch(what);
  });
});

describe('where the tools are missing', () => {
  /** A PATH that holds the named programs alone. */
  function pathWith(...programs: readonly string[]): string {
    const folder = freshFolder();
    for (const name of programs) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
    return folder;
  }

  test('git is not on PATH', async () => {
    expect(await refused(['stamp'], { cwd: makeRepository(), env: { PATH: pathWith('sh') } })).toMatchObject({ code: 3, rule: 'GG-GIT-MISSING' });
  });

  test('git is too old', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'git'), '#!/bin/sh\necho git version 2.17.1\n', { mode: 0o755 });
    const failure = await refused(['stamp'], { cwd: makeRepository(), env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
    expect(failure).toMatchObject({ code: 3, rule: 'GG-GIT-TOO-OLD' });
    expect(failure.what).toContain('2.17.1');
    expect(failure.what).toContain('2.36');
  });

  test('git fails at everything', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'git'), '#!/bin/sh\nif [ "$1" = -c ]; then for last; do :; done; fi\n[ "$last" = version ] && { echo git version 2.40.0; exit 0; }\necho "fatal: out of luck" >&2\nexit 128\n', { mode: 0o755 });
    const failure = await refused(['stamp'], { cwd: makeRepository(), env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
    expect(failure).toMatchObject({ code: 3, rule: 'GG-GIT-FAILED' });
    expect(failure.what).toContain('out of luck');
  });

  test('there is no Python, and no Python is needed for a command that is none', async () => {
    const root = makeRepository({ 'a.py': 'A = 1\n' });
    const result = await judged(['gate', '--', 'true'], { cwd: root, env: { PATH: pathWith('git', 'sh', 'true', 'mkfifo') } });
    expect(seen(result)).toEqual(ACCEPTED);
  });

  test('there is no Python, and the command is one', async () => {
    const root = makeRepository({ 'a.py': 'A = 1\n' });
    const result = await judged(['gate', '--', 'python3', '-c', 'pass'], { cwd: root, env: { PATH: pathWith('git', 'sh', 'mkfifo') } });
    expect(seen(result)).toEqual(rejectedBy('GG-RUN-FAILED'));
    expect(result.envelope['run']).toMatchObject({ ending: { kind: 'never-started' } });
  });

  test('the temporary folder is missing', async () => {
    const failure = await refused(['gate', '--', 'true'], { cwd: makeRepository(), env: { TMPDIR: '/nonexistent/tmp' } });
    expect(failure).toMatchObject({ code: 3, rule: 'GG-NO-TEMPORARY-FOLDER', what: expect.stringContaining('/nonexistent/tmp') });
  });
});

const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const canChangeUser = process.getuid?.() === 0 && spawnSync(NOBODY[0] ?? '', [...NOBODY.slice(1), NODE, PROGRAM, 'version']).status === 0;
const describeAsOtherUser = canChangeUser ? describe : describe.skip;
if (!canChangeUser) console.warn('not run: workspaces of another user (needs root, setpriv, and a checkout that others can read)');

describeAsOtherUser('for a user without permission', () => {
  function othersRepository(): string {
    const root = makeRepository({ 'a.txt': 'a\n', 'src/a.py': 'A = 1\n' });
    chmodSync(join(root, '..'), 0o755);
    return root;
  }

  /** A folder that belongs to nobody, to be the temporary folder or the state folder. */
  function nobodysFolder(): string {
    const folder = freshFolder();
    chownSync(folder, 65534, 65534);
    return folder;
  }

  async function refusedForNobody(args: readonly string[], root: string): Promise<{ readonly code: number | null; readonly rule: string; readonly what: string }> {
    const before = workspaceImage(root);
    const temporary = nobodysFolder();
    const result = judgedFrom(await program([args[0] ?? '', '--json', ...args.slice(1)], { cwd: '/', through: NOBODY, env: { TMPDIR: temporary } }));
    expect(workspaceImage(root)).toEqual(before);
    expect(leftIn(temporary)).toEqual([]);
    const finding = result.envelope.findings.find(({ rejects }) => rejects);
    return { code: result.code, rule: finding?.rule ?? '', what: finding?.what ?? '' };
  }

  test('a workspace that cannot be entered', async () => {
    const root = othersRepository();
    chmodSync(root, 0o700);
    expect(await refusedForNobody(['stamp', '--workspace', root], root)).toMatchObject({ code: 2, rule: 'GG-WORKSPACE-UNREADABLE', what: expect.stringContaining(root) });
  });

  test('a git directory that cannot be written, and no other place for the records', async () => {
    const root = othersRepository();
    expect(await refusedForNobody(['stamp', '--workspace', root], root)).toMatchObject({ code: 3, rule: 'GG-STATE-NOT-WRITABLE', what: expect.stringContaining(join(root, '.git')) });
  });

  test('a workspace that cannot be written', async () => {
    const root = othersRepository();
    const failure = await refusedForNobody(['stamp', '--workspace', root, '--state', nobodysFolder()], root);
    expect(failure.code).toBe(3);
    expect(failure.rule).not.toBe('GG-DEFECT');
    expect(failure.what).toContain(root);
  });

  test('a file that cannot be read is named', async () => {
    const root = othersRepository();
    write(root, { 'secret.txt': 'x\n' });
    chmodSync(join(root, 'secret.txt'), 0o600);
    const failure = await refusedForNobody(['stamp', '--workspace', root, '--state', nobodysFolder()], root);
    expect(failure).toMatchObject({ code: 1, rule: 'GG-TREE-UNREADABLE-FILE', what: expect.stringContaining('secret.txt') });
  });

  test('a folder that cannot be listed is named', async () => {
    const root = othersRepository();
    write(root, { 'closed/a.txt': 'x\n' });
    chmodSync(join(root, 'closed'), 0o700);
    const failure = await refusedForNobody(['stamp', '--workspace', root, '--state', nobodysFolder()], root);
    expect(failure.code).toBe(1);
    expect(failure.what).toContain('closed');
  });
});

const canMount = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt']).status === 0;
const describeWithMounts = canMount ? describe : describe.skip;
if (!canMount) console.warn('not run: full disks (needs unshare -m and mount)');

describeWithMounts('on a full disk', () => {
  /** Runs the program with a full file system of 256 KiB at `place`, which is filled with `content` first. */
  function onFullDisk(place: string, root: string, args: readonly string[], env: Readonly<Record<string, string>>): { readonly rule: string; readonly code: number | null; readonly before: string; readonly after: string; readonly left: string } {
    const out = freshFolder();
    const script = `
      set -e
      mkdir "$OUT/content" && cp -a "$PLACE/." "$OUT/content/"
      mount -t tmpfs -o size=256k,mode=777 none "$PLACE"
      cp -a "$OUT/content/." "$PLACE/"
      image() { (cd "$ROOT" && find . -path ./.git/generation-gate -prune -o -type f ! -name filler -exec sha256sum {} + | sort); }
      image > "$OUT/before"
      dd if=/dev/zero of="$PLACE/filler" bs=4096 2>/dev/null || true
      code=0; "$@" > "$OUT/stdout" 2> "$OUT/stderr" || code=$?
      rm "$PLACE/filler"
      image > "$OUT/after"
      ls -A "$TMPDIR" | { grep -v -e '^filler$' -e '^node-compile-cache$' || true; } > "$OUT/left"
      exit $code`;
    const ended = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', NODE, PROGRAM, args[0] ?? '', '--json', ...args.slice(1)], {
      cwd: root,
      env: { ...cleanEnvironment(env), OUT: out, PLACE: place, ROOT: root },
      encoding: 'utf8',
    });
    const text = (name: string): string => readFileSync(join(out, name), 'utf8');
    if (ended.stderr !== '') throw new Error(ended.stderr);
    const result = judgedFrom({ code: ended.status, signal: ended.signal, stdout: text('stdout'), stderr: text('stderr') });
    return { rule: result.rejecting[0] ?? '', code: result.code, before: text('before'), after: text('after'), left: text('left') };
  }

  test.each(['state', 'temporary', 'workspace'])('of the %s folder', async (which) => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const folders = { state: freshFolder(), temporary: freshFolder(), workspace: root };
    const place = folders[which as keyof typeof folders];
    const result = onFullDisk(place, root, ['stamp', '--state', folders.state], { TMPDIR: folders.temporary });
    expect(result).toMatchObject({ code: 3, rule: expect.stringMatching(/^GG-(DISK-FULL|STATE-NOT-WRITTEN|STAMP-NOT-WRITTEN)$/), left: '' });
    expect(result.after).toBe(result.before);
    // The disk has room again, and the next stamp is whole.
    mkdirSync(folders.state, { recursive: true });
    expect(seen(await judged(['stamp', '--state', folders.state], { cwd: root }))).toEqual(ACCEPTED);
  });

  test('while the command writes its log', () => {
    const root = makeRepository();
    const state = freshFolder();
    const result = onFullDisk(state, root, ['gate', '--state', state, '--', 'sh', '-c', 'rm "$STATE/filler"; head -c 10000000 /dev/zero; exit 0'], { STATE: state });
    expect(result).toMatchObject({ code: 3, left: '' });
    expect(result.rule).not.toBe('GG-DEFECT');
    expect(result.after).toBe(result.before);
  });
});
