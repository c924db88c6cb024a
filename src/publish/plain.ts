/**
 * Text that others control, made safe for a log line. File names, git's words and test names may hold control
 * characters, terminal escapes, or what a CI runner obeys as a command.
 */

/** One line without control characters that no runner reads as a command (`::name::`, `##[name]`). */
export function plainLine(text: string): string {
  return text
    .replace(/\r?\n/g, ' ⏎ ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\uD800-\uDFFF]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      // A lone surrogate stands for a byte that is not UTF-8.
      return code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : `\\u{${code.toString(16)}}`;
    })
    .replaceAll('##[', '## [')
    .replace(/^(\s*):(?=:)/, '$1: ');
}

/** Several lines of our own that hold words of others, each made plain. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainLine).join('\n');
}

/** A value as one line of JSON that no runner reads as a command: it obeys `##[name]` wherever it stands in a line. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll('##[', '##\\u005b');
}
