/** The verdict for people: what was seen first, the broken rules next, the verdict last. */
import type { Finding } from '../model/finding.ts';
import type { Envelope } from './envelope.ts';
import { plainLine } from './plain.ts';
import { policyLine } from './policy.ts';

/** What an accepted verdict rests on where it is not what a reader expects: said also where only the verdict is wanted. */
const SAID_EVEN_QUIETLY: readonly string[] = ['GG-EVIDENCE-NOT-PROMISED', 'GG-CACHE-USED', 'GG-RUN-ENDING-REPORTED'];

export interface TextOptions {
  readonly colour: boolean;
  readonly quiet: boolean;
}

/** Lines of a verdict, without a trailing newline. */
export function verdictText(envelope: Envelope, options: TextOptions): string {
  const paint = painter(options.colour);
  const rejecting = envelope.findings.filter(({ rejects }) => rejects);
  const open = envelope.findings.filter(({ rejects, answer }) => !rejects && answer !== 'holds');
  const notes = envelope.findings.filter(({ rejects, answer, listed }) => !rejects && answer === 'holds' && listed === true);
  const held = envelope.findings.filter(({ answer }) => answer === 'holds').length;
  const lines: string[] = [];
  if (!options.quiet) {
    if (notes.length > 0) lines.push(paint.dim('Worth knowing'), ...notes.flatMap((finding) => note(finding, paint)), '');
    if (open.length > 0) lines.push(paint.dim('Not proven, and not required'), ...open.flatMap((finding) => note(finding, paint)), '');
  }
  if (options.quiet && envelope.verdict === 'accepted') lines.push(...notes.filter(({ rule }) => SAID_EVEN_QUIETLY.includes(rule)).flatMap((finding) => note(finding, paint)));
  for (const finding of rejecting) lines.push(...fullFinding(finding, paint), '');
  const { tests } = envelope;
  if (tests.total > 0 && !options.quiet) {
    lines.push(`tests     ${tests.total}: ${tests.passed} passed, ${tests.failed} failed, ${tests.errored} errored, ${tests.skipped} skipped, ${tests.flaky} flaky`);
  }
  if (envelope.generation !== null && !options.quiet) {
    lines.push(`generation ${envelope.generation}`, `tree      ${envelope.tree_id ?? 'none'}`);
    const policy = policyLine(envelope['policy']);
    if (policy !== null) lines.push(`policy    ${plainLine(policy)}`);
    if (typeof envelope['verdict_digest'] === 'string') lines.push(`verdict   ${envelope['verdict_digest']}`);
  }
  lines.push(...reportLine(envelope, options.quiet));
  lines.push(lastLine(envelope, rejecting.length, held, paint));
  return lines.join('\n');
}

/** Where the report lies; one that could not be written is said even where little is. */
function reportLine({ report }: Envelope, quiet: boolean): string[] {
  if (typeof report !== 'object' || report === null) return [];
  const { path, error } = report as { readonly path?: unknown; readonly error?: unknown };
  if (typeof error === 'string') return [plainLine(error)];
  return typeof path === 'string' && !quiet ? [`report    ${plainLine(path)}`] : [];
}

function fullFinding(finding: Finding, paint: Painter): string[] {
  const mark = finding.answer === 'broken' ? paint.red('✗ broken') : paint.red('? unknown');
  return [
    `${mark}  ${paint.bold(finding.rule)}`,
    `  what  ${plainLine(finding.what)}`,
    `  why   ${plainLine(finding.why)}`,
    ...(finding.fix === '' ? [] : [`  fix   ${plainLine(finding.fix)}`]),
    ...(finding.innocent_when === undefined ? [] : [`  innocent when  ${plainLine(finding.innocent_when)}`]),
  ];
}

function note(finding: Finding, paint: Painter): string[] {
  return [`  ${paint.dim('•')} ${plainLine(finding.what)} ${paint.dim(`(${finding.rule})`)}`, ...(finding.fix === '' || finding.answer !== 'holds' ? [] : [`    ${plainLine(finding.fix)}`])];
}

function lastLine({ verb: given, verdict }: Envelope, rejecting: number, held: number, paint: Painter): string {
  // A call that was not understood carries whatever word stood in the verb's place.
  const verb = plainLine(given);
  if (verdict === 'accepted') return `${paint.green(`${verb}: accepted`)} (${held} ${held === 1 ? 'rule holds' : 'rules hold'})`;
  return paint.red(`${verb}: rejected by ${rejecting} ${rejecting === 1 ? 'finding' : 'findings'}`);
}

interface Painter {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

function painter(colour: boolean): Painter {
  const wrap = (code: number) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: wrap(31), green: wrap(32), bold: wrap(1), dim: wrap(2) };
}
