import { defineBundleRule, holds, listed, NOTHING_TO_JUDGE } from '../rule.ts';
import { counted, enumerate, quote } from '../words.ts';

export const fanInRerun = defineBundleRule({
  id: 'GG-FAN-IN-RERUN',
  title: 'A cell that was run again on the same tree is named',
  why: 'A cell that was rejected and is accepted without any change depends on something other than the code.',
  hard: false,
  steps: ['fan-in'],
  check: ({ bundles, superseded }) => {
    if (bundles.length === 0) return NOTHING_TO_JUDGE;
    if (superseded.length === 0) return holds('No cell was run again');
    const shown = superseded.map(({ cell, verdict, origin }) => `${quote(cell ?? '')} was ${verdict} in attempt ${origin?.run_attempt ?? 0}`);
    return listed(`${counted(superseded.length, 'bundle')} of earlier attempts on the same tree gave way to a later one: ${enumerate(shown)}`, superseded.some(({ verdict }) => verdict === 'rejected') ? { fix: 'Look at what the earlier attempt was rejected for: its bundle is still there.' } : {});
  },
});
