/** The bundle as the gate writes it: where to, what goes in, what never does (PB3, PK4). */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { stampSchema } from '../../src/model/stamp.ts';
import type { Manifest } from '../../src/model/bundle.ts';
import { clearBundleFolder } from '../../src/publish/bundle-folder.ts';
import { ACCEPTED, findingsOf, judged, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, headTree, makeRepository, removeFolders, snapshot, write } from '../support/repository.ts';

jest.setTimeout(240_000);
afterAll(removeFolders);

const RUNNER = `import os, sys
os.makedirs('reports', exist_ok=True)
with open('reports/junit.xml', 'w') as f:
    f.write('<testsuite name="%s" tests="1" failures="0" errors="0" skipped="0"><testcase classname="c" name="t"><system-out>%s</system-out></testcase></testsuite>' % (os.environ['GENERATION_GATE_GENERATION'], os.environ.get('SAY', '')))
print(os.environ.get('SAY', ''))
for name in os.environ.get('LOAD', '').split():
    sys.path.insert(0, os.path.dirname(name) or '.')
    __import__(os.path.basename(name)[:-3])
`;
const IGNORE = 'reports/\n';
const GATE = ['--evidence', 'reports/*.xml', '--', 'python3', 'run.py'] as const;

function workspace(files: Readonly<Record<string, string>> = {}): string {
  return makeRepository({ 'run.py': RUNNER, '.gitignore': IGNORE, ...files });
}

function gate(root: string, bundle: string, env: Record<string, string> = {}, before: readonly string[] = ['--cell', 'a']): Promise<Judged> {
  return judged(['gate', ...before, '--bundle', bundle, ...GATE], { cwd: root, env });
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

/** All that travels, as one text. */
function wholeText(folder: string): string {
  return filesOf(folder).map((file) => `${file}\n${readFileSync(join(folder, file), 'latin1')}`).join('\n');
}

describe('the folder (PB3)', () => {
  test('holds what the manifest says, each file with its digest, each report with generation and tree', async () => {
    const root = workspace();
    const folder = join(freshFolder(), 'new', 'bundle');
    const result = await gate(root, folder);
    expect(seen(result)).toEqual(ACCEPTED);
    const manifest = manifestOf(folder);
    expect(filesOf(folder)).toEqual(['manifest.json', 'statement.json', 'statement-verdict.json', ...manifest.files.map(({ path }) => path)].sort());
    for (const { path, sha256, size } of manifest.files) {
      const bytes = readFileSync(join(folder, path));
      expect([path, createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([path, sha256, size]);
    }
    const stamp = stampSchema.parse(JSON.parse(readFileSync(join(folder, 'stamp.json'), 'utf8')));
    expect(readFileSync(join(folder, 'stamp.json'))).toEqual(readFileSync(join(root, '.workspace_generation.json')));
    expect(manifest).toMatchObject({ cell: 'a', generation: stamp.generation, tree_id: headTree(root), content_id: stamp.content_id, head: git(root, 'rev-parse', 'HEAD'), verdict: 'accepted', command_digest: result.envelope['command_digest'] });
    expect(manifest.reports).toEqual([{ path: 'reports/junit.xml', file: 'reports/0001.xml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), generation: stamp.generation, tree_id: headTree(root) }]);
    expect(readFileSync(join(folder, 'reports/0001.xml'))).toEqual(readFileSync(join(root, 'reports/junit.xml')));
    expect(readFileSync(join(folder, 'command'), 'utf8')).toBe('python3\0run.py\0');
    expect(manifest.patch).toMatchObject({ state: 'empty', against: { what: 'head', tree: headTree(root) } });
    expect(result.envelope['bundle']).toMatchObject({ folder, digest: createHash('sha256').update(readFileSync(join(folder, 'manifest.json'))).digest('hex'), left_out: [] });
    expect(readdirSync(join(folder, '..'))).toEqual(['bundle']);
  });

  test('inside the workspace changes neither this stamp nor the next', async () => {
    const root = workspace();
    for (const say of ['one', 'two']) {
      const result = await gate(root, join(root, 'bundle'), { SAY: say });
      expect(seen(result)).toEqual(ACCEPTED);
      expect(result.envelope.tree_id).toBe(headTree(root));
      expect(readFileSync(join(root, 'bundle/logs/stdout.txt'), 'utf8')).toBe(`${say}\n`);
    }
  });

  test('of an earlier run is gone when this one ends before its check', async () => {
    const root = workspace();
    const folder = join(freshFolder(), 'bundle');
    expect(seen(await gate(root, folder))).toEqual(ACCEPTED);
    write(root, { 'setup.sh': 'exit 3\n' });
    const refused = await gate(root, folder, {}, ['--cell', 'a', '--setup', join(root, 'setup.sh')]);
    expect(refused.code).toBe(1);
    expect(manifestOf(folder)).toMatchObject({ verdict: 'rejected', cell: 'a' });
    expect(findingsOf(await judged(['verify', folder], { cwd: folder }), 'GG-FAN-IN-REJECTED-CELL')[0]?.what).toMatch(/GG-SETUP-FAILED/);
    const broken = await judged(['gate', '--bundle', folder, '--evidence', 'reports/*.xml', '--python', '/nonexistent', '--base', 'gone', '--', 'python3', 'run.py'], { cwd: root });
    expect(broken.code).toBe(1);
    expect(manifestOf(folder)).toMatchObject({ verdict: 'rejected', cell: null, generation: null });
  });

  test('is written by a check of tests that the workflow ran itself', async () => {
    const root = workspace();
    const folder = join(freshFolder(), 'bundle');
    expect((await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root })).code).toBe(0);
    write(root, { 'reports/junit.xml': '<testsuite tests="1"><testcase name="t"/></testsuite>' });
    expect(seen(await judged(['check', '--outcome', 'success', '--cell', 'a', '--bundle', folder], { cwd: root }))).toEqual(ACCEPTED);
    expect(filesOf(folder)).not.toContain('run.json');
    expect(seen(await judged(['verify', folder], { cwd: folder }))).toEqual(ACCEPTED);
  });

  test.each<[string, (folder: string) => void]>([
    ['holds something else', (folder) => write(folder, { 'notes.txt': 'mine' })],
    ['holds a manifest of something else', (folder) => write(folder, { 'manifest.json': '{"name":"app"}' })],
    ['is a file', (folder) => { rmSync(folder, { recursive: true }); writeFileSync(folder, 'x'); }],
    ['is a link', (folder) => { rmSync(folder, { recursive: true }); symlinkSync('/tmp', folder); }],
  ])('is refused where it %s, before anything is done', async (_, plant) => {
    const root = workspace();
    const parent = freshFolder();
    const folder = join(parent, 'bundle');
    mkdirSync(folder);
    plant(folder);
    const image = snapshot(parent);
    const result = await gate(root, folder);
    expect([result.code, result.rejecting]).toEqual([2, ['GG-BUNDLE-FOLDER-IN-USE']]);
    expect(snapshot(parent)).toEqual(image);
    expect(existsSync(join(root, '.workspace_generation.json'))).toBe(false);
  });

  test('of an older bundle is emptied of its own files, and refused where others lie among them', async () => {
    const folder = join(freshFolder(), 'bundle');
    expect(seen(await gate(workspace(), folder))).toEqual(ACCEPTED);
    write(folder, { 'reports/mine.txt': 'mine' });
    const image = snapshot(folder);
    expect(() => clearBundleFolder(folder)).toThrow(/holds reports\/mine\.txt, which is no part of the bundle/);
    expect(snapshot(folder)).toEqual(image);
    rmSync(join(folder, 'reports/mine.txt'));
    clearBundleFolder(folder);
    expect(filesOf(folder)).toEqual([]);
  });

  test('never lets an older manifest name what lies elsewhere', async () => {
    const parent = freshFolder();
    const folder = join(parent, 'bundle');
    expect(seen(await gate(workspace(), folder))).toEqual(ACCEPTED);
    write(parent, { 'mine/0001.xml': 'mine' });
    rmSync(join(folder, 'reports'), { recursive: true });
    symlinkSync(join(parent, 'mine'), join(folder, 'reports'));
    expect(() => clearBundleFolder(folder)).toThrow(/no part of the bundle/);
    const manifest = manifestOf(folder);
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files: [{ ...manifest.files[0], path: '../mine/0001.xml' }] }));
    expect(() => clearBundleFolder(folder)).toThrow(/not that of a bundle/);
    expect(readFileSync(join(parent, 'mine/0001.xml'), 'utf8')).toBe('mine');
  });
});

describe('what never travels (PK4)', () => {
  const home = '/home/somebody-with-a-name';
  const secret = 'hunter2-correct-horse-battery';

  test('secrets and home folders are taken out, two digests say so, and the verdict can still be reached', async () => {
    const root = workspace();
    const folder = join(freshFolder(), 'bundle');
    const encoded = Buffer.from(secret).toString('base64');
    const result = await gate(root, folder, { DEPLOY_TOKEN: secret, HOME: home, SAY: `in ${home}/src: ${secret} ${encoded} ${encodeURIComponent(`${secret}!`)}` });
    expect(seen(result)).toEqual(ACCEPTED);
    const text = wholeText(folder);
    expect(text).not.toContain('somebody-with-a-name');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encoded);
    expect(text).toContain('~/src');
    const report = manifestOf(folder).files.find(({ path }) => path === 'reports/0001.xml');
    expect(report?.judged_sha256).toBe(createHash('sha256').update(readFileSync(join(root, 'reports/junit.xml'))).digest('hex'));
    expect(report?.sha256).not.toBe(report?.judged_sha256);
    const again = await judged(['verify', folder], { cwd: folder });
    expect(seen(again)).toEqual(ACCEPTED);
    expect(again.envelope['cells']).toMatchObject([{ redacted: expect.arrayContaining(['reports/0001.xml', 'logs/stdout.txt']) }]);
  });

  test('a secret in the command goes, and its digest stays that of the command', async () => {
    const root = workspace();
    const folder = join(freshFolder(), 'bundle');
    const result = await judged(['gate', '--bundle', folder, '--cell', 'a', '--evidence', 'reports/*.xml', '--', 'python3', 'run.py', `--key=${secret}`], { cwd: root, env: { API_KEY: secret } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(wholeText(folder)).not.toContain(secret);
    expect(manifestOf(folder).command_digest).toBe(result.envelope['command_digest']);
    expect(seen(await judged(['verify', folder], { cwd: folder }))).toEqual(ACCEPTED);
  });

  test('files that may not travel are left out of the patch by name', async () => {
    const root = workspace();
    write(root, { '.env': 'PASSWORD=abcdefgh\n', 'deploy.pem': 'pem\n', 'vendor/lib.py': 'x = 1\n', '.vscode/settings.json': '{}\n', 'shop.py': 'y = 1\n' });
    const folder = join(freshFolder(), 'bundle');
    expect(seen(await gate(root, folder))).toEqual(ACCEPTED);
    const manifest = manifestOf(folder);
    expect(manifest.left_out.map(({ path }) => path)).toEqual(['.env', '.vscode/settings.json', 'deploy.pem', 'vendor/lib.py']);
    const patch = readFileSync(join(folder, 'change.patch'), 'utf8');
    expect(patch).toContain('+y = 1');
    for (const word of ['abcdefgh', 'deploy.pem', 'vendor/', '.vscode']) expect(patch).not.toContain(word);
    expect(seen(await judged(['verify', folder], { cwd: folder }))).toEqual(ACCEPTED);
    const against = await judged(['verify', folder, '--repo', root], { cwd: folder });
    expect(seen(against)).toEqual(rejectedBy('GG-BUNDLE-PATCH'));
    expect(findingsOf(against, 'GG-BUNDLE-PATCH')[0]?.what).toMatch(/left out of it: \.env, /);
  });
});

describe('second runs (BL1, RP1)', () => {
  const JUDGE = `import os, sys, shop
bad = shop.PRICE != 2
os.makedirs('reports', exist_ok=True)
open('reports/junit.xml', 'w').write('<testsuite name="%s" tests="1" failures="%d" errors="0"><testcase classname="c" name="t">%s</testcase></testsuite>' % (os.environ['GENERATION_GATE_GENERATION'], bad, '<failure message="price"/>' if bad else ''))
sys.exit(1 if bad else 0)
`;
  test('are in it, and the patch is against the base', async () => {
    const root = makeRepository({ 'run.py': JUDGE, 'shop.py': 'PRICE = 3\n', '.gitignore': IGNORE });
    const base = git(root, 'rev-parse', 'HEAD');
    write(root, { 'shop.py': 'PRICE = 2\n' });
    git(root, 'commit', '-q', '-am', 'fix');
    const folder = join(freshFolder(), 'bundle');
    const result = await gate(root, folder, {}, ['--cell', 'a', '--base', base, '--replay']);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(filesOf(folder)).toEqual(expect.arrayContaining(['baseline.json', 'change.patch', 'replay.json']));
    expect(manifestOf(folder).patch).toMatchObject({ state: 'written', against: { what: 'base', commit: base } });
    expect(seen(await judged(['verify', folder, '--repo', root], { cwd: folder }))).toEqual(ACCEPTED);
  });
});

describe('a fix over all cells (FI2)', () => {
  const SPLIT = `import os, sys, shop
cell = os.environ.get('GENERATION_GATE_CELL')
bad = shop.PRICE != 2 or cell == 'b'
os.makedirs('reports', exist_ok=True)
open('reports/junit.xml', 'w').write('<testsuite name="%s" tests="1" failures="%d" errors="0"><testcase classname="c" name="test_price">%s</testcase></testsuite>' % (os.environ['GENERATION_GATE_GENERATION'], bad, '<failure message="price"/>' if bad else ''))
sys.exit(1 if bad else 0)
`;
  test('that one cell shows rejects where another cell is only as red as its base', async () => {
    const root = makeRepository({ 'run.py': SPLIT, 'shop.py': 'PRICE = 3\n', '.gitignore': IGNORE });
    const base = git(root, 'rev-parse', 'HEAD');
    write(root, { 'shop.py': 'PRICE = 2\n' });
    git(root, 'commit', '-q', '-am', 'fix');
    const folder = freshFolder();
    expect(seen(await gate(root, join(folder, 'a'), {}, ['--cell', 'a', '--base', base, '--require-fixed', 'test_price']))).toEqual(ACCEPTED);
    expect(seen(await gate(root, join(folder, 'b'), {}, ['--cell', 'b', '--base', base, '--baseline', 'observe']))).toEqual(ACCEPTED);
    const result = await judged(['fan-in', '--expect', 'a,b', folder], { cwd: folder });
    expect(seen(result)).toEqual(rejectedBy('GG-FAN-IN-REQUIRED-FIX'));
  });
});

describe('a report that is written once more after the check', () => {
  test('keeps an acceptance from being handed over, and a rejection from nothing', async () => {
    const late = (end: string): string => `import os, subprocess, sys
exec(open('run.py').read())
subprocess.Popen([sys.executable, '-c', "import time\\nfor _ in range(4000): open('reports/junit.xml', 'a').write(' '); time.sleep(0.005)"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
sys.exit(${end})
`;
    const root = workspace({ 'late.py': late('3') });
    const folder = join(freshFolder(), 'bundle');
    const result = await judged(['gate', '--cell', 'a', '--bundle', folder, '--evidence', 'reports/*.xml', '--', 'python3', 'late.py'], { cwd: root });
    expect(result.code).toBe(1);
    expect(result.rejecting).toContain('GG-RUN-FAILED');
    const again = await judged(['verify', folder], { cwd: folder });
    expect(again.rejecting).toContain('GG-FAN-IN-REJECTED-CELL');
  });
});

describe('changed tests over all cells (RN6)', () => {
  test('one that no cell loads rejects; one that some cell loads does not', async () => {
    const root = workspace({ 'shop.py': 'x = 1\n' });
    write(root, { 'tests/test_new.py': 'import os\n' });
    const folder = freshFolder();
    for (const cell of ['a', 'b']) expect(seen(await gate(root, join(folder, cell), {}, ['--cell', cell]))).toEqual(ACCEPTED);
    const without = await judged(['fan-in', '--expect', 'a,b', folder], { cwd: folder });
    expect(seen(without)).toEqual(rejectedBy('GG-FAN-IN-TEST-NOT-LOADED'));
    expect(findingsOf(without, 'GG-FAN-IN-TEST-NOT-LOADED')[0]?.paths).toEqual(['tests/test_new.py']);
    expect(seen(await gate(root, join(folder, 'b'), { LOAD: 'tests/test_new.py' }, ['--cell', 'b']))).toEqual(ACCEPTED);
    expect(seen(await judged(['fan-in', '--expect', 'a,b', folder], { cwd: folder }))).toEqual(ACCEPTED);
  });
});
