import { broken, defineRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, namePaths } from '../words.ts';

export const bytecodeOfRun = defineRule({
  id: 'GG-BYTECODE-OUTSIDE-RUN',
  title: 'No bytecode file appeared in the workspace outside of the run',
  why: 'The stamp step leaves no bytecode, so what is there when the run starts was put there for it to load; what comes after its end was not tested.',
  hard: true,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, ({ bytecode }) => {
      const { run } = facts;
      if (run === null) return NOTHING_TO_JUDGE;
      const fix = 'Stamp again, which purges, and let no other Python start between stamp and check: PYTHONDONTWRITEBYTECODE=1';
      const before = run.bytecodeAtStart.map(({ path }) => path);
      const atEnd = new Map(run.bytecodeAtEnd.map((file) => [file.path, file]));
      const after = bytecode.filter(({ path }) => !atEnd.has(path)).map(({ path }) => path);
      const rewritten = bytecode.flatMap(({ path, mtimeMs, ctimeMs }) => {
        const then = atEnd.get(path);
        return then === undefined || (then.mtimeMs === mtimeMs && then.ctimeMs === ctimeMs) ? [] : [path];
      });
      const earlier = run.earlier.length > 0 ? ' (an earlier run under this generation may have written it)' : '';
      const answers: RuleAnswer[] = [
        ...appeared(before, `between the stamp and the start of the run${earlier}`, fix),
        ...appeared(after, 'after the run had ended', fix),
        ...appeared(rewritten, 'and was written again after the run had ended', fix),
      ];
      return answers.length > 0 ? answers : holds('All bytecode in the workspace was written by the run');
    }),
});

function appeared(paths: readonly string[], when: string, fix: string): RuleAnswer[] {
  if (paths.length === 0) return [];
  const what = `${counted(paths.length, 'bytecode file')} appeared ${when}: ${namePaths(paths)}`;
  return [broken(what, { paths, fix, innocentWhen: 'Another step imported the project: give it PYTHONDONTWRITEBYTECODE=1.' })];
}
