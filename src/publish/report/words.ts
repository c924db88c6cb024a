/** Text of others for the page: every character shown, none obeyed, none longer than a reader wants. */
import { plainLine, plainLines } from '../plain.ts';

/** Characters of one line, of a failure, and of a test's name. A runner, a file or a person may have written megabytes. */
export const LINE_LIMIT = 4_000;
export const FAILURE_LIMIT = 2_000;
export const NAME_LIMIT = 600;

/** One line without control characters, bidirectional marks or lone surrogates. */
export function lineOf(text: string, limit = LINE_LIMIT): string {
  return plainLine(cut(text, limit));
}

/** The same for a text of several lines, which stay lines. */
export function linesOf(text: string, limit = LINE_LIMIT): string {
  return plainLines(cut(text, limit));
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}
