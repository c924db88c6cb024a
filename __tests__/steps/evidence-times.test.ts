/** Leftovers, and the times that files claim (EV1, EV2, ST8). */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

const report = (name: string): string => `<testsuite name="s" tests="1"><testcase classname="a" name="${name}"/></testsuite>\n`;
const WRITE = ['sh', '-c', 'mkdir -p reports; printf "%s" "$0" > reports/new.xml', report('new')];

function workspace(): string {
  return makeRepository({ '.gitignore': 'reports/\ndeep/\n', 'a.txt': 'a\n' });
}

/** The command that a stamp prints for putting back what it moved away. */
function restoreCommand(stamped: Judged): string {
  return findingsOf(stamped, 'GG-EVIDENCE-QUARANTINED')[0]?.fix.replace(/^[^:]*: /, '') ?? 'false';
}

describe('leftover reports', () => {
  const ODD = ['reports/old.xml', "reports/it's \"odd\" $(touch pwned) `x`;\n::error::.xml", 'reports/-rf.xml', 'reports/é 漢.xml', 'deep/a/b/old.xml'];

  test('are moved away at the stamp, and the printed command puts each back as it was', async () => {
    const root = workspace();
    write(root, Object.fromEntries(ODD.map((path) => [path, report(path.length.toString())])));
    const contents = ODD.map((path) => readFileSync(join(root, path)));
    const result = await judged(['stamp', '--evidence', 'reports/*.xml', '--evidence', 'deep/**/*.xml'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(ODD.filter((path) => existsSync(join(root, path)))).toEqual([]);
    expect([...(findingsOf(result, 'GG-EVIDENCE-QUARANTINED')[0]?.paths ?? [])].sort()).toEqual([...ODD].sort());

    execFileSync('sh', ['-ec', restoreCommand(result)], { cwd: root });
    expect(ODD.map((path) => readFileSync(join(root, path)))).toEqual(contents);
    expect(existsSync(join(root, 'pwned'))).toBe(false);
  });

  test('that are put back do not count', async () => {
    const root = workspace();
    write(root, { 'reports/old.xml': report('old') });
    const result = await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root });
    await judged(['run', '--', ...WRITE], { cwd: root });
    execFileSync('sh', ['-ec', restoreCommand(result)], { cwd: root });
    const checked = await judged(['check'], { cwd: root });
    expect(checked.code).toBe(1);
    expect(rejectedPaths(checked, 'GG-EVIDENCE-UNCHANGED-SINCE-STAMP')).toEqual(['reports/old.xml']);
  });

  test('that git tracks stay, and are content', async () => {
    const root = makeRepository({ 'reports/fixture.xml': report('fixture') });
    const result = await judged(['gate', '--evidence', 'reports/*.xml', '--', ...WRITE], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests).toMatchObject({ total: 1 });
    expect(result.envelope['reports']).toContainEqual(expect.objectContaining({ path: 'reports/fixture.xml', role: 'content' }));
  });

  test('of two stampings lie side by side in quarantine', async () => {
    const root = workspace();
    for (const name of ['first', 'second']) {
      write(root, { 'reports/old.xml': report(name) });
      expect(seen(await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root }))).toEqual(ACCEPTED);
    }
    const kept = execFileSync('find', [join(root, '.git/generation-gate/quarantine'), '-type', 'f', '-exec', 'cat', '{}', '+'], { encoding: 'utf8' });
    expect(kept).toContain('name="first"');
    expect(kept).toContain('name="second"');
  });

  test.each(['link', 'FIFO', 'folder'])('a %s in the place of a report is not read as one', async (kind) => {
    const root = workspace();
    const outside = join(freshFolder(), 'green.xml');
    writeFileSync(outside, report('outside'));
    const place = join(root, 'reports/new.xml');
    const make = { link: `ln -s '${outside}' '${place}'`, FIFO: `mkfifo '${place}'`, folder: `mkdir '${place}'` }[kind] ?? '';
    const result = await judged(['gate', '--evidence', 'reports/new.xml', '--', 'sh', '-c', `mkdir -p reports; ${make}`], { cwd: root });
    expect(result.code).toBe(1);
    expect(rejectedPaths(result, 'GG-EVIDENCE-NOT-A-FILE')).toEqual(['reports/new.xml']);
    if (kind === 'FIFO') rmSync(place);
  });
});

describe('the time of a report', () => {
  /** A workspace whose report claims to be `seconds` older than the stamp. */
  async function aged(seconds: number): Promise<string> {
    const root = workspace();
    await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root });
    await judged(['run', '--', ...WRITE], { cwd: root });
    const stamp = Math.floor(lstatSync(join(root, '.workspace_generation.json')).mtimeMs / 1000);
    utimesSync(join(root, 'reports/new.xml'), stamp - seconds, stamp - seconds);
    return root;
  }

  test('may lie a second before the stamp: file systems with whole seconds round it down', async () => {
    expect(seen(await judged(['check'], { cwd: await aged(1) }))).toEqual(ACCEPTED);
  });

  test('may lie further back only where more slack was asked for', async () => {
    const root = await aged(3);
    const result = await judged(['check'], { cwd: root });
    expect(rejectedPaths(result, 'GG-EVIDENCE-PREDATES-STAMP')).toEqual(['reports/new.xml']);
    expect(seen(await judged(['check', '--slack', '3'], { cwd: root }))).toEqual(ACCEPTED);
    expect((await judged(['check', '--slack', '0'], { cwd: root })).code).toBe(1);
  });

  test('in the future saves no leftover: its bytes were in the inventory', async () => {
    const root = workspace();
    write(root, { 'reports/old.xml': report('old') });
    await judged(['stamp', '--evidence', 'reports/*.xml'], { cwd: root });
    const quarantine = join(root, '.git/generation-gate/quarantine');
    const [moved = ''] = readdirSync(quarantine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));
    expect((await judged(['run', '--', 'cp', join(quarantine, moved), 'reports/old.xml'], { cwd: root })).code).toBe(0);
    const future = new Date(Date.now() + 3_600_000);
    utimesSync(join(root, 'reports/old.xml'), future, future);
    expect(rejectedPaths(await judged(['check'], { cwd: root }), 'GG-EVIDENCE-UNCHANGED-SINCE-STAMP')).toEqual(['reports/old.xml']);
  });
});
