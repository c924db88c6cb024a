/** A fan-in over the artifacts of a run: which of them count, which tree they must be of, and whatever comes down instead. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Finding } from '../../src/model/finding.ts';
import { actionStep, makeJobIn, type StepEnded } from '../support/action.ts';
import { closeArtifactStore, startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { startGitHubApi, type GitHubApi } from '../support/github-api.ts';
import { commitAll, freshFolder, git, headTree, removeFolders, write } from '../support/repository.ts';
import { zipOf } from '../support/zip.ts';
import { cellProject, GATE } from './cells.ts';

jest.setTimeout(240_000);
afterAll(removeFolders);
afterAll(closeArtifactStore);

const COMMIT = 'c'.repeat(40);

let service: ArtifactService;
let api: GitHubApi;
let root: string;

beforeAll(() => {
  root = cellProject();
});
beforeEach(async () => {
  service = await startArtifactService();
  api = await startGitHubApi(service);
  api.trees.set(COMMIT, headTree(root));
});
afterEach(async () => {
  expect(api.invalid).toEqual([]);
  await service.close();
  await api.close();
});

/** One cell's job of an attempt. */
async function cell(name: string, attempt = 1, env: Readonly<Record<string, string>> = {}, workspace = root): Promise<void> {
  const { outputs } = await actionStep(makeJobIn(workspace), { ...GATE, cell: name }, { ...service.variables(attempt), ...env });
  expect(outputs['artifact-id']).toMatch(/^\d+$/);
}

/** The last job: no checkout, no repository. */
function fanIn(inputs: Readonly<Record<string, string>> = {}, { attempt = 1, ...env }: { readonly attempt?: number; readonly [name: string]: string | number | undefined } = {}): Promise<StepEnded> {
  const variables = { GITHUB_JOB: 'gate', GITHUB_SHA: COMMIT, GITHUB_EVENT_NAME: 'push', GITHUB_API_URL: api.url, ...service.variables(attempt), ...(env as Readonly<Record<string, string>>) };
  return actionStep(makeJobIn(freshFolder()), { phase: 'fan-in', 'expect-cells': 'a, b', token: 'token', ...inputs }, variables);
}

function rejecting({ outputs }: StepEnded): readonly string[] {
  return [...new Set((JSON.parse(outputs['findings'] ?? '[]') as Finding[]).filter(({ rejects }) => rejects).map(({ rule }) => rule))].sort();
}

function finding({ outputs }: StepEnded, rule: string): Finding | undefined {
  return (JSON.parse(outputs['findings'] ?? '[]') as Finding[]).find((one) => one.rule === rule);
}

function cells({ outputs }: StepEnded): readonly unknown[] {
  return (JSON.parse(readFileSync(outputs['verdict-path'] ?? '', 'utf8')) as { readonly cells: readonly unknown[] }).cells;
}

describe('the artifacts of a run (FI1)', () => {
  test('are gathered and decided over once, against the tree that the API names; a missing and a red cell are seen, and a rerun of that cell alone', async () => {
    await cell('a');
    const missing = await fanIn();
    expect({ code: missing.code, rejecting: rejecting(missing) }).toEqual({ code: 1, rejecting: ['GG-FAN-IN-MISSING-CELL'] });
    expect(missing.summary).toMatch(/<code>b<\/code> \| ❌ not run/);

    await cell('b', 1, { RED: 'b' });
    const red = await fanIn();
    expect({ code: red.code, rejecting: rejecting(red) }).toEqual({ code: 1, rejecting: ['GG-FAN-IN-REJECTED-CELL'] });
    expect(red.log).toMatch(/^cell +verdict.*\na +accepted.*\nb +rejected/m);

    // Only the failed jobs are run again: the first cell's artifact belongs to the first attempt.
    await cell('b', 2);
    const again = await fanIn({}, { attempt: 2 });
    expect({ code: again.code, rejecting: rejecting(again), warnings: again.annotations }).toEqual({ code: 0, rejecting: [], warnings: [] });
    expect(finding(again, 'GG-FAN-IN-RERUN')).toMatchObject({ listed: true, what: expect.stringContaining('"b" was rejected in attempt 1') });
    expect(finding(again, 'GG-FAN-IN-OTHER-TREE')?.what).toContain(`named by the API for commit ${COMMIT}`);
    expect(JSON.parse(again.outputs['tests'] ?? '')).toMatchObject({ total: 4, passed: 4 });
    expect(cells(again)).toMatchObject([{ cell: 'a', state: 'accepted', source: expect.stringMatching(/^artifact generation-gate-a-1 \(\d+\)$/) }, { cell: 'b', state: 'accepted', source: expect.stringContaining('generation-gate-b-2') }]);
    // The later artifact has the lower number.
    expect(service.artifacts.map(({ id }) => id)).toEqual([9000, 8999, 8998]);

    const blind = await fanIn({ token: '' }, { attempt: 2 });
    expect({ code: blind.code, rejecting: rejecting(blind) }).toEqual({ code: 1, rejecting: ['GG-FAN-IN-MISSING-CELL'] });
    expect(blind.annotations.filter((line) => line.startsWith('::warning'))).toEqual([expect.stringMatching(/Artifacts of earlier attempts were not seen, .*: there is no token\./)]);

    api.plan('actions/list-workflow-run-artifacts', { status: 403, message: 'Resource not accessible by integration' });
    const denied = await fanIn({}, { attempt: 2 });
    expect(rejecting(denied)).toEqual(['GG-FAN-IN-MISSING-CELL']);
    expect(denied.annotations.join('\n')).toMatch(/may not do it \(403\)\. Give the job the permission actions: read/);

    const needs = await fanIn({ needs: '{"cell":{"result":"failure","outputs":{}}}' }, { attempt: 2 });
    expect(rejecting(needs)).toEqual(['GG-FAN-IN-FAILED-JOB']);

    const other = await fanIn({ 'expect-cells': 'b', artifacts: 'generation-gate-b-*' }, { attempt: 2 });
    expect({ code: other.code, cells: cells(other).length }).toEqual({ code: 0, cells: 1 });
    expect((await fanIn({ 'expect-cells': 'b', artifacts: 'nothing-*' }, { attempt: 2 })).code).toBe(1);
  });

  test('are of another tree than the one that is to be merged, or nobody can tell', async () => {
    await cell('a');
    const one = { 'expect-cells': 'a' };
    api.trees.set(COMMIT, '1'.repeat(40));
    expect(rejecting(await fanIn(one))).toEqual(['GG-FAN-IN-OTHER-TREE']);
    api.trees.clear();
    const unknown = await fanIn(one);
    expect(rejecting(unknown)).toEqual(['GG-FAN-IN-OTHER-TREE']);
    expect(finding(unknown, 'GG-FAN-IN-OTHER-TREE')).toMatchObject({ answer: 'unknown', what: expect.stringContaining('(404)'), fix: expect.stringContaining('contents: read') });
    expect((await fanIn({ ...one, tree: headTree(root) })).code).toBe(0);
    const untold = await fanIn({ ...one, token: '' });
    expect(untold.code).toBe(0);
    expect(finding(untold, 'GG-FAN-IN-OTHER-TREE')?.what).toMatch(/Only equality between the cells was judged/);
    expect(api.requests.map(({ operation }) => operation)).toEqual(['git/get-commit', 'git/get-commit']);
  });

  test('are rejected where they are no bundles, are hostile, or changed on their way', async () => {
    await cell('a');
    const one = { 'expect-cells': 'a', tree: headTree(root) };
    const hostile = await service.plant(1, 'generation-gate-evil', zipOf([{ name: '../../outside.txt', content: 'x' }]));
    await service.plant(1, 'generation-gate-log', Buffer.from('no zip at all'));
    const result = await fanIn(one);
    expect(rejecting(result)).toEqual(['GG-BUNDLE-UNREADABLE']);
    expect(result.outputs['findings']).toContain(`artifact generation-gate-evil (${hostile.id})`);
    expect(result.outputs['findings']).toContain('leads out of it');
    const [own] = service.artifacts;
    if (own !== undefined) await service.replace(own, zipOf([{ name: 'manifest.json', content: '{}' }]));
    const changed = await fanIn({ ...one, artifacts: 'generation-gate-a-*' });
    expect(rejecting(changed)).toEqual(['GG-BUNDLE-UNREADABLE', 'GG-FAN-IN-MISSING-CELL']);
    expect(changed.outputs['findings']).toContain('do not have the SHA-256 that the service names');
  });

  test('cannot be listed: nothing was judged, and nothing is accepted', async () => {
    service.fail('ListArtifacts', 403, 10);
    const result = await fanIn();
    expect({ code: result.code, verdict: result.outputs['verdict'] }).toEqual({ code: 3, verdict: 'rejected' });
    expect(result.log).toMatch(/GG-ARTIFACTS-UNREACHABLE[^]*cannot be listed: .*\(403\)/);
    const elsewhere = await fanIn({}, { ACTIONS_RESULTS_URL: undefined, ACTIONS_RUNTIME_TOKEN: undefined });
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.log).toMatch(/no artifact service is at hand[^]*input bundles/);
  });

  test('are of a run whose cells tested different code', async () => {
    await cell('a');
    const other = cellProject();
    write(other, { 'shop.py': 'PRICE = 3\n' });
    commitAll(other);
    await cell('b', 1, {}, other);
    expect(rejecting(await fanIn({ tree: '' }))).toEqual(['GG-FAN-IN-MIXED-TREES', 'GG-FAN-IN-OTHER-TREE']);
    expect(git(other, 'rev-parse', 'HEAD')).not.toBe(COMMIT);
  });

  test('leave nothing behind on the runner', async () => {
    await cell('a');
    const job = makeJobIn(freshFolder());
    const ended = await actionStep(job, { phase: 'fan-in', 'expect-cells': 'a', tree: headTree(root) }, { ...service.variables(1), GITHUB_API_URL: api.url });
    expect(ended.code).toBe(0);
    expect(readdirSync(join(job.files, 'temp')).filter((name) => !/\.(json|html)$/.test(name))).toEqual([]);
  });
});
