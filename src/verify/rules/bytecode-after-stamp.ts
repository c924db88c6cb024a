import { showPath } from '../../model/path.ts';
import type { JudgedBytecode } from '../../model/facts.ts';
import { broken, defineRule, holds } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, showSecond, stampAgain } from '../words.ts';

const NS_PER_SECOND = 1_000_000_000n;
const MS_PER_SECOND = 1000;

export const bytecodeAfterStamp = defineRule({
  id: 'GG-BYTECODE-PREDATES-STAMP',
  title: 'No bytecode file of the workspace is older than the stamp',
  why: 'Bytecode from before the stamp was compiled from an older tree, and Python runs it where size and second of the source agree.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ bytecode }, stamped) => {
      if (bytecode.length === 0) return holds('There is no bytecode file that the purge would take');
      const stampSecond = Number(BigInt(stamped.fileClockNs) / NS_PER_SECOND);
      const { slackSeconds } = facts.asked;
      const older = bytecode.filter((file) => olderTime(file).second + slackSeconds < stampSecond);
      if (older.length === 0) return holds(`No bytecode file is older than the stamp of ${showSecond(stampSecond)}`);
      const words = older.map((file) => `${showPath(file.path)} (${olderTime(file).name} ${showSecond(olderTime(file).second)})`);
      return broken(`${counted(older.length, 'bytecode file')} older than the stamp of ${showSecond(stampSecond)}: ${enumerate(words)}`, {
        paths: older.map(({ path }) => path),
        fix: `Remove stale bytecode and stamp again: generation-gate purge && ${stampAgain(stamped)}`,
        innocentWhen: 'The command unpacks an archive into the workspace and keeps its times: unpack it outside, or in the setup.',
      });
    }),
});

/** Either time convicts and neither acquits: a program sets the mtime as it likes, and the ctime when the clock moves. */
function olderTime({ mtimeMs, ctimeMs }: JudgedBytecode): { readonly name: string; readonly second: number } {
  const name = mtimeMs <= ctimeMs ? 'mtime' : 'ctime';
  return { name, second: Math.floor(Math.min(mtimeMs, ctimeMs) / MS_PER_SECOND) };
}
