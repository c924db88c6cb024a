import { isAsTight, POLICY_ORDER, policyKeys, show } from '../../model/policy-order.ts';
import type { Facts } from '../../model/facts.ts';
import type { PolicyFacts } from '../../model/policy.ts';
import { settingsInForce } from '../policy-settings.ts';
import { broken, defineRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { overCheck } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const policySoftened = defineRule({
  id: 'GG-POLICY-SOFTENED',
  title: 'The verdict was reached by settings at least as tight as the policy',
  why: 'A gate that asks for less than its policy says accepts what the policy was there to refuse.',
  hard: true,
  steps: ['check'],
  check: (facts) => overCheck(facts, () => (facts.policy === null || facts.policy === undefined || !facts.policy.binds ? NOTHING_TO_JUDGE : judge(facts, facts.policy))),
});

function judge(facts: Facts, { document, commands }: PolicyFacts): RuleAnswer {
  const inForce = settingsInForce(facts);
  const keys = policyKeys(document).filter((key) => inForce.has(key));
  const softer = keys.filter((key) => !isAsTight(POLICY_ORDER[key], inForce.get(key) ?? undefined, document[key])).map((key) => `"${key}" was ${show(inForce.get(key))}, and the policy says ${show(document[key])}`);
  const { cell } = facts.asked;
  const ran = facts.run?.outcome.command;
  const mayRun = commands.filter((one) => cell === null || one.cell === cell);
  const otherCommand = ran !== undefined && mayRun.length > 0 && mayRun.every(({ digest }) => digest !== null && digest !== ran) ? [`the command that ran has the digest ${ran}, and the policy's has ${mayRun.map(({ digest }) => digest ?? '').join(' or ')}`] : [];
  const faults = [...softer, ...otherCommand];
  if (faults.length === 0) return holds(`Each of ${counted(keys.length, 'setting')} that the policy gives was kept`);
  return broken(`${counted(faults.length, 'setting')} below the policy: ${enumerate(faults)}`, { fix: 'Give every step of the gate the settings of the policy, or none at all: generation-gate gate' });
}
