/** A git that is killed or goes missing, and a disk that fills up, in the middle of the longer verbs: never a success (WT3, WT4, RP1). */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, judged, judgedFrom, leftIn, NODE, PROGRAM, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, makeRepository, removeFolders } from '../support/repository.ts';
import { COMMAND, RIGHT, shop } from './compared-project.ts';
import { isolated, parentCheckout, textIfThere } from './isolated.ts';

afterEach(removeFolders);

const GIT = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();

/** A PATH on which git kills itself where its arguments hold `words`, from the moment on at which the file `armed` is there. */
function killedAt(words: string): { readonly PATH: string; readonly armed: string; readonly killed: string } {
  const folder = freshFolder();
  const [armed, killed] = [join(folder, 'armed'), join(folder, 'killed')];
  writeFileSync(join(folder, 'git'), `#!/bin/sh\ncase "$*" in *'${words}'*) if [ -e '${armed}' ]; then echo . >> '${killed}'; kill -KILL $$; fi;; esac\nexec '${GIT}' "$@"\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}`, armed, killed };
}

function accepted(root: string): readonly string[] {
  const state = join(root, '.git/generation-gate');
  const verdicts = readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('verdict.json'));
  return verdicts.filter((path) => (JSON.parse(readFileSync(join(state, path), 'utf8')) as { accepted: unknown }).accepted !== null);
}

describe('a git that is killed', () => {
  test.each([
    ['while a clean directory is made', 'for-each-ref', ['--replay']],
    ['while the base is read', 'read-tree', ['--base', 'base']],
    ['while a hunk is taken out', 'apply --reverse', ['--control']],
  ])('%s', async (_, words, options) => {
    const { PATH, armed, killed } = killedAt(words);
    const root = shop({}, { 'src/shop.py': RIGHT });
    const temporary = freshFolder();
    const result = await judged(['gate', ...options, '--evidence', 'reports/*.xml', '--', 'sh', '-c', `touch '${armed}'; exec python3 run_tests.py`], { cwd: root, env: { PATH, TMPDIR: temporary } });
    expect([result.code, result.rejecting, existsSync(killed)]).toEqual([3, ['GG-GIT-KILLED'], true]);
    expect(accepted(root)).toEqual([]);
    expect(leftIn(temporary).filter((name) => name.startsWith('generation-gate'))).toEqual([]);
  });

  test('while the work of an isolated run is captured, or looked at again, loses nothing', async () => {
    const { PATH, armed, killed } = killedAt('diff-index --cached -p');
    const parent = parentCheckout();
    const { result, temporary } = await isolated(parent, `echo work > work; touch '${armed}'`, { env: { PATH } });
    expect([result.code, result.rejecting, existsSync(killed)]).toEqual([3, ['GG-GIT-KILLED'], true]);
    const [listed] = (await judged(['worktree', 'list'], { cwd: parent })).envelope['worktrees'] as { path: string }[];
    expect(textIfThere(join(listed?.path ?? '', 'work'))).toBe('work\n');
    expect(seen(await judged(['worktree', 'remove', listed?.path ?? ''], { cwd: parent, env: { TMPDIR: temporary } }))).toEqual(rejectedBy('GG-WORKTREE-NOT-FINISHED'));
  });

  test('while a worktree is removed leaves it', async () => {
    const { PATH, armed } = killedAt('ls-files');
    const parent = parentCheckout();
    const { path, temporary } = await isolated(parent, 'true');
    writeFileSync(armed, '');
    const result = await judged(['worktree', 'remove', path], { cwd: parent, env: { TMPDIR: temporary, PATH } });
    expect([result.code, result.rejecting, existsSync(join(path, 'a.txt'))]).toEqual([3, ['GG-GIT-KILLED'], true]);
    expect(seen(await judged(['worktree', 'remove', path], { cwd: parent, env: { TMPDIR: temporary } }))).toEqual(ACCEPTED);
  });

  test('while a packet is written leaves none', async () => {
    const { PATH, armed } = killedAt('--binary');
    const root = shop({}, { 'src/shop.py': RIGHT });
    git(root, 'commit', '-q', '-a', '-m', 'fix');
    expect(seen(await judged(['gate', ...COMMAND], { cwd: root }))).toEqual(ACCEPTED);
    writeFileSync(armed, '');
    const out = freshFolder();
    const result = await judged(['packet', '--base', 'base', '--out', join(out, 'packet')], { cwd: root, env: { PATH } });
    expect([result.code, result.rejecting, leftIn(out)]).toEqual([3, ['GG-GIT-KILLED'], []]);
  });
});

test('a git that is gone after the run is named', async () => {
  const folder = freshFolder();
  for (const name of ['sh', 'rm', 'python3', 'env', 'mkdir']) writeFileSync(join(folder, name), `#!/bin/sh\nexec '${execFileSync('which', [name], { encoding: 'utf8' }).trim()}' "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nexec '${GIT}' "$@"\n`, { mode: 0o755 });
  const root = shop({ 'src/shop.py': RIGHT }, {});
  const result = await judged(['gate', '--replay', '--evidence', 'reports/*.xml', '--', 'sh', '-c', `rm '${folder}/git'; exec python3 run_tests.py`], { cwd: root, env: { PATH: folder } });
  expect([result.code, result.rejecting]).toEqual([3, ['GG-GIT-MISSING']]);
  expect(accepted(root)).toEqual([]);
});

/** Mounting needs a user that may. */
const CAN_MOUNT = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt']).status === 0;
if (!CAN_MOUNT) console.warn('not run: full disks (needs unshare -m and mount)');

(CAN_MOUNT ? describe : describe.skip)('a full disk', () => {
  /** Runs the gate with a temporary folder that holds no more than `kilobytes`. */
  function withRoom(kilobytes: number, root: string, args: readonly string[]): Judged {
    const [temporary, out] = [freshFolder(), freshFolder()];
    const script = `set -e; mount -t tmpfs -o size=${kilobytes}k none "$TMPDIR"; code=0; "$@" > "$OUT/stdout" 2> "$OUT/stderr" || code=$?; ls -A "$TMPDIR" > "$OUT/left"; exit $code`;
    const ended = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', NODE, PROGRAM, args[0] ?? '', '--json', ...args.slice(1)], { cwd: root, env: { ...cleanEnvironment({ TMPDIR: temporary }), OUT: out }, encoding: 'utf8' });
    const text = (name: string): string => readFileSync(join(out, name), 'utf8');
    expect(text('left')).toBe('');
    return judgedFrom({ code: ended.status, signal: ended.signal, stdout: text('stdout'), stderr: text('stderr') });
  }

  const LARGE = { 'large.bin': Buffer.alloc(3 << 20, 'large file\n') };

  test.each([['--replay'], ['--base', 'HEAD', '--baseline', 'observe']])('%s', (...options) => {
    const root = shop({ 'src/shop.py': RIGHT }, LARGE);
    commitAll(root);
    const result = withRoom(2048, root, ['gate', ...options, ...COMMAND]);
    expect([result.code, result.rejecting]).toEqual([3, ['GG-DISK-FULL']]);
    expect(accepted(root)).toEqual([]);
  });

  test('where the worktree should lie', () => {
    const parent = makeRepository({ '.gitignore': 'reports/\n', ...LARGE });
    const result = withRoom(2048, parent, ['gate', '--isolation', 'worktree', '--', 'true']);
    expect([result.code, result.rejecting]).toEqual([3, ['GG-DISK-FULL']]);
    expect(git(parent, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(git(parent, 'worktree', 'list').split('\n')).toHaveLength(1);
  });
});
