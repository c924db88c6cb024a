/** Stamps that are not the one this workspace was given last: each is refused by name, and nothing runs under it. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedBy, rejectedPaths, seen, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, makeRepository, removeFolders } from '../support/repository.ts';

const STAMP = '.workspace_generation.json';

afterEach(removeFolders);

async function stamped(root: string): Promise<Judged> {
  const result = await judged(['stamp'], { cwd: root });
  expect(seen(result)).toEqual(ACCEPTED);
  return result;
}

function edited(file: string, edit: (stamp: Record<string, unknown>) => void): void {
  const stamp = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  edit(stamp);
  writeFileSync(file, `${JSON.stringify(stamp, null, 2)}\n`);
}

/** What takes the stamp's place, the rule that names it, and what it says. */
const PLANTED: readonly (readonly [string, (file: string) => unknown, string, RegExp])[] = [
  ['nothing at all', (file) => rmSync(file), 'GG-STAMP-MISSING', /its stamp is gone/],
  [
    'a link to a copy of itself',
    (file) => {
      const copy = join(freshFolder(), 'stamp.json');
      writeFileSync(copy, readFileSync(file));
      rmSync(file);
      symlinkSync(copy, file);
    },
    'GG-STAMP-MALFORMED',
    /symbolic link/,
  ],
  ['a FIFO', (file) => execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', file]), 'GG-STAMP-MALFORMED', /FIFO/],
  ['a folder', (file) => execFileSync('sh', ['-c', 'rm "$0" && mkdir "$0"', file]), 'GG-STAMP-MALFORMED', /folder/],
  ['100 MB', (file) => truncateSync(file, 100_000_000), 'GG-STAMP-MALFORMED', /100000000 bytes/],
  ['an empty file', (file) => writeFileSync(file, ''), 'GG-STAMP-MALFORMED', /not JSON/],
  ['text that is not JSON', (file) => writeFileSync(file, 'generation: 1\n'), 'GG-STAMP-MALFORMED', /not JSON/],
  ['JSON of another kind', (file) => writeFileSync(file, '[]'), 'GG-STAMP-MALFORMED', /no format/],
  ['a stamp of a future format', (file) => edited(file, (stamp) => (stamp['schema'] = 'generation-gate/stamp/99')), 'GG-STAMP-MALFORMED', /generation-gate\/stamp\/99/],
  ['a stamp without its tree id', (file) => edited(file, (stamp) => delete stamp['tree_id']), 'GG-STAMP-MALFORMED', /tree_id/],
  ['a stamp with another tree id', (file) => edited(file, (stamp) => (stamp['tree_id'] = 'a'.repeat(40))), 'GG-STAMP-FOREIGN', /was changed/],
  ['a stamp with one more newline', (file) => writeFileSync(file, `${readFileSync(file, 'utf8')}\n`), 'GG-STAMP-FOREIGN', /was changed/],
  ['a stamp of a generation that never was', (file) => edited(file, (stamp) => (stamp['generation'] = 'b'.repeat(32))), 'GG-STAMP-FOREIGN', /no stamping of this workspace/],
  [
    'the stamp of another workspace with the same files',
    async (file) => {
      const other = makeRepository();
      await stamped(other);
      writeFileSync(file, readFileSync(join(other, STAMP)));
    },
    'GG-STAMP-FOREIGN',
    /no stamping of this workspace/,
  ],
];

describe('check', () => {
  test.each(PLANTED)('rejects %s in the place of the stamp', async (_name, plant, rule, words) => {
    const root = makeRepository();
    await stamped(root);
    await plant(join(root, STAMP));
    const before = existsSync(join(root, STAMP)) ? lstatSync(join(root, STAMP)).ino : null;

    const result = await judged(['check', '--outcome', 'success'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy(rule));
    expect(rejectedPaths(result, rule)).toEqual([STAMP]);
    expect(findingsOf(result, rule)[0]?.what).toMatch(words);
    expect(existsSync(join(root, STAMP)) ? lstatSync(join(root, STAMP)).ino : null).toBe(before);
  });

  test('rejects the stamp of an earlier generation of this workspace', async () => {
    const root = makeRepository();
    const earlier = await stamped(root);
    const bytes = readFileSync(join(root, STAMP));
    const later = await stamped(root);
    writeFileSync(join(root, STAMP), bytes);
    const result = await judged(['check', '--outcome', 'success'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-STAMP-FOREIGN'));
    const { what } = findingsOf(result, 'GG-STAMP-FOREIGN')[0]!;
    expect(what).toContain('an earlier stamping of this workspace');
    expect(what).toContain(earlier.envelope.generation);
    expect(what).toContain(later.envelope.generation);
  });

  test('rejects where another state folder is asked, and says when that is innocent', async () => {
    const root = makeRepository();
    await stamped(root);
    const result = await judged(['check', '--state', freshFolder()], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-STAMP-FOREIGN'));
    expect(findingsOf(result, 'GG-STAMP-FOREIGN')[0]?.innocent_when).toContain('--state');
  });
});

describe('run', () => {
  test.each(PLANTED.slice(0, 3))('starts nothing under %s', async (_name, plant, rule) => {
    const root = makeRepository();
    await stamped(root);
    await plant(join(root, STAMP));
    const mark = join(freshFolder(), 'ran');
    expect(seen(await judged(['run', '--', 'touch', mark], { cwd: root }))).toEqual(rejectedBy(rule));
    expect(existsSync(mark)).toBe(false);
  });

  test('starts nothing in a workspace that was never stamped', async () => {
    const root = makeRepository();
    const mark = join(freshFolder(), 'ran');
    expect(seen(await judged(['run', '--', 'touch', mark], { cwd: root }))).toEqual(rejectedBy('GG-STAMP-MISSING'));
    expect(existsSync(mark)).toBe(false);
  });
});

describe('stamp', () => {
  test.each(PLANTED.filter(([name]) => !name.includes('folder')).slice(0, 4))('puts a new one in the place of %s', async (_name, plant) => {
    const root = makeRepository();
    await stamped(root);
    await plant(join(root, STAMP));
    await stamped(root);
    expect(lstatSync(join(root, STAMP)).isFile()).toBe(true);
    expect(seen(await judged(['check', '--outcome', 'success'], { cwd: root }))).toEqual(ACCEPTED);
  });

  test('never removes a folder in the way, and says how', async () => {
    const root = makeRepository();
    mkdirSync(join(root, STAMP));
    writeFileSync(join(root, STAMP, 'kept.txt'), 'kept\n');
    const result = await judged(['stamp'], { cwd: root });
    expect(seen(result)).toMatchObject({ code: 3, rejecting: ['GG-STAMP-NOT-REMOVED'] });
    expect(readFileSync(join(root, STAMP, 'kept.txt'), 'utf8')).toBe('kept\n');
  });

  test('follows no link of its own name', async () => {
    const root = makeRepository();
    const target = join(freshFolder(), 'precious.json');
    writeFileSync(target, 'precious\n');
    symlinkSync(target, join(root, STAMP));
    await stamped(root);
    expect(readFileSync(target, 'utf8')).toBe('precious\n');
  });

  test('refuses a stamp that git tracks, and leaves it', async () => {
    const root = makeRepository();
    await stamped(root);
    commitAll(root);
    const before = readFileSync(join(root, STAMP));
    const result = await judged(['stamp'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-STAMP-TRACKED'));
    expect(rejectedPaths(result, 'GG-STAMP-TRACKED')).toEqual([STAMP]);
    expect(readFileSync(join(root, STAMP))).toEqual(before);
  });
});
