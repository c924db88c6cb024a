/** Healthy projects whose tests ask git, large files or generated code: a replay agrees with them (RP1, RP2). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { ACCEPTED, judged, seen, type Judged } from '../support/cli.ts';
import { addWorktree, commitAll, freshFolder, git, initRepository, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

/** A test in shell: every line must succeed. What it writes to `seen` is compared between both directories. */
function project(lines: readonly string[], files: Readonly<Record<string, string | Buffer>> = {}): string {
  const script = ['set -e', 'mkdir -p reports', ...lines, `echo "<testsuite name='s $GENERATION_GATE_GENERATION'><testcase name='all'/></testsuite>" > reports/junit.xml`];
  return makeRepository({ '.gitignore': 'reports/\ngenerated.py\n.workspace_generation.json\n', 'test.sh': `${script.join('\n')}\n`, ...files });
}

function replayed(root: string, ...options: readonly string[]): Promise<Judged> {
  return judged(['gate', '--replay', ...options, '--evidence', 'reports/*.xml', '--', 'bash', 'test.sh'], { cwd: root });
}

test('git answers alike: versions, branch, upstream, remote, author; no credentials travel', async () => {
  const place = freshFolder();
  const seenFile = join(place, 'seen');
  const ask = ['describe --tags --dirty --always', 'describe --tags --long --match "v*"', 'rev-parse --abbrev-ref HEAD', 'rev-list --count HEAD', 'log -1 --format=%H%d', 'remote get-url origin', 'rev-parse --abbrev-ref "@{upstream}"', 'config user.name', 'status --porcelain', 'diff --stat', 'branch -a', 'stash list'];
  const root = project(ask.map((line) => `git ${line} >> '${seenFile}'`).concat(`echo == >> '${seenFile}'`), { 'a.txt': 'a\n' });
  const upstream = join(place, 'upstream.git');
  git(place, 'clone', '-q', '--bare', root, upstream);
  git(root, 'remote', 'add', 'origin', upstream);
  git(root, 'fetch', '-q');
  git(root, 'branch', '-q', '-u', 'origin/main');
  git(root, 'config', 'user.name', 'Somebody "else"');
  git(root, 'remote', 'add', 'private', 'https://user:secret@example.invalid/x.git');
  git(root, 'tag', 'v1.2');
  write(root, { 'b.txt': 'b\n' });
  commitAll(root);
  write(root, { 'a.txt': 'changed\n', 'new.txt': 'n\n' });
  expect(seen(await replayed(root, '--keep'))).toEqual(ACCEPTED);
  const [warm, clean] = readFileSync(seenFile, 'utf8').split('==\n');
  expect(warm).toContain('v1.2-1-g');
  expect(warm).toContain('-dirty');
  expect(clean).toBe(warm);
  const told = (await judged(['replay', '--keep'], { cwd: root })).envelope['replay'] as { clean: { kept: string } };
  expect(git(told.clean.kept, 'config', 'remote.private.url')).toBe('https://example.invalid/x.git');

  // The same in a linked worktree, and with a detached HEAD.
  const other = join(freshFolder(), 'other');
  addWorktree(root, other);
  write(other, { 'a.txt': 'changed\n' });
  git(other, 'branch', '-q', '-u', 'origin/main');
  expect(seen(await replayed(other))).toEqual(ACCEPTED);
  const detached = join(freshFolder(), 'detached');
  git(root, 'worktree', 'add', '-q', '--detach', detached);
  writeFileSync(join(detached, 'test.sh'), readFileSync(join(detached, 'test.sh'), 'utf8').replace(/.*upstream.*\n/, ''));
  expect(seen(await replayed(detached))).toEqual(ACCEPTED);
}, 120_000);

test('large files behind a filter of the repository are there, git sees no change in them, and the gate runs no filter', async () => {
  const bytes = 'the large bytes\n';
  const id = createHash('sha256').update(bytes).digest('hex');
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize ${bytes.length}\n`;
  const ran = join(freshFolder(), 'ran');
  const filter = join(freshFolder(), 'clean.sh');
  writeFileSync(filter, `#!/bin/sh\necho "$TESTING" >> '${ran}'\ncat > /dev/null\nprintf '%s' '${pointer}'\n`, { mode: 0o755 });
  const root = project([`test "$(cat big.bin)" = '${bytes.trim()}'`, 'export TESTING=yes', 'test -z "$(git status --porcelain)"', 'git describe --tags --dirty | grep -v dirty'], { '.gitattributes': '*.bin filter=lfs -text\n' });
  git(root, 'config', 'filter.lfs.clean', filter);
  git(root, 'config', 'filter.lfs.smudge', 'cat');
  git(root, 'config', 'filter.lfs.required', 'true');
  write(root, { 'big.bin': bytes });
  commitAll(root);
  git(root, 'tag', 'v1');
  expect(git(root, 'cat-file', 'blob', 'HEAD:big.bin')).toBe(pointer.trim());
  writeFileSync(ran, '');
  expect(seen(await replayed(root))).toEqual(ACCEPTED);
  expect(new Set(readFileSync(ran, 'utf8').split('\n'))).toEqual(new Set(['yes', '']));
});

test('pointers of large files that nobody fetched stay pointers in both', async () => {
  const root = project(['head -1 big.bin | grep -q git-lfs'], { '.gitattributes': '*.bin filter=lfs -text\n', 'big.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 5\n` });
  expect(seen(await replayed(root))).toEqual(ACCEPTED);
});

test('ignored code that the command or the setup generates is generated there too', async () => {
  const byCommand = project(['echo "VERSION = \'$(git describe --always)\'" > generated.py', 'python3 -c "import generated"']);
  expect(seen(await replayed(byCommand))).toEqual(ACCEPTED);
  const bySetup = project(['python3 -c "import generated"']);
  const setup = join(freshFolder(), 'setup.sh');
  writeFileSync(setup, 'echo "VERSION = 1" > generated.py\n');
  expect(seen(await replayed(bySetup, '--setup', setup))).toEqual(ACCEPTED);
  expect(existsSync(join(bySetup, 'generated.py'))).toBe(true);
});

test('a shallow clone with submodules is replayed whole', async () => {
  const library = makeRepository({ 'lib.txt': 'lib\n' });
  const origin = project(['test "$(cat sub/lib.txt)" = lib', 'test "$(git rev-list --count HEAD)" = 1', 'test "$(git rev-parse --is-shallow-repository)" = true', 'git -C sub rev-parse HEAD', 'git submodule status | grep -q "^ "']);
  git(origin, 'submodule', 'add', '-q', library, 'sub');
  commitAll(origin);
  const clone = join(freshFolder(), 'clone');
  git(dirname(clone), 'clone', '-q', '--depth', '1', '--recurse-submodules', '--shallow-submodules', `file://${origin}`, clone);
  expect(seen(await replayed(clone))).toEqual(ACCEPTED);
});

test('a project without a commit is replayed', async () => {
  const root = join(freshFolder(), 'ws');
  initRepository(root);
  write(root, { '.gitignore': 'reports/\n', 'test.sh': 'set -e\nmkdir -p reports\n! git rev-parse -q --verify HEAD\necho "<testsuite name=\'s $GENERATION_GATE_GENERATION\'><testcase name=\'all\'/></testsuite>" > reports/junit.xml\n' });
  expect(seen(await replayed(root))).toEqual(ACCEPTED);
});
