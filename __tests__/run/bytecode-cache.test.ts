/** The bytecode cache of a run under `--bytecode isolate`: what it begins with, and what it never believes (PR2). */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBytecodeCache } from '../../src/run/bytecode-cache/cache.ts';
import { defaultPython, plainEnvironment } from '../prepare/pythons.ts';
import { program } from '../support/cli.ts';
import { freshFolder, makeRepository, removeFolders, write } from '../support/repository.ts';

afterAll(removeFolders);

const PYTHON = defaultPython();
const LIMIT_MS = 120_000;
const SEEN = [{ executable: PYTHON.executable, implementation: 'cpython', version: `${PYTHON.version}.0` }];

interface Installed {
  readonly folder: string;
  readonly site: string;
  readonly module: string;
}

/** Folders with an environment that holds one module, all of them old enough to be kept. */
const prepared: Installed[] = [];
beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) {
    const folder = freshFolder();
    write(folder, { 'env/site-packages/dep.py': 'V = 1\n' });
    prepared.push({ folder, site: join(folder, 'env/site-packages'), module: join(folder, 'env/site-packages/dep.py') });
  }
  await settle(prepared.at(-1)?.module ?? '');
}, LIMIT_MS);

function installed(): Installed {
  const one = prepared.pop();
  if (one === undefined) throw new Error('no environment is left');
  return one;
}

/** Waits until the file is no longer so young that the cache leaves it out. */
async function settle(file: string): Promise<void> {
  while (Date.now() - statSync(file).ctimeMs < 2_100) await delay(100);
}

interface Run {
  readonly said: string;
  readonly warmed: number;
}

async function runIn(folder: string, code: string, { isOfWorkspace = () => false }: { readonly isOfWorkspace?: (path: string) => boolean } = {}): Promise<Run> {
  const prefix = join(freshFolder(), 'prefix');
  const cache = await openBytecodeCache({ prefix, store: join(folder, 'store'), isOfWorkspace, env: plainEnvironment() });
  const said = execFileSync(PYTHON.executable, ['-c', code], { cwd: folder, env: { ...plainEnvironment(), ...cache.variables }, encoding: 'utf8' });
  cache.end(SEEN);
  expect(existsSync(prefix)).toBe(false);
  return { said: said.trim(), warmed: cache.warmed };
}

function storeOf(folder: string): { wanted: { source: string }[]; entries: { source: string }[]; data: string } {
  return JSON.parse(readFileSync(join(folder, 'store/index.json'), 'utf8')) as ReturnType<typeof storeOf>;
}

describe('the cache of a run (PR2)', () => {
  const IMPORT = 'import sys; sys.path.insert(0, "env/site-packages"); import importlib.util as u, os\nspec = u.find_spec("dep"); print(os.path.exists(spec.cached), end=" "); import dep; print(dep.V)';

  test('is cold first, then warm with what the gate compiled of installed modules and the standard library', async () => {
    const { folder, module } = installed();
    expect(await runIn(folder, IMPORT)).toEqual({ said: 'False 1', warmed: 0 });
    const again = await runIn(folder, IMPORT);
    expect(again.said).toBe('True 1');
    expect(again.warmed).toBeGreaterThan(1);
    expect(storeOf(folder).entries.map(({ source }) => source)).toContain(module);
  }, LIMIT_MS);

  test('an installed module that changed under its old size and time is compiled again', async () => {
    const { folder, module } = installed();
    const { mtimeMs } = statSync(module);
    const time = Math.floor(mtimeMs / 1000);
    utimesSync(module, time, time);
    await settle(module);
    await runIn(folder, IMPORT);
    expect((await runIn(folder, IMPORT)).said).toBe('True 1');
    writeFileSync(module, 'V = 2\n');
    utimesSync(module, time, time);
    // Too young to be kept at first, then kept as it is now.
    expect((await runIn(folder, IMPORT)).said).toMatch(/ 2$/);
    await settle(module);
    expect((await runIn(folder, IMPORT)).said).toBe('True 2');
  }, LIMIT_MS);

  test('bytecode that the tested processes wrote is never kept', async () => {
    const { folder } = installed();
    const plant = `${IMPORT}\nimport marshal\nheader = open(spec.cached, "rb").read(16); open(spec.cached, "wb").write(header + marshal.dumps(compile("V = 666", spec.origin, "exec")))`;
    await runIn(folder, plant);
    expect((await runIn(folder, IMPORT)).said).toBe('True 1');
  }, LIMIT_MS);

  test('a store that is damaged, or holds other bytes than were put there, is not used', async () => {
    const { folder } = installed();
    await runIn(folder, IMPORT);
    const full = await runIn(folder, IMPORT);
    const data = join(folder, 'store', `${storeOf(folder).data}.bytecode`);
    const bytes = readFileSync(data);
    writeFileSync(data, bytes.fill(0, bytes.length >> 1));
    // What is gone is compiled anew.
    expect((await runIn(folder, IMPORT)).warmed).toBe(full.warmed);
    writeFileSync(join(folder, 'store/index.json'), '{"format":"generation-gate/bytecode-cache/1"');
    expect(await runIn(folder, IMPORT)).toEqual({ said: 'False 1', warmed: 0 });
  }, LIMIT_MS);

  test('an interpreter that is another file now compiled nothing', async () => {
    const { folder } = installed();
    await runIn(folder, IMPORT);
    const index = JSON.parse(readFileSync(join(folder, 'store/index.json'), 'utf8')) as { interpreters: { identity: string[] }[] };
    for (const { identity } of index.interpreters) identity[4] = '1';
    writeFileSync(join(folder, 'store/index.json'), JSON.stringify(index));
    expect(await runIn(folder, IMPORT)).toEqual({ said: 'False 1', warmed: 0 });
    expect((await runIn(folder, IMPORT)).said).toBe('True 1');
  }, LIMIT_MS);

  test('no file of the workspace is kept, neither by its name nor behind a link', async () => {
    const { folder, site } = installed();
    write(folder, { 'work/lib/python3.9/site-packages/own.py': 'X = 1\n', 'work/linked.py': 'X = 1\n', 'plain/other.py': 'X = 1\n' });
    symlinkSync(join(folder, 'work/linked.py'), join(site, 'linked.py'));
    await settle(join(folder, 'plain/other.py'));
    const isOfWorkspace = (path: string): boolean => path.startsWith(join(folder, 'work'));
    const code = 'import sys; sys.path[:0] = ["env/site-packages", "work/lib/python3.9/site-packages", "plain"]; import dep, own, linked, other, json';
    await runIn(folder, code, { isOfWorkspace });
    await runIn(folder, code, { isOfWorkspace });
    const { wanted, entries } = storeOf(folder);
    expect(wanted.map(({ source }) => source).filter((path) => path.startsWith(folder))).toEqual([join(site, 'dep.py')]);
    expect(entries).toHaveLength(wanted.length);
  }, LIMIT_MS);
});

describe('the gate with --bytecode isolate (PR2)', () => {
  test('cold, then warmed; nothing of a run stays but the store', async () => {
    const root = makeRepository({ '.gitignore': '.venv/\n', 'shop.py': 'X = 1\n' });
    // A copy of the workspace's own module, installed: it stands for it.
    write(root, { '.venv/lib/python3.11/site-packages/shop.py': 'X = 1\n', '.venv/lib/python3.11/site-packages/dep.py': 'Y = 1\n' });
    await settle(join(root, '.venv/lib/python3.11/site-packages/dep.py'));
    const command = ['run', '--json', '--bytecode', 'isolate', '--', PYTHON.executable, '-c', 'import sys; sys.path[:0] = [".venv/lib/python3.11/site-packages"]; import shop, dep, json'];
    const warmed: number[] = [];
    for (let run = 0; run < 2; run += 1) {
      expect((await program(['stamp'], { cwd: root })).code).toBe(0);
      const { code, stdout } = await program(command, { cwd: root });
      expect(code).toBe(0);
      const { run: told } = JSON.parse(stdout) as { run: { bytecode_warmed: number; logs: string } };
      warmed.push(told.bytecode_warmed);
      expect(readdirSync(told.logs)).not.toContain('bytecode');
    }
    expect(warmed[0]).toBe(0);
    expect(warmed[1]).toBeGreaterThan(1);
    const state = join(root, '.git/generation-gate/bytecode');
    const own = (JSON.parse(readFileSync(join(state, 'index.json'), 'utf8')) as ReturnType<typeof storeOf>).wanted.map(({ source }) => source).filter((path) => path.startsWith(root));
    expect(own).toEqual([join(root, '.venv/lib/python3.11/site-packages/dep.py')]);
  }, LIMIT_MS);
});
