/** Counting attributes of suites. Runners spell them in several ways; whoever writes the file controls the values. */
import type { Announced } from '../../model/report.ts';
import { shorten } from './failure.ts';
import { ReportRefusal } from './refusal.ts';
import type { Element } from './tokenizer.ts';

type Counted = keyof Announced;

/** Attributes that every reader of JUnit takes for counts: another value than a count is refused. */
const COUNTS: Readonly<Record<string, { readonly counts: Counted; readonly adds: boolean }>> = {
  tests: { counts: 'tests', adds: false },
  failures: { counts: 'failures', adds: false },
  errors: { counts: 'errors', adds: false },
  skipped: { counts: 'skipped', adds: false },
  // googletest and ctest count disabled tests apart from skipped ones.
  disabled: { counts: 'skipped', adds: true },
};

/** Spellings of few runners, read where they hold a count (nose `skip`, Ant and TestNG `ignored`). */
const ALIASES: Readonly<Record<string, Counted>> = { failed: 'failures', skip: 'skipped', skips: 'skipped', ignored: 'skipped' };

/** The counts that one suite or root announces. Throws a refusal on a counting attribute that holds no count. */
export function readCounts(element: Element): Announced {
  const counts: { -readonly [Name in Counted]?: number } = {};
  const added: { -readonly [Name in Counted]?: number } = {};
  for (const [written, value] of element.written) {
    const name = written.slice(written.indexOf(':') + 1).toLowerCase();
    if (written.startsWith('xmlns')) continue;
    const counting = Object.hasOwn(COUNTS, name) ? COUNTS[name] : undefined;
    if (counting !== undefined) {
      const count = countOf(value);
      if (count === undefined) {
        const shown = JSON.stringify(shorten(value, 40));
        throw new ReportRefusal('bad-count', `The attribute ${name}=${shown} of <${element.name}> is no count`, element.position);
      }
      const into = counting.adds ? added : counts;
      into[counting.counts] = Math.max(into[counting.counts] ?? 0, count);
    } else if (Object.hasOwn(ALIASES, name)) {
      const alias = ALIASES[name];
      const count = countOf(value);
      if (alias !== undefined && count !== undefined) counts[alias] = Math.max(counts[alias] ?? 0, count);
    }
  }
  if (added.skipped !== undefined) {
    const both = (counts.skipped ?? 0) + added.skipped;
    // Where both together are more than there are tests, they count the same ones.
    counts.skipped = both > (counts.tests ?? Infinity) ? Math.max(counts.skipped ?? 0, added.skipped) : both;
  }
  return counts;
}

function countOf(value: string): number | undefined {
  const trimmed = value.trim();
  return /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : undefined;
}
