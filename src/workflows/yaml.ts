/**
 * YAML as plain values with the line of each, read within bounds. Workflows are written by whoever can open a pull
 * request: a file may be malformed, huge, or made to cost a reader its memory.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';

export type Value = MapValue | ListValue | ScalarValue;
export interface MapValue {
  readonly kind: 'map';
  readonly line: number;
  readonly entries: ReadonlyMap<string, { readonly line: number; readonly value: Value }>;
}
export interface ListValue {
  readonly kind: 'list';
  readonly line: number;
  readonly items: readonly Value[];
}
export interface ScalarValue {
  readonly kind: 'scalar';
  readonly line: number;
  /** As it is written, without quotes; '' for nothing. */
  readonly text: string;
}

export type ReadYaml = { readonly state: 'read'; readonly value: Value } | { readonly state: 'malformed'; readonly line: number; readonly why: string };

/** GitHub takes workflows of up to 512 KB; nothing that people write comes near the others. */
export const FILE_LIMIT_BYTES = 1 << 20;
const DEPTH_LIMIT = 50;
const VALUES_LIMIT = 100_000;

class Fault extends Error {
  readonly line: number;
  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}

/** Reads one document. Never throws: what is wrong with it is an answer. */
export function readYaml(bytes: Buffer): ReadYaml {
  if (bytes.length > FILE_LIMIT_BYTES) return { state: 'malformed', line: 1, why: `it has ${bytes.length} bytes, more than the ${FILE_LIMIT_BYTES} that are read` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { state: 'malformed', line: 1, why: 'it is not valid UTF-8' };
  }
  const deep = deepLine(text);
  if (deep > 0) return { state: 'malformed', line: deep, why: `it is nested deeper than ${DEPTH_LIMIT} levels` };
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined) return { state: 'malformed', line: lines.linePos(error.pos[0]).line, why: error.message };
    return { state: 'read', value: valueOf(document, lines) };
  } catch (error) {
    return { state: 'malformed', line: error instanceof Fault ? error.line : 1, why: error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message };
  }
}

/** The line at which brackets or block markers open more levels than is read; 0 where none does. Found by counting, before a parser recurses. */
function deepLine(text: string): number {
  let open = 0;
  for (const [at, line] of text.split('\n').entries()) {
    for (const character of line) {
      if (character === '[' || character === '{') open += 1;
      else if ((character === ']' || character === '}') && open > 0) open -= 1;
      // Scripts in block scalars hold brackets of their own, but hardly a hundred that are never closed.
      if (open > DEPTH_LIMIT * 4) return at + 1;
    }
    if (/^[ \t]*(?:[-?:][ \t]+){50}/.test(line)) return at + 1;
  }
  return 0;
}

function valueOf(document: Document, lines: LineCounter): Value {
  let count = 0;
  const lineOf = (node: unknown, outer: number): number => {
    const range = typeof node === 'object' && node !== null && 'range' in node ? (node.range as readonly number[] | null | undefined) : null;
    return range === null || range === undefined ? outer : lines.linePos(range[0] ?? 0).line;
  };
  const convert = (node: unknown, depth: number, outer: number): Value => {
    const line = lineOf(node, outer);
    count += 1;
    // Aliases are followed, so that a few lines can stand for billions of values.
    if (count > VALUES_LIMIT) throw new Fault(line, `it holds more than ${VALUES_LIMIT} values`);
    if (depth > DEPTH_LIMIT) throw new Fault(line, `it is nested deeper than ${DEPTH_LIMIT} levels`);
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined) throw new Fault(line, `the alias "*${node.source}" stands for nothing`);
      return convert(target, depth + 1, line);
    }
    if (isMap(node)) {
      const entries = new Map<string, { readonly line: number; readonly value: Value }>();
      for (const { key, value } of node.items) {
        const at = lineOf(key, line);
        entries.set(isScalar(key) ? textOf(key) : '', { line: at, value: convert(value, depth + 1, at) });
      }
      return { kind: 'map', line, entries };
    }
    if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => convert(item, depth + 1, line)) };
    return { kind: 'scalar', line, text: isScalar(node) ? textOf(node) : '' };
  };
  return convert(document.contents, 0, 1);
}

function textOf({ value, source }: { readonly value: unknown; readonly source?: string | undefined }): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (source ?? JSON.stringify(value));
}

/** The value under a key; undefined where the value is no mapping or has no such key. */
export function under(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === 'map' ? value.entries.get(key)?.value : undefined;
}

/** Line of a key, else of the value. */
export function lineOfKey(value: Value | undefined, key: string): number | null {
  return value?.kind === 'map' ? (value.entries.get(key)?.line ?? null) : null;
}

/** The text of a scalar; null for anything else. */
export function textIn(value: Value | undefined): string | null {
  return value?.kind === 'scalar' ? value.text : null;
}

/** Texts of a list, of a lone scalar, or keys of a mapping: GitHub takes all three for events, needs and labels. */
export function wordsIn(value: Value | undefined): readonly string[] {
  if (value === undefined) return [];
  if (value.kind === 'scalar') return value.text === '' ? [] : [value.text];
  if (value.kind === 'map') return [...value.entries.keys()];
  return value.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : []));
}
