/**
 * The grammar of claims over the tokens of one line. What is found here and what is not is written down in
 * docs/summaries.md; every look ahead is bounded, so a line takes time linear in its length.
 */
import type { TestKind } from '../../model/summary.ts';
import type { ClaimSaid, FoundClaim } from './found-claim.ts';
import { sweeping } from './sweeping.ts';
import type { Token } from './tokens.ts';
import { isMark, isNoun, isPlural, meaning, resultOf, word } from './token-questions.ts';
import { CHANGES, GLUE, isOtherThing, NAMES_A_NUMBER } from './words.ts';

/** Words that are looked over between a number and what it counts. */
const REACH = 6;

/** Finds the claims of one line, in order. */
export function findClaims(tokens: readonly Token[]): readonly FoundClaim[] {
  const found: FoundClaim[] = [];
  const aboutTests = tokens.some((token) => meaning(token) === 'tests');
  for (let at = 0; at < tokens.length; ) {
    const claim = claimAt(tokens, at, aboutTests);
    if (claim === null) {
      at += 1;
      continue;
    }
    found.push(claim);
    // "All 42 tests pass" says two things: the sweeping claim leaves its number to be read as well.
    at = claim.said.kind === 'count' || claim.said.kind === 'share' || claim.said.kind === 'rate' || claim.said.kind === 'unclear' ? Math.max(claim.to, at + 1) : at + 1;
  }
  return withoutRepeats(keepStrong(countsOthers(tokens) ? found.filter(({ from, to }) => tokens.slice(from, to).some((token) => meaning(token) === 'tests')) : found, tokens));
}

/** Whether a line counts something else from its beginning on: "Test Suites: 3 passed, 3 total". */
export function countsOthers(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(({ kind }) => kind === 'number' || kind === 'fraction');
  const before = isMark(tokens[first - 1], ':', '=') ? first - 2 : first - 1;
  return first > 0 && first <= 5 && isOtherThing(word(tokens[before]));
}

/** Whether a claim takes its words from others: "tests pass" alone leaves them to a better reading. */
export function takesWords({ said }: FoundClaim): boolean {
  return said.kind !== 'none-failed';
}

function keepStrong(found: readonly FoundClaim[], tokens: readonly Token[]): readonly FoundClaim[] {
  return found.some(({ weak }) => weak !== true) || tokens.some((token) => meaning(token) === 'tests' && word(token).startsWith('test')) ? found : [];
}

/** A sweeping claim is found once, however many of its words begin it. */
function withoutRepeats(found: readonly FoundClaim[]): readonly FoundClaim[] {
  const ends = new Map<string, number>();
  const longest = (): number => Math.max(-1, ...ends.values());
  return found.filter(({ said: { kind }, from, to }) => {
    if (kind === 'count' || kind === 'share' || kind === 'rate' || kind === 'unclear') return true;
    if (from < (kind === 'none-failed' ? longest() : (ends.get(kind) ?? -1))) return false;
    ends.set(kind, Math.max(to, ends.get(kind) ?? -1));
    return true;
  });
}

function claimAt(tokens: readonly Token[], at: number, aboutTests: boolean): FoundClaim | null {
  const token = tokens[at];
  switch (token?.kind) {
    case 'number':
      return isName(tokens, at) ? null : (numberOf(tokens, at, aboutTests) ?? countBefore(tokens, at, token.value, token.denied === true));
    case 'vague':
      return vague(tokens, at);
    case 'percent':
      return rate(tokens, at, token);
    case 'fraction':
      return isName(tokens, at) ? null : share(tokens, at, { count: token.count, among: token.among, next: at + 1, aboutTests });
    case 'word':
      return keyed(tokens, at) ?? sweeping(tokens, at);
    case 'mark':
      return bracketed(tokens, at);
    default:
      return null;
  }
}

/** "passed (42)", "tests (43)"; after "42 passed" a number in brackets at the end of a line is the total. */
function bracketed(tokens: readonly Token[], at: number): FoundClaim | null {
  const value = tokens[at + 1];
  const before = tokens[at - 1];
  if (!isMark(tokens[at], '(') || value?.kind !== 'number' || value.denied === true || !isMark(tokens[at + 2], ')') || meaning(before) === null) return null;
  const isTotal = resultOf(before) === null || tokens[at - 2]?.kind === 'number';
  if (isTotal && resultOf(before) !== null && at + 3 < tokens.length) return null;
  const of = isTotal ? 'total' : (resultOf(before) ?? 'total');
  return { from: at - 1, to: at + 3, said: { kind: 'count', of, word: isTotal ? 'total' : word(before), count: value.value }, ...(isTotal ? { weak: true } : {}) };
}

/** "Python 3", "test 7", "step 2": the number is a name. A colon before it makes it a count again. */
function isName(tokens: readonly Token[], at: number): boolean {
  const before = word(tokens[at - 1]);
  if (['each', 'every', 'this', 'that', 'the', 'another', 'any', 'which'].includes(before) && tokens[at]?.text.toLowerCase() === 'one') return true;
  if (!NAMES_A_NUMBER.has(before) || tokens[at]?.kind !== 'number' || !/^\d/.test(tokens[at].text)) return false;
  return !(before === 'run' && meaning(tokens[at - 2]) === 'tests') && !(before === 'number' && word(tokens[at + 1]) === 'of');
}

/** A word directly before its `:` or `=` belongs to what follows, not to the number before it. */
function isKey(tokens: readonly Token[], at: number): boolean {
  return isMark(tokens[at + 1], ':', '=') && (tokens[at + 2]?.kind === 'number' || tokens[at + 2]?.kind === 'fraction');
}

/** "N of M", "N out of M". */
function numberOf(tokens: readonly Token[], at: number, aboutTests: boolean): FoundClaim | null {
  const count = tokens[at];
  if (count?.kind !== 'number') return null;
  const opened = isMark(tokens[at + 1], '(') ? 1 : 0;
  const first = at + 1 + opened;
  const step = word(tokens[first]) === 'of' ? 2 + opened : word(tokens[first]) === 'out' && word(tokens[first + 1]) === 'of' ? 3 + opened : 0;
  const skip = ['the', 'all', 'our', 'its'].includes(word(tokens[at + step])) ? 1 : 0;
  const among = tokens[at + step + skip];
  if (step === 0 || among?.kind !== 'number' || among.denied === true) return null;
  return share(tokens, at, { count: count.value, among: among.value, next: at + step + skip + 1 + opened, aboutTests });
}

/** A fraction claims tests where a result or "tests" stands beside it, or where nothing else stands in the line. */
function share(tokens: readonly Token[], at: number, { count, among, next, aboutTests }: { readonly count: number; readonly among: number; readonly next: number; readonly aboutTests: boolean }): FoundClaim | null {
  const ahead = lookAhead(tokens, next);
  const before = behind(tokens, at);
  if (ahead.other) return null;
  const of = ahead.result ?? before ?? (ahead.tests || isAlone(tokens, at, next) || aboutTests ? 'passed' : null);
  if (of === null) return null;
  return { from: at, to: Math.max(ahead.to, next), said: { kind: 'share', of, count, among } };
}

/** The result that a key right before the number names: "passed: 42/43". */
function behind(tokens: readonly Token[], at: number): TestKind | null {
  const key = isMark(tokens[at - 1], ':', '=', '-', '|') ? at - 2 : at - 1;
  const result = resultOf(tokens[key]);
  return result === 'total' || result === 'executed' ? null : result;
}

/** Nothing but a label of few words and marks stands in the line. */
function isAlone(tokens: readonly Token[], from: number, to: number): boolean {
  if (from > 6 || tokens.length - to > 4) return false;
  const rest = [...tokens.slice(0, from), ...tokens.slice(to)];
  return rest.filter(({ kind }) => kind === 'word').length <= 3 && rest.every((token) => token.kind !== 'number' && !isOtherThing(word(token)));
}

interface Ahead {
  readonly result: TestKind | null;
  readonly word: string;
  readonly tests: boolean;
  /** Something other than tests is counted. */
  readonly other: boolean;
  readonly to: number;
}

/** Looks from behind a number for "tests" and for a result, over words that change nothing. */
function lookAhead(tokens: readonly Token[], next: number): Ahead {
  let tests = false;
  let to = next;
  let unknown = 0;
  for (let at = next; at < tokens.length && at <= next + REACH; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word') {
      const opens = isMark(token, '(', '"', '[') && !tests && at === next && tokens[at + 1]?.kind === 'word';
      if (opens) continue;
      break;
    }
    if (isKey(tokens, at)) break;
    const result = isNoun(tokens, at) ? null : resultOf(token);
    if (result !== null && !(result === 'executed' && !tests)) {
      // "2 failed attempts" counts attempts.
      const following = tokens[at + 1];
      const counts = word(following);
      if (!tests && meaning(following) === 'tests' && !isMark(tokens[at + 2], ':', '=')) return { result, word: word(token), tests: true, other: false, to: at + 2 };
      if (!tests && token.sign !== true && isPlural(counts) && meaning(following) === null) return { result: null, word: '', tests, other: true, to };
      return { result, word: word(token), tests, other: false, to: at + 1 };
    }
    if (result === 'executed' && !tests) return { result, word: word(token), tests, other: false, to: at + 1 };
    if (meaning(token) === 'tests') {
      if (isOtherThing(word(tokens[at + 1]))) return { result: null, word: '', tests: false, other: true, to };
      tests = true;
      unknown = 0;
      to = at + 1;
      continue;
    }
    const plain = word(token);
    if (GLUE.has(plain)) continue;
    if (isOtherThing(plain)) return { result: null, word: '', tests, other: !tests, to };
    unknown += 1;
    if (unknown > 2 || isPlural(plain)) return { result: null, word: '', tests, other: !tests && unknown <= 2, to };
  }
  return { result: null, word: '', tests, other: false, to };
}

/** "42 passed", "42 tests were skipped", "42 tests", "no failures". */
function countBefore(tokens: readonly Token[], at: number, count: number, denied: boolean): FoundClaim | null {
  const ahead = lookAhead(tokens, at + 1);
  if (ahead.result === null) {
    const ran = resultOf(tokens[at - 1]) === 'executed' || (isMark(tokens[at - 1], ':') && resultOf(tokens[at - 2]) === 'executed');
    const collected = word(tokens[at - 1]) === 'collected' && word(tokens[at + 1]) === 'items';
    if (collected) return { from: at - 1, to: at + 2, said: { kind: 'count', of: 'total', word: 'collected', count } };
    if (!ahead.tests || denied || tellsOfChange(tokens, at, ahead.to)) return null;
    // "Passed 41 tests"
    const before = resultOf(tokens[at - 1]);
    if (before !== null && before !== 'total' && before !== 'executed') return { from: at - 1, to: ahead.to, said: { kind: 'count', of: before, word: word(tokens[at - 1]), count } };
    // Examples, scenarios and specifications are tests only beside a result.
    const weak = !tokens.slice(at, ahead.to).some((token) => word(token).startsWith('test'));
    return { from: at, to: ahead.to, said: { kind: 'count', of: ran ? 'executed' : 'total', word: 'tests', count }, ...(weak ? { weak: true } : {}) };
  }
  // "no longer fails" counts nothing, and "no process executed" denies something else.
  if (denied && word(tokens[at + 1]) === 'longer') return null;
  if (denied && !ahead.tests && (ahead.result === 'executed' || ahead.result === 'total')) return null;
  if ((ahead.result === 'failed' || ahead.result === 'errored') && /s$/.test(ahead.word) && tellsOfChange(tokens, at, ahead.to)) return null;
  const said: ClaimSaid = isSplit(tokens, at) ? { kind: 'unclear' } : { kind: 'count', of: ahead.result, word: ahead.word, count };
  const weak = (ahead.result === 'total' || ahead.result === 'executed') && !ahead.tests;
  return { from: at, to: ahead.to, said, ...(weak ? { weak: true } : {}) };
}

/** "4 2 passed", "forty two passed": two numbers that a reader may take for one. */
function isSplit(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === 'number' && before.denied !== true && /^\d/.test(before.text) === /^\d/.test(tokens[at]?.text ?? '');
}

/** "adds 3 tests", "3 tests were renamed": the change is told, not a result. */
function tellsOfChange(tokens: readonly Token[], at: number, to: number): boolean {
  return [...tokens.slice(Math.max(0, at - 4), at), ...tokens.slice(at + 1, to), ...tokens.slice(to, to + 3)].some((token) => CHANGES.has(word(token)));
}

/** "dozens of tests passed", "4O passed". */
function vague(tokens: readonly Token[], at: number): FoundClaim | null {
  const { result, tests, to } = lookAhead(tokens, at + 1);
  return result === null && !(tests && !tellsOfChange(tokens, at, to)) ? null : { from: at, to, said: { kind: 'unclear' } };
}

/** "97.6% of the tests passed", "pass rate: 100%", "100% green". */
function rate(tokens: readonly Token[], at: number, { value, decimals }: { readonly value: number; readonly decimals: number }): FoundClaim | null {
  const ahead = lookAhead(tokens, at + 1);
  const before = tokens.slice(Math.max(0, at - 5), at);
  const named = before.some((token) => ['passed', 'passing', 'pass', 'success'].includes(word(token))) && before.some((token) => ['rate', 'ratio', 'percentage'].includes(word(token)));
  const rated = meaning(tokens[at + 1]) === 'passed' && word(tokens[at + 2]) === 'rate';
  if (ahead.result !== 'passed' && !named && !rated) return null;
  return { from: named ? Math.max(0, at - 5) : at, to: Math.max(at + 1, ahead.to), said: { kind: 'rate', percent: value, decimals } };
}

/** What may follow a number that belongs to the key before it. */
const CLOSING = [',', ';', '|', ')', ']', '}', '.', '/', '-', '=', '(', '*', '>', '"', "'"] as const;

/** "passed: 42", "Tests run: 42", "failures = 0", "pass 42" at the end of a line, "✅ 42". */
function keyed(tokens: readonly Token[], at: number): FoundClaim | null {
  const key = tokens[at];
  if (key?.kind !== 'word' || key.meaning === null || isOtherThing(word(tokens[at - 1]))) return null;
  let end = at + 1;
  let tests = key.meaning === 'tests';
  let result: TestKind | null = resultOf(key);
  for (; end < at + 3; end += 1) {
    const means = meaning(tokens[end]);
    if (isOtherThing(word(tokens[end]))) return null;
    if (means === 'tests') tests = true;
    else if (means !== null) result = result === null || result === 'total' ? means : result;
    else if (!['count', 'case', 'cases'].includes(word(tokens[end]))) break;
  }
  // JSON inside of a text has its keys, and sometimes its numbers, in quotes.
  if (isMark(tokens[end], '"', "'") && isMark(tokens[end + 1], ':', '=')) end += 1;
  const parted = end;
  while (end < parted + 3 && (isMark(tokens[end], ':', '=', '|', '-', '>', '→') || isEllipsis(tokens, end) || (end === parted && ['is', 'are', 'was', 'were'].includes(word(tokens[end]))))) end += 1;
  const separated = end > parted;
  if (separated && isMark(tokens[end], '"', "'") && isMark(tokens[end + 2], '"', "'")) end += 1;
  const value = tokens[end];
  if (value?.kind === 'vague' && separated) return { from: at, to: end + 1, said: { kind: 'unclear' } };
  if (value?.kind !== 'number' || value.denied === true) return null;
  const after = tokens[end + 1];
  const closed = after === undefined || isMark(after, ...CLOSING) || (after.kind === 'word' && (isKey(tokens, end + 1) || after.sign === true));
  if (!closed || (!separated && !isBareKey(tokens, at, end))) return null;
  const of = result ?? 'total';
  const weak = of === 'total' && !tests;
  return { from: at, to: end + 1, said: { kind: 'count', of, word: word(key), count: value.value }, ...(weak ? { weak: true } : {}) };
}

/** "passed... 42"; one full stop ends a sentence. */
function isEllipsis(tokens: readonly Token[], at: number): boolean {
  return isMark(tokens[at], '.') && (isMark(tokens[at - 1], '.') || isMark(tokens[at + 1], '.'));
}

/** Without a separator a key must stand first and its number last, as reporters print it, or be a sign. */
function isBareKey(tokens: readonly Token[], at: number, end: number): boolean {
  const key = tokens[at];
  if (key?.kind === 'word' && key.sign === true) return true;
  if (['ok', 'test', 'spec', 'case', 'run', 'ran', 'example', 'scenario'].includes(word(key))) return false;
  const first = at === 0 || (at <= 2 && tokens.slice(0, at).every(({ kind, text }) => kind === 'mark' || text.length === 1)) || isMark(tokens[at - 1], ',', ';', '|', '(');
  return first && (tokens[end + 1] === undefined || isMark(tokens[end + 1], ',', ';', '|', ')'));
}

