/** Files that are no summary, and texts that were written to be misread or to take long. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readSummary, readSummaryText, SUMMARY_LIMIT_BYTES } from '../../../src/evidence/summary/read.ts';
import { freshFolder, removeFolders } from '../../support/repository.ts';
import { told } from './told.ts';

afterEach(removeFolders);

const NO_REPORTS = [] as const;

function fileOf(content: string | Buffer, name = 'SUMMARY.md'): string {
  const file = join(freshFolder(), name);
  writeFileSync(file, content);
  return file;
}

function whyRefused(path: string): string | null {
  const reading = readSummary(path, NO_REPORTS);
  return reading.state === 'refused' ? reading.why : null;
}

describe('a file that is no summary (EV6)', () => {
  test('is refused with its reason, and never waited for', () => {
    const folder = freshFolder();
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    symlinkSync(fileOf('42 passed'), join(folder, 'link'));
    mkdirSync(join(folder, 'folder'));
    const sparse = fileOf('');
    truncateSync(sparse, 1e12);
    expect(whyRefused(fifo)).toMatch(/no regular file/);
    expect(whyRefused(join(folder, 'link'))).toMatch(/symbolic link/);
    expect(whyRefused(join(folder, 'folder'))).toMatch(/no regular file/);
    expect(whyRefused(join(folder, 'absent'))).toMatch(/no such file/);
    expect(whyRefused('/dev/zero')).toMatch(/no regular file/);
    expect(whyRefused(sparse)).toMatch(/1000000000000 bytes/);
    expect(whyRefused('/proc/self/environ')).not.toBeNull();
  });

  test.each([
    ['empty', '', /empty/],
    ['blank', ' \n\t\n', /empty/],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), /control character U\+007F/],
    ['not UTF-8', Buffer.from([0x34, 0x32, 0xff]), /UTF-8/],
    ['UTF-16', Buffer.from('42 passed', 'utf16le'), /control character U\+0000/],
    ['a cut character', Buffer.from('42 passed ✓').subarray(0, -1), /UTF-8/],
    ['a cursor that moves back', '41\b2 passed', /line 1 holds the control character U\+0008/],
    ['a cursor that moves up', '42 passed\n\u001b[1A41', /line 2 holds the control character U\+001B/],
    ['a title for the terminal', '\u001b]0;title\u0007 42 passed', /U\+001B/],
    ['text that runs backwards', '\u202e24 passed', /U\+202E/],
    ['text that runs backwards, by reference', '&#x202e;24 passed', /reference to the control character U\+202E/],
    ['an isolate', '\u206724\u2069 passed', /U\+2067/],
    ['more than a megabyte', 'a'.repeat(SUMMARY_LIMIT_BYTES + 1), /bytes, more than/],
    ['a hundred thousand claims', '42 passed\n'.repeat(100_000), /100000 claims/],
  ])('%s is refused', (_name, content, why) => {
    expect(whyRefused(fileOf(content))).toMatch(why);
  });

  test.each([
    ['no JSON', '42 passed', /named as JSON and is none/],
    ['cut JSON', '{"passed": 42', /named as JSON and is none/],
    ['JSON that nests too deep', `${'['.repeat(100)}${']'.repeat(100)}`, /deeper than 64/],
    ['JSON whose text runs backwards', '{"note": "\\u202e24 passed"}', /line 1: a text in it cannot be read/],
  ])('%s by the name of JSON is refused', (_name, content, why) => {
    expect(whyRefused(fileOf(content, 'summary.json'))).toMatch(why);
  });

  test('a file of exactly the limit is read', () => {
    expect(whyRefused(fileOf(`42 passed${' '.repeat(SUMMARY_LIMIT_BYTES - 9)}`))).toBeNull();
  });
});

describe('a text that hides its numbers', () => {
  test.each([
    ['zero-width space', '4\u200b2 passed'],
    ['word joiner', '4\u20602 pas\u2060sed'],
    ['soft hyphen', '4\u00ad2 passed'],
    ['variation selector', '4\ufe0f2 passed'],
    ['tag character', '4\u{e0041}2 passed'],
    ['combining mark', '4\u03322\u0332 passed'],
    ['keycaps', '4\ufe0f\u20e32\ufe0f\u20e3 passed'],
    ['full-width digits', '４２ passed'],
    ['full-width letters', '42 ｐａｓｓｅｄ'],
    ['mathematical digits', '𝟒𝟐 passed'],
    ['Arabic-Indic digits', '٤٢ passed'],
    ['Devanagari digits', '४२ passed'],
    ['superscript digits', '⁴² passed'],
    ['a footnote mark', '42 passed¹'],
    ['Cyrillic letters', '42 раѕѕеd'],
    ['no-break space', '42\u00a0passed'],
    ['ideographic space', '42\u3000passed'],
    ['emphasis', '**4**2 _passed_'],
    ['code', '`42` passed'],
    ['strike-through', '~~4~~2 passed'],
    ['a link', '[42 passed](https://example.invalid/41)'],
    ['an image', '![42 passed](badge.svg)'],
    ['an image of HTML', '<img src="x" alt="42 passed">'],
    ['tags', '4<b>2</b> <i>passed</i>'],
    ['a tag over two lines', '4<b\nclass="x">2 passed'],
    ['a comment', '4<!-- x -->2 passed'],
    ['a comment over two lines', '4<!-- x\ny -->2 passed'],
    ['character references', '&#52;&#x32; passed'],
    ['an invisible reference', '4&ZeroWidthSpace;2 passed'],
    ['colours', '\u001b[32m4\u001b[1m2\u001b[0m passed'],
    ['a carriage return', '\r42 passed\r'],
    ['a byte order mark', '\ufeff42 passed'],
    ['a list number', '42. passed'],
    ['a quotation', '> > 42 passed'],
    ['a wrapped line', 'there are 42\npassed'],
    ['a wrapped quotation', '> there are 42\n> passed'],
    ['a comment alone', '<!-- 42 passed -->'],
    ['a comment that never ends', 'text <!-- 42 passed'],
    ['escapes of JSON', '{"note": "\\u0034\\u0032 passed"}'],
    ['a repeated key of JSON', '{"passed": 42, "passed": 42}'],
    ['JSON in a fence', '```json\n{"passed": 42}\n```'],
    ['a table of HTML', '<table><tr><td>passed</td><td>42</td></tr></table>'],
    ['no blank between', '42passed'],
  ])('%s: the number is found as it is seen', (_name, text) => {
    expect(told(text).every((claim) => claim.startsWith('passed=42@'))).toBe(true);
    expect(told(text).length).toBeGreaterThan(0);
  });

  test.each([
    ['a letter for a digit', '4O passed'],
    ['two numbers that look like one', '4 2 passed'],
    ['a quantity in words', 'hundreds of tests passed'],
  ])('%s: the claim is one that nothing bears out', (_name, text) => {
    expect(told(text)).toEqual([expect.stringMatching(/^unclear@/)]);
  });

  test('a number keeps its line behind comments, tags and breaks', () => {
    expect(told('a\n<!--\n\n-->\nb <b\n>c</b>\r\n42 passed')).toEqual(['passed=42@7']);
    expect(told('one\u2028two\n\n42 passed')).toEqual(['passed=42@4']);
    expect(told('{\n"a": 1,\n\n"passed": 42}')).toEqual(['passed=42@4']);
  });
});

describe('a text that takes long', () => {
  /** An eighth of what a summary may hold: time that grows with the square would be seen all the same. */
  const LENGTH = SUMMARY_LIMIT_BYTES / 8;
  const PIECES = ['[', '](', '<', '<a ', '<a="', '<!--', '<!-- a -->', '&#', '&#52;', '1', '1,', '1.', '1/', '1 ', '1-', '11:', 'a', 'a-', 'a.', 'a/', 'a@', '@', 'a_', '_', '*', '`', '~', '\\', '|', '| a ', '"', '"a":', '(', '> ', '# ', '- ', 'all ', 'tests ', 'all tests ', 'passed ', 'passed.', 'passed-', 'passed: ', '1 of ', '42 tests ', 'no ', 'suite ', 'e', '0a', 'python 3.1, ', 'linux-py3 ', 'linux/', 'linux-', '٤', 'é', '\u200b', '\u0332a', '４', '✅', '%', '1%', 'https://', '\t', '  a', 'a,', ' ', '\n', '|-', '\n|-|', '1 a ', '² '] as const;

  test.each(PIECES)('much of %j is read in time', (piece) => {
    const bytes = Buffer.from(piece.repeat(Math.ceil(LENGTH / Buffer.byteLength(piece))));
    for (const [before, after] of [['1 ', ' passed'], ['{"a":"', '"}']] as const) {
      const started = performance.now();
      readSummaryText(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]), false, NO_REPORTS);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });

  test.each([
    ['lines', 'tests are fine\n'.repeat(60_000)],
    ['rows', `| a | passed |\n|---|---|\n${'| x | 1 |\n'.repeat(10_000)}`],
    ['tables', '| a | passed |\n|---|---|\n\n'.repeat(30_000)],
    ['columns', `|${' passed |'.repeat(50_000)}\n|${'-|'.repeat(50_000)}\n|${' 1 |'.repeat(50_000)}`],
    ['objects', `[${'{"passed":1},'.repeat(10_000)}{}]`],
    ['keys', `{${'"passed":"a",'.repeat(50_000)}"a":1}`],
    ['nesting', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['comments', '<!-- 1 -->\n'.repeat(80_000)],
  ])('many %s are read in time', (_name, text) => {
    const started = performance.now();
    readSummaryText(Buffer.from(text), false, NO_REPORTS);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('any bytes give an answer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)), fc.string({ unit: 'binary', maxLength: 400 }).map((text) => Buffer.from(text)), fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join('')))), fc.boolean(), (bytes, json) => {
        expect(['read', 'refused']).toContain(readSummaryText(bytes, json, [{ path: 'reports/a.xml', sha256: 'a'.repeat(64) }]).state);
      }),
      { numRuns: 2000 },
    );
  });
});
