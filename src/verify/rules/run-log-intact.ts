import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';

const STREAMS = ['stdout', 'stderr'] as const;

export const runLogIntact = defineRule({
  id: 'GG-RUN-LOG-CHANGED',
  title: "The run's own logs have the bytes that were recorded",
  why: 'The log is what people read and quote; one that was edited after the run tells of another run.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ logsNow }) => {
      const { run } = facts;
      if (run === null) return NOTHING_TO_JUDGE;
      const fix = 'Run the tests again: generation-gate run -- COMMAND';
      if (logsNow === null) return unknown("The run's logs were not read at this check", { fix });
      const answers = STREAMS.flatMap((stream): RuleAnswer[] => {
        const { path, sha256, complete } = run.outcome.logs[stream];
        const now = logsNow[stream];
        if (now === null) return [broken(`"${path}" is gone; its recorded SHA-256 is ${sha256}`, { fix, innocentWhen: 'A step cleaned RUNNER_TEMP between run and check.' })];
        if (now !== sha256) return [broken(`"${path}" was changed: its SHA-256 is ${now}, and ${sha256} was recorded`, { fix })];
        return complete ? [] : [listed(`"${path}" is cut: a process that outlived the command still held it open`)];
      });
      return answers.length > 0 ? answers : holds('Both logs have their recorded bytes');
    }),
});
