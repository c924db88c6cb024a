import { defineRule } from '../rule.ts';
import { answerOf, foreignCells, overSummaries, quoteClaim } from '../summary.ts';
import { oneLine } from '../reports.ts';
import { counted, enumerate, quote } from '../words.ts';

export const summaryCells = defineRule({
  id: 'GG-SUMMARY-CELL',
  title: 'No summary claims a matrix cell whose evidence is not here',
  why: 'A cell that nobody can show the evidence of may never have run.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSummaries(facts, (files, { ownCell, ranOn }) => {
      const faults = files.flatMap(({ path, reading }) =>
        reading.statements.flatMap((statement) => {
          const cells = foreignCells(statement, ownCell, ranOn);
          if (cells.length === 0) return [];
          const claim = statement.claims[0];
          const about = `about ${enumerate(cells.map((cell) => quote(oneLine(cell))))}`;
          return [{ path, line: claim?.line ?? statement.line, words: claim === undefined ? `goes on ${about}` : `${quoteClaim(claim, statement.hidden)} ${about}` }];
        }),
      );
      return answerOf(faults, {
        fault: ['claim without its evidence', 'claims without their evidence'],
        fine: `${counted(files.length, 'summary', 'summaries')} claim no cell but this one`,
        fix: `This evidence is ${ownCell[0] === undefined ? 'of a run that was given no cell name: name it by --cell at the run' : `of the cell ${quote(ownCell[0])}`}; leave other cells out of the summary`,
        innocentWhen: 'A system or version is only mentioned: put it into a sentence that claims no result.',
      });
    }),
});
