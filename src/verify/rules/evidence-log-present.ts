import { broken, defineRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const evidenceLogPresent = defineRule({
  id: 'GG-EVIDENCE-LOG-ABSENT',
  title: 'Every log that was promised is there',
  why: 'A log that was named as evidence and is missing leaves its step without any.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ absentLogs }, { logs }) => {
      if (logs.length === 0) return NOTHING_TO_JUDGE;
      if (absentLogs.length === 0) return holds(`${counted(logs.length, 'log')} there`);
      return broken(`${counted(absentLogs.length, 'promised log')} missing: ${namePaths(absentLogs)}`, {
        paths: absentLogs,
        fix: 'Let its step write the log after the stamp, at the path given by --log (relative to the top of the workspace).',
        innocentWhen: 'Its step began before the stamp and still held the old file open, which was moved to quarantine: stamp first.',
      });
    }),
});
