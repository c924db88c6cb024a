import { broken, defineRule, holds, listed, unknown, type RuleAnswer } from '../rule.ts';
import { firstSeen, overCheck, spans, type Span } from '../subject.ts';
import { witnessedIn, type Witnessed } from '../witness/subject.ts';
import { counted, namePaths } from '../words.ts';

export const treeNewPath = defineRule({
  id: 'GG-TREE-NEW-PATH',
  title: 'No path that is not ignored appeared between the stamp and the start of the run',
  why: 'A file that the stamp never saw may be what the tests loaded, and it is in no tree that will be merged.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const seen = firstSeen(spans(facts, check), ({ added }) => added, (path) => path);
      return seen.length === 0 ? holds('No new path appeared') : seen.flatMap((span) => sayNew(span, witnessedIn(facts)));
    }),
});

function sayNew({ name, when, entries }: Span & { readonly entries: readonly string[] }, witnessed: Witnessed | null): RuleAnswer | readonly RuleAnswer[] {
  const what = `${counted(entries.length, 'new path')} appeared ${when}: ${namePaths(entries)}`;
  if (name !== 'before-run') {
    return listed(what, { paths: entries, fix: 'If it is output of the tests, add it to .gitignore; if it is a report, name it by --evidence at the stamp.' });
  }
  if (witnessed !== null) {
    const loaded = entries.filter((path) => witnessed.witness.loads.some((load) => load.path === path));
    if (loaded.length > 0) {
      return broken(`${counted(loaded.length, 'new path')} appeared ${when} and was loaded: ${namePaths(loaded)}`, { paths: loaded, fix: 'Stamp after it is there: generation-gate stamp' });
    }
    // A witness of Python sees Python load; what is no Python could be read by anybody.
    if (witnessed.escaped.length === 0 && witnessed.witness.lost.length === 0 && entries.every((path) => path.endsWith('.py'))) return listed(`${what}; no process loaded it`, { paths: entries, fix: 'Add it to .gitignore if it is output.' });
  }
  return unknown(`${what}; whether the tests loaded it is not witnessed`, {
    rejects: true,
    paths: entries,
    fix: 'Stamp after it is there (generation-gate stamp), or add it to .gitignore if it is output.',
    innocentWhen: 'A step after the stamp writes output that no test loads: add it to .gitignore.',
  });
}
