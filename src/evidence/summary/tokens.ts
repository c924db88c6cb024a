/** Cuts a line of a summary into words, numbers and the like. Numbers that count nothing become `other`. */
import { meaningOf, numberWord, isDenial, SIGNS, VAGUE, type Meaning } from './words.ts';

export type Token = { readonly at: number; readonly end: number; readonly text: string } & (
  /** `denied` for "no", "none": zero only together with a result. */
  | { readonly kind: 'number'; readonly value: number; readonly denied?: true }
  | { readonly kind: 'percent'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'fraction'; readonly count: number; readonly among: number }
  /** A quantity that cannot be read as a number. */
  | { readonly kind: 'vague' }
  | { readonly kind: 'word'; readonly word: string; readonly meaning: Meaning | null; readonly sign?: true }
  | { readonly kind: 'mark' }
  /** A date, version, duration, path, id: no count, whatever follows. */
  | { readonly kind: 'other' }
);

type Build = (text: string, groups: readonly (string | undefined)[]) => DistributedPart | null;
type DistributedPart = Token extends infer One ? (One extends Token ? Omit<One, 'at' | 'end' | 'text'> & { readonly length?: number } : never) : never;

const other: Build = () => ({ kind: 'other' });

/**
 * Tried in order where the first character is of one of their kinds (see {@link kindOf}); a build that gives null leaves
 * the place to the next. Each is bounded, or consumes what it has looked at.
 */
const PATTERNS: readonly (readonly [starts: string, RegExp, Build])[] = [
  ['0', /\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}[\d:.,]{0,20}z?)?(?![\d-])/iy, other],
  ['0', /\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?![\d:])/y, other],
  ['0', /(?:\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?![\d/])/y, other],
  ['#$', /#\d+|[$€£]\s?\d[\d.,]*/y, other],
  ['/a0', /(?=[^\s|,;()]{0,200}\p{L})[\p{L}\p{N}_.@~+-]{0,100}(?:[\\/][\p{L}\p{N}_.@~+-]{1,100}){1,40}(?::\d{1,9}){0,2}/uy, (text) => (text.split(/[\\/]/).some((part) => meaningOf(part) !== null) && !text.includes('.') ? null : { kind: 'other' })],
  ['a', /\p{L}[\p{L}\p{N}_-]{0,100}(?:\.[\p{L}_][\p{L}\p{N}_-]{0,100}){1,20}(?::\d{1,9}){0,2}/uy, (text) => (text.split(/[.:]/).some((part) => isResult(meaningOf(part))) ? null : { kind: 'other' })],
  ['a0', /(?=[0-9]{0,63}[a-f])(?=[a-f]{0,63}[0-9])[0-9a-f]{7,64}(?![\p{L}\p{N}_])/iuy, other],
  ['0', /(\d+(?:[.,](\d{1,9}))?)\s?%/y, (_text, [number = '', decimals = '']) => ({ kind: 'percent', value: Number(number.replace(',', '.')), decimals: decimals.length })],
  // A dot groups digits in some languages; with one group of three it is a count where a result follows.
  ['0', /\d{1,3}(?:\.\d{3})+(?![\d.\p{L}_])/uy, (text) => ({ kind: 'number', value: Number(text.replaceAll('.', '')) })],
  ['a0', /v?\d+(?:\.\d+)+[\p{L}\p{N}_.+-]{0,60}/iuy, (text) => ({ kind: 'other', length: text.replace(/[.+-]+$/, '').length })],
  ['0', /\d+\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|us|ns|k?b|[mg]b|[kmg]ib|bytes?|x|st|nd|rd|th)(?![\p{L}\p{N}_])/iuy, other],
  ['0', /(\d+)\s?\/\s?(\d+)(?!\d|\s?\/|\.\d|-\d)/y, (_text, [count = '', among = '']) => ({ kind: 'fraction', count: Number(count), among: Number(among) })],
  ['0', /\d{1,3}(?:[,_']\d{3})+(?!\d)|\d+/y, (text) => ({ kind: 'number', value: Number(text.replace(/\D/g, '')) })],
  ['a', /[\p{L}_][\p{L}\p{N}_]*(?:['’-][\p{L}\p{N}_]{1,60}){0,8}/uy, wordOf],
];

/** `0` a digit, `a` a letter, `/` what a path may begin with, `#` or `$` themselves, else empty: a mark or sign. */
function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return '0';
  if (/[\p{L}_]/u.test(character)) return 'a';
  if (/[\\/.@~+-]/.test(character)) return '/';
  return character === '#' ? '#' : /[$€£]/.test(character) ? '$' : '';
}

function isResult(meaning: Meaning | null): boolean {
  return meaning !== null && meaning !== 'tests';
}

function wordOf(text: string): DistributedPart {
  const [first = '', second = ''] = text.split('-', 2);
  // "passed-42" is a result and its number, "linux-py312" a name.
  if (first.length < text.length && meaningOf(text) === null && isResult(meaningOf(first)) && (/^\d+$/.test(second) || meaningOf(second) !== null)) return { kind: 'word', word: first, meaning: meaningOf(first), length: first.length };
  const value = numberWord(text);
  if (value !== undefined) return { kind: 'number', value, ...(isDenial(text) ? { denied: true } : {}) };
  if (VAGUE.has(text.toLowerCase())) return { kind: 'vague' };
  return { kind: 'word', word: text, meaning: meaningOf(text) };
}

/** Cuts one line. */
export function tokenize(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length; ) {
    if (/\s/.test(line.charAt(at))) {
      at += 1;
      continue;
    }
    const token = tokenAt(line, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(line: string, at: number): Token {
  const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
  const kind = kindOf(character);
  for (const [starts, pattern, build] of PATTERNS) {
    if (kind === '' || !starts.includes(kind)) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match === null) continue;
    const built = build(match[0], match.slice(1));
    if (built === null) continue;
    const { length = match[0].length, ...rest } = built;
    const end = at + length;
    // "42passed" is a number and a word, "64bit" neither.
    if (rest.kind === 'number' && rest.denied === undefined && /\d$/.test(match[0])) {
      const glued = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(line.slice(end, end + 40))?.[0];
      if (glued !== undefined && meaningOf(glued) === null) return { at, end: end + glued.length, text: line.slice(at, end + glued.length), kind: /^[\doil_]+$/i.test(glued) ? 'vague' : 'other' };
    }
    return { at, end, text: line.slice(at, end), ...rest };
  }
  const sign = SIGNS.get(character);
  const where = { at, end: at + character.length, text: character };
  return sign === undefined ? { ...where, kind: 'mark' } : { ...where, kind: 'word', word: character, meaning: sign, sign: true };
}
