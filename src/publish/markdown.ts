/** The verdict as Markdown for a job summary. Every text of others is escaped: it may hold HTML, links or tables. */
import type { Finding } from '../model/finding.ts';
import type { Envelope } from './envelope.ts';
import type { CellRow } from './fan-in.ts';
import { plainLine } from './plain.ts';

/** GitHub drops a step's summary beyond 1 MiB instead of cutting it; this leaves room for the steps around it. */
const SUMMARY_LIMIT_BYTES = 900 * 1024;

/** The job summary of a verdict, at most 900 KiB; what was left out is said. */
export function summaryMarkdown(envelope: Envelope): string {
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
  ].join('\n');
  const parts = [...cellsSection(envelope), ...rejecting.map(section), ...(notes.length > 0 ? [`### Worth knowing\n\n${notes.map((finding) => `- ${markdownText(finding.what)} (${code(finding.rule)})`).join('\n')}\n`] : [])];
  let text = head;
  for (const [at, part] of parts.entries()) {
    if (Buffer.byteLength(text) + Buffer.byteLength(part) > SUMMARY_LIMIT_BYTES) {
      return `${text}\n_${parts.length - at} more parts were left out; the log has them all._\n`;
    }
    text += `\n${part}`;
  }
  return `${text}\n`;
}

/** One row a cell, where the verdict is over several. */
function cellsSection({ cells }: Envelope): string[] {
  if (!Array.isArray(cells)) return [];
  const rows = (cells as readonly CellRow[]).map(
    ({ cell, source, state, tree_id: tree, tests, runtimes }) =>
      `| ${code(cell ?? source ?? '')} | ${state === 'accepted' ? '✅' : '❌'} ${state} | ${code(tree?.slice(0, 12) ?? 'none')} | ${tests.total} | ${tests.failed + tests.errored} | ${markdownText(runtimes.join(', '))} |`,
  );
  return [`${['| cell | verdict | tree | tests | red | ran on |', '| --- | --- | --- | ---: | ---: | --- |', ...rows].join('\n')}\n`];
}

function section(finding: Finding): string {
  const { rule, answer, what, why, fix, innocent_when: innocentWhen } = finding;
  return [
    `### ${answer === 'broken' ? '✗' : '?'} ${rule}`,
    '',
    `**What.** ${markdownText(what)}`,
    '',
    `**Why.** ${markdownText(why)}`,
    ...(fix === '' ? [] : ['', `**Fix.** ${markdownText(fix)}`]),
    ...(innocentWhen === undefined ? [] : ['', `**Innocent when** ${markdownText(innocentWhen)}`]),
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
