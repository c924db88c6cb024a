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

/** Prints the page of a rule. Throws a {@link UsageError} with the nearest id for one that does not exist. */
export function explain(asked: string): Outcome {
  const id = asked.toUpperCase();
  if (!everyId().some((named) => named.id === id)) {
    const nearest = everyId().map((named) => named.id).toSorted((left, right) => distance(id, left) - distance(id, right))[0];
    throw new UsageError('GG-RULE-NOT-KNOWN', `There is no rule ${JSON.stringify(asked)}`, `The nearest is ${nearest ?? ''}; generation-gate list prints them all.`);
  }
  const page = readFileSync(join(assetPath('rules'), `${id}.md`), 'utf8').trimEnd();
  return { exit: 0, envelope: envelope('explain', 'accepted', { rule: id, text: page }) };
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
