/** The review packet as Markdown (PK1). Every text of others stands in code, where it does nothing but show itself. */
import type { Packet, TouchedPath } from '../model/packet.ts';
import type { Ending } from '../model/run-record.ts';
import { showPath } from '../model/path.ts';
import { VERSION } from '../model/version.ts';
import { plainLine } from './plain.ts';

/** Of the diffs that are shown, in bytes; the patch beside the page holds all of them. */
const DIFF_LIMIT = 64 << 10;
/** Of one file's diff. */
const SECTION_LIMIT = 16 << 10;
const ROWS = 200;

/** The page, and what it had no room for. */
export function reviewPacketMarkdown(packet: Packet): string {
  const diff = diffPart(packet);
  return [
    '# Review packet',
    '',
    `Written by generation-gate ${VERSION} from a verdict that it accepted. Nothing in here was written by hand.`,
    '',
    ...table(['', ''], [
      ['commit', code(packet.commit ?? 'none')],
      ['tree id', code(packet.treeId)],
      ['generation', code(packet.generation)],
      ['verdict digest', code(packet.verdictDigest)],
      ...(packet.cell === null ? [] : [['cell', code(packet.cell)]]),
      ...(packet.policy === null ? [] : [['policy', code(packet.policy)]]),
      ['compared with', packet.against === null ? 'nothing: there is no commit' : code(packet.against)],
    ]),
    '',
    '## Command',
    '',
    ...fenced(packet.command.shown, 'sh'),
    '',
    `Digest ${code(packet.command.digest)}, run in ${code(packet.command.cwd)}.`,
    '',
    ...table(['', 'ending'], [
      ['before the change', packet.before === null ? 'not run' : `${endingWords(packet.before.ending)} (${code(packet.before.what)})`],
      ['after the change', afterWords(packet)],
      ...(packet.also === null ? [] : [['second command, which decides nothing', `${endingWords(packet.also.ending)} (${code(packet.also.shown)})`]]),
      ['replay in a clean directory', packet.replay ?? 'not run'],
    ]),
    '',
    '## Tests',
    '',
    ...table(['total', 'passed', 'failed', 'errored', 'skipped', 'flaky'], [[packet.tests.total, packet.tests.passed, packet.tests.failed, packet.tests.errored, packet.tests.skipped, packet.tests.flaky].map(String)]),
    '',
    ...(packet.reports.length === 0 ? ['No report was promised.'] : table(['report', 'sha256'], packet.reports.slice(0, ROWS).map(({ path, sha256 }) => [code(showPath(path)), code(sha256)]))),
    '',
    '## Files touched',
    '',
    ...touchedPart(packet.touched),
    '',
    ...(packet.touched.length === 0 ? [] : [...unrelatedPart(packet), '']),
    '## Diff',
    '',
    ...diff.lines,
    '',
    '## Quotes',
    '',
    ...(packet.quotes.length === 0 ? ['None were given.'] : packet.quotes.flatMap(({ path, start, end, text }) => [`${code(showPath(path))}, ${start === end ? `line ${start}` : `lines ${start} to ${end}`}, verbatim:`, '', ...fenced(text, 'text'), ''])),
    '',
    '## Matrix',
    '',
    ...(packet.matrix.length === 0 ? ['No cells were declared. This run stands for itself alone.'] : table(['cell', 'state'], packet.matrix.map(({ cell, state }) => [code(cell), state]))),
    '',
    '## Last lines of the logs',
    '',
    ...packet.logs.flatMap(({ name, lines, cut }) => [`${code(name)}${cut ? ', its last lines' : ''}:`, '', ...(lines.length === 0 ? ['Empty.'] : fenced(lines.join('\n'), 'text')), '']),
    ...(packet.logs.length === 0 ? ['The gate ran no command, so it has no log.', ''] : []),
    '## Worth knowing',
    '',
    ...(packet.notes.length === 0 ? ['Nothing.'] : packet.notes.map((note) => `- ${code(note)}`)),
    '',
    '## Left out',
    '',
    ...leftOutPart(packet, diff.leftOut),
    '',
    '## Who decides what',
    '',
    ...decisionTable(packet),
    '',
  ].join('\n');
}

function decisionTable(packet: Packet): readonly string[] {
  return table(['section', 'who owns it', 'what a model may do with it', 'reject if'], [
    ['commit, tree id, generation', 'the gate', 'cite them', 'the branch that is merged has another tree'],
    ...(packet.policy === null ? [] : [['policy, and changes of it under "Worth knowing"', 'the maintainers', 'nothing', 'the change touches policy, command or workflow and nobody looked']]),
    ['command and endings', 'the gate', 'explain them', `the command was never run locally${packet.before === null ? '; a fix is claimed: nothing was run before the change' : '; it ended well before the change as well'}`],
    ['tests and reports', 'the gate', 'count nothing anew; cite', 'a number elsewhere differs'],
    ['files touched, diff, patch', 'the author', 'summarise, question', 'a model writes files that are not in the packet; a path is unrelated, or left out without a reason'],
    ['quotes', 'the project', 'repeat them word for word', 'one is paraphrased; what they ask for was not done'],
    ['matrix', 'the maintainers', 'nothing', 'a cell is claimed without its bundle and log; one that must pass reads "not run"'],
    ['last lines of the logs', 'the tested code', 'look for hints; believe none', 'they contradict the ending'],
    ['the merge', 'a maintainer', 'nothing', 'anything above is not clear'],
  ]);
}

function touchedPart(touched: readonly TouchedPath[]): readonly string[] {
  if (touched.length === 0) return ['None: the stamped tree is the one it is compared with.'];
  const rows = touched.slice(0, ROWS).map(({ path, status, leftOut }) => [code(showPath(path)), status, leftOut === null ? 'in the patch' : `left out: ${leftOut}`]);
  return [...table(['path', 'change', 'patch'], rows), ...(touched.length > ROWS ? ['', `And ${touched.length - ROWS} more.`] : [])];
}

function unrelatedPart({ unrelated, unrelatedWhy }: Packet): readonly string[] {
  if (unrelated === null) return [`Which of them the tests loaded is not known: ${code(unrelatedWhy)}`];
  if (unrelated.length === 0) return ['Each of them was loaded by the tests or is claimed by an owner.'];
  return [`Unrelated, as far as the tests tell: loaded by no process, claimed by no owner.`, '', ...unrelated.slice(0, ROWS).map((path) => `- ${code(showPath(path))}`)];
}

function diffPart({ sections, patch }: Packet): { readonly lines: readonly string[]; readonly leftOut: readonly string[] } {
  if (patch === null) return { lines: ['There is nothing to show.'], leftOut: [] };
  const lines: string[] = [`The whole of it, for ${code('git apply')}: ${code(patch)}.`, ''];
  const leftOut: string[] = [];
  let room = DIFF_LIMIT;
  for (const { path, text } of sections) {
    const size = Buffer.byteLength(text);
    if (size > SECTION_LIMIT || size > room) {
      leftOut.push(`the diff of ${showPath(path)} (${size} bytes) is in ${patch} alone`);
      continue;
    }
    room -= size;
    lines.push(...fenced(text.replace(/\n$/, ''), 'diff'), '');
  }
  return { lines, leftOut };
}

function leftOutPart({ leftOut, redactions }: Packet, ofDiff: readonly string[]): readonly string[] {
  const items = [
    ...leftOut.map(({ what, why }) => `${showPath(what)}: ${why}`),
    ...ofDiff,
    ...(redactions > 0 ? [`${redactions} stretches of text that look like secrets stand as [redacted]`] : []),
  ];
  if (items.length === 0) return ['Nothing.'];
  return [...items.slice(0, ROWS).map((item) => `- ${code(item)}`), ...(items.length > ROWS ? [`- and ${items.length - ROWS} more`] : [])];
}

function afterWords({ after, outcome, cachedGeneration }: Packet): string {
  if (after !== null) return endingWords(after);
  return cachedGeneration === null ? `reported by the workflow: ${code(outcome ?? 'unknown')}` : `not run here; accepted from a cache, of generation ${code(cachedGeneration)}`;
}

/** How a run ended, in words. */
export function endingWords(ending: Ending | null): string {
  if (ending === null) return 'not run';
  switch (ending.kind) {
    case 'exited':
      return `exited with ${ending.code}`;
    case 'signalled':
      return `killed by ${ending.signal}`;
    case 'timed-out':
      return `timed out after ${ending.afterMs / 1000} s`;
    case 'never-started':
      return 'never started';
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => (cell === '' ? ' ' : cell)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** Text in a fence that is longer than any run of backticks in it. */
function fenced(text: string, language: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...text.split('\n').map((line) => line.replace(/\r$/, '').replace(/[^\t\P{C}]/gu, '\uFFFD')), fence];
}

/** One line of others as code. In HTML, where no backtick ends it. */
function code(text: string): string {
  return `<code>${plainLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/[|`*_~[\]\\]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}
