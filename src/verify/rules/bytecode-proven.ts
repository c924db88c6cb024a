import { defineRule, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';

export const bytecodeProven = defineRule({
  id: 'GG-BYTECODE-NOT-PROVEN',
  title: 'The run was witnessed to have read no stale bytecode',
  why: 'The other bytecode rules see the files that lie in the workspace; only a witness sees what a process read in between.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      if (facts.run === null) return NOTHING_TO_JUDGE;
      return unknown('Bytecode not proven: no witness was in the tested processes', {
        rejects: false,
        fix: 'Nothing yet: the witness and --bytecode isolate, either of which proves it, are not built yet.',
      });
    }),
});
