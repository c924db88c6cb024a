/** The verdict as Markdown for a job summary. Every text of others is escaped: it may hold HTML, links or tables. */
import type { Finding } from '../model/finding.ts';
import type { Envelope } from './envelope.ts';
import type { CellRow } from './fan-in.ts';
import { plainLine } from './plain.ts';
import { policyLine } from './policy.ts';

/** GitHub drops a step's summary beyond 1 MiB instead of cutting it; this leaves room for the steps around it. */
const SUMMARY_LIMIT_BYTES = 900 * 1024;
/** Room for the sentence about what was left out. */
const LAST_WORDS_BYTES = 200;
const TEXT_LENGTH = 4_000;

/** The summary of a verdict in at most `limitBytes`, for a job by default; what was left out is said. */
export function summaryMarkdown(envelope: Envelope, limitBytes: number = SUMMARY_LIMIT_BYTES): string {
  const { tests } = envelope;
  const rejecting = envelope.findings.filter(({ rejects }) => rejects);
  const notes = envelope.findings.filter(({ rejects, answer, listed }) => !rejects && (answer !== 'holds' || listed === true));
  const head = [
    `## ${envelope.verdict === 'accepted' ? '✅' : '❌'} generation-gate ${envelope.verb}: ${envelope.verdict}`,
    '',
    '| generation | tree | tests |',
    '| --- | --- | --- |',
    `| ${code(envelope.generation ?? 'none')} | ${code(envelope.tree_id ?? 'none')} | ${tests.total} (${tests.passed} passed, ${tests.failed} failed, ${tests.errored} errored, ${tests.skipped} skipped, ${tests.flaky} flaky) |`,
    '',
    ...(policyLine(envelope['policy']) === null ? [] : [`Policy: ${code(policyLine(envelope['policy']) ?? '')}`, '']),
  ].join('\n');
  const worthKnowing = notes.length > 0 ? [`### Worth knowing\n\n${notes.map((finding) => `- ${shortText(finding.what)} (${code(finding.rule)})`).join('\n')}\n`] : [];
  const parts = [...cellsSection(envelope, limitBytes / 2), ...rejecting.map(section), ...worthKnowing];
  let text = head;
  let leftOut = 0;
  for (const part of parts) {
    if (Buffer.byteLength(text) + Buffer.byteLength(part) > limitBytes - LAST_WORDS_BYTES) leftOut += 1;
    else text += `\n${part}`;
  }
  return leftOut === 0 ? `${text}\n` : `${text}\n_${leftOut} more ${leftOut === 1 ? 'part was' : 'parts were'} left out; the log has them all._\n`;
}

/** One row a cell, where the verdict is over several. Where they are too many those that were accepted are only counted. */
function cellsSection({ cells }: Envelope, limitBytes: number): string[] {
  if (!Array.isArray(cells)) return [];
  const all = cells as readonly CellRow[];
  const table = (rows: readonly CellRow[]): string => `${['| cell | verdict | tree | tests | red | ran on |', '| --- | --- | --- | ---: | ---: | --- |', ...rows.map(cellRow)].join('\n')}\n`;
  const whole = table(all);
  if (Buffer.byteLength(whole) <= limitBytes) return [whole];
  const shown: CellRow[] = [];
  let bytes = 500;
  for (const row of all.toSorted((left, right) => Number(left.state === 'accepted') - Number(right.state === 'accepted'))) {
    bytes += Buffer.byteLength(cellRow(row)) + 1;
    if (bytes > limitBytes) break;
    shown.push(row);
  }
  return [`${table(shown)}\n_${all.length - shown.length} more cells were left out, ${all.filter((row) => row.state !== 'accepted' && !shown.includes(row)).length} of them not accepted; the log has them all._\n`];
}

function cellRow({ cell, source, state, tree_id: tree, tests, runtimes }: CellRow): string {
  return `| ${code((cell ?? source ?? '').slice(0, TEXT_LENGTH))} | ${state === 'accepted' ? '✅' : '❌'} ${state} | ${code(tree?.slice(0, 12) ?? 'none')} | ${tests.total} | ${tests.failed + tests.errored} | ${shortText(runtimes.join(', '))} |`;
}

/** What one finding may say at most: words of others can be of any length, and must not crowd out the rest. */
function shortText(text: string): string {
  return markdownText(text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text);
}

function section(finding: Finding): string {
  const { rule, answer, what, why, fix, innocent_when: innocentWhen } = finding;
  return [
    `### ${answer === 'broken' ? '✗' : '?'} ${rule}`,
    '',
    `**What.** ${shortText(what)}`,
    '',
    `**Why.** ${shortText(why)}`,
    ...(fix === '' ? [] : ['', `**Fix.** ${shortText(fix)}`]),
    ...(innocentWhen === undefined ? [] : ['', `**Innocent when** ${shortText(innocentWhen)}`]),
    '',
  ].join('\n');
}

/** Text of others as Markdown that shows it and does nothing else. */
export function markdownText(text: string): string {
  return plainLine(text)
    // Four blanks at the start of an item would make code of it.
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/([\\`*_{}[\]()#+!|~-])/g, '\\$1')
    // GitHub makes mentions and issue links out of the rendered text, where a backslash is gone: a comment parts it.
    .replace(/([@#])(?=[A-Za-z0-9])/g, '$1<!-- -->')
    // At the start of an item a number would begin a list within the list.
    .replace(/^(\d+)([.)])/, '$1\\$2')
    // A bare address becomes a link by itself.
    .replaceAll('://', ':<!-- -->//')
    .replace(/www\./gi, (start) => `${start.slice(0, -1)}<!-- -->.`);
}

function code(text: string): string {
  return `<code>${plainLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '&#124;')}</code>`;
}
