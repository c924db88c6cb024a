import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { makeEnvironment, PYTEST_NEW, PYTEST_OLD, sharedEnvironment } from '../../e2e/environments.ts';
import { freshFolder, removeFolders, write } from '../../support/repository.ts';
import { PROJECT, PYTHON, scene, type Seen } from './scene.ts';

afterEach(removeFolders);

const SRC = 'import sys, os; sys.path.insert(0, "src"); ';
const SHOP = ['src/shop.py source'];
const PROVEN = { broken: [], unknown: [] };
const UNPROVEN = { broken: [], unknown: ['GG-BYTECODE-NOT-PROVEN', 'GG-WITNESS-PROVEN', 'GG-WITNESS-UNWITNESSED'] };

async function runs(code: string, files: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const { run } = await scene({ ...PROJECT, ...files, 'main.py': `${SRC}\n${code}\n` });
  return run([PYTHON, 'main.py']);
}

describe('ways to begin a process (RN5)', () => {
  test('fork', async () => {
    const seen = await runs('if os.fork() == 0:\n    import shop\n    os._exit(0)\nos.wait()');
    expect(seen).toMatchObject({ ...PROVEN, loads: ['main.py source', ...SHOP], witness: { processes: 2, unfinished: 0 } });
  });

  test.each(['fork', 'spawn', 'forkserver'])('multiprocessing, %s', async (method) => {
    const seen = await runs(`import multiprocessing\nif __name__ == "__main__":\n    context = multiprocessing.get_context("${method}")\n    with context.Pool(2) as pool:\n        print(pool.map(__import__("work").double, [1, 2]))`, {
      'src/work.py': 'import shop\ndef double(n):\n    return shop.price(n)\n',
    });
    expect(seen.stdout).toBe('[2, 4]\n');
    expect(seen).toMatchObject({ ...PROVEN, loads: ['main.py source', 'src/shop.py source', 'src/work.py source'] });
    expect(seen.witness.processes).toBeGreaterThan(2);
  });

  test('subprocess, os.system and a shell keep the witness', async () => {
    const seen = await runs('import subprocess\ncommand = f"{sys.executable} -c \'import sys; sys.path.insert(0, chr(115) + chr(114) + chr(99)); import shop\'"\nsubprocess.run(command, shell=True, check=True)\nassert os.system(command) == 0\nsubprocess.run([sys.executable, "-c", "pass"], check=True)');
    expect(seen).toMatchObject({ ...PROVEN, loads: ['main.py source', ...SHOP], witness: { processes: 4 } });
  });

  test('exec', async () => {
    const seen = await runs('os.execv(sys.executable, [sys.executable, "-c", "import sys; sys.path[:0] = [\'src\']; import shop"])');
    expect(seen).toMatchObject({ ...PROVEN, loads: ['main.py source', ...SHOP], witness: { processes: 2, unfinished: 0 } });
  });

  test('a subinterpreter', async () => {
    const seen = await runs('try:\n    import _interpreters as sub\nexcept ImportError:\n    import _xxsubinterpreters as sub\nsub.run_string(sub.create(), "import sys; sys.path.insert(0, \'src\'); import shop")');
    expect(seen).toMatchObject({ ...PROVEN, code: 0, loads: ['main.py source', ...SHOP] });
  });

  test('threads', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`src/m${at}.py`, `N = ${at}\n`]));
    const seen = await runs('import threading, importlib\nthreads = [threading.Thread(target=importlib.import_module, args=("m%d" % n,)) for n in range(40)]\n[t.start() for t in threads]; [t.join() for t in threads]', files);
    expect(seen).toMatchObject(PROVEN);
    expect(seen.loads).toHaveLength(41);
  });

  test.each([
    ['an empty environment', 'env={}'],
    ['another PYTHONPATH', 'env={**os.environ, "PYTHONPATH": "src"}'],
  ])('%s keeps it out, and the parent tells', async (_name, env) => {
    const seen = await runs(`import subprocess, shop\nsubprocess.run([sys.executable, "-c", "pass"], ${env})`);
    expect(seen).toMatchObject({ ...UNPROVEN, witness: { processes: 1, escaped: [{ count: 1 }] } });
  });

  test.each(['-E', '-I', '-S', '-sE', '-IB'])('%s keeps it out, and the parent tells', async (flag) => {
    const seen = await runs(`import subprocess, shop\nsubprocess.run([sys.executable, "-X", "dev", "${flag}", "-c", "pass"])`);
    expect(seen).toMatchObject({ ...UNPROVEN, witness: { processes: 1, escaped: [{ count: 1 }] } });
  });

  test('options that do not, and other programs', async () => {
    const seen = await runs('import subprocess, shop\nsubprocess.run([sys.executable, "-sB", "-m", "json.tool", "-IES"], stdin=subprocess.DEVNULL, capture_output=True)\nsubprocess.run(["git", "--version"], env={}, capture_output=True)');
    expect(seen).toMatchObject({ ...PROVEN, witness: { processes: 2 } });
  });

  test('a script of Python that lost its environment', async () => {
    const seen = await runs('import subprocess, shop\nopen("tool", "w").write("#!" + sys.executable + "\\n"); os.chmod("tool", 0o755)\nsubprocess.run([os.path.abspath("tool")], env={})');
    expect(seen).toMatchObject(UNPROVEN);
  });

  test('the command itself without it: nobody tells', async () => {
    const { run } = await scene();
    const seen = await run([PYTHON, '-I', '-c', 'pass']);
    expect(seen).toMatchObject({ broken: [], unknown: ['GG-BYTECODE-NOT-PROVEN', 'GG-WITNESS-ABSENT'], witness: { processes: 0 } });
  });
});

describe('ways to end a process (RN5)', () => {
  test.each([
    ['os._exit', 'os._exit(3)', 3, null],
    ['SIGKILL', 'os.kill(os.getpid(), 9)', null, 'SIGKILL'],
    ['a segmentation fault', 'import ctypes; ctypes.string_at(0)', null, 'SIGSEGV'],
    ['an exception', 'raise SystemExit(4)', 4, null],
  ])('%s loses nothing', async (_name, code, exit, signal) => {
    const seen = await runs(`import shop\n${code}`);
    expect(seen).toMatchObject({ ...PROVEN, code: exit, signal, loads: ['main.py source', ...SHOP] });
    expect(seen.witness.lost).toEqual([]);
  });

  test('no free descriptor: the record waits for one', async () => {
    const seen = await runs('import resource, importlib\nresource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))\nheld = []\ntry:\n    while True: held.append(os.open("/dev/null", os.O_RDONLY))\nexcept OSError: pass\nexec(compile("X = 1", "src/shop.py", "exec"))\nos.close(held.pop())\nimport shop');
    expect(seen).toMatchObject({ code: 0, broken: [], witness: { lost: [] } });
    expect(seen.loads).toContain('src/shop.py source');
  });

  test('closed descriptors and a patched os', async () => {
    const seen = await runs('os.closerange(3, 4096)\nfrom unittest import mock\nwith mock.patch("os.open", side_effect=AssertionError), mock.patch("os.write", side_effect=AssertionError), mock.patch("os.path.abspath", side_effect=AssertionError), mock.patch("time.time_ns", side_effect=AssertionError):\n    import shop');
    expect(seen).toMatchObject({ ...PROVEN, stderr: '', loads: ['main.py source', ...SHOP] });
  });

  test('a full folder of records is told', async () => {
    const seen = await runs('import glob\nfolder = os.environ["PYTHONPATH"] + "-records"\nopen(glob.glob(folder + "/*.jsonl")[0], "a").write(\'{"record":"load","pa\')\nimport shop');
    expect(seen).toMatchObject({ broken: [], unknown: ['GG-BYTECODE-NOT-PROVEN', 'GG-WITNESS-PROVEN', 'GG-WITNESS-RECORDS-LOST'] });
  });

  test('many processes at once', async () => {
    const seen = await runs('import subprocess\nchildren = [subprocess.Popen([sys.executable, "-c", "import sys; sys.path[:0] = [\'src\']; import shop"]) for _ in range(30)]\nassert not any([child.wait() for child in children])');
    expect(seen).toMatchObject({ ...PROVEN, witness: { processes: 31, unfinished: 0, lost: [] } });
    expect(seen.load('src/shop.py')).toMatchObject({ processes: 30 });
  });
});

describe('what the program sees (RN5)', () => {
  test('the sitecustomize that the witness shadows runs, and is the one in sys.modules', async () => {
    const { outside, run } = await scene();
    write(outside, { 'site/sitecustomize.py': 'MARK = 1\nimport sys; sys.path.append("/customised")\n' });
    const look = ['-c', 'import sys, sitecustomize; print(sitecustomize.MARK, sitecustomize.__file__, sitecustomize.__spec__.name, "/customised" in sys.path, sys.path[1])'];
    const env = { PYTHONPATH: join(outside, 'site') };
    const seen = await run([PYTHON, ...look], { env });
    expect(seen).toMatchObject({ code: 0, stderr: '', stdout: execFileSync(PYTHON, look, { env: { ...env, PYTHONDONTWRITEBYTECODE: '1' }, encoding: 'utf8' }) });
  });

  test('a sitecustomize that fails, fails as it would', async () => {
    const { outside, run } = await scene();
    write(outside, { 'site/sitecustomize.py': 'raise ValueError("mine")\n' });
    const env = { PYTHONPATH: join(outside, 'site') };
    const seen = await run([PYTHON, '-c', `${SRC}import shop`], { env });
    expect(seen).toMatchObject({ code: 0, ...PROVEN });
    expect(seen.stderr).toMatch(/ValueError: mine/);
  });

  test('a virtual environment stays one', async () => {
    const python = makeEnvironment(join(freshFolder(), 'venv'), []);
    const { run } = await scene();
    const seen = await run([python, '-c', `${SRC}import shop; print(sys.prefix != sys.base_prefix)`]);
    expect(seen).toMatchObject({ ...PROVEN, stdout: 'True\n', stderr: '' });
    expect(seen.witness.runtimes).toHaveLength(1);
  });

  test('a witness that cannot write breaks nothing, and is told', async () => {
    const { run } = await scene({ ...PROJECT, 'main.py': 'import os, stat, subprocess, sys\nhome = os.environ["PYTHONPATH"]\nos.remove(home + "/settings")\nprint(subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True))\n' });
    const seen = await run([PYTHON, 'main.py']);
    expect(seen).toMatchObject({ code: 0, stderr: '' });
    expect(seen.stdout).toContain("returncode=0, stdout='1\\n', stderr=''");
  });

  test('an unreadable workspace file breaks nothing', async () => {
    const { root, run } = await scene({ ...PROJECT, 'main.py': `${SRC}import shop\n` });
    mkdirSync(join(root, 'closed'));
    chmodSync(join(root, 'closed'), 0);
    expect(await run([PYTHON, 'main.py'])).toMatchObject({ ...PROVEN, code: 0 });
  });
});

describe('pytest (RN5)', () => {
  let [newest, older]: [string, string] = ['', ''];
  beforeAll(async () => {
    newest = await sharedEnvironment(PYTEST_NEW, 'pytest-xdist==3.8.0', 'coverage==7.15.2');
    older = await sharedEnvironment(PYTEST_OLD);
  }, 240_000);
  const files = { ...PROJECT, 'tests/conftest.py': 'import pytest\n@pytest.fixture\ndef three():\n    return 3\n', 'tests/test_more.py': 'import shop\ndef test_more(three, tmp_path, monkeypatch):\n    (tmp_path / "shop_plugin.py").write_text("X = 1")\n    monkeypatch.syspath_prepend(tmp_path)\n    import shop_plugin\n    assert shop.price(three) == 6\n' };
  const all = ['src/shop.py source', 'tests/conftest.py source', 'tests/test_more.py source', 'tests/test_shop.py source'];
  const env = { PYTHONPATH: 'src' };

  test.each([
    ['rewritten', []],
    ['importlib mode', ['--import-mode=importlib']],
    ['plain assertions', ['--assert=plain']],
    ['xdist', ['-n', '2']],
    ['no cache', ['-p', 'no:cacheprovider']],
  ])('%s', async (_name, options) => {
    const { run } = await scene(files);
    const seen = await run([newest, '-m', 'pytest', '-q', ...options], { env });
    expect(seen).toMatchObject({ code: 0, ...PROVEN, loads: all });
    if (options.includes('-n')) expect(seen.witness.processes).toBeGreaterThan(2);
  });

  test.each([['newest'], ['older']])('%s: the cache of rewritten tests that this run wrote is proven', async (which) => {
    const python = which === 'newest' ? newest : older;
    const { run } = await scene(files);
    const seen = await run(['sh', '-c', `"${python}" -m pytest -q && "${python}" -m pytest -q`], { env: { ...env, PYTHONDONTWRITEBYTECODE: '' } });
    expect(seen).toMatchObject({ code: 0, ...PROVEN });
    expect(seen.loads).toContain('tests/test_more.py bytecode');
  });

  test('under coverage, as a module and over a script', async () => {
    const { run } = await scene({ ...files, 'script.py': `${SRC}import shop\n` });
    const module = await run([newest, '-m', 'coverage', 'run', '-m', 'pytest', '-q'], { env });
    expect(module).toMatchObject({ code: 0, ...PROVEN, loads: all });
    const script = await run([newest, '-m', 'coverage', 'run', 'script.py']);
    expect(script).toMatchObject({ code: 0, ...PROVEN, loads: ['script.py string', ...SHOP] });
    const report = execFileSync(newest, ['-m', 'coverage', '--version'], { encoding: 'utf8' });
    expect(report).toMatch(/Coverage/);
  });
});
