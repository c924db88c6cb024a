import { identify, matchesTest } from '../../model/identity.ts';
import { showPath } from '../../model/path.ts';
import type { ReportCase } from '../../model/report.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { countedReports, showTest } from '../reports.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate, quote } from '../words.ts';

export const reportRequiredTests = defineRule({
  id: 'GG-EVIDENCE-REQUIRED-TEST',
  title: 'Every required test was executed and passed at its first attempt',
  why: 'The test that was asked for is the one that shows the change; a green rest does not stand in for it.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const { requireTests } = facts.asked;
      if (requireTests.length === 0) return NOTHING_TO_JUDGE;
      const cases = countedReports(facts).flatMap(({ path, report }) => report.cases.map((test) => ({ path, test, identity: identify(test, []) })));
      const faults = requireTests.flatMap((id): RuleAnswer[] => {
        const matches = cases.filter(({ identity }) => matchesTest(id, identity));
        if (matches.length === 0) return [unseen(id, cases.length)];
        const red = matches.filter(({ test }) => test.outcome !== 'passed');
        return red.length === 0 ? [] : [unpassed(id, matches.length, red)];
      });
      return faults.length > 0 ? faults : holds(`${counted(requireTests.length, 'required test')} passed`);
    }),
});

function unseen(id: string, among: number): RuleAnswer {
  return broken(`The required test ${quote(id)} is none of the ${counted(among, 'test')} in the reports of this run`, {
    fix: 'Write its whole name, or whole trailing parts of it (name, class.name, file::name), and see that the command selects it.',
    innocentWhen: 'The runner names the test otherwise than the call does: generation-gate inspect REPORT shows what it wrote.',
  });
}

function unpassed(id: string, matched: number, red: readonly { readonly path: string; readonly test: ReportCase }[]): RuleAnswer {
  const words = enumerate(red.map(({ path, test }) => `${showTest(test)} ${test.outcome} in ${showPath(path)}`));
  return broken(`${red.length} of ${counted(matched, 'test')} that ${quote(id)} names did not plainly pass: ${words}`, {
    paths: [...new Set(red.map(({ path }) => path))],
    fix: 'Mend the test or what it tests, then stamp, run and check again: generation-gate gate -- COMMAND',
  });
}
