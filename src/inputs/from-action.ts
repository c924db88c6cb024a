/** The action's inputs, read into validated settings. The workflow's author writes them; expressions in them may not. */
import { GateError, UsageError } from '../model/errors.ts';
import { refuseBesideCached } from './cached-evidence.ts';
import { parseSettings, type Settings } from './plan.ts';

export type Phase = 'gate' | 'stamp' | 'run' | 'check' | 'fan-in';

export interface ActionCall {
  readonly phase: Phase;
  readonly settings: Settings;
  /** For the phase fan-in: folders and zip files of bundles. */
  readonly bundles: readonly string[];
}

const PHASES: readonly string[] = ['gate', 'stamp', 'run', 'check', 'fan-in'];

/** Inputs that are reserved and not built: an empty or false value means "not asked for". */
const RESERVED: readonly (readonly [string, string])[] = [
  ['upload', 'no artifact is uploaded; write a bundle by the input "bundle" and upload its folder'],
  ['attest', 'no attestation is made'],
  ['check-run', 'no check run is made'],
];

/** Validates the inputs. `input` gives the text of one, empty where it is not set. */
export function parseInputs(input: (name: string) => string): ActionCall {
  const phase = input('phase') === '' ? 'gate' : input('phase');
  if (!PHASES.includes(phase)) throw new UsageError('GG-INPUT-INVALID', `Input "phase" cannot be ${JSON.stringify(phase)}`, `Write one of ${PHASES.join(', ')}, for example: phase: gate`);
  for (const [name, what] of RESERVED) {
    if (!['', 'false'].includes(input(name))) throw notBuilt(name, what);
  }
  const script = input('run');
  if ((phase === 'gate' || phase === 'run') && script === '') {
    throw new UsageError('GG-INPUT-MISSING', `Input "run" is empty, and phase "${phase}" runs a command`, 'Write the test command, for example: run: pytest --junitxml=reports/junit.xml');
  }
  const cached = input('cached-evidence');
  if (cached !== '' && phase !== 'gate' && phase !== 'check') throw new UsageError('GG-INPUT-CONFLICT', `Input "cached-evidence" is set, and phase "${phase}" judges no evidence`, 'Leave it out, or write: phase: check');
  if (script !== '' && (phase === 'stamp' || (phase === 'check' && cached === '') || phase === 'fan-in')) {
    throw new UsageError('GG-INPUT-CONFLICT', `Input "run" is set, and phase "${phase}" runs no command`, 'Leave "run" out, or write: phase: gate');
  }
  const bundles = lines(input('bundles'));
  const expectCells = input('expect-cells').split(/[,\n]/).map((name) => name.trim()).filter((name) => name !== '');
  requireFanInInputs(phase, expectCells, bundles);
  const call: ActionCall = {
    phase: phase as Phase,
    bundles,
    settings: parseSettings({
      ...textSetting('workspace', input('workspace')),
      ...textSetting('state', input('state')),
      evidence: lines(input('evidence')),
      logs: lines(input('log')),
      ...textSetting('patch', input('patch')),
      ...textSetting('setupText', input('setup')),
      imports: lines(input('imports')),
      ...textSetting('python', input('python')),
      ...textSetting('workdir', input('workdir')),
      ...textSetting('scriptText', script),
      ...numberSetting('timeoutSeconds', 'timeout', input('timeout')),
      ...textSetting('cell', input('cell')),
      ...textSetting('bundle', input('bundle')),
      ...textSetting('report', input('report')),
      expectCells,
      ...textSetting('tree', input('tree')),
      ...textSetting('repo', input('repo')),
      summaries: lines(input('summary')),
      requireTests: lines(input('require-tests')),
      ...numberSetting('minTests', 'min-tests', input('min-tests')),
      ...choice('outcome', input('outcome')),
      ...textSetting('cachedEvidence', cached),
      ...textSetting('expectGeneration', input('expect-generation')),
      ...textSetting('expectStampDigest', input('expect-stamp-digest')),
      ...choice('survivors', input('survivors')),
      ...choice('foreignEditables', input('foreign-editables')),
      ...choice('witness', input('witness')),
      ...choice('witnessPth', input('witness-pth')),
      ...choice('bytecode', input('bytecode')),
      allowIgnored: lines(input('allow-ignored')),
      generated: lines(input('generated')),
      unwitnessedOk: lines(input('unwitnessed-ok')),
      ...choice('unloaded', input('unloaded')),
      ...numberSetting('slackSeconds', 'slack', input('slack')),
      ...comparisonSettings(input, phase),
      ...isolationSettings(input, phase),
      owned: lines(input('owned')),
      forbidden: lines(input('forbidden')),
      ...flag('requireRebased', 'require-rebased', input('require-rebased')),
    }),
  };
  refuseBesideCached(call.settings, (name) => `Input "${name}"`);
  return call;
}

/** Second runs of the command: base, replay, control. */
function comparisonSettings(input: (name: string) => string, phase: string): Partial<Settings> {
  const asked = ['base', 'replay', 'control'].find((name) => !['', 'false'].includes(input(name)));
  if (asked !== undefined && phase !== 'gate') throw new UsageError('GG-INPUT-CONFLICT', `Input "${asked}" is set, and phase "${phase}" runs the command no second time`, 'Write phase: gate, or leave it out');
  const onlyWithBase = ['baseline', 'tests', 'require-fixed', 'base-import-errors'].find((name) => input(name) !== '');
  if (onlyWithBase !== undefined && input('base') === '') throw new UsageError('GG-BASE-MISSING', `Input "${onlyWithBase}" is set, and "base" is not`, 'Name the revision to compare with, for example: base: ${{ github.event.pull_request.base.sha }}');
  return {
    ...textSetting('base', input('base')),
    ...choice('baseline', input('baseline')),
    tests: lines(input('tests')),
    requireFixed: lines(input('require-fixed')),
    ...choice('baseImportErrors', input('base-import-errors')),
    ...flag('replay', 'replay', input('replay')),
    ...flag('control', 'control', input('control')),
    ...numberSetting('controlBudgetSeconds', 'control-budget', input('control-budget')),
    ...flag('keep', 'keep', input('keep')),
  };
}

/** A worktree of its own: for the phase that does everything in one step. */
function isolationSettings(input: (name: string) => string, phase: string): Partial<Settings> {
  const isolation = input('isolation') === 'false' ? '' : input('isolation');
  if (isolation === 'worktree' && phase !== 'gate') throw new UsageError('GG-INPUT-CONFLICT', `Input "isolation" is set, and phase "${phase}" is one part of what would have to happen in one worktree`, 'Write phase: gate, or leave it out');
  const lone = ['link', 'on-success'].find((name) => input(name) !== '');
  if (lone !== undefined && isolation !== 'worktree') throw new UsageError('GG-ISOLATION-MISSING', `Input "${lone}" is set, and "isolation" is not worktree`, 'Write both, or leave it out: isolation: worktree');
  return { ...choice('isolation', isolation), links: lines(input('link')), ...choice('onSuccess', input('on-success')) };
}

function flag(key: 'replay' | 'control' | 'keep' | 'requireRebased', name: string, value: string): Partial<Settings> {
  if (value === '') return {};
  if (value !== 'true' && value !== 'false') throw new UsageError('GG-INPUT-INVALID', `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write true or false, for example: ${name}: true`);
  return { [key]: value === 'true' };
}

/** What a fan-in cannot do without, and what nobody else has a use for. */
function requireFanInInputs(phase: string, expectCells: readonly string[], bundles: readonly string[]): void {
  if (phase !== 'fan-in') {
    const [lone] = [...(expectCells.length > 0 ? ['expect-cells'] : []), ...(bundles.length > 0 ? ['bundles'] : [])];
    if (lone !== undefined) throw new UsageError('GG-INPUT-CONFLICT', `Input "${lone}" is set, and phase "${phase}" gathers no cells`, `Leave "${lone}" out, or write: phase: fan-in`);
    return;
  }
  if (expectCells.length === 0) throw new UsageError('GG-INPUT-MISSING', 'Input "expect-cells" is empty, and phase "fan-in" must know which cells there are', 'Write their names, for example: expect-cells: linux, macos');
  if (bundles.length === 0) throw new UsageError('GG-INPUT-MISSING', 'Input "bundles" is empty: artifacts of the run are not fetched yet', 'Download them first with actions/download-artifact, and name the folder, for example: bundles: bundles');
}

/** One entry a line; blank lines do not count. A glob may hold spaces and commas. */
function lines(text: string): string[] {
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

function textSetting(key: keyof Settings, value: string): Partial<Settings> {
  return value === '' ? {} : { [key]: value };
}

function choice(key: 'outcome' | 'survivors' | 'foreignEditables' | 'witness' | 'witnessPth' | 'unloaded' | 'bytecode' | 'baseline' | 'baseImportErrors' | 'isolation' | 'onSuccess', value: string): Partial<Settings> {
  return textSetting(key, value);
}

function numberSetting(key: 'timeoutSeconds' | 'minTests' | 'slackSeconds' | 'controlBudgetSeconds', name: string, value: string): Partial<Settings> {
  if (value === '') return {};
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0) throw new UsageError('GG-INPUT-INVALID', `Input "${name}" cannot be ${JSON.stringify(value)}`, `Write a number, for example: ${name}: 600`);
  return { [key]: number };
}

function notBuilt(name: string, what: string): GateError {
  return new GateError('GG-NOT-BUILT', `Input "${name}" is not built yet: ${what}`, 'Leave it out; the verdict then says nothing about it.');
}
