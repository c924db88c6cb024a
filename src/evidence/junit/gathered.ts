/** Bounded collections for what a report says beside its cases: names, properties, timestamps. */
import type { Property, Timestamp } from '../../model/report.ts';
import type { ReportLimits } from './limits.ts';
import { ReportRefusal } from './refusal.ts';
import type { Position } from './refusal.ts';
import { detached } from './tokenizer.ts';

const PROPERTIES = 1000;
const PROPERTY_NAME_LENGTH = 200;
const PROPERTY_VALUE_LENGTH = 1000;
const TIMESTAMPS = 1000;
const TIMESTAMP_LENGTH = 64;

/** Properties that may bind a report to a generation or a tree are never dropped for want of room. */
const BINDING = /generation|tree/i;

/** Keeps strings beyond the life of their chunk, each distinct one once where `shared`, and counts what it keeps. */
export function createKeeper(limits: ReportLimits): (text: string, position: Position, shared?: boolean) => string {
  const known = new Map<string, string>();
  let kept = 0;
  return (text, position, shared = false) => {
    const seen = shared ? known.get(text) : undefined;
    if (seen !== undefined) return seen;
    kept += text.length;
    if (kept > limits.keptLength) {
      throw new ReportRefusal('limit-kept', `Names and values together are longer than ${limits.keptLength} characters`, position);
    }
    const own = detached(text);
    if (shared) known.set(own, own);
    return own;
  };
}

export function createProperties(): {
  readonly add: (name: string, value: string) => void;
  readonly all: () => Property[];
  readonly dropped: () => number;
} {
  const values = new Map<string, Set<string>>();
  const room = { binding: PROPERTIES, other: PROPERTIES };
  let dropped = 0;
  return {
    add(rawName, rawValue) {
      const name = rawName.slice(0, PROPERTY_NAME_LENGTH);
      const value = rawValue.slice(0, PROPERTY_VALUE_LENGTH);
      if (values.get(name)?.has(value) === true) return;
      const budget = BINDING.test(name) ? 'binding' : 'other';
      if (room[budget] === 0) {
        dropped += 1;
        return;
      }
      room[budget] -= 1;
      const known = values.get(name);
      if (known === undefined) values.set(detached(name), new Set([detached(value)]));
      else known.add(detached(value));
    },
    all: () => [...values].map(([name, set]) => ({ name, values: [...set] })),
    dropped: () => dropped,
  };
}

/** Keeps the first distinct timestamps and, whatever else is dropped, the earliest dated one. */
export function createTimestamps(): {
  readonly add: (timestamp: Timestamp) => void;
  readonly all: () => Timestamp[];
  readonly dropped: () => number;
} {
  const kept = new Map<string, Timestamp>();
  let earliest: Timestamp | undefined;
  let dropped = 0;
  return {
    add(given) {
      const timestamp = { ...given, raw: detached(given.raw.slice(0, TIMESTAMP_LENGTH)) };
      if (timestamp.epochMs !== undefined && timestamp.epochMs < (earliest?.epochMs ?? Infinity)) earliest = timestamp;
      if (kept.has(timestamp.raw)) return;
      if (kept.size < TIMESTAMPS) kept.set(timestamp.raw, timestamp);
      else dropped += 1;
    },
    all: () => [...kept.values(), ...(earliest === undefined || kept.has(earliest.raw) ? [] : [earliest])],
    dropped: () => dropped,
  };
}
