import { runAlsoNamed } from '../../../src/verify/rules/run-also.ts';
import { runLogIntact } from '../../../src/verify/rules/run-log-intact.ts';
import { runObserved } from '../../../src/verify/rules/run-observed.ts';
import { runRecorded } from '../../../src/verify/rules/run-recorded.ts';
import { runRepeated } from '../../../src/verify/rules/run-repeated.ts';
import { runSucceeded } from '../../../src/verify/rules/run-succeeded.ts';
import { runSurvivors } from '../../../src/verify/rules/run-survivors.ts';
import type { HandedOverOutcome } from '../../../src/model/facts.ts';
import type { Ending, Survivor } from '../../../src/model/run-record.ts';
import { asked, check, facts, run } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const other = 'f'.repeat(32);
const noRun = facts({ run: null });
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null });
const { outcome } = run();
const survivor: Survivor = { pid: 4711, argv: ['sleep', '5'], reason: 'session' };

function ended(ending: Ending, handed: HandedOverOutcome | null = null) {
  return facts({ run: run({ outcome: { ...outcome, ending } }), asked: asked({ outcome: handed }) });
}
function handedOver(handed: HandedOverOutcome) {
  return facts({ run: null, asked: asked({ outcome: handed }) });
}
function survived(survivors: readonly Survivor[], policy: 'report' | 'reject' = 'report') {
  return facts({ run: run({ outcome: { ...outcome, survivors: [...survivors] } }), asked: asked({ survivors: policy }) });
}
function logged(stdout: string | null, stderr: string | null) {
  return facts({ check: check({ logsNow: { stdout, stderr } }) });
}

judges(runRecorded, 'EV9', [
  ['a run of this generation', facts(), 'holds', /was run under generation 0123/],
  ['no run', noRun, 'broken', /^No run is on record for generation 0123/],
  ['no run, and an ending handed over', handedOver('success'), 'holds', /"success"/],
  ['no run, and a failure handed over, is another rule', handedOver('failure'), 'holds'],
  ['a run of another generation', facts({ run: run({ generation: other }) }), 'broken', /f{32}, and the stamp names 0123/],
  ['a run of another generation beside an ending', facts({ run: run({ generation: other }), asked: asked({ outcome: 'success' }) }), 'broken'],
  ['no stamp is another rule', noStamp, 'holds'],
]);

judges(runSucceeded, 'RN2, EV9', [
  ['code 0', facts(), 'holds', /exited with code 0/],
  ['code 1', ended({ kind: 'exited', code: 1 }), 'broken', /exited with code 1; only code 0/],
  ['killed', ended({ kind: 'signalled', signal: 'SIGSEGV' }), 'broken', /killed by SIGSEGV/],
  ['timed out', ended({ kind: 'timed-out', afterMs: 60_000 }), 'broken', /time limit of 60 s/],
  ['never started', ended({ kind: 'never-started', reason: 'no such program' }), 'broken', /never started: no such program/],
  ['success handed over', handedOver('success'), 'holds', /"success"/],
  ['failure handed over', handedOver('failure'), 'broken', /"failure".*failed/],
  ['cancelled handed over', handedOver('cancelled'), 'broken', /cancelled before its end/],
  ['skipped handed over', handedOver('skipped'), 'broken', /never ran/],
  ['a failure handed over beside a green run', ended({ kind: 'exited', code: 0 }, 'failure'), 'broken', /"failure"/],
  ['success handed over beside a failed run', ended({ kind: 'exited', code: 2 }, 'success'), 'broken', /code 2/],
  ['both failed', ended({ kind: 'exited', code: 2 }, 'failure'), ['broken', 'broken']],
  ['no run is another rule', noRun, 'holds', /Nothing to judge/],
]);

judges(runObserved, 'EV9', [
  ['seen by the gate', facts(), 'holds'],
  ['handed over', handedOver('success'), 'listed', /Ending reported by the workflow, not observed/],
  ['no run is another rule', noRun, 'holds', /Nothing to judge/],
]);

judges(runRepeated, 'RN2', [
  ['one run', facts(), 'holds', /once/],
  ['an earlier green run', facts({ run: run({ earlier: [{ kind: 'exited', code: 0 }] }) }), 'listed', /^1 earlier run .*none of which failed: run 1 exited with code 0/],
  ['an earlier failed run', facts({ run: run({ earlier: [{ kind: 'exited', code: 1 }, { kind: 'exited', code: 0 }] }) }), 'listed', /^2 earlier runs .*1 of which failed: run 1 exited with code 1/],
  ['no run', noRun, 'holds', /Nothing to judge/],
]);

judges(runSurvivors, 'RN2, EV9', [
  ['none', facts(), 'holds'],
  ['reported', survived([survivor]), 'listed', /1 process outlived the command: 4711 "sleep 5" \(same session\)/],
  ['rejected', survived([survivor], 'reject'), 'broken', /4711/],
  ['none, where rejected', survived([], 'reject'), 'holds'],
  ['hostile arguments', survived([{ pid: 9, argv: ['a\u001b[31m\n', 'x'.repeat(500)], reason: 'output' }]), 'listed', /^1 process outlived the command: 9 "a\\x1b\[31m\\n x+…" \(the command's output still open\)$/],
  ['not observed', handedOver('success'), 'unproven', /not observed/],
  ['not observed, where rejected', facts({ run: null, asked: asked({ outcome: 'success', survivors: 'reject' }) }), 'unproven'],
  ['no run is another rule', noRun, 'holds', /Nothing to judge/],
]);

judges(runLogIntact, 'EV7', [
  ['as recorded', facts(), 'holds'],
  ['edited', logged('e'.repeat(64), 'c'.repeat(64)), 'broken', /"stdout\.log" was changed: its SHA-256 is e{64}, and c{64} was recorded/],
  ['gone', logged('c'.repeat(64), null), 'broken', /"stderr\.log" is gone/],
  ['both', logged(null, null), ['broken', 'broken']],
  ['not read', facts({ check: check({ logsNow: null }) }), 'unknown'],
  ['cut', facts({ run: run({ outcome: { ...outcome, logs: { ...outcome.logs, stdout: { ...outcome.logs.stdout, complete: false } } } }) }), 'listed', /is cut/],
  ['cut and edited', facts({ run: run({ outcome: { ...outcome, logs: { ...outcome.logs, stdout: { ...outcome.logs.stdout, complete: false } } } }), check: check({ logsNow: { stdout: 'c'.repeat(64), stderr: 'e'.repeat(64) } }) }), ['listed', 'broken']],
  ['no run', noRun, 'holds', /Nothing to judge/],
]);

const second = (code: number) => run({ also: { shown: 'bash -eo pipefail <script, 12 bytes>', outcome: { ...run().outcome, command: 'e'.repeat(64), ending: { kind: 'exited', code }, durationMs: 3210 } } });
judges(runAlsoNamed, 'RN1', [
  ['none', facts(), 'holds', /Nothing to judge/],
  ['it ended well', facts({ run: second(0) }), 'listed', /^The second command \(.*, digest e{64}\) exited with code 0 after 3\.2 s; it decides nothing$/],
  ['it failed', facts({ run: second(7) }), 'listed', /exited with code 7/],
  ['without a run', facts({ run: null }), 'holds', /Nothing to judge/],
]);
