import { describe, expect, test } from '@jest/globals';
import { looksLikeReport } from '../../src/evidence/looks-like-report.ts';

function utf16(text: string, big: boolean, mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return big ? bytes.swap16() : bytes;
}

describe('what looks like a report (EV1)', () => {
  test.each<readonly [name: string, path: string, content: string | Buffer]>([
    ['JUnit', 'a.xml', '<testsuites/>'],
    ['one suite', 'a.xml', '<testsuite name="x">'],
    ['any file name', 'results.txt', '<?xml version="1.0"?><testsuites></testsuites>'],
    ['all that may stand before the root', 'a', '\uFEFF<?xml version="1.0"?>\n<!-- made by <testing> -->\n<?xml-stylesheet href="x"?>\n<!DOCTYPE testsuites [<!ENTITY a "]>">]>\n<testsuites>'],
    ['a namespace', 'a', '<ju:testsuite xmlns:ju="urn:x"/>'],
    ['TestNG', 'a', '<testng-results skipped="0">'],
    ['NUnit', 'a', '<test-run id="2">'],
    ['Visual Studio', 'a', '<TestRun id="2">'],
    ['UTF-16', 'a', utf16('<?xml version="1.0"?><testsuites/>', false, true)],
    ['UTF-16, big endian', 'a', utf16('<testsuites/>', true, true)],
    ['UTF-16 without a mark', 'a', utf16('<testsuite/>', true, false)],
    ['an empty .xml', 'a.xml', ''],
    ['an empty .XML', 'A.XML', '\n'],
    ['a declaration and no more', 'a.xml', '<?xml version="1.0"?>\n'],
    ['half a declaration', 'a.xml', '<?xml ver'],
    ['half a comment', 'a.xml', '<?xml version="1.0"?><!-- hal'],
    ['half the name of the root', 'a.xml', '<testsui'],
    ['the whole name and no more', 'a.xml', '<testsuites'],
    ['malformed behind the root', 'a.xml', '<testsuites><a></b>'],
  ])('%s does', (_, path, content) => {
    expect(looksLikeReport(path, typeof content === 'string' ? Buffer.from(content) : content, true)).toBe(true);
  });

  test.each<readonly [name: string, path: string, content: string]>([
    ['a project file', 'pom.xml', '<project><testsuites/></project>'],
    ['one that begins with a comment', 'pom.xml', '<!-- <testsuites> --><project/>'],
    ['a coverage report', 'coverage.xml', '<?xml version="1.0" ?><coverage version="7"/>'],
    ['an empty file of another name', 'py.typed', ''],
    ['half the name of another root', 'a.xml', '<proj'],
    ['text', 'a.xml', 'testsuites'],
    ['a page', 'a.xml', '<!DOCTYPE html><html>'],
    ['a longer name', 'a.xml', '<testsuitesx/>'],
    ['a root in another case', 'a.xml', '<testrun/>'],
    ['JSON', 'a.json', '{"testsuites": []}'],
  ])('%s does not', (_, path, content) => {
    expect(looksLikeReport(path, Buffer.from(content), true)).toBe(false);
  });

  test('a beginning without a root says nothing where more follows', () => {
    expect(looksLikeReport('a.xml', Buffer.from('<?xml version="1.0"?>'), false)).toBe(false);
    expect(looksLikeReport('a.xml', Buffer.from('<testsuites>'), false)).toBe(true);
  });

  test('a hostile beginning is looked at in time', () => {
    const started = performance.now();
    for (const piece of ['<!DOCTYPE [', '<!--', '<?', '<!DOCTYPE a "', "<!DOCTYPE a [ ' ", ' ', '<!DOCTYPE a>']) looksLikeReport('a.xml', Buffer.from(piece.repeat(Math.floor(65_536 / piece.length))), true);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
