import { showPath } from '../../model/path.ts';
import type { JudgedBytecode } from '../../model/facts.ts';
import { broken, defineRule, holds, unknown } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, namePaths, stampAgain } from '../words.ts';

export const bytecodeFits = defineRule({
  id: 'GG-BYTECODE-DOES-NOT-FIT',
  title: 'Every bytecode file of the workspace fits its source',
  why: 'Bytecode that was not compiled from the source beside it is other code under its name.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ bytecode, bytecodeUnseen }, stamped) => {
      const again = `generation-gate purge && ${stampAgain(stamped)}`;
      const foreign = bytecode.filter(({ kind }) => kind === 'does-not-fit');
      const unreadable = bytecode.filter(({ kind }) => kind === 'unreadable');
      const answers = [
        ...(foreign.length === 0 ? [] : [broken(`${counted(foreign.length, 'bytecode file')} of another source: ${sayFiles(foreign)}`, { paths: foreign.map(({ path }) => path), fix: `Remove it, then stamp and run again: ${again}` })]),
        ...(unreadable.length === 0
          ? []
          : [unknown(`${counted(unreadable.length, 'bytecode file')} that could not be compared with its source: ${sayFiles(unreadable)}`, { rejects: true, paths: unreadable.map(({ path }) => path), fix: `Give the gate's user read permission or remove it: ${again}` })]),
        ...(bytecodeUnseen.length === 0
          ? []
          : [unknown(`Bytecode could not be looked for in ${counted(bytecodeUnseen.length, 'folder')}: ${namePaths(bytecodeUnseen)}`, { rejects: true, paths: bytecodeUnseen, fix: "Give the gate's user read permission: chmod -R u+rX ." })]),
      ];
      return answers.length > 0 ? answers : holds(`Every bytecode file fits its source (${bytecode.length} looked at)`);
    }),
});

function sayFiles(files: readonly JudgedBytecode[]): string {
  return enumerate(files.map(({ path, why }) => `${showPath(path)} (${why})`));
}
