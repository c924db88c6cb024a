/** Quotes in a packet: verbatim, or refused (PK2). */
import { nativePath, showPath } from '../model/path.ts';
import type { Quote } from '../model/packet.ts';
import { readBounded } from './read-bounded.ts';

export interface QuoteSource {
  readonly top: string;
  /** Stamped regular files that may travel. */
  readonly paths: ReadonlySet<string>;
}

export type CheckedQuote = { readonly state: 'verbatim'; readonly quote: Quote } | { readonly state: 'refused'; readonly given: string; readonly why: string };

/** Where a project says how to contribute, in the order in which GitHub looks. */
const CONTRIBUTING = /^(?:\.github\/|docs\/)?CONTRIBUTING(?:\.[A-Za-z]+)?$/i;
const SHORTEST = 8;
const LONGEST_LINES = 60;

/** Checks one quote: `FILE:START-END`, `FILE:exact text`, or exact text from the contributing guide. */
export function checkQuote(given: string, source: QuoteSource): CheckedQuote {
  const refused = (why: string): CheckedQuote => ({ state: 'refused', given, why });
  const range = /^(.+):(\d{1,7})(?:-(\d{1,7}))?$/s.exec(given);
  if (range !== null) {
    const [, path = '', first = '', last = first] = range;
    const lines = linesOf(path, source);
    if (lines === null) return refused(`${showPath(path)} is no stamped text file that may travel`);
    const [start, end] = [Number(first), Number(last)];
    if (start < 1 || end < start || end > lines.length) return refused(`${showPath(path)} has ${lines.length} lines, and not ${start} to ${end}`);
    if (end - start >= LONGEST_LINES) return refused(`a quote of ${end - start + 1} lines is longer than ${LONGEST_LINES}`);
    return { state: 'verbatim', quote: { path, start, end, text: lines.slice(start - 1, end).join('\n') } };
  }
  const colon = [...given.matchAll(/:/g)].map(({ index }) => index).find((at) => source.paths.has(given.slice(0, at)));
  const named = colon === undefined ? null : given.slice(0, colon);
  const text = (colon === undefined ? given : given.slice(colon + 1)).replaceAll('\r\n', '\n').trim();
  if (text.length < SHORTEST) return refused(`a quote needs at least ${SHORTEST} characters`);
  const places = named === null ? [...source.paths].filter((path) => CONTRIBUTING.test(path)) : [named];
  if (places.length === 0) return refused('it names no file, and the workspace has no CONTRIBUTING');
  for (const path of places) {
    const whole = linesOf(path, source)?.join('\n');
    const at = whole?.indexOf(text) ?? -1;
    if (whole === undefined || at < 0) continue;
    const start = whole.slice(0, at).split('\n').length;
    return { state: 'verbatim', quote: { path, start, end: start + text.split('\n').length - 1, text } };
  }
  return refused(`its words do not stand in ${places.map(showPath).join(' or ')} as they are given: a paraphrase is no quote`);
}

function linesOf(path: string, { top, paths }: QuoteSource): readonly string[] | null {
  if (!paths.has(path)) return null;
  const text = readBounded(nativePath(top, path))?.toString('utf8').replaceAll('\r\n', '\n');
  if (text === undefined || text.includes('\0')) return null;
  return text.replace(/\n$/, '').split('\n');
}
