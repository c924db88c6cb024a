import { broken, defineRule, holds } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths, stampAgain } from '../words.ts';

export const bytecodeHasSource = defineRule({
  id: 'GG-BYTECODE-SOURCELESS',
  title: 'No bytecode file of the workspace lacks its source',
  why: 'Python imports bytecode beside a missing source as a module of its own: code that is in no tree.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ bytecode }, stamped) => {
      const paths = bytecode.filter(({ kind }) => kind === 'sourceless').map(({ path }) => path);
      if (paths.length === 0) return holds('No bytecode file lacks its source');
      return broken(`${counted(paths.length, 'bytecode file')} without a source: ${namePaths(paths)}`, {
        paths,
        fix: `Remove it, then stamp and run again: generation-gate purge && ${stampAgain(stamped)}`,
        innocentWhen: 'The command compiles a module that it deletes again: let it write outside the workspace.',
      });
    }),
});
