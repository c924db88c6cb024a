/** Every example of docs/workflows that publishes or gathers, run for real: upload, fan-in, reruns, forks, leftovers. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PYTEST_NEW, sharedEnvironment } from '../e2e/environments.ts';
import { describeWithAct, runWorkflow, step, type StepRun, type Workflow, type WorkflowRun } from '../support/act.ts';
import { closeArtifactStore, startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { startGitHubApi, type GitHubApi } from '../support/github-api.ts';
import { removeFolders } from '../support/repository.ts';

jest.setTimeout(240_000);

const EXAMPLES = resolve(import.meta.dirname, '../../docs/workflows');
const SHOP = 'def price(n):\n    return n * 2\n';
const TEST = 'import os\nimport shop\n\n\ndef test_price():\n    assert shop.price(3) == 6\n    assert os.environ.get("GENERATION_GATE_CELL", "none") != os.environ.get("RED")\n';
const PROJECT = { '.gitignore': '__pycache__/\nreports/\n', 'shop.py': SHOP, 'test_shop.py': TEST };

let service: ArtifactService;
let api: GitHubApi;

beforeEach(async () => {
  service = await startArtifactService();
  api = await startGitHubApi(service);
});
afterAll(closeArtifactStore);
afterEach(async () => {
  await service.close();
  await api.close();
  removeFolders();
});

function example(name: string): string {
  return readFileSync(join(EXAMPLES, name), 'utf8');
}

interface Job extends Omit<Workflow, 'env'> {
  readonly attempt?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an example against the service and the API, with a pytest at hand. */
async function run({ attempt = 1, env = {}, ...workflow }: Job): Promise<WorkflowRun> {
  const ended = await runWorkflow({
    event: 'pull_request',
    payload: pullRequest('octo/project'),
    secrets: { GITHUB_TOKEN: 'token' },
    prepare: (commit, tree) => void api.trees.set(commit, tree),
    ...workflow,
    env: { GITHUB_API_URL: api.url, ...service.variables(attempt), ...env },
    path: [dirname(await sharedEnvironment(PYTEST_NEW))],
  });
  expect(api.invalid).toEqual([]);
  return ended;
}

function pullRequest(from: string): (head: string) => unknown {
  return (head) => ({ action: 'synchronize', number: 1, pull_request: { number: 1, head: { sha: head, ref: 'topic', repo: { full_name: from, fork: from !== 'octo/project' } }, base: { sha: head, ref: 'main', repo: { full_name: 'octo/project' } } } });
}

function rejecting({ outputs }: StepRun): readonly string[] {
  return [...new Set((JSON.parse(outputs['findings'] ?? '[]') as { readonly rule: string; readonly rejects: boolean }[]).filter(({ rejects }) => rejects).map(({ rule }) => rule))].sort();
}

function seen(gate: StepRun): unknown {
  const { result, outputs, log } = gate;
  return outputs['verdict'] === 'accepted' ? { result, verdict: 'accepted', rejecting: rejecting(gate) } : { result, verdict: outputs['verdict'], rejecting: rejecting(gate), log };
}

const ACCEPTED = { result: 'success', verdict: 'accepted', rejecting: [] };

function rejected(...rules: readonly string[]): unknown {
  return { result: 'failure', verdict: 'rejected', rejecting: [...rules].sort(), log: expect.any(String) };
}

/** The step "gate" of a job. */
function gateOf({ steps, raw }: WorkflowRun, job: string): StepRun {
  const found = steps.find((one) => one.id === 'gate' && one.job.trim().replace(/-\d+$/, '').endsWith(`/${job}`));
  if (found === undefined) throw new Error(`No gate ran in the job "${job}". act printed:\n${raw}`);
  return found;
}

describeWithAct('a required check with a fan-in over a matrix', () => {
  test('sees a red and a missing cell, and accepts the second attempt', async () => {
    const yaml = example('matrix.yml');
    service.fail('CreateArtifact', 403, 1, 'generation-gate-a-1');
    const first = await run({ yaml, files: PROJECT, env: { RED: 'b' } });
    expect(seen(gateOf(first, 'gate'))).toEqual(rejected('GG-FAN-IN-FAILED-JOB', 'GG-FAN-IN-MISSING-CELL', 'GG-FAN-IN-REJECTED-CELL'));
    expect(first.jobs).toMatchObject({ gate: 'failure' });
    expect(gateOf(first, 'gate').summary).toMatch(/<code>a<\/code> \| ❌ not run[^]*<code>b<\/code> \| ❌ rejected/);

    const second = await run({ yaml, files: PROJECT, attempt: 2 });
    const gate = gateOf(second, 'gate');
    expect(seen(gate)).toEqual(ACCEPTED);
    expect(gate.outputs['tree-id']).toBe(second.tree);
    expect(gate.outputs['findings']).toMatch(/\\"b\\" was rejected in attempt 1/);
    expect(service.artifacts.map(({ name }) => name).sort()).toEqual(['generation-gate-a-2', 'generation-gate-b-1', 'generation-gate-b-2']);
  });
});

describeWithAct('a merge queue', () => {
  test('has the group judged, and its bundle kept', async () => {
    const payload = (head: string): unknown => ({ action: 'checks_requested', merge_group: { head_sha: head, base_sha: head, base_ref: 'refs/heads/main' } });
    const ended = await run({ yaml: example('merge-queue.yml'), files: PROJECT, event: 'merge_group', payload });
    const gate = gateOf(ended, 'gate');
    expect(seen(gate)).toEqual(ACCEPTED);
    expect(gate.outputs).toMatchObject({ 'tree-id': ended.tree, 'artifact-id': String(service.artifacts[0]?.id) });
    expect(service.artifacts).toMatchObject([{ name: 'generation-gate-gate-1', finalized: true }]);
  });
});

describeWithAct('a pull request from a fork', () => {
  test('is judged with a token that may publish nothing: said once, and the job ends well', async () => {
    api.plan('*', { status: 403, message: 'Resource not accessible by integration' }, 10);
    const ended = await run({ yaml: example('fork.yml'), files: PROJECT, payload: pullRequest('stranger/project') });
    const gate = gateOf(ended, 'gate');
    expect(seen(gate)).toEqual(ACCEPTED);
    expect(gate.annotations.filter(({ level }) => level === 'warning')).toMatchObject([{ message: expect.stringMatching(/^The check run and the commit status could not be published, .* the token may not do it \(403\)/) }]);
    expect(gate.summary).toContain('Not published');
    expect(api.requests.map(({ operation }) => operation)).toEqual(['checks/create', 'repos/create-commit-status']);
  });

  test('is refused where the job holds the secrets of the repository', async () => {
    const yaml = example('fork.yml').replace(/^ {2}pull_request:.*$/m, '  pull_request_target:').replace('persist-credentials: false', 'persist-credentials: false\n      - run: git -c user.name=t -c user.email=t@example.invalid commit --quiet --allow-empty --message=fork');
    const ended = await run({ yaml, files: PROJECT, event: 'pull_request_target', payload: pullRequest('stranger/project') });
    expect(seen(gateOf(ended, 'gate'))).toEqual(rejected('GG-EVENT-FOREIGN-CODE'));
  });
});

describeWithAct('a patch of a bot on a reused runner', () => {
  const bot = (edit: string): Readonly<Record<string, string>> => ({ ...PROJECT, 'shop.py': SHOP.replace('*', '+'), 'notes.txt': 'n\n', 'bot.sh': `#!/bin/sh\n${edit}\n` });
  const event = { event: 'workflow_dispatch', payload: () => ({}) } as const;

  test('is applied before the stamp, and what an earlier job left counts for nothing', async () => {
    const leftovers = { 'reports/junit.xml': '<testsuite tests="9"><testcase classname="old" name="test_old"/></testsuite>' };
    const ended = await run({ yaml: example('bot-patch.yml'), files: bot("sed -i 's/n + 2/n * 2/' shop.py"), leftovers, ...event });
    const gate = gateOf(ended, 'gate');
    expect(seen(gate)).toEqual(ACCEPTED);
    expect(JSON.parse(gate.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 1 });
    expect(gate.outputs['tree-id']).not.toBe(ended.tree);
    expect(service.artifacts).toMatchObject([{ finalized: true }]);
  });

  test('is rejected where it touches what it does not own', async () => {
    const ended = await run({ yaml: example('bot-patch.yml'), files: bot("sed -i 's/n + 2/n * 2/' shop.py; echo more >> notes.txt"), ...event });
    expect(seen(gateOf(ended, 'gate'))).toEqual(rejected('GG-CHANGE-NOT-OWNED'));
  });
});

describeWithAct('a monorepo with two gates', () => {
  const part = (name: string, expected: number): Readonly<Record<string, string>> => ({ [`${name}/${name}.py`]: SHOP, [`${name}/test_${name}.py`]: `import ${name}\n\n\ndef test_price():\n    assert ${name}.price(3) == ${expected}\n` });
  const files = { '.gitignore': '__pycache__/\nreports/\n', ...part('api', 6), ...part('web', 6) };

  test('has one required check', async () => {
    const good = await run({ yaml: example('monorepo.yml'), files });
    expect([seen(step(good, 'api')), seen(step(good, 'web'))]).toEqual([ACCEPTED, ACCEPTED]);
    expect(good.jobs).toMatchObject({ api: 'success', web: 'success', gate: 'success' });
  });

  test('fails it with either part', async () => {
    const bad = await run({ yaml: example('monorepo.yml'), files: { ...files, ...part('web', 7) } });
    expect(seen(step(bad, 'web'))).toMatchObject({ verdict: 'rejected' });
    expect(rejecting(step(bad, 'api'))).toEqual(['GG-FAN-IN-FAILED-JOB']);
    expect(bad.jobs).toMatchObject({ gate: 'failure' });
  });
});

describeWithAct('a self-hosted runner that keeps its work folder', () => {
  test('certifies nothing by what lies around there', async () => {
    const leftovers = {
      'reports/junit.xml': '<testsuite tests="1"><testcase classname="old" name="test_old"/></testsuite>',
      'reports/other.xml': '<testsuite tests="1"><testcase classname="old" name="test_other"/></testsuite>',
      '__pycache__/gone.cpython-311.pyc': 'stale',
      'old_module.pyc': 'stale',
    };
    const ended = await run({ yaml: example('self-hosted.yml'), files: { ...PROJECT, '.gitignore': '__pycache__/\nreports/\n*.pyc\n' }, leftovers });
    const gate = gateOf(ended, 'gate');
    expect(seen(gate)).toEqual(ACCEPTED);
    expect(gate.outputs['tree-id']).toBe(ended.tree);
    expect(JSON.parse(gate.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 1 });
  });
});
