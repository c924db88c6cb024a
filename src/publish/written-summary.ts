/** The summary of an accepted verdict: what people may quote, with all that it must cite. */
import { reportName, type SavedVerdict } from '../model/summary.ts';
import type { TestTotals } from '../model/totals.ts';
import { VERSION } from '../model/version.ts';

const KINDS = ['total', 'passed', 'failed', 'errored', 'skipped', 'flaky'] as const;
/** Reports that get a row of their own; the verdict has them all. */
const ROWS = 100;

/** Markdown in which every number and id is one that a check compares. */
export function summaryOf({ digest, verdict }: SavedVerdict): string {
  const { generation, tree_id: treeId, cell, tests, reports, cached } = verdict;
  return [
    '# Test summary',
    '',
    `Written by generation-gate ${VERSION} from a verdict that it accepted.`,
    '',
    '| cited | value |',
    '| --- | --- |',
    `| verdict digest | \`${digest}\` |`,
    `| generation | \`${generation}\` |`,
    `| tree id | \`${treeId}\` |`,
    ...(cached === undefined ? [] : [`| evidence from a cache, bundle artifact | \`${cached.bundle_digest}\` |`, `| ran earlier, under generation | \`${cached.generation ?? 'none'}\` |`]),
    ...(cell === null ? [] : [`| cell | ${cell.replaceAll('_', '\\_')} |`]),
    '',
    '| tests | count |',
    '| --- | --- |',
    ...KINDS.map((kind) => `| ${kind} | ${tests[kind]} |`),
    ...(reports.length < 2 ? [] : ['', ...reportRows(verdict.reports)]),
    '',
    'Judge it, as it is or reworded: `generation-gate check --summary FILE`',
    '',
  ].join('\n');
}

function reportRows(reports: SavedVerdict['verdict']['reports']): readonly string[] {
  return [
    `| report | ${KINDS.join(' | ')} |`,
    `| --- | ${KINDS.map(() => '---').join(' | ')} |`,
    ...reports.slice(0, ROWS).map((report) => `| ${reportName(report)} | ${numbers(report.tests)} |`),
    ...(reports.length > ROWS ? ['', 'Further reports are in the verdict.'] : []),
  ];
}

function numbers(tests: TestTotals): string {
  return KINDS.map((kind) => tests[kind]).join(' | ');
}
