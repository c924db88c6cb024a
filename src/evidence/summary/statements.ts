/** Reads the lines of a summary into statements: claims that stand together, with what they are about. */
import type { SummaryCitation, SummaryClaim, SummaryStatement } from '../../model/summary.ts';
import { citationsIn } from './citations.ts';
import type { FoundClaim } from './found-claim.ts';
import { countsOthers, findClaims, takesWords } from './grammar.ts';
import { isDelimiterRow, pipeCells, plainColumns, wordColumns, stripBlockStart, stripInline } from './markup.ts';
import { cellNames, isCellLabel, isCellName, placesIn } from './places.ts';
import { isHeader, readTable, type ReportNames, type Row } from './tables.ts';
import { tokenize, type Token } from './tokens.ts';
import type { TextLine } from './visible.ts';
import { meaningOf } from './words.ts';

export interface Told {
  readonly statements: readonly SummaryStatement[];
  readonly citations: readonly SummaryCitation[];
}

/** How a claim is quoted, at most. */
const QUOTE_LIMIT = 120;
/** Tokens on both sides of a line's end that a wrapped sentence may need. */
const WRAP_REACH = 10;

interface ReadLine {
  readonly line: number;
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly found: readonly FoundClaim[];
}

/** Reads all lines. `names` are reports of the verdict: a row that is named by one is about that report. */
export function readStatements(lines: readonly TextLine[], names: ReportNames, hidden = false): Told {
  const statements: SummaryStatement[] = [];
  const citations: SummaryCitation[] = [];
  let before: ReadLine | null = null;
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at);
    if (table !== null) {
      const told = readTable(table.header, table.rows, names);
      statements.push(...told.statements.map((statement) => ({ ...statement, hidden })));
      citations.push(...told.citations);
      at = table.end;
      before = null;
      continue;
    }
    const { line, text: raw } = lines[at] ?? { line: 0, text: '' };
    at += 1;
    const { text: stripped, starts } = stripBlockStart(raw, (rest) => meaningOf(/^[\p{L}-]+/u.exec(stripInline(rest))?.[0] ?? '') !== null);
    const text = stripInline(stripped).trim();
    if (text === '') {
      before = null;
      continue;
    }
    citations.push(...citationsIn(text, line));
    const tokens = tokenize(text);
    const read: ReadLine = { line, tokens, text, found: findClaims(tokens) };
    if (before !== null && !starts) statements.push(...wrapped(before, read, hidden));
    statements.push(...stated(read, names, hidden));
    before = /^\s*#{1,6}\s/.test(raw) || countsOthers(tokens) ? null : read;
  }
  return { statements, citations };
}

function stated({ line, tokens, text, found }: ReadLine, names: ReportNames, hidden: boolean): readonly SummaryStatement[] {
  if (found.length === 0) {
    const cell = cellOfHeading(text);
    return cell === null ? [] : [{ line, report: null, cells: [cell], places: [], hidden, claims: [] }];
  }
  const claims = found.map((claim) => quoted(claim, text, tokens, line));
  const label = labelBefore(text.slice(0, tokens[found[0]?.from ?? 0]?.at));
  const report = label === null ? null : (names.get(label) ?? null);
  const cells = [...cellNames(text), ...(label !== null && report === null && isCellLabel(label) ? [label] : [])];
  return [{ line, report, cells: [...new Set(cells)], places: placesIn(text), hidden, claims }];
}

/** A sentence that is wrapped: claims that begin in one line and end in the next, of words that no other claim took. */
function wrapped(first: ReadLine, second: ReadLine, hidden: boolean): readonly SummaryStatement[] {
  const head = first.tokens.slice(-WRAP_REACH);
  const skipped = first.tokens.length - head.length;
  const taken = (at: number): boolean =>
    at < head.length ? first.found.some((claim) => takesWords(claim) && within(claim, at + skipped)) : second.found.some((claim) => takesWords(claim) && within(claim, at - head.length));
  const shift = first.text.length + 1;
  const tokens = [...head, ...second.tokens.slice(0, WRAP_REACH).map((token) => ({ ...token, at: token.at + shift, end: token.end + shift }))];
  const text = `${first.text} ${second.text}`;
  const claims = findClaims(tokens)
    .filter(({ from, to }) => from < head.length && to > head.length && !range(from, to).some(taken))
    .map((claim) => quoted(claim, text, tokens, first.line));
  return claims.length === 0 ? [] : [{ line: first.line, report: null, cells: cellNames(text), places: placesIn(text), hidden, claims }];
}

function within({ from, to }: FoundClaim, at: number): boolean {
  return at >= from && at < to;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** A found claim with its words. */
export function quoted({ from, to, said }: FoundClaim, text: string, tokens: readonly Token[], line: number): SummaryClaim {
  const words = text.slice(tokens[from]?.at ?? 0, tokens[to - 1]?.end).trim();
  return { line, text: words.length > QUOTE_LIMIT ? `${words.slice(0, QUOTE_LIMIT)}…` : words, ...said };
}

/** The name that stands before a claim, up to a colon, dash, bar or closing bracket. */
function labelBefore(prefix: string): string | null {
  const label = /^[\s[(*]*([^:|]{1,100}?)\s*(?:[:|\]=]|\s-+>?)\s*(?:[^:|]{0,40}[:|]\s*)?$/u.exec(prefix.slice(0, 300))?.[1];
  return label === undefined || label.trim() === '' ? null : label.trim();
}

/** A heading, or a line like "Cell: NAME", puts what follows under a cell. */
function cellOfHeading(text: string): string | null {
  if (text.length > 160) return null;
  const named = /^(?:matrix )?cell(?: name)?\s*[:=|]\s*"?([\w.@/+-]{1,100})"?[.,]?$/i.exec(text)?.[1];
  if (named !== undefined) return named;
  const alone = text.replace(/[\s:.\])]+$/, '').replace(/^[[(]/, '');
  return isCellName(alone) ? alone : null;
}

interface FoundTable {
  readonly header: readonly string[] | null;
  readonly rows: readonly Row[];
  readonly end: number;
}

/** A table that begins at a line: one of pipes with a delimiter row or a header, or one in plain columns with a header. */
function tableAt(lines: readonly TextLine[], at: number): FoundTable | null {
  const first = lines[at];
  const second = lines[at + 1];
  if (first === undefined || second === undefined) return null;
  const columns = pipeCells(first.text) !== null ? pipeCells : plainColumns(first.text) !== null ? plainColumns : wordColumns;
  const header = columns(first.text)?.map(stripInline) ?? null;
  const next = columns(second.text);
  if (header === null || next === null) return null;
  const delimited = columns === pipeCells && isDelimiterRow(next);
  if (!delimited && !(next.length === header.length && isHeader(header, next, columns === wordColumns ? 1 : header.length))) return null;
  const rows: Row[] = [];
  let end = at + (delimited ? 2 : 1);
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    const cells = line === undefined ? null : columns(line.text);
    if (line === undefined || cells === null || (columns !== pipeCells && cells.length !== header.length)) break;
    if (!isDelimiterRow(cells)) rows.push({ line: line.line, cells });
  }
  // The header's own words may claim something too: it is read as a row without a header.
  return { header, rows: [{ line: first.line, cells: header, isHeader: true }, ...rows], end };
}
