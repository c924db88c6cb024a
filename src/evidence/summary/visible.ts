/**
 * The text of a summary as a reader sees it. What hides or reorders characters (comments, tags, character references,
 * colours, zero-width and full-width characters) is undone before anything is read, or the text is refused.
 */

/** One line of what is seen; `line` is where it starts in the file, counted from 1. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
}

export type VisibleText =
  | { readonly state: 'read'; readonly lines: readonly TextLine[]; /** What stands in HTML comments. */ readonly hidden: readonly TextLine[] }
  | { readonly state: 'refused'; readonly why: string };

/** Stands for a line break that a comment or tag swallowed, so that lines keep their numbers. */
const SWALLOWED = '\u0001';
/** A break that a tag makes where the file has none. */
const BREAK = '\u0002';

/** Colours and weights (ECMA-48, SGR): they move nothing. */
const COLOURS = /\u001b\[[0-9;:]*m/g;
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Moves the cursor, rings, or turns the reading direction (UAX #9): what is shown is then not what is stored. */
const DECEIVING = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Undoes what hides, and refuses what deceives. `text` is the whole file. Takes time linear in its length. */
export function visibleText(text: string): VisibleText {
  const plain = text.replace(/^\uFEFF/, '').replace(COLOURS, '').replace(LINE_ENDS, '\n');
  const deceiving = DECEIVING.exec(plain);
  if (deceiving !== null) return refuse(plain, deceiving);
  const { seen, hidden } = withoutComments(plain);
  const decoded = decodeReferences(withoutTags(seen));
  const referred = DECEIVING.exec(decoded.replaceAll(SWALLOWED, '').replaceAll(BREAK, ''));
  if (referred !== null) return { state: 'refused', why: `it holds a reference to the control character ${nameOf(referred[0])}` };
  return { state: 'read', lines: linesOf(foldCharacters(decoded), 1), hidden: hidden.flatMap(({ line, text: inside }) => linesOf(foldCharacters(inside), line)) };
}

function refuse(text: string, { 0: character, index }: RegExpExecArray): VisibleText {
  const line = text.slice(0, index).split('\n').length;
  return { state: 'refused', why: `line ${line} holds the control character ${nameOf(character)}, with which what is shown is not what is stored` };
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Takes HTML comments out. One that is never closed hides the rest, as it does in a browser. */
function withoutComments(text: string): { readonly seen: string; readonly hidden: readonly TextLine[] } {
  const seen: string[] = [];
  const hidden: TextLine[] = [];
  let line = 1;
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) break;
    const before = text.slice(at, start);
    const closing = text.indexOf('-->', start + 2);
    const end = closing < 0 ? text.length : closing + 3;
    const inside = text.slice(start + 4, closing < 0 ? end : Math.max(closing, start + 4));
    line += countBreaks(before);
    hidden.push({ line, text: inside });
    const swallowed = countBreaks(text.slice(start, end));
    line += swallowed;
    seen.push(before, SWALLOWED.repeat(swallowed));
    at = end;
  }
  seen.push(text.slice(at));
  return { seen: seen.join(''), hidden };
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const CELL_TAGS: ReadonlySet<string> = new Set(['td', 'th']);
const BLOCK_TAGS: ReadonlySet<string> = new Set('address article aside blockquote br caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(' '));

function withoutTags(text: string): string {
  return text.replace(/<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(\s[^<>]*|\/)?>/g, (tag, closing: string, given: string, attributes: string | undefined) => {
    const name = given.toLowerCase();
    const swallowed = SWALLOWED.repeat(countBreaks(tag));
    if (CELL_TAGS.has(name)) return closing === '' ? `${swallowed} | ` : swallowed;
    if (BLOCK_TAGS.has(name)) return swallowed + BREAK;
    const alternative = name === 'img' ? (/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes ?? '')?.slice(1).join('') ?? '') : '';
    return swallowed + alternative.replaceAll('\n', ' ');
  });
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ensp: ' ', emsp: ' ', thinsp: ' ', numsp: ' ', Tab: ' ', NewLine: ' ',
  shy: '', zwj: '', zwnj: '', NoBreak: '', ZeroWidthSpace: '', InvisibleComma: '', InvisibleTimes: '', lrm: '', rlm: '', af: '', ic: '', it: '',
  num: '#', percnt: '%', sol: '/', vert: '|', VerticalLine: '|', verbar: '|', colon: ':', comma: ',', period: '.', equals: '=', lowbar: '_', ast: '*', check: '✓', cross: '✗',
};

/** Character references as a Markdown or HTML reader resolves them; names that are not listed stay as they are. */
function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,20}));/g, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= 2 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\uFFFD';
    return [9, 10, 11, 12, 13, 0x85, 0x2028, 0x2029].includes(code) ? ' ' : String.fromCodePoint(code);
  });
}

/** A space that groups digits, as typesetting has it. */
const GROUPING_SPACE = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;
/** A footnote mark behind a word or number is no part of it. */
const FOOTNOTE_MARK = /(?<=[\p{L}\p{Nd}])[\u00b9\u00b2\u00b3\u2070\u2074-\u2079\u2080-\u2089]+/gu;
/** What is not seen at all, and what is drawn over the character before it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;

function foldCharacters(text: string): string {
    if (/^[\u0001-\u007f]*$/.test(text)) return text;
  return text
    .replace(GROUPING_SPACE, '')
    .replace(FOOTNOTE_MARK, ' ')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replaceAll('\u2044', '/')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/[\u2012-\u2015]/g, ' - ')
    .replace(/[^\u0001-\u007f]/gu, foldCharacter);
}

/** Letters of other scripts that look like Latin ones (Unicode confusables, what the words of a claim need). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(Array.from('аеорсхуіѕԁјһӏкοραντικ', (letter, at) => [letter, 'aeopcxyisdjhlkopavtik'[at] ?? letter] as const));
const CAPITAL_LOOKALIKES: ReadonlyMap<string, string> = new Map(Array.from('АВЕКМНОРСТХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (letter, at) => [letter, 'ABEKMHOPCTXISJABEZHIKMNOPTYX'[at] ?? letter] as const));

function foldCharacter(character: string): string {
  const letter = LOOKALIKES.get(character) ?? CAPITAL_LOOKALIKES.get(character);
  return letter ?? (/\p{Nd}/u.test(character) ? String(digitOf(character.codePointAt(0) ?? 0)) : character);
}

/** Decimal digits of a script stand in runs of ten, in their order (Unicode 4.6). */
function digitOf(code: number): number {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

function linesOf(text: string, first: number): TextLine[] {
  const lines: TextLine[] = [];
  let line = first;
  for (const physical of text.split('\n')) {
    const parts = physical.split(BREAK);
    // The breaks of tags part what is seen, and make no blank line of their own.
    for (const part of parts) if (parts.length === 1 || part.trim() !== '') lines.push({ line, text: part.replaceAll(SWALLOWED, '') });
    line += 1 + physical.split(SWALLOWED).length - 1;
  }
  return lines;
}
