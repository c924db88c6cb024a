import { defineRule, holds, listed, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { loadsOf, witnessedIn } from '../witness/subject.ts';
import { counted, namePaths } from '../words.ts';

export const bytecodeProven = defineRule({
  id: 'GG-BYTECODE-NOT-PROVEN',
  title: 'The run was witnessed to have read no stale bytecode',
  why: 'The other bytecode rules see the files that lie in the workspace; only a witness sees what a process read in between.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      if (facts.run === null) return NOTHING_TO_JUDGE;
      const witnessed = witnessedIn(facts);
      const isolated = facts.run.outcome.environmentAdded.includes('PYTHONPYCACHEPREFIX');
      if (witnessed === null && isolated) return listed('Bytecode was isolated: the command had a cache of its own, empty at its start; no witness saw what it read');
      if (witnessed === null) return unproven('no witness was in the tested processes');
      if (witnessed.escaped.length > 0) return unproven('some processes had no witness');
      if (witnessed.witness.lost.length > 0) return unproven('records of the witness were lost');
      const stale = loadsOf(witnessed, 'stale-bytecode', 'sourceless');
      if (stale.length > 0) return unproven(`stale bytecode was executed (${namePaths(stale.map(({ load }) => load.path))})`);
      const unverified = loadsOf(witnessed, 'unverified').filter(({ load }) => load.how !== 'source');
      if (unverified.length > 0) return unproven(`the code of ${counted(unverified.length, 'file')} was not compared (${namePaths(unverified.map(({ load }) => load.path))})`);
      return holds(`${counted(witnessed.witness.processes, 'process', 'processes')} read no stale bytecode`);
    }),
});

function unproven(why: string): ReturnType<typeof unknown> {
  return unknown(`Bytecode not proven: ${why}`, { rejects: false, fix: 'Run the command through the gate with --witness observe, and keep PYTHONPATH for the processes it starts.' });
}
