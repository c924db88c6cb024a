/** The merge commit that a workflow checked out, against the event that started it (ST5). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, rejectedBy, seen, workspaceImage, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

let root: string;
let oldHead: string;
let newHead: string;
let merge: string;
let base: string;

beforeEach(() => {
  root = makeRepository({ 'a.txt': 'a\n' });
  git(root, 'checkout', '-q', '-b', 'topic');
  write(root, { 'b.txt': 'b\n' });
  commitAll(root);
  oldHead = git(root, 'rev-parse', 'HEAD');
  git(root, 'checkout', '-q', 'main');
  write(root, { 'c.txt': 'c\n' });
  commitAll(root);
  base = git(root, 'rev-parse', 'HEAD');
  git(root, 'merge', '-q', '--no-ff', '-m', 'merge', 'topic');
  merge = git(root, 'rev-parse', 'HEAD');
  git(root, 'checkout', '-q', 'topic');
  write(root, { 'b.txt': 'newer\n' });
  commitAll(root);
  newHead = git(root, 'rev-parse', 'HEAD');
  git(root, 'checkout', '-q', '--detach', merge);
});

interface Event {
  readonly name?: string;
  readonly payload: unknown;
  readonly workspace?: string;
  readonly actions?: string;
}

function stampIn(workspace: string, event: Event): Promise<Judged> {
  const file = join(freshFolder(), 'event.json');
  writeFileSync(file, typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload));
  return judged(['stamp'], {
    cwd: workspace,
    env: { GITHUB_ACTIONS: event.actions ?? 'true', GITHUB_EVENT_NAME: event.name ?? 'pull_request', GITHUB_EVENT_PATH: file, GITHUB_WORKSPACE: event.workspace ?? workspace },
  });
}

const pullRequest = (sha: string): unknown => ({ pull_request: { head: { sha, ref: 'topic' }, base: { sha: base, ref: 'main' } } });

describe('a pull request', () => {
  test('whose head is a parent of the merge commit, or is checked out itself, is stamped', async () => {
    expect(seen(await stampIn(root, { payload: pullRequest(oldHead) }))).toEqual(ACCEPTED);
    git(root, 'checkout', '-q', '--detach', newHead);
    expect(seen(await stampIn(root, { payload: pullRequest(newHead) }))).toEqual(ACCEPTED);
  });

  test('whose head moved on since the merge commit was made is refused, and nothing is touched', async () => {
    const before = workspaceImage(root);
    const result = await stampIn(root, { payload: pullRequest(newHead) });
    expect(seen(result)).toEqual(rejectedBy('GG-STAMP-STALE-MERGE-REF'));
    const { what, fix } = findingsOf(result, 'GG-STAMP-STALE-MERGE-REF')[0]!;
    for (const commit of [newHead, oldHead, merge]) expect(what).toContain(commit);
    expect(fix).toContain('ref:');
    expect(workspaceImage(root)).toEqual(before);
  });

  test('is judged the same in a shallow clone, where the parents are missing', async () => {
    const clone = join(freshFolder(), 'clone');
    git(root, 'branch', '-f', 'merge-ref', merge);
    git(root, 'clone', '-q', '--depth', '1', '--branch', 'merge-ref', `file://${root}`, clone);
    expect(git(clone, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(seen(await stampIn(clone, { payload: pullRequest(oldHead) }))).toEqual(ACCEPTED);
    expect(seen(await stampIn(clone, { payload: pullRequest(newHead) }))).toEqual(rejectedBy('GG-STAMP-STALE-MERGE-REF'));
  });

  test("outside of GitHub Actions, and in another checkout than the workflow's, is none of the stamp's business", async () => {
    expect(seen(await stampIn(root, { payload: pullRequest(newHead), actions: 'false' }))).toEqual(ACCEPTED);
    expect(seen(await stampIn(root, { payload: pullRequest(newHead), workspace: freshFolder() }))).toEqual(ACCEPTED);
    expect(seen(await stampIn(root, { payload: { ref: 'refs/heads/main' }, name: 'push' }))).toEqual(ACCEPTED);
  });
});

describe('a merge group', () => {
  test('is stamped at its head and refused elsewhere', async () => {
    const group = (sha: string): unknown => ({ merge_group: { head_sha: sha, base_sha: base } });
    expect(seen(await stampIn(root, { name: 'merge_group', payload: group(merge) }))).toEqual(ACCEPTED);
    expect(seen(await stampIn(root, { name: 'merge_group', payload: group(newHead) }))).toEqual(rejectedBy('GG-STAMP-STALE-MERGE-REF'));
  });
});

describe('an event that cannot be read stops the stamp, for a stale merge could not be told', () => {
  test.each([
    ['it is no JSON', '{'],
    ['it names no head', { pull_request: { head: {} } }],
    ['it names something else as head', { pull_request: { head: { sha: '--help' } } }],
    ['it is of another kind', { ref: 'refs/heads/main' }],
  ])('%s', async (_name, payload) => {
    const result = await stampIn(root, { payload });
    expect({ code: result.code, rules: result.rejecting }).toEqual({ code: 3, rules: ['GG-EVENT-UNREADABLE'] });
  });
});
