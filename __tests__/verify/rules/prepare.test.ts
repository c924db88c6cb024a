import { purgeComplete } from '../../../src/verify/rules/purge-complete.ts';
import { setupSucceeded } from '../../../src/verify/rules/setup-succeeded.ts';
import { facts, PURGE, stamped } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, check: null });
const failed = { path: 'lib/__pycache__/a.pyc', doing: 'remove', errno: 'EACCES' } as const;

judges(purgeComplete, 'PR1', [
  ['complete', facts(), 'holds', /removed 3 bytecode files/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['at the stamp nothing is on record', facts({ step: 'stamp', stamped: null, check: null }), 'unknown'],
  ['none was made', facts({ stamped: stamped({ purges: [] }) }), 'unknown', /No purge/],
  ['a file stayed', facts({ stamped: stamped({ purges: [{ ...PURGE, failed: [failed] }] }) }), 'broken', /1 place: lib\/__pycache__\/a\.pyc \(EACCES while removing it\)/],
  ['only the first purge was complete', facts({ step: 'stamp', stamped: stamped({ purges: [PURGE, { ...PURGE, failed: [failed] }] }) }), 'broken'],
  ['git did not answer for the top', facts({ stamped: stamped({ purges: [{ ...PURGE, failed: [{ path: '', doing: 'ask-git', errno: 'ENOENT' }] }] }) }), 'broken', /\. \(ENOENT while asking git about it\)/],
  ['a dry run', facts({ stamped: stamped({ purges: [{ ...PURGE, dryRun: true }] }) }), 'broken', /dry run/],
]);

judges(setupSucceeded, 'PR1, RN2', [
  ['no setup', facts(), 'holds', /Nothing to judge/],
  ['code 0', facts({ stamped: stamped({ setup: { kind: 'exited', code: 0 } }) }), 'holds', /code 0/],
  ['code 7', facts({ stamped: stamped({ setup: { kind: 'exited', code: 7 } }) }), 'broken', /exited with code 7/],
  ['killed', facts({ step: 'stamp', stamped: stamped({ setup: { kind: 'signalled', signal: 'SIGKILL' } }) }), 'broken', /killed by SIGKILL/],
  ['too slow', facts({ stamped: stamped({ setup: { kind: 'timed-out', afterMs: 1500 } }) }), 'broken', /1\.5 s/],
  ['no such shell', facts({ stamped: stamped({ setup: { kind: 'never-started', reason: 'ENOENT' } }) }), 'broken', /never started: ENOENT/],
]);
