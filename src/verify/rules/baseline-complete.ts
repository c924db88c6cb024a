import { incompleteRun } from '../compared.ts';
import { defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { quote } from '../words.ts';

export const baselineComplete = defineRule({
  id: 'GG-BASELINE-INCOMPLETE',
  title: 'The command was run on the whole of the base, in environments of its own',
  why: 'A base that lacks files, or imports the patched code, fails or passes for reasons of its own.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const baseline = facts.baseline ?? null;
      if (baseline === null) {
        const asked = facts.asked.base ?? null;
        return asked === null || facts.run === null ? NOTHING_TO_JUDGE : unknown(`The command was not run on the base ${quote(asked)}`, { rejects: true, fix: 'Give the base to the gate, which runs the command there: generation-gate gate --base REV -- COMMAND' });
      }
      const { withTests, asWas, oldTests } = baseline;
      const answers = [
        ...incompleteRun(withTests, 'the base with the patched tests'),
        ...(asWas === null ? [] : incompleteRun(asWas, 'the base as it was')),
        // It only shows bent tests: nothing is accepted because of it.
        ...(oldTests === null ? [] : incompleteRun(oldTests, 'the patched code with the tests of the base').map((answer) => ({ ...answer, rejects: false }))),
      ];
      return answers.length > 0 ? answers : holds(`The command was run on the base ${quote(baseline.base.given)} (${baseline.base.commit})`);
    }),
});
