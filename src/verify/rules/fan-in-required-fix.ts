import { matchesTest } from '../../model/identity.ts';
import { cellWords, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE, type RuleAnswer } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInRequiredFix = defineBundleRule({
  id: 'GG-FAN-IN-REQUIRED-FIX',
  title: 'What one cell shows to be fixed is red in no other cell',
  why: 'A fix that holds on one platform alone leaves the fault where the other cells run.',
  hard: true,
  steps: ['fan-in'],
  check: (facts) => {
    const sound = soundBundles(facts);
    const ids = [...new Set(sound.flatMap(({ requireFixed }) => requireFixed))];
    if (ids.length === 0) return NOTHING_TO_JUDGE;
    const answers = ids.flatMap((id): RuleAnswer[] => {
      const red = sound.filter((bundle) => bundle.red.some((test) => matchesTest(id, test)));
      if (red.length === 0) return [];
      return [
        broken(`The test ${quote(id)}, which must be fixed, is red in ${enumerate(red.map(cellWords))}`, {
          paths: red.map(({ source }) => source),
          fix: 'Mend it there too, or require it of the cells alone that it concerns, by its whole name.',
          innocentWhen: 'The id names another test in that cell: write its whole name.',
        }),
      ];
    });
    return answers.length > 0 ? answers : holds(`${counted(ids.length, 'required fix', 'required fixes')} red in no cell`);
  },
});
