/** The ids that a text cites, and what it calls them. */
import type { SummaryCitation } from '../../model/summary.ts';
import { keyParts } from './words.ts';

/** A hexadecimal id, whole or abbreviated as git does (7 digits). */
const ID = /(?<![\p{L}\p{N}_])[0-9a-f]{7,128}(?![\p{L}\p{N}_])/giu;
/** Longest first part of a line that is looked at for the name of an id. */
const NAME_REACH = 200;

const NAMES: Readonly<Record<string, SummaryCitation['of']>> = {
  verdict: 'verdict',
  generation: 'generation',
  tree: 'tree',
  ...Object.fromEntries(['commit', 'head', 'stamp', 'command', 'content', 'report', 'reports', 'log', 'stdout', 'stderr', 'blob', 'patch', 'artifact', 'parent'].map((word) => [word, 'other' as const])),
};

/** Reads the ids of one line. `context` is what names an id that has no name before it: a column's head, a key. */
export function citationsIn(text: string, line: number, context = ''): readonly SummaryCitation[] {
  let end = 0;
  const found: SummaryCitation[] = [];
  for (const { 0: id, index } of text.matchAll(ID)) {
    // Seven digits without a letter are a number.
    if (id.length < 32 && !(/\d/.test(id) && /[a-f]/i.test(id))) continue;
    const before = text.slice(Math.max(end, index - NAME_REACH), index);
    found.push({ line, of: nameIn(before) ?? nameIn(context) ?? 'unnamed', id: id.toLowerCase() });
    end = index + id.length;
  }
  return found;
}

/** The last word that names an id. The product's own name names none. */
function nameIn(text: string): SummaryCitation['of'] | null {
  const words = keyParts(text.replace(/generation[-_ ]gate/gi, ' ').replace(/[^\p{L}_-]+/gu, ' '));
  const last = words.findLast((word) => Object.hasOwn(NAMES, word));
  return last === undefined ? null : (NAMES[last] ?? null);
}
