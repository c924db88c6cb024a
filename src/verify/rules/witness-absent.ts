import type { Facts } from '../../model/facts.ts';
import { defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted } from '../words.ts';

export const witnessAbsent = defineRule({
  id: 'GG-WITNESS-ABSENT',
  title: 'What the tested processes loaded was witnessed',
  why: 'Only a record made inside the processes shows that the stamped bytes are the ones that ran.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const { run, asked } = facts;
      if (run === null && asked.outcome === null) return NOTHING_TO_JUDGE;
      const reason = reasonOf(facts);
      if (reason !== null) return unknown(`Loaded files not witnessed: ${reason.what}`, { rejects: asked.witness === 'required', fix: reason.fix });
      return holds(run?.witness.state === 'present' ? `${counted(run.witness.processes, 'Python process', 'Python processes')} told what they loaded` : 'Nothing to judge');
    }),
});

function reasonOf({ run, asked }: Facts): { readonly what: string; readonly fix: string } | null {
  if (asked.witness === 'off') return { what: 'the witness is switched off', fix: 'Switch it on: --witness observe' };
  if (run === null) return { what: 'the workflow ran the tests itself', fix: 'Let the gate run the command: generation-gate run -- COMMAND' };
  if (run.witness.state === 'absent') return { what: run.witness.why, fix: 'Stamp and run again with --witness observe.' };
  if (run.witness.processes > 0 || run.witness.escaped.length > 0) return null;
  return {
    what: 'no Python process of the command wrote a record',
    fix: 'Nothing, where the command runs no Python: other languages are not witnessed. Else let it keep what the gate put on PYTHONPATH (PYTHONPATH=src:$PYTHONPATH), and start Python without -I, -E and -S.',
  };
}
