import { describe, expect, test } from '@jest/globals';
import { findingsOf } from '../../../src/verify/rule.ts';
import { stampExpected } from '../../../src/verify/rules/stamp-expected.ts';
import { stampKnown } from '../../../src/verify/rules/stamp-known.ts';
import { stampPresent } from '../../../src/verify/rules/stamp-present.ts';
import { stampWellFormed } from '../../../src/verify/rules/stamp-well-formed.ts';
import { asked, facts, stamped, GENERATION, STAMP_DIGEST } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const other = 'f'.repeat(32);

describe('GG-STAMP-MISSING (ST7)', () => {
  test.each([
    ['a stamp', facts(), 'holds'],
    ['no stamp', facts({ stamp: { state: 'absent' } }), 'broken'],
    ['no stamp and no stamping', facts({ stamp: { state: 'absent' }, stamped: null }), 'broken'],
    ['a malformed one is another rule', facts({ stamp: { state: 'malformed', why: 'it is not JSON' } }), 'holds'],
  ])('%s', (_, given, answer) => {
    expect(findingsOf(stampPresent, given).map((finding) => finding.answer)).toEqual([answer]);
  });
});

describe('GG-STAMP-MALFORMED (ST7)', () => {
  test.each([
    ['a stamp', facts(), 'holds'],
    ['a link', facts({ stamp: { state: 'malformed', why: 'it is a symbolic link' } }), 'broken'],
    ['none is another rule', facts({ stamp: { state: 'absent' } }), 'holds'],
  ])('%s', (_, given, answer) => {
    expect(findingsOf(stampWellFormed, given).map((finding) => finding.answer)).toEqual([answer]);
  });
});

describe('GG-STAMP-FOREIGN (ST7)', () => {
  test.each([
    ['the current stamp', facts(), 'holds', /generation/],
    ['a workspace that was never stamped', facts({ stamped: null }), 'broken', /on record/],
    ['an earlier stamping', facts({ stamped: stamped({ generation: other }), known: ['0123456789abcdef0123456789abcdef', other] }), 'broken', /an earlier stamping/],
    ['another workspace', facts({ stamped: stamped({ generation: other }), known: [other] }), 'broken', /no stamping of this workspace/],
    ['edited bytes', facts({ stamped: stamped({ stampDigest: 'e'.repeat(64) }) }), 'broken', /eeee.*was written/],
  ])('%s', (_, given, answer, words) => {
    const [finding] = findingsOf(stampKnown, given);
    expect(finding?.answer).toBe(answer);
    expect(finding?.what).toMatch(words);
  });
});

judges(stampExpected, 'ST7', [
  ['nothing expected', facts(), 'holds', /Nothing to judge/],
  ['what was handed on', facts({ asked: asked({ expectGeneration: GENERATION, expectStampDigest: STAMP_DIGEST }) }), 'holds', /expected stamp/],
  ['another generation', facts({ asked: asked({ expectGeneration: other }) }), 'broken', /generation .* is "0123.*"f{32}" is expected/],
  ['another digest', facts({ asked: asked({ expectStampDigest: 'e'.repeat(64) }) }), 'broken', /SHA-256 .*"e{64}" is expected/],
  ['both', facts({ asked: asked({ expectGeneration: other, expectStampDigest: 'e'.repeat(64) }) }), ['broken', 'broken']],
  ['an output that is empty', facts({ asked: asked({ expectGeneration: '' }) }), 'broken', /nothing was handed on/],
  ['no stamp is another rule', facts({ stamp: { state: 'absent' }, asked: asked({ expectGeneration: other }) }), 'holds'],
]);
