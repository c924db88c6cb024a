/** How second runs are asked for, on the command line and in a workflow (BL1, BL3, RP1). */
import { describe, expect, test } from '@jest/globals';
import { parseInputs } from '../../src/inputs/from-action.ts';
import { parseArguments } from '../../src/inputs/from-argv.ts';
import type { Settings } from '../../src/inputs/plan.ts';
import { UsageError } from '../../src/model/errors.ts';

function called(...argv: readonly string[]): Settings {
  const parsed = parseArguments(argv, '0');
  if (parsed.kind !== 'call') throw new Error(parsed.text);
  return parsed.call.settings;
}

function inputs(given: Readonly<Record<string, string>>): Settings {
  return parseInputs((name) => given[name] ?? (name === 'run' ? 'pytest' : '')).settings;
}

function codeOf(call: () => unknown): string {
  try {
    call();
    return 'none';
  } catch (error) {
    if (error instanceof UsageError) return error.code;
    throw error;
  }
}

const ASKED = { base: 'origin/main', baseline: 'observe', tests: ['a/**', 'b/**'], requireFixed: ['test_a'], baseImportErrors: 'accept', replay: true, control: true, controlBudgetSeconds: 60, keep: true } as const;

test('by options', () => {
  const settings = called('gate', '--base', 'origin/main', '--baseline', 'observe', '--tests', 'a/**', '--tests', 'b/**', '--require-fixed', 'test_a', '--base-import-errors', 'accept', '--replay', '--control', '--control-budget', '60', '--keep', '--', 'pytest');
  expect(settings).toMatchObject(ASKED);
  expect(called('replay', '--keep', '--timeout', '5')).toMatchObject({ keep: true, timeoutSeconds: 5, replay: false });
});

test('by inputs', () => {
  expect(inputs({ base: 'origin/main', baseline: 'observe', tests: 'a/**\nb/**', 'require-fixed': 'test_a', 'base-import-errors': 'accept', replay: 'true', control: 'true', 'control-budget': '60', keep: 'true' })).toMatchObject(ASKED);
});

test('not at all by default', () => {
  const nothing = { base: null, baseline: 'require', tests: [], requireFixed: [], baseImportErrors: 'reject', replay: false, control: false, keep: false };
  expect(called('gate', '--', 'pytest')).toMatchObject(nothing);
  expect(inputs({ replay: 'false', control: '' })).toMatchObject(nothing);
});

describe('refused is', () => {
  test.each([
    ['a mode that is none', () => called('gate', '--base', 'x', '--baseline', 'maybe', '--', 'pytest'), 'GG-CALL-NOT-UNDERSTOOD'],
    ['a mode without a base', () => called('gate', '--baseline', 'observe', '--', 'pytest'), 'GG-BASE-MISSING'],
    ['an empty base', () => called('gate', '--base', '', '--', 'pytest'), 'GG-INPUT-INVALID'],
    ['an input without a base', () => inputs({ 'require-fixed': 'x' }), 'GG-BASE-MISSING'],
    ['a flag that is neither', () => inputs({ replay: 'yes' }), 'GG-INPUT-INVALID'],
    ['a base in another phase', () => inputs({ phase: 'run', base: 'x' }), 'GG-INPUT-CONFLICT'],
    ['a replay in another phase', () => inputs({ phase: 'check', run: '', replay: 'true' }), 'GG-INPUT-CONFLICT'],
  ])('%s', (_, call, code) => {
    expect(codeOf(call)).toBe(code);
  });
});
