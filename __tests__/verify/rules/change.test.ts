import type { ChangeFacts } from '../../../src/model/facts.ts';
import { changeNotForbidden } from '../../../src/verify/rules/change-not-forbidden.ts';
import { changeOwned } from '../../../src/verify/rules/change-owned.ts';
import { changeRebased } from '../../../src/verify/rules/change-rebased.ts';
import type { Asked, Facts } from '../../../src/model/facts.ts';
import { asked, check, facts } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const CHANGE: ChangeFacts = { against: 'origin/main (0123456)', paths: ['.github/workflows/ci.yml', 'src/a.py', 'src/deep/b.py'], tip: '0123456', containsTip: true };

function changing(change: ChangeFacts | null, more: Partial<Asked>): Facts {
  return facts({ check: check({ change }), asked: asked(more) });
}

judges(changeOwned, 'WT5', [
  ['nobody asked', facts(), 'holds', /Nothing to judge/],
  ['all owned', changing(CHANGE, { owned: ['src/**', '.github/**'] }), 'holds', /Each of 3 changed paths/],
  ['a star stays in its folder', changing(CHANGE, { owned: ['src/*', '.github/**'] }), 'broken', /1 changed path .*: src\/deep\/b\.py/],
  ['one is not', changing(CHANGE, { owned: ['src/**'] }), 'broken', /origin\/main .*: \.github\/workflows\/ci\.yml/],
  ['nothing changed', changing({ ...CHANGE, paths: [] }, { owned: ['src/**'] }), 'holds'],
  ['no base', changing(null, { owned: ['src/**'] }), 'unknown', /no base/],
]);

judges(changeNotForbidden, 'WT5', [
  ['nobody asked', facts(), 'holds', /Nothing to judge/],
  ['none touched', changing(CHANGE, { forbidden: ['docs/**'] }), 'holds', /None of 3 changed paths/],
  ['owned and forbidden', changing(CHANGE, { owned: ['**'], forbidden: ['.github/**'] }), 'broken', /1 forbidden path changed.*ci\.yml/],
  ['by name in any folder', changing(CHANGE, { forbidden: ['*.py'] }), 'broken', /2 forbidden paths/],
  ['no base', changing(null, { forbidden: ['x'] }), 'unknown'],
]);

judges(changeRebased, 'WT5', [
  ['nobody asked', changing({ ...CHANGE, containsTip: false }, {}), 'holds', /Nothing to judge/],
  ['contains it', changing(CHANGE, { requireRebased: true }), 'holds', /HEAD contains origin\/main/],
  ['does not', changing({ ...CHANGE, containsTip: false }, { requireRebased: true }), 'broken', /does not contain 0123456/],
  ['no base', changing(null, { requireRebased: true }), 'unknown'],
]);
