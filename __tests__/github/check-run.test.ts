/** Check runs and commit statuses against GitHub's published API: what is sent fits it, and what fails changes nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Finding } from '../../src/model/finding.ts';
import { publishCheckRun, publishStatus, type Publication } from '../../src/github/check-run.ts';
import { mergedTree } from '../../src/github/merged-tree.ts';
import { checkRunContent, statusDescription } from '../../src/publish/check-run.ts';
import { envelope, type Envelope } from '../../src/publish/envelope.ts';
import { hostileText } from '../publish/hostile-text.ts';
import { actionStep, makeJobIn } from '../support/action.ts';
import { startGitHubApi, type GitHubApi } from '../support/github-api.ts';
import { freshFolder, git, makeRepository, removeFolders } from '../support/repository.ts';

jest.setTimeout(180_000);
afterAll(removeFolders);

const COMMIT = 'c'.repeat(40);
const FAST = { retries: 2, retryMs: 5, rateLimitSeconds: 2 };

// The client takes its address when it is loaded: one API for all tests here.
let api: GitHubApi;
const address = process.env['GITHUB_API_URL'];
beforeAll(async () => {
  api = await startGitHubApi();
  process.env['GITHUB_API_URL'] = api.url;
});
afterAll(async () => {
  if (address === undefined) delete process.env['GITHUB_API_URL'];
  else process.env['GITHUB_API_URL'] = address;
  await api.close();
});
let before = 0;
beforeEach(() => {
  before = api.requests.length;
});
afterEach(() => expect(api.invalid).toEqual([]));

function sent(): readonly { readonly operation: string; readonly body: Readonly<Record<string, unknown>> }[] {
  // What goes on after its time was over belongs to no later test.
  return api.requests.slice(before).filter(({ body }) => body['name'] !== 'slow');
}

function publication(more: Partial<Publication> = {}): Publication {
  const env = { GITHUB_REPOSITORY: 'octo/project', GITHUB_SERVER_URL: 'https://github.com', GITHUB_RUN_ID: '4711' };
  return { name: 'generation-gate', commit: COMMIT, token: 'token', env, patience: FAST, ...more };
}

function finding(more: Partial<Finding> = {}): Finding {
  return { rule: 'GG-TREE-CHANGED', answer: 'broken', what: 'A file changed', why: 'It matters', fix: 'Mend it', rejects: true, ...more };
}

function verdict(findings: readonly Finding[]): Envelope {
  return envelope('gate', findings.some(({ rejects }) => rejects) ? 'rejected' : 'accepted', { findings, tests: { total: 12, passed: 11, failed: 1, errored: 0, skipped: 0, flaky: 0 } });
}

interface Output {
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly { readonly annotation_level: string; readonly path: string; readonly message: string }[];
}

describe('a check run (PB1)', () => {
  test('is completed at once, with failures first and the other annotations in portions of 50', async () => {
    const notes = Array.from({ length: 70 }, (_, at) => finding({ rule: 'GG-LEFTOVER-LISTED', answer: 'holds', rejects: false, listed: true, what: `Note ${at}` }));
    const faults = Array.from({ length: 55 }, (_, at) => finding({ what: `Fault ${at}`, paths: [`src/file${at}.py`] }));
    const open = [finding({ answer: 'unknown', rejects: false, what: 'Not proven' })];
    expect(await publishCheckRun(verdict([...notes, ...open, ...faults]), publication())).toBeNull();
    expect(sent().map(({ operation }) => operation)).toEqual(['checks/create', 'checks/update', 'checks/update']);
    expect(sent()[0]?.body).toMatchObject({ name: 'generation-gate', head_sha: COMMIT, status: 'completed', conclusion: 'failure', details_url: 'https://github.com/octo/project/actions/runs/4711', output: { title: 'rejected by 55 findings; 12 tests: 11 passed, 1 failed' } });
    const annotations = sent().flatMap(({ body }) => (body['output'] as Output).annotations);
    expect(annotations.map(({ annotation_level: level }) => level)).toEqual([...Array<string>(55).fill('failure'), 'warning', ...Array<string>(70).fill('notice')]);
    expect(annotations[0]).toMatchObject({ path: 'src/file0.py', message: 'Fault 0. Mend it' });
    expect(annotations[125]?.path).toBe('.github');
  });

  test('of an accepted verdict is a success, and needs one request', async () => {
    expect(await publishCheckRun(verdict([finding({ answer: 'holds', rejects: false })]), publication())).toBeNull();
    expect(sent()).toMatchObject([{ operation: 'checks/create', body: { conclusion: 'success', output: { annotations: [] } } }]);
  });

  test('keeps to the limits whatever the findings say and however many they are', async () => {
    const huge = Array.from({ length: 700 }, (_, at) => finding({ what: `${at} ${'é'.repeat(3000)}`, paths: Array.from({ length: 200 }, (__, nr) => `f${at}/${nr}.py`) }));
    expect(await publishCheckRun(verdict([finding({ what: 'x'.repeat(1 << 20) }), ...huge]), publication({ patience: { ...FAST, retries: 0 } }))).toBeNull();
    expect(sent()).toHaveLength(10);
    const { summary } = sent()[0]?.body['output'] as Output;
    expect(summary.length).toBeLessThan(65_535);
    expect(summary.length).toBeGreaterThan(30_000);
    expect(summary).toMatch(/more parts were left out; the log has them all\._/);
    expect(summary).toMatch(/_13501 more annotations were left out/);
  });

  test('names paths of the repository alone', () => {
    const paths = ['/etc/passwd', '../outside', 'a/../../b', 'artifact x (1)', 'ok/file.py', 'line\nbreak', '\u202ertl'];
    expect(checkRunContent(verdict([finding({ paths })])).annotations.map(({ path }) => path)).toEqual(['.github', 'ok/file.py']);
  });
});

describe('a table of many cells', () => {
  test('is cut to what a check run takes: those that were not accepted stay', () => {
    const row = { source: 'x', generation: null, tree_id: 'a'.repeat(40), head: null, command_digest: null, bundle_digest: null, tests: { total: 1, passed: 1, failed: 0, errored: 0, skipped: 0, flaky: 0 }, runtimes: ['CPython 3.12.1'], redacted: [], rejecting: [] };
    const cells = Array.from({ length: 256 }, (_, at) => ({ ...row, cell: `cell-${'x'.repeat(60)}-${at}`, state: at === 255 ? 'rejected' : 'accepted' }));
    const { summary } = checkRunContent(envelope('fan-in', 'rejected', { findings: [finding()], cells }));
    expect(summary.length).toBeLessThan(65_535);
    expect(summary).toContain(`-255</code> | ❌ rejected`);
    expect(summary).toMatch(/_\d+ more cells were left out, 0 of them not accepted; the log has them all\._/);
    expect(summary).toContain('GG-TREE-CHANGED');
  });
});

describe('a commit status', () => {
  test('says verdict and tests in one line', async () => {
    expect(await publishStatus(verdict([]), publication({ name: 'gate (linux)' }))).toBeNull();
    expect(sent()).toMatchObject([{ operation: 'repos/create-commit-status', body: { state: 'success', context: 'gate (linux)', description: 'accepted; 12 tests: 11 passed, 1 failed', target_url: 'https://github.com/octo/project/actions/runs/4711' } }]);
    expect(statusDescription(envelope('gate', 'rejected', { findings: [finding()] }))).toBe('rejected by 1 finding; no tests');
  });
});

describe('what fails is an answer in words', () => {
  const reset = String(Math.floor(Date.now() / 1000) + 3600);
  test.each<[string, Parameters<GitHubApi['plan']>[1], number, RegExp, number]>([
    ['a read-only token of a fork', { status: 403, message: 'Resource not accessible by integration' }, 1, /may not do it \(403\)/, 1],
    ['an unknown commit, or one that the token may not see', { status: 404 }, 1, /\(404\)/, 1],
    ['a token that is over', { status: 401, message: 'Bad credentials' }, 1, /not accepted \(401\)/, 1],
    ['a request that is refused', { status: 422, message: 'Validation Failed' }, 1, /refused the request \(422\): Validation Failed/, 1],
    ['a server that fails three times', { status: 503 }, 9, /GitHub failed \(503\), several times/, 3],
    ['a rate limit that takes an hour', { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } }, 9, /rate limit is reached \(403\)/, 1],
    ['a secondary limit that lasts', { status: 429, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '1' } }, 9, /rate limit is reached \(429\)/, 2],
    ['a secondary limit that asks for ten minutes', { status: 403, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '600' } }, 9, /rate limit is reached \(403\)/, 1],
    ['a connection that breaks off', { status: 0, drop: true }, 9, /GitHub failed|fetch failed|other side closed|terminated|socket/i, 3],
  ])('%s', async (_, answer, times, why, requests) => {
    api.plan('checks/create', answer, times);
    const fault = await publishCheckRun(verdict([]), publication());
    api.plan('checks/create', { status: 201 }, 0);
    expect(fault).toMatchObject({ why: expect.stringMatching(why), fix: expect.stringMatching(/./) });
    expect(sent()).toHaveLength(requests);
  });

  test('and what passes by is only waited for', async () => {
    api.plan('checks/create', { status: 502 }, 2);
    expect(await publishCheckRun(verdict([]), publication())).toBeNull();
    api.plan('checks/create', { status: 429, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '1' } }, 1);
    expect(await publishCheckRun(verdict([]), publication())).toBeNull();
    expect(sent()).toHaveLength(5);
  });

  test('the wait ends where nobody answers', async () => {
    api.plan('checks/create', { status: 503 }, 1);
    expect(await publishCheckRun(verdict([]), publication({ name: 'slow', patience: { ...FAST, retries: 1, retryMs: 4000 }, limitMs: 1000 }))).toMatchObject({ why: 'The check run did not end within 1 seconds' });
    api.plan('checks/create', { status: 201 }, 0);
  });

  test('there is no token, or no repository', async () => {
    expect(await publishStatus(verdict([]), publication({ token: '' }))).toMatchObject({ why: 'there is no token' });
    expect(await publishStatus(verdict([]), publication({ env: {} }))).toMatchObject({ why: 'GITHUB_REPOSITORY names no repository' });
    expect(sent()).toEqual([]);
  });

  test('the tree of a commit', async () => {
    api.trees.set(COMMIT, 'a'.repeat(40));
    expect(await mergedTree(COMMIT, 'token', publication().env, FAST)).toEqual({ treeId: 'a'.repeat(40), source: `the API for commit ${COMMIT}` });
    expect(await mergedTree('d'.repeat(40), 'token', publication().env, FAST)).toMatchObject({ treeId: null, why: expect.stringContaining('(404)') });
    api.trees.set(COMMIT, 'not a tree');
    expect(await mergedTree(COMMIT, 'token', publication().env, FAST)).toMatchObject({ treeId: null, why: 'it names no tree' });
  });
});

describe('words of others', () => {
  test('are inert in check run and status, and what is sent fits the API', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ what: hostileText, fix: hostileText, path: hostileText }), { maxLength: 4 }), async (words) => {
        const given = verdict(words.map(({ what, fix, path }) => finding({ what, fix, paths: [path] })));
        const { annotations, title } = checkRunContent(given);
        for (const { message, path } of annotations) {
          expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(path).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\/|(^|\/)\.\.(\/|$)/u);
        }
        expect(title).toMatch(/^(accepted|rejected by \d findings?); /);
        return Promise.resolve();
      }),
      { numRuns: 300 },
    );
    const worst = ['::error::x', '##[error]x', '<script>x</script>', '![i](https://evil.example/x.png)', '@octocat', '\u001b[31m', '\u202etxt.exe', 'z'.repeat(1 << 20)];
    expect(await publishCheckRun(verdict(worst.map((what) => finding({ what, paths: [what] }))), publication())).toBeNull();
    const { summary } = sent()[0]?.body['output'] as Output;
    expect(summary).not.toMatch(/<script|\]\(https|@octocat|\u001b|\u202e/);
  });
});

describe('in a job', () => {
  let root: string;
  beforeAll(() => {
    root = makeRepository({ 'a.txt': 'a\n' });
  });

  function step(inputs: Readonly<Record<string, string>>): ReturnType<typeof actionStep> {
    const head = git(root, 'rev-parse', 'HEAD');
    const event = join(freshFolder(), 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { head: { sha: head, ref: 'topic' }, base: { sha: head, ref: 'main' } } }));
    return actionStep(makeJobIn(root), { run: 'true', token: 'token', ...inputs }, { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: 'octo/project', GITHUB_SHA: 'e'.repeat(40), GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: event });
  }

  test('both are published for the head of the pull request, and a cell is named', async () => {
    const result = await step({ 'check-run': 'true', 'commit-status': 'gate', cell: 'linux' });
    expect(result.code).toBe(0);
    expect(sent()).toMatchObject([{ operation: 'checks/create', body: { name: 'generation-gate (linux)', head_sha: git(root, 'rev-parse', 'HEAD') } }, { operation: 'repos/create-commit-status', body: { context: 'gate (linux)' } }]);
    expect(api.requests.at(-1)?.path).toContain(`/statuses/${git(root, 'rev-parse', 'HEAD')}`);
  });

  test('a token that may do neither is said once, in log and summary, and the verdict stays', async () => {
    for (const [run, code] of [['true', 0], ['false', 1]] as const) {
      // More than two: a request of an earlier test whose time was over may still come.
      api.plan('*', { status: 403, message: 'Resource not accessible by integration' }, 20);
      const result = await step({ run, 'check-run': 'true', 'commit-status': 'true' });
      expect({ code: result.code, verdict: result.outputs['verdict'] }).toEqual({ code, verdict: code === 0 ? 'accepted' : 'rejected' });
      const said = result.annotations.filter((line) => line.startsWith('::warning'));
      expect(said).toEqual([expect.stringMatching(/^::warning::The check run and the commit status could not be published, and the verdict stays as it is: the token may not do it \(403\)\..*checks: write.*statuses: write/)]);
      expect(result.summary).toMatch(/### Not published\n\n- The check run and the commit status/);
    }
  });
});
