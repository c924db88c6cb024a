/** What the report page shows, as plain values: the verdict first, then what a reader asks next. No markup here. */
import type { Facts } from '../../model/facts.ts';
import type { Finding } from '../../model/finding.ts';
import { showPath } from '../../model/path.ts';
import type { TestTotals } from '../../model/totals.ts';
import { VERSION } from '../../model/version.ts';
import { BUNDLE_CATALOG } from '../../verify/bundle-catalog.ts';
import { CATALOG } from '../../verify/catalog.ts';
import { REFUSALS } from '../../verify/refusals.ts';
import { counted, endingWords } from '../../verify/words.ts';
import type { Envelope } from '../envelope.ts';
import type { CellRow } from '../fan-in.ts';
import { secondRunsOf, type SecondRunsView } from './second-runs.ts';
import type { TestTable } from './test-table.ts';
import { witnessOf, type WitnessView } from './witness.ts';
import { lineOf, linesOf } from './words.ts';

export interface FindingView {
  readonly rule: string;
  readonly title: string;
  readonly answer: Finding['answer'];
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  readonly innocentWhen: string;
  readonly paths: readonly string[];
}

/** A name and a value; `exact` for ids and digests, which a reader compares letter by letter. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly exact: boolean;
}

export interface CellView {
  readonly cell: string;
  readonly state: CellRow['state'];
  readonly tests: number;
  readonly red: number;
  readonly skipped: number;
  readonly tree: string;
  readonly runtimes: string;
  readonly rejecting: string;
}

export interface ReportPage {
  readonly program: string;
  readonly verb: string;
  readonly verdict: Envelope['verdict'];
  readonly subject: string;
  readonly headline: string;
  readonly totals: TestTotals;
  readonly rejecting: readonly FindingView[];
  readonly open: readonly FindingView[];
  readonly notes: readonly FindingView[];
  readonly held: readonly FindingView[];
  readonly tests: TestTable | null;
  readonly cells: readonly CellView[];
  readonly secondRuns: SecondRunsView;
  readonly witness: WitnessView | null;
  readonly record: readonly Fact[];
}

export interface ReportSource {
  readonly envelope: Envelope;
  /** What was judged; null where the gate stopped before its check, and where several bundles were judged. */
  readonly facts: Facts | null;
  readonly tests: TestTable | null;
}

const TITLES: ReadonlyMap<string, string> = new Map([...CATALOG, ...BUNDLE_CATALOG, ...REFUSALS].map(({ id, title }) => [id, title]));

/** The page of one verdict. */
export function pageOf({ envelope, facts, tests }: ReportSource): ReportPage {
  const views = envelope.findings.map((finding) => ({ finding, view: findingView(finding) }));
  const pick = (matches: (finding: Finding) => boolean): FindingView[] => views.filter(({ finding }) => matches(finding)).map(({ view }) => view);
  const rejecting = pick(({ rejects }) => rejects);
  const open = pick(({ rejects, answer }) => !rejects && answer !== 'holds');
  const held = pick(({ rejects, answer, listed }) => !rejects && answer === 'holds' && listed !== true);
  const cell = textPart(envelope, 'cell');
  return {
    program: VERSION,
    verb: lineOf(envelope.verb),
    verdict: envelope.verdict,
    subject: cell === '' ? '' : lineOf(cell),
    headline: headlineOf(envelope, rejecting.length, open.length),
    totals: envelope.tests,
    rejecting,
    open,
    notes: pick(({ rejects, answer, listed }) => !rejects && answer === 'holds' && listed === true),
    held,
    tests,
    cells: cellsOf(envelope).map(cellView),
    secondRuns: secondRunsOf(facts),
    witness: facts?.run === null || facts === null ? null : witnessOf(facts.run.witness),
    record: recordOf(envelope, facts),
  };
}

function headlineOf({ verdict, findings, verb }: Envelope, rejecting: number, open: number): string {
  if (verdict === 'rejected') return `${counted(rejecting, 'finding')} ${rejecting === 1 ? 'rejects it. It says' : 'reject it. Each says'} what was seen, why it matters and what mends it.`;
  const held = findings.filter(({ answer }) => answer === 'holds').length;
  const unproven = open === 0 ? '' : ` ${counted(open, 'answer')} could not be had, and ${open === 1 ? 'was' : 'were'} not required: see below.`;
  return `${counted(held, 'rule holds', 'rules hold')}${verb === 'fan-in' ? ' over all cells' : ''}.${unproven}`;
}

function findingView({ rule, answer, what, why, fix, paths, innocent_when: innocentWhen }: Finding): FindingView {
  return {
    rule: lineOf(rule),
    title: TITLES.get(rule) ?? '',
    answer,
    what: linesOf(what),
    why: linesOf(why),
    fix: linesOf(fix),
    innocentWhen: lineOf(innocentWhen ?? ''),
    paths: (paths ?? []).map((path) => lineOf(showPath(path))),
  };
}

function cellsOf({ cells }: Envelope): readonly CellRow[] {
  return Array.isArray(cells) ? (cells as readonly CellRow[]) : [];
}

function cellView({ cell, source, state, tests, tree_id: tree, runtimes, rejecting }: CellRow): CellView {
  return {
    cell: lineOf(cell ?? source ?? '(nameless)'),
    state,
    tests: tests.total,
    red: tests.failed + tests.errored,
    skipped: tests.skipped,
    tree: lineOf(tree?.slice(0, 12) ?? 'none'),
    runtimes: lineOf(runtimes.join(', ')),
    rejecting: rejecting.map((rule) => lineOf(rule)).join(', '),
  };
}

/** What a reader needs to find the same verdict again. */
function recordOf(envelope: Envelope, facts: Facts | null): readonly Fact[] {
  const run = facts?.run?.outcome ?? null;
  const facet = (name: string, value: string | null | undefined, exact = true): Fact[] => (value === null || value === undefined || value === '' ? [] : [{ name, value: lineOf(value), exact }]);
  return [
    ...facet('Cell', textPart(envelope, 'cell')),
    ...facet('Generation', envelope.generation),
    ...facet('Tree id', envelope.tree_id),
    ...facet('Content id', facts?.stamped?.contentId),
    ...facet('HEAD', envelope.head),
    ...facet('Command', commandOf(envelope)),
    ...facet('Command digest', run?.command ?? textPart(envelope, 'command_digest')),
    ...facet('It', run === null ? null : `${endingWords(run.ending)} after ${(run.durationMs / 1000).toFixed(1)} s, in ${run.cwd === '.' ? 'the top folder' : showPath(run.cwd)}`, false),
    ...facet('Started', run?.startedAt, false),
    ...facet('Ending', run === null && facts?.asked.outcome !== null && facts !== null ? `${facts.asked.outcome}, as the workflow says; it was not observed` : null, false),
    ...facet('Stamp digest', textPart(envelope, 'stamp_digest')),
    ...facet('Verdict digest', textPart(envelope, 'verdict_digest')),
    ...facet('Merged tree', mergingOf(envelope)),
  ];
}

function textPart(envelope: Envelope, name: string): string {
  const value = envelope[name];
  return typeof value === 'string' ? value : '';
}

function commandOf({ run }: Envelope): string {
  const command = typeof run === 'object' && run !== null && 'command' in run ? run.command : '';
  return typeof command === 'string' ? command : '';
}

function mergingOf({ merging }: Envelope): string {
  if (typeof merging !== 'object' || merging === null || !('tree_id' in merging)) return '';
  return typeof merging.tree_id === 'string' ? merging.tree_id : '';
}
