/** How every test fared in every cell of a matrix, gathered while the bundles are judged one after the other (FI2). */
import { identify, identityKey } from '../../model/identity.ts';
import type { ReportCase } from '../../model/report.ts';
import { bounded, LETTER, namesOf, NOT_RUN, ROW_LIMIT, type TestRow, type TestTable } from './test-table.ts';

export interface Matrix {
  /** Begins the next cell, under its name for people; gives what takes its tests. */
  readonly cell: (name: string) => (cases: readonly ReportCase[]) => void;
  readonly table: () => TestTable;
}

/** Beyond these, tests of one name in one cell stand in one row with the worst of their outcomes. */
const WORST = ['f', 'e', 'k', 's', 'p'];

export function createMatrix(): Matrix {
  const columns: string[] = [];
  const rows = new Map<string, { readonly names: Pick<TestRow, 'place' | 'group' | 'name'>; outcomes: string }>();
  let leftOut = 0;
  return {
    cell: (name) => {
      const column = columns.push(name) - 1;
      return (cases) => {
        for (const test of cases) {
          const identity = identify(test, []);
          const key = identityKey(identity);
          const known = rows.get(key);
          if (known === undefined && rows.size >= ROW_LIMIT) {
            leftOut += 1;
            continue;
          }
          const row = known ?? { names: namesOf({ ...identity, suite: [...identity.suite] }), outcomes: '' };
          row.outcomes = withLetter(row.outcomes, column, LETTER[test.outcome]);
          if (known === undefined) rows.set(key, row);
        }
      };
    },
    table: () =>
      bounded({
        columns,
        kind: 'matrix',
        rows: [...rows.values()].map(({ names, outcomes }): TestRow => ({ ...names, outcomes: outcomes.padEnd(columns.length, NOT_RUN), change: null, says: '' })),
        leftOut,
      }),
  };
}

/** Two suites of one report may hold one test: the worse of the two counts. */
function withLetter(outcomes: string, column: number, letter: string): string {
  const before = outcomes[column];
  if (before === undefined) return outcomes.padEnd(column, NOT_RUN) + letter;
  return WORST.indexOf(letter) < WORST.indexOf(before) ? outcomes.slice(0, column) + letter + outcomes.slice(column + 1) : outcomes;
}
