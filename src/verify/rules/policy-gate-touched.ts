import { showPath } from '../../model/path.ts';
import type { TouchedRole } from '../../model/policy.ts';
import { defineRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

const ROLES: Readonly<Record<TouchedRole, string>> = { policy: 'the policy', command: 'the captured command', setup: 'the setup', workflow: 'a workflow that calls the gate' };

export const policyGateTouched = defineRule({
  id: 'GG-POLICY-GATE-TOUCHED',
  title: 'A change of what decides how the gate judges is named',
  why: 'Whoever changes the policy, the command, the setup or the workflow changes what later verdicts mean: a person must look.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overCheck(facts, () => {
      const { policy } = facts;
      if (policy === null || policy === undefined) return NOTHING_TO_JUDGE;
      const { touched, against } = policy;
      if (touched.length === 0) return holds(`Neither policy, command, setup nor workflow differs from ${against}`);
      return listed(`${counted(touched.length, 'file')} that ${touched.length === 1 ? 'decides' : 'decide'} how the gate judges ${touched.length === 1 ? 'differs' : 'differ'} from ${against}: ${enumerate(touched.map(({ path, role, how }) => `${showPath(path)} (${ROLES[role]}, ${how})`))}`, {
        paths: touched.map(({ path }) => path),
        fix: 'Let the owner of the gate review these files; CODEOWNERS can ask for it. To reject such changes: --reject GG-POLICY-GATE-TOUCHED',
      });
    }),
});
