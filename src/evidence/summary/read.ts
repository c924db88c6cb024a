/** Reads one written summary: a regular file of bounded size, valid UTF-8, in Markdown, plain text or JSON. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { encodePath } from '../../model/path.ts';
import { reportName, type SummaryReading } from '../../model/summary.ts';
import { readJson } from './json.ts';
import { stripInline } from './markup.ts';
import { readStatements, type Told } from './statements.ts';
import { visibleText } from './visible.ts';

/** A summary is read by people; a megabyte is hundreds of pages. */
export const SUMMARY_LIMIT_BYTES = 1 << 20;
/** Claims of one summary that are judged; one that has more is no summary. */
export const CLAIMS_LIMIT = 20_000;

export interface NamedReport {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Reads the summary at `path` (absolute). `reports` are those of the verdict: a claim that is named by one is about
 * that report. Never waits for a FIFO, never follows a link, never throws for what the file holds.
 */
export function readSummary(path: string, reports: readonly NamedReport[]): SummaryReading {
  const content = readBounded(path);
  return content.state === 'refused' ? content : readSummaryText(content.bytes, path.toLowerCase().endsWith('.json'), reports);
}

/** Reads the bytes of a summary. `isJson`: its name says that it is JSON. */
export function readSummaryText(bytes: Buffer, isJson: boolean, reports: readonly NamedReport[]): SummaryReading {
  if (!isUtf8(bytes)) return refused('it is not valid UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return refused('it is empty');
  const names = new Map(reports.flatMap((report) => [report.path, reportName(report)].map((name) => [asRead(name), report.path] as const)));
  const looksLikeJson = isJson || /^\s*[{[]/.test(text);
  if (looksLikeJson) {
    const fault = jsonFault(text);
    if (fault === null) {
      const told = readJson(text, names);
      return told.state === 'refused' ? told : bounded(told);
    }
    if (isJson) return refused(`it is named as JSON and is none: ${fault}`);
  }
  const seen = visibleText(text);
  if (seen.state === 'refused') return seen;
  const told = readStatements(seen.lines, names);
  const hidden = readStatements(seen.hidden, names, true);
  // What only a comment says is a claim like any other, but a reader of the summary does not see it cited.
  return bounded({ statements: [...told.statements, ...hidden.statements], citations: told.citations });
}

/** A name as the reader finds it in a summary: Markdown's own marks in it are gone. */
export function asRead(name: string): string {
  const seen = visibleText(name);
  return seen.state === 'read' ? stripInline(seen.lines.map(({ text }) => text).join(' ')).trim() : name;
}

function bounded({ statements, citations }: Told): SummaryReading {
  const claims = statements.reduce((sum, statement) => sum + Math.max(1, statement.claims.length), 0);
  return claims > CLAIMS_LIMIT ? refused(`it makes ${claims} claims about tests, more than ${CLAIMS_LIMIT}`) : { state: 'read', statements, citations };
}

function refused(why: string): { readonly state: 'refused'; readonly why: string } {
  return { state: 'refused', why };
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    // The message quotes the text; what it quotes is shown elsewhere, escaped.
    return error instanceof SyntaxError ? error.message.slice(0, 120) : 'it cannot be parsed';
  }
}

type Content = { readonly state: 'read'; readonly bytes: Buffer } | { readonly state: 'refused'; readonly why: string };

function readBounded(path: string): Content {
  let descriptor: number;
  const native = encodePath(path);
  try {
    // A FIFO without a writer must not be waited for, and a link may lead anywhere.
    descriptor = openSync(native, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (lstatSync(native, { throwIfNoEntry: false })?.isSymbolicLink() === true) return refused('it is a symbolic link');
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return refused(code === 'ENOENT' ? 'there is no such file' : `it cannot be opened (${code})`);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return refused('it is no regular file');
    if (stats.size > SUMMARY_LIMIT_BYTES) return refused(`it holds ${stats.size} bytes, more than ${SUMMARY_LIMIT_BYTES}`);
    const bytes = Buffer.alloc(SUMMARY_LIMIT_BYTES + 1);
    let read = 0;
    for (;;) {
      const got = readSync(descriptor, bytes, read, bytes.length - read, null);
      if (got === 0) break;
      read += got;
      if (read > SUMMARY_LIMIT_BYTES) return refused(`it holds more than ${SUMMARY_LIMIT_BYTES} bytes`);
    }
    return { state: 'read', bytes: bytes.subarray(0, read) };
  } catch (error) {
    return refused(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  } finally {
    closeSync(descriptor);
  }
}
