import { showPath } from '../../model/path.ts';
import { defineRule, holds, unknown } from '../rule.ts';
import { overWitness } from '../witness/subject.ts';
import { enumerate } from '../words.ts';

export const witnessRecordsLost = defineRule({
  id: 'GG-WITNESS-RECORDS-LOST',
  title: 'The records of the witness are whole',
  why: 'A load whose record was lost is a load that nobody compared with the stamp.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, ({ witness, required }) => {
      if (witness.lost.length === 0) return holds('The records of the witness are whole');
      return unknown(`Records of the witness are not whole: ${enumerate(witness.lost.map(showPath))}`, {
        rejects: required,
        fix: 'Free disk space and descriptors for the run, and report a failure of the witness itself as a defect of generation-gate.',
      });
    }),
});
