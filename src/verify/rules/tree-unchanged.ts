import { showPath } from '../../model/path.ts';
import type { ChangedPath } from '../../model/tree.ts';
import { broken, defineRule, holds, type RuleAnswer } from '../rule.ts';
import { firstSeen, overCheck, spans, type Span } from '../subject.ts';
import { counted, enumerate, shortEntry, stampAgain } from '../words.ts';

type Change = { readonly path: string; readonly words: string };

export const treeUnchanged = defineRule({
  id: 'GG-TREE-CHANGED',
  title: 'No stamped path changed or vanished since the stamp',
  why: 'The result describes the bytes that were tested; other bytes would be merged.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check, stamped) => {
      const seen = firstSeen(spans(facts, check), ({ changed, vanished }) => [...changed.map(toChange), ...vanished.map(toLoss)], ({ path }) => path);
      return seen.length === 0 ? holds('Every stamped path has its stamped bytes') : seen.map((change) => sayChange(change, stampAgain(stamped)));
    }),
});

function toChange({ path, stamped, now }: ChangedPath): Change {
  return { path, words: `${showPath(path)} (stamped ${shortEntry(stamped)}, now ${shortEntry(now)})` };
}

function toLoss(path: string): Change {
  return { path, words: `${showPath(path)} (stamped, now gone)` };
}

function sayChange({ name, when, entries }: Span & { readonly entries: readonly Change[] }, again: string): RuleAnswer {
  const made = name === 'during-run';
  return broken(`${counted(entries.length, 'stamped path')} changed ${when}: ${enumerate(entries.map(({ words }) => words))}`, {
    paths: entries.map(({ path }) => path),
    fix: made
      ? `Let whatever writes into the sources (formatter, generator, snapshots) run before the stamp: ${again} --setup FILE`
      : `Stamp again after the change, then run the tests again: ${again}`,
    ...(made ? { innocentWhen: 'The command generates a file that is tracked: generate it in the setup, or ignore it and track only its source.' } : {}),
  });
}
