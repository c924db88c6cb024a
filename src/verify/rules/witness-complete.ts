import { showPath } from '../../model/path.ts';
import type { WitnessFacts } from '../../model/witness.ts';
import { defineRule, holds, unknown } from '../rule.ts';
import { overWitness } from '../witness/subject.ts';
import { counted, enumerate } from '../words.ts';

const SHOWN_CHARACTERS = 100;

export const witnessComplete = defineRule({
  id: 'GG-WITNESS-UNWITNESSED',
  title: 'Every Python process of the command had a witness',
  why: 'What a process without a witness loaded is not known, and it may be what the tests rest on.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, ({ witness, escaped, required }) => {
      const missing = escaped.reduce((sum, { count }) => sum + count, 0);
      if (missing === 0) return holds(`All ${counted(witness.processes, 'Python process', 'Python processes')} that were seen had a witness`);
      const named = escaped.map(({ argv, why, count }) => `${showCommand(argv)} (${why}${count > 1 ? `; ${count} times` : ''})`);
      return unknown(`Proven for ${witness.processes} of ${witness.processes + missing} Python processes; without a witness: ${enumerate(named)}${notEntered(witness)}`, {
        rejects: required,
        fix: `Let them keep what the gate put on PYTHONPATH (PYTHONPATH=src:$PYTHONPATH), without -I, -E and -S${witness.entered === undefined ? '; or let the witness enter the environment: --witness-pth own' : ''}; or allow them by name: --unwitnessed-ok '*/tool.py *'`,
        innocentWhen: 'The process runs a tool and none of the tested code.',
      });
    }),
});

/** Why `--witness-pth` did not help. */
function notEntered({ notEntered: places = [] }: WitnessFacts): string {
  return places.length === 0 ? '' : `. ${places.map(({ folder, why }) => `${showPath(folder)} was not entered: ${why}`).join('; ')}`;
}

function showCommand(argv: readonly string[]): string {
  const line = argv.join(' ');
  return showPath(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line);
}
