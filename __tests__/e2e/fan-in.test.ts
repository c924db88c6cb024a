/** Cells of a matrix gathered by the program itself: what is accepted, and every way in which a bundle was tampered with. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Manifest } from '../../src/model/bundle.ts';
import { ACCEPTED, ACTION, findingsOf, judged, program, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, headTree, makeRepository, removeFolders, write } from '../support/repository.ts';
import { zipOf } from '../support/zip.ts';

jest.setTimeout(180_000);

/** Writes one passing test, one of the cell's own, and one that all cells skip; fails where `red` says so. */
const RUNNER = `import os, sys
cell = os.environ.get('GENERATION_GATE_CELL', 'none')
red = os.path.exists('red') or os.environ.get('RED') == cell
os.makedirs('reports', exist_ok=True)
case = '<testcase classname="c" name="%s">%s</testcase>'
with open('reports/junit.xml', 'w') as f:
    f.write('<testsuite name="s" tests="3" failures="%d" errors="0" skipped="1">' % red)
    f.write('<properties><property name="generation" value="%s"/></properties>' % os.environ['GENERATION_GATE_GENERATION'])
    f.write(case % ('test_common', '<failure message="no"/>' if red else ''))
    f.write(case % ('test_of_' + cell, ''))
    f.write(case % ('test_nowhere', '<skipped/>'))
    f.write('</testsuite>')
print('ran', cell)
sys.exit(1 if red else 0)
`;

let workspace: string;
let good: string;

beforeAll(async () => {
  workspace = makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\nbundle/\n', 'shop.py': 'PRICE = 2\n' });
  good = freshFolder();
  for (const cell of ['a', 'b']) expect(seen(await cellRun(workspace, cell, join(good, cell)))).toEqual(ACCEPTED);
});
afterAll(removeFolders);

function cellRun(root: string, cell: string, bundle: string, env: Record<string, string> = {}, more: readonly string[] = []): Promise<Judged> {
  return judged(['gate', '--cell', cell, '--bundle', bundle, '--evidence', 'reports/*.xml', ...more, '--', 'python3', 'run.py'], { cwd: root, env });
}

/** From a folder that is no repository. */
function fanIn(bundles: readonly string[], more: readonly string[] = [], expected = 'a,b'): Promise<Judged> {
  return judged(['fan-in', '--expect', expected, ...more, ...bundles], { cwd: freshFolder() });
}

/** Copies of both bundles, the second one changed. */
function spoilt(spoil: (folder: string) => void): string[] {
  const folder = freshFolder();
  cpSync(good, folder, { recursive: true });
  spoil(join(folder, 'b'));
  return [join(folder, 'a'), join(folder, 'b')];
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}

/** Changes a file and then the manifest, as somebody would who knows of the digests. */
function forge(folder: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
  const bytes = readFileSync(join(folder, path));
  const manifest = manifestOf(folder);
  const files = manifest.files.map((file) => (file.path === path ? { path, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length } : file));
  editManifest(folder, () => ({ ...manifest, files }));
}

function editManifest(folder: string, change: (manifest: Manifest) => object): void {
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(change(manifestOf(folder))));
  // Whoever forges a manifest takes away what was said of the old one; a statement that stays gives it away at once.
  for (const statement of ['statement.json', 'statement-verdict.json']) rmSync(join(folder, statement), { force: true });
}

function zipFolder(folder: string): string {
  const file = `${freshFolder()}/bundle.zip`;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  writeFileSync(file, zipOf(names.map((name) => ({ name, content: readFileSync(join(folder, name)) }))));
  return file;
}

describe('cells that agree (FI1)', () => {
  test('are accepted, and their tests summed', async () => {
    const result = await fanIn([join(good, 'a'), join(good, 'b')], ['--repo', workspace]);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests).toEqual({ total: 6, passed: 4, failed: 0, errored: 0, skipped: 2, flaky: 0 });
    expect(result.envelope.tree_id).toBe(headTree(workspace));
    expect(result.envelope.generation).toBeNull();
    expect(result.envelope['cells']).toMatchObject([{ cell: 'a', state: 'accepted', tree_id: headTree(workspace) }, { cell: 'b', state: 'accepted', tests: { total: 3 } }]);
    expect(findingsOf(result, 'GG-FAN-IN-RUN-NOWHERE')[0]?.what).toMatch(/^1 test skipped by every cell that reports it: c::test_nowhere/);
  });

  test('as zip files, mixed, or named by the folder around them', async () => {
    const zipped = zipFolder(join(good, 'b'));
    expect(seen(await fanIn([join(good, 'a'), zipped], ['--tree', headTree(workspace)]))).toEqual(ACCEPTED);
    expect(seen(await fanIn([good]))).toEqual(ACCEPTED);
  });

  test('need neither repository nor tree, and the verdict says so', async () => {
    const result = await fanIn([join(good, 'a'), join(good, 'b')]);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-FAN-IN-OTHER-TREE')[0]).toMatchObject({ answer: 'unknown', rejects: false });
  });

  test('show a table', async () => {
    const shown = await program(['fan-in', '--expect', 'a,b,c', good], { cwd: freshFolder() });
    expect(shown.code).toBe(1);
    expect(shown.stdout).toMatch(/^cell +verdict +tree +generation +tests +red +ran on\na +accepted +[0-9a-f]{12} +[0-9a-f]{12} +3 +0 .*\nb +accepted .*\nc +not run +- /);
  });

  test('are fine from a rerun with another generation', async () => {
    const again = join(freshFolder(), 'b');
    expect(seen(await cellRun(workspace, 'b', again))).toEqual(ACCEPTED);
    expect(manifestOf(again).generation).not.toBe(manifestOf(join(good, 'b')).generation);
    expect(seen(await fanIn([join(good, 'a'), again]))).toEqual(ACCEPTED);
  });

  test('must hold what is required of them together', async () => {
    expect(seen(await fanIn([good], ['--require-test', 'test_of_a', '--require-test', 'c::test_common', '--min-tests', '4']))).toEqual(ACCEPTED);
    expect(seen(await fanIn([good], ['--require-test', 'test_of_c']))).toEqual(rejectedBy('GG-FAN-IN-REQUIRED-TEST'));
    expect(seen(await fanIn([good], ['--require-test', 'test_nowhere']))).toEqual(rejectedBy('GG-FAN-IN-REQUIRED-TEST'));
    expect(seen(await fanIn([good], ['--min-tests', '5']))).toEqual(rejectedBy('GG-FAN-IN-REQUIRED-TEST'));
  });
});

describe('cells that do not (FI1)', () => {
  const at = (...cells: readonly string[]): string[] => cells.map((cell) => join(good, cell));

  test('one is missing', async () => {
    expect(seen(await fanIn(at('a')))).toEqual(rejectedBy('GG-FAN-IN-MISSING-CELL'));
    expect(seen(await fanIn(at('a', 'b'), [], 'a,b,c'))).toEqual(rejectedBy('GG-FAN-IN-MISSING-CELL'));
  });

  test('one is there twice', async () => {
    expect(seen(await fanIn([...at('a', 'b'), zipFolder(join(good, 'b'))]))).toEqual(rejectedBy('GG-FAN-IN-DUPLICATE-CELL'));
  });

  test('one cannot be read', async () => {
    expect(seen(await fanIn([join(good, 'a'), join(good, 'gone')]))).toEqual(rejectedBy('GG-BUNDLE-UNREADABLE', 'GG-FAN-IN-MISSING-CELL'));
    expect(seen(await fanIn([join(good, 'a'), freshFolder()]))).toEqual(rejectedBy('GG-BUNDLE-UNREADABLE', 'GG-FAN-IN-MISSING-CELL'));
  });

  test('another tree is to be merged', async () => {
    expect(seen(await fanIn(at('a', 'b'), ['--tree', '1'.repeat(40)]))).toEqual(rejectedBy('GG-FAN-IN-OTHER-TREE'));
    const elsewhere = makeRepository({ 'x.txt': 'x\n' });
    expect(seen(await fanIn(at('a', 'b'), ['--repo', elsewhere]))).toEqual(rejectedBy('GG-FAN-IN-OTHER-TREE'));
  });

  test('another command ran', async () => {
    const folder = join(freshFolder(), 'b');
    await judged(['gate', '--cell', 'b', '--bundle', folder, '--evidence', 'reports/*.xml', '--', 'python3', '-u', 'run.py'], { cwd: workspace });
    expect(seen(await fanIn([join(good, 'a'), folder]))).toEqual(rejectedBy('GG-FAN-IN-OTHER-COMMAND'));
  });

  test('one is red, and its bundle is there all the same', async () => {
    const folder = join(freshFolder(), 'b');
    const red = await cellRun(workspace, 'b', folder, { RED: 'b' });
    expect(red.code).toBe(1);
    expect(red.envelope['bundle']).toMatchObject({ folder });
    const result = await fanIn([join(good, 'a'), folder]);
    expect(seen(result)).toEqual(rejectedBy('GG-FAN-IN-REJECTED-CELL'));
    expect(findingsOf(result, 'GG-FAN-IN-REJECTED-CELL')[0]?.what).toMatch(/cell "b" is rejected by .*GG-EVIDENCE-RED/);
    expect(result.envelope.tests.failed).toBe(1);
  });

  test('one was refused before anything ran', async () => {
    const root = makeRepository({ 'run.py': RUNNER, '.workspace_generation.json': '{}' });
    const folder = join(freshFolder(), 'b');
    expect(seen(await cellRun(root, 'b', folder))).toEqual(rejectedBy('GG-STAMP-TRACKED'));
    const result = await fanIn([join(good, 'a'), folder]);
    expect(seen(result)).toEqual(rejectedBy('GG-FAN-IN-REJECTED-CELL'));
    expect(findingsOf(result, 'GG-FAN-IN-REJECTED-CELL')[0]?.what).toMatch(/GG-STAMP-TRACKED/);
  });

  test('they tested different trees', async () => {
    const root = freshFolder();
    git(root, 'clone', '-q', workspace, 'ws');
    writeFileSync(join(root, 'ws/shop.py'), 'PRICE = 3\n');
    const folder = join(root, 'bundle-b');
    expect(seen(await cellRun(join(root, 'ws'), 'b', folder))).toEqual(ACCEPTED);
    expect(seen(await fanIn([join(good, 'a'), folder]))).toEqual(rejectedBy('GG-FAN-IN-MIXED-TREES'));
  });

  test('nobody says which are expected', async () => {
    expect((await program(['fan-in', good], { cwd: good })).code).toBe(2);
    expect((await program(['fan-in', '--expect', ',', good], { cwd: good })).code).toBe(2);
    expect((await program(['fan-in', '--expect', 'a'], { cwd: good })).code).toBe(2);
    expect((await program(['fan-in', '--expect', 'a', '--tree', 'HEAD', good], { cwd: good })).code).toBe(2);
    for (const repo of [join(good, 'gone'), freshFolder()]) expect((await judged(['fan-in', '--expect', 'a,b', '--repo', repo, good], { cwd: good })).envelope).toMatchObject({ error: { code: 'GG-REPOSITORY-NOT-FOUND', exit: 2 } });
    expect((await judged(['verify', '--repo', join(good, 'gone'), join(good, 'a')], { cwd: good })).envelope).toMatchObject({ error: { code: 'GG-REPOSITORY-NOT-FOUND', exit: 2 } });
  });
});

describe('a bundle that was tampered with (FI3)', () => {
  const PARTS = ['command', 'command.json', 'facts.json', 'findings.json', 'inventory-run.json', 'inventory-stamp.json', 'logs/stderr.txt', 'logs/stdout.txt', 'policy.json', 'reports/0001.xml', 'run.json', 'stamp.json', 'verdict.json', 'witness.json'];

  test('has exactly these parts', () => {
    expect(manifestOf(join(good, 'b')).files.map(({ path }) => path)).toEqual(PARTS);
  });

  test('is named with the file that was changed, removed or added', async () => {
    const ways: [string, (folder: string) => void][] = [
      ...PARTS.map((part): [string, (folder: string) => void] => [part, (folder) => appendFileSync(join(folder, part), ' ')]),
      ...PARTS.map((part): [string, (folder: string) => void] => [part, (folder) => rmSync(join(folder, part))]),
      ['extra.json', (folder) => writeFileSync(join(folder, 'extra.json'), '{}')],
      ['reports/0002.xml', (folder) => writeFileSync(join(folder, 'reports/0002.xml'), '<testsuite/>')],
    ];
    for (const [file, spoil] of ways) {
      const [, folder = ''] = spoilt(spoil);
      const result = await judged(['verify', folder], { cwd: freshFolder() });
      expect([file, seen(result)]).toEqual([file, rejectedBy('GG-BUNDLE-CHANGED')]);
      expect(findingsOf(result, 'GG-BUNDLE-CHANGED')[0]?.what).toContain(`"${file}"`);
    }
  });

  const red = (text: string): string => text.replace('failures="0"', 'failures="1"').replace('name="test_common">', 'name="test_common"><failure/>');
  test.each<[string, (folder: string) => void, readonly string[], RegExp]>([
    ['the manifest is edited, and the statements stay', (folder) => writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifestOf(folder))} `), ['GG-BUNDLE-CHANGED'], /"statement\.json" is about .*, and the bundle is/],
    ['a report is swapped', (folder) => forge(folder, 'reports/0001.xml', (text) => text.replace('test_of_b', 'test_of_c')), ['GG-BUNDLE-CHANGED'], /"reports\/0001\.xml" has the SHA-256/],
    ['a report is made green, with its digest everywhere in the manifest', (folder) => {
      forge(folder, 'reports/0001.xml', (text) => `${text}\n`);
      editManifest(folder, (manifest) => ({ ...manifest, reports: manifest.reports.map((report) => ({ ...report, sha256: manifest.files.find(({ path }) => path === report.file)?.sha256 })) }));
    }, ['GG-BUNDLE-CHANGED'], /the check saw reports\/junit\.xml with/],
    ['a report is made red, and all digests fit', (folder) => {
      const before = manifestOf(folder).reports[0]?.sha256 ?? '';
      forge(folder, 'reports/0001.xml', red);
      const after = manifestOf(folder).files.find(({ path }) => path === 'reports/0001.xml')?.sha256 ?? '';
      for (const part of ['facts.json', 'inventory-run.json']) forge(folder, part, (text) => text.replaceAll(before, after));
      editManifest(folder, (manifest) => ({ ...manifest, reports: manifest.reports.map((report) => ({ ...report, sha256: after })) }));
    }, ['GG-BUNDLE-OTHER-VERDICT', 'GG-FAN-IN-REJECTED-CELL'], /says "accepted", and its files give "rejected"/],
    ['a report is taken for one that was redacted', (folder) => {
      const before = manifestOf(folder).reports[0]?.sha256 ?? '';
      forge(folder, 'reports/0001.xml', red);
      editManifest(folder, (manifest) => ({ ...manifest, files: manifest.files.map((file) => (file.path === 'reports/0001.xml' ? { ...file, judged_sha256: before } : file)) }));
    }, ['GG-BUNDLE-OTHER-VERDICT', 'GG-FAN-IN-REJECTED-CELL'], /files give "rejected"/],
    ['the verdict is edited', (folder) => forge(folder, 'verdict.json', (text) => text.replace('"verdict":"accepted"', '"verdict":"rejected"')), ['GG-BUNDLE-OTHER-VERDICT'], /verdict\.json says "rejected", and its files give "accepted"/],
    ['the numbers are edited', (folder) => forge(folder, 'verdict.json', (text) => text.replace('"passed":2', '"passed":20')), ['GG-BUNDLE-OTHER-VERDICT'], /counts 20 tests as passed, and its reports give 2/],
    ['the manifest says another verdict', (folder) => editManifest(folder, (manifest) => ({ ...manifest, verdict: 'rejected' })), ['GG-BUNDLE-OTHER-VERDICT'], /manifest\.json says "rejected"/],
    ['a finding is edited', (folder) => forge(folder, 'findings.json', (text) => text.replace('"rule":"GG-EVIDENCE-RED","answer":"holds"', '"rule":"GG-EVIDENCE-RED","answer":"unknown"')), ['GG-BUNDLE-OTHER-VERDICT'], /GG-EVIDENCE-RED unknown/],
    ['the ending is edited', (folder) => forge(folder, 'run.json', (text) => text.replace('"kind":"exited","code":0', '"kind":"exited","code":3')), ['GG-BUNDLE-OTHER-VERDICT', 'GG-FAN-IN-REJECTED-CELL'], /files give "rejected"/],
    ['the command is swapped', (folder) => forge(folder, 'command', (text) => text.replace('run.py', 'not.py')), ['GG-BUNDLE-CHANGED'], /"command" cannot be read back/],
    ['the manifest claims another tree', (folder) => editManifest(folder, (manifest) => ({ ...manifest, tree_id: '1'.repeat(40) })), ['GG-BUNDLE-CHANGED'], /"manifest\.json" says that the tree id is 1{40}/],
    ['the manifest claims another cell', (folder) => editManifest(folder, (manifest) => ({ ...manifest, cell: 'c' })), ['GG-BUNDLE-CHANGED'], /the cell is c, and facts\.json says b/],
    ['the manifest claims another generation', (folder) => editManifest(folder, (manifest) => ({ ...manifest, generation: '1'.repeat(32) })), ['GG-BUNDLE-CHANGED'], /the generation is 1{32}/],
    ['the manifest claims another command', (folder) => editManifest(folder, (manifest) => ({ ...manifest, command_digest: '1'.repeat(64) })), ['GG-BUNDLE-CHANGED'], /the command digest is 1{64}/],
    ['a report is listed under another generation', (folder) => editManifest(folder, (manifest) => ({ ...manifest, reports: manifest.reports.map((report) => ({ ...report, generation: '1'.repeat(32) })) })), ['GG-BUNDLE-CHANGED'], /listed under generation 1{32}/],
    ['a report is listed no more', (folder) => editManifest(folder, (manifest) => ({ ...manifest, reports: [] })), ['GG-BUNDLE-CHANGED'], /and not by the manifest/],
    ['the stamp names another tree', (folder) => forge(folder, 'stamp.json', (text) => text.replace(/"tree_id": "[0-9a-f]+"/, `"tree_id": "${'1'.repeat(40)}"`)), ['GG-BUNDLE-CHANGED'], /"stamp\.json" says that the tree id is 1{40}/],
    ['the inventory is edited', (folder) => forge(folder, 'inventory-run.json', (text) => text.replace(/"mtimeNs":"\d+"/, '"mtimeNs":"1"')), ['GG-BUNDLE-CHANGED'], /"inventory-run\.json" has another entry/],
    ['a part is no JSON', (folder) => forge(folder, 'facts.json', () => '{'), ['GG-BUNDLE-CHANGED'], /"facts\.json" is not JSON/],
    ['a part is of another form', (folder) => forge(folder, 'run.json', () => '{}'), ['GG-BUNDLE-CHANGED'], /"run\.json" is not what the format asks for/],
    ['facts are taken out, manifest and all', (folder) => {
      rmSync(join(folder, 'facts.json'));
      editManifest(folder, (manifest) => ({ ...manifest, files: manifest.files.filter(({ path }) => path !== 'facts.json') }));
    }, ['GG-BUNDLE-OTHER-VERDICT', 'GG-FAN-IN-REJECTED-CELL'], /said to be accepted, and facts\.json is not in it/],
    ['the manifest is of a later format', (folder) => editManifest(folder, (manifest) => ({ ...manifest, schema: 'generation-gate/bundle/2' })), ['GG-BUNDLE-UNREADABLE'], /its format is "generation-gate\/bundle\/2"/],
    ['the manifest is gone', (folder) => rmSync(join(folder, 'manifest.json')), ['GG-BUNDLE-UNREADABLE'], /holds no manifest\.json/],
    ['the manifest names a file outside', (folder) => editManifest(folder, (manifest) => ({ ...manifest, files: [...manifest.files, { path: '../a/facts.json', sha256: '1'.repeat(64), size: 1 }] })), ['GG-BUNDLE-UNREADABLE'], /manifest\.json is malformed at "files\.\d+\.path"/],
    ['a part is a link', (folder) => {
      renameSync(join(folder, 'facts.json'), `${folder}-facts`);
      symlinkSync(`${folder}-facts`, join(folder, 'facts.json'));
    }, ['GG-BUNDLE-UNREADABLE'], /facts\.json is a link/],
  ])('is rejected where %s', async (_, spoil, rules, words) => {
    const bundles = spoilt(spoil);
    const alone = await judged(['verify', bundles[1] ?? ''], { cwd: freshFolder() });
    expect(seen(alone)).toEqual(rejectedBy(...rules));
    expect(findingsOf(alone, rules[0] ?? '').map(({ what }) => what).join('\n')).toMatch(words);
    const together = await fanIn(bundles);
    expect(together.code).toBe(1);
    expect(together.rejecting).toEqual(expect.arrayContaining([...rules]));
  });
});

describe('an archive that attacks (FI1)', () => {
  test.each<[string, Buffer]>([
    ['a name that leads out', zipOf([{ name: 'manifest.json', content: '{}' }, { name: '../../pwned', content: 'x' }])],
    ['a link', zipOf([{ name: 'reports', mode: 0o120777, content: '/' }, { name: 'reports/tmp/pwned', content: 'x' }])],
    ['no bundle at all', Buffer.from('PK\x03\x04 what')],
  ])('with %s is rejected, and nothing is written anywhere', async (_, bytes) => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'tmp'));
    writeFileSync(join(folder, 'hostile.zip'), bytes);
    const result = await judged(['fan-in', '--workspace', folder, '--expect', 'a', join(folder, 'hostile.zip')], { cwd: folder, env: { TMPDIR: join(folder, 'tmp') } });
    expect(seen(result)).toEqual(rejectedBy('GG-BUNDLE-UNREADABLE', 'GG-FAN-IN-MISSING-CELL'));
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['hostile.zip', 'tmp']);
    expect(existsSync('/tmp/pwned')).toBe(false);
  });
});

describe('as a step of a workflow (FI1)', () => {
  test('the phase fan-in judges downloaded bundles and shows the table', async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'temp'));
    for (const name of ['output', 'summary', 'env']) writeFileSync(join(folder, name), '');
    const env = { RUNNER_TEMP: join(folder, 'temp'), GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary'), GITHUB_ENV: join(folder, 'env'), INPUT_PHASE: 'fan-in', 'INPUT_EXPECT-CELLS': 'a, b', INPUT_BUNDLES: good, INPUT_REPO: workspace };
    const passed = await program([], { cwd: folder, env, program: ACTION });
    expect([passed.code, passed.stdout]).toEqual([0, expect.stringMatching(/^a +accepted .*\nb +accepted /m)]);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toMatch(/\| <code>a<\/code> \| ✅ accepted \|/);
    const failed = await program([], { cwd: folder, env: { ...env, 'INPUT_EXPECT-CELLS': 'a\nb\nc' }, program: ACTION });
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('GG-FAN-IN-MISSING-CELL')]);
  });
});

describe('verify (FI3)', () => {
  test('reaches the verdict of an untouched bundle again, and says what it did not look at', async () => {
    const result = await judged(['verify', join(good, 'a')], { cwd: freshFolder() });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-BUNDLE-PATCH')[0]).toMatchObject({ answer: 'unknown', rejects: false });
    expect(result.envelope.tests.passed).toBe(2);
  });

  test('with a repository, the patch must give the tree: edits, new, deleted, binary and odd files', async () => {
    const root = makeRepository({ 'run.py': RUNNER, '.gitignore': 'reports/\n', 'gone.txt': 'x\n', 'kept.txt': 'x\n', 'mode.sh': '#!/bin/sh\n' });
    write(root, { 'kept.txt': 'y\n', 'new folder/ü\n.txt': 'n\n', 'binary.dat': Buffer.from([0, 1, 2, 255, 0]), '-dash': 'd\n' });
    rmSync(join(root, 'gone.txt'));
    execFileSync('chmod', ['+x', join(root, 'mode.sh')]);
    const folder = join(freshFolder(), 'b');
    expect(seen(await cellRun(root, 'b', folder))).toEqual(ACCEPTED);
    expect(manifestOf(folder).patch).toMatchObject({ state: 'written', against: { what: 'head', commit: git(root, 'rev-parse', 'HEAD') }, left_out: [] });
    expect(seen(await judged(['verify', folder, '--repo', root], { cwd: freshFolder() }))).toEqual(ACCEPTED);
    const elsewhere = await judged(['verify', folder, '--repo', workspace], { cwd: freshFolder() });
    expect(seen(elsewhere)).toEqual(rejectedBy('GG-BUNDLE-PATCH'));
    expect(findingsOf(elsewhere, 'GG-BUNDLE-PATCH')[0]?.what).toMatch(/is not in the repository/);
    forge(folder, 'change.patch', (text) => text.replace('+y\n', '+z\n'));
    const forged = await judged(['verify', folder, '--repo', root], { cwd: freshFolder() });
    expect(seen(forged)).toEqual(rejectedBy('GG-BUNDLE-PATCH'));
    expect(findingsOf(forged, 'GG-BUNDLE-PATCH')[0]?.what).toMatch(/^The patch gives tree [0-9a-f]{40} on commit/);
  });

  test('an unborn HEAD is compared with nothing', async () => {
    const root = join(freshFolder(), 'ws');
    mkdirSync(root);
    git(root, 'init', '-q');
    write(root, { 'run.py': RUNNER, '.gitignore': 'reports/\n' });
    const folder = join(freshFolder(), 'b');
    expect(seen(await cellRun(root, 'b', folder))).toEqual(ACCEPTED);
    expect(manifestOf(folder).patch).toMatchObject({ state: 'written', against: { what: 'nothing', commit: null } });
    expect(seen(await judged(['verify', folder, '--repo', root], { cwd: freshFolder() }))).toEqual(ACCEPTED);
  });
});
