import type { HunkResult } from '../../model/compare.ts';
import { showPath } from '../../model/path.ts';
import { oneLine } from '../reports.ts';
import { broken, defineRule, holds, listed, NOTHING_TO_JUDGE, unknown } from '../rule.ts';
import { overStamping } from '../subject.ts';
import { counted, enumerate } from '../words.ts';

export const controlSupported = defineRule({
  id: 'GG-CONTROL-UNSUPPORTED',
  title: 'Some test fails where a part of the change is taken out',
  why: 'Tests that pass whatever is taken out cannot fail, and a part that no test misses is not shown to work.',
  hard: false,
  steps: ['check'],
  check: (facts) =>
    overStamping(facts, () => {
      const control = facts.control ?? null;
      if (control === null) return facts.asked.control === true && facts.run !== null ? unknown('The control that was asked for was not made', { rejects: true, fix: 'Let the gate make it: generation-gate gate --control -- COMMAND' }) : NOTHING_TO_JUDGE;
      const { hunks, against } = control;
      const of = (result: HunkResult['result']): readonly HunkResult[] => hunks.filter((hunk) => hunk.result === result);
      const [supported, unsupported, untried] = [of('supported'), of('unsupported'), [...of('not-tried'), ...of('not-reverted')]];
      if (hunks.length === 0) return listed(`There is nothing to take out: no file but test files differs from ${against}`);
      const paths = [...new Set(unsupported.map(({ path }) => path))];
      const open = untried.length === 0 ? '' : `; ${counted(untried.length, 'hunk was', 'hunks were')} not tried: ${enumerate(untried.map((hunk) => `${say(hunk)} (${oneLine(hunk.says)})`))}`;
      if (supported.length === 0 && unsupported.length > 0) {
        return broken(`No test fails whichever of ${counted(unsupported.length, 'hunk')} is taken out: ${enumerate(unsupported.map(say))}${open}`, { paths, fix: 'Add a test that fails without the change, and see that the command runs it.' });
      }
      if (supported.length === 0) return unknown(`No hunk was tried${open}`, { rejects: true, fix: 'Give it more time: --control-budget SECONDS' });
      const holding = `${supported.length} of ${counted(hunks.length, 'hunk')} against ${against} break a test where they are taken out`;
      if (unsupported.length + untried.length === 0) return holds(holding);
      return listed(`${holding}${unsupported.length === 0 ? '' : `; no test misses ${enumerate(unsupported.map(say))}`}${open}`, { paths, fix: 'Add tests for these parts, or leave them out of the change.' });
    }),
});

function say({ path, hunk }: HunkResult): string {
  return `${showPath(path)} ${oneLine(hunk)}`.trim();
}
