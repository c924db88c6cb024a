import { bytecodeAfterStamp } from '../../../src/verify/rules/bytecode-after-stamp.ts';
import { bytecodeFits } from '../../../src/verify/rules/bytecode-fits.ts';
import { bytecodeHasSource } from '../../../src/verify/rules/bytecode-has-source.ts';
import { bytecodeOfRun } from '../../../src/verify/rules/bytecode-of-run.ts';
import { bytecodeProven } from '../../../src/verify/rules/bytecode-proven.ts';
import type { JudgedBytecode } from '../../../src/model/facts.ts';
import { asked, check, facts, run, stamped, STAMPED_AT_MS } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const path = 'src/__pycache__/price.cpython-312.pyc';
const noRun = facts({ run: null, asked: asked({ outcome: 'success' }) });
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null });
const notMeasured = facts({ check: null });

function pyc(changes: Partial<JudgedBytecode> = {}): JudgedBytecode {
  return { path, kind: 'fits', why: 'the header names the size and second of the source', mtimeMs: STAMPED_AT_MS + 1500, ctimeMs: STAMPED_AT_MS + 1500, rewrittenByPytest: false, ...changes };
}
function found(...bytecode: readonly JudgedBytecode[]) {
  return facts({ check: check({ bytecode }) });
}
/** The file as the run left it, and as it is at the check. */
function written(atEnd: JudgedBytecode, now = atEnd) {
  return facts({ run: run({ bytecodeAtEnd: [atEnd] }), check: check({ bytecode: [now] }) });
}

judges(bytecodeAfterStamp, 'PR3, ST8', [
  ['none', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['not measured', notMeasured, 'unknown'],
  ['written after the stamp', found(pyc()), 'holds'],
  ['in the second of the stamp', found(pyc({ mtimeMs: STAMPED_AT_MS })), 'holds'],
  ['in the second before, which the slack allows', found(pyc({ mtimeMs: STAMPED_AT_MS - 1 })), 'holds'],
  ['at the slack to the millisecond', found(pyc({ mtimeMs: STAMPED_AT_MS - 1000 })), 'holds'],
  ['before the slack', found(pyc({ mtimeMs: STAMPED_AT_MS - 1001 })), 'broken', /price\.cpython-312\.pyc \(mtime 2025-12-31T23:59:58Z\)$/],
  ['in the second before, without slack', facts({ check: check({ bytecode: [pyc({ mtimeMs: STAMPED_AT_MS - 1 })] }), asked: asked({ slackSeconds: 0 }) }), 'broken', /older than the stamp of 2026-01-01T00:00:00Z/],
  ['only the ctime is older', found(pyc({ ctimeMs: STAMPED_AT_MS - 5000 })), 'broken', /\(ctime 2025/],
  ['only the mtime is older', found(pyc({ mtimeMs: 0 })), 'broken', /\(mtime 1970-01-01T00:00:00Z\)/],
  ['a stamp within its second', facts({ stamped: stamped({ fileClockNs: `${STAMPED_AT_MS + 999}999999` }), check: check({ bytecode: [pyc({ mtimeMs: STAMPED_AT_MS - 1000 })] }) }), 'holds'],
  ['nobody saw the run', { ...noRun, check: check({ bytecode: [pyc({ mtimeMs: 0 })] }) }, 'broken'],
]);

judges(bytecodeHasSource, 'PR3', [
  ['none', facts(), 'holds'],
  ['one that fits', found(pyc()), 'holds'],
  ['one without a source', found(pyc(), pyc({ path: 'old.pyc', kind: 'sourceless', why: 'old.py does not exist' })), 'broken', /^1 bytecode file without a source: old\.pyc$/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(bytecodeFits, 'PR3', [
  ['none', facts(), 'holds'],
  ['one that fits', found(pyc()), 'holds'],
  ['one of another source', found(pyc({ kind: 'does-not-fit', why: 'source size 10 in the header, 12 on disk' })), 'broken', /\(source size 10 in the header, 12 on disk\)$/],
  ['one that cannot be read', found(pyc({ kind: 'unreadable', why: 'EACCES' })), 'unknown', /\(EACCES\)/],
  ['a folder that cannot be listed', facts({ check: check({ bytecodeUnseen: ['private'] }) }), 'unknown', /1 folder: private/],
  ['all of them', facts({ check: check({ bytecode: [pyc({ kind: 'unreadable' }), pyc({ kind: 'does-not-fit' })], bytecodeUnseen: ['private'] }) }), ['broken', 'unknown', 'unknown']],
  ['nobody saw the run', { ...noRun, check: check({ bytecode: [pyc({ kind: 'does-not-fit' })] }) }, 'broken'],
  ['not measured', notMeasured, 'unknown'],
]);

judges(bytecodeOfRun, 'PR3', [
  ['none', facts(), 'holds'],
  ['written by the run', written(pyc()), 'holds'],
  ['there at the start', facts({ run: run({ bytecodeAtStart: [pyc()] }) }), 'broken', /^1 bytecode file appeared between the stamp and the start of the run: src/],
  ['there at the start, after an earlier run', facts({ run: run({ bytecodeAtStart: [pyc()], earlier: [{ kind: 'exited', code: 0 }] }) }), 'broken', /an earlier run/],
  ['new after the end', found(pyc()), 'broken', /after the run had ended/],
  ['another mtime after the end', written(pyc(), pyc({ mtimeMs: STAMPED_AT_MS + 9000 })), 'broken', /written again/],
  ['another ctime after the end', written(pyc(), pyc({ ctimeMs: STAMPED_AT_MS + 9000 })), 'broken', /written again/],
  ['before and after', facts({ run: run({ bytecodeAtStart: [pyc({ path: 'a.pyc' })] }), check: check({ bytecode: [pyc()] }) }), ['broken', 'broken']],
  ['nobody saw the run', { ...noRun, check: check({ bytecode: [pyc()] }) }, 'holds', /Nothing to judge/],
  ['not measured', notMeasured, 'unknown'],
]);

judges(bytecodeProven, 'PR2', [
  ['a run without a witness', facts({ run: run({ witness: { state: 'absent', why: 'none' } }) }), 'unproven', /^Bytecode not proven/],
  ['nobody saw the run', noRun, 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds'],
]);
