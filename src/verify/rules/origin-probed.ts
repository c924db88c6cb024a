import { isOfTheWorkspace } from '../../model/prepare.ts';
import { decidingOrigins, isEditable, whyLeftToTheRun } from '../origins.ts';
import { defineRule, holds, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { quote } from '../words.ts';

export const originProbed = defineRule({
  id: 'GG-ORIGIN-UNPROBED',
  title: 'The interpreter that the command uses was asked where code comes from',
  why: 'What files say about an install is a hint; only the interpreter knows which of them wins.',
  hard: false,
  steps: ['stamp', 'check'],
  check: (facts) =>
    overStamping(facts, () => {
      const at = decidingOrigins(facts);
      const asksImports = facts.asked.imports.length > 0;
      const fix = 'Name the interpreter that the command uses: --python PATH';
      if (at === null) return unknown('No interpreter was asked where code comes from', { rejects: asksImports, fix });
      const { interpreter, entries, names } = at.report;
      if (interpreter.state === 'found') return holds(`${quote(interpreter.executable)} (${interpreter.implementation} ${interpreter.version}, by ${interpreter.how}) was asked ${at.when}`);
      const mustKnow = asksImports || names.some(({ asked }) => asked === 'named') || entries.some((entry) => isEditable(entry) && !isOfTheWorkspace(entry.kind) && entry.offersSame);
      if (interpreter.state === 'absent' && !mustKnow) return NOTHING_TO_JUDGE;
      return unknown(`${quote(interpreter.asked)} was not asked where code comes from: ${interpreter.why}`, { rejects: mustKnow && whyLeftToTheRun(facts) === null, fix });
    }),
});
