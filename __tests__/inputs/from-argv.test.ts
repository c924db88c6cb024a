import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { GateError, UsageError } from '../../src/model/errors.ts';
import { parseArguments, type Call } from '../../src/inputs/from-argv.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/inputs/plan.ts';

function callOf(...argv: readonly string[]): Call {
  const parsed = parseArguments(argv, '1.2.3');
  if (parsed.kind === 'text') throw new Error(`text was printed: ${parsed.text}`);
  return parsed.call;
}

function refused(...argv: readonly string[]): { readonly kind: string; readonly code: string; readonly message: string } {
  try {
    parseArguments(argv, '1.2.3');
  } catch (error) {
    if (error instanceof UsageError || error instanceof GateError) return { kind: error.name, code: error.code, message: error.message };
    throw error;
  }
  return { kind: 'none', code: '', message: '' };
}

describe('each option sets one setting', () => {
  test.each<readonly [string, readonly string[], Partial<Settings>]>([
    ['stamp', ['--evidence', 'a/*.xml', '--evidence', 'b.xml'], { evidence: ['a/*.xml', 'b.xml'] }],
    ['stamp', ['--log', 'a.log', '--log', 'b.log'], { logs: ['a.log', 'b.log'] }],
    ['stamp', ['--patch', 'fix.patch'], { patch: 'fix.patch' }],
    ['stamp', ['--setup', 'ci/setup.sh'], { setup: 'ci/setup.sh' }],
    ['stamp', ['--import', 'a.b', '--import', 'c'], { imports: ['a.b', 'c'] }],
    ['stamp', ['--python', '.venv/bin/python'], { python: '.venv/bin/python' }],
    ['run', ['--timeout', '0.5'], { timeoutSeconds: 0.5 }],
    ['run', ['--workdir', 'packages/core'], { workdir: 'packages/core' }],
    ['run', ['--script', 'ci/test.sh'], { script: 'ci/test.sh' }],
    ['run', ['--cell', 'linux-3.12'], { cell: 'linux-3.12' }],
    ['run', ['--also', 'ci/lint.sh'], { also: 'ci/lint.sh' }],
    ['check', ['--summary', 'a.md', '--summary', 'b.md'], { summaries: ['a.md', 'b.md'] }],
    ['check', ['--require-test', 'a::b'], { requireTests: ['a::b'] }],
    ['check', ['--min-tests', '20'], { minTests: 20 }],
    ['check', ['--outcome', 'cancelled'], { outcome: 'cancelled' }],
    ['check', ['--expect-generation', 'a'.repeat(32)], { expectGeneration: 'a'.repeat(32) }],
    ['check', ['--expect-stamp-digest', 'b'.repeat(64)], { expectStampDigest: 'b'.repeat(64) }],
    ['check', ['--survivors', 'reject'], { survivors: 'reject' }],
    ['check', ['--foreign-editables', 'reject'], { foreignEditables: 'reject' }],
    ['check', ['--witness', 'off'], { witness: 'off' }],
    ['check', ['--slack', '0'], { slackSeconds: 0 }],
    ['check', ['--report-limit', 'bytes=300', '--report-limit', 'name-length=9'], { reportLimits: { bytes: 300, 'name-length': 9 } }],
  ])('%s %j, and of gate as well', (verb, args, settings) => {
    const expected = { ...DEFAULT_SETTINGS, ...settings };
    expect(callOf(verb, ...args).settings).toEqual(expected);
    if (settings.script === undefined) expect(callOf('gate', ...args, '--', 'true').settings).toEqual({ ...expected, command: ['true'] });
    else expect(callOf('gate', ...args).settings).toEqual(expected);
  });

  test.each(['stamp', 'run', 'check', 'gate', 'purge', 'origins'])('%s takes the common ones, behind it or in front', (verb) => {
    const common = ['--workspace', 'here', '--state=there', '--json', '--quiet'];
    for (const argv of [[verb, ...common], [...common, verb]]) {
      expect(callOf(...argv)).toMatchObject({ verb, json: true, quiet: true, settings: { workspace: 'here', state: 'there' } });
    }
  });
});

describe('the captured command', () => {
  test('is every word after --, unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('--json', '--', '--evidence', '-h', '--help', 'stamp', '')), { minLength: 1 }), (command) => {
        for (const verb of ['run', 'gate']) expect(callOf(verb, '--quiet', '--', ...command)).toMatchObject({ json: false, quiet: true, settings: { command } });
      }),
    );
  });

  test('is none of those verbs that run none', () => {
    for (const verb of ['stamp', 'check', 'purge']) expect(refused(verb, '--', 'true').kind).toBe('UsageError');
  });
});

describe('a call that is not understood', () => {
  test.each([
    [['stmp'], /Did you mean stamp\?/],
    [['chek'], /Did you mean check\?/],
    [['gate', '--evidense', 'x'], /Did you mean --evidence\?/],
    [['help', 'stmp'], /Did you mean stamp\?/],
    [['help', 'nothing-like-it'], /unknown command 'nothing-like-it'/],
    [['inspect'], /missing required argument 'report'/],
    [['stamp', '--patch'], /--patch <file>.*argument missing/],
  ])('%j is told what was meant', (argv, words) => {
    expect(refused(...argv)).toMatchObject({ kind: 'UsageError', code: 'GG-CALL-NOT-UNDERSTOOD', message: expect.stringMatching(words) });
  });

  test('is one line, whatever the words are, and never ends the process', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('stamp', 'run', 'check', 'gate', 'help', 'list', 'explain', '--json', '--quiet', '--evidence', '--timeout', '-1', '1', '--', '-V', '-h', '--no-json', '--slack=', '@file'));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        try {
          const parsed = parseArguments(argv, '1.2.3');
          if (parsed.kind === 'text') expect(parsed.text).not.toBe('');
        } catch (error) {
          expect(error instanceof UsageError || error instanceof GateError).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('help and version', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']], [['help', 'gate']], [['gate', '--help']]])('%j is text', (argv) => {
    expect(parseArguments(argv, '1.2.3')).toMatchObject({ kind: 'text', text: expect.stringContaining('Usage: generation-gate') });
  });

  test('names every verb', () => {
    const parsed = parseArguments(['help'], '1.2.3');
    const text = parsed.kind === 'text' ? parsed.text : '';
    for (const verb of ['stamp', 'run', 'check', 'gate', 'purge', 'origins', 'inspect', 'explain', 'list', 'demo', 'doctor', 'init', 'replay', 'packet', 'worktree', 'fan-in', 'verify', 'summarize']) expect(text).toMatch(new RegExp(`^ {2}${verb} `, 'm'));
  });

  test('version', () => {
    expect(parseArguments(['--version'], '1.2.3')).toEqual({ kind: 'text', text: '1.2.3\n' });
  });
});

