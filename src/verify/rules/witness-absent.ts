import { defineRule, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';

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
      const reason = asked.witness === 'off' ? 'the witness is switched off' : run === null ? 'the workflow ran the tests itself' : 'the witness is not built yet';
      return unknown(`Loaded files not witnessed: ${reason}`, { rejects: false, fix: 'Nothing yet: the witness is not built yet. The rules about tree, bytecode and origins stand in front of it.' });
    }),
});
