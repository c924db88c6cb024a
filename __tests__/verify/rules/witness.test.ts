import { bytecodeProven } from '../../../src/verify/rules/bytecode-proven.ts';
import { treeNewPath } from '../../../src/verify/rules/tree-new-path.ts';
import { witnessAbsent } from '../../../src/verify/rules/witness-absent.ts';
import { witnessComplete } from '../../../src/verify/rules/witness-complete.ts';
import { witnessIgnoredFile } from '../../../src/verify/rules/witness-ignored-file.ts';
import { witnessLoadedOtherBytes } from '../../../src/verify/rules/witness-loaded-other-bytes.ts';
import { witnessPatchLoaded } from '../../../src/verify/rules/witness-patch-loaded.ts';
import { witnessProven } from '../../../src/verify/rules/witness-proven.ts';
import { witnessRecordsLost } from '../../../src/verify/rules/witness-records-lost.ts';
import { witnessShadowed } from '../../../src/verify/rules/witness-shadowed.ts';
import { witnessStaleBytecode } from '../../../src/verify/rules/witness-stale-bytecode.ts';
import type { Asked, Facts } from '../../../src/model/facts.ts';
import type { WitnessedLoad, WitnessFacts } from '../../../src/model/witness.ts';
import { asked, check, facts, load, NO_DRIFT, run, witness } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const OTHER = '2'.repeat(64);
const TWIN = { path: 'src/price.py', digest: '1'.repeat(64) };
/** Before the run, between the stamp and the run's start, and while it ran; in nanoseconds. */
const [EARLIER, DURING] = ['1767225500000000000', '1767225601500000000'];
const escaped = [{ argv: ['python', '-I', 'tool.py', '--all'], why: '-I keeps it out', count: 2 }];

function seen(loads: readonly Partial<WitnessedLoad>[], more: Partial<WitnessFacts> = {}, wanted: Partial<Asked> = {}): Facts {
  return facts({ run: run({ witness: witness({ loads: loads.map(load), ...more }) }), asked: asked(wanted) });
}
const told = (more: Partial<WitnessFacts>, wanted: Partial<Asked> = {}) => seen([{}], more, wanted);
const required = { witness: 'required' } as const;
const noWitness = facts({ run: run({ witness: { state: 'absent', why: 'it could not be installed' } }) });
const installed: Partial<WitnessedLoad> = { path: '/venv/lib/site-packages/price.py', place: 'environment', stamped: null, twins: [TWIN], digest: OTHER };
const ignored: Partial<WitnessedLoad> = { path: 'build/gen.py', place: 'unstamped', name: 'gen', stamped: null, mtimeNs: EARLIER, ctimeNs: EARLIER, bornNs: EARLIER, newer: 'src/price.py' };
const cached = (answer: 'same' | 'differs' | 'not-compared', path = 'src/__pycache__/price.cpython-312.pyc'): Partial<WitnessedLoad> => ({ how: 'bytecode', bytecode: { path, answer, why: answer === 'same' ? '' : 'co_code of price' } });
const pytestCache = cached('not-compared', 'tests/__pycache__/price.cpython-312-pytest-8.3.5.pyc');

judges(witnessLoadedOtherBytes, 'RN5', [
  ['the stamped bytes', facts(), 'holds'],
  ['no witness is another rule', noWitness, 'holds'],
  ['switched off', told({}, { witness: 'off' }), 'holds'],
  ['other bytes', seen([{ digest: OTHER }]), 'broken', /^1 stamped file loaded with other bytes: src\/price\.py \(stamped 1{12}…, loaded 2{12}…\)$/],
  ['other bytes of a native module', seen([{ path: 'src/fast.so', how: 'extension', digest: OTHER }]), 'broken'],
  ['other bytes in one of two processes', seen([{}, { digest: OTHER }]), 'broken'],
  ['bytecode beside another source', seen([{ ...cached('same'), digest: OTHER }]), 'broken'],
  ['a text that a template engine made of it', seen([{ how: 'string', digest: OTHER }]), 'holds'],
  ['an archive', seen([{ path: 'lib.zip/price.py', archive: 'lib.zip', digest: OTHER }]), 'broken'],
]);

judges(witnessStaleBytecode, 'RN5, PR2', [
  ['no bytecode', facts(), 'holds'],
  ['bytecode that fits', seen([cached('same')]), 'holds'],
  ['bytecode that does not fit', seen([cached('differs')]), 'broken', /price\.cpython-312\.pyc for src\/price\.py \(co_code of price\)/],
  ['of an installed copy', seen([{ ...installed, digest: TWIN.digest, ...cached('differs', '/venv/x.pyc') }]), 'broken'],
  ['of an ignored file', seen([{ ...ignored, ...cached('differs') }]), 'broken'],
  ['without source', seen([{ ...ignored, path: 'src/legacy.pyc', how: 'sourceless', digest: null }]), 'broken', /src\/legacy\.pyc \(no source\)/],
  ['without source, made by the run', seen([{ ...ignored, path: 'tmp/x.pyc', how: 'sourceless', digest: null, mtimeNs: DURING, ctimeNs: DURING }]), 'holds'],
  ['without source and tracked', seen([{ path: 'lib/x.pyc', how: 'sourceless', digest: null }]), 'holds'],
]);

judges(witnessShadowed, 'RN5', [
  ['nothing from elsewhere', facts(), 'holds'],
  ['a wheel of this tree', seen([{ ...installed, digest: TWIN.digest }]), 'holds'],
  ['an older wheel', seen([installed]), 'broken', /^1 module of the workspace loaded from elsewhere with other bytes: "?price"? from \/venv\/lib\/site-packages\/price\.py in place of src\/price\.py$/],
  ['an older wheel that the run installed', seen([{ ...installed, mtimeNs: DURING, ctimeNs: DURING, bornNs: DURING }]), 'broken'],
  ['another checkout', seen([{ ...installed, place: 'outside', inCheckout: true, mtimeNs: DURING, ctimeNs: DURING }]), 'broken'],
  ['a linked worktree inside the workspace', seen([{ ...installed, path: 'wt/price.py', place: 'other-checkout' }]), 'broken'],
  ['third-party code', seen([{ ...installed, twins: [] }]), 'holds'],
  ['a version file', seen([{ ...installed, twins: [{ path: 'src/price/_version.py', digest: TWIN.digest }] }]), 'listed'],
  ['a generated file', seen([installed], {}, { generated: ['src/*.py'] }), 'listed'],
  ['a module that a test wrote', seen([{ ...installed, path: '/tmp/t/price.py', place: 'outside', mtimeNs: DURING, ctimeNs: DURING }]), 'listed', /written by the tests/],
  ['a module written before', seen([{ ...installed, path: '/tmp/t/price.py', place: 'outside', mtimeNs: EARLIER, ctimeNs: EARLIER }]), 'broken'],
  ['a module copied with its old time', seen([{ ...installed, path: '/tmp/t/price.py', place: 'outside', mtimeNs: EARLIER, ctimeNs: DURING, bornNs: DURING }]), 'listed'],
]);

judges(witnessIgnoredFile, 'RN5, PR4', [
  ['none', facts(), 'holds'],
  ['left by earlier work', seen([ignored]), 'broken', /build\/gen\.py \(older than src\/price\.py\)/],
  ['made by the run', seen([{ ...ignored, mtimeNs: DURING, ctimeNs: DURING }]), 'holds'],
  ['made by the run, its time set back', seen([{ ...ignored, ctimeNs: DURING, bornNs: DURING }]), 'holds'],
  ['touched by the run', seen([{ ...ignored, ctimeNs: DURING }]), 'broken'],
  ['made by the setup', seen([{ ...ignored, mtimeNs: DURING, ctimeNs: DURING }], { startNs: '1767225602000000000', setupNs: '1767225601000000000' }), 'holds'],
  ['newer than the code', seen([{ ...ignored, newer: null }]), 'listed', /after the code was there/],
  ['newer than the code, in place of a stamped file', seen([{ ...ignored, newer: null, twins: [{ path: 'src/gen.py', digest: 'other' }] }]), 'broken', /build\/gen\.py in place of src\/gen\.py/],
  ['the same, allowed by name', seen([{ ...ignored, newer: null, twins: [{ path: 'src/gen.py', digest: 'other' }] }], {}, { allowIgnored: ['build/**'] }), 'listed', /after the code was there/],
  ['the same, generated by design', seen([{ ...ignored, newer: null, twins: [{ path: 'src/gen.py', digest: 'other' }] }], {}, { generated: ['src/gen.py'] }), 'listed', /after the code was there/],
  ['allowed', seen([ignored], {}, { allowIgnored: ['build/**'] }), 'listed', /allowed/],
  ['not what is allowed', seen([ignored], {}, { allowIgnored: ['*.txt', 'build/*.json'] }), 'broken'],
  ['a version file', seen([{ ...ignored, path: 'src/price/_version.py' }]), 'listed', /version/],
  ['a copy of the stamped file', seen([{ ...ignored, twins: [TWIN] }]), 'holds'],
]);

judges(witnessPatchLoaded, 'RN6', [
  ['nothing changed', facts(), 'holds', /No Python source differs from HEAD/],
  ['not known what changed', told({ changed: null }), 'holds'],
  ['loaded', told({ changed: { against: 'HEAD', paths: ['src/price.py'] } }), 'holds', /All 1 changed/],
  ['loaded from a wheel of this tree', seen([{ ...installed, digest: TWIN.digest }], { changed: { against: 'HEAD', paths: ['src/price.py'] } }), 'holds'],
  ['loaded with other bytes', seen([{ digest: OTHER }], { changed: { against: 'HEAD', paths: ['src/price.py'] } }), 'listed'],
  ['a source not loaded', told({ changed: { against: 'HEAD', paths: ['src/tax.py'] } }), 'listed', /src\/tax\.py/],
  ['a source not loaded, to reject', told({ changed: { against: 'HEAD', paths: ['src/tax.py'] } }, { unloaded: 'reject' }), 'broken'],
  ['a test not loaded', told({ changed: { against: 'HEAD', paths: ['tests/test_tax.py'] } }), 'broken', /1 changed test file .*tests\/test_tax\.py/],
  ['a test not loaded in a cell', told({ changed: { against: 'HEAD', paths: ['tests/test_tax.py'] } }, { cell: 'a' }), 'listed'],
  ['a test that another process may have loaded', told({ changed: { against: 'HEAD', paths: ['tests/test_tax.py'] }, escaped }), 'unproven'],
  ['the same, required', told({ changed: { against: 'HEAD', paths: ['tests/test_tax.py'] }, escaped }, required), 'unknown'],
  ['both', told({ changed: { against: 'HEAD', paths: ['src/tax.py', 'tests/tax_test.py'] } }), ['broken', 'listed']],
  ['a test outside the working folder', facts({ run: run({ outcome: { ...run().outcome, cwd: 'core' }, witness: witness({ changed: { against: 'HEAD', paths: ['web/test_x.py'] } }) }) }), 'listed'],
]);

judges(witnessComplete, 'RN5', [
  ['all', facts(), 'holds'],
  ['some escaped', told({ escaped }), 'unproven', /^Proven for 1 of 3 Python processes; without a witness: "python -I tool\.py --all" \(-I keeps it out; 2 times\)/],
  ['some escaped, required', told({ escaped }, required), 'unknown'],
  ['allowed by name', told({ escaped }, { ...required, unwitnessedOk: ['python -I tool.py *'] }), 'holds'],
  ['another name', told({ escaped }, { ...required, unwitnessedOk: ['python -I other.py *'] }), 'unknown'],
  ['all escaped', told({ processes: 0, loads: [], escaped }, required), 'unknown'],
]);

judges(witnessRecordsLost, 'RN5', [
  ['whole', facts(), 'holds'],
  ['torn', told({ lost: ['a record is torn or not understood'] }), 'unproven', /torn/],
  ['torn, required', told({ lost: ['a record is torn or not understood'] }, required), 'unknown'],
]);

judges(witnessProven, 'RN5', [
  ['proven', facts(), 'listed', /1 stamped file ran from stamped bytes in 1 Python process$/],
  ['a process was killed', told({ unfinished: 1 }), 'listed', /1 of them ended without/],
  ['cached by this run', seen([cached('same')]), 'listed'],
  ['refuted', seen([{ digest: OTHER }]), 'unproven', /refuted \(src\/price\.py\)/],
  ['refuted, required', seen([{ digest: OTHER }], {}, required), 'unknown'],
  ['nothing of the workspace', seen([]), 'unproven', /no stamped file/],
  ['a process escaped', told({ escaped }), 'unproven'],
  ['records lost', told({ lost: ['x'] }), 'unproven'],
  ['before the witness', seen([{ how: 'unseen' }]), 'unproven', /before the witness/],
  ['bytecode not compared', seen([cached('not-compared')]), 'unproven', /not compared/],
  ['a rewritten test, cached by this run', seen([{}, pytestCache]), 'listed'],
  ['a rewritten test that nobody compiled', seen([pytestCache]), 'unproven'],
  ['a rewritten test, cached before', facts({ run: run({ bytecodeAtStart: [{ path: 'tests/__pycache__/price.cpython-312-pytest-8.3.5.pyc', mtimeMs: 1, ctimeMs: 1 }], witness: witness({ loads: [load(), load(pytestCache)] }) }) }), 'unproven'],
]);

judges(witnessAbsent, 'RN5, EV9', [
  ['there', facts(), 'holds', /1 Python process told/],
  ['nothing ran', facts({ run: null }), 'holds'],
  ['switched off', told({}, { witness: 'off' }), 'unproven', /switched off/],
  ['could not be', noWitness, 'unproven', /it could not be installed/],
  ['could not be, required', { ...noWitness, asked: asked(required) }, 'unknown'],
  ['no process', told({ processes: 0, loads: [] }), 'unproven', /no Python process/],
  ['no process, required', told({ processes: 0, loads: [] }, required), 'unknown'],
  ['the workflow ran the tests', facts({ run: null, asked: asked({ outcome: 'success' }) }), 'unproven', /workflow/],
  ['the same, required', facts({ run: null, asked: asked({ outcome: 'success', ...required }) }), 'unknown'],
]);

judges(bytecodeProven, 'PR2', [
  ['a witness saw none', facts(), 'holds'],
  ['nothing ran', facts({ run: null }), 'holds'],
  ['no witness', noWitness, 'unproven'],
  ['no witness, and a cache of its own', facts({ run: run({ outcome: { ...run().outcome, environmentAdded: ['PYTHONPYCACHEPREFIX'] }, witness: { state: 'absent', why: 'none' } }) }), 'listed', /isolated/],
  ['switched off', told({}, { witness: 'off' }), 'unproven'],
  ['a process escaped', told({ escaped }), 'unproven'],
  ['records lost', told({ lost: ['x'] }), 'unproven'],
  ['stale', seen([cached('differs')]), 'unproven', /stale/],
  ['fits', seen([cached('same')]), 'holds'],
  ['not compared', seen([cached('not-compared')]), 'unproven', /not compared/],
]);

const appeared = { ...NO_DRIFT, added: ['conftest.py'] };
function withNew(loads: readonly Partial<WitnessedLoad>[], more: Partial<WitnessFacts> = {}, drift = appeared): Facts {
  return facts({ run: run({ atStart: drift, atEnd: drift, witness: witness({ loads: loads.map(load), ...more }) }), check: check({ drift }) });
}
judges(treeNewPath, 'ST6, RN5', [
  ['loaded', withNew([{ path: 'conftest.py', place: 'unstamped', stamped: null }]), 'broken', /was loaded: conftest\.py/],
  ['not loaded', withNew([{}]), 'listed', /no process loaded it/],
  ['no Python source', withNew([{}], {}, { ...NO_DRIFT, added: ['data.json'] }), 'unknown'],
  ['a process escaped', withNew([{}], { escaped }), 'unknown'],
]);
