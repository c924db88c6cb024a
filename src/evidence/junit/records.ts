/**
 * From what a document says to what it means: outcomes, stable identities, totals as the worse of attributes and
 * elements, and everything in it that is odd. Pure.
 *
 * The policy for retries and duplicates:
 * - A case that holds a rerun or flaky element and no red one needed another attempt: flaky.
 * - A red element is red, whatever another attempt of the same test did. Passes beside it are flaky, not passed.
 * - Equal cases in a suite that counts fewer tests than it holds are attempts of one test that a retry plugin repeated,
 *   and become one case: red where an attempt is, else flaky, since only a failed attempt is repeated.
 * - Other equal cases are tests of one name, told apart by their ordinal.
 */
import type { Announced, Anomaly, Outcome, ReadReport, ReportCase, ReportTotals, Severity } from '../../model/report.ts';
import { recognise } from './dialects.ts';
import type { Dialect } from './dialects.ts';
import type { CaseDraft, ReportDraft, SuiteDraft } from './draft.ts';
import { shorten } from './failure.ts';
import type { Position } from './refusal.ts';

export type ReportRecords = Pick<
  ReadReport,
  'producer' | 'totals' | 'announced' | 'cases' | 'suiteNames' | 'properties' | 'timestamps' | 'anomalies'
>;

/** Anomalies of one code that are listed one by one; the rest become a number. */
const LISTED = 50;

type Note = (severity: Severity, code: string, message: string, position: Position) => void;

export function buildRecords(draft: ReportDraft): ReportRecords {
  const dialect = recognise(draft.signature);
  const { note, anomalies } = createNotes();
  const cases = buildCases(draft.root, dialect, note);
  const worst = worstOf(draft.root, excuseOf(draft.root, dialect), note);
  const passed = cases.filter((test) => test.outcome === 'passed' && test.name !== '').length;
  const flaky = cases.filter((test) => test.outcome === 'flaky').length;
  const announced = announcedBy(draft.root);
  const uncounted = dialect?.uncountedNotExecuted !== undefined && announced.tests !== undefined ? worst.tests - announced.tests : 0;
  const executable = worst.tests - Math.max(0, uncounted);
  if (uncounted > 0) note('note', 'uncounted', `Cases that are not counted as tests: ${uncounted}. ${dialect?.uncountedNotExecuted}`, draft.root.position);
  const totals: ReportTotals = {
    tests: worst.tests,
    passed: Math.min(passed, Math.max(0, executable - worst.failures - worst.errors - worst.skipped - flaky)),
    failures: worst.failures,
    errors: worst.errors,
    skipped: worst.skipped,
    flaky,
  };
  for (const kind of ['properties', 'timestamps', 'failures'] as const) {
    const dropped = draft.dropped[kind];
    if (dropped > 0) note('note', `${kind}-dropped`, `Seen and not kept: ${dropped} ${kind}`, draft.root.position);
  }
  return {
    producer: dialect?.producer ?? null,
    totals,
    announced,
    cases,
    suiteNames: [...draft.suiteNames],
    properties: [...draft.properties],
    timestamps: [...draft.timestamps],
    anomalies: anomalies(),
  };
}

function createNotes(): { readonly note: Note; readonly anomalies: () => Anomaly[] } {
  const listed: Anomaly[] = [];
  const seen = new Map<string, { count: number; readonly last: Anomaly }>();
  return {
    note(severity, code, message, position) {
      const anomaly = { code, message: shorten(message, 500), line: position.line, column: position.column, severity };
      const known = seen.get(`${severity} ${code}`);
      if (known !== undefined) known.count += 1;
      else seen.set(`${severity} ${code}`, { count: 1, last: anomaly });
      if ((known?.count ?? 1) <= LISTED) listed.push(anomaly);
    },
    anomalies: () => [
      ...listed,
      ...[...seen.values()]
        .filter(({ count }) => count > LISTED)
        .map(({ count, last }) => ({ ...last, message: `${count - LISTED} more of this kind` })),
    ],
  };
}

/** Cases in document order within each suite, outer suites first. */
function buildCases(root: SuiteDraft, dialect: Dialect | undefined, note: Note): ReportCase[] {
  const cases: ReportCase[] = [];
  const equals = createEqualCases(cases);
  for (const suite of suitesOf(root)) {
    const path = suite.cases.length === 0 ? [] : steadyPath(suite, dialect);
    for (const test of suite.cases) {
      noteOddities(test, dialect, note);
      cases.push({
        ...(test.file === undefined ? {} : { file: test.file }),
        suite: path,
        class: test.class,
        name: test.name,
        ordinal: equals.count([test.file ?? '', ...path, test.class].join('\0'), test.name, suite, test.position),
        outcome: outcomeOf(test),
        ...(test.failure === undefined ? {} : { failure: test.failure }),
      });
    }
  }
  const repeated = new Set(equals.groups().flatMap((group) => judgeEqualCases(cases, group, dialect, note)));
  return repeated.size === 0 ? cases : cases.filter((_test, at) => !repeated.has(at));
}

type EqualCases = { readonly members: number[]; readonly suite: SuiteDraft; readonly position: Position };

/** Finds cases of equal file, suite, class and name; keeps little more than one number for a case without an equal. */
function createEqualCases(cases: readonly ReportCase[]): {
  /** Counts the case that is about to be added to `cases` and returns its ordinal among its equals. */
  readonly count: (lead: string, name: string, suite: SuiteDraft, position: Position) => number;
  readonly groups: () => readonly EqualCases[];
} {
  // A lead that only one case has is kept as that case's index: most suites of some runners hold one.
  const byLead = new Map<string, number | Map<string, number | EqualCases>>();
  const groups: EqualCases[] = [];
  function namesUnder(lead: string, at: number): Map<string, number | EqualCases> | undefined {
    const known = byLead.get(lead);
    if (typeof known === 'object') return known;
    const names = known === undefined ? undefined : new Map<string, number | EqualCases>([[cases[known]?.name ?? '', known]]);
    byLead.set(lead, names ?? at);
    return names;
  }
  return {
    count(lead, name, suite, position) {
      const at = cases.length;
      const byName = namesUnder(lead, at);
      const known = byName?.get(name);
      if (known === undefined) {
        byName?.set(name, at);
        return 0;
      }
      if (typeof known === 'object') return known.members.push(at) - 1;
      const group = { members: [known, at], suite, position };
      byName?.set(name, group);
      groups.push(group);
      return 1;
    },
    groups: () => groups,
  };
}

function* suitesOf(suite: SuiteDraft): Generator<SuiteDraft> {
  yield suite;
  for (const inner of suite.suites) yield* suitesOf(inner);
}

/** The suite path without what varies between two runs of equal tests; one array for all cases of a suite. */
function steadyPath(suite: SuiteDraft, dialect: Dialect | undefined): string[] {
  const noise = dialect?.suiteNameNoise;
  const path = pathOf(suite);
  const kept = dialect?.suiteNameVaries === true ? path.slice(0, -1) : path;
  return noise === undefined ? kept : kept.map((name) => name.replace(noise, ''));
}

function pathOf(suite: SuiteDraft): string[] {
  const path: string[] = [];
  for (let at: SuiteDraft | undefined = suite; at?.listed === true; at = at.parent) path.unshift(at.name);
  return path;
}

function isRed(test: CaseDraft): boolean {
  return test.failed || test.errored || test.redAttribute !== undefined;
}

function outcomeOf(test: CaseDraft): Outcome {
  if (test.failed || (test.redAttribute !== undefined && !test.errored)) return 'failed';
  if (test.errored) return 'errored';
  if (test.retried) return 'flaky';
  return test.skipped ? 'skipped' : 'passed';
}

function noteOddities(test: CaseDraft, dialect: Dialect | undefined, note: Note): void {
  const shown = showName(test);
  if (test.name === '') {
    note('reject', 'nameless-case', 'A test case has no name: the runner ended before it knew what it ran', test.position);
  }
  if (test.redAttribute !== undefined && !test.failed && !test.errored) {
    note('red', 'red-attribute', `${shown} holds no failure but says ${test.redAttribute}`, test.position);
  }
  if (test.retried && !isRed(test)) {
    note('note', 'flaky', `${shown} passed after a failed attempt`, test.position);
  }
  if (dialect?.redSkips !== undefined && test.skipMessage !== undefined && dialect.redSkips.test(test.skipMessage)) {
    note('red', 'could-not-run', `${shown} counts as skipped because it could not run: ${test.skipMessage}`, test.position);
  }
}

/** Settles the outcomes of equal cases; the indexes of those that are further attempts of the first. */
function judgeEqualCases(
  cases: readonly ReportCase[],
  { members, suite, position }: EqualCases,
  dialect: Dialect | undefined,
  note: Note,
): readonly number[] {
  const tests = members.flatMap((at) => cases[at] ?? []);
  const first = tests[0];
  if (first === undefined || first.name === '') return [];
  const shown = showName(first);
  const reds = tests.filter((test) => test.outcome === 'failed' || test.outcome === 'errored');
  const passes = tests.filter((test) => test.outcome === 'passed');
  const fewer = suite.announced.tests !== undefined && suite.announced.tests < heldBy(suite);
  const attempts = fewer && dialect?.repeatsNothing !== true;
  const ends = reds.length === 0 ? '' : `, ${reds.length} of them red${passes.length === 0 ? '' : ': a red attempt counts, whatever another did'}`;
  const counted = attempts ? ' in a suite that counts fewer tests: they are attempts of one test' : '';
  const flaky = passes.length > 0 && (attempts || reds.length > 0);
  const [severity, code] = reds.length > 0 ? (['red', 'red-duplicate'] as const) : (['note', flaky ? 'flaky' : 'equal-names'] as const);
  note(severity, code, `${shown} is there ${tests.length} times${ends}${counted}`, position);
  if (flaky) for (const test of passes) test.outcome = 'flaky';
  if (!attempts) return [];
  const red = reds[0];
  if (red !== undefined) {
    first.outcome = red.outcome;
    if (red.failure !== undefined) first.failure = red.failure;
  }
  return members.slice(1);
}

function showName(test: { readonly class: string; readonly name: string }): string {
  return JSON.stringify(shorten(test.class === '' ? test.name : `${test.class}.${test.name}`, 200));
}

function heldBy(suite: SuiteDraft): number {
  return suite.suites.reduce((sum, inner) => sum + heldBy(inner), suite.cases.length);
}

/** Why this report may announce more tests than it holds; undefined where nothing excuses it. */
function excuseOf(root: SuiteDraft, dialect: Dialect | undefined): string | undefined {
  const quirk = dialect?.announcesMore;
  if (quirk?.atMost === undefined) return quirk?.why;
  const announced = announcedBy(root);
  return (announced.tests ?? 0) - heldBy(root) <= (announced[quirk.atMost] ?? 0) ? quirk.why : undefined;
}

type Counts = { readonly tests: number; readonly failures: number; readonly errors: number; readonly skipped: number };

/** At each level the worse of what its attributes announce and what its elements and inner suites show. */
function worstOf(suite: SuiteDraft, excuse: string | undefined, note: Note): Counts {
  const inner = suite.suites.map((child) => worstOf(child, excuse, note));
  const own: Counts = {
    tests: suite.cases.length,
    failures: suite.cases.filter((test) => test.failed || (test.redAttribute !== undefined && !test.errored)).length,
    errors: suite.cases.filter((test) => test.errored).length,
    skipped: suite.cases.filter((test) => outcomeOf(test) === 'skipped').length,
  };
  const shown = {
    tests: sum('tests', own, inner),
    failures: sum('failures', own, inner) + suite.failures,
    errors: sum('errors', own, inner) + suite.errors,
    skipped: sum('skipped', own, inner),
  };
  noteSuite(suite, shown, excuse, note);
  return {
    tests: Math.max(shown.tests, suite.announced.tests ?? 0),
    failures: Math.max(shown.failures, suite.announced.failures ?? 0),
    errors: Math.max(shown.errors, suite.announced.errors ?? 0),
    skipped: Math.max(shown.skipped, suite.announced.skipped ?? 0),
  };
}

function sum(field: keyof Counts, own: Counts, inner: readonly Counts[]): number {
  return inner.reduce((total, counts) => total + counts[field], own[field]);
}

function noteSuite(suite: SuiteDraft, shown: Counts, excuse: string | undefined, note: Note): void {
  const { announced, position } = suite;
  const named = suite.name === '' ? 'The suite' : `The suite ${JSON.stringify(shorten(suite.name, 100))}`;
  for (const { kind, failure } of suite.reds) {
    note('red', 'suite-red', `${named} holds an element <${kind}> outside of any test case: ${failure.message}`, position);
  }
  for (const field of ['failures', 'errors'] as const) {
    const count = announced[field] ?? 0;
    if (count > shown[field]) note('red', 'red-attribute', `${named} announces ${field}=${count} and shows ${shown[field]}`, position);
  }
  if ((announced.tests ?? 0) > shown.tests) {
    const message = `${named} announces ${announced.tests} tests and holds ${shown.tests}`;
    if (excuse === undefined) note('reject', 'announces-more', `${message}: the others left no result`, position);
    else note('note', 'announces-more', `${message}; ${excuse}`, position);
  }
}

/** The outermost counts: the root's own, else the sum over its suites. */
function announcedBy(root: SuiteDraft): Announced {
  const announced: { -readonly [Name in keyof Announced]: Announced[Name] } = {};
  for (const field of ['tests', 'failures', 'errors', 'skipped'] as const) {
    const own = root.announced[field];
    const inner = root.suites.flatMap((suite) => suite.announced[field] ?? []);
    if (own !== undefined) announced[field] = own;
    else if (inner.length > 0) announced[field] = inner.reduce((left, right) => left + right, 0);
  }
  return announced;
}
