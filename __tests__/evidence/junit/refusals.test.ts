import { describe, expect, test } from '@jest/globals';
import { judgeReport } from '../../../src/evidence/junit/judge.ts';
import { REFUSALS } from '../../../src/evidence/junit/refusal.ts';
import { readText, refusalOf } from './parsing.ts';

const CASE = '<testcase classname="c" name="n"/>';
const GOOD = `<testsuite name="s" tests="1" failures="0" errors="0">${CASE}</testsuite>`;
const utf8 = (text: string) => Buffer.from(text);
const around = (middle: Uint8Array) => Buffer.concat([utf8('<testsuite><testcase name="'), middle, utf8('"/></testsuite>')]);
const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};&e${n};&e${n};&e${n};&e${n};&e${n};&e${n};&e${n};">`);

const REFUSED: readonly (readonly [what: string, content: string | Uint8Array, code: keyof typeof REFUSALS])[] = [
  ['no byte', '', 'empty'],
  ['a BOM alone', '\uFEFF', 'empty'],
  ['blanks alone', ' \n\t\r\n ', 'empty'],
  ['a declaration alone', '<?xml version="1.0"?>\n', 'truncated'],
  ['a comment alone', '<!-- nothing -->', 'truncated'],
  ['an open root', '<testsuites>', 'truncated'],
  ['an open start tag', '<testsuites><testsuite name="a', 'truncated'],
  ['an open comment after the root', `${GOOD}<!-- `, 'truncated'],
  ['an open CDATA section', '<testsuite><system-out><![CDATA[ x', 'truncated'],
  ['a cut character inside', Buffer.concat([utf8('<testsuite name="'), Buffer.of(0xe2, 0x82)]), 'truncated'],
  ['a cut character behind the root', Buffer.concat([utf8(GOOD), Buffer.of(0xe2)]), 'invalid-utf8'],
  ['plain text', '12 passed, 0 failed', 'malformed'],
  ['JSON', '{"tests": 1}', 'malformed'],
  ['crossed tags', '<testsuites><testsuite></testsuites></testsuite>', 'malformed'],
  ['two attributes of one name', '<testsuite tests="1" tests="2"/>', 'malformed'],
  ['a bare ampersand', '<testsuite name="a & b"/>', 'malformed'],
  ['a bare ampersand in much text', `<testsuite><system-out>a & b ${'x '.repeat(200_000)}</system-out></testsuite>`, 'malformed'],
  ['an undefined entity', '<testsuite name="&nbsp;"/>', 'malformed'],
  ['an unquoted attribute', '<testsuite tests=1/>', 'malformed'],
  ['an unbound prefix', '<x:testsuite/>', 'malformed'],
  ['text behind the root', `${GOOD} done`, 'malformed'],
  ['XML 2.0', `<?xml version="2.0"?>${GOOD}`, 'malformed'],
  ['XML 1.7', `<?xml version="1.7"?>${GOOD}`, 'malformed'],
  ['a character reference to NUL', '<testsuite name="&#0;"/>', 'malformed'],
  ['two roots', `${GOOD}${GOOD}`, 'two-roots'],
  ['two documents', `<?xml version="1.0"?>${GOOD}\n<?xml version="1.0"?>${GOOD}`, 'two-roots'],
  ['another root', '<results><testcase name="a"/></results>', 'wrong-root'],
  ['a bare case', CASE, 'wrong-root'],
  ['a coverage report', '<coverage line-rate="1"/>', 'wrong-root'],
  ['a page with a document type', '<!DOCTYPE html>\n<html><body>Sign in</body></html>', 'html'],
  ['a page in lower case', '\n<!doctype HTML><title>x</title>', 'html'],
  ['a page without one', '<html><head/></html>', 'html'],
  ['a page in XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'html'],
  ['a DOCTYPE', `<!DOCTYPE testsuite>${GOOD}`, 'doctype'],
  ['a DOCTYPE behind 8 kB of comment', `<!--${'x'.repeat(8192)}--><!DOCTYPE testsuite>${GOOD}`, 'doctype'],
  ['a DOCTYPE inside the root', `<testsuite><!DOCTYPE testsuite>${CASE}</testsuite>`, 'doctype'],
  ['a DOCTYPE behind the root', `${GOOD}<!DOCTYPE testsuite>`, 'doctype'],
  ['a DOCTYPE in lower case', `<!doctype testsuite>${GOOD}`, 'malformed'],
  ['a billion laughs', `<!DOCTYPE l [<!ENTITY e0 "lol">${entities.join('')}]><testsuite name="&e30;"/>`, 'doctype'],
  ['an external entity', `<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/hostname">]><testsuite name="&x;"/>`, 'doctype'],
  ['a parameter entity', `<!DOCTYPE l [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]>${GOOD}`, 'doctype'],
  ['an entity that holds a failure', `<!DOCTYPE l [<!ENTITY f "<failure/>">]><testsuite><testcase name="a">&f;</testcase></testsuite>`, 'doctype'],
  ['a declared latin1', `<?xml version="1.0" encoding="ISO-8859-1"?>${GOOD}`, 'encoding'],
  ['a declared UTF-16 in UTF-8', `<?xml version="1.0" encoding="UTF-16"?>${GOOD}`, 'encoding'],
  ['UTF-16 LE with a BOM', Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), 'encoding'],
  ['UTF-16 BE with a BOM', Buffer.from(`\uFEFF${GOOD}`, 'utf16le').swap16(), 'encoding'],
  ['UTF-16 LE without one', Buffer.from(GOOD, 'utf16le'), 'encoding'],
  ['UTF-16 BE without one', Buffer.from(GOOD, 'utf16le').swap16(), 'encoding'],
  ['a stray continuation byte', around(Buffer.of(0x80)), 'invalid-utf8'],
  ['latin1 text', around(Buffer.of(0xe9)), 'invalid-utf8'],
  ['an overlong slash', around(Buffer.of(0xc0, 0xaf)), 'invalid-utf8'],
  ['an overlong less-than', around(Buffer.of(0xe0, 0x80, 0xbc)), 'invalid-utf8'],
  ['an encoded surrogate', around(Buffer.of(0xed, 0xa0, 0x80)), 'invalid-utf8'],
  ['a code point beyond Unicode', around(Buffer.of(0xf4, 0x90, 0x80, 0x80)), 'invalid-utf8'],
  ['NUL in a name', around(Buffer.of(0x61, 0)), 'nul'],
  ['NUL in text', '<testsuite>\0</testsuite>', 'nul'],
  ['a terminal colour', '<testsuite><system-out>\u001b[31mred</system-out></testsuite>', 'control-character'],
  ['a form feed in a CDATA section', '<testsuite><system-out><![CDATA[\f]]></system-out></testsuite>', 'control-character'],
  ['a C1 control in XML 1.1', '<?xml version="1.1"?><testsuite name="a\u0086b"/>', 'malformed'],
  ['U+FFFF', '<testsuite name="\uffff"/>', 'control-character'],
  ['a count in words', '<testsuite tests="many"/>', 'bad-count'],
  ['a negative count', '<testsuite failures="-1"/>', 'bad-count'],
  ['a fraction', '<testsuites errors="0.5"/>', 'bad-count'],
  ['an empty count', '<testsuite skipped=""/>', 'bad-count'],
  ['NaN for a count', '<testsuite tests="NaN"/>', 'bad-count'],
  ['a grouped count', '<testsuite tests="1,000"/>', 'bad-count'],
  ['an exponent', '<testsuite tests="1e3"/>', 'bad-count'],
  ['a bad count in another case and namespace', '<testsuite xmlns:x="u" x:Failures="none"/>', 'bad-count'],
];

describe('what is no report is refused by name', () => {
  test.each(REFUSED)('%s', (_what, content, code) => {
    expect(refusalOf(content)).toBe(code);
    expect(judgeReport(readText(content)).verdict).toBe('rejected');
  });

  test('every refusal of content is covered here', () => {
    const ofFiles = ['absent', 'symlink', 'folder', 'special', 'unreadable', 'outside', 'unstored', 'changed'];
    const wanted = Object.keys(REFUSALS).filter((code) => !ofFiles.includes(code) && !code.startsWith('limit-'));
    expect([...new Set(REFUSED.map(([, , code]) => code))].sort()).toEqual(wanted.sort());
  });

  test.each([
    ['<testsuites>\n  <testsuite tests="x"/>\n</testsuites>', 2, 3],
    ['<testsuites>\n\u00e9\u{1f600}\u0007</testsuites>', 2, 3],
    ['<testsuites>\r\n\r\n\0', 3, 1],
    ['<testsuites>\r\0', 2, 1],
    ['<a/>', 1, 1],
  ])('%j is refused at line %d, column %d', (content, line, column) => {
    expect(readText(content)).toMatchObject({ state: 'refused', line, column });
  });

  test('the place of invalid UTF-8 is the byte that breaks it', () => {
    const bytes = Buffer.concat([utf8(`<testsuites>${' '.repeat(1024)}\n\u20ac\u{1f600}`), Buffer.of(0xff), utf8('</testsuites>')]);
    for (const sizes of [[], [1], [2], [3], [5]]) {
      expect(readText(bytes, {}, sizes)).toMatchObject({ code: 'invalid-utf8', line: 2, column: 3 });
    }
  });

  test('a control character is named with the runners that write it and what mends it', () => {
    const reading = readText('<testsuite name="\u001b[1m"/>');
    expect(reading).toMatchObject({ code: 'control-character', line: 1, column: 18 });
    for (const word of ['U+001B', 'jest-junit', 'mocha-junit-reporter', 'node --test', 'go-junit-report', 'NO_COLOR=1']) {
      expect(reading).toMatchObject({ message: expect.stringContaining(word) });
    }
  });

  test('cut at any byte a report is never read', () => {
    const whole = utf8(`\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<testsuites><testsuite name="\u20ac" tests="1">${CASE}<system-out><![CDATA[x]]></system-out></testsuite></testsuites>`);
    for (let length = 0; length < whole.length; length += 1) {
      const reading = readText(whole.subarray(0, length), {}, [7]);
      expect([length, reading.state, reading.state === 'refused' && ['empty', 'truncated'].includes(reading.code)]).toEqual([length, 'refused', true]);
    }
    expect(readText(whole).state).toBe('read');
  });
});

describe('what is unusual yet a report is read', () => {
  test.each([
    ['a BOM', `\uFEFF<?xml version="1.0"?>${GOOD}`],
    ['XML 1.1', `<?xml version="1.1" encoding="UTF-8"?>${GOOD}`],
    ['an encoding in lower case', `<?xml version="1.0" encoding='utf-8' standalone="yes"?>${GOOD}`],
    ['comments, instructions and blanks around', `<?xml version="1.0"?>\n<!-- a --><?b c?>\n${GOOD}\n<!-- d -->\n`],
    ['a default namespace', GOOD.replace('<testsuite ', '<testsuite xmlns="http://example.invalid/junit" ')],
    ['a prefixed root', '<j:testsuites xmlns:j="urn:j"><j:testsuite name="s" tests="1"><j:testcase name="n"/></j:testsuite></j:testsuites>'],
    ['another case', '<TestSuites><TestSuite Tests="1"><TestCase name="n"/></TestSuite></TestSuites>'],
    ['DOCTYPE inside a CDATA section', `<testsuite>${CASE}<system-out><![CDATA[<!DOCTYPE html><failure/>]]></system-out></testsuite>`],
    ['blanks around a count', `<testsuite tests=" 1 ">${CASE}</testsuite>`],
    ['odd times', '<testsuite time="1,234.5" tests="1"><testcase name="n" time="-0.000000"/></testsuite>'],
    ['times that are none', '<testsuite time="NaN" tests="1"><testcase name="n" time="-1"/></testsuite>'],
  ])('%s', (_what, content) => {
    expect(judgeReport(readText(content))).toMatchObject({ verdict: 'accepted', tests: 1 });
  });
});
