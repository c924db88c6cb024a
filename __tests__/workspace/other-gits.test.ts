/** Other versions of git, played by the real one behind a program of its name: what they say besides, and what they do not heed. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { baselineOf, driftOf } from '../support/measured.ts';
import { asOrdinaryUser, freshFolder, git, GIT_ENVIRONMENT, headTree, makeRepository, nextSecond, removeFolders } from '../support/repository.ts';

jest.setTimeout(120_000);
afterEach(removeFolders);

const GIT = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
/** Only the superuser can give files away. */
const testAsRoot = process.geteuid?.() === 0 ? test : test.skip;

/** A folder with a program `git` that runs `lines` of shell and then the real one. */
function gitThat(lines: string): string {
  const folder = freshFolder();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${lines}\nexec '${GIT}' "$@"\n`, { mode: 0o755 });
  return folder;
}

/** Runs a module of the product's in a process that finds this git first, and gives the JSON that it prints. */
function under(folder: string, script: string, env: Readonly<Record<string, string>> = {}): unknown {
  const head = `
    const { measure } = await import(process.env.SRC + '/workspace/measure.ts');
    const { recheck, saveBaseline } = await import(process.env.SRC + '/workspace/recheck.ts');
    const { findRepository } = await import(process.env.SRC + '/workspace/repository.ts');
    const { readFileClock } = await import(process.env.SRC + '/workspace/file-clock.ts');
    const say = (value) => console.log(JSON.stringify(value));
    const root = process.env.ROOT, state = process.env.STATE;`;
  const path = `${folder}:${process.env['PATH'] ?? ''}`;
  const inherited = Object.fromEntries(Object.entries(GIT_ENVIRONMENT).filter(([name]) => !name.startsWith('GIT_CONFIG')));
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', head + script], { env: { ...inherited, ...env, PATH: path, SRC: resolve(import.meta.dirname, '../../src') }, encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout);
}

const STAMP = `
  const repository = await findRepository(root);
  const clockMs = readFileClock(state);
  const { parts, treeId, nested, otherWorktrees, settingsDigest } = await measure(repository, { exclude: () => false, include: [] });
  saveBaseline(state, parts, clockMs, repository.objectFormat);
  say({ treeId, baseline: { folder: state, prefixes: parts.map(({ prefix }) => prefix), nested, otherWorktrees, settingsDigest, clockMs } });`;
const RECHECK = `
  const drift = await recheck(await findRepository(root), JSON.parse(process.env.BASELINE), readFileClock(state)).catch((error) => ({ error: error.message }));
  say(drift.error ?? [drift.changed.map(({ path }) => path), drift.vanished, drift.added]);`;

describe('a git that says more on its standard error', () => {
  const SAYINGS = [
    `echo "ERROR: ld.so: object '/opt/x.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored." >&2`,
    `echo "git: /usr/lib/libz.so.1: no version information available (required by git)" >&2`,
    `echo "warning: core.fsync: a setting that a later version calls otherwise" >&2; echo "hint: see git-config(1)" >&2`,
  ];

  test('is no fault of a healthy workspace, and hides no fault', () => {
    const plain = gitThat('');
    const root = makeRepository({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n' });
    const state = freshFolder();
    nextSecond();
    const { treeId, baseline } = under(plain, STAMP, { ROOT: root, STATE: state }) as { readonly treeId: string; readonly baseline: object };
    const call = { ROOT: root, STATE: state, BASELINE: JSON.stringify(baseline) };
    expect(treeId).toBe(headTree(root));
    for (const saying of SAYINGS) {
      expect((under(gitThat(saying), STAMP, { ROOT: root, STATE: freshFolder() }) as { readonly treeId: string }).treeId).toBe(treeId);
      expect(under(gitThat(saying), RECHECK, call)).toEqual([[], [], []]);
    }
    appendFileSync(join(root, 'deep/b.txt'), 'more');
    for (const saying of ['', ...SAYINGS]) expect(under(gitThat(saying), RECHECK, call)).toEqual([['deep/b.txt'], [], []]);
  });

  test('does not hide that a stamped path may not be looked at any more', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n' });
    const saying = gitThat(SAYINGS[0] ?? '');
    const before = process.env['PATH'] ?? '';
    // Read at the first call of git in this process, which is the next one.
    process.env['PATH'] = `${saying}:${before}`;
    try {
      await asOrdinaryUser([root, saying], async () => {
        const { baseline } = await baselineOf(root);
        chmodSync(join(root, 'deep'), 0o444);
        await expect(driftOf(root, baseline)).rejects.toThrow(/GG-TREE-UNREADABLE-FILE: deep/);
      });
    } finally {
      process.env['PATH'] = before;
    }
  });
});

describe('a git that heeds safe.directory in files alone, as before 2.38', () => {
  /** Takes `-c safe.directory=*` off the command line. */
  const OLD = `n=$#
while [ "$n" -gt 0 ]; do
  word=$1; shift; n=$((n - 1))
  if [ "$word" = -c ] && [ "$1" = 'safe.directory=*' ]; then shift; n=$((n - 1)); else set -- "$@" "$word"; fi
done`;
  const ASK = `
    const repository = await findRepository(root);
    const { treeId } = await measure(repository, { exclude: () => false, include: [] });
    say([treeId, repository.settings.autocrlf, repository.settings.attributesFile, repository.settings.fileMode]);`;

  testAsRoot('a repository of somebody else is measured under its own settings and the user\'s', () => {
    const root = makeRepository({ 'a.txt': 'a\n' });
    git(root, 'config', 'core.fileMode', 'false');
    const tree = headTree(root);
    const home = freshFolder();
    mkdirSync(join(home, '.config/git'), { recursive: true });
    writeFileSync(join(home, '.gitconfig'), '[core]\n\tautocrlf = input\n');
    writeFileSync(join(home, '.config/git/config'), '[core]\n\tattributesFile = /nowhere\n');
    for (const path of [root, join(root, '.git')]) chownSync(path, 12_345, 12_345);
    const temporary = freshFolder();
    const old = gitThat(OLD);
    expect(spawnSync(join(old, 'git'), ['-c', 'safe.directory=*', 'status'], { cwd: root, env: { HOME: home }, encoding: 'utf8' }).stderr).toContain('dubious ownership');
    expect(under(old, ASK, { ROOT: root, HOME: home, TMPDIR: temporary })).toEqual([tree, 'input', '/nowhere', false]);
    expect(readdirSync(temporary)).toEqual([]);
    // Named by a variable, that file is the only global one.
    expect(under(old, ASK, { ROOT: root, HOME: home, TMPDIR: temporary, GIT_CONFIG_GLOBAL: join(home, '.gitconfig') })).toEqual([tree, 'input', null, false]);
    // As a later git answers, which needs no file.
    expect(under(gitThat(''), ASK, { ROOT: root, HOME: home, TMPDIR: temporary })).toEqual([tree, 'input', '/nowhere', false]);
  });
});
