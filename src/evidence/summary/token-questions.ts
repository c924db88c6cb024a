/** Small questions about tokens, asked by every part of the grammar. */
import type { TestKind } from '../../model/summary.ts';
import type { Token } from './tokens.ts';
import type { Meaning } from './words.ts';

export function meaning(token: Token | undefined): Meaning | null {
  return token?.kind === 'word' ? token.meaning : null;
}

export function word(token: Token | undefined): string {
  return token?.kind === 'word' ? token.word.toLowerCase() : '';
}

export function isMark(token: Token | undefined, ...marks: readonly string[]): boolean {
  return token?.kind === 'mark' && marks.includes(token.text);
}

/** A result that a number or a sentence can tell. */
export function resultOf(token: Token | undefined): TestKind | null {
  const means = meaning(token);
  return means === null || means === 'tests' ? null : means;
}

/** "this run" is a thing, no result. */
export function isNoun(tokens: readonly Token[], at: number): boolean {
  return word(tokens[at]) === 'run' && ['this', 'the', 'a', 'that', 'each', 'every', 'one', 'per', 'its', 'last', 'same'].includes(word(tokens[at - 1]));
}

const NO_PLURALS: ReadonlySet<string> = new Set('this thus plus minus always sometimes besides perhaps unless whereas nowadays thanks'.split(' '));

export function isPlural(plain: string): boolean {
  return plain.length > 3 && /[^s'’]s$/.test(plain) && !/(?:ous|wards)$/.test(plain) && !NO_PLURALS.has(plain);
}
