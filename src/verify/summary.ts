/** Reconciles what written summaries claim with what the reports tell (EV6). Pure, over facts alone. */
import type { Facts } from '../model/facts.ts';
import type { SummaryClaim, SummaryFacts, SummaryFile, SummaryPlace, SummaryStatement, TestKind } from '../model/summary.ts';
import { showPath } from '../model/path.ts';
import { countedReports, oneLine } from './reports.ts';
import { NOTHING_TO_JUDGE, broken, holds, type RuleAnswer } from './rule.ts';
import type { TestTotals } from '../model/totals.ts';
import { reportTotals, totalsOf } from './totals.ts';
import { counted, enumerate } from './words.ts';

/** Something in a summary that cannot stand, as the part of a sentence that follows the file's name. */
export interface SummaryFault {
  readonly path: string;
  readonly line: number | null;
  readonly words: string;
}

export type ReadSummary = SummaryFile & { readonly reading: Extract<SummaryFile['reading'], { readonly state: 'read' }> };

/** Judges the summaries that could be read; without any, or without facts about them, there is nothing to judge. */
export function overSummaries({ check }: Facts, judge: (files: readonly ReadSummary[], summaries: SummaryFacts) => RuleAnswer): RuleAnswer {
  const summaries = check?.summaries ?? null;
  const files = (summaries?.files ?? []).filter((file): file is ReadSummary => file.reading.state === 'read');
  return summaries === null || files.length === 0 ? NOTHING_TO_JUDGE : judge(files, summaries);
}

/** One answer over the faults of all summaries. */
export function answerOf(faults: readonly SummaryFault[], say: { readonly fault: readonly [one: string, many: string]; readonly fine: string; readonly fix: string; readonly innocentWhen?: string }): RuleAnswer {
  if (faults.length === 0) return holds(say.fine);
  const shown = faults.map(({ path, line, words }) => `${showPath(path)}${line === null ? '' : ` line ${line}`}: ${words}`);
  return broken(`${counted(faults.length, ...say.fault)}: ${enumerate(shown)}`, {
    paths: [...new Set(faults.map(({ path }) => path))],
    fix: say.fix,
    ...(say.innocentWhen === undefined ? {} : { innocentWhen: say.innocentWhen }),
  });
}

/** Quotes a claim: its words are the writer's. */
export function quoteClaim({ text }: SummaryClaim, hidden = false): string {
  return `"${oneLine(text).replaceAll('"', "'")}"${hidden ? ' (in a comment)' : ''}`;
}

/** Claims about tests that the reports do not bear out. Statements about another cell are another rule's. */
export function unreconciled(facts: Facts, { ranOn, ownCell }: SummaryFacts, { path, reading }: ReadSummary): readonly SummaryFault[] {
  const all = totalsOf(facts);
  const reports = new Map(countedReports(facts).map((seen) => [seen.path, reportTotals(seen)]));
  const own = reading.statements.filter((statement) => foreignCells(statement, ownCell, ranOn).length === 0);
  const told = disclosed(own, all);
  return own.flatMap((statement) => {
    const truth = statement.report === null ? all : reports.get(statement.report);
    if (truth === undefined) return statement.claims.map((claim) => ({ path, line: claim.line, words: `${quoteClaim(claim)} is about ${showPath(statement.report ?? '')}, which is no report that counts` }));
    const scope = { truth, told: statement.report === null ? told : { skipped: true, flaky: true }, claims: statement.claims };
    return statement.claims.flatMap((claim) => {
      const against = faultOf(claim, scope);
      return against === null ? [] : [{ path, line: claim.line, words: `${quoteClaim(claim, statement.hidden)}, ${against}` }];
    });
  });
}

interface Disclosed {
  readonly skipped: boolean;
  readonly flaky: boolean;
}

interface Scope {
  readonly truth: TestTotals;
  /** What the summary openly says was skipped or flaky, so that "all tests passed" misleads nobody. */
  readonly told: Disclosed;
  /** The claims that stand together. */
  readonly claims: readonly SummaryClaim[];
}

type Count = Extract<SummaryClaim, { readonly kind: 'count' }>;

function isCount(claim: SummaryClaim): claim is Count {
  return claim.kind === 'count';
}

function disclosed(statements: readonly SummaryStatement[], truth: TestTotals): Disclosed {
  const tells = (of: 'skipped' | 'flaky'): boolean =>
    truth[of] === 0 ||
    statements.some(({ hidden, report, claims }) => !hidden && report === null && claims.some((claim) => isCount(claim) && claim.of === of && countFault(claim, { truth, told: { skipped: false, flaky: false }, claims }) === null));
  return { skipped: tells('skipped'), flaky: tells('flaky') };
}

/** What the reports say against a claim; null where they bear it out. */
function faultOf(claim: SummaryClaim, scope: Scope): string | null {
  const { truth, told } = scope;
  const red = truth.failed + truth.errored;
  const executed = truth.total - truth.skipped;
  switch (claim.kind) {
    case 'count':
      return countFault(claim, scope);
    case 'share': {
      const whole = claim.among === truth.total || (claim.among === executed && told.skipped);
      return allowed({ of: claim.of, word: '' }, scope).includes(claim.count) && whole ? null : sayTotals(truth);
    }
    case 'rate':
      return [truth.total, ...(told.skipped ? [executed] : [])].some((among) => among > 0 && isRate(claim, (truth.passed / among) * 100)) ? null : sayTotals(truth);
    case 'all-passed':
      return truth.total > 0 && red === 0 && (truth.skipped === 0 || told.skipped) && (truth.flaky === 0 || told.flaky) ? null : sayTotals(truth);
    case 'executed-passed':
      return truth.total > 0 && red === 0 && (truth.flaky === 0 || told.flaky) ? null : sayTotals(truth);
    case 'none-failed':
      return red === 0 ? null : sayTotals(truth);
    case 'all-cells':
      return null;
    case 'unclear':
      return `which no number of the reports can be compared with; ${sayTotals(truth)}`;
  }
}

/** Words that runners use beside a plainer one for a part of the same count: "1 skipped, 1 xfailed" are two skipped. */
const PARTS: ReadonlySet<string> = new Set(['xfailed', 'xfail', 'xpassed', 'xpass', 'todo', 'pending', 'disabled', 'ignored']);
const ATTEMPTS: ReadonlySet<string> = new Set(['rerun', 'reruns', 'retried']);

function countFault(claim: Count, scope: Scope): string | null {
  const values = allowed(claim, scope);
  if (values.includes(claim.count)) return null;
  const beside = scope.claims.filter((other) => isCount(other)).filter(({ of }) => of === claim.of);
  const parts = beside.filter(({ word }) => PARTS.has(word));
  const plain = beside.filter(({ word }) => !PARTS.has(word));
  const once = plain.length <= 1 && parts.length > 0 && new Set(parts.map(({ word }) => word)).size === parts.length && beside.length > 1;
  if (once && values.includes(beside.reduce((sum, { count }) => sum + count, 0))) return null;
  if (claim.of === 'flaky' && ATTEMPTS.has(claim.word) && scope.truth.flaky > 0 && claim.count >= scope.truth.flaky) return null;
  return sayTotals(scope.truth);
}

/** The numbers that a count may have. */
function allowed({ of, word }: { readonly of: TestKind; readonly word: string }, { truth, claims }: Scope): readonly number[] {
  const counts = claims.filter(isCount);
  switch (of) {
    case 'executed':
      return [truth.total, truth.total - truth.skipped];
    case 'passed':
      // A runner that repeats failed tests counts those that passed in the end, and the attempts beside them.
      return counts.some((other) => ATTEMPTS.has(other.word)) ? [truth.passed, truth.passed + truth.flaky] : [truth.passed];
    case 'failed':
      // Many runners know no errors apart from failures.
      return counts.some((other) => other.of === 'errored') ? [truth.failed] : [truth.failed, truth.failed + truth.errored];
    case 'unreported':
      return [0];
    case 'total':
      return word === '' ? [truth.total, truth.total - truth.skipped] : [truth.total];
    default:
      return [truth[of]];
  }
}

function isRate({ percent, decimals }: { readonly percent: number; readonly decimals: number }, exact: number): boolean {
  const step = 10 ** Math.min(decimals, 9);
  return [Math.floor(exact * step), Math.round(exact * step)].includes(Math.round(percent * step));
}

function sayTotals({ total, passed, failed, errored, skipped, flaky }: TestTotals): string {
  return `and the reports tell ${total} total, ${passed} passed, ${failed} failed, ${errored} errored, ${skipped} skipped, ${flaky} flaky`;
}

/** Cells, systems and versions that a statement claims and that are not those of this run. */
export function foreignCells({ cells, places, claims }: SummaryStatement, own: readonly string[], ranOn: readonly SummaryPlace[]): readonly string[] {
  const named = cells.filter((cell) => !own.some((name) => name.toLowerCase() === cell.toLowerCase()));
  const elsewhere = cells.length > 0 && named.length === 0 ? [] : placesElsewhere(places, ranOn);
  return [...named, ...elsewhere, ...(claims.some(({ kind }) => kind === 'all-cells') ? ['every cell'] : [])];
}

function placesElsewhere(places: readonly SummaryPlace[], ranOn: readonly SummaryPlace[]): readonly string[] {
  const elsewhere = places.filter(({ family, version }) => {
    const known = ranOn.filter((place) => place.family === family);
    if (version === '') return known.length === 0;
    if (known.length > 0) return !known.some((place) => isSameVersion(version, place.version));
    // Nobody recorded this runtime: one version may be a remark, several are a matrix.
    return places.filter((place) => place.family === family).length > 1;
  });
  return elsewhere.map(({ family, version }) => `${family} ${version}`.trim());
}

/** `3` and `3.12` both name 3.12.4. */
function isSameVersion(said: string, known: string): boolean {
  return known === '' || `${known}.`.startsWith(`${said}.`) || `${said}.`.startsWith(`${known}.`);
}
