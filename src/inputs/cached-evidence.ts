/** What a call may not ask for beside evidence from a cache, and what it needs (EV8). */
import { UsageError } from '../model/errors.ts';
import type { Settings } from './plan.ts';

/** Throws a {@link UsageError} where nothing could come of the call: with cached evidence no command is run. */
export function refuseBesideCached(settings: Settings, spelled: (name: string) => string): void {
  const { cachedEvidence, command, script, scriptText, also, alsoText, outcome, base, replay, control, isolation } = settings;
  const cached = spelled('cached-evidence');
  if (cachedEvidence === null) return;
  if (outcome !== null) throw new UsageError('GG-INPUT-CONFLICT', `${spelled('outcome')} was given with ${cached}: either tests ran in this workflow, or a cache answers for them`, 'Give one of them');
  const runs = (
    [
      ['also', also !== null || alsoText !== null],
      ['base', base !== null],
      ['replay', replay],
      ['control', control],
      ['isolation', isolation !== 'none'],
    ] as const
  ).find(([, given]) => given);
  if (runs !== undefined) throw new UsageError('GG-INPUT-CONFLICT', `${spelled(runs[0])} was given with ${cached}, and with cached evidence nothing is run`, 'Leave one of them out; what the other one shows can be part of the cached bundle');
  if (command === null && script === null && scriptText === null) throw new UsageError('GG-COMMAND-MISSING', `${cached} was given, and no command that its bundle must have run`, 'Name it as for a run, for example: generation-gate check --cached-evidence BUNDLE -- pytest -q');
}
