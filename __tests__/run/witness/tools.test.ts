import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { PYTEST_NEW, sharedEnvironment } from '../../e2e/environments.ts';
import { removeFolders, write } from '../../support/repository.ts';
import { scene } from './scene.ts';

afterEach(removeFolders);

const FILES = {
  '.gitignore': '__pycache__/\n.tox/\n.nox/\n.venv/\n*.egg-info/\nuv.lock\n',
  'src/till/__init__.py': 'def price(n):\n    return n * 2\n',
  'tests/test_till.py': 'import till\n\ndef test_price():\n    assert till.price(3) == 6\n',
  'pyproject.toml': '[build-system]\nrequires = ["flit_core==4.2.0"]\nbuild-backend = "flit_core.buildapi"\n[project]\nname = "till"\nversion = "1.0"\ndescription = "x"\n[dependency-groups]\ndev = ["pytest==9.2.0"]\n[tool.hatch.envs.default]\ninstaller = "uv"\ndependencies = ["pytest==9.2.0"]\n',
  'tox.ini': '[tox]\nenv_list = py\n[testenv]\npackage = wheel\ndeps = pytest==9.2.0\ncommands = pytest -q\n',
  'noxfile.py': 'import nox\n\n@nox.session(venv_backend="none")\ndef tests(session):\n    session.run("python", "-m", "pytest", "-q", env={"PYTHONPATH": session.env.get("PYTHONPATH", "") + ":src"})\n\n@nox.session(venv_backend="uv")\ndef own(session):\n    session.install("pytest==9.2.0", ".")\n    session.run("pytest", "-q")\n\n@nox.session(venv_backend="none")\ndef kept(session):\n    session.run("python", "-m", "pytest", "-q", "-o", "pythonpath=src")\n',
};
const LOADED = ['tests/test_till.py source'];
const LIMIT_MS = 300_000;

describe('tools that make environments of their own (RN5)', () => {
  let folder = '';
  let env: Record<string, string> = {};
  beforeAll(async () => {
    folder = dirname(await sharedEnvironment(PYTEST_NEW, 'tox==4.67.15', 'nox==2026.10.20', 'uv==0.13.9', 'hatch==1.18.2'));
    const sources = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined && /^(?:PIP_|UV_|SSL_|REQUESTS_|.*_(?:proxy|PROXY)$)/.test(entry[0]));
    env = { ...Object.fromEntries(sources), PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  }, LIMIT_MS);

  test('tox installs a wheel of this tree, and it is the tree that runs; a wheel it kept is not', async () => {
    const { root, run } = await scene(FILES);
    const fresh = await run([join(folder, 'tox'), '-q'], { env, timeoutMs: LIMIT_MS });
    expect(fresh).toMatchObject({ code: 0, broken: [], unknown: [], loads: LOADED });
    expect(fresh.findings.find(({ rule }) => rule === 'GG-WITNESS-PROVEN')?.what).toMatch(/2 stamped files/);
    const again = await scene(FILES, (other) => {
      write(other, { 'src/till/__init__.py': 'def price(n):\n    return 2 * n\n' });
    });
    // The environment of the older tree, as a reused workspace has it.
    const stale = await again.run(['sh', '-c', `cp -a "${root}/.tox" . && "${folder}/tox" -q --skip-pkg-install --workdir "${root}/.tox"`], { env, timeoutMs: LIMIT_MS });
    expect(stale).toMatchObject({ code: 0, broken: ['GG-WITNESS-SHADOWED'] });
  }, LIMIT_MS);

  test('nox keeps it, and a session that sets PYTHONPATH anew is counted', async () => {
    const { run } = await scene(FILES);
    expect(await run([join(folder, 'nox'), '-s', 'kept'], { env })).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['noxfile.py source', 'src/till/__init__.py source', ...LOADED] });
    const lost = await run([join(folder, 'nox'), '-s', 'tests'], { env });
    expect(lost).toMatchObject({ code: 0, broken: [] });
    expect(lost.unknown).toContain('GG-WITNESS-UNWITNESSED');
  }, LIMIT_MS);

  test('nox installs this tree into an environment of its own, and it is the tree that runs', async () => {
    const { run } = await scene(FILES);
    const seen = await run([join(folder, 'nox'), '-s', 'own'], { env, timeoutMs: LIMIT_MS });
    expect(seen).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['noxfile.py source', ...LOADED] });
    expect(seen.findings.find(({ rule }) => rule === 'GG-WITNESS-PROVEN')?.what).toMatch(/3 stamped files/);
  }, LIMIT_MS);

  test('hatch run keeps it', async () => {
    const { root, run } = await scene(FILES);
    // Its environments lie in its data folder, outside of the workspace.
    const own = { ...env, HATCH_DATA_DIR: join(root, '.nox/hatch'), HATCH_ENV_TYPE_VIRTUAL_UV_PATH: join(folder, 'uv') };
    const seen = await run([join(folder, 'hatch'), 'run', 'pytest', '-q'], { env: own, timeoutMs: LIMIT_MS });
    expect(seen).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['src/till/__init__.py source', ...LOADED] });
  }, LIMIT_MS);

  test('uv run keeps it', async () => {
    const { root, run } = await scene(FILES);
    writeFileSync(join(root, '.gitignore'), FILES['.gitignore']);
    const seen = await run([join(folder, 'uv'), 'run', '--group', 'dev', 'pytest', '-q'], { env, timeoutMs: LIMIT_MS });
    expect(seen).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['src/till/__init__.py source', ...LOADED] });
  }, LIMIT_MS);
});
