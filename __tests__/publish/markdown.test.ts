/** The job summary, read back by a parser of GitHub-flavoured Markdown. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Finding } from '../../src/model/finding.ts';
import { envelope, type Envelope } from '../../src/publish/envelope.ts';
import { markdownText, summaryMarkdown } from '../../src/publish/markdown.ts';
import { plainLine } from '../../src/publish/plain.ts';
import { HOSTILE_FRAGMENTS, hostileText } from './hostile-text.ts';

function html(markdown: string): string {
  return micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** The page's tags in their order, without comments. */
function tags(page: string): readonly string[] {
  return page.replaceAll('<!-- -->', '').match(/<[^>]*>/g) ?? [];
}

function textOf(page: string): string {
  return page
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#124;', '|')
    .replaceAll('&amp;', '&');
}

/** What a Markdown paragraph makes of blanks. */
function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function finding(text: string, more: Partial<Finding> = {}): Finding {
  return { rule: 'GG-TREE-CHANGED', answer: 'broken', what: text, why: text, fix: `Do ${text}`, innocent_when: text, rejects: true, ...more };
}

function rejected(text: string): Envelope {
  return envelope('check', 'rejected', {
    generation: 'f'.repeat(32),
    tree_id: 'e'.repeat(40),
    findings: [finding(text), finding(text, { rejects: false, answer: 'unknown' })],
  });
}

const BENIGN = tags(html(summaryMarkdown(rejected('words'))));

describe('text of others in Markdown', () => {
  test('the parser sees markup where it is not escaped', () => {
    expect(tags(html('[link](https://evil.example) **bold** www.evil.example'))).toEqual(['<p>', '<a href="https://evil.example">', '</a>', '<strong>', '</strong>', '<a href="http://www.evil.example">', '</a>', '</p>']);
    expect(HOSTILE_FRAGMENTS.filter((text) => tags(html(text)).join('') !== '<p></p>').length).toBeGreaterThan(15);
  });

  test.each(HOSTILE_FRAGMENTS.map((text) => [text]))('%j adds nothing to the summary but its own characters', (text) => {
    const page = html(summaryMarkdown(rejected(text)));
    expect(tags(page)).toEqual(BENIGN);
    expect(folded(textOf(page))).toContain(`What. ${folded(plainLine(text))}`.trim());
  });

  test('nor does any other text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const page = html(summaryMarkdown(rejected(text)));
        expect(tags(page)).toEqual(BENIGN);
        expect(folded(textOf(page))).toContain(`What. ${folded(plainLine(text))}`.trim());
      }),
      { numRuns: 300 },
    );
  });

  test('nobody is mentioned and no issue is linked', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        // GitHub looks for both in the text of the rendered page, piece by piece between tags and comments.
        for (const piece of html(`x ${markdownText(text)}`).split(/<[^>]*>/)) {
          expect(piece).not.toMatch(/@[A-Za-z0-9]/);
          expect(piece.replace(/&#\d+;/g, '')).not.toMatch(/#\d/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the job summary', () => {
  test('stays below the size at which GitHub drops it, and says what it left out', () => {
    const findings = Array.from({ length: 3000 }, (_, at) => finding(`${at} ${'<'.repeat(200)}`));
    const text = summaryMarkdown(envelope('check', 'rejected', { findings }));
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toMatch(/\d+ more parts were left out/);
  });

  test('names the verdict, the generation, the tree and the counts', () => {
    const page = html(summaryMarkdown({ ...rejected('words'), tests: { total: 5, passed: 1, failed: 1, errored: 1, skipped: 1, flaky: 1 } }));
    expect(page).toContain('check: rejected');
    expect(page).toContain(`<code>${'f'.repeat(32)}</code>`);
    expect(page).toContain(`<code>${'e'.repeat(40)}</code>`);
    expect(page).toContain('5 (1 passed, 1 failed, 1 errored, 1 skipped, 1 flaky)');
  });
});
