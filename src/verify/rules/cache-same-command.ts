import { overSound, RUN_INSTEAD } from '../cached.ts';
import { broken, defineRule, holds, type RuleAnswer } from '../rule.ts';
import { quote } from '../words.ts';

export const cacheSameCommand = defineRule({
  id: 'GG-CACHE-OTHER-COMMAND',
  title: 'A cached bundle ran the command that is asked for here, in the same folder and cell',
  why: 'Another command, another folder or another cell may have run fewer tests, or none of these.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overSound(facts, ({ source, commandDigest, cell }, { command, workdir, facts: then }) => {
      const faults: RuleAnswer[] = [];
      const fault = (what: string): void => void faults.push(broken(`The cached bundle ${quote(source)} ${what}`, { paths: [source], fix: RUN_INSTEAD }));
      if (commandDigest !== command) fault(commandDigest === null ? `has no command that the gate ran, and the command named here has the digest ${command}` : `ran the command ${commandDigest}, and the one named here has the digest ${command}`);
      const cwd = then?.run?.outcome.cwd ?? workdir;
      if (cwd !== workdir) fault(`ran in ${quote(cwd)}, and here the command would run in ${quote(workdir)}`);
      if (cell !== facts.asked.cell) fault(`is of ${cellWords(cell)}, and here is ${cellWords(facts.asked.cell)}`);
      return faults.length > 0 ? faults : holds(`The cached bundle ran the command ${command} in ${quote(cwd)}`);
    }),
});

function cellWords(cell: string | null): string {
  return cell === null ? 'no cell' : `cell ${quote(cell)}`;
}
