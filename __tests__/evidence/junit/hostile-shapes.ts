/**
 * Documents made to exhaust a reader, fed to it piece by piece. As a program (`node hostile-shapes.ts NAME`) it reads one
 * in a process of its own and prints `{code, peakMb, seconds}`: the peak of resident memory is what the tests bound.
 */
import { createReportParser } from '../../../src/evidence/junit/parse.ts';
import { ReportRefusal } from '../../../src/evidence/junit/refusal.ts';

const MB = 1024 * 1024;

export type Shape = {
  readonly open: string;
  /** Repeated until `megabytes` are fed; a function gets the number of the repetition. */
  readonly unit: string | ((turn: number) => string);
  readonly megabytes: number;
  readonly close: string;
  /** Limits that are not the usual ones. */
  readonly limits?: { readonly bytes: number };
  /** `read`, or the code of the refusal. */
  readonly code: string;
};

const inCase = '<testsuite name="s" tests="1"><testcase name="n">';
const outCase = '</testcase></testsuite>';

export const SHAPES: Readonly<Record<string, Shape>> = {
  'depth of a million': { open: '<testsuites>', unit: '<a>', megabytes: 3, close: '', code: 'limit-depth' },
  'two million unclosed suites': { open: '<testsuites>', unit: '<testsuite>', megabytes: 6, close: '', code: 'limit-depth' },
  'a million attributes': { open: '<testsuites ', unit: (turn) => `a${turn}="" `, megabytes: 11, close: '/>', code: 'limit-attributes' },
  'a million namespaces': { open: '<testsuites ', unit: (turn) => `xmlns:a${turn}="u" `, megabytes: 18, close: '/>', code: 'limit-attributes' },
  'an endless text node': { open: `${inCase}<system-out>`, unit: 'lorem ipsum \n', megabytes: 6, close: `</system-out>${outCase}`, code: 'read' },
  'a text node of 500 MB': { open: `${inCase}<system-out>`, unit: 'lorem ipsum dolor sit amet \n'.repeat(2000), megabytes: 500, close: `</system-out>${outCase}`, limits: { bytes: 600 * MB }, code: 'read' },
  'a text node of more bytes than are read': { open: `${inCase}<system-out>`, unit: 'lorem ipsum dolor sit amet \n'.repeat(2000), megabytes: 130, close: `</system-out>${outCase}`, code: 'limit-bytes' },
  'an endless failure': { open: `${inCase}<failure>`, unit: '\u20ac]]\r', megabytes: 6, close: `</failure>${outCase}`, code: 'read' },
  'an endless CDATA section of brackets': { open: `${inCase}<system-out><![CDATA[`, unit: ']a', megabytes: 6, close: `]]></system-out>${outCase}`, code: 'read' },
  'an endless comment of dashes': { open: '<testsuites><!--', unit: '-a', megabytes: 6, close: '--></testsuites>', code: 'read' },
  'an endless text of entities': { open: `${inCase}<system-out>`, unit: '&lt;&#10;', megabytes: 6, close: `</system-out>${outCase}`, code: 'read' },
  'an endless attribute': { open: '<testsuites name="', unit: '\u20ac', megabytes: 6, close: '"/>', code: 'limit-value' },
  'an endless attribute of line feeds': { open: '<testsuites name="', unit: '\n', megabytes: 6, close: '"/>', code: 'limit-value' },
  'many long attributes': { open: '<testsuites ', unit: (turn) => `a${turn}="${'\n'.repeat(500_000)}" `, megabytes: 10, close: '/>', code: 'limit-value' },
  'an endless element name': { open: '<testsuites><', unit: 'a', megabytes: 6, close: '/></testsuites>', code: 'limit-name' },
  'an endless closing name': { open: '<testsuites></', unit: 'a', megabytes: 6, close: '>', code: 'limit-name' },
  'an endless attribute name': { open: '<testsuites ', unit: 'a', megabytes: 6, close: '="1"/>', code: 'limit-name' },
  'an endless entity': { open: '<testsuites name="&', unit: 'a', megabytes: 6, close: ';"/>', code: 'malformed' },
  'an endless instruction': { open: '<testsuites><?a ', unit: '??', megabytes: 6, close: '?></testsuites>', code: 'read' },
  'an endless instruction name': { open: '<testsuites><?', unit: 'a', megabytes: 6, close: '?></testsuites>', code: 'limit-name' },
  'an endless DOCTYPE': { open: '<!DOCTYPE a [', unit: '<!ENTITY a "b">', megabytes: 6, close: ']><testsuites/>', code: 'doctype' },
  'an endless DOCTYPE that never ends': { open: '<!DOCTYPE a [', unit: '<!ENTITY a "b">', megabytes: 6, close: '', code: 'truncated' },
  'an endless XML declaration': { open: '<?xml version="1.', unit: '0', megabytes: 6, close: '"?><testsuites/>', code: 'malformed' },
  'endless blanks before the root': { open: '', unit: '\n\t ', megabytes: 6, close: '<testsuites/>', code: 'read' },
  'a million cases': { open: '<testsuite>', unit: (turn) => `<testcase name="n${turn}"/>`, megabytes: 14, close: '</testsuite>', code: 'limit-cases' },
  'a million suites': { open: '<testsuites>', unit: '<testsuite/>', megabytes: 12, close: '</testsuites>', code: 'limit-suites' },
  'endless names': { open: '<testsuite>', unit: (turn) => `<testcase name="\u20ac${turn}${'x'.repeat(60_000)}"/>`, megabytes: 40, close: '</testsuite>', code: 'limit-kept' },
  'as many cases as are read': {
    open: '<testsuite>',
    unit: (turn) => `<testcase classname="some.package.of.tests.TestOne${turn >> 6}" name="test_something_\u20ac_${turn}" time="0.001"/>`,
    megabytes: 8,
    close: '</testsuite>',
    code: 'read',
  },
  'as many suites as are read': {
    open: '<testsuites>',
    unit: (turn) => `<testsuite name="some.package.of.tests.TestOne${turn}" tests="1" failures="0" errors="0" skipped="0"><testcase classname="some.package.of.tests.TestOne${turn}" name="test_something_\u20ac_${turn}"/></testsuite>`,
    megabytes: 3.6,
    close: '</testsuites>',
    code: 'read',
  },
  'as many failures as are read': {
    open: '<testsuite>',
    unit: (turn) => `<testcase classname="c" name="n${turn}"><failure message="m ${turn}" type="t">x\n  at f (/a/b.js:${turn}:1)\n</failure></testcase>`,
    megabytes: 9,
    close: '</testsuite>',
    code: 'read',
  },
  'a million failures outside of cases': { open: '<testsuite><testcase name="n"/>', unit: (turn) => `<failure message="m${turn}"/>`, megabytes: 14, close: '</testsuite>', code: 'read' },
  'a million failures in one case': { open: '<testsuite><testcase name="n">', unit: (turn) => `<failure message="m${turn}"/>`, megabytes: 14, close: '</testcase></testsuite>', code: 'read' },
  'a million properties': { open: '<testsuite>', unit: (turn) => `<property name="tree${turn}" value="v"/>`, megabytes: 6, close: '<testcase name="n"/></testsuite>', code: 'read' },
  'a timestamp on each suite': { open: '<testsuites>', unit: (turn) => `<testsuite timestamp="2024-01-01T00:00:00.${turn}Z"/>`, megabytes: 0.9, close: '</testsuites>', code: 'read' },
  'a case between megabytes of output': {
    open: '<testsuite>',
    unit: (turn) => `<testcase name="a name long enough to be cut out ${turn}"/><system-out>\u20ac${'x'.repeat(16_000)}</system-out>`,
    megabytes: 45,
    close: '</testsuite>',
    code: 'read',
  },
};

/** Feeds one shape in pieces of about 64 KiB; the code of its refusal, or `read`. */
export function feed(shape: Shape): string {
  const parser = createReportParser(shape.limits);
  let fed = 0;
  function write(text: string): void {
    const bytes = Buffer.from(text);
    fed += bytes.length;
    parser.write(bytes);
  }
  try {
    write(shape.open);
    for (let turn = 0; fed < shape.megabytes * MB; ) {
      let piece = '';
      while (piece.length < 64 * 1024) {
        piece += typeof shape.unit === 'string' ? shape.unit : shape.unit(turn);
        turn += 1;
      }
      write(piece);
    }
    write(shape.close);
    parser.end();
    return 'read';
  } catch (error) {
    if (error instanceof ReportRefusal) return error.code;
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  const shape = SHAPES[process.argv[2] ?? ''];
  if (shape === undefined) throw new Error(`no shape "${process.argv[2]}"`);
  const started = performance.now();
  const code = feed(shape);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ code, peakMb, seconds: Math.round(performance.now() - started) / 1000 }));
}
