/** Reads the literals that build backends write into finder modules with `repr`. Nothing else of Python. */

/** A dict keeps the order of its pairs; a set and a tuple read as lists; bytes are not needed and not read. */
export type Literal = string | number | boolean | null | readonly Literal[] | ReadonlyMap<string, Literal>;

/** Nesting beyond this is no mapping that a backend wrote. */
const DEPTH_LIMIT = 50;

interface Reader {
  readonly text: string;
  at: number;
}

/** The literal that starts at `from`; undefined where none does. */
export function literalAt(text: string, from: number): Literal | undefined {
  try {
    return readLiteral({ text, at: from }, 0);
  } catch {
    return undefined;
  }
}

/** The positional arguments of the call whose `(` is at `from`, as far as all are literals; undefined otherwise. */
export function argumentsAt(text: string, from: number): readonly Literal[] | undefined {
  try {
    return readItems({ text, at: from + 1 }, ')', 0);
  } catch {
    return undefined;
  }
}

function readLiteral(reader: Reader, depth: number): Literal {
  if (depth > DEPTH_LIMIT) throw new SyntaxError('nested too deeply');
  skipSpace(reader);
  const first = reader.text[reader.at] ?? '';
  if (first === "'" || first === '"') return readString(reader);
  if (first === '[' || first === '(') {
    reader.at += 1;
    return readItems(reader, first === '[' ? ']' : ')', depth);
  }
  if (first === '{') {
    reader.at += 1;
    return readBraces(reader, depth);
  }
  const word = /^(?:set\(\)|frozenset\(|[A-Za-z_]+|-?\d+(?:\.\d+)?)/.exec(reader.text.slice(reader.at, reader.at + 40))?.[0];
  reader.at += word?.length ?? 0;
  switch (word) {
    case 'None':
      return null;
    case 'True':
      return true;
    case 'False':
      return false;
    case 'set()':
      return [];
    case 'frozenset(':
      return readItems(reader, ')', depth).flatMap((one) => (Array.isArray(one) ? (one as readonly Literal[]) : []));
    default:
      if (word === undefined || !/\d/.test(word)) throw new SyntaxError('no literal');
      return Number(word);
  }
}

/** Items up to `close`, a trailing comma allowed; consumes `close`. */
function readItems(reader: Reader, close: string, depth: number): readonly Literal[] {
  const items: Literal[] = [];
  for (;;) {
    if (take(reader, close)) return items;
    items.push(readLiteral(reader, depth + 1));
    if (!take(reader, ',')) {
      if (take(reader, close)) return items;
      throw new SyntaxError('a comma is missing');
    }
  }
}

function readBraces(reader: Reader, depth: number): Literal {
  const pairs = new Map<string, Literal>();
  const members: Literal[] = [];
  for (;;) {
    if (take(reader, '}')) return members.length > 0 ? members : pairs;
    const key = readLiteral(reader, depth + 1);
    if (take(reader, ':')) {
      const value = readLiteral(reader, depth + 1);
      if (typeof key === 'string') pairs.set(key, value);
    } else {
      members.push(key);
    }
    if (!take(reader, ',')) {
      if (take(reader, '}')) return members.length > 0 ? members : pairs;
      throw new SyntaxError('a comma is missing');
    }
  }
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', '\n': '', a: '\x07', b: '\b', f: '\f', v: '\v' };
const HEX_ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readString(reader: Reader): string {
  const { text } = reader;
  const quote = text[reader.at] ?? '';
  let value = '';
  for (reader.at += 1; ; reader.at += 1) {
    const character = text[reader.at];
    if (character === undefined || character === '\n') throw new SyntaxError('a string does not end');
    if (character === quote) {
      reader.at += 1;
      return value;
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    reader.at += 1;
    const escape = text[reader.at] ?? '';
    const digits = HEX_ESCAPE_DIGITS[escape];
    if (digits === undefined) {
      value += SIMPLE_ESCAPES[escape] ?? `\\${escape}`;
    } else {
      const hex = text.slice(reader.at + 1, reader.at + 1 + digits);
      if (hex.length !== digits || !/^[0-9a-fA-F]+$/.test(hex)) throw new SyntaxError('an escape is cut off');
      value += String.fromCodePoint(parseInt(hex, 16));
      reader.at += digits;
    }
  }
}

function take(reader: Reader, character: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}
