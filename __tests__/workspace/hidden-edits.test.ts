import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { nativePath } from '../../src/model/path.ts';
import type { Drift } from '../../src/model/tree.ts';
import { recheck, type Baseline } from '../../src/workspace/recheck.ts';
import { findRepository } from '../../src/workspace/repository.ts';
import { commitAll, editKeepingSizeAndTime, freshFolder, git, headTree, makeRepository, makeWithSubmodule, nextSecond, plantProgram, removeFolders, treeByGit, write } from '../support/repository.ts';
import { baselineOf, measured } from '../support/measured.ts';

// The user's own ignore file, which git reads unasked. The gate's git takes its environment from here at its first call.
const userSettings = mkdtempSync(join(tmpdir(), 'gg-test-user-'));
mkdirSync(join(userSettings, 'git'));
writeFileSync(join(userSettings, 'git', 'ignore'), '*.user-hidden\n');
process.env['XDG_CONFIG_HOME'] = userSettings;

afterEach(removeFolders);
afterAll(() => rmSync(userSettings, { recursive: true }));

interface Hidden {
  /** Makes the repository blind, before or after the stamp. */
  readonly blind: (root: string) => void;
  readonly edit: (root: string) => void;
  readonly path: string;
}

const EDIT = { edit: (root: string) => appendFileSync(join(root, 'a.txt'), 'edited\n'), path: 'a.txt' };
const SAME_SIZE = { edit: (root: string) => editKeepingSizeAndTime(join(root, 'a.txt'), 'b\n'), path: 'a.txt' };

const HIDDEN: Record<string, Hidden> = {
  'nothing hides it': { blind: () => undefined, ...EDIT },
  'equal size, old modification time': { blind: () => undefined, ...SAME_SIZE },
  'assume-unchanged': { blind: (root) => void git(root, 'update-index', '--assume-unchanged', 'a.txt'), ...EDIT },
  'skip-worktree': { blind: (root) => void git(root, 'update-index', '--skip-worktree', 'a.txt'), ...EDIT },
  'skip-worktree in a repository that says it is sparse': {
    blind: (root) => {
      git(root, 'config', 'core.sparseCheckout', 'true');
      git(root, 'config', 'sparse.expectFilesOutsideOfPatterns', 'true');
      git(root, 'update-index', '--skip-worktree', 'a.txt');
    },
    ...EDIT,
  },
  'core.checkStat=minimal with core.trustctime=false': {
    blind: (root) => {
      git(root, 'config', 'core.checkStat', 'minimal');
      git(root, 'config', 'core.trustctime', 'false');
    },
    ...SAME_SIZE,
  },
  'the untracked cache': {
    blind: (root) => {
      git(root, 'config', 'core.untrackedCache', 'true');
      git(root, 'update-index', '--force-untracked-cache');
      git(root, 'status');
    },
    edit: (root) => write(root, { 'deep/new.txt': 'n\n' }),
    path: 'deep/new.txt',
  },
  'a split index': { blind: (root) => void git(root, 'update-index', '--split-index', '--assume-unchanged', 'a.txt'), ...EDIT },
  'core.fileMode=false': { blind: (root) => void git(root, 'config', 'core.fileMode', 'false'), edit: (root) => chmodSync(join(root, 'a.txt'), 0o755), path: 'a.txt' },
  'info/exclude': { blind: (root) => writeFileSync(join(root, '.git/info/exclude'), '*.new\n'), edit: (root) => write(root, { 'x.new': 'x\n' }), path: 'x.new' },
  'core.excludesFile': {
    blind: (root) => {
      const file = join(freshFolder(), 'ignore');
      writeFileSync(file, '*.new\n');
      git(root, 'config', 'core.excludesFile', file);
    },
    edit: (root) => write(root, { 'x.new': 'x\n' }),
    path: 'x.new',
  },
  "the user's own ignore file": { blind: () => undefined, edit: (root) => write(root, { 'x.user-hidden': 'x\n' }), path: 'x.user-hidden' },
  'a .gitignore that names a tracked file': { blind: (root) => write(root, { 'deep/.gitignore': '*\n' }), edit: (root) => write(root, { 'deep/b.txt': 'edited\n' }), path: 'deep/b.txt' },
  'line ends under text=auto': { blind: () => undefined, edit: (root) => write(root, { 'eol/lf.sh': 'x\r\n' }), path: 'eol/lf.sh' },
  'a folder replaced by a link to equal files': {
    blind: () => undefined,
    edit: (root) => {
      const elsewhere = freshFolder();
      write(elsewhere, { 'b.txt': 'b\n' });
      rmSync(join(root, 'deep'), { recursive: true });
      symlinkSync(elsewhere, join(root, 'deep'));
    },
    path: 'deep',
  },
  'an ident that was collapsed': { blind: () => undefined, edit: (root) => write(root, { 'eol/id.txt': '$Id: forged $\n' }), path: 'eol/id.txt' },
};

function makeWorkspace(): string {
  return makeRepository({ 'a.txt': 'a\n', 'deep/b.txt': 'b\n', 'eol/.gitattributes': '* text=auto\nid.txt ident\n', 'eol/lf.sh': 'x\n', 'eol/id.txt': '$Id$\n' });
}

/** What the tree id cannot see and the content id must. */
const CONTENT_ONLY = ['line ends under text=auto', 'an ident that was collapsed', 'core.fileMode=false'];

/** Runs one step after another over all workspaces, so that they share the waiting for the next second. */
async function inAllWorkspaces<T>(steps: { readonly first: (root: string, hidden: Hidden) => void; readonly then: (root: string, hidden: Hidden) => Promise<T> }): Promise<Record<string, T>> {
  const roots = Object.entries(HIDDEN).map(([name, hidden]) => ({ name, hidden, root: makeWorkspace() }));
  nextSecond();
  for (const { root, hidden } of roots) steps.first(root, hidden);
  const results: Record<string, T> = {};
  for (const { name, root, hidden } of roots) results[name] = await steps.then(root, hidden);
  return results;
}

function seenIn(drift: Drift): readonly string[] {
  return [...drift.changed.map((change) => change.path), ...drift.vanished, ...drift.added];
}

describe('every hidden edit is seen', () => {
  test('by a new measurement', async () => {
    const results = await inAllWorkspaces({
      first: (root, { blind }) => {
        git(root, 'status');
        blind(root);
      },
      then: async (root, { edit }) => {
        const before = await measured(root);
        edit(root);
        const after = await measured(root);
        const treeMoved = after.treeId !== before.treeId;
        return { content: after.contentId !== before.contentId, tree: treeMoved, likeGit: !treeMoved || after.treeId === treeByGit(root, [], ['deep/b.txt']) };
      },
    });
    expect(results).toEqual(Object.fromEntries(Object.keys(HIDDEN).map((name) => [name, { content: true, tree: !CONTENT_ONLY.includes(name), likeGit: true }])));
  }, 240_000);

  test('by a re-check, in the second of the stamp', async () => {
    const results = await inAllWorkspaces({
      first: (root, { blind }) => {
        blind(root);
      },
      then: async (root, { edit, path }) => {
        // Every file was written in this very second, and so is the edit.
        write(root, { 'a.txt': 'a\n', 'eol/lf.sh': 'x\n' });
        const { baseline } = await baselineOf(root);
        edit(root);
        return seenIn(await recheck(await findRepository(root), baseline, Date.now())).includes(path);
      },
    });
    expect(results).toEqual(Object.fromEntries(Object.keys(HIDDEN).map((name) => [name, true])));
  }, 240_000);

  test('by a re-check seconds later, where even the hiding came after the stamp', async () => {
    const baselines = new Map<string, Baseline>();
    const roots = Object.keys(HIDDEN).map((name) => [name, makeWorkspace()] as const);
    nextSecond();
    for (const [name, root] of roots) baselines.set(name, (await baselineOf(root)).baseline);
    nextSecond();
    const results: Record<string, boolean> = {};
    for (const [name, root] of roots) {
      const { blind, edit, path } = HIDDEN[name]!;
      edit(root);
      blind(root);
      results[name] = seenIn(await recheck(await findRepository(root), baselines.get(name)!, Date.now())).includes(path);
    }
    expect(results).toEqual(Object.fromEntries(Object.keys(HIDDEN).map((name) => [name, true])));
  }, 240_000);
});

describe('programs and caches of the repository have no say', () => {
  test('a file system monitor that says nothing changed is neither believed nor run', async () => {
    const root = makeWorkspace();
    const mark = join(freshFolder(), 'ran');
    plantProgram(join(root, '.git/monitor'), mark, "printf 'token\\0'");
    git(root, 'config', 'core.fsmonitor', join(root, '.git/monitor'));
    git(root, 'config', 'core.fsmonitorHookVersion', '2');
    git(root, 'update-index', '--fsmonitor');
    nextSecond();
    git(root, 'status');
    expect(existsSync(mark)).toBe(true);
    const { baseline, measurement } = await baselineOf(root);
    appendFileSync(join(root, 'a.txt'), 'edited\n');
    git(root, 'status');
    expect(git(root, 'status', '--porcelain')).toBe('');
    rmSync(mark);
    const again = await measured(root);
    expect(again.treeId).not.toBe(measurement.treeId);
    const drift = await recheck(await findRepository(root), baseline, Date.now());
    expect(drift.changed.map(({ path }) => path)).toEqual(['a.txt']);
    expect(existsSync(mark)).toBe(false);
  });

  test('a clean filter that gives back the committed bytes is neither believed nor run', async () => {
    const root = makeRepository({ '.gitattributes': 'a.txt filter=hide\n', 'a.txt': 'a\n' });
    const mark = join(freshFolder(), 'ran');
    plantProgram(join(root, '.git/clean'), mark, "printf 'a\\n'");
    git(root, 'config', 'filter.hide.clean', join(root, '.git/clean'));
    git(root, 'config', 'filter.hide.required', 'true');
    expect((await measured(root)).treeId).toBe(headTree(root));
    write(root, { 'a.txt': 'hidden edit\n' });
    expect(git(root, 'diff')).toBe('');
    rmSync(mark);
    const after = await measured(root);
    expect(after.treeId).not.toBe(headTree(root));
    expect(after.rawFiltered).toEqual(['a.txt']);
    expect(existsSync(mark)).toBe(false);
  });
});

describe('submodules and nested repositories', () => {
  test('an edit, a new file, a new commit in a submodule', async () => {
    const root = makeWithSubmodule();
    const clean = await measured(root);
    expect(clean.treeId).toBe(headTree(root));
    expect(clean.nested).toMatchObject([{ path: 'sub', kind: 'submodule', head: git(join(root, 'sub'), 'rev-parse', 'HEAD') }]);
    write(root, { 'sub/lib.txt': 'edited\n' });
    const edited = await measured(root);
    expect([edited.treeId, edited.contentId]).toEqual([clean.treeId, expect.not.stringMatching(clean.contentId)]);
    write(root, { 'sub/lib.txt': 'lib\n', 'sub/new.txt': 'n\n', 'sub/ignored.log': 'l\n' });
    expect((await measured(root)).parts[1]?.entries.map(({ path }) => path)).toEqual(['.gitignore', 'lib.txt', 'new.txt']);
    commitAll(join(root, 'sub'));
    const moved = await measured(root);
    expect(moved.treeId).not.toBe(clean.treeId);
    expect(moved.treeId).toBe(treeWithGitlink(root, 'sub'));
  });

  test('files in the folder of a submodule that was never checked out', async () => {
    const root = makeWithSubmodule();
    git(root, 'submodule', 'deinit', '-q', '-f', 'sub');
    const empty = await measured(root);
    expect(empty.treeId).toBe(headTree(root));
    write(root, { 'sub/deep/planted.txt': 'p\n' });
    const planted = await measured(root);
    expect(planted.treeId).toBe(empty.treeId);
    expect(planted.contentId).not.toBe(empty.contentId);
    expect(planted.nested).toMatchObject([{ path: 'sub', kind: 'plain', head: null }]);
  });

  test.each([['with a commit', true], ['without one', false]])('a nested repository %s, one inside it, one with an odd name', async (_, committed) => {
    const root = makeRepository();
    for (const place of ['vendor/lib', 'vendor/lib/inner', 'made-later', 'new\nline']) {
      nested(root, place);
      if (committed) commitAll(join(root, place));
    }
    renameSync(join(root, 'made-later'), nativePath(root, 'not-utf8-\udcff'));
    const before = await measured(root);
    expect(before.nested.map(({ path, kind, head }) => [path, kind, head !== null])).toEqual([
      ['new\nline', 'repository', committed],
      ['not-utf8-\udcff', 'repository', committed],
      ['vendor/lib', 'repository', committed],
      ['vendor/lib/inner', 'repository', committed],
    ]);
    expect(before.treeId).toBe(committed ? treeByGit(root) : headTree(root));
    for (const { path } of before.nested) {
      write(root, { [`${path}/x.txt`]: `${path} edited\n` });
      const after = await measured(root);
      expect(after.treeId).toBe(before.treeId);
      expect(after.contentId).not.toBe(before.contentId);
      write(root, { [`${path}/x.txt`]: 'x\n' });
    }
    expect((await measured(root)).contentId).toBe(before.contentId);
  });

  test('a repository that took the place of a tracked file', async () => {
    const root = makeRepository({ 'a.txt': 'a\n', 'b/c': 'c' });
    rmSync(join(root, 'b'), { recursive: true });
    nested(root, 'b');
    rmSync(join(root, 'a.txt'));
    nested(root, 'a.txt');
    const before = await measured(root);
    expect(before.nested.map(({ path }) => path)).toEqual(['a.txt']);
    // The index has files below `b`, so git looks into it.
    expect(before.parts[0]?.entries.map(({ path }) => path)).toEqual(['b/x.txt']);
    write(root, { 'a.txt/x.txt': 'edited\n' });
    expect((await measured(root)).contentId).not.toBe(before.contentId);
  });

  test('a .git entry planted into a folder of tracked files hides none of them', async () => {
    const root = makeRepository({ 'src/a.txt': 'a\n' });
    git(root, 'init', '-q', 'src');
    const before = await measured(root);
    expect(before.treeId).toBe(headTree(root));
    write(root, { 'src/a.txt': 'edited\n', 'src/new.txt': 'n\n' });
    const after = await measured(root);
    expect(after.parts[0]?.entries.map(({ path }) => path)).toEqual(['src/a.txt', 'src/new.txt']);
    expect(after.treeId).not.toBe(before.treeId);
  });

  test('a SHA-256 repository inside a SHA-1 one', async () => {
    const root = makeRepository();
    for (const place of ['empty', 'full']) {
      mkdirSync(join(root, place));
      git(join(root, place), 'init', '-q', '--object-format=sha256');
      write(root, { [`${place}/x.txt`]: 'x\n' });
      git(join(root, place), 'add', 'x.txt');
    }
    commitAll(join(root, 'full'));
    const before = await measured(root);
    expect(before.treeId).toBe(headTree(root));
    expect(before.parts.map(({ prefix }) => prefix)).toEqual(['', 'empty/', 'full/']);
  });
});

function nested(root: string, place: string): void {
  write(root, { [`${place}/x.txt`]: 'x\n' });
  git(root, 'init', '-q', '-b', 'main', '--', place);
}

/** The tree of the work tree with the submodule's own HEAD, as `git add` records it. */
function treeWithGitlink(root: string, submodule: string): string {
  git(root, 'add', submodule);
  const tree = git(root, 'write-tree');
  git(root, 'reset', '-q');
  return tree;
}

