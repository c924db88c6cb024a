import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { GateError, UsageError } from '../../src/model/errors.ts';
import { parseInputs, type ActionCall } from '../../src/inputs/from-action.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/inputs/plan.ts';

const ACTION = readFileSync(resolve(import.meta.dirname, '../../action.yml'), 'utf8');

/** Names and defaults under `inputs:` of action.yml. */
function declared(): ReadonlyMap<string, string> {
  const section = /^inputs:\n([^]*?)^outputs:/m.exec(ACTION)?.[1] ?? '';
  return new Map([...section.matchAll(/^ {2}([a-z-]+):\n((?: {4}.*\n)+)/gm)].map(([, name = '', body = '']) => [name, (/^ {4}default: (.*)$/m.exec(body)?.[1] ?? '').replace(/^'(.*)'$/, '$1')]));
}

/** Parses inputs as a runner gives them: what is not set has its declared default. */
function parsed(given: Readonly<Record<string, string>>): ActionCall {
  return parseInputs((name) => given[name] ?? declared().get(name) ?? '');
}

function refused(given: Readonly<Record<string, string>>): { readonly kind: string; readonly code: string; readonly message: string; readonly fix: string } {
  try {
    parsed(given);
  } catch (error) {
    if (error instanceof UsageError || error instanceof GateError) return { kind: error.name, code: error.code, message: error.message, fix: error.fix };
    throw error;
  }
  return { kind: 'none', code: '', message: '', fix: '' };
}

describe('action.yml', () => {
  test('declares every input that is read, and nothing that is not', () => {
    const read = new Set<string>();
    for (const phase of ['gate', 'stamp']) {
      parseInputs((name) => {
        read.add(name);
        return name === 'phase' ? phase : name === 'run' && phase === 'gate' ? 'true' : '';
      });
    }
    const names = [...declared().keys()];
    expect(names.length).toBeGreaterThan(20);
    // Nothing needs the token yet; it is declared so that workflows need no change later.
    expect(names.filter((name) => name !== 'token').sort()).toEqual([...read].filter((name) => name !== 'token').sort());
  });

  test('has the defaults of the command line', () => {
    expect(parsed({ run: 'true' })).toMatchObject({ phase: 'gate', bundles: [], artifacts: null, publishing: { upload: null, attest: false, checkRun: null, commitStatus: null, token: '${{ github.token }}' }, settings: { ...DEFAULT_SETTINGS, scriptText: 'true' } });
  });
});

describe('each input sets one setting', () => {
  test.each<readonly [Readonly<Record<string, string>>, Partial<Settings>]>([
    [{ evidence: 'a/*.xml\n\n  b c,d.xml  \n' }, { evidence: ['a/*.xml', 'b c,d.xml'] }],
    [{ log: 'a.log\nb.log' }, { logs: ['a.log', 'b.log'] }],
    [{ setup: 'pip install -e .\npip list' }, { setupText: 'pip install -e .\npip list' }],
    [{ patch: 'fix.patch' }, { patch: 'fix.patch' }],
    [{ imports: 'a.b\nc' }, { imports: ['a.b', 'c'] }],
    [{ python: '.venv/bin/python' }, { python: '.venv/bin/python' }],
    [{ also: 'ci/lint' }, { alsoText: 'ci/lint' }],
    [{ 'cached-evidence': 'cache/bundle' }, { cachedEvidence: 'cache/bundle' }],
    [{ 'report-limits': 'bytes=300\nname-length=9' }, { reportLimits: { bytes: 300, 'name-length': 9 } }],
    [{ workspace: 'sub' }, { workspace: 'sub' }],
    [{ state: '/tmp/x' }, { state: '/tmp/x' }],
    [{ bundle: 'bundle' }, { bundle: 'bundle' }],
    [{ repo: '.' }, { repo: '.' }],
    [{ tree: 'a'.repeat(40) }, { tree: 'a'.repeat(40) }],
    [{ workdir: 'sub' }, { workdir: 'sub' }],
    [{ timeout: '1.5' }, { timeoutSeconds: 1.5 }],
    [{ cell: 'linux' }, { cell: 'linux' }],
    [{ 'require-tests': 'a::b\nc::d' }, { requireTests: ['a::b', 'c::d'] }],
    [{ 'min-tests': '3' }, { minTests: 3 }],
    [{ outcome: 'skipped' }, { outcome: 'skipped' }],
    [{ 'expect-generation': 'a'.repeat(32) }, { expectGeneration: 'a'.repeat(32) }],
    [{ 'expect-stamp-digest': 'a'.repeat(64) }, { expectStampDigest: 'a'.repeat(64) }],
    [{ survivors: 'reject' }, { survivors: 'reject' }],
    [{ repeated: 'reject' }, { repeated: 'reject' }],
    [{ reject: 'GG-RUN-REPEATED\nGG-LEFTOVER-FOUND' }, { reject: ['GG-RUN-REPEATED', 'GG-LEFTOVER-FOUND'] }],
    [{ 'foreign-editables': 'reject' }, { foreignEditables: 'reject' }],
    [{ witness: 'off' }, { witness: 'off' }],
    [{ slack: '0' }, { slackSeconds: 0 }],
  ])('%j', (given, settings) => {
    expect(parsed({ run: 'true', ...given }).settings).toEqual({ ...DEFAULT_SETTINGS, scriptText: 'true', ...settings });
  });
});

test('a fan-in takes the names of its cells in one line or in several', () => {
  for (const cells of ['a,b', ' a , b,\n', 'a\nb']) {
    expect(parsed({ phase: 'fan-in', 'expect-cells': cells, bundles: 'one\ntwo.zip' })).toMatchObject({ phase: 'fan-in', bundles: ['one', 'two.zip'], settings: { expectCells: ['a', 'b'] } });
  }
});

describe('inputs that are wrong', () => {
  test.each([
    [{ phase: 'gat', run: 'x' }, 'UsageError', 'GG-INPUT-INVALID', /phase: gate/],
    [{ phase: 'stamp', run: 'x' }, 'UsageError', 'GG-INPUT-CONFLICT', /phase: gate/],
    [{ run: 'x', timeout: '-1' }, 'UsageError', 'GG-INPUT-INVALID', /timeout: 600/],
    [{ run: 'x', timeout: '0' }, 'UsageError', 'GG-INPUT-INVALID', /600/],
    [{ run: 'x', 'min-tests': '1.5' }, 'UsageError', 'GG-INPUT-INVALID', /20/],
    [{ run: 'x', slack: 'NaN' }, 'UsageError', 'GG-INPUT-INVALID', /slack/],
    [{ run: 'x', outcome: 'ok' }, 'UsageError', 'GG-INPUT-INVALID', /success/],
    [{ run: 'x', imports: 'not a name' }, 'UsageError', 'GG-INPUT-INVALID', /package/],
    [{ phase: 'fan-in', bundles: 'b' }, 'UsageError', 'GG-INPUT-MISSING', /expect-cells: /],
    [{ phase: 'fan-in', 'expect-cells': 'a', bundles: 'b', run: 'x' }, 'UsageError', 'GG-INPUT-CONFLICT', /./],
    [{ phase: 'fan-in', 'expect-cells': 'a b', bundles: 'b' }, 'UsageError', 'GG-INPUT-INVALID', /linux,macos/],
    [{ run: 'x', 'expect-cells': 'a' }, 'UsageError', 'GG-INPUT-CONFLICT', /phase: fan-in/],
    [{ run: 'x', bundles: 'a' }, 'UsageError', 'GG-INPUT-CONFLICT', /phase: fan-in/],
    [{ phase: 'stamp', also: 'x' }, 'UsageError', 'GG-INPUT-CONFLICT', /phase: run/],
    [{ phase: 'stamp', 'cached-evidence': 'b' }, 'UsageError', 'GG-INPUT-CONFLICT', /phase: check/],
    [{ phase: 'check', 'cached-evidence': 'b' }, 'UsageError', 'GG-COMMAND-MISSING', /COMMAND|pytest/],
    [{ run: 'x', 'cached-evidence': 'b', outcome: 'success' }, 'UsageError', 'GG-INPUT-CONFLICT', /one of them/],
    [{ run: 'x', 'cached-evidence': 'b', also: 'y' }, 'UsageError', 'GG-INPUT-CONFLICT', /one of them/],
    [{ run: 'x', 'report-limits': 'size=3' }, 'UsageError', 'GG-INPUT-INVALID', /bytes=300000000/],
  ])('%j are refused with an example that is right', (given, kind, code, fix) => {
    expect(refused(given)).toMatchObject({ kind, code, fix: expect.stringMatching(fix) });
  });

  test('an attestation is asked for where a bundle is written, and false means not asked for', () => {
    expect(refused({ run: 'x', attest: 'true' }).kind).toBe('none');
    expect(refused({ run: 'x', attest: 'false' }).kind).toBe('none');
    expect(refused({ run: 'x', attest: 'perhaps' })).toMatchObject({ code: 'GG-INPUT-INVALID' });
    expect(refused({ phase: 'stamp', attest: 'true' })).toMatchObject({ code: 'GG-INPUT-CONFLICT' });
  });
});
