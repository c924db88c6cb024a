import { showPath } from '../../model/path.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { loadsOf, overWitness } from '../witness/subject.ts';
import { counted, enumerate } from '../words.ts';

export const witnessStaleBytecode = defineRule({
  id: 'GG-WITNESS-STALE-BYTECODE',
  title: 'No process executed bytecode that its source does not compile to',
  why: 'Such bytecode is older code under the name of the new one: a fix looks tested, or a fault looks fixed.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overWitness(facts, (witnessed) => {
      const stale = loadsOf(witnessed, 'stale-bytecode', 'sourceless');
      if (stale.length === 0) return holds('No stale bytecode was executed');
      const named = stale.map(({ load, meaning }) =>
        meaning.kind === 'sourceless' ? `${showPath(load.path)} (no source)` : `${showPath(load.bytecode?.path ?? '')} for ${showPath(load.path)} (${load.bytecode?.why ?? ''})`,
      );
      return broken(`${counted(stale.length, 'file')} executed from stale bytecode: ${enumerate(named)}`, {
        paths: stale.map(({ load }) => load.bytecode?.path ?? load.path),
        fix: 'Remove it and run again: generation-gate purge; in an environment, reinstall the package (pip install --force-reinstall --no-deps NAME).',
      });
    }),
});
