/** The `explain` and `list` verbs: the pages of the rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from '../assets.ts';
import { UsageError } from '../model/errors.ts';
import { distance } from '../model/nearest.ts';
import { envelope, type Outcome } from '../publish/envelope.ts';
import { BUNDLE_CATALOG } from '../verify/bundle-catalog.ts';
import { CATALOG } from '../verify/catalog.ts';
import { REFUSALS } from '../verify/refusals.ts';
import { WORKFLOW_RULES } from '../workflows/rules.ts';

interface Named {
  readonly id: string;
  readonly title: string;
  readonly hard: boolean;
}

function everyId(): readonly Named[] {
  return [...CATALOG, ...BUNDLE_CATALOG, ...REFUSALS.map((refusal) => ({ ...refusal, hard: true })), ...WORKFLOW_RULES.map(({ id, title }) => ({ id, title, hard: false }))];
}

/** Prints the page of a rule, or the entry of an error. Throws a {@link UsageError} that names what comes near. */
export function explain(asked: string): Outcome {
  const given = asked.trim().toUpperCase().replaceAll('_', '-');
  const id = given.startsWith('GG-') ? given : `GG-${given}`;
  const rules = everyId().map((named) => named.id);
  const errors = errorEntries();
  const page = rules.includes(id) ? readFileSync(join(assetPath('rules'), `${id}.md`), 'utf8').trimEnd() : errors.get(id);
  if (page !== undefined) return { exit: 0, envelope: envelope('explain', 'accepted', { rule: id, text: page }) };
  const near = nearIds(id, [...new Set([...rules, ...errors.keys()])]);
  throw new UsageError('GG-RULE-NOT-KNOWN', `There is no rule or error ${JSON.stringify(asked)}`, `${near.length === 0 ? '' : `Near it: ${near.join(', ')}. `}All rules: generation-gate list`);
}

/** The entries of docs/errors.md by their ids. */
export function errorEntries(): ReadonlyMap<string, string> {
  const parts = readFileSync(assetPath('errors.md'), 'utf8').split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')).trim(), `# ${part.trimEnd()}`]));
}

const GUESSES = 3;

/** Ids that somebody may have meant: a slip of the fingers first, then those that share the rarest words. */
function nearIds(id: string, all: readonly string[]): readonly string[] {
  const slips = all.map((other) => ({ other, far: distance(id, other) })).filter(({ far }) => far <= 3).toSorted((left, right) => left.far - right.far).map(({ other }) => other);
  if (slips.length > 0) return slips.slice(0, GUESSES);
  const wanted = wordsOf(id);
  const rarity = (word: string): number => 1 / all.filter((other) => wordsOf(other).some((one) => alike(one, word))).length;
  const scored = all.map((other) => ({ other, score: wanted.filter((word) => wordsOf(other).some((one) => alike(one, word))).reduce((sum, word) => sum + rarity(word), 0), far: distance(id, other) }));
  return scored.filter(({ score }) => score > 0).toSorted((left, right) => right.score - left.score || left.far - right.far).slice(0, GUESSES).map(({ other }) => other);
}

function wordsOf(id: string): readonly string[] {
  return id.split('-').filter((word) => word !== '' && word !== 'GG' && word !== 'NOT');
}

/** One word for another: equal, a beginning of it, or one slip away. */
function alike(one: string, other: string): boolean {
  return one === other || (Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one) || distance(one, other) <= 1));
}

/** Lists every rule with what holds when it holds. */
export function listRules(): Outcome {
  const rules = everyId().toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const width = Math.max(...rules.map(({ id }) => id.length));
  return {
    exit: 0,
    envelope: envelope('list', 'accepted', {
      rules: rules.map(({ id, title, hard }) => ({ id, title, hard_stop: hard })),
      text: rules.map(({ id, title, hard }) => `${id.padEnd(width)}  ${hard ? 'hard' : '    '}  ${title}`).join('\n'),
    }),
  };
}
