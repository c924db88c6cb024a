/** Quotes: verbatim, or refused with the reason (PK2). */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { checkQuote, type QuoteSource } from '../../src/packet/quotes.ts';
import { freshFolder, removeFolders, write } from '../support/repository.ts';

afterEach(removeFolders);

function source(): QuoteSource {
  const top = freshFolder();
  write(top, {
    'CONTRIBUTING.md': '# Contributing\r\n\r\nRun all tests before you ask for a review.\r\nOne change, one request.\r\n',
    'docs/a:b.md': 'A name with a colon in it.\n',
    'raw.bin': 'x\0y a binary quote',
    'unstamped.md': 'Nobody stamped this sentence.\n',
  });
  symlinkSync('CONTRIBUTING.md', join(top, 'link.md'));
  return { top, paths: new Set(['CONTRIBUTING.md', 'docs/a:b.md', 'raw.bin', 'link.md']) };
}

describe('a quote', () => {
  test.each<[string, string, number, number, string]>([
    ['CONTRIBUTING.md:3', 'CONTRIBUTING.md', 3, 3, 'Run all tests before you ask for a review.'],
    ['CONTRIBUTING.md:3-4', 'CONTRIBUTING.md', 3, 4, 'Run all tests before you ask for a review.\nOne change, one request.'],
    ['Run all tests before you ask', 'CONTRIBUTING.md', 3, 3, 'Run all tests before you ask'],
    ['ask for a review.\nOne change,', 'CONTRIBUTING.md', 3, 4, 'ask for a review.\nOne change,'],
    ['docs/a:b.md:1', 'docs/a:b.md', 1, 1, 'A name with a colon in it.'],
    ['docs/a:b.md:with a colon', 'docs/a:b.md', 1, 1, 'with a colon'],
  ])('%j is taken', (given, path, start, end, text) => {
    expect(checkQuote(given, source())).toEqual({ state: 'verbatim', quote: { path, start, end, text } });
  });

  test.each<[string, RegExp]>([
    ['Run every test before you ask for review.', /paraphrase/],
    ['run all tests before you ask', /paraphrase/],
    ['Run all  tests before you ask', /paraphrase/],
    ['CONTRIBUTING.md:3-9', /has 4 lines/],
    ['CONTRIBUTING.md:0', /has 4 lines/],
    ['CONTRIBUTING.md:4-3', /has 4 lines/],
    ['unstamped.md:1', /no stamped text file/],
    ['../elsewhere.md:1', /no stamped text file/],
    ['raw.bin:1', /no stamped text file/],
    ['link.md:1', /no stamped text file/],
    ['   a   ', /at least 8 characters/],
  ])('%j is refused', (given, why) => {
    expect(checkQuote(given, source())).toMatchObject({ state: 'refused', why: expect.stringMatching(why) });
  });

  test('without a contributing guide needs a file', () => {
    expect(checkQuote('Run all tests before', { ...source(), paths: new Set(['raw.bin']) })).toMatchObject({ state: 'refused', why: expect.stringMatching(/no CONTRIBUTING/) });
  });
});
