/** The last lines of a log, made safe to hand on. */
import type { LogTail } from '../model/packet.ts';
import { readEnd } from './read-bounded.ts';

const LINES = 80;
const LINE_LIMIT = 500;
/** The end that is looked at, in bytes: a secret that begins before its last lines is seen whole. */
const END_BYTES = 512 << 10;
/** Colours, cursor moves and titles (ECMA-48): a terminal obeys them. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The end of a log as text, without escapes and control characters; null where there is no log. */
export function logEnd(file: string): { readonly text: string; readonly before: number } | null {
  const end = readEnd(file, END_BYTES);
  if (end === null) return null;
  const text = end.bytes.toString('utf8').replace(ESCAPES, '').replace(/\r\n/g, '\n').replace(/[^\n\t\P{C}]/gu, '\uFFFD');
  // The first line may have lost its beginning, and with it what a secret is known by.
  return { text: end.before > 0 ? text.slice(text.indexOf('\n') + 1) : text, before: end.before };
}

/** The last lines of a text that secrets were taken out of. */
export function tailOf(name: string, text: string, before: number): LogTail {
  const lines = text.replace(/\n$/, '').split('\n');
  const kept = lines.slice(-LINES).map((line) => (line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT)}… (${line.length - LINE_LIMIT} more characters)` : line));
  return { name, lines: text === '' ? [] : kept, cut: before > 0 || lines.length > LINES };
}
