import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { jsonLine, plainLine, plainLines } from '../../src/publish/plain.ts';
import { HOSTILE_FRAGMENTS, hostileText, obeyedLines } from './hostile-text.ts';

/** Characters that move a cursor, end a line, hide or reorder text, or are no text at all. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

describe('a line that holds words of others', () => {
  test('the fragments are hostile: most are obeyed or unprintable as they are', () => {
    expect(HOSTILE_FRAGMENTS.filter((text) => obeyedLines(text).length > 0).length).toBeGreaterThan(5);
    expect(HOSTILE_FRAGMENTS.filter((text) => UNPRINTABLE.test(text)).length).toBeGreaterThan(8);
  });

  test.each(HOSTILE_FRAGMENTS.map((text) => [text]))('%j is one line that nobody obeys', (text) => {
    expect(plainLine(text)).not.toMatch(UNPRINTABLE);
    expect(obeyedLines(plainLine(text))).toEqual([]);
    expect(obeyedLines(`  ${plainLine(text)}`)).toEqual([]);
  });

  test('for any text', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('', ' ', '  • ', '✓ '), (text, indent) => {
        const line = `${indent}${plainLine(text)}`;
        expect(line).not.toMatch(UNPRINTABLE);
        expect(obeyedLines(line)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('ordinary words stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a b c X Y Z 0 1 9 . , ; ( ) [ ] { } < > / \\ | " \' é 漢 🙂'.split(' '), ' '), maxLength: 40 }), (text) => {
        expect(plainLine(text)).toBe(text);
      }),
    );
    expect(plainLine('C:\\path and std::vector, ratio 1::2')).toBe('C:\\path and std::vector, ratio 1::2');
  });

  test('bytes that are not UTF-8 can be told apart', () => {
    expect(plainLine('a\udcff\udc80')).toBe('a\\xff\\x80');
  });

  test('several lines of our own stay several', () => {
    expect(plainLines('one\n  ::error::two\nthree ##[error]')).toBe('one\n  : :error::two\nthree ## [error]');
  });
});

describe('a JSON document', () => {
  test('is one line, says the same, and is never obeyed', () => {
    fc.assert(
      fc.property(fc.dictionary(hostileText, fc.array(hostileText)), (value) => {
        const line = jsonLine(value);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(line).not.toMatch(/[\r\n]/);
        expect(obeyedLines(line)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
