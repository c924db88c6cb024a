/**
 * Tells by its first bytes whether a file looks like a test report, without judging it. Only such a file is moved away
 * before a run, so the answer is careful: a data file or a source is not taken for a report.
 */

/** How much of a file is looked at. Reports begin with their root; only a very long comment pushes it further. */
export const LOOK_BYTES = 64 * 1024;

/** Root elements that only test reports have: JUnit, TestNG, NUnit 3, Visual Studio's `.trx`. */
const REPORT_ROOTS: readonly string[] = ['testsuites', 'testsuite', 'testng-results', 'test-run', 'TestRun'];

// XML 1.0, 2.8: what may stand before the root element. Sticky: each is looked for at one place alone.
const PROLOGUE: readonly RegExp[] = [
  /[\s\uFEFF]+/y,
  /<\?[^]*?\?>/y,
  /<!--[^]*?-->/y,
  /<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>/y,
];
const ROOT = /<(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)(?=[\s/>])/uy;
/** A piece of the prologue that the end of the file cut off. */
const CUT_PROLOGUE = /^(?:<|<!|<!-|<\?[^]*|<!--[^]*|<!DOCTYPE[^]*)$/;

/**
 * Whether a file looks like a test report. It does where its root element, after a byte order mark, comments,
 * processing instructions and a document type, is a test report's in any namespace. It also does where its name ends
 * in `.xml` and it ends before a root element was named: an empty file, or one that a killed runner left behind.
 * `head` is the beginning of the file, {@link LOOK_BYTES} or less; `whole` says that the file holds nothing more.
 */
export function looksLikeReport(path: string, head: Buffer, whole: boolean): boolean {
  const text = decodeHead(head);
  const at = endOfPrologue(text);
  ROOT.lastIndex = at;
  const name = ROOT.exec(text)?.[1];
  if (name !== undefined) return REPORT_ROOTS.includes(name);
  if (!whole || !/\.xml$/i.test(path)) return false;
  const rest = text.slice(at);
  return rest === '' || CUT_PROLOGUE.test(rest) || REPORT_ROOTS.some((root) => `<${root}`.startsWith(rest));
}

function endOfPrologue(text: string): number {
  for (let at = 0; ; ) {
    let next = at;
    for (const piece of PROLOGUE) {
      piece.lastIndex = next;
      if (piece.test(text)) next = piece.lastIndex;
    }
    if (next === at) return at;
    at = next;
  }
}

/** UTF-8, or UTF-16 where a byte order mark or the zero beside the first `<` tells so (XML 1.0, appendix F). */
function decodeHead(head: Buffer): string {
  const [first, second] = [head[0], head[1]];
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return head.toString('utf16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return Buffer.from(head.subarray(0, head.length & ~1)).swap16().toString('utf16le');
  }
  return head.toString('utf8');
}
