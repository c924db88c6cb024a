import { claimingFiles } from '../evidence-files.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { showPath } from '../../model/path.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, namePaths, showSecond } from '../words.ts';

const NS_PER_SECOND = 1_000_000_000n;

export const evidencePredatesStamp = defineRule({
  id: 'GG-EVIDENCE-PREDATES-STAMP',
  title: 'No report or log is older than the stamp',
  why: 'A report from before the stamp tells of another tree, however green it is.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, (check) => {
      const files = claimingFiles(check);
      if (files.length === 0) return NOTHING_TO_JUDGE;
      const slack = BigInt(facts.asked.slackSeconds);
      const answers: RuleAnswer[] = [];
      const old = files.flatMap(({ path, now, stampClockNs }) => {
        const stamp = stampClockNs === null ? null : floorSecond(stampClockNs);
        const mtime = floorSecond(now.mtimeNs);
        return stamp !== null && mtime + slack < stamp ? [{ path, words: `${showPath(path)} (mtime ${showSecond(mtime)}, stamp ${showSecond(stamp)})` }] : [];
      });
      if (old.length > 0) {
        answers.push(
          broken(`${counted(old.length, 'evidence file')} older than the stamp by more than ${counted(facts.asked.slackSeconds, 'second')}: ${enumerate(old.map(({ words }) => words))}`, {
            paths: old.map(({ path }) => path),
            fix: 'Let the command write its reports anew, after the stamp: generation-gate gate -- COMMAND',
            innocentWhen: 'The command unpacks or copies its reports and keeps their times (cp -p, tar): copy without, or let it touch them.',
          }),
        );
      }
      const timeless = files.filter(({ stampClockNs }) => stampClockNs === null).map(({ path }) => path);
      if (timeless.length > 0) {
        answers.push(
          unknown(`${counted(timeless.length, 'evidence file')} on a file system that was not there at the stamp, so that its time can be compared with none: ${namePaths(timeless)}`, {
            paths: timeless,
            fix: 'Mount it before the stamp, or let the command write its reports into the workspace.',
          }),
        );
      }
      return answers.length > 0 ? answers : holds(`${counted(files.length, 'evidence file')} not older than the stamp`);
    }),
});

/** Whole seconds, towards the past for times before 1970 too: some file systems and tools keep no more (ST8). */
function floorSecond(ns: string): bigint {
  const time = BigInt(ns);
  return (time - (((time % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND)) / NS_PER_SECOND;
}
