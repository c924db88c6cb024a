/** Real editable installs: tests that import another checkout's code are refused, whoever installed it and how. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCEPTED, cleanEnvironment, findingsOf, judged, seen, type Judged } from '../support/cli.ts';
import { addWorktree, freshFolder, git, makeRepository, removeFolders, write } from '../support/repository.ts';
import { install, makeEnvironment, PYTEST_NEW, PYTHON } from './environments.ts';

const BACKENDS = {
  setuptools: ['setuptools>=77', 'setuptools.build_meta', 'setuptools==80.9.0'],
  hatchling: ['hatchling>=1.27', 'hatchling.build', 'hatchling==1.27.0'],
} as const;

/** One environment that the editable installs are written into, one after the other. */
let python: string;

beforeAll(() => {
  python = makeEnvironment(join(freshFolder(), 'venv'), [PYTEST_NEW, 'editables', ...Object.values(BACKENDS).map(([, , pin]) => pin)]);
}, 180_000);

afterAll(removeFolders);

const GREEN = 'def price(count):\n    return count * 2\n';
const BROKEN = 'def price(count):\n    return count + 2\n';

function makeShop(backend: keyof typeof BACKENDS): string {
  const [requires, build] = BACKENDS[backend];
  return makeRepository({
    '.gitignore': '__pycache__/\n*.egg-info/\nreports/\n',
    'pyproject.toml': `[build-system]\nrequires = ["${requires}"]\nbuild-backend = "${build}"\n\n[project]\nname = "gate-test-shop"\nversion = "1.0"\n\n[tool.hatch.build.targets.wheel]\npackages = ["src/gate_test_shop"]\n`,
    'src/gate_test_shop/__init__.py': GREEN,
    'tests/test_price.py': 'from gate_test_shop import price\n\n\ndef test_price():\n    assert price(3) == 6\n',
  });
}

function installEditable(root: string): void {
  install(python, ['--no-build-isolation', '--no-deps', '--force-reinstall', '--editable', root]);
}

function pytestAlone(root: string): void {
  execFileSync(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: root, env: { ...cleanEnvironment({ TMPDIR: '/tmp' }), PYTHONDONTWRITEBYTECODE: '1' }, stdio: 'pipe' });
}

function gate(root: string, ...args: readonly string[]): Promise<Judged> {
  return judged(['gate', '--evidence', 'reports/*.xml', ...args, '--', python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml=reports/junit.xml'], { cwd: root });
}

describe.each(['setuptools', 'hatchling'] as const)('an editable install by %s', (backend) => {
  test('of the workspace is accepted', async () => {
    const root = makeShop(backend);
    installEditable(root);
    expect(seen(await gate(root, '--import', 'gate_test_shop'))).toEqual(ACCEPTED);
  }, 240_000);

  test('of another checkout is rejected, with both places named', async () => {
    const root = makeShop(backend);
    const other = join(freshFolder(), 'other');
    addWorktree(root, other);
    installEditable(other);
    // The trap is real: the workspace is broken, and its tests are green, for they import the other checkout.
    write(root, { 'src/gate_test_shop/__init__.py': BROKEN });
    pytestAlone(root);

    const result = await gate(root, '--import', 'gate_test_shop');
    expect(result.code).toBe(1);
    expect(result.rejecting).toEqual(expect.arrayContaining(['GG-ORIGIN-EDITABLE-ELSEWHERE', 'GG-ORIGIN-IMPORT']));
    const [finding] = findingsOf(result, 'GG-ORIGIN-EDITABLE-ELSEWHERE').filter(({ rejects }) => rejects);
    expect(finding?.what).toContain(other);
    expect(finding?.fix).toContain('pip install');
  }, 240_000);

  test('of another checkout by a setup script is rejected as well', async () => {
    const root = makeShop(backend);
    const other = join(freshFolder(), 'clone');
    git(root, 'clone', '-q', root, other);
    const setup = join(freshFolder(), 'setup.sh');
    const pip = [PYTHON, '-I', '-m', 'pip', '--python', python, 'install', '--quiet', '--disable-pip-version-check', '--no-build-isolation', '--no-deps', '--force-reinstall', '--editable', other];
    write(join(setup, '..'), { 'setup.sh': `${pip.map((word) => `'${word}'`).join(' ')}\n` });
    const result = await gate(root, '--setup', setup);
    expect(result.code).toBe(1);
    expect(result.rejecting).toContain('GG-ORIGIN-EDITABLE-ELSEWHERE');
  }, 240_000);
});
