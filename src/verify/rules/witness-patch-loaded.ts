import type { Facts } from '../../model/facts.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown, type RuleAnswer } from '../rule.ts';
import { isTestFile } from '../witness/changed-tests.ts';
import { overWitness, type Witnessed } from '../witness/subject.ts';
import { counted, namePaths } from '../words.ts';

export const witnessPatchLoaded = defineRule({
  id: 'GG-WITNESS-PATCH-NOT-LOADED',
  title: 'Every changed source file was loaded by the command with its stamped bytes',
  why: 'A change that no process executed is a change that no test of this run speaks about.',
  hard: false,
  steps: ['check'],
  check: (facts) => overWitness(facts, (witnessed) => judge(facts, witnessed)),
});

function judge({ asked }: Facts, witnessed: Witnessed): RuleAnswer | readonly RuleAnswer[] {
  const { witness, loads, escaped, run } = witnessed;
  if (witness.changed === null) return NOTHING_TO_JUDGE;
  const { against, paths } = witness.changed;
  const loaded = new Set(loads.flatMap(({ meaning }) => (meaning.kind === 'proven' ? [meaning.path] : [])));
  const missing = paths.filter((path) => !loaded.has(path));
  if (missing.length === 0) return holds(paths.length === 0 ? `No Python source differs from ${against}` : `All ${counted(paths.length, 'changed source file')} were loaded with stamped bytes (compared with ${against})`);

  const folder = run.outcome.cwd === '.' ? '' : `${run.outcome.cwd}/`;
  const tests = missing.filter((path) => isTestFile(path) && path.startsWith(folder));
  const sources = missing.filter((path) => !tests.includes(path));
  const fix = 'Run the tests that exercise it, or add one; a file that no test can load is named here for the reviewer.';
  const answers: RuleAnswer[] = [];
  if (tests.length > 0) {
    const what = `${counted(tests.length, 'changed test file')} that no process loaded (compared with ${against}): ${namePaths(tests)}`;
    const mend = 'Let the command run it, or name the cell of the matrix that does not: --cell NAME';
    if (asked.cell !== null) answers.push(listed(what, { paths: tests, fix: mend }));
    // A process without a witness may have loaded it.
    else if (escaped.length > 0 || witness.lost.length > 0) answers.push(unknown(what, { paths: tests, fix: mend, rejects: witnessed.required }));
    else answers.push(broken(what, { paths: tests, fix: mend, innocentWhen: 'Another cell of the matrix runs it: --cell NAME.' }));
  }
  if (sources.length > 0) {
    const what = `${counted(sources.length, 'changed source file')} that no process loaded (compared with ${against}): ${namePaths(sources)}`;
    answers.push(asked.unloaded === 'reject' ? broken(what, { paths: sources, fix, innocentWhen: 'It is no part of what is tested (a script, a setup file): --unloaded report.' }) : listed(what, { paths: sources, fix }));
  }
  return answers;
}
