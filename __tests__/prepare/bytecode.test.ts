import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bytecodeJudgementSchema, type BytecodeJudgement } from '../../src/model/prepare.ts';
import { readBytecodeName, readHeader } from '../../src/prepare/bytecode-header.ts';
import { judgeBytecode, type JudgeOptions } from '../../src/prepare/bytecode.ts';
import { findBytecode } from '../../src/prepare/purge.ts';
import { sipHash } from '../../src/prepare/siphash.ts';
import { defaultPython, plainEnvironment, python, pythons } from './pythons.ts';
import { inFolder, write } from './repository.ts';

const SOURCE = 'def price(n):\n    return n * 2\n';
const here = defaultPython();

async function judge(top: string, options: JudgeOptions = {}): Promise<Record<string, BytecodeJudgement>> {
  const { files, failed } = await findBytecode(top, { isTracked: () => Promise.resolve(new Set()) });
  expect(failed).toEqual([]);
  const judgements = await judgeBytecode(top, files, options);
  for (const one of judgements) expect(bytecodeJudgementSchema.parse(one)).toEqual(one);
  return Object.fromEntries(judgements.map((one) => [one.path, one]));
}

function compile(top: string, file: string, { executable = here.executable, mode = 'TIMESTAMP', cfile = 'None', optimize = -1 } = {}): void {
  python(['-c', `import py_compile, sys; py_compile.compile(${JSON.stringify(file)}, cfile=${cfile}, doraise=True, optimize=${optimize}, invalidation_mode=py_compile.PycInvalidationMode.${mode})`], executable, { cwd: top });
}

/** Writes other content of equal length and puts the old times back: what the header cannot tell apart. */
function editUnseen(path: string, content: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, content);
  utimesSync(path, atime, mtime);
}

test('the machine has an interpreter on either side of the change of hash', () => {
  expect(pythons().length).toBeGreaterThan(0);
  expect(pythons().map(({ version }) => version)).toContain(here.version);
});

describe.each(pythons().map((one) => [one.version, one] as const))('Python %s', (version, { executable, magic }) => {
  test('hashes a source as the interpreter does', () => {
    const samples = [0, 1, 7, 8, 9, 15, 16, 63, 64, 1000].map((length) => Buffer.from(Array.from({ length }, (_, at) => (at * 37 + length) & 0xff)));
    const theirs = python(['-c', 'import sys, importlib.util as u\nfor text in sys.argv[1:]: print(u.source_hash(bytes.fromhex(text)).hex())', ...samples.map((one) => one.toString('hex'))], executable)
      .trim()
      .split('\n');
    const rounds = Number(version.slice(2)) < 11 ? ([2, 4] as const) : ([1, 3] as const);
    const key = magic + 0x0a0d0000;
    expect(samples.map((one) => sipHash(rounds, key, one).toString('hex'))).toEqual(theirs);
  });

  test.each(['TIMESTAMP', 'CHECKED_HASH', 'UNCHECKED_HASH'])('%s bytecode fits its source until the source changes', async (mode) => {
    await inFolder(async (top) => {
      write(top, { 'shop.py': SOURCE });
      compile(top, 'shop.py', { executable, mode });
      const path = `__pycache__/shop.cpython-${version.replace('.', '')}.pyc`;
      const options = { interpreters: [executable] };
      expect((await judge(top, options))[path]).toMatchObject({ kind: 'fits', python: version, payload: 'same', source: 'shop.py', rewrittenByPytest: false });
      write(top, { 'shop.py': `${SOURCE}# longer\n` });
      expect((await judge(top, options))[path]).toMatchObject({ kind: 'does-not-fit', payload: 'not-compared' });
    });
  });

  test('a payload of another source is seen where the header cannot tell', async () => {
    await inFolder(async (top) => {
      write(top, { 'shop.py': SOURCE });
      compile(top, 'shop.py', { executable });
      editUnseen(join(top, 'shop.py'), SOURCE.replace('*', '+'));
      const [byHeader] = Object.values(await judge(top));
      expect(byHeader).toMatchObject({ kind: 'fits', payload: 'not-compared', why: expect.stringContaining('not compared') });
      const [byPayload] = Object.values(await judge(top, { interpreters: [executable] }));
      expect(byPayload).toMatchObject({ kind: 'does-not-fit', payload: 'differs', why: expect.stringContaining('co_code of price') });
    });
  });

  test('the standard library that it compiled itself fits throughout', async () => {
    await inFolder(async (top) => {
      const library = python(['-c', 'import os; print(os.path.dirname(os.__file__))'], executable).trim();
      for (const name of ['json', 'email', 'asyncio']) cpSync(join(library, name), join(top, name), { recursive: true, filter: (path) => !path.endsWith('__pycache__') });
      for (const name of ['typing.py', 'inspect.py', 'decimal.py', 'enum.py', 'dataclasses.py']) cpSync(join(library, name), join(top, name));
      python(['-c', 'import compileall\nfor level in 0, 2: compileall.compile_dir(".", quiet=2, force=True, optimize=level)'], executable, { cwd: top });
      const judged = Object.values(await judge(top, { interpreters: [executable] }));
      expect(judged.length).toBeGreaterThan(90);
      expect(judged.filter(({ kind, payload }) => kind !== 'fits' || payload !== 'same')).toEqual([]);
    });
  });
});

describe('the name of a bytecode file', () => {
  test.each([
    ['a/__pycache__/b.cpython-311.pyc', 'a/b.py', [0]],
    ['__pycache__/b.cpython-311.opt-2.pyc', 'b.py', [2]],
    ['__pycache__/b.c.cpython-311.pyc', 'b.c.py', [0]],
    ['__pycache__/b.cpython-311.opt-beartype-0v18.pyc', 'b.py', []],
    ['__pycache__/b.pyc', '__pycache__/b.py', [0, 1, 2]],
    ['a/b.pyc', 'a/b.py', [0, 1, 2]],
    ['a\n/b.cpython-311.pyc', 'a\n/b.cpython-311.py', [0, 1, 2]],
  ])('%s belongs to %s', (path, source, optimize) => {
    expect(readBytecodeName(path)).toEqual({ source, optimize, rewrittenByPytest: false });
  });

  test.each(['8.4.2', '9.2.0', '9.2.0.dev1'])('pytest %s marks what it rewrote', (release) => {
    expect(readBytecodeName(`t/__pycache__/test_a.cpython-311-pytest-${release}.pyc`)).toEqual({ source: 't/test_a.py', optimize: [], rewrittenByPytest: true });
  });
});

describe('a header', () => {
  test('of Python 2.7 has a time alone, of 3.6 a size too', () => {
    expect(readHeader(Buffer.from('03f30d0a78563412', 'hex'))).toMatchObject({ kind: 'timestamp', python: '2.7', mtime: 0x12345678, size: null });
    expect(readHeader(Buffer.from('330d0d0a7856341205000000', 'hex'))).toMatchObject({ kind: 'timestamp', python: '3.6', size: 5 });
  });

  test('any bytes are read without a throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => void readHeader(Buffer.from(bytes))));
  });

  test.each([
    ['', 'shorter than a magic number'],
    ['a70d0d', 'shorter than a magic number'],
    ['a70d0a0d'.padEnd(32, '0'), 'does not end in CR LF'],
    ['a70d0d0a00000000', '8 bytes, shorter than a header of 16'],
    ['330d0d0a00000000', '8 bytes, shorter than a header of 12'],
    ['a70d0d0a02000000'.padEnd(32, '0'), '0x2'],
    ['f0000d0a01000000'.padEnd(32, '0'), 'magic number 240'],
  ])('%s is none: %s', (hex, why) => {
    expect(readHeader(Buffer.from(hex, 'hex'))).toMatchObject({ kind: 'none', why: expect.stringContaining(why) });
  });
});

describe('judging by the header', () => {
  test('bytecode without its source, in a cache folder and beside', async () => {
    await inFolder(async (top) => {
      write(top, { 'a.py': SOURCE, 'b.py': SOURCE, 'm/__init__.py': SOURCE, 'm.py': SOURCE });
      compile(top, 'a.py');
      compile(top, 'b.py', { cfile: "'b.pyc'" });
      compile(top, 'm/__init__.py', { cfile: "'m/__init__.pyc'" });
      for (const path of ['a.py', 'b.py', 'm/__init__.py']) rmSync(join(top, path));
      mkdirSync(join(top, 'a.py'));
      const judged = await judge(top, { interpreters: [here.executable] });
      expect(Object.values(judged).map(({ kind, path }) => [path, kind])).toEqual(
        expect.arrayContaining([
          ['b.pyc', 'sourceless'],
          ['m/__init__.pyc', 'sourceless'],
          [`__pycache__/a.cpython-${here.version.replace('.', '')}.pyc`, 'sourceless'],
        ]),
      );
      expect(Object.keys(judged)).toHaveLength(3);
    });
  });

  test('bytecode beside its source fits, whatever level made it', async () => {
    await inFolder(async (top) => {
      for (const level of [0, 1, 2]) {
        write(top, { [`m${level}.py`]: `"""Doc."""\nassert __debug__\n${SOURCE}` });
        compile(top, `m${level}.py`, { cfile: `'m${level}.pyc'`, optimize: level });
      }
      const judged = Object.values(await judge(top, { interpreters: [here.executable] }));
      expect(judged.map(({ kind, payload }) => `${kind} ${payload}`)).toEqual(['fits same', 'fits same', 'fits same']);
    });
  });

  test('an optimised cache made of another level is not what its name says', async () => {
    await inFolder(async (top) => {
      write(top, { 'm.py': 'assert __debug__\n' });
      compile(top, 'm.py', { cfile: `'__pycache__/m.cpython-${here.version.replace('.', '')}.opt-1.pyc'`, optimize: 0 });
      expect(Object.values(await judge(top, { interpreters: [here.executable] }))).toMatchObject([{ kind: 'does-not-fit', payload: 'differs' }]);
    });
  });

  test.each([
    ['before 1970', -3.5],
    ['beyond 32 bits of seconds', 4_294_967_296 + 12.25],
    ['close below a whole second', 1_700_000_000.9999998],
  ])('a source time %s is reckoned as the interpreter does', async (_, seconds) => {
    await inFolder(async (top) => {
      write(top, { 'm.py': SOURCE });
      python(['-c', `import os; os.utime("m.py", (${seconds}, ${seconds}))`], here.executable, { cwd: top });
      python(['-c', 'import m'], here.executable, { cwd: top });
      expect(Object.values(await judge(top, { interpreters: [here.executable] }))).toMatchObject([{ kind: 'fits', payload: 'same' }]);
    });
  });

  test('links, folders and FIFOs in its place, empty, torn and foreign files', async () => {
    await inFolder(async (top) => {
      write(top, { 'a.py': SOURCE, 'b.py': SOURCE, 'c.py': SOURCE, 'd.py': SOURCE, 'x/e.py': SOURCE, 'empty.pyc': '', 'empty.py': '', 'text.py': '', 'text.pyc': 'no bytecode at all, just text' });
      compile(top, 'a.py', { cfile: "'a.pyc'" });
      const whole = readFileSync(join(top, 'a.pyc'));
      writeFileSync(join(top, 'b.pyc'), whole.subarray(0, 9));
      symlinkSync('a.pyc', join(top, 'c.pyc'));
      python(['-c', 'import os; os.mkfifo("d.pyc")'], here.executable, { cwd: top });
      symlinkSync('..', join(top, 'x/__pycache__'));
      const judged = await judge(top, { interpreters: [here.executable] });
      expect(Object.fromEntries(Object.values(judged).map(({ path, kind }) => [path, kind]))).toEqual({
        'a.pyc': 'fits',
        'b.pyc': 'unreadable',
        'c.pyc': 'unreadable',
        'd.pyc': 'unreadable',
        'empty.pyc': 'unreadable',
        'text.pyc': 'unreadable',
        'x/__pycache__': 'unreadable',
      });
      expect(judged['b.pyc']?.why).toContain('9 bytes');
    });
  });

  test('names of any bytes', async () => {
    await inFolder(async (top) => {
      python(['-c', 'import os, py_compile\nfor name in b"\\xff\\n\\xe9.py", "\\u00e9\\U0001f600.py".encode():\n  open(name, "w").write("a = 1"); py_compile.compile(os.fsdecode(name), doraise=True)'], here.executable, { cwd: top });
      const judged = Object.values(await judge(top, { interpreters: [here.executable] }));
      expect(judged.map(({ source, kind, payload }) => [source, kind, payload]).sort()).toEqual([
        ['é😀.py', 'fits', 'same'],
        ['\udcff\n\udce9.py', 'fits', 'same'],
      ]);
    });
  });
});

describe('recompiling', () => {
  test('what pytest rewrote is judged by its header alone', async () => {
    await inFolder(async (top) => {
      write(top, { 'test_a.py': SOURCE });
      const cached = `__pycache__/test_a.cpython-${here.version.replace('.', '')}-pytest-8.4.2.pyc`;
      compile(top, 'test_a.py', { cfile: `'${cached}'` });
      editUnseen(join(top, 'test_a.py'), SOURCE.replace('*', '+'));
      expect((await judge(top, { interpreters: [here.executable] }))[cached]).toMatchObject({ kind: 'fits', payload: 'not-compared', rewrittenByPytest: true });
      write(top, { 'test_a.py': SOURCE + SOURCE });
      expect((await judge(top, { interpreters: [here.executable] }))[cached]).toMatchObject({ kind: 'does-not-fit', rewrittenByPytest: true });
    });
  });

  test('each file goes to the interpreter of its own magic', async () => {
    await inFolder(async (top) => {
      write(top, { 'm.py': SOURCE });
      for (const { executable } of pythons()) compile(top, 'm.py', { executable });
      const judged = Object.values(await judge(top, { interpreters: pythons().map((one) => one.executable) }));
      expect(judged).toHaveLength(pythons().length);
      expect(judged.filter(({ payload }) => payload !== 'same')).toEqual([]);
      const [first] = pythons();
      const alone = Object.values(await judge(top, { interpreters: [first?.executable ?? ''] }));
      expect(alone.filter(({ payload }) => payload === 'same')).toHaveLength(1);
      expect(alone.filter(({ kind }) => kind === 'fits')).toHaveLength(pythons().length);
    });
  });

  test('nothing of the project is executed', async () => {
    await inFolder(async (top) => {
      const evil = 'open("ran", "w")\n';
      write(top, { 'm.py': evil, 'sitecustomize.py': evil, 'json.py': evil, 'types.py': evil });
      compile(top, 'm.py');
      const env = plainEnvironment({ PYTHONPATH: top, PYTHONSTARTUP: join(top, 'm.py') });
      expect(Object.values(await judge(top, { interpreters: [here.executable], env }))).toMatchObject([{ payload: 'same' }]);
      expect(readdirSync(top)).not.toContain('ran');
    });
  });

  test('a source that no longer compiles', async () => {
    await inFolder(async (top) => {
      write(top, { 'm.py': SOURCE });
      compile(top, 'm.py');
      editUnseen(join(top, 'm.py'), SOURCE.replace('return', 'retur '));
      expect(Object.values(await judge(top, { interpreters: [here.executable] }))).toMatchObject([{ kind: 'does-not-fit', why: expect.stringContaining('SyntaxError') }]);
    });
  });

  test('a payload that is torn, no code, or kills the interpreter does not keep the others from their answer', async () => {
    await inFolder(async (top) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        write(top, { [`${name}.py`]: SOURCE });
        compile(top, `${name}.py`, { cfile: `'${name}.pyc'` });
      }
      const replace = (name: string, payload: Buffer) => writeFileSync(join(top, `${name}.pyc`), Buffer.concat([readFileSync(join(top, `${name}.pyc`)).subarray(0, 16), payload]));
      replace('b', Buffer.from('c'));
      replace('c', Buffer.from('N'));
      replace('d', Buffer.from('(\xff\xff\xff\x7f', 'latin1'));
      // An interpreter that dies of the third file, as one does of a hostile payload.
      const script = join(top, 'fragile');
      writeFileSync(script, `#!${here.executable}\nimport os, subprocess, sys\nasked = sys.stdin.buffer.read()\nanswer = subprocess.run([${JSON.stringify(here.executable)}, *sys.argv[1:]], input=asked, stdout=subprocess.PIPE).stdout\nat = [i for i, r in enumerate(__import__("json").loads(asked)) if r["pyc"].endswith("e.pyc")]\nif at: sys.stdout.buffer.write(b"".join(answer.splitlines(True)[: at[0] + 1])); sys.stdout.flush(); os.kill(os.getpid(), 11)\nsys.stdout.buffer.write(answer)\n`);
      chmodSync(script, 0o755);
      for (const interpreters of [[here.executable], [script]]) {
        const judged = await judge(top, { interpreters });
        expect(judged['a.pyc']).toMatchObject({ kind: 'fits', payload: 'same' });
        expect(judged['b.pyc']).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('EOFError') });
        expect(judged['c.pyc']).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('NoneType') });
        expect(judged['d.pyc']).toMatchObject({ kind: 'unreadable' });
        if (interpreters[0] === script) expect(judged['e.pyc']).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('SIGSEGV') });
        else expect(judged['e.pyc']).toMatchObject({ kind: 'fits', payload: 'same' });
      }
    });
  });

  test.each([
    ['is missing', '/nonexistent/python', 'ENOENT'],
    ['prints garbage', 'echo hello; echo world', 'no readable answer'],
    ['prints nothing', 'true', 'exited with code 0'],
    ['fails', 'exit 3', 'exited with code 3'],
    ['hangs', 'sleep 60', 'gave no answer in '],
    ['floods', 'yes', 'no readable answer'],
  ])('an interpreter that %s leaves the answer of the header, with the reason', async (_, body, why) => {
    await inFolder(async (top) => {
      write(top, { 'm.py': SOURCE, bin: `#!/bin/sh\n${body}\n` });
      chmodSync(join(top, 'bin'), 0o755);
      compile(top, 'm.py');
      const interpreter = body.startsWith('/') ? body : join(top, 'bin');
      expect(Object.values(await judge(top, { interpreters: [interpreter], timeoutMs: body.startsWith('sleep') ? 400 : 60_000 }))).toMatchObject([{ kind: 'fits', payload: 'not-compared', why: expect.stringContaining(why) }]);
    });
  });
});
