/** Where the workspace and the records may lie, and names that few programs expect. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, program, rejectedPaths, seen, workspaceImage } from '../support/cli.ts';
import { addWorktree, commitAll, freshFolder, git, headTree, makeRepository, removeFolders, write } from '../support/repository.ts';
import { obeyedLines } from '../publish/hostile-text.ts';

afterEach(removeFolders);

describe('--workspace', () => {
  test('may be a folder below the top: that is where the command runs, and the whole work tree is judged', async () => {
    const root = makeRepository({ 'top.txt': 'top\n', 'packages/core/a.txt': 'a\n' });
    const result = await judged(['gate', '--workspace', 'packages/core', '--', 'sh', '-c', 'test -e a.txt && test ! -e top.txt'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tree_id).toBe(headTree(root));
    expect(result.envelope['run']).toMatchObject({ cwd: 'packages/core' });
    expect(existsSync(join(root, '.workspace_generation.json'))).toBe(true);

    write(root, { 'top.txt': 'changed\n' });
    expect(rejectedPaths(await judged(['check', '--workspace', 'packages/core'], { cwd: root }), 'GG-TREE-CHANGED')).toEqual(['top.txt']);
  });

  test('is the current folder where it is not given, and --workdir is counted from the top', async () => {
    const root = makeRepository({ 'packages/core/a.txt': 'a\n', 'packages/other/b.txt': 'b\n' });
    const cwd = join(root, 'packages/core');
    expect((await judged(['gate', '--', 'true'], { cwd })).envelope['run']).toMatchObject({ cwd: 'packages/core' });
    expect((await judged(['gate', '--workdir', 'packages/other', '--', 'test', '-e', 'b.txt'], { cwd })).envelope['run']).toMatchObject({ cwd: 'packages/other', ending: { kind: 'exited', code: 0 } });
  });

  test('may be a linked worktree, which has records of its own', async () => {
    const root = makeRepository();
    const other = join(freshFolder(), 'other');
    addWorktree(root, other);
    expect(seen(await judged(['gate', '--', 'true'], { cwd: other }))).toEqual(ACCEPTED);
    expect((await judged(['check', '--outcome', 'success'], { cwd: root })).rejecting).toEqual(['GG-STAMP-MISSING']);
  });

  test('may be reached through a link', async () => {
    const root = makeRepository();
    const link = join(freshFolder(), 'link');
    execFileSync('ln', ['-s', root, link]);
    expect(seen(await judged(['gate', '--workspace', link, '--', 'true'], { cwd: '/' }))).toEqual(ACCEPTED);
    expect(seen(await judged(['check'], { cwd: root }))).toEqual(ACCEPTED);
  });
});

describe('the records', () => {
  test('lie where --state says, outside or inside of the workspace, and never count', async () => {
    const root = makeRepository();
    for (const state of [join(freshFolder(), 'made', 'for', 'it'), join(root, 'records')]) {
      const result = await judged(['gate', '--state', state, '--', 'true'], { cwd: root });
      expect(seen(result)).toEqual(ACCEPTED);
      expect(result.envelope.tree_id).toBe(headTree(root));
      expect(readdirSync(state)).toContain('stamped.json');
      expect(seen(await judged(['check', '--state', state], { cwd: root }))).toEqual(ACCEPTED);
    }
    expect(existsSync(join(root, '.git/generation-gate/stamped.json'))).toBe(false);
  });

  test('lie in RUNNER_TEMP where there is one, apart for each work tree', async () => {
    const [first, second] = [makeRepository(), makeRepository()];
    const env = { RUNNER_TEMP: freshFolder() };
    for (const root of [first, second]) expect(seen(await judged(['gate', '--', 'true'], { cwd: root, env }))).toEqual(ACCEPTED);
    expect(readdirSync(join(env.RUNNER_TEMP, 'generation-gate'))).toHaveLength(2);
    for (const root of [first, second]) expect(seen(await judged(['check'], { cwd: root, env }))).toEqual(ACCEPTED);
    expect((await judged(['check'], { cwd: first })).rejecting).toEqual(['GG-STAMP-FOREIGN']);
  });

  test('that are damaged stop the check and never pass for absent', async () => {
    const root = makeRepository();
    await judged(['gate', '--', 'true'], { cwd: root });
    write(root, { '.git/generation-gate/stamped.json': '{"format":"generation-gate/stamped/1"' });
    const result = await judged(['check'], { cwd: root });
    expect({ code: result.code, rules: result.rejecting }).toEqual({ code: 3, rules: ['GG-STATE-DAMAGED'] });
    expect(seen(await judged(['gate', '--', 'true'], { cwd: root }))).toEqual(ACCEPTED);
  });

  test('of earlier generations go with the next stamp; what is in quarantine stays', async () => {
    const root = makeRepository({ '.gitignore': '*.xml\n' });
    for (let time = 0; time < 3; time += 1) {
      write(root, { 'old.xml': '<testsuite tests="1"><testcase classname="a" name="b"/></testsuite>' });
      expect(seen(await judged(['stamp', '--evidence', '*.xml'], { cwd: root }))).toEqual(ACCEPTED);
    }
    const kept = readdirSync(join(root, '.git/generation-gate'));
    expect(kept.filter((name) => name.startsWith('generation-'))).toHaveLength(1);
    expect(readdirSync(join(root, '.git/generation-gate/quarantine'))).toHaveLength(3);
  });
});

describe('odd names', () => {
  const ODD = ['with blank.txt', 'line\nend.txt', 'quote"\'.txt', '-rf', ':(glob)*', '\\back', '\udcff\udcfe.bin', 'é漢🙂.txt', '::error::planted.txt', '##[error]planted.txt', '\u001b[31mred.txt', '@octocat.txt', '[link](https:evil.example).txt'];

  test('of files are stamped, and each is named when it changes', async () => {
    const root = makeRepository(Object.fromEntries(ODD.map((name) => [name, 'before\n'])));
    const stamped = await judged(['stamp'], { cwd: root });
    expect(seen(stamped)).toEqual(ACCEPTED);
    expect(stamped.envelope.tree_id).toBe(headTree(root));
    write(root, Object.fromEntries(ODD.map((name) => [name, 'after\n'])));

    const checked = await judged(['check', '--outcome', 'success'], { cwd: root });
    expect([...rejectedPaths(checked, 'GG-TREE-CHANGED')].sort()).toEqual([...ODD].sort());
    expect(obeyedLines(checked.stdout)).toEqual([]);
    const forPeople = await program(['check', '--outcome', 'success'], { cwd: root });
    expect(forPeople.code).toBe(1);
    expect(obeyedLines(forPeople.stdout + forPeople.stderr)).toEqual([]);
    expect(forPeople.stdout + forPeople.stderr).not.toContain('\u001b');
  });

  test.each(['with blank', 'line\nend', "quote'\"", '-dash', 'é漢', '$HOME `x`'])('of the workspace itself: %j', async (name) => {
    const parent = freshFolder();
    renameSync(makeRepository({ 'a.txt': 'a\n', '.gitignore': '*.xml\n' }), join(parent, name));
    const root = join(parent, name);
    write(root, { 'old.xml': '<testsuite tests="1"><testcase classname="a" name="b"/></testsuite>' });
    const writing = 'printf \'<testsuite tests="1"><testcase classname="a" name="c"/></testsuite>\' > new.xml';
    expect(seen(await judged(['gate', '--evidence', '*.xml', '--', 'sh', '-c', writing], { cwd: root }))).toEqual(ACCEPTED);
    write(root, { 'a.txt': 'b\n' });
    expect(rejectedPaths(await judged(['check'], { cwd: root }), 'GG-TREE-CHANGED')).toEqual(['a.txt']);
  });

  test('of the workspace that are not UTF-8 work, or are refused by name with nothing changed', async () => {
    const parent = freshFolder();
    const root = makeRepository();
    execFileSync('bash', ['-c', 'mv "$1" "$2/$(printf "odd-\\377")"', 'bash', root, parent]);
    const script = 'cd "$1"/odd-* && shift && exec "$@"';
    const ended = await program(['gate', '--json', '--', 'true'], { cwd: parent, through: ['bash', '-c', script, 'bash', parent] });
    expect(ended.stdout).toMatch(/^\{.*\}\n$/);
    expect([0, 1, 2, 3]).toContain(ended.code);
    if (ended.code !== 0) expect(ended.stdout).not.toContain('GG-DEFECT');
  });

  test('in git\'s own words do nothing in a log', async () => {
    const folder = freshFolder();
    write(folder, { 'git': '#!/bin/sh\nfor last; do :; done\n[ "$last" = version ] && { echo git version 2.40.0; exit 0; }\nprintf "::error::planted\\n##[error]planted\\n\\033[31mfatal: planted\\n" >&2\nexit 128\n' });
    execFileSync('chmod', ['+x', join(folder, 'git')]);
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    for (const args of [['stamp'], ['stamp', '--json']]) {
      const ended = await program(args, { cwd: makeRepository(), env });
      expect(ended.code).toBe(3);
      expect(ended.stdout + ended.stderr).toContain('planted');
      expect(obeyedLines(ended.stdout + ended.stderr)).toEqual([]);
      expect(ended.stdout + ended.stderr).not.toContain('\u001b');
    }
  });

  test('of tests do nothing in a log', async () => {
    const root = makeRepository({ '.gitignore': '*.xml\n' });
    const name = '::error::planted&#10;::set-output name=verdict::accepted&#10;##[error]planted &#x1b;[31m'.replace('&#x1b;', '');
    write(root, { 'write.sh': `cat > junit.xml <<'END'\n<testsuite tests="1" failures="1"><testcase classname="a" name="${name}"><failure message="${name}">::error::text</failure></testcase></testsuite>\nEND\n` });
    commitAll(root);
    for (const args of [[], ['--json']]) {
      const ended = await program(['gate', ...args, '--evidence', 'junit.xml', '--', 'sh', './write.sh'], { cwd: root });
      expect(ended.code).toBe(1);
      expect(ended.stdout).toContain('planted');
      expect(obeyedLines(ended.stdout + ended.stderr)).toEqual([]);
    }
  });

  test('of bytecode and reports do nothing in a log', async () => {
    const root = makeRepository({ 'a.txt': 'a\n' });
    write(root, { '::error::planted/__pycache__/##[error]planted.pyc': 'x', '##[error]report.xml': '<testsuite/>' });
    for (const args of [['purge', '--dry-run'], ['purge', '--dry-run', '--json'], ['inspect', '##[error]report.xml', '::error::absent.xml'], ['purge']]) {
      const ended = await program(args, { cwd: root });
      expect(ended.stdout + ended.stderr).toMatch(/planted|report/);
      expect(obeyedLines(ended.stdout + ended.stderr)).toEqual([]);
    }
  });
});

describe('what a gate leaves', () => {
  test('is the stamp and its records, and nothing else', async () => {
    const root = makeRepository({ 'a.py': 'A = 1\n' });
    mkdirSync(join(root, 'empty'));
    const before = workspaceImage(root).filter((line) => !line.startsWith('"" '));
    expect(seen(await judged(['gate', '--', 'true'], { cwd: root }))).toEqual(ACCEPTED);
    expect(workspaceImage(root, ['.workspace_generation.json']).filter((line) => !line.startsWith('"" '))).toEqual(before);
    expect(git(root, 'status', '--porcelain')).toBe('?? .workspace_generation.json');
    expect(findingsOf(await judged(['check'], { cwd: root }), 'GG-TREE-CHANGED')[0]?.answer).toBe('holds');
  });
});
