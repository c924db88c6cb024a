/** Text of others at its worst: what a file name, a test name, git's words or an input may hold. */
import * as fc from 'fast-check';

export const HOSTILE_FRAGMENTS: readonly string[] = [
  '::error::planted',
  '::set-output name=verdict::accepted',
  '::stop-commands::token',
  '##[error]planted',
  '##[set-env name=PATH]/evil',
  '  ::warning::indented',
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u009b2J',
  '\n',
  '\r',
  '\r\n',
  '\n::error::after a line end',
  '\u2028::error::after a line separator',
  '\u0085::error::after a next line',
  '\u202etxt.exe',
  '\u0000',
  '\udcff',
  '\ud800',
  '<script>alert(1)</script>',
  '<!-- comment -->',
  '</code></td>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;',
  '&#64;octocat',
  '[link](https://evil.example)',
  '![image](https://evil.example/x.png)',
  '[reference]: https://evil.example',
  '<https://evil.example>',
  'https://evil.example/path',
  'HTTP://evil.example',
  'www.evil.example',
  'mail@evil.example',
  'xmpp:someone@evil.example/x',
  '@octocat',
  '@octo-org/team',
  '#1',
  'octo/project#1',
  '| cell | cell |',
  '`code`',
  '``` fence',
  '**bold** _italic_ ~~gone~~',
  '# heading',
  '- item',
  '1. item',
  '> quote',
  '[^1]',
  '[x] done',
  '\\',
  '\\<b>',
  '    indented code',
  '---',
  '===',
  'é漢字🙂',
];

/** Any text at all, mixed with the fragments. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_FRAGMENTS), fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ maxLength: 6 }), fc.constantFrom(' ', ':', '#', '[', '@')), { maxLength: 8 })
  .map((parts) => parts.join(''));

/**
 * Lines that GitHub's runner would obey (actions/runner, `ActionCommand.TryParseV2` and `TryParse`): `::` at the start
 * of the line once blanks are trimmed, or `##[` anywhere in it.
 */
export function obeyedLines(output: string): readonly string[] {
  return output.split(/\r\n|\n|\r/).filter((line) => line.trim().startsWith('::') || line.includes('##['));
}
