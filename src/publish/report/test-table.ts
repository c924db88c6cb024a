/**
 * The tests of one run as rows: how each ended on the base, on the head and in the replay. Names and failures come from
 * the reports, so whoever wrote those controls every text here.
 */
import { comparedTests, type ComparedTest, type Transition, type TransitionKind } from '../../model/compare.ts';
import type { Facts } from '../../model/facts.ts';
import type { Outcome } from '../../model/report.ts';
import { countedReports } from '../../verify/reports.ts';
import { FAILURE_LIMIT, lineOf, linesOf, NAME_LIMIT } from './words.ts';

/** One letter an outcome; `-` where the test did not run. */
export const LETTER: Readonly<Record<Outcome, string>> = { passed: 'p', failed: 'f', errored: 'e', skipped: 's', flaky: 'k' };
export const NOT_RUN = '-';

/** `outcomes` has one letter a column of the table. */
export interface TestRow {
  /** File and suite, or what else stands before the class. */
  readonly place: string;
  readonly group: string;
  readonly name: string;
  readonly outcomes: string;
  /** Transition from the base, null where there is no base. */
  readonly change: TransitionKind | null;
  /** What the failure says; '' where nothing failed. */
  readonly says: string;
}

export interface TestTable {
  /** Names of the columns: of one run `before`, `after`, `replay` as far as they are there; of a matrix its cells. */
  readonly columns: readonly string[];
  readonly kind: 'run' | 'matrix';
  readonly rows: readonly TestRow[];
  /** Rows that the page has no room for. */
  readonly leftOut: number;
}

/** Beyond these a browser gets slow, and a page too large to be sent around. Rows that a reader looks for come first. */
export const ROW_LIMIT = 200_000;
const TEXT_LIMIT = 24 << 20;

/** The table of one judged run; `roots` are absolute folders that identities leave out. */
export function testTable(facts: Facts, roots: readonly string[]): TestTable {
  const { stamped, baseline, replay } = facts;
  const marks = stamped === null ? [] : [stamped.generation, stamped.treeId];
  const own = comparedTests(countedReports(facts).map(({ path, report }) => ({ path, cases: report.cases })), baseline?.roots ?? roots, marks);
  const columns = [...(hasBase(facts) ? ['before'] : []), 'after', ...(hasReplay(facts) ? ['replay'] : [])];
  const transitions = new Map((baseline?.transitions ?? []).map((transition) => [transition.test.key, transition]));
  const clean = new Map((replay?.second.tests ?? []).map((test) => [test.key, test]));
  const known = new Set(own.map(({ key }) => key));
  const elsewhere = [...(baseline?.transitions ?? []).filter(({ kind }) => kind === 'gone').map(({ test }) => test), ...(replay?.second.tests ?? [])].filter(({ key }) => {
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  const rowFor = (test: ComparedTest, after: Outcome | null): TestRow => rowOf(test, { after, transition: transitions.get(test.key), clean: clean.get(test.key), columns });
  return bounded({ columns, kind: 'run', rows: [...own.map((test) => rowFor(test, test.outcome)), ...elsewhere.map((test) => rowFor(test, null))], leftOut: 0 });
}

function hasBase({ baseline }: Facts): boolean {
  return baseline !== null && baseline !== undefined && baseline.withTests.ending !== null;
}

function hasReplay({ replay }: Facts): boolean {
  return replay !== null && replay !== undefined && replay.second.ending !== null;
}

interface Beside {
  readonly after: Outcome | null;
  readonly transition: Transition | undefined;
  readonly clean: ComparedTest | undefined;
  readonly columns: readonly string[];
}

function rowOf(test: ComparedTest, { after, transition, clean, columns }: Beside): TestRow {
  const by: Readonly<Record<string, Outcome | null>> = { before: transition?.base ?? null, after, replay: clean?.outcome ?? null };
  const failure = test.failure ?? clean?.failure ?? null;
  return {
    ...namesOf(test),
    outcomes: columns.map((column) => letterOf(by[column] ?? null)).join(''),
    change: transition?.kind ?? null,
    says: failure === null ? '' : linesOf([failure.place, [failure.type, failure.message].filter((part) => part !== '').join(': ')].filter((part) => part !== '').join('\n'), FAILURE_LIMIT),
  };
}

export function letterOf(outcome: Outcome | null): string {
  return outcome === null ? NOT_RUN : LETTER[outcome];
}

/** A test's names as the table shows them. */
export function namesOf({ file, suite, class: group, name, ordinal }: Pick<ComparedTest, 'file' | 'suite' | 'class' | 'name' | 'ordinal'>): Pick<TestRow, 'place' | 'group' | 'name'> {
  return {
    place: lineOf([file, ...suite.filter((part) => part !== '' && part !== file && part !== group)].filter((part) => part !== '').join(' › '), NAME_LIMIT),
    group: group === file ? '' : lineOf(group, NAME_LIMIT),
    name: `${lineOf(name, NAME_LIMIT) || '(nameless)'}${ordinal > 0 ? ` (${ordinal + 1})` : ''}`,
  };
}

/** Rows a reader looks for first: red, then different, then not plainly passed; the rest in the order of the reports. */
function weight({ outcomes, change }: TestRow): number {
  if (/[fe]/.test(outcomes)) return 0;
  if (new Set(outcomes).size > 1 || (change !== null && change !== 'pass-pass')) return 1;
  return /[^p]/.test(outcomes) ? 2 : 3;
}

/** Sorts the rows, and leaves those out at the end that would make the page too large. */
export function bounded(table: TestTable): TestTable {
  const sorted = table.rows.map((row) => ({ row, weight: weight(row) })).toSorted((left, right) => left.weight - right.weight).map(({ row }) => row);
  let length = 0;
  const end = sorted.findIndex(({ place, group, name, outcomes, says }, at) => {
    // Places and groups repeat and are stored once; a few bytes of each row refer to them.
    length += name.length + outcomes.length + says.length + Math.min(place.length + group.length, 40) + 16;
    return length > TEXT_LIMIT || at >= ROW_LIMIT;
  });
  const rows = end < 0 ? sorted : sorted.slice(0, end);
  return { ...table, rows, leftOut: table.leftOut + sorted.length - rows.length };
}
