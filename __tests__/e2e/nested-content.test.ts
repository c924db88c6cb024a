/** Cells of a matrix whose trees have one id and whose submodules do not: what the program says of each and of all (ST2, FI1). */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Manifest } from '../../src/model/bundle.ts';
import { ACCEPTED, findingsOf, judged, rejectedBy, seen, type Judged } from '../support/cli.ts';
import { freshFolder, git, headTree, makeWithSubmodule, removeFolders, write } from '../support/repository.ts';

jest.setTimeout(180_000);

let workspace: string;
/** Bundles: `clean`, `edited` (an edit in the submodule), `new` (an untracked file in it), `absent` (not checked out). */
let bundles: string;

beforeAll(async () => {
  workspace = makeWithSubmodule({ 'a.txt': 'a\n' });
  bundles = freshFolder();
  const changes: Readonly<Record<string, Readonly<Record<string, string>> | null>> = { clean: {}, edited: { 'sub/lib.txt': 'LIB\n' }, new: { 'sub/new.txt': 'n\n' }, absent: null };
  for (const [cell, change] of Object.entries(changes)) {
    const root = join(freshFolder(), 'ws');
    git(workspace, 'clone', '-q', workspace, root);
    if (change !== null) git(root, 'submodule', 'update', '-q', '--init');
    write(root, change ?? {});
    const result = await judged(['gate', '--cell', cell, '--bundle', join(bundles, cell), '--', 'true'], { cwd: root });
    expect([cell, seen(result), result.envelope.tree_id]).toEqual([cell, ACCEPTED, headTree(workspace)]);
    expect(findingsOf(result, 'GG-TREE-NESTED-CONTENT').map(({ listed, paths }) => [listed ?? false, paths ?? []])).toEqual([change === null || Object.keys(change).length === 0 ? [false, []] : [true, ['sub']]]);
  }
});
afterAll(removeFolders);

function fanIn(...cells: readonly string[]): Promise<Judged> {
  return judged(['fan-in', '--expect', cells.join(','), '--repo', workspace, ...cells.map((cell) => join(bundles, cell))], { cwd: freshFolder() });
}

test('cells that hold different files there are rejected, and the path is named', async () => {
  for (const [one, other] of [['clean', 'edited'], ['edited', 'new'], ['absent', 'edited']] as const) {
    const result = await fanIn(one, other);
    expect([one, other, seen(result)]).toEqual([one, other, rejectedBy('GG-FAN-IN-MIXED-NESTED')]);
    expect(findingsOf(result, 'GG-FAN-IN-MIXED-NESTED')[0]).toMatchObject({ paths: ['sub'], what: expect.stringMatching(/^The cells hold different files in "sub": /) });
  }
});

test('a clean submodule is silent, beside one that is not checked out as well', async () => {
  const result = await fanIn('clean', 'absent');
  expect(seen(result)).toEqual(ACCEPTED);
  expect(findingsOf(result, 'GG-BUNDLE-NESTED-CONTENT')).toMatchObject([{ answer: 'holds', what: '1 cell tested repositories inside the workspace as they were committed' }]);
  expect(findingsOf(result, 'GG-BUNDLE-NESTED-CONTENT')[0]?.listed).toBeUndefined();
});

test('equal ones are accepted, and named since they are not what is merged; verify names them too', async () => {
  const again = join(freshFolder(), 'again');
  cpSync(join(bundles, 'edited'), again, { recursive: true });
  for (const part of ['facts.json', 'manifest.json']) forge(again, part, (text) => text.replace('"cell":"edited"', '"cell":"again"'));
  const both = await judged(['fan-in', '--expect', 'edited,again', '--repo', workspace, join(bundles, 'edited'), again], { cwd: freshFolder() });
  expect(seen(both)).toEqual(ACCEPTED);
  expect(findingsOf(both, 'GG-BUNDLE-NESTED-CONTENT').map(({ listed, what }) => [listed, /^Not as recorded in cell "(edited|again)": sub holds/.exec(what)?.[1]])).toEqual([[true, 'edited'], [true, 'again']]);
  const alone = await judged(['verify', join(bundles, 'edited'), '--repo', workspace], { cwd: freshFolder() });
  expect(seen(alone)).toEqual(ACCEPTED);
  expect(findingsOf(alone, 'GG-BUNDLE-NESTED-CONTENT')).toMatchObject([{ listed: true, paths: ['sub'], what: expect.stringMatching(/sub holds tree [0-9a-f]{40}, where its commit [0-9a-f]{40} has tree/) }]);
});

test('a bundle of a version that did not look is accepted as before, and what it does not say is named', async () => {
  const older = join(freshFolder(), 'older');
  cpSync(join(bundles, 'edited'), older, { recursive: true });
  forge(older, 'facts.json', (text) => text.replace(/("nested":\[\{"path":"sub","kind":"submodule","head":"[0-9a-f]{40}")[^}]*\}/, '$1}'));
  forge(older, 'findings.json', (text) => JSON.stringify((JSON.parse(text) as { rule: string }[]).filter(({ rule }) => rule !== 'GG-TREE-NESTED-CONTENT')));
  const alone = await judged(['verify', older, '--repo', workspace], { cwd: freshFolder() });
  expect(seen(alone)).toEqual(ACCEPTED);
  expect(findingsOf(alone, 'GG-BUNDLE-NESTED-CONTENT')).toMatchObject([{ listed: true, what: expect.stringMatching(/is not in the bundle: version/) }]);
  const both = await judged(['fan-in', '--expect', 'clean,edited', '--repo', workspace, join(bundles, 'clean'), older], { cwd: freshFolder() });
  expect(seen(both)).toEqual(ACCEPTED);
  expect(findingsOf(both, 'GG-FAN-IN-MIXED-NESTED')).toMatchObject([{ listed: true, what: expect.stringMatching(/were not compared: cell "edited"/) }]);
});

/** Changes a part of a bundle and the digest that the manifest gives it. */
function forge(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, path), after);
  // They speak of the manifest as it was.
  for (const statement of ['statement.json', 'statement-verdict.json']) rmSync(join(folder, statement), { force: true });
  if (path === 'manifest.json') return;
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const files = manifest.files.map((file) => (file.path === path ? { path, sha256: createHash('sha256').update(after).digest('hex'), size: Buffer.byteLength(after) } : file));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }));
}
