/** Takes secrets and home folders out of texts, and finds what is left of them (PK4). */
import { detectSecrets } from './detect.ts';
import type { KnownSecret } from './known-secrets.ts';
import { stretchesOf, type Stretch } from './secret-forms.ts';

export interface Hit extends Stretch {
  readonly kind: string;
}

export interface Redacted {
  readonly text: string;
  /** How many stretches were taken out. */
  readonly count: number;
}

/** Values that were detected somewhere are known from then on: they are looked for in every form in every other text. */
export async function learnSecrets(texts: readonly string[], known: readonly KnownSecret[]): Promise<readonly KnownSecret[]> {
  const learnt = new Map(known.map((secret) => [secret.value, secret]));
  for (const text of texts) {
    for (const { start, end, kind } of await detectSecrets(text)) {
      const value = text.slice(start, end);
      if (!kind.endsWith('encoded') && value.length <= 4096 && !learnt.has(value)) learnt.set(value, { from: kind, value });
    }
  }
  return [...learnt.values()];
}

/** Every secret in a text, sorted by place, overlapping ones as one. */
export async function findSecrets(text: string, known: readonly KnownSecret[]): Promise<readonly Hit[]> {
  const hits: Hit[] = [...(await detectSecrets(text))];
  for (const { value, from } of known) hits.push(...stretchesOf(text, [value]).map((stretch) => ({ ...stretch, kind: from })));
  const merged: Hit[] = [];
  for (const hit of hits.sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1);
    if (last !== undefined && hit.start <= last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, hit.end) };
    else merged.push(hit);
  }
  return merged;
}

/** The text with a mark in the place of each secret. */
export async function redact(text: string, known: readonly KnownSecret[]): Promise<Redacted> {
  let shown = text;
  let count = 0;
  // Two neighbours may make a new one when what parted them is gone: until nothing is found any more.
  for (let round = 0; round < 5; round += 1) {
    const hits = await findSecrets(shown, known);
    if (hits.length === 0) break;
    count += hits.length;
    shown = replaced(shown, hits);
  }
  return { text: shown, count };
}

function replaced(text: string, hits: readonly Hit[]): string {
  let at = 0;
  let shown = '';
  for (const { start, end } of hits) {
    // Lines stay lines: a diff or a log keeps its shape.
    shown += `${text.slice(at, start)}[redacted]${'\n'.repeat((text.slice(start, end).match(/\n/g) ?? []).length)}`;
    at = end;
  }
  return shown + text.slice(at);
}

/** Home folders become `~`, the workspace `.`, so that no user name travels. */
export function neutralPaths(text: string, { homes, top }: { readonly homes: readonly string[]; readonly top: string }): string {
  let shown = text.replaceAll(`${top}/`, '').replaceAll(top, '.');
  for (const home of homes.filter((one) => one.length > 2).sort((left, right) => right.length - left.length)) {
    shown = shown.replace(new RegExp(`(?<![\\w/.-])${home.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[/\\\\\\s\\x00"'<&:;,)\\]>]|$)`, 'g'), '~');
  }
  // Markup, an escape and a NUL end a name as a quote does: what follows them is not the user's.
  return shown.replace(/(?<![\w.~-])\/(?:home|Users)\/[^/\\\s\x00"'<&:;,)\]>]+|(?<![\w.~/-])\/root(?=[/\\\s\x00"'<&:;,)\]>]|$)/g, '~');
}
