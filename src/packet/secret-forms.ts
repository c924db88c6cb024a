/** The forms in which a known value can stand in a text: as it is, escaped, in base64 at any alignment, in hex (PK4). */

/** A stretch of a text, by UTF-16 positions. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A line may be broken inside a value: wrapped base64, a key over several lines, and a diff begins each with a sign. */
const BREAK = String.raw`(?:\r?\n[ \t+-]?)?`;
/** Shorter pieces of base64 or hex stand in any text by chance. */
const SHORTEST_CODED = 8;

/** Patterns of all forms of a value. Base64 stands for its whole run of characters: what is around the value goes too. */
export function formsOf(value: string): { readonly plain: readonly RegExp[]; readonly coded: readonly RegExp[] } {
  const bytes = Buffer.from(value, 'utf8');
  return {
    plain: [new RegExp(Array.from(value, escapedCharacter).join(''), 'g')],
    coded: [...base64Cores(bytes).map(broken), ...(bytes.length * 2 >= SHORTEST_CODED ? [new RegExp(bytes.toString('hex'), 'gi')] : [])],
  };
}

/** Every place where one of the values stands in the text. */
export function stretchesOf(text: string, values: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const value of values) {
    const { plain, coded } = formsOf(value);
    for (const pattern of plain) for (const match of text.matchAll(pattern)) found.push({ start: match.index, end: match.index + match[0].length });
    for (const pattern of coded) for (const match of text.matchAll(pattern)) found.push(wholeRun(text, match.index, match.index + match[0].length));
  }
  return found;
}

/** One character as it is, percent-encoded, as JSON, JavaScript or HTML escape it, or a line end in any of these. */
function escapedCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8');
  const percent = [...bytes].map((byte) => `%${caseless(byte.toString(16).padStart(2, '0'))}`).join('');
  const code = character.codePointAt(0) ?? 0;
  const forms = [literal(character), percent, `\\\\u${caseless(code.toString(16).padStart(4, '0'))}`, `&#(?:0*${code}|[xX]0*${caseless(code.toString(16))});`];
  if (code < 0x80) forms.push(`\\\\x${caseless(code.toString(16).padStart(2, '0'))}`);
  if (character === '\n') forms.push('\\r?\\n[ +-]?', '\\\\n', '\\\\r\\\\n', '%0[dD]%0[aA]');
  if (character === ' ') forms.push('\\+');
  if ('"\'\\/'.includes(character)) forms.push(`\\\\${literal(character)}`);
  const named = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[character];
  if (named !== undefined) forms.push(`&${named};`);
  return `(?:${forms.join('|')})`;
}

/** What base64 of the value looks like wherever it begins in the encoded bytes, less the characters it shares with its neighbours. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64').replace(/=+$/, '');
    return coded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  }).filter((core) => core.length >= SHORTEST_CODED);
}

function broken(core: string): RegExp {
  const characters = Array.from(core, (character) => ({ '+': '[+-]|%2[bB]', '/': '[/_]|%2[fF]' })[character] ?? character);
  return new RegExp(characters.map((one) => (one.includes('|') ? `(?:${one})` : one)).join(BREAK), 'g');
}

function wholeRun(text: string, from: number, to: number): Stretch {
  let start = from;
  let end = to;
  while (start > 0 && /[A-Za-z0-9+/_-]/.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && /[A-Za-z0-9+/_=-]/.test(text[end] ?? '')) end += 1;
  return { start, end };
}

function literal(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
}

function caseless(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
