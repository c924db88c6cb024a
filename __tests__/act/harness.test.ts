import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ACTION_NAME, describeWithAct, runWorkflow, step } from '../support/act.ts';

const CHECKOUT = 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd';

describeWithAct('the harness that runs workflows', () => {
  let action = '';

  beforeAll(() => {
    action = mkdtempSync(join(tmpdir(), 'generation-gate-stand-in-'));
    mkdirSync(join(action, 'dist'));
    writeFileSync(join(action, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(action, 'action.yml'),
      'name: Stand-in\ndescription: Ends as it is told\ninputs:\n  end:\n    description: exit code\nruns:\n  using: node24\n  main: dist/index.js\n',
    );
    writeFileSync(
      join(action, 'dist/index.js'),
      `import { appendFileSync, existsSync } from 'node:fs';
       const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, GITHUB_EVENT_NAME, INPUT_END } = process.env;
       appendFileSync(GITHUB_OUTPUT, 'node=' + process.versions.node + '\\nproject=' + existsSync('a.txt') + '\\nevent=' + GITHUB_EVENT_NAME + '\\n');
       appendFileSync(GITHUB_STEP_SUMMARY, '# Judged\\n');
       console.log('::error file=a.txt,line=3::bad');
       console.log('spoken');
       process.exitCode = Number(INPUT_END);`,
    );
  });

  afterAll(() => rmSync(action, { recursive: true, force: true }));

  test('tells what each step of each cell did, on Node 24', async () => {
    const run = await runWorkflow({
      action,
      files: { 'a.txt': 'a\n' },
      yaml: `
on: push
jobs:
  gate:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false
      matrix:
        end: [0, 1]
    steps:
      - uses: ${CHECKOUT}
      - id: gate
        uses: ${ACTION_NAME}
        with:
          end: \${{ matrix.end }}
      - id: after
        if: always()
        run: echo "outcome \${{ steps.gate.outcome }}"
`,
    });
    expect(run.exitCode).toBe(1);
    expect(run.jobs).toEqual({ gate: 'failure' });
    const good = step(run, 'gate', { end: 0 });
    expect(good).toMatchObject({ result: 'success', summary: '# Judged\n', log: 'spoken\n' });
    expect(good.outputs).toEqual({ node: expect.stringMatching(/^24\./), project: 'true', event: 'push' });
    expect(good.annotations).toEqual([{ level: 'error', message: 'bad', properties: { file: 'a.txt', line: '3' } }]);
    expect(step(run, 'gate', { end: 1 }).result).toBe('failure');
    expect(step(run, 'after', { end: 1 }).log).toBe('outcome failure\n');
  });

  test('hands over an event', async () => {
    const run = await runWorkflow({
      action,
      event: 'pull_request',
      payload: (head) => ({ pull_request: { number: 7, head: { sha: head, ref: 'topic' }, base: { sha: head, ref: 'main' } } }),
      yaml: `
on: pull_request
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
      - id: gate
        uses: ${ACTION_NAME}
        with:
          end: 0
      - id: number
        run: echo "\${{ github.event.pull_request.number }}"
`,
    });
    expect({ code: run.exitCode, raw: run.exitCode === 0 ? '' : run.raw }).toEqual({ code: 0, raw: '' });
    expect(run.jobs).toEqual({ gate: 'success' });
    expect(step(run, 'gate').outputs).toMatchObject({ event: 'pull_request' });
    expect(step(run, 'number').log).toBe('7\n');
  });
});
