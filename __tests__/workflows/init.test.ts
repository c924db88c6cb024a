/** What `init` writes, when it writes, and that what it wrote works (PB5). */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { parsePolicy } from '../../src/inputs/policy-file.ts';
import { doctorStep } from '../../src/steps/doctor.ts';
import { initStep } from '../../src/steps/init.ts';
import { difference } from '../../src/workflows/init/difference.ts';
import { proposals, topOf } from '../../src/workflows/init/detect.ts';
import { ACCEPTED, cleanEnvironment, judged, NODE, PROGRAM, program, seen } from '../support/cli.ts';
import { commitAll, freshFolder, makeRepository, removeFolders, write, type Content } from '../support/repository.ts';

jest.setTimeout(300_000);
afterEach(removeFolders);

const WORKFLOW = '.github/workflows/generation-gate.yml';
const POLICY = 'generation-gate.config.yml';

const PROJECTS: readonly (readonly [string, Readonly<Record<string, Content>>, readonly string[]])[] = [
  ['pytest by pyproject', { 'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n[build-system]\nrequires = ["setuptools"]\n', 'tests/test_a.py': '' }, ['python: pyproject.toml: pip install --quiet -e . pytest: -m pytest']],
  ['pytest by requirements', { 'requirements-dev.txt': 'pytest\n', 'test_a.py': '' }, ['python: requirements-dev.txt: pip install --quiet -r requirements-dev.txt pytest: -m pytest']],
  ['uv', { 'pyproject.toml': '[project]\nname = "shop"\n[dependency-groups]\ndev = ["pytest"]\n', 'uv.lock': '' }, ['python: uv.lock: sync --frozen: -m pytest']],
  ['poetry', { 'pyproject.toml': '[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n', 'poetry.lock': '' }, ['python: poetry.lock: poetry" install: -m pytest']],
  ['tox', { 'tox.ini': '[testenv]\ncommands = python -m unittest {posargs}\n' }, ['python: tox.ini: pip install --quiet tox: -m tox run --']],
  ['nox', { 'noxfile.py': '' }, ['python: noxfile.py: pip install --quiet nox: -m nox']],
  ['node --test', { 'package.json': '{"scripts": {"test": "node --test test/"}}' }, ['node: package.json: : --test-reporter=junit']],
  ['vitest and pnpm', { 'package.json': '{"devDependencies": {"vitest": "3"}}', 'pnpm-lock.yaml': '' }, ['node: package.json: pnpm install --frozen-lockfile: pnpm exec vitest run']],
  ['jest and jest-junit', { 'package.json': '{"devDependencies": {"jest": "30", "jest-junit": "16"}}', 'package-lock.json': '{}' }, ['node: package.json: npm ci: --reporters=jest-junit']],
  ['jest and yarn', { 'package.json': '{"scripts": {"test": "jest"}, "devDependencies": {"jest": "30"}}', 'yarn.lock': '' }, ['node: package.json: yarn install --immutable: yarn test']],
  ['Go', { 'go.mod': 'module shop\n' }, ['go: go.mod: go mod download: gotestsum']],
  ['Maven', { 'pom.xml': '<project/>', mvnw: '' }, ['maven: pom.xml: : ./mvnw']],
  ['Gradle', { 'build.gradle.kts': '', gradlew: '' }, ['gradle: build.gradle.kts: : ./gradlew']],
  ['Cargo', { 'Cargo.toml': '', 'Cargo.lock': '' }, ['cargo: Cargo.toml: : cargo test --locked']],
  ['two at once', { 'package.json': '{"scripts": {"test": "node --test"}}', 'go.mod': 'module shop\n' }, ['node: package.json: : --test-reporter=junit', 'go: go.mod: go mod download: gotestsum']],
];

describe('init', () => {
  test.each(PROJECTS)('for %s writes a workflow that the doctor has no fault with, and a policy', async (_, files, expected) => {
    const root = makeRepository(files);
    const found = proposals(topOf(root));
    expect(found).toHaveLength(expected.length);
    for (const [at, line] of expected.entries()) {
      const [name = '', because = '', setup = '', ...run] = line.split(': ');
      const proposal = found[at];
      expect([proposal?.name, proposal?.because]).toEqual([name, because]);
      expect(proposal?.setup).toContain(setup);
      expect(proposal?.run).toContain(run.join(': '));
    }
    const first = await initStep({ workspace: root, yes: true, json: true });
    expect([first.exit, first.envelope['written']]).toEqual([0, true]);
    expect(doctorStep(root, []).envelope.findings.filter(({ rejects }) => rejects)).toEqual([]);
    const workflow = parse(readFileSync(join(root, WORKFLOW), 'utf8')) as { jobs: Record<string, { steps: { with: Record<string, string> }[] }> };
    const policy = parsePolicy(readFileSync(join(root, POLICY)), POLICY, []);
    const calls = Object.values(workflow.jobs).map(({ steps }) => steps[1]?.with ?? {});
    expect(calls.map(({ run }) => run?.trimEnd())).toEqual(found.map(({ run }) => run));
    expect(policy.run ?? (Object.values(policy.cells ?? {}) as { run?: string }[]).map(({ run }) => run)).toEqual(found.length === 1 ? found[0]?.run : found.map(({ run }) => run));
    // A second call finds nothing to do.
    const again = await initStep({ workspace: root, yes: true, json: true });
    expect([again.exit, again.envelope['written']]).toEqual([0, false]);
  });

  test('writes nothing unless somebody agrees, and shows what it would', async () => {
    const root = makeRepository({ 'package.json': '{"scripts": {"test": "node --test"}}' });
    const result = await program(['init'], { cwd: root });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('+++ b/.github/workflows/generation-gate.yml');
    expect(result.stderr).toContain('+  merge_group:');
    expect(result.stderr).toContain('generation-gate init --yes');
    expect([existsSync(join(root, WORKFLOW)), existsSync(join(root, POLICY))]).toEqual([false, false]);
    expect((await judged(['init'], { cwd: root })).envelope).toMatchObject({ verdict: 'rejected', error: { code: 'GG-INIT-NOT-CONFIRMED' }, written: false });
  });

  test.each([['y', true], ['n', false]])('asks on a terminal: %s', (answer, written) => {
    const root = makeRepository({ 'package.json': '{"scripts": {"test": "node --test"}}' });
    // A pseudo-terminal of its own; the answer is typed once the question is there.
    const typist = `import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b''
answered = False
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    seen += part
    if b'[y/N]' in seen and not answered:
        answered = True
        os.write(terminal, b'${answer}\\n')
os.waitpid(pid, 0)
sys.stdout.buffer.write(seen)
`;
    const shown = execFileSync('python3', ['-c', typist, NODE, PROGRAM, 'init'], { cwd: root, env: { ...cleanEnvironment() }, encoding: 'utf8', timeout: 120_000 });
    expect(shown).toContain('+++ b/.github/workflows/generation-gate.yml');
    expect([existsSync(join(root, WORKFLOW)), existsSync(join(root, POLICY))]).toEqual([written, written]);
  });

  test('shows how a file of its own name would change, and leaves a gate alone that is somebody else\'s', async () => {
    const root = makeRepository({ 'package.json': '{"scripts": {"test": "node --test"}}', [POLICY]: 'evidence: [mine.xml]\n' });
    const shown = await program(['init'], { cwd: root });
    expect(shown.stderr).toContain('-evidence: [mine.xml]');
    expect(readFileSync(join(root, POLICY), 'utf8')).toBe('evidence: [mine.xml]\n');
    write(root, { '.github/workflows/mine.yml': 'on: [pull_request, merge_group]\njobs:\n  x:\n    runs-on: x\n    steps: [{uses: o/generation-gate@v1}]\n' });
    const other = await judged(['init', '--yes'], { cwd: root });
    expect(other.envelope['files']).toEqual([expect.objectContaining({ path: POLICY, state: 'changed' })]);
    expect(existsSync(join(root, WORKFLOW))).toBe(false);
  });

  test('says where nothing is recognised, and never writes through a link', async () => {
    expect((await judged(['init', '--yes'], { cwd: makeRepository({ 'a.txt': 'a' }) })).envelope['error']).toMatchObject({ code: 'GG-INIT-NOTHING-FOUND' });
    const root = makeRepository({ 'go.mod': 'module x\n' });
    const outside = freshFolder();
    symlinkSync(outside, join(root, '.github'));
    expect((await judged(['init', '--yes'], { cwd: root })).envelope['error']).toMatchObject({ code: 'GG-INIT-NO-FILE' });
    expect(existsSync(join(outside, 'workflows'))).toBe(false);
    const linked = makeRepository({ 'go.mod': 'module x\n' });
    mkdirSync(join(linked, '.github/workflows'), { recursive: true });
    symlinkSync(join(outside, 'x.yml'), join(linked, WORKFLOW));
    expect((await judged(['init', '--yes'], { cwd: linked })).envelope['error']).toMatchObject({ code: 'GG-INIT-NO-FILE' });
  });

  test.each<readonly [string, Readonly<Record<string, Content>>, number]>([
    ['node --test', { 'package.json': '{"type": "module", "scripts": {"test": "node --test"}}', 'a.test.js': "import { test } from 'node:test';\ntest('one', () => {});\ntest('two', () => {});\n" }, 2],
    ['pytest', { 'requirements.txt': 'pytest\n', 'tests/test_a.py': 'def test_one():\n    pass\n\n\ndef test_two():\n    pass\n' }, 2],
  ])('chooses a command that the gate accepts: %s', async (_, files, tests) => {
    const root = makeRepository(files);
    await program(['init', '--yes'], { cwd: root });
    commitAll(root);
    expect(parsePolicy(readFileSync(join(root, POLICY)), POLICY, []).evidence).toEqual(['reports/junit.xml']);
    // The policy names command, setup and evidence: the call needs no word more.
    const result = await judged(['gate'], { cwd: root, env: { PATH: `${join(NODE, '..')}:${process.env['PATH'] ?? ''}` }, limitMs: 240_000 });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope.tests).toMatchObject({ total: tests, passed: tests });
  });
});

describe('a shown difference', () => {
  test('is one that patch takes', () => {
    const root = freshFolder();
    const before = `${Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n')}\n`;
    const after = before.replace('line 5', 'changed\nand more');
    write(root, { 'a.txt': before, diff: `${difference('a.txt', before, after)}\n`, fresh: `${difference('b.txt', null, 'new\n')}\n` });
    execFileSync('git', ['apply', 'diff', 'fresh'], { cwd: root });
    expect([readFileSync(join(root, 'a.txt'), 'utf8'), readFileSync(join(root, 'b.txt'), 'utf8')]).toEqual([after, 'new\n']);
  });
});
