/** The review packet as a maintainer gets it, and the reasons why there is none (PK1–PK5). */
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedBy, rejectedPaths, seen, workspaceImage, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { treeOfFolder, treeOfPatch } from './isolated.ts';

jest.setTimeout(240_000);
afterEach(removeFolders);

/** Put together from parts: this file must not look as if it held a token. */
const TOKEN = `ghp_${'xY7'.repeat(12)}`;
const REPORT = `<testsuites><testsuite name="$GENERATION_GATE_GENERATION" tests="1"><testcase classname="c" name="n"/></testsuite></testsuites>`;
const TEST = `mkdir -p reports; echo "${REPORT.replaceAll('"', "'")}" > reports/r.xml`;

/** A repository on a branch that changed `lib.txt` since `main`, judged by the gate. */
async function judgedWorkspace({ files = {}, script = TEST, env = {}, after }: { readonly files?: Readonly<Record<string, string | Buffer>>; readonly script?: string; readonly env?: Readonly<Record<string, string>>; readonly after?: (root: string) => void } = {}): Promise<string> {
  const root = makeRepository({ '.gitignore': 'reports/\n.env\n', 'lib.txt': 'one\n', 'old.txt': 'old\n', 'CONTRIBUTING.md': '# How\n\nEvery change needs a test.\n' });
  git(root, 'checkout', '-q', '-b', 'change');
  write(root, { 'lib.txt': 'two\n', ...files });
  after?.(root);
  commitAll(root);
  const gate = await judged(['gate', '--evidence', 'reports/*.xml', '--', 'sh', '-c', script], { cwd: root, env });
  expect(seen(gate)).toEqual(ACCEPTED);
  return root;
}

interface Made {
  readonly result: Judged;
  readonly out: string;
  readonly page: string;
}

async function packet(root: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Made> {
  const out = join(freshFolder(), 'packet');
  const result = await judged(['packet', '--out', out, '--base', 'main', ...args], { cwd: root, env });
  return { result, out, page: existsSync(out) ? readFileSync(join(out, 'REVIEW_PACKET.md'), 'utf8') : '' };
}

describe('the packet (PK1)', () => {
  test('names commit, tree, generation, command, endings, files, quotes, cells; its patch gives the tree', async () => {
    const root = await judgedWorkspace({
      script: `${TEST}; seq 1 100; echo "in $PWD" >&2`,
      files: { 'raw.bin': Buffer.from([0, 255, 10, 13]), 'dir/new name.txt': 'a ``` b\n' },
      after: (top) => {
        unlinkSync(join(top, 'old.txt'));
        chmodSync(join(top, 'CONTRIBUTING.md'), 0o755);
        symlinkSync('lib.txt', join(top, 'link'));
      },
    });
    const before = workspaceImage(root);
    const { result, out, page } = await packet(root, ['--quote', 'CONTRIBUTING.md:3', '--quote', 'Every change needs', '--expect', 'linux,macos']);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(workspaceImage(root)).toEqual(before);
    expect(readdirSync(out).sort()).toEqual(['REVIEW_PACKET.md', 'change.patch', 'stderr-tail.log', 'stdout-tail.log']);
    expect(treeOfPatch(root, git(root, 'rev-parse', 'main'), join(out, 'change.patch'))).toBe(treeOfFolder(root));
    for (const text of [git(root, 'rev-parse', 'HEAD'), result.envelope.tree_id ?? '', result.envelope.generation ?? '', 'main (', 'exited with 0', 'before the change | not run', '<code>"dir/new name.txt"</code> | added', '<code>old.txt</code> | deleted', '<code>link</code> | added', '+two', 'Every change needs a test.', '| <code>linux</code> | not run |', '| <code>macos</code> | not run |', 'Binary content, in the patch', '````diff', 'the command was never run locally', 'a model writes files that are not in the packet', 'one is paraphrased', 'a cell is claimed without its bundle and log']) expect(page).toContain(text);
    expect(page).not.toContain(root);
    expect(readFileSync(join(out, 'stderr-tail.log'), 'utf8')).toBe('in .\n');
    const tail = readFileSync(join(out, 'stdout-tail.log'), 'utf8').trimEnd().split('\n');
    expect([tail.length, tail[0], tail.at(-1)]).toEqual([80, '21', '100']);
    expect(page).toContain('| section | who owns it | what a model may do with it | reject if |');
  });

  test('takes the place of an earlier packet, and of nothing else', async () => {
    const root = await judgedWorkspace();
    const { out } = await packet(root);
    expect(seen(await judged(['packet', '--out', out], { cwd: root }))).toEqual(ACCEPTED);
    expect(readdirSync(join(out, '..'))).toEqual(['packet']);
    writeFileSync(join(out, 'mine.txt'), 'mine');
    expect((await judged(['packet', '--out', out], { cwd: root })).rejecting).toEqual(['GG-OUT-IN-USE']);
    for (const inside of ['.', 'packet', 'sub/packet']) expect((await judged(['packet', '--out', inside], { cwd: root })).code).toBe(2);
    expect(git(root, 'status', '--porcelain')).toBe('?? .workspace_generation.json');
    expect(seen(await judged(['packet', '--out', 'reports/packet'], { cwd: root }))).toEqual(ACCEPTED);
  });

  test('is small: large files are named and left out', async () => {
    const root = await judgedWorkspace({ files: { 'big.txt': 'line of text\n'.repeat(100_000), 'many.txt': 'some words on a line\n'.repeat(3_000) } });
    const { result, out, page } = await packet(root);
    expect(result.envelope['left_out']).toEqual([{ what: 'big.txt', why: 'a file of 1300000 bytes' }]);
    expect(findingsOf(result, 'GG-PACKET-INCOMPLETE')).toMatchObject([{ listed: true, rejects: false }]);
    expect(readFileSync(join(out, 'change.patch'), 'utf8')).not.toContain('big.txt');
    expect(page).toMatch(/the diff of many\.txt \(\d+ bytes\) is in change\.patch alone/);
    expect(page.length).toBeLessThan(40_000);
  });
});

describe('what never travels (PK4)', () => {
  test('forbidden files, a change with a secret, secrets of the run in every form, home folders', async () => {
    const root = await judgedWorkspace({
      files: { '.env.production': 'X=1\n', 'node_modules/a/index.js': '1\n', 'conf.ini': `token = ${TOKEN}\n`, 'blob.bin': Buffer.concat([Buffer.from([0]), Buffer.from(TOKEN)]), 'fine.txt': 'fine\n' },
      script: `${TEST}; echo "raw $MY_TOKEN"; printf %s "u:$MY_TOKEN" | base64 -w0; echo; echo "q=a%2F$MY_TOKEN"; echo "$HOME/x /home/someone/y"; echo "://x:@y $ODD_SECRET"`,
      env: { MY_TOKEN: TOKEN, ODD_SECRET: 'zz+11/aa' },
    });
    git(root, 'config', 'http.https://example.org/.extraheader', `AUTHORIZATION: basic ${Buffer.from('bot:hunter2222').toString('base64')}`);
    const { result, out, page } = await packet(root, [], { MY_TOKEN: TOKEN, ODD_SECRET: 'zz+11/aa' });
    expect(seen(result)).toEqual(ACCEPTED);
    expect((result.envelope['left_out'] as { what: string }[]).map(({ what }) => what).sort()).toEqual(['.env.production', 'blob.bin', 'conf.ini', 'node_modules/a/index.js']);
    const all = readdirSync(out).map((name) => readFileSync(join(out, name), 'latin1')).join('\n');
    for (const secret of [TOKEN, TOKEN.slice(8), Buffer.from(`u:${TOKEN}`).toString('base64').slice(4, 24), 'zz+11/aa', 'hunter2222', 'someone', process.env['HOME'] ?? '/root']) expect(all).not.toContain(secret);
    expect(all).toContain('+fine');
    expect(page).toContain('<code>conf.ini</code> | added | left out: a change that holds a secret');
    expect(page).toMatch(/raw &?#?9?1?;?\[?redacted/);
  });

  test('an untracked file that only this machine ignores', async () => {
    const root = makeRepository({ '.gitignore': 'reports/\n', 'a.txt': 'a\n' });
    write(root, { 'notes.local': 'mine\n', 'new.txt': 'n\n' });
    writeFileSync(join(root, '.git/info/exclude'), '*.local\n');
    expect(seen(await judged(['gate', '--evidence', 'reports/*.xml', '--', 'sh', '-c', TEST], { cwd: root }))).toEqual(ACCEPTED);
    const { result } = await packet(root);
    expect(result.envelope['left_out']).toMatchObject([{ what: 'notes.local' }]);
  });

  test('a secret in a file name stops the packet', async () => {
    const root = await judgedWorkspace({ files: { [`dir-${TOKEN}.txt`]: 'x\n' } });
    const { result, out } = await packet(root);
    expect(seen(result)).toEqual(rejectedBy('GG-PACKET-SECRET'));
    expect(findingsOf(result, 'GG-PACKET-SECRET')[0]?.what).not.toContain(TOKEN);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });
});

describe('no packet, and a named reason (PK5)', () => {
  async function refused(root: string, args: readonly string[] = []): Promise<Judged> {
    const { result, out } = await packet(root, args);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(join(out, '..'))).toEqual([]);
    return result;
  }

  test('without a stamp, without a check, after a rejected one', async () => {
    const root = makeRepository({ '.gitignore': 'reports/\n', 'a.txt': 'a\n' });
    expect((await refused(root)).rejecting).toEqual(['GG-STAMP-MISSING']);
    await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root });
    await judged(['run', '--', 'sh', '-c', `${TEST}; exit 4`], { cwd: root });
    expect(seen(await refused(root))).toEqual(rejectedBy('GG-PACKET-NOT-ACCEPTED'));
    await judged(['check'], { cwd: root });
    const result = await refused(root);
    expect(seen(result)).toEqual(rejectedBy('GG-PACKET-NOT-ACCEPTED'));
    expect(result.envelope.findings[0]?.what).toMatch(/GG-RUN-FAILED: .*4/);
  });

  test('when the work tree moved since', async () => {
    const root = await judgedWorkspace();
    write(root, { 'lib.txt': 'TWO\n' });
    expect(rejectedPaths(await refused(root), 'GG-PACKET-TREE-MOVED')).toEqual(['lib.txt']);
  });

  test('when a quote is a paraphrase', async () => {
    const root = await judgedWorkspace();
    expect(seen(await refused(root, ['--quote', 'Each change wants a test.']))).toEqual(rejectedBy('GG-PACKET-QUOTE'));
  });

  test('when the base never failed', async () => {
    const root = makeRepository({ '.gitignore': 'reports/\n', 'a.txt': 'a\n' });
    git(root, 'branch', 'base');
    write(root, { 'a.txt': 'b\n' });
    commitAll(root);
    const gate = await judged(['gate', '--base', 'base', '--evidence', 'reports/*.xml', '--', 'sh', '-c', TEST], { cwd: root });
    expect(gate.code).toBe(1);
    const result = await refused(root);
    expect(result.envelope.findings[0]?.what).toMatch(/GG-BASELINE-/);
  });
});

test('the matrix counts a bundle of the same tree, and refuses one of another (PK3)', async () => {
  const root = makeRepository({ '.gitignore': 'reports/\n', 'a.txt': 'a\n' });
  const bundles = freshFolder();
  const gate = (cell: string): ReturnType<typeof judged> => judged(['gate', '--cell', cell, '--bundle', join(bundles, cell), '--evidence', 'reports/*.xml', '--', 'sh', '-c', TEST], { cwd: root });
  expect(seen(await gate('one'))).toEqual(ACCEPTED);
  expect(seen(await gate('two'))).toEqual(ACCEPTED);
  const { result, page } = await packet(root, ['--base', 'HEAD', '--expect', 'one,two,three', join(bundles, 'one')]);
  expect(seen(result)).toEqual(ACCEPTED);
  expect(page).toMatch(/<code>one<\/code> \| accepted, bundle [0-9a-f]{64}/);
  expect(page).toMatch(/<code>two<\/code> \| accepted here, tree [0-9a-f]{40}/);
  expect(page).toContain('<code>three</code> | not run |');
  write(root, { 'a.txt': 'b\n' });
  expect(seen(await gate('two'))).toEqual(ACCEPTED);
  expect((await packet(root, ['--base', 'HEAD', join(bundles, 'one')])).result.rejecting).toEqual(['GG-PACKET-BUNDLE']);
});
