import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeReport } from '../../../src/evidence/junit/judge.ts';
import { readGood, readText } from './parsing.ts';

type Case = { readonly name: string; readonly ending: 'ok' | 'failure' | 'error' | 'skipped' | 'flakyFailure' };
type Suite = { readonly name: string; readonly cases: readonly Case[]; readonly suites: readonly Suite[] };

const word = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' ', '/', '€', '😀', '&', '<', '"', '\n', ']'), maxLength: 6 });
const ending = fc.constantFrom('ok', 'ok', 'ok', 'failure', 'error', 'skipped', 'flakyFailure');
const testCase: fc.Arbitrary<Case> = fc.record({ name: word.map((text) => `n${text}`), ending });
const suiteOver = (suites: fc.Arbitrary<readonly Suite[]>): fc.Arbitrary<Suite> =>
  fc.record({ name: word, cases: fc.array(testCase, { maxLength: 4 }), suites });
const suite = suiteOver(fc.array(suiteOver(fc.array(suiteOver(fc.constant([])), { maxLength: 2 })), { maxLength: 2 }));

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('>', '&#62;').replaceAll('\n', '&#10;');
}

type Style = { readonly indent: string; readonly prefix: string; readonly quote: '"' | "'"; readonly comment: string };

const style: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom('', '\n', '\r\n  ', '\t'),
  prefix: fc.constantFrom('', 'j:'),
  quote: fc.constantFrom('"' as const, "'" as const),
  comment: fc.constantFrom('', '<!-- <failure/> -->', '<?x <failure/> ?>'),
});

function write(root: Suite, { indent, prefix, quote, comment }: Style): string {
  const attribute = (name: string, value: string) => ` ${name}=${quote}${escape(value)}${quote}`;
  const element = (test: Case) => (test.ending === 'ok' ? comment : `<${prefix}${test.ending}/>`);
  const writeCase = (test: Case) => `${indent}<${prefix}testcase${attribute('name', test.name)}>${element(test)}</${prefix}testcase>`;
  const writeSuite = (inner: Suite): string =>
    `${indent}<${prefix}testsuite${attribute('name', inner.name)}>${inner.cases.map(writeCase).join('')}${inner.suites.map(writeSuite).join('')}${indent}</${prefix}testsuite>`;
  const declaration = prefix === '' ? '' : ` xmlns:j=${quote}urn:j${quote}`;
  return `${comment}<${prefix}testsuites${declaration}>${writeSuite(root)}${indent}</${prefix}testsuites>${indent}`;
}

function casesOf(root: Suite): readonly Case[] {
  return [...root.cases, ...root.suites.flatMap(casesOf)];
}

/** The reader looks at the first kilobyte as a whole: cuts only matter behind it. */
const FIRST_KILOBYTE = `<!--${'€'.repeat(400)}-->`;

const START = Buffer.byteLength(FIRST_KILOBYTE);

const PLAIN: Style = { indent: '', prefix: '', quote: '"', comment: '' };

describe('properties of the reader', () => {
  test('where the bytes are cut never changes the result', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(suite, style, sizes, (root, how, cuts) => {
        const text = FIRST_KILOBYTE + write(root, how);
        expect(readText(text, {}, cuts)).toEqual(readText(text));
      }),
      { numRuns: 150 },
    );
  });

  test('nor does it change a refusal of damaged bytes', () => {
    const damage = fc.record({ at: fc.nat(), byte: fc.constantFrom(0, 7, 0x26, 0x3c, 0x3e, 0x22, 0x80, 0xc3, 0xff) });
    fc.assert(
      fc.property(suite, style, damage, fc.integer({ min: 1, max: 9 }), (root, how, { at, byte }, size) => {
        const bytes = Buffer.from(FIRST_KILOBYTE + write(root, how));
        bytes[START + (at % (bytes.length - START))] = byte;
        const whole = readText(bytes);
        const cut = readText(bytes, {}, [size]);
        // saxes tells of text outside of the root where a piece of it ends.
        const vague = whole.state === 'refused' && whole.message.includes('outside of root');
        expect(vague && cut.state === 'refused' ? cut.code : cut).toEqual(vague ? whole.code : whole);
      }),
      { numRuns: 400 },
    );
  });

  test('a report with anything red in it is never accepted', () => {
    fc.assert(
      fc.property(suite, style, fc.integer({ min: 1, max: 30 }), (root, how, cut) => {
        const cases = casesOf(root);
        const red = cases.some((one) => one.ending === 'failure' || one.ending === 'error');
        const executed = cases.some((one) => one.ending !== 'skipped');
        const judged = judgeReport(readText(write(root, how), {}, [cut]));
        expect(judged.verdict).toBe(red || !executed ? 'rejected' : 'accepted');
      }),
      { numRuns: 300 },
    );
  });

  test('a red element put anywhere rejects', () => {
    const element = fc.constantFrom('<failure/>', '<error>x</error>', '<FAILURE/>', '<e:Error xmlns:e="u"/>', '<failure><![CDATA[x]]></failure>');
    fc.assert(
      fc.property(suite, fc.nat(), element, (root, where, red) => {
        const text = write(root, PLAIN);
        const places = [...text.matchAll(/>(?=<)/g)].map((match) => match.index + 1);
        const at = places[where % places.length] ?? 0;
        expect(judgeReport(readText(text.slice(0, at) + red + text.slice(at))).verdict).toBe('rejected');
      }),
      { numRuns: 300 },
    );
  });

  test('a red count put on any suite rejects', () => {
    fc.assert(
      fc.property(suite, fc.nat(), fc.constantFrom('failures', 'errors', 'x:failures', 'Errors'), fc.integer({ min: 1, max: 99 }), (root, where, name, count) => {
        const text = write(root, PLAIN).replace('<testsuites>', '<testsuites xmlns:x="u">');
        const tags = [...text.matchAll(/<testsuites?(?=[ >])/g)];
        const tag = tags[where % tags.length];
        const at = (tag?.index ?? 0) + (tag?.[0].length ?? 0);
        expect(judgeReport(readText(`${text.slice(0, at)} ${name}="${count}"${text.slice(at)}`)).verdict).toBe('rejected');
      }),
      { numRuns: 200 },
    );
  });

  test('indentation, prefixes, quotes, order and nesting leave the totals alone', () => {
    fc.assert(
      fc.property(suite, style, fc.boolean(), (root, how, deeper) => {
        const reversed = reverse(root);
        const nested = deeper ? { name: 'outer', cases: [], suites: [reversed] } : reversed;
        const totals = readGood(write(root, PLAIN)).totals;
        const distinct = new Set(casesOf(root).map(({ name }) => name)).size === casesOf(root).length;
        fc.pre(distinct);
        expect(readGood(write(nested, how)).totals).toEqual(totals);
      }),
      { numRuns: 200 },
    );
  });
});

function reverse(root: Suite): Suite {
  return { name: root.name, cases: root.cases.toReversed(), suites: root.suites.toReversed().map(reverse) };
}
