/** A verdict as the content of a check run and of a commit status, within GitHub's limits. */
import type { Finding } from '../model/finding.ts';
import type { Envelope } from './envelope.ts';
import { summaryMarkdown } from './markdown.ts';
import { plainLine } from './plain.ts';

/** One annotation, in the words of GitHub's API. */
export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

export interface CheckRunContent {
  readonly conclusion: 'success' | 'failure';
  readonly title: string;
  readonly summary: string;
  /** Failures first. */
  readonly annotations: readonly CheckAnnotation[];
}

/** GitHub takes 65,535 characters of summary; bytes are never fewer than characters, and the last sentence needs some. */
const SUMMARY_BYTES = 65_000;
const TITLE_LENGTH = 255;
/** GitHub takes 64 KiB; nobody reads more than this beside a file. */
const MESSAGE_LENGTH = 4_000;
/** Ten requests' worth. */
const MOST_ANNOTATIONS = 500;
const PATHS_PER_FINDING = 20;
/** The most that GitHub takes in one request (REST documentation, "Update a check run"). */
export const ANNOTATIONS_PER_REQUEST = 50;
/** The most that GitHub takes (REST documentation, "Create a commit status"). */
const DESCRIPTION_LENGTH = 140;
/** Where an annotation stands that belongs to no file. */
const NO_FILE = '.github';

/** The check run of a verdict. */
export function checkRunContent(envelope: Envelope): CheckRunContent {
  const all = envelope.findings.filter(isShown).toSorted((left, right) => rank(left) - rank(right)).flatMap(annotationsOf);
  const annotations = all.slice(0, MOST_ANNOTATIONS);
  const leftOut = all.length - annotations.length;
  const said = leftOut === 0 ? '' : `\n_${leftOut} more annotations were left out; the log names what they are about._\n`;
  return {
    conclusion: envelope.verdict === 'accepted' ? 'success' : 'failure',
    title: cut(statusDescription(envelope), TITLE_LENGTH),
    summary: summaryMarkdown(envelope, SUMMARY_BYTES - Buffer.byteLength(said)) + said,
    annotations,
  };
}

/** Annotations in portions that one request takes; one empty portion where there are none. */
export function portions(annotations: readonly CheckAnnotation[]): readonly (readonly CheckAnnotation[])[] {
  const count = Math.max(1, Math.ceil(annotations.length / ANNOTATIONS_PER_REQUEST));
  return Array.from({ length: count }, (_, at) => annotations.slice(at * ANNOTATIONS_PER_REQUEST, (at + 1) * ANNOTATIONS_PER_REQUEST));
}

/** A verdict in one line: `rejected by 2 findings; 12 tests, 11 passed, 1 failed`. */
export function statusDescription({ verdict, findings, tests }: Envelope): string {
  const rejecting = findings.filter(({ rejects }) => rejects).length;
  const kinds = (['passed', 'failed', 'errored', 'skipped', 'flaky'] as const).filter((kind) => tests[kind] > 0).map((kind) => `${tests[kind]} ${kind}`);
  const counts = tests.total === 0 ? 'no tests' : `${tests.total} tests: ${kinds.join(', ')}`;
  return cut(`${verdict === 'accepted' ? 'accepted' : `rejected by ${rejecting} ${rejecting === 1 ? 'finding' : 'findings'}`}; ${counts}`, DESCRIPTION_LENGTH);
}

function isShown({ answer, rejects, listed }: Finding): boolean {
  return rejects || answer !== 'holds' || listed === true;
}

function rank({ rejects, answer }: Finding): number {
  return rejects ? 0 : answer === 'holds' ? 2 : 1;
}

function annotationsOf(finding: Finding): readonly CheckAnnotation[] {
  const files = [...new Set((finding.paths ?? []).slice(0, PATHS_PER_FINDING).map(fileOf))];
  const level = (['failure', 'warning', 'notice'] as const)[rank(finding)] ?? 'notice';
  const fix = finding.fix === '' ? '' : `. ${finding.fix}`;
  return (files.length === 0 ? [NO_FILE] : files).map((path) => ({
    path,
    start_line: 1,
    end_line: 1,
    annotation_level: level,
    title: finding.rule,
    message: cut(plainLine(`${cut(finding.what, MESSAGE_LENGTH)}${cut(fix, MESSAGE_LENGTH)}`), MESSAGE_LENGTH),
  }));
}

/** A path that can be one of the repository's files; the others are named in the message. */
function fileOf(path: string): string {
  const shown = plainLine(path);
  return path === '' || path.length > 1000 || shown !== path || path.startsWith('/') || path.split('/').includes('..') || /^artifact /.test(path) ? NO_FILE : path;
}

/** The text's beginning, never half a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
