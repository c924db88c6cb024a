import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pythons } from '../../prepare/pythons.ts';
import { removeFolders, write } from '../../support/repository.ts';
import { PROJECT, PYTHON, scene } from './scene.ts';

afterEach(removeFolders);

const SRC = 'import sys; sys.path.insert(0, "src"); ';
const BOTH = ['src/shop.py source', 'tests/test_shop.py source'];
/** Bytecode that the workspace's `src/shop.py` would be run from, made from another text of the same size and time. */
function plantStaleBytecode(root: string, python = PYTHON): void {
  const file = join(root, 'src/shop.py');
  writeFileSync(file, 'def price(n):\n    return n + 2\n');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  execFileSync(python, ['-c', 'import py_compile; py_compile.compile("src/shop.py")'], { cwd: root, env: {} });
  writeFileSync(file, 'def price(n):\n    return n * 2\n');
  utimesSync(file, 1_700_000_000, 1_700_000_000);
}

describe.each(pythons().filter(({ version }) => Number(version.slice(2)) >= 9))('Python $version (RN5)', ({ executable }) => {
  test('import, script, -m and runpy are source loads with their own bytes', async () => {
    const { run } = await scene({ ...PROJECT, 'src/__main__.py': 'import shop\n', 'run.py': `${SRC}import shop, runpy\nrunpy.run_path("tests/test_shop.py")\nrunpy.run_module("tool")\n`, 'src/tool.py': '' });
    const script = await run([executable, 'run.py']);
    expect(script).toMatchObject({ code: 0, stderr: '', broken: [], unknown: [], loads: ['run.py source', ...BOTH.slice(0, 1), 'src/tool.py source', 'tests/test_shop.py source'] });
    const module = await run([executable, '-m', 'tool'], { env: { PYTHONPATH: 'src' } });
    expect(module).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['src/tool.py source'] });
    const folder = await run([executable, 'src']);
    expect(folder.loads).toEqual(['src/__main__.py source', 'src/shop.py source']);
  });

  test('stale bytecode that runs in place of its source refutes', async () => {
    const { run } = await scene(PROJECT, (root) => plantStaleBytecode(root, executable));
    const seen = await run([executable, '-c', `${SRC}import shop; print(shop.price(3))`]);
    expect(seen.stdout).toBe('5\n');
    expect(seen.broken).toEqual(['GG-WITNESS-STALE-BYTECODE']);
    expect(seen.unknown).toContain('GG-BYTECODE-NOT-PROVEN');
  });

  test('bytecode that the run wrote itself is compared and proven', async () => {
    const { run } = await scene(PROJECT);
    const seen = await run(['sh', '-c', `"${executable}" -c '${SRC}import shop'; "${executable}" -c '${SRC}import shop'`], { env: { PYTHONDONTWRITEBYTECODE: '' } });
    expect(seen).toMatchObject({ code: 0, broken: [], unknown: [], loads: ['src/shop.py bytecode', 'src/shop.py source'] });
    expect(seen.witness.processes).toBe(2);
  });

  test('sourceless bytecode refutes, imported or as a script', async () => {
    const { run } = await scene(PROJECT, (root) => {
      write(root, { 'src/old.py': 'RATE = 2\n' });
      execFileSync(executable, ['-c', 'import py_compile; py_compile.compile("src/old.py", cfile="src/old.pyc")'], { cwd: root, env: {} });
      rmSync(join(root, 'src/old.py'));
    });
    expect((await run([executable, '-c', `${SRC}import old`])).broken).toEqual(['GG-WITNESS-STALE-BYTECODE']);
    expect((await run([executable, 'src/old.pyc'])).broken).toEqual(['GG-WITNESS-STALE-BYTECODE']);
  });

  test('nothing of it is left in the program', async () => {
    const { root, run } = await scene(PROJECT);
    const look = 'import sys, json; print(json.dumps([sys.path, sorted(sys.modules), sorted(sys.path_importer_cache), "sitecustomize" in sys.modules, sorted(vars(sys))]))';
    const plain = execFileSync(executable, ['-c', look], { cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: '/', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' }, encoding: 'utf8' });
    const watched = await run([executable, '-c', look]);
    const [path, modules, cache, customised, names] = JSON.parse(watched.stdout) as string[][];
    const [plainPath, plainModules, plainCache, , plainNames] = JSON.parse(plain) as string[][];
    expect([path, cache, customised, names]).toEqual([plainPath, plainCache, false, plainNames]);
    // The digest is computed where something of the workspace is loaded; here nothing is.
    expect(modules).toEqual(plainModules);
    expect(watched.stderr).toBe('');
  });
});

describe('ways to load (RN5)', () => {
  test('a native module has its own bytes; other bytes refute', async () => {
    const name = execFileSync(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))'], { encoding: 'utf8' }).trim();
    const { root, run } = await scene(PROJECT, (folder) => {
      write(folder, { 'fast.c': '#include <Python.h>\nstatic struct PyModuleDef m={PyModuleDef_HEAD_INIT,"fast"};PyMODINIT_FUNC PyInit_fast(void){return PyModule_Create(&m);}\n' });
      const include = execFileSync(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_path("include"))'], { encoding: 'utf8' }).trim();
      execFileSync('cc', ['-shared', '-fPIC', `-I${include}`, 'fast.c', '-o', `src/fast${name}`], { cwd: folder });
    });
    const good = await run([PYTHON, '-c', `${SRC}import fast`]);
    expect(good).toMatchObject({ broken: [], loads: [`src/fast${name} extension`] });
    execFileSync('cc', ['-shared', '-fPIC', '-DX=1', '-O2', '-x', 'c', '-', '-o', `src/fast${name}`, `-I${execFileSync(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_path("include"))'], { encoding: 'utf8' }).trim()}`], {
      cwd: root,
      input: '#include <Python.h>\nstatic struct PyModuleDef m={PyModuleDef_HEAD_INIT,"fast","other"};PyMODINIT_FUNC PyInit_fast(void){return PyModule_Create(&m);}\n',
    });
    expect((await run([PYTHON, '-c', `${SRC}import fast`])).broken).toEqual(['GG-WITNESS-LOADED-OTHER-BYTES']);
  });

  test('a native module that is older than the source it was compiled from is left by earlier work', async () => {
    const { root, run } = await scene({ ...PROJECT, '.gitignore': '*.so\n' }, (folder) => {
      const include = execFileSync(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_path("include"))'], { encoding: 'utf8' }).trim();
      const code = '#include <Python.h>\nstatic struct PyModuleDef m={PyModuleDef_HEAD_INIT,"fast"};PyMODINIT_FUNC PyInit_fast(void){return PyModule_Create(&m);}\n';
      execFileSync('cc', ['-shared', '-fPIC', `-I${include}`, '-x', 'c', '-', '-o', 'src/fast.so'], { cwd: folder, input: code });
      write(folder, { 'src/shop.py': `${PROJECT['src/shop.py'] as string}\n` });
    });
    expect((await run([PYTHON, '-c', `${SRC}import fast`])).broken).toEqual([]);
    const { run: runCompiled } = await scene({ ...PROJECT, '.gitignore': '*.so\n', 'src/fast.py': 'X = 1\n' }, (folder) => {
      execFileSync('cp', [join(root, 'src/fast.so'), join(folder, 'src/fast.so')]);
      write(folder, { 'src/fast.py': 'X = 2\n' });
    });
    const stale = await runCompiled([PYTHON, '-c', `${SRC}import fast`]);
    expect(stale.findings.find(({ answer }) => answer === 'broken')).toMatchObject({ rule: 'GG-WITNESS-IGNORED-FILE', what: expect.stringContaining('src/fast.so (older than src/fast.py)') as unknown });
  });

  test('a stamped archive is loaded with its stamped bytes; bytecode inside it is not proven', async () => {
    const { run } = await scene(PROJECT, (root) => {
      execFileSync(PYTHON, ['-c', 'import zipfile, py_compile; open("inzip.py", "w").write("V = 1\\n"); py_compile.compile("inzip.py", cfile="inzip.pyc")\nwith zipfile.ZipFile("lib.zip", "w") as z: z.write("inzip.py")\nwith zipfile.ZipFile("stale.zip", "w") as z: z.write("inzip.py"); z.write("inzip.pyc")'], { cwd: root });
      for (const name of ['inzip.py', 'inzip.pyc']) rmSync(join(root, name));
    });
    const source = await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "lib.zip"); import inzip']);
    expect(source).toMatchObject({ broken: [], unknown: [] });
    expect(source.findings.find(({ rule }) => rule === 'GG-WITNESS-PROVEN')).toMatchObject({ listed: true });
    const bytecode = await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "stale.zip"); import inzip']);
    expect(bytecode).toMatchObject({ broken: [], unknown: ['GG-BYTECODE-NOT-PROVEN', 'GG-WITNESS-PROVEN'] });
  });

  test('exec of a text that was read from a file counts as that file', async () => {
    const { run } = await scene({ ...PROJECT, 'windows.py': 'A = 1\r\nB = 2\r\n' });
    const seen = await run([PYTHON, '-c', 'exec(open("src/shop.py").read())\nexec(compile(open("windows.py").read(), "windows.py", "exec"))']);
    expect(seen).toMatchObject({ broken: [], loads: ['src/shop.py string', 'windows.py string'] });
  });

  test('what a template engine compiles under a name is no load of that file', async () => {
    const { run } = await scene({ ...PROJECT, 'page.html': '<b>{{ x }}</b>\n' });
    const seen = await run([PYTHON, '-c', `${SRC}import shop\nexec(compile("def root(): pass\\n", "page.html", "exec"))`]);
    expect(seen).toMatchObject({ broken: [], unknown: [], loads: ['page.html string', 'src/shop.py source'] });
  });

  test('a file that changed between two loads, and was put back, refutes', async () => {
    const { run } = await scene();
    const seen = await run([PYTHON, '-c', `${SRC}import shop, importlib\nold = open("src/shop.py").read()\nopen("src/shop.py", "w").write("def price(n): return 6\\n")\nimportlib.reload(shop)\nopen("src/shop.py", "w").write(old)`]);
    expect(seen.broken).toEqual(['GG-WITNESS-LOADED-OTHER-BYTES']);
    expect(seen.witness.written).toEqual(['src/shop.py']);
  });

  test('a workspace reached by a link is still the workspace', async () => {
    const { root, outside, run } = await scene();
    symlinkSync(root, join(outside, 'alias'));
    const seen = await run([PYTHON, '-c', `import sys; sys.path.insert(0, "${outside}/alias/src"); import shop`]);
    expect(seen).toMatchObject({ broken: [], unknown: [], loads: ['src/shop.py source'] });
  });

  test('odd file names are recorded as they are', async () => {
    const { run } = await scene({ ...PROJECT, 'odd/a "quoted"\tn\u00e4me \u{1f40d}\\.py': 'X = 1\n' });
    const seen = await run([PYTHON, '-c', 'import runpy, glob; runpy.run_path(glob.glob("odd/*.py")[0])']);
    expect(seen.loads).toEqual(['odd/a "quoted"\tn\u00e4me \u{1f40d}\\.py source']);
  });

  test('namespace packages and standard library names need no twin', async () => {
    const { run } = await scene({ ...PROJECT, 'src/types.py': 'X = 1\n', 'src/ns/part.py': 'Y = 2\n', 'code.py': '' });
    const seen = await run([PYTHON, '-c', `${SRC}import ns.part, types, json, email.parser, asyncio`]);
    expect(seen).toMatchObject({ broken: [], unknown: [], loads: ['src/ns/part.py source'] });
  });
});

describe('where files come from (RN5)', () => {
  const LOOK = 'import sys; sys.path[:0] = sys.argv[1:]; import shop';

  test.each([
    ['an installed copy with the same bytes', PROJECT['src/shop.py'] as string, []],
    ['an installed copy with other bytes', 'def price(n):\n    return 6\n', ['GG-WITNESS-SHADOWED']],
  ])('%s', async (_name, text, broken) => {
    const { outside, run } = await scene(PROJECT, (_root, folder) => write(folder, { 'site-packages/shop.py': text }));
    const seen = await run([PYTHON, '-c', LOOK, join(outside, 'site-packages')]);
    expect(seen.broken).toEqual(broken);
    expect(seen.unknown).toEqual(broken.length === 0 ? [] : ['GG-WITNESS-PROVEN']);
  });

  test('an installed copy whose bytecode is of other code', async () => {
    const { outside, run } = await scene(PROJECT, (_root, folder) => {
      mkdirSync(join(folder, 'src'));
      plantStaleBytecode(folder);
    });
    expect((await run([PYTHON, '-c', LOOK, join(outside, 'src')])).broken).toEqual(['GG-WITNESS-STALE-BYTECODE']);
  });

  test('the same module name deeper in a third-party package is another module', async () => {
    const { outside, run } = await scene(PROJECT, (_root, folder) => write(folder, { 'site-packages/vendor/shop.py': 'X = 1\n', 'site-packages/vendor/__init__.py': '', 'site-packages/conftest.py': '' }));
    expect((await run([PYTHON, '-c', 'import sys; sys.path.insert(0, sys.argv[1]); import vendor.shop, conftest', join(outside, 'site-packages')])).broken).toEqual([]);
  });

  test('an environment inside the workspace is free, but no shadow', async () => {
    const { root, run } = await scene({ ...PROJECT }, (folder) => write(folder, { '.venv/lib/dep.py': 'A = 1\n', '.venv/old/shop.py': 'A = 1\n' }));
    expect((await run([PYTHON, '-c', 'import sys; sys.path[:0] = [".venv/lib", "src"]; import dep, shop'])).broken).toEqual([]);
    expect((await run([PYTHON, '-c', LOOK, join(root, '.venv/old')])).broken).toEqual(['GG-WITNESS-SHADOWED']);
  });

  test('ignored files: left by earlier work, allowed, made by the run, newer than the code', async () => {
    const { root, run } = await scene(PROJECT, (folder) => {
      write(folder, { 'local_old.py': 'A = 1\n', 'src/shop.py': `${PROJECT['src/shop.py'] as string}\n` });
    });
    expect((await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "."); import local_old'])).broken).toEqual(['GG-WITNESS-IGNORED-FILE']);
    expect((await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "."); import local_old'], { asked: { allowIgnored: ['local_*.py'] } })).broken).toEqual([]);
    expect((await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "."); open("local_new.py", "w"); import local_new'])).broken).toEqual([]);
    write(root, { 'local_later.py': 'A = 1\n' });
    const seen = await run([PYTHON, '-c', 'import sys; sys.path.insert(0, "."); import local_later']);
    expect(seen.broken).toEqual([]);
    expect(seen.findings.find(({ rule }) => rule === 'GG-WITNESS-IGNORED-FILE')).toMatchObject({ listed: true, paths: ['local_later.py'] });
  });

  test('modules that tests write outside of the workspace are listed, also under a name of the workspace', async () => {
    const { run } = await scene();
    const seen = await run([PYTHON, '-c', 'import sys, tempfile, os\nd = tempfile.mkdtemp(); open(os.path.join(d, "shop.py"), "w").write("X = 1\\n"); sys.path.insert(0, d); import shop']);
    expect(seen.broken).toEqual([]);
    expect(seen.findings.find(({ rule }) => rule === 'GG-WITNESS-SHADOWED')).toMatchObject({ listed: true });
  });

  test('a changed test that nobody loads rejects, a changed source is named', async () => {
    const { run } = await scene(PROJECT, (root) => write(root, { 'tests/test_new.py': 'X = 1\n', 'src/new.py': 'X = 1\n' }));
    const seen = await run([PYTHON, '-c', `${SRC}import shop`]);
    expect(seen.broken).toEqual(['GG-WITNESS-PATCH-NOT-LOADED']);
    expect(seen.findings.filter(({ rule }) => rule === 'GG-WITNESS-PATCH-NOT-LOADED').map(({ answer, paths }) => [answer, paths])).toEqual([['broken', ['tests/test_new.py']], ['holds', ['src/new.py']]]);
    expect((await run([PYTHON, '-c', `${SRC}import shop`], { asked: { cell: 'a' } })).broken).toEqual([]);
    expect((await run([PYTHON, '-c', 'import sys; sys.path[:0] = ["src", "tests"]; import new, test_new'])).broken).toEqual([]);
  });

  test('writes nothing beside the records', async () => {
    const { root, run } = await scene();
    await run([PYTHON, '-c', `${SRC}import shop`], { env: { PYTHONDONTWRITEBYTECODE: '' } });
    expect(readdirSync(root).sort()).toEqual(['.git', '.gitignore', 'src', 'tests']);
  });
});
