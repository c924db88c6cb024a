import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { PYTEST_NEW, sharedEnvironment } from '../e2e/environments.ts';
import { ACTION_NAME, describeWithAct, runWorkflow, step, type StepRun, type Workflow, type WorkflowRun } from '../support/act.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../docs/workflows');
const CHECKOUT = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd';

const PROJECT = {
  '.gitignore': '__pycache__/\nreports/\n',
  'shop.py': 'def price(n):\n    return n * 2\n',
  'test_shop.py': 'import shop\n\n\ndef test_price():\n    assert shop.price(3) == 6\n',
};
const BROKEN = { ...PROJECT, 'shop.py': 'def price(n):\n    return n + 2\n' };

/** Runs a workflow whose `python3` has a pytest, as one of a hosted runner's setup steps would leave it. */
async function runWithPytest(workflow: Workflow): Promise<WorkflowRun> {
  return runWorkflow({ ...workflow, path: [dirname(await sharedEnvironment(PYTEST_NEW))] });
}

interface FindingOutput {
  readonly rule: string;
  readonly answer: string;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

function example(name: string): string {
  return readFileSync(join(EXAMPLES, name), 'utf8');
}

function pullRequest(head: string): unknown {
  const side = { sha: head, repo: { full_name: 'octo/project', fork: false } };
  return { action: 'synchronize', number: 1, pull_request: { number: 1, head: { ...side, ref: 'topic' }, base: { ...side, ref: 'main' } } };
}

function findings(gate: StepRun): readonly FindingOutput[] {
  return JSON.parse(gate.outputs['findings'] ?? '[]') as FindingOutput[];
}

/** Rules that a rejected step names, each of which says what is wrong, why it matters and what mends it. */
function reasons(gate: StepRun): readonly string[] {
  const unmet = findings(gate).filter(({ answer }) => answer !== 'holds');
  for (const finding of unmet) expect(finding).toMatchObject({ rule: expect.stringMatching(/^GG-/), what: expect.stringMatching(/./), why: expect.stringMatching(/./), fix: expect.stringMatching(/./) });
  return unmet.map(({ rule }) => rule);
}

function expectRejected(run: WorkflowRun, gate: StepRun): void {
  const { log } = gate;
  expect({ code: run.exitCode, result: gate.result, verdict: gate.outputs['verdict'], log }).toEqual({ code: 1, result: 'failure', verdict: 'rejected', log });
  expect(findings(gate).some(({ answer }) => answer !== 'holds')).toBe(true);
}

function expectAccepted(run: WorkflowRun, gate: StepRun): void {
  const { log } = gate;
  expect({ code: run.exitCode, result: gate.result, verdict: gate.outputs['verdict'], log }).toEqual({ code: 0, result: 'success', verdict: 'accepted', log });
}

describeWithAct('the action as a required check', () => {
  test('accepts a pull request whose tests pass', async () => {
    const run = await runWithPytest({ yaml: example('required-check.yml'), files: PROJECT, event: 'pull_request', payload: pullRequest });
    const gate = step(run, '1');
    expectAccepted(run, gate);
    expect(gate.outputs['generation']).toMatch(/^[0-9a-f]{32}$/);
    expect(gate.outputs['tree-id']).toBe(run.tree);
    expect(gate.outputs['stamp-digest']).toMatch(/[0-9a-f]{64}$/);
    expect(JSON.parse(gate.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 1, failed: 0, errored: 0, skipped: 0 });
    expect(gate.summary).toContain(run.tree);
  });

  test('accepts the same in a merge queue', async () => {
    const payload = (head: string): unknown => ({ action: 'checks_requested', merge_group: { head_sha: head, base_sha: head, base_ref: 'refs/heads/main' } });
    const run = await runWithPytest({ yaml: example('required-check.yml'), files: PROJECT, event: 'merge_group', payload });
    expectAccepted(run, step(run, '1'));
  });

  test('rejects a pull request whose tests fail', async () => {
    const run = await runWithPytest({ yaml: example('required-check.yml'), files: BROKEN, event: 'pull_request', payload: pullRequest });
    const gate = step(run, '1');
    expectRejected(run, gate);
    expect(JSON.parse(gate.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 0, failed: 1 });
    expect(gate.annotations.some(({ level }) => level === 'error')).toBe(true);
    expect(gate.summary).toMatch(/rejected/i);
  });

  test('rejects a reused workspace whose stale bytecode and old report look green', async () => {
    const run = await runWithPytest({
      files: PROJECT,
      yaml: `
on: push
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      - run: |
          python3 -m pytest --junitxml=reports/junit.xml
          cp -p shop.py ../old.py
          sed -i 's/n \\* 2/n + 2/' shop.py
          touch -r ../old.py shop.py
      - id: misled
        run: python3 -c 'import shop; print(shop.price(3))'
      - id: gate
        uses: ${ACTION_NAME}
        with:
          run: python3 -m pytest --junitxml=reports/junit.xml
          evidence: reports/junit.xml
`,
    });
    expect(step(run, 'misled').log).toBe('6\n');
    expectRejected(run, step(run, 'gate'));
  });

  test('rejects a command that ends well and writes none of the promised reports', async () => {
    const run = await runWithPytest({
      files: PROJECT,
      yaml: `
on: push
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      - run: python3 -m pytest --junitxml=reports/junit.xml
      - id: gate
        uses: ${ACTION_NAME}
        with:
          run: 'true'
          evidence: reports/junit.xml
`,
    });
    const gate = step(run, 'gate');
    expectRejected(run, gate);
    expect(reasons(gate)).toContainEqual(expect.stringMatching(/^GG-EVIDENCE-/));
  });
});

describeWithAct('the action around the steps of the workflow', () => {
  test('accepts what they tested', async () => {
    const run = await runWithPytest({ yaml: example('own-steps.yml'), files: PROJECT, event: 'pull_request', payload: pullRequest });
    const check = step(run, 'check');
    expectAccepted(run, check);
    expect(step(run, 'stamp').outputs).toMatchObject({ 'tree-id': run.tree, generation: check.outputs['generation'] });
    expect(JSON.parse(check.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 1 });
  });

  test('rejects where they failed, though the step itself may fail', async () => {
    const run = await runWithPytest({ yaml: example('own-steps.yml'), files: BROKEN, event: 'pull_request', payload: pullRequest });
    expect(step(run, 'tests').result).toBe('failure');
    expectRejected(run, step(run, 'check'));
  });

  test('rejects where they changed what was stamped', async () => {
    const yaml = example('own-steps.yml').replace('run: python3 -m pytest', 'run: echo "# more" >> shop.py && python3 -m pytest');
    const run = await runWithPytest({ yaml, files: PROJECT, event: 'pull_request', payload: pullRequest });
    const check = step(run, 'check');
    expect(step(run, 'tests').result).toBe('success');
    expectRejected(run, check);
    expect(findings(check).some(({ answer, what }) => answer === 'broken' && what.includes('shop.py'))).toBe(true);
  });

  test('rejects where the ending is not handed over', async () => {
    const yaml = example('own-steps.yml').replace(/^ *outcome: .*\n/m, '');
    const run = await runWithPytest({ yaml, files: PROJECT, event: 'pull_request', payload: pullRequest });
    const check = step(run, 'check');
    expectRejected(run, check);
    expect(reasons(check)).toContain('GG-RUN-NOT-RECORDED');
  });
});

describeWithAct('the action in the cells of a matrix', () => {
  const yaml = `
on: push
jobs:
  cell:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false
      matrix:
        cell: [a, b]
    steps:
      - uses: ${CHECKOUT}
      - id: gate
        uses: ${ACTION_NAME}
        with:
          cell: \${{ matrix.cell }}
          run: test "$GENERATION_GATE_CELL" != "$(cat broken.txt)" && python3 -m pytest --junitxml=reports/junit.xml
          evidence: reports/junit.xml
          upload: false
`;

  test('judges each on the same tree', async () => {
    const run = await runWithPytest({ yaml, files: { ...PROJECT, 'broken.txt': 'none\n' } });
    const [a, b] = [step(run, 'gate', { cell: 'a' }), step(run, 'gate', { cell: 'b' })];
    expectAccepted(run, a);
    expectAccepted(run, b);
    expect([a.outputs['tree-id'], b.outputs['tree-id']]).toEqual([run.tree, run.tree]);
    expect(a.outputs['generation']).not.toBe(b.outputs['generation']);
  });

  test('rejects the one that fails', async () => {
    const run = await runWithPytest({ yaml, files: { ...PROJECT, 'broken.txt': 'b\n' } });
    expect(step(run, 'gate', { cell: 'a' }).outputs['verdict']).toBe('accepted');
    expectRejected(run, step(run, 'gate', { cell: 'b' }));
  });
});
