/** Tables of a summary: a number means what the head of its column or the name of its row says. */
import type { SummaryCitation, SummaryClaim, SummaryStatement, TestKind } from '../../model/summary.ts';
import { citationsIn } from './citations.ts';
import { findClaims } from './grammar.ts';
import { stripInline } from './markup.ts';
import { cellNames, isCellLabel, isCellName, placesIn } from './places.ts';
import { tokenize } from './tokens.ts';
import { CELLS, isForeignKey, keyParts, meaningOf, SIGNS, type Meaning } from './words.ts';

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly isHeader?: true;
}

/** Heads of a first column that lists the cells of a matrix. */
const MATRIX_HEADS: ReadonlySet<string> = new Set([...CELLS, 'python', 'node', 'version', 'target', 'env', 'config', 'arch', 'architecture', 'shard']);
const NEUTRAL: ReadonlySet<string> = new Set(['', 'total', 'totals', 'all', 'sum', 'overall', 'result', 'results', 'test', 'tests', 'summary', 'all tests', 'count', 'counts', '-']);

/** Names of the verdict's reports as they read in a summary, with the path of each. */
export type ReportNames = ReadonlyMap<string, string>;

/** Whether a line in columns is a head: words only, some of them about tests and at most `foreign` not, and numbers below. */
export function isHeader(header: readonly string[], next: readonly string[], foreign: number): boolean {
  const known = header.filter((cell) => headMeaning(cell) !== null).length;
  return header.every((cell) => !/\d/.test(cell)) && known > 0 && header.length - known <= foreign && next.some((cell) => plainNumber(stripInline(cell)) !== null);
}

/** What a column's head or a row's name says that its numbers count. */
export function headMeaning(text: string): Meaning | null {
  const plain = text.trim().replace(/[:*()]+/g, ' ').trim();
  if (plain === '' || plain.length > 60) return null;
  const sign = Array.from(plain, (character) => SIGNS.get(character)).find((meaning) => meaning !== undefined) ?? null;
  if (isForeignKey(plain)) return null;
  return meaningOf(plain) ?? meaningOf(keyParts(plain).join('_')) ?? sign;
}

function plainNumber(text: string): number | null {
  const [token, ...more] = tokenize(text.trim());
  return token?.kind === 'number' && more.length === 0 && /^\d/.test(token.text) ? token.value : null;
}

/** Reads a table. Its cells still carry Markdown's marks. */
export function readTable(header: readonly string[] | null, rows: readonly Row[], names: ReportNames): { readonly statements: readonly Omit<SummaryStatement, 'hidden'>[]; readonly citations: readonly SummaryCitation[] } {
  const heads = header ?? [];
  const columns = heads.map((head) => ({ head, means: headMeaning(head) }));
  const isMatrix = keyParts(heads[0] ?? '').some((part) => MATRIX_HEADS.has(part));
  const citations: SummaryCitation[] = [];
  const statements: Omit<SummaryStatement, 'hidden'>[] = [];
  /** Rows that are named by a result, as "| passed | 42 |": they belong together. */
  const listed: SummaryClaim[] = [];
  for (const { line, cells: marked, isHeader: head } of rows) {
    const cells = marked.map(stripInline);
    cells.forEach((cell, column) => citations.push(...citationsIn(cell, line, head === true ? '' : column === 0 ? (heads[0] ?? '') : `${heads[column] ?? ''} ${cells[0] ?? ''}`)));
    const first = cells[0] ?? '';
    const rowMeans = head === true ? null : headMeaning(first);
    const claims: SummaryClaim[] = [];
    cells.forEach((cell, column) => {
      if (column === 0 && names.has(first.trim())) return;
      const told = head === true ? readCell(cell, line, null, '') : readCell(cell, line, meaningOfCell(columns[column]?.means ?? null, rowMeans, column), column === 0 ? '' : first);
      const place = columns[column]?.head ?? '';
      if (told.length > 0 && head !== true && column > 0 && isCellName(place)) statements.push({ line, report: null, cells: [place], places: [], claims: told });
      else if (rowMeans !== null && column > 0) listed.push(...told);
      else claims.push(...told);
    });
    const own = /^(?:matrix )?cell(?: name)?$/i.test(first.trim()) ? (cells[1] ?? '').trim() : '';
    if (own !== '' && own !== '-' && claims.length === 0 && head !== true && !heads.slice(1).some((text) => headMeaning(text) !== null)) statements.push({ line, report: null, cells: [own], places: [], claims: [] });
    if (claims.length > 0) statements.push({ line, ...about(first, cells.join(' | '), isMatrix && head !== true, names), claims });
  }
  if (listed.length > 0) statements.push({ line: listed[0]?.line ?? 0, report: null, cells: [], places: [], claims: listed });
  return { statements: aboutTests(statements, heads), citations };
}

/** The head of the column decides, unless it only says "tests" and the row is more precise. */
function meaningOfCell(column: Meaning | null, row: Meaning | null, at: number): Meaning | null {
  if (at === 0) return column;
  if (column === null || ((column === 'tests' || column === 'total') && row !== null)) return row ?? column;
  return column;
}

function readCell(cell: string, line: number, means: Meaning | null, rowName: string): readonly SummaryClaim[] {
  const tokens = tokenize(cell);
  const of: TestKind | null = means === 'tests' ? 'total' : means;
  const first = tokens[0];
  const found = findClaims(tokens);
  const claims: SummaryClaim[] = found.map(({ from, to, said }) => ({ line, text: cell.slice(tokens[from]?.at, tokens[to - 1]?.end), ...said }));
  const leads = first?.kind === 'number' && /^\d/.test(first.text) && found[0]?.from !== 0 && (tokens.length === 1 || ['(', ',', ';', '/'].includes(tokens[1]?.text ?? ''));
  if (of !== null && leads) return [{ line, text: rowName === '' ? cell.trim() : `${rowName} ${cell}`.trim(), kind: 'count', of, word: of, count: first.value }, ...claims];
  if (claims.length > 0 || rowName === '') return claims;
  // "| all tests | ✅ |"
  const joined = `${rowName} : ${cell}`;
  const words = tokenize(joined);
  return findClaims(words)
    .filter(({ said }) => said.kind !== 'count')
    .map(({ said }) => ({ line, text: joined, ...said }));
}

function about(first: string, row: string, isMatrix: boolean, names: ReportNames): Pick<SummaryStatement, 'report' | 'cells' | 'places'> {
  const label = first.trim();
  if (NEUTRAL.has(label.toLowerCase()) || headMeaning(label) !== null || plainNumber(label) !== null) return { report: null, cells: cellNames(row), places: placesIn(row) };
  const report = names.get(label);
  if (report !== undefined) return { report, cells: [], places: [] };
  return { report: null, cells: [...new Set([...(isMatrix || isCellLabel(label) ? [label] : []), ...cellNames(row)])], places: isMatrix ? [] : placesIn(row) };
}

/** A table whose only numbers are totals of something that is never called tests claims nothing about them. */
function aboutTests(statements: readonly Omit<SummaryStatement, 'hidden'>[], heads: readonly string[]): readonly Omit<SummaryStatement, 'hidden'>[] {
  const weak = ({ claims }: Omit<SummaryStatement, 'hidden'>) => claims.every((claim) => claim.kind === 'count' && (claim.of === 'total' || claim.of === 'executed'));
  const named = heads.some((head) => keyParts(head).some((part) => meaningOf(part) === 'tests'));
  return named || statements.some((statement) => statement.claims.length > 0 && !weak(statement)) ? statements : statements.filter(({ claims }) => claims.length === 0);
}
