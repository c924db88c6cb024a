/** The policy file, from the call's point of view: what it says, what a call may say beside it, whose file counts (PO1–PO3). */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { STATEMENT_FILES } from '../../src/model/statement.ts';
import { ACCEPTED, ACTION, findingsOf, judged, program, rejectedBy, seen, workspaceImage, type Judged } from '../support/cli.ts';
import { freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { eventOf, mergeRequest, POLICY, PROJECT, serveApi, serveGit, shallow, STRICT, TEST_SCRIPT, type Request, type Served } from './policy-project.ts';

jest.setTimeout(240_000);

const running: Served[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  removeFolders();
});

interface PolicyPart {
  readonly path: string | null;
  readonly digest: string | null;
  readonly base: { readonly commit: string; readonly read: string } | null;
  readonly head: { readonly not_counted: readonly { readonly key: string }[] } | null;
  readonly touched: readonly { readonly path: string; readonly role: string; readonly how: string }[];
}

function policyOf({ envelope }: Judged): PolicyPart {
  return envelope['policy'] as PolicyPart;
}

/** Everything but the folder itself and what a gate leaves in it. */
function filesOf(root: string): readonly string[] {
  return workspaceImage(root).filter((line) => !/^"(?:"|reports|\.workspace_generation)/.test(line));
}

function usage(result: Judged): readonly [number | null, string, string] {
  const { code, message } = (result.envelope['error'] ?? { code: '', message: '' }) as { readonly code: string; readonly message: string };
  return [result.code, code, message];
}

describe('a policy in the work tree (PO1)', () => {
  test('names the command, so that the gate needs no argument; the verdict names it by digest', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: STRICT });
    const result = await judged(['gate'], { cwd: root });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests.total).toBe(1);
    expect(policyOf(result)).toMatchObject({ path: POLICY, digest: expect.stringMatching(/^[0-9a-f]{64}$/), base: null, touched: [] });
    const text = await program(['gate'], { cwd: root });
    expect(text.stdout).toContain(`policy    ${policyOf(result).digest ?? ''} ${POLICY}`);
  });

  test('is tightened by a call, and never loosened or contradicted', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: `${STRICT}allow-ignored: [a, b]\nowned: [shop.txt, 'ci/**']\n` });
    expect(seen(await judged(['gate', '--min-tests', '2'], { cwd: root }))).toEqual(rejectedBy('GG-EVIDENCE-MIN-TESTS'));
    const before = workspaceImage(root);
    for (const [args, words] of [
      [['--survivors', 'report'], /"survivors" is "report" in this call, looser than "reject" in generation-gate\.config\.yml/],
      [['--min-tests', '0'], /"min-tests" is 0 in this call, looser than 1/],
      [['--allow-ignored', 'c'], /"allow-ignored" is \["c"\] in this call, more than \["a","b"\]/],
      [['--owned', '**'], /"owned" is .* more than/],
      [['--', 'true'], /"command" is \["true"\] in this call, another one than/],
      [['--script', 'ci/test.sh'], /"command" is "ci\/test\.sh"/],
    ] as const) {
      const [code, id, message] = usage(await judged(['gate', ...args], { cwd: root }));
      expect([code, id, message]).toEqual([2, 'GG-POLICY-LOOSENED', expect.stringMatching(words)]);
    }
    expect(workspaceImage(root)).toEqual(before);
    expect(seen(await judged(['gate', '--witness', 'off', '--allow-ignored', 'a', '--owned', 'shop.txt', '--evidence', 'reports/junit.xml'], { cwd: root }))).toEqual(ACCEPTED);
  });

  test('that is malformed stops the call before anything changes, with line and column', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: 'evidence: [a.xml]\nmin-test: 3\n' });
    const before = workspaceImage(root);
    expect(usage(await judged(['gate'], { cwd: root }))).toEqual([2, 'GG-POLICY-MALFORMED', `${POLICY}:2:1: there is no key "min-test"`]);
    expect(workspaceImage(root)).toEqual(before);
    write(root, { [POLICY]: 'accept:\n  - rule: GG-RUN-FAILED\n    reason: it is red\n    expires: 2099-01-01\n' });
    expect(usage(await judged(['stamp'], { cwd: root }))).toEqual([2, 'GG-POLICY-MALFORMED', expect.stringContaining(':2:11: "accept" names GG-RUN-FAILED, which is a hard stop')]);
    rmSync(join(root, POLICY));
    symlinkSync('shop.txt', join(root, POLICY));
    expect(usage(await judged(['gate', '--', 'true'], { cwd: root }))[2]).toMatch(/it is a link/);
    rmSync(join(root, POLICY));
    write(root, { [POLICY]: STRICT, 'generation-gate.config.json': '{}' });
    expect(usage(await judged(['gate'], { cwd: root }))[1]).toBe('GG-POLICY-TWICE');
  });

  test('gives each cell its command; one that it does not declare is a mistake', async () => {
    const root = makeRepository({ ...PROJECT, 'generation-gate.config.json': JSON.stringify({ evidence: ['reports/*.xml'], cells: { fast: { script: 'ci/test.sh' }, slow: { command: ['bash', 'ci/test.sh'] } } }) });
    for (const cell of ['fast', 'slow']) expect(seen(await judged(['gate', '--cell', cell], { cwd: root }))).toEqual(ACCEPTED);
    expect(usage(await judged(['gate', '--cell', 'slwo'], { cwd: root }))).toEqual([2, 'GG-POLICY-CELL', 'The policy declares no cell "slwo"']);
    expect(usage(await judged(['gate'], { cwd: root }))[1]).toBe('GG-COMMAND-MISSING');
  });

  test('holds from the stamp on: what changes it between the steps changes nothing', async () => {
    const root = makeRepository({ ...PROJECT, '.gitignore': `${String(PROJECT['.gitignore'])}${POLICY}\n` });
    write(root, { [POLICY]: STRICT });
    expect(seen(await judged(['stamp'], { cwd: root }))).toEqual(ACCEPTED);
    write(root, { [POLICY]: 'run: "true"\n' });
    expect((await judged(['run'], { cwd: root })).code).toBe(0);
    const result = await judged(['check'], { cwd: root });
    expect([seen(result), result.envelope.tests.total]).toEqual([ACCEPTED, 1]);
    expect(usage(await judged(['check', '--survivors', 'report'], { cwd: root }))[1]).toBe('GG-POLICY-LOOSENED');
  });

  test('rejects a repeated run, and accepts it for a time with its reason; over, it counts no more', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: `${STRICT}repeated: reject\n` });
    const twice = async (): Promise<Judged> => {
      await judged(['stamp'], { cwd: root });
      await judged(['run'], { cwd: root });
      await judged(['run'], { cwd: root });
      return judged(['check'], { cwd: root });
    };
    expect(seen(await twice())).toEqual(rejectedBy('GG-RUN-REPEATED'));
    const accepted = (expires: string): string => `${STRICT}repeated: reject\naccept:\n  - rule: GG-RUN-REPEATED\n    reason: the runner retries\n    expires: ${expires}\n`;
    write(root, { [POLICY]: accepted('2999-12-31') });
    const listed = await twice();
    expect(seen(listed)).toEqual(ACCEPTED);
    expect(findingsOf(listed, 'GG-RUN-REPEATED')).toMatchObject([{ listed: true, what: expect.stringMatching(/^Accepted until 2999-12-31 \(the runner retries\): 1 earlier run/) }]);
    write(root, { [POLICY]: accepted('2020-01-31') });
    const over = await twice();
    expect(seen(over)).toEqual(rejectedBy('GG-RUN-REPEATED'));
    expect(findingsOf(over, 'GG-POLICY-DEVIATION-EXPIRED')).toMatchObject([{ listed: true, what: expect.stringContaining('until 2020-01-31 (the runner retries)') }]);
  });

  test('runs its script from the worktree under isolation, which it may ask for', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: "script: ci/test.sh\nevidence: ['reports/*.xml']\nisolation: worktree\n" });
    const result = await judged(['gate', '--on-success', 'prune', '--isolation', 'worktree'], { cwd: root });
    expect([seen(result), policyOf(result).path]).toEqual([ACCEPTED, POLICY]);
    expect(result.envelope['worktree']).toBeDefined();
    expect(usage(await judged(['gate', '--isolation', 'none'], { cwd: root }))[1]).toBe('GG-POLICY-LOOSENED');
  });
});

const SOFT = `run: "mkdir -p reports; true"\nsurvivors: report\nallow-ignored: ['**']\n`;

describe("a patch cannot soften its own gate: the base's policy governs (PO3)", () => {
  test.each(['pull_request', 'merge_group'] as const)('of a %s, from the local store', async (name) => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: SOFT });
    const { root, base } = request;
    const result = await judged(['gate'], { cwd: root, env: eventOf(name, request, root) });
    expect([seen(result), result.envelope.tests.total]).toEqual([ACCEPTED, 1]);
    expect(policyOf(result)).toMatchObject({ path: POLICY, base: { commit: base, read: 'local' }, touched: [{ path: POLICY, role: 'policy', how: 'changed' }] });
    expect(findingsOf(result, 'GG-POLICY-GATE-TOUCHED')).toMatchObject([{ listed: true, paths: [POLICY] }]);
    expect(findingsOf(result, 'GG-POLICY-HEAD-NOT-COUNTED')[0]?.what).toMatch(/"survivors" \(it asks for "report", and "reject" is in force\)/);
    expect(usage(await judged(['gate', '--survivors', 'report'], { cwd: root, env: eventOf(name, request, root) }))[1]).toBe('GG-POLICY-LOOSENED');
  });

  test.each(['push', 'workflow_dispatch'] as const)("does not of a %s: the work tree's own is what was merged", async (name) => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: `${STRICT}# reviewed\n` });
    const result = await judged(['gate'], { cwd: request.root, env: eventOf(name, request, request.root) });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(policyOf(result)).toMatchObject({ base: null, digest: expect.any(String) });
  });

  test('by --base on the command line as well, and by no file of a base that has none', async () => {
    const { root, base } = mergeRequest({ [POLICY]: `${STRICT}baseline: observe\n` }, { [POLICY]: SOFT });
    const result = await judged(['stamp', '--base', base], { cwd: root });
    expect(usage(result)[0]).toBe(2);
    const observed = await judged(['gate', '--base', base, '--baseline', 'observe'], { cwd: root });
    expect(policyOf(observed)).toMatchObject({ base: { commit: base, read: 'local' } });
    expect(seen(observed)).toEqual(ACCEPTED);
  });

  test('and where the base has no policy, the first one of a change may only tighten', async () => {
    const request = mergeRequest({}, { [POLICY]: `script: ci/test.sh\nevidence: ['reports/*.xml']\nmin-tests: 2\nslack: 9\nallow-ignored: ['**']\naccept:\n  - rule: GG-EVIDENCE-MIN-TESTS\n    reason: x\n    expires: 2999-01-01\n` });
    const { root } = request;
    const env = eventOf('pull_request', request, root);
    const result = await judged(['gate'], { cwd: root, env });
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-MIN-TESTS'));
    expect(policyOf(result).head?.not_counted.map(({ key }) => key)).toEqual(['slack', 'allow-ignored', 'accept']);
    expect(policyOf(result).touched).toEqual([{ path: POLICY, role: 'policy', how: 'added' }]);
    // The workflow's own command stands before one that a patch brings.
    const own = await judged(['gate', '--min-tests', '1', '--', 'bash', '-c', 'mkdir -p reports; exit 7'], { cwd: root, env });
    expect(own.rejecting).toContain('GG-RUN-FAILED');
  });

  test('and a removed policy governs on, while a malformed one of the change stops the call', async () => {
    const gone = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: null });
    const result = await judged(['gate'], { cwd: gone.root, env: eventOf('pull_request', gone, gone.root) });
    expect([seen(result), policyOf(result).touched]).toEqual([ACCEPTED, [{ path: POLICY, role: 'policy', how: 'removed' }]]);
    const bent = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: 'evidnce: []\n' });
    expect(usage(await judged(['gate'], { cwd: bent.root, env: eventOf('pull_request', bent, bent.root) }))[1]).toBe('GG-POLICY-MALFORMED');
  });

  test('a patch that is applied before the stamp changes nothing of it, and is named', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: STRICT });
    write(root, { [POLICY]: SOFT, 'ci/test.sh': 'true\n' });
    const patch = join(freshFolder(), 'soft.patch');
    writeFileSync(patch, `${git(root, 'diff', '--binary')}\n`);
    git(root, 'checkout', '-q', '.');
    const result = await judged(['gate', '--patch', patch], { cwd: root });
    expect([seen(result), result.envelope.tests.total, policyOf(result).touched]).toEqual([ACCEPTED, 1, [{ path: POLICY, role: 'policy', how: 'changed' }]]);
  });

  test('what else decides how the gate judges is named: script, setup, workflows that call it', async () => {
    const workflow = (line: string): string => `on: pull_request\njobs:\n  gate:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${line}\n`;
    const request = mergeRequest(
      { 'ci/setup.sh': 'true\n', 'ci/other.sh': 'true\n', '.github/workflows/gate.yml': workflow('npx generation-gate gate'), '.github/workflows/called.yml': workflow('./ci/test.sh'), '.github/workflows/lint.yml': workflow('true') },
      { 'ci/setup.sh': 'true # changed\n', 'ci/other.sh': 'true # changed\n', 'ci/test.sh': `${TEST_SCRIPT}# changed\n`, '.github/workflows/gate.yml': null, '.github/workflows/called.yml': workflow('./ci/test.sh || true'), '.github/workflows/lint.yml': workflow('false'), '.github/workflows/new.yml': workflow('generation-gate demo') },
    );
    const { root } = request;
    const args = ['gate', '--setup', 'ci/setup.sh', '--evidence', 'reports/*.xml', '--', 'bash', 'ci/test.sh'];
    const env = eventOf('pull_request', request, root, { GITHUB_WORKFLOW_REF: 'owner/shop/.github/workflows/called.yml@refs/pull/7/merge' });
    const result = await judged(args, { cwd: root, env });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(policyOf(result).touched).toEqual([
      { path: '.github/workflows/called.yml', role: 'workflow', how: 'changed' },
      { path: '.github/workflows/gate.yml', role: 'workflow', how: 'removed' },
      { path: '.github/workflows/new.yml', role: 'workflow', how: 'added' },
      { path: 'ci/setup.sh', role: 'setup', how: 'changed' },
      { path: 'ci/test.sh', role: 'command', how: 'changed' },
    ]);
    expect(seen(await judged([...args.slice(0, 1), '--reject', 'GG-POLICY-GATE-TOUCHED', ...args.slice(1)], { cwd: root, env }))).toEqual(rejectedBy('GG-POLICY-GATE-TOUCHED'));
  });
});

describe('a base that the checkout does not hold (PO3)', () => {
  async function api(request: Request, options: Parameters<typeof serveApi>[1] = {}): Promise<Served> {
    const server = await serveApi(request.root, options);
    running.push(server);
    return server;
  }

  /** Runs the action itself: it alone can ask the API. */
  async function action(cwd: string, env: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly outputs: string; readonly stdout: string }> {
    const folder = freshFolder();
    const outputs = join(folder, 'outputs');
    writeFileSync(outputs, '');
    const ended = await program([], { cwd, program: ACTION, env: { RUNNER_TEMP: folder, GITHUB_OUTPUT: outputs, INPUT_WORKSPACE: '.', ...env }, limitMs: 120_000 });
    return { code: ended.code, outputs: readFileSync(outputs, 'utf8'), stdout: ended.stdout };
  }

  const closed = { GITHUB_SERVER_URL: 'http://127.0.0.1:9' };

  test('is read by the API, and only what is needed of it', async () => {
    const request = mergeRequest({ [POLICY]: STRICT, '.github/workflows/gate.yml': 'generation-gate\n' }, { [POLICY]: SOFT, '.github/workflows/gate.yml': 'true\n' });
    const clone = shallow(request);
    const before = git(clone, 'count-objects', '-v');
    const server = await api(request);
    const ended = await action(clone, { ...eventOf('pull_request', request, clone, closed), GITHUB_API_URL: server.url, INPUT_TOKEN: 'secret-token' });
    expect([ended.code, /"total":1/.test(ended.outputs)]).toEqual([0, true]);
    expect(ended.stdout).toMatch(/policy {4}[0-9a-f]{64} generation-gate\.config\.yml of the base of the pull_request event \([0-9a-f]{40}\), read by the API/);
    expect(ended.stdout).toMatch(/2 files that decide how the gate judges differ/);
    expect(server.asked.length).toBeLessThan(8);
    expect(git(clone, 'count-objects', '-v')).toBe(before);
  });

  test('is fetched into a store of its own where there is no API, with what the checkout left to authorize', async () => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: SOFT });
    const clone = shallow(request);
    const header = 'basic eC1hY2Nlc3MtdG9rZW46c2VjcmV0';
    const server = await serveGit(request.root, header);
    running.push(server);
    git(clone, 'config', `http.${server.url}/.extraheader`, `AUTHORIZATION: ${header}`);
    const before = filesOf(clone);
    const result = await judged(['gate'], { cwd: clone, env: eventOf('pull_request', request, clone, { GITHUB_SERVER_URL: server.url }) });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(policyOf(result)).toMatchObject({ base: { commit: request.base, read: 'fetch' }, touched: [{ path: POLICY, role: 'policy', how: 'changed' }] });
    expect(filesOf(clone)).toEqual(before);
  });

  test('that no way brings is refused with what each way met, and nothing is run', async () => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: SOFT });
    const clone = shallow(request);
    const before = workspaceImage(clone);
    const result = await judged(['gate'], { cwd: clone, env: eventOf('pull_request', request, clone, closed) });
    expect(seen(result)).toEqual(rejectedBy('GG-POLICY-BASE-UNREAD'));
    const [finding] = findingsOf(result, 'GG-POLICY-BASE-UNREAD');
    expect(finding?.what).toMatch(/the local store: it is not there; a fetch: git fetch from http:\/\/127\.0\.0\.1:9\/owner\/shop exited/);
    expect(finding?.fix).toContain('fetch-depth: 0');
    expect(workspaceImage(clone)).toEqual(before);
  });

  test.each<[string, Parameters<typeof serveApi>[1], string]>([
    ['refuses the token', { token: 'another' }, 'Bad credentials'],
    ['does not find it', { answer: () => ({ status: 404, body: { message: 'Not Found' } }) }, 'Not Found'],
    ['fails', { answer: () => ({ status: 500, body: { message: 'Server Error' } }) }, 'Server Error'],
    ['cuts the tree short', { answer: (path, body) => ({ status: 200, body: path.includes('/trees/') ? { ...(body as object), truncated: true } : body }) }, 'cut the tree'],
    ['gives other bytes', { answer: (path, body) => ({ status: 200, body: path.includes('/blobs/') ? { ...(body as object), content: Buffer.from('run: "true"\n').toString('base64') } : body }) }, 'holds other bytes'],
    ['answers with something else', { answer: () => ({ status: 200, body: { tree: 'x' } }) }, 'is no tree'],
  ])('is refused where the API %s and a fetch fails', async (_name, options, words) => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: SOFT });
    const clone = shallow(request);
    const server = await api(request, options);
    const ended = await action(clone, { ...eventOf('pull_request', request, clone, closed), GITHUB_API_URL: server.url, INPUT_TOKEN: 'secret-token' });
    expect([ended.code, /GG-POLICY-BASE-UNREAD/.test(ended.outputs), ended.stdout.includes(words)]).toEqual([1, true, true]);
  });

  test('has no policy, and the API says so: the defaults count', async () => {
    const request = mergeRequest({}, {});
    const clone = shallow(request);
    const server = await api(request);
    const ended = await action(clone, { ...eventOf('merge_group', request, clone, closed), GITHUB_API_URL: server.url, INPUT_TOKEN: 'secret-token', INPUT_RUN: 'bash ci/test.sh', INPUT_EVIDENCE: 'reports/*.xml' });
    expect([ended.code, ended.stdout.includes('policy    none of the base of the merge_group event')]).toEqual([0, true]);
  });

  test('that the event does not name is refused', async () => {
    const request = mergeRequest({ [POLICY]: STRICT }, { [POLICY]: SOFT });
    const env = eventOf('pull_request', request, request.root);
    writeFileSync(env['GITHUB_EVENT_PATH'] ?? '', JSON.stringify({ pull_request: { head: { sha: request.head } } }));
    expect(seen(await judged(['gate'], { cwd: request.root, env }))).toEqual(rejectedBy('GG-POLICY-BASE-UNREAD'));
  });
});

describe('bundles carry the policy (PO3, FI1, FI3)', () => {
  const MATRIX = `evidence: ['reports/*.xml']\nsurvivors: reject\ncells:\n  a:\n    command: [bash, ci/test.sh]\n  b:\n    command: [bash, -e, ci/test.sh]\n`;

  async function cells(root: string, names: readonly string[], env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<string> {
    const folder = freshFolder();
    for (const name of names) expect(seen(await judged(['gate', '--cell', name, '--bundle', join(folder, name), ...args], { cwd: root, env }))).toEqual(ACCEPTED);
    return folder;
  }

  test('expected cells and their commands come from it, and verify judges by it again', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: MATRIX });
    const folder = await cells(root, ['a', 'b']);
    expect(seen(await judged(['fan-in', '--repo', root, folder], { cwd: freshFolder() }))).toEqual(ACCEPTED);
    rmSync(join(folder, 'b'), { recursive: true });
    expect(seen(await judged(['fan-in', '--repo', root, folder], { cwd: freshFolder() }))).toEqual(rejectedBy('GG-FAN-IN-MISSING-CELL'));
    expect(seen(await judged(['verify', join(folder, 'a')], { cwd: freshFolder() }))).toEqual(ACCEPTED);
    expect(JSON.parse(readFileSync(join(folder, 'a/policy.json'), 'utf8'))).toMatchObject({ file: { path: POLICY }, document: { survivors: 'reject' } });
  });

  test('a cell that went by the softened policy of the change is rejected by the base that governs the merge', async () => {
    const request = mergeRequest({ [POLICY]: MATRIX }, { [POLICY]: MATRIX.replace('survivors: reject\n', '').replace('  b:\n    command: [bash, -e, ci/test.sh]\n', '') });
    const { root } = request;
    const soft = await cells(root, ['a']);
    const env = eventOf('pull_request', request, root);
    const result = await judged(['fan-in', '--repo', root, soft], { cwd: freshFolder(), env });
    expect(seen(result)).toEqual(rejectedBy('GG-FAN-IN-MISSING-CELL', 'GG-FAN-IN-OTHER-POLICY'));
    const right = await cells(root, ['a', 'b'], env);
    expect(seen(await judged(['fan-in', '--repo', root, right], { cwd: freshFolder(), env }))).toEqual(ACCEPTED);
  });

  test('a bundle whose settings were made softer than its policy is rejected, and one without any still verifies', async () => {
    const root = makeRepository({ ...PROJECT, [POLICY]: MATRIX });
    const folder = await cells(root, ['a']);
    const bundle = join(folder, 'a');
    await editPart(bundle, 'facts.json', (facts) => ({ ...facts, asked: { ...(facts['asked'] as object), survivors: 'report' } }));
    const softened = await judged(['verify', bundle], { cwd: freshFolder() });
    expect(seen(softened)).toEqual(rejectedBy('GG-BUNDLE-OTHER-VERDICT', 'GG-FAN-IN-REJECTED-CELL'));
    expect(JSON.stringify(softened.envelope)).toContain('GG-POLICY-SOFTENED');
    await editPart(bundle, 'policy.json', null);
    expect(seen(await judged(['verify', bundle], { cwd: freshFolder() }))).toEqual(ACCEPTED);
  });
});

/** Changes a part of a bundle, or takes it out, and makes the manifest say so: what whoever stores bundles can do. */
async function editPart(bundle: string, name: string, change: ((value: Record<string, unknown>) => unknown) | null): Promise<void> {
  const { createHash } = await import('node:crypto');
  const manifestFile = join(bundle, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { files: { path: string; sha256: string; size: number }[] };
  if (change === null) rmSync(join(bundle, name));
  else writeFileSync(join(bundle, name), `${JSON.stringify(change(JSON.parse(readFileSync(join(bundle, name), 'utf8')) as Record<string, unknown>))}\n`);
  const files = manifest.files.flatMap((file) => {
    if (file.path !== name) return [file];
    if (change === null) return [];
    const bytes = readFileSync(join(bundle, name));
    return [{ ...file, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }];
  });
  writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, files })}\n`);
  // They name the manifest; a bundle of an older version has none.
  for (const statement of Object.values(STATEMENT_FILES)) rmSync(join(bundle, statement), { force: true });
}

test('the packet names the policy, what the change does to it, and the cells that it declares (PO3, PK3)', async () => {
  const request = mergeRequest({ [POLICY]: `${STRICT}cells: [linux, macos]\n` }, { [POLICY]: SOFT });
  const { root } = request;
  const env = eventOf('pull_request', request, root);
  expect(seen(await judged(['gate', '--cell', 'linux'], { cwd: root, env }))).toEqual(ACCEPTED);
  const out = join(freshFolder(), 'packet');
  expect(seen(await judged(['packet', '--out', out], { cwd: root, env }))).toEqual(ACCEPTED);
  const page = readFileSync(join(out, 'REVIEW_PACKET.md'), 'utf8');
  expect(page).toMatch(/\| policy \| <code>[0-9a-f]{64} generation-gate\.config\.yml of the base of the pull&#95;request event/);
  expect(page).toMatch(/GG-POLICY-GATE-TOUCHED: 1 file that decides how the gate judges/);
  expect(page).toMatch(/\| <code>macos<\/code> \| not run \|/);
});
