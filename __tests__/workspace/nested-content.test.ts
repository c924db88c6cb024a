import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { NestedRepository } from '../../src/model/tree.ts';
import { treeNestedContent } from '../../src/verify/rules/tree-nested-content.ts';
import { findingsOf } from '../../src/verify/rule.ts';
import { facts, stamped } from '../support/facts.ts';
import { measured } from '../support/measured.ts';
import { commitAll, git, headTree, initRepository, makeRepository, makeWithSubmodule, plantProgram, removeFolders, treeByGit, write } from '../support/repository.ts';

afterEach(removeFolders);

async function nestedIn(root: string): Promise<readonly NestedRepository[]> {
  return (await measured(root)).nested;
}

/** What the rule says of a measured work tree, and whether it puts that in front of the reader. */
async function said(root: string): Promise<{ readonly listed: boolean; readonly what: string }> {
  const [finding] = findingsOf(treeNestedContent, facts({ step: 'stamp', stamped: stamped({ nested: [...(await nestedIn(root))] }) }));
  return { listed: finding?.listed === true, what: finding?.what ?? '' };
}

const CLEAN = { listed: false, what: expect.stringMatching(/each as it was committed$/) };

describe('what a submodule holds (ST2)', () => {
  test.each(['sha1', 'sha256'] as const)('clean, as a checkout makes it: silent (%s)', async (format) => {
    const library = makeRepository({ 'lib.txt': 'lib\n', 'deep/x.txt': 'x\n', '.gitignore': '*.log\n' }, { format });
    const root = makeRepository({ 'a.txt': 'a\n' }, { format });
    git(root, 'submodule', 'add', '-q', library, 'sub');
    commitAll(root);
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    git(root, 'submodule', 'update', '-q', '--init');
    write(root, { 'sub/build.log': 'ignored' });
    const sub = join(root, 'sub');
    expect(await nestedIn(root)).toEqual([{ path: 'sub', kind: 'submodule', head: git(sub, 'rev-parse', 'HEAD'), recorded: git(root, 'rev-parse', ':sub'), committed: headTree(sub), tree: headTree(sub) }]);
    expect(await said(root)).toEqual(CLEAN);
  });

  test('edits, also hidden ones, deletions, untracked and staged files are named, with the tree that git itself would record', async () => {
    const root = makeWithSubmodule();
    const sub = join(root, 'sub');
    const before = (await measured(root)).treeId;
    const changes: Readonly<Record<string, () => void>> = {
      edit: () => writeFileSync(join(sub, 'lib.txt'), 'edited\n'),
      'edit that the index is told not to see': () => {
        git(sub, 'update-index', '--assume-unchanged', 'lib.txt');
        writeFileSync(join(sub, 'lib.txt'), 'LIB\n');
      },
      deletion: () => rmSync(join(sub, 'lib.txt')),
      untracked: () => writeFileSync(join(sub, 'new.txt'), 'new\n'),
      staged: () => {
        writeFileSync(join(sub, 'new.txt'), 'new\n');
        git(sub, 'add', 'new.txt');
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      change();
      const { nested, treeId } = await measured(root);
      const [found] = nested;
      // That is why it has to be told: the tree id sees nothing of it.
      expect([name, found?.tree, treeId]).toEqual([name, treeByGit(sub), before]);
      expect(found?.tree).not.toBe(found?.committed);
      expect(await said(root)).toEqual({ listed: true, what: expect.stringMatching(/^1 repository inside the workspace is not as recorded: sub holds tree/) });
      git(sub, 'update-index', '--no-assume-unchanged', 'lib.txt');
      git(sub, 'reset', '-q', '--hard');
      git(sub, 'clean', '-qfd');
    }
    expect(await said(root)).toEqual(CLEAN);
  });

  test('another commit is named, and the tree id has it', async () => {
    const root = makeWithSubmodule();
    const recorded = git(root, 'rev-parse', ':sub');
    write(root, { 'sub/lib.txt': 'second\n' });
    commitAll(join(root, 'sub'));
    expect(await said(root)).toEqual({ listed: true, what: expect.stringMatching(new RegExp(`sub is at commit ${git(join(root, 'sub'), 'rev-parse', 'HEAD')}, where the index records ${recorded}$`)) });
    git(root, 'add', 'sub');
    expect(await said(root)).toEqual(CLEAN);
  });

  test('a submodule further in answers for itself', async () => {
    const inner = makeWithSubmodule({ 'inner.txt': 'i\n' });
    const root = makeRepository();
    git(root, 'submodule', 'add', '-q', inner, 'mid');
    git(root, 'submodule', 'update', '-q', '--init', '--recursive');
    commitAll(root);
    expect(await said(root)).toEqual(CLEAN);
    write(root, { 'mid/sub/lib.txt': 'edited\n' });
    expect(await said(root)).toEqual({ listed: true, what: expect.stringMatching(/^1 repository inside the workspace is not as recorded: mid\/sub holds tree/) });
    commitAll(join(root, 'mid/sub'));
    expect((await said(root)).what).toMatch(/^2 repositories inside .*: mid holds tree .*, mid\/sub is at commit/);
  });

  test('line ends and other conversions of its own are no edit, and its filters are not run', async () => {
    const library = makeRepository({ 'text.txt': 'one\ntwo\n', '.gitattributes': '*.txt text eol=crlf\n*.bin filter=mark\n', 'x.bin': 'bytes' });
    const root = makeRepository();
    git(root, 'submodule', 'add', '-q', library, 'sub');
    commitAll(root);
    const mark = join(root, '../mark');
    plantProgram(join(root, '../clean'), mark, 'cat');
    git(join(root, 'sub'), 'config', 'filter.mark.clean', join(root, '../clean'));
    git(join(root, 'sub'), 'config', 'core.autocrlf', 'input');
    writeFileSync(join(root, 'sub/text.txt'), 'one\r\ntwo\r\n');
    expect(await said(root)).toEqual(CLEAN);
    writeFileSync(join(root, 'sub/x.bin'), 'other');
    expect((await said(root)).listed).toBe(true);
    expect((await measured(root)).rawFiltered).toEqual(['sub/x.bin']);
    expect(existsSync(mark)).toBe(false);
  });

  test('a stamp that was made in the submodule by itself is no work in it', async () => {
    const root = makeWithSubmodule();
    write(root, { 'sub/.workspace_generation.json': '{}' });
    expect(await said(root)).toEqual(CLEAN);
    write(root, { 'sub/deep/.workspace_generation.json': '{}' });
    expect((await said(root)).listed).toBe(true);
  });

  test('files where it was never checked out are named, an empty folder is not', async () => {
    const root = makeWithSubmodule();
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    expect(await said(root)).toEqual({ listed: false, what: 'Nothing to judge' });
    write(root, { 'sub/left.txt': 'l\n' });
    expect((await said(root)).what).toMatch(/sub holds files and no repository, where the index records commit [0-9a-f]{40}$/);
  });

  test('a file that does not fit its encoding leaves the question open, and the stamp possible', async () => {
    const root = makeWithSubmodule();
    write(root, { 'sub/.gitattributes': '*.utf16 working-tree-encoding=UTF-16\n', 'sub/x.utf16': 'not UTF-16' });
    expect((await said(root)).what).toMatch(/sub holds a file that git cannot convert/);
  });
});

describe('what a nested repository holds (ST2, ST4)', () => {
  test('as its commit says, with files besides, and without a commit', async () => {
    const root = makeRepository();
    initRepository(join(root, 'nested'));
    write(root, { 'nested/x.txt': 'x\n' });
    expect((await said(root)).what).toMatch(/nested has no commit, so that no tree id sees its files/);
    commitAll(join(root, 'nested'));
    expect(await said(root)).toEqual(CLEAN);
    write(root, { 'nested/y.txt': 'y\n' });
    const [nested] = await nestedIn(root);
    expect(nested).toMatchObject({ recorded: null, committed: headTree(join(root, 'nested')), tree: treeByGit(join(root, 'nested')) });
    expect((await said(root)).listed).toBe(true);
  });

  test('of the other object format', async () => {
    const root = makeRepository();
    initRepository(join(root, 'nested'), { format: 'sha256' });
    write(root, { 'nested/x.txt': 'x\n' });
    commitAll(join(root, 'nested'));
    expect(await said(root)).toEqual(CLEAN);
    write(root, { 'nested/x.txt': 'edited\n' });
    const [nested] = await nestedIn(root);
    expect(nested?.tree).toBe(treeByGit(join(root, 'nested')));
  });
});
