import type { Surroundings } from '../../model/surroundings.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { differingNames, systemOf } from '../surroundings.ts';
import { counted, namePaths } from '../words.ts';

export const environmentUnchanged = defineRule({
  id: 'GG-ENVIRONMENT-CHANGED',
  title: 'Stamp, run and check had the same surroundings',
  why: 'A result may rest on a variable, a lock file or a version that nobody has any more when it is judged.',
  hard: false,
  steps: ['check'],
  check: ({ stamped, run, check, ...facts }) =>
    overStamping({ stamped, run, check, ...facts }, () => {
      const known = [
        { when: 'at the stamp', what: stamped?.surroundings },
        { when: 'at the run', what: run?.surroundings },
        { when: 'at the check', what: check?.surroundings },
      ].filter((one): one is Record => one.what !== undefined);
      const answers = known.slice(1).flatMap((later, at) => differences(known[at] ?? later, later));
      if (known.length < 2) return NOTHING_TO_JUDGE;
      return answers.length > 0 ? answers : holds(`${counted(known.length, 'record')} of the surroundings are alike`);
    }),
});

interface Record {
  readonly when: string;
  readonly what: Surroundings;
}

function differences(before: Record, after: Record): readonly RuleAnswer[] {
  const answers: RuleAnswer[] = [];
  const between = `${before.when} and ${after.when}`;
  const [here, there] = [systemOf(before.what), systemOf(after.what)];
  if (here !== there) answers.push(listed(`Another system ${between}: ${here}, then ${there}`));
  for (const { name, version } of after.what.runtimes) {
    const own = before.what.runtimes.find((one) => one.name === name);
    if (own !== undefined && own.version !== version) answers.push(listed(`Another ${name} ${between}: ${own.version}, then ${version}`));
  }
  const { variables, files } = differingNames([[before.what, after.what]]);
  if (variables.length > 0) answers.push(listed(`${counted(variables.length, 'variable')} not the same ${between}: ${variables.join(', ')}`));
  if (files.length > 0) answers.push(listed(`${counted(files.length, 'lock file or configuration', 'lock files and configurations')} not the same ${between}: ${namePaths(files)}`, { paths: files.filter((path) => !path.startsWith('~/')) }));
  return answers;
}
