/** What the doctor finds in workflows, and what it leaves alone (PB5). */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { doctorStep } from '../../src/steps/doctor.ts';
import { examine, SMALLEST } from '../../src/workflows/examine.ts';
import { loadWorkflows } from '../../src/workflows/load.ts';
import { WORKFLOW_RULES } from '../../src/workflows/rules.ts';
import { FILE_LIMIT_BYTES, readYaml } from '../../src/workflows/yaml.ts';
import { judged, program } from '../support/cli.ts';
import { ROOT } from '../support/dist.ts';
import { freshFolder, removeFolders, write, type Content } from '../support/repository.ts';
import { HOSTILE_FRAGMENTS, obeyedLines } from '../publish/hostile-text.ts';

jest.setTimeout(120_000);
afterEach(removeFolders);

const COMMIT = 'de0fac2e4500dabe0009e67214ff5f5447ce83dd';
const CHECKOUT = `- uses: actions/checkout@${COMMIT}\n        with: {persist-credentials: false}`;
const GATE = `- uses: o/generation-gate@${COMMIT}\n        with: {run: make test, evidence: '*.xml'}`;
const FAN_IN = `- uses: o/generation-gate@${COMMIT}\n        with: {phase: fan-in, expect-cells: 'a, b', bundles: bundles}`;
const CELL = `- uses: o/generation-gate@${COMMIT}\n        with: {run: make test, cell: a, bundle: out}`;

function workflow(jobs: string, head = 'on: [pull_request, merge_group]\npermissions: {contents: read}'): string {
  return `${head}\njobs:\n${jobs}\n`;
}

function job(steps: string, keys = '', name = 'gate'): string {
  return `  ${name}:\n    runs-on: ubuntu-latest\n${keys === '' ? '' : `    ${keys}\n`}    steps:\n      ${steps}`;
}

function found(files: Readonly<Record<string, Content>> | string): readonly string[] {
  const root = freshFolder();
  write(root, typeof files === 'string' ? { '.github/workflows/ci.yml': files } : files);
  return examine(loadWorkflows(root, [])).map(({ rule, file, line, rejects }) => `${rejects ? '' : '? '}${rule.replace('GG-WORKFLOW-', '')} ${file.replace('.github/workflows/', '')}:${line}`);
}

const HEALTHY = workflow(job(`${CHECKOUT}\n      ${GATE}`));
const cells = (keys: string): string => workflow(`${job(`${CHECKOUT}\n      ${CELL}`, '', 'cell')}\n${job(`${CHECKOUT}\n      ${FAN_IN}`, keys)}`);
const own = (check: string, between = '- {id: tests, continue-on-error: true, run: make test}'): string => workflow(job(`${CHECKOUT}\n      - {uses: o/generation-gate@${COMMIT}, with: {phase: stamp}}\n      ${between}\n      - {uses: o/generation-gate@${COMMIT}, with: {phase: check${check}}}`));

describe('the doctor', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['nothing in a healthy gate', HEALTHY, []],
    ['nothing in a healthy fan-in', cells('needs: cell\n    if: always()'), []],
    ['nothing in healthy steps of its own', own(', outcome: "${{ steps.tests.outcome }}"'), []],
    ['nothing in the smallest workflow but its own tag', SMALLEST, ['? MUTABLE-REF ci.yml:14']],
    ['a workflow without a gate', workflow(job(CHECKOUT)), ['NO-GATE ci.yml:1'].map(() => 'NO-GATE .github/workflows:1')],
    ['a gate after the merge', workflow(job(GATE), 'on: push\npermissions: {}'), ['AFTER-MERGE ci.yml:1']],
    ['no merge queue', workflow(job(GATE), 'on:\n  pull_request:\npermissions: {}'), ['NO-MERGE-GROUP ci.yml:1']],
    ['a path filter', workflow(job(GATE), 'on:\n  merge_group:\n  pull_request:\n    paths: [src/**]\npermissions: {}'), ['SKIPPABLE ci.yml:3']],
    ['a job with a condition', workflow(job(GATE, "if: github.actor != 'bot'")), ['SKIPPABLE ci.yml:4']],
    ['a job that a cancelled run skips', cells('needs: cell\n    if: "!cancelled()"'), ['SKIPPABLE ci.yml:11']],
    ['a step with a condition', workflow(job(`${CHECKOUT}\n      - if: success() && github.ref == 'x'\n        uses: o/generation-gate@${COMMIT}\n        with: {run: x}`)), ['SKIPPABLE ci.yml:9']],
    ['a fan-in that a red cell skips', cells('needs: cell'), ['FAN-IN-SKIPPED ci.yml:11']],
    ['a gate that a red lint skips', workflow(`${job('- run: lint', '', 'lint')}\n${job(GATE, 'needs: [lint]')}`), ['FAN-IN-SKIPPED ci.yml:8']],
    ['a fan-in that waits for nobody', cells('if: always()'), ['ORDER ci.yml:11']],
    ['a job whose failure is hidden', workflow(job(GATE, 'continue-on-error: true')), ['CONTINUE-ON-ERROR ci.yml:4']],
    ['a step whose failure is hidden', workflow(job(`- uses: o/generation-gate@${COMMIT}\n        continue-on-error: \${{ matrix.soft }}`)), ['CONTINUE-ON-ERROR ci.yml:7']],
    ['a token left beside an upload', workflow(job(`- uses: actions/checkout@${COMMIT}\n      ${GATE}\n      - uses: actions/upload-artifact@${COMMIT}`)), ['CREDENTIALS ci.yml:7']],
    ['a checkout that is kept', workflow(job(`- uses: actions/checkout@${COMMIT}\n        with: {clean: false, persist-credentials: false}\n      ${GATE}`)), ['CHECKOUT-KEPT ci.yml:7']],
    ['and lists it where leftovers are proven not to matter', workflow(job(`- uses: actions/checkout@${COMMIT}\n        with: {clean: false, persist-credentials: false}\n      - {uses: o/generation-gate@${COMMIT}, with: {run: x, replay: true}}`)), ['? CHECKOUT-KEPT ci.yml:7']],
    ['nothing about merging in a workflow that is started by hand', workflow(`${job('- run: x', '', 'x')}\n${job(GATE, 'needs: x')}`, 'on: workflow_dispatch\npermissions: {}'), []],
    ['a self-hosted runner without a checkout', workflow(job(GATE).replace('ubuntu-latest', '[self-hosted, linux]')), ['CHECKOUT-KEPT ci.yml:7']],
    ['a patch after the gate', workflow(job(`${GATE}\n      - run: |\n          set -e\n          git apply fix.patch`)), ['ORDER ci.yml:9']],
    ['a check without a stamp', workflow(job(`- {uses: o/generation-gate@${COMMIT}, with: {phase: check, outcome: success}}`)), ['ORDER ci.yml:7']],
    ['a check that is told nothing', own(''), ['OUTCOME ci.yml:11']],
    ['a check that is told a word', own(', outcome: success'), ['OUTCOME ci.yml:11']],
    ['a check that is told the conclusion', own(', outcome: "${{ steps.tests.conclusion }}"'), ['OUTCOME ci.yml:11']],
    ['a check that is told of another step', own(', outcome: "${{ steps.lint.outcome }}"'), ['OUTCOME ci.yml:11']],
    ['nothing where the gate ran the tests', own('', `- {uses: o/generation-gate@${COMMIT}, with: {phase: run, run: make}}`), []],
    ['an action by its tag', workflow(job(`- uses: actions/setup-node@v6\n      ${GATE}`)), ['MUTABLE-REF ci.yml:7']],
    ['an image without its digest', workflow(job(`- uses: docker://alpine:3\n      ${GATE}`)), ['MUTABLE-REF ci.yml:7']],
    ['foreign code with secrets', `${HEALTHY}\n`.replace('[pull_request, merge_group]', '[pull_request, merge_group, pull_request_target]').replace('persist-credentials: false', 'persist-credentials: false, ref: "${{ github.event.pull_request.head.sha }}"'), ['FOREIGN-CODE ci.yml:7']],
    ['foreign code by the command line', workflow(`${job(GATE)}\n${job('- run: gh pr checkout 1', '', 'x')}`, 'on: [pull_request_target, pull_request, merge_group]\npermissions: {}'), ['FOREIGN-CODE ci.yml:12']],
    ['a base that is not fetched', workflow(job(`${CHECKOUT}\n      - {uses: o/generation-gate@${COMMIT}, with: {run: x, base: origin/main}}`)), ['NO-BASE ci.yml:9']],
    ['nothing where it is fetched', workflow(job(`- uses: actions/checkout@${COMMIT}\n        with: {fetch-depth: 0}\n      - {uses: o/generation-gate@${COMMIT}, with: {run: x, base: origin/main}}`)), []],
    ['no word of permissions', workflow(job(GATE), 'on: [pull_request, merge_group]'), ['PERMISSIONS ci.yml:3']],
    ['all permissions', workflow(job(GATE), 'on: [pull_request, merge_group]\npermissions: write-all'), ['PERMISSIONS ci.yml:4']],
    ['a token that pushes', workflow(job(GATE), 'on: [pull_request, merge_group]\npermissions: {contents: write}'), ['PERMISSIONS ci.yml:4']],
    ['a token that may not attest', workflow(job(`- {uses: o/generation-gate@${COMMIT}, with: {run: x, attest: true}}`)), ['PERMISSIONS ci.yml:4']],
    ['nothing where it may', workflow(job(`- {uses: o/generation-gate@${COMMIT}, with: {run: x, attest: true, check-run: true}}`), 'on: [pull_request, merge_group]\npermissions: {contents: read, id-token: write, attestations: write, checks: write}'), []],
    ['a gate by the program', workflow(job('- run: |\n          npm ci\n          npx generation-gate gate --base origin/main -- npm test')), ['NO-BASE ci.yml:7']],
    ['no gate in a comment', workflow(job('- run: echo generation-gate is nice')), ['NO-GATE .github/workflows:1']],
  ])('finds %s', (_, text, faults) => {
    expect(found(text)).toEqual(faults);
  });

  test('follows workflows and actions of this repository, and says what it does not', () => {
    const called = `on: workflow_call\njobs:\n${job(GATE, '', 'inner')}\n`;
    const caller = (keys: string): string => workflow(`  outer:\n${keys}    uses: ./.github/workflows/called.yml`);
    expect(found({ '.github/workflows/called.yml': called, '.github/workflows/ci.yml': caller('') })).toEqual([]);
    expect(found({ '.github/workflows/called.yml': called, '.github/workflows/ci.yml': caller("    if: github.actor == 'me'\n") })).toEqual(['SKIPPABLE called.yml:3']);
    expect(found({ '.github/workflows/ci.yml': workflow(`${job(GATE)}\n  far:\n    uses: o/r/.github/workflows/x.yml@${COMMIT}\n  gone:\n    uses: ./.github/workflows/gone.yml`) })).toEqual(['? NOT-FOLLOWED ci.yml:10', '? NOT-FOLLOWED ci.yml:12', 'MALFORMED gone.yml:1']);
    const composite = `runs:\n  using: composite\n  steps:\n    - uses: o/generation-gate@${COMMIT}\n      continue-on-error: true\n`;
    expect(found({ 'tools/gate/action.yml': composite, '.github/workflows/ci.yml': workflow(job('- uses: ./tools/gate')) })).toEqual(['CONTINUE-ON-ERROR tools/gate/action.yml:4']);
    expect(found({ 'tools/gate/action.yml': 'runs: {using: composite, steps: [{uses: ./tools/gate}]}\n', '.github/workflows/ci.yml': workflow(`${job('- uses: ./tools/gate', '', 'x')}\n${job(GATE)}`) })).toEqual(['? NOT-FOLLOWED tools/gate/action.yml:1']);
  });

  test('finds no fault in the examples of the documentation and in the workflows of this repository', () => {
    const root = freshFolder();
    mkdirSync(join(root, '.github/workflows'), { recursive: true });
    const examples = readdirSync(join(ROOT, 'docs/workflows')).filter((name) => name.endsWith('.yml'));
    expect(examples.length).toBeGreaterThan(2);
    for (const name of examples) {
      copyFileSync(join(ROOT, 'docs/workflows', name), join(root, '.github/workflows/ci.yml'));
      const { exit, envelope } = doctorStep(root, []);
      expect([name, exit, envelope.findings.filter(({ rejects }) => rejects).map(({ what }) => what)]).toEqual([name, 0, []]);
    }
    expect(doctorStep(ROOT, []).exit).toBe(0);
  });

  test('has a row for every rule', () => {
    const fromTables = [...new Set(['NO-GATE', 'MALFORMED', 'NOT-FOLLOWED', 'AFTER-MERGE', 'NO-MERGE-GROUP', 'SKIPPABLE', 'FAN-IN-SKIPPED', 'CONTINUE-ON-ERROR', 'CREDENTIALS', 'CHECKOUT-KEPT', 'ORDER', 'OUTCOME', 'MUTABLE-REF', 'FOREIGN-CODE', 'NO-BASE', 'PERMISSIONS'])];
    expect(WORKFLOW_RULES.map(({ id }) => id.replace('GG-WORKFLOW-', ''))).toEqual(expect.arrayContaining(fromTables));
    expect(WORKFLOW_RULES).toHaveLength(fromTables.length);
  });
});

describe('a file that is no workflow', () => {
  const nested = (open: string, close: string, times: number): string => `on: ${open.repeat(times)}${close.repeat(times)}\njobs: {}\n`;
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, at) => `${'bcdefghij'[at] ?? ''}: &${'bcdefghij'[at] ?? ''} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at] ?? ''}`).join(', ')}]`).join('\n')}\njobs: {}\n`;

  test.each<readonly [string, Content, RegExp]>([
    ['broken', 'on: [push\njobs:\n', /flow|sequence|bracket|Flow/],
    ['a key twice', 'on: push\non: pull_request\njobs: {}\n', /unique/],
    ['empty', '', /no mapping/],
    ['a list', '- on: push\n', /no mapping/],
    ['without jobs', 'on: push\n', /no jobs/],
    ['not UTF-8', Buffer.from([0x6f, 0x6e, 0x3a, 0xff]), /UTF-8/],
    ['too large', `on: push # ${'x'.repeat(FILE_LIMIT_BYTES)}\n`, /more than the 1048576/],
    ['nested a hundred thousand deep', nested('[', ']', 100_000), /deeper/],
    ['nested deep in blocks', `jobs:\n${Array.from({ length: 600 }, (_, at) => `${' '.repeat(at + 1)}k:`).join('\n')}\n`, /deep/],
    ['an avalanche of aliases', bomb, /more than 100000 values/],
    ['an alias of itself', 'on: &a [*a]\njobs: {}\n', /deeper|nothing/],
    ['an alias of nothing', 'on: *gone\njobs: {}\n', /gone/],
  ])('is named where it is %s', (_, content, why) => {
    const root = freshFolder();
    write(root, { '.github/workflows/ci.yml': content });
    const started = process.cpuUsage();
    const faults = examine(loadWorkflows(root, [])).filter(({ rule }) => rule === 'GG-WORKFLOW-MALFORMED');
    expect(faults).toHaveLength(1);
    expect(faults[0]?.what).toMatch(why);
    expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
  });

  test('never brings it down', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('on:', '\n', '  ', '- ', '[', ']', '{', '}', 'jobs:', ' steps:', ' uses: ', 'o/generation-gate@v1', '&a ', '*a', '"', "'", '|\n', '? ', ': ', '#', '!!binary ', '<<: ', ' needs: ', ' if: ', '${{ x }}', 'x'), { maxLength: 60 }), (parts) => {
        const read = readYaml(Buffer.from(parts.join('')));
        expect(['read', 'malformed']).toContain(read.state);
        const root = freshFolder();
        write(root, { '.github/workflows/ci.yml': parts.join('') });
        for (const { rule } of examine(loadWorkflows(root, []))) expect(WORKFLOW_RULES.map(({ id }) => id)).toContain(rule);
        removeFolders();
      }),
      { numRuns: 200 },
    );
  });
});

describe('the verb', () => {
  test('ends with 1 on faults and 0 on none, and its JSON names place and remedy', async () => {
    const root = freshFolder();
    write(root, { '.github/workflows/ci.yml': workflow(job(GATE, 'continue-on-error: true')) });
    const result = await judged(['doctor'], { cwd: root });
    expect([result.code, result.rejecting]).toEqual([1, ['GG-WORKFLOW-CONTINUE-ON-ERROR']]);
    expect(result.envelope['faults']).toEqual([expect.objectContaining({ file: '.github/workflows/ci.yml', line: 4, remedy: expect.stringContaining('jobs:') })]);
    write(root, { '.github/workflows/ci.yml': HEALTHY });
    expect(await program(['doctor'], { cwd: root })).toMatchObject({ code: 0, stdout: 'doctor: no fault (1 workflow looked at)\n' });
    expect((await judged(['doctor', '/etc/hostname'], { cwd: root })).code).toBe(2);
    expect((await judged(['doctor', '--workspace', 'gone'], { cwd: root })).code).toBe(2);
  });

  test('prints hostile names as text', async () => {
    const root = freshFolder();
    const name = HOSTILE_FRAGMENTS.join(' ');
    write(root, { '.github/workflows/ci.yml': workflow(`  ${JSON.stringify(name)}:\n    runs-on: x\n    if: ${JSON.stringify(name)}\n    steps: [{uses: ${JSON.stringify(`o/generation-gate@${name}`)}}]`) });
    const result = await program(['doctor'], { cwd: root });
    expect(result.code).toBe(1);
    expect(obeyedLines(result.stdout)).toEqual([]);
    expect(result.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });
});
