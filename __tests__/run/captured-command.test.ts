import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { capturedCommandSchema } from '../../src/model/run-record.ts';
import {
  commandBytes,
  commandDigest,
  commandFromArguments,
  commandFromScript,
  commandFromScriptFile,
  loadCommand,
  refuseLossyArguments,
  saveCommand,
  showCommand,
} from '../../src/run/captured-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const usage = (code: string): object => expect.objectContaining({ name: 'UsageError', code });
const damaged: object = expect.objectContaining({ name: 'GateError', code: 'COMMAND_RECORD_DAMAGED' });

describe('an argument list', () => {
  test('comes back as it was, whatever it holds', () => {
    const argument = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(argument.filter((text) => text !== ''), fc.array(argument), (name, rest) => {
        const command = commandFromArguments([name, ...rest]);
        saveCommand(folder, command);
        expect(loadCommand(folder)).toEqual(command);
      }),
      { numRuns: 200 },
    );
  });

  test('is saved as NUL-ended arguments and nothing else', () => {
    saveCommand(folder, commandFromArguments(['a b', '', 'é']));
    expect(readFileSync(join(folder, 'command')).toString('latin1')).toBe('a b\0\0\xc3\xa9\0');
  });

  test('has a digest that anyone can compute', () => {
    const expected = createHash('sha256').update('generation-gate argument list 1\0pytest\0-q\0').digest('hex');
    expect(commandDigest(commandFromArguments(['pytest', '-q']))).toBe(expected);
  });

  test('has another digest where one argument is split, joined, emptied or is a script of the same bytes', () => {
    const lists = [['a', 'b'], ['a b'], ['ab'], ['a', 'b', ''], ['a', '', 'b'], ['b', 'a']];
    const digests = lists.map((argv) => commandDigest(commandFromArguments(argv)));
    digests.push(commandDigest(commandFromScript('a\0b\0', 'x')));
    expect(new Set(digests).size).toBe(digests.length);
  });

  test.each([
    ['nothing', [], 'COMMAND_MISSING'],
    ['an empty program', ['', 'x'], 'COMMAND_MISSING'],
    ['a NUL', ['a', 'b\0c'], 'COMMAND_UNREPRESENTABLE'],
    ['a lone surrogate', ['a', '\ud800'], 'COMMAND_UNREPRESENTABLE'],
  ])('of %s is refused', (_name, argv, code) => {
    expect(() => commandFromArguments(argv)).toThrow(usage(code));
  });
});

describe('arguments that are not UTF-8', () => {
  const program = `
    import { refuseLossyArguments } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../src/run/captured-command.ts')).href)};
    try { refuseLossyArguments(process.argv.slice(2)); console.log('taken'); } catch (error) { console.log(error.name, error.code); }`;
  const pass = (argument: string): string => {
    writeFileSync(join(folder, 'program.mjs'), program);
    const shell = `exec "$0" "$1" -- "$(printf '${argument}')"`;
    return spawnSync('bash', ['-c', shell, process.execPath, join(folder, 'program.mjs')], { encoding: 'utf8' }).stdout.trim();
  };

  test('are refused: other bytes would run', () => {
    expect(pass('caf\\351')).toBe('UsageError ARGUMENT_NOT_UTF8');
  });

  test.each([['plain'], ['caf\\303\\251'], ['\\360\\237\\230\\200'], ['a real replacement character \\357\\277\\275']])('%s is taken', (argument) => {
    expect(pass(argument)).toBe('taken');
  });

  test('cannot be told from U+FFFD where the system keeps the bytes to itself', () => {
    expect(() => refuseLossyArguments(['\uFFFD'], Buffer.from('\xff', 'latin1'))).toThrow(usage('ARGUMENT_NOT_UTF8'));
    expect(() => refuseLossyArguments(['a'], Buffer.from('\xff', 'latin1'))).not.toThrow();
  });
});

describe('a script', () => {
  const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail'];

  test.each([
    ['no first line of its own', 'make test\n', bash],
    ['a path', '#!/bin/sh\nx', ['/bin/sh']],
    ['a path and blanks', '#! \t/bin/sh \t\nx', ['/bin/sh']],
    ['one argument', '#!/usr/bin/env python3\nx', ['/usr/bin/env', 'python3']],
    ['what looks like two arguments', '#!/usr/bin/env -S python3 -u\nx', ['/usr/bin/env', '-S python3 -u']],
    ['no line end', '#!/bin/sh', ['/bin/sh']],
    ['a byte order mark before it', '\uFEFF#!/bin/sh\n', bash],
    ['Windows line ends, which a kernel takes literally', '#!/bin/sh\r\nx', ['/bin/sh\r']],
  ])('with %s', (_name, text, interpreter) => {
    expect(commandFromScript(text, 'x')).toEqual({ form: 'script', text, interpreter });
  });

  test.each([
    ['empty', '', 'SCRIPT_EMPTY'],
    ['blank', ' \n\t\n', 'SCRIPT_EMPTY'],
    ['a #! without an interpreter', '#!  \nx', 'SCRIPT_SHEBANG'],
    ['a #! line that the kernel would cut', `#!/bin/${'x'.repeat(260)}\nx`, 'SCRIPT_SHEBANG'],
  ])('that is %s is refused', (_name, text, code) => {
    expect(() => commandFromScript(text, 'x')).toThrow(usage(code));
  });

  test('keeps every byte, also through JSON, and its digest is that of the file', () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index & 0xff));
    const file = join(folder, 'script');
    writeFileSync(file, bytes);
    const command = commandFromScriptFile(file);
    expect(commandBytes(command).equals(bytes)).toBe(true);
    expect(commandDigest(command)).toBe(createHash('sha256').update(bytes).digest('hex'));
    saveCommand(join(folder, 'saved'), command);
    expect(readFileSync(join(folder, 'saved', 'command')).equals(bytes)).toBe(true);
    expect(loadCommand(join(folder, 'saved'))).toEqual(command);
    expect(capturedCommandSchema.parse(JSON.parse(JSON.stringify(command)))).toEqual(command);
  });

  test('that is no file is wrong usage', () => {
    expect(() => commandFromScriptFile(join(folder, 'absent'))).toThrow(usage('SCRIPT_UNREADABLE'));
    expect(() => commandFromScriptFile(folder)).toThrow(usage('SCRIPT_UNREADABLE'));
  });
});

describe('a saved command', () => {
  beforeEach(() => saveCommand(folder, commandFromArguments(['pytest', '-q'])));

  test.each([
    ['other bytes', 'command', 'pytest\0-x\0'],
    ['a lost end', 'command', 'pytest\0-q'],
    ['bytes that are not UTF-8', 'command', Buffer.from('pytest\0\xff\0', 'latin1')],
    ['nothing', 'command', ''],
    ['no JSON', 'command.json', '{'],
    ['an unknown format', 'command.json', '{"format":"generation-gate/command/9","form":"argv","sha256":""}'],
    ['another form', 'command.json', JSON.stringify({ format: 'generation-gate/command/1', form: 'script', sha256: commandDigest(commandFromArguments(['pytest', '-q'])) })],
  ])('with %s is not run', (_name, file, content) => {
    writeFileSync(join(folder, file), content);
    expect(() => loadCommand(folder)).toThrow(damaged);
  });

  test.each(['command', 'command.json'])('without its %s is not run', (file) => {
    rmSync(join(folder, file));
    expect(() => loadCommand(folder)).toThrow(damaged);
  });

  test('replaces an earlier one, and not what a link points to', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    rmSync(join(folder, 'command'));
    symlinkSync(victim, join(folder, 'command'));
    saveCommand(folder, commandFromArguments(['true']));
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(loadCommand(folder)).toEqual({ form: 'argv', argv: ['true'] });
  });
});

test('a command is shown in one line, without control characters, and cut', () => {
  expect(showCommand(commandFromArguments(['pytest', '-k', 'a b', 'x\ny\x1b[31m']))).toBe('pytest -k "a b" "x\\ny\\x1b[31m"');
  expect(showCommand(commandFromScript('#!/usr/bin/env python3\n', 'x'))).toBe('/usr/bin/env python3 <script, 23 bytes>');
  expect(showCommand(commandFromArguments(['x'.repeat(1_000)]), 10)).toBe('xxxxxxxxxx…');
});
