/**
 * Finds secrets that nobody named: by the rules of secretlint, in the text as it is and in what its base64 and
 * percent-encoded runs decode to. Loaded where a packet is made; nothing else pays for it.
 */
import type { SecretLintCoreConfig } from '@secretlint/types';
import type { Stretch } from './secret-forms.ts';

export interface Detected extends Stretch {
  /** What it is taken for. */
  readonly kind: string;
}

/** PEM (RFC 7468) and its look-alikes, whole or cut off, with line ends as they are or escaped. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN )[\s\S]){0,20000}?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$(?![\s\S]))/g;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
/** A line of a key in front of its end: the beginning may have been cut off. */
const KEY_LINE = /^[ \t+>|-]*[A-Za-z0-9+/=]{16,}\r?$/;
/** What secretlint leaves to others: headers, signed tokens, credentials in any address. */
const OWN_PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['private key', PRIVATE_KEY],
  ['authorization header', /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest)\s+[A-Za-z0-9+/=._~-]{8,}/gi],
  ['cookie header', /^[ +-]?(?:set-)?cookie:\s*\S.*$/gim],
  ['signed token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g],
  ['credentials in an address', /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:'"<>[\]]{0,200}:[^\s/@'"<>[\]]{3,500}@/gi],
];
const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}/g;
const PERCENT_RUN = /(?<![\w.~!*'()+-])[\w.~!*'()+-]*(?:%[0-9A-Fa-f]{2}[\w.~!*'()+-]*){2,}/g;

/** Every secret in the text, encoded ones by their whole run. */
export async function detectSecrets(text: string): Promise<readonly Detected[]> {
  const found = [...(await detectPlain(text))];
  const runs = encodedRuns(text);
  if (runs.length === 0) return found;
  // All decoded runs are looked at in one pass, each on lines of its own.
  let joined = '';
  const starts: { readonly at: number; readonly run: Run }[] = [];
  for (const run of runs) {
    starts.push({ at: joined.length, run });
    joined += `${run.decoded}\n`;
  }
  for (const { start, kind } of await detectPlain(joined)) {
    const { run } = starts.findLast(({ at }) => at <= start) ?? {};
    if (run !== undefined) found.push({ start: run.start, end: run.end, kind: `${kind}, encoded` });
  }
  return found;
}

interface Run extends Stretch {
  readonly decoded: string;
}

function encodedRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const match of text.matchAll(BASE64_RUN)) {
    const decoded = Buffer.from(match[0], 'base64').toString('latin1');
    if (isReadable(decoded)) runs.push({ start: match.index, end: match.index + match[0].length, decoded });
  }
  for (const match of text.matchAll(PERCENT_RUN)) {
    const decoded = match[0].replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    runs.push({ start: match.index, end: match.index + match[0].length, decoded });
  }
  return runs;
}

function isReadable(text: string): boolean {
  const odd = text.replace(/[\x20-\x7e\r\n\t]/g, '').length;
  return odd * 10 <= text.length;
}

/** Keys of which only the end is there: the marker, and the lines in front of it that can be of a key. */
function keysCutOff(text: string): Detected[] {
  return [...text.matchAll(KEY_END)].map((match) => {
    let start = match.index;
    for (;;) {
      const before = text.lastIndexOf('\n', start - 2);
      const line = text.slice(before + 1, start - 1);
      if (start === 0 || text[start - 1] !== '\n' || !KEY_LINE.test(line)) break;
      start = before + 1;
    }
    return { start, end: match.index + match[0].length, kind: 'private key' };
  });
}

async function detectPlain(text: string): Promise<readonly Detected[]> {
  const own = OWN_PATTERNS.flatMap(([kind, pattern]) => [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, kind })));
  own.push(...keysCutOff(text));
  const [{ lintSource }, { creator }] = await Promise.all([import('@secretlint/core'), import('@secretlint/secretlint-rule-preset-recommend')]);
  // Else a comment in the text could switch the linter off for itself.
  const config: SecretLintCoreConfig = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }] }] };
  const { messages } = await lintSource({ source: { filePath: 'text.txt', content: text, ext: '.txt', contentType: 'text' }, options: { config } });
  return [...own, ...messages.map(({ range, messageId, ruleId }) => ({ start: range[0], end: range[1], kind: (messageId === '' ? ruleId : messageId).replaceAll('_', ' ').toLowerCase() }))];
}
