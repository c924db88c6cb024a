import type { CellBundle } from '../../model/bundle.ts';
import { cellWords, grouped, soundBundles } from '../bundles.ts';
import { contentBeyondCommits, isNestedContentKnown } from '../nested.ts';
import { broken, defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInSameNestedContent = defineBundleRule({
  id: 'GG-FAN-IN-MIXED-NESTED',
  title: 'All cells tested the same files in submodules and nested repositories',
  why: 'Equal tree ids say nothing of them: cells that tested different code there do not add up to evidence for any of it.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const cells = soundBundles(facts).filter(({ treeId }) => treeId !== null);
    const [known, unknown] = [cells.filter(({ nested }) => isNestedContentKnown(nested)), cells.filter(({ nested }) => !isNestedContentKnown(nested))];
    const told = known.map((cell) => ({ cell, content: contentBeyondCommits(cell.nested) }));
    const paths = [...new Set(told.flatMap(({ content }) => [...content.keys()]))].sort();
    const differing = paths.filter((path) => new Set(told.map(({ content }) => content.get(path))).size > 1);
    if (differing.length > 0) {
      const contentOf = (cell: CellBundle, path: string): string => contentBeyondCommits(cell.nested).get(path) ?? 'what is recorded';
      return differing.slice(0, 5).map((path) =>
        broken(`The cells hold different files in ${quote(path)}: ${grouped(known, (cell) => contentOf(cell, path)).slice(0, 5).join('; ')}`, {
          paths: [path],
          fix: 'Commit what belongs to it and let every cell check out that commit: git submodule update --init --force',
          innocentWhen: 'A step before the stamp writes files into it that differ from job to job: name them in its .gitignore, or write them after the stamp.',
        }),
      );
    }
    if (unknown.length > 0) return listed(`Files in submodules and nested repositories were not compared: ${enumerate(unknown.map(cellWords))} ${unknown.length === 1 ? 'does' : 'do'} not say what they held`, { fix: 'Run these cells again with this version.' });
    return known.every(({ nested }) => nested.length === 0) ? NOTHING_TO_JUDGE : holds(`${counted(known.length, 'cell')} tested the same files in submodules and nested repositories`);
  },
});
