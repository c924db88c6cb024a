/** The gate under `--base`: what counts as a reproduced fault, and which failures the base excuses (BL1, BL2, RN2). */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCEPTED, findingsOf, judged, leftIn, rejectedBy, seen, workspaceImage, type Judged } from '../support/cli.ts';
import { commitAll, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { BROKEN, COMMAND, PRICE_TEST, RIGHT, shop } from './compared-project.ts';
import { install, makeEnvironment, PYTEST_NEW, sharedEnvironment } from './environments.ts';

afterEach(removeFolders);

const ENV_TEST = 'def test_service():\n    raise RuntimeError("no service at 0x7f3a2b10 after 1.25s")\n';

function gate(root: string, ...options: readonly string[]): Promise<Judged> {
  return judged(['gate', '--base', 'base', ...options, ...COMMAND], { cwd: root });
}

function says(result: Judged, rule: string): string {
  return findingsOf(result, rule).map(({ what }) => what).join('\n');
}

describe('a fix', () => {
  test('is accepted where its test fails on the base and passes on the head', async () => {
    const root = shop({}, { 'src/shop.py': RIGHT });
    const temporary = freshFolder();
    // What a run leaves in the workspace itself is its stamp and its report.
    const image = (): readonly string[] => workspaceImage(root, ['.workspace_generation.json', 'reports', 'reports/junit.xml']).filter((line) => !line.startsWith('"" '));
    const before = image();
    const result = await judged(['gate', '--base', 'base', '--require-fixed', 'test_price', ...COMMAND], { cwd: root, env: { TMPDIR: temporary } });
    expect(seen(result)).toEqual(ACCEPTED);
    expect(says(result, 'GG-BASELINE-NOT-REPRODUCED')).toBe('1 test fails on the base "base" and passes on the head: cases::test_price');
    expect(result.envelope['baseline']).toMatchObject({ transitions: [{ kind: 'fail-pass', name: 'test_price', base: 'failed', head: 'passed' }], bent: [] });
    expect(image()).toEqual(before);
    expect(leftIn(temporary)).toEqual([]);
  });

  test('with a new test is judged by that test on the code of the base', async () => {
    const root = shop({ 'tests/cases.py': 'def test_other():\n    pass\n' }, { 'src/shop.py': RIGHT, 'tests/cases.py': PRICE_TEST });
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(says(result, 'GG-BASELINE-CHANGES')).toMatch(/1 fail → pass \(cases::test_price\); 1 test file taken from the head, 1 of which differs/);
  });

  test('whose test passes without it reproduces nothing', async () => {
    const vacuous = 'def test_price():\n    import shop\n    assert shop.price(2) == 4\n';
    const root = shop({}, { 'src/shop.py': RIGHT, 'tests/cases.py': vacuous });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect(says(result, 'GG-BASELINE-NOT-REPRODUCED')).toMatch(/1 test passes on both: cases::test_price/);
    expect(seen(await gate(root, '--baseline', 'observe'))).toEqual(ACCEPTED);
  });

  test('must be of the test that is named', async () => {
    const two = `${PRICE_TEST}def test_other():\n    pass\n`;
    const root = shop({}, { 'src/shop.py': RIGHT, 'tests/cases.py': two });
    expect(seen(await gate(root, '--require-fixed', 'test_other'))).toEqual(rejectedBy('GG-BASELINE-REQUIRED-FIX'));
    expect(seen(await gate(root, '--require-fixed', 'no_such_test'))).toEqual(rejectedBy('GG-BASELINE-REQUIRED-FIX'));
  });

  test('whose tests cannot be imported on the base is accepted on request alone', async () => {
    const test_ = 'from shop import discount\n\n\ndef test_discount():\n    assert discount(10) == 9\n';
    const root = shop({}, { 'src/shop.py': `${BROKEN}def discount(price):\n    return price - 1\n`, 'tests/cases.py': test_ });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect(says(result, 'GG-BASELINE-NOT-REPRODUCED')).toMatch(/cannot be imported or collected, which is no test that fails/);
    const accepted = await gate(root, '--base-import-errors', 'accept');
    expect(seen(accepted)).toEqual(ACCEPTED);
  });

  test('that bends a test of the base is accepted, and the test is named', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, { 'src/shop.py': BROKEN, 'tests/cases.py': 'def test_price():\n    import shop\n    assert shop.price(3) == 5\n' });
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(findingsOf(result, 'GG-BASELINE-BENT-TEST')).toMatchObject([{ answer: 'holds', listed: true, what: expect.stringMatching(/cases::test_price$/) }]);
  });

  test('that is none has what stayed as it was listed', async () => {
    const root = shop({ 'src/shop.py': RIGHT }, {});
    const result = await gate(root, '--baseline', 'observe');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(says(result, 'GG-BASELINE-CHANGES')).toMatch(/1 pass → pass; 1 test file taken from the head, 0 of which differ$/);
  });

  test('is looked for among tests: without reports nobody knows', async () => {
    const root = shop({}, { 'src/shop.py': RIGHT });
    const result = await judged(['gate', '--base', 'base', '--', 'python3', 'run_tests.py'], { cwd: root });
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
  });
});

describe('failures that the base has too', () => {
  test('do not reject where they fail in the same way', async () => {
    const tests = PRICE_TEST + ENV_TEST;
    const root = shop({ 'tests/cases.py': tests }, { 'src/shop.py': RIGHT });
    const result = await gate(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(says(result, 'GG-RUN-FAILED')).toMatch(/exited with code 1, as it does on the base "base": 1 test is red there in the same way: cases::test_service/);
    expect(findingsOf(result, 'GG-EVIDENCE-RED')).toMatchObject([{ answer: 'holds', listed: true }]);
  });

  test('do not reject where lines, addresses and times are others', async () => {
    const root = shop({ 'tests/cases.py': PRICE_TEST + ENV_TEST }, { 'src/shop.py': RIGHT, 'tests/cases.py': `# one\n# two\n${PRICE_TEST}${ENV_TEST.replace('0x7f3a2b10 after 1.25s', '0x55dead00 after 0.5s')}` });
    expect(seen(await gate(root))).toEqual(ACCEPTED);
  });

  test.each([
    ['says something else', ENV_TEST.replace('no service', 'no database')],
    ['has another type', ENV_TEST.replace('RuntimeError', 'ValueError')],
    ['fails elsewhere', 'def test_service():\n    import service\n    service.call()\n'],
    ['is new', `${ENV_TEST}def test_new():\n    assert False, "never"\n`],
  ])('reject where one %s', async (_, changed) => {
    const root = shop({ 'tests/cases.py': PRICE_TEST + ENV_TEST }, { 'src/shop.py': RIGHT, 'src/service.py': 'def call():\n    raise RuntimeError("no service at 0x7f3a2b10 after 1.25s")\n', 'tests/cases.py': PRICE_TEST + changed });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(says(result, 'GG-RUN-FAILED')).toMatch(/the base does not excuse it/);
  });

  test('reject where the test passed on the base', async () => {
    const tests = `${PRICE_TEST}def test_sum():\n    import shop\n    assert shop.price(2) + 1 == 5, "broken by the change"\n`;
    const root = shop({ 'tests/cases.py': tests }, { 'src/shop.py': 'def price(count):\n    return count * 2 if count == 3 else 0\n' });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(says(result, 'GG-BASELINE-CHANGES')).toMatch(/1 pass → fail \(cases::test_sum\)/);
  });

  test('excuse no run that ends otherwise', async () => {
    const ends = 'import atexit, os\n';
    const root = shop({ 'tests/cases.py': PRICE_TEST + ENV_TEST }, { 'src/shop.py': RIGHT, 'tests/cases.py': `${ends}atexit.register(lambda: os._exit(3))\n${PRICE_TEST}${ENV_TEST}` });
    const result = await gate(root);
    expect(seen(result)).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
    expect(says(result, 'GG-RUN-FAILED')).toMatch(/exited with code 3.*on the base it exited with code 1/);
  });

  test('excuse nothing without a base', async () => {
    const root = shop({ 'tests/cases.py': PRICE_TEST + ENV_TEST }, { 'src/shop.py': RIGHT });
    expect(seen(await judged(['gate', ...COMMAND], { cwd: root }))).toEqual(rejectedBy('GG-EVIDENCE-RED', 'GG-RUN-FAILED'));
  });
});

describe('the base itself', () => {
  test('that is not in a shallow clone is refused with the fetch that brings it, and nothing is changed', async () => {
    const origin = shop({}, { 'src/shop.py': RIGHT });
    commitAll(origin);
    const clone = join(freshFolder(), 'ws');
    git(dirname(clone), 'clone', '-q', '--depth=1', `file://${origin}`, clone);
    const base = git(origin, 'rev-parse', 'base');
    const before = readdirSync(clone);
    const result = await judged(['gate', '--base', base, ...COMMAND], { cwd: clone });
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-ABSENT'));
    expect(findingsOf(result, 'GG-BASELINE-ABSENT')[0]).toMatchObject({ what: expect.stringContaining('shallow'), fix: expect.stringContaining(`git fetch --depth=1 origin ${base}`) });
    expect(readdirSync(clone)).toEqual(before);
    expect(findingsOf(await judged(['gate', '--base', 'release', ...COMMAND], { cwd: clone }), 'GG-BASELINE-ABSENT')[0]?.fix).toContain('git fetch --depth=1 origin release:refs/remotes/origin/release, then --base origin/release');
  });

  test('whose large file is not here is unknown, and named', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 10\n`;
    const root = shop({ '.gitattributes': '*.bin filter=lfs\n', 'src/data.bin': pointer }, { 'src/shop.py': RIGHT, 'src/data.bin': 'other' });
    git(root, 'config', 'filter.lfs.process', 'false');
    const result = await gate(root);
    expect(result.rejecting).toContain('GG-BASELINE-INCOMPLETE');
    expect(says(result, 'GG-BASELINE-INCOMPLETE')).toMatch(/src\/data\.bin: its bytes \(LFS object a{64}\)/);
  });

  test.each(['--baseline', '--tests', '--require-fixed', '--base-import-errors'])('is needed for %s', async (option) => {
    const root = shop({}, {});
    const result = await judged(['gate', option, option === '--baseline' ? 'observe' : 'accept', ...COMMAND], { cwd: root });
    expect([result.code, result.rejecting]).toEqual([2, ['GG-BASE-MISSING']]);
  });
});

describe('environments', () => {
  test('an editable install of the workspace stops the call before anything is run', async () => {
    const root = shop({ 'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[tool.setuptools]\npy-modules = ["shop"]\npackage-dir = {"" = "src"}\n' }, { 'src/shop.py': RIGHT });
    const python = makeEnvironment(join(freshFolder(), 'venv'), ['setuptools==75.8.0']);
    install(python, ['--no-build-isolation', '--no-deps', '--editable', root]);
    git(root, 'clean', '-fdxq');
    const before = readdirSync(root);
    const result = await judged(['gate', '--base', 'base', '--evidence', 'reports/*.xml', '--', python, 'run_tests.py'], { cwd: root });
    expect([result.code, result.rejecting]).toEqual([2, ['GG-ENVIRONMENT-SHARED']]);
    expect(result.envelope.findings[0]).toMatchObject({ why: expect.stringContaining('every run would agree'), fix: expect.stringContaining('python3 -m venv "$GENERATION_GATE_ENV_DIR/venv"') });
    expect(readdirSync(root)).toEqual(before);

    const setup = join(freshFolder(), 'setup.sh');
    writeFileSync(setup, '#!/bin/bash\nset -e\npython3 -m venv --without-pip "$GENERATION_GATE_ENV_DIR/venv"\n');
    const command = ['bash', '-c', '"$GENERATION_GATE_ENV_DIR/venv/bin/python" run_tests.py'];
    expect(seen(await judged(['gate', '--base', 'base', '--replay', '--setup', setup, '--evidence', 'reports/*.xml', '--', ...command], { cwd: root }))).toEqual(ACCEPTED);
  }, 240_000);

  test('an environment in the workspace that holds third-party packages alone stops nothing', async () => {
    const root = shop({ '.gitignore': '__pycache__/\nreports/\n.venv/\n' }, { 'src/shop.py': RIGHT });
    const python = makeEnvironment(join(root, '.venv'), []);
    const site = execFileSync(python, ['-c', 'import site; print(site.getsitepackages()[0])'], { encoding: 'utf8' }).trim();
    write(site, { 'own.pth': `${site}/vendored\n`, 'vendored/third.py': 'x = 1\n' });
    const result = await judged(['gate', '--base', 'base', '--replay', '--evidence', 'reports/*.xml', '--', 'python', 'run_tests.py'], { cwd: root, env: { VIRTUAL_ENV: join(root, '.venv'), PATH: `${dirname(python)}:${process.env['PATH'] ?? ''}` } });
    expect(seen(result)).toEqual(ACCEPTED);
  }, 240_000);
});

describe('with pytest', () => {
  let python: string;
  beforeAll(async () => {
    python = await sharedEnvironment(PYTEST_NEW);
  }, 240_000);

  const PROJECT = {
    '.gitignore': '__pycache__/\n.pytest_cache/\nreports/\n',
    'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
    'src/shop/__init__.py': '',
    'src/shop/price.py': BROKEN,
    'tests/test_price.py': 'from shop.price import price\n\n\ndef test_price():\n    assert price(3) == 6\n\n\ndef test_slow(tmp_path):\n    assert tmp_path.name == "other"\n',
  };

  function project(head: Readonly<Record<string, string>>): string {
    const root = makeRepository(PROJECT);
    git(root, 'tag', 'base');
    write(root, head);
    return root;
  }

  function pytest(root: string, ...options: readonly string[]): Promise<Judged> {
    return judged(['gate', '--base', 'base', ...options, '--evidence', 'reports/*.xml', '--', python, '-m', 'pytest', '-q', '--junitxml=reports/junit.xml'], { cwd: root });
  }

  test('a fix beside a failure of the base is accepted', async () => {
    const result = await pytest(project({ 'src/shop/price.py': RIGHT }), '--require-fixed', 'test_price');
    expect(seen(result)).toEqual(ACCEPTED);
    expect(result.envelope['baseline']).toMatchObject({ transitions: [{ kind: 'fail-pass', name: 'test_price' }, { kind: 'fail-fail', name: 'test_slow' }] });
  });

  test('a module that the base does not have is no failing test', async () => {
    const root = project({ 'src/shop/price.py': RIGHT, 'src/shop/discount.py': 'def discount(price):\n    return price - 1\n', 'tests/test_price.py': 'from shop.discount import discount\n\n\ndef test_discount():\n    assert discount(10) == 9\n' });
    const result = await pytest(root);
    expect(seen(result)).toEqual(rejectedBy('GG-BASELINE-NOT-REPRODUCED'));
    expect(seen(await pytest(root, '--base-import-errors', 'accept', '--require-fixed', 'test_discount'))).toEqual(ACCEPTED);
  });

  test('a new test that fails on the code of the base went from red to green', async () => {
    const root = project({ 'src/shop/price.py': RIGHT });
    write(root, { 'tests/test_price.py': 'from shop.price import price\n\n\ndef test_price():\n    assert price(3) == 6\n\n\ndef test_zero():\n    assert price(0) == 0\n' });
    const result = await pytest(root);
    expect(seen(result)).toEqual(ACCEPTED);
    expect(says(result, 'GG-BASELINE-CHANGES')).toMatch(/2 fail → pass \(tests\.test_price::test_price, tests\.test_price::test_zero\)/);
  });
});
