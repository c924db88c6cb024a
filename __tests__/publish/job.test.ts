/** The action as a job runs it: inputs from variables; outputs, variables, annotations and summary into the runner's files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ACTION, program, type Ended } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';
import { obeyedLines } from './hostile-text.ts';

afterEach(removeFolders);

const REPORT = '<testsuite tests="1"><testcase classname="a" name="b"/></testsuite>';
const GREEN = `printf '%s' '${REPORT}' > junit.xml`;

interface Job {
  readonly root: string;
  readonly files: string;
}

interface StepEnded extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What is left of the log once the annotations are taken out. */
  readonly log: string;
  readonly annotations: readonly string[];
}

function makeJob(): Job {
  const root = makeRepository({ '.gitignore': '*.xml\n', 'a.txt': 'a\n' });
  const files = freshFolder();
  for (const name of ['output', 'env', 'summary']) writeFileSync(join(files, name), '');
  mkdirSync(join(files, 'temp'));
  return { root, files };
}

/** Runs the action's entry as a step: inputs by their names in the workflow. */
async function step({ root, files }: Job, inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Promise<StepEnded> {
  const variables = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
  for (const name of ['output', 'env', 'summary']) writeFileSync(join(files, name), '');
  const ended = await program([], {
    cwd: root,
    program: ACTION,
    env: {
      ...variables,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: root,
      GITHUB_OUTPUT: join(files, 'output'),
      GITHUB_ENV: join(files, 'env'),
      GITHUB_STEP_SUMMARY: join(files, 'summary'),
      RUNNER_TEMP: join(files, 'temp'),
      ...env,
    },
  });
  const lines = ended.stdout.split('\n');
  return { ...ended, outputs: commandFile(join(files, 'output')), variables: commandFile(join(files, 'env')), summary: text(join(files, 'summary')), log: lines.filter((line) => !line.startsWith('::error')).join('\n'), annotations: lines.filter((line) => line.startsWith('::error')) };
}

/** `name<<delimiter`, lines, `delimiter`: how the runner reads its command files. */
function commandFile(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text(file).matchAll(/^([^\n<]+)<<(ghadelimiter_[0-9a-f-]+)\n([^]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value] as const));
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

describe('a step of a job', () => {
  test('that is accepted hands on what was judged', async () => {
    const job = makeJob();
    const result = await step(job, { run: GREEN, evidence: '*.xml' });
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ verdict: 'accepted', generation: expect.stringMatching(/^[0-9a-f]{32}$/), 'tree-id': expect.stringMatching(/^[0-9a-f]{40}$/), 'stamp-digest': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.parse(result.outputs['tests'] ?? '')).toMatchObject({ total: 1, passed: 1 });
    expect(JSON.parse(readFileSync(result.outputs['verdict-path'] ?? '', 'utf8'))).toMatchObject({ verdict: 'accepted', generation: result.outputs['generation'] });
    expect(result.summary).toContain('accepted');
    expect(result.annotations).toEqual([]);
  });

  test('that is rejected says why in the log, in annotations, in an output and in the summary', async () => {
    const result = await step(makeJob(), { run: `${GREEN}; echo more >> a.txt`, evidence: '*.xml' });
    expect(result.code).toBe(1);
    expect(result.outputs['verdict']).toBe('rejected');
    const rules = (JSON.parse(result.outputs['findings'] ?? '') as { rule: string; rejects: boolean }[]).filter(({ rejects }) => rejects).map(({ rule }) => rule);
    expect(rules).toContain('GG-TREE-CHANGED');
    expect(result.annotations.find((line) => line.includes('GG-TREE-CHANGED'))).toContain('file=a.txt');
    expect(result.summary).toContain('GG-TREE-CHANGED');
    expect(result.log).toContain('GG-TREE-CHANGED');
  });

  test('of each phase hands its part on to the next', async () => {
    const job = makeJob();
    const stamped = await step(job, { phase: 'stamp', evidence: '*.xml', cell: 'linux' });
    expect(stamped.variables).toMatchObject({ GENERATION_GATE_GENERATION: stamped.outputs['generation'], GENERATION_GATE_TREE_ID: stamped.outputs['tree-id'], GENERATION_GATE_CELL: 'linux', PYTHONDONTWRITEBYTECODE: '1' });
    write(job.root, { 'junit.xml': REPORT });
    const handed = { 'expect-generation': stamped.outputs['generation'] ?? '', 'expect-stamp-digest': stamped.outputs['stamp-digest'] ?? '' };
    expect((await step(job, { phase: 'check', outcome: 'success', ...handed })).outputs['verdict']).toBe('accepted');
    expect((await step(job, { phase: 'check', outcome: 'failure', ...handed })).code).toBe(1);
    expect((await step(job, { phase: 'check', outcome: 'success', ...handed, 'expect-generation': 'f'.repeat(32) })).code).toBe(1);
    expect((await step(job, { phase: 'run', run: 'true' })).code).toBe(0);
  });

  test('exports nothing where the stamp is refused', async () => {
    const job = makeJob();
    const result = await step(job, { phase: 'stamp', setup: 'exit 3' });
    expect(result.code).toBe(1);
    expect(result.variables).toEqual({});
    expect(result.outputs).toMatchObject({ verdict: 'rejected', generation: '', 'stamp-digest': '' });
  });
});

describe('inputs that are wrong', () => {
  test.each<readonly [Readonly<Record<string, string>>, number, string, RegExp]>([
    [{ phase: 'gat', run: 'true' }, 2, 'GG-INPUT-INVALID', /"phase" cannot be "gat"/],
    [{}, 2, 'GG-INPUT-MISSING', /"run" is empty/],
    [{ phase: 'check', run: 'true' }, 2, 'GG-INPUT-CONFLICT', /"run" is set/],
    [{ run: 'true', timeout: 'soon' }, 2, 'GG-INPUT-INVALID', /"timeout" cannot be "soon"/],
    [{ run: 'true', 'min-tests': '-1' }, 2, 'GG-INPUT-INVALID', /"min-tests" cannot be "-1"/],
    [{ run: 'true', outcome: 'ok' }, 2, 'GG-INPUT-INVALID', /outcome cannot be "ok"/],
    [{ run: 'true', workspace: 'absent' }, 2, 'GG-WORKSPACE-UNREADABLE', /absent/],
    [{ phase: '::error::x\n##[error]y', run: 'true' }, 2, 'GG-INPUT-INVALID', /phase/],
    [{ run: 'true', upload: 'yes' }, 2, 'GG-INPUT-INVALID', /"upload" cannot be "yes"/],
    [{ phase: 'fan-in' }, 2, 'GG-INPUT-MISSING', /expect-cells/],
  ])('%j', async (inputs, code, rule, words) => {
    const result = await step(makeJob(), inputs);
    expect({ code: result.code, verdict: result.outputs['verdict'] }).toEqual({ code, verdict: 'rejected' });
    expect(result.log).toContain(rule);
    expect(result.log).toMatch(words);
    expect(obeyedLines(result.log)).toEqual([]);
    expect(result.summary).toContain(rule);
  });
});

describe('words of others', () => {
  test('in the command\'s output are bracketed, so that no line of it is obeyed', async () => {
    const result = await step(makeJob(), { run: 'echo "::set-output name=verdict::accepted"; echo "##[error]planted"; printf "no line end"; exit 1' });
    expect(result.code).toBe(1);
    const [, token = ''] = /^::stop-commands::(\S+)$/m.exec(result.stdout) ?? [];
    expect(token.length).toBeGreaterThan(30);
    const start = result.stdout.indexOf(`::stop-commands::${token}\n`);
    const end = result.stdout.indexOf(`\n::${token}::\n`);
    const inside = result.stdout.slice(start, end);
    expect(inside).toContain('::set-output name=verdict::accepted\n');
    expect(inside).toContain('no line end');
    expect(obeyedLines(result.stdout.slice(0, start) + result.stdout.slice(end + `\n::${token}::\n`.length)).filter((line) => !line.startsWith('::error '))).toEqual([]);
  });

  test('in file names do nothing in log, annotations and summary', async () => {
    const job = makeJob();
    const names = ['::error::x.txt', '##[error]y.txt', 'line\n::error::z.txt', '<img src=x>.txt', '@octocat.txt', '[a](https:evil.example).txt', '\u001b[31m.txt', ',file=a.txt::b.txt'];
    write(job.root, Object.fromEntries(names.map((name) => [name, 'before\n'])));
    const result = await step(job, { run: 'for file in ./*.txt ./*"\n"*; do echo after >> "$file"; done' });
    expect(result.code).toBe(1);
    const after = result.stdout.slice(result.stdout.lastIndexOf('::generation-gate-'));
    expect(obeyedLines(after.slice(after.indexOf('\n'))).filter((line) => !line.startsWith('::error '))).toEqual([]);
    expect(after).not.toContain('\u001b');
    for (const annotation of result.annotations) expect(annotation).toMatch(/^::error title=GG-[A-Z-]+(,file=[^,:\n]*)?::/);
    expect(result.summary).not.toMatch(/<img|@octocat|\u001b/);
  });
});

describe('files of the runner that cannot be written', () => {
  test.each(['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_STEP_SUMMARY'])('%s: it is said, and the verdict stays as it is', async (name) => {
    for (const [inputs, code] of [[{ phase: 'stamp' }, 0], [{ run: 'false' }, 1]] as const) {
      const job = makeJob();
      const result = await step(job, inputs, { [name]: join(job.files, 'absent', 'file') });
      expect({ inputs, code: result.code, stderr: result.stderr }).toEqual({ inputs, code, stderr: '' });
      expect(result.stdout).toContain(code === 0 ? 'stamp: accepted' : 'gate: rejected');
      if (name !== 'GITHUB_ENV' || code === 0) expect(result.stdout).toMatch(/^::warning::.* could not be written: /m);
    }
  });
});
