/** Summaries in JSON: the claims of each object stand together, and keys say what numbers count. */
import type { SummaryCitation, SummaryClaim, SummaryStatement } from '../../model/summary.ts';
import { citationsIn } from './citations.ts';
import { stripInline } from './markup.ts';
import { cellNames, isCellLabel, placesIn } from './places.ts';
import { readStatements, type Told } from './statements.ts';
import { headMeaning, type ReportNames } from './tables.ts';
import { visibleText } from './visible.ts';
import { CELLS, EVERY, isForeignKey, keyParts, meaningOf, type Meaning } from './words.ts';

export type JsonTold = ({ readonly state: 'read' } & Told) | { readonly state: 'refused'; readonly why: string };

/** Objects and arrays inside of each other. */
const DEPTH_LIMIT = 64;
/** Keys whose text names the cell that an object is about. */
const CELL_KEYS: ReadonlySet<string> = new Set(['cell', 'job', 'platform', 'os', 'environment', 'env', 'runner', 'python', 'node', 'matrix', 'shard']);

const REPORT_KEYS: ReadonlySet<string> = new Set(['path', 'report', 'file', 'name']);

interface Frame {
  readonly isObject: boolean;
  readonly line: number;
  /** Keys that lead here, outermost first. */
  readonly path: readonly string[];
  readonly cells: string[];
  readonly places: Set<string>;
  readonly claims: SummaryClaim[];
  report: string | null;
  key: string;
}

/** Every value of a valid document in its order: repeated keys are all there, which a parsed object would lose. */
const LEXEME = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]|\n|[^\S\n]+/gy;

/** Reads a document that `JSON.parse` accepts. Takes time linear in its length. */
export function readJson(text: string, names: ReportNames): JsonTold {
  const statements: SummaryStatement[] = [];
  const citations: SummaryCitation[] = [];
  const frames: Frame[] = [];
  let line = 1;
  let expectsKey = false;
  for (const [lexeme] of text.matchAll(LEXEME)) {
    const frame = frames.at(-1);
    if (lexeme === '\n') line += 1;
    else if (lexeme === '{' || lexeme === '[') {
      if (frames.length >= DEPTH_LIMIT) return { state: 'refused', why: `line ${line} nests deeper than ${DEPTH_LIMIT} levels` };
      frames.push(frameIn(frame, lexeme === '{', line));
      expectsKey = lexeme === '{';
    } else if (lexeme === '}' || lexeme === ']') {
      const closed = frames.pop();
      if (closed !== undefined && closed.claims.length > 0 && isAboutTests(closed)) statements.push(statementOf(closed));
      expectsKey = false;
    } else if (lexeme === ',') expectsKey = frame?.isObject === true;
    else if (lexeme.startsWith('"')) {
      const seen = visibleText(JSON.parse(lexeme) as string);
      if (seen.state === 'refused') return { state: 'refused', why: `line ${line}: a text in it cannot be read, since ${seen.why}` };
      if (expectsKey && frame !== undefined) {
        frame.key = stripInline(seen.lines.map(({ text: part }) => part).join(' ')).trim();
        expectsKey = false;
      } else {
        const named = frame?.isObject === true && REPORT_KEYS.has(frame.key) ? names.get(stripInline(seen.lines.map(({ text: part }) => part).join(' ')).trim()) : undefined;
        if (frame !== undefined && named !== undefined) {
          frame.report = named;
          continue;
        }
        const at = line;
        const told = [readStatements(seen.lines.map(({ text: part }) => ({ line: at, text: part })), names), readStatements(seen.hidden.map(({ text: part }) => ({ line: at, text: part })), names, true)];
        statements.push(...told.flatMap((one) => one.statements));
        const value = seen.lines.map(({ text: part }) => part).join(' ');
        // The key names an id; inside of a longer text the words before it do.
        citations.push(...seen.lines.flatMap(({ text: part }) => citationsIn(part, at, [...(frame?.path ?? []), frame?.key ?? ''].slice(-3).join(' '))));
        takeText(frame, value, line, told.some((one) => one.statements.some(({ claims }) => claims.length > 0)));
      }
    } else if (/^[-\dtf]/.test(lexeme) && frame !== undefined) takeScalar(frame, lexeme, line);
  }
  return { state: 'read', statements, citations };
}

function frameIn(parent: Frame | undefined, isObject: boolean, line: number): Frame {
  const path = parent === undefined ? [] : parent.key === '' ? parent.path : [...parent.path, parent.key];
  const inMatrix = keyParts(parent?.path.at(-1) ?? '').some((part) => CELLS.has(part));
  const key = parent?.key ?? '';
  const named = parent?.isObject === true && key !== '' && (inMatrix || cellNames(key).length > 0 || (headMeaning(key) === null && isObject && isCellLabel(key) && !/[_]/.test(key))) ? [key] : [];
  return { isObject, line, path, cells: [...(parent?.cells ?? []), ...named], places: new Set(parent?.places ?? []), claims: [], report: parent?.report ?? null, key: isObject ? '' : key };
}

function statementOf({ line, report, cells, places, claims }: Frame): SummaryStatement {
  return { line, report, cells: [...new Set(cells)], places: [...places].flatMap(placesIn), hidden: false, claims };
}

/** A total is one of tests where something beside it or above it says so. */
function isAboutTests({ claims, path }: Frame): boolean {
  return claims.some((claim) => claim.kind !== 'count' || !['total', 'executed'].includes(claim.of) || claim.word === 'tests') || path.some((key) => keyParts(key).some((part) => meaningOf(part) === 'tests'));
}

/** What the key of a value counts; null where it, or a key above it, counts something else. */
function meaningOfKey({ path, key }: Frame): Meaning | null {
  const above = path.filter((one) => !keyParts(one).some((part) => CELLS.has(part)));
  return above.some(isForeignKey) ? null : headMeaning(key);
}

function takeScalar(frame: Frame, lexeme: string, line: number): void {
  const { key, claims } = frame;
  const means = meaningOfKey(frame);
  const quote = { line, text: `"${key}": ${lexeme}` };
  if (lexeme === 'true' || lexeme === 'false') {
    const parts = keyParts(key);
    const sweeping = parts.some((part) => EVERY.has(part)) && parts.every((part) => EVERY.has(part) || meaningOf(part) !== null);
    if (sweeping && lexeme === 'true') claims.push({ ...quote, kind: 'all-passed' });
    else if (means === 'passed' && lexeme === 'true') claims.push({ ...quote, kind: 'none-failed' });
    else if ((means === 'failed' || means === 'errored') && lexeme === 'true') claims.push({ ...quote, kind: 'unclear' });
    return;
  }
  if (means === null || (!frame.isObject && (means === 'tests' || means === 'total'))) return;
  const count = Number(lexeme);
  if (Number.isSafeInteger(count) && count >= 0) claims.push({ ...quote, kind: 'count', of: means === 'tests' ? 'total' : means, word: keyParts(key).some((part) => meaningOf(part) === 'tests') && (means === 'total' || means === 'tests') ? 'tests' : means, count });
  else claims.push({ ...quote, kind: 'unclear' });
}

function takeText(frame: Frame | undefined, value: string, line: number, claimed: boolean): void {
  if (frame === undefined) return;
  const plain = value.trim();
  if (/^\d{1,15}$/.test(plain)) takeScalar(frame, String(Number(plain)), line);
  else if (frame.isObject && keyParts(frame.key).some((part) => CELL_KEYS.has(part))) {
    const places = placesIn(`${frame.key} ${plain}`);
    if (places.length > 0 && cellNames(plain).length === 0) frame.places.add(`${frame.key} ${plain}`);
    else if (plain !== '') frame.cells.push(plain);
  } else if (!claimed && meaningOfKey(frame) === 'tests' && meaningOf(plain) === 'passed') frame.claims.push({ line, text: `"${frame.key}": "${plain}"`, kind: 'none-failed' });
}
