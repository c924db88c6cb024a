/**
 * The report as one HTML file: styles, rows and script are in it, and its own policy lets nothing else in. The templates
 * escape by default and are compiled beforehand (`npm run templates`), so that nothing is evaluated at run time.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Eta } from 'eta/core';
import { assetPath } from '../../assets.ts';
import type { ReportPage } from './page.ts';
import { template as cellsTemplate } from './templates/cells.ts';
import { template as findingsTemplate } from './templates/findings.ts';
import { template as pageTemplate } from './templates/page.ts';
import { template as recordTemplate } from './templates/record.ts';
import { template as secondRunsTemplate } from './templates/second-runs.ts';
import { template as testsTemplate } from './templates/tests.ts';
import { template as witnessTemplate } from './templates/witness.ts';
import type { TestRow, TestTable } from './test-table.ts';

/** What `npm run templates` writes: the body of a template as eta compiles it, with eta as `this`. */
export type Template = (this: Eta, it: object, options: object) => string;

/** Rows that are there without the script; it turns pages of as many. */
const FIRST_ROWS = 100;

/** The whole page. */
export function renderReport(page: ReportPage): string {
  const style = readFileSync(assetPath('report.css'), 'utf8');
  const script = readFileSync(assetPath('report.js'), 'utf8');
  const { tests, cells, secondRuns, witness } = page;
  const hasSecondRuns = Object.values(secondRuns).some(({ length }) => length > 0);
  const parts: readonly (readonly [string, string, string] | null)[] = [
    ['findings', 'Findings', render(findingsTemplate, page)],
    cells.length === 0 ? null : ['cells', 'Cells', render(cellsTemplate, page)],
    tests === null ? null : ['tests', 'Tests', render(testsTemplate, { table: tests, ...staticTable(tests) })],
    hasSecondRuns ? ['second-runs', 'Base and replay', render(secondRunsTemplate, secondRuns)] : null,
    witness === null ? null : ['witness', 'Witness', render(witnessTemplate, witness)],
    ['record', 'Record', render(recordTemplate, page)],
  ];
  const shown = parts.filter((part) => part !== null);
  const hasRows = tests !== null && tests.rows.length > 0;
  return render(pageTemplate, {
    page,
    style,
    script,
    policy: `default-src 'none'; style-src ${hashOf(style)}; script-src ${hasRows ? hashOf(script) : "'none'"}; img-src data:; base-uri 'none'; form-action 'none'`,
    sections: shown.map(([id, name]) => [id, name]),
    parts: shown.map(([, , part]) => part),
    data: hasRows ? rowData(tests) : '',
  });
}

const engine = new Eta({ autoEscape: true });

function render(template: Template, data: object): string {
  return template.call(engine, data, {});
}

/** Source expression of the Content Security Policy for an inline element with this text (CSP 3, 2.3.1). */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const WORD: Readonly<Record<string, readonly [string, string]>> = { p: ['passed', 'good'], f: ['failed', 'bad'], e: ['errored', 'bad'], s: ['skipped', 'open'], k: ['flaky', 'open'], '-': ['not run', 'none'] };
const WORST = ['f', 'e', 'k', 'p', 's', '-'];

/** The table as it is without the script: its first rows, and what can be chosen once the script is there. */
function staticTable(table: TestTable): object {
  const isMatrix = table.kind === 'matrix';
  const hasBase = table.columns.includes('before');
  const heads = isMatrix ? ['Worst', 'Cells', 'Look in'] : [...table.columns.map((name) => COLUMN[name] ?? name), ...(hasBase ? ['From base'] : [])];
  const changes = [...new Set(table.rows.flatMap(({ change }) => (change === null ? [] : [change])))].sort();
  const several = table.columns.length > 1;
  return {
    heads,
    filters: [['all', 'all'], ['red', 'red'], ['p', 'passed'], ['s', 'skipped'], ['k', 'flaky'], ...(several ? [['different', isMatrix ? 'not alike in all cells' : 'not alike in all runs']] : []), ...changes.map((kind) => [`change ${kind}`, `base to head: ${kind.replace('-', ' → ')}`])],
    count: `${table.rows.length.toLocaleString('en')} tests`,
    first: table.rows.slice(0, FIRST_ROWS).map((row) => ({
      where: [row.place, row.group].filter((text) => text !== '').join(' › '),
      name: row.name,
      says: row.says,
      cells: isMatrix ? matrixCells(row, table.columns) : [...Array.from(row.outcomes, (letter) => WORD[letter] ?? [letter, '']), ...(hasBase ? [[(row.change ?? '').replace('-', ' → '), 'none']] : [])],
    })),
  };
}

const COLUMN: Readonly<Record<string, string>> = { before: 'Base', after: 'Head', replay: 'Replay' };

function matrixCells({ outcomes }: TestRow, columns: readonly string[]): readonly (readonly string[])[] {
  const worst = WORST.find((letter) => outcomes.includes(letter)) ?? '-';
  const counts = WORST.flatMap((letter) => (outcomes.includes(letter) ? [`${outcomes.split(letter).length - 1} ${WORD[letter]?.[0] ?? ''}`] : []));
  const named = columns.filter((_, at) => 'fek'.includes(outcomes[at] ?? '-'));
  return [WORD[worst] ?? [worst, ''], [counts.join(', '), ''], [named.length > 8 ? `${named.slice(0, 8).join(', ')} and ${named.length - 8} more` : named.join(', '), 'text']];
}

/** The rows as JSON in which no character can end the element that holds it. Repeated words are stored once. */
function rowData({ kind, columns, rows }: TestTable): string {
  const words: string[] = [];
  const known = new Map<string, number>();
  const word = (text: string): number => {
    const at = known.get(text) ?? words.push(text) - 1;
    known.set(text, at);
    return at;
  };
  const lines = rows.map(({ place, group, name, outcomes, change, says }) => [word(place), word(group), name, outcomes, word(change ?? ''), says]);
  return JSON.stringify({ kind, columns, words, rows: lines }).replaceAll('<', '\\u003c');
}
