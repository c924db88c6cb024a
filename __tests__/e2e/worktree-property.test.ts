/**
 * Whatever work lies in an isolated worktree, and wherever our commands are killed: all of it is still there, or in a
 * patch that gives the same tree and a bundle that holds the same commits (WT3, WT4).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { startProgram } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders } from '../support/repository.ts';
import { isolated, parentCheckout, treeOfFolder, treeOfPatch } from './isolated.ts';

afterEach(removeFolders);

/** More of them, where somebody asks: GENERATION_GATE_PROPERTY_RUNS=100. */
const RUNS = Number(process.env['GENERATION_GATE_PROPERTY_RUNS'] ?? 6);
jest.setTimeout(40_000 * RUNS);
/** Each line is one piece of work, done by a shell in the worktree; `$1` is a number that tells it from the others. */
const PIECES = [
  'echo "new $1" > "new $1.txt"',
  'echo "edit $1" >> a.txt',
  'printf "bin\\000\\377%s" "$1" > "raw$1.bin"; git add "raw$1.bin"',
  'echo "staged $1" > src/b.txt; git add src/b.txt; echo "then $1" > src/b.txt',
  'echo "commit $1" > "c$1"; git add "c$1"; git commit -q -m "c$1"',
  'git checkout -q --detach; git commit -q --allow-empty -m "detached $1"',
  'test ! -e moved || exit 0; git mv -f a.txt moved; cp moved a.txt',
  'chmod +x src/b.txt',
  'ln -sfn "target $1" link',
  'rm -f src/b.txt; mkdir -p src; echo "again $1" > src/b.txt',
  'mkdir -p cache; echo "ignored $1" > "cache/i$1"',
  'echo "K=$1" > .env',
  'echo "edit $1" >> sub/lib.txt',
  'cd sub; git commit -q --allow-empty -m "sub $1"; cd ..; git add sub; git commit -q -m "sub $1"',
  'cd sub; echo "stash $1" >> lib.txt; git stash -q',
] as const;
/** Work that no patch can hold: with it the worktree has to stay. */
const UNHELD = new Set<string>(PIECES.slice(10));

type Command = readonly ['remove' | 'prune' | 'list', number | null];

const work = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 });
const commands = fc.array(fc.tuple(fc.constantFrom('remove' as const, 'prune' as const, 'list' as const), fc.option(fc.integer({ min: 150, max: 900 }), { freq: 2 })), { minLength: 1, maxLength: 3 });

function doWork(folder: string, pieces: readonly string[], from: number): void {
  const person = Object.fromEntries(['AUTHOR', 'COMMITTER'].flatMap((who) => [[`GIT_${who}_NAME`, 'n'], [`GIT_${who}_EMAIL`, 'e@x']]));
  pieces.forEach((piece, at) => {
    const done = spawnSync('sh', ['-ec', piece, 'sh', String(from + at)], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', ...person }, encoding: 'utf8' });
    expect(done.stderr).toBe('');
  });
}

/** Path → bytes, mode or target of everything in a folder, git's own pointer and the stamp left out. */
function contentOf(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1);
    if (path === '.git' || path.startsWith('.workspace_generation') || isIndexOf(path) || entry.isDirectory()) continue;
    found.set(path, entry.isSymbolicLink() ? `-> ${readlinkSync(file)}` : `${(lstatSync(file).mode & 0o100).toString(8)} ${readFileSync(file, 'base64')}`);
  }
  return found;
}

/** git itself writes stat data there whenever it is asked. */
function isIndexOf(path: string): boolean {
  return path === 'sub/.git/index';
}

/** What is left of a worktree's folder, wherever it lies now. */
function rest(temporary: string): { readonly folder: string; readonly content: ReadonlyMap<string, string> } | null {
  const holders = readdirSync(temporary).filter((name) => name.startsWith('generation-gate-worktree-'));
  const places = holders.flatMap((holder) => readdirSync(join(temporary, holder)).map((name) => join(temporary, holder, name)));
  expect(places.length).toBeLessThanOrEqual(1);
  const [folder] = places;
  return folder === undefined ? null : { folder, content: contentOf(folder) };
}

test('nothing is ever lost', async () => {
  let removed = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(work, fc.option(work, { freq: 2 }), commands, async (inside, after, calls) => {
      const parent = parentCheckout();
      git(parent, 'submodule', 'add', '-q', makeRepository({ 'lib.txt': 'lib\n' }), 'sub');
      git(parent, 'commit', '-q', '-m', 'submodule');
      const base = git(parent, 'rev-parse', 'HEAD');
      const script = `export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e@x GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e@x; ${inside.map((piece, at) => `set -- ${at}; (${piece.replace('exit 0', 'true')})`).join('\n')}\n`;
      // Work on stamped paths rejects the run; what is asked here is what becomes of it.
      const { path, worktree, temporary } = await isolated(parent, `${script}kill -TERM $PPID; sleep 20`);
      expect(worktree['status'] ?? 'cancelled').toBe('cancelled');
      const folder = path === '' ? (rest(temporary)?.folder ?? '') : path;
      expect(existsSync(folder)).toBe(true);
      if (after !== null) doWork(folder, after, 100);
      const content = contentOf(folder);
      const tree = treeOfFolder(folder);
      const commits = git(folder, 'rev-list', 'HEAD', '--not', base).split('\n').filter((id) => id !== '');
      for (const [verb, killAfter] of calls as readonly Command[]) {
        const where = rest(temporary)?.folder ?? folder;
        const { child, ended } = startProgram(['worktree', verb, ...(verb === 'remove' ? [where] : []), '--json'], { cwd: parent, env: { TMPDIR: temporary } });
        const timer = killAfter === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfter);
        await ended;
        if (timer !== null) clearTimeout(timer);
      }
      const captures = join(parent, '.git/generation-gate/worktrees');
      const [capture = ''] = readdirSync(captures);
      const patch = join(captures, capture, 'captured.patch');
      const captured = existsSync(patch) ? treeOfPatch(parent, base, patch) : git(parent, 'rev-parse', `${base}^{tree}`);
      const left = rest(temporary);
      if (left !== null && [...content].every(([name, bytes]) => left.content.get(name) === bytes)) {
        kept += 1;
        if (existsSync(join(left.folder, '.git'))) for (const id of commits) git(left.folder, 'cat-file', '-e', id);
        return;
      }
      // Something is gone: then all of it is captured, and there was nothing that cannot be.
      removed += 1;
      expect(captured).toBe(tree);
      expect([...inside, ...(after ?? [])].filter((piece) => UNHELD.has(piece))).toEqual([]);
      if (commits.length > 0) {
        const clone = join(freshFolder(), 'clone');
        git(parent, 'clone', '-q', '--no-checkout', parent, clone);
        git(clone, 'fetch', '-q', join(captures, capture, 'captured-commits.bundle'), 'refs/captured/*:refs/captured/*');
        for (const id of commits) git(clone, 'cat-file', '-e', id);
      }
    }),
    { numRuns: RUNS },
  );
  expect(removed + kept).toBeGreaterThan(0);
});
