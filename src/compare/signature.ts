/**
 * The signature of a failure: type, message and place, without what differs between two runs of one fault (BL2).
 * Numbers of the message itself stay: "5 != 6" is another failure than "5 != 7".
 */
import { stripRoots } from '../model/identity.ts';
import type { Failure } from '../model/report.ts';

export interface Signature {
  readonly type: string;
  readonly message: string;
  /** Path relative to the directory, and line; both empty where the report names no place. */
  readonly file: string;
  readonly line: number | null;
}

const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  // ISO 8601 and RFC 3339 times, clock times, durations.
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b\d+(?:\.\d+)?(?:e-?\d+)? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|milliseconds?|minutes?)\b/g, '<duration>'],
  // Addresses of objects, and identifiers made at random.
  [/\b0x[0-9a-fA-F]{4,}\b/g, '<address>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b(pid|process|port)[ =:]+\d+\b/gi, '$1 <number>'],
  // Any absolute path left: it belongs to the machine.
  [/(?<![\w.<])(?:file:\/\/)?(?:\/[\w.@+~-]+){2,}\/?/g, '<path>'],
];

/** The signature of a red test; one that says nothing has empty parts. `roots` are the run's own absolute folders. */
export function signatureOf(failure: Failure | null, roots: readonly string[]): Signature {
  const place = stripRoots(failure?.place ?? '', roots);
  const at = /^(?<file>.*?):(?<line>\d+)$/s.exec(place)?.groups;
  return {
    type: normalise(failure?.type ?? '', roots),
    message: normalise(failure?.message ?? '', roots),
    file: at?.['file'] ?? place,
    line: at === undefined ? null : Number(at['line']),
  };
}

/** Where a line of a file on the base stands on the head; null where it is not there any more. */
export type LineMap = (file: string, baseLine: number) => number | null;

/** Why the failure on the head is another one than on the base; null where both are the same. */
export function differenceBetween(base: Signature, head: Signature, lines: LineMap): string | null {
  if (base.type !== head.type) return `its type was ${quoted(base.type)} on the base and is ${quoted(head.type)}`;
  if (base.message !== head.message) return `it said ${quoted(base.message)} on the base and says ${quoted(head.message)}`;
  if (base.file !== head.file) return `it failed at ${quoted(base.file)} on the base and fails at ${quoted(head.file)}`;
  if (base.line === head.line) return null;
  const expected = base.line === null ? null : lines(base.file, base.line);
  return expected === head.line ? null : `it failed at line ${base.line ?? '?'} of ${base.file} on the base and fails at line ${head.line ?? '?'}`;
}

function normalise(text: string, roots: readonly string[]): string {
  let plain = stripRoots(text, roots);
  for (const [form, instead] of VARIABLE_PARTS) plain = plain.replace(form, instead);
  return plain.replace(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return text === '' ? 'nothing' : `"${text.length > 120 ? `${text.slice(0, 120)}…` : text}"`;
}
