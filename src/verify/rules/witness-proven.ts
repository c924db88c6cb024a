import { defineRule, listed, unknown } from '../rule.ts';
import { loadsOf, overWitness, type Witnessed } from '../witness/subject.ts';
import { counted, enumerate, namePaths } from '../words.ts';

export const witnessProven = defineRule({
  id: 'GG-WITNESS-PROVEN',
  title: 'The code that ran is proven to be the stamped code',
  why: 'This is what the evidence rests on: reports about code that is not the stamped code say nothing of this tree.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, (witnessed) => {
      const proven = loadsOf(witnessed, 'proven');
      const missing = reasons(witnessed, proven.length);
      if (missing.length === 0) {
        const { processes, unfinished } = witnessed.witness;
        const ended = unfinished === 0 ? '' : `; ${unfinished} of them ended without a last record`;
        return listed(`Proven: ${counted(proven.length, 'stamped file')} ran from stamped bytes in ${counted(processes, 'Python process', 'Python processes')}${ended}`);
      }
      return unknown(`Not proven that the stamped code ran: ${enumerate(missing)}`, { rejects: witnessed.required, fix: 'See the other answers about the witness; each names what stands in the way.' });
    }),
});

function reasons(witnessed: Witnessed, proven: number): readonly string[] {
  const { escaped, witness } = witnessed;
  const refuted = loadsOf(witnessed, 'other-bytes', 'stale-bytecode', 'sourceless', 'shadowed', 'unknown-origin');
  const unverified = loadsOf(witnessed, 'unverified');
  const why = unverified[0]?.meaning;
  return [
    ...(refuted.length > 0 ? [`${counted(refuted.length, 'loaded file')} refuted (${namePaths(refuted.map(({ load }) => load.path))})`] : []),
    ...(escaped.length > 0 ? ['processes without a witness'] : []),
    ...(witness.lost.length > 0 ? ['records were lost'] : []),
    ...(unverified.length > 0 ? [`${counted(unverified.length, 'loaded file')} not compared (${namePaths(unverified.map(({ load }) => load.path))}${why?.kind === 'unverified' ? `: ${why.why}` : ''})`] : []),
    ...(proven === 0 ? ['no stamped file was loaded by any process'] : []),
  ];
}
