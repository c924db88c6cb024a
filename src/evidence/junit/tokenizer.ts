/**
 * Bytes in, elements and text out: a fatal streaming UTF-8 decoder in front of saxes, with every cap that saxes lacks.
 *
 * Nothing is repaired. A DOCTYPE is refused wherever it stands, so no entity beyond XML's own five ever exists.
 */
import { SaxesParser } from 'saxes';
import type { ReportLimits } from './limits.ts';
import { ReportRefusal } from './refusal.ts';
import type { Position, RefusalCode } from './refusal.ts';

export type Element = {
  /** Name without prefix, in lower case. */
  readonly name: string;
  /** Values by attribute name without prefix, in lower case; of two such names the one without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Names as written and values, in document order: producers are told apart by it. */
  readonly written: readonly (readonly [name: string, value: string])[];
  /** Where the start tag begins. */
  readonly position: Position;
};

export type TokenSink = {
  readonly open: (element: Element) => void;
  readonly close: () => void;
  /** Whether anything is made of text where the document stands now; asked after each `open` and `close`. */
  readonly wantsText: () => boolean;
  /** Character data or a CDATA section, cut to `textLength`. */
  readonly text: (text: string) => void;
};

export type Tokenizer = {
  readonly write: (bytes: Uint8Array) => void;
  /** Ends the document; throws where it is not complete. */
  readonly end: () => void;
};

/**
 * Bytes handed to the parser at once: what it buffers beyond a cap is never more than this. Text that saxes gathers one
 * character at a time takes some 30 times its size until it is cut; smaller steps cost more time.
 */
const STEP = 64 * 1024;

/** Bytes looked at before the first one is parsed, to tell HTML and UTF-16 from a broken report. */
const SNIFFED = 1024;

/**
 * Where saxes 6.0.0 gathers what it has not reported yet. These fields are private to it, and it offers no cap;
 * a version that renames them is noticed when a tokenizer is made.
 */
type Buffers = { text: string; name: string; entity: string; piTarget: string };

export function createTokenizer(limits: ReportLimits, sink: TokenSink): Tokenizer {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const buffers = parser as unknown as Buffers;
  for (const field of ['text', 'name', 'entity', 'piTarget'] as const) {
    if (typeof buffers[field] !== 'string') throw new TypeError(`This version of saxes has no buffer "${field}" to cap`);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head: Uint8Array = new Uint8Array(0);
  let sniffing = true;
  let unfinished: Uint8Array = new Uint8Array(0);
  let endsWithReturn = false;
  let nonBlank = false;
  let current = '';
  let depth = 0;
  let listening = false;
  let rootSeen = false;
  let insideTag = false;
  let attributes = 0;
  let elementLength = 0;
  let written: [string, string][] = [];
  let tagStart: Position = { line: 1, column: 1 };

  function here(): Position {
    return { line: parser.line, column: Math.max(1, parser.column) };
  }
  /** Where the next character would stand. saxes holds a final CR back, in case LF follows. */
  function next(): Position {
    return endsWithReturn ? { line: parser.line + 1, column: 1 } : { line: parser.line, column: parser.column + 1 };
  }
  function refuse(code: RefusalCode, message: string, position = here()): never {
    throw new ReportRefusal(code, message, position);
  }
  function refuseValue(): never {
    refuse(
      'limit-value',
      `An attribute value is longer than ${limits.valueLength} characters, or those of one element than ${limits.elementLength}`,
    );
  }

  parser.on('error', (error) => {
    const rootClosed = rootSeen && depth === 0;
    // It goes through the text in order, so the first such character of this step is the one it stands at.
    const character = error.message.startsWith('disallowed character') ? FORBIDDEN.exec(current)?.[0] : undefined;
    if (character !== undefined) refuse(...explainCharacter(character));
    refuse(...explain(error.message, rootClosed, nonBlank));
  });
  parser.on('doctype', () => refuse('doctype', 'A DOCTYPE is declared; a test report needs none, and entities are never expanded'));
  parser.on('xmldecl', ({ version, encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
      refuse('encoding', `The encoding "${encoding.slice(0, 40)}" is declared; only UTF-8 is read`);
    }
    if (version !== '1.0' && version !== '1.1') refuse('malformed', `XML version "${(version ?? '').slice(0, 20)}" is unknown`);
  });
  parser.on('opentagstart', (tag) => {
    if (tag.name.length > limits.nameLength) refuse('limit-name', `An element name is longer than ${limits.nameLength} characters`);
    depth += 1;
    if (depth > limits.depth) refuse('limit-depth', `Elements are nested more than ${limits.depth} deep`);
    insideTag = true;
    attributes = 0;
    elementLength = 0;
    written = [];
    // The parser has read `<`, the name and one character more; where that was a line feed the column is lost.
    const column = parser.column - tag.name.length - 1;
    tagStart = column >= 1 ? { line: parser.line, column } : { line: parser.line - 1, column: 1 };
  });
  parser.on('attribute', ({ name, value }) => {
    attributes += 1;
    elementLength += value.length;
    if (attributes > limits.attributes) refuse('limit-attributes', `An element has more than ${limits.attributes} attributes`);
    if (name.length > limits.nameLength) refuse('limit-name', `An attribute name is longer than ${limits.nameLength} characters`);
    if (value.length > limits.valueLength || elementLength > limits.elementLength) refuseValue();
    written.push([name, value]);
  });
  parser.on('opentag', (tag) => {
    insideTag = false;
    rootSeen = true;
    const values = new Map<string, string>();
    for (const key in tag.attributes) {
      const attribute = tag.attributes[key];
      if (attribute === undefined) continue;
      const local = attribute.local.toLowerCase();
      const declaration = attribute.prefix === 'xmlns' || attribute.name === 'xmlns';
      if (!declaration && (attribute.prefix === '' || !values.has(local))) values.set(local, attribute.value);
    }
    sink.open({ name: tag.local.toLowerCase(), attributes: values, written, position: tagStart });
    listen();
  });
  parser.on('closetag', () => {
    depth -= 1;
    sink.close();
    listen();
  });
  parser.on('cdata', (text) => sink.text(text.slice(0, limits.textLength)));
  parser.on('text', takeText);
  listening = true;
  // V8 makes a hash table of an object that gains more than six properties by computed names, as `on` adds them, and
  // saxes then takes six times as long. An object that is some other one's prototype gets its fast form back.
  Object.create(parser);

  /** Most of a report is output that nobody reads: without a handler saxes passes over text and gathers none of it. */
  function listen(): void {
    const wanted = depth > 0 && sink.wantsText();
    if (wanted === listening) return;
    listening = wanted;
    if (wanted) parser.on('text', takeText);
    else parser.off('text');
  }
  function takeText(text: string): void {
    sink.text(text.slice(0, limits.textLength));
  }

  /** Called between steps: refuses what must be kept whole and is too long, drops what may be cut. */
  function capBuffers(): void {
    const { name, entity, piTarget, text } = buffers;
    if (entity.length > limits.nameLength) refuse('malformed', BARE_AMPERSAND);
    if (Math.max(name.length, piTarget.length) > limits.nameLength) {
      refuse('limit-name', `A name is longer than ${limits.nameLength} characters`);
    }
    if (piTarget === 'xml' && !rootSeen && text.length > limits.nameLength) {
      refuse('malformed', 'The XML declaration is endless');
    }
    if (insideTag) {
      if (text.length > limits.valueLength) refuseValue();
    } else if (text.length > limits.textLength) {
      // A copy: a mere slice would keep the whole chunk alive.
      buffers.text = detached(text.slice(0, limits.textLength));
    }
  }

  function write(text: string | null): void {
    if (text !== null && text !== '') endsWithReturn = text.endsWith('\r');
    try {
      parser.write(text);
    } catch (error) {
      if (error instanceof ReportRefusal) throw error;
      refuse('malformed', `The XML parser gave up: ${error instanceof Error ? clip(error.message) : 'no reason given'}`);
    }
  }

  function parse(text: string): void {
    nonBlank ||= /\S/.test(text);
    current = text;
    write(text);
    capBuffers();
  }

  function decode(bytes: Uint8Array): void {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: true });
    } catch {
      const valid = validPrefix(Buffer.concat([unfinished, bytes]));
      parse(valid);
      refuse('invalid-utf8', 'The bytes that follow are not valid UTF-8', next());
    }
    unfinished = unfinishedTail(unfinished, bytes);
    parse(text);
  }

  function feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += STEP) decode(bytes.subarray(at, at + STEP));
  }

  function sniffed(bytes: Uint8Array): void {
    sniffing = false;
    const code = sniff(bytes);
    if (code !== undefined) refuse(...code, { line: 1, column: 1 });
    feed(bytes);
  }

  return {
    write(bytes) {
      if (!sniffing) {
        feed(bytes);
        return;
      }
      head = Buffer.concat([head, bytes]);
      if (head.length >= SNIFFED) sniffed(head);
    },
    end() {
      if (sniffing) sniffed(head);
      try {
        parse(decoder.decode());
      } catch (error) {
        if (error instanceof ReportRefusal) throw error;
        const cut = rootSeen && depth === 0 ? 'invalid-utf8' : 'truncated';
        refuse(cut, 'The file ends in the middle of a UTF-8 character');
      }
      if (/[^\w:.#-]/.test(buffers.entity)) refuse('malformed', BARE_AMPERSAND);
      write(null);
    },
  };
}

// XML 1.0 section 2.2: what is no Char. XML 1.1 restricts more, which saxes knows.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function explainCharacter(character: string): [RefusalCode, string] {
  if (character === '\0') return ['nul', 'A NUL character stands in the document'];
  const shown = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return ['control-character', `The raw control character ${shown} stands in the document. ${CONTROL_CHARACTER_REMEDY}`];
}

const BARE_AMPERSAND = 'The XML is not well-formed: an ampersand begins no entity; it must be written as &amp;';

const CONTROL_CHARACTER_REMEDY =
  'jest-junit, mocha-junit-reporter, node --test and go-junit-report copy such characters from test names and output. ' +
  'Most are terminal colours: run the tests with NO_COLOR=1 and FORCE_COLOR=0 (mocha-junit-reporter: stripAnsi=true), ' +
  'or rename the test that prints them';

/** What saxes says, in this reader's terms. */
function explain(said: string, rootClosed: boolean, nonBlank: boolean): [RefusalCode, string] {
  if (said.startsWith('documents may contain only one root')) return ['two-roots', 'A second root element follows the first'];
  if (rootClosed && said.startsWith('an XML declaration must')) return ['two-roots', 'A second document follows the first'];
  if (said.startsWith('document must contain a root')) {
    return nonBlank ? ['truncated', 'The document ends before any element'] : ['empty', 'The file holds no document'];
  }
  if (said.startsWith('unclosed tag')) return ['truncated', `The document ends while an element is open (${clip(said)})`];
  if (said.startsWith('unexpected end')) return ['truncated', 'The document ends in the middle of its markup'];
  if (said.includes('doctype')) return ['doctype', 'A DOCTYPE stands where none may'];
  return ['malformed', `The XML is not well-formed: ${clip(said)}`];
}

function clip(text: string): string {
  return text.replace(/\.$/, '').slice(0, 200);
}

/** Tells what is no XML in UTF-8 at all by its first bytes. */
function sniff(bytes: Uint8Array): [RefusalCode, string] | undefined {
  const [a, b] = bytes;
  const utf16 = (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || (a === 0 && b === 0x3c) || (a === 0x3c && b === 0);
  if (utf16 || (a === 0 && b === 0)) return ['encoding', 'The file is in UTF-16 or UTF-32; only UTF-8 is read'];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SNIFFED)).toString('latin1');
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype\s+html|html)\b/i.test(text)) {
    return ['html', 'The file is an HTML page, as a login or an error page would be; no test report'];
  }
  return undefined;
}

/** The longest decodable beginning of `bytes`, found one byte at a time: this runs once, on a refusal. */
function validPrefix(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += 1) text += decoder.decode(bytes.subarray(at, at + 1), { stream: true });
  } catch {
    // The byte at fault: what came before it is the answer.
  }
  return text;
}

/** The bytes at the end that may begin a character which the next bytes complete. */
function unfinishedTail(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const joined = bytes.length >= 3 ? bytes : Buffer.concat([before, bytes]);
  for (let back = 1; back <= Math.min(3, joined.length); back += 1) {
    const byte = joined[joined.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? Uint8Array.from(joined.subarray(joined.length - back)) : new Uint8Array(0);
    }
  }
  return new Uint8Array(0);
}

/**
 * A copy of `text` that shares no memory with the chunk it was cut from: joining makes a new string, and cutting the joint
 * off again keeps that one alive alone. A string below 13 characters is always a copy.
 */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
