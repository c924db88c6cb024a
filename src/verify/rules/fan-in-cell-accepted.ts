import { cellWords, soundBundles } from '../bundles.ts';
import { broken, defineBundleRule, holds, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate } from '../words.ts';

export const fanInCellAccepted = defineBundleRule({
  id: 'GG-FAN-IN-REJECTED-CELL',
  title: 'Every cell is accepted when its evidence is judged again',
  why: 'A matrix is as green as its reddest cell.',
  hard: true,
  steps: ['fan-in', 'verify'],
  check: (facts) => {
    const sound = soundBundles(facts);
    if (sound.length === 0) return NOTHING_TO_JUDGE;
    const rejected = sound.filter(({ verdict }) => verdict === 'rejected');
    if (rejected.length === 0) return holds(`${counted(sound.length, 'cell')} accepted`);
    return rejected.map((bundle) => {
      const by = bundle.rejecting.map(({ rule, what }) => `${rule}: ${what.length > 200 ? `${what.slice(0, 200)}…` : what}`);
      return broken(`Judged again, ${cellWords(bundle)} is rejected by ${by.length === 0 ? 'nothing that it names' : enumerate(by.slice(0, 5)).replace(/\s+/g, ' ')}${by.length > 5 ? ` and ${by.length - 5} more findings` : ''}`, {
        paths: [bundle.source],
        fix: 'Mend what the cell was rejected for and run it again; generation-gate verify BUNDLE shows its findings.',
      });
    });
  },
});
