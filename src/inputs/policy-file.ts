/**
 * Reads a policy file. Whoever wrote the file controls its bytes, so everything but plain data is refused, and each
 * refusal names the line, the column and the key.
 */
import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml';
import type * as z from 'zod/mini';
import { UsageError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';
import { showPath } from '../model/path.ts';
import { deviationSchema, POLICY_EXAMPLES, POLICY_LIMIT_BYTES, policySchema, type Policy } from '../model/policy.ts';

/** A rule as far as a policy may speak of it. */
export interface KnownRule {
  readonly id: string;
  readonly hard: boolean;
}

/** Levels of lists and mappings; the deepest that means anything is four. */
const DEPTH_LIMIT = 16;

type Step = PropertyKey;
type Refuse = (offset: number, what: string, fix: string) => UsageError;

/**
 * The policy in `bytes`; `name` is the file's name, for messages, and says whether it is YAML or JSON. `rules` are
 * those that a deviation may or may not name, `place` what tells this file from another of its name. Throws a {@link UsageError} at the first fault.
 */
export function parsePolicy(bytes: Uint8Array, name: string, rules: readonly KnownRule[], place = ''): Policy {
  const text = decode(bytes, name);
  const lines = new LineCounter();
  const refuse: Refuse = (offset, what, fix) => {
    const { line, col } = lines.linePos(Math.max(0, offset));
    return new UsageError('GG-POLICY-MALFORMED', `${showPath(name)}:${line}:${col}${place}: ${what}`, fix);
  };
  requireShallow(text, name);
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, schema: 'core', version: '1.2', merge: false, resolveKnownTags: false, prettyErrors: false });
  if (name.endsWith('.json')) requireJson(text, name);
  const [fault] = document.errors;
  if (fault !== undefined) throw refuse(fault.pos[0], fault.code === 'DUPLICATE_KEY' ? 'this key is there twice' : `it is no well-formed ${name.endsWith('.json') ? 'JSON' : 'YAML'}: ${fault.message}`, fault.code === 'DUPLICATE_KEY' ? 'Keep one of the two: a reader could not tell which counts.' : 'Mend the file at this place.');
  refuseMachinery(document, refuse);
  const value: unknown = document.contents === null ? {} : document.toJS({ maxAliasCount: 0 });
  const parsed = policySchema.safeParse(value);
  const at = (path: readonly Step[], wantKey = false): number => offsetOf(document, path, wantKey);
  if (!parsed.success) throw refusalOf(parsed.error.issues[0], value, at, refuse);
  requireMeaning(parsed.data, rules, at, refuse);
  return parsed.data;
}

function decode(bytes: Uint8Array, name: string): string {
  if (bytes.length > POLICY_LIMIT_BYTES) throw new UsageError('GG-POLICY-MALFORMED', `${showPath(name)} has ${bytes.length} bytes, and a policy has at most ${POLICY_LIMIT_BYTES}`, 'Keep settings in it, and nothing else.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('GG-POLICY-MALFORMED', `${showPath(name)} is not valid UTF-8`, 'Save it as UTF-8.');
  }
}

/** Deep nesting costs the parser its stack and seconds of time: it is found by counting, before anything is parsed. */
function requireShallow(text: string, name: string): void {
  let open = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') open += 1;
    else if ((character === ']' || character === '}') && open > 0) open -= 1;
    deepest = Math.max(deepest, open);
  }
  const blocks = /^[ \t]*(?:[-?:][ \t]+){17}/m.test(text);
  if (deepest > 200 || blocks) throw new UsageError('GG-POLICY-MALFORMED', `${showPath(name)} is nested deeper than any policy`, 'Keep settings in it, and nothing else.');
}

/** YAML takes more than JSON; a file that says that it is JSON must be. */
function requireJson(text: string, name: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new UsageError('GG-POLICY-MALFORMED', `${showPath(name)} is no JSON: ${(error as Error).message}`, 'Mend it, or call it generation-gate.config.yml where it is meant as YAML.');
  }
}

/** Data alone: nothing that stands for something else, and no key that would be read as another word than it shows. */
function refuseMachinery(document: Document.Parsed, refuse: Refuse): void {
  visit(document, {
    Alias: (_key, node) => {
      throw refuse(start(node), 'an alias (*name) stands here', 'Write the value itself.');
    },
    Node: (_key, node, path) => {
      const { anchor } = node as { readonly anchor?: unknown };
      if (anchor !== undefined) throw refuse(start(node), 'an anchor (&name) stands here', 'Leave the anchor out, and write the value wherever it is meant.');
      if (node.tag !== undefined) throw refuse(start(node), `a tag (${node.tag}) stands here`, 'Leave the tag out: text, numbers, true and false need none.');
      if (path.length > DEPTH_LIMIT * 2) throw refuse(start(node), 'it is nested deeper than any policy', 'Keep settings in it, and nothing else.');
      return undefined;
    },
    Pair: (_key, { key }) => {
      const name: unknown = isScalar(key) ? key.value : null;
      if (typeof name !== 'string') throw refuse(start(key as Node | null), 'this key is no text', "Quote it: '3.10'.");
      if (name === '<<') throw refuse(start(key as Node | null), 'a merge key (<<) stands here', 'Write the settings themselves.');
    },
  });
}

function start(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}

/** Where the value at `path` begins, or its key; the nearest place around it where it has none of its own. */
function offsetOf(document: Document.Parsed, path: readonly Step[], wantKey: boolean): number {
  let node: unknown = document.contents;
  let offset = start(document.contents);
  for (const [depth, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (pair === undefined) return offset;
      offset = start(wantKey && depth === path.length - 1 ? (pair.key as Node) : ((pair.value ?? pair.key) as Node));
      node = pair.value;
    } else if (typeof node === 'object' && node !== null && 'items' in node) {
      node = (node.items as readonly unknown[])[Number(step)];
      offset = start(node as Node) || offset;
    }
  }
  return offset;
}

type At = (path: readonly Step[], wantKey?: boolean) => number;

function refusalOf(issue: z.core.$ZodIssue | undefined, value: unknown, at: At, refuse: Refuse): UsageError {
  if (issue === undefined) return refuse(0, 'it is no policy', 'See docs/policy.md.');
  if (issue.path.length === 0 && issue.code === 'invalid_type') return refuse(0, 'a policy is a mapping of keys to values', `Write for example: ${POLICY_EXAMPLES.evidence}`);
  const inner = issue.code === 'invalid_union' ? deepest(issue) : { issue, path: issue.path };
  const { path } = inner;
  if (inner.issue.code === 'unrecognized_keys') {
    const unknown = inner.issue.keys[0] ?? '';
    const known = knownKeys(path);
    const near = nearest(unknown, known);
    return refuse(at([...path, unknown], true), `there is no key ${JSON.stringify(unknown)}${path.length === 0 ? '' : ` in "${path.join('.')}"`}`, `${near === null ? '' : `The nearest is "${near}". `}Keys here are ${known.join(', ')}.`);
  }
  const given = path.reduce<unknown>((one, step) => (typeof one === 'object' && one !== null ? (one as Record<PropertyKey, unknown>)[step] : undefined), value);
  const key = String(path[0] ?? '') as keyof Policy;
  const example = Object.hasOwn(POLICY_EXAMPLES, key) ? `Write for example: ${POLICY_EXAMPLES[key]}` : 'See docs/policy.md.';
  const says = given === undefined ? 'is missing' : given === null ? 'has no value' : `cannot be ${cut(JSON.stringify(given))}`;
  return refuse(at(path), `"${path.join('.')}" ${says}${expectation(inner.issue)}`, example);
}

/** The fault of the branch of a union that got furthest: what the writer most likely meant. */
function deepest(issue: z.core.$ZodIssueInvalidUnion): { readonly issue: z.core.$ZodIssue; readonly path: readonly Step[] } {
  const [best] = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .filter((one) => one.path.length > 0 || one.code !== 'invalid_type')
    .toSorted((left, right) => right.path.length - left.path.length);
  return best === undefined ? { issue, path: issue.path } : { issue: best, path: [...issue.path, ...best.path] };
}

function knownKeys(path: readonly Step[]): readonly string[] {
  if (path[0] === 'accept') return Object.keys(deviationSchema.shape);
  if (path[0] === 'cells') return ['command', 'run', 'script'];
  return Object.keys(policySchema.shape);
}

const KINDS: Readonly<Record<string, string>> = { array: 'a list', string: 'text (quote it)', boolean: 'true or false', number: 'a number', int: 'a whole number', object: 'a mapping', record: 'a mapping' };

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `; it is one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return `; it is ${KINDS[issue.expected] ?? `a ${issue.expected}`}`;
  return '';
}

function cut(text: string | undefined): string {
  return text === undefined ? 'this' : text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** What no schema says: one command, and rules that there are and that may be spoken of so. */
function requireMeaning(policy: Policy, rules: readonly KnownRule[], at: At, refuse: Refuse): void {
  const { cells } = policy;
  const places: readonly (readonly [readonly Step[], object])[] = [[[], policy], ...(cells === undefined || Array.isArray(cells) ? [] : Object.entries(cells).flatMap(([name, cell]) => (cell === null ? [] : [[['cells', name], cell] as const])))];
  for (const [path, place] of places) {
    const given = ['command', 'run', 'script'].filter((key) => Object.hasOwn(place, key));
    if (given.length > 1) throw refuse(at([...path, given[1] ?? ''], true), `"${given[1] ?? ''}" names a second command beside "${given[0] ?? ''}"`, 'Keep one of the two.');
  }
  if (policy.setup !== undefined && policy['setup-script'] !== undefined) throw refuse(at(['setup-script'], true), '"setup-script" names a second setup beside "setup"', 'Keep one of the two.');
  for (const [row, id] of (policy.reject ?? []).entries()) requireRule(id, rules, at(['reject', row]), refuse);
  for (const [row, { rule }] of (policy.accept ?? []).entries()) {
    const offset = at(['accept', row, 'rule']);
    if (requireRule(rule, rules, offset, refuse).hard) throw refuse(offset, `"accept" names ${rule}, which is a hard stop: no policy lowers one`, `Take the entry out and mend what the rule refuses: generation-gate explain ${rule}`);
  }
}

function requireRule(id: string, rules: readonly KnownRule[], offset: number, refuse: Refuse): KnownRule {
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) return rule;
  const near = nearest(id, rules.map((one) => one.id));
  throw refuse(offset, `there is no rule ${id}`, `${near === null ? '' : `The nearest is ${near}. `}generation-gate list prints them all.`);
}
