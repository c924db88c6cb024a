/** Which tests some cell reports and none executed (FI2), over millions of cases in little memory. */
import { identify, identityKey } from '../model/identity.ts';
import type { ReportCase } from '../model/report.ts';
import { showTest } from '../verify/reports.ts';

export interface TestRegister {
  readonly take: (cases: readonly ReportCase[]) => void;
  /** Tests that were skipped wherever they were reported, sorted; the first {@link NAMED} of them. */
  readonly nowhere: () => readonly string[];
}

/** Skipped tests that keep their names; beyond it they are not followed. */
const NAMED = 20_000;

/** Tests are told apart by 53 bits of their identity: two of a million share them once in 18,000 matrices. */
export function createTestRegister(): TestRegister {
  const executed = createNumberSet();
  const skipped = new Map<number, string>();
  return {
    take: (cases) => {
      for (const test of cases) {
        const key = shortHash(identityKey(identify(test, [])));
        if (test.outcome !== 'skipped') {
          executed.add(key);
          skipped.delete(key);
        } else if (!executed.has(key) && !skipped.has(key) && skipped.size < NAMED) skipped.set(key, ownText(showTest(test)));
      }
    },
    nowhere: () => [...skipped.values()].sort(),
  };
}

/** The text without what it was cut from: a name of some bytes must not keep a whole report in memory. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

interface NumberSet {
  readonly add: (key: number) => void;
  readonly has: (key: number) => boolean;
}

/** A set of whole numbers other than 0 in 16 bytes each, a tenth of what a `Set` takes for numbers beyond 31 bits. */
function createNumberSet(): NumberSet {
  let table = new Float64Array(1 << 12);
  let used = 0;
  const slotOf = (slots: Float64Array, key: number): number => {
    let at = (key >>> 0) & (slots.length - 1);
    while (slots[at] !== 0 && slots[at] !== key) at = (at + 1) & (slots.length - 1);
    return at;
  };
  return {
    has: (key) => table[slotOf(table, key)] === key,
    add: (key) => {
      const at = slotOf(table, key);
      if (table[at] === key) return;
      table[at] = key;
      used += 1;
      if (used * 2 < table.length) return;
      const larger = new Float64Array(table.length * 2);
      for (const known of table) if (known !== 0) larger[slotOf(larger, known)] = known;
      table = larger;
    },
  };
}

/** 53 bits of text, by two multiplicative hashes of 32 bits each (Fowler, Noll, Vo; Murmur's finaliser). */
function shortHash(text: string): number {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995) + 0x3c6ef372;
  }
  return (mixed(high) & 0x1fffff) * 2 ** 32 + (mixed(low ^ high) >>> 0) || 1;
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
