import { showPath } from '../../model/path.ts';
import type { Survivor } from '../../model/run-record.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

const SHOWN_ARGUMENTS = 80;

const TIES = { session: 'same session', group: 'same process group', environment: "the run's variable in its environment", output: "the command's output still open" } as const satisfies Record<Survivor['reason'], string>;

export const runSurvivors = defineRule({
  id: 'GG-RUN-SURVIVORS',
  title: 'No process of the command was alive after it had ended',
  why: 'A process that goes on in the background may still be testing, and may still write reports.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const { run, asked } = facts;
      if (run === null) {
        if (asked.outcome === null) return NOTHING_TO_JUDGE;
        return unknown('Whether a process outlived the tests was not observed: the workflow ran them itself', { rejects: false, fix: 'Let the gate run the command: generation-gate run -- COMMAND' });
      }
      const { survivors } = run.outcome;
      if (survivors.length === 0) return holds('No process outlived the command');
      const what = `${counted(survivors.length, 'process', 'processes')} outlived the command: ${enumerate(survivors.map(sayProcess))}`;
      const fix = `Let the command wait for its children or stop them (wait, docker compose down, gradle --stop); now: kill ${survivors.slice(0, 10).map(({ pid }) => pid).join(' ')}`;
      return asked.survivors === 'reject' ? broken(what, { fix, innocentWhen: 'A build daemon stays by design: turn it off for this run, or use --survivors report.' }) : listed(what, { fix });
    }),
});

function sayProcess({ pid, argv, reason }: Survivor): string {
  const command = argv.join(' ');
  return `${pid} ${showPath(command.length > SHOWN_ARGUMENTS ? `${command.slice(0, SHOWN_ARGUMENTS)}…` : command || 'without arguments')} (${TIES[reason]})`;
}
